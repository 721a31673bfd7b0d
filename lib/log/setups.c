/* SPDX-License-Identifier: GPL-3.0-or-later */
/* setups.c - what came before the first launches of stages: set-ups that the log shows, and those that it gives. A
 * stage's set-up is the time between what else held it back and its first launch. */
#include <stdlib.h>
#include "lib/base/sw_sort.h"
#include "lib/log/log.h"

/* ---- set-ups that the log shows ------------------------------------------------------------------ */

/* Kind 1 are reduces on a cluster that has slots for them; all else is kind 0. */
static bool takes(const struct sw_cluster *cl, const struct sw_log_attempt *a, int kind)
{
    return (!cl->one_kind && a->kind == SW_REDUCE) == (kind == 1);
}

/* Twice the time of a launch or an end, and 1 for a launch: at one instant ends come before launches. */
static int list_uses(const struct sw_log *log, const struct sw_cluster *cl, int kind, int64_t *use, size_t *n)
{
    *n = 0;
    for (size_t i = 0; i < log->n_attempts; i++) {
        const struct sw_log_attempt *a = &log->attempts[i];
        if (!takes(cl, a, kind) || !a->has_launch || a->end_us <= a->launch_us)
            continue;
        use[(*n)++] = 2 * a->launch_us + 1;
        use[(*n)++] = 2 * a->end_us;
    }
    return sw_sort_records_signed(use, *n, sizeof *use, 0);
}

/* A time in which no slot was free. */
struct spell { int64_t from_us, to_us; };

/* Spells in order of time, the last one open if slots stay full. At most one for each launch. */
static size_t list_full(const int64_t *use, size_t n, int64_t slots, struct spell *full)
{
    size_t n_full = 0;
    int64_t taken = 0;
    for (size_t i = 0; i < n; i++) {
        int64_t before = taken;
        taken += use[i] & 1 ? 1 : -1;
        if (before < slots && taken >= slots)
            full[n_full++] = (struct spell){ use[i] >> 1, SW_TIME_MAX };
        else if (before >= slots && taken < slots)
            full[n_full - 1].to_us = use[i] >> 1;
    }
    return n_full;
}

/* Whether no slot was free at some time from since_us on, before until_us. */
static bool was_full(const struct spell *full, size_t n, int64_t since_us, int64_t until_us)
{
    size_t lo = 0;
    while (lo < n) {
        size_t mid = lo + (n - lo) / 2;
        if (full[mid].from_us < until_us)
            lo = mid + 1;
        else
            n = mid;
    }
    return lo > 0 && full[lo - 1].to_us > since_us;
}

/* The first stage of the job, whose tasks stand first and wait for no other. */
static void set_up(struct sw_log *log, const struct sw_log_job *job, const struct spell *full, size_t n_full)
{
    const uint64_t stage = log->attempts[log->tasks[job->first_task].first].stage;
    /* The rows of the stage are those from `from` to `to`. */
    uint32_t from = log->tasks[job->first_task].first, to = from;
    int64_t first_us = SW_TIME_MAX;
    bool waits = false;
    for (; to < log->n_attempts; to++) {
        if (&log->jobs[log->attempts[to].job] != job || log->attempts[to].stage != stage)
            break;
        const struct sw_log_attempt *row = &log->attempts[to];
        waits |= sw_log_text(row->parents).len > 0;
        if (row->has_launch && row->launch_us < first_us)
            first_us = row->launch_us;
    }
    /* A launch at the submission needs no set-up, and one after full slots may have waited for one. */
    if (waits || first_us == SW_TIME_MAX || first_us <= job->submit_us
        || was_full(full, n_full, job->submit_us, first_us))
        return;
    for (; from < to; from++)
        log->attempts[from].setup_us = first_us - job->submit_us;
}

int setups_find(struct sw_log *log, struct sw_err *err)
{
    const struct sw_cluster *cl = log->cl;
    int64_t *use = malloc((2 * log->n_attempts + 1) * sizeof *use);
    struct spell *full = malloc((log->n_attempts + 1) * sizeof *full);
    bool room = use && full;
    /* Slots are those of the nodes' first rows. */
    for (int kind = 0; room && kind < (cl->one_kind ? 1 : 2); kind++) {
        int64_t slots = 0;
        for (uint32_t i = 0; i < cl->n_nodes; i++)
            slots += cl->node[i].span[0].slots[kind];
        size_t n;
        room = list_uses(log, cl, kind, use, &n) == SW_OK;
        size_t n_full = room ? list_full(use, n, slots, full) : 0;
        for (size_t j = 0; room && j < log->n_jobs; j++)
            if (log->jobs[j].complete && takes(cl, &log->attempts[log->tasks[log->jobs[j].first_task].first], kind))
                set_up(log, &log->jobs[j], full, n_full);
    }
    free(use);
    free(full);
    return room ? SW_OK : sw_err_memory(err);
}

/* ---- first launches that a log gives ------------------------------------------------------------- */

/* Logs are stamped in milliseconds. */
#define SAME_INSTANT_US (SW_US_PER_S / 1000)

static int64_t end_of_stage(const struct sw_log *log, const struct sw_log_job *job, uint64_t stage)
{
    int64_t end_us = job->submit_us;
    for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++) {
        const struct sw_log_attempt *last = log->tasks[i].last;
        if (last->stage == stage && log_has_times(last) && last->finish_us > end_us)
            end_us = last->finish_us;
    }
    return end_us;
}

/* When nothing else held the stage back: the submission, or the end of the last of its parents ("0|3"). */
static int64_t open_from(const struct sw_log *log, const struct sw_log_job *job, struct sw_text parents)
{
    int64_t from_us = job->submit_us;
    for (size_t at = 0; at < parents.len; at++) {
        uint64_t stage = 0;
        for (; at < parents.len && parents.at[at] != '|'; at++)
            stage = 10 * stage + (uint64_t)(parents.at[at] - '0');
        int64_t end_us = end_of_stage(log, job, stage);
        from_us = end_us > from_us ? end_us : from_us;
    }
    return from_us;
}

/* A set-up below 0 counts as none. */
int64_t setups_ready_us(const struct sw_log *log, const struct sw_log_attempt *a)
{
    return open_from(log, &log->jobs[a->job], sw_log_text(a->parents)) + (a->setup_us > 0 ? a->setup_us : 0);
}

/* The launch came when its set-up ended, as near as the log's stamps are. */
static bool is_launch_given(const struct sw_log *log, const struct sw_log_job *job, const struct sw_log_attempt *first)
{
    int64_t ready_us = open_from(log, job, sw_log_text(first->parents)) + first->setup_us;
    return first->setup_us > 0 && llabs(first->launch_us - ready_us) <= SAME_INSTANT_US;
}

/* The tasks of a stage stand together (by_task). */
void setups_count_given(struct sw_log *log)
{
    for (size_t j = 0; j < log->n_jobs; j++) {
        const struct sw_log_job *job = &log->jobs[j];
        const struct sw_log_attempt *first = NULL;
        for (uint32_t i = job->first_task, end = i + job->n_tasks; i < end; i++) {
            for (uint32_t k = log->tasks[i].first; k < log->tasks[i].first + log->tasks[i].n; k++) {
                const struct sw_log_attempt *a = &log->attempts[k];
                if (log_has_times(a) && (!first || a->launch_us < first->launch_us))
                    first = a;
            }
            bool last = i + 1 == end || log->tasks[i + 1].last->stage != log->tasks[i].last->stage;
            if (!last || !first)
                continue;
            log->n_launched++;
            log->n_given += is_launch_given(log, job, first);
            first = NULL;
        }
    }
}
