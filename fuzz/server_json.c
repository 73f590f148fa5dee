/*
 * server_json.c - jsonb and numeric of the server, for fuzzers; see server.h
 *
 * A jsonb is a header, as readers see it, and lists of values. It is made of the tree of document.c: what
 * that refuses is no jsonb. So fuzzers build with every version of the server, and need none of its parsers,
 * which readers do not call. A numeric is its text.
 */
#include "server.h"

#include "formats/formats.h"

#include "utils/fmgrprotos.h"
#include "utils/numeric.h"

/* ---- containers --------------------------------------------------------- */

typedef struct Container
{
	int32 length; /* as in Jsonb */
	uint32 header;
	uint32 count;
	JsonbValue *keys; /* of an object */
	JsonbValue *values;
} Container;

StaticAssertDecl(offsetof(Container, header) == offsetof(Jsonb, root),
				 "a jsonb begins so");

static Container *
new_container(uint32 flags, uint32 count)
{
	Container *container = palloc0(sizeof *container);

	container->header = flags | count;
	container->values = palloc0(count * sizeof(JsonbValue));
	if (flags & JB_FOBJECT)
		container->keys = palloc0(count * sizeof(JsonbValue));
	return container;
}

static JsonbValue
string_value(const char *bytes, size_t size)
{
	JsonbValue value = {.type = jbvString};

	value.val.string.val = unconstify(char *, bytes);
	value.val.string.len = (int) size;
	return value;
}

static JsonbValue
container_value(Container *container)
{
	JsonbValue value = {.type = jbvBinary};

	value.val.binary.data = (JsonbContainer *) &container->header;
	return value;
}

static JsonbValue value_of(const TreeNode *node);

static Container *
container_of(const TreeNode *node)
{
	Container *container =
		new_container(tree_is_array(node) ? JB_FARRAY : JB_FOBJECT, node->count);

	check_stack_depth();
	tree_each(child, node)
	{
		if (container->keys)
			container->keys[container->count] =
				string_value(tree_key(child).at, tree_key(child).length);
		container->values[container->count++] = value_of(child);
	}
	return container;
}

static JsonbValue
value_of(const TreeNode *node)
{
	JsonbValue value = {.type = jbvNull};

	if (tree_is_array(node) || tree_is_object(node))
		return container_value(container_of(node));
	if (node->kind == TREE_STRING)
		return string_value(node->text, node->count);
	if (node->kind == TREE_BOOL)
	{
		value.type = jbvBool;
		value.val.boolean = node->truth;
	}
	else if (node->kind == TREE_NUMBER)
	{
		value.type = jbvNumeric;
		value.val.numeric = DatumGetNumeric(DirectFunctionCall3(
			numeric_in, CStringGetDatum(pnstrdup(node->text, node->count)),
			ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1)));
	}
	return value;
}

/* ---- arguments ---------------------------------------------------------- */

typedef struct Text
{
	const char *bytes;
	size_t size;
	Container *json;
} Text;

/* A scalar is an array of one value. */
static void
parse(void *argument)
{
	Text *text = argument;
	Reading reading;
	MemoryContext outer = reading_begin(&reading, "JSON");
	const TreeNode *root = tree_of_json(&reading, text->bytes, text->size);

	MemoryContextSwitchTo(outer);
	if (tree_is_array(root) || tree_is_object(root))
		text->json = container_of(root);
	else
	{
		text->json = new_container(JB_FARRAY | JB_FSCALAR, 1);
		text->json->values[text->json->count++] = value_of(root);
	}
}

bool
server_json(const void *bytes, size_t size, Datum *json)
{
	MemoryContext outer = CurrentMemoryContext;
	/* strings of the tree are in this copy */
	Text text = {pnstrdup(bytes, size), 0, NULL};
	bool right;

	text.size = strlen(text.bytes);
	right = server_try(parse, &text);
	MemoryContextSwitchTo(outer);
	*json = PointerGetDatum(text.json);
	return right;
}

Datum
server_files(const ServerFile *files, int count, bool json)
{
	Container *container = new_container(JB_FOBJECT, (uint32) count);

	for (int i = 0; i < count; i++)
	{
		Datum document;

		container->keys[i] = string_value(files[i].name, strlen(files[i].name));
		container->values[i] =
			json && server_json(files[i].bytes, files[i].size, &document)
				? container_value((Container *) DatumGetPointer(document))
				: string_value(files[i].bytes, files[i].size);
		container->count++;
	}
	return PointerGetDatum(container);
}

/* ---- reading ------------------------------------------------------------ */

static Container *
opened(JsonbContainer *container)
{
	return (Container *) ((char *) container - offsetof(Jsonb, root));
}

JsonbIterator *
JsonbIteratorInit(JsonbContainer *container)
{
	JsonbIterator *iterator = palloc0(sizeof *iterator);

	iterator->container = container;
	iterator->curIndex = -1;
	return iterator;
}

JsonbIteratorToken
JsonbIteratorNext(JsonbIterator **next, JsonbValue *value, bool skip)
{
	JsonbIterator *iterator = *next;
	Container *container = iterator ? opened(iterator->container) : NULL;
	int64 at;

	if (!iterator)
		return WJB_DONE;
	if (iterator->curIndex < 0)
	{
		iterator->curIndex = 0;
		value->type = container->keys ? jbvObject : jbvArray;
		return container->keys ? WJB_BEGIN_OBJECT : WJB_BEGIN_ARRAY;
	}
	at = iterator->curIndex++;
	if (container->keys && at % 2 == 0 && at / 2 < container->count)
	{
		*value = container->keys[at / 2];
		return WJB_KEY;
	}
	at = container->keys ? at / 2 : at;
	if (at >= container->count)
	{
		*next = iterator->parent;
		pfree(iterator);
		return container->keys ? WJB_END_OBJECT : WJB_END_ARRAY;
	}
	*value = container->values[at];
	if (value->type != jbvBinary || skip)
		return container->keys ? WJB_VALUE : WJB_ELEM;
	*next = JsonbIteratorInit(value->val.binary.data);
	(*next)->parent = iterator;
	return JsonbIteratorNext(next, value, skip);
}

/* Of equal keys the last one counts. */
JsonbValue *
getKeyJsonValueFromContainer(JsonbContainer *container, const char *key, int length,
							 JsonbValue *value)
{
	Container *object = opened(container);

	for (uint32 i = object->count; i-- > 0;)
		if (object->keys[i].val.string.len == length &&
			memcmp(object->keys[i].val.string.val, key, length) == 0)
		{
			*value = object->values[i];
			return value;
		}
	return NULL;
}

/* ---- writing ------------------------------------------------------------ */

/* What is open: readers must close it, and give each key a value. */
typedef struct Open
{
	struct Open *outer;
	bool array;
	bool key;
} Open;

static void
check_value(Open *top, JsonbIteratorToken token)
{
	if (top && token != WJB_KEY && top->array != (token == WJB_ELEM))
		server_fail("a jsonb has an element in an object, or a value in an array");
	if (!top || (token == WJB_KEY && top->array) ||
		(!top->array && top->key == (token == WJB_KEY)))
		server_fail("a jsonb has a key without a value, or a value without a key");
	top->key = token == WJB_KEY;
}

static JsonbValue *
push_token(JsonbParseState **state, JsonbIteratorToken token, JsonbValue *value)
{
	Open *top = (Open *) *state;
	bool end = token == WJB_END_ARRAY || token == WJB_END_OBJECT;

	if (token == WJB_BEGIN_ARRAY || token == WJB_BEGIN_OBJECT)
	{
		Open *inner = palloc0(sizeof *inner);

		if (top)
			check_value(top, top->array ? WJB_ELEM : WJB_VALUE);
		*inner = (Open){top, token == WJB_BEGIN_ARRAY, false};
		*state = (JsonbParseState *) inner;
		return NULL;
	}
	if (!end)
	{
		check_value(top, token);
		if (value->type == jbvString)
			pfree(pnstrdup(value->val.string.val, value->val.string.len));
		return NULL;
	}
	if (!top || top->key || top->array != (token == WJB_END_ARRAY))
		server_fail("a jsonb ends what has not begun");
	*state = (JsonbParseState *) top->outer;
	return palloc0(sizeof(JsonbValue));
}

#undef pushJsonbValue
#if PG_VERSION_NUM >= 190000
void
pushJsonbValue(JsonbInState *state, JsonbIteratorToken token, JsonbValue *value)
{
	state->result = push_token(&state->parseState, token, value);
}
#else
JsonbValue *
pushJsonbValue(JsonbParseState **state, JsonbIteratorToken token, JsonbValue *value)
{
	return push_token(state, token, value);
}
#endif

Jsonb *
JsonbValueToJsonb(JsonbValue *value)
{
	if (!value)
		server_fail("a jsonb has not ended");
	return palloc0(sizeof(Jsonb));
}

/* ---- numeric ------------------------------------------------------------ */

#define NUMERIC_BEFORE 131072 /* digits before the point, and behind it */
#define NUMERIC_BEHIND 16383

/* Digits with a point, as the server prints them: 1e3 is 1000. */
Datum
numeric_in(PG_FUNCTION_ARGS)
{
	const char *text = PG_GETARG_CSTRING(0);
	bool negative = *text == '-';
	Size mantissa = strcspn(text, "eE");
	long exponent = text[mantissa] ? strtol(text + mantissa + 1, NULL, 10) : 0;
	char *digits = palloc(mantissa + 1);
	long count = 0;
	long point = -1;
	long before;
	char *number;
	Size length = 0;

	for (Size i = negative; i < mantissa; i++)
		if (text[i] == '.')
			point = count;
		else if (count > 0 || text[i] != '0' || point >= 0)
			digits[count++] = text[i];
	before = point < 0 ? count : point;
	if (exponent > NUMERIC_BEFORE || exponent < -NUMERIC_BEFORE ||
		before + exponent > NUMERIC_BEFORE)
		ereport(ERROR, errmsg("value overflows numeric format"));
	before += exponent;
	number = palloc(Max(before, 0) + count + NUMERIC_BEHIND + 4);
	if (negative)
		number[length++] = '-';
	if (before <= 0)
		number[length++] = '0';
	for (long i = 0; i < before; i++)
		number[length++] = i < count ? digits[i] : '0';
	if (before < count)
		number[length++] = '.';
	for (long i = before; i < count && i - before < NUMERIC_BEHIND; i++)
		number[length++] = i < 0 ? '0' : digits[i];
	number[length] = '\0';
	pfree(digits);
	return PointerGetDatum(repalloc_huge(number, length + 1));
}

Datum
numeric_out(PG_FUNCTION_ARGS)
{
	return CStringGetDatum(pstrdup((const char *) PG_GETARG_POINTER(0)));
}
