/*
 * length.c - lengths of straight lines, and their sums
 */
#include "core/anyangle/length.h"

#include <string.h>

__extension__ typedef __int128 wide;

/* ---- doubles ----------------------------------------------------------- */

static double
power_of_two(int exponent)
{
	uint64_t bits = (uint64_t) (1023 + exponent) << 52;
	double power;

	memcpy(&power, &bits, sizeof power);
	return power;
}

/* The double nearest to (word + something below 1 if `more`) * 2^exponent. */
static double
nearest(uint64_t word, bool more, int exponent)
{
	int shift = word ? __builtin_clzll(word) : 0;

	/* below the 53 bits that count there is room for the mark of `more` */
	return (double) (word << shift | more) * power_of_two(exponent - shift);
}

static double
length_to_double(fr_length length)
{
	uint64_t high = (uint64_t) (length >> 64);
	int shift = high ? __builtin_clzll(high) : 64;

	if (shift == 64)
		return nearest((uint64_t) length, false, -FR_LENGTH_BITS);
	length <<= shift;
	return nearest((uint64_t) (length >> 64), (uint64_t) length != 0,
				   64 - shift - FR_LENGTH_BITS);
}

/* ---- lengths ------------------------------------------------------------- */

#define ROOT_BITS 41 /* behind the point, of a root as a word */

/*
 * The square root of a number below 2^34, in units of 2^-80, to half a unit and a bit.
 *
 * x is near the root r: as a double is, or by half of 2^-41. With c = (r^2 - x^2) / 2x the
 * sum x + c is too large by c^2 / 2x, less than 2^-85. As a word, x is below 2^58, and wrong
 * by less than 2^4, so r^2 - x^2 has less than 63 bits; and of r^2 the lower 64 bits are 0.
 */
fr_length
fr_length_of(uint64_t square)
{
	uint64_t x = (uint64_t) (__builtin_sqrt((double) square) * 0x1p41 + 0.5);
	int64_t rest = (int64_t) (0 - x * x);
	double units = x ? (double) rest / (double) x * 0x1p38 : 0;

	return ((fr_length) x << (FR_LENGTH_BITS - ROOT_BITS)) +
		   (fr_length) (wide) (int64_t) (units < 0 ? units - 0.5 : units + 0.5);
}

/* The nearest double, if a sum that is wrong by less than `error` units tells it. */
bool
fr_length_round(fr_length sum, uint64_t error, double *value)
{
	*value = length_to_double(sum + error);
	return sum >= error && length_to_double(sum - error) == *value;
}

/* ---- exact sums ------------------------------------------------------------ */

#define POINT_WORD 4 /* the first one before the point */
#define ROOT_STEPS (32 + 64 * POINT_WORD)

/* Doubles a number, and adds one bit. */
static void
shift_in(fr_exact *number, unsigned bit)
{
	for (int i = 0; i < FR_EXACT_WORDS; i++)
	{
		uint64_t word = number->word[i];

		number->word[i] = word << 1 | bit;
		bit = word >> 63;
	}
}

static bool
is_less(const fr_exact *a, const fr_exact *b)
{
	for (int i = FR_EXACT_WORDS - 1; i >= 0; i--)
		if (a->word[i] != b->word[i])
			return a->word[i] < b->word[i];
	return false;
}

static void
subtract(fr_exact *from, const fr_exact *number)
{
	uint64_t borrow = 0;

	for (int i = 0; i < FR_EXACT_WORDS; i++)
	{
		wide rest = (wide) from->word[i] - number->word[i] - borrow;

		from->word[i] = (uint64_t) rest;
		borrow = rest < 0;
	}
}

static void
add(fr_exact *to, const fr_exact *number)
{
	fr_length carry = 0;

	for (int i = 0; i < FR_EXACT_WORDS; i++)
	{
		carry += (fr_length) to->word[i] + number->word[i];
		to->word[i] = (uint64_t) carry;
		carry >>= 64;
	}
}

/* Adds a square root, bit by bit as it is done by hand, rounded down to 2^-256. */
void
fr_exact_add(fr_exact *sum, uint64_t square)
{
	fr_exact root = {{0}};
	fr_exact rest = {{0}};

	for (int step = 0; step < ROOT_STEPS; step++)
	{
		unsigned pair = step < 32 ? (unsigned) (square >> (62 - 2 * step)) & 3 : 0;
		fr_exact trial = root;

		shift_in(&rest, pair >> 1);
		shift_in(&rest, pair & 1);
		shift_in(&trial, 0);
		shift_in(&trial, 1);
		shift_in(&root, 0);
		if (!is_less(&rest, &trial))
		{
			subtract(&rest, &trial);
			root.word[0] |= 1;
		}
	}
	add(sum, &root);
}

/* The nearest double. */
double
fr_exact_round(const fr_exact *sum)
{
	int top = FR_EXACT_WORDS - 1;
	bool more = false;
	uint64_t word;
	int shift;

	while (top > 1 && sum->word[top] == 0)
		top--;
	word = sum->word[top];
	shift = word ? __builtin_clzll(word) : 0;
	if (shift > 0)
		word = word << shift | sum->word[top - 1] >> (64 - shift);
	for (int i = 0; i < top; i++)
		more |= (i == top - 1 ? sum->word[i] << shift : sum->word[i]) != 0;
	return nearest(word, more, 64 * (top - POINT_WORD) - shift);
}

/*
 * The double nearest to the length of a path, of which `sum` is the quick sum; slack: as
 * below.
 */
static double
round_lines(fr_cell start, const fr_cell *corners, size_t count, fr_length sum,
			uint64_t slack)
{
	fr_exact exact = {{0}};
	double value;

	if (count == 0)
		return 0;
	if (fr_length_round(sum, count + slack, &value))
		return value;
	for (size_t i = 0; i < count; start = corners[i++])
		fr_exact_add(&exact, fr_line_square(start, corners[i]));
	return fr_exact_round(&exact);
}

/*
 * The double nearest to the length of a path that goes straight from corner to corner;
 * slack: if it is not known to be the least one, by how many units another may be less.
 */
double
fr_lines_length(fr_cell start, const fr_cell *corners, size_t count, uint64_t slack)
{
	fr_length sum = 0;
	fr_cell at = start;

	for (size_t i = 0; i < count; at = corners[i++])
		sum += fr_length_of(fr_line_square(at, corners[i]));
	return round_lines(start, corners, count, sum, slack);
}

/* The same up to the next corner; adds one line to the sum of those before. */
double
fr_lines_next(fr_lines *lines)
{
	size_t i = lines->count++;
	fr_cell at = i == 0 ? lines->start : lines->corners[i - 1];

	lines->sum += fr_length_of(fr_line_square(at, lines->corners[i]));
	return round_lines(lines->start, lines->corners, lines->count, lines->sum, 0);
}
