/*
 * decoded.c - decoded maps in the cache
 *
 * The key is the digest of the map and the text of the model, so it does not matter
 * whether the map comes from a column, a variable, an array or a literal.
 */
#include "pg/session/prepared.h"

#include "utils/memutils.h"

/* Warns if no cell is passable, which is rarely intended. */
static void
notice_blocked(const fr_map *map, const fr_model *model, const fr_grid *grid)
{
	bool any = false;
	int size = fr_model_word(model, FR_SIZE);

	if (grid->components.count > 0)
		return;
	for (int i = 0; i < map->code_count; i++)
		any |= grid->costs.weight[i] > 0;
	if (any)
		ereport(NOTICE,
				(errmsg("the model blocks every cell of the map"),
				 errdetail("No square of %d x %d cells is passable.", size, size)));
	else
		ereport(NOTICE, (errmsg("the model blocks every cell of the map"),
						 errdetail("The codes of the map are %.*s.", map->code_count,
								   (const char *) map->codes),
						 errhint("Give them weights in the model, such as octile(%c=1).",
								 map->codes[0])));
}

/* Builds the grid in the current context; temporary memory is in `scratch`. */
static fr_grid *
decode(Datum datum, struct varlena *model_text, MemoryContext scratch)
{
	MemoryContext context = MemoryContextSwitchTo(scratch);
	fr_map map = gridmap_open((Gridmap *) PG_DETOAST_DATUM(datum));
	fr_model model = gridmodel_parsed(model_text);
	Arena kept;
	Arena temporary;
	fr_costs costs;
	fr_error error;
	fr_grid *grid;

	MemoryContextSwitchTo(context);
	fringe_arena_init(&kept, context, prepared_used());
	fringe_arena_beside(&temporary, scratch, &kept);
	if (fr_costs_resolve(&model, &map, &costs, &error))
		fringe_report(&error, "gridmodel", NULL);
	if (costs.oneway)
		fringe_check_memory((Size) map.width * map.height * FR_ONEWAY_BYTES);
	grid = fr_grid_build(&map, &model, &costs, &kept.core, &temporary.core, &fringe_poll);
	notice_blocked(&map, &model, grid);
	return grid;
}

typedef struct Source
{
	Datum map;
	struct varlena *model;
} Source;

static void *
make_decoded(const PreparedKey *key, void *argument)
{
	const Source *source = argument;
	MemoryContext scratch =
		AllocSetContextCreate(MemoryContextGetParent(CurrentMemoryContext),
							  "fringe decoding", ALLOCSET_SMALL_SIZES);
	DecodedMap *map = palloc0(sizeof(DecodedMap));

	map->grid = decode(source->map, source->model, scratch);
	MemoryContextDelete(scratch);
	return map;
}

/* The map (toasted or not) decoded for a model, from the cache or new. */
Prepared *
decoded_map(Datum map, struct varlena *model)
{
	const GridmapPeek *peek = &seen_value(map, gridmap_peek)->peek;
	PreparedKey key = {.kind = PREPARED_MAP,
					   .width = peek->width,
					   .height = peek->height,
					   .digest = peek->digest,
					   .model = VARDATA_ANY(model),
					   .model_length = VARSIZE_ANY_EXHDR(model),
					   .detail = ""};
	Source source = {map, model};

	return prepared_get(&key, make_decoded, &source);
}

const fr_grid *
decoded_grid(const Prepared *map)
{
	return ((const DecodedMap *) map->thing)->grid;
}

/* Adds the legal moves of all cells, which some searches need. */
void
decoded_need_moves(Prepared *map)
{
	fr_grid *grid = ((DecodedMap *) map->thing)->grid;
	MemoryContext part;
	Arena arena;

	if (grid->moves)
		return;
	part =
		AllocSetContextCreate(CurrentMemoryContext, "fringe moves", ALLOCSET_SMALL_SIZES);
	fringe_arena_init(&arena, part, prepared_used());
	grid->moves = fr_grid_moves(grid, &arena.core, &fringe_poll);
	prepared_add(map, part);
}

/* Adds the planes that searches that jump read. */
void
decoded_need_jumps(Prepared *map)
{
	fr_grid *grid = ((DecodedMap *) map->thing)->grid;
	MemoryContext part;
	MemoryContext scratch;
	Arena kept;
	Arena passing;

	if (grid->jumps)
		return;
	part =
		AllocSetContextCreate(CurrentMemoryContext, "fringe jumps", ALLOCSET_SMALL_SIZES);
	scratch = AllocSetContextCreate(CurrentMemoryContext, "fringe decoding",
									ALLOCSET_SMALL_SIZES);
	fringe_arena_init(&kept, part, prepared_used());
	fringe_arena_beside(&passing, scratch, &kept);
	grid->jumps = fr_grid_jumps(grid, &kept.core, &passing.core, &fringe_poll);
	MemoryContextDelete(scratch);
	prepared_add(map, part);
}
