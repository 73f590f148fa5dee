/*
 * movement_rules.h - rules of movement
 *
 * A rule is a property of a model or a map that changes plain steps between squares.
 *
 *     fr_model_rules, fr_costs.rules    the rules of a model, and those that hold on a grid
 *     FR_..._RULES                      the rules that a consumer supports
 *     fr_rules_refuse                   compares both, and names the rule in the error
 *
 * A consumer is a search, a form of index, or a question about a map. It lists the rules that it
 * supports, so it refuses a new rule until somebody adds the rule to its list. A rule without any
 * effect on the map does not hold: weights of codes that the map lacks, or links that are closed.
 *
 * Other keys, such as straight, corners and obstacle, are no rules: all consumers support them.
 */
#ifndef FRINGE_MOVEMENT_RULES_H
#define FRINGE_MOVEMENT_RULES_H

#include "core/api.h"

/* If several rules are refused, the error names the first one. */
typedef enum fr_rule
{
	FR_RULE_LINES,
	FR_RULE_HEXAGONS,
	FR_RULE_OBLONG,
	FR_RULE_WRAP,
	FR_RULE_TURNS,
	FR_RULE_HEADINGS,
	FR_RULE_SIZE,
	FR_RULE_ONEWAY,
	FR_RULE_SIDES,
	FR_RULE_BLOCKED,
	FR_RULE_LINKS,
	FR_RULE_SQRT2_LINKS,
	FR_RULE_EXTRA,
	FR_RULE_SLOPES,
	FR_RULE_LIMITS,
	FR_RULE_FRICTION,
	FR_RULE_GRADES,
	FR_RULE_DEGREES,
	FR_RULE_ROADS,
	FR_RULE_CROSSINGS,
	FR_RULE_POINTS,
	FR_RULE_STOPS,
	FR_RULE_OVER,
	FR_RULE_WEIGHTS,
	FR_RULE_WEIGH,
	FR_RULE_FREE,
	FR_RULE_COUNT
} fr_rule;

/* A set of rules, a bit each. */
typedef uint32_t fr_rules;

#define FR_RULE(NAME) ((fr_rules) 1 << FR_RULE_##NAME)

typedef struct fr_rule_row
{
	const char *name;  /* in the plural, for messages */
	const char *keys;  /* of models, or the layer, that bring the rule */
	const char *what;  /* a sentence */
	const char *hint;  /* how to do without the rule */
	fr_rules excludes; /* later rules that never hold at the same time */
} fr_rule_row;

extern const fr_rule_row fr_rule_rows[FR_RULE_COUNT];

/* The rules that layers with prices or heights bring (prices.h). */
#define FR_LAYER_RULES (FR_RULE(EXTRA) | FR_RULE(SLOPES) | FR_RULE(LIMITS))

/* The rules that multiply the costs of steps (factors.h). */
#define FR_FACTOR_RULES (FR_RULE(FRICTION) | FR_RULE(GRADES) | FR_RULE(DEGREES))

/* The rules that price single edges (edge_prices.h). */
#define FR_EDGE_RULES (FR_RULE(ROADS) | FR_RULE(CROSSINGS))

/* The rules of prices by layers; a grid is bound for these, and for STOPS and OVER (grid_layers.h). */
#define FR_PRICED_RULES (FR_LAYER_RULES | FR_FACTOR_RULES | FR_EDGE_RULES)

/*
 * The rules of turns of movement points (fr_after_points): what a step adds to the cost of a path
 * depends on that cost. So only searches that begin at the start support them.
 */
#define FR_POINT_RULES (FR_RULE(POINTS) | FR_RULE(STOPS) | FR_RULE(OVER))

/* The rules that change only which steps are legal and what each one costs. */
#define FR_STEP_RULES                                                                    \
	(FR_RULE(HEXAGONS) | FR_RULE(OBLONG) | FR_RULE(SIZE) | FR_RULE(ONEWAY) |             \
	 FR_RULE(SIDES) | FR_RULE(BLOCKED) | FR_PRICED_RULES | FR_RULE(WEIGHTS) |            \
	 FR_RULE(WEIGH) | FR_RULE(FREE))

/* Edges of a grid that are no steps to a neighbour. */
#define FR_LINK_RULES (FR_RULE(LINKS) | FR_RULE(SQRT2_LINKS))

/* What sweeps support, and the method `auto`. */
#define FR_SWEEP_RULES                                                                   \
	(FR_STEP_RULES | FR_LINK_RULES | FR_POINT_RULES | FR_RULE(WRAP) | FR_RULE(TURNS) |   \
	 FR_RULE(HEADINGS))
#define FR_EVERY_RULE (FR_SWEEP_RULES | FR_RULE(LINES))

/*
 * FR_RULE_REFUSED: some rule of `has` is not supported. `consumer` is the subject of the message,
 * and stays the caller's.
 */
fr_status fr_rules_refuse(fr_rules has, fr_rules supported, const char *consumer,
						  fr_error *error);

/* The rules that cannot be combined with this one. */
fr_rules fr_rules_excluded_by(fr_rule rule);

/* The conflict, FR_RULE_CONFLICT or FR_MAP_CONFLICT: two of the rules exclude each other. */
fr_status fr_rules_check(fr_rules rules, fr_status conflict, fr_error *error);

#endif /* FRINGE_MOVEMENT_RULES_H */
