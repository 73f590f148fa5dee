/*
 * tap.h - the Test Anything Protocol: ok() per test, tap_done() at the end
 */
#ifndef FRINGE_TAP_H
#define FRINGE_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

static int tap_tests;
static int tap_failures;

/* A line of output. Replaces bytes of a name that have a meaning in TAP by "?". */
static inline void
tap_line(const char *result, const char *name, va_list args, const char *directive)
{
	char line[256];

	vsnprintf(line, sizeof line, name, args);
	for (char *c = line; *c; c++)
		if (*c < ' ' || *c > '~' || *c == '#')
			*c = '?';
	printf("%s %d - %s%s\n", result, ++tap_tests, line, directive);
}

__attribute__((format(printf, 2, 3))) static bool
ok(bool condition, const char *name, ...)
{
	va_list args;

	va_start(args, name);
	tap_line(condition ? "ok" : "not ok", name, args, "");
	va_end(args);
	tap_failures += !condition;
	return condition;
}

/* A test that is not run, for a reason of one line. */
__attribute__((format(printf, 2, 3), unused)) static void
skip(const char *reason, const char *name, ...)
{
	char directive[128];
	va_list args;

	snprintf(directive, sizeof directive, " # SKIP %s", reason);
	va_start(args, name);
	tap_line("ok", name, args, directive);
	va_end(args);
}

/* Prints the plan; returns the exit status for main(). */
static int
tap_done(void)
{
	printf("1..%d\n", tap_tests);
	return tap_failures > 0;
}

#endif /* FRINGE_TAP_H */
