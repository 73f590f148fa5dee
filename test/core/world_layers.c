/*
 * world_layers.c - layers of a random map, and what a random model says of them
 */
#include "core/grid/grid_layers.h"
#include "world.h"

#define NAMES WORLD_LAYERS
#define HEIGHT 2 /* the layer of heights, unless the model names */
#define RIVERS 3 /* marks sides, or nothing */
#define OTHER_HEIGHT 5

static const char *const names[NAMES] = {"cost",   "danger",   "height",
										 "rivers", "threat_2", "z"};

typedef struct packed_layer
{
	fr_layer layer;
	uint32_t *stored;
} packed_layer;

static fr_decimal
decimal_of(oracle_fraction f)
{
	char text[40];
	fr_decimal decimal;
	fr_error error;

	sprintf(text, "%lld.%09lld", (long long) (f.number / f.denominator),
			(long long) (f.number % f.denominator * (1000000000 / f.denominator)));
	if (fr_span_amount((fr_span){text, strlen(text)}, &decimal, &error))
		abort();
	return decimal;
}

static oracle_fraction
small_number(chance *c)
{
	static const int64_t tens[] = {1, 1, 1, 10, 10, 100};

	return (oracle_fraction){chance_below(c, 12), tens[chance_below(c, 6)]};
}

#define CLIFF 70000

/* Few values, many values, one value, and slopes; some of them with a cliff. */
static uint32_t *
random_numbers(chance *c, const world *w, uint32_t most)
{
	size_t cells = (size_t) w->width * (size_t) w->height;
	uint32_t *stored = new_block(cells * sizeof *stored);
	uint32_t kind = chance_below(c, 4);
	uint32_t first = chance_below(c, most + 1);
	uint32_t slope = chance_below(c, 4);
	uint32_t cliff =
		chance_below(c, 3) ? UINT32_MAX : chance_below(c, (uint32_t) w->width);

	for (size_t i = 0; i < cells; i++)
	{
		uint32_t x = (uint32_t) (i % (size_t) w->width);
		uint32_t y = (uint32_t) (i / (size_t) w->width);

		stored[i] =
			(uint32_t) (kind == 0	? first
						: kind == 1 ? chance_below(c, 2) * first
						: kind == 2 ? chance_below(c, most + 1)
									: (x * slope + y + chance_below(c, 2)) % (most + 1));
		if (x >= cliff) /* so that the layer takes 32 bits */
			stored[i] += CLIFF;
	}
	return stored;
}

/* Adds a key to the text of a model. */
static void
add_word(world *w, const char *key, const char *name, const char *value)
{
	char *end = strrchr(w->text, ')');
	char *begin = strchr(w->text, '(');
	char text[100];

	sprintf(text, "%s%s=%s", key, name, value);
	if (!end)
	{
		sprintf(w->text + strlen(w->text), "(%s)", text);
		return;
	}
	begin += 1 + strspn(begin + 1, " \t\r\n");
	sprintf(end, begin == end ? "%s)" : ", %s)", text);
}

static void
add_key(world *w, const char *key, const char *name, oracle_fraction value)
{
	char number[FR_DECIMAL_TEXT_MAX + 1];

	*fr_put_decimal(number, decimal_of(value)) = 0;
	add_word(w, key, name, number);
}

static fr_layer
named(const char *name, oracle_fraction scale, oracle_fraction offset, bool below)
{
	return (fr_layer){.name = name,
					  .name_length = (int) strlen(name),
					  .scale = decimal_of(scale),
					  .offset = decimal_of(offset),
					  .below = below && offset.number > 0};
}

/* The numbers of a layer, in parts of 1 / denominator. */
static int32_t *
numbers_of(const world *w, const fr_layer *layer, const uint32_t *stored,
		   int64_t *denominator)
{
	size_t cells = (size_t) w->width * (size_t) w->height;
	int32_t *numbers = new_block(cells * sizeof *numbers);
	fr_layer_scale scale;

	if (!fr_layer_scale_of(layer, &scale))
		abort();
	*denominator = 1;
	for (uint32_t i = 0; i < scale.decimals; i++)
		*denominator *= 10;
	for (size_t i = 0; i < cells; i++)
		numbers[i] = (int32_t) (scale.first + scale.step * stored[i]);
	return numbers;
}

/* Rare or frequent marks, mostly of both cells at a side, as rivers have them. */
static uint32_t *
random_sides(chance *c, const world *w)
{
	size_t cells = (size_t) w->width * (size_t) w->height;
	uint32_t *stored = new_block(cells * sizeof *stored);
	uint32_t density = 1 + chance_below(c, 60);

	memset(stored, 0, cells * sizeof *stored);
	for (size_t i = 0; i < cells; i++)
	{
		if (chance_below(c, 100) >= density)
			continue;
		if (chance_below(c, 4) == 0)
			stored[i] |= chance_below(c, 1u << FR_SIDES);
		else if (chance_below(c, 2) && (i + 1) % (size_t) w->width > 0)
			stored[i] |= 2, stored[i + 1] |= 8;
		else if (i + (size_t) w->width < cells)
			stored[i] |= 4, stored[i + (size_t) w->width] |= 1;
	}
	return stored;
}

/* A packed map with these layers in place of the world's. */
static void
repack(world *w, packed_layer *layers, int count)
{
	size_t cells = (size_t) w->width * (size_t) w->height;
	static const uint8_t digest[FR_GROUND_BYTES];
	fr_poll poll = no_poll();
	size_t bytes = 0;
	fr_error error;
	uint8_t *packed;
	uint8_t *to;

	for (int i = 0; i < count; i++)
	{
		fr_layer_measure(&layers[i].layer, layers[i].stored, cells, &poll);
		bytes += fr_layer_size(&layers[i].layer, cells);
	}
	bytes = fr_map_layered_size(&w->map, bytes);
	packed = new_block(bytes);
	to = fr_map_put_layers(packed, &w->map, digest, count, &poll);
	for (int i = 0; i < count; i++)
	{
		fr_layer_pack(&layers[i].layer, layers[i].stored, cells, to, &poll);
		to += fr_layer_size(&layers[i].layer, cells);
	}
	if (fr_map_open_layered(packed, bytes, &w->map, &error) ||
		fr_map_check_layers(&w->map, &poll, &error))
		abort();
	free(w->packed);
	w->packed = packed;
}

static bool
is_oblong(const world *w)
{
	return w->rules.dx.denominator || w->rules.dy.denominator;
}

/* Limits of grades are a table of slopes whose factors are 1. */
static void
add_grades(world *w, chance *c)
{
	oracle_layers *o = &w->layers;
	char up[FR_DECIMAL_TEXT_MAX + 1];
	char down[FR_DECIMAL_TEXT_MAX + 1];
	char table[2 * sizeof up + 10];

	o->steepest_up = small_number(c);
	o->steepest_down = small_number(c);
	o->steepest_up.number++;
	o->cell = small_number(c);
	o->cell.number++;
	*fr_put_decimal(up, decimal_of(o->steepest_up)) = 0;
	*fr_put_decimal(down, decimal_of(o->steepest_down)) = 0;
	sprintf(table, "-%s:1|%s:1", down, up);
	add_word(w, "slope", "", table);
	add_key(w, "cell", "", o->cell);
}

static void
add_heights(world *w, chance *c)
{
	oracle_layers *o = &w->layers;

	o->rise = o->drop = (oracle_fraction){0, 1};
	o->climb = o->fall = o->steepest_up = o->steepest_down = (oracle_fraction){0, 0};
	if (w->height_layer == OTHER_HEIGHT)
		add_word(w, "height", "", names[OTHER_HEIGHT]);
	if (world_multiplied && (is_oblong(w) || chance_below(c, 3) == 0))
		add_grades(w, c);
	if (is_oblong(w)) /* prices and limits are refused */
		return;
	o->rise = small_number(c);
	o->drop = chance_below(c, 2) ? small_number(c) : (oracle_fraction){0, 1};
	o->climb = chance_below(c, 3) ? (oracle_fraction){0, 0} : small_number(c);
	o->fall = chance_below(c, 3) ? (oracle_fraction){0, 0} : small_number(c);
	if (chance_below(c, 4) == 0)
		o->fall = o->climb;
	add_key(w, "rise", "", o->rise);
	add_key(w, "drop", "", o->drop);
	if (o->climb.denominator)
		add_key(w, "climb", "", o->climb);
	if (o->fall.denominator)
		add_key(w, "fall", "", o->fall);
}

/* Sets blocked cells and closed sides, before the world is built. */
void
world_draw_ground(world *w)
{
	chance c = {w->seed * 11 + 5};
	size_t cells = (size_t) w->width * (size_t) w->height;
	uint32_t density = 1 + chance_below(&c, 40);

	if (chance_below(&c, 100) < world_blocked)
	{
		w->blocked = new_block(cells);
		for (size_t i = 0; i < cells; i++)
			w->blocked[i] = chance_below(&c, 100) < density;
	}
	if (chance_below(&c, 100) >= world_sided)
		return;
	w->sides = new_block(cells);
	memset(w->sides, 0, cells);
	density = 1 + chance_below(&c, 40);
	for (size_t i = 0; i < cells; i++)
	{
		size_t across[] = {(size_t) w->width, 1};

		if (chance_below(&c, 100) >= density)
			continue;
		w->sides[i] |= (uint8_t) (1u << chance_below(&c, FR_SIDES));
		/* mostly walls: E of a cell and W of the next one, or S and N */
		for (int k = 0; k < 2; k++)
			if (i + across[k] < cells && (k == 0 || (i + 1) % (size_t) w->width > 0) &&
				chance_below(&c, 2))
			{
				w->sides[i] |= (uint8_t) (k ? 2 : 4);
				w->sides[i + across[k]] |= (uint8_t) (k ? 8 : 1);
			}
	}
}

/* A layer of whole numbers of these bytes. */
static packed_layer
bytes_as_layer(const world *w, const char *name, const uint8_t *bytes)
{
	size_t cells = (size_t) w->width * (size_t) w->height;
	packed_layer packed = {.layer = {.name = name,
									 .name_length = (int) strlen(name),
									 .scale = fr_decimal_one},
						   .stored = new_block(cells * sizeof(uint32_t))};

	for (size_t i = 0; i < cells; i++)
		packed.stored[i] = bytes[i];
	return packed;
}

static int
compare_layers(const void *a, const void *b)
{
	return strcmp(((const packed_layer *) a)->layer.name,
				  ((const packed_layer *) b)->layer.name);
}

/*
 * Draws layers with numbers that costs take exactly, keys for some of them, and packs them with
 * the map. A layer that no key names stays in the map.
 */
void
world_pack_layers(world *w)
{
	chance c = {w->seed * 7 + 3};
	packed_layer layers[NAMES + 2];
	int prices = 0;
	int roads = 0;
	int marks = 0;
	int stops = 0;
	int count = 0;

	for (int i = 0; i < NAMES && w->rules.layers; i++, count++)
	{
		static const int64_t tens[] = {1, 1, 10, 100};
		bool is_height = i == w->height_layer;
		bool marked = i == RIVERS || w->side_layers >> i & 1;
		oracle_fraction scale = {1 + chance_below(&c, 5), tens[chance_below(&c, 4)]};
		oracle_fraction offset = {chance_below(&c, 30), tens[chance_below(&c, 4)]};
		uint32_t most = chance_below(&c, 3) ? 12 : 300;
		int32_t *numbers;
		int64_t denominator;
		bool ends_only;

		if (w->road_layers >> i & 1 && chance_below(&c, 3))
			offset.number = 0; /* some cells are on no road */
		if (marked)
			scale = (oracle_fraction){1, 1}, offset = (oracle_fraction){0, 1};
		/* numbers of a layer that only ends turns may be negative */
		ends_only = w->stop_layers >> i & 1 && i != w->friction_layer &&
					!((w->named_layers | w->road_layers) >> i & 1);
		layers[i].layer =
			named(names[i], scale, offset, (is_height || ends_only) && !marked);
		layers[i].stored = marked ? random_sides(&c, w) : random_numbers(&c, w, most);
		numbers = numbers_of(w, &layers[i].layer, layers[i].stored, &denominator);
		w->numbers[i] = numbers;
		if (is_height && w->layers.height)
		{
			w->layers.height = numbers;
			w->layers.height_denominator = denominator;
		}
		else if (i == w->friction_layer)
		{
			w->layers.friction = numbers;
			w->layers.friction_denominator = denominator;
		}
		else if (!is_height && w->named_layers >> i & 1)
		{
			w->layers.number[prices] = numbers;
			w->layers.denominator[prices++] = denominator;
		}
		if (w->road_layers >> i & 1)
			w->layers.road[roads++] = numbers;
		if (w->side_layers >> i & 1)
			w->layers.mark[marks++] = numbers;
		if (w->stop_layers >> i & 1)
			w->layers.stop[stops++] = numbers;
	}
	if (w->blocked)
		layers[count++] = bytes_as_layer(w, FR_LAYER_BLOCKED, w->blocked);
	if (w->sides)
		layers[count++] = bytes_as_layer(w, FR_LAYER_SIDES, w->sides);
	qsort(layers, (size_t) count, sizeof *layers, compare_layers);
	repack(w, layers, count);
	for (int i = 0; i < count; i++)
		free(layers[i].stored);
}

/* Marks that a world reads heights or friction, until its layers are drawn. */
static const int32_t no_heights;

/* Keys of prices, heights and friction. */
static void
add_cell_keys(world *w, chance *c)
{
	for (int i = 0; i < NAMES; i++)
		if (i == w->height_layer ? chance_below(c, 2)
								 : i != HEIGHT && i != RIVERS && chance_below(c, 3) == 0)
		{
			oracle_fraction price = small_number(c);

			if (i == w->height_layer)
			{
				w->layers.height = &no_heights;
				add_heights(w, c);
				continue;
			}
			if (world_multiplied && w->friction_layer < 0 && chance_below(c, 2))
			{
				w->friction_layer = i;
				w->layers.friction = &no_heights;
				add_word(w, "friction", "", names[i]);
				continue;
			}
			if (is_oblong(w))
				continue;
			w->named_layers |= 1u << i;
			w->layers.cost[w->layers.prices++] = price;
			add_key(w, "layer.", names[i], price);
		}
}

/* Keys of layers that end turns, which may have other uses, too. */
static void
add_stop_keys(world *w, chance *c)
{
	for (int i = 0; i < NAMES; i++)
		if (chance_below(c, 3) == 0)
		{
			bool never = chance_below(c, 3) == 0;

			w->stop_layers |= 1u << i;
			w->layers.never[w->layers.stops++] = never;
			add_word(w, "stop.", names[i], never ? "never" : "end");
		}
}

/* Keys of roads, which may have other uses, too, and of marked sides. */
static void
add_edge_keys(world *w, chance *c)
{
	uint32_t used = w->named_layers;

	if (w->layers.height)
		used |= 1u << w->height_layer;
	if (w->friction_layer >= 0)
		used |= 1u << w->friction_layer;
	for (int i = 0; i < NAMES; i++)
		if (i == RIVERS || (!(used >> i & 1) && chance_below(c, 4) == 0))
		{
			oracle_fraction cost = small_number(c);

			if (chance_below(c, 3) == 0 || w->layers.marks == FR_MAX_SIDE_LAYERS)
				continue;
			w->side_layers |= 1u << i;
			w->layers.across[w->layers.marks++] = cost;
			add_key(w, "side.", names[i], cost);
		}
	for (int i = 0; i < NAMES; i++)
		if (chance_below(c, 4) == 0)
		{
			oracle_fraction cost = small_number(c);

			w->road_layers |= 1u << i;
			w->layers.along[w->layers.roads++] = cost;
			add_key(w, "road.", names[i], cost);
		}
}

/* Adds keys of layers to the model, before the world is built. */
void
world_add_layers(world *w)
{
	chance c = {w->seed * 5 + 1};

	w->named_layers = w->road_layers = w->side_layers = w->stop_layers = 0;
	w->friction_layer = -1;
	w->height_layer = chance_below(&c, 3) ? HEIGHT : OTHER_HEIGHT;
	if (chance_below(&c, 100) < world_layered && (!is_oblong(w) || world_multiplied))
		add_cell_keys(w, &c);
	if (world_edged && chance_below(&c, 100) < world_edged)
		add_edge_keys(w, &c);
	if (w->rules.points.denominator && chance_below(&c, 100) < world_layered)
		add_stop_keys(w, &c);
}

void
world_bind(world *w, fr_error *error)
{
	malloc_arena scratch = malloc_arena_make(&scratch);
	fr_poll poll = no_poll();

	w->base = w->grid;
	w->grid = fr_grid_bind(w->base, &w->map, &w->model, &malloc_grid_arena(w->base)->core,
						   &scratch.core, &poll, error);
	malloc_arena_clear(&scratch);
	w->status = w->grid ? FR_OK : error->status;
	if (w->grid)
		w->costs = w->grid->costs;
	if (w->grid && !world_rounds && w->costs.rounded)
	{
		w->status = FR_LAYER_FINE; /* rounded costs are those of test_factors.c */
		w->grid = NULL;
	}
}

void
world_free_layers(world *w)
{
	for (int i = 0; i < WORLD_LAYERS; i++)
		free(w->numbers[i]);
	free(w->blocked);
	free(w->sides);
}
