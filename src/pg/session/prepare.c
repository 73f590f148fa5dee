/*
 * prepare.c - prepare a search
 *
 * Decodes the map, resolves the method on it, checks memory with the sizes then known,
 * and makes what the method needs: legal moves, jumps, landmarks, a workspace.
 */
#include "pg/session/prepared.h"

/* Decodes a map for a function that does not search. */
const fr_grid *
fringe_prepare_map(Datum map, struct varlena *model)
{
	prepared_begin_call();
	return decoded_grid(decoded_map(map, model));
}

/* The search itself; moves are for sweeps, too. */
static void
prepare_on(Prepared *map, const fr_method *method, bool sweeps, PreparedSearch *search)
{
	const fr_grid *grid = decoded_grid(map);
	uint32 nodes;

	search->grid = grid;
	search->method = fr_method_resolve(method, grid);
	if (sweeps || fr_method_needs_moves(&search->method))
		decoded_need_moves(map);
	if (fr_method_needs_jumps(&search->method))
		decoded_need_jumps(map);
	nodes = sweeps ? grid->cells : fr_search_nodes(grid, &search->method);
	fringe_check_memory(map->bytes + fr_search_size(nodes, &search->method));
	search->landmarks = landmarks_for(map, &search->method);
	search->workspace = workspace_for(nodes, &search->method);
}

/* Where only costs are wanted, by `auto`, there may be an index for them. */
static PreparedSearch
prepare(Datum datum, struct varlena *model, const fr_method *method, bool sweeps,
		bool costs)
{
	PreparedSearch search = {.index = NULL};
	Prepared *map;

	prepared_begin_call();
	map = decoded_map(datum, model);
	if (costs && fringe_auto_index && method->search == FR_AUTO)
	{
		search.learns = map;
		search.index = auto_index(map);
	}
	if (search.index)
		search.grid = decoded_grid(map);
	else
		prepare_on(map, method, sweeps, &search);
	return search;
}

PreparedSearch
fringe_prepare_search(Datum map, struct varlena *model, const fr_method *method)
{
	return prepare(map, model, method, false, false);
}

PreparedSearch
fringe_prepare_cost(Datum map, struct varlena *model, const fr_method *method)
{
	return prepare(map, model, method, false, true);
}

/* Prepares a sweep from one cell to many; its single searches use `auto`. */
PreparedSearch
fringe_prepare_sweep(Datum map, struct varlena *model)
{
	fr_method method = fr_method_auto();

	return prepare(map, model, &method, true, false);
}

PreparedSearch
fringe_prepare_costs(Datum map, struct varlena *model)
{
	fr_method method = fr_method_auto();

	return prepare(map, model, &method, true, true);
}

/* Costs that were searched for have taken this time: an index may be due. */
void
fringe_learn(PreparedSearch *search, double microseconds)
{
	if (search->learns == NULL)
		return;
	((DecodedMap *) search->learns->thing)->searched_us += microseconds;
	search->index = auto_index(search->learns);
}
