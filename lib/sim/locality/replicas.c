/* SPDX-License-Identifier: GPL-3.0-or-later */
/* replicas.c - places the replicas of a stage's blocks (B1-B7). */
#include "lib/base/arena.h"
#include "lib/cluster/cluster.h"
#include "lib/sim/locality/draw.h"
#include "lib/sim/locality/locality.h"
#include <stdlib.h>
#include <string.h>

/* ---- drawing --------------------------------------------------------------------------------- */

/* Three replicas, the usual number. Two are seldom on one node, so all are drawn before they are compared. */
static inline void draw_three(struct sw_chance *c, uint32_t m, uint32_t *host)
{
    struct sw_chance again = *c;
    uint32_t first = (uint32_t)sw_chance_below(c, m), second = (uint32_t)sw_chance_below(c, m),
             third = (uint32_t)sw_chance_below(c, m);
    host[0] = first;
    host[1] = second;
    host[2] = third;
    if (unlikely(first == second || first == third || second == third))
        draw_different(&again, m, 0, 3, host);
}

/* B3.2. */
static void draw_beside_second(const struct sw_cluster *cl, struct sw_chance *c, uint32_t *host)
{
    uint32_t rack = cl->node[host[1]].rack, first = cl->rack_first[rack], n = cl->rack_first[rack + 1] - first;
    if (n == 1) {
        draw_different(c, cl->n_nodes, 2, 3, host);
        return;
    }
    do
        host[2] = cl->rack_node[first + (uint32_t)sw_chance_below(c, n)];
    while (host[2] == host[1] || host[2] == host[0]);
}

/* B3: one replica anywhere, two together on another rack, the rest anywhere. */
static void draw_hdfs(const struct sw_cluster *cl, struct sw_chance *c, uint32_t n, uint32_t *host)
{
    host[0] = (uint32_t)sw_chance_below(c, cl->n_nodes);
    if (n > 1)
        do
            host[1] = (uint32_t)sw_chance_below(c, cl->n_nodes);
        while (cl->n_racks > 1 ? cl->node[host[1]].rack == cl->node[host[0]].rack : host[1] == host[0]);
    if (n > 2)
        draw_beside_second(cl, c, host);
    draw_different(c, cl->n_nodes, n < 3 ? n : 3, n, host);
}

/* B2, B3: the replicas of a block. */
static inline void draw_hosts(const struct sw_cluster *cl, enum sw_placement placement, uint32_t n, uint64_t file,
                        uint64_t block, uint32_t *host)
{
    struct sw_chance c = sw_chance_task(file, block);
    if (placement == SW_PLACE_HDFS)
        draw_hdfs(cl, &c, n, host);
    else if (n == 3)
        draw_three(&c, cl->n_nodes, host);
    else
        draw_different(&c, cl->n_nodes, 0, n, host);
}

/* B4: blocks lie by the name of the job's input. */
static uint64_t file_of(const struct sw_replay *r, const struct stage *st)
{
    return sw_chance_job(r->opt.seed, SW_CHANCE_PLACEMENT, st->job->input_name);
}

/* ---- from the trace -------------------------------------------------------------------------- */

/* "n3|n17": appends the numbers of those hosts that are in the cluster, each once. */
static size_t read_hosts(struct sw_replay *r, void *own UNUSED, struct stage *st, uint32_t task, size_t n)
{
    const char *text = st->rows->hosts[task];
    size_t start = n;
    while (*text) {
        size_t len = strcspn(text, "|");
        uint32_t host = nodes_find_host(r->cl, (struct sw_text){ text, len });
        RESERVE(r->locality.host_buf, n + 1, r->locality.cap_host_buf);
        if (host == SW_NO_NODE)
            r->totals.hosts_unknown += len > 0;
        else if (!draw_has(r->locality.host_buf + start, (uint32_t)(n - start), host))
            r->locality.host_buf[n++] = host;
        text += len + (text[len] == '|');
    }
    return n;
}

/* B5: of each task as many as its row names. */
void replicas_from_trace(struct sw_replay *r, struct stage *st, replicas_reader *read, void *own)
{
    size_t n = 0;
    st->replicas.first = arena_alloc(&r->arena, (st->n_tasks + (size_t)1) * sizeof *st->replicas.first);
    st->replicas.first[0] = 0;
    for (uint32_t t = 0; t < st->n_tasks; t++) {
        if (st->rows && st->rows->hosts && st->rows->hosts[t])
            n = read(r, own, st, t, n);
        st->replicas.first[t + 1] = (uint32_t)n;
    }
    st->replicas.host = arena_alloc(&r->arena, n * sizeof *st->replicas.host);
    if (n)
        memcpy(st->replicas.host, r->locality.host_buf, n * sizeof *st->replicas.host);
}

/* Draws the replicas of all tasks, or of unlaunched ones. */
static inline void draw_tasks(struct sw_replay *r, struct stage *st, bool left)
{
    enum sw_placement placement = r->opt.placement;
    const struct sw_cluster *cl = r->locality.hosts ? r->locality.hosts : r->cl;
    uint64_t file = file_of(r, st);
    uint32_t n = st->job->replication, n_tasks = st->n_tasks;
    st->replicas.per_task = n;
    uint32_t *host = st->replicas.host = arena_alloc(&r->arena, replicas_in_all(st) * sizeof *host);
    for (uint32_t t = 0; t < n_tasks && (!left || (t = unlaunched_from(st, t, PREF)) != NONE); t++)
        draw_hosts(cl, placement, n, file, t, host + (size_t)t * n);
    for (size_t i = 0; r->locality.hosts && i < replicas_in_all(st); i++) /* left is false here */
        host[i] = r->locality.home[host[i]];
}

/* B4, B5. */
void replicas_place(struct sw_replay *r, struct stage *st)
{
    if (r->opt.placement != SW_PLACE_TRACE) {
        draw_tasks(r, st, false);
        return;
    }
    if (st->rows && st->rows->first) {
        st->replicas = (struct replicas){ .host = (uint32_t *)(uintptr_t)st->rows->host,
                                          .first = (uint32_t *)(uintptr_t)st->rows->first, .lent = true };
        return;
    }
    MECHANISMS_TELL(r, stage, st, STAGE_PLACES, 0);
    if (!st->replicas.first)
        replicas_from_trace(r, st, read_hosts, NULL);
}

/* The stage is in the dense index, which knows where its data is. An index of racks draws the replicas of unlaunched
 * tasks again. */
void replicas_drop(struct sw_replay *r, struct stage *st)
{
    arena_free(&r->arena, st->replicas.host, replicas_in_all(st) * sizeof *st->replicas.host);
    st->replicas.host = NULL;
}

/* What was dropped is drawn again, the same. */
void replicas_redraw(struct sw_replay *r, struct stage *st)
{
    draw_tasks(r, st, true);
}

void replicas_free(struct sw_replay *r, struct stage *st)
{
    if (st->replicas.host && !st->replicas.lent)
        arena_free(&r->arena, st->replicas.host, replicas_in_all(st) * sizeof *st->replicas.host);
    if (st->replicas.first && !st->replicas.lent)
        arena_free(&r->arena, st->replicas.first, (st->n_tasks + (size_t)1) * sizeof *st->replicas.first);
    st->replicas = (struct replicas){ 0 };
}
