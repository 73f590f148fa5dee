/*
 * hunters.h - hunters after a prey, tick by tick
 *
 *     fr_chase_begin, and fr_chase_map whenever the map changes
 *     each tick: fr_chase_look
 *                fr_chase_plan for each hunter
 *                fr_chase_move
 *                fr_chase_fear and fr_chase_flee if the prey flees
 *
 * hunters.c draws the states. A chase is in the arena of fr_chase_begin. The arena of a
 * query may be freed after each call. Searches raise FR_COST_RANGE.
 */
#ifndef FRINGE_HUNTERS_H
#define FRINGE_HUNTERS_H

#include "core/query/grid_query.h"

typedef enum fr_hunter_state
{
	FR_STATE_PATROL, /* goes from one cell of its beat to the next, and round again */
	FR_STATE_CHASE,	 /* knows where the prey is, and goes there */
	FR_STATE_TRAIL,	 /* goes to where it last saw the prey */
	FR_STATE_SEARCH, /* looks around there */
	FR_STATE_RETURN, /* goes back to where it left its beat */
	FR_HUNTER_STATES
} fr_hunter_state;

extern const char *const fr_hunter_state_name[FR_HUNTER_STATES];

typedef struct fr_chase_rules
{
	double speed;		   /* of hunters: cost per tick, in the model's unit; > 0 */
	double sight;		   /* in cells; 0: hunters always know where the prey is */
	double flight;		   /* speed of the prey, once it flees; > 0 */
	double fear;		   /* hunters from whom it flees have at most this cost to it */
	uint32_t interval;	   /* ticks from one search for a prey that moves to the next */
	uint32_t patience;	   /* ticks to look around */
	bool closest;		   /* a goal out of reach is approached */
	bool apart;			   /* no two hunters end a tick on one cell; none begins on one */
	uint64_t seed;		   /* of the cells where hunters look around */
	const uint32_t *beats; /* each hunter's cells besides its start, one after another */
	size_t beat;		   /* how many a hunter has */
} fr_chase_rules;

/* A hunter or the prey: the rest of its route, and its budget for expensive steps. */
typedef struct fr_walker
{
	uint32_t cell;
	bool routed;	/* there is a route; it may be at its end */
	int64_t moves;	/* left */
	uint64_t left;	/* cost of these */
	uint32_t *runs; /* of the route; memory for `room` of them */
	size_t room;
	size_t run;		/* the one it is in, without the moves that were made */
	uint32_t ticks; /* since it began to save */
	uint64_t spent; /* since then */
} fr_walker;

typedef struct fr_hunter
{
	fr_hunter_state state;
	fr_walker walker;
	uint32_t from; /* where it was when this tick began */
	uint32_t goal;
	uint32_t last;	   /* where it last saw the prey */
	uint32_t start;	   /* the first cell of its beat */
	uint32_t post;	   /* where it left its beat */
	size_t next;	   /* cell of its beat that it goes to; 0: its start */
	uint32_t patience; /* ticks left to look around */
	uint64_t random;
	bool planned; /* the route is towards: */
	uint32_t planned_goal;
	fr_hunter_state planned_state;
	uint64_t planned_tick;
	bool stuck;			/* all cells ahead on its route are taken by others */
	uint64_t remaining; /* obstacle-free distance from the route's end to the goal */
	bool complete;		/* no limit stopped the search for the route */
	bool searched;		/* in this tick, with the following counters */
	int64_t visited;
	int64_t expanded;
	bool caught; /* the prey, in this tick */
} fr_hunter;

typedef struct fr_chase
{
	fr_chase_rules rules;
	fr_query query;
	const fr_arena *arena;
	uint64_t tick;
	uint32_t prey; /* its cell when this tick began */
	bool flees;	   /* it does, in this tick */
	fr_walker runner;
	uint64_t fled;	  /* tick of the search for its route */
	uint64_t *threat; /* what hunters pay to cells around the prey */
	size_t threat_room;
	size_t count; /* of hunters */
	fr_hunter *hunters;
	uint32_t *order;	/* in which they move */
	uint32_t *spare;	/* where they are sorted */
	uint32_t *near;		/* cells of those that the prey fears */
	uint64_t *occupied; /* a bit per cell: a hunter is there */
} fr_chase;

/*
 * A chase by `count` hunters. `rules.beats` has to stay where it is. The query's start
 * and goal are ignored.
 */
fr_chase *fr_chase_begin(const fr_chase_rules *rules, const fr_query *query,
						 const uint32_t *starts, size_t count, const fr_arena *arena);

/*
 * Continues on another map of equal size, under the same model. Routes and budgets end.
 */
void fr_chase_map(fr_chase *chase, const fr_query *query);

/* Begins a tick with the prey at this cell: hunters look, and choose their goals. */
void fr_chase_look(fr_chase *chase, uint32_t prey, const fr_poll *poll);

/* Searches for a hunter's route, if it needs one. The workspace has a node per cell. */
fr_status fr_chase_plan(fr_chase *chase, size_t hunter, fr_sweep_workspace sweep,
						const fr_poll *poll);

/* Moves all hunters; true if one of them catches the prey. */
bool fr_chase_move(fr_chase *chase, const fr_poll *poll);

/* Finds the prey's refuge, as often as hunters search, and at the end of its route. */
fr_status fr_chase_fear(fr_chase *chase, fr_sweep_workspace sweep, const fr_poll *poll);

/* Moves the prey along its route. */
void fr_chase_flee(fr_chase *chase, const fr_poll *poll);

#endif /* FRINGE_HUNTERS_H */
