/*
 * visibility_loops.h - shortest paths over subgoals, with links and without (internal)
 *
 * The macro LINKS is 1 if the map may have links. Maps without links have loops of their
 * own, which do not test for links.
 *
 * A* with the straight-line distance as heuristic; without a goal, Dijkstra's algorithm. The
 * search tries an edge only if the path is taut: coming from the parent of the subgoal, it
 * has to bend around a blocked corner. Each expanded subgoal is tested for a line of sight
 * to the goal.
 *
 * Most edges are dead ends: no path bends at the far end, or each path that bends there comes
 * to another dead end. Once searches have been there, the box of an edge has all cells where
 * paths over the edge end, and the edge is tried only if the box has the goal. Edges that are
 * left out are on no path to the goal, so the search finds the same path. Of equally long
 * paths, it is the first one in the order of the open list: by f, then by number of subgoal.
 *
 * Links: from the end of a link, as from the start, a path may go on in any direction. So an
 * edge to a cell where links begin never gets a smaller box. The search takes the links of
 * each such cell that it reaches. A path that came there by a line goes on only by links,
 * unless it bends at a corner.
 *
 * Lengths are compared as doubles, if they differ by more than the error of doubles (SLACK,
 * relatively). Otherwise they are compared in units of 2^-80 (line_length.h).
 */
#include "core/anyangle/visibility_search.h"

#include "core/base/base.h"

#define SLACK FR_NEAR_SLACK

/* ---- reaching ---------------------------------------------------------------------- */

static bool
is_seen(const fr_visibility_search *s, uint32_t n)
{
	return fr_key_seen(s->workspace, s->workspace->nodes[n].key);
}

/* The heuristic: a lower bound of the length from a subgoal to the goal. */
static double
bound_from(const fr_visibility_search *s, uint32_t n)
{
	fr_cell at = s->graph->at[n];

	if (LINKS && s->aims == FR_BY_LINKS)
		return fr_visibility_links_bound(s->graph->links_bound,
										 s->graph->links_bound->of[n], at);
	return s->aims ? __builtin_sqrt((double) fr_line_square(at, s->goal)) : 0;
}

/*
 * Notes a path to a subgoal, shorter than any before, and puts the subgoal into the open list.
 * The list is in order of f, then of numbers, so the search does not depend on how it is kept.
 */
static void
reach_subgoal(fr_visibility_search *s, uint32_t n, uint32_t parent, fr_edge *by,
			  fr_length length)
{
	fr_node *node = &s->workspace->nodes[n];
	fr_reached *reached = &s->reached[n];
	bool seen = is_seen(s, n);
	bool open = seen && node->next != FR_NONE;
	fr_rank rank = {.second = n};

	*reached = (fr_reached){
		{(uint64_t) length, (uint64_t) (length >> 64)}, fr_length_near(length), by};
	rank.f = fr_length_bits(reached->near + bound_from(s, n));
	node->key = fr_key(s->workspace, 0, 0);
	node->prev = parent;
	s->opened += !seen;
	s->reopened += seen && !open;
	if (open)
		fr_heap_improve(&s->open, n, rank);
	else
		fr_heap_push(&s->open, n, rank);
	if (s->open.count > s->peak)
		s->peak = s->open.count;
}

/* ---- bends ------------------------------------------------------------------------- */

static fr_taut_turns
taut_turns_at(const fr_visibility_search *s, uint32_t n)
{
	uint32_t parent = s->workspace->nodes[n].prev;

	return fr_taut_turns_from(
		s->graph, parent == FR_FROM_START ? s->start : s->graph->at[parent], n);
}

/* Does a path that goes on by (x, y) bend around one of the corners? */
static inline bool
is_taut(const fr_taut_turns *a, int32_t x, int32_t y)
{
	for (int i = 0; i < a->count; i++)
	{
		const fr_taut_turn *b = &a->turns[i];
		int32_t u = fr_corner_u(&b->side, x, y);
		int32_t v = fr_corner_v(&b->side, x, y);

		if (u <= 0 && v > 0 && b->u * (int64_t) v > b->v * (int64_t) u)
			return true;
	}
	return false;
}

/* ---- edges ------------------------------------------------------------------------- */

/*
 * Reaches the end of an edge, unless a path there is as short, or the goal is too far from
 * there. `by` is the edge, or NULL if it is not kept.
 */
static void
try_edge(fr_visibility_search *s, const fr_reached *from, uint32_t parent,
		 const fr_edge *edge, fr_edge *by)
{
	uint32_t n = edge->to;
	uint64_t square = fr_line_square(s->graph->at[parent], s->graph->at[n]);
	double near = from->near + __builtin_sqrt((double) square);
	fr_length length;

	if (is_seen(s, n) && near * (1 - SLACK) > s->reached[n].near)
		return;
	if (s->aims && near + bound_from(s, n) > s->bound)
		return;
	length = fr_reached_length(from) + fr_length_of(square);
	if (!is_seen(s, n) || length < fr_reached_length(&s->reached[n]))
		reach_subgoal(s, n, parent, by, length);
}

/*
 * The edges of a subgoal into which a path may bend. If the subgoal has a single corner,
 * these are the first edges of the side that the path does not come from: fr_neighbours.
 */
typedef struct fan
{
	fr_edge *edge;
	fr_edge *end;
	bool single;
} fan;

static inline fan
fan_of(const fr_visibility_search *s, uint32_t n, const fr_taut_turns *a,
	   const fr_neighbours *neighbours)
{
	bool single = fr_is_single(s->graph->scan_corners[n]);
	bool second = single && a->turns[0].side.u_of_x != 0;

	return (fan){neighbours->edges + (second ? neighbours->split : 0),
				 neighbours->edges +
					 (single && !second ? neighbours->split : neighbours->count),
				 single};
}

/* The next edge into which the path bends, or NULL. */
static inline fr_edge *
next_taut(const fr_visibility_search *s, fr_cell at, const fr_taut_turns *a, fan *f)
{
	while (f->edge < f->end)
	{
		fr_edge *edge = f->edge++;
		fr_cell to = s->graph->at[edge->to];

		if (is_taut(a, to.x - at.x, to.y - at.y))
			return edge;
		if (f->single)
			break;
	}
	return NULL;
}

/* A box of all cells where paths end that bend at a subgoal. Its edges have their boxes. */
static fr_box
ends_of(const fr_visibility_search *s, uint32_t n, const fr_taut_turns *a,
		const fr_neighbours *neighbours)
{
	fan f = fan_of(s, n, a, neighbours);
	fr_edge *edge;
	fr_box box = {UINT16_MAX, UINT16_MAX, 0, 0};

	for (int i = 0; i < a->count; i++)
		fr_box_unite(&box, &neighbours->views[fr_side_of(&a->turns[i])]);
	while ((edge = next_taut(s, s->graph->at[n], a, &f)) != NULL)
		fr_box_unite(&box, &edge->box);
	return box;
}

/* May a path from the start bend at this subgoal and lead to the goal? */
static bool
may_lead_on(const fr_visibility_search *s, uint32_t n)
{
	const fr_neighbours *neighbours = &s->graph->neighbours[n];
	fr_taut_turns a = fr_taut_turns_from(s->graph, s->start, n);
	fr_edge *edge;
	fan f;

	if (LINKS && s->graph->scan_corners[n] == FR_ALL_CORNERS)
		return fr_leads_on(s->graph, n);
	if (s->aims == FR_NO_GOAL || neighbours->edges == NULL)
		return true;
	if (a.count == 0)
		return false;
	for (int i = 0; i < a.count; i++)
		if (fr_box_has(&neighbours->views[fr_side_of(&a.turns[i])], s->goal))
			return true;
	f = fan_of(s, n, &a, neighbours);
	while ((edge = next_taut(s, s->graph->at[n], &a, &f)) != NULL)
		if (fr_box_has(&edge->box, s->goal))
			return true;
	return false;
}

/*
 * Tries the edges into which the path bends, if the goal may be behind them. Narrows the box
 * of the edge by which the path came, once all of these edges have boxes.
 */
static void
try_edges(fr_visibility_search *s, uint32_t n, const fr_taut_turns *a)
{
	fr_neighbours *neighbours = fr_neighbours_of(s->graph, n, s->poll);
	bool kept = fr_are_kept(s->graph, neighbours);
	fan f = fan_of(s, n, a, neighbours);
	fr_reached from = s->reached[n];
	bool narrows = from.by && fr_box_is_anywhere(&from.by->box) &&
				   !(LINKS && fr_link_begins(s->graph->grid, s->graph->at[n]));
	fr_edge *edge;

	while ((edge = next_taut(s, s->graph->at[n], a, &f)) != NULL)
	{
		narrows &= !fr_box_is_anywhere(&edge->box);
		if (s->aims == FR_NO_GOAL || fr_box_has(&edge->box, s->goal))
			try_edge(s, &from, n, edge, kept ? edge : NULL);
	}
	if (narrows)
		from.by->box = ends_of(s, n, a, neighbours);
}

#if LINKS

/* ---- links ------------------------------------------------------------------------- */

static void
take_link(fr_visibility_search *s, uint32_t n, const fr_arc *arc)
{
	const fr_grid *grid = s->graph->grid;
	uint32_t to = fr_visibility_graph_number(s->graph, fr_grid_cell(grid, arc->to));
	fr_length length =
		fr_length_linked(fr_reached_length(&s->reached[n]), &grid->costs, arc->cost);

	if (is_seen(s, to) && length >= fr_reached_length(&s->reached[to]))
		return;
	if (s->aims && fr_length_near(length) + bound_from(s, to) > s->bound)
		return;
	reach_subgoal(s, to, n, NULL, length);
	s->workspace->nodes[to].key |= FR_KEY_LINKED;
}

static void
take_links(fr_visibility_search *s, uint32_t n)
{
	const fr_links *links = s->graph->grid->links;
	uint32_t from = fr_grid_index(s->graph->grid, s->graph->at[n]);
	uint32_t first = fr_arcs_first(links, &links->ahead, from);

	for (uint32_t i = first; i < links->count && links->ahead.at[i].from == from; i++)
	{
		fr_poll_at(s->poll, i);
		take_link(s, n, &links->ahead.at[i]);
	}
}

/* Goes on from the end of a link, in all directions. */
static void
go_on_from_link(fr_visibility_search *s, uint32_t n)
{
	fr_cell at = s->graph->at[n];
	fr_neighbours *neighbours = fr_neighbours_of(s->graph, n, s->poll);
	bool kept = fr_are_kept(s->graph, neighbours);
	fr_reached from = s->reached[n];

	if (s->aims && fr_sees(&s->graph->planes, at, s->goal))
		fr_visibility_search_meet(
			s, n, fr_reached_length(&from) + fr_length_of(fr_line_square(at, s->goal)));
	for (uint32_t i = 0; i < neighbours->count; i++)
	{
		fr_edge *edge = &neighbours->edges[i];

		fr_poll_at(s->poll, i);
		if (s->aims == FR_NO_GOAL || fr_box_has(&edge->box, s->goal))
			try_edge(s, &from, n, edge, kept ? edge : NULL);
	}
}

/*
 * Takes the links from a subgoal, and from the end of a link all edges, too. True: nothing is
 * left to expand for paths that bend at a corner.
 */
static bool
expand_links(fr_visibility_search *s, uint32_t n)
{
	if (s->aims != FR_BY_LINES && fr_link_begins(s->graph->grid, s->graph->at[n]))
		take_links(s, n);
	if (fr_is_linked(s, n))
		go_on_from_link(s, n);
	return fr_is_linked(s, n) || fr_leaves_by_links_only(s, n);
}

#endif

/* ---- the search -------------------------------------------------------------------- */

static void
expand_subgoal(fr_visibility_search *s, uint32_t n)
{
	fr_cell at = s->graph->at[n];
	fr_taut_turns a;

	s->expanded++;
#if LINKS
	if (expand_links(s, n))
		return;
#endif
	a = taut_turns_at(s, n);
	if (s->aims && is_taut(&a, s->goal.x - at.x, s->goal.y - at.y) &&
		fr_sees(&s->graph->planes, at, s->goal))
		fr_visibility_search_meet(s, n,
								  fr_reached_length(&s->reached[n]) +
									  fr_length_of(fr_line_square(at, s->goal)));
	if (a.count > 0)
		try_edges(s, n, &a);
}

/* Reaches the subgoals that the start sees, and the start itself if links begin there. */
static void
leave_start(fr_visibility_search *s)
{
	const fr_visibility_graph *graph = s->graph;

	if (LINKS && fr_link_begins(graph->grid, s->start))
		reach_subgoal(s, fr_visibility_graph_number(graph, s->start), FR_FROM_START, NULL,
					  0);
	fr_scan_subgoals(s->graph, s->start, FR_ALL_CORNERS, s->poll);
	for (uint32_t i = 0; i < graph->found_count; i++)
	{
		uint32_t n = graph->found[i];

		if (may_lead_on(s, n))
			reach_subgoal(s, n, FR_FROM_START, NULL,
						  fr_length_of(fr_line_square(s->start, graph->at[n])));
	}
}

/* Searches until no shorter path to the goal is possible; without a goal, to all subgoals. */
static void
run(fr_visibility_search *s)
{
	leave_start(s);
	while (s->open.count > 0 && s->open.entries[0].rank.f <= fr_length_bits(s->bound))
	{
		uint64_t f;
		uint32_t n = fr_heap_pop(&s->open, &f);

		fr_poll_at(s->poll, (uint64_t) s->expanded + 1);
		s->workspace->nodes[n].next = FR_NONE;
		expand_subgoal(s, n);
	}
}
