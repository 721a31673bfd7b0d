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

/* The extra time of a remote task is (penalty - 1) x the time of a local one; so are the ends of its interval. */
static int set_cost(struct config *cfg, struct measure *m, struct sw_err *err)
{
    struct estimate_ratio r = estimate_penalty(m, MEASURE_ANY, MEASURE_ALL);
    double node_s = measure_mean_s(m, true);
    if (cfg->given[SW_P_REMOTE_COST].n > 0)
        return SW_OK;
    cfg->judge_interval = true;
    if (m->n_tasks == 0)
        cfg->cannot_tell = "no task in the log is known to read a block, so nothing shows what waiting would bring";
    else if (!r.tells)
        cfg->cannot_tell =
            "the log has too few tasks at different distances in the same stage to tell what a remote one costs";
    if (cfg->cannot_tell)
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
    double readers = sw_quantiles_get(m->readers_per_job, 0.5), time_s = measure_mean_s(m, false);
    double tasks = isnan(readers) ? sw_quantiles_get(m->tasks_per_job, 0.5) : readers;
    if (strcmp(cfg->formula->name, "convert") == 0)
        return set_rate(cfg, nodes, rate, err);
    if (cfg->given[SW_P_NODES].n == 0 && isnan(nodes))
        return sw_err_usage(err, "--nodes: needed, since the log does not tell");
    set_recorded(cfg, m, nodes, round(tasks), rate);
    if (set_measured(cfg, SW_P_NODES, nodes, err) != SW_OK
        || set_measured(cfg, SW_P_SLOTS_PER_NODE, round((double)m->slots / nodes), err) != SW_OK
        || set_measured(cfg, SW_P_TASKS, round(tasks), err) != SW_OK
        || set_measured(cfg, SW_P_TASK_TIME, isnan(time_s) ? sw_moments_mean(&m->mean_s) : time_s, err) != SW_OK
        || set_measured(cfg, SW_P_RELEASE_RATE, rate, err) != SW_OK)
        return SW_FAIL;
    if (cfg->given[SW_P_REPLICATION].n == 0 && cfg->given[SW_P_NODES].at[0] < 3
        && set_measured(cfg, SW_P_REPLICATION, cfg->given[SW_P_NODES].at[0], err) != SW_OK)
        return SW_FAIL;
    return set_cost(cfg, m, err);
}

/* ---- what a replay decides -------------------------------------------------------------------- */

/* The log's own cluster and jobs are asked about: nothing is given that describes others, and no list of costs. */
static bool is_own(const struct config *cfg)
{
    static const enum sw_param others[] = { SW_P_NODES, SW_P_RACKS, SW_P_SLOTS_PER_NODE, SW_P_TASKS, SW_P_TASK_TIME,
                                            SW_P_RELEASE_RATE };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (cfg->given[others[i]].n > 0)
            return false;
    return cfg->given[SW_P_REMOTE_COST].n < 2 && cfg->given[SW_P_REPLICATION].n < 2;
}

static int ask_replays(struct config *cfg, struct measure *m, const struct sw_cli *cli, const char *file,
                       const struct decide_ask *ask, struct sw_err *err)
{
    struct decide_ask whole = *ask;
    whole.file = file;
    whole.name = strcmp(cli->files[0], "-") == 0 ? "standard input" : cli->files[0];
    whole.given = cfg->of_log;
    whole.runs = cfg->runs;
    if (!(cfg->decided = calloc(1, sizeof *cfg->decided)))
        return sw_err_memory(err);
    return decide(cli, &whole, m, cfg->decided, err);
}

static int measure_log(struct config *cfg, const struct sw_cli *cli, const char *const files[], size_t n_files,
                       bool own, struct sw_err *err)
{
    const struct decide_ask ask = {
        .remote_cost_s = cfg->given[SW_P_REMOTE_COST].n > 0 ? cfg->given[SW_P_REMOTE_COST].at[0] : NAN,
        .replication = cfg->given[SW_P_REPLICATION].n > 0 ? (uint64_t)cfg->given[SW_P_REPLICATION].at[0] : 0 };
    struct measure_input in = { .files = files, .n_files = n_files, .cluster = cfg->of_log[DECIDE_CLUSTER] };
    struct measure m;
    int status = measure_read(&m, &in, cli, err);
    if (status == SW_OK) {
        estimate_sweep(&m, 0.95);
        status = set_all(cfg, &m, err);
    }
    if (status == SW_OK && own)
        status = ask_replays(cfg, &m, cli, files[0], &ask, err);
    measure_clear(&m);
    return status;
}

/* A log that is replayed is read twice, a pipe once. */
int fromlog_take(struct config *cfg, const struct sw_cli *cli, struct sw_err *err)
{
    bool own = strcmp(cfg->formula->name, "recommend") == 0 && is_own(cfg);
    if (!own)
        return measure_log(cfg, cli, cli->files, cli->n_named, false, err);
    if (cli->n_named > 1)
        return sw_err_usage(err, "one log at a time is replayed: '%s' (slot-trace --sort LOG... makes one of several)",
                            cli->files[1]);
    if (!decide_is_piped(cli->files[0]))
        return measure_log(cfg, cli, cli->files, 1, true, err);
    char copy[DECIDE_COPY];
    const char *const files[] = { copy, NULL };
    if (decide_copy(cli, copy, err) == SW_OK && measure_log(cfg, cli, files, 1, true, err) == SW_OK)
        return SW_OK;
    decide_name_copy(copy, cli->files[0], err);
    return SW_FAIL;
}
