/*
 * module.h - what all of the server's side shares: settings, memory, errors
 *
 * Only files below this folder include server headers; the searches are in ../core,
 * behind core.h. Values are in types/types.h, result rows in result_rows.h, and what a session
 * prepares in cache/search_context.h.
 */
#ifndef FRINGE_MODULE_H
#define FRINGE_MODULE_H

#include "pg/compat.h"

#include "fmgr.h"
#include "nodes/nodes.h"
#include "portability/instr_time.h"

#include "core/core.h"

/* ---- settings: module.c ------------------------------------------------ */

extern int fringe_cache_size; /* kB */
extern int fringe_max_memory; /* kB */

#define FRINGE_MEMORY_LIMIT ((Size) fringe_max_memory * 1024)

/* CHECK_FOR_INTERRUPTS, for the core's long loops. */
extern const fr_poll fringe_poll;

/* Microseconds since then. */
extern double fringe_us_since(instr_time begin);
extern double fringe_processor_us(void);

/*
 * An fr_arena that allocates in a memory context, and fails above fringe.max_memory.
 * Pass &arena.core to the core. Arenas beside each other share one count, so that the
 * limit holds for all of them.
 */
typedef struct Arena
{
	fr_arena core;
	MemoryContext context;
	Size taken;		/* by this arena */
	Size bytes;		/* in use, if it counts: before it, and by all that count with it */
	bool unlimited; /* has no limit, if it counts */
	struct Arena *counter; /* the arena that counts: this one, or another one */
} Arena;

extern void *fringe_alloc_huge(Size size);
extern void fringe_arena_init(Arena *arena, MemoryContext context, Size taken);
extern void fringe_arena_beside(Arena *arena, MemoryContext context, Arena *counter);

/* ---- errors: errors.c -------------------------------------------------- */

extern char *fringe_quote(const char *input, size_t length);
extern char *fringe_quote_text(const text *input);
extern int fringe_text_word(const text *input, const char *const *words);
extern void fringe_report(const fr_error *error, const char *type, Node *escontext);
extern void fringe_report_binary(fr_error *error, const char *type);
extern void fringe_report_search(fr_status status);
extern void fringe_report_pair(fr_status status, const fr_query *query);
extern void fringe_report_from(fr_status status, const fr_query *query);
extern void fringe_report_index(const fr_error *error, bool memory,
								const fr_index_expectation *expected);
extern void fringe_refuse_lines(const fr_grid *grid);
extern void fringe_refuse_links(const fr_grid *grid);
extern void fringe_check_inside(fr_cell cell, uint32 width, uint32 height);
extern void fringe_check_inside_any(fr_cell cell);
extern void fringe_check_code(char code);
extern void fringe_limit_memory(const char *what, Size bytes);
extern void fringe_check_memory(Size bytes);
extern char fringe_text_code(const text *code);

#endif /* FRINGE_MODULE_H */
