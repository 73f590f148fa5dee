/*
 * field_links.c - the links of a field: those of its map, and those that are steps
 *
 * Behind the cells of a packed field, all numbers little-endian:
 *
 *     4 bytes  FR_LINK_BYTES each  4 bytes  4 bytes each
 *     +-------+-------------------+--------+------------+
 *     | links |    the map's      |  taken |   taken    |
 *     +-------+-------------------+--------+------------+
 *
 *     taken    by the cells where they begin, ascending: twice the number of a link, and 1
 *              where it is taken back
 *
 * All links of the map are there since the unit of costs depends on them.
 */
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/error.h"
#include "core/field/field.h"
#include "core/grid/links.h"
#include "core/search/sweep.h"

#define NUMBER_BYTES 4

static uint8_t *
put_number(uint8_t *to, uint32_t number)
{
	fr_put32(to, 0, number);
	return to + NUMBER_BYTES;
}

/* ---- packing ----------------------------------------------------------------- */

/* Is the i-th hop the first one from its cell, and a link the cell's step? */
static bool
is_step_from(const fr_links *links, const fr_workspace *workspace, uint32_t i)
{
	uint32_t from = links->ahead.at[i].from;

	return (i == 0 || links->ahead.at[i - 1].from != from) &&
		   fr_distance(workspace, from) != FR_UNREACHED &&
		   workspace->nodes[from].key & FR_KEY_LINKED;
}

static uint32_t
count_taken(const fr_links *links, const fr_workspace *workspace, const fr_poll *poll)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < links->count; i++)
	{
		fr_poll_at(poll, i);
		count += is_step_from(links, workspace, i);
	}
	return count;
}

/* The bytes of a field's links after a sweep back from its goals. */
size_t
fr_field_links_size(const fr_grid *grid, const fr_workspace *workspace,
					const fr_poll *poll)
{
	const fr_links *links = grid->links;

	return 2 * NUMBER_BYTES + (size_t) links->packed_count * FR_LINK_BYTES +
		   (size_t) count_taken(links, workspace, poll) * NUMBER_BYTES;
}

void
fr_field_put_links(const fr_grid *grid, const fr_workspace *workspace, uint8_t *to,
				   const fr_poll *poll)
{
	const fr_links *links = grid->links;
	size_t size = (size_t) links->packed_count * FR_LINK_BYTES;

	to = put_number(to, links->packed_count);
	memcpy(to, links->packed, size);
	to = put_number(to + size, count_taken(links, workspace, poll));
	for (uint32_t i = 0; i < links->count; i++)
	{
		uint32_t from = links->ahead.at[i].from;

		fr_poll_at(poll, i);
		if (is_step_from(links, workspace, i))
		{
			uint32_t node = fr_sweep_hop_node(grid, &links->ahead, from);

			to = put_number(to, links->back.at[workspace->nodes[node].next].link);
		}
	}
}

/* ---- opening ------------------------------------------------------------------ */

static fr_status
corrupt_links(fr_error *error)
{
	return fr_fail(error, FR_PACKED_CORRUPT, .what = "links");
}

/* Opens the bytes behind the cells, and checks the map's links. */
fr_status
fr_field_open_links(const uint8_t *bytes, size_t size, fr_field *field,
					const fr_poll *poll, fr_error *error)
{
	fr_map *map = &field->terrain;
	size_t all;

	if (size < NUMBER_BYTES)
		return corrupt_links(error);
	map->link_count = fr_get32(bytes, 0);
	map->links = bytes + NUMBER_BYTES;
	all = (size_t) map->link_count * FR_LINK_BYTES;
	if (map->link_count < 1 || map->link_count > FR_MAX_LINKS ||
		size < 2 * NUMBER_BYTES + all)
		return corrupt_links(error);
	field->taken_count = fr_get32(map->links + all, 0);
	field->taken = map->links + all + NUMBER_BYTES;
	if (size - all - 2 * NUMBER_BYTES != (size_t) field->taken_count * NUMBER_BYTES)
		return corrupt_links(error);
	return fr_map_has_sound_links(map) ? fr_map_check_links(map, poll, error)
									   : corrupt_links(error);
}

static uint32_t
number_at(const fr_field *field, uint32_t i)
{
	return fr_get32(field->taken, i);
}

/* The i-th link that is a step. */
static fr_link
link_at(const fr_field *field, uint32_t i)
{
	uint32_t number = number_at(field, i) / 2;

	return fr_link_unpack(field->terrain.links + (size_t) number * FR_LINK_BYTES);
}

static fr_cell
begin_at(const fr_field *field, uint32_t i)
{
	fr_link link = link_at(field, i);

	return number_at(field, i) % 2 ? link.to : link.from;
}

static fr_field_hop
hop_at(const fr_field *field, uint32_t i)
{
	fr_link link = link_at(field, i);
	bool back = number_at(field, i) % 2;

	return (fr_field_hop){back ? link.from : link.to,
						  fr_link_units(&field->costs, &field->rules, &link)};
}

static bool
is_before(fr_cell a, fr_cell b)
{
	return a.y != b.y ? a.y < b.y : a.x < b.x;
}

/* Is the i-th one a link that may be a step from its cell, and open? */
static bool
hop_holds(const fr_field *field, uint32_t i)
{
	const fr_map *map = &field->terrain;
	fr_cell from;
	fr_link link;

	if (number_at(field, i) / 2 >= map->link_count)
		return false;
	link = link_at(field, i);
	if ((number_at(field, i) % 2 && !link.both) || !fr_link_open(&field->rules, &link) ||
		fr_link_units(&field->costs, &field->rules, &link) > field->costs.limit)
		return false;
	from = begin_at(field, i);
	return (i == 0 || is_before(begin_at(field, i - 1), from)) &&
		   fr_field_step(field, (uint32_t) from.y * map->width + (uint32_t) from.x) ==
			   FR_LINK_STEP;
}

/* Checks the links that are steps, where costs are known. */
fr_status
fr_field_check_links(const fr_field *field, const fr_poll *poll, fr_error *error)
{
	for (uint32_t i = 0; i < field->taken_count; i++)
	{
		fr_poll_at(poll, i);
		if (!hop_holds(field, i))
			return corrupt_links(error);
	}
	return FR_OK;
}

/* The link that is the step of a cell; false if none is. */
bool
fr_field_find_hop(const fr_field *field, fr_cell from, fr_field_hop *hop)
{
	uint32_t low = 0;
	uint32_t high = field->taken_count;

	while (low < high)
	{
		uint32_t middle = low + (high - low) / 2;
		fr_cell begin = begin_at(field, middle);

		if (begin.x == from.x && begin.y == from.y)
		{
			*hop = hop_at(field, middle);
			return true;
		}
		if (is_before(begin, from))
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}
