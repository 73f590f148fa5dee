/*
 * layer_rules.c - rules of layers: the layers that a call reads, laid upon each other
 */
#include "formats/formats.h"

#include "miscadmin.h"

/* ---- messages -------------------------------------------------------------- */

bool
list_name(StringInfo list, fr_span name)
{
	if (list->len < LISTED_BYTES)
	{
		appendStringInfo(list, "%s%s", list->len > 0 ? ", " : "", span_quote(name));
		return true;
	}
	if (list->data[list->len - 1] != '.')
		appendStringInfoString(list, ", ...");
	return false;
}

void
tell_left_out(const char *kind, fr_span read, const char *others, const char *hint)
{
	if (fringe_may_notice())
		ereport(NOTICE,
				(errmsg("only %s %s is read", kind, read.at ? span_quote(read) : "\"\""),
				 errdetail("This leaves out %s.", others), errhint("%s", hint)));
}

/* ---- places ---------------------------------------------------------------- */

static int
compare_places(const void *a, const void *b, void *arg)
{
	int64 x = ((const PlacedLayer *) a)->place;
	int64 y = ((const PlacedLayer *) b)->place;

	return x < y ? -1 : x > y;
}

PlacedLayer *
layers_place(const LayerReader *reader, RuleLayers *rules, bool resolve)
{
	PlacedLayer *layers =
		reading_alloc(reader->reading, rules->count * sizeof(PlacedLayer));

	for (int64 i = 0; i < rules->count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		layers[i] = (PlacedLayer){rules->items[i].name, &rules->items[i].rule};
		reader->find(reader->source, &layers[i]);
		layers[i].rule->of = layers[i].name;
		if (resolve)
		{
			reader->resolve(reader->source, &layers[i]);
			rule_end(layers[i].rule);
		}
	}
	if (rules->count > 1)
		qsort_interruptible(layers, rules->count, sizeof(PlacedLayer), compare_places,
							NULL);
	for (int64 i = 1; i < rules->count; i++)
		if (layers[i].place == layers[i - 1].place)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("rule of layers names a layer twice"),
					 errdetail("Its names are %s and %s.", span_quote(layers[i - 1].name),
							   span_quote(layers[i].name))));
	return layers;
}

/* ---- codes ----------------------------------------------------------------- */

/* The value of a tile that is a number. */
static CellValue
value_of_number(int32 tile, int32 empty)
{
	return (CellValue){.number = tile,
					   .exact = true,
					   .empty = tile == empty,
					   .count = 1,
					   .names = {{CELL_NAMED, (uint64) (int64) tile}}};
}

/* Sets the codes of the cells of a layer by its rule; where it shows the layer below, the code stays. */
static void
lay_tiles(const LayerReader *reader, const PlacedLayer *layer, const LayerSize *size,
		  const int32 *tiles, uint8 *codes)
{
	uint8 code = RULE_BELOW;

	for (uint32 i = 0; i < size->width * size->height; i++)
	{
		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		if (i == 0 || tiles[i] != tiles[i - 1])
		{
			CellValue value = reader->value ? reader->value(reader->source, tiles[i])
											: value_of_number(tiles[i], layer->empty);

			code = rule_code(
				layer->rule, &value,
				(fr_cell){(int32) (i % size->width), (int32) (i / size->width)});
		}
		if (code != RULE_BELOW)
			codes[i] = code;
	}
}

/* The map of codes, which are of columns and rows of a layout if the format has one. */
static Gridmap *
map_of_codes(Reading *reading, MemoryContext outer, const uint8 *codes, LayerSize size)
{
	Gridmap *map;

	if (size.offset)
	{
		fr_offset_map grid = fr_offset_map_of(size.layout, size.width, size.height);

		gridmap_check_size(grid.width, grid.height);
		reading_check(reading, (Size) grid.width * grid.height);
	}
	MemoryContextSwitchTo(outer);
	map = size.offset ? gridmap_from_layout(codes, size.width, size.height, size.layout)
					  : gridmap_from_codes(codes, size.width, size.height);
	MemoryContextDelete(reading->context);
	return map;
}

Gridmap *
layers_map(const LayerReader *reader, RuleLayers *rules, MemoryContext outer)
{
	PlacedLayer *layers = layers_place(reader, rules, true);
	LayerSize size = reader->measure(reader->source, layers, rules->count);
	Size cells = (Size) size.width * size.height;
	int32 *tiles;
	uint8 *codes;

	gridmap_check_size(size.width, size.height);
	reading_check(reader->reading, cells * (sizeof(int32) + 1));
	tiles = reading_alloc(reader->reading, cells * sizeof(int32));
	codes = reading_alloc(reader->reading, cells);
	fr_fill(codes, RULE_BELOW, cells, &fringe_poll);
	for (int64 i = 0; i < rules->count; i++)
	{
		fr_fill(tiles, 0, cells * sizeof(int32), &fringe_poll);
		reader->read(reader->source, &layers[i], &size, tiles);
		lay_tiles(reader, &layers[i], &size, tiles, codes);
	}
	pfree(tiles);
	rule_layers_end(rules, codes, size.width, size.height);
	return map_of_codes(reader->reading, outer, codes, size);
}
