/* SPDX-License-Identifier: GPL-3.0-or-later */
/* together.c - options, clusters and pools that do not go together: usage errors. */
#include "lib/options/options.h"
#include "lib/options/special.h"
#include <string.h>

/* ---- what the rows say -------------------------------------------------------------------------------- */

static bool is_in_force(const struct option_row *row, const struct option_case *c)
{
    return row->counts ? row->counts(c) : value_is_set(row, c->opt);
}

/* The rows of heartbeats come last and are looked at first: a preset sets several of them. */
static int check_refused(const struct option_case *c, unsigned by, const char *option, const char *what,
                         struct sw_err *err)
{
    const struct option_row *found = NULL;
    for (const struct option_row *row = options_table; row->name; row++)
        if (row->refused & by && is_in_force(row, c))
            found = row;
    return found ? sw_err_usage(err, "--%s: --%s does not go with %s", option,
                                found->called ? found->called : found->name, what)
                 : SW_OK;
}

/* Options that are refused for reasons of their own: by `who`, or the text has the rule that is refused. */
struct refusal { const char *option, *text; };

static int check_each(const struct option_case *c, const struct refusal *of, const char *who, struct sw_err *err)
{
    for (; of->option; of++) {
        const struct option_row *row = value_row(options_table, of->option);
        const char *rule = row->rule == RULE_DELAY ? c->opt->delay.policy->name : c->opt->preempt.policy->name;
        if (is_in_force(row, c))
            return sw_err_usage(err, of->text, who ? who : rule);
    }
    return SW_OK;
}

static bool is_one_of(const char *name, const char *const *list)
{
    while (*list && strcmp(*list, name))
        list++;
    return *list;
}

/* ---- private clusters (hod) ------------------------------------------------------------------------------- */

/* O20 */
static int check_nodes(const struct option_case *c, uint64_t nodes, const char *who, struct sw_err *err)
{
    if (nodes > c->cl->n_nodes)
        return sw_err_usage(err, "--order: hod: %sasks for %llu nodes of %u", who, (unsigned long long)nodes,
                            c->cl->n_nodes);
    if (c->opt->order.per_rack && nodes < c->cl->n_racks)
        return sw_err_usage(err, "--order: hod: %sasks for %llu nodes, at least one in each of %u racks", who,
                            (unsigned long long)nodes, c->cl->n_racks);
    return SW_OK;
}

/* Of the pools as they begin (O20), and as they go on (O31). */
static int check_nodes_of_pools(const struct option_case *c, const struct sw_pool_list *pools, struct sw_err *err)
{
    char who[256];
    for (const struct sw_pool_list *list = pools; list; list = list->next)
        for (uint32_t i = 0; i < list->n; i++) {
            const struct sw_pool_spec *first = &pools->at[i];
            snprintf(who, sizeof who, "pool '%.200s' ", first->name);
            if (list->at[i].nodes != first->nodes)
                return sw_err_usage(err, "--order: hod: %schanges its number of nodes, and claimants keep theirs", who);
            if (first->nodes && check_nodes(c, first->nodes, who, err) != SW_OK)
                return SW_FAIL;
        }
    return SW_OK;
}

static int check_hod(const struct option_case *c, const struct sw_pool_list *pools, struct sw_err *err)
{
    static const struct refusal refusals[] = {
        { "delay", "--delay: %s waits for other nodes to come free; under --order hod a job has its own" },
        { "preempt", "--preempt: %s takes slots from others; under --order hod nodes are private" },
        { "placement", "--placement: redraw assumes offers from all nodes; under --order hod nodes are private" },
        { "load-cap", "--load-cap: goes by the load of the whole cluster; under --order hod nodes are private" },
        { "give-back", "--give-back: makes room for a job's maps; under --order hod nodes are private" },
        { NULL, NULL },
    };
    if (check_each(c, refusals, NULL, err) != SW_OK || check_nodes(c, c->opt->order.nodes, "", err) != SW_OK)
        return SW_FAIL;
    return check_nodes_of_pools(c, pools, err);
}

/* ---- other orders ------------------------------------------------------------------------------------------- */

static int check_modified_fair(const struct option_case *c, const struct sw_pool_list *pools, struct sw_err *err)
{
    static const struct refusal refusals[] = {
        { "preempt", "--preempt: %s restores shares; under --order modified-fair pools have allocations" },
        { NULL, NULL },
    };
    if (c->cl->one_kind)
        return sw_err_usage(err, "--order: modified-fair is for clusters with map and reduce slots");
    if (check_each(c, refusals, NULL, err) != SW_OK)
        return SW_FAIL;
    for (uint32_t i = 0; pools && i < pools->n; i++)
        if (pools->at[i].parent != SW_NO_POOL)
            return sw_err_usage(err, "--order: modified-fair has no pools inside pools: '%s'", pools->at[i].name);
    return SW_OK;
}

/* Y13, Y14 */
static int check_looks(const struct option_case *c, struct sw_err *err)
{
    const struct sw_preempt *preempt = c->opt->preempt.policy;
    const char *order = preempt->looks == SW_LOOKS_CAPACITY ? "capacity" : "hfs";
    enum sw_delay_clock clock = c->opt->delay.policy->clock;
    if (!preempt->looks || (c->cl->one_kind && (clock == SW_DELAY_NONE || clock == SW_COUNT_OPPORTUNITIES)
                            && !strncmp(c->opt->order.policy->name, order, strlen(order))
                            && !c->opt->global.policy->decides && !c->opt->hadoop_1))
        return SW_OK;
    return sw_err_usage(err, "--preempt: %s needs --order %s, a delay of YARN's or none, heartbeats and one kind of "
                        "slot", preempt->name, order);
}

/* Y15 */
static int check_continuous(const struct option_case *c, struct sw_err *err)
{
    const struct sw_delay *delay = c->opt->delay.policy;
    if (!c->opt->heartbeat_us)
        return sw_err_usage(err, "--continuous: --heartbeat 0 does not go with it: its rounds come beside heartbeats");
    if (!c->cl->one_kind)
        return sw_err_usage(err, "--continuous: needs one kind of slot (--slots-per-node, or the column slots)");
    if (c->opt->delay.clock != SW_DELAY_NONE && !(delay->yarn && delay->yarn->due_us))
        return sw_err_usage(err, "--continuous: goes with --delay yarn-time:T1,T2 and none, not %s",
                            c->opt->rule_text[RULE_DELAY]);
    if (c->opt->global.policy->decides || c->opt->order.policy->private_nodes || c->opt->placement == SW_PLACE_REDRAW)
        return sw_err_usage(err, "--continuous: --global, --order hod and --placement redraw do not go with it");
    return SW_OK;
}

/* K7.6 */
static int check_suspend(const struct option_case *c, struct sw_err *err)
{
    static const char *const orders[] = { "fifo", "fair", "hfs", "hfs:lack", "hfs:yarn", "sjf", "srtf", NULL };
    const struct sw_options *opt = c->opt;
    if (!is_one_of(opt->order.policy->name, orders))
        return sw_err_usage(err, "--preempt: suspend goes with --order fifo, fair, hfs, sjf and srtf, not %s",
                            opt->order.policy->name);
    if (c->cl->changes)
        return sw_err_usage(err, "--preempt: suspend needs nodes that are there from beginning to end, at one speed");
    if (opt->delay.policy->sees)
        return sw_err_usage(err, "--delay: %s follows its job; --preempt suspend does not tell it",
                            opt->delay.policy->name);
    return check_refused(c, OPTION_NOT_WITH_SUSPEND, "preempt", "suspend", err);
}

/* Y18 */
static int check_update(const struct option_case *c, struct sw_err *err)
{
    const struct sw_options *opt = c->opt;
    const struct sw_preempt *preempt = opt->preempt.policy;
    if (!opt->order.policy->needy_first
        || (opt->heartbeat_us && !opt->global.policy->decides && !opt->speculate.policy->slow
            && (!preempt->tasks_to_preempt || preempt->looks)))
        return SW_OK;
    return sw_err_usage(err, "--update: needs a heartbeat; without --offers hadoop-1 --preempt kill, --speculate and "
                        "--global do not go with it");
}

/* Y19, Y20 */
static int check_masters(const struct option_case *c, struct sw_err *err)
{
    static const char *const orders[] = { "fifo", "fair", "hfs", "hfs:lack", "hfs:yarn", "capacity", NULL };
    const struct sw_options *opt = c->opt;
    if (!c->cl->one_kind || !is_one_of(opt->order.policy->name, orders) || opt->global.policy->decides
        || opt->speculate.policy->slow || opt->network.node_rate || opt->failure_rate > 0
        || opt->preempt.policy->looks || opt->preempt.policy->tasks_to_preempt || opt->gang.width != SW_WIDTH_NONE)
        return sw_err_usage(err, "--am-container: needs one kind of slot and --order fifo, fair, hfs or capacity; "
                            "--global does not go with it, nor --preempt, --speculate, --network and --failure-rate");
    if (opt->am_share >= 0 && !opt->order.policy->needy_first
        && !(opt->order.policy->by_capacity && opt->heartbeat_us && !opt->continuous_us))
        return sw_err_usage(err, "--am-share: needs --order hfs, or capacity and a heartbeat without --continuous");
    return SW_OK;
}

/* Y16 */
static int check_reservable(const struct option_case *c, struct sw_err *err)
{
    const struct sw_options *opt = c->opt;
    const struct sw_delay *delay = opt->delay.policy;
    bool yarn = opt->delay.clock == SW_DELAY_NONE || (delay->yarn && !delay->yarn->needs_places);
    if (!opt->heartbeat_us || !c->cl->one_kind || !yarn || strncmp(opt->order.policy->name, "hfs", 3)
        || opt->global.policy->decides || opt->preempt.policy->looks || opt->preempt.policy->tasks_to_preempt
        || opt->placement == SW_PLACE_REDRAW)
        return sw_err_usage(err, "--reservable: needs --order hfs, --delay yarn, yarn-time or none, a heartbeat and "
                            "one kind of slot; --preempt does not go with it, nor --placement redraw");
    return SW_OK;
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

/* M1, P1 */
static int check_cycles(const struct option_case *c, struct sw_err *err)
{
    const struct sw_delay_rule *delay = &c->opt->delay;
    const struct sw_order *order = c->opt->order.policy;
    bool waits = delay->clock != SW_DELAY_NONE, of_job = delay->policy->learn || delay->policy->sees;
    if (order->offers_nodes && waits && delay->clock != SW_COUNT_SKIPS
        && (delay->clock != SW_SINCE_FIRST_SKIP || of_job))
        return sw_err_usage(err, "--delay: under --order offers a framework waits by skips:D1,D2 or wait:W1,W2,clock, "
                            "not %s", c->opt->rule_text[RULE_DELAY]);
    if (order->negotiates && waits)
        return sw_err_usage(err, "--delay: under --order negotiate a task takes the best free slot and waits for none, "
                            "so not %s", c->opt->rule_text[RULE_DELAY]);
    if (check_refused(c, OPTION_NOT_IN_CYCLES, "order", order->name, err) != SW_OK)
        return SW_FAIL;
    return check_refused(c, OPTION_NOT_IN_ROUNDS, "order", order->name, err);
}

static int check_order(const struct option_case *c, const struct sw_pool_list *pools, struct sw_err *err)
{
    const struct sw_order_rule *order = &c->opt->order;
    if (order->policy->private_nodes)
        return check_hod(c, pools, err);
    if ((order->policy->offers_nodes || order->policy->negotiates || order->policy->by_dominant) && !c->cl->one_kind)
        return sw_err_usage(err, "--order: %s needs one kind of slot (--slots-per-node, or the column slots)",
                            order->policy->name);
    if (order->policy->offers_nodes || order->policy->negotiates)
        return check_cycles(c, err);
    if (order->usage_product || order->usage_halves)
        return check_usage(pools, err);
    if (order->policy->by_dominant && !special_sizes_are_limited(c->opt, c->cl))
        return sw_err_usage(err, "--order: drf shares CPUs and memory: it needs --node-cpus, --node-memory or "
                            "their columns");
    return order->policy->reallocates ? check_modified_fair(c, pools, err) : check_looks(c, err);
}

/* ---- who decides, in place of an order (Q6, R1, R2) --------------------------------------------------------- */

static int check_global(const struct option_case *c, struct sw_err *err)
{
    static const struct refusal refusals[] = {
        { "heartbeat", "--heartbeat: --global %s decides for all nodes at once and needs --heartbeat 0" },
        { "delay", "--delay: --global %s weighs waiting as a cost; no rule of delay goes with it" },
        { "admit", "--admit: --global %s does not look at what a node's reduces do" },
        { "load-cap", "--load-cap: --global %s fills every slot that it can; no cap goes with it" },
        { "speculate", "--speculate: --global %s has no slots to offer to copies" },
        { "give-back", "--give-back: --global %s decides what reduces get" },
        { "disk", "--disk: --global %s does not look at the room of nodes, nor at the column disk_bytes" },
        { "node-cpus", "--node-cpus: --global %s looks at slots alone, not at the CPUs and the memory of nodes" },
        { "placement", "--placement: --global %s needs blocks that stay where they are" },
        { NULL, NULL },
    };
    if (check_each(c, refusals, c->opt->global.policy->name, err) != SW_OK)
        return SW_FAIL;
    if (c->opt->global.moves && (c->opt->preempt.policy->tasks_to_preempt || c->opt->preempt.policy->looks))
        return sw_err_usage(err, "--preempt: --global quincy:preempt=yes kills what costs least");
    return SW_OK;
}

/* R1, E1 */
static int check_offers(const struct option_case *c, struct sw_err *err)
{
    static const char *const orders[] = { "fifo", "hfs", NULL }, *const delays[] = { "none", "wait", NULL };
    const char *mode = special_offers_text(c->opt), *order = c->opt->order.policy->name;
    const char *delay = c->opt->delay.policy->name;
    const bool spark = c->opt->offers, hadoop = c->opt->hadoop_1;
    if (!spark && c->cl->has_hosts && !c->opt->host_cores && !c->opt->network.node_rate)
        return sw_err_usage(err, "--cluster: the column host needs --offers spark-RELEASE, --host-cores or --network");
    if (!spark && !hadoop)
        return SW_OK;
    if (spark && !c->cl->one_kind)
        return sw_err_usage(err, "--offers: %s needs one kind of slot (--slots-per-node, or the column slots)", mode);
    if (!is_one_of(order, orders))
        return sw_err_usage(err, "--offers: %s goes with --order fifo and hfs, not %s", mode, order);
    if (spark ? strcmp(delay, "spark") != 0 : !is_one_of(delay, delays))
        return sw_err_usage(err, spark ? "--offers: %s goes with --delay spark:P,N,R (spark:0,0,0 waits for nothing), "
                                         "not %s"
                                       : "--offers: %s goes with --delay none and wait, not %s", mode, delay);
    if (hadoop && !c->opt->heartbeat_us)
        return sw_err_usage(err, "--offers: --heartbeat 0 does not go with %s", mode);
    return check_refused(c, spark ? OPTION_NOT_IN_ROUNDS : OPTION_NOT_IN_HADOOP, "offers", mode, err);
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
static int check_starving(const struct sw_options *opt, struct sw_err *err)
{
    if (opt->order.policy->uses_pools)
        return sw_err_usage(err, "--max-starve: goes with orders that look at no pools, not %s",
                            opt->order.policy->name);
    if (opt->gang.reservations > 0)
        return sw_err_usage(err, "--max-starve: goes with --backfill none or skip");
    return opt->gang.switches_us ? sw_err_usage(err, "--max-starve: --switches does not go with it") : SW_OK;
}

/* G13.3 */
static int check_partitions(const struct sw_options *opt, struct sw_err *err)
{
    if (!opt->order.policy->by_points)
        return sw_err_usage(err, "--partitions: goes with --order multifactor, not %s", opt->order.policy->name);
    if (opt->gang.reservations > 0 && !opt->gang.whole_reserved)
        return sw_err_usage(err, "--partitions: goes with --backfill none, skip or slurm");
    return SW_OK;
}

static int check_gangs(const struct option_case *c, struct sw_err *err)
{
    static const char *const orders[] = { "fifo", "fair", "hfs", "hfs:lack", "hfs:yarn", "sjf", "srtf", "cput", "usage",
                                          "windows", "quota", "quota-usage", "multifactor", NULL };
    const struct sw_options *opt = c->opt;
    if (!is_one_of(opt->order.policy->name, orders))
        return sw_err_usage(err, "--width: goes with --order fifo, sjf, srtf, cput, fair, hfs, usage, windows, "
                            "quota, quota-usage and multifactor, not %s", opt->order.policy->name);
    if (!c->cl->one_kind)
        return sw_err_usage(err, "--width: needs one kind of slot (--slots-per-node, or the column slots)");
    if (c->cl->changes)
        return sw_err_usage(err, "--width: needs nodes that are there from beginning to end, with the same slots");
    if (opt->delay.clock != SW_DELAY_NONE)
        return sw_err_usage(err, "--delay: with --width a job waits by --switches, not %s",
                            opt->rule_text[RULE_DELAY]);
    if (check_refused(c, OPTION_NOT_WITH_WIDTH, "width", "it", err) != SW_OK
        || check_refused(c, OPTION_NOT_IN_ROUNDS, "width", "it", err) != SW_OK)
        return SW_FAIL;
    if (opt->gang.max_starve_us >= 0 && check_starving(opt, err) != SW_OK)
        return SW_FAIL;
    if (c->cl->n_partitions && check_partitions(opt, err) != SW_OK)
        return SW_FAIL;
    return opt->gang.width == SW_WIDTH_NODES ? check_whole_nodes(c->cl, err) : SW_OK;
}

/* ---- queues (V8) -------------------------------------------------------------------------------------------- */

static const struct sw_pool_spec *with_max_jobs(const struct sw_pool_list *pools)
{
    for (; pools; pools = pools->next)
        for (uint32_t i = 0; i < pools->n; i++)
            if (pools->at[i].max_jobs < SW_NO_LIMIT)
                return &pools->at[i];
    return NULL;
}

static int check_queues(const struct option_case *c, const struct sw_pool_list *pools, struct sw_err *err)
{
    static const char *const orders[] = { "fifo", "fair", "hfs", "hfs:lack", "hfs:yarn", "sjf", "srtf", "mlq",
                                          "capacity", "usage", NULL };
    const struct sw_pool_spec *limited = with_max_jobs(pools);
    if (check_refused(c, OPTION_NOT_WITH_QUEUES, "admission", "it", err) != SW_OK)
        return SW_FAIL;
    if (!is_one_of(c->opt->order.policy->name, orders))
        return sw_err_usage(err, "--admission: goes with --order fifo, fair, hfs, sjf, srtf, mlq, capacity and usage, "
                            "not %s", c->opt->order.policy->name);
    if (limited)
        return sw_err_usage(err, "--admission: pool '%s' has max_jobs, which queues stand in the place of",
                            limited->name);
    return SW_OK;
}

/* ---- who decides outside of the engine (W1) --------------------------------------------------------- */

static int check_decider(const struct option_case *c, struct sw_err *err)
{
    const struct sw_options *opt = c->opt;
    if (strcmp(opt->order.policy->name, "fifo"))
        return sw_err_usage(err, "--order: %s does not go with --decide", opt->order.policy->name);
    if (opt->delay.clock != SW_DELAY_NONE)
        return sw_err_usage(err, "--delay: %s does not go with --decide", opt->delay.policy->name);
    if (opt->alone && !opt->alone_opt)
        return sw_err_usage(err, "--alone: --decide is asked in one replay; name what a job alone runs under "
                            "(--alone=hfs)");
    return check_refused(c, OPTION_NOT_WITH_DECIDE, "decide", "it", err);
}

/* ---- all --------------------------------------------------------------------------------------------- */

static int check_options(const struct option_case *c, struct sw_err *err)
{
    const struct sw_options *opt = c->opt;
    const struct sw_yarn_delay *yarn = opt->delay.policy->yarn;
    bool redraws = opt->placement == SW_PLACE_REDRAW;
    if (!c->cl->total_slots[0] && !c->cl->total_slots[1])
        return sw_err_set(err, "the cluster has no slots");
    if (opt->admit.policy->splits && c->cl->one_kind)
        return sw_err_usage(err, "--admit: cpac is for clusters with map and reduce slots");
    if (redraws && opt->speculate.policy->slow)
        return sw_err_usage(err, "--placement: redraw has no blocks for copies (--speculate)");
    if (redraws && opt->failure_rate > 0)
        return sw_err_usage(err, "--placement: redraw has no blocks for tasks that failed (--failure-rate)");
    if (check_offers(c, err) != SW_OK)
        return SW_FAIL;
    if (redraws && opt->delay.clock == SW_COUNT_OPPORTUNITIES && yarn && yarn->needs_places) /* Y2 */
        return sw_err_usage(err, "--placement: --delay capacity needs blocks that stay where they are");
    if (opt->global.policy->decides && check_global(c, err) != SW_OK)
        return SW_FAIL;
    if ((opt->decide.n || opt->decide.by) && check_decider(c, err) != SW_OK)
        return SW_FAIL;
    if (opt->continuous_us && check_continuous(c, err) != SW_OK)
        return SW_FAIL;
    if (opt->preempt.policy->suspends && check_suspend(c, err) != SW_OK)
        return SW_FAIL;
    if (opt->am_us && (opt->speculate.policy->slow || opt->network.node_rate))
        return sw_err_usage(err, "--am-heartbeat: --%s does not go with it",
                            opt->network.node_rate ? "network" : "speculate");
    if (opt->reservable >= 0 && check_reservable(c, err) != SW_OK)
        return SW_FAIL;
    if (opt->heartbeat_us && opt->heartbeat_us < (int64_t)c->cl->n_nodes)
        return sw_err_usage(err, "--heartbeat: shorter than a microsecond a node");
    if (opt->heartbeat_us > INT64_MAX / 2 / (int64_t)c->cl->n_nodes)
        return sw_err_usage(err, "--heartbeat: too long for so many nodes");
    return SW_OK;
}

/* O5.1: shares of jobs are by weights that stand. */
static int check_size_weight(const struct option_case *c, struct sw_err *err)
{
    static const struct refusal refusals[] = {
        { "preempt", "--preempt: %s goes by shares of jobs, whose weights do not follow their size" },
        { "reservable", "--reservable: goes by shares of jobs, whose weights do not follow their size" },
        { NULL, NULL },
    };
    return check_each(c, refusals, NULL, err);
}

int together_check(const struct sw_options *opt, const struct sw_cluster *cl,
                   const struct sw_pool_list *pools, struct sw_err *err)
{
    const struct option_case c = { .opt = opt, .cl = cl };
    if (check_options(&c, err) != SW_OK)
        return SW_FAIL;
    if (opt->admission.n && check_queues(&c, pools, err) != SW_OK)
        return SW_FAIL;
    if (opt->gang.width != SW_WIDTH_NONE)
        return check_gangs(&c, err);
    if (opt->order.policy->by_request)
        return sw_err_usage(err, "--order: %s: only with --width slots or nodes", opt->order.policy->name);
    if (opt->size_weight && check_size_weight(&c, err) != SW_OK)
        return SW_FAIL;
    if (opt->update_us && !opt->hadoop_1 && check_update(&c, err) != SW_OK)
        return SW_FAIL;
    if (check_order(&c, pools, err) != SW_OK)
        return SW_FAIL;
    return opt->am_container_us ? check_masters(&c, err) : SW_OK;
}
