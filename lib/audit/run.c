/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.c - the groups of checks, one after the other, for each run of the log. */
#include "lib/audit/audit.h"
#include <stdlib.h>
#include <string.h>

static void check_run(struct audit *a)
{
    bool copied = a->rules.splits; /* A4: the end of copying, which is a time, gives a heartbeat */
    void (*const groups[])(struct audit *)
        = { audit_log_rows, audit_tasks, copied ? audit_times : audit_nodes_beats,
            copied ? audit_nodes_beats : audit_times, audit_nodes_slots, audit_sweep },
        (*const of_gangs[])(struct audit *) = { audit_log_rows, audit_tasks, audit_times, audit_gangs };
    uint32_t n_jobs = a->n_jobs, n_stages = a->n_stages;
    audit_load_seed(a, a->n_rows ? a->row->run : 0);
    for (size_t i = 0; i < (a->rules.gangs ? 4 : 6) && (i == 0 || !a->group); i++)
        (a->rules.gangs ? of_gangs : groups)[i](a);
    a->n_jobs = n_jobs; /* without the lives of this run */
    a->n_stages = n_stages;
}

/* Rows of one run stand together. */
static void check_runs(struct audit *a)
{
    size_t from = 0, to;
    do {
        for (to = from; to < a->n_all_rows && a->all_rows[to].run == a->all_rows[from].run; to++)
            ;
        a->row = a->n_all_rows > 0 ? a->all_rows + from : NULL; /* no rows, no array */
        a->n_rows = to - from;
        check_run(a);
        from = to;
    } while (from < a->n_all_rows && !a->group);
}

static int report(const struct audit *a, struct sw_err *err)
{
    if (!a->group)
        return SW_OK;
    return sw_err_data(err, a->log_path, a->fault_line == UINT64_MAX ? 0 : a->fault_line, NULL, "%s", a->fault);
}

/* Whose rows are whose, restarts would leave open. */
static int check_ids(const struct audit *a, struct sw_err *err)
{
    for (uint32_t j = 0; j < a->n_jobs && a->rules.admission.n; j++)
        if (a->job[j].again != NONE)
            return sw_err_usage(err, "--audit: with --admission no two jobs may be called '%s'", a->job[j].id);
    return SW_OK;
}

struct call { struct audit a; const struct sw_audit_input *in; struct sw_csv *log; struct sw_err *err; };

/* Nothing below frees on its way out: the blocks go together when the audit is over. */
static int check_log(void *of)
{
    struct call *call = of;
    struct audit *a = &call->a;
    const struct sw_audit_input *in = call->in;
    struct sw_err *err = call->err;
    if (in->cluster->keeps)
        return sw_err_usage(err, "--audit: does not know rows of a cluster that leave idle (B20)");
    int status = audit_load(a, in, err);
    if (status == SW_OK)
        status = check_ids(a, err);
    if (status == SW_OK)
        status = audit_log_read(a, call->log, err);
    if (status != SW_OK)
        return status;
    check_runs(a);
    return report(a, err);
}

int sw_audit_log(const struct sw_audit_input *in, struct sw_csv *log, const char **unchecked, struct sw_err *err)
{
    struct memory memory = { 0 };
    struct call call = { .in = in, .log = log, .err = err,
                         .a = { .cl = in->cluster, .vary = in->vary, .first_seed = in->opt->seed,
                                .log_path = sw_csv_path(log) } };
    int status = audit_rules(&call.a.rules, in->opt, in->cluster, unchecked, err);
    if (status == SW_OK)
        status = memory_guard(&memory, check_log, &call, err);
    memory_clear(&memory);
    sw_csv_close(log);
    return status;
}
