/*
 * spread.c - shortest paths over subgoals, on maps without links; and how any begin
 */
#define LINKS 0
#include "core/anyangle/spread_loops.h"

bool
fr_spread_has(const fr_spread *spread, uint32_t subgoal)
{
	return is_seen(spread, subgoal);
}

/* The directions in which shortest paths go on from a subgoal that was reached. */
int
fr_spread_cones(const fr_spread *s, uint32_t subgoal, fr_cone *cones)
{
	fr_arrival a = arrival_at(s, subgoal);

	for (int i = 0; i < a.count; i++)
		cones[i] = fr_cone_of(&a.bends[i]);
	return a.count;
}

/* Begins a search without a goal from a free cell. The workspace fits `visibility`. */
void
fr_spread_begin(fr_spread *spread, const fr_grid *grid, fr_workspace *workspace,
				uint32_t start, const fr_poll *poll)
{
	uint32_t count = grid->sights->count;

	*spread = (fr_spread){.sights = grid->sights,
						  .workspace = workspace,
						  .reached = workspace->extra,
						  .start = fr_grid_cell(grid, start),
						  .length = FR_NO_LENGTH,
						  .last = FR_FROM_START,
						  .bound = 0x1p1000,
						  .poll = poll};
	spread->heap = (fr_waiting *) (spread->reached + count);
}

/*
 * Aims a search at a free cell. Is there nothing to search for: does the start see it, and
 * no link may lead there sooner?
 */
bool
fr_spread_aim(fr_spread *s, fr_cell goal)
{
	fr_ports *ports = s->sights->ports;
	const fr_grid *grid = s->sights->grid;

	s->goal = goal;
	s->aims = ports && fr_ports_aim(ports, grid, goal) ? FR_BY_LINKS : FR_BY_LINES;
	if (!fr_sees(&s->sights->planes, s->start, goal))
		return false;
	fr_spread_meet(s, FR_FROM_START, fr_length_of(fr_line_square(s->start, goal)));
	return s->aims == FR_BY_LINES ||
		   fr_ports_by_link(ports, ports->goal_linked, s->start) > s->bound;
}

void
fr_spread_run(fr_spread *s)
{
	if (s->sights->ports)
		fr_spread_by_links(s);
	else
		run(s);
}
