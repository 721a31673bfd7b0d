/* SPDX-License-Identifier: GPL-3.0-or-later */
/* variation.c - nodes of different speeds, drawn, and stragglers (B12, B13): what LATE 3.1 says of virtual machines
 * that share a host. */
#include "lib/cluster/cluster.h"
#include <math.h>
#include <stdlib.h>

/* Each run of --runs draws from the spans of the file, which are kept as `plain`. */
static void begin_anew(struct sw_node *node)
{
    if (node->plain) {
        node->span = xrealloc(node->span, node->n_plain, sizeof *node->span);
        for (uint32_t i = 0; i < node->n_plain; i++)
            node->span[i] = node->plain[i];
        node->n_spans = node->n_plain;
        return;
    }
    /* The first run: what the file says is put aside. */
    node->plain = xrealloc(NULL, node->n_spans, sizeof *node->plain);
    node->n_plain = node->n_spans;
    for (uint32_t i = 0; i < node->n_plain; i++)
        node->plain[i] = node->span[i];
}

/* B12, in whole millionths, at least one. */
static double drawn_speed(const struct sw_variation *by, uint64_t seed, uint32_t node)
{
    struct sw_chance c = sw_chance_start(seed, SW_CHANCE_SPEED, 0, node);
    int64_t millionths = sw_chance_lognormal_us(&c, 1000000, by->sigma);
    return (double)(millionths > 0 ? millionths : 1) / 1e6;
}

/* Splits the span that contains `at_us` there. At most one does, since spans of a node do not overlap. Where none
 * does, the time is an end of one, or the node is away. */
static void cut(struct sw_node *node, int64_t at_us)
{
    uint32_t i = 0;
    while (i < node->n_spans && !(node->span[i].from_us < at_us && at_us < node->span[i].to_us))
        i++;
    if (i == node->n_spans)
        return;
    node->span = xrealloc(node->span, node->n_spans + 1, sizeof *node->span);
    for (uint32_t k = node->n_spans++; k > i; k--)
        node->span[k] = node->span[k - 1];
    node->span[i].to_us = node->span[i + 1].from_us = at_us;
    /* B13.2: the row goes on. */
    node->span[i].goes_on = true;
}

/* B13: between two times, so spans are cut there. */
static void slow_down(struct sw_node *node, const struct sw_variation *by)
{
    cut(node, by->from_us);
    cut(node, by->to_us);
    /* After the cuts a span is all within that time, or all without. */
    for (uint32_t i = 0; i < node->n_spans; i++)
        if (node->span[i].from_us >= by->from_us && node->span[i].to_us <= by->to_us)
            node->span[i].speed *= by->speed;
}

/* What memory_guard() hands on to vary(). */
struct varying { struct sw_cluster *cl; const struct sw_variation *by; uint64_t seed; uint32_t *order; };

static int vary(void *varying)
{
    const struct varying *v = varying;
    const struct sw_variation *by = v->by;
    /* B13.1: a node is slow if the permutation puts it below n. */
    uint32_t n = (uint32_t)llround(by->stragglers * (double)v->cl->n_nodes);
    struct sw_chance c = sw_chance_start(v->seed, SW_CHANCE_SPEED, 1, 0);
    sw_chance_permutation(&c, v->order, v->cl->n_nodes);
    v->cl->changes = false;
    for (uint32_t i = 0; i < v->cl->n_nodes; i++) {
        struct sw_node *node = &v->cl->node[i];
        begin_anew(node);
        /* The draw is the node's, so each span gets the same. */
        for (uint32_t k = 0; by->sigma > 0 && k < node->n_spans; k++)
            node->span[k].speed *= drawn_speed(by, v->seed, i);
        if (v->order[i] < n)
            slow_down(node, by);
        /* As at the first reading, since cuts make spans. */
        v->cl->changes |= node->n_spans > 1 || node->span[0].from_us > 0 || node->span[0].to_us < SW_TIME_MAX;
    }
    return SW_OK;
}

/* What was allocated is the cluster's, also when not all was. */
int sw_cluster_vary(struct sw_cluster *cl, const struct sw_variation *by, uint64_t seed, struct sw_err *err)
{
    struct varying v = { cl, by, seed, calloc(cl->n_nodes, sizeof *v.order) };
    struct memory memory = { NULL };
    if (!v.order)
        return sw_err_memory(err);
    int status = memory_guard(&memory, vary, &v, err);
    memory_release(&memory);
    free(v.order);
    return status;
}
