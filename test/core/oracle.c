/*
 * oracle.c - shortest paths on grids, slow and exact
 */
#include "oracle.h"
#include "quad.h"

#include <assert.h>
#include <stdlib.h>

static const oracle_cost no_path = {-1, 0};

/* ---- whole numbers ----------------------------------------------------- */

static oracle_wide
gcd(oracle_wide a, oracle_wide b)
{
	return b == 0 ? a : gcd(b, a % b);
}

static oracle_wide
lcm(oracle_wide a, oracle_wide b)
{
	return a / gcd(a, b) * b;
}

static oracle_wide
times(oracle_fraction f, oracle_wide by)
{
	return by / f.denominator * f.number;
}

static oracle_fraction
product(oracle_fraction a, oracle_fraction b)
{
	return b.denominator
			   ? (oracle_fraction){a.number * b.number, a.denominator * b.denominator}
			   : a;
}

/* The whole root of a square number; -1 of others. */
static oracle_wide
exact_root(oracle_wide square)
{
	oracle_wide low = 0;
	oracle_wide high = 1;

	while (high * high < square)
		high *= 2;
	while (low < high)
	{
		oracle_wide middle = (low + high) / 2;

		if (middle * middle < square)
			low = middle + 1;
		else
			high = middle;
	}
	return low * low == square ? low : -1;
}

/* The diagonal of a cell: a number, or so many times the root of 2. */
static void
measure_diagonal(oracle *o)
{
	oracle_wide square = o->east * o->east + o->north * o->north;

	o->diagonal = exact_root(square);
	o->root2 = o->diagonal < 0;
	if (!o->root2)
		return;
	o->diagonal = square % 2 == 0 ? exact_root(square / 2) : -1;
	assert(o->diagonal > 0);
}

/* The steps over one denominator, divided by their gcd. */
static void
prepare_steps(oracle *o, const oracle_model *model)
{
	oracle_fraction east = product(model->straight, model->dx);
	oracle_fraction north = product(model->straight, model->dy);
	oracle_wide common = lcm(east.denominator, north.denominator);
	bool given = model->eight && !model->root2 && !model->hex;
	oracle_wide divisor;

	if (given)
		common = lcm(common, model->diagonal.denominator);
	o->east = times(east, common);
	o->north = times(north, common);
	o->diagonal = o->north;
	if (given)
		o->diagonal = times(model->diagonal, common);
	else if (o->root2)
		measure_diagonal(o);
	divisor = gcd(gcd(o->east, o->north), o->diagonal);
	o->east /= divisor;
	o->north /= divisor;
	o->diagonal /= divisor;
	o->number *= divisor;
	o->denominator *= common;
}

/* The weights of the codes that occur, likewise. */
static void
prepare_weights(oracle *o, const oracle_model *model)
{
	bool occurs[256] = {false};
	oracle_wide common = 1;
	oracle_wide divisor = 0;

	for (int i = 0; i < o->width * o->height; i++)
		occurs[o->codes[i]] = true;
	for (int code = 0; code < 256; code++)
		if (occurs[code] && model->weight[code].number >= 0)
			common = lcm(common, model->weight[code].denominator);
	for (int code = 0; code < 256; code++)
	{
		o->weight[code] = -1;
		if (!occurs[code] || model->weight[code].number < 0)
			continue;
		o->weight[code] = times(model->weight[code], common);
		divisor = gcd(divisor, o->weight[code]);
	}
	if (divisor == 0)
		return;
	for (int code = 0; code < 256; code++)
		if (o->weight[code] > 0)
			o->weight[code] /= divisor;
	o->number *= divisor;
	o->denominator *= common;
	o->weight_number *= divisor;
	o->weight_denominator *= common;
}

/* The cheapest turns from a direction to the one against it, by going round and round. */
static oracle_wide
cheapest_back(const oracle *o)
{
	int step = o->eight && !o->hex ? 1 : o->hex ? 1 : 2;
	int around = o->hex ? 6 : 8;
	oracle_wide cost[8];

	for (int d = 0; d < around; d++)
		cost[d] = d == 0 ? 0 : -1;
	for (bool changed = true; changed;)
	{
		changed = false;
		for (int from = 0; from < around; from += step)
			for (int to = 0; to < around && cost[from] >= 0; to += step)
			{
				int angle = abs(from - to) * 2 > around ? around - abs(from - to)
														: abs(from - to);
				oracle_wide sum = cost[from];

				if (2 * angle == around)
					continue;
				sum += o->turn[angle];
				if (cost[to] >= 0 && cost[to] <= sum)
					continue;
				cost[to] = sum;
				changed = true;
			}
	}
	return cost[around / 2];
}

/* Prices of turns, which may need a finer unit. */
static void
prepare_turns(oracle *o, const oracle_model *model)
{
	oracle_wide finer = 1;

	for (int angle = 1; angle < ORACLE_ANGLES; angle++)
	{
		oracle_fraction turn = model->turn[angle];
		oracle_wide number = turn.number * o->denominator;
		oracle_wide denominator = turn.denominator * o->number;

		if (number == 0)
			continue;
		o->turns = true;
		finer = lcm(finer, denominator / gcd(number, denominator));
	}
	o->heading = model->heading;
	o->arrive = model->arrive;
	if ((model->heading || model->arrive) && model->turn_back.number > 0)
	{
		oracle_wide number = model->turn_back.number * o->denominator;
		oracle_wide denominator = model->turn_back.denominator * o->number;

		o->turns = true;
		finer = lcm(finer, denominator / gcd(number, denominator));
	}
	for (int angle = 1; angle < ORACLE_ANGLES; angle++)
		if (model->turn[angle].number > 0)
			o->turn[angle] = model->turn[angle].number * o->denominator * finer /
							 (model->turn[angle].denominator * o->number);
	o->turn_back = model->turn_back.denominator == 0
					   ? cheapest_back(o)
					   : model->turn_back.number * o->denominator * finer /
							 (model->turn_back.denominator * o->number);
	o->east *= finer;
	o->north *= finer;
	o->diagonal *= finer;
	o->denominator *= finer;
}

/* The points of a turn, which may need a finer unit. */
static void
prepare_points(oracle *o, const oracle_model *model)
{
	oracle_wide number = model->points.number * o->denominator;
	oracle_wide denominator = model->points.denominator * o->number;
	oracle_wide finer;

	if (model->points.denominator == 0)
		return;
	finer = denominator / gcd(number, denominator);
	for (int angle = 1; angle < ORACLE_ANGLES; angle++)
		o->turn[angle] *= finer;
	o->turn_back *= finer;
	o->east *= finer;
	o->north *= finer;
	o->diagonal *= finer;
	o->denominator *= finer;
	o->points = number * finer / denominator;
	o->over = model->over;
}

/* How many times as fine the unit has to be for a cost of a part of a layer. */
static oracle_wide
finer_for(const oracle *o, oracle_fraction cost, int64_t denominator)
{
	oracle_wide number = (oracle_wide) cost.number * o->denominator;
	oracle_wide by = (oracle_wide) cost.denominator * denominator * o->number;

	return number == 0 ? 1 : by / gcd(number, by);
}

/* The cost of a part of a layer in units. */
static oracle_wide
in_units(const oracle *o, oracle_fraction cost, int64_t denominator)
{
	return (oracle_wide) cost.number * o->denominator /
		   ((oracle_wide) cost.denominator * denominator * o->number);
}

/* What a step of so many units by weight 1 costs on a road: a fraction of units. */
typedef struct share
{
	oracle_wide number;
	oracle_wide denominator;
} share;

static share
along_road(const oracle *o, oracle_fraction cost, oracle_wide step)
{
	share s = {cost.number * step * o->weight_denominator,
			   cost.denominator * o->weight_number};
	oracle_wide common = gcd(s.number, s.denominator);

	return (share){s.number / common, s.denominator / common};
}

static void
prepare_layers(oracle *o, const oracle_layers *layers)
{
	oracle_wide finer = 1;

	for (int i = 0; i < layers->roads; i++)
	{
		finer = lcm(finer, along_road(o, layers->along[i], o->east).denominator);
		finer = lcm(finer, along_road(o, layers->along[i], o->north).denominator);
		if (o->eight)
			finer = lcm(finer, along_road(o, layers->along[i], o->diagonal).denominator);
	}
	for (int i = 0; i < layers->marks; i++)
		finer = lcm(finer, finer_for(o, layers->across[i], 1));

	for (int i = 0; i < layers->prices; i++)
		finer = lcm(finer, finer_for(o, layers->cost[i], layers->denominator[i]));
	if (layers->height)
		finer = lcm(lcm(finer, finer_for(o, layers->rise, layers->height_denominator)),
					finer_for(o, layers->drop, layers->height_denominator));
	o->east *= finer;
	o->north *= finer;
	o->diagonal *= finer;
	o->denominator *= finer;
	o->finer *= finer;
	for (int angle = 1; angle < ORACLE_ANGLES; angle++)
		o->turn[angle] *= finer;
	o->turn_back *= finer;
	o->points *= finer;
	for (int i = 0; i < layers->prices; i++)
		o->price[i] = in_units(o, layers->cost[i], layers->denominator[i]);
	if (layers->height)
	{
		o->rise = in_units(o, layers->rise, layers->height_denominator);
		o->drop = in_units(o, layers->drop, layers->height_denominator);
	}
	o->layers = layers;
}

void
oracle_prepare(oracle *o, const oracle_model *model, const uint8_t *codes, int width,
			   int height)
{
	oracle_wide common;
	bool flower = model->hex && model->size == 7;

	*o = (oracle){.codes = codes,
				  .width = width,
				  .height = height,
				  .eight = model->eight || model->hex,
				  .hex = model->hex,
				  .root2 = model->eight && model->root2,
				  .weigh = model->weigh,
				  .corners = model->corners,
				  .dx = model->dx,
				  .dy = model->dy,
				  .flower = flower,
				  .wide = flower			? 3
						  : model->size > 1 ? model->size
											: 1,
				  .tall = flower			? 3
						  : model->tall > 0 ? model->tall
						  : model->size > 1 ? model->size
											: 1,
				  .blocked = model->blocked,
				  .sides = model->sides,
				  .wrap_x = model->wrap_x && width > 1,
				  .wrap_y = model->wrap_y && height > 1,
				  .finer = 1,
				  .rougher = 1,
				  .weight_number = 1,
				  .weight_denominator = model->weigh == ORACLE_AVERAGE ? 2 : 1,
				  .number = 1,
				  .denominator = model->weigh == ORACLE_AVERAGE ? 2 : 1};
	for (int code = 0; code < 256; code++)
	{
		o->no_enter[code] = model->no_enter[code];
		o->no_leave[code] = model->no_leave[code];
	}
	prepare_steps(o, model);
	prepare_weights(o, model);
	common = gcd(o->number, o->denominator);
	o->number /= common;
	o->denominator /= common;
	if (model->layers && model->layers->friction)
	{
		o->friction = model->layers->friction;
		o->rougher = model->layers->friction_denominator;
		o->denominator *= o->rougher;
		o->weight_denominator *= o->rougher;
	}
	prepare_turns(o, model);
	prepare_points(o, model);
	if (model->layers)
		prepare_layers(o, model->layers);
}

/* ---- costs ------------------------------------------------------------- */

static oracle_cost
plus(oracle_cost a, oracle_cost b)
{
	return (oracle_cost){a.a + b.a, a.b + b.b};
}

static oracle_wide
squared(oracle_wide n)
{
	assert(n < INT64_MAX / 2 && n > -INT64_MAX / 2);
	return n * n;
}

static int
sign(oracle_wide n)
{
	return (n > 0) - (n < 0);
}

/*
 * The sign of a - b. If A and B have the same sign, A + B * sqrt(2) has it too;
 * otherwise the larger of A^2 and 2 * B^2 decides.
 */
int
oracle_compare(oracle_cost a, oracle_cost b)
{
	oracle_wide straight = a.a - b.a;
	oracle_wide diagonal = a.b - b.b;

	if (sign(straight) * sign(diagonal) >= 0)
		return sign(straight) ? sign(straight) : sign(diagonal);
	return sign(squared(straight) - 2 * squared(diagonal)) * sign(straight);
}

/* A cost as a double; equal costs give equal bits. */
double
oracle_value(const oracle *o, oracle_cost cost)
{
	if (o->root2)
	{
		oracle_wide parts = o->finer * o->rougher;
		double units = (double) cost.a / (double) parts;

		units += (double) cost.b / (double) parts * 1.41421356237309504880;
		return units * (double) o->number / (double) (o->denominator / parts);
	}
	/* 113 bits hold the product, and tell the quotient from the middle of two doubles */
	return (double) ((quad) cost.a * (quad) o->number / (quad) o->denominator);
}

/* ---- the rules of movement --------------------------------------------- */

static int
modulo(int n, int size)
{
	return (n % size + size) % size;
}

/* A point that may be beyond the edges of a ring, on the map. */
oracle_point
oracle_place(const oracle *o, int x, int y)
{
	return (oracle_point){o->wrap_x ? modulo(x, o->width) : x,
						  o->wrap_y ? modulo(y, o->height) : y};
}

static int
index_of(const oracle *o, int x, int y)
{
	oracle_point at = oracle_place(o, x, y);

	return at.y * o->width + at.x;
}

/* The weight of one cell; -1: blocked or outside the map. */
static oracle_wide
cell_weight(const oracle *o, int x, int y)
{
	oracle_point at = oracle_place(o, x, y);

	x = at.x;
	y = at.y;
	if (x < 0 || x >= o->width || y < 0 || y >= o->height)
		return -1;
	if (o->weight[o->codes[y * o->width + x]] < 0 ||
		(o->blocked && o->blocked[y * o->width + x]))
		return -1;
	return o->weight[o->codes[y * o->width + x]] *
		   (o->friction ? o->friction[y * o->width + x] : 1);
}

/* Is the side of a cell towards (dx, dy) closed? */
static bool
closed(const oracle *o, int x, int y, int dx, int dy)
{
	/* by 3 * (dy + 1) + dx + 1 */
	static const uint8_t square[9] = {0, 1, 0, 8, 0, 2, 0, 4, 0};
	static const uint8_t hexagon[9] = {0, 1, 16, 8, 0, 2, 32, 4, 0};
	int at = 3 * (dy + 1) + dx + 1;

	return o->sides && o->sides[index_of(o, x, y)] & (o->hex ? hexagon[at] : square[at]);
}

/* Does an agent at `at` cover (x, y)? Seven hexagons are its own and those that a step leads to. */
static bool
covers(const oracle *o, oracle_point at, int x, int y)
{
	int dx = x - at.x;
	int dy = y - at.y;

	if (o->flower)
		return dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1 && (dx != dy || dx == 0);
	return dx >= 0 && dx < o->wide && dy >= 0 && dy < o->tall;
}

/* The cells (x, y) that it covers. */
#define FOR_COVERED(o, at, x_, y_)                                                       \
	for (int y_ = (at).y - (o)->flower; y_ < (at).y - (o)->flower + (o)->tall; y_++)     \
		for (int x_ = (at).x - (o)->flower; x_ < (at).x - (o)->flower + (o)->wide; x_++) \
			if (covers(o, at, x_, y_))

/* Is there a wall between two cells that the agent covers? */
static bool
over_wall(const oracle *o, oracle_point at)
{
	static const int steps[][2] = {{-1, 0}, {0, -1}, {1, -1}};

	FOR_COVERED(o, at, x, y)
	for (int i = 0; i < (o->hex ? 3 : 2); i++)
	{
		int dx = steps[i][0];
		int dy = steps[i][1];

		if (covers(o, at, x + dx, y + dy) && closed(o, x, y, dx, dy) &&
			closed(o, x + dx, y + dy, -dx, -dy))
			return true;
	}
	return false;
}

/* That of the heaviest cell that the agent covers; -1 if it cannot stand there. */
oracle_wide
oracle_weight(const oracle *o, int x, int y)
{
	oracle_point at = {x, y};
	oracle_wide heaviest = 0;

	if (o->wide > o->width || o->tall > o->height)
		return -1; /* also where it could go round a ring */
	if (o->wide == 1 && o->tall == 1)
		return cell_weight(o, x, y);
	FOR_COVERED(o, at, cx, cy)
	{
		oracle_wide weight = cell_weight(o, cx, cy);

		if (weight < 0)
			return -1;
		heaviest = weight > heaviest ? weight : heaviest;
	}
	return over_wall(o, at) ? -1 : heaviest;
}

bool
oracle_passable(const oracle *o, int x, int y)
{
	return oracle_weight(o, x, y) >= 0;
}

/* Does a cell that an agent at this point covers forbid the step? */
static bool
forbidden(const oracle *o, oracle_point at, const uint16_t *sets, int dx, int dy)
{
	FOR_COVERED(o, at, x, y)
	if (sets[o->codes[index_of(o, x, y)]] >> (3 * (dy + 1) + dx + 1) & 1)
		return true;
	return false;
}

/* The greatest sum of extra costs of a cell that the agent covers. */
static oracle_wide
entering(const oracle *o, oracle_point at)
{
	oracle_wide greatest = 0;

	FOR_COVERED(o, at, x, y)
	{
		oracle_wide sum = 0;

		for (int i = 0; i < o->layers->prices; i++)
			sum += o->price[i] * o->layers->number[i][index_of(o, x, y)];
		greatest = sum > greatest ? sum : greatest;
	}
	return greatest;
}

/* The height of the highest cell that it covers. */
static int64_t
height_at(const oracle *o, oracle_point at)
{
	int64_t highest = INT64_MIN;

	FOR_COVERED(o, at, x, y)
	if (o->layers->height[index_of(o, x, y)] > highest)
		highest = o->layers->height[index_of(o, x, y)];
	return highest;
}

static bool
exceeds(const oracle *o, int64_t parts, oracle_fraction limit)
{
	return limit.denominator > 0 &&
		   (oracle_wide) parts * limit.denominator >
			   (oracle_wide) limit.number * o->layers->height_denominator;
}

/*
 * Does it gain more than the grade times the distance of both centres? In whole numbers; those of a
 * diagonal step are squares.
 */
static bool
exceeds_grade(const oracle *o, int64_t parts, oracle_fraction grade, oracle_point from,
			  oracle_point to)
{
	oracle_fraction cell = o->layers->cell;
	oracle_fraction dx =
		o->hex || o->dx.denominator == 0 ? (oracle_fraction){1, 1} : o->dx;
	oracle_fraction dy =
		o->hex || o->dy.denominator == 0 ? (oracle_fraction){1, 1} : o->dy;
	quad gained = (quad) parts * grade.denominator * cell.denominator;
	quad most = (quad) grade.number * cell.number * o->layers->height_denominator;
	quad across = (quad) dx.number * dy.denominator;
	quad down = (quad) dy.number * dx.denominator;

	if (grade.denominator == 0 || parts <= 0)
		return false;
	gained *= (quad) dx.denominator * dy.denominator;
	if (o->hex || from.y == to.y)
		return gained > most * across;
	if (from.x == to.x)
		return gained > most * down;
	return gained * gained > most * most * (across * across + down * down);
}

static bool
too_steep(const oracle *o, oracle_point from, oracle_point to)
{
	int64_t gained;

	if (!o->layers || !o->layers->height)
		return false;
	gained = height_at(o, to) - height_at(o, from);
	return exceeds(o, gained, o->layers->climb) || exceeds(o, -gained, o->layers->fall) ||
		   exceeds_grade(o, gained, o->layers->steepest_up, from, to) ||
		   exceeds_grade(o, -gained, o->layers->steepest_down, from, to);
}

static oracle_wide
layer_cost(const oracle *o, oracle_point from, oracle_point to)
{
	oracle_wide cost = entering(o, to);
	int64_t gained;

	if (!o->layers->height)
		return cost;
	gained = height_at(o, to) - height_at(o, from);
	return cost + (gained > 0 ? o->rise * gained : o->drop * -gained);
}

/* Does a closed side ban a straight step of one of the cells that the agent covers? */
static bool
crosses(const oracle *o, int left, int top, int dx, int dy)
{
	oracle_point at = {left, top};

	FOR_COVERED(o, at, x, y)
	if (closed(o, x, y, dx, dy))
		return true;
	return false;
}

/* May a diagonal step go between the two ways around? */
static bool
passes_corner(const oracle *o, oracle_point from, int dx, int dy)
{
	bool first = oracle_passable(o, from.x + dx, from.y);
	bool second = oracle_passable(o, from.x, from.y + dy);
	bool first_crosses =
		crosses(o, from.x, from.y, dx, 0) || crosses(o, from.x + dx, from.y, 0, dy);
	bool second_crosses =
		crosses(o, from.x, from.y, 0, dy) || crosses(o, from.x, from.y + dy, dx, 0);
	int open = (first && !first_crosses) + (second && !second_crosses);

	return open >= o->corners && (open > 0 || !(first_crosses || second_crosses));
}

/* Has a cell that the agent covers a number above 0 in this layer? */
static bool
marked(const oracle *o, oracle_point at, const int32_t *numbers)
{
	FOR_COVERED(o, at, x, y)
	{
		oracle_point covered = oracle_place(o, x, y);

		if (numbers[covered.y * o->width + covered.x] > 0)
			return true;
	}
	return false;
}

/* Does a layer forbid to go from one of its cells to another? */
bool
oracle_never(const oracle *o, oracle_point from, oracle_point to)
{
	for (int i = 0; o->layers && i < o->layers->stops; i++)
		if (o->layers->never[i] && marked(o, from, o->layers->stop[i]) &&
			marked(o, to, o->layers->stop[i]))
			return true;
	return false;
}

static bool
ends_turn(const oracle *o, oracle_point at)
{
	for (int i = 0; o->layers && i < o->layers->stops; i++)
		if (marked(o, at, o->layers->stop[i]))
			return true;
	return false;
}

/* The last end of a turn that is no later than a cost; *exactly: the cost is that end. */
static oracle_wide
turns_begun(oracle_wide points, oracle_cost cost, bool *exactly)
{
	oracle_wide turns =
		(oracle_wide) (((double) cost.a + (double) cost.b * 1.414213562373095) /
					   (double) points);

	while (oracle_compare((oracle_cost){turns * points, 0}, cost) > 0)
		turns--;
	while (oracle_compare((oracle_cost){(turns + 1) * points, 0}, cost) <= 0)
		turns++;
	*exactly = oracle_compare((oracle_cost){turns * points, 0}, cost) == 0;
	return turns * points;
}

/* What a path costs after a step that costs so much by itself; all costs are times `scale`. */
oracle_cost
oracle_after(const oracle *o, oracle_wide scale, oracle_cost so_far, oracle_point to,
			 oracle_cost step)
{
	oracle_cost points = {o->points * scale, 0};
	oracle_cost after = plus(so_far, step);
	oracle_cost end = {0, 0};
	bool fresh;

	if (o->points == 0)
		return after;
	end.a = turns_begun(points.a, so_far, &fresh) + points.a;
	if (oracle_compare(after, end) > 0)
	{
		oracle_cost taken = oracle_compare(step, points) > 0 ? points : step;

		after = o->over == ORACLE_OVER_SPEND ? end
				: fresh						 ? plus(so_far, taken)
											 : plus(end, taken);
	}
	if (!ends_turn(o, to))
		return after;
	end.a = turns_begun(points.a, after, &fresh);
	return fresh ? after : (oracle_cost){end.a + points.a, 0};
}

static bool
legal(const oracle *o, oracle_point from, int dx, int dy)
{
	oracle_point to = {from.x + dx, from.y + dy};

	if (!oracle_passable(o, from.x, from.y) || !oracle_passable(o, to.x, to.y))
		return false;
	if (forbidden(o, from, o->no_leave, dx, dy) || forbidden(o, to, o->no_enter, dx, dy))
		return false;
	if (too_steep(o, from, to) || oracle_never(o, from, to))
		return false;
	if (dx == 0 || dy == 0 || o->hex)
		return dx != dy && !crosses(o, from.x, from.y, dx, dy);
	return o->eight && passes_corner(o, from, dx, dy);
}

/* Do all cells of an agent at this point have a number above 0? */
static bool
on_road(const oracle *o, const int32_t *road, oracle_point at)
{
	FOR_COVERED(o, at, x, y)
	{
		oracle_point covered = oracle_place(o, x, y);

		if (road[covered.y * o->width + covered.x] <= 0)
			return false;
	}
	return true;
}

/* The least cost of a step of this length along roads; false: no road leads there. */
static bool
by_road(const oracle *o, oracle_point from, oracle_point to, oracle_wide step,
		oracle_wide *least)
{
	bool any = false;

	for (int i = 0; i < o->layers->roads; i++)
	{
		share s = along_road(o, o->layers->along[i], step);

		if (!on_road(o, o->layers->road[i], from) || !on_road(o, o->layers->road[i], to))
			continue;
		assert(s.denominator == 1);
		*least = !any || s.number < *least ? s.number : *least;
		any = true;
	}
	return any;
}

/* What the costliest side costs that the agent crosses by a step that is straight, or of a hexagon. */
static oracle_wide
across_side(const oracle *o, oracle_point at, int dx, int dy)
{
	static const uint8_t square[9] = {0, 1, 0, 8, 0, 2, 0, 4, 0};
	static const uint8_t hexagon[9] = {0, 1, 16, 8, 0, 2, 32, 4, 0};
	int bit = (o->hex ? hexagon : square)[3 * (dy + 1) + dx + 1];
	oracle_wide greatest = 0;

	FOR_COVERED(o, at, x, y)
	{
		oracle_point covered = oracle_place(o, x, y);
		oracle_wide sum = 0;

		for (int i = 0; i < o->layers->marks; i++)
			if (o->layers->mark[i][covered.y * o->width + covered.x] & bit)
				sum += in_units(o, o->layers->across[i], 1);
		greatest = sum > greatest ? sum : greatest;
	}
	return greatest;
}

static oracle_wide
across_sides(const oracle *o, oracle_point at, int dx, int dy)
{
	oracle_wide row_first;
	oracle_wide column_first;

	if (dx == 0 || dy == 0 || o->hex)
		return across_side(o, at, dx, dy);
	row_first = across_side(o, at, dx, 0) +
				across_side(o, (oracle_point){at.x + dx, at.y}, 0, dy);
	column_first = across_side(o, at, 0, dy) +
				   across_side(o, (oracle_point){at.x, at.y + dy}, dx, 0);
	return row_first < column_first ? row_first : column_first;
}

/* Is the step by (dx, dy), each in -1..1, legal from a point, and what does it cost? */
bool
oracle_step(const oracle *o, oracle_point from, int dx, int dy, oracle_cost *cost)
{
	oracle_point to = {from.x + dx, from.y + dy};
	bool diagonal = dx != 0 && dy != 0;
	oracle_wide step = diagonal ? o->diagonal : dx == 0 ? o->north : o->east;
	oracle_wide weight;
	oracle_wide left;

	if (!legal(o, from, dx, dy))
		return false;
	left = oracle_weight(o, from.x, from.y);
	weight = oracle_weight(o, to.x, to.y);
	if (o->weigh == ORACLE_AVERAGE)
		weight += left;
	else if (o->weigh == ORACLE_LEAVE || (o->weigh == ORACLE_MAX && left > weight))
		weight = left;
	*cost = (oracle_cost){0, 0};
	if (!o->layers || !by_road(o, from, to, step, &step))
	{
		step *= weight;
		if (o->layers)
			cost->a = layer_cost(o, from, to);
	}
	if (diagonal && o->root2)
		cost->b += step;
	else
		cost->a += step;
	if (o->layers)
		cost->a += across_sides(o, from, dx, dy);
	return o->points == 0 || o->over != ORACLE_OVER_BLOCK ||
		   oracle_compare(*cost, (oracle_cost){o->points, 0}) <= 0;
}

/*
 * What a step costs more after a step in another direction, both as 3 * (dy + 1) + dx + 1; -1: it
 * may not follow.
 */
oracle_wide
oracle_turn(const oracle *o, int before, int direction)
{
	static const int eight[9] = {7, 0, 1, 6, -1, 2, 5, 4, 3};
	static const int six[9] = {-1, 0, 1, 5, -1, 2, 4, 3, -1};
	const int *ring = o->hex ? six : eight;
	int around = o->hex ? 6 : 8;
	int angle = abs(ring[before] - ring[direction]);

	if (!o->turns)
		return 0;
	if (2 * angle > around)
		angle = around - angle;
	return 2 * angle == around ? -1 : o->turn[angle];
}

/* What a turn costs before the first step or after the last one, from one of these numbers to another. */
oracle_wide
oracle_head(const oracle *o, int from, int to)
{
	oracle_wide cost = from == to ? 0 : oracle_turn(o, from, to);

	return cost < 0 ? o->turn_back : cost;
}

/* Is every step of the path legal, and what does the path cost? */
bool
oracle_path(const oracle *o, const oracle_point *points, size_t count, oracle_cost *cost)
{
	oracle_cost step;

	*cost = (oracle_cost){0, 0};
	if (count == 0 || !oracle_passable(o, points[0].x, points[0].y))
		return false;
	for (size_t i = 1; i < count; i++)
	{
		int dx = points[i].x - points[i - 1].x;
		int dy = points[i].y - points[i - 1].y;

		if (abs(dx) > 1 || abs(dy) > 1 || !oracle_step(o, points[i - 1], dx, dy, &step))
			return false;
		*cost =
			oracle_after(o, 1, *cost, oracle_place(o, points[i].x, points[i].y), step);
	}
	return true;
}

/* ---- Dijkstra, a binary heap with an entry for every improvement -------- */

typedef struct entry
{
	oracle_cost cost;
	oracle_point point;
} entry;

typedef struct heap
{
	entry *entries;
	size_t count;
} heap;

static void
heap_push(heap *h, entry e)
{
	size_t i = h->count++;

	while (i > 0 && oracle_compare(e.cost, h->entries[(i - 1) / 2].cost) < 0)
	{
		h->entries[i] = h->entries[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	h->entries[i] = e;
}

static size_t
lesser_child(const heap *h, size_t i)
{
	size_t child = 2 * i + 1;

	if (child + 1 < h->count &&
		oracle_compare(h->entries[child + 1].cost, h->entries[child].cost) < 0)
		child++;
	return child;
}

static entry
heap_pop(heap *h)
{
	entry least = h->entries[0];
	entry last = h->entries[--h->count];
	size_t i = 0;

	for (;;)
	{
		size_t child = lesser_child(h, i);

		if (child >= h->count || oracle_compare(last.cost, h->entries[child].cost) <= 0)
			break;
		h->entries[i] = h->entries[child];
		i = child;
	}
	h->entries[i] = last;
	return least;
}

/* Relaxes one step: did it lower the cost of the cell *to? */
static bool
relax(const oracle *o, oracle_point from, int direction, oracle_cost *costs,
	  oracle_point *to)
{
	int dx = direction % 3 - 1;
	int dy = direction / 3 - 1;
	oracle_cost cost;
	oracle_cost *old;

	if (!oracle_step(o, from, dx, dy, &cost))
		return false;
	*to = oracle_place(o, from.x + dx, from.y + dy);
	old = &costs[to->y * o->width + to->x];
	cost = oracle_after(o, 1, costs[from.y * o->width + from.x], *to, cost);
	if (old->a >= 0 && oracle_compare(cost, *old) >= 0)
		return false;
	*old = cost;
	return true;
}

static void
start_costs(const oracle *o, oracle_point from, oracle_cost *costs)
{
	for (int i = 0; i < o->width * o->height; i++)
		costs[i] = no_path;
	if (oracle_passable(o, from.x, from.y))
		costs[from.y * o->width + from.x] = (oracle_cost){0, 0};
}

void
oracle_dijkstra(const oracle *o, oracle_point from, oracle_cost *costs)
{
	size_t most = (size_t) o->width * (size_t) o->height * 8 + 1;
	heap h = {malloc(most * sizeof(entry)), 0};
	oracle_point to;

	assert(h.entries);
	start_costs(o, from, costs);
	heap_push(&h, (entry){{0, 0}, from});
	while (h.count > 0)
	{
		entry e = heap_pop(&h);

		if (oracle_compare(e.cost, costs[e.point.y * o->width + e.point.x]) != 0)
			continue;
		for (int d = 0; d < 9; d++)
			if (relax(o, e.point, d, costs, &to))
				heap_push(&h, (entry){costs[to.y * o->width + to.x], to});
	}
	free(h.entries);
}

/* ---- Bellman-Ford: relax all steps until nothing changes ---------------- */

void
oracle_bellman_ford(const oracle *o, oracle_point from, oracle_cost *costs)
{
	bool changed = true;
	oracle_point to;

	start_costs(o, from, costs);
	while (changed)
	{
		changed = false;
		for (int i = 0; i < o->width * o->height; i++)
			for (int d = 0; d < 9; d++)
				if (costs[i].a >= 0 &&
					relax(o, (oracle_point){i % o->width, i / o->width}, d, costs, &to))
					changed = true;
	}
}
