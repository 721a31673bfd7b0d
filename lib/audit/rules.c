/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rules.c - the options as the rules of docs/model.md see them: what a row of a log can show of each. */
#include "lib/audit/audit.h"
#include <stdio.h>
#include <string.h>

/* ---- one option after the other -------------------------------------------------------------------- */

static void set_order(struct rules *to, const struct sw_options *opt)
{
    const struct sw_order *order = opt->order.policy;
    to->uses_pools = order->uses_pools;
    to->limits_jobs = order->uses_pools || !strcmp(order->name, "deficit"); /* J5 */
    to->hands_out_nodes = !strcmp(order->name, "hod");
    to->lends = !strcmp(order->name, "modified-fair");
    to->task_cap = opt->order.task_cap;
    memcpy(to->node_size, opt->node_size, sizeof to->node_size);
    if (opt->global.policy->decides) /* Q4 */
        to->uses_pools = to->limits_jobs = opt->global.fair;
}

static void set_trouble(struct rules *to, const struct sw_options *opt)
{
    to->copies = strcmp(opt->speculate.policy->name, "none") != 0;
    to->scan_every_us = opt->speculate_every_us;
    to->lag_us = opt->speculate.lag_us;
    to->failure_rate = opt->failure_rate;
    to->max_attempts = opt->max_attempts;
}

static void set_clock(struct rules *to, const struct sw_options *opt)
{
    to->gangs = opt->gang.width != SW_WIDTH_NONE;
    to->whole_nodes = opt->gang.width == SW_WIDTH_NODES;
    to->heartbeat_us = to->gangs ? 0 : opt->heartbeat_us;
    to->drift_us = min_i64(opt->drift_us, opt->heartbeat_us);
    to->startup_us = opt->startup_us;
    to->commit_us = opt->commit_pending_us;
    to->until_us = opt->until_us < 0 ? NEVER : opt->until_us;
    to->jitter_us = opt->jitter_us;
    to->slowstart = opt->slowstart;
    to->out_of_band = opt->out_of_band || !opt->heartbeat_us; /* H6 */
    to->cores = opt->cores;
    to->host_cores = opt->host_cores;
}

/* ---- what is not checked --------------------------------------------------------------------------- */

struct texts { const char *at[2]; size_t n; };

static void add_if(struct texts *to, bool add, const char *text)
{
    if (add)
        to->at[to->n++] = text;
}

/* Of what rows show of every other log. */
static const char *name_unchecked(const struct rules *rules)
{
    static _Thread_local char text[200];
    struct texts of = { .n = 0 };
    bool network = rules->network.node_rate > 0;
    add_if(&of, rules->kills && !rules->checks_kills, "when this --preempt kills");
    add_if(&of, network, "how long reads and copies over the network take (only that none is too fast)");
    if (of.n == 2)
        snprintf(text, sizeof text, "%s and %s", of.at[0], of.at[1]);
    return of.n == 2 ? text : of.n ? of.at[0] : NULL;
}

/* ---- all ------------------------------------------------------------------------------------------- */

const char *audit_rules_unknown(const struct sw_options *opt, const struct sw_cluster *cl)
{
    const char *admit = opt->admit.policy->name;
    if (cl->keeps)
        return "what is right with nodes that leave idle (B20)";
    if (opt->preempt.policy->suspends)
        return "what is right under --preempt suspend";
    if (opt->preempt.policy->gangs)
        return "what is right when whole jobs are preempted (G14)";
    if (opt->hadoop_1)
        return "what is right under --offers hadoop-1";
    return strcmp(admit, "slots") && strcmp(admit, "cpac") ? "what is right under this --admit" : NULL;
}

void audit_rules(struct rules *to, const struct sw_options *opt, const struct sw_cluster *cl, const char **unchecked)
{
    uint32_t hosts = opt->offers == SW_OFFERS_HEARTBEAT ? cl->n_nodes : cl->n_hosts; /* R3 */
    *to = (struct rules){ .seed = opt->seed,
                          .placement = opt->placement,
                          .no_rack_level = opt->no_rack_level,
                          .load = opt->load,
                          .offers = opt->offers != SW_OFFERS_HEARTBEAT,
                          .gives_back = opt->gives_back && cl->one_kind, .moves = opt->global.moves,
                          .queues = opt->admission.n > 0,
                          .network = opt->network,
                          .block_bytes = opt->block_bytes,
                          .replication = (uint32_t)opt->replication, .n_hosts = hosts,
                          .penalty = { 1.0, opt->penalty_rack, opt->penalty_off, 1.0, 1.0 } };
    set_order(to, opt);
    /* Kills of --preempt: which policy makes them, and after what time. */
    to->kills = strcmp(opt->preempt.policy->name, "none") != 0;
    to->checks_kills = !strcmp(opt->preempt.policy->name, "kill");
    to->min_timeout_us = opt->preempt.min_us;
    to->fair_timeout_us = opt->preempt.fair_us;
    to->preempt_every_us = opt->preempt_every_us;
    /* Admission by map slots and reducers of a job. */
    to->splits = !strcmp(opt->admit.policy->name, "cpac");
    to->reducers = opt->admit.reducers;
    to->computing = opt->admit.computing;
    to->per_job = opt->admit.per_job;
    /* Space on disks, which is limited for all nodes or for some. */
    to->evicts = strcmp(opt->evict->name, "none") != 0;
    to->limited = opt->disk_bytes != SW_NO_DISK_LIMIT;
    for (uint32_t i = 0; i < cl->n_nodes; i++)
        to->limited |= cl->node[i].disk_bytes != SW_NO_DISK_LIMIT;
    set_trouble(to, opt);
    set_clock(to, opt);
    *unchecked = name_unchecked(to);
}
