/*
 * auto_landmarks.c - landmarks that `auto` builds by itself
 *
 * Where no index is to come, costs are searched for with landmarks once searches
 * without them took as long as building them is expected to take, those of this
 * statement too (learn.c). They are built where
 * they fit without evicting anything; once evicted, they have to be earned anew. For a
 * trial, searches then take turns with landmarks and without: if those with them take
 * longer, landmarks are used no more. Searches before the trial are no measure, as they
 * often come in order of length.
 *
 * Landmarks change no cost, but which of several best paths is found. So paths are
 * searched for without them.
 */
#include "pg/session/prepared.h"

#include "port/pg_bitutils.h"

#define BEST 3	  /* landmarks that a search uses */
#define TRIAL 512 /* searches after which landmarks are judged */

/* What building takes, for a cell of the map. */
#define US_A_CELL 0.3
#define US_A_WEIGHTED_CELL 0.8

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
	return grid->cells * (grid->terrain ? US_A_WEIGHTED_CELL : US_A_CELL);
}

/* The most that landmarks take, with the workspace and the legal moves that build them. */
static Size
expected_bytes(const fr_grid *grid, const fr_method *method)
{
	Size entries = grid->cells * (grid->terrain ? 2 : 1);

	return sizeof(fr_landmarks) + grid->cells + fr_search_size(grid->cells, method) +
		   entries * method->option[FR_LANDMARKS].digits * sizeof(uint32);
}

/* Did searches take long enough? */
static bool
are_earned(const DecodedMap *decoded)
{
	double wanted = expected_us(decoded->grid);

	return decoded->unaided_us >= wanted && statement_affords(wanted);
}

/* And is there room? */
static bool
are_due(const Prepared *map, const fr_method *method)
{
	const DecodedMap *decoded = map->thing;

	return map->kept && are_earned(decoded) &&
		   prepared_free() + workspace_bytes() >= expected_bytes(decoded->grid, method);
}

static bool
may_have_landmarks(const Prepared *map)
{
	return fringe_auto_landmarks && !((const DecodedMap *) map->thing)->useless &&
		   !auto_index_may_come(map);
}

/*
 * Is it the turn of a search with landmarks? Turns follow the Thue-Morse sequence, so
 * that no period in the searches gives one side the longer ones.
 */
static bool
is_turn_of_landmarks(const DecodedMap *decoded)
{
	return decoded->trial == 0 || pg_popcount32(decoded->trial) & 1;
}

/*
 * The method that searches for costs alone, where `resolved` searches for paths: with
 * landmarks if they are there, or are to be built now.
 */
fr_method
auto_landmarks(Prepared *map, const fr_method *resolved)
{
	DecodedMap *decoded = map->thing;
	fr_method method = with_landmarks(decoded->grid);

	if (!may_have_landmarks(map))
		return *resolved;
	if (landmarks_are_kept(map, &method))
		return is_turn_of_landmarks(decoded) ? method : *resolved;
	decoded->trial = 0;
	if (!are_due(map, &method))
		return *resolved;
	decoded->unaided_us = decoded->aided_us = 0; /* paid for, even if the build fails */
	decoded->trial = TRIAL;
	statement_spends(expected_us(decoded->grid));
	return method;
}

/* A search of a trial is over; the last one decides whether landmarks are of use. */
static void
go_on_with_trial(DecodedMap *decoded)
{
	prepared_changed();
	if (--decoded->trial > 0)
		return;
	decoded->useless = decoded->aided_us > decoded->unaided_us;
	decoded->unaided_us = 0;
}

/* Searches have been made: the next one may be with landmarks, or without again. */
void
auto_landmarks_learn(const PreparedSearch *search)
{
	Prepared *map = search->learns;
	DecodedMap *decoded = map->thing;
	fr_method aided;

	if (decoded->trial > 0 && may_have_landmarks(map))
	{
		go_on_with_trial(decoded);
		return;
	}
	if (search->marks || !are_earned(decoded) || !may_have_landmarks(map))
		return;
	aided = with_landmarks(decoded->grid);
	if (are_due(map, &aided))
		prepared_changed();
}
