/*
 * full.c - both parts of the library beside each other, on a map of caves; prints TAP
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libfringe_full.h>

#define SIDE 96
#define PAIRS 200

static int tests;

static void
check(bool good, const char *what)
{
	printf("%s %d - %s\n", good ? "ok" : "not ok", ++tests, what);
}

static void *
take(void *context, size_t size)
{
	void *block = malloc(size + 1);

	if (block == NULL)
		abort();
	return block;
}

static void
go_on(void *context)
{
}

static const fr_arena arena = {.allocate = take};
static const fr_poll poll = {.call = go_on};
static const fr_host host = {&arena, &arena, &poll};
static fr_error error;

static fr_cell
cell_of(uint32_t i)
{
	return (fr_cell){(int32_t) (i % SIDE), (int32_t) (i / SIDE)};
}

static bool
stop_at_once(void *context)
{
	++*(int *) context;
	return true;
}

static void
check_errors(fr_finder *finder)
{
	static const char unknown[] = "astar(heuristic=alt, seed=9)"; /* new landmarks */
	fr_cell inside = {1, 1};
	fr_finder *none;
	fr_answer answer;
	fr_text text;
	int asked = 0;

	check(fr_open("map", 3, "octile", &none, &error) == FR_MAP_HEADER, "no map");
	check(fr_find(finder, inside, (fr_cell){SIDE, 0}, "auto", &answer, &error) ==
			  FR_OUTSIDE,
		  "a cell outside");
	fr_error_text(&error, "map", error.length, &text);
	check(strcmp(text.message, "cell (96,0) is outside the map") == 0, "its words");
	check(fr_find(finder, inside, inside, "magic", &answer, &error) == FR_UNKNOWN_NAME,
		  "no method");
	check(fr_find(finder, inside, inside, "visibility", &answer, &error) == FR_METHOD_FIT,
		  "another model's method");
	fr_stop_if(finder, stop_at_once, &asked);
	check(fr_find(finder, inside, inside, unknown, &answer, &error) == FR_STOPPED &&
			  asked == 1,
		  "stopped");
	fr_stop_if(finder, NULL, NULL);
	check(fr_find(finder, inside, inside, unknown, &answer, &error) == FR_OK,
		  "and used again");
}

static void *
take_counted(void *context, size_t size)
{
	*(size_t *) context += size;
	return take(NULL, size);
}

/* A header takes no memory for rows that are not there. */
static void
check_header(void)
{
	static const char text[] = "type octile\nheight 2048\nwidth 65535\nmap\n";
	size_t taken = 0;
	const fr_arena counted = {.allocate = take_counted, .context = &taken};
	const fr_host strict = {&counted, &counted, &poll};
	const fr_map *map;

	check(fr_map_read(text, strlen(text), &strict, &map, &error) == FR_MAP_ROWS &&
			  taken < 1000,
		  "a header without rows takes no memory");
}

/* What the full part has of one grid. */
typedef struct full
{
	fr_grid *grid;
	const fr_method *method;
	fr_workspace *workspace;
	const fr_index *index;
	fr_index_scratch *scratch;
	const fr_field *field; /* to one cell */
	uint32_t goal;
} full;

static void
open_full(full *f, const char *text, const char *model_text)
{
	const fr_map *map;
	const fr_model *model;
	const fr_method *method;
	const fr_index *built;
	size_t size;

	if (fr_map_read(text, strlen(text), &host, &map, &error) ||
		fr_model_read(model_text, strlen(model_text), &arena, &model, &error) ||
		fr_method_read("auto", 4, &arena, &method, &error) ||
		fr_grid_make(map, model, &host, &f->grid, &error) ||
		fr_method_on(f->grid, method, &arena, &f->method, &error))
		abort();
	fr_grid_prepare(f->grid, f->method, &host);
	fr_grid_prepare(f->grid, NULL, &host);
	size = fr_workspace_size(SIDE * SIDE, f->method);
	f->workspace = fr_workspace_init(take(NULL, size), size, SIDE * SIDE);
	if (fr_index_make(f->grid, &(fr_index_terms){model, 0, true}, &host, &built, &error))
		abort();
	check(fr_index_read(fr_index_tell(built).bytes, fr_index_tell(built).size, &host,
						&f->index, &error) == FR_OK,
		  "an index is read");
	size = fr_index_scratch_size(f->index);
	f->scratch = fr_index_scratch_init(take(NULL, size), size);
}

static void
open_field(full *f, const char *model)
{
	fr_query query = {.grid = f->grid, .method = f->method, .uncounted = true};
	uint8_t *packed;
	size_t size;

	if (fr_reach_from(&query, (fr_cells){&f->goal, 1}, fr_grid_bound(f->grid, INFINITY),
					  true, f->workspace, &poll))
		abort();
	size = fr_field_size(f->grid, strlen(model), f->workspace);
	packed = take(NULL, size);
	fr_field_pack(f->grid, model, strlen(model), f->workspace, packed, &poll);
	check(fr_field_read(packed, size, &host, &f->field, &error) == FR_OK,
		  "a field is read");
}

/* Is the route as long as the answer's path, from end to end? */
static bool
is_route(const fr_route *route, const fr_answer *answer)
{
	fr_cell *cells = take(NULL, (size_t) (route->moves + 1) * sizeof *cells);
	const fr_cell *last = answer->cells + answer->count - 1;

	fr_route_cells(route, cells);
	return cells[0].x == answer->cells->x && cells[0].y == answer->cells->y &&
		   cells[route->moves].x == last->x && cells[route->moves].y == last->y;
}

static bool
is_alike(full *f, uint32_t start, const fr_answer *answer)
{
	fr_query query = {.grid = f->grid,
					  .method = f->method,
					  .start = start,
					  .goal = f->goal,
					  .arena = &arena};
	fr_index_query asked = {f->index, cell_of(start), cell_of(f->goal), f->scratch};
	fr_result result;
	fr_route route;
	uint64_t cost;

	if (fr_search(&query, f->workspace, &poll, &result) ||
		fr_index_find(&asked, &host, &cost, &route, &error))
		return false;
	if (!answer->found)
		return !result.found && cost == FR_UNREACHED && isinf(answer->cost);
	if (!is_route(&route, answer) || fr_index_value(f->index, cost) != answer->cost)
		return false;
	route = fr_field_route(f->field, cell_of(start), &arena, &poll);
	return is_route(&route, answer) &&
		   fr_grid_value(f->grid, result.cost) == answer->cost;
}

/* Each start with the goal in the middle, by each method. */
static int
count_unlike(full *f, fr_finder *finder, int *found)
{
	static const char *const methods[] = {"auto", "astar(heuristic=alt)", "fringe"};
	int unlike = 0;

	for (uint32_t i = 0; i < PAIRS; i++)
	{
		uint32_t start = i * 7919 % (SIDE * SIDE);
		fr_answer answer;

		if (fr_find(finder, cell_of(start), cell_of(f->goal), methods[i / 2 % 3], &answer,
					&error) ||
			!is_alike(f, start, &answer))
			unlike++;
		*found += answer.found;
	}
	return unlike;
}

static void
compare(const char *text, const char *model)
{
	fr_finder *finder;
	full f = {.goal = SIDE * SIDE / 2 + SIDE / 2};
	int found = 0;
	int unlike;

	if (fr_open(text, strlen(text), model, &finder, &error))
		abort();
	open_full(&f, text, model);
	open_field(&f, model);
	unlike = count_unlike(&f, finder, &found);
	printf("# %d of %d found, %d unlike\n", found, PAIRS, unlike);
	check(unlike == 0 && found > PAIRS / 4, model);
	check_errors(finder);
	check_header();
	fr_close(finder);
}

int
main(void)
{
	static uint8_t codes[SIDE * SIDE];
	static uint8_t scratch[SIDE * SIDE];
	const fr_map *map;
	char *text;
	size_t size;

	fr_generate_caves((fr_canvas){codes, SIDE, SIDE, 3}, scratch, 0.4, &poll);
	codes[SIDE * SIDE / 2 + SIDE / 2] = '.';
	if (fr_map_of_codes(codes, SIDE, SIDE, &host, &map, &error))
		abort();
	size = fr_map_text_size(map);
	text = take(NULL, size);
	fr_map_write(map, text, &poll);
	text[size] = '\0';
	compare(text, "octile");
	compare(text, "tile(straight=3)");
	codes[5] = '\n';
	check(fr_map_of_codes(codes, SIDE, SIDE, &host, &map, &error) == FR_MAP_CODE,
		  "no code");
	check(strcmp(fr_version(), FR_VERSION) == 0, "the header's version");
	printf("1..%d\n", tests);
	return 0;
}
