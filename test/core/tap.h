/*
 * tap.h - the Test Anything Protocol: ok() a test, at the end tap_done()
 */
#ifndef FRINGE_TAP_H
#define FRINGE_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

static int tap_tests;
static int tap_failures;

/* Bytes of a name that would end its line, or mean something there, are "?". */
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

/* The plan; what main() is to return. */
static int
tap_done(void)
{
	printf("1..%d\n", tap_tests);
	return tap_failures > 0;
}

#endif /* FRINGE_TAP_H */
