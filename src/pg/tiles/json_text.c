/*
 * json_text.c - the text of a JSON document as a jsonb
 *
 * The server's own input function cannot be cancelled, and takes fifty times the memory of the text.
 * Here the server's parser calls back for each token. The callbacks check for interrupts and count
 * memory. They write the stored form of jsonb (utils/jsonb.h) without a tree of values. An array or
 * object that is open has its parts in a buffer. When it ends, it becomes a part of the one around it.
 *
 * The parser takes a token whole. So the text is scanned first, for the longest token.
 */
#include "pg/tiles/tiles.h"

#include "common/jsonapi.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/fmgrprotos.h"
#include "utils/jsonfuncs.h"
#include "utils/memutils.h"
#include "utils/numeric.h"

/* A member of an object. Offsets count from the first of the level's bytes. */
typedef struct Part
{
	JEntry entry; /* the value's type and length */
	uint32 begin;
	uint32 key;
	uint32 key_length;
	uint32
		number; /* of the member: an empty key and true take no bytes, and so no offset */
} Part;

/* An array or an object that is open. */
typedef struct Level
{
	StringInfoData bytes; /* values; in an object, each behind its key */
	StringInfoData
		parts; /* of an array a JEntry per element, of an object a Part per member */
	bool object;
	Part part; /* of an object: the member whose value comes next */
} Level;

typedef struct JsonText
{
	const char *what;	   /* a noun for errors */
	MemoryContext context; /* of all memory except the result */
	StringInfoData result;
	Level *levels;
	int depth; /* how many of them are open */
	int level_count;
} JsonText;

/* ---- buffers ------------------------------------------------------------ */

static void
report_large(void)
{
	ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					errmsg("value is too large for jsonb"),
					errdetail("An array, object or string of jsonb has at most %u bytes.",
							  JENTRY_OFFLENMASK)));
}

/* Room for so many more bytes. Buffers double. */
static void
reserve(JsonText *json, StringInfo buffer, Size bytes)
{
	Size least = buffer->len + bytes;
	Size most = Max(least, Max((Size) buffer->maxlen * 2, 64));

	if (least <= buffer->maxlen)
		return;
	fringe_limit_memory(json->what,
						MemoryContextMemAllocated(json->context, true) + most);
	if (most > MaxAllocSize)
		report_large();
	buffer->data = buffer->data ? repalloc(buffer->data, most)
								: MemoryContextAlloc(json->context, most);
	buffer->maxlen = (int) most;
}

static void
put_bytes(JsonText *json, StringInfo buffer, const void *bytes, Size count)
{
	reserve(json, buffer, count);
	memcpy(buffer->data + buffer->len, bytes, count);
	buffer->len += (int) count;
}

static void
put_word(JsonText *json, StringInfo buffer, uint32 word)
{
	put_bytes(json, buffer, &word, sizeof word);
}

/* Numbers, arrays and objects are aligned. */
static void
align_part(JsonText *json, StringInfo buffer)
{
	static const char zeros[sizeof(uint32)];

	put_bytes(json, buffer, zeros, INTALIGN(buffer->len) - buffer->len);
}

static bool
is_aligned(JEntry entry)
{
	return JBE_ISNUMERIC(entry) || JBE_ISCONTAINER(entry);
}

/* ---- arrays and objects ------------------------------------------------- */

static Level *
top_level(JsonText *json)
{
	return &json->levels[json->depth - 1];
}

static void
begin_level(JsonText *json, bool object)
{
	Level *level;

	if (json->depth == json->level_count)
	{
		int count = Max(8, json->level_count * 2);
		Size size = count * sizeof(Level);

		json->levels = json->levels ? repalloc(json->levels, size) : palloc(size);
		memset(json->levels + json->level_count, 0,
			   (count - json->level_count) * sizeof(Level));
		json->level_count = count;
	}
	level = &json->levels[json->depth++];
	level->bytes.len = level->parts.len = 0;
	reserve(json, &level->bytes, 1);
	reserve(json, &level->parts, 1);
	level->object = object;
}

/* Where the next value begins; in an array, before what aligns it. */
static StringInfo
begin_value(JsonText *json, uint32 *begin, bool aligned)
{
	Level *level = top_level(json);

	CHECK_FOR_INTERRUPTS();
	*begin = level->bytes.len;
	if (aligned)
		align_part(json, &level->bytes);
	if (level->object)
		*begin = level->bytes.len;
	return &level->bytes;
}

/* All bytes since `begin` are a value. */
static void
end_value(JsonText *json, uint32 begin, JEntry type)
{
	Level *level = top_level(json);

	if (level->bytes.len > JENTRY_OFFLENMASK)
		report_large();
	if (!level->object)
	{
		put_word(json, &level->parts, type | (level->bytes.len - begin));
		return;
	}
	level->part.entry = type | (level->bytes.len - begin);
	level->part.begin = begin;
	level->part.number = level->parts.len / sizeof level->part;
	put_bytes(json, &level->parts, &level->part, sizeof level->part);
}

/* The entry of a part is its length; of some parts it is where they end. */
static JEntry
entry_at(uint32 number, JEntry entry, uint32 *end)
{
	*end += JBE_OFFLENFLD(entry);
	if (*end > JENTRY_OFFLENMASK)
		report_large();
	return number % JB_OFFSET_STRIDE == 0
			   ? (entry & JENTRY_TYPEMASK) | JENTRY_HAS_OFF | *end
			   : entry;
}

static void
put_array(JsonText *json, StringInfo to, const Level *level)
{
	uint32 count = level->parts.len / sizeof(JEntry);
	const JEntry *entries = (const JEntry *) level->parts.data;
	uint32 end = 0;

	reserve(json, to, sizeof(uint32) + level->parts.len + level->bytes.len);
	put_word(json, to, JB_FARRAY | count);
	for (uint32 i = 0; i < count; i++)
	{
		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		put_word(json, to, entry_at(i, entries[i], &end));
	}
	put_bytes(json, to, level->bytes.data, level->bytes.len);
}

/* By the length of the key, then by its bytes; of equal keys the last one comes first. */
static int
compare_parts(const void *a, const void *b, void *bytes)
{
	const Part *x = a;
	const Part *y = b;
	int order;

	if (x->key_length != y->key_length)
		return x->key_length < y->key_length ? -1 : 1;
	order = memcmp((char *) bytes + x->key, (char *) bytes + y->key, x->key_length);
	return order != 0 ? order : x->number > y->number ? -1 : x->number < y->number;
}

static uint32
sort_parts(Part *parts, uint32 count, char *bytes)
{
	uint32 kept = 0;

	qsort_interruptible(parts, count, sizeof(Part), compare_parts, bytes);
	for (uint32 i = 0; i < count; i++)
		if (kept == 0 || parts[i].key_length != parts[kept - 1].key_length ||
			memcmp(bytes + parts[i].key, bytes + parts[kept - 1].key,
				   parts[i].key_length) != 0)
			parts[kept++] = parts[i];
	return kept;
}

static void
put_object(JsonText *json, StringInfo to, const Level *level)
{
	Part *parts = (Part *) level->parts.data;
	uint32 count = sort_parts(parts, level->parts.len / sizeof(Part), level->bytes.data);
	uint32 end = 0;

	reserve(json, to, sizeof(uint32) + count * 3 * sizeof(JEntry) + level->bytes.len);
	put_word(json, to, JB_FOBJECT | count);
	for (uint32 i = 0; i < count; i++)
		put_word(json, to, entry_at(i, JENTRY_ISSTRING | parts[i].key_length, &end));
	for (uint32 i = 0; i < count; i++)
	{
		uint32 padding = is_aligned(parts[i].entry) ? INTALIGN(end) - end : 0;

		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		put_word(json, to, entry_at(count + i, parts[i].entry + padding, &end));
	}
	for (uint32 i = 0; i < count; i++)
		put_bytes(json, to, level->bytes.data + parts[i].key, parts[i].key_length);
	for (uint32 i = 0; i < count; i++)
	{
		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		if (is_aligned(parts[i].entry))
			align_part(json, to);
		put_bytes(json, to, level->bytes.data + parts[i].begin,
				  JBE_OFFLENFLD(parts[i].entry));
	}
}

static void
end_level(JsonText *json)
{
	Level *level = top_level(json);
	StringInfo to = &json->result;
	uint32 begin = 0;

	json->depth--;
	if (json->depth > 0)
		to = begin_value(json, &begin, true);
	if (level->object)
		put_object(json, to, level);
	else
		put_array(json, to, level);
	if (json->depth > 0)
		end_value(json, begin, JENTRY_ISCONTAINER);
}

/* ---- values ------------------------------------------------------------- */

static void
put_key(JsonText *json, const char *key, Size length)
{
	Level *level = top_level(json);

	level->part.key = level->bytes.len;
	level->part.key_length = (uint32) length;
	put_bytes(json, &level->bytes, key, length);
}

static void
put_scalar(JsonText *json, const JsonbValue *value)
{
	uint32 begin;
	StringInfo bytes = begin_value(json, &begin, value->type == jbvNumeric);
	JEntry type = JENTRY_ISNULL;

	if (value->type == jbvString)
	{
		put_bytes(json, bytes, value->val.string.val, value->val.string.len);
		type = JENTRY_ISSTRING;
	}
	else if (value->type == jbvNumeric)
	{
		put_bytes(json, bytes, value->val.numeric, VARSIZE_ANY(value->val.numeric));
		type = JENTRY_ISNUMERIC;
	}
	else if (value->type == jbvBool)
		type = value->val.boolean ? JENTRY_ISBOOL_TRUE : JENTRY_ISBOOL_FALSE;
	end_value(json, begin, type);
}

/* ---- callbacks of the parser ---------------------------------------------- */

static FRINGE_JSON_ACTION
on_object(void *state)
{
	begin_level(state, true);
	FRINGE_JSON_DONE;
}

static FRINGE_JSON_ACTION
on_array(void *state)
{
	begin_level(state, false);
	FRINGE_JSON_DONE;
}

static FRINGE_JSON_ACTION
on_end(void *state)
{
	end_level(state);
	FRINGE_JSON_DONE;
}

static FRINGE_JSON_ACTION
on_key(void *state, char *key, bool is_null)
{
	put_key(state, key, strlen(key));
	pfree(key);
	FRINGE_JSON_DONE;
}

#define NUMBER_BYTES 262144 /* more than the longest numeric has */

static Numeric
number_of(const char *token)
{
	if (strlen(token) > NUMBER_BYTES)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("number in JSON has more than %d characters", NUMBER_BYTES)));
	return DatumGetNumeric(DirectFunctionCall3(numeric_in, CStringGetDatum(token),
											   ObjectIdGetDatum(InvalidOid),
											   Int32GetDatum(-1)));
}

static FRINGE_JSON_ACTION
on_scalar(void *state, char *token, JsonTokenType type)
{
	JsonbValue value = {.type = jbvNull};

	if (type == JSON_TOKEN_STRING)
	{
		value.type = jbvString;
		value.val.string.val = token;
		value.val.string.len = (int) strlen(token);
	}
	else if (type == JSON_TOKEN_NUMBER)
	{
		value.type = jbvNumeric;
		value.val.numeric = number_of(token);
	}
	else if (type != JSON_TOKEN_NULL)
	{
		value.type = jbvBool;
		value.val.boolean = type == JSON_TOKEN_TRUE;
	}
	put_scalar(state, &value);
	if (type == JSON_TOKEN_NUMBER)
		pfree(value.val.numeric);
	pfree(token);
	FRINGE_JSON_DONE;
}

/* ---- a text ------------------------------------------------------------------ */

#define QUOTED_BYTES 1000 /* of a wrong token, in an error */

/* Bytes of the longest token, or of the longest blank between tokens. */
static Size
longest_token(const char *text, Size length)
{
	bool quoted = false;
	bool escaped = false;
	Size begin = 0;
	Size longest = 0;

	for (Size i = 0; i < length; i++)
	{
		char c = text[i];
		bool quote = c == '"' && !escaped;

		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		escaped = quoted && c == '\\' && !escaped;
		if (!quote && (quoted || (c != ',' && c != '[' && c != '{' && c != ':')))
			continue;
		longest = Max(longest, i - begin);
		begin = i;
		quoted ^= quote;
	}
	return Max(longest, length - begin);
}

/* At the end of the text there is no token. */
static void
report_json(JsonParseErrorType error, JsonLexContext *lexer)
{
	Size token = lexer->token_start ? lexer->token_terminator - lexer->token_start : 0;

	if (token > QUOTED_BYTES)
		lexer->token_terminator =
			lexer->token_start +
			pg_mbcliplen(lexer->token_start, (int) token, QUOTED_BYTES);
	FRINGE_JSON_REPORT(error, lexer);
}

static void
parse(JsonText *json, const char *text, Size length)
{
	JsonSemAction actions = {.semstate = json,
							 .object_start = on_object,
							 .object_end = on_end,
							 .array_start = on_array,
							 .array_end = on_end,
							 .object_field_start = on_key,
							 .scalar = on_scalar};
	Size longest = longest_token(text, length);
	JsonLexContext *lexer;
	JsonParseErrorType error;

	/* the parser has a token twice */
	fringe_limit_memory(json->what, 2 * longest);
	if (longest > JENTRY_OFFLENMASK)
		report_large();
	lexer = FRINGE_JSON_LEXER(text, length);
	enlargeStringInfo(lexer->strval, (int) longest);
	error = pg_parse_json(lexer, &actions);
	if (error != JSON_SUCCESS)
		report_json(error, lexer);
}

static void
begin_result(JsonText *json)
{
	json->context =
		AllocSetContextCreate(CurrentMemoryContext, "JSON", ALLOCSET_DEFAULT_SIZES);
	json->result.data = palloc(VARHDRSZ);
	json->result.maxlen = json->result.len = VARHDRSZ;
}

static Jsonb *
end_result(JsonText *json)
{
	MemoryContextDelete(json->context);
	SET_VARSIZE(json->result.data, json->result.len);
	return (Jsonb *) json->result.data;
}

Jsonb *
json_parse(const char *what, const char *text, Size length)
{
	JsonText json = {.what = what};
	MemoryContext outer;

	begin_result(&json);
	outer = MemoryContextSwitchTo(json.context);
	parse(&json, text, length);
	MemoryContextSwitchTo(outer);
	return end_result(&json);
}
