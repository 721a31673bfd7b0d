/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attempt.c - the life of an attempt: L3 (maps and tasks), L4 (reduces), H2, H3 and L7 (its end). */
#include "tests/naive/naive.h"

static struct stage *stage_of(const struct run *r, const struct attempt *a)
{
    return &r->job[a->job].stage[a->stage];
}

/* L4: a MapReduce job with maps that are not all done. */
static bool maps_unfinished(const struct job *j)
{
    return j->mapreduce && job_maps(j) > job_maps_done(j);
}

/* L3, L3.1: 1 for a task that is none, else penalty(level) over penalty(recorded level), which without a record is
 * 1. */
double attempt_penalty(const struct run *r, const struct task *t, enum sw_locality at)
{
    return at == SW_AT_NONE ? 1 : r->o.penalty[at] / r->o.penalty[t->recorded];
}

/* L3, L4: launch + startup; Y17: "at the first heartbeat of its application master that is not before the launch". */
int64_t attempt_starts(const struct run *r, const struct attempt *a)
{
    int64_t at = r->o.am_us ? r->job[a->job].submit_us : a->launch_us;
    while (at < a->launch_us) at += r->o.am_us;
    return at + r->o.startup_us;
}

void attempt_launch(struct run *r, int node, struct stage *s, int task, enum sw_locality at)
{
    struct job *j = &r->job[s->job];
    struct task *t = &s->task[task];
    r->attempt = naive_grow(r->attempt, (size_t)r->n_attempts + 1, sizeof *r->attempt);
    r->attempt_order = naive_grow(r->attempt_order, (size_t)r->n_attempts + 1, sizeof *r->attempt_order);
    struct attempt *a = &r->attempt[r->n_attempts++];
    *a = (struct attempt){ .job = s->job, .stage = (int)(s - j->stage), .task = task, .node = node,
                           .number = t->n_attempts++, .locality = at,
                           .ready_us = s->ready_us, .launch_us = r->now_us, .copied_us = UNSET, .compute_us = UNSET,
                           .finish_us = UNSET,
                           .outcome = SW_RUNNING, .killed_for = -1, .order_us = NEVER,
                           .marked_us = UNSET, .local_us = t->local_us };
    t->launched = true;
    t->failed = t->back = 0;
    failure_draw(r, a);
    if (j->first_launch_us == UNSET) j->first_launch_us = r->now_us;
    if (r->o.yarn_kills) preempt_yarn_launched(r, node, s->job);
    if (s->kind == SW_REDUCE) {
        a->phase = COPIES;
        a->due_us = maps_unfinished(j) ? NEVER : attempt_starts(r, a) + t->copy_us;
    } else {
        j->map_tasks_run++;
        a->phase = WORKS; /* L3: startup + round(local penalty / speed) */
        a->due_us = attempt_starts(r, a) +
                    naive_round((double)a->local_us * attempt_penalty(r, t, at) / r->node[node].speed);
    }
    network_launched(r, a);
    masters_launched(r, a);
}

/* When its phase ends, as far as can be told: not while a flow of it goes on (N5.3, N7.5). */
int64_t attempt_due_us(const struct run *r, const struct attempt *a)
{
    return network_holds(r, a) ? NEVER : a->due_us;
}

/* L4: max(launch + startup + copy_s, end of the job's last map + round(copy_s / maps)). */
static void last_map_ended(struct run *r, int job)
{
    int64_t maps = job_maps(&r->job[job]);
    for (int i = 0; i < r->n_attempts; i++) {
        struct attempt *a = &r->attempt[i];
        if (a->job != job || a->phase != COPIES) continue;
        int64_t copy = stage_of(r, a)->task[a->task].copy_us;
        int64_t alone = attempt_starts(r, a) + copy,
            rest = r->now_us + naive_round((double)copy / (double)maps);
        a->due_us = alone > rest ? alone : rest;
    }
}

/* L7: it counts as running for its job and pool for T after its slot is free. */
void attempt_free_slot(struct run *r, struct attempt *a)
{
    a->freed = true;
    a->commit_us = r->now_us + r->o.commit_us;
    a->committed = r->o.commit_us == 0;
    if (r->job[a->job].heard_us < a->commit_us) r->job[a->job].heard_us = a->commit_us;
}

/* H3: what the end means to its job happens at the end itself. */
static void tell_job(struct run *r, const struct attempt *a)
{
    struct job *j = &r->job[a->job];
    struct stage *s = stage_of(r, a);
    if (s->kind != SW_REDUCE && !s->is_master) j->finished_at[a->locality]++; /* S2, Y19.3 */
    if (j->mapreduce && s->kind == SW_MAP && !maps_unfinished(j)) last_map_ended(r, a->job);
    job_check_ready(r, a->job);
    masters_check(r, a->job);
    for (int i = 0; i < j->n_stages; i++)
        if (!stage_is_done(&j->stage[i])) return;
    job_end(r, a->job); /* L6: a job is done when all its tasks are */
}

static void attempt_end(struct run *r, int attempt)
{
    struct attempt *a = &r->attempt[attempt];
    bool computed = a->phase == COMPUTES;
    a->phase = OVER;
    a->due_us = NEVER;
    a->finish_us = r->now_us;
    a->outcome = a->fails ? SW_FAILED : SW_DONE;
    multifactor_ended(r, a);
    r->attempt_order[r->n_attempt_order++] = attempt;
    if (r->o.heartbeat_us == 0 || r->o.out_of_band) { /* H2, H6 (a) */
        attempt_free_slot(r, a);
        r->node[a->node].asks = true;
        a->untold = r->o.offers == BY_SPARK;
    }
    if (computed) cpac_one_computes_less(r, a->node);
    if (!r->o.hadoop || a->freed) attempt_tell(r, attempt); /* E2 */
}

void attempt_tell(struct run *r, int attempt)
{
    struct attempt *a = &r->attempt[attempt];
    if (!a->fails) {
        stage_of(r, a)->task[a->task].done = true;
        stage_of(r, a)->task[a->task].done_by = attempt;
    }
    if (a->fails) {
        failure_ends(r, attempt);
        return;
    }
    supersede_others(r, attempt);
    tell_job(r, a);
}

bool stage_waits_with_preference(const struct stage *s)
{
    for (int t = 0; t < s->n_tasks; t++)
        /* F2: as without preference */
        if (!s->task[t].launched && !s->task[t].failed && s->task[t].n_replicas > 0) return true;
    return false;
}

/* B10: "unlaunched again at once ...; if its stage had no unlaunched task with preference it comes back with its level,
 * its wait, skips or timer starting anew". */
void task_unlaunch(struct run *r, struct stage *s, struct task *t)
{
    if (r->o.hadoop && s->kind != SW_REDUCE) t->failed = 1; /* E4 */
    else if (r->o.offers == BY_HEARTBEAT && t->n_replicas > 0 && !stage_waits_with_preference(s))
        stage_anew(r, s); /* R17 */
    t->launched = false;
}

void stage_anew(struct run *r, struct stage *s)
{
    s->passed_us = s->clock_us = UNSET;
    if (r->o.delay->offered) return; /* Y1: "what comes back keeps its count, level and timer" */
    s->wait_us = s->skips = 0;
    s->marked = false;
    s->timer_us = r->now_us;
    adaptive_set_waits(r, s); /* D20 */
}

/* B10, K5, C6: lost, killed or superseded. "The running count falls at the loss"; a killed task is "as if never
 * started". */
void attempt_stop(struct run *r, int attempt, enum sw_outcome outcome)
{
    struct attempt *a = &r->attempt[attempt];
    struct stage *s = stage_of(r, a);
    struct task *t = &s->task[a->task];
    a->phase = OVER;
    a->due_us = NEVER;
    a->finish_us = r->now_us;
    a->outcome = outcome;
    a->freed = a->committed = true;
    a->untold = r->o.offers == BY_SPARK && !r->goes;
    r->job[a->job].wasted_us += a->finish_us - a->launch_us;
    r->attempt_order[r->n_attempt_order++] = attempt;
    if (t->done || other_attempt(r, attempt) >= 0) return; /* C6: it "leaves the task to the other" */
    attempt_task_back(r, a);
}

void attempt_task_back(struct run *r, const struct attempt *a)
{
    struct stage *s = stage_of(r, a);
    struct task *t = &s->task[a->task];
    task_unlaunch(r, s, t);
    r->stops = (int)(a - r->attempt);
    spark_rounds_back(r, s, t, false);
    r->stops = -1;
    offers_revive(r, r->job[a->job].pool);
    r->work_came = true; /* H6 (b): a task comes back */
}

/* L4: it then computes for round(reduce time / speed). */
void attempt_compute(struct run *r, struct attempt *a)
{
    a->phase = COMPUTES;
    a->compute_us = r->now_us;
    a->due_us = r->now_us + naive_round((double)a->local_us / r->node[a->node].speed);
}

/* The end of its copy phase, or its end. */
void attempt_due(struct run *r, int attempt)
{
    struct attempt *a = &r->attempt[attempt];
    if (a->phase != COPIES) {
        attempt_end(r, attempt);
        return;
    }
    if (r->o.cpac && (r->o.heartbeat_us == 0 || r->o.out_of_band)) r->node[a->node].asks = true; /* A4 */
    if (cpac_may_compute(r, a->node)) {
        attempt_compute(r, a);
        return;
    }
    a->phase = WAITS;
    a->copied_us = r->now_us;
    a->due_us = NEVER;
}
