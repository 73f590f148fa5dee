/*
 * workspace.c - the memory that all searches of a session share: a workspace, room for
 * queries of indexes, and room for what first questions decode
 */
#include "pg/session/prepared.h"

#include "utils/memutils.h"

/* One block that is kept, or nothing. */
typedef struct Pool
{
	MemoryContext context;
	void *block;
	Size bytes;
} Pool;

static Pool searches;
static uint32 kept_nodes; /* room of the kept workspace of searches */
static Pool indexes;	  /* what queries of indexes write to */

/* What first questions decode: one map's at a time. */
static struct
{
	Pool pool;
	Size size; /* of its block */
	Size used;
	uint64 turn;  /* changes when the map that had the pool has lost it */
	Arena beyond; /* counts, and has what does not fit */
	fr_arena core;
} firsts;

Size
workspace_bytes(void)
{
	return searches.bytes + indexes.bytes + firsts.pool.bytes;
}

static void
drop_pool(Pool *pool)
{
	if (pool->context)
		MemoryContextDelete(pool->context);
	prepared_changed();
	memset(pool, 0, sizeof *pool);
}

/* A call may still read what it has decoded there. */
static void
drop_firsts(void)
{
	if (firsts.pool.context)
		MemoryContextSetParent(firsts.pool.context, CurrentMemoryContext);
	firsts.pool = (Pool){0};
	firsts.size = firsts.used = 0;
	firsts.turn++;
}

void
workspace_drop(void)
{
	drop_pool(&searches);
	drop_pool(&indexes);
	drop_firsts();
}

static MemoryContext
pool_context(void)
{
	return AllocSetContextCreate(CurrentMemoryContext, "fringe workspace",
								 ALLOCSET_SMALL_SIZES);
}

bool
workspace_is_kept(const fr_workspace *workspace)
{
	return workspace == searches.block;
}

/* Keeps the block if it fits beside all that this call uses. */
static void
keep_block(Pool *pool, MemoryContext context, void *block)
{
	Size bytes = MemoryContextMemAllocated(context, false);

	if (!prepared_room(bytes))
		return;
	MemoryContextSetParent(context, prepared_context());
	*pool = (Pool){context, block, bytes};
}

/*
 * A workspace for a method's searches with so many nodes: the kept one if it is large
 * enough, else a new one, which is freed with the caller's context if it cannot be
 * kept. It is never smaller than the one before if such a one can be kept, so that
 * methods that alternate soon share one.
 */
fr_workspace *
workspace_for(uint32 nodes, const fr_method *method)
{
	MemoryContext context;
	fr_workspace *workspace;
	Size bytes;

	if (searches.block && fr_workspace_fits(searches.block, nodes, method))
		return searches.block;
	if (searches.block && fr_workspace_size(kept_nodes, method) <= prepared_budget())
		nodes = Max(nodes, kept_nodes);
	bytes = fr_workspace_size(nodes, method);
	drop_pool(&searches);
	context = pool_context();
	workspace = fr_workspace_init(MemoryContextAllocHuge(context, bytes), bytes, nodes);
	keep_block(&searches, context, workspace);
	kept_nodes = nodes;
	return workspace;
}

/* Memory that queries of an index write to, kept like the workspace; open_stored charges it. */
fr_index_scratch *
workspace_scratch(const fr_index *index)
{
	Size bytes;
	MemoryContext context;
	fr_index_scratch *scratch;

	if (indexes.block && fr_index_scratch_fits(indexes.block, index))
		return indexes.block;
	drop_pool(&indexes);
	bytes = fr_index_scratch_size(index);
	context = pool_context();
	scratch = fr_index_scratch_init(MemoryContextAllocHuge(context, bytes), bytes);
	keep_block(&indexes, context, scratch);
	return scratch;
}

/* ---- first questions --------------------------------------------------------- */

/*
 * A table of levels has one question for each map. To memory that is new to a process,
 * the system gives a page at a time, which takes as long as decoding its cells. So a
 * first question decodes into memory that the one before has used.
 */
#define FIRST_BYTES ((Size) 2 * 1024 * 1024)
#define FIRST_SHARE 16 /* of the cache, at most */

/* What does not fit goes with the call, and no later one finds what is there. */
static void *
take_from_firsts(void *context, size_t size)
{
	Size aligned = TYPEALIGN(64, size);
	char *part = (char *) firsts.pool.block + firsts.used;

	if (aligned > firsts.size - firsts.used)
	{
		firsts.turn++;
		return firsts.beyond.core.allocate(firsts.beyond.core.context, size);
	}
	firsts.beyond.bytes += aligned;
	fringe_check_memory(firsts.beyond.bytes);
	firsts.used += aligned;
	return part;
}

static void
make_firsts(void)
{
	Size bytes = Min(FIRST_BYTES, prepared_budget() / FIRST_SHARE);
	MemoryContext context;

	if (bytes > prepared_free())
		return;
	context = pool_context();
	keep_block(&firsts.pool, context, MemoryContextAllocHuge(context, bytes));
	firsts.size = bytes;
}

/*
 * Lends the room to a map's first question: the map before loses it. NULL: there is none.
 */
const fr_arena *
workspace_lend(uint64 *turn)
{
	if (firsts.pool.block == NULL)
		make_firsts();
	if (firsts.pool.block == NULL)
		return NULL;
	firsts.core = (fr_arena){take_from_firsts, NULL};
	firsts.used = 0;
	*turn = ++firsts.turn;
	workspace_lend_again();
	return &firsts.core;
}

/* The next call goes on with the map: charged for all that it may take (fr_first_bytes). */
void
workspace_lend_again(void)
{
	fringe_arena_init(&firsts.beyond, CurrentMemoryContext, firsts.used);
}

/* Is the room still lent to whom had this turn? */
bool
workspace_lent(uint64 turn)
{
	return turn == firsts.turn && firsts.used > 0;
}
