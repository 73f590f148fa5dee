/*
 * landmarks.c - landmark distances in the cache, one entry per choice of landmarks
 */
#include "pg/session/decoded.h"

#include "utils/memutils.h"

/* The input of make_landmarks. */
typedef struct Choice
{
	const fr_grid *grid;
	const fr_method *method;
} Choice;

static void *
make_landmarks(Prepared *prepared, void *argument)
{
	const Choice *choice = argument;
	const fr_grid *grid = choice->grid;
	const fr_method *method = choice->method;
	uint32_t nodes = fr_sweep_nodes(grid);
	fr_workspace *workspace = workspace_for(nodes, method);
	fr_landmarks plan = fr_landmarks_plan(
		grid, (int) method->option[FR_LANDMARKS].digits, fr_method_word(method, FR_PLACE),
		method->option[FR_SEED].digits, workspace, &fringe_poll);
	Size bytes = fr_landmarks_size(grid, &plan);

	prepared->charge =
		(Charge){.most = bytes + fr_search_size(nodes, method), .kept = bytes};
	prepared_check(prepared->charge.most);
	return fr_landmarks_build(fringe_alloc_huge(bytes), grid, &plan, workspace,
							  &fringe_poll);
}

static PreparedKey
landmarks_key(const Prepared *map, const fr_method *method)
{
	PreparedKey key = map->key;

	key.kind = PREPARED_LANDMARKS;
	key.landmarks =
		(LandmarkChoice){method->option[FR_LANDMARKS].digits,
						 method->option[FR_PLACE].digits, method->option[FR_SEED].digits};
	return key;
}

/*
 * The landmarks that a method needs on a map, from the cache or new; NULL if it needs
 * none.
 */
Prepared *
landmarks_for(Prepared *map, const fr_method *method)
{
	Choice choice = {decoded_grid(map), method};
	PreparedKey key;

	if (!fr_method_needs_landmarks(method))
		return NULL;
	key = landmarks_key(map, method);
	return prepared_get(&key, make_landmarks, &choice);
}

bool
landmarks_are_kept(const Prepared *map, const fr_method *method)
{
	PreparedKey key = landmarks_key(map, method);

	return prepared_find(&key) != NULL;
}
