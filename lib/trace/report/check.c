/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.c - the damage report: every fault of a row or a job, and what only the whole trace can show. Faults of
 * rows are counted by the stream itself while it reads (source.c, `t->check`); faults of jobs and of their order
 * are found here; damage of a log was counted by its importer. One table prints all three, each with its first
 * place. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/trace/import/nameset.h"
#include "lib/trace/stream/trace_private.h"

/* Faults beyond those of a single job. */
enum { DUPLICATE = SW_FAULT_N, APART, AFTER_UNKNOWN, AFTER_LATER, GAP, LONG, N_KINDS };

/* The words of the column `what`, in the order in which they are printed. */
static const char *const kinds[N_KINDS] = {
    [SW_FAULT_UNREADABLE] = "unreadable", [SW_FAULT_MISSING] = "missing_value", [SW_FAULT_NEGATIVE] = "negative_value",
    [SW_FAULT_RANGE] = "out_of_range", [SW_FAULT_NO_TASKS] = "no_tasks", [SW_FAULT_ORDER] = "out_of_order",
    [SW_FAULT_BACKWARDS] = "finish_before_launch", [SW_FAULT_DIFFERS] = "differs_from_first_row",
    [SW_FAULT_REPEATED_TASK] = "duplicate_task", [SW_FAULT_PARENTS] = "bad_parents",
    [DUPLICATE] = "duplicate_job_id", [APART] = "job_rows_apart", [AFTER_UNKNOWN] = "after_job_unknown",
    [AFTER_LATER] = "after_job_not_before", [GAP] = "gap_over_a_year",
    [LONG] = "task_over_a_year" };

#define YEAR_US (365 * 24 * 3600 * SW_US_PER_S)

/* An after_job that had not stood before the row that names it: place in `wanted` and where it is. */
struct missing { uint32_t name; struct trace_at at; };
struct report {
    uint64_t count[N_KINDS];
    struct trace_at first[N_KINDS];
    struct sw_keys jobs, wanted;
    struct missing *missing;
    size_t n_missing, cap_missing;
    int64_t last_submit_us; /* -1: none yet */
    uint64_t n_jobs, n_rows; /* rows good or bad, of a jobs file one a job */
};

/* Only the first place of each kind is kept: it is enough to go and look. */
static void check_note(struct report *r, int kind, struct trace_at at)
{
    if (r->count[kind]++ == 0)
        r->first[kind] = at;
}

/* ---- jobs -------------------------------------------------------------------------------------- */

/* The rows of a job stand together in a tasks file, so a name that comes again means rows apart. */
static int look_at_id(struct report *r, const struct sw_trace *t, const struct sw_job *job, struct sw_err *err)
{
    size_t n = r->jobs.n;
    if (nameset_add(&r->jobs, job->job_id, NULL, err) != SW_OK)
        return SW_FAIL;
    if (r->jobs.n > n)
        return SW_OK;
    check_note(r, t->is_tasks ? APART : DUPLICATE, (struct trace_at){ job->path, job->line, "job_id" });
    return SW_OK;
}

/* Names are compared when all jobs have been read, as the one that is named may still come. */
static int look_at_after(struct report *r, const struct sw_job *job, struct sw_err *err)
{
    if (job->after_job.len == 0 || nameset_find(&r->jobs, job->after_job) != NAMESET_NONE)
        return SW_OK;
    uint32_t place;
    if (nameset_add(&r->wanted, job->after_job, &place, err) != SW_OK
        || sw_grow(&r->missing, &r->cap_missing, r->n_missing + 1, sizeof *r->missing, err) != SW_OK)
        return SW_FAIL;
    r->missing[r->n_missing++] = (struct missing){ place, { job->path, job->line, "after_job" } };
    return SW_OK;
}

/* Each application of several comes by itself. So no order is asked of a folder with several. */
static void look_at_order(struct report *r, const struct sw_trace *t, const struct sw_job *job)
{
    if (job->after_job.len > 0 || source_logs(t) > 1)
        return;
    /* Out of order is what lies before the latest submission so far. */
    if (job->submit_us < r->last_submit_us)
        check_note(r, SW_FAULT_ORDER, (struct trace_at){ job->path, job->line, "submit_s" });
    else {
        if (r->last_submit_us >= 0 && job->submit_us - r->last_submit_us > YEAR_US) /* a damaged clock */
            check_note(r, GAP, (struct trace_at){ job->path, job->line, "submit_s" });
        r->last_submit_us = job->submit_us;
    }
}

static int look_at_jobs(struct report *r, struct sw_trace *t, struct sw_err *err)
{
    struct sw_job job;
    int got;
    /* The order is judged here, where it is counted; the stream would refuse the row. */
    sw_trace_any_order(t);
    while ((got = sw_trace_next(t, &job, err)) != 0) {
        /* Without a fault of the data the reading itself failed: no memory, say. */
        if (got < 0 && t->fault == SW_FAULT_NONE)
            return SW_FAIL;
        if (got < 0)
            check_note(r, t->fault, t->fault_at);
        else {
            look_at_order(r, t, &job);
            /* A scheduler that looks each second does so 31 million times in such a task. Of drawn times the mean
             * counts, since the draws are the replay's. */
            int64_t longest_us = 0;
            for (uint32_t i = 0; i < job.n_stages; i++) {
                const struct sw_stage_spec *stage = &job.stages[i];
                if (stage->n_tasks > 0 && !stage->tasks && stage->mean_us > longest_us)
                    longest_us = stage->mean_us;
                for (uint64_t k = 0; stage->tasks && k < stage->n_tasks; k++)
                    longest_us = stage->tasks[k].duration_us > longest_us ? stage->tasks[k].duration_us : longest_us;
            }
            if (longest_us > YEAR_US)
                check_note(r, LONG, (struct trace_at){ job.path, job.line, NULL });
        }
        r->n_jobs += got > 0;
        /* A job that failed as a whole counts as one row, and so does a row of a jobs file. */
        r->n_rows += got < 0 || job.n_task_rows == 0 ? 1 : job.n_task_rows;
        /* Behind a failure too: gather_job() fills in the names before it judges. */
        if (look_at_after(r, &job, err) != SW_OK || look_at_id(r, t, &job, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* ---- the report -------------------------------------------------------------------------------- */

/* at NULL: none is told. */
static void put_finding(struct sw_out *out, const char *what, uint64_t n, const struct trace_at *at)
{
    sw_out_str(out, what);
    sw_out_u64(out, n);
    if (at) {
        char text[512];
        const char *path = strcmp(at->path, "-") == 0 ? "standard input" : at->path;
        snprintf(text, sizeof text, "%s:%llu%s%s", path, (unsigned long long)at->line, at->column ? ": " : "",
                 at->column ? at->column : "");
        sw_out_str(out, text);
    } else
        sw_out_empty(out);
    sw_out_end_row(out);
}

/* What the importer of a log has counted. */
static uint64_t put_damage(const struct sw_damage *d, struct sw_out *out)
{
    for (int k = 0; k < SW_DAMAGE_N_KINDS; k++) {
        const struct sw_damage_count *c = &d->kind[k];
        const struct trace_at at = { c->path, c->line, NULL };
        put_finding(out, sw_damage_words[k], c->n, c->n > 0 && c->path ? &at : NULL);
    }
    return sw_damage_total(d);
}

/* No damage: a column of the user's own is carried along. */
static void put_unknown(const struct sw_trace *t, struct sw_out *out)
{
    /* All files of a trace have the same columns, so the first file's header is the place. */
    const struct source *s = &t->source;
    uint64_t n = 0;
    size_t first = source_next_unknown(t, 0);
    for (size_t i = first; i < s->n_extras; i = source_next_unknown(t, i + 1))
        n++;
    if (n > 0)
        put_finding(out, "unknown_column", n, &(struct trace_at){ s->file[0].path, 1, s->extra_names[first].at });
}

/* All kinds are printed, also with 0, so that a script finds each of them. */
static uint64_t put_report(const struct sw_trace *t, const struct report *r, struct sw_out *out)
{
    static const char *const header[] = { "what", "value", "first_at", NULL };
    uint64_t n_bad = 0;
    sw_out_header(out, header);
    for (int k = SW_FAULT_UNREADABLE; k < N_KINDS; k++) {
        put_finding(out, kinds[k], r->count[k], r->count[k] > 0 ? &r->first[k] : NULL);
        n_bad += r->count[k];
    }
    return n_bad + (t->source.format->is_log ? put_damage(&t->source.side.damage, out) : 0);
}

int sw_trace_put_check(struct sw_trace *t, struct sw_out *out, uint64_t *n_bad, struct sw_err *err)
{
    struct report r = { .last_submit_us = -1 };
    int status = look_at_jobs(&r, t, err);
    if (status == SW_OK) {
        /* An after_job that was not there yet may stand behind (a cycle always has one such row), or nowhere. */
        for (size_t i = 0; i < r.n_missing; i++) {
            struct sw_text id = nameset_text(&r.wanted, r.missing[i].name);
            bool behind = nameset_find(&r.jobs, id) != NAMESET_NONE;
            check_note(&r, behind ? AFTER_LATER : AFTER_UNKNOWN, r.missing[i].at);
        }
        /* Those that ended a job were noted as they came; of a kind that rows have too, the rows' first is given. */
        for (int k = 0; k < SW_FAULT_N; k++) {
            if (t->n_faults[k] > 0)
                r.first[k] = t->first_fault[k];
            r.count[k] += t->n_faults[k];
            r.n_rows += t->n_faults[k];
        }
        *n_bad = put_report(t, &r, out);
        put_unknown(t, out);
        /* Faults, not rows at fault: a row or a job may have several. */
        t->verdict = sw_damage_verdict(*n_bad, r.n_rows, r.n_jobs);
        sw_out_str(out, "verdict");
        sw_out_u64(out, *n_bad);
        sw_out_str(out, sw_usability_words[t->verdict]);
        sw_out_end_row(out);
    }
    sw_keys_clear(&r.jobs);
    sw_keys_clear(&r.wanted);
    free(r.missing);
    return status;
}
