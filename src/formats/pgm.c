/*
 * pgm.c - maps from and to PGM
 */
#include "formats/formats.h"

static void
report_pgm(const char *expected, const char *hint)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION), errmsg("invalid PGM"),
					errdetail("Expected %s.", expected), hint ? errhint("%s", hint) : 0));
}

/* Skips blanks, and comments from # to the end of a line. */
static void
skip_pgm_blanks(Pgm *pgm)
{
	bool comment = false;

	for (; pgm->next < pgm->end; pgm->next++)
	{
		poll_at(pgm->next);
		if (*pgm->next == '#')
			comment = true;
		else if (*pgm->next == '\n')
			comment = false;
		else if (!comment && !isspace(*pgm->next))
			return;
	}
}

/* A number of the header, or a value as text; false if there is none. */
static bool
take_pgm_number(Pgm *pgm, uint32 *number)
{
	*number = 0;
	skip_pgm_blanks(pgm);
	if (pgm->next == pgm->end || !isdigit(*pgm->next))
		return false;
	while (pgm->next < pgm->end && isdigit(*pgm->next) && *number < 100000)
	{
		poll_at(pgm->next);
		*number = *number * 10 + (*pgm->next++ - '0');
	}
	return true;
}

static uint32
need_pgm_number(Pgm *pgm, const char *expected)
{
	uint32 number;

	if (!take_pgm_number(pgm, &number))
		report_pgm(expected, NULL);
	return number;
}

static const char *
pgm_size(const Pgm *pgm)
{
	return psprintf("%u rows of %u values, as the header tells", pgm->height, pgm->width);
}

uint32
pgm_take(Pgm *pgm, fr_cell cell)
{
	uint32 value;

	if (pgm->text)
	{
		if (!take_pgm_number(pgm, &value))
			report_pgm(pgm->next == pgm->end
						   ? pgm_size(pgm)
						   : psprintf("a number for cell (%d,%d)", cell.x, cell.y),
					   NULL);
	}
	else
	{
		value = *pgm->next++;
		if (pgm->largest > 255)
			value = value << 8 | *pgm->next++;
	}
	if (value > pgm->largest)
		report_pgm(
			psprintf("at most %u, the largest value of the header, for cell (%d,%d)",
					 pgm->largest, cell.x, cell.y),
			NULL);
	return value;
}

/*
 * Goes to the bytes of a P5. One blank ends the header. A program that writes text lines may end it
 * with CRLF, and add a line's end behind the last byte: the number of bytes tells.
 */
static void
begin_pgm_bytes(Pgm *pgm)
{
	int64 wanted = (int64) pgm->width * pgm->height * (pgm->largest > 255 ? 2 : 1);
	int64 found;

	if (pgm->next < pgm->end && !isspace(*pgm->next))
		report_pgm("a blank after the largest value", NULL);
	if (pgm->end - pgm->next > wanted + 1 && pgm->next[0] == '\r' && pgm->next[1] == '\n')
		pgm->next++;
	if (pgm->next < pgm->end)
		pgm->next++;
	found = pgm->end - pgm->next;
	while (found > wanted && found <= wanted + 2 && isspace(pgm->next[found - 1]))
		found--;
	if (found != wanted)
		report_pgm(pgm_size(pgm), psprintf("They take %lld bytes; the file has %lld.",
										   (long long) wanted, (long long) found));
	pgm->end = pgm->next + wanted;
}

Pgm
pgm_open(const bytea *bytes)
{
	const uint8 *file = (const uint8 *) VARDATA_ANY(bytes);
	Pgm pgm = {file + 2, file + VARSIZE_ANY_EXHDR(bytes)};

	file_check_kind("PGM", bytes);
	if (pgm.end < pgm.next || file[0] != 'P' || (file[1] != '2' && file[1] != '5'))
		report_pgm("P2 or P5", "Convert the picture to PGM or PNG.");
	pgm.text = file[1] == '2';
	pgm.width = need_pgm_number(&pgm, "a width");
	pgm.height = need_pgm_number(&pgm, "a height");
	gridmap_check_size(pgm.width, pgm.height);
	pgm.largest = need_pgm_number(&pgm, "the largest value");
	if (pgm.largest < 1 || pgm.largest > 65535)
		report_pgm("a largest value from 1 to 65535", NULL);
	if (!pgm.text)
		begin_pgm_bytes(&pgm);
	else if (pgm.end - pgm.next < (int64) pgm.width * pgm.height)
		report_pgm(pgm_size(&pgm), NULL);
	return pgm;
}

void
pgm_close(Pgm *pgm)
{
	skip_pgm_blanks(pgm);
	if (pgm->next < pgm->end)
		report_pgm(pgm_size(pgm), "More values follow.");
}

static void
next_pgm_value(void *source, fr_cell cell, CellValue *value)
{
	value->number = pgm_take(source, cell);
}

/* gridmap_from_pgm(pgm, rule) */
FRINGE_FUNCTION(gridmap_from_pgm)
{
	Rule rule;
	Gridmap *map;
	Pgm pgm;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	rule = rule_argument(fcinfo, 1, &rule_of_numbers);
	pgm = pgm_open(PG_GETARG_BYTEA_PP(0));
	map = rule_map(&rule, pgm.width, pgm.height, next_pgm_value, &pgm);
	pgm_close(&pgm);
	PG_RETURN_POINTER(map);
}

/* gridmap_to_pgm(map): one byte per cell, its terrain code */
FRINGE_FUNCTION(gridmap_to_pgm)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	char header[64];
	int length =
		snprintf(header, sizeof header, "P5\n%u %u\n255\n", map.width, map.height);
	Size size = VARHDRSZ + length + (Size) map.width * map.height;
	bytea *pgm = palloc(size);

	SET_VARSIZE(pgm, size);
	memcpy(VARDATA(pgm), header, length);
	fr_map_unpack(&map, (uint8 *) VARDATA(pgm) + length, &fringe_poll);
	PG_RETURN_BYTEA_P(pgm);
}
