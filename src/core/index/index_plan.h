/*
 * index_plan.h - an index that is being built: its sections and header (internal)
 */
#ifndef FRINGE_INDEX_PLAN_H
#define FRINGE_INDEX_PLAN_H

#include "core/index/index.h"
#include "core/index/index_format.h"
#include "core/index/index_units.h"

struct fr_index_plan
{
	bool extended; /* its version is FR_INDEX_EXTENDED */
	uint8_t header[FR_INDEX_EXTENDED_SIZE];
	fr_index_section section[FR_SECTION_COUNT];
};

/* The context of a build. */
typedef struct fr_index_builder
{
	const fr_index_request *request;
	const fr_arena *arena;
	const fr_poll *poll;
	fr_error *error;
	size_t max_size; /* bytes that the index may have */
	fr_index_plan *plan;
} fr_index_builder;

/* Fields of the header that the request does not give. */
typedef struct fr_index_header
{
	fr_index_form form;
	fr_index_rule rule;
	uint32_t parts; /* of a straight step; rule.straight is the cost of one part */
	fr_index_units units;
	uint32_t top;
	uint32_t hubs;
	uint32_t borders;
	uint32_t flags; /* of the form */
	uint32_t rise;	/* in parts; only with layers */
	uint32_t drop;
} fr_index_header;

/* Begins a stage of a build; `progress` may be NULL, here and below. */
static inline void
fr_progress_begin(fr_index_progress *progress, const char *stage)
{
	if (progress)
		*progress = (fr_index_progress){.stage = stage};
}

/* The stage has done so many of its parts. */
static inline void
fr_progress_count(fr_index_progress *progress, uint64_t done, uint64_t all)
{
	if (progress)
	{
		progress->done = done;
		progress->all = all;
	}
}

/* A section of `size` zero bytes. */
uint8_t *fr_plan_section(const fr_index_builder *builder, int number, size_t size);

/* The section of free cells, row by row. */
void fr_plan_rows(const fr_index_builder *builder);

/*
 * Completes the header; the sections are complete.  FR_INDEX_MAX_SIZE: the index is too
 * large.
 */
fr_status fr_plan_finish(const fr_index_builder *builder, const fr_index_header *header);

#endif /* FRINGE_INDEX_PLAN_H */
