/*
 * index.c - questions to an index, whatever its form
 */
#include "core/index/form.h"

#include "core/base/error.h"
#include "core/index/map_links.h"

#define FORM_NAME(NAME, name) #name,
#define FORM_ROW(NAME, name) &fr_index_##name##_row,

const char *const fr_index_form_name[FR_INDEX_FORMS] = {FR_INDEX_FORM_LIST(FORM_NAME)};

const fr_index_row *
fr_index_row_of(fr_index_form form)
{
	static const fr_index_row *const rows[] = {FR_INDEX_FORM_LIST(FORM_ROW)};

	return rows[form];
}

/* ---- costs ---------------------------------------------------------------------- */

#define AHEAD 2 /* pairs whose blocks are fetched while one is answered */

static inline uint64_t
cost_between(const fr_index *index, fr_cell start, fr_cell goal,
			 fr_index_scratch *scratch, const fr_poll *poll, bool fetch)
{
	fr_index_ends ends = {start, goal, fr_index_run(index, start),
						  fr_index_run(index, goal)};

	if (fetch)
	{
		fr_index_prefetch(ends.from);
		fr_index_prefetch(ends.to);
	}
	return index->row->cost(index, &ends, scratch, poll);
}

uint64_t
fr_index_cost(const fr_index *index, fr_cell start, fr_cell goal,
			  fr_index_scratch *scratch, const fr_poll *poll)
{
	return cost_between(index, start, goal, scratch, poll, true);
}

static void
prefetch_pair(const fr_index *index, const fr_index_pairs *pairs, size_t i)
{
	if (i >= pairs->count)
		return;
	fr_index_prefetch(fr_index_run(index, pairs->starts[i]));
	fr_index_prefetch(fr_index_run(index, pairs->goals[i]));
}

void
fr_index_costs(const fr_index *index, const fr_index_pairs *pairs,
			   fr_index_scratch *scratch, const fr_poll *poll)
{
	for (size_t i = 0; i < AHEAD; i++)
		prefetch_pair(index, pairs, i);
	for (size_t i = 0; i < pairs->count; i++)
	{
		fr_poll_at(poll, i);
		prefetch_pair(index, pairs, i + AHEAD);
		pairs->costs[i] =
			cost_between(index, pairs->starts[i], pairs->goals[i], scratch, poll, false);
	}
}

void
fr_index_costs_to(const fr_index *index, const fr_index_pairs *pairs,
				  fr_index_scratch *scratch, const fr_poll *poll)
{
	index->row->costs_to(index, pairs, scratch, poll);
}

/* ---- routes ---------------------------------------------------------------------- */

static fr_route
route_of_lines(const fr_tracer *t, fr_cell start)
{
	fr_route route = {.start = start, .count = t->count, .corners = t->corners};
	fr_cell at = start;

	for (size_t i = 0; i < t->count; at = t->corners[i++])
		route.moves += (int64_t) fr_leg_between(at, t->corners[i]).moves;
	return route;
}

fr_status
fr_index_route(const fr_index_query *query, const fr_arena *arena, const fr_poll *poll,
			   uint64_t *cost, fr_route *route, fr_error *error)
{
	fr_tracer t = {.index = query->index,
				   .scratch = query->scratch,
				   .poll = poll,
				   .builder = {.arena = arena},
				   .at = query->start};

	if (!query->index->routes)
		return fr_fail(error, FR_INDEX_ROUTES);
	*cost = query->index->row->trace(&t, query->goal);
	if (*cost == FR_NO_COST)
		return fr_fail(error, FR_PACKED_CORRUPT, .what = "routes");
	if (*cost == FR_UNREACHED)
		return FR_OK;
	*route = t.corners ? route_of_lines(&t, query->start)
					   : fr_route_finish(&t.builder, query->start, false);
	if (route->moves > (int64_t) query->index->width * query->index->height)
		return fr_fail(error, FR_PACKED_CORRUPT, .what = "routes");
	return FR_OK;
}

uint64_t
fr_index_step(const fr_index *index, fr_cell from, int direction)
{
	return index->row->step(index, from, direction);
}

uint64_t
fr_index_link(const fr_index *index, fr_cell from, fr_cell to)
{
	uint32_t cost = fr_index_hop_cost(index, fr_index_cell_number(index, from),
									  fr_index_cell_number(index, to));

	return cost == UINT32_MAX ? FR_UNREACHED : cost / index->straight * index->part;
}

/* ---- what is in it --------------------------------------------------------------- */

fr_index_info
fr_index_describe(const fr_index *index)
{
#define SECTION_NAME(NAME, name) #name,
	static const char *const names[] = {FR_INDEX_SECTION_LIST(SECTION_NAME)};
	fr_index_info info = {
		.form = index->form, .hubs = index->hubs, .entries = index->row->entries(index)};

	for (int i = 0; i < FR_SECTION_COUNT; i++)
		if (fr_section_size(index, i) > 0)
			info.part[info.parts++] =
				(fr_index_part){names[i], fr_section_size(index, i)};
	return info;
}
