/*
 * oracle.h - slow and exact shortest paths on grids, the reference of the tests
 *
 * It shares no code with the library under test. A cost is a pair of integers, a + b *
 * sqrt(2), in a unit that is a fraction; b is 0 if the diagonal cost is a number. All
 * comparisons are exact.
 */
#ifndef FRINGE_ORACLE_H
#define FRINGE_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

__extension__ typedef __int128 oracle_wide;

typedef struct oracle_fraction
{
	int64_t number;
	int64_t denominator;
} oracle_fraction;

/* The weight of cells that block. */
static const oracle_fraction oracle_blocked = {-1, 1};

/* Weight 1 or blocked. */
static inline oracle_fraction
oracle_ground(bool passable)
{
	return passable ? (oracle_fraction){1, 1} : oracle_blocked;
}

/* Which weight multiplies the cost of a step. */
enum
{
	ORACLE_ENTER,	/* that of the cell entered */
	ORACLE_AVERAGE, /* the mean of both */
	ORACLE_LEAVE,	/* that of the cell left */
	ORACLE_MAX		/* the larger one */
};

/* Angles between directions, in eighths of a turn, of hexagons in sixths. */
#define ORACLE_ANGLES 4
/* What happens to a step that costs more than a turn has points. */
enum
{
	ORACLE_OVER_TURN,  /* it takes a turn of its own */
	ORACLE_OVER_BLOCK, /* it is not legal */
	ORACLE_OVER_SPEND  /* it takes what is left of a turn, as any other step does */
};

/* Numbers of layers, by cell, in parts of 1 / denominator, and what they cost. */
#define ORACLE_LAYERS 8

typedef struct oracle_layers
{
	int prices;
	const int32_t *number[ORACLE_LAYERS];
	int64_t denominator[ORACLE_LAYERS];
	oracle_fraction cost[ORACLE_LAYERS];
	const int32_t *height; /* NULL: none */
	int64_t height_denominator;
	oracle_fraction rise;
	oracle_fraction drop;
	oracle_fraction climb; /* a denominator of 0: no limit */
	oracle_fraction fall;
	const int32_t *friction; /* numbers that multiply weights; NULL: none */
	int64_t friction_denominator;
	/* The grades of legal steps, which are heights by lengths of cells; a denominator of 0: all. */
	oracle_fraction steepest_up;
	oracle_fraction steepest_down;
	oracle_fraction cell; /* the side of a cell */
	/* Steps between two cells with numbers above 0 cost so much times their length. */
	int roads;
	const int32_t *road[ORACLE_LAYERS];
	oracle_fraction along[ORACLE_LAYERS];
	/* Steps across marked sides cost so much more. The numbers are sets, as in `sides` below. */
	int marks;
	const int32_t *mark[ORACLE_LAYERS];
	oracle_fraction across[ORACLE_LAYERS];
	int stops;
	const int32_t *stop[ORACLE_LAYERS]; /* where a number is above 0, the turn ends */
	bool never[ORACLE_LAYERS]; /* and no step leads from one such cell to another */
} oracle_layers;

/* The rules of movement in plain terms. */
typedef struct oracle_model
{
	bool eight;	 /* neighbours instead of four */
	bool hex;	 /* of these eight not NW and SE; all steps cost the same */
	bool root2;	 /* a diagonal costs sqrt(2) * straight; of oblong cells, its length */
	int weigh;	 /* ORACLE_ENTER, ... */
	int corners; /* passable side cells that a diagonal step needs */
	int size;	 /* of the agent, in cells; 0 counts as 1; of hexagons, 7 is a flower */
	int tall;	 /* its height, unless it is as high as wide; 0: it is */
	bool wrap_x; /* columns are in a ring, unless there is one only */
	bool wrap_y; /* rows, likewise */
	oracle_fraction straight;
	oracle_fraction
		dx; /* sides of a cell, by which `straight` is multiplied; 0 counts as 1 */
	oracle_fraction dy;
	oracle_fraction diagonal;
	oracle_fraction weight[256]; /* by code */
	bool named[256]; /* the weight is also that of links of this code; else it is 1 */
	uint16_t no_enter[256]; /* by code, a bit for each step that must not enter it, */
	uint16_t no_leave[256]; /* or leave it: bit 3 * (dy + 1) + dx + 1 */
	oracle_fraction turn[ORACLE_ANGLES]; /* by angle; no denominator: 0 */
	int heading; /* before the first step: 1 + 3 * (dy + 1) + dx + 1; 0: none */
	int arrive;	 /* after the last step, likewise */
	oracle_fraction
		turn_back;			/* by half of a circle; no denominator: the cheapest turns */
	oracle_fraction points; /* of a turn; no denominator: there are no turns */
	int over;				/* ORACLE_OVER_TURN, ... */
	const oracle_layers *layers; /* NULL: none */
	const uint8_t *blocked;		 /* by cell: nothing enters it; NULL: none */
	const uint8_t
		*sides; /* by cell, a bit for each side that no step out of it crosses: N, E,
						   * S, W, of hexagons also NE, SW; NULL: none */
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

/* A map under a model; costs are integers in units of number / denominator. */
typedef struct oracle
{
	const uint8_t *codes;
	int width;
	int height;
	bool eight;
	bool hex;
	bool root2;
	int weigh;
	int corners;
	oracle_fraction dx;
	oracle_fraction dy;
	bool
		flower; /* the agent covers a hexagon and its six neighbours, in a box of 3 x 3 */
	int wide;	/* the agent, in cells */
	int tall;
	bool wrap_x;
	bool wrap_y;
	oracle_wide east;  /* a step along a row */
	oracle_wide north; /* and along a column */
	oracle_wide diagonal;
	oracle_wide weight[256];
	uint16_t no_enter[256];
	uint16_t no_leave[256];
	bool turns; /* some turn costs something */
	oracle_wide turn[ORACLE_ANGLES];
	int heading;
	int arrive;
	oracle_wide turn_back;
	oracle_wide points; /* 0: no turns */
	int over;
	const oracle_layers *layers;
	const int32_t *friction;
	const uint8_t *blocked;
	const uint8_t *sides;
	oracle_wide price[ORACLE_LAYERS]; /* units of a part of each layer */
	oracle_wide rise;
	oracle_wide drop;
	oracle_wide weight_number; /* what a weight of 1 is here, as a fraction */
	oracle_wide weight_denominator;
	oracle_wide finer;	 /* parts of the unit that prices of layers need, or 1 */
	oracle_wide rougher; /* what friction is divided by, or 1 */
	oracle_wide number;
	oracle_wide denominator;
} oracle;

void oracle_prepare(oracle *o, const oracle_model *model, const uint8_t *codes, int width,
					int height);
oracle_point oracle_place(const oracle *o, int x, int y);
oracle_wide oracle_weight(const oracle *o, int x, int y);
bool oracle_passable(const oracle *o, int x, int y);
bool oracle_step(const oracle *o, oracle_point from, int dx, int dy, oracle_cost *cost);
oracle_wide oracle_turn(const oracle *o, int before, int direction);
oracle_wide oracle_head(const oracle *o, int from, int to);
oracle_cost oracle_after(const oracle *o, oracle_wide scale, oracle_cost so_far,
						 oracle_point to, oracle_cost step);
bool oracle_never(const oracle *o, oracle_point from, oracle_point to);
int oracle_compare(oracle_cost a, oracle_cost b);
bool oracle_path(const oracle *o, const oracle_point *points, size_t count,
				 oracle_cost *cost);
double oracle_value(const oracle *o, oracle_cost cost);

/* Costs from one point to all; a < 0 where there is no path. */
void oracle_dijkstra(const oracle *o, oracle_point from, oracle_cost *costs);
void oracle_bellman_ford(const oracle *o, oracle_point from, oracle_cost *costs);

#endif /* FRINGE_ORACLE_H */
