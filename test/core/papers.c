/*
 * papers.c - the searches of both papers, line by line
 *
 * Fringe Search is Figure 2 of 2005, A* its section 3.1.1 and the code of 2006 section
 * III.C, IDA* the code of 2006 sections IV.C and IV.D and the text of 2005 section
 * 3.1.2. It shares no code with the library, is not fast, and takes small maps.
 */
#include "papers.h"

#include <stdlib.h>
#include <string.h>

/* ---- maps ---------------------------------------------------------------- */

#define MOVES 8

/* Straight moves come first, as in the library. */
static const int move_x[MOVES] = {0, 0, 1, -1, 1, 1, -1, -1};
static const int move_y[MOVES] = {-1, 1, 0, 0, -1, 1, 1, -1};

static bool
is_free(const paper_map *map, int x, int y)
{
	return x >= 0 && x < map->width && y >= 0 && y < map->height &&
		   map->weight[y * map->width + x] > 0;
}

/* The cell that a move leads to, or -1. */
static int
move(const paper_map *map, int n, int d)
{
	int x = n % map->width;
	int y = n / map->width;
	int sides = is_free(map, x + move_x[d], y) + is_free(map, x, y + move_y[d]);

	if (d >= 4 && (map->diagonal == 0 || sides < map->corners))
		return -1;
	if (!is_free(map, x + move_x[d], y + move_y[d]))
		return -1;
	return (y + move_y[d]) * map->width + x + move_x[d];
}

static int
cost_of(const paper_map *map, int to, int d)
{
	return (d < 4 ? map->straight : map->diagonal) * map->weight[to];
}

static int
least(int a, int b)
{
	return a < b ? a : b;
}

/* 2006, section V.A; weights are 1 or more. */
static int
manhattan(const paper_map *map, int a, int b)
{
	int dx = abs(a % map->width - b % map->width);
	int dy = abs(a / map->width - b / map->width);

	if (map->diagonal == 0)
		return (dx + dy) * map->straight;
	return least(dx, dy) * map->diagonal + abs(dx - dy) * map->straight;
}

/* Bellman and Ford: no open list that could be wrong. */
void
paper_distances(const paper_map *map, int from, int *distance)
{
	int cells = map->width * map->height;
	bool changed = true;

	for (int n = 0; n < cells; n++)
		distance[n] = n == from ? 0 : PAPER_INFINITY;
	while (changed)
	{
		changed = false;
		for (int n = 0; n < cells; n++)
			for (int d = 0; d < MOVES && distance[n] < PAPER_INFINITY; d++)
			{
				int to = move(map, n, d);

				if (to < 0 || distance[n] + cost_of(map, to, d) >= distance[to])
					continue;
				distance[to] = distance[n] + cost_of(map, to, d);
				changed = true;
			}
	}
}

/* ---- heuristics ------------------------------------------------------------ */

/* 2006, equation 7. */
static int
bound(const paper_problem *p, int landmark, int n)
{
	const int *distance = p->distance[landmark];

	if (distance[n] >= PAPER_INFINITY || distance[p->goal] >= PAPER_INFINITY)
		return 0;
	return abs(distance[p->goal] - distance[n]);
}

static int
best_landmark(const paper_problem *p)
{
	int best = 0;

	for (int i = 1; i < p->landmarks; i++)
		if (bound(p, i, p->start) > bound(p, best, p->start))
			best = i;
	return best;
}

/* 2006, sections V.A to V.C. */
static int
h(const paper_problem *p, int n)
{
	int value = p->zero ? 0 : manhattan(p->map, n, p->goal);
	int first = p->best ? best_landmark(p) : 0;
	int last = p->best ? first + 1 : p->landmarks;

	for (int i = first; i < last; i++)
		value = bound(p, i, n) > value ? bound(p, i, n) : value;
	return value;
}

static int
count_path(const paper_problem *p, const int *parent)
{
	int length = 1;

	for (int n = p->goal; n != p->start; n = parent[n])
		length++;
	return length;
}

/* ---- Fringe Search: 2005, Figure 2 ------------------------------------------ */

#define HEAD PAPER_CELLS /* before the first node of F, and after the last one */

typedef struct fringe
{
	int next[PAPER_CELLS + 1];
	int prev[PAPER_CELLS + 1];
	bool contains[PAPER_CELLS];
	bool cached[PAPER_CELLS]; /* C[n] is not null */
	int g[PAPER_CELLS];
	int parent[PAPER_CELLS];
} fringe;

static void
insert_after(fringe *f, int n, int s)
{
	f->prev[s] = n;
	f->next[s] = f->next[n];
	f->prev[f->next[n]] = s;
	f->next[n] = s;
	f->contains[s] = true;
}

static void
remove_node(fringe *f, int n)
{
	f->next[f->prev[n]] = f->next[n];
	f->prev[f->next[n]] = f->prev[n];
	f->contains[n] = false;
}

/* "Iterate over s in successors(n) from right to left". */
static void
insert_successors(fringe *f, const paper_problem *p, int n, paper_answer *a)
{
	for (int d = MOVES - 1; d >= 0; d--)
	{
		int s = move(p->map, n, d);
		int gs;

		if (s < 0)
			continue;
		gs = f->g[n] + cost_of(p->map, s, d);
		if (f->cached[s] && gs >= f->g[s])
			continue;
		if (f->contains[s])
			remove_node(f, s);
		insert_after(f, n, s);
		a->opened++;
		f->cached[s] = true;
		f->g[s] = gs;
		f->parent[s] = n;
	}
}

/* One pass over F; returns fmin. */
static int
iterate(fringe *f, const paper_problem *p, int flimit, paper_answer *a)
{
	int fmin = PAPER_INFINITY;

	for (int n = f->next[HEAD]; n != HEAD; n = f->next[n])
	{
		int fn = f->g[n] + h(p, n);

		a->visited++;
		a->visited_last++;
		if (fn > flimit)
		{
			fmin = least(fn, fmin);
			continue;
		}
		if (n == p->goal)
		{
			a->found = true;
			break;
		}
		a->expanded++;
		a->expanded_last++;
		insert_successors(f, p, n, a);
		remove_node(f, n);
	}
	return fmin;
}

paper_answer
paper_fringe(const paper_problem *p)
{
	static fringe f;
	paper_answer a = {.opened = 1};
	int flimit = h(p, p->start);

	memset(&f, 0, sizeof f);
	f.next[HEAD] = f.prev[HEAD] = HEAD;
	insert_after(&f, HEAD, p->start);
	f.cached[p->start] = true;
	while (!a.found && f.next[HEAD] != HEAD)
	{
		a.iterations++;
		a.visited_last = a.expanded_last = 0;
		flimit = iterate(&f, p, flimit, &a);
	}
	if (a.found)
	{
		a.cost = f.g[p->goal];
		a.length = count_path(p, f.parent);
	}
	return a;
}

/* ---- A*: its open list --------------------------------------------------------- */

typedef struct node
{
	int pos;
	int g;
	int f;
	long number; /* how many were put before */
	struct node *next;
} node;

#define NODES (MOVES * PAPER_CELLS + 1)
#define MAX_LENGTH 65536

typedef struct open_list
{
	paper_order order;
	node pool[NODES]; /* 2006, section VI.A */
	long used;
	node open[MAX_LENGTH + 1]; /* the stacks of 2006, section III.C */
	int currentf;
	node *list[NODES]; /* in other orders */
	int count;
} open_list;

static void
insert(open_list *o, node *n)
{
	node *tmp = &o->open[n->f];

	n->next = tmp->next;
	tmp->next = n;
}

static node *
best(open_list *o)
{
	while (o->open[o->currentf].next == NULL && o->currentf < MAX_LENGTH)
		o->currentf++;
	return o->open[o->currentf].next;
}

/* std::push_heap of libstdc++: the value rises from the hole, the top being least. */
static void
stl_push(open_list *o, int hole, node *value)
{
	int parent = (hole - 1) / 2;

	while (hole > 0 && o->list[parent]->f > value->f)
	{
		o->list[hole] = o->list[parent];
		hole = parent;
		parent = (hole - 1) / 2;
	}
	o->list[hole] = value;
}

/* Its std::pop_heap and __adjust_heap. */
static node *
stl_pop(open_list *o)
{
	node *top = o->list[0];
	int length = --o->count;
	node *value = o->list[length];
	int hole = 0;
	int second = 0;

	while (second < (length - 1) / 2)
	{
		second = 2 * (second + 1);
		if (o->list[second]->f > o->list[second - 1]->f)
			second--;
		o->list[hole] = o->list[second];
		hole = second;
	}
	if ((length & 1) == 0 && second == (length - 2) / 2)
	{
		second = 2 * (second + 1);
		o->list[hole] = o->list[second - 1];
		hole = second - 1;
	}
	stl_push(o, hole, value);
	return top;
}

/* Is a to be taken before b, which is before it in the list? */
static bool
is_before(paper_order order, const node *a, const node *b)
{
	bool by_index = order != PAPER_LIST_HIGH_G && a->pos < b->pos;

	if (a->f != b->f)
		return a->f < b->f;
	if (order == PAPER_LATEST)
		return a->number > b->number;
	if (a->g != b->g)
		return order == PAPER_LOW_G ? a->g < b->g : a->g > b->g;
	return by_index;
}

static node *
list_pop(open_list *o)
{
	int first = 0;
	node *n;

	for (int i = 1; i < o->count; i++)
		if (is_before(o->order, o->list[i], o->list[first]))
			first = i;
	n = o->list[first];
	o->list[first] = o->list[--o->count];
	return n;
}

static void
put(open_list *o, int pos, int g, int f)
{
	node *n = &o->pool[o->used];

	*n = (node){.pos = pos, .g = g, .f = f, .number = o->used++};
	if (o->order == PAPER_STACKS)
	{
		insert(o, n);
		return;
	}
	o->list[o->count++] = n;
	if (o->order == PAPER_STL)
		stl_push(o, o->count - 1, n);
}

/* A cheaper way to an open node: a stack and a queue take a second node. */
static void
put_again(open_list *o, int pos, int g, int f)
{
	int i = 0;

	if (o->order == PAPER_STACKS || o->order == PAPER_STL)
	{
		put(o, pos, g, f);
		return;
	}
	while (o->list[i]->pos != pos)
		i++;
	o->list[i]->g = g;
	o->list[i]->f = f;
	o->list[i]->number = o->used++;
}

static node *
take(open_list *o)
{
	node *n;

	if (o->order != PAPER_STACKS)
		return o->count == 0 ? NULL : o->order == PAPER_STL ? stl_pop(o) : list_pop(o);
	n = best(o);
	if (n)
		o->open[o->currentf].next = n->next;
	return n;
}

/* ---- A* -------------------------------------------------------------------------- */

typedef struct astar
{
	const paper_problem *problem;
	open_list open;
	bool reached[PAPER_CELLS];
	bool closed[PAPER_CELLS];
	int g[PAPER_CELLS];
	int parent[PAPER_CELLS];
	int bound; /* the largest f that was expanded: 2005, section 4 */
	paper_answer answer;
} astar;

static void
expand(astar *s, const node *n)
{
	const paper_problem *p = s->problem;
	paper_answer *a = &s->answer;

	if (n->f > s->bound)
	{
		s->bound = n->f;
		a->iterations++;
		a->expanded_last = 0;
	}
	a->expanded++;
	a->expanded_last++;
	s->closed[n->pos] = true;
	for (int d = 0; d < MOVES; d++)
	{
		int to = move(p->map, n->pos, d);
		int g = to < 0 ? 0 : n->g + cost_of(p->map, to, d);

		if (to < 0 || (s->reached[to] && g >= s->g[to]))
			continue;
		if (s->reached[to] && !s->closed[to])
			put_again(&s->open, to, g, g + h(p, to));
		else
			put(&s->open, to, g, g + h(p, to));
		s->reached[to] = true;
		s->closed[to] = false;
		s->g[to] = g;
		s->parent[to] = n->pos;
		a->opened++;
	}
}

paper_answer
paper_astar(const paper_problem *p, paper_order order)
{
	static astar s;
	paper_answer *a = &s.answer;
	node *n;

	memset(&s, 0, sizeof s);
	s.problem = p;
	s.open.order = order;
	s.bound = h(p, p->start);
	s.reached[p->start] = true;
	a->opened = a->iterations = 1;
	put(&s.open, p->start, 0, s.bound);
	while (!a->found && (n = take(&s.open)) != NULL)
	{
		if (s.closed[n->pos] || n->g > s.g[n->pos])
			continue; /* the later one of two nodes of a cell */
		if (n->pos == p->goal)
			a->found = true;
		else
			expand(&s, n);
	}
	a->visited = a->expanded + a->found;
	a->visited_last = a->expanded_last + a->found;
	if (a->found)
	{
		a->cost = s.g[p->goal];
		a->length = count_path(p, s.parent);
	}
	return *a;
}

/* ---- IDA*: 2006, sections IV.C to IV.E ----------------------------------------------- */

typedef struct ida
{
	const paper_problem *problem;
	paper_memory memory;
	int threshold; /* currentfIDA */
	long markerming;
	int depth;
	bool mseen[PAPER_CELLS];
	int seen[PAPER_CELLS];
	long mming[PAPER_CELLS];
	bool seenminf[PAPER_CELLS];
	int minf[PAPER_CELLS];
	paper_answer answer;
} ida;

static bool
seen(ida *s, int pos, int g)
{
	if (!s->mseen[pos])
	{
		s->seen[pos] = g;
		s->mseen[pos] = true;
		s->mming[pos] = s->markerming;
		return false;
	}
	if (g < s->seen[pos])
	{
		s->seen[pos] = g;
		s->mming[pos] = s->markerming;
		if (!s->memory.shared)
			s->seenminf[pos] = false; /* 2005: stored for that g */
		return false;
	}
	if (g == s->seen[pos] && s->mming[pos] != s->markerming)
	{
		s->mming[pos] = s->markerming;
		return false;
	}
	return true;
}

/* Is the cell cut by what it backed up?  Then *minf takes that, if it is finite. */
static bool
is_cut(const ida *s, int pos, int *minf)
{
	bool stores = s->memory.shared || s->memory.own || s->memory.finite;

	if (!stores || !s->seenminf[pos])
		return false;
	if (s->minf[pos] >= PAPER_INFINITY)
		return s->memory.shared || s->memory.own;
	if (!s->memory.finite || s->minf[pos] <= s->threshold)
		return false;
	*minf = least(*minf, s->minf[pos]);
	return true;
}

static bool search(ida *s, int g, int pos, int from, int *minf);

/* One move of the loop over neighbours; tmpminf is shared by all of them. */
static bool
try_move(ida *s, int g, int to, int d, int *tmpminf)
{
	int dg = cost_of(s->problem->map, to, d);
	int own = PAPER_INFINITY;

	s->answer.tried++;
	s->answer.tried_last++;
	if (!s->memory.g)
		return s->depth < s->problem->map->width * s->problem->map->height &&
			   search(s, g + dg, to, d, tmpminf);
	if (seen(s, to, s->memory.left ? g : g + dg) || is_cut(s, to, tmpminf))
		return false;
	if (search(s, g + dg, to, d, &own))
		return true;
	*tmpminf = least(*tmpminf, own);
	s->minf[to] = s->memory.shared ? *tmpminf : own;
	s->seenminf[to] = true;
	return false;
}

/* Straight back is no move: d and this are opposite. */
static int
opposite(int d)
{
	static const int back[MOVES] = {1, 0, 3, 2, 6, 7, 4, 5};

	return back[d];
}

static bool
gives_up(const ida *s)
{
	return s->memory.give_up > 0 && s->answer.expanded >= s->memory.give_up;
}

/* IDA of 2006; `from` is the last move, -1 at the start. */
static bool
search(ida *s, int g, int pos, int from, int *minf)
{
	const paper_problem *p = s->problem;
	paper_answer *a = &s->answer;
	int f = g + h(p, pos);
	int tmpminf = PAPER_INFINITY;

	a->visited++;
	a->visited_last++;
	if (f > s->threshold)
	{
		*minf = least(*minf, f);
		return false;
	}
	if (pos == p->goal)
	{
		a->cost = g;
		a->length = s->depth + 1;
		return true;
	}
	a->expanded++;
	a->expanded_last++;
	s->depth++;
	for (int d = 0; d < MOVES && !gives_up(s); d++)
	{
		int to = move(p->map, pos, d);
		bool back = from >= 0 && pos != p->start && d == opposite(from);

		if (to >= 0 && !back && try_move(s, g, to, d, &tmpminf))
			return true;
	}
	s->depth--;
	*minf = least(*minf, tmpminf);
	return false;
}

paper_answer
paper_idastar(const paper_problem *p, paper_memory memory)
{
	static ida s;
	paper_answer *a = &s.answer;
	int minf;

	memset(&s, 0, sizeof s);
	s.problem = p;
	s.memory = memory;
	s.threshold = h(p, p->start);
	while (!a->found && s.threshold < PAPER_INFINITY && !gives_up(&s))
	{
		a->iterations = ++s.markerming;
		a->visited_last = a->expanded_last = a->tried_last = 0;
		s.depth = 0;
		minf = PAPER_INFINITY;
		seen(&s, p->start, 0);
		a->found = search(&s, 0, p->start, -1, &minf);
		s.threshold = minf < PAPER_INFINITY ? minf + memory.delta : minf;
	}
	a->opened = a->visited;
	return *a;
}
