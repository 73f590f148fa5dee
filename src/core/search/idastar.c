/*
 * idastar.c - iterative deepening A*, remembering nothing, g, or g and f
 *
 * 2005 sections 2.1, 2.2 and 3.1.2; 2006 sections IV.B to IV.E and V.D.  A
 * depth-first search from left to right, cut where f exceeds a limit, again
 * and again; the next limit is the least f that exceeded the last, plus delta.
 * The recursion is a stack of frames; each turn of the loop tries one move.
 *
 *     memory=none  follows every path to every cell, cycles included; the stack is all
 *                  that it keeps, so its memory is linear in the depth (Korf 1985)
 *     memory=g     searches a cell once per iteration, at its least g (Seen)
 *     memory=full  also remembers the least f of the leaves below a cell, as last
 *                  seen at the same g: the cell's backed-up f.  If it exceeds the
 *                  limit the cell is not searched; if it is infinite, the cell is
 *                  a dead end
 *
 *     deadends=on        cuts by every backed-up f, as 2005 has it
 *     deadends=own       cuts dead ends alone, by what each cell itself backed up:
 *                        so the counters of 2005 come out
 *     deadends=infinite  cuts dead ends alone, as 2006 section IV.D has it: what
 *                        its Setminf stores for a cell is the least f below the
 *                        cell and below the siblings that were tried before it
 *     deadends=safe      with a delta: as on, but a dead end that is reached at a smaller g
 *                        is searched, at once or in the next iteration
 *     deadends=off       cuts by finite backed-up f alone
 *
 * safe and off return a path that costs at most delta more than the best one, and so do
 * memory=g and none: claim 13 of doc/dev/proofs.md. It needs that what a cell backed up is
 * void at a smaller g. 2006 section IV.D cuts a dead end at any g. It backed up nothing
 * because other paths had reached the cells beyond at a smaller g; a smaller g of the
 * cell itself may change that (Figure 1 there). This never happens with delta=0 and a
 * consistent heuristic. A limit is at most the least f above the last limit, so a cell
 * within it at more than its true g was within the last one at its true g. A delta makes
 * it happen, and paths may cost more than delta allows. So only delta > 0 cuts dead ends
 * at any g, unless deadends=safe, and delta=0 is exact whether or not the heuristic is
 * consistent.
 *
 * The cut cannot lose all paths. The argument of claim 13 holds for all m whose F(m) is
 * finite, since F(p) is then finite too and p is not cut at a smaller g. Such an m
 * exists: a leaf, the last seen cell of any path. But it can make every path more
 * expensive than the limit on costs.
 *
 * seen=left is the pseudo-code of 2006 to the letter: Seen(newpos, g) is called with the
 * g of the cell that is left, and dead ends are cut at any g. If two ways into a cell
 * come from cells of equal g, the first one is kept, which may be the more expensive one.
 * So seen=left is exact under no setting, and its cuts do lose paths.
 *
 * repair=on repeats a search that ended without a path, though the goal is in reach. The
 * second search has seen=entered, and no cut at any g (section V.D).
 */
#include "core/grid/route.h"
#include "core/search/search.h"

#define DEAD FR_KEY_OPEN /* flag of a cell: a dead end */

#define SAFE (FR_MEMORY_NONE + 1) /* memory=full with deadends=safe: a loop of its own */

/* A call of the papers' recursive function, for cell n. */
typedef struct frame
{
	uint64_t key;	/* g and the direction of the step to n, as in a node */
	uint64_t f_min; /* least f that its calls have backed up so far */
	uint32_t n;
	uint16_t x;
	uint16_t y;
	uint32_t moves; /* not tried yet, in the form of `order` */
} frame;

/*
 * A cell's node remembers the least g, in its key, and in `next` the iteration that
 * last saw the cell at that g.  With deadends=safe, `prev` is the iteration in which a dead
 * end was reached at a smaller g, or 0.  (A search of 2^32 iterations would never end.)
 */
typedef struct idastar
{
	const fr_run *run;
	int memory; /* the option, or SAFE; a constant in most loops */
	fr_node *nodes;
	uint64_t unseen;  /* see fr_key_unseen */
	uint64_t *backed; /* by cell: f backed up at that g, 0: not known */
	frame *frames;	  /* the stack of calls */
	frame *end;		  /* its end: the frame behind the top */
	frame *deepest;	  /* the largest `end` at which a call was made */
	uint32_t room;	  /* of the stack: as many as cells, or fewer with memory=none */
	uint8_t *cells;	  /* memory=none, where counted: a bit per cell that was expanded */
	uint32_t now;	  /* number of this iteration, from 1 */
	uint64_t limit;	  /* of f, in this iteration */
	uint64_t f_next;  /* least f above the limit, so far */
	uint64_t delta;	  /* next limit = f_next + delta */
	uint64_t kept;	  /* key flags that survive when a cell is reached at a smaller g */
	bool dead_ends;	  /* cut cells whose backed-up f is infinite */
	bool by_f;		  /* cut cells whose backed-up f is finite and exceeds the limit */
	bool shared;	  /* deadends=infinite: siblings share f_min */
	bool left;		  /* seen=left: Seen compares the g of the cell that is left */
	uint64_t
		seen_step[FR_DIRECTIONS]; /* what a step adds to that g, as a key: 0 if `left` */
	uint32_t
		order[FR_MASKS]; /* by set of moves: the moves in order, 8 + d in 4 bits each */
	int64_t pause;		 /* expansions after which to poll and to check max_expanded */
	int64_t visited;	 /* this and the following: counters as in fr_result */
	int64_t visited_before; /* the last iteration */
	int64_t expanded;
	int64_t expanded_before;
	int64_t tried;
	int64_t tried_before;
	int64_t reopened;
} idastar;

/* ---- what is remembered ------------------------------------------------------------ */

/* Does the search keep the backed-up f of cells? */
FR_INLINE bool
backs_up(int memory)
{
	return memory == FR_MEMORY_FULL || memory == SAFE;
}

/*
 * Seen of 2006 section IV.C: has this iteration searched cell n at this g, or any iteration
 * at a smaller one? All flags of `key` are set. If not, notes the g and the iteration: the
 * paper has a marker for each. A smaller g makes the backed-up f invalid.
 */
FR_INLINE bool
is_seen(idastar *s, int memory, uint32_t n, uint64_t key)
{
	fr_node *node = &s->nodes[n];
	uint64_t old = node->key;

	if (key < old)
	{
		uint64_t flags = old < s->unseen ? old & s->kept : 0;

		node->key = (key ^ FR_KEY_FLAGS) | flags;
		node->next = s->now;
		if (memory == SAFE)
			node->prev = flags & DEAD ? s->now : 0;
		if (backs_up(memory) && s->by_f)
			s->backed[n] = 0;
		return false;
	}
	if (key != (old | FR_KEY_FLAGS) || node->next == s->now)
		return true;
	node->next = s->now;
	return false;
}

/*
 * The call for cell n returns f to the call `above`, which keeps the least f of its calls.
 * The cell keeps its backed-up f, too, if that may cut it later. With deadends=infinite, the
 * cell keeps what `above` has, because the pseudo-code of 2006 stores a variable that all
 * siblings share. Without backed-up f, only the least f of the iteration matters.
 */
FR_INLINE void
end_call(idastar *s, int memory, frame *above, uint32_t n, uint64_t f)
{
	uint64_t *least = backs_up(memory) ? &above->f_min : &s->f_next;
	uint64_t kept;

	if (f < *least)
		*least = f;
	if (!backs_up(memory))
		return;
	kept = s->shared ? above->f_min : f;
	if (kept == UINT64_MAX)
		s->nodes[n].key |= s->dead_ends ? DEAD : 0;
	else if (s->by_f)
		s->backed[n] = kept;
}

/* Is cell n on the stack at the same g? Then a call for it would close a cycle of cost 0. */
__attribute__((noinline)) static bool
closes_free_cycle(const idastar *s, uint32_t n, uint64_t key)
{
	for (const frame *call = s->end;
		 call-- > s->frames && (call->key | FR_KEY_FLAGS) == key;)
		if (call->n == n)
			return true;
	return false;
}

/*
 * Is a move to dead end n cut, with deadends=safe? If its g fell in this iteration, and the
 * next limit exceeds this one by a third of delta anyway, the cell waits, and backs up its
 * own f. In the next iteration it is searched.
 */
FR_INLINE bool
is_cut_safely(idastar *s, fr_kind kind, frame *from, uint32_t n)
{
	fr_node *node = &s->nodes[n];
	uint64_t f;

	if (node->prev == 0)
		return true;
	f = fr_key_g(node->key) + fr_run_h(s->run, kind, n);
	if (node->prev == s->now && f + s->delta > s->limit + s->delta / 3)
	{
		from->f_min = f < from->f_min ? f : from->f_min;
		return true;
	}
	node->key &= ~DEAD;
	node->prev = 0;
	return false;
}

/*
 * Is the move from the call `from` to cell n cut? With memory=none, it is cut if the stack
 * has a frame per cell of the map, or if it closes a cycle of cost 0. This loses no best
 * path: both have a cycle, and the path without the cycle costs no more and has a leaf of
 * no larger f. A dead end backs up no f, which is infinity (2005, Figure 3).
 */
FR_INLINE bool
is_cut(idastar *s, fr_kind kind, int memory, frame *from, uint32_t n, uint64_t key)
{
	if (memory == FR_MEMORY_NONE)
		return s->end == s->frames + s->run->grid->cells ||
			   (key == (from->key | FR_KEY_FLAGS) && closes_free_cycle(s, n, key));
	if (is_seen(s, memory, n, key))
		return true;
	if (!backs_up(memory))
		return false;
	if (s->nodes[n].key & DEAD)
		return memory == SAFE ? is_cut_safely(s, kind, from, n) : true;
	if (!s->by_f || s->backed[n] <= s->limit)
		return false;
	if (s->backed[n] < from->f_min)
		from->f_min = s->backed[n];
	return true;
}

/* ---- one iteration ----------------------------------------------------------------- */

/*
 * Tries the next moves of the call `from` until one is not cut, and writes its call to *to.
 * Returns false if all moves have been tried.
 */
FR_INLINE bool
find_call(idastar *s, fr_kind kind, int memory, frame *from, frame *to)
{
	const fr_run *run = s->run;
	uint64_t seen = from->key | FR_KEY_FLAGS;
	uint32_t moves = from->moves;
	unsigned d = 0;
	uint32_t n = 0;
	uint64_t weight = 1;
	uint64_t layered = 0; /* what the step adds to the key, without its direction */
	int64_t tried = 0;
	bool cut = true;

	while (moves && cut)
	{
		d = moves & 7;
		moves >>= 4;
		tried++;
		n = fr_run_step(run, kind, from->n, d);
		if (kind.layered)
			layered = fr_layered_key(run, 0, from->n, n, d) - d;
		else if (kind.weighted)
			weight = fr_weight_between(run->grid, from->n, n);
		cut = is_cut(s, kind, memory, from, n,
					 kind.layered	 ? seen + (s->left ? 0 : layered)
					 : kind.weighted ? seen + s->seen_step[d] * weight
									 : seen + s->seen_step[d]);
	}
	if (kind.counted)
		s->tried += tried;
	from->moves = moves;
	*to = (frame){.key = kind.layered
							 ? (seen ^ FR_KEY_FLAGS) + layered + d
							 : fr_child_key(run, kind, seen ^ FR_KEY_FLAGS, weight, d),
				  .n = n,
				  .x = (uint16_t) (from->x + fr_dx[d]),
				  .y = (uint16_t) (from->y + fr_dy[d])};
	if (kind.shape == FR_OTHER_SHAPES && run->grid->costs.wraps)
	{
		fr_cell at = fr_grid_cell(run->grid, n);

		to->x = (uint16_t) at.x;
		to->y = (uint16_t) at.y;
	}
	return !cut;
}

FR_INLINE void
count_expansion(idastar *s, fr_kind kind, int memory, const frame *call)
{
	uint64_t *key;

	s->expanded++;
	if (!kind.counted)
		return;
	if (memory == FR_MEMORY_NONE)
	{
		uint8_t *cells = &s->cells[call->n / 8];
		int bit = 1 << call->n % 8;

		s->reopened += (*cells & bit) != 0;
		*cells |= (uint8_t) bit;
		return;
	}
	key = &s->nodes[call->n].key;
	s->reopened += (*key & FR_KEY_EXPANDED) != 0;
	*key |= FR_KEY_EXPANDED;
}

/* Doubles the stack of memory=none, up to a frame per cell. */
static __attribute__((noinline)) void
deepen_stack(idastar *s)
{
	const fr_run *run = s->run;
	uint32_t cells = run->grid->cells;
	uint32_t room = s->room < cells / 2 ? 2 * s->room : cells;
	size_t used = s->room * sizeof(frame);
	frame *frames = fr_arena_alloc(run->arena, room * sizeof(frame));

	fr_copy(frames, s->frames, used, run->poll);
	s->end = frames + (s->end - s->frames);
	s->deepest = frames + (s->deepest - s->frames);
	fr_arena_free(run->arena, s->frames, used);
	run->result->memory += (room - s->room) * sizeof(frame);
	s->frames = frames;
	s->room = room;
}

/* Begins a call that is not a leaf: puts it on the stack. */
FR_INLINE void
push(idastar *s, fr_kind kind, int memory, frame call)
{
	const fr_run *run = s->run;

	if (memory == FR_MEMORY_NONE && s->end == s->frames + s->room)
		deepen_stack(s);
	if (call.n != run->goal)
		count_expansion(s, kind, memory, &call);
	call.f_min = UINT64_MAX;
	call.moves =
		s->order[fr_moves_by(run, kind, fr_moves_all, call.n, call.key & FR_KEY_PARENT)];
	*s->end++ = call;
}

/* Visits the cell of a call: counts it, and returns its f. */
FR_INLINE uint64_t
visit_call(idastar *s, fr_kind kind, const frame *call)
{
	const fr_run *run = s->run;
	uint64_t g = fr_key_g(call->key);
	uint64_t f = g + fr_run_h_at(run, kind, call->n, call->x, call->y);

	if (kind.counted)
	{
		s->visited++;
		if (s->end > s->deepest)
			s->deepest = s->end;
	}
	fr_trace_visit(run, kind, call->n, g, f, f <= s->limit && call->n != run->goal);
	return f;
}

/* Ends the call on top, whose moves have all been tried, and backs up its f. */
FR_INLINE void
leave(idastar *s, int memory, const frame *from)
{
	if (--s->end > s->frames && backs_up(memory))
		end_call(s, memory, s->end - 1, from->n, from->f_min);
	else if (backs_up(memory))
		s->f_next = from->f_min;
}

/*
 * Continues the call on top. Its children are leaves if their f exceeds the limit; the
 * first other child becomes the top. Returns true if that child is the goal.
 */
FR_INLINE bool
search_on(idastar *s, fr_kind kind, int memory)
{
	frame *from = s->end - 1;
	frame to;

	while (find_call(s, kind, memory, from, &to))
	{
		uint64_t f = visit_call(s, kind, &to);

		if (f <= s->limit)
		{
			push(s, kind, memory, to);
			return to.n == s->run->goal;
		}
		end_call(s, memory, from, to.n, f);
	}
	leave(s, memory, from);
	return false;
}

/* May another cell be expanded?  Polls, and sets the next pause. */
static bool
idastar_may_go_on(idastar *s)
{
	int64_t most = s->run->max_expanded;

	if (s->expanded >= most)
		return false;
	fr_poll_now(s->run->poll);
	s->pause = most - s->expanded < FR_POLL_STEPS ? most : s->expanded + FR_POLL_STEPS;
	return true;
}

/* Counts the iteration and puts the call for the start on the stack. */
FR_INLINE void
begin_iteration(idastar *s, fr_kind kind, int memory)
{
	const fr_run *run = s->run;
	fr_cell at = fr_grid_cell(run->grid, run->start);
	frame first = {.key = fr_key(run->workspace, 0, 0),
				   .n = run->start,
				   .x = (uint16_t) at.x,
				   .y = (uint16_t) at.y};

	run->result->iterations++;
	s->now = (uint32_t) run->result->iterations;
	s->visited_before = s->visited;
	s->expanded_before = s->expanded;
	s->tried_before = s->tried;
	s->f_next = UINT64_MAX;
	s->end = s->frames;
	if (memory != FR_MEMORY_NONE)
		is_seen(s, memory, run->start, first.key | FR_KEY_FLAGS);
	visit_call(s, kind, &first);
	push(s, kind, memory, first);
}

/* One iteration; true if it reaches the goal: then the stack has the path. */
FR_INLINE bool
idastar_iterate(idastar *s, fr_kind kind, int memory)
{
	begin_iteration(s, kind, memory);
	while (s->end > s->frames && (s->expanded < s->pause || idastar_may_go_on(s)))
		if (search_on(s, kind, memory))
			return true;
	return false;
}

/* ---- the search -------------------------------------------------------------------- */

/* Writes the path on the stack to the nodes: the key of each has the step to it. */
static void
write_keys(const idastar *s)
{
	const fr_run *run = s->run;

	for (const frame *call = s->end; call-- > s->frames;)
		s->nodes[call->n].key = call->key;
	run->result->found = true;
	run->result->cost = fr_run_path_cost(run);
}

/*
 * memory=none has no nodes: writes the route from the stack. With a delta, the path may pass
 * a cell twice. Going back from the goal, the route continues at the first call for each
 * cell, which leaves out the cycle.
 */
static void
write_route(const idastar *s)
{
	const fr_run *run = s->run;
	fr_result *result = run->result;
	fr_route_builder builder = {.arena = run->arena};
	uint64_t steps = 0;

	result->found = true;
	for (const frame *call = s->end - 1; call > s->frames; call--)
	{
		const frame *first = s->frames;
		uint32_t from;
		int d;

		while (first->n != call->n)
		{
			fr_poll_at(run->poll, ++steps);
			first++;
		}
		call = first;
		if (call == s->frames)
			break;
		d = (int) (call->key & FR_KEY_PARENT);
		from = fr_grid_step_back(run->grid, call->n, d);
		result->cost += fr_step_cost(run->grid, from, d);
		if (run->grid->costs.wraps && fr_grid_crosses(run->grid, from, d))
			fr_route_prepend_link(&builder, fr_grid_cell(run->grid, call->n));
		else
			fr_route_add(&builder, d, 1);
	}
	result->route = fr_route_finish(&builder, fr_grid_cell(run->grid, run->start), true);
}

/*
 * Raises the limit until the goal is found, max_expanded is used up, or the limit exceeds
 * the limit on costs (2006 section IV.E). The sum of f and delta does not overflow, because
 * both are at most the limit on costs.
 */
FR_INLINE void
deepen(fr_kind kind, idastar *s, int memory)
{
	const fr_run *run = s->run;
	uint64_t most = run->grid->costs.limit;

	s->limit = fr_run_h(run, kind, run->start);
	while (s->limit <= most && s->expanded < run->max_expanded)
	{
		if (idastar_iterate(s, kind, memory))
		{
			if (memory == FR_MEMORY_NONE)
				write_route(s);
			else
				write_keys(s);
			return;
		}
		if (s->f_next > most)
			return;
		s->limit = s->f_next + s->delta < most ? s->f_next + s->delta : most;
	}
}

FR_DEFINE_ONE_LOOP(deepen_any, idastar, context->run, deepen, context->memory)
FR_DEFINE_FEW_LOOPS(deepen_alone, deepen_any, idastar, context->run, deepen,
					FR_MEMORY_NONE)
FR_DEFINE_FEW_LOOPS(deepen_by_g, deepen_any, idastar, context->run, deepen, FR_MEMORY_G)
FR_DEFINE_FEW_LOOPS(deepen_fully, deepen_any, idastar, context->run, deepen,
					FR_MEMORY_FULL)
FR_DEFINE_FEW_LOOPS(deepen_safely, deepen_any, idastar, context->run, deepen, SAFE)

static void
run_once(idastar *s)
{
	if (s->memory == FR_MEMORY_NONE)
		deepen_alone(s);
	else if (s->memory == FR_MEMORY_G)
		deepen_by_g(s);
	else if (s->memory == SAFE)
		deepen_safely(s);
	else
		deepen_fully(s);
}

/* Makes all cells unseen, but keeps the flag FR_KEY_EXPANDED for the counter `reopened`. */
static void
forget(const idastar *s)
{
	const fr_run *run = s->run;
	uint64_t infinite = fr_key(run->workspace, FR_UNREACHED, 0);

	for (uint32_t n = 0; n < run->grid->cells; n++)
	{
		uint64_t *key = &s->nodes[n].key;

		fr_poll_at(run->poll, n);
		if (*key < s->unseen)
			*key = infinite | (*key & FR_KEY_EXPANDED);
	}
}

/* Tabulates what moves cost and in which order they are tried. */
static void
tabulate(idastar *s)
{
	const fr_grid *grid = s->run->grid;
	const fr_tables *tables = grid->tables;

	for (int d = 0; d < FR_DIRECTIONS; d++)
		s->seen_step[d] = s->left ? 0 : grid->costs.step[d] << FR_KEY_G_SHIFT;
	s->order[0] = 0;
	for (unsigned set = 1; set < FR_MASKS; set++)
		s->order[set] =
			s->order[set & ~(1u << tables->first[set])] << 4 | 8 | tables->first[set];
}

/* 2006 section V.D: searches again without what may lose a path. */
static void
repair(idastar *s)
{
	forget(s);
	s->left = s->dead_ends = s->shared = false;
	s->by_f = true;
	s->kept = FR_KEY_EXPANDED;
	tabulate(s);
	run_once(s);
}

static void
idastar_finish(const idastar *s)
{
	fr_result *result = s->run->result;

	result->visited = result->opened = s->visited;
	result->visited_last = s->visited - s->visited_before;
	result->expanded = s->expanded;
	result->expanded_last = s->expanded - s->expanded_before;
	result->tried = s->tried;
	result->tried_last = s->tried - s->tried_before;
	result->reopened = s->reopened;
	result->open_peak = s->deepest - s->frames + 1;
	result->complete = result->found || s->expanded < s->run->max_expanded;
}

#define FIRST_FRAMES 64 /* of memory=none */

/*
 * Memory for memory=none, which has none in the workspace. The bits are for the counter
 * `reopened`, not for the search.
 */
static void
allocate(idastar *s)
{
	const fr_run *run = s->run;
	uint32_t cells = run->grid->cells;
	size_t bits = run->counted || run->trace ? (cells + 7) / 8 : 0;

	s->room = cells < FIRST_FRAMES ? cells : FIRST_FRAMES;
	s->frames = s->deepest = fr_arena_alloc(run->arena, s->room * sizeof(frame));
	run->result->memory += s->room * sizeof(frame);
	if (bits == 0)
		return;
	s->cells = fr_arena_alloc(run->arena, bits);
	fr_fill(s->cells, 0, bits, run->poll);
}

/*
 * The result `complete` without `found` and `optimal` means that cuts may have lost all
 * paths to the goal.
 */
static void
run_idastar(const fr_run *run)
{
	fr_result *result = run->result;
	int deadends = fr_method_value(run->method, FR_DEADENDS);
	bool safe = deadends == FR_DEADENDS_SAFE;
	int memory = safe ? SAFE : fr_method_value(run->method, FR_MEMORY);
	bool left =
		memory != FR_MEMORY_NONE && fr_method_value(run->method, FR_SEEN) == FR_SEEN_LEFT;
	uint64_t delta = fr_cost_units(&run->grid->costs, run->method->option[FR_DELTA]);
	bool for_good =
		memory == FR_MEMORY_FULL && deadends != FR_DEADENDS_OFF && (delta > 0 || left);
	uint64_t *backed = run->workspace->extra;
	frame *frames = (frame *) (backed + run->grid->cells);
	idastar s = {.run = run,
				 .memory = memory,
				 .nodes = run->workspace->nodes,
				 .unseen = fr_key_unseen(run->workspace),
				 .backed = backed,
				 .frames = frames,
				 .deepest = frames,
				 .room = run->grid->cells,
				 .delta = delta,
				 .kept = FR_KEY_EXPANDED | (for_good || safe ? DEAD : 0),
				 .dead_ends = deadends != FR_DEADENDS_OFF,
				 .by_f = deadends != FR_DEADENDS_INFINITE && deadends != FR_DEADENDS_OWN,
				 .shared = deadends == FR_DEADENDS_INFINITE,
				 .left = left};
	bool may_lose = left || for_good;

	if (memory == FR_MEMORY_NONE)
		allocate(&s);
	tabulate(&s);
	run_once(&s);
	if (may_lose && !result->found && s.expanded < run->max_expanded &&
		fr_method_value(run->method, FR_REPAIR) == FR_REPAIR_ON &&
		fr_grid_connected(run->grid, run->start, run->goal))
	{
		repair(&s);
		may_lose = false;
	}
	idastar_finish(&s);
	result->optimal = result->complete && !may_lose && (!result->found || delta == 0);
}

/* Per cell: a backed-up f, and a frame of the stack. */
static size_t
idastar_extra(const fr_method *method)
{
	(void) method;
	return sizeof(uint64_t) + sizeof(frame);
}

/*
 * With memory=none, the search allocates its stack as it deepens: at most a frame per cell.
 * While a stack grows, the old one of half its size exists, too: 16 bytes per cell. So does a
 * sweep after the search, whose workspace has a node per cell. A counted search needs a bit
 * per cell.
 */
_Static_assert(sizeof(fr_node) <= sizeof(frame) / 2,
			   "a sweep takes as much as a growing stack");

static size_t
idastar_allocated(const fr_method *method, uint32_t nodes)
{
	return fr_method_value(method, FR_MEMORY) == FR_MEMORY_NONE
			   ? sizeof(fr_workspace) + (size_t) nodes * sizeof(frame) / 2 * 3 +
					 (nodes + 7) / 8
			   : 0;
}

/* It does not search from the goal, because that is no faster. */
const fr_search_row fr_search_idastar = {
	.name = "idastar",
	.rules = FR_CELL_SEARCH_RULES,
	.options = FR_PAPERS_OPTIONS | FR_OPTION_BIT(FR_MEMORY) | FR_OPTION_BIT(FR_SEEN) |
			   FR_OPTION_BIT(FR_DEADENDS) | FR_OPTION_BIT(FR_DELTA) |
			   FR_OPTION_BIT(FR_REPAIR) | FR_OPTION_BIT(FR_UNEVEN),
	.extra = idastar_extra,
	.allocated = idastar_allocated,
	.run = run_idastar,
};
