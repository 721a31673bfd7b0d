/* SPDX-License-Identifier: GPL-3.0-or-later */
/* heartbeat.c - what happens when a node makes a heartbeat: H2, H4, H5, L2, D1, D3, D7. */
#include "tests/naive/naive.h"

/* H2, --out-of-band no: the slot becomes free at the first heartbeat of the node's period not before the end (T2:
 * before any slot is offered). */
void heartbeat_reports(struct run *r, int node)
{
    for (int i = 0; i < r->n_attempts; i++) {
        struct attempt *a = &r->attempt[i];
        if (a->node == node && a->phase == OVER && !a->freed) attempt_free_slot(r, a);
    }
}

/* L2: node-local, else one without preference, else rack-local, else any; the lowest task number among equals. */
static int pick_task(const struct run *r, const struct stage *s, int node, enum sw_locality furthest,
                     enum sw_locality *at)
{
    static const enum sw_locality closest_first[] = { SW_AT_NODE, SW_AT_NONE, SW_AT_RACK, SW_AT_ANY };
    static const enum sw_locality none_last[] = { SW_AT_NODE, SW_AT_RACK, SW_AT_ANY, SW_AT_NONE }; /* E3 */
    for (int i = 0; i < 4; i++) {
        *at = r->o.hadoop ? none_last[i] : closest_first[i];
        if (*at == SW_AT_RACK && furthest == SW_AT_NODE) return -1;
        if (*at == SW_AT_ANY && furthest != SW_AT_ANY) return -1;
        for (int t = 0; t < s->n_tasks; t++)
            if (!s->task[t].launched && locality_of(r, &s->task[t], node) == *at) return t;
    }
    return -1;
}

/* D13: "a task with preference there only when it may launch anywhere ...; a stage with a task without preference
 * launches that". */
static int pick_away(const struct run *r, const struct stage *s, int node, enum sw_locality furthest,
                     enum sw_locality *at)
{
    *at = SW_AT_NONE;
    for (int t = 0; t < s->n_tasks; t++)
        if (!s->task[t].launched && s->task[t].n_replicas == 0) return t;
    return furthest == SW_AT_ANY ? pick_task(r, s, node, furthest, at) : -1;
}

static void pass_by(struct run *r, struct stage *s)
{
    r->o.delay->passed(r, s);
    s->passed_now = true;
    if (s->passed_us == UNSET) s->passed_us = r->now_us;
    if (s->clock_us == UNSET) s->clock_us = r->now_us;
}

/* Y4: "at distance any, without preference, and one that only Y3 allowed". */
static bool launch_is_off_switch(const struct run *r, const struct stage *s, enum sw_locality at)
{
    return at == SW_AT_ANY || at == SW_AT_NONE || (r->o.delay->off_switch && r->o.delay->off_switch(r, s, at));
}

/* Y3.3 */
static void note_near(const struct run *r, struct stage *s, enum sw_locality at)
{
    bool off = r->o.delay->off_switch && r->o.delay->off_switch(r, s, at);
    s->local_now |= at == SW_AT_NODE;
    s->near_now |= at == SW_AT_NODE || (at == SW_AT_RACK && !off);
    s->far_now += at == SW_AT_RACK && off;
}

/* Y3.4 */
static bool takes_rack_ask(const struct run *r, const struct stage *s, enum sw_locality at)
{
    return at == SW_AT_ANY && s->far_now > 0 && !r->o.delay->off_switch(r, s, SW_AT_RACK);
}

static void launch_one(struct run *r, int node, struct stage *s, int task, enum sw_locality at, bool away)
{
    bool failed = s->task[task].failed;
    enum sw_locality granted = away && at != SW_AT_NONE ? SW_AT_ANY : at;
    if (!failed && !away && takes_rack_ask(r, s, at)) {
        s->far_now--;
        granted = SW_AT_RACK;
    }
    if (failed || launch_is_off_switch(r, s, granted)) r->n_off_switch++;
    if (!failed) note_near(r, s, away ? SW_AT_ANY : granted);
    attempt_launch(r, node, s, task, at);
    s->launched_now = true;
    if (r->o.order == &order_modified_fair) priority_moves(r, &r->job[s->job], at); /* O29, of a failed task too: F2 */
    if (r->o.hadoop && (failed || at == SW_AT_NONE)) { /* E3.2, E4.2 */
        r->o.delay->launched(r, s, hadoop_level_of(at));
        s->clock_us = UNSET;
    }
    if (failed) return; /* F2: "as a task without preference (D1)" */
    r->o.delay->launched(r, s, granted);
    if (at == SW_AT_NONE) return; /* D1: leaves the stage's level and waits as they were */
    if (s->passed_us != UNSET) r->job[s->job].waited_us += r->now_us - s->passed_us; /* D7 */
    s->passed_us = s->clock_us = UNSET;
}

static void launch(struct run *r, int node, struct stage *s, int task, enum sw_locality at, bool away)
{
    launch_one(r, node, s, task, at, away);
    delay_few_launched(r, s->job, s->slot_kind);
}

/* Y1: "a scan reaches it and it launches none of its failed tasks"; the present offer counts. */
static void offer(struct run *r, struct stage *s)
{
    if (r->o.delay->offered && first_failed(r, s) < 0 && stage_waits_with_preference(s)) r->o.delay->offered(r, s);
}

/* Y16.1: "a stage that would launch there". */
static bool would_launch(struct run *r, int node, struct stage *s, enum sw_locality *at)
{
    enum sw_locality furthest = r->o.delay->furthest(r, s);
    *at = SW_AT_ANY;
    if (first_failed(r, s) >= 0) return true;
    return (balance_holds_nothing(r, s, node) ? pick_away(r, s, node, furthest, at)
                                              : pick_task(r, s, node, furthest, at)) >= 0;
}

/* Y5: "all stages in its list are offered once, and launch nothing"; Y16.1: until one reserves the node. */
static void offer_full(struct run *r, int node, int kind)
{
    int n = r->o.order->list(r, kind, r->list);
    for (int i = 0; i < n; i++) {
        struct stage *s = r->list[i];
        enum sw_locality at;
        offer(r, s);
        if (r->o.reservable != UNSET && room_may_start(r, s, node) && masters_may_start(r, s) && sizes_fit(r, s, node)
            && would_launch(r, node, s, &at) && reserve_takes(r, node, s, at))
            return;
    }
}

/* H5: through the list of order from its head; ends with the first launch. */
static bool scan(struct run *r, int node, int kind, int only_job, const struct stage *only)
{
    int n = r->o.order->list(r, kind, r->list);
    if (n > 0) r->n_scans++; /* B6 */
    for (int i = 0; i < n; i++) {
        struct stage *s = r->list[i];
        enum sw_locality at;
        if ((only_job >= 0 && s->job != only_job) || (only && s != only)) continue; /* Y13.7, Y16.2 */
        offer(r, s);
        if (s->kind == SW_REDUCE && !cpac_may_start(r, s->job, node)) continue; /* A2: passed over */
        if (!masters_may_start(r, s)) continue;
        /* A7: as one whose wait does not let it; under `none` nobody waits, nor does who has no preference (D1) */
        if (!room_may_start(r, s, node) || !sizes_fit(r, s, node)) { /* Z3: "as by A7" */
            if (r->o.delay != &delay_none && stage_waits_with_preference(s)) pass_by(r, s);
            continue;
        }
        if (r->o.placement == REDRAW) placement_redraw(r, s);
        int task = first_failed(r, s); /* F2: "anywhere at once ...; the locality is that of the node" */
        bool away = balance_holds_nothing(r, s, node);
        bool anywhere = starves(r, s) || hadoop_goes_anywhere(r, s);
        enum sw_locality furthest = anywhere ? SW_AT_ANY : r->o.delay->furthest(r, s);
        if (task >= 0) at = locality_of(r, &s->task[task], node);
        else task = away ? pick_away(r, s, node, furthest, &at) : pick_task(r, s, node, furthest, &at);
        if (task >= 0) {
            if (only_job < 0) masters_visit(r, r->job[s->job].pool);
            launch(r, node, s, task, at, away);
            return true;
        }
        pass_by(r, s);
    }
    masters_visit(r, -1);
    return false;
}

/* Y5, Y15.3 */
static bool full_nodes_offer(const struct run *r)
{
    return r->o.heartbeat_us > 0
           && (r->o.delay->when_full || r->o.continuous_us > 0 || r->o.reservable != UNSET);
}

/* Y13.7: "offered its free slots alone". */
bool heartbeat_offer_to(struct run *r, int node, int job)
{
    if (node_offers(r, node, 0) > 0) return scan(r, node, 0, job, NULL);
    int n = full_nodes_offer(r) ? r->o.order->list(r, 0, r->list) : 0;
    for (int i = 0; i < n; i++)
        if (r->list[i]->job == job) offer(r, r->list[i]);
    return false;
}

struct service { int64_t launched, refused, limit; bool over; };

/* H4, H6, Y8: "half of the free slots and one more". */
static int64_t limit_of(const struct run *r, int node, int kind)
{
    if (r->o.heartbeat_us == 0) return NO_LIMIT;
    return r->o.half ? node_offers(r, node, kind) / 2 + 1 : r->o.per_heartbeat;
}

/* Y5: under `yarn` a kind of which no slot is free is served, too: by one look. */
static bool is_full(const struct run *r, int node, int kind, const struct service *v)
{
    return node_offers(r, node, kind) - v->refused <= 0;
}

static bool may_serve(const struct run *r, int node, int kind, const struct service *v)
{
    if (v->over || v->launched + v->refused >= v->limit) return false;
    if (!is_full(r, node, kind, v)) return true;
    return full_nodes_offer(r) && r->node[node].slots[kind] > 0;
}

/* E6 */
static bool maps_first(const struct run *r) { return r->o.hadoop && r->o.order == &order_fifo; }

/* H4: the kind with fewer occupied slots on the node first, maps at a tie. */
static int choose_kind(const struct run *r, int node, const struct service *v)
{
    int best = -1;
    if (maps_first(r) && may_serve(r, node, 0, &v[0])) return 0;
    for (int kind = 0; kind < r->n_kinds; kind++)
        if (may_serve(r, node, kind, &v[kind])
            && (best < 0 || node_occupied(r, node, kind) < node_occupied(r, node, best)))
            best = kind;
    return best;
}

/* One choice of kind: a scan; under D3 further free slots are scans too, until one launches. */
static void serve(struct run *r, int node, int kind, struct service *v)
{
    if (is_full(r, node, kind, v)) {
        offer_full(r, node, kind);
        v->over = true;
        return;
    }
    while (may_serve(r, node, kind, v)) {
        if (scan(r, node, kind, -1, NULL) || speculate_offer(r, node, kind)) { /* C5 */
            v->launched++;
            return;
        }
        if (r->o.delay->counts_offers) v->refused++;
        else v->over = true; /* H4: "once a scan for it has launched nothing" */
    }
}

static void forget_heartbeat(struct run *r)
{
    for (int j = 0; j < r->n_jobs; j++)
        for (int s = 0; s < r->job[j].n_stages; s++) {
            struct stage *it = &r->job[j].stage[s];
            it->passed_now = it->launched_now = it->local_now = it->near_now = false;
            it->far_now = 0;
        }
}

void heartbeat(struct run *r, int node)
{
    struct service v[N_KINDS] = { { 0 } };
    int kind;
    r->last_heartbeat_us = r->now_us;
    r->asking = node;
    r->n_off_switch = 0;
    for (int i = 0; i < r->n_kinds; i++) v[i].limit = limit_of(r, node, i);
    if (maps_first(r) && v[1].limit > 1) v[1].limit = 1; /* E6 */
    forget_heartbeat(r);
    masters_heartbeat(r);
    r->o.delay->begins(r, node);
    preempt_yarn_kept(r, node);
    if (reserve_holds(r, node)) { /* Y16.2 */
        if (node_offers(r, node, 0) > 0 && scan(r, node, 0, -1, r->node[node].reserved)) r->node[node].reserved = NULL;
        r->asking = -1;
        r->o.delay->ends(r);
        return;
    }
    while ((kind = choose_kind(r, node, v)) >= 0) {
        serve(r, node, kind, &v[kind]);
        if (r->o.one && v[0].launched + v[1].launched > 0) break; /* H4.3 */
        if (r->o.heartbeat_us == 0 || r->n_off_switch < r->o.off_switch) continue;
        if (!maps_first(r)) break; /* Y4 */
        v[0].over = true; /* E6.1 */
    }
    r->asking = -1;
    r->o.delay->ends(r);
}
