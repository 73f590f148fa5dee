/*
 * test_hints.c - if "=" is missing, a hint names a pair that leads on
 *
 * The words of all options of all models and methods stand in every other model and method
 * as if they were options, and so do keys and characters with a number behind them. All are
 * asked of the parsers, whose errors name what they would take.
 */
#include <string.h>

#include "core/core.h"
#include "tap.h"

#define TEXT_MAX 256
#define WORDS_MAX 400

static const char *words[WORDS_MAX];
static int word_count;

static bool
parse(const char *text, bool model, fr_error *error)
{
	fr_model m;
	fr_method k;

	return (model ? fr_model_parse(text, strlen(text), &m, error)
				  : fr_method_parse(text, strlen(text), &k, error)) == FR_OK;
}

/* NAME(option), and its error, which points into the text. */
static void
ask(const char *name, bool model, const char *option, fr_error *error)
{
	static char text[2 * TEXT_MAX];

	snprintf(text, sizeof text, "%.64s(%s)", name, option);
	parse(text, model, error);
}

static void
ask_key(const char *name, bool model, const char *key, fr_error *error)
{
	char option[TEXT_MAX];

	snprintf(option, sizeof option, "%.64s=!", key);
	ask(name, model, option, error);
}

static void
keep_word(const char *word)
{
	for (int i = 0; i < word_count; i++)
		if (strcmp(words[i], word) == 0)
			return;
	if (word_count < WORDS_MAX)
		words[word_count++] = word;
}

static void
each_name(bool model, void (*see)(const char *name, bool model))
{
	fr_error names;

	parse("none", model, &names);
	for (int i = 0; names.choices[i]; i++)
		see(names.choices[i], model);
}

static void
collect_words(const char *name, bool model)
{
	fr_error keys;

	ask(name, model, "none=1", &keys);
	for (int k = 0; keys.choices[k]; k++)
	{
		fr_error values;

		ask_key(name, model, keys.choices[k], &values);
		for (int w = 0; values.status != FR_BAD_NUMBER && values.choices[w]; w++)
			keep_word(values.choices[w]);
	}
}

/* How many options of the name take the word, and the last one of them. */
static int
takers(const char *name, bool model, const char *word, const char **taker)
{
	fr_error keys;
	int count = 0;

	ask(name, model, "none=1", &keys);
	for (int k = 0; keys.choices[k]; k++)
	{
		fr_error values;

		if (strstr(keys.choices[k], ".NAME")) /* no hint knows the name */
			continue;
		ask_key(name, model, keys.choices[k], &values);
		for (int w = 0; values.status != FR_BAD_NUMBER && values.choices[w]; w++)
			if (strcmp(values.choices[w], word) == 0)
			{
				*taker = keys.choices[k];
				count++;
			}
	}
	return count;
}

/* The pair that the hint of NAME(option) suggests; empty if it suggests none. */
static void
suggestion(const char *name, bool model, const char *option, char pair[TEXT_MAX])
{
	fr_error error;
	fr_text text;

	pair[0] = 0;
	ask(name, model, option, &error);
	fr_error_text(&error, model ? "gridmodel" : "gridmethod", TEXT_MAX, &text);
	if (sscanf(text.hint, "Did you mean %255[^?]?", pair) != 1)
		pair[0] = 0;
}

/* A pair may be in conflict with other options, but is an option with its value. */
static bool
leads_on(const char *name, bool model, const char *pair)
{
	fr_error error;

	ask(name, model, pair, &error);
	return error.status == FR_OK || error.status == FR_CONFLICT ||
		   error.status == FR_ANYANGLE_TERRAIN || error.status == FR_DIAGONAL_LACKS;
}

static int
count_astray(const char *name, bool model, const char *option)
{
	char pair[TEXT_MAX];

	suggestion(name, model, option, pair);
	if (!pair[0] || leads_on(name, model, pair))
		return 0;
	printf("# %s(%s): did you mean %s?\n", name, option, pair);
	return 1;
}

static void
check_name(const char *name, bool model)
{
	int missed = 0;
	int astray = 0;

	for (int i = 0; i < word_count; i++)
	{
		const char *key = NULL;
		char wanted[TEXT_MAX];
		char pair[TEXT_MAX];
		char numbered[TEXT_MAX];

		suggestion(name, model, words[i], pair);
		if (takers(name, model, words[i], &key) == 1)
		{
			snprintf(wanted, sizeof wanted, "%s=%s", key, words[i]);
			missed += strcmp(pair, wanted) != 0;
		}
		snprintf(numbered, sizeof numbered, "%s2", words[i]);
		astray +=
			count_astray(name, model, words[i]) + count_astray(name, model, numbered);
	}
	ok(missed == 0, "%s: a word of one option is suggested with its key", name);
	for (char c = '!'; c <= '~'; c++)
	{
		char numbered[3] = {c, '2', 0};

		astray += count_astray(name, model, numbered);
	}
	ok(astray == 0, "%s: each suggestion leads on", name);
}

int
main(void)
{
	char pair[TEXT_MAX];

	each_name(true, collect_words);
	each_name(false, collect_words);
	ok(word_count > 30, "%d words", word_count);
	each_name(true, check_name);
	each_name(false, check_name);
	suggestion("octile", true, "size2", pair);
	ok(strcmp(pair, "size=2") == 0, "size2 is size=2");
	suggestion("octile", true, "X3", pair);
	ok(strcmp(pair, "X=3") == 0, "X3 is X=3");
	suggestion("fringe", false, "buckets64", pair);
	ok(strcmp(pair, "buckets=64") == 0, "buckets64 is buckets=64");
	return tap_done();
}
