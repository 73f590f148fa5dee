/*
 * interface.c - the functions that fringe_formats calls
 */
#include "pg/types/interface.h"

const FringeInterface *
fringe_interface(void)
{
	static const FringeInterface interface = {
		.version = FRINGE_VERSION,
		.size = sizeof(FringeInterface),
		.memory_limit = fringe_memory_limit,
		.limit_memory = fringe_limit_memory,
		.alloc_huge = fringe_alloc_huge,
		.quote = fringe_quote,
		.quote_text = fringe_quote_text,
		.text_code = fringe_text_code,
		.check_code = fringe_check_code,
		.check_size = gridmap_check_size,
		.from_codes = gridmap_from_codes,
		.from_layout = gridmap_from_layout,
		.open = gridmap_open,
		.add_layer = gridmap_add_layer,
		.check_layer_name = fringe_check_layer_name,
		.unpack = fr_map_unpack,
		.unpack_codes = fr_map_unpack_codes,
		.layout_named = fringe_layout_named,
		.layout_name = fringe_layout_name,
		.offset_map_of = fr_offset_map_of,
		.cell_from_doubled = fr_cell_from_doubled,
		.cell_to_offset = fr_cell_to_offset,
	};

	return &interface;
}
