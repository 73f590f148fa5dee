/*
 * decoded.c - decoded maps in the cache
 *
 * The key is the digest of the map and the text of the model, so it does not matter
 * whether the map comes from a column, a variable, an array or a literal.
 */
#include "pg/session/decoded.h"
#include "pg/session/seen.h"

#include "utils/memutils.h"

/* ---- models -------------------------------------------------------------- */

/* The tables of a model on maps with such costs; a session keeps all that it makes. */
static const fr_tables *
tables_of(const fr_model *model, const fr_costs *costs)
{
	static fr_tables *made[FR_TABLES_KEYS];
	uint32 key = fr_tables_key(model, costs);

	if (made[key] == NULL)
	{
		fr_tables *tables = MemoryContextAlloc(TopMemoryContext, sizeof *tables);

		fr_tables_fill(model, costs, tables);
		made[key] = tables;
	}
	return made[key];
}

/* ---- decoding ------------------------------------------------------------ */

/* Warns if no cell is passable, which is rarely intended. */
static void
notice_blocked(const fr_map *map, const fr_model *model, const fr_grid *grid)
{
	bool any = false;
	int size = fr_model_word(model, FR_SIZE);

	if (fr_grid_has_passable(grid))
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
						 errhint("Give them weights in the model, such as octile(%c=1). "
								 "fringe_diagnose says what keeps two cells apart.",
								 map->codes[0])));
}

/* The source of a decoded map, and whether it is for one search by `jump`. */
typedef struct Source
{
	Datum map;
	struct varlena *model;
	bool first;
} Source;

/* Adds patches, in a context that goes when the grid is whole. */
static void
add_patches(DecodedMap *map)
{
	map->patches = AllocSetContextCreate(CurrentMemoryContext, "fringe patches",
										 ALLOCSET_SMALL_SIZES);
	fringe_arena_init(&map->first_arena, map->patches, prepared_used());
	map->grid->patches = fr_grid_patches(map->grid, &map->first_arena.core, &fringe_poll);
}

/* Builds the grid in the current context; temporary memory is in `scratch`. */
static void
decode(const Source *source, MemoryContext scratch, DecodedMap *decoded)
{
	MemoryContext context = MemoryContextSwitchTo(scratch);
	fr_map map = gridmap_open((Gridmap *) PG_DETOAST_DATUM(source->map));
	fr_model model = gridmodel_parsed(source->model);
	Arena kept;
	Arena temporary;
	fr_costs costs;
	fr_error error;

	MemoryContextSwitchTo(context);
	fringe_arena_init(&kept, context, prepared_used());
	fringe_arena_beside(&temporary, scratch, &kept);
	if (fr_costs_resolve(&model, &map, &costs, &error))
		fringe_report(&error, "gridmodel", NULL);
	if (costs.oneway)
		fringe_check_memory((Size) map.width * map.height * FR_ONEWAY_BYTES);
	decoded->grid = fr_grid_begin(&map, &model, &costs, tables_of(&model, &costs),
								  &kept.core, &fringe_poll);
	if (source->first && costs.jumps == FR_OCTILE_JUMPS && map.link_count == 0)
		add_patches(decoded);
	else
		fr_grid_complete(decoded->grid, &map, &model, &kept.core, &temporary.core,
						 &fringe_poll);
	if (decoded->grid->costs.lengths && decoded->grid->links)
		fringe_report_search(FR_LINKS_FIT);
	notice_blocked(&map, &model, decoded->grid);
}

static void *
make_decoded(const PreparedKey *key, void *argument)
{
	MemoryContext scratch =
		AllocSetContextCreate(MemoryContextGetParent(CurrentMemoryContext),
							  "fringe decoding", ALLOCSET_SMALL_SIZES);
	DecodedMap *map = palloc0(sizeof(DecodedMap));

	decode(argument, scratch, map);
	MemoryContextDelete(scratch);
	return map;
}

PreparedKey
decoded_key(Datum map, struct varlena *model)
{
	const GridmapPeek *peek = &seen_value(map, gridmap_peek)->peek;

	return (PreparedKey){.kind = PREPARED_MAP,
						 .width = peek->width,
						 .height = peek->height,
						 .digest = peek->digest,
						 .model = VARDATA_ANY(model),
						 .model_length = VARSIZE_ANY_EXHDR(model),
						 .detail = ""};
}

/* The map (toasted or not) decoded for a model, from the cache or new. */
static Prepared *
find_decoded(Datum map, struct varlena *model, bool first)
{
	PreparedKey key = decoded_key(map, model);
	Source source = {map, model, first};

	return prepared_get(&key, make_decoded, &source);
}

bool
decoded_is_whole(const Prepared *map)
{
	return ((const DecodedMap *) map->thing)->patches == NULL;
}

/*
 * Adds what a first question did without: components and statistics. Then patches are
 * not needed any more.
 */
static void
need_whole(Prepared *map)
{
	DecodedMap *decoded = map->thing;
	MemoryContext part;
	MemoryContext scratch;
	Arena kept;
	Arena passing;

	if (decoded_is_whole(map))
		return;
	part = AllocSetContextCreate(CurrentMemoryContext, "fringe components",
								 ALLOCSET_SMALL_SIZES);
	scratch = AllocSetContextCreate(CurrentMemoryContext, "fringe decoding",
									ALLOCSET_SMALL_SIZES);
	fringe_arena_init(&kept, part, prepared_used());
	fringe_arena_beside(&passing, scratch, &kept);
	fr_grid_complete(decoded->grid, NULL, NULL, &kept.core, &passing.core, &fringe_poll);
	MemoryContextDelete(scratch);
	decoded->grid->patches = NULL;
	MemoryContextDelete(decoded->patches);
	decoded->patches = NULL;
	prepared_measure(map);
	prepared_add(map, part);
}

/*
 * A whole map, for functions that ask more than once or for more than a cost by `jump`.
 */
Prepared *
decoded_map(Datum map, struct varlena *model)
{
	Prepared *decoded = find_decoded(map, model, false);

	need_whole(decoded);
	return decoded;
}

/* The time that the rest of a grid and its planes take to make. */
#define WHOLE_US_A_CELL 0.004

/*
 * A map for one cost by `jump`. It may be decoded in patches only, until searches on
 * patches took as long as decoding the whole map does: so the total is at most twice that
 * of the better way.
 */
Prepared *
decoded_first(Datum map, struct varlena *model)
{
	Prepared *decoded = find_decoded(map, model, true);
	const DecodedMap *thing = decoded->thing;

	if (thing->first_us >= thing->grid->cells * WHOLE_US_A_CELL)
		need_whole(decoded);
	return decoded;
}

/* Sets the memory that this call uses, without the patches that its search will add. */
void
decoded_count_from(Prepared *map, Size bytes)
{
	((DecodedMap *) map->thing)->first_arena.bytes = bytes;
}

/* Adds the time of a search on patches, and measures the patches it added. */
void
decoded_spent(Prepared *map, double microseconds)
{
	((DecodedMap *) map->thing)->first_us += microseconds;
	prepared_measure(map);
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

/*
 * Adds what straight lines need. Searches add to it what they find, in the same arena,
 * which from here on counts what the present call uses.
 */
void
decoded_need_sights(Prepared *map)
{
	DecodedMap *decoded = map->thing;
	MemoryContext part;

	if (decoded->grid->sights)
	{
		prepared_measure(map);
		decoded->sights_arena.bytes = prepared_used();
		return;
	}
	part = AllocSetContextCreate(CurrentMemoryContext, "fringe sights",
								 ALLOCSET_SMALL_SIZES);
	fringe_arena_init(&decoded->sights_arena, part, prepared_used());
	decoded->grid->sights =
		fr_grid_sights(decoded->grid, &decoded->sights_arena.core, &fringe_poll);
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
