/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arena.h - pieces of memory in whole lines of the cache, kept when they are given back. */
#ifndef LIB_BASE_ARENA_H
#define LIB_BASE_ARENA_H
#include <stddef.h>
#include <stdint.h>
#include "lib/base/memory.h"

/* In the conditions of what most replays do without: the compiler lays out the common path without jumps. */
#define unlikely(condition) __builtin_expect(!!(condition), 0)
/* What happens once in many instants at most, or writes rows that take longer anyhow: laid apart, and small rather than
 * fast. */
#define COLD __attribute__((cold))
/* Behind a parameter that a callback has for others' sake. Who uses it all the same is warned. */
#define UNUSED __attribute__((unused, deprecated("the parameter is said to be UNUSED")))

#define ARENA_MOST_LINES 64                      /* larger ones are allocated each by itself */
/* Pieces of a few lines of the cache, cut from blocks and kept by their size when they are given back. */
struct arena {
    struct piece *spare[ARENA_MOST_LINES + 1];   /* by lines */
    char *at;                              /* what is left of the last block, in lines */
    size_t left, block;                    /* block: its size */
};

/* of the next block to cut up: twice the one before, as most replays need little; 0: there is none */
size_t arena_block_size(size_t before);
void *arena_alloc(struct arena *p, size_t size); /* of whole lines */
void arena_free(struct arena *p, void *at, size_t size); /* at: NULL, or a piece of that size */
#endif
