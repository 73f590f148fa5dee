/*
 * links.h - the links of a grid that an agent may take (internal)
 */
#ifndef FRINGE_GRID_LINKS_H
#define FRINGE_GRID_LINKS_H

#include "core/grid/grid.h"

/* A link in one direction. */
typedef struct fr_hop
{
	uint32_t from;
	uint32_t to;
	uint64_t cost; /* more than the limit: it counts for what is connected alone */
	uint32_t
		link; /* twice its number among the map's links, and 1 if it is the way back */
} fr_hop;

/* By `from`, `to` and cost. */
typedef struct fr_hops
{
	const fr_hop *at;
	const uint64_t *begins; /* a bit a cell: some hop is from there */
} fr_hops;

struct fr_links
{
	uint32_t count;
	uint32_t packed_count;
	const uint8_t *packed; /* the map's links, as fr_map has them */
	bool oneway;		   /* some hop has none that leads back */
	bool whole; /* all lead back at the same cost: straight steps, one at least */
	fr_hops ahead;
	fr_hops back; /* the same, each with its ends exchanged */
	const uint32_t
		*groups; /* of components, by number: joined by hops in any direction */
};

void fr_links_build(fr_grid *grid, const fr_map *map, const fr_model *model,
					const fr_arena *arena, const fr_arena *scratch, const fr_poll *poll);

static inline bool
fr_hops_begin(const fr_hops *hops, uint32_t n)
{
	return hops->begins[n / 64] >> n % 64 & 1;
}

/* Of 64 cells from n on, those that a hop is from; cells behind the map have none. */
static inline uint64_t
fr_hops_word(const fr_hops *hops, uint32_t n)
{
	const uint64_t *word = hops->begins + n / 64;

	return n % 64 ? word[0] >> n % 64 | word[1] << (64 - n % 64) : word[0];
}

uint32_t fr_hops_first(const fr_links *links, const fr_hops *hops, uint32_t from);
bool fr_hops_differ(const fr_grid *grid, const fr_poll *poll);

#endif /* FRINGE_GRID_LINKS_H */
