/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rows.c - nodes come, change and go, as the rows of the cluster file say (B8). */
#include "lib/replay/replay.h"

/* Slot time there was, up to now (S3). */
void clock_count_slots(struct sw_replay *r, int64_t until_us)
{
    if (r->slots_since_us < 0 || until_us <= r->slots_since_us)
        return;
    for (int slot = 0; slot < 2; slot++)
        r->totals.slot_us[slot] += (double)r->slots_now[slot] * (double)(until_us - r->slots_since_us);
    r->slots_since_us = until_us;
}

/* A1: a node that has reduce slots takes reducers instead. */
uint32_t node_slots_in(const struct sw_replay *r, const struct sw_span *span, int slot)
{
    uint32_t slots = span ? span->slots[slot] : 0;
    return slot == 1 && slots && r->reducers ? r->reducers : slots;
}

void node_set_slots(struct sw_replay *r, uint32_t node, const struct sw_span *span)
{
    struct node *nd = &r->node[node];
    clock_count_slots(r, r->now_us);
    for (int slot = 0; slot < 2; slot++) {
        uint32_t slots = node_slots_in(r, span, slot);
        slots = nd->kept[slot] > slots ? nd->kept[slot] : slots;
        r->slots_now[slot] += (uint64_t)slots - nd->slots[slot];
        if (slots != nd->slots[slot])
            MECHANISMS_TELL(r, slots_changed, node, slot, nd->slots[slot], slots);
        nd->slots[slot] = slots;
    }
    bool up = span != NULL || nd->kept[0] || nd->kept[1];
    r->n_up += up - nd->up;
    nd->in_row = span != NULL;
    nd->up = up;
    MECHANISMS_TELL(r, node_changed, node);
    node_note_free(r, node);
    limits_resize(r);
}

static void expect_change(struct sw_replay *r, uint32_t node, int64_t at_us)
{
    if (at_us >= SW_TIME_MAX)
        return;
    r->n_changes++;
    heap_push(&r->events, (struct event){ at_us, (uint64_t)EV_CLUSTER << 56 | node, NULL });
}

static void span_begins(struct sw_replay *r, uint32_t node, const struct sw_span *span)
{
    struct node *nd = &r->node[node];
    double before = nd->speed;
    nd->speed = span->speed;
    if (nd->up)
        node_slower(r, node, before, span->speed);
    node_set_slots(r, node, span);
    expect_change(r, node, span->to_us);
}

static void span_ends(struct sw_replay *r, uint32_t node)
{
    const struct sw_node *spec = &r->cl->node[node];
    struct node *nd = &r->node[node];
    const struct sw_span *ends = &spec->span[nd->span], *next = ++nd->span < spec->n_spans ? &spec->span[nd->span] : NULL;
    bool touches = next && next->from_us == r->now_us;
    bool keeps = MECHANISMS_ANY(r, row_ends, node, ends, touches ? next : NULL);
    if (touches) {
        span_begins(r, node, next);
        return;
    }
    if (!keeps)
        node_lost(r, node);
    node_set_slots(r, node, NULL);
    if (next)
        expect_change(r, node, next->from_us);
}

void cluster_change(struct sw_replay *r, uint32_t node)
{
    r->call_all = true;
    if (r->node[node].in_row)
        span_ends(r, node);
    else
        span_begins(r, node, &r->cl->node[node].span[r->node[node].span]);
}

/* At the beginning of a run: every node as it is at 0. */
void rows_begin(struct sw_replay *r)
{
    for (uint32_t i = 0; i < r->cl->n_nodes; i++) {
        const struct sw_span *first = r->cl->node[i].span;
        struct node *nd = &r->node[i];
        if (nd->up)
            node_set_slots(r, i, NULL);
        nd->span = 0;
        if (first->from_us <= 0)
            span_begins(r, i, first);
        else
            expect_change(r, i, first->from_us);
    }
}
