/*
 * field_route.c - where a field leads
 */
#include "core/base/error.h"
#include "core/field/field.h"
#include "core/path/route.h"

static fr_cell
cell_of(const fr_field *field, uint32_t cell)
{
	return (fr_cell){(int32_t) (cell % field->terrain.width),
					 (int32_t) (cell / field->terrain.width)};
}

static uint32_t
index_of(const fr_field *field, fr_cell at)
{
	return (uint32_t) at.y * field->terrain.width + (uint32_t) at.x;
}

/* The cell after one that has a step; at a goal, the goal. Of a field that was checked. */
uint32_t
fr_field_cell(const fr_field *field, uint32_t cell)
{
	int d = fr_field_step(field, cell);
	fr_cell at = cell_of(field, cell);
	fr_field_hop hop;

	if (d == FR_LINK_STEP && fr_field_find_hop(field, at, &hop))
		return index_of(field, hop.to);
	if (d >= FR_DIRECTIONS)
		return cell;
	return index_of(field, (fr_cell){at.x + fr_dx[d], at.y + fr_dy[d]});
}

/* Follows equal steps from a cell; returns how many. */
static uint32_t
add_steps(const fr_field *field, uint32_t *cell, fr_route_builder *builder)
{
	int d = fr_field_step(field, *cell);
	uint32_t offset = (uint32_t) (fr_dy[d] * (int32_t) field->terrain.width + fr_dx[d]);
	uint32_t moves = 0;

	do
	{
		*cell += offset;
		moves++;
	} while (fr_field_step(field, *cell) == d);
	fr_route_add(builder, d, moves);
	return moves;
}

static uint32_t
add_link(const fr_field *field, uint32_t *cell, fr_route_builder *builder)
{
	*cell = fr_field_cell(field, *cell);
	fr_route_take_link(builder, cell_of(field, *cell));
	return 1;
}

/* The route from a cell that has a step, or is a goal, of a field that was checked. */
fr_route
fr_field_route(const fr_field *field, fr_cell start, const fr_arena *arena,
			   const fr_poll *poll)
{
	fr_route_builder builder = {.arena = arena};
	uint32_t cell = index_of(field, start);
	uint32_t since_poll = 0;
	int d;

	while ((d = fr_field_step(field, cell)) < FR_DIRECTIONS || d == FR_LINK_STEP)
	{
		since_poll += (d == FR_LINK_STEP ? add_link : add_steps)(field, &cell, &builder);
		if (since_poll >= FR_POLL_STEPS)
		{
			fr_poll_now(poll);
			since_poll = 0;
		}
	}
	return fr_route_finish(&builder, start, false);
}
