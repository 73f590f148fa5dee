/*
 * test_timed.c - earliest arrivals among things that move, against a search over cells and ticks
 *
 *     test_timed [CASES [SEED]]
 */
#include "core/agents/busy.h"
#include "oracle.h"
#include "support.h"
#include "tap.h"

#define MAX_SIDE 5
#define MAX_CELLS (MAX_SIDE * MAX_SIDE)
#define MAX_TAKEN 24
#define LAST_TICK 16 /* nothing begins or ends later */
#define MOST_STEP 9	 /* ticks */
#define TICKS (LAST_TICK + MAX_CELLS * MOST_STEP + 2)
#define FIRST_TICK (-3)

/* A model as text and as the oracle's rules. The code ~ weighs `heavy`. */
typedef struct rules
{
	const char *text;
	bool eight;
	bool hex;
	int straight;
	int diagonal;
	int corners;
	int heavy;
	int weigh;
	bool wrap;
} rules;

static const rules all_rules[] = {
	{"tile", false, false, 1, 1, 0, 1, ORACLE_ENTER, false},
	{"hex", true, true, 1, 1, 0, 1, ORACLE_ENTER, false},
	{"octile(straight=2, diagonal=3)", true, false, 2, 3, 2, 1, ORACLE_ENTER, false},
	{"octile(straight=1, diagonal=1, corners=any)", true, false, 1, 1, 0, 1, ORACLE_ENTER,
	 false},
	{"octile(straight=2, diagonal=3, corners=one, ~=3, weigh=enter)", true, false, 2, 3,
	 1, 3, ORACLE_ENTER, false},
	{"tile(~=3, weigh=average)", false, false, 1, 1, 0, 3, ORACLE_AVERAGE, false},
	{"tile(straight=2, ~=4, weigh=max)", false, false, 2, 2, 0, 4, ORACLE_MAX, false},
	{"tile(wrap=xy)", false, false, 1, 1, 0, 1, ORACLE_ENTER, true},
	{"hex(~=2, weigh=leave)", true, true, 1, 1, 0, 2, ORACLE_LEAVE, false},
};

#define RULES (sizeof all_rules / sizeof *all_rules)

/* An interval in which a cell is taken; `to`: where its occupant goes. */
typedef struct taken_cell
{
	uint32_t cell;
	int first;
	int until;
	uint32_t to;
} taken_cell;

typedef struct timed_case
{
	const rules *rules;
	bool one_tick; /* occupants are known, and every step takes a tick */
	int width;
	int height;
	uint8_t codes[MAX_CELLS];
	oracle oracle;
	fr_grid *grid;
	taken_cell list[MAX_CELLS * (LAST_TICK + 4)];
	int count;
	uint32_t start;
	uint32_t goal;
	int start_tick;
	bool stays;
	bool is_taken[MAX_CELLS][TICKS - FIRST_TICK]; /* by tick - FIRST_TICK */
	uint32_t goes[MAX_CELLS]
				 [TICKS - FIRST_TICK]; /* where the occupant before goes in this tick */
} timed_case;

/* ---- what is taken ------------------------------------------------------------- */

static void
take(timed_case *t, taken_cell at)
{
	t->list[t->count++] = at;
	for (int tick = at.first;
		 tick < TICKS && (at.until == FR_FOR_EVER || tick < at.until); tick++)
		t->is_taken[at.cell][tick - FIRST_TICK] = true;
	if (at.until < TICKS)
		t->goes[at.cell][at.until - FIRST_TICK] = at.to;
}

/* Intervals that may overlap, of things that nobody knows. */
static void
take_anything(timed_case *t, chance *c)
{
	uint32_t cells = (uint32_t) (t->width * t->height);
	uint32_t count = chance_below(c, MAX_TAKEN + 1);
	uint32_t lengths = 1 + chance_below(c, LAST_TICK);

	for (uint32_t i = 0; i < count; i++)
	{
		int first = FIRST_TICK + (int) chance_below(c, LAST_TICK - FIRST_TICK);
		int until = first + 1 + (int) chance_below(c, lengths);

		if (until > LAST_TICK)
			until = LAST_TICK;
		take(t,
			 (taken_cell){chance_below(c, cells), first,
						  chance_below(c, 20) == 0 ? FR_FOR_EVER : until, FR_TO_UNKNOWN});
	}
}

/* Others that move by a step per tick without meeting, and stay for ever or vanish. */
static void
take_by_others(timed_case *t, chance *c)
{
	uint32_t cells = (uint32_t) (t->width * t->height);
	uint32_t count = chance_below(c, 1 + (cells < 8 ? cells : 8));

	for (uint32_t i = 0; i < count; i++)
	{
		uint32_t at = chance_below(c, cells);
		int first = 0;
		int last = (int) chance_below(c, LAST_TICK);
		int since = first;

		if (t->is_taken[at][first - FIRST_TICK])
			continue;
		for (int tick = first; tick < last; tick++)
		{
			oracle_point from = {(int) at % t->width, (int) at / t->width};
			int dx = (int) chance_below(c, 3) - 1;
			int dy = (int) chance_below(c, 3) - 1;
			uint32_t to = at;
			oracle_cost cost;

			if ((dx || dy) && oracle_step(&t->oracle, from, dx, dy, &cost))
			{
				oracle_point end = oracle_place(&t->oracle, from.x + dx, from.y + dy);

				to = (uint32_t) (end.y * t->width + end.x);
			}
			if (t->is_taken[to][tick + 1 - FIRST_TICK])
				to = at;
			if (t->is_taken[to][tick + 1 - FIRST_TICK])
			{
				last = tick; /* nowhere to go: it vanishes */
				break;
			}
			if (to != at)
			{
				take(t, (taken_cell){at, since, tick + 1, to});
				at = to;
				since = tick + 1;
			}
		}
		bool for_ever = chance_below(c, 2);

		for (int tick = last + 1; tick < TICKS; tick++)
			for_ever &= !t->is_taken[at][tick - FIRST_TICK];
		take(t,
			 (taken_cell){at, since, for_ever ? FR_FOR_EVER : last + 1, FR_TO_NOWHERE});
	}
}

/* ---- the oracle ---------------------------------------------------------------- */

static bool
is_free(const timed_case *t, uint32_t cell, int tick)
{
	return !t->is_taken[cell][tick - FIRST_TICK];
}

static bool
others_go(const timed_case *t, uint32_t from, int tick, uint32_t to)
{
	return t->goes[from][tick - FIRST_TICK] == to;
}

/* The ticks of a step that arrives in some tick; 0: it is not allowed. */
static int
step_ticks(const timed_case *t, uint32_t from, int dx, int dy, uint32_t *to)
{
	oracle_point at = {(int) from % t->width, (int) from / t->width};
	oracle_point end;
	oracle_cost cost;

	if (!oracle_step(&t->oracle, at, dx, dy, &cost))
		return 0;
	end = oracle_place(&t->oracle, at.x + dx, at.y + dy);
	*to = (uint32_t) (end.y * t->width + end.x);
	return t->one_tick ? 1 : (int) (cost.a * t->oracle.number / t->oracle.denominator);
}

/* May the step arrive in this tick? The cell that it leaves was free up to the tick before. */
static bool
may_arrive(const timed_case *t, uint32_t from, int dx, int dy, uint32_t to, int tick)
{
	if (!is_free(t, to, tick))
		return false;
	if (!t->one_tick)
		return is_free(t, to, tick - 1) || is_free(t, from, tick);
	if (others_go(t, to, tick, from))
		return false;
	if (dx != 0 && dy != 0 && !t->rules->hex)
	{
		int x = (int) from % t->width;
		int y = (int) from / t->width;
		uint32_t a = (uint32_t) (y * t->width + x + dx);
		uint32_t b = (uint32_t) ((y + dy) * t->width + x);

		return !others_go(t, a, tick, b) && !others_go(t, b, tick, a);
	}
	return true;
}

static bool
is_home(const timed_case *t, int tick)
{
	for (; t->stays && tick < TICKS; tick++)
		if (!is_free(t, t->goal, tick))
			return false;
	return true;
}

/* The earliest arrival and the fewest steps; false: there is none. */
static bool
ask_oracle(const timed_case *t, int *arrival, int *least)
{
	static int steps[TICKS - FIRST_TICK][MAX_CELLS];
	uint32_t cells = (uint32_t) (t->width * t->height);

	memset(steps, 0x7f, sizeof steps);
	if (!is_free(t, t->start, t->start_tick) ||
		!oracle_passable(&t->oracle, (int) t->start % t->width,
						 (int) t->start / t->width))
		return false;
	steps[t->start_tick - FIRST_TICK][t->start] = 0;
	for (int tick = t->start_tick; tick < TICKS; tick++)
	{
		const int *now = steps[tick - FIRST_TICK];

		if (now[t->goal] < 1000000 && is_home(t, tick))
		{
			*arrival = tick;
			*least = now[t->goal];
			return true;
		}
		for (uint32_t cell = 0; cell < cells; cell++)
		{
			if (now[cell] > 1000000)
				continue;
			if (tick + 1 < TICKS && is_free(t, cell, tick + 1) &&
				steps[tick + 1 - FIRST_TICK][cell] > now[cell])
				steps[tick + 1 - FIRST_TICK][cell] = now[cell];
			for (int d = 0; d < 9; d++)
			{
				int dx = d % 3 - 1;
				int dy = d / 3 - 1;
				uint32_t to;
				int ticks = d == 4 ? 0 : step_ticks(t, cell, dx, dy, &to);
				bool stays = true;

				if (ticks == 0 || tick + ticks >= TICKS)
					continue;
				for (int i = 1; i < ticks; i++)
					stays &= is_free(t, cell, tick + i);
				if (stays && may_arrive(t, cell, dx, dy, to, tick + ticks) &&
					steps[tick + ticks - FIRST_TICK][to] > now[cell] + 1)
					steps[tick + ticks - FIRST_TICK][to] = now[cell] + 1;
			}
		}
	}
	return false;
}

/* Is the route one that the oracle allows, and as long as it says? */
static bool
is_right(const timed_case *t, const fr_timed_route *route)
{
	if (route->stops[0].cell != t->start || route->stops[0].from != t->start_tick ||
		route->stops[route->count - 1].cell != t->goal)
		return false;
	for (size_t i = 0; i + 1 < route->count; i++)
	{
		const fr_timed_stop *stop = &route->stops[i];
		bool found = false;

		for (int64_t tick = stop->from; tick < stop[1].from; tick++)
			if (!is_free(t, stop->cell, (int) tick))
				return false;
		if (stop->until < stop->from)
			return false;
		for (int d = 0; d < 9; d++)
		{
			uint32_t to = 0;
			int dx = d % 3 - 1;
			int dy = d / 3 - 1;
			int ticks = d == 4 ? 0 : step_ticks(t, stop->cell, dx, dy, &to);

			found |= ticks > 0 && to == stop[1].cell &&
					 stop->until + ticks == stop[1].from &&
					 may_arrive(t, stop->cell, dx, dy, to, (int) stop[1].from);
		}
		if (!found)
			return false;
	}
	return true;
}

/* ---- cases --------------------------------------------------------------------- */

static void
draw_map(timed_case *t, chance *c)
{
	uint32_t walls = chance_below(c, 40);
	uint32_t water = chance_below(c, 40);
	oracle_model model = {.eight = t->rules->eight,
						  .hex = t->rules->hex,
						  .weigh = t->rules->weigh,
						  .corners = t->rules->corners,
						  .wrap_x = t->rules->wrap,
						  .wrap_y = t->rules->wrap,
						  .straight = {t->rules->straight, 1},
						  .diagonal = {t->rules->diagonal, 1}};

	t->width = 1 + (int) chance_below(c, MAX_SIDE);
	t->height = 1 + (int) chance_below(c, MAX_SIDE);
	for (int i = 0; i < t->width * t->height; i++)
		t->codes[i] = chance_below(c, 100) < walls	 ? '@'
					  : chance_below(c, 100) < water ? '~'
													 : '.';
	for (int code = 0; code < 256; code++)
		model.weight[code] = oracle_blocked;
	model.weight['.'] = (oracle_fraction){1, 1};
	model.weight['~'] = (oracle_fraction){t->rules->heavy, 1};
	oracle_prepare(&t->oracle, &model, t->codes, t->width, t->height);
}

static const char *
model_text(const rules *rules)
{
	static char text[200];
	size_t length = strlen(rules->text);

	if (strchr(rules->text, '~'))
		return rules->text;
	if (rules->text[length - 1] == ')')
		snprintf(text, sizeof text, "%.*s, ~=1)", (int) length - 1, rules->text);
	else
		snprintf(text, sizeof text, "%s(~=1)", rules->text);
	return text;
}

/* The weakest lower bound. */
static uint64_t
nothing_left(const void *context, uint32_t cell)
{
	return fr_grid_blocked(context, cell) ? FR_UNREACHED : 0;
}

/* What a case found out. */
typedef struct tally
{
	long cases;
	long wrong;
	long found;
	long waits; /* routes that wait */
	long known; /* routes among others that are known */
} tally;

static void
print_case(const timed_case *t)
{
	printf("# %s%s%s, from %u to %u, from tick %d on\n", t->rules->text,
		   t->one_tick ? ", one tick" : "", t->stays ? ", stays" : "", t->start, t->goal,
		   t->start_tick);
	for (int y = 0; y < t->height; y++)
		printf("# %.*s\n", t->width, (const char *) t->codes + y * t->width);
	for (int i = 0; i < t->count; i++)
		printf("# %u@%d..%d to %u\n", t->list[i].cell, t->list[i].first, t->list[i].until,
			   t->list[i].to);
}

/* All intervals: by their bytes, whatever their order, if nobody knows who takes the cells. */
static void
fill_table(fr_timetable *table, const timed_case *t, const fr_arena *arena)
{
	uint8_t bytes[sizeof t->list / sizeof *t->list * FR_BUSY_BYTES];
	fr_poll poll = no_poll();

	for (int i = 0; i < t->count; i++)
	{
		const taken_cell *at = &t->list[i];
		fr_cell cell = {(int) at->cell % t->width, (int) at->cell / t->width};

		if (t->one_tick)
			fr_timetable_take(table, at->cell, at->first, at->until, at->to);
		fr_busy_pack(&(fr_busy){cell, at->first, at->until}, bytes + i * FR_BUSY_BYTES);
	}
	if (!t->one_tick)
		fr_busy_take_all(bytes, (size_t) t->count, (uint32_t) t->width, table, arena,
						 &poll);
}

/* Searches one case in each way; compares all with the oracle. */
static bool
search_case(timed_case *t, const fr_ticks *ticks, fr_workspace *workspace,
			fr_method *method, tally *tally)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();
	fr_timed_query query = {.grid = t->grid,
							.ticks = *ticks,
							.start = t->start,
							.goal = t->goal,
							.start_tick = t->start_tick,
							.stays = t->stays};
	fr_query core = {
		.grid = t->grid, .method = method, .start = t->start, .goal = t->goal};
	fr_timed_route route;
	int arrival = 0;
	int steps = 0;
	bool found = ask_oracle(t, &arrival, &steps);
	bool right = true;

	query.table = fr_timetable_make(t->grid->cells, &memory.core, &poll);
	fill_table(query.table, t, &memory.core);
	for (int way = 0; way < 2 && right; way++) /* informed or not, in the same table */
	{
		if (way == 0 && !t->one_tick)
			fr_timed_find(&query, &core, fr_sweep_workspace_on(t->grid, workspace), &poll,
						  &route);
		else
		{
			query.left = nothing_left;
			query.context = t->grid;
			fr_timed_search(&query, &poll, &route);
		}
		right = route.found == found;
		if (right && found)
			right = route.stops[route.count - 1].from == arrival &&
					(int) route.count - 1 == steps && is_right(t, &route);
	}
	if (!right)
	{
		printf("# found %d in tick %d after %d steps; the oracle %d, %d, %d\n",
			   route.found, route.found ? (int) route.stops[route.count - 1].from : 0,
			   (int) route.count - 1, found, arrival, steps);
		for (size_t i = 0; i < route.count; i++)
			printf("#    %u: %d to %d\n", route.stops[i].cell, (int) route.stops[i].from,
				   (int) route.stops[i].until);
	}
	if (right && found)
	{
		bool waits = false;

		for (size_t i = 0; i + 1 < route.count; i++)
			waits |= route.stops[i].until > route.stops[i].from;
		tally->found++;
		tally->waits += waits;
		tally->known += t->one_tick;
	}
	malloc_arena_clear(&memory);
	return right;
}

static void
try_case(uint64_t seed, fr_workspace *workspace, fr_method *method, tally *tally)
{
	static timed_case t;
	chance c = {seed};
	fr_poll poll = no_poll();
	fr_ticks ticks = fr_one_tick;
	fr_odd_step odd;
	uint32_t cells;
	bool whole; /* of all models here */

	t.count = 0;
	memset(t.is_taken, 0, sizeof t.is_taken);
	memset(t.goes, 0xff, sizeof t.goes);
	t.rules = &all_rules[chance_below(&c, RULES)];
	t.one_tick = chance_below(&c, 3) == 0;
	draw_map(&t, &c);
	cells = (uint32_t) (t.width * t.height);
	t.grid =
		make_grid(model_text(t.rules), t.codes, (uint32_t) t.width, (uint32_t) t.height);
	if (t.one_tick)
		take_by_others(&t, &c);
	else
		take_anything(&t, &c);
	t.start = chance_below(&c, cells);
	t.goal = chance_below(&c, cells);
	t.start_tick = t.one_tick ? (int) chance_below(&c, 4)
							  : FIRST_TICK + 1 + (int) chance_below(&c, 8);
	t.stays = chance_below(&c, 2);
	whole = t.one_tick || fr_ticks_resolve(t.grid, &ticks, &odd, &poll);
	tally->cases++;
	if (!whole || !search_case(&t, &ticks, workspace, method, tally))
	{
		if (tally->wrong++ < 5)
		{
			printf("# case %llu is wrong\n", (unsigned long long) seed);
			print_case(&t);
		}
	}
	free_grid(t.grid);
}

/* ---- ticks --------------------------------------------------------------------- */

/* A model on the map "~." and the ticks of its steps; 0 and 0: a step of this cost is refused. */
static const struct
{
	const char *model;
	uint64_t least;
	uint64_t most;
	double cost;
	bool placed;
} tick_cases[] = {
	{"tile", 1, 1, 0, false},
	{"tile(straight=100)", 100, 100, 0, false},
	{"tile(straight=1000000)", 1000000, 1000000, 0, false},
	{"tile(straight=0.5)", 0, 0, 0.5, false},
	{"octile", 0, 0, 1.4142135623730951, false},
	{"octile(diagonal=1.5)", 0, 0, 1.5, false},
	{"octile(straight=2, diagonal=3)", 2, 3, 0, false},
	{"tile(~=3)", 1, 3, 0, false},
	{"tile(~=3, weigh=average)", 2, 2, 0, false},
	{"tile(~=2, weigh=average)", 0, 0, 1.5, true},
	{"tile(~=1.5)", 0, 0, 1.5, true},
	{"tile(~=0.5, straight=2)", 1, 2, 0, false},
	{"tile(~=0)", 0, 0, 0, true},
};

static void
test_ticks(void)
{
	for (size_t i = 0; i < sizeof tick_cases / sizeof *tick_cases; i++)
	{
		fr_grid *grid = make_grid(tick_cases[i].model, (const uint8_t *) "~.", 2, 1);
		fr_poll poll = no_poll();
		fr_ticks ticks;
		fr_odd_step odd;

		if (fr_ticks_resolve(grid, &ticks, &odd, &poll))
			ok(ticks.least == tick_cases[i].least && ticks.most == tick_cases[i].most,
			   "%s: %d to %d ticks", tick_cases[i].model, (int) ticks.least,
			   (int) ticks.most);
		else
			ok(tick_cases[i].most == 0 && odd.cost == tick_cases[i].cost &&
				   odd.placed == tick_cases[i].placed,
			   "%s: a step that costs %.17g is refused", tick_cases[i].model, odd.cost);
		free_grid(grid);
	}
}

/* ---- text and bytes -------------------------------------------------------------- */

static const struct
{
	const char *text;
	const char *written; /* NULL: it is refused */
} busy_texts[] = {
	{"(3,4)@5..8", "(3,4)@5..8"},
	{"(3,4)@5..", "(3,4)@5.."},
	{" 3 , -4 @ -5 .. -2 ", "(3,-4)@-5..-2"},
	{"(2147483647,-2147483648)@-2147483648..2147483646",
	 "(2147483647,-2147483648)@-2147483648..2147483646"},
	{"(-2147483648,-2147483648)@-2147483648..-2147483647",
	 "(-2147483648,-2147483648)@-2147483648..-2147483647"},
	{"(0,0)@2147483646..", "(0,0)@2147483646.."},
	{"(0,0)@2147483647..", NULL},
	{"(0,0)@0..2147483647", NULL},
	{"(0,0)@-2147483649..", NULL},
	{"(0,0)@5..5", NULL},
	{"(0,0)@5..4", NULL},
	{"(0,0)@5. .8", NULL},
	{"(0,0)@5.8", NULL},
	{"(0,0)@..8", NULL},
	{"(0,0)@5", NULL},
	{"(0,0)5..8", NULL},
	{"@5..8", NULL},
	{"(0,0)@5..8 9", NULL},
	{"", NULL},
};

static void
test_texts(void)
{
	long wrong = 0;
	size_t longest = 0;

	for (size_t i = 0; i < sizeof busy_texts / sizeof *busy_texts; i++)
	{
		const char *wanted = busy_texts[i].written;
		size_t length = strlen(busy_texts[i].text);
		char *given = exact_copy(busy_texts[i].text, length);
		char text[FR_BUSY_TEXT_MAX];
		uint8_t bytes[FR_BUSY_BYTES];
		fr_busy busy;
		fr_busy again;
		fr_error error;
		bool right =
			(fr_busy_parse(given, length, &busy, &error) == FR_OK) == (wanted != NULL);

		if (right && wanted)
		{
			size_t written = fr_busy_write(&busy, text);

			longest = written > longest ? written : longest;
			fr_busy_pack(&busy, bytes);
			again = fr_busy_unpack(bytes);
			right = written == strlen(wanted) && memcmp(text, wanted, written) == 0 &&
					fr_busy_check(bytes) && fr_busy_compare(&busy, &again) == 0;
		}
		if (!right)
			printf("# %s is wrong\n", busy_texts[i].text);
		wrong += !right;
		free(given);
	}
	ok(wrong == 0 && longest == FR_BUSY_TEXT_MAX,
	   "texts of taken cells: %ld wrong of %d, the longest has %d bytes", wrong,
	   (int) (sizeof busy_texts / sizeof *busy_texts), (int) longest);
}

/* ---- timetables ---------------------------------------------------------------- */

/* Intervals in any order make the same table: routes from it are the same. */
static void
test_many_intervals(void)
{
	static uint8_t codes[3] = {'.', '.', '.'};
	fr_grid *grid = make_grid("tile", codes, 3, 1);
	fr_poll poll = no_poll();
	long wrong = 0;

	for (int order = 0; order < 3; order++)
	{
		malloc_arena memory = malloc_arena_make(&memory);
		fr_timetable *table = fr_timetable_make(3, &memory.core, &poll);
		fr_timed_query query = {.grid = grid,
								.table = table,
								.ticks = fr_one_tick,
								.goal = 2,
								.left = nothing_left,
								.context = grid};
		fr_timed_route route;

		for (int i = 0; i < 3000; i++)
		{
			int n = order == 0 ? i : order == 1 ? 2999 - i : i * 7 % 3000;

			fr_timetable_take(table, 1, 2 * n, 2 * n + 1, FR_TO_UNKNOWN);
		}
		fr_timed_search(&query, &poll, &route);
		wrong += !route.found || route.count != 3 || route.stops[1].from != 1;
		for (int i = 0; i < 3000; i++)
			fr_timetable_take(table, 1, 2 * i + 1, 2 * i + 2, FR_TO_UNKNOWN);
		fr_timed_search(&query, &poll, &route);
		wrong += !route.found || route.count != 3 || route.stops[1].from != 6000 ||
				 route.stops[0].until != 5999;
		fr_timetable_take(table, 1, 5, FR_FOR_EVER, FR_TO_UNKNOWN);
		fr_timed_search(&query, &poll, &route);
		wrong += route.found;
		malloc_arena_clear(&memory);
	}
	free_grid(grid);
	ok(wrong == 0,
	   "6,000 intervals of a cell in three orders: %ld of 9 searches are wrong", wrong);
}

/* A route that is taken leaves its ticks to others: two agents pass each other where there is room. */
static void
test_taken_routes(void)
{
	static uint8_t codes[] = "....@.@@@@";
	fr_grid *grid = make_grid("tile", codes, 5, 2);
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();
	fr_method method = method_of("auto");
	fr_workspace *workspace = new_workspace(grid->cells, &method);
	fr_query core = {.grid = grid, .method = &method};
	fr_timetable *table = fr_timetable_make(grid->cells, &memory.core, &poll);
	fr_timed_query query = {.grid = grid,
							.table = table,
							.ticks = fr_one_tick,
							.start = 0,
							.goal = 3,
							.stays = true};
	fr_timed_route first;
	fr_timed_route second;

	fr_timed_find(&query, &core, fr_sweep_workspace_on(grid, workspace), &poll, &first);
	ok(first.found && first.count == 4 && first.stops[3].from == 3,
	   "the first agent walks");
	ok(fr_timetable_take_route(table, &first, &poll), "its cells are taken");
	query.start = 3;
	query.goal = 0;
	fr_timed_find(&query, &core, fr_sweep_workspace_on(grid, workspace), &poll, &second);
	ok(!second.found, "no second agent passes it in a corridor");
	free(workspace);
	free_grid(grid);
	malloc_arena_clear(&memory);
}

int
main(int argc, char **argv)
{
	long cases = argc > 1 ? atol(argv[1]) : 30000;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	fr_method method = method_of("auto");
	fr_workspace *workspace = new_workspace(MAX_CELLS * 2, &method);
	tally tally = {0};

	for (long i = 0; i < cases; i++)
		try_case(seed + (uint64_t) i, workspace, &method, &tally);
	ok(tally.wrong == 0, "%ld wrong of %ld cases", tally.wrong, tally.cases);
	ok(cases < 10000 || (tally.found > cases / 5 && tally.waits > cases / 100 &&
						 tally.known > cases / 20),
	   "%ld have a route, %ld a wait, %ld are among others that are known", tally.found,
	   tally.waits, tally.known);
	test_ticks();
	test_texts();
	test_many_intervals();
	test_taken_routes();
	free(workspace);
	return tap_done();
}
