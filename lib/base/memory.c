/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory.c - blocks in a chain; memory.h. A guard's blocks are found from their heads, which stand before them;
 * `link` is what points to a block. */
#include "lib/base/memory.h"
#include "lib/base/sw_chance.h"
#include <stdlib.h>
#include <string.h>

/* Before each block, as aligned as malloc makes it. */
struct memory_block { _Alignas(max_align_t) struct memory_block *next; struct memory_block **link; };
/* What is to be called before blocks are freed. */
struct memory_end { struct memory_end *next; void (*end)(void *of); void *of; };

/* The guard that runs in this thread. */
static _Thread_local struct memory *current;

int memory_guard(struct memory *m, int (*body)(void *ctx), void *ctx, struct sw_err *err)
{
    struct memory *outer = current;
    jmp_buf here, *outer_out = m->out;
    /* volatile: it is read behind longjmp(). */
    volatile int status = SW_FAIL;
    current = m;
    m->out = &here;
    if (!setjmp(here))
        status = body(ctx);
    else
        sw_err_memory(err);
    /* Guards nest, so the outer one's place is put back. */
    m->out = outer_out;
    current = outer;
    return status;
}

/* Everything that the library offers allocates under a guard: to be here without one is an error of the library. */
_Noreturn void memory_out(void)
{
    if (!current)
        abort();
    longjmp(*current->out, 1);
}

/* first: of the chain, NULL outside of a guard. */
static void *chain(struct memory_block *block, struct memory_block **first)
{
    if (!block)
        memory_out();
    *block = (struct memory_block){ .next = first ? *first : NULL, .link = first };
    if (block->next)
        block->next->link = &block->next;
    if (first)
        *first = block;
    return block + 1;
}

static void *chain_block(struct memory_block *block)
{
    return chain(block, current ? &current->first : NULL);
}

/* A block outside of a guard has no link. */
static void unchain(struct memory_block *block)
{
    if (block->link)
        *block->link = block->next;
    if (block->next)
        block->next->link = block->link;
}

static struct memory_block *block_of(void *p)
{
    return (struct memory_block *)p - 1;
}

/* With its head; 0: more than there can be. */
static size_t whole_size(size_t n, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(n ? n : 1, size, &bytes)
        || __builtin_add_overflow(bytes, sizeof(struct memory_block), &bytes))
        return 0;
    return bytes;
}

void *xtry(size_t n, size_t size)
{
    size_t bytes = whole_size(n, size);
    struct memory_block *block = bytes ? calloc(1, bytes) : NULL;
    return block ? chain_block(block) : NULL;
}

void *xcalloc(size_t n, size_t size)
{
    void *p = xtry(n, size);
    if (!p)
        memory_out();
    return p;
}

void *xrealloc(void *p, size_t n, size_t size)
{
    size_t bytes = whole_size(n, size);
    struct memory_block *block = bytes ? realloc(p ? block_of(p) : NULL, bytes) : NULL;
    if (!block)
        memory_out();
    if (!p)
        return chain_block(block);
    /* The block may have moved: both neighbours must know. */
    if (block->link)
        *block->link = block;
    if (block->next)
        block->next->link = &block->next;
    return block + 1;
}

/* Only what is new is cleared. */
void *xgrow(void *p, size_t before, size_t n, size_t size)
{
    char *grown = xrealloc(p, n, size);
    memset(grown + before * size, 0, (n - before) * size);
    return grown;
}

char *xcopy(const char *at, size_t len)
{
    char *s = xrealloc(NULL, len + 1, 1);
    if (len)
        memcpy(s, at, len);
    s[len] = '\0';
    return s;
}

void xfree(void *p)
{
    if (!p)
        return;
    unchain(block_of(p));
    free(block_of(p));
}

/* ---- whole lines: before them a line that ends in the head --------------------------------------------- */

static void *line_of(struct memory_block *head)
{
    return (char *)(head + 1) - CACHE_LINE;
}

void *xalloc_aligned(size_t size)
{
    size_t bytes;
    /* Room for the head's line and for rounding up. */
    if (__builtin_add_overflow(size + !size, 2 * CACHE_LINE - 1, &bytes))
        memory_out();
    char *line = aligned_alloc(CACHE_LINE, bytes / CACHE_LINE * CACHE_LINE);
    return chain(line ? block_of(line + CACHE_LINE) : NULL, current ? &current->lines : NULL);
}

void xfree_aligned(void *p)
{
    if (!p)
        return;
    unchain(block_of(p));
    free(line_of(block_of(p)));
}

/* ---- a table of names --------------------------------------------------------------------------------- */

void xnames_add(struct sw_names *names, const char *at, size_t len, void *value)
{
    xnames_add_hashed(names, sw_chance_name(at, len), at, len, value);
}

void xnames_add_hashed(struct sw_names *names, uint64_t hash, const char *at, size_t len, void *value)
{
    /* The table's own memory is blocks, too, and is freed with them. */
    if (!names->cap) {
        names->index.more = xtry;
        names->index.drop = xfree;
    }
    if (sw_names_add_hashed(names, hash, at, len, value))
        memory_out();
}

/* ---- the chain as a whole ------------------------------------------------------------------------------ */

/* Under a guard. */
void memory_at_end(void (*end)(void *of), void *of)
{
    struct memory_end *e = xcalloc(1, sizeof *e);
    *e = (struct memory_end){ current->ends, end, of };
    current->ends = e;
}

void memory_clear(struct memory *m)
{
    for (const struct memory_end *e = m->ends; e; e = e->next)
        e->end(e->of);
    for (struct memory_block *block = m->first, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    for (struct memory_block *block = m->lines, *next; block; block = next) {
        next = block->next;
        free(line_of(block));
    }
    *m = (struct memory){ .out = m->out };
}

/* Each stands alone from then on. */
static void release_blocks(struct memory_block *first)
{
    for (struct memory_block *next; first; first = next) {
        next = first->next;
        *first = (struct memory_block){ .next = NULL };
    }
}

void memory_release(struct memory *m)
{
    release_blocks(m->first);
    release_blocks(m->lines);
    *m = (struct memory){ .out = m->out };
}
