/*
 * line_length.c - lengths of straight lines, and their sums
 */
#include "core/anyangle/line_length.h"
#include "core/base/number.h"

__extension__ typedef __int128 wide;

/* ---- lengths ----------------------------------------------------------------------- */

#define ROOT_BITS 41 /* behind the point, of a root as a word */

/*
 * The square root of a number below 2^34, in units of 2^-80, to half a unit and a bit.
 *
 * x is near the root r: within the precision of a double, or half of 2^-41. Let c = (r^2
 * - x^2) / 2x. The sum x + c is too large by c^2 / 2x, less than 2^-85. As a word, x is
 * below 2^58, and wrong by less than 2^4, so r^2 - x^2 has less than 63 bits; and of r^2
 * the lower 64 bits are 0.
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

/*
 * The length of a path after one more link, at most FR_TOO_LONG. `before` may exceed it only
 * by the lines since the previous link.
 */
fr_length
fr_length_linked(fr_length before, const fr_costs *costs, uint64_t cost)
{
	uint64_t parts = costs->step[FR_N];
	fr_length rest;

	if (cost > costs->limit)
		return FR_TOO_LONG;
	rest = (fr_length) (cost % parts) << FR_LENGTH_BITS;
	if (rest > 0)
		rest = (rest + parts / 2) / parts;
	before += ((fr_length) (cost / parts) << FR_LENGTH_BITS) + rest;
	return before < FR_TOO_LONG ? before : FR_TOO_LONG;
}

/* The double nearest to a sum that is wrong by less than `error` units. False: two are possible. */
bool
fr_length_round(fr_length sum, uint64_t error, double *value)
{
	*value = fr_rounded_wide(sum + error, false, -FR_LENGTH_BITS);
	return sum >= error && fr_rounded_wide(sum - error, false, -FR_LENGTH_BITS) == *value;
}

/* ---- exact sums -------------------------------------------------------------------- */

#define POINT_WORD 4 /* the first one before the point */
#define ROOT_STEPS (32 + 64 * POINT_WORD)

/* Multiplies a number by two, and adds a bit. */
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

/* Adds a square root, rounded down to 2^-256: two bits of the square give a bit of the root. */
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
	return fr_rounded(word, more, 64 * (top - POINT_WORD) - shift);
}

/* Adds the length of some parts, rounded down to 2^-256. A cell has `of` parts. */
void
fr_exact_add_parts(fr_exact *sum, fr_length parts, uint64_t of)
{
	fr_exact number = {{0}};
	fr_length whole = parts / of;
	fr_length rest = parts % of;

	number.word[POINT_WORD] = (uint64_t) whole;
	number.word[POINT_WORD + 1] = (uint64_t) (whole >> 64);
	for (int i = POINT_WORD - 1; i >= 0; i--)
	{
		rest <<= 64;
		number.word[i] = (uint64_t) (rest / of);
		rest %= of;
	}
	add(sum, &number);
}

/* ---- paths ------------------------------------------------------------------------- */

static uint64_t
link_cost(const fr_lines *lines, fr_cell from, fr_cell to)
{
	return fr_links_cost(lines->grid, fr_grid_index(lines->grid, from),
						 fr_grid_index(lines->grid, to));
}

static bool
is_link(const fr_lines *lines, size_t i)
{
	return lines->linked && lines->linked[i];
}

static double
exact_lines(const fr_lines *lines)
{
	fr_exact exact = {{0}};
	fr_length parts = 0;
	fr_cell at = lines->start;

	for (size_t i = 0; i < lines->count; at = lines->corners[i++])
		if (is_link(lines, i))
			parts += link_cost(lines, at, lines->corners[i]);
		else
			fr_exact_add(&exact, fr_line_square(at, lines->corners[i]));
	if (parts > 0)
		fr_exact_add_parts(&exact, parts, lines->grid->costs.step[FR_N]);
	return fr_exact_round(&exact);
}

/* The double nearest to the length of a path so far. slack: see fr_lines_length. */
static double
round_lines(const fr_lines *lines, uint64_t slack)
{
	double value;

	if (lines->count == 0)
		return 0;
	if (fr_length_round(lines->sum, lines->count + slack, &value))
		return value;
	return exact_lines(lines);
}

static void
add_line(fr_lines *lines)
{
	size_t i = lines->count++;
	fr_cell at = i == 0 ? lines->start : lines->corners[i - 1];

	if (is_link(lines, i))
		lines->sum = fr_length_linked(lines->sum, &lines->grid->costs,
									  link_cost(lines, at, lines->corners[i]));
	else
		lines->sum += fr_length_of(fr_line_square(at, lines->corners[i]));
}

/*
 * The double nearest to the length of a path that goes straight from corner to corner.
 * slack: by how many units another path may be shorter, if this one may not be the shortest.
 */
double
fr_lines_length(fr_cell start, const fr_cell *corners, size_t count, uint64_t slack)
{
	fr_lines lines = {.start = start, .corners = corners};

	while (lines.count < count)
		add_line(&lines);
	return round_lines(&lines, slack);
}

/* Adds the next corner, to which a line or a link leads. Returns the length up to there. */
double
fr_lines_next(fr_lines *lines)
{
	add_line(lines);
	return round_lines(lines, 0);
}
