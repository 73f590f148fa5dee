/*
 * number_text.c - numbers in the text of files
 */
#include "pg/rules/rules.h"

#include "utils/builtins.h"
#include "utils/float.h"

FileText
file_text_of(const char *file, Size length)
{
	bool mark = length >= 3 && memcmp(file, "\xef\xbb\xbf", 3) == 0;

	return (FileText){file + (mark ? 3 : 0), file + length};
}

FileText
file_text(const text *file)
{
	return file_text_of(VARDATA_ANY(file), VARSIZE_ANY_EXHDR(file));
}

/* Removes blanks, and then a pair of quotes. */
static void
trim(const char **at, Size *length)
{
	while (*length > 0 && isspace((unsigned char) **at))
	{
		poll_at((*at)++);
		--*length;
	}
	while (*length > 0 && isspace((unsigned char) (*at)[*length - 1]))
		poll_at(*at + --*length);
	if (*length > 1 && **at == '"' && (*at)[*length - 1] == '"')
	{
		++*at;
		*length -= 2;
	}
}

static int
digits_at(const char *at)
{
	int count = 0;

	while (isdigit((unsigned char) at[count]))
		count++;
	return count;
}

/* Is it a decimal number? strtod accepts other forms, too. */
static bool
is_decimal(const char *at)
{
	int digits;

	at += *at == '+' || *at == '-';
	digits = digits_at(at);
	at += digits;
	if (*at == '.')
	{
		int fraction = digits_at(at + 1);

		digits += fraction;
		at += 1 + fraction;
	}
	if (digits > 0 && (*at == 'e' || *at == 'E'))
	{
		int exponent;

		at++;
		at += *at == '+' || *at == '-';
		exponent = digits_at(at);
		if (exponent == 0)
			return false;
		at += exponent;
	}
	return digits > 0 && *at == '\0';
}

static bool
is_any(const char *word, const char *const *words)
{
	for (int i = 0; words[i]; i++)
		if (pg_strcasecmp(word, words[i]) == 0)
			return true;
	return false;
}

#define NUMBER_BYTES 400 /* more than a double written in full has */

bool
number_parse(const char *at, Size length, double *number)
{
	static const char *const nulls[] = {"", "null", "na", "nan", NULL};
	static const char *const above[] = {"inf", "+inf", "infinity", "+infinity", NULL};
	static const char *const below[] = {"-inf", "-infinity", NULL};
	char digits[NUMBER_BYTES + 1];

	trim(&at, &length);
	if (length > NUMBER_BYTES)
		return false;
	memcpy(digits, at, length);
	digits[length] = '\0';
	if (is_decimal(digits))
	{
		*number = strtod(digits, NULL);
		return !isinf(*number);
	}
	if (is_any(digits, nulls))
		*number = get_float8_nan();
	else if (is_any(digits, above))
		*number = get_float8_infinity();
	else if (is_any(digits, below))
		*number = -get_float8_infinity();
	else
		return false;
	return strlen(digits) == (size_t) length;
}

const char *
number_text(double number)
{
	return float8out_internal(number);
}
