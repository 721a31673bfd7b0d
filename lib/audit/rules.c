/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rules.c - the options as the rules of docs/model.md see them: parts by name and their numbers. */
#include "lib/audit/audit.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static int find(const char *const *names, const char *name)
{
    int i = 0;
    while (names[i] && strcmp(names[i], name))
        i++;
    return i;
}

static void set_order(struct rules *to, const struct sw_replay_options *opt)
{
    static const char *const names[] = { "fifo",    "fair", "hfs",      "hfs:lack", "sjf",           "srtf", "hod",
                                         "deficit", "mlq",  "capacity", "fair-gap", "modified-fair", NULL };
    to->order = (enum order)find(names, opt->order.policy->name);
    to->uses_pools = opt->order.policy->uses_pools;
    to->hod_nodes = opt->order.nodes;
    to->hod_per_rack = opt->order.per_rack;
    to->hod_by_pool = opt->order.by_pool;
    to->limits_jobs = to->uses_pools || to->order == ORDER_DEFICIT; /* J5 */
    to->by_capacity = to->order == ORDER_CAPACITY;
    to->interval_us = opt->order.update_us;
    to->boost = opt->order.boost;
    to->age_us = opt->order.age_us;
    to->task_cap = opt->order.task_cap;
    to->n_queues = opt->order.n_queues;
    memcpy(to->bound, opt->order.bound, sizeof opt->order.bound);
    memcpy(to->queue_weight, opt->order.queue_weight, sizeof to->queue_weight);
}

/* D8: F above 1 is cut to 1, and taken in whole millionths; missed more than F nodes offers, strictly. */
static int64_t missed(double share, uint32_t nodes)
{
    return llround(fmin(share, 1.0) * 1e6) * (int64_t)nodes / 1000000 + 1;
}

/* "0.23x": times the number of nodes, rounded up. */
static int64_t skipped(double share, uint32_t nodes)
{
    return (int64_t)ceil(share * (double)nodes - 1e-9);
}

static void set_delay(struct rules *to, const struct sw_replay_options *opt, uint32_t nodes)
{
    static const char *const names[] = { "none", "skips", "wait", "yarn", "spark", "adaptive", NULL };
    const double *f = opt->delay.fraction;
    to->delay = (enum delay)find(names, opt->delay.policy->name);
    to->wait[0] = opt->delay.waits.node;
    to->wait[1] = opt->delay.waits.rack;
    to->spark_by_launch = !opt->delay.reset_on_refusal;
    for (int i = 0; i < 2; i++)
        if (to->delay == DELAY_YARN)
            to->wait[i] = missed(f[i], nodes);
        else if (to->delay == DELAY_SKIPS && f[i] >= 0)
            to->wait[i] = skipped(f[i], nodes);
    if (to->delay == DELAY_YARN && (f[0] < 0 || f[1] < 0))
        to->delay = DELAY_NONE;
}

static void set_preempt(struct rules *to, const struct sw_replay_options *opt)
{
    to->kills = strcmp(opt->preempt.policy->name, "none") != 0;
    to->min_timeout_us = opt->preempt.min_us;
    to->fair_timeout_us = opt->preempt.fair_us;
    to->preempt_every_us = opt->preempt_every_us;
}

static void set_admit(struct rules *to, const struct sw_replay_options *opt)
{
    to->splits = !strcmp(opt->admit.policy->name, "cpac");
    to->reducers = opt->admit.reducers;
    to->computing = opt->admit.computing;
    to->per_job = opt->admit.per_job;
}

static void set_room(struct rules *to, const struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    static const char *const names[] = { "latest", "least-progress", "most-space", "none", NULL };
    to->evict = (enum evict_rule)find(names, opt->evict->name);
    to->disk_bytes = opt->disk_bytes;
    to->limited = opt->disk_bytes != SW_NO_DISK_LIMIT;
    for (uint32_t i = 0; i < cl->n_nodes; i++)
        to->limited |= cl->node[i].disk_bytes != SW_NO_DISK_LIMIT;
}

/* Q1: every free slot is used under share=fair, and under share=none each beside a task of its own; with every=T it may
 * take until T. */
static void set_global(struct rules *to, const struct sw_replay_options *opt)
{
    const struct sw_global_rule *rule = &opt->global;
    to->decides = !strcmp(rule->policy->name, "quincy");
    if (!to->decides)
        return;
    to->order = rule->every_us ? ORDER_OTHER : ORDER_GLOBAL;
    to->delay = rule->fair ? DELAY_NONE : DELAY_COST;
    to->uses_pools = to->limits_jobs = rule->fair;
    to->cost_rack = rule->rack;
    to->cost_off = rule->off;
    to->cost_wait = rule->wait;
    to->decide_every_us = rule->every_us;
}

static void set_speculation(struct rules *to, const struct sw_replay_options *opt)
{
    static const char *const names[] = { "none", "hadoop", "late", NULL };
    const struct sw_speculate_rule *rule = &opt->speculate;
    to->copying = (enum copying)find(names, rule->policy->name);
    to->look_every_us = opt->speculate_every_us;
    to->lag_us = rule->lag_us;
    to->gap = rule->gap;
    to->cap = rule->cap;
    to->slow_node = rule->slow_node;
    to->slow_task = rule->slow_task;
    to->failure_rate = opt->failure_rate;
    to->max_attempts = opt->max_attempts;
}

static void set_clock(struct rules *to, const struct sw_replay_options *opt)
{
    to->heartbeat_us = opt->heartbeat_us;
    to->revive_us = opt->revive_us;
    to->startup_us = opt->startup_us;
    to->commit_us = opt->commit_pending_us;
    to->until_us = opt->until_us < 0 ? NEVER : opt->until_us;
    to->jitter_us = opt->jitter_us;
    to->slowstart = opt->slowstart;
    to->out_of_band = opt->out_of_band || !opt->heartbeat_us; /* H6 */
    to->load_cap = opt->load_cap;
    to->per_heartbeat = opt->heartbeat_us ? opt->per_heartbeat : UINT64_MAX;
}

static const char *network_unchecked(const struct rules *rules)
{
    return rules->splits ? "how long reads and copies over the network take (only that none is too fast), and who "
                           "copies and computes when"
                         : "how long reads and copies over the network take (only that none is too fast)";
}

static const char *join(const char *a, const char *b)
{
    static _Thread_local char text[300]; /* until the next */
    snprintf(text, sizeof text, "%s%s%s", a ? a : "", a ? "; " : "", b);
    return text;
}

/* A table rather than a text put together, as it has to last. */
static const char *name_unchecked(const struct rules *rules)
{
    if (rules->decides)
        return "whether another assignment would have cost less";
#define ORDER "whose turn it was under this --order"
#define DELAY "when this --delay lets a task go"
#define COPY "which attempts this --speculate copies"
    static const char *const texts[] = { NULL,
                                         ORDER,
                                         DELAY,
                                         ORDER " and " DELAY,
                                         COPY,
                                         ORDER " and " COPY,
                                         DELAY " and " COPY,
                                         ORDER ", " DELAY " and " COPY };
    return texts[(rules->order >= ORDER_GAP) + 2 * (rules->delay == DELAY_OTHER) + 4 * (rules->copying == COPY_OTHER)];
}

void audit_rules(struct rules *to, const struct sw_replay_options *opt, const struct sw_cluster *cl,
                 const char **unchecked)
{
    *to = (struct rules){ .seed = opt->seed,
                          .placement = opt->placement,
                          .no_rack_level = opt->no_rack_level,
                          .load = opt->load,
                          .penalty = { 1.0, opt->penalty_rack, opt->penalty_off, 1.0 } };
    to->network = opt->network;
    to->block_bytes = opt->block_bytes;
    to->replication = opt->replication < cl->n_nodes ? (uint32_t)opt->replication : cl->n_nodes; /* B2 */
    set_order(to, opt);
    set_delay(to, opt, cl->n_nodes);
    to->balances = opt->balance_us > 0;
    if (to->balances && to->delay != DELAY_NONE)
        to->delay = DELAY_OTHER; /* D13 holds back tasks that have a block on the node */
    set_preempt(to, opt);
    set_admit(to, opt);
    set_room(to, opt, cl);
    set_global(to, opt);
    set_speculation(to, opt);
    set_clock(to, opt);
    if (to->network.node_rate && to->copying != COPY_NONE) /* N8: scores go by the flows */
        to->copying = COPY_OTHER;
    *unchecked = name_unchecked(to);
    if (to->network.node_rate)
        *unchecked = join(*unchecked, network_unchecked(to));
}
