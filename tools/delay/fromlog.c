/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fromlog.c - slot-delay recommend LOG: parameters that are not given are measured. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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
    struct estimate_ratio r = estimate_penalty(m, MEASURE_ANY);
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

int fromlog_take(struct config *cfg, const struct sw_cli *cli, struct sw_err *err)
{
    struct measure_input in = { .files = cli->files, .n_files = cli->n_named };
    struct measure m;
    int status = measure_read(&m, &in, cli, err);
    if (status == SW_OK) {
        estimate_sweep(&m, 0.95);
        status = set_all(cfg, &m, err);
    }
    measure_clear(&m);
    return status;
}
