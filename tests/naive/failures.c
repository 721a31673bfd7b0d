/* SPDX-License-Identifier: GPL-3.0-or-later */
/* failures.c - F1..F3: attempts that fail, tasks that are launched again before all others, jobs that fail with
 * them. */
#include <string.h>
#include "tests/naive/naive.h"

/* F1: "draws a uniform u from the stream (seed, failure, job_id, i + 2^32 k + 2^48 s); with u < X it fails. The next
 * uniform v of the stream says when: instead of its local time it takes round(v local time)". */
void failure_draw(const struct run *r, struct attempt *a)
{
    const struct job *j = &r->job[a->job];
    uint64_t task = (uint64_t)a->task + ((uint64_t)a->number << 32) + (j->stage[a->stage].number << 48);
    struct sw_chance c = sw_chance_start(r->o.seed, SW_CHANCE_FAILURE, sw_chance_name(j->id, strlen(j->id)), task);
    if (r->o.failure_rate <= 0 || sw_chance_uniform(&c) >= r->o.failure_rate) return;
    a->fails = true;
    a->local_us = naive_round(sw_chance_uniform(&c) * (double)a->local_us);
}

/* F3: "its live attempts are killed in the order of their launch, as in K5, and what it has unlaunched is dropped". */
void failure_ends_job(struct run *r, int job)
{
    struct job *j = &r->job[job];
    j->failed = true;
    for (int s = 0; s < j->n_stages; s++) j->stage[s].due_us = NEVER, j->stage[s].updates = 0; /* L20, E7 */
    job_end(r, job);
    for (int i = 0; i < r->n_attempts; i++)
        if (r->attempt[i].job == job && r->attempt[i].phase != OVER) kill_attempt(r, i, -1);
}

/* F2: "its task is unlaunched again, unless a second attempt of it lives (C6)". */
void failure_ends(struct run *r, int attempt)
{
    struct attempt *a = &r->attempt[attempt];
    struct task *t = &r->job[a->job].stage[a->stage].task[a->task];
    r->job[a->job].wasted_us += a->finish_us - a->launch_us; /* S8 */
    if (++t->n_failed >= r->o.max_attempts) {
        failure_ends_job(r, a->job);
        return;
    }
    if (other_attempt(r, attempt) >= 0) return;
    t->launched = false;
    if (r->o.offers == BY_HEARTBEAT) t->failed = ++r->n_failures;
    else spark_rounds_back(r, &r->job[a->job].stage[a->stage], t, false); /* R17 */
    offers_revive(r, r->job[a->job].pool);
    r->work_came = true; /* H6 (b): "a task comes back (B10, K5, F2)" */
}

/* F2: "the stage launches its failed tasks before all others, the first to fail first"; -1: it has none. */
int first_failed(const struct run *r, const struct stage *s)
{
    int first = -1;
    for (int t = 0; t < s->n_tasks; t++)
        if (!s->task[t].launched && s->task[t].failed
            && (first < 0
                || (r->o.hadoop ? hadoop_retries_before(&s->task[t], &s->task[first])
                                : s->task[t].failed < s->task[first].failed)))
            first = t;
    return first;
}
