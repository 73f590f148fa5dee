/*
 * index_bytes.h - an index of a world: built, left, broken
 *
 * The including test defines MAX_SIDE, of its worlds.
 */
#ifndef FRINGE_INDEX_BYTES_H
#define FRINGE_INDEX_BYTES_H

#include "checks.h"
#include "core/index/borders/borders.h"
#include "core/index/index_view.h"

/* Of small maps the first ones alone. */
enum
{
	CHECKED,
	PROGRESS,
	COSTS,
	ROUTES,
	STEPS,
	BATCH,
	SAME,
	LEFT,
	MUTATED,
	FORGED,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "what was built is accepted, and has as many hubs as were counted"},
	{.name = "the progress of a build counts the parts of each stage once"},
	{.name = "costs are the oracle's"},
	{.name = "routes are legal and of the cost"},
	{.name = "steps of routes cost what they do by the oracle"},
	{.name = "many costs at once are the same"},
	{.name = "the same bytes every time"},
	{.name = "a build that was left by a poll does no harm"},
	{.name = "changed bytes are refused"},
	{.name = "changed bytes with a right checksum do no harm"},
};

/* ---- an index ---------------------------------------------------------------------- */

static const uint8_t digest[FR_INDEX_DIGEST] = "of no map at all";

typedef struct made
{
	uint8_t *bytes;
	size_t size;
	malloc_arena memory; /* of the index */
	fr_index index;
	fr_index_scratch *scratch;
} made;

static fr_index_form form; /* of all that are built */

static fr_index_request
request_of(const world *w)
{
	return (fr_index_request){.grid = w->grid,
							  .model = &w->model,
							  .digest = digest,
							  .routes = true,
							  .form = &form};
}

static inline fr_status
build_status(const world *w)
{
	fr_index_request request = request_of(w);
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();
	fr_index_plan *plan;
	fr_error error;
	fr_status status = fr_index_build(&request, &memory.core, &poll, &plan, &error);

	malloc_arena_clear(&memory);
	return status;
}

/* The bytes, which are the caller's to free. */
static uint8_t *
build_bytes(const fr_index_request *request, const fr_poll *poll, size_t *size)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_index_plan *plan;
	uint8_t *bytes = NULL;
	fr_error error;

	if (fr_index_build(request, &memory.core, poll, &plan, &error) == FR_OK)
	{
		*size = fr_index_plan_size(plan);
		bytes = new_block(*size);
		fr_index_write(plan, bytes, poll);
	}
	malloc_arena_clear(&memory);
	return bytes;
}

static fr_index_scratch *
new_scratch(const fr_index *index)
{
	size_t size = fr_index_scratch_size(index);
	void *block = new_block(size);

	memset(block, 0x5a, size);
	return fr_index_scratch_init(block, size);
}

/* What polls see of a build. */
typedef struct watched
{
	fr_index_progress progress;
	fr_index_progress last;
	bool wrong;
} watched;

/* In a stage, the number of parts stays, and those done grow up to it. */
static void
watch_build(void *context)
{
	watched *w = context;
	const fr_index_progress *now = &w->progress;

	w->wrong |= now->all > 0 && now->done >= now->all;
	if (now->stage == w->last.stage && w->last.all > 0)
		w->wrong |= now->all != w->last.all || now->done < w->last.done;
	w->last = *now;
}

static bool
make_index(const world *w, made *m)
{
	fr_index_request request = request_of(w);
	watched watched = {0};
	fr_poll poll = {watch_build, &watched};
	fr_index_checked checked;
	fr_error error = {0};

	request.progress = &watched.progress;
	m->bytes = build_bytes(&request, &poll, &m->size);
	expect(PROGRESS, !watched.wrong && (!m->bytes || watched.last.stage), w,
		   watched.last.stage);
	if (!expect(CHECKED,
				m->bytes &&
					fr_index_check(m->bytes, m->size, &poll, &checked, &error) == FR_OK,
				w, m->bytes ? error.what : "refused"))
	{
		free(m->bytes);
		return false;
	}
	m->memory = malloc_arena_make(&m->memory);
	m->index = fr_index_open(checked, &m->memory.core, &poll);
	m->scratch = new_scratch(&m->index);
	expect(CHECKED,
		   form != FR_INDEX_BORDERS ||
			   fr_border_count_hubs(w->grid, &poll) == m->index.hubs,
		   w, "hubs");
	return true;
}

static void
free_made(made *m)
{
	malloc_arena_clear(&m->memory);
	free(m->bytes);
	free(m->scratch);
}

static fr_cell
cell_at(const world *w, uint32_t n)
{
	return (fr_cell){(int32_t) n % w->width, (int32_t) n / w->width};
}

static uint64_t
cost_of(const world *w, const made *m, uint32_t start, uint32_t goal)
{
	fr_poll poll = no_poll();

	return fr_index_cost(&m->index, cell_at(w, start), cell_at(w, goal), m->scratch,
						 &poll);
}

static bool
check_same(const world *w, const made *m)
{
	fr_index_request request = request_of(w);
	fr_poll poll = no_poll();
	size_t size;
	uint8_t *again = build_bytes(&request, &poll, &size);

	bool same = size == m->size && memcmp(again, m->bytes, size) == 0;

	free(again);
	return expect(SAME, same, w, NULL);
}

/* Builds that a poll leaves early on, and the one after them. */
static void
check_left(const world *w, const made *m, chance *c)
{
	fr_index_request request = request_of(w);
	malloc_arena memory = malloc_arena_make(&memory);
	leaver l = {.polls_left = (int) chance_below(c, 40)};
	fr_poll poll = {leave, &l};
	fr_index_plan *plan;
	fr_error error;
	bool same;

	if (setjmp(l.out) == 0)
		fr_index_build(&request, &memory.core, &poll, &plan, &error);
	malloc_arena_clear(&memory);
	same = check_same(w, m);
	if (l.polls_left < 0)
		expect(LEFT, same, w, NULL);
}

/* ---- broken bytes ------------------------------------------------------------------------- */

/* Does a route begin at its start and stay on the map, and can its steps be priced? */
static bool
stays_inside(const fr_index *index, fr_cell start, const fr_route *route)
{
	fr_cell at = route->start;
	int64_t moves = 0;

	for (size_t i = 0; i < route->count;)
	{
		fr_leg leg = fr_route_leg(route, &i, at);

		for (uint64_t n = leg.moves; n > 0; n--, moves++)
		{
			fr_cell to = {at.x + (int32_t) leg.dx, at.y + (int32_t) leg.dy};

			if (leg.direction != FR_BY_LINK)
				to = (fr_cell){at.x + fr_dx[leg.direction], at.y + fr_dy[leg.direction]};
			if (to.x < 0 || to.y < 0 || to.x >= (int32_t) index->width ||
				to.y >= (int32_t) index->height)
				return false;
			if (leg.direction != FR_BY_LINK)
				fr_index_step(index, at, leg.direction);
			else if (fr_index_link(index, at, to) == FR_UNREACHED)
				return false;
			at = to;
		}
	}
	return route->start.x == start.x && route->start.y == start.y &&
		   route->moves == moves;
}

static fr_cell
any_cell(const fr_index *index, chance *c)
{
	return (fr_cell){(int32_t) chance_below(c, index->width),
					 (int32_t) chance_below(c, index->height)};
}

/* A pair of cells: whatever comes back, it does so again, and stays on the map. */
static bool
answers_soundly(const fr_index *index, fr_index_scratch *scratch, chance *c)
{
	fr_cell a = any_cell(index, c);
	fr_cell b = any_cell(index, c);
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();
	uint64_t cost = fr_index_cost(index, a, b, scratch, &poll);
	bool sound = fr_index_cost(index, a, b, scratch, &poll) == cost;
	fr_index_query query = {index, a, b, scratch};
	fr_route route;
	fr_error error;

	if (fr_index_route(&query, &memory.core, &poll, &cost, &route, &error) == FR_OK &&
		cost != FR_UNREACHED)
		sound = sound && stays_inside(index, a, &route);
	malloc_arena_clear(&memory);
	return sound;
}

/* Would later queries never take for their own what earlier ones left? */
static bool
has_clean_table(const fr_index_scratch *scratch)
{
	for (uint32_t i = 0; scratch->base > 0 && i < scratch->capacity; i++)
		if (scratch->table[i] < scratch->base ||
			scratch->table[i] > UINT32_MAX - 2 * FR_INDEX_TOP)
			return false;
	return true;
}

/* Asks some pairs of what was accepted. */
static void
ask_forged(const world *w, fr_index_checked bytes, chance *c)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();
	fr_index index = fr_index_open(bytes, &memory.core, &poll);
	fr_index_scratch *scratch = new_scratch(&index);
	bool sound = true;

	for (int i = 0; i < 20; i++)
		sound = answers_soundly(&index, scratch, c) && sound;
	sound = sound && has_clean_table(scratch);
	fr_index_describe(&index);
	expect(FORGED, sound, w, NULL);
	free(scratch);
	malloc_arena_clear(&memory);
}

/* One bit, one byte, or a 16-bit number anywhere; the header more often than its share. */
static void
mutate(uint8_t *bytes, size_t size, chance *c)
{
	uint32_t range = (uint32_t) (chance_below(c, 3) ? size : size < 200 ? size : 200);
	size_t at = chance_below(c, range);

	switch (chance_below(c, 3))
	{
		case 0:
			bytes[at] ^= (uint8_t) (1 << chance_below(c, 8));
			break;
		case 1:
			bytes[at] = (uint8_t) (bytes[at] + 1 + chance_below(c, 255));
			break;
		default:
			bytes[at] ^= 0xff;
	}
}

static void
check_mutated(const world *w, const made *m, chance *c)
{
	uint8_t *bytes = exact_copy(m->bytes, m->size);
	fr_poll poll = no_poll();
	fr_index_checked checked;
	fr_error error;

	mutate(bytes, m->size, c);
	expect(MUTATED, fr_index_check(bytes, m->size, &poll, &checked, &error) != FR_OK, w,
		   NULL);
	fr_put64(bytes + FR_AT_CHECKSUM, 0,
			 fr_index_checksum(bytes + FR_AT_WIDTH, m->size - FR_AT_WIDTH));
	if (fr_index_check(bytes, m->size, &poll, &checked, &error) == FR_OK)
		ask_forged(w, checked, c);
	free(bytes);
}

static void
check_shortened(const world *w, const made *m, chance *c)
{
	size_t size = chance_below(c, (uint32_t) m->size);
	uint8_t *bytes = exact_copy(m->bytes, size);
	fr_poll poll = no_poll();
	fr_index_checked checked;
	fr_error error;

	expect(MUTATED, fr_index_check(bytes, size, &poll, &checked, &error) != FR_OK, w,
		   NULL);
	free(bytes);
}

/* Each number of the header becomes an extreme one. */
static void
check_extremes(const world *w, const made *m, chance *c)
{
	static const uint32_t extremes[] = {
		0,			1,			2,			0x7fff,		0xffff,		0x10000,   0xffffff,
		0x0fffffff, 0x10000000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
	fr_poll poll = no_poll();

	size_t header = fr_index_header_size(fr_index_is_extended(m->bytes));

	for (size_t field = FR_AT_WIDTH / 4; field < header / 4; field++)
		for (size_t i = 0; i < sizeof extremes / sizeof *extremes; i++)
		{
			uint8_t *bytes = exact_copy(m->bytes, m->size);
			fr_index_checked checked;
			fr_error error;

			fr_put32(bytes, field, extremes[i]);
			fr_put64(bytes + FR_AT_CHECKSUM, 0,
					 fr_index_checksum(bytes + FR_AT_WIDTH, m->size - FR_AT_WIDTH));
			if (fr_index_check(bytes, m->size, &poll, &checked, &error) == FR_OK)
				ask_forged(w, checked, c);
			free(bytes);
		}
}

#define EXTREMES 8 /* of so many indexes one */
#define MUTANTS 20

/* The bytes again, a build that is left, and bytes that were changed. */
static inline void
check_bytes(const world *w, const made *m, chance *c)
{
	check_left(w, m, c);
	check_same(w, m);
	check_shortened(w, m, c);
	for (int i = 0; i < MUTANTS; i++)
		check_mutated(w, m, c);
	if (chance_below(c, EXTREMES) == 0)
		check_extremes(w, m, c);
}

#endif /* FRINGE_INDEX_BYTES_H */
