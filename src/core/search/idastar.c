/*
 * idastar.c - iterative deepening A*, remembering nothing, g, or g and f
 *
 * 2005 sections 2.1, 2.2 and 3.1.2; 2006 sections IV.B to IV.E and V.D.  A
 * depth-first search from left to right, cut where f exceeds a limit, again
 * and again; the next limit is the least f that exceeded the last, plus delta.
 * The recursion is a stack of frames; each turn of the loop tries one move.
 *
 *     memory=none  follows every path to every cell, cycles included
 *     memory=g     searches a cell once an iteration, at its least g (Seen)
 *     memory=full  also remembers the least f of the leaves below a cell, as last
 *                  seen at the same g: the cell's backed-up f.  If it exceeds the
 *                  limit the cell is not searched; if it is infinite, the cell is
 *                  a dead end
 *
 *     deadends=on        cuts by every backed-up f, as 2005 has it
 *     deadends=infinite  cuts dead ends alone, as 2006 section IV.D has it: what
 *                        its Setminf stores for a cell is the least f below the
 *                        cell and below the siblings that were tried before it
 *     deadends=off       cuts by finite backed-up f alone
 *
 * Why the last is exact.  Write F(m) for what was backed up when m was last
 * searched, or was a leaf, at its least g so far, g(m).  After an iteration
 * that did not meet the goal, each cell m that was seen, but the start, has a
 * parent p with g(p) + cost = g(m) that was searched at this g(p), and F(p) <=
 * F(m): the p that m was last tried from took F(m) into the F(p) of the same
 * search.  It stays so while neither is tried again.  A p that is tried is cut,
 * which changes nothing, or searched, which tries m from p or finds that
 * another such parent did in this iteration; and a p that is reached at a
 * smaller g is searched without regard to F, which lowers g(m).  So F(start) <=
 * F(m) for all m.  On a best path let m be the last cell that was seen at its
 * true g.  It was never searched there, or the next would be such a cell: so it
 * was a leaf, and F(m) = f(m), at most the cost of the path.  All that is
 * backed up exceeds the limit.  Hence an iteration without the goal has a next
 * least f, above its limit and at most the least cost; and a path within the
 * limit, which the search ends with, costs at most delta more than the best.
 * Any part of the cuts will do for that, so it holds for all three memories.
 *
 * The proof needs "at the same g".  2006 section IV.D cuts a dead end at any g.  F
 * was infinite because other paths had reached the cells beyond at a smaller g; a
 * smaller g of the cell itself may change that (Figure 1 there).  With delta=0 and
 * a consistent heuristic it never happens: a limit is at most the least f above the
 * last limit, so a cell within it at more than its true g was within the last one
 * at its true g.  With a delta it happens, and paths may cost more than delta
 * allows.  So only delta > 0 cuts dead ends at any g, and delta=0 is exact whether
 * or not the heuristic is consistent.
 *
 * The cut cannot lose all paths.  The argument above still holds for all m whose
 * F(m) is finite, since p is then finite too and not cut at a smaller g; and
 * there is such an m, the last cell of any path that was seen at all: a leaf.
 * But it can make every path more expensive than the limit on costs.  With repair=on a
 * search that ends without a path is done again without this cut (section V.D).
 */
#include "core/search/search.h"

/* A call of the papers' recursion. */
typedef struct frame
{
	uint64_t g;
	uint64_t f_min; /* least f backed up from below, so far */
	uint32_t n;
	uint16_t x;
	uint16_t y;
	uint8_t parent; /* direction of the step to n */
	uint8_t moves;	/* not tried yet */
} frame;

/* What a cell remembers beside its least g, which is in its node's key. */
typedef struct memo
{
	uint64_t f;		 /* backed up at that g; 0: not known, UINT64_MAX: a dead end */
	uint64_t latest; /* iteration that last saw the cell at that g */
} memo;

typedef struct idastar
{
	const fr_run *run;
	memo *memos;   /* by cell; valid if the node's key is of this search */
	frame *frames; /* as many as cells */
	uint32_t depth;
	uint64_t limit;
	uint64_t f_next;	/* least f that exceeded the limit */
	uint64_t delta;		/* what the next limit adds to that */
	uint64_t forgotten; /* memos of iterations up to this one are not valid */
	uint64_t steps;
	int deadends;  /* which cells are cut: the words of the option */
	bool for_good; /* dead ends are cut at any g */
} idastar;

/* ---- what is remembered ------------------------------------------------ */

/*
 * Seen of 2006 section IV.C: is a call for cell n at cost g needless?  The paper
 * has two markers, one for the search and one for the iteration; here the number of
 * the iteration is both.  A smaller g makes the backed-up f invalid.
 */
FR_INLINE bool
is_seen(idastar *s, uint32_t n, uint64_t g)
{
	fr_workspace *ws = s->run->workspace;
	uint64_t now = (uint64_t) s->run->result->iterations;
	uint64_t key = ws->nodes[n].key;
	uint64_t least = fr_key_g(key);
	memo *m = &s->memos[n];
	bool known =
		key >> FR_KEY_GENERATION_SHIFT == ws->generation && m->latest > s->forgotten;

	if (known && (g > least || (g == least && m->latest == now)))
		return true;
	if (!known || (g < least && !(s->for_good && m->f == UINT64_MAX)))
		m->f = 0;
	m->latest = now;
	ws->nodes[n].key = fr_key(ws, g, 0) | (fr_key_flags(ws, key) & FR_KEY_EXPANDED);
	return false;
}

/*
 * Takes f into the least f of the call above.  A cell that was not searched backs
 * up nothing, which is infinity (2005, Figure 3).
 */
FR_INLINE void
back_up(idastar *s, int memory, uint64_t f)
{
	uint64_t *least = &s->f_next;

	if (memory == FR_FULL && s->depth > 0)
		least = &s->frames[s->depth - 1].f_min;
	if (f < *least)
		*least = f;
}

/* The end of a call for cell n: keeps f if it may cut the cell later. */
FR_INLINE void
remember(idastar *s, uint32_t n, uint64_t f)
{
	int never = f == UINT64_MAX ? FR_OFF : FR_INFINITE;

	s->memos[n].f = s->deadends == never ? 0 : f;
}

/*
 * The same, and backs f up to the call above.  2006 reads what to store from the
 * variable that all children of that call share.
 */
FR_INLINE void
end_call(idastar *s, int memory, uint32_t n, uint64_t f)
{
	back_up(s, memory, f);
	if (memory == FR_FULL && s->deadends == FR_INFINITE && s->depth > 0)
		f = s->frames[s->depth - 1].f_min;
	if (memory == FR_FULL)
		remember(s, n, f);
}

/*
 * Is a move to cell n cut?  Without memory only if the stack is full: a path with
 * more cells than the map has a cycle, so it is not a best path, and the same path
 * without the cycle has a leaf of no larger f.
 */
FR_INLINE bool
is_cut(idastar *s, int memory, uint32_t n, uint64_t g)
{
	if (memory == FR_NO_MEMORY)
		return s->depth == s->run->grid->cells;
	if (is_seen(s, n, g))
		return true;
	if (memory != FR_FULL || s->memos[n].f <= s->limit)
		return false;
	back_up(s, memory, s->memos[n].f);
	return true;
}

/* ---- one iteration ----------------------------------------------------- */

FR_INLINE void
idastar_count(idastar *s, fr_kind kind, uint32_t n, uint64_t g)
{
	fr_workspace *ws = s->run->workspace;
	fr_result *result = s->run->result;

	result->expanded++;
	if (!kind.counted)
		return;
	result->expanded_last++;
	result->reopened += (fr_key_flags(ws, ws->nodes[n].key) & FR_KEY_EXPANDED) != 0;
	ws->nodes[n].key = fr_key(ws, g, 0) | FR_KEY_EXPANDED;
}

FR_INLINE void
count_visit(idastar *s)
{
	fr_result *result = s->run->result;

	result->visited++;
	result->visited_last++;
	if (s->depth >= result->open_peak)
		result->open_peak = s->depth + INT64_C(1);
}

/* A call of the recursion: a leaf or a new frame; true if that is the goal. */
FR_INLINE bool
enter_call(idastar *s, fr_kind kind, int memory, frame to)
{
	const fr_run *run = s->run;
	uint64_t f = to.g + fr_h(&run->heuristic, kind.alt, to.n, to.x, to.y);
	bool is_leaf = f > s->limit;
	bool is_goal = !is_leaf && to.n == run->goal;

	if (kind.counted)
		count_visit(s);
	fr_trace_visit(run, kind, to.n, to.g, f, !is_leaf && !is_goal);
	if (is_leaf)
	{
		end_call(s, memory, to.n, f);
		return false;
	}
	to.f_min = UINT64_MAX;
	to.moves = (uint8_t) fr_moves_by(run, fr_moves_all, to.n, to.parent);
	s->frames[s->depth++] = to;
	if (!is_goal)
		idastar_count(s, kind, to.n, to.g);
	return is_goal;
}

/* Returns from a call that has tried all its moves. */
FR_INLINE void
leave(idastar *s, int memory)
{
	const frame *from = &s->frames[--s->depth];

	if (memory == FR_FULL)
		end_call(s, memory, from->n, from->f_min);
}

/* Tries the next move of the frame on top; true if it leads to the goal. */
FR_INLINE bool
try_move(idastar *s, fr_kind kind, int memory)
{
	const fr_run *run = s->run;
	const fr_grid *grid = run->grid;
	frame *from = &s->frames[s->depth - 1];
	int d = run->grid->first[from->moves];
	uint32_t n = from->n + (uint32_t) grid->offset[d];
	uint64_t g = from->g + fr_move_cost(grid, kind.weighted, from->n, n, d);

	from->moves ^= run->bit[d];
	if (is_cut(s, memory, n, g))
		return false;
	return enter_call(s, kind, memory,
					  (frame){.g = g,
							  .n = n,
							  .x = (uint16_t) (from->x + fr_dx[d]),
							  .y = (uint16_t) (from->y + fr_dy[d]),
							  .parent = (uint8_t) d});
}

/* May the search go on? */
static inline bool
may_expand(const fr_run *run)
{
	return run->result->expanded < run->max_expanded;
}

/* True if the goal is within the limit; then the stack is the path. */
FR_INLINE bool
idastar_iterate(idastar *s, fr_kind kind, int memory)
{
	const fr_run *run = s->run;
	fr_cell at = fr_grid_cell(run->grid, run->start);

	s->f_next = UINT64_MAX;
	s->depth = 0;
	if (memory != FR_NO_MEMORY)
		is_seen(s, run->start, 0);
	enter_call(s, kind, memory,
			   (frame){.n = run->start, .x = (uint16_t) at.x, .y = (uint16_t) at.y});
	while (s->depth > 0 && may_expand(run))
	{
		fr_poll_at(run->poll, s->steps++);
		if (s->frames[s->depth - 1].moves == 0)
			leave(s, memory);
		else if (try_move(s, kind, memory))
			return true;
	}
	return false;
}

/* ---- the search -------------------------------------------------------- */

/*
 * 2006 section IV.E.  A next limit above the limit on costs ends the search.  The
 * sum does not overflow, as delta and f are at most the limit on costs.
 */
static uint64_t
idastar_next_limit(const idastar *s)
{
	uint64_t most = s->run->grid->costs.limit;

	if (s->f_next > most)
		return s->f_next;
	return s->f_next + s->delta < most ? s->f_next + s->delta : most;
}

/*
 * Makes nodes on the stack point to their parents.  Without memory and with a delta
 * the path may pass a cell twice.  Nodes are written from the goal to the start, so
 * that the first parent is the one that stays, which leaves out the detour.
 */
static void
write_path(const idastar *s)
{
	const fr_run *run = s->run;
	fr_node *nodes = run->workspace->nodes;

	for (uint32_t i = s->depth; i-- > 0;)
		nodes[s->frames[i].n].key =
			fr_key(run->workspace, s->frames[i].g, s->frames[i].parent);
	run->result->found = true;
	run->result->cost = fr_run_path_cost(run);
}

/* Raises the limit until the goal is found or the search has to end. */
FR_INLINE void
deepen(fr_kind kind, idastar *s, int memory)
{
	const fr_run *run = s->run;
	fr_cell at = fr_grid_cell(run->grid, run->start);

	s->limit = fr_h(&run->heuristic, kind.alt, run->start, at.x, at.y);
	while (s->limit <= run->grid->costs.limit && may_expand(run))
	{
		run->result->iterations++;
		run->result->visited_last = run->result->expanded_last = 0;
		if (idastar_iterate(s, kind, memory))
		{
			write_path(s);
			return;
		}
		s->limit = idastar_next_limit(s);
	}
}

FR_DEFINE_LOOPS(deepen_alone, idastar, context->run, deepen, FR_NO_MEMORY)
FR_DEFINE_LOOPS(deepen_by_g, idastar, context->run, deepen, FR_MEMORY_G)
FR_DEFINE_LOOPS(deepen_fully, idastar, context->run, deepen, FR_FULL)

static void
run_once(idastar *s, int memory)
{
	if (memory == FR_NO_MEMORY)
		deepen_alone(s);
	else if (memory == FR_MEMORY_G)
		deepen_by_g(s);
	else
		deepen_fully(s);
}

/*
 * 2006 section V.D: the cut lost the goal, which is in reach.  Searches again
 * without the cut, and forgets the g and f that searches with it stored.
 */
static void
repair(idastar *s, int memory)
{
	s->forgotten = (uint64_t) s->run->result->iterations;
	s->deadends = FR_OFF;
	s->for_good = false;
	run_once(s, memory);
}

/* Not found and not optimal, though complete: the cut lost all paths. */
static void
run_idastar(const fr_run *run)
{
	fr_result *result = run->result;
	int memory = fr_method_word(run->method, FR_MEMORY);
	uint64_t delta = fr_cost_units(&run->grid->costs, run->method->option[FR_DELTA]);
	int deadends = fr_method_word(run->method, FR_DEADENDS);
	memo *memos = run->workspace->extra;
	idastar s = {.run = run,
				 .memos = memos,
				 .frames = (frame *) (memos + run->grid->cells),
				 .delta = delta,
				 .deadends = deadends,
				 .for_good = memory == FR_FULL && deadends != FR_OFF && delta > 0};

	run_once(&s, memory);
	if (s.for_good && !result->found && may_expand(run) &&
		fr_method_word(run->method, FR_REPAIR) == FR_ON)
		repair(&s, memory);
	result->opened = result->visited;
	result->complete = result->found || may_expand(run);
	result->optimal = result->complete && (result->found ? delta == 0 : !s.for_good);
}

/* A memo and a frame each. */
static size_t
idastar_extra(const fr_method *method)
{
	(void) method;
	return sizeof(memo) + sizeof(frame);
}

/* Not from the goal: that is no faster. */
const fr_search_row fr_search_idastar = {
	.name = "idastar",
	.options = FR_PAPERS_OPTIONS | FR_OPTION_BIT(FR_MEMORY) | FR_OPTION_BIT(FR_DEADENDS) |
			   FR_OPTION_BIT(FR_DELTA) | FR_OPTION_BIT(FR_REPAIR),
	.extra = idastar_extra,
	.run = run_idastar,
};
