/*
 * decoded.h - decoded maps in the cache, and their landmarks
 */
#ifndef FRINGE_DECODED_H
#define FRINGE_DECODED_H

#include "pg/session/auto_landmarks.h"

/*
 * How a call site's search on the map was prepared last: the same method is resolved alike,
 * as long as the setting is the same.
 */
typedef struct SearchPlan
{
	uint64 asked; /* the number of the ParsedMethod; 0: there is no plan */
	bool costs;	  /* for a cost without its path */
	int max_memory;
	fr_method method; /* resolved */
	uint32 nodes;	  /* of the workspace */
	Size bytes;
	double us_an_expansion;
} SearchPlan;

typedef struct DecodedMap
{
	fr_grid *grid; /* if it is not whole, for the present call */
	bool whole;
	bool known;			/* was it decoded before? */
	bool simple;		/* a first question may be asked: FR_OCTILE_JUMPS, no links */
	uint32 first_nodes; /* of such a question; 0: not counted yet */
	Charge decoding;	/* of all of it; and of the parts that some searches need: */
	Charge moves;
	Charge jumps;
	Charge sights;
	Arena sights_arena; /* of the sights */
	double first_us;	/* that first questions took */
	LandmarkEarnings earnings;
	SearchPlan plan;
	int64 calls;	  /* that searched */
	double search_us; /* of their searches, estimated */
} DecodedMap;

extern PreparedKey decoded_key(Datum map, struct varlena *model);
extern Prepared *decoded_map(Datum map, struct varlena *model);
extern Prepared *decoded_first(Datum map, struct varlena *model);
extern bool decoded_is_whole(const Prepared *map);
extern bool decoded_is_simple(const Prepared *map);
extern uint32 decoded_first_nodes(const Prepared *map);
extern void decoded_spent(Prepared *map, double microseconds);
extern const fr_grid *decoded_grid(const Prepared *map);
extern void decoded_need_moves(Prepared *map);
extern void decoded_need_jumps(Prepared *map);
extern void decoded_need_sights(Prepared *map);
extern void decoded_limit_sights(Prepared *map, Size used);

/* ---- landmarks: landmarks.c --------------------------------------------------- */

extern Prepared *landmarks_for(Prepared *map, const fr_method *method);
extern bool landmarks_are_kept(const Prepared *map, const fr_method *method);

#endif /* FRINGE_DECODED_H */
