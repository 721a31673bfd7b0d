/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_cput.c - G10: priority, the CPU time that a job asks for, then O1. */
#include <stdlib.h>
#include "tests/naive/naive.h"

static bool sooner(const struct job *a, const struct job *b)
{
    if (a->priority != b->priority) return a->priority < b->priority;
    if ((a->limit_us == UNSET) != (b->limit_us == UNSET)) return b->limit_us == UNSET; /* G10.2 */
    if (a->limit_us != UNSET && a->asked_us != b->asked_us) return a->asked_us < b->asked_us;
    return earlier(a, b);
}

static int list(const struct run *r, int kind, struct stage **out)
{
    int n = 0;
    bool *taken = naive_alloc((size_t)r->n_jobs, sizeof *taken);
    for (;;) {
        int first = -1;
        for (int j = 0; j < r->n_jobs; j++)
            if (!taken[j] && job_waiting(r, j, kind) && (first < 0 || sooner(&r->job[j], &r->job[first]))) first = j;
        if (first < 0) break;
        taken[first] = true;
        n += stages_of_job(&r->job[first], kind, out + n);
    }
    free(taken);
    return n;
}

const struct order_rule order_cput = { "cput", false, list };
