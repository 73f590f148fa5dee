/*
 * libfringe.h - optimal paths on grid maps, without PostgreSQL
 *
 * fr_open and fr_find take texts, and allocate by themselves: test/lib/example.c is a
 * complete program. libfringe_full.h has the rest, for programs that bring their own
 * memory, share grids between threads, or ask for many cells, indexes and fields.
 *
 * Conventions of both. x grows to the right, y downwards, both from 0; the index of a cell
 * is y * width + x. Maps are Moving AI files; doc/models.md and doc/methods.md describe the
 * texts of models and methods. A text that is passed with its length needs no NUL. What can
 * fail returns a status, and fills in the fr_error unless it is FR_OK; then what was to be
 * made is not set. An fr_error points into the text that it is about. There is no global
 * state: threads share what is const, and nothing else.
 */
#ifndef LIBFRINGE_H
#define LIBFRINGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define FR_BEGIN_C                                                                       \
	extern "C"                                                                           \
	{
#define FR_END_C }
#else
#define FR_BEGIN_C
#define FR_END_C
#endif

FR_BEGIN_C

#define FR_VERSION "1.1"

/* The version of the library that is linked, as FR_VERSION is that of the header. */
const char *fr_version(void);

/* ---- errors -------------------------------------------------------------------- */

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
	FR_LINK_ENDS,	   /* a link leads from cell (column, row) to itself */
	/* the text of a model or method: NAME(key=value, ...) */
	FR_SYNTAX,			 /* expected `what` at `at` */
	FR_UNKNOWN_NAME,	 /* `at` is not the name of a `what`; choices */
	FR_UNKNOWN_KEY,		 /* `at` is not a key of `what`; choices */
	FR_DUPLICATE_KEY,	 /* key `at` is given twice */
	FR_BAD_VALUE,		 /* `at` is not a value of key `what`; choices */
	FR_BAD_NUMBER,		 /* `at`, of key `what`, is not a whole number found..wanted;
					 a decimal from 0 on where wanted is 0 */
	FR_BAD_COST,		 /* `at` is not a positive decimal; choices: other words;
					 of a code that may have directions `what` is "terrain" */
	FR_COST_DIGITS,		 /* `at` has more than FR_DECIMAL_DIGITS */
	FR_BAD_DIRECTION,	 /* `at` is not a direction of the model; choices */
	FR_ANYANGLE_TERRAIN, /* anyangle has no `what` */
	FR_CONFLICT,		 /* the two options named in `what` exclude each other */
	/* a model on a map */
	FR_COST_SPREAD, /* a weight exceeds `wanted` times the weights' divisor */
	FR_COST_FINE,	/* the costs of links are no whole numbers of any unit in range */
	/* a search */
	FR_COST_RANGE, /* a path's cost exceeds the range of exact arithmetic */
	FR_OUTSIDE,	   /* cell (column, row) is not on the map, of found x wanted cells */
	FR_METHOD_FIT, /* the method is not for such a model */
	FR_NO_STEPS,   /* the model's paths are no steps from cell to cell */
	FR_LINKS_FIT,  /* the method or model takes no links */
	/* an index of a map */
	FR_INDEX_MODEL, /* not of the form wanted for such costs: `what` of the model is why */
	FR_INDEX_LINKS,	 /* of a map with links, of straight lines */
	FR_INDEX_ROUTES, /* it has costs alone */
	FR_INDEX_BUDGET, /* it would take found bytes or more, and may take wanted */
	FR_INDEX_LIMIT,	 /* found `what` are more than wanted, which an index can have */
	/* the text of a path or scenario file */
	FR_PATH_RANGE,		/* the path leaves the range of 32-bit coordinates */
	FR_PATH_TEXT,		/* the path's text exceeds `wanted` bytes */
	FR_SCENARIO_LINE,	/* line `row` exceeds `wanted` bytes */
	FR_SCENARIO_FIELDS, /* line `row` has `found` fields instead of `wanted` */
	FR_SCENARIO_NUMBER, /* line `row`: `at` is not a `what` */
	/* the simple part */
	FR_OUT_OF_MEMORY, /* malloc failed */
	FR_STOPPED		  /* fr_stop_if said so */
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

/* A message, a detail and a hint, in English; empty if there is none. */
typedef struct fr_text
{
	char message[FR_TEXT_MAX];
	char detail[FR_TEXT_MAX];
	char hint[FR_TEXT_MAX];
} fr_text;

/*
 * Writes an error in words. `type` is what the caller calls the value that is wrong:
 * "gridmodel" for a model, "gridmethod" for a method, anything for others. Of the input
 * `quoted` bytes are quoted, at most error->length: a caller leaves out parts of characters.
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
 * A path that a search found: its start, then runs of equal moves, or the cells where
 * straight lines end, each other than the one before.
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

/* Writes the cells of a route, both ends included: route->moves + 1. */
void fr_route_cells(const fr_route *route, fr_cell *cells);

/*
 * What a search found and did. Costs are in units of the grid: fr_grid_value.
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

/* ---- a finder ------------------------------------------------------------------- */

/* A map under a model, with all that searches on it need. For one thread at a time. */
typedef struct fr_finder fr_finder;

/*
 * Decodes the text of a map under a model, such as "octile" or "tile(a=2)", which ends
 * with a NUL. The caller frees the finder by fr_close; the texts are no longer needed.
 * Errors: of the texts, FR_COST_SPREAD, FR_OUT_OF_MEMORY.
 */
fr_status fr_open(const char *map, size_t length, const char *model, fr_finder **finder,
				  fr_error *error);
void fr_close(fr_finder *finder); /* NULL will do */

/*
 * Later calls of fr_find ask `stop` every thousand steps or so, and end with FR_STOPPED
 * where it returns true. NULL: they ask nobody.
 */
void fr_stop_if(fr_finder *finder, bool (*stop)(void *context), void *context);

typedef struct fr_answer
{
	bool found;
	double cost;		  /* in the model's unit; INFINITY if there is no path */
	size_t count;		  /* of cells, both ends included; 0 if there is no path */
	const fr_cell *cells; /* the finder's, until its next call */
	fr_result result;	  /* the statistics of the search */
} fr_answer;

/*
 * Finds a path from cell to cell by a method, such as "auto" or "astar(tie=low_g)", which
 * ends with a NUL. No path is an answer, not an error. Errors: of the method, FR_METHOD_FIT, FR_OUTSIDE,
 * FR_COST_RANGE, FR_OUT_OF_MEMORY, FR_STOPPED; the finder can be used afterwards.
 */
fr_status fr_find(fr_finder *finder, fr_cell start, fr_cell goal, const char *method,
				  fr_answer *answer, fr_error *error);

FR_END_C

#endif /* LIBFRINGE_H */
