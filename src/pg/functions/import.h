/*
 * import.h - maps out of values, by a rule (internal)
 */
#ifndef FRINGE_IMPORT_H
#define FRINGE_IMPORT_H

#include "pg/types/types.h"

typedef struct RuleRange
{
	int64 low;
	int64 high;
	uint8 code;
} RuleRange;

typedef struct Rule
{
	bool ascii;
	int otherwise; /* -1: there is none */
	int count;
	RuleRange *ranges; /* ascending, apart */
} Rule;

/* The next value; it may have a colour, which is the number of one or stays 0. */
typedef int64 (*ImportNext)(void *source, int64 *colour);

extern Rule import_rule(FunctionCallInfo fcinfo, int n);
extern void import_check_size(int64 width, int64 height);
extern Gridmap *import_values(const Rule *rule, uint32 width, uint32 height,
							  ImportNext next, void *source);

#endif /* FRINGE_IMPORT_H */
