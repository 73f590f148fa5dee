/*
 * cells.c - the cells of a packed path that fr_path_check accepted
 */
#include "core/base/error.h"
#include "core/path/legs.h"

/* The number of cells on the path, both ends included. */
uint64_t
fr_path_length(const uint8_t *packed, size_t size, const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	uint64_t length = 1;
	fr_leg leg;

	while (fr_path_next(&reader, &leg))
		length += leg.moves;
	return length;
}

fr_cell
fr_path_goal(const uint8_t *packed, size_t size, const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	fr_cell cell = reader.start;
	fr_leg leg;

	while (fr_path_next(&reader, &leg))
		fr_leg_advance(&cell, &leg);
	return cell;
}

/* Visits the cells in order, both ends included; they are numbered from 0. */
void
fr_path_each_cell(const uint8_t *packed, size_t size,
				  void (*visit)(void *context, uint64_t number, fr_cell cell),
				  void *context, const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	fr_cell cell = reader.start;
	uint64_t number = 0;
	fr_leg leg;

	visit(context, number++, cell);
	while (fr_path_next(&reader, &leg))
	{
		for (uint64_t i = 1; i <= leg.moves; i++)
		{
			fr_poll_at(poll, number);
			visit(context, number++, fr_leg_cell(cell, &leg, i));
		}
		fr_leg_advance(&cell, &leg);
	}
}
