/*
 * learn.h - what `auto` has learnt on a map, and what came of it
 */
#ifndef FRINGE_LEARN_H
#define FRINGE_LEARN_H

#include "pg/session/prepared.h"

/* Where a record of the store was found; it may since have become another one. */
typedef struct StorePlace
{
	uint32 slot;
	uint32 generation; /* 0: none */
} StorePlace;

/* Times of searches by `auto` on a map, and what they led to; learn.c alone writes it. */
typedef struct Learnt
{
	double searched_us; /* time of searches for costs */
	double unlearnt_us; /* ... not yet added to searched_us */
	double expected_us; /* expected time of building; 0: not counted yet */
	double due_us;		/* searched_us at which an index pays; 0: not known yet */
	StorePlace place;	/* of the map's record in the store */
	fr_index *index;	/* a part of the map's thing; NULL: none so far */
	double index_us;	/* time of building it */
	Size index_bytes;
	bool index_refused;
	double unaided_us; /* time of searches without landmarks */
	double aided_us;   /* with landmarks, in a trial */
	uint32 trial;	   /* searches left until landmarks are judged; 0: no trial */
	bool landmarks_rejected;
} Learnt;

extern bool learns_from(const Prepared *map);
extern const fr_index *learnt_index(Prepared *map);
extern fr_method learnt_method(Prepared *map, const fr_method *resolved);

#endif /* FRINGE_LEARN_H */
