/*
 * paper_cases.h - what is held to the papers: methods, models, and what no paper has
 */
#ifndef FRINGE_TEST_PAPER_CASES_H
#define FRINGE_TEST_PAPER_CASES_H

#include <stddef.h>

#include "papers.h"

typedef enum algorithm
{
	FRINGE,
	ASTAR,
	IDA
} algorithm;

/*
 * TIES: several nodes are equally good, and the paper leaves open which comes first.
 * OTHER_PICK: so it does in all of an iteration; and there may be one more or less,
 * as the least f of nodes that wait may be of one that was reached more cheaply since.
 */
typedef enum extent
{
	ALL_COUNTERS,
	TIES,
	OTHER_PICK
} extent;

typedef struct paper_case
{
	const char *method; /* D stands for five straight steps */
	algorithm algorithm;
	paper_order order;
	paper_memory memory;
	bool delta;
	int uneven; /* 0: the heuristic is consistent */
	bool lists;
	bool small; /* on tiny maps alone */
	extent extent;
	long compared;
	long different;
} paper_case;

#define ME(...)                                                                          \
	{                                                                                    \
		.g = true, __VA_ARGS__                                                           \
	}

static paper_case cases[] = {
	{.method = "fringe(moves=all)", .algorithm = FRINGE},
	{.method = "fringe(moves=all, heuristic=zero)", .algorithm = FRINGE},
	{.method = "fringe(moves=all, heuristic=alt, landmarks=3, from=start)",
	 .algorithm = FRINGE},
	{.method = "fringe(moves=all, heuristic=altbest, landmarks=3, from=start)",
	 .algorithm = FRINGE},
	{.method = "fringe(moves=all, pick=min_f)",
	 .algorithm = FRINGE,
	 .extent = OTHER_PICK},
	{.method = "fringe(moves=all, pick=min_g)",
	 .algorithm = FRINGE,
	 .extent = OTHER_PICK},
	{.method = "fringe(moves=all, uneven=4)", .algorithm = FRINGE, .uneven = 4},
	{.method = "fringe(moves=all, uneven=3, clear=eagerly)",
	 .algorithm = FRINGE,
	 .uneven = 3},
	{.method = "fringe(moves=all, uneven=4, pick=min_f)",
	 .algorithm = FRINGE,
	 .uneven = 4,
	 .extent = OTHER_PICK},
	{.method = "fringe(moves=all, uneven=4, pick=min_g)",
	 .algorithm = FRINGE,
	 .uneven = 4,
	 .extent = OTHER_PICK},
	{.method = "astar(moves=all)", .algorithm = ASTAR, .order = PAPER_STACKS},
	{.method = "astar(moves=all, clear=eagerly)",
	 .algorithm = ASTAR,
	 .order = PAPER_STACKS},
	{.method = "astar(moves=all, open=list, lookup=scan)",
	 .algorithm = ASTAR,
	 .order = PAPER_LIST_HIGH_G,
	 .lists = true},
	{.method = "astar(moves=all, open=heap, tie=none, lookup=scan)",
	 .algorithm = ASTAR,
	 .order = PAPER_STL,
	 .lists = true},
	{.method = "astar(moves=all, nodes=malloc)",
	 .algorithm = ASTAR,
	 .order = PAPER_STACKS},
	{.method = "astar(moves=all, heuristic=zero)",
	 .algorithm = ASTAR,
	 .order = PAPER_STACKS},
	{.method = "astar(moves=all, heuristic=alt, landmarks=3, from=start)",
	 .algorithm = ASTAR,
	 .order = PAPER_STACKS},
	{.method = "astar(moves=all, heuristic=altbest, landmarks=3, from=start)",
	 .algorithm = ASTAR,
	 .order = PAPER_STACKS},
	{.method = "astar(moves=all, open=tree)", .algorithm = ASTAR, .order = PAPER_HIGH_G},
	{.method = "astar(moves=all, open=tree, tie=low_g)",
	 .algorithm = ASTAR,
	 .order = PAPER_LOW_G},
	{.method = "astar(moves=all, open=tree, tie=lifo)",
	 .algorithm = ASTAR,
	 .order = PAPER_LATEST},
	{.method = "astar(moves=all, open=list)",
	 .algorithm = ASTAR,
	 .order = PAPER_LIST_HIGH_G},
	{.method = "astar(moves=all, open=list, tie=lifo)",
	 .algorithm = ASTAR,
	 .order = PAPER_LATEST},
	{.method = "astar(moves=all, open=heap, tie=lifo)",
	 .algorithm = ASTAR,
	 .order = PAPER_LATEST},
	{.method = "astar(moves=all, open=heap, tie=none)",
	 .algorithm = ASTAR,
	 .order = PAPER_STL},
	{.method = "astar(moves=all, open=heap)",
	 .algorithm = ASTAR,
	 .order = PAPER_HIGH_G,
	 .extent = TIES},
	{.method = "astar(moves=all, open=heap, tie=low_g)",
	 .algorithm = ASTAR,
	 .order = PAPER_LOW_G,
	 .extent = TIES},
	{.method = "idastar", .algorithm = IDA, .memory = ME(.own = true, .finite = true)},
	{.method = "idastar(uneven=4)",
	 .algorithm = IDA,
	 .memory = ME(.own = true, .finite = true),
	 .uneven = 4},
	{.method = "idastar(deadends=safe, delta=D)",
	 .algorithm = IDA,
	 .memory = ME(.own = true, .finite = true, .safe = true),
	 .delta = true},
	{.method = "idastar(clear=eagerly)",
	 .algorithm = IDA,
	 .memory = ME(.own = true, .finite = true)},
	{.method = "idastar(deadends=own)", .algorithm = IDA, .memory = ME(.own = true)},
	{.method = "idastar(deadends=off)", .algorithm = IDA, .memory = ME(.finite = true)},
	{.method = "idastar(deadends=infinite)",
	 .algorithm = IDA,
	 .memory = ME(.shared = true)},
	{.method = "idastar(deadends=own, heuristic=zero)",
	 .algorithm = IDA,
	 .memory = ME(.own = true)},
	{.method = "idastar(deadends=infinite, heuristic=alt, landmarks=3)",
	 .algorithm = IDA,
	 .memory = ME(.shared = true)},
	{.method = "idastar(deadends=infinite, heuristic=altbest, landmarks=3)",
	 .algorithm = IDA,
	 .memory = ME(.shared = true)},
	{.method = "idastar(deadends=infinite, delta=D, repair=off)",
	 .algorithm = IDA,
	 .memory = ME(.shared = true),
	 .delta = true},
	{.method =
		 "idastar(deadends=infinite, delta=D, repair=off, heuristic=altbest, landmarks=3)",
	 .algorithm = IDA,
	 .memory = ME(.shared = true),
	 .delta = true},
	{.method = "idastar(memory=g)", .algorithm = IDA, .memory = ME(.shared = false)},
	{.method = "idastar(memory=g, delta=D)",
	 .algorithm = IDA,
	 .memory = ME(.shared = false),
	 .delta = true},
	{.method = "idastar(memory=none, max_expanded=2000)",
	 .algorithm = IDA,
	 .memory = {.give_up = 2000},
	 .small = true},
	{.method = "idastar(seen=left, deadends=infinite, repair=off)",
	 .algorithm = IDA,
	 .memory = ME(.left = true, .shared = true)},
	{.method = "idastar(seen=left, deadends=infinite, delta=D, repair=off)",
	 .algorithm = IDA,
	 .memory = ME(.left = true, .shared = true),
	 .delta = true},
	{.method = "idastar(seen=left, memory=g, repair=off)",
	 .algorithm = IDA,
	 .memory = ME(.left = true)},
	{.method = "idastar(seen=left, memory=g, delta=D, repair=off)",
	 .algorithm = IDA,
	 .memory = ME(.left = true),
	 .delta = true},
};

#define CASES (sizeof cases / sizeof *cases)

/* Values that no paper has, and who answers for them. */
static const char *const others[] = {
	"fringe heuristic=levels test_levels",
	"astar heuristic=levels test_levels",
	"idastar heuristic=levels test_levels",
	"fringe list=array test_fringe",
	"fringe buckets= test_fringe",
	"fringe step= test_fringe",
	"fringe best= test_landmarks",
	"fringe place=farthest test_landmarks",
	"fringe place=anywhere test_landmarks",
	"fringe seed= test_landmarks",
	"fringe max_expanded= test_fringe",
	"astar best= test_landmarks",
	"astar place=farthest test_landmarks",
	"astar place=anywhere test_landmarks",
	"astar seed= test_landmarks",
	"astar max_expanded= test_search",
	"idastar best= test_landmarks",
	"idastar place=farthest test_landmarks",
	"idastar place=anywhere test_landmarks",
	"idastar seed= test_landmarks",
};

typedef struct paper_model
{
	const char *text;
	int straight;
	int diagonal;
	int corners;
	bool obstacles; /* weigh 3 instead of being blocked */
} paper_model;

static const paper_model models[] = {
	{"octile(straight=100, diagonal=150, corners=one)", 100, 150, 1, false},
	{"tile(straight=100)", 100, 0, 0, false},
	{"octile(straight=100, diagonal=150, obstacle=3)", 100, 150, 2, true},
	{"tile(straight=100, obstacle=3)", 100, 0, 0, true},
	{"octile(straight=2, diagonal=3, corners=any)", 2, 3, 0, false},
	{"octile(straight=5, diagonal=7)", 5, 7, 2, false},
	{"tile", 1, 0, 0, false},
};

#define MODELS (sizeof models / sizeof *models)

#endif /* FRINGE_TEST_PAPER_CASES_H */
