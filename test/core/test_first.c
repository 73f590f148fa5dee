/*
 * test_first.c - a first question: jump on patches, without planes and components
 *
 *     test_first [MAPS [SEED]]
 *
 * What it answers is compared with `jump` on the planes of the whole map, bit by bit:
 * costs, routes, counters and traces; costs and paths with the oracle, too.
 */
#include "core/grid/patches.h"
#include "tap.h"
#include "world.h"

#define MAX_SIDE 200
#define PAIRS 12
#define MAX_REPORTS 5

typedef struct rules
{
	const char *text;
	oracle_model model; /* of codes that are passable, '.', S and G */
} rules;

/* All kinds of models that it takes. */
static const rules models[] = {
	{"octile", {.eight = true, .root2 = true, .straight = {1, 1}}},
	{"octile(size=2)", {.eight = true, .root2 = true, .straight = {1, 1}, .size = 2}},
	{"octile(size=5)", {.eight = true, .root2 = true, .straight = {1, 1}, .size = 5}},
	{"octile(straight=2, diagonal=3)",
	 {.eight = true, .straight = {2, 1}, .diagonal = {3, 1}}},
	{"octile(diagonal=1)", {.eight = true, .straight = {1, 1}, .diagonal = {1, 1}}},
	{"octile(straight=100, diagonal=199)",
	 {.eight = true, .straight = {100, 1}, .diagonal = {199, 1}}},
};

#define MODELS (sizeof models / sizeof *models)

/* ---- maps ---------------------------------------------------------------- */

/* Cells one by one, so that there are many components, small and large. */
static void
scatter(uint8_t *codes, uint32_t cells, uint32_t percent, chance *c)
{
	for (uint32_t i = 0; i < cells; i++)
		codes[i] = chance_below(c, 100) < percent ? '@' : '.';
}

/* Walls from edge to edge that cut the map apart. */
static void
cut(uint8_t *codes, uint32_t width, uint32_t height, chance *c)
{
	uint32_t x = chance_below(c, width);
	uint32_t y = chance_below(c, height);

	for (uint32_t i = 0; i < height; i++)
		codes[i * width + x] = '@';
	for (uint32_t i = 0; i < width; i++)
		codes[y * width + i] = '@';
}

static uint8_t *
make_codes(uint32_t width, uint32_t height, chance *c)
{
	uint32_t cells = width * height;
	uint8_t *codes = new_block(cells);
	uint8_t *scratch = new_block(cells);
	uint64_t seed = chance_next(c);
	fr_poll poll = no_poll();

	switch (chance_below(c, 6))
	{
		case 0:
			fr_generate_caves((fr_canvas){codes, width, height, seed}, scratch, 0.45,
							  &poll);
			break;
		case 1:
			fr_generate_rooms((fr_canvas){codes, width, height, seed},
							  3 + chance_below(c, 20), &poll);
			break;
		case 2:
			fr_generate_maze((fr_canvas){codes, width, height, seed},
							 1 + chance_below(c, 3), 0.1, &poll);
			break;
		case 3:
			fr_generate_walls((fr_canvas){codes, width, height, seed}, 30, 20, &poll);
			break;
		default:
			scatter(codes, cells, chance_below(c, 50), c);
	}
	if (chance_below(c, 4) == 0)
		cut(codes, width, height, c);
	for (uint32_t more = chance_below(c, 4), i = 0; i < cells; i++)
		if (more > 0 && codes[i] == '@')
			codes[i] = "@TOWABCDEFHIJKLMNPQRUVXYZ"[chance_below(c, 1u << 3 * more) % 25];
	free(scratch);
	return codes;
}

/* Sides are mostly about a multiple of 64. */
static uint32_t
make_side(chance *c)
{
	uint32_t side = 64 * chance_below(c, 4) + chance_below(c, 5);

	return chance_below(c, 3) == 0 ? 1 + chance_below(c, MAX_SIDE)
								   : (side > 2 ? side - 2 : 1 + side);
}

static void
make_world(world *w, const rules *r, uint64_t seed)
{
	chance c = {seed};

	*w = (world){.seed = seed, .rules = r->model};
	w->width = (int) make_side(&c);
	w->height = (int) make_side(&c);
	w->codes = make_codes((uint32_t) w->width, (uint32_t) w->height, &c);
	w->rules.corners = 2;
	for (int code = 0; code < 256; code++)
		w->rules.weight[code] = (oracle_fraction){code && strchr(".SG", code) != NULL, 1};
	strcpy(w->text, r->text);
	world_build(w);
}

/* ---- the same map, asked for the first time --------------------------------- */

/* An arena that leaves by longjmp after so many blocks. */
typedef struct stingy
{
	fr_arena core;
	malloc_arena *from;
	jmp_buf out;
	long blocks_left; /* < 0: no limit */
} stingy;

static void *
take_stingily(void *context, size_t size)
{
	stingy *s = context;

	if (s->blocks_left == 0)
		longjmp(s->out, 1);
	s->blocks_left -= s->blocks_left > 0;
	return malloc_arena_take(s->from, size);
}

typedef struct first
{
	malloc_arena blocks;
	stingy arena;
	fr_tables tables;
	fr_grid *grid;
} first;

static void
begin_first(first *f, const world *w)
{
	fr_poll poll = no_poll();

	f->blocks = malloc_arena_make(&f->blocks);
	f->arena = (stingy){.core = {.allocate = take_stingily, .context = &f->arena},
						.from = &f->blocks,
						.blocks_left = -1};
	fr_tables_fill(&w->model, &w->costs, &f->tables);
	f->grid =
		fr_grid_begin(&w->map, &w->model, &w->costs, &f->tables, &f->arena.core, &poll);
	f->grid->patches = fr_grid_patches(f->grid, &f->arena.core, &poll);
}

static void
end_first(first *f)
{
	malloc_arena_clear(&f->blocks);
}

/* ---- comparing ---------------------------------------------------------------- */

typedef struct answer
{
	fr_status status;
	fr_result result;
	uint64_t trace; /* a sum over all visits, in order */
} answer;

static void
add_visit(void *context, int iteration, uint32_t cell, uint64_t g, uint64_t f,
		  bool expanded)
{
	uint64_t *sum = context;

	*sum = (*sum ^ cell ^ g << 13 ^ f << 29 ^ (uint64_t) iteration << 3 ^ expanded) *
		   UINT64_C(0x9e3779b97f4a7c15);
}

static answer
ask(const fr_grid *grid, fr_query query, fr_workspace *workspace, const fr_poll *poll,
	bool traced, malloc_arena *routes)
{
	answer a = {0};
	fr_trace trace = {add_visit, &a.trace};

	query.grid = grid;
	query.arena = &routes->core;
	query.wants_route = true;
	if (traced)
		query.trace = &trace;
	a.status = fr_search(&query, workspace, poll, &a.result);
	return a;
}

static bool
same_answer(const answer *a, const answer *b)
{
	const fr_result *r = &a->result;
	const fr_result *s = &b->result;

	return a->status == b->status && a->trace == b->trace && same_counters(r, s) &&
		   r->complete == s->complete && r->optimal == s->optimal &&
		   r->memory == s->memory && r->route.moves == s->route.moves &&
		   r->route.count == s->route.count &&
		   (r->route.count == 0 ||
			memcmp(r->route.runs, s->route.runs, r->route.count * sizeof(uint32_t)) == 0);
}

/* ---- random maps ----------------------------------------------------------------- */

typedef struct tally
{
	long asked;
	long same;
	long right;
	long found;
	long apart;
	long reports;
} tally;

/* Asks for a pair, plainly, traced, or with a limit on expansions. */
static void
compare(const world *w, const first *f, fr_workspace *workspace, chance *c, tally *t)
{
	fr_method method = method_of("jump");
	fr_query query = {.method = &method,
					  .start = chance_below(c, w->grid->cells),
					  .goal = chance_below(c, w->grid->cells)};
	malloc_arena routes = malloc_arena_make(&routes);
	uint32_t way = chance_below(c, 4);
	fr_poll poll = no_poll();
	answer warm;
	answer cold;

	if (way == 0)
		method.option[FR_MAX_EXPANDED].digits = 1 + chance_below(c, 60);
	query.uncounted = way == 1;
	cold = ask(f->grid, query, workspace, &poll, way == 2, &routes);
	warm = ask(w->grid, query, workspace, &poll, way == 2, &routes);
	t->asked++;
	t->same += same_answer(&cold, &warm);
	t->found += cold.result.found;
	t->apart += !cold.result.found && cold.result.complete;
	if (!same_answer(&cold, &warm) && t->reports++ < MAX_REPORTS)
	{
		printf("# seed %llu, %s, %d x %d, from %u to %u, way %u\n",
			   (unsigned long long) w->seed, w->text, w->width, w->height, query.start,
			   query.goal, way);
		print_counters("cold", &cold.result);
		print_counters("warm", &warm.result);
	}
	malloc_arena_clear(&routes);
}

/* From one start to several goals. */
static void
judge(const world *w, const first *f, fr_workspace *workspace, chance *c, tally *t)
{
	fr_method method = method_of("jump");
	uint32_t start = chance_below(c, w->grid->cells);
	oracle_cost *costs = new_block(w->grid->cells * sizeof *costs);
	fr_poll poll = no_poll();

	oracle_dijkstra(&w->oracle, world_point(w, start), costs);
	for (int i = 0; i < PAIRS; i++)
	{
		uint32_t goal = chance_below(c, w->grid->cells);
		oracle_cost wanted = costs[goal];
		fr_result r;

		if (start == goal)
			continue;
		search_pair(f->grid, &method, start, goal, workspace, &poll, &r);
		t->asked++;
		t->right += r.found == (wanted.a >= 0) &&
					(!r.found || (r.cost == world_units(w, wanted) &&
								  world_right_path(w, start, goal, &r, wanted)));
	}
	free(costs);
}

static void
test_maps(const rules *r, long maps, uint64_t seed)
{
	fr_method method = method_of("jump");
	fr_workspace *workspace = new_workspace(256 * 256, &method);
	tally same = {0};
	tally right = {0};

	for (long i = 0; i < maps; i++)
	{
		chance c = {seed + (uint64_t) i};
		world w;
		first f;

		make_world(&w, r, seed + (uint64_t) i);
		begin_first(&f, &w);
		for (int k = 0; k < PAIRS; k++)
			compare(&w, &f, workspace, &c, &same);
		judge(&w, &f, workspace, &c, &right);
		end_first(&f);
		world_free(&w);
	}
	ok(same.same == same.asked && same.found > 0 && same.apart > 0,
	   "%s: %ld of %ld answers as on planes, %ld found, %ld without a path", r->text,
	   same.same, same.asked, same.found, same.apart);
	ok(right.right == right.asked && right.asked > 0, "%s: %ld of %ld are the oracle's",
	   r->text, right.right, right.asked);
	free(workspace);
}

/* ---- being interrupted -------------------------------------------------------------- */

/* Asks until a poll, or the arena, has left at every point; returns how many there are. */
static int
leave_everywhere(const world *w, uint32_t start, uint32_t goal, bool polls, bool *right)
{
	fr_method method = method_of("jump");
	fr_query query = {.method = &method, .start = start, .goal = goal};
	fr_workspace *workspace = new_workspace(w->grid->cells, &method);
	malloc_arena routes = malloc_arena_make(&routes);
	fr_poll calm = no_poll();
	answer wanted = ask(w->grid, query, workspace, &calm, false, &routes);
	volatile int points = 0;
	volatile bool whole = false;

	free(workspace);
	for (; !whole; points++)
	{
		leaver left = {.polls_left = points};
		fr_poll poll = {leave, &left};
		static first f;
		answer got;

		workspace = new_workspace(w->grid->cells, &method);
		begin_first(&f, w);
		f.arena.blocks_left = polls ? -1 : points;
		if (setjmp(polls ? left.out : f.arena.out) == 0)
		{
			ask(f.grid, query, workspace, polls ? &poll : &calm, false, &routes);
			whole = true;
		}
		f.arena.blocks_left = -1;
		got = ask(f.grid, query, workspace, &calm, false, &routes);
		*right &= same_answer(&got, &wanted);
		end_first(&f);
		free(workspace);
	}
	malloc_arena_clear(&routes);
	return points - 1;
}

/* Two halves of noise, between which there is no way, or a gap. */
static void
test_leaving(bool polls)
{
	int points = 0;
	bool right = true;

	for (int gap = 0; gap < 2; gap++)
	{
		uint32_t side = MAX_SIDE;
		chance c = {7};
		world w;

		make_world(&w, &models[0], 1);
		free(w.codes);
		free_grid(w.grid);
		free(w.packed);
		w.width = w.height = (int) side;
		w.codes = new_block(side * side);
		scatter(w.codes, side * side, 30, &c);
		for (uint32_t y = 0; y < side; y++)
			w.codes[y * side + side / 2] = gap && y == side / 2 ? '.' : '@';
		for (uint32_t y = 0; y < side; y++)
			w.codes[y * side] = w.codes[y * side + side - 1] = '.';
		world_build(&w);
		points += leave_everywhere(&w, 0, side * side - 1, polls, &right);
		world_free(&w);
	}
	ok(right && points > 10, "%s leaves at each of %d points",
	   polls ? "a poll" : "the arena", points);
}

/* ---- costs out of range ---------------------------------------------------------------- */

static void
test_range(void)
{
	world w;
	first f;
	fr_method method = method_of("jump");
	fr_poll poll = no_poll();
	fr_result cold;
	fr_result warm;
	fr_workspace *workspace;
	int refused = 0;
	bool same = true;

	world_snake(&w, 2);
	workspace = new_workspace(w.grid->cells, &method);
	begin_first(&f, &w);
	for (uint32_t goal = 1; goal < w.grid->cells; goal += 7)
	{
		fr_status then = search_pair(w.grid, &method, 0, goal, workspace, &poll, &warm);
		fr_status now = search_pair(f.grid, &method, 0, goal, workspace, &poll, &cold);

		same &= then == now && same_counters(&cold, &warm);
		refused += now == FR_COST_RANGE;
	}
	ok(w.grid->costs.jumps == FR_OCTILE_JUMPS && same && refused > 0,
	   "%d costs outgrow exact arithmetic, as on planes", refused);
	end_first(&f);
	world_free(&w);
	free(workspace);
}

/* ---- growing up --------------------------------------------------------------------------- */

/* A grid that was completed after its first questions is as one made in one step. */
static void
test_completing(void)
{
	fr_method method = method_of("jump");
	fr_workspace *workspace = new_workspace(256 * 256, &method);
	fr_poll poll = no_poll();
	bool same = true;

	for (uint64_t seed = 1; seed <= 40; seed++)
	{
		malloc_arena scratch = malloc_arena_make(&scratch);
		malloc_arena routes = malloc_arena_make(&routes);
		chance c = {seed};
		world w;
		first f;

		make_world(&w, &models[seed % MODELS], seed);
		begin_first(&f, &w);
		for (int i = 0; i < PAIRS; i++)
		{
			fr_query query = {.method = &method,
							  .start = chance_below(&c, w.grid->cells),
							  .goal = chance_below(&c, w.grid->cells)};
			answer cold = ask(f.grid, query, workspace, &poll, false, &routes);
			answer warm = ask(w.grid, query, workspace, &poll, false, &routes);

			same &= same_answer(&cold, &warm);
			if (i == PAIRS / 3)
				fr_grid_complete(f.grid, &w.map, &w.model, &f.arena.core, &scratch.core,
								 &poll);
			if (i == 2 * PAIRS / 3)
				f.grid->jumps =
					fr_grid_jumps(f.grid, &f.arena.core, &scratch.core, &poll);
		}
		same &= f.grid->passable == w.grid->passable && f.grid->blunt == w.grid->blunt &&
				f.grid->components.count == w.grid->components.count;
		malloc_arena_clear(&scratch);
		malloc_arena_clear(&routes);
		end_first(&f);
		world_free(&w);
	}
	ok(same, "a grid is completed between questions");
	free(workspace);
}

int
main(int argc, char **argv)
{
	long maps = argc > 1 ? atol(argv[1]) : 300;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	for (size_t i = 0; i < MODELS; i++)
		test_maps(&models[i], maps, seed);
	test_range();
	test_completing();
	test_leaving(true);
	test_leaving(false);
	return tap_done();
}
