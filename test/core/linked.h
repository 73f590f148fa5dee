/*
 * linked.h - worlds with links, and an oracle for them
 *
 * The oracle relaxes all steps (oracle_step) and all links until nothing changes. Its costs
 * are those of oracle.c times `scale`, so that links cost whole numbers.
 */
#ifndef FRINGE_LINKED_H
#define FRINGE_LINKED_H

#include "core/path/path.h"
#include "world.h"

#define MAX_CELLS (SNAKE_SIDE * SNAKE_SIDE)
#define MAX_LINKS 40
#define MAX_STARTS 4
#define ROOM (MAX_CELLS + 8 * MAX_LINKS) /* as jump may have islands and bridges */

/* ---- a world with links ---------------------------------------------------- */

/* A link in one direction, as the oracle takes it. */
typedef struct way
{
	oracle_point from;
	oracle_point to;
	oracle_cost cost;
} way;

typedef struct linked_world
{
	world w;
	char text[MAX_LINKS * (FR_LINK_TEXT_MAX + 1) + 40];
	uint8_t bytes[MAX_LINKS * FR_LINK_BYTES];
	int count;
	way ways[2 * MAX_LINKS];
	int way_count;
	oracle_wide scale;
	uint32_t starts[MAX_STARTS];
	oracle_cost costs[MAX_STARTS][MAX_CELLS];
} linked_world;

static inline oracle_wide
common_divisor(oracle_wide a, oracle_wide b)
{
	return b == 0 ? a : common_divisor(b, a % b);
}

/* A fraction in lowest terms. */
typedef struct parts
{
	oracle_wide number;
	oracle_wide denominator;
} parts;

static inline parts
product(parts p, oracle_wide number, oracle_wide denominator)
{
	oracle_wide common;

	p.number *= number;
	p.denominator *= denominator;
	common = common_divisor(p.number, p.denominator);
	return (parts){p.number / common, p.denominator / common};
}

static inline oracle_wide
tens(uint32_t scale)
{
	return scale == 0 ? 1 : 10 * tens(scale - 1);
}

/* What a link costs in units of the oracle; no number: it is closed. */
static inline parts
link_cost(const linked_world *l, const fr_link *link)
{
	const oracle *o = &l->w.oracle;
	fr_decimal factor = l->w.model.option[FR_LINK];
	oracle_fraction weight = {1, 1};
	parts p = {1, 1};

	if (l->w.rules.named[link->code])
		weight = l->w.rules.weight[link->code];
	if (factor.digits == 0 || weight.number < 0 ||
		!oracle_passable(o, link->from.x, link->from.y) ||
		!oracle_passable(o, link->to.x, link->to.y) ||
		oracle_never(o, (oracle_point){link->from.x, link->from.y},
					 (oracle_point){link->to.x, link->to.y}))
		return (parts){0, 0};
	p = product(p, l->w.rules.straight.number, l->w.rules.straight.denominator);
	p = product(p, (oracle_wide) link->cost.digits, tens(link->cost.scale));
	p = product(p, (oracle_wide) factor.digits, tens(factor.scale));
	p = product(p, weight.number, weight.denominator);
	return product(p, o->denominator, o->number);
}

static inline void
add_way(linked_world *l, fr_cell from, fr_cell to, oracle_cost cost)
{
	l->ways[l->way_count++] = (way){{from.x, from.y}, {to.x, to.y}, cost};
}

static inline fr_link
link_at(const linked_world *l, int i)
{
	return fr_link_unpack(l->bytes + i * FR_LINK_BYTES);
}

static inline void
tell_oracle(linked_world *l)
{
	l->scale = 1;
	for (int i = 0; i < l->count; i++)
	{
		fr_link link = link_at(l, i);
		parts p = link_cost(l, &link);

		if (p.denominator)
			l->scale *= p.denominator / common_divisor(p.denominator, l->scale);
	}
	l->way_count = 0;
	for (int i = 0; i < l->count; i++)
	{
		fr_link link = link_at(l, i);
		parts p = link_cost(l, &link);
		oracle_wide number = p.denominator ? p.number * (l->scale / p.denominator) : 0;
		oracle_cost cost =
			link.root2 ? (oracle_cost){0, number} : (oracle_cost){number, 0};

		if (p.denominator == 0 ||
			(l->w.oracle.points > 0 && l->w.oracle.over == ORACLE_OVER_BLOCK &&
			 oracle_compare(cost, (oracle_cost){l->w.oracle.points * l->scale, 0}) > 0))
			continue;
		add_way(l, link.from, link.to, cost);
		if (link.both)
			add_way(l, link.to, link.from, cost);
	}
}

/* Multiplies the scale, and with it what links cost. */
static inline void
refine_scale(linked_world *l, oracle_wide by)
{
	l->scale *= by;
	for (int i = 0; i < l->way_count; i++)
		l->ways[i].cost = (oracle_cost){l->ways[i].cost.a * by, l->ways[i].cost.b * by};
}

static inline fr_cell
cell_of(const linked_world *l, uint32_t n)
{
	return (fr_cell){(int32_t) n % l->w.width, (int32_t) n / l->w.width};
}

static inline void
describe(linked_world *l)
{
	char *to = l->text;

	to +=
		sprintf(to, "link=%lu/10^%u ", (unsigned long) l->w.model.option[FR_LINK].digits,
				l->w.model.option[FR_LINK].scale);
	for (int i = 0; i < l->count; i++)
	{
		fr_link link = link_at(l, i);

		to += fr_link_write(&link, to);
		*to++ = ' ';
	}
	*to = '\0';
}

/* Adds links to a world, and makes its grid again; false if its costs are refused. */
static inline bool
add_links(linked_world *l)
{
	fr_poll poll = no_poll();
	fr_error error;

	describe(l);
	tell_oracle(l);
	l->w.map.links = l->bytes;
	l->w.map.link_count = (uint32_t) l->count;
	l->w.grid = NULL;
	if (fr_costs_resolve(&l->w.model, &l->w.map, &l->w.costs, &error))
		return false;
	l->w.grid = malloc_grid(&l->w.map, &l->w.model, &l->w.costs, &poll);
	if (fr_model_reads_layers(&l->w.model))
		world_bind(&l->w, &error);
	if (l->w.grid == NULL)
		free_grid(l->w.base);
	return l->w.grid != NULL;
}

/* ---- random links ------------------------------------------------------------ */

/* A cost and directions; whole: of whole steps, and both ways. */
static inline fr_link
choose_cost(chance *c, bool whole)
{
	static const fr_decimal costs[] = {{1, 0}, {2, 0}, {7, 0}, {40, 0},
									   {0, 0}, {5, 1}, {3, 1}};

	return (fr_link){.cost = costs[chance_below(c, whole ? 4 : 7)],
					 .both = chance_below(c, 2) || whole};
}

/*
 * Ends near each other, on earlier ends so that links chain, and anywhere. With root2 some
 * cost multiples of sqrt(2).
 */
static inline void
choose_link(linked_world *l, chance *c, bool whole, bool root2)
{
	uint32_t cells = (uint32_t) (l->w.width * l->w.height);
	fr_link link = choose_cost(c, whole);
	fr_cell from = cell_of(l, chance_below(c, cells));
	fr_cell to = cell_of(l, chance_below(c, cells));
	fr_error error;

	if (l->count > 0 && chance_below(c, 3) == 0)
		from = link_at(l, (int) chance_below(c, (uint32_t) l->count)).to;
	if (l->count > 0 && chance_below(c, 4) == 0)
		to = link_at(l, (int) chance_below(c, (uint32_t) l->count)).from;
	link.root2 = root2 && link.cost.digits > 0 && chance_below(c, 2);
	if (chance_below(c, 6) == 0)
		link.code = chance_below(c, 2) ? (uint8_t) ('!' + chance_below(c, 94))
									   : l->w.codes[chance_below(c, cells)];
	if (fr_link_set(&link, from, to, &error) == FR_OK)
		fr_link_pack(&link, l->bytes + l->count++ * FR_LINK_BYTES);
}

static inline int
compare_links(const void *a, const void *b)
{
	return fr_link_compare(a, b);
}

/* As maps have them: in order, each once. */
static inline void
order_links(linked_world *l)
{
	int kept = 0;

	qsort(l->bytes, (size_t) l->count, FR_LINK_BYTES, compare_links);
	for (int i = 0; i < l->count; i++)
		if (i == 0 || compare_links(l->bytes + (kept - 1) * FR_LINK_BYTES,
									l->bytes + i * FR_LINK_BYTES) != 0)
			memmove(l->bytes + kept++ * FR_LINK_BYTES, l->bytes + i * FR_LINK_BYTES,
					FR_LINK_BYTES);
	l->count = kept;
}

/* Adds random links to a world, as add_links does. */
static inline bool
add_random_links(linked_world *l, const world *plain, chance *c)
{
	static const fr_decimal factors[] = {{1, 0}, {1, 0}, {1, 0}, {3, 0}, {5, 1}, {0, 0}};
	bool whole = chance_below(c, 3) == 0;
	bool root2 = plain->oracle.root2 && chance_below(c, 2);
	int count =
		(int) (chance_below(c, 3) ? chance_below(c, 6) : chance_below(c, MAX_LINKS));

	l->w = *plain;
	l->count = 0;
	l->w.model.option[FR_LINK] = factors[chance_below(c, whole ? 4 : 6)];
	for (int i = 0; i < count; i++)
		choose_link(l, c, whole, root2);
	order_links(l);
	return add_links(l);
}

/* A random world of all rules, under one of three seeds with prices of turns. */
static inline void
make_of_all_rules(world *w, uint64_t seed, int side)
{
	world_wraps = seed % 4 == 0 ? 60 : 0;
	world_multiplied = true;
	world_layered = 50;
	world_edged = 35;
	world_points = 35;
	world_blocked = 30;
	world_sided = 25;
	if (seed % 3 == 0)
		world_make_turning(w, seed, side);
	else
		world_make(w, seed, side);
}

/*
 * Calls `check` for a random world of all rules, with links in two of three, unless its costs are
 * out of range. Without links an oracle has no scale of theirs.
 */
static inline void
with_all_rules(linked_world *l, uint64_t seed, int side, void (*check)(uint64_t seed))
{
	chance c = {~seed};
	world plain;

	make_of_all_rules(&l->w, seed, side);
	plain = l->w;
	l->count = 0;
	if (plain.status == FR_OK &&
		(chance_below(&c, 3) ? add_random_links(l, &plain, &c) : add_links(l)))
	{
		check(seed);
		free_grid(l->w.grid);
	}
	world_free(&plain);
}

/* ---- the oracle -------------------------------------------------------------- */

static inline oracle_cost
scaled(const linked_world *l, oracle_cost cost)
{
	return (oracle_cost){cost.a * l->scale, cost.b * l->scale};
}

/* The cost of a path after a step or link of this cost. */
static inline oracle_cost
go_on(const linked_world *l, oracle_cost so_far, oracle_point to, oracle_cost cost)
{
	return oracle_after(&l->w.oracle, l->scale, so_far, to, cost);
}

static inline bool
improve(oracle_cost *costs, int to, oracle_cost cost)
{
	if (costs[to].a >= 0 && oracle_compare(cost, costs[to]) >= 0)
		return false;
	costs[to] = cost;
	return true;
}

static inline bool
relax_steps(const linked_world *l, int n, oracle_cost *costs)
{
	oracle_point from = {n % l->w.width, n / l->w.width};
	bool changed = false;
	oracle_cost step;

	for (int d = 0; d < 9; d++)
		if (d != 4 && oracle_step(&l->w.oracle, from, d % 3 - 1, d / 3 - 1, &step))
		{
			oracle_point to =
				oracle_place(&l->w.oracle, from.x + d % 3 - 1, from.y + d / 3 - 1);

			changed |= improve(costs, to.y * l->w.width + to.x,
							   go_on(l, costs[n], to, scaled(l, step)));
		}
	return changed;
}

/* The costs from a cell, which costs something beforehand. */
static inline void
ask_oracle_after(const linked_world *l, uint32_t start, oracle_cost before,
				 oracle_cost *costs)
{
	int cells = l->w.width * l->w.height;
	bool changed = true;

	for (int n = 0; n < cells; n++)
		costs[n] = (oracle_cost){-1, 0};
	if (oracle_passable(&l->w.oracle, (int) start % l->w.width, (int) start / l->w.width))
		costs[start] = before;
	while (changed)
	{
		changed = false;
		for (int n = 0; n < cells; n++)
			changed |= costs[n].a >= 0 && relax_steps(l, n, costs);
		for (int i = 0; i < l->way_count; i++)
		{
			const way *v = &l->ways[i];
			oracle_cost from = costs[v->from.y * l->w.width + v->from.x];

			changed |= from.a >= 0 && improve(costs, v->to.y * l->w.width + v->to.x,
											  go_on(l, from, v->to, v->cost));
		}
	}
}

static inline void
ask_oracle(const linked_world *l, uint32_t start, oracle_cost *costs)
{
	ask_oracle_after(l, start, (oracle_cost){0, 0}, costs);
}

/*
 * Converts a cost of the oracle into units of the grid, by the costs of a step in both. Returns
 * FR_UNREACHED if there is no path, and UINT64_MAX if the cost is no whole number of units.
 */
static inline uint64_t
units(const linked_world *l, oracle_cost cost)
{
	const fr_costs *costs = &l->w.costs;
	const oracle *o = &l->w.oracle;
	bool twice = o->weigh == ORACLE_AVERAGE && costs->weigh != FR_WEIGH_AVERAGE;
	oracle_wide straight = o->root2 ? FR_ROOT2_STRAIGHT : 1;
	oracle_wide step = (oracle_wide) costs->step[FR_N] / straight;
	oracle_wide parts = o->north * l->scale * (twice ? 2 : 1);
	oracle_wide sum;

	if (cost.a < 0)
		return FR_UNREACHED;
	if (o->layers || o->points > 0)
		return world_layered_units(&l->w, cost, l->scale);
	if (cost.a * step % parts != 0 || cost.b * step % parts != 0)
		return UINT64_MAX;
	sum = cost.a * step / parts * straight;
	if (o->root2)
		sum += cost.b * step / parts * (oracle_wide) FR_ROOT2_DIAGONAL;
	return sum < UINT64_MAX ? (uint64_t) sum : UINT64_MAX;
}

/* The least cost of a step beyond an edge of a ring that ends there; -1: none does. */
static inline oracle_cost
step_around(const linked_world *l, oracle_point from, oracle_point to)
{
	const oracle *o = &l->w.oracle;
	oracle_cost least = {-1, 0};

	for (int d = 0; d < 9; d++)
	{
		int x = from.x + d % 3 - 1;
		int y = from.y + d / 3 - 1;
		oracle_point place = oracle_place(o, x, y);
		oracle_cost step;

		if (d == 4 || (place.x == x && place.y == y) || place.x != to.x ||
			place.y != to.y || !oracle_step(o, from, d % 3 - 1, d / 3 - 1, &step))
			continue;
		step = (oracle_cost){step.a * l->scale, step.b * l->scale};
		if (least.a < 0 || oracle_compare(step, least) < 0)
			least = step;
	}
	return least;
}

/*
 * The least cost of links that the oracle knows, or of steps over joined edges, which routes have
 * as links; -1 if it knows none.
 */
static inline oracle_cost
known_link(const linked_world *l, oracle_point from, oracle_point to)
{
	oracle_cost cost = step_around(l, from, to);

	for (int i = 0; i < l->way_count; i++)
	{
		const way *v = &l->ways[i];

		if (v->from.x == from.x && v->from.y == from.y && v->to.x == to.x &&
			v->to.y == to.y && (cost.a < 0 || oracle_compare(v->cost, cost) < 0))
			cost = v->cost;
	}
	return cost;
}

/* Walks a packed route as the oracle does. */
static inline bool
walk_route(const linked_world *l, const uint8_t *packed, size_t size, uint32_t goal,
		   oracle_cost *cost)
{
	fr_poll poll = no_poll();
	fr_path_reader reader = fr_path_open(packed, size, &poll);
	oracle_point at = {reader.start.x, reader.start.y};
	fr_leg leg;

	*cost = (oracle_cost){0, 0};
	while (fr_path_next(&reader, &leg))
		for (uint64_t i = 0; i < leg.moves; i++)
		{
			oracle_cost step = {0, 0};
			oracle_point to = {at.x + (int) leg.dx, at.y + (int) leg.dy};

			if (leg.direction == FR_BY_LINK)
			{
				oracle_cost known = known_link(l, at, to);

				if (known.a < 0)
					return false;
				*cost = go_on(l, *cost, to, known);
				at = to;
				continue;
			}
			if (leg.direction == FR_LINE ||
				!oracle_step(&l->w.oracle, at, fr_dx[leg.direction], fr_dy[leg.direction],
							 &step))
				return false;
			at.x += fr_dx[leg.direction];
			at.y += fr_dy[leg.direction];
			if (at.x < 0 || at.x >= l->w.width || at.y < 0 || at.y >= l->w.height)
				return false;
			*cost = go_on(l, *cost, at, scaled(l, step));
		}
	return (uint32_t) (at.y * l->w.width + at.x) == goal;
}

static inline fr_method
resolved(const linked_world *l)
{
	fr_method method = method_of("auto");

	return fr_method_resolve(&method, l->w.grid);
}

/* Starts, often where links begin, and the oracle's costs from them. */
static inline void
take_starts(linked_world *l, chance *c)
{
	for (int i = 0; i < MAX_STARTS; i++)
	{
		l->starts[i] = chance_below(c, l->w.grid->cells);
		if (l->way_count > 0 && chance_below(c, 3) == 0)
		{
			const way *v = &l->ways[chance_below(c, (uint32_t) l->way_count)];

			l->starts[i] = (uint32_t) (v->from.y * l->w.width + v->from.x);
		}
		ask_oracle(l, l->starts[i], l->costs[i]);
	}
}

#endif /* FRINGE_LINKED_H */
