/*
 * random_costs.c - costs and routes over random maps and models, against the oracle
 *
 *     random_costs weights|layers|turns|shapes|points COSTS [SEED]
 *
 * `weights` are small maps with up to 12 codes of up to 12 weights, mostly with a weight of 0,
 * under tile and octile with seven ratios of steps. The others are the worlds of world.h: `layers`
 * have layers that cost something, limits of heights, blocked cells or closed sides; `turns` have
 * prices of turns; `points` have movement points, and turns of both kinds;
 * `shapes` have joined edges, oblong cells, or agents that are not square. All of
 * them draw rules of corners and of weighing, sizes, codes with directions, and links.
 *
 * Each method of methods.h that takes the map answers pairs of cells; sweeps and fields answer all
 * cells. The oracle is oracle.c, linked.h where there are links, and turning.h where turns have
 * prices. Each route is walked by the oracle's rules: it must cost what the answer says and, unless
 * turns have prices, visit no cell twice. Ends after so many costs, and prints what it covered; a
 * class or a key that the kind of world should have, and that no cost had, is an error.
 */
#include "methods.h"
#include "turning.h"

#define SIDE 11
#define LARGE_SIDE 40 /* of one world in 20 */
#define PAIRS 6
#define STARTS 2
#define FIELD_BYTES (1 << 18)
#define MAX_KEYS 40

/* ---- what is covered ------------------------------------------------------------ */

typedef enum subject
{
	WEIGHTS,
	LAYERS,
	TURNS,
	SHAPES,
	POINTS,
	SUBJECTS
} subject;

static const char *const subjects[SUBJECTS] = {"weights", "layers", "turns", "shapes",
											   "points"};

#define OF(subject) (1u << (subject))
#define OF_ALL (OF(WEIGHTS) | OF(LAYERS) | OF(TURNS) | OF(SHAPES) | OF(POINTS))
#define OF_WORLDS (OF_ALL & ~OF(WEIGHTS))

enum
{
	ALL,
	FREE, /* a passable cell weighs 0 */
	ONLY_FREE,
	WEIGHED,
	SIZES,
	OBLONG_AGENTS,
	OBLONG_CELLS,
	ONEWAY,
	LINKS,
	PRICED,
	HEIGHTS,
	LIMITED,
	ROADS,
	CROSSED,
	BLOCKED,
	SIDED,
	WRAPPED,
	TURNED,
	HEADED,
	POINTED,
	WAITING_STEPS, /* and some step costs more than they are */
	BLOCKING,
	SPENDING,
	STOPPED,
	JUMPED, /* the grid allows jumps */
	LEVELS,
	KINDS
};

typedef struct kind
{
	const char *name;
	unsigned of; /* the subjects that must have it */
} kind;

static const kind kinds[KINDS] = {
	[ALL] = {"costs", OF_ALL},
	[FREE] = {"with a weight of 0", OF_ALL},
	[ONLY_FREE] = {"with no other weight", OF_ALL},
	[WEIGHED] = {"with different weights", OF_ALL},
	[SIZES] = {"of agents of several cells", OF_ALL},
	[OBLONG_AGENTS] = {"of agents that are not square", OF_ALL},
	[OBLONG_CELLS] = {"on oblong cells", OF(WEIGHTS) | OF(SHAPES)},
	[ONEWAY] = {"with codes that have directions", OF_ALL},
	[LINKS] = {"with links", OF_ALL},
	[PRICED] = {"with layers that have prices", OF(LAYERS) | OF(TURNS) | OF(POINTS)},
	[HEIGHTS] = {"with prices of heights", OF(LAYERS) | OF(TURNS)},
	[LIMITED] = {"with limits of heights", OF(LAYERS) | OF(TURNS)},
	[ROADS] = {"with roads", OF_WORLDS},
	[CROSSED] = {"with prices of sides", OF_WORLDS},
	[BLOCKED] = {"with blocked cells", OF_WORLDS},
	[SIDED] = {"with closed sides", OF_WORLDS},
	[WRAPPED] = {"with joined edges", OF(SHAPES) | OF(POINTS)},
	[TURNED] = {"with prices of turns", OF(TURNS) | OF(POINTS)},
	[HEADED] = {"with a heading of the start or the goal", OF(TURNS)},
	[POINTED] = {"with movement points", OF(POINTS)},
	[WAITING_STEPS] = {"with steps of more than the points", OF(POINTS)},
	[BLOCKING] = {"with over=block", OF(POINTS)},
	[SPENDING] = {"with over=spend", OF(POINTS)},
	[STOPPED] = {"with cells that end turns", OF(POINTS)},
	[JUMPED] = {"on grids that allow jumps", OF(WEIGHTS) | OF(LAYERS) | OF(SHAPES)},
	[LEVELS] = {"by levels of weight", OF(WEIGHTS) | OF(LAYERS) | OF(SHAPES)},
};

/* Keys of models that some costs of a subject must have; test_lists.c tells of a new key. */
static const char *const keys_of[SUBJECTS][24] = {
	[WEIGHTS] = {"link", "diagonal", "corners", "weigh", "size", "dx", "dy", NULL},
	[LAYERS] = {"link", "straight", "diagonal", "corners", "obstacle", "weigh", "size",
				"rise", "drop", "climb", "fall", "height", "friction", "slope", "cell",
				"layer.", "road.", "side.", NULL},
	[TURNS] = {"link",	  "straight", "diagonal", "corners", "obstacle", "weigh",
			   "size",	  "turn",	  "turn45",	  "turn90",	 "turn135",	 "turn60",
			   "turn120", "turn180",  "heading",  "arrive",	 "rise",	 "drop",
			   "climb",	  "fall",	  "layer.",	  "road.",	 "side.",	 NULL},
	[SHAPES] = {"link", "straight", "dx", "dy", "diagonal", "corners", "obstacle",
				"weigh", "size", "wrap", "road.", "side.", NULL},
	[POINTS] = {"link", "straight", "diagonal", "corners", "weigh", "size", "wrap",
				"points", "over", "stop.", "turn", "layer.", NULL},
};

static const char *const weighs[] = {"enter", "average", "leave", "max"};

typedef struct survey
{
	subject subject;
	fr_workspace *workspace;
	linked_world l;
	truth truth; /* from the last start that the oracle was asked about */
	bool kind[KINDS];
	long costs[KINDS];
	long by_weigh[4];
	long by_levels[13]; /* by number of different weights; 12: more, too */
	char keys[MAX_KEYS][16];
	int key_count;
	bool has_key[MAX_KEYS];
	long by_key[MAX_KEYS];
	int weights;
	long worlds;
	long routes;
	long stopped; /* by max_expanded */
	long beyond;  /* out of range, and said to be */
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
make_weights(survey *s, uint64_t seed)
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

/* Has the world what the survey is about? */
static bool
make_world(survey *s, uint64_t seed)
{
	world *w = &s->l.w;
	int side = seed % 20 ? SIDE : LARGE_SIDE;

	if (s->subject == WEIGHTS)
		make_weights(s, seed);
	else if (s->subject == TURNS || (s->subject == POINTS && seed % 3 == 0))
		world_make_turning(w, seed, side);
	else
		world_make(w, seed, side);
	if (w->status != FR_OK)
		return false;
	switch (s->subject)
	{
		case LAYERS:
			return w->rules.layers || w->blocked || w->sides;
		case TURNS:
			return w->costs.turn_max > 0;
		case SHAPES:
			return w->costs.wraps || w->rules.dx.denominator || w->rules.dy.denominator ||
				   w->oracle.wide != w->oracle.tall;
		case POINTS:
			return w->costs.points > 0;
		default:
			return true;
	}
}

static bool
is_above_0(oracle_fraction f)
{
	return f.denominator > 0 && f.number > 0;
}

/* Whether a passable cell weighs 0, whether no other one does more, and how many weights there are. */
static void
describe_weights(survey *s)
{
	const fr_costs *costs = &s->l.w.costs;
	uint64_t seen[FR_CODES];
	bool others = false;

	s->weights = 0;
	for (int i = 0; i < s->l.w.map.code_count; i++)
	{
		bool old = costs->weight[i] == FR_BLOCKED;

		s->kind[FREE] |= costs->weight[i] == 0;
		others |= costs->weight[i] != 0 && costs->weight[i] != FR_BLOCKED;
		for (int k = 0; k < s->weights; k++)
			old |= seen[k] == costs->weight[i];
		if (!old)
			seen[s->weights++] = costs->weight[i];
	}
	s->kind[ONLY_FREE] = s->kind[FREE] && !others;
	s->kind[WEIGHED] = s->weights > 1;
}

/* The keys of the model's canonical text, which has none at its default. */
static void
describe_keys(survey *s)
{
	char text[FR_MODEL_TEXT_MAX + 1];

	text[fr_model_write(&s->l.w.model, text)] = 0;
	for (int k = 0; k < s->key_count; k++)
	{
		size_t length = strlen(s->keys[k]);
		const char *at = text;

		s->has_key[k] = false;
		while (!s->has_key[k] && (at = strpbrk(at, "(,")))
		{
			at += 1 + strspn(at + 1, " ");
			s->has_key[k] = strncmp(at, s->keys[k], length) == 0 &&
							(at[length] == '=' || at[length - 1] == '.');
		}
	}
}

static void
describe_world(survey *s)
{
	const world *w = &s->l.w;
	const fr_grid *grid = w->grid;
	const oracle_layers *layers = w->rules.layers;

	memset(s->kind, 0, sizeof s->kind);
	s->kind[ALL] = true;
	s->kind[SIZES] = w->oracle.wide > 1 || w->oracle.tall > 1;
	s->kind[OBLONG_AGENTS] = w->oracle.wide != w->oracle.tall;
	s->kind[OBLONG_CELLS] = w->oracle.east != w->oracle.north;
	s->kind[LINKS] = grid->links != NULL && s->l.way_count > 0;
	for (int i = 0; i < w->width * w->height; i++)
		s->kind[ONEWAY] |=
			w->rules.no_enter[w->codes[i]] || w->rules.no_leave[w->codes[i]];
	for (int i = 0; layers && i < layers->prices; i++)
		s->kind[PRICED] |= is_above_0(layers->cost[i]);
	s->kind[HEIGHTS] = layers && layers->height &&
					   (is_above_0(layers->rise) || is_above_0(layers->drop));
	s->kind[LIMITED] = layers && layers->height &&
					   (layers->climb.denominator || layers->fall.denominator);
	s->kind[BLOCKED] = w->blocked != NULL;
	s->kind[SIDED] = w->sides != NULL;
	s->kind[ROADS] = layers && layers->roads > 0;
	s->kind[CROSSED] = layers && layers->marks > 0;
	s->kind[WRAPPED] = w->costs.wraps;
	s->kind[TURNED] = w->costs.turn_max > 0;
	s->kind[HEADED] = fr_has_headings(&w->costs);
	s->kind[POINTED] = w->costs.points > 0;
	s->kind[WAITING_STEPS] = s->kind[POINTED] && !fr_rise_by_cost(&w->costs);
	s->kind[BLOCKING] = s->kind[POINTED] && w->rules.over == ORACLE_OVER_BLOCK;
	s->kind[SPENDING] = w->costs.spends;
	s->kind[STOPPED] = layers && layers->stops > 0;
	s->kind[JUMPED] = grid->costs.jumps != FR_NO_JUMPS;
	describe_weights(s);
	describe_keys(s);
}

static void
count_cost(survey *s, bool levels)
{
	s->kind[LEVELS] = levels;
	for (int k = 0; k < KINDS; k++)
		s->costs[k] += s->kind[k];
	for (int k = 0; k < s->key_count; k++)
		s->by_key[k] += s->has_key[k];
	s->by_weigh[s->l.w.rules.weigh]++;
	s->by_levels[s->weights < 12 ? s->weights : 12]++;
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

static void
consult(survey *s, uint32_t start, oracle_cost *costs)
{
	if (!s->kind[TURNED])
	{
		ask_oracle(&s->l, start, costs);
		return;
	}
	ask_turning(&s->l, &start, NULL, 1, &s->truth);
	memcpy(costs, s->truth.cost, s->l.w.grid->cells * sizeof *costs);
}

typedef struct visits
{
	const world *w;
	uint8_t seen[MAX_CELLS];
	bool repeated;
} visits;

static void
visit_cell(void *context, uint64_t number, fr_cell cell)
{
	visits *v = context;
	uint8_t *seen = &v->seen[cell.y * v->w->width + cell.x];

	(void) number;
	v->repeated |= *seen;
	*seen = true;
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
	right = (s->kind[TURNED]
				 ? walks_to(&s->l, route, goal, &walked)
				 : !v.repeated && walk_route(&s->l, packed, size, goal, &walked)) &&
			oracle_compare(walked, wanted) == 0 &&
			fr_path_price(s->l.w.grid, packed, size, &price, &poll) &&
			price == units(&s->l, wanted);
	free(packed);
	s->routes++;
	return right;
}

static bool
is_beyond(const survey *s, oracle_cost wanted)
{
	return wanted.a >= 0 && units(&s->l, wanted) > s->l.w.costs.limit;
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
	if (status == FR_COST_RANGE && is_beyond(s, wanted))
	{
		s->beyond++;
		return;
	}
	if (status == FR_OK && !r.complete)
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

/* Is the cost of some cell out of range? */
static bool
some_beyond(survey *s, const oracle_cost *wanted)
{
	for (uint32_t n = 0; n < s->l.w.grid->cells; n++)
		if (is_beyond(s, wanted[n]))
			return true;
	return false;
}

/* All cells from the start. */
static void
sweep(survey *s, uint32_t start, const oracle_cost *wanted, fr_method *method)
{
	const fr_grid *grid = s->l.w.grid;
	fr_query query = {.grid = grid, .method = method, .start = start};
	fr_status status = fr_reach(&query, grid->costs.limit,
								fr_sweep_workspace_on(query.grid, s->workspace), &poll);

	if (status == FR_COST_RANGE && some_beyond(s, wanted))
	{
		s->beyond++;
		return;
	}
	if (status)
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

/* All cells towards the goal, and the stored field, unless the map has none. */
static void
field(survey *s, uint32_t goal, fr_method *method)
{
	const fr_grid *grid = s->l.w.grid;
	fr_query query = {.grid = grid, .method = method, .arena = &taken.core};
	static uint8_t packed[FIELD_BYTES];
	static uint64_t costs[MAX_CELLS];
	static oracle_cost from[MAX_CELLS];
	bool stored = !(grid->costs.rules & ~FR_FIELD_RULES);
	fr_field opened;
	fr_error error;
	char text[FR_MODEL_TEXT_MAX];
	size_t length = fr_model_write(&s->l.w.model, text);
	size_t size;

	malloc_arena_clear(&taken);
	if (fr_reach_from(&query, (fr_cells){&goal, 1}, grid->costs.limit, true,
					  fr_sweep_workspace_on(query.grid, s->workspace), &poll))
	{
		s->beyond++;
		return;
	}
	size = stored ? fr_field_size(grid, length, s->workspace, &poll) : 0;
	if (size > sizeof packed)
		return;
	if (stored)
	{
		fr_field_pack(grid, text, length, s->workspace, packed, &poll);
		if (fr_field_open(packed, size, &opened, &poll, &error) ||
			fr_field_costs(&opened, costs, &poll, &error))
		{
			report(s, "field", goal, goal);
			return;
		}
	}
	for (uint32_t n = 0; n < grid->cells; n += 7 + grid->cells / 16)
	{
		consult(s, n, from);
		count_cost(s, false);
		if (fr_distance(s->workspace, n) != units(&s->l, from[goal]))
			report(s, "reach towards a cell", n, goal);
		if (!stored)
			continue;
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
	static oracle_cost wanted[MAX_CELLS];
	fr_method method = method_of("auto");
	const fr_grid *grid = s->l.w.grid;
	size_t methods_here = 0;

	describe_world(s);
	if (!s->kind[TURNED])
		place_landmarks(grid);
	s->worlds++;
	for (size_t m = 0; m < METHODS; m++)
		methods_here += fr_method_fits(&parsed[m], grid) == FR_OK;
	method = fr_method_resolve(&method, grid);
	for (int i = 0; i < STARTS; i++)
	{
		uint32_t start = chance_below(c, grid->cells);

		consult(s, start, wanted);
		sweep(s, start, wanted, &method);
		/* about as many answers of each world */
		for (size_t k = 0; k < PAIRS * METHODS / methods_here; k++)
		{
			uint32_t goal = chance_below(c, grid->cells);

			for (size_t m = 0; m < METHODS; m++)
				if (fr_method_fits(&parsed[m], grid) == FR_OK)
					ask(s, m, start, goal, wanted[goal]);
		}
		if (!s->kind[POINTED]) /* no search backward supports points */
			field(s, start, &method);
	}
	free_landmarks();
}

static void
check_world(survey *s, uint64_t seed)
{
	chance c = {~seed};
	bool wanted = make_world(s, seed);
	world plain = s->l.w;

	if (wanted)
	{
		if (chance_below(&c, 3) < (s->subject == WEIGHTS ? 1 : 2) &&
			add_random_links(&s->l, &plain, &c))
		{
			check_grid(s, &c);
			free_grid(s->l.w.grid);
		}
		s->l.w = plain;
		s->l.count = 0;
		if (add_links(&s->l))
		{
			check_grid(s, &c);
			free_grid(s->l.w.grid);
		}
	}
	world_free(&plain);
}

/* ---- the report ------------------------------------------------------------------ */

/* The keys of models, which the parser's errors name. */
static void
list_keys(survey *s)
{
	static const char *const models[] = {"tile(none=1)", "octile(none=1)", "hex(none=1)"};
	fr_model model;
	fr_error error;

	for (int i = 0; i < 3; i++)
	{
		fr_model_parse(models[i], strlen(models[i]), &model, &error);
		for (int k = 0; error.choices[k]; k++)
		{
			const char *key = error.choices[k];
			const char *name = strstr(key, "NAME");
			int length = (int) (name ? name - key : (long) strlen(key));
			bool old = false;

			for (int n = 0; n < s->key_count; n++)
				old |= (int) strlen(s->keys[n]) == length &&
					   memcmp(s->keys[n], key, (size_t) length) == 0;
			if (!old && s->key_count < MAX_KEYS)
				snprintf(s->keys[s->key_count++], sizeof s->keys[0], "%.*s", length, key);
		}
	}
}

static bool
needs_key(const survey *s, const char *name)
{
	for (const char *const *key = keys_of[s->subject]; *key; key++)
		if (strcmp(*key, name) == 0)
			return true;
	return false;
}

/* Prints a row of what was covered; is it lacking? */
static bool
print_row(long costs, const char *name, bool needed)
{
	bool lacks = needed && costs == 0;

	if (costs > 0 || needed)
		printf("%10ld %s%s\n", costs, name, lacks ? ": LACKING" : "");
	return lacks;
}

/* Prints what was covered; returns how many classes and keys are lacking. */
static int
print_survey(const survey *s)
{
	int lacking = 0;
	char name[40];

	printf(
		"%s: %ld worlds, %ld routes priced, %ld searches stopped, %ld costs out of range, %ld wrong\n",
		subjects[s->subject], s->worlds, s->routes, s->stopped, s->beyond, s->wrong);
	for (int k = 0; k < KINDS; k++)
		lacking += print_row(s->costs[k], kinds[k].name, kinds[k].of >> s->subject & 1);
	for (int k = 0; k < s->key_count; k++)
	{
		snprintf(name, sizeof name, "key %s", s->keys[k]);
		lacking += print_row(s->by_key[k], name, needs_key(s, s->keys[k]));
	}
	for (int k = 0; k < 4; k++)
	{
		snprintf(name, sizeof name, "weigh=%s", weighs[k]);
		lacking += print_row(s->by_weigh[k], name, true);
	}
	for (int k = 0; k <= 12; k++)
	{
		snprintf(name, sizeof name, "with %d weights%s", k, k == 12 ? " or more" : "");
		print_row(s->by_levels[k], name, false);
	}
	return lacking;
}

int
main(int argc, char **argv)
{
	static survey s;
	long costs = argc > 2 ? atol(argv[2]) : 0;
	uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
	fr_method largest;

	while (argc > 1 && s.subject < SUBJECTS && strcmp(argv[1], subjects[s.subject]) != 0)
		s.subject++;
	if (costs < 1 || s.subject == SUBJECTS)
	{
		fprintf(stderr,
				"usage: random_costs weights|layers|turns|shapes|points COSTS [SEED]\n");
		return 2;
	}
	world_multiplied = true;
	world_edged = s.subject == WEIGHTS ? 0 : 30;
	world_points = s.subject == POINTS ? 100 : 0;
	world_layered = s.subject == WEIGHTS  ? 0
					: s.subject == LAYERS ? 75
					: s.subject == POINTS ? 50
										  : 25;
	world_blocked = s.subject == LAYERS ? 40 : 25;
	world_sided = s.subject == LAYERS ? 40 : 15;
	world_wraps = s.subject == SHAPES ? 50 : s.subject == POINTS ? 10 : 0;
	for (size_t m = 0; m < METHODS; m++)
		parsed[m] = method_of(methods[m]);
	largest = parsed[largest_method(ROOM)];
	s.workspace = new_workspace((FR_DIRECTIONS + 3) * ROOM, &largest);
	list_keys(&s);
	for (; s.costs[ALL] < costs; seed++)
		check_world(&s, seed);
	return print_survey(&s) > 0 || s.wrong > 0;
}
