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
static Pool firsts;		  /* what first questions decode: one map's at a time */
static Size firsts_room;  /* bytes of its block */

Size
workspace_bytes(void)
{
	return searches.bytes + indexes.bytes + firsts.bytes;
}

static void
drop_pool(Pool *pool)
{
	if (pool->context)
		MemoryContextDelete(pool->context);
	memset(pool, 0, sizeof *pool);
}

void
workspace_drop(void)
{
	drop_pool(&searches);
	drop_pool(&indexes);
	drop_pool(&firsts);
}

static MemoryContext
pool_context(void)
{
	return AllocSetContextCreate(CurrentMemoryContext, "fringe workspace",
								 ALLOCSET_SMALL_SIZES);
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

/*
 * Memory for what a first question decodes, kept like the workspace: the question before
 * has used it. Memory that is new to a process comes from the system a page at a time,
 * which takes as long as decoding the cells of a page.
 */
void *
workspace_first(Size bytes)
{
	MemoryContext context;
	void *block;

	if (firsts.block && firsts_room >= bytes)
		return firsts.block;
	drop_pool(&firsts);
	context = pool_context();
	block = MemoryContextAllocHuge(context, bytes);
	keep_block(&firsts, context, block);
	firsts_room = bytes;
	return block;
}
