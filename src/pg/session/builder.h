/*
 * builder.h - builds indexes within bytes and a time
 */
#ifndef FRINGE_BUILDER_H
#define FRINGE_BUILDER_H

#include <setjmp.h>

#include "pg/session/prepared.h"

/* The limits of a build in bytes and time, whether it met them, and its progress. */
typedef struct Builder
{
	fr_arena arena; /* given to the core; counts what it takes */
	MemoryContext context;
	Size taken;
	Size most;
	fr_poll poll;
	double most_us; /* of processor time; 0: no limit */
	double began;
	fr_index_progress progress;
	bool tells;	 /* sends notices of the progress */
	double told; /* share of the work at the last notice */
	instr_time beginning;
	sigjmp_buf stop;
	bool too_large;
	bool too_late;
	bool out_of_memory; /* malloc failed */
} Builder;

extern void builder_init(Builder *builder, Size most, double most_us);
extern fr_status builder_run(Builder *builder, const fr_index_request *request,
							 fr_index_plan **plan, fr_error *error);

/* An index as it is read in place: its bytes, then its boards. */
typedef struct IndexBlock
{
	uint8 *bytes;
	Size index_size;
	Size size;
	double build_us;
	bool by_worker;
} IndexBlock;

/* How building one ended. */
typedef enum IndexOutcome
{
	INDEX_BUILT,
	INDEX_REFUSED, /* for good: too large, or not supported */
	INDEX_STOPPED  /* ran out of time or memory */
} IndexOutcome;

extern bool builder_pays(const fr_grid *grid);
extern double builder_expected_us(const fr_grid *grid);
extern double builder_least_us(uint32 cells);
extern double builder_expected_bytes(const fr_grid *grid);
extern IndexOutcome builder_block(const Prepared *map, Size most, Size budget,
								  double most_us, IndexBlock *block);
extern fr_index builder_view(const uint8 *bytes, Size index_size);

#endif /* FRINGE_BUILDER_H */
