/*
 * link_inputs.h - maps and links out of the bytes of an input
 */
#ifndef FRINGE_FUZZ_LINK_INPUTS_H
#define FRINGE_FUZZ_LINK_INPUTS_H

#include "fuzz.h"
#include "linked.h"

static inline uint64_t
take_seed(bytes *from)
{
	uint64_t low = take_bytes(from, 3);

	return low | (uint64_t) take_bytes(from, 3) << 24;
}

/* The codes of a world made by its seed, as far as the input has bytes for them. */
static inline void
change_cells(world *w, bytes *from)
{
	uint8_t *codes = exact_copy(w->codes, (size_t) (w->width * w->height));
	int cells = w->width * w->height;

	for (int i = 0; i < cells && from->next < from->end; i++)
		w->codes[i] = codes[take_byte(from) % (uint32_t) cells];
	free(codes);
	world_rebuild(w);
}

/* Cells, a cost and directions, and a code: of the map, or any. */
static inline void
take_link(linked_world *l, bytes *from)
{
	static const fr_decimal costs[] = {{1, 0}, {2, 0}, {7, 0}, {40, 0},
									   {0, 0}, {5, 1}, {3, 1}, {1, 0}};
	uint32_t cells = (uint32_t) (l->w.width * l->w.height);
	fr_cell a = cell_of(l, take_bytes(from, 2) % cells);
	fr_cell b = cell_of(l, take_bytes(from, 2) % cells);
	uint32_t kind = take_byte(from);
	uint32_t code = take_byte(from);
	fr_link link = {.cost = costs[kind % 8], .both = kind >> 3 & 1};
	fr_error error;

	link.root2 = l->w.oracle.root2 && link.cost.digits > 0 && (kind >> 4 & 3) == 3;
	if (kind >> 6 == 3)
		link.code = l->w.codes[code % cells];
	else if (kind >> 6 == 2)
		link.code = (uint8_t) ('!' + code % 94);
	if (fr_link_set(&link, a, b, &error) == FR_OK)
		fr_link_pack(&link, l->bytes + l->count++ * FR_LINK_BYTES);
}

/* As many as so many bytes have: in order, each once. */
static inline void
take_links(linked_world *l, bytes *from)
{
	l->count = 0;
	while (from->next < from->end)
		take_link(l, from);
	order_links(l);
}

#endif /* FRINGE_FUZZ_LINK_INPUTS_H */
