/*
 * links.c - links of maps for JavaScript, which keeps them as bytes: see exports.h
 */
#include "exports.h"

#include <stdlib.h>
#include <string.h>

static uint8_t *links; /* of the last call; in the order of maps, none twice */
static uint32_t count;
static uint32_t room;

static void
add_link(const fr_link *link)
{
	if (count == room)
	{
		uint8_t *old = links;

		room = 2 * room + 64;
		links = web_take((size_t) room * FR_LINK_BYTES);
		if (old)
			memcpy(links, old, (size_t) count * FR_LINK_BYTES);
		free(old);
	}
	fr_link_pack(link, links + (size_t) count++ * FR_LINK_BYTES);
}

static int
compare(const void *a, const void *b)
{
	return fr_link_compare(a, b);
}

/* Puts links in order and drops those that are there twice. How many are left. */
uint32_t
EXPORT(web_links_order)(uint8_t *bytes, uint32_t number)
{
	uint32_t kept = 0;

	qsort(bytes, number, FR_LINK_BYTES, compare);
	for (uint32_t i = 0; i < number; i++)
	{
		uint8_t *link = bytes + (size_t) i * FR_LINK_BYTES;
		uint8_t *next = bytes + (size_t) kept * FR_LINK_BYTES;

		if (kept == 0 || compare(next - FR_LINK_BYTES, link) != 0)
			memmove(next, link, FR_LINK_BYTES), kept++;
	}
	return kept;
}

/*
 * The links behind the rows of the text that web_map_parse was given: a block of them, for
 * the caller to give back, and `answer` has how many; NULL: web_failure.
 */
uint8_t *
EXPORT(web_links_parse)(const char *text, size_t length)
{
	uint8_t *block;
	fr_link link;

	count = 0;
	while (fr_map_next_link(text, length, &web_header, &link, &web_failure))
		add_link(&link);
	if (web_failure.status)
		return NULL;
	count = web_links_order(links, count);
	web_answers[0] = count;
	block = web_take((size_t) count * FR_LINK_BYTES);
	if (count > 0)
		memcpy(block, links, (size_t) count * FR_LINK_BYTES);
	return block;
}

/* One link out of its text; NULL: web_failure. */
const uint8_t *
EXPORT(web_link)(const char *text, size_t length)
{
	fr_link link;

	web_begin_call();
	web_failure.status = FR_OK;
	count = 0;
	if (fr_link_parse(text, length, &link, &web_failure))
		return NULL;
	add_link(&link);
	return links;
}

/* The web_text text of a link. */
const char *
EXPORT(web_link_text)(const uint8_t *bytes)
{
	fr_link link = fr_link_unpack(bytes);

	web_text[fr_link_write(&link, web_text)] = '\0';
	return web_text;
}
