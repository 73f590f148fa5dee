/*
 * ruled.h - worlds of all rules, with links, out of the bytes of an input, and the oracle's answers
 *
 * A world is that of a seed, made by test/core/linked.h. Then its cells may change.
 */
#ifndef FRINGE_FUZZ_RULED_H
#define FRINGE_FUZZ_RULED_H

#include "link_inputs.h"
#include "turning.h"

#define RULED_SIDE 20
#define RULED_CELLS (RULED_SIDE * RULED_SIDE)
#define FEW_LINKS 16

/* jump may have islands and bridges; where turns have prices, a node is a cell and a direction */
#define RULED_NODES ((FR_DIRECTIONS + 3) * (RULED_CELLS + 6 * MAX_LINKS))

/*
 * Of a plain world, whose seed is read, a byte with the number of links and the factor of their costs,
 * then the links, 6 bytes each, and codes to the end. False: its costs are refused. Free the grid of l,
 * then `plain`.
 */
static inline bool
take_links_and_cells(linked_world *l, world *plain, bytes *from)
{
	static const fr_decimal factors[] = {{1, 0}, {1, 0}, {3, 0}, {5, 1}};
	uint32_t number = take_byte(from);
	bytes links = take_slice(from, 6 * (number % FEW_LINKS));

	change_cells(plain, from);
	l->w = *plain;
	l->w.model.option[FR_LINK] = factors[number >> 6];
	take_links(l, &links);
	return plain->grid && add_links(l);
}

/* The oracle's costs from a start, where `turned` is for prices of turns. */
static inline const oracle_cost *
ask_ruled(linked_world *l, uint32_t start, truth *turned)
{
	if (l->w.costs.turn_max == 0)
	{
		ask_oracle(l, start, l->costs[0]);
		return l->costs[0];
	}
	ask_turning(l, &start, NULL, 1, turned);
	return turned->cost;
}

/* Is a route legal, does it lead from the start to the goal, and does it cost so much? */
static inline bool
is_right_route(const linked_world *l, const fr_route *route, uint32_t start,
			   uint32_t goal, uint64_t wanted)
{
	bool turns = l->w.costs.turn_max > 0;
	fr_poll poll = no_poll();
	uint8_t *packed = new_block(fr_path_packed_size(route, &poll));
	size_t size = fr_path_pack(route, packed, &poll);
	oracle_cost cost;
	bool right = fr_grid_index(l->w.grid, route->start) == start &&
				 (turns ? walks_to(l, route, goal, &cost)
						: walk_route(l, packed, size, goal, &cost)) &&
				 units(l, cost) == wanted;

	free(packed);
	return right;
}

#endif /* FRINGE_FUZZ_RULED_H */
