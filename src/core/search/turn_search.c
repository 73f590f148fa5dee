/*
 * turn_search.c - A* and Dijkstra's algorithm over states, where turns have prices
 *
 * A state is a cell with the direction of the step that came to it. At a start and at the end of a
 * link there is no direction, so the next step costs no turn. A step back is not allowed. This rule
 * makes no cell unreachable: take a path with a step back, and leave out the part between two
 * visits of a cell. Repeat this until no step leads back.
 *
 * Dominance: let A be the state of least cost g of a cell, reached in direction d. Another state B
 * of the cell is useless if its cost is at least g plus the largest price of a turn. Proof: take a
 * path that continues from B. If its first step is not against d, A can take this step too, at no
 * higher cost, because its turn costs at most the largest price. If its first steps are against d,
 * they follow the path of A backward. That path has a state of lower cost at each of its cells, so
 * the same argument holds where the path from B leaves it. At the start, no step costs a turn. So
 * few of the up to eight states of a cell are expanded.
 *
 * A* runs twice: backward over cells as if turns cost nothing (goal_band.h), then forward over
 * states. The first search finds a path, whose cost with its turns is an upper bound of the
 * answer, and goes on to all cells on paths of at most this cost. Their distances to the goal are
 * the heuristic of the second search, which looks at no other cells. So it follows a band around
 * the best path. The band is wider where turns are dearer, and most cells have no states.
 *
 * With a heading, a start has a state of its own, FR_AT_START, whose next step pays the turn from
 * the heading, also by 180 degrees. The largest price includes this one, so that dominance holds. With
 * `arrive`, A* goes on until no path with the turn after its last step can be better. A sweep adds
 * this turn to the costs of cells at the end.
 *
 * With movement points (fr_after_points), the price of a turn may make a step wait for the next
 * turn. Let M be g rounded up to a multiple of P. B is useless if its cost h is at least M plus the
 * largest price, w. Proof: A may wait until M, at no gain. Its first step costs c at most w more
 * than that of B, so A comes to M + min(c, P) at most. If the step of B fits into its turn, B comes
 * to h + c - w >= M + c. If not, B comes at least to the first multiple after h, which is M + P or
 * more. The rest is as before, because costs never fall when earlier ones rise. As costs depend on the
 * path before, A* has no band then: both bounds are 0, as with links.
 *
 * The heuristic adds the turns that are certain. The goal lies in the cone that the directions of
 * a path span, and so between two of them. The path turns from its present direction to one of
 * the two, and on to the other. The least price of these turns depends on the direction and on
 * where the goal lies. Both bounds are consistent, and so is their sum.
 *
 * Links lead anywhere: where a map has some, both bounds are 0, and there is no first search.
 * The open list is a bucket queue (bucket_queue.h), or a radix heap where costs vary too much.
 */
#include "core/search/turn_search.h"

#include "core/base/base.h"
#include "core/grid/route.h"
#include "core/search/goal_band.h"

#define NO_DIRECTION FR_DIRECTIONS /* of arrival: at a start, or by a link */
#define ARRIVALS (FR_AT_START + 1) /* more than any direction of arrival */
/* Turn states and cells of the band have no flag EXPANDED, so its bit has another meaning. */
#define KEY_FREE                                                                         \
	FR_KEY_EXPANDED /* a state: its parent is a start, or the end of a link */
#define KEY_HEADED (KEY_FREE | 1)	/* its parent is a start with a heading */
#define KEY_REACHED FR_KEY_EXPANDED /* a cell of the band: its states have nodes */

/* Positions of the goal as seen from a cell, by the signs of dx, dy and |dx| - |dy|. */
#define PLACES 27
#define NEVER (UINT64_MAX / 4)

/* The kind of a loop: compile-time constants. */
typedef struct kind
{
	bool weighted; /* the grid has terrain, or prices of layers */
	bool aimed;	   /* A* over states, not a sweep */
	bool stacks;   /* the open list */
	bool points;   /* turns have movement points; then `weighted` says nothing */
} kind;

typedef struct turning
{
	const fr_grid *grid;
	fr_grid copy; /* of the grid, for loops */
	fr_workspace *workspace;
	uint64_t begin;	 /* keys of this search are from this one on */
	uint64_t unseen; /* and below this one: fr_key_unseen */
	fr_node *nodes;
	const fr_poll *poll;
	const fr_arcs *arcs; /* to take; NULL: no links */
	bool blind;			 /* A* has no band, and its bounds are 0 */
	bool backward;
	uint64_t unit;		 /* what costs of links are divided by */
	uint32_t states;	 /* per cell */
	bool by_blocks;		 /* states are in blocks, not by cell */
	uint32_t blocks_end; /* the node after the last block */
	uint32_t stride;	 /* nodes from one cell's states to the next cell's */
	uint64_t reciprocal; /* of `stride`: see fr_grid_cell */
	uint32_t first;		 /* the arrival at a start: NO_DIRECTION, or FR_AT_START */
	uint8_t slot[ARRIVALS];
	uint8_t direction[ARRIVALS];			 /* by slot */
	uint8_t onward[ARRIVALS];				 /* by arrival: moves but the one back */
	uint64_t price[ARRIVALS][FR_DIRECTIONS]; /* of turns, by arrival */
	uint64_t step[ARRIVALS][FR_DIRECTIONS];	 /* of turn and step, without weights */
	uint64_t last[ARRIVALS]; /* of the turn after the last step; 0: none is wanted */
	uint64_t
		window;	   /* states that exceed the least of their cell by this are of no use */
	uint64_t most; /* no larger f is of use */
	fr_stacks stacks;
	fr_radix radix;
	bool counted; /* A* counts */
	int64_t open; /* states in the open list */
	uint64_t f_max;

	/* of a sweep */
	fr_dijkstra *sweep;

	/* of A* */
	const fr_run *run;
	uint32_t ends_by; /* the slot of the goal's state that the best path ends with */
	uint64_t certain[ARRIVALS][PLACES]; /* the least price of turns to come */
} turning;

/* ---- states -------------------------------------------------------------------------- */

/* Without links, A* needs a block for each cell, which has one node more than the cell's states. */
uint32_t
fr_turn_nodes(const fr_grid *grid)
{
	return grid->cells * (1 + fr_turn_states(grid) + (grid->links == NULL));
}

static bool
is_direction(const fr_grid *grid, uint32_t d)
{
	return grid->costs.hex ? d != FR_SE && d != FR_NW : grid->octile || d % 2 == 0;
}

/* The flags of a key; none if it is of an earlier search. */
FR_INLINE uint64_t
flags_of(const turning *t, uint64_t key)
{
	return key < t->unseen ? key & FR_KEY_FLAGS : 0;
}

/*
 * A sweep gives every cell its states: they follow the nodes of the cells. A* without links
 * reaches few cells. It gives each cell a block when it reaches the cell, so that the nodes in
 * use lie close together:
 *
 *     nodes[b]                         the cell (`next`), the least cost of its states, and the
 *                                      slot of that state (`prev`)
 *     nodes[b + 1 ... b + states]      its states
 *
 * The nodes of cells belong to the band, which is complete by then. So their links are unused:
 * `next` is b, and `prev` the place of the goal.
 */
FR_INLINE bool
has_block(const turning *t, uint32_t n)
{
	return t->nodes[n].key & KEY_REACHED;
}

/* The node with the least cost of a cell that has been reached. */
FR_INLINE uint32_t
cell_node(const turning *t, bool by_blocks, uint32_t n)
{
	return by_blocks ? t->nodes[n].next : n;
}

FR_INLINE uint32_t
state_at(const turning *t, bool by_blocks, uint32_t n, uint32_t d)
{
	return t->slot[d] +
		   (by_blocks ? cell_node(t, true, n) + 1 : t->copy.cells + n * t->states);
}

/* The cell and the direction of a state. */
FR_INLINE uint32_t
state_cell(const turning *t, bool by_blocks, uint32_t s, uint32_t *d)
{
	uint32_t i = s - t->copy.cells;
	uint32_t n = (uint32_t) (((i + UINT64_C(1)) * (fr_wide) t->reciprocal) >> 64);

	*d = t->direction[i - n * t->stride - by_blocks];
	return by_blocks ? t->nodes[t->copy.cells + n * t->stride].next : n;
}

static void
use_blocks(turning *t)
{
	t->by_blocks = true;
	t->blocks_end = t->copy.cells;
	t->stride = t->states + 1;
	t->reciprocal = UINT64_MAX / t->stride;
}

/* The place of the goal, seen from a cell. */
FR_INLINE unsigned
place_of(int32_t dx, int32_t dy)
{
	int32_t x = dx < 0 ? -dx : dx;
	int32_t y = dy < 0 ? -dy : dy;

	return (unsigned) (((dx > 0) - (dx < 0)) * 9 + ((dy > 0) - (dy < 0)) * 3 + (x > y) -
					   (x < y) + 13);
}

FR_INLINE uint32_t
place_at(const turning *t, uint32_t n)
{
	fr_cell goal = t->run->heuristic.goal;
	fr_cell at = fr_grid_cell(&t->copy, n);

	return place_of(goal.x - at.x, goal.y - at.y);
}

/* Gives a cell of the band a block, whose nodes are unseen. */
FR_INLINE void
add_block(turning *t, uint32_t n)
{
	fr_node *cell = &t->nodes[n];
	fr_node *block = &t->nodes[t->blocks_end];

	cell->key |= KEY_REACHED;
	cell->next = t->blocks_end;
	cell->prev = place_at(t, n);
	for (uint32_t i = 0; i < t->stride; i++)
		block[i].key = t->unseen;
	block->next = n;
	t->blocks_end += t->stride;
}

/* ---- turns that are certain ---------------------------------------------------------- */

/*
 * What turns by so many steps around the ring of directions cost at least, also by several
 * turns: delta[k], for k from 0 to half of the ring.
 */
static void
price_angles(const fr_grid *grid, int ring, uint64_t delta[FR_DIRECTIONS])
{
	delta[0] = 0;
	for (int k = 1; k < ring; k++)
		delta[k] = NEVER;
	for (int round = 0; round < ring; round++)
		for (int from = 0; from < ring; from++)
			for (int by = 1; by < ring; by++)
			{
				int angle = by > ring / 2 ? ring - by : by;
				int to = (from + by) % ring;
				uint64_t price =
					delta[from] + grid->costs.turn[ring == 4 ? 2 * angle : angle];

				if (angle < ring / 2 && price < delta[to])
					delta[to] = price;
			}
}

static int
around(int k, int ring)
{
	return (k % ring + ring) % ring;
}

/*
 * The least price of turns of a path that goes in direction 0 now. Its goal lies from direction
 * `left` to direction `right`, which are equal or neighbours. Every pair of directions counts
 * that is less than half a turn apart and has the goal in between.
 */
static uint64_t
price_between(int left, int right, int ring, const uint64_t delta[FR_DIRECTIONS])
{
	uint64_t least = NEVER;
	int apart = right - left;

	for (int x = 0; apart + x < ring / 2; x++)
		for (int y = 0; apart + x + y < ring / 2; y++)
		{
			uint64_t first = delta[around(left - x, ring)];
			uint64_t second = delta[around(right + y, ring)];
			uint64_t price = delta[apart + x + y] + (first < second ? first : second);

			least = price < least ? price : least;
		}
	return least;
}

/*
 * The position around the ring, in halves of a step, of each place; places between two
 * diagonals of which the model lacks one are one place to it.
 */
static int
ring_position(const fr_grid *grid, int position)
{
	if (grid->costs.hex)
		return position < 5	   ? position
			   : position < 8  ? 5
			   : position < 13 ? position - 2
							   : 11;
	if (grid->octile)
		return position;
	return position % 4 == 0 ? position / 2 : position / 4 * 2 + 1;
}

static void
foresee_turns(turning *t)
{
	int ring = (int) fr_turn_directions(t->grid);
	uint64_t delta[FR_DIRECTIONS];
	uint64_t turns[2 * FR_DIRECTIONS]; /* by the goal's position from direction 0 on */

	price_angles(t->grid, ring, delta);
	for (int p = 0; p < 2 * ring; p++)
		turns[p] = price_between(p / 2, (p + 1) / 2, ring, delta);
	for (uint32_t d = 0; d < FR_DIRECTIONS; d++)
		t->certain[d][place_of(0, 0)] = 0;
	for (int position = 0; position < 2 * FR_DIRECTIONS; position++)
	{
		int a = position / 2;
		int b = (a + position % 2) % FR_DIRECTIONS;
		unsigned place = a == b ? place_of(fr_dx[a], fr_dy[a])
								: place_of(fr_dx[a] + fr_dx[b], fr_dy[a] + fr_dy[b]);

		for (uint32_t d = 0; d < FR_DIRECTIONS; d++)
			if (is_direction(t->grid, d))
				t->certain[d][place] = turns[around(
					ring_position(t->grid, position) - 2 * t->slot[d], 2 * ring)];
	}
}

/* The distance of cell n to the goal, or more than any cost. */
FR_INLINE uint64_t
distance_at(const turning *t, uint32_t n)
{
	uint64_t key = t->nodes[n].key;

	return key < t->unseen ? fr_key_g(key) : FR_UNREACHED;
}

/* The heuristic of a state. Without a band it is 0. */
FR_INLINE uint64_t
bound_at(const turning *t, uint32_t n, uint32_t d)
{
	return t->blind ? 0 : distance_at(t, n) + t->certain[d][t->nodes[n].prev];
}

/* ---- the open list ------------------------------------------------------------------- */

static uint64_t
number_of(const void *context, uint32_t s)
{
	const turning *t = context;
	uint64_t g = fr_key_g(t->nodes[s].key);
	uint32_t d;
	uint32_t n;

	if (t->run == NULL)
		return g;
	n = state_cell(t, t->by_blocks, s, &d);
	return g + bound_at(t, n, d);
}

FR_INLINE void
open_push(turning *t, kind kind, uint32_t s, uint64_t f)
{
	if (kind.stacks)
		fr_stacks_push(&t->stacks, s, f);
	else
		fr_radix_push(&t->radix, s, f);
}

FR_INLINE void
open_remove(turning *t, kind kind, uint32_t s, uint64_t f)
{
	if (kind.stacks)
		fr_stacks_remove(&t->stacks, s, f);
	else
		fr_radix_remove(&t->radix, s, f);
}

FR_INLINE uint32_t
open_pop(turning *t, kind kind)
{
	uint64_t f;
	uint64_t key;

	if (kind.stacks)
		return fr_stacks_pop(&t->stacks, &f, &key);
	return fr_radix_pop(&t->radix, number_of, t, t->poll);
}

/* ---- the search ---------------------------------------------------------------------- */

/* Counts a state that is opened. */
FR_INLINE void
count_open(turning *t, bool waits)
{
	fr_result *r = t->run->result;

	r->opened++;
	t->open += !waits;
	r->open_peak = t->open > r->open_peak ? t->open : r->open_peak;
}

/* The states of this kind of search are in blocks; a compile-time constant with stacks. */
FR_INLINE bool
by_blocks(const turning *t, kind kind)
{
	return kind.aimed && (kind.stacks || t->by_blocks);
}

/* The least cost of the states of a cell, or more than any cost. A cell in a band has a block. */
FR_INLINE uint64_t
least_cost(const turning *t, kind kind, uint32_t n)
{
	return (t->nodes[cell_node(t, by_blocks(t, kind), n)].key - t->begin) >>
		   FR_KEY_G_SHIFT;
}

/* Is a state of no use, because its cell has been reached at so much less? */
FR_INLINE bool
is_dominated(const turning *t, kind kind, uint32_t n, uint64_t g)
{
	uint64_t least = least_cost(t, kind, n);

	if (kind.points && least < FR_UNREACHED)
		least = fr_next_turn(&t->copy.costs, least);
	return g >= least + t->window;
}

/* Notes the cost of a state of a cell, if it is the least one; not in a band. */
FR_INLINE void
note_cost(turning *t, uint32_t n, uint64_t g, uint32_t d)
{
	fr_node *cell = &t->nodes[n];

	if (cell->key < t->unseen && g >= fr_key_g(cell->key))
		return;
	cell->key =
		(t->begin | g << FR_KEY_G_SHIFT) | (flags_of(t, cell->key) & FR_KEY_AWAITED);
	cell->prev = t->slot[d];
}

/* What became of a state that a step or a link reaches. */
typedef enum outcome
{
	USELESS,
	OPENED,
	IS_NEXT /* a stack would return it at once */
} outcome;

/* The flags of a state that was reached after a step in this direction. */
FR_INLINE uint64_t
flags_after(uint32_t from)
{
	return from < FR_DIRECTIONS ? from : from == FR_AT_START ? KEY_HEADED : KEY_FREE;
}

/* Opens the state of cell m that a step in direction d, or a link, reaches at cost g, if that is of use. */
FR_INLINE outcome
reach_state(turning *t, kind kind, uint32_t m, uint32_t d, uint64_t g, uint32_t from)
{
	uint32_t s = state_at(t, false, m, d);
	uint64_t key = t->begin | g << FR_KEY_G_SHIFT;
	uint64_t old = t->nodes[s].key;
	bool waits = flags_of(t, old) & FR_KEY_OPEN;

	if (g > t->most || is_dominated(t, kind, m, g) || !fr_key_improves(key, old))
		return USELESS;
	note_cost(t, m, g, d);
	if (waits)
		open_remove(t, kind, s, fr_key_g(old));
	if (t->counted)
		count_open(t, waits);
	t->nodes[s].key = key | FR_KEY_OPEN | flags_after(from);
	open_push(t, kind, s, g);
	return OPENED;
}

/*
 * The same for a step in a band, where the cell may have no states yet. The difference of two
 * keys has the difference of their g. That of an unseen node exceeds all costs.
 */
FR_INLINE outcome
reach_in_band(turning *t, kind kind, uint32_t m, uint32_t d, uint64_t g, uint32_t from)
{
	fr_node *cell = &t->nodes[m];
	uint64_t key = t->begin + (g << FR_KEY_G_SHIFT);
	uint64_t f = g + ((cell->key - t->begin) >> FR_KEY_G_SHIFT);
	fr_node *block;
	uint64_t old;
	uint32_t s;
	bool waits;

	if (f > t->most)
		return USELESS;
	if (!has_block(t, m))
		add_block(t, m);
	block = &t->nodes[cell->next];
	s = cell->next + 1 + t->slot[d];
	old = t->nodes[s].key;
	f += t->certain[d][cell->prev];
	if (f > t->most || key >= block->key + (t->window << FR_KEY_G_SHIFT) ||
		!fr_key_improves(key, old))
		return USELESS;
	if (key < block->key)
	{
		block->key = key;
		block->prev = t->slot[d];
	}
	waits = old < t->unseen && old & FR_KEY_OPEN;
	if (waits)
		open_remove(t, kind, s, f + ((old - key) >> FR_KEY_G_SHIFT));
	if (t->counted)
		count_open(t, waits);
	key += flags_after(from);
	if (kind.stacks && d == from && fr_stacks_is_next(&t->stacks, f))
	{
		t->nodes[s].key = key;
		return IS_NEXT;
	}
	t->nodes[s].key = key | FR_KEY_OPEN;
	open_push(t, kind, s, f);
	return OPENED;
}

/* Takes the links from a cell. The node of a cell stores the arc of its state without direction. */
static void
take_arcs(turning *t, kind kind, uint32_t n, uint32_t d, uint64_t g)
{
	for (uint32_t i = fr_arcs_first(t->grid->links, t->arcs, n);
		 i < t->grid->links->count && t->arcs->at[i].from == n; i++)
	{
		const fr_arc *arc = &t->arcs->at[i];

		fr_poll_at(t->poll, i);
		if (reach_state(t, kind, arc->to, NO_DIRECTION,
						kind.points ? fr_after_step(t->grid, g, arc->to, arc->cost)
									: g + arc->cost / t->unit,
						d))
			t->nodes[arc->to].next = i;
	}
}

/*
 * The cost of a step, without that of its turn. Steps by layers are rounded down to the unit of
 * a sweep here, all others in fr_dijkstra_prepare.
 */
FR_INLINE uint64_t
step_cost(const turning *t, kind kind, uint32_t from, uint32_t to, int d)
{
	if (kind.points)
		return fr_move_cost(t->grid, fr_steps_of(t->grid), from, to, d);
	if (!kind.weighted)
		return fr_move_cost(t->grid, FR_STEPS_EVEN, from, to, d);
	if (__builtin_expect(t->grid->prices == NULL, true))
		return fr_move_cost(t->grid, FR_STEPS_WEIGHTED, from, to, d);
	return fr_move_cost(t->grid, FR_STEPS_LAYERED, from, to,
						t->backward ? fr_opposite(d) : d) /
		   t->unit;
}

/* Takes the step in direction e from cell n, after a step in direction d. */
FR_INLINE outcome
take_step(turning *t, kind kind, uint32_t n, uint32_t d, uint32_t e, uint64_t *g)
{
	uint32_t m = n + (uint32_t) t->copy.offset[e];
	uint64_t cost = t->backward ? step_cost(t, kind, m, n, (int) e)
								: step_cost(t, kind, n, m, (int) e);

	if (kind.points)
		*g = fr_after_step(t->grid, *g, m, t->price[d][e] + cost);
	else
		*g += kind.weighted ? t->price[d][e] + cost : t->step[d][e];
	return by_blocks(t, kind) ? reach_in_band(t, kind, m, e, *g, d)
							  : reach_state(t, kind, m, e, *g, d);
}

/*
 * Expands a state of cell n, reached in direction d at cost *g. Returns true if the state
 * straight on is to be expanded next, and sets *g to its cost.
 */
FR_INLINE bool
expand(turning *t, kind kind, uint32_t n, uint32_t d, uint64_t *g)
{
	unsigned moves = t->copy.moves[n] & t->onward[d];
	unsigned straight = moves & (d == NO_DIRECTION ? 0 : 1u << d);

	for (moves &= ~straight; moves; moves &= moves - 1)
	{
		uint64_t child = *g;

		take_step(t, kind, n, d, (uint32_t) __builtin_ctz(moves), &child);
	}
	if (!kind.stacks && t->arcs && fr_arcs_begin(t->arcs, n))
		take_arcs(t, kind, n, d, *g);
	return straight && take_step(t, kind, n, d, d, g) == IS_NEXT;
}

/* The last awaited cell is reached at cost g; with a turn after it, another state may cost less. */
FR_INLINE void
settle_last(turning *t, uint64_t g)
{
	uint64_t more =
		fr_has_headings(&t->copy.costs) ? fr_turn_window(&t->copy.costs, g) - g : 0;

	t->most = t->most - g > more ? g + more : t->most;
}

/* Settles cell n of a sweep at cost g. The last awaited cell ends the sweep at this cost. */
FR_INLINE void
settle_cell(turning *t, uint32_t n, uint64_t g)
{
	uint64_t *key = &t->nodes[n].key;

	if (!(*key & FR_KEY_AWAITED))
		return;
	*key &= ~FR_KEY_AWAITED;
	if (t->sweep->awaited > 0 && --t->sweep->awaited == 0)
		settle_last(t, g);
}

/* A path ends at the goal with a step in direction d, at cost g: is it the best one so far? */
FR_INLINE void
note_path(turning *t, uint32_t d, uint64_t g)
{
	fr_result *r = t->run->result;

	g = fr_after_cost(&t->copy.costs, g, t->last[d]);
	if (g > t->most || (r->found && g >= r->cost))
		return;
	r->found = true;
	r->cost = g;
	t->most = g > 0 ? g - 1 : 0;
	t->ends_by = t->slot[d];
}

/*
 * Begins at a cell that costs g beforehand, if the agent turns before its first step or after its
 * last one. The cell gets a state FR_AT_START.
 */
static void
begin_headed(turning *t, kind kind, uint32_t n, uint64_t g)
{
	uint32_t s;

	if (by_blocks(t, kind))
		add_block(t, n);
	else if (fr_grid_component(t->grid, n) == 0 || g > t->most ||
			 is_dominated(t, kind, n, g))
		return;
	s = state_at(t, by_blocks(t, kind), n, FR_AT_START);
	if (t->nodes[s].key < t->unseen && fr_key_g(t->nodes[s].key) <= g)
		return;
	t->nodes[s].key = t->begin | g << FR_KEY_G_SHIFT;
	if (by_blocks(t, kind))
	{
		t->nodes[t->nodes[n].next].key = t->nodes[s].key;
		t->nodes[t->nodes[n].next].prev = t->slot[FR_AT_START];
	}
	else
		note_cost(t, n, g, FR_AT_START);
	if (!kind.aimed)
		settle_cell(t, n, g);
	else if (n == t->run->goal)
		note_path(t, FR_AT_START, g);
	expand(t, kind, n, FR_AT_START, &g);
}

/*
 * Begins at a cell that costs g beforehand. Without links cells have no state without
 * direction, so the cell is expanded at once.
 */
FR_INLINE void
begin_at(turning *t, kind kind, uint32_t n, uint64_t g)
{
	if (t->first == FR_AT_START)
	{
		begin_headed(t, kind, n, g);
		return;
	}
	if (by_blocks(t, kind))
	{
		add_block(t, n);
		t->nodes[t->nodes[n].next].key = t->begin;
		t->nodes[t->nodes[n].next].prev = t->slot[NO_DIRECTION];
		expand(t, kind, n, NO_DIRECTION, &g);
		return;
	}
	if (fr_grid_component(t->grid, n) == 0 || g > t->most || is_dominated(t, kind, n, g))
		return;
	if (t->arcs)
	{
		if (reach_state(t, kind, n, NO_DIRECTION, g, NO_DIRECTION))
			t->nodes[n].next = FR_NONE;
		return;
	}
	note_cost(t, n, g, NO_DIRECTION);
	if (!kind.aimed)
		settle_cell(t, n, g);
	expand(t, kind, n, NO_DIRECTION, &g);
}

/*
 * What the turn to direction e costs after a step in direction d. A search backward begins at the goal,
 * in the direction against the one in which the agent arrives.
 */
static uint64_t
turn_before(const fr_costs *costs, bool backward, int d, int e)
{
	if (d == FR_AT_START && backward)
		return fr_arrival_cost(costs, fr_opposite(e));
	return fr_turn_cost(costs, d, e);
}

/* What the turn after the last step of a search costs, which had direction d. */
static uint64_t
turn_at_end(const fr_costs *costs, bool backward, int d)
{
	if (backward && d < FR_DIRECTIONS)
		return fr_turn_cost(costs, FR_AT_START, fr_opposite(d));
	return backward && d != FR_AT_START ? 0 : fr_arrival_cost(costs, d);
}

/* Has A* neither a band nor a bound? Links lead anywhere, and points depend on the path before. */
static bool
is_blind(const fr_grid *grid)
{
	return grid->links || grid->costs.points > 0;
}

static turning
turning_on(const fr_grid *grid, fr_workspace *workspace, bool backward,
		   const fr_poll *poll)
{
	turning t = {.grid = grid,
				 .copy = *grid,
				 .workspace = workspace,
				 .begin = fr_key(workspace, 0, 0),
				 .unseen = fr_key_unseen(workspace),
				 .nodes = workspace->nodes,
				 .poll = poll,
				 .backward = backward,
				 .unit = 1,
				 .states = fr_turn_states(grid),
				 .stride = fr_turn_states(grid),
				 .reciprocal = UINT64_MAX / fr_turn_states(grid),
				 .first = fr_has_headings(&grid->costs) ? FR_AT_START : NO_DIRECTION,
				 .window = grid->costs.turn_max,
				 .radix = {workspace, 0}};

	if (grid->links)
		t.arcs = backward ? &grid->links->back : &grid->links->ahead;
	t.blind = is_blind(grid);
	for (uint32_t d = 0; d < ARRIVALS; d++)
	{
		t.onward[d] = 0xff;
		if (d < FR_DIRECTIONS && !is_direction(grid, d))
			continue;
		if (d < NO_DIRECTION || (d == NO_DIRECTION && (grid->links || d == t.first)) ||
			d == t.first)
		{
			t.slot[d] = (uint8_t) fr_turn_slot(grid, d);
			t.direction[t.slot[d]] = (uint8_t) d;
		}
		if (d < FR_DIRECTIONS)
			t.onward[d] = (uint8_t) ~(1u << fr_opposite((int) d));
		t.last[d] = turn_at_end(&grid->costs, backward, (int) d);
		for (int e = 0; e < FR_DIRECTIONS; e++)
			t.price[d][e] = turn_before(&grid->costs, backward, (int) d, e);
	}
	for (uint32_t d = 0; d < ARRIVALS; d++)
		for (int e = 0; e < FR_DIRECTIONS; e++)
			t.step[d][e] = t.price[d][e] + grid->costs.step[e];
	return t;
}

/* ---- a sweep ------------------------------------------------------------------------- */

FR_INLINE void
sweep_loop(turning *t, kind kind)
{
	fr_dijkstra *s = t->sweep;
	uint64_t steps = 1;
	uint32_t state;

	for (size_t i = 0; i < s->count; i++)
	{
		fr_poll_at(t->poll, i);
		begin_at(t, kind, s->sources[i], s->advance ? s->advance[i] : 0);
	}
	while ((state = open_pop(t, kind)) != FR_NONE)
	{
		uint64_t key = t->nodes[state].key;
		uint64_t g = fr_key_g(key);
		uint32_t d;
		uint32_t n = state_cell(t, false, state, &d);

		fr_poll_at(t->poll, steps++);
		if (g > t->most)
			return;
		t->nodes[state].key = key & ~FR_KEY_OPEN;
		if (is_dominated(t, kind, n, g))
			continue;
		settle_cell(t, n, g);
		expand(t, kind, n, d, &g);
	}
}

__attribute__((noinline, flatten)) static void
sweep_plain(turning *t)
{
	sweep_loop(t, (kind){.weighted = false});
}

__attribute__((noinline, flatten)) static void
sweep_weighted(turning *t)
{
	sweep_loop(t, (kind){.weighted = true});
}

__attribute__((noinline, flatten)) static void
sweep_points(turning *t)
{
	sweep_loop(t, (kind){.weighted = true, .points = true});
}

/* Adds to the cost of each cell the turn after the last step; the least sum counts. */
static void
add_last_turns(turning *t)
{
	for (uint32_t n = 0; n < t->copy.cells; n++)
	{
		fr_node *cell = &t->nodes[n];
		uint64_t least = UINT64_MAX;

		fr_poll_at(t->poll, n);
		if (cell->key >= t->unseen || fr_key_g(cell->key) == FR_UNREACHED)
			continue;
		for (uint32_t slot = 0; slot < t->states; slot++)
		{
			uint64_t key = t->nodes[t->copy.cells + n * t->states + slot].key;
			uint64_t cost =
				fr_after_cost(&t->copy.costs, fr_key_g(key), t->last[t->direction[slot]]);

			if (key >= t->unseen || cost >= least)
				continue;
			least = cost;
			cell->prev = slot;
		}
		cell->key = least > t->sweep->cap
						? t->unseen
						: t->begin | least << FR_KEY_G_SHIFT | (cell->key & FR_KEY_FLAGS);
	}
}

uint64_t
fr_turn_sweep(fr_dijkstra *s, bool backward)
{
	turning t = turning_on(&s->grid, s->workspace, backward, s->poll);

	t.sweep = s;
	t.unit = s->unit;
	t.most = s->cap;
	t.window += s->ties;
	if (t.copy.costs.points > 0)
		sweep_points(&t);
	else if (fr_steps_of(t.grid) != FR_STEPS_EVEN)
		sweep_weighted(&t);
	else
		sweep_plain(&t);
	if (backward ? t.copy.costs.heading : t.copy.costs.arrive)
		add_last_turns(&t);
	return t.most;
}

/* ---- A* ------------------------------------------------------------------------------ */

/* Counts a visit. An f above all earlier ones starts an iteration. */
FR_INLINE void
count_visit(turning *t, uint32_t n, uint64_t g, uint64_t f, bool expanded)
{
	fr_result *r = t->run->result;

	if (r->iterations == 0 || f > t->f_max)
	{
		r->iterations++;
		r->visited_last = r->expanded_last = 0;
		t->f_max = f;
	}
	r->visited++;
	r->visited_last++;
	r->expanded += expanded;
	r->expanded_last += expanded;
	if (t->run->trace)
		t->run->trace->visit(t->run->trace->context, (int) r->iterations, n, g, f,
							 expanded);
}

/* Visits a state; false if it is not to be expanded. */
FR_INLINE bool
visit_state(turning *t, kind kind, uint32_t n, uint32_t d, uint64_t g)
{
	const fr_run *run = t->run;
	fr_result *r = run->result;

	t->open--;
	if (is_dominated(t, kind, n, g))
		return false;
	if (t->counted || r->found)
	{
		uint64_t f = g + bound_at(t, n, d);

		if (f > t->most)
			return false;
		count_visit(t, n, g, f, n != run->goal);
	}
	else
		r->expanded++;
	if (n != run->goal)
		return true;
	note_path(t, d, g);
	return t->last[d] >
		   0; /* a path may pass the goal and come back in a better direction */
}

FR_INLINE void
search_loop(turning *t, kind kind)
{
	const fr_run *run = t->run;
	fr_result *r = run->result;
	uint64_t steps = 1;
	uint32_t s;

	/* a start that is not opened is visited at once */
	if (!t->arcs || t->first == FR_AT_START)
	{
		r->opened = r->open_peak = 1;
		count_visit(t, run->start, 0, t->blind ? 0 : fr_key_g(t->nodes[run->start].key),
					true);
	}
	begin_at(t, kind, run->start, 0);
	while (!r->found || (kind.stacks && fr_stacks_current(&t->stacks)) ||
		   t->copy.costs.arrive)
	{
		uint64_t g;
		uint32_t n;
		uint32_t d;

		s = open_pop(t, kind);
		if (s == FR_NONE)
			break;
		fr_poll_at(t->poll, steps++);
		g = fr_key_g(t->nodes[s].key);
		n = state_cell(t, by_blocks(t, kind), s, &d);
		t->nodes[s].key &= ~FR_KEY_OPEN;
		while (visit_state(t, kind, n, d, g) && expand(t, kind, n, d, &g))
		{
			fr_poll_at(t->poll, steps++);
			n += (uint32_t) t->copy.offset[d];
		}
	}
	if (r->found && t->copy.costs.arrive)
		t->nodes[cell_node(t, by_blocks(t, kind), run->goal)].prev = t->ends_by;
}

/* ---- the band ------------------------------------------------------------------------ */

/*
 * How many steps in direction d, up to `most`, a best path without prices of turns may take from
 * cell n.
 */
FR_INLINE uint64_t
steps_ahead(const turning *t, kind kind, uint32_t n, uint32_t d, uint64_t most)
{
	const fr_grid *grid = t->grid;
	uint64_t steps = 0;

	while (steps < most && grid->moves[n] >> d & 1)
	{
		uint32_t m = n + (uint32_t) grid->offset[d];

		if (distance_at(t, m) == FR_UNREACHED ||
			distance_at(t, m) + step_cost(t, kind, n, m, (int) d) != distance_at(t, n))
			break;
		n = m;
		fr_poll_at(t->poll, ++steps);
	}
	return steps;
}

/*
 * The price of the turns of a path that costs as little as the one that the search over cells
 * found; NEVER where that fails. No other path costs more than both together. The path turns
 * only where it has to, and goes in the direction in which it gets farthest. So it has few turns.
 */
FR_INLINE uint64_t
price_path(const turning *t, kind kind)
{
	uint64_t sum = 0;
	uint64_t steps = t->grid->cells; /* where they cost nothing, the path may go round */
	uint32_t n = t->run->start;
	uint32_t before = t->first;

	while (n != t->run->goal)
	{
		uint64_t most = 0;
		uint32_t d = before;

		fr_poll_now(t->poll);
		for (unsigned moves = t->grid->moves[n] & t->onward[before]; moves;
			 moves &= moves - 1)
		{
			uint32_t e = (uint32_t) __builtin_ctz(moves);
			uint64_t ahead = steps_ahead(t, kind, n, e, steps);

			d = ahead > most ? e : d;
			most = ahead > most ? ahead : most;
		}
		if (most == 0)
			return NEVER;
		sum += t->price[before][d];
		steps -= most;
		n += (uint32_t) most * (uint32_t) t->grid->offset[d];
		before = d;
	}
	return sum + t->last[before];
}

/*
 * Finds the distances to the goal of all cells on paths that may be the answer. Sets t->most to
 * an upper bound of the answer; false: no path is within the limit.
 */
static bool
find_band(turning *t)
{
	bool weighted = fr_steps_of(t->grid) != FR_STEPS_EVEN;
	fr_band band;
	uint64_t cost;
	uint64_t turns;

	if (!fr_band_find(&band, t->run))
		return false;
	cost = fr_key_g(t->nodes[t->run->start].key);
	turns = price_path(t, (kind){.weighted = weighted});
	if (turns < t->most - cost)
		t->most = cost + turns;
	fr_band_widen(&band, t->most);
	return true;
}

/*
 * The loops work on a copy of the state. With stacks no function gets its address, so that the
 * compiler knows that writing to nodes does not change it.
 */
#define DEFINE_SEARCH(name, weighted_, stacks_, points_)                                 \
	__attribute__((noinline, flatten)) static void name(turning *t)                      \
	{                                                                                    \
		turning own = *t;                                                                \
                                                                                         \
		search_loop(&own, (kind){.weighted = weighted_,                                  \
								 .aimed = true,                                          \
								 .stacks = stacks_,                                      \
								 .points = points_});                                    \
	}

DEFINE_SEARCH(search_plain, false, true, false)
DEFINE_SEARCH(search_weighted, true, true, false)
DEFINE_SEARCH(search_plain_by_heap, false, false, false)
DEFINE_SEARCH(search_weighted_by_heap, true, false, false)
DEFINE_SEARCH(search_points, true, false, true)

/* The least shift of stacks with which all f in the list fit into the ring of stacks. */
static int
stacks_shift(const turning *t, uint64_t turns)
{
	uint64_t rise = 2 * t->grid->costs.step_max + turns * t->grid->costs.turn_max;
	int shift = 0;

	while ((rise >> shift) + 2 > FR_HEADS)
		shift++;
	return shift;
}

/*
 * Opens the list: stacks, or a heap. A heap serves where stacks would hold so many values of f
 * that nodes are expanded again and again. It also serves unless f is `bounded`: f then rises by
 * the prices of a step and some turns at most.
 */
static bool
open_list(turning *t, uint64_t turns, bool bounded, uint64_t first_f)
{
	int shift = stacks_shift(t, turns);

	t->radix.last = 0;
	fr_clear(t->workspace->occupied, sizeof t->workspace->occupied);
	if (!bounded)
		return false;
	if (shift > 0 && t->grid->costs.h.straight / 2 >> shift == 0)
		return false;
	t->stacks = fr_stacks_open(fr_nodes_open(t->workspace, NULL), shift, first_f);
	return true;
}

static void
run_turns(const fr_run *run)
{
	turning t = turning_on(run->grid, run->workspace, false, run->poll);
	bool weighted = fr_steps_of(run->grid) != FR_STEPS_EVEN;
	uint64_t first_f = 0;

	t.run = run;
	t.most = run->grid->costs.limit;
	t.counted = run->counted || run->trace;
	foresee_turns(&t);
	if (!t.blind)
	{
		if (!find_band(&t))
			return;
		use_blocks(&t);
		first_f = fr_key_g(t.nodes[run->start].key);
	}
	/* the bound may rise by more than a step costs that leads one way, and so does g by a link */
	if (open_list(&t, 4, !t.blind && !run->grid->oneway, first_f))
		(weighted ? search_weighted : search_plain)(&t);
	else if (run->grid->costs.points > 0)
		search_points(&t);
	else
		(weighted ? search_weighted_by_heap : search_plain_by_heap)(&t);
}

/* ---- routes -------------------------------------------------------------------------- */

static void
add_route(fr_route_builder *builder, const turning *t, uint32_t cell)
{
	uint32_t d = t->direction[t->nodes[cell_node(t, t->by_blocks, cell)].prev];
	uint32_t n = cell;

	for (uint64_t steps = 1;; steps++)
	{
		uint32_t s = state_at(t, t->by_blocks, n, d);

		fr_poll_at(t->poll, steps);
		if (d == FR_AT_START)
			return;
		if (d != NO_DIRECTION)
		{
			fr_route_add(builder, (int) d, 1);
			n -= (uint32_t) t->grid->offset[d];
		}
		else if (t->arcs && t->nodes[n].next != FR_NONE)
		{
			fr_route_prepend_link(builder, fr_grid_cell(t->grid, n));
			n = t->arcs->at[t->nodes[n].next].from;
		}
		else
			return;
		d = !(t->nodes[s].key & KEY_FREE) ? t->nodes[s].key & FR_KEY_PARENT
			: (t->nodes[s].key & KEY_HEADED) == KEY_HEADED ? FR_AT_START
														   : NO_DIRECTION;
	}
}

void
fr_turn_route(fr_route_builder *builder, const fr_grid *grid,
			  const fr_workspace *workspace, uint32_t cell, const fr_poll *poll)
{
	turning t = turning_on(grid, (fr_workspace *) workspace, false, poll);

	add_route(builder, &t, cell);
}

static void
route_of_run(const fr_run *run, fr_route_builder *builder)
{
	turning t = turning_on(run->grid, run->workspace, false, run->poll);

	if (!t.blind)
		use_blocks(&t);
	add_route(builder, &t, run->goal);
}

/* With a band, A* clears the blocks that it uses. */
static uint32_t
unseen_nodes(const fr_grid *grid)
{
	return is_blind(grid) ? fr_turn_nodes(grid) : grid->cells;
}

const fr_search_row fr_search_turns = {
	.name = "turns",
	.rules = FR_SWEEP_RULES,
	.needs = FR_RULE(TURNS),
	.nodes = fr_turn_nodes,
	.unseen = unseen_nodes,
	.reads = FR_READS_MOVES,
	.run = run_turns,
	.route = route_of_run,
};
