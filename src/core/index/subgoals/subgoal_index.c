/*
 * subgoal_index.c - the subgoals form: subgoals -> graph -> units -> labels -> sections
 */
#include "core/index/subgoals/subgoal_index.h"

#include "core/base/base.h"
#include "core/grid/bits.h"
#include "core/index/index_form.h"
#include "core/index/subgoals/sight_bitmap.h"
#include "core/index/subgoals/subgoal_query.h"

_Static_assert(FR_INDEX_TOP <= FR_LONGEST, "labels hold every distance");

/* ---- costs of edges ---------------------------------------------------------- */

static fr_arc_scale
scale_of(const fr_subgoals_build *b, fr_index_units units, uint64_t top)
{
	return (fr_arc_scale){b->rule.straight, units.straight, (uint32_t) top};
}

/* The graph with costs in these units as weights.  No path costs as much as the top. */
static fr_graph
weigh(const fr_subgoals_build *b, fr_index_units units, uint64_t top)
{
	const fr_index_builder *builder = b->builder;
	fr_graph graph = fr_subgoals_add_weights(&b->subgoals, &b->graph, units,
											 builder->arena, builder->poll);
	fr_arc_scale scale = scale_of(b, units, top);

	if (!b->subgoals.links)
		return graph;
	return fr_subgoals_add_links(&b->subgoals, &graph, &scale, builder->arena,
								 builder->poll);
}

/* ---- units ------------------------------------------------------------------ */

static uint64_t
larger_of(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/*
 * An upper bound of path costs, in coarse units.  A path leads from its start to a
 * subgoal in sight, between two subgoals, and from a subgoal to its goal; or straight to
 * its goal.
 */
static uint64_t
longest_path(const fr_subgoals_build *b, fr_index_units units, uint64_t extent)
{
	const fr_subgoals *s = &b->subgoals;
	uint64_t access = (uint64_t) s->straight_reach * units.straight +
					  (uint64_t) s->diagonal_reach * units.diagonal;

	return extent + 2 * access;
}

/*
 * Chooses units for as many diagonal steps as a best path can have, and a top above all
 * answers.  A path of cost c in coarse units has at most c / straight straight steps, or
 * c / (diagonal - 1) diagonal ones, since coarse costs are rounded up.
 */
static fr_status
choose_units(fr_subgoals_build *b)
{
	fr_index_units coarse = fr_index_units_above(&b->rule);
	fr_graph rough = weigh(b, coarse, FR_FAR);
	uint64_t longest = longest_path(
		b, coarse, fr_graph_extent(&rough, b->builder->arena, b->builder->poll));
	uint64_t diagonals = longest / (coarse.diagonal - 1) + 1;
	uint64_t straights = longest / coarse.straight + 1;
	uint64_t most;
	uint32_t side =
		b->subgoals.width < b->subgoals.height ? b->subgoals.width : b->subgoals.height;

	/* the straight way across the map may be longer than any path that was measured */
	diagonals = diagonals > side ? diagonals : side;
	if (fr_index_units_within(&b->rule, diagonals, &b->units, b->builder->error))
		return b->builder->error->status;
	b->top = larger_of(diagonals * b->units.diagonal, straights * b->units.straight) + 1;
	most = larger_of(b->top,
					 fr_octile_extent(b->units, b->subgoals.width, b->subgoals.height));
	if (most > FR_INDEX_TOP)
		return fr_fail(b->builder->error, FR_INDEX_LIMIT, .what = "cost",
					   .found = (int64_t) most, .wanted = FR_INDEX_TOP);
	return FR_OK;
}

/* ---- labels ------------------------------------------------------------------- */

/*
 * Limit of the entries of all labels, per cell of the map.  Beyond it borders are
 * better.
 */
#define MOST_ENTRIES 12
#define SPARE_ENTRIES 65536 /* for small maps */

uint64_t
fr_subgoals_most_entries(const fr_grid *grid)
{
	return (uint64_t) grid->cells * MOST_ENTRIES + SPARE_ENTRIES;
}

static fr_status
label_subgoals(fr_subgoals_build *b)
{
	uint64_t most = fr_subgoals_most_entries(b->builder->request->grid);
	fr_label_request plan = {.graph = &b->graph,
							 .reverse = &b->graph,
							 .hubs = b->graph.count,
							 .limit = most,
							 .next = true,
							 .progress = b->builder->request->progress};

	if (b->subgoals.count > FR_MOST_SUBGOALS)
		return fr_fail(b->builder->error, FR_INDEX_LIMIT, .what = "subgoals",
					   .found = b->subgoals.count, .wanted = FR_MOST_SUBGOALS);
	fr_progress_begin(b->builder->request->progress, "labels");
	if (!fr_labels_build(&plan, b->builder->arena, b->builder->poll, &b->labels,
						 &b->labels))
		return fr_fail(b->builder->error, FR_INDEX_LIMIT, .what = "entries of labels",
					   .found = (int64_t) b->labels.entries, .wanted = (int64_t) most);
	return FR_OK;
}

static bool
has_wide_distances(const fr_labels *labels)
{
	for (uint32_t v = 0; v < labels->count; v++)
		for (uint32_t i = 0; i < labels->of[v].count; i++)
			if (labels->of[v].hubs[i].distance >= FR_INDEX_NARROW)
				return true;
	return false;
}

/* ---- all of it -------------------------------------------------------------------- */

/* All links together cost at most so many straight steps: coarse distances stay in range. */
#define MOST_LINK_STEPS (1 << 22)

/* Do distances with links stay in range of coarse units? */
static bool
are_links_short(const fr_grid *grid)
{
	uint64_t most = grid->costs.step[FR_N] * MOST_LINK_STEPS;
	uint64_t sum = 0;

	for (uint32_t i = 0; i < fr_grid_link_count(grid) && sum <= most; i++)
		sum += grid->links->ahead.at[i].cost;
	return sum <= most;
}

/* FR_INDEX_MODEL: subgoals do not serve the model or the links. */
fr_status
fr_subgoals_begin(fr_subgoals_build *b, fr_index_builder *builder)
{
	*b = (fr_subgoals_build){.builder = builder};
	if (fr_index_rule_of(builder->request->grid, &b->rule, builder->error))
		return builder->error->status;
	if (!are_links_short(builder->request->grid))
		return fr_fail(builder->error, FR_INDEX_MODEL, .what = "links");
	return fr_subgoals_find(builder->request->grid, &b->rule, builder->arena,
							builder->poll, &b->subgoals, builder->error);
}

void
fr_subgoals_join(fr_subgoals_build *b)
{
	b->graph = fr_subgoals_graph(&b->subgoals, b->builder->arena, b->builder->poll);
}

static fr_status
encode(const fr_subgoals_build *b)
{
	fr_label_encoding encoding = {
		.builder = b->builder,
		.subgoals = &b->subgoals,
		.labels = &b->labels,
		.units = b->units,
		.corners = b->rule.corners,
		.kind = has_wide_distances(&b->labels) ? FR_BLOCK_WIDE : FR_BLOCK_NARROW,
		.find_candidates = fr_find_candidates};
	fr_index_header header = {.form = FR_INDEX_SUBGOALS,
							  .rule = b->rule,
							  .parts = 1,
							  .units = b->units,
							  .top = (uint32_t) b->top,
							  .hubs = b->subgoals.count,
							  .flags = encoding.kind == FR_BLOCK_WIDE ? FR_FLAG_WIDE : 0};
	fr_arc_scale scale = scale_of(b, b->units, b->top);

	fr_plan_rows(b->builder);
	b->builder->plan->section[FR_SECTION_LINKS] =
		fr_arc_section(b->subgoals.links, &scale, b->builder->arena, b->builder->poll);
	if (fr_encode_blocks(&encoding))
		return b->builder->error->status;
	fr_encode_vertices(&encoding);
	if (b->builder->request->routes)
		fr_encode_routes(&encoding);
	return fr_plan_finish(b->builder, &header);
}

fr_status
fr_subgoals_finish(fr_subgoals_build *b)
{
	if (choose_units(b))
		return b->builder->error->status;
	b->graph = weigh(b, b->units, b->top);
	return label_subgoals(b) ? b->builder->error->status : encode(b);
}

/* ---- the row ------------------------------------------------------------------------ */

static uint64_t
count_free(const fr_grid *grid)
{
	uint64_t count = 0;

	for (uint32_t y = 0; y < grid->height; y++)
		for (uint32_t word = 0; word * 64 < grid->width; word++)
			count += fr_bits_count(fr_grid_free_word(grid, y, word));
	return count;
}

/*
 * Encoding the labels of free cells takes most of the time.  On 40 real maps, builds
 * took 0.4 to 2.2 times the expected time; in mazes and rooms, where cells see few
 * subgoals, as little as 0.15 times.
 */
static fr_index_expectation
expect(const fr_grid *grid)
{
	double corners = grid->shape.convex_corners;
	double cells = grid->cells;
	double each = 0.5e-6 + 0.03e-6 * __builtin_sqrt(corners);

	return (fr_index_expectation){.form = FR_INDEX_SUBGOALS,
								  .bytes = cells * 0.5 + corners * 500,
								  .memory = cells * 90 + corners * 2500,
								  .seconds =
									  cells * 0.08e-6 + (double) count_free(grid) * each};
}

static fr_status
build(fr_index_builder *builder)
{
	fr_subgoals_build b;

	if (fr_subgoals_begin(&b, builder))
		return builder->error->status;
	fr_subgoals_join(&b);
	return fr_subgoals_finish(&b);
}

/* Subgoals serve a range of costs; units have 16 bits, and all ways are distances. */
static bool
has_header(const uint8_t *header)
{
	fr_index_units units = {fr_get32(header + FR_AT_LABEL_STRAIGHT, 0),
							fr_get32(header + FR_AT_LABEL_DIAGONAL, 0)};

	return fr_blocks_has_sides(header) && units.straight <= UINT16_MAX &&
		   units.diagonal >= units.straight && units.diagonal <= 2 * units.straight &&
		   fr_octile_extent(units, fr_get32(header + FR_AT_WIDTH, 0),
							fr_get32(header + FR_AT_HEIGHT, 0)) <= FR_INDEX_TOP;
}

static const char *
check(const fr_index *index, const fr_poll *poll)
{
	const char *wrong = fr_blocks_check(
		index, index->subgoals.wide ? FR_BLOCK_WIDE : FR_BLOCK_NARROW, poll);

	if (wrong)
		return wrong;
	if (!fr_index_has_arcs(index, poll))
		return "links";
	return !index->routes || fr_blocks_has_heads(index, 3 * (size_t) index->hubs, 0)
			   ? NULL
			   : "labels";
}

static void
open_bitmap(fr_index *index, const fr_arena *arena, const fr_poll *poll)
{
	index->subgoals.sight =
		fr_sight_bitmap_build(index->section[FR_SECTION_ROWS], index->width,
							  index->height, index->corners, arena, poll);
	index->vectors = fr_vectors_usable();
}

/* All cells weigh the same. */
static uint64_t
step(const fr_index *index, fr_cell from, int direction)
{
	(void) from;
	return index->costs.step[direction];
}

const fr_index_row fr_index_subgoals_row = {
	.rules = FR_SUBGOALS_RULES,
	.expect = expect,
	.build = build,
	.flags = FR_FLAG_RULE | FR_FLAG_WIDE,
	.sections = FR_SECTIONS_ALWAYS | FR_SECTION_BIT(VERTICES) | FR_SECTION_BIT(HEADS) |
				FR_SECTION_BIT(STEPS) | FR_SECTION_BIT(LINKS),
	.has_header = has_header,
	.check = check,
	.open = open_bitmap,
	.cost = fr_subgoals_cost,
	.costs_to = fr_subgoals_costs_to,
	.trace = fr_subgoals_trace,
	.step = step,
	.entries = fr_blocks_entries,
};
