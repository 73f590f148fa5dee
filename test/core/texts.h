/*
 * texts.h - check how texts are parsed and written, or why they are refused
 */
#ifndef FRINGE_TEXTS_H
#define FRINGE_TEXTS_H

#include "support.h"
#include "tap.h"

/* Parses a text and writes it again, with a terminating NUL, if it is valid. */
typedef fr_status (*rewriter)(const char *text, size_t length, char *canonical,
							  fr_error *error);

/* The canonical text, or "" if it is refused; parsing must not read outside the text. */
static inline fr_status
rewrite(rewriter put, const char *text, size_t length, char *canonical, fr_error *error)
{
	char *copy = exact_copy(text, length);
	fr_status status;

	canonical[0] = 0;
	status = put(copy, length, canonical, error);
	if (status != FR_OK && error->at && error->length > 0)
		error->at = text + (error->at - copy);
	free(copy);
	return status;
}

/* Is this the canonical text, and does it read back the same? */
static inline bool
is_rewritten(rewriter put, const char *text, const char *wanted)
{
	char canonical[FR_MODEL_TEXT_MAX + 1];
	char again[FR_MODEL_TEXT_MAX + 1];
	fr_error error;
	bool right;

	rewrite(put, text, strlen(text), canonical, &error);
	rewrite(put, canonical, strlen(canonical), again, &error);
	right = strcmp(canonical, wanted) == 0 && strcmp(canonical, again) == 0;
	if (!right)
		printf("# %s\n# gives %s\n# gives %s\n", text, canonical, again);
	return right;
}

typedef struct bad
{
	const char *text;
	fr_status status;
	const char *what; /* NULL: not checked */
	const char *at;
} bad;

static inline void
check_bad(rewriter put, const bad *b)
{
	char canonical[FR_MODEL_TEXT_MAX + 1];
	fr_error error = {0};
	fr_status status = rewrite(put, b->text, strlen(b->text), canonical, &error);

	if (!ok(status == b->status && error.status == status &&
				(!b->what || (error.what && strcmp(error.what, b->what) == 0)) &&
				error.length == strlen(b->at) &&
				(error.length == 0 || memcmp(error.at, b->at, error.length) == 0),
			"refused: \"%s\"", b->text))
		printf("# status %d, what %s, at \"%.*s\"\n", (int) status,
			   error.what ? error.what : "-", (int) error.length,
			   error.at ? error.at : "");
}

#endif /* FRINGE_TEXTS_H */
