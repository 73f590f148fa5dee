/*
 * test_diagnosis.c - why there is no path: all small maps under models of all kinds, against
 * all sets of rules that could be dropped, and of cells and links that could be opened
 *
 * The oracle drops sets of rules, the smallest first, until there is a path, which is the
 * reason. Then it opens sets of cells and links until there is one. It shares only the map and
 * the text of the model with the library. Besides the listed cases it combines shapes, sizes,
 * directions, closed sides, limits, links and blocked cells, each with each.
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
	bool sided;			 /* cells have closed sides, by the number of the map */
	bool layered;		 /* some cells are in the layer `blocked`, likewise */
	const char *heights; /* a digit per cell; NULL: no layer */
	int climb;
	int fall;
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
	{"tile", false, 2, 1, {GROUND, WALL, DOOR}, {0}, "", .width = 3, .height = 3},
	{"tile", false, 2, 1, {GROUND, WALL, DOOR}, {0}, "", .width = 6, .height = 1},
	{"tile(D=blocked)",
	 false,
	 2,
	 1,
	 {GROUND, WALL, NAMED_DOOR},
	 {0},
	 "",
	 .width = 3,
	 .height = 2},
	{"tile(obstacle=2, D=blocked)",
	 false,
	 2,
	 1,
	 {GROUND, NO_WALL, NAMED_DOOR},
	 {0},
	 "",
	 .width = 3,
	 .height = 2},
	{"octile", true, 2, 1, {GROUND, WALL, DOOR}, {0}, "", .width = 3, .height = 3},
	{"octile(corners=one)",
	 true,
	 1,
	 1,
	 {GROUND, WALL, DOOR},
	 {0},
	 "",
	 .width = 3,
	 .height = 3},
	{"octile(corners=any)",
	 true,
	 0,
	 1,
	 {GROUND, WALL, DOOR},
	 {0},
	 "",
	 .width = 3,
	 .height = 2},
	{"hex", true, 0, 1, {GROUND, WALL, DOOR}, {0}, "", .width = 3, .height = 3},
	{"hex(v=S+NE)",
	 true,
	 0,
	 1,
	 {GROUND, DOOR, ONE_WAY("Sn", "Sn")},
	 {0},
	 "",
	 .width = 3,
	 .height = 2},
	{"hex(v=1/leave:SW)",
	 true,
	 0,
	 1,
	 {GROUND, WALL, ONE_WAY(NULL, "s")},
	 {0},
	 "",
	 .width = 2,
	 .height = 4},
	/* one-way cells */
	{"tile(v=S)",
	 false,
	 2,
	 1,
	 {GROUND, WALL, ONE_WAY("S", "S")},
	 {0},
	 "",
	 .width = 3,
	 .height = 3},
	{"tile(v=S)",
	 false,
	 2,
	 1,
	 {GROUND, DOOR, ONE_WAY("S", "S")},
	 {0},
	 "",
	 .width = 2,
	 .height = 4},
	{"tile(v=none)",
	 false,
	 2,
	 1,
	 {GROUND, WALL, ONE_WAY("", "")},
	 {0},
	 "",
	 .width = 3,
	 .height = 3},
	{"tile(v=1/enter:E)",
	 false,
	 2,
	 1,
	 {GROUND, WALL, ONE_WAY("E", NULL)},
	 {0},
	 "",
	 .width = 4,
	 .height = 2},
	{"tile(v=1/leave:E+N)",
	 false,
	 2,
	 1,
	 {GROUND, WALL, ONE_WAY(NULL, "EN")},
	 {0},
	 "",
	 .width = 4,
	 .height = 2},
	{"octile(v=S)",
	 true,
	 2,
	 1,
	 {GROUND, WALL, ONE_WAY("S", "S")},
	 {0},
	 "",
	 .width = 3,
	 .height = 3},
	{"octile(v=S, corners=any)",
	 true,
	 0,
	 1,
	 {GROUND, DOOR, ONE_WAY("S", "S")},
	 {0},
	 "",
	 .width = 2,
	 .height = 3},
	{"octile(v=1/leave:SE, corners=one)",
	 true,
	 1,
	 1,
	 {GROUND, WALL, ONE_WAY(NULL, "e")},
	 {0},
	 "",
	 .width = 3,
	 .height = 2},
	/* larger agents */
	{"tile(size=2)", false, 2, 2, {GROUND, WALL, DOOR}, {0}, "", .width = 3, .height = 3},
	{"tile(size=2)", false, 2, 2, {GROUND, WALL, DOOR}, {0}, "", .width = 4, .height = 2},
	{"octile(size=2)",
	 true,
	 2,
	 2,
	 {GROUND, WALL, DOOR},
	 {0},
	 "",
	 .width = 3,
	 .height = 3},
	{"octile(size=2, corners=one)",
	 true,
	 1,
	 2,
	 {GROUND, WALL, DOOR},
	 {0},
	 "",
	 .width = 3,
	 .height = 3},
	{"tile(size=3)", false, 2, 3, {GROUND, WALL, DOOR}, {0}, "", .width = 4, .height = 3},
	{"octile(size=1x2)",
	 true,
	 2,
	 1,
	 {GROUND, WALL, DOOR},
	 {0},
	 "",
	 .width = 3,
	 .height = 3},
	{"tile(size=3x1)",
	 false,
	 2,
	 3,
	 {GROUND, WALL, DOOR},
	 {0},
	 "",
	 .width = 4,
	 .height = 2},
	{"octile(size=2x1, corners=one)",
	 true,
	 1,
	 2,
	 {GROUND, WALL, DOOR},
	 {0},
	 "",
	 .width = 4,
	 .height = 2},
	{"tile(size=1x2, v=S)",
	 false,
	 2,
	 1,
	 {GROUND, WALL, ONE_WAY("S", "S")},
	 {0},
	 "",
	 .width = 3,
	 .height = 3},
	{"tile(size=2, v=S)",
	 false,
	 2,
	 2,
	 {GROUND, WALL, ONE_WAY("S", "S")},
	 {0},
	 "",
	 .width = 3,
	 .height = 3},
	{"octile(size=2, v=none)",
	 true,
	 2,
	 2,
	 {GROUND, DOOR, ONE_WAY("", "")},
	 {0},
	 "",
	 .width = 3,
	 .height = 3},
	/* links */
	{"tile(k=blocked)",
	 false,
	 2,
	 1,
	 {GROUND, WALL, DOOR},
	 {"(0,0)>(2,1):k"},
	 "k",
	 .width = 3,
	 .height = 2},
	{"tile",
	 false,
	 2,
	 1,
	 {GROUND, WALL, DOOR},
	 {"(0,0)>(2,1):k", "(2,0)<>(0,1)"},
	 "",
	 .width = 3,
	 .height = 2},
	{"tile(link=blocked)",
	 false,
	 2,
	 1,
	 {GROUND, WALL, DOOR},
	 {"(0,0)>(2,1):k", "(2,0)<>(0,1)"},
	 NULL,
	 .width = 3,
	 .height = 2},
	{"tile(k=blocked, O=blocked)",
	 false,
	 2,
	 1,
	 {GROUND, WALL, DOOR},
	 {"(0,0)>(2,1):k", "(2,0)<>(0,1):O", "(2,1)>(1,0)"},
	 "kO",
	 .width = 3,
	 .height = 2},
	{"octile(k=blocked)",
	 true,
	 2,
	 1,
	 {GROUND, WALL, DOOR},
	 {"(0,0)>(3,0):k", "(3,0)>(1,1):k"},
	 "k",
	 .width = 4,
	 .height = 2},
	{"tile(v=S, k=blocked)",
	 false,
	 2,
	 1,
	 {GROUND, WALL, ONE_WAY("S", "S")},
	 {"(0,0)>(2,1):k", "(2,0)>(0,1)"},
	 "k",
	 .width = 3,
	 .height = 2},
	{"tile(size=2, k=blocked)",
	 false,
	 2,
	 2,
	 {GROUND, WALL, DOOR},
	 {"(0,0)>(2,0):k", "(1,1)>(0,0)"},
	 "k",
	 .width = 4,
	 .height = 3},
	/* limits of heights */
	{"tile(climb=1, fall=1)",
	 false,
	 2,
	 1,
	 {GROUND, WALL, DOOR},
	 {0},
	 "",
	 .width = 3,
	 .height = 3,
	 .heights = "012400135",
	 .climb = 1,
	 .fall = 1},
	{"tile(climb=0, fall=2, v=S)",
	 false,
	 2,
	 1,
	 {GROUND, WALL, ONE_WAY("S", "S")},
	 {0},
	 "",
	 .width = 4,
	 .height = 2,
	 .heights = "01233010",
	 .climb = 0,
	 .fall = 2},
	{"octile(climb=2, fall=9, layer.height=3, rise=2)",
	 true,
	 2,
	 1,
	 {GROUND, WALL, DOOR},
	 {0},
	 "",
	 .width = 3,
	 .height = 3,
	 .heights = "036936909",
	 .climb = 2,
	 .fall = 9},
	{"hex(climb=1, fall=3)",
	 true,
	 0,
	 1,
	 {GROUND, WALL, DOOR},
	 {0},
	 "",
	 .width = 3,
	 .height = 3,
	 .heights = "021403512",
	 .climb = 1,
	 .fall = 3},
	{"tile(size=2, climb=1, fall=0)",
	 false,
	 2,
	 2,
	 {GROUND, WALL, DOOR},
	 {0},
	 "",
	 .width = 4,
	 .height = 3,
	 .heights = "012313204120",
	 .climb = 1,
	 .fall = 0},
	{"tile(climb=1, fall=1, k=blocked)",
	 false,
	 2,
	 1,
	 {GROUND, WALL, DOOR},
	 {"(0,0)>(2,1):k", "(1,1)>(2,0)"},
	 "k",
	 .width = 3,
	 .height = 2,
	 .heights = "031204",
	 .climb = 1,
	 .fall = 1},
};

#define CASES ((int) (sizeof cases / sizeof *cases))

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

/*
 * What counts as an obstacle: below 8, the cells and links that break a set of rules. With closed
 * sides, a cell that a step leaves, or for a large agent one that loses its closed sides. With
 * limits, the cell that a step enters. With directions, a cell that becomes like ground, and a
 * link that becomes two-way.
 */
enum
{
	SIDES = 1,
	LIMITS = 2,
	DIRECTIONS = 4,
	DOORS = 8,
	WALLS,
	OPENINGS
};
typedef int way_to_open;

/* The sets of rules in the order in which they are reasons. */
static const struct
{
	way_to_open rules;
	fr_reason reason;
} reasons[] = {{1, FR_SIDES_CLOSED},
			   {2, FR_TOO_STEEP},
			   {4, FR_ONE_WAY},
			   {1 | 2, FR_SIDES_AND_STEEP},
			   {1 | 4, FR_SIDES_AND_ONE_WAY},
			   {2 | 4, FR_STEEP_AND_ONE_WAY},
			   {7, FR_ALL_RULES}};
#define SETS ((int) (sizeof reasons / sizeof *reasons))

typedef struct truth
{
	const diagnosed_case *of;
	uint8_t codes[MOST_CELLS];
	int cells;
	oracle_model rules;
	oracle_layers layers;
	int32_t heights[MOST_CELLS];
	uint8_t sides[MOST_CELLS];
	uint8_t blocked[MOST_CELLS]; /* by the layer */
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
	return code != 0 && strchr("@OTW#|", code) != NULL;
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

static bool
is_large(const diagnosed_case *of)
{
	return of->size > 1 || tall_of(of) > 1;
}

static void
list_items_of_rules(truth *t, way_to_open how)
{
	for (int n = 0; n < t->cells; n++)
	{
		const code_rule *rule = rule_of(t->of, t->codes[n]);

		if (((how & DIRECTIONS) && (rule->enter || rule->leave)) ||
			((how & SIDES) && t->of->sided && (!is_large(t->of) || t->sides[n] > 0)) ||
			((how & LIMITS) && t->of->heights))
			add_item(t, how, n, -1);
	}
	for (int i = 0; i < t->link_count && (how & DIRECTIONS); i++)
		if (!link_is_closed(t, i) && !t->links[i].both)
			add_item(t, how, cell_number(t, t->links[i].to), i);
}

static void
list_items(truth *t)
{
	memset(t->item_count, 0, sizeof t->item_count);
	for (int i = 0; i < SETS; i++)
		list_items_of_rules(t, reasons[i].rules);
	for (int n = 0; n < t->cells; n++)
	{
		bool blocked = rule_of(t->of, t->codes[n])->blocked;

		if (blocked ? !is_wall(t->codes[n]) : t->blocked[n])
			add_item(t, DOORS, n, -1);
		if (blocked || t->blocked[n])
			add_item(t, WALLS, n, -1);
	}
	for (int i = 0; i < t->link_count; i++)
	{
		const fr_link *link = &t->links[i];

		if (link_is_closed(t, i))
			add_item(t, WALLS, cell_number(t, link->from), i);
		if (link_is_closed(t, i) && !is_wall(link->code))
			add_item(t, DOORS, cell_number(t, link->from), i);
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
			*both |= how < DOORS;
		}
	return open;
}

/* Is a cell an open item? */
static bool
cell_is_open(const truth *t, way_to_open how, uint32_t set, int cell)
{
	for (int i = 0; i < t->item_count[how]; i++)
		if (t->items[how][i].link < 0 && t->items[how][i].cell == cell)
			return set >> i & 1;
	return false;
}

/* The map with open items. Opened cells are like ground. */
typedef struct opened_map
{
	uint8_t codes[MOST_CELLS];
	uint8_t sides[MOST_CELLS];
	uint8_t blocked[MOST_CELLS];
	bool any_side[MOST_CELLS];	 /* of a step out of the cell */
	bool any_height[MOST_CELLS]; /* of a step into the cell */
	oracle under[2][2];			 /* without sides, without limits */
} opened_map;

static void
open_map(const truth *t, way_to_open how, uint32_t set, opened_map *map)
{
	oracle_layers unlimited = t->layers;
	static oracle_layers without_limits;
	bool large = is_large(t->of);

	unlimited.climb = unlimited.fall = (oracle_fraction){0, 0};
	without_limits = unlimited;
	memcpy(map->codes, t->codes, sizeof map->codes);
	memcpy(map->sides, t->sides, sizeof map->sides);
	memcpy(map->blocked, t->blocked, sizeof map->blocked);
	for (int n = 0; n < t->cells; n++)
	{
		const code_rule *rule = rule_of(t->of, t->codes[n]);
		bool open = cell_is_open(t, how, set, n);

		if (open && (how >= DOORS ? rule->blocked : how & DIRECTIONS && !rule->blocked))
			map->codes[n] = '.';
		if (open && how >= DOORS)
			map->blocked[n] = 0;
		if (open && how < DOORS && (how & SIDES) && large)
			map->sides[n] = 0;
		map->any_side[n] = open && how < DOORS && (how & SIDES) && !large;
		map->any_height[n] = open && how < DOORS && (how & LIMITS);
	}
	for (int i = 0; i < 4; i++)
	{
		oracle_model rules = t->rules;

		rules.blocked = map->blocked;
		rules.sides = i & 1 ? NULL : map->sides;
		if (i & 2)
			rules.layers = t->of->heights ? &without_limits : NULL;
		oracle_prepare(&map->under[i & 1][i >> 1], &rules, map->codes, t->of->width,
					   t->of->height);
	}
}

static const moves_of_set *
moves_with(truth *t, way_to_open how, uint32_t set)
{
	moves_of_set *m = &t->sets[how][set];
	oracle_cost cost;
	opened_map map;

	if (m->known)
		return m;
	*m = (moves_of_set){.known = true};
	open_map(t, how, set, &map);
	for (int n = 0; n < t->cells; n++)
	{
		oracle_point at = {n % t->of->width, n / t->of->width};

		m->stands[n] = oracle_passable(&map.under[0][0], at.x, at.y);
		for (int d = 0; d < 9; d++)
		{
			int x = at.x + d % 3 - 1;
			int y = at.y + d / 3 - 1;
			int to = y * t->of->width + x;

			if (d != 4 && x >= 0 && x < t->of->width && y >= 0 && y < t->of->height &&
				oracle_step(&map.under[map.any_side[n]][map.any_height[to]], at,
							d % 3 - 1, d / 3 - 1, &cost))
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

static bool
is_closed(const truth *t, int cell)
{
	const code_rule *rule = rule_of(t->of, t->codes[cell]);

	return rule->blocked && (!rule->unnamed || is_wall((uint8_t) rule->code));
}

/* The first of the sets of rules without which there is a path; 0: none of them has one. */
static way_to_open
broken_rules(truth *t, int start, int goal, fr_reason *reason)
{
	for (int i = 0; i < SETS; i++)
	{
		way_to_open rules = reasons[i].rules;

		*reason = reasons[i].reason;
		if (opens(t, rules, (1u << t->item_count[rules]) - 1, start, goal))
			return rules;
	}
	*reason = FR_APART;
	return 0;
}

static fr_reason
reason_at(truth *t, int start, int goal, way_to_open *broken)
{
	const int ends[] = {start, goal};
	fr_reason reason;

	*broken = 0;
	for (int i = 0; i < 2; i++)
		if (is_closed(t, ends[i]))
			return i ? FR_GOAL_BLOCKED : FR_START_BLOCKED;
	for (int i = 0; i < 2; i++)
		if (rule_of(t->of, t->codes[ends[i]])->blocked)
			return i ? FR_GOAL_WITHOUT_WEIGHT : FR_START_WITHOUT_WEIGHT;
	for (int i = 0; i < 2; i++)
		if (t->blocked[ends[i]])
			return i ? FR_GOAL_IN_LAYER : FR_START_IN_LAYER;
	for (int i = 0; i < 2; i++)
		if (!moves_with(t, DOORS, 0)->stands[ends[i]])
			return i ? FR_GOAL_TOO_NARROW : FR_START_TOO_NARROW;
	if (opens(t, DOORS, 0, start, goal))
		return FR_PATH;
	*broken = broken_rules(t, start, goal, &reason);
	return reason;
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
	for (int i = 0; i < t->cells && t->of->sided; i++)
		printf("%s%d", i ? "," : " sides ", t->sides[i]);
	for (int i = 0; i < t->cells && t->of->layered; i++)
		printf("%s%d", i ? "" : " blocked ", t->blocked[i]);
	if (t->of->heights)
		printf(" heights %s", t->of->heights);
	printf(" from %d to %d: %s, %zu:", start, goal, fr_reason_text[found->reason],
		   found->count);
	for (size_t i = 0; i < found->count; i++)
		printf(" (%d,%d)%c", found->obstacles[i].cell.x, found->obstacles[i].cell.y,
			   found->obstacles[i].code ? found->obstacles[i].code : '-');
	printf("\n");
}

/* The code that an answer lists for an item; 0: a layer, or a link without a code. */
static uint8_t
code_of_item(const truth *t, way_to_open how, item it)
{
	const code_rule *rule;

	if (it.link >= 0)
		return t->links[it.link].code;
	rule = rule_of(t->of, t->codes[it.cell]);
	if (how >= DOORS ? rule->blocked : (how & DIRECTIONS) && (rule->enter || rule->leave))
		return t->codes[it.cell];
	return 0;
}

/* The item that an answer lists; -1: no such item. */
static int
find_item(const truth *t, way_to_open how, const fr_obstacle *listed, uint32_t taken,
		  bool linked)
{
	for (int i = 0; i < t->item_count[how]; i++)
	{
		item it = t->items[how][i];
		bool back = it.link >= 0 && t->links[it.link].both &&
					cell_number(t, t->links[it.link].to) == cell_number(t, listed->cell);

		if (!(taken >> i & 1) && code_of_item(t, how, it) == listed->code &&
			(it.link >= 0) == linked && (back || it.cell == cell_number(t, listed->cell)))
			return i;
	}
	return -1;
}

/*
 * The items that an answer lists, in its order, and as a set; false: it lists something else. A
 * link and a cell may be alike, so the bits of `links` say which ones are links.
 */
static bool
find_items(const truth *t, way_to_open how, const fr_diagnosis *found, uint32_t links,
		   int *order, uint32_t *set)
{
	*set = 0;
	for (size_t i = 0; i < found->count; i++)
	{
		order[i] = find_item(t, how, &found->obstacles[i], *set, links >> i & 1);
		if (order[i] < 0)
			return false;
		*set |= 1u << order[i];
	}
	return true;
}

/* The set of items that an answer lists, one that opens a path if there is one; false: none. */
static bool
find_open_items(truth *t, way_to_open how, int start, int goal, const fr_diagnosis *found,
				uint32_t *set)
{
	int order[MOST_ITEMS];
	bool some = false;
	uint32_t other;

	if (found->count > MOST_ITEMS)
		return false;
	for (uint32_t links = 0; links < 1u << found->count; links++)
	{
		if (!find_items(t, how, found, links, order, &other))
			continue;
		some = true;
		*set = other;
		if (opens(t, how, other, start, goal))
			return true;
	}
	return some;
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

	if (how >= DOORS)
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

/* The same of the items that an answer lists. */
static bool
listed_in_order(truth *t, way_to_open how, const fr_diagnosis *found, uint32_t set,
				int start, int goal, int steps)
{
	int order[MOST_ITEMS];
	uint32_t other;

	for (uint32_t links = 0; links < 1u << found->count; links++)
		if (find_items(t, how, found, links, order, &other) && other == set &&
			in_order(t, how, order, (int) found->count, set, start, goal, steps))
			return true;
	return false;
}

static bool
has_directions(const diagnosed_case *of)
{
	for (int i = 0; i < CODES; i++)
		if (of->codes[i].enter || of->codes[i].leave)
			return true;
	return false;
}

/*
 * The library counts a side cell of a diagonal step again if the agent enters it later, which only
 * directions make necessary. So there its path may have more steps, which avoid such a diagonal.
 */
static bool
is_crossed_in_order(truth *t, way_to_open how, const fr_diagnosis *found, uint32_t set,
					int start, int goal, int steps)
{
	int most = t->of->eight && has_directions(t->of) ? t->cells : steps;

	for (; steps <= most; steps++)
		if (listed_in_order(t, how, found, set, start, goal, steps))
			return true;
	return false;
}

/*
 * One-way cells and limits of heights may allow a diagonal step without the straight ones beside
 * it.
 */
static bool
is_least(const diagnosed_case *of, way_to_open how)
{
	bool straight = !of->layered || !has_directions(of);

	if (how < DOORS)
		return how == LIMITS || !is_large(of);
	return strstr(of->model, "SE") == NULL && !(of->eight && (of->heights || !straight));
}

static void
check_list(truth *t, way_to_open broken, int start, int goal, const fr_diagnosis *found)
{
	const way_to_open first = broken & SIDES ? broken : DOORS;
	const way_to_open orders[] = {first, broken ? broken : WALLS};
	uint32_t set = 0;
	int count = -1;
	way_to_open how = DOORS;
	int steps;

	for (int i = 0; i < 2 && count < 0; i++)
	{
		how = orders[i];
		count = fewest(t, how, start, goal);
	}
	if (!find_open_items(t, how, start, goal, found, &set))
	{
		expect(OPENED, false, t, start, goal, found, "no such obstacle");
		return;
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
	expect(ORDER, is_crossed_in_order(t, how, found, set, start, goal, steps), t, start,
		   goal, found, "");
	expect(STEPS, steps == fewest_steps(t, how, count, start, goal), t, start, goal,
		   found, "");
}

/* ---- the library ------------------------------------------------------------- */

#define GRIDS 12

/* The grids of a map, kept by the text of their model and by the layer that they lack. */
typedef struct subject
{
	const truth *of;
	fr_map plain; /* without layers and links */
	const uint8_t *links;
	fr_map map;
	uint8_t *packed;
	fr_model model;
	fr_grid *grids[GRIDS];
	char texts[GRIDS][FR_MODEL_TEXT_MAX + 10];
	int grid_count;
} subject;

typedef struct layer_text
{
	const char *name;
	uint32_t stored[MOST_CELLS];
} layer_text;

/* The layers of the map, except the one of this name, in the order of their names. */
static int
list_layers(const truth *t, const char *without, layer_text *at)
{
	const char *const names[] = {"blocked", "height", "sides"};
	const bool has[] = {t->of->layered, t->of->heights != NULL, t->of->sided};
	int count = 0;

	for (int i = 0; i < 3; i++)
	{
		if (!has[i] || strcmp(names[i], without) == 0)
			continue;
		at[count].name = names[i];
		for (int n = 0; n < t->cells; n++)
			at[count].stored[n] = (uint32_t) (i == 0   ? t->blocked[n]
											  : i == 1 ? t->heights[n]
													   : t->sides[n]);
		count++;
	}
	return count;
}

/* The map with its layers, except the one of this name. *packed is to be freed. */
static fr_map
map_with_layers(const subject *s, const char *without, uint8_t **packed)
{
	static const uint8_t digest[FR_GROUND_BYTES];
	layer_text texts[3];
	fr_layer layers[3];
	int count = list_layers(s->of, without, texts);
	size_t cells = (size_t) s->of->cells;
	size_t bytes = 0;
	fr_poll poll = no_poll();
	fr_map map = s->plain;
	fr_error error;
	uint8_t *to;

	*packed = NULL;
	map.links = s->links;
	map.link_count = (uint32_t) s->of->link_count;
	if (count == 0)
		return map;
	for (int i = 0; i < count; i++)
	{
		layers[i] = (fr_layer){.name = texts[i].name,
							   .name_length = (uint8_t) strlen(texts[i].name),
							   .scale = {.digits = 1}};
		fr_layer_measure(&layers[i], texts[i].stored, cells, &poll);
		bytes += fr_layer_size(&layers[i], cells);
	}
	bytes = fr_map_layered_size(&s->plain, bytes);
	*packed = new_block(bytes);
	to = fr_map_put_layers(*packed, &s->plain, digest, (uint32_t) count, &poll);
	for (int i = 0; i < count; i++)
	{
		fr_layer_pack(&layers[i], texts[i].stored, cells, to, &poll);
		to += fr_layer_size(&layers[i], cells);
	}
	if (fr_map_open_layered(*packed, bytes, &map, &error))
		exit(2);
	map.links = s->links;
	map.link_count = (uint32_t) s->of->link_count;
	return map;
}

/* The grid of the map, bound to its heights if the model reads them. */
static fr_grid *
grid_of(const subject *s, const fr_model *model, const char *without)
{
	malloc_arena scratch = malloc_arena_make(&scratch);
	fr_poll poll = no_poll();
	uint8_t *packed;
	fr_map map = map_with_layers(s, without, &packed);
	fr_costs costs;
	fr_error error;
	fr_grid *grid;

	if (fr_costs_resolve(model, &map, &costs, &error))
		exit(2);
	grid = malloc_grid(&map, model, &costs, &poll);
	if (fr_model_reads_layers(model))
		grid = fr_grid_bind(grid, &map, model, &malloc_grid_arena(grid)->core,
							&scratch.core, &poll, &error);
	malloc_arena_clear(&scratch);
	free(packed);
	if (grid == NULL)
		exit(2);
	return grid;
}

static const fr_grid *
grid_under(void *context, const fr_model *model, const char *without)
{
	subject *s = context;
	char text[FR_MODEL_TEXT_MAX + 10] = {0};

	sprintf(text + fr_model_write(model, text), " %s", without);
	for (int i = 0; i < s->grid_count; i++)
		if (strcmp(s->texts[i], text) == 0)
			return s->grids[i];
	if (s->grid_count == GRIDS)
		exit(2);
	strcpy(s->texts[s->grid_count], text);
	s->grids[s->grid_count] = grid_of(s, model, without);
	return s->grids[s->grid_count++];
}

static long seen[FR_REASONS];

static void
check_map(truth *t, subject *s, fr_workspace *workspace)
{
	fr_poll poll = no_poll();
	fr_method method = method_of("auto");
	fr_diagnosed asked = {
		.map = &s->map, .model = &s->model, .grid = grid_under, .context = s};
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
			way_to_open broken;
			fr_reason reason = reason_at(t, start, goal, &broken);

			malloc_arena_clear(&taken);
			fr_find_reason(&query, &asked, fr_sweep_workspace_on(query.grid, workspace),
						   &poll, &found);
			fr_find_obstacles(&query, &asked, &poll, &found);
			expect(REASON, found.reason == reason, t, start, goal, &found, "");
			seen[reason]++;
			if (reason == FR_PATH)
				expect(NUMBER, found.count == 0, t, start, goal, &found, "a path");
			else if (found.reason == reason)
				check_list(t, broken, start, goal, &found);
		}
}

/* Few bits of a number of the map and a cell. */
static uint32_t
mixed(long map, int cell, uint32_t salt)
{
	uint32_t n = (uint32_t) map * 2654435761u + (uint32_t) cell * 40503u + salt;

	n = (n ^ n >> 15) * 2246822519u;
	n = (n ^ n >> 13) * 3266489917u;
	return n ^ n >> 16;
}

/* Draws closed sides, of which half are walls, and blocked cells. */
static void
draw_layers(truth *t, long map)
{
	memset(t->sides, 0, sizeof t->sides);
	memset(t->blocked, 0, sizeof t->blocked);
	for (int n = 0; n < t->cells; n++)
	{
		uint32_t bits = mixed(map, n, 1);

		if (t->of->sided && bits % 2 == 0)
			t->sides[n] |= (uint8_t) (1 << bits / 2 % (t->rules.hex ? 6 : 4));
		if (t->of->sided && bits / 64 % 4 == 0 && n % t->of->width + 1 < t->of->width)
		{
			t->sides[n] |= 2; /* E, and W of the cell behind it */
			t->sides[n + 1] |= 8;
		}
		t->blocked[n] = t->of->layered && mixed(map, n, 2) % 5 == 0;
	}
}

/* The oracle's heights, and their limits. */
static void
add_rules_of_heights(truth *t)
{
	if (t->of->heights == NULL)
		return;
	for (int i = 0; i < t->cells; i++)
		t->heights[i] = t->of->heights[i] - '0';
	t->layers = (oracle_layers){.height = t->heights,
								.height_denominator = 1,
								.rise = {0, 1},
								.drop = {0, 1},
								.climb = {t->of->climb, 1},
								.fall = {t->of->fall, 1}};
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

/* All maps of a case from one on, or every `stride`th. */
static long
check_case(const diagnosed_case *of, long first, long stride, fr_workspace *workspace)
{
	uint8_t bytes[MOST_LINKS * FR_LINK_BYTES];
	uint8_t *layers;
	static truth t;
	long maps = 1;
	long checked = 0;
	fr_error error;
	subject s;

	t.of = of;
	t.cells = of->width * of->height;
	t.rules = rules_of(of);
	add_rules_of_heights(&t);
	parse_links(&t, bytes);
	for (int i = 0; i < t.cells; i++)
		maps *= CODES;
	for (long map = first; map < maps; map += stride)
	{
		long left = map;

		for (int i = 0; i < t.cells; i++, left /= CODES)
			t.codes[i] = (uint8_t) of->codes[left % CODES].code;
		draw_layers(&t, map);
		list_items(&t);
		for (int how = 0; how < OPENINGS; how++)
			memset(t.sets[how], 0, sizeof(moves_of_set) << t.item_count[how]);
		s = (subject){.of = &t, .links = bytes};
		s.plain =
			make_map(t.codes, (uint32_t) of->width, (uint32_t) of->height, &s.packed);
		s.map = map_with_layers(&s, "", &layers);
		if (fr_model_parse(of->model, strlen(of->model), &s.model, &error))
			exit(2);
		check_map(&t, &s, workspace);
		for (int i = 0; i < s.grid_count; i++)
			free_grid(s.grids[i]);
		free(layers);
		free(s.packed);
		checked++;
	}
	return checked;
}

/* ---- every rule with every other --------------------------------------------- */

typedef struct shape_rule
{
	const char *name;
	const char *options;
	bool eight;
	int corners;
} shape_rule;

static const shape_rule shapes[] = {{"tile", "", false, 2},
									{"octile", "", true, 2},
									{"octile", "corners=one, ", true, 1},
									{"octile", "corners=any, ", true, 0},
									{"hex", "", true, 0}};
static const struct
{
	const char *options;
	int size;
} sizes[] = {{"", 1}, {"size=2x1, ", 2}, {"size=2, ", 2}};
static const struct
{
	const char *options;
	const char *enter;
	const char *leave;
} directions[] = {{"v=1, ", NULL, NULL},
				  {"v=W, ", "W", "W"},
				  {"v=1/enter:E+S, ", "ES", NULL},
				  {"v=1/leave:none, ", NULL, ""}};
static const struct
{
	const char *options;
	const char *links[MOST_LINKS + 1];
	const char *closed;
} links[] = {{"", {0}, ""},
			 {"", {"(3,0)>(0,0):k"}, ""},
			 {"k=blocked, ", {"(0,0)<>(2,1):k", "(3,1)>(0,1)"}, "k"},
			 {"link=blocked, ", {"(0,0)<>(2,1)=1:k", "(1,0)>(3,0)"}, NULL}};

#define COUNT(array) ((int) (sizeof(array) / sizeof *(array)))

/* Of each combination a few maps of 4 x 2 cells; returns their number. */
static long
check_combinations(long most, fr_workspace *workspace)
{
	char model[200];
	long maps = 0;
	int combination = 0;

	for (int shape = 0; shape < COUNT(shapes); shape++)
		for (int size = 0; size < COUNT(sizes); size++)
			for (int way = 0; way < COUNT(directions); way++)
				for (int link = 0; link < COUNT(links); link++)
					for (int layers = 0; layers < 8; layers++)
					{
						bool limited = layers & 2;
						diagnosed_case of = {.model = model,
											 .eight = shapes[shape].eight,
											 .corners = shapes[shape].corners,
											 .size = sizes[size].size,
											 .codes = {GROUND, WALL,
													   ONE_WAY(directions[way].enter,
															   directions[way].leave)},
											 .closed_links = links[link].closed,
											 .width = 4,
											 .height = 2,
											 .sided = layers & 1,
											 .layered = layers & 4,
											 .heights = limited ? "01201020" : NULL,
											 .climb = 1,
											 .fall = 1};
						long all = 6561; /* 3 codes, 8 cells */

						if (size > 0 && strcmp(shapes[shape].name, "hex") == 0)
							continue;
						memcpy(of.links, links[link].links, sizeof of.links);
						sprintf(model, "%s(%s%s%s%s%sstraight=1)", shapes[shape].name,
								shapes[shape].options, sizes[size].options,
								directions[way].options, links[link].options,
								limited ? "climb=1, fall=1, " : "");
						/* an odd stride, and another first map each time */
						maps += check_case(&of, combination++ % 97, all / most | 1,
										   workspace);
					}
	return maps;
}

int
main(int argc, char **argv)
{
	long most = argc > 1 ? atol(argv[1]) : 60; /* maps per case */
	fr_method largest = method_of("jump");	   /* of all that `auto` becomes */
	fr_workspace *workspace = new_workspace(MOST_NODES, &largest);
	long maps = 0;

	for (int i = 0; i < CASES; i++)
	{
		long all = 1;

		for (int n = 0; n < cases[i].width * cases[i].height; n++)
			all *= CODES;
		maps += check_case(&cases[i], 0, all / most | 1, workspace);
	}
	maps += check_combinations(argc > 2 ? atol(argv[2]) : 6, workspace);
	for (int i = 0; i < CHECKS; i++)
		ok(checks[i].broken == 0 && checks[i].held > 0, "%s: %ld of %ld", checks[i].name,
		   checks[i].held, checks[i].held + checks[i].broken);
	for (int i = 0; i < FR_REASONS; i++)
		if (i != FR_COST_OUT_OF_RANGE)
			ok(seen[i] > 0, "%s: %ld pairs", fr_reason_text[i], seen[i]);
	printf("# %ld maps\n", maps);
	free(workspace);
	malloc_arena_clear(&taken);
	return tap_done();
}
