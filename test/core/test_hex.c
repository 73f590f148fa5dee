/*
 * test_hex.c - costs and routes on hexagonal and staggered maps, against an oracle in offset
 * coordinates
 *
 *     test_hex [COSTS [SEED]]
 *
 * The oracle has tables of neighbours for odd and even rows or columns, as pages on hexagonal
 * maps list them, and never sees the grid. It knows maps of all layouts with weights, one-way
 * codes and links. COSTS (150000) are compared at least.
 */
#include <math.h>

#include "checks.h"
#include "core/map/offset_layout.h"

#define MAX_SIDE 9
#define MAX_CELLS (MAX_SIDE * MAX_SIDE)
#define MAX_NODES 1000 /* of a grid: 18 x 18 cells, and links */
#define MAX_LINKS 6
#define CODES 5
#define SEARCHES 12 /* per map and start */

enum
{
	PLACES,
	SWEEPS,
	BACKWARD,
	COSTS_TO,
	ROUTES,
	DISTANCES,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "each cell has a place on the grid, and the rest is padding"},
	{.name = "costs of sweeps are the oracle's"},
	{.name = "costs towards a cell are the oracle's"},
	{.name = "costs of searches are the oracle's"},
	{.name = "routes go from neighbour to neighbour, and cost what the search says"},
	{.name = "the distance is that on an open map"},
};

static const char *const methods[] = {
	"auto",
	"astar(open=heap)",
	"astar(open=tree, moves=all)",
	"astar(heuristic=alt, landmarks=3)",
	"astar(heuristic=levels)",
	"fringe",
	"fringe(list=array)",
	"fringe(buckets=4)",
	"fringe(pick=min_f)",
	"fringe(heuristic=altbest, landmarks=2, place=farthest)",
	"idastar",
	"idastar(memory=g)",
	"jump",
	"sweep",
};

#define METHODS ((int) (sizeof methods / sizeof *methods))

/* ---- the oracle ------------------------------------------------------------------ */

typedef struct neighbour
{
	int column;
	int row;
	int direction;
} neighbour;

#define NONE                                                                             \
	{                                                                                    \
		0, 0, -1                                                                         \
	}

/*
 * By layout, and by whether the row or column has an odd number. Staggered squares have four
 * neighbours at their sides.
 */
static const neighbour tables[FR_LAYOUTS][2][6] = {
	[FR_ODD_R] = {{{1, 0, FR_E},
				   {0, -1, FR_NE},
				   {-1, -1, FR_N},
				   {-1, 0, FR_W},
				   {-1, 1, FR_SW},
				   {0, 1, FR_S}},
				  {{1, 0, FR_E},
				   {1, -1, FR_NE},
				   {0, -1, FR_N},
				   {-1, 0, FR_W},
				   {0, 1, FR_SW},
				   {1, 1, FR_S}}},
	[FR_EVEN_R] = {{{1, 0, FR_E},
					{1, -1, FR_NE},
					{0, -1, FR_N},
					{-1, 0, FR_W},
					{0, 1, FR_SW},
					{1, 1, FR_S}},
				   {{1, 0, FR_E},
					{0, -1, FR_NE},
					{-1, -1, FR_N},
					{-1, 0, FR_W},
					{-1, 1, FR_SW},
					{0, 1, FR_S}}},
	[FR_ODD_Q] = {{{1, 0, FR_E},
				   {1, -1, FR_NE},
				   {0, -1, FR_N},
				   {-1, -1, FR_W},
				   {-1, 0, FR_SW},
				   {0, 1, FR_S}},
				  {{1, 1, FR_E},
				   {1, 0, FR_NE},
				   {0, -1, FR_N},
				   {-1, 0, FR_W},
				   {-1, 1, FR_SW},
				   {0, 1, FR_S}}},
	[FR_EVEN_Q] = {{{1, 1, FR_E},
					{1, 0, FR_NE},
					{0, -1, FR_N},
					{-1, 0, FR_W},
					{-1, 1, FR_SW},
					{0, 1, FR_S}},
				   {{1, 0, FR_E},
					{1, -1, FR_NE},
					{0, -1, FR_N},
					{-1, -1, FR_W},
					{-1, 0, FR_SW},
					{0, 1, FR_S}}},
	[FR_STAGGERED_Y_ODD] =
		{{{0, 1, FR_E}, {-1, 1, FR_S}, {-1, -1, FR_W}, {0, -1, FR_N}, NONE, NONE},
		 {{1, 1, FR_E}, {0, 1, FR_S}, {0, -1, FR_W}, {1, -1, FR_N}, NONE, NONE}},
	[FR_STAGGERED_Y_EVEN] =
		{{{1, 1, FR_E}, {0, 1, FR_S}, {0, -1, FR_W}, {1, -1, FR_N}, NONE, NONE},
		 {{0, 1, FR_E}, {-1, 1, FR_S}, {-1, -1, FR_W}, {0, -1, FR_N}, NONE, NONE}},
	[FR_STAGGERED_X_ODD] =
		{{{1, 0, FR_E}, {-1, 0, FR_S}, {-1, -1, FR_W}, {1, -1, FR_N}, NONE, NONE},
		 {{1, 1, FR_E}, {-1, 1, FR_S}, {-1, 0, FR_W}, {1, 0, FR_N}, NONE, NONE}},
	[FR_STAGGERED_X_EVEN] =
		{{{1, 1, FR_E}, {-1, 1, FR_S}, {-1, 0, FR_W}, {1, 0, FR_N}, NONE, NONE},
		 {{1, 0, FR_E}, {-1, 0, FR_S}, {-1, -1, FR_W}, {1, -1, FR_N}, NONE, NONE}},
};

typedef struct arc
{
	int from;
	int to;
	int cost;
	int direction; /* -1: a link */
} arc;

/* A map in offset coordinates: cell `row * columns + column` has codes[] of it. */
typedef struct offset_world
{
	fr_layout layout;
	int columns;
	int rows;
	int cells;
	uint8_t codes[MAX_CELLS];
	int weigh; /* enter, average, leave, max */
	int straight;
	int weight[CODES]; /* -1: blocked */
	int enter[CODES];  /* directions, a bit each */
	int leave[CODES];
	arc arcs[MAX_CELLS * 6 + 2 * MAX_LINKS];
	int count;
	int costs[MAX_CELLS][MAX_CELLS]; /* in half units, from and to; -1: no path */
} offset_world;

static const char code_names[CODES + 1] = ".T@^k";

static int
kind_of(const offset_world *o, int cell)
{
	return (int) (strchr(code_names, o->codes[cell]) - code_names);
}

/* The cost of a step in half units. */
static int
step_cost(const offset_world *o, int from, int to)
{
	int left = o->weight[kind_of(o, from)];
	int entered = o->weight[kind_of(o, to)];
	int both[] = {2 * entered, left + entered, 2 * left,
				  2 * (left > entered ? left : entered)};

	return both[o->weigh] * o->straight;
}

static bool
is_open(const offset_world *o, int cell)
{
	return o->weight[kind_of(o, cell)] >= 0;
}

static void
list_steps(offset_world *o)
{
	bool by_rows = strchr("oe", *fr_layout_name[o->layout])
					   ? strchr(fr_layout_name[o->layout], 'r') != NULL
					   : strchr(fr_layout_name[o->layout], 'y') != NULL;

	for (int cell = 0; cell < o->cells; cell++)
		for (int i = 0; i < 6; i++)
		{
			int column = cell % o->columns;
			int row = cell / o->columns;
			const neighbour *n = &tables[o->layout][(by_rows ? row : column) % 2][i];
			int to = (row + n->row) * o->columns + column + n->column;

			if (n->direction < 0 || column + n->column < 0 ||
				column + n->column >= o->columns || row + n->row < 0 ||
				row + n->row >= o->rows || !is_open(o, cell) || !is_open(o, to) ||
				!(o->leave[kind_of(o, cell)] >> n->direction & 1) ||
				!(o->enter[kind_of(o, to)] >> n->direction & 1))
				continue;
			o->arcs[o->count++] = (arc){cell, to, step_cost(o, cell, to), n->direction};
		}
}

/* Relaxes all arcs until nothing changes. */
static void
find_costs(offset_world *o)
{
	for (int from = 0; from < o->cells; from++)
	{
		int *costs = o->costs[from];
		bool changed = is_open(o, from);

		for (int i = 0; i < o->cells; i++)
			costs[i] = -1;
		if (changed)
			costs[from] = 0;
		while (changed)
		{
			changed = false;
			for (int i = 0; i < o->count; i++)
			{
				const arc *a = &o->arcs[i];
				int cost = costs[a->from] + a->cost;

				if (costs[a->from] < 0 || (costs[a->to] >= 0 && costs[a->to] <= cost))
					continue;
				costs[a->to] = cost;
				changed = true;
			}
		}
	}
}

/* ---- random maps and models ------------------------------------------------------ */

typedef struct made
{
	offset_world o;
	fr_offset_map map;
	char model[FR_MODEL_TEXT_MAX];
	uint8_t bytes[MAX_LINKS * FR_LINK_BYTES];
	int links;
	uint8_t *packed;
	fr_grid *grid;
	world as_world; /* for reports */
} made;

static char *
put_directions(char *to, const char *prefix, int set, bool hex)
{
	const char *separator = "";

	to += sprintf(to, "%s", prefix);
	for (int d = 0; d < FR_DIRECTIONS; d++)
		if (set >> d & 1 && (hex ? d % 4 != 3 : d % 2 == 0))
		{
			to += sprintf(to, "%s%s", separator, fr_direction_name[d]);
			separator = "+";
		}
	return to + (*separator ? 0 : sprintf(to, "none"));
}

static void
make_model(made *m, chance *c)
{
	static const char *const weighs[] = {"enter", "average", "leave", "max"};
	offset_world *o = &m->o;
	bool hex = !fr_layout_is_staggered(o->layout);
	char *to = m->model;

	o->straight = 1 + (int) chance_below(c, 3);
	o->weigh = (int) chance_below(c, 4);
	to += sprintf(to, "%s(straight=%d, weigh=%s", hex ? "hex" : "tile", o->straight,
				  weighs[o->weigh]);
	for (int i = 0; i < CODES; i++)
	{
		o->weight[i] = code_names[i] == '@'	 ? -1
					   : chance_below(c, 3)	 ? 1
					   : chance_below(c, 10) ? (int) chance_below(c, 9) + 1
											 : 0;
		o->enter[i] = o->leave[i] = 0xff;
		if (code_names[i] == '@')
			continue;
		to += sprintf(to, ", %c=%d", code_names[i], o->weight[i]);
		if (code_names[i] == '^' && chance_below(c, 2))
		{
			o->enter[i] = (int) chance_below(c, 256);
			o->leave[i] = (int) chance_below(c, 256);
			to = put_directions(to, "/enter:", o->enter[i], hex);
			to = put_directions(to, "/leave:", o->leave[i], hex);
		}
	}
	sprintf(to, ")");
}

static int
compare_links(const void *a, const void *b)
{
	return fr_link_compare(a, b);
}

static fr_cell
cell_of(const made *m, int cell)
{
	return fr_cell_from_offset(&m->map,
							   (fr_cell){cell % m->o.columns, cell / m->o.columns});
}

/* Links without a code: their cost in straight steps of weight 1. */
static void
make_links(made *m, chance *c)
{
	offset_world *o = &m->o;
	int wanted = chance_below(c, 2) ? (int) chance_below(c, MAX_LINKS + 1) : 0;

	for (int i = 0; i < wanted; i++)
	{
		int from = (int) chance_below(c, (uint32_t) o->cells);
		int to = (int) chance_below(c, (uint32_t) o->cells);
		fr_link link = {.cost = {chance_below(c, 5), 0}, .both = chance_below(c, 2)};
		int cost = 2 * (int) link.cost.digits * o->straight;
		fr_error error;

		if (from == to ||
			fr_link_set(&link, cell_of(m, from), cell_of(m, to), &error) != FR_OK)
			continue;
		fr_link_pack(&link, m->bytes + m->links++ * FR_LINK_BYTES);
		if (!is_open(o, from) || !is_open(o, to))
			continue;
		o->arcs[o->count++] = (arc){from, to, cost, -1};
		if (link.both)
			o->arcs[o->count++] = (arc){to, from, cost, -1};
	}
	qsort(m->bytes, (size_t) m->links, FR_LINK_BYTES, compare_links);
}

static void
make(made *m, uint64_t seed)
{
	chance c = {seed};
	offset_world *o = &m->o;
	fr_poll poll = no_poll();
	fr_model model;
	fr_costs costs;
	fr_error error;
	uint8_t *codes;
	fr_map map;

	memset(m, 0, sizeof *m);
	o->layout = (fr_layout) chance_below(&c, FR_LAYOUTS);
	o->columns = 1 + (int) chance_below(&c, MAX_SIDE);
	o->rows = 1 + (int) chance_below(&c, MAX_SIDE);
	o->cells = o->columns * o->rows;
	for (int i = 0; i < o->cells; i++)
		o->codes[i] =
			(uint8_t) (chance_below(&c, 2) ? '.' : code_names[chance_below(&c, CODES)]);
	m->map = fr_offset_map_of(o->layout, o->columns, o->rows);
	make_model(m, &c);
	make_links(m, &c);
	list_steps(o);
	find_costs(o);
	codes = new_block((size_t) (m->map.width * m->map.height));
	memset(codes, FR_PADDING, (size_t) (m->map.width * m->map.height));
	for (int i = 0; i < o->cells; i++)
		codes[cell_of(m, i).y * m->map.width + cell_of(m, i).x] = o->codes[i];
	m->as_world = (world){.seed = seed,
						  .width = (int) m->map.width,
						  .height = (int) m->map.height,
						  .codes = codes};
	strcpy(m->as_world.text, m->model);
	map = make_map(codes, (uint32_t) m->map.width, (uint32_t) m->map.height, &m->packed);
	map.links = m->bytes;
	map.link_count = (uint32_t) m->links;
	if (fr_model_parse(m->model, strlen(m->model), &model, &error) ||
		fr_costs_resolve(&model, &map, &costs, &error))
	{
		printf("# %s does not do\n", m->model);
		exit(2);
	}
	m->grid = malloc_grid(&map, &model, &costs, &poll);
}

static void
unmake(made *m)
{
	free_grid(m->grid);
	free(m->packed);
	free(m->as_world.codes);
}

/* ---- checks ---------------------------------------------------------------------- */

static uint32_t
index_of(const made *m, int cell)
{
	return fr_grid_index(m->grid, cell_of(m, cell));
}

/* The map is found by its grid, and its cells lead back to columns and rows. */
static void
check_places(const made *m)
{
	fr_error error;
	fr_offset_map found;
	fr_cell offset;
	fr_map map;
	int cells = 0;
	bool right =
		fr_map_open(m->packed,
					fr_map_packed_size((uint32_t) m->map.width, (uint32_t) m->map.height,
									   m->grid->code_count),
					&map, &error) == FR_OK &&
		fr_offset_map_find(m->o.layout, &map, &found) && found.columns == m->o.columns &&
		found.rows == m->o.rows;

	for (uint32_t n = 0; right && n < m->grid->cells; n++)
	{
		fr_cell cell = fr_grid_cell(m->grid, n);
		bool on_map = fr_cell_to_offset(&found, cell, &offset);
		int at = offset.y * m->o.columns + offset.x;

		cells += on_map;
		right = on_map ? index_of(m, at) == n && m->as_world.codes[n] == m->o.codes[at]
					   : m->as_world.codes[n] == FR_PADDING;
	}
	expect(PLACES, right && cells == m->o.cells, &m->as_world,
		   fr_layout_name[m->o.layout]);
}

/* Is this cost the oracle's? */
static bool
is_cost(const made *m, bool found, uint64_t cost, int wanted)
{
	return found ? wanted >= 0 && fr_cost_value(&m->grid->costs, cost) * 2 == wanted
				 : wanted < 0;
}

static void
check_sweeps(const made *m, int start, fr_workspace *workspace)
{
	fr_method method = method_of("auto");
	fr_method resolved = fr_method_resolve(&method, m->grid);
	fr_poll poll = no_poll();
	uint32_t from = index_of(m, start);
	fr_query query = {.grid = m->grid, .method = &resolved, .start = from};
	fr_sweep_workspace sweep = fr_sweep_workspace_on(m->grid, workspace);

	for (int backward = 0; backward < 2; backward++)
	{
		fr_status status = fr_reach_from(&query, (fr_cells){&from, 1},
										 fr_cost_bound(&m->grid->costs, INFINITY),
										 backward, sweep, &poll);

		for (int i = 0; i < m->o.cells; i++)
		{
			uint64_t cost = fr_distance(workspace, index_of(m, i));
			int wanted = backward ? m->o.costs[i][start] : m->o.costs[start][i];

			expect(backward ? BACKWARD : SWEEPS,
				   status == FR_OK && is_cost(m, cost != FR_UNREACHED, cost, wanted),
				   &m->as_world, fr_layout_name[m->o.layout]);
		}
	}
}

/* The cost of the arc between two cells, in a direction or by a link; -1: there is none. */
static int
arc_cost(const offset_world *o, int from, int to, int direction)
{
	int best = -1;

	for (int i = 0; i < o->count; i++)
		if (o->arcs[i].from == from && o->arcs[i].to == to &&
			o->arcs[i].direction == direction && (best < 0 || o->arcs[i].cost < best))
			best = o->arcs[i].cost;
	return best;
}

/* The cell of the map at a cell of the grid; -1: padding. */
static int
cell_at(const made *m, fr_cell at)
{
	fr_cell offset;

	return fr_cell_to_offset(&m->map, at, &offset) ? offset.y * m->o.columns + offset.x
												   : -1;
}

/* What a route costs from its start; -1: it does not exist, or ends elsewhere. */
static int
route_cost(const made *m, const fr_route *route, int start, int goal)
{
	fr_cell at = route->start;
	int sum = cell_at(m, at) == start ? 0 : -1;

	for (size_t i = 0; i < route->count && sum >= 0; i++)
	{
		uint32_t run = route->runs[i];
		bool by_link = route->links && run == FR_LINK_RUN;
		int d = by_link ? -1 : fr_run_direction(run);

		for (uint32_t n = by_link ? 1 : fr_run_moves(run); n > 0 && sum >= 0; n--)
		{
			fr_cell to = by_link ? (fr_cell){(int32_t) route->runs[i + 1],
											 (int32_t) route->runs[i + 2]}
								 : (fr_cell){at.x + fr_dx[d], at.y + fr_dy[d]};
			int from = cell_at(m, at);
			int cost = from < 0 || cell_at(m, to) < 0
						   ? -1
						   : arc_cost(&m->o, from, cell_at(m, to), d);

			sum = cost < 0 ? -1 : sum + cost;
			at = to;
		}
		i += by_link ? 2 : 0;
	}
	return sum >= 0 && cell_at(m, at) == goal ? sum : -1;
}

static void
check_search(const made *m, int start, int goal, const char *text,
			 fr_workspace *workspace)
{
	fr_method method = method_of(text);
	fr_method resolved = fr_method_resolve(&method, m->grid);
	fr_poll poll = no_poll();
	fr_query query = {.grid = m->grid,
					  .method = &resolved,
					  .start = index_of(m, start),
					  .goal = index_of(m, goal)};
	fr_landmarks *landmarks = NULL;
	fr_result result;
	fr_status status;
	int wanted = m->o.costs[start][goal];

	if (fr_method_fits(&method, m->grid) != FR_OK)
		return;
	if (fr_method_needs_landmarks(&resolved) && fr_grid_has_passable(m->grid))
		query.landmarks = landmarks =
			build_landmarks(m->grid, &resolved, workspace, &poll);
	else if (fr_method_needs_landmarks(&resolved))
		return;
	status = search_with(query, workspace, &poll, &result);
	if (expect(COSTS_TO, status == FR_OK && is_cost(m, result.found, result.cost, wanted),
			   &m->as_world, text) &&
		result.found)
		expect(ROUTES, route_cost(m, &result.route, start, goal) == wanted, &m->as_world,
			   text);
	free(landmarks);
}

/* ---- distances ------------------------------------------------------------------- */

/* The fewest steps on a wide open map of the layout, by a flood in offset coordinates. */
static void
check_distances(fr_layout layout)
{
	static offset_world o;
	fr_offset_map map = fr_offset_map_of(layout, MAX_SIDE, MAX_SIDE);
	const char *name = fr_layout_is_staggered(layout) ? "tile" : "hex";
	fr_model model;
	fr_error error;
	world none = {.text = "distance"};

	o = (offset_world){.layout = layout,
					   .columns = MAX_SIDE,
					   .rows = MAX_SIDE,
					   .cells = MAX_CELLS,
					   .straight = 1,
					   .weight = {1},
					   .enter = {0xff},
					   .leave = {0xff}};
	memset(o.codes, '.', sizeof o.codes);
	list_steps(&o);
	find_costs(&o);
	if (fr_model_parse(name, strlen(name), &model, &error))
		exit(2);
	for (int a = 0; a < MAX_CELLS; a++)
		for (int b = 0; b < MAX_CELLS; b++)
		{
			fr_cell from =
				fr_cell_from_offset(&map, (fr_cell){a % MAX_SIDE, a / MAX_SIDE});
			fr_cell to = fr_cell_from_offset(&map, (fr_cell){b % MAX_SIDE, b / MAX_SIDE});
			double distance = fr_open_distance(&model, from, to);

			/* by a map with edges a path may be longer, but not between hexagons in a row */
			expect(DISTANCES,
				   fr_layout_is_staggered(layout) ? distance * 2 <= o.costs[a][b]
												  : distance * 2 == o.costs[a][b],
				   &none, fr_layout_name[layout]);
		}
}

int
main(int argc, char **argv)
{
	long least = argc > 1 ? atol(argv[1]) : 150000;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	size_t size = 0;
	fr_workspace *workspace;
	chance c = {seed};
	static made m;

	for (int i = 0; i < METHODS; i++)
	{
		fr_method method = method_of(methods[i]);
		size_t bytes = fr_workspace_size(MAX_NODES, &method);

		size = bytes > size ? bytes : size;
	}
	workspace = fr_workspace_init(new_block(size), size, MAX_NODES);
	for (int layout = 0; layout < FR_LAYOUTS; layout++)
		check_distances((fr_layout) layout);
	while (checks[SWEEPS].held + checks[SWEEPS].broken + checks[BACKWARD].held +
			   checks[BACKWARD].broken + checks[COSTS_TO].held + checks[COSTS_TO].broken <
		   least)
	{
		make(&m, chance_next(&c));
		check_places(&m);
		for (int start = 0; start < m.o.cells; start++)
		{
			check_sweeps(&m, start, workspace);
			for (int i = 0; i < SEARCHES; i++)
				check_search(&m, start, (int) chance_below(&c, (uint32_t) m.o.cells),
							 methods[chance_below(&c, METHODS)], workspace);
		}
		unmake(&m);
	}
	report_checks(CHECKS, 1);
	malloc_arena_clear(&taken);
	free(workspace);
	return tap_done();
}
