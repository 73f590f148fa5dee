/*
 * chains.c - what it costs at least from link to link
 *
 * A chain goes from where a bridge begins, by it and perhaps by others, to the end of the last
 * of them, and between them as if nothing were in the way. Of the chains from an island to
 * another most cannot be the best way between any two cells, for it costs no more
 *
 *     to go to where another chain with the same end begins, and on by that,
 *     by another chain with the same begin, and on from its end, or
 *     to go all the way on one island.
 *
 * Those are left out, by the triangle inequality. Of two that replace each other, since nothing
 * lies between them, the one of the lower number stays.
 */
#include "core/grid/chains.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/grow.h"

typedef struct joiner
{
	const fr_bridges *bridges;
	const fr_grid *grid;
	const fr_arena *arena;
	const fr_poll *poll;
	uint32_t *leaving; /* bridges by the island where they begin */
	uint64_t
		*rows; /* costs from the end of each bridge to that of each: a row by bridge */
	fr_chain *chains;
	size_t count;
	size_t room;
} joiner;

static uint64_t
distance(const joiner *j, fr_cell a, fr_cell b)
{
	return fr_bridge_distance(&j->grid->costs, a, b);
}

static uint64_t *
row_of(const joiner *j, uint32_t i)
{
	return j->rows + (size_t) i * j->bridges->count;
}

/* ---- from the end of each bridge to that of each --------------------------------- */

/* The island where bridge i ends. */
static uint32_t
island_behind(const joiner *j, uint32_t i)
{
	uint32_t to = fr_grid_index(j->grid, fr_bridge_to(&j->bridges->at[i]));

	return j->bridges->island[fr_grid_component(j->grid, to)];
}

/* Lists bridges by where they begin. */
static void
list_leaving(joiner *j)
{
	const fr_bridges *bridges = j->bridges;
	uint32_t *next = fr_take_numbers(j->arena, bridges->islands);

	j->leaving = fr_take_numbers(j->arena, bridges->count);
	memcpy(next, bridges->leaving, bridges->islands * sizeof *next);
	for (uint32_t i = 0; i < bridges->count; i++)
		j->leaving[next[bridges->at[i].island]++] = i;
	fr_release_numbers(j->arena, next, bridges->islands);
}

/* Costs from the end of bridge i to those of bridges that begin on that island. */
static void
begin_row(const joiner *j, uint32_t i)
{
	const fr_bridges *bridges = j->bridges;
	uint64_t *row = row_of(j, i);
	uint32_t island = island_behind(j, i);

	for (uint32_t k = 0; k < bridges->count; k++)
		row[k] = j->grid->costs.limit + 1;
	for (uint32_t k = bridges->leaving[island]; k < bridges->leaving[island + 1]; k++)
	{
		const fr_bridge *next = &bridges->at[j->leaving[k]];

		row[j->leaving[k]] =
			next->cost + distance(j, fr_bridge_to(&bridges->at[i]), fr_bridge_from(next));
	}
	row[i] = 0;
}

/* Lowers a row by ways over the end of another bridge, whose row is `over`. */
static void
lower_row(uint64_t *row, const uint64_t *over, uint32_t count, uint64_t more)
{
	for (uint32_t k = 0; k < count; k++)
		row[k] = over[k] + more < row[k] ? over[k] + more : row[k];
}

static void
close_rows(const joiner *j)
{
	uint32_t count = j->bridges->count;

	for (uint32_t i = 0; i < count; i++)
		begin_row(j, i);
	for (uint32_t over = 0; over < count; over++)
	{
		fr_poll_now(j->poll);
		for (uint32_t i = 0; i < count; i++)
			if (row_of(j, i)[over] <= j->grid->costs.limit)
				lower_row(row_of(j, i), row_of(j, over), count, row_of(j, i)[over]);
	}
}

/* ---- the chains that count ------------------------------------------------------- */

/* What it costs by bridge a first, to the end of bridge b. */
static uint64_t
cost_by(const joiner *j, uint32_t a, uint32_t b)
{
	return j->bridges->at[a].cost + row_of(j, a)[b];
}

/* Does a chain that begins elsewhere replace the one from a to b? */
static bool
begins_better(const joiner *j, uint32_t a, uint32_t b)
{
	const fr_bridges *bridges = j->bridges;
	const fr_bridge *from = &bridges->at[a];
	uint64_t cost = cost_by(j, a, b);

	for (uint32_t k = bridges->leaving[from->island];
		 k < bridges->leaving[from->island + 1]; k++)
	{
		uint32_t i = j->leaving[k];

		if (cost_by(j, i, b) +
				distance(j, fr_bridge_from(from), fr_bridge_from(&bridges->at[i])) <
			cost + (i < a))
			return true;
	}
	return false;
}

/* Does a chain that ends elsewhere on the island replace the one from a to b? */
static bool
ends_better(const joiner *j, uint32_t island, uint32_t a, uint32_t b)
{
	const fr_bridges *bridges = j->bridges;
	fr_cell end = fr_bridge_to(&bridges->at[b]);
	uint64_t cost = cost_by(j, a, b);

	for (uint32_t i = bridges->first[island]; i < bridges->first[island + 1]; i++)
		if (cost_by(j, a, i) + distance(j, fr_bridge_to(&bridges->at[i]), end) <
			cost + (i < b))
			return true;
	return false;
}

/* May the chain from bridge a to the end of bridge b, on an island, be the best way? */
static bool
counts(const joiner *j, uint32_t island, uint32_t a, uint32_t b)
{
	const fr_bridge *from = &j->bridges->at[a];
	const fr_bridge *to = &j->bridges->at[b];
	uint64_t most = from->island == island
						? distance(j, fr_bridge_from(from), fr_bridge_to(to))
						: j->grid->costs.limit + 1;

	return cost_by(j, a, b) < most && !begins_better(j, a, b) &&
		   !ends_better(j, island, a, b);
}

static void
add_chain(joiner *j, uint32_t a, uint32_t b)
{
	const fr_bridge *from = &j->bridges->at[a];
	const fr_bridge *to = &j->bridges->at[b];

	if (j->count == j->room)
		j->chains = fr_grow(j->arena, j->chains, sizeof *j->chains, j->count,
							j->count + 1, &j->room);
	j->chains[j->count++] = (fr_chain){.cost = cost_by(j, a, b),
									   .from_x = from->from_x,
									   .from_y = from->from_y,
									   .to_x = to->to_x,
									   .to_y = to->to_y};
}

/* Adds the chains that end on an island, by the island where they begin. */
static void
add_chains(joiner *j, uint32_t island, uint32_t *first)
{
	const fr_bridges *bridges = j->bridges;

	for (uint32_t other = 0; other < bridges->islands; other++)
	{
		first[other] = (uint32_t) j->count;
		for (uint32_t k = bridges->leaving[other]; k < bridges->leaving[other + 1]; k++)
		{
			fr_poll_now(j->poll);
			for (uint32_t b = bridges->first[island]; b < bridges->first[island + 1]; b++)
				if (counts(j, island, j->leaving[k], b))
					add_chain(j, j->leaving[k], b);
		}
	}
}

static void
find_chains(joiner *j, fr_bridges *bridges)
{
	size_t islands = bridges->islands;
	uint32_t *first = fr_take_numbers(j->arena, islands * islands);

	for (uint32_t island = 0; island < islands; island++)
		add_chains(j, island, first + island * islands);
	first[islands * islands] = (uint32_t) j->count;
	bridges->chains_first = first;
	bridges->chains = j->chains;
}

/* Adds the chains to bridges that are few. */
void
fr_chains_build(fr_bridges *bridges, const fr_grid *grid, const fr_arena *arena,
				const fr_poll *poll)
{
	joiner j = {.bridges = bridges, .grid = grid, .arena = arena, .poll = poll};
	size_t size = ((size_t) bridges->count * bridges->count + 1) * sizeof *j.rows;

	list_leaving(&j);
	j.rows = fr_take(arena, size);
	close_rows(&j);
	find_chains(&j, bridges);
	fr_release(arena, j.rows, size);
	fr_release_numbers(arena, j.leaving, bridges->count);
}
