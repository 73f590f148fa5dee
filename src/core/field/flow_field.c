/*
 * flow_field.c - packed flow fields: the next step from every cell to the nearest goal
 *
 * The packed form, all numbers little-endian.  Behind the cells, version 2 has links, version 3
 * costs of goals, and version 4 these costs and then links. Versions 5 to 8 are versions 1 to 4
 * with prices of layers before them, and versions 9 to 12 with costs of steps.
 *
 *     0        1        2        4         8          12        14
 *     +--------+--------+--------+---------+----------+---------+-- - - -
 *     | version|  bits  | codes n|  width  |  height  | model m | ...
 *     +--------+--------+--------+---------+----------+---------+-- - - -
 *
 *         n bytes  m bytes   half byte per cell    `bits` per cell
 *     - - +--------+---------+---------------------+------------------+
 *         | codes  |  model  |       steps         |     terrain      |
 *     - - +--------+---------+---------------------+------------------+
 *
 *     codes    the codes of the map, ascending; with the model they give the costs of steps
 *     model    the canonical text of the model
 *     steps    a direction (0 to 7), FR_AT_GOAL, FR_NO_STEP or with links FR_LINK_STEP
 *     terrain  positions in the codes, for the weights; 0 if there is no step. `bits`
 *              is 0 if all passable codes weigh the same, else 1, 2, 4 or 8, the fewest
 *              that number n codes
 *
 * Cells are stored row by row, the first one in the lowest bits of a byte. Unused bits
 * are 0. Costs are not stored: the cost of a cell is the sum of the steps from there to
 * the goal. The first 12 bytes are laid out as in a map, so fr_map_peek reads the size of
 * both.
 *
 * Versions 5 to 8 have behind the cells:
 *
 *     4 bytes   1 byte   b bytes for each cell
 *     +--------+--------+--------------+
 *     | parts  |   b    |    prices    |
 *     +--------+--------+--------------+
 *
 *     parts    into which the unit of costs is divided (fr_costs_refine)
 *     b        the fewest bytes that hold the largest price
 *     prices   what layers of the map add to the step from a cell, in that unit, under root2 in
 *              multiples of FR_ROOT2_STRAIGHT units; 0 if there is no step, or a link
 *
 * Versions 9 to 12, of models with factors (factors.h) or prices of edges (edge_prices.h), have behind the cells:
 *
 *     4 bytes   1 byte   1 byte    8 bytes     8 bytes    8 bytes  8 bytes   b bytes for each cell
 *     +--------+--------+-------+-----------+-------------+-------+-------+--------------+
 *     | parts  |   b    | root2 | numerator | denominator |  one  | limit |    costs     |
 *     +--------+--------+-------+-----------+-------------+-------+-------+--------------+
 *
 *     parts ... limit   those of fr_costs, which without the layers of the map are unknown
 *     b                 the fewest bytes that hold the largest cost
 *     costs             what the step from a cell costs, also if it is a link
 *
 * Their cells have no terrain.
 *
 * Versions 3, 4, 7, 8, 11 and 12 have behind that:
 *
 *     4 bytes   4 bytes   8 bytes each
 *     +--------+---------+--------------+
 *     | parts  |  goals  |    costs     |
 *     +--------+---------+--------------+
 *
 *     parts    into which the unit of costs is divided
 *     costs    what each cell with FR_AT_GOAL costs, in that unit, in the order of cells; not
 *              all of them are 0
 *
 * Versions of even number have behind that:
 *
 *     4 bytes  FR_LINK_BYTES each  4 bytes  4 bytes each
 *     +-------+-------------------+--------+------------+
 *     | links |    the map's      |  taken |   taken    |
 *     +-------+-------------------+--------+------------+
 *
 *     taken    the links that are steps, by the cells where they begin: twice the number of
 *              the link, plus 1 if it is taken from its second end
 *
 * All links of the map are stored, because the unit of costs depends on them. If blocked cells
 * leave no link that a step could be, they are stored with prices and with costs only, which are in
 * that unit.
 */
#include "core/field/flow_field.h"

#include <string.h>

#include "core/base/base.h"
#include "core/base/bytes.h"
#include "core/grid/grid_links.h"
#include "core/grid/route.h"
#include "core/search/dijkstra.h"
#include "core/search/workspace.h"

/* A version less 1 is a set of parts that a field has behind its cells. */
#define FIELD_VERSION 1
#define FIELD_LINKED 1
#define FIELD_COSTED 2
#define FIELD_PRICED 4
#define FIELD_FACTORED 8 /* not together with FIELD_PRICED */
#define LATEST_VERSION (FIELD_VERSION + FIELD_LINKED + FIELD_COSTED + FIELD_FACTORED)
#define PRICES_HEADER 5
#define UNIT_HEADER 33 /* the rest of the header of costs of steps */
#define FIELD_HEADER 14
#define STEP_BITS 4
#define MOST_OF_UNIT 1e18 /* numerators and denominators that packing writes are below */

/* ---- cells and bits ---------------------------------------------------------- */

static fr_cell
cell_of(const fr_field *field, uint32_t cell)
{
	return (fr_cell){(int32_t) (cell % field->terrain.width),
					 (int32_t) (cell / field->terrain.width)};
}

static uint32_t
index_of(const fr_field *field, fr_cell at)
{
	return (uint32_t) at.y * field->terrain.width + (uint32_t) at.x;
}

static size_t
bytes_for(uint32_t cells, int bits)
{
	return ((size_t) cells * (size_t) bits + 7) / 8;
}

/* Sets entry i of an array of zeros. */
static void
put_bits(uint8_t *bytes, int bits, size_t i, unsigned value)
{
	size_t bit = i * (size_t) bits;

	bytes[bit / 8] |= (uint8_t) (value << bit % 8);
}

static unsigned
get_bits(const uint8_t *bytes, int bits, size_t i)
{
	size_t bit = i * (size_t) bits;

	return bytes[bit / 8] >> bit % 8 & ((1u << bits) - 1);
}

static bool
is_padded(const uint8_t *bytes, uint32_t cells, int bits)
{
	unsigned used = (unsigned) cells * (unsigned) bits % 8;

	return used == 0 || bytes[bytes_for(cells, bits) - 1] >> used == 0;
}

/* ---- packing ----------------------------------------------------------------- */

static bool
has_factors(const fr_grid *grid)
{
	return grid->prices && (grid->prices->factors || grid->prices->edges);
}

static int
terrain_bits(const fr_costs *costs, bool factored, int code_count)
{
	return costs->uniform || factored ? 0 : fr_bits_for(code_count);
}

static size_t
size_of(uint32_t cells, int bits, size_t code_count, size_t model_length)
{
	return FIELD_HEADER + code_count + model_length + bytes_for(cells, STEP_BITS) +
		   bytes_for(cells, bits);
}

/*
 * After a sweep back from the goals: is a link the step of the cell where the i-th arc
 * begins? Counts each cell once, at its first arc.
 */
static bool
is_link_step(const fr_links *links, const fr_workspace *workspace, uint32_t i)
{
	uint32_t from = links->ahead.at[i].from;

	return (i == 0 || links->ahead.at[i - 1].from != from) &&
		   fr_distance(workspace, from) != FR_UNREACHED &&
		   workspace->nodes[from].key & FR_KEY_LINKED;
}

static uint32_t
count_link_steps(const fr_links *links, const fr_workspace *workspace,
				 const fr_poll *poll)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < links->count; i++)
	{
		fr_poll_at(poll, i);
		count += is_link_step(links, workspace, i);
	}
	return count;
}

static uint8_t *
put_number(uint8_t *to, uint32_t number)
{
	fr_put32(to, 0, number);
	return to + sizeof number;
}

/* The bytes of the links; 0 if they are not stored. */
static size_t
links_size(const fr_grid *grid, bool in_unit, const fr_workspace *workspace,
		   const fr_poll *poll)
{
	uint32_t taken = grid->links ? count_link_steps(grid->links, workspace, poll) : 0;

	if (grid->links == NULL && !(in_unit && grid->packed_links))
		return 0;
	return (size_t) grid->packed_link_count * FR_LINK_BYTES +
		   (2 + (size_t) taken) * sizeof(uint32_t);
}

static void
put_links(const fr_grid *grid, const fr_workspace *workspace, uint8_t *to,
		  const fr_poll *poll)
{
	const fr_links *links = grid->links;
	size_t size = (size_t) grid->packed_link_count * FR_LINK_BYTES;

	to = put_number(to, grid->packed_link_count);
	memcpy(to, grid->packed_links, size);
	to = put_number(to + size, links ? count_link_steps(links, workspace, poll) : 0);
	for (uint32_t i = 0; links && i < links->count; i++)
	{
		uint32_t from = links->ahead.at[i].from;

		fr_poll_at(poll, i);
		if (is_link_step(links, workspace, i))
		{
			uint32_t node = fr_dijkstra_arc_node(grid, &links->ahead, from);

			to = put_number(to, links->back.at[workspace->nodes[node].next].link);
		}
	}
}

/* Is the cell a goal after a sweep back from the goals? */
static bool
is_goal(const fr_workspace *workspace, uint32_t n)
{
	return fr_distance(workspace, n) != FR_UNREACHED &&
		   workspace->nodes[n].key & FR_KEY_SOURCE;
}

/* The bytes of the goals' costs; 0 if they cost nothing. */
static size_t
goals_size(const fr_grid *grid, const fr_workspace *workspace, const fr_poll *poll)
{
	size_t goals = 0;
	bool costed = false;

	for (uint32_t n = 0; n < grid->cells; n++)
	{
		fr_poll_at(poll, n);
		if (is_goal(workspace, n))
		{
			goals++;
			costed |= fr_distance(workspace, n) > 0;
		}
	}
	return costed ? 2 * sizeof(uint32_t) + goals * sizeof(uint64_t) : 0;
}

static void
put_goals(const fr_grid *grid, const fr_workspace *workspace, uint8_t *to, size_t size,
		  const fr_poll *poll)
{
	to = put_number(to, grid->costs.parts);
	to = put_number(to, (uint32_t) ((size - 2 * sizeof(uint32_t)) / sizeof(uint64_t)));
	for (uint32_t n = 0; n < grid->cells; n++)
	{
		fr_poll_at(poll, n);
		if (is_goal(workspace, n))
		{
			fr_put64(to, 0, fr_distance(workspace, n));
			to += sizeof(uint64_t);
		}
	}
}

/* The step of a cell after a sweep towards the goals. */
static unsigned
step_of(const fr_grid *grid, const fr_workspace *workspace, uint32_t n)
{
	uint64_t distance = fr_distance(workspace, n);

	if (distance == FR_UNREACHED)
		return FR_NO_STEP;
	if (workspace->nodes[n].key & FR_KEY_SOURCE)
		return FR_AT_GOAL;
	if (grid->links && workspace->nodes[n].key & FR_KEY_LINKED)
		return FR_LINK_STEP;
	return (unsigned) fr_opposite((int) (workspace->nodes[n].key & FR_KEY_PARENT));
}

/* ---- prices of layers, and costs of steps --------------------------------------- */

/* A number that divides all prices. */
static uint64_t
price_unit(const fr_costs *costs, bool factored)
{
	return costs->root2 && !factored ? FR_ROOT2_STRAIGHT : 1;
}

/* The cell where the link of a cell leads, after a sweep towards the goals. */
static uint32_t
end_of_link(const fr_grid *grid, const fr_workspace *workspace, uint32_t n)
{
	uint32_t node = fr_dijkstra_arc_node(grid, &grid->links->ahead, n);

	return grid->links->back.at[workspace->nodes[node].next].from;
}

static uint64_t
cost_of_step(const fr_grid *grid, const fr_workspace *workspace, uint32_t n,
			 unsigned step)
{
	uint32_t to;

	if (step != FR_LINK_STEP && step >= FR_DIRECTIONS)
		return 0;
	to = step == FR_LINK_STEP ? end_of_link(grid, workspace, n)
							  : n + (uint32_t) grid->offset[step];
	return fr_distance(workspace, n) - fr_distance(workspace, to);
}

/* What layers add to the step of a cell, in that unit, or with factors what it costs. */
static uint64_t
price_of_step(const fr_grid *grid, const fr_workspace *workspace, uint32_t n)
{
	unsigned step = step_of(grid, workspace, n);

	if (has_factors(grid))
		return cost_of_step(grid, workspace, n, step);
	if (step >= FR_DIRECTIONS)
		return 0;
	return fr_prices_between(grid->prices, n, n + (uint32_t) grid->offset[step],
							 (int) step) /
		   price_unit(&grid->costs, false);
}

static int
bytes_of(uint64_t number)
{
	int bytes = 0;

	for (; number > 0; number >>= 8)
		bytes++;
	return bytes;
}

/* The bytes of each price; the most expensive one needs them all. */
static int
price_bytes(const fr_grid *grid, const fr_workspace *workspace, const fr_poll *poll)
{
	uint64_t most = 0;

	for (uint32_t n = 0; n < grid->cells; n++)
	{
		uint64_t price = price_of_step(grid, workspace, n);

		fr_poll_at(poll, n);
		most = price > most ? price : most;
	}
	return bytes_of(most);
}

static size_t
prices_size(const fr_grid *grid, const fr_workspace *workspace, const fr_poll *poll)
{
	if (grid->prices == NULL)
		return 0;
	return PRICES_HEADER + (has_factors(grid) ? UNIT_HEADER : 0) +
		   (size_t) grid->cells * (size_t) price_bytes(grid, workspace, poll);
}

static uint8_t *
put_double(uint8_t *to, double number)
{
	uint64_t bits;

	memcpy(&bits, &number, sizeof bits);
	fr_put64(to, 0, bits);
	return to + sizeof bits;
}

static uint8_t *
put_unit(const fr_costs *costs, uint8_t *to)
{
	*to++ = costs->root2;
	to = put_double(to, costs->numerator);
	to = put_double(to, costs->denominator);
	fr_put64(to, 0, costs->one);
	fr_put64(to, 1, costs->limit);
	return to + 2 * sizeof(uint64_t);
}

static void
put_prices(const fr_grid *grid, const fr_workspace *workspace, uint8_t *to,
		   const fr_poll *poll)
{
	int bytes = price_bytes(grid, workspace, poll);

	to = put_number(to, grid->costs.parts);
	*to++ = (uint8_t) bytes;
	if (has_factors(grid))
		to = put_unit(&grid->costs, to);
	for (uint32_t n = 0; n < grid->cells; n++)
	{
		uint64_t price = price_of_step(grid, workspace, n);

		fr_poll_at(poll, n);
		for (int i = 0; i < bytes; i++)
			*to++ = (uint8_t) (price >> 8 * i);
	}
}

/* The price of a cell, in multiples of price_unit. */
static uint64_t
price_at(const fr_field *field, uint32_t n)
{
	size_t bytes = (size_t) field->price_bytes;
	uint64_t price = 0;

	for (size_t i = 0; i < bytes; i++)
		price |= (uint64_t) field->prices[n * bytes + i] << 8 * i;
	return price;
}

/* ---- packing, continued ------------------------------------------------------ */

size_t
fr_field_size(const fr_grid *grid, size_t model_length, const fr_workspace *workspace,
			  const fr_poll *poll)
{
	size_t in_unit =
		prices_size(grid, workspace, poll) + goals_size(grid, workspace, poll);

	return size_of(grid->cells,
				   terrain_bits(&grid->costs, has_factors(grid), grid->code_count),
				   (size_t) grid->code_count, model_length) +
		   in_unit + links_size(grid, in_unit > 0, workspace, poll);
}

static void
pack_cells(const fr_grid *grid, int bits, const fr_workspace *workspace, uint8_t *steps,
		   const fr_poll *poll)
{
	uint8_t *terrain = steps + bytes_for(grid->cells, STEP_BITS);

	fr_fill(steps, 0, bytes_for(grid->cells, STEP_BITS) + bytes_for(grid->cells, bits),
			poll);
	for (uint32_t n = 0; n < grid->cells; n++)
	{
		unsigned step = step_of(grid, workspace, n);

		fr_poll_at(poll, n);
		put_bits(steps, STEP_BITS, n, step);
		if (bits > 0 && step != FR_NO_STEP)
			put_bits(terrain, bits, n, grid->terrain[n]);
	}
}

void
fr_field_pack(const fr_grid *grid, const char *model, size_t model_length,
			  const fr_workspace *workspace, uint8_t *packed, const fr_poll *poll)
{
	int bits = terrain_bits(&grid->costs, has_factors(grid), grid->code_count);
	size_t codes = (size_t) grid->code_count;
	size_t plain = size_of(grid->cells, bits, codes, model_length);
	size_t prices = prices_size(grid, workspace, poll);
	size_t goals = goals_size(grid, workspace, poll);
	uint8_t *behind = packed + plain;

	packed[0] = FIELD_VERSION;
	if (prices > 0)
	{
		put_prices(grid, workspace, behind, poll);
		behind += prices;
		packed[0] += has_factors(grid) ? FIELD_FACTORED : FIELD_PRICED;
	}
	if (goals > 0)
	{
		put_goals(grid, workspace, behind, goals, poll);
		behind += goals;
		packed[0] += FIELD_COSTED;
	}
	if (links_size(grid, prices + goals > 0, workspace, poll) > 0)
	{
		put_links(grid, workspace, behind, poll);
		packed[0] += FIELD_LINKED;
	}
	packed[1] = (uint8_t) bits;
	fr_put16(packed, 1, (uint16_t) codes);
	fr_put32(packed, 1, grid->width);
	fr_put32(packed, 2, grid->height);
	fr_put16(packed, 6, (uint16_t) model_length);
	packed += FIELD_HEADER;
	memcpy(packed, grid->codes, codes);
	memcpy(packed + codes, model, model_length);
	pack_cells(grid, bits, workspace, packed + codes + model_length, poll);
}

/* ---- links that are steps ------------------------------------------------------ */

/* A link as it is taken: one both ways may be taken from its second end. */
typedef struct link_step
{
	fr_link link;
	fr_cell from;
	fr_cell to;
} link_step;

/* The i-th link that is a step. */
static link_step
link_step_at(const fr_field *field, uint32_t i)
{
	uint32_t number = fr_get32(field->taken, i);
	fr_link link =
		fr_link_unpack(field->terrain.links + (size_t) (number / 2) * FR_LINK_BYTES);

	return number % 2 ? (link_step){link, link.to, link.from}
					  : (link_step){link, link.from, link.to};
}

static uint64_t
link_step_cost(const fr_field *field, const link_step *step)
{
	if (field->factored)
		return price_at(field, index_of(field, step->from));
	return fr_link_units(&field->costs, &field->rules, &step->link);
}

static bool
is_before(fr_cell a, fr_cell b)
{
	return a.y != b.y ? a.y < b.y : a.x < b.x;
}

/* Finds the link that is the step of a cell; false if there is none. */
static bool
find_link_step(const fr_field *field, fr_cell from, link_step *step)
{
	uint32_t low = 0;
	uint32_t high = field->taken_count;

	while (low < high)
	{
		uint32_t middle = low + (high - low) / 2;

		*step = link_step_at(field, middle);
		if (step->from.x == from.x && step->from.y == from.y)
			return true;
		if (is_before(step->from, from))
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

/* ---- opening ------------------------------------------------------------------ */

static fr_status
corrupt_field(const char *what, fr_error *error)
{
	return fr_fail(error, FR_PACKED_CORRUPT, .what = what);
}

/* Opens the bytes behind the cells, and checks the map's links. */
static fr_status
open_links(const uint8_t *bytes, size_t size, fr_field *field, const fr_poll *poll,
		   fr_error *error)
{
	const size_t number = sizeof(uint32_t);
	fr_map *map = &field->terrain;
	size_t all;

	if (size < number)
		return corrupt_field("links", error);
	map->link_count = fr_get32(bytes, 0);
	map->links = bytes + number;
	all = (size_t) map->link_count * FR_LINK_BYTES;
	if (map->link_count < 1 || map->link_count > FR_MAX_LINKS || size < 2 * number + all)
		return corrupt_field("links", error);
	field->taken_count = fr_get32(map->links + all, 0);
	field->taken = map->links + all + number;
	if (size - all - 2 * number != (size_t) field->taken_count * number)
		return corrupt_field("links", error);
	return fr_map_has_sound_links(map) ? fr_map_check_links(map, poll, error)
									   : corrupt_field("links", error);
}

/*
 * Checks the links that are steps: each is open, and the step of the cell where it begins,
 * and they are in the order of these cells. The costs of the model are resolved by then.
 */
static fr_status
check_link_steps(const fr_field *field, const fr_poll *poll, fr_error *error)
{
	fr_cell previous = {-1, -1};

	for (uint32_t i = 0; i < field->taken_count; i++)
	{
		uint32_t number = fr_get32(field->taken, i);
		link_step step;

		fr_poll_at(poll, i);
		if (number / 2 >= field->terrain.link_count)
			return corrupt_field("links", error);
		step = link_step_at(field, i);
		if ((number % 2 && !step.link.both) || !fr_link_open(&field->rules, &step.link) ||
			link_step_cost(field, &step) > field->costs.limit ||
			!is_before(previous, step.from) ||
			fr_field_step(field, index_of(field, step.from)) != FR_LINK_STEP)
			return corrupt_field("links", error);
		previous = step.from;
	}
	return FR_OK;
}

static double
double_at(const uint8_t *bytes, size_t i)
{
	uint64_t bits = fr_get64(bytes, i);
	double number;

	memcpy(&number, &bits, sizeof number);
	return number;
}

/* Is the unit of costs one that packing may have written? */
static bool
is_unit(const uint8_t *unit)
{
	double numerator = double_at(unit + 1, 0);
	double denominator = double_at(unit + 1, 1);
	uint64_t one = fr_get64(unit + 1, 2);

	return unit[0] <= 1 && numerator >= 1 && numerator <= MOST_OF_UNIT &&
		   denominator >= 1 && denominator <= MOST_OF_UNIT && one > 0 &&
		   one % FR_ROOT2_STRAIGHT == 0 &&
		   fr_get64(unit + 1, 3) < UINT64_C(1) << FR_COST_BITS;
}

static void
take_unit(fr_field *field)
{
	fr_costs *costs = &field->costs;

	costs->root2 = field->unit[0];
	costs->numerator = double_at(field->unit + 1, 0);
	costs->denominator = double_at(field->unit + 1, 1);
	costs->one = fr_get64(field->unit + 1, 2);
	costs->limit = fr_get64(field->unit + 1, 3);
	costs->parts = field->parts;
	costs->free = true;
}

/* Opens the model, whose text must be canonical, and resolves the costs. */
static fr_status
open_model(fr_field *field, fr_error *error)
{
	char text[FR_MODEL_TEXT_MAX];
	fr_model base;

	if (fr_model_parse(field->model, field->model_length, &field->rules, error) ||
		fr_model_write(&field->rules, text) != field->model_length ||
		memcmp(text, field->model, field->model_length) != 0)
		return corrupt_field("model", error);
	base = fr_model_without_layers(&field->rules);
	if (fr_costs_resolve(&base, &field->terrain, &field->costs, error))
		return corrupt_field("model", error);
	if (field->factored)
		take_unit(field);
	else if (field->parts > 1 &&
			 !fr_costs_refine(&field->costs, field->parts,
							  (uint64_t) field->terrain.width + field->terrain.height))
		return corrupt_field("costs", error);
	return FR_OK;
}

/* Reads a header of a known version, which tells where the parts of the field begin. */
static void
read_header(const uint8_t *packed, fr_field *field)
{
	fr_map *map = &field->terrain;

	*map = (fr_map){0};
	map->bits = packed[1];
	map->code_count = fr_get16(packed, 1);
	fr_map_peek(packed, &map->width, &map->height);
	map->codes = packed + FIELD_HEADER;
	field->model = (const char *) map->codes + map->code_count;
	field->model_length = fr_get16(packed, 6);
	field->steps = (const uint8_t *) field->model + field->model_length;
	field->taken = NULL;
	field->taken_count = 0;
	field->parts = 1;
	field->factored = packed[0] - FIELD_VERSION >= FIELD_FACTORED;
	field->unit = NULL;
	field->prices = NULL;
	field->price_bytes = 0;
	field->goals = NULL;
	field->goal_count = 0;
}

/* Opens the prices of layers, or the costs of steps, behind the cells, and advances *bytes. */
static fr_status
open_prices(const uint8_t **bytes, const uint8_t *end, fr_field *field, fr_error *error)
{
	size_t size = (size_t) (end - *bytes);
	size_t cells = (size_t) field->terrain.width * field->terrain.height;
	size_t header = PRICES_HEADER + (field->factored ? UNIT_HEADER : 0);

	if (size < header)
		return corrupt_field("prices", error);
	field->parts = fr_get32(*bytes, 0);
	field->price_bytes = (*bytes)[PRICES_HEADER - 1];
	field->unit = field->factored ? *bytes + PRICES_HEADER : NULL;
	field->prices = *bytes + header;
	if (field->parts < 1 || field->parts > FR_MOST_PARTS ||
		(field->factored && !is_unit(field->unit)) ||
		field->price_bytes > (int) sizeof(uint64_t) ||
		size - header < cells * (size_t) field->price_bytes)
		return corrupt_field("prices", error);
	*bytes = field->prices + cells * (size_t) field->price_bytes;
	return FR_OK;
}

/* Opens the costs of goals behind that, and advances *bytes. */
static fr_status
open_goals(const uint8_t **bytes, const uint8_t *end, fr_field *field, fr_error *error)
{
	const size_t numbers = 2 * sizeof(uint32_t);
	size_t size = (size_t) (end - *bytes);

	if (size < numbers || (field->prices != NULL && fr_get32(*bytes, 0) != field->parts))
		return corrupt_field("costs", error);
	field->parts = fr_get32(*bytes, 0);
	field->goal_count = fr_get32(*bytes, 1);
	field->goals = *bytes + numbers;
	if (field->parts < 1 || field->parts > FR_MOST_PARTS ||
		field->goal_count > (size - numbers) / sizeof(uint64_t))
		return corrupt_field("costs", error);
	*bytes = field->goals + (size_t) field->goal_count * sizeof(uint64_t);
	return FR_OK;
}

fr_status
fr_field_open(const uint8_t *packed, size_t size, fr_field *field, const fr_poll *poll,
			  fr_error *error)
{
	fr_map *map = &field->terrain;
	uint32_t cells;
	size_t plain;
	const uint8_t *behind;
	bool linked;
	bool costed;
	bool priced;

	if (size < FIELD_HEADER)
		return corrupt_field("header", error);
	if (packed[0] < FIELD_VERSION || packed[0] > LATEST_VERSION)
		return fr_fail(error, FR_PACKED_VERSION, .found = packed[0],
					   .wanted = LATEST_VERSION);
	linked = (packed[0] - FIELD_VERSION) & FIELD_LINKED;
	costed = (packed[0] - FIELD_VERSION) & FIELD_COSTED;
	priced = (packed[0] - FIELD_VERSION) & (FIELD_PRICED | FIELD_FACTORED);
	read_header(packed, field);
	if (fr_map_size(map->width, map->height, error))
		return corrupt_field("header", error);
	cells = map->width * map->height;
	if (map->code_count < 1 || map->code_count > FR_CODES ||
		(map->bits != 0 && map->bits != fr_bits_for(map->code_count)) ||
		field->model_length > FR_MODEL_TEXT_MAX)
		return corrupt_field("header", error);
	plain = size_of(cells, map->bits, (size_t) map->code_count, field->model_length);
	if (size < plain)
		return corrupt_field("size", error);
	behind = packed + plain;
	if (priced && open_prices(&behind, packed + size, field, error))
		return error->status;
	if (costed && open_goals(&behind, packed + size, field, error))
		return error->status;
	if (!linked && behind != packed + size)
		return corrupt_field("size", error);
	if (linked &&
		open_links(behind, (size_t) (packed + size - behind), field, poll, error))
		return error->status;
	map->cells = field->steps + bytes_for(cells, STEP_BITS);
	if (fr_map_check_codes(map, error) || open_model(field, error) ||
		check_link_steps(field, poll, error))
		return error->status;
	if (map->bits != terrain_bits(&field->costs, field->factored, map->code_count))
		return corrupt_field("header", error);
	if (!is_padded(field->steps, cells, STEP_BITS) ||
		!is_padded(map->cells, cells, map->bits))
		return corrupt_field("padding", error);
	if (priced != fr_model_reads_layers(&field->rules) ||
		field->factored !=
			((fr_model_rules(&field->rules) & (FR_FACTOR_RULES | FR_EDGE_RULES)) != 0))
		return corrupt_field("model", error);
	return FR_OK;
}

/* ---- costs ---------------------------------------------------------------------- */

#define UNKNOWN UINT64_MAX
#define ON_THE_WAY (UINT64_MAX - 1)

/* A position on a walk along steps, and the cost of the steps so far. */
typedef struct walk
{
	const fr_field *field;
	fr_cell at;
	uint32_t cell;
	uint64_t cost;
} walk;

static walk
walk_from(const fr_field *field, uint32_t cell)
{
	return (walk){field, cell_of(field, cell), cell, 0};
}

static uint64_t
weight_in(const fr_field *field, uint32_t cell)
{
	const fr_map *map = &field->terrain;

	if (field->costs.uniform)
		return 1;
	return field->costs.weight[map->bits ? get_bits(map->cells, map->bits, cell) : 0];
}

/* Takes the step from the walk's cell; false if it leaves the map. */
static bool
take_step(walk *w)
{
	const fr_field *field = w->field;
	const fr_map *map = &field->terrain;
	int d = fr_field_step(field, w->cell);
	uint64_t price =
		price_at(field, w->cell) * price_unit(&field->costs, field->factored);
	uint32_t from = w->cell;
	link_step link;

	if (d == FR_LINK_STEP)
	{
		find_link_step(field, w->at, &link);
		w->at = link.to;
		w->cell = index_of(field, w->at);
		w->cost += link_step_cost(field, &link);
		return true;
	}
	w->at.x += fr_dx[d];
	w->at.y += fr_dy[d];
	if (w->at.x < 0 || w->at.y < 0 || (uint32_t) w->at.x >= map->width ||
		(uint32_t) w->at.y >= map->height)
		return false;
	w->cell = index_of(field, w->at);
	w->cost += price;
	if (!field->factored)
		w->cost += field->costs.step[d] * fr_step_weight(field->costs.weigh,
														 weight_in(field, from),
														 weight_in(field, w->cell));
	return true;
}

/*
 * Can packing have written a cell's code and its kind of step? A later walk checks whether the
 * step leads on.
 */
static bool
is_entry(const fr_field *field, uint32_t n)
{
	const fr_map *map = &field->terrain;
	int step = fr_field_step(field, n);
	link_step link;
	unsigned position;

	if (step > FR_LINK_STEP ||
		(step == FR_LINK_STEP && !find_link_step(field, cell_of(field, n), &link)))
		return false;
	if (step < FR_DIRECTIONS && fr_is_diagonal(step) && !field->rules.octile)
		return false;
	if (map->bits == 0)
		return true;
	position = get_bits(map->cells, map->bits, n);
	if (step == FR_NO_STEP)
		return position == 0;
	return position < (unsigned) map->code_count &&
		   field->costs.weight[position] != FR_BLOCKED;
}

static bool
has_price(const fr_field *field, uint32_t n)
{
	int step = fr_field_step(field, n);

	return step < FR_DIRECTIONS || (field->factored && step == FR_LINK_STEP);
}

/* Are the prices those of steps, in the fewest bytes, and none out of range? */
static bool
are_prices(const fr_field *field, const fr_poll *poll)
{
	uint32_t cells = field->terrain.width * field->terrain.height;
	bool full = field->price_bytes == 0;

	for (uint32_t n = 0; n < cells && field->price_bytes > 0; n++)
	{
		uint64_t price = price_at(field, n);

		fr_poll_at(poll, n);
		if (price > field->costs.limit / price_unit(&field->costs, field->factored) ||
			(price > 0 && !has_price(field, n)))
			return false;
		full |= bytes_of(price) == field->price_bytes;
	}
	return full;
}

/*
 * Walks from a cell to one whose cost is known. False if a step leaves the map or leads
 * round in a circle, or if the cost leaves the range.
 */
static bool
walk_ahead(walk *w, uint64_t *costs, const fr_poll *poll)
{
	for (uint64_t steps = 1; costs[w->cell] == UNKNOWN; steps++)
	{
		costs[w->cell] = ON_THE_WAY;
		fr_poll_at(poll, steps);
		if (!take_step(w) || w->cost > w->field->costs.limit)
			return false;
	}
	if (costs[w->cell] > w->field->costs.limit)
		return false; /* on the way, or without a step */
	w->cost += costs[w->cell];
	return w->cost <= w->field->costs.limit;
}

/* Sets the costs of the cells that a walk from n passed; `total` is the cost of n. */
static void
put_costs(const fr_field *field, uint32_t n, uint64_t total, uint64_t *costs,
		  const fr_poll *poll)
{
	walk w = walk_from(field, n);

	for (uint64_t steps = 1; costs[w.cell] == ON_THE_WAY; steps++)
	{
		fr_poll_at(poll, steps);
		costs[w.cell] = total - w.cost;
		take_step(&w);
	}
}

/* What a goal costs beforehand; *goals of them came before it. False: that is no cost. */
static bool
take_goal(const fr_field *field, uint32_t *goals, uint64_t *cost)
{
	*cost = 0;
	if (field->goals == NULL)
		return true;
	if (*goals == field->goal_count)
		return false;
	*cost = fr_get64(field->goals, (*goals)++);
	return *cost <= field->costs.limit &&
		   (!field->costs.root2 || *cost % FR_ROOT2_STRAIGHT == 0);
}

fr_status
fr_field_costs(const fr_field *field, uint64_t *costs, const fr_poll *poll,
			   fr_error *error)
{
	uint32_t cells = field->terrain.width * field->terrain.height;
	uint32_t goals = 0;
	bool costed = false;

	if (!are_prices(field, poll))
		return corrupt_field("prices", error);
	for (uint32_t n = 0; n < cells; n++)
	{
		int step = fr_field_step(field, n);

		fr_poll_at(poll, n);
		if (!is_entry(field, n))
			return corrupt_field("cell", error);
		costs[n] = step == FR_NO_STEP ? FR_UNREACHED : UNKNOWN;
		if (step == FR_AT_GOAL && !take_goal(field, &goals, &costs[n]))
			return corrupt_field("costs", error);
		costed |= step == FR_AT_GOAL && costs[n] > 0;
	}
	if (field->goals && (goals != field->goal_count || !costed))
		return corrupt_field("costs", error);
	for (uint32_t n = 0; n < cells; n++)
	{
		walk w = walk_from(field, n);

		fr_poll_at(poll, n);
		if (costs[n] != UNKNOWN)
			continue;
		if (!walk_ahead(&w, costs, poll))
			return corrupt_field("step", error);
		put_costs(field, n, w.cost, costs, poll);
	}
	return FR_OK;
}

/* ---- where a field leads ----------------------------------------------------- */

uint32_t
fr_field_cell(const fr_field *field, uint32_t cell)
{
	int d = fr_field_step(field, cell);
	fr_cell at = cell_of(field, cell);
	link_step link;

	if (d == FR_LINK_STEP && find_link_step(field, at, &link))
		return index_of(field, link.to);
	if (d >= FR_DIRECTIONS)
		return cell;
	return index_of(field, (fr_cell){at.x + fr_dx[d], at.y + fr_dy[d]});
}

/* Follows equal steps from a cell; returns how many. */
static uint32_t
add_steps(const fr_field *field, uint32_t *cell, fr_route_builder *builder)
{
	int d = fr_field_step(field, *cell);
	uint32_t offset = (uint32_t) (fr_dy[d] * (int32_t) field->terrain.width + fr_dx[d]);
	uint32_t moves = 0;

	do
	{
		*cell += offset;
		moves++;
	} while (fr_field_step(field, *cell) == d);
	fr_route_add(builder, d, moves);
	return moves;
}

fr_route
fr_field_route(const fr_field *field, fr_cell start, const fr_arena *arena,
			   const fr_poll *poll)
{
	fr_route_builder builder = {.arena = arena};
	uint32_t cell = index_of(field, start);
	uint32_t since_poll = 0;
	int d;

	while ((d = fr_field_step(field, cell)) < FR_DIRECTIONS || d == FR_LINK_STEP)
	{
		if (d == FR_LINK_STEP)
		{
			cell = fr_field_cell(field, cell);
			fr_route_append_link(&builder, cell_of(field, cell));
			since_poll++;
		}
		else
			since_poll += add_steps(field, &cell, &builder);
		if (since_poll >= FR_POLL_STEPS)
		{
			fr_poll_now(poll);
			since_poll = 0;
		}
	}
	return fr_route_finish(&builder, start, false);
}
