/*
 * exports.h - what the files of exports share (internal)
 *
 * The core for JavaScript: maps, models, methods, searches, traces, indexes. fringe.js
 * is the only caller. It copies texts and codes into blocks of web_take, and reads
 * answers in place: numbers in web_answers, an error in web_failure, runs or lines of a route
 * and rows of a trace where the answer says. All are valid until the next call.
 *
 * Two functions come from JavaScript. web_poll may throw, which ends the call as a
 * longjmp does; web_no_memory always throws. fringe.js then resets the stack pointer.
 */
#ifndef FRINGE_WEB_EXPORTS_H
#define FRINGE_WEB_EXPORTS_H

#include "core/core.h"

#define EXPORT(name) __attribute__((export_name(#name))) name
#define IMPORT(name) __attribute__((import_module("fringe"), import_name(#name)))

extern const fr_poll web_polling;

/* ---- memory -------------------------------------------------------------- */

typedef struct web_piece
{
	_Alignas(16) struct web_piece *older;
} web_piece;

/* Blocks that are freed together; it is the context of an fr_arena. */
typedef struct web_arena
{
	web_piece *newest;
} web_arena;

extern const fr_arena web_scratch; /* of the current call */
extern const fr_arena web_routes;  /* of the last search */

IMPORT(no_memory) _Noreturn void web_no_memory(void);
void *web_take(size_t size);
void *web_arena_take(void *context, size_t size);
void web_arena_clear(web_arena *arena);
void web_begin_call(void);

/* ---- answers and errors --------------------------------------------------- */

#define WEB_ANSWERS 16

extern double web_answers[WEB_ANSWERS];
extern fr_error web_failure;
extern fr_route web_route;					 /* of the last search */
extern char web_text[FR_MODEL_TEXT_MAX + 1]; /* canonical, of what was last asked for */

/* ---- links and layers ----------------------------------------------------------------- */

/* Of a map: FR_LINK_BYTES each, in the order of web_links_order. */
typedef struct web_link_list
{
	const uint8_t *bytes;
	uint32_t count;
} web_link_list;

extern fr_map_text web_header; /* of the map file in hand */

/* Of a map, with their count: layers.c. */
typedef struct web_layer_bytes
{
	const uint8_t *bytes;
	size_t size; /* 0: it has none */
} web_layer_bytes;

/*
 * Begins a call: reads a map, whose links and layers follow its codes, into the scratch arena. Not
 * FR_OK: web_failure.
 */
fr_status web_map_open(const uint8_t *from, uint32_t width, uint32_t height,
					   uint32_t link_count, size_t layer_size, fr_map *map);

/* ---- grids ---------------------------------------------------------------- */

struct web_landmarks;

/* A map decoded for a model, with all that belongs to it. */
typedef struct web_grid
{
	web_arena own;
	fr_arena arena;
	fr_model model;
	fr_grid *grid;
	struct web_landmarks *landmarks;
} web_grid;

/* Adds to the grid what a method reads there; NULL: what indexes and sweeps read. */
void web_grid_prepare(web_grid *grid, const fr_method *method);

#endif /* FRINGE_WEB_EXPORTS_H */
