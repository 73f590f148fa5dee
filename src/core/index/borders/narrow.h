/*
 * narrow.h - costs in two bytes: pairs of counts, or numbers (internal)
 */
#ifndef FRINGE_INDEX_NARROW_H
#define FRINGE_INDEX_NARROW_H

#include "core/index/rule.h"

typedef struct fr_narrower
{
	fr_index_units units;
	uint32_t inverse; /* of the units' diagonal; 0: units are proportional to costs */
	bool pairs;		  /* two counts; else one number */
} fr_narrower;

bool fr_narrow_inside(const fr_narrower *n, uint32_t cost, uint8_t bytes[2]);
bool fr_narrow_above(const fr_narrower *n, uint32_t above, uint8_t bytes[2]);

#endif /* FRINGE_INDEX_NARROW_H */
