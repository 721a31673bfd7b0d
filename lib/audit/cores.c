/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cores.c - how many attempts of a node compute at a time, and what share of a core each has then (B21).
 *
 * The log says from when to when each attempt computes, so the shares follow from it. Between what comes and what goes
 * at one instant a share may be another for no time; each change rounds, and a few microseconds are left open. */
#include "lib/audit/audit.h"
#include <stdlib.h>

struct step { int64_t at_us; uint32_t node; int32_t n; }; /* n: first what comes or goes, then how many there are */
/* first: of each node, and behind the last one. evicted_us: the instants of evictions, in order. */
struct steps { size_t *first, n, n_evicted; struct step *at; int64_t *evicted_us; };

static int steps_by_node(const void *x, const void *y)
{
    const struct step *p = x, *q = y;
    return ORDER(p->node, q->node) ?: ORDER(p->at_us, q->at_us);
}

static int by_instant(const void *x, const void *y)
{
    const int64_t *p = x, *q = y;
    return (*p > *q) - (*p < *q);
}

/* B21.1: a map computes from its launch, a reduce from the end of its shuffle. A reduce without that time (-1)
 * never computed. */
static void list_steps(const struct audit *a, struct steps *s)
{
    for (size_t i = 0; i < a->n_rows; i++) {
        const struct row *row = &a->row[i];
        int64_t from_us = row->kind == SW_REDUCE ? compute_us(row) : row->launch_us;
        if (row->outcome == SW_EVICTED)
            s->evicted_us[s->n_evicted++] = row->finish_us;
        if (from_us < 0)
            continue;
        s->at[s->n++] = (struct step){ from_us, row->node, 1 };
        s->at[s->n++] = (struct step){ row->finish_us, row->node, -1 };
    }
    if (s->n)
        qsort(s->at, s->n, sizeof *s->at, steps_by_node);
    if (s->n_evicted)
        qsort(s->evicted_us, s->n_evicted, sizeof *s->evicted_us, by_instant);
}

/* One step for all at an instant. */
static void add_up_steps(struct steps *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++) {
        bool same_node = n && s->at[n - 1].node == s->at[i].node;
        if (same_node && s->at[n - 1].at_us == s->at[i].at_us) {
            s->at[n - 1].n += s->at[i].n;
            continue;
        }
        /* From here on n is how many compute, with those of the node's steps before. */
        struct step step = s->at[i];
        step.n += same_node ? s->at[n - 1].n : 0;
        s->at[n++] = step;
    }
    s->n = n;
}

/* The next node of the same host, in a ring: itself where hosts share nothing (B21.4). */
static uint32_t beside(const struct audit *a, uint32_t node)
{
    if (!a->opt->host_cores || !a->cl->has_hosts)
        return node;
    uint32_t home = a->cl->node[node].home;
    while (++node < a->cl->n_nodes && a->cl->node[node].home != home)
        ;
    return node < a->cl->n_nodes ? node : home;
}

bool audit_cores_shared(const struct audit *a)
{
    return a->opt->cores || a->opt->host_cores;
}

void audit_cores(struct audit *a)
{
    if (!audit_cores_shared(a))
        return;
    /* The steps of the run before. */
    if (a->steps)
        xfree(a->steps->at), xfree(a->steps->first), xfree(a->steps->evicted_us), xfree(a->steps);
    struct steps *s = a->steps = xcalloc(1, sizeof *s);
    s->at = xcalloc(2 * a->n_rows + 1, sizeof *s->at);
    s->first = xcalloc(a->cl->n_nodes + 1, sizeof *s->first);
    s->evicted_us = xcalloc(a->n_rows + 1, sizeof *s->evicted_us);
    list_steps(a, s);
    add_up_steps(s);
    /* first[k + 1] is the end of node k's steps. A node without steps ends where the one before it does. */
    for (size_t i = 0; i < s->n; i++)
        s->first[s->at[i].node + 1] = i + 1;
    for (uint32_t k = 0; k < a->cl->n_nodes; k++)
        s->first[k + 1] = s->first[k + 1] > s->first[k] ? s->first[k + 1] : s->first[k];
}

/* The first step of the node that is not before at_us. */
static size_t step_from(const struct steps *s, uint32_t node, int64_t at_us)
{
    return FIRST_NOT(i, s->first[node], s->first[node + 1], s->at[i].at_us < at_us);
}

/* How many compute on the node before what comes and goes at at_us. */
static double attempts_at(const struct audit *a, uint32_t node, int64_t at_us)
{
    size_t i = step_from(a->steps, node, at_us);
    return i > a->steps->first[node] ? a->steps->at[i - 1].n : 0;
}

/* has 0: there is no such limit. */
static double share_given(uint64_t has, double wanted)
{
    return has && wanted > (double)has ? (double)has / wanted : 1.0;
}

double audit_core_share(const struct audit *a, uint32_t node, int64_t at_us)
{
    if (!audit_cores_shared(a))
        return 1.0;
    double n = attempts_at(a, node, at_us), of_host = 0;
    uint32_t i = node;
    /* B21.4: d, the sum of min(k, C) over the nodes of the host. */
    do {
        double wanted = attempts_at(a, i, at_us);
        of_host += wanted * share_given(a->opt->cores, wanted);
    } while ((i = beside(a, i)) != node);
    return share_given(a->opt->cores, n) * share_given(a->opt->host_cores, of_host);
}

/* B21.2, A8: an eviction comes when all of an instant is done, shares included, and the instant is then repeated. */
bool audit_cores_repeats(const struct audit *a, int64_t at_us)
{
    return audit_cores_shared(a) && a->steps->n_evicted
           && bsearch(&at_us, a->steps->evicted_us, a->steps->n_evicted, sizeof at_us, by_instant);
}

/* A share changes with what any node of the host begins or ends. */
int64_t audit_cores_next_share(const struct audit *a, uint32_t node, int64_t from_us)
{
    int64_t next_us = NEVER;
    uint32_t n = node;
    if (!audit_cores_shared(a))
        return NEVER;
    do {
        size_t i = step_from(a->steps, n, from_us);
        next_us = i < a->steps->first[n + 1] ? min_i64(next_us, a->steps->at[i].at_us) : next_us;
    } while ((n = beside(a, n)) != node);
    return next_us;
}

/* Each change rounds what is left of an attempt (B9). So four microseconds are left open for each step, and four
 * more for each node. */
int64_t audit_cores_slack(const struct audit *a, uint32_t node, int64_t from_us, int64_t to_us)
{
    int64_t slack_us = 0;
    uint32_t i = node;
    if (!audit_cores_shared(a))
        return 0;
    do
        slack_us += 4 * (int64_t)(step_from(a->steps, i, to_us) - step_from(a->steps, i, from_us) + 1);
    while ((i = beside(a, i)) != node);
    return slack_us;
}
