/*
 * landmark_checks.h - maps for landmarks, and whether a heuristic is consistent
 */
#ifndef FRINGE_LANDMARK_CHECKS_H
#define FRINGE_LANDMARK_CHECKS_H

#include "core/search/heuristic.h"
#include "support.h"

/* ---- building ---------------------------------------------------------- */

/* A block filled with values that no table should contain. */
static inline fr_workspace *
dirty_workspace(uint32_t cells)
{
	fr_method method = method_of("astar");
	size_t size = fr_workspace_size(cells, &method);
	void *block = new_block(size);

	memset(block, 0x5a, size);
	return fr_workspace_init(block, size, cells);
}

/* A generated map under a model, without an oracle. */
typedef struct ground
{
	fr_grid *grid;
	fr_workspace *workspace;
} ground;

static inline ground
make_ground(const uint8_t *codes, uint32_t width, uint32_t height, const char *text)
{
	return (ground){.grid = make_grid(text, codes, width, height),
					.workspace = dirty_workspace(width * height)};
}

static inline void
free_ground(ground *g)
{
	free_grid(g->grid);
	free(g->workspace);
}

/* ---- the heuristic ----------------------------------------------------- */

static inline uint64_t
h_at(const fr_grid *grid, const fr_heuristic *heuristic, uint32_t n)
{
	fr_cell at = fr_grid_cell(grid, n);

	return fr_h(heuristic, heuristic->shape, heuristic->count > 0, n, at.x, at.y);
}

/* h(n) <= cost(n, m) + h(m) for every step from n to m. */
static inline bool
is_consistent(const fr_grid *grid, const fr_heuristic *heuristic)
{
	for (uint32_t n = 0; n < grid->cells; n++)
		for (unsigned moves = grid->moves[n]; moves; moves &= moves - 1)
		{
			int d = __builtin_ctz(moves);
			uint32_t m = n + (uint32_t) grid->offset[d];

			if (h_at(grid, heuristic, n) >
				fr_step_cost(grid, n, d) + h_at(grid, heuristic, m))
				return false;
		}
	return true;
}

#endif /* FRINGE_LANDMARK_CHECKS_H */
