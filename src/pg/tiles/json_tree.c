/*
 * json_tree.c - read a jsonb as a tree of objects and arrays
 */
#include "pg/tiles/tiles.h"

#include <math.h>

#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/hsearch.h"
#include "utils/numeric.h"

JsonbValue
tree_value(JsonbContainer *object, const char *key)
{
	JsonbValue value = {.type = jbvNull};

	if (object)
		getKeyJsonValueFromContainer(object, key, strlen(key), &value);
	return value;
}

JsonbContainer *
tree_of(const JsonbValue *value)
{
	return value->type == jbvBinary && JsonContainerIsObject(value->val.binary.data)
			   ? value->val.binary.data
			   : NULL;
}

JsonbContainer *
tree_array(JsonbContainer *object, const char *key)
{
	JsonbValue value = tree_value(object, key);

	return value.type == jbvBinary && JsonContainerIsArray(value.val.binary.data)
			   ? value.val.binary.data
			   : NULL;
}

JsonbContainer *
tree_object(JsonbContainer *object, const char *key)
{
	JsonbValue value = tree_value(object, key);

	return tree_of(&value);
}

char *
tree_text(JsonbContainer *object, const char *key)
{
	JsonbValue value = tree_value(object, key);

	return value.type == jbvString ? pnstrdup(value.val.string.val, value.val.string.len)
								   : NULL;
}

bool
tree_is(JsonbContainer *object, const char *key, const char *text)
{
	JsonbValue value = tree_value(object, key);

	return value.type == jbvString && value.val.string.len == strlen(text) &&
		   memcmp(value.val.string.val, text, value.val.string.len) == 0;
}

/* JSON has true, XML has 1. */
bool
tree_true(JsonbContainer *object, const char *key)
{
	JsonbValue value = tree_value(object, key);

	return value.type == jbvBool
			   ? value.val.boolean
			   : tree_is(object, key, "1") || tree_is(object, key, "true");
}

/* ---- numbers ---------------------------------------------------------- */

#define NUMBER_BYTES 40 /* more than a number that makes sense has */

/* The text of a number; false if it is none. */
static bool
number_text(const JsonbValue *value, char text[NUMBER_BYTES + 1])
{
	Size length = 0;

	if (value->type == jbvNumeric)
	{
		char *digits = DatumGetCString(
			DirectFunctionCall1(numeric_out, NumericGetDatum(value->val.numeric)));

		length = strlcpy(text, digits, NUMBER_BYTES + 1);
		pfree(digits);
	}
	else if (value->type == jbvString)
	{
		length = value->val.string.len;
		memcpy(text, value->val.string.val, Min(length, NUMBER_BYTES));
		text[Min(length, NUMBER_BYTES)] = '\0';
	}
	return length > 0 && length <= NUMBER_BYTES;
}

bool
tree_whole(const JsonbValue *value, int64 *number)
{
	char text[NUMBER_BYTES + 1];
	double decimal;
	char *end;

	if (!number_text(value, text))
		return false;
	*number = strtoll(text, &end, 10);
	if (*end == '\0')
		return true;
	/* 1.0 is 1 */
	if (!tree_decimal(value, &decimal) || decimal != rint(decimal) ||
		fabs(decimal) > 1e15)
		return false;
	*number = (int64) decimal;
	return true;
}

bool
tree_decimal(const JsonbValue *value, double *number)
{
	char text[NUMBER_BYTES + 1];
	char *end;

	if (!number_text(value, text))
		return false;
	*number = strtod(text, &end);
	return *end == '\0' && isfinite(*number);
}

bool
tree_int(JsonbContainer *object, const char *key, int64 *number)
{
	JsonbValue value = tree_value(object, key);

	return tree_whole(&value, number);
}

bool
tree_float(JsonbContainer *object, const char *key, double *number)
{
	JsonbValue value = tree_value(object, key);

	return tree_decimal(&value, number);
}

#define QUOTED_BYTES 1000

char *
tree_quote(JsonbValue *value)
{
	if (value->type == jbvBinary)
		return pstrdup(JsonContainerIsArray(value->val.binary.data) ? "[...]" : "{...}");
	if (value->type == jbvString)
		return fringe_quote(value->val.string.val,
							Min(value->val.string.len, QUOTED_BYTES));
	return JsonbToCString(NULL, &JsonbValueToJsonb(value)->root, 0);
}

/* ---- elements --------------------------------------------------------- */

JsonbIterator *
tree_begin(JsonbContainer *array)
{
	JsonbIterator *next;
	JsonbValue itself;

	if (!array)
		return NULL;
	next = JsonbIteratorInit(array);
	JsonbIteratorNext(&next, &itself, true);
	return next;
}

bool
tree_next(JsonbIterator **next, JsonbValue *element)
{
	CHECK_FOR_INTERRUPTS();
	return *next && JsonbIteratorNext(next, element, true) == WJB_ELEM;
}

JsonbContainer *
tree_next_object(JsonbIterator **next)
{
	JsonbValue element;

	while (tree_next(next, &element))
		if (tree_of(&element))
			return tree_of(&element);
	return NULL;
}

bool
tree_next_member(JsonbIterator **next, JsonbValue *key, JsonbValue *value)
{
	CHECK_FOR_INTERRUPTS();
	if (!*next || JsonbIteratorNext(next, key, true) != WJB_KEY)
		return false;
	JsonbIteratorNext(next, value, true);
	return true;
}

/* ---- files ------------------------------------------------------------ */

struct TreeFiles
{
	JsonbContainer *object; /* NULL: the argument is NULL */
	HTAB *parsed;
	MemoryContext context; /* of all documents */
	Size bytes;
};

typedef struct ParsedFile
{
	const char *text; /* the key: where it is */
	JsonbContainer *root;
} ParsedFile;

TreeFiles *
tree_files(FunctionCallInfo fcinfo, int argument)
{
	TreeFiles *files = palloc0(sizeof(TreeFiles));
	HASHCTL control = {.keysize = sizeof(char *),
					   .entrysize = sizeof(ParsedFile),
					   .hcxt = CurrentMemoryContext};
	Jsonb *json;

	files->context = CurrentMemoryContext;
	if (PG_ARGISNULL(argument))
		return files;
	json = PG_GETARG_JSONB_P(argument);
	if (!JB_ROOT_IS_OBJECT(json))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("files must be a JSON object"),
						errhint("Write jsonb_build_object(name, text of the file).")));
	files->object = &json->root;
	files->parsed =
		hash_create("files", 16, &control, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	return files;
}

static JsonbContainer *
parse_file(TreeFiles *files, const JsonbValue *text)
{
	MemoryContext outer = MemoryContextSwitchTo(files->context);
	Jsonb *json = tiled_parse(text->val.string.val, text->val.string.len);

	MemoryContextSwitchTo(outer);
	files->bytes += VARSIZE(json);
	fringe_limit_memory("set of files", files->bytes);
	return &json->root;
}

JsonbContainer *
tree_file(TreeFiles *files, const char *path)
{
	const char *slash = strrchr(path, '/');
	JsonbValue value = tree_value(files->object, path);
	ParsedFile *file;
	bool found;

	if (value.type == jbvNull && slash)
		value = tree_value(files->object, slash + 1);
	if (value.type != jbvString)
		return tree_of(&value);
	file = hash_search(files->parsed, &value.val.string.val, HASH_ENTER, &found);
	if (!found)
		file->root = parse_file(files, &value);
	return file->root;
}

bool
tree_path_is(const char *path, const char *name, bool whole)
{
	Size rest = strlen(path) - Min(strlen(path), strlen(name));

	return strcmp(path + rest, name) == 0 &&
		   (rest == 0 ? whole : !whole && path[rest - 1] == '/');
}
