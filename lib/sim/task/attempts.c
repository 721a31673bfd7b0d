/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attempts.c - the memory of attempts, and those that run in the order of their launch.
 *
 * Attempts come in slabs, in which all that live can be found, and go to a list of spare ones: those of one line of the
 * cache and whole ones apart, so that many of one line lie in little memory. The order of launch matters to what takes
 * attempts back, so it is kept only where something does; else it is made when it is asked for, from the slabs. */
#include "lib/base/arena.h"
#include "lib/sim/task/task.h"
#include <stdlib.h>
#include <string.h>

/* What types.h says of lines of the cache. */
_Static_assert(offsetof(struct attempt, compute_us) == CACHE_LINE, "the first of an attempt");

_Static_assert(offsetof(struct stage, at_node) == CACHE_LINE && offsetof(struct stage, entry) == 2 * CACHE_LINE,
               "the first two of a stage");
_Static_assert(offsetof(struct job, unlaunched) == CACHE_LINE
                   && offsetof(struct job, result.first_launch_us) == 3 * CACHE_LINE,
               "three of a job");

struct slab { struct slab *next; size_t size; uint32_t n, cap; _Alignas(CACHE_LINE) char at[]; };

static inline size_t size_of(bool whole)
{
    return whole ? sizeof(struct attempt) : CACHE_LINE;
}

static inline struct attempt *attempt_at(const struct slab *slab, uint32_t i, bool whole)
{
    return (struct attempt *)(slab->at + i * size_of(whole));
}

static COLD struct slab *slab_new(struct attempt_memory *of, bool whole)
{
    size_t size = arena_block_size(of->slabs ? of->slabs->size : 0);
    struct slab *slab = xalloc_aligned(size);
    *slab = (struct slab){ .next = of->slabs, .size = size, .cap = (uint32_t)((size - sizeof *slab) / size_of(whole)) };
    return of->slabs = slab;
}

static __attribute__((noinline)) struct attempt *fresh(struct attempt_memory *of, bool whole)
{
    struct slab *slab = of->slabs;
    if (!slab || slab->n == slab->cap)
        slab = slab_new(of, whole);
    return attempt_at(slab, slab->n++, whole);
}

/* All of it 0, but for the lists whose members set both ends. */
struct attempt *attempt_new(struct sw_replay *r, bool whole)
{
    struct attempt_memory *of = &r->attempts.memory[whole];
    struct attempt *a = of->spare;
    if (a)
        of->spare = a->sibling;
    else
        a = fresh(of, whole);
    memset(a, 0, CACHE_LINE); /* by lines of the cache: gcc would clear both at once with an instruction that is slow to
                                 start */
    if (whole) {
        memset(&a->compute_us, 0, offsetof(struct attempt, prev) - CACHE_LINE);
        a->is_full = true;
    }
    return a;
}

/* All that live, of which the callee may free the one that it gets. */
void attempts_each(struct sw_replay *r, void (*call)(struct sw_replay *, struct attempt *))
{
    for (int whole = 0; whole < 2; whole++)
        for (struct slab *slab = r->attempts.memory[whole].slabs; slab; slab = slab->next)
            for (uint32_t i = 0; i < slab->n; i++)
                if (attempt_at(slab, i, whole)->serial)
                    call(r, attempt_at(slab, i, whole));
}

void attempts_end(struct sw_replay *r)
{
    for (int whole = 0; whole < 2; whole++) {
        for (struct slab *slab = r->attempts.memory[whole].slabs, *next; slab; slab = next) {
            next = slab->next;
            xfree_aligned(slab);
        }
        r->attempts.memory[whole] = (struct attempt_memory){ NULL, NULL };
    }
}

/* ---- by launch --------------------------------------------------------------------------------- */

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

void attempts_unlink(struct sw_replay *r, struct attempt *a)
{
    if (a->newer) a->newer->older = a->older; else r->attempts.newest = a->older;
    if (a->older) a->older->newer = a->newer; else r->attempts.oldest = a->newer;
}

static int by_launch(const void *a, const void *b)
{
    const struct attempt *x = *(struct attempt *const *)a, *y = *(struct attempt *const *)b;
    return (x->serial > y->serial) - (x->serial < y->serial);
}

static size_t gather(const struct sw_replay *r, struct attempt **into)
{
    size_t n = 0;
    for (struct slab *slab = r->attempts.memory[true].slabs; slab; slab = slab->next)
        for (uint32_t i = 0; i < slab->n; i++) {
            struct attempt *a = attempt_at(slab, i, true);
            if (!a->serial || a->phase == OVER)
                continue;
            if (into)
                into[n] = a;
            n++;
        }
    return n;
}

struct attempt **attempts_running(const struct sw_replay *r, size_t *n)
{
    *n = gather(r, NULL);
    struct attempt **all = xcalloc(*n, sizeof *all);
    gather(r, all);
    qsort(all, *n, sizeof *all, by_launch);
    return all;
}
