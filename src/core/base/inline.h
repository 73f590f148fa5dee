/*
 * inline.h - functions that are always inlined (internal)
 */
#ifndef FRINGE_INLINE_H
#define FRINGE_INLINE_H

/*
 * For the parts of a search's inner loop: written once, compiled for each set of
 * constant arguments (fr_kind).
 */
#define FR_INLINE static inline __attribute__((always_inline))

#endif /* FRINGE_INLINE_H */
