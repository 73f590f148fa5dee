/*
 * test_landmarks.c - landmark distances and the heuristic from them, on random maps
 *
 *     test_landmarks [CASES [SEED]]
 *
 * A failing case is printed with its seed; `test_landmarks 1 SEED` repeats it alone.
 */
#include "checks.h"
#include "landmark_checks.h"

#define MAX_SIDE 24
#define MAX_CELLS (MAX_SIDE * MAX_SIDE)

enum
{
	CHOSEN,
	COUNT,
	FARTHEST,
	FIRST,
	REACH,
	BELOW,
	CLOSE,
	EXACT,
	SAME,
	GREATEST,
	GOAL,
	CONSISTENT,
	ADMISSIBLE,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "landmarks are different cells of one component"},
	{.name = "there are as many as asked for, where the component has room and other "
			 "cells cost something to reach"},
	{.name = "farthest: each next landmark is the first cell farthest from all before"},
	{.name = "farthest: the first is the cell farthest from where random has its first"},
	{.name = "cells have the largest entry exactly where they are out of reach"},
	{.name = "no entry is more than the oracle's distance"},
	{.name = "entries lose at most 1.5 percent"},
	{.name = "entries in units of 1 are the oracle's distances"},
	{.name = "the same seed makes the same landmarks and tables"},
	{.name = "the bound by landmarks is the greatest by one of them"},
	{.name = "the heuristic is 0 at the goal"},
	{.name = "the heuristic is consistent on every edge"},
	{.name = "the heuristic is at most the oracle's distance"},
};

/* The number of worlds of each kind. */
static struct
{
	int all;
	int asymmetric;
	int wide;
	int rounded;
	int apart;	   /* in more than one component */
	int by_cell;   /* goals of searches that read eight entries at once */
	int elsewhere; /* landmarks outside the first one's component */
} kinds;

/* The difference of two entries of a landmark, at least 0. */
static uint64_t
above(const fr_landmarks *landmarks, const void *table, int i, uint32_t a, uint32_t b)
{
	uint32_t of_a = fr_landmark_entry(landmarks, table, a, i);
	uint32_t of_b = fr_landmark_entry(landmarks, table, b, i);

	return of_a > of_b ? of_a - of_b : 0;
}

/* Entries may lie by cell or by landmark, and a search reads several at once. */
static void
check_bounds(const world *w, const fr_heuristic *heuristic, uint32_t goal)
{
	const fr_landmarks *landmarks = heuristic->landmarks;

	kinds.by_cell += heuristic->by_cell;
	for (uint32_t n = 0; n < w->grid->cells; n++)
	{
		uint64_t greatest = 0;

		for (int k = 0; k < heuristic->count; k++)
		{
			int i = heuristic->used[k];
			uint64_t to = above(landmarks, landmarks->to, i, n, goal);
			uint64_t from = above(landmarks, landmarks->from, i, goal, n);

			greatest = to > greatest ? to : greatest;
			greatest = from > greatest ? from : greatest;
		}
		expect(GREATEST, fr_h_landmarks(heuristic, n) == greatest * landmarks->unit, w,
			   NULL);
	}
}

static void
check_goal(const world *w, const fr_landmarks *landmarks, const fr_method *method,
		   uint32_t start, uint32_t goal)
{
	fr_heuristic heuristic = make_heuristic(w->grid, landmarks, method, start, goal);

	check_bounds(w, &heuristic, goal);
	expect(GOAL, h_at(w->grid, &heuristic, goal) == 0, w, NULL);
	expect(CONSISTENT, is_consistent(w->grid, &heuristic), w, NULL);
}

/* The heuristic from a start to every goal, against one run of Dijkstra. */
static void
check_start(const world *w, const fr_landmarks *landmarks, const fr_method *method,
			uint32_t start)
{
	oracle_cost costs[MAX_CELLS];

	oracle_dijkstra(&w->oracle, world_point(w, start), costs);
	for (uint32_t goal = 0; goal < w->grid->cells; goal++)
	{
		fr_heuristic heuristic = make_heuristic(w->grid, landmarks, method, start, goal);

		if (costs[goal].a >= 0)
			expect(ADMISSIBLE,
				   h_at(w->grid, &heuristic, start) <= world_units(w, costs[goal]), w,
				   NULL);
	}
}

/* ---- the tables -------------------------------------------------------- */

static uint32_t
largest(const fr_landmarks *landmarks)
{
	return landmarks->wide ? UINT32_MAX : UINT16_MAX;
}

static void
check_entry(const world *w, const fr_landmarks *landmarks, uint32_t entry,
			oracle_cost cost)
{
	uint64_t bound = entry * landmarks->unit;
	uint64_t units = world_units(w, cost);

	expect(REACH, (cost.a < 0) == (entry == largest(landmarks)), w, NULL);
	if (cost.a < 0)
		return;
	expect(BELOW, bound <= units, w, NULL);
	if (entry == largest(landmarks) - 1)
		return;
	if (landmarks->unit == 1)
		expect(EXACT, bound == units, w, NULL);
	else
		expect(CLOSE, (double) bound >= 0.985 * (double) units, w, NULL);
}

/*
 * Compares the tables from each landmark to all cells, and from one cell to all
 * landmarks.
 */
static void
check_entries(const world *w, const fr_landmarks *landmarks, uint32_t n)
{
	oracle_cost costs[MAX_CELLS];
	oracle plain = world_without_ways(w);

	for (int i = 0; i < landmarks->count; i++)
	{
		oracle_dijkstra(&plain, world_point(w, landmarks->cell[i]), costs);
		for (uint32_t m = 0; m < w->grid->cells; m++)
			check_entry(w, landmarks, fr_landmark_entry(landmarks, landmarks->from, m, i),
						costs[m]);
	}
	oracle_dijkstra(&plain, world_point(w, n), costs);
	for (int i = 0; i < landmarks->count && fr_grid_component(w->grid, n); i++)
		check_entry(w, landmarks, fr_landmark_entry(landmarks, landmarks->to, n, i),
					costs[landmarks->cell[i]]);
}

static void
check_same(const world *w, const fr_landmarks *landmarks, const fr_method *method)
{
	fr_poll poll = no_poll();
	fr_workspace *workspace = dirty_workspace(w->grid->cells + 3);
	fr_landmarks *again = build_landmarks(w->grid, method, workspace, &poll);
	size_t header = sizeof(fr_landmarks);

	expect(SAME,
		   again->count == landmarks->count && again->unit == landmarks->unit &&
			   again->wide == landmarks->wide &&
			   memcmp(again->cell, landmarks->cell, sizeof again->cell) == 0 &&
			   memcmp(again + 1, landmarks + 1,
					  fr_landmarks_size(w->grid, landmarks) - header) == 0,
		   w, NULL);
	free(again);
	free(workspace);
}

/* ---- the choice of landmarks ------------------------------------------- */

/* Does every cell that may be a landmark reach one at cost 0? */
static bool
covered(const fr_grid *grid, const fr_landmarks *landmarks)
{
	bool anywhere = landmarks->placement == FR_PLACE_ANYWHERE;

	for (uint32_t n = 0; n < grid->cells; n++)
	{
		uint32_t component = fr_grid_component(grid, n);
		uint32_t least = UINT32_MAX;

		for (int k = 0; k < landmarks->count; k++)
		{
			uint32_t entry = fr_landmark_entry(landmarks, landmarks->to, n, k);

			least = entry < least ? entry : least;
		}
		if (component > 0 && least > 0 &&
			(anywhere || component == fr_grid_component(grid, landmarks->cell[0])))
			return false;
	}
	return true;
}

static void
check_chosen(const world *w, const fr_landmarks *landmarks, int asked)
{
	const fr_grid *grid = w->grid;
	bool anywhere = landmarks->placement == FR_PLACE_ANYWHERE;
	uint32_t first =
		landmarks->count > 0 ? fr_grid_component(grid, landmarks->cell[0]) : 0;
	int room = 0;
	bool right = landmarks->count == 0 || first > 0;

	for (int i = 0; i < landmarks->count; i++)
	{
		uint32_t component = fr_grid_component(grid, landmarks->cell[i]);

		right &= component == first || (anywhere && component > 0);
		kinds.elsewhere += component != first;
		for (int k = 0; k < i; k++)
			right &= landmarks->cell[k] != landmarks->cell[i];
	}
	expect(CHOSEN, right, w, NULL);
	for (uint32_t n = 0; n < grid->cells; n++)
	{
		uint32_t component = fr_grid_component(grid, n);

		room += component > 0 && (component == first || first == 0 || anywhere);
	}
	room = asked < room ? asked : room;
	expect(COUNT,
		   landmarks->count == room || (landmarks->count > 0 && landmarks->count < room &&
										covered(grid, landmarks)),
		   w, NULL);
}

/* Are the cells connected where directions are ignored? Both are passable, or not. */
static bool
same_component(const fr_grid *grid, uint32_t a, uint32_t b)
{
	return fr_grid_component(grid, a) == fr_grid_component(grid, b);
}

/* The first cell that is farthest from the nearest of the landmarks before i. */
static uint32_t
farthest_from(const fr_grid *grid, const fr_landmarks *landmarks, int i)
{
	uint32_t farthest = 0;
	uint32_t most = 0;

	for (uint32_t n = 0; n < grid->cells; n++)
	{
		uint32_t least = UINT32_MAX;

		for (int k = 0; k < i; k++)
		{
			uint32_t entry = fr_landmark_entry(landmarks, landmarks->to, n, k);

			least = entry < least ? entry : least;
		}
		if (least > most && same_component(grid, n, landmarks->cell[0]))
		{
			most = least;
			farthest = n;
		}
	}
	return farthest;
}

static void
check_farthest(const world *w, const fr_landmarks *landmarks, fr_method method,
			   fr_workspace *workspace)
{
	oracle_cost costs[MAX_CELLS];
	oracle plain = world_without_ways(w);
	fr_poll poll = no_poll();
	fr_landmarks *other;
	uint64_t most = 0;

	for (int i = 1; i < landmarks->count; i++)
		expect(FARTHEST, landmarks->cell[i] == farthest_from(w->grid, landmarks, i), w,
			   NULL);
	method.option[FR_PLACE].digits = FR_PLACE_RANDOM;
	other = build_landmarks(w->grid, &method, workspace, &poll);
	oracle_dijkstra(&plain, world_point(w, other->cell[0]), costs);
	for (uint32_t n = 0; n < w->grid->cells; n++)
		if (costs[n].a >= 0 && world_units(w, costs[n]) > most)
			most = world_units(w, costs[n]);
	if (landmarks->symmetric && landmarks->count > 0)
		expect(FIRST, world_units(w, costs[landmarks->cell[0]]) == most, w, NULL);
	free(other);
}

/* ---- random worlds ----------------------------------------------------- */

static fr_method
random_method(chance *c)
{
	static const char *const uses[] = {"alt", "altbest", "altbest,best=2",
									   "altbest,best=3"};
	static const char *const places[] = {"random", "farthest", "anywhere"};
	char text[FR_METHOD_TEXT_MAX];
	uint32_t use = chance_below(c, 4);
	uint32_t place = chance_below(c, 3);
	uint32_t count = 1 + chance_below(c, 20);
	uint32_t seed = chance_below(c, 1000);

	sprintf(text, "astar(heuristic=%s,landmarks=%u,place=%s,seed=%u)", uses[use], count,
			places[place], seed);
	return method_of(text);
}

static void
count_kind(const world *w, const fr_landmarks *landmarks)
{
	bool apart = false;

	for (uint32_t n = 0; n < w->grid->cells && landmarks->count > 0; n++)
		apart |= fr_grid_component(w->grid, n) > 0 &&
				 !same_component(w->grid, n, landmarks->cell[0]);
	kinds.all++;
	kinds.asymmetric += !landmarks->symmetric;
	kinds.wide += landmarks->wide;
	kinds.rounded += landmarks->unit > 1;
	kinds.apart += apart;
}

static void
check_world(const world *w, chance *c, fr_workspace *workspace)
{
	fr_poll poll = no_poll();
	fr_method method = random_method(c);
	fr_landmarks *landmarks = build_landmarks(w->grid, &method, workspace, &poll);
	uint32_t cells = w->grid->cells;

	count_kind(w, landmarks);
	check_chosen(w, landmarks, (int) method.option[FR_LANDMARKS].digits);
	check_same(w, landmarks, &method);
	check_entries(w, landmarks, chance_below(c, cells));
	if (fr_method_value(&method, FR_PLACE) == FR_PLACE_FARTHEST && landmarks->count > 0)
		check_farthest(w, landmarks, method, workspace);
	for (int k = 0; k < 4; k++)
	{
		uint32_t start = chance_below(c, cells);

		check_goal(w, landmarks, &method, start, chance_below(c, cells));
	}
	for (int k = 0; k < 2; k++)
		check_start(w, landmarks, &method, chance_below(c, cells));
	free(landmarks);
}

static void
test_worlds(uint64_t cases, uint64_t seed)
{
	fr_workspace *workspace = dirty_workspace(MAX_CELLS);

	for (uint64_t i = 0; i < cases; i++)
	{
		chance c = {seed + i + 1000000};
		world w;

		world_make(&w, seed + i, MAX_SIDE);
		if (w.grid)
			check_world(&w, &c, workspace);
		world_free(&w);
	}
	for (const check *k = checks; k < checks + CHECKS; k++)
		ok(k->broken == 0 && (k->held > 0 || cases == 1), "%s (%ld times)", k->name,
		   k->held);
	printf("# %d worlds: %d asymmetric, %d with wide entries, %d rounded, %d apart\n",
		   kinds.all, kinds.asymmetric, kinds.wide, kinds.rounded, kinds.apart);
	ok(cases == 1 || (kinds.asymmetric > 0 && kinds.wide > 0 && kinds.rounded > 0 &&
					  kinds.rounded < kinds.all && kinds.apart > 0 &&
					  kinds.elsewhere > 0 && kinds.by_cell > 0),
	   "worlds of all kinds were among them");
	free(workspace);
}

int
main(int argc, char **argv)
{
	uint64_t cases = argc > 1 ? strtoull(argv[1], NULL, 10) : 1500;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	world_blocked = 25;
	test_worlds(cases, seed);
	return tap_done();
}
