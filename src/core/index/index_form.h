/*
 * index_form.h - a form of index as a row of functions (internal)
 *
 * Everything that differs by form is behind its row.  Only index.c and index_bytes.c
 * call the functions of a row.  A new form is a line of FR_INDEX_FORM_LIST (index.h) and
 * a file with its row.
 */
#ifndef FRINGE_INDEX_FORM_H
#define FRINGE_INDEX_FORM_H

#include "core/index/index_plan.h"
#include "core/index/index_view.h"
#include "core/grid/route.h"

/* A question: two cells, and the records of their blocks, which are being prefetched. */
typedef struct fr_index_ends
{
	fr_cell start;
	fr_cell goal;
	const uint8_t *from;
	const uint8_t *to;
} fr_index_ends;

/* A route that is being traced. */
typedef struct fr_tracer
{
	const fr_index *index;
	fr_index_scratch *scratch;
	const fr_poll *poll;
	fr_route_builder builder;
	fr_cell at;		  /* its end so far */
	fr_cell *corners; /* of a route of lines, without its start; else NULL */
	size_t count;
} fr_tracer;

typedef struct fr_index_row
{
	fr_index_expectation (*expect)(const fr_grid *grid);

	fr_rules rules; /* of grids that the form supports */

	/*
	 * Errors: FR_INDEX_MODEL (the form serves no such costs), FR_INDEX_LIMIT,
	 * FR_INDEX_MAX_SIZE.
	 */
	fr_status (*build)(fr_index_builder *builder);

	uint32_t flags;	   /* allowed in an index of the form */
	uint32_t sections; /* a bit for each that may not be empty */

	/* Are the header's fields of this form sound?  The fields of all forms are. */
	bool (*has_header)(const uint8_t *header);

	/* The name of the corrupt part, or NULL.  Header and sizes of sections are sound. */
	const char *(*check)(const fr_index *index, const fr_poll *poll);

	/* Derives the tables that queries read besides the bytes.  NULL: there are none. */
	void (*open)(fr_index *index, const fr_arena *arena, const fr_poll *poll);

	uint64_t (*cost)(const fr_index *index, const fr_index_ends *ends,
					 fr_index_scratch *scratch, const fr_poll *poll);
	void (*costs_to)(const fr_index *index, const fr_index_pairs *pairs,
					 fr_index_scratch *scratch, const fr_poll *poll);

	/*
	 * Traces a route and returns its cost, or FR_UNREACHED, or FR_NO_COST if the index
	 * is corrupt.
	 */
	uint64_t (*trace)(fr_tracer *t, fr_cell goal);
	uint64_t (*step)(const fr_index *index, fr_cell from, int direction);
	uint64_t (*entries)(const fr_index *index);
} fr_index_row;

#define FR_INDEX_ROW_OF(NAME, name) extern const fr_index_row fr_index_##name##_row;

FR_INDEX_FORM_LIST(FR_INDEX_ROW_OF)

const fr_index_row *fr_index_row_of(fr_index_form form);

#endif /* FRINGE_INDEX_FORM_H */
