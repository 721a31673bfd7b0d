/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arena.c - pieces of memory, cut from blocks.
 *
 * On a large cluster an event touches memory scattered over the heap, so the layout decides its cost. Hot records start
 * on a cache line. Objects with the same lifetime are allocated together. A block is never given back by itself:
 * all of them go with the guard's memory. */
#include "lib/base/arena.h"

#if defined __has_feature /* clang's way to say it */
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#if defined __SANITIZE_ADDRESS__
enum { CUT = 0 }; /* so that it sees who reads what is gone */
#else
enum { CUT = ARENA_MOST_LINES };
#endif

size_t arena_block_size(size_t before)
{
    enum { FIRST = 8 << 10, LAST = 2 << 20 };
    return !before ? FIRST : before < LAST ? 2 * before : LAST;
}

/* A piece that was given back, in the list of its size. */
struct piece { struct piece *next; };

static COLD void more(struct arena *p)
{
    /* What is left of the last block becomes a piece. */
    if (p->left)
        arena_free(p, p->at, p->left * CACHE_LINE);
    p->block = arena_block_size(p->block);
    p->at = xalloc_aligned(p->block);
    p->left = p->block / CACHE_LINE;
}

/* A size of 0 takes a line, too, so that each piece has an address. */
static size_t lines_of(size_t size)
{
    return (size + !size + CACHE_LINE - 1) / CACHE_LINE;
}

void *arena_alloc(struct arena *p, size_t size)
{
    size_t lines = lines_of(size);
    /* Large ones are allocated each by itself, and freed so. */
    if (lines > CUT)
        return xalloc_aligned(size);
    struct piece *piece = p->spare[lines];
    if (piece) {
        p->spare[lines] = piece->next;
        return piece;
    }
    if (lines > p->left)
        more(p);
    void *cut = p->at;
    p->at += lines * CACHE_LINE;
    p->left -= lines;
    return cut;
}

void arena_free(struct arena *p, void *at, size_t size)
{
    size_t lines = lines_of(size);
    struct piece *piece = at;
    if (lines > CUT) {
        xfree_aligned(at);
    } else if (at) {
        piece->next = p->spare[lines];
        p->spare[lines] = piece;
    }
}
