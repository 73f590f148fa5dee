/*
 * module.h - the module's settings, clocks, memory and errors, for all files of src/pg
 *
 * Only this folder includes server headers. Searches are in src/core, which knows no server.
 *
 *     types/types.h        SQL values: stored, opened and made
 *     cache/cache.h        decoded maps, indexes and workspaces of a session
 *     picture/picture.h    SVG, PNG and text
 *     rules/rules.h        rules from values of cells to terrain codes
 *     functions/           SQL functions
 */
#ifndef FRINGE_MODULE_H
#define FRINGE_MODULE_H

#include "pg/compat.h"

#include "fmgr.h"
#include "miscadmin.h"
#include "nodes/nodes.h"
#include "portability/instr_time.h"

#include "core/core.h"

/* ---- functions: declaration.c ------------------------------------------- */

/*
 * A function reads its arguments as its declaration says: as pointers, or as values. A type of the
 * same name in another schema may be stored differently. So the first call of a function in a
 * session checks that all types of the declaration are PostgreSQL's own or of the extension
 * fringe. The table has checked functions, at their OID modulo its size.
 */
#define FRINGE_CHECKED 1024
extern Oid fringe_checked[FRINGE_CHECKED];

/* Checks the declaration, then calls the function. */
extern Datum fringe_call_checked(FunctionCallInfo fcinfo, PGFunction function);

static inline bool
fringe_is_checked(FunctionCallInfo fcinfo)
{
	return !fcinfo->flinfo || fringe_checked[fcinfo->flinfo->fn_oid % FRINGE_CHECKED] ==
								  fcinfo->flinfo->fn_oid;
}

/*
 * Begins the definition of a function that SQL calls; its body follows in braces, and finds the
 * arguments in fcinfo. No function of the libraries is defined without the check. A call that is
 * not the first one pays ten instructions: nothing has to be saved for the other branch.
 */
#define FRINGE_FUNCTION(name)                                                            \
	PG_FUNCTION_INFO_V1(name);                                                           \
	static inline Datum name##_checked(PG_FUNCTION_ARGS);                                \
	Datum name(PG_FUNCTION_ARGS)                                                         \
	{                                                                                    \
		if (unlikely(!fringe_is_checked(fcinfo)))                                        \
			return fringe_call_checked(fcinfo, name);                                    \
		return name##_checked(fcinfo);                                                   \
	}                                                                                    \
	static inline Datum name##_checked(PG_FUNCTION_ARGS)

/* ---- settings: module.c ------------------------------------------------ */

extern int fringe_cache_size; /* kB */
extern int fringe_max_memory; /* kB */

/* fringe.max_memory in bytes; and its definition: memory_limit.c. */
extern Size fringe_memory_limit(void);
extern void fringe_define_max_memory(void);

/*
 * May a notice tell something of a value? In a SECURITY DEFINER function, the value may be one
 * that the reader of the notice must not see. test/tap/notices.pl has a case for each notice.
 */
static inline bool
fringe_may_notice(void)
{
	return GetUserId() == GetOuterUserId();
}

/* CHECK_FOR_INTERRUPTS, for the core's long loops. */
extern const fr_poll fringe_poll;

/* Microseconds since then; and the processor time of this thread, or 0 without such a clock. */
extern double fringe_us_since(instr_time begin);
extern double fringe_processor_us(void);

/*
 * An fr_arena that allocates in a memory context, and raises an error above
 * fringe.max_memory. Pass &arena.core to the core. Arenas beside each other share one count,
 * so that the limit holds for their sum.
 */
typedef struct Arena
{
	fr_arena core;
	MemoryContext context;
	Size taken;			   /* by this arena */
	struct Arena *counter; /* the arena that counts: this one, or another one */
	Size bytes;			   /* counted: those before it, and those of all that share it */
	bool unlimited;		   /* counts without a limit */
} Arena;

/* The count begins at `taken` bytes. The arena must not move, because it points to itself. */
extern void fringe_arena_init(Arena *arena, MemoryContext context, Size taken);

/* An arena whose bytes another arena counts. */
extern void fringe_arena_beside(Arena *arena, MemoryContext context, Arena *counter);

/* Memory of any size in the current context. */
extern void *fringe_alloc_huge(Size size);

/* Raises an error if `what`, for instance "search", would take more than fringe.max_memory. */
extern void fringe_limit_memory(const char *what, Size bytes);
extern void fringe_check_memory(Size bytes); /* of a search */

/* ---- errors: errors.c -------------------------------------------------- */

/*
 * Reports an error of the core about a value of a type, softly if escontext allows it. The
 * core has the words (fr_error_text), errors.c the SQLSTATE.
 */
extern void fringe_errsave(const fr_error *error, const char *type, Node *escontext);

/* Tells the compiler, too, that a report without escontext does not return. */
static inline void
fringe_report(const fr_error *error, const char *type, Node *escontext)
{
	fringe_errsave(error, type, escontext);
	if (escontext == NULL)
		pg_unreachable();
}

/* Reports an invalid binary value. */
extern void fringe_report_binary(fr_error *error, const char *type);

/* Reports the status that ended a search; with the query's start and goal, or its start. */
extern void fringe_report_search(fr_status status);
extern void fringe_report_pair(fr_status status, const fr_query *query);
extern void fringe_report_from(fr_status status, const fr_query *query);

/* Reports why an index was not built; `memory`: because the build exceeded the limit. */
extern void fringe_report_index(const fr_error *error, bool memory,
								const fr_index_expectation *expected);

/* Reports a cell outside a map of this size. */
extern void fringe_report_outside(fr_cell cell, uint32 width, uint32 height);

/* Raise an error for a cell outside the largest map, and for an invalid code. */
extern void fringe_check_inside_any(fr_cell cell);
extern void fringe_check_code(char code);

/* The terrain code in a text of one character. */
extern char fringe_text_code(const text *code);

/* The position of a text among words, which end in NULL; -1 if it is none of them. */
extern int fringe_text_word(const text *input, const char *const *words);

/* The same for an argument, with an error in place of -1; the hint says which words are valid. */
extern int fringe_check_word(const text *input, const char *name,
							 const char *const *words, const char *hint);

/* map_advice.c: what to do about an error of the core in the text or the rows of a map; or NULL. */
extern const char *fringe_map_advice(const fr_error *error);

/* A piece of input in quotes, clipped for a message. */
extern char *fringe_quote(const char *input, size_t length);
extern char *fringe_quote_text(const text *input);

#endif /* FRINGE_MODULE_H */
