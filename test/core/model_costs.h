/*
 * model_costs.h - the costs of a model on a small map, for tests
 */
#ifndef FRINGE_TEST_MODEL_COSTS_H
#define FRINGE_TEST_MODEL_COSTS_H

#include "support.h"

/* The costs of a model on a map of one row. */
static inline fr_status
resolve(const char *text, const char *row, fr_costs *costs, fr_error *error)
{
	uint8_t *packed;
	fr_map map = make_map((const uint8_t *) row, (uint32_t) strlen(row), 1, &packed);
	fr_model model;
	fr_status status = fr_model_parse(text, strlen(text), &model, error);

	if (status == FR_OK)
		status = fr_costs_resolve(&model, &map, costs, error);
	free(packed);
	return status;
}

#endif /* FRINGE_TEST_MODEL_COSTS_H */
