/*
 * server.c - as much of the server as readers of files call; see server.h
 */
#include "server.h"

#include <setjmp.h>
#include <time.h>

#include "access/tupdesc.h"
#include "funcapi.h"
#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/execnodes.h"
#include "nodes/memnodes.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/float.h"
#include "utils/hsearch.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

#include "pg/module.h"
#include "pg/types/types.h"

#include "common/base64.h"

#undef printf
#undef fprintf
#undef vsnprintf
#undef snprintf

volatile sig_atomic_t InterruptPending = true;

/* No SQL declares what a harness calls. */
Oid fringe_checked[FRINGE_CHECKED];

/* Not called: calls of fuzzers have no flinfo. */
Datum
fringe_call_checked(FunctionCallInfo fcinfo, PGFunction function)
{
	return function(fcinfo);
}

void
fringe_check_declaration(Oid function)
{
}

/* Notices are sent. */
Oid
GetUserId(void)
{
	return InvalidOid;
}

Oid
GetOuterUserId(void)
{
	return InvalidOid;
}

sigjmp_buf *PG_exception_stack;
ErrorContextCallback *error_context_stack;

static size_t input_size;
static char what_failed[256];

void
server_fail(const char *what)
{
	fprintf(stdout, "# FAILED: %s\n", what);
	fflush(stdout);
	abort();
}

/* ---- time ------------------------------------------------------------------- */

static int64 began;
static int64 polled;
static int cancel_in; /* so many polls; 0: never */
static int cancel_later;

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
		server_fail("a loop does not poll");
	if (now - began > SERVER_TOTAL_US)
		server_fail("a call takes long");
	polled = now;
}

void
ProcessInterrupts(void)
{
	check_time();
	if (cancel_in > 0 && --cancel_in == 0)
		ereport(ERROR, errmsg("canceling statement due to user request"));
}

/* ---- memory -------------------------------------------------------------------- */

/* A block of its own for each piece of memory, so that sanitizers see where it ends. */
typedef struct Block
{
	struct Block *next;
	struct Block *last;
	Size size;
	MemoryContext context;
} Block;

typedef struct Context
{
	MemoryContextData data; /* of which readers see the type, and nothing else */
	Block blocks;
} Context;

static Context arguments = {.blocks = {&arguments.blocks, &arguments.blocks, 0, NULL}};
static Context call = {.blocks = {&call.blocks, &call.blocks, 0, NULL}};
MemoryContext CurrentMemoryContext = &arguments.data;

static Size taken; /* by the call: arguments are not counted */

static bool
is_argument(MemoryContext context)
{
	while (context->parent)
		context = context->parent;
	return context == &arguments.data;
}

static void *
take(MemoryContext context, Size size)
{
	Block *ring = &((Context *) context)->blocks;
	Block *block = malloc(sizeof(Block) + size);

	if (!block)
		server_fail("out of memory");
	context->mem_allocated += size;
	if (!is_argument(context))
		taken += size;
	if (taken > SERVER_MEMORY + input_size * SERVER_SLACK + (1 << 20))
		server_fail("memory is not counted");
	*block = (Block){ring, ring->last, size, context};
	ring->last->next = block;
	ring->last = block;
	return block + 1;
}

MemoryContext
AllocSetContextCreateInternal(MemoryContext parent, const char *name, Size least,
							  Size first, Size most)
{
	Context *context = malloc(sizeof(Context));

	if (!context)
		server_fail("out of memory");
	*context = (Context){.data = {.type = T_AllocSetContext,
								  .parent = parent,
								  .nextchild = parent->firstchild}};
	context->blocks = (Block){&context->blocks, &context->blocks, 0, NULL};
	parent->firstchild = &context->data;
	return &context->data;
}

Size
MemoryContextMemAllocated(MemoryContext context, bool recurse)
{
	Size size = context->mem_allocated;

	for (MemoryContext child = context->firstchild; recurse && child;
		 child = child->nextchild)
		size += MemoryContextMemAllocated(child, true);
	return size;
}

void
MemoryContextReset(MemoryContext context)
{
	Block *blocks = &((Context *) context)->blocks;

	while (context->firstchild)
		MemoryContextDelete(context->firstchild);
	while (blocks->next != blocks)
		pfree(blocks->next + 1);
}

void
MemoryContextDelete(MemoryContext context)
{
	MemoryContext *link = &context->parent->firstchild;

	if (context == CurrentMemoryContext)
		server_fail("a memory context is deleted while it is the current one");
	MemoryContextReset(context);
	while (*link != context)
		link = &(*link)->nextchild;
	*link = context->nextchild;
	free(context);
}

void *
MemoryContextAllocHuge(MemoryContext context, Size size)
{
	return take(context, size);
}

void *
MemoryContextAllocExtended(MemoryContext context, Size size, int flags)
{
	return take(context, size);
}

void *
palloc_extended(Size size, int flags)
{
	return take(CurrentMemoryContext, size);
}

void *
palloc(Size size)
{
	if (size > MaxAllocSize)
		ereport(ERROR, errmsg("invalid memory alloc request size"));
	return take(CurrentMemoryContext, size);
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

	block->context->mem_allocated -= block->size;
	if (!is_argument(block->context))
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
	Block *block = (Block *) pointer - 1;
	void *copy = take(block->context, size);

	memcpy(copy, pointer, Min(size, block->size));
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

/* ---- strings that grow ----------------------------------------------------------- */

void
initStringInfo(StringInfo string)
{
	*string = (StringInfoData){.data = palloc0(1), .maxlen = 1};
}

#if PG_VERSION_NUM >= 160000
#define BYTES const void
#else
#define BYTES const char
#endif

void
appendBinaryStringInfo(StringInfo string, BYTES *bytes, int length)
{
	int needed = string->len + length + 1;

	if (needed > string->maxlen)
	{
		string->maxlen = Max(needed, 2 * string->maxlen);
		string->data = repalloc_huge(string->data, string->maxlen);
	}
	memcpy(string->data + string->len, bytes, length);
	string->len += length;
	string->data[string->len] = '\0';
}

void
appendStringInfoChar(StringInfo string, char byte)
{
	appendBinaryStringInfo(string, &byte, 1);
}

void
appendStringInfoString(StringInfo string, const char *text)
{
	appendBinaryStringInfo(string, text, (int) strlen(text));
}

void
appendStringInfo(StringInfo string, const char *format, ...)
{
	char text[4096];
	va_list values;

	va_start(values, format);
	vsnprintf(text, sizeof text, format, values);
	va_end(values);
	appendStringInfoString(string, text);
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
	pg_re_throw();
}

void
pg_re_throw(void)
{
	siglongjmp(*PG_exception_stack, 1);
}

ErrorData *
CopyErrorData(void)
{
	return palloc0(sizeof(ErrorData));
}

void
FlushErrorState(void)
{
}

void
ReThrowError(ErrorData *error)
{
	pg_re_throw();
}

static const char *stack_begin;

/* Frames are larger under sanitizers than the server's. */
void
check_stack_depth(void)
{
	const char *here = __builtin_frame_address(0);

	if (stack_begin - here > 4 << 20)
		ereport(ERROR, errmsg("stack depth limit exceeded"));
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

size_t
strlcpy(char *to, const char *from, size_t size)
{
	size_t length = strlen(from);

	if (size > 0)
	{
		size_t count = Min(length, size - 1);

		memcpy(to, from, count);
		to[count] = '\0';
	}
	return length;
}

/* ---- encodings: that of the server is UTF-8 --------------------------------------------- */

int
GetDatabaseEncoding(void)
{
	return PG_UTF8;
}

char *
pg_any_to_server(const char *text, int length, int encoding)
{
	return unconstify(char *, text);
}

char *
pg_server_to_any(const char *text, int length, int encoding)
{
	return unconstify(char *, text);
}

/* With a byte 0 at its end. */
void
pg_unicode_to_server(pg_wchar character, unsigned char *to)
{
	int tail = character < 0x80 ? 0 : character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
	static const unsigned char first[] = {0, 0xc0, 0xe0, 0xf0};

	*to++ = (unsigned char) (first[tail] | character >> (6 * tail));
	while (tail-- > 0)
		*to++ = (unsigned char) (0x80 | (character >> (6 * tail) & 0x3f));
	*to = '\0';
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

/* ---- calls of functions, arrays, and rows ------------------------------------------------- */

Datum
DirectFunctionCall1Coll(PGFunction function, Oid collation, Datum first)
{
	LOCAL_FCINFO(fcinfo, 1);

	InitFunctionCallInfoData(*fcinfo, NULL, 1, collation, NULL, NULL);
	fcinfo->args[0] = (NullableDatum){first, false};
	return function(fcinfo);
}

Datum
DirectFunctionCall3Coll(PGFunction function, Oid collation, Datum first, Datum second,
						Datum third)
{
	LOCAL_FCINFO(fcinfo, 3);

	InitFunctionCallInfoData(*fcinfo, NULL, 3, collation, NULL, NULL);
	fcinfo->args[0] = (NullableDatum){first, false};
	fcinfo->args[1] = (NullableDatum){second, false};
	fcinfo->args[2] = (NullableDatum){third, false};
	return function(fcinfo);
}

Oid
get_element_type(Oid type)
{
	return type;
}

/* Copies the values, so that sanitizers see them. */
ArrayType *
construct_array(Datum *elements, int count, Oid type, int length, bool by_value,
				char align)
{
	Size size = sizeof(ArrayType);
	char *array;

	for (int i = 0; i < count; i++)
		size += length > 0 ? length : VARSIZE_ANY(DatumGetPointer(elements[i]));
	array = palloc0(size);
	size = sizeof(ArrayType);
	for (int i = 0; i < count && length < 0; i++)
	{
		Size bytes = VARSIZE_ANY(DatumGetPointer(elements[i]));

		memcpy(array + size, DatumGetPointer(elements[i]), bytes);
		size += bytes;
	}
	return (ArrayType *) array;
}

#define MOST_COLUMNS 32

static union
{
	TupleDescData row;
	char columns[sizeof(TupleDescData) + MOST_COLUMNS * sizeof(FormData_pg_attribute)];
} result_row;

static ReturnSetInfo result = {.type = T_ReturnSetInfo, .setDesc = &result_row.row};

void
InitMaterializedSRF(FunctionCallInfo fcinfo, bits32 flags)
{
}

void
tuplestore_putvalues(Tuplestorestate *rows, TupleDesc row, Datum *values, bool *nulls)
{
}

/* A table of few files: by the bytes of a key at the beginning of each entry. */
struct HTAB
{
	Size key;
	Size entry;
	int count;
	MemoryContext context;
	char *entries[64];
};

HTAB *
hash_create(const char *name, long count, const HASHCTL *control, int flags)
{
	HTAB *table = MemoryContextAllocHuge(control->hcxt, sizeof(HTAB));

	*table = (HTAB){
		.key = control->keysize, .entry = control->entrysize, .context = control->hcxt};
	return table;
}

void *
hash_search(HTAB *table, const void *key, HASHACTION action, bool *found)
{
	*found = true;
	for (int i = 0; i < table->count; i++)
		if (memcmp(table->entries[i], key, table->key) == 0)
			return table->entries[i];
	*found = false;
	if (action != HASH_ENTER || table->count == lengthof(table->entries))
		server_fail("this table is larger than the fuzzer's");
	table->entries[table->count] = MemoryContextAllocHuge(table->context, table->entry);
	memcpy(table->entries[table->count], key, table->key);
	return table->entries[table->count++];
}

/* ---- the module ------------------------------------------------------------------------ */

Size
fringe_memory_limit(void)
{
	return SERVER_MEMORY;
}

void *
fringe_alloc_huge(Size size)
{
	return take(CurrentMemoryContext, size);
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
			server_fail("a map has a byte that is no terrain code");
	return NULL;
}

Gridmap *
gridmap_add_layer(Gridmap *map, const LayerNumbers *numbers)
{
	for (Size i = 0; i < (Size) numbers->width * numbers->height; i++)
		if (isinf(numbers->numbers[i]))
			server_fail("a layer has an infinite number");
	return map;
}

void
fringe_check_layer_name(fr_span name)
{
	if (name.length == 0 || name.length > FR_LAYER_NAME)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid name of a layer")));
}

Gridmap *
gridmap_from_layout(const uint8 *codes, uint32 columns, uint32 rows, fr_layout layout)
{
	fr_offset_map map = fr_offset_map_of(layout, columns, rows);

	gridmap_check_size(map.width, map.height);
	for (int32 row = 0; row < map.rows; row++)
		for (int32 column = 0; column < map.columns; column++)
		{
			fr_cell cell = fr_cell_from_offset(&map, (fr_cell){column, row});

			if (cell.x < 0 || cell.x >= map.width || cell.y < 0 || cell.y >= map.height)
				server_fail("a cell of a layout is outside its grid");
		}
	return gridmap_from_codes(codes, columns, rows);
}

text *
fringe_layout_name(fr_layout layout)
{
	return cstring_to_text_with_len(fr_layout_name[layout],
									(int) strlen(fr_layout_name[layout]));
}

fr_layout
fringe_layout_named(const text *name)
{
	for (int i = 0; i < FR_LAYOUTS; i++)
		if (strlen(fr_layout_name[i]) == VARSIZE_ANY_EXHDR(name) &&
			memcmp(fr_layout_name[i], VARDATA_ANY(name), VARSIZE_ANY_EXHDR(name)) == 0)
			return (fr_layout) i;
	ereport(ERROR, errmsg("unknown layout"));
}

/* Writers, which are in the same files, call these; fuzzers do not call writers. */
const fr_poll fringe_poll = {NULL, NULL};

fr_map
gridmap_open(const Gridmap *map)
{
	server_fail("a reader opens a map");
}

/* ---- calls --------------------------------------------------------------------------------- */

/* Of the sanitizers, whose header not every compiler has. */
extern size_t __sanitizer_get_current_allocated_bytes(void);

static Size allocated; /* outside memory contexts, too */

void
server_begin(size_t input, int polls)
{
	CurrentMemoryContext = &arguments.data;
	stack_begin = __builtin_frame_address(0);
	input_size = input;
	cancel_in = 0;
	cancel_later = polls;
	allocated = __sanitizer_get_current_allocated_bytes();
	began = polled = processor_us();
}

Datum
server_bytes(const void *bytes, size_t size)
{
	return PointerGetDatum(cstring_to_text_with_len(bytes, (int) size));
}

bool
server_try(void (*action)(void *), void *argument)
{
	sigjmp_buf caller;
	volatile bool returned = false;

	PG_exception_stack = &caller;
	if (sigsetjmp(caller, 0) == 0)
	{
		action(argument);
		returned = true;
	}
	PG_exception_stack = NULL;
	return returned;
}

typedef struct Call
{
	PGFunction function;
	FunctionCallInfo fcinfo;
} Call;

static void
run_call(void *argument)
{
	Call *called = argument;

	called->function(called->fcinfo);
}

bool
server_call(PGFunction function, const Datum *values, const bool *nulls, int count)
{
	LOCAL_FCINFO(fcinfo, 8);
	bool returned;

	InitFunctionCallInfoData(*fcinfo, NULL, count, InvalidOid, NULL, (Node *) &result);
	for (int i = 0; i < count; i++)
		fcinfo->args[i] = (NullableDatum){values[i], nulls[i]};
	CurrentMemoryContext = &call.data;
	cancel_in = cancel_later;
	began = polled = processor_us();
	returned = server_try(run_call, &(Call){function, fcinfo});
	check_time();
	if (returned && CurrentMemoryContext != &call.data)
		server_fail("a call leaves another memory context");
	return returned;
}

void
server_end(void)
{
	CurrentMemoryContext = &arguments.data;
	MemoryContextReset(&call.data);
	MemoryContextReset(&arguments.data);
	if (__sanitizer_get_current_allocated_bytes() > allocated + 4096)
		server_fail("a call leaves memory behind");
}
