/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.c - the groups of checks, one after the other, for each run of the log. */
#include "lib/audit/audit.h"
#include <stdio.h>
#include <string.h>

typedef void group_of_checks(struct audit *a);

/* A group is begun only if those before it found no fault. */
static void check_run(struct audit *a)
{
    static group_of_checks *const plain[] = { audit_log_rows, audit_tasks, audit_nodes_beats, audit_times,
                                              audit_nodes_slots, audit_counts, NULL },
        /* A4: the end of copying, which is a time, gives a heartbeat */
        *const splits[] = { audit_log_rows, audit_tasks, audit_times, audit_nodes_beats, audit_nodes_slots,
                            audit_counts, NULL },
        *const gangs[] = { audit_log_rows, audit_tasks, audit_times, audit_gangs, audit_nodes_slots, audit_counts,
                           NULL },
        /* V1: which life of a job an attempt is of, a log does not say */
        *const queues[] = { audit_log_rows, audit_tasks, audit_nodes_beats, audit_nodes_slots, audit_counts, NULL };
    group_of_checks *const *group = a->rules.queues ? queues : a->rules.gangs ? gangs : plain;
    if (group == plain && a->rules.splits)
        group = splits;
    audit_load_seed(a, a->n_rows ? a->row->run : 0);
    if (a->rules.queues)
        audit_fault_open(a, "which admission of its job an attempt is of (--admission)");
    for (size_t i = 0; group[i] && (i == 0 || !a->group); i++)
        group[i](a);
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

/* What memory_guard() hands on to check_log(): the audit, its arguments and where its result goes. */
struct call {
    struct audit a;
    const struct sw_audit_input *in;
    struct sw_csv *log;
    struct sw_audit_found *found;
    struct sw_err *err;
};

/* Nothing below frees on its way out: the blocks go together when the audit is over. */
static int check_log(void *of)
{
    struct call *call = of;
    struct audit *a = &call->a;
    const struct sw_audit_input *in = call->in;
    struct sw_err *err = call->err;
    int status = audit_load(a, in, err) == SW_OK ? audit_log_read(a, call->log, err) : SW_FAIL;
    if (status != SW_OK)
        return status;
    check_runs(a);
    memcpy(call->found->open, a->open, sizeof a->open);
    if (!a->group)
        return SW_OK;
    return sw_err_data(err, a->log_path, a->fault_line == UINT64_MAX ? 0 : a->fault_line, NULL, "%s", a->fault);
}

int sw_audit_log(const struct sw_audit_input *in, struct sw_csv *log, struct sw_audit_found *found,
                 struct sw_err *err)
{
    struct memory memory = { 0 };
    struct call call = { .in = in, .log = log, .found = found, .err = err,
                         .a = { .cl = in->cluster, .vary = in->vary, .opt = in->opt,
                                .log_path = sw_csv_path(log) } };
    *found = (struct sw_audit_found){ 0 };
    /* Where no row can be judged that is said in place of a result, and the log is not read. */
    const char *unknown = audit_rules_unknown(in->opt, in->cluster);
    int status = SW_OK;
    audit_rules(&call.a.rules, in->opt, in->cluster, &found->unchecked);
    if (unknown)
        snprintf(found->open, sizeof found->open, "%s", unknown);
    else
        status = memory_guard(&memory, check_log, &call, err);
    memory_clear(&memory);
    sw_csv_close(log);
    return status;
}
