/*
 * bytes.h - little-endian numbers in bytes of any alignment (internal)
 *
 * Compilers make one load or store of each on machines of that order.
 */
#ifndef FRINGE_BYTES_H
#define FRINGE_BYTES_H

#include <stdint.h>
#include <string.h>

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

#endif /* FRINGE_BYTES_H */
