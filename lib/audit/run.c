/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run.c - the groups of checks, one after the other, for each run of the log. */
#include "lib/audit/audit.h"
#include <stdlib.h>
#include <string.h>

static void check_run(struct audit *a)
{
    bool copied = a->rules.splits; /* A4: the end of copying, which is a time, gives a heartbeat */
    void (*const groups[])(struct audit *) = { audit_rows, audit_tasks, copied ? audit_times : audit_beats, copied ? audit_beats : audit_times,
                                               audit_slots, audit_sweep };
    audit_seed(a, a->n_rows ? a->row->run : 0);
    for (size_t i = 0; i < sizeof groups / sizeof *groups && (i == 0 || !a->group); i++)
        groups[i](a);
}

/* Rows of one run stand together. */
static void check_runs(struct audit *a)
{
    size_t from = 0, to;
    do {
        for (to = from; to < a->n_all_rows && a->all_rows[to].run == a->all_rows[from].run; to++)
            ;
        a->row = a->all_rows + from;
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

int sw_audit_log(const struct sw_audit_input *in, struct sw_csv *log, const char **unchecked, struct sw_err *err)
{
    struct audit a = { .cl = in->cluster, .vary = in->vary, .first_seed = in->opt->seed };
    char *path = strdup(sw_csv_path(log));
    a.log_path = path;
    int status = audit_rules(&a.rules, in->opt, in->cluster, unchecked, err);
    if (status == SW_OK && in->cluster->keeps)
        status = sw_err_usage(err, "--audit: does not know rows of a cluster that leave idle (B20)");
    if (status == SW_OK)
        status = audit_load(&a, in, err);
    if (status == SW_OK)
        status = audit_read(&a, log, err);
    sw_csv_close(log);
    if (status == SW_OK) {
        check_runs(&a);
        status = report(&a, err);
    }
    audit_unload(&a);
    free(path);
    return status;
}
