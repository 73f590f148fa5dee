/*
 * index.c - building an index of the better form, and asking an index of any form
 *
 * A form is a row of functions (index_form.h).  This file chooses the form of a new
 * index, and passes questions on to the row of an opened one.
 */
#include "core/index/index_form.h"

#include <string.h>

#include "core/base/base.h"
#include "core/index/borders/borders.h"
#include "core/index/index_links.h"
#include "core/index/subgoals/subgoal_index.h"

/* ---- which form ------------------------------------------------------------------- */

/*
 * The form of subgoals takes fewer bytes and answers faster, unless a map has many
 * corners of obstacles, as noise and mazes with corridors of one cell have.  From about
 * twice as many subgoals as hubs of borders on, the product of bytes and query time is
 * smaller with borders. Labels of subgoals also exceed their limit if subgoals see very
 * many others.
 *
 * MANY_SUBGOALS was fitted to 225 maps, every second one of eight sets and four
 * generators. On all of the other 225 maps it chooses the smaller product.
 * ENTRIES_AN_EDGE was set on all 450 maps, so that no build starts labels that are
 * refused later; other maps may show that it is too large.
 */
#define MANY_SUBGOALS 2.1  /* hubs of borders */
#define ENTRIES_AN_EDGE 13 /* of long labels */

static bool
are_borders_better(const fr_subgoals_build *b)
{
	const fr_grid *grid = b->builder->request->grid;
	uint32_t count = b->subgoals.count;
	uint32_t hubs = fr_border_count_hubs(grid, b->builder->poll);

	return count > MANY_SUBGOALS * hubs ||
		   (uint64_t) b->graph.first[count] * ENTRIES_AN_EDGE >
			   fr_subgoals_most_entries(grid);
}

/* FR_RULE_REFUSED, FR_INDEX_MODEL and FR_INDEX_LIMIT mean that the index gets borders. */
static fr_status
build_subgoals_if_better(fr_index_builder *builder)
{
	fr_subgoals_build b;

	if (fr_subgoals_begin(&b, builder))
		return builder->error->status;
	if (b.subgoals.count > FR_MOST_SUBGOALS)
		return FR_INDEX_LIMIT;
	fr_subgoals_join(&b);
	return are_borders_better(&b) ? FR_INDEX_LIMIT : fr_subgoals_finish(&b);
}

/* Builds the requested form, or the better one. Borders support all rules that subgoals do. */
static fr_status
build_any(fr_index_builder *builder)
{
	static const fr_index_form lines = FR_INDEX_LINES;
	const fr_index_form *form = builder->request->form;
	const fr_grid *grid = builder->request->grid;
	fr_status status;

	if (grid->costs.lengths)
		form = &lines;
	if (fr_rules_refuse(grid->costs.rules,
						form ? fr_index_row_of(*form)->rules : fr_index_borders_row.rules,
						"fringe_index", builder->error))
		return builder->error->status;
	if (form != NULL)
		return fr_index_row_of(*form)->build(builder);
	status = build_subgoals_if_better(builder);
	return status == FR_RULE_REFUSED || status == FR_INDEX_MODEL ||
				   status == FR_INDEX_LIMIT
			   ? fr_index_borders_row.build(builder)
			   : status;
}

/* ---- all of it ---------------------------------------------------------------------- */

fr_index_expectation
fr_index_expect(const fr_grid *grid, const fr_index_form *form)
{
	if (grid->costs.lengths)
		return fr_index_lines_row.expect(grid);
	if (!fr_index_has_subgoals(grid))
		return fr_index_borders_row.expect(grid);
	return fr_index_row_of(form != NULL ? *form : FR_INDEX_SUBGOALS)->expect(grid);
}

fr_status
fr_index_build(const fr_index_request *request, const fr_arena *arena,
			   const fr_poll *poll, fr_index_plan **plan, fr_error *error)
{
	fr_index_builder builder = {.request = request,
								.arena = arena,
								.poll = poll,
								.error = error,
								.max_size =
									request->max_size ? request->max_size : UINT32_MAX};

	error->status = FR_OK;
	builder.plan = fr_arena_alloc(arena, sizeof *builder.plan);
	memset(builder.plan, 0, sizeof *builder.plan);
	if (build_any(&builder))
		return error->status;
	*plan = builder.plan;
	return FR_OK;
}

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

#define AHEAD 2 /* pairs whose blocks are prefetched */

static inline uint64_t
cost_between(const fr_index *index, fr_cell start, fr_cell goal,
			 fr_index_scratch *scratch, const fr_poll *poll, bool fetch)
{
	fr_index_ends ends = {start, goal, fr_index_record(index, start),
						  fr_index_record(index, goal)};

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
	fr_index_prefetch(fr_index_record(index, pairs->starts[i]));
	fr_index_prefetch(fr_index_record(index, pairs->goals[i]));
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
		route.moves += fr_line_moves(at, t->corners[i]);
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
	uint32_t cost = fr_index_arc_cost(index, fr_index_cell_number(index, from),
									  fr_index_cell_number(index, to));

	return cost == UINT32_MAX ? FR_UNREACHED : cost / index->units.straight * index->part;
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
