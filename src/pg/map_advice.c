/*
 * map_advice.c - hints about texts and rows that are no map
 *
 * A hint has an SQL expression that makes the intended map from the argument. The expression
 * depends on the source of the rows (error->what):
 *
 *     text    rows without a header
 *     file    rows behind a header
 *     corners rows behind a header, with heights of corners; there is no hint
 *     array   an array of rows; the expression is another array, for every function that takes one
 *     json    a JSON array of rows
 *
 * sql/near_misses.sql follows all of it, and compares the maps with those that were meant.
 */
#include "pg/module.h"

#include "core/base/text.h"

typedef struct Source
{
	const char *name;
	const char
		*row; /* a SELECT of expressions of `row`, as a format for the expression */
} Source;

static const Source sources[] = {
	{"text",
	 "gridmap(ARRAY(SELECT %s FROM regexp_split_to_table(btrim(rows, E'\\r\\n'), E'[ \\t\\r]*\\n') AS row))"},
	{"array", "ARRAY(SELECT %s FROM unnest(rows) AS row)"},
	{"json", "gridmap(ARRAY(SELECT %s FROM jsonb_array_elements_text(rows) AS row))"},
};

static bool
is_from(const fr_error *error, const char *source)
{
	return error->what && strcmp(error->what, source) == 0;
}

/* An expression of `row` for each row. */
static char *
each_row(const fr_error *error, const char *expression)
{
	for (int i = 0; i < lengthof(sources); i++)
		if (is_from(error, sources[i].name))
			return psprintf(sources[i].row, expression);
	return psprintf(sources[0].row, expression);
}

/* All rows as one array. */
static const char *
all_rows(const fr_error *error)
{
	return is_from(error, "json") ? "ARRAY(SELECT jsonb_array_elements_text(rows))"
								  : "rows";
}

/* The rows, cut at every such end of a line: a literal, of which empty rows are left out. */
static char *
split_rows(const fr_error *error, const char *at)
{
	char *rows =
		psprintf("array_remove(string_to_array(array_to_string(%s, %s), %s), '')",
				 all_rows(error), at, at);

	return is_from(error, "json") ? psprintf("gridmap(%s)", rows) : rows;
}

/* All rows without the blanks in front; `map`: nothing else keeps them from being one. */
static char *
without_indent(const fr_error *error, bool map)
{
	int blanks = (int) error->wanted;

	if (is_from(error, "array"))
		return each_row(error, psprintf("substr(row, %d)", blanks + 1));
	if (is_from(error, "json"))
		return psprintf(
			"%sARRAY(SELECT substr(row, %d) FROM jsonb_array_elements_text(rows) AS row)%s",
			map ? "gridmap(" : "", blanks + 1, map ? ")" : "");
	return psprintf("regexp_replace(rows, E'^[ \\t]{%d}', '', 'gn')%s", blanks,
					map ? "::gridmap" : "");
}

/* All rows with another character for a blank. */
static char *
without_blanks(const fr_error *error, char code)
{
	const char *blank =
		error->status == FR_MAP_CODE && error->found == '\t' ? "E'\\t'" : "' '";

	if (is_from(error, "array") || is_from(error, "json"))
		return each_row(error, psprintf("translate(row, %s, '%c')", blank, code));
	if (is_from(error, "file"))
		return psprintf(
			"translate(regexp_replace(rows, '^.*?\\nmap\\s*?\\n', ''), %s, '%c')::gridmap",
			blank, code);
	return psprintf("translate(rows, %s, '%c')::gridmap", blank, code);
}

/* Blanks are an indentation, cells, or both. */
static const char *
advise_on_blanks(const fr_error *error)
{
	bool cells = error->choices[0] != NULL;
	char *indented = error->wanted == 0 ? ""
					 : cells ? psprintf("If the rows are indented, first write %s. ",
										without_indent(error, false))
							 : psprintf("If the rows are indented, write %s.",
										without_indent(error, true));

	if (!cells)
		return *indented ? indented : NULL;
	return psprintf("%sIf blanks are walls, write %s. If blanks are ground, write %s.",
					indented, without_blanks(error, '@'), without_blanks(error, '.'));
}

static const char *
advise_on_code(const fr_error *error)
{
	if ((error->found == '\n' || error->found == '\r') &&
		(is_from(error, "array") || is_from(error, "json")))
		return psprintf("Split rows at the ends of lines: %s.",
						split_rows(error, "E'\\n'"));
	if (error->found == ' ' || error->found == '\t')
		return advise_on_blanks(error);
	return NULL;
}

static const char *
advise_on_row(const fr_error *error)
{
	if (is_from(error, "file"))
		return error->row > 0
				   ? NULL
				   : "If the rows are right, leave the header out: regexp_replace(rows, '^.*?\\nmap\\s*?\\n', '')::gridmap.";
	if (error->choices[0] && is_from(error, "array"))
		return "A text with a newline at its end gives an empty row. Leave such rows out: array_remove(rows, '').";
	if (error->choices[0])
		return "Leave empty rows out: gridmap(ARRAY(SELECT row FROM jsonb_array_elements_text(rows) AS row WHERE row <> '')).";
	return psprintf("If short rows end in walls, pad all rows to the longest: %s.",
					each_row(error, "rpad(row, max(length(row)) OVER (), '@')"));
}

/* ---- a line that begins no map ---------------------------------------------------- */

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Does the text end as the name of a file does, in a dot and three or four letters? */
static bool
is_file_name(fr_span line)
{
	size_t letters = 0;

	while (letters < line.length && is_letter(line.at[line.length - 1 - letters]))
		letters++;
	return letters >= 3 && letters <= 4 && line.length > letters + 1 &&
		   line.at[line.length - 1 - letters] == '.' &&
		   isalnum((unsigned char) line.at[line.length - 2 - letters]);
}

static bool
is_separated(fr_span line)
{
	return memchr(line.at, ',', line.length) || memchr(line.at, ';', line.length);
}

#define SHOWN 40 /* bytes: longer rows are not repeated */

/* The first line of a text that is no map: which text did the user mean? */
static const char *
advise_on_line(const fr_error *error)
{
	fr_span line = {error->at, error->length};

	if (line.length == 0 || line.length > FR_MAX_SIDE)
		return NULL;
	if (line.at[0] == '{' && line.at[line.length - 1] == '}')
		return "A quoted array of rows needs a cast: gridmap('{...,.@.}'::text[]).";
	if (line.at[0] == '[')
		return "A JSON array of rows needs a cast: gridmap('[\"...\", \".@.\"]'::jsonb).";
	if (line.length >= 4 && fr_span_is_any_case((fr_span){line.at, 4}, "type"))
		return NULL;
	if (memchr(line.at, ' ', line.length) || memchr(line.at, '\t', line.length))
		return advise_on_blanks(error);
	if (is_file_name(line))
		return "A map is made of a file's contents, not of its name: pg_read_file(name)::gridmap reads a file of the server, and the program fringe_load loads folders.";
	if (is_separated(line))
		return "gridmap_from_csv of the extension fringe_formats takes separated values.";
	if (line.length > SHOWN || memchr(line.at, '\'', line.length) ||
		memchr(line.at, '\\', line.length))
		return "A single row that may be a name or a number is no text of a map. If it is a row of codes, write gridmap(ARRAY[rows]).";
	return psprintf(
		"A single row that may be a name or a number is no text of a map. If it is a row of codes, write gridmap(ARRAY['%.*s']).",
		(int) line.length, line.at);
}

const char *
fringe_map_advice(const fr_error *error)
{
	switch (error->status)
	{
		case FR_MAP_HEADER:
			return error->row == 1 ? advise_on_line(error) : NULL;
		case FR_MAP_ESCAPE:
			if (error->what)
				return psprintf(
					"Split rows there: %s. In a literal, write a text with an E in front: E'...\\n.@.'::gridmap.",
					split_rows(error, "'\\n'"));
			return "Write an E in front of the literal, E'...\\n.@.'. For a value, write replace(rows, '\\n', E'\\n')::gridmap.";
		case FR_MAP_CODE:
			return is_from(error, "corners") ? NULL : advise_on_code(error);
		case FR_MAP_ROW:
			return is_from(error, "corners") ? NULL : advise_on_row(error);
		default:
			return NULL;
	}
}
