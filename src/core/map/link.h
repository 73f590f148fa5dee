/*
 * link.h - links between cells of a map: stairs, portals, lifts
 */
#ifndef FRINGE_LINK_H
#define FRINGE_LINK_H

#include "core/base/cell.h"
#include "core/base/decimal.h"
#include "core/api.h"

typedef struct fr_link
{
	fr_cell from; /* of a link both ways the earlier cell, by row, then column */
	fr_cell to;
	fr_decimal cost; /* in straight steps of the model; it may be 0 */
	uint8_t code;	 /* by which a model names it; 0: none */
	bool both;		 /* ways */
} fr_link;

/*
 * A link as bytes, all numbers little-endian; equal links have equal bytes:
 *
 *     0        2        4        6        8            16       17       18       19
 *     +--------+--------+--------+--------+-------------+--------+--------+--------+---+
 *     | from x | from y |  to x  |  to y  | cost digits | scale  |  code  |  both  | 0 |
 *     +--------+--------+--------+--------+-------------+--------+--------+--------+---+
 */
#define FR_LINK_BYTES 20
#define FR_LINK_TEXT_MAX 64

fr_status fr_link_parse(const char *text, size_t length, fr_link *link, fr_error *error);
size_t fr_link_write(const fr_link *link, char *text);
void fr_link_pack(const fr_link *link, uint8_t *bytes);
fr_link fr_link_unpack(const uint8_t *bytes);
bool fr_link_check(const uint8_t *bytes);
fr_status fr_link_cost(const char *text, size_t length, fr_decimal *cost,
					   fr_error *error);
fr_status fr_link_set(fr_link *link, fr_cell from, fr_cell to, fr_error *error);
int fr_link_compare(const uint8_t *a, const uint8_t *b);

#endif /* FRINGE_LINK_H */
