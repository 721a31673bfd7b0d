/* SPDX-License-Identifier: GPL-3.0-or-later */
/* place.c - where the replicas of a task lie (B2, B3, B5), and how far a node is from them (L1). */
#include "lib/audit/audit.h"

/* R3: hosts stand where nodes do. */
static uint32_t draw_host(const struct audit *a, struct sw_chance *c)
{
    if (a->rules.offers)
        return a->home[sw_chance_below(c, a->n_homes)];
    return (uint32_t)sw_chance_below(c, a->cl->n_nodes);
}

static uint32_t rack_of_node(const struct audit *a, uint32_t node) { return a->cl->node[node].rack; }

/* Nodes of a rack in cluster order; under Spark's offers hosts of a rack (R2). */
static uint32_t nth_of_rack(const struct audit *a, uint32_t rack, uint32_t nth)
{
    if (a->rules.offers)
        return a->home_of_rack[a->homes_before[rack] + nth];
    return a->cl->rack_node[a->cl->rack_first[rack] + nth];
}

/* B3: in the rack of the second, or anywhere when that is alone in its rack. */
static void draw_third(struct audit *a, struct sw_chance *c)
{
    uint32_t *host = a->host_buf, rack = rack_of_node(a, host[1]);
    const uint32_t *before = a->rules.offers ? a->homes_before : a->cl->rack_first;
    uint32_t size = before[rack + 1] - before[rack];
    do
        host[2] = size == 1 ? draw_host(a, c) : nth_of_rack(a, rack, (uint32_t)sw_chance_below(c, size));
    while (among(host, 2, host[2]));
}

/* B2, B3: below(M) until the replica differs from those before it. */
static void draw_replicas(struct audit *a, struct sw_chance *c, uint32_t replicas)
{
    bool hdfs = a->opt->placement == SW_PLACE_HDFS;
    uint32_t *host = a->host_buf;
    for (uint32_t n = 0; n < replicas; n++)
        if (hdfs && n == 2)
            draw_third(a, c);
        else
            do /* B3: the second in another rack than the first; with one rack, or else, another node */
                host[n] = draw_host(a, c);
            while (hdfs && n == 1 && a->cl->n_racks > 1 ? rack_of_node(a, host[0]) == rack_of_node(a, host[1])
                                                        : among(host, n, host[n]));
}

/* They last until the next call. */
const uint32_t *audit_place_hosts(struct audit *a, const struct stage *st, uint32_t task, uint32_t *n)
{
    *n = 0;
    if (!st->has_blocks)
        return a->host_buf;
    /* B5: the hosts that the row names, as load.c has found them. */
    if (st->host_first) {
        *n = st->host_first[task + 1] - st->host_first[task];
        return *n ? st->host + st->host_first[task] : a->host_buf;
    }
    /* B2: the block is that of the job's input, so that jobs of one input find the same nodes. */
    struct sw_chance c = sw_chance_start(a->rules.seed, SW_CHANCE_PLACEMENT, a->job[st->job].input, task);
    *n = a->job[st->job].replication;
    draw_replicas(a, &c, *n);
    return a->host_buf;
}

/* L1: host[] are the n replicas of the task. */
enum sw_locality audit_place_distance(const struct audit *a, const uint32_t *host, uint32_t n, uint32_t node)
{
    if (n == 0)
        return SW_AT_NONE;
    if (among(host, n, node))
        return SW_AT_NODE;
    for (uint32_t i = 0; i < n && !a->opt->no_rack_level; i++)
        if (rack_of_node(a, host[i]) == rack_of_node(a, node))
            return SW_AT_RACK;
    return SW_AT_ANY;
}
