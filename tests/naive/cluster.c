/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cluster.c - the nodes: from a file or by count (B1), and the phases of their heartbeats (H1). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/naive/naive.h"

static struct node *add_node(struct run *r)
{
    r->node = naive_grow(r->node, (size_t)r->n_nodes + 1, sizeof *r->node);
    struct node *n = &r->node[r->n_nodes++];
    memset(n, 0, sizeof *n);
    n->speed = 1;
    return n;
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
        n->slots[0] = (int64_t)(r->n_kinds == 1 ? o->slots : o->map_slots);
        n->slots[1] = r->n_kinds == 1 ? 0 : (int64_t)o->reduce_slots;
    }
}

static void add_row(struct run *r, const struct sw_node_row *row)
{
    if (row->known & (1u << SW_NODE_FROM | 1u << SW_NODE_TO)) naive_fail("cluster: from_s and to_s are not read here");
    for (int i = 0; i < r->n_nodes; i++)
        if (strlen(r->node[i].name) == row->node.len && !memcmp(r->node[i].name, row->node.at, row->node.len))
            naive_fail("cluster: a node has two rows: '%s'", r->node[i].name);
    struct node *n = add_node(r);
    n->name = naive_copy(row->node.at, row->node.len);
    n->rack = naive_copy(row->rack.at, row->rack.len);
    if (row->known & 1u << SW_NODE_SPEED) n->speed = row->speed;
    if (row->known & 1u << SW_NODE_SLOTS) r->n_kinds = 1;
    n->slots[0] = (int64_t)(row->known & 1u << SW_NODE_SLOTS ? row->slots : row->map_slots);
    n->slots[1] = (int64_t)(row->known & 1u << SW_NODE_SLOTS ? 0 : row->reduce_slots);
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
    for (int i = 0; i < r->n_nodes; i++)
        r->node[i].phase_us = (int64_t)((__int128)r->o.heartbeat_us * pi[i] / r->n_nodes);
    free(pi);
}

void cluster_read(struct run *r)
{
    int64_t slots = 0;
    if (r->o.cluster) by_file(r);
    else by_count(r);
    for (int i = 0; i < r->n_nodes; i++) slots += r->node[i].slots[0] + r->node[i].slots[1];
    if (slots == 0) naive_fail("the cluster has no slots");
    set_phases(r);
}
