/* SPDX-License-Identifier: GPL-3.0-or-later */
/* counts.c - the state of the sweep that its parts share: what runs and waits, by job, pool, user and queue, and tasks
 * that are unlaunched again. */
#include "lib/audit/sweep.h"

/* ---- what runs and waits ------------------------------------------------------------------------- */

void audit_counts_run(struct audit *a, const struct row *row, int64_t by)
{
    int kind = stage_of(a, row)->slot_kind;
    a->job[job_of(a, row)->whole].running[kind] += by; /* H2, L7: as what an earlier life ran may still */
    a->runnable[kind] += by;
    a->user[job_of(a, row)->user].running[kind] += by;
    a->queue_running[job_of(a, row)->queue][kind] += by;
    for (uint32_t p = job_of(a, row)->pool; p != NONE; p = a->pool[p].parent)
        a->pool[p].running[kind] += by;
}

static void list(struct audit *a, struct stage *st, bool on)
{
    uint32_t *n = &a->n_waiting[st->slot_kind];
    struct stage ***at = &a->waiting[st->slot_kind];
    if ((st->listed != NONE) == on)
        return;
    if (on) {
        RESERVE(*at, *n + 1, a->cap_waiting[st->slot_kind]);
        (*at)[st->listed = (*n)++] = st;
        return;
    }
    (*at)[st->listed] = (*at)[--*n];
    (*at)[st->listed]->listed = st->listed;
    st->listed = NONE;
}

void audit_counts_wait(struct audit *a, struct stage *st, int64_t by)
{
    a->job[st->job].waiting[st->slot_kind] += by;
    a->runnable[st->slot_kind] += by;
    if (st->kind == SW_REDUCE)
        a->reduces_waiting[st->slot_kind] += by;
    a->pool[a->job[st->job].pool].waiting[st->slot_kind] += by;
    list(a, st, audit_stage_left(st) > 0 && !a->job[st->job].held_back);
}

/* ---- unlaunched again ---------------------------------------------------------------------------- */

/* Not when a second attempt lives or did the task (C6), nor when its job failed (F3), which closes its stages. */
bool audit_counts_may_return(const struct stage *st, const struct row *row)
{
    return st->open && !audit_stage_waits(st, row->task) && !st->n_live[row->task] && !bit_get(st->done, row->task);
}

/* B10: a stage that had no unlaunched task with preference comes back with its wait and skips at zero. */
void audit_counts_return(struct audit *a, const struct row *row)
{
    struct stage *st = stage_of(a, row);
    if (!audit_counts_may_return(st, row))
        return;
    a->calls++; /* H6 (b) */
    if (!st->n_left[0] && row->at != SW_AT_NONE) {
        st->since_us = st->local_us = a->now_us;
        st->skips = 0;
        st->skipped_us = -1;
        st->calls = a->calls;
        st->ends = a->ends;
    }
    audit_filters_revive(a, a->job[st->job].pool);
    audit_stage_return(a, st, row->task);
    audit_counts_wait(a, st, 1);
}

void audit_counts_stop(struct audit *a, struct row *row)
{
    audit_disk_free(a, row);
    a->node[row->node].occupied[stage_of(a, row)->slot_kind]--;
    audit_counts_run(a, row, -1);
    audit_live_remove(a, row);
    audit_counts_return(a, row);
}
