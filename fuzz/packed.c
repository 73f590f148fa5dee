/*
 * packed.c - fuzzes the readers of packed maps, with links and layers and without
 *
 * What is accepted survives every reader, and its cells, links, layers and text lead back to
 * the very same bytes.
 */
#include "core/grid/grid_links.h"
#include "core/map/map_layers.h"
#include "fuzz.h"

/* Larger maps, which a few bytes can stand for, skip most readers. */
#define MANY_CELLS (1 << 12)

/* ---- maps -------------------------------------------------------------- */

static const char *const models[] = {
	"octile",
	"tile(obstacle=2)",
	"octile(corners=any, diagonal=3, straight=2)",
	"octile(corners=one, obstacle=7, weigh=average, !=3, ~=0.5)",
	"octile(obstacle=2, .=E, @=enter:S/leave:S+W, size=2)",
	"octile(link=0.5, obstacle=2, T=3)",
	"hex(obstacle=2, T=3)",
	"anyangle",
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

	fr_component_list(grid, NULL, list, poll);
	for (uint32_t i = 0; i < count; i++)
		cells += list[i].cells;
	for (uint32_t i = 0; i < grid->cells; i++)
		passable += fr_grid_component(grid, i) > 0;
	must(cells == passable, "components have all cells that are not blocked");
	free(list);
}

/* Arcs ascend, between passable cells that are then connected; the way back is the same one. */
static void
check_arcs(const fr_grid *grid, const fr_arcs *arcs, const fr_arcs *back)
{
	for (uint32_t i = 0; i < grid->links->count; i++)
	{
		const fr_arc *arc = &arcs->at[i];
		uint32_t k = fr_arcs_first(grid->links, back, arc->to);

		must(fr_grid_component(grid, arc->from) > 0 &&
				 fr_grid_component(grid, arc->to) > 0 &&
				 fr_grid_connected(grid, arc->from, arc->to),
			 "links connect passable cells");
		must(i == 0 || arc[-1].from < arc->from ||
				 (arc[-1].from == arc->from && arc[-1].to <= arc->to),
			 "links ascend");
		must(fr_arcs_begin(arcs, arc->from) && fr_arcs_begin(back, arc->to),
			 "cells know that links begin there");
		while (k < grid->links->count && back->at[k].from == arc->to &&
			   (back->at[k].to != arc->from || back->at[k].cost != arc->cost))
			k++;
		must(k < grid->links->count && back->at[k].from == arc->to,
			 "a link is there in both orders");
	}
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
	if (grid->links)
	{
		check_arcs(grid, &grid->links->ahead, &grid->links->back);
		check_arcs(grid, &grid->links->back, &grid->links->ahead);
	}
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
check_links(const fr_map *map, const uint8_t *end)
{
	for (uint32_t i = 0; i < map->link_count; i++)
	{
		const uint8_t *bytes = map->links + (size_t) i * FR_LINK_BYTES;
		fr_link link = fr_link_unpack(bytes);
		uint8_t again[FR_LINK_BYTES];

		must(bytes + FR_LINK_BYTES <= end, "links are in the bytes");
		must((uint32_t) link.to.x < map->width && (uint32_t) link.from.y < map->height,
			 "and between cells of the map");
		must(i == 0 || fr_link_compare(bytes - FR_LINK_BYTES, bytes) < 0, "and ascend");
		fr_link_pack(&link, again);
		must(memcmp(again, bytes, FR_LINK_BYTES) == 0, "and are the only bytes of each");
	}
}

static void
fuzz_linked_map(const uint8_t *packed, size_t size)
{
	fr_poll poll = no_poll();
	fr_error error = unset_error();
	fr_map map;

	if (fr_map_open_linked(packed, size, &map, &error) ||
		fr_map_check(&map, &poll, &error) || fr_map_check_links(&map, &poll, &error))
		return;
	check_links(&map, packed + size);
	if (map.link_count > 0 && (uint64_t) map.width * map.height <= MANY_CELLS)
		for (size_t i = 0; i < sizeof models / sizeof *models; i++)
			check_decoded(&map, models[i]);
}

/* A layer's numbers are in its range, are those of its cells, and are packed to its bytes. */
static const uint8_t *
check_layer(const fr_map *map, int i, const uint8_t *at)
{
	fr_poll poll = no_poll();
	size_t cells = (size_t) map->width * map->height;
	uint32_t *stored = new_block(cells * sizeof *stored);
	fr_layer_scale scale;
	fr_layer layer;
	fr_layer found;
	uint32_t again;
	uint8_t *packed;
	size_t size;

	fr_map_layer(map, i, &layer);
	must(fr_map_find_layer(map, layer.name, (size_t) layer.name_length, &found) &&
			 found.cells == layer.cells,
		 "a layer is found by its name");
	must(fr_layer_scale_of(&layer, &scale), "a layer has a scale");
	fr_layer_unpack(&layer, 0, cells, stored);
	for (size_t k = 0; k < cells; k += cells / 7 + 1)
		must(fr_layer_at(&layer, k) == stored[k] &&
				 fr_layer_stored(&scale, fr_layer_number(&scale, stored[k]), &again) &&
				 again == stored[k],
			 "a number leads back to what is stored");
	fr_layer_measure(&layer, stored, cells, &poll);
	must(layer.least == found.least && layer.greatest == found.greatest,
		 "a layer has the range of its numbers");
	size = fr_layer_size(&layer, cells);
	packed = new_block(size);
	fr_layer_pack(&layer, stored, cells, packed, &poll);
	must(memcmp(packed, at, size) == 0, "a layer is packed to the same bytes");
	free(packed);
	free(stored);
	return at + size;
}

static void
fuzz_layered_map(const uint8_t *packed, size_t size)
{
	fr_poll poll = no_poll();
	fr_error error = unset_error();
	fr_map map;
	fr_map base;
	const uint8_t *at;
	uint8_t *bytes;
	size_t base_size;
	size_t layer_size;

	if (fr_map_open_layered(packed, size, &map, &error) ||
		fr_map_check(&map, &poll, &error) || fr_map_check_links(&map, &poll, &error) ||
		fr_map_check_layers(&map, &poll, &error) || map.layer_count == 0 ||
		(uint64_t) map.width * map.height > MANY_CELLS)
		return;
	must(fr_map_is_layered(packed), "a map with layers says so");
	at = fr_map_layer_bytes(&map, &layer_size) + sizeof(uint32_t);
	for (int i = 0; i < map.layer_count; i++)
		at = check_layer(&map, i, at);
	must(at == packed + size && at == map.layers - sizeof(uint32_t) + layer_size,
		 "layers end with the bytes");
	base_size = fr_map_base_size(&map);
	bytes = new_block(base_size);
	fr_map_base_header(&map, bytes);
	memcpy(bytes + FR_MAP_HEADER_SIZE, map.codes, base_size - FR_MAP_HEADER_SIZE);
	must(fr_map_open_linked(bytes, base_size, &base, &error) == FR_OK &&
			 base.link_count == map.link_count && base.code_count == map.code_count,
		 "without its layers it is a map");
	fuzz_packed_map(bytes, base_size);
	fuzz_linked_map(bytes, base_size);
	free(bytes);
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

/* ------------------------------------------------------------------------ */

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_packed_map(data, size);
	fuzz_linked_map(data, size);
	fuzz_layered_map(data, size);
	fuzz_front(data, size);
	return 0;
}
