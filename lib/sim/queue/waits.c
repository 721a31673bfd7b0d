/* SPDX-License-Identifier: GPL-3.0-or-later */
/* waits.c - how long a stage waits at its locality level, and how long it has waited (section 6 of docs/model.md). */
#include "lib/sim/queue/queue.h"

void waits_set(const struct sw_replay *r, struct stage *st)
{
    const struct pool *p = st->job->pool;
    st->waits = r->opt.delay.waits;
    for (; p && r->opt.delay.policy->clock == SW_COUNT_HEARTBEAT_GAPS; p = p->parent) {
        if (p->wait_node_us >= 0)
            st->waits.node = p->wait_node_us;
        if (p->wait_rack_us >= 0)
            st->waits.rack = p->wait_rack_us;
        if (p->wait_node_us >= 0 || p->wait_rack_us >= 0)
            break; /* the nearest pool with waits of its own */
    }
    if (r->opt.delay.policy->clock != SW_COUNT_HEARTBEAT_GAPS)
        return;
    if (st->job->wait_us[0] >= 0)
        st->waits.node = st->job->wait_us[0];
    if (st->job->wait_us[1] >= 0)
        st->waits.rack = st->job->wait_us[1];
}

/* D20, D21: the waits of a rule that does not give all stages the same. */
static COLD void set_own(const struct sw_replay *r, struct stage *st)
{
    const struct sw_delay *policy = r->opt.delay.policy;
    const struct job *job = st->job;
    waits_set(r, st);
    if (!policy->sees)
        return;
    const bool by_share = policy->follows & SW_FOLLOWS_SHARE;
    const struct sw_delay_view view = {
        .job = keys_job_view(r, job, st->slot_kind), .stage_tasks = st->n_tasks,
        .stage_left = (int64_t)st->n_unlaunched[PREF] + st->n_unlaunched[NOPREF],
        .pool_share = by_share ? sw_num_round(job->pool->share[st->slot_kind] * (double)SW_WEIGHT_ONE) : 0,
    };
    policy->sees(&r->opt.delay, &view, &st->waits);
}

/* Starts the wait that the stage's level leaves. Delay clocks run from a skip. */
void waits_restart(const struct sw_replay *r, struct stage *st)
{
    const struct sw_delay *policy = r->opt.delay.policy;
    struct sw_wait_state *s = &st->entry[PREF].state;
    if (unlikely(r->queues.own_waits))
        set_own(r, st);
    s->waiting = false;
    if (unlikely(st->job->pool->starved[st->slot_kind]) && r->queues.delay_clocks) { /* D12, Y1.3 */
        s->any_allowed_at = s->rack_allowed_at = SW_ALLOWED_ALWAYS;
        return;
    }
    s->any_allowed_at = policy->allowed_at(&st->waits, st->level, SW_LEVEL_ANY);
    s->rack_allowed_at = r->opt.no_rack_level && !policy->climbs
                             ? s->any_allowed_at
                             : policy->allowed_at(&st->waits, st->level, SW_LEVEL_RACK);
}

/* O31.3, D21.3: what the stage has waited stays, and so does its level. Returns whether it is allowed more. */
COLD bool waits_change(struct sw_replay *r, struct stage *st)
{
    const struct sw_delay *policy = r->opt.delay.policy;
    const struct sw_waits was = st->waits;
    struct sw_queue_entry *entry = &st->entry[PREF];
    set_own(r, st);
    if (!entry->leaf || st->job->pool->starved[st->slot_kind])
        return false;
    enum sw_level rack = r->opt.no_rack_level && !policy->climbs ? SW_LEVEL_ANY : SW_LEVEL_RACK;
    int64_t any_us = policy->allowed_at(&st->waits, st->level, SW_LEVEL_ANY)
                     - policy->allowed_at(&was, st->level, SW_LEVEL_ANY),
            rack_us = policy->allowed_at(&st->waits, st->level, rack) - policy->allowed_at(&was, st->level, rack);
    if (!any_us && !rack_us)
        return false;
    sw_queue_load(entry);
    entry->state.any_allowed_at += any_us;
    entry->state.rack_allowed_at += rack_us;
    sw_queue_store(entry);
    r->queues.clock[st->slot_kind].idle = false;
    return any_us < 0 || rack_us < 0;
}

/* The level that the stage's delay clock has reached. entry->state is loaded. */
enum sw_level waits_level(const struct sw_replay *r, const struct stage *st)
{
    const struct sw_wait_state *s = &st->entry[PREF].state;
    int64_t meter = s->waiting ? r->queues.clock[st->slot_kind].clock_us : 0;
    return s->any_allowed_at <= meter ? SW_LEVEL_ANY : s->rack_allowed_at <= meter ? SW_LEVEL_RACK : SW_LEVEL_NODE;
}

/* D12: the waits of a starved pool's stages are waived, and start again when it is no longer starved. */
COLD void waits_waive(struct sw_replay *r, struct pool *p, int kind, bool starved)
{
    p->starved[kind] = starved;
    r->queues.clock[kind].idle = false;
    r->slots.offer_to_all |= starved;
    for (struct job *job = r->queues.delay_clocks ? r->jobs.first : NULL; job; job = job->next)
        for (uint32_t s = 0; job->pool == p && s < job->n_stages; s++) {
            struct stage *st = &job->stage[s];
            if (st->slot_kind != kind || !st->entry[PREF].leaf)
                continue;
            sw_queue_load(&st->entry[PREF]);
            if (starved && r->opt.delay.policy->climbs)
                st->level = waits_level(r, st);
            waits_restart(r, st);
            sw_queue_store(&st->entry[PREF]);
        }
}
