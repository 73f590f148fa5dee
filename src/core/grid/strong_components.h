/*
 * strong_components.h - the strong components of a graph
 *
 * Vertices are numbers. The algorithm is Tarjan's. Pearce's form keeps one number per vertex in
 * place of two (A Space-Efficient Algorithm for Finding Strongly Connected Components, 2016).
 * Components are numbered from 1, each one after all components that it leads to.
 *
 * The caller's functions are constants, so that the compiler inlines them.
 */
#ifndef FRINGE_STRONG_COMPONENTS_H
#define FRINGE_STRONG_COMPONENTS_H

#include "core/base/base.h"

/* Returns the next edge of a vertex. The cursor is 0 before the first one. False: none is left. */
typedef bool (*fr_next_vertex)(const void *graph, uint32_t vertex, uint32_t *cursor,
							   uint32_t *to);

/* Called when a component is complete, which has a number then; or NULL. */
typedef void (*fr_strong_complete)(void *graph, uint32_t component,
								   const uint32_t *vertices, uint32_t count);

#define FR_STRONG_COMPLETE                                                               \
	(UINT32_C(1) << 31) /* of a number: a component has it, no vertex */
#define FR_STRONG_INNER (UINT32_C(1) << 31) /* of a parent: no component begins here */
#define FR_STRONG_BYTES 12					/* per vertex, of scratch memory */

/*
 * `number` of a vertex is 0 before it is discovered, then the least order of discovery that it
 * leads to, and at last its component with FR_STRONG_COMPLETE.
 */
typedef struct fr_strong
{
	uint32_t *number;
	uint32_t *parent; /* on the path to the current vertex */
	uint32_t *cursor;
	uint32_t *stack; /* vertices whose components are not complete */
	uint32_t height;
	uint32_t discovered;
	uint32_t count; /* of components */
	uint64_t steps;
	const fr_poll *poll;
} fr_strong;

/* The memory of `number` is the caller's, for so many vertices. The rest is scratch memory. */
static inline fr_strong
fr_strong_begin(uint32_t *number, size_t vertices, const fr_arena *scratch,
				const fr_poll *poll)
{
	fr_fill(number, 0, vertices * sizeof *number, poll);
	return (fr_strong){.number = number,
					   .parent = fr_arena_alloc_numbers(scratch, vertices),
					   .cursor = fr_arena_alloc_numbers(scratch, vertices),
					   .stack = fr_arena_alloc_numbers(scratch, vertices),
					   .poll = poll};
}

/* Frees the scratch memory, and leaves the numbers of components. */
static inline void
fr_strong_end(fr_strong *s, size_t vertices, const fr_arena *scratch)
{
	for (size_t n = 0; n < vertices; n++)
	{
		fr_poll_at(s->poll, n);
		s->number[n] &= ~FR_STRONG_COMPLETE;
	}
	fr_arena_free_numbers(scratch, s->parent, vertices);
	fr_arena_free_numbers(scratch, s->cursor, vertices);
	fr_arena_free_numbers(scratch, s->stack, vertices);
}

/* The component of a vertex; 0: it is not complete. */
static inline uint32_t
fr_strong_component(const fr_strong *s, uint32_t vertex)
{
	return s->number[vertex] & FR_STRONG_COMPLETE
			   ? s->number[vertex] & ~FR_STRONG_COMPLETE
			   : 0;
}

FR_INLINE void
fr_strong_discover(fr_strong *s, uint32_t vertex, uint32_t parent)
{
	s->number[vertex] = ++s->discovered;
	s->parent[vertex] = parent;
	s->cursor[vertex] = 0;
	s->stack[s->height++] = vertex;
}

/* The vertices on the stack from this one on are a component. */
FR_INLINE void
fr_strong_close(fr_strong *s, uint32_t vertex, fr_strong_complete complete, void *graph)
{
	uint32_t bottom = s->height;

	s->count++;
	do
		s->number[s->stack[--bottom]] = s->count | FR_STRONG_COMPLETE;
	while (s->stack[bottom] != vertex);
	if (complete)
		complete(graph, s->count, s->stack + bottom, s->height - bottom);
	s->height = bottom;
}

/* Passes on the least order of discovery. Numbers of components are larger. */
FR_INLINE void
fr_strong_lower(fr_strong *s, uint32_t vertex, uint32_t number)
{
	if (number >= s->number[vertex])
		return;
	s->number[vertex] = number;
	s->parent[vertex] |= FR_STRONG_INNER;
}

/* Discovers all vertices that a vertex leads to, unless it has been discovered. */
FR_INLINE void
fr_strong_visit(fr_strong *s, uint32_t root, fr_next_vertex next,
				fr_strong_complete complete, void *graph)
{
	uint32_t n = root;

	fr_poll_at(s->poll, s->steps++);
	if (s->number[root] != 0)
		return;
	fr_strong_discover(s, root, root);
	for (;;)
	{
		uint32_t below = n;
		uint32_t to;

		fr_poll_at(s->poll, s->steps++);
		if (next(graph, n, &s->cursor[n], &to))
		{
			if (s->number[to] == 0)
			{
				fr_strong_discover(s, to, n);
				n = to;
			}
			else
				fr_strong_lower(s, n, s->number[to]);
			continue;
		}
		if (!(s->parent[n] & FR_STRONG_INNER))
			fr_strong_close(s, n, complete, graph);
		if (n == root)
			return;
		n = s->parent[n] & ~FR_STRONG_INNER;
		fr_strong_lower(s, n, s->number[below]);
	}
}

#endif /* FRINGE_STRONG_COMPONENTS_H */
