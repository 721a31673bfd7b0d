/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ceilings.c - how many jobs of a pool or a user ran at once, at most and while another of its jobs waited. Where that
 * stays below what the nodes could hold, a limit holds it, and no order explains its waits. */
#include <stdlib.h>
#include "lib/base/sw_sort.h"
#include "lib/trace/sacct/sacct.h"

/* What happens to a job; at one instant all of it counts at once, in any order (sweep()). */
enum { SUBMITTED, STARTED, ENDED };
/* cpus: those that the job takes at its start and gives back at its end. */
struct event { int64_t at_us; int kind; uint64_t cpus; };

/* The pool or the user of an attempt, as a place in s->names. */
static uint32_t name_counted(const struct sacct *s, size_t i, bool users)
{
    const struct sacct_kind kind = sacct_jobs_kind(s, i);
    return users ? kind.by[SW_BY_USER] : kind.pool;
}

/* ---- the names with the most jobs ------------------------------------------------------------------ */

/* Ties go by the place of the name, which is by first appearance. */
static int rank_names(const struct sacct *s, bool users, struct sacct_ceiling *out, size_t most, size_t *n)
{
    uint64_t *jobs = calloc(s->names.n + 1, sizeof *jobs);
    *n = 0;
    if (!jobs)
        return SW_FAIL;
    for (size_t i = 0; i < s->n_attempts; i++)
        if (!s->attempts[i].left_out && name_counted(s, i, users) != SACCT_NONE)
            jobs[name_counted(s, i, users)]++;
    for (uint32_t best = 0; *n < most; jobs[best] = 0) {
        for (uint32_t i = best = 0; i < s->names.n; i++)
            best = jobs[i] > jobs[best] ? i : best;
        if (jobs[best] == 0)
            break;
        out[(*n)++] = (struct sacct_ceiling){ .name = best, .n_jobs = jobs[best] };
    }
    free(jobs);
    return SW_OK;
}

/* ---- one of them ----------------------------------------------------------------------------------------- */

/* Between two instants the counts stand still. So least, most and mean are taken over the times in which some job
 * waits. */
static int sweep(struct sacct_ceiling *c, struct event *e, size_t n)
{
    int64_t waiting = 0, running = 0, cpus = 0;
    double sum = 0;
    c->least = UINT64_MAX;
    if (sw_sort_records_signed(e, n, sizeof *e, offsetof(struct event, at_us)) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < n;) {
        int64_t at_us = e[i].at_us;
        for (; i < n && e[i].at_us == at_us; i++) {
            waiting += e[i].kind == SUBMITTED ? 1 : e[i].kind == STARTED ? -1 : 0;
            running += e[i].kind == STARTED ? 1 : e[i].kind == ENDED ? -1 : 0;
            cpus += e[i].kind == STARTED ? (int64_t)e[i].cpus : e[i].kind == ENDED ? -(int64_t)e[i].cpus : 0;
        }
        /* Of what holds from this instant on. */
        c->jobs = (uint64_t)running > c->jobs ? (uint64_t)running : c->jobs;
        c->cpus = (uint64_t)cpus > c->cpus ? (uint64_t)cpus : c->cpus;
        if (i == n || waiting <= 0)
            continue;
        c->least = (uint64_t)running < c->least ? (uint64_t)running : c->least;
        c->most = (uint64_t)running > c->most ? (uint64_t)running : c->most;
        c->waiting_us += e[i].at_us - at_us;
        sum += (double)running * (double)(e[i].at_us - at_us);
    }
    c->mean = c->waiting_us > 0 ? sum / (double)c->waiting_us : 0;
    return SW_OK;
}

/* A job is early when it starts while one that was submitted before it has not. Early starts are few where the
 * scheduler is FIFO inside the pool (docs/formats/slurm.md). */
static int measure_one(const struct sacct *s, bool users, struct sacct_ceiling *c, struct event *e)
{
    size_t n = 0;
    int64_t latest = INT64_MIN, latest_before = INT64_MIN, submit_us = INT64_MIN;
    /* Jobs in order of submission; runs of a job are jobs of their own by now. */
    for (size_t k = 0; k < s->n_order; k++) {
        if (name_counted(s, s->order[k], users) != c->name)
            continue;
        const struct sacct_attempt a = sacct_jobs_attempt(s, s->order[k]);
        e[n++] = (struct event){ a.submit_us, SUBMITTED, a.kind.cpus };
        e[n++] = (struct event){ a.start_us, STARTED, a.kind.cpus };
        e[n++] = (struct event){ a.end_us, ENDED, a.kind.cpus };
        if (a.submit_us > submit_us) /* those of one instant are not earlier than each other */
            latest_before = latest;
        submit_us = a.submit_us > submit_us ? a.submit_us : submit_us;
        c->early += a.start_us < latest_before;
        latest = a.start_us > latest ? a.start_us : latest;
    }
    return sweep(c, e, n);
}

/* Room for three events of each attempt, used again for each name. */
int sacct_ceilings_find(const struct sacct *s, bool users, struct sacct_ceiling *out, size_t most, size_t *n)
{
    struct event *e = calloc(3 * s->n_attempts + 1, sizeof *e);
    int status = !e ? SW_FAIL : rank_names(s, users, out, most, n);
    for (size_t i = 0; status == SW_OK && i < *n; i++)
        status = measure_one(s, users, &out[i], e);
    free(e);
    return status;
}
