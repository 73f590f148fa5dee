/*
 * fuzz.h - what the harnesses share: the entry point, what must hold, choices out of bytes
 *
 * Grids, workspaces and landmarks are made by test/core's support.h and world.c,
 * and by make_grid_of here.
 */
#ifndef FRINGE_FUZZ_H
#define FRINGE_FUZZ_H

#include "support.h"

/* Is given an input by libFuzzer or by replay.c; a finding ends the process. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void
must(bool holds, const char *what)
{
	if (holds)
		return;
	printf("# FAILED: %s\n", what);
	fflush(stdout);
	abort();
}

/* Answers of searches and sweeps, fields and indexes that were compared: told at the end. */
static uint64_t compared;

static inline void
tell_compared(void)
{
	fprintf(stderr, "compared: %llu\n", (unsigned long long) compared);
}

/* An error that no field of has been set: what is not set does not pass. */
static inline fr_error
unset_error(void)
{
	fr_error error;

	memset(&error, 0xa5, sizeof error);
	return error;
}

/* The grid of a map under a model, or NULL where its costs do not fit the map. */
static inline fr_grid *
make_grid_of(const fr_map *map, const fr_model *model)
{
	fr_poll poll = no_poll();
	fr_error error = unset_error();
	fr_costs costs;

	if (fr_costs_resolve(model, map, &costs, &error))
	{
		must(error.status == FR_COST_SPREAD, "a model does not fit a map by its costs");
		return NULL;
	}
	return malloc_grid(map, model, &costs, &poll);
}

/* ---- what is written is read again ---------------------------------------- */

/* The text of a map that has these codes. */
static inline void
reread_map(const fr_map *map, const uint8_t *codes)
{
	fr_poll poll = no_poll();
	fr_error error = unset_error();
	size_t cells = (size_t) map->width * map->height;
	size_t length = fr_map_text_size(map);
	char *text = new_block(length);
	uint8_t *again = new_block(cells);
	fr_map_text header;

	fr_map_write(map, text, &poll);
	must(fr_map_parse_header(text, length, &header, &error) == FR_OK &&
			 header.width == map->width && header.height == map->height,
		 "a map's text is read as a map of the same size");
	must(fr_map_parse_rows(text, length, &header, again, &poll, &error) == FR_OK &&
			 memcmp(codes, again, cells) == 0,
		 "a map's text is read as the same codes");
	free(again);
	free(text);
}

static inline void
reread_path(const uint8_t *packed, size_t size)
{
	fr_poll poll = no_poll();
	size_t length = fr_path_text_size(packed, size, &poll);
	char *text = new_block(length);
	uint8_t *again = new_block(fr_path_parse_size(length));
	fr_error error = unset_error();
	size_t again_size;

	fr_path_write(packed, size, text, &poll);
	must(fr_path_parse(text, length, again, &again_size, &poll, &error) == FR_OK &&
			 again_size == size && memcmp(packed, again, size) == 0,
		 "a path's text is read as the same path");
	free(again);
	free(text);
}

/* ---- choices, out of an input that zeros without end follow --------------- */

typedef struct bytes
{
	const uint8_t *next;
	const uint8_t *end;
} bytes;

static inline uint32_t
take_byte(bytes *b)
{
	return b->next < b->end ? *b->next++ : 0;
}

/* A number of so many bytes, the low ones first. */
static inline uint32_t
take_bytes(bytes *b, int count)
{
	uint32_t number = 0;

	for (int i = 0; i < count; i++)
		number |= take_byte(b) << 8 * i;
	return number;
}

/* So many bytes of an input, or what is left of it. */
static inline bytes
take_slice(bytes *from, size_t size)
{
	size_t left = (size_t) (from->end - from->next);
	bytes slice = {from->next, from->next + (size < left ? size : left)};

	from->next = slice.end;
	return slice;
}

#endif /* FRINGE_FUZZ_H */
