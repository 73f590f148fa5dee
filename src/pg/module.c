/*
 * module.c - the module: magic, settings, interrupts, memory
 */
#include "pg/module.h"

#include <limits.h>

#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/guc.h"
#include "utils/memutils.h"

PG_MODULE_MAGIC_EXT(.name = "fringe", .version = FRINGE_VERSION);

int fringe_cache_size = 64 * 1024;
static void
poll_interrupts(void *context)
{
	CHECK_FOR_INTERRUPTS();
}

const fr_poll fringe_poll = {poll_interrupts, NULL};

/* Valgrind makes a server some 50 times slower; builds get as much more time there. */
#ifdef USE_VALGRIND
#define CLOCK_RATE (1.0 / 50)
#else
#define CLOCK_RATE 1.0
#endif

double
fringe_processor_us(void)
{
#ifdef CLOCK_THREAD_CPUTIME_ID
	struct timespec now;

	if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0)
		return (now.tv_sec * 1e6 + now.tv_nsec / 1e3) * CLOCK_RATE;
#endif
	return 0;
}

double
fringe_us_since(instr_time begin)
{
	instr_time now;

	INSTR_TIME_SET_CURRENT(now);
	INSTR_TIME_SUBTRACT(now, begin);
	return INSTR_TIME_GET_DOUBLE(now) * 1e6;
}

static void *
allocate_counted(void *context, size_t size)
{
	Arena *arena = context;

	arena->taken += size;
	arena->counter->bytes += size;
	if (!arena->counter->unlimited && arena->counter->bytes > fringe_memory_limit())
		fringe_check_memory(arena->counter->bytes);
	return MemoryContextAllocHuge(arena->context, size);
}

void
fringe_arena_init(Arena *arena, MemoryContext context, Size taken)
{
	*arena = (Arena){.core = {allocate_counted, arena, .poll = &fringe_poll},
					 .context = context,
					 .bytes = taken,
					 .counter = arena};
}

void
fringe_arena_beside(Arena *arena, MemoryContext context, Arena *counter)
{
	*arena = (Arena){.core = {allocate_counted, arena, .poll = &fringe_poll},
					 .context = context,
					 .counter = counter};
}

void *
fringe_alloc_huge(Size size)
{
	return MemoryContextAllocHuge(CurrentMemoryContext, size);
}

/* The version of the library, which may be newer than the SQL objects. */
FRINGE_FUNCTION(fringe_version)
{
	PG_RETURN_TEXT_P(cstring_to_text(FRINGE_VERSION));
}

extern PGDLLEXPORT void _PG_init(void);

void
_PG_init(void)
{
	DefineCustomIntVariable(
		"fringe.cache_size",
		"Maximum memory for the maps and indexes that a session keeps.",
		"The least recently used are evicted first. 0 keeps none.", &fringe_cache_size,
		64 * 1024, 0, INT_MAX, PGC_USERSET, GUC_UNIT_KB, NULL, NULL, NULL);
	fringe_define_max_memory();
	MarkGUCPrefixReserved("fringe");
}
