/*
 * server.c - as much of the server as readers of files call; see server.h
 */
#include "server.h"

#include <setjmp.h>
#include <time.h>

#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/float.h"
#include "utils/memutils.h"

#include "pg/module.h"
#include "pg/types/types.h"

#include "common/base64.h"

#undef printf
#undef fprintf
#undef vsnprintf
#undef snprintf

volatile sig_atomic_t InterruptPending = true;
int fringe_max_memory = SERVER_MEMORY / 1024;

static sigjmp_buf caller;
static size_t input_size;
static char what_failed[256];

static void
fail(const char *what)
{
	fprintf(stdout, "# FAILED: %s\n", what);
	fflush(stdout);
	abort();
}

/* ---- time ------------------------------------------------------------------- */

static int64 began;
static int64 polled;

static int64
processor_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (int64) now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void
check_time(void)
{
	int64 now = processor_us();

	if (now - polled > SERVER_GAP_US)
		fail("a loop does not poll");
	if (now - began > SERVER_TOTAL_US)
		fail("a call takes long");
	polled = now;
}

void
ProcessInterrupts(void)
{
	check_time();
}

/* ---- memory -------------------------------------------------------------------- */

/* Blocks of a call, so that sanitizers see each of them. */
typedef struct Block
{
	struct Block *next;
	struct Block *last;
	Size size;
	Size unused;
} Block;

static Block blocks = {&blocks, &blocks, 0, 0};
static Size taken;

static void *
take(Size size)
{
	Block *block = malloc(sizeof(Block) + size);

	if (!block)
		fail("out of memory");
	taken += size;
	if (taken > SERVER_MEMORY + input_size * SERVER_SLACK + (1 << 20))
		fail("memory is not counted");
	block->size = size;
	block->next = &blocks;
	block->last = blocks.last;
	blocks.last->next = block;
	blocks.last = block;
	return block + 1;
}

void *
palloc(Size size)
{
	if (size > MaxAllocSize)
		ereport(ERROR, errmsg("invalid memory alloc request size"));
	return take(size);
}

void *
palloc0(Size size)
{
	return memset(palloc(size), 0, size);
}

void
pfree(void *pointer)
{
	Block *block = (Block *) pointer - 1;

	taken -= block->size;
	block->last->next = block->next;
	block->next->last = block->last;
	free(block);
}

Size
GetMemoryChunkSpace(void *pointer)
{
	return ((Block *) pointer - 1)->size;
}

void *
repalloc_huge(void *pointer, Size size)
{
	void *copy = take(size);

	memcpy(copy, pointer, Min(size, ((Block *) pointer - 1)->size));
	pfree(pointer);
	return copy;
}

char *
pnstrdup(const char *text, Size length)
{
	size_t size = strnlen(text, length);
	char *copy = palloc(size + 1);

	memcpy(copy, text, size);
	copy[size] = '\0';
	return copy;
}

char *
pstrdup(const char *text)
{
	return pnstrdup(text, strlen(text));
}

char *
psprintf(const char *format, ...)
{
	char text[4096];
	va_list values;

	va_start(values, format);
	vsnprintf(text, sizeof text, format, values);
	va_end(values);
	return pstrdup(text);
}

text *
cstring_to_text_with_len(const char *bytes, int length)
{
	text *value = palloc(VARHDRSZ + length);

	SET_VARSIZE(value, VARHDRSZ + length);
	memcpy(VARDATA(value), bytes, length);
	return value;
}

/* ---- errors ---------------------------------------------------------------------- */

bool
errstart(int level, const char *domain)
{
	return level >= ERROR;
}

bool
errstart_cold(int level, const char *domain)
{
	return level >= ERROR;
}

int
errcode(int code)
{
	return code;
}

/* Texts are made, so that sanitizers see what they read. */
#define DEFINE_TEXT(name)                                                                \
	int name(const char *format, ...)                                                    \
	{                                                                                    \
		va_list values;                                                                  \
		va_start(values, format);                                                        \
		vsnprintf(what_failed, sizeof what_failed, format, values);                      \
		va_end(values);                                                                  \
		return 0;                                                                        \
	}

DEFINE_TEXT(errmsg)
DEFINE_TEXT(errmsg_internal)
DEFINE_TEXT(errdetail)
DEFINE_TEXT(errhint)

int
errdetail_plural(const char *one, const char *many, unsigned long n, ...)
{
	return 0;
}

void
errfinish(const char *file, int line, const char *function)
{
	siglongjmp(caller, 1);
}

/* ---- text ------------------------------------------------------------------------------ */

int
pg_strcasecmp(const char *a, const char *b)
{
	return strcasecmp(a, b);
}

int
pg_strncasecmp(const char *a, const char *b, size_t length)
{
	return strncasecmp(a, b, length);
}

int
pg_snprintf(char *to, size_t size, const char *format, ...)
{
	va_list values;
	int length;

	va_start(values, format);
	length = vsnprintf(to, size, format, values);
	va_end(values);
	return length;
}

static int
base64_digit(char digit)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *at = digit ? strchr(digits, digit) : NULL;

	return at ? (int) (at - digits) : -1;
}

/* Padding ends the digits. */
int
pg_b64_decode(const char *from, int length, char *to, int room)
{
	uint32 bits = 0;
	int count = 0;

	for (int i = 0; i < length && from[i] != '='; i++)
	{
		int digit = base64_digit(from[i]);

		if (digit < 0 || (i % 4 > 0 && count == room))
			return -1;
		bits = bits << 6 | (uint32) digit;
		if (i % 4 > 0)
			to[count++] = (char) (bits >> (6 - 2 * (i % 4)));
	}
	return length % 4 == 0 ? count : -1;
}

/* ---- values ------------------------------------------------------------------------ */

struct varlena *
pg_detoast_datum(struct varlena *value)
{
	return value;
}

struct varlena *
pg_detoast_datum_packed(struct varlena *value)
{
	return value;
}

char *
float8out_internal(double number)
{
	return psprintf("%.15g", number);
}

void
qsort_interruptible(void *base, size_t count, size_t size, qsort_arg_comparator compare,
					void *argument)
{
	if (count > 1)
		qsort_r(base, count, size, compare, argument);
}

TypeFuncClass
get_call_result_type(FunctionCallInfo fcinfo, Oid *type, TupleDesc *row)
{
	*row = NULL;
	return TYPEFUNC_COMPOSITE;
}

TupleDesc
BlessTupleDesc(TupleDesc row)
{
	return row;
}

HeapTuple
heap_form_tuple(TupleDesc row, Datum *values, bool *nulls)
{
	return palloc0(sizeof(HeapTupleData));
}

Datum
HeapTupleHeaderGetDatum(HeapTupleHeader header)
{
	return 0;
}

/* ---- JSON objects -------------------------------------------------------------------- */

#define MOST_MEMBERS 16
#define MOST_OBJECTS 8

/* A container, of which readers see the header, and its members. */
typedef struct Object
{
	int32 length; /* as in Jsonb */
	uint32 header;
	int count;
	JsonbValue keys[MOST_MEMBERS];
	JsonbValue values[MOST_MEMBERS];
} Object;

StaticAssertDecl(offsetof(Object, header) == offsetof(Jsonb, root), "a jsonb begins so");

static Object objects[MOST_OBJECTS];
static int object_count;

static JsonbValue
string_value(const char *bytes, size_t size)
{
	JsonbValue value = {.type = jbvString};

	value.val.string.val = (char *) bytes;
	value.val.string.len = (int) size;
	return value;
}

static Object *
new_object(void)
{
	Object *object = &objects[object_count++];

	memset(object, 0, sizeof *object);
	object->header = JB_FOBJECT;
	return object;
}

static void
add_member(Object *object, JsonbValue key, JsonbValue value)
{
	object->keys[object->count] = key;
	object->values[object->count++] = value;
	object->header = JB_FOBJECT | (uint32) object->count;
}

static Object *
read_object(const char *const **next)
{
	Object *object = new_object();

	while (**next && strcmp(**next, "}") != 0)
	{
		JsonbValue key = string_value(**next, strlen(**next));
		JsonbValue value;

		++*next;
		if (strcmp(**next, "{") == 0)
		{
			++*next;
			value.type = jbvBinary;
			value.val.binary.data = (JsonbContainer *) &read_object(next)->header;
			value.val.binary.len = 0;
		}
		else
			value = string_value(**next, strlen(**next));
		++*next;
		add_member(object, key, value);
	}
	return object;
}

Datum
server_object(const char *const *items)
{
	return PointerGetDatum(read_object(&items));
}

Datum
server_file(const char *name, const void *bytes, size_t size)
{
	Object *object = new_object();

	add_member(object, string_value(name, strlen(name)), string_value(bytes, size));
	return PointerGetDatum(object);
}

JsonbIterator *
JsonbIteratorInit(JsonbContainer *container)
{
	JsonbIterator *iterator = palloc0(sizeof *iterator);

	iterator->container = container;
	iterator->curIndex = -2;
	return iterator;
}

JsonbIteratorToken
JsonbIteratorNext(JsonbIterator **iterator, JsonbValue *value, bool skip)
{
	Object *object = (Object *) ((char *) (*iterator)->container - offsetof(Jsonb, root));
	int at = (*iterator)->curIndex++;

	if (at == -2)
	{
		(*iterator)->curIndex = 0;
		return WJB_BEGIN_OBJECT;
	}
	if (at >= 2 * object->count)
		return WJB_END_OBJECT;
	*value = at % 2 == 0 ? object->keys[at / 2] : object->values[at / 2];
	return at % 2 == 0 ? WJB_KEY : WJB_VALUE;
}

/* ---- the module ------------------------------------------------------------------------ */

void *
fringe_alloc_huge(Size size)
{
	return take(size);
}

void
fringe_limit_memory(const char *what, Size bytes)
{
	if (bytes > SERVER_MEMORY)
		ereport(ERROR, errmsg("%s needs too much memory", what));
}

char *
fringe_quote(const char *input, size_t length)
{
	return psprintf("\"%.*s\"", (int) Min(length, 40), input);
}

char *
fringe_quote_text(const text *input)
{
	return fringe_quote(VARDATA_ANY(input), VARSIZE_ANY_EXHDR(input));
}

char
fringe_text_code(const text *code)
{
	if (VARSIZE_ANY_EXHDR(code) != 1)
		ereport(ERROR, errmsg("invalid terrain code"));
	return *VARDATA_ANY(code);
}

void
fringe_check_code(char code)
{
	if (!fr_is_code((uint8) code))
		ereport(ERROR, errmsg("invalid terrain code"));
}

/* Fewer cells than in the server, so that fuzzers do not only clear memory. */
#define MOST_CELLS (1 << 20)

void
gridmap_check_size(int64 width, int64 height)
{
	if (width < 1 || height < 1 || width > FR_MAX_SIDE || height > FR_MAX_SIDE ||
		width * height > MOST_CELLS)
		ereport(ERROR, errmsg("invalid size of a map"));
}

Gridmap *
gridmap_from_codes(const uint8 *codes, uint32 width, uint32 height)
{
	for (Size i = 0; i < (Size) width * height; i++)
		if (!fr_is_code(codes[i]))
			fail("a map has a byte that is no terrain code");
	return NULL;
}

/* ---- calls --------------------------------------------------------------------------------- */

Datum
server_bytes(const void *bytes, size_t size)
{
	return PointerGetDatum(cstring_to_text_with_len(bytes, (int) size));
}

static void
free_all(void)
{
	while (blocks.next != &blocks)
		pfree(blocks.next + 1);
	object_count = 0;
}

bool
server_call(PGFunction function, const Datum *arguments, const bool *nulls, int count,
			size_t input)
{
	LOCAL_FCINFO(fcinfo, 8);
	volatile bool returned = false;

	memset(fcinfo, 0, SizeForFunctionCallInfo(8));
	fcinfo->nargs = (short) count;
	for (int i = 0; i < count; i++)
		fcinfo->args[i] = (NullableDatum){arguments[i], nulls[i]};
	input_size = input;
	began = polled = processor_us();
	if (sigsetjmp(caller, 0) == 0)
	{
		function(fcinfo);
		returned = true;
	}
	check_time();
	free_all();
	return returned;
}
