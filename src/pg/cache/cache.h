/*
 * cache.h - the session's cache of prepared things: decoded maps, landmarks, fields
 *
 * The key of a thing is its kind, the digest of its map, the text of its model, and of
 * landmarks which ones. All things share fringe.cache_size; the least recently used is
 * evicted first. Things that do not fit are kept until the transaction ends.
 *
 * A thing stays valid until the SQL function that asked for it returns: nothing that
 * the present call uses is evicted.
 *
 * fringe.max_memory limits what a call is charged: see Charge.
 */
#ifndef FRINGE_CACHE_H
#define FRINGE_CACHE_H

#include "pg/types/types.h"

#include "lib/ilist.h"

typedef enum CacheKind
{
	CACHE_MAP,
	CACHE_LANDMARKS,
	CACHE_INDEX,
	CACHE_FIELD,
	CACHE_KINDS
} CacheKind;

/* Which landmarks of a map: the values of the method's options. */
typedef struct LandmarkChoice
{
	uint32 count;
	uint32 place;
	uint32 seed;
} LandmarkChoice;

/*
 * The key of a thing; the text needs no terminating NUL. The digest is that of the map, or
 * of a stored index.
 */
typedef struct CacheKey
{
	CacheKind kind;
	uint32 width;
	uint32 height;
	Digest digest;
	const char *model;
	Size model_length;
	LandmarkChoice landmarks;
} CacheKey;

/*
 * The memory that a call is charged for a thing, or a part of one. A call is charged as if
 * nothing were kept, so that what others have cached never decides whether it fails.
 */
typedef struct Charge
{
	Size most; /* while it is made */
	Size kept;
} Charge;

typedef struct CacheEntry
{
	CacheKey key; /* its text is in the context */
	uint32 hash;
	slist_node chain; /* in its bucket */
	dlist_node recency;
	MemoryContext context; /* holds the thing and this struct */
	Size bytes;			   /* of the context */
	Charge charge;		   /* its maker sets it; of a map, see DecodedMap */
	double build_us;
	int64 hits;
	bool pinned; /* by the present call */
	bool grows;	 /* searches add to it: it is measured when the next call begins */
	bool kept;
	bool overflow; /* does not fit: it is kept until the transaction ends */
	void *value;   /* the maker's result */
} CacheEntry;

/* Builds the thing of this key in the current memory context, and sets its charge. */
typedef void *(*CacheBuild)(CacheEntry *entry, void *argument);

/* Statistics of the things of one kind. */
typedef struct CacheCounts
{
	int64 kept;
	int64 hits;
	int64 misses;
	int64 evictions;
} CacheCounts;

extern void cache_begin_call(void);
extern CacheEntry *cache_get(const CacheKey *key, CacheBuild make, void *argument);
extern CacheEntry *cache_find(const CacheKey *key);
extern void cache_add_part(CacheEntry *entry, MemoryContext part);
extern void cache_resize(CacheEntry *entry);
extern bool cache_make_room(Size bytes);
extern Size cache_free_bytes(void);
extern Size cache_charged(void);
extern void cache_charge(const Charge *charge);
extern void cache_check_limit(Size bytes);
extern bool cache_set_charging(bool charges);
extern void cache_arena_init(Arena *arena, MemoryContext context);
extern Charge cache_arena_charge(const Arena *arena);
extern void cache_touch(CacheEntry *entry);
extern bool cache_same_map(const CacheKey *a, const CacheKey *b);
extern uint32 cache_hash_map(const CacheKey *key);

/* For cache_view.c. */
extern MemoryContext cache_context(void);
extern Size cache_budget(void);
extern Size cache_bytes(void);
extern int64 cache_maps(void);
extern CacheCounts cache_counts(void);
extern dlist_head *cache_by_recency(void);
extern void cache_reset(void);

/* ---- the workspace that all searches share --------------------- */

extern fr_workspace *cache_workspace(uint32 nodes, const fr_method *method);
extern fr_index_scratch *cache_index_scratch(const fr_index *index);
extern void *cache_cold_arena(Size bytes);
extern Size cache_workspace_bytes(void);
extern void cache_drop_workspaces(void);

/* ---- values on disk that the session has looked at -------------------------- */

/* A map, index or field, and the facts in its first bytes. */
typedef struct ToastMemo
{
	Oid relation; /* InvalidOid: none */
	Oid value;
	uint64 ended; /* transactions of the server, and which command, when it was read */
	CommandId command;
	GridmapPeek peek;
} ToastMemo;

extern ToastMemo *toast_memo_get(Datum value, GridmapPeek (*peek)(Datum));

/* ---- decoded maps -------------------------------------------------------------- */

/*
 * Sums over a map's searches for costs by `auto` without landmarks, since it last earned
 * landmarks; search_context.c writes them.
 */
typedef struct SearchTotals
{
	double us;		 /* estimated time */
	double cost;	 /* of paths, in the grid's unit */
	double distance; /* the obstacle-free distance between the same cells */
} SearchTotals;

/*
 * How a call site's search on the map was prepared last: the same method is resolved alike,
 * as long as the setting is the same.
 */
typedef struct SearchPlan
{
	uint64 asked; /* the number of the ParsedMethod; 0: there is no plan */
	bool costs;	  /* for a cost without its path */
	int max_memory;
	fr_method method; /* resolved */
	uint32 nodes;	  /* of the workspace */
	Size bytes;
	double us_per_expansion;
} SearchPlan;

typedef struct DecodedMap
{
	fr_grid *grid; /* if it is not whole, for the present call */
	bool whole;
	bool known;			/* was it decoded before? */
	bool simple;		/* a first question may be asked: FR_OCTILE_JUMPS, no links */
	uint32 first_nodes; /* of such a question; 0: not counted yet */
	Charge decoding;	/* of all of it; and of the parts that some searches need: */
	Charge moves;
	Charge jumps;
	Charge sights;
	Arena sights_arena; /* of the sights */
	double first_us;	/* that first questions took */
	SearchTotals totals;
	SearchPlan plan;
	int64 calls;	  /* that searched */
	double search_us; /* of their searches, estimated */
} DecodedMap;

extern CacheKey cache_map_key(Datum map, struct varlena *model);
extern CacheEntry *cache_get_map(Datum map, struct varlena *model);
extern CacheEntry *cache_get_map_first(Datum map, struct varlena *model);
extern bool map_is_whole(const CacheEntry *map);
extern bool map_is_simple(const CacheEntry *map);
extern uint32 map_first_nodes(const CacheEntry *map);
extern void map_first_spent(CacheEntry *map, double microseconds);
extern const fr_grid *map_grid(const CacheEntry *map);
extern void map_need_moves(CacheEntry *map);
extern void map_need_jumps(CacheEntry *map);
extern void map_need_sights(CacheEntry *map);
extern void map_limit_sights(CacheEntry *map, Size used);

/* ---- landmarks -------------------------------------------------------------- */

extern CacheEntry *cache_get_landmarks(CacheEntry *map, const fr_method *method);
extern bool cache_has_landmarks(const CacheEntry *map, const fr_method *method);

/* ---- for functions that do not search ------------------------------------------ */

extern const fr_grid *cache_get_grid(Datum map, struct varlena *model);
extern const fr_grid *cache_get_grid_for_path(Datum map, struct varlena *model);
extern const fr_index *cache_get_index(Datum index);
extern fr_index_scratch *fringe_index_scratch(const fr_index *index);
extern const OpenField *cache_get_field(Datum field);

#endif /* FRINGE_CACHE_H */
