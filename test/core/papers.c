/*
 * papers.c - the searches of both papers, line by line: distances and Fringe Search
 *
 * Fringe Search is Figure 2 of 2005, A* (paper_astar.c) its section 3.1.1 and the code of
 * 2006 section III.C, IDA* (paper_idastar.c) the code of 2006 sections IV.C and IV.D and
 * the text of 2005 section 3.1.2. They share no code with the library, are not fast, and
 * take small maps.
 */
#include "paper_steps.h"

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
