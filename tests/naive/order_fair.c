/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_fair.c - O3, ES algorithm 1: "sort jobs in increasing order of number of running tasks"; ties O1. */
#include <stdlib.h>
#include "tests/naive/naive.h"

static bool fair_before(const struct run *r, int kind, int a, int b)
{
    int64_t running_a = job_running(r, a, kind), running_b = job_running(r, b, kind);
    if (running_a != running_b) return running_a < running_b;
    return earlier(&r->job[a], &r->job[b]);
}

static int list_fair(const struct run *r, int kind, struct stage **out)
{
    int n = 0;
    bool *taken = naive_alloc((size_t)r->n_jobs, sizeof *taken);
    for (;;) {
        int first = -1;
        for (int j = 0; j < r->n_jobs; j++)
            if (!taken[j] && job_waiting(r, j, kind) && (first < 0 || fair_before(r, kind, j, first))) first = j;
        if (first < 0) break;
        taken[first] = true;
        n += stages_of_job(&r->job[first], kind, out + n);
    }
    free(taken);
    return n;
}

const struct order_rule order_fair = { "fair", false, list_fair };
