/*
 * diagnosis.c - why there is no path, and the fewest closed cells that one would open
 *
 * Three rules forbid steps between passable cells: closed sides, limits of heights, and
 * directions of codes and links. The reason is the smallest set of these rules without which
 * there is a path. A step breaks a rule if it is legal without the whole set, but not if only
 * this rule is left of it. So the legal moves of grids under more open models tell everything
 * about steps.
 *
 * The fewest obstacles are found on the grid of a more open model, by Dijkstra's algorithm
 * with costs ordered by obstacles, then by steps. Most steps meet no obstacle. They enter a
 * queue, which stays in order because the cost of the last popped node never falls. Other
 * steps enter a heap.
 *
 * An agent of one cell enters each cell once, so the number is exact. A larger agent may
 * leave a closed cell and come back to it. The search counts such a return again. The least
 * number of different cells is the problem of barrier resilience for squares, for which no
 * polynomial algorithm is known. Cells that the agent covers at the start or at the goal
 * count once, as every path opens them. A side cell of a diagonal step counts again if the
 * agent enters it later, which only one-way cells make necessary. A larger agent that breaks
 * a rule counts steps.
 */
#include <string.h>

#include "core/base/heap.h"
#include "core/grid/edges.h"
#include "core/grid/moves.h"
#include "core/map/map_layers.h"
#include "core/model/costs.h"
#include "core/query/grid_query.h"

/* ---- reasons ----------------------------------------------------------------- */

const char *const fr_reason_text[FR_REASONS] = {
	[FR_PATH] = "path",
	[FR_START_BLOCKED] = "start blocked",
	[FR_GOAL_BLOCKED] = "goal blocked",
	[FR_START_WITHOUT_WEIGHT] = "start without weight",
	[FR_GOAL_WITHOUT_WEIGHT] = "goal without weight",
	[FR_START_IN_LAYER] = "start blocked by layer",
	[FR_GOAL_IN_LAYER] = "goal blocked by layer",
	[FR_START_TOO_NARROW] = "start too narrow",
	[FR_GOAL_TOO_NARROW] = "goal too narrow",
	[FR_APART] = "apart",
	[FR_SIDES_CLOSED] = "closed sides",
	[FR_TOO_STEEP] = "too steep",
	[FR_ONE_WAY] = "one-way",
	[FR_SIDES_AND_STEEP] = "closed sides and too steep",
	[FR_SIDES_AND_ONE_WAY] = "closed sides and one-way",
	[FR_STEEP_AND_ONE_WAY] = "too steep and one-way",
	[FR_ALL_RULES] = "closed sides, too steep and one-way",
	[FR_COST_OUT_OF_RANGE] = "cost out of range",
};

/* Why the agent cannot stand at an end. Of two ends the lower reason counts. */
enum
{
	CLOSED,
	WITHOUT_WEIGHT,
	IN_LAYER,
	TOO_NARROW,
	PASSABLE
};

/* Is a cell in the layer `blocked`? */
static bool
in_layer(const fr_map *map, uint32_t cell)
{
	fr_layer layer;

	return fr_map_find_layer(map, FR_LAYER_BLOCKED, strlen(FR_LAYER_BLOCKED), &layer) &&
		   fr_layer_at(&layer, cell) > 0;
}

static int
obstacle_at(const fr_grid *grid, const fr_map *map, const fr_model *model, uint32_t cell)
{
	fr_cell at = fr_grid_cell(grid, cell);
	uint8_t code = fr_map_code(map, (uint32_t) at.x, (uint32_t) at.y);

	if (!fr_grid_blocked(grid, cell))
		return PASSABLE;
	if (fr_model_lacks(model, code))
		return WITHOUT_WEIGHT;
	if (fr_weight_blocks(model->weight[code - FR_FIRST_CODE]))
		return CLOSED;
	return in_layer(map, cell) ? IN_LAYER : TOO_NARROW;
}

void
fr_find_reason(const fr_query *query, const fr_diagnosed *asked, fr_sweep_workspace sweep,
			   const fr_poll *poll, fr_diagnosis *found)
{
	static const fr_reason reasons[PASSABLE][2] = {
		{FR_START_BLOCKED, FR_GOAL_BLOCKED},
		{FR_START_WITHOUT_WEIGHT, FR_GOAL_WITHOUT_WEIGHT},
		{FR_START_IN_LAYER, FR_GOAL_IN_LAYER},
		{FR_START_TOO_NARROW, FR_GOAL_TOO_NARROW},
	};
	const fr_grid *grid = query->grid;
	int start = obstacle_at(grid, asked->map, asked->model, query->start);
	int goal = obstacle_at(grid, asked->map, asked->model, query->goal);

	*found = (fr_diagnosis){0};
	found->status = fr_closest_to(query, sweep, poll, &found->closest);
	if (start != PASSABLE || goal != PASSABLE)
		found->reason = start <= goal ? reasons[start][0] : reasons[goal][1];
	else if (fr_grid_group(grid, fr_grid_component(grid, query->start)) !=
			 fr_grid_group(grid, fr_grid_component(grid, query->goal)))
		found->reason = FR_APART;
	else if (found->status == FR_OK)
		found->reason = found->closest.cell == query->goal ? FR_PATH : FR_ONE_WAY;
	else
		found->reason =
			fr_is_reachable(query, sweep, poll) ? FR_COST_OUT_OF_RANGE : FR_ONE_WAY;
}

/* ---- what the model closes --------------------------------------------------- */

/* Rules that forbid steps between passable cells, a bit each. */
enum
{
	SIDES = 1,		/* closed sides of cells */
	LIMITS = 2,		/* `climb` and `fall`, and grades outside `slope` */
	DIRECTIONS = 4, /* of codes and links */
	RULE_SETS = 8
};

/* The sets of rules as reasons, the smallest sets first. */
static const struct
{
	unsigned rules;
	fr_reason reason;
} rule_reasons[] = {
	{SIDES, FR_SIDES_CLOSED},
	{LIMITS, FR_TOO_STEEP},
	{DIRECTIONS, FR_ONE_WAY},
	{SIDES | LIMITS, FR_SIDES_AND_STEEP},
	{SIDES | DIRECTIONS, FR_SIDES_AND_ONE_WAY},
	{LIMITS | DIRECTIONS, FR_STEEP_AND_ONE_WAY},
	{SIDES | LIMITS | DIRECTIONS, FR_ALL_RULES},
};

#define RULE_REASONS ((int) (sizeof rule_reasons / sizeof *rule_reasons))

/* Copies, because the caller may drop the grid when it makes the grid of another model. */
typedef struct closed_parts
{
	uint64_t *blocked;		   /* a bit per cell: the agent cannot stand there */
	uint32_t *counts;		   /* of closed cells, for large agents; else NULL */
	uint8_t *moves[RULE_SETS]; /* legal moves without these rules; NULL: not yet known */
	uint8_t codes[FR_CODES];
	int code_count; /* of the map and its links that the model blocks */
	bool layered;	/* some cells are in the layer `blocked` */
	fr_layer layer;
	bool sided; /* some cells have closed sides */
	fr_layer sides;
} closed_parts;

static fr_link
link_at(const fr_map *map, uint32_t number)
{
	return fr_link_unpack(map->links + (size_t) number * FR_LINK_BYTES);
}

static bool
is_closed(const fr_model *model, uint8_t code)
{
	return fr_weight_blocks(model->weight[code - FR_FIRST_CODE]);
}

static bool
has_directions(const fr_model *model, uint8_t code)
{
	int i = code - FR_FIRST_CODE;

	return (model->enter[i] & model->leave[i]) != FR_ANY_WAY;
}

static bool
is_closed_cell(const closed_parts *closed, const fr_diagnosed *asked, uint32_t x,
			   uint32_t y)
{
	return is_closed(asked->model, fr_map_code(asked->map, x, y)) ||
		   (closed->layered &&
			fr_layer_at(&closed->layer, (size_t) y * asked->map->width + x) > 0);
}

static void
add_closed_code(closed_parts *closed, const fr_model *model, uint8_t code)
{
	if (is_closed(model, code) &&
		memchr(closed->codes, code, (size_t) closed->code_count) == NULL)
		closed->codes[closed->code_count++] = code;
}

/* Does an agent of this size at a cell cover (x,y)? */
static bool
covers(fr_cell at, fr_size size, int32_t x, int32_t y)
{
	return fr_size_covers(size, x - at.x, y - at.y);
}

/*
 * A summed-area table: entry (x,y) counts the closed cells above and to the left of (x,y) that
 * the agent covers neither at the start nor at the goal.
 */
static uint32_t *
count_closed_cells(const fr_query *query, const fr_diagnosed *asked,
				   const closed_parts *closed, const fr_poll *poll)
{
	const fr_map *map = asked->map;
	fr_size size = fr_model_size(asked->model);
	fr_cell start = fr_grid_cell(query->grid, query->start);
	fr_cell goal = fr_grid_cell(query->grid, query->goal);
	size_t stride = (size_t) map->width + 1;
	uint32_t *counts =
		fr_arena_alloc(query->arena, stride * (map->height + 1) * sizeof *counts);
	uint32_t *to = counts + stride;

	memset(counts, 0, stride * sizeof *counts);
	for (uint32_t y = 0; y < map->height; y++, to += stride)
	{
		uint32_t in_row = 0;

		to[0] = 0;
		for (uint32_t x = 0; x < map->width; x++)
		{
			fr_poll_at(poll, x);
			in_row += is_closed_cell(closed, asked, x, y) &&
					  !covers(start, size, (int32_t) x, (int32_t) y) &&
					  !covers(goal, size, (int32_t) x, (int32_t) y);
			to[x + 1] = to[x + 1 - stride] + in_row;
		}
	}
	return counts;
}

/* The legal moves of all cells. */
static uint8_t *
copy_moves(const fr_query *query, const fr_grid *grid, const fr_poll *poll)
{
	uint8_t *moves = fr_arena_alloc(query->arena, grid->cells);

	for (uint32_t cell = 0; cell < grid->cells; cell++)
	{
		fr_poll_at(poll, cell);
		moves[cell] = fr_grid_blocked(grid, cell)
						  ? 0
						  : (uint8_t) fr_legal_moves(grid, fr_grid_cell(grid, cell));
	}
	return moves;
}

static closed_parts
closed_by_model(const fr_query *query, const fr_diagnosed *asked, const fr_poll *poll)
{
	const fr_grid *grid = query->grid;
	const fr_map *map = asked->map;
	size_t bytes = (size_t) grid->cells / 64 * 8 + 8;
	closed_parts closed = {.blocked = fr_arena_alloc(query->arena, bytes),
						   .moves = {copy_moves(query, grid, poll)}};

	closed.layered =
		fr_map_find_layer(map, FR_LAYER_BLOCKED, strlen(FR_LAYER_BLOCKED), &closed.layer);
	closed.sided = fr_map_sides(map, &closed.sides);
	if (fr_model_is_large(asked->model))
		closed.counts = count_closed_cells(query, asked, &closed, poll);
	memset(closed.blocked, 0, bytes);
	for (uint32_t cell = 0; cell < grid->cells; cell++)
	{
		fr_poll_at(poll, cell);
		closed.blocked[cell / 64] |= (uint64_t) fr_grid_blocked(grid, cell) << cell % 64;
	}
	for (int i = 0; i < map->code_count; i++)
		add_closed_code(&closed, asked->model, map->codes[i]);
	for (uint32_t i = 0; i < map->link_count; i++)
	{
		uint8_t code = link_at(map, i).code;

		fr_poll_at(poll, i);
		if (code != 0)
			add_closed_code(&closed, asked->model, code);
	}
	return closed;
}

/*
 * The grid of the map without some of the rules. A search for obstacles counts obstacles and steps, and no
 * costs. Without the prices of layers, no cost of the opened model exceeds the range.
 */
static const fr_grid *
grid_without(const fr_diagnosed *asked, unsigned rules)
{
	fr_model model = *asked->model;

	fr_model_drop_prices(&model);
	if (rules & LIMITS)
		model = fr_model_without_layers(&model);
	if (rules & DIRECTIONS)
	{
		memset(model.enter, FR_ANY_WAY, sizeof model.enter);
		memset(model.leave, FR_ANY_WAY, sizeof model.leave);
	}
	return asked->grid(asked->context, &model, rules & SIDES ? FR_LAYER_SIDES : "");
}

/* The rules that the map and the model have. */
static unsigned
rules_of(const fr_diagnosed *asked, const closed_parts *closed, const fr_poll *poll)
{
	const fr_map *map = asked->map;
	unsigned rules = (closed->sided ? SIDES : 0) |
					 (fr_model_limits_heights(asked->model) ? LIMITS : 0);

	for (int i = 0; i < map->code_count; i++)
		if (has_directions(asked->model, map->codes[i]))
			return rules | DIRECTIONS;
	for (uint32_t i = 0; i < map->link_count; i++)
	{
		fr_poll_at(poll, i);
		if (!link_at(map, i).both)
			return rules | DIRECTIONS;
	}
	return rules;
}

/*
 * The model with all closed codes and links passable, or all except walls. They cost nothing,
 * which fits every other cost.
 */
static fr_model
model_with_codes(const fr_diagnosed *asked, const closed_parts *closed, bool walls)
{
	fr_model model = *asked->model;

	fr_model_drop_prices(&model);
	for (int i = 0; i < closed->code_count; i++)
		if (walls || !fr_is_wall(closed->codes[i]))
			model.weight[closed->codes[i] - FR_FIRST_CODE] = (fr_decimal){0};
	if (model.option[FR_LINK].digits == 0)
		model.option[FR_LINK] = (fr_decimal){.digits = 1};
	return model;
}

/* ---- the search -------------------------------------------------------------- */

typedef struct node
{
	uint64_t key;		/* obstacles above, steps in the low 32 bits */
	uint32_t from;		/* a node */
	uint32_t link : 31; /* 1 + its number among the map's links; 0: a step */
	uint32_t done : 1;
} node;

typedef struct heap_entry
{
	uint64_t key;
	uint32_t node;
} heap_entry;

/*
 * A node is a cell. If rules are broken by an agent of one cell, each cell has two nodes: a cell
 * that a step breaks a rule to enter has counted when the agent leaves it.
 */
typedef struct obstacle_search
{
	const fr_query *query;
	const fr_diagnosed *asked;
	const fr_poll *poll;
	closed_parts closed;
	const fr_grid *grid; /* of the more open model */
	unsigned broken;	 /* rules without which the grid is; 0: closed cells are open */
	uint32_t per_cell;	 /* nodes */
	fr_size size;		 /* of the agent */
	node *nodes;		 /* shared by searches, as are queue and heap */
	uint32_t *queue;
	size_t queue_first;
	size_t queue_end;
	size_t queue_room;
	heap_entry *heap;
	size_t heap_count;
	size_t heap_room;
} obstacle_search;

static void
push_queue(obstacle_search *s, uint32_t n)
{
	if (s->queue_end == s->queue_room)
		s->queue = fr_grow(s->query->arena, s->queue, sizeof *s->queue, s->queue_end,
						   s->queue_end + 1, &s->queue_room);
	s->queue[s->queue_end++] = n;
}

static bool
is_less(const void *a, const void *b)
{
	return ((const heap_entry *) a)->key < ((const heap_entry *) b)->key;
}

static void
push_heap(obstacle_search *s, heap_entry entry)
{
	if (s->heap_count == s->heap_room)
		s->heap = fr_grow(s->query->arena, s->heap, sizeof *s->heap, s->heap_count,
						  s->heap_count + 1, &s->heap_room);
	fr_heap_push(s->heap, sizeof entry, s->heap_count++, &entry, is_less);
}

static uint32_t
pop_heap(obstacle_search *s)
{
	heap_entry least;

	fr_heap_pop(s->heap, sizeof least, --s->heap_count, &least, is_less);
	return least.node;
}

/* The node of the fewest obstacles, then steps; false if none is left. */
static bool
pop(obstacle_search *s, uint32_t *n)
{
	while (s->queue_first < s->queue_end || s->heap_count > 0)
	{
		if (s->heap_count > 0 &&
			(s->queue_first == s->queue_end ||
			 s->heap[0].key < s->nodes[s->queue[s->queue_first]].key))
			*n = pop_heap(s);
		else
			*n = s->queue[s->queue_first++];
		if (s->queue_first == s->queue_end)
			s->queue_first = s->queue_end = 0;
		if (!s->nodes[*n].done)
			return true;
	}
	return false;
}

/* Reaches a node by a step or link that meets so many obstacles. */
static void
reach_past_obstacles(obstacle_search *s, uint32_t from, uint32_t to, uint32_t link,
					 uint64_t obstacles)
{
	node *n = &s->nodes[to];
	uint64_t key = s->nodes[from].key + 1 + (obstacles << 32);

	if (key >= n->key)
		return;
	*n = (node){.key = key, .from = from, .link = link};
	if (obstacles == 0)
		push_queue(s, to);
	else
		push_heap(s, (heap_entry){key, to});
}

static bool
is_blocked(const obstacle_search *s, uint32_t cell)
{
	return s->closed.blocked[cell / 64] >> cell % 64 & 1;
}

static uint8_t
code_at(const obstacle_search *s, int32_t x, int32_t y)
{
	return fr_map_code(s->asked->map, (uint32_t) x, (uint32_t) y);
}

/* The closed cells of a rectangle that the agent covers neither at the start nor at the goal. */
static uint64_t
count_in(const obstacle_search *s, fr_cell at, int32_t width, int32_t height)
{
	const uint32_t *counts = s->closed.counts;
	size_t stride = (size_t) s->asked->map->width + 1;
	size_t above = (size_t) at.y * stride + (size_t) at.x;
	size_t below = above + (size_t) height * stride;
	uint32_t cell;

	if (counts != NULL)
		return counts[below + (size_t) width] - counts[below] -
			   (counts[above + (size_t) width] - counts[above]);
	cell = fr_grid_index(s->grid, at);
	return is_blocked(s, cell) && cell != s->query->start && cell != s->query->goal;
}

/* The common part of the intervals of two coordinates: its length, at most 0 if there is none. */
static int32_t
overlap(int32_t a, int32_t b, int32_t side, int32_t *from)
{
	*from = a > b ? a : b;
	return (a < b ? a : b) + side - *from;
}

/* The closed cells that the agent covers at a cell, and neither at `from` nor at an end. */
static uint64_t
count_closed(const obstacle_search *s, uint32_t cell, uint32_t from)
{
	fr_cell at = fr_grid_cell(s->grid, cell);
	fr_cell was = fr_grid_cell(s->grid, from);
	fr_cell both;
	int32_t width = overlap(at.x, was.x, s->size.width, &both.x);
	int32_t height = overlap(at.y, was.y, s->size.height, &both.y);

	if (!is_blocked(s, cell))
		return 0;
	if (s->size.flower)
	{
		uint64_t count = 0;

		FR_FOR_COVERED(s->size, at, x, y)
		if (!covers(was, s->size, x, y))
			count += count_in(s, (fr_cell){x, y}, 1, 1);
		return count;
	}
	return count_in(s, at, s->size.width, s->size.height) -
		   (width > 0 && height > 0 ? count_in(s, both, width, height) : 0);
}

/* Does a step from a cell break this rule of those without which the grid is? */
static bool
breaks(const obstacle_search *s, unsigned rule, uint32_t cell, int direction)
{
	return (s->broken & rule) &&
		   !(s->closed.moves[s->broken & ~rule][cell] >> direction & 1);
}

static bool
may_leave(const obstacle_search *s, int32_t x, int32_t y, int direction)
{
	return s->asked->model->leave[code_at(s, x, y) - FR_FIRST_CODE] >> direction & 1;
}

static bool
may_enter(const obstacle_search *s, int32_t x, int32_t y, int direction)
{
	return s->asked->model->enter[code_at(s, x, y) - FR_FIRST_CODE] >> direction & 1;
}

/* The cells of a step that breaks rules: an agent of one cell would have to open them. */
typedef struct broken_ends
{
	bool from;
	bool to;
} broken_ends;

static broken_ends
ends_broken(const obstacle_search *s, uint32_t from, uint32_t to, int direction)
{
	fr_cell a = fr_grid_cell(s->grid, from);
	fr_cell b = fr_grid_cell(s->grid, to);
	broken_ends ends = {.from = breaks(s, SIDES, from, direction),
						.to = breaks(s, LIMITS, from, direction)};

	if (breaks(s, DIRECTIONS, from, direction))
	{
		ends.from |= !may_leave(s, a.x, a.y, direction);
		ends.to |= !may_enter(s, b.x, b.y, direction);
	}
	return ends;
}

/* Is the side of a cell in this direction closed? */
static bool
has_closed_side(const obstacle_search *s, int32_t x, int32_t y, int direction)
{
	uint16_t sides = 0;

	if (s->closed.sided)
		sides =
			fr_layer_at(&s->closed.sides, (size_t) y * s->asked->map->width + (size_t) x);

	for (int i = 0; i < FR_SIDES; i++)
		if (fr_side_direction[i] == direction)
			return sides >> i & 1;
	return false;
}

/* Does a closed side of a cell that the agent covers at a place forbid a straight step? */
static bool
covers_closed_side(const obstacle_search *s, fr_cell at, int direction)
{
	if (!s->closed.sided)
		return false;
	FR_FOR_COVERED(s->size, at, x, y)
	if (has_closed_side(s, x, y, direction))
		return true;
	return false;
}

/* The closed cells at the sides of a diagonal step that must be open. */
typedef struct side_cells
{
	fr_cell at[2];
	int count;
	uint64_t obstacles; /* those that the agent covers at no end */
} side_cells;

/*
 * The cell that the agent covers at a side position of a diagonal step, and neither before nor
 * after the step.
 */
static fr_cell
side_cell(const obstacle_search *s, fr_cell at, int diagonal, int side)
{
	int32_t right = s->size.width - 1;
	int32_t bottom = s->size.height - 1;
	int32_t far_x = fr_dx[diagonal] > 0 ? right : 0;
	int32_t far_y = fr_dy[diagonal] > 0 ? bottom : 0;

	return fr_dx[side] != 0 ? (fr_cell){at.x + far_x + fr_dx[side], at.y + bottom - far_y}
							: (fr_cell){at.x + right - far_x, at.y + far_y + fr_dy[side]};
}

/*
 * The closed side cells that a diagonal step has to open. If closed sides ban one way around, the
 * other one has to be open.
 */
static side_cells
sides_to_open(const obstacle_search *s, uint32_t cell, int diagonal)
{
	const int sides[] = {diagonal - 1, (diagonal + 1) & 7};
	fr_cell from = fr_grid_cell(s->grid, cell);
	side_cells open = {.count = 0};
	int needed = s->grid->corners;

	for (int i = 0; i < 2 && !s->grid->costs.hex; i++)
	{
		uint32_t to = cell + (uint32_t) s->grid->offset[sides[i]];
		fr_cell at = side_cell(s, from, diagonal, sides[i]);

		if (covers_closed_side(s, from, sides[i]) ||
			covers_closed_side(s, fr_grid_cell(s->grid, to), sides[1 - i]))
			needed = needed > 0 ? needed : 1;
		else if (fr_grid_blocked(s->grid, to))
			continue;
		else if (!is_blocked(s, to) ||
				 !is_closed_cell(&s->closed, s->asked, (uint32_t) at.x, (uint32_t) at.y))
			needed--;
		else
			open.at[open.count++] = at;
	}
	/* a cell that an end opens comes first */
	if (open.count == 2 && count_in(s, open.at[0], 1, 1) > 0)
	{
		fr_cell first = open.at[0];

		open.at[0] = open.at[1];
		open.at[1] = first;
	}
	if (open.count > needed)
		open.count = needed > 0 ? needed : 0;
	for (int i = 0; i < open.count; i++)
		open.obstacles += count_in(s, open.at[i], 1, 1);
	return open;
}

/* Takes a step of an agent of one cell under broken rules. */
static void
take_breaking_step(obstacle_search *s, uint32_t n, uint32_t to, int direction)
{
	broken_ends ends = ends_broken(s, n / 2, to, direction);

	reach_past_obstacles(s, n, 2 * to + ends.to, 0,
						 (uint64_t) (ends.from && n % 2 == 0) + ends.to);
}

static void
take_step(obstacle_search *s, uint32_t n, uint32_t to, int d)
{
	uint32_t cell = n / s->per_cell;

	if (s->per_cell == 2)
		take_breaking_step(s, n, to, d);
	else if (s->broken)
		reach_past_obstacles(s, n, to, 0, !(s->closed.moves[0][cell] >> d & 1));
	else
		reach_past_obstacles(
			s, n, to, 0,
			count_closed(s, to, cell) +
				(fr_is_diagonal(d) ? sides_to_open(s, cell, d).obstacles : 0));
}

static void
take_arc(obstacle_search *s, uint32_t n, const fr_arc *arc, bool back)
{
	uint32_t number = arc->link / 2;
	fr_link link = link_at(s->asked->map, number);
	bool obstacle = back || !fr_link_open(s->asked->model, &link);

	reach_past_obstacles(s, n, arc->to * s->per_cell, number + 1,
						 obstacle + count_closed(s, arc->to, n / s->per_cell));
}

/* Takes what leaves a node. If `back`, takes its arcs against their direction: an obstacle. */
static void
take_edges(obstacle_search *s, uint32_t n, bool back)
{
	uint32_t cell = n / s->per_cell;
	unsigned moves = fr_legal_moves(s->grid, fr_grid_cell(s->grid, cell));
	fr_edges e = fr_edges_by(s->grid, cell, back ? 0 : moves, true, back);

	while (fr_edges_next(&e, s->poll))
		if (e.arc)
			take_arc(s, n, e.arc, back);
		else
			take_step(s, n, e.to, e.direction);
}

/* Searches from the start to a node of the goal; false if there is no way. */
static bool
search_obstacles(obstacle_search *s, uint32_t *goal)
{
	uint32_t count = s->grid->cells * s->per_cell;
	uint32_t start = s->query->start * s->per_cell;
	uint32_t n;

	if (fr_grid_blocked(s->grid, s->query->start) ||
		fr_grid_blocked(s->grid, s->query->goal))
		return false;
	for (uint32_t i = 0; i < count; i++)
	{
		fr_poll_at(s->poll, i);
		s->nodes[i] = (node){.key = UINT64_MAX};
	}
	s->queue_first = s->queue_end = s->heap_count = 0;
	s->nodes[start] = (node){.key = 0, .from = start};
	push_queue(s, start);
	for (uint64_t taken = 0; pop(s, &n); taken++)
	{
		fr_poll_at(s->poll, taken);
		*goal = n;
		if (n / s->per_cell == s->query->goal)
			return true;
		s->nodes[n].done = true;
		take_edges(s, n, false);
		if (s->broken & DIRECTIONS)
			take_edges(s, n, true);
	}
	return false;
}

/* ---- the obstacles of the path that was found -------------------------------- */

typedef struct obstacle_list
{
	const obstacle_search *search;
	uint64_t *listed; /* a bit per cell */
	fr_obstacle *at;
	size_t count;
	size_t room;
} obstacle_list;

static void
add_obstacle(obstacle_list *list, fr_cell cell, uint8_t code)
{
	if (list->count == list->room)
		list->at = fr_grow(list->search->query->arena, list->at, sizeof *list->at,
						   list->count, list->count + 1, &list->room);
	list->at[list->count++] = (fr_obstacle){cell, code};
}

/* Is a code in the way? If not, a layer is. */
static bool
is_obstacle(const obstacle_search *s, uint8_t code)
{
	return s->broken ? (s->broken & DIRECTIONS) && has_directions(s->asked->model, code)
					 : is_closed(s->asked->model, code);
}

static void
add_closed_cell(obstacle_list *list, int32_t x, int32_t y)
{
	uint32_t cell = fr_grid_index(list->search->grid, (fr_cell){x, y});
	uint64_t bit = UINT64_C(1) << cell % 64;
	uint8_t code;

	if (list->listed[cell / 64] & bit)
		return;
	list->listed[cell / 64] |= bit;
	code = code_at(list->search, x, y);
	add_obstacle(list, (fr_cell){x, y}, is_obstacle(list->search, code) ? code : 0);
}

/* Adds the closed cells that the agent covers at a cell. */
static void
add_closed_cells(obstacle_list *list, uint32_t cell)
{
	const obstacle_search *s = list->search;
	fr_cell at = fr_grid_cell(s->grid, cell);

	if (!is_blocked(s, cell))
		return;
	FR_FOR_COVERED(s->size, at, x, y)
	if (is_closed_cell(&s->closed, s->asked, (uint32_t) x, (uint32_t) y))
		add_closed_cell(list, x, y);
}

static int
direction_of(const obstacle_search *s, uint32_t from, uint32_t to)
{
	fr_cell a = fr_grid_cell(s->grid, from);
	fr_cell b = fr_grid_cell(s->grid, to);
	int d = 0;

	while (fr_dx[d] != b.x - a.x || fr_dy[d] != b.y - a.y)
		d++;
	return d;
}

/* Adds the side cells that a diagonal step has to open. */
static void
add_sides(obstacle_list *list, uint32_t from, uint32_t to)
{
	int d = direction_of(list->search, from, to);
	side_cells sides = {.count = 0};

	if (fr_is_diagonal(d))
		sides = sides_to_open(list->search, from, d);
	for (int i = 0; i < sides.count; i++)
		add_closed_cell(list, sides.at[i].x, sides.at[i].y);
}

/* Adds the cells that a large agent covers at a place and whose sides in a direction are closed. */
static void
add_closed_sides(obstacle_list *list, fr_cell at, int direction)
{
	FR_FOR_COVERED(list->search->size, at, x, y)
	if (has_closed_side(list->search, x, y, direction))
		add_closed_cell(list, x, y);
}

/* Adds the cells on this side of walls that a large agent would stand over. */
static void
add_walls_under(obstacle_list *list, fr_cell at)
{
	const obstacle_search *s = list->search;
	static const int directions[] = {FR_E, FR_S, FR_SW};

	for (int i = 0; i < (s->grid->costs.hex ? 3 : 2); i++)
	{
		int d = directions[i];

		FR_FOR_COVERED(s->size, at, x, y)
		if (covers(at, s->size, x + fr_dx[d], y + fr_dy[d]) &&
			has_closed_side(s, x, y, d) &&
			has_closed_side(s, x + fr_dx[d], y + fr_dy[d], fr_opposite(d)))
			add_closed_cell(list, x, y);
	}
}

/*
 * Adds the cells whose closed sides forbid a step of a large agent. A diagonal step leads
 * between two places.
 */
static void
add_sides_in_way(obstacle_list *list, fr_cell a, int direction)
{
	bool diagonal = fr_is_diagonal(direction) && !list->search->grid->costs.hex;

	for (int turn = 1; turn < FR_DIRECTIONS && diagonal; turn += 6)
	{
		int first = (direction + turn) % FR_DIRECTIONS;
		fr_cell side = {a.x + fr_dx[first], a.y + fr_dy[first]};

		add_closed_sides(list, a, first);
		add_closed_sides(list, side, (direction + FR_DIRECTIONS - turn) % FR_DIRECTIONS);
		add_walls_under(list, side);
	}
	add_closed_sides(list, a, direction);
	add_walls_under(list, (fr_cell){a.x + fr_dx[direction], a.y + fr_dy[direction]});
}

/* Adds the cells that forbid a step of a large agent. */
static void
add_cells_in_way(obstacle_list *list, uint32_t from, int d)
{
	const obstacle_search *s = list->search;
	fr_cell a = fr_grid_cell(s->grid, from);
	fr_cell b = {a.x + fr_dx[d], a.y + fr_dy[d]};

	if (breaks(s, SIDES, from, d))
		add_sides_in_way(list, a, d);
	if (breaks(s, DIRECTIONS, from, d))
		FR_FOR_COVERED(s->size, a, x, y)
		{
			if (!may_leave(s, x, y, d))
				add_closed_cell(list, x, y);
			if (!may_enter(s, x + fr_dx[d], y + fr_dy[d], d))
				add_closed_cell(list, x + fr_dx[d], y + fr_dy[d]);
		}
	if (breaks(s, LIMITS, from, d))
		add_closed_cell(list, b.x, b.y);
}

/* Adds the cells of a step that breaks rules. */
static void
add_broken_step(obstacle_list *list, uint32_t from, uint32_t to)
{
	const obstacle_search *s = list->search;
	fr_cell a = fr_grid_cell(s->grid, from);
	fr_cell b = fr_grid_cell(s->grid, to);
	int d = direction_of(s, from, to);
	broken_ends ends;

	if (s->per_cell == 1)
	{
		add_cells_in_way(list, from, d);
		return;
	}
	ends = ends_broken(s, from, to, d);
	if (ends.from)
		add_closed_cell(list, a.x, a.y);
	if (ends.to)
		add_closed_cell(list, b.x, b.y);
}

static void
add_step(obstacle_list *list, uint32_t n)
{
	const obstacle_search *s = list->search;
	const node *to = &s->nodes[n];
	uint32_t from = to->from / s->per_cell;

	if (to->link != 0)
	{
		fr_link link = link_at(s->asked->map, to->link - 1);
		bool back =
			(s->broken & DIRECTIONS) && to->key >> 32 > s->nodes[to->from].key >> 32;

		if (back || !fr_link_open(s->asked->model, &link))
			add_obstacle(list, fr_grid_cell(s->grid, from), link.code);
	}
	else if (s->broken)
		add_broken_step(list, from, n / s->per_cell);
	else
		add_sides(list, from, n / s->per_cell);
	if (!s->broken)
		add_closed_cells(list, n / s->per_cell);
}

/* Lists the obstacles from the start on. The nodes' `from` is reversed. */
static void
list_obstacles(const obstacle_search *s, uint32_t goal, fr_diagnosis *found)
{
	size_t words = s->grid->cells / 64 + 1;
	obstacle_list list = {.search = s};
	uint32_t start = s->query->start * s->per_cell;
	uint32_t *path;
	uint32_t steps = (uint32_t) s->nodes[goal].key;
	uint32_t n = goal;

	list.listed = fr_arena_alloc(s->query->arena, words * sizeof *list.listed);
	memset(list.listed, 0, words * sizeof *list.listed);
	path = fr_arena_alloc(s->query->arena, (steps + (size_t) 1) * sizeof *path);
	for (uint32_t i = steps; i > 0; i--)
	{
		fr_poll_at(s->poll, i);
		path[i] = n;
		n = s->nodes[n].from;
	}
	if (!s->broken)
		add_closed_cells(&list, start / s->per_cell);
	for (uint32_t i = 1; i <= steps; i++)
	{
		fr_poll_at(s->poll, i);
		add_step(&list, path[i]);
	}
	found->obstacles = list.at;
	found->count = list.count;
}

/* ---- what opens a path ------------------------------------------------------- */

/* Lists the closed cells and links of a path; false if these open none. */
static bool
open_codes(obstacle_search *s, bool walls, fr_diagnosis *found)
{
	fr_model open = model_with_codes(s->asked, &s->closed, walls);
	uint32_t goal;
	fr_costs costs;
	fr_error error;

	/* The opened model may open links whose costs it cannot express. */
	if (fr_costs_resolve(&open, s->asked->map, &costs, &error))
		return false;
	s->broken = 0;
	s->per_cell = 1;
	s->grid = s->asked->grid(s->asked->context, &open, FR_LAYER_BLOCKED);
	if (!search_obstacles(s, &goal))
		return false;
	list_obstacles(s, goal, found);
	return true;
}

/* Lists the obstacles of a path without these rules; false if there is none. */
static bool
break_rules(obstacle_search *s, unsigned rules, fr_diagnosis *found)
{
	uint32_t goal;

	for (unsigned rule = 1; rule < RULE_SETS; rule *= 2)
		if ((rules & rule) && s->closed.moves[rules & ~rule] == NULL)
			s->closed.moves[rules & ~rule] =
				copy_moves(s->query, grid_without(s->asked, rules & ~rule), s->poll);
	s->broken = rules;
	s->per_cell = fr_model_is_large(s->asked->model) ? 1 : 2;
	s->grid = grid_without(s->asked, rules);
	if (!search_obstacles(s, &goal))
		return false;
	list_obstacles(s, goal, found);
	return true;
}

/*
 * Finds the smallest set of these rules without which there is a path, and its obstacles. Returns
 * the set; 0 if there is none.
 */
static unsigned
find_broken_rules(obstacle_search *s, unsigned all, fr_diagnosis *found)
{
	found->reason = FR_APART;
	if (all == 0 || !break_rules(s, all, found))
		return 0;
	for (int i = 0; i < RULE_REASONS; i++)
	{
		unsigned rules = rule_reasons[i].rules;

		found->reason = rule_reasons[i].reason;
		if (rules == all || ((rules & all) == rules && break_rules(s, rules, found)))
			return rules;
	}
	return 0;
}

void
fr_find_obstacles(const fr_query *query, const fr_diagnosed *asked, const fr_poll *poll,
				  fr_diagnosis *found)
{
	obstacle_search s = {.query = query,
						 .asked = asked,
						 .poll = poll,
						 .size = fr_model_size(asked->model)};
	unsigned rules = 0;
	size_t nodes = query->grid->cells;

	if (found->reason == FR_PATH || found->reason == FR_COST_OUT_OF_RANGE)
		return;
	s.closed = closed_by_model(query, asked, poll);
	if (found->reason == FR_APART || found->reason == FR_ONE_WAY)
		rules = rules_of(asked, &s.closed, poll);
	if (rules != 0 && !fr_model_is_large(asked->model))
		nodes *= 2;
	s.nodes = fr_arena_alloc(query->arena, nodes * sizeof *s.nodes);
	if (found->reason == FR_APART || found->reason == FR_ONE_WAY)
		rules = find_broken_rules(&s, rules, found);
	if (asked->reason_only || (rules & SIDES))
		return;
	if (!open_codes(&s, false, found) && rules == 0)
		open_codes(&s, true, found);
}
