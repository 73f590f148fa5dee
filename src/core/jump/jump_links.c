/*
 * jump_links.c - the heuristic of jump point search on a map with links
 *
 * Let D be the distance without obstacles between cells of a component, and infinite
 * between components. A path from cell n to the goal costs at least
 *
 *     h(n) = min(D(n, goal), min over links i from a to b of D(n, a) + R(i))
 *     R(i) = cost of i + h(b)
 *
 * which is consistent along steps and links. With levels of weight (weight_levels.h), the
 * first D(n, goal) is their bound h'(n). It is consistent along steps, and a link that it
 * makes superfluous has h'(a) of no more than R: no path by that link costs less than
 * h'(n). The R are found from the goal on as by Dijkstra's algorithm, in ascending order.
 * By the triangle inequality a link adds nothing, here and to the R of others, if D(a,
 * goal) is no more than its R. The same holds if D(a, a') + R is no more, for another
 * link from a'. On a map of several floors few links are left at each.
 *
 * The lesser of h and a constant, the cap, is consistent as well, and it needs no R above the
 * cap. So only R up to a little more than h(start) are found, because the search hardly ever
 * asks for the h of cells that promise more. If the work exceeds a limit, the cap falls to
 * the R that are known.
 */
#include "core/jump/jump_links.h"

#include "core/grid/grid_links.h"
#include "core/grid/grid_components.h"

/*
 * The most distances that finding the R may compute. With 400, 1,000 and 3,000 links on ten maps a
 * quarter or three times as many take about as many instructions, ten times as many more.
 */
#define MOST_WORK 20000

/*
 * The cap is above h(start) by a CAP_SHARE-th of it. On game maps twice as much saves 1 % of the
 * expansions, and takes more instructions than it saves; none at all loses 7 %.
 */
#define CAP_SHARE 8

static fr_node *
linked_node(const jump_links *l, uint32_t linked)
{
	return &l->run->workspace->nodes[l->first + linked];
}

static uint32_t
arc_node(const jump_links *l, uint32_t i)
{
	return l->first + l->arcs->linked.count + i;
}

static const fr_link_arc *
arc_at(const jump_links *l, uint32_t node)
{
	return &l->arcs->at[node - arc_node(l, 0)];
}

/* The nodes that this heuristic needs, behind those of cells. */
uint32_t
fr_jump_links_nodes(const fr_grid *grid)
{
	const fr_link_arcs *arcs = grid->jumps ? grid->jumps->link_arcs : NULL;

	return arcs ? arcs->linked.count + 2 * arcs->count : 0;
}

/* ---- the arcs of a linked component that count ------------------------------------- */

/*
 * Adds an arc that begins at a cell of the component entered last to its list. Arcs come in
 * ascending order of their R, `rest`.
 */
static void
add_arc(jump_links *l, uint32_t linked, fr_cell from, uint64_t rest)
{
	const fr_workspace *ws = l->run->workspace;
	fr_node *node = &l->list[l->listed++];

	node->key = fr_key(ws, rest, 0);
	node->next = (uint32_t) from.x | (uint32_t) from.y << 16;
	*linked_node(l, linked) = (fr_node){.key = fr_key(ws, 0, 0), .next = l->listed};
}

static void
enter_linked(jump_links *l, uint32_t linked)
{
	const fr_node *node = linked_node(l, linked);

	l->near = linked == l->goal;
	l->list = linked_node(l, 0) + l->arcs->linked.count + l->arcs->count +
			  l->arcs->leaving[linked];
	l->listed = 0;
	if (fr_key_seen(l->run->workspace, node->key))
		l->listed = node->next;
}

/* Enters the component of a cell: following bounds are for its cells. */
void
fr_jump_links_enter(jump_links *l, fr_cell at)
{
	const fr_grid *grid = l->run->grid;
	uint32_t component = fr_grid_component(grid, fr_grid_index(grid, at));
	uint32_t linked = l->arcs->linked.of[component];

	if (linked < l->arcs->linked.count)
	{
		enter_linked(l, linked);
		return;
	}
	l->near = component == l->component;
	l->listed = 0;
}

/* ---- a search among the arcs ------------------------------------------------------- */

static uint64_t
rest_of(const void *context, uint32_t node)
{
	return fr_key_g(((const fr_workspace *) context)->nodes[node].key);
}

/* Puts an arc into the open list at an R below the cap, or lowers its R there. */
static void
offer(jump_links *l, fr_radix *open, uint32_t node, uint64_t rest)
{
	fr_workspace *ws = l->run->workspace;
	uint64_t old = ws->nodes[node].key;
	uint64_t key = fr_key(ws, rest, 0) | FR_KEY_OPEN;

	if (rest >= l->cap || !fr_key_improves(key, old))
		return;
	if (fr_key_flags(ws, old) & FR_KEY_OPEN)
		fr_radix_remove(open, node, fr_key_g(old));
	ws->nodes[node].key = key;
	fr_radix_push(open, node, rest);
}

/*
 * Offers all arcs that end on a linked component. From there, paths to the goal go on by
 * its cell `to`, and cost at least `rest` from this cell.
 */
static void
offer_all(jump_links *l, fr_radix *open, uint32_t linked, fr_cell to, uint64_t rest)
{
	uint32_t end = l->arcs->first[linked + 1];

	for (uint32_t i = l->arcs->first[linked]; i < end; i++)
	{
		const fr_link_arc *arc = &l->arcs->at[i];

		fr_poll_at(l->run->poll, ++l->work);
		offer(l, open, arc_node(l, i),
			  rest + arc->cost +
				  fr_h_between(&l->run->heuristic, l->run->heuristic.shape == FR_HEXAGONS,
							   fr_link_arc_to(arc), to));
	}
}

/* Would it be too much work to offer the arcs that end on a linked component? */
static bool
is_too_much(const jump_links *l, uint32_t linked)
{
	return l->work + l->arcs->first[linked + 1] - l->arcs->first[linked] > MOST_WORK;
}

/* Lowers the cap to a little more than h(start), which is known only up to the cap. */
static void
lower_cap(jump_links *l)
{
	fr_cell start = fr_grid_cell(l->run->grid, l->run->start);
	uint64_t h;

	fr_jump_links_enter(l, start);
	h = jump_links_h(l, l->run->heuristic.shape == FR_HEXAGONS, start);
	h += h / CAP_SHARE;
	l->cap = h < l->cap ? h : l->cap;
}

/* Dijkstra's algorithm on the arcs, backward; `start`: the linked component of the start. */
static void
settle_arcs(jump_links *l, fr_radix *open, uint32_t start)
{
	uint32_t node;

	while ((node = fr_radix_pop(open, rest_of, l->run->workspace, l->run->poll)) !=
		   FR_NONE)
	{
		const fr_link_arc *arc = arc_at(l, node);
		fr_cell from = fr_link_arc_from(arc);
		uint64_t rest = rest_of(l->run->workspace, node);

		l->work++;
		if (rest < l->cap && is_too_much(l, arc->linked))
			l->cap = rest;
		if (rest >= l->cap)
			return;
		enter_linked(l, arc->linked);
		if (jump_links_h(l, l->run->heuristic.shape == FR_HEXAGONS, from) <= rest)
			continue;
		add_arc(l, arc->linked, from, rest);
		if (arc->linked == start)
			lower_cap(l);
		offer_all(l, open, arc->linked, from, rest);
	}
}

/* Finds the arcs that may lower h, with their R, in ascending order of R (see above). */
static void
find_arcs(jump_links *l)
{
	const fr_grid *grid = l->run->grid;
	fr_radix open = {l->run->workspace, 0};

	lower_cap(l);
	if (is_too_much(l, l->goal))
	{
		l->cap = 0;
		return;
	}
	offer_all(l, &open, l->goal, l->run->heuristic.goal, 0);
	settle_arcs(l, &open, fr_linked_component_at(&l->arcs->linked, grid, l->run->start));
	fr_clear(l->run->workspace->occupied, sizeof l->run->workspace->occupied);
}

/*
 * Prepares bounds for a run that has a workspace, and enters the start; `first`: the first
 * node behind those of cells.
 */
void
fr_jump_links_begin(jump_links *l, const fr_run *run, uint32_t first)
{
	const fr_link_arcs *arcs = run->grid->jumps->link_arcs;
	uint32_t component = fr_grid_component(run->grid, run->goal);

	*l = (jump_links){.run = run,
					  .arcs = arcs,
					  .first = first,
					  .component = component,
					  .cap = run->grid->costs.limit + 1,
					  .goal = arcs->linked.of[component]};
	if (l->goal < arcs->linked.count)
		find_arcs(l);
	fr_jump_links_enter(l, fr_grid_cell(run->grid, run->start));
}
