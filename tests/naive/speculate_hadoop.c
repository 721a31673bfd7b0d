/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speculate_hadoop.c - C3, LATE 2.1: a score below the mean of its stage minus a gap. */
#include "tests/naive/naive.h"

static int64_t score_of_task(const struct run *r, const struct stage *s, int task)
{
    int64_t best = 0;
    if (s->task[task].done) return MILLION;
    for (int i = 0; i < r->n_attempts; i++) {
        const struct attempt *a = &r->attempt[i];
        if (a->phase != OVER && &r->job[a->job].stage[a->stage] == s && a->task == task && a->score > best)
            best = a->score;
    }
    return best;
}

/* n score < sum - n gap */
static bool slow(const struct run *r, const struct stage *s, const struct attempt *a)
{
    int64_t sum = 0;
    for (int t = 0; t < s->n_tasks; t++) sum += score_of_task(r, s, t);
    return s->n_tasks * a->score < sum - s->n_tasks * r->o.gap;
}

static int distance(const struct run *r, int node, const struct attempt *a)
{
    static const int of[] = { [SW_AT_NODE] = 0, [SW_AT_NONE] = 1, [SW_AT_RACK] = 2, [SW_AT_ANY] = 3 };
    return of[locality_of(r, &r->job[a->job].stage[a->stage].task[a->task], node)];
}

/* By job in fifo order "by its priority at the look". */
static bool job_before(const struct run *r, const struct attempt *a, const struct attempt *b)
{
    if (a->priority != b->priority) return a->priority < b->priority;
    return earlier(&r->job[a->job], &r->job[b->job]);
}

/* "by job in fifo order, of a job those closest to the node (L1), then by launch" */
static bool before(const struct run *r, int node, const struct attempt *a, const struct attempt *b)
{
    if (a->job != b->job) return job_before(r, a, b);
    if (distance(r, node, a) != distance(r, node, b)) return distance(r, node, a) < distance(r, node, b);
    return a < b;
}

const struct speculate_rule speculate_hadoop = { "hadoop", NULL, slow, NULL, NULL, before };
