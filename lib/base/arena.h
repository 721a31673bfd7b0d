/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arena.h - memory that is there or ends the run (out_of_memory), whole lines of the cache, and pieces of them. */
#ifndef LIB_BASE_ARENA_H
#define LIB_BASE_ARENA_H
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

/* In the conditions of what most replays do without: the compiler lays out the common path without jumps. */
#define unlikely(condition) __builtin_expect(!!(condition), 0)
/* What happens once in many instants at most, or writes rows that take longer anyhow: laid apart, and small rather than
 * fast. */
#define COLD __attribute__((cold))

#define CACHE_LINE 64                            /* of the cache */
#define ARENA_MOST_LINES 64                      /* larger ones are allocated each by itself */
/* Pieces of a few lines of the cache, cut from blocks and kept by their size when they are given back. */
struct arena {
    struct piece *spare[ARENA_MOST_LINES + 1];   /* by lines */
    struct arena_block *blocks;
    char *at;                              /* what is left of the last block, in lines */
    size_t left;
};

extern _Thread_local jmp_buf *out_of_memory; /* where to go when there is none */
void *xcalloc(size_t n, size_t size);
void *xrealloc(void *p, size_t n, size_t size);
char *xcopy(const char *at, size_t len);
void *xalloc_aligned(size_t size); /* of whole lines of the cache */
/* of the next block to cut up: twice the one before, as most replays need little; 0: there is none */
size_t arena_block_size(size_t before);
void *arena_alloc(struct arena *p, size_t size); /* of whole lines */
void arena_free(struct arena *p, void *at, size_t size); /* at: NULL, or a piece of that size */
void arena_end(struct arena *p);
#endif
