/*
 * prepared.h - the session's cache of prepared things: decoded maps, landmarks, fields
 *
 * The key of a thing is its kind, the digest of its map, the text of its model, and
 * further details. All things share fringe.cache_size; the least recently used is
 * evicted first. A thing that does not fit is built for one call.
 *
 * A thing stays valid until the SQL function that asked for it returns: nothing that
 * the present call uses is evicted.
 */
#ifndef FRINGE_PREPARED_H
#define FRINGE_PREPARED_H

#include "pg/fringe.h"

#include <setjmp.h>

#include "lib/ilist.h"
#include "portability/instr_time.h"

typedef enum PreparedKind
{
	PREPARED_MAP,
	PREPARED_LANDMARKS,
	PREPARED_INDEX,
	PREPARED_FIELD,
	PREPARED_SHARED, /* an index in the store of the server */
	PREPARED_KINDS
} PreparedKind;

/*
 * The key of a thing; texts need no terminating NUL. The digest is that of the map, or
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
	const char *detail;
	Size detail_length;
} PreparedKey;

typedef struct Prepared
{
	PreparedKey key; /* its texts are in the context */
	uint32 hash;
	slist_node chain; /* in its bucket */
	dlist_node recency;
	MemoryContext context; /* holds the thing and this struct */
	Size bytes;			   /* of the context */
	double build_us;
	int64 hits;
	uint64 call; /* the last call that used it */
	bool kept;
	void *thing; /* the maker's result */
} Prepared;

/* Builds a thing in the current memory context. */
typedef void *(*PreparedMaker)(const PreparedKey *key, void *argument);

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
extern void prepared_drop(Prepared *prepared);
extern void prepared_add(Prepared *prepared, MemoryContext part);
extern void prepared_measure(Prepared *prepared);
extern bool prepared_room(Size bytes);
extern Size prepared_free(void);
extern Size prepared_used(void);
extern void prepared_use(Prepared *prepared);
extern uint64 prepared_state(void);
extern void prepared_changed(void);
extern bool prepared_same_map(const PreparedKey *a, const PreparedKey *b);
extern uint32 prepared_hash_map(const PreparedKey *key);

/* For workspace.c and view.c. */
extern MemoryContext prepared_context(void);
extern Size prepared_budget(void);
extern Size prepared_bytes(void);
extern PreparedCounts prepared_counts(PreparedKind kind);
extern int64 prepared_count(void);
extern dlist_head *prepared_by_recency(void);
extern void prepared_reset(void);

/* ---- the workspace that all searches share: workspace.c ------------------ */

extern fr_workspace *workspace_for(uint32 nodes, const fr_method *method);
extern bool workspace_is_kept(const fr_workspace *workspace);
extern fr_index_scratch *workspace_scratch(const fr_index *index);
extern Size workspace_bytes(void);
extern void workspace_drop(void);

/* ---- values on disk: seen.c ----------------------------------------------- */

/* A map, index or field, and the facts in its first bytes. */
typedef struct SeenValue
{
	Oid relation; /* InvalidOid: none */
	Oid value;
	uint64 epoch; /* last epoch that verified it */
	GridmapPeek peek;
	Prepared *opened; /* index or field; valid in this state of the cache, or NULL */
	uint64 state;
} SeenValue;

extern SeenValue *seen_value(Datum value, GridmapPeek (*peek)(Datum));

/* Opens a value that the session has not opened, or finds it by its digest. */
typedef Prepared *(*ValueOpener)(Datum value, const GridmapPeek *peek);

extern const void *seen_opened(Datum value, GridmapPeek (*peek)(Datum), ValueOpener open);

/* ---- decoded maps: decoded.c ---------------------------------------------- */

/* Where a record of the store was found; it may since have become another one. */
typedef struct StorePlace
{
	uint32 slot;
	uint32 generation; /* 0: none */
} StorePlace;

/* Times of searches by `auto` on a map, and what they led to; learn.c alone writes it. */
typedef struct Learnt
{
	double searched_us; /* time of searches for costs */
	double unlearnt_us; /* ... not yet added to searched_us */
	double expected_us; /* expected time of building; 0: not counted yet */
	double due_us;		/* searched_us at which an index pays; 0: not known yet */
	StorePlace place;	/* of the map's record in the store */
	fr_index *index;	/* a part of the map's thing; NULL: none so far */
	double index_us;	/* time of building it */
	Size index_bytes;
	bool index_refused;
	double unaided_us; /* time of searches without landmarks */
	double aided_us;   /* with landmarks, in a trial */
	uint32 trial;	   /* searches left until landmarks are judged; 0: no trial */
	bool landmarks_rejected;
} Learnt;

typedef struct DecodedMap
{
	fr_grid *grid;
	MemoryContext patches; /* until the grid is whole; else NULL */
	Arena first_arena;	   /* of the patches */
	Arena sights_arena;	   /* of the sights */
	double first_us;	   /* that searches on patches took */
	Learnt learnt;
} DecodedMap;

extern PreparedKey decoded_key(Datum map, struct varlena *model);
extern Prepared *decoded_map(Datum map, struct varlena *model);
extern Prepared *decoded_first(Datum map, struct varlena *model);
extern bool decoded_is_whole(const Prepared *map);
extern void decoded_count_from(Prepared *map, Size bytes);
extern void decoded_spent(Prepared *map, double microseconds);
extern const fr_grid *decoded_grid(const Prepared *map);
extern void decoded_need_moves(Prepared *map);
extern void decoded_need_jumps(Prepared *map);
extern void decoded_need_sights(Prepared *map);

/* ---- indexes that are built: builder.c ---------------------------------------- */

/* The limits of a build in bytes and time, whether it met them, and its progress. */
typedef struct Builder
{
	fr_arena arena; /* given to the core; counts what it takes */
	MemoryContext context;
	Size taken;
	Size most;
	fr_poll poll;
	double most_us; /* of processor time; 0: no limit */
	double began;
	fr_index_progress progress;
	bool tells;	 /* sends notices of the progress */
	double told; /* share of the work at the last notice */
	instr_time beginning;
	sigjmp_buf stop;
	bool too_large;
	bool too_late;
	bool out_of_memory; /* malloc failed */
} Builder;

extern void builder_init(Builder *builder, Size most, double most_us);
extern fr_status builder_run(Builder *builder, const fr_index_request *request,
							 fr_index_plan **plan, fr_error *error);

/* An index as it is read in place: its bytes, then its boards. */
typedef struct IndexBlock
{
	uint8 *bytes;
	Size index_size;
	Size size;
	double build_us;
	bool by_worker;
} IndexBlock;

/* How building one ended. */
typedef enum IndexOutcome
{
	INDEX_BUILT,
	INDEX_REFUSED, /* for good: too large, or not supported */
	INDEX_STOPPED  /* ran out of time or memory */
} IndexOutcome;

extern bool builder_pays(const fr_grid *grid);
extern double builder_expected_us(const fr_grid *grid);
extern double builder_least_us(uint32 cells);
extern double builder_expected_bytes(const fr_grid *grid);
extern IndexOutcome builder_block(const Prepared *map, Size most, Size budget,
								  double most_us, IndexBlock *block);
extern fr_index builder_view(const uint8 *bytes, Size index_size);

/* ---- indexes that all sessions share: shared.c --------------------------------- */

extern Prepared *shared_index(const PreparedKey *map);
extern const fr_index *shared_view(const Prepared *shared);

/* ---- landmarks: landmarks.c --------------------------------------------------- */

extern Prepared *landmarks_for(Prepared *map, const fr_method *method);
extern bool landmarks_are_kept(const Prepared *map, const fr_method *method);

/* ---- what `auto` learns: learn.c --------------------------------------------- */

extern bool learns_from(const Prepared *map);
extern const fr_index *learnt_index(Prepared *map);
extern fr_method learnt_method(Prepared *map, const fr_method *resolved);

#endif /* FRINGE_PREPARED_H */
