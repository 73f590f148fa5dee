/*
 * cache.h - the session's cache: decoded maps, landmarks, indexes, fields and workspaces
 *
 * Decoding a map takes longer than most searches on it, so a session keeps decoded maps and
 * the values that it built from them. The key of an entry has all that its value depends on,
 * so a hit never changes an answer.
 *
 *     TOAST pointer --cache_peek--> digest --cache_get--> entry --> search
 *                                             |  ^
 *                                             v  | keep, evict others
 *                              build in the caller's context
 *
 * Lifetime: an entry that the present call has used is pinned, so its value is valid until
 * the SQL function returns. cache_begin_call ends all pins.
 *
 * Memory: entries and workspaces share fringe.cache_size. The least recently used entry is
 * evicted first. Entries that exceed the cache are kept until the transaction ends.
 *
 * Charges: fringe.max_memory limits what a call is charged. A call is charged as if nothing
 * were kept, so that a full cache never decides whether a call fails.
 *
 * Errors: building a value may raise an error. Then the cache is as before.
 */
#ifndef FRINGE_CACHE_H
#define FRINGE_CACHE_H

#include "pg/cache/search_plan.h"
#include "pg/consumers.h"
#include "pg/types/types.h"

#include "lib/ilist.h"

/* ---- for functions ----------------------------------------------------------- */

/*
 * Each of these begins a call. It finds its argument in the cache, or decodes or opens it. The
 * argument may be toasted.
 */
extern const fr_grid *cache_get_grid(Consumer consumer, Datum map, struct varlena *model);
extern const fr_grid *cache_get_grid_for_path(Consumer consumer, Datum map,
											  struct varlena *model);
extern const fr_index *cache_get_index(Datum index);
extern const OpenField *cache_get_field(Datum field);

/*
 * What lines of sight under a model read of a map, besides its grid: part of a call that another function
 * began. `layer` is the name of the layer of heights, or NULL.
 */
typedef struct SightGround
{
	Digest map_ground;	  /* counts with the map of this digest */
	const uint32 *height; /* stored numbers by cell; NULL: not asked for */
	fr_layer_scale scale;
	uint32 highest; /* of the stored numbers */
	const uint8
		*sides; /* numbers of the layer `sides`; NULL: not asked for, or there are none */
} SightGround;

extern const SightGround *cache_get_sight(Datum map, struct varlena *model,
										  const fr_layer_name *layer, bool sides);

/* Memory that queries of this index write to, which all indexes share. */
extern fr_index_scratch *cache_index_scratch(const fr_index *index);

/* Bytes that the present call was charged. */
extern Size cache_charged(void);

/* ---- entries ----------------------------------------------------------------- */

typedef enum CacheKind
{
	CACHE_MAP,		 /* CachedMap */
	CACHE_LANDMARKS, /* fr_landmarks */
	CACHE_INDEX,	 /* fr_index */
	CACHE_FIELD,	 /* OpenField */
	CACHE_SIGHT,	 /* SightGround */
	CACHE_KINDS
} CacheKind;

/* Which landmarks of a map: the values of the method's options. */
typedef struct LandmarkChoice
{
	uint32 count;
	uint32 place;
	uint32 seed;
	uint32 by_cell; /* the order of their entries */
} LandmarkChoice;

/*
 * The digest of its bytes identifies an index or a field. The digest of its ground identifies a map,
 * except a map that is bound to its layers: the digest of the whole map identifies it.
 */
typedef struct CacheKey
{
	CacheKind kind;
	uint32 width;
	uint32 height;
	Digest digest;	   /* of a stored map or its base, or of an index or field */
	const char *model; /* not terminated by NUL */
	Size model_length;
	LandmarkChoice
		landmarks; /* all 0, except for landmarks; of sight the parts, in `count` */
} CacheKey;

/*
 * Is a call charged for a value that it finds or builds? Not for an optional one, which no
 * answer needs: it takes space that the cache has left, and is built without a limit.
 */
typedef enum Charging
{
	CHARGED,
	NOT_CHARGED
} Charging;

/*
 * The roles that called with a value, the last one first. A call in a SECURITY DEFINER
 * function is one of its owner.
 */
#define CACHE_ROLES 4

typedef struct CacheRoles
{
	Oid role[CACHE_ROLES]; /* InvalidOid: none */
	bool more;			   /* others called before, and are forgotten */
} CacheRoles;

typedef struct CacheEntry
{
	CacheKey key; /* its text is in the context */
	CacheRoles roles;
	uint32 hash;
	slist_node chain; /* in its bucket */
	dlist_node recency;
	MemoryContext context; /* holds the value and this struct */
	Size bytes;			   /* of the context */
	Charge charge;		   /* set while building; of a map, see CachedMap */
	double build_us;
	int64 hits;
	bool pinned; /* used by the present call */
	bool grows;	 /* searches add to it, so that its size is counted again after a call */
	bool kept;	 /* in the cache */
	bool overflow;			 /* exceeds the cache: evicted when the transaction ends */
	struct CacheEntry *base; /* whose arrays the value of this entry shares, or NULL */
	int sharing;			 /* entries in the cache that share those of this one */
	void *value;
} CacheEntry;

/* Builds the value of an entry in the current memory context, and sets the entry's charge. */
typedef void *(*CacheBuild)(CacheEntry *entry, void *argument);

/* Begins a call of an SQL function: ends pins and charges, and evicts what no longer fits. */
extern void cache_begin_call(void);

/* The entry of this key, found or built, and pinned. */
extern CacheEntry *cache_get(const CacheKey *key, CacheBuild build, void *argument,
							 Charging charging);

/*
 * The value that is being built shares the arrays of another one, which the build got before. So
 * the base stays in the cache as long as the new entry does. A call is charged for both by the
 * charge of the new entry, so what the base was charged is taken back.
 */
extern void cache_share(CacheEntry *entry, CacheEntry *base);
extern void cache_uncharge(Size charged_before);

/* Is there an entry of this key? Does not count as a use. */
extern bool cache_has(const CacheKey *key);

/*
 * Adds a part in a context of its own to an entry, or counts again an entry whose own context
 * has grown. An entry that no longer fits leaves the cache and is freed with the caller's
 * context.
 */
extern void cache_add_part(CacheEntry *entry, MemoryContext part);
extern void cache_resize(CacheEntry *entry);

/* Bytes for a new entry that fit without evicting another one. */
extern Size cache_free_bytes(void);

/* The facts in the first bytes of a map, index or field; valid until the next call of this. */
extern const GridmapPeek *cache_peek(Datum value, GridmapPeek (*peek)(Datum));

/* ---- charges ----------------------------------------------------------------- */

/* Raises an error if the call may not take so many bytes more. */
extern void cache_check_limit(Size bytes);

/* Charges the call for a value or part that it uses, whether found or built. */
extern void cache_charge(const Charge *charge);

/* An arena for a value or part, and the charge for the memory that it has taken. */
extern void cache_arena_init(Arena *arena, MemoryContext context, Charging charging);
extern Charge cache_arena_charge(const Arena *arena);

/* ---- workspaces -------------------------------------------------------------- */

/*
 * The workspace that all searches share: for a method's search of so many nodes, or also for
 * sweeps on a grid.
 */
extern fr_workspace *cache_workspace(uint32 nodes, const fr_method *method);
extern fr_sweep_workspace cache_sweep_workspace(const fr_grid *grid, uint32 nodes,
												const fr_method *method);

/* Memory for the decoded rows of a cold question. The next cold question overwrites it. */
extern void *cache_cold_arena(Size bytes);

/* ---- decoded maps ------------------------------------------------------------ */

/* Sums over a map's searches for costs by `auto` without landmarks; see search_plan.c. */
typedef struct SearchTotals
{
	double us;		 /* estimated time */
	double cost;	 /* of paths, in the grid's unit */
	double distance; /* the obstacle-free distance between the same cells */
} SearchTotals;

/* Parts of a whole map that only some methods read, built when the first of them does. */
typedef enum MapPart
{
	PART_MOVES,	 /* the legal moves of all cells */
	PART_JUMPS,	 /* the bit planes of jump point search */
	PART_LEVELS, /* the distances of heuristic=levels, if the map has rare cheap cells */
	PART_VISIBILITY, /* what straight lines need; searches add to it what they find */
	MAP_PARTS
} MapPart;

typedef struct CachedPart
{
	bool built;
	Charge charge;
	Arena arena;
} CachedPart;

typedef struct CachedMap
{
	fr_grid *grid;	   /* of a map that is not whole, valid for the present call */
	bool whole;		   /* false: decoded only as far as cold questions need */
	bool known;		   /* decoded before, in part or whole */
	bool takes_cold;   /* cold questions can be answered: FR_OCTILE_JUMPS, no links */
	uint32 cold_nodes; /* of a cold question; 0: not counted yet */
	double cold_us;	   /* spent on cold questions */
	Charge decoding;   /* of the whole map, without the parts */
	CachedPart part[MAP_PARTS];
	SearchTotals totals;
	SearchPlan plan;	   /* of the last single search */
	uint64 planned_method; /* its ParsedMethod; 0: there is no plan */
	int64 calls;		   /* that searched */
	double search_us;	   /* of their searches, estimated */
} CachedMap;

/* The entry of a map. `cold`: a cold question can answer; then the map may be not whole. */
extern CacheEntry *cache_get_map(Datum map, struct varlena *model, bool cold);

/* Builds what a resolved method reads, except landmarks; `sweep`: what a sweep reads, too. */
extern void cache_need_parts(CacheEntry *map, const fr_method *method, bool sweep,
							 Charging charging);

/* Lets searches extend the visibility graph of a map within what a call of `used` bytes leaves. */
extern void cache_limit_visibility(CacheEntry *map, Size used);

/*
 * Tells the user, when a map is first decoded, that the model blocks all of it, or codes that
 * look like ground: map_notices.c. May raise an error, as sending any message may.
 */
extern void map_notices(const fr_grid *grid, const fr_map *map, const fr_model *model);

/*
 * The seed of a method whose landmarks are as many as fit in free memory, for `auto`. No
 * stored method has it, so others never get these landmarks.
 */
#define SEED_OF_FITTING UINT32_MAX

/* The landmarks that a method needs on a map, or NULL if it needs none; and are they there? */
extern const fr_landmarks *cache_get_landmarks(CacheEntry *map, const fr_method *method,
											   Charging charging);
extern bool cache_has_landmarks(const CacheEntry *map, const fr_method *method);

/* ---- statistics: for cache_view.c -------------------------------------------- */

typedef struct CacheTotals
{
	int64 maps; /* decoded maps */
	int64 entries;
	Size bytes;
	Size workspace_bytes;
	int64 hits;
	int64 misses;
	int64 evictions;
} CacheTotals;

extern CacheTotals cache_totals(void);
extern dlist_head *cache_by_recency(void);	/* most recently used first */
extern const CacheRoles *cache_roles(void); /* of all calls since the last reset */
extern uint32 cache_hash_key(const CacheKey *key);
extern bool cache_same_key(const CacheKey *a, const CacheKey *b);

/* Empties the cache and resets its statistics. */
extern void cache_reset(void);

#endif /* FRINGE_CACHE_H */
