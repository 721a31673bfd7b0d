/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recommend_log.c - recommend LOG: parameters that are not given are measured, and replays decide. With options that
 * describe another cluster or job only the formula can answer, from what was measured. About the log itself its
 * replays decide, and the formula stands beside them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/trace/stream/trace_private.h"
#include "tools/advise/recommend/recommend.h"
#include "tools/delay/delay.h"

/* ---- what is measured -------------------------------------------------------------------------- */

/* The extra time of a remote task is (penalty - 1) x the time of a local one; so are the ends of its interval. */
static int set_cost(struct recommend *r, struct measure *m, struct sw_err *err)
{
    struct sw_ratio ratio = estimate_penalty(m, MEASURE_ANY, MEASURE_ALL);
    double node_s = measure_mean_s(m, true);
    /* A cost that was given is not judged by the log's interval. */
    if (r->f.given[SW_P_REMOTE_COST].n > 0)
        return SW_OK;
    r->judge_interval = true;
    if (m->n_tasks == 0)
        r->cannot_tell = "no task in the log is known to read a block, so nothing shows what waiting would bring";
    else if (!ratio.tells)
        r->cannot_tell =
            "the log has too few tasks at different distances in the same stage to tell what a remote one costs";
    if (r->cannot_tell)
        return SW_OK;
    r->cost_lo_s = fmax(0, (ratio.lo - 1) * node_s);
    r->cost_hi_s = fmax(0, (ratio.hi - 1) * node_s);
    return fromlog_set(&r->f, SW_P_REMOTE_COST, fmax(0, (ratio.value - 1) * node_s), err);
}

/* The formula asked about the log itself: its cluster, its usual job, the wait of its settings. With --nodes or
 * --replication the question is about another cluster, on which nothing was recorded. */
static void set_recorded(struct recommend *r, const struct measure *m, double nodes, double tasks, double rate)
{
    static const double TOO_FAR = 0.1; /* ten points */
    uint64_t n_node = sw_quantiles_n(m->level_s[MEASURE_NODE]);
    /* Three copies, as HDFS has by default, or one on each of fewer nodes. */
    struct sw_model_job job = { (uint64_t)fmax(nodes, 1), (uint64_t)fmin(3, fmax(nodes, 1)), (uint64_t)fmax(tasks, 1) };
    bool own = r->f.given[SW_P_NODES].n == 0 && r->f.given[SW_P_REPLICATION].n == 0;
    r->recorded_tasks = m->n_tasks;
    r->recorded_locality = m->n_tasks > 0 ? (double)n_node / (double)m->n_tasks : NAN;
    r->recorded_wait_s = m->wait_s;
    r->formula_locality = NAN;
    if (!own || isnan(nodes) || isnan(tasks))
        return;
    /* Skips that the log's own wait allows: a release is a chance to launch, and so a skip. */
    double skips = isnan(m->wait_s) || isnan(rate) ? 0 : m->wait_s * rate;
    r->formula_locality = sw_model_locality_algorithm(&job, skips);
    r->disagree = fabs(r->formula_locality - r->recorded_locality) > TOO_FAR;
}

/* Each parameter that is not given takes what the log has. Tasks of a job are the median of those that read blocks,
 * else of all. */
static int set_all(struct recommend *r, struct measure *m, struct sw_err *err)
{
    struct formula_config *f = &r->f;
    double nodes = m->nodes > 0 ? (double)m->nodes : NAN;
    double readers = sw_quantiles_get(m->readers_per_job, 0.5), time_s = measure_mean_s(m, false);
    double tasks = isnan(readers) ? sw_quantiles_get(m->tasks_per_job, 0.5) : readers;
    f->from_log = true;
    f->log = fromlog_rates(m);
    /* That under load, as the formulas take the slots to be busy; over all where too little was under load. */
    double rate = isnan(f->log.busy_rate) ? f->log.span_rate : f->log.busy_rate;
    if (f->given[SW_P_NODES].n == 0 && isnan(nodes))
        return sw_err_usage(err, "--nodes: needed, since the log does not tell");
    set_recorded(r, m, nodes, round(tasks), rate);
    if (fromlog_set(f, SW_P_NODES, nodes, err) != SW_OK
        || fromlog_set(f, SW_P_SLOTS_PER_NODE, round((double)m->slots / nodes), err) != SW_OK
        || fromlog_set(f, SW_P_TASKS, round(tasks), err) != SW_OK
        || fromlog_set(f, SW_P_TASK_TIME, isnan(time_s) ? sw_moments_mean(&m->mean_s) : time_s, err) != SW_OK
        || fromlog_set(f, SW_P_RELEASE_RATE, rate, err) != SW_OK)
        return SW_FAIL;
    /* Not more copies than there are nodes. */
    if (f->given[SW_P_REPLICATION].n == 0 && f->given[SW_P_NODES].at[0] < 3
        && fromlog_set(f, SW_P_REPLICATION, f->given[SW_P_NODES].at[0], err) != SW_OK)
        return SW_FAIL;
    return set_cost(r, m, err);
}

/* ---- what a replay decides -------------------------------------------------------------------- */

/* The log's own cluster and jobs are asked about: nothing is given that describes others, and no list of costs. */
static bool is_own(const struct formula_config *f)
{
    static const enum sw_param others[] = { SW_P_NODES, SW_P_RACKS, SW_P_SLOTS_PER_NODE, SW_P_TASKS, SW_P_TASK_TIME,
                                            SW_P_RELEASE_RATE };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (f->given[others[i]].n > 0)
            return false;
    return f->given[SW_P_REMOTE_COST].n < 2 && f->given[SW_P_REPLICATION].n < 2;
}

/* The log is in memory for its replay, so it is measured from there. A trace without rows of tasks goes to
 * measure_read(), which refuses it in its words. */
static int measure_own(struct recommend *r, const struct sw_cli *cli, const char *file, struct measure *m,
                       struct sw_err *err)
{
    struct sw_trace *facts = r->log->recorded.log->trace;
    if (measure_start(m, err) != SW_OK)
        return SW_FAIL;
    if (!sw_trace_is_tasks(facts))
        return measure_read(m, facts, facts, file, err);
    if (measure_read_log(m, r->log->recorded.log, file, err) != SW_OK)
        return SW_FAIL;
    fromlog_warn(cli, facts);
    return measure_nodes(m, facts, r->given[OF_CLUSTER], err);
}

/* 0.95: the share of the slots from which on the cluster counts as loaded, as by default in rates. */
static int measure_log_first(struct recommend *r, const struct sw_cli *cli, const char *file, struct sw_err *err)
{
    struct measure m;
    int status = measure_own(r, cli, file, &m, err);
    if (status == SW_OK) {
        estimate_sweep(&m, 0.95);
        status = set_all(r, &m, err);
    }
    measure_clear(&m);
    return status;
}

/* A given cost or replication goes into the replays as well. Pools that differ in what distance costs have rows of
 * their own. */
static int ask_replays(struct recommend *r, const struct sw_cli *cli, struct sw_err *err)
{
    const char *file = cli->files[0];
    const struct advised_ask ask = {
        .remote_cost_s = r->f.given[SW_P_REMOTE_COST].n > 0 ? r->f.given[SW_P_REMOTE_COST].at[0] : NAN,
        .replication = r->f.given[SW_P_REPLICATION].n > 0 ? (uint64_t)r->f.given[SW_P_REPLICATION].at[0] : 0,
        .by_pool = true, .n_runs = r->runs, .threads = (uint64_t)sysconf(_SC_NPROCESSORS_ONLN) };
    /* The readers of logs find their config in the command line. */
    struct sw_cli own = *cli;
    own.config = &r->replay;
    if (!(r->log = calloc(1, sizeof *r->log)))
        return sw_err_memory(err);
    r->log->name = strcmp(file, "-") == 0 ? "standard input" : file;
    if (recorded_read(&r->log->recorded, &own, file, err) != SW_OK)
        return SW_FAIL;
    /* Each application has an own wait, and the rows have room for one. */
    if (source_logs(r->log->recorded.log->trace) > 1)
        return sw_err_usage(err, "'%s' holds %zu applications, each with settings of its own: one is replayed "
                            "(slot-advise takes all)", file, source_logs(r->log->recorded.log->trace));
    if (measure_log_first(r, cli, r->log->name, err) != SW_OK || advised_study(r->log, &own, &ask, err) != SW_OK)
        return SW_FAIL;
    r->asked = true;
    r->replayed = !r->log->log->lacks;
    return r->replayed ? sw_study_classes(&r->log->study, &r->log->answer, r->class, &r->n_classes, err) : SW_OK;
}

int recommend_log(struct recommend *r, const struct sw_cli *cli, struct sw_err *err)
{
    /* About another cluster the formula alone is asked. */
    if (!is_own(&r->f)) {
        struct measure m;
        int status = fromlog_measure(&m, cli->files, cli->n_named, r->given[OF_CLUSTER], 0.95, cli, err);
        if (status == SW_OK)
            status = set_all(r, &m, err);
        measure_clear(&m);
        return status;
    }
    if (cli->n_named > 1)
        return sw_err_usage(err, "one log at a time is replayed: '%s' (slot-trace --sort LOG... makes one of several)",
                            cli->files[1]);
    return ask_replays(r, cli, err);
}
