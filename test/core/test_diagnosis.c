/*
 * test_diagnosis.c - why there is no path: all small maps under models of all kinds, against
 * all sets of cells and links that could be opened
 *
 * The oracle opens sets of cells and links until there is a path. It shares only the map and
 * the text of the model with the library.
 */
#include "linked.h"
#include "tap.h"

#include "core/grid/grid_layers.h"
#include "core/query/grid_query.h"

#define MOST_CELLS 12
#define MOST_LINKS 3
#define MOST_ITEMS (MOST_CELLS + MOST_LINKS)
#define MOST_NODES (MOST_CELLS + 8 * MOST_LINKS) /* jump may have islands and bridges */
#define MAX_REPORTS 5

/* ---- cases ------------------------------------------------------------------- */

/* A code under a model. */
typedef struct code_rule
{
	char code;
	bool blocked;
	bool unnamed; /* and so blocked */
	const char
		*enter; /* directions out of "NESW" and "nesw" (NE, SE, SW, NW); NULL: all */
	const char *leave;
} code_rule;

#define CODES 3

typedef struct diagnosed_case
{
	const char *model;
	bool eight;
	int corners;
	int size;
	code_rule codes[CODES];
	const char *links[MOST_LINKS + 1];
	const char *closed_links; /* codes of links that are closed; NULL: all links */
	int width;
	int height;
} diagnosed_case;

#define GROUND                                                                           \
	{                                                                                    \
		.code = '.'                                                                      \
	}
#define WALL                                                                             \
	{                                                                                    \
		.code = '@', .blocked = true                                                     \
	}
#define DOOR                                                                             \
	{                                                                                    \
		.code = 'D', .blocked = true, .unnamed = true                                    \
	}
#define NAMED_DOOR                                                                       \
	{                                                                                    \
		.code = 'D', .blocked = true                                                     \
	}
#define NO_WALL                                                                          \
	{                                                                                    \
		.code = '@'                                                                      \
	}
#define ONE_WAY(e, l)                                                                    \
	{                                                                                    \
		.code = 'v', .enter = (e), .leave = (l)                                          \
	}

static const diagnosed_case cases[] = {
	{"tile", false, 2, 1, {GROUND, WALL, DOOR}, {0}, "", 3, 3},
	{"tile", false, 2, 1, {GROUND, WALL, DOOR}, {0}, "", 6, 1},
	{"tile(D=blocked)", false, 2, 1, {GROUND, WALL, NAMED_DOOR}, {0}, "", 3, 2},
	{"tile(obstacle=2, D=blocked)",
	 false,
	 2,
	 1,
	 {GROUND, NO_WALL, NAMED_DOOR},
	 {0},
	 "",
	 3,
	 2},
	{"octile", true, 2, 1, {GROUND, WALL, DOOR}, {0}, "", 3, 3},
	{"octile(corners=one)", true, 1, 1, {GROUND, WALL, DOOR}, {0}, "", 3, 3},
	{"octile(corners=any)", true, 0, 1, {GROUND, WALL, DOOR}, {0}, "", 3, 2},
	{"hex", true, 0, 1, {GROUND, WALL, DOOR}, {0}, "", 3, 3},
	{"hex(v=S+NE)", true, 0, 1, {GROUND, DOOR, ONE_WAY("Sn", "Sn")}, {0}, "", 3, 2},
	{"hex(v=1/leave:SW)", true, 0, 1, {GROUND, WALL, ONE_WAY(NULL, "s")}, {0}, "", 2, 4},
	/* one-way cells */
	{"tile(v=S)", false, 2, 1, {GROUND, WALL, ONE_WAY("S", "S")}, {0}, "", 3, 3},
	{"tile(v=S)", false, 2, 1, {GROUND, DOOR, ONE_WAY("S", "S")}, {0}, "", 2, 4},
	{"tile(v=none)", false, 2, 1, {GROUND, WALL, ONE_WAY("", "")}, {0}, "", 3, 3},
	{"tile(v=1/enter:E)", false, 2, 1, {GROUND, WALL, ONE_WAY("E", NULL)}, {0}, "", 4, 2},
	{"tile(v=1/leave:E+N)",
	 false,
	 2,
	 1,
	 {GROUND, WALL, ONE_WAY(NULL, "EN")},
	 {0},
	 "",
	 4,
	 2},
	{"octile(v=S)", true, 2, 1, {GROUND, WALL, ONE_WAY("S", "S")}, {0}, "", 3, 3},
	{"octile(v=S, corners=any)",
	 true,
	 0,
	 1,
	 {GROUND, DOOR, ONE_WAY("S", "S")},
	 {0},
	 "",
	 2,
	 3},
	{"octile(v=1/leave:SE, corners=one)",
	 true,
	 1,
	 1,
	 {GROUND, WALL, ONE_WAY(NULL, "e")},
	 {0},
	 "",
	 3,
	 2},
	/* larger agents */
	{"tile(size=2)", false, 2, 2, {GROUND, WALL, DOOR}, {0}, "", 3, 3},
	{"tile(size=2)", false, 2, 2, {GROUND, WALL, DOOR}, {0}, "", 4, 2},
	{"octile(size=2)", true, 2, 2, {GROUND, WALL, DOOR}, {0}, "", 3, 3},
	{"octile(size=2, corners=one)", true, 1, 2, {GROUND, WALL, DOOR}, {0}, "", 3, 3},
	{"tile(size=3)", false, 2, 3, {GROUND, WALL, DOOR}, {0}, "", 4, 3},
	{"octile(size=1x2)", true, 2, 1, {GROUND, WALL, DOOR}, {0}, "", 3, 3},
	{"tile(size=3x1)", false, 2, 3, {GROUND, WALL, DOOR}, {0}, "", 4, 2},
	{"octile(size=2x1, corners=one)", true, 1, 2, {GROUND, WALL, DOOR}, {0}, "", 4, 2},
	{"tile(size=1x2, v=S)",
	 false,
	 2,
	 1,
	 {GROUND, WALL, ONE_WAY("S", "S")},
	 {0},
	 "",
	 3,
	 3},
	{"tile(size=2, v=S)", false, 2, 2, {GROUND, WALL, ONE_WAY("S", "S")}, {0}, "", 3, 3},
	{"octile(size=2, v=none)",
	 true,
	 2,
	 2,
	 {GROUND, DOOR, ONE_WAY("", "")},
	 {0},
	 "",
	 3,
	 3},
	/* links */
	{"tile(k=blocked)", false, 2, 1, {GROUND, WALL, DOOR}, {"(0,0)>(2,1):k"}, "k", 3, 2},
	{"tile",
	 false,
	 2,
	 1,
	 {GROUND, WALL, DOOR},
	 {"(0,0)>(2,1):k", "(2,0)<>(0,1)"},
	 "",
	 3,
	 2},
	{"tile(link=blocked)",
	 false,
	 2,
	 1,
	 {GROUND, WALL, DOOR},
	 {"(0,0)>(2,1):k", "(2,0)<>(0,1)"},
	 NULL,
	 3,
	 2},
	{"tile(k=blocked, O=blocked)",
	 false,
	 2,
	 1,
	 {GROUND, WALL, DOOR},
	 {"(0,0)>(2,1):k", "(2,0)<>(0,1):O", "(2,1)>(1,0)"},
	 "kO",
	 3,
	 2},
	{"octile(k=blocked)",
	 true,
	 2,
	 1,
	 {GROUND, WALL, DOOR},
	 {"(0,0)>(3,0):k", "(3,0)>(1,1):k"},
	 "k",
	 4,
	 2},
	{"tile(v=S, k=blocked)",
	 false,
	 2,
	 1,
	 {GROUND, WALL, ONE_WAY("S", "S")},
	 {"(0,0)>(2,1):k", "(2,0)>(0,1)"},
	 "k",
	 3,
	 2},
	{"tile(size=2, k=blocked)",
	 false,
	 2,
	 2,
	 {GROUND, WALL, DOOR},
	 {"(0,0)>(2,0):k", "(1,1)>(0,0)"},
	 "k",
	 4,
	 3},
	/* limits of heights */
	{"tile(climb=1, fall=1)", false, 2, 1, {GROUND, WALL, DOOR}, {0}, "", 3, 3},
	{"tile(climb=0, fall=2, v=S)",
	 false,
	 2,
	 1,
	 {GROUND, WALL, ONE_WAY("S", "S")},
	 {0},
	 "",
	 4,
	 2},
	{"octile(climb=2, fall=9, layer.height=3, rise=2)",
	 true,
	 2,
	 1,
	 {GROUND, WALL, DOOR},
	 {0},
	 "",
	 3,
	 3},
	{"hex(climb=1, fall=3)", true, 0, 1, {GROUND, WALL, DOOR}, {0}, "", 3, 3},
	{"tile(size=2, climb=1, fall=0)", false, 2, 2, {GROUND, WALL, DOOR}, {0}, "", 4, 3},
	{"tile(climb=1, fall=1, k=blocked)",
	 false,
	 2,
	 1,
	 {GROUND, WALL, DOOR},
	 {"(0,0)>(2,1):k", "(1,1)>(2,0)"},
	 "k",
	 3,
	 2},
};

#define CASES ((int) (sizeof cases / sizeof *cases))

/* The layer of heights of a case, a digit per cell, and the limits that its model names. */
typedef struct height_rule
{
	const char *model;
	const char *heights;
	int climb;
	int fall;
} height_rule;

static const height_rule height_rules[] = {
	{"tile(climb=1, fall=1)", "012400135", 1, 1},
	{"tile(climb=0, fall=2, v=S)", "01233010", 0, 2},
	{"octile(climb=2, fall=9, layer.height=3, rise=2)", "036936909", 2, 9},
	{"hex(climb=1, fall=3)", "021403512", 1, 3},
	{"tile(size=2, climb=1, fall=0)", "012313204120", 1, 0},
	{"tile(climb=1, fall=1, k=blocked)", "031204", 1, 1},
};

#define HEIGHT_RULES ((int) (sizeof height_rules / sizeof *height_rules))

/* NULL: the case has no layer. */
static const height_rule *
height_rule_of(const diagnosed_case *of)
{
	for (int i = 0; i < HEIGHT_RULES; i++)
		if (strcmp(height_rules[i].model, of->model) == 0)
			return &height_rules[i];
	return NULL;
}

/* ---- the oracle -------------------------------------------------------------- */

/* A cell or a link that may be an obstacle. */
typedef struct item
{
	int cell; /* for a link: where it begins */
	int link; /* -1: a cell */
} item;

/* Where the agent can go when a set of items is open: a bit per cell. */
typedef struct moves_of_set
{
	bool known;
	bool stands[MOST_CELLS];
	uint32_t next[MOST_CELLS];
	uint32_t reached[MOST_CELLS];
} moves_of_set;

/* What counts as an obstacle. */
typedef enum way_to_open
{
	DOORS,
	DIRECTIONS,
	HEIGHTS, /* the cells that a step enters which rises or falls too much */
	EITHER,	 /* DIRECTIONS, where heights have no limits */
	WALLS,
	OPENINGS
} way_to_open;

typedef struct truth
{
	const diagnosed_case *of;
	uint8_t codes[MOST_CELLS];
	int cells;
	oracle_model rules;
	oracle_model rules_without_limits;
	const height_rule *steep; /* NULL: no layer */
	oracle_layers layers;
	int32_t heights[MOST_CELLS];
	fr_link links[MOST_LINKS];
	int link_count;
	item items[OPENINGS][MOST_ITEMS];
	int item_count[OPENINGS];
	moves_of_set sets[OPENINGS][1 << MOST_ITEMS]; /* by the bits of the open items */
} truth;

static const code_rule *
rule_of(const diagnosed_case *of, uint8_t code)
{
	for (int i = 0; i < CODES; i++)
		if (of->codes[i].code == (char) code)
			return &of->codes[i];
	exit(2);
}

static bool
is_wall(uint8_t code)
{
	return strchr("@OTW#|", code) != NULL;
}

/* The steps that are not among the directions. */
static uint16_t
forbidden(const char *directions)
{
	static const char names[] = "NESWnesw";
	static const int8_t dx[] = {0, 1, 0, -1, 1, 1, -1, -1};
	static const int8_t dy[] = {-1, 0, 1, 0, -1, 1, 1, -1};
	uint16_t set = 0;

	for (int d = 0; d < 8; d++)
		if (directions && !strchr(directions, names[d]))
			set |= (uint16_t) (1u << (3 * (dy[d] + 1) + dx[d] + 1));
	return set;
}

/* The height of an agent: of size=2x3 it is 3. */
static int
tall_of(const diagnosed_case *of)
{
	const char *size = strstr(of->model, "size=");
	int tall;

	return size && sscanf(size, "size=%*dx%d", &tall) == 1 ? tall : of->size;
}

static oracle_model
rules_of(const diagnosed_case *of)
{
	oracle_model rules = {.eight = of->eight,
						  .hex = strncmp(of->model, "hex", 3) == 0,
						  .root2 = of->eight && strncmp(of->model, "hex", 3) != 0,
						  .corners = of->corners,
						  .size = of->size,
						  .tall = tall_of(of),
						  .straight = {1, 1},
						  .diagonal = {1, 1}};

	for (int i = 0; i < 256; i++)
		rules.weight[i] = oracle_blocked;
	for (int i = 0; i < CODES; i++)
	{
		const code_rule *rule = &of->codes[i];

		rules.weight[(uint8_t) rule->code] = oracle_ground(!rule->blocked);
		rules.no_enter[(uint8_t) rule->code] = forbidden(rule->enter);
		rules.no_leave[(uint8_t) rule->code] = forbidden(rule->leave);
	}
	return rules;
}

static bool
link_is_closed(const truth *t, int link)
{
	const char *closed = t->of->closed_links;
	uint8_t code = t->links[link].code;

	return closed == NULL || (code != 0 && strchr(closed, code) != NULL);
}

static int
cell_number(const truth *t, fr_cell cell)
{
	return cell.y * t->of->width + cell.x;
}

static void
add_item(truth *t, way_to_open how, int cell, int link)
{
	t->items[how][t->item_count[how]++] = (item){cell, link};
}

static void
list_items(truth *t)
{
	memset(t->item_count, 0, sizeof t->item_count);
	for (int n = 0; n < t->cells; n++)
	{
		const code_rule *rule = rule_of(t->of, t->codes[n]);

		if (rule->blocked && !is_wall(t->codes[n]))
			add_item(t, DOORS, n, -1);
		if (rule->blocked)
			add_item(t, WALLS, n, -1);
		if (rule->enter || rule->leave)
			add_item(t, DIRECTIONS, n, -1);
		if (rule->enter || rule->leave)
			add_item(t, EITHER, n, -1);
		if (t->steep)
			add_item(t, HEIGHTS, n, -1);
	}
	for (int i = 0; i < t->link_count; i++)
	{
		const fr_link *link = &t->links[i];
		bool all = t->of->closed_links == NULL;

		if (link_is_closed(t, i))
			add_item(t, WALLS, cell_number(t, link->from), i);
		if (link_is_closed(t, i) && !all && !is_wall(link->code))
			add_item(t, DOORS, cell_number(t, link->from), i);
		if (!link_is_closed(t, i) && !link->both)
		{
			add_item(t, DIRECTIONS, cell_number(t, link->to), i);
			add_item(t, EITHER, cell_number(t, link->to), i);
		}
	}
}

static bool
link_is_open(const truth *t, way_to_open how, uint32_t set, int link, bool *both)
{
	bool open = !link_is_closed(t, link);

	*both = t->links[link].both;
	for (int i = 0; i < t->item_count[how]; i++)
		if (t->items[how][i].link == link && (set >> i & 1))
		{
			open = true;
			*both |= how == DIRECTIONS || how == EITHER;
		}
	return open;
}

/* The item of a cell; -1: none. */
static int
item_of_cell(const truth *t, way_to_open how, int cell)
{
	for (int i = 0; i < t->item_count[how]; i++)
		if (t->items[how][i].link < 0 && t->items[how][i].cell == cell)
			return i;
	return -1;
}

/* May a step have any height? */
static bool
any_height(const truth *t, way_to_open how, uint32_t set, int to)
{
	return how == EITHER || (how == HEIGHTS && (set >> item_of_cell(t, how, to) & 1));
}

/* Opened cells are like ground. */
static const moves_of_set *
moves_with(truth *t, way_to_open how, uint32_t set)
{
	moves_of_set *m = &t->sets[how][set];
	uint8_t codes[MOST_CELLS];
	oracle_cost cost;
	oracle o;
	oracle without_limits;

	if (m->known)
		return m;
	*m = (moves_of_set){.known = true};
	memcpy(codes, t->codes, sizeof codes);
	for (int i = 0; i < t->item_count[how]; i++)
		if ((set >> i & 1) && t->items[how][i].link < 0 && how != HEIGHTS)
			codes[t->items[how][i].cell] = '.';
	oracle_prepare(&o, &t->rules, codes, t->of->width, t->of->height);
	oracle_prepare(&without_limits, &t->rules_without_limits, codes, t->of->width,
				   t->of->height);
	for (int n = 0; n < t->cells; n++)
	{
		oracle_point at = {n % t->of->width, n / t->of->width};

		m->stands[n] = oracle_passable(&o, at.x, at.y);
		for (int d = 0; d < 9; d++)
		{
			int to = n + (d / 3 - 1) * t->of->width + d % 3 - 1;

			if (d != 4 &&
				(oracle_step(&o, at, d % 3 - 1, d / 3 - 1, &cost) ||
				 (any_height(t, how, set, to) &&
				  oracle_step(&without_limits, at, d % 3 - 1, d / 3 - 1, &cost))))
				m->next[n] |= 1u << to;
		}
	}
	for (int i = 0; i < t->link_count; i++)
	{
		int from = cell_number(t, t->links[i].from);
		int to = cell_number(t, t->links[i].to);
		bool both;

		if (!link_is_open(t, how, set, i, &both) || !m->stands[from] || !m->stands[to])
			continue;
		m->next[from] |= 1u << to;
		if (both)
			m->next[to] |= 1u << from;
	}
	for (int n = 0; n < t->cells; n++)
	{
		uint32_t reached = m->stands[n] ? 1u << n : 0;
		uint32_t before;

		do
		{
			before = reached;
			for (int i = 0; i < t->cells; i++)
				if (before >> i & 1)
					reached |= m->next[i];
		} while (reached != before);
		m->reached[n] = reached;
	}
	return m;
}

static bool
opens(truth *t, way_to_open how, uint32_t set, int start, int goal)
{
	return moves_with(t, how, set)->reached[start] >> goal & 1;
}

/* The least number of open items with a path; -1: none of these sets has one. */
static int
fewest(truth *t, way_to_open how, int start, int goal)
{
	int least = -1;

	if (!opens(t, how, (1u << t->item_count[how]) - 1, start, goal))
		return -1;
	for (uint32_t set = 0; set < 1u << t->item_count[how]; set++)
	{
		int count = __builtin_popcount(set);

		if ((least < 0 || count < least) && opens(t, how, set, start, goal))
			least = count;
	}
	return least;
}

/* The steps of the shortest path with these open items. */
static int
steps_with(truth *t, way_to_open how, uint32_t set, int start, int goal)
{
	const moves_of_set *m = moves_with(t, how, set);
	uint32_t reached = 1u << start;

	for (int steps = 0;; steps++)
	{
		uint32_t next = reached;

		if (reached >> goal & 1)
			return steps;
		for (int i = 0; i < t->cells; i++)
			if (reached >> i & 1)
				next |= m->next[i];
		if (next == reached)
			return -1;
		reached = next;
	}
}

static int
fewest_steps(truth *t, way_to_open how, int count, int start, int goal)
{
	int least = -1;

	for (uint32_t set = 0; set < 1u << t->item_count[how]; set++)
		if (__builtin_popcount(set) == count && opens(t, how, set, start, goal))
		{
			int steps = steps_with(t, how, set, start, goal);

			if (least < 0 || steps < least)
				least = steps;
		}
	return least;
}

static fr_reason
reason_at(truth *t, int start, int goal)
{
	uint32_t any_way = (1u << t->item_count[EITHER]) - 1;
	uint32_t any_height = (1u << t->item_count[HEIGHTS]) - 1;
	const code_rule *a = rule_of(t->of, t->codes[start]);
	const code_rule *b = rule_of(t->of, t->codes[goal]);

	if (a->blocked && (!a->unnamed || is_wall((uint8_t) a->code)))
		return FR_START_BLOCKED;
	if (b->blocked && (!b->unnamed || is_wall((uint8_t) b->code)))
		return FR_GOAL_BLOCKED;
	if (a->blocked)
		return FR_START_WITHOUT_WEIGHT;
	if (b->blocked)
		return FR_GOAL_WITHOUT_WEIGHT;
	if (!moves_with(t, DOORS, 0)->stands[start])
		return FR_START_TOO_NARROW;
	if (!moves_with(t, DOORS, 0)->stands[goal])
		return FR_GOAL_TOO_NARROW;
	if (opens(t, DOORS, 0, start, goal))
		return FR_PATH;
	if (t->steep && opens(t, HEIGHTS, any_height, start, goal))
		return FR_TOO_STEEP;
	return opens(t, EITHER, any_way, start, goal) ? FR_ONE_WAY : FR_APART;
}

/* ---- the answer -------------------------------------------------------------- */

enum
{
	REASON,
	NUMBER,
	OPENED,
	ORDER,
	STEPS,
	LARGER,
	CHECKS
};

static struct
{
	const char *name;
	long held;
	long broken;
} checks[CHECKS] = {
	{.name = "the reason"},
	{.name = "no smaller set of cells and links opens a path"},
	{.name = "what is listed opens a path"},
	{.name = "a path of the fewest steps crosses it in this order"},
	{.name = "no equally small set opens a path of fewer steps"},
	{.name = "where the number need not be the least: at least as many"},
};

static void
expect(int which, bool holds, const truth *t, int start, int goal,
	   const fr_diagnosis *found, const char *detail)
{
	checks[which].held += holds;
	if (holds || checks[which].broken++ >= MAX_REPORTS)
		return;
	printf("# FAILED: %s: %s: %s", checks[which].name, t->of->model, detail);
	for (int i = 0; i < t->cells; i++)
		printf("%s%c", i % t->of->width ? "" : " ", t->codes[i]);
	for (int i = 0; i < t->link_count; i++)
		printf(" %s", t->of->links[i]);
	printf(" from %d to %d: reason %d, %zu:", start, goal, found->reason, found->count);
	for (size_t i = 0; i < found->count; i++)
		printf(" (%d,%d)%c", found->obstacles[i].cell.x, found->obstacles[i].cell.y,
			   found->obstacles[i].code ? found->obstacles[i].code : '-');
	printf("\n");
}

/* The item that an answer lists; -1: no such item. A link and a cell may be alike. */
static int
find_item(const truth *t, way_to_open how, const fr_obstacle *listed, uint32_t taken)
{
	for (int i = 0; i < t->item_count[how]; i++)
	{
		item it = t->items[how][i];
		uint8_t code = it.link < 0 ? t->codes[it.cell] : t->links[it.link].code;
		bool back = it.link >= 0 && t->links[it.link].both &&
					cell_number(t, t->links[it.link].to) == cell_number(t, listed->cell);

		if (!(taken >> i & 1) && (code == listed->code || how == HEIGHTS) &&
			(back || it.cell == cell_number(t, listed->cell)))
			return i;
	}
	return -1;
}

static bool
covers(const truth *t, int at, int cell)
{
	int x = cell % t->of->width - at % t->of->width;
	int y = cell / t->of->width - at / t->of->width;

	return x >= 0 && x < t->of->size && y >= 0 && y < tall_of(t->of);
}

/* The open items that a step needs. */
static uint32_t
needed(truth *t, way_to_open how, uint32_t set, int from, int to)
{
	uint32_t need = 0;

	if (how != DIRECTIONS && how != HEIGHTS)
	{
		for (int i = 0; i < t->item_count[how]; i++)
			if (t->items[how][i].link < 0 && covers(t, to, t->items[how][i].cell))
				need |= 1u << i;
		if (from == to)
			return need;
	}
	/* what is not entered: the step is impossible without it */
	for (int i = 0; i < t->item_count[how]; i++)
		if ((set >> i & 1) &&
			!(moves_with(t, how, set & ~(1u << i))->next[from] >> to & 1))
			need |= 1u << i;
	return need;
}

/* Does a path of so many steps need the items first in the order of the list? */
static bool
in_order(truth *t, way_to_open how, const int *order, int count, uint32_t set, int start,
		 int goal, int steps)
{
	static bool now[MOST_CELLS][MOST_ITEMS + 1];
	static bool next[MOST_CELLS][MOST_ITEMS + 1];
	const moves_of_set *m = moves_with(t, how, set);

	memset(now, 0, sizeof now);
	for (int step = 0; step <= steps; step++)
	{
		memset(next, 0, sizeof next);
		for (int from = 0; from < t->cells; from++)
			for (int k = 0; k <= count; k++)
				for (int to = 0; to < t->cells; to++)
				{
					uint32_t need;
					int more = k;

					if (step == 0 ? from != start || to != start || k > 0
								  : !now[from][k] || !(m->next[from] >> to & 1))
						continue;
					need = needed(t, how, set, from, to);
					for (int i = 0; i < k; i++)
						need &= ~(1u << order[i]);
					while (more < count && (need >> order[more] & 1))
						need &= ~(1u << order[more++]);
					if (need == 0)
						next[to][more] = true;
				}
		memcpy(now, next, sizeof now);
	}
	return now[goal][count];
}

/*
 * One-way cells and limits of heights may allow a diagonal step without the straight ones beside
 * it.
 */
static bool
is_least(const diagnosed_case *of, way_to_open how)
{
	return !(how == DIRECTIONS && (of->size > 1 || tall_of(of) > 1)) &&
		   strstr(of->model, "SE") == NULL &&
		   !(height_rule_of(of) && of->eight && how != HEIGHTS);
}

static void
check_list(truth *t, int start, int goal, const fr_diagnosis *found)
{
	static const way_to_open orders[][3] = {
		{DOORS, WALLS, WALLS}, {DOORS, DIRECTIONS, WALLS}, {DOORS, HEIGHTS, WALLS}};
	int of_reason = found->reason == FR_ONE_WAY		? 1
					: found->reason == FR_TOO_STEEP ? 2
													: 0;
	int order[MOST_ITEMS];
	uint32_t set = 0;
	int count = -1;
	way_to_open how = DOORS;
	int steps;

	for (int i = 0; i < 3 && count < 0; i++)
	{
		how = orders[of_reason][i];
		count = fewest(t, how, start, goal);
	}
	for (size_t i = 0; i < found->count && i < MOST_ITEMS; i++)
	{
		order[i] = find_item(t, how, &found->obstacles[i], set);
		if (order[i] < 0)
		{
			expect(OPENED, false, t, start, goal, found, "no such obstacle");
			return;
		}
		set |= 1u << order[i];
	}
	if (count < 0)
	{
		expect(NUMBER, found->count == 0, t, start, goal, found, "nothing opens a path");
		return;
	}
	expect(OPENED, opens(t, how, set, start, goal), t, start, goal, found, "");
	if (!is_least(t->of, how))
	{
		expect(LARGER, (int) found->count >= count, t, start, goal, found, "");
		return;
	}
	expect(NUMBER, (int) found->count == count, t, start, goal, found, "");
	if ((int) found->count != count || !opens(t, how, set, start, goal))
		return;
	steps = steps_with(t, how, set, start, goal);
	expect(ORDER, in_order(t, how, order, count, set, start, goal, steps), t, start, goal,
		   found, "");
	expect(STEPS, steps == fewest_steps(t, how, count, start, goal), t, start, goal,
		   found, "");
}

/* ---- the library ------------------------------------------------------------- */

#define GRIDS 6

/* The grids of a map, kept by the text of their model. */
typedef struct subject
{
	fr_map map;
	uint8_t *packed;
	fr_model model;
	fr_grid *grids[GRIDS];
	char texts[GRIDS][FR_MODEL_TEXT_MAX];
	int grid_count;
} subject;

/* The grid of the map, bound to its heights if the model reads them. */
static fr_grid *
grid_of(const subject *s, const fr_model *model)
{
	malloc_arena scratch = malloc_arena_make(&scratch);
	fr_poll poll = no_poll();
	fr_costs costs;
	fr_error error;
	fr_grid *grid;

	if (fr_costs_resolve(model, &s->map, &costs, &error))
		exit(2);
	grid = malloc_grid(&s->map, model, &costs, &poll);
	if (fr_model_reads_layers(model))
		grid = fr_grid_bind(grid, &s->map, model, &malloc_grid_arena(grid)->core,
							&scratch.core, &poll, &error);
	malloc_arena_clear(&scratch);
	if (grid == NULL)
		exit(2);
	return grid;
}

static const fr_grid *
grid_under(void *context, const fr_model *model, const char *without)
{
	subject *s = context;
	char text[FR_MODEL_TEXT_MAX] = {0};

	(void) without; /* the maps have neither of these layers */
	fr_model_write(model, text);
	for (int i = 0; i < s->grid_count; i++)
		if (strcmp(s->texts[i], text) == 0)
			return s->grids[i];
	if (s->grid_count == GRIDS)
		exit(2);
	strcpy(s->texts[s->grid_count], text);
	s->grids[s->grid_count] = grid_of(s, model);
	return s->grids[s->grid_count++];
}

static void
check_map(truth *t, subject *s, fr_workspace *workspace)
{
	fr_poll poll = no_poll();
	fr_method method = method_of("auto");
	fr_diagnosed asked = {&s->map, &s->model, grid_under, s};
	const fr_grid *grid = grid_under(s, &s->model, "");
	fr_method resolved = fr_method_resolve(&method, grid);
	fr_diagnosis found;

	for (int start = 0; start < t->cells; start++)
		for (int goal = 0; goal < t->cells; goal++)
		{
			fr_query query = {.grid = grid,
							  .method = &resolved,
							  .start = (uint32_t) start,
							  .goal = (uint32_t) goal,
							  .arena = &taken.core};
			fr_reason reason = reason_at(t, start, goal);

			malloc_arena_clear(&taken);
			fr_find_reason(&query, &asked, fr_sweep_workspace_on(query.grid, workspace),
						   &poll, &found);
			fr_find_obstacles(&query, &asked, &poll, &found);
			expect(REASON, found.reason == reason, t, start, goal, &found, "");
			if (reason == FR_PATH)
				expect(NUMBER, found.count == 0, t, start, goal, &found, "a path");
			else if (found.reason == reason)
				check_list(t, start, goal, &found);
		}
}

/* Draws the oracle's heights, and adds them to the map as a layer. */
static void
add_layer(truth *t, subject *s)
{
	static const uint8_t digest[FR_GROUND_BYTES];
	fr_layer layer = {.name = "height", .name_length = 6, .scale = {.digits = 1}};
	uint16_t stored[MOST_CELLS];
	fr_poll poll = no_poll();
	fr_error error;
	uint8_t *packed;
	size_t bytes;

	for (int i = 0; i < t->cells; i++)
		stored[i] = (uint16_t) (t->steep->heights[i] - '0');
	fr_layer_measure(&layer, stored, (size_t) t->cells, &poll);
	bytes = fr_map_layered_size(&s->map, fr_layer_size(&layer, (size_t) t->cells));
	packed = new_block(bytes);
	fr_layer_pack(&layer, stored, (size_t) t->cells,
				  fr_map_put_layers(packed, &s->map, digest, 1), &poll);
	if (fr_map_open_layered(packed, bytes, &s->map, &error))
		exit(2);
	free(s->packed);
	s->packed = packed;
}

/* The oracle's heights, and their limits. */
static void
add_rules_of_heights(truth *t)
{
	t->rules_without_limits = t->rules;
	if (t->steep == NULL)
		return;
	for (int i = 0; i < t->cells; i++)
		t->heights[i] = t->steep->heights[i] - '0';
	t->layers = (oracle_layers){.height = t->heights,
								.height_denominator = 1,
								.rise = {0, 1},
								.drop = {0, 1},
								.climb = {t->steep->climb, 1},
								.fall = {t->steep->fall, 1}};
	t->rules.layers = &t->layers;
}

static void
parse_links(truth *t, uint8_t *bytes)
{
	fr_error error;

	for (t->link_count = 0; t->of->links[t->link_count]; t->link_count++)
	{
		const char *text = t->of->links[t->link_count];

		if (fr_link_parse(text, strlen(text), &t->links[t->link_count], &error))
			exit(2);
		fr_link_pack(&t->links[t->link_count], bytes + t->link_count * FR_LINK_BYTES);
	}
	qsort(bytes, (size_t) t->link_count, FR_LINK_BYTES, compare_links);
}

/* All maps of a case, or every `stride`th. */
static long
check_case(const diagnosed_case *of, long stride, fr_workspace *workspace)
{
	uint8_t bytes[MOST_LINKS * FR_LINK_BYTES];
	static truth t;
	long maps = 1;
	long checked = 0;
	fr_error error;
	subject s;

	t.of = of;
	t.cells = of->width * of->height;
	t.steep = height_rule_of(of);
	t.rules = rules_of(of);
	add_rules_of_heights(&t);
	parse_links(&t, bytes);
	for (int i = 0; i < t.cells; i++)
		maps *= CODES;
	for (long map = 0; map < maps; map += stride)
	{
		long left = map;

		for (int i = 0; i < t.cells; i++, left /= CODES)
			t.codes[i] = (uint8_t) of->codes[left % CODES].code;
		list_items(&t);
		for (int how = 0; how < OPENINGS; how++)
			memset(t.sets[how], 0, sizeof(moves_of_set) << t.item_count[how]);
		s = (subject){0};
		s.map = make_map(t.codes, (uint32_t) of->width, (uint32_t) of->height, &s.packed);
		if (t.steep)
			add_layer(&t, &s);
		s.map.links = bytes;
		s.map.link_count = (uint32_t) t.link_count;
		if (fr_model_parse(of->model, strlen(of->model), &s.model, &error))
			exit(2);
		check_map(&t, &s, workspace);
		for (int i = 0; i < s.grid_count; i++)
			free_grid(s.grids[i]);
		free(s.packed);
		checked++;
	}
	return checked;
}

int
main(int argc, char **argv)
{
	long most = argc > 1 ? atol(argv[1]) : 800; /* maps per case */
	fr_method largest = method_of("jump");		/* of all that `auto` becomes */
	fr_workspace *workspace = new_workspace(MOST_NODES, &largest);
	long maps = 0;

	for (int i = 0; i < CASES; i++)
	{
		long all = 1;

		for (int n = 0; n < cases[i].width * cases[i].height; n++)
			all *= CODES;
		maps += check_case(&cases[i], all / most | 1, workspace);
	}
	for (int i = 0; i < CHECKS; i++)
		ok(checks[i].broken == 0 && checks[i].held > 0, "%s: %ld of %ld", checks[i].name,
		   checks[i].held, checks[i].held + checks[i].broken);
	printf("# %ld maps\n", maps);
	free(workspace);
	malloc_arena_clear(&taken);
	return tap_done();
}
