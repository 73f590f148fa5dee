/*
 * oracle.h - shortest paths on grids, slow and exact, for tests to compare with
 *
 * Knows nothing of the library under test and shares no code with it.  A cost
 * is a pair of whole numbers, a + b * sqrt(2), in a unit that is a fraction; b
 * is 0 where the diagonal is a number.  All comparisons are exact.
 */
#ifndef FRINGE_ORACLE_H
#define FRINGE_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

__extension__ typedef __int128 oracle_wide;

/* 0 / 1 as a weight: blocked. */
typedef struct oracle_fraction
{
	int64_t number;
	int64_t denominator;
} oracle_fraction;

/* The rules, as a person would say them. */
typedef struct oracle_model
{
	bool eight;	  /* neighbours, not four */
	bool root2;	  /* a diagonal costs sqrt(2) * straight */
	bool average; /* a step pays the mean of two weights */
	int corners;  /* side cells a diagonal needs passable */
	oracle_fraction straight;
	oracle_fraction diagonal;
	oracle_fraction weight[256]; /* by code */
} oracle_model;

typedef struct oracle_cost
{
	oracle_wide a;
	oracle_wide b;
} oracle_cost;

typedef struct oracle_point
{
	int x;
	int y;
} oracle_point;

/* A map under a model, all costs whole numbers of number / denominator. */
typedef struct oracle
{
	const uint8_t *codes;
	int width;
	int height;
	bool eight;
	bool root2;
	bool average;
	int corners;
	oracle_wide straight;
	oracle_wide diagonal;
	oracle_wide weight[256];
	oracle_wide number;
	oracle_wide denominator;
} oracle;

void oracle_prepare(oracle *o, const oracle_model *model, const uint8_t *codes, int width,
					int height);
bool oracle_passable(const oracle *o, int x, int y);
bool oracle_step(const oracle *o, oracle_point from, int dx, int dy, oracle_cost *cost);
int oracle_compare(oracle_cost a, oracle_cost b);
bool oracle_path(const oracle *o, const oracle_point *points, size_t count,
				 oracle_cost *cost);
double oracle_value(const oracle *o, oracle_cost cost);

/* Costs from one point to all; a < 0 where there is no path. */
void oracle_dijkstra(const oracle *o, oracle_point from, oracle_cost *costs);
void oracle_bellman_ford(const oracle *o, oracle_point from, oracle_cost *costs);

#endif /* FRINGE_ORACLE_H */
