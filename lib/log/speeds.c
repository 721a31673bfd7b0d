/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speeds.c - how much longer a node takes for the same work, so that a slow node is not taken for distance.
 *
 * Told by the tasks that ran at their data: the logarithm of a time is its stage's plus its node's (two-way analysis of
 * variance, fitted by turns). Nodes count only where an F test at 1 % says that they differ. */
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include "lib/base/minmax.h"
#include "lib/base/sw_names.h"
#include "lib/log/measure.h"

enum { TURNS = 100, LEAST = 2 };
#define ENOUGH 1e-9

struct speeds {
    const struct measure *m;
    size_t n_nodes;
    double *of, *sum;            /* by node: logarithm of its factor; what a turn adds up */
    size_t *n;                   /* tasks at their data */
};

static int by_stage(const void *a, const void *b)
{
    const struct measure_task *x = a, *y = b;
    return ORDER(x->stage, y->stage);
}

static bool is_sorted(const struct measure *m)
{
    for (size_t i = 1; i < m->n_tasks; i++)
        if (m->tasks[i - 1].stage > m->tasks[i].stage)
            return false;
    return true;
}

static bool is_near(const struct measure_task *t) { return t->level == MEASURE_NODE; }

/* The mean of a stage's near tasks, less what their nodes take. Returns the place of the next stage. */
static size_t next_stage(const struct speeds *s, size_t at, struct sw_moments *mean)
{
    const uint32_t stage = s->m->tasks[at].stage;
    for (*mean = (struct sw_moments){ 0 }; at < s->m->n_tasks && s->m->tasks[at].stage == stage; at++)
        if (is_near(&s->m->tasks[at]))
            sw_moments_add(mean, s->m->tasks[at].log_s - s->of[s->m->tasks[at].node]);
    return at;
}

/* One turn: stages from nodes, nodes from stages. Returns the sum of squares that was left before it. */
static double turn(struct speeds *s, uint64_t *n_stages, double *moved)
{
    struct sw_moments mean;
    double squares = 0;
    *n_stages = 0;
    *moved = 0;
    for (size_t i = 0; i < s->n_nodes; i++)
        s->sum[i] = 0;
    for (size_t at = 0, next; at < s->m->n_tasks; at = next) {
        next = next_stage(s, at, &mean);
        *n_stages += mean.n > 0;
        squares += mean.m2;
        for (size_t i = at; i < next; i++)
            if (is_near(&s->m->tasks[i]))
                s->sum[s->m->tasks[i].node] += s->m->tasks[i].log_s - mean.mean;
    }
    /* A node's factor is the mean of what is left of its tasks when their stages' means are off. */
    for (size_t i = 0; i < s->n_nodes; i++)
        if (s->n[i] > 0) {
            *moved = fmax(*moved, fabs(s->sum[i] / (double)s->n[i] - s->of[i]));
            s->of[i] = s->sum[i] / (double)s->n[i];
        }
    return squares;
}

/* The F test compares the squares that are left with one mean for each stage, and with nodes' factors besides. */
static bool nodes_differ(struct speeds *s, size_t n_near)
{
    uint64_t n_stages;
    double moved = INFINITY, without = NAN, with = 0, n = 0;
    for (int i = 0; i < TURNS && moved > ENOUGH; i++) {
        /* Before the first turn all factors are 1, so its squares are those without nodes. */
        with = turn(s, &n_stages, &moved);
        without = i == 0 ? with : without;
    }
    for (size_t i = 0; i < s->n_nodes; i++)
        n += s->n[i] > 0;
    /* Degrees of freedom that are left: tasks less stages less nodes, of which one is free. */
    const double left = (double)n_near - (double)n_stages - (n - 1);
    if (n < 2 || left < 10)
        return false;
    return with <= 0 ? without > 0 : gsl_cdf_fdist_Q((without - with) / (n - 1) / (with / left), n - 1, left) < 0.01;
}

int speeds_find(struct measure *m, struct sw_err *err)
{
    /* One node more, for tasks of which none is known. */
    struct speeds s = { .m = m, .n_nodes = sw_keys_count(m->named) + 1 };
    size_t n_near = 0;
    s.of = calloc(s.n_nodes, sizeof *s.of);
    s.sum = calloc(s.n_nodes, sizeof *s.sum);
    s.n = calloc(s.n_nodes, sizeof *s.n);
    const bool no_room = !s.of || !s.sum || !s.n;
    if (!no_room && m->n_tasks > 0) {
        if (!is_sorted(m))
            qsort(m->tasks, m->n_tasks, sizeof *m->tasks, by_stage);
        for (size_t i = 0; i < m->n_tasks; i++)
            if (m->tasks[i].node >= s.n_nodes)
                m->tasks[i].node = (uint32_t)s.n_nodes - 1;
        for (size_t i = 0; i < m->n_tasks; i++)
            if (is_near(&m->tasks[i])) {
                n_near++;
                s.n[m->tasks[i].node]++;
            }
        /* Of the far tasks: on nodes where hardly any ran near its data. */
        bool differ = nodes_differ(&s, n_near);
        for (size_t i = 0; i < m->n_tasks; i++) {
            struct measure_task *t = &m->tasks[i];
            t->alone = s.n[t->node] < LEAST;
            t->speed = differ && !t->alone ? s.of[t->node] : 0;
        }
    }
    free(s.of);
    free(s.sum);
    free(s.n);
    return no_room ? sw_err_memory(err) : SW_OK;
}
