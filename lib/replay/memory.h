/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory.h - memory that is there or ends the run (out_of_memory), whole lines of the cache, and pieces of them. */
#ifndef LIB_REPLAY_MEMORY_H
#define LIB_REPLAY_MEMORY_H
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

/* What happens once in many instants at most, or writes rows that take longer anyhow: laid apart, and small rather than fast. */
#define COLD __attribute__((cold))

#define LINE 64                            /* of the cache */
#define MOST_LINES 64                      /* larger ones are allocated each by itself */
/* Pieces of a few lines of the cache, cut from blocks and kept by their size when they are given back. */
struct pieces {
    struct piece *spare[MOST_LINES + 1];   /* by lines */
    struct piece_block *blocks;
    char *at;                              /* what is left of the last block, in lines */
    size_t left;
};

extern _Thread_local jmp_buf *out_of_memory; /* where to go when there is none */
void *xcalloc(size_t n, size_t size);
void *xrealloc(void *p, size_t n, size_t size);
char *xcopy(const char *at, size_t len);
void *xlines(size_t size); /* of whole lines of the cache */
size_t block_size(size_t before); /* of the next block to cut up: twice the one before, as most replays need little; 0: there is none */
void *piece_new(struct pieces *p, size_t size); /* of whole lines */
void piece_free(struct pieces *p, void *at, size_t size); /* at: NULL, or a piece of that size */
void pieces_end(struct pieces *p);
#endif
