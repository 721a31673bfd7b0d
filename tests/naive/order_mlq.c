/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_mlq.c - O11, TR 7.2: queues by the number of a job's tasks; queues by running / weight, inside as O2. */
#include <stdlib.h>
#include "tests/naive/naive.h"

/* "k the number of bounds below n" */
static int queue_of(const struct run *r, int job)
{
    int64_t n = 0;
    int k = 0;
    for (int s = 0; s < r->job[job].n_stages; s++) n += r->job[job].stage[s].n_tasks;
    for (int b = 0; b < r->o.n_bounds; b++)
        if (r->o.bound[b] < n) k++;
    return k;
}

static int64_t queue_running(const struct run *r, int kind, int queue)
{
    int64_t running = 0;
    for (int j = 0; j < r->n_jobs; j++)
        if (r->job[j].state >= SUBMITTED && queue_of(r, j) == queue) running += job_running(r, j, kind);
    return running;
}

/* "by running/weight, weight 0 last and then by running; ties as pools (O1)" */
static bool queue_before(const struct run *r, int kind, int a, int b)
{
    int c = compare_ratio(queue_running(r, kind, a), r->o.queue_weight[a], queue_running(r, kind, b),
                          r->o.queue_weight[b]);
    if (c) return c < 0;
    return earlier(&r->job[first_of_group(r, kind, a, queue_of)], &r->job[first_of_group(r, kind, b, queue_of)]);
}

static bool before(const struct run *r, int kind, int a, int b)
{
    (void)kind;
    return fifo_before(&r->job[a], &r->job[b]);
}

static int list_mlq(const struct run *r, int kind, struct stage **out)
{
    bool taken[MOST_BOUNDS + 1] = { false };
    int n = 0;
    for (;;) {
        int first = -1;
        for (int q = 0; q <= r->o.n_bounds; q++)
            if (!taken[q] && first_of_group(r, kind, q, queue_of) >= 0
                && (first < 0 || queue_before(r, kind, q, first))) first = q;
        if (first < 0) return n;
        taken[first] = true;
        n += list_group(r, kind, first, queue_of, before, out + n);
    }
}

/* "Pools are not looked at, nor their limits." */
const struct order_rule order_mlq = { "mlq", false, list_mlq };
