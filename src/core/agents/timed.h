/*
 * timed.h - the earliest arrival of one agent among cells that others take for some ticks
 *
 *     fr_timetable_make, fr_timetable_take ...    which cells are taken, and when
 *     fr_timed_search                             safe intervals (Phillips and Likhachev 2011)
 *     fr_timetable_take_route                     the agent's own cells, for the agents after it
 *
 * In each tick an agent is in one cell. A step of k ticks that begins in tick t leaves the agent in
 * its cell up to tick t + k - 1, and it is in the next cell from tick t + k on. So cells have to be free
 * in exactly the ticks in which the agent is there. Waiting costs nothing. No step swaps cells with
 * something else: see fr_timetable_take.
 */
#ifndef FRINGE_TIMED_H
#define FRINGE_TIMED_H

#include "core/query/grid_query.h"

#define FR_FOR_EVER INT32_MAX		   /* the end of an interval without an end */
#define FR_TO_UNKNOWN UINT32_MAX	   /* nobody says where the occupant of a cell went */
#define FR_TO_NOWHERE (UINT32_MAX - 1) /* it vanished or stays for ever */

/* ---- who takes which cell when ------------------------------------------------------ */

/*
 * Cells that are taken, and memory that searches write to. The arena grows with the intervals, and
 * with the largest search.
 */
typedef struct fr_timetable fr_timetable;

fr_timetable *fr_timetable_make(uint32_t cells, const fr_arena *arena,
								const fr_poll *poll);

/*
 * A cell is taken in the ticks from `first` to `until` - 1, or for ever. `to` is the cell where its
 * occupant is from `until` on. If that is known, a step must not end in `until` in the cell if it began in
 * `to`, and a diagonal step must not cross the occupant's. If it is FR_TO_UNKNOWN, the step must not end
 * there in `until` if the cell where it began is taken from `until` on. So it does not depend on the
 * order of calls, which may overlap. Ascending intervals of a cell are added faster than others.
 */
void fr_timetable_take(fr_timetable *table, uint32_t cell, int32_t first, int32_t until,
					   uint32_t to);

/* Takes memory for so many intervals more, so that it need not grow for them. */
void fr_timetable_reserve(fr_timetable *table, size_t count);

/* ---- ticks of steps ----------------------------------------------------------------- */

/* A step of cost c takes c * numerator / denominator ticks. */
typedef struct fr_ticks
{
	uint64_t numerator;
	uint64_t denominator;
	uint64_t least; /* that a step takes; 0: steps differ or are not known to be equal */
	uint64_t most;
} fr_ticks;

/* Every step takes one tick, whatever it costs. */
static const fr_ticks fr_one_tick = {0, 1, 1, 1};

#define FR_MOST_TICKS INT32_MAX /* of a step */

/* A step that takes no whole number of ticks from 1 to FR_MOST_TICKS. */
typedef struct fr_odd_step
{
	bool placed; /* else it is any straight or any diagonal step */
	fr_cell from;
	fr_cell to;
	double cost;
} fr_odd_step;

/*
 * The ticks of the steps of a grid with moves, which cost whole numbers of the model's unit; false: *odd does
 * not. fr_ticks_of returns 0 for such a cost.
 */
bool fr_ticks_resolve(const fr_grid *grid, fr_ticks *ticks, fr_odd_step *odd,
					  const fr_poll *poll);
uint64_t fr_ticks_of(const fr_costs *costs, uint64_t cost);

/* ---- a search ----------------------------------------------------------------------- */

#define FR_TIMED_RULES                                                                   \
	((FR_STEP_RULES & ~(FR_RULE(SIZE) | FR_RULE(FREE))) | FR_RULE(LINKS) | FR_RULE(WRAP))

typedef struct fr_timed_query
{
	const fr_grid *grid; /* it has moves */
	fr_timetable *table;
	fr_ticks ticks;
	uint32_t start;
	uint32_t goal;
	int32_t start_tick;
	bool stays; /* the goal has to be free for ever after the arrival */

	/*
	 * The ticks from a cell to the goal if nothing is taken, or less, but never by more than a step
	 * less than its neighbour; FR_UNREACHED: no path leads there.
	 */
	uint64_t (*left)(const void *context, uint32_t cell);
	const void *context;
} fr_timed_query;

/* The agent is in the cell from tick `from` on. Its next step begins in tick `until`. */
typedef struct fr_timed_stop
{
	uint32_t cell;
	int64_t from;
	int64_t until; /* of the last stop: as `from` */
} fr_timed_stop;

typedef struct fr_timed_route
{
	bool found;
	size_t count;
	const fr_timed_stop *stops; /* in the table, until its next search or interval */
} fr_timed_route;

/*
 * The route of earliest arrival, and of these one with the fewest steps. Not found: the start is taken
 * in the first tick, or every route is blocked. Exact. Under fr_one_tick, diagonal steps do not cross
 * those of occupants that are known.
 */
void fr_timed_search(const fr_timed_query *query, const fr_poll *poll,
					 fr_timed_route *route);

/*
 * Takes the cells of a route that a search of `table` found, and its last cell for ever. False if a tick is
 * too large for the table.
 */
bool fr_timetable_take_route(fr_timetable *table, const fr_timed_route *route,
							 const fr_poll *poll);

/*
 * The same without `left` and its context, which a sweep on the grid finds. `core` has the same start and goal, for
 * the reason why there is no path. FR_COST_RANGE.
 */
fr_status fr_timed_find(const fr_timed_query *query, const fr_query *core,
						fr_sweep_workspace sweep, const fr_poll *poll,
						fr_timed_route *route);

#endif /* FRINGE_TIMED_H */
