/*
 * gridmap.c - the type gridmap: construction, input, output, comparison, and facts about a map
 */
#include "pg/result_rows.h"
#include "pg/types/types.h"

#include "catalog/pg_type.h"
#include "common/cryptohash.h"
#include "common/hashfn.h"
#include "common/sha2.h"
#include "funcapi.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

/* ---- making a stored map ---------------------------------------------- */

#define DIGEST_CHUNK (1024 * 1024) /* bytes between interrupt checks, about 1 ms */

void
fringe_digest(const uint8 *first, Size first_size, const uint8 *bytes, Size size,
			  Digest *digest)
{
	pg_cryptohash_ctx *hash = pg_cryptohash_create(PG_SHA256);
	size_t left = size;
	const uint8 *next = bytes;
	uint8 whole[PG_SHA256_DIGEST_LENGTH];
	bool ok = hash != NULL && pg_cryptohash_init(hash) == 0 &&
			  (first_size == 0 || pg_cryptohash_update(hash, first, first_size) == 0);

	while (ok && left > 0)
	{
		size_t n = Min(left, DIGEST_CHUNK);

		CHECK_FOR_INTERRUPTS();
		ok = pg_cryptohash_update(hash, next, n) == 0;
		next += n;
		left -= n;
	}
	if (!ok || pg_cryptohash_final(hash, whole, sizeof whole) != 0)
		elog(ERROR, "could not compute a digest");
	pg_cryptohash_free(hash);
	memcpy(digest, whole, DIGEST_SIZE);
}

Gridmap *
gridmap_allocate(Size size)
{
	Gridmap *map = palloc(offsetof(Gridmap, packed) + size);

	SET_VARSIZE(map, offsetof(Gridmap, packed) + size);
	return map;
}

/* Takes the rest of the message. */
Gridmap *
gridmap_received(StringInfo buf)
{
	int size = buf->len - buf->cursor;
	Gridmap *map = gridmap_allocate(size);

	pq_copymsgbytes(buf, (char *) map->packed, size);
	return map;
}

void
gridmap_seal(Gridmap *map)
{
	fringe_digest(NULL, 0, map->packed, GRIDMAP_PACKED_SIZE(map), &map->digest);
}

void
gridmap_check_size(int64 width, int64 height)
{
	fr_error error;

	if (fr_map_size(width, height, &error))
		fringe_report(&error, "gridmap", NULL);
}

uint8 *
gridmap_alloc_codes(int64 width, int64 height)
{
	gridmap_check_size(width, height);
	return fringe_alloc_huge((Size) width * height);
}

Gridmap *
gridmap_from_codes(const uint8 *codes, uint32 width, uint32 height)
{
	fr_palette palette;
	Gridmap *map;

	fr_palette_of(codes, (size_t) width * height, &palette, &fringe_poll);
	map = gridmap_allocate(fr_map_packed_size(width, height, palette.code_count));
	fr_map_pack(codes, width, height, &palette, map->packed, &fringe_poll);
	gridmap_seal(map);
	return map;
}

fr_map
gridmap_open(const Gridmap *map)
{
	fr_map opened;
	fr_error error;

	if (fr_map_open_layered(map->packed, GRIDMAP_PACKED_SIZE(map), &opened, &error))
		fringe_report(&error, "gridmap", NULL);
	return opened;
}

uint8 *
gridmap_codes_of(const fr_map *map)
{
	uint8 *codes = fringe_alloc_huge((Size) map->width * map->height);

	fr_map_unpack(map, codes, &fringe_poll);
	return codes;
}

/* ---- in and out ------------------------------------------------------- */

/* The codes of a map file; on failure NULL, and *error is set. */
static uint8 *
parse_codes(const char *text, fr_map_text *header, fr_error *error)
{
	size_t length = strlen(text);
	uint8 *codes;

	if (fr_map_parse_header(text, length, header, error))
		return NULL;
	header->takes_links = true;
	codes = fringe_alloc_huge(fr_map_parse_room(header, length));
	if (fr_map_parse_rows(text, length, header, codes, &fringe_poll, error))
		return NULL;
	return codes;
}

FRINGE_FUNCTION(gridmap_in)
{
	char *text = PG_GETARG_CSTRING(0);
	const char *type = "gridmap";
	LinkList links = {0};
	LayerList layers = {0};
	fr_map_text header;
	fr_error error;
	uint8 *codes = parse_codes(text, &header, &error);
	bool parsed = codes != NULL;
	Gridmap *map;

	if (parsed && !gridmap_parse_links(text, &header, &links, &error))
	{
		parsed = false;
		type = error.status == FR_MAP_TRAILING ? "gridmap" : "gridlink";
	}
	if (!parsed || !layer_list_parse(text, &header, &layers, &error))
	{
		fringe_report(&error, type, fcinfo->context);
		PG_RETURN_NULL();
	}
	map = gridmap_from_codes(codes, header.width, header.height);
	pfree(codes);
	map = gridmap_linked(map, &links);
	PG_RETURN_POINTER(layers.count > 0 ? gridmap_layered(map, &layers) : map);
}

FRINGE_FUNCTION(gridmap_out)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	size_t size = fr_map_text_size(&map);
	char *text = fringe_alloc_huge(size + (Size) map.link_count * (FR_LINK_TEXT_MAX + 1) +
								   gridmap_layers_room(&map) + 1);
	char *end;

	fr_map_write(&map, text, &fringe_poll);
	end = gridmap_put_layers(&map, text, gridmap_put_links(&map, text + size));
	*end = '\0';
	PG_RETURN_CSTRING(text);
}

/* Sends the packed form unchanged, since its byte order is fixed. Serves fields and indexes too. */
FRINGE_FUNCTION(gridmap_send)
{
	Gridmap *map = PG_GETARG_GRIDMAP(0);
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendbytes(&buf, (const char *) map->packed, GRIDMAP_PACKED_SIZE(map));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

FRINGE_FUNCTION(gridmap_recv)
{
	Gridmap *map = gridmap_received((StringInfo) PG_GETARG_POINTER(0));
	fr_map opened;
	fr_error error;

	if (fr_map_open_layered(map->packed, GRIDMAP_PACKED_SIZE(map), &opened, &error) ||
		fr_map_check(&opened, &fringe_poll, &error) ||
		fr_map_check_links(&opened, &fringe_poll, &error) ||
		fr_map_check_layers(&opened, &fringe_poll, &error))
		fringe_report_binary(&error, "gridmap");
	gridmap_seal_map(map);
	PG_RETURN_POINTER(map);
}

/* ---- comparing: also of fields and indexes ---------------------------- */

struct varlena *
fringe_first_bytes(Datum datum, int32 size)
{
	struct varlena *value = (struct varlena *) DatumGetPointer(datum);

	if (VARATT_IS_COMPRESSED(value) || VARATT_IS_EXTERNAL(value))
		return PG_DETOAST_DATUM_SLICE(datum, 0, size);
	return value;
}

GridmapPeek
gridmap_peek(Datum map)
{
	Size before_ground = DIGEST_SIZE + FR_MAP_HEADER_SIZE;
	struct varlena *slice = fringe_first_bytes(map, before_ground + FR_GROUND_BYTES);
	const uint8 *bytes = (const uint8 *) VARDATA_ANY(slice);
	bool layered = fr_map_is_layered(bytes + DIGEST_SIZE) &&
				   VARSIZE_ANY_EXHDR(slice) >= before_ground + FR_GROUND_BYTES;
	GridmapPeek peek;

	memcpy(peek.digest.bytes, bytes, DIGEST_SIZE);
	memcpy(peek.ground.bytes, layered ? bytes + before_ground : bytes, DIGEST_SIZE);
	fr_map_peek(bytes + DIGEST_SIZE, &peek.width, &peek.height);
	if ((Pointer) slice != DatumGetPointer(map))
		pfree(slice);
	return peek;
}

/* Do both point to one stored value? */
static bool
one_value(Datum a, Datum b)
{
	const struct varlena *first = (const struct varlena *) DatumGetPointer(a);
	const struct varlena *second = (const struct varlena *) DatumGetPointer(b);

	return first == second ||
		   (VARATT_IS_EXTERNAL_ONDISK(first) && VARATT_IS_EXTERNAL_ONDISK(second) &&
			memcmp(VARDATA_EXTERNAL(first), VARDATA_EXTERNAL(second),
				   sizeof(struct varatt_external)) == 0);
}

/* A value is read only if another one has its digest: not by GROUP BY over a join, whose rows point to one value. */
static bool
maps_equal(Datum a, Datum b)
{
	Digest digest_a;
	Digest digest_b;

	if (one_value(a, b))
		return true;
	digest_a = gridmap_peek(a).digest;
	digest_b = gridmap_peek(b).digest;
	return memcmp(&digest_a, &digest_b, DIGEST_SIZE) == 0 &&
		   DatumGetBool(DirectFunctionCall2(byteaeq, a, b));
}

FRINGE_FUNCTION(gridmap_eq)
{
	PG_RETURN_BOOL(maps_equal(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)));
}

FRINGE_FUNCTION(gridmap_ne)
{
	PG_RETURN_BOOL(!maps_equal(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)));
}

FRINGE_FUNCTION(gridmap_hash)
{
	Digest digest = gridmap_peek(PG_GETARG_DATUM(0)).digest;

	return hash_any(digest.bytes, DIGEST_SIZE);
}

FRINGE_FUNCTION(gridmap_hash_extended)
{
	Digest digest = gridmap_peek(PG_GETARG_DATUM(0)).digest;

	return hash_any_extended(digest.bytes, DIGEST_SIZE, PG_GETARG_INT64(1));
}

/* ---- building from rows ----------------------------------------------- */

static void
check_rows(ArrayType *rows)
{
	if (ARR_NDIM(rows) > 1)
		ereport(ERROR, (errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
						errmsg("rows of a map must be a one-dimensional array")));
	if (array_contains_nulls(rows))
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						errmsg("rows of a map must not be null")));
}

/* Do rows end lines by a backslash and an n? A single row may have them anywhere. */
static bool
are_escaped(const fr_span *rows, uint32 height)
{
	if (height == 1)
		return fr_map_has_escape(rows[0].at, rows[0].length, false);
	for (uint32 y = 0; y + 1 < height; y++)
		if (!fr_map_has_escape(rows[y].at, rows[y].length, true))
			return false;
	return height > 0;
}

/* Are all rows empty before this one, or after it? */
static bool
is_at_edge(const fr_span *rows, uint32 height, uint32 y)
{
	uint32 before = 0;
	uint32 after = y + 1;

	while (before < y && rows[before].length == 0)
		before++;
	while (after < height && rows[after].length == 0)
		after++;
	return before == y || after == height;
}

static void
report_line(fr_error *error, const fr_span *rows, uint32 height, const char *source)
{
	error->what = source;
	if (error->status == FR_MAP_CODE)
	{
		fr_map_blanks blanks = FR_NO_BLANKS;

		for (uint32 y = 0; y < height; y++)
		{
			CHECK_FOR_INTERRUPTS();
			fr_map_note_blanks(&blanks, rows[y].at, rows[y].length);
		}
		fr_map_tell_blanks(&blanks, error);
	}
	else if (error->status == FR_MAP_ROW && rows[error->row].length == 0 &&
			 is_at_edge(rows, height, (uint32) error->row))
		error->choices[0] = "empty";
	fringe_report(error, "gridmap", NULL);
}

uint8 *
gridmap_codes_of_lines(const fr_span *rows, uint32 height, const char *source,
					   uint32 *width)
{
	uint32 first = 0;
	size_t columns;
	uint8 *codes;
	fr_error error;

	while (first + 1 < height && rows[first].length == 0)
		first++;
	columns = height > 0 ? fr_map_row_length(rows[first].at, rows[first].length) : 1;
	codes = gridmap_alloc_codes(columns, height);
	if (are_escaped(rows, height))
		fringe_report(&(fr_error){.status = FR_MAP_ESCAPE, .what = source}, "gridmap",
					  NULL);
	for (uint32 y = 0; y < height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		if (fr_map_copy_row(rows[y].at, rows[y].length, columns, y, codes + y * columns,
							&error))
			report_line(&error, rows, height, source);
	}
	*width = columns;
	return codes;
}

uint8 *
gridmap_codes_of_rows(ArrayType *rows, uint32 *width, uint32 *height)
{
	Datum *elements;
	fr_span *lines;
	int count;

	check_rows(rows);
	gridmap_check_size(1, ArrayGetNItems(ARR_NDIM(rows), ARR_DIMS(rows)));
	deconstruct_array(rows, TEXTOID, -1, false, TYPALIGN_INT, &elements, NULL, &count);
	lines = palloc(count * sizeof *lines);
	for (int y = 0; y < count; y++)
	{
		const struct varlena *row = DatumGetTextPP(elements[y]);

		lines[y] = (fr_span){VARDATA_ANY(row), VARSIZE_ANY_EXHDR(row)};
	}
	*height = count;
	return gridmap_codes_of_lines(lines, count, "array", width);
}

FRINGE_FUNCTION(gridmap_from_rows)
{
	uint32 width;
	uint32 height;
	uint8 *codes = gridmap_codes_of_rows(PG_GETARG_ARRAYTYPE_P(0), &width, &height);

	PG_RETURN_POINTER(gridmap_from_codes(codes, width, height));
}

/* ==== facts: digest, size, cells, codes ================================ */

bytea *
gridmap_digest_value(const Digest *digest)
{
	bytea *value = palloc(VARHDRSZ + DIGEST_SIZE);

	SET_VARSIZE(value, VARHDRSZ + DIGEST_SIZE);
	memcpy(VARDATA(value), digest->bytes, DIGEST_SIZE);
	return value;
}

FRINGE_FUNCTION(gridmap_digest)
{
	GridmapPeek peek = gridmap_peek(PG_GETARG_DATUM(0));

	PG_RETURN_BYTEA_P(gridmap_digest_value(&peek.digest));
}

FRINGE_FUNCTION(gridmap_width)
{
	PG_RETURN_INT32(gridmap_peek(PG_GETARG_DATUM(0)).width);
}

FRINGE_FUNCTION(gridmap_height)
{
	PG_RETURN_INT32(gridmap_peek(PG_GETARG_DATUM(0)).height);
}

/* gridmap_contains(map, cell): is the cell on the map? */
FRINGE_FUNCTION(gridmap_contains)
{
	GridmapPeek peek = gridmap_peek(PG_GETARG_DATUM(0));

	PG_RETURN_BOOL(fringe_is_inside(PG_GETARG_CELL(1), peek.width, peek.height));
}

FRINGE_FUNCTION(gridmap_code)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	fr_cell cell = PG_GETARG_CELL(1);

	fringe_check_inside(cell, map.width, map.height);
	PG_RETURN_CHAR(fr_map_code(&map, cell.x, cell.y));
}

typedef struct CellRow
{
	int32 x;
	int32 y;
	char code;
} CellRow;

FRINGE_FUNCTION(gridmap_cells)
{
	Rows rows;
	CellRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(CellRow));
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));

	for (uint32 y = 0; y < map.height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		for (uint32 x = 0; x < map.width; x++)
		{
			row->x = x;
			row->y = y;
			row->code = fr_map_code(&map, x, y);
			fringe_put_row(&rows);
		}
	}
	return (Datum) 0;
}

void
gridmap_count_codes(const fr_map *map, int64 counts[256])
{
	uint8 *row = palloc(map->width);

	memset(counts, 0, 256 * sizeof(int64));
	for (uint32 y = 0; y < map->height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		fr_map_unpack_positions(map, (size_t) y * map->width, map->width, row);
		for (uint32 x = 0; x < map->width; x++)
			counts[row[x]]++;
	}
}

FRINGE_FUNCTION(gridmap_codes)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	bool nulls[2] = {false, false};
	int64 counts[256];

	InitMaterializedSRF(fcinfo, 0);
	gridmap_count_codes(&map, counts);
	for (int i = 0; i < map.code_count; i++)
	{
		Datum values[2] = {CharGetDatum(map.codes[i]), Int64GetDatum(counts[i])};

		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	}
	return (Datum) 0;
}

/* ---- parts ------------------------------------------------------------ */

Gridmap *
gridmap_cut(const fr_map *map, uint32 x, uint32 y, uint32 width, uint32 height)
{
	uint8 *codes = fringe_alloc_huge((Size) width * height);
	Gridmap *copy;

	for (uint32 row = 0; row < height; row++)
	{
		CHECK_FOR_INTERRUPTS();
		fr_map_unpack_codes(map, (size_t) (y + row) * map->width + x, width,
							codes + (size_t) row * width);
	}
	copy = gridmap_from_codes(codes, width, height);
	pfree(codes);
	return gridmap_keep(copy, map, (CellTransform){1, 0, 0, 1, -(int64) x, -(int64) y});
}
