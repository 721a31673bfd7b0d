/* SPDX-License-Identifier: GPL-3.0-or-later */
/* memory.h - memory that is there, or else ends the call that asked for it.
 *
 * Work that allocates in many places runs under memory_guard(). Its blocks form a chain, so that what it took can be
 * freed whole, in whatever state it was left. */
#ifndef LIB_BASE_MEMORY_H
#define LIB_BASE_MEMORY_H
#include <setjmp.h>
#include <stddef.h>
#include "slotwise/sw_err.h"
#include "lib/base/sw_names.h"

struct memory {                    /* starts as zeros */
    struct memory_block *first, *lines;
    struct memory_end *ends;
    jmp_buf *out;                  /* of the guard that runs */
};

/* Runs body(ctx), whose blocks are chained to `m`. SW_FAIL and "out of memory" when there was none; the blocks stay
 * until memory_clear() or memory_release(). Guards may nest, also over one `m`. */
SW_USE_RESULT int memory_guard(struct memory *m, int (*body)(void *ctx), void *ctx, struct sw_err *err);
/* Under a guard: leaves it, out of memory. */
_Noreturn void memory_out(void);
/* Under a guard: memory_clear() calls end(of) before it frees any block. */
void memory_at_end(void (*end)(void *of), void *of);
void memory_clear(struct memory *m);   /* frees every block */
void memory_release(struct memory *m); /* the blocks stay, each to be freed by itself; there are no ends */

/* Never NULL under a guard. */
void *xcalloc(size_t n, size_t size);
void *xrealloc(void *p, size_t n, size_t size);
void *xgrow(void *p, size_t before, size_t n, size_t size); /* from `before` of them to n; the new ones are 0 */
char *xcopy(const char *at, size_t len);
void *xtry(size_t n, size_t size);     /* as xcalloc(), but NULL when there is none */
void xfree(void *p);                   /* of these five; also outside of a guard, and NULL */
/* Makes the array hold n at least, of which it has cap. */
#define RESERVE(array, n, cap)                                                                                         \
    ((n) <= (cap) ? (void)0                                                                                            \
                  : (void)((array) = xrealloc((array), 2 * (n) + 6, sizeof *(array)), (cap) = 2 * (n) + 6))
/* Adds an element behind the n that the array has. */
#define PUSH(array, n, cap, ...)                                                                                       \
    do {                                                                                                               \
        RESERVE((array), (n) + 1, (cap));                                                                              \
        (array)[(n)++] = (__VA_ARGS__);                                                                                \
    } while (0)
/* Makes place i of the array be there, of which it has cap; what is new is 0. */
#define REACH(array, i, cap)                                                                                           \
    ((i) < (cap) ? (void)0                                                                                             \
                 : (void)((array) = xgrow((array), (cap), 2 * (i) + 6, sizeof *(array)), (cap) = 2 * (i) + 6))
/* On a line of the cache; the size is that of whole lines. */
void *xalloc_aligned(size_t size);
void xfree_aligned(void *p);
/* sw_names_add() with a table whose memory is a block. */
void xnames_add(struct sw_names *names, const char *at, size_t len, void *value);
void xnames_add_hashed(struct sw_names *names, uint64_t hash, const char *at, size_t len, void *value);

#define CACHE_LINE 64
#endif
