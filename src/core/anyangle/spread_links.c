/*
 * spread_links.c - shortest paths over subgoals, on maps with links
 */
#define LINKS 1
#include "core/anyangle/spread_loops.h"

void
fr_spread_by_links(fr_spread *s)
{
	run(s);
}
