/*
 * busy.h - cells that are taken for some ticks, as text and as bytes
 *
 *     (3,4)@5..8     the cell is taken in the ticks 5, 6 and 7
 *     (3,4)@5..      from tick 5 on for ever
 */
#ifndef FRINGE_BUSY_H
#define FRINGE_BUSY_H

#include "core/agents/timed.h"

typedef struct fr_busy
{
	fr_cell cell;
	int32_t first;
	int32_t until; /* the first tick after it, above `first`; or FR_FOR_EVER */
} fr_busy;

#define FR_LAST_TICK (FR_FOR_EVER - 1) /* of an interval with an end */

#define FR_BUSY_BYTES 16
#define FR_BUSY_TEXT_MAX 50 /* (-2147483648,-2147483648)@-2147483648..-2147483647 */

/* FR_SYNTAX. */
fr_status fr_busy_parse(const char *text, size_t length, fr_busy *busy, fr_error *error);

/* Writes at most FR_BUSY_TEXT_MAX bytes, without a NUL; returns their number. */
size_t fr_busy_write(const fr_busy *busy, char *text);

/* Stored bytes, the same on every machine. fr_busy_check accepts those of an interval that is not empty. */
void fr_busy_pack(const fr_busy *busy, uint8_t *bytes);
fr_busy fr_busy_unpack(const uint8_t *bytes);
bool fr_busy_check(const uint8_t *bytes);

/* By row, column, first tick and last tick; an interval without an end comes last. */
int fr_busy_compare(const fr_busy *a, const fr_busy *b);

/*
 * Takes the cells of `count` intervals, in any order, in a table of a map of this width, which has
 * all of them. Nobody knows where their occupants go. Memory for sorting comes from the arena.
 */
void fr_busy_take_all(const uint8_t *bytes, size_t count, uint32_t width,
					  fr_timetable *table, const fr_arena *arena, const fr_poll *poll);

#endif /* FRINGE_BUSY_H */
