/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rules.c - the options as the rules of docs/model.md see them: parts by name and their numbers. */
#include "lib/audit/audit.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- policies by name ------------------------------------------------------------------------------ */

/* By enumerator; what has no name is no policy of its own. */
static const char *const orders[ORDER_OTHER] = {
    [ORDER_FIFO] = "fifo", [ORDER_FAIR] = "fair", [ORDER_HFS] = "hfs", [ORDER_LACK] = "hfs:lack",
    [ORDER_YARN] = "hfs:yarn", [ORDER_SJF] = "sjf",
    [ORDER_SRTF] = "srtf", [ORDER_CPUT] = "cput", [ORDER_HOD] = "hod", [ORDER_DEFICIT] = "deficit", [ORDER_MLQ] = "mlq",
    [ORDER_CAPACITY] = "capacity",
    [ORDER_USAGE] = "usage", [ORDER_GAP] = "fair-gap", [ORDER_MODIFIED] = "modified-fair",
    [ORDER_OFFERS] = "offers", [ORDER_NEGOTIATE] = "negotiate",
};
static const char *const delays[DELAY_OTHER] = {
    [DELAY_NONE] = "none", [DELAY_SKIPS] = "skips", [DELAY_WAIT] = "wait",
    [DELAY_SPARK] = "spark", [DELAY_ADAPTIVE] = "adaptive", [DELAY_YARN] = "yarn", [DELAY_YARN_TIME] = "yarn-time",
    [DELAY_CAPACITY] = "capacity",
};
static const char *const speculations[SPECULATE_OTHER] = {
    [SPECULATE_NONE] = "none", [SPECULATE_HADOOP] = "hadoop", [SPECULATE_LATE] = "late",
};
static const char *const evictions[EVICT_OTHER] = {
    [EVICT_LATEST] = "latest",
    [EVICT_LEAST_PROGRESS] = "least-progress",
    [EVICT_MOST_SPACE] = "most-space",
    [EVICT_NONE] = "none",
};
static const char *const preemptions[PREEMPT_OTHER] = { [PREEMPT_NONE] = "none", [PREEMPT_KILL] = "kill",
                                                        [PREEMPT_YARN] = "yarn", [PREEMPT_CAPACITY] = "capacity" };

/* The enumerator of the name, or `other`, which is the number of names. */
static int find(const char *const *names, int other, const char *name)
{
    for (int i = 0; i < other; i++)
        if (names[i] && !strcmp(names[i], name))
            return i;
    return other;
}

/* ---- one option after the other -------------------------------------------------------------------- */

static void set_order(struct rules *to, const struct sw_options *opt)
{
    to->order = (enum order)find(orders, ORDER_OTHER, opt->order.policy->name);
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
    to->half_life_us = opt->order.half_life_us;
    to->usage_start = opt->order.usage_start;
    to->counts_entries = opt->order.usage_of_entry > 0;
    to->by_product = opt->order.usage_product;
    to->by_halves = opt->order.usage_halves;
    to->fifo_pools = to->by_capacity || to->order == ORDER_USAGE || to->order == ORDER_OFFERS
                     || to->order == ORDER_NEGOTIATE;
    to->n_queues = opt->order.n_queues;
    memcpy(to->bound, opt->order.bound, sizeof opt->order.bound);
    memcpy(to->queue_weight, opt->order.queue_weight, sizeof to->queue_weight);
}

/* "0.23x": times the number of nodes, rounded up. */
static int64_t skipped(double share, uint32_t nodes)
{
    return (int64_t)ceil(share * (double)nodes - 1e-9);
}

static void set_delay(struct rules *to, const struct sw_options *opt, uint32_t nodes)
{
    const double *f = opt->delay.fraction;
    to->delay = (enum delay)find(delays, DELAY_OTHER, opt->delay.policy->name);
    to->wait[0] = opt->delay.waits.node;
    to->wait[1] = opt->delay.waits.rack;
    to->spark_by_launch = !opt->delay.reset_on_refusal;
    for (int i = 0; i < 2; i++) {
        if (to->delay == DELAY_SKIPS && f[i] >= 0)
            to->wait[i] = skipped(f[i], nodes);
        if (to->delay == DELAY_CAPACITY)
            to->wait[i] = opt->delay.missed[i];
        to->fraction[i] = to->delay == DELAY_YARN ? llround(f[i] * 1e6) : 0;
    }
}

static void set_preempt(struct rules *to, const struct sw_options *opt)
{
    to->preempt = (enum preempt_rule)find(preemptions, PREEMPT_OTHER, opt->preempt.policy->name);
    to->min_timeout_us = opt->preempt.min_us;
    to->fair_timeout_us = opt->preempt.fair_us;
    to->preempt_every_us = opt->preempt_every_us;
}

static void set_admit(struct rules *to, const struct sw_options *opt)
{
    to->splits = !strcmp(opt->admit.policy->name, "cpac");
    to->reducers = opt->admit.reducers;
    to->computing = opt->admit.computing;
    to->per_job = opt->admit.per_job;
}

static void set_room(struct rules *to, const struct sw_options *opt, const struct sw_cluster *cl)
{
    to->evict = (enum evict_rule)find(evictions, EVICT_OTHER, opt->evict->name);
    to->disk_bytes = opt->disk_bytes;
    to->limited = opt->disk_bytes != SW_NO_DISK_LIMIT;
    for (uint32_t i = 0; i < cl->n_nodes; i++)
        to->limited |= cl->node[i].disk_bytes != SW_NO_DISK_LIMIT;
}

/* Q1: every free slot is used under share=fair, and under share=none each beside a task of its own; with every=T it
 * may take until T. */
static void set_global(struct rules *to, const struct sw_options *opt)
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

static void set_speculation(struct rules *to, const struct sw_options *opt)
{
    const struct sw_speculate_rule *rule = &opt->speculate;
    to->speculate = (enum speculate_rule)find(speculations, SPECULATE_OTHER, rule->policy->name);
    if (rule->since_job)
        to->speculate = SPECULATE_OTHER;
    to->scan_every_us = opt->speculate_every_us;
    to->lag_us = rule->lag_us;
    to->gap = rule->gap;
    to->cap = rule->cap;
    to->slow_node = rule->slow_node;
    to->slow_task = rule->slow_task;
    to->failure_rate = opt->failure_rate;
    to->max_attempts = opt->max_attempts;
}

static void set_clock(struct rules *to, const struct sw_options *opt)
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
    to->cores = opt->cores;
    to->per_heartbeat = opt->heartbeat_us ? opt->per_heartbeat : UINT64_MAX;
    to->half = opt->heartbeat_us && opt->half_per_heartbeat;
    to->off_switch = opt->heartbeat_us ? opt->off_switch : UINT64_MAX;
    to->ends_early = to->half || to->off_switch != UINT64_MAX;
}

/* Y9: what jobs ask for then is not in the log, nor what follows from it: needy pools, deficits, starved pools. */
static void set_give_back(struct rules *to, const struct sw_options *opt, const struct sw_cluster *cl)
{
    to->gives_back = opt->gives_back && cl->one_kind;
    if (!to->gives_back)
        return;
    if (to->order == ORDER_HFS || to->order == ORDER_LACK || to->order == ORDER_YARN || to->order == ORDER_DEFICIT)
        to->order = ORDER_OTHER;
    if (to->preempt == PREEMPT_KILL)
        to->preempt = PREEMPT_OTHER;
}

/* R1: what stands in the place of sections 5 and 6. Tasks prefer hosts there, and executors on them. */
static void set_offers(struct rules *to, const struct sw_options *opt)
{
    to->negotiates = to->order == ORDER_NEGOTIATE;
    to->cycle_us = opt->order.cycle_us;
    to->cycle_delay_us = opt->order.cycle_delay_us;
    to->claim_us = opt->order.claim_us;
    to->allocates = to->order == ORDER_OFFERS;
    to->offer_us = opt->order.offer_us;
    to->filter_us = opt->order.filter_us;
    if (to->allocates && to->offer_us)
        to->revive_us = to->offer_us; /* as often a declined node may be offered */
    to->offers = opt->offers != SW_OFFERS_HEARTBEAT;
    if (!to->offers)
        return;
    to->order = ORDER_OTHER;
    to->delay = DELAY_OTHER;
    to->spark_2 = opt->spark.legacy || opt->spark.release < SW_SPARK_(3, 1, 0);
    to->process_us = opt->delay.process_us;
}

static void set_gangs(struct rules *to, const struct sw_options *opt)
{
    to->gangs = opt->gang.width != SW_WIDTH_NONE;
    to->whole_nodes = opt->gang.width == SW_WIDTH_NODES;
    to->reservations = opt->gang.reservations;
    to->whole_reserved = opt->gang.whole_reserved;
    to->switches_us = opt->gang.switches_us;
    to->since_first = opt->gang.since_first;
    to->max_starve_us = opt->gang.max_starve_us;
    to->iteration_us = opt->gang.iteration_us;
    to->heartbeat_us = to->gangs ? 0 : to->heartbeat_us;
}

/* ---- what is not checked --------------------------------------------------------------------------- */

struct texts { const char *at[8]; size_t n; };

static void add_if(struct texts *to, bool add, const char *text)
{
    if (add)
        to->at[to->n++] = text;
}

static size_t append(char *to, size_t size, size_t n, const char *text)
{
    int got = n < size ? snprintf(to + n, size - n, "%s", text) : 0;
    return n + (size_t)got;
}

/* "a, b and c"; what is said of the network stands apart. */
static const char *name_unchecked(const struct rules *rules)
{
    static _Thread_local char text[800];
    struct texts of = { .n = 0 };
    size_t n = 0;
    bool network = rules->network.node_rate > 0;
    add_if(&of, rules->decides, "whether another assignment would have cost less");
    add_if(&of, rules->offers, "which of several task sets an executor goes to (--offers)");
    bool decided_again = rules->decides || rules->negotiates || (rules->allocates && rules->offer_us);
    add_if(&of, !rules->offers && !decided_again && rules->order >= ORDER_GAP,
           "whose turn it was under this --order");
    add_if(&of, !rules->offers && !rules->decides && rules->delay == DELAY_OTHER, "when this --delay lets a task go");
    add_if(&of, !rules->decides && rules->speculate == SPECULATE_OTHER, "which attempts this --speculate copies");
    add_if(&of, rules->preempt > PREEMPT_KILL, "what this --preempt kills");
    add_if(&of, rules->gangs && rules->reservations > 16, "a cycle behind its sixteenth reservation");
    add_if(&of, rules->allocates && !rules->offer_us,
           "in which order nodes were offered and tasks of a stage launched");
    add_if(&of, rules->ends_early,
           "free slots that a heartbeat leaves after a launch (--off-switch, --per-heartbeat half)");
    add_if(&of, rules->gives_back, "which reduces jobs give back");
    add_if(&of, rules->limited && rules->evict == EVICT_OTHER, "which jobs this --evict evicts");
    for (size_t i = 0; i < of.n; i++) {
        n = append(text, sizeof text, n, i == 0 ? "" : i + 1 < of.n ? ", " : " and ");
        n = append(text, sizeof text, n, of.at[i]);
    }
    if (network)
        n = append(text, sizeof text, n, of.n ? "; " : "");
    if (network)
        n = append(text, sizeof text, n,
                   "how long reads and copies over the network take (only that none is too fast)");
    if (network && rules->splits)
        n = append(text, sizeof text, n, ", and who copies and computes when");
    return n ? text : NULL;
}

/* ---- all ------------------------------------------------------------------------------------------- */

/* What every check builds on. */
static int check_known(const struct sw_options *opt, struct sw_err *err)
{
    const char *admit = opt->admit.policy->name, *global = opt->global.policy->name;
    if (strcmp(admit, "slots") && strcmp(admit, "cpac"))
        return sw_err_usage(err, "--audit: does not know --admit '%s'", admit);
    if (strcmp(global, "none") && strcmp(global, "quincy"))
        return sw_err_usage(err, "--audit: does not know --global '%s'", global);
    return SW_OK;
}

int audit_rules(struct rules *to, const struct sw_options *opt, const struct sw_cluster *cl,
                const char **unchecked, struct sw_err *err)
{
    *to = (struct rules){ .seed = opt->seed,
                          .placement = opt->placement,
                          .no_rack_level = opt->no_rack_level,
                          .load = opt->load,
                          .penalty = { 1.0, opt->penalty_rack, opt->penalty_off, 1.0, 1.0 } };
    if (opt->hadoop_1)
        return sw_err_usage(err, "--audit: the rules of --offers hadoop-1 are not checked");
    if (opt->continuous_us || opt->reservable >= 0 || opt->am_us)
        return sw_err_usage(err, "--audit: the rules of --%s are not checked",
                            opt->continuous_us ? "continuous" : opt->am_us ? "am-heartbeat" : "reservable");
    to->network = opt->network;
    to->block_bytes = opt->block_bytes;
    uint32_t hosts = opt->offers == SW_OFFERS_HEARTBEAT ? cl->n_nodes : cl->n_hosts; /* R3 */
    to->replication = opt->replication < hosts ? (uint32_t)opt->replication : hosts; /* B2 */
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
    set_offers(to, opt);
    set_give_back(to, opt, cl);
    set_gangs(to, opt);
    to->admission = opt->admission;
    /* scores go by the flows (N8), or by the last microsecond (B21) */
    if ((to->network.node_rate || to->cores) && to->speculate != SPECULATE_NONE)
        to->speculate = SPECULATE_OTHER;
    *unchecked = name_unchecked(to);
    return check_known(opt, err);
}
