/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arrive.c - jobs are read as their time comes and are submitted (J1-J4). */
#include "lib/sim/event/event.h"
#include "lib/sim/life/life.h"
#include "lib/sim/queue/queue.h"
#include <string.h>

static int check_kinds(struct sw_replay *r, const struct job *job, const struct sw_job *spec)
{
    static const char *const kind[] = { "map", "reduce" };
    if (job->n_stages > STAGES_MOST)
        return sw_trace_err(r->source.trace, spec, NULL, r->err, "more than %d stages in a job", STAGES_MOST);
    for (uint32_t s = 0; s < job->n_stages; s++)
        if (!r->cl->total_slots[job->stage[s].slot_kind])
            return sw_trace_err(r->source.trace, spec, NULL, r->err, "the job needs %s slots and the cluster has none",
                                r->cl->one_kind ? "some" : kind[job->stage[s].slot_kind]);
    return SW_OK;
}

static int check_job(struct sw_replay *r, struct job *job, const struct sw_job *spec)
{
    return MECHANISMS_ANY(r, job_check, job, spec) ? SW_FAIL : SW_OK;
}

static int find_pool(struct sw_replay *r, struct job *job, const struct sw_job *spec)
{
    job->pool = job->at_pool = pool_get(r, spec->pool);
    if (job->pool->has_children)
        return sw_trace_err(r->source.trace, spec, "pool", r->err, "has pools below it and takes no jobs: '%s'",
                            job->pool->name);
    if (r->pools.declared && !job->pool->declared && strcmp(job->pool->name, "default"))
        return sw_trace_err(r->source.trace, spec, "pool", r->err, "not in the pools file: '%s'", job->pool->name);
    job->pool->known_us = min_i64(job->pool->known_us, r->now_us); /* S1 */
    limits_join(r, job);
    return SW_OK;
}

static int submit_after(struct sw_replay *r, struct job *job, const struct sw_job *spec)
{
    struct job *before = sw_names_find(&r->jobs.by_id, spec->after_job.at, spec->after_job.len);
    if (!before)
        return sw_trace_err(r->source.trace, spec, "after_job", r->err, "no such job in the system: '%.*s'",
                            (int)spec->after_job.len, spec->after_job.at);
    job->next_follower = before->followers;
    before->followers = job;
    return SW_OK;
}

static void submit_at(struct sw_replay *r, struct job *job, int64_t at_us)
{
    events_push(&r->events, event_make(at_us, EV_SUBMIT, job->place, job));
}

static int64_t jittered(const struct sw_replay *r, const struct job *job, int64_t at_us)
{
    struct sw_chance c = sw_chance_start(r->opt.seed, SW_CHANCE_JITTER, job->name, 0);
    return r->opt.jitter_us ? at_us + (int64_t)sw_chance_below(&c, (uint64_t)r->opt.jitter_us) : at_us;
}

/* J3: a time of the trace, compressed by --load. */
static int64_t loaded(struct sw_replay *r, int64_t submit_us)
{
    if (r->source.first_row_us < 0)
        r->source.first_row_us = submit_us;
    if (r->opt.load == 1.0)
        return submit_us;
    return r->source.first_row_us + rounded_us((double)(submit_us - r->source.first_row_us) / r->opt.load);
}

static void enter_system(struct sw_replay *r, struct job *job)
{
    job->prev = r->jobs.last;
    if (r->jobs.last)
        r->jobs.last->next = job;
    else
        r->jobs.first = job;
    r->jobs.last = job;
    xnames_add_hashed(&r->jobs.by_id, job->name, job->id, job->id_len, job);
}

static int enqueue_row(struct sw_replay *r, struct job *job, const struct sw_job *spec)
{
    if (check_kinds(r, job, spec) != SW_OK || check_job(r, job, spec) != SW_OK || find_pool(r, job, spec) != SW_OK)
        return SW_FAIL;
    if (sw_names_find_hashed(&r->jobs.by_id, job->name, job->id, job->id_len))
        return sw_trace_err(r->source.trace, spec, "job_id", r->err, "already in the system: '%s'", job->id);
    if (spec->after_job.len)
        return submit_after(r, job, spec);
    int64_t at_us = loaded(r, spec->submit_us);
    submit_at(r, job, jittered(r, job, at_us));
    events_push(&r->events, event_make(at_us, EV_READ, job->place, NULL));
    return SW_OK;
}

/* Reads rows up to and including the next one that has a submit_s (J1). */
int arrive_more(struct sw_replay *r)
{
    struct sw_job spec;
    int got = 1;
    while (!r->source.ended && (got = sw_trace_next(r->source.trace, &spec, r->err)) == 1) {
        struct job *job = job_new(r, &spec);
        if (enqueue_row(r, job, &spec) != SW_OK) {
            job_free(r, job);
            return SW_FAIL;
        }
        enter_system(r, job);
        if (!spec.after_job.len)
            return SW_OK;
    }
    r->source.ended = true;
    return got < 0 ? SW_FAIL : SW_OK;
}

void arrive_one(struct sw_replay *r, const struct sw_job *spec, int64_t submit_us)
{
    struct job *job = job_new(r, spec);
    job->pool = job->at_pool = pool_get(r, spec->pool);
    limits_join(r, job);
    enter_system(r, job);
    submit_at(r, job, submit_us);
}

int arrive_submit(struct sw_replay *r, struct job *job)
{
    job->submit_us = r->now_us;
    job->submitted = true;
    r->slots.offer_to_all = true; /* H6 (b) */
    MECHANISMS_TELL(r, job_submitted, job);
    if (r->totals.first_submit_us < 0)
        r->totals.first_submit_us = r->slots.since_us = r->now_us;
    r->totals.with_output += job->shuffle_bytes > 0 && job->mapreduce;
    if (infeasible_check(r, job) != SW_OK)
        return SW_FAIL;
    admit_job(r, job);
    return SW_OK;
}

/* A job that follows another is submitted when that ends, after its think time (J1). */
void arrive_follower(struct sw_replay *r, struct job *job)
{
    r->totals.followers++;
    submit_at(r, job, jittered(r, job, r->now_us + job->think_us));
}
