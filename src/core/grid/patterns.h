/*
 * patterns.h - the 3 x 3 cells around cells, and the moves that they leave (internal)
 */
#ifndef FRINGE_PATTERNS_H
#define FRINGE_PATTERNS_H

#include "core/grid/survey.h"

/* Each pattern once, by what is around its cells. */
typedef struct fr_pattern_book
{
	const fr_arena *scratch;
	fr_pattern *patterns;
	uint32_t count;
	uint32_t slots; /* a power of two, at least twice the count */
	uint64_t *keys; /* by slot; 0 is none */
	uint32_t *numbers;
} fr_pattern_book;

void fr_pattern_book_begin(fr_pattern_book *book, const fr_arena *scratch);
uint32_t fr_pattern_number(fr_pattern_book *book, const fr_survey *survey, uint32_t x);

#endif /* FRINGE_PATTERNS_H */
