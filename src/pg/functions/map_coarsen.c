/*
 * map_coarsen.c - gridmap_coarsen: maps of fewer cells
 *
 * A block of factor x factor cells becomes one cell. Blocks at the right and at the bottom may have
 * fewer cells.
 */
#include "pg/consumers.h"
#include "pg/types/types.h"

#include "core/base/text.h"
#include "miscadmin.h"

typedef enum CodesRule
{
	CODES_MAJORITY,
	CODES_WORST
} CodesRule;

typedef enum LayersRule
{
	LAYERS_MEAN,
	LAYERS_LEAST,
	LAYERS_GREATEST
} LayersRule;

static const char *const codes_words[] = {"majority", "worst", NULL};
static const char *const layers_words[] = {"mean", "least", "greatest", NULL};

typedef struct Coarsening
{
	fr_map map;
	uint32 factor;
	uint32 width; /* of the coarse map */
	uint32 height;
	CodesRule codes_rule;
	LayersRule layers_rule;
	uint64 rank[256];  /* by code: the weight, above all others if it is blocked */
	bool missing[256]; /* by code: its cells have no numbers */
	const uint8 *codes;
} Coarsening;

/* ---- arguments ----------------------------------------------------------------- */

/* gridmap_coarsen(map, factor, codes, layers, model, missing) */
static Coarsening
read_arguments(FunctionCallInfo fcinfo)
{
	Coarsening c = {.map = gridmap_open(PG_GETARG_GRIDMAP(0))};
	int32 factor = PG_GETARG_INT32(1);
	fr_model model;
	const text *missing = PG_GETARG_TEXT_PP(5);

	if (factor < 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid factor %d", factor), errdetail("It must be above 0.")));
	c.factor = Min((uint32) factor, FR_MAX_SIDE);
	c.width = (c.map.width + c.factor - 1) / c.factor;
	c.height = (c.map.height + c.factor - 1) / c.factor;
	c.codes_rule = fringe_check_word(PG_GETARG_TEXT_PP(2), "codes", codes_words,
									 "Codes are \"majority\" or \"worst\".");
	c.layers_rule = fringe_check_word(PG_GETARG_TEXT_PP(3), "layers", layers_words,
									  "Layers are \"mean\", \"least\" or \"greatest\".");
	model = gridmodel_parsed(PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(4)));
	consumer_check(CONSUMER_COARSEN, fr_model_rules(&model));
	for (int i = 0; i < FR_CODES; i++)
		c.rank[FR_FIRST_CODE + i] =
			fr_weight_blocks(model.weight[i])
				? UINT64_MAX
				: fr_decimal_scaled(model.weight[i], FR_DECIMAL_DIGITS);
	for (Size i = 0; i < VARSIZE_ANY_EXHDR(missing); i++)
	{
		fringe_check_code(VARDATA_ANY(missing)[i]);
		c.missing[(uint8) VARDATA_ANY(missing)[i]] = true;
	}
	return c;
}

/* ---- codes ----------------------------------------------------------------------- */

/* Cells of the map. */
typedef struct Block
{
	uint32 x;
	uint32 y;
	uint32 end_x;
	uint32 end_y;
} Block;

static Block
block_at(const Coarsening *c, uint32 x, uint32 y)
{
	return (Block){x * c->factor, y * c->factor, Min((x + 1) * c->factor, c->map.width),
				   Min((y + 1) * c->factor, c->map.height)};
}

/* The code of the most cells, or of the largest rank; of equal ones the first, row by row. */
static uint8
code_of_block(const Coarsening *c, Block block, uint32 counts[256])
{
	uint8 best = c->codes[(Size) block.y * c->map.width + block.x];

	for (uint32 y = block.y; y < block.end_y && c->codes_rule == CODES_MAJORITY; y++)
	{
		CHECK_FOR_INTERRUPTS();
		for (uint32 x = block.x; x < block.end_x; x++)
			counts[c->codes[(Size) y * c->map.width + x]]++;
	}
	for (uint32 y = block.y; y < block.end_y; y++)
	{
		CHECK_FOR_INTERRUPTS();
		for (uint32 x = block.x; x < block.end_x; x++)
		{
			uint8 code = c->codes[(Size) y * c->map.width + x];

			if (c->codes_rule == CODES_MAJORITY ? counts[code] > counts[best]
												: c->rank[code] > c->rank[best])
				best = code;
		}
	}
	for (uint32 y = block.y; y < block.end_y && c->codes_rule == CODES_MAJORITY; y++)
	{
		CHECK_FOR_INTERRUPTS();
		for (uint32 x = block.x; x < block.end_x; x++)
			counts[c->codes[(Size) y * c->map.width + x]] = 0;
	}
	return best;
}

static Gridmap *
coarse_codes(const Coarsening *c)
{
	uint8 *codes = gridmap_alloc_codes(c->width, c->height);
	uint32 counts[256] = {0};

	for (uint32 y = 0; y < c->height; y++)
		for (uint32 x = 0; x < c->width; x++)
			codes[(Size) y * c->width + x] = code_of_block(c, block_at(c, x, y), counts);
	return gridmap_from_codes(codes, c->width, c->height);
}

/* ---- links ------------------------------------------------------------------------ */

#define LINK_DECIMALS 6 /* of a cost that is divided */

/* A straight step of the coarse map is `factor` steps, so a link costs so many times fewer. */
static fr_decimal
coarse_cost(fr_decimal cost, uint32 factor)
{
	uint64 divisor = factor * fr_power10(FR_DECIMAL_DIGITS - LINK_DECIMALS);
	uint64 parts = fr_decimal_scaled(cost, FR_DECIMAL_DIGITS);
	fr_decimal coarse = {(parts + divisor / 2) / divisor, LINK_DECIMALS};

	if (factor == 1)
		return cost;
	for (; coarse.scale > 0 && coarse.digits % 10 == 0; coarse.scale--)
		coarse.digits /= 10;
	return coarse;
}

static fr_cell
coarse_cell(const Coarsening *c, fr_cell cell)
{
	return (fr_cell){cell.x / (int32) c->factor, cell.y / (int32) c->factor};
}

/* Links between different blocks. */
static Gridmap *
coarse_links(const Coarsening *c, Gridmap *coarse)
{
	LinkList links = {0};

	for (uint32 i = 0; i < c->map.link_count; i++)
	{
		fr_link link = fr_link_unpack(c->map.links + (Size) i * FR_LINK_BYTES);
		uint8 bytes[FR_LINK_BYTES];
		fr_error error;

		CHECK_FOR_INTERRUPTS();
		if (fr_link_set(&link, coarse_cell(c, link.from), coarse_cell(c, link.to),
						&error) != FR_OK)
			continue;
		link.cost = coarse_cost(link.cost, c->factor);
		link.root2 = link.root2 && link.cost.digits > 0;
		fr_link_pack(&link, bytes);
		gridlink_add(&links, bytes);
	}
	return gridmap_linked(coarse, &links);
}

/* ---- layers ----------------------------------------------------------------------- */

/* The numbers of a block so far. */
typedef struct Tally
{
	uint64 sum;
	uint64 count;
	uint32 least;
	uint32 greatest;
} Tally;

static void
tally(Tally *to, uint32 number)
{
	to->least = to->count == 0 ? number : Min(to->least, number);
	to->greatest = to->count == 0 ? number : Max(to->greatest, number);
	to->sum += number;
	to->count++;
}

/* What a block stores. A mean is rounded to the nearest stored number, halves upward. */
static uint32
number_of_tally(const Tally *of, LayersRule rule)
{
	if (rule == LAYERS_LEAST)
		return of->least;
	if (rule == LAYERS_GREATEST)
		return of->greatest;
	return (uint32) (of->sum / of->count +
					 (of->sum % of->count >= of->count - of->sum % of->count));
}

/* A layer of numbers. Cells without a number count only in blocks that have no others. */
static void
coarse_numbers(const Coarsening *c, const fr_layer *layer, LayerList *list,
			   uint32 *coarse)
{
	Size size = 2 * c->width * sizeof(Tally);
	Tally *tallies = layer_list_alloc(list, size);
	uint32 *row = palloc(c->map.width * sizeof(uint32));

	for (uint32 y = 0; y < c->map.height; y++)
	{
		Size first = (Size) y * c->map.width;

		CHECK_FOR_INTERRUPTS();
		if (y % c->factor == 0)
			memset(tallies, 0, size);
		fr_layer_unpack(layer, first, c->map.width, row);
		for (uint32 x = 0; x < c->map.width; x++)
			tally(&tallies[x / c->factor * 2 + c->missing[c->codes[first + x]]], row[x]);
		if (y + 1 < c->map.height && (y + 1) % c->factor != 0)
			continue;
		for (uint32 x = 0; x < c->width; x++)
		{
			const Tally *known = &tallies[2 * x];

			*coarse++ =
				number_of_tally(known->count > 0 ? known : known + 1, c->layers_rule);
		}
	}
	pfree(row);
	layer_list_free(list, tallies, size);
}

/* Is a cell of a map where a step in this direction leaves its block for one neighbour? */
static bool
leaves_block(const Coarsening *c, fr_cell cell, int direction)
{
	fr_cell next = {cell.x + fr_dx[direction], cell.y + fr_dy[direction]};
	int32 factor = (int32) c->factor;

	/* cells may be negative, so this rounds down */
	return (next.x + factor) / factor - 1 == cell.x / factor + fr_dx[direction] &&
		   (next.y + factor) / factor - 1 == cell.y / factor + fr_dy[direction];
}

/* May so many of all have a property that their block gets? */
static bool
prevails(const Coarsening *c, uint32 some, uint32 all)
{
	return c->codes_rule == CODES_WORST ? some > 0 : 2 * (uint64) some > all;
}

/* A layer of bits, `blocked` or `sides`, which follows the rule of codes. */
static void
coarse_bits(const Coarsening *c, const fr_layer *layer, bool sides, uint32 *coarse)
{
	uint32 *row = palloc(c->factor * sizeof(uint32));

	for (uint32 y = 0; y < c->height; y++)
		for (uint32 x = 0; x < c->width; x++)
		{
			Block block = block_at(c, x, y);
			uint32 set[FR_SIDES] = {0};
			uint32 all[FR_SIDES] = {0};
			uint32 bits = 0;

			for (uint32 v = block.y; v < block.end_y; v++)
			{
				CHECK_FOR_INTERRUPTS();
				fr_layer_unpack(layer, (Size) v * c->map.width + block.x,
								block.end_x - block.x, row);
				for (uint32 u = block.x; u < block.end_x; u++)
					for (int bit = 0; bit < (sides ? FR_SIDES : 1); bit++)
					{
						if (sides && !leaves_block(c, (fr_cell){(int32) u, (int32) v},
												   fr_side_direction[bit]))
							continue;
						all[bit]++;
						set[bit] += row[u - block.x] >> bit & 1;
					}
			}
			for (int bit = 0; bit < FR_SIDES; bit++)
				bits |= (uint32) prevails(c, set[bit], all[bit]) << bit;
			*coarse++ = bits;
		}
	pfree(row);
}

static Gridmap *
coarse_layers(const Coarsening *c, Gridmap *coarse)
{
	LayerList list = {0};
	Size cells = (Size) c->width * c->height;

	for (int i = 0; i < c->map.layer_count; i++)
	{
		uint32 *stored = layer_list_alloc(&list, cells * sizeof(uint32));
		fr_layer layer;
		fr_span name;

		fr_map_layer(&c->map, i, &layer);
		name = (fr_span){layer.name, layer.name_length};
		if (fr_span_is(name, FR_LAYER_BLOCKED) || fr_span_is(name, FR_LAYER_SIDES))
			coarse_bits(c, &layer, fr_span_is(name, FR_LAYER_SIDES), stored);
		else
			coarse_numbers(c, &layer, &list, stored);
		layer_list_put(&list, layer, stored, cells);
		layer_list_free(&list, stored, cells * sizeof(uint32));
	}
	return gridmap_layered(coarse, &list);
}

FRINGE_FUNCTION(gridmap_coarsen)
{
	Coarsening c = read_arguments(fcinfo);

	c.codes = gridmap_codes_of(&c.map);
	PG_RETURN_POINTER(coarse_layers(&c, coarse_links(&c, coarse_codes(&c))));
}
