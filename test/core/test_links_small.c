/*
 * test_links_small.c - all maps of 3 x 3 cells with each single link, and with pairs
 *
 *     test_links_small [EVERY [FIRST]]
 *
 * A case is a map of blocked and free cells, two of its free cells that a link of some cost
 * leads between, and a model. Of all cases every EVERY-th one is tried, from each cell to each,
 * against the oracle of linked.h, which walks the routes: by jump, with landmarks, too, and by
 * indexes of all forms that serve it. Then the same cases with links that lead both ways, and with a second link each,
 * of any ends, cost and direction, which follows from the number of the case.
 */
#include "index_bytes.h"
#include "linked.h"
#include "step_ratios.h"

#define SIDE 3
#define CELLS (SIDE * SIDE)
#define MAPS (1 << CELLS)

static const fr_decimal costs[] = {{0, 0}, {5, 1},	{1, 0}, {14, 1},
								   {2, 0}, {25, 1}, {7, 0}};
static const char *const corners[] = {"any", "one", "both"};

enum
{
	RATIOS = LINKED_STEPS,
	PRICES = sizeof costs / sizeof *costs,
	CORNERS = 3,
	CASES = MAPS * CELLS * CELLS * PRICES * RATIOS * CORNERS
};

typedef struct tally
{
	long worlds;
	long borders;  /* indexes of that form, */
	long subgoals; /* and of that */
	long answers;
	long wrong;
} tally;

/* How the link of a case leads. */
typedef enum kind
{
	ONE_WAY,
	BOTH_WAYS,
	PAIR
} kind;

static fr_workspace *nodes;
static fr_method jump;
static fr_method with_landmarks;

/* The free cells are those of the bits of `map`. */
static bool
build(linked_world *l, int map, int which, int rule)
{
	static uint8_t cells[CELLS];
	bool octile = steps[which].text != NULL;
	world *w = &l->w;

	for (int i = 0; i < CELLS; i++)
		cells[i] = map >> i & 1 ? '.' : '@';
	*w = (world){.width = SIDE, .height = SIDE, .codes = cells};
	w->rules = (oracle_model){.eight = octile,
							  .hex = steps[which].hex,
							  .root2 = octile && steps[which].diagonal == 0,
							  .corners = rule,
							  .straight = {steps[which].straight, 1},
							  .diagonal = {steps[which].diagonal, 1}};
	for (int code = 0; code < 256; code++)
		w->rules.weight[code] = oracle_ground(code == '.');
	if (steps[which].hex)
		sprintf(w->text, "hex(%s)", steps[which].text);
	else if (octile)
		sprintf(w->text, "octile(corners=%s, %s)", corners[rule], steps[which].text);
	else
		sprintf(w->text, "tile");
	world_build(w);
	return w->status == FR_OK;
}

/* ---- answers --------------------------------------------------------------- */

typedef struct question
{
	const linked_world *l;
	const fr_landmarks *landmarks;
	uint32_t start;
	uint32_t goal;
	oracle_cost wanted;
} question;

static bool
is_right_route(const question *q, const fr_route *route)
{
	fr_poll poll = no_poll();
	oracle_cost walked;
	uint8_t packed[256];
	size_t size = fr_path_pack(route, packed, &poll);

	return walk_route(q->l, packed, size, q->goal, &walked) &&
		   oracle_compare(walked, q->wanted) == 0;
}

static bool
is_right_by_jump(const question *q, const fr_method *method)
{
	fr_query query = {.grid = q->l->w.grid,
					  .landmarks = q->landmarks,
					  .method = method,
					  .start = q->start,
					  .goal = q->goal};
	fr_poll poll = no_poll();
	fr_result r = {0};

	if (search_with(query, nodes, &poll, &r) || r.found != (q->wanted.a >= 0) ||
		(r.found && r.cost != units(q->l, q->wanted)))
		return false;
	return !r.found || is_right_route(q, &r.route);
}

static bool
is_right_by_index(const question *q, const made *m)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();
	fr_index_query query = {&m->index, cell_at(&q->l->w, q->start),
							cell_at(&q->l->w, q->goal), m->scratch};
	uint64_t wanted = units(q->l, q->wanted);
	fr_error error;
	fr_route route;
	uint64_t cost;
	bool right =
		cost_of(&q->l->w, m, q->start, q->goal) == wanted &&
		fr_index_route(&query, &memory.core, &poll, &cost, &route, &error) == FR_OK &&
		cost == wanted && (wanted == FR_UNREACHED || is_right_route(q, &route));

	malloc_arena_clear(&memory);
	return right;
}

static void
note(const question *q, const char *by, bool right, tally *t)
{
	t->answers++;
	if (right || t->wrong++ >= MAX_REPORTS)
		return;
	printf("# WRONG by %s: from %u to %u, %s\n", by, q->start, q->goal, q->l->text);
	world_print(&q->l->w);
}

static void
ask_pair(const question *q, const made *indexes, int count, tally *t)
{
	note(q, "jump", is_right_by_jump(q, &jump), t);
	note(q, "jump with landmarks", is_right_by_jump(q, &with_landmarks), t);
	for (int i = 0; i < count; i++)
		note(q, fr_index_form_name[indexes[i].index.form],
			 is_right_by_index(q, &indexes[i]), t);
}

static int
make_indexes(const linked_world *l, made *indexes, tally *t)
{
	int count = 0;

	form = FR_INDEX_BORDERS;
	count += make_index(&l->w, &indexes[count]);
	t->borders += count;
	form = FR_INDEX_SUBGOALS;
	if (!fr_index_has_subgoals(l->w.grid) || !make_index(&l->w, &indexes[count]))
		return count;
	t->subgoals++;
	return count + 1;
}

static void
ask_all(const linked_world *l, tally *t)
{
	static oracle_cost wanted[CELLS];
	made indexes[2];
	int count = make_indexes(l, indexes, t);
	fr_poll poll = no_poll();
	fr_landmarks *landmarks = build_landmarks(l->w.grid, &with_landmarks, nodes, &poll);

	for (uint32_t start = 0; start < CELLS; start++)
	{
		ask_oracle(l, start, wanted);
		for (uint32_t goal = 0; wanted[start].a >= 0 && goal < CELLS; goal++)
			ask_pair(&(question){l, landmarks, start, goal, wanted[goal]}, indexes, count,
					 t);
	}
	for (int i = 0; i < count; i++)
		free_made(&indexes[i]);
	free(landmarks);
	t->worlds++;
}

/* ---- cases ----------------------------------------------------------------- */

static void
add_link(linked_world *l, int ends, fr_link link)
{
	int from = ends % CELLS;
	int to = ends / CELLS;
	fr_error error;

	if (from == to)
		return;
	fr_link_set(&link, (fr_cell){from % SIDE, from / SIDE},
				(fr_cell){to % SIDE, to / SIDE}, &error);
	fr_link_pack(&link, l->bytes + l->count++ * FR_LINK_BYTES);
}

static void
add_second_link(linked_world *l, int i)
{
	chance c = {(uint64_t) i};
	fr_link link = {.cost = costs[chance_below(&c, PRICES)], .both = chance_below(&c, 2)};

	add_link(l, (int) chance_below(&c, CELLS * CELLS), link);
	order_links(l);
}

/* Case number i, if its ends are two free cells and its model has corners to pass. */
static void
try_case(int i, kind of, tally *t)
{
	static linked_world l;
	int rule = i % CORNERS;
	int which = i / CORNERS % RATIOS;
	int ends = i / CORNERS / RATIOS / PRICES % (CELLS * CELLS);
	int map = i / CORNERS / RATIOS / PRICES / CELLS / CELLS;
	int from = ends % CELLS;
	int to = ends / CELLS;
	world plain;

	if (from == to || !(map >> from & map >> to & 1) ||
		(steps[which].text == NULL && rule > 0) || !build(&l, map, which, rule))
		return;
	plain = l.w;
	l.count = 0;
	add_link(
		&l, ends,
		(fr_link){.cost = costs[i / CORNERS / RATIOS % PRICES], .both = of == BOTH_WAYS});
	if (of == PAIR)
		add_second_link(&l, i);
	if (add_links(&l))
		ask_all(&l, t);
	free_grid(l.w.grid);
	free_grid(plain.grid);
	free(plain.packed);
	malloc_arena_clear(&taken);
}

static void
try_cases(int first, int every, kind which)
{
	static const char *const names[] = {"a link one way", "a link both ways",
										"two links"};
	tally t = {0};

	for (int i = first; i < CASES; i += every)
		try_case(i, which, &t);
	ok(t.wrong == 0 && t.answers > 0 && t.borders == t.worlds &&
		   (t.subgoals > 0) == (which != ONE_WAY),
	   "%ld maps of 3 x 3 with %s: %ld of %ld answers are right, by %ld and %ld indexes",
	   t.worlds, names[which], t.answers - t.wrong, t.answers, t.borders, t.subgoals);
}

int
main(int argc, char **argv)
{
	int every = argc > 1 ? atoi(argv[1]) : 303;
	int first = argc > 2 ? atoi(argv[2]) : 0;

	if (every < 1)
		return 2;
	jump = method_of("jump");
	with_landmarks = method_of("jump(heuristic=alt, landmarks=3, place=farthest)");
	nodes = new_workspace(CELLS + 24, &jump);
	for (kind which = ONE_WAY; which <= PAIR; which++)
		try_cases(first, every, which);
	free(nodes);
	return tap_done();
}
