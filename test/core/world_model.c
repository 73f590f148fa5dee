/*
 * world_model.c - a random model: each choice goes into its text and into the oracle's rules
 */
#include "world.h"

#define GROUND ".GS"

/* ---- numbers: as text, and as what the text means ----------------------- */

/* Ordinary costs, and sometimes one with the most digits. */
static oracle_fraction
random_number(chance *c)
{
	static const int64_t tens[] = {1,	   10,		100,	  1000,		 10000,
								   100000, 1000000, 10000000, 100000000, 1000000000};
	uint32_t kind = chance_below(c, 40);

	if (kind < 20)
		return (oracle_fraction){1 + chance_below(c, 9), 1};
	if (kind < 28)
		return (oracle_fraction){10 * (1 + chance_below(c, 30)), 1};
	if (kind < 37)
		return (oracle_fraction){1 + chance_below(c, 400), tens[1 + chance_below(c, 2)]};
	if (kind < 39)
		return (oracle_fraction){1 + chance_below(c, 99999), tens[chance_below(c, 10)]};
	return (oracle_fraction){1 + chance_below(c, 999999999), tens[chance_below(c, 10)]};
}

/* Redundant zeros may be added or omitted: 007, 1.50, .5, 5. */
static char *
put_number(chance *c, char *to, oracle_fraction f)
{
	bool bare = chance_below(c, 8) == 0;

	if (chance_below(c, 20) == 0)
		to += sprintf(to, "00");
	if (!bare || f.number >= f.denominator)
		to += sprintf(to, "%lld", (long long) (f.number / f.denominator));
	if (f.denominator > 1 || bare)
		*to++ = '.';
	for (int64_t unit = f.denominator / 10; unit > 0; unit /= 10)
		*to++ = (char) ('0' + f.number / unit % 10);
	if (f.denominator > 1 && chance_below(c, 20) == 0)
		*to++ = '0';
	*to = 0;
	return to;
}

/* ---- models: each choice goes into the text and into the rules ---------- */

#define OPTION_TEXT 100
#define MAX_OPTIONS 24
#define STRANGERS 2 /* codes that a model may name although the map lacks them */

typedef struct option
{
	char key[OPTION_TEXT];
	char value[OPTION_TEXT];
} option;

typedef struct writer
{
	chance *c;
	oracle_model *rules;
	bool oneway; /* codes may have directions */
	int options;
	option option[MAX_OPTIONS];
} writer;

static bool
often(writer *w, uint32_t percent)
{
	return chance_below(w->c, 100) < percent;
}

static void
put_word(writer *w, const char *key, const char *word)
{
	option *o = &w->option[w->options++];

	strcpy(o->key, key);
	strcpy(o->value, word);
}

static void
put_cost(writer *w, const char *key, oracle_fraction *cost)
{
	char number[OPTION_TEXT];

	*cost = random_number(w->c);
	put_number(w->c, number, *cost);
	put_word(w, key, number);
}

/* A weight or, with this probability in percent, `blocked`. */
static void
put_weight(writer *w, const char *key, oracle_fraction *weight, uint32_t percent)
{
	if (!often(w, percent))
	{
		put_cost(w, key, weight);
		return;
	}
	put_word(w, key, "blocked");
	*weight = oracle_blocked;
}

static void
put_diagonal(writer *w)
{
	static const char *const corners[] = {"any", "one", "both"};

	w->rules->eight = w->rules->root2 = true;
	if (often(w, 60))
	{
		w->rules->root2 = false;
		put_cost(w, "diagonal", &w->rules->diagonal);
	}
	else if (often(w, 30))
		put_word(w, "diagonal", "sqrt2");
	w->rules->corners = 2;
	if (often(w, 50))
	{
		w->rules->corners = (int) chance_below(w->c, 3);
		put_word(w, "corners", corners[w->rules->corners]);
	}
}

/* A direction of the model, or mostly none. */
static void
put_heading(writer *w, const char *key, int *heading)
{
	static const char *const name[9] = {"NW", "N",	"NE", "W", "none",
										"E",  "SW", "S",  "SE"};
	int at = (int) chance_below(w->c, 9);

	*heading = 0;
	if (often(w, 60) || (at % 2 == 0 && at != 4 && !w->rules->eight && !w->rules->hex) ||
		(w->rules->hex && (at == 0 || at == 8)))
		return;
	put_word(w, key, name[at]);
	*heading = at == 4 ? 0 : at + 1;
}

/*
 * Prices of turns. A key for an angle counts more than the key for all. Few digits, because the
 * unit of costs has to divide them all.
 */
static void
put_turns(writer *w)
{
	static const char *const squares[] = {"turn45", "turn90", "turn135"};
	static const char *const hexagons[] = {"turn60", "turn120"};
	static const char *const values[] = {"0", "0.1", "0.5", "1", "2.25", "7", "30"};
	static const oracle_fraction numbers[] = {{0, 1},	  {1, 10}, {1, 2}, {1, 1},
											  {225, 100}, {7, 1},  {30, 1}};
	oracle_model *rules = w->rules;
	oracle_fraction every = {0, 1};
	int angles = rules->hex ? 2 : rules->eight ? 3 : 0;
	uint32_t i;

	if (angles == 0 || often(w, 60))
	{
		i = chance_below(w->c, 7);
		every = numbers[i];
		put_word(w, "turn", values[i]);
	}
	for (int angle = 1; angle < ORACLE_ANGLES; angle++)
	{
		rules->turn[angle] = every;
		if (angle > angles || often(w, 40))
			continue;
		i = chance_below(w->c, 7);
		rules->turn[angle] = numbers[i];
		put_word(w, rules->hex ? hexagons[angle - 1] : squares[angle - 1], values[i]);
	}
	put_heading(w, "heading", &rules->heading);
	put_heading(w, "arrive", &rules->arrive);
	rules->turn_back.denominator = 0;
	if (often(w, 70))
		return;
	i = chance_below(w->c, 7);
	rules->turn_back = numbers[i];
	put_word(w, "turn180", values[i]);
}

/* A tenth of a number, or the number, as text and as a side of cells. */
static void
put_side(writer *w, const char *key, oracle_fraction *side, int number, bool tenths)
{
	char text[OPTION_TEXT];

	*side = (oracle_fraction){number, tenths ? 10 : 1};
	put_word(w, key, (put_number(w->c, text, *side), text));
}

/*
 * Oblong cells, unless their steps would have too many digits. If the diagonal is their
 * length, it has to be a number, or a number times the root of 2.
 */
static void
put_sides(writer *w)
{
	static const int sides[][2] = {{3, 4}, {4, 3}, {5, 12}, {12, 5}, {15, 8},
								   {1, 7}, {7, 1}, {7, 17}, {17, 7}, {23, 7},
								   {2, 2}, {9, 9}, {6, 8},	{30, 40}};
	const int *both = sides[chance_below(w->c, sizeof sides / sizeof *sides)];
	oracle_fraction straight = w->rules->straight;
	bool tenths = often(w, 30);
	bool exact = w->rules->eight && w->rules->root2;

	if (straight.number > 9999999 || straight.denominator > 1000000)
		return;
	if (exact || often(w, 20))
	{
		put_side(w, "dx", &w->rules->dx, both[0], tenths);
		put_side(w, "dy", &w->rules->dy, both[1], tenths);
		return;
	}
	if (often(w, 80))
		put_side(w, "dx", &w->rules->dx, 1 + (int) chance_below(w->c, 40), tenths);
	if (often(w, 80))
		put_side(w, "dy", &w->rules->dy, 1 + (int) chance_below(w->c, 40), tenths);
}

/* Mostly squares. Takes numbers of its own, so that other choices are those of squares. */
static void
choose_sides(writer *w)
{
	chance *c = w->c;
	chance own = {c->state * 3 + 1};

	w->c = &own;
	if (often(w, 25))
		put_sides(w);
	w->c = c;
}

/* Which edges are joined; takes numbers of its own, as choose_sides does. */
static void
put_wrap(writer *w)
{
	static const char *const words[] = {"x", "y", "xy"};
	chance own = {w->c->state * 5 + 3};
	uint32_t which = 1 + chance_below(&own, 3);

	if (chance_below(&own, 100) >= world_wraps)
		return;
	w->rules->wrap_x = which & 1;
	w->rules->wrap_y = which >> 1;
	put_word(w, "wrap", words[which - 1]);
}

/*
 * The points of a turn: some steps, or a part of one. Takes numbers of its own, as choose_sides does.
 * Where turns have prices, over=block is refused.
 */
static void
put_points(writer *w, bool turns)
{
	static const int parts[] = {3, 5, 10, 15, 20, 25, 30, 40, 70, 100, 320, 3000, 12345};
	static const char *const overs[] = {"turn", "block", "spend"};
	chance own = {w->c->state * 7 + 11};
	chance *c = w->c;
	oracle_fraction points = w->rules->straight;
	char number[OPTION_TEXT];

	w->c = &own;
	if (chance_below(&own, 100) < world_points && points.number < 100000000 &&
		points.denominator < 100000000)
	{
		points.number *= parts[chance_below(&own, sizeof parts / sizeof *parts)];
		points.denominator *= 10;
		w->rules->points = points;
		put_word(w, "points", (put_number(&own, number, points), number));
		w->rules->over = (int) chance_below(&own, 3);
		if (turns && w->rules->over == ORACLE_OVER_BLOCK)
			w->rules->over = ORACLE_OVER_SPEND;
		if (w->rules->over || often(w, 30))
			put_word(w, "over", overs[w->rules->over]);
	}
	w->c = c;
}

/* Mostly small sizes, so that some positions are passable. */
static void
put_size(writer *w)
{
	char number[OPTION_TEXT];

	w->rules->size = 1 + (int) chance_below(w->c, often(w, 90) ? 4 : FR_SIZE_MAX);
	w->rules->tall = w->rules->size;
	if (often(w, 40))
		w->rules->tall = 1 + (int) chance_below(w->c, often(w, 90) ? 4 : FR_SIZE_MAX);
	if (w->rules->tall == w->rules->size && often(w, 80))
		sprintf(number, "%d", w->rules->size);
	else
		sprintf(number, "%dx%d", w->rules->size, w->rules->tall);
	put_word(w, "size", number);
}

/* Adds directions, or none, to a text; returns the steps that are not among them. */
static uint16_t
put_directions(writer *w, char *to, const char *prefix)
{
	static const char *const names[9] = {"NW", "N",	 "NE", "W", NULL,
										 "E",  "SW", "S",  "SE"};
	uint16_t forbidden = 0x1ff;
	char *first = to + sprintf(to, "%s", prefix);

	to = first;
	for (int i = 0; i < 9; i++)
	{
		bool diagonal = i % 2 == 0;

		if (!names[i] || (diagonal && !w->rules->eight) ||
			(w->rules->hex && i % 8 == 0) || often(w, 45))
			continue;
		to += sprintf(to, "%s%s", to == first ? "" : "+", names[i]);
		forbidden ^= (uint16_t) (1u << i);
	}
	if (to == first)
		sprintf(to, "none");
	return forbidden;
}

/* Puts directions before or behind the weight of the last option, or in its place. */
static void
add_ways(writer *w, uint8_t code)
{
	option *o = &w->option[w->options - 1];
	oracle_model *rules = w->rules;
	bool bare = often(w, 30);
	char enter[OPTION_TEXT];
	char leave[OPTION_TEXT];
	char weight[OPTION_TEXT];

	strcpy(weight, o->value);
	rules->no_enter[code] = put_directions(w, enter, bare ? "" : "enter:");
	rules->no_leave[code] = rules->no_enter[code];
	if (!bare)
		rules->no_leave[code] = put_directions(w, leave, "leave:");
	if (!bare && often(w, 30))
	{
		rules->no_enter[code] = 0;
		strcpy(enter, leave);
		bare = true;
	}
	if (often(w, 30))
	{
		rules->weight[code] = (oracle_fraction){1, 1};
		strcpy(o->value, enter);
	}
	else if (often(w, 50))
		sprintf(o->value, "%.40s/%.40s", weight, enter);
	else
		sprintf(o->value, "%.40s/%.40s", enter, weight);
	if (!bare)
		sprintf(o->value + strlen(o->value), "/%.40s", leave);
}

/* In quotes if necessary, and sometimes otherwise. */
static void
put_code(writer *w, uint8_t code)
{
	static const char *const zeros[] = {"0", "0.0", "00", ".0"};
	char key[8];

	sprintf(key, strchr("(),='", code) || often(w, 20) ? "'%c'" : "%c", code);
	if (code == '\'')
		strcpy(key, "''''");
	if (often(w, 12))
	{
		put_word(w, key, zeros[chance_below(w->c, 4)]);
		w->rules->weight[code] = (oracle_fraction){0, 1};
	}
	else
		put_weight(w, key, &w->rules->weight[code], 15);
	w->rules->named[code] = true;
	if (w->oneway && often(w, 60))
		add_ways(w, code);
}

static void
put_codes(writer *w, const uint8_t *codes, int count)
{
	oracle_fraction obstacle = oracle_blocked;

	if (often(w, 30))
		put_weight(w, "obstacle", &obstacle, 10);
	for (int code = 0; code < 256; code++)
		w->rules->weight[code] = obstacle;
	if (w->rules->hex)
		w->rules->weight['|'] = oracle_blocked;
	for (const char *code = GROUND; *code; code++)
		w->rules->weight[(uint8_t) *code] = (oracle_fraction){1, 1};
	for (int i = 0; i < count; i++)
		if (often(w, 50))
			put_code(w, codes[i]);
}

/* Weights of codes that do not occur: no cost may depend on them. */
static void
put_strangers(writer *w, const uint8_t *codes, int count)
{
	uint8_t code = (uint8_t) (FR_FIRST_CODE + chance_below(w->c, FR_CODES - STRANGERS));

	for (int i = 0; i < STRANGERS; i++, code++)
		if (often(w, 20) && !memchr(codes, code, (size_t) count))
			put_code(w, code);
}

/* Shuffles the options. */
static void
shuffle(writer *w)
{
	for (int i = w->options - 1; i > 0; i--)
	{
		int j = (int) chance_below(w->c, (uint32_t) i + 1);
		option o = w->option[i];

		w->option[i] = w->option[j];
		w->option[j] = o;
	}
}

/* Adds a part of the text, sometimes with blanks around it. */
static char *
put_part(chance *c, char *to, const char *part)
{
	static const char *const blanks[] = {" ", "\t", "\n", " \r "};
	const char *before = chance_below(c, 10) ? "" : blanks[chance_below(c, 4)];
	const char *after = chance_below(c, 10) ? "" : blanks[chance_below(c, 4)];

	return to + sprintf(to, "%s%s%s", before, part, after);
}

static void
put_options(const writer *w, char *to)
{
	if (w->options == 0 && chance_below(w->c, 4))
		return;
	to = put_part(w->c, to, "(");
	for (int i = 0; i < w->options; i++)
	{
		to = put_part(w->c, to, w->option[i].key);
		to = put_part(w->c, to, "=");
		to = put_part(w->c, to, w->option[i].value);
		to = put_part(w->c, to, i + 1 < w->options ? "," : "");
	}
	put_part(w->c, to, ")");
}

void
world_model(chance *c, const uint8_t *codes, int count, bool turns, char *text,
			oracle_model *rules)
{
	writer w = {.c = c, .rules = rules};
	uint32_t kind = chance_below(c, 20); /* of model */
	bool hex = kind < 4;
	bool octile = !hex && kind < 16;
	static const char *const weighs[] = {"enter", "average", "leave", "max"};

	w.oneway = often(&w, 20);
	*rules = (oracle_model){.straight = {1, 1}};
	if (octile)
		put_diagonal(&w);
	if (hex)
		rules->eight = rules->hex = true;
	if (often(&w, 60))
		put_cost(&w, "straight", &rules->straight);
	if (!hex && !turns)
		choose_sides(&w);
	if (!turns)
		put_wrap(&w);
	if (often(&w, 50))
	{
		rules->weigh = (int) chance_below(w.c, 4);
		put_word(&w, "weigh", weighs[rules->weigh]);
	}
	if (!hex && often(&w, 25))
		put_size(&w);
	if (hex && often(&w, 30))
	{
		bool flower = !rules->wrap_x && !rules->wrap_y && often(&w, 50);

		rules->size = flower ? 7 : 2; /* 2: and the next one to the east */
		rules->tall = 1;
		put_word(&w, "size", flower ? "7" : "2");
	}
	if (turns)
		put_turns(&w);
	put_points(&w, turns);
	put_codes(&w, codes, count);
	put_strangers(&w, codes, count);
	shuffle(&w);
	put_options(&w, put_part(c, text, hex ? "hex" : octile ? "octile" : "tile"));
}
