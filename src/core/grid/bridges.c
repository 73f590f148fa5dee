/*
 * bridges.c - link tables: links by the components that they join
 */
#include "core/grid/bridges.h"

#include <string.h>

#include "core/base/error.h"

/* Numbers the components where links begin or end. */
fr_linked
fr_linked_number(const fr_grid *grid, const fr_arena *arena, const fr_poll *poll)
{
	const fr_links *links = grid->links;
	uint32_t components = grid->components.count + 1;
	uint32_t *of = fr_take_numbers(arena, components);
	uint32_t count = 0;

	memset(of, 0, components * sizeof *of);
	for (uint32_t i = 0; i < links->count; i++)
	{
		fr_poll_at(poll, i);
		of[fr_grid_component(grid, links->ahead.at[i].from)] = 1;
		of[fr_grid_component(grid, links->ahead.at[i].to)] = 1;
	}
	for (uint32_t i = 0; i < components; i++)
		count += of[i];
	for (uint32_t i = 0, next = 0; i < components; i++)
	{
		fr_poll_at(poll, i);
		of[i] = of[i] ? next++ : count;
	}
	return (fr_linked){count, of};
}

/* Orders hops by the linked component where they begin, by counting; else they stay in order. */
fr_link_table
fr_link_table_build(const fr_linked *linked, const fr_grid *grid, const fr_hops *hops,
					const fr_arena *arena, const fr_poll *poll)
{
	uint32_t count = grid->links->count;
	uint32_t *first = fr_take_numbers(arena, linked->count + 1);
	uint32_t *order = fr_take_numbers(arena, count);

	memset(first, 0, (linked->count + 2) * sizeof *first);
	for (uint32_t i = 0; i < count; i++)
	{
		fr_poll_at(poll, i);
		first[fr_linked_at(linked, grid, hops->at[i].from) + 2]++;
	}
	for (uint32_t i = 0; i < linked->count; i++)
		first[i + 2] += first[i + 1];
	for (uint32_t i = 0; i < count; i++)
	{
		fr_poll_at(poll, i);
		order[first[fr_linked_at(linked, grid, hops->at[i].from) + 1]++] = i;
	}
	return (fr_link_table){order, first};
}

/* The bridge of a hop whose ends are exchanged. */
static fr_bridge
bridge_of(const fr_linked *linked, const fr_grid *grid, const fr_hop *hop)
{
	fr_cell from = fr_grid_cell(grid, hop->to);
	fr_cell to = fr_grid_cell(grid, hop->from);

	return (fr_bridge){.from_x = (uint16_t) from.x,
					   .from_y = (uint16_t) from.y,
					   .to_x = (uint16_t) to.x,
					   .to_y = (uint16_t) to.y,
					   .linked = fr_linked_at(linked, grid, hop->to),
					   .cost = hop->cost};
}

/* The bridges of a grid with links. */
const fr_bridges *
fr_bridges_build(const fr_grid *grid, const fr_arena *arena, const fr_poll *poll)
{
	const fr_links *links = grid->links;
	fr_linked linked = fr_linked_number(grid, arena, poll);
	fr_link_table ends = fr_link_table_build(&linked, grid, &links->back, arena, poll);
	fr_link_table begins = fr_link_table_build(&linked, grid, &links->ahead, arena, poll);
	fr_bridges *bridges = fr_take(arena, sizeof *bridges);
	fr_bridge *at = fr_take(arena, (links->count + 1) * sizeof *at);

	for (uint32_t i = 0; i < links->count; i++)
	{
		fr_poll_at(poll, i);
		at[i] = bridge_of(&linked, grid, &links->back.at[ends.order[i]]);
	}
	fr_release_numbers(arena, begins.order, links->count);
	fr_release_numbers(arena, ends.order, links->count);
	*bridges = (fr_bridges){.count = links->count,
							.linked = linked,
							.at = at,
							.first = ends.first,
							.leaving = begins.first};
	return bridges;
}
