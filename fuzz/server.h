/*
 * server.h - as much of the server as readers of files call, for fuzzers
 *
 * A reader is an SQL function. server_call calls it as the server does: memory is freed afterwards,
 * an error ends the call, and interrupts are always pending, so each poll is seen. A call fails the
 * fuzzer if it
 *
 *     takes more memory than fringe.max_memory and SERVER_SLACK times its input,
 *     leaves memory behind that is in no memory context,
 *     computes longer than SERVER_GAP_US between two polls, or than SERVER_TOTAL_US,
 *     or makes a map with bytes that are no terrain codes.
 *
 * Nothing else of the server is linked: the linker refuses a reader that calls more.
 */
#ifndef FRINGE_FUZZ_SERVER_H
#define FRINGE_FUZZ_SERVER_H

#include "postgres.h"

#include "fmgr.h"
#include "utils/jsonb.h"

#define SERVER_MEMORY (16 << 20) /* fringe.max_memory */
#define SERVER_SLACK 64			 /* bytes per byte of input that nobody counts */
#define SERVER_GAP_US 200000	 /* of processor time, under sanitizers */
#define SERVER_TOTAL_US 2000000

/*
 * Begins an input of so many bytes, whose call is cancelled at a poll, 0 never. Arguments and one call follow;
 * server_end frees their memory.
 */
extern void server_begin(size_t input, int polls);
extern void server_end(void);

/* Calls a function; NULL arguments are NULL. True: it returned. */
extern bool server_call(PGFunction function, const Datum *values, const bool *nulls,
						int count);

/* The same for steps of the harness itself. */
extern bool server_try(void (*action)(void *), void *argument);

/* Prints a finding, and ends the fuzzer. */
extern void server_fail(const char *what) pg_attribute_noreturn();

/* ---- values of arguments ------------------------------------------------ */

extern Datum server_bytes(const void *bytes, size_t size);

/* JSON: server_json.c. A text that is none gives false. */
extern bool server_json(const void *bytes, size_t size, Datum *json);

/* An object of two files, as text, or as JSON where it is that. */
typedef struct ServerFile
{
	const char *name;
	const void *bytes;
	size_t size;
} ServerFile;

extern Datum server_files(const ServerFile *files, int count, bool json);

#endif /* FRINGE_FUZZ_SERVER_H */
