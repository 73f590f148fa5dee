/*
 * plan_steps.c - PIBT, priority inheritance with backtracking (Okumura, Machida, Defago and Tamura
 * 2022), with the swap technique of LaCAM* (Okumura 2023)
 *
 * An agent takes the best place that nobody took. If another agent is there, that one has to move
 * first, and inherits the priority. If it cannot, the agent tries its next best place. The recursion
 * is a stack of frames, because a chain may have as many agents as there are.
 */
#include "core/agents/plan_steps.h"

#include "core/base/random.h"

void
fr_plan_steps_make(fr_plan_steps *steps, fr_plan_space *space, const uint32_t *goals,
				   size_t agents, uint64_t seed)
{
	const fr_arena *arena = space->arena;
	size_t holders = ((size_t) space->places + 1) * sizeof *steps->holders;

	*steps =
		(fr_plan_steps){.space = space, .agents = agents, .goals = goals, .random = seed};
	steps->to = fr_arena_alloc_numbers(arena, agents);
	steps->farther = fr_arena_alloc(arena, (agents + 1) * sizeof *steps->farther);
	steps->squares = fr_arena_alloc_numbers(arena, agents);
	steps->holders = fr_arena_alloc(arena, holders);
	steps->frames = fr_arena_alloc(arena, (agents + 1) * sizeof *steps->frames);
	steps->choices =
		fr_arena_alloc(arena, (agents + 1) * (space->most + 1) * sizeof *steps->choices);
	fr_fill(steps->holders, 0xff, holders, space->poll);
	fr_fill(steps->to, 0xff, (agents + 1) * sizeof *steps->to, space->poll);
	fr_fill(steps->squares, 0xff, (agents + 1) * sizeof *steps->squares, space->poll);
	if (space->crossings)
	{
		steps->passed = fr_arena_alloc(arena, space->grid->cells);
		fr_fill(steps->passed, 0, space->grid->cells, space->poll);
	}
}

void
fr_plan_steps_begin(fr_plan_steps *steps, const uint32_t *from)
{
	steps->from = from;
	for (uint32_t i = 0; i < steps->agents; i++)
		steps->holders[from[i]].now = i;
}

void
fr_plan_steps_end(fr_plan_steps *steps)
{
	for (uint32_t i = 0; i < steps->agents; i++)
		steps->holders[steps->from[i]].now = FR_NOWHERE;
}

/* ---- who takes which place -------------------------------------------------------- */

static bool
passes_free(const fr_plan_steps *steps, uint32_t square)
{
	return square == FR_NOWHERE || !steps->passed[square];
}

static void
take(fr_plan_steps *steps, uint32_t agent, uint32_t to, uint32_t square, int32_t farther)
{
	steps->holders[to].next = agent;
	steps->to[agent] = to;
	steps->farther[agent] = farther;
	if (square != FR_NOWHERE)
	{
		steps->squares[agent] = square;
		steps->passed[square] = 1;
	}
}

/* The agent that was on its way goes elsewhere; somebody else has taken its place. */
static void
leave_square(fr_plan_steps *steps, uint32_t agent)
{
	if (steps->squares[agent] == FR_NOWHERE)
		return;
	steps->passed[steps->squares[agent]] = 0;
	steps->squares[agent] = FR_NOWHERE;
}

/* Would the agent exchange places with the one that is there? */
static bool
would_swap(const fr_plan_steps *steps, uint32_t agent, uint32_t to)
{
	uint32_t other = steps->holders[to].now;

	return other != FR_NOWHERE && other != agent &&
		   steps->to[other] == steps->from[agent];
}

/* Takes the place that an agent is given; false: there is a collision. */
static bool
take_given(fr_plan_steps *steps, uint32_t agent, uint32_t to)
{
	uint32_t from = steps->from[agent];
	const fr_plan_edge *edge =
		to == from ? NULL : fr_plan_edge_between(steps->space, from, to);
	uint32_t square = edge ? edge->square : FR_NOWHERE;

	if (steps->holders[to].next != FR_NOWHERE || would_swap(steps, agent, to) ||
		!passes_free(steps, square))
		return false;
	take(steps, agent, to, square, fr_plan_farther(steps->space, agent, from, to));
	return true;
}

/* ---- exchanges of places ------------------------------------------------------- */

/*
 * In a corridor two agents that want to pass each other have to back up until one can step aside.
 * Both questions follow the corridor ahead of the agent that has to give way.
 */

/*
 * The places next to `place` other than `behind`, without dead ends where an agent is at its goal; the
 * last of them in *last.
 */
static uint32_t
ways_on(const fr_plan_steps *steps, uint32_t place, uint32_t behind, uint32_t *last)
{
	const fr_plan_graph *graph = &steps->space->ahead;
	uint32_t count = 0;

	for (uint32_t e = graph->first[place]; e < graph->first[place + 1] && count < 2; e++)
	{
		uint32_t to = graph->edges[e].to;

		if (to == behind)
			continue;
		if (graph->first[to + 1] - graph->first[to] == 1)
		{
			uint32_t there = steps->holders[to].now;

			if (there != FR_NOWHERE && steps->goals[there] == to)
				continue;
		}
		count++;
		*last = to;
	}
	return count;
}

static bool
is_nearer(const fr_plan_steps *steps, uint32_t agent, uint32_t from, uint32_t to)
{
	return fr_plan_farther(steps->space, agent, from, to) < 0;
}

static bool
is_swap_required(const fr_plan_steps *steps, uint32_t pusher, uint32_t puller,
				 uint32_t at_pusher, uint32_t at_puller)
{
	uint32_t next = FR_NOWHERE;

	for (uint32_t step = 1; is_nearer(steps, pusher, at_pusher, at_puller); step++)
	{
		uint32_t ways = ways_on(steps, at_puller, at_pusher, &next);

		fr_poll_at(steps->space->poll, step);
		if (ways >= 2)
			return false;
		if (ways == 0)
			break;
		at_pusher = at_puller;
		at_puller = next;
	}
	return is_nearer(steps, puller, at_puller, at_pusher) &&
		   (steps->goals[pusher] == at_pusher ||
			is_nearer(steps, pusher, at_pusher, at_puller));
}

static bool
is_swap_possible(const fr_plan_steps *steps, uint32_t at_pusher, uint32_t at_puller)
{
	uint32_t origin = at_pusher;
	uint32_t next = FR_NOWHERE;

	for (uint32_t step = 1; at_puller != origin && step <= steps->space->places; step++)
	{
		uint32_t ways = ways_on(steps, at_puller, at_pusher, &next);

		fr_poll_at(steps->space->poll, step);
		if (ways != 1)
			return ways > 1;
		at_pusher = at_puller;
		at_puller = next;
	}
	return false;
}

/* The agent that should follow this one, which backs up; FR_NOWHERE: none. */
static uint32_t
swap_partner(const fr_plan_steps *steps, uint32_t agent, uint32_t wanted)
{
	const fr_plan_graph *graph = &steps->space->ahead;
	uint32_t at = steps->from[agent];
	uint32_t other = steps->holders[wanted].now;

	if (other != FR_NOWHERE && other != agent && steps->to[other] == FR_NOWHERE &&
		is_swap_required(steps, agent, other, at, wanted) &&
		is_swap_possible(steps, wanted, at))
		return other;
	if (wanted == at)
		return FR_NOWHERE;
	for (uint32_t e = graph->first[at]; e < graph->first[at + 1]; e++)
	{
		other = steps->holders[graph->edges[e].to].now;
		if (other != FR_NOWHERE && graph->edges[e].to != wanted &&
			is_swap_required(steps, other, agent, at, wanted) &&
			is_swap_possible(steps, wanted, at))
			return other;
	}
	return FR_NOWHERE;
}

/* Lets the partner follow the agent, which leaves its place. */
static void
pull(fr_plan_steps *steps, uint32_t agent, uint32_t partner)
{
	uint32_t at = steps->from[agent];
	const fr_plan_edge *edge;

	if (steps->to[partner] != FR_NOWHERE || steps->holders[at].next != FR_NOWHERE)
		return;
	edge = fr_plan_edge_between(steps->space, steps->from[partner], at);
	if (edge == NULL || !passes_free(steps, edge->square))
		return;
	take(steps, partner, at, edge->square,
		 fr_plan_farther(steps->space, partner, steps->from[partner], at));
}

/* ---- choices --------------------------------------------------------------------- */

#define WORST 0xffff

/* Puts an agent on the stack, with its choices from the best to the worst. */
static void
push(fr_plan_steps *steps, uint32_t depth, uint32_t agent)
{
	fr_plan_space *space = steps->space;
	fr_plan_frame *frame = &steps->frames[depth];
	fr_plan_choice *choices = &steps->choices[(size_t) depth * (space->most + 1)];
	uint32_t at = steps->from[agent];
	uint32_t hint =
		steps->guide ? fr_plan_guide_next(steps->guide, agent, at) : FR_NOWHERE;
	uint32_t end = space->ahead.first[at + 1];
	uint64_t random = 0;
	uint32_t count = 0;

	for (uint32_t e = space->ahead.first[at], number = 0; e <= end; e++, number++)
	{
		fr_plan_choice choice = {.to = at, .square = FR_NOWHERE};
		uint32_t place;

		if (e < end)
		{
			choice.to = space->ahead.edges[e].to;
			choice.square = space->ahead.edges[e].square;
			choice.farther = fr_plan_farther(space, agent, at, choice.to);
			if (choice.farther == FR_PLAN_FAR)
				continue;
		}
		if (number % 4 == 0)
			random = fr_random64(&steps->random);
		choice.key =
			choice.to == hint
				? 0
				: (uint32_t) (choice.farther < WORST ? choice.farther + 2 : WORST) << 16 |
					  (uint32_t) (random >> number % 4 * 16 & 0x7fff) |
					  (e < end && steps->holders[choice.to].now != FR_NOWHERE ? 0x8000
																			  : 0);
		for (place = count++; place > 0 && choices[place - 1].key > choice.key; place--)
			choices[place] = choices[place - 1];
		choices[place] = choice;
	}
	*frame = (fr_plan_frame){.agent = agent, .count = count};
	frame->partner = swap_partner(steps, agent, choices[0].to);
	if (frame->partner != FR_NOWHERE)
		for (uint32_t i = 0; i < count / 2; i++)
		{
			fr_plan_choice moved = choices[i];

			choices[i] = choices[count - 1 - i];
			choices[count - 1 - i] = moved;
		}
}

/* Lets an agent choose, and all that have to move because of it. */
static bool
choose(fr_plan_steps *steps, uint32_t agent)
{
	uint32_t depth = 0;

	push(steps, 0, agent);
	for (uint32_t step = 1;; step++)
	{
		fr_plan_frame *frame = &steps->frames[depth];
		const fr_plan_choice *choice =
			&steps->choices[(size_t) depth * (steps->space->most + 1) + frame->choice];
		uint32_t other;

		fr_poll_at(steps->space->poll, step);
		if (frame->choice == frame->count)
		{
			/* It stays, so the agent that wanted its place looks for another one. */
			take(steps, frame->agent, steps->from[frame->agent], FR_NOWHERE, 0);
			if (depth == 0)
				return false;
			depth--;
			leave_square(steps, steps->frames[depth].agent);
			steps->frames[depth].choice++;
			continue;
		}
		other = steps->holders[choice->to].now;
		if (steps->holders[choice->to].next != FR_NOWHERE ||
			would_swap(steps, frame->agent, choice->to) ||
			!passes_free(steps, choice->square))
		{
			frame->choice++;
			continue;
		}
		take(steps, frame->agent, choice->to, choice->square, choice->farther);
		if (other != FR_NOWHERE && other != frame->agent &&
			steps->to[other] == FR_NOWHERE)
		{
			push(steps, ++depth, other);
			continue;
		}
		break;
	}
	for (uint32_t i = depth + 1; i-- > 0;)
		if (steps->frames[i].choice == 0 && steps->frames[i].partner != FR_NOWHERE)
			pull(steps, steps->frames[i].agent, steps->frames[i].partner);
	return true;
}

void
fr_plan_steps_undo(fr_plan_steps *steps)
{
	for (uint32_t i = 0; i < steps->agents; i++)
	{
		if (steps->to[i] == FR_NOWHERE)
			continue;
		steps->holders[steps->to[i]].next = FR_NOWHERE;
		steps->to[i] = FR_NOWHERE;
		leave_square(steps, i);
	}
}

bool
fr_plan_steps_next(fr_plan_steps *steps, const uint32_t *order, const uint32_t *given,
				   uint32_t count)
{
	bool agrees = true;

	for (uint32_t i = 0; i < count && agrees; i++)
		agrees = take_given(steps, order[i], given[i]);
	for (size_t i = count; i < steps->agents && agrees; i++)
	{
		fr_poll_at(steps->space->poll, i);
		if (steps->to[order[i]] == FR_NOWHERE)
			agrees = choose(steps, order[i]);
	}
	if (!agrees)
		fr_plan_steps_undo(steps);
	return agrees;
}
