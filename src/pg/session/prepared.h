/*
 * prepared.h - the session's cache of prepared things: decoded maps, landmarks, ...
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

#include "lib/ilist.h"

typedef enum PreparedKind
{
	PREPARED_MAP,
	PREPARED_LANDMARKS,
	PREPARED_KINDS
} PreparedKind;

/* The key of a thing; texts need no terminating NUL. */
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
extern void prepared_add(Prepared *prepared, MemoryContext part);
extern bool prepared_room(Size bytes);
extern bool prepared_same_map(const PreparedKey *a, const PreparedKey *b);

/* For workspace.c and view.c. */
extern MemoryContext prepared_context(void);
extern Size prepared_budget(void);
extern Size prepared_bytes(void);
extern PreparedCounts prepared_counts(PreparedKind kind);
extern dlist_head *prepared_by_recency(void);
extern void prepared_reset(void);

/* ---- the workspace that all searches share: workspace.c ------------------ */

extern fr_workspace *workspace_for(uint32 cells, const fr_method *method);
extern Size workspace_bytes(void);
extern void workspace_drop(void);

/* ---- decoded maps: decoded.c ---------------------------------------------- */

extern Prepared *decoded_map(CallSite *site, Datum map, struct varlena *model);
extern const fr_grid *decoded_grid(const Prepared *map);
extern void decoded_need_moves(Prepared *map);

/* ---- landmarks: landmarks.c ----------------------------------------------- */

extern const fr_landmarks *landmarks_for(Prepared *map, const fr_method *method);

#endif /* FRINGE_PREPARED_H */
