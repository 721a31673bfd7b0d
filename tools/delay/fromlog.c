/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fromlog.c - what logs tell of the parameters of formulas. lib/log/measure.h measures; here the numbers become
 * values of parameters, where none are given. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/trace/stream/trace_private.h"
#include "tools/delay/delay.h"

/* Of several applications the waits may differ, so none is taken. */
void fromlog_warn(const struct sw_cli *cli, const struct sw_trace *t)
{
    if (sw_damage_total(sw_trace_damage(t)) > 0)
        sw_cli_warn(cli, "the log is damaged (slot-trace --check tells where)");
    if (source_logs(t) > 1)
        sw_cli_warn(cli, "%zu applications, each with executors of its own: slots and their releases are those of all "
                    "together, and no wait is taken from them", source_logs(t));
}

/* Rates need no order of the jobs, but the rows as they are. */
static int measure_trace(struct measure *m, struct sw_trace *t, const char *file, const char *cluster,
                         const struct sw_cli *cli, struct sw_err *err)
{
    sw_trace_any_order(t);
    sw_trace_keep_rows(t);
    if (measure_read(m, t, t, file, err) != SW_OK)
        return SW_FAIL;
    fromlog_warn(cli, t);
    return measure_nodes(m, t, cluster, err);
}

int fromlog_measure(struct measure *m, const char *const files[], size_t n_files, const char *cluster, double busy,
                    const struct sw_cli *cli, struct sw_err *err)
{
    struct sw_cli_progress progress = { .cli = cli, .what = "jobs read" };
    struct sw_trace_input input = { .files = files, .n_files = n_files, .rules = SW_IMPORT_RULES_DEFAULT,
                                    .tell = sw_cli_tell, .context = &progress };
    struct sw_trace *t;
    /* The caller clears m also after a failure. */
    if (measure_start(m, err) != SW_OK || sw_trace_open(&t, &input, err) != SW_OK)
        return SW_FAIL;
    int status = measure_trace(m, t, files[0], cluster, cli, err);
    sw_trace_free(t);
    if (status == SW_OK)
        estimate_sweep(m, busy);
    return status;
}

/* Under load a rate is known from ten ends on. */
struct log_rates fromlog_rates(const struct measure *m)
{
    bool busy = m->n_busy_ends >= 10 && m->busy_s > 0;
    return (struct log_rates){ .busy_s = m->busy_s, .span_s = m->span_s,
        .busy_rate = busy ? (double)m->n_busy_ends / m->busy_s : NAN,
        .span_rate = m->span_s > 0 ? (double)m->n_ends / m->span_s : NAN };
}

/* A value that was given goes before the log's. */
int fromlog_set(struct formula_config *cfg, enum sw_param p, double x, struct sw_err *err)
{
    char digits[32]; /* no sample is good for more than six digits */
    snprintf(digits, sizeof digits, "%.6g", x);
    /* A log's number may lie outside of what the option takes, and is moved to the nearest end. */
    double limited = fmin(fmax(strtod(digits, NULL), sw_params[p].min), sw_params[p].max);
    struct sw_list one = { 1, &limited };
    return cfg->given[p].n > 0 || isnan(x) ? SW_OK : values_add(&cfg->given[p], &one, false, err);
}

/* The rate under load, or that of the whole log where too little of it is under load. */
static int set_rate(struct formula_config *cfg, const struct measure *m, struct sw_err *err)
{
    cfg->from_log = true;
    cfg->log = fromlog_rates(m);
    /* --task-time gives a rate, too: all slots busy. */
    cfg->rate_given = cfg->given[SW_P_RELEASE_RATE].n > 0 || cfg->given[SW_P_TASK_TIME].n > 0;
    if (fromlog_set(cfg, SW_P_NODES, m->nodes > 0 ? (double)m->nodes : NAN, err) != SW_OK)
        return SW_FAIL;
    double rate = isnan(cfg->log.busy_rate) ? cfg->log.span_rate : cfg->log.busy_rate;
    return cfg->rate_given ? SW_OK : fromlog_set(cfg, SW_P_RELEASE_RATE, rate, err);
}

int fromlog_convert(struct formula_config *cfg, const struct sw_cli *cli, struct sw_err *err)
{
    struct measure m;
    /* 0.95: a cluster counts as loaded from that share of its slots on. */
    int status = fromlog_measure(&m, cli->files, cli->n_named, NULL, 0.95, cli, err);
    if (status == SW_OK)
        status = set_rate(cfg, &m, err);
    measure_clear(&m);
    return status;
}
