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

typedef enum PreparedKind
{
	PREPARED_MAP,
	PREPARED_LANDMARKS,
	PREPARED_INDEX,
	PREPARED_FIELD,
	PREPARED_KINDS
} PreparedKind;

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
typedef struct PreparedKey
{
	PreparedKind kind;
	uint32 width;
	uint32 height;
	Digest digest;
	const char *model;
	Size model_length;
	LandmarkChoice landmarks;
} PreparedKey;

/*
 * The memory that a call is charged for a thing, or a part of one. A call is charged as if
 * nothing were kept, so that what others have cached never decides whether it fails.
 */
typedef struct Charge
{
	Size most; /* while it is made */
	Size kept;
} Charge;

typedef struct Prepared
{
	PreparedKey key; /* its text is in the context */
	uint32 hash;
	slist_node chain; /* in its bucket */
	dlist_node recency;
	MemoryContext context; /* holds the thing and this struct */
	Size bytes;			   /* of the context */
	Charge charge;		   /* its maker sets it; of a map, see DecodedMap */
	double build_us;
	int64 hits;
	bool in_use; /* by the present call */
	bool grows;	 /* searches add to it: it is measured when the next call begins */
	bool kept;
	bool borrows; /* does not fit: it is kept until the transaction ends */
	void *thing;  /* the maker's result */
} Prepared;

/* Builds the thing of this key in the current memory context, and sets its charge. */
typedef void *(*PreparedMaker)(Prepared *prepared, void *argument);

/* Statistics of the things of one kind. */
typedef struct PreparedCounts
{
	int64 kept;
	int64 hits;
	int64 misses;
	int64 evictions;
} PreparedCounts;

extern void prepared_begin_call(void);
extern Prepared *prepared_get(const PreparedKey *key, PreparedMaker make, void *argument);
extern Prepared *prepared_find(const PreparedKey *key);
extern void prepared_add(Prepared *prepared, MemoryContext part);
extern void prepared_measure(Prepared *prepared);
extern bool prepared_room(Size bytes);
extern Size prepared_free(void);
extern Size prepared_used(void);
extern void prepared_charge(const Charge *charge);
extern void prepared_check(Size bytes);
extern bool prepared_charges(bool charges);
extern void prepared_arena(Arena *arena, MemoryContext context);
extern Charge prepared_charge_of(const Arena *arena);
extern void prepared_use(Prepared *prepared);
extern bool prepared_same_map(const PreparedKey *a, const PreparedKey *b);
extern uint32 prepared_hash_map(const PreparedKey *key);

/* For cache_view.c. */
extern MemoryContext prepared_context(void);
extern Size prepared_budget(void);
extern Size prepared_bytes(void);
extern int64 prepared_maps(void);
extern PreparedCounts prepared_counts(void);
extern dlist_head *prepared_by_recency(void);
extern void prepared_reset(void);

/* ---- the workspace that all searches share --------------------- */

extern fr_workspace *workspace_for(uint32 nodes, const fr_method *method);
extern fr_index_scratch *workspace_scratch(const fr_index *index);
extern void *workspace_first(Size bytes);
extern Size workspace_bytes(void);
extern void workspace_drop(void);

/* ---- values on disk that the session has looked at -------------------------- */

/* A map, index or field, and the facts in its first bytes. */
typedef struct SeenValue
{
	Oid relation; /* InvalidOid: none */
	Oid value;
	uint64 ended; /* transactions of the server, and which command, when it was read */
	CommandId command;
	GridmapPeek peek;
} SeenValue;

extern SeenValue *seen_value(Datum value, GridmapPeek (*peek)(Datum));

/* ---- decoded maps -------------------------------------------------------------- */

/*
 * Sums over a map's searches for costs by `auto` without landmarks, since it last earned
 * landmarks; search_context.c writes them.
 */
typedef struct LandmarkEarnings
{
	double us;		 /* estimated time */
	double cost;	 /* of paths, in the grid's unit */
	double distance; /* the obstacle-free distance between the same cells */
} LandmarkEarnings;

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
	double us_an_expansion;
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
	LandmarkEarnings earnings;
	SearchPlan plan;
	int64 calls;	  /* that searched */
	double search_us; /* of their searches, estimated */
} DecodedMap;

extern PreparedKey decoded_key(Datum map, struct varlena *model);
extern Prepared *decoded_map(Datum map, struct varlena *model);
extern Prepared *decoded_first(Datum map, struct varlena *model);
extern bool decoded_is_whole(const Prepared *map);
extern bool decoded_is_simple(const Prepared *map);
extern uint32 decoded_first_nodes(const Prepared *map);
extern void decoded_spent(Prepared *map, double microseconds);
extern const fr_grid *decoded_grid(const Prepared *map);
extern void decoded_need_moves(Prepared *map);
extern void decoded_need_jumps(Prepared *map);
extern void decoded_need_sights(Prepared *map);
extern void decoded_limit_sights(Prepared *map, Size used);

/* ---- landmarks -------------------------------------------------------------- */

extern Prepared *landmarks_for(Prepared *map, const fr_method *method);
extern bool landmarks_are_kept(const Prepared *map, const fr_method *method);

/* ---- for functions that do not search ------------------------------------------ */

extern const fr_grid *fringe_prepare_map(Datum map, struct varlena *model);
extern const fr_grid *fringe_prepare_map_for_path(Datum map, struct varlena *model);
extern const fr_index *fringe_prepare_index(Datum index);
extern fr_index_scratch *fringe_index_scratch(const fr_index *index);
extern const OpenField *fringe_prepare_field(Datum field);

#endif /* FRINGE_CACHE_H */
