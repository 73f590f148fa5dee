/*
* tracer.h - putting a route together, leg by leg (internal)
 */
#ifndef FRINGE_INDEX_TRACER_H
#define FRINGE_INDEX_TRACER_H

#include "core/index/store/view.h"
#include "core/path/route.h"

typedef struct fr_tracer
{
	const fr_index *index;
	fr_index_scratch *scratch;
	const fr_poll *poll;
	fr_route_builder builder;
	fr_cell at; /* where the route has come */
	uint32_t legs;
} fr_tracer;

void fr_trace_to(fr_tracer *t, fr_cell to);
uint64_t fr_trace_borders(fr_tracer *t, fr_cell goal);

#endif /* FRINGE_INDEX_TRACER_H */
