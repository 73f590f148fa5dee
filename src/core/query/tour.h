/*
 * tour.h - the order of stops of least cost
 */
#ifndef FRINGE_TOUR_H
#define FRINGE_TOUR_H

#include "core/api.h"

#define FR_EXACT_STOPS 12 /* of the largest tour that is the best one for certain */

/*
 * Costs from stop to stop; a row per start. FR_UNREACHED: there is no path. A stop leads to all
 * stops to which those lead that it leads to.
 */
typedef struct fr_tour
{
	const uint64_t *costs; /* count * count */
	uint32_t count;		   /* of stops; the tour begins at the first one */
	bool closed;		   /* and ends there */
	uint32_t *order;	   /* result: numbers of stops */
} fr_tour;

/*
 * Finds an order; false if each order has a leg without a path. Up to FR_EXACT_STOPS stops it
 * is the best one (Held and Karp 1962). Beyond, it is an order of nearest neighbours, by groups
 * of stops that lead to each other, that no move of up to three stops in a row improves (Or 1976).
 */
bool fr_tour_find(fr_tour *tour, const fr_arena *arena, const fr_poll *poll);

#endif /* FRINGE_TOUR_H */
