/*
 * search.h - the contract between the dispatcher and the searches by steps (internal)
 *
 * A search is a row, fr_search_row, in a file of its own. fr_search (core/query) sets up a
 * run, fr_run, and calls the row. A new search needs its row and a name in FR_SEARCHES
 * (method.h), and nothing else.
 *
 *     astar.c, fringe.c (fringe_*.c), idastar.c   the papers' searches
 *     core/jump                                   jump point search, costs without a search
 *     dijkstra.c                                  Dijkstra's algorithm: `sweep`
 *     turn_search.c                               A* and sweeps where turns have prices
 *     workspace.h, heuristic.h, landmarks.h       the memory, the bounds
 *     open_list.h, bucket_queue.h, radix_heap.h   open lists
 *     papers_list.h, nodes.h                      a tree, a list, and nodes by malloc
 *
 * Ownership: a run borrows grid, workspace, method, arena, trace and result from its query.
 * A search writes to the workspace and the result only. It never allocates, except nodes
 * or a stack from the run's arena. It polls in every long loop, and may be left there by
 * longjmp.
 */
#ifndef FRINGE_SEARCH_H
#define FRINGE_SEARCH_H

#include "core/base/base.h"
#include "core/base/text.h"
#include "core/grid/edges.h"
#include "core/grid/moves.h"
#include "core/search/heuristic.h"
#include "core/search/workspace.h"

/* The state of a running search. */
typedef struct fr_run
{
	const fr_grid *grid;
	fr_workspace *workspace;
	fr_heuristic heuristic;
	const fr_method *method;
	uint32_t start;
	uint32_t goal;
	fr_moves_table successors; /* by arrival: the moves to try */
	const fr_even *even;	   /* where fewer suffice; NULL: nowhere */
	const fr_arena *arena; /* for nodes=malloc and memory=none; NULL: workspace only */
	bool counted;		   /* the result needs counters */
	int64_t max_expanded;  /* most expansions before the search gives up */

	/* only of a search that reads moves */
	uint32_t offset[FR_DIRECTIONS]; /* to a neighbour's index */
	uint8_t bit[FR_DIRECTIONS];		/* per direction, in a set of moves */
	/* the difference that a step adds to a key (fr_child_key); on terrain, by a step of weight 1 */
	uint64_t key_step[FR_DIRECTIONS];
	const fr_poll *poll;
	const fr_trace *trace; /* NULL: no trace */
	fr_result *result;
} fr_run;

struct fr_route_builder;

/* The parts of a grid that are made on demand. */
typedef enum fr_reads
{
	FR_READS_MOVES,
	FR_READS_JUMPS,
	FR_READS_VISIBILITY
} fr_reads;

/*
 * The interface of a search to the library. A new search needs a row in its own file
 * and a name in FR_SEARCHES (method.h).
 *
 * run fills in the result except the route and memory. It sets complete to false if
 * max_expanded ended the search. Counters that are not wanted may have any value.
 */
typedef struct fr_search_row
{
	const char *name;
	uint64_t options;						/* a FR_OPTION_BIT for each that it takes */
	fr_rules rules;							/* of grids that it supports, */
	fr_rules needs;							/* and without which it does not run */
	uint32_t (*nodes)(const fr_grid *grid); /* how many it has; NULL: one per cell */
	/* how many of these have to be unseen before it runs; NULL: all */
	uint32_t (*unseen)(const fr_grid *grid);
	size_t (*extra)(const fr_method *method); /* extra bytes per node; NULL: 0 */
	/* the most bytes that it takes from the run's arena with so many nodes; NULL: 0 */
	size_t (*allocated)(const fr_method *method, uint32_t nodes);
	bool from_goal; /* can it search from the goal? */
	fr_reads reads; /* what it reads of a grid */
	/*
	 * Is there a path that costs no more than on an empty map? Adds it to the builder, from
	 * the start on, unless that is NULL. false: unknown; NULL: always.
	 */
	bool (*sees)(const fr_grid *grid, fr_cell start, fr_cell goal,
				 struct fr_route_builder *builder);
	void (*run)(const fr_run *run);
	/* adds the route, last run first; NULL: by the nodes' parents */
	void (*route)(const fr_run *run, struct fr_route_builder *builder);
	fr_route (*lines)(const fr_run *run, const fr_arena *arena); /* or all of it */
} fr_search_row;

#define FR_SEARCH_EXTERN(NAME, name) extern const fr_search_row fr_search_##name;

FR_SEARCHES(FR_SEARCH_EXTERN)

extern const fr_search_row fr_search_online; /* on grids without components */

const fr_search_row *fr_search_row_of(fr_search_kind kind);
const fr_search_row *fr_search_row_on(const fr_grid *grid, fr_search_kind kind);

/* The options of all searches of the papers. */
#define FR_PAPERS_OPTIONS                                                                \
	(FR_OPTION_BIT(FR_HEURISTIC) | FR_OPTION_BIT(FR_BEST) |                              \
	 FR_OPTION_BIT(FR_LANDMARKS) | FR_OPTION_BIT(FR_PLACE) | FR_OPTION_BIT(FR_SEED) |    \
	 FR_OPTION_BIT(FR_COMPONENTS) | FR_OPTION_BIT(FR_CLEAR) |                            \
	 FR_OPTION_BIT(FR_MAX_EXPANDED))

/* The rules of all searches whose nodes are cells, and whose edges are steps. */
#define FR_CELL_SEARCH_RULES (FR_STEP_RULES | FR_RULE(WRAP))

uint64_t fr_run_path_cost(const fr_run *run);

/* The variants of a search's loop: compile-time constants, except in the traced one. */
typedef struct fr_kind
{
	bool weighted; /* the grid has terrain */
	bool alt;	   /* the heuristic has landmarks */
	bool levels;   /* the heuristic has levels of weight; then the grid has terrain */
	bool counted;  /* counters are wanted */
	bool traced;   /* visits and counters are wanted */
	bool uneven;   /* uneven=N */
	int shape;	  /* of cells; FR_OTHER_SHAPES in the loops that test kinds at run time */
	bool layered; /* layers add to the costs of steps; then `weighted` says nothing */
	bool points;  /* turns have movement points; then both say nothing */
} fr_kind;

/*
 * Defines name(context), which calls loop(kind, context, ...) for the run's kind. Each
 * constant kind gets a function of its own, because compilers optimize very large
 * functions less. `run` is the expression for the run in the context. `any` is a loop that
 * FR_DEFINE_ONE_LOOP defines. It serves traces, which are slow anyway, uneven=N, layers with
 * counters or hexagons, and weights with landmarks and counters. Hexagons with landmarks,
 * levels or counters share a function, too, and so do all kinds of other shapes.
 *
 * Only what `auto` picks needs all of these: a compiler takes half a second for each.
 */
#define FR_DEFINE_ALL_LOOPS(name, any, type, run, loop, ...)                             \
	FR_DEFINE_FEW_LOOPS(name##_squares, any, type, run, loop, ##__VA_ARGS__)             \
	FR_DEFINE_ANY_LOOP(name##_hex, type, run, false, false, FR_HEXAGONS, false, loop,    \
					   ##__VA_ARGS__)                                                    \
	FR_DEFINE_ANY_LOOP(name##_other, type, run, false, false, FR_OTHER_SHAPES,           \
					   (run)->grid->prices != NULL, loop, ##__VA_ARGS__)                 \
	FR_DEFINE_LAYERED_LOOP(name##_layered_alt, type, true, loop, ##__VA_ARGS__)          \
	FR_DEFINE_LAYERED_LOOP(name##_layered, type, false, loop, ##__VA_ARGS__)             \
	FR_DEFINE_HEX_LOOP(name##_hex_weighted, type, true, loop, ##__VA_ARGS__)             \
	FR_DEFINE_HEX_LOOP(name##_hex_plain, type, false, loop, ##__VA_ARGS__)               \
	FR_DEFINE_LOOP(name##_levels_counted, type, true, false, true, true, loop,           \
				   ##__VA_ARGS__)                                                        \
	FR_DEFINE_LOOP(name##_levels, type, true, false, true, false, loop, ##__VA_ARGS__)   \
	FR_DEFINE_LOOP(name##_weighted_alt, type, true, true, false, false, loop,            \
				   ##__VA_ARGS__)                                                        \
	FR_DEFINE_LOOP(name##_weighted_counted, type, true, false, false, true, loop,        \
				   ##__VA_ARGS__)                                                        \
                                                                                         \
	static void name(type *context)                                                      \
	{                                                                                    \
		bool weighted = (run)->grid->terrain != NULL;                                    \
		bool alt = (run)->heuristic.count > 0;                                           \
		bool hex = (run)->heuristic.shape == FR_HEXAGONS;                                \
                                                                                         \
		if ((run)->trace || (run)->heuristic.uneven > 1)                                 \
			any(context);                                                                \
		else if ((run)->heuristic.shape == FR_OTHER_SHAPES)                              \
			name##_other(context);                                                       \
		else if ((run)->grid->prices && ((run)->counted || hex))                         \
			any(context);                                                                \
		else if ((run)->grid->prices)                                                    \
			(alt ? name##_layered_alt : name##_layered)(context);                        \
		else if (hex && (alt || (run)->counted || (run)->heuristic.levels))              \
			name##_hex(context);                                                         \
		else if (hex)                                                                    \
			(weighted ? name##_hex_weighted : name##_hex_plain)(context);                \
		else if ((run)->heuristic.levels)                                                \
			((run)->counted ? name##_levels_counted : name##_levels)(context);           \
		else if (weighted && alt != (run)->counted)                                      \
			(alt ? name##_weighted_alt : name##_weighted_counted)(context);              \
		else                                                                             \
			name##_squares(context);                                                     \
	}

/*
 * The same for a search that serves comparisons. The kinds that the papers measured have
 * functions of their own, and so do weights. All other kinds share the function `any`, which takes
 * up to two thirds more instructions.
 */
#define FR_DEFINE_FEW_LOOPS(name, any, type, run, loop, ...)                             \
	FR_DEFINE_LOOP(name##_weighted, type, true, false, false, false, loop,               \
				   ##__VA_ARGS__)                                                        \
	FR_DEFINE_LOOP(name##_alt_counted, type, false, true, false, true, loop,             \
				   ##__VA_ARGS__)                                                        \
	FR_DEFINE_LOOP(name##_alt, type, false, true, false, false, loop, ##__VA_ARGS__)     \
	FR_DEFINE_LOOP(name##_counted, type, false, false, false, true, loop, ##__VA_ARGS__) \
	FR_DEFINE_LOOP(name##_plain, type, false, false, false, false, loop, ##__VA_ARGS__)  \
                                                                                         \
	static void name(type *context)                                                      \
	{                                                                                    \
		static void (*const even[2][2])(type * context) = {                              \
			{name##_plain, name##_counted}, {name##_alt, name##_alt_counted}};           \
		const fr_heuristic *h = &(run)->heuristic;                                       \
		bool alt = h->count > 0;                                                         \
                                                                                         \
		if ((run)->trace || h->uneven > 1 || h->shape != FR_SQUARES || h->levels ||      \
			(run)->grid->prices)                                                         \
			any(context);                                                                \
		else if (!(run)->grid->terrain)                                                  \
			even[alt][(run)->counted](context);                                          \
		else                                                                             \
			(alt || (run)->counted ? any : name##_weighted)(context);                    \
	}

#define FR_DEFINE_LOOP(name, type, weighted, alt, levels, counted, loop, ...)            \
	__attribute__((noinline, flatten)) static void name(type *context)                   \
	{                                                                                    \
		fr_kind kind = {weighted, alt,		  levels, counted, false,                    \
						false,	  FR_SQUARES, false,  false};                            \
                                                                                         \
		loop(kind, context, ##__VA_ARGS__);                                              \
	}

#define FR_DEFINE_HEX_LOOP(name, type, weighted, loop, ...)                              \
	__attribute__((noinline, flatten)) static void name(type *context)                   \
	{                                                                                    \
		fr_kind kind = {weighted, false,	   false, false, false,                      \
						false,	  FR_HEXAGONS, false, false};                            \
                                                                                         \
		loop(kind, context, ##__VA_ARGS__);                                              \
	}

#define FR_DEFINE_LAYERED_LOOP(name, type, alt, loop, ...)                               \
	__attribute__((noinline, flatten)) static void name(type *context)                   \
	{                                                                                    \
		fr_kind kind = {true, alt, false, false, false, false, FR_SQUARES, true, false}; \
                                                                                         \
		loop(kind, context, ##__VA_ARGS__);                                              \
	}

/* Defines the function with a single loop, which tests its kind at run time. */
#define FR_DEFINE_ONE_LOOP(name, type, run, loop, ...)                                   \
	FR_DEFINE_ANY_LOOP(name, type, run, (run)->heuristic.uneven > 1,                     \
					   (run)->trace != NULL, (run)->heuristic.shape,                     \
					   (run)->grid->prices != NULL, loop, ##__VA_ARGS__)

/* Movement points, where only a cost is wanted, without landmarks and levels: fr_run_wants_cost. */
#define FR_DEFINE_POINTS_COST_LOOP(name, type, shape, loop, ...)                         \
	__attribute__((noinline, flatten)) static void name(type *context)                   \
	{                                                                                    \
		fr_kind kind = {true, false, false, false, false, false, shape, true, true};     \
                                                                                         \
		loop(kind, context, ##__VA_ARGS__);                                              \
	}

static inline bool
fr_run_wants_cost(const fr_run *run)
{
	return !run->trace && !run->counted && !run->arena && run->heuristic.uneven <= 1 &&
		   run->heuristic.count == 0 && !run->heuristic.levels;
}

/* Movement points in a single loop, for all other kinds. */
#define FR_DEFINE_POINTS_LOOP(name, type, run, loop, ...)                                \
	FR_DEFINE_KIND_LOOP(name, type, run, false, (run)->trace != NULL,                    \
						(run)->heuristic.shape, true, true, loop, ##__VA_ARGS__)

#define FR_DEFINE_ANY_LOOP(name, type, run, uneven, traced, shape, layered, loop, ...)   \
	FR_DEFINE_KIND_LOOP(name, type, run, uneven, traced, shape, layered, false, loop,    \
						##__VA_ARGS__)

#define FR_DEFINE_KIND_LOOP(name, type, run, uneven, traced, shape, layered, points,     \
							loop, ...)                                                   \
	__attribute__((noinline, flatten)) static void name(type *context)                   \
	{                                                                                    \
		fr_kind kind = {(run)->grid->terrain != NULL,                                    \
						(run)->heuristic.count > 0,                                      \
						(run)->heuristic.levels != NULL,                                 \
						(run)->counted || (traced),                                      \
						traced,                                                          \
						uneven,                                                          \
						shape,                                                           \
						layered,                                                         \
						points};                                                         \
                                                                                         \
		loop(kind, context, ##__VA_ARGS__);                                              \
	}

/* Reports a visit to the trace; expanded: it generated children. */
FR_INLINE void
fr_trace_visit(const fr_run *run, fr_kind kind, uint32_t n, uint64_t g, uint64_t f,
			   bool expanded)
{
	if (kind.traced)
		run->trace->visit(run->trace->context, (int) run->result->iterations, n, g, f,
						  expanded);
}

/*
 * The key of the child in direction d of a node whose bare key (flags and parent cleared)
 * is `bare`, by a step of this weight. Without weights it is one addition.
 */
FR_INLINE uint64_t
fr_child_key(const fr_run *run, fr_kind kind, uint64_t bare, uint64_t weight, unsigned d)
{
	return kind.weighted ? bare + run->key_step[d] * weight + d : bare + run->key_step[d];
}

/* The same with layers. */
FR_INLINE uint64_t
fr_layered_key(const fr_run *run, uint64_t bare, uint32_t from, uint32_t to, unsigned d)
{
	uint64_t cost = fr_move_cost(run->grid, FR_STEPS_LAYERED, from, to, (int) d);

	return bare + (cost << FR_KEY_G_SHIFT) + d;
}

/* The key of a child with movement points, where the cost of the step depends on the path's cost. */
FR_INLINE uint64_t
fr_points_key(const fr_run *run, uint64_t bare, uint64_t used, uint32_t from, uint32_t to,
			  unsigned d)
{
	const fr_grid *grid = run->grid;
	uint64_t g = fr_key_g(bare);
	uint64_t cost = fr_move_cost(grid, fr_steps_of(grid), from, to, (int) d);

	return bare + ((fr_after_step_used(grid, g, used, to, cost) - g) << FR_KEY_G_SHIFT) +
		   d;
}

/* A node that is expanded: its key without flags, and whether it has a single child. */
typedef struct fr_parent
{
	uint32_t n;
	uint64_t bare;
	bool single;
	uint64_t used; /* of the points of its turn, if there are any */
} fr_parent;

FR_INLINE fr_parent
fr_parent_of(const fr_run *run, fr_kind kind, uint32_t n, uint64_t bare, bool single)
{
	return (fr_parent){n, bare, single,
					   kind.points ? fr_key_g(bare) % run->grid->costs.points : 0};
}

/* A child, by this parent; single: it has no siblings. */
typedef struct fr_child
{
	uint32_t n;
	uint64_t key;
	bool single;
} fr_child;

/* The node that a step leads to; only loops for other shapes of cells ask for joined edges. */
FR_INLINE uint32_t
fr_run_step(const fr_run *run, fr_kind kind, uint32_t n, unsigned d)
{
	if (kind.shape == FR_OTHER_SHAPES && run->grid->costs.wraps)
		return fr_grid_step_around(run->grid, n, (int) d);
	return n + run->offset[d];
}

FR_INLINE fr_child
fr_child_of(const fr_run *run, fr_kind kind, fr_parent parent, unsigned d)
{
	uint32_t n = fr_run_step(run, kind, parent.n, d);
	uint64_t weight;

	if (kind.points)
		return (fr_child){n, fr_points_key(run, parent.bare, parent.used, parent.n, n, d),
						  parent.single};
	if (kind.layered)
		return (fr_child){n, fr_layered_key(run, parent.bare, parent.n, n, d),
						  parent.single};
	weight = kind.weighted ? fr_weight_between(run->grid, parent.n, n) : 1;

	return (fr_child){n, fr_child_key(run, kind, parent.bare, weight, d), parent.single};
}

/* The heuristic's estimate for node n at (x, y). */
FR_INLINE uint64_t
fr_run_h_at(const fr_run *run, fr_kind kind, uint32_t n, int32_t x, int32_t y)
{
	uint64_t h = kind.levels ? fr_h_levels(&run->heuristic, kind.shape, n, x, y)
							 : fr_h(&run->heuristic, kind.shape, kind.alt, n, x, y);

	return kind.uneven ? fr_h_uneven(&run->heuristic, h, x) : h;
}

FR_INLINE uint64_t
fr_run_h(const fr_run *run, fr_kind kind, uint32_t n)
{
	fr_cell at = fr_grid_cell(run->grid, n);

	return fr_run_h_at(run, kind, n, at.x, at.y);
}

/* The moves from node n, reached in direction d, that a table of moves.c leaves. */
FR_INLINE unsigned
fr_moves_by(const fr_run *run, fr_kind kind, fr_moves_table table, uint32_t n, unsigned d)
{
	if (n == run->start)
		return run->grid->moves[n];
	if (kind.shape == FR_OTHER_SHAPES && run->grid->costs.wraps)
		return fr_moves_after(run->grid, table, n,
							  fr_grid_step_around(run->grid, n, fr_opposite((int) d)), d);
	return fr_moves_after(run->grid, table, n, n - run->offset[d], d);
}

/* The same, and on even ground what the run's table of even ground leaves. */
FR_INLINE unsigned
fr_moves_worth(const fr_run *run, fr_kind kind, fr_moves_table table, uint32_t n,
			   unsigned d)
{
	bool even = (kind.weighted || kind.layered) && run->even && fr_is_even(run->even, n);

	return fr_moves_by(run, kind, even ? (fr_moves_table) run->even->canonical : table, n,
					   d);
}

/*
 * Removes and returns the first move, in the order of moves.c, of a set that is not
 * empty.
 */
FR_INLINE unsigned
fr_take_move(const fr_run *run, unsigned *moves)
{
	unsigned d = run->grid->tables->first[*moves];

	*moves ^= run->bit[d];
	return d;
}

#endif /* FRINGE_SEARCH_H */
