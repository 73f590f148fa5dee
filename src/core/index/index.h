/*
 * index.h - an index of a map: costs and routes without the map
 *
 * Labels answer questions about one map under one model, without a search.
 * doc/dev/proofs.md shows that the answers are exact.  An index is one run of bytes without
 * pointers, the same on every machine.  It is read in place, at any address.
 * index_format.h draws the bytes.
 *
 *   grid --fr_index_build--> plan --fr_index_write--> bytes (stored)
 *   bytes --fr_index_check--> checked bytes --fr_index_open--> index
 *   index + scratch + cells --fr_index_cost, fr_index_route--> answers
 *
 * Costs are those of fr_search on the grid, to the bit.  They are in the grid's unit:
 * fr_cost_value converts them by the `costs` of the opened index.  Cells have to be on the
 * map.  Threads share an opened index; each has its own scratch.  api.h declares the
 * functions that answer costs.
 */
#ifndef FRINGE_INDEX_H
#define FRINGE_INDEX_H

#include "core/api.h"
#include "core/grid/bits.h"
#include "core/grid/grid.h"
#include "core/index/index_units.h"
#include "core/index/subgoals/sight_bitmap.h"
#include "core/path/path.h"

/*
 * Forms.  Subgoals: hub labels of subgoals, by block of the map; for models in which all
 * cells weigh the same.  Borders: hub labels of the border cells of blocks; for any model of
 * steps.  Lines: hub labels of subgoals for `anyangle`.  Each form is a row of
 * index_form.h.
 */
#define FR_INDEX_FORM_LIST(X)                                                            \
	X(SUBGOALS, subgoals)                                                                \
	X(BORDERS, borders)                                                                  \
	X(LINES, lines)

#define FR_INDEX_FORM_NUMBER(NAME, name) FR_INDEX_##NAME,

typedef enum fr_index_form
{
	FR_INDEX_FORM_LIST(FR_INDEX_FORM_NUMBER) FR_INDEX_FORMS
} fr_index_form;

extern const char *const fr_index_form_name[FR_INDEX_FORMS];

#define FR_INDEX_DIGEST                                                                  \
	16 /* bytes of the digest of the ground and layers that a model reads */

/* ---- building ------------------------------------------------------------------- */

/*
 * Progress of a build, which a poll may read. No stage tells how long the others take: the
 * shares of stages differ too much between maps.
 */
typedef struct fr_index_progress
{
	const char *stage; /* a few words */
	uint64_t done;	   /* of `all` parts of the stage */
	uint64_t all;	   /* 0: the stage counts no parts */
} fr_index_progress;

typedef struct fr_index_request
{
	const fr_grid *grid;
	const fr_model *model;		 /* the grid's */
	const uint8_t *digest;		 /* FR_INDEX_DIGEST bytes, which the caller computes */
	size_t max_size;			 /* bytes that the index may take; 0: no limit */
	bool routes;				 /* answer routes, not only costs */
	const fr_index_form *form;	 /* wanted; NULL: the better one */
	fr_index_progress *progress; /* kept up to date, or NULL */
} fr_index_request;

/* Estimates of an index; `expect` of each form says how good they are. */
typedef struct fr_index_expectation
{
	fr_index_form
		form; /* a build may choose borders where subgoals are expected, not the reverse */
	double bytes;
	double memory; /* peak of the build in bytes, the index included */
	double seconds;
} fr_index_expectation;

/* An estimate in a few microseconds, from counts of the grid. `form` as in a request. */
fr_index_expectation fr_index_expect(const fr_grid *grid, const fr_index_form *form);

/* The rules of grids that each form supports, and those that some form does. */
#define FR_SUBGOALS_RULES (FR_RULE(SIZE) | FR_RULE(BLOCKED) | FR_RULE(LINKS))
#define FR_BORDERS_RULES                                                                 \
	(FR_SUBGOALS_RULES | FR_RULE(HEXAGONS) | FR_RULE(ONEWAY) | FR_RULE(SIDES) |          \
	 FR_LAYER_RULES | FR_RULE(WEIGHTS) | FR_RULE(WEIGH))
#define FR_LINES_RULES (FR_RULE(LINES) | FR_RULE(SIZE) | FR_RULE(BLOCKED))
#define FR_INDEX_RULES (FR_BORDERS_RULES | FR_LINES_RULES)

/* Does the form of subgoals serve the grid's model? */
bool fr_index_has_subgoals(const fr_grid *grid);

/* A built index before it is written. It lives in the arena of the build. */
typedef struct fr_index_plan fr_index_plan;

/* Errors: FR_RULE_REFUSED, FR_INDEX_MODEL, FR_INDEX_MAX_SIZE, FR_INDEX_LIMIT. */
fr_status fr_index_build(const fr_index_request *request, const fr_arena *arena,
						 const fr_poll *poll, fr_index_plan **plan, fr_error *error);

/* The size of an index in bytes; and a function that writes so many bytes. */
size_t fr_index_plan_size(const fr_index_plan *plan);
void fr_index_write(const fr_index_plan *plan, uint8_t *bytes, const fr_poll *poll);

/* ---- opening -------------------------------------------------------------------- */

#define FR_INDEX_SECTIONS 15

/*
 * What layers add to the costs of steps, in parts of a straight step. In costs of both ends a
 * step costs as much as the step back: see fr_border_price in borders/border_block.h.
 */
typedef struct fr_border_prices
{
	const uint8_t *enter;  /* u32 by cell; NULL: entering costs nothing more */
	const uint8_t *height; /* by cell u16, or u32 if `tall`; NULL: heights cost nothing */
	uint32_t rise;
	uint32_t drop;
	bool both_ends;
	bool tall;
} fr_border_prices;

/* What steps depend on besides their direction. */
typedef enum fr_border_steps
{
	FR_EVEN_STEPS,
	FR_WEIGHTED_STEPS, /* the weights of their cells */
	FR_EXTENDED_STEPS  /* layers or banned moves, too */
} fr_border_steps;

/* An opened index: a view of its bytes, which have to stay where they are. */
typedef struct fr_index
{
	const uint8_t *bytes;
	size_t size;
	fr_index_form form;
	uint32_t width;
	uint32_t height;
	uint32_t hubs;
	bool routes;		   /* fr_index_route works */
	bool vectors;		   /* use AVX2; tests clear it */
	const uint8_t *digest; /* FR_INDEX_DIGEST bytes */
	const char *model;	   /* canonical text, without a NUL */
	size_t model_length;
	fr_costs costs; /* only steps and unit: what fr_cost_value reads */

	/* for the core only, from here on */
	const struct fr_index_row *row; /* of the form */
	const uint8_t *section[FR_INDEX_SECTIONS];
	uint32_t row_words; /* of 64 bits, of a line of the free cells */
	uint32_t blocks_across;
	int corners; /* as in fr_index_rule */
	bool tile;	 /* no diagonal steps */
	bool linked; /* the map has links */

	/* units: index_units.h */
	fr_index_units
		units;	  /* labels' cost of a part of a straight step, and a diagonal step */
	uint32_t top; /* above every cost in the labels' unit */
	uint32_t
		inverse; /* of units.diagonal modulo units.straight; 0: costs are proportional */
	uint64_t part; /* grid's cost of a part; a step is one part unless links cost less */
	uint64_t diagonal;		/* grid's cost of what labels count as a diagonal step */
	uint64_t straight_step; /* its cost in labels: all parts of it */

	struct
	{
		bool wide; /* distances have 32 bits, not 24 */
		fr_sight_bitmap sight;
	} subgoals;

	struct
	{
		bool many;	   /* numbers of hubs have 32 bits, not 16 */
		bool pairs;	   /* narrow costs are pairs of counts */
		bool weighted; /* cells differ in weight */
		int weigh;	   /* of the labels: FR_WEIGH_ENTER, ... */
		int steps;	   /* of the grid */
		bool
			shifted; /* labels count both cells of a step; the weights of both ends correct the answer */
		bool directed; /* there and back may cost different amounts */
		bool doubled;  /* labels count twice what steps cost without layers */
		bool adjusted; /* answers differ from what labels say: shifted, doubled, ... */
		fr_border_steps kind;
		bool layered; /* layers add to the costs of steps */
		fr_border_prices prices;
		const uint8_t
			*moves; /* legal moves by cell; NULL: all that the rule of corners allows */
	} borders;

	struct
	{
		fr_planes planes;
	} lines;
} fr_index;

/*
 * Bytes that fr_index_check has accepted. No other function makes such a pointer, so the
 * compiler refuses to open bytes that nobody has checked.
 */
typedef struct fr_index_trusted fr_index_trusted; /* never complete */

typedef struct fr_index_checked
{
	const fr_index_trusted *bytes;
	size_t size;
} fr_index_checked;

/*
 * Checks all bytes, once. A query of accepted bytes reads only these bytes, writes only its
 * scratch, ends, and leaves nothing in the scratch that changes answers of another index. A
 * checksum detects accidental changes; nothing detects wrong distances.
 * Errors: FR_PACKED_VERSION, FR_PACKED_CORRUPT.
 */
fr_status fr_index_check(const uint8_t *bytes, size_t size, const fr_poll *poll,
						 fr_index_checked *checked, fr_error *error);

/* Opens checked bytes. Tables that are derived from them live in the arena. */
fr_index fr_index_open(fr_index_checked checked, const fr_arena *arena,
					   const fr_poll *poll);

#define FR_INDEX_PEEK_SIZE 40 /* bytes of an index that fr_index_peek reads */

/* Size and digest of the map, from the first bytes of a checked index. */
void fr_index_peek(const uint8_t *bytes, uint32_t *width, uint32_t *height,
				   uint8_t digest[FR_INDEX_DIGEST]);

#define FR_INDEX_MODEL_SIZE (176 + FR_MODEL_TEXT_MAX) /* bytes that the next one reads */

/*
 * The text of the model, in the first bytes of a checked index.  NULL: the model reads no
 * layers, because the index is not extended.
 */
const char *fr_index_peek_model(const uint8_t *bytes, size_t size, size_t *length);

/* ---- asking --------------------------------------------------------------------- */

/*
 * Is the scratch large enough for the index?  A scratch serves many indexes in turn, and
 * stays valid after a longjmp out of a poll.
 */
bool fr_index_scratch_fits(const fr_index_scratch *scratch, const fr_index *index);

/* Costs from the first start to all goals: reads the start's labels once. */
void fr_index_costs_to(const fr_index *index, const struct fr_index_pairs *pairs,
					   fr_index_scratch *scratch, const fr_poll *poll);

/*
 * The cost, FR_UNREACHED if there is no path, and a route of this cost in the arena.
 * Errors: FR_INDEX_ROUTES (it has only costs), FR_PACKED_CORRUPT (its routes are corrupt).
 */
fr_status fr_index_route(const struct fr_index_query *query, const fr_arena *arena,
						 const fr_poll *poll, uint64_t *cost, fr_route *route,
						 fr_error *error);

/* The cost of a step of such a route, in the grid's unit, as fr_step_cost has it. */
uint64_t fr_index_step(const fr_index *index, fr_cell from, int direction);

/* The cost of a link of such a route; FR_UNREACHED if there is none. */
uint64_t fr_index_link(const fr_index *index, fr_cell from, fr_cell to);

/* Counts and the bytes of each section that is not empty. */
typedef struct fr_index_part
{
	const char *name;
	size_t bytes;
} fr_index_part;

typedef struct fr_index_info
{
	fr_index_form form;
	uint32_t hubs;
	uint64_t entries; /* of all labels that queries read */
	int parts;
	fr_index_part part[FR_INDEX_SECTIONS];
} fr_index_info;

fr_index_info fr_index_describe(const fr_index *index);

#endif /* FRINGE_INDEX_H */
