/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hadoop.c - E2..E9: what Hadoop 1's JobTracker does otherwise. */
#include <string.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "tests/naive/naive.h"

/* ---- options --------------------------------------------------------------------------------------------- */

int set_update(struct options *o, const char *arg, struct sw_err *err)
{
    return sw_opt_duration("--update", arg, &o->update_us, err);
}

/* E1 */
int check_hadoop(struct options *o, struct sw_err *err)
{
    bool others = o->cpac || o->speculate || o->long_us != UNSET || o->disk != NO_LIMIT || o->cores || o->host_cores;
    others |= o->gives_back || o->width || o->n_queues || o->placement == REDRAW || o->heartbeat_us == 0;
    others |= (o->order != &order_fifo && o->order != &order_hfs)
              || (o->delay != &delay_none && o->delay != &delay_wait);
    if (o->hadoop && others) return sw_err_usage(err, "--offers: another option does not go with hadoop-1");
    if (o->hadoop) return SW_OK;
    if (!strncmp(o->order->name, "hfs", 3)) o->demand_us = o->update_us; /* Y18 */
    o->update_us = 0;
    bool refused = o->demand_us && (o->kills || o->speculate || o->heartbeat_us == 0);
    return refused ? sw_err_usage(err, "--update: not with that") : SW_OK;
}

/* ---- E2 -------------------------------------------------------------------------------------------------- */

/* The first launched of those that have ended and whose node reports; -1: none. */
static int next_report(const struct run *r)
{
    for (int i = 0; i < r->n_attempts; i++) {
        const struct attempt *a = &r->attempt[i];
        if (a->phase == OVER && !a->freed && a->not_before_us <= r->now_us && node_beats_now(r, a->node)) return i;
    }
    return -1;
}

/* T2.3: in order of launch. T2.4: what a report makes end at this instant is next. */
void hadoop_reports(struct run *r)
{
    int i;
    while ((i = next_report(r)) >= 0) {
        struct attempt *a = &r->attempt[i];
        attempt_free_slot(r, a);
        if (a->outcome == SW_KILLED) {
            a->committed = true; /* K5: "no commit pends" */
            if (r->job[a->job].state == SUBMITTED) attempt_task_back(r, a);
        } else if (r->job[a->job].state == SUBMITTED)
            attempt_tell(r, i);
        clock_apply_ends(r);
    }
}

/* ---- E3, E4 ---------------------------------------------------------------------------------------------- */

/* E3.1: "while one is unlaunched". */
bool hadoop_goes_anywhere(const struct run *r, const struct stage *s)
{
    for (int t = 0; t < s->n_tasks && r->o.hadoop; t++)
        if (!s->task[t].launched && !s->task[t].failed && s->task[t].n_replicas == 0) return true;
    return false;
}

/* E4.1: "the one that failed most often goes first, then the lowest number". */
bool hadoop_retries_before(const struct task *a, const struct task *b)
{
    return a->n_failed > b->n_failed;
}

/* E3.2, E4.2: "2 where it is none". */
enum sw_locality hadoop_level_of(enum sw_locality at) { return at == SW_AT_NONE ? SW_AT_ANY : at; }

/* ---- E7 -------------------------------------------------------------------------------------------------- */

/* E7.1: "nothing else holds it back" from `from_us` on. */
void update_awaits(const struct run *r, struct stage *s, int64_t from_us)
{
    const struct job *j = &r->job[s->job];
    bool late = j->first_launch_us == UNSET && j->submit_us < r->now_us;
    s->updates = late ? 2 : 1;
    s->from_us = from_us;
}

/* The end of a set-up is behind the submissions of its instant (T2.1), other stages are held back no more before. */
static bool is_behind(const struct run *r, const struct stage *s, bool submission)
{
    return s->from_us < r->now_us || (submission && s->from_us == r->now_us && s->setup_us == 0);
}

static void update(struct run *r, bool submission)
{
    for (int j = 0; j < r->n_jobs; j++)
        for (int i = 0; i < r->job[j].n_stages; i++) {
            struct stage *s = &r->job[j].stage[i];
            if (s->updates && is_behind(r, s, submission) && !--s->updates) stage_is_ready(r, s);
        }
}

/* "A submission behind it in the order of T2." */
void update_at_submission(struct run *r)
{
    if (r->o.update_us) update(r, true);
}

/* "A multiple of T that is later than that instant." */
void update_at_multiple(struct run *r)
{
    if (r->o.update_us && r->now_us % r->o.update_us == 0) update(r, false);
}

int64_t update_next(const struct run *r)
{
    for (int j = 0; j < r->n_jobs && r->o.update_us; j++)
        for (int i = 0; i < r->job[j].n_stages; i++)
            if (r->job[j].stage[i].updates) return (r->now_us / r->o.update_us + 1) * r->o.update_us;
    return NEVER;
}

/* ---- E8 -------------------------------------------------------------------------------------------------- */

/* "Only if its node has made a heartbeat since its launch, that of the instant included." */
bool hadoop_has_status(const struct run *r, const struct attempt *a)
{
    return !r->o.hadoop || next_beat(r, a->node, a->launch_us) <= r->now_us;
}

static bool is_ordered(const struct attempt *a)
{
    return a->order_us != NEVER && (a->phase != OVER || (a->outcome == SW_KILLED && !a->freed));
}

/* E8.2: under an order, of the pool or for it. */
int64_t orders_in_pool(const struct run *r, int pool, int kind)
{
    int64_t n = 0;
    for (int i = 0; i < r->n_attempts; i++) {
        const struct attempt *a = &r->attempt[i];
        n += is_ordered(a) && pool_above(r, pool, r->job[a->job].pool)
             && r->job[a->job].stage[a->stage].slot_kind == kind;
    }
    return n;
}

int64_t orders_for_pool(const struct run *r, int pool, int kind)
{
    int64_t n = 0;
    for (int i = 0; i < r->n_attempts; i++) {
        const struct attempt *a = &r->attempt[i];
        n += is_ordered(a) && a->ordered_for == pool && r->job[a->job].stage[a->stage].slot_kind == kind;
    }
    return n;
}

/* E8.1: "the first heartbeat of its node's period that is not before the check". */
void hadoop_order(struct run *r, int attempt, int pool)
{
    struct attempt *a = &r->attempt[attempt];
    a->order_us = next_beat(r, a->node, r->now_us - 1);
    a->ordered_for = pool;
}

/* "It ends there as `killed`"; "its slot is free ... at its node's next heartbeat". */
static void order_ends(struct run *r, int attempt)
{
    struct attempt *a = &r->attempt[attempt];
    a->phase = OVER;
    a->due_us = NEVER;
    a->finish_us = r->now_us;
    a->outcome = SW_KILLED;
    a->killed_for = a->ordered_for;
    a->not_before_us = r->now_us + 1;
    r->job[a->job].killed++;
    r->job[a->job].wasted_us += a->finish_us - a->launch_us;
    r->attempt_order[r->n_attempt_order++] = attempt;
}

static bool is_to_go(const struct run *r, const struct attempt *a)
{
    return a->phase != OVER || preempt_yarn_in_vain(r, a);
}

/* T2: behind the ends of attempts, in the order of their launch. */
void hadoop_orders_end(struct run *r)
{
    for (int i = 0; i < r->n_attempts; i++)
        if (r->attempt[i].order_us <= r->now_us && is_to_go(r, &r->attempt[i])) {
            if (r->o.yarn_kills) preempt_yarn_kill(r, i);
            else order_ends(r, i);
        }
}

/* E9: "when one of them has passed since time 0". */
bool hadoop_timed_out(const struct run *r, int pool)
{
    for (int i = 0; i < 2 && r->o.hadoop && !r->o.kills; i++)
        if (r->pool[pool].first_timeout_us[i] != UNSET && r->now_us > r->pool[pool].first_timeout_us[i]) return true;
    return false;
}
