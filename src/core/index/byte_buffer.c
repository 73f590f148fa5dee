/*
 * byte_buffer.c - a growable buffer, a pool that interns byte strings, and sorted keys
 */
#include "core/index/byte_buffer.h"

#include <string.h>

#include "core/base/base.h"
#include "core/base/random.h"
#include "core/index/index_format.h"

uint8_t *
fr_byte_buffer_append(fr_byte_buffer *buffer, size_t size)
{
	if (!buffer->bytes || buffer->size + size > buffer->capacity)
		buffer->bytes = fr_grow(buffer->arena, buffer->bytes, 1, buffer->size,
								buffer->size + size, &buffer->capacity);
	memset(buffer->bytes + buffer->size, 0, size);
	buffer->size += size;
	return buffer->bytes + buffer->size - size;
}

/* Shell sort. */
void
fr_sort_keys(uint64_t *keys, uint32_t count)
{
	static const uint32_t gaps[] = {8858, 3937, 1750, 701, 301, 132, 57, 23, 10, 4, 1};

	for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
		for (uint32_t i = gaps[g]; i < count; i++)
		{
			uint64_t key = keys[i];
			uint32_t k = i;

			for (; k >= gaps[g] && keys[k - gaps[g]] > key; k -= gaps[g])
				keys[k] = keys[k - gaps[g]];
			keys[k] = key;
		}
}

/* ---- a pool of byte strings ----------------------------------------------------- */

/* The slot of an equal string, or the empty slot for this one (linear probing). */
static uint32_t
find_slot(const fr_byte_pool *p, const uint8_t *string, uint32_t size)
{
	uint64_t hash = fr_random_mix(fr_index_checksum(string, size));
	uint32_t slot = (uint32_t) hash & (p->slots - 1);

	while (p->size[slot] > 0 &&
		   (p->size[slot] != size ||
			memcmp(p->bytes.bytes + (size_t) p->place[slot] * 4, string, size) != 0))
		slot = (slot + 1) & (p->slots - 1);
	return slot;
}

static void
release_slots(fr_byte_pool *p)
{
	fr_arena_free(p->bytes.arena, p->place, p->slots * sizeof *p->place);
	fr_arena_free(p->bytes.arena, p->size, p->slots * sizeof *p->size);
}

void
fr_byte_pool_free(fr_byte_pool *p)
{
	release_slots(p);
	fr_arena_free(p->bytes.arena, p->bytes.bytes, p->bytes.capacity);
}

static void
grow_slots(fr_byte_pool *p)
{
	fr_byte_pool old = *p;

	p->slots = old.slots ? 2 * old.slots : 1024;
	p->place = fr_arena_alloc(p->bytes.arena, p->slots * sizeof *p->place);
	p->size = fr_arena_alloc(p->bytes.arena, p->slots * sizeof *p->size);
	memset(p->size, 0, p->slots * sizeof *p->size);
	for (uint32_t i = 0; i < old.slots; i++)
		if (old.size[i] > 0)
		{
			uint32_t slot =
				find_slot(p, p->bytes.bytes + (size_t) old.place[i] * 4, old.size[i]);

			p->place[slot] = old.place[i];
			p->size[slot] = old.size[i];
		}
	release_slots(&old);
}

uint32_t
fr_byte_pool_intern(fr_byte_pool *p, size_t begin)
{
	uint32_t size = (uint32_t) (p->bytes.size - begin);
	uint32_t slot;

	if (size == 0)
		return 0;
	if (2 * p->used >= p->slots)
		grow_slots(p);
	slot = find_slot(p, p->bytes.bytes + begin, size);
	if (p->size[slot] > 0)
		p->bytes.size = begin;
	else
	{
		p->size[slot] = size;
		p->place[slot] = (uint32_t) (begin / 4);
		p->used++;
	}
	return p->place[slot];
}
