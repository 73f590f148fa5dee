/*
 * method.c - the text of a search method <-> fr_method
 *
 * Every option is one row of a table: which searches take it, and its words,
 * the default first.  A new option is a new row.
 */
#include <string.h>

#include "scan.h"

#define FOR(search) (1u << (search))

static const char *const search_names[] = {"auto", "fringe", "astar", NULL};

static const struct option
{
	const char *name;
	unsigned searches;
	const char *const *words;
} options[FR_OPTIONS] = {
	[FR_OPTION_LIST] = {"list", FOR(FR_FRINGE), (const char *const[]){"linked", NULL}},
	[FR_OPTION_OPEN] = {"open", FOR(FR_ASTAR), (const char *const[]){"stacks", NULL}},
};

static int
find_option(fr_span key, fr_search_kind search)
{
	for (int i = 0; i < FR_OPTIONS; i++)
		if (fr_span_is(key, options[i].name) && options[i].searches & FOR(search))
			return i;
	return -1;
}

static fr_status
parse_pair(fr_method *method, const fr_pair *pair, bool *seen, fr_error *error)
{
	int i = find_option(pair->key, method->search);

	if (i < 0)
		return fr_fail_span(FR_UNKNOWN_KEY, search_names[method->search], pair->key,
							error);
	if (seen[i])
		return fr_fail_span(FR_DUPLICATE_KEY, NULL, pair->key, error);
	seen[i] = true;
	method->option[i] = fr_span_word(pair->value, options[i].words);
	if (method->option[i] < 0)
		return fr_fail_span(FR_BAD_VALUE, options[i].name, pair->value, error);
	return FR_OK;
}

/* sql-api.md's grammar; the method is whole only where FR_OK comes back. */
fr_status
fr_method_parse(const char *text, size_t length, fr_method *method, fr_error *error)
{
	bool seen[FR_OPTIONS] = {false};
	fr_scan scan;
	fr_span name;
	fr_pair pair;
	int which;

	memset(method, 0, sizeof *method);
	if (fr_scan_name(&scan, text, length, &name, error))
		return error->status;
	which = fr_span_word(name, search_names);
	if (which < 0)
		return fr_fail_span(FR_UNKNOWN_NAME, "method", name, error);
	method->search = (fr_search_kind) which;
	while (fr_scan_pair(&scan, &pair, error))
		if (parse_pair(method, &pair, seen, error))
			return error->status;
	return error->status;
}

/* The canonical text: at most FR_METHOD_TEXT_MAX bytes, no NUL; its length. */
size_t
fr_method_write(const fr_method *method, char *text)
{
	bool any = false;
	char *to = fr_put_text(text, search_names[method->search]);

	for (int i = 0; i < FR_OPTIONS; i++)
	{
		if (method->option[i] == 0)
			continue;
		to = fr_put_text(fr_put_separator(to, &any), options[i].name);
		*to++ = '=';
		to = fr_put_text(to, options[i].words[method->option[i]]);
	}
	if (any)
		*to++ = ')';
	return (size_t) (to - text);
}

/*
 * What `auto` runs: A* on stacks, the fastest of the exact searches here on
 * every kind of map (doc/search.md).
 */
fr_method
fr_method_resolve(const fr_method *method)
{
	fr_method resolved = *method;

	if (resolved.search == FR_AUTO)
		resolved.search = FR_ASTAR;
	return resolved;
}
