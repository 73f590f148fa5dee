/*
 * packed.c - fuzzes the readers of packed maps and paths
 *
 * Every input is tried as both.  What is accepted survives every reader, and its
 * cells, moves and text lead back to the very same bytes.
 */
#include "fuzz.h"
#include "world.h"

/* Larger maps and paths, which a few bytes can stand for, skip most readers. */
#define MANY_CELLS (1 << 14)

/* ---- maps -------------------------------------------------------------- */

static const char *const models[] = {
	"octile",
	"tile(obstacle=2)",
	"octile(corners=any, diagonal=3, straight=2)",
	"octile(corners=one, obstacle=7, weigh=average, !=3, ~=0.5)",
	"octile(obstacle=2, .=E, @=enter:S/leave:S+W, size=2)",
};

/* Moves lead to cells of the map, both ways, and stay within a component. */
static void
check_moves_of(const fr_grid *grid, uint32_t i)
{
	fr_cell at = fr_grid_cell(grid, i);

	must(fr_grid_index(grid, at) == i, "an index is a cell's");
	must(fr_grid_component(grid, i) > 0 || grid->moves[i] == 0,
		 "no move leaves a blocked cell");
	for (unsigned moves = grid->moves[i]; moves; moves &= moves - 1)
	{
		int d = __builtin_ctz(moves);
		fr_cell to = {at.x + fr_dx[d], at.y + fr_dy[d]};

		must(fr_grid_has(grid, to), "moves stay on the map");
		must(fr_grid_back(grid)[fr_grid_index(grid, to)] >> fr_opposite(d) & 1,
			 "moves lead back in reverse");
		must(fr_grid_connected(grid, i, fr_grid_index(grid, to)),
			 "moves stay within a component");
		must(fr_step_cost(grid, i, d) > 0, "a step costs something");
	}
}

static void
check_components_of(const fr_grid *grid, const fr_poll *poll)
{
	uint32_t count = fr_component_count(grid);
	fr_component *list = new_block(count * sizeof *list);
	uint64_t cells = 0;
	uint64_t passable = 0;

	fr_component_list(grid, list, poll);
	for (uint32_t i = 0; i < count; i++)
		cells += list[i].cells;
	for (uint32_t i = 0; i < grid->cells; i++)
		passable += fr_grid_component(grid, i) > 0;
	must(cells == passable, "components have all cells that are not blocked");
	free(list);
}

static void
check_decoded(const fr_map *map, const char *text)
{
	fr_poll poll = no_poll();
	fr_error error = unset_error();
	fr_model model;
	fr_grid *grid;

	must(fr_model_parse(text, strlen(text), &model, &error) == FR_OK, text);
	grid = make_grid_of(map, &model);
	if (!grid)
		return;
	for (uint32_t i = 0; i < grid->cells; i++)
		check_moves_of(grid, i);
	check_components_of(grid, &poll);
	free_grid(grid);
}

/* One cell, and the rest of the map from there on, are what all codes say. */
static void
check_parts(const fr_map *map, const uint8_t *codes, size_t first)
{
	size_t rest = (size_t) map->width * map->height - first;
	uint8_t *part = new_block(rest);

	must(fr_map_code(map, first % map->width, (uint32_t) (first / map->width)) ==
			 codes[first],
		 "a cell has the code that the map has there");
	fr_map_unpack_codes(map, first, rest, part);
	must(memcmp(part, codes + first, rest) == 0, "a part has the codes of the map");
	free(part);
}

static void
repack_map(const fr_map *map, const uint8_t *codes, const uint8_t *packed, size_t size)
{
	fr_poll poll = no_poll();
	fr_palette palette;
	uint8_t *again;

	fr_palette_of(codes, (size_t) map->width * map->height, &palette, &poll);
	must(fr_map_packed_size(map->width, map->height, palette.code_count) == size,
		 "a map's codes take as many bytes again");
	again = new_block(size);
	fr_map_pack(codes, map->width, map->height, &palette, again, &poll);
	must(memcmp(again, packed, size) == 0, "a map's codes are packed to the same bytes");
	free(again);
}

static void
check_map(const fr_map *map, const uint8_t *packed, size_t size)
{
	fr_poll poll = no_poll();
	size_t cells = (size_t) map->width * map->height;
	uint8_t *codes = new_block(cells);

	fr_map_unpack(map, codes, &poll);
	for (size_t first = 0; first < cells; first += cells / 7 + 1)
		check_parts(map, codes, first);
	repack_map(map, codes, packed, size);
	reread_map(map, codes);
	for (size_t i = 0; i < sizeof models / sizeof *models; i++)
		check_decoded(map, models[i]);
	free(codes);
}

static void
fuzz_packed_map(const uint8_t *packed, size_t size)
{
	fr_poll poll = no_poll();
	fr_error error = unset_error();
	uint32_t width;
	uint32_t height;
	fr_map map;
	fr_status status = fr_map_open(packed, size, &map, &error);

	if (status == FR_OK)
		status = fr_map_check(&map, &poll, &error);
	if (status)
	{
		must(error.status == status, "a packed map is refused for a reason");
		return;
	}
	fr_map_peek(packed, &width, &height);
	must(width == map.width && height == map.height, "a peek sees the map's size");
	if ((uint64_t) width * height <= MANY_CELLS)
		check_map(&map, packed, size);
}

/* Links that are accepted are between cells of the map, each after the one before. */
static void
fuzz_linked_map(const uint8_t *packed, size_t size)
{
	fr_poll poll = no_poll();
	fr_error error = unset_error();
	fr_map map;

	if (fr_map_open_linked(packed, size, &map, &error) ||
		fr_map_check_links(&map, &poll, &error))
		return;
	for (uint32_t i = 0; i < map.link_count; i++)
	{
		const uint8_t *bytes = map.links + (size_t) i * FR_LINK_BYTES;
		fr_link link = fr_link_unpack(bytes);

		must(bytes + FR_LINK_BYTES <= packed + size, "links are in the bytes");
		must((uint32_t) link.to.x < map.width && (uint32_t) link.from.y < map.height,
			 "and between cells of the map");
		must(i == 0 || fr_link_compare(bytes - FR_LINK_BYTES, bytes) < 0, "and ascend");
	}
}

/*
 * As many bytes as the header says, where there are more: a fuzzer that changes
 * the size of a map would seldom find the length that goes with it.
 */
static void
fuzz_front(const uint8_t *packed, size_t size)
{
	uint32_t width;
	uint32_t height;
	fr_error error;
	size_t wanted;
	uint8_t *front;

	if (size < FR_MAP_HEADER_SIZE)
		return;
	fr_map_peek(packed, &width, &height);
	if (fr_map_size(width, height, &error))
		return;
	wanted = fr_map_packed_size(width, height, packed[2]);
	if (wanted >= size)
		return;
	front = exact_copy(packed, wanted);
	fuzz_packed_map(front, wanted);
	free(front);
}

/* ---- paths ------------------------------------------------------------- */

/*
 * Worlds of side 20 and more whose cells are passable but for a few: exact root 2
 * and not, all corner rules, both ways to weigh, and weights that are equal.
 */
static const uint64_t seeds[] = {89, 116, 202, 216};

#define WORLDS (sizeof seeds / sizeof *seeds)
#define WORLD_SIDE 40

static world worlds[WORLDS];

static void
make_worlds(void)
{
	for (size_t i = 0; i < WORLDS; i++)
	{
		world_make(&worlds[i], seeds[i], WORLD_SIDE);
		must(worlds[i].grid != NULL, "a world's costs fit its map");
	}
}

/* A packed path, the cells on it and the moves between them. */
typedef struct route
{
	const uint8_t *packed;
	size_t size;
	size_t length;
	oracle_point cells[MANY_CELLS];
	uint8_t moves[MANY_CELLS];
	uint32_t runs[MANY_CELLS];
	fr_cell corner[MANY_CELLS]; /* where legs end */
	size_t corners;
	bool lines; /* some leg is a straight line, which no move is */
} route;

static void
walk_route(route *r)
{
	fr_poll poll = no_poll();
	fr_path_reader reader = fr_path_open(r->packed, r->size, &poll);
	oracle_point at = {reader.start.x, reader.start.y};
	fr_leg leg;

	r->length = 0;
	r->corners = 0;
	r->lines = false;
	r->cells[r->length++] = at;
	while (fr_path_next(&reader, &leg))
	{
		fr_cell from = {at.x, at.y};

		for (uint64_t i = 1; i <= leg.moves; i++)
		{
			fr_cell cell = fr_leg_cell(from, &leg, i);

			at = (oracle_point){cell.x, cell.y};
			r->moves[r->length - 1] = (uint8_t) leg.direction;
			r->cells[r->length++] = at;
		}
		r->lines |= leg.direction == FR_LINE;
		r->corner[r->corners++] = (fr_cell){at.x, at.y};
	}
}

/* Beyond the limit on costs a price is only known to be there. */
static void
check_price(const route *r, const world *w)
{
	fr_poll poll = no_poll();
	oracle_cost truth;
	uint64_t cost;
	uint64_t units;
	bool legal = fr_path_price(w->grid, r->packed, r->size, &cost, &poll);

	must(legal == (!r->lines && oracle_path(&w->oracle, r->cells, r->length, &truth)),
		 "a path is legal where the oracle says so");
	if (!legal)
		return;
	units = world_units(w, truth);
	must(units <= w->costs.limit ? cost == units : cost > w->costs.limit,
		 "a path costs what the oracle says");
}

static void
repack_route(route *r)
{
	fr_poll poll = no_poll();
	fr_cell start = fr_path_open(r->packed, r->size, &poll).start;
	fr_route legs = {.start = start, .count = r->corners, .corners = r->corner};
	uint8_t *again;

	if (!r->lines)
		legs = route_of_moves(start, r->moves, (int64_t) r->length - 1, r->runs);
	again = new_block(fr_path_packed_size(&legs, &poll));
	must(fr_path_pack(&legs, again, &poll) == r->size &&
			 memcmp(again, r->packed, r->size) == 0,
		 "a path's legs are packed to the same bytes");
	free(again);
}

static void
check_route(const uint8_t *packed, size_t size)
{
	static route r;
	fr_poll poll = no_poll();
	fr_cell goal = fr_path_goal(packed, size, &poll);

	r.packed = packed;
	r.size = size;
	walk_route(&r);
	must(r.length == fr_path_length(packed, size, &poll),
		 "a path has as many cells as it says");
	must(r.cells[r.length - 1].x == goal.x && r.cells[r.length - 1].y == goal.y,
		 "a path ends at its goal");
	repack_route(&r);
	for (size_t i = 0; i < WORLDS; i++)
		check_price(&r, &worlds[i]);
}

static void
fuzz_packed_path(const uint8_t *packed, size_t size)
{
	fr_poll poll = no_poll();
	fr_error error = unset_error();
	fr_status status = fr_path_check(packed, size, &poll, &error);
	uint64_t length;

	if (status)
	{
		must(error.status == status, "a packed path is refused for a reason");
		return;
	}
	reread_path(packed, size);
	length = fr_path_length(packed, size, &poll);
	must(length <= INT32_MAX, "a path has fewer than 2^31 moves");
	if (length <= MANY_CELLS)
		check_route(packed, size);
}

/* ------------------------------------------------------------------------ */

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!worlds[0].grid)
		make_worlds();
	fuzz_packed_map(data, size);
	fuzz_linked_map(data, size);
	fuzz_front(data, size);
	fuzz_packed_path(data, size);
	return 0;
}
