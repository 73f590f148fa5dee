/*
 * document.c - trees, and JSON as a tree: of a text, and of a jsonb
 *
 * The server's parser takes a token whole, so that a long string cannot be cancelled, and its input
 * function of jsonb takes fifty times the memory of the text. This parser polls anywhere, and its tree refers to
 * the text. Only strings with escapes are copied.
 */
#include "formats/formats.h"

#include <math.h>

#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/numeric.h"

/* ==== trees ============================================================ */

typedef struct Member
{
	TreeNode node;
	fr_span key;
} Member;

const TreeNode tree_none = {.kind = TREE_NULL};

TreeNode *
tree_new(Reading *reading, TreeKind kind)
{
	TreeNode *node = reading_small(reading, sizeof(TreeNode));

	*node = (TreeNode){.kind = kind};
	return node;
}

static TreeNode *
add_child(TreeNode *parent, TreeNode *child, TreeKind kind)
{
	*child = (TreeNode){.kind = kind, .next = child};
	if (parent->last)
	{
		child->next = parent->last->next;
		parent->last->next = child;
	}
	parent->last = child;
	parent->count++;
	return child;
}

TreeNode *
tree_append(Reading *reading, TreeNode *array, TreeKind kind)
{
	return add_child(array, reading_small(reading, sizeof(TreeNode)), kind);
}

TreeNode *
tree_put(Reading *reading, TreeNode *object, fr_span key, TreeKind kind)
{
	Member *member = reading_small(reading, sizeof(Member));

	member->key = key;
	return add_child(object, &member->node, kind);
}

void
tree_set_text(TreeNode *node, const char *text, Size length)
{
	node->text = text;
	node->count = (uint32) length;
}

const TreeNode *
tree_first(const TreeNode *parent)
{
	return (parent->kind == TREE_ARRAY || parent->kind == TREE_OBJECT) && parent->last
			   ? parent->last->next
			   : NULL;
}

const TreeNode *
tree_next(const TreeNode *parent, const TreeNode *child)
{
	CHECK_FOR_INTERRUPTS();
	return child == parent->last ? NULL : child->next;
}

fr_span
tree_key(const TreeNode *member)
{
	return ((const Member *) member)->key;
}

const TreeNode *
tree_member(const TreeNode *object, const char *key)
{
	const TreeNode *found = &tree_none;

	if (!tree_is_object(object))
		return found;
	tree_each(member, object) if (fr_span_is(tree_key(member), key)) found = member;
	return found;
}

fr_span
tree_text(const TreeNode *node)
{
	return node->kind == TREE_STRING ? (fr_span){node->text, node->count}
									 : (fr_span){NULL, 0};
}

bool
tree_is(const TreeNode *node, const char *text)
{
	return node->kind == TREE_STRING && fr_span_is(tree_text(node), text);
}

/* JSON has true, XML has 1. */
bool
tree_true(const TreeNode *node)
{
	return node->kind == TREE_BOOL ? node->truth
								   : tree_is(node, "1") || tree_is(node, "true");
}

/* ---- numbers ---------------------------------------------------------- */

#define DIGITS 40 /* more than a number that makes sense has */

/* Copies the text of a number; false if it is none. */
static bool
copy_digits(const TreeNode *node, char text[DIGITS + 1])
{
	Size length = 0;

	if (node->kind == TREE_NUMERIC)
	{
		char *digits = DatumGetCString(
			DirectFunctionCall1(numeric_out, NumericGetDatum(node->numeric)));

		length = strlcpy(text, digits, DIGITS + 1);
		pfree(digits);
	}
	else if (node->kind == TREE_NUMBER || node->kind == TREE_STRING)
	{
		length = node->count;
		memcpy(text, node->text, Min(length, DIGITS));
		text[Min(length, DIGITS)] = '\0';
	}
	return length > 0 && length <= DIGITS;
}

bool
tree_whole(const TreeNode *node, int64 *number)
{
	char text[DIGITS + 1];
	double decimal;
	int64 whole;
	char *end;

	if (!copy_digits(node, text))
		return false;
	whole = strtoll(text, &end, 10);
	if (*end == '\0')
	{
		*number = whole;
		return true;
	}
	/* 1.0 is 1 */
	if (!tree_decimal(node, &decimal) || decimal != rint(decimal) || fabs(decimal) > 1e15)
		return false;
	*number = (int64) decimal;
	return true;
}

int64
tree_need_int(const TreeNode *object, const char *key, const char *what,
			  void (*report)(const char *what))
{
	int64 number;

	if (!tree_whole(tree_member(object, key), &number) || number < PG_INT32_MIN ||
		number > PG_INT32_MAX)
		report(psprintf("%s has no whole number \"%s\"", what, key));
	return number;
}

bool
tree_decimal(const TreeNode *node, double *number)
{
	char text[DIGITS + 1];
	double decimal;
	char *end;

	if (!copy_digits(node, text))
		return false;
	decimal = strtod(text, &end);
	if (*end != '\0' || !isfinite(decimal))
		return false;
	*number = decimal;
	return true;
}

fr_span
tree_digits(const TreeNode *number)
{
	char *digits;

	if (number->kind == TREE_NUMBER)
		return (fr_span){number->text, number->count};
	digits = DatumGetCString(
		DirectFunctionCall1(numeric_out, NumericGetDatum(number->numeric)));
	return (fr_span){digits, strlen(digits)};
}

char *
tree_quote(const TreeNode *node)
{
	char text[DIGITS + 1];

	switch (node->kind)
	{
		case TREE_NULL:
			return "null";
		case TREE_BOOL:
			return node->truth ? "true" : "false";
		case TREE_ARRAY:
			return "[...]";
		case TREE_OBJECT:
			return "{...}";
		case TREE_STRING:
			return fringe_quote(node->text, node->count);
		default:
			return copy_digits(node, text) ? pstrdup(text) : psprintf("%s...", text);
	}
}

/* ---- numbered objects --------------------------------------------------- */

static int
compare_numbered(const void *a, const void *b, void *arg)
{
	const TreeNumbered *x = a;
	const TreeNumbered *y = b;

	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

TreeIndex
tree_index(Reading *reading, const TreeNode *array, const char *key)
{
	TreeIndex index = {0};

	tree_each(object, array)
	{
		int64 number;

		if (!tree_whole(tree_member(object, key), &number))
			continue;
		index.items =
			reading_grow(reading, index.items, index.count, sizeof(TreeNumbered));
		index.items[index.count] = (TreeNumbered){number, index.count, object};
		index.count++;
	}
	if (index.count > 1)
		qsort_interruptible(index.items, index.count, sizeof(TreeNumbered),
							compare_numbered, NULL);
	return index;
}

const TreeNode *
tree_numbered(const TreeIndex *index, int64 number)
{
	int64 first = 0;
	int64 beyond = index->count;

	while (first < beyond)
	{
		int64 middle = first + (beyond - first) / 2;

		if (index->items[middle].number < number)
			first = middle + 1;
		else
			beyond = middle;
	}
	return first < index->count && index->items[first].number == number
			   ? index->items[first].node
			   : &tree_none;
}

/* ---- names ------------------------------------------------------------------ */

static int
compare_names(fr_span a, fr_span b)
{
	Size length = Min(a.length, b.length);
	int order = length > 0 ? memcmp(a.at, b.at, length) : 0;

	return order != 0 ? order : a.length != b.length ? (a.length < b.length ? -1 : 1) : 0;
}

static int
compare_named(const void *a, const void *b, void *arg)
{
	const NamedValue *x = a;
	const NamedValue *y = b;
	int order = compare_names(x->name, y->name);

	return order != 0 ? order : x->place < y->place ? -1 : x->place > y->place;
}

void
names_add(Reading *reading, NameIndex *index, fr_span name, const void *value)
{
	index->items = reading_grow(reading, index->items, index->count, sizeof(NamedValue));
	index->items[index->count] = (NamedValue){name, index->count, value};
	index->count++;
}

void
names_sort(NameIndex *index)
{
	if (index->count > 1)
		qsort_interruptible(index->items, index->count, sizeof(NamedValue), compare_named,
							NULL);
}

const void *
names_find(const NameIndex *index, fr_span name)
{
	int64 first = 0;
	int64 beyond = index->count;

	while (first < beyond)
	{
		int64 middle = first + (beyond - first) / 2;

		if (compare_names(index->items[middle].name, name) < 0)
			first = middle + 1;
		else
			beyond = middle;
	}
	return first < index->count && span_equal(index->items[first].name, name)
			   ? index->items[first].value
			   : NULL;
}

/* ---- to jsonb ----------------------------------------------------------- */

static void
push_text(JsonbInState *state, JsonbIteratorToken token, fr_span text)
{
	JsonbValue value = {.type = jbvString};

	value.val.string.val = (char *) text.at;
	value.val.string.len = (int) text.length;
	pushJsonbValue(state, token, &value);
}

#define DIGITS_MAX 262144 /* more than the longest numeric has */

static void
push_scalar(JsonbInState *state, JsonbIteratorToken token, const TreeNode *node)
{
	JsonbValue value = {.type = jbvNull};

	if (node->kind == TREE_STRING)
	{
		push_text(state, token, tree_text(node));
		return;
	}
	if (node->kind == TREE_BOOL)
	{
		value.type = jbvBool;
		value.val.boolean = node->truth;
	}
	else if (node->kind == TREE_NUMERIC)
	{
		value.type = jbvNumeric;
		value.val.numeric = node->numeric;
	}
	else if (node->kind == TREE_NUMBER)
	{
		if (node->count > DIGITS_MAX)
			ereport(ERROR,
					(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
					 errmsg("number in JSON has more than %d characters", DIGITS_MAX)));
		value.type = jbvNumeric;
		value.val.numeric = DatumGetNumeric(DirectFunctionCall3(
			numeric_in, CStringGetDatum(pnstrdup(node->text, node->count)),
			ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1)));
	}
	pushJsonbValue(state, token, &value);
}

/* `token` is WJB_VALUE or WJB_ELEM. */
static void
push_node(Reading *reading, JsonbInState *state, JsonbIteratorToken token,
		  const TreeNode *node)
{
	bool array = tree_is_array(node);

	check_stack_depth();
	reading_check(reading, 0);
	if (!array && !tree_is_object(node))
	{
		push_scalar(state, token, node);
		return;
	}
	pushJsonbValue(state, array ? WJB_BEGIN_ARRAY : WJB_BEGIN_OBJECT, NULL);
	tree_each(child, node)
	{
		if (!array)
			push_text(state, WJB_KEY, tree_key(child));
		push_node(reading, state, array ? WJB_ELEM : WJB_VALUE, child);
	}
	pushJsonbValue(state, array ? WJB_END_ARRAY : WJB_END_OBJECT, NULL);
}

void
tree_push(Reading *reading, JsonbInState *state, const TreeNode *node)
{
	push_node(reading, state, WJB_VALUE, node);
}

/* ==== building =========================================================== */

/* The arrays and objects that are open, and the key of the next member. */
typedef struct Builder
{
	Reading *reading;
	TreeNode *root;
	TreeNode **open;
	int64 depth;
	int64 most; /* open that there is memory for */
	fr_span key;
} Builder;

static TreeNode *
add_node(Builder *builder, TreeKind kind)
{
	TreeNode *parent = builder->depth > 0 ? builder->open[builder->depth - 1] : NULL;

	if (!parent)
		return builder->root = tree_new(builder->reading, kind);
	return parent->kind == TREE_OBJECT
			   ? tree_put(builder->reading, parent, builder->key, kind)
			   : tree_append(builder->reading, parent, kind);
}

static void
begin_container(Builder *builder, TreeKind kind)
{
	TreeNode *node = add_node(builder, kind);

	if (builder->depth == builder->most)
	{
		builder->open = reading_grow(builder->reading, builder->open, builder->depth,
									 sizeof(TreeNode *));
		builder->most = Max(1, builder->most * 2);
	}
	builder->open[builder->depth++] = node;
}

/* ---- of a jsonb --------------------------------------------------------- */

static void
add_jsonb_scalar(Builder *builder, const JsonbValue *value)
{
	TreeNode *node;

	if (value->type == jbvString)
		tree_set_text(add_node(builder, TREE_STRING), value->val.string.val,
					  value->val.string.len);
	else if (value->type == jbvNumeric)
		add_node(builder, TREE_NUMERIC)->numeric = value->val.numeric;
	else if (value->type == jbvBool)
	{
		node = add_node(builder, TREE_BOOL);
		node->truth = value->val.boolean;
	}
	else
		add_node(builder, TREE_NULL);
}

const TreeNode *
tree_of_jsonb(Reading *reading, JsonbContainer *json)
{
	Builder builder = {.reading = reading};
	JsonbIterator *next = JsonbIteratorInit(json);
	JsonbIteratorToken token;
	JsonbValue value;

	/* an array of one element */
	if (JsonContainerIsScalar(json))
		return &tree_none;
	while ((token = JsonbIteratorNext(&next, &value, false)) != WJB_DONE)
	{
		CHECK_FOR_INTERRUPTS();
		switch (token)
		{
			case WJB_BEGIN_ARRAY:
				begin_container(&builder, TREE_ARRAY);
				break;
			case WJB_BEGIN_OBJECT:
				begin_container(&builder, TREE_OBJECT);
				break;
			case WJB_KEY:
				builder.key = (fr_span){value.val.string.val, value.val.string.len};
				break;
			case WJB_ELEM:
			case WJB_VALUE:
				add_jsonb_scalar(&builder, &value);
				break;
			default:
				builder.depth--;
		}
	}
	return builder.root;
}

/* ---- of a text ---------------------------------------------------------- */

typedef struct Parser
{
	Builder builder;
	const char *text;
	const char *at;
	const char *end;
} Parser;

static void
report_json(const Parser *parser, const char *expected)
{
	const char *line_begin = parser->text;
	int64 line = 1;

	for (const char *at = parser->text; at < parser->at; at++)
	{
		poll_at(at);
		if (*at == '\n')
		{
			line++;
			line_begin = at + 1;
		}
	}
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("malformed %s: invalid JSON in line %lld, byte %lld",
					parser->builder.reading->what, (long long) line,
					(long long) (parser->at - line_begin + 1)),
			 parser->at < parser->end
				 ? errdetail("Expected %s, found %s.", expected,
							 fringe_quote(parser->at, Min(parser->end - parser->at, 20)))
				 : errdetail("Expected %s, found the end.", expected)));
}

static void
skip_space(Parser *parser)
{
	while (parser->at < parser->end && (*parser->at == ' ' || *parser->at == '\n' ||
										*parser->at == '\r' || *parser->at == '\t'))
		poll_at(parser->at++);
}

static bool
take_byte(Parser *parser, char byte)
{
	if (parser->at == parser->end || *parser->at != byte)
		return false;
	parser->at++;
	return true;
}

/* Goes behind the end of a string; returns whether it has escapes. */
static bool
skip_string(Parser *parser)
{
	bool escapes = false;

	while (parser->at < parser->end && *parser->at != '"')
	{
		poll_at(parser->at);
		if ((unsigned char) *parser->at < ' ')
			report_json(parser, "no control character in a string");
		if (*parser->at == '\\')
		{
			escapes = true;
			parser->at++;
			if (parser->at == parser->end)
				break;
		}
		parser->at++;
	}
	if (!take_byte(parser, '"'))
		report_json(parser, "the end of a string");
	return escapes;
}

/* The four digits behind \\u. */
static pg_wchar
take_unit(Parser *parser)
{
	pg_wchar unit = 0;

	for (int i = 0; i < 4; i++, parser->at++)
	{
		char c = parser->at < parser->end ? *parser->at : 0;

		if (!isxdigit((unsigned char) c))
			report_json(parser, "four hexadecimal digits");
		unit = unit * 16 + (isdigit((unsigned char) c) ? c - '0' : (c | 0x20) - 'a' + 10);
	}
	return unit;
}

/* A character behind \\u: two units, if it is beyond U+FFFF. */
static int
take_unicode(Parser *parser, char *to)
{
	const char *begin = parser->at - 2;
	pg_wchar character = take_unit(parser);

	if (character >= 0xd800 && character < 0xdc00)
	{
		pg_wchar low = 0;

		if (take_byte(parser, '\\') && take_byte(parser, 'u'))
			low = take_unit(parser);
		if (low < 0xdc00 || low > 0xdfff)
			character = 0;
		character =
			character ? 0x10000 + (character - 0xd800) * 0x400 + (low - 0xdc00) : 0;
	}
	if (character == 0 || (character >= 0xdc00 && character < 0xe000))
	{
		parser->at = begin;
		report_json(parser, "an escape of a character");
	}
	pg_unicode_to_server(character, (unsigned char *) to);
	return (int) strlen(to);
}

/* Copies a string up to its quote, with characters for escapes. */
static fr_span
take_escapes(Parser *parser, Size raw)
{
	static const char escapes[] = "\"\\/bfnrt";
	static const char characters[] = "\"\\/\b\f\n\r\t";
	/* an escape has at least as many bytes as its character; a NUL may follow */
	char *text = reading_small(parser->builder.reading, raw + 1);
	Size length = 0;

	while (*parser->at != '"')
	{
		const char *escape;

		poll_at(parser->at);
		if (!take_byte(parser, '\\'))
		{
			text[length++] = *parser->at++;
			continue;
		}
		if (take_byte(parser, 'u'))
		{
			length += take_unicode(parser, text + length);
			continue;
		}
		escape = strchr(escapes, *parser->at);
		if (!escape || !*escape)
			report_json(parser, "an escape such as \\n");
		text[length++] = characters[escape - escapes];
		parser->at++;
	}
	parser->at++;
	return (fr_span){text, length};
}

/* A string whose first quote has been taken. */
static fr_span
take_string(Parser *parser)
{
	const char *begin = parser->at;
	bool escapes = skip_string(parser);
	Size raw = parser->at - 1 - begin;

	if (!escapes)
		return (fr_span){begin, raw};
	parser->at = begin;
	return take_escapes(parser, raw);
}

static bool
skip_digits(Parser *parser)
{
	const char *begin = parser->at;

	while (parser->at < parser->end && isdigit((unsigned char) *parser->at))
		poll_at(parser->at++);
	return parser->at > begin;
}

/* -12.5e+3 */
static void
take_number(Parser *parser)
{
	const char *begin = parser->at;
	bool right;

	take_byte(parser, '-');
	right = take_byte(parser, '0') || skip_digits(parser);
	if (right && take_byte(parser, '.'))
		right = skip_digits(parser);
	if (right && (take_byte(parser, 'e') || take_byte(parser, 'E')))
	{
		if (!take_byte(parser, '-'))
			take_byte(parser, '+');
		right = skip_digits(parser);
	}
	if (!right || (parser->at < parser->end && isalnum((unsigned char) *parser->at)))
		report_json(parser, "a number");
	tree_set_text(add_node(&parser->builder, TREE_NUMBER), begin, parser->at - begin);
}

static bool
take_word(Parser *parser, const char *word)
{
	Size length = strlen(word);

	if (parser->end - parser->at < length || memcmp(parser->at, word, length) != 0 ||
		(parser->end - parser->at > length &&
		 isalnum((unsigned char) parser->at[length])))
		return false;
	parser->at += length;
	return true;
}

static void
take_scalar(Parser *parser)
{
	char first = parser->at < parser->end ? *parser->at : 0;

	if (take_byte(parser, '"'))
	{
		fr_span text = take_string(parser);

		tree_set_text(add_node(&parser->builder, TREE_STRING), text.at, text.length);
	}
	else if (first == '-' || isdigit((unsigned char) first))
		take_number(parser);
	else if (take_word(parser, "true"))
		add_node(&parser->builder, TREE_BOOL)->truth = true;
	else if (take_word(parser, "false"))
		add_node(&parser->builder, TREE_BOOL);
	else if (take_word(parser, "null"))
		add_node(&parser->builder, TREE_NULL);
	else
		report_json(parser, "a value");
}

static void
take_key(Parser *parser)
{
	skip_space(parser);
	if (!take_byte(parser, '"'))
		report_json(parser, "a key in quotes");
	parser->builder.key = take_string(parser);
	skip_space(parser);
	if (!take_byte(parser, ':'))
		report_json(parser, "a colon");
}

/* Goes to the next value, and closes what ends before it. False: no value follows. */
static bool
next_value(Parser *parser)
{
	Builder *builder = &parser->builder;

	while (builder->depth > 0)
	{
		TreeNode *top = builder->open[builder->depth - 1];
		bool object = top->kind == TREE_OBJECT;

		CHECK_FOR_INTERRUPTS();
		skip_space(parser);
		if (take_byte(parser, object ? '}' : ']'))
		{
			builder->depth--;
			continue;
		}
		if (top->count > 0 && !take_byte(parser, ','))
			report_json(parser, object ? "a comma or }" : "a comma or ]");
		if (object)
			take_key(parser);
		return true;
	}
	return false;
}

const TreeNode *
tree_of_json(Reading *reading, const char *text, Size length)
{
	Parser parser = {
		.builder.reading = reading, .text = text, .at = text, .end = text + length};

	do
	{
		skip_space(&parser);
		if (take_byte(&parser, '{'))
			begin_container(&parser.builder, TREE_OBJECT);
		else if (take_byte(&parser, '['))
			begin_container(&parser.builder, TREE_ARRAY);
		else
			take_scalar(&parser);
	} while (next_value(&parser));
	skip_space(&parser);
	if (parser.at < parser.end)
		report_json(&parser, "the end");
	return parser.builder.root;
}
