/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.c - a replay is made, with what its options need and no more, and freed. */
#include "lib/base/arena.h"
#include "lib/sim/engine.h"
#include "lib/sim/event/event.h"
#include "lib/sim/event/types.h"
#include "lib/sim/life/life.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/mechanism.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/queue/queue.h"
#include "lib/sim/task/task.h"
#include <stdlib.h>

/* What has to be kept, by what mechanisms need and by what is reported. */
static void set_needs(struct sw_replay *r)
{
    unsigned needs = mechanisms_need(r);
    r->attempts.can_rerun = r->cl->changes || (needs & NEEDS_RETURNS);
    r->attempts.by_node = r->opt.offers != SW_OFFERS_HEARTBEAT;
    r->attempts.keep_order = r->cl->changes || (needs & NEEDS_LAUNCHES);
    r->attempts.has_hooks = r->attempts.keep_order || (needs & NEEDS_ENDS);
    r->pools.counted = r->opt.order.policy->uses_pools || (needs & NEEDS_POOLS);
    r->pools.counts_told = needs & NEEDS_COUNTS;
    r->queues.keeps_shares = r->opt.order.update_us || (needs & NEEDS_SHARES);
    r->queues.own_waits = r->opt.delay.policy->learn || r->opt.delay.policy->sees;
    r->queues.follows_done = r->opt.order.policy->follows_done
                             || (r->opt.delay.policy->sees && (r->opt.delay.policy->follows & SW_FOLLOWS_LEFT));
    r->pools.limited = r->opt.order.policy->uses_pools;
    r->pools.fifo = r->opt.order.policy->by_capacity || r->opt.offers
                    || r->opt.order.policy->offers_nodes || r->opt.order.policy->negotiates
                    || r->opt.order.policy->by_usage || r->opt.order.policy->by_windows
                    || r->opt.order.policy->by_quota; /* O12, R8, M1, P1, U4, X5 */
    r->pools.makes_any = r->opt.offers != SW_OFFERS_HEARTBEAT;
    r->pools.fair_default = r->pools.makes_any && !r->pools.declared && r->opt.spark.release >= SW_SPARK_(3, 3, 2);
    r->locality.keep_hosts = needs & NEEDS_HOSTS;
    r->locality.keep_replicas = r->attempts.can_rerun || (needs & NEEDS_REPLICAS);
    r->attempts.full_records = r->attempts.has_hooks || r->sink.attempt || (needs & NEEDS_WHOLE_RECORD)
                               || r->mechanisms.attempt_size || r->opt.am_us;
    /* A mechanism with ends of its own would break no rule in these chains that we know of, and would gain nothing. */
    r->chain.kept = !r->attempts.can_rerun && !(needs & NEEDS_OWN_ENDS);
}

int run_make(void *making)
{
    struct making *m = making;
    const struct sw_options *opt = m->opt;
    if (together_check(options_table, opt, m->cl, m->pools, m->err) != SW_OK)
        return SW_FAIL;
    struct sw_replay *r = xcalloc(1, sizeof *r);
    r->cl = m->cl;
    r->opt = *opt;
    if (opt->size_weight) { /* O5.1: keys follow demand, too */
        r->own_order = *opt->order.policy;
        r->own_order.num_is_running = false;
        r->opt.order.policy = &r->own_order;
    }
    r->given_clock = opt->delay.clock;
    r->pools.declared = m->pools;
    if (m->sink)
        r->sink = *m->sink;
    if (!r->opt.heartbeat_us) { /* H6 */
        r->opt.out_of_band = true;
        r->opt.per_heartbeat = r->opt.off_switch = UINT64_MAX;
        r->opt.half_per_heartbeat = r->opt.one_per_heartbeat = false;
    }
    if (r->opt.offers) /* its own mechanism decides who waits, and for what */
        r->opt.delay.clock = SW_DELAY_NONE;
    if (r->opt.order.policy->offers_nodes && r->opt.delay.clock != SW_DELAY_NONE) /* as well, offer_waits.c */
        r->opt.delay.clock = SW_COUNT_OPPORTUNITIES;
    r->offers.by_hadoop = r->opt.hadoop_1;
    r->offers.maps_first = r->opt.hadoop_1 && !r->opt.order.policy->uses_pools;
    r->attempts.told_late = r->opt.hadoop_1 && !r->opt.out_of_band;
    r->attempts.reported_by = r->opt.preempt.policy->looks == SW_LOOKS_NONE ? EV_REPORT : EV_REPORT_LATE;
    mechanisms_choose(r, m->choose);
    set_needs(r);
    r->queues.delay_clocks = r->opt.delay.clock != SW_DELAY_NONE && r->opt.delay.clock != SW_COUNT_OPPORTUNITIES;
    r->queues.tnodes.lazy = r->queues.delay_clocks;
    sw_queue_init(&r->queues.of_kind[0], &r->queues.tnodes, NULL);
    sw_queue_init(&r->queues.of_kind[1], &r->queues.tnodes, NULL);
    pools_start(r, m->pools);
    limits_start(r);
    node_index_start(r);
    slots_start(r);
    m->r = r;
    r->err = m->err;
    MECHANISMS_TELL(r, start);
    r->err = NULL;
    return r->broken ? SW_FAIL : SW_OK;
}

int run_new(struct sw_replay **out, struct making *m)
{
    struct memory *memory = calloc(1, sizeof *memory);
    *out = NULL;
    if (!memory)
        return sw_err_memory(m->err);
    if (memory_guard(memory, run_make, m, m->err) != SW_OK) {
        memory_clear(memory);
        free(memory);
        return SW_FAIL;
    }
    m->r->memory = memory;
    *out = m->r;
    return SW_OK;
}

const struct sw_totals *sw_replay_totals(const struct sw_replay *r)
{
    return &r->totals;
}

/* What it has is all in its memory, in whatever state it is. */
void sw_replay_free(struct sw_replay *r)
{
    struct memory *memory = r ? r->memory : NULL;
    if (memory)
        memory_clear(memory);
    free(memory);
}
