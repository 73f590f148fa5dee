/*
 * linked_lines_grid.h - the maps of linked_lines.h as the library has them, and its routes there
 */
#ifndef FRINGE_LINKED_LINES_GRID_H
#define FRINGE_LINKED_LINES_GRID_H

#include "linked_lines.h"

#define SCENE_MODEL_TEXT 80

/* A cost of anyangle: the bits of a double. */
static inline double
value_of(uint64_t bits)
{
	double value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

static inline void
write_model(const scene *s, char *text)
{
	text += sprintf(text, "anyangle(size=%dx%d", s->size, s->tall);
	if (s->factor.digits == 0)
		text += sprintf(text, ", link=blocked");
	else
		text += sprintf(text, ", link=%g",
						(double) s->factor.digits / (double) ten_to(s->factor.scale));
	if (s->closed)
		text += sprintf(text, ", %c=blocked", s->closed);
	strcpy(text, ")");
}

static inline fr_grid *
grid_of(const scene *s)
{
	static uint8_t links[MOST_WAYS / 2 * FR_LINK_BYTES];
	fr_poll poll = no_poll();
	uint8_t *packed;
	fr_map map = make_map(s->codes, (uint32_t) s->width, (uint32_t) s->height, &packed);
	char text[SCENE_MODEL_TEXT];
	fr_model model;
	fr_costs costs;
	fr_error error;
	fr_grid *grid;

	write_model(s, text);
	for (int i = 0; i < s->link_count; i++)
		fr_link_pack(&s->links[i], links + i * FR_LINK_BYTES);
	map.links = links;
	map.link_count = (uint32_t) s->link_count;
	if (fr_model_parse(text, strlen(text), &model, &error) ||
		fr_costs_resolve(&model, &map, &costs, &error))
	{
		fprintf(stderr, "a model is refused: %s\n", text);
		exit(2);
	}
	grid = malloc_grid(&map, &model, &costs, &poll);
	free(packed);
	return grid;
}

static inline void
print_scene(const scene *s)
{
	char text[FR_LINK_TEXT_MAX + SCENE_MODEL_TEXT];

	write_model(s, text);
	printf("# %s\n", text);
	for (int y = 0; y < s->height; y++)
		printf("# %.*s\n", s->width, (const char *) s->codes + y * s->width);
	for (int i = 0; i < s->link_count; i++)
	{
		text[fr_link_write(&s->links[i], text)] = '\0';
		printf("# %s\n", text);
	}
}

/* ---- routes ----------------------------------------------------------------- */

static inline bool
is_by_link(const fr_route *route, size_t i)
{
	return route->linked && route->linked[i];
}

static inline bool
has_link(const fr_route *route)
{
	bool any = false;

	for (size_t i = 0; i < route->count; i++)
		any |= is_by_link(route, i);
	return any;
}

/* Does the route lead from start to goal, by lines that the oracle sees and its links? */
static inline bool
is_legal(const scene *s, const fr_route *route, int start, int goal)
{
	int at = start;

	if (route->start.x != start % s->width || route->start.y != start / s->width)
		return false;
	for (size_t i = 0; i < route->count; i++)
	{
		int to = route->corners[i].y * s->width + route->corners[i].x;

		if (to == at ||
			(is_by_link(route, i) ? parts_of(s, at, to) < 0 : !sees(s, at, to)))
			return false;
		at = to;
	}
	return at == goal;
}

static inline bool
is_right_route(const scene *s, const fr_grid *grid, const fr_route *route, int start,
			   int goal, uint64_t cost)
{
	fr_poll poll = no_poll();
	uint8_t packed[8192];
	size_t size;
	uint64_t price;
	fr_error error;

	if (!is_legal(s, route, start, goal))
		return false;
	size = fr_path_pack(route, packed, &poll);
	return fr_path_check(packed, size, &poll, &error) == FR_OK &&
		   fr_path_price(grid, packed, size, &price, &poll) && price == cost &&
		   fr_path_length(packed, size, &poll) == (uint64_t) route->moves + 1;
}

#endif /* FRINGE_LINKED_LINES_GRID_H */
