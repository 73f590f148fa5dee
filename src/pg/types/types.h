/*
 * types.h - the SQL types: how values are stored, opened and made
 *
 *     gridcell    an int8 by value                                 gridcell.c, cell_arrays.c
 *     gridlink    FR_LINK_BYTES by reference                       gridlink.c
 *     gridmap     a digest and a packed map                        gridmap.c, map_floors.c
 *     gridfield   the same layout, another packed form             gridfield.c
 *     gridindex   the same layout, another packed form             gridindex.c
 *     gridmodel, gridmethod   canonical text                       gridmodel.c
 *     gridpath    a packed path                                    gridpath.c
 *
 * Memory: results are allocated in the current memory context. Functions that open a value return
 * a view of its bytes, so the value has to outlive the view.
 *
 * Errors: invalid input raises, softly if an escontext allows it. Bytes of a client are checked when
 * they come in, and never again.
 */
#ifndef FRINGE_TYPES_H
#define FRINGE_TYPES_H

#include "core/base/text.h"
#include "core/map/offset_layout.h"
#include "pg/module.h"

#include "lib/stringinfo.h"
#include "utils/array.h"
#include "utils/geo_decls.h"

/* ---- input and output ------------------------------------------------------- */

/* For input and output functions: PostgreSQL calls them for each element of an array without a poll. */
static inline void
fringe_poll_element(void)
{
	CHECK_FOR_INTERRUPTS();
}

/* ---- cells: gridcell.c ----------------------------------------------------- */

/*
 * A gridcell is an int8 by value: y in the high half, x in the low half with its sign
 * bit flipped. The comparisons of int8 then order cells by (y, x).
 */
static inline Datum
CellGetDatum(fr_cell cell)
{
	return Int64GetDatum(
		(int64) ((uint64) (uint32) cell.y << 32 | ((uint32) cell.x ^ 0x80000000)));
}

static inline fr_cell
DatumGetCell(Datum datum)
{
	uint64 bits = (uint64) DatumGetInt64(datum);

	return (fr_cell){(int32) ((uint32) bits ^ 0x80000000), (int32) (bits >> 32)};
}

/* Is the cell inside a map of this size? As unsigned numbers, negative coordinates are large. */
static inline bool
fringe_is_inside(fr_cell cell, uint32 width, uint32 height)
{
	return (uint32) cell.x < width && (uint32) cell.y < height;
}

/* Raises an error if the cell is outside a map of this size. */
static inline void
fringe_check_inside(fr_cell cell, uint32 width, uint32 height)
{
	if (!fringe_is_inside(cell, width, height))
		fringe_report_outside(cell, width, height);
}

/* The index of a cell. Raises an error if it is outside the grid. */
static inline uint32
fringe_cell_index(const fr_grid *grid, fr_cell cell)
{
	fringe_check_inside(cell, grid->width, grid->height);
	return fr_grid_index(grid, cell);
}

#define PG_GETARG_CELL(n) DatumGetCell(PG_GETARG_DATUM(n))
#define PG_RETURN_CELL(cell) return CellGetDatum(cell)

extern Datum gridcell_in(PG_FUNCTION_ARGS);

/*
 * The coordinates of a world, which has its own origin, unit and direction of y. All functions take
 * them as the same arguments: origin_x, origin_y, then cell_size, or cell_width and cell_height,
 * then y_up.
 */
typedef struct Geotransform
{
	Point origin; /* the upper-left corner of cell (0,0) */
	double width; /* of a cell */
	double height;
	double down; /* the factor of y: 1, or -1 if y grows upwards */
} Geotransform;

/* From argument `first` on; a function without an origin has one size of cells. */
extern Geotransform geotransform_arguments(FunctionCallInfo fcinfo, int first);

/* Raises an error if an origin or a size of cells is out of range. */
extern void geotransform_check(const Geotransform *geo);

/* The middle of a cell in the world. */
extern Point geotransform_centre(const Geotransform *geo, fr_cell cell);

/* ---- arrays of cells: cell_arrays.c ----------------------------------------- */

struct ArrayType;

/* The elements of an array of any dimensions, in place. Raises an error if one is NULL. */
extern const int64 *gridcell_elements(struct ArrayType *cells, int *count);

/* The elements of argument n, which may be NULL: then there are none. */
extern const int64 *gridcell_list(FunctionCallInfo fcinfo, int n, int *count);

/*
 * Is an argument NULL, except for lists, of which `lists` has a bit each? A list of cells to set,
 * block or link may be NULL, which is an empty list, so functions with one are not STRICT.
 */
extern bool fringe_null_except_lists(FunctionCallInfo fcinfo, uint32 lists);

/* The number of elements that are not NULL, to allocate memory by: a NULL takes only a bit. */
extern Size fringe_count_nonnull(struct ArrayType *array);

/* Sorts indexes of cells. */
extern void fringe_sort_indexes(uint32 *cells, int count);

/* An array of elements of `each` bytes, below 1 GB, which the caller fills in. */
extern struct ArrayType *fringe_array(uint64 count, Oid type, Size each);

/*
 * An array for `count` cells of a path, which the caller fills in. Raises the error of
 * fringe_report_length if it would be too large for a value.
 */
extern struct ArrayType *gridcell_array(uint64 count, Oid type, int64 **elements);
extern void fringe_report_length(uint64 cells);

/* Reads a text into the bytes of an element. Raises an error if it is none. */
typedef void ReadElement(const char *text, size_t length, char *to);

/*
 * Argument 0, an array of text, as the array that the function returns. Elements have `width` bytes.
 */
extern Datum fringe_array_from_text(FunctionCallInfo fcinfo, int width,
									ReadElement *read);

/* ---- maps: gridmap.c ------------------------------------------ */

#define DIGEST_SIZE 16

typedef struct Digest
{
	uint8 bytes[DIGEST_SIZE];
} Digest;

/*
 * A stored map: the digest of its packed form, which is never accepted from clients,
 * and the packed form (drawn in core/map/map_packed.c). Fields and indexes are stored so too.
 */
typedef struct Gridmap
{
	int32 vl_len_; /* varlena header, not to be used directly */
	Digest digest;
	uint8 packed[FLEXIBLE_ARRAY_MEMBER];
} Gridmap;

#define GRIDMAP_PACKED_SIZE(map) (VARSIZE(map) - offsetof(Gridmap, packed))

/*
 * Facts in the first bytes of a map, an index or a field. The ground of a map is the part that all
 * models read (core/map/map_layers.h). A map without layers, an index and a field are their own ground.
 */
typedef struct GridmapPeek
{
	Digest digest;
	Digest ground;
	uint32 width;
	uint32 height;
} GridmapPeek;

/* Reads at most one chunk of a toasted value. */
extern GridmapPeek gridmap_peek(Datum map);

/* The first bytes of a value: the value itself, or a copy of the first `size` bytes. */
extern struct varlena *fringe_first_bytes(Datum value, int32 size);

/* The first 16 bytes of the SHA-256 of bytes after some first ones; and a digest as a value. */
extern void fringe_digest(const uint8 *first, Size first_size, const uint8 *bytes,
						  Size size, Digest *digest);
extern bytea *gridmap_digest_value(const Digest *digest);

extern Datum gridmap_in(PG_FUNCTION_ARGS);

/* Advice for JSON whose rows are arrays of codes. */
#define JSON_CODES                                                                       \
	"Each row of codes must be one string. For arrays of codes, write "                  \
	"gridmap(ARRAY(SELECT translate(row::text, '[]\", ', '') FROM jsonb_array_elements(value) AS row))."

/* A view of a stored map. */
extern fr_map gridmap_open(const Gridmap *map);
#define PG_GETARG_GRIDMAP(n) ((Gridmap *) PG_DETOAST_DATUM(PG_GETARG_DATUM(n)))

/* Raises an error if no map has this size. */
extern void gridmap_check_size(int64 width, int64 height);

/* Memory for the codes of a map. Raises an error if no map has this size. */
extern uint8 *gridmap_alloc_codes(int64 width, int64 height);

/*
 * The codes of rows, which may have blanks at their ends. `source`, array or json, is where they come
 * from, for advice on errors.
 */
extern uint8 *gridmap_codes_of_lines(const fr_span *rows, uint32 height,
									 const char *source, uint32 *width);

/* The codes of the rows of an array of text. */
extern uint8 *gridmap_codes_of_rows(ArrayType *rows, uint32 *width, uint32 *height);

/* A map of codes[height][width], all of which are valid. */
extern Gridmap *gridmap_from_codes(const uint8 *codes, uint32 width, uint32 height);

/* The layout of this name, or an error. */
extern fr_layout fringe_layout_named(const text *name);
extern text *fringe_layout_name(fr_layout layout);

/*
 * Refuses a layout for drawing a map that has another one. A map of no layout may be drawn under each:
 * a part of a map, or one in axial coordinates.
 */
extern void fringe_check_drawn_layout(const fr_map *grid, fr_layout layout);

/* A map of codes[rows][columns] in offset coordinates. Raises an error if a code is that of padding. */
extern Gridmap *gridmap_from_layout(const uint8 *codes, uint32 columns, uint32 rows,
									fr_layout layout);

/* The codes of all cells, newly allocated; and how many cells have each, by its position. */
extern uint8 *gridmap_codes_of(const fr_map *map);
extern void gridmap_count_codes(const fr_map *map, int64 counts[256]);

/* A rectangle of a map, with its layers and the links that have both ends in it. */
extern Gridmap *gridmap_cut(const fr_map *map, uint32 x, uint32 y, uint32 width,
							uint32 height);

/*
 * A map whose packed form the caller writes or receives. The caller checks it, then gridmap_seal
 * sets the digest, also for a field or an index. A map that may have layers needs gridmap_seal_map.
 */
extern Gridmap *gridmap_allocate(Size size);
extern Gridmap *gridmap_received(StringInfo buf);
extern void gridmap_seal(Gridmap *map);

/* A terrain code as a text of one character. */
typedef struct CodeText
{
	char bytes[VARHDRSZ_SHORT + 1];
} CodeText;

/* Fills *text and returns a datum that points to it. */
static inline Datum
CodeTextGetDatum(CodeText *text, uint8 code)
{
	SET_VARSIZE_SHORT(text->bytes, sizeof text->bytes);
	text->bytes[VARHDRSZ_SHORT] = (char) code;
	return PointerGetDatum(text->bytes);
}

/* ---- layers, and maps made of pieces: map_pieces.c ------------------------------ */

/*
 * Layers in the order of their names, as packed bytes (core/map/map_layers.h). All memory in which a
 * call makes layers counts against fringe.max_memory.
 */
typedef struct LayerList
{
	int count;
	const uint8 *bytes[FR_MAX_LAYERS];
	Size size[FR_MAX_LAYERS];
	Size taken; /* memory of the call, so far */
} LayerList;

/* Allocates and frees such memory. Exceeding the limit raises an error. */
extern void *layer_list_alloc(LayerList *list, Size size);
extern void layer_list_free(LayerList *list, void *memory, Size size);

/* The layers of a map, which has to stay. */
extern LayerList layer_list_of(const fr_map *map);

/* Removes the layer of this name, if there is one. */
extern void layer_list_drop(LayerList *list, const char *name, int length);

/*
 * Adds a layer of stored[cells], in place of the one of its name. The layer has its name, scale and
 * offset. Raises an error if a map would have too many layers.
 */
extern void layer_list_put(LayerList *list, fr_layer layer, const uint32 *stored,
						   Size cells);

/* The map with these layers in place of its own. Raises an error if it would be too large. */
extern Gridmap *gridmap_layered(Gridmap *map, const LayerList *list);

/* Sets the digest of a map. If the map has layers, also sets the digest of its ground. */
extern void gridmap_seal_map(Gridmap *map);

/*
 * The digest of what a model reads of a map, which is the digest of its ground if the model names
 * no layer or is NULL. False if the map lacks a layer that the model names.
 */
extern bool gridmap_digest_under(Datum map, const fr_model *model, Digest *digest);

/* How the caller of a function gives a scale, for the hint of an error. */
typedef enum ScaleGiven
{
	SCALE_ARGUMENT, /* the argument `scale` */
	SCALE_OF_RULE,	/* the key "scale" of a rule */
	SCALE_OF_ALL,	/* gridmap_set_layer of all numbers, in place of some */
	SCALE_BEFORE	/* gridmap_set_layer of the maps that are joined */
} ScaleGiven;

/*
 * Adds a layer of these numbers. A cell whose number is NaN gets 0, or the number nearest to 0 that
 * the layer has. Numbers are rounded only if the scale is given: without it, they are stored exactly,
 * or raise an error. So does a number that does not fit.
 */
typedef struct LayerNumbers
{
	const char *name;
	int name_length;
	const double *numbers;
	uint32 width;
	uint32 height;
	bool scaled; /* the scale is given */
	bool offset_given;
	fr_decimal scale;
	fr_decimal offset;
	bool below; /* the offset is negative */
	ScaleGiven how;
	Size taken; /* memory of the call, as in LayerList */
} LayerNumbers;

extern void layer_list_put_numbers(LayerList *list, const LayerNumbers *numbers);

/* The map with a layer of these numbers, in place of the one of its name. */
extern Gridmap *gridmap_add_layer(Gridmap *map, const LayerNumbers *numbers);

/* Raises an error if it is no name of a layer. */
extern void fringe_check_layer_name(fr_span name);

/* Reads the layers behind the links of a text; false: *error says why it failed. */
extern bool layer_list_parse(const char *text, fr_map_text *header, LayerList *list,
							 fr_error *error);

/*
 * Writes the layers of a map behind the rest of its text; returns the end. Raises an error if the
 * text is too long. gridmap_layers_room is the space for it.
 */
extern char *gridmap_put_layers(const fr_map *map, const char *text, char *to);
extern Size gridmap_layers_room(const fr_map *map);

/* ---- floors: map_floors.c ------------------------------------------------ */

/*
 * The floors of a map are side by side. A column of FLOOR_BORDER separates two of them, and rows of
 * it fill a floor up to the height of the map. So any map that keeps these columns keeps its
 * floors, and its text shows them. Floors are numbered from 1 on.
 */
#define FLOOR_BORDER '|'

/* Columns from x on, and rows from 0 on. The width is 0 between two borders side by side. */
typedef struct MapFloor
{
	uint32 x;
	uint32 width;
	uint32 height;
} MapFloor;

typedef struct MapFloors
{
	uint32 width; /* of the map */
	uint32 height;
	int count;
	MapFloor floor[FLEXIBLE_ARRAY_MEMBER];
} MapFloors;

/* The floors of a map: at least one, in one block of memory. */
extern MapFloors *map_floors_read(const fr_map *map);

/* The floor of this number. Raises an error if there is none. */
extern const MapFloor *map_floors_get(const MapFloors *floors, int32 number);

/* The number of the floor that a cell is on; 0: it is on none. */
extern int map_floors_find(const MapFloors *floors, fr_cell cell);

/* A floor as a map of its own, with its layers and the links within it. Raises an error if it has no cells. */
extern Gridmap *map_floors_cut(const fr_map *map, const MapFloors *floors, int32 number);

/* The first column from x on that is a border, or the map's width. */
extern uint32 map_floors_next_border(const fr_map *map, uint32 x);

/* ---- links: gridlink.c -------------------------------------- */

/* A gridlink is FR_LINK_BYTES by reference (core/map/map.h). */
#define PG_GETARG_LINK(n) ((const uint8 *) PG_GETARG_POINTER(n))

/* The affine transformation of cells from a map to a copy of it: a turn, then a shift. */
typedef struct CellTransform
{
	int xx, xy, yx, yy;
	int64 x;
	int64 y;
} CellTransform;

/* Links, FR_LINK_BYTES each. */
typedef struct LinkList
{
	uint8 *bytes;
	Size count;
	Size capacity;
} LinkList;

extern const CellTransform gridlink_identity;

/*
 * Adds a link, or the links of the map `from`: their ends are transformed, and a link is left out
 * if an end is not on the map `to`.
 */
extern void gridlink_add(LinkList *list, const uint8 *link);
extern void gridlink_add_transformed(LinkList *list, const fr_map *from,
									 const CellTransform *transform, const fr_map *to);

/* Raises an error if a map would have too many links. */
extern void gridlink_check_count(Size count);

/* The map with these links in place of its own. All their ends are cells of the map. */
extern Gridmap *gridmap_linked(Gridmap *map, LinkList *links);

/*
 * A map of which a changed copy is made: where its cells are in the copy. Cells of the code `clear`
 * are left out; 0: none are.
 */
typedef struct MapPiece
{
	const fr_map *map;
	CellTransform transform;
	uint8 clear;
} MapPiece;

/*
 * A new map of codes with the links and layers of the maps it is made of. A link needs both ends. A
 * layer has the numbers of the last piece with a cell there, and 0 elsewhere.
 */
extern Gridmap *gridmap_of_pieces(Gridmap *copy, const MapPiece *pieces, int count);

/* The same of one piece: a changed copy. */
extern Gridmap *gridmap_keep(Gridmap *copy, const fr_map *from, CellTransform transform);

/* Reads the links behind the rows of a text; false: *error says why it failed. */
extern bool gridmap_parse_links(const char *text, fr_map_text *header, LinkList *links,
								fr_error *error);

/* Writes a line for each link; returns the end. */
extern char *gridmap_put_links(const fr_map *map, char *to);

/* ---- cells that are taken for some ticks: gridbusy.c ------------------------------ */

/* A gridbusy is FR_BUSY_BYTES by reference (core/agents/busy.h). */
#define PG_GETARG_BUSY(n) fr_busy_unpack((const uint8 *) PG_GETARG_POINTER(n))

/* The elements of argument n, in place. NULL has none. Raises an error if one is NULL. */
extern const uint8 *gridbusy_list(FunctionCallInfo fcinfo, int n, int *count);

/* ---- fields: gridfield.c ------------------------------------------------ */

/* The packed form is drawn in core/field/flow_field.c. */
typedef Gridmap Gridfield;

#define PG_GETARG_GRIDFIELD(n) ((Gridfield *) PG_DETOAST_DATUM(PG_GETARG_DATUM(n)))

/* A field with the cost of each cell, in units of its costs. */
typedef struct OpenField
{
	fr_field view;
	uint64 *costs;
} OpenField;

/* A field whose packed form the caller writes and seals; and memory for the costs of all cells. */
extern Gridfield *gridfield_allocate(Size size);
extern uint64 *gridfield_alloc_costs(const Gridfield *field, const fr_field *opened);

/*
 * The bytes of a field or an index in a text, which the caller checks and seals. NULL after a soft
 * error.
 */
extern Gridmap *gridfield_from_hex(const char *text, const char *type, Node *escontext);

/* ---- models and methods: gridmodel.c ------------------------------------- */

/*
 * A number as the decimal of the fewest digits that is this number. Raises an error if it is
 * negative or not finite, or has more digits than the text of a model may have.
 */
extern fr_decimal fringe_decimal(float8 number, const char *what);

/* Models and methods from their stored texts, and their stored texts. */
extern fr_model gridmodel_parsed(struct varlena *stored);
extern fr_method gridmethod_parsed(struct varlena *stored);
extern struct varlena *gridmodel_make(const fr_model *model);
extern struct varlena *gridmethod_make(const fr_method *method);

/* ---- paths: gridpath.c ----------------------------------------------------- */

/* A gridpath is a varlena of a packed path, which fr_path_check accepted. */
#define PG_GETARG_GRIDPATH(n) PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(n))
#define PATH_BYTES(path) ((const uint8 *) VARDATA_ANY(path))
#define PATH_SIZE(path) VARSIZE_ANY_EXHDR(path)

/* Reads the legs of a path: see fr_path_next. */
static inline fr_path_reader
gridpath_open(const struct varlena *path)
{
	return fr_path_open(PATH_BYTES(path), PATH_SIZE(path), &fringe_poll);
}

extern Datum gridpath_in(PG_FUNCTION_ARGS);

extern struct varlena *gridpath_from_route(const fr_route *route);

/* The path that goes along all of these; each begins where the one before ends. */
extern struct varlena *gridpath_join(struct varlena *const *paths, int count);

/* A path through cells that come one by one: fringe_path_begin, _add for each cell, _end. */
typedef struct PathBuilder
{
	fr_route route;
	uint32 *runs; /* the route's */
	fr_cell last;
	bool begun;
} PathBuilder;

/* `most` is the largest number of cells. Raises an error if two cells in a row are no neighbours. */
extern void fringe_path_begin(PathBuilder *path, int most);
extern void fringe_path_add(PathBuilder *path, fr_cell cell);
extern struct varlena *fringe_path_end(PathBuilder *path);

/* ---- indexes: gridindex.c ---------------------------------------------- */

/* The packed form is drawn in core/index/index_format.h. */
typedef Gridmap Gridindex;

/* Raises an error, softly if escontext allows it, if the bytes are not an index. */
extern bool gridindex_check(const Gridindex *index, fr_index_checked *checked,
							Node *escontext);

/* As gridmap_peek. */
extern GridmapPeek gridindex_peek(Datum index);

#define PG_GETARG_GRIDINDEX(n) ((Gridindex *) PG_DETOAST_DATUM(PG_GETARG_DATUM(n)))

#endif /* FRINGE_TYPES_H */
