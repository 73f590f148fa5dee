/*
 * pack_borders.h - the stages of building the borders form (internal)
 */
#ifndef FRINGE_INDEX_PACK_BORDERS_H
#define FRINGE_INDEX_PACK_BORDERS_H

#include "core/index/borders.h"
#include "core/index/pack.h"

fr_index_rule fr_border_rule(const fr_grid *grid);
fr_status fr_border_units(const fr_overlay *o, const fr_index_rule *rule,
						  const fr_arena *arena, const fr_poll *poll,
						  fr_index_units *units, uint32_t *top, fr_error *error);
const uint32_t *fr_border_order(const fr_overlay *o, const fr_index *old,
								const fr_arena *arena, const fr_poll *poll);
bool fr_border_labels(const fr_overlay *o, const fr_index_scale *scale, uint32_t top,
					  const uint32_t *old, uint64_t limit, const fr_arena *arena,
					  const fr_poll *poll, fr_labels *from, fr_labels **to,
					  uint32_t *hubs);
fr_status fr_pack_borders(const fr_index_parts *parts, const fr_overlay *overlay,
						  const fr_index_scale *scale, uint32_t inverse, uint32_t top,
						  const fr_labels *to, bool *pairs, fr_error *error);

#endif /* FRINGE_INDEX_PACK_BORDERS_H */
