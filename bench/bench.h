/*
 * bench.h - shared by the benchmarks: files, folders of maps, times
 */
#ifndef FRINGE_BENCH_H
#define FRINGE_BENCH_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "malloc_arena.h"

/* ---- small help ------------------------------------------------------------- */

static inline _Noreturn void
die(const char *where, const char *why)
{
	fprintf(stderr, "%s: %s\n", where, why);
	exit(2);
}

static inline _Noreturn void
die_of(const char *where, const fr_error *error)
{
	char why[256];

	snprintf(why, sizeof why, "status %d %s \"%.*s\", row %lld, column %lld, found %lld",
			 (int) error->status, error->what ? error->what : "", (int) error->length,
			 error->at ? error->at : "", (long long) error->row,
			 (long long) error->column, (long long) error->found);
	die(where, why);
}

static inline void *
new_block(size_t size)
{
	void *block = malloc(size ? size : 1);

	if (!block)
		die("malloc", "out of memory");
	return block;
}

static inline char *
join(const char *a, const char *b, const char *c)
{
	char *text = new_block(strlen(a) + strlen(b) + strlen(c) + 1);

	strcat(strcat(strcpy(text, a), b), c);
	return text;
}

static inline void
poll_nothing(void *context)
{
	(void) context;
}

static const fr_poll no_poll = {poll_nothing, NULL};

static inline double
cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
}

static inline bool
ends_with(const char *text, const char *end)
{
	size_t length = strlen(text);

	return length >= strlen(end) && strcmp(text + length - strlen(end), end) == 0;
}

static inline char *
read_file(const char *path, size_t *length)
{
	FILE *file = fopen(path, "rb");
	struct stat status;
	char *text;

	if (!file || fstat(fileno(file), &status) != 0)
		die(path, "cannot be read");
	text = new_block((size_t) status.st_size);
	*length = fread(text, 1, (size_t) status.st_size, file);
	fclose(file);
	return text;
}

/* ---- maps --------------------------------------------------------------------- */

/* The codes of a map file, row by row, which the caller frees. */
static inline uint8_t *
read_codes(const char *path, uint32_t *width, uint32_t *height)
{
	size_t length;
	char *text = read_file(path, &length);
	fr_map_text header;
	fr_error error;
	uint8_t *codes;

	if (fr_map_parse_header(text, length, &header, &error))
		die_of(path, &error);
	codes = new_block((size_t) header.width * header.height);
	if (fr_map_parse_rows(text, length, &header, codes, &no_poll, &error))
		die_of(path, &error);
	*width = header.width;
	*height = header.height;
	free(text);
	return codes;
}

/* Opens a map of these codes; the caller frees `packed`. */
static inline void
pack_codes(const uint8_t *codes, uint32_t width, uint32_t height, uint8_t **packed,
		   fr_map *map)
{
	fr_palette palette;
	fr_error error;
	size_t size;

	fr_palette_of(codes, (size_t) width * height, &palette, &no_poll);
	size = fr_map_packed_size(width, height, palette.code_count);
	*packed = new_block(size);
	fr_map_pack(codes, width, height, &palette, *packed, &no_poll);
	if (fr_map_open(*packed, size, map, &error))
		die_of("a map", &error);
}

/* Reads a map file; the caller frees `packed`. */
static inline void
read_map(const char *path, uint8_t **packed, fr_map *map)
{
	uint32_t width;
	uint32_t height;
	uint8_t *codes = read_codes(path, &width, &height);

	pack_codes(codes, width, height, packed, map);
	free(codes);
}

static inline int
compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *) a, *(char *const *) b);
}

/* The folder's maps, sorted by name; NULL after the last. */
static inline char **
list_maps(const char *path)
{
	DIR *directory = opendir(path);
	char **names = new_block(sizeof(char *));
	size_t count = 0;
	struct dirent *entry;

	if (!directory)
		die(path, "cannot be read");
	while ((entry = readdir(directory)))
	{
		if (!ends_with(entry->d_name, ".map"))
			continue;
		names = realloc(names, (count + 2) * sizeof(char *));
		if (!names)
			die(path, "out of memory");
		names[count++] = join(path, "/", entry->d_name);
	}
	closedir(directory);
	qsort(names, count, sizeof *names, compare_names);
	names[count] = NULL;
	return names;
}

/* ---- times -------------------------------------------------------------------- */

static inline int
compare_doubles(const void *a, const void *b)
{
	double x = *(const double *) a;
	double y = *(const double *) b;

	return (x > y) - (x < y);
}

static inline double
median(double *values, int count)
{
	qsort(values, (size_t) count, sizeof *values, compare_doubles);
	return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

#endif /* FRINGE_BENCH_H */
