/*
 * path_checks.h - stored paths: as text and back, packed again, and broken
 */
#ifndef FRINGE_PATH_CHECKS_H
#define FRINGE_PATH_CHECKS_H

#include "support.h"
#include "tap.h"

static const fr_poll poll = {count_poll, NULL};

static inline fr_cell
random_start(chance *c)
{
	if (chance_below(c, 2))
		return (fr_cell){(int32_t) chance_below(c, 600), (int32_t) chance_below(c, 600)};
	return (fr_cell){(int32_t) (chance_next(c) >> (32 + chance_below(c, 31))) / 2,
					 -(int32_t) (chance_next(c) >> (33 + chance_below(c, 30))) / 2};
}

/* The packed bytes of a text; the caller frees them if the status is FR_OK. */
static inline fr_status
parse(const char *text, size_t length, uint8_t **packed, size_t *size, fr_error *error)
{
	char *copy = exact_copy(text, length);
	uint8_t *block = new_block(fr_path_parse_size(length));
	fr_status status = fr_path_parse(copy, length, block, size, &poll, error);

	*packed = status == FR_OK ? exact_copy(block, *size) : NULL;
	free(block);
	free(copy);
	return status;
}

/* Writes into a block of exactly the predicted size. */
static inline char *
write_path(const uint8_t *packed, size_t size)
{
	size_t length = fr_path_text_size(packed, size, &poll);
	char *exact = new_block(length);
	char *text = new_block(length + 1);

	fr_path_write(packed, size, exact, &poll);
	memcpy(text, exact, length);
	text[length] = 0;
	free(exact);
	return text;
}

/* Text output reads back to the same bytes. */
static inline bool
text_round_trip(const uint8_t *packed, size_t size)
{
	char *text = write_path(packed, size);
	fr_error error;
	uint8_t *again;
	size_t again_size;
	bool same = parse(text, strlen(text), &again, &again_size, &error) == FR_OK &&
				again_size == size && memcmp(again, packed, size) == 0;

	free(text);
	free(again);
	return same;
}

static inline bool
packs_to(const fr_route *route, const uint8_t *packed, size_t size)
{
	uint8_t *again = new_block(fr_path_packed_size(route, &poll));
	bool same =
		fr_path_pack(route, again, &poll) == size && memcmp(again, packed, size) == 0;

	free(again);
	return same;
}

/* The reader's legs, as routes have them: runs and links, or corners. */
typedef struct legs
{
	uint32_t *runs;
	fr_cell *corners;
	size_t run_count;
	size_t corner_count;
	bool lines;
	bool links;
} legs;

static inline void
add_leg(legs *l, const fr_leg *leg, fr_cell end)
{
	l->lines |= leg->direction == FR_LINE;
	l->links |= leg->direction == FR_BY_LINK;
	l->corners[l->corner_count++] = end;
	if (leg->direction != FR_BY_LINK)
	{
		l->runs[l->run_count++] = fr_run_make(leg->direction & 7, (uint32_t) leg->moves);
		return;
	}
	l->runs[l->run_count++] = FR_LINK_RUN;
	l->runs[l->run_count++] = (uint32_t) end.x;
	l->runs[l->run_count++] = (uint32_t) end.y;
}

/* The canonical packed form: the reader's legs, packed again. No route has lines and links. */
static inline bool
is_canonical(const uint8_t *packed, size_t size)
{
	fr_path_reader reader = fr_path_open(packed, size, &poll);
	legs l = {.runs = new_block(3 * size * sizeof *l.runs),
			  .corners = new_block(size * sizeof *l.corners)};
	fr_cell at = reader.start;
	bool same;
	fr_leg leg;

	while (fr_path_next(&reader, &leg))
	{
		at = fr_leg_cell(at, &leg, leg.moves);
		add_leg(&l, &leg, at);
	}
	same = l.lines || packs_to(&(fr_route){.start = reader.start,
										   .count = l.run_count,
										   .runs = l.runs,
										   .links = l.links},
							   packed, size);
	same = same && (l.links || packs_to(&(fr_route){.start = reader.start,
													.count = l.corner_count,
													.corners = l.corners},
										packed, size));
	free(l.corners);
	free(l.runs);
	return same;
}

/* Reverses into a block of exactly the predicted size; NULL if that is no path. */
static inline uint8_t *
reverse_path(const uint8_t *packed, size_t size, size_t *reversed_size)
{
	uint8_t *reversed;
	fr_error error;

	*reversed_size = fr_path_reversed_size(packed, size, &poll);
	reversed = new_block(*reversed_size);
	if (fr_path_reverse(packed, size, reversed, &poll, &error) == FR_OK &&
		fr_path_check(reversed, *reversed_size, &poll, &error) == FR_OK)
		return reversed;
	free(reversed);
	return NULL;
}

/* The reversed path has the same legs from the last one on, and reversed again the same bytes. */
static inline bool
reverses(const uint8_t *packed, size_t size)
{
	size_t back_size;
	size_t again_size;
	uint8_t *back = reverse_path(packed, size, &back_size);
	uint8_t *again = back ? reverse_path(back, back_size, &again_size) : NULL;
	bool right = again && again_size == size && memcmp(again, packed, size) == 0;
	fr_path_reader reader = fr_path_open(packed, size, &poll);
	fr_leg *legs = new_block(size * sizeof *legs);
	size_t count = 0;

	while (fr_path_next(&reader, &legs[count]))
		count++;
	if (right)
	{
		fr_cell goal = fr_path_goal(packed, size, &poll);
		fr_leg leg;

		reader = fr_path_open(back, back_size, &poll);
		right = reader.start.x == goal.x && reader.start.y == goal.y;
		while (right && fr_path_next(&reader, &leg))
			right =
				count-- > 0 && leg.moves == legs[count].moves &&
				leg.dx == -legs[count].dx && leg.dy == -legs[count].dy &&
				(leg.direction == FR_BY_LINK) == (legs[count].direction == FR_BY_LINK);
		right = right && count == 0;
	}
	free(legs);
	free(again);
	free(back);
	return right;
}

/*
 * Either refused or canonical; paths of more than a million cells are compared by text
 * only.
 */
static inline bool
behaves(const uint8_t *bytes, size_t size, long *accepted)
{
	uint8_t *copy = exact_copy(bytes, size);
	fr_error error;
	bool right = true;

	if (fr_path_check(copy, size, &poll, &error) == FR_OK)
	{
		++*accepted;
		right = text_round_trip(copy, size) && reverses(copy, size);
		if (fr_path_length(copy, size, &poll) < 1000000)
			right = right && is_canonical(copy, size);
	}
	free(copy);
	return right;
}

typedef struct tally
{
	long packed;
	long cut;
	long changed;
	long accepted; /* of those cut or changed */
	long wrong;
} tally;

static inline void
break_path(chance *c, const uint8_t *packed, size_t size, tally *t)
{
	uint8_t *bytes = exact_copy(packed, size);

	for (size_t length = 0; length < size; length++, t->cut++)
		t->wrong += !behaves(packed, length, &t->accepted);
	for (int i = 0; i < 40; i++, t->changed++)
	{
		size_t at = chance_below(c, (uint32_t) size);

		bytes[at] = (uint8_t) chance_next(c);
		t->wrong += !behaves(bytes, size, &t->accepted);
		if (i % 3)
			bytes[at] = packed[at];
	}
	free(bytes);
}

static inline void
report_broken(const tally *t)
{
	ok(t->wrong == 0 && t->changed > 0,
	   "%ld cut and %ld changed: %ld are other paths, the rest refused", t->cut,
	   t->changed, t->accepted);
}

#endif /* FRINGE_PATH_CHECKS_H */
