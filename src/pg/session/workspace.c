/*
 * workspace.c - the workspace that all searches of a session share
 */
#include "pg/session/prepared.h"

#include "utils/memutils.h"

static struct
{
	MemoryContext context;
	fr_workspace *workspace;
	Size bytes;
} kept;

Size
workspace_bytes(void)
{
	return kept.bytes;
}

void
workspace_drop(void)
{
	if (kept.context)
		MemoryContextDelete(kept.context);
	memset(&kept, 0, sizeof kept);
}

/* Keeps the workspace if it fits beside all that this call uses. */
static void
keep_workspace(MemoryContext context, fr_workspace *workspace)
{
	Size bytes = MemoryContextMemAllocated(context, false);

	if (!prepared_room(bytes))
		return;
	MemoryContextSetParent(context, prepared_context());
	kept.context = context;
	kept.workspace = workspace;
	kept.bytes = bytes;
}

/*
 * A workspace for a method's searches on `cells` cells: the kept one if it is large
 * enough, else a new one, which is freed with the caller's context if it cannot be
 * kept.
 */
fr_workspace *
workspace_for(uint32 cells, const fr_method *method)
{
	Size bytes = fr_workspace_size(cells, method);
	MemoryContext context;
	fr_workspace *workspace;

	if (kept.workspace && fr_workspace_fits(kept.workspace, cells, method))
		return kept.workspace;
	workspace_drop();
	context = AllocSetContextCreate(CurrentMemoryContext, "fringe workspace",
									ALLOCSET_SMALL_SIZES);
	workspace = fr_workspace_init(MemoryContextAllocHuge(context, bytes), bytes, cells);
	keep_workspace(context, workspace);
	return workspace;
}
