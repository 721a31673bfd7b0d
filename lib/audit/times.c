/* SPDX-License-Identifier: GPL-3.0-or-later */
/* times.c - when jobs are submitted and end (J1, J3), when their stages are ready (L5, L6), and when all their maps are
 * done (L4, B11). */
#include "lib/audit/audit.h"
#include <stdlib.h>


/* ---- submission ---------------------------------------------------------------------------------- */

/* J3: uniform [0, T). */
static int64_t jitter(const struct audit *a, const struct job *job)
{
    struct sw_chance c = sw_chance_start(a->rules.seed, SW_CHANCE_JITTER, job->name, 0);
    return a->opt->jitter_us ? (int64_t)sw_chance_below(&c, (uint64_t)a->opt->jitter_us) : 0;
}

/* J1.2: row_us is -1 where the job follows another. NEVER: that one has not ended in this log. */
static int64_t submitted_at(const struct audit *a, const struct job *job)
{
    int64_t at_us = job->row_us;
    if (at_us < 0) {
        if (job->after == NONE || a->job[job->after].end_us == NEVER)
            return NEVER;
        at_us = a->job[job->after].end_us + job->think_us;
    }
    return at_us + jitter(a, job);
}

/* ---- stages -------------------------------------------------------------------------------------- */

static uint64_t n_maps(const struct job *job)
{
    uint64_t n = 0;
    for (uint32_t s = 0; s < job->n_stages; s++)
        n += job->stage[s].kind == SW_MAP ? job->stage[s].n_tasks : 0;
    return n;
}

/* L5, L6: the stage waits for no other stage of its job. */
static bool is_root(const struct audit *a, const struct job *job, const struct stage *st)
{
    if (!job->mapreduce)
        return st->n_parents == 0;
    return st->kind != SW_REDUCE || a->opt->slowstart == 0 || n_maps(job) == 0; /* L5 */
}

/* When all tasks of the stage are done; NEVER when some is not. */
static int64_t stage_done_at(const struct audit *a, const struct job *job, uint32_t stage)
{
    int64_t last_us = 0;
    uint32_t left = job->stage[stage].n_tasks;
    for (uint32_t i = 0; i < job->n_rows; i++) {
        const struct row *row = nth(a, job, i);
        if (stage_of(a, row)->place != stage || row->outcome != SW_DONE)
            continue;
        last_us = row->finish_us > last_us ? row->finish_us : last_us;
        left -= taken_us(row) == NEVER && left > 0;
    }
    return left ? NEVER : last_us;
}

/* L6 */
static int64_t parents_done_at(const struct stage *st, const int64_t *done_us)
{
    int64_t last_us = 0;
    for (uint32_t p = 0; p < st->n_parents; p++)
        if (done_us[st->parent[p]] > last_us)
            last_us = done_us[st->parent[p]];
    return last_us;
}

/* J5: the log says when a job was let in whose pool limits them; admit.c looks whether that can be. */
static int64_t admitted_at(const struct audit *a, const struct job *job)
{
    const struct row *first = NULL;
    if (!audit_admit_is_limited(a, job) && !a->rules.hands_out_nodes)
        return job->submit_us;
    for (uint32_t i = 0; i < job->n_rows; i++) {
        const struct row *row = nth(a, job, i);
        if (is_root(a, job, stage_of(a, row)) && (!first || row->line < first->line))
            first = row;
    }
    return first ? first->ready_us - stage_of(a, first)->setup_us : NEVER; /* L20 */
}

/* ---- the maps of a MapReduce job ----------------------------------------------------------------- */

/* by: a map is done (1), or its output is taken (-1). */
struct change { int64_t at_us; int turn, by; };
/* T2: ends come before losses, but for maps of length 0, which are launched after them; A8 comes last. */
enum { DONE_FIRST, TAKEN, DONE_LATE, TAKEN_LATE };

static int by_time_and_turn(const void *x, const void *y)
{
    const struct change *a = x, *b = y;
    return ORDER(a->at_us, b->at_us) ?: ORDER(a->turn, b->turn);
}

static size_t list_map_changes(const struct audit *a, const struct job *job, struct change *to)
{
    size_t n = 0;
    for (uint32_t i = 0; i < job->n_rows; i++) {
        const struct row *row = nth(a, job, i);
        if (row->kind != SW_MAP || row->outcome != SW_DONE)
            continue;
        bool late = row->launch_us == row->finish_us;
        to[n++] = (struct change){ row->finish_us, late ? DONE_LATE : DONE_FIRST, 1 };
        if (taken_us(row) < NEVER)
            to[n++]
                = (struct change){ taken_us(row), late && taken_us(row) == row->finish_us ? TAKEN_LATE : TAKEN, -1 };
    }
    if (n)
        qsort(to, n, sizeof *to, by_time_and_turn);
    return n;
}

/* The times in which all maps are done; gives when max(1, ceil(f maps)) were for the first time (L5). */
int64_t audit_times_follow_maps(struct audit *a, const struct job *job)
{
    uint64_t maps = n_maps(job), done = 0, needed = (maps * (uint64_t)a->opt->slowstart + 999999) / 1000000;
    int64_t ready_us = NEVER;
    struct change *change = xcalloc(2 * (size_t)job->n_rows, sizeof *change);
    size_t n = list_map_changes(a, job, change);
    a->n_mapped = 0;
    /* The time in which all are done ends with an output that is taken. The next one begins when all are done
     * again. */
    for (size_t i = 0; i < n; i++) {
        if (done == maps && change[i].by < 0)
            a->mapped[a->n_mapped - 1].to_us = change[i].at_us;
        done += (uint64_t)(int64_t)change[i].by;
        if (done >= (needed ? needed : 1) && ready_us == NEVER)
            ready_us = change[i].at_us;
        if (done == maps && change[i].by > 0) {
            RESERVE(a->mapped, a->n_mapped + 1, a->cap_mapped);
            a->mapped[a->n_mapped++] = (struct spell){ change[i].at_us, NEVER };
        }
    }
    xfree(change);
    return ready_us;
}

/* As the log has it. L20: it was set up before. */
static int64_t reduces_ready_at(const struct audit *a, const struct job *job)
{
    for (uint32_t i = 0; i < job->n_rows; i++)
        if (nth(a, job, i)->kind == SW_REDUCE)
            return nth(a, job, i)->ready_us - stage_of(a, nth(a, job, i))->setup_us;
    return NEVER;
}

/* ---- a job --------------------------------------------------------------------------------------- */

/* Jobs stand in the order of the trace, so the job that this one follows has its end already (J1.2). */
static void work_out(struct audit *a, struct job *job)
{
    int64_t *done_us = xcalloc(job->n_stages, sizeof *done_us), maps_us = NEVER;
    job->submit_us = submitted_at(a, job);
    job->admit_us = admitted_at(a, job);
    job->end_us = 0;
    if (job->mapreduce)
        maps_us = audit_times_follow_maps(a, job);
    for (uint32_t s = 0; s < job->n_stages; s++) {
        done_us[s] = stage_done_at(a, job, s);
        job->end_us = done_us[s] > job->end_us ? done_us[s] : job->end_us;
    }
    /* F3: what the job has left undone is dropped. */
    if (audit_fail_at(a, job) < job->end_us)
        job->end_us = audit_fail_at(a, job);
    /* A8, B11: when its maps were done is open, so what the log says of its reduces is taken. */
    if (job->unsure)
        maps_us = reduces_ready_at(a, job);
    for (uint32_t s = 0; s < job->n_stages; s++) {
        struct stage *st = &job->stage[s];
        st->ready_us = is_root(a, job, st) ? job->admit_us : job->mapreduce ? maps_us : parents_done_at(st, done_us);
        st->ready_us += st->ready_us < NEVER ? st->setup_us : 0; /* L20 */
    }
    xfree(done_us);
}

/* What made the stage ready, as a rule's number for the message. */
static const char *ready_rule(const struct audit *a, const struct job *job, const struct stage *st)
{
    if (!is_root(a, job, st))
        return st->setup_us ? "L20" : job->mapreduce ? "L5" : "L6";
    if (st->setup_us)
        return "L20";
    if (a->rules.hands_out_nodes)
        return "O21";
    return audit_admit_is_limited(a, job) ? "J5" : job->row_us < 0 ? "J1" : "J3";
}

static void check_ready(struct audit *a, const struct job *job, const struct row *row)
{
    const struct stage *st = stage_of(a, row);
    if (st->ready_us == NEVER)
        audit_fault(a, OF_TIMES, row, ready_rule(a, job, st), "its stage cannot be ready in this log");
    else if (row->ready_us != st->ready_us)
        audit_fault(a, OF_TIMES, row, ready_rule(a, job, st), "its stage is ready at %s, not %s", S(st->ready_us),
                    S(row->ready_us));
}

/* T2.3: where an attempt would end by itself at the instant at which another ended it, the order of launch decides. */
static void check_ended_with(struct audit *a)
{
    for (size_t i = 0; i < a->n_rows; i++) {
        const struct row *row = &a->row[i], *other = NULL;
        if (row->end_us == row->finish_us && row->outcome == SW_SUPERSEDED)
            other = audit_copies_winner(a, row);
        else if (row->end_us == row->finish_us && audit_ends_with_job(row))
            other = &a->row[job_of(a, row)->failed_by]; /* F3 */
        if (other)
            audit_durations_ended_with(a, row, other);
    }
}

/* A pool can starve from its first submission on (K2.2), so the least one is kept. */
void audit_times(struct audit *a)
{
    for (uint32_t p = 0; p < a->n_pools; p++)
        a->pool[p].first_submit_us = NEVER;
    for (uint32_t j = 0; j < a->n_jobs; j++) {
        struct job *job = &a->job[j];
        struct pool *pool = &a->pool[job->pool];
        work_out(a, job);
        pool->first_submit_us = job->submit_us < pool->first_submit_us ? job->submit_us : pool->first_submit_us;
        for (uint32_t i = 0; i < job->n_rows; i++)
            check_ready(a, job, nth(a, job, i));
        for (uint32_t i = 0; i < job->n_rows; i++)
            if (nth(a, job, i)->kind == SW_REDUCE)
                audit_durations_reduce(a, nth(a, job, i));
    }
    /* K3 needs the first submissions of all pools. */
    for (size_t i = 0; i < a->n_rows; i++)
        if (a->row[i].outcome == SW_KILLED && a->row[i].for_pool)
            audit_kill_times(a, &a->row[i]);
    check_ended_with(a);
    audit_admit(a);
}
