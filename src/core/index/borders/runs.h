/*
 * runs.h - writes the runs of blocks, their tables and reliefs (internal)
 */
#ifndef FRINGE_INDEX_RUNS_H
#define FRINGE_INDEX_RUNS_H

#include "core/index/borders/narrow.h"
#include "core/index/borders/rows.h"
#include "core/index/store/pool.h"

typedef struct fr_run_writer
{
	fr_narrower narrower;
	bool many; /* hubs, or reliefs: their numbers take 32 bits */
	uint8_t *directory;
	fr_growing blocks;
	fr_pool tables;
	fr_pool reliefs;
} fr_run_writer;

void fr_run_write(fr_border_build *b, fr_run_writer *w, const fr_tile *tile,
				  const fr_rows sides[2]);

/* Bytes that blocks share. */
static inline size_t
fr_run_writer_shared(const fr_run_writer *w)
{
	return w->tables.bytes.size + w->reliefs.bytes.size;
}

/* Bytes of all that was written. */
static inline size_t
fr_run_writer_size(const fr_run_writer *w)
{
	return w->blocks.size + fr_run_writer_shared(w);
}

#endif /* FRINGE_INDEX_RUNS_H */
