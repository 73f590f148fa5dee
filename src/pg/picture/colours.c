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

/* As far apart as may be, from each other and from the ground and walls: the first few most of all. */
Colour
colour_of_class(int number)
{
	static const Colour classes[HEAT_CLASSES] = {
		{0xa5, 0x1e, 0x78}, {0xf0, 0xf0, 0x3c}, {0x00, 0xb4, 0xff}, {0xff, 0xb4, 0xf0},
		{0xd2, 0x96, 0x00}, {0x2d, 0xff, 0xf0}, {0x4b, 0x4b, 0xc3}, {0x00, 0xc3, 0x69},
		{0x00, 0x87, 0x87}, {0xb4, 0x78, 0xf0}, {0x96, 0x5a, 0x00}, {0xf0, 0x5a, 0x78}};

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

/* ---- terrain ----------------------------------------------------------- */

/* Of a hue that no lower code is near: neighbours are a golden angle apart. */
static Colour
pale_colour(uint8 code)
{
	double hue = fmod(code * 0.618034, 1) * 2 * M_PI;

	return (Colour){
		(uint8) (255 * (0.74 + 0.14 * cos(hue))),
		(uint8) (255 * (0.74 + 0.14 * cos(hue - 2 * M_PI / 3))),
		(uint8) (255 * (0.74 + 0.14 * cos(hue + 2 * M_PI / 3))),
	};
}

/* Codes of the Moving AI benchmarks; any other one has a pale hue of its own. */
static Colour
default_colour(uint8 code)
{
	switch (code)
	{
		case '.':
		case 'G':
			return (Colour){0xf3, 0xf1, 0xea};
		case '@':
		case 'O':
			return (Colour){0x2f, 0x35, 0x3d};
		case 'T':
			return (Colour){0x3c, 0x7a, 0x4b};
		case 'S':
			return (Colour){0xb9, 0xc0, 0x8a};
		case 'W':
			return (Colour){0x5b, 0x9b, 0xd0};
		default:
			return pale_colour(code);
	}
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
	*colour = (Colour){(uint8) (number >> 16), (uint8) (number >> 8), (uint8) number};
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
read_palette(Colour terrain[256], const Jsonb *palette)
{
	JsonbIterator *next = JsonbIteratorInit((JsonbContainer *) &palette->root);
	JsonbValue value;

	if (JsonbIteratorNext(&next, &value, true) != WJB_BEGIN_OBJECT)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("a palette is a JSON object"),
						errhint("Its keys are terrain codes, its values colours: "
								"{\".\": \"#ffffff\", \"T\": \"#3c7a4b\"}.")));
	while (JsonbIteratorNext(&next, &value, true) == WJB_KEY)
	{
		char code = fringe_text_code(
			cstring_to_text_with_len(value.val.string.val, value.val.string.len));

		fringe_check_code(code);
		JsonbIteratorNext(&next, &value, true);
		terrain[(uint8) code] = colour_of_json(&value);
	}
}

/* By code; the palette, which may be NULL, goes before the defaults. */
void
colours_of_terrain(Colour terrain[256], const Jsonb *palette)
{
	for (int code = 0; code < 256; code++)
		terrain[code] = default_colour((uint8) code);
	if (palette)
		read_palette(terrain, palette);
}
