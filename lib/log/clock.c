/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clock.c - the clock by which slots were offered, as far as a log shows it. What came between an end and the next
 * launch on a node is either the clock's or a lack of work; only the former is measured. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "lib/log/log.h"
#include "lib/base/sw_sort.h"
#include "slotwise/sw_stats.h"

/* ---- from an end to the next launch -------------------------------------------------------------- */

/* at: twice the time, and 1 for a launch, as ends come before launches. open_us: its stage's first launch */
struct turn { int64_t at, open_us; };

/* The rows of a stage stand together (by_task). */
static void find_first_launches(const struct sw_log *log, int64_t *open_us)
{
    for (size_t i = 0, next; i < log->n_attempts; i = next) {
        int64_t first_us = SW_TIME_MAX;
        for (next = i; next < log->n_attempts && log->attempts[next].job == log->attempts[i].job
                       && log->attempts[next].stage == log->attempts[i].stage; next++)
            if (log_has_times(&log->attempts[next]) && log->attempts[next].launch_us < first_us)
                first_us = log->attempts[next].launch_us;
        for (size_t k = i; k < next; k++)
            open_us[k] = first_us;
    }
}

/* Of the maps or of the reduces on a node. */
static size_t list_turns(const struct sw_log *log, const int64_t *open_us, const uint32_t *at, size_t n, bool reduces,
                         struct turn *t)
{
    size_t n_turns = 0;
    for (size_t i = 0; i < n; i++) {
        const struct sw_log_attempt *a = &log->attempts[at[i]];
        if (!log_has_times(a) || (a->kind == SW_REDUCE) != reduces)
            continue;
        t[n_turns++] = (struct turn){ 2 * a->launch_us + 1, open_us[at[i]] };
        t[n_turns++] = (struct turn){ 2 * a->finish_us, 0 };
    }
    return n_turns;
}

/* Each launch takes the slot that was freed last. So a slot that stands free for long is not taken for a slow
 * clock. */
static size_t measure_gaps(const struct turn *t, size_t n, int64_t *freed_us, double *gap_s)
{
    size_t n_gaps = 0, n_freed = 0;
    for (size_t i = 0; i < n; i++) {
        const int64_t at_us = t[i].at >> 1;
        if (!(t[i].at & 1))
            freed_us[n_freed++] = at_us;
        /* A stage that was launched before the end had work for the slot. Otherwise the slot may have waited for
         * work. */
        else if (n_freed > 0 && t[i].open_us < freed_us[--n_freed])
            gap_s[n_gaps++] = (double)(at_us - freed_us[n_freed]) / (double)SW_US_PER_S;
    }
    return n_gaps;
}

/* by->most is the most attempts of one node, so the arrays serve all nodes. */
static int list_gaps(const struct sw_log *log, const struct nodewise *by, double *gap_s, size_t *n_gaps)
{
    int64_t *open_us = malloc((log->n_attempts + 1) * sizeof *open_us);
    int64_t *freed_us = malloc((by->most + 1) * sizeof *freed_us);
    struct turn *t = malloc((2 * by->most + 1) * sizeof *t);
    int status = open_us && freed_us && t ? SW_OK : SW_FAIL;
    *n_gaps = 0;
    if (status == SW_OK)
        find_first_launches(log, open_us);
    /* Maps and reduces of a node have slots of their own: 2 k are the maps of node k, 2 k + 1 its reduces. */
    for (size_t i = 0; i < 2 * by->n_nodes && status == SW_OK; i++) {
        const size_t from = by->from[i / 2];
        const size_t n = list_turns(log, open_us, by->at + from, by->from[i / 2 + 1] - from, i % 2, t);
        status = sw_sort_records_signed(t, n, sizeof *t, offsetof(struct turn, at));
        if (status == SW_OK)
            *n_gaps += measure_gaps(t, n, freed_us, gap_s + *n_gaps);
    }
    free(open_us);
    free(freed_us);
    free(t);
    return status;
}

/* The times from the end of an attempt to the next launch on its node, of launches that could have come at that end:
 * others of their stage had been launched before. at_once: within half a second */
struct gaps { uint64_t n; double share_at_once, p50_s, p90_s; };

/* n 0: nothing to tell by. */
static int find_gaps(const struct sw_log *log, struct gaps *gaps, struct sw_err *err)
{
    const struct nodewise *by;
    uint64_t at_once = 0;
    size_t n = 0;
    *gaps = (struct gaps){ 0 };
    if (nodewise_list(log, &by, err) != SW_OK)
        return SW_FAIL;
    double *gap_s = malloc((log->n_attempts + 1) * sizeof *gap_s);
    const bool room = gap_s && list_gaps(log, by, gap_s, &n) == SW_OK;
    if (room && n > 0) {
        sw_sort_reals(gap_s, n);
        for (size_t i = 0; i < n; i++)
            at_once += gap_s[i] <= 0.5;
        *gaps = (struct gaps){ n, (double)at_once / (double)n, sw_quantile_sorted(gap_s, n, 0.5),
                               sw_quantile_sorted(gap_s, n, 0.9) };
    }
    free(gap_s);
    return room ? SW_OK : sw_err_memory(err);
}

/* ---- the clock ------------------------------------------------------------------------------------ */

/* Hadoop's slots are offered at heartbeats. Where a task's end brings one of its own (out of band), the next launch
 * follows at once; else it comes uniformly within a period, half of one in the median. What the log does not show is
 * the preset's, but for systems that have no such heartbeats. */
int clock_find(struct sw_log *log, const struct sw_log_given *given, struct sw_err *err)
{
    enum { FEWEST_GAPS = 20, LONGEST_PERIOD_S = 10, LONGEST_CYCLE_S = 600 };
    struct gaps g;
    /* Spark has no heartbeats. A preset has its own clock, and so have batch systems that start whole jobs. */
    if (log->spark || given->preset || policy_is_of_gangs(log, given))
        return SW_OK;
    if (find_gaps(log, &g, err) != SW_OK)
        return SW_FAIL;
    if (g.n >= FEWEST_GAPS && g.share_at_once >= 0.5) {
        log->clock = SW_CLOCK_OUT_OF_BAND;
        note_add(log->note, "%.0f %% of %llu launches came within 0.5 s of the end before: out-of-band heartbeats",
                 100 * g.share_at_once, (unsigned long long)g.n);
    /* Uniform over a period: nine tenths of the gaps are within 0.9 of it. Longer ones are not a heartbeat's. */
    } else if (g.n >= FEWEST_GAPS && g.p90_s <= (policy_is_slurm(log) ? LONGEST_CYCLE_S : LONGEST_PERIOD_S)) {
        log->clock = SW_CLOCK_HEARTBEAT;
        log->heartbeat_us = (int64_t)(2 * g.p50_s * (double)SW_US_PER_S);
        note_add(log->note, "%llu launches came %.2f s after the end before in the median: a heartbeat each %.2f s",
                 (unsigned long long)g.n, g.p50_s, 2 * g.p50_s);
    } else if (strncmp(log->format, "google", 6) == 0 || strncmp(log->format, "alibaba", 7) == 0) {
        log->clock = SW_CLOCK_AT_ONCE;
        note_add(log->note, "its system has no heartbeats: slots are offered at once");
    }
    return SW_OK;
}
