/*
 * text.c - scanners and writers for models, methods, numbers and cells: see text.h
 */
#include "core/base/text.h"

#include <string.h>

fr_status
fr_fail_span(fr_status status, const char *what, fr_span span, fr_error *error)
{
	return fr_fail(error, status, .what = what, .at = span.at, .length = span.length);
}

fr_status
fr_fail_syntax(const char *expected, const char *at, const char *end, fr_error *error)
{
	return fr_fail_span(FR_SYNTAX, expected, (fr_span){at, (size_t) (end - at)}, error);
}

fr_status
fr_fail_words(fr_status status, const char *what, fr_span span, const char *const *words,
			  fr_error *error)
{
	fr_fail_span(status, what, span, error);
	for (int i = 0; i < FR_CHOICES - 1 && words[i]; i++)
		error->choices[i] = words[i];
	return status;
}

bool
fr_is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The longest run of blanks and the longest word. */
#define MOST_IN_A_ROW                                                                    \
	6000 /* the longest value of a model, a table of slopes, has up to 5,247 */

const char *
fr_latest_end(const char *at, const char *end)
{
	return end - at > MOST_IN_A_ROW ? at + MOST_IN_A_ROW : end;
}

const char *
fr_skip_blanks(const char *at, const char *end)
{
	end = fr_latest_end(at, end);
	while (at < end && fr_is_blank(*at))
		at++;
	return at;
}

bool
fr_take_char(const char **next, const char *end, char c)
{
	const char *at = fr_skip_blanks(*next, end);

	if (at == end || *at != c)
		return false;
	*next = at + 1;
	return true;
}

/* ---- NAME(key=value, ...) --------------------------------------------------- */

static void
skip_blanks(fr_scan *scan)
{
	scan->next = fr_skip_blanks(scan->next, scan->end);
}

static bool
take_char(fr_scan *scan, char c)
{
	return fr_take_char(&scan->next, scan->end, c);
}

static fr_span
take_word(fr_scan *scan)
{
	fr_span word;
	const char *end;

	skip_blanks(scan);
	word.at = scan->next;
	end = fr_latest_end(word.at, scan->end);
	while (scan->next < end && !fr_is_blank(*scan->next) &&
		   !memchr("(),='", *scan->next, 5))
		scan->next++;
	word.length = (size_t) (scan->next - word.at);
	return word;
}

static fr_status
fail_at_next(fr_scan *scan, const char *what, fr_error *error)
{
	skip_blanks(scan);
	return fr_fail_syntax(what, scan->next, scan->end, error);
}

static fr_status
check_end(fr_scan *scan, fr_error *error)
{
	skip_blanks(scan);
	return scan->next == scan->end ? FR_OK : fail_at_next(scan, "the end", error);
}

fr_status
fr_scan_name(fr_scan *scan, const char *text, size_t length, fr_span *name,
			 fr_error *error)
{
	*scan = (fr_scan){text, text + length, false, true};
	*name = take_word(scan);
	if (name->length == 0)
		return fail_at_next(scan, "a name", error);
	scan->inside = take_char(scan, '(');
	return scan->inside ? FR_OK : check_end(scan, error);
}

/* A quoted key: 'c' or ''''. */
static bool
take_quoted(fr_scan *scan, fr_pair *pair)
{
	const char *at = scan->next;
	size_t left = (size_t) (scan->end - at);
	size_t length = left >= 4 && memcmp(at, "''''", 4) == 0 ? 4 : 3;

	if (left < length || at[length - 1] != '\'' || (length == 3 && at[1] == '\''))
		return false;
	pair->key = (fr_span){at, length};
	pair->quoted = (uint8_t) at[1];
	scan->next += length;
	return true;
}

static fr_status
take_key(fr_scan *scan, fr_pair *pair, fr_error *error)
{
	pair->quoted = 0;
	skip_blanks(scan);
	if (scan->next < scan->end && *scan->next == '\'')
		return take_quoted(scan, pair)
				   ? FR_OK
				   : fail_at_next(scan, "one character in quotes", error);
	pair->key = take_word(scan);
	return pair->key.length > 0 ? FR_OK : fail_at_next(scan, "a key", error);
}

/* ---- words and integers ------------------------------------------------- */

fr_span
fr_span_take(fr_span *rest, char mark)
{
	fr_span part = *rest;
	const char *end = rest->length > 0 ? memchr(rest->at, mark, rest->length) : NULL;

	if (end)
		part.length = (size_t) (end - rest->at);
	rest->at += part.length + (end != NULL);
	rest->length -= part.length + (end != NULL);
	return part;
}

bool
fr_span_is(fr_span span, const char *word)
{
	/* memcmp takes no NULL */
	return span.length == strlen(word) &&
		   (span.length == 0 || memcmp(span.at, word, span.length) == 0);
}

bool
fr_span_is_any_case(fr_span span, const char *word)
{
	if (span.length != strlen(word))
		return false;
	for (size_t i = 0; i < span.length; i++)
	{
		char c = span.at[i];

		if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != word[i])
			return false;
	}
	return true;
}

const char *
fr_skip_mark(const char *text, size_t length)
{
	return length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? text + 3 : text;
}

int
fr_span_word(fr_span span, const char *const *words)
{
	for (int i = 0; words[i]; i++)
		if (fr_span_is(span, words[i]))
			return i;
	return -1;
}

bool
fr_take_integer(const char **next, const char *end, int64_t *number)
{
	const char *at = fr_skip_blanks(*next, end);
	bool negative = at < end && *at == '-';
	const char *digits = at += negative;
	const char *latest = fr_latest_end(digits, end);

	*number = 0;
	while (at < latest && *at >= '0' && *at <= '9' && *number <= INT32_MAX)
		*number = *number * 10 + (*at++ - '0');
	if (at == digits || (at < end && *at >= '0' && *at <= '9'))
		return false;
	if (negative)
		*number = -*number;
	if (*number != (int32_t) *number)
		return false;
	*next = at;
	return true;
}

/* ---- decimals ---------------------------------------------------------- */

static size_t
count_digits(const char *at, const char *end)
{
	const char *from = at;

	while (at < end && *at >= '0' && *at <= '9')
		at++;
	return (size_t) (at - from);
}

static uint64_t
append_digits(uint64_t value, fr_span digits)
{
	for (size_t i = 0; i < digits.length; i++)
		value = value * 10 + (uint64_t) (digits.at[i] - '0');
	return value;
}

fr_status
fr_span_amount(fr_span span, fr_decimal *decimal, fr_error *error)
{
	const char *end = fr_span_end(span);
	fr_span whole = {span.at, count_digits(span.at, end)};
	fr_span part = {fr_span_end(whole), 0};

	if (part.at < end && *part.at == '.')
	{
		part.at++;
		part.length = count_digits(part.at, end);
	}
	if (fr_span_end(part) != end || whole.length + part.length == 0)
		return fr_fail_span(FR_BAD_COST, NULL, span, error);
	while (whole.length > 0 && *whole.at == '0')
		whole.at++, whole.length--;
	while (part.length > 0 && part.at[part.length - 1] == '0')
		part.length--;
	if (whole.length > FR_DECIMAL_DIGITS || part.length > FR_DECIMAL_DIGITS)
		return fr_fail_span(FR_COST_DIGITS, NULL, span, error);
	decimal->digits = append_digits(append_digits(0, whole), part);
	decimal->scale = (uint32_t) part.length;
	return FR_OK;
}

fr_status
fr_span_decimal(fr_span span, fr_decimal *decimal, fr_error *error)
{
	if (fr_span_amount(span, decimal, error))
		return error->status;
	return decimal->digits > 0 ? FR_OK : fr_fail_span(FR_BAD_COST, NULL, span, error);
}

#define NUMBER_DIGITS 18 /* that fit in 64 bits */

bool
fr_span_number(fr_span span, uint64_t *number)
{
	const char *end = fr_span_end(span);

	while (span.length > 1 && *span.at == '0')
		span.at++, span.length--;
	if (span.length == 0 || span.length > NUMBER_DIGITS ||
		count_digits(span.at, end) != span.length)
		return false;
	*number = append_digits(0, span);
	return true;
}

bool
fr_decimal_equal(fr_decimal a, fr_decimal b)
{
	return a.digits == b.digits && a.scale == b.scale;
}

/* ---- writing texts and numbers ----------------------------------------------- */

char *
fr_put_text(char *to, const char *text)
{
	size_t length = strlen(text);

	memcpy(to, text, length);
	return to + length;
}

/* At least `width` digits, padded with zeros. */
static char *
put_digits(char *to, uint64_t number, uint32_t width)
{
	char digits[20];
	uint32_t n = 0;

	while (number > 0 || n < width)
	{
		digits[n++] = (char) ('0' + number % 10);
		number /= 10;
	}
	while (n > 0)
		*to++ = digits[--n];
	return to;
}

char *
fr_put_number(char *to, uint64_t number)
{
	return put_digits(to, number, 1);
}

char *
fr_put_decimal(char *to, fr_decimal decimal)
{
	uint64_t power = fr_power10(decimal.scale);

	to = fr_put_number(to, decimal.digits / power);
	if (decimal.scale == 0)
		return to;
	*to++ = '.';
	return put_digits(to, decimal.digits % power, decimal.scale);
}

char *
fr_put_separator(char *to, bool *any)
{
	to = fr_put_text(to, *any ? ", " : "(");
	*any = true;
	return to;
}

/* ---- cells and directions ---------------------------------------------------- */

const char *const fr_direction_name[FR_DIRECTIONS] = {"N", "NE", "E", "SE",
													  "S", "SW", "W", "NW"};

static bool
take_cell(const char **next, const char *end, bool json, fr_cell *cell)
{
	const char *at = *next;
	char close = fr_take_char(&at, end, '(')		   ? ')'
				 : json && fr_take_char(&at, end, '[') ? ']'
													   : '\0';
	int64_t x;
	int64_t y;

	if (!fr_take_integer(&at, end, &x) || !fr_take_char(&at, end, ',') ||
		!fr_take_integer(&at, end, &y) || (close && !fr_take_char(&at, end, close)))
		return false;
	*cell = (fr_cell){(int32_t) x, (int32_t) y};
	*next = at;
	return true;
}

bool
fr_cell_take(const char **next, const char *end, fr_cell *cell)
{
	return take_cell(next, end, false, cell);
}

fr_status
fr_cell_parse(const char *text, size_t length, fr_cell *cell, fr_error *error)
{
	const char *next = text;
	const char *end = text + length;

	if (!take_cell(&next, end, true, cell) || fr_skip_blanks(next, end) != end)
		return fr_fail_syntax("a cell (x,y) of two 32-bit integers", text, end, error);
	return FR_OK;
}

static char *
put_coordinate(char *to, int32_t value)
{
	if (value < 0)
		*to++ = '-';
	return fr_put_number(to, (uint64_t) (value < 0 ? -(int64_t) value : value));
}

size_t
fr_cell_write(fr_cell cell, char *text)
{
	char *to = text;

	*to++ = '(';
	to = put_coordinate(to, cell.x);
	*to++ = ',';
	to = put_coordinate(to, cell.y);
	*to++ = ')';
	return (size_t) (to - text);
}

/* ---- tables of options ------------------------------------------------------- */

static bool
is_taken(const fr_option_set *set, int i)
{
	return set->taken >> i & 1;
}

void
fr_options_reset(const fr_option_set *set, fr_decimal *values)
{
	for (int i = 0; i < set->count; i++)
		values[i] = (fr_decimal){set->rows[i].default_value, 0};
}

/* ---- reading options ------------------------------------------------------- */

static int
find_option(const fr_option_set *set, fr_span key)
{
	for (int i = 0; i < set->count; i++)
		if (is_taken(set, i) && fr_span_is(key, set->rows[i].name))
			return i;
	return -1;
}

/* The word of an option that equals the text, or NULL. */
static const char *
word_of(const fr_option_row *row, fr_span text)
{
	int word = row->words ? fr_span_word(text, row->words) : -1;

	if (word >= 0)
		return row->words[word];
	return row->zero && fr_span_is(text, row->zero) ? row->zero : NULL;
}

/* The only option that takes the text as a word, and the word; NULL: none or several do. */
static const fr_option_row *
row_of_word(const fr_option_set *set, fr_span text, const char **word)
{
	const fr_option_row *found = NULL;

	for (int i = 0; i < set->count; i++)
	{
		const char *one = is_taken(set, i) ? word_of(&set->rows[i], text) : NULL;

		if (one && found)
			return NULL;
		if (one)
		{
			found = &set->rows[i];
			*word = one;
		}
	}
	return found;
}

/* Is this a key whose value is a number? */
static bool
takes_number(const fr_option_set *set, fr_span key)
{
	int i = find_option(set, key);

	if (key.length == 1 && set->codes)
		return key.at[0] < '0' || key.at[0] > '9';
	return i >= 0 && !set->rows[i].words;
}

static bool
parse_whole(const fr_option_row *row, fr_span text, uint64_t *number)
{
	return fr_span_number(text, number) && *number >= row->min && *number <= row->max;
}

/* Parses two whole numbers with "x" in between. */
static bool
parse_sides(const fr_option_row *row, fr_span text, uint64_t *digits)
{
	const char *x = memchr(text.at, 'x', text.length);
	uint64_t width;
	uint64_t height;

	if (!x || !parse_whole(row, (fr_span){text.at, (size_t) (x - text.at)}, &width) ||
		!parse_whole(row, (fr_span){x + 1, text.length - (size_t) (x + 1 - text.at)},
					 &height))
		return false;
	*digits = width + (height == width ? 0 : FR_SIDE * height);
	return true;
}

/* The option that takes the text as sides, or NULL. */
static const fr_option_row *
row_of_sides(const fr_option_set *set, fr_span text)
{
	uint64_t ignored;

	for (int i = 0; i < set->count; i++)
		if (is_taken(set, i) && set->rows[i].sides &&
			parse_sides(&set->rows[i], text, &ignored))
			return &set->rows[i];
	return NULL;
}

#define SPLIT_KEY 20 /* the longest key that is split, in bytes */

/*
 * The length of the letters in "size2", or of the character in "X3", for the hint that
 * "=" is missing.  0 if the key has no such form.
 */
static int64_t
split_of(fr_span key)
{
	size_t split = key.length;

	while (split > 0 && ((key.at[split - 1] >= '0' && key.at[split - 1] <= '9') ||
						 key.at[split - 1] == '.'))
		split--;
	split += split == 0;
	if (split >= key.length || key.at[key.length - 1] == '.' || key.length > SPLIT_KEY)
		return 0;
	for (size_t i = 0; i < key.length; i++)
		if (key.at[i] < 0x21 || key.at[i] > 0x7e ||
			(split > 1 && i < split && (key.at[i] < 'a' || key.at[i] > 'z')))
			return 0;
	return (int64_t) split;
}

/*
 * Finds what a key without "=" may mean, for the hint. If the text is a word of one
 * option, the error gets the option's name, and the word as its choices. If the text is sides, as
 * in 2x3, the error gets only the name of the option, and `wanted` is the length of the text. If
 * the text is a key and a number, `wanted` is the length of the key.
 */
static void
suggest(const fr_option_set *set, fr_span key, fr_error *error)
{
	fr_span name = {key.at, (size_t) split_of(key)};
	const fr_option_row *row = row_of_word(set, key, &error->choices[1]);

	if (!row && (row = row_of_sides(set, key)))
		error->wanted = (int64_t) key.length;
	if (row)
		error->choices[0] = row->name;
	else if (takes_number(set, name))
		error->wanted = (int64_t) name.length;
}

static fr_status
take_pair(fr_scan *scan, const fr_option_set *set, fr_pair *pair, fr_error *error)
{
	if (!scan->first && !take_char(scan, ','))
		return fail_at_next(scan, "\",\" or \")\"", error);
	scan->first = false;
	if (take_key(scan, pair, error))
		return error->status;
	if (!take_char(scan, '='))
	{
		fail_at_next(scan, "\"=\"", error);
		error->found = error->at - pair->key.at;
		suggest(set, pair->key, error);
		return error->status;
	}
	pair->value = take_word(scan);
	return pair->value.length > 0 ? FR_OK : fail_at_next(scan, "a value", error);
}

bool
fr_scan_pair(fr_scan *scan, const fr_option_set *set, fr_pair *pair, fr_error *error)
{
	error->status = FR_OK;
	if (!scan->inside)
		return false;
	if (take_char(scan, ')'))
	{
		scan->inside = false;
		check_end(scan, error);
		return false;
	}
	return take_pair(scan, set, pair, error) == FR_OK;
}

static fr_status
refuse_key(const fr_option_set *set, fr_span key, fr_error *error)
{
	const char *names[FR_CHOICES] = {NULL};
	int count = 0;

	for (int i = 0; i < set->count && count < FR_CHOICES - 1; i++)
		if (is_taken(set, i))
			names[count++] = set->rows[i].name;
	for (int i = 0; set->others && set->others[i] && count < FR_CHOICES - 1; i++)
		names[count++] = set->others[i];
	return fr_fail_words(FR_UNKNOWN_KEY, set->name, key, names, error);
}

/* A cost above 0, or the word for 0. */
static fr_status
parse_cost(const fr_option_row *row, fr_span text, fr_decimal *value, fr_error *error)
{
	if ((row->zero && fr_span_is(text, row->zero)) ||
		fr_span_decimal(text, value, error) == FR_OK)
		return FR_OK;
	error->choices[0] = row->zero;
	return error->status;
}

static fr_status
parse_value(const fr_option_row *row, fr_span text, fr_decimal *value, fr_error *error)
{
	fr_error ignored;
	bool valid;

	*value = (fr_decimal){0, 0};
	if (row->words)
	{
		int word = fr_span_word(text, row->words);

		value->digits = (uint64_t) word;
		return word >= 0
				   ? FR_OK
				   : fr_fail_words(FR_BAD_VALUE, row->name, text, row->words, error);
	}
	if (row->max == 0 && row->min > 0)
		return parse_cost(row, text, value, error);
	if (row->max == 0)
		valid = fr_span_amount(text, value, &ignored) == FR_OK;
	else
		valid = parse_whole(row, text, &value->digits) ||
				(row->sides && parse_sides(row, text, &value->digits));
	if (!valid)
		return fr_fail(error, FR_BAD_NUMBER, .what = row->name, .at = text.at,
					   .length = text.length, .found = (int64_t) row->min,
					   .wanted = (int64_t) row->max,
					   .choices = {row->sides ? "2x3" : NULL});
	return FR_OK;
}

fr_status
fr_option_parse(const fr_option_set *set, const fr_pair *pair, fr_decimal *values,
				uint64_t *given, fr_error *error)
{
	int i = find_option(set, pair->key);

	if (i < 0)
		return refuse_key(set, pair->key, error);
	if (*given & FR_OPTION_BIT(i))
		return fr_fail_span(FR_DUPLICATE_KEY, NULL, pair->key, error);
	*given |= FR_OPTION_BIT(i);
	return parse_value(&set->rows[i], pair->value, &values[i], error);
}

/* ---- writing options -------------------------------------------------------- */

char *
fr_put_sides(char *to, fr_size size)
{
	to = fr_put_number(to, (uint64_t) size.width);
	if (size.height == size.width)
		return to;
	*to++ = 'x';
	return fr_put_number(to, (uint64_t) size.height);
}

char *
fr_options_write(const fr_option_set *set, const fr_decimal *values, char *to, bool *any)
{
	for (int i = 0; i < set->count; i++)
	{
		const fr_option_row *row = &set->rows[i];

		if (!is_taken(set, i) ||
			(values[i].digits == row->default_value && values[i].scale == 0))
			continue;
		to = fr_put_text(fr_put_separator(to, any), row->name);
		*to++ = '=';
		if (row->words)
			to = fr_put_text(to, row->words[values[i].digits]);
		else if (row->zero && values[i].digits == 0)
			to = fr_put_text(to, row->zero);
		else if (row->sides)
			to = fr_put_sides(to, fr_option_sides(values[i]));
		else
			to = fr_put_decimal(to, values[i]);
	}
	return to;
}
