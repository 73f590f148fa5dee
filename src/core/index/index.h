/*
 * index.h - indexes: costs and routes without the map
 */
#ifndef FRINGE_INDEX_H
#define FRINGE_INDEX_H

#include "core/api.h"
#include "core/grid/grid.h"
#include "core/path/path.h"

/*
 * An index of a map under one model: one run of bytes that is read in place, at any
 * address, with no pointers and the same on every machine (index_format.h draws it).
 * It answers costs and routes without the map: doc/dev/proofs.md.
 *
 *   grid --fr_index_build--> plan --fr_index_write--> bytes (stored)
 *   bytes --fr_index_check--> checked bytes --fr_index_open--> index
 *   index + scratch + cells --fr_index_cost, fr_index_route--> answers
 *
 * Costs are those of fr_search on the grid, to the bit: fr_cost_value turns them
 * into numbers by the `costs` of the opened index.
 */
#define FR_INDEX_DIGEST 16	  /* bytes of a map's digest, as the caller counts them */
#define FR_INDEX_PEEK_SIZE 40 /* bytes of an index that fr_index_peek reads */

/*
 * Forms: labels of subgoals by block of the map; for any model of steps, labels of the
 * border cells of blocks; for anyangle, labels of subgoals and lines.  Each is a row of
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

/* The progress of a build, which polls may read. */
typedef struct fr_index_progress
{
	const char *stage; /* what it does, in a few words */
	double done;	   /* its share of the work, 0 to 1: an estimate */
} fr_index_progress;

typedef struct fr_index_request
{
	const fr_grid *grid;
	const fr_model *model;		 /* that the grid was built for */
	const uint8_t *digest;		 /* of the map: FR_INDEX_DIGEST bytes */
	size_t max_size;			 /* the most bytes that it may take; 0: no limit */
	bool routes;				 /* it is to answer routes, too */
	const fr_index_form *form;	 /* that it is to have; NULL: whichever is better */
	fr_index_progress *progress; /* that is kept up to date, or NULL */
} fr_index_request;

/* The expected size, memory and time of an index; the forms say how well. */
typedef struct fr_index_expectation
{
	fr_index_form
		form; /* borders may be built where subgoals are expected, not the reverse */
	double bytes;
	double memory; /* bytes at most while it is built, the index included */
	double seconds;
} fr_index_expectation;

/*
 * Estimates by counts, in some microseconds. `form` fixes the form; NULL: the better one.
 */
fr_index_expectation fr_index_expect(const fr_grid *grid, const fr_index_form *form);

/* An index that was built and has to be written; it lives in the builder's arena. */
typedef struct fr_index_plan fr_index_plan;

/*
 * The plan, of whose bytes fr_index_write writes as many as fr_index_plan_size
 * says; what is needed in between is taken from the arena, too.  Refusals:
 * FR_INDEX_MODEL, FR_INDEX_MAX_SIZE, FR_INDEX_LIMIT.
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
	bool routes;		   /* else fr_index_route fails */
	const uint8_t *digest; /* FR_INDEX_DIGEST bytes */
	const char *model;	   /* canonical text, not terminated */
	size_t model_length;
	const struct fr_index_row *row; /* of the form */
	uint32_t hubs;					/* in the subgoals form: these */
	fr_costs costs; /* steps and unit alone: what fr_cost_value looks at */
	uint32_t top;	/* above every cost in the labels' unit */
	uint64_t
		part; /* of a straight step, in the grid's unit: all but where links cost less */
	uint32_t straight; /* in the labels' unit that of a part, and of a diagonal step */
	uint32_t diagonal;
	uint64_t whole;	  /* straight step, all parts of it */
	uint32_t inverse; /* of diagonal modulo straight; 0: costs are proportional */
	bool tile;
	bool wide; /* in the subgoals form: distances have 32 bits */
	bool many; /* in the borders form: numbers of hubs have */
	bool
		weighted; /* in the borders form, as the following four: cells differ in weight */
	bool average;
	bool shifted;
	bool directed;
	bool pairs;
	bool linked;  /* there are links */
	bool vectors; /* the processor has what vectors ask for */
	int corners;
	uint32_t row_words; /* of the lines of boards, and how many lines are diagonals */
	uint32_t column_words;
	uint32_t diagonals;
	uint32_t turns; /* a multiple of these, no less than the width */
	uint32_t blocks_across;
	const uint8_t *columns; /* boards: see subgoals/sight_bitmap.h */
	const uint8_t *falling;
	const uint8_t *rising;
	fr_planes planes; /* in the form lines */
	const uint8_t *section[FR_INDEX_SECTIONS];
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
 * Checks all bytes. No query of what is accepted reads outside the bytes, writes outside
 * its scratch, runs for ever, or leaves anything in the scratch that changes the answers
 * of another index. A checksum detects accidental changes; nothing detects wrong
 * distances. FR_PACKED_VERSION, FR_PACKED_CORRUPT.
 */
fr_status fr_index_check(const uint8_t *bytes, size_t size, const fr_poll *poll,
						 fr_index_checked *checked, fr_error *error);

/* An opened index has boards of bits in the arena. */
fr_index fr_index_open(fr_index_checked checked, const fr_arena *arena,
					   const fr_poll *poll);
void fr_index_peek(const uint8_t *bytes, uint32_t *width, uint32_t *height,
				   uint8_t digest[FR_INDEX_DIGEST]);

/*
 * Scratch memory of queries, in a block aligned for any type. It may serve many indexes
 * in turn, if it is large enough for each (fr_index_scratch_fits), and stays valid after a
 * longjmp out of a poll.
 */
bool fr_index_scratch_fits(const fr_index_scratch *scratch, const fr_index *index);

/* Costs from the first start alone to many goals; reads the start's part once. */
void fr_index_costs_to(const fr_index *index, const struct fr_index_pairs *pairs,
					   fr_index_scratch *scratch, const fr_poll *poll);

/*
 * The cost, and a route of this cost in the arena. FR_INDEX_ROUTES if the index has no
 * routes, FR_PACKED_CORRUPT if they are corrupt; else FR_OK.
 */
fr_status fr_index_route(const struct fr_index_query *query, const fr_arena *arena,
						 const fr_poll *poll, uint64_t *cost, fr_route *route,
						 fr_error *error);

/* The cost of a step of such a route, in the grid's unit, as fr_step_cost has it. */
uint64_t fr_index_step(const fr_index *index, fr_cell from, int direction);

/* And of a link of such a route; FR_UNREACHED: there is none. */
uint64_t fr_index_link(const fr_index *index, fr_cell from, fr_cell to);

/* Bytes by part of the index. */
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
