/*
 * form.c - the borders form: its row, sections and header
 *
 * Expected are hubs by the free cells on the first rows and columns of blocks, but for a few
 * that are walled in; half of the border cells are hubs.  Over 471 builds on real and
 * generated maps, uniform and weighted, bytes were 0.3 to 3.3 times as many as expected, 19
 * in 20 of them 0.5 to 2.6 times; memory 0.3 to 2.5 times, less on small maps, and once 7.5
 * times; time mostly half as long.
 */
#include <string.h>

#include "core/index/borders/build.h"

/* ---- what it will take ------------------------------------------------------------- */

#define FIRST_COLUMNS UINT64_C(0x0101010101010101) /* of the blocks in a word of a row */
#define FIRST_ROW 8

/* Free cells on the first rows and columns of blocks: the hubs of borders, or some more. */
static uint64_t
count_hubs(const fr_grid *grid)
{
	uint64_t hubs = 0;

	for (uint32_t y = 0; y < grid->height; y++)
		for (uint32_t word = 0; word * 64 < grid->width; word++)
		{
			uint64_t free = fr_grid_free_word(grid, y, word);

			hubs += fr_bits_count(y % FIRST_ROW == 0 ? free : free & FIRST_COLUMNS);
		}
	return hubs;
}

/* There and back cost different amounts: two labels, in two runs. */
static fr_index_expectation
expect(const fr_grid *grid)
{
	double hubs = (double) count_hubs(grid) + fr_grid_link_count(grid);
	double sides = fr_index_is_directed(grid) ? 2 : 1;

	return (fr_index_expectation){.form = FR_INDEX_BORDERS,
								  .bytes = hubs * 260 * sides,
								  .memory = 1e6 + hubs * 600 * sides,
								  .seconds = hubs * 75e-6 * sides};
}

/* ---- building ------------------------------------------------------------------------- */

/*
 * If steps differ only by the cells entered, and there are no links, they are priced by both
 * their cells instead, equally there and back: fr_ground_way derives the answer.
 */
static const fr_grid *
symmetric_grid(const fr_index_maker *m)
{
	const fr_grid *grid = m->request->grid;
	fr_grid *copy;

	if (grid->costs.uniform || grid->costs.average || grid->links ||
		fr_index_is_directed(grid))
		return grid;
	copy = fr_take(m->arena, sizeof *copy);
	*copy = *grid;
	copy->costs.average = true;
	copy->costs.step_max *= 2;
	return copy;
}

static void
put_terrain(const fr_index_maker *m, uint32_t top)
{
	const fr_grid *grid = m->request->grid;
	size_t size = (size_t) grid->code_count * 4;
	uint8_t *weights = fr_take(m->arena, size);

	memset(weights, 0, size);
	m->plan->section[FR_SECTION_WEIGHTS] = (fr_index_section){weights, size};
	if (grid->terrain == NULL)
		return;
	for (int i = 0; i < grid->code_count; i++)
		fr_put32(weights, (size_t) i,
				 grid->costs.weight[i] < top ? (uint32_t) grid->costs.weight[i] : top);
	m->plan->section[FR_SECTION_TERRAIN] = (fr_index_section){grid->terrain, grid->cells};
}

static uint32_t
flags_of(const fr_index_maker *m, const fr_grid *grid, const fr_border_sections *made)
{
	bool shifted = grid->costs.average && !m->request->grid->costs.average;

	return (made->many ? FR_FLAG_MANY : 0) | (made->oneway ? FR_FLAG_ONEWAY : 0) |
		   (made->pairs ? FR_FLAG_PAIRS : 0) |
		   (grid->costs.average ? FR_FLAG_AVERAGE : 0) | (shifted ? FR_FLAG_SHIFTED : 0);
}

static fr_status
build(fr_index_maker *m)
{
	const fr_grid *grid = symmetric_grid(m);
	fr_border_request request = {.m = m, .grid = grid, .rule = fr_border_rule(grid)};
	fr_index_section *section = m->plan->section;
	fr_border_sections made;
	fr_index_head head;

	if (fr_border_sections_build(&request, &made))
		return m->error->status;
	section[FR_SECTION_DIRECTORY] = made.directory;
	section[FR_SECTION_BLOCKS] = made.blocks;
	section[FR_SECTION_TABLES] = made.tables;
	section[FR_SECTION_RELIEFS] = made.reliefs;
	section[FR_SECTION_LINKS] = made.links;
	put_terrain(m, made.top);
	fr_plan_rows(m);
	head = (fr_index_head){.form = FR_INDEX_BORDERS,
						   .rule = request.rule,
						   .parts = made.parts,
						   .units = made.units,
						   .top = made.top,
						   .hubs = made.hubs,
						   .borders = made.borders,
						   .flags = flags_of(m, grid, &made)};
	return fr_plan_finish(m, &head);
}

/* ---- the row ------------------------------------------------------------------------ */

const fr_index_row fr_index_borders_row = {
	.expect = expect,
	.build = build,
	.flags = FR_FLAG_RULE | FR_FLAG_AVERAGE | FR_FLAG_PAIRS | FR_FLAG_SHIFTED |
			 FR_FLAG_MANY | FR_FLAG_ONEWAY,
	.sections = FR_SECTIONS_ALWAYS | FR_SECTION_BIT(WEIGHTS) | FR_SECTION_BIT(TERRAIN) |
				FR_SECTION_BIT(TABLES) | FR_SECTION_BIT(RELIEFS) | FR_SECTION_BIT(LINKS),
	.has_header = fr_borders_has_header,
	.check = fr_borders_check,
	.cost = fr_borders_cost,
	.costs_to = fr_borders_costs_to,
	.trace = fr_borders_trace,
	.step = fr_ground_price,
	.entries = fr_borders_entries,
};
