/*
 * index_times.h - what index.c times
 */
#ifndef FRINGE_BENCH_INDEX_TIMES_H
#define FRINGE_BENCH_INDEX_TIMES_H

#include "index_board.h"

#define MAX_ROUNDS 99
#define LEAST_ASKED 20000 /* costs that one time is taken of */

static uint64_t sum; /* so that no answer is left out */

static inline void
ask_each(const board *a, const pairs *p)
{
	for (long i = 0; i < p->count; i++)
		sum += cost_of(a, p->starts[i], p->goals[i]);
}

#define BATCH 256

static inline size_t
batch_from(const pairs *p, long i)
{
	return (size_t) (p->count - i < BATCH ? p->count - i : BATCH);
}

/* Costs of many pairs by one call of fr_index_costs or fr_index_costs_to. */
typedef void batch_costs(const fr_index *index, const fr_index_pairs *pairs,
						 fr_index_scratch *scratch, const fr_poll *poll);

static inline void
ask_in_batches(const board *a, const pairs *p, batch_costs *costs_of_batch)
{
	uint64_t costs[BATCH];

	for (long i = 0; i < p->count; i += BATCH)
	{
		fr_index_pairs batch = {p->starts + i, p->goals + i, batch_from(p, i), costs};

		costs_of_batch(&a->built.index, &batch, a->built.scratch, &no_poll);
		sum += costs[0];
	}
}

static inline void
ask_batches(const board *a, const pairs *p)
{
	ask_in_batches(a, p, fr_index_costs);
}

static inline void
ask_fans(const board *a, const pairs *p)
{
	ask_in_batches(a, p, fr_index_costs_to);
}

/* An arena whose memory is used again by the next route. */
typedef struct pad
{
	fr_arena core;
	size_t used;
	uint8_t bytes[1 << 22];
} pad;

static inline void *
pad_take(void *context, size_t size)
{
	pad *p = context;

	p->used += (size + 15) / 16 * 16;
	if (p->used > sizeof p->bytes)
		die("pad", "a route is too long");
	return p->bytes + p->used - (size + 15) / 16 * 16;
}

static inline void
ask_routes(const board *a, const pairs *p)
{
	static pad memory;
	long count = p->count < MAX_ROUTES ? p->count : MAX_ROUTES;

	for (long i = 0; i < count; i++)
	{
		fr_index_query query = {&a->built.index, p->starts[i], p->goals[i],
								a->built.scratch};
		fr_route route;
		fr_error error;
		uint64_t cost;

		memory.core = (fr_arena){.allocate = pad_take, .context = &memory};
		memory.used = 0;
		fr_index_route(&query, &memory.core, &no_poll, &cost, &route, &error);
		sum += cost;
	}
}

typedef void (*ask)(const board *a, const pairs *p);

/* Seconds of one pair, of the median round. */
static inline double
time_of(const board *a, ask questions, const pairs *p, long count, int rounds)
{
	double seconds[MAX_ROUNDS];
	long times = LEAST_ASKED / (count + 1) + 1;

	for (int r = 0; r < rounds; r++)
	{
		double begin = cpu_seconds();

		for (long i = 0; i < times; i++)
			questions(a, p);
		seconds[r] = (cpu_seconds() - begin) / (double) (times * (count ? count : 1));
	}
	return median(seconds, rounds);
}

static inline void
time_map(const board *a, const options *o, figures *f)
{
	const pairs *s = &a->scenarios;
	const pairs *r = &a->random;
	long routes = s->count < MAX_ROUTES ? s->count : MAX_ROUTES;

	f->scenario = f->most_scenario = time_of(a, ask_each, s, s->count, o->rounds);
	f->random = time_of(a, ask_each, r, r->count, o->rounds);
	f->batch = time_of(a, ask_batches, r, r->count, o->rounds);
	f->fan = time_of(a, ask_fans, r, r->count, o->rounds);
	f->route = time_of(a, ask_routes, s, routes, o->rounds);
}

#endif /* FRINGE_BENCH_INDEX_TIMES_H */
