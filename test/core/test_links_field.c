/*
 * test_links_field.c - stored fields of maps with links, against the oracle of linked.h
 *
 *     test_links_field [CASES [SEED]]
 */
#include "advance.h"
#include "core/field/flow_field.h"
#include "linked_checks.h"

#define MAX_SIDE 12

enum
{
	FIELD,
	FIELD_ROUTE,
	FIELD_BYTES,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "a field has the oracle's costs"},
	{.name = "its routes take steps and links that there are, and cost as much"},
	{.name = "its bytes, changed, are refused or lead to a goal all the same"},
};

static malloc_arena finer = {.core = {.allocate = malloc_arena_take,
									  .context = &finer,
									  .release = malloc_arena_release}};

#define GOALS 3
#define CHANGES 20

static bool
open_field(const uint8_t *packed, size_t size, fr_field *field, uint64_t *costs)
{
	fr_poll poll = no_poll();
	fr_error error;

	return fr_field_open(packed, size, field, &poll, &error) == FR_OK &&
		   field->terrain.width * field->terrain.height <= MAX_CELLS &&
		   fr_field_costs(field, costs, &poll, &error) == FR_OK;
}

/* From a start that leads to a goal: the costs are the oracle's. */
static void
check_field_route(linked_world *l, const advances *a, const fr_field *field,
				  const uint64_t *costs, int which)
{
	fr_poll poll = no_poll();
	fr_route route =
		fr_field_route(field, cell_of(l, l->starts[which]), &taken.core, &poll);
	uint8_t *packed = new_block(fr_path_packed_size(&route, &poll));
	size_t size = fr_path_pack(&route, packed, &poll);
	uint32_t cell = l->starts[which];
	oracle_cost cost;

	for (int64_t i = 0; i < route.moves; i++)
		cell = fr_field_cell(field, cell);
	expect(FIELD_ROUTE,
		   walk_route(l, packed, size, cell, &cost) &&
			   units(l, cost) * a->parts + costs[cell] == costs[l->starts[which]] &&
			   fr_field_step(field, cell) == FR_AT_GOAL,
		   &l->w, l->text);
	free(packed);
}

/* Each cell's next one costs no more, and the last one is a goal. */
static bool
leads_to_goals(const fr_field *field, const uint64_t *costs)
{
	uint32_t cells = field->terrain.width * field->terrain.height;

	for (uint32_t n = 0; n < cells; n++)
	{
		uint32_t at = n;

		if (costs[n] == FR_UNREACHED)
			continue;
		for (uint32_t i = 0; i < cells && fr_field_step(field, at) != FR_AT_GOAL; i++)
		{
			uint32_t next = fr_field_cell(field, at);

			if (next >= cells || costs[next] > costs[at])
				return false;
			at = next;
		}
		if (fr_field_step(field, at) != FR_AT_GOAL ||
			(costs[at] != 0 && field->goals == NULL))
			return false;
	}
	return true;
}

/* Changes a byte, mostly of the links, or the size: both may make another field. */
static void
check_field_bytes(linked_world *l, const uint8_t *packed, size_t size, chance *c)
{
	static uint64_t costs[MAX_CELLS];
	fr_field field;

	for (int i = 0; i < CHANGES; i++)
	{
		size_t less = chance_below(c, 8) ? size : chance_below(c, (uint32_t) size);
		uint8_t *bytes = exact_copy(packed, less);
		size_t links = (size_t) l->count * FR_LINK_BYTES + 20;
		size_t at = less == size && links < size && chance_below(c, 3)
						? size - 1 - chance_below(c, (uint32_t) links)
						: chance_below(c, (uint32_t) less);

		if (less == size)
			bytes[at] = chance_below(c, 2)
							? (uint8_t) chance_below(c, 256)
							: bytes[at] ^ (uint8_t) (1u << chance_below(c, 8));
		expect(FIELD_BYTES,
			   !open_field(bytes, less, &field, costs) ||
				   (less == size && leads_to_goals(&field, costs)),
			   &l->w, l->text);
		free(bytes);
	}
}

static void
check_opened_field(linked_world *l, const advances *a, const uint8_t *packed, size_t size,
				   const uint32_t *goals)
{
	static uint64_t costs[MAX_CELLS];
	fr_field field;
	bool opened = open_field(packed, size, &field, costs);

	/* a field without costs and links has a unit of its own */
	if (opened && l->way_count == 0 && field.goals == NULL)
		return;
	/* a field whose goals cost nothing has the unit of the map */
	for (uint32_t n = 0; opened && n < l->w.grid->cells; n++)
		if (costs[n] != FR_UNREACHED)
			costs[n] *= a->parts / field.parts;

	for (int i = 0; i < MAX_STARTS; i++)
	{
		uint64_t least = FR_UNREACHED;

		for (int k = 0; k < GOALS; k++)
		{
			oracle_cost cost = l->costs[i][goals[k]];
			uint64_t all =
				cost.a < 0 ? FR_UNREACHED : advanced(a, units(l, cost), (size_t) k);

			least = all < least ? all : least;
		}
		if (expect(FIELD, opened && costs[l->starts[i]] == least, &l->w, l->text) &&
			least != FR_UNREACHED)
			check_field_route(l, a, &field, costs, i);
	}
}

static void
check_field(linked_world *l, chance *c)
{
	fr_method method = resolved(l);
	fr_poll poll = no_poll();
	advances a = draw_advances(l->w.grid, c, &finer.core, &poll);
	fr_query query = {
		.grid = a.grid, .method = &method, .advance = a.any ? a.cost : NULL};
	uint32_t goals[GOALS];
	char text[FR_MODEL_TEXT_MAX];
	size_t length = fr_model_write(&l->w.model, text);
	uint8_t *packed;
	size_t size;

	for (int i = 0; i < GOALS; i++)
		goals[i] = chance_below(c, l->w.grid->cells);
	if (fr_reach_from(&query, (fr_cells){goals, GOALS}, a.grid->costs.limit, true,
					  fr_sweep_workspace_on(query.grid, nodes), &poll))
		return;
	size = fr_field_size(a.grid, length, nodes, &poll);
	packed = new_block(size);
	fr_field_pack(a.grid, text, length, nodes, packed, &poll);
	check_opened_field(l, &a, packed, size, goals);
	check_field_bytes(l, packed, size, c);
	free(packed);
	malloc_arena_clear(&finer);
}

int
main(int argc, char **argv)
{
	world_blocked = world_sided = 25;
	return check_linked_worlds(argc, argv, 10000, MAX_SIDE, check_field, CHECKS);
}
