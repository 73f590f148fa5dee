/*
 * auto_landmarks.h - landmarks that `auto` builds after searches that took as long
 */
#ifndef FRINGE_AUTO_LANDMARKS_H
#define FRINGE_AUTO_LANDMARKS_H

#include "pg/session/prepared.h"

/* What searches for costs by `auto` took on a map; auto_landmarks.c writes it. */
typedef struct LandmarkTrial
{
	double unaided_us; /* time of searches without landmarks */
	double aided_us;   /* with landmarks, in a trial */
	uint32 left;	   /* searches until landmarks are judged; 0: no trial */
	bool rejected;
} LandmarkTrial;

extern fr_method auto_method(Prepared *map, const fr_method *resolved);
extern bool auto_method_stays(const Prepared *map, const fr_method *last);
extern void auto_count(const PreparedSearch *search, double microseconds);

#endif /* FRINGE_AUTO_LANDMARKS_H */
