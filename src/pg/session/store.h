/*
 * store.h - what all sessions of a server share: indexes, and what searches took
 *
 *   StoreRoot             in the slack of shared memory; from PostgreSQL 17 on a named segment
 *     dsa_area            grows and shrinks with what is kept
 *       StoreRecord[]     one for a map under a model; SETS of WAYS, by hash of the key
 *         map             the bytes that a worker is to build from, while it is asked for
 *         block           the index as it is read in place: its bytes, then its boards
 *
 * A record is found by the digest of the map and the bytes of the model's text. Its key,
 * state and blocks change under the lock, held exclusively; counters are atomic. A block is
 * freed only while nobody has it pinned, and pinned only under the lock. Nothing here waits
 * for anything but the lock, which is held for microseconds.
 */
#ifndef FRINGE_STORE_H
#define FRINGE_STORE_H

#include "pg/session/builder.h"
#include "pg/session/learn.h"

#include "datatype/timestamp.h"
#include "port/atomics.h"
#include "utils/dsa.h"

typedef enum StoreState
{
	STORE_NONE,		/* no record */
	STORE_LEARNING, /* what searches take is added up */
	STORE_DUE,		/* learning, and an index is due; never in a record */
	STORE_ASKED,	/* a worker is to build it */
	STORE_BUILDING, /* somebody builds it */
	STORE_READY,
	STORE_REFUSED, /* the index was refused */
	STORE_STATES
} StoreState;

#define STORE_MODEL 160 /* bytes; what has a longer model is not shared */

typedef struct StoreRecord
{
	pg_atomic_uint32
		generation; /* another one after each change of key or block; 0: empty */
	pg_atomic_uint32 state;
	pg_atomic_uint32 pins;
	uint32 hash;
	Digest digest;
	uint32 width;
	uint32 height;
	uint32 model_length;
	char model[STORE_MODEL];
	pg_atomic_uint64 searched_ns; /* since the index was last missing */
	pg_atomic_uint64 due_ns;	  /* searched_ns at which an index may pay */
	pg_atomic_uint64 used;		  /* a TimestampTz */
	pg_atomic_uint64 hits;		  /* transactions that pinned it */
	Oid role;					  /* of the session that asked for it, or built it */
	Size most;					  /* memory that building may take */
	bool by_worker;
	double build_us;
	dsa_pointer map;
	Size map_size;
	dsa_pointer block;
	Size index_size;
	Size block_size;
} StoreRecord;

/* The most that one index may take. */
extern Size store_most(void);

/* ---- access: store_root.c --------------------------------------------------- */

typedef struct StoreRoot StoreRoot;

extern bool store_open(void);
extern void store_lock(bool exclusive); /* not while it is held */
extern void store_unlock(void);
extern bool store_guarded(void (*work)(void *argument), void *argument);
extern void *store_address(dsa_pointer pointer);
extern StoreRecord *store_record(uint32 slot);
extern uint32 store_records(void);
extern bool store_exceeds(void);
extern bool store_is_current(void);
extern uint32 store_generation(void);
extern dsa_pointer store_allocate(Size size);
extern void store_free(dsa_pointer pointer, Size size);
extern void store_free_map(dsa_pointer pointer, Size size);
extern Size store_waiting(int64 more);

typedef enum StoreWorkers
{
	STORE_NO_WORKER, /* can be had */
	STORE_ENOUGH_WORKERS,
	STORE_CALL_WORKER
} StoreWorkers;

extern StoreWorkers store_workers(void);
extern void store_worker_failed(void);
extern void store_worker_came(void);
extern void store_worker_left(void);

/* ---- records: store.c -------------------------------------------------------- */

static inline StoreState
store_state_of(StoreRecord *record)
{
	return (StoreState) pg_atomic_read_u32(&record->state);
}

static inline void
store_set_state(StoreRecord *record, StoreState state)
{
	pg_atomic_write_u32(&record->state, state);
}

extern StoreState store_state(const PreparedKey *key, StorePlace *place);
extern StoreState store_learn(const PreparedKey *key, StorePlace *place,
							  double microseconds, double first_due_us);
extern bool store_pin(const StorePlace *place, dsa_pointer *block, Size *index_size);
extern void store_unpin(const StorePlace *place);
extern bool store_evict(void);

extern StoreRecord *store_record_at(const StorePlace *place);
extern uint32 store_renew(StoreRecord *record);
extern void store_use(StoreRecord *record);
extern bool store_is_claimed(void);
extern bool store_look(uint32 slot, StoreRecord *copy);

/* ---- who builds: store_claims.c ------------------------------------------------ */

/* The input of a worker. */
typedef struct StoreJob
{
	Digest digest;
	char model[STORE_MODEL];
	Size model_length;
	Size most; /* memory that building may take */
	double searched_us;
	dsa_pointer map;
	Size map_size;
} StoreJob;

/* A process builds one index at a time: claimed, then given up, asked for or settled. */
extern bool store_claim(const StorePlace *place);
extern void store_give_up(StoreState state, double due_us);
extern void store_forsake(void);
extern void store_ask(Gridmap *map);
extern bool store_claim_asked(StoreJob *job);
extern void store_settle(IndexOutcome outcome, IndexBlock *built);

/* ---- what this process holds: shared.c ---------------------------------------- */

extern void shared_watch(void);
extern Prepared *shared_index(const PreparedKey *map);
extern const fr_index *shared_view(const Prepared *shared);

/* ---- workers: worker.c ------------------------------------------------------- */

extern void worker_call(void);

#endif /* FRINGE_STORE_H */
