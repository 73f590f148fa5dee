/*
 * build.c - which form an index gets, and what it is expected to take
 */
#include "core/index/form.h"

#include <string.h>

#include "core/base/error.h"
#include "core/index/borders/borders.h"
#include "core/index/subgoals/build.h"

/* ---- which form ------------------------------------------------------------------- */

/*
 * Where both forms serve a map, subgoals take fewer bytes and answer faster, unless corners
 * of obstacles are many: from a little more than twice as many subgoals as hubs among border
 * cells on, as on noise and in mazes of ways one cell wide, bytes times the time of a query
 * are less with borders.  And where subgoals see so many others, their labels would have
 * more entries than they may.
 *
 * The first number was fitted to every second map of eight sets and of four generators, 225
 * maps, and held against the other 225: bytes times time are the lesser of both on every one
 * of these.  The second was set when all 450 had been seen, so that on none of them labels
 * are begun and refused; other maps may show that it is too large.
 */
#define MANY_SUBGOALS 2.1  /* times the hubs of borders */
#define ENTRIES_AN_EDGE 13 /* of labels, where these are long */

static bool
are_borders_better(const fr_subgoals_build *b)
{
	const fr_grid *grid = b->m->request->grid;
	uint32_t count = b->subgoals.count;
	uint32_t hubs = fr_border_count_hubs(grid, b->m->poll);

	return count > MANY_SUBGOALS * hubs ||
		   (uint64_t) b->graph.first[count] * ENTRIES_AN_EDGE >
			   fr_subgoals_most_entries(grid);
}

/* FR_INDEX_LIMIT, or FR_INDEX_MODEL: it is for borders. */
static fr_status
build_subgoals_if_better(fr_index_maker *m)
{
	fr_subgoals_build b;

	if (fr_subgoals_begin(&b, m))
		return m->error->status;
	if (b.subgoals.count > FR_MOST_SUBGOALS)
		return FR_INDEX_LIMIT;
	fr_subgoals_join(&b);
	return are_borders_better(&b) ? FR_INDEX_LIMIT : fr_subgoals_finish(&b);
}

/* The wanted form, or the better one. */
static fr_status
build_any(fr_index_maker *m)
{
	const fr_index_form *form = m->request->form;
	fr_status status;

	if (m->request->grid->costs.lengths && m->request->grid->links)
		return fr_fail(m->error, FR_INDEX_LINKS);
	if (m->request->grid->costs.lengths)
		return fr_index_lines_row.build(m);
	if (m->request->grid->costs.oneway)
		return fr_fail(m->error, FR_INDEX_MODEL, .what = "directions");
	if (form != NULL)
		return fr_index_row_of(*form)->build(m);
	status = build_subgoals_if_better(m);
	return status == FR_INDEX_MODEL || status == FR_INDEX_LIMIT
			   ? fr_index_borders_row.build(m)
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

#define SURELY 4 /* times max_size: counts are too rough to refuse less */

/* Refuses a build at once if the expected bytes are far above max_size. */
static fr_status
check_expected(const fr_index_maker *m)
{
	fr_index_expectation expected = fr_index_expect(m->request->grid, m->request->form);

	if (expected.bytes / SURELY > (double) m->max_size)
		return fr_fail(m->error, FR_INDEX_MAX_SIZE,
					   .found = (int64_t) (expected.bytes / SURELY),
					   .wanted = (int64_t) m->max_size);
	return FR_OK;
}

fr_status
fr_index_build(const fr_index_request *request, const fr_arena *arena,
			   const fr_poll *poll, fr_index_plan **plan, fr_error *error)
{
	fr_index_maker m = {.request = request,
						.arena = arena,
						.poll = poll,
						.error = error,
						.max_size = request->max_size ? request->max_size : UINT32_MAX};

	error->status = FR_OK;
	m.plan = fr_take(arena, sizeof *m.plan);
	memset(m.plan, 0, sizeof *m.plan);
	if (check_expected(&m) || build_any(&m))
		return error->status;
	*plan = m.plan;
	return FR_OK;
}
