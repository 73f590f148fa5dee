/*
 * server.h - as much of the server as readers of files call, for fuzzers
 *
 * A reader is an SQL function. server_call calls it as the server does: memory is freed afterwards,
 * an error ends the call, and interrupts are always pending, so each poll is seen. A call fails the
 * fuzzer if it
 *
 *     takes more memory than fringe.max_memory and SERVER_SLACK times its input,
 *     computes longer than SERVER_GAP_US between two polls, or than SERVER_TOTAL_US,
 *     or makes a map with bytes that are no terrain codes.
 *
 * Whatever a reader calls beyond that is not linked, and ends the fuzzer at address 0.
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

/* Calls a function; NULL arguments are NULL. True: it returned. */
extern bool server_call(PGFunction function, const Datum *arguments, const bool *nulls,
						int count, size_t input);

/* Values of arguments: the same bytes each time, freed after the call. */
extern Datum server_bytes(const void *bytes, size_t size);

/* A JSON object: keys and values one after the other, up to NULL. A value that is an object follows "{". */
extern Datum server_object(const char *const *items);

/* The object with one text. */
extern Datum server_file(const char *name, const void *bytes, size_t size);

#endif /* FRINGE_FUZZ_SERVER_H */
