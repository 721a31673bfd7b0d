/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock.c - which instants there are and what happens at each: T2, T3, H1, H6, H7, B8, S6. */
#include <stdlib.h>
#include "tests/naive/naive.h"

static void sooner(int64_t *least, int64_t at)
{
    if (at < *least) *least = at;
}

/* H1.1: the seat in period k of a node whose seat in a perfect one is given. */
static int seat_in(const struct run *r, int perfect, int64_t k)
{
    int64_t h = r->o.heartbeat_us, drift = r->o.drift_us < h ? r->o.drift_us : h, n = r->n_nodes;
    int near = (int)((__int128)n * drift / h), seat = perfect;
    if (near < 2) return perfect;
    uint64_t of_period = sw_chance_job(r->o.seed, SW_CHANCE_DRIFT, (uint64_t)k);
    struct sw_chance c = sw_chance_task(of_period, (uint64_t)n);
    int end = near - (int)sw_chance_below(&c, (uint64_t)near), first = 0;
    while (end <= perfect) first = end, end += near;
    if (end > n) end = (int)n;
    uint32_t *moved = naive_alloc((size_t)(end - first), sizeof *moved);
    c = sw_chance_task(of_period, (uint64_t)first);
    sw_chance_permutation(&c, moved, (uint32_t)(end - first));
    for (int i = first; i < end; i++)
        if (first + (int)moved[i - first] == perfect) seat = i;
    free(moved);
    return seat;
}

/* H1: of node i in period k. */
static int64_t beat_in(const struct run *r, int node, int64_t k)
{
    int64_t h = r->o.heartbeat_us;
    return k * h + (int64_t)((__int128)h * seat_in(r, r->node[node].seat, k) / r->n_nodes);
}

int64_t next_beat(const struct run *r, int node, int64_t after_us)
{
    if (r->o.heartbeat_us == 0) return NEVER;
    int64_t k = after_us < 0 ? 0 : after_us / r->o.heartbeat_us;
    while (beat_in(r, node, k) <= after_us) k++;
    return beat_in(r, node, k);
}

static bool beats_at(const struct run *r, int node, int64_t at_us)
{
    return r->o.heartbeat_us > 0 && next_beat(r, node, at_us - 1) == at_us;
}

bool node_beats_now(const struct run *r, int node) { return beats_at(r, node, r->now_us); }

/* O24: "for this node work of a kind waits when that list is not empty". */
static bool has_free_slot_for_work(struct run *r, int node)
{
    bool has = false;
    r->asking = node;
    for (int kind = 0; kind < r->n_kinds; kind++)
        if (node_free(r, node, kind) > 0 && work_waits(r, kind)) has = true;
    r->asking = -1;
    return has;
}

static bool has_free_slot_for_stage(struct run *r, int node)
{
    bool has = false;
    r->asking = node;
    for (int kind = 0; kind < r->n_kinds; kind++)
        if (node_free(r, node, kind) > 0 && r->o.order->list(r, kind, r->list) > 0) has = true;
    r->asking = -1;
    return has;
}

/* H7: "--revive after the last heartbeat that was made for whatever reason", while a stage of the kind waits and
 * slots of the kind are free; candidates for copies (C5) are no stage. */
static int64_t revival(struct run *r)
{
    bool gaps = r->o.delay == &delay_wait && r->o.accounting != CLOCK;
    if (r->o.heartbeat_us > 0 || !(r->o.delay->revives || gaps) || r->last_heartbeat_us == UNSET) return NEVER;
    for (int n = 0; n < r->n_nodes; n++)
        if (has_free_slot_for_stage(r, n)) return r->last_heartbeat_us + r->o.revive_us;
    return NEVER;
}

static bool has_free(const struct run *r, int kind)
{
    for (int n = 0; n < r->n_nodes; n++)
        if (node_free(r, n, kind) > 0) return true;
    return false;
}

/* D6: the next expiry of a wait after an instant, of the stages in the list of order. */
static int64_t next_expiry(const struct run *r, int64_t after_us)
{
    int64_t least = NEVER, at;
    if (r->o.heartbeat_us > 0) return NEVER;
    for (int kind = 0; kind < r->n_kinds; kind++) {
        if (!has_free(r, kind)) continue; /* H6 (c) */
        int n = r->o.order->list(r, kind, r->list);
        for (int i = 0; i < n; i++)
            if (!starves(r, r->list[i]) && r->o.delay->expires(r, r->list[i], after_us, &at)) sooner(&least, at);
    }
    return least;
}

/* J1: in the system is read and not ended. */
static bool somebody(const struct run *r)
{
    for (int j = 0; j < r->n_jobs; j++)
        if (r->job[j].state == READ || r->job[j].state == SUBMITTED) return true;
    return false;
}

/* O9, O25: 500 ms; O10: the rule's interval; 0: the order makes no updates. */
static int64_t update_every(const struct run *r)
{
    if (r->o.order == &order_deficit || r->o.order == &order_usage || r->o.order == &order_windows
        || r->o.order == &order_quota_usage || r->o.order == &order_multifactor)
        return somebody(r) ? r->o.interval_us : 0;
    if (r->o.order == &order_modified_fair) return somebody(r) ? GAP_EVERY_US : 0;
    return r->o.order == &order_fair_gap ? GAP_EVERY_US : 0;
}

static int64_t next_look(const struct run *r)
{
    int64_t least = NEVER;
    if (r->o.kills && somebody(r)) sooner(&least, (r->now_us / r->o.preempt_every_us + 1) * r->o.preempt_every_us);
    if (somebody(r)) sooner(&least, preempt_yarn_next(r));
    if (somebody(r)) sooner(&least, preempt_capacity_next(r));
    if (r->o.kills && r->o.update_us && somebody(r))
        sooner(&least, (r->now_us / r->o.update_us + 1) * r->o.update_us);
    if (r->o.demand_us && somebody(r)) sooner(&least, (r->now_us / r->o.demand_us + 1) * r->o.demand_us); /* Y18 */
    if (update_every(r)) sooner(&least, (r->now_us / update_every(r) + 1) * update_every(r));
    if (r->o.gives_back && somebody(r)) sooner(&least, (r->now_us / SW_US_PER_S + 1) * SW_US_PER_S); /* Y9 */
    if (r->o.speculate && somebody(r))
        sooner(&least, (r->now_us / r->o.speculate_every_us + 1) * r->o.speculate_every_us);
    return least;
}

/* P1 */
static bool negotiates(const struct run *r) { return r->o.order == &order_negotiate; }

/* M2.1 */
static bool in_rounds(const struct run *r)
{
    return negotiates(r) || (r->o.order == &order_offers && r->o.allocation_us > 0);
}

static int64_t next_instant(struct run *r)
{
    int64_t least = NEVER;
    for (int i = 0; i < r->n_attempts; i++) {
        sooner(&least, attempt_due_us(r, &r->attempt[i]));
        if (r->attempt[i].phase != OVER || preempt_yarn_in_vain(r, &r->attempt[i]))
            sooner(&least, r->attempt[i].order_us); /* E8.1 */
        if (r->attempt[i].freed && !r->attempt[i].committed) sooner(&least, r->attempt[i].commit_us);
    }
    for (int j = 0; j < r->n_jobs; j++) {
        if (r->job[j].state != UNREAD) sooner(&least, r->job[j].reads_on_us);
        if (r->job[j].state == READ) sooner(&least, r->job[j].due_us);
    }
    for (int j = 0; j < r->n_jobs; j++)
        for (int s = 0; s < r->job[j].n_stages; s++) sooner(&least, r->job[j].stage[s].due_us);
    for (int n = 0; n < r->n_nodes; n++) sooner(&least, next_beat(r, n, r->now_us));
    if (r->o.offers == BY_HEARTBEAT && !in_rounds(r)) sooner(&least, next_expiry(r, r->now_us));
    sooner(&least, changes_next(r, r->now_us));
    sooner(&least, pools_next_change(r, r->now_us));
    if (r->o.global.decides) sooner(&least, global_next(r));
    else if (in_rounds(r)) sooner(&least, negotiates(r) ? negotiate_next(r) : offers_next(r));
    else sooner(&least, r->o.offers == BY_HEARTBEAT ? revival(r) : spark_rounds_next(r));
    if (r->o.width) sooner(&least, gangs_next(r, r->now_us));
    if (r->o.n_queues) sooner(&least, queues_next(r));
    sooner(&least, update_next(r));
    sooner(&least, continuous_next(r));
    sooner(&least, network_next(r));
    sooner(&least, next_look(r));
    return least;
}

/* What is due first: -1 where nothing is. */
static int next_due(const struct run *r)
{
    int end = -1;
    for (int i = 0; i < r->n_attempts; i++) {
        if (attempt_due_us(r, &r->attempt[i]) > r->now_us) continue;
        if (r->attempt[i].phase == COPIES) return i;
        if (end < 0) end = i;
        if (r->o.offers == BY_SPARK && r->attempt[i].node < r->attempt[end].node) end = i; /* R5: "in cluster order" */
    }
    return end;
}

/* T2: ends of attempts and of their copy phases, in the order of their launch; copy phases first. */
static void apply_ends(struct run *r)
{
    int i;
    while ((i = next_due(r)) >= 0) attempt_due(r, i);
    hadoop_orders_end(r);
}

/* T2: what the instant's heartbeats report; of nodes that are away, too (B10). */
static void apply_reports(struct run *r)
{
    for (int i = 0; i < r->n_attempts; i++)
        if (r->attempt[i].held_until_us <= r->now_us) r->attempt[i].held_until_us = 0; /* Y13.6 */
    if (r->o.hadoop) {
        hadoop_reports(r);
        return;
    }
    for (int n = 0; n < r->n_nodes; n++)
        if (beats_at(r, n, r->now_us)) heartbeat_reports(r, n);
}

/* T2: what a kind that comes later makes end at this very instant is next, as the end of a reduce of length 0 that a
 * kill lets compute. */
void clock_apply_ends(struct run *r)
{
    apply_ends(r);
    apply_reports(r);
}

/* T2: then commits, changes of the cluster, submissions by their place in the trace (J1: and the rows that are read
 * then). */
static void apply_rest(struct run *r)
{
    for (int i = 0; i < r->n_attempts; i++)
        if (r->attempt[i].freed && !r->attempt[i].committed && r->attempt[i].commit_us <= r->now_us)
            r->attempt[i].committed = r->work_came = true; /* H6 (b) */
    changes_apply(r);
    for (int j = 0; j < r->n_jobs; j++) {
        if (r->job[j].state != UNREAD && r->job[j].reads_on_us <= r->now_us) {
            r->job[j].reads_on_us = NEVER;
            rows_read(r, j + 1);
        }
        if (r->job[j].state == READ && r->job[j].due_us <= r->now_us) job_submit(r, j);
    }
    for (int j = 0; j < r->n_jobs; j++) stages_set_up(r, j);
}

/* K1, O9: "after the instant of the first submission". */
static bool submitted_before(const struct run *r)
{
    for (int j = 0; j < r->n_jobs; j++)
        if (r->job[j].state >= SUBMITTED && r->job[j].submit_us < r->now_us) return true;
    return false;
}

/* K1 "at its multiples", O9 of 500 ms; "while somebody is in the system". */
static void update_order(struct run *r)
{
    if (r->o.order == &order_fair_gap) gap_update(r);
    if (r->o.order == &order_deficit) deficit_update(r);
    if (r->o.order == &order_usage) usage_tick(r);
    if (r->o.order == &order_windows) windows_tick(r);
    if (r->o.order == &order_quota_usage) quota_usage_tick(r);
    if (r->o.order == &order_multifactor) multifactor_tick(r);
    if (r->o.order == &order_modified_fair) modified_fair_look(r);
}

static void look_at_shares(struct run *r)
{
    if (!submitted_before(r)) return;
    if (update_every(r) && r->now_us % update_every(r) == 0) update_order(r);
    if (r->o.kills && r->o.update_us && somebody(r) && r->now_us % r->o.update_us == 0) kill_update(r); /* E7.2 */
    if (r->o.kills && somebody(r) && r->now_us % r->o.preempt_every_us == 0) {
        kill_check(r);
        clock_apply_ends(r);
    }
    if (somebody(r)) demand_update(r);
    if (somebody(r)) preempt_yarn_look(r);
    hadoop_orders_end(r); /* Y13.6 with a W of 0 */
    if (somebody(r)) preempt_capacity_round(r);
    if (r->o.gives_back && somebody(r) && r->now_us % SW_US_PER_S == 0) give_back_look(r); /* Y9 */
    if (r->o.speculate && somebody(r) && r->now_us % r->o.speculate_every_us == 0) speculate_look(r); /* C1 */
}

/* T3: the nodes that have a heartbeat at that instant make it in cluster order, each once. H6 (b) and (c), H7: all
 * nodes with a free slot of a kind for which work waits, when their turn comes. */
static void make_heartbeats(struct run *r, bool first_round, bool all_free)
{
    bool *beats = naive_alloc((size_t)r->n_nodes, sizeof *beats);
    bool call = r->o.heartbeat_us == 0 && (r->work_came || (first_round && all_free));
    for (int n = 0; n < r->n_nodes; n++) {
        beats[n] = r->node[n].asks || (first_round && beats_at(r, n, r->now_us));
        r->node[n].asks = false;
    }
    r->work_came = false;
    for (int n = 0; n < r->n_nodes; n++)
        if (r->node[n].up && (beats[n] || (call && has_free_slot_for_work(r, n)))) heartbeat(r, n);
    free(beats);
}

/* H6 (b): stages that a limit holds back (O6, O13). */
static void note_held(struct run *r)
{
    for (int j = 0; j < r->n_jobs; j++)
        for (int i = 0; i < r->job[j].n_stages; i++) r->job[j].stage[i].held = false;
    for (int kind = 0; kind < r->n_kinds; kind++)
        for (int j = 0; j < r->n_jobs; j++) {
            if (r->job[j].state != SUBMITTED || !order_holds_back(r, j, kind)) continue;
            int n = stages_of_job(&r->job[j], kind, r->list);
            for (int i = 0; i < n; i++) r->list[i]->held = true;
        }
}

/* H6 (b): one that was held back before the instant, or before its repetition (T3), stands in the list. */
static void look_at_held(struct run *r)
{
    for (int kind = 0; kind < r->n_kinds; kind++) {
        int n = r->o.order->list(r, kind, r->list);
        for (int i = 0; i < n; i++)
            if (r->list[i]->held) r->work_came = true;
    }
}

static bool something_due(const struct run *r)
{
    for (int i = 0; i < r->n_attempts; i++)
        if (attempt_due_us(r, &r->attempt[i]) <= r->now_us
            || (r->attempt[i].phase != OVER && r->attempt[i].order_us <= r->now_us))
            return true;
    return false;
}

/* Waits that expire and revivals are those that stood to come before anything of this instant was applied. */
static void instant(struct run *r)
{
    bool by_heartbeat = r->o.offers == BY_HEARTBEAT, first_round = true, again;
    bool looks_first = r->o.yarn_kills || r->o.capacity_kills; /* T2.5 */
    bool all_free = by_heartbeat && !in_rounds(r)
                    && (next_expiry(r, r->now_us - 1) == r->now_us || revival(r) == r->now_us);
    negotiate_pass(r);
    bool revived = r->o.global.decides && global_next(r) == r->now_us;
    bool expired = r->o.width && gangs_next(r, r->now_us - 1) == r->now_us;
    do {
        r->n_steps++;
        note_held(r);
        network_flows(r);
        apply_ends(r);
        if (first_round && !looks_first) apply_reports(r);
        apply_rest(r);
        if (first_round) update_at_multiple(r);
        if (first_round) pools_apply_changes(r);
        if (first_round) look_at_shares(r);
        if (r->o.n_queues && queues_time_out(r)) apply_rest(r); /* V7: jobs that follow */
        if (first_round && looks_first) apply_reports(r);
        hod_hand_out(r);
        look_at_held(r);
        suspended_resume(r, true);
        if (r->o.global.decides) global_decide(r, revived && first_round);
        else if (negotiates(r)) negotiate_make(r);
        else if (r->o.order == &order_offers) offers_make(r, first_round, all_free);
        else if (r->o.width) gangs_cycle(r, first_round, expired);
        else if (by_heartbeat) {
            masters_resized(r);
            make_heartbeats(r, first_round, all_free);
        }
        else spark_rounds_make(r, first_round);
        if (first_round) continuous_round(r);
        suspended_resume(r, false);
        masters_leave(r);
        cores_share(r);
        network_share(r);
        first_round = false;
        again = r->waits_fell; /* D21.4 */
        r->work_came |= again;
        r->waits_fell = false;
        /* T3, A8: T2 and T3 are repeated at that instant */
    } while (again || something_due(r) || network_goes_on(r) || room_evict(r));
    r->let_go = false;
    changes_let_go(r);
    if (!by_heartbeat && r->let_go) spark_rounds_levels(r);
}

static bool jobs_left(const struct run *r)
{
    for (int j = 0; j < r->n_jobs; j++)
        if (r->job[j].state != ENDED) return true;
    return false;
}

/* Nothing runs and nothing comes: only heartbeats are left. */
static bool stands_still(const struct run *r)
{
    for (int i = 0; i < r->n_attempts; i++)
        if (r->attempt[i].due_us != NEVER || r->attempt[i].flow.on
            || (r->o.hadoop && r->attempt[i].phase == OVER && !r->attempt[i].freed))
            return false;
    for (int j = 0; j < r->n_jobs; j++)
        if (r->job[j].state < SUBMITTED && r->job[j].due_us != NEVER) return false;
    for (int j = 0; j < r->n_jobs; j++)
        for (int s = 0; s < r->job[j].n_stages; s++)
            if (r->job[j].stage[s].due_us != NEVER || r->job[j].stage[s].updates) return false;
    if (r->o.n_queues && queues_next(r) != NEVER) return false;
    return changes_next(r, r->now_us) == NEVER && pools_next_change(r, r->now_us) == NEVER;
}

/* S6: with --until T nothing after T happens. */
void clock_run(struct run *r)
{
    int64_t at;
    int idle = 0;
    r->now_us = -1;
    r->last_heartbeat_us = UNSET;
    r->asking = r->answering = r->stops = -1;
    r->cycle_us = r->asked_us = r->decided_us = UNSET;
    rows_read(r, 0);
    while (jobs_left(r) && (at = next_instant(r)) != NEVER && at <= r->o.until_us) {
        int before = r->n_attempts;
        network_passes(r, at - r->now_us);
        r->now_us = at;
        instant(r);
        idle = r->n_attempts == before && stands_still(r) ? idle + 1 : 0;
        /* A9 */
        if (r->o.until_us == NEVER && stands_still(r) && room_stays_stuck(r))
            naive_fail("nothing more can be launched for want of room");
        if (idle > 20000 && r->o.until_us == NEVER) naive_fail("nothing more can be launched");
    }
    if (jobs_left(r) && r->o.until_us == NEVER && r->o.width) naive_fail("a job can never run"); /* J6 */
    if (jobs_left(r) && r->o.until_us != NEVER) network_passes(r, r->o.until_us - r->now_us); /* N9.1 */
}
