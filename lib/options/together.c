/* SPDX-License-Identifier: GPL-3.0-or-later */
/* together.c - options, clusters and pools that do not go together: usage errors. What a whole group of options is
 * refused by, or one option by another for a reason of its own, its row says (`refused`, `because`). A check is of one
 * option and speaks in its name. They go from options by themselves to those that depend on what was chosen. */
#include "lib/options/options.h"
#include "lib/options/special.h"
#include <string.h>

/* What the check of one option looks at. */
struct judged {
    const char *name;                /* of the option */
    const struct option_row *table;  /* of all */
    struct option_case c;
    const struct sw_options *opt;    /* of c, like cl */
    const struct sw_cluster *cl;
    const struct sw_pool_list *pools; /* NULL: none */
    struct sw_err *err;
};

/* ---- what the rows say -------------------------------------------------------------------------------- */

/* A row that says so counts by its own test: the cluster may have what an option would set. */
static bool is_in_force(const struct option_row *row, const struct option_case *c)
{
    return row->counts ? row->counts(c) : value_is_set(row, c->opt);
}

/* The rows of heartbeats come last and are looked at first: a preset sets several of them. */
static int check_refused(const struct judged *j, unsigned by, const char *what)
{
    /* The last one that is found is told. */
    const struct option_row *found = NULL;
    for (const struct option_row *row = j->table; row->name; row++)
        if (row->refused & by && is_in_force(row, &j->c))
            found = row;
    return found ? sw_err_usage(j->err, "--%s: --%s does not go with %s", j->name,
                                found->called ? found->called : found->name, what)
                 : SW_OK;
}

/* Options that are refused for reasons of their own. */
static int check_because(const struct judged *j, enum option_refuser by)
{
    /* because[] has one place for a name: the delay rule's, or the preempt rule's. */
    const struct option_row *row = j->table;
    char fmt[240];
    while (row->name && !(row->because[by] && is_in_force(row, &j->c)))
        row++;
    if (!row->name)
        return SW_OK;
    if (by == OPTION_BY_GLOBAL)
        snprintf(fmt, sizeof fmt, "--%s: --%s %s %s", row->name, j->name, j->opt->global.policy->name,
                 row->because[by]);
    else
        snprintf(fmt, sizeof fmt, "--%s: %s", row->name, row->because[by]);
    return sw_err_usage(j->err, fmt, by >= OPTION_BY_OFFERS        ? j->opt->rule_text[row->rule]
                                     : row->rule == RULE_DELAY ? j->opt->delay.policy->name
                                                               : j->opt->preempt.policy->name);
}

/* Whether a list as a sentence has it, "fifo, fair and hfs", has a name of so many letters. */
static bool is_listed(const char *name, size_t len, const char *list)
{
    for (size_t word; *list; list += word + strspn(list + word, " ,")) {
        word = strcspn(list, " ,");
        if (word == len && !strncmp(list, name, len))
            return true;
    }
    return false;
}

/* hfs stands for its kinds, hfs:lack and hfs:yarn. */
static bool order_is_listed(const struct judged *j, const char *orders)
{
    const char *name = j->opt->order.policy->name;
    return is_listed(name, strcspn(name, ":"), orders);
}

/* what: "" where the option's own name is enough. */
static int check_one_kind(const struct judged *j, const char *what)
{
    return j->cl->one_kind ? SW_OK
                           : sw_err_usage(j->err, "--%s: %s%sneeds one kind of slot (--slots-per-node, or the column "
                                          "slots)", j->name, what, *what ? " " : "");
}

/* ---- private clusters (hod) ------------------------------------------------------------------------------- */

/* O20 */
static int check_nodes(const struct judged *j, uint64_t nodes, const char *who)
{
    if (nodes > j->cl->n_nodes)
        return sw_err_usage(j->err, "--%s: hod: %sasks for %llu nodes of %u", j->name, who, (unsigned long long)nodes,
                            j->cl->n_nodes);
    if (j->opt->order.per_rack && nodes < j->cl->n_racks)
        return sw_err_usage(j->err, "--%s: hod: %sasks for %llu nodes, at least one in each of %u racks", j->name, who,
                            (unsigned long long)nodes, j->cl->n_racks);
    return SW_OK;
}

static int check_hod(const struct judged *j)
{
    char who[256];
    if (check_because(j, OPTION_BY_HOD) != SW_OK || check_nodes(j, j->opt->order.nodes, "") != SW_OK)
        return SW_FAIL;
    /* Of the pools as they begin (O20), and as they go on (O31). */
    for (const struct sw_pool_list *list = j->pools; list; list = list->next)
        for (uint32_t i = 0; i < list->n; i++) {
            const struct sw_pool_spec *first = &j->pools->at[i];
            snprintf(who, sizeof who, "pool '%.200s' ", first->name);
            if (list->at[i].nodes != first->nodes)
                return sw_err_usage(j->err, "--%s: hod: %schanges its number of nodes, and claimants keep theirs",
                                    j->name, who);
            if (first->nodes && check_nodes(j, first->nodes, who) != SW_OK)
                return SW_FAIL;
        }
    return SW_OK;
}

/* ---- other orders ------------------------------------------------------------------------------------------- */

/* O25: small and other jobs are told apart by maps, so there are two kinds of slots. */
static int check_modified_fair(const struct judged *j)
{
    if (j->cl->one_kind)
        return sw_err_usage(j->err, "--%s: modified-fair is for clusters with map and reduce slots", j->name);
    if (check_because(j, OPTION_BY_MODIFIED_FAIR) != SW_OK)
        return SW_FAIL;
    for (uint32_t i = 0; j->pools && i < j->pools->n; i++)
        if (j->pools->at[i].parent != SW_NO_POOL)
            return sw_err_usage(j->err, "--%s: modified-fair has no pools inside pools: '%s'", j->name,
                                j->pools->at[i].name);
    return SW_OK;
}

/* U7.2 */
static int check_usage(const struct judged *j)
{
    /* Each list of pools, since maxima may change (O30). */
    for (const struct sw_pool_list *pools = j->pools; pools; pools = pools->next)
        for (uint32_t i = 0; i < pools->n; i++) {
            uint32_t above = pools->at[i].parent;
            if (above == SW_NO_POOL)
                continue;
            for (int kind = 0; kind < 2; kind++)
                if (pools->at[above].max[kind] < SW_NO_LIMIT)
                    return sw_err_usage(j->err, "--%s: usage: with product or halves a pool that has children has no "
                                        "maximum: '%s'", j->name, pools->at[above].name);
        }
    return SW_OK;
}

/* M1, P1 */
static int check_cycles(const struct judged *j)
{
    const struct sw_delay_rule *delay = &j->opt->delay;
    const struct sw_order *order = j->opt->order.policy;
    /* learn, sees: rules whose waits are the stage's own (D20, D21). */
    bool of_job = delay->policy->learn || delay->policy->sees;
    bool by_framework = delay->clock == SW_COUNT_SKIPS || (delay->clock == SW_SINCE_FIRST_SKIP && !of_job);
    if ((order->offers_nodes && !by_framework && check_because(j, OPTION_BY_OFFERS) != SW_OK)
        || (order->negotiates && check_because(j, OPTION_BY_NEGOTIATE) != SW_OK)
        || check_refused(j, OPTION_NOT_IN_CYCLES, order->name) != SW_OK)
        return SW_FAIL;
    return check_refused(j, OPTION_NOT_IN_ROUNDS, order->name);
}

/* Y13, Y14 */
static int check_looks(const struct judged *j)
{
    const struct sw_preempt *preempt = j->opt->preempt.policy;
    const char *order = preempt->looks == SW_LOOKS_CAPACITY ? "capacity" : "hfs";
    enum sw_delay_clock clock = j->opt->delay.policy->clock;
    if (!preempt->looks || (j->cl->one_kind && (clock == SW_DELAY_NONE || clock == SW_COUNT_OPPORTUNITIES)
                            && !strncmp(j->opt->order.policy->name, order, strlen(order))
                            && !j->opt->global.policy->decides && !j->opt->hadoop_1))
        return SW_OK;
    return sw_err_usage(j->err, "--preempt: %s needs --order %s, a delay of YARN's or none, heartbeats and one kind of "
                        "slot", preempt->name, order);
}

/* Private clusters and cycles have checks of their own, and none of the others. */
int together_order(const struct judged *j)
{
    const struct sw_order_rule *order = &j->opt->order;
    const bool in_cycles = order->policy->offers_nodes || order->policy->negotiates;
    if (order->policy->private_nodes)
        return check_hod(j);
    if ((in_cycles || order->policy->by_dominant) && check_one_kind(j, order->policy->name) != SW_OK)
        return SW_FAIL;
    if (in_cycles)
        return check_cycles(j);
    if ((order->usage_product || order->usage_halves) && check_usage(j) != SW_OK)
        return SW_FAIL;
    if (order->policy->by_dominant && !special_sizes_are_limited(j->opt, j->cl))
        return sw_err_usage(j->err, "--%s: drf shares CPUs and memory: it needs --node-cpus, --node-memory or their "
                            "columns", j->name);
    return order->policy->reallocates ? check_modified_fair(j) : check_looks(j);
}

/* G10: the CPU time that a job asks for counts with --width alone. */
int together_by_request(const struct judged *j)
{
    const struct sw_order *order = j->opt->order.policy;
    return order->by_request ? sw_err_usage(j->err, "--%s: %s: only with --width slots or nodes", j->name, order->name)
                             : SW_OK;
}

/* O5.1: shares of jobs are by weights that stand. */
int together_size_weight(const struct judged *j)
{
    return j->opt->size_weight ? check_because(j, OPTION_BY_SIZE_WEIGHT) : SW_OK;
}

/* ---- who decides, in place of an order (Q6, R1, R2, W1) ----------------------------------------------------- */

int together_global(const struct judged *j)
{
    if (!j->opt->global.policy->decides)
        return SW_OK;
    if (j->opt->heartbeat_us) /* as is the default: said first */
        return sw_err_usage(j->err, "--heartbeat: --global %s decides for all nodes at once and needs --heartbeat 0",
                            j->opt->global.policy->name);
    if (check_because(j, OPTION_BY_GLOBAL) != SW_OK)
        return SW_FAIL;
    return j->opt->global.moves ? check_because(j, OPTION_BY_MOVES) : SW_OK;
}

/* R1, E1 */
int together_offers(const struct judged *j)
{
    const struct sw_options *opt = j->opt;
    const char *mode = special_offers_text(opt), *order = opt->order.policy->name, *delay = opt->delay.policy->name;
    const bool spark = opt->offers, hadoop = opt->hadoop_1;
    /* R2: in other modes host counts for B21.4 and N1 alone. */
    if (!spark && j->cl->has_hosts && !opt->host_cores && !opt->network.node_rate)
        return sw_err_usage(j->err, "--cluster: the column host needs --offers spark-RELEASE, --host-cores or "
                            "--network");
    if (!spark && !hadoop)
        return SW_OK;
    if (spark && check_one_kind(j, mode) != SW_OK)
        return SW_FAIL;
    if (!is_listed(order, strlen(order), "fifo and hfs")) /* and no kind of it */
        return sw_err_usage(j->err, "--%s: %s goes with --order fifo and hfs, not %s", j->name, mode, order);
    if (spark && strcmp(delay, "spark") != 0)
        return sw_err_usage(j->err, "--%s: %s goes with --delay spark:P,N,R (spark:0,0,0 waits for nothing), not %s",
                            j->name, mode, delay);
    if (hadoop && !is_listed(delay, strlen(delay), "none and wait"))
        return sw_err_usage(j->err, "--%s: %s goes with --delay none and wait, not %s", j->name, mode, delay);
    if (hadoop && !opt->heartbeat_us)
        return sw_err_usage(j->err, "--%s: --heartbeat 0 does not go with %s", j->name, mode);
    return check_refused(j, spark ? OPTION_NOT_IN_ROUNDS : OPTION_NOT_IN_HADOOP, mode);
}

/* W1: a process that decides takes the place of order and delay. */
int together_decide(const struct judged *j)
{
    const struct sw_options *opt = j->opt;
    if (!opt->decide.n && !opt->decide.by)
        return SW_OK;
    if (strcmp(opt->order.policy->name, "fifo"))
        return sw_err_usage(j->err, "--order: %s does not go with --decide", opt->order.policy->name);
    if (opt->delay.clock != SW_DELAY_NONE)
        return sw_err_usage(j->err, "--delay: %s does not go with --decide", opt->delay.policy->name);
    /* A process is one, and a replay of a job alone would need another. */
    if (opt->alone && !opt->alone_opt)
        return sw_err_usage(j->err, "--alone: --decide is asked in one replay; name what a job alone runs under "
                            "(--alone=hfs)");
    return check_refused(j, OPTION_NOT_WITH_DECIDE, "it");
}

/* ---- preempt ------------------------------------------------------------------------------------------------ */

/* K7.6 */
static int check_suspend(const struct judged *j)
{
    static const char orders[] = "fifo, fair, hfs, sjf and srtf";
    if (!order_is_listed(j, orders))
        return sw_err_usage(j->err, "--%s: suspend goes with --order %s, not %s", j->name, orders,
                            j->opt->order.policy->name);
    if (j->cl->changes)
        return sw_err_usage(j->err, "--%s: suspend needs nodes that are there from beginning to end, at one speed",
                            j->name);
    if (j->opt->delay.policy->sees && check_because(j, OPTION_BY_SUSPEND) != SW_OK)
        return SW_FAIL;
    return check_refused(j, OPTION_NOT_WITH_SUSPEND, "suspend");
}

/* G14.12 */
static int check_preempt_gangs(const struct judged *j)
{
    const struct sw_options *opt = j->opt;
    const struct sw_preempt *preempt = opt->preempt.policy;
    bool by_qos = preempt->gangs == SW_PREEMPT_BY_QOS;
    if (opt->gang.width == SW_WIDTH_NONE || !opt->order.policy->by_points)
        return sw_err_usage(j->err, "--%s: %s goes with --width and --order multifactor", j->name, preempt->name);
    if (by_qos ? !j->cl->n_qos : !j->cl->n_partitions)
        return sw_err_usage(j->err, "--%s: %s needs --%s", j->name, preempt->name, by_qos ? "qos" : "partitions");
    if (opt->gang.reservations > 0 && !opt->gang.whole_reserved)
        return sw_err_usage(j->err, "--%s: %s goes with --backfill none, skip or slurm", j->name, preempt->name);
    if (opt->gang.max_starve_us >= 0)
        return sw_err_usage(j->err, "--%s: --max-starve does not go with %s", j->name, preempt->name);
    if (opt->gang.switches_us)
        return sw_err_usage(j->err, "--%s: --switches does not go with %s", j->name, preempt->name);
    return SW_OK;
}

int together_preempt(const struct judged *j)
{
    if (j->opt->preempt.policy->suspends && check_suspend(j) != SW_OK)
        return SW_FAIL;
    return j->opt->preempt.policy->gangs ? check_preempt_gangs(j) : SW_OK;
}

/* ---- heartbeats, and what YARN has beside them ------------------------------------------------------------------ */

/* H1: phases of nodes are whole microseconds, and each node has its own. */
int together_heartbeat(const struct judged *j)
{
    /* Phases would coincide. */
    if (j->opt->heartbeat_us && j->opt->heartbeat_us < (int64_t)j->cl->n_nodes)
        return sw_err_usage(j->err, "--%s: shorter than a microsecond a node", j->name);
    /* The heartbeat is multiplied by a node's rank (H1), and the product must stay within 64 bits. */
    if (j->opt->heartbeat_us > INT64_MAX / 2 / (int64_t)j->cl->n_nodes)
        return sw_err_usage(j->err, "--%s: too long for so many nodes", j->name);
    return SW_OK;
}

/* Y15 */
int together_continuous(const struct judged *j)
{
    const struct sw_options *opt = j->opt;
    const struct sw_delay *delay = opt->delay.policy;
    if (!opt->continuous_us)
        return SW_OK;
    if (!opt->heartbeat_us)
        return sw_err_usage(j->err, "--%s: --heartbeat 0 does not go with it: its rounds come beside heartbeats",
                            j->name);
    if (check_one_kind(j, "") != SW_OK)
        return SW_FAIL;
    if (opt->delay.clock != SW_DELAY_NONE && !(delay->yarn && delay->yarn->due_us))
        return sw_err_usage(j->err, "--%s: goes with --delay yarn-time:T1,T2 and none, not %s", j->name,
                            opt->rule_text[RULE_DELAY]);
    if (opt->global.policy->decides || opt->order.policy->private_nodes || opt->placement == SW_PLACE_REDRAW)
        return sw_err_usage(j->err, "--%s: --global, --order hod and --placement redraw do not go with it", j->name);
    return SW_OK;
}

/* Y18 */
int together_update(const struct judged *j)
{
    const struct sw_options *opt = j->opt;
    const struct sw_preempt *preempt = opt->preempt.policy;
    if (!opt->update_us || opt->hadoop_1 || !opt->order.policy->needy_first
        || (opt->heartbeat_us && !opt->global.policy->decides && !opt->speculate.policy->slow
            && (!preempt->tasks_to_preempt || preempt->looks)))
        return SW_OK;
    return sw_err_usage(j->err, "--%s: needs a heartbeat; without --offers hadoop-1 --preempt kill, --speculate and "
                        "--global do not go with it", j->name);
}

/* Y17 */
int together_am_heartbeat(const struct judged *j)
{
    return j->opt->am_us ? check_refused(j, OPTION_NOT_WITH_MASTERS, "it") : SW_OK;
}

/* Y19 */
int together_am_container(const struct judged *j)
{
    const struct sw_options *opt = j->opt;
    if (opt->am_container_us
        && (!j->cl->one_kind || !order_is_listed(j, "fifo, fair, hfs or capacity") || opt->global.policy->decides
            || opt->speculate.policy->slow || opt->network.node_rate || opt->failure_rate > 0
            || opt->preempt.policy->looks || opt->preempt.policy->tasks_to_preempt))
        return sw_err_usage(j->err, "--%s: needs one kind of slot and --order fifo, fair, hfs or capacity; "
                            "--global does not go with it, nor --preempt, --speculate, --network and --failure-rate",
                            j->name);
    return SW_OK;
}

/* Y20, Y21 */
int together_am_share(const struct judged *j)
{
    const struct sw_options *opt = j->opt;
    const struct sw_order *order = opt->order.policy;
    if (opt->am_container_us && opt->am_share >= 0 && !order->needy_first
        && !(order->by_capacity && opt->heartbeat_us && !opt->continuous_us))
        return sw_err_usage(j->err, "--%s: needs --order hfs, or capacity and a heartbeat without --continuous",
                            j->name);
    return SW_OK;
}

/* Y16 */
int together_reservable(const struct judged *j)
{
    const struct sw_options *opt = j->opt;
    const struct sw_delay *delay = opt->delay.policy;
    /* needs_places: capacity's rule, which goes by where tasks want to run (Y3). */
    bool yarn = opt->delay.clock == SW_DELAY_NONE || (delay->yarn && !delay->yarn->needs_places);
    if (opt->reservable >= 0
        && (!opt->heartbeat_us || !j->cl->one_kind || !yarn || !order_is_listed(j, "hfs")
            || opt->global.policy->decides || opt->preempt.policy->looks || opt->preempt.policy->tasks_to_preempt
            || opt->placement == SW_PLACE_REDRAW))
        return sw_err_usage(j->err, "--%s: needs --order hfs, --delay yarn, yarn-time or none, a heartbeat and "
                            "one kind of slot; --preempt does not go with it, nor --placement redraw", j->name);
    return SW_OK;
}

/* ---- gangs (G2) --------------------------------------------------------------------------------------------- */

int together_width(const struct judged *j)
{
    static const char orders[] =
        "fifo, sjf, srtf, cput, fair, hfs, usage, windows, quota, quota-usage and multifactor";
    const struct sw_options *opt = j->opt;
    if (opt->gang.width == SW_WIDTH_NONE)
        return SW_OK;
    if (!order_is_listed(j, orders))
        return sw_err_usage(j->err, "--%s: goes with --order %s, not %s", j->name, orders, opt->order.policy->name);
    if (check_one_kind(j, "") != SW_OK)
        return SW_FAIL;
    if (j->cl->changes)
        return sw_err_usage(j->err, "--%s: needs nodes that are there from beginning to end, with the same slots",
                            j->name);
    if (check_because(j, OPTION_BY_WIDTH) != SW_OK || check_refused(j, OPTION_NOT_WITH_WIDTH, "it") != SW_OK)
        return SW_FAIL;
    return check_refused(j, OPTION_NOT_IN_ROUNDS, "it");
}

/* G11.3 */
int together_max_starve(const struct judged *j)
{
    const struct sw_options *opt = j->opt;
    if (opt->gang.width == SW_WIDTH_NONE || opt->gang.max_starve_us < 0)
        return SW_OK;
    if (opt->order.policy->uses_pools)
        return sw_err_usage(j->err, "--%s: goes with orders that look at no pools, not %s", j->name,
                            opt->order.policy->name);
    if (opt->gang.reservations > 0)
        return sw_err_usage(j->err, "--%s: goes with --backfill none or skip", j->name);
    return opt->gang.switches_us ? sw_err_usage(j->err, "--%s: --switches does not go with it", j->name) : SW_OK;
}

/* G13.3 */
static int check_partitions(const struct judged *j)
{
    static const char option[] = "partitions"; /* a program's own */
    const struct sw_options *opt = j->opt;
    if (opt->gang.width == SW_WIDTH_NONE || !j->cl->n_partitions)
        return SW_OK;
    if (!opt->order.policy->by_points)
        return sw_err_usage(j->err, "--%s: goes with --order multifactor, not %s", option, opt->order.policy->name);
    if (opt->gang.reservations > 0 && !opt->gang.whole_reserved)
        return sw_err_usage(j->err, "--%s: goes with --backfill none, skip or slurm", option);
    return SW_OK;
}

/* Whole nodes are counted, so each has the same slots. */
int together_whole_nodes(const struct judged *j)
{
    const struct sw_node *node = j->cl->node;
    if (check_partitions(j) != SW_OK)
        return SW_FAIL;
    for (uint32_t i = 1; j->opt->gang.width == SW_WIDTH_NODES && i < j->cl->n_nodes; i++)
        if (node[i].span[0].slots[0] != node[0].span[0].slots[0])
            return sw_err_usage(j->err, "--%s: nodes: '%s' and '%s' differ in slots", j->name, node[0].name,
                                node[i].name);
    return SW_OK;
}

/* ---- queues (V8) -------------------------------------------------------------------------------------------- */

int together_admission(const struct judged *j)
{
    static const char orders[] = "fifo, fair, hfs, sjf, srtf, mlq, capacity and usage";
    if (!j->opt->admission.n)
        return SW_OK;
    if (check_refused(j, OPTION_NOT_WITH_QUEUES, "it") != SW_OK)
        return SW_FAIL;
    if (!order_is_listed(j, orders))
        return sw_err_usage(j->err, "--%s: goes with --order %s, not %s", j->name, orders, j->opt->order.policy->name);
    for (const struct sw_pool_list *pools = j->pools; pools; pools = pools->next)
        for (uint32_t i = 0; i < pools->n; i++)
            if (pools->at[i].max_jobs < SW_NO_LIMIT)
                return sw_err_usage(j->err, "--%s: pool '%s' has max_jobs, which queues stand in the place of",
                                    j->name, pools->at[i].name);
    return SW_OK;
}

/* ---- all --------------------------------------------------------------------------------------------- */

/* A1: reducers take the place of reduce slots, and with one kind of slot there are none. */
int together_admit(const struct judged *j)
{
    return j->opt->admit.policy->splits && j->cl->one_kind
               ? sw_err_usage(j->err, "--%s: cpac is for clusters with map and reduce slots", j->name)
               : SW_OK;
}

/* Second attempts would need the blocks of the first. */
int together_redraw(const struct judged *j)
{
    if (j->opt->placement != SW_PLACE_REDRAW)
        return SW_OK;
    if (j->opt->speculate.policy->slow)
        return sw_err_usage(j->err, "--%s: redraw has no blocks for copies (--speculate)", j->name);
    if (j->opt->failure_rate > 0)
        return sw_err_usage(j->err, "--%s: redraw has no blocks for tasks that failed (--failure-rate)", j->name);
    return SW_OK;
}

/* Y2 */
int together_places(const struct judged *j)
{
    const struct sw_yarn_delay *yarn = j->opt->delay.policy->yarn;
    return j->opt->placement == SW_PLACE_REDRAW && j->opt->delay.clock == SW_COUNT_OPPORTUNITIES && yarn
                   && yarn->needs_places
               ? sw_err_usage(j->err, "--%s: --delay capacity needs blocks that stay where they are", j->name)
               : SW_OK;
}

int together_check(const struct option_row *table, const struct sw_options *opt, const struct sw_cluster *cl,
                   const struct sw_pool_list *pools, struct sw_err *err)
{
    struct judged j = { NULL, table, { .opt = opt, .cl = cl }, opt, cl, pools, err };
    if (!cl->total_slots[0] && !cl->total_slots[1])
        return sw_err_set(err, "the cluster has no slots");
    /* --width has its own rules for what stands behind it. */
    const int last = opt->gang.width == SW_WIDTH_NONE ? OPTION_TURNS : OPTION_TURNS_OF_WIDTH;
    for (int turn = 1; turn <= last; turn++)
        for (const struct option_row *row = table; row->name; row++)
            for (size_t i = 0; i < sizeof row->check / sizeof *row->check && row->check[i].of; i++) {
                j.name = row->name;
                if (row->check[i].turn == turn && row->check[i].of(&j) != SW_OK)
                    return SW_FAIL;
            }
    return SW_OK;
}
