/*
 * file_kind.c - files that begin like those of another format
 */
#include "formats/formats.h"

typedef struct FileKind
{
	const char *begin;
	int length;
	const char *name;
	const char *reader; /* NULL: none */
} FileKind;

static const FileKind kinds[] = {
	{"\x89PNG", 4, "PNG", "gridmap_from_png"},
	{"P2", 2, "PGM", "gridmap_from_pgm"},
	{"P5", 2, "PGM", "gridmap_from_pgm"},
	{"P1", 2, "PBM", NULL},
	{"P4", 2, "PBM", NULL},
	{"P3", 2, "PPM", NULL},
	{"P6", 2, "PPM", NULL},
	{"P7", 2, "PAM", NULL},
	{"\xff\xd8\xff", 3, "JPEG", NULL},
	{"GIF8", 4, "GIF", NULL},
	{"BM", 2, "BMP", NULL},
	{"II*", 4, "TIFF", NULL},
	{"MM\0*", 4, "TIFF", NULL},
	{"RIFF", 4, "WebP", NULL},
	{"\x1f\x8b", 2, "file compressed by gzip", NULL},
};

#define NAME_MAX_BYTES 1000

/* Is it the name of a file: printable text with a dot or a slash, too short for a file of any kind? */
static bool
is_file_name(const char *bytes, int length)
{
	bool mark = false;

	if (length == 0 || length > NAME_MAX_BYTES)
		return false;
	for (int i = 0; i < length; i++)
	{
		if ((unsigned char) bytes[i] < ' ' || bytes[i] == 0x7f)
			return false;
		mark |= bytes[i] == '.' || bytes[i] == '/';
	}
	return mark;
}

void
file_check_kind(const char *wanted, const bytea *file)
{
	for (int i = 0; i < (int) lengthof(kinds); i++)
	{
		const FileKind *kind = &kinds[i];

		if (VARSIZE_ANY_EXHDR(file) < kind->length ||
			memcmp(VARDATA_ANY(file), kind->begin, kind->length) != 0)
			continue;
		if (strcmp(kind->name, wanted) == 0)
			return;
		ereport(ERROR, (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
						errmsg("invalid %s", wanted),
						errdetail("The bytes are a %s.", kind->name),
						kind->reader ? errhint("Read it with %s.", kind->reader)
									 : errhint("Convert it to a %s first.", wanted)));
	}
	if (is_file_name(VARDATA_ANY(file), VARSIZE_ANY_EXHDR(file)))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				 errmsg("invalid %s", wanted),
				 errdetail("The bytes are a text, %s, such as the name of a file.",
						   fringe_quote(VARDATA_ANY(file), VARSIZE_ANY_EXHDR(file))),
				 errhint("pg_read_binary_file(name) reads a file of the server, and the "
						 "program fringe_load loads folders.")));
}
