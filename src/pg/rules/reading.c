/*
 * reading.c - the memory of one call that reads files
 */
#include "pg/rules/rules.h"

#include "utils/memutils.h"

MemoryContext
reading_begin(Reading *reading, const char *what)
{
	*reading = (Reading){.what = what,
						 .context = AllocSetContextCreate(CurrentMemoryContext, "file",
														  ALLOCSET_DEFAULT_SIZES)};
	return MemoryContextSwitchTo(reading->context);
}

void
reading_check(Reading *reading, Size more)
{
	fringe_limit_memory(reading->what,
						MemoryContextMemAllocated(reading->context, true) + more);
}

void *
reading_alloc(Reading *reading, Size size)
{
	reading_check(reading, size);
	return MemoryContextAllocHuge(reading->context, size);
}

#define BLOCK_LEAST 1024
#define BLOCK_MOST (256 * 1024)

void *
reading_small(Reading *reading, Size size)
{
	void *piece;

	size = MAXALIGN(size);
	if (size > reading->block_left)
	{
		reading->block_size =
			Max(size, Min(Max(reading->block_size * 2, BLOCK_LEAST), BLOCK_MOST));
		reading->block = reading_alloc(reading, reading->block_size);
		reading->block_left = reading->block_size;
	}
	piece = reading->block;
	reading->block += size;
	reading->block_left -= size;
	return piece;
}

void *
reading_grow(Reading *reading, void *list, Size count, Size item)
{
	/* a power of two: full */
	if ((count & (count - 1)) != 0)
		return list;
	if (count == 0)
		return reading_alloc(reading, item);
	reading_check(reading, count * item);
	return repalloc_huge(list, 2 * count * item);
}
