/*
 * plan_refine.c - large neighbourhood search (Li, Chen, Harabor, Stuckey and Koenig 2021)
 *
 * A step takes an agent that loses time, and those that are in its way. It removes their paths and
 * searches for new ones, one agent after another, in a random order: safe interval path planning (Phillips
 * and Likhachev 2011) among the paths of all others. The step counts if the new paths lose no more time than the old ones.
 */
#include "core/agents/plan_refine.h"

#include "core/base/number.h"
#include "core/base/random.h"

#define STATES 5000 /* of a search, at most; a longer one is given up */

void
fr_plan_refine_make(fr_plan_refine *r, fr_plan_space *space, size_t agents,
					const uint32_t *starts, const uint32_t *goals,
					const uint32_t *distances, uint64_t seed)
{
	const fr_arena *arena = space->arena;

	*r = (fr_plan_refine){.space = space,
						  .agents = agents,
						  .starts = starts,
						  .goals = goals,
						  .distances = distances,
						  .random = fr_random_mix(seed)};
	r->paths = fr_arena_alloc(arena, (agents + 1) * sizeof *r->paths);
	r->parked = fr_arena_alloc_numbers(arena, space->places);
	r->busy = fr_arena_alloc(arena, ((size_t) space->places + 1) * sizeof *r->busy);
	fr_fill(r->busy, 0, ((size_t) space->places + 1) * sizeof *r->busy, space->poll);
	fr_fill(r->paths, 0, (agents + 1) * sizeof *r->paths, space->poll);
	fr_fill(r->parked, 0xff, ((size_t) space->places + 1) * sizeof *r->parked,
			space->poll);
}

size_t
fr_plan_refine_growth(const fr_plan_refine *r)
{
	size_t states = r->state_room > 2 * STATES ? r->state_room : 2 * STATES;
	size_t marks = r->mark_slots > 8 * STATES ? r->mark_slots : 8 * STATES;

	return 2 * (r->stay_slots * sizeof *r->stays + marks * sizeof *r->marks +
				states * sizeof *r->states) +
		   r->bucket_room * sizeof *r->buckets +
		   (size_t) r->horizon * FR_PLAN_GROUP * (4 + r->horizon / 4 + 16);
}

/* ---- who is where -------------------------------------------------------------- */

static uint64_t
key_of(const fr_plan_refine *r, uint32_t place, uint32_t tick)
{
	return (uint64_t) tick * r->space->places + place + 1;
}

static size_t
slot_of_key(uint64_t key, size_t slots)
{
	return (size_t) ((key * UINT64_C(0x9e3779b97f4a7c15)) >> 20) & (slots - 1);
}

static void
add_stay(fr_plan_refine *r, uint64_t key, uint32_t agent)
{
	size_t slot;

	if (r->stay_count * 2 >= r->stay_slots)
	{
		fr_plan_stay *old = r->stays;
		size_t old_slots = r->stay_slots;

		r->stay_slots = old_slots ? old_slots * 2 : 4096;
		r->stays = fr_arena_alloc(r->space->arena, r->stay_slots * sizeof *r->stays);
		fr_fill(r->stays, 0, r->stay_slots * sizeof *r->stays, r->space->poll);
		for (size_t i = 0; i < old_slots; i++)
		{
			fr_poll_at(r->space->poll, i);
			if (old[i].key == 0)
				continue;
			for (slot = slot_of_key(old[i].key, r->stay_slots); r->stays[slot].key;)
				slot = (slot + 1) & (r->stay_slots - 1);
			r->stays[slot] = old[i];
		}
		fr_arena_free(r->space->arena, old, old_slots * sizeof *old);
	}
	for (slot = slot_of_key(key, r->stay_slots); r->stays[slot].key;)
		slot = (slot + 1) & (r->stay_slots - 1);
	r->stays[slot] = (fr_plan_stay){key, agent};
	r->stay_count++;
}

/* Later entries of the run move up, so that no gap ends a search too early. */
static void
remove_stay(fr_plan_refine *r, uint64_t key)
{
	size_t mask = r->stay_slots - 1;
	size_t gap = slot_of_key(key, r->stay_slots);

	while (r->stays[gap].key != key)
		gap = (gap + 1) & mask;
	for (size_t slot = (gap + 1) & mask; r->stays[slot].key; slot = (slot + 1) & mask)
		if (((slot - slot_of_key(r->stays[slot].key, r->stay_slots)) & mask) >=
			((slot - gap) & mask))
		{
			r->stays[gap] = r->stays[slot];
			gap = slot;
		}
	r->stays[gap].key = 0;
	r->stay_count--;
}

static uint32_t
who_is(const fr_plan_refine *r, uint32_t place, uint32_t tick)
{
	uint32_t agent = r->parked[place];
	uint64_t key = key_of(r, place, tick);

	if (agent != FR_NOWHERE && tick >= r->paths[agent].length)
		return agent;
	for (size_t slot = slot_of_key(key, r->stay_slots); r->stays[slot].key;
		 slot = (slot + 1) & (r->stay_slots - 1))
		if (r->stays[slot].key == key)
			return r->stays[slot].agent;
	return FR_NOWHERE;
}

/* Marks the tick of a stay; `add` is false: the agent is not there any more. */
static void
mark_busy(fr_plan_refine *r, uint32_t place, uint32_t tick, bool add)
{
	fr_plan_ticks *busy = &r->busy[place];
	uint64_t bit = UINT64_C(1) << tick % 64;

	if (tick / 64 >= busy->words)
	{
		uint32_t words = tick / 64 + 1 + busy->words / 2;
		uint64_t *bits = fr_arena_alloc(r->space->arena, words * sizeof *bits);

		memset(bits, 0, words * sizeof *bits);
		if (busy->words > 0)
			memcpy(bits, busy->bits, busy->words * sizeof *bits);
		fr_arena_free(r->space->arena, busy->bits, busy->words * sizeof *bits);
		*busy = (fr_plan_ticks){bits, words};
	}
	if (add)
		busy->bits[tick / 64] |= bit;
	else
		busy->bits[tick / 64] &= ~bit;
}

/* The first tick from `tick` on in which somebody is at a place, or nobody is; FR_NOWHERE: never. */
static uint32_t
next_tick(const fr_plan_refine *r, uint32_t place, uint32_t tick, bool is_busy)
{
	const fr_plan_ticks *busy = &r->busy[place];
	uint32_t agent = r->parked[place];
	uint32_t rest = agent == FR_NOWHERE ? FR_NOWHERE : r->paths[agent].length;
	uint64_t flip = is_busy ? 0 : UINT64_MAX;

	for (uint32_t word = tick / 64; word < busy->words; word++)
	{
		uint64_t bits = busy->bits[word] ^ flip;

		if (word == tick / 64)
			bits = bits >> tick % 64 << tick % 64;
		if (bits != 0)
		{
			tick = word * 64 + (uint32_t) __builtin_ctzll(bits);
			if (is_busy)
				return tick < rest ? tick : rest;
			return tick < rest ? tick : FR_NOWHERE;
		}
	}
	if (is_busy)
		return rest == FR_NOWHERE || rest > tick ? rest : tick;
	if (tick < busy->words * 64)
		tick = busy->words * 64;
	return tick < rest ? tick : FR_NOWHERE;
}

static void
place_path(fr_plan_refine *r, uint32_t agent)
{
	const fr_plan_path *path = &r->paths[agent];

	for (uint32_t tick = 0; tick < path->length; tick++)
	{
		add_stay(r, key_of(r, path->at[tick], tick), agent);
		mark_busy(r, path->at[tick], tick, true);
	}
	r->parked[r->goals[agent]] = agent;
	r->loss += path->loss;
	if (path->length > r->horizon)
		r->horizon = path->length;
}

static void
remove_path(fr_plan_refine *r, uint32_t agent)
{
	const fr_plan_path *path = &r->paths[agent];

	for (uint32_t tick = 0; tick < path->length; tick++)
	{
		remove_stay(r, key_of(r, path->at[tick], tick));
		mark_busy(r, path->at[tick], tick, false);
	}
	r->parked[r->goals[agent]] = FR_NOWHERE;
	r->loss -= path->loss;
}

static void
reserve_path(fr_plan_refine *r, fr_plan_path *path, uint32_t length)
{
	if (path->room <= length)
		path->at = fr_grow(r->space->arena, path->at, sizeof *path->at, 0,
						   (size_t) length + 1, &path->room);
	path->length = length;
}

/* Of one agent, at its places by tick. */
static uint32_t
loss_of(const fr_plan_refine *r, uint32_t agent, const uint32_t *places, uint32_t last)
{
	uint32_t goal = r->goals[agent];
	uint32_t loss = 0;

	for (uint32_t tick = 0; tick < last; tick++)
		loss += places[tick * r->agents + agent] != goal ||
				places[(tick + 1) * r->agents + agent] != goal;
	return loss;
}

void
fr_plan_refine_load(fr_plan_refine *r, const uint32_t *places, uint32_t last)
{
	if (r->stays)
		fr_fill(r->stays, 0, r->stay_slots * sizeof *r->stays, r->space->poll);
	fr_fill(r->parked, 0xff, ((size_t) r->space->places + 1) * sizeof *r->parked,
			r->space->poll);
	for (uint32_t place = 0; place < r->space->places; place++)
	{
		fr_poll_at(r->space->poll, place);
		if (r->busy[place].words > 0)
			memset(r->busy[place].bits, 0, r->busy[place].words * sizeof *r->busy->bits);
	}
	r->stay_count = 0;
	r->loss = 0;
	r->horizon = 0;
	for (uint32_t i = 0; i < r->agents; i++)
	{
		fr_plan_path *path = &r->paths[i];
		uint32_t length = last;

		fr_poll_now(r->space->poll);
		while (length > 0 && places[(length - 1) * r->agents + i] == r->goals[i])
			length--;
		reserve_path(r, path, length);
		for (uint32_t tick = 0; tick <= length; tick++)
			path->at[tick] = places[tick * r->agents + i];
		path->loss = loss_of(r, i, places, length);
		place_path(r, i);
	}
}

/* ---- the path of one agent ----------------------------------------------------------- */

/* The other two cells around the corner that a diagonal step passes. */
static void
cells_across(const fr_plan_space *space, uint32_t from, const fr_plan_edge *edge,
			 uint32_t across[2])
{
	const fr_grid *grid = space->grid;
	fr_cell corner = fr_grid_cell(grid, edge->square);
	int count = 0;

	for (int i = 0; i < 4; i++)
	{
		fr_cell at = fr_grid_around(grid, (fr_cell){corner.x + i % 2, corner.y + i / 2});
		uint32_t place = space->place_of[fr_grid_index(grid, at)];

		if (place != from && place != edge->to && count < 2)
			across[count++] = place;
	}
	while (count < 2)
		across[count++] = FR_NOWHERE;
}

/* Does somebody step from one place to another in this tick? */
static bool
is_stepped(const fr_plan_refine *r, uint32_t from, uint32_t to, uint32_t tick)
{
	uint32_t agent =
		from == FR_NOWHERE || to == FR_NOWHERE ? FR_NOWHERE : who_is(r, from, tick);

	return agent != FR_NOWHERE && fr_plan_refine_place(r, agent, tick + 1) == to;
}

/* Does no other agent exchange cells with one that takes this edge in this tick, or cross its way? */
static bool
is_open(const fr_plan_refine *r, uint32_t from, const fr_plan_edge *edge, uint32_t tick)
{
	uint32_t across[2];

	if (is_stepped(r, edge->to, from, tick))
		return false;
	if (edge->square == FR_NOWHERE)
		return true;
	cells_across(r->space, from, edge, across);
	return !is_stepped(r, across[0], across[1], tick) &&
		   !is_stepped(r, across[1], across[0], tick);
}

static fr_plan_mark *
mark_of(fr_plan_refine *r, uint64_t key)
{
	size_t slot;

	if (r->state_count * 2 >= r->mark_slots)
	{
		fr_plan_mark *old = r->marks;
		size_t old_slots = r->mark_slots;

		r->mark_slots = old_slots ? old_slots * 2 : 4096;
		r->marks = fr_arena_alloc(r->space->arena, r->mark_slots * sizeof *r->marks);
		fr_fill(r->marks, 0, r->mark_slots * sizeof *r->marks, r->space->poll);
		for (size_t i = 0; i < old_slots; i++)
		{
			fr_poll_at(r->space->poll, i);
			if (old[i].search != r->search)
				continue;
			for (slot = slot_of_key(old[i].key, r->mark_slots);
				 r->marks[slot].search == r->search;)
				slot = (slot + 1) & (r->mark_slots - 1);
			r->marks[slot] = old[i];
		}
		fr_arena_free(r->space->arena, old, old_slots * sizeof *old);
	}
	for (slot = slot_of_key(key, r->mark_slots); r->marks[slot].search == r->search;
		 slot = (slot + 1) & (r->mark_slots - 1))
		if (r->marks[slot].key == key)
			return &r->marks[slot];
	r->marks[slot] = (fr_plan_mark){key, r->search, FR_NOWHERE};
	return &r->marks[slot];
}

/* Adds a state unless it costs more than the bound, or another one is as early and as cheap. */
static void
add_state(fr_plan_refine *r, fr_plan_state state, uint32_t least, uint32_t bound)
{
	uint32_t cost = state.loss + state.distance;
	const fr_plan_state *known;
	fr_plan_mark *mark;

	if (cost > bound)
		return;
	mark = mark_of(r, key_of(r, state.place, state.end));
	known = mark->state == FR_NOWHERE ? NULL : &r->states[mark->state];
	if (known && known->tick <= state.tick && known->loss <= state.loss)
		return;
	mark->state = (uint32_t) r->state_count;
	if (r->state_count == r->state_room)
		r->states = fr_grow(r->space->arena, r->states, sizeof *r->states, r->state_count,
							r->state_count + 1, &r->state_room);
	state.next = r->buckets[cost - least];
	r->buckets[cost - least] = (uint32_t) r->state_count;
	r->states[r->state_count++] = state;
}

/* Adds the states that an edge leads to: the earliest one in each time in which nobody else is there. */
static void
add_arrivals(fr_plan_refine *r, uint32_t agent, uint32_t number, const fr_plan_edge *edge,
			 uint32_t bound)
{
	fr_plan_state from = r->states[number];
	int32_t farther = fr_plan_farther(r->space, agent, from.place, edge->to);
	uint32_t each = from.place != r->goals[agent]; /* what a tick of waiting costs */
	fr_plan_state next = {.place = edge->to, .parent = number};

	if (farther == FR_PLAN_FAR)
		return;
	next.distance = from.distance + (uint32_t) farther;
	for (uint32_t tick = from.tick + 1; tick <= from.end;)
	{
		tick = next_tick(r, edge->to, tick, false);
		if (tick > from.end || tick == FR_NOWHERE)
			return;
		next.loss = from.loss + 1 + (tick - 1 - from.tick) * each;
		if (next.loss + next.distance > bound || tick > from.tick + bound + r->horizon)
			return;
		next.end = next_tick(r, edge->to, tick, true);
		while (tick < next.end && tick <= from.end &&
			   !is_open(r, from.place, edge, tick - 1))
			tick++;
		if (tick < next.end && tick <= from.end)
		{
			next.tick = tick;
			next.loss = from.loss + 1 + (tick - 1 - from.tick) * each;
			add_state(r, next, r->distances[agent], bound);
		}
		if (next.end == FR_NOWHERE)
			return;
		tick = next.end;
	}
}

/* Writes the path that ends in a state. */
static void
write_path(fr_plan_refine *r, uint32_t number, fr_plan_path *path)
{
	const fr_plan_state *state = &r->states[number];
	uint32_t tick = state->tick;

	reserve_path(r, path, tick);
	path->loss = state->loss;
	path->at[tick] = state->place;
	while (tick > 0)
	{
		if (tick == state->tick)
			state = &r->states[state->parent];
		path->at[--tick] = state->place;
	}
	/* it may come to rest at its goal and leave it again */
	while (path->length > 0 && path->at[path->length - 1] == path->at[path->length])
		path->length--;
}

/* Finds a path of least loss, which is at most `bound`; false: there is none, or it takes long. */
static bool
find_path(fr_plan_refine *r, uint32_t agent, uint32_t bound, fr_plan_path *path)
{
	const fr_plan_graph *graph = &r->space->ahead;
	uint32_t least = r->distances[agent];
	uint32_t start = r->starts[agent];

	if (bound < least)
		return false;
	if ((size_t) (bound - least) >= r->bucket_room)
		r->buckets = fr_grow(r->space->arena, r->buckets, sizeof *r->buckets, 0,
							 (size_t) (bound - least) + 1, &r->bucket_room);
	memset(r->buckets, 0xff, ((size_t) (bound - least) + 1) * sizeof *r->buckets);
	r->state_count = 0;
	if (++r->search == 0)
	{
		fr_fill(r->marks, 0, r->mark_slots * sizeof *r->marks, r->space->poll);
		r->search = 1;
	}
	add_state(r,
			  (fr_plan_state){.place = start,
							  .end = next_tick(r, start, 0, true),
							  .distance = least,
							  .parent = FR_NOWHERE},
			  least, bound);
	for (uint32_t cost = least; cost <= bound;)
	{
		uint32_t number = r->buckets[cost - least];
		const fr_plan_state *state;
		uint32_t first;
		uint32_t count;
		uint32_t turn;

		if (number == FR_NOWHERE)
		{
			cost++;
			continue;
		}
		state = &r->states[number];
		r->buckets[cost - least] = state->next;
		fr_poll_at(r->space->poll, number);
		if (mark_of(r, key_of(r, state->place, state->end))->state != number)
			continue;
		if (state->place == r->goals[agent] && state->end == FR_NOWHERE)
		{
			write_path(r, number, path);
			return true;
		}
		if (r->state_count > STATES)
			return false;
		first = graph->first[state->place];
		count = graph->first[state->place + 1] - first;
		turn = fr_random_below(&r->random, count + 1);
		for (uint32_t i = 0; i < count; i++)
			add_arrivals(r, agent, number, &graph->edges[first + (i + turn) % count],
						 bound);
	}
	return false;
}

/* ---- groups ------------------------------------------------------------------------------- */

static uint32_t
delay_of(const fr_plan_refine *r, uint32_t agent)
{
	return r->paths[agent].loss - r->distances[agent];
}

static size_t
add_to_group(uint32_t *group, size_t count, size_t wanted, uint32_t agent)
{
	for (size_t i = 0; i < count; i++)
		if (group[i] == agent)
			return count;
	if (count < wanted)
		group[count++] = agent;
	return count;
}

/*
 * Walks as the agent would if nobody else were there, and adds those that it meets. The walk begins at
 * a tick of its path, and goes only where the agent would arrive earlier.
 */
static size_t
walk(fr_plan_refine *r, uint32_t *group, size_t count, size_t wanted, uint32_t agent,
	 uint32_t begin)
{
	fr_plan_space *space = r->space;
	const fr_plan_path *path = &r->paths[agent];
	uint32_t place = r->starts[agent];
	uint32_t distance = r->distances[agent];

	for (uint32_t tick = 0; tick < begin; tick++)
	{
		distance += (uint32_t) fr_plan_farther(space, agent, place, path->at[tick + 1]);
		place = path->at[tick + 1];
	}
	for (uint32_t tick = begin; tick < path->length && count < wanted; tick++)
	{
		uint32_t first = space->ahead.first[place];
		uint32_t edges = space->ahead.first[place + 1] - first;
		uint32_t turn = fr_random_below(&r->random, edges + 1);
		uint32_t next = FR_NOWHERE;
		int32_t farther = 0;

		fr_poll_at(space->poll, tick + 1);
		for (uint32_t i = 0; i < edges && next == FR_NOWHERE; i++)
		{
			uint32_t to = space->ahead.edges[first + (i + turn) % edges].to;

			farther = fr_plan_farther(space, agent, place, to);
			if (farther != FR_PLAN_FAR &&
				tick + 1 + distance + (uint32_t) farther < path->length)
				next = to;
		}
		if (next == FR_NOWHERE)
			break;
		for (uint32_t late = 0; late < 2; late++)
		{
			uint32_t other = late ? who_is(r, next, tick) : who_is(r, next, tick + 1);

			if (other != FR_NOWHERE)
				count = add_to_group(group, count, wanted, other);
		}
		place = next;
		distance += (uint32_t) farther;
	}
	return count;
}

static size_t
choose_group(fr_plan_refine *r, uint32_t *group)
{
	uint32_t agents = (uint32_t) r->agents;
	size_t wanted =
		fr_min_size(agents, 2 + fr_random_below(&r->random, FR_PLAN_GROUP - 1));
	uint32_t seed = fr_random_below(&r->random, agents);
	size_t count = 0;

	for (int tries = 0; tries < 4 || (tries < 20 && delay_of(r, seed) == 0); tries++)
	{
		uint32_t other = fr_random_below(&r->random, agents);

		if (delay_of(r, other) > delay_of(r, seed))
			seed = other;
	}
	group[count++] = seed;
	for (int walks = 0; walks < 10 && count < wanted && r->paths[seed].length > 0;
		 walks++)
		count = walk(r, group, count, wanted, seed,
					 fr_random_below(&r->random, r->paths[seed].length));
	for (int tries = 0; tries < 4 && count < 2; tries++)
		count = add_to_group(group, count, wanted, fr_random_below(&r->random, agents));
	for (uint32_t i = (uint32_t) count; i > 1; i--)
	{
		uint32_t other = fr_random_below(&r->random, i);
		uint32_t moved = group[i - 1];

		group[i - 1] = group[other];
		group[other] = moved;
	}
	return count;
}

static void
exchange(fr_plan_path *a, fr_plan_path *b)
{
	fr_plan_path moved = *a;

	*a = *b;
	*b = moved;
}

bool
fr_plan_refine_step(fr_plan_refine *r)
{
	uint32_t group[FR_PLAN_GROUP];
	size_t count = choose_group(r, group);
	uint64_t before = r->loss;
	uint64_t left = 0;	/* what the group may lose */
	uint64_t least = 0; /* what the rest of it loses at least */
	size_t planned = 0;

	for (size_t i = 0; i < count; i++)
	{
		left += r->paths[group[i]].loss;
		least += r->distances[group[i]];
		remove_path(r, group[i]);
	}
	for (; planned < count; planned++)
	{
		uint32_t agent = group[planned];
		uint64_t bound;

		least -= r->distances[agent];
		if (left < least)
			break;
		bound = left - least;
		if (bound > r->paths[agent].loss + (uint64_t) r->horizon)
			bound = r->paths[agent].loss + (uint64_t) r->horizon;
		if (!find_path(r, agent, (uint32_t) bound, &r->spare[planned]))
			break;
		exchange(&r->paths[agent], &r->spare[planned]);
		place_path(r, agent);
		left -= r->paths[agent].loss;
	}
	if (planned == count)
		return r->loss < before;
	while (planned > 0)
	{
		remove_path(r, group[--planned]);
		exchange(&r->paths[group[planned]], &r->spare[planned]);
	}
	for (size_t i = 0; i < count; i++)
		place_path(r, group[i]);
	return false;
}
