/*
 * paths.c - fuzzes the readers of packed paths
 *
 * What is accepted survives every reader, and its legs and its text lead back to the very
 * same bytes. What it costs on worlds, the oracle tells too.
 */
#include "core/path/path.h"
#include "fuzz.h"
#include "linked.h"

/* Longer paths, which a few bytes can stand for, skip most readers. */
#define MANY_CELLS (1 << 14)

/*
 * Worlds of side 20 and more whose cells are passable but for a few: exact root 2
 * and not, all corner rules, both ways to weigh, and weights that are equal. Then worlds of all
 * rules but prices of turns, which have no links of their own.
 */
static const uint64_t seeds[] = {89, 116, 202, 216};
static const uint64_t ruled_seeds[] = {104, 674, 896, 1289, 1508, 2158, 2221, 2764};

#define PLAIN (sizeof seeds / sizeof *seeds)
#define WORLDS (PLAIN + sizeof ruled_seeds / sizeof *ruled_seeds)
#define WORLD_SIDE 40

static linked_world worlds[WORLDS];

static void
make_worlds(void)
{
	for (size_t i = 0; i < WORLDS; i++)
	{
		world *w = &worlds[i].w;

		if (i < PLAIN)
			world_make(w, seeds[i], WORLD_SIDE);
		else
			make_of_all_rules(w, ruled_seeds[i - PLAIN], WORLD_SIDE);
		must(w->grid && w->costs.turn_max == 0, "a world's costs fit its map");
		tell_oracle(&worlds[i]);
	}
}

/* ---- a path ---------------------------------------------------------------- */

/* A packed path, the cells on it and the moves between them; as a search would give it. */
typedef struct route
{
	const uint8_t *packed;
	size_t size;
	size_t length;
	oracle_point cells[MANY_CELLS];
	uint8_t moves[MANY_CELLS];
	uint32_t runs[3 * MANY_CELLS];
	size_t words;				/* of the runs; a link has three */
	fr_cell corner[MANY_CELLS]; /* where legs end */
	size_t corners;
	bool lines; /* some leg is a straight line, which no move is */
	bool links;
} route;

static void
add_words(route *r, const fr_leg *leg, fr_cell end)
{
	if (leg->direction < FR_LINE)
	{
		r->runs[r->words++] = fr_run_make(leg->direction, (uint32_t) leg->moves);
		return;
	}
	r->runs[r->words++] = FR_LINK_RUN;
	r->runs[r->words++] = (uint32_t) end.x;
	r->runs[r->words++] = (uint32_t) end.y;
}

static void
read_route(route *r)
{
	fr_poll poll = no_poll();
	fr_path_reader reader = fr_path_open(r->packed, r->size, &poll);
	fr_cell at = reader.start;
	fr_leg leg;

	r->length = r->words = r->corners = 0;
	r->lines = r->links = false;
	r->cells[r->length++] = (oracle_point){at.x, at.y};
	while (fr_path_next(&reader, &leg))
	{
		fr_cell from = at;

		for (uint64_t i = 1; i <= leg.moves; i++)
		{
			at = fr_leg_cell(from, &leg, i);
			r->moves[r->length - 1] = (uint8_t) leg.direction;
			r->cells[r->length++] = (oracle_point){at.x, at.y};
		}
		r->lines |= leg.direction == FR_LINE;
		r->links |= leg.direction == FR_BY_LINK;
		r->corner[r->corners++] = at;
		add_words(r, &leg, at);
	}
}

/* ---- packed again ------------------------------------------------------------ */

static void
must_be_same(const route *r, const uint8_t *again, size_t size, const char *what)
{
	must(size == r->size && memcmp(again, r->packed, size) == 0, what);
}

/* Leg by leg, as texts are read and paths are joined. */
static void
rewrite_legs(const route *r)
{
	fr_poll poll = no_poll();
	fr_path_reader reader = fr_path_open(r->packed, r->size, &poll);
	uint8_t *again = new_block(FR_START_BYTES + r->corners * FR_LEG_BYTES);
	fr_leg_writer writer = fr_legs_begin(again, reader.version, reader.start);
	fr_leg leg;

	while (fr_path_next(&reader, &leg))
		fr_legs_put(&writer, &leg);
	must_be_same(r, again, (size_t) (fr_legs_end(&writer) - again),
				 "a path's legs are written to the same bytes");
	free(again);
}

/* As the route of a search, which has lines or links, not both. */
static void
repack_route(route *r)
{
	fr_poll poll = no_poll();
	fr_cell start = fr_path_open(r->packed, r->size, &poll).start;
	fr_route legs = {.start = start, .count = r->words, .runs = r->runs};
	uint8_t *again;

	if (r->lines && r->links)
		return;
	legs.links = r->links;
	if (r->lines)
		legs = (fr_route){.start = start, .count = r->corners, .corners = r->corner};
	again = new_block(fr_path_packed_size(&legs, &poll));
	must_be_same(r, again, fr_path_pack(&legs, again, &poll),
				 "a path's route is packed to the same bytes");
	free(again);
}

/* ---- prices ------------------------------------------------------------------ */

/* The units of the oracle's cost, or none: then beyond the limit the price is only known to be there. */
static void
must_cost(const route *r, const world *w, bool legal, uint64_t units)
{
	fr_poll poll = no_poll();
	uint64_t cost;

	must(fr_path_price(w->grid, r->packed, r->size, &cost, &poll) == legal,
		 "a path is legal where the oracle says so");
	must(!legal || (units <= w->costs.limit ? cost == units : cost > w->costs.limit),
		 "a path costs what the oracle says");
}

/* What the path costs by the oracle, where it is legal. */
static bool
walk(const route *r, const linked_world *l, oracle_cost *cost)
{
	oracle_point end = r->cells[r->length - 1];
	oracle_point start = r->cells[0];

	/* where edges are joined, the oracle knows cells beyond them */
	return start.x >= 0 && start.x < l->w.width && start.y >= 0 &&
		   start.y < l->w.height && oracle_passable(&l->w.oracle, start.x, start.y) &&
		   walk_route(l, r->packed, r->size,
					  (uint32_t) end.y * (uint32_t) l->w.width + (uint32_t) end.x, cost);
}

static void
check_price(const route *r, const linked_world *l)
{
	oracle_cost truth;
	bool legal = walk(r, l, &truth);

	must_cost(r, &l->w, legal, legal ? units(l, truth) : 0);
}

/* Two of three links of the path are links of the world, if they can be. */
static void
take_links(const route *r, linked_world *l)
{
	fr_error error;

	for (size_t i = 0; i + 1 < r->length && l->count < MAX_LINKS; i++)
	{
		oracle_point a = r->cells[i];
		oracle_point b = r->cells[i + 1];
		fr_link link = {.cost = {i % 5, 0}, .both = i % 2};

		if (r->moves[i] == FR_BY_LINK && i % 3 != 2 && a.x >= 0 && a.x < l->w.width &&
			a.y >= 0 && a.y < l->w.height && b.x >= 0 && b.x < l->w.width && b.y >= 0 &&
			b.y < l->w.height &&
			fr_link_set(&link, (fr_cell){a.x, a.y}, (fr_cell){b.x, b.y}, &error) == FR_OK)
			fr_link_pack(&link, l->bytes + l->count++ * FR_LINK_BYTES);
	}
	order_links(l);
}

static void
check_linked_price(const route *r, const linked_world *plain)
{
	static linked_world l;

	l = *plain;
	take_links(r, &l);
	if (l.count == 0 || !add_links(&l))
		return;
	check_price(r, &l);
	free_grid(l.w.grid);
}

/* ---------------------------------------------------------------------------- */

static void
check_route(const uint8_t *packed, size_t size)
{
	static route r;
	fr_poll poll = no_poll();
	fr_cell goal = fr_path_goal(packed, size, &poll);

	r.packed = packed;
	r.size = size;
	read_route(&r);
	must(r.length == fr_path_length(packed, size, &poll),
		 "a path has as many cells as it says");
	must(r.cells[r.length - 1].x == goal.x && r.cells[r.length - 1].y == goal.y,
		 "a path ends at its goal");
	rewrite_legs(&r);
	repack_route(&r);
	for (size_t i = 0; i < WORLDS; i++)
	{
		check_price(&r, &worlds[i]);
		if (r.links)
			check_linked_price(&r, &worlds[i]);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fr_poll poll = no_poll();
	fr_error error = unset_error();
	fr_status status = fr_path_check(data, size, &poll, &error);
	uint64_t length;

	if (!worlds[0].w.grid)
		make_worlds();
	if (status)
	{
		must(error.status == status, "a packed path is refused for a reason");
		return 0;
	}
	reread_path(data, size);
	length = fr_path_length(data, size, &poll);
	must(length <= INT32_MAX, "a path has fewer than 2^31 moves");
	if (length <= MANY_CELLS)
		check_route(data, size);
	return 0;
}
