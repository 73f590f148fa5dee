/*
 * narrow.c - costs in two bytes: pairs of counts, or numbers
 */
#include "core/index/borders/narrow.h"

/* Does `cost` have `diagonals` diagonal steps and a whole number of straight ones? */
static bool
is_count(const fr_narrower *n, int64_t cost, int64_t diagonals, int64_t *straights)
{
	cost -= diagonals * n->units.diagonal;
	*straights = cost / n->units.straight;
	return *straights * n->units.straight == cost;
}

/* Its diagonal steps, of -127 to 127 or 0 to 254; false: there are none that will do. */
static bool
count_diagonals(const fr_narrower *n, int64_t cost, int64_t least, int64_t *low,
				int64_t *high)
{
	int64_t modulus = n->units.straight;

	if (n->inverse > 0)
	{
		*high = cost % modulus * n->inverse % modulus;
		if (least < 0 && *high > modulus / 2)
			*high -= modulus;
		return is_count(n, cost, *high, low);
	}
	for (*high = least; *high < least + 255; ++*high)
		if (is_count(n, cost, *high, low) && *low >= least && *low < least + 255)
			return true;
	return false;
}

/* Two bytes for a table; false: it takes a wide cost. */
bool
fr_narrow_inside(const fr_narrower *n, uint32_t cost, uint8_t bytes[2])
{
	int64_t low = cost & 255;
	int64_t high = cost >> 8;

	if (n->pairs && !count_diagonals(n, cost, 0, &low, &high))
		return false;
	bytes[0] = (uint8_t) low;
	bytes[1] = (uint8_t) high;
	return low >= 0 && low <= 255 && high >= 0 && high < 255;
}

/* Two signed bytes for what a distance is above a base; false: they do not do. */
bool
fr_narrow_above(const fr_narrower *n, uint32_t above, uint8_t bytes[2])
{
	int64_t high = (above + 128) >> 8;
	int64_t low = (int64_t) above - high * 256;

	if (n->pairs && !count_diagonals(n, above, INT8_MIN + 1, &low, &high))
		return false;
	bytes[0] = (uint8_t) low;
	bytes[1] = (uint8_t) high;
	return low >= INT8_MIN && low <= INT8_MAX && high >= INT8_MIN && high <= INT8_MAX;
}
