/*
 * test_patterns.c - jump point search with weights, and around corners
 *
 *     test_patterns [MODELS [MAPS [SEED [ROWS]]]]
 *
 * All maps of ROWS (3) rows of 3 cells that are blocked or weigh 1 or 2, each under
 * MODELS of the models below in turn, from each cell to each; then MAPS larger ones,
 * with patches and single cells of up to four weights, in every other one of which the
 * heaviest cells may be entered and left in some directions only. The oracle has the
 * costs and walks the paths.
 */
#include "core/jump/jump_planes.h"
#include "step_ratios.h"
#include "tap.h"
#include "world.h"

#define MAX_SIDE 140
#define MAX_CELLS (MAX_SIDE * MAX_SIDE)
#define GOALS 30
#define SMALL_CELLS 12
#define MAX_REPORTS 5

enum
{
	STEPS = sizeof steps / sizeof *steps,
	CORNERS = 3,
	WEIGHS = 4,
	MODELS = STEPS * CORNERS * WEIGHS
};

static const char *const corners[CORNERS] = {"any", "one", "both"};
static const char *const weighs[WEIGHS] = {"enter", "average", "leave", "max"};
static const char codes[] = "@.23"; /* weights 0 to 3 */

static fr_method jump;

/* What the heaviest code allows: a bit for each direction. */
typedef struct ways
{
	unsigned enter;
	unsigned leave;
} ways;

static const ways all_ways = {FR_ANY_WAY, FR_ANY_WAY};

/* Writes the directions of a set; returns the oracle's set of those that are not in it. */
static uint16_t
put_ways(char **to, const char *name, unsigned set, const oracle_model *rules)
{
	const char *separator = "";
	unsigned forbidden = 0;

	*to += sprintf(*to, "/%s:", name);
	for (int d = 0; d < FR_DIRECTIONS; d += rules->eight ? 1 : 2)
		if (rules->hex && (d == FR_SE || d == FR_NW))
			continue;
		else if (set >> d & 1)
		{
			*to += sprintf(*to, "%s%s", separator, fr_direction_name[d]);
			separator = "+";
		}
		else
			forbidden |= 1u << (3 * (fr_dy[d] + 1) + fr_dx[d] + 1);
	if (!*separator)
		*to += sprintf(*to, "none");
	return (uint16_t) forbidden;
}

/* A world of such codes under model i; the codes are its own. */
static void
build(world *w, int i, ways last, int width, int height, uint8_t *map)
{
	int s = i / CORNERS / WEIGHS;
	bool octile = steps[s].text != NULL;
	char *to = w->text;

	*w = (world){.width = width, .height = height, .codes = map};
	w->rules = (oracle_model){.eight = octile,
							  .hex = steps[s].hex,
							  .root2 = octile && steps[s].diagonal == 0,
							  .weigh = i % WEIGHS,
							  .corners = i / WEIGHS % CORNERS,
							  .straight = {steps[s].straight, 1},
							  .diagonal = {steps[s].diagonal, 1}};
	for (int weight = 1; codes[weight]; weight++)
		w->rules.weight[(uint8_t) codes[weight]] = (oracle_fraction){weight, 1};
	for (int code = 0; code < 256; code++)
		if (w->rules.weight[code].denominator == 0)
			w->rules.weight[code] = oracle_blocked;
	to += sprintf(to, "%s(2=2, 3=3", steps[s].hex ? "hex" : octile ? "octile" : "tile");
	if ((last.enter & last.leave) != FR_ANY_WAY)
	{
		w->rules.no_enter['3'] = put_ways(&to, "enter", last.enter, &w->rules);
		w->rules.no_leave['3'] = put_ways(&to, "leave", last.leave, &w->rules);
	}
	to += sprintf(to, ", weigh=%s", weighs[i % WEIGHS]);
	if (octile && !steps[s].hex)
		to += sprintf(to, ", corners=%s, %s", corners[w->rules.corners], steps[s].text);
	sprintf(to, ")");
	world_build(w);
}

/* ---- one answer ------------------------------------------------------------ */

static bool
right_answer(const world *w, const fr_query *query, fr_workspace *workspace,
			 oracle_cost wanted)
{
	fr_poll poll = no_poll();
	fr_result r;

	if (fr_search(query, workspace, &poll, &r) || !r.complete || !r.optimal ||
		r.found != (wanted.a >= 0))
		return false;
	return !r.found || (r.cost == world_units(w, wanted) &&
						world_right_path(w, query->start, query->goal, &r, wanted));
}

typedef struct tally
{
	long worlds;
	long answers;
	long wrong;
} tally;

static void
ask(const world *w, const fr_landmarks *landmarks, uint32_t start, uint32_t goal,
	oracle_cost wanted, fr_workspace *workspace, tally *t)
{
	static const char *const texts[] = {"jump", "jump(heuristic=alt, landmarks=2)"};
	fr_method method = method_of(texts[landmarks != NULL]);
	fr_method resolved = fr_method_resolve(&method, w->grid);
	malloc_arena arena = malloc_arena_make(&arena);
	fr_query query = {.grid = w->grid,
					  .landmarks = landmarks,
					  .method = &resolved,
					  .start = start,
					  .goal = goal,
					  .wants_route = true,
					  .arena = &arena.core};

	t->answers++;
	if (!right_answer(w, &query, workspace, wanted) && t->wrong++ < MAX_REPORTS)
	{
		printf("# WRONG: %s from %u to %u\n", texts[landmarks != NULL], start, goal);
		world_print(w);
	}
	malloc_arena_clear(&arena);
}

/* ---- all small maps ---------------------------------------------------------- */

static void
ask_all(const world *w, fr_workspace *workspace, tally *t)
{
	oracle_cost costs[SMALL_CELLS];

	for (uint32_t start = 0; start < w->grid->cells; start++)
	{
		oracle_dijkstra(&w->oracle, world_point(w, start), costs);
		for (uint32_t goal = 0; goal < w->grid->cells; goal++)
			if (start != goal &&
				oracle_passable(&w->oracle, (int) start % 3, (int) start / 3))
				ask(w, NULL, start, goal, costs[goal], workspace, t);
	}
	t->worlds++;
}

static void
test_small(int models, int rows, fr_workspace *workspace)
{
	int cells = 3 * rows;
	int maps = 1;
	tally t = {0};

	for (int k = 0; k < cells; k++)
		maps *= 3;
	for (int map = 0; map < maps; map++)
		for (int i = 0; i < models; i++)
		{
			uint8_t *map_codes = new_block((size_t) cells);
			int rest = map;
			world w;

			for (int k = 0; k < cells; k++, rest /= 3)
				map_codes[k] = (uint8_t) codes[rest % 3];
			build(&w, (map + i) % MODELS, all_ways, 3, rows, map_codes);
			ask_all(&w, workspace, &t);
			world_free(&w);
		}
	ok(t.wrong == 0 && t.answers > 0, "%ld maps of 3 x %d: %ld of %ld answers are right",
	   t.worlds, rows, t.answers - t.wrong, t.answers);
}

/* ---- larger ones --------------------------------------------------------------- */

/* Around a multiple of a word's bits, or small. */
static int
random_side(chance *c)
{
	int side = (int) chance_below(c, 3) * 64 - 3 + (int) chance_below(c, 7);

	return side > 0 ? side : 1 + (int) chance_below(c, 20);
}

static void
put_patch(chance *c, int width, int height, int most, uint8_t *map)
{
	uint8_t code = (uint8_t) codes[chance_below(c, 4)];
	int left = (int) chance_below(c, (uint32_t) width);
	int top = (int) chance_below(c, (uint32_t) height);
	int right = left + 1 + (int) chance_below(c, (uint32_t) most);
	int bottom = top + 1 + (int) chance_below(c, (uint32_t) most);

	for (int y = top; y < bottom && y < height; y++)
		for (int x = left; x < right && x < width; x++)
			map[y * width + x] = code;
}

static uint8_t *
random_map(chance *c, int width, int height)
{
	uint8_t *map = new_block((size_t) (width * height));
	int patches = (int) chance_below(c, 40);
	int specks =
		width * height * (int) chance_below(c, 3) * (int) chance_below(c, 10) / 40;

	memset(map, codes[1 + chance_below(c, 3)], (size_t) (width * height));
	while (patches-- > 0)
		put_patch(c, width, height, 16, map);
	while (specks-- > 0)
		put_patch(c, width, height, 1, map);
	return map;
}

static fr_landmarks *
place_landmarks(const world *w, uint64_t seed)
{
	fr_poll poll = no_poll();
	fr_method sweep = method_of("astar");
	fr_workspace *workspace = new_workspace(w->grid->cells, &sweep);
	fr_landmarks plan =
		fr_landmarks_plan(w->grid, 2, FR_PLACE_RANDOM, seed,
						  fr_sweep_workspace_on(w->grid, workspace), &poll);
	fr_landmarks *landmarks =
		fr_landmarks_build(new_block(fr_landmarks_size(w->grid, &plan)), w->grid, &plan,
						   false, fr_sweep_workspace_on(w->grid, workspace), &poll);

	free(workspace);
	return landmarks;
}

static void
run_world(uint64_t seed, fr_workspace *workspace, tally *t)
{
	static oracle_cost costs[MAX_CELLS];
	chance c = {seed};
	int width = random_side(&c);
	int height = random_side(&c);
	uint8_t *map = random_map(&c, width, height);
	ways last = all_ways;
	fr_landmarks *landmarks;
	uint32_t start;
	world w;

	if (seed % 2)
		last = (ways){chance_below(&c, FR_MASKS), chance_below(&c, FR_MASKS)};
	build(&w, (int) chance_below(&c, MODELS), last, width, height, map);
	start = chance_below(&c, w.grid->cells);
	landmarks = place_landmarks(&w, seed);
	oracle_dijkstra(&w.oracle, world_point(&w, start), costs);
	for (int i = 0; i < GOALS; i++)
	{
		uint32_t goal = chance_below(&c, w.grid->cells);

		if (goal == start)
			continue;
		ask(&w, NULL, start, goal, costs[goal], workspace, t);
		ask(&w, landmarks, start, goal, costs[goal], workspace, t);
	}
	t->worlds++;
	free(landmarks);
	world_free(&w);
}

static void
test_large(long maps, uint64_t seed, fr_workspace *workspace)
{
	tally t = {0};

	for (long i = 0; i < maps; i++)
		run_world(seed + (uint64_t) i, workspace, &t);
	ok(t.wrong == 0 && t.answers > 0, "%ld larger maps: %ld of %ld answers are right",
	   t.worlds, t.answers - t.wrong, t.answers);
}

int
main(int argc, char **argv)
{
	int rows = argc > 4 ? atoi(argv[4]) : 3;
	fr_workspace *workspace;

	if (rows < 1 || rows > SMALL_CELLS / 3)
		return 2;
	jump = method_of("jump(heuristic=alt)");
	workspace = new_workspace(MAX_CELLS, &jump);
	test_small(argc > 1 ? atoi(argv[1]) : 1, rows, workspace);
	test_large(argc > 2 ? atol(argv[2]) : 1000,
			   argc > 3 ? strtoull(argv[3], NULL, 10) : 1, workspace);
	free(workspace);
	return tap_done();
}
