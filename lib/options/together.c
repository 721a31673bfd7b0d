/* SPDX-License-Identifier: GPL-3.0-or-later */
/* together.c - policies, clusters and pools that do not go together: usage errors. */
#include "lib/options/together.h"
#include "lib/options/special.h"
#include <string.h>

/* O20 */
static int check_nodes(const struct sw_order_rule *rule, const struct sw_cluster *cl, uint64_t nodes, const char *who,
                       struct sw_err *err)
{
    if (nodes > cl->n_nodes)
        return sw_err_usage(err, "--order: hod: %sasks for %llu nodes of %u", who, (unsigned long long)nodes,
                            cl->n_nodes);
    if (rule->per_rack && nodes < cl->n_racks)
        return sw_err_usage(err, "--order: hod: %sasks for %llu nodes, at least one in each of %u racks", who,
                            (unsigned long long)nodes, cl->n_racks);
    return SW_OK;
}

static int check_pools_nodes(const struct sw_replay_options *opt, const struct sw_cluster *cl,
                             const struct sw_pool_list *pools, struct sw_err *err)
{
    char who[256];
    for (uint32_t i = 0; i < pools->n; i++) {
        snprintf(who, sizeof who, "pool '%.200s' ", pools->at[i].name);
        if (pools->at[i].nodes && check_nodes(&opt->order, cl, pools->at[i].nodes, who, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* O31 */
static int check_nodes_stay(const struct sw_pool_list *pools, struct sw_err *err)
{
    for (const struct sw_pool_list *list = pools; list; list = list->next)
        for (uint32_t i = 0; i < list->n; i++)
            if (list->at[i].nodes != pools->at[i].nodes)
                return sw_err_usage(err,
                                    "--order: hod: pool '%s' changes its number of nodes, and claimants keep theirs",
                                    pools->at[i].name);
    return SW_OK;
}

static int check_all_nodes(const struct sw_replay_options *opt, const struct sw_cluster *cl,
                           const struct sw_pool_list *pools, struct sw_err *err)
{
    if (check_nodes(&opt->order, cl, opt->order.nodes, "", err) != SW_OK)
        return SW_FAIL;
    if (pools && check_pools_nodes(opt, cl, pools, err) != SW_OK)
        return SW_FAIL;
    return check_nodes_stay(pools, err);
}

/* Y2: C and P are of blocks that stay. */
static int check_delay(const struct sw_replay_options *opt, struct sw_err *err)
{
    const struct sw_yarn_delay *yarn = opt->delay.policy->yarn;
    if (opt->delay.clock == SW_COUNT_OPPORTUNITIES && yarn && yarn->needs_places && opt->placement == SW_PLACE_REDRAW)
        return sw_err_usage(err, "--placement: --delay capacity needs blocks that stay where they are");
    return SW_OK;
}

static int check_hod(const struct sw_replay_options *opt, const struct sw_cluster *cl, const struct sw_pool_list *pools,
                     struct sw_err *err)
{
    if (opt->delay.clock != SW_DELAY_NONE)
        return sw_err_usage(err, "--delay: %s waits for other nodes to come free; under --order hod a job has its own",
                            opt->delay.policy->name);
    if (opt->preempt.policy->tasks_to_preempt)
        return sw_err_usage(err, "--preempt: %s takes slots from others; under --order hod nodes are private",
                            opt->preempt.policy->name);
    if (opt->placement == SW_PLACE_REDRAW)
        return sw_err_usage(err,
                            "--placement: redraw assumes offers from all nodes; under --order hod nodes are private");
    if (opt->load_cap >= 0)
        return sw_err_usage(err,
                            "--load-cap: goes by the load of the whole cluster; under --order hod nodes are private");
    if (opt->gives_back)
        return sw_err_usage(err, "--give-back: makes room for a job's maps; under --order hod nodes are private");
    return check_all_nodes(opt, cl, pools, err);
}

static int check_modified_fair(const struct sw_replay_options *opt, const struct sw_cluster *cl,
                               const struct sw_pool_list *pools, struct sw_err *err)
{
    if (cl->one_kind)
        return sw_err_usage(err, "--order: modified-fair is for clusters with map and reduce slots");
    if (opt->preempt.policy->tasks_to_preempt)
        return sw_err_usage(err, "--preempt: %s restores shares; under --order modified-fair pools have allocations",
                            opt->preempt.policy->name);
    for (uint32_t i = 0; pools && i < pools->n; i++)
        if (pools->at[i].parent != SW_NO_POOL)
            return sw_err_usage(err, "--order: modified-fair has no pools inside pools: '%s'", pools->at[i].name);
    return SW_OK;
}

/* ---- one decision for all nodes ---------------------------------------------------------------------- */

/* Q6: options about offers to single nodes do not go with a decision for all nodes. */
static int check_global(const struct sw_replay_options *opt, const struct sw_cluster *cl, struct sw_err *err)
{
    const char *name = opt->global.policy->name;
    if (opt->heartbeat_us)
        return sw_err_usage(err, "--heartbeat: --global %s decides for all nodes at once and needs --heartbeat 0",
                            name);
    if (opt->delay.clock != SW_DELAY_NONE)
        return sw_err_usage(err, "--delay: --global %s weighs waiting as a cost; no rule of delay goes with it", name);
    if (opt->admit.policy->splits)
        return sw_err_usage(err, "--admit: --global %s does not look at what a node's reduces do", name);
    if (opt->load_cap >= 0)
        return sw_err_usage(err, "--load-cap: --global %s fills every slot that it can; no cap goes with it", name);
    if (opt->speculate.policy->slow)
        return sw_err_usage(err, "--speculate: --global %s has no slots to offer to copies", name);
    if (opt->gives_back)
        return sw_err_usage(err, "--give-back: --global %s decides what reduces get", name);
    if (special_room_is_limited(opt, cl))
        return sw_err_usage(err, "--disk: --global %s does not look at the room of nodes, nor at the column disk_bytes",
                            name);
    if (opt->placement == SW_PLACE_REDRAW)
        return sw_err_usage(err, "--placement: --global %s needs blocks that stay where they are", name);
    return SW_OK;
}

/* ---- Spark's offers (R1, R2), and an allocator's (M1) --------------------------------------------------- */

/* What goes with neither. */
static const char *stranger_to_rounds(const struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    const struct { bool given; const char *option; } strangers[] = {
        { opt->heartbeat_us != 0, "--heartbeat" },
        { opt->per_heartbeat != UINT64_MAX, "--per-heartbeat" },
        { opt->load_cap >= 0, "--load-cap" },
        { opt->commit_pending_us > 0, "--commit-pending" },
        { opt->preempt.policy->tasks_to_preempt, "--preempt" },
        { opt->admit.policy->splits, "--admit" },
        { opt->speculate.policy->slow, "--speculate" },
        { opt->balance_us > 0, "--balance-long" },
        { special_room_is_limited(opt, cl), "--disk, or the column disk_bytes," },
        { opt->global.policy->decides, "--global" },
        { opt->placement == SW_PLACE_REDRAW, "--placement redraw" },
        { opt->network.node_rate > 0, "--network" },
    };
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++)
        if (strangers[i].given)
            return strangers[i].option;
    return NULL;
}

static int check_offers(const struct sw_replay_options *opt, const struct sw_cluster *cl, struct sw_err *err)
{
    const char *mode = sw_offers_words[opt->offers], *order = opt->order.policy->name,
               *stranger = opt->offers ? stranger_to_rounds(opt, cl) : NULL;
    if (!opt->offers)
        return cl->has_hosts ? sw_err_usage(err, "--cluster: the column host needs --offers spark-2 or spark-3")
                             : SW_OK;
    if (!cl->one_kind)
        return sw_err_usage(err, "--offers: %s needs one kind of slot (--slots, or the column slots)", mode);
    if (strcmp(order, "fifo") && strcmp(order, "hfs"))
        return sw_err_usage(err, "--offers: %s goes with --order fifo and hfs, not %s", mode, order);
    if (strcmp(opt->delay.policy->name, "spark"))
        return sw_err_usage(err, "--offers: %s goes with --delay spark:P,N,R (spark:0,0,0 waits for nothing), not %s",
                            mode, opt->delay.policy->name);
    return stranger ? sw_err_usage(err, "--offers: %s does not go with %s", stranger, mode) : SW_OK;
}

static int check_allocator(const struct sw_replay_options *opt, const struct sw_cluster *cl, struct sw_err *err)
{
    const char *stranger = stranger_to_rounds(opt, cl);
    enum sw_delay_clock clock = opt->delay.clock;
    if (!cl->one_kind)
        return sw_err_usage(err, "--order: offers needs one kind of slot (--slots, or the column slots)");
    if (clock != SW_DELAY_NONE && clock != SW_COUNT_SKIPS && (clock != SW_SINCE_FIRST_SKIP || opt->delay.policy->learn))
        return sw_err_usage(err, "--delay: under --order offers a framework waits by skips:D1,D2 or wait:W1,W2,clock, "
                            "not %s", opt->rule_text[SW_RULE_DELAY]);
    if (opt->gives_back)
        return sw_err_usage(err, "--order: --give-back does not go with offers");
    return stranger ? sw_err_usage(err, "--order: %s does not go with offers", stranger) : SW_OK;
}

/* U7.2 */
static int check_usage(const struct sw_pool_list *pools, struct sw_err *err)
{
    for (; pools; pools = pools->next)
        for (uint32_t i = 0; i < pools->n; i++) {
            uint32_t above = pools->at[i].parent;
            if (above == SW_NO_POOL)
                continue;
            for (int kind = 0; kind < 2; kind++)
                if (pools->at[above].max[kind] < SW_NO_LIMIT)
                    return sw_err_usage(err, "--order: usage: with product or halves a pool that has children has no "
                                        "maximum: '%s'", pools->at[above].name);
        }
    return SW_OK;
}

/* P1 */
static int check_negotiation(const struct sw_replay_options *opt, const struct sw_cluster *cl, struct sw_err *err)
{
    const char *stranger = stranger_to_rounds(opt, cl);
    if (!cl->one_kind)
        return sw_err_usage(err, "--order: negotiate needs one kind of slot (--slots, or the column slots)");
    if (opt->delay.clock != SW_DELAY_NONE)
        return sw_err_usage(err, "--delay: under --order negotiate a task takes the best free slot and waits for none, "
                            "so not %s", opt->rule_text[SW_RULE_DELAY]);
    if (opt->gives_back)
        return sw_err_usage(err, "--order: --give-back does not go with negotiate");
    return stranger ? sw_err_usage(err, "--order: %s does not go with negotiate", stranger) : SW_OK;
}

/* ---- gangs (G2) --------------------------------------------------------------------------------------------- */

static int check_whole_nodes(const struct sw_cluster *cl, struct sw_err *err)
{
    for (uint32_t i = 1; i < cl->n_nodes; i++)
        if (cl->node[i].span[0].slots[0] != cl->node[0].span[0].slots[0])
            return sw_err_usage(err, "--width: nodes: '%s' and '%s' differ in slots", cl->node[0].name,
                                cl->node[i].name);
    return SW_OK;
}

/* G11.3 */
static int check_starving(const struct sw_replay_options *opt, struct sw_err *err)
{
    if (opt->order.policy->uses_pools)
        return sw_err_usage(err, "--max-starve: goes with orders that look at no pools, not %s",
                            opt->order.policy->name);
    if (opt->gang.reservations > 0)
        return sw_err_usage(err, "--max-starve: goes with --backfill none or skip");
    return opt->gang.switches_us ? sw_err_usage(err, "--max-starve: --switches does not go with it") : SW_OK;
}

static int check_gangs(const struct sw_replay_options *opt, const struct sw_cluster *cl, struct sw_err *err)
{
    const char *orders[] = { "fifo", "fair", "hfs", "hfs:lack", "sjf", "srtf", "cput" };
    const char *order = opt->order.policy->name;
    const char *stranger = stranger_to_rounds(opt, cl);
    bool known = false;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        known |= !strcmp(order, orders[i]);
    if (!known)
        return sw_err_usage(err, "--width: goes with --order fifo, sjf, srtf, cput, fair and hfs, not %s", order);
    if (!cl->one_kind)
        return sw_err_usage(err, "--width: needs one kind of slot (--slots, or the column slots)");
    if (cl->changes)
        return sw_err_usage(err, "--width: needs nodes that are there from beginning to end, with the same slots");
    if (opt->delay.clock != SW_DELAY_NONE)
        return sw_err_usage(err, "--delay: with --width a job waits by --switches, not %s",
                            opt->rule_text[SW_RULE_DELAY]);
    if (opt->offers)
        return sw_err_usage(err, "--offers: %s does not go with --width", sw_offers_words[opt->offers]);
    if (opt->failure_rate > 0 || opt->cores || opt->gives_back)
        return sw_err_usage(err, "--width: %s does not go with it", opt->failure_rate > 0 ? "--failure-rate"
                                                                    : opt->cores ? "--cores" : "--give-back");
    if (stranger)
        return sw_err_usage(err, "--width: %s does not go with it", stranger);
    if (opt->gang.max_starve_us >= 0 && check_starving(opt, err) != SW_OK)
        return SW_FAIL;
    return opt->gang.width == SW_WIDTH_NODES ? check_whole_nodes(cl, err) : SW_OK;
}

/* ---- queues (V8) -------------------------------------------------------------------------------------------- */

static const char *stranger_to_queues(const struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    const struct { bool given; const char *option; } strangers[] = {
        { opt->offers != SW_OFFERS_HEARTBEAT, "--offers" },
        { opt->global.policy->decides, "--global" },
        { opt->gang.width != SW_WIDTH_NONE, "--width" },
        { opt->admit.policy->splits, "--admit" },
        { opt->speculate.policy->slow, "--speculate" },
        { opt->failure_rate > 0, "--failure-rate" },
        { opt->balance_us > 0, "--balance-long" },
        { special_room_is_limited(opt, cl), "--disk, or the column disk_bytes," },
        { opt->cores > 0, "--cores" },
        { opt->network.node_rate > 0, "--network" },
        { opt->gives_back, "--give-back" },
        { opt->placement == SW_PLACE_REDRAW, "--placement redraw" },
    };
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++)
        if (strangers[i].given)
            return strangers[i].option;
    return NULL;
}

static const struct sw_pool_spec *with_max_jobs(const struct sw_pool_list *pools)
{
    for (; pools; pools = pools->next)
        for (uint32_t i = 0; i < pools->n; i++)
            if (pools->at[i].max_jobs < SW_NO_LIMIT)
                return &pools->at[i];
    return NULL;
}

static int check_queues(const struct sw_replay_options *opt, const struct sw_cluster *cl,
                        const struct sw_pool_list *pools, struct sw_err *err)
{
    const char *orders[] = { "fifo", "fair", "hfs", "hfs:lack", "sjf", "srtf", "mlq", "capacity", "usage" };
    const char *order = opt->order.policy->name, *stranger = stranger_to_queues(opt, cl);
    const struct sw_pool_spec *limited = with_max_jobs(pools);
    bool known = false;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        known |= !strcmp(order, orders[i]);
    if (stranger)
        return sw_err_usage(err, "--admission: %s does not go with it", stranger);
    if (!known)
        return sw_err_usage(err, "--admission: goes with --order fifo, fair, hfs, sjf, srtf, mlq, capacity and usage, "
                            "not %s", order);
    if (limited)
        return sw_err_usage(err, "--admission: pool '%s' has max_jobs, which queues stand in the place of",
                            limited->name);
    return SW_OK;
}

/* ---- all --------------------------------------------------------------------------------------------- */

static int check_order(const struct sw_replay_options *opt, const struct sw_cluster *cl,
                       const struct sw_pool_list *pools, struct sw_err *err)
{
    if (opt->order.policy->private_nodes)
        return check_hod(opt, cl, pools, err);
    if (opt->order.policy->offers_nodes)
        return check_allocator(opt, cl, err);
    if (opt->order.policy->negotiates)
        return check_negotiation(opt, cl, err);
    if (opt->order.usage_product || opt->order.usage_halves)
        return check_usage(pools, err);
    return opt->order.policy->reallocates ? check_modified_fair(opt, cl, pools, err) : SW_OK;
}

static int check_options(const struct sw_replay_options *opt, const struct sw_cluster *cl, struct sw_err *err)
{
    if (!cl->total_slots[0] && !cl->total_slots[1])
        return sw_err_set(err, "the cluster has no slots");
    if (opt->admit.policy->splits && cl->one_kind)
        return sw_err_usage(err, "--admit: cpac is for clusters with map and reduce slots");
    if (opt->placement == SW_PLACE_REDRAW && opt->speculate.policy->slow)
        return sw_err_usage(err, "--placement: redraw has no blocks for copies (--speculate)");
    if (opt->placement == SW_PLACE_REDRAW && opt->failure_rate > 0)
        return sw_err_usage(err, "--placement: redraw has no blocks for tasks that failed (--failure-rate)");
    if (check_offers(opt, cl, err) != SW_OK)
        return SW_FAIL;
    if (check_delay(opt, err) != SW_OK || (opt->global.policy->decides && check_global(opt, cl, err) != SW_OK))
        return SW_FAIL;
    if (opt->heartbeat_us && opt->heartbeat_us < (int64_t)cl->n_nodes)
        return sw_err_usage(err, "--heartbeat: shorter than a microsecond a node");
    if (opt->heartbeat_us > INT64_MAX / 2 / (int64_t)cl->n_nodes)
        return sw_err_usage(err, "--heartbeat: too long for so many nodes");
    return SW_OK;
}

int together_check(const struct sw_replay_options *opt, const struct sw_cluster *cl,
                   const struct sw_pool_list *pools, struct sw_err *err)
{
    if (ranges_check(opt, err) != SW_OK || check_options(opt, cl, err) != SW_OK)
        return SW_FAIL;
    if (opt->admission.n && check_queues(opt, cl, pools, err) != SW_OK)
        return SW_FAIL;
    if (opt->gang.width != SW_WIDTH_NONE)
        return check_gangs(opt, cl, err);
    if (opt->order.policy->by_request)
        return sw_err_usage(err, "--order: %s: only with --width slots or nodes", opt->order.policy->name);
    return check_order(opt, cl, pools, err);
}
