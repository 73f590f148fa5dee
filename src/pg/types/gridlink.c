/*
 * gridlink.c - the type gridlink, and the links of a map
 */
#include "pg/types/types.h"

#include "common/hashfn.h"
#include "funcapi.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/numeric.h"
#include "utils/tuplestore.h"

static uint8 *
link_value(const fr_link *link)
{
	uint8 *value = palloc(FR_LINK_BYTES);

	fr_link_pack(link, value);
	return value;
}

FRINGE_FUNCTION(gridlink_in)
{
	char *text = PG_GETARG_CSTRING(0);
	fr_link link;
	fr_error error;

	fringe_poll_element();
	if (fr_link_parse(text, strlen(text), &link, &error))
	{
		fringe_report(&error, "gridlink", fcinfo->context);
		PG_RETURN_NULL();
	}
	PG_RETURN_POINTER(link_value(&link));
}

FRINGE_FUNCTION(gridlink_out)
{
	fr_link link = fr_link_unpack(PG_GETARG_LINK(0));
	char *text = palloc(FR_LINK_TEXT_MAX + 1);

	fringe_poll_element();
	text[fr_link_write(&link, text)] = '\0';
	PG_RETURN_CSTRING(text);
}

/* Sends the bytes as they are: their order is fixed. */
FRINGE_FUNCTION(gridlink_send)
{
	StringInfoData buf;

	fringe_poll_element();
	pq_begintypsend(&buf);
	pq_sendbytes(&buf, (const char *) PG_GETARG_LINK(0), FR_LINK_BYTES);
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

FRINGE_FUNCTION(gridlink_recv)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	uint8 *link = palloc(FR_LINK_BYTES);

	fringe_poll_element();
	pq_copymsgbytes(buf, (char *) link, FR_LINK_BYTES);
	if (!fr_link_check(link))
		fringe_report_binary(&(fr_error){.what = "link"}, "gridlink");
	PG_RETURN_POINTER(link);
}

/* A code that is NULL or empty is none, 0. */
static uint8
code_argument(FunctionCallInfo fcinfo, int n)
{
	const text *given = PG_ARGISNULL(n) ? NULL : PG_GETARG_TEXT_PP(n);
	char code;

	if (!given || VARSIZE_ANY_EXHDR(given) == 0)
		return 0;
	code = fringe_text_code(given);
	fringe_check_code(code);
	return (uint8) code;
}

/* gridlink(start, goal, cost numeric, twoway, code, sqrt2) */
FRINGE_FUNCTION(gridlink_make)
{
	fr_link link = {0};
	fr_error error;
	char *cost;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(2) || PG_ARGISNULL(3) ||
		PG_ARGISNULL(5))
		PG_RETURN_NULL();
	fringe_check_inside_any(PG_GETARG_CELL(0));
	fringe_check_inside_any(PG_GETARG_CELL(1));
	cost = DatumGetCString(DirectFunctionCall1(numeric_out, PG_GETARG_DATUM(2)));
	link.both = PG_GETARG_BOOL(3);
	link.code = code_argument(fcinfo, 4);
	if (fr_link_cost(cost, strlen(cost), &link.cost, &error) ||
		fr_link_set(&link, PG_GETARG_CELL(0), PG_GETARG_CELL(1), &error))
		fringe_report(&error, "gridlink", NULL);
	link.root2 = PG_GETARG_BOOL(5) && link.cost.digits > 0;
	PG_RETURN_POINTER(link_value(&link));
}

/* ---- comparing -------------------------------------------------------- */

static int
compare_args(FunctionCallInfo fcinfo)
{
	return fr_link_compare(PG_GETARG_LINK(0), PG_GETARG_LINK(1));
}

FRINGE_FUNCTION(gridlink_cmp)
{
	PG_RETURN_INT32(compare_args(fcinfo));
}

#define COMPARISON(name, relation)                                                       \
	FRINGE_FUNCTION(name)                                                                \
	{                                                                                    \
		PG_RETURN_BOOL(compare_args(fcinfo) relation 0);                                 \
	}

COMPARISON(gridlink_eq, ==)
COMPARISON(gridlink_ne, !=)
COMPARISON(gridlink_lt, <)
COMPARISON(gridlink_le, <=)
COMPARISON(gridlink_gt, >)
COMPARISON(gridlink_ge, >=)

FRINGE_FUNCTION(gridlink_hash)
{
	return hash_any(PG_GETARG_LINK(0), FR_LINK_BYTES);
}

FRINGE_FUNCTION(gridlink_hash_extended)
{
	return hash_any_extended(PG_GETARG_LINK(0), FR_LINK_BYTES, PG_GETARG_INT64(1));
}

/* ==== links of maps: added, taken away, and kept by edits ============== */

const CellTransform gridlink_identity = {1, 0, 0, 1, 0, 0};

/* ---- lists ------------------------------------------------------------ */

void
gridlink_add(LinkList *list, const uint8 *link)
{
	if (list->count == list->capacity)
	{
		Size capacity = Max(64, 2 * list->capacity);

		list->bytes = list->bytes ? repalloc_huge(list->bytes, capacity * FR_LINK_BYTES)
								  : fringe_alloc_huge(capacity * FR_LINK_BYTES);
		list->capacity = capacity;
	}
	memcpy(list->bytes + list->count++ * FR_LINK_BYTES, link, FR_LINK_BYTES);
}

static fr_cell
transformed_cell(const CellTransform *transform, fr_cell cell)
{
	return (fr_cell){(int32) (transform->xx * (int64) cell.x +
							  transform->xy * (int64) cell.y + transform->x),
					 (int32) (transform->yx * (int64) cell.x +
							  transform->yy * (int64) cell.y + transform->y)};
}

void
gridlink_add_transformed(LinkList *list, const fr_map *from,
						 const CellTransform *transform, const fr_map *to)
{
	for (uint32 i = 0; i < from->link_count; i++)
	{
		fr_link link = fr_link_unpack(from->links + (Size) i * FR_LINK_BYTES);
		uint8 bytes[FR_LINK_BYTES];
		fr_error error;

		CHECK_FOR_INTERRUPTS();
		fr_link_set(&link, transformed_cell(transform, link.from),
					transformed_cell(transform, link.to), &error);
		fr_link_pack(&link, bytes);
		if (fringe_is_inside(link.from, to->width, to->height) &&
			fringe_is_inside(link.to, to->width, to->height))
			gridlink_add(list, bytes);
	}
}

static int
compare_links(const void *a, const void *b, void *arg)
{
	return fr_link_compare(a, b);
}

/* Sorts a list and removes duplicates. */
static void
normalize(LinkList *list)
{
	Size kept = 0;

	qsort_interruptible(list->bytes, list->count, FR_LINK_BYTES, compare_links, NULL);
	for (Size i = 0; i < list->count; i++)
	{
		const uint8 *link = list->bytes + i * FR_LINK_BYTES;

		CHECK_FOR_INTERRUPTS();
		if (kept == 0 || fr_link_compare(link - (i - kept + 1) * FR_LINK_BYTES, link))
			memmove(list->bytes + kept++ * FR_LINK_BYTES, link, FR_LINK_BYTES);
	}
	list->count = kept;
}

void
gridlink_check_count(Size count)
{
	if (count > FR_MAX_LINKS)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("map would have too many links"),
				 errdetail("It would have %zu; the limit is %d.", count, FR_MAX_LINKS)));
}

Gridmap *
gridmap_linked(Gridmap *map, LinkList *links)
{
	fr_map opened = gridmap_open(map);
	Size base = fr_map_packed_size(opened.width, opened.height, opened.code_count);
	Gridmap *copy;

	if (links->count == 0 && opened.link_count == 0)
		return map;
	normalize(links);
	gridlink_check_count(links->count);
	copy = gridmap_allocate(base + fr_map_links_size(links->count));
	fr_map_base_header(&opened, copy->packed);
	fr_copy(copy->packed + FR_MAP_HEADER_SIZE, opened.codes, base - FR_MAP_HEADER_SIZE,
			&fringe_poll);
	fr_map_put_links(copy->packed, base, links->count);
	if (links->count > 0)
		memcpy(VARDATA(copy) + VARSIZE(copy) - VARHDRSZ - links->count * FR_LINK_BYTES,
			   links->bytes, links->count * FR_LINK_BYTES);
	gridmap_seal(copy);
	if (opened.layer_count > 0)
	{
		LayerList layers = layer_list_of(&opened);

		return gridmap_layered(copy, &layers);
	}
	return copy;
}

/* ---- text ------------------------------------------------------------- */

bool
gridmap_parse_links(const char *text, fr_map_text *header, LinkList *links,
					fr_error *error)
{
	size_t length = strlen(text);
	uint8 bytes[FR_LINK_BYTES];
	fr_link link;

	while (fr_map_next_link(text, length, header, &link, error))
	{
		CHECK_FOR_INTERRUPTS();
		fr_link_pack(&link, bytes);
		gridlink_add(links, bytes);
	}
	return error->status == FR_OK;
}

char *
gridmap_put_links(const fr_map *map, char *to)
{
	for (uint32 i = 0; i < map->link_count; i++)
	{
		fr_link link = fr_link_unpack(map->links + (Size) i * FR_LINK_BYTES);

		to += fr_link_write(&link, to);
		*to++ = '\n';
	}
	return to;
}

/* ---- functions -------------------------------------------------------- */

/* The elements of argument n, in place: they have a fixed size. NULL has none. */
static const uint8 *
link_elements(FunctionCallInfo fcinfo, int n, int *count)
{
	ArrayType *links;

	*count = 0;
	if (PG_ARGISNULL(n))
		return NULL;
	links = PG_GETARG_ARRAYTYPE_P(n);
	if (array_contains_nulls(links))
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						errmsg("links of an array must not be null")));
	*count = ArrayGetNItems(ARR_NDIM(links), ARR_DIMS(links));
	return (const uint8 *) ARR_DATA_PTR(links);
}

/* gridmap_link(map, links) */
FRINGE_FUNCTION(gridmap_link)
{
	Gridmap *map;
	fr_map opened;
	LinkList links = {0};
	int count;
	const uint8 *added;

	if (fringe_null_except_lists(fcinfo, 1 << 1))
		PG_RETURN_NULL();
	map = PG_GETARG_GRIDMAP(0);
	opened = gridmap_open(map);
	added = link_elements(fcinfo, 1, &count);
	gridlink_add_transformed(&links, &opened, &gridlink_identity, &opened);
	for (int i = 0; i < count; i++)
	{
		fr_link link = fr_link_unpack(added + (Size) i * FR_LINK_BYTES);

		CHECK_FOR_INTERRUPTS();
		fringe_check_inside(link.from, opened.width, opened.height);
		fringe_check_inside(link.to, opened.width, opened.height);
		gridlink_add(&links, added + (Size) i * FR_LINK_BYTES);
	}
	PG_RETURN_POINTER(gridmap_linked(map, &links));
}

/* gridmap_unlink(map, links) takes these links away; gridmap_unlink(map) takes all */
FRINGE_FUNCTION(gridmap_unlink)
{
	Gridmap *map;
	fr_map opened;
	LinkList links = {0};
	LinkList taken = {0};
	int count = 0;
	const uint8 *given;

	if (fringe_null_except_lists(fcinfo, 1 << 1))
		PG_RETURN_NULL();
	map = PG_GETARG_GRIDMAP(0);
	opened = gridmap_open(map);
	given = PG_NARGS() > 1 ? link_elements(fcinfo, 1, &count) : NULL;
	for (int i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		gridlink_add(&taken, given + (Size) i * FR_LINK_BYTES);
	}
	normalize(&taken);
	for (uint32 i = 0; PG_NARGS() > 1 && i < opened.link_count; i++)
	{
		const uint8 *link = opened.links + (Size) i * FR_LINK_BYTES;

		CHECK_FOR_INTERRUPTS();
		if (taken.count == 0 || !bsearch_arg(link, taken.bytes, taken.count,
											 FR_LINK_BYTES, compare_links, NULL))
			gridlink_add(&links, link);
	}
	PG_RETURN_POINTER(gridmap_linked(map, &links));
}

/* gridmap_links(map): a row per link, with the parts of the link */
FRINGE_FUNCTION(gridmap_links)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));

	InitMaterializedSRF(fcinfo, 0);
	for (uint32 i = 0; i < map.link_count; i++)
	{
		const uint8 *bytes = map.links + (Size) i * FR_LINK_BYTES;
		fr_link link = fr_link_unpack(bytes);
		Numeric cost =
			int64_div_fast_to_numeric((int64) link.cost.digits, (int) link.cost.scale);
		CodeText code;
		bool nulls[7] = {false, false, false, false, false, link.code == 0, false};
		Datum values[7] = {PointerGetDatum(bytes),	CellGetDatum(link.from),
						   CellGetDatum(link.to),	BoolGetDatum(link.both),
						   NumericGetDatum(cost),	CodeTextGetDatum(&code, link.code),
						   BoolGetDatum(link.root2)};

		CHECK_FOR_INTERRUPTS();
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	}
	return (Datum) 0;
}

/* ---- lists from text -------------------------------------------------- */

static void
read_link(const char *text, size_t length, char *to)
{
	fr_link link;
	fr_error error;

	if (fr_link_parse(text, length, &link, &error))
		fringe_report(&error, "gridlink", NULL);
	fr_link_pack(&link, (uint8 *) to);
}

FRINGE_FUNCTION(gridlink_array_from_text)
{
	return fringe_array_from_text(fcinfo, FR_LINK_BYTES, read_link);
}
