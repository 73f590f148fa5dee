/*
 * learn.c - what searches for costs by `auto` have taken, which decides on what is built
 *
 * The only file that reads and writes what a decoded map has learnt: whether it gets an
 * index or landmarks is one decision, on one record.
 *
 * A search is judged by its expansions: to read a clock takes as long as a short search,
 * and what is decided by counting is decided alike on every machine.
 *
 * Two sums decide. What searches on a map took over all statements has to pay for what is
 * built for this map. And a statement builds only what it can afford: it has itself
 * searched for as long, on whichever maps. So no statement takes more than about twice as
 * long as without.
 */
#include "pg/session/decoded.h"
#include "pg/session/store.h"

#include "access/parallel.h"
#include "access/xact.h"
#include "port/pg_bitutils.h"
#include "utils/memutils.h"

#define PATIENCE 2	  /* times as long as expected, until a build is given up */
#define SEARCH_US 0.3 /* of a search, besides its expansions */
#define LESSON_US 50  /* microseconds of searches, after which they are looked at */

static Learnt *
learnt_of(const Prepared *map)
{
	return &((DecodedMap *) map->thing)->learnt;
}

/* ---- a statement ----------------------------------------------------------- */

/* Microseconds that the statement has searched and not spent on building. */
static struct
{
	TimestampTz began; /* identifies the statement */
	double left_us;
} statement;

static void
look_at_statement(void)
{
	TimestampTz began = GetCurrentStatementStartTimestamp();

	if (statement.began != began)
		statement.left_us = 0;
	statement.began = began;
}

static bool
statement_affords(double microseconds)
{
	look_at_statement();
	return statement.left_us >= microseconds;
}

static void
statement_spends(double microseconds)
{
	look_at_statement();
	statement.left_us -= microseconds;
}

/* ---- an index of this session ------------------------------------------------ */

/* Counted once a map. */
static double
expected_us(Prepared *map)
{
	Learnt *learnt = learnt_of(map);

	if (learnt->expected_us == 0)
		learnt->expected_us = builder_expected_us(decoded_grid(map));
	return learnt->expected_us;
}

/*
 * Where there is no store, an index is built when the searches that it would have spared
 * took as long as building it is expected to take, and this statement has searched for as
 * long. A build that takes much longer than expected is given up, and tried again after
 * four times as much searching.
 *
 * The index is a part of the decoded map, and is built only where it fits without
 * evicting anything.
 */
static bool
index_is_due(Prepared *map)
{
	Learnt *learnt = learnt_of(map);

	if (learnt->index || learnt->index_refused || !map->kept ||
		!builder_pays(decoded_grid(map)))
		return false;
	if (learnt->due_us == 0)
		learnt->due_us = expected_us(map);
	return learnt->searched_us >= learnt->due_us && statement_affords(learnt->due_us) &&
		   prepared_free() >= builder_expected_bytes(decoded_grid(map));
}

/* The index becomes a part of its map. */
static void
keep_index(Prepared *map, MemoryContext part, const IndexBlock *block)
{
	Learnt *learnt = learnt_of(map);
	fr_index *index = MemoryContextAlloc(part, sizeof(fr_index));

	*index = builder_view(block->bytes, block->index_size);
	learnt->index_bytes = MemoryContextMemAllocated(part, true);
	learnt->index_us = block->build_us;
	prepared_add(map, part);
	learnt->index = index;
}

static void
try_index(Prepared *map)
{
	Learnt *learnt = learnt_of(map);
	MemoryContext part =
		AllocSetContextCreate(CurrentMemoryContext, "fringe index", ALLOCSET_SMALL_SIZES);
	MemoryContext old = MemoryContextSwitchTo(part);
	IndexBlock block;
	IndexOutcome outcome = builder_block(map, prepared_budget(), prepared_free(),
										 PATIENCE * learnt->due_us, &block);

	MemoryContextSwitchTo(old);
	if (outcome == INDEX_BUILT)
		keep_index(map, part, &block);
	else
		MemoryContextDelete(part);
	if (outcome == INDEX_STOPPED)
		learnt->due_us *= 4;
	learnt->index_refused = outcome == INDEX_REFUSED;
	statement_spends(block.build_us);
}

/* ---- an index of all sessions -------------------------------------------------- */

/*
 * What searches took is added up in the store, and a worker builds the index: nobody waits.
 * Where no worker can be had, a statement builds it for all, once it has itself searched
 * for as long.
 */
static bool
is_shared(const Prepared *map)
{
	return fringe_auto_index && map->key.model_length <= STORE_MODEL && store_open();
}

/* Parallel workers end with the statement: they learn for others, or not at all. */
bool
learns_from(const Prepared *map)
{
	return !IsParallelWorker() || is_shared(map);
}

static void
build_for_all(Prepared *map)
{
	Learnt *learnt = learnt_of(map);
	const fr_grid *grid = decoded_grid(map);
	double expected;
	IndexOutcome outcome;
	IndexBlock block;

	if (IsParallelWorker() || !decoded_is_whole(map) || !builder_pays(grid))
		return;
	expected = expected_us(map);
	if (learnt->searched_us < expected || !statement_affords(expected) ||
		!store_claim(&learnt->place))
		return;
	outcome = builder_block(map, prepared_budget(), store_most(),
							Max(PATIENCE * expected, statement.left_us), &block);
	store_settle(outcome, &block);
	statement_spends(block.build_us);
}

/* Has an index that is due built: by a worker, or here if none can be had. */
static void
have_it_built(Prepared *map, Datum value, bool asked)
{
	StoreWorkers workers = store_workers();

	if (workers == STORE_NO_WORKER)
	{
		build_for_all(map);
		return;
	}
	if (!asked)
	{
		Gridmap *stored = (Gridmap *) PG_DETOAST_DATUM(value);

		if (store_claim(&learnt_of(map)->place))
			store_ask(stored);
	}
	if (workers == STORE_CALL_WORKER)
		worker_call();
}

/* Adds the time of searches to the store; returns the index if it is ready, else NULL. */
static const fr_index *
share_lesson(Prepared *map, Datum value, double microseconds)
{
	Learnt *learnt = learnt_of(map);
	double least = builder_least_us(decoded_grid(map)->cells);
	StoreState state = store_learn(&map->key, &learnt->place, microseconds, least);
	Prepared *shared;

	if (state == STORE_DUE || state == STORE_ASKED)
		have_it_built(map, value, state == STORE_ASKED);
	learnt->index_refused = state == STORE_REFUSED;
	if (state != STORE_READY)
		return NULL;
	prepared_changed(); /* call sites prepare again, and find it */
	shared = shared_index(&map->key);
	return shared ? shared_view(shared) : NULL;
}

/* ---- either -------------------------------------------------------------------- */

static bool
has_room(const Prepared *map, double bytes)
{
	return is_shared(map) ? bytes <= store_most() : map->kept && bytes <= prepared_free();
}

/* May searches on the map make an index due soon?  One of borders takes long. */
static bool
index_may_come(const Prepared *map)
{
	const fr_grid *grid = decoded_grid(map);

	return fringe_auto_index && !learnt_of(map)->index_refused &&
		   fr_index_has_subgoals(grid) && builder_pays(grid) &&
		   has_room(map, builder_expected_bytes(grid));
}

/* The session's own index of a decoded map, built now if it is due. */
const fr_index *
learnt_index(Prepared *map)
{
	if (!fringe_auto_index || !decoded_is_whole(map))
		return NULL;
	if (!is_shared(map) && index_is_due(map))
		try_index(map);
	return learnt_of(map)->index;
}

/* ---- landmarks ------------------------------------------------------------- */

/*
 * Where no index is to come, or a parallel statement searches meanwhile, whose single
 * calls nobody waits for, costs are searched for with landmarks once searches
 * without them took as long as building them is expected to take, those of this
 * statement too. They are built where they fit without evicting anything; once evicted,
 * they have to be earned anew. For a trial, searches then take turns with landmarks and
 * without: if those with them take longer, landmarks are used no more. Searches before the
 * trial are no measure, as they often come in order of length.
 *
 * Landmarks change no cost, but which of several best paths is found. So paths are
 * searched for without them.
 */

#define BEST 3	  /* landmarks that a search uses */
#define TRIAL 512 /* searches after which landmarks are judged */

/* The time of building landmarks, per cell of the map. */
#define LANDMARKS_US_A_CELL 0.3
#define LANDMARKS_US_A_WEIGHTED_CELL 0.8

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
landmarks_expected_us(const fr_grid *grid)
{
	return grid->cells *
		   (grid->terrain ? LANDMARKS_US_A_WEIGHTED_CELL : LANDMARKS_US_A_CELL);
}

/* The most that landmarks take, with the workspace and the legal moves that build them. */
static Size
landmarks_expected_bytes(const fr_grid *grid, const fr_method *method)
{
	Size entries = grid->cells * (grid->terrain ? 2 : 1);

	return sizeof(fr_landmarks) + grid->cells + fr_search_size(grid->cells, method) +
		   entries * method->option[FR_LANDMARKS].digits * sizeof(uint32);
}

/* Have searches taken long enough to earn landmarks? */
static bool
landmarks_are_earned(const Prepared *map)
{
	double wanted = landmarks_expected_us(decoded_grid(map));

	return learnt_of(map)->unaided_us >= wanted && statement_affords(wanted);
}

/* Do landmarks fit without evicting anything? */
static bool
landmarks_are_due(const Prepared *map, const fr_method *method)
{
	return map->kept && landmarks_are_earned(map) &&
		   prepared_free() + workspace_bytes() >=
			   landmarks_expected_bytes(decoded_grid(map), method);
}

/* Not with links: there they halve expansions, but each takes longer (doc/measured.md). */
static bool
may_have_landmarks(const Prepared *map)
{
	const fr_grid *grid = decoded_grid(map);

	return fringe_auto_landmarks && !grid->links && !grid->costs.lengths &&
		   !learnt_of(map)->landmarks_rejected &&
		   (IsInParallelMode() || !index_may_come(map));
}

/*
 * Is it the turn of a search with landmarks? Turns follow the Thue-Morse sequence, so
 * that no period in the searches gives one side the longer ones.
 */
static bool
is_turn_of_landmarks(const Learnt *learnt)
{
	return learnt->trial == 0 || pg_popcount32(learnt->trial) & 1;
}

/*
 * The method that searches for costs alone, where `resolved` searches for paths: with
 * landmarks if they are there, or are to be built now.
 */
fr_method
learnt_method(Prepared *map, const fr_method *resolved)
{
	Learnt *learnt = learnt_of(map);
	fr_method method = with_landmarks(decoded_grid(map));

	if (IsParallelWorker() || !may_have_landmarks(map))
		return *resolved;
	if (landmarks_are_kept(map, &method))
		return is_turn_of_landmarks(learnt) ? method : *resolved;
	learnt->trial = 0;
	if (!landmarks_are_due(map, &method))
		return *resolved;
	learnt->unaided_us = learnt->aided_us = 0; /* paid for, even if the build fails */
	learnt->trial = TRIAL;
	statement_spends(landmarks_expected_us(decoded_grid(map)));
	return method;
}

/* Counts a search of the trial; the last one decides whether landmarks stay in use. */
static void
go_on_with_trial(Learnt *learnt)
{
	prepared_changed();
	if (--learnt->trial > 0)
		return;
	learnt->landmarks_rejected = learnt->aided_us > learnt->unaided_us;
	learnt->unaided_us = 0;
}

/* Searches have been made: the next one may be with landmarks, or without again. */
static void
learn_of_landmarks(const PreparedSearch *search)
{
	Prepared *map = search->learns;
	Learnt *learnt = learnt_of(map);
	fr_method aided;

	if (learnt->trial > 0 && may_have_landmarks(map))
	{
		go_on_with_trial(learnt);
		return;
	}
	if (search->marks || !landmarks_are_earned(map) || !may_have_landmarks(map))
		return;
	aided = with_landmarks(decoded_grid(map));
	if (landmarks_are_due(map, &aided))
		prepared_changed();
}

/* ---- a search -------------------------------------------------------------- */

/*
 * Searches on a map have taken this time. Returns the index that answers from now on, or
 * NULL.
 */
const fr_index *
fringe_learn(const PreparedSearch *search, Datum value, double microseconds)
{
	Prepared *map = search->learns;

	if (map == NULL)
		return search->index;
	learnt_of(map)->searched_us += microseconds;
	statement_spends(-microseconds);
	if (is_shared(map))
		return share_lesson(map, value, microseconds);
	return learnt_index(map);
}

/*
 * One search has expanded so many nodes; now and then, see what they add up to. In a
 * trial of landmarks, after each, and on a map of which little is decoded, for others may
 * be asked as little.
 */
void
fringe_learn_search(const PreparedSearch *search, Datum value, int64 expanded)
{
	double microseconds = SEARCH_US + expanded * search->us_an_expansion;
	Learnt *learnt;

	if (search->first)
		decoded_spent(search->map, microseconds);
	if (search->learns == NULL)
		return;
	learnt = learnt_of(search->learns);
	*(search->marks ? &learnt->aided_us : &learnt->unaided_us) += microseconds;
	learnt->unlearnt_us += microseconds;
	if (!search->first && learnt->trial == 0 && learnt->unlearnt_us < LESSON_US)
		return;
	microseconds = learnt->unlearnt_us;
	learnt->unlearnt_us = 0;
	if (!fringe_learn(search, value, microseconds) && !search->first &&
		!IsParallelWorker())
		learn_of_landmarks(search);
}
