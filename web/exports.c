/*
 * exports.c - memory, errors, maps, models and methods for JavaScript: see exports.h
 */
#include "exports.h"

#include <stdlib.h>
#include <string.h>

IMPORT(poll) void web_poll(void);

static void
poll_host(void *context)
{
	(void) context;
	web_poll();
}

const fr_poll web_polling = {poll_host, NULL};

/*
 * Debian's runtime library for wasm32 checks its stack in the functions of 128-bit
 * numbers, by these two, which its wasi-libc does not have.
 */
uintptr_t __stack_chk_guard = 0x0aff0d0a;

_Noreturn void
__stack_chk_fail(void)
{
	__builtin_trap();
}

/*
 * The vsnprintf of wasi-libc refers to stderr, for a complaint about long doubles. There are
 * no files here: these keep calls of the host for them out of the program.
 */
size_t
__stdio_write(void *file, const unsigned char *bytes, size_t length)
{
	(void) file;
	(void) bytes;
	return length;
}

long long
__stdio_seek(void *file, long long offset, int whence)
{
	(void) file;
	(void) offset;
	(void) whence;
	return -1;
}

int
__stdio_close(void *file)
{
	(void) file;
	return 0;
}

/* ---- memory -------------------------------------------------------------- */

/* A block of `size` bytes, aligned for any type. */
void *
EXPORT(web_take)(size_t size)
{
	void *block = malloc(size + 1);

	if (block == NULL)
		web_no_memory();
	return block;
}

void
EXPORT(web_give)(void *block)
{
	free(block);
}

void *
web_arena_take(void *context, size_t size)
{
	web_arena *arena = context;
	web_piece *piece = web_take(sizeof *piece + size);

	piece->older = arena->newest;
	arena->newest = piece;
	return piece + 1;
}

void
web_arena_clear(web_arena *arena)
{
	while (arena->newest)
	{
		web_piece *older = arena->newest->older;

		free(arena->newest);
		arena->newest = older;
	}
}

static web_arena scratch; /* of the current call */
static web_arena routes;  /* of the last search */

const fr_arena web_scratch = {
	.allocate = web_arena_take, .context = &scratch, .poll = &web_polling};
const fr_arena web_routes = {
	.allocate = web_arena_take, .context = &routes, .poll = &web_polling};

/* What calls that threw left behind. */
void
web_begin_call(void)
{
	web_arena_clear(&scratch);
	web_arena_clear(&routes);
}

/* ---- answers and errors ---------------------------------------------------- */

double web_answers[WEB_ANSWERS];
fr_error web_failure;
fr_route web_route;

double *
EXPORT(web_answer)(void)
{
	return web_answers;
}

/* The status, 0 after success; `answer` has the error's numbers. */
int
EXPORT(web_error)(void)
{
	web_answers[0] = (double) web_failure.found;
	web_answers[1] = (double) web_failure.wanted;
	web_answers[2] = (double) web_failure.row;
	web_answers[3] = (double) web_failure.column;
	return (int) web_failure.status;
}

#define QUOTED_BYTES 40 /* the most bytes of input that a message quotes */

/* How much of the input is quoted, which is UTF-8: no part of a character. */
static size_t
quoted_bytes(void)
{
	size_t length = web_failure.length;

	if (length <= QUOTED_BYTES)
		return length;
	length = QUOTED_BYTES;
	while (length > 0 && (web_failure.at[length] & 0xc0) == 0x80)
		length--;
	return length;
}

/* The error's words for a value of a type: message, detail and hint, each with a NUL. */
const fr_text *
EXPORT(web_error_text)(const char *type)
{
	static fr_text text;

	fr_error_text(&web_failure, type, quoted_bytes(), &text);
	return &text;
}

/* One of the words that are valid in place of the wrong one; NULL after the last. */
const char *
EXPORT(web_error_choice)(int i)
{
	return i < FR_CHOICES ? web_failure.choices[i] : NULL;
}

/* ---- maps ------------------------------------------------------------------ */

fr_map_text web_header;

static uint8_t *
take_codes(uint32_t width, uint32_t height)
{
	web_answers[0] = width;
	web_answers[1] = height;
	return web_take((size_t) width * height);
}

/*
 * The codes of a map file; NULL: web_failure. `answer` has width and height. Links are
 * web_links_parse's.
 */
uint8_t *
EXPORT(web_map_parse)(const char *text, size_t length)
{
	uint8_t *codes;

	web_begin_call();
	web_failure.status = FR_OK;
	if (fr_map_parse_header(text, length, &web_header, &web_failure))
		return NULL;
	web_header.takes_links = true;
	codes = take_codes(web_header.width, web_header.height);
	if (fr_map_parse_rows(text, length, &web_header, codes, &web_polling, &web_failure) ==
		FR_OK)
		return codes;
	free(codes);
	return NULL;
}

enum
{
	WALLS,
	ROOMS,
	MAZE,
	CAVES
};

/* Codes of a random map, by the generators' parameters a and b; NULL: web_failure. */
uint8_t *
EXPORT(web_map_generate)(int kind, double width, double height, double a, double b,
						 double seed)
{
	uint32_t w = (uint32_t) width;
	uint32_t h = (uint32_t) height;
	uint8_t *codes;

	web_begin_call();
	web_failure.status = FR_OK;
	if (fr_map_size((int64_t) width, (int64_t) height, &web_failure))
		return NULL;
	codes = take_codes(w, h);
	if (kind == WALLS)
		fr_generate_walls((fr_canvas){codes, w, h, (uint64_t) seed}, (uint32_t) a,
						  (uint32_t) b, &web_polling);
	else if (kind == ROOMS)
		fr_generate_rooms((fr_canvas){codes, w, h, (uint64_t) seed}, (uint32_t) a,
						  &web_polling);
	else if (kind == MAZE)
		fr_generate_maze((fr_canvas){codes, w, h, (uint64_t) seed}, (uint32_t) a, b,
						 &web_polling);
	else
		fr_generate_caves((fr_canvas){codes, w, h, (uint64_t) seed},
						  web_arena_take(web_scratch.context, (size_t) w * h), a,
						  &web_polling);
	return codes;
}

/* ---- models and methods ---------------------------------------------------- */

char web_text[FR_MODEL_TEXT_MAX + 1];

_Static_assert(FR_MODEL_TEXT_MAX >= FR_METHOD_TEXT_MAX, "one buffer serves both");

/* The web_text text of the last model or method. */
const char *
EXPORT(web_canonical)(void)
{
	return web_text;
}

fr_model *
EXPORT(web_model)(const char *text, size_t length)
{
	fr_model *model;

	web_begin_call();
	model = web_arena_take(web_scratch.context, sizeof *model);
	web_failure.status = FR_OK;
	if (fr_model_parse(text, length, model, &web_failure))
		return NULL;
	web_text[fr_model_write(model, web_text)] = '\0';
	return memcpy(web_take(sizeof *model), model, sizeof *model);
}

fr_method *
EXPORT(web_method)(const char *text, size_t length)
{
	fr_method method;

	web_failure.status = FR_OK;
	if (fr_method_parse(text, length, &method, &web_failure))
		return NULL;
	web_text[fr_method_write(&method, web_text)] = '\0';
	return memcpy(web_take(sizeof method), &method, sizeof method);
}
