/*
 * edits.h - what an index of the map before an edit spares (internal)
 *
 * A tile whose cells are the same, and whose gates are as far from the same hubs, has the
 * same blocks: they are copied.  The section `tiles` tells which these are:
 *
 *   u32 first hubs, which have the first numbers
 *   u32 bytes of tables and reliefs when they were last made anew, in units of 4
 *   u64 by tile, those of 8 first, row by row: a hash of its cells and of its gates' rows
 *
 * Hubs keep their numbers, and what is no longer used stays: both may grow by a quarter.
 */
#ifndef FRINGE_INDEX_EDITS_H
#define FRINGE_INDEX_EDITS_H

#include "core/index/borders/runs.h"

typedef struct fr_old_build
{
	const fr_index *index; /* NULL: there is none that would help */
	uint32_t *hub;		   /* by cell: its number; FR_NO_CELL */
	uint32_t *cell;		   /* by number; FR_NO_CELL */
	uint32_t first_count;
} fr_old_build;

/* The section as it is made. */
typedef struct fr_tile_hashes
{
	uint8_t *bytes;
	size_t size;
	uint64_t seed; /* of what all tiles depend on */
} fr_tile_hashes;

void fr_old_open(fr_border_build *b, const fr_index *index, fr_old_build *old);
void fr_old_close(const fr_border_build *b, fr_old_build *old);
void fr_old_take_first(fr_border_build *b, const fr_old_build *old);
void fr_old_load(const fr_border_build *b, const fr_old_build *old, fr_run_writer *w);
void fr_old_copy(const fr_border_build *b, const fr_old_build *old, const fr_tile *tile,
				 fr_run_writer *w, const fr_tile_hashes *hashes);

fr_tile_hashes fr_tile_hashes_take(const fr_border_build *b, const fr_run_writer *w,
								   const fr_old_build *old);
uint64_t fr_tile_hash(const fr_border_build *b, const fr_tile_hashes *hashes,
					  const fr_tile *tile, const fr_rows sides[2]);
void fr_tile_hash_put(const fr_border_build *b, const fr_tile_hashes *hashes,
					  const fr_tile *tile, uint64_t hash);
bool fr_old_has_tile(const fr_border_build *b, const fr_old_build *old,
					 const fr_tile *tile, uint64_t hash);
size_t fr_old_most_shared(const fr_old_build *old);
bool fr_old_may_number(const fr_border_build *b, const fr_old_build *old, uint32_t hubs);
void fr_tile_hashes_close(const fr_tile_hashes *hashes, const fr_old_build *old,
						  const fr_run_writer *w);

#endif /* FRINGE_INDEX_EDITS_H */
