/*
 * plan_guide.c - paths that avoid each other in space (Han and Yu 2022, as in Okumura 2024)
 *
 * The agents take turns. Each one gets the path that meets the fewest others, of those that are at most
 * MARGIN steps longer than the shortest one. Paths do not wait, so collisions remain.
 */
#include "core/agents/plan_guide.h"

#include "core/base/heap.h"
#include "core/base/random.h"

enum
{
	MARGIN = 10,
	ROUNDS = 4,
	STATES = 5000 /* of a search, at most; otherwise the agent keeps its path */
};

/* ---- numbers by key ---------------------------------------------------------- */

static fr_plan_number *
number_at(const fr_plan_numbers *numbers, uint64_t key)
{
	size_t slot = fr_random_mix(key) & (numbers->slots - 1);

	while (numbers->at[slot].key != 0 && numbers->at[slot].key != key)
		slot = (slot + 1) & (numbers->slots - 1);
	return &numbers->at[slot];
}

/* The same, and a new one of 0 if the key has none. */
static fr_plan_number *
add_number(fr_plan_space *space, fr_plan_numbers *numbers, uint64_t key)
{
	fr_plan_number *number;

	if (numbers->count * 2 >= numbers->slots)
	{
		fr_plan_numbers old = *numbers;

		numbers->slots = old.slots ? old.slots * 2 : 4096;
		numbers->at = fr_arena_alloc(space->arena, numbers->slots * sizeof *numbers->at);
		fr_fill(numbers->at, 0, numbers->slots * sizeof *numbers->at, space->poll);
		for (size_t i = 0; i < old.slots; i++)
		{
			fr_poll_at(space->poll, i);
			if (old.at[i].key != 0)
				*number_at(numbers, old.at[i].key) = old.at[i];
		}
		fr_arena_free(space->arena, old.at, old.slots * sizeof *old.at);
	}
	number = number_at(numbers, key);
	if (number->key == 0)
	{
		*number = (fr_plan_number){key, 0};
		numbers->count++;
	}
	return number;
}

/* ---- collisions ----------------------------------------------------------------- */

typedef struct guide_path
{
	uint32_t *at;
	size_t room;
	uint32_t length; /* 0: none yet, or nothing to do */
} guide_path;

/* A state of a search: the fewest collisions first, then the shortest path. */
typedef struct guide_state
{
	uint32_t collisions;
	uint32_t length; /* of the whole path, at least */
	uint32_t place;
	uint32_t tick;
	uint32_t parent;
} guide_state;

typedef struct guide_search
{
	fr_plan_space *space;
	const uint32_t *starts;
	const uint32_t *goals;
	const uint32_t *distances;
	fr_plan_numbers counts; /* of agents by place and tick, and by step and tick */
	uint32_t
		*arrival; /* by place: when an agent comes to rest there; FR_NOWHERE: never */
	guide_path *paths;
	uint32_t *parent; /* by place */
	uint32_t *seen;	  /* by place: the search that settled it */
	uint32_t search;
	guide_state *heap;
	size_t room;
} guide_search;

static uint64_t
stay_key(const guide_search *g, uint32_t place, uint32_t tick)
{
	return ((uint64_t) tick * g->space->places + place) * 2 + 1;
}

/* Different steps may share a key, with a probability that does not matter for hints. */
static uint64_t
step_key(const guide_search *g, uint32_t from, uint32_t to, uint32_t tick)
{
	return (fr_random_mix(stay_key(g, from, tick)) + to) | UINT64_C(0x8000000000000001);
}

static void
count_path(guide_search *g, uint32_t agent, int change)
{
	const guide_path *path = &g->paths[agent];

	for (uint32_t tick = 0; tick <= path->length && path->length > 0; tick++)
	{
		add_number(g->space, &g->counts, stay_key(g, path->at[tick], tick))->number +=
			(uint32_t) change;
		if (tick < path->length)
			add_number(g->space, &g->counts,
					   step_key(g, path->at[tick], path->at[tick + 1], tick))
				->number += (uint32_t) change;
	}
	g->arrival[g->goals[agent]] = change > 0 ? path->length : FR_NOWHERE;
}

/* How many others a step meets that ends in this tick. */
static uint32_t
collisions_of(const guide_search *g, uint32_t from, uint32_t to, uint32_t tick)
{
	return number_at(&g->counts, stay_key(g, to, tick))->number +
		   number_at(&g->counts, step_key(g, to, from, tick - 1))->number +
		   (g->arrival[to] < tick);
}

/* ---- paths ------------------------------------------------------------------------ */

static bool
is_before(const void *a, const void *b)
{
	const guide_state *x = a;
	const guide_state *y = b;

	if (x->collisions != y->collisions)
		return x->collisions < y->collisions;
	return x->length != y->length ? x->length < y->length : x->tick > y->tick;
}

static void
push_state(guide_search *g, size_t *count, guide_state state)
{
	if (*count == g->room)
		g->heap = fr_grow(g->space->arena, g->heap, sizeof *g->heap, *count, *count + 1,
						  &g->room);
	fr_heap_push(g->heap, sizeof *g->heap, (*count)++, &state, is_before);
}

static void
keep_path(guide_search *g, uint32_t agent, uint32_t length)
{
	guide_path *path = &g->paths[agent];
	uint32_t place = g->goals[agent];

	if (path->room <= length)
		path->at = fr_grow(g->space->arena, path->at, sizeof *path->at, 0,
						   (size_t) length + 1, &path->room);
	path->length = length;
	for (uint32_t tick = length + 1; tick-- > 0; place = g->parent[place])
		path->at[tick] = place;
}

/* Finds a path with fewest collisions, or keeps the old path if that takes too long. */
static void
find_path(guide_search *g, uint32_t agent)
{
	fr_plan_space *space = g->space;
	uint32_t most = g->distances[agent] + MARGIN;
	size_t count = 0;
	uint32_t settled = 0;

	g->search++;
	push_state(g, &count,
			   (guide_state){0, g->distances[agent], g->starts[agent], 0, FR_NOWHERE});
	while (count > 0)
	{
		guide_state at;
		uint32_t left;

		fr_heap_pop(g->heap, sizeof *g->heap, --count, &at, is_before);
		if (g->seen[at.place] == g->search)
			continue;
		g->seen[at.place] = g->search;
		g->parent[at.place] = at.parent;
		if (at.place == g->goals[agent])
		{
			keep_path(g, agent, at.tick);
			return;
		}
		if (++settled > STATES)
			return;
		fr_poll_at(space->poll, settled);
		left = at.length - at.tick;
		for (uint32_t e = space->ahead.first[at.place];
			 e < space->ahead.first[at.place + 1]; e++)
		{
			uint32_t to = space->ahead.edges[e].to;
			int32_t farther = g->seen[to] == g->search
								  ? FR_PLAN_FAR
								  : fr_plan_farther(space, agent, at.place, to);
			uint32_t length;

			if (farther == FR_PLAN_FAR)
				continue;
			length = at.tick + 1 + left + (uint32_t) farther;
			if (length <= most)
				push_state(g, &count,
						   (guide_state){at.collisions +
											 collisions_of(g, at.place, to, at.tick + 1),
										 length, to, at.tick + 1, at.place});
		}
	}
}

size_t
fr_plan_guide_size(size_t agents, uint32_t places, uint64_t steps)
{
	size_t numbers = ((size_t) steps + agents * (MARGIN + 1)) * (2 * ROUNDS + 1);

	return (numbers + 4096) * 8 * sizeof(fr_plan_number) +
		   (size_t) places * 3 * sizeof(uint32_t) + agents * sizeof(guide_path) +
		   (size_t) STATES * 32 * sizeof(guide_state);
}

void
fr_plan_guide_make(fr_plan_guide *guide, fr_plan_space *space, size_t agents,
				   const uint32_t *starts, const uint32_t *goals,
				   const uint32_t *distances, uint64_t seed,
				   bool (*goes_on)(const void *context), const void *context)
{
	const fr_arena *arena = space->arena;
	guide_search g = {
		.space = space, .starts = starts, .goals = goals, .distances = distances};
	size_t bytes = ((size_t) space->places + 1) * sizeof(uint32_t);

	*guide = (fr_plan_guide){.space = space, .agents = agents};
	g.arrival = fr_arena_alloc_numbers(arena, space->places);
	g.parent = fr_arena_alloc_numbers(arena, space->places);
	g.seen = fr_arena_alloc_numbers(arena, space->places);
	g.paths = fr_arena_alloc(arena, (agents + 1) * sizeof *g.paths);
	fr_fill(g.arrival, 0xff, bytes, space->poll);
	fr_fill(g.seen, 0, bytes, space->poll);
	fr_fill(g.paths, 0, (agents + 1) * sizeof *g.paths, space->poll);
	add_number(space, &g.counts, 1);
	add_number(space, &guide->next, 1);
	for (uint64_t round = 0; round < ROUNDS; round++)
		for (uint32_t i = 0; i < agents && goes_on(context); i++)
		{
			uint32_t agent =
				fr_random_order(i, (uint32_t) agents, fr_random_mix(seed + round));

			if (round > 0)
				count_path(&g, agent, -1);
			find_path(&g, agent);
			count_path(&g, agent, 1);
		}
	for (uint32_t i = 0; i < agents; i++)
	{
		for (uint32_t tick = 0; tick < g.paths[i].length; tick++)
			add_number(space, &guide->next,
					   (uint64_t) i * space->places + g.paths[i].at[tick] + 2)
				->number = g.paths[i].at[tick + 1];
		fr_arena_free(arena, g.paths[i].at, g.paths[i].room * sizeof(uint32_t));
	}
	fr_arena_free(arena, g.paths, (agents + 1) * sizeof *g.paths);
	fr_arena_free(arena, g.heap, g.room * sizeof *g.heap);
	fr_arena_free(arena, g.counts.at, g.counts.slots * sizeof *g.counts.at);
	fr_arena_free_numbers(arena, g.seen, space->places);
	fr_arena_free_numbers(arena, g.parent, space->places);
	fr_arena_free_numbers(arena, g.arrival, space->places);
}

uint32_t
fr_plan_guide_next(const fr_plan_guide *guide, uint32_t agent, uint32_t place)
{
	const fr_plan_number *number =
		number_at(&guide->next, (uint64_t) agent * guide->space->places + place + 2);

	return number->key == 0 ? FR_NOWHERE : number->number;
}
