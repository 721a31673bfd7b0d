/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace.c - the front of sw_trace: opens the source, keeps the order, names the row in errors. A trace has one of
 * three sources: a reader (sw_trace_take()), files of any format (sw_trace_open()), or jobs that the caller makes
 * up (trace_from.c). Behind the source all are the same stream; a sorted trace stands between the two. */
#include <stdio.h>
#include <stdlib.h>
#include "lib/trace/stream/trace_private.h"

static struct sw_trace *new_trace(struct sw_err *err)
{
    struct sw_trace *t = calloc(1, sizeof *t);
    if (!t)
        sw_err_memory(err);
    return t;
}

/* Once the source is open, which tells what it gives: a tasks file needs the gatherer. */
static int prepare(struct sw_trace *t, struct sw_err *err)
{
    if (t->is_tasks)
        t->gather = calloc(1, sizeof *t->gather);
    return t->is_tasks && !t->gather ? sw_err_memory(err) : SW_OK;
}

int sw_trace_take(struct sw_trace **out, struct sw_csv *in, struct sw_err *err)
{
    struct sw_trace *t = new_trace(err);
    *out = NULL;
    if (!t) {
        sw_csv_close(in);
        return SW_FAIL;
    }
    t->source.csv = in;
    t->source.path = sw_csv_path(in);
    if (source_bind(t, err) != SW_OK || source_keep_extra_names(t, err) != SW_OK || prepare(t, err) != SW_OK) {
        sw_trace_free(t);
        return SW_FAIL;
    }
    *out = t;
    return SW_OK;
}

/* The check has to be known before the source is opened, as its reader then tolerates more. */
int sw_trace_open(struct sw_trace **out, const struct sw_trace_input *in, struct sw_err *err)
{
    struct sw_trace *t = new_trace(err);
    *out = NULL;
    if (!t)
        return SW_FAIL;
    t->check = in->check;
    if (source_open_first(t, in, err) != SW_OK || prepare(t, err) != SW_OK) {
        sw_trace_free(t);
        return SW_FAIL;
    }
    t->from_first = t->source.format->from_first;
    *out = t;
    return SW_OK;
}

void sw_trace_free(struct sw_trace *t)
{
    if (!t)
        return;
    gather_free(t->gather);
    trace_sort_free(t->sorted);
    source_close(&t->source);
    free(t->extras);
    free(t->gang_task);
    free(t->gang_text);
    if (t->from.end)
        t->from.end(t->from.ctx);
    free(t->from.name);
    free(t);
}

bool sw_trace_is_tasks(const struct sw_trace *t) { return t->is_tasks; }
const struct sw_importer *sw_trace_format(const struct sw_trace *t) { return t->source.format; }
void sw_trace_any_order(struct sw_trace *t) { t->any_order = true; }
void sw_trace_keep_rows(struct sw_trace *t) { t->keep_rows = true; }
size_t sw_trace_n_extras(const struct sw_trace *t) { return t->source.n_extras; }
struct sw_text sw_trace_extra_name(const struct sw_trace *t, size_t i) { return t->source.extra_names[i]; }

uint64_t sw_trace_n_jobs(const struct sw_trace *t) { return t->n_jobs; }

uint64_t sw_trace_n_rejected(const struct sw_trace *t)
{
    /* Of the files that are closed, and of the one that is open. */
    return t->source.n_rejected + (t->source.csv ? sw_csv_n_rejected(t->source.csv) : 0);
}

/* The one way by which jobs leave a trace. Times are moved here alone, whatever the jobs came through. */
int sw_trace_next(struct sw_trace *t, struct sw_job *job, struct sw_err *err)
{
    int got = t->sorted ? trace_sort_next(t, job, err) : trace_next_unsorted(t, job, err);
    if (got == 1) {
        t->n_jobs++;
        trace_origin_shift(t, job);
    }
    return got;
}

/* ---- what is wrong ------------------------------------------------------------------------------ */

int sw_trace_err(const struct sw_trace *t, const struct sw_job *job, const char *column, struct sw_err *err,
                 const char *fmt, ...)
{
    char text[512];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    return sw_err_data(err, job->path ? job->path : t->source.path, job->line, column, "%s", text);
}
