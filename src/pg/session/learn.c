/*
 * learn.c - what searches for costs by `auto` have taken, which decides on what is prepared
 *
 * A search is judged by its expansions: to read a clock takes as long as a short search,
 * and what is decided by counting is decided alike on every machine.
 *
 * Two sums decide. What searches on a map took over all statements has to pay for what is
 * built for this map. And a statement builds only what it can afford: it has itself
 * searched for as long, on whichever maps. So no statement takes more than about twice as
 * long as without. Parallel workers neither learn nor build, for what they have ends with
 * the statement.
 */
#include "pg/session/prepared.h"

#include "access/xact.h"

#define LESSON_US 50 /* microseconds of searches, after which they are looked at */

/* What the statement has searched for, and not spent on building: microseconds. */
static struct
{
	TimestampTz began; /* which statement it is */
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

bool
statement_affords(double microseconds)
{
	look_at_statement();
	return statement.left_us >= microseconds;
}

void
statement_spends(double microseconds)
{
	look_at_statement();
	statement.left_us -= microseconds;
}

/* Microseconds of an expansion, as measured on the benchmark sets. */
static double
us_an_expansion(const PreparedSearch *search)
{
	const fr_grid *grid = search->grid;
	bool aided = search->landmarks != NULL;

	if (search->method.search == FR_JUMP)
		return aided ? 0.25 : 0.13;
	if (grid->terrain == NULL)
		return aided ? 0.02 : 0.012;
	return !aided ? 0.025 : search->landmarks->symmetric ? 0.036 : 0.05;
}

/* Searches have taken this time: an index may be due. */
void
fringe_learn(PreparedSearch *search, double microseconds)
{
	Prepared *map = search->learns;

	if (map == NULL)
		return;
	((DecodedMap *) map->thing)->searched_us += microseconds;
	statement_spends(-microseconds);
	if (fringe_auto_index)
		search->index = auto_index(map);
}

/*
 * One search has expanded so many nodes; now and then, see what they add up to. In a
 * trial of landmarks, after each.
 */
void
fringe_learn_search(PreparedSearch *search, int64 expanded)
{
	double microseconds = 0.3 + expanded * us_an_expansion(search);
	DecodedMap *decoded;

	if (search->learns == NULL)
		return;
	decoded = search->learns->thing;
	*(search->marks ? &decoded->aided_us : &decoded->unaided_us) += microseconds;
	decoded->unlearnt_us += microseconds;
	if (decoded->trial == 0 && decoded->unlearnt_us < LESSON_US)
		return;
	fringe_learn(search, decoded->unlearnt_us);
	decoded->unlearnt_us = 0;
	if (!search->index)
		auto_landmarks_learn(search);
}
