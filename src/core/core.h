/*
 * core.h - the public interface of fringe's search library
 *
 * The library is C11, includes no server header and has no global state. It never
 * allocates memory itself: the caller passes a block whose size a function returns, or
 * an arena. Functions return a status. Long loops call the caller's poll function,
 * which may leave by longjmp; every block can be used again afterwards.
 *
 *   text --fr_map_parse--> codes --fr_map_pack--> packed map (stored)
 *   packed map + model --fr_costs_resolve, fr_grid_build--> grid (decoded)
 *   grid + method + workspace --fr_search--> result --fr_path_pack--> packed path (stored)
 *   grid --fr_index_build, fr_index_write--> index (stored) --fr_index_cost--> costs
 *
 * x grows to the right, y grows downwards, both from 0. A cell's index is y * width +
 * x. Internal costs are integers, in the grid's unit (fr_costs).
 */
#ifndef FRINGE_CORE_H
#define FRINGE_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- statuses, errors, polling ---------------------------------------- */

typedef enum fr_status
{
	FR_OK = 0,
	/* the text of a map */
	FR_MAP_HEADER,	 /* header line `row` should be `what` */
	FR_MAP_SIDE,	 /* `what` (width or height) is outside 1..wanted; `at` is its text */
	FR_MAP_CELLS,	 /* the map has `found` cells; the maximum is `wanted` */
	FR_MAP_CODE,	 /* byte `found` at row, column is not a code */
	FR_MAP_ROW,		 /* row has `found` codes instead of `wanted`, the width */
	FR_MAP_ROWS,	 /* the map has `found` rows instead of `wanted`, the height */
	FR_MAP_TRAILING, /* text follows the last row */
	/* a packed map or path */
	FR_PACKED_VERSION, /* unknown format version `found` */
	FR_PACKED_CORRUPT, /* `what` is the corrupt part */
	/* the text of a model or method: NAME(key=value, ...) */
	FR_SYNTAX,		  /* expected `what` at `at` */
	FR_UNKNOWN_NAME,  /* `at` is not the name of a `what`; choices */
	FR_UNKNOWN_KEY,	  /* `at` is not a key of `what`; choices */
	FR_DUPLICATE_KEY, /* key `at` is given twice */
	FR_BAD_VALUE,	  /* `at` is not a value of key `what`; choices */
	FR_BAD_NUMBER,	  /* `at`, of key `what`, is not a whole number found..wanted;
						 a decimal from 0 on where wanted is 0 */
	FR_BAD_COST,	  /* `at` is not a positive decimal; choices: other words */
	FR_COST_DIGITS,	  /* `at` has more than FR_DECIMAL_DIGITS */
	FR_BAD_DIRECTION, /* `at` is not a direction of the model; choices */
	FR_CONFLICT,	  /* the two options named in `what` exclude each other */
	/* a model on a map */
	FR_COST_SPREAD, /* a weight exceeds `wanted` times the weights' divisor */
	/* a search */
	FR_COST_RANGE, /* a path's cost exceeds the range of exact arithmetic */
	/* an index of a map */
	FR_INDEX_MODEL, /* not of the form wanted for such costs: `what` of the model is why */
	FR_INDEX_BUDGET, /* it would take found bytes or more, and may take wanted */
	FR_INDEX_LIMIT,	 /* found `what` are more than wanted, which an index can have */
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
#define FR_CHOICES 24

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

/* What is wrong, the facts, and advice; empty where there is none. */
typedef struct fr_text
{
	char message[FR_TEXT_MAX];
	char detail[FR_TEXT_MAX];
	char hint[FR_TEXT_MAX];
} fr_text;

void fr_error_text(const fr_error *error, const char *type, size_t quoted, fr_text *text);

/* Called every FR_POLL_STEPS steps of a long loop; may leave by longjmp. */
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

/* ---- cells and directions --------------------------------------------- */

typedef struct fr_cell
{
	int32_t x;
	int32_t y;
} fr_cell;

#define FR_MASKS 256   /* sets of directions */
#define FR_AROUNDS 512 /* sets of the 3 x 3 cells around one */

/* Clockwise from north; bit d of a move mask stands for direction d. */
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

/* Defined in the header, so that the compiler can fold them. */
static const int8_t fr_dx[FR_DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
static const int8_t fr_dy[FR_DIRECTIONS] = {-1, -1, 0, 1, 1, 1, 0, -1};

extern const char *const fr_direction_name[FR_DIRECTIONS];

static inline bool
fr_is_diagonal(int direction)
{
	return direction & 1;
}

static inline int
fr_opposite(int direction)
{
	return direction ^ 4;
}

/* ---- maps: map.c ------------------------------------------------------- */

#define FR_MAX_SIDE 65535
#define FR_MAX_CELLS (1 << 27) /* so that every cell index fits in 32 bits */
#define FR_FIRST_CODE 33	   /* '!' */
#define FR_LAST_CODE 126	   /* '~' */
#define FR_CODES (FR_LAST_CODE - FR_FIRST_CODE + 1)

static inline bool
fr_is_code(uint8_t byte)
{
	return byte >= FR_FIRST_CODE && byte <= FR_LAST_CODE;
}

/* The header of a map file; `rows` is where its rows begin. */
typedef struct fr_map_text
{
	uint32_t width;
	uint32_t height;
	const char *rows;
} fr_map_text;

/*
 * A view of a packed map. `codes` lists the codes that occur, ascending. `cells` stores
 * for each cell the position of its code in that list, in `bits` bits.
 */
typedef struct fr_map
{
	uint32_t width;
	uint32_t height;
	int bits; /* 0, 1, 2, 4 or 8 */
	int code_count;
	const uint8_t *codes;
	const uint8_t *cells;
} fr_map;

fr_status fr_map_side(int64_t side, const char *what, fr_error *error);
fr_status fr_map_size(int64_t width, int64_t height, fr_error *error);
fr_status fr_map_parse_header(const char *text, size_t length, fr_map_text *header,
							  fr_error *error);
fr_status fr_map_parse_rows(const char *text, size_t length, const fr_map_text *header,
							uint8_t *codes, const fr_poll *poll, fr_error *error);
fr_status fr_map_copy_row(const char *row, size_t length, uint32_t width, uint32_t y,
						  uint8_t *codes, fr_error *error);
size_t fr_map_text_size(const fr_map *map);
void fr_map_write(const fr_map *map, char *text, const fr_poll *poll);

/* The codes that occur in a map, for packing it. */
typedef struct fr_palette
{
	int bits;
	int code_count;
	uint8_t codes[FR_CODES];
	uint8_t position[256]; /* of each code in codes */
} fr_palette;

void fr_palette_of(const uint8_t *codes, size_t cells, fr_palette *palette,
				   const fr_poll *poll);
size_t fr_map_packed_size(uint32_t width, uint32_t height, int code_count);
void fr_map_pack(const uint8_t *codes, uint32_t width, uint32_t height,
				 const fr_palette *palette, uint8_t *packed, const fr_poll *poll);
void fr_map_peek(const uint8_t *packed, uint32_t *width, uint32_t *height);
fr_status fr_map_open(const uint8_t *packed, size_t size, fr_map *map, fr_error *error);
fr_status fr_map_check(const fr_map *map, const fr_poll *poll, fr_error *error);
fr_status fr_map_check_codes(const fr_map *map, fr_error *error);
int fr_bits_for(int code_count);

#define FR_MAP_HEADER_SIZE 12 /* bytes that fr_map_peek reads */

uint8_t fr_map_code(const fr_map *map, uint32_t x, uint32_t y);
void fr_map_put(const fr_map *map, uint8_t *cells, size_t i, unsigned position);
void fr_map_unpack(const fr_map *map, uint8_t *codes, const fr_poll *poll);
void fr_map_unpack_codes(const fr_map *map, size_t first, size_t count, uint8_t *codes);
void fr_map_unpack_positions(const fr_map *map, size_t first, size_t count,
							 uint8_t *positions);

/* ---- models: model.c --------------------------------------------------- */

/* The value is digits / 10^scale; 0 digits stand for "blocked" or "not given". */
typedef struct fr_decimal
{
	uint64_t digits;
	uint32_t scale;
} fr_decimal;

#define FR_DECIMAL_DIGITS 9 /* on each side of the point */
#define FR_DECIMAL_TEXT_MAX (2 * FR_DECIMAL_DIGITS + 1)

/* The options of models; model.c has their table. */
typedef enum fr_model_option
{
	FR_STRAIGHT,
	FR_DIAGONAL, /* 0: exactly straight * sqrt(2) */
	FR_CORNERS,	 /* passable side cells that a diagonal step needs: 0, 1 or 2 */
	FR_OBSTACLE, /* weight of all other codes; 0: blocked */
	FR_WEIGH,
	FR_SIZE, /* the agent covers size x size cells */
	FR_MODEL_OPTIONS
} fr_model_option;

/*
 * A step costs the weight of the cell it enters, or the average of both cells' weights.
 */
enum
{
	FR_ENTER,
	FR_AVERAGE
};

typedef struct fr_model
{
	bool octile; /* 8 neighbours instead of 4 */
	fr_decimal option[FR_MODEL_OPTIONS];
	fr_decimal weight[FR_CODES]; /* per code; 0: blocked */
	uint8_t enter[FR_CODES]; /* per code, a bit for each direction of a step that may */
	uint8_t leave[FR_CODES]; /* enter the cell, or leave it; FR_ANY_WAY: all */
} fr_model;

#define FR_ANY_WAY 0xff

static inline int
fr_model_word(const fr_model *model, fr_model_option option)
{
	return (int) model->option[option].digits;
}

#define FR_SIZE_MAX 64 /* so that squares span two words of bits at most */
#define FR_MODEL_TEXT_MAX 8192

fr_status fr_model_parse(const char *text, size_t length, fr_model *model,
						 fr_error *error);
size_t fr_model_write(const fr_model *model, char *text);

/* ---- methods: method.c, auto.c ----------------------------------------- */

/*
 * The searches: X(NAME, name). Each search's file defines its row fr_search_name (see
 * search.h). `auto` selects one of the others.
 */
#define FR_SEARCHES(X)                                                                   \
	X(AUTO, auto)                                                                        \
	X(FRINGE, fringe)                                                                    \
	X(ASTAR, astar)                                                                      \
	X(IDASTAR, idastar)                                                                  \
	X(JUMP, jump)

#define FR_SEARCH_KIND(NAME, name) FR_##NAME,

typedef enum fr_search_kind
{
	FR_SEARCHES(FR_SEARCH_KIND) FR_SEARCH_KINDS
} fr_search_kind;

/* The options of methods; method.c has their table. */
typedef enum fr_option
{
	FR_LIST,
	FR_BUCKETS,
	FR_PICK,
	FR_STEP,
	FR_OPEN,
	FR_TIE,
	FR_NODES,
	FR_MEMORY,
	FR_SEEN,
	FR_DEADENDS,
	FR_DELTA,
	FR_REPAIR,
	FR_HEURISTIC,
	FR_BEST,
	FR_LANDMARKS,
	FR_PLACE,
	FR_SEED,
	FR_FROM,
	FR_MOVES,
	FR_COMPONENTS,
	FR_MAX_EXPANDED,
	FR_OPTIONS
} fr_option;

/* The values of word options; method.c maps words to them. */
enum
{
	FR_LINKED,
	FR_ARRAY
};
enum
{
	FR_NEWEST,
	FR_MIN_F,
	FR_MIN_G
};
enum
{
	FR_STACKS,
	FR_HEAP,
	FR_TREE,
	FR_OPEN_LIST
};
enum
{
	FR_HIGH_G,
	FR_LOW_G,
	FR_LIFO,
	FR_NO_TIE
};
enum
{
	FR_POOL,
	FR_MALLOC
};
enum
{
	FR_FULL,
	FR_MEMORY_G,
	FR_NO_MEMORY
};
enum
{
	FR_ON,
	FR_OFF,
	FR_INFINITE,
	FR_OWN
};
enum
{
	FR_ENTERED,
	FR_LEFT
};
enum
{
	FR_DISTANCE,
	FR_ALT,
	FR_ALTBEST,
	FR_ZERO
};
enum
{
	FR_RANDOM,
	FR_FARTHEST
};
enum
{
	FR_EITHER,
	FR_START
};
enum
{
	FR_CANONICAL,
	FR_ALL
};
enum
{
	FR_USE,
	FR_IGNORE
};

/* An option's value is the position of a word, a whole number, or a decimal. */
typedef struct fr_method
{
	fr_search_kind search;
	fr_decimal option[FR_OPTIONS];
} fr_method;

static inline int
fr_method_word(const fr_method *method, fr_option option)
{
	return (int) method->option[option].digits;
}

#define FR_METHOD_TEXT_MAX 256

fr_status fr_method_parse(const char *text, size_t length, fr_method *method,
						  fr_error *error);
size_t fr_method_write(const fr_method *method, char *text);
bool fr_method_needs_landmarks(const fr_method *method);
bool fr_method_needs_moves(const fr_method *method);
bool fr_method_needs_jumps(const fr_method *method);
fr_method fr_method_auto(void);

/* ---- costs: costs.c ---------------------------------------------------- */

/*
 * The kind of jump point search that a grid allows: by corners of obstacles (jump.c), or
 * by the patterns of cells around cells (jump_patterns.c). Spines are diagonal or, under
 * tile, horizontal.
 */
enum
{
	FR_NO_JUMPS,
	FR_OCTILE_JUMPS,
	FR_TILE_JUMPS,
	FR_OCTILE_PATTERNS,
	FR_TILE_PATTERNS
};

static inline bool
fr_jumps_by_pattern(int jumps)
{
	return jumps >= FR_OCTILE_PATTERNS;
}

static inline bool
fr_jumps_diagonally(int jumps)
{
	return jumps == FR_OCTILE_JUMPS || jumps == FR_OCTILE_PATTERNS;
}

/*
 * The costs of a model on one map, as integers. A step in direction d from a cell of
 * weight v into a cell of weight w costs
 *
 *     step[d] * w              where weigh=enter
 *     step[d] * (v + w)        where weigh=average; the unit is halved
 *
 * and n units are n * numerator / denominator of the model's cost. With root2 a
 * straight step is FR_ROOT2_STRAIGHT and a diagonal one FR_ROOT2_DIAGONAL. doc/costs.md
 * proves that below `limit` these integers compare exactly as a + b * sqrt(2) do, and
 * determine a and b.
 */
typedef struct fr_costs
{
	bool root2;
	bool average;
	bool uniform; /* all passable cells have the same weight: w = 1 */
	bool oneway;  /* some code may be entered or left in some directions only */
	uint64_t step[FR_DIRECTIONS]; /* one value if straight, one if diagonal */
	uint64_t weight[FR_CODES];	  /* by position in fr_map.codes; 0: blocked */
	uint64_t h_diagonal;		  /* the heuristic: min(dx,dy) * h_diagonal ... */
	uint64_t h_straight;		  /* ... + |dx-dy| * h_straight */
	int jumps;					  /* FR_NO_JUMPS, FR_OCTILE_JUMPS, ... */
	uint64_t step_max;			  /* the most expensive step on the map */
	uint64_t limit;				  /* the largest cost a search may reach */
	double numerator;
	double denominator;
} fr_costs;

#define FR_ROOT2_STRAIGHT UINT64_C(38613965)
#define FR_ROOT2_DIAGONAL UINT64_C(54608393)
#define FR_COST_BITS 51

fr_status fr_costs_resolve(const fr_model *model, const fr_map *map, fr_costs *costs,
						   fr_error *error);
double fr_cost_value(const fr_costs *costs, uint64_t cost);
uint64_t fr_cost_units(const fr_costs *costs, fr_decimal value);
uint64_t fr_cost_bound(const fr_costs *costs, double value);
bool fr_costs_fit(const fr_costs *costs, uint64_t cells);
uint8_t fr_model_block(fr_model *model, const fr_map *map);

/* ---- grids: grid.c ----------------------------------------------------- */

/*
 * One bit per cell: cell `at` of a line is bit at % 64 of lines[line * words + at / 64].
 * All bits around the map are set: a line before the first, a line after the last, and
 * at least the last bit of each line's last word. That bit also precedes the first bit
 * of the next line.
 */
typedef struct fr_bits
{
	const uint64_t *lines;
	ptrdiff_t words; /* per line */
} fr_bits;

/*
 * The connected components, stored per run of passable cells: see components.c.
 * Components are numbered from 1, in the order of their first cells.
 */
typedef struct fr_components
{
	uint32_t count;
	uint32_t runs;
	const uint32_t *before; /* number of runs that begin before each word of a row */
	const void *number;		/* component of each run: uint16_t, uint32_t if wide */
	bool wide;
} fr_components;

/* A component: its first cell and its number of cells. */
typedef struct fr_component
{
	uint32_t first;
	uint32_t cells;
} fr_component;

/* The moves at all cells that have the same 3 x 3 cells around them: patterns.c. */
typedef struct fr_pattern
{
	uint8_t after[FR_DIRECTIONS];  /* worth trying, by the direction of arrival */
	uint8_t moves;				   /* worth trying from a start */
	uint8_t ends;				   /* directions of arrival that end a run here */
	uint8_t class;				   /* of the cell's weight */
	uint8_t around[FR_DIRECTIONS]; /* classes of its neighbours */
} fr_pattern;

#define FR_CLASSES 128

/*
 * Weights, and the directions of one-way codes, as small numbers: 0 is blocked, equals
 * are equal.
 */
typedef struct fr_classes
{
	uint8_t of[FR_CODES]; /* by position in costs.weight */
	uint64_t weight[FR_CLASSES];
} fr_classes;

/* What is asked for together lies together: 64 cells of a line along branches. */
typedef struct fr_branch_word
{
	uint64_t ends;	/* a branch ends there */
	uint64_t leads; /* one from there meets a jump point */
} fr_branch_word;

typedef struct fr_branches
{
	const fr_branch_word *lines;
	ptrdiff_t words; /* a line */
} fr_branches;

/* And 64 cells of a row. */
typedef struct fr_point_word
{
	uint64_t points; /* jump points */
	uint32_t before; /* how many there are in words before this one */
} fr_point_word;

/*
 * What searches that jump read: bits and planes, which jumps.c describes. The lines of
 * a plane run in its direction. What is not needed for the grid's kind of jumps is 0.
 */
typedef struct fr_jumps
{
	fr_bits
		squares; /* squares of 2 x 2 cells with a blocked one, by their first; octile */
	fr_branches branches[4];	  /* by straight direction / 2 */
	fr_bits stops[FR_DIRECTIONS]; /* by direction: a spine has to stop */
	uint32_t last_line;			  /* of the stops of diagonals; 2^k - 1 */
	const fr_point_word *points;  /* by rows of point_words words */
	uint32_t point_words;
	uint32_t point_count;
	const fr_classes *classes;	/* for patterns */
	const fr_pattern *patterns; /* each that occurs */
	const uint32_t *pattern_of; /* of each jump point */
} fr_jumps;

/*
 * What a grid has besides where some moves are not legal in reverse: oneway.c. Cells of
 * a strong component reach each other. Strong components are numbered from 1, each one
 * after all those that it leads to.
 */
typedef struct fr_oneway
{
	const uint8_t *moves; /* legal moves, as in the grid */
	const uint8_t *back;  /* bit d: the step here from the neighbour in direction d is */
	const uint8_t *plain; /* the moves if there were no directions */
	uint32_t count;		  /* strong components */
	const uint32_t *component; /* of each cell; 0 if it is blocked */
	const uint32_t *lowest;	   /* by component: the lowest one that it leads to */
	const uint8_t *position;   /* of each cell's code in the grid's codes */
	uint8_t enter[FR_CODES];   /* by position, as in fr_model */
	uint8_t leave[FR_CODES];
} fr_oneway;

/*
 * The moves that the rules of a model allow, and those of them that are worth trying:
 * moves.c. Grids of one key have the same tables.
 */
typedef struct fr_tables
{
	uint32_t key;
	uint8_t legal[FR_AROUNDS];				  /* by the 3 x 3 cells around: see moves.h */
	uint8_t onward[FR_DIRECTIONS][FR_MASKS];  /* by the direction of arrival */
	uint8_t after[FR_DIRECTIONS][FR_AROUNDS]; /* the same, by the cells around */
	uint8_t first[FR_MASKS];				  /* of several moves, the one to try first */
	uint8_t last[FR_MASKS];					  /* and the one to try last */
} fr_tables;

#define FR_TABLES_KEYS 256 /* more than any key */

uint32_t fr_tables_key(const fr_model *model, const fr_costs *costs);
void fr_tables_fill(const fr_model *model, const fr_costs *costs, fr_tables *tables);

/* What a search has prepared so far of the map for itself: patches.h. */
typedef struct fr_patches fr_patches;

/*
 * A map decoded for one model. Arrays are indexed by cell. Searches need no bounds
 * checks, because no legal move leaves the map. Where the agent covers several cells,
 * blocked cells and terrain are those of its positions (size.c).
 */
typedef struct fr_grid
{
	fr_costs costs;
	uint32_t width;
	uint32_t height;
	uint32_t cells;
	bool octile; /* with corners: which moves are legal */
	int corners;
	uint64_t reciprocal;		   /* of the width: see fr_grid_cell */
	int32_t offset[FR_DIRECTIONS]; /* from a cell's index to its neighbour's */
	fr_bits rows;				   /* blocked cells */
	uint32_t passable;			   /* where searches may jump: passable cells */
	uint32_t sides; /* there, sides of blocked cells next to passable ones */
	uint32_t blunt; /* there, corners of blocked cells between two sides */
	uint32_t
		hollow; /* there, corners of passable cells between two sides, seen from inside */
	uint32_t rough; /* with patterns: passable cells near other weights or obstacles */
	fr_components components;
	const uint8_t *terrain;	 /* position in costs.weight; NULL if uniform */
	int code_count;			 /* of the map */
	uint8_t codes[FR_CODES]; /* as in fr_map */
	const uint8_t *moves;	 /* legal moves, a bit a direction; NULL until asked for */
	const fr_oneway *oneway; /* NULL: every legal move is legal in reverse */
	const fr_jumps *jumps;	 /* for searches that jump; NULL until asked for */
	fr_patches *patches;	 /* for a first question; NULL until asked for */
	const fr_tables *tables;
} fr_grid;

#define FR_ONEWAY_CODES 63 /* on maps with more, searches do not jump */
#define FR_ONEWAY_BYTES 32 /* a cell, that one-way cells take while a grid is built */

/*
 * fr_grid_build makes a grid in one step. In two, fr_grid_begin makes what a first search
 * by `jump` needs beside fr_grid_patches, and fr_grid_complete the rest, for any search:
 * until then `components.before` is NULL. The tables outlive the grid.
 */
fr_grid *fr_grid_build(const fr_map *map, const fr_model *model, const fr_costs *costs,
					   const fr_arena *arena, const fr_arena *scratch,
					   const fr_poll *poll);
fr_grid *fr_grid_begin(const fr_map *map, const fr_model *model, const fr_costs *costs,
					   const fr_tables *tables, const fr_arena *arena,
					   const fr_poll *poll);
void fr_grid_complete(fr_grid *grid, const fr_map *map, const fr_model *model,
					  const fr_arena *arena, const fr_arena *scratch,
					  const fr_poll *poll);
bool fr_grid_has_passable(const fr_grid *grid);
fr_patches *fr_grid_patches(const fr_grid *grid, const fr_arena *arena,
							const fr_poll *poll);
const uint8_t *fr_grid_moves(const fr_grid *grid, const fr_arena *arena,
							 const fr_poll *poll);
const fr_jumps *fr_grid_jumps(const fr_grid *grid, const fr_arena *arena,
							  const fr_arena *scratch, const fr_poll *poll);

fr_method fr_method_resolve(const fr_method *method, const fr_grid *grid);

static inline bool
fr_grid_has(const fr_grid *grid, fr_cell cell)
{
	/* a negative coordinate is a large one without sign */
	return (uint32_t) cell.x < grid->width && (uint32_t) cell.y < grid->height;
}

static inline uint32_t
fr_grid_index(const fr_grid *grid, fr_cell cell)
{
	return (uint32_t) cell.y * grid->width + (uint32_t) cell.x;
}

/*
 * Computes index / width by one multiplication. With r = (2^64 - 1) / width, rounded
 * down, (index + 1) * r is less than (index + 1) / width * 2^64, by less than 2^64 /
 * width, because index + 1 and width are below 2^32. Its high word is therefore the
 * quotient.
 */
static inline fr_cell
fr_grid_cell(const fr_grid *grid, uint32_t index)
{
	__extension__ typedef unsigned __int128 wide;
	uint32_t y = (uint32_t) (((index + UINT64_C(1)) * (wide) grid->reciprocal) >> 64);

	return (fr_cell){(int32_t) (index - y * grid->width), (int32_t) y};
}

/*
 * The number of a cell's component, from 1; 0 if the cell is blocked. Directions of
 * one-way cells are ignored: their components are weak ones.
 */
uint32_t fr_grid_component(const fr_grid *grid, uint32_t cell);

static inline bool
fr_grid_blocked(const fr_grid *grid, uint32_t cell)
{
	fr_cell at = fr_grid_cell(grid, cell);
	const uint64_t *row = grid->rows.lines + at.y * grid->rows.words;

	return row[at.x / 64] >> at.x % 64 & 1;
}

/* The largest sets of cells that reach each other: strong components. */
uint32_t fr_component_count(const fr_grid *grid);
void fr_component_list(const fr_grid *grid, fr_component *list, const fr_poll *poll);

bool fr_oneway_connected(const fr_oneway *oneway, uint32_t a, uint32_t b);

/*
 * Is there a path from a to b? Where every legal move is legal in reverse, components
 * suffice. Else `false` is certain, and fr_is_reachable confirms `true`.
 */
static inline bool
fr_grid_connected(const fr_grid *grid, uint32_t a, uint32_t b)
{
	uint32_t component = fr_grid_component(grid, a);

	return component != 0 && component == fr_grid_component(grid, b) &&
		   (grid->oneway == NULL || fr_oneway_connected(grid->oneway, a, b));
}

/* The moves that lead to cells from their neighbours, in reverse; needs grid->moves. */
static inline const uint8_t *
fr_grid_back(const fr_grid *grid)
{
	return grid->oneway ? grid->oneway->back : grid->moves;
}

/* Random passable cells: pick.c. */
void fr_rank_rows(const fr_grid *grid, uint32_t *before, const fr_poll *poll);
uint32_t fr_random_cell(const fr_grid *grid, const uint32_t *before, uint32_t i,
						uint64_t seed);

/* ---- workspaces: workspace.c -------------------------------------------- */

typedef struct fr_workspace fr_workspace;

uint32_t fr_search_nodes(const fr_grid *grid, const fr_method *method);
size_t fr_workspace_size(uint32_t nodes, const fr_method *method);
size_t fr_search_size(uint32_t nodes, const fr_method *method);
fr_workspace *fr_workspace_init(void *block, size_t size, uint32_t nodes);
bool fr_workspace_fits(const fr_workspace *workspace, uint32_t nodes,
					   const fr_method *method);

/* ---- landmarks: landmarks.c --------------------------------------------- */

#define FR_LANDMARKS_MAX 64

/*
 * Distances between all cells and a few landmarks, for the ALT heuristic (2006 section
 * V). They are integers, in `unit` grid units, rounded so that unit * |to[a] - to[b]|
 * never exceeds the cost from a to b. Entry [i * cells + cell] is the distance of the
 * cell to landmark i. If costs are symmetric, `from` equals `to`. A cell that cannot
 * reach a landmark has the largest value of the type.
 */
typedef struct fr_landmarks
{
	int count;
	uint32_t cells;
	bool wide;		/* entries are uint32_t instead of uint16_t */
	bool symmetric; /* from equals to */
	int placement;	/* how they were chosen: FR_RANDOM or FR_FARTHEST */
	uint64_t unit;
	const void *to;
	const void *from;
	uint32_t cell[FR_LANDMARKS_MAX];
} fr_landmarks;

/*
 * Building has two steps: a plan chooses the landmarks, and a build fills their tables.
 */
fr_landmarks fr_landmarks_plan(const fr_grid *grid, int count, int placement,
							   uint64_t seed, fr_workspace *workspace,
							   const fr_poll *poll);
size_t fr_landmarks_size(const fr_grid *grid, const fr_landmarks *plan);
fr_landmarks *fr_landmarks_build(void *block, const fr_grid *grid,
								 const fr_landmarks *plan, fr_workspace *workspace,
								 const fr_poll *poll);

/* ---- routes: route.c ----------------------------------------------------- */

/* A path that a search found: its start, then runs of equal moves. */
typedef struct fr_route
{
	fr_cell start;
	int64_t moves; /* total over all runs */
	size_t count;
	const uint32_t *runs; /* consecutive runs differ in direction */
} fr_route;

/* A run in 32 bits: the direction in bits 0-2, the number of moves above. */
static inline uint32_t
fr_run_make(int direction, uint32_t moves)
{
	return (uint32_t) direction | moves << 3;
}

static inline int
fr_run_direction(uint32_t run)
{
	return (int) (run & 7);
}

static inline uint32_t
fr_run_moves(uint32_t run)
{
	return run >> 3;
}

/* ---- searches: search.c and a file each -------------------------------- */

/*
 * doc/methods.md defines the counters (from `iterations` on), which follow the papers'
 * tables. They are 0 if the query is `uncounted`, but for `expanded` of A* and `jump`.
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
	int64_t tried; /* by idastar alone */
	int64_t tried_last;
} fr_result;

/* Called for each visit, in order; iterations count from 1. */
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
	const fr_method *method;	   /* resolved; the same as the workspace's */
	uint32_t start;
	uint32_t goal;
	bool uncounted; /* leave counters 0, which saves time */
	bool wants_route;
	const fr_trace *trace;
	const fr_arena *arena; /* for the route and for nodes=malloc */
} fr_query;

fr_status fr_search(const fr_query *query, fr_workspace *workspace, const fr_poll *poll,
					fr_result *result);
uint64_t fr_step_cost(const fr_grid *grid, uint32_t from, int direction);

/* ---- many cells at once: distance.c -------------------------------------- */

#define FR_UNREACHED ((UINT64_C(1) << FR_COST_BITS) - 1) /* larger than any cost */

/*
 * Costs from the query's start to many cells. The query's goal, landmarks and trace are
 * ignored; its method applies to single searches. Costs are in the grid's unit,
 * FR_UNREACHED if there is no path.
 */
fr_status fr_costs_to(const fr_query *query, const uint32_t *goals, size_t count,
					  fr_workspace *workspace, const fr_poll *poll, uint64_t *costs);
fr_status fr_nearest(const fr_query *query, const uint32_t *goals, size_t count, size_t k,
					 fr_workspace *workspace, const fr_poll *poll, uint64_t *costs);
fr_status fr_reach(const fr_query *query, uint64_t bound, fr_workspace *workspace,
				   const fr_poll *poll);
fr_status fr_reach_from(const fr_query *query, const uint32_t *starts, size_t count,
						uint64_t bound, bool backward, fr_workspace *workspace,
						const fr_poll *poll);
bool fr_is_reachable(const fr_query *query, fr_workspace *workspace, const fr_poll *poll);
uint64_t fr_distance(const fr_workspace *workspace, uint32_t cell);
fr_route fr_distance_route(const fr_query *query, uint32_t goal,
						   const fr_workspace *workspace, const fr_poll *poll);

/* ---- indexes: index/ ---------------------------------------------------- */

/*
 * An index of a map under one model: one run of bytes that is read in place, at any
 * address, with no pointers and the same on every machine (index/format.h draws it).
 * It answers costs and routes without the map: doc/index.md.
 *
 *   grid --fr_index_build--> plan --fr_index_write--> bytes (stored)
 *   bytes --fr_index_check (once), fr_index_open--> index
 *   index + scratch + cells --fr_index_cost, fr_index_route--> answers
 *
 * Costs are those of fr_search on the grid, to the bit: fr_cost_value turns them
 * into numbers by the `costs` of the opened index.
 */
#define FR_INDEX_DIGEST 16	  /* bytes of a map's digest, as the caller counts them */
#define FR_INDEX_PEEK_SIZE 40 /* bytes of an index that fr_index_peek reads */

/*
 * What a query reads: labels of subgoals by block of the map, or, for any model, labels of
 * the border cells of blocks.
 */
typedef enum fr_index_form
{
	FR_INDEX_BLOCKS,
	FR_INDEX_BORDERS,
	FR_INDEX_FORMS
} fr_index_form;

extern const char *const fr_index_form_name[FR_INDEX_FORMS];

/* How far a build has come; polls may look. */
typedef struct fr_index_progress
{
	const char *stage; /* what it does, in a few words */
	double done;	   /* its share of the work, 0 to 1: an estimate */
} fr_index_progress;

typedef struct fr_index_request
{
	const fr_grid *grid;
	const fr_model *model;	   /* that the grid was built for */
	const uint8_t *digest;	   /* of the map: FR_INDEX_DIGEST bytes */
	size_t budget;			   /* the most bytes that it may take; 0: no limit */
	bool routes;			   /* it is to answer routes, too */
	const fr_index_form *form; /* that it is to have; NULL: whichever is better */
	const struct fr_index
		*old; /* of the map before an edit: what is as it was is taken over; or NULL */
	fr_index_progress *progress; /* that is kept up to date, or NULL */
} fr_index_request;

/* An index that was built and has to be written; it lives in the builder's arena. */
typedef struct fr_index_plan fr_index_plan;

/*
 * The plan, of whose bytes fr_index_write writes as many as fr_index_plan_size
 * says; what is needed in between is taken from the arena, too.  Refusals:
 * FR_INDEX_MODEL, FR_INDEX_BUDGET and FR_INDEX_LIMIT.
 */
fr_status fr_index_build(const fr_index_request *request, const fr_arena *arena,
						 const fr_poll *poll, fr_index_plan **plan, fr_error *error);
size_t fr_index_plan_size(const fr_index_plan *plan);
bool fr_index_has_subgoals(const fr_grid *grid); /* or its index is of borders */
void fr_index_write(const fr_index_plan *plan, uint8_t *bytes, const fr_poll *poll);

#define FR_INDEX_SECTIONS 12

/*
 * An index, opened: a view of its bytes, which have to stay where they are.  Fields
 * from `top` on are for the core alone.
 */
typedef struct fr_index
{
	const uint8_t *bytes;
	size_t size;
	fr_index_form form;
	uint32_t width;
	uint32_t height;
	bool routes;		   /* fr_index_route may be called */
	const uint8_t *digest; /* FR_INDEX_DIGEST bytes */
	const char *model;	   /* canonical text, not terminated */
	size_t model_length;
	uint32_t subgoals; /* in the borders form: hubs */
	uint32_t borders;  /* in the borders form: border cells */
	fr_costs costs;	   /* steps and unit alone: what fr_cost_value looks at */
	uint32_t top;	   /* above every cost in the labels' unit */
	uint32_t straight; /* steps in the labels' unit */
	uint32_t diagonal;
	uint32_t inverse; /* of diagonal modulo straight; 0: costs are proportional */
	bool wide;
	bool tile;
	bool average; /* in the borders form, as the following three */
	bool shifted;
	bool directed;
	bool pairs;
	bool vectors; /* the processor has what vectors.c asks for */
	int corners;
	uint32_t row_words; /* of the lines of boards, and how many lines are diagonals */
	uint32_t column_words;
	uint32_t diagonals;
	uint32_t blocks_across;
	const uint8_t *columns; /* boards: see index/board.h */
	const uint8_t *falling;
	const uint8_t *rising;
	const uint8_t *section[FR_INDEX_SECTIONS];
} fr_index;

/*
 * All bytes are checked: what is accepted can be opened, and no query of it reads
 * outside them or runs for ever.  Bytes that were changed by chance are refused, by
 * a checksum.  An opened index has boards of bits in the arena beside its bytes.
 */
fr_status fr_index_check(const uint8_t *bytes, size_t size, const fr_poll *poll,
						 fr_error *error);
fr_index fr_index_open(const uint8_t *bytes, size_t size, const fr_arena *arena,
					   const fr_poll *poll);
void fr_index_peek(const uint8_t *bytes, uint32_t *width, uint32_t *height,
				   uint8_t digest[FR_INDEX_DIGEST]);

/*
 * What queries write to, in a block aligned for any type.  It may serve many indexes
 * in turn, all that it fits, and is as good as before after a longjmp out of a poll.
 */
typedef struct fr_index_scratch fr_index_scratch;

size_t fr_index_scratch_size(const fr_index *index);
fr_index_scratch *fr_index_scratch_init(void *block, size_t size);
bool fr_index_scratch_fits(const fr_index_scratch *scratch, const fr_index *index);

/*
 * The cost of a best path, FR_UNREACHED where there is none or a cell is blocked.
 * Cells have to be inside the map.
 */
uint64_t fr_index_cost(const fr_index *index, fr_cell start, fr_cell goal,
					   fr_index_scratch *scratch);

/* The same of many pairs: the next ones' memory is fetched while one is answered. */
void fr_index_costs(const fr_index *index, const fr_cell *starts, const fr_cell *goals,
					size_t count, fr_index_scratch *scratch, const fr_poll *poll,
					uint64_t *costs);

/* The same from one start, which is looked at once only. */
void fr_index_costs_to(const fr_index *index, fr_cell start, const fr_cell *goals,
					   size_t count, fr_index_scratch *scratch, const fr_poll *poll,
					   uint64_t *costs);

/*
 * The cost, and the route in the arena where there is one: its cost is the same.
 * FR_PACKED_CORRUPT where the bytes were made up; else FR_OK.
 */
fr_status fr_index_route(const fr_index *index, fr_cell start, fr_cell goal,
						 fr_index_scratch *scratch, const fr_arena *arena,
						 const fr_poll *poll, uint64_t *cost, fr_route *route,
						 fr_error *error);

/* The cost of a step of such a route, in the grid's unit, as fr_step_cost has it. */
uint64_t fr_index_step(const fr_index *index, fr_cell from, int direction);

/* What takes how many of its bytes. */
typedef struct fr_index_part
{
	const char *name;
	size_t bytes;
} fr_index_part;

typedef struct fr_index_info
{
	fr_index_form form;
	uint32_t subgoals;
	uint64_t entries; /* of all labels that queries read */
	int parts;
	fr_index_part part[FR_INDEX_SECTIONS];
} fr_index_info;

fr_index_info fr_index_describe(const fr_index *index);

/* ---- whose cells: territory.c -------------------------------------------- */

/*
 * The owner of a cell is the nearest start, the first one in the array of those that are
 * equally near. Owners follow from the distances of fr_reach_from, and are valid until
 * the next search.
 */
void fr_territory(const fr_query *query, const uint32_t *starts, size_t count,
				  fr_workspace *workspace, const fr_poll *poll);
uint32_t fr_owner(const fr_workspace *workspace, uint32_t cell);

/* ---- as close as possible: closest.c ------------------------------------- */

/* The reachable cell nearest to a goal, and the best path there. */
typedef struct fr_closest
{
	bool found; /* false: the start is blocked */
	uint32_t cell;
	uint64_t cost;		/* from the start */
	uint64_t remaining; /* obstacle-free distance from there to the goal */
	fr_route route;
} fr_closest;

fr_status fr_closest_to(const fr_query *query, fr_workspace *workspace,
						const fr_poll *poll, fr_closest *closest);

/* ---- fewest turns: turns.c ------------------------------------------------ */

fr_status fr_fewest_turns(const fr_query *query, fr_workspace *workspace,
						  const fr_poll *poll, bool *found, fr_route *route);

/* ---- fields: field.c ----------------------------------------------------- */

/*
 * A view of a packed field: the next step from each cell of a map towards the nearest of
 * some goals. field.c draws the format.
 */
typedef struct fr_field
{
	fr_map terrain; /* what the steps cost; its cells are positions in its codes */
	fr_costs costs;
	bool octile;
	const char *model;
	size_t model_length;
	const uint8_t *steps; /* two to a byte: a direction, or one of the following */
} fr_field;

enum
{
	FR_AT_GOAL = FR_DIRECTIONS,
	FR_NO_STEP /* no goal can be reached */
};

size_t fr_field_size(const fr_grid *grid, size_t model_length);
void fr_field_pack(const fr_grid *grid, const char *model, size_t model_length,
				   const fr_workspace *workspace, uint8_t *packed, const fr_poll *poll);
fr_status fr_field_open(const uint8_t *packed, size_t size, fr_field *field,
						fr_error *error);
fr_status fr_field_costs(const fr_field *field, uint64_t *costs, const fr_poll *poll,
						 fr_error *error);
fr_route fr_field_route(const fr_field *field, fr_cell start, const fr_arena *arena,
						const fr_poll *poll);

static inline int
fr_field_step(const fr_field *field, uint32_t cell)
{
	return field->steps[cell / 2] >> cell % 2 * 4 & 15;
}

/* ---- paths as values: path.c ------------------------------------------- */

/*
 * Reads the runs of a packed path that fr_path_check accepted; path.c draws the format.
 */
typedef struct fr_path_reader
{
	fr_cell start;
	const uint8_t *next;
	const uint8_t *end;
	uint64_t runs; /* read so far */
	const fr_poll *poll;
} fr_path_reader;

#define FR_PATH_TEXT_MAX 600000000 /* bytes; every accepted path can be printed */

size_t fr_path_packed_size(const fr_route *route, const fr_poll *poll);
void fr_path_pack(const fr_route *route, uint8_t *packed, const fr_poll *poll);
fr_status fr_path_check(const uint8_t *packed, size_t size, const fr_poll *poll,
						fr_error *error);
fr_path_reader fr_path_open(const uint8_t *packed, size_t size, const fr_poll *poll);
bool fr_path_next(fr_path_reader *reader, int *direction, uint64_t *count);
uint64_t fr_path_length(const uint8_t *packed, size_t size, const fr_poll *poll);
fr_cell fr_path_goal(const uint8_t *packed, size_t size, const fr_poll *poll);
void fr_path_each_cell(const uint8_t *packed, size_t size,
					   void (*visit)(void *context, uint64_t number, fr_cell cell),
					   void *context, const fr_poll *poll);
size_t fr_path_parse_size(size_t text_length);
fr_status fr_path_parse(const char *text, size_t length, uint8_t *packed, size_t *size,
						const fr_poll *poll, fr_error *error);
size_t fr_path_text_size(const uint8_t *packed, size_t size, const fr_poll *poll);
void fr_path_write(const uint8_t *packed, size_t size, char *text, const fr_poll *poll);

fr_status fr_cell_parse(const char *text, size_t length, fr_cell *cell, fr_error *error);
size_t fr_cell_write(fr_cell cell, char *text);

#define FR_CELL_TEXT_MAX 26 /* (-2147483648,-2147483648) */

/* ---- paths on a grid: price.c ------------------------------------------ */

#define FR_NO_COST UINT64_MAX /* larger than any limit */

bool fr_path_price(const fr_grid *grid, const uint8_t *packed, size_t size,
				   uint64_t *cost, const fr_poll *poll);
bool fr_path_at(const fr_grid *grid, const uint8_t *packed, size_t size, double distance,
				fr_cell *cell, uint64_t *cost, const fr_poll *poll);

/* ---- lines of sight: sight.c ------------------------------------------- */

bool fr_sight(const fr_grid *grid, fr_cell a, fr_cell b, const fr_poll *poll);
void fr_path_smooth(const fr_grid *grid, const uint8_t *packed, size_t size,
					void (*put)(void *context, fr_cell corner), void *context,
					const fr_poll *poll);
double fr_line_cost(const fr_grid *grid, fr_cell a, fr_cell b, double length);

/* ---- scenario files: scenario.c ---------------------------------------- */

/* One line of a .scen file; map and optimal are spans of the text. */
typedef struct fr_scenario
{
	int32_t bucket;
	const char *map;
	size_t map_length;
	int32_t width;
	int32_t height;
	fr_cell start;
	fr_cell goal;
	const char *optimal;
	size_t optimal_length;
} fr_scenario;

typedef struct fr_scenario_reader
{
	const char *next;
	const char *end;
	int64_t line;
} fr_scenario_reader;

fr_scenario_reader fr_scenario_open(const char *text, size_t length);
bool fr_scenario_next(fr_scenario_reader *reader, fr_scenario *scenario,
					  const fr_poll *poll, fr_error *error);

/* ---- generators: generate.c -------------------------------------------- */

void fr_generate_walls(uint8_t *codes, uint32_t width, uint32_t height, uint32_t walls,
					   uint32_t wall_length, uint64_t seed, const fr_poll *poll);
void fr_generate_rooms(uint8_t *codes, uint32_t width, uint32_t height, uint32_t room,
					   uint64_t seed, const fr_poll *poll);
void fr_generate_maze(uint8_t *codes, uint32_t width, uint32_t height, uint32_t corridor,
					  double loops, uint64_t seed, const fr_poll *poll);
void fr_generate_caves(uint8_t *codes, uint8_t *scratch, uint32_t width, uint32_t height,
					   double fill, uint64_t seed, const fr_poll *poll);

#endif /* FRINGE_CORE_H */
