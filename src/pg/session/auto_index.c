/*
 * auto_index.c - indexes that `auto` builds by itself
 *
 * An index is built when the searches that it would have spared took as long as building
 * it is expected to take, and this statement has searched for as long (learn.c).  A build
 * that takes much longer than expected is given up, and tried again after four times as
 * much searching.
 *
 * The index is a part of the decoded map, and is built only where it fits without
 * evicting anything.
 */
#include "pg/session/prepared.h"

#include "utils/memutils.h"

/* What building takes on game maps, by corners of obstacles and by cells. */
#define US_A_CORNER 100.0
#define US_A_CELL 0.05
#define BYTES_A_CORNER 500.0
#define BYTES_A_CELL 0.5

#define PATIENCE 2 /* times as long as the searches that made it due */

/* Of borders: by cells alone. */
#define US_A_BORDERS_CELL 150.0
#define BYTES_A_BORDERS_CELL 150.0

/*
 * On large maps whose obstacles are mostly single cells, too many paths are equally good:
 * builds are long, and mostly refused.
 */
#define SCATTERED 20000 /* corners, from which on a map is large */

static bool
is_scattered(const fr_grid *grid)
{
	return grid->blunt > SCATTERED && grid->blunt > grid->sides / 2;
}

static double
expected_us(const fr_grid *grid)
{
	if (!fr_index_has_subgoals(grid))
		return grid->cells * US_A_BORDERS_CELL;
	return grid->blunt * US_A_CORNER + grid->cells * US_A_CELL;
}

static double
expected_bytes(const fr_grid *grid)
{
	if (!fr_index_has_subgoals(grid))
		return grid->cells * BYTES_A_BORDERS_CELL;
	return grid->blunt * BYTES_A_CORNER + grid->cells * BYTES_A_CELL;
}

static bool
is_due(const Prepared *map)
{
	DecodedMap *decoded = map->thing;

	if (decoded->index || decoded->refused || !map->kept || is_scattered(decoded->grid))
		return false;
	if (decoded->due_us == 0)
		decoded->due_us = expected_us(decoded->grid);
	return decoded->searched_us >= decoded->due_us &&
		   statement_affords(decoded->due_us) &&
		   prepared_free() >= expected_bytes(decoded->grid);
}

/* The index becomes a part of its map. */
static void
keep_index(Prepared *map, const fr_index_plan *plan, const Builder *builder)
{
	DecodedMap *decoded = map->thing;
	MemoryContext part =
		AllocSetContextCreate(CurrentMemoryContext, "fringe index", ALLOCSET_SMALL_SIZES);
	Size size = fr_index_plan_size(plan);
	uint8 *bytes = MemoryContextAllocHuge(part, size);
	fr_index *index = MemoryContextAlloc(part, sizeof(fr_index));
	Arena arena;

	fr_index_write(plan, bytes, &fringe_poll);
	fringe_arena_init(&arena, part, 0);
	*index = fr_index_open(bytes, size, &arena.core, &fringe_poll);
	decoded->index_bytes = MemoryContextMemAllocated(part, true);
	decoded->index_us = fringe_processor_us() - builder->began;
	prepared_add(map, part);
	decoded->index = index;
}

static void
try_index(Prepared *map)
{
	DecodedMap *decoded = map->thing;
	fr_model model;
	fr_error error;
	fr_index_plan *plan;
	Builder builder;
	fr_index_request request = {.grid = decoded->grid,
								.model = &model,
								.digest = map->key.digest.bytes,
								.budget = prepared_free()};

	builder_init(&builder, prepared_budget(), PATIENCE * decoded->due_us);
	if (fr_model_parse(map->key.model, map->key.model_length, &model, &error) == FR_OK &&
		builder_run(&builder, &request, &plan, &error) == FR_OK)
		keep_index(map, plan, &builder);
	else if (builder.too_late)
		decoded->due_us *= 4;
	else
		decoded->refused = true;
	statement_spends(fringe_processor_us() - builder.began);
	MemoryContextDelete(builder.context);
}

/* May searches on the map make an index due soon?  One of borders takes long. */
bool
auto_index_may_come(const Prepared *map)
{
	const DecodedMap *decoded = map->thing;

	return fringe_auto_index && map->kept && !decoded->refused &&
		   fr_index_has_subgoals(decoded->grid) && !is_scattered(decoded->grid) &&
		   prepared_free() >= expected_bytes(decoded->grid);
}

/* The index of a decoded map, built now if it is due; else NULL. */
const fr_index *
auto_index(Prepared *map)
{
	if (is_due(map))
		try_index(map);
	return ((const DecodedMap *) map->thing)->index;
}
