/*
 * prepared.c - fuzzes what is prepared from a map, and compares it with the oracle
 *
 * Maps and models are those of test/core/world.h: all rules or, in most inputs, those without
 * layers, joined edges, movement points and prices of turns. Of a map, with links or without, under
 * such a model: all searches, a sweep, a field and an index of each form.
 *
 *     6 bytes        a world's seed: sides, codes, model and the cells at first
 *     1 byte         polls, or allocations, until a build is left half-way
 *     6 bytes        a start and two goals
 *     1 byte         number of links, the factor of their costs, and whether the world has all rules
 *     6 bytes each   links: two cells, cost and directions, code
 *     the rest       codes in place of those of the seed, cell by cell
 */
#include "ruled.h"

#define GOALS 2
#define NUMBER_AT 13   /* in an input: of the byte with the number of links */
#define ALL_RULES 0x30 /* both bits of this byte */

static const char *const methods[] = {
	"auto",
	"astar(open=heap)",
	"astar(heuristic=alt, landmarks=3)",
	"fringe",
	"fringe(list=array)",
	"fringe(moves=all)",
	"jump",
	"jump(heuristic=altbest, landmarks=3)",
	"idastar(max_expanded=2000)",
	"sweep",
};

typedef struct question
{
	world plain;	/* without the links */
	linked_world l; /* with them */
	uint32_t start;
	uint32_t goals[GOALS];
	bool ruled; /* the world has all rules */
	bool turns; /* of which some are prices of turns */
	truth turned;
	uint64_t truth[RULED_CELLS]; /* from the start; FR_UNREACHED: no path */
	leaver leaver;
	uint32_t leaving;
	fr_poll poll;
	malloc_arena memory;
} question;

static fr_workspace *workspace; /* of all inputs */

static void
holds(const question *q, bool condition, const char *what, const char *of)
{
	if (condition)
		return;
	printf("# %s from %u to %u and %u, %s\n", of, q->start, q->goals[0], q->goals[1],
		   q->l.text);
	world_print(&q->l.w);
	must(false, what);
}

static fr_cell
cell_at(const question *q, uint32_t cell)
{
	return fr_grid_cell(q->l.w.grid, cell);
}

/* Without links and other rules by Dijkstra's search, which is the faster one. */
static void
find_truth(question *q)
{
	const oracle_cost *costs = q->l.costs[0];

	if (q->ruled || q->l.way_count > 0)
		costs = ask_ruled(&q->l, q->start, &q->turned);
	else
		oracle_dijkstra(&q->l.w.oracle, world_point(&q->l.w, q->start), q->l.costs[0]);
	for (uint32_t i = 0; i < q->l.w.grid->cells; i++)
		q->truth[i] = units(&q->l, costs[i]);
}

/* Do costs from the start fit the numbers that they are kept in? */
static bool
in_range(const question *q)
{
	for (uint32_t i = 0; i < q->l.w.grid->cells; i++)
		if (q->truth[i] != FR_UNREACHED && q->truth[i] > q->l.w.costs.limit)
			return false;
	return true;
}

/* A route is legal, leads from the start to the goal, and costs so much. */
static void
check_route(const question *q, const fr_route *route, uint32_t goal, uint64_t wanted,
			const char *of)
{
	holds(q, q->turns || route->moves < q->l.w.grid->cells,
		  "a path has no more cells than the map", of);
	holds(q, is_right_route(&q->l, route, q->start, goal, wanted),
		  "a path is legal, and costs what the oracle says", of);
}

/* ---- searches ------------------------------------------------------------ */

/* A search that does not take links. */
static bool
is_cell_by_cell(const fr_method *named, const fr_grid *grid)
{
	return named->search == FR_JUMP
			   ? grid->costs.jumps == FR_NO_JUMPS
			   : named->search != FR_AUTO && named->search != FR_DIJKSTRA;
}

/* Left half-way and asked again, in a workspace of no byte too many, without counters or a route. */
static void
check_alone(question *q, fr_query query, fr_status status, const fr_result *r)
{
	fr_workspace *alone =
		new_workspace(fr_search_nodes(query.grid, query.method), query.method);
	fr_result again = {0};

	query.uncounted = true;
	query.arena = &q->memory.core;
	q->leaver.polls_left = (int) q->leaving;
	if (q->leaving > 0 && !setjmp(q->leaver.out))
		fr_search(&query, alone, &q->poll, &again);
	q->leaver.polls_left = -1;
	holds(q,
		  fr_search(&query, alone, &q->poll, &again) == status &&
			  again.found == r->found && again.cost == r->cost,
		  "in a workspace of its own the answer is the same", "a search");
	malloc_arena_clear(&q->memory);
	free(alone);
}

static void
check_search(question *q, const char *text, uint32_t goal)
{
	fr_method named = method_of(text);
	fr_method method = fr_method_resolve(&named, q->l.w.grid);
	fr_query query = {
		.grid = q->l.w.grid, .method = &method, .start = q->start, .goal = goal};
	fr_landmarks *landmarks = NULL;
	fr_result r = {0};
	fr_status status;

	if (fr_method_fits(&named, q->l.w.grid))
	{
		holds(q, q->ruled || (q->l.w.grid->links && is_cell_by_cell(&named, q->l.w.grid)),
			  "a method fits but for links, and rules", text);
		return;
	}
	if (fr_method_needs_landmarks(&method))
		landmarks = build_landmarks(q->l.w.grid, &method, workspace, &q->poll);
	query.landmarks = landmarks;
	compared++;
	status = search_with(query, workspace, &q->poll, &r);
	if (q->truth[goal] != FR_UNREACHED && q->truth[goal] > q->l.w.costs.limit)
		holds(q, status == FR_COST_RANGE || !r.complete, "a cost is out of range", text);
	else if (r.complete)
		holds(q,
			  status == FR_OK && r.found == (q->truth[goal] != FR_UNREACHED) &&
				  (!r.found || r.cost == q->truth[goal]),
			  "a search costs what the oracle says", text);
	if (status == FR_OK && r.found)
		check_route(q, &r.route, goal, r.cost, text);
	check_alone(q, query, status, &r);
	free(landmarks);
}

/* ---- a field --------------------------------------------------------------- */

static uint64_t
cost_to_nearest(const question *q)
{
	uint64_t least = FR_UNREACHED;

	for (int i = 0; i < GOALS; i++)
		if (q->truth[q->goals[i]] < least)
			least = q->truth[q->goals[i]];
	return least;
}

static uint32_t
end_of(const question *q, const fr_route *route)
{
	fr_cell at = route->start;

	for (size_t i = 0; i < route->count;)
	{
		fr_leg leg = fr_route_leg(route, &i, at);

		at = fr_leg_cell(at, &leg, leg.moves);
	}
	return fr_grid_index(q->l.w.grid, at);
}

/* A field has a unit of its own, as it keeps only the links that it takes. */
static bool
is_same_cost(const question *q, const fr_field *field, uint64_t cost, uint64_t wanted)
{
	if (cost == FR_UNREACHED || wanted == FR_UNREACHED)
		return cost == wanted;
	return fr_cost_value(&field->costs, cost) == fr_cost_value(&q->l.w.costs, wanted);
}

static void
check_opened_field(question *q, const uint8_t *packed, size_t size)
{
	static uint64_t costs[RULED_CELLS];
	fr_error error;
	fr_field field;
	uint64_t least = cost_to_nearest(q);
	fr_route route;
	uint32_t goal;

	holds(q,
		  fr_field_open(packed, size, &field, &q->poll, &error) == FR_OK &&
			  fr_field_costs(&field, costs, &q->poll, &error) == FR_OK,
		  "a field that was made is accepted", "field");
	compared++;
	holds(q, is_same_cost(q, &field, costs[q->start], least),
		  "a field has the oracle's cost", "field");
	if (least == FR_UNREACHED)
		return;
	route = fr_field_route(&field, cell_at(q, q->start), &q->memory.core, &q->poll);
	goal = end_of(q, &route);
	holds(q, goal == q->goals[0] || goal == q->goals[1], "a field leads to a goal",
		  "field");
	check_route(q, &route, goal, least, "field");
}

static void
check_field(question *q)
{
	fr_method named = fr_method_auto();
	fr_method method = fr_method_resolve(&named, q->l.w.grid);
	fr_query query = {.grid = q->l.w.grid, .method = &method};
	char text[FR_MODEL_TEXT_MAX];
	size_t length = fr_model_write(&q->l.w.model, text);
	uint8_t *packed;
	size_t size;

	if (query.grid->costs.rules & ~FR_FIELD_RULES)
		return;
	if (fr_reach_from(&query, (fr_cells){q->goals, GOALS}, q->l.w.costs.limit, true,
					  fr_sweep_workspace_on(query.grid, workspace), &q->poll))
		return; /* costs of other cells are out of range */
	size = fr_field_size(q->l.w.grid, length, workspace, &q->poll);
	packed = new_block(size);
	fr_field_pack(q->l.w.grid, text, length, workspace, packed, &q->poll);
	check_opened_field(q, packed, size);
	free(packed);
}

/* ---- indexes ----------------------------------------------------------------- */

static fr_index
open_index(question *q, const uint8_t *bytes, size_t size)
{
	fr_index_checked checked;
	fr_error error;

	holds(q, fr_index_check(bytes, size, &q->poll, &checked, &error) == FR_OK,
		  "an index that was built is accepted", "an index");
	return fr_index_open(checked, &q->memory.core, &q->poll);
}

static void
check_opened_index(question *q, const uint8_t *bytes, size_t size)
{
	fr_error error;
	fr_index index = open_index(q, bytes, size);
	size_t room = fr_index_scratch_size(&index);
	fr_index_scratch *scratch = fr_index_scratch_init(new_block(room), room);
	const char *name = fr_index_form_name[index.form];

	compared += q->l.w.grid->cells + GOALS;
	for (uint32_t i = 0; i < q->l.w.grid->cells; i++)
		holds(q,
			  fr_index_cost(&index, cell_at(q, q->start), cell_at(q, i), scratch,
							&q->poll) == q->truth[i],
			  "an index has the oracle's costs", name);
	for (int i = 0; i < GOALS; i++)
	{
		fr_index_query query = {&index, cell_at(q, q->start), cell_at(q, q->goals[i]),
								scratch};
		fr_route route;
		uint64_t cost;
		fr_status status =
			fr_index_route(&query, &q->memory.core, &q->poll, &cost, &route, &error);

		holds(q, status == FR_OK && cost == q->truth[q->goals[i]],
			  "a route of an index costs the same", name);
		if (cost != FR_UNREACHED)
			check_route(q, &route, q->goals[i], cost, name);
	}
	free(scratch);
}

static void
leave_once(question *q, const fr_index_request *request)
{
	fr_index_plan *plan;
	fr_error error;

	if (!setjmp(q->leaver.out))
		fr_index_build(request, &q->memory.core, &q->poll, &plan, &error);
	malloc_arena_clear(&q->memory);
}

/* By a poll, and by an allocation that fails. */
static void
leave_build(question *q, const fr_index_request *request)
{
	q->leaver.polls_left = (int) q->leaving;
	leave_once(q, request);
	q->leaver.polls_left = -1;
	q->memory.out = &q->leaver.out;
	q->memory.left = q->leaving - 1;
	leave_once(q, request);
	q->memory.out = NULL;
}

/* The bytes of an index; NULL where there is none for such a model. */
static uint8_t *
build_index(question *q, const fr_index_request *request, size_t *size)
{
	fr_index_plan *plan;
	fr_error error;
	uint8_t *bytes;

	if (fr_index_build(request, &q->memory.core, &q->poll, &plan, &error))
		return NULL;
	*size = fr_index_plan_size(plan);
	bytes = new_block(*size);
	fr_index_write(plan, bytes, &q->poll);
	return bytes;
}

static const uint8_t digest[FR_INDEX_DIGEST] = "of no map at all";

static void
check_index(question *q, fr_index_form form)
{
	fr_index_request request = {.grid = q->l.w.grid,
								.model = &q->l.w.model,
								.digest = digest,
								.routes = true,
								.form = &form};
	uint8_t *bytes;
	size_t size;

	if (q->leaving > 0)
		leave_build(q, &request);
	bytes = build_index(q, &request, &size);
	if (bytes)
		check_opened_index(q, bytes, size);
	free(bytes);
	malloc_arena_clear(&q->memory);
}

/* ---- inputs ------------------------------------------------------------------ */

static void
ask(question *q)
{
	find_truth(q);
	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
		check_search(q, methods[i], q->goals[i % GOALS]);
	if (!in_range(q))
		return;
	check_field(q);
	for (fr_index_form form = 0; form < FR_INDEX_LINES; form++)
		check_index(q, form);
}

static void
take_question(question *q, bytes *from)
{
	uint32_t cells = (uint32_t) (q->plain.width * q->plain.height);

	q->leaving = take_byte(from);
	q->start = take_bytes(from, 2) % cells;
	for (int i = 0; i < GOALS; i++)
		q->goals[i] = take_bytes(from, 2) % cells;
}

static void
answer(question *q, bytes *from)
{
	if (take_links_and_cells(&q->l, &q->plain, from))
	{
		q->turns = q->l.w.costs.turn_max > 0;
		ask(q);
	}
	free_grid(q->l.w.grid);
}

/* The inputs without all rules are older. */
static void
take_map(question *q, bytes *from)
{
	uint64_t seed = take_seed(from);

	if (q->ruled)
	{
		make_of_all_rules(&q->plain, seed, RULED_SIDE);
		return;
	}
	world_wraps = world_layered = world_edged = world_points = world_blocked =
		world_sided = 0;
	world_make(&q->plain, seed, RULED_SIDE);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static question q;
	bytes from = {data, data + size};

	if (!workspace)
	{
		fr_method largest = method_of("idastar");

		workspace = new_workspace(RULED_NODES, &largest);
		atexit(tell_compared);
	}
	q = (question){.leaver = {.polls_left = -1}};
	q.poll = (fr_poll){leave, &q.leaver};
	q.memory = malloc_arena_make(&q.memory);
	q.ruled = size > NUMBER_AT && (data[NUMBER_AT] & ALL_RULES) == ALL_RULES;
	take_map(&q, &from);
	q.l.w = q.plain;
	take_question(&q, &from);
	answer(&q, &from);
	malloc_arena_clear(&q.memory);
	world_free(&q.plain);
	return 0;
}
