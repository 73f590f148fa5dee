/*
 * auto_landmarks.c - landmarks that `auto` builds after many searches
 *
 * `auto` builds landmarks of a map once both of these hold:
 *
 * - Searches for costs took as long as building landmarks is expected to take, so that
 *   building them at most doubles the total time. The time of a search is estimated from
 *   its expansions: reading a clock takes as long as a short search, and counts decide
 *   alike on every machine.
 * - The paths cost more than the obstacle-free distance by a few percent. Landmarks improve
 *   that lower bound. On open ground it is nearly exact, so that landmarks would save few
 *   expansions and make each of them slower (doc/measured.md). The ratio hardly depends on
 *   the length of the paths, which often come in order of length.
 *
 * They are built if they fit without evicting anything. Searches for costs use them while
 * the cache keeps them. After their eviction, searches have to earn them again.
 *
 * Landmarks change no cost, but which of several best paths is found. So paths are
 * searched for without them. Parallel workers build none, because they end with the
 * statement.
 */
#include "pg/session/decoded.h"

#include "access/parallel.h"

#define BEST 3		/* landmarks that a search uses */
#define DETOUR 1.03 /* cost over obstacle-free distance from which landmarks pay */

/* The time of building landmarks, per cell of the map. */
#define LANDMARKS_US_A_CELL 0.3
#define LANDMARKS_US_A_WEIGHTED_CELL 0.8

static LandmarkEarnings *
earnings_of(const Prepared *map)
{
	return &((DecodedMap *) map->thing)->earnings;
}

static fr_method
with_landmarks(const fr_grid *grid)
{
	fr_method method = fr_method_auto();

	method.option[FR_HEURISTIC].digits = FR_ALTBEST;
	method.option[FR_BEST].digits = BEST;
	method.option[FR_PLACE].digits = FR_FARTHEST;
	return fr_method_resolve(&method, grid);
}

static double
expected_us(const fr_grid *grid)
{
	return grid->cells *
		   (grid->terrain ? LANDMARKS_US_A_WEIGHTED_CELL : LANDMARKS_US_A_CELL);
}

/* The most that landmarks take, with the workspace and the legal moves that build them. */
static Size
expected_bytes(const fr_grid *grid, const fr_method *method)
{
	Size entries = grid->cells * (grid->terrain ? 2 : 1);

	return sizeof(fr_landmarks) + grid->cells + fr_search_size(grid->cells, method) +
		   entries * method->option[FR_LANDMARKS].digits * sizeof(uint32);
}

/* Not with links: there they halve expansions, but each takes longer (doc/measured.md). */
static bool
are_allowed(const fr_grid *grid)
{
	return !IsParallelWorker() && !grid->links && !grid->costs.lengths;
}

static bool
are_earned(const Prepared *map)
{
	const LandmarkEarnings *earnings = earnings_of(map);

	return earnings->us >= expected_us(decoded_grid(map)) &&
		   earnings->cost > DETOUR * earnings->distance;
}

static bool
fit_without_eviction(const Prepared *map)
{
	const fr_grid *grid = decoded_grid(map);
	fr_method method = with_landmarks(grid);

	return map->kept &&
		   prepared_free() + workspace_bytes() >= expected_bytes(grid, &method);
}

static bool
are_due(const Prepared *map)
{
	return are_allowed(decoded_grid(map)) && are_earned(map) && fit_without_eviction(map);
}

/*
 * The method for a search that returns only a cost, where `resolved` searches for paths:
 * with landmarks if they are there, or are to be built now.
 */
fr_method
auto_method(Prepared *map, const fr_method *resolved)
{
	fr_method method = with_landmarks(decoded_grid(map));

	if (!are_allowed(decoded_grid(map)))
		return *resolved;
	if (!landmarks_are_kept(map, &method) && !are_due(map))
		return *resolved;
	*earnings_of(map) = (LandmarkEarnings){0}; /* spent, even if the build fails */
	return method;
}

/* Would auto_method select the method that the map's last search for a cost used? */
bool
auto_method_stays(const Prepared *map, const fr_method *last)
{
	return fr_method_needs_landmarks(last) ? landmarks_are_kept(map, last)
										   : !are_due(map);
}

/* A search for a cost by `auto` has taken this time. */
void
auto_count(const PreparedSearch *search, const fr_query *query, const fr_result *result,
		   double microseconds)
{
	LandmarkEarnings *earnings = earnings_of(search->map);

	if (search->marks || !are_allowed(search->grid))
		return;
	earnings->us += microseconds;
	if (!result->found || result->cost == 0)
		return; /* adds to neither sum */
	earnings->cost += result->cost;
	earnings->distance +=
		fr_obstacle_free_distance(search->grid, query->start, query->goal);
}
