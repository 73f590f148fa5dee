/*
 * plan.c - LaCAM* (Okumura 2023): lazy search over configurations, which improves its plan
 *
 * A configuration is where all agents are. Depth-first search goes from one configuration to a next
 * one that PIBT finds (plan_steps.c). If it comes back, it demands other places of some agents: a
 * queue of demands per configuration, the shortest first, which name the places of more and more
 * agents. So it tries all next configurations in the end, and finds a plan if there is one.
 *
 * All known edges between configurations are kept. A cheaper way to a configuration makes all behind it
 * cheaper, too. The search leaves out configurations that cannot improve the plan. When none is left,
 * the plan is the best one.
 *
 * That proves optimality in small cases. Large plans improve faster by planning a few agents again
 * (plan_refine.c). Both searches take turns, and each one's best plan is a bound for the other one.
 */
#include "core/agents/plan.h"

#include "core/agents/plan_order.h"
#include "core/agents/plan_refine.h"
#include "core/agents/plan_space.h"
#include "core/agents/plan_steps.h"
#include "core/base/random.h"
#include "core/grid/grid_components.h"

/* A demand: `depth` agents go to given places, the last one to `place`. */
typedef struct demand
{
	struct demand *parent;
	struct demand *next; /* in the queue */
	uint32_t place;
	uint32_t depth;
} demand;

typedef struct configuration configuration;

/* An edge between configurations. */
typedef struct passage
{
	struct passage *next;
	configuration *to;
} passage;

struct configuration
{
	configuration *parent;
	passage *passages;
	demand *first; /* of the queue */
	demand *last;
	demand
		*tried; /* the last one that was tried; its children are not in the queue yet */
	uint64_t hash;
	uint64_t cost; /* of the best known way here */
	uint64_t left; /* at least, from here on */
	uint32_t number;
	const uint32_t *places;	   /* by agent */
	const uint32_t *order;	   /* of the agents */
	const uint32_t *distances; /* by agent, if ticks count; or NULL */
};

/* Blocks for small parts, so that they need no allocation each. */
typedef struct pool
{
	char *at;
	size_t left;
} pool;

#define POOL_BLOCK 0x10000

typedef struct search
{
	const fr_plan_request *request;
	const fr_poll *poll;
	fr_arena arena; /* the request's, counted: */
	size_t taken;
	pool pool;
	fr_plan_space space;
	fr_plan_steps steps;
	uint32_t *starts; /* places */
	uint32_t *goals;
	uint32_t *distances; /* from the starts */
	uint32_t *ranked;	 /* the agents by their first distance, the longest first */
	bool by_ticks;		 /* ticks count, and not the sum of costs */
	uint64_t random;
	uint64_t least_cost; /* the sum of the distances */

	configuration **table; /* of all configurations, by hash */
	size_t slots;
	uint32_t count;
	uint64_t *pairs; /* of configurations with an edge, by hash; 0: free */
	size_t pair_slots;
	size_t pair_count;
	configuration **open; /* a stack */
	size_t open_count;
	size_t open_room;
	configuration **queue; /* of those whose cost has changed */
	size_t queue_room;
	configuration *root;
	configuration *goal; /* the end of the plan; NULL: there is none yet */
	uint64_t bound;		 /* what a plan has to cost less than */
	uint64_t tried;
	bool exhausted;
	fr_plan_refine refine;
	bool refines; /* it has a plan */
	fr_plan_guide guide;
	uint32_t anew;	/* steps left of the search that has begun again */
	uint32_t idle;	/* its steps since the last that improved the plan */
	uint32_t ticks; /* of the plan of the configuration search */

	uint32_t *given;   /* the places that a demand names */
	uint32_t *next;	   /* the best next configuration */
	uint32_t *choices; /* of one agent */
} search;

/* ---- memory -------------------------------------------------------------------------- */

static void *
allocate_counted(void *context, size_t size)
{
	search *s = context;

	s->taken += size;
	return fr_arena_alloc(s->request->arena, size);
}

static void
release_counted(void *context, void *block, size_t size)
{
	search *s = context;

	if (s->request->arena->release == NULL)
		return;
	s->taken -= size;
	fr_arena_free(s->request->arena, block, size);
}

static void *
take(search *s, size_t size)
{
	void *block;

	size = (size + 7) / 8 * 8;
	if (size > POOL_BLOCK / 8)
		return fr_arena_alloc(&s->arena, size);
	if (size > s->pool.left)
		s->pool = (pool){fr_arena_alloc(&s->arena, POOL_BLOCK), POOL_BLOCK};
	block = s->pool.at;
	s->pool.at += size;
	s->pool.left -= size;
	return block;
}

/* May so many bytes more exceed the memory for improvements? */
static bool
is_too_much(const search *s, size_t bytes)
{
	return bytes > s->request->memory || s->taken > s->request->memory - bytes;
}

/* May the next step exceed it? Tables double, and the plan has to be written in the end. */
static bool
is_memory_short(const search *s)
{
	size_t agents = s->request->count;
	size_t tables = s->slots * sizeof(void *) + s->pair_slots * sizeof *s->pairs +
					s->open_room * sizeof(void *) + s->queue_room * sizeof(void *);
	size_t plan = ((size_t) s->ticks + s->refine.horizon + 2) * agents * sizeof(uint32_t);
	size_t refine = s->refines ? fr_plan_refine_growth(&s->refine)
							   : plan * 20 + (size_t) s->space.places * sizeof(uint32_t);

	return is_too_much(s, 2 * POOL_BLOCK + agents * 64 + tables * 2 + plan * 2 + refine);
}

/* ---- costs --------------------------------------------------------------------------- */

/* What one tick costs: agents that are not at rest at their goals, or the tick itself. */
static uint64_t
cost_between(const search *s, const uint32_t *from, const uint32_t *to)
{
	uint64_t cost = 0;

	if (s->by_ticks)
		return 1;
	for (size_t i = 0; i < s->request->count; i++)
		cost += from[i] != s->goals[i] || to[i] != s->goals[i];
	return cost;
}

/* ---- configurations ------------------------------------------------------------------- */

static uint64_t
hash_of(const search *s, const uint32_t *places)
{
	uint64_t hash = 0;

	for (size_t i = 0; i < s->request->count; i++)
		hash = (hash ^ places[i]) * UINT64_C(0x9e3779b97f4a7c15) + (hash >> 29);
	return hash ^ hash >> 32;
}

static configuration **
slot_of(const search *s, const uint32_t *places, uint64_t hash)
{
	size_t slot = hash & (s->slots - 1);

	for (; s->table[slot]; slot = (slot + 1) & (s->slots - 1))
		if (s->table[slot]->hash == hash &&
			memcmp(s->table[slot]->places, places, s->request->count * sizeof *places) ==
				0)
			break;
	return &s->table[slot];
}

static void
grow_table(search *s)
{
	size_t slots = s->slots ? s->slots * 2 : 1024;
	configuration **old = s->table;
	size_t old_slots = s->slots;

	s->table = fr_arena_alloc(&s->arena, slots * sizeof *s->table);
	s->slots = slots;
	fr_fill(s->table, 0, slots * sizeof *s->table, s->poll);
	for (size_t i = 0; i < old_slots; i++)
	{
		size_t slot;

		fr_poll_at(s->poll, i);
		if (old[i] == NULL)
			continue;
		for (slot = old[i]->hash & (slots - 1); s->table[slot];)
			slot = (slot + 1) & (slots - 1);
		s->table[slot] = old[i];
	}
	fr_arena_free(&s->arena, old, old_slots * sizeof *old);
}

/*
 * The order in which agents choose: those that are under way, the longest first, then those at their
 * goals. All that are under way get older by a tick, so their order stays as it was.
 */
static void
set_order(const search *s, const uint32_t *before, const uint32_t *places,
		  uint32_t *order)
{
	size_t agents = s->request->count;
	size_t count = 0;

	for (size_t i = 0; i < agents; i++)
		if (places[before[i]] != s->goals[before[i]])
			order[count++] = before[i];
	for (size_t i = 0; i < agents; i++)
		if (places[s->ranked[i]] == s->goals[s->ranked[i]])
			order[count++] = s->ranked[i];
}

static const uint32_t *
order_of(search *s, const configuration *parent, const uint32_t *places)
{
	size_t agents = s->request->count;
	uint32_t *order = take(s, (agents + 1) * sizeof *order);

	if (parent)
		set_order(s, parent->order, places, order);
	else
		memcpy(order, s->ranked, agents * sizeof *order);
	return order;
}

/* What is left at least from a configuration on, which is next to `parent`. */
static void
set_left(search *s, configuration *c, const configuration *parent)
{
	size_t agents = s->request->count;
	uint32_t *distances = s->by_ticks ? take(s, (agents + 1) * sizeof *distances) : NULL;
	int64_t change = 0;
	uint32_t greatest = 0;

	for (uint32_t i = 0; i < agents; i++)
	{
		int32_t farther =
			c->places[i] == parent->places[i]
				? 0
				: fr_plan_farther(&s->space, i, parent->places[i], c->places[i]);

		change += farther;
		if (distances == NULL)
			continue;
		distances[i] = parent->distances[i] + (uint32_t) farther;
		if (distances[i] > greatest)
			greatest = distances[i];
	}
	c->distances = distances;
	c->left = s->by_ticks ? greatest : parent->left + (uint64_t) change;
}

/* Adds a configuration, which is not known yet. */
static configuration *
add_configuration(search *s, const uint32_t *places, configuration *parent)
{
	size_t agents = s->request->count;
	uint32_t *copy = take(s, (agents + 1) * sizeof *copy);
	configuration *c = take(s, sizeof *c);

	if ((size_t) s->count * 2 >= s->slots)
		grow_table(s);
	memcpy(copy, places, agents * sizeof *copy);
	*c = (configuration){.parent = parent, .places = copy, .number = s->count++};
	c->hash = hash_of(s, copy);
	c->order = order_of(s, parent, copy);
	c->first = c->last = take(s, sizeof(demand));
	*c->first = (demand){.place = FR_NOWHERE};
	if (parent)
	{
		c->cost = parent->cost + cost_between(s, parent->places, copy);
		set_left(s, c, parent);
	}
	*slot_of(s, copy, c->hash) = c;
	return c;
}

/* ---- edges between configurations -------------------------------------------------------- */

/* Notes a pair of configurations; false: it is known. */
static bool
note_pair(search *s, const configuration *from, const configuration *to)
{
	uint64_t pair = ((uint64_t) from->number << 32 | to->number) + 1;
	size_t slot;

	if (s->pair_count * 2 >= s->pair_slots)
	{
		uint64_t *old = s->pairs;
		size_t old_slots = s->pair_slots;

		s->pair_slots = old_slots ? old_slots * 2 : 1024;
		s->pairs = fr_arena_alloc(&s->arena, s->pair_slots * sizeof *s->pairs);
		fr_fill(s->pairs, 0, s->pair_slots * sizeof *s->pairs, s->poll);
		for (size_t i = 0; i < old_slots; i++)
		{
			fr_poll_at(s->poll, i);
			if (old[i] == 0)
				continue;
			for (slot = fr_random_mix(old[i]) & (s->pair_slots - 1); s->pairs[slot];)
				slot = (slot + 1) & (s->pair_slots - 1);
			s->pairs[slot] = old[i];
		}
		fr_arena_free(&s->arena, old, old_slots * sizeof *old);
	}
	for (slot = fr_random_mix(pair) & (s->pair_slots - 1); s->pairs[slot];
		 slot = (slot + 1) & (s->pair_slots - 1))
		if (s->pairs[slot] == pair)
			return false;
	s->pairs[slot] = pair;
	s->pair_count++;
	return true;
}

static void
add_passage(search *s, configuration *from, configuration *to)
{
	passage *p;

	if (from == to || !note_pair(s, from, to))
		return;
	p = take(s, sizeof *p);
	*p = (passage){from->passages, to};
	from->passages = p;
}

static void
push_open(search *s, configuration *c)
{
	if (s->open_count == s->open_room)
		s->open = fr_grow(&s->arena, s->open, sizeof *s->open, s->open_count,
						  s->open_count + 1, &s->open_room);
	s->open[s->open_count++] = c;
}

/* Adds an edge between known configurations, and passes on what is cheaper by it. */
static void
rewire(search *s, configuration *from, configuration *to)
{
	size_t end = 1;

	add_passage(s, from, to);
	if (s->queue == NULL)
		s->queue = fr_grow(&s->arena, NULL, sizeof *s->queue, 0, 1, &s->queue_room);
	s->queue[0] = from;
	for (size_t begin = 0; begin < end; begin++)
	{
		configuration *at = s->queue[begin];

		for (passage *p = at->passages; p; p = p->next)
		{
			uint64_t cost = at->cost + cost_between(s, at->places, p->to->places);

			fr_poll_now(s->poll);
			if (cost >= p->to->cost)
				continue;
			p->to->cost = cost;
			p->to->parent = at;
			if (end == s->queue_room)
				s->queue = fr_grow(&s->arena, s->queue, sizeof *s->queue, end, end + 1,
								   &s->queue_room);
			s->queue[end++] = p->to;
			if (cost + p->to->left < s->bound)
				push_open(s, p->to);
		}
	}
	if (s->goal && s->goal->cost < s->bound)
		s->bound = s->goal->cost;
}

/* ---- demands ---------------------------------------------------------------------------- */

static void
queue_demand(search *s, configuration *c, demand *parent, uint32_t place)
{
	demand *d = take(s, sizeof *d);

	*d = (demand){parent, NULL, place, parent->depth + 1};
	if (c->last)
		c->last->next = d;
	else
		c->first = d;
	c->last = d;
}

/* Queues the demands that name the place of one more agent than this one, in random order. */
static void
queue_children(search *s, configuration *c, demand *parent)
{
	const fr_plan_graph *graph = &s->space.ahead;
	uint32_t agent = c->order[parent->depth];
	uint32_t at = c->places[agent];
	uint32_t count = 0;

	s->choices[count++] = at;
	for (uint32_t e = graph->first[at]; e < graph->first[at + 1]; e++)
		if (fr_plan_farther(&s->space, agent, at, graph->edges[e].to) != FR_PLAN_FAR)
			s->choices[count++] = graph->edges[e].to;
	for (; count > 0; count--)
	{
		uint32_t i = fr_random_below(&s->random, count);

		queue_demand(s, c, parent, s->choices[i]);
		s->choices[i] = s->choices[count - 1];
	}
}

/* The next demand of a configuration; NULL: all have been tried. */
static const demand *
next_demand(search *s, configuration *c)
{
	demand *d;

	if (c->tried && c->tried->depth < s->request->count)
		queue_children(s, c, c->tried);
	c->tried = NULL;
	d = c->first;
	if (d == NULL)
		return NULL;
	c->first = d->next;
	if (c->first == NULL)
		c->last = NULL;
	c->tried = d;
	return d;
}

#define TRIES 10 /* of PIBT with hints, of which the best one counts */

/* Finds a next configuration that a demand allows, in s->next. */
static bool
find_next(search *s, const configuration *c, const demand *d)
{
	size_t agents = s->request->count;
	int64_t best = INT64_MAX;

	for (const demand *at = d; at->depth > 0; at = at->parent)
		s->given[at->depth - 1] = at->place;
	fr_plan_steps_begin(&s->steps, c->places);
	for (int i = 0; i < (s->steps.guide ? TRIES : 1); i++)
	{
		int64_t cost = 0;

		if (!fr_plan_steps_next(&s->steps, c->order, s->given, d->depth))
			continue;
		for (size_t k = 0; k < agents && s->steps.guide; k++)
			cost += s->steps.farther[k] +
					(c->places[k] != s->goals[k] || s->steps.to[k] != s->goals[k]);
		if (cost < best)
		{
			best = cost;
			memcpy(s->next, s->steps.to, agents * sizeof *s->next);
		}
		fr_plan_steps_undo(&s->steps);
	}
	fr_plan_steps_end(&s->steps);
	return best < INT64_MAX;
}

/* ---- when the search ends ------------------------------------------------------------------- */

static bool
may_go_on(const search *s)
{
	const fr_plan_request *request = s->request;

	if (s->tried >= request->configurations)
		return false;
	if (s->goal == NULL)
		return true;
	return request->improve && s->bound > s->root->left && !is_memory_short(s) &&
		   (request->has_time == NULL || request->has_time(request->context));
}

/* ---- plans of single agents ----------------------------------------------------------------- */

/* The places of all agents on the way to the goal, tick by tick; the caller frees them. */
static uint32_t *
list_places(search *s)
{
	size_t agents = s->request->count;
	uint32_t *places;
	size_t tick;

	s->ticks = 0;
	for (const configuration *c = s->goal; c->parent; c = c->parent)
		s->ticks++;
	places = fr_arena_alloc_numbers(&s->arena, ((size_t) s->ticks + 1) * agents);
	tick = s->ticks;
	for (const configuration *c = s->goal; c; c = c->parent, tick--)
	{
		fr_poll_now(s->poll);
		memcpy(places + tick * agents, c->places, agents * sizeof *places);
	}
	return places;
}

/* Improves the plan of single agents, after it took over that of the configurations if that is better. */
static void
refine_plan(search *s)
{
	size_t agents = s->request->count;

	if (!s->refines || s->goal->cost < s->refine.loss)
	{
		uint32_t *places = list_places(s);

		if (!s->refines)
			fr_plan_refine_make(&s->refine, &s->space, agents, s->starts, s->goals,
								s->distances, fr_random64(&s->random));
		fr_plan_refine_load(&s->refine, places, s->ticks);
		fr_arena_free_numbers(&s->arena, places, ((size_t) s->ticks + 1) * agents);
		s->refines = true;
	}
	s->idle = fr_plan_refine_step(&s->refine) ? 0 : s->idle + 1;
	if (s->refine.loss < s->bound)
		s->bound = s->refine.loss;
}

#define IDLE 256 /* steps without effect, after which both searches get as many steps */

static bool
goes_on(const void *context)
{
	return may_go_on(context);
}

/*
 * Once there is a plan, the search begins anew with hints. The plan that it finds is a better one to
 * begin with for single agents.
 */
static void
begin_anew(search *s)
{
	size_t agents = s->request->count;

	for (const configuration *c = s->goal; c->parent; c = c->parent)
		s->ticks++;
	if (agents < 2 || !may_go_on(s) ||
		is_too_much(s, fr_plan_guide_size(agents, s->space.places, s->least_cost)))
		return;
	fr_plan_guide_make(&s->guide, &s->space, agents, s->starts, s->goals, s->distances,
					   fr_random64(&s->random), goes_on, s);
	s->steps.guide = &s->guide;
	s->anew = 4 * s->ticks;
	push_open(s, s->root);
}

/* Is it the turn of single agents? */
static bool
is_turn_to_refine(const search *s)
{
	return s->goal && s->anew == 0 && !s->by_ticks && s->request->count > 1 &&
		   s->tried % (s->idle < IDLE ? 16 : 2) != 0;
}

/* ---- the search ----------------------------------------------------------------------------- */

/* Shares of known configurations after which the search begins anew, and, once there is a plan, of
 * steps at any open configuration. */
#define RESTART 0.001
#define JUMP 0.01

static void
run(search *s)
{
	size_t agents = s->request->count;

	push_open(s, s->root);
	while (s->open_count > 0 && may_go_on(s))
	{
		configuration *c = s->open[s->open_count - 1];
		configuration *known;
		const demand *d;
		uint64_t hash;

		fr_poll_now(s->poll);
		if (c->cost + c->left >= s->bound)
		{
			s->open_count--;
			continue;
		}
		if (is_turn_to_refine(s))
		{
			s->tried++;
			refine_plan(s);
			continue;
		}
		if (s->anew == 0 || --s->anew == 0)
			s->steps.guide = NULL;
		if (s->goal && s->anew == 0 && fr_random_chance(&s->random, JUMP))
		{
			c = s->open[fr_random64(&s->random) % s->open_count];
			if (c->cost + c->left >= s->bound)
				continue;
		}
		if (s->goal == NULL &&
			memcmp(c->places, s->goals, agents * sizeof *s->goals) == 0)
		{
			s->goal = c;
			s->bound = c->cost;
			begin_anew(s);
			continue;
		}
		d = next_demand(s, c);
		if (d == NULL)
		{
			if (c == s->open[s->open_count - 1])
				s->open_count--;
			continue;
		}
		s->tried++;
		if (!find_next(s, c, d))
			continue;
		hash = hash_of(s, s->next);
		known = *slot_of(s, s->next, hash);
		if (known == NULL)
		{
			configuration *added = add_configuration(s, s->next, c);

			add_passage(s, c, added);
			if (s->space.both_ways)
				add_passage(s, added, c);
			push_open(s, added);
			continue;
		}
		rewire(s, c, known);
		if (known == s->goal)
			s->anew = 0;
		push_open(s, fr_random_chance(&s->random, RESTART) ? s->root : known);
	}
	s->exhausted = s->open_count == 0;
}

/* ---- begin and end ------------------------------------------------------------------------ */

/* Finds two equal cells, `mark` by cell. */
static bool
find_equal(const uint32_t *cells, size_t count, uint32_t *mark, fr_plan *plan,
		   const fr_poll *poll)
{
	for (uint32_t i = 0; i < count; i++)
	{
		fr_poll_at(poll, i);
		if (mark[cells[i]] != FR_NOWHERE)
		{
			plan->agent = mark[cells[i]];
			plan->other = i;
			return true;
		}
		mark[cells[i]] = i;
	}
	for (size_t i = 0; i < count; i++)
	{
		fr_poll_at(poll, i);
		mark[cells[i]] = FR_NOWHERE;
	}
	return false;
}

static fr_plan_fault
check_cells(const search *s, fr_plan *plan)
{
	const fr_plan_request *request = s->request;
	const fr_grid *grid = request->grid;
	uint32_t *mark;

	for (plan->agent = 0; plan->agent < request->count; plan->agent++)
	{
		fr_poll_at(s->poll, plan->agent);
		if (fr_grid_blocked(grid, request->starts[plan->agent]))
			return FR_PLAN_START_BLOCKED;
		if (fr_grid_blocked(grid, request->goals[plan->agent]))
			return FR_PLAN_GOAL_BLOCKED;
		if (!fr_grid_connected(grid, request->starts[plan->agent],
							   request->goals[plan->agent]))
			return FR_PLAN_UNREACHABLE;
	}
	mark = fr_arena_alloc_numbers(&s->arena, grid->cells);
	fr_fill(mark, 0xff, (size_t) grid->cells * sizeof *mark, s->poll);
	if (find_equal(request->starts, request->count, mark, plan, s->poll))
		return FR_PLAN_EQUAL_STARTS;
	if (find_equal(request->goals, request->count, mark, plan, s->poll))
		return FR_PLAN_EQUAL_GOALS;
	fr_arena_free_numbers(&s->arena, mark, grid->cells);
	return FR_PLAN_SOUND;
}

/* The agents by distance, the longest first, by counting. */
static void
rank_agents(search *s, const uint32_t *distances, uint32_t longest)
{
	size_t agents = s->request->count;
	uint32_t *first = fr_arena_alloc_numbers(&s->arena, (size_t) longest + 1);

	fr_fill(first, 0, ((size_t) longest + 2) * sizeof *first, s->poll);
	for (size_t i = 0; i < agents; i++)
		first[longest - distances[i] + 1]++;
	for (uint32_t d = 1; d <= longest; d++)
		first[d] += first[d - 1];
	for (uint32_t i = 0; i < agents; i++)
		s->ranked[first[longest - distances[i]]++] = i;
	fr_arena_free_numbers(&s->arena, first, (size_t) longest + 1);
}

/* Finds all distances, and the least that a plan can cost. */
static fr_plan_fault
begin_search(search *s, fr_plan *plan)
{
	const fr_plan_request *request = s->request;
	size_t agents = request->count;
	uint32_t *distances = fr_arena_alloc_numbers(&s->arena, agents);

	fr_plan_space_make(&s->space, request->grid, agents, &s->arena, s->poll);
	s->starts = fr_arena_alloc_numbers(&s->arena, agents);
	s->goals = fr_arena_alloc_numbers(&s->arena, agents);
	s->ranked = fr_arena_alloc_numbers(&s->arena, agents);
	s->given = fr_arena_alloc_numbers(&s->arena, agents);
	s->next = fr_arena_alloc_numbers(&s->arena, agents);
	s->choices = fr_arena_alloc_numbers(&s->arena, s->space.most + 1);
	for (size_t i = 0; i < agents; i++)
	{
		s->starts[i] = s->space.place_of[request->starts[i]];
		s->goals[i] = s->space.place_of[request->goals[i]];
		distances[i] = fr_plan_distance(&s->space, i, s->goals[i], s->starts[i]);
		plan->agent = i;
		if (distances[i] == FR_NOWHERE)
			return FR_PLAN_UNREACHABLE;
		plan->least_cost += distances[i];
		if (distances[i] > plan->least_ticks)
			plan->least_ticks = distances[i];
	}
	s->distances = distances;
	s->least_cost = plan->least_cost;
	rank_agents(s, distances, plan->least_ticks);
	fr_plan_steps_make(&s->steps, &s->space, s->goals, agents,
					   fr_random_mix(request->seed));
	s->root = add_configuration(s, s->starts, NULL);
	s->root->left = s->by_ticks ? plan->least_ticks : plan->least_cost;
	s->root->distances = distances;
	s->bound = s->by_ticks ? (uint64_t) request->ticks + 1 : UINT64_MAX;
	return FR_PLAN_SOUND;
}

/* Writes the better one of both plans. */
static void
write_plan(search *s, fr_plan *plan)
{
	size_t agents = s->request->count;
	bool refined = s->refines && s->refine.loss < s->goal->cost;
	uint32_t *places = refined ? NULL : list_places(s);
	uint32_t *cells;

	plan->ticks = refined ? 0 : s->ticks;
	for (size_t i = 0; i < agents && refined; i++)
		if (s->refine.paths[i].length > plan->ticks)
			plan->ticks = s->refine.paths[i].length;
	cells = fr_arena_alloc(s->request->arena,
						   (((size_t) plan->ticks + 1) * agents + 1) * sizeof *cells);
	for (size_t i = 0; i < agents; i++)
		for (uint32_t tick = 0; tick <= plan->ticks; tick++)
		{
			fr_poll_at(s->poll, tick + 1);
			cells[tick * agents + i] =
				s->space.cell_of[refined ? fr_plan_refine_place(&s->refine, (uint32_t) i,
																tick)
										 : places[tick * agents + i]];
		}
	plan->cells = cells;
}

/* The same if each agent is planned among those before it. */
static void
write_in_order(search *s, fr_plan *plan)
{
	size_t agents = s->request->count;
	uint32_t ticks;
	const uint32_t *places = fr_plan_in_order(&s->space, s->starts, s->goals, agents,
											  s->request->ticks, &ticks, &plan->agent);
	uint32_t *cells;
	size_t count;

	s->tried = plan->agent;
	if (places == NULL)
		return;
	plan->ticks = ticks;
	count = ((size_t) ticks + 1) * agents;
	cells = fr_arena_alloc(s->request->arena, (count + 1) * sizeof *cells);
	for (size_t i = 0; i < count; i++)
	{
		fr_poll_at(s->poll, i);
		cells[i] = s->space.cell_of[places[i]];
	}
	plan->cells = cells;
}

static void
sum_up(const search *s, fr_plan *plan)
{
	size_t agents = s->request->count;

	for (size_t i = 0; i < agents; i++)
	{
		uint32_t goal = s->request->goals[i];
		uint32_t before = s->request->starts[i];
		uint32_t last = 0;

		for (uint32_t tick = 0; tick <= plan->ticks; tick++)
		{
			uint32_t cell = plan->cells[tick * agents + i];

			fr_poll_at(s->poll, tick + 1);
			plan->loss += tick > 0 && (cell != goal || before != goal);
			if (cell != goal)
				last = tick + 1;
			before = cell;
		}
		plan->cost += last;
	}
}

void
fr_plan_make(const fr_plan_request *request, const fr_poll *poll, fr_plan *plan)
{
	search s = {.request = request, .poll = poll};

	s.arena = (fr_arena){allocate_counted, &s, release_counted, poll};
	s.by_ticks = request->ticks != FR_PLAN_ANY_TICKS;
	s.random = request->seed;
	*plan = (fr_plan){.count = request->count};
	plan->fault = check_cells(&s, plan);
	if (plan->fault == FR_PLAN_SOUND)
		plan->fault = begin_search(&s, plan);
	if (plan->fault != FR_PLAN_SOUND)
		return;
	if (request->in_order)
		write_in_order(&s, plan);
	else
		run(&s);
	plan->configurations = s.tried;
	if (s.goal)
		write_plan(&s, plan);
	plan->found = plan->cells != NULL;
	if (plan->found)
		sum_up(&s, plan);
	plan->optimal = s.goal ? s.exhausted || s.bound <= s.root->left
						   : plan->found && (s.by_ticks ? plan->ticks == plan->least_ticks
														: plan->loss == plan->least_cost);
	plan->exhausted = !plan->found && s.exhausted;
}
