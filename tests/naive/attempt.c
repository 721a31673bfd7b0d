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

void attempt_launch(struct run *r, int node, struct stage *s, int task, enum sw_locality at)
{
    struct job *j = &r->job[s->job];
    struct task *t = &s->task[task];
    r->attempt = naive_grow(r->attempt, (size_t)r->n_attempts + 1, sizeof *r->attempt);
    r->attempt_order = naive_grow(r->attempt_order, (size_t)r->n_attempts + 1, sizeof *r->attempt_order);
    struct attempt *a = &r->attempt[r->n_attempts++];
    *a = (struct attempt){ .job = s->job, .stage = (int)(s - j->stage), .task = task, .node = node, .number = t->n_attempts++, .locality = at,
                           .launch_us = r->now_us, .compute_us = UNSET, .finish_us = UNSET };
    t->launched = true;
    if (j->first_launch_us == UNSET) j->first_launch_us = r->now_us;
    if (s->kind == SW_REDUCE) {
        a->phase = COPIES;
        a->due_us = maps_unfinished(j) ? NEVER : r->now_us + r->o.startup_us + t->copy_us;
    } else {
        j->map_tasks_run++;
        a->phase = WORKS; /* L3: startup + round(local penalty(level) / speed) */
        a->due_us = r->now_us + r->o.startup_us +
                    naive_round((double)t->local_us * r->o.penalty[at] / r->node[node].speed);
    }
}

/* L4: max(launch + startup + copy_s, end of the job's last map + round(copy_s / maps)). */
static void last_map_ended(struct run *r, int job)
{
    int64_t maps = job_maps(&r->job[job]);
    for (int i = 0; i < r->n_attempts; i++) {
        struct attempt *a = &r->attempt[i];
        if (a->job != job || a->phase != COPIES) continue;
        int64_t copy = stage_of(r, a)->task[a->task].copy_us;
        int64_t alone = a->launch_us + r->o.startup_us + copy, rest = r->now_us + naive_round((double)copy / (double)maps);
        a->due_us = alone > rest ? alone : rest;
    }
}

/* L7: it counts as running for its job and pool for T after its slot is free. */
void attempt_free_slot(struct run *r, struct attempt *a)
{
    a->freed = true;
    a->commit_us = r->now_us + r->o.commit_us;
    a->committed = r->o.commit_us == 0;
}

/* H3: what the end means to its job happens at the end itself. */
static void tell_job(struct run *r, const struct attempt *a)
{
    struct job *j = &r->job[a->job];
    struct stage *s = stage_of(r, a);
    s->task[a->task].done = true;
    s->task[a->task].done_by = (int)(a - r->attempt);
    if (s->kind != SW_REDUCE) j->finished_at[a->locality]++; /* S2 */
    if (j->mapreduce && s->kind == SW_MAP && !maps_unfinished(j)) last_map_ended(r, a->job);
    job_check_ready(r, a->job);
    for (int i = 0; i < j->n_stages; i++)
        if (!stage_is_done(&j->stage[i])) return;
    job_end(r, a->job); /* L6: a job is done when all its tasks are */
}

static void attempt_end(struct run *r, int attempt)
{
    struct attempt *a = &r->attempt[attempt];
    a->phase = OVER;
    a->due_us = NEVER;
    a->finish_us = r->now_us;
    r->attempt_order[r->n_attempt_order++] = attempt;
    if (r->o.heartbeat_us == 0 || r->o.out_of_band) { /* H2, H6 (a) */
        attempt_free_slot(r, a);
        r->node[a->node].asks = true;
    }
    tell_job(r, a);
}

/* The end of its copy phase, or its end. */
void attempt_due(struct run *r, int attempt)
{
    struct attempt *a = &r->attempt[attempt];
    if (a->phase != COPIES) {
        attempt_end(r, attempt);
        return;
    }
    a->phase = COMPUTES; /* L4: it then computes for round(reduce time / speed) */
    a->compute_us = r->now_us;
    a->due_us = r->now_us + naive_round((double)stage_of(r, a)->task[a->task].local_us / r->node[a->node].speed);
}
