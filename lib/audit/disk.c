/* SPDX-License-Identifier: GPL-3.0-or-later */
/* disk.c - room for map output: how much is left where a map is launched (A6, A7). */
#include "lib/audit/sweep.h"

/* ---- bytes --------------------------------------------------------------------------------------- */

static uint64_t n_maps(const struct job *job) { return job->stage[0].n_tasks; }

/* S4 */
static uint64_t output_of(const struct job *job, uint32_t map)
{
    unsigned __int128 s = job->shuffle_bytes;
    return (uint64_t)(s * (map + UINT64_C(1)) / n_maps(job) - s * map / n_maps(job));
}

/* A7: what the largest takes. */
static uint64_t largest_of(const struct job *job)
{
    return (uint64_t)(((unsigned __int128)job->shuffle_bytes + n_maps(job) - 1) / n_maps(job));
}

bool audit_disk_needs_space(const struct audit *a, const struct stage *st)
{
    return a->rules.limited && st->kind == SW_MAP && a->job[st->job].mapreduce;
}

static uint64_t left_on(const struct audit *a, uint32_t node, uint64_t used)
{
    uint64_t disk
        = a->cl->node[node].disk_bytes != SW_NO_DISK_LIMIT ? a->cl->node[node].disk_bytes : a->rules.disk_bytes;
    if (disk == SW_NO_DISK_LIMIT)
        return disk;
    return disk > used ? disk - used
                       : 0; /* what ends after the launches of an instant may seem to be there with them */
}

/* Where it is not known which launch of a heartbeat came first, each may have been. */
static uint64_t least_used(const struct audit *a, const struct node *node)
{
    bool in_order = a->rules.order < ORDER_GAP && a->rules.delay == DELAY_NONE;
    return in_order ? node->used : node->used - node->used_now;
}

bool audit_disk_has_space(const struct audit *a, const struct stage *st, uint32_t node)
{
    return left_on(a, node, a->node[node].used) >= largest_of(&a->job[st->job]);
}

/* Of finished maps. */
uint64_t audit_disk_held_by(const struct audit *a, const struct job *job)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < job->n_rows; i++) {
        const struct row *row = &a->row[a->by_task[job->first_row + i]];
        bytes += row->holds && row->live == NONE ? output_of(job, row->task) : 0;
    }
    return bytes;
}

/* ---- A6 ------------------------------------------------------------------------------------------ */

void audit_disk_reset(struct audit *a)
{
    for (uint32_t i = 0; i < a->cl->n_nodes; i++)
        a->node[i].used = 0;
    for (size_t i = 0; i < a->n_rows; i++)
        a->row[i].holds = false;
    for (uint32_t j = 0; j < a->n_jobs; j++)
        a->job[j].held_back = false, a->job[j].evicted_us = -1;
}

void audit_disk_free(struct audit *a, struct row *row)
{
    if (!row->holds)
        return;
    row->holds = false;
    a->node[row->node].used -= output_of(job_of(a, row), row->task);
}

/* Of jobs that may have given way since, which no row shows when the run ends before they launch again. */
static uint64_t may_be_deleted(const struct audit *a, uint32_t node)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < a->n_rows && a->rules.until_us < NEVER && a->rules.evict != EVICT_NONE; i++) {
        const struct row *row = &a->row[i];
        const struct job *job = job_of(a, row);
        bool over = job->end_us < NEVER;
        for (uint32_t k = 0; k < job->n_rows && !over; k++)
            over = a->row[a->by_task[job->first_row + k]].launch_us >= a->now_us;
        bytes += row->holds && row->live == NONE && row->node == node && !over ? output_of(job, row->task) : 0;
    }
    return bytes;
}

/* Of a launch. clear: all that ended at its instant has been counted. */
void audit_disk_take(struct audit *a, struct row *row, bool clear)
{
    struct node *node = &a->node[row->node];
    if (!audit_disk_needs_space(a, stage_of(a, row)))
        return;
    uint64_t left = left_on(a, row->node, least_used(a, node)), output = output_of(job_of(a, row), row->task);
    bool full = clear && left < largest_of(job_of(a, row));
    if (full && left + may_be_deleted(a, row->node) >= largest_of(job_of(a, row)))
        a->lost_track = true;
    else if (full)
        audit_fault(a, OF_TURNS, row, "A7",
                    "launched at %s on '%s', which has %llu bytes left, not the %llu that a map of its job takes",
                    S(row->launch_us), a->cl->node[row->node].name, (unsigned long long)left,
                    (unsigned long long)largest_of(job_of(a, row)));
    row->holds = true;
    node->used += output;
    node->used_now += output;
}
