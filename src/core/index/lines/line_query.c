/*
 * line_query.c - lengths and routes of the lines form
 *
 * If two cells do not see each other, a shortest path passes a hub that both blocks
 * have.  On game maps they share eight of some ninety hubs.  Sums in units select the
 * hubs and access subgoals that may lie on a shortest path.  Two lines, two entries and
 * their remainders give the length of each path.  The least length nearly always
 * determines the nearest double. Otherwise the query walks the paths along the steps.
 */
#include "core/index/lines/line_index.h"

#include "core/base/base.h"
#include "core/index/subgoals/subgoal_query.h"

/* ---- a question ----------------------------------------------------------------- */

/* A query and its two endpoints. */
typedef struct line_query
{
	const fr_index *index;
	const fr_poll *poll;
	uint64_t *walked; /* steps of all walks, for polls */
	fr_index_scratch
		*scratch; /* table: by hub, its place in the start's block, plus the base */
	fr_endpoint from;
	fr_endpoint to;
	uint32_t common; /* hubs that both blocks have; `chain` has their places */
	uint32_t least;	 /* of `sums` */
} line_query;

/* From an endpoint over an access subgoal to a hub. */
typedef struct line_path
{
	uint32_t access; /* as a hub; FR_NO_HUB: none */
	fr_length length;
} line_path;

typedef struct line_meeting
{
	uint32_t hub; /* FR_NO_HUB: no path */
	line_path from;
	line_path to;
	fr_length length;
} line_meeting;

/* ---- walks ----------------------------------------------------------------------- */

/* A path from an endpoint towards a hub. */
typedef struct line_walk
{
	fr_cell at;
	fr_length length;
	fr_exact *exact;  /* the exact length; or NULL */
	fr_cell *corners; /* of the path; or NULL */
	size_t count;
} line_walk;

static void
go_to(line_walk *w, fr_cell to)
{
	uint64_t square = fr_line_square(w->at, to);

	if (square == 0)
		return;
	if (w->exact)
		fr_exact_add(w->exact, square);
	else
		w->length += fr_length_of(square);
	if (w->corners)
		w->corners[w->count] = to;
	w->count++;
	w->at = to;
}

/* The next hub from one to another.  FR_NO_HUB: the steps do not have it. */
static uint32_t
next_hub(const fr_index *index, uint32_t access, uint32_t hub)
{
	fr_line_label label = fr_line_label_of(index, access);
	uint32_t i = fr_find16(label.hub, label.count, hub);

	return i < label.count ? fr_line_next(index, &label, i) : FR_NO_HUB;
}

/* Walks to an access subgoal and on to a hub.  False: the steps do not lead there. */
static bool
walk_to_hub(const line_query *a, line_walk *w, uint32_t access, uint32_t hub)
{
	const fr_index *index = a->index;

	for (uint32_t steps = 1; access != FR_NO_HUB && steps <= index->hubs; steps++)
	{
		go_to(w, fr_vertex_cell(index, access));
		if (access == hub)
			return true;
		fr_poll_at(a->poll, ++*a->walked);
		access = next_hub(index, access, hub);
	}
	return false;
}

static double
exact_length(const line_query *a, const line_meeting *m)
{
	fr_exact sum = {{0}};
	line_walk from = {.at = a->from.at, .exact = &sum};
	line_walk to = {.at = a->to.at, .exact = &sum};

	walk_to_hub(a, &from, m->from.access, m->hub);
	walk_to_hub(a, &to, m->to.access, m->hub);
	return fr_exact_round(&sum);
}

/* The cost of a path found by walks, rounded as a search rounds it. */
static uint64_t
walked_cost(const line_query *a, const line_meeting *m)
{
	double length;

	if (m->hub == FR_NO_HUB)
		return FR_UNREACHED;
	if (!fr_length_round(m->length, 2 * ((uint64_t) a->index->hubs + 2), &length))
		length = exact_length(a, m);
	return fr_length_bits(length);
}

/* ---- an endpoint -------------------------------------------------------------------- */

/* The vertex of an access subgoal. */
static inline uint32_t
vertex_of(const fr_block *b, uint32_t access)
{
	return fr_get16(b->hub, b->count.hubs + access);
}

/* A line of a built index has less than 2^24 units: FR_LINE_SLACK. */
static uint32_t
units_between(const fr_index *index, fr_cell a, fr_cell b)
{
	float length =
		__builtin_sqrtf((float) fr_line_square(a, b)) * (float) index->units.straight;

	return length < (float) FR_INDEX_NARROW ? (uint32_t) length : FR_NEVER;
}

static void
measure_accesses(const fr_index *index, fr_endpoint *s, const uint8_t *row)
{
	const fr_block *b = &s->block;

	for (uint32_t i = 0; i < b->count.accesses; i++)
	{
		bool used =
			i < b->count.seen || row[i - b->count.seen] >> s->at.x % FR_BLOCK_SIDE & 1;

		s->distance[i] =
			used ? units_between(index, s->at, fr_vertex_cell(index, vertex_of(b, i)))
				 : FR_NEVER;
	}
}

static void
open_endpoint(const fr_index *index, fr_endpoint *s, const uint8_t *record, fr_cell at)
{
	const fr_block_counts *n = &s->block.count;
	const uint8_t *row;

	s->block = fr_block_open(record, FR_BLOCK_LINES);
	s->at = at;
	row = s->block.row + (uint32_t) at.y % FR_BLOCK_SIDE * (n->accesses - n->seen);
	if (index->vectors)
		fr_vectors_open_lines(index, s, row);
	else
		measure_accesses(index, s, row);
}

/* Hubs of the endpoint's block. */
static inline uint32_t
hub_count(const fr_endpoint *s)
{
	return s->block.count.hubs + s->block.count.lone;
}

/* The distance to the i-th hub, in units: the least of its entries. */
static inline uint32_t
hub_units(const fr_endpoint *s, uint32_t i)
{
	const fr_block *b = &s->block;
	uint32_t first = b->count.hubs;
	uint32_t least;

	if (i >= first)
		return s->distance[i - first];
	least = fr_entry_distance(s, i, false);
	if (i < b->count.several)
		for (uint32_t r = 1; r < b->count.rounds && i < fr_get16(b->round, r); r++)
		{
			uint32_t units = fr_entry_distance(s, first + i, false);

			least = units < least ? units : least;
			first += fr_get16(b->round, r);
		}
	return least;
}

/* The places of a common hub in both blocks. */
typedef struct hub_places
{
	uint32_t from;
	uint32_t to;
} hub_places;

static inline hub_places
places_of(uint32_t pair)
{
	return (hub_places){pair >> 16, pair & 0xffff};
}

/* ---- lengths of halves ------------------------------------------------------------ */

/*
 * The length from an endpoint over an access subgoal to a hub, whose entry has `units`
 * units.
 */
typedef fr_length measure(const line_query *a, const fr_endpoint *s, uint32_t access,
						  uint32_t hub, uint32_t units);

/* Fractional bits of a length that units do not have. */
static inline int
shift_of(const fr_index *index)
{
	return FR_LENGTH_BITS - __builtin_ctz(index->units.straight);
}

/*
 * The length of a label's entry with its remainder.  FR_FAR_LENGTH: the index is
 * corrupt.
 */
static fr_length
label_length(const fr_index *index, uint32_t access, uint32_t hub, uint32_t units)
{
	fr_line_label label = fr_line_label_of(index, access);
	uint32_t i = fr_find16(label.hub, label.count, hub);
	int shift = shift_of(index);

	if (i >= label.count)
		return FR_FAR_LENGTH;
	if (i < label.direct)
		return fr_length_of(
			fr_line_square(fr_vertex_cell(index, access), fr_vertex_cell(index, hub)));
	return ((fr_length) units << shift) +
		   ((fr_length) fr_line_rest(&label, i) << (shift - FR_LINE_REST_BITS));
}

static inline fr_length
near_length(const line_query *a, const fr_endpoint *s, uint32_t access, uint32_t hub,
			uint32_t units)
{
	fr_length line =
		fr_length_of(fr_line_square(s->at, fr_vertex_cell(a->index, access)));

	return access == hub ? line : line + label_length(a->index, access, hub, units);
}

/* The largest error of a sum of two near lengths: of lines, entries and remainders. */
static inline uint64_t
near_error(const fr_index *index)
{
	return 2 * ((uint64_t) index->hubs + 2) +
		   (UINT64_C(2) << (shift_of(index) - FR_LINE_REST_BITS));
}

static fr_length
walked_length(const line_query *a, const fr_endpoint *s, uint32_t access, uint32_t hub,
			  uint32_t units)
{
	line_walk w = {.at = s->at};

	(void) units;
	return walk_to_hub(a, &w, access, hub) ? w.length : FR_FAR_LENGTH;
}

/* ---- the best of paths with nearly equal units ------------------------------------- */

FR_INLINE void
keep_shorter(line_path *best, uint32_t access, fr_length length)
{
	if (length < best->length)
		*best = (line_path){access, length};
}

/*
 * The shortest path to the endpoint's i-th hub, among those with units within the limit.
 */
FR_INLINE line_path
approach_hub(const line_query *a, const fr_endpoint *s, uint32_t i, uint32_t limit,
			 measure *length_of)
{
	const fr_block *b = &s->block;
	uint32_t hub = fr_get16(b->hub, i);
	line_path best = {FR_NO_HUB, FR_FAR_LENGTH};
	uint32_t first = 0;

	if (i >= b->count.hubs)
		keep_shorter(&best, hub, length_of(a, s, hub, hub, 0));
	for (uint32_t r = 0; r < b->count.rounds && i < fr_get16(b->round, r); r++)
	{
		uint32_t entry = fr_get32(b->entry, first + i);

		if (fr_entry_distance(s, first + i, false) <= limit)
		{
			uint32_t access = vertex_of(b, entry & 0xff);

			keep_shorter(&best, access, length_of(a, s, access, hub, entry >> 8));
		}
		first += fr_get16(b->round, r);
	}
	return best;
}

/* Keeps the path over a common hub if it is the shortest. */
FR_INLINE void
try_hub(const line_query *a, hub_places at, uint32_t limit, measure *length_of,
		line_meeting *best)
{
	uint32_t from_units = hub_units(&a->from, at.from);
	uint32_t to_units = hub_units(&a->to, at.to);
	line_path from = approach_hub(a, &a->from, at.from, limit - to_units, length_of);
	line_path to = approach_hub(a, &a->to, at.to, limit - from_units, length_of);

	if (from.length + to.length < best->length)
		*best = (line_meeting){fr_get16(a->to.block.hub, at.to), from, to,
							   from.length + to.length};
}

#define HUBS_PER_POLL                                                                    \
	64 /* hubs between two polls; a hub may have as many entries as a block */

FR_INLINE line_meeting
find_meeting(const line_query *a, measure *length_of)
{
	uint32_t top = a->index->top;
	uint32_t limit = a->least + FR_LINE_SLACK < top ? a->least + FR_LINE_SLACK : top - 1;
	line_meeting best = {.hub = FR_NO_HUB, .length = FR_FAR_LENGTH};

	if (a->least >= top)
		return best;
	for (uint32_t first = 0; first < a->common; first += HUBS_PER_POLL)
	{
		uint32_t end =
			a->common - first < HUBS_PER_POLL ? a->common : first + HUBS_PER_POLL;

		if (first > 0)
			fr_poll_now(a->poll);
		for (uint32_t k = first; k < end; k++)
			if (a->scratch->sums[k] <= limit)
				try_hub(a, places_of(a->scratch->chain[k]), limit, length_of, &best);
	}
	return best;
}

static line_meeting
meet_by_walks(const line_query *a)
{
	return find_meeting(a, walked_length);
}

/* ---- questions -------------------------------------------------------------------- */

/* Reads the start's labels, once for many goals. */
static void
begin(line_query *a, const uint8_t *record, fr_cell start)
{
	uint32_t *restrict table = a->scratch->table;
	uint32_t base;
	uint32_t hubs;

	open_endpoint(a->index, &a->from, record, start);
	hubs = hub_count(&a->from);
	base = fr_index_lower_base(a->scratch, hubs);
	for (uint32_t i = 0; i < hubs; i++)
		table[fr_get16(a->from.block.hub, i)] = base + i;
}

/* Lists the hubs that both blocks have: at most as many as the index has. */
static uint32_t
list_common(const line_query *a)
{
	const uint32_t *restrict table = a->scratch->table;
	uint32_t *restrict list = a->scratch->chain;
	uint32_t base = a->scratch->base;
	uint32_t own = hub_count(&a->from);
	uint32_t hubs = hub_count(&a->to);
	uint32_t count = 0;

	for (uint32_t i = 0; i < hubs; i++)
	{
		uint32_t place = table[fr_get16(a->to.block.hub, i)] - base;

		list[count] = place << 16 | (i & 0xffff);
		count += place < own;
	}
	return count;
}

/* Reads the goal's labels, and sums up units over common hubs. */
static void
meet(line_query *a, const uint8_t *record, fr_cell goal)
{
	const uint32_t *restrict list = a->scratch->chain;
	uint32_t *restrict sums = a->scratch->sums;
	uint32_t least = UINT32_MAX;

	open_endpoint(a->index, &a->to, record, goal);
	a->common = list_common(a);
	for (uint32_t k = 0; k < a->common; k++)
	{
		hub_places at = places_of(list[k]);

		sums[k] = hub_units(&a->from, at.from) + hub_units(&a->to, at.to);
		least = sums[k] < least ? sums[k] : least;
	}
	a->least = least;
}

/*
 * Both cells are free and do not see each other.  `index`, `poll` and `scratch` are set.
 */
static void
ask(line_query *a, const fr_index_ends *ends)
{
	begin(a, ends->from, ends->start);
	meet(a, ends->to, ends->goal);
}

/*
 * The least near length, if its rounding error cannot change the double. Otherwise another
 * path may be shorter by less than that error, and walks give the exact lengths.
 */
static uint64_t
answer(const line_query *a)
{
	line_meeting m = find_meeting(a, near_length);
	double length;

	if (m.hub != FR_NO_HUB && fr_length_round(m.length, near_error(a->index), &length))
		return fr_length_bits(length);
	m = meet_by_walks(a);
	return walked_cost(a, &m);
}

static bool
is_blocked(const fr_index *index, fr_cell at)
{
	return fr_bits_has(fr_bits_line(&index->lines.planes.rows, (uint32_t) at.y), at.x);
}

/*
 * Answers pairs with a blocked cell, and pairs that see each other.  Labels answer the
 * others.
 */
static bool
is_direct(const fr_index *index, fr_cell a, fr_cell b, uint64_t *cost)
{
	*cost = FR_UNREACHED;
	if (is_blocked(index, a) || is_blocked(index, b))
		return true;
	if (!fr_sees(&index->lines.planes, a, b))
		return false;
	*cost = fr_length_bits(__builtin_sqrt((double) fr_line_square(a, b)));
	return true;
}

uint64_t
fr_lines_cost(const fr_index *index, const fr_index_ends *ends, fr_index_scratch *scratch,
			  const fr_poll *poll)
{
	uint64_t walked = 0;
	uint64_t cost;
	line_query a;

	if (is_direct(index, ends->start, ends->goal, &cost))
		return cost;
	a.index = index;
	a.poll = poll;
	a.walked = &walked;
	a.scratch = scratch;
	ask(&a, ends);
	return answer(&a);
}

void
fr_lines_costs_to(const fr_index *index, const fr_index_pairs *pairs,
				  fr_index_scratch *scratch, const fr_poll *poll)
{
	fr_cell start = *pairs->starts;
	uint64_t walked = 0;
	line_query a;

	a.index = index;
	a.poll = poll;
	a.walked = &walked;
	a.scratch = scratch;
	begin(&a, fr_index_record(index, start), start);
	for (size_t i = 0; i < pairs->count; i++)
	{
		fr_cell goal = pairs->goals[i];

		fr_poll_at(poll, i);
		if (i + FR_GOALS_AHEAD < pairs->count)
			fr_index_prefetch(fr_index_record(index, pairs->goals[i + FR_GOALS_AHEAD]));
		if (!is_direct(index, start, goal, &pairs->costs[i]))
		{
			meet(&a, fr_index_record(index, goal), goal);
			pairs->costs[i] = answer(&a);
		}
	}
}

/* ---- routes ----------------------------------------------------------------------- */

/* Does the path a, b, c go straight on at b? */
static bool
is_straight(fr_cell a, fr_cell b, fr_cell c)
{
	int64_t x = b.x - a.x;
	int64_t y = b.y - a.y;

	return x * (c.y - b.y) == y * (c.x - b.x) && x * (c.x - b.x) + y * (c.y - b.y) > 0;
}

static void
put_corner(fr_tracer *t, fr_cell to)
{
	fr_cell last = t->count > 0 ? t->corners[t->count - 1] : t->at;
	fr_cell before = t->count > 1 ? t->corners[t->count - 2] : t->at;

	if (to.x == last.x && to.y == last.y)
		return;
	if (t->count > 0 && is_straight(before, last, to))
		t->count--;
	t->corners[t->count++] = to;
}

/* Traces from the start to the hub, and on to the goal. */
static void
trace_over(fr_tracer *t, const line_query *a, const line_meeting *m)
{
	line_walk from = {.at = a->from.at};
	line_walk to = {.at = a->to.at};
	fr_cell *corners;

	walk_to_hub(a, &from, m->from.access, m->hub);
	walk_to_hub(a, &to, m->to.access, m->hub);
	corners =
		fr_arena_alloc(t->builder.arena, (from.count + to.count + 1) * sizeof *corners);
	t->corners = fr_arena_alloc(t->builder.arena,
								(from.count + to.count + 1) * sizeof *t->corners);
	from = (line_walk){.at = a->from.at, .corners = corners};
	to = (line_walk){.at = a->to.at, .corners = corners};
	walk_to_hub(a, &from, m->from.access, m->hub);
	for (size_t i = 0; i < from.count; i++)
		put_corner(t, corners[i]);
	walk_to_hub(a, &to, m->to.access, m->hub);
	for (size_t i = to.count; i-- > 0;)
		put_corner(t, corners[i]);
	put_corner(t, a->to.at);
}

uint64_t
fr_lines_trace(fr_tracer *t, fr_cell goal)
{
	fr_index_ends ends = {t->at, goal, fr_index_record(t->index, t->at),
						  fr_index_record(t->index, goal)};
	line_meeting m;
	uint64_t walked = 0;
	uint64_t cost;
	line_query a;

	if (is_direct(t->index, t->at, goal, &cost))
	{
		t->corners = fr_arena_alloc(t->builder.arena, sizeof *t->corners);
		put_corner(t, goal);
		return cost;
	}
	a.index = t->index;
	a.poll = t->poll;
	a.walked = &walked;
	a.scratch = t->scratch;
	ask(&a, &ends);
	m = meet_by_walks(&a);
	if (m.hub != FR_NO_HUB)
		trace_over(t, &a, &m);
	return walked_cost(&a, &m);
}
