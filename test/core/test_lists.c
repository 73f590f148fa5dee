/*
 * test_lists.c - lists elsewhere that name every search, option and word: what is new and missing in one of them fails here
 *
 * Searches, options and words are asked of the parsers, whose errors name all that would do.
 */
#include <stdlib.h>
#include <string.h>

#include "linked.h"
#include "tap.h"

#define TEXT_MAX 256

/* ---- the lists ------------------------------------------------------------------ */

/* The whole text of files; fails if one cannot be read. Tests run in the root of the tree. */
static char *
read_files(const char *const *paths)
{
	size_t length = 0;
	char *text = calloc(1, 1);

	for (; *paths; paths++)
	{
		FILE *file = fopen(*paths, "r");
		size_t got = 1;

		if (!file)
		{
			ok(false, "%s can be read", *paths);
			continue;
		}
		while (got > 0)
		{
			text = realloc(text, length + 65536);
			got = fread(text + length, 1, 65535, file);
			length += got;
			text[length] = 0;
		}
		fclose(file);
	}
	return text;
}

typedef struct list
{
	const char *paths[6];
	char *text;
} list;

static list of_methods = {{"fuzz/grammar.c", NULL}, NULL};
/* test_factors.c has the keys whose costs are rounded. */
static list of_models = {{"fuzz/grammar.c", "test/core/world_model.c",
						  "test/core/world_layers.c", "test/core/linked_lines_grid.h",
						  "test/core/test_factors.c", NULL},
						 NULL};
static list of_costs = {{"test/core/random_costs.c", "test/core/test_factors.c", NULL},
						NULL};
static list words_of_text = {{"fuzz/text.dict", NULL}, NULL};
static list agreement = {{"sql/alike.sql", NULL}, NULL};
static list every_option = {{"test/core/test_options.c", NULL}, NULL};
static list with_links = {{"sql/links.sql", NULL}, NULL};

/* Does the list have the parts one after another? */
static bool
has(const list *l, const char *a, const char *b, const char *c)
{
	char wanted[2 * TEXT_MAX];

	snprintf(wanted, sizeof wanted, "%s%s%s", a, b, c);
	return strstr(l->text, wanted) != NULL;
}

/* ---- methods ----------------------------------------------------------------------- */

/* Options that count only with another one: without it need_of refuses them. */
static const char *const counts_with[][2] = {
	{"tie", "open=heap"},			{"best", "heuristic=altbest"},
	{"landmarks", "heuristic=alt"}, {"place", "heuristic=alt"},
	{"seed", "heuristic=alt"},		{"from", "heuristic=alt"},
};

/* What fuzz/grammar.c does not draw, with the reason. */
static const char *const not_drawn[][2] = {
	{"seen=left", "paths may cost more than the best ones, and may be lost"},
	{"seed=", "it changes where random landmarks are, which the map changes, too"},
	{"tie=none", "it is refused with open=tree and open=list, which are drawn apart"},
};

static const char *
second_of(const char *const (*pairs)[2], size_t count, const char *first)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(pairs[i][0], first) == 0)
			return pairs[i][1];
	return NULL;
}

#define SECOND_OF(pairs, first) second_of(pairs, sizeof pairs / sizeof *pairs, first)

/* Is the text a method? Then its canonical text is in `canonical`. */
static bool
parse_method(const char *text, char *canonical, fr_error *error)
{
	fr_method method;

	if (fr_method_parse(text, strlen(text), &method, error))
		return false;
	canonical[fr_method_write(&method, canonical)] = 0;
	return true;
}

/* Does the method's canonical text have the option? Conflicts with a default are refused, which is told, too. */
static bool
is_kept(const char *search, const char *key, const char *value, bool *refused)
{
	const char *with = SECOND_OF(counts_with, key);
	char text[TEXT_MAX];
	char wanted[TEXT_MAX];
	char canonical[FR_METHOD_TEXT_MAX + 1];
	fr_error error;

	snprintf(text, sizeof text, "%s(%s%s%s=%s)", search, with ? with : "",
			 with ? ", " : "", key, value);
	snprintf(wanted, sizeof wanted, "%s=%s", key, value);
	*refused = !parse_method(text, canonical, &error);
	return !*refused && strstr(canonical, wanted) != NULL;
}

/* With no other option: is the option kept, or an error? It must not go unnoticed. */
static bool
is_noticed(const char *search, const char *key, const char *value)
{
	char text[TEXT_MAX];
	char wanted[TEXT_MAX];
	char canonical[FR_METHOD_TEXT_MAX + 1];
	fr_error error;

	snprintf(text, sizeof text, "%s(%s=%s)", search, key, value);
	snprintf(wanted, sizeof wanted, "%s=%s", key, value);
	return parse_method(text, canonical, &error) ? strstr(canonical, wanted) != NULL
												 : error.status == FR_CONFLICT;
}

/* A number is the value "". */
static void
check_drawn(const char *key, const char *value)
{
	char option[TEXT_MAX];

	snprintf(option, sizeof option, "%s=%s", key, value);
	if (!SECOND_OF(not_drawn, option))
		ok(has(&of_methods, *value ? "\"" : "", option, *value ? "\"" : ""),
		   "fuzz/grammar.c draws %s of methods", option);
}

static void
check_words(const char *search, const char *key, const char *const *words)
{
	int lost = 0;
	int unnoticed = 0;

	for (; *words; words++)
	{
		bool refused;

		unnoticed += !is_noticed(search, key, *words);
		if (is_kept(search, key, *words, &refused) || refused)
			check_drawn(key, *words);
		else
			lost++;
	}
	ok(lost == 1,
	   "%s(%s=...): one word, the default, is left out; need_of of src/core/query/method.c and counts_with of test/core/test_lists.c agree on others",
	   search, key);
	ok(unnoticed == 1,
	   "%s(%s=...) alone: each word is kept or refused, except the default; need_of of src/core/query/method.c",
	   search, key);
}

static void
check_option(const char *search, const char *key)
{
	char text[TEXT_MAX];
	char canonical[FR_METHOD_TEXT_MAX + 1];
	fr_error error;
	bool refused;

	snprintf(text, sizeof text, "%s(%s=!)", search, key);
	if (parse_method(text, canonical, &error))
		ok(false, "%s is refused", text);
	else if (error.status == FR_BAD_VALUE)
		check_words(search, key, error.choices);
	else
	{
		ok(is_kept(search, key, "7", &refused),
		   "%s(%s=7) is kept; need_of of src/core/query/method.c and counts_with of test/core/test_lists.c agree on when it counts",
		   search, key);
		ok(is_noticed(search, key, "7"),
		   "%s(%s=7) alone is kept or refused: need_of of src/core/query/method.c",
		   search, key);
		check_drawn(key, "");
	}
	ok(has(&words_of_text, "\"", key, "="), "fuzz/text.dict has %s= of methods", key);
}

static void
test_methods(void)
{
	char canonical[FR_METHOD_TEXT_MAX + 1];
	fr_error searches;

	parse_method("none", canonical, &searches);
	for (int i = 0; searches.choices[i]; i++)
	{
		char text[TEXT_MAX];
		fr_error keys;

		ok(has(&words_of_text, "\"", searches.choices[i], ""),
		   "fuzz/text.dict has the method %s", searches.choices[i]);
		ok(has(&agreement, "'", searches.choices[i], ""),
		   "sql/alike.sql asks the method %s", searches.choices[i]);
		ok(has(&with_links, "'", searches.choices[i], "'"),
		   "sql/links.sql asks the method %s", searches.choices[i]);
		snprintf(text, sizeof text, "%s(none=1)", searches.choices[i]);
		parse_method(text, canonical, &keys);
		for (int k = 0; keys.choices[k]; k++)
			check_option(searches.choices[i], keys.choices[k]);
	}
}

/* ---- models --------------------------------------------------------------------------- */

/* The error for a wrong key of a model, whose choices are the keys of the model. */
static fr_error
wrong_key(const char *name)
{
	char text[TEXT_MAX];
	fr_model model;
	fr_error error;

	snprintf(text, sizeof text, "%s(none=1)", name);
	fr_model_parse(text, strlen(text), &model, &error);
	return error;
}

static void
test_models(void)
{
	fr_model model;
	fr_error names;

	fr_model_parse("none", 4, &model, &names);
	for (int i = 0; names.choices[i]; i++)
	{
		char text[TEXT_MAX];
		fr_error keys = wrong_key(names.choices[i]);

		ok(has(&of_models, "\"", names.choices[i], "\"") ||
			   has(&of_models, "\"", names.choices[i], "("),
		   "fuzz/grammar.c, test/core/world_model.c or linked_lines_grid.h draws the model %s",
		   names.choices[i]);
		ok(has(&words_of_text, "\"", names.choices[i], "("),
		   "fuzz/text.dict has the model %s", names.choices[i]);
		ok(has(&agreement, "'", names.choices[i], "'"), "sql/alike.sql has the model %s",
		   names.choices[i]);
		ok(has(&every_option, "\"", names.choices[i], "\"") ||
			   strcmp(names.choices[i], "anyangle") == 0,
		   "test/core/test_options.c asks under the model %s", names.choices[i]);
		for (int k = 0; keys.choices[k]; k++)
		{
			const char *name = strstr(keys.choices[k], "NAME");
			const char *equals = name ? "" : "=";
			char key[TEXT_MAX];
			fr_error words;

			snprintf(
				key, sizeof key, "%.*s",
				(int) (name ? name - keys.choices[k] : (long) strlen(keys.choices[k])),
				keys.choices[k]);
			ok(has(&of_models, "\"", key, "\"") || has(&of_models, key, equals, ""),
			   "fuzz/grammar.c, test/core/world_model.c, world_layers.c or linked_lines_grid.h draws the key %s of the model %s",
			   key, names.choices[i]);
			ok(has(&of_costs, "\"", key, "\"") || has(&of_costs, key, equals, ""),
			   "test/core/random_costs.c has to cover the key %s of models", key);
			ok(has(&words_of_text, "\"", key, equals), "fuzz/text.dict has %s of models",
			   key);
			ok(has(&agreement, key, equals, ""), "sql/alike.sql has a rule with %s", key);
			snprintf(text, sizeof text, "%s(%s=!)", names.choices[i], keys.choices[k]);
			fr_model_parse(text, strlen(text), &model, &words);
			for (int w = 0; words.status == FR_BAD_VALUE && words.choices[w]; w++)
				ok(has(&of_models, "\"", words.choices[w], "\""),
				   "fuzz/grammar.c draws %s=%s of models", keys.choices[k],
				   words.choices[w]);
		}
	}
}

/* ---- what fuzz/prepared.c and fuzz/search.c draw ---------------------------------------------------- */

#define WORLDS 6000
#define MAX_ITEMS 400

/* Other harnesses draw straight lines, and some keys have costs that no oracle in whole numbers tells. */
static const char *const drawn_elsewhere[][2] = {
	{"anyangle", "fuzz/lines.c draws them"},
	{"latitude", "its costs are rounded: test/core/test_factors.c"},
	{"link", "fuzz/prepared.c draws it with the links"},
	{"wrap=none", "it is the default"},
};

/* A key of a model, or a word of a key; NULL: any value. */
typedef struct item
{
	char model[16];
	char key[32];
	bool prefix; /* a name follows */
	char word[16];
	bool drawn;
} item;

static item items[MAX_ITEMS];
static int item_count;

static void
add_item(const char *model, const char *key, const char *word)
{
	const char *name = strstr(key, "NAME");
	item *i = &items[item_count++];

	snprintf(i->model, sizeof i->model, "%s", model);
	snprintf(i->key, sizeof i->key, "%.*s",
			 (int) (name ? name - key : (long) strlen(key)), key);
	snprintf(i->word, sizeof i->word, "%s", word);
	i->prefix = name != NULL;
}

static void
list_items(void)
{
	fr_model model;
	fr_error names;

	fr_model_parse("none", 4, &model, &names);
	for (int i = 0; names.choices[i]; i++)
	{
		char text[TEXT_MAX];
		fr_error keys = wrong_key(names.choices[i]);

		for (int k = 0; keys.choices[k] && !SECOND_OF(drawn_elsewhere, names.choices[i]);
			 k++)
		{
			fr_error words;

			if (SECOND_OF(drawn_elsewhere, keys.choices[k]))
				continue;
			add_item(names.choices[i], keys.choices[k], "");
			snprintf(text, sizeof text, "%s(%s=!)", names.choices[i], keys.choices[k]);
			fr_model_parse(text, strlen(text), &model, &words);
			for (int w = 0; words.status == FR_BAD_VALUE && words.choices[w]; w++)
			{
				fr_error refused; /* diagonal headings of tile are */

				snprintf(text, sizeof text, "%s=%s", keys.choices[k], words.choices[w]);
				if (SECOND_OF(drawn_elsewhere, text))
					continue;
				snprintf(text, sizeof text, "%s(%s=%s)", names.choices[i],
						 keys.choices[k], words.choices[w]);
				if (fr_model_parse(text, strlen(text), &model, &refused) == FR_OK)
					add_item(names.choices[i], keys.choices[k], words.choices[w]);
			}
		}
	}
}

static const char *
skip_blanks(const char *at)
{
	return at + strspn(at, " \t\r\n");
}

/* Does the text of a model have the key, with the word? */
static bool
is_drawn(const item *i, const char *text)
{
	const char *at = skip_blanks(text);
	size_t length = strlen(i->key);

	if (strncmp(at, i->model, strlen(i->model)) != 0)
		return false;
	for (at = strpbrk(at, "(,"); at; at = strpbrk(at + 1, "(,"))
	{
		const char *key = skip_blanks(at + 1);

		if (strncmp(key, i->key, length) != 0)
			continue;
		key = i->prefix ? strchr(key, '=') : skip_blanks(key + length);
		if (key == NULL || *key != '=')
			continue;
		key = skip_blanks(key + 1);
		if (strncmp(key, i->word, strlen(i->word)) == 0 &&
			(!*i->word || strchr(" \t\r\n,)", key[strlen(i->word)])))
			return true;
	}
	return false;
}

static void
test_fuzzed_worlds(void)
{
	int blocked = 0;
	int sided = 0;

	list_items();
	for (uint64_t seed = 1; seed <= WORLDS; seed++)
	{
		world w;

		make_of_all_rules(&w, seed, 4);
		blocked += w.blocked != NULL;
		sided += w.sides != NULL;
		for (int i = 0; i < item_count; i++)
			items[i].drawn = items[i].drawn || is_drawn(&items[i], w.text);
		world_free(&w);
	}
	for (int i = 0; i < item_count; i++)
		ok(items[i].drawn,
		   "worlds of all rules, which fuzz/prepared.c and search.c ask about, have %s%s%s of %s",
		   items[i].key, *items[i].word ? "=" : "", items[i].word, items[i].model);
	ok(blocked > 0 && sided > 0, "... and blocked cells, and closed sides");
}

/*
 * A function that does not support a rule must not advise to drop it as if the answer stayed the
 * same: the hint of a rule says what the answer then ignores, or has another way that keeps it.
 */
static void
test_rules(void)
{
	static const fr_rules otherwise =
		FR_RULE(LINES) | FR_RULE(HEXAGONS) | FR_RULE(SQRT2_LINKS) | FR_RULE(FREE);

	for (int rule = 0; rule < FR_RULE_COUNT; rule++)
		ok((strstr(fr_rule_rows[rule].hint, "the answer ignores ") != NULL) ==
			   !(otherwise >> rule & 1),
		   "the hint of %s says what the answer ignores: %s", fr_rule_rows[rule].name,
		   fr_rule_rows[rule].hint);
}

int
main(void)
{
	list *lists[] = {&of_methods, &of_models,	 &of_costs,	 &words_of_text,
					 &agreement,  &every_option, &with_links};

	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		lists[i]->text = read_files(lists[i]->paths);
	test_methods();
	test_models();
	test_fuzzed_worlds();
	test_rules();
	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		free(lists[i]->text);
	return tap_done();
}
