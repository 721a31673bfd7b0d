/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rules.c - the options as the rules of docs/model.md see them: what a row of a log can show of each. */
#include "lib/audit/audit.h"
#include <stdio.h>
#include <string.h>

/* ---- what is not checked --------------------------------------------------------------------------- */

struct texts { const char *at[2]; size_t n; };

static void add_if(struct texts *to, bool add, const char *text)
{
    if (add)
        to->at[to->n++] = text;
}

/* Of what rows show of every other log. */
static const char *name_unchecked(const struct rules *rules, bool network)
{
    static _Thread_local char text[200];
    struct texts of = { .n = 0 };
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

/* What does not follow from one option alone stands here, so that no check looks at names of policies. */
void audit_rules(struct rules *to, const struct sw_options *opt, const struct sw_cluster *cl, const char **unchecked)
{
    const struct sw_order *order = opt->order.policy;
    const char *preempt = opt->preempt.policy->name;
    uint32_t hosts = opt->offers == SW_OFFERS_HEARTBEAT ? cl->n_nodes : cl->n_hosts; /* R3 */
    const bool gangs = opt->gang.width != SW_WIDTH_NONE;
    *to = (struct rules){ .seed = opt->seed,
                          .uses_pools = order->uses_pools,
                          .limits_jobs = order->uses_pools || !strcmp(order->name, "deficit"), /* J5 */
                          .hands_out_nodes = !strcmp(order->name, "hod"),
                          .lends = !strcmp(order->name, "modified-fair"),
                          .copies = strcmp(opt->speculate.policy->name, "none") != 0,
                          .kills = strcmp(preempt, "none") != 0,
                          .checks_kills = !strcmp(preempt, "kill"),
                          .splits = !strcmp(opt->admit.policy->name, "cpac"),
                          .offers = opt->offers != SW_OFFERS_HEARTBEAT,
                          .gives_back = opt->gives_back && cl->one_kind,
                          .queues = opt->admission.n > 0,
                          .gangs = gangs,
                          .whole_nodes = opt->gang.width == SW_WIDTH_NODES,
                          .heartbeat_us = gangs ? 0 : opt->heartbeat_us,
                          .drift_us = min_i64(opt->drift_us, opt->heartbeat_us),
                          .until_us = opt->until_us < 0 ? NEVER : opt->until_us,
                          .out_of_band = opt->out_of_band || !opt->heartbeat_us, /* H6 */
                          .replication = (uint32_t)opt->replication, .n_hosts = hosts,
                          .penalty = { 1.0, opt->penalty_rack, opt->penalty_off, 1.0, 1.0 } };
    if (opt->global.policy->decides) /* Q4 */
        to->uses_pools = to->limits_jobs = opt->global.fair;
    /* Space on disks, which is limited for all nodes or for some. */
    to->evicts = strcmp(opt->evict->name, "none") != 0;
    to->limited = opt->disk_bytes != SW_NO_DISK_LIMIT;
    for (uint32_t i = 0; i < cl->n_nodes; i++)
        to->limited |= cl->node[i].disk_bytes != SW_NO_DISK_LIMIT;
    *unchecked = name_unchecked(to, opt->network.node_rate > 0);
}
