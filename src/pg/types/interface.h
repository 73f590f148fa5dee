/*
 * interface.h - what the library fringe offers to fringe_formats, which is a library of its own
 *
 * Two libraries in a server do not see each other's functions. So fringe exports one function, which
 * returns a table of functions, and fringe_formats calls them through it (formats/library.c). What
 * needs neither settings nor stored formats is linked into both libraries: the check of
 * declarations, rules, the writer of jsonb, and text.c of the core (IN_BOTH in the Makefile).
 */
#ifndef FRINGE_INTERFACE_H
#define FRINGE_INTERFACE_H

#include "pg/module.h"
#include "pg/types/types.h"

/* Any change of this struct needs another FRINGE_VERSION once that version is released. */
typedef struct FringeInterface
{
	const char *version; /* comes first in all versions */
	Size size;			 /* of this struct */

	/* settings, memory: module.c */
	Size (*memory_limit)(void);
	void (*limit_memory)(const char *what, Size bytes);
	void *(*alloc_huge)(Size size);

	/* errors: errors.c */
	char *(*quote)(const char *input, size_t length);
	char *(*quote_text)(const text *input);
	char (*text_code)(const text *code);
	void (*check_code)(char code);

	/* maps: types/gridmap.c */
	void (*check_size)(int64 width, int64 height);
	Gridmap *(*from_codes)(const uint8 *codes, uint32 width, uint32 height);
	Gridmap *(*from_layout)(const uint8 *codes, uint32 columns, uint32 rows,
							fr_layout layout);
	fr_map (*open)(const Gridmap *map);
	Gridmap *(*add_layer)(Gridmap *map, const LayerNumbers *numbers);
	void (*check_layer_name)(fr_span name);
	void (*unpack)(const fr_map *map, uint8 *codes, const fr_poll *poll);
	void (*unpack_codes)(const fr_map *map, size_t first, size_t count, uint8 *codes);

	/* offset coordinates: functions/offset_maps.c, core/map/offset_layout.c */
	fr_layout (*layout_named)(const text *name);
	text *(*layout_name)(fr_layout layout);
	fr_offset_map (*offset_map_of)(fr_layout layout, int64 columns, int64 rows);
	fr_cell (*cell_from_doubled)(const fr_offset_map *map, int64 u, int64 v);
	bool (*cell_to_offset)(const fr_offset_map *map, fr_cell cell, fr_cell *offset);
} FringeInterface;

extern PGDLLEXPORT const FringeInterface *fringe_interface(void);

#endif /* FRINGE_INTERFACE_H */
