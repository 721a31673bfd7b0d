/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cluster.c - the nodes of the log as a cluster record. A node has as many slots as jobs ever ran on it at once, or as
 * cores were in use. Jobs that --only leaves out take theirs away for as long as they ran. docs/formats/slurm.md
 * says what that number is: a lower bound. */
#include <stdlib.h>
#include <string.h>
#include "lib/base/sw_sort.h"
#include "lib/csv/text.h"
#include "lib/trace/sacct/sacct.h"

/* jobs: slots of the node that are taken, or with a minus given back. left_out: 1 or -1 where the job is left out. */
struct change { uint64_t node; int64_t at_us; int jobs, left_out; };

/* A job takes a slot of each of its nodes, or with rules.cores its part of the cores. */
static void sacct_cluster_add(struct change *c, size_t *n, const struct sacct *s, size_t attempt)
{
    const struct sacct_attempt a = sacct_jobs_attempt(s, attempt);
    int left_out = a.is.left_out, by = 1;
    if (s->rules->cores) { /* nodes of gangs do not change (G2), so what is left out takes nothing away */
        if (left_out)
            return;
        const uint32_t n_nodes = a.kind.n_nodes, cpus = a.kind.cpus;
        by = n_nodes > 0 && cpus < INT32_MAX ? (int)((cpus + (uint64_t)n_nodes - 1) / n_nodes) : 1;
        by = by > 0 ? by : 1;
    }
    for (uint32_t i = 0; i < a.n_named; i++) {
        c[(*n)++] = (struct change){ a.node[i], a.start_us, by, left_out };
        c[(*n)++] = (struct change){ a.node[i], a.end_us, -by, -left_out };
    }
}

struct giving { const struct sacct *s; const struct sw_nodes_to *to; struct sw_err *err; };

/* to_us: INT64_MAX is for good */
static int give_span(const struct giving *g, size_t node, int slots, int64_t from_us, int64_t to_us)
{
    char renamed[SW_RENAMED_MAX];
    struct sw_node_row row = sw_hosts_node_row(g->to, nameset_text(&g->s->nodes, node), (uint64_t)slots, renamed);
    row.known |= UINT64_C(1) << SW_NODE_FROM | (to_us == INT64_MAX ? 0 : UINT64_C(1) << SW_NODE_TO);
    row.from_us = from_us;
    row.to_us = to_us == INT64_MAX ? row.to_us : to_us;
    return g->to->take(g->to->context, &row, g->err);
}

/* The changes of one instant are one. Slots that are given up while a job runs go as it ends (B8). used: whether a
 * job that is given ran there; else the node is none of theirs. */
static int most_at_once(const struct change *c, size_t n, bool *used)
{
    int now = 0, most = 0;
    *used = false;
    for (size_t i = 0; i < n;) {
        int64_t at_us = c[i].at_us;
        for (; i < n && c[i].at_us == at_us; i++) {
            now += c[i].jobs;
            *used |= c[i].left_out == 0;
        }
        most = now > most ? now : most;
    }
    return most > 0 ? most : 1; /* a job of no duration still needs a slot */
}

/* A row for each time in which as many slots are left to the jobs that stay. Times are those of rows, from the
 * first submission on; a change before it holds from the beginning. */
static int give_node(const struct giving *g, const struct change *c, size_t n)
{
    bool used;
    int most = most_at_once(c, n, &used), taken = 0;
    int64_t from_us = 0;
    for (size_t i = 0; used && i < n;) {
        int64_t at_us = c[i].at_us;
        int before = taken;
        for (; i < n && c[i].at_us == at_us; i++)
            taken += c[i].left_out;
        int64_t now_us = at_us > g->s->origin_us ? at_us - g->s->origin_us : 0;
        if (taken == before || now_us == from_us)
            continue;
        if (give_span(g, c[0].node, most - before, from_us, now_us) != SW_OK)
            return SW_FAIL;
        from_us = now_us;
    }
    return used ? give_span(g, c[0].node, most - taken, from_us, INT64_MAX) : SW_OK;
}

/* ---- the order: Slurm's own is by name, numbers by value -------------------- */

struct of_node { struct sw_text name; size_t first, n; };

/* n2 stands before n10, as text_digits() tells how long the number is that stands at the same place in both. */
static int by_slurm_name(const void *x, const void *y)
{
    struct sw_text a = ((const struct of_node *)x)->name, b = ((const struct of_node *)y)->name;
    size_t at = 0;
    while (at < a.len && at < b.len) {
        size_t m = text_digits(a, at), n = text_digits(b, at);
        if (m != n)
            return m && n ? (m > n) - (m < n) : (unsigned char)a.at[at] < (unsigned char)b.at[at] ? -1 : 1;
        if (a.at[at] != b.at[at])
            return (unsigned char)a.at[at] < (unsigned char)b.at[at] ? -1 : 1;
        at++;
    }
    return (a.len > b.len) - (a.len < b.len);
}

/* Changes are by node here, so each node's are one piece of the array. */
static size_t find_nodes(const struct sacct *s, const struct change *c, size_t n, struct of_node *node)
{
    size_t n_nodes = 0;
    for (size_t i = 0; i < n; i++) {
        if (n_nodes == 0 || c[node[n_nodes - 1].first].node != c[i].node)
            node[n_nodes++] = (struct of_node){ nameset_text(&s->nodes, c[i].node), i, 0 };
        node[n_nodes - 1].n++;
    }
    qsort(node, n_nodes, sizeof *node, by_slurm_name);
    return n_nodes;
}

/* Slurm's nodes have no executors. 0: the log names no nodes. */
int sacct_cluster_nodes(void *state, const struct sw_nodes_to *to, struct sw_err *err)
{
    const struct sacct *s = state;
    int status = SW_OK;
    size_t n = 0;
    if (s->n_named == 0)
        return 0;
    struct change *c = calloc(2 * s->n_named, sizeof *c);
    struct of_node *node = calloc(2 * s->n_named, sizeof *node);
    if (!c || !node) {
        free(c);
        free(node);
        return sw_err_memory(err);
    }
    for (size_t i = 0; i < s->n_attempts; i++)
        sacct_cluster_add(c, &n, s, i);
    /* A node's changes stand together, in order of time. */
    if (sw_sort_records_signed(c, n, sizeof *c, offsetof(struct change, at_us)) != SW_OK
        || sw_sort_records(c, n, sizeof *c, 0) != SW_OK)
        status = sw_err_memory(err);
    size_t n_nodes = find_nodes(s, c, n, node);
    for (size_t i = 0; i < n_nodes && status == SW_OK; i++)
        status = give_node(&(struct giving){ s, to, err }, c + node[i].first, node[i].n);
    free(node);
    free(c);
    return status == SW_OK ? 1 : SW_FAIL;
}
