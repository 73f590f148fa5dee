/*
 * grammar.c - worlds and methods out of the bytes of an input
 *
 * A model goes into a text and, apart from it, into the oracle's rules, as in
 * test/core/world.c.  Zeros mean what is usual.
 *
 * Models here have costs of steps, corners, weights of codes and `weigh`, whose numbers are bytes
 * of the input. Maps have codes only. All other rules (layers, sides, sizes, directions, joined
 * edges, turns, points) come from worlds of all rules (ruled.h), whose seed is in the input, and
 * links from the bytes behind it. test/core/test_lists.c fails if neither draws a key of models.
 */
#include "grammar.h"

#define MAX_SIDE 160 /* two words of the bits of a row, and a part of a third */
#define MAX_CODES 6
#define IDASTAR_EXPANSIONS 5000 /* it may take forever */

/* ---- models: each choice goes into the text and into the rules ------------ */

static const char code_names[] = ".@GTSW'(";

#define CODE_NAMES (sizeof code_names - 1)

typedef struct text_writer
{
	bytes *from;
	oracle_model *rules;
	char *to;
	const char *before; /* the next option */
} text_writer;

/* Mostly a few digits, at times as many as there may be. */
static oracle_fraction
take_decimal(text_writer *s, char *text)
{
	static const int sizes[] = {1, 1, 2, 4};
	static const int scales[] = {0, 0, 0, 1, 1, 2, 4, 9};
	uint32_t kind = take_byte(s->from);
	int scale = scales[kind / 4 % 8];
	oracle_fraction f = {1 + take_bytes(s->from, sizes[kind % 4]) % 999999999, 1};

	for (int i = 0; i < scale; i++)
		f.denominator *= 10;
	text +=
		sprintf(text, scale ? "%lld." : "%lld", (long long) (f.number / f.denominator));
	for (int64_t unit = f.denominator / 10; unit > 0; unit /= 10)
		*text++ = (char) ('0' + f.number / unit % 10);
	*text = 0;
	return f;
}

static void
write_key(text_writer *s, const char *key, const char *value)
{
	s->to += sprintf(s->to, "%s%s=%s", s->before, key, value);
	s->before = ", ";
}

static void
write_cost(text_writer *s, const char *key, oracle_fraction *cost)
{
	char text[FR_DECIMAL_TEXT_MAX + 1];

	*cost = take_decimal(s, text);
	write_key(s, key, text);
}

static void
write_diagonal(text_writer *s, bool given, uint32_t corners)
{
	static const char *const names[] = {"any", "one", "both"};

	s->rules->eight = true;
	s->rules->root2 = !given;
	if (given)
		write_cost(s, "diagonal", &s->rules->diagonal);
	s->rules->corners = corners < 2 ? (int) corners : 2;
	write_key(s, "corners", names[s->rules->corners]);
}

/* Which model: of the three rules of corners for octile, two bits leave a fourth. */
static const char *
name_of(bool tile, uint32_t corners)
{
	return tile ? "tile" : corners == 3 ? "hex" : "octile";
}

static void
write_weight(text_writer *s, uint8_t code)
{
	char key[8];
	uint32_t byte = take_byte(s->from);
	uint32_t choice = byte % 4;

	sprintf(key, code == '\'' ? "''''" : "'%c'", code);
	if (choice == 1)
	{
		write_key(s, key, "blocked");
		s->rules->weight[code] = oracle_blocked;
	}
	else if (choice == 3 && byte / 4 % 8 == 7)
	{
		write_key(s, key, "0");
		s->rules->weight[code] = (oracle_fraction){0, 1};
	}
	else if (choice > 1)
		write_cost(s, key, &s->rules->weight[code]);
}

static void
write_weights(text_writer *s, bool obstacle_given, const uint8_t *codes, uint32_t count)
{
	oracle_fraction obstacle = oracle_blocked;

	if (obstacle_given)
		write_cost(s, "obstacle", &obstacle);
	for (int code = 0; code < 256; code++)
		s->rules->weight[code] = obstacle;
	if (s->rules->hex)
		s->rules->weight['|'] = oracle_blocked;
	for (const char *code = ".GS"; *code; code++)
		s->rules->weight[(uint8_t) *code] = (oracle_fraction){1, 1};
	for (uint32_t i = 0; i < count; i++)
		write_weight(s, codes[i]);
}

/* A bit of the first byte for each option, and two for the corners. */
static void
take_model(bytes *from, const uint8_t *codes, uint32_t count, world *w)
{
	static const char *const weighs[] = {"enter", "average", "leave", "max"};
	uint32_t given = take_byte(from);
	bool tile = given >> 4 & 1;
	text_writer s = {from, &w->rules, w->text, "("};

	w->rules = (oracle_model){.straight = {1, 1}};
	s.to += sprintf(s.to, "%s", name_of(tile, given >> 6));
	w->rules.hex = !tile && given >> 6 == 3;
	if (!tile && !w->rules.hex)
		write_diagonal(&s, given >> 5 & 1, given >> 6);
	if (given & 1)
		write_cost(&s, "straight", &w->rules.straight);
	w->rules.weigh = (int) ((given >> 1 & 1) | (given >> 2 & 2));
	write_key(&s, "weigh", weighs[w->rules.weigh]);
	write_weights(&s, given >> 2 & 1, codes, count);
	strcpy(s.to, ")");
}

/* ---- worlds ------------------------------------------------------------ */

/* Mostly up to 32, at times as long as can be. */
static int
take_side(bytes *from, uint32_t most)
{
	uint32_t side = take_byte(from);

	side = side < 192 ? side % 32 : (side - 192) * MAX_SIDE / 64;
	return 1 + (int) (side < most ? side : most - 1);
}

static uint32_t
take_codes(bytes *from, uint8_t codes[MAX_CODES])
{
	uint32_t count = 1 + take_byte(from) % MAX_CODES;
	uint32_t first = take_byte(from);

	for (uint32_t i = 0; i < count; i++)
		codes[i] = (uint8_t) code_names[(first + i) % CODE_NAMES];
	return count;
}

/* Single cells, and runs of up to 16; the first code to the end. */
static void
take_cells(bytes *from, const uint8_t *codes, uint32_t count, world *w)
{
	size_t cells = (size_t) w->width * (size_t) w->height;
	size_t done = 0;

	w->codes = new_block(cells);
	while (done < cells)
	{
		bool at_end = from->next == from->end;
		uint32_t choice = take_byte(from);
		size_t run = at_end ? cells : choice < 128 ? 1 : 1 + choice / 8 % 16;

		run = run < cells - done ? run : cells - done;
		memset(w->codes + done, codes[choice % 8 % count], run);
		done += run;
	}
}

void
take_world(bytes *from, world *w, uint32_t *start)
{
	uint8_t codes[MAX_CODES];
	uint32_t count;

	*w = (world){0};
	w->width = take_side(from, MAX_SIDE);
	w->height = take_side(from, (uint32_t) (WORLD_CELLS / w->width));
	count = take_codes(from, codes);
	take_model(from, codes, count, w);
	*start = take_bytes(from, 2) % (uint32_t) (w->width * w->height);
	take_cells(from, codes, count, w);
	world_build(w);
}

/* ---- methods ----------------------------------------------------------- */

/* Each takes a byte of a question, the usual being 0; a number follows an = in the end. */
typedef struct option
{
	unsigned searches; /* a bit for each that takes it */
	const char *words[7];
	const char *needs;		/* without effect unless the text has this, */
	const char *without[3]; /* and refused if it has one of these */
} option;

#define FRINGE (1u << FR_FRINGE)
#define ASTAR (1u << FR_ASTAR)
#define IDASTAR (1u << FR_IDASTAR)
#define ALL (FRINGE | ASTAR | IDASTAR)

static const option options[] = {
	{FRINGE,
	 {"", "list=array", "pick=min_f", "pick=min_g", "buckets=2", "buckets=1000", NULL}},
	{FRINGE, {"", "step=", NULL}},
	{ASTAR, {"", "open=heap", "open=tree", "open=list", "nodes=malloc", NULL}},
	{ASTAR, {"", "tie=low_g", "tie=lifo", NULL}, "open="},
	{IDASTAR, {"", "memory=g", "memory=none", NULL}},
	{IDASTAR, {"", "deadends=off", "deadends=infinite", "deadends=own", NULL}},
	{IDASTAR, {"", "repair=off", NULL}},
	{IDASTAR, {"", "delta=", NULL}},
	{ALL,
	 {"", "heuristic=alt", "heuristic=altbest", "heuristic=zero", "heuristic=levels",
	  NULL}},
	{ALL, {"", "best=2", "best=3", NULL}, "heuristic=altbest"},
	{ALL, {"", "landmarks=1", "landmarks=3", "landmarks=4", NULL}, "heuristic=alt"},
	{ALL, {"", "place=farthest", "place=anywhere", NULL}, "heuristic=alt"},
	{FRINGE | ASTAR, {"", "from=start", NULL}, "heuristic=alt"},
	{FRINGE | ASTAR, {"", "moves=all", NULL}},
	{ALL, {"", "components=ignore", NULL}},
	{ASTAR, {"", "lookup=scan", NULL}, NULL, {"nodes="}},
	{FRINGE | IDASTAR,
	 {"", "uneven=2", "uneven=5", "uneven=64", NULL},
	 NULL,
	 {"list=", "buckets=", "heuristic=zero"}},
	{IDASTAR, {"", "deadends=safe", NULL}, "delta=", {"memory=", "deadends="}},
	{ALL, {"", "clear=eagerly", NULL}, NULL, {"memory=none"}},
};

static const char *
choose_word(const option *o, uint32_t choice)
{
	uint32_t count = 0;

	while (o->words[count])
		count++;
	return o->words[choice % count];
}

static void
write_option(text_writer *s, const char *word)
{
	char number[FR_DECIMAL_TEXT_MAX + 1] = "";
	size_t length = strlen(word);

	if (length == 0)
		return;
	if (word[length - 1] == '=')
		take_decimal(s, number);
	s->to += sprintf(s->to, "%s%s%s", s->before, word, number);
	s->before = ", ";
}

/* Does the option have an effect after this text? */
static bool
fits(const option *o, const char *text)
{
	bool fits = o->needs == NULL || strstr(text, o->needs);

	for (size_t i = 0; i < sizeof o->without / sizeof *o->without; i++)
		fits = fits && (o->without[i] == NULL || !strstr(text, o->without[i]));
	return fits;
}

/* With a limit of 0 a search has none; IDA* needs one. */
void
write_method(bytes *from, fr_search_kind search, uint32_t limit, char *text)
{
	static const char *const names[] = {"auto", "fringe", "astar", "idastar", "jump"};
	text_writer s = {from, NULL, text, "("};

	s.to += sprintf(s.to, "%s", names[search]);
	if (search == FR_IDASTAR && limit == 0)
		limit = IDASTAR_EXPANSIONS;
	if (limit > 0 && search != FR_AUTO)
	{
		s.to += sprintf(s.to, "(max_expanded=%u", limit);
		s.before = ", ";
	}
	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		if (options[i].searches >> search & 1)
		{
			const char *word = choose_word(&options[i], take_byte(from));

			if (fits(&options[i], text))
				write_option(&s, word);
		}
	if (*s.before == ',')
		strcpy(s.to, ")");
}
