/* SPDX-License-Identifier: GPL-3.0-or-later */
/* balance.c - D13, ES 3.5.1: to stages of long tasks a node that already runs many such holds no data. */
#include "tests/naive/naive.h"

/* "until it has finished a task, and after that while the mean time from launch to end of its attempts that ended
 * `done` is at least T" */
static bool is_long(const struct run *r, const struct stage *s)
{
    int64_t n = 0, sum_us = 0;
    for (int i = 0; i < r->n_attempts; i++) {
        const struct attempt *a = &r->attempt[i];
        if (a->phase != OVER || a->outcome != SW_DONE || &r->job[a->job].stage[a->stage] != s) continue;
        sum_us += a->finish_us - a->launch_us;
        n++;
    }
    return n == 0 || sum_us >= n * r->o.long_us;
}

static int64_t long_attempts(const struct run *r, int node, int kind)
{
    int64_t n = 0;
    for (int i = 0; i < r->n_attempts; i++) {
        const struct attempt *a = &r->attempt[i];
        const struct stage *s = &r->job[a->job].stage[a->stage];
        if (a->phase != OVER && a->node == node && s->slot_kind == kind && is_long(r, s)) n++;
    }
    return n;
}

/* "while more ... run on it than on the mean of the nodes that have slots of the kind, strictly" */
static bool is_crowded(const struct run *r, int node, int kind)
{
    int64_t nodes = 0, sum = 0;
    for (int n = 0; n < r->n_nodes; n++) {
        if (r->node[n].slots[kind] == 0) continue;
        sum += long_attempts(r, n, kind);
        nodes++;
    }
    return long_attempts(r, node, kind) * nodes > sum;
}

bool balance_holds_nothing(const struct run *r, const struct stage *s, int node)
{
    return r->o.long_us != UNSET && is_long(r, s) && is_crowded(r, node, s->slot_kind);
}
