/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arrive.c - jobs are read as their time comes and are submitted (J1-J4). */
#include "lib/sim/event/event.h"
#include "lib/sim/life/life.h"
#include "lib/sim/queue/queue.h"
#include <string.h>

/* J6.4: slots of every kind that the job needs, and numbers that the records of jobs and stages hold. */
static int check_kinds(struct sw_replay *r, const struct sw_job *spec)
{
    static const char *const kind[] = { "map", "reduce" };
    if (spec->n_stages > STAGES_MOST)
        return sw_trace_err(r->source.trace, spec, NULL, r->err, "more than %d stages in a job", STAGES_MOST);
    uint64_t tasks = 0;
    for (uint32_t s = 0; s < spec->n_stages; s++)
        tasks += spec->stages[s].n_tasks;
    if (tasks > JOB_TASKS_MOST)
        return sw_trace_err(r->source.trace, spec, NULL, r->err, "more than %d tasks in a job", JOB_TASKS_MOST);
    for (uint32_t s = 0; s < spec->n_stages; s++) {
        int slots = !r->cl->one_kind && spec->stages[s].kind == SW_REDUCE;
        if (!r->cl->total_slots[slots] && (!spec->mapreduce || spec->stages[s].n_tasks))
            return sw_trace_err(r->source.trace, spec, NULL, r->err, "the job needs %s slots and the cluster has none",
                                r->cl->one_kind ? "some" : kind[slots]);
    }
    r->totals.tasks_read += tasks;
    return SW_OK;
}

/* YARN takes `etl` and `root.etl` for one queue. NULL: the file has no pool by the other name either. */
static const struct pool *other_spelling(const struct sw_replay *r, const char *name)
{
    bool is_path = !strncmp(name, "root.", 5);
    for (const struct pool *p = r->pools.first; p; p = p->next)
        if (p->declared && !strncmp(is_path ? name : p->name, "root.", 5)
            && !strcmp(name + (is_path ? 5 : 0), p->name + (is_path ? 0 : 5)))
            return p;
    return NULL;
}

/* J4: it may be new. */
static int pool_of_row(struct sw_replay *r, const struct sw_job *spec, struct pool **out)
{
    struct pool *p = *out = pool_get(r, spec->pool);
    if (p->has_children)
        return sw_trace_err(r->source.trace, spec, "pool", r->err, "has pools below it and takes no jobs: '%s'",
                            p->name);
    bool is_strange = r->pools.declared && !p->declared && strcmp(p->name, "default");
    r->totals.jobs_of_strange_pools += is_strange && r->opt.order.policy->uses_pools;
    if (is_strange && !r->pools.makes_any) {
        const struct pool *meant = other_spelling(r, p->name);
        return sw_trace_err(r->source.trace, spec, "pool", r->err, "not in the pools file: '%s'%s%s%s", p->name,
                            meant ? " (did you mean '" : "", meant ? meant->name : "", meant ? "'?)" : "");
    }
    p->known_us = min_i64(p->known_us, r->now_us); /* S1 */
    return SW_OK;
}

/* J2. */
static int check_id(struct sw_replay *r, const struct sw_job *spec, uint64_t name)
{
    if (sw_names_find_hashed(&r->jobs.by_id, name, spec->job_id.at, spec->job_id.len)
        || sw_names_find_hashed(&r->jobs.rows_by_id, name, spec->job_id.at, spec->job_id.len))
        return sw_trace_err(r->source.trace, spec, "job_id", r->err, "already in the system: '%.*s'",
                            (int)spec->job_id.len, spec->job_id.at);
    return SW_OK;
}

/* J1.2: those that follow the job it names. */
static int find_list(struct sw_replay *r, const struct sw_job *spec, struct follower ***out)
{
    *out = followers_of(r, spec->after_job);
    if (!*out)
        return sw_trace_err(r->source.trace, spec, "after_job", r->err, "no such job in the system: '%.*s'",
                            (int)spec->after_job.len, spec->after_job.at);
    return SW_OK;
}

/* J3.2. */
static int64_t think_time(const struct sw_replay *r, const struct sw_job *spec)
{
    return r->opt.load == 1.0 ? spec->think_us : rounded_us((double)spec->think_us / r->opt.load);
}

static void submit_at(struct sw_replay *r, struct job *job, int64_t at_us)
{
    events_push(&r->events, event_make(at_us, EV_SUBMIT, job->place, job));
}

/* J3.1. */
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

/* Behind the others; it is found by its id. */
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

/* A row of a job that has to be there from the beginning. */
static int enqueue_job(struct sw_replay *r, struct job *job, const struct sw_job *spec)
{
    struct follower **list;
    if (check_kinds(r, spec) != SW_OK || MECHANISMS_ANY(r, job_check, job, spec)
        || pool_of_row(r, spec, &job->pool) != SW_OK)
        return SW_FAIL;
    job->at_pool = job->pool;
    limits_join(r, job);
    if (check_id(r, spec, job->name) != SW_OK)
        return SW_FAIL;
    if (spec->after_job.len) {
        if (find_list(r, spec, &list) != SW_OK)
            return SW_FAIL;
        followers_add_job(r, list, job, think_time(r, spec));
        return SW_OK;
    }
    int64_t at_us = loaded(r, spec->submit_us);
    submit_at(r, job, jittered(r, job, at_us));
    if (r->opt.jitter_us)
        events_push(&r->events, event_make(at_us, EV_READ, job->place, NULL));
    else
        r->source.more_us = at_us;
    return SW_OK;
}

/* The row of a job that follows another and may wait as a row (followers.c). */
static int enqueue_row(struct sw_replay *r, const struct sw_job *spec)
{
    struct pool *pool;
    struct follower **list;
    uint64_t name = job_name(spec->job_id);
    if (check_kinds(r, spec) != SW_OK || pool_of_row(r, spec, &pool) != SW_OK || check_id(r, spec, name) != SW_OK
        || find_list(r, spec, &list) != SW_OK)
        return SW_FAIL;
    followers_add_row(r, list, spec, name, pool, think_time(r, spec));
    return SW_OK;
}

/* A row of the trace. */
static int enqueue(struct sw_replay *r, const struct sw_job *spec)
{
    if (spec->after_job.len && followers_keep_row(r, spec))
        return enqueue_row(r, spec);
    struct job *job = job_new(r, spec);
    if (enqueue_job(r, job, spec) != SW_OK) {
        job_free(r, job);
        return SW_FAIL;
    }
    enter_system(r, job);
    return SW_OK;
}

/* Reads rows up to and including the next one that has a submit_s (J1). */
int arrive_more(struct sw_replay *r)
{
    struct sw_job spec;
    int got = 1;
    while (!r->source.ended && (got = sw_trace_next(r->source.trace, &spec, r->err)) == 1) {
        if (enqueue(r, &spec) != SW_OK)
            return SW_FAIL;
        if (!spec.after_job.len)
            return SW_OK;
    }
    r->source.ended = true;
    return got < 0 ? SW_FAIL : SW_OK;
}

/* The only job of a replay on an idle cluster (S5). */
void arrive_one(struct sw_replay *r, const struct sw_job *spec, int64_t submit_us)
{
    struct job *job = job_new(r, spec);
    job->pool = job->at_pool = pool_get(r, spec->pool);
    limits_join(r, job);
    enter_system(r, job);
    submit_at(r, job, submit_us);
}

/* The rows that would be read by an event of this instant, which comes before all submissions of the instant. Without
 * jitter the row's own submission is one, and saves that event: 0.98 of the instructions of one-map jobs. */
static int read_before_submission(struct sw_replay *r)
{
    while (r->source.more_us == r->now_us) {
        r->source.more_us = -1;
        r->totals.events++;
        if (arrive_more(r) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* J1, J6: a job that can never run ends the replay here. */
int arrive_submit(struct sw_replay *r, struct job *job)
{
    if (read_before_submission(r) != SW_OK)
        return SW_FAIL;
    job->submit_us = r->now_us;
    job->submitted = true;
    r->jobs.n_submitted++;
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

/* Jobs that follow one are submitted when that ends, after their think time (J1). */
void arrive_followers(struct sw_replay *r, struct job *of)
{
    while (of->followers) {
        int64_t think_us;
        bool made;
        struct job *job = followers_pop(r, &of->followers, &think_us, &made);
        if (made)
            enter_system(r, job);
        r->totals.followers++;
        submit_at(r, job, jittered(r, job, r->now_us + think_us));
    }
}
