/*
 * grammar.h - worlds and methods out of the bytes of an input
 */
#ifndef FRINGE_FUZZ_GRAMMAR_H
#define FRINGE_FUZZ_GRAMMAR_H

#include "fuzz.h"
#include "world.h"

#define WORLD_CELLS 640

void take_world(bytes *from, world *w, uint32_t *start);
void write_method(bytes *from, fr_search_kind search, uint32_t limit, char *text);

#endif /* FRINGE_FUZZ_GRAMMAR_H */
