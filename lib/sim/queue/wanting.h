/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wanting.h - the jobs that run or want something of a kind of slot, as shares are computed: by pool, in each in fifo
 * order (wanting.c). All zero is a good start. */
#ifndef LIB_SIM_QUEUE_WANTING_H
#define LIB_SIM_QUEUE_WANTING_H
#include "lib/sim/sim.h"

struct wanting {
    struct job **job;            /* n */
    struct job **as_added;
    uint32_t *next;              /* per pool, while they are put in order */
    uint32_t n, cap, cap_pools;
};

void wanting_grow(struct wanting *w);
void wanting_sort(struct sw_replay *r, struct wanting *w); /* those that were added in any order */
void wanting_free(struct wanting *w);

static inline void wanting_add(struct wanting *w, struct job *job)
{
    if (unlikely(w->n == w->cap))
        wanting_grow(w);
    w->job[w->n++] = job;
}
#endif
