/*
 * build.c - a grid -> the bytes of its index
 *
 * subgoals -> graph -> units -> labels -> sections; what goes into the header is
 * known by then.
 */
#include "core/index/subgoals/pack.h"

#include <string.h>

#include "core/base/error.h"
#include "core/index/subgoals/block.h"
#include "core/index/subgoals/graph.h"
#include "core/index/borders/build.h"

_Static_assert(FR_INDEX_TOP <= FR_LONGEST, "labels hold every distance");

const char *const fr_index_form_name[FR_INDEX_FORMS] = {"blocks", "borders"};

typedef struct building
{
	const fr_index_request *request;
	const fr_arena *arena;
	const fr_poll *poll;
	fr_error *error;
	fr_index_rule rule;
	fr_subgoals subgoals;
	fr_graph graph;
	fr_index_units units;
	uint64_t top;
	fr_labels labels;
	uint32_t flags; /* of the header: those that a form adds */
	fr_index_plan *plan;
} building;

/* ---- units ------------------------------------------------------------------ */

static uint64_t
larger_of(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/*
 * No path between two cells costs more, in coarse units: to a subgoal that the one
 * sees, between two subgoals, to the other cell; or straight from one to the other.
 */
static uint64_t
longest_path(const building *b, fr_index_units units, uint64_t extent)
{
	const fr_subgoals *s = &b->subgoals;
	uint64_t access = (uint64_t) s->straight_reach * units.straight +
					  (uint64_t) s->diagonal_reach * units.diagonal;

	return extent + 2 * access;
}

/*
 * Units for as many diagonal steps as a best path can have, and a top above all
 * answers in them.  A path of cost c in coarse units has at most c / straight
 * straight steps, or c / (diagonal - 1) diagonal ones: that is rounded up.
 */
static fr_status
choose_units(building *b)
{
	fr_index_units coarse = fr_index_units_above(&b->rule);
	fr_graph rough =
		fr_subgoals_weigh(&b->subgoals, &b->graph, coarse, b->arena, b->poll);
	uint64_t longest =
		longest_path(b, coarse, fr_graph_extent(&rough, b->arena, b->poll));
	uint64_t diagonals = longest / (coarse.diagonal - 1) + 1;
	uint64_t straights = longest / coarse.straight + 1;
	uint32_t side =
		b->subgoals.width < b->subgoals.height ? b->subgoals.width : b->subgoals.height;

	/* a straight way may be longer than any that was measured */
	diagonals = diagonals > side ? diagonals : side;
	if (fr_index_units_within(&b->rule, diagonals, &b->units, b->error))
		return b->error->status;
	b->top = larger_of(diagonals * b->units.diagonal, straights * b->units.straight) + 1;
	if (b->top > FR_INDEX_TOP)
		return fr_fail(b->error, FR_INDEX_LIMIT, .what = "cost",
					   .found = (int64_t) b->top, .wanted = FR_INDEX_TOP);
	return FR_OK;
}

/* ---- labels ------------------------------------------------------------------- */

/* Entries of all labels, per cell of the map: more pay less than other ways. */
#define MOST_ENTRIES 12
#define SPARE_ENTRIES 65536	   /* for small maps */
#define MOST_HUB_NUMBERS 65535 /* of 16 bits */

static uint64_t
most_entries(const building *b)
{
	return (uint64_t) b->request->grid->cells * MOST_ENTRIES + SPARE_ENTRIES;
}

static fr_status
label_subgoals(building *b)
{
	uint64_t most = most_entries(b);

	if (b->subgoals.count > MOST_HUB_NUMBERS)
		return fr_fail(b->error, FR_INDEX_LIMIT, .what = "subgoals",
					   .found = b->subgoals.count, .wanted = MOST_HUB_NUMBERS);
	if (!fr_labels_build(&b->graph, most, b->arena, b->poll, &b->labels))
		return fr_fail(b->error, FR_INDEX_LIMIT, .what = "entries of labels",
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

/* ---- the header ------------------------------------------------------------------ */

static void
put_double(uint8_t *to, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	fr_put64(to, 0, bits);
}

static uint32_t
flags_of(const building *b, bool wide)
{
	return b->flags | (b->request->grid->costs.root2 ? FR_FLAG_ROOT2 : 0) |
		   (b->rule.tile ? FR_FLAG_TILE : 0) | (wide ? FR_FLAG_WIDE : 0) |
		   (b->request->routes ? FR_FLAG_ROUTES : 0) |
		   (uint32_t) b->rule.corners << FR_FLAG_CORNERS;
}

static void
put_index_header(building *b, fr_index_form form, uint32_t borders, bool wide)
{
	const fr_costs *costs = &b->request->grid->costs;
	uint8_t *header = b->plan->header;

	memset(header, 0, FR_INDEX_HEADER);
	fr_put32(header + FR_AT_VERSION, 0, FR_INDEX_VERSION);
	fr_put32(header + FR_AT_FORM, 0, form);
	fr_put32(header + FR_AT_BORDERS, 0, borders);
	fr_put32(header + FR_AT_WIDTH, 0, b->request->grid->width);
	fr_put32(header + FR_AT_HEIGHT, 0, b->request->grid->height);
	memcpy(header + FR_AT_DIGEST, b->request->digest, FR_INDEX_DIGEST);
	fr_put64(header + FR_AT_STRAIGHT, 0, b->rule.straight);
	fr_put64(header + FR_AT_DIAGONAL, 0, b->rule.diagonal);
	put_double(header + FR_AT_NUMERATOR, costs->numerator);
	put_double(header + FR_AT_DENOMINATOR, costs->denominator);
	fr_put32(header + FR_AT_LABEL_STRAIGHT, 0, b->units.straight);
	fr_put32(header + FR_AT_LABEL_DIAGONAL, 0, b->units.diagonal);
	fr_put32(header + FR_AT_TOP, 0, (uint32_t) b->top);
	fr_put32(header + FR_AT_FLAGS, 0, flags_of(b, wide));
	fr_put32(header + FR_AT_SUBGOALS, 0, b->subgoals.count);
	fr_put32(header + FR_AT_MODEL, 0, (uint32_t) b->plan->section[FR_SECTION_MODEL].size);
}

/* Where sections begin; how large the whole is. */
static size_t
lay_out_sections(const fr_index_plan *plan, uint8_t *header)
{
	size_t at = FR_INDEX_HEADER;

	for (int i = 0; i < FR_SECTION_COUNT; i++)
	{
		if (header)
			fr_put32(header + FR_AT_SECTIONS, (size_t) i, (uint32_t) at);
		at += fr_index_aligned(plan->section[i].size);
	}
	return at;
}

/* ---- all of it -------------------------------------------------------------------- */

static void
put_model_text(building *b)
{
	char *text = fr_take(b->arena, FR_MODEL_TEXT_MAX);
	size_t length = fr_model_write(b->request->model, text);

	b->plan->section[FR_SECTION_MODEL] =
		(fr_index_section){(const uint8_t *) text, length};
}

static fr_index_parts
parts_of(building *b)
{
	b->plan = fr_take(b->arena, sizeof *b->plan);
	memset(b->plan, 0, sizeof *b->plan);
	return (fr_index_parts){
		.grid = b->request->grid,
		.subgoals = &b->subgoals,
		.labels = &b->labels,
		.units = b->units,
		.corners = (int) b->rule.corners,
		.wide = has_wide_distances(&b->labels),
		.routes = b->request->routes,
		.arena = b->arena,
		.poll = b->poll,
		.section = b->plan->section,
	};
}

static size_t
budget_of(const building *b)
{
	return b->request->budget ? b->request->budget : UINT32_MAX;
}

static fr_status
finish_plan(building *b, const fr_index_parts *parts, fr_index_form form,
			uint32_t borders)
{
	size_t size;

	put_model_text(b);
	put_index_header(b, form, borders, parts->wide);
	size = lay_out_sections(b->plan, b->plan->header);
	if (size > budget_of(b))
		return fr_fail(b->error, FR_INDEX_BUDGET, .found = (int64_t) size,
					   .wanted = (int64_t) budget_of(b));
	return FR_OK;
}

static fr_status
build_blocks(building *b)
{
	fr_index_parts parts;

	if (label_subgoals(b))
		return b->error->status;
	parts = parts_of(b);
	fr_pack_rows(&parts);
	if (fr_pack_blocks(&parts, b->error))
		return b->error->status;
	fr_pack_vertices(&parts);
	if (b->request->routes)
		fr_pack_routes(&parts);
	return finish_plan(b, &parts, FR_INDEX_BLOCKS, 0);
}

/* Blocks, of the subgoals that were found and joined. */
static fr_status
build_subgoals(building *b)
{
	if (choose_units(b))
		return b->error->status;
	b->graph = fr_subgoals_weigh(&b->subgoals, &b->graph, b->units, b->arena, b->poll);
	return build_blocks(b);
}

/* ---- the borders form ------------------------------------------------------------- */

/*
 * If steps differ only by the cells entered, they are priced by both their cells instead,
 * equally there and back: fr_ground_way derives the answer.
 */
static const fr_grid *
symmetric_grid(const building *b)
{
	const fr_grid *grid = b->request->grid;
	fr_grid *copy;

	if (grid->costs.uniform || grid->costs.average || fr_index_is_directed(grid))
		return grid;
	copy = fr_take(b->arena, sizeof *copy);
	*copy = *grid;
	copy->costs.average = true;
	copy->costs.step_max *= 2;
	return copy;
}

static void
put_terrain(const building *b)
{
	const fr_grid *grid = b->request->grid;
	size_t size = (size_t) grid->code_count * 4;
	uint8_t *weights = fr_take(b->arena, size);

	memset(weights, 0, size);
	b->plan->section[FR_SECTION_WEIGHTS] = (fr_index_section){weights, size};
	if (grid->terrain == NULL)
		return;
	for (int i = 0; i < grid->code_count; i++)
		fr_put32(weights, (size_t) i,
				 grid->costs.weight[i] < b->top ? (uint32_t) grid->costs.weight[i]
												: (uint32_t) b->top);
	b->plan->section[FR_SECTION_TERRAIN] = (fr_index_section){grid->terrain, grid->cells};
}

static fr_status
plan_borders(building *b, const fr_grid *grid, const fr_border_sections *made)
{
	fr_index_parts parts = parts_of(b);
	fr_index_section *section = b->plan->section;

	parts.wide = made->many;
	section[FR_SECTION_DIRECTORY] = made->directory;
	section[FR_SECTION_BLOCKS] = made->blocks;
	section[FR_SECTION_TABLES] = made->tables;
	section[FR_SECTION_RELIEFS] = made->reliefs;
	section[FR_SECTION_TILES] = made->tiles;
	put_terrain(b);
	fr_pack_rows(&parts);
	b->subgoals.count = made->hubs;
	b->flags =
		(made->pairs ? FR_FLAG_PAIRS : 0) | (grid->costs.average ? FR_FLAG_AVERAGE : 0) |
		(grid->costs.average && !b->request->grid->costs.average ? FR_FLAG_SHIFTED : 0);
	return finish_plan(b, &parts, FR_INDEX_BORDERS, made->borders);
}

static fr_status
build_borders(building *b)
{
	const fr_grid *grid = symmetric_grid(b);
	fr_border_request request = {.grid = grid,
								 .rule = fr_border_rule(grid),
								 .budget = budget_of(b),
								 .old = b->request->old,
								 .arena = b->arena,
								 .poll = b->poll,
								 .error = b->error,
								 .progress = b->request->progress};
	fr_border_sections made;

	if (fr_border_sections_build(&request, &made))
		return b->error->status;
	b->rule = request.rule;
	b->units = made.units;
	b->top = made.top;
	return plan_borders(b, grid, &made);
}

/* ---- which form ------------------------------------------------------------------- */

/*
 * Where both forms serve a map, blocks are smaller and answer faster, unless corners of
 * obstacles are many: from a little more than twice as many subgoals as hubs among border
 * cells on, as on noise and in mazes of ways one cell wide, bytes times the time of a query
 * are less with borders.  And where subgoals see so many others, labels of blocks would
 * have more entries than they may.
 *
 * Fitted to every second map of eight sets and of four generators, 225 maps, and held
 * against the other 225: there bytes times time are the lesser of both on every map, and
 * on none are blocks begun and refused.
 */
#define MANY_SUBGOALS 2.1  /* times the hubs of borders */
#define ENTRIES_AN_EDGE 13 /* of labels, where these are long */

static bool
are_borders_better(const building *b)
{
	const fr_subgoals *s = &b->subgoals;
	uint32_t hubs = fr_border_hubs(b->request->grid, b->arena, b->poll);

	return s->count > MANY_SUBGOALS * hubs ||
		   (uint64_t) b->graph.first[s->count] * ENTRIES_AN_EDGE > most_entries(b);
}

/* Blocks, or borders if they are better and no form is wanted. */
static fr_status
build_subgoals_or_borders(building *b)
{
	bool wanted = b->request->form != NULL;

	if (!wanted && b->subgoals.count > MOST_HUB_NUMBERS)
		return build_borders(b);
	b->graph = fr_subgoals_graph(&b->subgoals, b->arena, b->poll);
	if (!wanted && are_borders_better(b))
		return build_borders(b);
	if (build_subgoals(b) != FR_INDEX_LIMIT || wanted)
		return b->error->status;
	return build_borders(b);
}

/* The form that is wanted, or whichever is better; FR_INDEX_MODEL: blocks serve no such model. */
static fr_status
build_any(building *b)
{
	const fr_grid *grid = b->request->grid;
	const fr_index_form *form = b->request->form;

	if (grid->costs.lengths)
		return fr_fail(b->error, FR_NO_STEPS);
	if (grid->costs.oneway)
		return fr_fail(b->error, FR_INDEX_MODEL, .what = "directions");
	if (form != NULL && *form == FR_INDEX_BORDERS)
		return build_borders(b);
	if (fr_index_rule_of(grid, &b->rule, b->error))
		return form == NULL ? build_borders(b) : b->error->status;
	if (fr_subgoals_find(grid, &b->rule, b->arena, b->poll, &b->subgoals, b->error))
		return b->error->status;
	return build_subgoals_or_borders(b);
}

#define SURELY 4 /* times the budget: counts are too rough to refuse less */

/* Refuses a build at once if the expected bytes are far above the budget. */
static fr_status
check_expected(const building *b)
{
	fr_index_expectation expected = fr_index_expect(b->request->grid, b->request->form);

	if (expected.bytes / SURELY > (double) budget_of(b))
		return fr_fail(b->error, FR_INDEX_BUDGET,
					   .found = (int64_t) (expected.bytes / SURELY),
					   .wanted = (int64_t) budget_of(b));
	return FR_OK;
}

fr_status
fr_index_build(const fr_index_request *request, const fr_arena *arena,
			   const fr_poll *poll, fr_index_plan **plan, fr_error *error)
{
	building b = {.request = request, .arena = arena, .poll = poll, .error = error};

	error->status = FR_OK;
	if (check_expected(&b) || build_any(&b))
		return error->status;
	*plan = b.plan;
	return FR_OK;
}

size_t
fr_index_plan_size(const fr_index_plan *plan)
{
	return lay_out_sections(plan, NULL);
}

void
fr_index_write(const fr_index_plan *plan, uint8_t *bytes, const fr_poll *poll)
{
	size_t size = fr_index_plan_size(plan);

	memcpy(bytes, plan->header, FR_INDEX_HEADER);
	for (int i = 0; i < FR_SECTION_COUNT; i++)
	{
		const fr_index_section *section = &plan->section[i];
		uint8_t *at = bytes + fr_get32(plan->header + FR_AT_SECTIONS, (size_t) i);
		size_t rest = fr_index_aligned(section->size) - section->size;

		fr_poll_now(poll);
		if (section->size > 0)
			memcpy(at, section->bytes, section->size);
		memset(at + section->size, 0, rest);
	}
	fr_put64(bytes + FR_AT_CHECKSUM, 0,
			 fr_index_checksum(bytes + FR_AT_WIDTH, size - FR_AT_WIDTH));
}
