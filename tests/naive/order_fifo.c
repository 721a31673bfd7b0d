/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_fifo.c - O2: priority, submit, place; pools are not looked at. */
#include <stdlib.h>
#include "tests/naive/naive.h"

/* O1: jobs by submit time, then place in the trace. */
bool earlier(const struct job *a, const struct job *b)
{
    if (a->submit_us != b->submit_us) return a->submit_us < b->submit_us;
    return a->place < b->place;
}

bool fifo_before(const struct job *a, const struct job *b)
{
    if (a->priority != b->priority) return a->priority < b->priority;
    return earlier(a, b);
}

static int list_fifo(const struct run *r, int kind, struct stage **out)
{
    int n = 0;
    bool *taken = naive_alloc((size_t)r->n_jobs, sizeof *taken);
    for (;;) {
        int first = -1;
        for (int j = 0; j < r->n_jobs; j++)
            if (!taken[j] && job_waiting(r, j, kind) && (first < 0 || fifo_before(&r->job[j], &r->job[first])))
                first = j;
        if (first < 0) break;
        taken[first] = true;
        n += stages_of_job(&r->job[first], kind, out + n);
    }
    free(taken);
    return n;
}

const struct order_rule order_fifo = { "fifo", false, list_fifo };
