/*
 * papers.h - the searches of both papers, transcribed: see papers.c
 *
 * Nothing here or in paper*.c is the library's, so that the two can be compared.
 */
#ifndef FRINGE_PAPERS_H
#define FRINGE_PAPERS_H

#include <stdbool.h>
#include <stdint.h>

#define PAPER_CELLS 1024
#define PAPER_LANDMARKS 4
#define PAPER_INFINITY (INT32_MAX / 4)

/* A step costs its length times the weight of the cell that it enters; 0: blocked. */
typedef struct paper_map
{
	int width;
	int height;
	int weight[PAPER_CELLS];
	int straight;
	int diagonal; /* 0: four neighbours */
	int corners;  /* free side cells that a diagonal step needs */
} paper_map;

typedef struct paper_problem
{
	const paper_map *map;
	int start;
	int goal;
	int landmarks; /* 0: the distance alone */
	int distance[PAPER_LANDMARKS][PAPER_CELLS];
	bool best;	/* the best landmark at the start alone */
	bool zero;	/* no heuristic */
	int uneven; /* its part grows with the column, up to N - 1 of N - 1; 1: all of it */
	bool lists; /* A* goes through its open and closed nodes (2006, section IV.A) */
} paper_problem;

/* By the names of doc/methods.md. */
typedef struct paper_answer
{
	bool found;
	int cost;
	int length;
	long iterations;
	long visited;
	long visited_last;
	long expanded;
	long expanded_last;
	long opened;
	long tried;
	long tried_last;
} paper_answer;

/* The order of the open list of A*: of those of least f, the one of ... */
typedef enum paper_order
{
	PAPER_STACKS, /* the top of the stack, 2006 section III.C */
	PAPER_HIGH_G, /* the highest g, 2005 section 3.1.1, then of least index */
	PAPER_LOW_G,
	PAPER_LATEST,
	PAPER_LIST_HIGH_G, /* the highest g, then the first in an unsorted list */
	PAPER_STL		   /* the front of a priority queue of the STL, 2006 section VI.B */
} paper_order;

/* What IDA* remembers of cells. */
typedef struct paper_memory
{
	bool g;		  /* Seen, 2006 section IV.C */
	bool left;	  /* with the g of the cell that is left, as its code has it */
	bool shared;  /* Setminf as its code has it, section IV.D */
	bool own;	  /* or with the cell's own least f, and cuts where it is infinite, */
	bool safe;	  /* dead ends of a smaller g are searched, at once or later */
	bool finite;  /* and where it exceeds the limit */
	int delta;	  /* section IV.E */
	long give_up; /* after so many expansions; 0: never */
} paper_memory;

void paper_distances(const paper_map *map, int from, int *distance);
paper_answer paper_fringe(const paper_problem *problem);
paper_answer paper_astar(const paper_problem *problem, paper_order order);
paper_answer paper_idastar(const paper_problem *problem, paper_memory memory);

#endif /* FRINGE_PAPERS_H */
