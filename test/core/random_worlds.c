/*
 * random_worlds.c - random maps and models, and the oracle's costs between all cells, as rows for COPY
 *
 *     random_worlds WORLDS [SEED [CHANGES]]
 *
 * So many changed worlds follow each world, of its size and with its model and links, but with other
 * codes, blocked cells, closed sides and numbers of layers.
 *
 * test/tap/every_cost.pl compares every SQL function that returns a cost with them. A row has the
 * seed, the rules that the world has, its map and model as text, the costs from each cell to each,
 * NULL where there is no path, what each cell costs beforehand, and the costs of paths that begin at
 * such a cost. The oracle is oracle.c with links (linked.h) and, where turns
 * have prices, turning.h. Its sums become doubles by fr_cost_value; another way to the double that
 * differs by more than rounding ends the program.
 */
#include <math.h>

#include "turning.h"

#define SIDE 6

static linked_world l;
static int changes;
static truth turned;
static const fr_poll poll = {count_poll, NULL};

/* ---- the rules of a world --------------------------------------------------------- */

static bool
is_above_0(oracle_fraction f)
{
	return f.denominator > 0 && f.number > 0;
}

static int
count_weights(const world *w)
{
	uint64_t seen[FR_CODES];
	int count = 0;

	for (int i = 0; i < w->map.code_count; i++)
	{
		uint64_t weight = w->costs.weight[i];
		bool old = weight == FR_BLOCKED;

		for (int k = 0; k < count; k++)
			old |= seen[k] == weight;
		if (!old)
			seen[count++] = weight;
	}
	return count;
}

static bool
has_directions(const world *w)
{
	for (int i = 0; i < w->width * w->height; i++)
		if (w->rules.no_enter[w->codes[i]] || w->rules.no_leave[w->codes[i]])
			return true;
	return false;
}

static void
put_rules(void)
{
	const world *w = &l.w;
	const oracle_layers *layers = w->rules.layers;
	bool weighted = count_weights(w) > 1;
	bool priced = false;

	for (int i = 0; layers && i < layers->prices; i++)
		priced |= is_above_0(layers->cost[i]);
	printf("{any");
	if (priced)
		printf(",layers");
	if (layers && layers->height &&
		(is_above_0(layers->rise) || is_above_0(layers->drop)))
		printf(",heights");
	if (layers && layers->height &&
		(layers->climb.denominator || layers->fall.denominator))
		printf(",limits");
	if (layers && layers->friction)
		printf(",friction");
	if (layers && layers->height && layers->steepest_up.denominator)
		printf(",grades");
	if (layers && layers->roads)
		printf(",roads");
	if (layers && layers->marks)
		printf(",crossings");
	if (w->costs.points > 0)
		printf(",points");
	if (w->costs.points > 0 && layers && layers->stops)
		printf(",stops");
	if (w->costs.points > 0 && w->rules.over == ORACLE_OVER_BLOCK)
		printf(",over");
	if (w->blocked)
		printf(",blocked");
	if (w->sides)
		printf(",sides");
	if (w->grid->links)
		printf(",links");
	if (w->oracle.wide > 1 || w->oracle.tall > 1)
		printf(",sizes");
	if (has_directions(w))
		printf(",oneway");
	if (w->costs.turn_max > 0)
		printf(",turns");
	if (fr_has_headings(&w->costs))
		printf(",headings");
	if (w->costs.wraps)
		printf(",wrap");
	if (w->oracle.hex)
		printf(",hex");
	if (w->oracle.east != w->oracle.north)
		printf(",oblong");
	if (weighted && w->rules.weigh != ORACLE_ENTER)
		printf(",weigh");
	if (w->oracle.eight && !w->oracle.hex && w->oracle.corners < 2)
		printf(",corners");
	if (weighted)
		printf(",weights");
	printf("}");
}

/* ---- a world as a row -------------------------------------------------------------- */

/* Puts text out as COPY reads it. */
static void
put_text(const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (text[i] == '\n')
			printf("\\n");
		else if (text[i] == '\\')
			printf("\\\\");
		else
			putchar(text[i]);
}

static void
put_line(const char *text, size_t size)
{
	put_text(text, size);
	put_text("\n", 1);
}

static void
put_layer(const fr_layer *layer)
{
	char line[FR_LAYER_LINE_MAX];
	char *row = new_block(fr_layer_row_room(layer, l.w.map.width));

	put_line(line, fr_layer_write_line(layer, line));
	for (uint32_t y = 0; y < l.w.map.height; y++)
		put_line(row, fr_layer_write_row(layer, l.w.map.width, y, row));
	free(row);
}

static void
put_map(void)
{
	size_t size = fr_map_text_size(&l.w.map);
	char *text = new_block(size);
	char line[FR_LINK_TEXT_MAX];

	fr_map_write(&l.w.map, text, &poll);
	put_text(text, size);
	free(text);
	for (int i = 0; i < l.count; i++)
	{
		fr_link link = link_at(&l, i);

		put_line(line, fr_link_write(&link, line));
	}
	for (int i = 0; i < l.w.map.layer_count; i++)
	{
		fr_layer layer;

		fr_map_layer(&l.w.map, i, &layer);
		put_layer(&layer);
	}
}

static void
put_model(void)
{
	char text[FR_MODEL_TEXT_MAX + 1];

	text[fr_model_write(&l.w.model, text)] = 0;
	put_text(text, strlen(text));
}

/* The costs from a cell, which costs something beforehand, to all, as doubles; < 0: no path. */
static void
ask(uint32_t start, oracle_cost before, oracle_cost *costs, double *values)
{
	if (l.w.costs.turn_max > 0)
	{
		ask_turning(&l, &start, &before, 1, &turned);
		memcpy(costs, turned.cost, l.w.grid->cells * sizeof *costs);
	}
	else
		ask_oracle_after(&l, start, before, costs);
	for (uint32_t n = 0; n < l.w.grid->cells; n++)
		values[n] =
			costs[n].a < 0 ? -1 : oracle_value(&l.w.oracle, costs[n]) / (double) l.scale;
}

/* Costs from a cell to all; false: one is out of range. */
static bool
find_costs(uint32_t start, double *values)
{
	oracle_cost costs[SIDE * SIDE];

	ask(start, (oracle_cost){0, 0}, costs, values);
	for (uint32_t n = 0; n < l.w.grid->cells; n++)
	{
		uint64_t cost = units(&l, costs[n]);
		double value;

		if (cost == FR_UNREACHED)
			continue;
		if (cost > l.w.costs.limit)
			return false;
		value = fr_cost_value(&l.w.grid->costs, cost);
		if (fabs(value - values[n]) > 1e-12 * value)
		{
			fprintf(stderr, "%a is not %a\n", value, values[n]);
			world_print(&l.w);
			exit(1);
		}
		values[n] = value;
	}
	return true;
}

/* ---- costs beforehand --------------------------------------------------------------- */

#define FEE 7 /* parts of FEE_PARTS that costs beforehand are multiples of */
#define FEE_PARTS 20

static int
fee_of(uint32_t n)
{
	return (int) (n * 7 % 5);
}

/*
 * Costs from all cells, each of which costs something beforehand. The scale is refined, so that these
 * costs are whole; false: sums would be too large for the oracle.
 */
static bool
find_later(double later[][SIDE * SIDE], double greatest)
{
	oracle_wide number = FEE * l.scale * l.w.oracle.denominator;
	oracle_wide denominator = FEE_PARTS * l.w.oracle.number;
	oracle_wide common = common_divisor(number, denominator);
	oracle_cost costs[SIDE * SIDE];

	number /= common;
	denominator /= common;
	greatest += 2; /* more than any cost beforehand */
	if (l.w.costs.points > 0)
		greatest +=
			(double) l.w.rules.points.number / (double) l.w.rules.points.denominator;
	if (greatest * (double) number / (FEE / (double) FEE_PARTS) > 1e17)
		return false;
	refine_scale(&l, denominator);
	for (uint32_t n = 0; n < l.w.grid->cells; n++)
		ask(n, (oracle_cost){number * fee_of(n), 0}, costs, later[n]);
	return true;
}

/* ---- all of it ------------------------------------------------------------------------ */

static double
put_costs(double values[][SIDE * SIDE])
{
	double greatest = 0;

	printf("\t{");
	for (uint32_t n = 0; n < l.w.grid->cells; n++)
		for (uint32_t m = 0; m < l.w.grid->cells; m++)
		{
			printf(n + m > 0 ? "," : "");
			if (values[n][m] < 0)
			{
				printf("NULL");
				continue;
			}
			printf("%.17g", values[n][m]);
			greatest = fmax(greatest, values[n][m]);
		}
	printf("}");
	return greatest;
}

static void
put_world(uint64_t number)
{
	static double costs[SIDE * SIDE][SIDE * SIDE];
	double greatest;

	for (uint32_t n = 0; n < l.w.grid->cells; n++)
		if (!find_costs(n, costs[n]))
			return;
	printf("%llu\t", (unsigned long long) number);
	put_rules();
	putchar('\t');
	put_map();
	putchar('\t');
	put_model();
	greatest = put_costs(costs);
	printf("\t{");
	for (uint32_t n = 0; n < l.w.grid->cells; n++)
		printf("%s%.17g", n > 0 ? "," : "", (double) (FEE * fee_of(n)) / FEE_PARTS);
	printf("}");
	if (find_later(costs, greatest))
		put_costs(costs);
	else
		printf("\t\\N");
	putchar('\n');
}

/* ---- changed worlds ------------------------------------------------------------------ */

/* A copy of bytes; if it is mixed, with those of other cells here and there. NULL of NULL. */
static uint8_t *
copy_cells(chance *c, const uint8_t *bytes, size_t cells)
{
	uint32_t mixed = chance_below(c, 2) ? chance_below(c, 30) : 0;
	uint8_t *copy = bytes ? exact_copy(bytes, cells) : NULL;

	for (size_t i = 0; copy && i < cells; i++)
		if (chance_below(c, 100) < mixed)
			copy[i] = bytes[chance_below(c, (uint32_t) cells)];
	return copy;
}

/* Puts the world l, changed. */
static void
put_changed(uint64_t number)
{
	chance c = {number * 13 + 7};
	size_t cells = l.w.grid->cells;
	fr_decimal factor = l.w.model.option[FR_LINK];
	world plain;

	l.w.codes = copy_cells(&c, l.w.codes, cells);
	l.w.blocked = copy_cells(&c, l.w.blocked, cells);
	l.w.sides = copy_cells(&c, l.w.sides, cells);
	l.w.packed = NULL;
	memset(l.w.numbers, 0, sizeof l.w.numbers);
	if (chance_below(&c, 2))
		l.w.seed = number; /* and so other layers */
	world_build(&l.w);
	plain = l.w;
	l.w.model.option[FR_LINK] = factor;
	if (plain.status == FR_OK && add_links(&l))
	{
		put_world(number);
		free_grid(l.w.grid);
	}
	world_free(&plain);
}

static void
put_worlds(uint64_t seed)
{
	static linked_world first;
	uint64_t number = seed * (uint64_t) (changes + 1);

	put_world(number);
	first = l;
	for (int i = 1; i <= changes; i++)
	{
		put_changed(number + (uint64_t) i);
		l = first;
	}
}

int
main(int argc, char **argv)
{
	long worlds = argc > 1 ? atol(argv[1]) : 0;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	changes = argc > 3 ? atoi(argv[3]) : 0;
	if (worlds < 1 || changes < 0)
	{
		fprintf(stderr, "usage: random_worlds WORLDS [SEED [CHANGES]]\n");
		return 2;
	}
	for (long i = 0; i < worlds; i++)
		with_all_rules(&l, seed + (uint64_t) i, SIDE, put_worlds);
	return 0;
}
