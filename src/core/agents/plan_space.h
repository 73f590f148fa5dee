/*
 * plan_space.h - the cells of a map as the places of a graph, and distances in ticks (internal)
 *
 * Places are the passable cells, numbered row by row. Distances to a goal come from one
 * breadth-first search backward, which goes on only when somebody asks for a place beyond it.
 */
#ifndef FRINGE_PLAN_SPACE_H
#define FRINGE_PLAN_SPACE_H

#include "core/base/base.h"
#include "core/grid/grid.h"

#define FR_NOWHERE UINT32_MAX /* no place, agent, square or distance */

/* An edge between places. */
typedef struct fr_plan_edge
{
	uint32_t to;
	uint32_t square; /* the corner that a diagonal step passes; FR_NOWHERE: none */
} fr_plan_edge;

typedef struct fr_plan_graph
{
	uint32_t *first; /* by place, and one more */
	fr_plan_edge *edges;
} fr_plan_graph;

/* Distances to a goal. Two bits say what a distance leaves if divided by 3; 3: not known yet. */
typedef struct fr_plan_field
{
	uint64_t *residues; /* if edges lead both ways, 32 places to a word */
	uint32_t *numbers;	/* else */
	uint32_t *frontier; /* all places at the distance `level` */
	size_t room;
	uint32_t count;
	uint32_t level;
} fr_plan_field;

typedef struct fr_plan_space
{
	const fr_grid *grid;
	const fr_arena *arena;
	const fr_poll *poll;
	uint32_t places;
	uint32_t *cell_of;	/* by place */
	uint32_t *place_of; /* by cell; FR_NOWHERE: blocked */
	fr_plan_graph ahead;
	fr_plan_graph back; /* the same if edges lead both ways */
	bool both_ways;
	bool crossings;		   /* some steps are diagonal */
	uint32_t most;		   /* edges that leave a place */
	fr_plan_field *fields; /* by agent */
	uint32_t *levels[2];   /* memory for frontiers */
} fr_plan_space;

void fr_plan_space_make(fr_plan_space *space, const fr_grid *grid, size_t agents,
						const fr_arena *arena, const fr_poll *poll);

/* Begins the distances to a place; returns that from another one, FR_NOWHERE: there is no path. */
uint32_t fr_plan_distance(fr_plan_space *space, size_t agent, uint32_t goal,
						  uint32_t start);

/* Goes on with a search until it reaches a place. */
void fr_plan_extend(fr_plan_space *space, fr_plan_field *field, uint32_t place);

#define FR_PLAN_FAR INT32_MAX /* the goal is out of reach */

static inline unsigned
fr_plan_residue(const fr_plan_field *field, uint32_t place)
{
	return (unsigned) (field->residues[place / 32] >> place % 32 * 2) & 3;
}

/*
 * How much farther an agent's goal is from one place than from its neighbour `from`. If edges lead
 * both ways the distances of neighbours differ by at most 1, so their residues tell.
 */
static inline int32_t
fr_plan_farther(fr_plan_space *space, uint32_t agent, uint32_t from, uint32_t to)
{
	fr_plan_field *field = &space->fields[agent];

	if (space->both_ways)
	{
		static const int8_t difference[3] = {0, 1, -1};
		unsigned a = fr_plan_residue(field, from);
		unsigned b = fr_plan_residue(field, to);

		if (__builtin_expect(a == 3 || b == 3, false))
		{
			fr_plan_extend(space, field, from);
			fr_plan_extend(space, field, to);
			a = fr_plan_residue(field, from);
			b = fr_plan_residue(field, to);
		}
		return difference[(b + 3 - a) % 3];
	}
	fr_plan_extend(space, field, from);
	fr_plan_extend(space, field, to);
	if (field->numbers[to] == FR_NOWHERE)
		return FR_PLAN_FAR;
	return (int32_t) (field->numbers[to] - field->numbers[from]);
}

/* The edge from one place to another; NULL: there is none. */
static inline const fr_plan_edge *
fr_plan_edge_between(const fr_plan_space *space, uint32_t from, uint32_t to)
{
	for (uint32_t e = space->ahead.first[from]; e < space->ahead.first[from + 1]; e++)
		if (space->ahead.edges[e].to == to)
			return &space->ahead.edges[e];
	return NULL;
}

#endif /* FRINGE_PLAN_SPACE_H */
