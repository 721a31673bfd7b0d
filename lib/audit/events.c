/* SPDX-License-Identifier: GPL-3.0-or-later */
/* events.c - all that the log and what was worked out from it make happen, in order of time and of T2. */
#include "lib/audit/sweep.h"
#include <stdlib.h>

static void expect(struct sweep *s, int64_t at_us, enum kind kind, uint32_t order, uint32_t of)
{
    if (at_us >= NEVER || at_us > s->a->rules.until_us || at_us < s->from_us || at_us >= s->to_us)
        return;
    RESERVE(s->event, s->n + 1, s->cap);
    s->event[s->n++] = (struct event){ at_us, kind, order, of };
}

/* A4, T3: it has copied all in the instant of its launch, or may have: of a reduce that then waits to compute a log
 * of a network does not say. */
static bool copies_at_once(const struct audit *a, const struct row *row)
{
    return a->rules.network.node_rate ? a->rules.startup_us + audit_durations_copy(a, row) == 0
                                      : row->copied_us == row->launch_us;
}

static void expect_row(struct sweep *s, uint32_t i)
{
    const struct row *row = &s->a->row[i];
    if (row->outcome == SW_EVICTED) {
        if (row->launch_us < row->finish_us)
            expect(s, row->launch_us, EV_LAUNCH, row->node, i);
        expect(s, row->finish_us, EV_EVICT, 0, i);
        return;
    }
    bool copies = s->a->rules.splits && row->kind == SW_REDUCE;
    expect(s, row->launch_us, EV_LAUNCH, row->node, i);
    expect(s, row->evicted ? NEVER : taken_us(row), EV_TAKEN, 0, i);
    if (copies && copies_at_once(s->a, row))
        expect(s, row->launch_us, EV_LATE_COPIED, 0, i);
    else if (copies && !s->a->rules.network.node_rate && s->a->rules.out_of_band && row->copied_us <= row->finish_us)
        expect(s, row->copied_us, EV_COPIED, 0, i); /* A4 */
    if (row->outcome == SW_LOST || (row->outcome == SW_KILLED && !audit_ends_with_job(row))) {
        expect(s, row->finish_us, row->outcome == SW_LOST ? EV_LOST : EV_KILL, 0, i);
        return;
    }
    if (audit_ends_with_job(row) && job_of(s->a, row)->failed_by == NONE) {
        expect(s, row->finish_us, EV_CUT, 0, i);
        return;
    }
    expect(s, row->finish_us, row->late ? EV_LATE_END : EV_END, 0, i);
    int64_t free_us = audit_nodes_free_at(s->a, row), count_us = audit_nodes_counts_to(s->a, row);
    expect(s, free_us, row->late && free_us == row->finish_us ? EV_LATE_FREE : EV_FREE, 0, i);
    expect(s, count_us, row->late && count_us == row->finish_us ? EV_LATE_COUNT : EV_COUNT, 0, i);
}

static void expect_node(struct sweep *s, uint32_t i)
{
    const struct node *spec = &s->a->node[i];
    for (uint32_t k = 0; k < spec->n_spans; k++) {
        if (spec->span[k].from_us > 0)
            expect(s, spec->span[k].from_us, EV_CHANGE, i, i);
        if (k + 1 == spec->n_spans || spec->span[k + 1].from_us != spec->span[k].to_us)
            expect(s, spec->span[k].to_us >= SW_TIME_MAX ? NEVER : spec->span[k].to_us, EV_CHANGE, i, i);
    }
}

static void expect_job(struct sweep *s, uint32_t j)
{
    const struct job *job = &s->a->job[j];
    int64_t failed_us = audit_fail_at(s->a, job);
    bool late = audit_fail_after(s->a, job) > failed_us;
    expect(s, job->submit_us, EV_SUBMIT, j, j);
    if (job->failed_by == NONE)
        expect(s, failed_us, EV_CUT_OVER, j, j);
    else
        expect(s, failed_us, late ? EV_LATE_OVER : EV_OVER, j, j);
    for (uint32_t i = 0; i < job->n_stages; i++)
        if (job->stage[i].n_tasks && job->stage[i].ready_us < audit_fail_after(s->a, job))
            expect(s, job->stage[i].ready_us,
                   job->let_in_late && job->stage[i].ready_us == job->admit_us ? EV_CUT_READY : EV_READY, i, j);
}

static void expect_pools(struct sweep *s)
{
    uint32_t place = 1;
    for (const struct sw_pool_list *list = s->a->pools ? s->a->pools->next : NULL; list; list = list->next, place++)
        expect(s, list->from_us, EV_POOLS, 0, place);
}

static int by_launch(const void *x, const void *y, void *rows)
{
    const struct row *a = (struct row *)rows + *(const uint32_t *)x, *b = (struct row *)rows + *(const uint32_t *)y;
    if (a->launch_us != b->launch_us)
        return a->launch_us < b->launch_us ? -1 : 1;
    if (a->node != b->node)
        return a->node < b->node ? -1 : 1;
    return (a->line > b->line) - (a->line < b->line);
}

/* T2: ends in order of launch. */
static int by_time_kind_order(const void *x, const void *y, void *rows)
{
    const struct event *a = x, *b = y;
    if (a->at_us != b->at_us)
        return a->at_us < b->at_us ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->kind == EV_END || a->kind == EV_LATE_END)
        return by_launch(&a->of, &b->of, rows);
    if (a->order != b->order)
        return a->order < b->order ? -1 : 1;
    return (a->of > b->of) - (a->of < b->of);
}

/* ---- looks (C1) ---------------------------------------------------------------------------------- */

/* At the multiples at which some attempt is old enough. */
static int64_t multiple_from(int64_t at_us, int64_t every_us) { return (at_us + every_us - 1) / every_us * every_us; }

static void expect_scans(struct sweep *s, const struct row *row, int64_t *next_us)
{
    const struct rules *rules = &s->a->rules;
    int64_t every_us = rules->scan_every_us, from_us = multiple_from(row->launch_us + rules->lag_us, every_us);
    int64_t last_us = row->finish_us < rules->until_us ? row->finish_us - 1 : rules->until_us;
    if (last_us >= s->to_us)
        last_us = s->to_us - 1;
    for (int64_t at_us = from_us > *next_us ? from_us : *next_us; at_us <= last_us; at_us += every_us) {
        expect(s, at_us, EV_SCAN, 0, 0);
        *next_us = at_us + every_us;
    }
}

enum { WINDOW_ROWS = 1 << 17 };

/* By launch, and a window for so many launches each. */
void audit_events_expect_windows(struct sweep *s)
{
    struct audit *a = s->a;
    s->by_launch = xcalloc(a->n_rows, sizeof *s->by_launch);
    s->until_us = xcalloc(a->n_rows / WINDOW_ROWS + 1, sizeof *s->until_us);
    for (uint32_t i = 0; i < a->n_rows; i++)
        s->by_launch[i] = i;
    qsort_r(s->by_launch, a->n_rows, sizeof *s->by_launch, by_launch, a->row);
    for (uint32_t i = 0; i < a->n_rows; i++) {
        int64_t launch_us = a->row[s->by_launch[i]].launch_us;
        if (i && i % WINDOW_ROWS == 0 && (!s->n_windows || launch_us > s->until_us[s->n_windows - 1]))
            s->until_us[s->n_windows++] = launch_us;
    }
    s->until_us[s->n_windows++] = INT64_MAX;
}

void audit_events_expect(struct sweep *s, size_t window)
{
    const struct rules *rules = &s->a->rules;
    s->n = 0;
    s->from_us = window ? s->until_us[window - 1] : INT64_MIN;
    s->to_us = s->until_us[window];
    for (size_t i = 0; i < s->a->n_rows; i++)
        expect_row(s, (uint32_t)i);
    for (uint32_t i = 0; i < s->a->cl->n_nodes; i++)
        expect_node(s, i);
    for (uint32_t j = 0; j < s->a->n_jobs; j++)
        expect_job(s, j);
    expect_pools(s);
    int64_t next_us = window ? multiple_from(s->from_us, rules->scan_every_us ? rules->scan_every_us : 1) : 0;
    for (size_t i = 0;
         i < s->a->n_rows && (rules->speculate == SPECULATE_HADOOP || rules->speculate == SPECULATE_LATE); i++)
        expect_scans(s, &s->a->row[s->by_launch[i]], &next_us);
    if (s->n)
        qsort_r(s->event, s->n, sizeof *s->event, by_time_kind_order, s->a->row);
}
