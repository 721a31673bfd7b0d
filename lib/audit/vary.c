/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vary.c - what speed nodes have in a run: as the cluster says, times a draw (B12), times that of stragglers for a
 * while (B13). */
#include "lib/audit/audit.h"
#include <math.h>

/* ---- B12 ----------------------------------------------------------------------------------------- */

/* Whole millionths, at least one. */
static double draw_speed(const struct audit *a, uint32_t node)
{
    struct sw_chance c = sw_chance_start(a->rules.seed, SW_CHANCE_SPEED, 0, node);
    int64_t millionths = sw_chance_lognormal_us(&c, 1000000, a->vary->sigma);
    return (double)(millionths > 1 ? millionths : 1) / 1e6;
}

/* ---- B13 ----------------------------------------------------------------------------------------- */

/* Times one factor, then the other: a double may differ in its last bit. */
static void add_span(struct node *node, const struct sw_span *span, int64_t from_us, int64_t to_us, double drawn,
                     double slow)
{
    if (from_us >= to_us)
        return;
    node->span = xrealloc(node->span, node->n_spans + 1, sizeof *node->span);
    node->span[node->n_spans] = *span;
    node->span[node->n_spans].from_us = from_us;
    node->span[node->n_spans].to_us = to_us;
    node->span[node->n_spans].speed *= drawn;
    node->span[node->n_spans++].speed *= slow;
}

static int64_t within(int64_t us, const struct sw_span *span)
{
    return us < span->from_us ? span->from_us : us > span->to_us ? span->to_us : us;
}

/* Before, while it is slow, and after. */
static void add_slowed(const struct audit *a, struct node *node, const struct sw_span *span, double factor)
{
    int64_t from_us = within(a->vary->from_us, span), to_us = within(a->vary->to_us, span);
    add_span(node, span, span->from_us, from_us, factor, 1.0);
    add_span(node, span, from_us, to_us, factor, a->vary->speed);
    add_span(node, span, to_us, span->to_us, factor, 1.0);
}

/* B13.1: π of the stream (seed, speed, 1). The caller frees it. */
static uint32_t *permute(const struct audit *a)
{
    uint32_t *rank = xcalloc(a->cl->n_nodes, sizeof *rank);
    struct sw_chance c = sw_chance_start(a->rules.seed, SW_CHANCE_SPEED, 1, 0);
    sw_chance_permutation(&c, rank, a->cl->n_nodes);
    return rank;
}

/* ---- all ----------------------------------------------------------------------------------------- */

void audit_vary(struct audit *a)
{
    /* B13.1: a node is slow if π puts it below round(SHARE · n). */
    uint32_t *rank = permute(a), n_slow = a->vary ? (uint32_t)llround(a->vary->stragglers * a->cl->n_nodes) : 0;
    for (uint32_t i = 0; i < a->cl->n_nodes; i++) {
        const struct sw_node *spec = &a->cl->node[i];
        struct node *node = &a->node[i];
        double factor = a->vary && a->vary->sigma > 0 ? draw_speed(a, i) : 1.0;
        node->n_spans = 0;
        for (uint32_t k = 0; k < spec->n_spans; k++)
            if (rank[i] < n_slow)
                add_slowed(a, node, &spec->span[k], factor);
            else
                add_span(node, &spec->span[k], spec->span[k].from_us, spec->span[k].to_us, factor, 1.0);
    }
    xfree(rank);
}
