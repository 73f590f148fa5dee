/*
 * auto_landmarks.c - landmarks that `auto` builds after many searches
 *
 * A search is judged by its expansions: reading a clock takes as long as a short search,
 * and counts decide alike on every machine.
 *
 * Costs are searched for with landmarks once searches without them took as long as
 * building them is expected to take. This statement must have searched for as long too, so
 * that no statement takes more than about twice as long as without. They are built where
 * they fit without evicting anything; once evicted, searches have to earn them again. For a
 * trial, searches then take turns with landmarks and without: if those with them take
 * longer, landmarks are used no more. Searches before the trial are no measure, as they
 * often come in order of length.
 *
 * Landmarks change no cost, but which of several best paths is found. So paths are
 * searched for without them. Parallel workers build none: they end with the statement.
 */
#include "pg/session/decoded.h"

#include "access/parallel.h"
#include "access/xact.h"
#include "port/pg_bitutils.h"

#define BEST 3		   /* landmarks that a search uses */
#define TRIAL 512	   /* searches after which landmarks are judged */

/* The time of building landmarks, per cell of the map. */
#define LANDMARKS_US_A_CELL 0.3
#define LANDMARKS_US_A_WEIGHTED_CELL 0.8

static LandmarkTrial *
trial_of(const Prepared *map)
{
	return &((DecodedMap *) map->thing)->trial;
}

/* ---- a statement ----------------------------------------------------------- */

/* Microseconds that the statement has searched and not spent on building. */
static struct
{
	TimestampTz began; /* identifies the statement */
	double left_us;
} statement;

static void
statement_searched(double microseconds)
{
	TimestampTz began = GetCurrentStatementStartTimestamp();

	if (statement.began != began)
		statement.left_us = 0;
	statement.began = began;
	statement.left_us += microseconds;
}

static bool
statement_affords(double microseconds)
{
	statement_searched(0);
	return statement.left_us >= microseconds;
}

/* ---- landmarks ------------------------------------------------------------- */

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

/* Have searches taken long enough to earn landmarks? */
static bool
are_earned(const Prepared *map)
{
	double wanted = expected_us(decoded_grid(map));

	return trial_of(map)->unaided_us >= wanted && statement_affords(wanted);
}

/* Do landmarks fit without evicting anything? */
static bool
are_due(const Prepared *map, const fr_method *method)
{
	return map->kept && are_earned(map) &&
		   prepared_free() + workspace_bytes() >=
			   expected_bytes(decoded_grid(map), method);
}

/* Not with links: there they halve expansions, but each takes longer (doc/measured.md). */
static bool
are_allowed(const Prepared *map)
{
	const fr_grid *grid = decoded_grid(map);

	return fringe_auto_landmarks && !IsParallelWorker() && !grid->links &&
		   !grid->costs.lengths && !trial_of(map)->rejected;
}

/*
 * Is it the turn of a search with landmarks? Turns follow the Thue-Morse sequence, so
 * that no period in the searches gives one side the longer ones.
 */
static bool
is_turn_of_landmarks(const LandmarkTrial *trial)
{
	return trial->left == 0 || pg_popcount32(trial->left) & 1;
}

/*
 * The method for a search that returns only a cost, where `resolved` searches for paths:
 * with landmarks if they are there, or are to be built now.
 */
fr_method
auto_method(Prepared *map, const fr_method *resolved)
{
	LandmarkTrial *trial = trial_of(map);
	fr_method method = with_landmarks(decoded_grid(map));

	if (!are_allowed(map))
		return *resolved;
	if (landmarks_are_kept(map, &method))
		return is_turn_of_landmarks(trial) ? method : *resolved;
	trial->left = 0;
	if (!are_due(map, &method))
		return *resolved;
	trial->unaided_us = trial->aided_us = 0; /* paid for, even if the build fails */
	trial->left = TRIAL;
	statement_searched(-expected_us(decoded_grid(map)));
	return method;
}

/* Counts a search of the trial; the last one decides whether landmarks stay in use. */
static void
go_on_with_trial(LandmarkTrial *trial)
{
	if (--trial->left > 0)
		return;
	trial->rejected = trial->aided_us > trial->unaided_us;
	trial->unaided_us = 0;
}

/* Would auto_method select the method that the map's last search for a cost used? */
bool
auto_method_stays(const Prepared *map, const fr_method *last)
{
	if (fr_method_needs_landmarks(last))
		return trial_of(map)->left == 0 && are_allowed(map) && landmarks_are_kept(map, last);
	return !are_allowed(map) || (trial_of(map)->left == 0 && !are_earned(map));
}

/* A search for a cost by `auto` has taken this time. */
void
auto_count(const PreparedSearch *search, double microseconds)
{
	LandmarkTrial *trial = trial_of(search->map);

	*(search->marks ? &trial->aided_us : &trial->unaided_us) += microseconds;
	statement_searched(microseconds);
	if (trial->left > 0 && are_allowed(search->map))
		go_on_with_trial(trial);
}
