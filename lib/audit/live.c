/* SPDX-License-Identifier: GPL-3.0-or-later */
/* live.c - in the sweep: the attempts that run, and what stages, jobs and nodes have done, for the scores of C2 to
 * C4. */
#include "lib/audit/audit.h"
#include <string.h>

/* ---- those that run ------------------------------------------------------------------------------ */

void audit_live_add(struct audit *a, struct row *row)
{
    struct stage *st = stage_of(a, row);
    if (a->n_live == a->cap_live) {
        a->cap_live = 2 * a->cap_live + 64;
        a->live = xrealloc(a->live, a->cap_live, sizeof *a->live);
        a->score = xrealloc(a->score, a->cap_live, sizeof *a->score);
        a->next_live = xrealloc(a->next_live, a->cap_live, sizeof *a->next_live);
    }
    a->live[row->live = a->n_live++] = (uint32_t)(row - a->row);
    a->n_copies[st->slot_kind] += row->original != NONE;
    if (st->open)
        st->n_live[row->task]++;
}

bool audit_live_remove(struct audit *a, struct row *row)
{
    struct stage *st = stage_of(a, row);
    if (row->live == NONE)
        return false;
    a->live[row->live] = a->live[--a->n_live];
    a->row[a->live[row->live]].live = row->live;
    row->live = NONE;
    a->n_copies[st->slot_kind] -= row->original != NONE;
    if (st->open)
        st->n_live[row->task]--;
    return true;
}

/* ---- what is done -------------------------------------------------------------------------------- */

/* The longest first, so that rates ascend. */
static void note_time(struct stage *st, int64_t took_us)
{
    uint32_t low = 0, high = st->n_took;
    RESERVE(st->took_us, st->n_took + 1, st->cap_took);
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (st->took_us[mid] > took_us)
            low = mid + 1;
        else
            high = mid;
    }
    memmove(st->took_us + low + 1, st->took_us + low, (st->n_took++ - low) * sizeof *st->took_us);
    st->took_us[low] = took_us;
}

void audit_live_done(struct audit *a, const struct row *row)
{
    struct job *job = job_of(a, row);
    struct stage *st = stage_of(a, row);
    job->tasks_done++;
    job->maps_done += row->kind == SW_MAP;
    if (row->kind == SW_MAP && job->maps_done == job->stage[0].n_tasks)
        job->mapped_us = a->now_us;
    a->node[row->node].score += 1000000;
    if (!st->open)
        return;
    bit_set(st->done, row->task, true);
    st->n_done++;
    if (a->rules.speculate == SPECULATE_LATE)
        note_time(st, row->finish_us - row->launch_us);
}

void audit_live_undone(struct audit *a, struct row *row)
{
    row->done_now = false;
    struct stage *st = stage_of(a, row);
    job_of(a, row)->tasks_done--;
    job_of(a, row)->maps_done--;
    if (!st->open)
        return;
    bit_set(st->done, row->task, false);
    st->n_done--;
}
