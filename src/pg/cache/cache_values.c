/*
 * cache_values.c - what the cache keeps, and how each kind is made: decoded maps, landmarks,
 * opened indexes and fields
 *
 * The key of a map is the digest of the map and the text of the model, so it does not matter
 * whether the map comes from a column, a variable, an array or a literal.
 */
#include "pg/cache/cache.h"

#include "access/detoast.h"
#include "access/xact.h"
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

/*
 * Warns if no cell is passable, which is rarely intended. Once a statement: it may decode
 * the same map again, or ask many such maps.
 */
static void
notice_blocked(const fr_map *map, const fr_model *model, const fr_grid *grid)
{
	static TimestampTz said = 0;
	bool any = false;
	int size = fr_model_value(model, FR_SIZE);

	if (fr_grid_has_passable(grid) || said == GetCurrentStatementStartTimestamp())
		return;
	said = GetCurrentStatementStartTimestamp();
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

/* What a map is decoded from, read. */
typedef struct Opened
{
	fr_map map;
	fr_model model;
	fr_costs costs;
} Opened;

/* The source of a decoded map. It is read at most once a call, when it is needed. */
typedef struct Source
{
	Datum map;
	struct varlena *model;
	bool first;			   /* for a first question */
	MemoryContext context; /* of the call */
	MemoryContext scratch; /* of what was read; NULL: nothing yet */
	Opened opened;
} Source;

/* `opened` is written when it is needed: it is larger than all else that a call sets up. */
static void
begin_source(Source *source, Datum map, struct varlena *model, bool first)
{
	source->map = map;
	source->model = model;
	source->first = first;
	source->context = CurrentMemoryContext;
	source->scratch = NULL;
}

static const Opened *
open_source(Source *source)
{
	Opened *opened = &source->opened;
	MemoryContext context;
	fr_error error;

	if (source->scratch)
		return opened;
	source->scratch =
		AllocSetContextCreate(source->context, "fringe decoding", ALLOCSET_SMALL_SIZES);
	context = MemoryContextSwitchTo(source->scratch);
	opened->map = gridmap_open((Gridmap *) PG_DETOAST_DATUM(source->map));
	opened->model = gridmodel_parsed(source->model);
	if (fr_costs_resolve(&opened->model, &opened->map, &opened->costs, &error))
		fringe_report(&error, "gridmodel", NULL);
	MemoryContextSwitchTo(context);
	return opened;
}

static void
close_source(Source *source)
{
	if (source->scratch)
		MemoryContextDelete(source->scratch);
	source->scratch = NULL;
}

static fr_grid *
begin_grid(const Opened *opened, const fr_arena *arena)
{
	return fr_grid_begin(&opened->map, &opened->model, &opened->costs,
						 tables_of(&opened->model, &opened->costs), arena, &fringe_poll);
}

/* Decodes all of a map in the current context; temporary memory is in `scratch`. */
static void
decode_whole(const Opened *opened, MemoryContext scratch, DecodedMap *decoded)
{
	const fr_map *map = &opened->map;
	Size oneway =
		opened->costs.oneway ? (Size) map->width * map->height * FR_ONEWAY_BYTES : 0;
	fr_grid *grid;
	Arena kept;
	Arena passing;

	cache_arena_init(&kept, CurrentMemoryContext);
	fringe_arena_beside(&passing, scratch, &kept);
	if (opened->costs.oneway)
		cache_check_limit(oneway);
	grid = begin_grid(opened, &kept.core);
	fr_grid_complete(grid, map, &opened->model, &kept.core, &passing.core, &fringe_poll);
	decoded->decoding = cache_arena_charge(&kept);
	decoded->decoding.most = Max(decoded->decoding.most, oneway);
	decoded->grid = grid;
	decoded->whole = true;
}

/* Warns about the map when it is decoded for the first time. */
static void
note_decoded(const Opened *opened, DecodedMap *decoded)
{
	if (!decoded->known)
		notice_blocked(&opened->map, &opened->model, decoded->grid);
	decoded->known = true;
}

/* Decodes all of a map in the current context, if more than a first question is asked. */
static void
decode(Source *source, DecodedMap *decoded)
{
	const Opened *opened = open_source(source);

	decoded->simple =
		opened->costs.jumps == FR_OCTILE_JUMPS && opened->map.link_count == 0;
	if (source->first && decoded->simple)
		return;
	decode_whole(opened, source->scratch, decoded);
	note_decoded(opened, decoded);
}

static void *
build_map(CacheEntry *entry, void *argument)
{
	DecodedMap *map = palloc0(sizeof(DecodedMap));

	decode(argument, map);
	return map;
}

/* Decodes all of a map that first questions have asked. */
static void
decode_rest(CacheEntry *map, Source *source)
{
	MemoryContext part = AllocSetContextCreate(CurrentMemoryContext, "fringe decoded",
											   ALLOCSET_SMALL_SIZES);
	MemoryContext old = MemoryContextSwitchTo(part);

	decode(source, map->value);
	MemoryContextSwitchTo(old);
	cache_add_part(map, part);
}

CacheKey
cache_map_key(Datum map, struct varlena *model)
{
	const GridmapPeek *peek = &toast_memo_get(map, gridmap_peek)->peek;

	return (CacheKey){.kind = CACHE_MAP,
					  .width = peek->width,
					  .height = peek->height,
					  .digest = peek->digest,
					  .model = VARDATA_ANY(model),
					  .model_length = VARSIZE_ANY_EXHDR(model)};
}

bool
map_is_whole(const CacheEntry *map)
{
	return ((const DecodedMap *) map->value)->whole;
}

/*
 * A whole map, for functions that ask more than once or for more than a cost by `jump`.
 */
CacheEntry *
cache_get_map(Datum map, struct varlena *model)
{
	CacheKey key = cache_map_key(map, model);
	Source source;
	CacheEntry *decoded;

	begin_source(&source, map, model, false);
	decoded = cache_get(&key, build_map, &source);
	if (!map_is_whole(decoded))
		decode_rest(decoded, &source);
	close_source(&source);
	cache_charge(&((DecodedMap *) decoded->value)->decoding);
	return decoded;
}

/* ---- first questions --------------------------------------------------------- */

/* The time to make the rest of a grid and its planes, and to decode for a first question. */
#define WHOLE_US_A_CELL 0.004
#define FIRST_US_A_CELL 0.00025

/* A block of memory from which parts are taken. */
typedef struct Block
{
	fr_arena core;
	char *next;
	Size left;
} Block;

static void *
take_from_block(void *context, size_t size)
{
	Block *block = context;
	Size aligned = TYPEALIGN(64, size);
	char *part = block->next;

	if (aligned > block->left)
		elog(ERROR, "a first question takes more than fr_first_bytes");
	block->next += aligned;
	block->left -= aligned;
	return part;
}

/* Decodes what a first question needs, for this call. */
static void
decode_first(Source *source, DecodedMap *decoded)
{
	const Opened *opened = open_source(source);
	Size bytes = fr_first_bytes(opened->map.width, opened->map.height);
	Block block = {{take_from_block, &block}, cache_cold_arena(bytes), bytes};
	fr_grid *grid = begin_grid(opened, &block.core);

	grid->first = fr_grid_first(grid, &block.core, &fringe_poll);
	decoded->grid = grid;
	decoded->first_us += (double) grid->cells * FIRST_US_A_CELL;
	note_decoded(opened, decoded);
}

/* The most that a whole map takes with the planes of `jump`, while they are made. */
#define WHOLE_BYTES_A_CELL 8

/* Have first questions taken so long that the whole map pays, and does it fit? */
static bool
whole_pays(const CacheKey *key, const DecodedMap *decoded)
{
	Size cells = (Size) key->width * key->height;

	return decoded->first_us >= cells * WHOLE_US_A_CELL &&
		   cells * WHOLE_BYTES_A_CELL <= (Size) fringe_max_memory * 1024;
}

/*
 * A map for one cost. It is decoded as far as a first question needs it, for this call, until
 * such questions took as long as decoding the whole map does: so the total is at most twice
 * the time of the better way. Either way the call is charged for a first question.
 */
CacheEntry *
cache_get_map_first(Datum map, struct varlena *model)
{
	CacheKey key = cache_map_key(map, model);
	Source source;
	CacheEntry *decoded;
	DecodedMap *value;
	Charge first = {0};
	bool charges;

	begin_source(&source, map, model, true);
	decoded = cache_get(&key, build_map, &source);
	value = decoded->value;
	if (!value->simple)
	{
		close_source(&source);
		cache_charge(&value->decoding);
		return decoded;
	}
	first.most = first.kept = fr_first_bytes(key.width, key.height);
	cache_charge(&first);
	if (value->whole)
		return decoded;
	charges = cache_set_charging(false);
	source.first = !whole_pays(&key, value);
	if (source.first)
		decode_first(&source, value);
	else
		decode_rest(decoded, &source);
	cache_set_charging(charges);
	close_source(&source);
	return decoded;
}

bool
map_is_simple(const CacheEntry *map)
{
	return ((const DecodedMap *) map->value)->simple;
}

/* The nodes of a first question. */
uint32
map_first_nodes(const CacheEntry *map)
{
	DecodedMap *decoded = map->value;

	if (decoded->first_nodes == 0)
		decoded->first_nodes = fr_first_nodes(decoded->grid, &fringe_poll);
	return decoded->first_nodes;
}

/* Adds the time of a first question. */
void
map_first_spent(CacheEntry *map, double microseconds)
{
	((DecodedMap *) map->value)->first_us += microseconds;
}

const fr_grid *
map_grid(const CacheEntry *map)
{
	return ((const DecodedMap *) map->value)->grid;
}

/* Adds the legal moves of all cells, which some searches need. */
void
map_need_moves(CacheEntry *map)
{
	DecodedMap *decoded = map->value;
	MemoryContext part;
	Arena arena;

	if (!decoded->grid->moves)
	{
		part = AllocSetContextCreate(CurrentMemoryContext, "fringe moves",
									 ALLOCSET_SMALL_SIZES);
		cache_arena_init(&arena, part);
		decoded->grid->moves = fr_grid_moves(decoded->grid, &arena.core, &fringe_poll);
		decoded->moves = cache_arena_charge(&arena);
		cache_add_part(map, part);
	}
	cache_charge(&decoded->moves);
}

/*
 * Adds what straight lines need. Searches add to it what they find, in the same arena:
 * map_limit_sights says how much.
 */
void
map_need_sights(CacheEntry *map)
{
	DecodedMap *decoded = map->value;
	MemoryContext part;

	if (decoded->grid->sights)
		cache_resize(map);
	else
	{
		part = AllocSetContextCreate(CurrentMemoryContext, "fringe sights",
									 ALLOCSET_SMALL_SIZES);
		cache_arena_init(&decoded->sights_arena, part);
		decoded->grid->sights =
			fr_grid_sights(decoded->grid, &decoded->sights_arena.core, &fringe_poll);
		decoded->sights = cache_arena_charge(&decoded->sights_arena);
		decoded->sights_arena.free = true;
		cache_add_part(map, part);
		map->grows = true;
	}
	cache_charge(&decoded->sights);
}

/* Bytes a cell that functions may take beside the workspace, as sweeps by lines do. */
#define BESIDE_A_CELL 24

/*
 * Lets searches keep what they find about straight lines within what fringe.max_memory
 * leaves to a call of so many bytes.
 */
void
map_limit_sights(CacheEntry *map, Size used)
{
	fr_grid *grid = ((DecodedMap *) map->value)->grid;
	Size most = (Size) fringe_max_memory * 1024;

	used += (Size) grid->cells * BESIDE_A_CELL;
	if (grid->sights)
		fr_sights_limit(grid->sights, used < most ? most - used : 0);
}

/* Adds the planes that searches that jump read. */
void
map_need_jumps(CacheEntry *map)
{
	DecodedMap *decoded = map->value;
	MemoryContext part;
	MemoryContext scratch;
	Arena kept;
	Arena passing;

	if (!decoded->grid->jumps)
	{
		part = AllocSetContextCreate(CurrentMemoryContext, "fringe jumps",
									 ALLOCSET_SMALL_SIZES);
		scratch = AllocSetContextCreate(CurrentMemoryContext, "fringe decoding",
										ALLOCSET_SMALL_SIZES);
		cache_arena_init(&kept, part);
		fringe_arena_beside(&passing, scratch, &kept);
		decoded->grid->jumps =
			fr_grid_jumps(decoded->grid, &kept.core, &passing.core, &fringe_poll);
		decoded->jumps = cache_arena_charge(&kept);
		MemoryContextDelete(scratch);
		cache_add_part(map, part);
	}
	cache_charge(&decoded->jumps);
}

/* ---- landmarks ----------------------------------------------------------- */

/* The input of build_landmarks. */
typedef struct Choice
{
	const fr_grid *grid;
	const fr_method *method;
} Choice;

static void *
build_landmarks(CacheEntry *entry, void *argument)
{
	const Choice *choice = argument;
	const fr_grid *grid = choice->grid;
	const fr_method *method = choice->method;
	uint32_t nodes = fr_sweep_nodes(grid);
	fr_workspace *workspace = cache_workspace(nodes, method);
	fr_landmarks plan =
		fr_landmarks_plan(grid, (int) method->option[FR_LANDMARKS].digits,
						  fr_method_value(method, FR_PLACE),
						  method->option[FR_SEED].digits, workspace, &fringe_poll);
	Size bytes = fr_landmarks_size(grid, &plan);

	entry->charge =
		(Charge){.most = bytes + fr_search_size(nodes, method), .kept = bytes};
	cache_check_limit(entry->charge.most);
	return fr_landmarks_build(fringe_alloc_huge(bytes), grid, &plan, workspace,
							  &fringe_poll);
}

static CacheKey
landmarks_key(const CacheEntry *map, const fr_method *method)
{
	CacheKey key = map->key;

	key.kind = CACHE_LANDMARKS;
	key.landmarks =
		(LandmarkChoice){method->option[FR_LANDMARKS].digits,
						 method->option[FR_PLACE].digits, method->option[FR_SEED].digits};
	return key;
}

/*
 * The landmarks that a method needs on a map, from the cache or new; NULL if it needs
 * none.
 */
CacheEntry *
cache_get_landmarks(CacheEntry *map, const fr_method *method)
{
	Choice choice = {map_grid(map), method};
	CacheKey key;

	if (!fr_method_needs_landmarks(method))
		return NULL;
	key = landmarks_key(map, method);
	return cache_get(&key, build_landmarks, &choice);
}

bool
cache_has_landmarks(const CacheEntry *map, const fr_method *method)
{
	CacheKey key = landmarks_key(map, method);

	return cache_find(&key) != NULL;
}

/* ---- indexes ------------------------------------------------------------- */

static void *
build_index(CacheEntry *entry, void *argument)
{
	Datum value = *(const Datum *) argument;
	fr_index *index = palloc(sizeof(fr_index));
	fr_index_checked checked;
	Gridindex *stored;
	Size size = toast_raw_datum_size(value);
	Arena arena;

	cache_check_limit(size);
	stored = (Gridindex *) PG_DETOAST_DATUM_COPY(value);
	fringe_arena_init(&arena, CurrentMemoryContext, cache_charged() + size);
	gridindex_check(stored, &checked, NULL);
	*index = fr_index_open(checked, &arena.core, &fringe_poll);
	entry->charge.kept = size + arena.taken + fr_index_scratch_size(index);
	entry->charge.most = entry->charge.kept;
	return index;
}

/* An index, perhaps still toasted, opened; valid until the SQL function returns. */
const fr_index *
cache_get_index(Datum value)
{
	const GridmapPeek *peek = &toast_memo_get(value, gridindex_peek)->peek;
	CacheKey key = {.kind = CACHE_INDEX,
					.width = peek->width,
					.height = peek->height,
					.digest = peek->digest,
					.model = ""};

	cache_begin_call();
	return cache_get(&key, build_index, &value)->value;
}

fr_index_scratch *
fringe_index_scratch(const fr_index *index)
{
	return cache_index_scratch(index);
}

/* ---- fields -------------------------------------------------------------- */

static void *
build_field(CacheEntry *entry, void *argument)
{
	Gridfield *stored = (Gridfield *) PG_DETOAST_DATUM_COPY(*(const Datum *) argument);
	OpenField *field = palloc(sizeof(OpenField));
	fr_error error;

	if (fr_field_open(stored->packed, GRIDMAP_PACKED_SIZE(stored), &field->view,
					  &fringe_poll, &error))
		fringe_report(&error, "gridfield", NULL);
	field->costs = gridfield_alloc_costs(stored, &field->view);
	entry->charge.kept = VARSIZE(stored) + (Size) field->view.terrain.width *
											   field->view.terrain.height *
											   sizeof(uint64);
	entry->charge.most = entry->charge.kept;
	if (fr_field_costs(&field->view, field->costs, &fringe_poll, &error))
		fringe_report(&error, "gridfield", NULL);
	return field;
}

/* A field (toasted or not), from the cache or opened now. */
const OpenField *
cache_get_field(Datum value)
{
	const GridmapPeek *peek = &toast_memo_get(value, gridmap_peek)->peek;
	CacheKey key = {.kind = CACHE_FIELD,
					.width = peek->width,
					.height = peek->height,
					.digest = peek->digest,
					.model = ""};

	cache_begin_call();
	return cache_get(&key, build_field, &value)->value;
}

/* ---- maps for functions that do not search ------------------------------- */

/* Decodes a map for a function that does not search. */
const fr_grid *
cache_get_grid(Datum map, struct varlena *model)
{
	cache_begin_call();
	return map_grid(cache_get_map(map, model));
}

/*
 * Decodes a map for a function that follows a stored path, which may have straight lines.
 */
const fr_grid *
cache_get_grid_for_path(Datum map, struct varlena *model)
{
	CacheEntry *decoded;

	cache_begin_call();
	decoded = cache_get_map(map, model);
	if (map_grid(decoded)->costs.lengths)
		map_need_sights(decoded);
	return map_grid(decoded);
}
