/*
 * paper_astar.c - A* of both papers, line by line: see papers.c
 */
#include "paper_steps.h"

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
	int closed_list[PAPER_CELLS];
	int closed_count;
	int bound; /* the largest f that was expanded: 2005, section 4 */
	paper_answer answer;
} astar;

/*
 * Is the cell among the open nodes, or the closed ones? Each list is gone through (2006,
 * section IV.A). A stack is not: its nodes are all of the pool that are not closed.
 */
static bool
is_open(const astar *s, int pos)
{
	bool found = false;

	for (int i = 0; s->open.order != PAPER_STACKS && i < s->open.count; i++)
		found |= s->open.list[i]->pos == pos;
	for (int f = 0; s->open.order == PAPER_STACKS && f <= MAX_LENGTH; f++)
		for (const node *n = s->open.open[f].next; n; n = n->next)
			found |= n->pos == pos;
	return found;
}

static bool
is_closed(const astar *s, int pos)
{
	for (int i = 0; i < s->closed_count; i++)
		if (s->closed_list[i] == pos)
			return true;
	return false;
}

/* Was the cell reached, and is it still open? */
static void
look_up(const astar *s, int pos, bool *reached, bool *open)
{
	if (s->problem->lists)
	{
		bool closed = is_closed(s, pos);

		*open = !closed && is_open(s, pos);
		*reached = closed || *open;
		return;
	}
	*reached = s->reached[pos];
	*open = s->reached[pos] && !s->closed[pos];
}

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
	s->closed_list[s->closed_count++] = n->pos;
	for (int d = 0; d < MOVES; d++)
	{
		int to = move(p->map, n->pos, d);
		int g = to < 0 ? 0 : n->g + cost_of(p->map, to, d);
		bool reached;
		bool open;

		if (to < 0)
			continue;
		look_up(s, to, &reached, &open);
		if (reached && g >= s->g[to])
			continue;
		if (open)
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
