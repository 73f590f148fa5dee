/*
 * hubs.h - the order of hubs, and labels of the gates of the largest tiles (internal)
 */
#ifndef FRINGE_INDEX_HUBS_H
#define FRINGE_INDEX_HUBS_H

#include "core/index/borders/top.h"

/* Labels of the gates of the largest tiles: of distances to hubs, and from hubs. */
typedef struct fr_top_labels
{
	fr_vertices vertices;
	fr_labels labels[2]; /* without a direction the second ones are empty */
} fr_top_labels;

/* The labels of the other direction than `side`. */
static inline const fr_labels *
fr_top_other(const fr_border_build *b, const fr_top_labels *top, int side)
{
	return &top->labels[b->directed ? !side : 0];
}

void fr_hubs_choose_first(fr_border_build *b, const fr_tile_store *store);
void fr_hubs_fill_store(fr_border_build *b, fr_tile_store *store);
void fr_hubs_label_top(fr_border_build *b, fr_tile_store *store, fr_top_labels *top);
void fr_top_labels_release(const fr_border_build *b, fr_top_labels *top);

fr_tile_store fr_tile_store_take(const fr_border_build *b);
void fr_tile_store_release(const fr_border_build *b, fr_tile_store *store);

#endif /* FRINGE_INDEX_HUBS_H */
