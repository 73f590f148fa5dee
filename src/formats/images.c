/*
 * images.c - maps from pictures: PNG, PGM, and maps of ROS; and maps as PGM
 */
#include "formats/formats.h"

#include <float.h>

#include "utils/builtins.h"
#include "utils/float.h"

/* ==== PNG ============================================================== */

/* One pixel: 16 bits per channel, and its grey as the file counts it. */
typedef struct Pixel
{
	uint16 channel[4]; /* red, green, blue, alpha */
	uint32 grey;
} Pixel;

static Pixel
png_pixel(const PngImage *image, fr_cell cell)
{
	const uint8 *at =
		image->pixels + ((Size) cell.y * image->width + cell.x) * 4 * image->depth;
	uint32 channel[4];
	Pixel pixel;

	for (int i = 0; i < 4; i++)
	{
		channel[i] = image->depth == 2 ? (uint32) at[2 * i] << 8 | at[2 * i + 1] : at[i];
		pixel.channel[i] = (uint16) (image->depth == 2 ? channel[i] : channel[i] * 257);
	}
	pixel.grey = (299 * channel[0] + 587 * channel[1] + 114 * channel[2] + 500) / 1000;
	return pixel;
}

/*
 * A pixel has a colour with alpha, and unless it is fully transparent a colour without alpha and a
 * grey.
 */
static void
next_pixel(void *source, fr_cell cell, CellValue *value)
{
	Pixel p = png_pixel(source, cell);
	const uint16 *c = p.channel;

	value->unit = "grey";
	value->names[value->count++] =
		(CellName){CELL_COLOUR, cell_id(c[0], c[1], c[2], c[3])};
	if (c[3] == 0)
		return;
	value->number = p.grey;
	if (c[3] != 0xffff)
		value->names[value->count++] =
			(CellName){CELL_COLOUR, cell_id(c[0], c[1], c[2], 0xffff)};
}

/* gridmap_from_png(png, rule): a pixel is a cell, and its value a colour or a grey */
PG_FUNCTION_INFO_V1(gridmap_from_png);
Datum
gridmap_from_png(PG_FUNCTION_ARGS)
{
	Rule rule;
	PngImage image;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	rule = rule_argument(fcinfo, 1);
	file_check_kind("PNG", PG_GETARG_BYTEA_PP(0));
	image = png_decode(PG_GETARG_BYTEA_PP(0));
	PG_RETURN_POINTER(rule_map(&rule, image.width, image.height, next_pixel, &image));
}

/* ==== PGM ============================================================== */

/* The rest of a PGM. */
typedef struct Pgm
{
	const uint8 *next;
	const uint8 *end;
	bool text; /* P2: numbers, not bytes */
	uint32 largest;
	uint32 width;
	uint32 height;
} Pgm;

static void
report_pgm(const char *expected, const char *hint)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION), errmsg("invalid PGM"),
					errdetail("Expected %s.", expected), hint ? errhint("%s", hint) : 0));
}

/* Skips blanks, and comments from # to the end of a line. */
static void
skip_pgm_blanks(Pgm *pgm)
{
	bool comment = false;

	for (; pgm->next < pgm->end; pgm->next++)
	{
		poll_at(pgm->next);
		if (*pgm->next == '#')
			comment = true;
		else if (*pgm->next == '\n')
			comment = false;
		else if (!comment && !isspace(*pgm->next))
			return;
	}
}

/* A number of the header, or a value as text; false if there is none. */
static bool
take_pgm_number(Pgm *pgm, uint32 *number)
{
	*number = 0;
	skip_pgm_blanks(pgm);
	if (pgm->next == pgm->end || !isdigit(*pgm->next))
		return false;
	while (pgm->next < pgm->end && isdigit(*pgm->next) && *number < 100000)
	{
		poll_at(pgm->next);
		*number = *number * 10 + (*pgm->next++ - '0');
	}
	return true;
}

static uint32
need_pgm_number(Pgm *pgm, const char *expected)
{
	uint32 number;

	if (!take_pgm_number(pgm, &number))
		report_pgm(expected, NULL);
	return number;
}

static const char *
pgm_size(const Pgm *pgm)
{
	return psprintf("%u rows of %u values, as the header tells", pgm->height, pgm->width);
}

static uint32
take_pgm_value(Pgm *pgm, fr_cell cell)
{
	uint32 value;

	if (pgm->text)
	{
		if (!take_pgm_number(pgm, &value))
			report_pgm(pgm->next == pgm->end
						   ? pgm_size(pgm)
						   : psprintf("a number for cell (%d,%d)", cell.x, cell.y),
					   NULL);
	}
	else
	{
		value = *pgm->next++;
		if (pgm->largest > 255)
			value = value << 8 | *pgm->next++;
	}
	if (value > pgm->largest)
		report_pgm(
			psprintf("at most %u, the largest value of the header, for cell (%d,%d)",
					 pgm->largest, cell.x, cell.y),
			NULL);
	return value;
}

/*
 * Goes to the bytes of a P5. One blank ends the header. A program that writes text lines may end it
 * with CRLF, and add a line's end behind the last byte: the number of bytes tells.
 */
static void
begin_pgm_bytes(Pgm *pgm)
{
	int64 wanted = (int64) pgm->width * pgm->height * (pgm->largest > 255 ? 2 : 1);
	int64 found;

	if (pgm->next < pgm->end && !isspace(*pgm->next))
		report_pgm("a blank after the largest value", NULL);
	if (pgm->end - pgm->next > wanted + 1 && pgm->next[0] == '\r' && pgm->next[1] == '\n')
		pgm->next++;
	if (pgm->next < pgm->end)
		pgm->next++;
	found = pgm->end - pgm->next;
	while (found > wanted && found <= wanted + 2 && isspace(pgm->next[found - 1]))
		found--;
	if (found != wanted)
		report_pgm(pgm_size(pgm), psprintf("They take %lld bytes; the file has %lld.",
										   (long long) wanted, (long long) found));
	pgm->end = pgm->next + wanted;
}

static Pgm
open_pgm(const bytea *bytes)
{
	const uint8 *file = (const uint8 *) VARDATA_ANY(bytes);
	Pgm pgm = {file + 2, file + VARSIZE_ANY_EXHDR(bytes)};

	file_check_kind("PGM", bytes);
	if (pgm.end < pgm.next || file[0] != 'P' || (file[1] != '2' && file[1] != '5'))
		report_pgm("P2 or P5", "Convert the picture to PGM or PNG.");
	pgm.text = file[1] == '2';
	pgm.width = need_pgm_number(&pgm, "a width");
	pgm.height = need_pgm_number(&pgm, "a height");
	gridmap_check_size(pgm.width, pgm.height);
	pgm.largest = need_pgm_number(&pgm, "the largest value");
	if (pgm.largest < 1 || pgm.largest > 65535)
		report_pgm("a largest value from 1 to 65535", NULL);
	if (!pgm.text)
		begin_pgm_bytes(&pgm);
	else if (pgm.end - pgm.next < (int64) pgm.width * pgm.height)
		report_pgm(pgm_size(&pgm), NULL);
	return pgm;
}

/* Only blanks and comments may follow. */
static void
close_pgm(Pgm *pgm)
{
	skip_pgm_blanks(pgm);
	if (pgm->next < pgm->end)
		report_pgm(pgm_size(pgm), "More values follow.");
}

static void
next_pgm_value(void *source, fr_cell cell, CellValue *value)
{
	value->number = take_pgm_value(source, cell);
}

/* gridmap_from_pgm(pgm, rule) */
PG_FUNCTION_INFO_V1(gridmap_from_pgm);
Datum
gridmap_from_pgm(PG_FUNCTION_ARGS)
{
	Rule rule;
	Gridmap *map;
	Pgm pgm;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	rule = rule_argument(fcinfo, 1);
	pgm = open_pgm(PG_GETARG_BYTEA_PP(0));
	map = rule_map(&rule, pgm.width, pgm.height, next_pgm_value, &pgm);
	close_pgm(&pgm);
	PG_RETURN_POINTER(map);
}

/* gridmap_to_pgm(map): one byte per cell, its terrain code */
PG_FUNCTION_INFO_V1(gridmap_to_pgm);
Datum
gridmap_to_pgm(PG_FUNCTION_ARGS)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	char header[64];
	int length =
		snprintf(header, sizeof header, "P5\n%u %u\n255\n", map.width, map.height);
	Size size = VARHDRSZ + length + (Size) map.width * map.height;
	bytea *pgm = palloc(size);

	SET_VARSIZE(pgm, size);
	memcpy(VARDATA(pgm), header, length);
	fr_map_unpack(&map, (uint8 *) VARDATA(pgm) + length, &fringe_poll);
	PG_RETURN_BYTEA_P(pgm);
}

/* ==== maps of ROS ====================================================== */

/*
 * map_server of ROS keeps a map as a picture and a YAML file:
 *
 *     image: map.pgm
 *     resolution: 0.05            metres of a cell's side
 *     origin: [-10.0, -5.0, 0.0]  x, y and yaw of the lower-left corner
 *     negate: 0
 *     occupied_thresh: 0.65
 *     free_thresh: 0.196
 *     mode: trinary               or scale, or raw
 *
 * The value of a cell is its occupancy, as nav2_map_server computes it: 0 is free, 100 occupied, and
 * NULL unknown.
 */

typedef enum RosKey
{
	ROS_RESOLUTION,
	ROS_ORIGIN,
	ROS_NEGATE,
	ROS_OCCUPIED,
	ROS_FREE,
	ROS_MODE,
	ROS_KEYS
} RosKey;

static const char *const ros_keys[] = {"resolution",	  "origin",		 "negate",
									   "occupied_thresh", "free_thresh", "mode"};

typedef enum RosMode
{
	ROS_TRINARY,
	ROS_SCALE,
	ROS_RAW
} RosMode;

static const char *const ros_modes[] = {"trinary", "scale", "raw", NULL};

typedef struct RosMap
{
	fr_span value[ROS_KEYS]; /* at is NULL: not given */
	bool png;
	PngImage image;
	Pgm pgm;
	RosMode mode;
	bool negate;
	double occupied;
	double free;
} RosMap;

static void
report_yaml(const char *key, const char *detail, fr_span found)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("malformed map.yaml: invalid %s", key),
					errdetail("%s, found %s.", detail,
							  found.length > 0 ? fringe_quote(found.at, found.length)
											   : "nothing"),
					errhint("The file has lines such as \"resolution: 0.05\" and "
							"\"origin: [-10.0, -5.0, 0.0]\".")));
}

static fr_span
trimmed(const char *at, const char *end)
{
	while (at < end && isspace((unsigned char) *at))
		poll_at(at++);
	while (end > at && isspace((unsigned char) end[-1]))
		poll_at(end--);
	if (end - at > 1 && (*at == '"' || *at == '\'') && end[-1] == *at)
		return (fr_span){at + 1, (int) (end - at) - 2};
	return (fr_span){at, (int) (end - at)};
}

/* The next line without its comment. */
static fr_span
take_yaml_line(FileText *text)
{
	const char *begin = text->next;
	const char *stop = memchr(begin, '\n', text->end - begin);
	const char *end = stop ? stop : text->end;

	text->next = stop ? stop + 1 : text->end;
	for (const char *at = begin; at < end; at++)
	{
		poll_at(at);
		if (*at == '#' && (at == begin || isspace((unsigned char) at[-1])))
			end = at;
	}
	return trimmed(begin, end);
}

/* The keys of the file; those that matter to no map are skipped. */
static void
read_yaml(RosMap *ros, const text *yaml)
{
	FileText text = file_text(yaml);
	int last = -1;

	while (text.next < text.end)
	{
		fr_span line = take_yaml_line(&text);
		const char *colon = memchr(line.at, ':', line.length);
		const char *end = line.at + line.length;

		CHECK_FOR_INTERRUPTS();
		if (line.length == 0 || *line.at == '%' || fr_span_is(line, "---") ||
			fr_span_is(line, "..."))
			continue;
		if (*line.at == '-' && last == ROS_ORIGIN)
		{
			/* the elements of a list, each on a line */
			ros->value[last].length = (int) (end - ros->value[last].at);
			continue;
		}
		if (!colon)
			report_yaml("line", "Expected a key and \":\"", line);
		last = -1;
		for (int key = 0; key < ROS_KEYS; key++)
		{
			fr_span name = trimmed(line.at, colon);

			if (name.length != (int) strlen(ros_keys[key]) ||
				memcmp(name.at, ros_keys[key], name.length) != 0)
				continue;
			if (ros->value[key].at)
				report_yaml(ros_keys[key], "The key is given twice", line);
			ros->value[key] = trimmed(colon + 1, end);
			last = key;
		}
	}
}

static double
ros_number(const RosMap *ros, RosKey key, double low, double high)
{
	fr_span value = ros->value[key];
	double number = 0;

	if (value.at == NULL || value.length == 0 ||
		!number_parse(value.at, value.length, &number) ||
		!(number >= low && number <= high))
		report_yaml(ros_keys[key],
					high == DBL_MAX ? "Expected a number above 0"
									: psprintf("Expected a number from %s to %s",
											   number_text(low), number_text(high)),
					value);
	return number;
}

static RosMap
read_ros(const text *yaml)
{
	RosMap ros = {0};
	fr_span mode;
	fr_span negate;

	read_yaml(&ros, yaml);
	mode = ros.value[ROS_MODE];
	while (mode.at && ros_modes[ros.mode] && !fr_span_is(mode, ros_modes[ros.mode]))
		ros.mode++;
	if (ros_modes[ros.mode] == NULL)
		report_yaml("mode", "Expected trinary, scale or raw", mode);
	negate = ros.value[ROS_NEGATE];
	ros.negate = fr_span_is(negate, "1") || fr_span_is(negate, "true");
	if (negate.at && !ros.negate && !fr_span_is(negate, "0") &&
		!fr_span_is(negate, "false"))
		report_yaml("negate", "Expected 0 or 1", negate);
	if (ros.mode != ROS_RAW)
	{
		ros.occupied = ros_number(&ros, ROS_OCCUPIED, 0, 1);
		ros.free = ros_number(&ros, ROS_FREE, 0, ros.occupied);
	}
	return ros;
}

static void
open_ros_image(RosMap *ros, const bytea *image)
{
	ros->png =
		VARSIZE_ANY_EXHDR(image) >= 4 && memcmp(VARDATA_ANY(image), "\x89PNG", 4) == 0;
	if (ros->png)
		ros->image = png_decode(image);
	else
		ros->pgm = open_pgm(image);
}

/*
 * From black, 0, to white, 1; false if the pixel is unknown. Alpha means something else in each mode:
 * trinary takes the mean of all channels of the file, scale knows only opaque pixels, and raw ignores
 * alpha.
 */
static bool
take_shade(RosMap *ros, fr_cell cell, double *shade)
{
	Pixel pixel;
	int channels = ros->mode == ROS_TRINARY && ros->image.alpha ? 4 : 3;
	double sum = 0;

	if (!ros->png)
	{
		*shade = (double) take_pgm_value(&ros->pgm, cell) / ros->pgm.largest;
		return true;
	}
	pixel = png_pixel(&ros->image, cell);
	for (int i = 0; i < channels; i++)
		sum += pixel.channel[i];
	*shade = sum / channels / PG_UINT16_MAX;
	return ros->mode != ROS_SCALE || pixel.channel[3] == PG_UINT16_MAX;
}

static void
next_occupancy(void *source, fr_cell cell, CellValue *value)
{
	RosMap *ros = source;
	double shade;
	double occupancy;

	if (!take_shade(ros, cell, &shade))
		return;
	if (ros->mode == ROS_RAW)
	{
		shade = rint(shade * 255);
		if (shade <= 100)
			value->number = shade;
		return;
	}
	occupancy = ros->negate ? shade : 1 - shade;
	if (occupancy > ros->occupied)
		value->number = 100;
	else if (occupancy < ros->free)
		value->number = 0;
	else if (ros->mode == ROS_SCALE)
		value->number =
			ros->occupied > ros->free
				? rint((occupancy - ros->free) / (ros->occupied - ros->free) * 100)
				: 100;
}

/* Free is ".", occupied "@" and unknown "?". */
static Rule
ros_rule(FunctionCallInfo fcinfo, int n)
{
	static RuleRange points[] = {{0, 0, true, '.'}, {100, 100, true, '@'}};

	if (!PG_ARGISNULL(n))
		return rule_argument(fcinfo, n);
	return (Rule){
		.fallback = RULE_NONE, .null_code = '?', .points = {points, lengthof(points)}};
}

/* gridmap_from_ros(yaml, image, rule) */
PG_FUNCTION_INFO_V1(gridmap_from_ros);
Datum
gridmap_from_ros(PG_FUNCTION_ARGS)
{
	Rule rule;
	RosMap ros;
	Gridmap *map;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	rule = ros_rule(fcinfo, 2);
	ros = read_ros(PG_GETARG_TEXT_PP(0));
	open_ros_image(&ros, PG_GETARG_BYTEA_PP(1));
	if (ros.png)
		PG_RETURN_POINTER(
			rule_map(&rule, ros.image.width, ros.image.height, next_occupancy, &ros));
	map = rule_map(&rule, ros.pgm.width, ros.pgm.height, next_occupancy, &ros);
	close_pgm(&ros.pgm);
	PG_RETURN_POINTER(map);
}

/* x, y and yaw: [x, y, yaw], or a list with a line for each */
static void
read_origin(const RosMap *ros, double origin[3])
{
	fr_span value = ros->value[ROS_ORIGIN];
	const char *at = value.length > 0 ? value.at : "";
	const char *end = at + value.length;
	bool brackets = value.length > 1 && *at == '[' && end[-1] == ']';
	int count = 0;

	for (at += brackets, end -= brackets; at < end && count < 3; count++)
	{
		const char *stop;

		while (!brackets && at < end &&
			   (isspace((unsigned char) *at) ||
				(*at == '-' && at + 1 < end && isspace((unsigned char) at[1]))))
			poll_at(at++);
		for (stop = at; stop < end && *stop != (brackets ? ',' : '\n'); stop++)
			poll_at(stop);
		if (stop == at || !number_parse(at, (int) (stop - at), &origin[count]) ||
			!isfinite(origin[count]))
			break;
		at = Min(stop + 1, end);
	}
	if (count != 3 || at != end)
		report_yaml("origin", "Expected [x, y, yaw]", value);
}

/* gridmap_ros_origin(yaml, image): where cell (0,0) is in the world, for gridcell_at with y_up */
PG_FUNCTION_INFO_V1(gridmap_ros_origin);
Datum
gridmap_ros_origin(PG_FUNCTION_ARGS)
{
	RosMap ros = read_ros(PG_GETARG_TEXT_PP(0));
	double size = ros_number(&ros, ROS_RESOLUTION, DBL_MIN, DBL_MAX);
	double origin[3];

	read_origin(&ros, origin);
	if (origin[2] != 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("the map is rotated in its world"),
				 errdetail("Its yaw is %s.", number_text(origin[2])),
				 errhint("Rotate positions by minus the yaw around the origin first.")));
	open_ros_image(&ros, PG_GETARG_BYTEA_PP(1));
	return world_row(fcinfo, origin[0],
					 origin[1] + size * (ros.png ? ros.image.height : ros.pgm.height),
					 size);
}
