/*
 * map_text.h - a map is read from text
 */
#ifndef FRINGE_TEST_MAP_TEXT_H
#define FRINGE_TEST_MAP_TEXT_H

#include "support.h"

/* The status; where it is FR_OK, *codes is the caller's to free. */
static inline fr_status
parse(const char *text, size_t length, fr_map_text *header, uint8_t **codes,
	  fr_error *error)
{
	fr_poll poll = no_poll();
	char *copy = exact_copy(text, length);
	fr_status status = fr_map_parse_header(copy, length, header, error);

	*codes = NULL;
	if (status == FR_OK)
	{
		*codes = new_block((size_t) header->width * header->height);
		status = fr_map_parse_rows(copy, length, header, *codes, &poll, error);
	}
	if (status != FR_OK)
	{
		free(*codes);
		*codes = NULL;
		/* spans of the input live on in the text that is not freed */
		if (error->at && error->length > 0)
			error->at = text + (error->at - copy);
	}
	free(copy);
	return status;
}

#endif /* FRINGE_TEST_MAP_TEXT_H */
