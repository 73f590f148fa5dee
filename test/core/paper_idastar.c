/*
 * paper_idastar.c - IDA* of 2006, sections IV.C to IV.E: see papers.c
 */
#include "paper_steps.h"

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
	long fell[PAPER_CELLS]; /* the iteration in which a dead end got a smaller g */
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
		if (s->memory.safe && s->seenminf[pos] && s->minf[pos] >= PAPER_INFINITY)
			s->fell[pos] = s->markerming;
		else if (!s->memory.shared)
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
/* Not the papers': a dead end whose g fell waits for the next iteration, or is searched. */
static bool
waits(ida *s, int pos, int g, int *minf)
{
	int f = g + h(s->problem, pos);
	int delta = s->memory.delta;
	bool now = s->fell[pos] == s->markerming;

	if (s->fell[pos] == 0)
		return true;
	if (now && f + delta > s->threshold + delta / 3)
	{
		*minf = least(*minf, f);
		return true;
	}
	s->fell[pos] = 0;
	s->seenminf[pos] = false;
	return false;
}

static bool
is_cut(ida *s, int pos, int g, int *minf)
{
	bool stores = s->memory.shared || s->memory.own || s->memory.finite;

	if (!stores || !s->seenminf[pos])
		return false;
	if (s->minf[pos] >= PAPER_INFINITY && s->memory.safe)
		return waits(s, pos, g, minf);
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
	if (seen(s, to, s->memory.left ? g : g + dg) || is_cut(s, to, g + dg, tmpminf))
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
