/*
 * methods.h - every method, and landmarks for those that need them
 */
#ifndef FRINGE_TEST_METHODS_H
#define FRINGE_TEST_METHODS_H

#include "support.h"

static const char *const methods[] = {
	"auto",
	"fringe",
	"fringe(list=linked)",
	"fringe(moves=all)",
	"fringe(buckets=7, step=5, moves=all)",
	"fringe(list=array, step=1, moves=all)",
	"fringe(heuristic=zero)",
	"fringe(buckets=7)",
	"fringe(buckets=1000)",
	"fringe(pick=min_f)",
	"fringe(pick=min_g)",
	"fringe(step=1)",
	"fringe(buckets=7, step=5)",
	"fringe(pick=min_f, step=1)",
	"fringe(pick=min_g, step=5)",
	"fringe(list=array)",
	"fringe(list=array, step=1)",
	"fringe(list=array, step=1000000)",
	"astar",
	"astar(open=heap)",
	"astar(open=tree)",
	"astar(open=list)",
	"astar(open=heap, tie=low_g)",
	"astar(open=heap, tie=none)",
	"astar(open=tree, tie=lifo)",
	"astar(nodes=malloc)",
	"astar(moves=all)",
	"astar(open=tree, moves=all)",
	"astar(heuristic=zero)",
	"astar(open=tree, tie=low_g)",
	"idastar",
	"idastar(memory=g)",
	"idastar(deadends=infinite)",
	"idastar(deadends=own)",
	"idastar(heuristic=zero)",
	"idastar(deadends=off)",
	"astar(open=list, lookup=scan)",
	"astar(lookup=scan, moves=all)",
	"astar(clear=eagerly)",
	"fringe(clear=eagerly)",
	"fringe(uneven=4)",
	"fringe(uneven=64, pick=min_f, moves=all)",
	"fringe(uneven=3, pick=min_g)",
	"fringe(uneven=2, step=3)",
	"fringe(uneven=5, heuristic=alt, landmarks=3)",
	"idastar(uneven=4, clear=eagerly)",
	"astar(heuristic=altbest, landmarks=3)",
	"astar(heuristic=alt, landmarks=4, place=farthest, from=start)",
	"astar(nodes=malloc, heuristic=altbest, best=3, landmarks=4, place=farthest)",
	"fringe(heuristic=altbest, best=2, landmarks=3, place=farthest)",
	"fringe(heuristic=alt, landmarks=16, place=anywhere)",
	"fringe(list=array, heuristic=altbest, best=3, landmarks=4)",
	"fringe(list=array, step=3, heuristic=alt, landmarks=3)",
	"idastar(heuristic=altbest, landmarks=3, place=farthest)",
	"fringe(components=ignore)",
	"astar(open=heap, components=ignore)",
	"idastar(components=ignore)",
	"astar(heuristic=levels)",
	"astar(open=heap, heuristic=levels)",
	"astar(open=tree, moves=all, heuristic=levels)",
	"astar(nodes=malloc, heuristic=levels)",
	"fringe(heuristic=levels)",
	"fringe(buckets=7, heuristic=levels)",
	"fringe(pick=min_f, heuristic=levels)",
	"fringe(list=array, heuristic=levels)",
	"fringe(list=array, step=1, heuristic=levels)",
	"idastar(heuristic=levels)",
	"jump",
	"jump(heuristic=levels)",
	"jump(heuristic=altbest, best=2, landmarks=4, place=farthest)",
	"jump(heuristic=alt, landmarks=3)",
	"jump(heuristic=alt, landmarks=9, place=farthest)",
};

#define METHODS (sizeof methods / sizeof *methods)

static fr_method parsed[METHODS];
static fr_landmarks *landmarks[METHODS]; /* on the map at hand; NULL: none are needed */

static inline void
place_landmarks(const fr_grid *grid)
{
	uint32_t nodes = grid->cells + fr_grid_link_count(grid);
	fr_workspace *workspace = new_workspace(nodes, &parsed[0]);
	fr_poll poll = no_poll();

	for (size_t m = 0; m < METHODS; m++)
		if (fr_method_needs_landmarks(&parsed[m]))
			landmarks[m] = build_landmarks(grid, &parsed[m], workspace, &poll);
	free(workspace);
}

static inline void
free_landmarks(void)
{
	for (size_t m = 0; m < METHODS; m++)
		free(landmarks[m]);
	memset(landmarks, 0, sizeof landmarks);
}

/* The method that needs the largest workspace. */
static inline size_t
largest_method(uint32_t cells)
{
	size_t largest = 0;

	for (size_t m = 1; m < METHODS; m++)
		if (fr_workspace_size(cells, &parsed[m]) >
			fr_workspace_size(cells, &parsed[largest]))
			largest = m;
	return largest;
}

/* May it be what `auto` resolves to? */
static inline bool
is_of_auto(const fr_method *method)
{
	return method->search == FR_ASTAR || method->search == FR_JUMP;
}

#endif /* FRINGE_TEST_METHODS_H */
