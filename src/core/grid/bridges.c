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

/* ---- from bridge to bridge ----------------------------------------------------- */

/* The island where bridge i ends. */
static uint32_t
island_behind(const fr_bridges *bridges, const fr_grid *grid, uint32_t i)
{
	return bridges->island[fr_grid_component(
		grid, fr_grid_index(grid, fr_bridge_to(&bridges->at[i])))];
}

/* Lists bridges by where they begin. */
static void
list_leaving(fr_bridges *bridges, const fr_arena *arena)
{
	uint32_t *first = fr_take(arena, (bridges->islands + 2) * sizeof *first);
	uint32_t *leaving = fr_take(arena, (bridges->count + 1) * sizeof *leaving);

	memset(first, 0, (bridges->islands + 2) * sizeof *first);
	for (uint32_t i = 0; i < bridges->count; i++)
		first[bridges->at[i].island + 2]++;
	for (uint32_t i = 0; i < bridges->islands; i++)
		first[i + 2] += first[i + 1];
	for (uint32_t i = 0; i < bridges->count; i++)
		leaving[first[bridges->at[i].island + 1]++] = i;
	bridges->leaving = leaving;
	bridges->leaving_first = first;
}

/* Costs from the end of bridge i to those of bridges that begin on that island. */
static void
begin_row(const fr_bridges *bridges, const fr_grid *grid, uint32_t i, uint64_t *row)
{
	uint32_t island = island_behind(bridges, grid, i);
	uint32_t end = bridges->leaving_first[island + 1];

	for (uint32_t j = 0; j < bridges->count; j++)
		row[j] = grid->costs.limit + 1;
	for (uint32_t k = bridges->leaving_first[island]; k < end; k++)
	{
		const fr_bridge *next = &bridges->at[bridges->leaving[k]];
		uint64_t cost =
			next->cost + fr_bridge_distance(&grid->costs, fr_bridge_to(&bridges->at[i]),
											fr_bridge_from(next));

		if (cost < row[bridges->leaving[k]])
			row[bridges->leaving[k]] = cost;
	}
	row[i] = 0;
}

/* Lowers a row by ways over the end of another bridge, whose row is `over`. */
static void
lower_row(uint64_t *row, const uint64_t *over, uint32_t count, uint64_t more)
{
	for (uint32_t j = 0; j < count; j++)
		row[j] = over[j] + more < row[j] ? over[j] + more : row[j];
}

/* The least costs from the end of each bridge to that of each: a row by bridge. */
static void
close_rows(const fr_bridges *bridges, const fr_grid *grid, uint64_t *rows,
		   const fr_poll *poll)
{
	uint32_t count = bridges->count;
	size_t pitch = count;

	for (uint32_t i = 0; i < count; i++)
		begin_row(bridges, grid, i, rows + i * pitch);
	for (uint32_t over = 0; over < count; over++)
	{
		fr_poll_now(poll);
		for (uint32_t i = 0; i < count; i++)
			if (rows[i * pitch + over] <= grid->costs.limit)
				lower_row(rows + i * pitch, rows + over * pitch, count,
						  rows[i * pitch + over]);
	}
}

/* Fills in the table as searches read it. */
static const uint64_t *
turn_rows(const fr_bridges *bridges, const uint64_t *rows, const fr_arena *arena)
{
	size_t count = bridges->count;
	uint64_t *between = fr_take(arena, (count * count + 1) * sizeof *between);

	for (size_t k = 0; k < count; k++)
	{
		uint32_t i = bridges->leaving[k];

		for (size_t j = 0; j < count; j++)
			between[j * count + k] = bridges->at[i].cost + rows[i * count + j];
	}
	return between;
}

/*
 * The table, if there are few bridges, and it takes no longer than the rest of what searches
 * read of the map.
 */
static void
join_bridges(fr_bridges *bridges, const fr_grid *grid, const fr_arena *arena,
			 const fr_poll *poll)
{
	uint64_t count = bridges->count;
	size_t size = (count * count + 1) * sizeof(uint64_t);
	uint64_t *rows;

	if (count > FR_MOST_BETWEEN || count * count * count > 4 * (uint64_t) grid->cells)
		return;
	list_leaving(bridges, arena);
	rows = fr_take(arena, size);
	close_rows(bridges, grid, rows, poll);
	bridges->between = turn_rows(bridges, rows, arena);
	fr_release(arena, rows, size);
}

/* The bridges of a grid with links. */
const fr_bridges *
fr_bridges_build(const fr_grid *grid, const fr_arena *arena, const fr_poll *poll)
{
	fr_bridges *bridges = fr_take(arena, sizeof *bridges);

	*bridges = (fr_bridges){.count = 0};
	number_islands(bridges, grid, arena, poll);
	order_bridges(bridges, grid, arena, poll);
	join_bridges(bridges, grid, arena, poll);
	return bridges;
}
