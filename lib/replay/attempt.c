/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attempt.c - the memory of attempts, and those that run in the order of their launch.
 *
 * Attempts come in slabs, in which all that live can be found, and go to a list of spare ones. The order of launch matters to what takes
 * attempts back, so it is kept only where something does; else it is made when it is asked for, from the slabs. */
#include "lib/replay/replay.h"
#include <stdlib.h>
#include <string.h>

struct slab { struct slab *next; size_t size; uint32_t n, cap; struct attempt at[]; };

static COLD struct slab *slab_new(struct sw_replay *r)
{
    size_t size = block_size(r->slabs ? r->slabs->size : 0);
    struct slab *slab = xlines(size);
    *slab = (struct slab){ .next = r->slabs, .size = size, .cap = (uint32_t)((size - sizeof *slab) / sizeof slab->at[0]) };
    return r->slabs = slab;
}

static struct attempt *fresh(struct sw_replay *r)
{
    struct slab *slab = r->slabs;
    if (!slab || slab->n == slab->cap)
        slab = slab_new(r);
    return &slab->at[slab->n++];
}

/* All of it 0, but for the lists whose members set both ends. */
struct attempt *attempt_new(struct sw_replay *r, bool whole)
{
    struct attempt *a = r->spare_attempts;
    if (a)
        r->spare_attempts = a->twin;
    else
        a = fresh(r);
    memset(a, 0, LINE); /* by lines of the cache: gcc would clear both at once with an instruction that is slow to start */
    if (whole)
        memset(&a->compute_us, 0, offsetof(struct attempt, prev) - LINE);
    return a;
}

void attempt_free(struct sw_replay *r, struct attempt *a)
{
    struct job *job = a->job;
    if (SELDOM(r->network) && a->net)
        network_end(r, a->net);
    a->serial = 0;
    a->twin = r->spare_attempts;
    r->spare_attempts = a;
    if (!--job->n_attempts && job->ended)
        job_free(r, job);
}

/* What lives goes with its job, if that has ended. */
void attempts_end(struct sw_replay *r)
{
    for (struct slab *slab = r->slabs, *next; slab; slab = next) {
        next = slab->next;
        for (uint32_t i = 0; i < slab->n; i++)
            if (slab->at[i].serial)
                attempt_free(r, &slab->at[i]);
        free(slab);
    }
    r->slabs = NULL;
    r->spare_attempts = NULL;
}

/* ---- by launch --------------------------------------------------------------------------------- */

void link_newest(struct sw_replay *r, struct attempt *a)
{
    a->older = r->newest;
    a->newer = NULL;
    if (r->newest)
        r->newest->newer = a;
    else
        r->oldest = a;
    r->newest = a;
}

void unlink_running(struct sw_replay *r, struct attempt *a)
{
    if (a->newer) a->newer->older = a->older; else r->newest = a->older;
    if (a->older) a->older->newer = a->newer; else r->oldest = a->newer;
}

static int by_launch(const void *a, const void *b)
{
    const struct attempt *x = *(struct attempt *const *)a, *y = *(struct attempt *const *)b;
    return (x->serial > y->serial) - (x->serial < y->serial);
}

static size_t gather(const struct sw_replay *r, struct attempt **into)
{
    size_t n = 0;
    for (struct slab *slab = r->slabs; slab; slab = slab->next)
        for (uint32_t i = 0; i < slab->n; i++) {
            struct attempt *a = &slab->at[i];
            if (!a->serial || a->phase == OVER)
                continue;
            if (into)
                into[n] = a;
            n++;
        }
    return n;
}

void attempts_keep_launches(struct sw_replay *r)
{
    if (r->keeps_launches)
        return;
    r->keeps_launches = r->followed = true;
    size_t n = gather(r, NULL);
    struct attempt **all = xcalloc(n + 1, sizeof *all);
    gather(r, all);
    qsort(all, n, sizeof *all, by_launch);
    for (size_t i = 0; i < n; i++)
        link_newest(r, all[i]);
    free(all);
}
