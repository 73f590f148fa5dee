/*
 * rexpaint.c - files of REXPaint
 */
#include "formats/formats.h"

#include "miscadmin.h"

/*
 * A file .xp is compressed by gzip. All numbers are of 32 bits, little-endian:
 *
 *     version, negative; it is missing in old files
 *     layers
 *     for each layer: width, height, and for each cell, column by column:
 *         glyph, 3 bytes of the foreground's colour, 3 bytes of the background's
 *
 * A cell is transparent if its background is #ff00ff. The value of a cell is that of the uppermost
 * layer that is not transparent there, or NULL.
 */

#define XP_CELL 10 /* bytes */
#define XP_LAYERS 100
#define XP "REXPaint file"

typedef struct XpCell
{
	int32 glyph; /* -1: transparent */
	uint8 foreground[3];
	uint8 background[3];
} XpCell;

typedef struct XpMap
{
	const uint8 *next; /* of the file */
	const uint8 *end;
	Inflater inflater;
	uint32 width;
	uint32 height;
	int32 layers;
	XpCell *cells;
} XpMap;

static void
report_xp(const char *detail)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
					errmsg("invalid REXPaint file"), errdetail("%s", detail)));
}

#define XP_PIECE 65536 /* bytes of the file, which may inflate to none */

static Size
next_xp_piece(void *source, const uint8 **piece)
{
	XpMap *xp = source;
	Size size = Min(xp->end - xp->next, XP_PIECE);

	*piece = xp->next;
	xp->next += size;
	return size;
}

static void
report_xp_end(const XpMap *xp)
{
	report_xp(xp->inflater.damaged ? "Its gzip data is damaged." : "It ends early.");
}

/* Inflates this many bytes. */
static void
take_inflated(XpMap *xp, void *bytes, uint32 count)
{
	if (inflate_read(&xp->inflater, bytes, count) < count)
		report_xp_end(xp);
}

static int32
take_xp_int(XpMap *xp)
{
	uint8 bytes[4];

	take_inflated(xp, bytes, sizeof bytes);
	return (int32) ((uint32) bytes[0] | (uint32) bytes[1] << 8 | (uint32) bytes[2] << 16 |
					(uint32) bytes[3] << 24);
}

static void
open_xp(XpMap *xp, const bytea *file)
{
	memset(xp, 0, sizeof *xp);
	if (VARSIZE_ANY_EXHDR(file) < 2 || memcmp(VARDATA_ANY(file), "\x1f\x8b", 2) != 0)
	{
		file_check_kind(XP, file);
		report_xp("It is not compressed by gzip.");
	}
	xp->next = (const uint8 *) VARDATA_ANY(file);
	xp->end = xp->next + VARSIZE_ANY_EXHDR(file);
	xp->inflater = inflate_begin(next_xp_piece, xp);
	xp->layers = take_xp_int(xp);
	if (xp->layers < 0)
		xp->layers = take_xp_int(xp);
	if (xp->layers < 1 || xp->layers > XP_LAYERS)
		report_xp(psprintf("It has %d layers, not 1 to %d.", xp->layers, XP_LAYERS));
}

/* All layers have one size. */
static void
take_xp_size(XpMap *xp, int layer)
{
	int32 width = take_xp_int(xp);
	int32 height = take_xp_int(xp);

	if (layer > 0 && (width != (int32) xp->width || height != (int32) xp->height))
		report_xp(psprintf("Layer %d has %d x %d cells, and the first one %u x %u.",
						   layer, width, height, xp->width, xp->height));
	if (layer > 0)
		return;
	gridmap_check_size(width, height);
	xp->width = width;
	xp->height = height;
	fringe_limit_memory(XP, (Size) width * height * (sizeof(XpCell) + 1));
	xp->cells = fringe_alloc_huge((Size) width * height * sizeof(XpCell));
	for (Size i = 0; i < (Size) width * height; i++)
	{
		poll_over(&xp->cells[i], &xp->cells[i + 1]);
		xp->cells[i].glyph = -1;
	}
}

/* Lays a layer over the cells, unless it is not wanted. */
static void
take_xp_layer(XpMap *xp, bool wanted)
{
	uint32 size = xp->height * XP_CELL;
	uint8 *column = palloc(size);

	for (uint32 x = 0; x < xp->width; x++)
	{
		take_inflated(xp, column, size);
		for (uint32 y = 0; y < xp->height; y++)
		{
			const uint8 *at = column + y * XP_CELL;
			XpCell *cell = &xp->cells[(Size) y * xp->width + x];

			if (!wanted || memcmp(at + 7, "\xff\x00\xff", 3) == 0)
				continue;
			cell->glyph = (int32) ((uint32) at[0] | (uint32) at[1] << 8 |
								   (uint32) at[2] << 16 | (uint32) (at[3] & 0x7f) << 24);
			memcpy(cell->foreground, at + 4, 3);
			memcpy(cell->background, at + 7, 3);
		}
	}
	pfree(column);
}

/* The gzip data must end, with a checksum that is right. */
static void
close_xp(XpMap *xp)
{
	if (inflate_read(&xp->inflater, &(uint8){0}, 1) > 0)
		report_xp("It has more cells than its header tells.");
	if (!xp->inflater.ended)
		report_xp_end(xp);
	inflate_end(&xp->inflater);
}

static uint64
colour_id(const uint8 *colour)
{
	return cell_id(colour[0] * 257, colour[1] * 257, colour[2] * 257, 0xffff);
}

static void
next_xp_cell(void *source, fr_cell cell, CellValue *value)
{
	const XpMap *xp = source;
	const XpCell *c = &xp->cells[(Size) cell.y * xp->width + cell.x];

	if (c->glyph < 0)
		return;
	value->number = c->glyph;
	value->unit = "glyph";
	/* the background of most cells is black, so the foreground says more */
	value->names[value->count++] = (CellName){CELL_FOREGROUND, colour_id(c->foreground)};
	value->names[value->count++] = (CellName){CELL_COLOUR, colour_id(c->background)};
}

/* "#rrggbb" or, of the foreground, "fg#rrggbb" */
static bool
parse_xp_key(const char *key, CellName *name)
{
	bool foreground = key[0] == 'f' && key[1] == 'g';

	if (!colour_key_parse(key + (foreground ? 2 : 0), name))
		return false;
	if (foreground)
		name->kind = CELL_FOREGROUND;
	return true;
}

static const char *
xp_text(const CellValue *value)
{
	return psprintf("foreground %s, background %s, %s %s,",
					colour_key_text(value->names[0].id),
					colour_key_text(value->names[1].id), value->unit,
					isnan(value->number) ? "NULL" : number_text(value->number));
}

static const RuleFormat rule_of_xp = {
	.hint = "Keys are numbers such as 7, ranges such as 0-99 and 0..0.5, colours such as "
			"#00ff00 and fg#00ff00, null, and else.",
	.parse = parse_xp_key,
	.text = xp_text};

/* gridmap_from_rexpaint(xp, rule, layer) */
FRINGE_FUNCTION(gridmap_from_rexpaint)
{
	Rule rule;
	XpMap xp;
	int32 wanted = PG_ARGISNULL(2) ? -1 : PG_GETARG_INT32(2);

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	rule = rule_argument(fcinfo, 1, &rule_of_xp);
	open_xp(&xp, PG_GETARG_BYTEA_PP(0));
	if (!PG_ARGISNULL(2) && (wanted < 0 || wanted >= xp.layers))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("REXPaint file has no layer %d", wanted),
						errdetail("Its layers are 0 to %d.", xp.layers - 1)));
	for (int i = 0; i < xp.layers; i++)
	{
		take_xp_size(&xp, i);
		take_xp_layer(&xp, PG_ARGISNULL(2) || i == wanted);
	}
	close_xp(&xp);
	PG_RETURN_POINTER(rule_map(&rule, xp.width, xp.height, next_xp_cell, &xp));
}
