/*
 * hex.c - bytes as text: \x and hexadecimal digits, of fields and indexes
 */
#include "pg/types/types.h"

#include "miscadmin.h"
#include "utils/builtins.h"

/* Bytes that are converted between two polls. */
#define PIECE 32768

/* The number of bytes that a text stands for, if it is hexadecimal. */
Size
fringe_hex_size(const char *text)
{
	Size length = strlen(text);

	return length < 2 ? 0 : length / 2 - 1;
}

/* Blanks, which the server's function passes over, would be cut through by pieces. */
static void
report_digits(const char *type, Node *escontext)
{
	errsave(escontext, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
						errmsg("invalid input syntax for type %s", type),
						errdetail("Expected \\x and hexadecimal digits.")));
}

/* Writes fringe_hex_size(text) bytes; false after a soft error. */
bool
fringe_hex_decode(const char *text, const char *type, uint8 *bytes, Node *escontext)
{
	const char *end = text + strlen(text);

	if (strncmp(text, "\\x", 2) != 0)
	{
		report_digits(type, escontext);
		return false;
	}
	text += 2;
	while (text < end)
	{
		Size digits = Min(end - text, 2 * PIECE);
		Size size = FRINGE_HEX_DECODE(text, digits, (char *) bytes, escontext);

		if (SOFT_ERROR_OCCURRED(escontext))
			return false;
		if (2 * size != digits)
		{
			report_digits(type, escontext);
			return false;
		}
		text += digits;
		bytes += size;
		CHECK_FOR_INTERRUPTS();
	}
	return true;
}

char *
fringe_hex_encode(const uint8 *bytes, Size size)
{
	char *text = palloc(2 * size + 3);
	char *end = text + 2;

	memcpy(text, "\\x", 2);
	for (Size at = 0; at < size; at += PIECE)
	{
		end += hex_encode((const char *) bytes + at, Min(size - at, PIECE), end);
		CHECK_FOR_INTERRUPTS();
	}
	*end = '\0';
	return text;
}
