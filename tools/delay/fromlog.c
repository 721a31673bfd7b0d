/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fromlog.c - slot-delay recommend LOG: parameters that are not given are measured. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tools/delay/fromlog.h"
#include "tools/delay/estimate.h"

static int set_measured(struct config *cfg, enum sw_param p, double x, struct sw_err *err)
{
    char digits[32]; /* no sample is good for more than six digits */
    snprintf(digits, sizeof digits, "%.6g", x);
    double limited = fmin(fmax(strtod(digits, NULL), sw_params[p].min), sw_params[p].max);
    struct sw_list one = { 1, &limited };
    return cfg->given[p].n > 0 || isnan(x) ? SW_OK : values_add(&cfg->given[p], &one, false, err);
}

/* Mean time of the tasks that read blocks, at the node or anywhere. NaN: there are none. */
static double mean_s(const struct measure *m, bool at_node)
{
    struct sw_moments s = { 0 };
    for (size_t i = 0; i < m->n_tasks; i++)
        if (!at_node || m->tasks[i].level == MEASURE_NODE)
            sw_moments_add(&s, m->tasks[i].s);
    return sw_moments_mean(&s);
}

/* The extra time of a remote task is (penalty - 1) x the time of a local one; so are the ends of its interval. */
static int set_cost(struct config *cfg, struct measure *m, struct sw_err *err)
{
    struct estimate_ratio r = estimate_penalty(m, MEASURE_ANY, MEASURE_ALL);
    double node_s = mean_s(m, true);
    if (cfg->given[SW_P_REMOTE_COST].n > 0)
        return SW_OK;
    cfg->judge_interval = true;
    if (m->n_tasks == 0)
        cfg->cannot_tell = "no task in the log is known to read a block, so nothing shows what waiting would bring";
    else if (!r.tells)
        cfg->cannot_tell =
            "the log has too few tasks at different distances in the same stage to tell what a remote one costs";
    if (cfg->cannot_tell != NULL)
        return SW_OK;
    cfg->cost_lo_s = fmax(0, (r.lo - 1) * node_s);
    cfg->cost_hi_s = fmax(0, (r.hi - 1) * node_s);
    return set_measured(cfg, SW_P_REMOTE_COST, fmax(0, (r.value - 1) * node_s), err);
}

/* The formula asked about the log itself: its cluster, its usual job, the wait of its settings. With --nodes or
 * --replication the question is about another cluster, on which nothing was recorded. */
static void set_recorded(struct config *cfg, const struct measure *m, double nodes, double tasks, double rate)
{
    static const double TOO_FAR = 0.1; /* ten points */
    uint64_t n_node = sw_quantiles_n(m->level_s[MEASURE_NODE]);
    struct sw_model_job job = { (uint64_t)fmax(nodes, 1), (uint64_t)fmin(3, fmax(nodes, 1)), (uint64_t)fmax(tasks, 1) };
    bool own = cfg->given[SW_P_NODES].n == 0 && cfg->given[SW_P_REPLICATION].n == 0;
    cfg->from_log = true;
    cfg->recorded_tasks = m->n_tasks;
    cfg->recorded_locality = m->n_tasks > 0 ? (double)n_node / (double)m->n_tasks : NAN;
    cfg->recorded_wait_s = m->wait_s;
    cfg->formula_locality = NAN;
    if (!own || isnan(nodes) || isnan(tasks))
        return;
    double skips = isnan(m->wait_s) || isnan(rate) ? 0 : m->wait_s * rate;
    cfg->formula_locality = sw_model_locality_algorithm(&job, skips);
    cfg->disagree = fabs(cfg->formula_locality - cfg->recorded_locality) > TOO_FAR;
}

/* convert: nodes and release rate, unless they are given or follow from what is. */
static int set_rate(struct config *cfg, double nodes, double rate, struct sw_err *err)
{
    cfg->from_log = true;
    cfg->rate_given = cfg->given[SW_P_RELEASE_RATE].n > 0 || cfg->given[SW_P_TASK_TIME].n > 0;
    if (set_measured(cfg, SW_P_NODES, nodes, err) != SW_OK)
        return SW_FAIL;
    return cfg->rate_given ? SW_OK : set_measured(cfg, SW_P_RELEASE_RATE, rate, err);
}

static int set_all(struct config *cfg, struct measure *m, struct sw_err *err)
{
    double nodes = m->nodes > 0 ? (double)m->nodes : NAN;
    bool busy = m->n_busy_ends >= 10 && m->busy_s > 0;
    cfg->busy_s = m->busy_s;
    cfg->span_s = m->span_s;
    cfg->busy_rate = busy ? (double)m->n_busy_ends / m->busy_s : NAN;
    cfg->span_rate = m->span_s > 0 ? (double)m->n_ends / m->span_s : NAN;
    double rate = busy ? cfg->busy_rate : cfg->span_rate;
    double readers = sw_quantiles_get(m->readers_per_job, 0.5), time_s = mean_s(m, false);
    double tasks = isnan(readers) ? sw_quantiles_get(m->tasks_per_job, 0.5) : readers;
    if (strcmp(cfg->formula->name, "convert") == 0)
        return set_rate(cfg, nodes, rate, err);
    if (cfg->given[SW_P_NODES].n == 0 && isnan(nodes))
        return sw_err_usage(err, "--nodes: needed, since the log does not tell");
    set_recorded(cfg, m, nodes, round(tasks), rate);
    if (set_measured(cfg, SW_P_NODES, nodes, err) != SW_OK ||
        set_measured(cfg, SW_P_SLOTS_PER_NODE, round((double)m->slots / nodes), err) != SW_OK ||
        set_measured(cfg, SW_P_TASKS, round(tasks), err) != SW_OK ||
        set_measured(cfg, SW_P_TASK_TIME, isnan(time_s) ? sw_moments_mean(&m->mean_s) : time_s, err) != SW_OK ||
        set_measured(cfg, SW_P_RELEASE_RATE, rate, err) != SW_OK)
        return SW_FAIL;
    if (cfg->given[SW_P_REPLICATION].n == 0 && cfg->given[SW_P_NODES].at[0] < 3 &&
        set_measured(cfg, SW_P_REPLICATION, cfg->given[SW_P_NODES].at[0], err) != SW_OK)
        return SW_FAIL;
    return set_cost(cfg, m, err);
}

/* ---- what a replay decides -------------------------------------------------------------------- */

/* The part of a remote task's excess that a task in the rack has. All of it where the log cannot tell: then a wait for
 * the rack brings nothing. */
static double rack_part(struct measure *m, const struct estimate_ratio *off)
{
    struct estimate_ratio rack = estimate_penalty(m, MEASURE_RACK, MEASURE_ALL);
    if (!rack.tells || !off->tells || off->value <= 1.02)
        return 1;
    return fmin(1, fmax(0, (rack.value - 1) / (off->value - 1)));
}

static struct decide_penalty penalty_of(struct measure *m, uint32_t pool)
{
    struct estimate_ratio off = estimate_penalty(m, MEASURE_ANY, pool);
    struct decide_penalty p = { .rack = rack_part(m, &off) };
    if (!off.tells)
        off = estimate_penalty(m, MEASURE_RACK, pool);
    if (off.tells)
        p = (struct decide_penalty){ true, false, off.lo, off.value, off.hi, p.rack };
    return p;
}

/* The pools of which two have penalties that cannot be one. */
static size_t list_pools(struct measure *m, struct decide_pool *pools, size_t most)
{
    size_t n = 0;
    bool differ = false;
    for (size_t i = 0; i < sw_keys_count(m->pools) && n < most; i++) {
        struct decide_penalty p = penalty_of(m, (uint32_t)i);
        size_t len;
        const char *name = sw_keys_text(m->pools, i, &len);
        if (!p.known || len >= sizeof pools->name)
            continue;
        pools[n].penalty = p;
        memcpy(pools[n].name, name, len);
        pools[n++].name[len] = '\0';
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            differ |= pools[i].penalty.hi < pools[k].penalty.lo;
    return differ ? n : 0;
}

/* The log's own cluster and jobs are asked about: nothing is given that describes others. */
static bool is_own(const struct config *cfg, const struct sw_cli *cli)
{
    static const enum sw_param others[] = { SW_P_NODES, SW_P_RACKS, SW_P_SLOTS_PER_NODE, SW_P_TASKS, SW_P_TASK_TIME,
                                            SW_P_RELEASE_RATE };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (cfg->given[others[i]].n > 0)
            return false;
    return cli->n_named == 1 && strcmp(cli->files[0], "-") != 0 && cfg->given[SW_P_REMOTE_COST].n < 2
        && cfg->given[SW_P_REPLICATION].n < 2;
}

static double formula_wait_s(const struct config *cfg, double rate)
{
    struct sw_model_question q = { .job = { 1, 1, 1 }, .racks = 1, .locality = 0.95, .release_rate = rate,
                                   .task_time_s = NAN, .remote_cost_s = NAN };
    struct sw_model_advice a;
    struct sw_err none = { SW_EXIT_OK, "" };
    if (cfg->given[SW_P_TASKS].n == 0)
        return NAN;
    q.job.nodes = (uint64_t)cfg->given[SW_P_NODES].at[0];
    q.job.replication = q.job.nodes < 3 ? q.job.nodes : 3;
    q.job.tasks = (uint64_t)fmax(1, cfg->given[SW_P_TASKS].at[0]);
    return rate > 0 && sw_model_recommend(&q, &a, &none) == SW_OK ? a.w1_s : NAN;
}

static int ask_replays(struct config *cfg, struct measure *m, const struct sw_cli *cli, double remote_cost_s,
                       double replication, struct sw_err *err)
{
    enum { MOST_POOLS = 8 };
    struct decide_pool pools[MOST_POOLS];
    double node_s = mean_s(m, true), all_s = mean_s(m, false);
    struct decide_ask ask = { .file = cli->files[0], .preset = cfg->preset, .order = cfg->order,
        .cluster = cfg->cluster, .pools_file = cfg->pools_file,
        .replication = isnan(replication) ? 3 : (uint64_t)replication,
        .runs = cfg->runs, .seed = cli->seed, .penalty = penalty_of(m, MEASURE_ALL), .pools = pools };
    ask.task_s = isnan(all_s) ? sw_moments_mean(&m->mean_s) : all_s;
    ask.local_s = isnan(node_s) ? ask.task_s : node_s;
    ask.formula_s = formula_wait_s(cfg, isnan(cfg->busy_rate) ? cfg->span_rate : cfg->busy_rate);
    if (!isnan(remote_cost_s)) {
        double times = 1 + remote_cost_s / ask.local_s;
        ask.penalty = (struct decide_penalty){ true, true, times, times, times, ask.penalty.rack };
    } else
        ask.n_pools = list_pools(m, pools, MOST_POOLS);
    if ((cfg->decided = calloc(1, sizeof *cfg->decided)) == NULL)
        return sw_err_memory(err);
    return decide(cli, &ask, cfg->decided, err);
}

int fromlog_take(struct config *cfg, const struct sw_cli *cli, struct sw_err *err)
{
    bool own = strcmp(cfg->formula->name, "recommend") == 0 && is_own(cfg, cli);
    double cost_s = cfg->given[SW_P_REMOTE_COST].n > 0 ? cfg->given[SW_P_REMOTE_COST].at[0] : NAN;
    double replication = cfg->given[SW_P_REPLICATION].n > 0 ? cfg->given[SW_P_REPLICATION].at[0] : NAN;
    struct measure_input in = { .files = cli->files, .n_files = cli->n_named, .cluster = cfg->cluster };
    struct measure m;
    int status = measure_read(&m, &in, cli, err);
    if (status == SW_OK) {
        estimate_sweep(&m, 0.95);
        status = set_all(cfg, &m, err);
    }
    if (status == SW_OK && own)
        status = ask_replays(cfg, &m, cli, cost_s, replication, err);
    measure_clear(&m);
    return status;
}
