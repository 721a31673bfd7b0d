/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rounds.c - Spark's offers: when rounds are made, and who takes part (R4 to R6, R9, R12, R17). */
#include "lib/sim/life/life.h"
#include "lib/sim/dispatch/spark/spark.h"
#include "lib/sim/offer/offer.h"
#include <string.h>

/* ---- what T2 does ------------------------------------------------------------------------------------------ */

/* R5, R6: messages are told one after the other when T2 is over. */
static void tell_later(struct spark *sp, struct spark_message message)
{
    PUSH(sp->message, sp->n_messages, sp->cap_messages, message);
    sp->number++;
}

/* R4, R12: its timer begins. It is no part of a round before its message. */
static void begin_set(struct sw_replay *r, struct spark *sp, struct spark_set *s)
{
    s->timer_us = r->now_us;
    s->levels_known = s->unclean = false;
    s->came = UINT64_MAX;
    sets_add(r, sp, s);
}

/* R6.1. */
static void tell_of_set(struct spark *sp, struct spark_set *s)
{
    tell_later(sp, (struct spark_message){ .what = SET_BEGINS, .set = s });
    s->came = sp->number;
}

/* R4: a stage that becomes ready is a task set. */
static void stage_begins(struct sw_replay *r, struct spark *sp, struct stage *st)
{
    struct spark_set *s = spark_set_of(sp, st);
    s->stage = st;
    s->passed_us = -1;
    wishes_index(s);
    pick_begin(s);
    for (uint32_t t = 0; t < st->n_tasks && st->all_pref; t++)
        wishes_count(r, sp, s, t, 1);
    if (sp->keeps_keys)
        lists_make(r, sp, s);
    begin_set(r, sp, s);
    tell_of_set(sp, s);
}

/* R17: a finished map's output is gone. The set may have been done. */
static void spark_output(struct sw_replay *r UNUSED, void *own, struct stage *st, enum output_news what,
                         uint32_t task UNUSED)
{
    struct spark *sp = own;
    if (what != OUTPUT_LOST)
        return;
    sp->was_done = st->n_done == st->n_tasks;
    sp->lost_launch = LOST_OUTPUT;
}

/* R6.2, R6.3: it waits, and the scheduler will be told. */
static void come_back(struct spark *sp, struct spark_set *s, uint32_t task)
{
    tell_later(sp, (struct spark_message){ .what = TASK_BACK, .set = s, .of = task, .of_node = sp->goes });
    PUSH(s->back, s->n_back, s->cap_back, (struct spark_back){ task, sp->number });
}

/* R17 */
static void spark_task_back(struct sw_replay *r, void *own, struct stage *st, uint32_t task)
{
    struct spark *sp = own;
    struct spark_set *s = spark_set_of(sp, st);
    if (sp->was_done) {
        lists_again(s);
        s->next = st->n_tasks;
        s->n_launches = 0;
        begin_set(r, sp, s);
    }
    sp->was_done = false;
    wishes_count(r, sp, s, task, 1);
    if (sp->goes)
        lost_add(sp, s, task, sp->lost_launch);
    else
        come_back(sp, s, task);
}

/* R5: ends are told before all else. */
static void spark_ended(struct sw_replay *r UNUSED, void *own, struct attempt *a)
{
    struct spark *sp = own;
    PUSH(sp->end, sp->n_ends, sp->cap_ends, (struct spark_end){ spark_set_of(sp, a->stage), a->job->pool, a->node });
}

/* Killed; what is lost with its node is told of with that. */
static void spark_stopped(struct sw_replay *r, void *own, struct attempt *a, enum phase was UNUSED)
{
    struct spark *sp = own;
    sp->lost_launch = a->serial - 1;
    if (!sp->goes)
        spark_ended(r, own, a);
}

/* R7: Spark's number of the job is in its id. */
static void spark_job_made(struct sw_replay *r UNUSED, void *own, struct job *job, const struct sw_job *spec UNUSED)
{
    struct spark *sp = own;
    ((struct spark_job *)job_record(job, &sp->at))->number = sets_job_number(job->id);
}

/* Messages of its sets say nothing any more. */
static void spark_job_ended(struct sw_replay *r UNUSED, void *own, struct job *job)
{
    struct spark *sp = own;
    for (uint32_t i = 0; i < job->n_stages; i++)
        sets_remove(sp, spark_set_of(sp, &job->stage[i]));
    for (size_t i = 0; i < sp->n_ends; i++)
        if (sp->end[i].set && sp->end[i].set->stage->job == job)
            sp->end[i].set = NULL;
    for (size_t i = 0; i < sp->n_messages; i++)
        if (sp->message[i].set && sp->message[i].set->stage->job == job)
            sp->message[i].set = NULL;
}

/* What is kept of the stage goes. */
static void set_released(struct spark_set *s)
{
    xfree(s->back);
    xfree(s->again);
    xfree(s->launch);
    xfree(s->wish);
    xfree(s->at_node);
    lists_free(s);
    s->back = NULL;
    s->again = s->launch = NULL;
    s->n_again = s->cap_again = s->n_launches = s->cap_launches = 0;
    s->wish = s->at_node = NULL;
    s->n_back = s->cap_back = s->n_wishes = s->cap_wishes = 0;
}

/* R3: hosts of a trace are read here. R4: a stage is ready, and over. */
static void spark_stage(struct sw_replay *r, void *own, struct stage *st, enum stage_news what, int class UNUSED)
{
    if (what == STAGE_PLACES)
        replicas_from_trace(r, st, wishes_read, own);
    else if (what == STAGE_READY)
        stage_begins(r, own, st);
    else if (what == STAGE_RELEASED)
        set_released(spark_set_of(own, st));
}

/* ---- a round ------------------------------------------------------------------------------------------------ */

/* Of the node alone, or, with NONE, of all that the scheduler knows. */
static uint32_t gather_executors(const struct sw_replay *r, struct spark *sp, uint32_t node)
{
    uint32_t n = 0;
    if (node != NONE) {
        sp->offered[0] = node;
        return spark_free(r, sp, node) > 0;
    }
    for (uint32_t i = 0; (i = bits_next(&r->slots.free_rank[0], i)) != NONE; i++)
        if (sp->is_up[i])
            sp->offered[n++] = i;
    return n;
}

/* R4, R5 */
static bool set_takes_part(const struct spark *sp, const struct spark_set *s)
{
    if (s->stage->n_done == s->stage->n_tasks || s->came > sp->told)
        return false;
    return pick_may_find(s);
}

/* R10: the sets of a pool, or all of them, one part each. */
static void give_list(struct sw_replay *r, struct spark *sp, struct spark_round *rd, struct spark_list *list)
{
    rd->pool = list->pool;
    if (spark_held_back(sp, list->pool))
        return;
    sets_sort(sp, list);
    for (size_t i = 0; i < list->n && rd->n_free && !spark_held_back(sp, list->pool); ) {
        struct spark_set *s = list->at[list->first + i];
        if (set_takes_part(sp, s))
            parts_give(r, sp, rd, s);
        /* Where nothing comes back, a set that has launched all is of no more use to anybody. */
        if (!r->attempts.can_rerun && !s->stage->n_unlaunched[PREF] && !s->stage->n_unlaunched[NOPREF])
            sets_remove(sp, s);
        else
            i++;
    }
}

/* R18: a set that the round refused, and whether it launched others. */
static void tell_refused(struct sw_replay *r, struct spark *sp, uint32_t node, bool served)
{
    for (size_t i = 0; i < sp->n_refused; i++) {
        struct spark_set *s = sp->refused[i];
        s->refused = false;
        OBSERVERS_SEE(r, SAW_ROUND, .stage = s->stage,
                      .round = &(struct in_round){ .node = node, .task = NONE, .level = parts_row_level(s->level),
                                                   .wait_us = parts_waited(r, s), .left_us = levels_left(r, s),
                                                   .served = served });
    }
    sp->n_refused = 0;
}

/* R9: the executors of a round of all are shuffled. R7: pools, and in each sets, are sorted once. */
static void make_round(struct sw_replay *r, struct spark *sp, uint32_t node)
{
    struct spark_round rd = { .n = sp->n_sets ? gather_executors(r, sp, node) : 0, .failed = sp->failed };
    if (!rd.n)
        return;
    rd.n_free = rd.n;
    sp->of_one = node != NONE;
    if (node == NONE && rd.n > 1)
        round_shuffle(r, sp->offered, sp->shuffled, rd.n);
    uint64_t before = r->attempts.serial;
    for (uint32_t i = 0, n = sets_order(sp); i < n && rd.n_free; i++)
        give_list(r, sp, &rd, sp->order[i]);
    if (unlikely(sp->n_refused))
        tell_refused(r, sp, node, r->attempts.serial != before);
    sp->of_one = false;
}

/* ---- nodes ------------------------------------------------------------------------------------------------ */

/* The scheduler learns that the node is there, or is not. */
static void set_known_up(const struct sw_replay *r, struct spark *sp, uint32_t node, bool up)
{
    uint32_t by = up ? 1 : -1U, rack = r->slots.rack_of[node];
    if (up == sp->is_up[node])
        return;
    sp->is_up[node] = up;
    sp->up_host[r->cl->node[node].home] += by;
    if (rack < r->cl->n_racks)
        sp->up_rack[rack] += by;
}

/* R6.3, R6.4: the scheduler is told of the node by spark_node_changed(). */
static void spark_slots_changed(struct sw_replay *r UNUSED, void *own, uint32_t node UNUSED, int kind, uint32_t before,
                                uint32_t now)
{
    struct spark *sp = own;
    if (!kind)
        sp->more_slots = now > before ? 1 : -1;
}

/* Behind the former. What is so at time 0, or at the end of an instant (B20), is known at once. */
static void spark_node_changed(struct sw_replay *r, void *own, uint32_t node)
{
    struct spark *sp = own;
    bool up = r->slots.node[node].up;
    int more = sp->more_slots ? sp->more_slots : up - sp->was_up[node];
    /* R17.1 */
    lost_sort(sp, r->opt.spark.scala_2_12);
    for (size_t i = 0; i < sp->n_lost; i++)
        come_back(sp, sp->lost[i].set, sp->lost[i].task);
    sp->n_lost = 0;
    sp->was_up[node] = up;
    sp->more_slots = 0;
    sp->goes = false;
    if (!more)
        return;
    if (sp->in_t2) {
        tell_later(sp, (struct spark_message){ .what = more > 0 ? NODE_COMES : NODE_GOES, .of = node });
        /* R17: sets that had been done, of a node that has gone. */
        for (size_t i = 0, n = sp->n_messages; i < n; i++)
            if (sp->message[i].set && sp->message[i].set->came == UINT64_MAX)
                tell_of_set(sp, sp->message[i].set);
    } else {
        sp->nodes_changed |= up != sp->is_up[node];
        set_known_up(r, sp, node, up);
    }
}

/* R17.1: what runs there comes back with the message of the node. */
static void spark_node(struct sw_replay *r UNUSED, void *own, uint32_t node UNUSED, enum node_news what)
{
    ((struct spark *)own)->goes |= what == NODE_LOSES;
}

/* ---- when ------------------------------------------------------------------------------------------------- */

/* Attempts that have ended and that the scheduler has not been told of: in all, of the set, of the pools and of the
 * node. */
static void count_ending(const struct sw_replay *r, struct spark *sp, const struct spark_end *end, int by)
{
    if (end->set)
        end->set->ending += (uint32_t)by;
    sp->ending[end->node] += (uint32_t)by;
    for (const struct pool *p = r->opt.order.policy->uses_pools ? end->pool : NULL; p; p = p->parent)
        sp->ending_of_pool[p->number] += (uint32_t)by;
}

/* R5 */
static void tell_ends(struct sw_replay *r, struct spark *sp)
{
    bool several = sp->n_ends > 1;
    if (several && sp->n_pools < r->pools.n) {
        sp->ending_of_pool = xgrow(sp->ending_of_pool, sp->n_pools, r->pools.n, sizeof *sp->ending_of_pool);
        sp->n_pools = r->pools.n;
    }
    for (size_t i = 0; i < sp->n_ends && several; i++)
        count_ending(r, sp, &sp->end[i], 1);
    for (size_t i = 0; i < sp->n_ends; i++) {
        if (several)
            count_ending(r, sp, &sp->end[i], -1);
        make_round(r, sp, sp->end[i].node);
    }
    sp->n_ends = 0;
}

/* R12 */
static void work_out(const struct sw_replay *r, const struct spark *sp, struct spark_set *s)
{
    if (s->came <= sp->told)
        levels_work_out(r, sp, s);
}

static void work_out_of_round(const struct sw_replay *r, const struct spark *sp, struct spark_set *s)
{
    if (set_takes_part(sp, s))
        levels_work_out(r, sp, s);
}

/* R6, R12 */
static void tell_message(struct sw_replay *r, struct spark *sp, const struct spark_message *m)
{
    uint32_t alone = NONE;
    switch (m->what) {
    case SET_BEGINS:
        if (!m->set)
            return;
        levels_work_out(r, sp, m->set);
        break;
    case TASK_BACK:
        if (!m->set)
            return;
        pick_again(m->set, m->of);
        if (sp->keeps_keys)
            lists_back(r, sp, m->set, m->of);
        if (m->of_node)
            return;
        break;
    case NODE_COMES:
        set_known_up(r, sp, m->of, r->slots.node[m->of].up);
        sets_each(r, sp, sp->shifts ? work_out_of_round : work_out);
        alone = sp->alone ? m->of : NONE;
        break;
    case NODE_GOES:
        set_known_up(r, sp, m->of, r->slots.node[m->of].up);
        sets_each(r, sp, work_out);
        break;
    }
    make_round(r, sp, alone);
}

/* R5: ends first, then messages, then R6.5's round. */
static void spark_round(struct sw_replay *r, void *own)
{
    struct spark *sp = own;
    (void)slots_answer(r);
    tell_ends(r, sp);
    for (size_t i = 0; i < sp->n_messages; i++) {
        sp->told++;
        tell_message(r, sp, &sp->message[i]);
    }
    sp->n_messages = 0;
    if (r->now_us != sp->last_us && r->now_us % r->opt.revive_us == 0)
        make_round(r, sp, NONE);
    sp->last_us = r->now_us;
    sp->in_t2 = false;
}

/* T2 begins. */
static void spark_happen(struct sw_replay *r UNUSED, void *own)
{
    struct spark *sp = own;
    sp->in_t2 = true;
    sp->nodes_changed = false;
}

/* B20: the nodes that go at the end of an instant are no reason for a round. */
static bool spark_instant_ends(struct sw_replay *r, void *own)
{
    struct spark *sp = own;
    if (sp->nodes_changed)
        sets_each(r, sp, work_out);
    sp->nodes_changed = false;
    return true;
}

/* The next point of the grid at which a round would offer something to a set. */
static int64_t spark_next_us(struct sw_replay *r, void *own, int64_t until_us UNUSED)
{
    struct spark *sp = own;
    if (!r->slots.free_rank[0].count)
        return INT64_MAX;
    for (size_t l = 0; l < sp->n_lists; l++) {
        const struct spark_list *list = &sp->list[l];
        for (size_t i = 0; i < list->n && !spark_held_back(sp, list->pool); i++)
            if (set_takes_part(sp, list->at[list->first + i]))
                return (r->now_us / r->opt.revive_us + 1) * r->opt.revive_us;
    }
    return INT64_MAX;
}

/* ---- making and freeing ------------------------------------------------------------------------------------------ */

/* R6, R13, R16: what the releases differ in. */
static void spark_start(struct sw_replay *r, void *own)
{
    struct spark *sp = own;
    uint32_t n = r->cl->n_nodes;
    sp->by_round = r->opt.spark.release >= SW_SPARK_(3, 1, 0) && !r->opt.spark.legacy;
    sp->shifts = r->opt.spark.release >= SW_SPARK_(3, 1, 0);
    sp->alone = sp->by_host = r->opt.spark.release >= SW_SPARK_(3, 0, 0);
    sp->was_up = xcalloc(n, sizeof *sp->was_up);
    sp->is_up = xcalloc(n, sizeof *sp->is_up);
    sp->ending = xcalloc(n, sizeof *sp->ending);
    sp->offered = xcalloc(n, sizeof *sp->offered);
    sp->shuffled = xcalloc(n, sizeof *sp->shuffled);
    sp->failed = xcalloc(n, sizeof *sp->failed);
    sp->up_host = xcalloc(n + (size_t)1, sizeof *sp->up_host);
    sp->up_rack = xcalloc(r->cl->n_racks, sizeof *sp->up_rack);
    wishes_start(r, sp);
}

static void spark_reset(struct sw_replay *r, void *own)
{
    struct spark *sp = own;
    uint32_t n = r->cl->n_nodes;
    memset(sp->was_up, 0, n * sizeof *sp->was_up);
    memset(sp->is_up, 0, n * sizeof *sp->is_up);
    memset(sp->up_host, 0, n * sizeof *sp->up_host);
    memset(sp->up_rack, 0, r->cl->n_racks * sizeof *sp->up_rack);
    sets_reset(sp);
    sp->n_ends = sp->n_messages = sp->n_lost = 0;
    sp->number = sp->told = 0;
    sp->more_slots = 0;
    sp->nodes_changed = sp->was_done = sp->goes = sp->in_t2 = false;
    sp->last_us = -1;
}

const struct dispatcher spark_dispatcher = {
    .told = { .needs = NEEDS_ENDS, .size = sizeof(struct spark), .job_size = sizeof(struct spark_job),
              .stage_size = sizeof(struct spark_set), .start = spark_start, .reset = spark_reset,
              .job_made = spark_job_made, .job_ended = spark_job_ended, .stage = spark_stage,
              .task_back = spark_task_back, .output = spark_output, .ended = spark_ended, .stopped = spark_stopped,
              .slots_changed = spark_slots_changed, .node_changed = spark_node_changed, .node = spark_node,
              .happen = spark_happen, .instant_ends = spark_instant_ends },
    .round = spark_round, .next_us = spark_next_us,
};
