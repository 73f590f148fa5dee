/*
 * meeting.c - does a search come near its goal? See meeting.h
 */
#include "core/grid/meeting.h"

#include <string.h>

#include "core/base/error.h"
#include "core/grid/patches.h"

_Static_assert(FR_MAX_SIDE <= UINT16_MAX, "a cell's x and y take 16 bits");

/* ---- runs that wait ------------------------------------------------------ */

/* The part of the queue after `queue`, or the first one: as it was, or new. */
static fr_run_queue *
queue_after(fr_run_queue **queue, const fr_arena *arena)
{
	if (*queue == NULL)
	{
		fr_run_queue *made = fr_take(arena, sizeof *made);

		made->next = NULL;
		*queue = made;
	}
	return *queue;
}

static void
put_run(fr_meeting *m, const fr_arena *arena, int32_t y, int32_t first, int32_t last)
{
	if (m->in == FR_QUEUE_RUNS)
	{
		m->tail = queue_after(&m->tail->next, arena);
		m->in = 0;
	}
	m->tail->run[m->in].y = (uint16_t) y;
	m->tail->run[m->in].first = (uint16_t) first;
	m->tail->run[m->in].last = (uint16_t) last;
	m->in++;
}

static bool
has_runs(const fr_meeting *m)
{
	return m->head != m->tail || m->out < m->in;
}

/* ---- taking runs --------------------------------------------------------- */

/* The bits from `first` to `last`, both of a line, in its i-th word. */
static uint64_t
bits_between(int32_t first, int32_t last, int32_t i)
{
	uint64_t bits = ~UINT64_C(0);

	if (i == first / 64)
		bits &= ~UINT64_C(0) << first % 64;
	if (i == last / 64)
		bits &= ~UINT64_C(0) >> (63 - last % 64);
	return bits;
}

/* Takes the run around a free cell, and appends it to the queue. */
static void
take_run(fr_patches *patches, int32_t x, int32_t y)
{
	fr_meeting *m = &patches->meeting;
	const uint64_t *row = fr_bits_line(&patches->grid->rows, (uint32_t) y);
	uint64_t *taken = m->lines + y * m->taken.words;
	int32_t first = fr_bits_previous(row, x) + 1;
	int32_t last = fr_bits_next(row, x) - 1;

	put_run(m, patches->arena, y, first, last);
	for (int32_t i = first / 64; i <= last / 64; i++)
		taken[i] |= bits_between(first, last, i);
}

/* Takes the runs of row y that touch the cells from x = first to last. */
static void
take_beside(fr_patches *patches, int32_t y, int32_t first, int32_t last)
{
	const fr_meeting *m = &patches->meeting;
	const uint64_t *taken = m->taken.lines + y * m->taken.words;

	for (int32_t i = first / 64; i <= last / 64; i++)
	{
		uint64_t bits = bits_between(first, last, i);

		while (~taken[i] & bits)
			take_run(patches, i * 64 + __builtin_ctzll(~taken[i] & bits), y);
	}
}

static void
begin(fr_patches *patches, fr_cell goal)
{
	const fr_bits *rows = &patches->grid->rows;
	fr_meeting *m = &patches->meeting;
	size_t words = ((size_t) patches->grid->height + 2) * (size_t) rows->words + 2;

	if (m->lines == NULL)
		m->lines = fr_bits_lay_out(&m->taken, patches->grid->height, patches->grid->width,
								   patches->arena);
	memcpy(m->lines - rows->words - 1, rows->lines - rows->words - 1,
		   words * sizeof *m->lines);
	m->head = m->tail = queue_after(&m->first, patches->arena);
	m->in = m->out = 0;
	take_run(patches, goal.x, goal.y);
	m->state = FR_SPREADING;
}

/* Examines up to `runs` runs, the nearest to the goal first. */
void
fr_meeting_spread(fr_patches *patches, fr_cell goal, uint64_t runs, fr_seen seen,
				  const void *search, const fr_poll *poll)
{
	fr_meeting *m = &patches->meeting;

	if (m->state == FR_NOT_BEGUN)
		begin(patches, goal);
	for (; m->state == FR_SPREADING && runs > 0 && has_runs(m); runs--)
	{
		int32_t y;
		int32_t first;
		int32_t last;

		fr_poll_at(poll, runs);
		if (m->out == FR_QUEUE_RUNS)
		{
			m->head = m->head->next;
			m->out = 0;
		}
		y = m->head->run[m->out].y;
		first = m->head->run[m->out].first;
		last = m->head->run[m->out++].last;
		if (seen(search, y, first, last))
			m->state = FR_MET;
		take_beside(patches, y - 1, first, last);
		take_beside(patches, y + 1, first, last);
	}
	if (m->state == FR_SPREADING && !has_runs(m))
		m->state = FR_APART;
}
