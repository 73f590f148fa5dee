/*
 * files.c - any bytes, as a file of each program that fringe reads maps of
 *
 * The first byte chooses the reader, the second one the rule. The rest is the file; behind a byte 0
 * there is a second one: the picture of a map of ROS, or a tile set of Godot.
 */
#include "server.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

extern Datum gridmap_from_godot(PG_FUNCTION_ARGS);
extern Datum gridmap_from_godot_bytes(PG_FUNCTION_ARGS);
extern Datum gridmap_godot_origin(PG_FUNCTION_ARGS);
extern Datum gridmap_from_rexpaint(PG_FUNCTION_ARGS);
extern Datum gridmap_from_png(PG_FUNCTION_ARGS);
extern Datum gridmap_from_pgm(PG_FUNCTION_ARGS);
extern Datum gridmap_from_ros(PG_FUNCTION_ARGS);
extern Datum gridmap_ros_origin(PG_FUNCTION_ARGS);
extern Datum gridmap_from_csv(PG_FUNCTION_ARGS);
extern Datum gridmap_from_asc(PG_FUNCTION_ARGS);
extern Datum gridmap_asc_origin(PG_FUNCTION_ARGS);

/* Where an argument comes from. */
typedef enum From
{
	NOTHING, /* NULL */
	FIRST,
	SECOND,
	RULE,
	FILES,
	COMMA,
	LAYER
} From;

typedef struct Reader
{
	const char *name;
	PGFunction function;
	From arguments[4];
} Reader;

static const Reader readers[] = {
	{"godot", gridmap_from_godot, {FIRST, RULE, NOTHING, FILES}},
	{"godot layer", gridmap_from_godot, {FIRST, NOTHING, LAYER, NOTHING}},
	{"godot bytes", gridmap_from_godot_bytes, {FIRST, RULE}},
	{"godot origin", gridmap_godot_origin, {FIRST, RULE}},
	{"rexpaint", gridmap_from_rexpaint, {FIRST, RULE, NOTHING}},
	{"png", gridmap_from_png, {FIRST, RULE}},
	{"pgm", gridmap_from_pgm, {FIRST, RULE}},
	{"ros", gridmap_from_ros, {FIRST, SECOND, RULE}},
	{"ros origin", gridmap_ros_origin, {FIRST, SECOND}},
	{"csv", gridmap_from_csv, {FIRST, RULE, COMMA}},
	{"asc", gridmap_from_asc, {FIRST, RULE}},
	{"asc origin", gridmap_asc_origin, {FIRST}},
};

static const char *const numbers[] = {"0",	  ".", "1-99", "@", "0.25..0.75", "T",
									  "null", "?", "else", "#", NULL};
static const char *const colours[] = {"#000000", "@",	 "#ff000080", "T", "fg#c8c8c8",
									  "W",		 "else", ".",		  NULL};
static const char *const tiles[] = {"0:0,0", "a",		 "0:1,0:1", "b",		  "solid",
									"@",	 "cost=2-5", "T",		"kind=lava?", "L",
									"1",	 "c",		 "else",	".",		  NULL};
static const char *const layers[] = {"Ground",		"{", "cost?",  "T", "else", ".", "}",
									 "Level/Walls", "{", "solid?", "@", "null", "n", "}",
									 "else",		"?", NULL};
static const char *const *const rules[] = {NULL, numbers, colours, tiles, layers};

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	Datum arguments[4] = {0};
	bool nulls[4] = {false};
	const Reader *reader;
	const char *const *rule;
	const uint8_t *second;

	if (size < 2)
		return 0;
	reader = &readers[data[0] % lengthof(readers)];
	rule = rules[data[1] % lengthof(rules)];
	data += 2;
	size -= 2;
	second = memchr(data, 0, size);
	/* bytes of pictures and tiles contain 0, and are alone */
	if (!second || reader->arguments[1] != SECOND)
		second = reader->arguments[3] == FILES && second ? second : NULL;
	for (int i = 0; i < 4; i++)
	{
		size_t first_size = second ? (size_t) (second - data) : size;
		const void *rest = second ? second + 1 : data + size;
		size_t rest_size = second ? size - first_size - 1 : 0;

		switch (reader->arguments[i])
		{
			case FIRST:
				arguments[i] = server_bytes(data, first_size);
				break;
			case SECOND:
				arguments[i] = server_bytes(rest, rest_size);
				break;
			case FILES:
				arguments[i] = server_file("a.tres", rest, rest_size);
				break;
			case COMMA:
				arguments[i] = server_bytes(",", 1);
				break;
			case LAYER:
				arguments[i] = server_bytes("Level/Walls", 11);
				break;
			case RULE:
				nulls[i] = rule == NULL;
				if (rule)
					arguments[i] = server_object(rule);
				break;
			case NOTHING:
				nulls[i] = true;
				break;
		}
	}
	server_call(reader->function, arguments, nulls, 4, size);
	return 0;
}
