/*
 * text.c - fuzzes every reader of text
 *
 * All of them read every input, so that files are inputs as they are.  What is
 * accepted is written, and read again to an equal value; what is refused is
 * refused for a reason, at a place in the text, and with words.
 */
#include "fuzz.h"

static bool
is_part_of(const char *at, size_t size, const char *text, size_t length)
{
	return at >= text && at <= text + length && size <= (size_t) (text + length - at);
}

static bool
ends(const char *words)
{
	return memchr(words, '\0', FR_TEXT_MAX) != NULL;
}

/* The words for an error about a value of each type whose words differ. */
static void
check_words(const fr_error *error)
{
	static const char *const types[] = {"gridmodel", "gridmethod", "gridlink", "value"};
	fr_text text;

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
	{
		fr_error_text(error, types[i], error->length, &text);
		must(ends(text.message) && ends(text.detail) && ends(text.hint), "words end");
		must(text.message[0] != '\0', "an error has words");
	}
}

static void
check_refusal(fr_status status, const fr_error *error, const char *text, size_t length)
{
	must(error->status == status, "the error's status is what was returned");
	must(!error->what || *error->what, "the error says what");
	must((!error->at && error->length == 0) ||
			 is_part_of(error->at, error->length, text, length),
		 "the error is at a place in the text");
	check_words(error);
}

static bool
same_decimal(fr_decimal a, fr_decimal b)
{
	return a.digits == b.digits && a.scale == b.scale;
}

/* ---- models ------------------------------------------------------------ */

static bool
same_model(const fr_model *a, const fr_model *b)
{
	bool same = a->octile == b->octile && a->hex == b->hex;

	for (int i = 0; i < FR_MODEL_OPTIONS; i++)
		same &= same_decimal(a->option[i], b->option[i]);
	for (int i = 0; i < FR_CODES; i++)
		same &= same_decimal(a->weight[i], b->weight[i]);
	return same;
}

static void
fuzz_model(const char *text, size_t length)
{
	char written[FR_MODEL_TEXT_MAX];
	fr_error error = unset_error();
	fr_model model;
	fr_model again;
	fr_status status = fr_model_parse(text, length, &model, &error);
	char *copy;
	size_t size;

	if (status)
	{
		check_refusal(status, &error, text, length);
		return;
	}
	size = fr_model_write(&model, written);
	copy = exact_copy(written, size);
	must(fr_model_parse(copy, size, &again, &error) == FR_OK &&
			 same_model(&model, &again),
		 "a model's text is read as the same model");
	free(copy);
}

/* ---- methods ----------------------------------------------------------- */

static bool
same_method(const fr_method *a, const fr_method *b)
{
	bool same = a->search == b->search;

	for (int i = 0; i < FR_OPTIONS; i++)
		same &= same_decimal(a->option[i], b->option[i]);
	return same;
}

static void
fuzz_method(const char *text, size_t length)
{
	char written[FR_METHOD_TEXT_MAX];
	fr_error error = unset_error();
	fr_method method;
	fr_method again;
	fr_status status = fr_method_parse(text, length, &method, &error);
	char *copy;
	size_t size;

	if (status)
	{
		check_refusal(status, &error, text, length);
		return;
	}
	size = fr_method_write(&method, written);
	copy = exact_copy(written, size);
	must(fr_method_parse(copy, size, &again, &error) == FR_OK &&
			 same_method(&method, &again),
		 "a method's text is read as the same method");
	free(copy);
}

/* ---- cells and paths --------------------------------------------------- */

static void
fuzz_cell(const char *text, size_t length)
{
	char written[FR_CELL_TEXT_MAX];
	fr_error error = unset_error();
	fr_cell cell;
	fr_cell again;
	fr_status status = fr_cell_parse(text, length, &cell, &error);
	char *copy;
	size_t size;

	if (status)
	{
		check_refusal(status, &error, text, length);
		return;
	}
	size = fr_cell_write(cell, written);
	copy = exact_copy(written, size);
	must(fr_cell_parse(copy, size, &again, &error) == FR_OK && cell.x == again.x &&
			 cell.y == again.y,
		 "a cell's text is read as the same cell");
	free(copy);
}

static void
fuzz_path(const char *text, size_t length)
{
	uint8_t *packed = new_block(fr_path_parse_size(length));
	fr_poll poll = no_poll();
	fr_error error = unset_error();
	size_t size;
	fr_status status = fr_path_parse(text, length, packed, &size, &poll, &error);

	if (status)
		check_refusal(status, &error, text, length);
	else
		reread_path(packed, size);
	free(packed);
}

/* ---- maps -------------------------------------------------------------- */

static void
check_link(const fr_link *link)
{
	char written[FR_LINK_TEXT_MAX];
	uint8_t bytes[FR_LINK_BYTES];
	uint8_t again[FR_LINK_BYTES];
	fr_error error = unset_error();
	fr_link other;

	fr_link_pack(link, bytes);
	must(fr_link_check(bytes), "a link's bytes are accepted");
	must(fr_link_parse(written, fr_link_write(link, written), &other, &error) == FR_OK,
		 "a link's text is read");
	fr_link_pack(&other, again);
	must(memcmp(bytes, again, sizeof bytes) == 0, "as the same link");
}

static void
fuzz_link(const char *text, size_t length)
{
	fr_error error = unset_error();
	fr_link link;
	fr_status status = fr_link_parse(text, length, &link, &error);

	if (status)
		check_refusal(status, &error, text, length);
	else
		check_link(&link);
}

static void
fuzz_busy(const char *text, size_t length)
{
	char written[FR_BUSY_TEXT_MAX];
	uint8_t bytes[FR_BUSY_BYTES];
	fr_error error = unset_error();
	fr_busy busy;
	fr_busy again;
	fr_status status = fr_busy_parse(text, length, &busy, &error);

	if (status)
	{
		check_refusal(status, &error, text, length);
		return;
	}
	fr_busy_pack(&busy, bytes);
	must(fr_busy_check(bytes), "the bytes of a taken cell are valid");
	must(fr_busy_parse(written, fr_busy_write(&busy, written), &again, &error) == FR_OK,
		 "a written taken cell is read");
	must(fr_busy_compare(&busy, &again) == 0, "it is the same one");
}

/* What follows the rows. */
static void
fuzz_links(const char *text, size_t length, fr_map_text *header)
{
	fr_error error = unset_error();
	fr_link link;

	while (fr_map_next_link(text, length, header, &link, &error))
	{
		check_link(&link);
		must((uint32_t) link.from.x < header->width &&
				 (uint32_t) link.to.y < header->height,
			 "links are between cells of the map");
	}
	if (error.status)
		check_refusal(error.status, &error, text, length);
}

/* Every code that is read is a byte of the text, whatever size the header tells. */
static void
fuzz_rows(const char *text, size_t length, fr_map_text *header)
{
	fr_poll poll = no_poll();
	fr_error error = unset_error();
	size_t cells = (size_t) header->width * header->height;
	uint8_t *codes = new_block(cells < length ? cells : length);
	fr_status status = fr_map_parse_rows(text, length, header, codes, &poll, &error);
	uint8_t *packed;
	fr_map map;

	if (status)
		check_refusal(status, &error, text, length);
	else
	{
		map = make_map(codes, header->width, header->height, &packed);
		reread_map(&map, codes);
		free(packed);
	}
	header->takes_links = true;
	if (fr_map_parse_rows(text, length, header, codes, &poll, &error) == FR_OK)
		fuzz_links(text, length, header);
	free(codes);
}

/* Rows alone are what they are after a header of their size. */
static void
fuzz_rows_alone(const char *text, size_t length, const fr_map_text *alone)
{
	fr_poll poll = no_poll();
	fr_error error = unset_error();
	fr_error error_alone = unset_error();
	char head[100];
	size_t size = (size_t) sprintf(head, "type octile\nheight %u\nwidth %u\nmap\n",
								   alone->height, alone->width);
	char *whole = new_block(size + length);
	uint8_t *codes = new_block(fr_map_parse_room(alone, length));
	uint8_t *codes_alone = new_block(fr_map_parse_room(alone, length));
	fr_map_text header;
	fr_map_text rows = *alone;

	memcpy(whole, head, size);
	memcpy(whole + size, text, length);
	must(fr_map_parse_header(whole, size + length, &header, &error) == FR_OK,
		 "the size of rows alone fits a header");
	for (int links = 0; links < 2; links++)
	{
		fr_status status;

		header.takes_links = rows.takes_links = links;
		status = fr_map_parse_rows(whole, size + length, &header, codes, &poll, &error);
		must(fr_map_parse_rows(text, length, &rows, codes_alone, &poll, &error_alone) ==
					 status &&
				 (status ||
				  memcmp(codes, codes_alone, (size_t) rows.width * rows.height) == 0),
			 "rows alone are read as those after a header");
	}
	free(codes_alone);
	free(codes);
	free(whole);
}

static void
fuzz_map(const char *text, size_t length)
{
	fr_error error = unset_error();
	fr_map_text header;
	fr_status status = fr_map_parse_header(text, length, &header, &error);

	if (status)
		check_refusal(status, &error, text, length);
	else
	{
		if (header.rows == text)
			fuzz_rows_alone(text, length, &header);
		fuzz_rows(text, length, &header);
	}
}

/* ---- scenario files ---------------------------------------------------- */

/* The longest that seven numbers and what separates them can be. */
#define SCENARIO_ROOM 128

/* The core writes no scenarios: a line as its reader wants it. */
static size_t
write_scenario(const fr_scenario *s, char *to)
{
	size_t size = (size_t) sprintf(to, "%d\t", s->bucket);

	memcpy(to + size, s->map, s->map_length);
	size += s->map_length;
	size += (size_t) sprintf(to + size, "\t%d\t%d\t%d\t%d\t%d\t%d\t", s->width, s->height,
							 s->start.x, s->start.y, s->goal.x, s->goal.y);
	memcpy(to + size, s->optimal, s->optimal_length);
	return size + s->optimal_length;
}

static bool
same_scenario(const fr_scenario *a, const fr_scenario *b)
{
	return a->bucket == b->bucket && a->width == b->width && a->height == b->height &&
		   a->start.x == b->start.x && a->start.y == b->start.y &&
		   a->goal.x == b->goal.x && a->goal.y == b->goal.y &&
		   a->map_length == b->map_length && memcmp(a->map, b->map, a->map_length) == 0 &&
		   a->optimal_length == b->optimal_length &&
		   memcmp(a->optimal, b->optimal, a->optimal_length) == 0;
}

static void
reread_scenario(const fr_scenario *s)
{
	char *written = new_block(SCENARIO_ROOM + s->map_length + s->optimal_length);
	size_t length = write_scenario(s, written);
	fr_scenario_reader reader = fr_scenario_open(written, length);
	fr_poll poll = no_poll();
	fr_error error = unset_error();
	fr_scenario again;

	must(fr_scenario_next(&reader, &again, &poll, &error) && same_scenario(s, &again),
		 "a scenario's line is read as the same scenario");
	free(written);
}

static void
fuzz_scenarios(const char *text, size_t length)
{
	fr_scenario_reader reader = fr_scenario_open(text, length);
	fr_poll poll = no_poll();
	fr_error error = unset_error();
	fr_scenario s;

	while (fr_scenario_next(&reader, &s, &poll, &error))
	{
		must(is_part_of(s.map, s.map_length, text, length) &&
				 is_part_of(s.optimal, s.optimal_length, text, length),
			 "a scenario's texts are in the file");
		reread_scenario(&s);
	}
	if (error.status)
		check_refusal(error.status, &error, text, length);
	else
		must(reader.next == reader.end, "scenarios end where the file does");
}

/* ------------------------------------------------------------------------ */

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *) data;

	fuzz_model(text, size);
	fuzz_method(text, size);
	fuzz_cell(text, size);
	fuzz_link(text, size);
	fuzz_busy(text, size);
	fuzz_path(text, size);
	fuzz_map(text, size);
	fuzz_scenarios(text, size);
	return 0;
}
