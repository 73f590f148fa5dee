/*
 * files.c - any bytes, as a file of each program that fringe reads maps of
 *
 * The first byte chooses the reader, and the layout that a reader of Godot gets. Of the second one, the lower half chooses the rule; the upper half is
 * 0, or a poll that cancels the call. The rest is the file. Behind a byte 0 there is a second one, and a
 * third: the picture of a map of ROS, or what a file of Godot, Tiled or LDtk names.
 */
#include "server.h"

#include "core/map/offset_layout.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

extern Datum gridmap_from_godot(PG_FUNCTION_ARGS);
extern Datum gridmap_from_godot_bytes(PG_FUNCTION_ARGS);
extern Datum gridmap_godot_origin(PG_FUNCTION_ARGS);
extern Datum gridmap_godot_layout(PG_FUNCTION_ARGS);
extern Datum gridmap_tiled_layout_text(PG_FUNCTION_ARGS);
extern Datum gridmap_from_rexpaint(PG_FUNCTION_ARGS);
extern Datum gridmap_from_png(PG_FUNCTION_ARGS);
extern Datum gridmap_from_pgm(PG_FUNCTION_ARGS);
extern Datum gridmap_from_ros(PG_FUNCTION_ARGS);
extern Datum gridmap_ros_origin(PG_FUNCTION_ARGS);
extern Datum gridmap_from_csv(PG_FUNCTION_ARGS);
extern Datum gridmap_from_asc(PG_FUNCTION_ARGS);
extern Datum gridmap_asc_origin(PG_FUNCTION_ARGS);
extern Datum gridmap_from_json(PG_FUNCTION_ARGS);
extern Datum gridmap_from_json_text(PG_FUNCTION_ARGS);
extern Datum gridmap_from_tiled(PG_FUNCTION_ARGS);
extern Datum gridmap_from_tiled_text(PG_FUNCTION_ARGS);
extern Datum gridmap_tiled_objects(PG_FUNCTION_ARGS);
extern Datum gridmap_tiled_objects_text(PG_FUNCTION_ARGS);
extern Datum gridmap_from_ldtk(PG_FUNCTION_ARGS);
extern Datum gridmap_ldtk_levels(PG_FUNCTION_ARGS);
extern Datum gridmap_ldtk_entities(PG_FUNCTION_ARGS);

/* Where an argument comes from. */
typedef enum From
{
	NOTHING, /* NULL */
	FIRST,
	FIRST_JSON,
	SECOND,
	RULE,
	RESOURCE,  /* the second file, of Godot */
	TEXTS,	   /* the second and the third one, by names */
	DOCUMENTS, /* the same, as jsonb if they are JSON */
	COMMA,
	LAYER,
	LEVEL,
	LAYOUT,
	COLUMNS
} From;

#define MOST_ARGUMENTS 5

typedef struct Reader
{
	const char *name;
	PGFunction function;
	From arguments[MOST_ARGUMENTS];
} Reader;

static const Reader readers[] = {
	{"godot", gridmap_from_godot, {FIRST, RULE, NOTHING, RESOURCE, LAYOUT}},
	{"godot layer", gridmap_from_godot, {FIRST, NOTHING, LAYER, NOTHING, LAYOUT}},
	{"godot bytes", gridmap_from_godot_bytes, {FIRST, RULE, LAYOUT}},
	{"godot origin", gridmap_godot_origin, {FIRST, RULE, NOTHING, RESOURCE, LAYOUT}},
	{"rexpaint", gridmap_from_rexpaint, {FIRST, RULE, NOTHING}},
	{"png", gridmap_from_png, {FIRST, RULE}},
	{"pgm", gridmap_from_pgm, {FIRST, RULE}},
	{"ros", gridmap_from_ros, {FIRST, SECOND, RULE}},
	{"ros origin", gridmap_ros_origin, {FIRST, SECOND}},
	{"csv", gridmap_from_csv, {FIRST, RULE, COMMA}},
	{"asc", gridmap_from_asc, {FIRST, RULE}},
	{"asc origin", gridmap_asc_origin, {FIRST}},
	{"json", gridmap_from_json, {FIRST_JSON, RULE, NOTHING}},
	{"json columns", gridmap_from_json, {FIRST_JSON, RULE, COLUMNS}},
	{"json text", gridmap_from_json_text, {FIRST, RULE, NOTHING}},
	{"tiled", gridmap_from_tiled, {FIRST_JSON, RULE, NOTHING, TEXTS}},
	{"tiled text", gridmap_from_tiled_text, {FIRST, RULE, NOTHING, DOCUMENTS}},
	{"tiled layer", gridmap_from_tiled_text, {FIRST, RULE, LAYER, TEXTS}},
	{"tiled objects", gridmap_tiled_objects, {FIRST_JSON, DOCUMENTS}},
	{"tiled objects text", gridmap_tiled_objects_text, {FIRST, TEXTS}},
	{"ldtk", gridmap_from_ldtk, {FIRST_JSON, RULE, NOTHING, NOTHING, TEXTS}},
	{"ldtk level", gridmap_from_ldtk, {FIRST_JSON, RULE, LEVEL, LAYER, DOCUMENTS}},
	{"ldtk levels", gridmap_ldtk_levels, {FIRST_JSON, NOTHING, DOCUMENTS}},
	{"ldtk entities", gridmap_ldtk_entities, {FIRST_JSON, NOTHING, NOTHING, TEXTS}},
	{"godot layout", gridmap_godot_layout, {FIRST, RULE, NOTHING, RESOURCE}},
	{"tiled layout", gridmap_tiled_layout_text, {FIRST}},
};

static const char *const rules[] = {
	NULL,
	"{\"0\": \".\", \"1-99\": \"@\", \"0.25..0.75\": \"T\", \"null\": \"?\", \"else\": \"#\"}",
	"{\"#000000\": \"@\", \"#ff000080\": \"T\", \"fg#c8c8c8\": \"W\", \"else\": \".\"}",
	"{\"0:0,0\": \"a\", \"0:1,0:1\": \"b\", \"solid\": \"@\", \"cost=2-5\": \"T\", \"kind=lava?\": \"L\", "
	"\"1\": \"c\", \"else\": \".\"}",
	"{\"Ground\": {\"cost?\": \"T\", \"else\": \".\"}, \"Level/Walls\": {\"solid?\": \"@\", \"null\": \"n\"}, "
	"\"else\": \"?\"}",
	"{\"0\": \".\", \"1-99\": \"@\", \"solid?\": \"T\", \"cost=2-5?\": \"S\", \"class=Wall?\": \"W\", "
	"\"shape?\": \"s\", \"name=door?\": \"d\", \"Walls?\": \"w\", \"else\": \".\"}",
	"{\"Ground\": {\"1-9\": \".\", \"else\": null}, \"Level/Walls\": {\"solid?\": \"@\", \"2\": \"T\", \"else\": null}, "
	"\"Objects\": {\"kind=lava?\": \"L\", \"class=Wall?\": \"W\", \"else\": null}, \"else\": \"?\"}",
	"{\"0\": \".\", \"1-99\": \"@\", \"else\": \"#\"}",
	"{\"a:0-1?\": \"a\", \"Wall?\": \"W\", \"class=Wall?\": \"W\", \"null\": \"n\", \"else\": \".\"}",
	"{\"layer\": \"height\", \"1-99\": \"T\"}",
};

/* NULL, the layout of squares, or one of the others. */
static const char *
layout_of(uint8_t first)
{
	int number = first / lengthof(readers) % (FR_LAYOUTS + 2);

	return number < 2 ? (number == 0 ? NULL : "square") : fr_layout_name[number - 2];
}

static bool
has_files(const Reader *reader)
{
	for (int i = 0; i < MOST_ARGUMENTS; i++)
		if (reader->arguments[i] == SECOND || reader->arguments[i] == RESOURCE ||
			reader->arguments[i] == TEXTS || reader->arguments[i] == DOCUMENTS)
			return true;
	return false;
}

/* Takes a file up to a byte 0, or all that is left. */
static ServerFile
take_file(const char *name, const uint8_t **data, size_t *size, bool split)
{
	const uint8_t *end = split ? memchr(*data, 0, *size) : NULL;
	ServerFile file = {name, *data, end ? (size_t) (end - *data) : *size};

	*size -= file.size + (end != NULL);
	*data += file.size + (end != NULL);
	return file;
}

/* False: the argument is no value of its type. */
static bool
make_argument(From from, const ServerFile *files, const char *rule, const char *layout,
			  Datum *value)
{
	switch (from)
	{
		case FIRST:
			*value = server_bytes(files[0].bytes, files[0].size);
			break;
		case FIRST_JSON:
			return server_json(files[0].bytes, files[0].size, value);
		case SECOND:
			*value = server_bytes(files[1].bytes, files[1].size);
			break;
		case RULE:
			return !rule || server_json(rule, strlen(rule), value);
		case RESOURCE:
			*value = server_files(&(ServerFile){"a.tres", files[1].bytes, files[1].size},
								  1, false);
			break;
		case TEXTS:
		case DOCUMENTS:
			*value = server_files(files + 1, 2, from == DOCUMENTS);
			break;
		case COMMA:
			*value = server_bytes(",", 1);
			break;
		case LAYER:
			*value = server_bytes("Level/Walls", 11);
			break;
		case LEVEL:
			*value = server_bytes("Level", 5);
			break;
		case LAYOUT:
			if (layout)
				*value = server_bytes(layout, strlen(layout));
			break;
		case COLUMNS:
			*value = Int32GetDatum(2);
			break;
		case NOTHING:
			break;
	}
	return true;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	Datum arguments[MOST_ARGUMENTS] = {0};
	bool nulls[MOST_ARGUMENTS] = {false};
	ServerFile files[3];
	const Reader *reader;
	const char *rule;
	const char *layout;
	bool split;
	bool right = true;

	if (size < 2)
		return 0;
	reader = &readers[data[0] % lengthof(readers)];
	layout = layout_of(data[0]);
	rule = rules[data[1] % 16 % lengthof(rules)];
	server_begin(size - 2, data[1] / 16);
	data += 2;
	size -= 2;
	/* bytes of pictures and tiles contain 0, and are alone; the picture of a map of ROS is the last file */
	split = has_files(reader);
	files[0] = take_file("", &data, &size, split);
	split = split && reader->arguments[1] != SECOND && reader->arguments[3] != RESOURCE;
	files[1] = take_file("a", &data, &size, split);
	files[2] = take_file("b", &data, &size, false);
	for (int i = 0; i < MOST_ARGUMENTS && right; i++)
	{
		nulls[i] = reader->arguments[i] == NOTHING ||
				   (reader->arguments[i] == RULE && !rule) ||
				   (reader->arguments[i] == LAYOUT && !layout);
		right = make_argument(reader->arguments[i], files, rule, layout, &arguments[i]);
	}
	if (right)
		server_call(reader->function, arguments, nulls, MOST_ARGUMENTS);
	server_end();
	return 0;
}
