/*
 * map_floors.c - the floors of a map
 */
#include "pg/types/types.h"

#include "miscadmin.h"

static bool
is_border(const fr_map *map, uint32 x)
{
	CHECK_FOR_INTERRUPTS();
	for (uint32 y = 0; y < map->height; y++)
		if (fr_map_code(map, x, y) != FLOOR_BORDER)
			return false;
	return true;
}

uint32
map_floors_next_border(const fr_map *map, uint32 x)
{
	while (x < map->width && !is_border(map, x))
		x++;
	return x;
}

/* The rows of a floor without those of borders at its bottom; at least one. */
static uint32
height_of(const fr_map *map, const MapFloor *floor)
{
	uint32 y = map->height;
	uint32 x = 0;

	while (y > 1 && x < floor->width &&
		   fr_map_code(map, floor->x + x, y - 1) == FLOOR_BORDER)
	{
		fr_poll_at(&fringe_poll, x);
		if (++x == floor->width)
		{
			x = 0;
			y--;
		}
	}
	return y;
}

MapFloors *
map_floors_read(const fr_map *map)
{
	/* a map that has only borders has one floor more than columns */
	Size most = offsetof(MapFloors, floor) + ((Size) map->width + 1) * sizeof(MapFloor);
	MapFloors *floors = palloc(most);

	*floors = (MapFloors){.width = map->width, .height = map->height};
	for (uint32 x = 0; x <= map->width; x++)
	{
		MapFloor *floor = &floors->floor[floors->count++];

		floor->x = x;
		x = map_floors_next_border(map, x);
		floor->width = x - floor->x;
		floor->height = height_of(map, floor);
	}
	return repalloc(floors,
					offsetof(MapFloors, floor) + floors->count * sizeof(MapFloor));
}

const MapFloor *
map_floors_get(const MapFloors *floors, int32 number)
{
	if (number < 1 || number > floors->count)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("map has no floor %d", number),
						errdetail("Its last floor is %d.", floors->count)));
	return &floors->floor[number - 1];
}

int
map_floors_find(const MapFloors *floors, fr_cell cell)
{
	int low = 0;
	int high = floors->count - 1;
	const MapFloor *floor;

	while (low < high)
	{
		int middle = (low + high) / 2;

		if (floors->floor[middle].x + floors->floor[middle].width < (uint32) cell.x)
			low = middle + 1;
		else
			high = middle;
	}
	floor = &floors->floor[low];
	return (uint32) cell.x < floor->x + floor->width && (uint32) cell.y < floor->height
			   ? low + 1
			   : 0;
}

Gridmap *
map_floors_cut(const fr_map *map, const MapFloors *floors, int32 number)
{
	const MapFloor *floor = map_floors_get(floors, number);

	if (floor->width == 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("floor %d has no cells", number),
						errdetail("It is between two columns of the code \"|\".")));
	return gridmap_cut(map, floor->x, 0, floor->width, floor->height);
}
