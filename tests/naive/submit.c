/* SPDX-License-Identifier: GPL-3.0-or-later */
/* submit.c - J1, J2, J5: reading, submitting, admitting, ending jobs; L5, L6: when stages become ready. */
#include <string.h>
#include "tests/naive/naive.h"

/* J2: an id may not be used again while a job of that id is in the system. */
static void check_id(const struct run *r, const struct job *j)
{
    for (int i = 0; i < r->n_jobs; i++)
        if (i != j->place && (r->job[i].state == READ || r->job[i].state == SUBMITTED) && !strcmp(r->job[i].id, j->id))
            naive_fail("job_id is in use: '%s'", j->id);
}

/* J1: the job that after_job names must be in the system (read and not ended). */
static int find_named(const struct run *r, const struct job *j)
{
    for (int i = 0; i < j->place; i++)
        if ((r->job[i].state == READ || r->job[i].state == SUBMITTED) && !strcmp(r->job[i].id, j->after)) return i;
    naive_fail("after_job is not in the system: '%s'", j->after);
}

/* A job that needs a kind of slots of which the cluster has none is an error. */
static void check_slots(const struct run *r, const struct job *j)
{
    for (int s = 0; s < j->n_stages; s++) {
        int64_t slots = 0;
        for (int n = 0; n < r->n_nodes; n++)
            for (int i = 0; i < r->node[n].n_rows; i++) slots += r->node[n].row[i].slots[j->stage[s].slot_kind];
        if (slots == 0 && j->stage[s].n_tasks > 0)
            naive_fail("job '%s' needs slots of which the cluster has none", j->id);
    }
}

/* J4: "made on first use": when the first row that names it is read. */
static void read_row(struct run *r, struct job *j)
{
    check_id(r, j);
    check_slots(r, j);
    if (j->after[0]) j->waits_for = find_named(r, j);
    j->pool = pool_of_job(r, j);
    multifactor_check(r, j);
    gangs_check(r, j);
    j->state = READ;
}

/* J1: up to and with the next row that has a submit_s. */
void rows_read(struct run *r, int from)
{
    for (int i = from; i < r->n_jobs; i++) {
        read_row(r, &r->job[i]);
        if (!r->job[i].after[0]) return;
    }
}

/* J5: its pool and every pool above it has room. */
static bool has_room(const struct run *r, const struct job *j)
{
    for (int p = j->pool; p >= 0; p = r->pool[p].parent) {
        int64_t admitted = 0;
        for (int i = 0; i < r->n_jobs; i++)
            if (r->job[i].state == SUBMITTED && r->job[i].admitted && pool_above(r, p, r->job[i].pool)) admitted++;
        if (admitted >= r->pool[p].max_jobs) return false;
    }
    return true;
}

/* L5: max(1, ceil(f maps)) maps are done; f in whole millionths; 0, and a job without maps: at submission. */
static bool slowstart_reached(const struct run *r, const struct job *j)
{
    int64_t maps = job_maps(j), needed = (int64_t)(((__int128)r->o.slowstart * maps + 999999) / 1000000);
    if (maps == 0 || r->o.slowstart == 0) return true;
    return job_maps_done(j) >= (needed > 1 ? needed : 1);
}

/* L6 */
static bool parents_done(const struct job *j, const struct stage *s)
{
    for (int i = 0; i < s->n_parents; i++)
        if (!stage_is_done(&j->stage[s->parent[i]])) return false;
    return true;
}

void stage_is_ready(struct run *r, struct stage *s)
{
    s->ready = true;
    s->due_us = NEVER;
    s->ready_us = s->timer_us = r->now_us; /* R15 */
    adaptive_set_waits(r, s); /* D20 */
    spark_rounds_came(r, s);
    offers_revive(r, r->job[s->job].pool);
    negotiate_asks(r);
    r->work_came = true; /* H6 (b) */
}

void job_check_ready(struct run *r, int job)
{
    struct job *j = &r->job[job];
    for (int i = 0; i < j->n_stages; i++) {
        struct stage *s = &j->stage[i];
        /* a stage without tasks is never there to become ready */
        if (s->ready || s->updates || s->due_us != NEVER || s->n_tasks == 0) continue;
        if (!(j->mapreduce && s->kind == SW_REDUCE ? slowstart_reached(r, j) : parents_done(j, s))) continue;
        s->asked = true;
        if (masters_hold(r, s)) continue;
        if (r->o.update_us) update_awaits(r, s, r->now_us + s->setup_us);
        else if (s->setup_us) s->due_us = r->now_us + s->setup_us;
        else stage_is_ready(r, s);
    }
}

/* L20: "setup_s later". */
void stages_set_up(struct run *r, int job)
{
    struct job *j = &r->job[job];
    for (int i = 0; i < j->n_stages; i++)
        if (j->stage[i].due_us <= r->now_us) stage_is_ready(r, &j->stage[i]);
}

void admit(struct run *r, int job)
{
    masters_resized(r);
    r->job[job].admitted = true;
    masters_admitted(r, job);
    modified_fair_admits(r, &r->job[job]); /* O25 */
    r->job[job].came = r->n_evictions;
    job_check_ready(r, job);
}

void job_submit(struct run *r, int job)
{
    struct job *j = &r->job[job];
    update_at_submission(r);
    j->state = SUBMITTED;
    j->submit_us = j->met_us = r->now_us;
    kill_submission(r, j->pool, job);
    multifactor_submitted(r, j);
    r->work_came = true; /* H6 (b) */
    if (r->o.order == &order_hod) return; /* O21 */
    if (r->o.n_queues) {
        queues_submit(r, job);
        return;
    }
    if (!r->o.order->looks_at_pools || has_room(r, j)) admit(r, job); /* O2, O3: "nor their limits" */
}

/* J5: waiting jobs are admitted in fifo order, each as soon as its whole path has room. */
void admit_waiting(struct run *r)
{
    if (r->o.n_queues) queues_give(r);
    while (r->o.order != &order_hod && !r->o.n_queues) {
        int first = -1;
        for (int i = 0; i < r->n_jobs; i++) {
            const struct job *j = &r->job[i];
            if (j->state != SUBMITTED || j->admitted || !has_room(r, j)) continue;
            if (first < 0 || fifo_before(j, &r->job[first])) first = i;
        }
        if (first < 0) return;
        admit(r, first);
    }
}

void job_end(struct run *r, int job)
{
    struct job *j = &r->job[job];
    j->state = ENDED;
    j->finish_us = r->now_us;
    r->job_order[r->n_job_order++] = job;
    room_job_ended(r, job);
    admit_waiting(r);
    for (int i = 0; i < r->n_jobs; i++)
        if (r->job[i].state == READ && r->job[i].waits_for == job) r->job[i].due_us = r->now_us + r->job[i].think_us;
}
