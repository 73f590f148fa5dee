/*
 * bridges.c - links by the islands that they join
 */
#include "core/grid/bridges.h"

#include <string.h>

#include "core/base/error.h"

/* Numbers the components where links begin or end. */
static void
number_islands(fr_bridges *bridges, const fr_grid *grid, const fr_arena *arena,
			   const fr_poll *poll)
{
	const fr_links *links = grid->links;
	uint32_t components = grid->components.count + 1;
	uint32_t *island = fr_take(arena, components * sizeof *island);

	memset(island, 0, components * sizeof *island);
	for (uint32_t i = 0; i < links->count; i++)
	{
		fr_poll_at(poll, i);
		island[fr_grid_component(grid, links->ahead.at[i].from)] = 1;
		island[fr_grid_component(grid, links->ahead.at[i].to)] = 1;
	}
	for (uint32_t i = 0; i < components; i++)
		bridges->islands += island[i];
	for (uint32_t i = 0, next = 0; i < components; i++)
	{
		fr_poll_at(poll, i);
		island[i] = island[i] ? next++ : bridges->islands;
	}
	bridges->island = island;
}

/* The island where a hop ends. */
static uint32_t
end_of(const fr_bridges *bridges, const fr_grid *grid, const fr_hop *hop)
{
	return bridges->island[fr_grid_component(grid, hop->to)];
}

static fr_bridge
bridge_of(const fr_bridges *bridges, const fr_grid *grid, const fr_hop *hop)
{
	fr_cell from = fr_grid_cell(grid, hop->from);
	fr_cell to = fr_grid_cell(grid, hop->to);

	return (fr_bridge){.from_x = (uint16_t) from.x,
					   .from_y = (uint16_t) from.y,
					   .to_x = (uint16_t) to.x,
					   .to_y = (uint16_t) to.y,
					   .island = bridges->island[fr_grid_component(grid, hop->from)],
					   .cost = hop->cost};
}

/* Orders the bridges by where they end, by counting. */
static void
order_bridges(fr_bridges *bridges, const fr_grid *grid, const fr_arena *arena,
			  const fr_poll *poll)
{
	const fr_links *links = grid->links;
	uint32_t *first = fr_take(arena, (bridges->islands + 2) * sizeof *first);
	fr_bridge *at = fr_take(arena, (links->count + 1) * sizeof *at);

	memset(first, 0, (bridges->islands + 2) * sizeof *first);
	for (uint32_t i = 0; i < links->count; i++)
	{
		fr_poll_at(poll, i);
		first[end_of(bridges, grid, &links->ahead.at[i]) + 2] +=
			links->ahead.at[i].cost <= grid->costs.limit;
	}
	for (uint32_t i = 0; i < bridges->islands; i++)
		first[i + 2] += first[i + 1];
	for (uint32_t i = 0; i < links->count; i++)
	{
		const fr_hop *hop = &links->ahead.at[i];

		fr_poll_at(poll, i);
		if (hop->cost <= grid->costs.limit)
			at[first[end_of(bridges, grid, hop) + 1]++] = bridge_of(bridges, grid, hop);
	}
	bridges->first = first;
	bridges->count = first[bridges->islands];
	bridges->at = at;
}

/* Counts the bridges by where they begin. */
static void
count_leaving(fr_bridges *bridges, const fr_arena *arena, const fr_poll *poll)
{
	uint32_t *leaving = fr_take_numbers(arena, bridges->islands);

	memset(leaving, 0, (bridges->islands + 1) * sizeof *leaving);
	for (uint32_t i = 0; i < bridges->count; i++)
	{
		fr_poll_at(poll, i);
		leaving[bridges->at[i].island + 1]++;
	}
	for (uint32_t i = 0; i < bridges->islands; i++)
		leaving[i + 1] += leaving[i];
	bridges->leaving = leaving;
}

/* The bridges of a grid with links. */
const fr_bridges *
fr_bridges_build(const fr_grid *grid, const fr_arena *arena, const fr_poll *poll)
{
	fr_bridges *bridges = fr_take(arena, sizeof *bridges);

	*bridges = (fr_bridges){.count = 0};
	number_islands(bridges, grid, arena, poll);
	order_bridges(bridges, grid, arena, poll);
	count_leaving(bridges, arena, poll);
	return bridges;
}
