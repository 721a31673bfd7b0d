/* SPDX-License-Identifier: GPL-3.0-or-later */
/* failures.c - attempts that fail at random, and what becomes of their tasks and jobs (rules F1-F3 of
 * docs/model.md). */
#include "lib/base/arena.h"
#include "lib/sim/life/life.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/queue/queue.h"

/* F1: draws whether the attempt fails, and after which part of its work. */
static void failures_launched(struct sw_replay *r, void *own UNUSED, struct attempt *a)
{
    const struct stage *st = a->stage;
    struct sw_chance c = sw_chance_start(r->opt.seed, SW_CHANCE_FAILURE, st->job->name,
                                         a->task + ((uint64_t)a->number << 32) + (st->name << 48));
    if (sw_chance_uniform(&c) >= r->opt.failure_rate)
        return;
    a->fails = true;
    a->run_us = rounded_us(sw_chance_uniform(&c) * (double)a->local_us);
}

/* F2: the task comes back, first of its stage. F3: the job fails. The caller keeps the attempt alive. */
static void failures_attempt(struct sw_replay *r, void *own UNUSED, struct attempt *a, const struct attempt_news *is)
{
    struct stage *st = a->stage;
    struct job *job = st->job;
    if (is->what != ATTEMPT_FAILED)
        return;
    uint32_t **failed = &st->reruns->failed;
    job->result.wasted_us = sum_i64(job->result.wasted_us, a->end_us - a->launch_us);
    if (!*failed)
        *failed = xcalloc(st->n_tasks, sizeof **failed);
    if (++(*failed)[a->task] >= r->opt.max_attempts) {
        launch_detach_sibling(a);
        abandon_job(r, job);
        return;
    }
    if (launch_detach_sibling(a))
        return;
    if (r->opt.offers) {
        /* R17: with its preference. */
        keys_count(r, st->job, st->slot_kind, 0, 1);
        stages_return_task(r, st, a->task);
        keys_rekey(r, st->job, st->slot_kind);
    } else
        stages_retry_task(r, st, a->task);
}

const struct mechanism failures_mechanism = {
    .needs = NEEDS_RETURNS | NEEDS_LAUNCHES, .launched = failures_launched, .attempt = failures_attempt,
};
