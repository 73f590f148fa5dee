/*
 * bytes.h - little-endian numbers in bytes of any alignment, and vectors of 16 bytes
 * (internal)
 *
 * Compilers make one load or store of each number on machines of that order.
 */
#ifndef FRINGE_BYTES_H
#define FRINGE_BYTES_H

#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define FR_LITTLE(bits, value) (value)
#else
#define FR_LITTLE(bits, value) __builtin_bswap##bits(value)
#endif

static inline uint16_t
fr_get16(const uint8_t *from, size_t i)
{
	uint16_t value;

	memcpy(&value, from + i * sizeof value, sizeof value);
	return FR_LITTLE(16, value);
}

static inline uint32_t
fr_get24(const uint8_t *from, size_t i)
{
	from += 3 * i;
	return (uint32_t) (from[0] | from[1] << 8 | from[2] << 16);
}

static inline uint32_t
fr_get32(const uint8_t *from, size_t i)
{
	uint32_t value;

	memcpy(&value, from + i * sizeof value, sizeof value);
	return FR_LITTLE(32, value);
}

static inline uint64_t
fr_get64(const uint8_t *from, size_t i)
{
	uint64_t value;

	memcpy(&value, from + i * sizeof value, sizeof value);
	return FR_LITTLE(64, value);
}

static inline void
fr_put16(uint8_t *to, size_t i, uint16_t value)
{
	value = FR_LITTLE(16, value);
	memcpy(to + i * sizeof value, &value, sizeof value);
}

static inline void
fr_put24(uint8_t *to, size_t i, uint32_t value)
{
	for (size_t k = 0; k < 3; k++)
		to[3 * i + k] = (uint8_t) (value >> 8 * k);
}

static inline void
fr_put32(uint8_t *to, size_t i, uint32_t value)
{
	value = FR_LITTLE(32, value);
	memcpy(to + i * sizeof value, &value, sizeof value);
}

static inline void
fr_put64(uint8_t *to, size_t i, uint64_t value)
{
	value = FR_LITTLE(64, value);
	memcpy(to + i * sizeof value, &value, sizeof value);
}

/* ---- vectors --------------------------------------------------------------- */

/* Two words, or 16 bytes, for vectors of any processor. */
typedef uint64_t fr_words __attribute__((vector_size(16), aligned(8), may_alias));
typedef uint8_t fr_bytes __attribute__((vector_size(16), aligned(1), may_alias));

static inline fr_words
fr_words_at(const uint64_t *from)
{
	return *(const fr_words *) from;
}

static inline void
fr_put_words(uint64_t *to, fr_words words)
{
	*(fr_words *) to = words;
}

static inline fr_bytes
fr_bytes_at(const uint8_t *from)
{
	return *(const fr_bytes *) from;
}

static inline fr_bytes
fr_bytes_of(uint8_t byte)
{
	return (fr_bytes){0} + byte;
}

/* 16 bytes as two words of little-endian order, on any machine. */
static inline fr_words
fr_little_words(fr_bytes bytes)
{
	fr_words words = (fr_words) bytes;

	return (fr_words){FR_LITTLE(64, words[0]), FR_LITTLE(64, words[1])};
}

/* A bit for each byte of a mask, whose bytes are 0 or 255. */
static inline uint16_t
fr_mask_bits(fr_bytes mask)
{
#ifdef __SSE2__
	return (uint16_t) _mm_movemask_epi8((__m128i) mask);
#else
	fr_words ones = fr_little_words(mask & 1);

	return (uint16_t) ((ones[0] * UINT64_C(0x0102040810204080) >> 56) |
					   (ones[1] * UINT64_C(0x0102040810204080) >> 56 << 8));
#endif
}

#endif /* FRINGE_BYTES_H */
