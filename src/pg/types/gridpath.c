/*
 * gridpath.c - the type gridpath
 *
 * A path is stored in its packed form, which core/path/path_format.c draws. The form is canonical,
 * so the operators and hashes of bytea apply. fr_path_next (core/path/path.h) reads its legs one by
 * one. To make an fr_route of legs, call fr_route_add or fr_route_append_link for each, and then
 * fr_route_finish (core/grid/route.h). A path of straight lines has corners in place of runs.
 */
#include "pg/types/types.h"

#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/geo_decls.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

struct varlena *
gridpath_from_route(const fr_route *route)
{
	struct varlena *path = palloc(VARHDRSZ + fr_path_packed_size(route, &fringe_poll));

	SET_VARSIZE(path,
				VARHDRSZ + fr_path_pack(route, (uint8 *) VARDATA(path), &fringe_poll));
	return path;
}

FRINGE_FUNCTION(gridpath_in)
{
	char *text = PG_GETARG_CSTRING(0);
	size_t length = strlen(text);
	struct varlena *path = palloc(VARHDRSZ + fr_path_parse_size(length));
	size_t size;
	fr_error error;

	fringe_poll_element();
	if (fr_path_parse(text, length, (uint8 *) VARDATA(path), &size, &fringe_poll, &error))
	{
		fringe_report(&error, "gridpath", fcinfo->context);
		PG_RETURN_NULL();
	}
	SET_VARSIZE(path, VARHDRSZ + size);
	PG_RETURN_POINTER(path);
}

FRINGE_FUNCTION(gridpath_out)
{
	struct varlena *path = PG_GETARG_GRIDPATH(0);
	size_t size = fr_path_text_size(PATH_BYTES(path), PATH_SIZE(path), &fringe_poll);
	char *text = palloc(size + 1);

	fringe_poll_element();
	fr_path_write(PATH_BYTES(path), PATH_SIZE(path), text, &fringe_poll);
	text[size] = '\0';
	PG_RETURN_CSTRING(text);
}

FRINGE_FUNCTION(gridpath_recv)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	int size = buf->len - buf->cursor;
	struct varlena *path = palloc(VARHDRSZ + size);
	fr_error error;

	fringe_poll_element();
	pq_copymsgbytes(buf, VARDATA(path), size);
	if (fr_path_check((uint8 *) VARDATA(path), size, &fringe_poll, &error))
		fringe_report_binary(&error, "gridpath");
	SET_VARSIZE(path, VARHDRSZ + size);
	PG_RETURN_POINTER(path);
}

FRINGE_FUNCTION(gridpath_start)
{
	struct varlena *path = PG_GETARG_GRIDPATH(0);

	PG_RETURN_CELL(gridpath_open(path).start);
}

FRINGE_FUNCTION(gridpath_goal)
{
	struct varlena *path = PG_GETARG_GRIDPATH(0);

	PG_RETURN_CELL(fr_path_goal(PATH_BYTES(path), PATH_SIZE(path), &fringe_poll));
}

FRINGE_FUNCTION(gridpath_length)
{
	struct varlena *path = PG_GETARG_GRIDPATH(0);

	PG_RETURN_INT32(
		(int32) fr_path_length(PATH_BYTES(path), PATH_SIZE(path), &fringe_poll));
}

FRINGE_FUNCTION(gridpath_reverse)
{
	struct varlena *path = PG_GETARG_GRIDPATH(0);
	size_t size = fr_path_reversed_size(PATH_BYTES(path), PATH_SIZE(path), &fringe_poll);
	struct varlena *reversed = palloc(VARHDRSZ + size);
	fr_error error;

	if (fr_path_reverse(PATH_BYTES(path), PATH_SIZE(path), (uint8 *) VARDATA(reversed),
						&fringe_poll, &error))
		fringe_report(&error, "gridpath", NULL);
	SET_VARSIZE(reversed, VARHDRSZ + size);
	PG_RETURN_POINTER(reversed);
}

/* Writes the legs of all paths in a version; returns whether that version takes them. */
static bool
join_legs(struct varlena *const *paths, int count, int version, struct varlena *joined)
{
	uint8 *bytes = (uint8 *) VARDATA(joined);
	fr_leg_writer writer = fr_legs_begin(bytes, version, gridpath_open(paths[0]).start);

	for (int i = 0; i < count; i++)
	{
		fr_path_reader reader = gridpath_open(paths[i]);
		fr_leg leg;

		while (fr_path_next(&reader, &leg))
			fr_legs_put(&writer, &leg);
	}
	SET_VARSIZE(joined, VARHDRSZ + (fr_legs_end(&writer) - bytes));
	return version == FR_PATH_LINES || !writer.lines;
}

struct varlena *
gridpath_join(struct varlena *const *paths, int count)
{
	Size legs = 0;
	struct varlena *joined;
	fr_error error;

	for (int i = 0; i < count; i++)
	{
		fr_path_reader reader = gridpath_open(paths[i]);
		fr_leg leg;

		while (fr_path_next(&reader, &leg))
			legs++;
	}
	joined = fringe_alloc_huge(VARHDRSZ + FR_START_BYTES + legs * FR_LEG_BYTES);
	if (!join_legs(paths, count, FR_PATH_RUNS, joined))
		join_legs(paths, count, FR_PATH_LINES, joined);
	if (fr_path_check(PATH_BYTES(joined), PATH_SIZE(joined), &fringe_poll, &error))
		fringe_report(&error, "gridpath", NULL);
	return joined;
}

/* ---- cells and points ------------------------------------------------- */

static void
put_element(void *to, uint64_t i, fr_cell cell)
{
	((int64 *) to)[i] = DatumGetInt64(CellGetDatum(cell));
}

static void
put_point(void *to, uint64_t i, fr_cell cell)
{
	((Point *) to)[i] = (Point){cell.x, cell.y};
}

FRINGE_FUNCTION(gridpath_cells)
{
	struct varlena *path = PG_GETARG_GRIDPATH(0);
	uint64 length = fr_path_length(PATH_BYTES(path), PATH_SIZE(path), &fringe_poll);
	Oid type = get_element_type(get_func_rettype(fcinfo->flinfo->fn_oid));
	int64 *cells;
	ArrayType *array = gridcell_array(length, type, &cells);

	fr_path_each_cell(PATH_BYTES(path), PATH_SIZE(path), put_element, cells,
					  &fringe_poll);
	PG_RETURN_ARRAYTYPE_P(array);
}

/* The direction of the move between two cells; fails unless they are neighbours. */
static int
direction_between(fr_cell from, fr_cell to)
{
	for (int d = 0; d < FR_DIRECTIONS; d++)
		if ((int64) from.x + fr_dx[d] == to.x && (int64) from.y + fr_dy[d] == to.y)
			return d;
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("cell (%d,%d) is not next to (%d,%d)", to.x, to.y, from.x, from.y),
			 errdetail("Consecutive cells of a path must be neighbours, and differ.")));
}

void
fringe_path_begin(PathBuilder *path, int most)
{
	uint32 *runs = fringe_alloc_huge((Size) most * sizeof(uint32));

	*path = (PathBuilder){.route.runs = runs, .runs = runs};
}

void
fringe_path_add(PathBuilder *path, fr_cell cell)
{
	fr_route *route = &path->route;

	CHECK_FOR_INTERRUPTS();
	if (!path->begun)
		route->start = cell;
	else
	{
		int d = direction_between(path->last, cell);

		route->moves++;
		if (route->count > 0 && fr_run_direction(route->runs[route->count - 1]) == d)
			path->runs[route->count - 1] += fr_run_make(0, 1);
		else
			path->runs[route->count++] = fr_run_make(d, 1);
	}
	path->begun = true;
	path->last = cell;
}

struct varlena *
fringe_path_end(PathBuilder *path)
{
	if (!path->begun)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("a path must have at least one cell")));
	return gridpath_from_route(&path->route);
}

FRINGE_FUNCTION(gridpath_from_cells)
{
	int count;
	const int64 *cells = gridcell_elements(PG_GETARG_ARRAYTYPE_P(0), &count);
	PathBuilder path;

	fringe_path_begin(&path, count);
	for (int i = 0; i < count; i++)
		fringe_path_add(&path, DatumGetCell(Int64GetDatum(cells[i])));
	PG_RETURN_POINTER(fringe_path_end(&path));
}

FRINGE_FUNCTION(gridpath_to_path)
{
	struct varlena *path = PG_GETARG_GRIDPATH(0);
	uint64 length = fr_path_length(PATH_BYTES(path), PATH_SIZE(path), &fringe_poll);
	Size size = offsetof(PATH, p) + length * sizeof(Point);
	PATH *result;

	if (size > MaxAllocSize)
		fringe_report_length(length);
	result = palloc(size);
	memset(result, 0, offsetof(PATH, p));
	SET_VARSIZE(result, size);
	result->npts = (int32) length;
	fr_path_each_cell(PATH_BYTES(path), PATH_SIZE(path), put_point, result->p,
					  &fringe_poll);
	PG_RETURN_PATH_P(result);
}
