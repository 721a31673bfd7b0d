/* SPDX-License-Identifier: GPL-3.0-or-later */
/* state.c - what runs and waits on a cluster now: squeue, sacct without ends, kubectl, or a tasks CSV (--state). A
 * job with a launch and no end runs, one without a launch waits, one that has ended is passed over. A running job has
 * run for what its row says, else up to the latest time in the file. */
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/trace/stream/sw_stream.h"
#include "slotwise/sw_import.h"
#include "tools/replay/replay.h"

/* Each job of an array is replayed in each draw. */
enum { MOST_OF_ARRAY = 1000 };
static bool knows(const struct sw_task_row *row, int column) { return (row->known >> column & 1) != 0; }

/* Texts of a row last until the next is read. */
static int keep_text(struct state_file *s, struct sw_text *text, struct sw_err *err)
{
    size_t number;
    if (sw_keys_add(&s->texts, text->at, text->len, &number, NULL) != SW_OK)
        return sw_err_memory(err);
    text->at = sw_keys_text(&s->texts, number, &text->len);
    return SW_OK;
}

/* squeue's 107_[1-50,60%5] stands for 51 jobs; all else for one. */
static uint64_t n_of_array(struct sw_text id)
{
    const char *at = id.len ? memchr(id.at, '[', id.len) : NULL, *end = id.at + id.len;
    uint64_t n = 0;
    for (at = at ? at + 1 : end; at < end && *at >= '0' && *at <= '9';) {
        char *stop;
        uint64_t first = strtoull(at, &stop, 10), last = first;
        if (*stop == '-')
            last = strtoull(stop + 1, &stop, 10);
        n += last >= first && last - first < 10000000 ? last - first + 1 : 1;
        if (*stop != ',')
            break;
        at = stop + 1;
    }
    return n > 0 ? n : 1;
}

/* An array that waits is so many jobs, up to MOST_OF_ARRAY. */
static int add_held(struct state_file *s, const struct sw_job *job, int64_t ran_us, struct sw_err *err)
{
    struct asked_held held = { .ran_us = ran_us };
    /* A running element of an array has a row of its own. */
    uint64_t n = ran_us < 0 ? n_of_array(job->job_id) : 1;
    held.job.id = job->job_id;
    held.job.pool = job->pool;
    held.job.submit_us = job->submit_us;
    held.job.spec = (struct sw_job){ .user = job->user, .cpus = job->cpus, .nodes = job->nodes,
                                     .limit_us = job->limit_us, .priority = job->priority };
    if (keep_text(s, &held.job.id, err) != SW_OK || keep_text(s, &held.job.pool, err) != SW_OK
        || keep_text(s, &held.job.spec.user, err) != SW_OK)
        return SW_FAIL;
    s->n_cut += n > MOST_OF_ARRAY ? n - MOST_OF_ARRAY : 0;
    for (uint64_t i = 0; i < n && i < MOST_OF_ARRAY; i++) {
        if (sw_grow(&s->held, &s->cap, s->n + 1, sizeof *s->held, err) != SW_OK)
            return SW_FAIL;
        s->held[s->n++] = held;
    }
    return SW_OK;
}

/* ran_us of what runs, -1 of what waits, -2 of what has ended. */
static int64_t ran(const struct sw_job *job, int64_t now_us)
{
    int64_t most_us = -1;
    for (size_t i = 0; i < job->n_task_rows; i++) {
        const struct sw_task_row *row = &job->task_rows[i];
        /* This task waits. */
        if (!knows(row, SW_TASK_LAUNCH) || row->launch_us > now_us)
            continue;
        if (knows(row, SW_TASK_FINISH) && row->finish_us <= now_us) {
            /* One that has ended does not hide another that still runs. */
            most_us = most_us < 0 ? -2 : most_us;
            continue;
        }
        /* squeue tells the time that a job has run, which is more exact than the latest time in the file. */
        bool told = knows(row, SW_TASK_DURATION) && !knows(row, SW_TASK_FINISH);
        int64_t us = told ? row->duration_us : now_us - row->launch_us;
        most_us = us > most_us ? us : most_us;
    }
    return most_us;
}

/* The latest time that a row tells. */
static int64_t now_of(const struct sw_job *job, int64_t now_us)
{
    now_us = job->submit_us > now_us ? job->submit_us : now_us;
    for (size_t i = 0; i < job->n_task_rows; i++) {
        const struct sw_task_row *row = &job->task_rows[i];
        if (knows(row, SW_TASK_LAUNCH) && row->launch_us > now_us)
            now_us = row->launch_us;
        if (knows(row, SW_TASK_FINISH) && row->finish_us > now_us)
            now_us = row->finish_us;
    }
    return now_us;
}

/* The first pass finds out what time it is (s NULL), the second what runs then. */
static int each_job(struct sw_trace *held, int64_t *now_us, struct state_file *s, struct sw_err *err)
{
    struct sw_trace *t;
    struct sw_job job;
    int got, status = SW_OK;
    if (sw_trace_share(&t, held, err) != SW_OK)
        return SW_FAIL;
    while (status == SW_OK && (got = sw_trace_next(t, &job, err)) != 0) {
        if (got < 0) {
            status = SW_FAIL;
            break;
        }
        if (!s) {
            *now_us = now_of(&job, *now_us);
            continue;
        }
        int64_t us = ran(&job, *now_us);
        if (us == -2)
            s->n_ended++;
        else
            status = add_held(s, &job, us, err);
    }
    sw_trace_free(t);
    return status;
}

int state_read(struct state_file *to, const char *path, const char *resource, struct sw_err *err)
{
    struct sw_trace_input in = { .files = &path, .n_files = 1, .rules = SW_IMPORT_RULES_DEFAULT };
    struct sw_trace *t;
    int64_t now_us = 0;
    *to = (struct state_file){ 0 };
    /* Importers leave jobs without a start out unless this is set. */
    in.rules.waiting = true;
    in.rules.resource = resource;
    if (sw_trace_open(&t, &in, err) != SW_OK)
        return SW_FAIL;
    sw_trace_keep_rows(t);
    sw_trace_any_order(t);
    int status = SW_OK;
    if (!sw_trace_is_tasks(t))
        status = sw_err_usage(err, "--state: a table of tasks, or what squeue, sacct or kubectl print: '%s'", path);
    /* The trace is read twice: for the time, and for the jobs of that time. */
    if (status == SW_OK)
        status = sw_trace_hold(t, err);
    if (status == SW_OK)
        status = each_job(t, &now_us, NULL, err);
    if (status == SW_OK)
        status = each_job(t, &now_us, to, err);
    sw_trace_free(t);
    return status;
}

void state_clear(struct state_file *s)
{
    free(s->held);
    sw_keys_clear(&s->texts);
}
