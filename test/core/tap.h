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

/* Replaces bytes of a name that have a meaning in TAP by "?". */
__attribute__((format(printf, 2, 3))) static bool
ok(bool condition, const char *name, ...)
{
	char line[256];
	va_list args;

	va_start(args, name);
	vsnprintf(line, sizeof line, name, args);
	va_end(args);
	for (char *c = line; *c; c++)
		if (*c < ' ' || *c > '~' || *c == '#')
			*c = '?';
	printf("%sok %d - %s\n", condition ? "" : "not ", ++tap_tests, line);
	tap_failures += !condition;
	return condition;
}

/* Prints the plan; returns the exit status for main(). */
static int
tap_done(void)
{
	printf("1..%d\n", tap_tests);
	return tap_failures > 0;
}

#endif /* FRINGE_TAP_H */
