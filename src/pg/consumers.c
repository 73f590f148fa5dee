/*
 * consumers.c - which SQL function supports which rule of movement
 */
#include "pg/consumers.h"

#include "funcapi.h"
#include "utils/builtins.h"
#include "utils/tuplestore.h"

#include "core/agents/plan.h"
#include "core/agents/timed.h"
#include "core/field/flow_field.h"
#include "core/index/index.h"
#include "core/path/path.h"
#include "core/query/alternatives.h"
#include "core/query/best_paths.h"
#include "core/query/chokepoints.h"
#include "core/query/grid_query.h"
#include "core/query/line_of_sight.h"

/* ---- sets of rules ---------------------------------------------------------- */

/* Sweeps, and straight lines in their place. Functions that only ask which cells are passable
 * or connected support the same. */
#define ALL FR_EVERY_RULE

/* Steps and links, but no straight lines: the functions return or compare cells of paths. */
#define STEPS FR_SWEEP_RULES

/* Paths of several legs, each of which begins anew. */
#define LEGS (STEPS & ~(FR_RULE(HEADINGS) | FR_POINT_RULES))
/* Sums of costs of different paths, as whole numbers. */
#define ASSIGN_RULES (STEPS & ~FR_POINT_RULES)
/* A path costs as much in both directions, or a one-way rule says so. */
#define NETWORK_RULES (ALL & ~(FR_RULE(HEADINGS) | FR_POINT_RULES))
/* Costs of paths that are added up later, so every leg has to begin a turn. */
#define SUM_RULES (ALL & ~FR_POINT_RULES)

#define PURSUIT_RULES FR_STEP_RULES

/* Paths are joined at cells, where they would have to pay for a turn. */
#define JOINED_RULES (ALL & ~(FR_RULE(TURNS) | FR_RULE(HEADINGS) | FR_POINT_RULES))

/* Distances to walls do not go around joined edges. */
#define NEAR_RULES (ALL & ~FR_RULE(WRAP))

/*
 * On open ground of weight 1. The list is whole, because a price of steps in FR_STEP_RULES would
 * change distances, and nothing but fr_open_distance knows them.
 */
#define DISTANCE_RULES                                                                   \
	(FR_RULE(LINES) | FR_RULE(HEXAGONS) | FR_RULE(OBLONG) | FR_RULE(SIZE) |              \
	 FR_RULE(ONEWAY) | FR_RULE(SIDES) | FR_RULE(BLOCKED) | FR_RULE(LINKS) |              \
	 FR_RULE(SQRT2_LINKS) | FR_RULE(EXTRA) | FR_RULE(SLOPES) | FR_RULE(LIMITS) |         \
	 FR_RULE(WEIGHTS) | FR_RULE(WEIGH) | FR_RULE(FREE))

/* The nearest cell by such a distance, where turns cost nothing and edges may be joined. */
#define CLOSEST_RULES                                                                    \
	(STEPS & (DISTANCE_RULES | FR_RULE(TURNS) | FR_RULE(HEADINGS) | FR_RULE(WRAP)))

/* ---- functions ---------------------------------------------------------------- */

typedef struct ConsumerRow
{
	const char *name;
	fr_rules rules;
} ConsumerRow;

#define CONSUMER_ROW(ID, name, rules) [CONSUMER_##ID] = {name, rules},

static const ConsumerRow consumers[CONSUMER_COUNT] = {CONSUMERS(CONSUMER_ROW)};

const char *
consumer_name(Consumer consumer)
{
	return consumers[consumer].name;
}

static pg_noinline void
refuse(Consumer consumer, fr_rules rules)
{
	fr_error error;

	fr_rules_refuse(rules, consumers[consumer].rules, consumers[consumer].name, &error);
	fringe_report(&error, "gridmodel", NULL);
}

void
consumer_check(Consumer consumer, fr_rules rules)
{
	if (unlikely(rules & ~consumers[consumer].rules))
		refuse(consumer, rules);
}

/* ---- the table ----------------------------------------------------------------- */

static void
put_consumer(ReturnSetInfo *rsinfo, const char *name, fr_rules supported)
{
	for (int rule = 0; rule < FR_RULE_COUNT; rule++)
	{
		bool nulls[4] = {false};
		Datum values[4] = {CStringGetTextDatum(name),
						   CStringGetTextDatum(fr_rule_rows[rule].name),
						   CStringGetTextDatum(fr_rule_rows[rule].keys),
						   BoolGetDatum(supported >> rule & 1)};

		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	}
}

/* fringe_combinations(): functions, methods, and rules that exclude others */
FRINGE_FUNCTION(fringe_combinations)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;

	InitMaterializedSRF(fcinfo, 0);
	for (int i = 0; i < CONSUMER_COUNT; i++)
		put_consumer(rsinfo, consumers[i].name, consumers[i].rules);
	for (int i = 0; i < FR_SEARCH_KINDS; i++)
		put_consumer(rsinfo, psprintf("method %s", fr_search_name((fr_search_kind) i)),
					 fr_search_rules((fr_search_kind) i));
	for (int i = 0; i < FR_RULE_COUNT; i++)
	{
		fr_rules excluded = fr_rules_excluded_by((fr_rule) i);

		if (excluded)
			put_consumer(rsinfo, psprintf("rule %s", fr_rule_rows[i].name), ~excluded);
	}
	return (Datum) 0;
}
