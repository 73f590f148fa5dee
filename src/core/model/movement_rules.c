/*
 * movement_rules.c - the table of rules of movement
 */
#include "core/model/movement_rules.h"

#include "core/base/base.h"

const fr_rule_row fr_rule_rows[FR_RULE_COUNT] = {
	[FR_RULE_LINES] = {"straight lines", "anyangle",
					   "Paths of the model \"anyangle\" are straight lines, without "
					   "steps from cell to cell.",
					   "Use another model, for example octile.", FR_RULE(SIDES)},
	[FR_RULE_HEXAGONS] = {"hexagons", "hex", "Cells of the model \"hex\" are hexagons.",
						  "Use the model tile or octile.", FR_RULE(DEGREES)},
	[FR_RULE_OBLONG] =
		{"oblong cells", "dx, dy",
		 "The keys \"dx\" and \"dy\" of the model make the sides of cells "
		 "unequal.",
		 "If you leave dx and dy out of the model, the answer ignores them.",
		 FR_RULE(TURNS) | FR_LAYER_RULES},
	[FR_RULE_WRAP] = {"joined edges", "wrap",
					  "The key \"wrap\" of the model joins opposite edges of the map.",
					  "If you leave wrap out of the model, the answer ignores it.",
					  FR_RULE(TURNS)},
	[FR_RULE_TURNS] =
		{"prices of turns", "turn, turn45, turn60, turn90, turn120, turn135 or turn180",
		 "Keys that begin with \"turn\", such as turn90, add a cost to each change of direction.",
		 "If you leave the prices of turns out of the model, the answer ignores them.",
		 FR_RULE(OVER)},
	[FR_RULE_HEADINGS] =
		{"headings", "heading, arrive",
		 "By the keys \"heading\" and \"arrive\" of the model, an agent turns before its first "
		 "step and after its last one.",
		 "If you leave heading and arrive out of the model, the answer ignores them.", 0},
	[FR_RULE_SIZE] = {"agents of several cells", "size",
					  "The key \"size\" of the model makes an agent cover several cells.",
					  "If you leave size out of the model, the answer ignores it.", 0},
	[FR_RULE_ONEWAY] =
		{"one-way cells", "directions of codes",
		 "The model gives directions to a code of the map.",
		 "If you leave the directions out of the model, the answer ignores them.", 0},
	[FR_RULE_SIDES] =
		{"closed sides of cells", "layer \"sides\"",
		 "The layer \"sides\" of the map closes sides of cells.",
		 "If you drop the layer with gridmap_drop_layer(map, 'sides'), the answer ignores it.",
		 0},
	[FR_RULE_BLOCKED] =
		{"blocked cells", "layer \"blocked\"",
		 "The layer \"blocked\" of the map blocks cells.",
		 "If you drop the layer with gridmap_drop_layer(map, 'blocked'), the answer ignores it.",
		 0},
	[FR_RULE_LINKS] = {"links", "links of the map, link",
					   "The map has links that are open under the model.",
					   "If you close the links with link=blocked in the model, or pass "
					   "gridmap_unlink(map), the answer ignores them.",
					   0},
	[FR_RULE_SQRT2_LINKS] =
		{"links that cost sqrt2 times a number", "links of the map",
		 "The cost of such a link is not a multiple of the cost of a straight step.",
		 "Give the links decimal costs.", 0},
	[FR_RULE_EXTRA] =
		{"costs of layers", "layer.NAME",
		 "A key \"layer.NAME\" of the model makes entering a cell cost more.",
		 "If you leave layer.NAME out of the model, the answer ignores it.", 0},
	[FR_RULE_SLOPES] =
		{"prices of heights", "rise, drop",
		 "The keys \"rise\" and \"drop\" of the model are prices of heights.",
		 "If you leave rise and drop out of the model, the answer ignores them.", 0},
	[FR_RULE_LIMITS] =
		{"limits of heights", "climb, fall",
		 "The keys \"climb\" and \"fall\" of the model limit how much a step "
		 "rises or falls.",
		 "If you leave climb and fall out of the model, the answer ignores them.", 0},
	[FR_RULE_FRICTION] =
		{"friction", "friction",
		 "By the key \"friction\" of the model, numbers of a layer multiply costs of steps.",
		 "If you leave friction out of the model, the answer ignores it.", 0},
	[FR_RULE_GRADES] =
		{"factors of grades", "slope",
		 "By the key \"slope\" of the model, grades multiply costs of steps.",
		 "If you leave slope out of the model, the answer ignores it.", 0},
	[FR_RULE_DEGREES] =
		{"degrees", "latitude",
		 "By the key \"latitude\" of the model, rows and columns are degrees, and costs are metres.",
		 "If you leave latitude out of the model, the answer ignores it.",
		 FR_RULE(ROADS)},
	[FR_RULE_ROADS] =
		{"roads", "road.NAME",
		 "By a key \"road.NAME\" of the model, steps from road to road cost only their length "
		 "times a number.",
		 "If you leave road.NAME out of the model, the answer ignores it.", 0},
	[FR_RULE_CROSSINGS] =
		{"prices of sides", "side.NAME",
		 "By a key \"side.NAME\" of the model, steps across marked sides of cells cost more.",
		 "If you leave side.NAME out of the model, the answer ignores it.", 0},
	[FR_RULE_POINTS] =
		{"movement points", "points",
		 "By the key \"points\" of the model, a step may have to wait for the next turn.",
		 "If you leave points out of the model, the answer ignores them.", 0},
	[FR_RULE_STOPS] =
		{"cells that end turns", "stop.NAME",
		 "By a key \"stop.NAME\" of the model, entering a cell may end the turn.",
		 "If you leave stop.NAME out of the model, the answer ignores it.", 0},
	[FR_RULE_OVER] =
		{"limits of steps by points", "over=block",
		 "By over=block in the model, no step may cost more than the points of a turn.",
		 "If you leave over=block out of the model, the answer ignores it.", 0},
	[FR_RULE_WEIGHTS] =
		{"weights", "weights of codes, obstacle",
		 "Passable cells of the map have different weights.",
		 "If all passable codes have the same weight in the model, the answer ignores weights.",
		 0},
	[FR_RULE_WEIGH] = {"weights of both cells", "weigh",
					   "By the key \"weigh\" of the model the cost of a step depends on "
					   "the cell that it leaves.",
					   "If you leave weigh out of the model, the answer ignores it.", 0},
	[FR_RULE_FREE] = {"cells that cost nothing", "weights of 0",
					  "Some passable cells of the map have the weight 0.",
					  "Give these cells a small weight in the model.", 0},
};

/* The first rule of a set that is not empty. */
static int
first_of(fr_rules rules)
{
	return __builtin_ctz(rules);
}

fr_status
fr_rules_refuse(fr_rules has, fr_rules supported, const char *consumer, fr_error *error)
{
	fr_rules refused = has & ~supported;

	if (!refused)
		return FR_OK;
	/* numbers of friction are weights of single cells */
	return fr_fail(
		error, FR_RULE_REFUSED, .what = consumer, .found = first_of(refused),
		.choices = {first_of(refused) == FR_RULE_FRICTION && supported & FR_RULE(WEIGHTS)
						? fr_rule_rows[FR_RULE_WEIGHTS].name
						: NULL});
}

fr_rules
fr_rules_excluded_by(fr_rule rule)
{
	fr_rules excluded = fr_rule_rows[rule].excludes;

	for (int other = 0; other < FR_RULE_COUNT; other++)
		if (fr_rule_rows[other].excludes >> rule & 1)
			excluded |= (fr_rules) 1 << other;
	return excluded;
}

fr_status
fr_rules_check(fr_rules rules, fr_status conflict, fr_error *error)
{
	for (int rule = 0; rule < FR_RULE_COUNT; rule++)
		if (rules >> rule & 1 && rules & fr_rule_rows[rule].excludes)
			return fr_fail(error, conflict, .found = rule,
						   .wanted = first_of(rules & fr_rule_rows[rule].excludes));
	return FR_OK;
}
