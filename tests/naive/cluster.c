/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cluster.c - the nodes: from a file or by count (B1, B8), and the phases of their heartbeats (H1). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/naive/naive.h"

static struct node *add_node(struct run *r)
{
    r->node = naive_grow(r->node, (size_t)r->n_nodes + 1, sizeof *r->node);
    struct node *n = &r->node[r->n_nodes++];
    memset(n, 0, sizeof *n);
    n->claimant = -1;
    n->disk = r->o.disk; /* A6 */
    for (int i = 0; i < 2; i++) n->size[i] = r->o.node_size[i]; /* Z1 */
    return n;
}

/* A1: a node that has reduce slots takes R reducers instead. */
static void add_interval(const struct run *r, struct node *n, struct interval it)
{
    if (r->o.cpac && it.slots[1] > 0) it.slots[1] = r->o.max_reducers;
    for (int i = 0; i < n->n_rows; i++)
        if (it.from_us < n->row[i].to_us && n->row[i].from_us < it.to_us)
            naive_fail("cluster: rows overlap: '%s'", n->name);
    n->row = naive_grow(n->row, (size_t)n->n_rows + 1, sizeof *n->row);
    n->row[n->n_rows++] = it;
}

/* B1: node i (from 0) in rack floor(i K / N) + 1. */
static void by_count(struct run *r)
{
    const struct options *o = &r->o;
    r->n_kinds = o->slots_given && !o->map_slots_given ? 1 : 2;
    for (uint64_t i = 0; i < o->nodes; i++) {
        char name[40];
        struct node *n = add_node(r);
        snprintf(name, sizeof name, "n%d", (int)i + 1);
        n->name = naive_copy(name, strlen(name));
        snprintf(name, sizeof name, "r%d", (int)(i * o->racks / o->nodes) + 1);
        n->rack = naive_copy(name, strlen(name));
        n->host = naive_copy(n->name, strlen(n->name));
        add_interval(r, n, (struct interval){ .to_us = NEVER, .speed = 1,
            .slots = { (int64_t)(r->n_kinds == 1 ? o->slots : o->map_slots),
                       r->n_kinds == 1 ? 0 : (int64_t)o->reduce_slots } });
    }
}

static bool is_text(const char *a, struct sw_text b)
{
    return strlen(a) == b.len && !memcmp(a, b.at, b.len);
}

/* B1: cluster order is by first row of a node. */
static struct node *node_of_row(struct run *r, const struct sw_node_row *row)
{
    for (int i = 0; i < r->n_nodes; i++) {
        if (!is_text(r->node[i].name, row->node)) continue;
        if (!is_text(r->node[i].rack, row->rack)) naive_fail("cluster: a node changes its rack: '%s'", r->node[i].name);
        return &r->node[i];
    }
    struct node *n = add_node(r);
    n->name = naive_copy(row->node.at, row->node.len);
    n->rack = naive_copy(row->rack.at, row->rack.len);
    n->host = row->host.len ? naive_copy(row->host.at, row->host.len) : naive_copy(n->name, strlen(n->name));
    return n;
}

static void add_row(struct run *r, const struct sw_node_row *row)
{
    bool one = row->known & 1u << SW_NODE_SLOTS;
    struct interval it = { .from_us = 0, .to_us = NEVER, .speed = 1 };
    if (row->known & 1u << SW_NODE_FROM) it.from_us = row->from_us;
    if (row->known & 1u << SW_NODE_TO) it.to_us = row->to_us;
    if (row->known & 1u << SW_NODE_SPEED) it.speed = row->speed;
    it.idle = row->leaves == SW_LEAVES_IDLE && r->o.order != &order_hod; /* B20 */
    if (one) r->n_kinds = 1;
    it.slots[0] = (int64_t)(one ? row->slots : row->map_slots);
    it.slots[1] = (int64_t)(one ? 0 : row->reduce_slots);
    add_interval(r, node_of_row(r, row), it);
    if (row->known & 1u << SW_NODE_CPUS) node_of_row(r, row)->size[0] = (int64_t)row->cpus; /* Z1 */
    if (row->known & 1u << SW_NODE_MEMORY) node_of_row(r, row)->size[1] = (int64_t)row->memory;
    if (row->known & 1u << SW_NODE_DISK) node_of_row(r, row)->disk = (int64_t)row->disk_bytes; /* A6 */
}

static void by_file(struct run *r)
{
    struct sw_err err = { 0 };
    struct sw_csv *in;
    struct sw_node_row row;
    int got;
    r->n_kinds = 2;
    if (sw_csv_open(&in, r->o.cluster, &err)) naive_fail_err(&err);
    if (sw_csv_bind(in, &sw_schema_cluster, &err)) naive_fail_err(&err);
    while ((got = sw_csv_read(in, &row, &err)) == 1) add_row(r, &row);
    if (got < 0) naive_fail_err(&err);
    sw_csv_close(in);
}

/* H1: phase(i) = floor(H pi(i) / n), pi the permutation of the stream (seed, phase, 0, 0). */
static void set_phases(struct run *r)
{
    uint32_t *pi = naive_alloc((size_t)r->n_nodes, sizeof *pi);
    struct sw_chance c = sw_chance_start(r->o.seed, SW_CHANCE_PHASE, 0, 0);
    sw_chance_permutation(&c, pi, (uint32_t)r->n_nodes);
    for (int i = 0; i < r->n_nodes; i++) r->node[i].seat = (int)pi[i];
    free(pi);
}

/* R2, B21.4, N1: without these each node is at home. */
static void find_homes(struct run *r)
{
    for (int i = 0; i < r->n_nodes; i++) {
        r->node[i].home = i;
        for (int k = i - 1; k >= 0 && (r->o.offers != BY_HEARTBEAT || r->o.host_cores || r->o.node_rate); k--)
            if (!strcmp(r->node[k].host, r->node[i].host)) r->node[i].home = k;
        if (strcmp(r->node[i].rack, r->node[r->node[i].home].rack))
            naive_fail("cluster: nodes of one host in two racks: '%s'", r->node[i].host);
    }
    if ((r->o.order == &order_offers || r->o.order == &order_negotiate) && r->n_kinds != 1)
        naive_fail("--order: two kinds of slots"); /* M1, P1 */
    if (r->o.offers != BY_HEARTBEAT && r->n_kinds != 1) naive_fail("--offers: the cluster has two kinds of slots");
}

void cluster_read(struct run *r)
{
    int64_t slots = 0;
    if (r->o.cluster) by_file(r);
    else by_count(r);
    for (int i = 0; i < r->n_nodes; i++)
        for (int k = 0; k < r->node[i].n_rows; k++) slots += r->node[i].row[k].slots[0] + r->node[i].row[k].slots[1];
    if (slots == 0) naive_fail("the cluster has no slots");
    find_homes(r);
    set_phases(r);
    vary_cluster(r);
    maps_name_executors(r);
    changes_start(r);
}
