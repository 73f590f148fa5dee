/*
 * jump_links.c - the bound of a search by jump on a map with links
 *
 * Let D be the distance without obstacles between cells of a component, and infinite
 * between components. From cell n to the goal it costs at least
 *
 *     h(n) = min(D(n, goal), min over links i from a to b of D(n, a) + R(i))
 *     R(i) = cost of i + h(b)
 *
 * which is consistent along steps and links. The R are found from the goal on as by
 * Dijkstra's algorithm, in ascending order. A link adds nothing, here and to the R of others,
 * where D(a, goal) or D(a, a of a nearer link) and the R of that is no more than its own: by
 * the triangle inequality. On a map of several floors few links are left at each.
 *
 * The lesser of h and any number, the cap, is consistent as well, and to know it takes no R
 * from there on. So R are found only a little beyond h(start), since cells that promise far more
 * are hardly ever asked for, and no longer than some time.
 *
 * Where there are few links the grid has a table of what it costs at least from the end of
 * each to those of others. Then the R of an island are found when a search first asks for a
 * bound there, from the links that end on the goal's island, and there is no cap.
 */
#include "core/search/jump_links.h"

#include "core/grid/bridges.h"
#include "core/grid/components.h"

/*
 * Distances that a search may spend on its bound. With 400, 1,000 and 3,000 links on ten maps a
 * quarter or three times as many take about as many instructions, ten times as many more.
 */
#define MOST_WORK 20000

/*
 * The cap is above h(start) by a CAP_SHARE-th of it. On game maps twice as much saves 1 % of the
 * expansions, and takes more instructions than it saves; none at all loses 7 %.
 */
#define CAP_SHARE 8

static uint32_t
island_node(const jump_links *l, uint32_t island)
{
	return l->first + island;
}

static uint32_t
bridge_node(const jump_links *l, uint32_t i)
{
	return l->first + l->bridges->islands + i;
}

static const fr_bridge *
bridge_at(const jump_links *l, uint32_t node)
{
	return &l->bridges->at[node - bridge_node(l, 0)];
}

/* Nodes behind those of cells. */
uint32_t
fr_jump_links_nodes(const fr_grid *grid)
{
	const fr_bridges *bridges = grid->jumps ? grid->jumps->bridges : NULL;

	return bridges ? bridges->islands + bridges->count : 0;
}

/* ---- the R of an island by the table ------------------------------------------- */

static void add_bridge(jump_links *l, uint32_t node);

/* A bridge, by its node, and its R. */
typedef struct candidate
{
	uint64_t rest;
	uint32_t node;
	fr_cell from;
} candidate;

/* The R of the bridges that begin on an island, by their places in its list. */
static void
fill_rests(const jump_links *l, uint32_t island, uint64_t *rest, uint32_t count)
{
	const fr_bridges *bridges = l->bridges;
	uint32_t end = bridges->first[l->goal + 1];

	for (uint32_t k = 0; k < count; k++)
		rest[k] = l->cap;
	for (uint32_t j = bridges->first[l->goal]; j < end; j++)
	{
		const uint64_t *to = bridges->between + (size_t) j * bridges->count +
							 bridges->leaving_first[island];
		uint64_t left = fr_h_between(&l->run->heuristic, fr_bridge_to(&bridges->at[j]),
									 l->run->heuristic.goal);

		for (uint32_t k = 0; k < count; k++)
			rest[k] = to[k] + left < rest[k] ? to[k] + left : rest[k];
	}
}

/* Those from where it costs less by the bridge than straight to the goal; how many. */
static uint32_t
list_candidates(const jump_links *l, uint32_t island, candidate *list)
{
	const fr_bridges *bridges = l->bridges;
	const uint32_t *leaving = bridges->leaving + bridges->leaving_first[island];
	uint32_t all = bridges->leaving_first[island + 1] - bridges->leaving_first[island];
	uint64_t rest[FR_MOST_BETWEEN];
	uint32_t count = 0;

	fill_rests(l, island, rest, all);
	for (uint32_t k = 0; k < all; k++)
	{
		fr_cell from = fr_bridge_from(&bridges->at[leaving[k]]);

		if (rest[k] < l->cap &&
			(island != l->goal ||
			 rest[k] < fr_h_distance(&l->run->heuristic, from.x, from.y)))
			list[count++] = (candidate){rest[k], bridge_node(l, leaving[k]), from};
	}
	return count;
}

/* Takes the one of the least R out of a list that is not empty. */
static candidate
take_least(candidate *list, uint32_t *count)
{
	uint32_t least = 0;
	candidate taken;

	for (uint32_t k = 1; k < *count; k++)
		if (list[k].rest < list[least].rest)
			least = k;
	taken = list[least];
	list[least] = list[--*count];
	return taken;
}

/* Drops those from where it costs no more to another's begin and on by that; how many are left. */
static uint32_t
drop_near(const jump_links *l, const candidate *by, candidate *list, uint32_t count)
{
	uint32_t kept = 0;

	for (uint32_t k = 0; k < count; k++)
		if (list[k].rest <
			by->rest + fr_h_between(&l->run->heuristic, list[k].from, by->from))
			list[kept++] = list[k];
	return kept;
}

/* Lists the bridges of an island that count, in ascending order of their R. */
__attribute__((noinline)) static void
list_bridges(jump_links *l, uint32_t island)
{
	fr_workspace *ws = l->run->workspace;
	fr_node *first = &ws->nodes[island_node(l, island)];
	candidate list[FR_MOST_BETWEEN];
	uint32_t count = list_candidates(l, island, list);

	first->key = fr_key(ws, 0, 0);
	first->next = FR_NONE;
	while (count > 0)
	{
		candidate least = take_least(list, &count);

		ws->nodes[least.node].key = fr_key(ws, least.rest, 0);
		add_bridge(l, least.node);
		count = drop_near(l, &least, list, count);
	}
}

/* ---- bounds ---------------------------------------------------------------- */

/* The least by the bridges that an island lists, or `most` if that is less. */
static uint64_t
least_by_list(const jump_links *l, uint32_t island, fr_cell at, uint64_t most)
{
	const fr_workspace *ws = l->run->workspace;
	const fr_node *node = &ws->nodes[island_node(l, island)];

	for (uint32_t n = node->next; n != FR_NONE; n = node->next)
	{
		uint64_t h;

		node = &ws->nodes[n];
		h = fr_key_g(node->key);
		if (h >= most)
			break;
		h += fr_h_between(&l->run->heuristic, at, fr_bridge_from(bridge_at(l, n)));
		most = h < most ? h : most;
	}
	return most;
}

/* The least by the bridges of an island, or `most` if that is less. */
static uint64_t
least_by_bridges(jump_links *l, uint32_t island, fr_cell at, uint64_t most)
{
	const fr_workspace *ws = l->run->workspace;

	if (!fr_key_seen(ws, ws->nodes[island_node(l, island)].key))
	{
		if (!l->tabled)
			return most;
		list_bridges(l, island);
	}
	return least_by_list(l, island, at, most);
}

/* What it costs at least from a free cell to the goal. */
uint64_t
fr_jump_links_h(jump_links *l, fr_cell at)
{
	const fr_run *run = l->run;
	uint32_t component = fr_grid_component(run->grid, fr_grid_index(run->grid, at));
	uint32_t island = l->bridges->island[component];
	uint64_t h = l->cap;

	if (component == l->component)
	{
		uint64_t distance = fr_h_distance(&run->heuristic, at.x, at.y);

		h = distance < h ? distance : h;
	}
	return island < l->bridges->islands ? least_by_bridges(l, island, at, h) : h;
}

/* ---- a search among the bridges ---------------------------------------------- */

static uint64_t
rest_of(const void *context, uint32_t node)
{
	return fr_key_g(((const fr_workspace *) context)->nodes[node].key);
}

/* Has a bridge wait at its R, if that is better. */
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

/* Offers the bridges that end on an island, from where it costs `rest` at least from `to` on. */
static void
offer_all(jump_links *l, fr_radix *open, uint32_t island, fr_cell to, uint64_t rest)
{
	uint32_t end = l->bridges->first[island + 1];

	for (uint32_t i = l->bridges->first[island]; i < end; i++)
	{
		const fr_bridge *bridge = &l->bridges->at[i];

		fr_poll_at(l->run->poll, ++l->work);
		offer(l, open, bridge_node(l, i),
			  rest + bridge->cost +
				  fr_h_between(&l->run->heuristic, fr_bridge_to(bridge), to));
	}
}

/* Adds a bridge to its island's list, behind those that are nearer to the goal. */
static void
add_bridge(jump_links *l, uint32_t node)
{
	fr_workspace *ws = l->run->workspace;
	fr_node *island = &ws->nodes[island_node(l, bridge_at(l, node)->island)];

	if (fr_key_seen(ws, island->key) && island->next != FR_NONE)
		ws->nodes[island->prev].next = node;
	else
		island->next = node;
	island->key = fr_key(ws, 0, 0);
	island->prev = node;
	ws->nodes[node].next = FR_NONE;
	ws->nodes[node].key &= ~FR_KEY_OPEN;
}

/* Would it be too much work to offer the bridges that end on an island? */
static bool
is_too_much(const jump_links *l, uint32_t island)
{
	return l->work + l->bridges->first[island + 1] - l->bridges->first[island] >
		   MOST_WORK;
}

/* Lowers the cap by what is known of the start. */
static void
lower_cap(jump_links *l)
{
	uint64_t h = fr_jump_links_h(l, fr_grid_cell(l->run->grid, l->run->start));

	h += h / CAP_SHARE;
	l->cap = h < l->cap ? h : l->cap;
}

/* The search; it ends at the cap, or where it would be too much work. */
static void
settle_bridges(jump_links *l, fr_radix *open, uint32_t start)
{
	uint32_t node;

	while ((node = fr_radix_pop(open, rest_of, l->run->workspace, l->run->poll)) !=
		   FR_NONE)
	{
		const fr_bridge *bridge = bridge_at(l, node);
		fr_cell from = fr_bridge_from(bridge);
		uint64_t rest = rest_of(l->run->workspace, node);

		l->work++;
		if (rest < l->cap && is_too_much(l, bridge->island))
			l->cap = rest;
		if (rest >= l->cap)
			return;
		if (fr_jump_links_h(l, from) <= rest)
			continue;
		add_bridge(l, node);
		if (bridge->island == start)
			lower_cap(l);
		offer_all(l, open, bridge->island, from, rest);
	}
}

static uint32_t
island_of(const jump_links *l, uint32_t cell)
{
	return l->bridges->island[fr_grid_component(l->run->grid, cell)];
}

/*
 * Prepares bounds for a run that has a workspace; `first`: the first node behind those of
 * cells.
 */
void
fr_jump_links_begin(jump_links *l, const fr_run *run, uint32_t first)
{
	fr_radix open = {run->workspace, 0};
	uint32_t island;

	*l = (jump_links){.run = run,
					  .bridges = run->grid->jumps->bridges,
					  .first = first,
					  .component = fr_grid_component(run->grid, run->goal),
					  .cap = run->grid->costs.limit + 1};
	island = island_of(l, run->goal);
	if (island == l->bridges->islands)
		return;
	l->goal = island;
	l->tabled = l->bridges->between && run->heuristic.straight > 0;
	if (l->tabled)
		return;
	lower_cap(l);
	if (is_too_much(l, island))
	{
		l->cap = 0;
		return;
	}
	offer_all(l, &open, island, run->heuristic.goal, 0);
	settle_bridges(l, &open, island_of(l, run->start));
	fr_clear(run->workspace->occupied, sizeof run->workspace->occupied);
}
