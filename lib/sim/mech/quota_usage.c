/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quota_usage.c - ticks of the order `quota-usage`: what pools and all slots have used goes into shares, and these go
 * into keys (X7 of docs/model.md). */
#include "lib/sim/event/event.h"
#include "lib/sim/queue/queue.h"

struct quota_usage { struct sw_usage all[2]; }; /* of all slots that are up */

/* X7.1: a tick. Usage of pools over that of the slots that are up goes into shares. X7.2: these go into keys. */
static void quota_usage_event(struct sw_replay *r, void *own, const struct event *ev UNUSED)
{
    const struct sw_order_rule *rule = &r->opt.order;
    int64_t tick = r->now_us / rule->update_us;
    struct sw_usage *all = ((struct quota_usage *)own)->all;
    for (int kind = 0; kind < 2; kind++) {
        sw_usage_tick(rule, &all[kind], tick, (int64_t)r->slots.now[kind]);
        double slots = sw_usage_at(rule, &all[kind], tick);
        for (struct pool *p = r->pools.first; p; p = p->next) {
            sw_usage_tick(rule, &p->usage[kind], tick, p->running[kind]);
            p->used[kind] = slots > 0 ? sw_usage_at(rule, &p->usage[kind], tick) / slots : 0;
        }
        r->queues.claims[kind]++;
        (void)shares_refresh(r, kind);
        for (struct pool *p = r->pools.first; p; p = p->next) {
            p->key_share[kind] = sw_usage_millionths(p->share[kind]);
            pool_keys_place(r, p, kind);
        }
    }
    ticks_again(r, EV_UPDATE, rule->update_us);
}

const struct mechanism quota_usage_mechanism = {
    .needs = NEEDS_SHARES | NEEDS_ZEROS, .size = sizeof(struct quota_usage), .event_kind = EV_UPDATE,
    .job_submitted = ticks_expect_update, .settles_us = ticks_update_settles_us, .event = quota_usage_event,
    .updates_repeat = ticks_leave_none_out, /* in each, shares are others */
};
