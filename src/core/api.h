/*
 * api.h - the contract of the core
 *
 * It declares the types that all layers share, and the functions that src/pg, web, fuzz
 * and bench call. Each folder's header declares the rest.  core.h includes all headers.
 *
 * Cells: x grows to the right, y downwards, both from 0. The index of a cell is y * width
 * + x. Functions require cells that are on the map, unless they can raise FR_OUTSIDE.
 *
 * Texts: a text with its length needs no NUL.
 *
 * Errors: a function that can fail returns a status. Unless this is FR_OK, the function
 * filled in its fr_error, and its results are not set. An fr_error points into the input.
 *
 * Memory: the caller brings it, as blocks or arenas. There is no global state, so threads
 * may share const values.
 */
#ifndef FRINGE_API_H
#define FRINGE_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- what the caller brings ----------------------------------------------------- */

/*
 * Called every FR_POLL_STEPS steps of a long loop. It may leave by longjmp: the result is
 * lost, its memory stays in the arena, and everything else can be used again.
 */
typedef struct fr_poll
{
	void (*call)(void *context);
	void *context;
} fr_poll;

#define FR_POLL_STEPS 1024

/*
 * Allocates blocks of `size` bytes, aligned for any type. `allocate` never returns NULL:
 * it leaves by longjmp if memory runs out. The caller owns the arena and frees all blocks
 * at once. `release` frees a block earlier. `poll` is called while a large array moves to a
 * larger block. Both may be NULL.
 */
typedef struct fr_arena
{
	void *(*allocate)(void *context, size_t size);
	void *context;
	void (*release)(void *context, void *block, size_t size);
	const fr_poll *poll;
} fr_arena;

/* ---- errors -------------------------------------------------------------------- */

typedef enum fr_status
{
	FR_OK = 0,
	/* the text of a map */
	FR_MAP_HEADER,	 /* header line `row` should be `what` */
	FR_MAP_SIDE,	 /* `what` (width or height) is outside 1..wanted; `at` is its text */
	FR_MAP_CELLS,	 /* the map has `found` cells; the maximum is `wanted` */
	FR_MAP_ESCAPE,	 /* row `row` has a backslash and an n where a line should end */
	FR_MAP_CODE,	 /* byte `found` at row, column is not a code */
	FR_MAP_ROW,		 /* row has `found` codes instead of `wanted`, the width */
	FR_MAP_ROWS,	 /* the map has `found` rows instead of `wanted`, the height */
	FR_MAP_TRAILING, /* text follows the last row */
	FR_LAYER_LINE,	 /* `at` does not begin a layer */
	FR_LAYER_TWICE,	 /* the map has two layers of the name `at` */
	FR_LAYER_COUNT,	 /* the map has more than `wanted` layers */
	FR_LAYER_ROW,	 /* row of a layer has `found` numbers instead of `wanted` */
	FR_LAYER_ROWS,	 /* a layer has `found` rows instead of `wanted` */
	FR_LAYER_NUMBER, /* `at` at row, column is no number of the layer, whose largest is `wanted` */
	/* a packed map or path */
	FR_PACKED_VERSION, /* unknown format version `found` */
	FR_PACKED_CORRUPT, /* `what` is the corrupt part */
	FR_LINK_ENDS,	   /* a link leads from cell (column, row) to itself */
	/* the text of a model or method: NAME(key=value, ...) */
	FR_SYNTAX, /* expected `what` at `at`; choices: a key and its value, if `what` is "=" */
	FR_UNKNOWN_NAME,  /* `at` is not the name of a `what`; choices */
	FR_UNKNOWN_KEY,	  /* `at` is not a key of `what`; choices */
	FR_DUPLICATE_KEY, /* key `at` is given twice */
	FR_BAD_VALUE,	  /* `at` is not a value of key `what`; choices */
	FR_BAD_NUMBER,	  /* `at`, of key `what`, is not a whole number found..wanted;
					 a decimal from 0 on where wanted is 0; choices: two such numbers */
	FR_BAD_COST,	  /* `at` is not a positive decimal; choices: other words;
					 of a code that may have directions `what` is "terrain" */
	FR_COST_DIGITS, /* `at`, or straight times `what`, has more than FR_DECIMAL_DIGITS */
	FR_BAD_DIRECTION,  /* `at` is not a direction of the model; choices */
	FR_MODEL_LAYER,	   /* `at` is not a name of a layer */
	FR_MODEL_LATITUDE, /* `at` is no latitude */
	FR_MODEL_SLOPE,	   /* `at` is no table of grades and factors: `what` is wrong */
	FR_MODEL_LAYERS, /* `at` is one key `what` more than `wanted`, which a model can have */
	FR_ANYANGLE_TERRAIN, /* anyangle has no `what` */
	FR_DIAGONAL_LACKS,	 /* option `what` has no exact value; it is about found * 10^-9 */
	FR_CONFLICT, /* options `what` exclude each other; choices: what option `what` needs */
	FR_RULE_CONFLICT, /* rules `found` and `wanted` of movement exclude each other (movement_rules.h) */
	FR_MAP_CONFLICT, /* as FR_RULE_CONFLICT, where the map brings one of the rules */
	/* a model on a map */
	FR_COST_SPREAD, /* a weight exceeds `wanted` times the weights' divisor */
	FR_HEX_WRAP,	/* the map has cells outside its hexagons, so its edges do not meet */
	FR_COST_TURN,	/* the price of a turn is no whole number of any unit */
	FR_COST_POINTS, /* the points of a turn are no whole number of any unit, or too large */
	FR_COST_FINE,	/* the cost of a link is no whole number of any unit; what: "sqrt2" */
	/* key `what` of a model, "layer" for layer.NAME, on a map; `at` is a layer's name */
	FR_LAYER_MISSING,	  /* the map has no such layer */
	FR_LAYER_NEGATIVE,	  /* some number is negative */
	FR_LAYER_NO_SIDES,	  /* some number is no set of sides */
	FR_LATITUDE_RANGE,	  /* the last row of the map is beyond the south pole */
	FR_FRICTION_NEGATIVE, /* the number of cell (column, row) in layer `at` is negative */
	FR_LAYER_FINE,		  /* costs by the layer have too many digits, or are too large */
	/* a search */
	FR_COST_RANGE, /* a path's cost exceeds the range of exact arithmetic */
	FR_OUTSIDE,	   /* cell (column, row) is not on the map, of found x wanted cells */
	FR_RULE_REFUSED, /* `what` does not support rule `found` of movement (movement_rules.h) */
	FR_METHOD_FIT, /* method `what` does not support rule `found`, or needs it: wanted is 1 */
	FR_ENDLESS, /* best paths go round in cells that cost nothing */
	/* an index of a map */
	FR_INDEX_MODEL, /* not of the form wanted for such costs: `what` of the model is why */
	FR_INDEX_ROUTES,   /* it has only costs */
	FR_INDEX_MAX_SIZE, /* it would take found bytes or more, and may take wanted */
	FR_INDEX_LIMIT,	   /* found `what` are more than wanted, which an index can have */
	/* the text of a path or scenario file */
	FR_PATH_RANGE,		/* the path leaves the range of 32-bit coordinates */
	FR_PATH_TEXT,		/* the path's text exceeds `wanted` bytes */
	FR_SCENARIO_LINE,	/* line `row` exceeds `wanted` bytes */
	FR_SCENARIO_FIELDS, /* line `row` has `found` fields instead of `wanted` */
	FR_SCENARIO_NUMBER	/* line `row`: `at` is not a `what` */
} fr_status;

/*
 * What failed and where. Texts are spans of the input or literals. The comment of each
 * status names the fields that it sets. Rows and columns of a map count from 0, lines
 * of a file from 1.
 */
#define FR_CHOICES 48

typedef struct fr_error
{
	fr_status status;
	const char *what;
	const char *at;
	size_t length;
	int64_t row;
	int64_t column;
	int64_t found;
	int64_t wanted;
	const char *choices[FR_CHOICES]; /* valid words; NULL after the last */
} fr_error;

#define FR_TEXT_MAX 512

/* A message, a detail and a hint, in English; empty if there is none. */
typedef struct fr_text
{
	char message[FR_TEXT_MAX];
	char detail[FR_TEXT_MAX];
	char hint[FR_TEXT_MAX];
} fr_text;

/*
 * Writes the text of an error. `type` is the caller's name of the wrong value:
 * "gridmodel" for a model, "gridmethod" for a method, any name for others. The text
 * quotes `quoted` bytes of the input, at most error->length, so that the caller avoids
 * cutting a character.
 */
void fr_error_text(const fr_error *error, const char *type, size_t quoted, fr_text *text);

/* ---- cells and routes ----------------------------------------------------------- */

typedef struct fr_cell
{
	int32_t x;
	int32_t y;
} fr_cell;

/* Clockwise from north; bit d of a set of directions stands for direction d. */
enum fr_direction
{
	FR_N,
	FR_NE,
	FR_E,
	FR_SE,
	FR_S,
	FR_SW,
	FR_W,
	FR_NW,
	FR_DIRECTIONS
};

/*
 * A path that a search found. After its start follow runs of equal moves, or the cells where
 * straight lines end. No two neighbouring runs or cells are equal.
 */
typedef struct fr_route
{
	fr_cell start;
	int64_t moves; /* total over all runs or lines */
	size_t count;
	const uint32_t *runs;	/* direction in bits 0-2, moves above; neighbours differ */
	const fr_cell *corners; /* NULL: there are runs */
	const bool *linked;		/* does a link lead to this corner? NULL: to none */
	bool
		links; /* of the runs some are 0: a link, to the cell in the two words after it */
} fr_route;

/*
 * What a search found and did. Costs are in units of the grid, which fr_cost_value turns
 * into the model's unit.  doc/methods.md defines the counters, from `iterations` on,
 * which follow the papers' tables. If the query is `uncounted`, all counters are 0,
 * except `expanded` of A* and `jump`.
 */
typedef struct fr_result
{
	bool found;
	bool complete;	/* the search was not stopped by a limit */
	bool optimal;	/* the cost is proven minimal */
	uint64_t cost;	/* in the grid's unit */
	fr_route route; /* if it was wanted and found */
	int64_t length; /* cells of the path, both ends included; 0 if none */
	size_t memory;	/* bytes of workspace in use */
	int64_t iterations;
	int64_t visited;
	int64_t visited_last;
	int64_t expanded;
	int64_t expanded_last;
	int64_t reopened;
	int64_t open_peak;
	int64_t opened;
	int64_t tried; /* only by idastar */
	int64_t tried_last;
} fr_result;

/* ---- maps ----------------------------------------------------------------------- */

#define FR_MAX_SIDE 65535
#define FR_MAX_CELLS (1 << 27) /* so that every cell index fits in 32 bits */

/* Terrain codes by cell: printable ASCII, '!' to '~'. */
typedef struct fr_map fr_map;

/* Can a map have this size? */
fr_status fr_map_size(int64_t width, int64_t height, fr_error *error);

/* All codes, row by row. */
void fr_map_unpack(const fr_map *map, uint8_t *codes, const fr_poll *poll);

/* The bytes of a map's text, without a NUL. */
size_t fr_map_text_size(const fr_map *map);
void fr_map_write(const fr_map *map, char *text, const fr_poll *poll);

/* The codes that a generator draws a random map on: width * height bytes. */
typedef struct fr_canvas
{
	uint8_t *codes;
	uint32_t width;
	uint32_t height;
	uint64_t seed;
} fr_canvas;

/*
 * Random maps of the codes '.' and '@'. A seed gives equal maps on every machine. Walls
 * are `walls` lines of `wall_length` cells. Rooms have sides of `room` cells. Mazes have
 * corridors of `corridor` cells; the share `loops` of their walls is open. Caves begin
 * with the share `fill` of cells as rock; their scratch has width * height bytes.
 */
void fr_generate_walls(fr_canvas c, uint32_t walls, uint32_t wall_length,
					   const fr_poll *poll);
void fr_generate_rooms(fr_canvas c, uint32_t room, const fr_poll *poll);
void fr_generate_maze(fr_canvas c, uint32_t corridor, double loops, const fr_poll *poll);
void fr_generate_caves(fr_canvas c, uint8_t *scratch, double fill, const fr_poll *poll);

/* ---- models and methods --------------------------------------------------------- */

typedef struct fr_model fr_model;
typedef struct fr_method fr_method;

#define FR_MODEL_TEXT_MAX 20480
#define FR_METHOD_TEXT_MAX 256

/* Canonical texts, equal for equal values: their length, at most ..._TEXT_MAX; no NUL. */
size_t fr_model_write(const fr_model *model, char *text);
size_t fr_method_write(const fr_method *method, char *text);

/* ---- grids ---------------------------------------------------------------------- */

typedef struct fr_grid fr_grid;

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

/* How many nodes a search by a method has. */
uint32_t fr_search_nodes(const fr_grid *grid, const fr_method *method);

/* A workspace for this many nodes, in a block of fr_workspace_size bytes or more. */
size_t fr_workspace_size(uint32_t nodes, const fr_method *method);
fr_workspace *fr_workspace_init(void *block, size_t size, uint32_t nodes);
bool fr_workspace_fits(const fr_workspace *workspace, uint32_t nodes,
					   const fr_method *method);

/*
 * A workspace that has the nodes of a sweep: a search of all cells from some. A search may
 * have fewer nodes, and with memory=none it has none, so a sweep takes a type of its own.
 * Only fr_sweep_workspace_on makes one, and it checks the size. A workspace of
 * fr_sweep_workspace_size bytes serves sweeps of so many nodes, and searches by the method.
 */
typedef struct fr_sweep_workspace
{
	fr_workspace *workspace; /* NULL: the workspace is too small */
} fr_sweep_workspace;

uint32_t fr_sweep_nodes(const fr_grid *grid);
size_t fr_sweep_workspace_size(uint32_t nodes, const fr_method *method);
bool fr_sweep_workspace_fits(const fr_workspace *workspace, uint32_t nodes,
							 const fr_method *method);
fr_sweep_workspace fr_sweep_workspace_on(const fr_grid *grid, fr_workspace *workspace);

/* Distances between all cells and a few, for methods with heuristic=alt or altbest. */
typedef struct fr_landmarks fr_landmarks;

bool fr_method_needs_landmarks(const fr_method *method);
bool fr_method_uses_all_landmarks(const fr_method *method);

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
	const fr_method *method;	   /* by fr_method_resolve; the same as the workspace's */
	uint32_t start;
	uint32_t goal;
	bool uncounted; /* leave counters 0, which saves time */
	bool wants_route;
	const fr_trace *trace;
	const fr_arena *arena; /* for the route and for nodes=malloc */
	uint64_t within; /* of fr_nearest: goals that cost more need not be found; 0: none */
	const uint64_t
		*advance; /* of fr_reach_from: what each start costs beforehand; NULL: nothing */
	bool
		owners; /* of fr_reach_from: fr_voronoi_partition follows, so all best paths count */
} fr_query;

/*
 * FR_OK or FR_COST_RANGE. The grid has the moves, jumps and visibility graph that the
 * method needs, and the workspace fits it. The route is in the query's arena.
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
 * its method applies to single searches. The grid has moves, and all else that the method
 * needs. The workspace also serves searches by the method. Costs are in units of the grid,
 * FR_UNREACHED if there is no path. All: FR_COST_RANGE.
 */
fr_status fr_costs_to(const fr_query *query, fr_cells goals, fr_sweep_workspace sweep,
					  const fr_poll *poll, uint64_t *costs);

/*
 * The costs of the k nearest goals and of all as near; FR_UNREACHED for the rest. Where the model
 * names a direction of arrival, goals that are farther may have their costs, too.
 */
fr_status fr_nearest(const fr_query *query, fr_cells goals, size_t k,
					 fr_sweep_workspace sweep, const fr_poll *poll, uint64_t *costs);

/*
 * Costs from the start or from several starts; if backward, costs to these. No cost is above
 * the bound, which is at most fr_cost_bound of INFINITY. Until the workspace's next search,
 * fr_distance returns these costs, and fr_distance_route a path of such a cost, in the
 * query's arena. FR_COST_RANGE.
 */
fr_status fr_reach(const fr_query *query, uint64_t bound, fr_sweep_workspace sweep,
				   const fr_poll *poll);
fr_status fr_reach_from(const fr_query *query, fr_cells starts, uint64_t bound,
						bool backward, fr_sweep_workspace sweep, const fr_poll *poll);
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
	uint64_t remaining; /* obstacle-free distance from there to the goal, without turns */
	fr_route route;
} fr_closest;

/* The nearest cell to the query's goal; the goal itself if there is a path. FR_COST_RANGE. */
fr_status fr_closest_to(const fr_query *query, fr_sweep_workspace sweep,
						const fr_poll *poll, fr_closest *closest);

/* ---- indexes --------------------------------------------------------------------- */

/*
 * An index of a map under one model answers costs in well under a microsecond, without
 * the map: doc/dev/proofs.md. It is one run of bytes, the same on every machine, which
 * can be stored. Threads share an index; each has its own scratch.
 */
typedef struct fr_index fr_index;
typedef struct fr_index_scratch fr_index_scratch;

size_t fr_index_scratch_size(const fr_index *index);
fr_index_scratch *fr_index_scratch_init(void *block, size_t size);

/*
 * The cost of a best path, FR_UNREACHED if there is none or a cell is blocked. Cells have
 * to be inside the map. fr_index_costs takes many pairs, and prefetches the next ones.
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

typedef struct fr_index_query
{
	const fr_index *index;
	fr_cell start;
	fr_cell goal;
	fr_index_scratch *scratch;
} fr_index_query;

/* ---- fields ---------------------------------------------------------------------- */

/* The next step from each cell towards the nearest of some goals, as bytes to store. */
typedef struct fr_field fr_field;

enum
{
	FR_AT_GOAL = FR_DIRECTIONS,
	FR_NO_STEP,	 /* no goal can be reached */
	FR_LINK_STEP /* a link of the map */
};

/*
 * After fr_reach_from, backward from the goals, without a bound; `model` is its text. A
 * field stores the costs that goals had beforehand.
 */
size_t fr_field_size(const fr_grid *grid, size_t model_length,
					 const fr_workspace *workspace, const fr_poll *poll);
void fr_field_pack(const fr_grid *grid, const char *model, size_t model_length,
				   const fr_workspace *workspace, uint8_t *packed, const fr_poll *poll);

/* The cell where the step from a cell leads. */
uint32_t fr_field_cell(const fr_field *field, uint32_t cell);

/* The way to a goal, in the arena; no moves if there is none. */
fr_route fr_field_route(const fr_field *field, fr_cell start, const fr_arena *arena,
						const fr_poll *poll);

#endif /* FRINGE_API_H */
