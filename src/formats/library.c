/*
 * library.c - the library fringe_formats: its magic, and the functions of fringe that it calls
 */
#include "formats/formats.h"
#include "pg/types/interface.h"

#include "miscadmin.h"

PG_MODULE_MAGIC_EXT(.name = "fringe_formats", .version = FRINGE_VERSION);

static const FringeInterface *fringe;

static void
report_other_version(const char *version)
{
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("library fringe_formats %s does not work with library fringe %s",
					FRINGE_VERSION, version),
			 errhint("Install both libraries of one version, then connect again.")));
}

extern PGDLLEXPORT void _PG_init(void);

void
_PG_init(void)
{
	/* 1.0 has no such function */
	const FringeInterface *(*interface)(void) =
		(const FringeInterface *(*) (void) ) load_external_function(
			"$libdir/fringe", "fringe_interface", false, NULL);

	if (!interface)
		report_other_version("1.0");
	fringe = interface();
	if (strcmp(fringe->version, FRINGE_VERSION) != 0 ||
		fringe->size != sizeof(FringeInterface))
		report_other_version(fringe->version);
}

/* ---- functions of fringe -------------------------------------------------- */

static void
poll_interrupts(void *context)
{
	CHECK_FOR_INTERRUPTS();
}

const fr_poll fringe_poll = {poll_interrupts, NULL};

Size
fringe_memory_limit(void)
{
	return fringe->memory_limit();
}

void
fringe_limit_memory(const char *what, Size bytes)
{
	fringe->limit_memory(what, bytes);
}

void *
fringe_alloc_huge(Size size)
{
	return fringe->alloc_huge(size);
}

char *
fringe_quote(const char *input, size_t length)
{
	return fringe->quote(input, length);
}

char *
fringe_quote_text(const text *input)
{
	return fringe->quote_text(input);
}

char
fringe_text_code(const text *code)
{
	return fringe->text_code(code);
}

void
fringe_check_code(char code)
{
	fringe->check_code(code);
}

void
gridmap_check_size(int64 width, int64 height)
{
	fringe->check_size(width, height);
}

Gridmap *
gridmap_from_codes(const uint8 *codes, uint32 width, uint32 height)
{
	return fringe->from_codes(codes, width, height);
}

fr_map
gridmap_open(const Gridmap *map)
{
	return fringe->open(map);
}

Gridmap *
gridmap_add_layer(Gridmap *map, const LayerNumbers *numbers)
{
	return fringe->add_layer(map, numbers);
}

void
fringe_check_layer_name(fr_span name)
{
	fringe->check_layer_name(name);
}

void
fr_map_unpack(const fr_map *map, uint8_t *codes, const fr_poll *poll)
{
	fringe->unpack(map, codes, poll);
}

void
fr_map_unpack_codes(const fr_map *map, size_t first, size_t count, uint8_t *codes)
{
	fringe->unpack_codes(map, first, count, codes);
}

Gridmap *
gridmap_from_layout(const uint8 *codes, uint32 columns, uint32 rows, fr_layout layout)
{
	return fringe->from_layout(codes, columns, rows, layout);
}

fr_layout
fringe_layout_named(const text *name)
{
	return fringe->layout_named(name);
}

text *
fringe_layout_name(fr_layout layout)
{
	return fringe->layout_name(layout);
}

fr_offset_map
fr_offset_map_of(fr_layout layout, int64_t columns, int64_t rows)
{
	return fringe->offset_map_of(layout, columns, rows);
}

fr_cell
fr_cell_from_doubled(const fr_offset_map *map, int64_t u, int64_t v)
{
	return fringe->cell_from_doubled(map, u, v);
}

bool
fr_cell_to_offset(const fr_offset_map *map, fr_cell cell, fr_cell *offset)
{
	return fringe->cell_to_offset(map, cell, offset);
}
