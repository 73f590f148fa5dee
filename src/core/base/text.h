/*
 * text.h - scanners and writers for models, methods, numbers and cells
 *
 * Models and methods share one grammar:
 *
 *     NAME
 *     NAME(key=value, ...)
 *
 * Blanks are allowed around every part. A key is a run of characters other than ( ) , = '
 * and blanks, or one character in quotes; a quoted quote is doubled.
 *
 *     fr_scan_name --> fr_scan_pair, for each key=value --> fr_option_parse
 *
 * A cursor `next` moves behind what was taken, and stays where it is if nothing was.
 * Errors point into the text. A writer writes at `to`, where the caller has space, and
 * returns the end, without a NUL.
 */
#ifndef FRINGE_TEXT_H
#define FRINGE_TEXT_H

#include "core/base/base.h"
#include "core/base/cell.h"
#include "core/base/number.h"

/* ---- spans ------------------------------------------------------------------ */

/* A part of a text. */
typedef struct fr_span
{
	const char *at;
	size_t length;
} fr_span;

/* Behind its last character. Nothing is added to NULL, which is undefined even for nothing. */
static inline const char *
fr_span_end(fr_span span)
{
	return span.length > 0 ? span.at + span.length : span.at;
}

bool fr_is_blank(char c);

/*
 * Where a word, a number or a run of blanks has to end, at the latest: a longer one is a
 * syntax error. So no text is read for long between two polls.
 */
const char *fr_latest_end(const char *at, const char *end);
const char *fr_skip_blanks(const char *at, const char *end);

/* Takes a character and the blanks before it, if it is there. */
bool fr_take_char(const char **next, const char *end, char c);

/* Removes and returns the part of a span before the first `mark`, which is removed, too; or all of it. */
fr_span fr_span_take(fr_span *rest, char mark);

bool fr_span_is(fr_span span, const char *word);

/* The same, where upper and lower case are equal; `word` is in lower case. */
bool fr_span_is_any_case(fr_span span, const char *word);

/* Skips a byte-order mark, which some editors write, if there is one. */
const char *fr_skip_mark(const char *text, size_t length);

/* The position of a span among words, NULL after the last; -1 if the span is none. */
int fr_span_word(fr_span span, const char *const *words);

/*
 * Fails with the span as the wrong input. fr_fail_words lists words, NULL after the last,
 * as the choices.
 */
fr_status fr_fail_span(fr_status status, const char *what, fr_span span, fr_error *error);

/* FR_SYNTAX: the text from `at` on is not what was expected there. */
fr_status fr_fail_syntax(const char *expected, const char *at, const char *end,
						 fr_error *error);
fr_status fr_fail_words(fr_status status, const char *what, fr_span span,
						const char *const *words, fr_error *error);

/* ---- numbers ---------------------------------------------------------------- */

/*
 * Parses a positive decimal such as 1, 0.25 or 150 exactly.  Redundant zeros are dropped,
 * so that equal numbers are equal decimals.  FR_BAD_COST, FR_COST_DIGITS.
 */
fr_status fr_span_decimal(fr_span span, fr_decimal *decimal, fr_error *error);

/* As fr_span_decimal; also accepts 0. */
fr_status fr_span_amount(fr_span span, fr_decimal *decimal, fr_error *error);
bool fr_decimal_equal(fr_decimal a, fr_decimal b);

/* Parses a whole number of at most 18 digits. */
bool fr_span_number(fr_span span, uint64_t *number);

/* Takes an integer of 32 bits with a sign. */
bool fr_take_integer(const char **next, const char *end, int64_t *number);

char *fr_put_text(char *to, const char *text);
char *fr_put_number(char *to, uint64_t number);
char *fr_put_decimal(char *to, fr_decimal decimal);

/* ---- cells ------------------------------------------------------------------ */

#define FR_CELL_TEXT_MAX 26 /* (-2147483648,-2147483648) */

/* Takes "(x,y)" or "x,y". */
bool fr_cell_take(const char **next, const char *end, fr_cell *cell);

/* Parses a text that is one cell, also as JSON: "[x,y]". FR_SYNTAX. */
fr_status fr_cell_parse(const char *text, size_t length, fr_cell *cell, fr_error *error);

/* Writes "(x,y)"; returns the number of bytes, at most FR_CELL_TEXT_MAX. */
size_t fr_cell_write(fr_cell cell, char *text);

/* ---- NAME(key=value, ...) --------------------------------------------------- */

typedef struct fr_scan
{
	const char *next;
	const char *end;
	bool inside; /* between the parentheses */
	bool first;	 /* before the first option */
} fr_scan;

typedef struct fr_pair
{
	fr_span key;
	fr_span value;
	uint8_t quoted; /* the character in quotes, or 0 */
} fr_pair;

/* Takes the name and, if there is one, the opening parenthesis. */
fr_status fr_scan_name(fr_scan *scan, const char *text, size_t length, fr_span *name,
					   fr_error *error);

/* ---- tables of options ------------------------------------------------------ */

/*
 * A row describes an option of models or methods: its name, and its words or the range of
 * its number.  The value of an option is an fr_decimal: the position of a word, a whole
 * number, or a decimal.
 */
typedef struct fr_option_row
{
	const char *name;
	const char *const *words; /* by value, NULL after the last; NULL for a number */
	const char *zero;		  /* the word for 0, if numbers are positive */
	uint64_t default_value;	  /* canonical texts omit it */
	uint64_t min;
	uint64_t max; /* of whole numbers; 0: a decimal, above 0 if min is 1 */
	bool sides;	  /* also two whole numbers, as in 2x3: fr_option_sides */
	uint32_t
		brings; /* of keys of models: the rules of movement that other values bring */
} fr_option_row;

/* The two sides of an option's value, or the shape of an agent: the cells that it covers. */
typedef struct fr_size
{
	int32_t width;
	int32_t height;
	int32_t
		left; /* where the box of this width and height begins, from the agent's cell */
	int32_t top;
	bool flower; /* of the box, only the hexagon in its middle and the six neighbours */
} fr_size;

/* Does the agent cover the cell at this offset from its own? */
static inline bool
fr_size_covers(fr_size size, int32_t dx, int32_t dy)
{
	return dx >= size.left && dx < size.left + size.width && dy >= size.top &&
		   dy < size.top + size.height && !(size.flower && (dx + dy < -1 || dx + dy > 1));
}

/* For each cell (x, y) that the agent covers where it is at a cell. */
#define FR_FOR_COVERED(size, at, x_, y_)                                                 \
	for (int32_t y_ = (at).y + (size).top; y_ < (at).y + (size).top + (size).height;     \
		 y_++)                                                                           \
		for (int32_t x_ = (at).x + (size).left;                                          \
			 x_ < (at).x + (size).left + (size).width; x_++)                             \
			if (fr_size_covers(size, x_ - (at).x, y_ - (at).y))

/* One number is both sides. Two different ones are the width plus FR_SIDE times the height. */
#define FR_SIDE 65536

static inline fr_size
fr_option_sides(fr_decimal value)
{
	int32_t width = (int32_t) (value.digits % FR_SIDE);
	int32_t height = (int32_t) (value.digits / FR_SIDE);

	return (fr_size){.width = width, .height = height > 0 ? height : width};
}

#define FR_WORD_OPTION(name_, ...)                                                       \
	{                                                                                    \
		.name = name_, .words = (const char *const[])                                    \
		{                                                                                \
			__VA_ARGS__, NULL                                                            \
		}                                                                                \
	}
#define FR_NUMBER_OPTION(name_, default_, min_, max_)                                    \
	{                                                                                    \
		.name = name_, .default_value = default_, .min = min_, .max = max_               \
	}

/* The options of one model or method; `taken` has a bit for each row it accepts. */
typedef struct fr_option_set
{
	const char *name; /* of the model or method */
	const fr_option_row *rows;
	int count;
	uint64_t taken;
	bool codes; /* single characters are keys, too */
	const char *const
		*others; /* keys that are no rows, NULL after the last; NULL: none */
} fr_option_set;

/*
 * Takes the next key=value of a text with these options. False at the end or on an error,
 * which sets error->status.
 */
bool fr_scan_pair(fr_scan *scan, const fr_option_set *set, fr_pair *pair,
				  fr_error *error);

#define FR_OPTION_BIT(option) (UINT64_C(1) << (option))

void fr_options_reset(const fr_option_set *set, fr_decimal *values);

/* Parses one key=value. *given has a bit for each option that was given before. */
fr_status fr_option_parse(const fr_option_set *set, const fr_pair *pair,
						  fr_decimal *values, uint64_t *given, fr_error *error);

/* Writes "2x3", or "2" for a square. */
char *fr_put_sides(char *to, fr_size size);

/* Writes what comes before an option: "(" before the first one, else ", ". */
char *fr_put_separator(char *to, bool *any);

/* Writes the options that differ from their defaults. *any: was one written before? */
char *fr_options_write(const fr_option_set *set, const fr_decimal *values, char *to,
					   bool *any);

#endif /* FRINGE_TEXT_H */
