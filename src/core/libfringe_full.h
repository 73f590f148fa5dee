/*
 * libfringe_full.h - the full part of the library: what the extension is made of
 *
 * The caller brings memory and a poll, and keeps what it likes between calls:
 *
 *   text --fr_map_read--> map, with a model --fr_grid_make--> grid
 *   method --fr_method_on--> what fr_grid_prepare, fr_search_nodes and fr_search take
 *   grid + workspace --fr_search, fr_costs_to, fr_reach--> results
 *   grid --fr_index_make--> index --fr_index_cost, fr_index_find--> answers
 *
 * fr_reach, fr_closest_to and indexes need steps from cell to cell, which the model anyangle has not:
 * FR_NO_STEPS. Types without fields here are the library's. Cells that are passed have to be
 * on the map.
 */
#ifndef LIBFRINGE_FULL_H
#define LIBFRINGE_FULL_H

#include "libfringe.h"

FR_BEGIN_C

/* ---- what the caller brings ----------------------------------------------------- */

/*
 * Called every FR_POLL_STEPS steps of a long loop. It may leave by longjmp: what was being
 * made is then lost, and its memory is the arena's; all else can be used again.
 */
typedef struct fr_poll
{
	void (*call)(void *context);
	void *context;
} fr_poll;

#define FR_POLL_STEPS 1024

/*
 * Allocates memory whose size is not known beforehand: `size` bytes, aligned for any
 * type. It never returns NULL: it leaves by longjmp when memory runs out. The caller
 * owns the arena and frees all its blocks at once. What is no longer needed before that is
 * given back by `release`, which may be NULL: then it stays until the end.
 */
typedef struct fr_arena
{
	void *(*allocate)(void *context, size_t size);
	void *context;
	void (*release)(void *context, void *block, size_t size);
} fr_arena;

/* Given to most calls: memory for results, memory for their own use, a poll. */
typedef struct fr_host
{
	const fr_arena *arena;	 /* keeps results */
	const fr_arena *scratch; /* may be freed after each call */
	const fr_poll *poll;
} fr_host;

/* ---- maps ----------------------------------------------------------------------- */

#define FR_MAX_SIDE 65535
#define FR_MAX_CELLS (1 << 27) /* so that every cell index fits in 32 bits */

/* Terrain codes by cell: printable ASCII, '!' to '~'. */
typedef struct fr_map fr_map;

/* Can a map have this size? */
fr_status fr_map_size(int64_t width, int64_t height, fr_error *error);

/* A map out of the text of a file, or out of width * height codes, row by row. */
fr_status fr_map_read(const char *text, size_t length, const fr_host *host,
					  const fr_map **map, fr_error *error);
fr_status fr_map_of_codes(const uint8_t *codes, uint32_t width, uint32_t height,
						  const fr_host *host, const fr_map **map, fr_error *error);
uint32_t fr_map_width(const fr_map *map);
uint32_t fr_map_height(const fr_map *map);
void fr_map_unpack(const fr_map *map, uint8_t *codes, const fr_poll *poll);

/* The bytes of a map's text, without a NUL. */
size_t fr_map_text_size(const fr_map *map);
void fr_map_write(const fr_map *map, char *text, const fr_poll *poll);

/* What a random map is drawn on: width * height codes. */
typedef struct fr_canvas
{
	uint8_t *codes;
	uint32_t width;
	uint32_t height;
	uint64_t seed;
} fr_canvas;

/*
 * Random maps of the codes '.' and '@', the same for the same seed on every machine. Walls
 * are `walls` lines of `wall_length` cells; rooms have sides of `room` cells; mazes have
 * corridors of `corridor` cells, and the share `loops` of their walls is open; caves are of
 * `fill`, the share of cells that begin as rock. The scratch of caves has width * height
 * bytes.
 */
void fr_generate_walls(fr_canvas c, uint32_t walls, uint32_t wall_length,
					   const fr_poll *poll);
void fr_generate_rooms(fr_canvas c, uint32_t room, const fr_poll *poll);
void fr_generate_maze(fr_canvas c, uint32_t corridor, double loops, const fr_poll *poll);
void fr_generate_caves(fr_canvas c, uint8_t *scratch, double fill, const fr_poll *poll);

/* ---- models and methods --------------------------------------------------------- */

typedef struct fr_model fr_model;
typedef struct fr_method fr_method;

#define FR_MODEL_TEXT_MAX 8192
#define FR_METHOD_TEXT_MAX 256

/* In the arena; the text is no longer needed. */
fr_status fr_model_read(const char *text, size_t length, const fr_arena *arena,
						const fr_model **model, fr_error *error);
fr_status fr_method_read(const char *text, size_t length, const fr_arena *arena,
						 const fr_method **method, fr_error *error);

/* Canonical texts, equal for equal values: their length, at most ..._TEXT_MAX; no NUL. */
size_t fr_model_write(const fr_model *model, char *text);
size_t fr_method_write(const fr_method *method, char *text);

/* ---- grids ---------------------------------------------------------------------- */

typedef struct fr_grid fr_grid;

/*
 * A map decoded for a model, which need not outlive the call. Searches only read grids:
 * threads may share one that is prepared for all their methods. FR_COST_SPREAD.
 */
fr_status fr_grid_make(const fr_map *map, const fr_model *model, const fr_host *host,
					   fr_grid **grid, fr_error *error);

/*
 * The method that a method means on this grid, in the arena: `auto` becomes one of the
 * others. All calls below that take a method want it thus. FR_METHOD_FIT.
 */
fr_status fr_method_on(const fr_grid *grid, const fr_method *method,
					   const fr_arena *arena, const fr_method **resolved,
					   fr_error *error);

/*
 * Adds to the grid what the method reads there, unless it has it. With NULL what
 * fr_reach, fr_costs_to, fr_index_make and others read that take no method. The arena
 * has to last as long as the grid.
 */
void fr_grid_prepare(fr_grid *grid, const fr_method *method, const fr_host *host);

/* The finder's grid, for calls that only read it. */
const fr_grid *fr_finder_grid(const fr_finder *finder);

uint32_t fr_grid_width(const fr_grid *grid);
uint32_t fr_grid_height(const fr_grid *grid);

/* Costs in the model's unit for those in units of the grid; INFINITY for FR_UNREACHED. */
double fr_grid_value(const fr_grid *grid, uint64_t cost);

/* The most units of the grid that are not more than a cost in the model's unit. */
uint64_t fr_grid_bound(const fr_grid *grid, double value);

/*
 * The number of a cell's component, from 1; 0 if the cell is blocked. Directions of
 * one-way cells are ignored: their components are weak ones.
 */
uint32_t fr_grid_component(const fr_grid *grid, uint32_t cell);

/* The number of strong components: sets of cells that reach each other. */
uint32_t fr_component_count(const fr_grid *grid);

/* ---- workspaces and landmarks --------------------------------------------------- */

/*
 * Memory that searches write to, in a block of the caller's that is aligned for any type.
 * It serves many grids in turn, if it has enough nodes, and one search at a time.
 */
typedef struct fr_workspace fr_workspace;

/* How many nodes a search by a method has; and a sweep, which builds landmarks, too. */
uint32_t fr_search_nodes(const fr_grid *grid, const fr_method *method);
uint32_t fr_sweep_nodes(const fr_grid *grid);

/* A workspace for this many nodes, in a block of fr_workspace_size bytes or more. */
size_t fr_workspace_size(uint32_t nodes, const fr_method *method);
fr_workspace *fr_workspace_init(void *block, size_t size, uint32_t nodes);
bool fr_workspace_fits(const fr_workspace *workspace, uint32_t nodes,
					   const fr_method *method);

/* Distances between all cells and a few, for methods with heuristic=alt or altbest. */
typedef struct fr_landmarks fr_landmarks;

bool fr_method_needs_landmarks(const fr_method *method);

/* The bytes that they take, at most; the workspace has the nodes of a sweep. */
size_t fr_landmarks_bound(const fr_grid *grid, const fr_method *method);
const fr_landmarks *fr_landmarks_make(const fr_grid *grid, const fr_method *method,
									  fr_workspace *workspace, const fr_host *host);

/* Are they those that a method asks for, on their grid? */
bool fr_landmarks_serve(const fr_landmarks *landmarks, const fr_method *method);

/* ---- a search ------------------------------------------------------------------- */

/* `visit` is called for each visit, in order; iterations count from 1. */
typedef struct fr_trace
{
	void (*visit)(void *context, int iteration, uint32_t cell, uint64_t g, uint64_t f,
				  bool expanded);
	void *context;
} fr_trace;

/* The input of a search; landmarks and trace may be NULL. */
typedef struct fr_query
{
	const fr_grid *grid;
	const fr_landmarks *landmarks; /* as the method requires */
	const fr_method *method;	   /* by fr_method_on; the same as the workspace's */
	uint32_t start;
	uint32_t goal;
	bool uncounted; /* leave counters 0, which saves time */
	bool wants_route;
	const fr_trace *trace;
	const fr_arena *arena; /* for the route and for nodes=malloc */
	uint64_t within; /* of fr_nearest: goals that cost more need not be found; 0: none */
} fr_query;

/*
 * FR_OK or FR_COST_RANGE. The grid is prepared for the method, and the workspace fits it.
 * The route is in the query's arena.
 */
fr_status fr_search(const fr_query *query, fr_workspace *workspace, const fr_poll *poll,
					fr_result *result);

/* ---- many cells at once --------------------------------------------------------- */

#define FR_COST_BITS 51
#define FR_UNREACHED ((UINT64_C(1) << FR_COST_BITS) - 1) /* larger than any cost */

/* Cells, which may repeat. */
typedef struct fr_cells
{
	const uint32_t *at; /* their indexes */
	size_t count;
} fr_cells;

/*
 * Costs from the query's start to many cells: its goal, landmarks and trace are ignored,
 * its method applies to single searches. The grid is prepared with NULL and for the
 * method; the workspace has the nodes of a sweep. Costs are in units of the grid,
 * FR_UNREACHED if there is no path. All: FR_COST_RANGE.
 */
fr_status fr_costs_to(const fr_query *query, fr_cells goals, fr_workspace *workspace,
					  const fr_poll *poll, uint64_t *costs);

/* The costs of the k nearest goals and of all as near; FR_UNREACHED for the rest. */
fr_status fr_nearest(const fr_query *query, fr_cells goals, size_t k,
					 fr_workspace *workspace, const fr_poll *poll, uint64_t *costs);

/*
 * Costs from the start, or from several starts (backward: to them), up to a bound, which is
 * at most fr_grid_bound of INFINITY. Until the workspace's next search fr_distance has
 * them, and fr_distance_route a path of such a cost, in the query's arena. FR_COST_RANGE,
 * FR_NO_STEPS.
 */
fr_status fr_reach(const fr_query *query, uint64_t bound, fr_workspace *workspace,
				   const fr_poll *poll);
fr_status fr_reach_from(const fr_query *query, fr_cells starts, uint64_t bound,
						bool backward, fr_workspace *workspace, const fr_poll *poll);
uint64_t fr_distance(const fr_workspace *workspace, uint32_t cell);
fr_route fr_distance_route(const fr_query *query, uint32_t goal, fr_workspace *workspace,
						   const fr_poll *poll);

/* ---- as close as possible -------------------------------------------------------- */

/* The reachable cell nearest to a goal, and the best path there. */
typedef struct fr_closest
{
	bool found; /* false: the start is blocked */
	uint32_t cell;
	uint64_t cost;		/* from the start */
	uint64_t remaining; /* obstacle-free distance from there to the goal */
	fr_route route;
} fr_closest;

/* FR_COST_RANGE, FR_NO_STEPS. */
fr_status fr_closest_to(const fr_query *query, fr_workspace *workspace,
						const fr_poll *poll, fr_closest *closest);

/* ---- indexes --------------------------------------------------------------------- */

/*
 * An index of a map under one model answers costs in well under a microsecond, without
 * the map: doc/index.md. It is one run of bytes, the same on every machine, which can be
 * stored. Threads share an index; each has its own scratch.
 */
typedef struct fr_index fr_index;
typedef struct fr_index_scratch fr_index_scratch;

/* The wanted index. */
typedef struct fr_index_terms
{
	const fr_model *model; /* of the grid */
	size_t budget;		   /* the most bytes; 0: no limit */
	bool routes;		   /* it answers routes, too */
} fr_index_terms;

/*
 * Builds the index of a grid that is prepared with NULL. FR_INDEX_MODEL, FR_INDEX_BUDGET,
 * FR_INDEX_LIMIT.
 */
fr_status fr_index_make(const fr_grid *grid, const fr_index_terms *terms,
						const fr_host *host, const fr_index **index, fr_error *error);

/* The index in bytes, which have to stay; any bytes will do. FR_PACKED_VERSION, _CORRUPT. */
fr_status fr_index_read(const uint8_t *bytes, size_t size, const fr_host *host,
						const fr_index **index, fr_error *error);

/* Facts about an index; its bytes and the model's text have no NUL. */
typedef struct fr_index_facts
{
	const uint8_t *bytes;
	size_t size;
	uint32_t width;
	uint32_t height;
	bool routes; /* fr_index_find gives some */
	const char *model;
	size_t model_length;
} fr_index_facts;

fr_index_facts fr_index_tell(const fr_index *index);

size_t fr_index_scratch_size(const fr_index *index);
fr_index_scratch *fr_index_scratch_init(void *block, size_t size);

/*
 * The cost of a best path, FR_UNREACHED if there is none or a cell is blocked. Cells have
 * to be inside the map. fr_index_costs takes many pairs, and prefetches the next ones.
 * fr_index_value gives the cost in the model's unit.
 */
uint64_t fr_index_cost(const fr_index *index, fr_cell start, fr_cell goal,
					   fr_index_scratch *scratch, const fr_poll *poll);

/* Many pairs, and where their costs go. */
typedef struct fr_index_pairs
{
	const fr_cell *starts;
	const fr_cell *goals;
	size_t count;
	uint64_t *costs;
} fr_index_pairs;

void fr_index_costs(const fr_index *index, const fr_index_pairs *pairs,
					fr_index_scratch *scratch, const fr_poll *poll);
double fr_index_value(const fr_index *index, uint64_t cost);

typedef struct fr_index_query
{
	const fr_index *index;
	fr_cell start;
	fr_cell goal;
	fr_index_scratch *scratch;
} fr_index_query;

/*
 * The cost, and the route if there is one, in the arena. FR_INDEX_ROUTES: the index has
 * none; FR_PACKED_CORRUPT: forged bytes.
 */
fr_status fr_index_find(const fr_index_query *query, const fr_host *host, uint64_t *cost,
						fr_route *route, fr_error *error);

/* ---- fields ---------------------------------------------------------------------- */

/* The next step from each cell towards the nearest of some goals, as bytes to store. */
typedef struct fr_field fr_field;

enum
{
	FR_AT_GOAL = FR_DIRECTIONS,
	FR_NO_STEP,	 /* no goal can be reached */
	FR_LINK_STEP /* a link of the map */
};

/* After fr_reach_from, backward from the goals, without a bound; `model` is its text. */
size_t fr_field_size(const fr_grid *grid, size_t model_length,
					 const fr_workspace *workspace);
void fr_field_pack(const fr_grid *grid, const char *model, size_t model_length,
				   const fr_workspace *workspace, uint8_t *packed, const fr_poll *poll);

/* The field in bytes, which have to stay; any bytes will do. FR_PACKED_VERSION, _CORRUPT. */
fr_status fr_field_read(const uint8_t *packed, size_t size, const fr_host *host,
						const fr_field **field, fr_error *error);

/* A direction, FR_AT_GOAL, FR_NO_STEP or FR_LINK_STEP; and the cell where that leads. */
int fr_field_next(const fr_field *field, uint32_t cell);
uint32_t fr_field_cell(const fr_field *field, uint32_t cell);

/* The way to a goal, in the arena; no moves if there is none. */
fr_route fr_field_route(const fr_field *field, fr_cell start, const fr_arena *arena,
						const fr_poll *poll);

FR_END_C

#endif /* LIBFRINGE_FULL_H */
