/*
 * minplus_loops.h - the loops of minplus.c for one kind of processor (internal)
 *
 * minplus.c includes it once for each kind, and defines before:
 *
 *   KIND(name)      the name of a function of this kind
 *   TARGET          its attributes
 *   LEAST(a, b)     the lesser numbers of two lanes
 *   BITS(mask)      a bit for each number of a mask
 *   LEAST_LENGTH(a, b), LENGTH_BITS(mask)
 *                   LEAST and BITS for lanes of lengths
 */

TARGET static void
KIND(eliminate)(int32_t *rows, uint32_t n, uint32_t lanes, uint32_t over)
{
	const lane *between = (const lane *) (rows + (size_t) over * lanes * FR_LANE);

	for (uint32_t i = 0; i < n; i++)
	{
		lane *row = (lane *) (rows + (size_t) i * lanes * FR_LANE);
		int32_t first = rows[(size_t) i * lanes * FR_LANE + over];

		if (first >= FR_NO_COST_32 || i == over)
			continue;
		for (uint32_t j = 0; j < lanes; j++)
			row[j] = LEAST(row[j], between[j] + first);
	}
}

/* Keeps four lanes of the result in registers. */
TARGET static void
KIND(combine_four)(const int32_t *at, const lane *row, uint32_t n, uint32_t lanes,
				   lane *to)
{
	const lane none = ALL(FR_NO_COST_32);
	lane a = none;
	lane b = none;
	lane c = none;
	lane d = none;

	for (uint32_t k = 0; k < n; k++, row += lanes)
	{
		a = LEAST(a, row[0] + at[k]);
		b = LEAST(b, row[1] + at[k]);
		c = LEAST(c, row[2] + at[k]);
		d = LEAST(d, row[3] + at[k]);
	}
	to[0] = a;
	to[1] = b;
	to[2] = c;
	to[3] = d;
}

TARGET static void
KIND(combine_two)(const int32_t *at, const lane *row, uint32_t n, uint32_t lanes,
				  lane *to)
{
	lane a = ALL(FR_NO_COST_32);
	lane b = a;

	for (uint32_t k = 0; k < n; k++, row += lanes)
	{
		a = LEAST(a, row[0] + at[k]);
		b = LEAST(b, row[1] + at[k]);
	}
	to[0] = a;
	to[1] = b;
}

TARGET static void
KIND(combine_one)(const int32_t *at, const lane *row, uint32_t n, uint32_t lanes,
				  lane *to)
{
	lane a = ALL(FR_NO_COST_32);

	for (uint32_t k = 0; k < n; k++, row += lanes)
		a = LEAST(a, row[0] + at[k]);
	to[0] = a;
}

TARGET static void
KIND(combine)(const int32_t *at, const int32_t *rows, uint32_t n, uint32_t lanes,
			  int32_t *to)
{
	const lane *row = (const lane *) rows;
	lane *sums = (lane *) to;
	uint32_t j = 0;

	for (; j + 4 <= lanes; j += 4)
		KIND(combine_four)(at, row + j, n, lanes, sums + j);
	for (; j + 2 <= lanes; j += 2)
		KIND(combine_two)(at, row + j, n, lanes, sums + j);
	if (j < lanes)
		KIND(combine_one)(at, row + j, n, lanes, sums + j);
}

TARGET static void
KIND(lower)(int32_t *to, const int32_t *from, uint32_t lanes, int32_t more)
{
	lane *costs = (lane *) to;
	const lane *others = (const lane *) from;

	for (uint32_t j = 0; j < lanes; j++)
		costs[j] = LEAST(costs[j], (others[j] & ALL(~1)) + more);
}

TARGET static void
KIND(lower_by)(int32_t *to, const int32_t *from, uint32_t lanes, int32_t more)
{
	lane *costs = (lane *) to;
	const lane *others = (const lane *) from;

	for (uint32_t j = 0; j < lanes; j++)
		costs[j] = LEAST(costs[j], others[j] + more);
}

TARGET static bool
KIND(drop)(int32_t *to, const int32_t *over, uint32_t lanes, int32_t more)
{
	const lane none = ALL(FR_NO_COST_32);
	lane *costs = (lane *) to;
	const lane *others = (const lane *) over;
	lane left = ALL(0);

	for (uint32_t j = 0; j < lanes; j++)
	{
		lane gone = others[j] + more <= costs[j];

		costs[j] = (gone & none) | (~gone & costs[j]);
		left |= costs[j] < none;
	}
	return ~HALVES(~left);
}

TARGET static uint64_t
KIND(equal)(const int32_t *a, const int32_t *b, uint32_t lanes, int32_t more)
{
	const lane *p = (const lane *) a;
	const lane *q = (const lane *) b;
	uint64_t bits = 0;

	for (uint32_t j = 0; j < lanes; j++)
		bits |= (uint64_t) BITS(p[j] + more == q[j]) << FR_LANE * j;
	return bits;
}

TARGET static void
KIND(lower_lengths)(double *to, const double *from, uint32_t lanes, double more)
{
	length_lane *lengths = (length_lane *) to;
	const length_lane *others = (const length_lane *) from;

	for (uint32_t j = 0; j < lanes; j++)
		lengths[j] = LEAST_LENGTH(lengths[j], others[j] + more);
}

TARGET static uint64_t
KIND(at_most)(const double *a, const double *b, uint32_t lanes, double more)
{
	const length_lane *p = (const length_lane *) a;
	const length_lane *q = (const length_lane *) b;
	uint64_t bits = 0;

	for (uint32_t j = 0; j < lanes; j++)
		bits |= (uint64_t) LENGTH_BITS(p[j] + more <= q[j]) << FR_LENGTH_LANE * j;
	return bits;
}

TARGET static bool
KIND(is_over_third)(const int32_t *a, const int32_t *b, uint32_t lanes, int32_t most)
{
	const lane *p = (const lane *) a;
	const lane *q = (const lane *) b;

	for (uint32_t j = 0; j < lanes; j++)
	{
		lane above = p[j] + q[j] > most;

		if (~HALVES(above))
			return true;
	}
	return false;
}

TARGET static bool
KIND(has_odd)(const int32_t *costs, uint32_t lanes)
{
	const lane *row = (const lane *) costs;
	lane any = ALL(0);

	for (uint32_t j = 0; j < lanes; j++)
		any |= row[j];
	return ~HALVES(~(any & 1));
}

TARGET static int32_t
KIND(least_sum)(const int32_t *a, const int32_t *b, uint32_t lanes)
{
	const lane *p = (const lane *) a;
	const lane *q = (const lane *) b;
	lane sums = ALL(FR_NO_COST_32);
	int32_t least = FR_NO_COST_32;

	for (uint32_t j = 0; j < lanes; j++)
		sums = LEAST(sums, p[j] + q[j]);
	for (int i = 0; i < FR_LANE; i++)
		least = sums[i] < least ? sums[i] : least;
	return least;
}

TARGET static void
KIND(count_equal)(const int32_t *a, const int32_t *b, uint32_t lanes, int32_t sum,
				  int32_t by, int32_t *counts)
{
	const lane *p = (const lane *) a;
	const lane *q = (const lane *) b;
	lane *to = (lane *) counts;

	for (uint32_t j = 0; j < lanes; j++)
		to[j] += (p[j] + q[j] == sum) & by;
}

static const fr_minplus KIND(loops) = {
	.eliminate = KIND(eliminate),
	.combine = KIND(combine),
	.lower = KIND(lower),
	.lower_by = KIND(lower_by),
	.drop = KIND(drop),
	.equal = KIND(equal),
	.lower_lengths = KIND(lower_lengths),
	.at_most = KIND(at_most),
	.is_over_third = KIND(is_over_third),
	.has_odd = KIND(has_odd),
	.least_sum = KIND(least_sum),
	.count_equal = KIND(count_equal),
};

#undef KIND
#undef TARGET
#undef LEAST
#undef BITS
#undef LEAST_LENGTH
#undef LENGTH_BITS
