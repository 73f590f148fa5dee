/*
 * prices.h - what layers of a map add to the costs of steps, as integers
 *
 *     fr_prices_resolve --> fr_price_plan --> fr_grid_bind (grid_layers.h)
 *
 * A step from u to v costs, in addition to what costs.h says,
 *
 *     the sum of COST * number(v) for each layer.NAME=COST
 *     rise * max(0, height(v) - height(u)) + drop * max(0, height(u) - height(v))
 *
 * All of it is in the model's unit. The unit of costs is divided until all of these are whole
 * numbers of it, as links and costs of starts do.
 */
#ifndef FRINGE_PRICES_H
#define FRINGE_PRICES_H

#include "core/model/factors.h"

/*
 * What entering a cell costs by one layer: first + each * (stored - least), in units, or under
 * root2 in multiples of FR_ROOT2_STRAIGHT units.
 */
typedef struct fr_price_term
{
	fr_layer layer;
	uint64_t first;
	uint64_t each;
} fr_price_term;

typedef struct fr_price_plan
{
	int count;
	fr_price_term term[FR_MAX_LAYERS];
	uint64_t unit; /* units of the terms' greatest common divisor, which divided them */

	/* what reads heights: bits 0 if nothing does, or if all cells have one height */
	fr_layer height;
	bool heights;
	uint64_t rise; /* units per stored number */
	uint64_t drop;
	bool limited;						/* not all gains are legal, */
	fr_gain_range gains[FR_DIRECTIONS]; /* but these, in stored numbers, from row 0 */

	/* of an error that shows later: the key and layer that divide the unit most */
	const char *finest_key;
	fr_layer finest;
} fr_price_plan;

/*
 * Resolves what a model says of the layers of a map, and divides the unit of its costs; *parts
 * tells by how many. `costs` are those of fr_costs_resolve, for the model without its layers.
 * FR_LAYER_MISSING, FR_LAYER_NEGATIVE, FR_LAYER_FINE.
 */
fr_status fr_prices_resolve(const fr_model *model, const fr_map *map, fr_costs *costs,
							fr_price_plan *plan, uint32_t *parts, fr_error *error);

/* The gains that are legal from a row, in stored numbers. Only under degrees do rows differ. */
void fr_prices_gains(const fr_model *model, const fr_layer *height, uint32_t row,
					 fr_gain_range *gains);

/* FR_LAYER_FINE, for costs of steps that exceed the range. */
fr_status fr_prices_fail(const fr_price_plan *plan, fr_error *error);

/* Does the map have all layers that the model names? FR_LAYER_MISSING. */
fr_status fr_prices_find(const fr_model *model, const fr_map *map, fr_error *error);

#endif /* FRINGE_PRICES_H */
