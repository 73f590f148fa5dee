/*
 * consumers.h - the SQL functions that take a model, and the rules of movement that each supports
 *
 * A function names itself when it asks for a decoded map. consumers.c refuses the rules that the
 * function's row does not list (core/model/movement_rules.h). fringe_combinations() returns the
 * table, and tools/reference writes doc/reference/combinations.md from it. sql/combinations.sql
 * fails if a function has no row, or answers otherwise than its row says.
 */
#ifndef FRINGE_CONSUMERS_H
#define FRINGE_CONSUMERS_H

#include "core/model/movement_rules.h"
#include "pg/module.h"

/* X(id, name, rules); consumers.c defines the sets of rules that have names only here. */
#define CONSUMERS(X)                                                                     \
	X(COST, "fringe_cost", ALL)                                                          \
	X(ROUTE, "fringe_route", ALL)                                                        \
	X(PATH, "fringe_path", ALL)                                                          \
	X(SEARCH, "fringe_search", ALL)                                                      \
	X(TRACE, "fringe_trace", STEPS)                                                      \
	X(TRY_COST, "fringe_try_cost", ALL)                                                  \
	X(TRY_ROUTE, "fringe_try_route", ALL)                                                \
	X(ROUTE_VIA, "fringe_route_via", JOINED_RULES)                                       \
	X(COSTS, "fringe_costs", ALL)                                                        \
	X(MATRIX, "fringe_matrix", ALL)                                                      \
	X(MATRIX_TSP, "fringe_matrix_tsp", SUM_RULES)                                        \
	X(TOUR, "fringe_tour", LEGS)                                                         \
	X(ASSIGN, "fringe_assign", ASSIGN_RULES)                                             \
	X(NETWORK, "fringe_network", NETWORK_RULES)                                          \
	X(NEAREST, "fringe_nearest", ALL)                                                    \
	X(NEAREST_WITHIN, "fringe_nearest_within", ALL)                                      \
	X(REACH, "fringe_reach", ALL)                                                        \
	X(TERRITORY, "fringe_territory", ALL)                                                \
	X(SURFACE, "fringe_surface", ALL)                                                    \
	X(ADVANCE, "argument \"costs\"", STEPS)                                              \
	X(CLOSEST, "fringe_closest", CLOSEST_RULES)                                          \
	X(APPROACH, "fringe_approach", NEAR_RULES)                                           \
	X(APPROACH_SIGHT, "fringe_approach with sight", FR_SIGHT_RULES)                      \
	X(WALKS, "fringe_walks", LEGS)                                                       \
	X(TRY_WALKS, "fringe_try_walks", LEGS)                                               \
	X(FEWEST_TURNS, "fringe_fewest_turns", FR_FEWEST_TURNS_RULES)                        \
	X(ALTERNATIVES, "fringe_alternatives", FR_ALTERNATIVES_RULES)                        \
	X(BEST_CELLS, "fringe_best_cells", FR_BEST_PATHS_RULES)                              \
	X(BEST_COUNT, "fringe_best_count", FR_BEST_PATHS_RULES)                              \
	X(RANDOM_ROUTE, "fringe_random_route", FR_BEST_PATHS_RULES)                          \
	X(CONNECTED, "fringe_connected", ALL)                                                \
	X(COMPONENTS, "fringe_components", ALL)                                              \
	X(CHOKEPOINTS, "fringe_chokepoints", FR_CHOKEPOINTS_RULES)                           \
	X(DIAGNOSE, "fringe_diagnose", NEAR_RULES & ~FR_POINT_RULES)                         \
	X(DISTANCE, "fringe_distance", DISTANCE_RULES)                                       \
	X(RANDOM_PAIRS, "fringe_random_pairs", ALL)                                          \
	X(RANDOM_CELLS, "gridmap_random_cells", ALL)                                         \
	X(FIELD, "fringe_field", FR_FIELD_RULES)                                             \
	X(INDEX, "fringe_index", FR_INDEX_RULES)                                             \
	X(PURSUIT, "fringe_pursuit", PURSUIT_RULES)                                          \
	X(CHASE, "fringe_chase", PURSUIT_RULES)                                              \
	X(CHASE_SIGHT, "fringe_chase with sight", PURSUIT_RULES & ~FR_RULE(HEXAGONS))        \
	X(PLAN, "fringe_plan", FR_PLAN_RULES)                                                \
	X(PLAN_SUMMARY, "fringe_plan_summary", FR_PLAN_RULES)                                \
	X(PLAN_CONFLICTS, "fringe_plan_conflicts", FR_PLAN_RULES)                            \
	X(SEES, "fringe_sees", FR_SIGHT_RULES)                                               \
	X(VIEW, "fringe_view", FR_SIGHT_RULES)                                               \
	X(EXPOSURE, "fringe_exposure", FR_SIGHT_RULES)                                       \
	X(NEAREST_FREE, "fringe_nearest_free", NEAR_RULES)                                   \
	X(CLEARANCE, "gridmap_clearance", NEAR_RULES)                                        \
	X(COARSEN, "gridmap_coarsen", ALL)                                                   \
	X(PATH_COST, "gridpath_cost", ALL)                                                   \
	X(PATH_VALID, "gridpath_valid", ALL)                                                 \
	X(PATH_AT, "gridpath_at", ALL)                                                       \
	X(PATH_STEPS, "gridpath_steps", ALL)                                                 \
	X(PATH_SMOOTH, "gridpath_smooth", FR_SMOOTH_RULES)                                   \
	X(PATH_TICKS, "gridpath_ticks", LEGS)                                                \
	X(TIMED_ROUTE, "fringe_timed_route", FR_TIMED_RULES)

#define CONSUMER_OF(ID, name, rules) CONSUMER_##ID,

typedef enum Consumer
{
	CONSUMERS(CONSUMER_OF) CONSUMER_COUNT
} Consumer;

extern const char *consumer_name(Consumer consumer);

/* Raises an error if the function does not support one of the rules. */
extern void consumer_check(Consumer consumer, fr_rules rules);

#endif /* FRINGE_CONSUMERS_H */
