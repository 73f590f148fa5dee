/*
 * ros.c - maps of ROS: a picture, and a YAML file that tells what its greys mean
 */
#include "formats/formats.h"

#include <float.h>

#include "utils/builtins.h"
#include "utils/float.h"

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
		const char *end = fr_span_end(line);

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
		ros->pgm = pgm_open(image);
}

/*
 * From black, 0, to white, 1; false if the pixel is unknown. Alpha means something else in each mode:
 * trinary takes the mean of all channels of the file, scale knows only opaque pixels, and raw ignores
 * alpha.
 */
static bool
take_shade(RosMap *ros, fr_cell cell, double *shade)
{
	PngPixel pixel;
	int channels = ros->mode == ROS_TRINARY && ros->image.alpha ? 4 : 3;
	double sum = 0;

	if (!ros->png)
	{
		*shade = (double) pgm_take(&ros->pgm, cell) / ros->pgm.largest;
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
		return rule_argument(fcinfo, n, &rule_of_numbers);
	return (Rule){.format = &rule_of_numbers,
				  .fallback = RULE_NONE,
				  .null_code = '?',
				  .points = {points, lengthof(points)}};
}

/* gridmap_from_ros(yaml, image, rule) */
FRINGE_FUNCTION(gridmap_from_ros)
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
	pgm_close(&ros.pgm);
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
FRINGE_FUNCTION(gridmap_ros_origin)
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
