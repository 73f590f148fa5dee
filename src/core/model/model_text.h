/*
 * model_text.h - what reading and writing the text of a model share (internal)
 */
#ifndef FRINGE_MODEL_TEXT_H
#define FRINGE_MODEL_TEXT_H

#include "core/base/options.h"
#include "core/model/costs.h"

static const fr_decimal fr_decimal_one = {1, 0};

fr_option_set fr_model_options(const fr_model *model);

/* Codes with a default weight of 1 (Sturtevant 2012). */
static inline bool
fr_is_ground(uint8_t code)
{
	return code == '.' || code == 'G' || code == 'S';
}

#endif /* FRINGE_MODEL_TEXT_H */
