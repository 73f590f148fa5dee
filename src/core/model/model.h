/*
 * model.h - how an agent moves, and what it pays
 */
#ifndef FRINGE_MODEL_H
#define FRINGE_MODEL_H

#include "core/base/number.h"
#include "core/map/map.h"

/* The options of models; model.c has their table. */
typedef enum fr_model_option
{
	FR_STRAIGHT,
	FR_DIAGONAL, /* 0: exactly straight * sqrt(2) */
	FR_CORNERS,	 /* passable side cells that a diagonal step needs: 0, 1 or 2 */
	FR_OBSTACLE, /* weight of all other codes; 0: blocked */
	FR_WEIGH,
	FR_SIZE, /* the agent covers size x size cells */
	FR_LINK, /* what the costs of links are multiplied by; 0: all are closed */
	FR_MODEL_OPTIONS
} fr_model_option;

/*
 * A step costs the weight of the cell it enters, or the average of both cells' weights.
 */
enum
{
	FR_WEIGH_ENTER,
	FR_WEIGH_AVERAGE
};

typedef struct fr_model
{
	bool octile;   /* 8 neighbours instead of 4 */
	bool anyangle; /* straight lines in any direction, and so octile */
	fr_decimal option[FR_MODEL_OPTIONS];
	fr_decimal weight[FR_CODES]; /* per code; 0: blocked */
	bool named[FR_CODES]; /* the weight was given, and so is that of links of this code */
	uint8_t enter[FR_CODES]; /* per code, a bit for each direction of a step that may */
	uint8_t leave[FR_CODES]; /* enter the cell, or leave it; FR_ANY_WAY: all */
} fr_model;

#define FR_ANY_WAY 0xff

static inline int
fr_model_value(const fr_model *model, fr_model_option option)
{
	return (int) model->option[option].digits;
}

/* Does the model's text say nothing of a code, which is not ground? Links of it are open. */
bool fr_model_unnamed(const fr_model *model, uint8_t code);

#define FR_SIZE_MAX 64 /* so that squares span two words of bits at most */

fr_status fr_model_parse(const char *text, size_t length, fr_model *model,
						 fr_error *error);

#endif /* FRINGE_MODEL_H */
