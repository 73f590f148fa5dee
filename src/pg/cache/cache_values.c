/*
 * cache_values.c - how each kind of value is built: decoded maps with their parts, landmarks,
 * opened indexes and fields
 *
 * The key of a map has the digest of its ground and the text of the model. So a column, a variable, an
 * array and a literal find the same entry, and so do maps that differ only in layers that models name.
 * Headings change costs only: the entry of a model with headings shares the decoded map of the model without.
 */
#include "pg/cache/cache.h"

#include "access/detoast.h"
#include "utils/memutils.h"

#include "core/grid/grid_layers.h"

/* ---- the source of a map ----------------------------------------------------- */

/*
 * The stored map and model from which a map is decoded. A call reads them at most once, when
 * it needs them. Until then the second half stays unset, because setting it would take longer
 * than the rest of a warm call.
 */
typedef struct Source
{
	Datum stored;
	struct varlena *stored_model;
	bool cold; /* for a cold question */
	MemoryContext caller;
	MemoryContext scratch; /* of the values read below; NULL: not read yet */
	fr_map map;
	fr_model model;
	fr_costs costs;
	const fr_tables *tables;
} Source;

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

static void
read_source(Source *source)
{
	MemoryContext context;
	fr_error error;

	if (source->scratch)
		return;
	source->scratch =
		AllocSetContextCreate(source->caller, "fringe decoding", ALLOCSET_SMALL_SIZES);
	context = MemoryContextSwitchTo(source->scratch);
	source->map = gridmap_open((Gridmap *) PG_DETOAST_DATUM(source->stored));
	source->model = gridmodel_parsed(source->stored_model);
	if (fr_costs_resolve(&source->model, &source->map, &source->costs, &error))
		fringe_report(&error, "gridmodel", NULL);
	source->tables = tables_of(&source->model, &source->costs);
	MemoryContextSwitchTo(context);
}

/* ---- maps that share arrays ------------------------------------------------------ */

/* The stored form of a model. */
static struct varlena *
stored_model(const fr_model *model)
{
	struct varlena *text = palloc(VARHDRSZ + FR_MODEL_TEXT_MAX);

	SET_VARSIZE(text, VARHDRSZ + fr_model_write(model, VARDATA(text)));
	return text;
}

static void need_part(CacheEntry *map, MapPart part, Charging charging);

/* A value that shares the arrays of the entry `base`, while it is built. */
typedef struct Sharing
{
	Size before; /* what the call was charged */
	MemoryContext scratch;
	Arena kept;
	Arena core_scratch;
} Sharing;

/* Takes the decoded map of an entry, with its moves. */
static const fr_grid *
share_grid(CacheEntry *entry, CacheEntry *base, Sharing *sharing)
{
	need_part(base, PART_MOVES, CHARGED);
	cache_share(entry, base);
	cache_arena_init(&sharing->kept, CurrentMemoryContext, CHARGED);
	fringe_arena_beside(&sharing->core_scratch, sharing->scratch, &sharing->kept);
	return ((CachedMap *) base->value)->grid;
}

static Sharing
begin_sharing(void)
{
	return (Sharing){.before = cache_charged(),
					 .scratch = AllocSetContextCreate(
						 CurrentMemoryContext, "fringe decoding", ALLOCSET_SMALL_SIZES)};
}

/* It has the legal moves already, and no other part. */
static void
end_sharing(Sharing *sharing, fr_grid *grid, const fr_error *error, CachedMap *cached)
{
	if (grid == NULL)
		fringe_report(error, "gridmodel", NULL);
	cached->grid = grid;
	cached->whole = cached->known = true;
	cached->part[PART_MOVES].built = true;
	cached->decoding = cache_arena_charge(&sharing->kept);
	cached->decoding.peak += cache_charged() - sharing->before;
	cached->decoding.kept += cache_charged() - sharing->before;
	cache_uncharge(sharing->before);
	MemoryContextDelete(sharing->scratch);
}

/* Shares the decoded map of the model without headings. */
static void
build_headed(CacheEntry *entry, Datum map, const fr_model *model, CachedMap *cached)
{
	Sharing sharing = begin_sharing();
	MemoryContext own = MemoryContextSwitchTo(sharing.scratch);
	fr_model base_model = fr_model_without_headings(model);
	struct varlena *base_text = stored_model(&base_model);
	const fr_grid *base;
	fr_error error;

	MemoryContextSwitchTo(own);
	base = share_grid(entry, cache_get_map(map, base_text, false), &sharing);
	end_sharing(&sharing,
				fr_grid_head(base, model, &sharing.kept.core, &fringe_poll, &error),
				&error, cached);
}

/* ---- whole maps -------------------------------------------------------------- */

static void *build_bound(CacheEntry *entry, void *argument);

/* Decodes the whole map in the current context. */
static void
decode_whole(const Source *source, CachedMap *cached, Charging charging)
{
	const fr_map *map = &source->map;
	fr_grid *grid;
	Size oneway =
		source->costs.oneway ? (Size) map->width * map->height * FR_ONEWAY_BYTES : 0;
	Arena kept;
	Arena scratch;

	cache_arena_init(&kept, CurrentMemoryContext, charging);
	fringe_arena_beside(&scratch, source->scratch, &kept);
	if (charging == CHARGED)
		cache_check_limit(oneway);
	grid = fr_grid_begin(map, &source->model, &source->costs, source->tables, &kept.core,
						 &fringe_poll);
	fr_grid_complete(grid, map, &source->model, &kept.core, &scratch.core, &fringe_poll);
	cached->grid = grid;
	cached->decoding = cache_arena_charge(&kept);
	cached->decoding.peak = Max(cached->decoding.peak, oneway);
	cached->whole = true;
}

static void *
build_map(CacheEntry *entry, void *argument)
{
	Source *source = argument;
	CachedMap *cached;

	/* Of a map without layers, bound or not, the key is the same. */
	if (fr_model_text_binds_all(VARDATA_ANY(source->stored_model),
								VARSIZE_ANY_EXHDR(source->stored_model)))
		return build_bound(entry, source);
	cached = palloc0(sizeof(CachedMap));
	read_source(source);
	if (fr_has_headings(&source->costs))
	{
		build_headed(entry, source->stored, &source->model, cached);
		return cached;
	}
	cached->takes_cold =
		source->costs.jumps == FR_OCTILE_JUMPS && source->map.link_count == 0;
	if (!source->cold || !cached->takes_cold)
		decode_whole(source, cached, CHARGED);
	return cached;
}

/* Decodes the whole of a map that had only cold questions. */
static void
decode_rest(CacheEntry *entry, Source *source, Charging charging)
{
	MemoryContext part = AllocSetContextCreate(CurrentMemoryContext, "fringe decoded",
											   ALLOCSET_SMALL_SIZES);
	MemoryContext old = MemoryContextSwitchTo(part);

	read_source(source);
	decode_whole(source, entry->value, charging);
	MemoryContextSwitchTo(old);
	cache_add_part(entry, part);
}

/* ---- cold questions ---------------------------------------------------------- */

/*
 * A cold question, for one cost, needs only the rows of a map as bits. It decodes them for
 * the present call, until such questions have taken as long as decoding the whole map takes.
 * So the total is at most twice the time of the better way (as in the ski rental problem).
 * The call is charged the same in both cases.
 */
#define WHOLE_US_PER_CELL 0.004 /* to build the rest of a grid and its planes */
#define COLD_US_PER_CELL 0.00025
#define WHOLE_BYTES_PER_CELL 8 /* of a whole map with the planes of `jump`, at most */

/* The cold arena as an fr_arena: parts are taken from the front of one block. */
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
		elog(ERROR, "a cold question takes more than fr_cold_bytes");
	block->next += aligned;
	block->left -= aligned;
	return part;
}

/* Prepares the next cold question of a map that is not whole: decodes the rows, or all of it. */
static void
decode_cold(CacheEntry *entry, Source *source, Size bytes)
{
	CachedMap *cached = entry->value;
	Size cells = (Size) entry->key.width * entry->key.height;
	Block block = {{take_from_block, &block}, NULL, bytes};
	fr_grid *grid;

	if (cached->cold_us >= cells * WHOLE_US_PER_CELL &&
		cells * WHOLE_BYTES_PER_CELL <= fringe_memory_limit())
	{
		decode_rest(entry, source, NOT_CHARGED);
		return;
	}
	read_source(source);
	block.next = cache_cold_arena(bytes);
	grid = fr_grid_begin(&source->map, &source->model, &source->costs, source->tables,
						 &block.core, &fringe_poll);
	grid->cold = fr_grid_cold(grid, &block.core, &fringe_poll);
	cached->grid = grid;
	cached->cold_us += (double) cells * COLD_US_PER_CELL;
}

/* ---- maps -------------------------------------------------------------------- */

static CacheKey
map_key(const GridmapPeek *peek, const Digest *digest, struct varlena *model)
{
	return (CacheKey){.kind = CACHE_MAP,
					  .width = peek->width,
					  .height = peek->height,
					  .digest = *digest,
					  .model = VARDATA_ANY(model),
					  .model_length = VARSIZE_ANY_EXHDR(model)};
}

/* The entry of the ground of a map. */
static CacheEntry *
get_base(Datum map, const GridmapPeek *peek, struct varlena *model, bool cold)
{
	CacheKey key = map_key(peek, &peek->ground, model);
	Source source;
	CacheEntry *entry;
	CachedMap *cached;

	source.stored = map;
	source.stored_model = model;
	source.cold = cold;
	source.caller = CurrentMemoryContext;
	source.scratch = NULL;
	entry = cache_get(&key, build_map, &source, CHARGED);
	cached = entry->value;
	if (cold && cached->takes_cold)
	{
		Size bytes = fr_cold_bytes(key.width, key.height);

		cache_charge(&(Charge){bytes, bytes});
		if (!cached->whole)
			decode_cold(entry, &source, bytes);
	}
	else
	{
		if (!cached->whole)
			decode_rest(entry, &source, CHARGED);
		cache_charge(&cached->decoding);
	}
	if (source.scratch)
	{
		/* last, because sending a notice may fail */
		if (!cached->known && fringe_may_notice())
		{
			cached->known = true;
			map_notices(cached->grid, &source.map, &source.model);
		}
		MemoryContextDelete(source.scratch);
	}
	return entry;
}

/* ---- parts of maps ----------------------------------------------------------- */

static void
build_part(MapPart part, fr_grid *grid, fr_arena *kept, fr_arena *scratch)
{
	switch (part)
	{
		case PART_MOVES:
			grid->moves = fr_grid_moves(grid, kept, &fringe_poll);
			break;
		case PART_JUMPS:
			grid->jumps = fr_grid_jumps(grid, kept, scratch, &fringe_poll);
			break;
		case PART_LEVELS:
			grid->levels = fr_grid_levels(grid, kept, &fringe_poll);
			break;
		case PART_VISIBILITY:
			grid->visibility = fr_visibility_graph_make(grid, kept, &fringe_poll);
			break;
		default:
			break;
	}
}

static void
need_part(CacheEntry *map, MapPart part, Charging charging)
{
	static const char *const names[MAP_PARTS] = {
		[PART_MOVES] = "fringe moves",
		[PART_JUMPS] = "fringe jumps",
		[PART_LEVELS] = "fringe levels",
		[PART_VISIBILITY] = "fringe visibility graph",
	};
	CachedMap *cached = map->value;
	CachedPart *at = &cached->part[part];

	if (part == PART_LEVELS && cached->grid->cheap.levels == 0)
		return;
	if (!at->built)
	{
		MemoryContext context = AllocSetContextCreateInternal(
			CurrentMemoryContext, names[part], ALLOCSET_SMALL_SIZES);
		MemoryContext scratch_context = AllocSetContextCreate(
			CurrentMemoryContext, "fringe decoding", ALLOCSET_SMALL_SIZES);
		Arena scratch;

		cache_arena_init(&at->arena, context, charging);
		fringe_arena_beside(&scratch, scratch_context, &at->arena);
		build_part(part, cached->grid, &at->arena.core, &scratch.core);
		at->charge = cache_arena_charge(&at->arena);
		at->built = true;
		MemoryContextDelete(scratch_context);
		cache_add_part(map, context);
	}
	else if (part == PART_VISIBILITY)
		cache_resize(map);
	if (part == PART_VISIBILITY)
	{
		/* cache_limit_visibility says how much searches may add */
		at->arena.unlimited = true;
		map->grows = true;
	}
	if (charging == CHARGED)
		cache_charge(&at->charge);
}

/* ---- maps bound to layers ---------------------------------------------------- */

/*
 * Decodes the ground of the map, or finds it, and binds it to the layers that the model names.
 */
static void *
build_bound(CacheEntry *entry, void *argument)
{
	const Source *source = argument;
	CachedMap *cached = palloc0(sizeof(CachedMap));
	fr_model model = gridmodel_parsed(source->stored_model);
	fr_model base_model = fr_model_without_layers(&model);
	MemoryContext own = CurrentMemoryContext;
	struct varlena *base_text;
	Sharing sharing;
	fr_map map;
	const fr_grid *base;
	fr_error error;

	if (fr_model_has_headings(&model))
	{
		build_headed(entry, source->stored, &model, cached);
		return cached;
	}
	sharing = begin_sharing();
	MemoryContextSwitchTo(sharing.scratch);
	map = gridmap_open((Gridmap *) PG_DETOAST_DATUM(source->stored));
	base_text = stored_model(&base_model);
	MemoryContextSwitchTo(own);
	base = share_grid(entry,
					  get_base(source->stored, cache_peek(source->stored, gridmap_peek),
							   base_text, false),
					  &sharing);
	end_sharing(&sharing,
				fr_grid_bind(base, &map, &model, &sharing.kept.core,
							 &sharing.core_scratch.core, &fringe_poll, &error),
				&error, cached);
	return cached;
}

/* The entry of a map with its layers. */
static CacheEntry *
get_bound(Datum map, const GridmapPeek *peek, struct varlena *model)
{
	CacheKey key = map_key(peek, &peek->digest, model);
	Source source;
	CacheEntry *entry;

	source.stored = map;
	source.stored_model = model;
	entry = cache_get(&key, build_bound, &source, CHARGED);
	cache_charge(&((CachedMap *) entry->value)->decoding);
	return entry;
}

/* A model that reads layers of a map without any is refused where the map is decoded. */
CacheEntry *
cache_get_map(Datum map, struct varlena *model, bool cold)
{
	const GridmapPeek *peek = cache_peek(map, gridmap_peek);

	if (memcmp(&peek->digest, &peek->ground, DIGEST_SIZE) != 0 &&
		fr_model_text_reads_layers(VARDATA_ANY(model), VARSIZE_ANY_EXHDR(model)))
		return get_bound(map, peek, model);
	return get_base(map, peek, model, cold);
}

const fr_grid *
cache_get_grid(Consumer consumer, Datum map, struct varlena *model)
{
	const fr_grid *grid;

	cache_begin_call();
	grid = ((CachedMap *) cache_get_map(map, model, false)->value)->grid;
	consumer_check(consumer, grid->costs.rules);
	return grid;
}

/* ---- parts for methods ------------------------------------------------------- */

void
cache_need_parts(CacheEntry *map, const fr_method *method, bool sweep, Charging charging)
{
	if (fr_method_needs_visibility(method))
		need_part(map, PART_VISIBILITY, charging);
	if (sweep || fr_method_needs_moves(method))
		need_part(map, PART_MOVES, charging);
	if (fr_method_needs_jumps(method))
		need_part(map, PART_JUMPS, charging);
	if (fr_method_needs_levels(method))
		need_part(map, PART_LEVELS, charging);
}

/* Bytes per cell to leave for memory that functions take in addition to the workspace. */
#define RESERVED_PER_CELL 24

void
cache_limit_visibility(CacheEntry *map, Size used)
{
	fr_grid *grid = ((CachedMap *) map->value)->grid;

	used += (Size) grid->cells * RESERVED_PER_CELL;
	if (grid->visibility)
		fr_visibility_graph_limit(grid->visibility, used < fringe_memory_limit()
														? fringe_memory_limit() - used
														: 0);
}

/* For a function that follows a stored path, which may have straight lines. */
const fr_grid *
cache_get_grid_for_path(Consumer consumer, Datum map, struct varlena *model)
{
	CacheEntry *entry;
	const fr_grid *grid;

	cache_begin_call();
	entry = cache_get_map(map, model, false);
	grid = ((CachedMap *) entry->value)->grid;
	consumer_check(consumer, grid->costs.rules);
	if (grid->costs.lengths)
		need_part(entry, PART_VISIBILITY, CHARGED);
	return grid;
}

/* ---- landmarks --------------------------------------------------------------- */

typedef struct LandmarkSource
{
	const fr_grid *grid;
	const fr_method *method;
	Charging charging;
} LandmarkSource;

static void *
build_landmarks(CacheEntry *entry, void *argument)
{
	const LandmarkSource *source = argument;
	const fr_grid *grid = source->grid;
	const fr_method *method = source->method;
	uint32_t nodes = fr_sweep_nodes(grid);
	fr_sweep_workspace sweep = cache_sweep_workspace(grid, nodes, method);
	bool fitting = method->option[FR_SEED].digits == SEED_OF_FITTING;
	fr_landmarks plan = fr_landmarks_plan(grid, (int) method->option[FR_LANDMARKS].digits,
										  fr_method_value(method, FR_PLACE),
										  fitting ? 0 : method->option[FR_SEED].digits,
										  sweep, &fringe_poll);
	Size taken =
		Max(fr_search_size(nodes, method), fr_sweep_workspace_size(nodes, method));
	Size room = cache_free_bytes();
	Size bytes;

	if (fitting)
		fr_landmarks_fit(&plan, grid, room > taken ? room - taken : 0);
	bytes = fr_landmarks_size(grid, &plan);

	entry->charge = (Charge){.peak = bytes + taken, .kept = bytes};
	if (source->charging == CHARGED)
		cache_check_limit(entry->charge.peak);
	return fr_landmarks_build(fringe_alloc_huge(bytes), grid, &plan,
							  fr_method_uses_all_landmarks(method), sweep, &fringe_poll);
}

static CacheKey
landmarks_key(const CacheEntry *map, const fr_method *method)
{
	CacheKey key = map->key;

	key.kind = CACHE_LANDMARKS;
	key.landmarks = (LandmarkChoice){
		method->option[FR_LANDMARKS].digits, method->option[FR_PLACE].digits,
		method->option[FR_SEED].digits, fr_method_uses_all_landmarks(method)};
	return key;
}

const fr_landmarks *
cache_get_landmarks(CacheEntry *map, const fr_method *method, Charging charging)
{
	LandmarkSource source = {((CachedMap *) map->value)->grid, method, charging};
	CacheKey key;

	if (!fr_method_needs_landmarks(method))
		return NULL;
	key = landmarks_key(map, method);
	return cache_get(&key, build_landmarks, &source, charging)->value;
}

bool
cache_has_landmarks(const CacheEntry *map, const fr_method *method)
{
	CacheKey key = landmarks_key(map, method);

	return cache_has(&key);
}

/* ---- stored values, opened --------------------------------------------------- */

/* The entry of a stored index or field, which its own digest identifies. */
static void *
get_stored(CacheKind kind, Datum value, GridmapPeek (*peek_at)(Datum), CacheBuild build)
{
	const GridmapPeek *peek = cache_peek(value, peek_at);
	CacheKey key = {.kind = kind,
					.width = peek->width,
					.height = peek->height,
					.digest = peek->digest,
					.model = ""};

	cache_begin_call();
	return cache_get(&key, build, &value, CHARGED)->value;
}

/* An index is copied and checked once per session; then its digest finds it. */
static void *
open_index(CacheEntry *entry, void *argument)
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
	entry->charge.peak = entry->charge.kept;
	return index;
}

const fr_index *
cache_get_index(Datum index)
{
	return get_stored(CACHE_INDEX, index, gridindex_peek, open_index);
}

/* A field is decompressed once: then a question about a cell is a lookup in two arrays. */
static void *
open_field(CacheEntry *entry, void *argument)
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
	entry->charge.peak = entry->charge.kept;
	if (fr_field_costs(&field->view, field->costs, &fringe_poll, &error))
		fringe_report(&error, "gridfield", NULL);
	return field;
}

const OpenField *
cache_get_field(Datum field)
{
	return get_stored(CACHE_FIELD, field, gridmap_peek, open_field);
}

/* ---- heights and sides for lines of sight -------------------------------------- */

typedef struct SightSource
{
	Datum map;
	const fr_layer_name *layer;
	bool sides;
	Digest map_ground;
} SightSource;

static void *
build_sight(CacheEntry *entry, void *argument)
{
	const SightSource *source = argument;
	SightGround *ground = palloc0(sizeof(SightGround));
	MemoryContext scratch = AllocSetContextCreate(CurrentMemoryContext, "fringe decoding",
												  ALLOCSET_SMALL_SIZES);
	MemoryContext own = MemoryContextSwitchTo(scratch);
	fr_map map = gridmap_open((Gridmap *) PG_DETOAST_DATUM(source->map));
	Size cells = (Size) map.width * map.height;
	fr_layer layer;

	MemoryContextSwitchTo(own);
	ground->map_ground = source->map_ground;
	entry->charge.kept =
		cells * ((source->layer ? sizeof(uint32) : 0) + (source->sides ? 1 : 0));
	entry->charge.peak = entry->charge.kept + toast_raw_datum_size(source->map);
	cache_check_limit(entry->charge.peak);
	if (source->layer)
	{
		uint32 *height = fringe_alloc_huge(cells * sizeof(uint32));

		if (!fr_map_find_layer(&map, source->layer->text, source->layer->length, &layer))
			ereport(
				ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("map has no layer \"%.*s\"", (int) source->layer->length,
						source->layer->text),
				 errdetail(
					 "The argument \"eye\" is a height above the numbers of this layer."),
				 errhint(
					 "Set the layer with gridmap_set_layer, leave out \"eye\", or name a layer of heights in the model: octile(height=NAME).")));
		(void) fr_layer_scale_of(&layer, &ground->scale);
		for (uint32 y = 0; y < map.height; y++)
		{
			CHECK_FOR_INTERRUPTS();
			fr_layer_unpack(&layer, (Size) y * map.width, map.width,
							height + (Size) y * map.width);
		}
		ground->height = height;
		ground->highest = layer.greatest;
	}
	if (source->sides && fr_map_sides(&map, &layer))
	{
		uint8 *sides = fringe_alloc_huge(cells);

		for (Size i = 0; i < cells; i++)
		{
			fr_poll_at(&fringe_poll, i);
			sides[i] = (uint8) fr_layer_at(&layer, i);
		}
		ground->sides = sides;
	}
	MemoryContextDelete(scratch);
	return ground;
}

const SightGround *
cache_get_sight(Datum map, struct varlena *model, const fr_layer_name *layer, bool sides)
{
	const GridmapPeek *peek = cache_peek(map, gridmap_peek);
	SightSource source = {map, layer, sides, peek->ground};
	CacheKey key = map_key(peek, &peek->digest, model);

	key.kind = CACHE_SIGHT;
	key.landmarks.count = (layer ? 1 : 0) + (sides ? 2 : 0);
	return cache_get(&key, build_sight, &source, CHARGED)->value;
}
