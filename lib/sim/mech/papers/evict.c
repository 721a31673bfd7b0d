/* SPDX-License-Identifier: GPL-3.0-or-later */
/* evict.c - a deadlock of jobs that wait for each other's disk space: which job is evicted, and for how long (TR 5.4;
 * rules A8, A9 of docs/model.md).
 *
 * The check for a deadlock reads what waits and what is free. It is made only after an instant at which nothing runs
 * but reduces that wait for maps, which is seldom. */
#include "lib/base/bits.h"
#include "lib/sim/ask.h"
#include "lib/sim/event/event.h"
#include "lib/sim/life/life.h"
#include "lib/sim/queue/queue.h"
#include "lib/sim/task/task.h"

struct evict {
    struct records at;
    uint64_t n_busy;           /* live attempts other than reduces, and ended ones that are not committed */
    uint64_t n_evictions;
    struct job *victim;        /* by the last check; NULL: none */
    const struct job *refused; /* the first job that waits for disk space */
};

/* The number of evictions at the job's admission, and at its own. A suspended job is in no queue. */
struct evict_job { uint64_t came, evicted; bool suspended; };

static struct evict_job *evict_of(const struct evict *e, const struct job *job) { return job_record(job, &e->at); }

/* ---- the check for a deadlock ------------------------------------------------------------------------- */

/* Every running attempt ends by itself, except reduces that wait for maps. */
static bool only_waiting_reduces_run(const struct sw_replay *r, const struct evict *e)
{
    if (e->n_busy || r->jobs.n_set_up)
        return false;
    for (const struct attempt *a = r->attempts.oldest; a; a = a->newer)
        if (a->phase != SHUFFLING || maps_are_done(a->job))
            return false;
    return true;
}

/* Of the waiting tasks: whether one can launch, whether one lacks only disk space, and whose it is. */
struct scan { struct sw_replay *r; bool several; const struct job *waits, *refused; };

/* A8.3: ends the walk at a task that can launch. What lacks only space is noted. */
static bool visit_waiting(void *ctx, struct sw_queue_entry *entry)
{
    struct scan *k = ctx;
    struct sw_replay *r = k->r;
    const struct stage *st = entry->of;
    k->several |= k->waits && k->waits != st->job;
    k->waits = st->job;
    for (uint32_t i = 0; (i = bits_next(&r->slots.any_free, i)) != NONE; i++) {
        if (!stage_has_slot(r, st, r->slots.node_of[i]))
            continue;
        if (stage_fits(r, st, r->slots.node_of[i]))
            return true;
        k->refused = k->refused ? k->refused : st->job;
    }
    return false;
}

/* ---- the choice of the victim (A9) -------------------------------------------------------------------- */

/* What rules of eviction see (A9.2). */
static struct sw_evict_view view_of(const struct job *job)
{
    return (struct sw_evict_view){ .submit_us = job->submit_us,
                                   .place = job->place,
                                   .tasks = job_tasks(job),
                                   .tasks_done = job->tasks_done,
                                   .bytes = job->held_bytes };
}

/* A9.1: of the jobs that hold space, else of those that hold slots, the first by the rule. A9.3: not if all that waits
 * is its own. */
static struct job *choose_victim(const struct sw_replay *r, const struct evict *e, const struct scan *k, bool for_space)
{
    struct job *victim = NULL;
    for (struct job *job = r->opt.evict->before ? r->jobs.first : NULL; job; job = job->next) {
        /* It holds disk space, or slots. */
        bool occupies = for_space ? job->held_bytes > 0 : job->running[0] + job->running[1] > 0;
        if (!occupies || !job->admitted || !job->mapreduce || evict_of(e, job)->suspended
            || (!k->several && job == k->waits))
            continue;
        struct sw_evict_view a = view_of(job), b = victim ? view_of(victim) : a;
        if (!victim || r->opt.evict->before(&a, &b))
            victim = job;
    }
    return victim;
}

/* Whether there is a deadlock. Then e->victim is the job to evict; NULL: no job can be. */
static bool is_deadlocked(struct sw_replay *r, struct evict *e)
{
    struct scan k = { .r = r };
    e->victim = NULL;
    if (!only_waiting_reduces_run(r, e))
        return false;
    for (int kind = 0; kind < 2; kind++)
        if (sw_queue_walk(&r->queues.of_kind[kind], visit_waiting, &k))
            return false;
    if (k.refused && !(e->victim = choose_victim(r, e, &k, true)))
        e->victim = choose_victim(r, e, &k, false);
    e->refused = k.refused;
    return k.refused;
}

/* Whether nothing will ever happen again. */
static bool evict_stuck(struct sw_replay *r, void *own, const char **why UNUSED)
{
    struct evict *e = own;
    if (!is_deadlocked(r, e))
        return false;
    (void)!sw_err_set(
        r->err, "job '%s' in pool '%s' can never run (a map of it writes %llu bytes, no node has as many left, and %s)",
        e->refused->id, e->refused->pool->name, (unsigned long long)finish_most_output(e->refused),
        r->opt.evict->before ? "no other job has output to delete for it" : "--evict none deletes nothing");
    return true;
}

/* A8: an eviction is the last of an instant, which then goes on. False: nothing will ever happen again. */
static bool evict_instant_ends(struct sw_replay *r, void *own)
{
    struct evict *e = own;
    if (!is_deadlocked(r, e))
        return true;
    if (!e->victim) /* ticks do not count: they come as long as a job is in the system */
        return r->opt.until_us >= 0 || r->events.n > ticks_n(r);
    events_push(&r->events, event_make(r->now_us, EV_EVICT, 0, NULL));
    return true;
}

/* ---- its output is deleted (A8) ------------------------------------------------------------------------ */

/* A8.5: its finished maps are unlaunched again. */
static void delete_outputs(struct sw_replay *r, struct job *job)
{
    struct stage *maps = &job->stage[0];
    for (uint32_t t = 0; t < maps->n_tasks; t++)
        if (maps->reruns->done_on[t])
            stop_output_lost(r, maps, t);
    MECHANISMS_TELL(r, output, &job->stage[0], OUTPUTS_LOST, NONE);
    keys_rekey(r, job, maps->slot_kind);
    if (r->opt.order.policy->follows_done && job->n_stages > 1)
        keys_rekey(r, job, job->stage[1].slot_kind);
}

/* The level of a rule that climbs is stored, so that the stage resumes there. */
static void keep_levels(struct sw_replay *r, struct job *job)
{
    for (uint32_t s = 0; s < job->n_stages && r->opt.delay.policy->climbs; s++) {
        struct stage *st = &job->stage[s];
        if (!st->entry[PREF].leaf || job->pool->starved[st->slot_kind])
            continue;
        sw_queue_load(&st->entry[PREF]);
        st->level = waits_level(r, st);
    }
}

/* A8.4, A8.5. */
static void evict_event(struct sw_replay *r, void *own, const struct event *ev UNUSED)
{
    struct evict *e = own;
    struct job *job = e->victim;
    OBSERVERS_SEE(r, SAW_EVICT, .job = job);
    stop_attempts_of(r, job, SW_EVICTED);
    delete_outputs(r, job);
    keep_levels(r, job);
    stages_withdraw(r, job);
    evict_of(e, job)->suspended = true;
    evict_of(e, job)->evicted = ++e->n_evictions;
    r->slots.offer_to_all = true;
}

/* ---- until another job ends ----------------------------------------------------------------------------- */

/* Jobs that were evicted while this one was in the system resume. */
static void evict_job_ended(struct sw_replay *r, void *own, struct job *ended)
{
    struct evict *e = own;
    for (struct job *job = r->jobs.first; job && e->n_evictions; job = job->next) {
        struct evict_job *it = evict_of(e, job);
        if (!it->suspended || evict_of(e, ended)->came >= it->evicted || !ended->admitted)
            continue;
        it->suspended = false;
        for (uint32_t s = 0; s < job->n_stages; s++)
            if (job->stage[s].ready)
                stages_come_back(r, &job->stage[s]);
        r->slots.offer_to_all = true;
    }
}

static void evict_job_entered(struct sw_replay *r UNUSED, void *own, struct job *job)
{
    struct evict *e = own;
    evict_of(e, job)->came = e->n_evictions;
}

/* ---- what runs -------------------------------------------------------------------------------------------- */

static void evict_launched(struct sw_replay *r UNUSED, void *own, struct attempt *a)
{
    ((struct evict *)own)->n_busy += a->stage->kind != SW_REDUCE;
}

/* It counts as running until it is committed (H2, L7). */
static void evict_ended(struct sw_replay *r UNUSED, void *own, struct attempt *a)
{
    ((struct evict *)own)->n_busy += a->stage->kind == SW_REDUCE;
}

static void evict_attempt(struct sw_replay *r UNUSED, void *own, struct attempt *a UNUSED,
                          const struct attempt_news *is)
{
    ((struct evict *)own)->n_busy -= is->what == ATTEMPT_COMMITTED;
}

static void evict_stopped(struct sw_replay *r UNUSED, void *own, struct attempt *a, enum phase was UNUSED)
{
    ((struct evict *)own)->n_busy -= a->stage->kind != SW_REDUCE;
}

const struct mechanism evict_mechanism = {
    .needs = NEEDS_RETURNS | NEEDS_LAUNCHES, .size = sizeof(struct evict), .job_size = sizeof(struct evict_job),
    .event_kind = EV_EVICT, .event = evict_event, .job_entered = evict_job_entered, .job_ended = evict_job_ended,
    .launched = evict_launched, .ended = evict_ended, .attempt = evict_attempt, .stopped = evict_stopped,
    .instant_ends = evict_instant_ends, .stuck = evict_stuck,
};
