/* SPDX-License-Identifier: GPL-3.0-or-later */
/* count.c - every count the rules speak of, counted anew each time. */
#include "tests/naive/naive.h"

/* Section 5: `running` is the occupied slots of the kind plus commits pending (L7). */
int64_t job_running(const struct run *r, int job, int kind)
{
    int64_t running = 0;
    for (int i = 0; i < r->n_attempts; i++) {
        const struct attempt *a = &r->attempt[i];
        if (a->job == job && r->job[job].stage[a->stage].slot_kind == kind && !a->in_vain
            && (!a->freed || !a->committed || a->untold))
            running += r->job[job].width; /* G1.4 */
    }
    return running;
}

int64_t stage_waiting(const struct stage *s)
{
    int64_t waiting = 0;
    if (!s->ready) return 0;
    for (int t = 0; t < s->n_tasks; t++)
        if (!s->task[t].launched) waiting++;
    return waiting;
}

int64_t job_waiting(const struct run *r, int job, int kind)
{
    int64_t waiting = 0;
    const struct job *j = &r->job[job];
    if (j->state != SUBMITTED || !j->admitted || j->held_back) return 0; /* J5: waiting jobs have no demand; A8 */
    for (int s = 0; s < j->n_stages; s++)
        if (j->stage[s].slot_kind == kind && !(j->no_reduces && j->stage[s].kind == SW_REDUCE)) /* Y9 */
            waiting += stage_waiting(&j->stage[s]) * j->width; /* G1.4 */
    return waiting;
}

int64_t job_demand(const struct run *r, int job, int kind)
{
    return job_running(r, job, kind) + job_waiting(r, job, kind) + suspended_of_job(r, job, kind); /* K7.2 */
}

/* Work waits when the list of order is not empty: what a pool at its maximum holds back does not (O6). */
bool work_waits(const struct run *r, int kind)
{
    return r->o.order->list(r, kind, r->list) > 0 || copies_wait(r, kind);
}

int64_t node_occupied(const struct run *r, int node, int kind)
{
    int64_t occupied = 0;
    for (int i = 0; i < r->n_attempts; i++) {
        const struct attempt *a = &r->attempt[i];
        bool holds = a->node == node && ((!a->freed && !a->slot_gone) || a->held_until_us);
        if (holds && r->job[a->job].stage[a->stage].slot_kind == kind)
            occupied += r->job[a->job].width;
    }
    return occupied;
}

int64_t node_free(const struct run *r, int node, int kind)
{
    return r->node[node].slots[kind] - node_occupied(r, node, kind);
}

bool stage_is_done(const struct stage *s)
{
    for (int t = 0; t < s->n_tasks; t++)
        if (!s->task[t].done) return false;
    return true;
}

int64_t job_maps(const struct job *j)
{
    int64_t maps = 0;
    for (int s = 0; s < j->n_stages; s++)
        if (j->stage[s].kind == SW_MAP) maps += j->stage[s].n_tasks;
    return maps;
}

int64_t job_maps_done(const struct job *j)
{
    int64_t done = 0;
    for (int s = 0; s < j->n_stages; s++)
        for (int t = 0; t < j->stage[s].n_tasks; t++)
            if (j->stage[s].kind == SW_MAP && j->stage[s].task[t].done) done++;
    return done;
}

/* O1: by their number, but the maps of a MapReduce job before its reduces. */
bool stage_before(const struct job *j, const struct stage *a, const struct stage *b)
{
    if (j->mapreduce && a->kind != b->kind) return a->kind == SW_MAP;
    return a->number < b->number;
}

/* H5, O1: the stages of one job that are in the list. */
int stages_of_job(const struct job *j, int kind, struct stage **out)
{
    int n = 0;
    if (j->state != SUBMITTED || !j->admitted || j->held_back) return 0;
    for (int s = 0; s < j->n_stages; s++) {
        struct stage *it = &j->stage[s];
        if (it->slot_kind != kind || !stage_waiting(it) || (j->no_reduces && it->kind == SW_REDUCE)) continue; /* Y9 */
        int at = n++;
        for (; at > 0 && stage_before(j, it, out[at - 1]); at--) out[at] = out[at - 1];
        out[at] = it;
    }
    return n;
}
