/*
 * map_notices.c - notices about a map that a session decodes: its terrain that is a wall without
 * a name, or all of it, and cells or sides that the model does not have
 *
 * New users draw a river as `~` and ask why no path crosses it. The model does not name `~`, so
 * it is a wall. An answer of NULL does not say so; this notice does.
 *
 * Each code is told once per session and model, so that a batch over thousands of maps prints a
 * few lines. Maps that are found in the cache are not looked at again.
 */
#include "pg/cache/cache.h"

#include "core/map/map_layers.h"
#include "core/map/offset_layout.h"

#include "access/parallel.h"
#include "access/xact.h"
#include "common/hashfn.h"
#include "lib/stringinfo.h"

/* ---- what was told ----------------------------------------------------------- */

/*
 * More models than this are rarely typed in a session: programs generate them. Then nothing
 * more is told.
 */
#define MODELS_TOLD 32

/* The codes that the user was told of, by model. */
typedef struct Told
{
	uint64 model; /* hash of its text */
	bool codes[FR_CODES];
} Told;

static Told told[MODELS_TOLD];
static int told_count = 0;

/* The entry of a model, new if there is none. NULL if MODELS_TOLD models have one. */
static Told *
told_of(const char *model, size_t length)
{
	uint64 hash = hash_bytes_extended((const unsigned char *) model, (int) length, 0);

	for (int i = 0; i < told_count; i++)
		if (told[i].model == hash)
			return &told[i];
	if (told_count == MODELS_TOLD)
		return NULL;
	told[told_count].model = hash;
	return &told[told_count++];
}

/* ---- terrain that is a wall without a name ----------------------------------- */

#define CODES_SHOWN 5 /* in a notice; it counts the others */

/* A code of a map, with the number of its cells. */
typedef struct CodeCount
{
	uint8 code;
	int64 cells;
} CodeCount;

static int
compare_counts(const void *a, const void *b)
{
	const CodeCount *x = a;
	const CodeCount *y = b;

	if (x->cells != y->cells)
		return x->cells > y->cells ? -1 : 1;
	return (int) x->code - (int) y->code;
}

/* The codes of the map that are walls because the model does not name them (fr_model_lacks). */
static int
unnamed_walls(const fr_map *map, const fr_model *model, uint8 *codes)
{
	int count = 0;

	for (int i = 0; i < map->code_count; i++)
		if (fr_model_lacks(model, map->codes[i]))
			codes[count++] = map->codes[i];
	return count;
}

/* Leaves only codes that the user was not told of, and counts them as told. */
static int
untold(const fr_model *model, uint8 *codes, int count)
{
	char text[FR_MODEL_TEXT_MAX];
	Told *before = told_of(text, fr_model_write(model, text));
	int left = 0;

	for (int i = 0; before && i < count; i++)
	{
		bool *known = &before->codes[codes[i] - FR_FIRST_CODE];

		if (!*known)
			codes[left++] = codes[i];
		*known = true;
	}
	return left;
}

/* The codes with the numbers of their cells, the most frequent one first. */
static void
count_cells(const fr_map *map, const uint8 *codes, int count, CodeCount *counted)
{
	int64 cells[256];

	gridmap_count_codes(map, cells);
	for (int i = 0, n = 0; n < count; i++)
		if (map->codes[i] == codes[n])
		{
			counted[n] = (CodeCount){codes[n], cells[i]};
			n++;
		}
	qsort(counted, count, sizeof(CodeCount), compare_counts);
}

static const char *
list_of(const CodeCount *counted, int count)
{
	int shown = Min(count, CODES_SHOWN);
	StringInfoData list;

	initStringInfo(&list);
	for (int i = 0; i < shown; i++)
		appendStringInfo(&list, "%s%c (" INT64_FORMAT " cell%s)",
						 i == 0								? ""
						 : i + 1 == count && shown == count ? " and "
															: ", ",
						 counted[i].code, counted[i].cells,
						 counted[i].cells == 1 ? "" : "s");
	if (count > shown)
		appendStringInfo(&list, " and %d more", count - shown);
	return list.data;
}

/* The text of the model with the weight 1 for the codes that are shown. */
static const char *
model_with(const fr_model *model, const CodeCount *counted, int count)
{
	fr_model with = *model;
	char text[FR_MODEL_TEXT_MAX];

	for (int i = 0; i < Min(count, CODES_SHOWN); i++)
	{
		with.weight[counted[i].code - FR_FIRST_CODE] = fr_decimal_one;
		with.named[counted[i].code - FR_FIRST_CODE] = true;
	}
	return pnstrdup(text, fr_model_write(&with, text));
}

static void
notice_unnamed(const fr_map *map, const fr_model *model, uint8 *codes, int count)
{
	CodeCount counted[FR_CODES];

	count = untold(model, codes, count);
	if (count == 0)
		return;
	count_cells(map, codes, count, counted);
	ereport(
		NOTICE,
		(errmsg_plural("code %s is a wall under %s", "codes %s are walls under %s", count,
					   list_of(counted, count), model_with(model, counted, 0)),
		 errhint_plural("To make it ground, use %s. With the weight \"blocked\" instead "
						"of 1 it stays a wall, without this notice.",
						"To make them ground, use %s. With the weight \"blocked\" "
						"instead of 1 they stay walls, without this notice.",
						count, model_with(model, counted, count))));
}

/* ---- maps of other cells ------------------------------------------------------ */

/* Are the cells of the map with the code of padding just those outside a map of this layout? */
static bool
is_padded_like(const fr_map *map, fr_layout layout)
{
	fr_offset_map offset;
	uint8 *row;
	bool like = true;

	if (!fr_offset_map_find(layout, map, &offset))
		return false;
	row = palloc(map->width);
	for (uint32 y = 0; y < map->height && like; y++)
	{
		CHECK_FOR_INTERRUPTS();
		fr_map_unpack_codes(map, (size_t) y * map->width, map->width, row);
		for (uint32 x = 0; x < map->width && like; x++)
		{
			fr_cell place;

			like = fr_cell_to_offset(&offset, (fr_cell){x, y}, &place) ==
				   (row[x] != FR_PADDING);
		}
	}
	pfree(row);
	return like;
}

/*
 * The layout of a map of cells that the model does not have: hexagons under a model of squares, or
 * staggered squares under one of hexagons. NULL if there is none, or if the map may have a layout of
 * the model's cells, too.
 */
static const char *
other_layout(const fr_map *map, bool hex)
{
	const char *other = NULL;

	if (!memchr(map->codes, FR_PADDING, map->code_count))
		return NULL;
	for (int layout = 0; layout < FR_LAYOUTS; layout++)
		if (is_padded_like(map, layout))
		{
			if (fr_layout_is_staggered(layout) != hex)
				return NULL;
			if (other == NULL)
				other = fr_layout_name[layout];
		}
	return other;
}

static void
notice_layout(const fr_map *map, const fr_model *model)
{
	const char *layout = other_layout(map, model->hex);
	char text[FR_MODEL_TEXT_MAX];
	uint8 padding = FR_PADDING;

	if (layout == NULL || untold(model, &padding, 1) == 0)
		return;
	text[fr_model_write(model, text)] = '\0';
	ereport(NOTICE,
			(errmsg("a map of %s is searched under %s",
					model->hex ? "staggered squares" : "hexagons", text),
			 errdetail(
				 "Its cells with the code %c are those outside a map with the layout %s.",
				 FR_PADDING, layout),
			 model->hex ? errhint("Use the model tile or octile.")
						: errhint("Use the model hex.")));
}

/* Sides that squares do not have close nothing. The layer's numbers are sets of sides. */
static void
notice_sides(const fr_map *map, const fr_model *model)
{
	static bool noticed = false;
	char text[FR_MODEL_TEXT_MAX];
	fr_layer sides;

	if (noticed || model->hex || model->anyangle || !fr_map_sides(map, &sides) ||
		sides.greatest < 1 << FR_STRAIGHT_SIDES)
		return;
	noticed = true;
	text[fr_model_write(model, text)] = '\0';
	ereport(NOTICE,
			(errmsg("closed sides NE and SW have no effect under %s", text),
			 errdetail("Only hexagons have these sides."),
			 errhint("Squares have the sides N, E, S and W. A diagonal step crosses "
					 "two of them.")));
}

/* ---- maps that are blocked entirely ------------------------------------------ */

/* Has this statement, which may decode many such maps, been told already? */
static bool
statement_was_told(void)
{
	static TimestampTz noticed = 0;
	bool before = noticed == GetCurrentStatementStartTimestamp();

	noticed = GetCurrentStatementStartTimestamp();
	return before;
}

static void
notice_blocked(const fr_grid *grid, const fr_map *map, const fr_model *model,
			   uint8 example)
{
	fr_size size = fr_model_size(model);
	bool any = false;

	for (int i = 0; i < map->code_count; i++)
		any |= grid->costs.weight[i] != FR_BLOCKED;
	if (any && size.flower)
		ereport(NOTICE, (errmsg("the model blocks every cell of the map"),
						 errdetail("No cell and its six neighbours are all passable.")));
	else if (any)
		ereport(NOTICE, (errmsg("the model blocks every cell of the map"),
						 errdetail("No %s of %d x %d cells is passable.",
								   size.width == size.height ? "square" : "rectangle",
								   size.width, size.height)));
	else
		ereport(NOTICE, (errmsg("the model blocks every cell of the map"),
						 errdetail("The codes of the map are %.*s.", map->code_count,
								   (const char *) map->codes),
						 errhint("Give them weights in the model, such as octile(%c=1). "
								 "fringe_diagnose says what keeps two cells apart.",
								 example)));
}

/*
 * A map that is blocked entirely gets one notice, which lists its codes. Parallel workers do not
 * tell of single codes, because each of them would.
 */
void
map_notices(const fr_grid *grid, const fr_map *map, const fr_model *model)
{
	uint8 codes[FR_CODES];
	int count = unnamed_walls(map, model, codes);

	if (!fr_grid_has_passable(grid))
	{
		if (!statement_was_told())
			notice_blocked(grid, map, model, count > 0 ? codes[0] : map->codes[0]);
	}
	else if (count > 0 && !IsParallelWorker())
		notice_unnamed(map, model, codes, count);
	if (!IsParallelWorker())
	{
		notice_layout(map, model);
		notice_sides(map, model);
	}
}
