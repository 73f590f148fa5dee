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

/*
 * The functions: result, name, parameters, and the arguments of a call. From this list, the table
 * below gets its members, interface.c the values, and library.c the functions that call them.
 */
#define FRINGE_INTERFACE(F)                                                              \
	/* settings, memory: module.c */                                                     \
	F(Size, fringe_memory_limit, (void), ())                                             \
	F(void, fringe_limit_memory, (const char *what, Size bytes), (what, bytes))          \
	F(void *, fringe_alloc_huge, (Size size), (size))                                    \
	/* errors: errors.c */                                                               \
	F(char *, fringe_quote, (const char *input, size_t length), (input, length))         \
	F(char *, fringe_quote_text, (const text *input), (input))                           \
	F(char, fringe_text_code, (const text *code), (code))                                \
	F(void, fringe_check_code, (char code), (code))                                      \
	/* maps: types/gridmap.c, core/map */                                                \
	F(void, gridmap_check_size, (int64 width, int64 height), (width, height))            \
	F(Gridmap *, gridmap_from_codes, (const uint8 *codes, uint32 width, uint32 height),  \
	  (codes, width, height))                                                            \
	F(Gridmap *, gridmap_from_layout,                                                    \
	  (const uint8 *codes, uint32 columns, uint32 rows, fr_layout layout),               \
	  (codes, columns, rows, layout))                                                    \
	F(fr_map, gridmap_open, (const Gridmap *map), (map))                                 \
	F(Gridmap *, gridmap_add_layer, (Gridmap * map, const LayerNumbers *numbers),        \
	  (map, numbers))                                                                    \
	F(void, fringe_check_layer_name, (fr_span name), (name))                             \
	F(bool, fr_map_find_layer,                                                           \
	  (const fr_map *map, const char *name, size_t length, fr_layer *layer),             \
	  (map, name, length, layer))                                                        \
	F(bool, fr_layer_scale_of, (const fr_layer *layer, fr_layer_scale *scale),           \
	  (layer, scale))                                                                    \
	F(double, fr_layer_number, (const fr_layer_scale *scale, uint32_t stored),           \
	  (scale, stored))                                                                   \
	F(void, fr_layer_unpack,                                                             \
	  (const fr_layer *layer, size_t first, size_t count, uint32_t *stored),             \
	  (layer, first, count, stored))                                                     \
	F(void, geotransform_check, (const Geotransform *geo), (geo))                        \
	F(void, fr_map_unpack, (const fr_map *map, uint8 *codes, const fr_poll *poll),       \
	  (map, codes, poll))                                                                \
	F(void, fr_map_unpack_codes,                                                         \
	  (const fr_map *map, size_t first, size_t count, uint8 *codes),                     \
	  (map, first, count, codes))                                                        \
	/* offset coordinates: functions/offset_maps.c, core/map/offset_layout.c */          \
	F(fr_layout, fringe_layout_named, (const text *name), (name))                        \
	F(text *, fringe_layout_name, (fr_layout layout), (layout))                          \
	F(fr_offset_map, fr_offset_map_of,                                                   \
	  (fr_layout layout, int64_t columns, int64_t rows), (layout, columns, rows))        \
	F(fr_cell, fr_cell_from_doubled, (const fr_offset_map *map, int64_t u, int64_t v),   \
	  (map, u, v))                                                                       \
	F(bool, fr_cell_to_offset,                                                           \
	  (const fr_offset_map *map, fr_cell cell, fr_cell *offset), (map, cell, offset))

#define FRINGE_MEMBER(result, name, parameters, arguments) result(*name) parameters;

/* Any change of this struct needs another FRINGE_VERSION once that version is released. */
typedef struct FringeInterface
{
	const char *version; /* comes first in all versions */
	Size size;			 /* of this struct */
	FRINGE_INTERFACE(FRINGE_MEMBER)
} FringeInterface;

extern PGDLLEXPORT const FringeInterface *fringe_interface(void);

#endif /* FRINGE_INTERFACE_H */
