/*
 * scenario.h - scenario files
 */
#ifndef FRINGE_SCENARIO_H
#define FRINGE_SCENARIO_H

#include "core/base/cell.h"
#include "core/api.h"

/* One line of a .scen file; map and optimal are spans of the text. */
typedef struct fr_scenario
{
	int32_t bucket;
	const char *map;
	size_t map_length;
	int32_t width;
	int32_t height;
	fr_cell start;
	fr_cell goal;
	const char *optimal;
	size_t optimal_length;
} fr_scenario;

typedef struct fr_scenario_reader
{
	const char *next;
	const char *end;
	int64_t line;
} fr_scenario_reader;

fr_scenario_reader fr_scenario_open(const char *text, size_t length);
bool fr_scenario_next(fr_scenario_reader *reader, fr_scenario *scenario,
					  const fr_poll *poll, fr_error *error);

#endif /* FRINGE_SCENARIO_H */
