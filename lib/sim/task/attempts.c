/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attempts.c - the memory of attempts, and those that run in the order of their launch.
 *
 * Attempts come from slabs, in which all live ones can be found, and go to a list of spare ones. Those of one cache
 * line and full records are apart, so that many of one line take little memory. The order of launch matters only to
 * what stops attempts, so it is kept only then. Otherwise it is made from the slabs when it is needed. */
#include "lib/base/arena.h"
#include "lib/sim/task/task.h"
#include <stdlib.h>
#include <string.h>

/* The cache lines of task/types.h. */
_Static_assert(offsetof(struct attempt, compute_us) == CACHE_LINE, "the first of an attempt");

_Static_assert(offsetof(struct stage, at_node) == CACHE_LINE && offsetof(struct stage, entry) == 2 * CACHE_LINE,
               "the first two of a stage");
_Static_assert(offsetof(struct job, tasks_done) == CACHE_LINE
                   && offsetof(struct job, result.no_preference) < 2 * CACHE_LINE,
               "the first two of a job");
_Static_assert(sizeof(struct job) + sizeof(struct stage) <= 3 << 8, "a job of one stage: 0.75 KiB");

/* n of cap attempts, of so many bytes each. */
struct slab { struct slab *next; size_t size, each; uint32_t n, cap; _Alignas(CACHE_LINE) char at[]; };

/* Whole cache lines. */
static inline size_t record_size(const struct sw_replay *r, bool full)
{
    size_t size = full ? offsetof(struct attempt, records) + r->mechanisms.attempt_size : CACHE_LINE;
    return (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
}

static inline struct attempt *attempt_at(const struct slab *slab, uint32_t i)
{
    return (struct attempt *)(slab->at + i * slab->each);
}

/* Of the size that the arena says comes next. */
static COLD struct slab *slab_new(struct attempt_memory *of, size_t each)
{
    size_t size = arena_block_size(of->slabs ? of->slabs->size : 0);
    struct slab *slab = xalloc_aligned(size);
    *slab = (struct slab){ .next = of->slabs, .size = size, .each = each,
                           .cap = (uint32_t)((size - sizeof *slab) / each) };
    return of->slabs = slab;
}

static __attribute__((noinline)) struct attempt *fresh(const struct sw_replay *r, struct attempt_memory *of, bool full)
{
    struct slab *slab = of->slabs;
    if (!slab || slab->n == slab->cap)
        slab = slab_new(of, record_size(r, full));
    return attempt_at(slab, slab->n++);
}

/* Clears it, except for list links that are set together when it enters a list. */
struct attempt *attempt_new(struct sw_replay *r, bool full)
{
    struct attempt_memory *of = &r->attempts.memory[full];
    struct attempt *a = of->spare;
    if (a)
        of->spare = a->sibling;
    else
        a = fresh(r, of, full);
    memset(a, 0, CACHE_LINE); /* one cache line at a time: gcc would clear both with an instruction that is slow to
                                 start */
    if (full) {
        memset(&a->compute_us, 0, offsetof(struct attempt, prev) - CACHE_LINE);
        if (unlikely(r->mechanisms.attempt_size))
            memset(a->records, 0, r->mechanisms.attempt_size);
        a->is_full = true;
    }
    return a;
}

/* ---- by launch --------------------------------------------------------------------------------- */

/* The newest. */
void attempts_link(struct sw_replay *r, struct attempt *a)
{
    a->older = r->attempts.newest;
    a->newer = NULL;
    if (r->attempts.newest)
        r->attempts.newest->newer = a;
    else
        r->attempts.oldest = a;
    r->attempts.newest = a;
}

/* It has ended. */
void attempts_unlink(struct sw_replay *r, struct attempt *a)
{
    if (a->newer)
        a->newer->older = a->older; else r->attempts.newest = a->older;
    if (a->older)
        a->older->newer = a->newer; else r->attempts.oldest = a->newer;
}

static int attempts_by_launch(const void *a, const void *b)
{
    const struct attempt *x = *(struct attempt *const *)a, *y = *(struct attempt *const *)b;
    return ORDER(x->serial, y->serial);
}

/* How many run; NULL: they are only counted. */
static size_t gather_running(const struct sw_replay *r, struct attempt **into)
{
    size_t n = 0;
    for (struct slab *slab = r->attempts.memory[true].slabs; slab; slab = slab->next)
        for (uint32_t i = 0; i < slab->n; i++) {
            struct attempt *a = attempt_at(slab, i);
            if (!a->serial || a->phase == OVER)
                continue;
            if (into)
                into[n] = a;
            n++;
        }
    return n;
}

/* By launch. The caller frees it. */
struct attempt **attempts_running(const struct sw_replay *r, size_t *n)
{
    *n = gather_running(r, NULL);
    struct attempt **all = xcalloc(*n, sizeof *all);
    gather_running(r, all);
    qsort(all, *n, sizeof *all, attempts_by_launch);
    return all;
}
