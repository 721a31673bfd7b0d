/* SPDX-License-Identifier: GPL-3.0-or-later */
/* delay_capacity.c - Y1..Y3: YARN's Capacity Scheduler. */
#include <string.h>
#include "tests/naive/naive.h"

static int64_t least_of(int64_t a, int64_t b) { return a < b ? a : b; }

static void offered(struct run *r, struct stage *s)
{
    (void)r;
    s->skips++;
}

/* Y2: "rack-local when the count is above min(nodes, N)". */
static bool rack_will_do(const struct run *r, const struct stage *s)
{
    return s->skips > least_of(nodes_up(r), r->o.node_delay);
}

static bool waits(const struct task *t) { return !t->launched && !t->failed; }

static bool names_rack(const struct run *r, const struct task *t, int node)
{
    for (int i = 0; i < t->n_replicas; i++)
        if (!strcmp(r->node[t->replica[i]].rack, r->node[node].rack)) return true;
    return false;
}

static bool names_node(const struct task *t, int node)
{
    for (int i = 0; i < t->n_replicas; i++)
        if (t->replica[i] == node) return true;
    return false;
}

static bool first_of_rack(const struct run *r, int node)
{
    for (int n = 0; n < node; n++)
        if (!strcmp(r->node[n].rack, r->node[node].rack)) return false;
    return true;
}

/* Y3.3: "no pending task of the stage names it". */
static bool is_named(const struct run *r, const struct stage *s, int node, bool as_rack)
{
    for (int t = 0; t < s->n_tasks; t++)
        if (waits(&s->task[t]) && (as_rack ? names_rack(r, &s->task[t], node) : names_node(&s->task[t], node)))
            return true;
    return false;
}

/* Y3.3: of the node that makes a heartbeat, and its rack. */
static int64_t brought_to_0(const struct run *r, const struct stage *s)
{
    bool node = s->local_now && !is_named(r, s, r->asking, false);
    bool rack = s->near_now && s->far_now == 0 && !is_named(r, s, r->asking, true);
    return node + rack;
}

/* Y3.1: P, "the hosts and racks, each once, that the tasks of the stage name, launched ones too". */
static int64_t places(const struct run *r, const struct stage *s)
{
    int64_t n = 0;
    for (int node = 0; node < r->n_nodes; node++) {
        bool host = false, rack = false;
        for (int t = 0; t < s->n_tasks; t++) {
            host = host || names_node(&s->task[t], node);
            rack = rack || names_rack(r, &s->task[t], node);
        }
        n += host;
        n += rack && first_of_rack(r, node);
    }
    return n - brought_to_0(r, s);
}

/* Y3: count > min(nodes, C min(1, P / nodes)), or with A set > min(nodes, N + A). */
static bool anywhere_will_do(const struct run *r, const struct stage *s)
{
    int64_t nodes = nodes_up(r), c = 0;
    if (r->o.rack_delay >= 0) return s->skips > least_of(nodes, r->o.node_delay + r->o.rack_delay);
    for (int t = 0; t < s->n_tasks; t++) c += waits(&s->task[t]);
    return s->skips > nodes || s->skips * nodes > c * least_of(places(r, s), nodes);
}

static enum sw_locality furthest(const struct run *r, const struct stage *s)
{
    if (anywhere_will_do(r, s)) return SW_AT_ANY;
    return rack_will_do(r, s) ? SW_AT_RACK : SW_AT_NODE;
}

/* Y3: "then the launch is off-switch" on a node with a rack-local task, too. */
static bool off_switch(const struct run *r, const struct stage *s, enum sw_locality at)
{
    return at == SW_AT_RACK && !rack_will_do(r, s);
}

static void launched(struct run *r, struct stage *s, enum sw_locality at)
{
    if (at == SW_AT_NODE || (at == SW_AT_RACK && rack_will_do(r, s) && !r->o.rack_keeps)) s->skips = 0;
}

static void passed(struct run *r, struct stage *s) { (void)r, (void)s; }
static void begins(struct run *r, int node) { (void)r, (void)node; }
static void ends(struct run *r) { (void)r; }
static bool expires(const struct run *r, const struct stage *s, int64_t after_us, int64_t *at_us)
{
    (void)r, (void)s, (void)after_us, (void)at_us;
    return false;
}

const struct delay_rule delay_capacity = {
    .name = "capacity", .revives = true, .offered = offered, .off_switch = off_switch, .furthest = furthest,
    .passed = passed, .launched = launched, .begins = begins, .ends = ends, .expires = expires };
