/*
 * search_plan.h - how a question about a map is answered
 *
 * A plan depends on the map, the method and the kind of question. It holds as long as the map
 * is decoded, so the map's cache entry keeps it. A search context (search_context.h) binds a plan
 * to memory for one call.
 */
#ifndef FRINGE_SEARCH_PLAN_H
#define FRINGE_SEARCH_PLAN_H

#include "pg/types/types.h"

typedef enum SearchQuestion
{
	QUESTION_ROUTE, /* one route: what is cached must not choose among several best ones */
	QUESTION_COST,	/* one cost, which every exact search finds */
	QUESTION_SWEEP	/* many cells by Dijkstra's algorithm, and single searches */
} SearchQuestion;

typedef enum SearchWay
{
	/*
	 * A cold question: the map is not decoded whole. The call decodes its rows of bits, and
	 * online jump point search reads only these. For one cost by a method that finds what
	 * `jump` finds, on a map that takes cold questions.
	 */
	WAY_COLD,

	/* The map is decoded whole, and the method's own search runs on it. */
	WAY_WHOLE,

	/*
	 * The question could be cold, but the map is decoded whole, so the method's own search
	 * runs on it. The call is charged as a cold one: whether it fails does not depend on what
	 * earlier calls have decoded. The bytes that it takes in addition are not charged.
	 */
	WAY_WHOLE_CHARGED_COLD
} SearchWay;

/* Landmarks change which of several best paths is found, so `auto` uses them for costs only. */
typedef enum LandmarkUse
{
	LANDMARKS_NONE,
	LANDMARKS_OF_METHOD, /* those that the method asks for; charged to the call */
	LANDMARKS_NOT_DUE, /* `auto` uses none yet: its searches count towards building some */
	LANDMARKS_OF_AUTO  /* `auto` uses some. No answer needs them, so nothing is charged */
} LandmarkUse;

/* Bytes that a call is charged for a value, or for a part of one. */
typedef struct Charge
{
	Size peak; /* while it is built */
	Size kept;
} Charge;

typedef struct SearchPlan
{
	SearchQuestion question;
	int max_memory; /* the setting that the plan was made under */
	SearchWay way;
	LandmarkUse landmarks;
	fr_method method; /* the one that runs */
	uint32 nodes;	  /* that it needs in the workspace */

	/* charged to the call, in addition to the map and the landmarks of its method */
	Charge parts; /* of the map that the search reads */
	Size workspace_bytes;
	Size search_bytes; /* the workspace, and the most that the search allocates */

	double us_per_expansion; /* estimated */
} SearchPlan;

struct CacheEntry;

/* Does a search by this method find the same cost as online jump point search? */
extern bool search_may_be_cold(const fr_method *asked);

/* Makes the plan, and the parts of the map that the search reads. Charges the call for these. */
extern SearchPlan search_plan_make(struct CacheEntry *map, const fr_method *asked,
								   SearchQuestion question);

/* Is it time for `auto` to build landmarks of the map, and is there space for them? */
extern bool search_landmarks_due(const struct CacheEntry *map);

#endif /* FRINGE_SEARCH_PLAN_H */
