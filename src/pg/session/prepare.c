/*
 * prepare.c - prepare a search
 *
 * Decodes the map, resolves the method on it, checks memory with the sizes then known,
 * and makes what the method needs: legal moves, landmarks, a workspace.
 */
#include "pg/session/prepared.h"

/* Decodes a map for a function that does not search. */
const fr_grid *
fringe_prepare_map(CallSite *site, Datum map, struct varlena *model)
{
	prepared_begin_call();
	return decoded_grid(decoded_map(site, map, model));
}

static PreparedSearch
prepare(CallSite *site, Datum datum, struct varlena *model, const fr_method *method,
		bool sweeps)
{
	PreparedSearch search;
	Prepared *map;
	const fr_grid *grid;

	prepared_begin_call();
	map = decoded_map(site, datum, model);
	grid = decoded_grid(map);
	search.method = fr_method_resolve(method, grid);
	if (sweeps || fr_method_needs_moves(&search.method))
		decoded_need_moves(map);
	fringe_check_memory(map->bytes + fr_search_size(grid->cells, &search.method));
	search.grid = grid;
	search.landmarks = landmarks_for(map, &search.method);
	search.workspace = workspace_for(grid->cells, &search.method);
	return search;
}

PreparedSearch
fringe_prepare_search(CallSite *site, Datum map, struct varlena *model,
					  const fr_method *method)
{
	return prepare(site, map, model, method, false);
}

/* Prepares a sweep from one cell to many; its single searches use `auto`. */
PreparedSearch
fringe_prepare_sweep(CallSite *site, Datum map, struct varlena *model)
{
	fr_method method = fr_method_auto();

	return prepare(site, map, model, &method, true);
}
