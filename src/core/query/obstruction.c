/*
 * obstruction.c - what lies between two cells: the fewest closed cells and links of any way
 *
 * A best-first search by the number of obstructions, then by the number of steps. All ways
 * with equally many obstructions form a level. A level has two queues: cells that its
 * predecessor reached through an obstruction, and cells reached within the level. Both are
 * in order of steps, so the lesser head of the two comes next (0-1 breadth-first search).
 */
#include "core/base/base.h"
#include "core/grid/grid_links.h"
#include "core/grid/moves.h"
#include "core/query/grid_query.h"

typedef struct node
{
	uint64_t key; /* obstructions above, steps in the low 32 bits */
	uint32_t from;
	uint32_t link : 31; /* 1 + its number among the map's links; 0: a step */
	uint32_t done : 1;
} node;

typedef struct queue
{
	uint32_t *cells;
	size_t head;
	size_t count;
	size_t room;
} queue;

typedef struct obstructed
{
	const fr_obstructed *asked;
	const fr_grid *grid;
	const fr_arena *arena;
	node *nodes;
	queue sources; /* of this level */
	queue within;
	queue next; /* sources of the next level */
} obstructed;

static void
push(obstructed *o, queue *q, uint32_t cell)
{
	if (q->count == q->room)
		q->cells = fr_grow(o->arena, q->cells, sizeof *q->cells, q->count, q->count + 1,
						   &q->room);
	q->cells[q->count++] = cell;
}

static bool
is_blocked(const obstructed *o, uint32_t cell)
{
	return o->asked->blocked[cell / 64] >> cell % 64 & 1;
}

static void
reach(obstructed *o, uint32_t from, uint32_t to, uint32_t link, bool obstruction)
{
	node *n = &o->nodes[to];
	uint64_t key = o->nodes[from].key + 1 + ((uint64_t) obstruction << 32);

	if (key >= n->key)
		return;
	*n = (node){.key = key, .from = from, .link = link};
	push(o, obstruction ? &o->next : &o->within, to);
}

/* Opening a side cell of a diagonal step is no way to enter it: steps through the cell do. */
static bool
has_sides(const obstructed *o, uint32_t cell, int direction)
{
	const int32_t *offset = o->grid->offset;

	return !fr_is_diagonal(direction) ||
		   fr_diagonal_passes(
			   o->grid->corners, !is_blocked(o, cell + (uint32_t) offset[direction - 1]),
			   !is_blocked(o, cell + (uint32_t) offset[(direction + 1) & 7]));
}

static void
take_steps(obstructed *o, uint32_t cell)
{
	unsigned moves = fr_legal_moves(o->grid, fr_grid_cell(o->grid, cell));

	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		uint32_t to = cell + (uint32_t) o->grid->offset[d];

		if ((moves >> d & 1) == 0 || !has_sides(o, cell, d))
			continue;
		reach(o, cell, to, 0,
			  is_blocked(o, to) || (o->asked->moves && !is_blocked(o, cell) &&
									(o->asked->moves[cell] >> d & 1) == 0));
	}
}

/* `back`: against the direction of links, which is an obstruction. */
static void
take_links(obstructed *o, uint32_t cell, bool back, const fr_poll *poll)
{
	const fr_links *links = o->grid->links;
	const fr_arcs *arcs = back ? &links->back : &links->ahead;

	if (!fr_arcs_begin(arcs, cell))
		return;
	for (uint32_t i = fr_arcs_first(links, arcs, cell);
		 i < links->count && arcs->at[i].from == cell; i++)
	{
		uint32_t number = arcs->at[i].link / 2;
		fr_link link = fr_link_unpack(links->packed + (size_t) number * FR_LINK_BYTES);

		fr_poll_at(poll, i);
		reach(o, cell, arcs->at[i].to, number + 1,
			  back || is_blocked(o, arcs->at[i].to) ||
				  !fr_link_open(o->asked->model, &link));
	}
}

/* The next cell of this level by steps; false at its end. */
static bool
take_next(obstructed *o, uint32_t *cell)
{
	for (;;)
	{
		bool source = o->sources.head < o->sources.count;
		bool within = o->within.head < o->within.count;
		queue *q;

		if (!source && !within)
			return false;
		if (source && within)
			source = o->nodes[o->sources.cells[o->sources.head]].key <=
					 o->nodes[o->within.cells[o->within.head]].key;
		q = source ? &o->sources : &o->within;
		*cell = q->cells[q->head++];
		if (!o->nodes[*cell].done)
			return true;
	}
}

static void
begin_level(obstructed *o)
{
	queue spent = o->sources;

	spent.head = spent.count = 0;
	o->sources = o->next;
	o->next = spent;
	o->within.head = o->within.count = 0;
}

static bool
is_obstruction(const obstructed *o, uint32_t cell)
{
	const node *n = &o->nodes[cell];

	return cell == o->asked->start ? n->key >> 32 > 0
								   : n->key >> 32 > o->nodes[n->from].key >> 32;
}

/* The obstructions of the way to the goal, from the start on. */
static fr_obstruction *
list_obstructions(const obstructed *o, size_t count)
{
	fr_obstruction *list = fr_arena_alloc(o->arena, (count + 1) * sizeof *list);

	for (uint32_t cell = o->asked->goal;; cell = o->nodes[cell].from)
	{
		if (is_obstruction(o, cell))
			list[--count] =
				(fr_obstruction){o->nodes[cell].from, cell, o->nodes[cell].link};
		if (cell == o->asked->start)
			return list;
	}
}

bool
fr_fewest_obstructions(const fr_obstructed *asked, const fr_arena *arena,
					   const fr_poll *poll, fr_obstruction **list, size_t *count)
{
	const fr_grid *grid = asked->grid;
	obstructed o = {.asked = asked, .grid = grid, .arena = arena};
	uint64_t taken = 0;

	if (fr_grid_blocked(grid, asked->start) || fr_grid_blocked(grid, asked->goal))
		return false;
	o.nodes = fr_arena_alloc(arena, grid->cells * sizeof *o.nodes);
	for (uint32_t i = 0; i < grid->cells; i++)
	{
		fr_poll_at(poll, i);
		o.nodes[i] = (node){.key = UINT64_MAX};
	}
	o.nodes[asked->start] = (node){.key = (uint64_t) is_blocked(&o, asked->start) << 32,
								   .from = asked->start};
	push(&o, &o.next, asked->start);
	while (o.next.count > 0)
	{
		uint32_t cell;

		begin_level(&o);
		while (take_next(&o, &cell))
		{
			fr_poll_at(poll, taken++);
			if (cell == asked->goal)
			{
				*count = (size_t) (o.nodes[cell].key >> 32);
				*list = list_obstructions(&o, *count);
				return true;
			}
			o.nodes[cell].done = true;
			take_steps(&o, cell);
			if (grid->links)
				take_links(&o, cell, false, poll);
			if (grid->links && asked->moves)
				take_links(&o, cell, true, poll);
		}
	}
	return false;
}
