/*
 * random_weights.c - costs and routes over random weights, 0 included, against the oracle
 *
 *     random_weights COSTS [SEED]
 *
 * Random small maps have up to 12 codes of up to 12 weights, mostly with a weight of 0,
 * under random models: tile and octile with seven ratios of steps, all rules of corners,
 * the four rules of weighing, sizes 1 to 3, codes with directions, and links. Each method
 * of methods.h that takes the map answers pairs of cells; sweeps and fields answer all
 * cells. The oracle is oracle.c, and linked.h where there are links. Each route is walked
 * by the oracle's rules: it must cost what the answer says, and visit no cell twice. Ends
 * after so many costs, and prints what it covered.
 */
#include "linked.h"
#include "methods.h"

#define SIDE 11
#define PAIRS 6
#define STARTS 2
#define FIELD_BYTES (1 << 16)

enum
{
	ALL,
	FREE, /* a passable cell weighs 0 */
	ONLY_FREE,
	SIZES,
	ONEWAY,
	LINKS,
	JUMPED, /* the grid allows jumps */
	LEVELS,
	KINDS
};

static const char *const kinds[KINDS] = {
	"costs",
	"with a weight of 0",
	"with no other weight",
	"of agents of 2 or 3 cells",
	"with directions",
	"with links",
	"on grids that allow jumps",
	"by levels of weight",
};

static const char *const weighs[] = {"enter", "average", "leave", "max"};

typedef struct survey
{
	fr_workspace *workspace;
	linked_world l;
	bool kind[KINDS];
	long costs[KINDS];
	long by_weigh[4];
	long by_levels[13]; /* by number of different weights */
	int weights;
	long worlds;
	long routes;
	long stopped; /* by max_expanded */
	long wrong;
} survey;

static const fr_poll poll = {count_poll, NULL};

/* ---- worlds -------------------------------------------------------------------- */

/* Adds directions to the value of a code. */
static char *
put_directions(chance *c, char *to, oracle_model *rules, uint8_t code)
{
	uint16_t allowed = 0;
	char separator = '/';

	for (int d = 0; d < FR_DIRECTIONS; d += rules->eight ? 1 : 2)
		if (chance_below(c, 2))
		{
			to += sprintf(to, "%c%s", separator, fr_direction_name[d]);
			separator = '+';
			allowed |= (uint16_t) (1u << (3 * (fr_dy[d] + 1) + fr_dx[d] + 1));
		}
	if (separator == '/')
		to += sprintf(to, "/none");
	rules->no_enter[code] = rules->no_leave[code] = 0x1ff & ~allowed;
	return to;
}

/* Oblong cells; where the diagonal is their length, it has an exact cost. */
static char *
put_sides(chance *c, oracle_model *rules, char *to)
{
	static const int exact[][2] = {{3, 4}, {12, 5}, {1, 7}, {17, 7}, {2, 2}};
	const int *sides = exact[chance_below(c, sizeof exact / sizeof *exact)];

	rules->dx =
		(oracle_fraction){rules->root2 ? sides[0] : 1 + (int) chance_below(c, 7), 1};
	rules->dy =
		(oracle_fraction){rules->root2 ? sides[1] : 1 + (int) chance_below(c, 7), 1};
	return to +
		   sprintf(to, ", dx=%d, dy=%d", (int) rules->dx.number, (int) rules->dy.number);
}

static void
choose_model(chance *c, world *w, const uint8_t *codes, int count)
{
	static const char *const diagonals[] = {"sqrt2", "1", "1.4", "1.5", "2", "3", "0.6"};
	static const int64_t tenths[] = {0, 10, 14, 15, 20, 30, 6};
	static const char *const corners[] = {"any", "one", "both"};
	oracle_model *rules = &w->rules;
	char *to = w->text;
	int ratio = (int) chance_below(c, 7);
	bool octile = chance_below(c, 4);
	bool oneway = chance_below(c, 5) == 0;
	bool free = chance_below(c, 8);

	*rules = (oracle_model){.eight = octile,
							.root2 = octile && ratio == 0,
							.weigh = (int) chance_below(c, 4),
							.corners = octile ? (int) chance_below(c, 3) : 0,
							.size = chance_below(c, 4) ? 1 : 2 + (int) chance_below(c, 2),
							.straight = {1, 1},
							.diagonal = {tenths[ratio], 10}};
	rules->tall = chance_below(c, 4) ? rules->size : 1 + (int) chance_below(c, 3);
	to += sprintf(to, "%s(weigh=%s, size=%dx%d", octile ? "octile" : "tile",
				  weighs[rules->weigh], rules->size, rules->tall);
	if (octile)
		to += sprintf(to, ", diagonal=%s, corners=%s", diagonals[ratio],
					  corners[rules->corners]);
	if (chance_below(c, 4) == 0)
		to = put_sides(c, rules, to);
	for (int code = 0; code < 256; code++)
		rules->weight[code] = oracle_blocked;
	for (int i = 0; i < count; i++)
	{
		uint8_t code = codes[i];
		uint32_t tenth = free && chance_below(c, 3) == 0 ? 0 : 1 + chance_below(c, 99);

		rules->named[code] = true;
		to += sprintf(to, ", %c=", code);
		if (i > 0 && chance_below(c, 8) == 0)
		{
			to += sprintf(to, "blocked");
			continue;
		}
		rules->weight[code] = (oracle_fraction){tenth, 10};
		to += sprintf(to, "%u.%u", tenth / 10, tenth % 10);
		if (oneway && chance_below(c, 3) == 0)
			to = put_directions(c, to, rules, code);
	}
	sprintf(to, ")");
}

/* The first code fills the map; others are scattered, densely or rarely. */
static void
make_world(survey *s, uint64_t seed)
{
	static const uint8_t codes[] = "abcdefghijkl";
	chance c = {seed};
	world *w = &s->l.w;
	int count = chance_below(&c, 3) ? 1 + (int) chance_below(&c, 12) : 12;
	uint32_t density = chance_below(&c, 3) ? chance_below(&c, 90) : chance_below(&c, 8);

	*w = (world){.seed = seed,
				 .width = 1 + (int) chance_below(&c, SIDE),
				 .height = 1 + (int) chance_below(&c, SIDE)};
	w->codes = new_block((size_t) (w->width * w->height));
	for (int i = 0; i < w->width * w->height; i++)
		w->codes[i] = chance_below(&c, 100) < density
						  ? codes[chance_below(&c, (uint32_t) count)]
						  : codes[0];
	choose_model(&c, w, codes, count);
	world_build(w);
}

static bool
has_free_code(const world *w, bool only)
{
	bool free = false;
	bool others = false;

	for (int i = 0; i < w->map.code_count; i++)
	{
		free |= w->costs.weight[i] == 0;
		others |= w->costs.weight[i] != 0 && w->costs.weight[i] != FR_BLOCKED;
	}
	return free && !(only && others);
}

static void
describe_kinds(survey *s, const fr_grid *grid)
{
	const world *w = &s->l.w;
	uint64_t seen[FR_CODES];

	s->kind[ALL] = true;
	s->kind[FREE] = has_free_code(w, false);
	s->kind[ONLY_FREE] = has_free_code(w, true);
	s->kind[SIZES] = w->rules.size > 1 || w->rules.tall > 1;
	s->kind[ONEWAY] = grid->oneway != NULL;
	s->kind[LINKS] = grid->links != NULL;
	s->kind[JUMPED] = grid->costs.jumps != FR_NO_JUMPS;
	s->kind[LEVELS] = false;
	s->weights = 0;
	for (int i = 0; i < w->map.code_count; i++)
	{
		bool old = w->costs.weight[i] == FR_BLOCKED;

		for (int k = 0; k < s->weights; k++)
			old |= seen[k] == w->costs.weight[i];
		if (!old)
			seen[s->weights++] = w->costs.weight[i];
	}
}

static void
count_cost(survey *s, bool levels)
{
	s->kind[LEVELS] = levels;
	for (int k = 0; k < KINDS; k++)
		s->costs[k] += s->kind[k];
	s->by_weigh[s->l.w.rules.weigh]++;
	s->by_levels[s->weights]++;
}

static void
report(survey *s, const char *what, uint32_t start, uint32_t goal)
{
	if (s->wrong++ >= 10)
		return;
	printf("WRONG: %s from %u to %u, %s\n", what, start, goal, s->l.text);
	world_print(&s->l.w);
}

/* ---- answers ------------------------------------------------------------------- */

typedef struct visits
{
	const world *w;
	uint8_t seen[SIDE * SIDE];
	bool repeated;
} visits;

static void
visit_cell(void *context, uint64_t number, fr_cell cell)
{
	visits *v = context;

	(void) number;
	v->repeated |= v->seen[cell.y * v->w->width + cell.x]++;
}

/* Does the oracle walk the route at this cost, without a cycle? And what does it price? */
static bool
right_route(survey *s, const fr_route *route, uint32_t goal, oracle_cost wanted)
{
	size_t size = fr_path_packed_size(route, &poll);
	uint8_t *packed = new_block(size);
	visits v = {.w = &s->l.w};
	oracle_cost walked;
	uint64_t price;
	bool right;

	size = fr_path_pack(route, packed, &poll);
	fr_path_each_cell(packed, size, visit_cell, &v, &poll);
	right = !v.repeated && walk_route(&s->l, packed, size, goal, &walked) &&
			oracle_compare(walked, wanted) == 0 &&
			fr_path_price(s->l.w.grid, packed, size, &price, &poll) &&
			price == units(&s->l, wanted);
	free(packed);
	s->routes++;
	return right;
}

static void
ask(survey *s, size_t m, uint32_t start, uint32_t goal, oracle_cost wanted)
{
	fr_method method = fr_method_resolve(&parsed[m], s->l.w.grid);
	fr_query query = {.grid = s->l.w.grid,
					  .landmarks = landmarks[m],
					  .method = &method,
					  .start = start,
					  .goal = goal};
	fr_result r;
	fr_status status;

	if (method.search == FR_IDASTAR)
		method.option[FR_MAX_EXPANDED].digits = 3000;
	status = search_with(query, s->workspace, &poll, &r);
	if (!r.complete)
	{
		s->stopped++;
		return;
	}
	count_cost(s, fr_method_value(&method, FR_HEURISTIC) == FR_HEURISTIC_LEVELS);
	if (status || r.found != (wanted.a >= 0) ||
		(r.found &&
		 (r.cost != units(&s->l, wanted) || !right_route(s, &r.route, goal, wanted))))
		report(s, methods[m], start, goal);
}

/* All cells: a sweep from the start, and a field towards it. */
static void
sweep(survey *s, uint32_t start, const oracle_cost *wanted, fr_method *method)
{
	const fr_grid *grid = s->l.w.grid;
	fr_query query = {.grid = grid, .method = method, .start = start};

	if (fr_reach(&query, grid->costs.limit,
				 fr_sweep_workspace_on(query.grid, s->workspace), &poll))
		report(s, "reach", start, start);
	for (uint32_t n = 0; n < grid->cells; n++)
	{
		count_cost(s, false);
		if (fr_distance(s->workspace, n) != units(&s->l, wanted[n]))
			report(s, "reach", start, n);
	}
}

/* A field has its own unit, as it keeps only the links that it takes. */
static bool
same_value(const survey *s, const fr_field *field, uint64_t cost, oracle_cost wanted)
{
	return wanted.a >= 0 && fr_cost_value(&field->costs, cost) ==
								fr_cost_value(&s->l.w.costs, units(&s->l, wanted));
}

static void
field(survey *s, uint32_t goal, fr_method *method)
{
	const fr_grid *grid = s->l.w.grid;
	fr_query query = {.grid = grid, .method = method};
	static uint8_t packed[FIELD_BYTES];
	static uint64_t costs[SIDE * SIDE];
	static oracle_cost from[SIDE * SIDE];
	fr_field opened;
	fr_error error;
	char text[FR_MODEL_TEXT_MAX];
	size_t length = fr_model_write(&s->l.w.model, text);
	size_t size;

	if (fr_reach_from(&query, (fr_cells){&goal, 1}, grid->costs.limit, true,
					  fr_sweep_workspace_on(query.grid, s->workspace), &poll))
		report(s, "field", goal, goal);
	size = fr_field_size(grid, length, s->workspace, &poll);
	if (size > sizeof packed)
		return;
	fr_field_pack(grid, text, length, s->workspace, packed, &poll);
	if (fr_field_open(packed, size, &opened, &poll, &error) ||
		fr_field_costs(&opened, costs, &poll, &error))
	{
		report(s, "field", goal, goal);
		return;
	}
	for (uint32_t n = 0; n < grid->cells; n += 7)
	{
		ask_oracle(&s->l, n, from);
		count_cost(s, false);
		if (costs[n] == FR_UNREACHED ? from[goal].a >= 0
									 : !same_value(s, &opened, costs[n], from[goal]))
			report(s, "field", n, goal);
		else if (costs[n] != FR_UNREACHED)
		{
			fr_route route =
				fr_field_route(&opened, cell_of(&s->l, n), &taken.core, &poll);

			if (!right_route(s, &route, goal, from[goal]))
				report(s, "route of a field", n, goal);
		}
	}
}

/* ---- all ----------------------------------------------------------------------- */

static void
check_grid(survey *s, chance *c)
{
	static oracle_cost wanted[SIDE * SIDE];
	fr_method method = method_of("auto");
	const fr_grid *grid = s->l.w.grid;

	place_landmarks(grid);
	describe_kinds(s, grid);
	s->worlds++;
	method = fr_method_resolve(&method, grid);
	for (int i = 0; i < STARTS; i++)
	{
		uint32_t start = chance_below(c, grid->cells);

		ask_oracle(&s->l, start, wanted);
		sweep(s, start, wanted, &method);
		for (int k = 0; k < PAIRS; k++)
		{
			uint32_t goal = chance_below(c, grid->cells);

			for (size_t m = 0; m < METHODS; m++)
				if (fr_method_fits(&parsed[m], grid) == FR_OK)
					ask(s, m, start, goal, wanted[goal]);
		}
		field(s, start, &method);
	}
	free_landmarks();
}

static void
check_world(survey *s, uint64_t seed)
{
	chance c = {~seed};
	world plain;

	make_world(s, seed);
	plain = s->l.w;
	if (plain.status == FR_OK)
	{
		s->l.count = 0;
		if (chance_below(&c, 3) == 0 && add_random_links(&s->l, &plain, &c))
		{
			check_grid(s, &c);
			free_grid(s->l.w.grid);
		}
		s->l.w = plain;
		s->l.count = 0;
		if (add_links(&s->l, &plain))
		{
			check_grid(s, &c);
			free_grid(s->l.w.grid);
		}
	}
	world_free(&plain);
}

static void
print_survey(const survey *s)
{
	printf("%ld worlds, %ld routes priced, %ld searches stopped, %ld wrong\n", s->worlds,
		   s->routes, s->stopped, s->wrong);
	for (int k = 0; k < KINDS; k++)
		printf("%10ld %s\n", s->costs[k], kinds[k]);
	for (int k = 0; k < 4; k++)
		printf("%10ld weigh=%s\n", s->by_weigh[k], weighs[k]);
	for (int k = 0; k <= 12; k++)
		printf("%10ld with %d weights\n", s->by_levels[k], k);
}

int
main(int argc, char **argv)
{
	static survey s;
	long costs = argc > 1 ? atol(argv[1]) : 0;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	fr_method largest;

	if (costs < 1)
	{
		fprintf(stderr, "usage: weights COSTS [SEED]\n");
		return 2;
	}
	for (size_t m = 0; m < METHODS; m++)
		parsed[m] = method_of(methods[m]);
	largest = parsed[largest_method(ROOM)];
	s.workspace = new_workspace(ROOM, &largest);
	for (; s.costs[ALL] < costs; seed++)
		check_world(&s, seed);
	print_survey(&s);
	return s.wrong > 0;
}
