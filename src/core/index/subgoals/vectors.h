/*
 * vectors.h - the inner loops of a query by AVX2 (internal)
 *
 * The same as in query.c, for processors that have it: an index that is opened notes
 * whether this one does.
 */
#ifndef FRINGE_INDEX_VECTORS_H
#define FRINGE_INDEX_VECTORS_H

#include "core/index/subgoals/query.h"

bool fr_vectors_usable(void);
void fr_vectors_open(const fr_index *index, fr_side *s, const uint8_t *row, fr_cell at,
					 uint32_t base);
void fr_vectors_open_lines(const fr_index *index, fr_side *s, const uint8_t *row);
void fr_vectors_reach(fr_side *s);
uint32_t fr_vectors_meet(const fr_side *s, const uint32_t *table);

#endif /* FRINGE_INDEX_VECTORS_H */
