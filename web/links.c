/*
 * links.c - links of maps for JavaScript, which keeps them as bytes: see exports.h
 *
 * What these functions return is the call's: the next call takes it away.
 */
#include "exports.h"

#include "core/index/byte_buffer.h"

#include <stdlib.h>
#include <string.h>

/*
 * The links behind the rows of the text that web_map_parse was given; `answer` has how
 * many. NULL: web_failure.
 */
const uint8_t *
EXPORT(web_links_parse)(const char *text, size_t length)
{
	fr_byte_buffer links = {.arena = &web_scratch};
	fr_link link;

	web_begin_call();
	fr_byte_buffer_append(&links, 0);
	while (fr_map_next_link(text, length, &web_header, &link, &web_failure))
		fr_link_pack(&link, fr_byte_buffer_append(&links, FR_LINK_BYTES));
	web_answers[0] = (double) (links.size / FR_LINK_BYTES);
	return web_failure.status ? NULL : links.bytes;
}

/* One link out of its text; NULL: web_failure. */
const uint8_t *
EXPORT(web_link)(const char *text, size_t length)
{
	uint8_t *bytes;
	fr_link link;

	web_begin_call();
	web_failure.status = FR_OK;
	if (fr_link_parse(text, length, &link, &web_failure))
		return NULL;
	bytes = web_arena_take(web_scratch.context, FR_LINK_BYTES);
	fr_link_pack(&link, bytes);
	return bytes;
}

/* The web_text text of a link. */
const char *
EXPORT(web_link_text)(const uint8_t *bytes)
{
	fr_link link = fr_link_unpack(bytes);

	web_text[fr_link_write(&link, web_text)] = '\0';
	return web_text;
}

static int
compare(const void *a, const void *b)
{
	return fr_link_compare(a, b);
}

/* Puts links in the order of maps and drops those that are there twice. How many are left. */
uint32_t
EXPORT(web_links_order)(uint8_t *bytes, uint32_t count)
{
	uint8_t *end = bytes;

	qsort(bytes, count, FR_LINK_BYTES, compare);
	for (uint32_t i = 0; i < count; i++)
	{
		uint8_t *link = bytes + (size_t) i * FR_LINK_BYTES;

		if (end > bytes && compare(end - FR_LINK_BYTES, link) == 0)
			continue;
		memmove(end, link, FR_LINK_BYTES);
		end += FR_LINK_BYTES;
	}
	return (uint32_t) ((end - bytes) / FR_LINK_BYTES);
}
