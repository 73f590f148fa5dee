/*
 * world.c - a random map and model, for the library under test and the oracle
 */
#include "world.h"

#define MAX_CODES 6

uint32_t world_layered = 0;
uint32_t world_edged = 0;
bool world_multiplied = false;
bool world_rounds = false;
uint32_t world_blocked = 0;
uint32_t world_sided = 0;
uint32_t world_wraps = 0;
uint32_t world_points = 0;

/* ---- maps -------------------------------------------------------------- */

/* Distinct codes, usually including ground and an ordinary obstacle. */
static int
random_codes(chance *c, uint8_t codes[MAX_CODES])
{
	static const char usual[] = ".@GTSW";
	int count = 1 + (int) chance_below(c, MAX_CODES);
	int n = 0;

	while (n < count)
	{
		uint8_t code = (uint8_t) (FR_FIRST_CODE + chance_below(c, FR_CODES));

		if (chance_below(c, 4) > 0)
			code = (uint8_t) usual[chance_below(c, sizeof usual - 1)];
		if (!memchr(codes, code, (size_t) n))
			codes[n++] = code;
	}
	return count;
}

/*
 * The first code fills the map; the others are scattered with random density. On every
 * third map they are rare, as heuristic=levels wants cheap cells to be.
 */
static void
fill_map(world *w, chance *c, const uint8_t *codes, int count)
{
	uint32_t density = chance_below(c, 70);

	if (w->seed % 3 == 0)
		density /= 7;
	w->codes = new_block((size_t) w->width * (size_t) w->height);
	for (int i = 0; i < w->width * w->height; i++)
	{
		bool other = chance_below(c, 100) < density;

		w->codes[i] = codes[other ? chance_below(c, (uint32_t) count) : 0];
	}
}

/* Small sides, and lines of one cell, more often than large ones. */
static int
random_side(chance *c, int max)
{
	uint32_t most = chance_below(c, 3) ? (uint32_t) max : 8;

	if (chance_below(c, 20) == 0)
		return 1;
	return 1 + (int) chance_below(c, most < (uint32_t) max ? most : (uint32_t) max);
}

/* Completes a world whose codes, sides, text and rules are set. */
void
world_build(world *w)
{
	fr_poll poll = no_poll();
	fr_error error;

	w->grid = w->base = NULL;
	w->map = make_map(w->codes, (uint32_t) w->width, (uint32_t) w->height, &w->packed);
	w->rules.layers = w->layers.prices || w->layers.height || w->layers.friction ||
							  w->layers.roads || w->layers.marks || w->stop_layers
						  ? &w->layers
						  : NULL;
	w->rules.blocked = w->blocked;
	w->rules.sides = w->sides;
	if (w->rules.layers || w->blocked || w->sides)
		world_pack_layers(w);
	oracle_prepare(&w->oracle, &w->rules, w->codes, w->width, w->height);
	w->status = fr_model_parse(w->text, strlen(w->text), &w->model, &error);
	if (w->status == FR_OK)
		w->status = fr_costs_resolve(&w->model, &w->map, &w->costs, &error);
	if (w->status == FR_OK)
		w->grid = malloc_grid(&w->map, &w->model, &w->costs, &poll);
	if (w->status == FR_OK && fr_model_reads_layers(&w->model))
		world_bind(w, &error);
}

void
world_rebuild(world *w)
{
	free(w->packed);
	free_grid(w->base ? w->base : w->grid);
	for (int i = 0; i < WORLD_LAYERS; i++)
	{
		free(w->numbers[i]);
		w->numbers[i] = NULL;
	}
	world_build(w);
}

static void
make(world *w, uint64_t seed, int max_side, bool turns)
{
	chance c = {seed};
	uint8_t codes[MAX_CODES] = {0};
	int count = random_codes(&c, codes);

	*w = (world){.seed = seed};
	w->width = random_side(&c, max_side);
	w->height = random_side(&c, max_side);
	fill_map(w, &c, codes, count);
	world_model(&c, codes, count, turns, w->text, &w->rules);
	world_draw_ground(w);
	if (world_layered || world_edged)
		world_add_layers(w);
	world_build(w);
}

void
world_make(world *w, uint64_t seed, int max_side)
{
	make(w, seed, max_side, false);
}

/* A world where turns may have prices. */
void
world_make_turning(world *w, uint64_t seed, int max_side)
{
	make(w, seed, max_side, true);
}

/* All other codes are obstacles. */
static oracle_model
snake_rules(oracle_model rules, oracle_fraction corridor, oracle_fraction dot)
{
	for (int code = 0; code < 256; code++)
		rules.weight[code] = oracle_blocked;
	rules.weight['@'] = corridor;
	rules.weight['.'] = dot;
	return rules;
}

/* The model of a snake, as text and as rules. */
static void
snake_model(world *w, int which)
{
	static const char *const texts[SNAKES] = {
		"tile(@=999999999,.=0.0001)", "octile(@=241,.=0.001)",
		"octile(straight=13000.000000001,diagonal=13000.000000002,@=1)"};
	const oracle_fraction one = {1, 1};
	const oracle_model tile = {.straight = one};
	const oracle_model root2 = {
		.straight = one, .eight = true, .root2 = true, .corners = 2};
	const oracle_model steps = {.straight = {INT64_C(13000000000001), 1000000000},
								.diagonal = {INT64_C(13000000000002), 1000000000},
								.eight = true,
								.corners = 2};

	strcpy(w->text, texts[which]);
	if (which == 0)
		w->rules = snake_rules(tile, (oracle_fraction){999999999, 1},
							   (oracle_fraction){1, 10000});
	else if (which == 1)
		w->rules =
			snake_rules(root2, (oracle_fraction){241, 1}, (oracle_fraction){1, 1000});
	else
		w->rules = snake_rules(steps, one, one);
	w->rules.named['@'] = true;
	w->rules.named['.'] = which < 2;
}

/*
 * A single corridor that winds through the map, of '@' except one '.' near its start.
 * Costs between its ends are beyond the limit of its model.
 */
void
world_snake(world *w, int which)
{
	size_t row = SNAKE_SIDE;

	*w = (world){.width = SNAKE_SIDE, .height = SNAKE_SIDE};
	snake_model(w, which);
	w->codes = new_block(row * row);
	memset(w->codes, '#', row * row);
	for (size_t y = 0; y < row; y++)
		if (y % 2 == 0)
			memset(w->codes + y * row, '@', row);
		else
			w->codes[y * row + (y % 4 == 1 ? row - 1 : 0)] = '@';
	w->codes[1] = '.';
	world_build(w);
}

void
world_free(world *w)
{
	free(w->codes);
	free(w->packed);
	world_free_layers(w);
	free_grid(w->base ? w->base : w->grid);
}

oracle_point
world_point(const world *w, uint32_t cell)
{
	return (oracle_point){(int) cell % w->width, (int) cell / w->width};
}

/* The oracle of the same map where no code has directions. */
oracle
world_without_ways(const world *w)
{
	oracle plain = w->oracle;

	memset(plain.no_enter, 0, sizeof plain.no_enter);
	memset(plain.no_leave, 0, sizeof plain.no_leave);
	return plain;
}

/* What the library says: is there a path? */
bool
world_reaches(const world *w, uint32_t start, uint32_t goal)
{
	fr_query query = {.grid = w->grid, .start = start, .goal = goal};
	fr_method method = fr_method_auto();
	fr_poll poll = no_poll();
	fr_workspace *workspace;
	bool reached;

	if (!w->grid->oneway)
		return fr_grid_connected(w->grid, start, goal);
	workspace = new_workspace(w->grid->cells, &method);
	reached =
		fr_is_reachable(&query, fr_sweep_workspace_on(query.grid, workspace), &poll);
	free(workspace);
	return reached;
}

/* Do the moves lead to the goal legally, and at what cost? */
bool
world_path(const world *w, uint32_t start, uint32_t goal, const uint8_t *moves,
		   int64_t cells, oracle_cost *cost)
{
	oracle_point *points = new_block((size_t) cells * sizeof *points);
	oracle_point at = world_point(w, start);
	oracle_point end = world_point(w, goal);
	bool legal;

	points[0] = at;
	for (int64_t i = 1; i < cells; i++)
	{
		at.x += fr_dx[moves[i - 1]];
		at.y += fr_dy[moves[i - 1]];
		points[i] = at;
	}
	legal = at.x == end.x && at.y == end.y &&
			oracle_path(&w->oracle, points, (size_t) cells, cost);
	free(points);
	return legal;
}

/* Does the path visit a cell twice? */
static bool
repeats_cell(const world *w, uint32_t start, const uint8_t *moves, int64_t cells)
{
	uint8_t *seen = new_block(w->grid->cells);
	uint32_t n = start;
	bool repeats = false;

	memset(seen, 0, w->grid->cells);
	for (int64_t i = 0; i < cells; i++)
	{
		repeats |= seen[n]++;
		n += i + 1 < cells ? (uint32_t) w->grid->offset[moves[i]] : 0;
	}
	free(seen);
	return repeats;
}

/* Is the path that the last search found legal, of that cost, and without a cycle? */
bool
world_right_path(const world *w, uint32_t start, uint32_t goal, const fr_result *r,
				 oracle_cost wanted)
{
	oracle_cost cost;
	uint8_t *moves;
	bool right;

	if (r->length < 1 || r->length > (int64_t) w->grid->cells)
		return false;
	moves = new_block((size_t) r->length);
	list_moves(&r->route, moves);
	right = world_path(w, start, goal, moves, r->length, &cost) &&
			oracle_compare(cost, wanted) == 0 &&
			!repeats_cell(w, start, moves, r->length);
	free(moves);
	return right;
}

uint64_t
world_layered_units(const world *w, oracle_cost cost, oracle_wide scale)
{
	const fr_costs *costs = &w->costs;
	oracle_wide to = w->oracle.number * (oracle_wide) costs->denominator;
	oracle_wide from = w->oracle.denominator * scale * (oracle_wide) costs->numerator;
	oracle_wide a = cost.a;
	oracle_wide b = cost.b;

	if (w->oracle.root2)
		to *= costs->one / FR_ROOT2_STRAIGHT;
	for (oracle_wide x = to, y = from, rest; y; x = y, y = rest)
		if ((rest = x % y) == 0)
		{
			to /= y;
			from /= y;
			break;
		}
	a *= to;
	b *= to;
	if (a % from || b % from)
		return UINT64_MAX;
	a /= from;
	b /= from;
	if (w->oracle.root2)
		a = a * FR_ROOT2_STRAIGHT + b * FR_ROOT2_DIAGONAL;
	return a < UINT64_MAX ? (uint64_t) a : UINT64_MAX;
}

/*
 * The library's cost for the oracle's, or UINT64_MAX. Both divide by the common
 * divisor. If all weights are equal, their mean is the weight itself, and the library
 * does not halve the unit.
 */
uint64_t
world_units(const world *w, oracle_cost cost)
{
	oracle_wide units;
	oracle_wide unit;

	if (w->oracle.layers || w->oracle.points > 0)
		return world_layered_units(w, cost, 1);
	unit =
		w->oracle.weigh == ORACLE_AVERAGE && w->costs.weigh != FR_WEIGH_AVERAGE ? 2 : 1;
	if (cost.a % unit != 0 || cost.b % unit != 0)
		return UINT64_MAX;
	units = cost.a / unit;
	if (w->oracle.root2)
		units = cost.a / unit * FR_ROOT2_STRAIGHT + cost.b / unit * FR_ROOT2_DIAGONAL;
	return units < UINT64_MAX ? (uint64_t) units : UINT64_MAX;
}

/* The oracle's costs from a cell to all, in units; FR_UNREACHED: no path. */
void
world_costs(const world *w, uint32_t start, uint64_t *units)
{
	oracle_cost *costs = new_block(w->grid->cells * sizeof(oracle_cost));

	oracle_dijkstra(&w->oracle, world_point(w, start), costs);
	for (uint32_t i = 0; i < w->grid->cells; i++)
		units[i] = costs[i].a < 0 ? FR_UNREACHED : world_units(w, costs[i]);
	free(costs);
}

/*
 * Twice a path along two sides of the map, with the most expensive steps, must be
 * exact.
 */
bool
world_too_wide(const world *w)
{
	oracle_wide range = (INT64_C(1) << FR_COST_BITS) - 1;
	oracle_wide root2_range = (oracle_wide) FR_ROOT2_STRAIGHT * FR_ROOT2_DIAGONAL - 1;
	oracle_wide straight =
		w->oracle.east > w->oracle.north ? w->oracle.east : w->oracle.north;
	oracle_wide step = w->oracle.diagonal > straight ? w->oracle.diagonal : straight;
	oracle_wide weight = 1;

	for (int code = 0; code < 256; code++)
		if (w->oracle.weight[code] > weight)
			weight = w->oracle.weight[code];
	if (w->oracle.root2)
	{
		step = w->oracle.diagonal * FR_ROOT2_DIAGONAL;
		range = root2_range < range ? root2_range : range;
	}
	if (w->oracle.layers) /* which divide the steps further, but later */
		step /= w->oracle.finer;
	if (w->oracle.weigh == ORACLE_AVERAGE && !w->costs.uniform)
		weight *= 2;
	return weight > range / (2 * (w->width + w->height) * step);
}

/* Prints all that is needed to repeat the case by hand. */
void
world_print(const world *w)
{
	printf("# seed %llu, model %s\n", (unsigned long long) w->seed, w->text);
	for (int y = 0; y < w->height; y++)
		printf("#   %.*s\n", w->width, (const char *) w->codes + y * w->width);
}
