/*
 * plan.c - sections and header of an index, and its bytes
 */
#include "core/index/store/plan.h"

#include <string.h>

#include "core/base/error.h"
#include "core/grid/bits.h"

/* ---- sections ------------------------------------------------------------------- */

/* Bytes of a section that are all 0. */
uint8_t *
fr_plan_section(const fr_index_maker *m, int number, size_t size)
{
	uint8_t *bytes = fr_take(m->arena, size);

	memset(bytes, 0, size);
	m->plan->section[number] = (fr_index_section){bytes, size};
	return bytes;
}

/* The free cells, row by row. */
void
fr_plan_rows(const fr_index_maker *m)
{
	const fr_grid *grid = m->request->grid;
	size_t words = ((size_t) grid->width + 63) / 64;
	uint8_t *rows = fr_plan_section(m, FR_SECTION_ROWS, grid->height * words * 8);

	for (uint32_t y = 0; y < grid->height; y++)
	{
		const uint64_t *line = fr_bits_line(&grid->rows, y);

		fr_poll_at(m->poll, y);
		for (uint32_t i = 0; i < words; i++)
			fr_put64(rows, y * words + i, ~line[i] & fr_bits_within(grid->width, i));
	}
}

static void
put_model_text(const fr_index_maker *m)
{
	char *text = fr_take(m->arena, FR_MODEL_TEXT_MAX);
	size_t length = fr_model_write(m->request->model, text);

	m->plan->section[FR_SECTION_MODEL] =
		(fr_index_section){(const uint8_t *) text, length};
}

/* ---- the header ------------------------------------------------------------------ */

static void
put_double(uint8_t *to, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	fr_put64(to, 0, bits);
}

static uint32_t
flags_of(const fr_index_maker *m, const fr_index_head *head)
{
	return head->flags | (m->request->grid->costs.root2 ? FR_FLAG_ROOT2 : 0) |
		   (head->rule.tile ? FR_FLAG_TILE : 0) |
		   (m->request->routes ? FR_FLAG_ROUTES : 0) |
		   (uint32_t) head->rule.corners << FR_FLAG_CORNERS;
}

static void
put_header(const fr_index_maker *m, const fr_index_head *head)
{
	const fr_grid *grid = m->request->grid;
	uint8_t *header = m->plan->header;

	memset(header, 0, FR_INDEX_HEADER);
	fr_put32(header + FR_AT_VERSION, 0, FR_INDEX_VERSION);
	fr_put32(header + FR_AT_FORM, 0, head->form);
	fr_put32(header + FR_AT_BORDERS, 0, head->borders);
	fr_put32(header + FR_AT_WIDTH, 0, grid->width);
	fr_put32(header + FR_AT_HEIGHT, 0, grid->height);
	memcpy(header + FR_AT_DIGEST, m->request->digest, FR_INDEX_DIGEST);
	fr_put64(header + FR_AT_STRAIGHT, 0, head->rule.straight);
	fr_put64(header + FR_AT_DIAGONAL, 0, head->rule.diagonal);
	fr_put32(header + FR_AT_PARTS, 0, head->parts);
	put_double(header + FR_AT_NUMERATOR, grid->costs.numerator);
	put_double(header + FR_AT_DENOMINATOR, grid->costs.denominator);
	fr_put32(header + FR_AT_LABEL_STRAIGHT, 0, head->units.straight);
	fr_put32(header + FR_AT_LABEL_DIAGONAL, 0, head->units.diagonal);
	fr_put32(header + FR_AT_TOP, 0, head->top);
	fr_put32(header + FR_AT_FLAGS, 0, flags_of(m, head));
	fr_put32(header + FR_AT_HUBS, 0, head->hubs);
	fr_put32(header + FR_AT_MODEL, 0, (uint32_t) m->plan->section[FR_SECTION_MODEL].size);
}

/* Where sections begin; how large the whole is. */
static size_t
lay_out_sections(const fr_index_plan *plan, uint8_t *header)
{
	size_t at = FR_INDEX_HEADER;

	for (int i = 0; i < FR_SECTION_COUNT; i++)
	{
		if (header)
			fr_put32(header + FR_AT_SECTIONS, (size_t) i, (uint32_t) at);
		at += fr_index_aligned(plan->section[i].size);
	}
	return at;
}

/* Header and sections are whole; FR_INDEX_MAX_SIZE: they are too large. */
fr_status
fr_plan_finish(const fr_index_maker *m, const fr_index_head *head)
{
	size_t size;

	put_model_text(m);
	put_header(m, head);
	size = lay_out_sections(m->plan, m->plan->header);
	if (size > m->max_size)
		return fr_fail(m->error, FR_INDEX_MAX_SIZE, .found = (int64_t) size,
					   .wanted = (int64_t) m->max_size);
	return FR_OK;
}

/* ---- bytes -------------------------------------------------------------------------- */

size_t
fr_index_plan_size(const fr_index_plan *plan)
{
	return lay_out_sections(plan, NULL);
}

void
fr_index_write(const fr_index_plan *plan, uint8_t *bytes, const fr_poll *poll)
{
	size_t size = fr_index_plan_size(plan);

	memcpy(bytes, plan->header, FR_INDEX_HEADER);
	for (int i = 0; i < FR_SECTION_COUNT; i++)
	{
		const fr_index_section *section = &plan->section[i];
		uint8_t *at = bytes + fr_get32(plan->header + FR_AT_SECTIONS, (size_t) i);
		size_t rest = fr_index_aligned(section->size) - section->size;

		fr_poll_now(poll);
		if (section->size > 0)
			memcpy(at, section->bytes, section->size);
		memset(at + section->size, 0, rest);
	}
	fr_put64(bytes + FR_AT_CHECKSUM, 0,
			 fr_index_checksum(bytes + FR_AT_WIDTH, size - FR_AT_WIDTH));
}
