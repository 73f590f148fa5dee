/*
 * search.c - one query: what is known without a search, else the search
 */
#include "search.h"

#include <string.h>

/* The answer where start is the goal: every search would visit just that. */
static void
answer_at_once(fr_result *result)
{
	result->found = true;
	result->length = result->iterations = result->open_peak = 1;
	result->visited = result->visited_last = 1;
}

/* Walks the parents back from the goal. */
static int64_t
path_length(const fr_run *run)
{
	const fr_node *nodes = run->workspace->nodes;
	int64_t length = 1;

	for (uint32_t n = run->goal; n != run->start; length++)
		n -= (uint32_t) run->grid->offset[nodes[n].key & FR_KEY_PARENT];
	return length;
}

static fr_status
run_method(const fr_run *run, const fr_method *method)
{
	switch (fr_method_resolve(method).search)
	{
		case FR_FRINGE:
			return fr_run_fringe(run);
		default:
			return fr_run_astar(run);
	}
}

/*
 * The best path from cell start to cell goal, in a workspace that has room for
 * the grid's cells.  FR_COST_RANGE, where the path is dearer than exact
 * arithmetic reaches, is the one failure: the goal is in reach, so a search
 * that ends without it was ended by the limit on costs.
 */
fr_status
fr_search(const fr_grid *grid, const fr_method *method, uint32_t start, uint32_t goal,
		  fr_workspace *workspace, const fr_poll *poll, fr_result *result)
{
	fr_run run = {grid, workspace, fr_heuristic_to(grid, goal), start, goal,
				  poll, result};
	fr_status status;

	*result = (fr_result){.complete = true, .optimal = true};
	if (grid->component[start] != grid->component[goal] || grid->component[start] == 0)
		return FR_OK;
	if (start == goal)
	{
		answer_at_once(result);
		return FR_OK;
	}
	fr_workspace_begin(workspace, grid->cells, poll);
	result->memory = fr_workspace_size(grid->cells);
	status = run_method(&run, method);
	if (status == FR_OK && !result->found)
		return FR_COST_RANGE;
	result->length = path_length(&run);
	return status;
}

/*
 * The directions of the path that the last search found, start first: length
 * cells make length - 1 of them.
 */
void
fr_path_moves(const fr_grid *grid, const fr_workspace *workspace, uint32_t goal,
			  int64_t length, uint8_t *moves)
{
	for (int64_t i = length - 2; i >= 0; i--)
	{
		moves[i] = workspace->nodes[goal].key & FR_KEY_PARENT;
		goal -= (uint32_t) grid->offset[moves[i]];
	}
}
