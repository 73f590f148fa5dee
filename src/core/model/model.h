/*
 * model.h - movement models: the legal steps of an agent, and their costs
 *
 *     text --fr_model_parse--> fr_model --fr_model_write--> canonical text
 *     fr_model + map --fr_costs_resolve (costs.h)--> costs as integers
 *
 * An fr_model is a plain value without pointers.  Models with the same legal moves and
 * costs on every map have equal text.
 */
#ifndef FRINGE_MODEL_H
#define FRINGE_MODEL_H

#include "core/base/number.h"
#include "core/base/text.h"
#include "core/map/map_layers.h"
#include "core/model/movement_rules.h"

/* The options of models; model.c has their table. */
typedef enum fr_model_option
{
	FR_STRAIGHT,
	FR_DX,		 /* sides of a cell: a step to the east or west costs straight * dx, */
	FR_DY,		 /* one to the north or south straight * dy */
	FR_DIAGONAL, /* 0: exactly the root of the sum of both squares */
	FR_CORNERS,	 /* passable side cells that a diagonal step needs: 0, 1 or 2 */
	FR_OBSTACLE, /* weight of codes that are neither ground nor named; 0: blocked */
	FR_WEIGH,
	FR_SIZE,	 /* the agent covers so many cells: fr_model_size */
	FR_WRAP,	 /* which opposite edges of the map are joined: a word */
	FR_LINK,	 /* factor of the costs of links; 0: all links are closed */
	FR_TURN,	 /* price of every change of direction; 0: see the options below */
	FR_TURN_45,	 /* of squares: price of a change of direction by this angle; */
	FR_TURN_90,	 /* 0: none. All three are 0 if FR_TURN is not, */
	FR_TURN_135, /* or if they are equal */
	FR_TURN_60,	 /* of hexagons, likewise */
	FR_TURN_120,
	FR_TURN_180, /* of both: of a turn to or from a heading; FR_NO_LIMIT: the cheapest turns */
	FR_HEADING, /* of the agent before the first step, */
	FR_ARRIVE,	/* and after the last one: 1 + the direction; 0: none */
	FR_RISE,	/* cost per unit of height that a step gains, */
	FR_DROP,	/* and that it loses */
	FR_CLIMB,	/* the most height that a step gains: FR_NO_LIMIT, or a decimal, also 0 */
	FR_FALL,	/* the most that it loses */
	FR_CELL,	/* side of a cell in the unit of heights, for grades, or in degrees */
	FR_POINTS,	/* movement points of a turn: costs.h; 0: there are no turns */
	FR_OVER,	/* what happens to a step that costs more than is left: a word */
	FR_MODEL_OPTIONS
} fr_model_option;

/*
 * Values of FR_WEIGH: a step costs the weight of the cell that it enters, the average of
 * both cells, the weight of the cell that it leaves, or the larger weight.
 */
enum
{
	FR_WEIGH_ENTER,
	FR_WEIGH_AVERAGE,
	FR_WEIGH_LEAVE,
	FR_WEIGH_MAX
};

/*
 * Values of FR_WRAP: steps to the east from the last column enter the first one, steps to the
 * south from the last row the first one, or both.
 */
enum
{
	FR_WRAP_NONE,
	FR_WRAP_X,
	FR_WRAP_Y,
	FR_WRAP_XY
};

/*
 * Values of FR_OVER. FR_OVER_TURN: a step that costs more than the points of a turn takes a whole turn.
 * FR_OVER_BLOCK: such a step is not legal. FR_OVER_SPEND: an agent that has points left may take any
 * step, and pays at most these points.
 */
enum
{
	FR_OVER_TURN,
	FR_OVER_BLOCK,
	FR_OVER_SPEND
};

#define FR_NO_LIMIT UINT64_MAX /* the digits of a limit of heights that is not given */

/* The name of a layer of numbers (map_layers.h); length 0: none. */
typedef struct fr_layer_name
{
	uint8_t length;
	char text[FR_LAYER_NAME];
} fr_layer_name;

/* The keys layer.NAME=COST, road.NAME=COST and side.NAME=COST. */
typedef enum fr_price_kind
{
	FR_PRICE_LAYER, /* entering a cell costs so much times its number in addition, */
	FR_PRICE_ROAD, /* a step along a road costs so much times its length, and nothing else, */
	FR_PRICE_SIDE, /* a step across a marked side costs so much more */
	FR_PRICE_KINDS
} fr_price_kind;

typedef struct fr_layer_price
{
	fr_layer_name name;
	fr_decimal cost; /* above 0; of a road also 0 */
} fr_layer_price;

/* The keys of a kind, ordered by name. */
typedef struct fr_layer_prices
{
	int count;
	fr_layer_price at[FR_MAX_LAYERS];
} fr_layer_prices;

extern const char *const fr_price_prefix[FR_PRICE_KINDS]; /* "layer", ... */

/* How many keys of a kind a model may have. A step crosses up to two sides of each of these layers. */
#define FR_MAX_SIDE_LAYERS 5
/* stop.NAME=end|never: entering a cell whose number is above 0 ends the turn. */
typedef struct fr_layer_stop
{
	fr_layer_name name;
	bool never; /* and no step leads from one such cell to another one */
} fr_layer_stop;

/* A point of slope=GRADE:FACTOR|..., whose grades ascend. Both are whole numbers / FR_SLOPE_PARTS. */
#define FR_SLOPE_PARTS 1000000000
#define FR_SLOPE_POINTS 128

typedef struct fr_slope_point
{
	int64_t grade;
	uint64_t factor;
} fr_slope_point;

typedef struct fr_model
{
	bool octile;   /* steps to diagonal neighbours, too */
	bool hex;	   /* hexagons, and so octile, but of the diagonals only NE and SW */
	bool anyangle; /* straight lines in any direction, and so octile */
	fr_decimal option[FR_MODEL_OPTIONS];
	fr_decimal weight[FR_CODES]; /* per code, or fr_weight_blocked */
	bool named[FR_CODES];	 /* the weight was given, which is also the weight of links */
	uint8_t enter[FR_CODES]; /* per code, the directions of steps that may enter a cell */
	uint8_t leave[FR_CODES]; /* and leave it, a bit each; FR_ANY_WAY: all */
	fr_layer_name height;	 /* the layer of heights; none if no key reads it */
	fr_layer_name friction;	 /* the layer whose numbers multiply weights; or none */
	bool degrees;			 /* rows and columns are degrees, and costs are metres: */
	int64_t latitude;		 /* of the centres of row 0: degrees / FR_SLOPE_PARTS */
	int slope_points;		 /* 0: grades do not change costs */
	fr_slope_point slope[FR_SLOPE_POINTS];
	fr_layer_prices price[FR_PRICE_KINDS];
	int stop_count;
	fr_layer_stop stop[FR_MAX_LAYERS]; /* likewise */
} fr_model;

#define FR_ANY_WAY 0xff

/*
 * What steps into cells of weight 1 cost, in units of 10^-scale. Under root2 a diagonal step
 * costs sqrt(2) times `diagonal`. Without diagonal steps this is `north`.
 */
typedef struct fr_step_costs
{
	uint64_t east;
	uint64_t north;
	uint64_t diagonal;
	uint32_t scale;
	bool root2;
} fr_step_costs;

fr_step_costs fr_model_steps(const fr_model *model);

/* The directions of the model's steps, a bit each. */
static inline uint8_t
fr_model_directions(const fr_model *model)
{
	return model->hex ? 0x77 : model->octile ? 0xff : 0x55;
}

/* The weight of codes that block: no decimal has so many digits. */
static const fr_decimal fr_weight_blocked = {UINT64_MAX, 0};

static inline bool
fr_weight_blocks(fr_decimal weight)
{
	return weight.digits == fr_weight_blocked.digits;
}

/*
 * The value of an option of words or whole numbers: the position of the word, or the
 * number.
 */
static inline int
fr_model_value(const fr_model *model, fr_model_option option)
{
	return (int) model->option[option].digits;
}

/*
 * The cells that the agent covers: the cell that it is at, and those to the right and below. Of two
 * hexagons, the other one is to the east; seven are a hexagon and its neighbours.
 */
static inline fr_size
fr_model_size(const fr_model *model)
{
	if (model->hex && model->option[FR_SIZE].digits == 2)
		return (fr_size){.width = 2, .height = 1};
	if (model->hex && model->option[FR_SIZE].digits == 7)
		return (fr_size){3, 3, .left = -1, .top = -1, .flower = true};
	return fr_option_sides(model->option[FR_SIZE]);
}

static inline bool
fr_model_is_large(const fr_model *model)
{
	return model->option[FR_SIZE].digits > 1;
}

/*
 * The price of a change of direction by this angle in the model's unit: in steps of 45 degrees,
 * between hexagons of 60 degrees (fr_turn_angle).  That of a step back is only paid at a heading:
 * no step back is allowed where some turn has a price.
 */
fr_decimal fr_model_turn(const fr_model *model, int angle);

/* Has some turn a price? */
bool fr_model_turns(const fr_model *model);

/* Makes turns free, and drops what is paid only with them. */
void fr_model_drop_turns(fr_model *model);

/* Does it have headings? The model without them, under which maps are decoded the same. */
bool fr_model_has_headings(const fr_model *model);
fr_model fr_model_without_headings(const fr_model *model);

/* Does the model limit how much a step rises or falls? */
bool fr_model_limits_heights(const fr_model *model);

/*
 * Does the model read the layer of heights? Does it read any layer, or have `latitude` or over=block?
 * Then a grid is bound (grid_layers.h).
 */
bool fr_model_reads_height(const fr_model *model);
bool fr_model_reads_layers(const fr_model *model);

/* The same for a canonical text; and whether it has one of the latter, for which a map needs no layer. */
bool fr_model_text_reads_layers(const char *text, size_t length);
bool fr_model_text_binds_all(const char *text, size_t length);

/* The model without what it says of layers. */
fr_model fr_model_without_layers(const fr_model *model);

/* Makes all steps cost what they cost without layers. The same steps stay legal. */
void fr_model_drop_prices(fr_model *model);

/* The rules of the model on a map that has all codes, and none of the rules that maps bring. */
fr_rules fr_model_rules(const fr_model *model);

/* Is the code neither ground nor named? Links of such a code are open. */
bool fr_model_unnamed(const fr_model *model, uint8_t code);

/* Is it a code of walls in maps of games, or the code between floors? */
bool fr_is_wall(uint8_t code);

/* Is the code blocked only because the model does not name it, and no wall? */
bool fr_model_lacks(const fr_model *model, uint8_t code);

#define FR_SIZE_MAX 64 /* so that agents span two words of bits at most */

/*
 * Parses NAME or NAME(key=value, ...). FR_SYNTAX, FR_UNKNOWN_NAME, FR_UNKNOWN_KEY and the
 * errors of values; then *model is not set.  api.h has fr_model_write.
 */
fr_status fr_model_parse(const char *text, size_t length, fr_model *model,
						 fr_error *error);

/* The weight of a code, or fr_weight_blocked, in place of the one that a text gives it. */
typedef struct fr_code_weight
{
	uint8_t code;
	fr_decimal weight;
} fr_code_weight;

/*
 * As fr_model_parse, with weights of codes, each given once. A code keeps the directions
 * that the text gives it.
 */
fr_status fr_model_parse_weighted(const char *text, size_t length,
								  const fr_code_weight *weights, size_t count,
								  fr_model *model, fr_error *error);

#endif /* FRINGE_MODEL_H */
