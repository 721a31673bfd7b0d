/* SPDX-License-Identifier: GPL-3.0-or-later */
/* admit_cpac.c - A2, A3: which reducers may start, and compute (TR 5.2). */
#include "tests/naive/naive.h"

static bool is_reducer(const struct run *r, const struct attempt *a, int node)
{
    return a->node == node && a->phase != OVER && r->job[a->job].stage[a->stage].kind == SW_REDUCE;
}

/* A2: "where fewer than C reducers of the job copy and fewer than `cap` of them are". */
bool cpac_may_start(const struct run *r, int job, int node)
{
    int64_t copy = 0, are = 0;
    for (int i = 0; i < r->n_attempts; i++) {
        const struct attempt *a = &r->attempt[i];
        if (a->job != job || !is_reducer(r, a, node)) continue;
        are++;
        if (a->phase == COPIES) copy++;
    }
    return !r->o.cpac || (copy < r->o.max_computing && are < r->o.cap);
}

/* A3: "at most C reducers of a node compute". */
bool cpac_may_compute(const struct run *r, int node)
{
    int64_t compute = 0;
    for (int i = 0; i < r->n_attempts; i++)
        if (is_reducer(r, &r->attempt[i], node) && r->attempt[i].phase == COMPUTES) compute++;
    return !r->o.cpac || compute < r->o.max_computing;
}

/* A3: "when one of them ends; in order of the end of copying, then of launch". */
void cpac_one_computes_less(struct run *r, int node)
{
    struct attempt *first = NULL;
    for (int i = 0; i < r->n_attempts; i++) {
        struct attempt *a = &r->attempt[i];
        if (a->node == node && a->phase == WAITS && (!first || a->copied_us < first->copied_us)) first = a;
    }
    if (first) attempt_compute(r, first);
}
