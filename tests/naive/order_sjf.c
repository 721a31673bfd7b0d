/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_sjf.c - O9: sjf by the tasks of the job, srtf by its tasks not yet done; both without pools; ties O1. */
#include <stdlib.h>
#include "tests/naive/naive.h"

static int64_t tasks_of(const struct job *j, bool left_only)
{
    int64_t n = 0;
    for (int s = 0; s < j->n_stages; s++)
        for (int t = 0; t < j->stage[s].n_tasks; t++)
            if (!left_only || !j->stage[s].task[t].done) n++;
    return n;
}

static bool shorter(const struct job *a, const struct job *b, bool left_only)
{
    int64_t tasks_a = tasks_of(a, left_only), tasks_b = tasks_of(b, left_only);
    return tasks_a != tasks_b ? tasks_a < tasks_b : earlier(a, b);
}

static int list(const struct run *r, int kind, bool left_only, struct stage **out)
{
    int n = 0;
    bool *taken = naive_alloc((size_t)r->n_jobs, sizeof *taken);
    for (;;) {
        int first = -1;
        for (int j = 0; j < r->n_jobs; j++)
            if (!taken[j] && job_waiting(r, j, kind) && (first < 0 || shorter(&r->job[j], &r->job[first], left_only)))
                first = j;
        if (first < 0) break;
        taken[first] = true;
        n += stages_of_job(&r->job[first], kind, out + n);
    }
    free(taken);
    return n;
}

static int list_sjf(const struct run *r, int kind, struct stage **out) { return list(r, kind, false, out); }
static int list_srtf(const struct run *r, int kind, struct stage **out) { return list(r, kind, true, out); }

const struct order_rule order_sjf = { "sjf", false, list_sjf };
const struct order_rule order_srtf = { "srtf", false, list_srtf };
