/*
 * auto_landmarks.h - landmarks that `auto` builds after searches that took as long
 */
#ifndef FRINGE_AUTO_LANDMARKS_H
#define FRINGE_AUTO_LANDMARKS_H

#include "pg/session/prepared.h"

/*
 * Sums over a map's searches for costs by `auto` without landmarks, since it last earned
 * landmarks; auto_landmarks.c writes them.
 */
typedef struct LandmarkEarnings
{
	double us;		 /* estimated time */
	double cost;	 /* of paths, in the grid's unit */
	double distance; /* the obstacle-free distance between the same cells */
} LandmarkEarnings;

extern fr_method auto_method(Prepared *map, const fr_method *resolved);
extern bool auto_method_stays(const Prepared *map, const fr_method *last);
extern void auto_count(const PreparedSearch *search, const fr_query *query,
					   const fr_result *result, double microseconds);

#endif /* FRINGE_AUTO_LANDMARKS_H */
