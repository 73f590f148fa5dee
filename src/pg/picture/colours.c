/*
 * colours.c - what terrain and values look like
 */
#include "pg/picture/picture.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "utils/builtins.h"

const char *
colour_text(Colour colour, char text[COLOUR_TEXT_MAX])
{
	snprintf(text, COLOUR_TEXT_MAX, "#%02x%02x%02x", colour.red, colour.green,
			 colour.blue);
	return text;
}

/*
 * Calm, with a chroma of at most 0.12 in Oklab, and there 0.12 apart from each other and
 * from the ground and walls of both papers. The first few are farthest apart.
 */
Colour
colour_of_class(int number)
{
	static const Colour classes[HEAT_CLASSES] = {
		{0xc4, 0x8c, 0xb9}, {0x89, 0x55, 0x25}, {0xdd, 0xc7, 0x69}, {0x32, 0xb0, 0x9c},
		{0x8e, 0xd5, 0xee}, {0x8c, 0x5e, 0xa4}, {0xfd, 0xa9, 0xa6}, {0x7e, 0x88, 0x5d},
		{0x47, 0x8b, 0xb5}, {0xd5, 0x7d, 0x5d}, {0xda, 0xb8, 0xfd}, {0xac, 0xaa, 0x8b}};

	return classes[number];
}

/* From pale yellow over orange to dark purple; later ones are darker in grey, too. */
Colour
colour_of_ramp(int level, int levels)
{
	static const Colour stops[] = {{0xff, 0xf3, 0xb0},
								   {0xfd, 0xb8, 0x4b},
								   {0xf0, 0x6a, 0x3c},
								   {0xb8, 0x2a, 0x66},
								   {0x5b, 0x16, 0x7c}};
	double place = (double) level / Max(levels - 1, 1) * (lengthof(stops) - 1);
	int stop = Min((int) place, (int) lengthof(stops) - 2);
	double part = place - stop;
	Colour a = stops[stop];
	Colour b = stops[stop + 1];

	return (Colour){(uint8) (a.red + part * (b.red - a.red)),
					(uint8) (a.green + part * (b.green - a.green)),
					(uint8) (a.blue + part * (b.blue - a.blue))};
}

/* One colour for light and for dark paper. */
Paint
paint_of(Colour colour)
{
	return (Paint){colour, colour};
}

/* ---- terrain ----------------------------------------------------------- */

/* A colour whose hue no lower code is near: neighbours are a golden angle apart. */
static Colour
pale_colour(uint8 code, bool dark)
{
	double hue = fmod(code * 0.618034, 1) * 2 * M_PI;
	double middle = dark ? 0.32 : 0.74;
	double swing = dark ? 0.09 : 0.14;

	return (Colour){
		(uint8) (255 * (middle + swing * cos(hue))),
		(uint8) (255 * (middle + swing * cos(hue - 2 * M_PI / 3))),
		(uint8) (255 * (middle + swing * cos(hue + 2 * M_PI / 3))),
	};
}

/*
 * The usual meanings of codes, in the Moving AI benchmarks and in roguelikes; digits are
 * steps of one ramp. doc/pictures.md and web/draw.js have this table, too.
 */
typedef struct Terrain
{
	const char *codes;
	uint32 light; /* 0xrrggbb */
	uint32 dark;
} Terrain;

static const Terrain terrains[] = {
	{".G", 0xf3f1ea, 0x1f242b},	  /* ground */
	{"@O", 0x2f353d, 0x59636f},	  /* wall or outside */
	{"#X|-", 0x4b5058, 0x737c87}, /* wall */
	{"T", 0x3c7a4b, 0x3f7d50},	  /* trees */
	{"S", 0xb9c08a, 0x59603a},	  /* swamp */
	{"W~", 0x5b9bd0, 0x34658f},	  /* water */
	{"\",", 0x9fcf86, 0x33592f},  /* grass */
	{"+D'", 0xb5763a, 0x9a6a3a},  /* door */
	{"<>", 0xd9a63f, 0xa67c26},	  /* stairs */
	{"=", 0xc9a27a, 0x6b4f35},	  /* bridge */
	{":", 0xcfc4ae, 0x4b453b},	  /* rubble */
	{"^", 0x9c8878, 0x7f6c5c},	  /* mountain, trap */
	{"0", 0xefe4cf, 0x2e2c2a},	  {"1", 0xe4d5be, 0x3c3630}, {"2", 0xd9c5ad, 0x4b4136},
	{"3", 0xcdb69d, 0x594b3d},	  {"4", 0xc2a78c, 0x685643}, {"5", 0xb7977b, 0x766049},
	{"6", 0xac886a, 0x856b4f},	  {"7", 0xa0795a, 0x937556}, {"8", 0x956949, 0xa2805c},
	{"9", 0x8a5a38, 0xb08a62},
};

static Colour
colour_of_number(uint32 number)
{
	return (Colour){(uint8) (number >> 16), (uint8) (number >> 8), (uint8) number};
}

/* Any other code has a pale hue of its own. */
static Paint
default_paint(uint8 code)
{
	for (int i = 0; code != 0 && i < (int) lengthof(terrains); i++)
		if (strchr(terrains[i].codes, code))
			return (Paint){colour_of_number(terrains[i].light),
						   colour_of_number(terrains[i].dark)};
	return (Paint){pale_colour(code, false), pale_colour(code, true)};
}

/* "#rrggbb" */
bool
colour_parse(const char *text, int length, Colour *colour)
{
	char digits[7] = {0};
	unsigned long number;

	if (length != 7 || text[0] != '#')
		return false;
	for (int i = 1; i < 7; i++)
		if (!isxdigit((unsigned char) text[i]))
			return false;
	memcpy(digits, text + 1, 6);
	number = strtoul(digits, NULL, 16);
	*colour = colour_of_number((uint32) number);
	return true;
}

static Colour
colour_of_json(const JsonbValue *value)
{
	Colour colour;

	if (value->type != jbvString ||
		!colour_parse(value->val.string.val, value->val.string.len, &colour))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid colour in a palette"),
						errdetail("A colour is a string such as \"#3c7a4b\".")));
	return colour;
}

static void
read_palette(Paint terrain[256], const Jsonb *palette)
{
	JsonbIterator *next = JsonbIteratorInit((JsonbContainer *) &palette->root);
	JsonbValue value;

	if (JsonbIteratorNext(&next, &value, true) != WJB_BEGIN_OBJECT)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("palette must be a JSON object"),
						errhint("Its keys are terrain codes, its values colours: "
								"{\".\": \"#ffffff\", \"T\": \"#3c7a4b\"}.")));
	while (JsonbIteratorNext(&next, &value, true) == WJB_KEY)
	{
		char code = fringe_text_code(
			cstring_to_text_with_len(value.val.string.val, value.val.string.len));

		fringe_check_code(code);
		JsonbIteratorNext(&next, &value, true);
		terrain[(uint8) code] = paint_of(colour_of_json(&value));
	}
}

/* The colours by code; the palette, which may be NULL, overrides the defaults. */
void
colours_of_terrain(Paint terrain[256], const Jsonb *palette)
{
	for (int code = 0; code < 256; code++)
		terrain[code] = default_paint((uint8) code);
	if (palette)
		read_palette(terrain, palette);
}
