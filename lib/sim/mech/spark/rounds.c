/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rounds.c - Spark's offers: when rounds are made, and who takes part (R4 to R6, R9, R17). */
#include "lib/sim/life/life.h"
#include "lib/sim/mech/spark/spark.h"
#include <stdlib.h>
#include <string.h>

/* ---- task sets that come, tasks that come back ------------------------------------------------------------- */

static void begin_set(struct sw_replay *r, struct spark *sp, struct spark_set *s)
{
    s->came = sp->step;
    s->timer_us = r->now_us;
    s->levels_known = s->spent = s->unclean = false;
    sp->due = true;
    sets_add(r, sp, s);
    RESERVE(sp->fresh, sp->n_fresh + 1, sp->cap_fresh);
    sp->fresh[sp->n_fresh++] = s;
}

static void spark_stage_ready(struct sw_replay *r, void *own, struct stage *st)
{
    struct spark *sp = own;
    struct spark_set *s = spark_set_of(sp, st);
    s->stage = st;
    s->passed_us = -1;
    wishes_index(s);
    pick_begin(s);
    for (uint32_t t = 0; t < st->n_tasks && st->all_pref; t++)
        wishes_count(r, sp, s, t, 1);
    begin_set(r, sp, s);
}

static void spark_output_lost(struct sw_replay *r, void *own, struct stage *st, uint32_t task)
{
    struct spark *sp = own;
    (void)r;
    (void)task;
    sp->was_done = st->n_done == st->n_tasks;
}

/* R17 */
static void spark_task_back(struct sw_replay *r, void *own, struct stage *st, uint32_t task)
{
    struct spark *sp = own;
    struct spark_set *s = spark_set_of(sp, st);
    RESERVE(s->back, s->n_back + 1, s->cap_back);
    s->back[s->n_back++] = (struct spark_back){ task, sp->step };
    wishes_count(r, sp, s, task, 1);
    sp->due = true;
    if (sp->was_done)
        begin_set(r, sp, s);
    sp->was_done = false;
}

static void spark_job_made(struct sw_replay *r, void *own, struct job *job, const struct sw_job *spec)
{
    struct spark *sp = own;
    (void)r;
    (void)spec;
    ((struct spark_job *)job_record(job, &sp->at))->number = sets_job_number(job->id);
}

static void spark_job_ended(struct sw_replay *r, void *own, struct job *job)
{
    struct spark *sp = own;
    size_t n = 0;
    (void)r;
    for (uint32_t i = 0; i < job->n_stages; i++)
        sets_remove(sp, spark_set_of(sp, &job->stage[i]));
    for (size_t i = 0; i < sp->n_fresh; i++)
        if (sp->fresh[i]->stage->job != job)
            sp->fresh[n++] = sp->fresh[i];
    sp->n_fresh = n;
}

static void spark_stage_released(struct sw_replay *r, void *own, struct stage *st)
{
    struct spark_set *s = spark_set_of(own, st);
    (void)r;
    xfree(s->back);
    xfree(s->wish);
    xfree(s->at_node);
    s->back = NULL;
    s->wish = s->at_node = NULL;
    s->n_back = s->cap_back = s->n_wishes = s->cap_wishes = 0;
}

/* ---- a round ------------------------------------------------------------------------------------------------ */

/* R9 */
static void shuffle(const struct sw_replay *r, struct spark *sp, uint32_t n)
{
    struct sw_chance c
        = sw_chance_start(r->opt.seed, SW_CHANCE_OFFERS, (uint64_t)r->now_us, r->attempts.serial);
    uint32_t *was = sp->shuffled, *pi = sp->offered;
    memcpy(was, sp->offered, n * sizeof *was);
    sw_chance_permutation(&c, pi, n);
    for (uint32_t i = 0; i < n; i++)
        pi[i] = was[pi[i]];
}

/* Of the node alone, or, with NONE, of all. */
static uint32_t gather(const struct sw_replay *r, struct spark *sp, uint32_t node)
{
    uint32_t n = 0;
    if (node != NONE) {
        sp->offered[0] = node;
        return r->slots.node[node].free[0] > 0;
    }
    for (uint32_t i = 0; (i = bits_next(&r->slots.free_rank[0], i)) != NONE; i++)
        sp->offered[n++] = i;
    return n;
}

/* R4; R5: rounds of one executor see no stage that became ready in the T2 before them. */
static bool takes_part(const struct spark *sp, const struct spark_set *s)
{
    if (s->stage->n_done == s->stage->n_tasks || (sp->of_one && s->came == sp->step))
        return false;
    return !s->spent || pick_waiting(sp, s);
}

/* Where nothing comes back, a set that has launched all is of no more use to anybody. */
static bool is_over(const struct sw_replay *r, const struct spark_set *s)
{
    return !r->attempts.can_rerun && !s->stage->n_unlaunched[PREF] && !s->stage->n_unlaunched[NOPREF];
}

static void give_list(struct sw_replay *r, struct spark *sp, struct spark_round *rd, struct spark_list *list)
{
    rd->pool = list->pool;
    if (spark_held_back(list->pool))
        return;
    sets_sort(sp, list);
    for (size_t i = 0; i < list->n && rd->n_free && !spark_held_back(list->pool); ) {
        struct spark_set *s = list->at[list->first + i];
        if (takes_part(sp, s))
            parts_give(r, sp, rd, s);
        if (is_over(r, s))
            sets_remove(sp, s);
        else
            i++;
    }
}

static void tell_refused(struct sw_replay *r, struct spark *sp, uint32_t node, bool served)
{
    for (size_t i = 0; i < sp->n_refused; i++) {
        struct spark_set *s = sp->refused[i];
        s->refused = false;
        MECHANISMS_TELL(r, saw_round, s->stage,
                        &(struct in_round){ .node = node, .task = NONE, .level = parts_row_level(s->level),
                                               .wait_us = parts_waited(r, s), .left_us = levels_left(r, s),
                                               .served = served });
    }
    sp->n_refused = 0;
}

static void make_round(struct sw_replay *r, struct spark *sp, uint32_t node)
{
    struct spark_round rd = { .n = sp->n_sets ? gather(r, sp, node) : 0, .failed = sp->failed };
    if (!rd.n)
        return;
    rd.n_free = rd.n;
    sp->of_one = node != NONE;
    if (node == NONE && rd.n > 1)
        shuffle(r, sp, rd.n);
    uint64_t before = r->attempts.serial;
    for (uint32_t i = 0, n = sets_order(sp); i < n && rd.n_free; i++)
        give_list(r, sp, &rd, sp->order[i]);
    if (unlikely(sp->n_refused))
        tell_refused(r, sp, node, r->attempts.serial != before);
    sp->of_one = false;
}

/* ---- when ----------------------------------------------------------------------------------------------------- */

/* Nodes on which an attempt ended or was killed, and with spark-3 those that grew, in cluster order. */
static uint32_t gather_alone(struct sw_replay *r, struct spark *sp)
{
    for (uint32_t i = 0; i < sp->n_grown; i++) {
        sp->grew[sp->grown[i]] = false;
        if (sp->by_3)
            slots_kick(r, sp->grown[i]);
        else
            sp->due = true;
    }
    uint32_t n = r->slots.n_kicked;
    sp->n_grown = r->slots.n_kicked = 0;
    if (n > 1)
        bits_sort(&r->slots.kicked_set, r->slots.kicked, n);
    for (uint32_t i = 0; i < n; i++)
        r->slots.node[r->slots.kicked[i]].kicked = false;
    return n;
}

static bool spark_decides(struct sw_replay *r, void *own, bool all)
{
    struct spark *sp = own;
    (void)all;
    uint32_t n = gather_alone(r, sp);
    bool due = sp->due || (r->now_us != sp->last_us && r->now_us % r->opt.revive_us == 0);
    r->slots.offer_to_all = sp->due = false;
    sp->last_us = r->now_us;
    levels_update(r, sp);
    for (uint32_t i = 0; i < n; i++)
        make_round(r, sp, r->slots.kicked[i]);
    if (due)
        make_round(r, sp, NONE);
    sp->in_t2 = false;
    sp->step++;
    return true;
}

/* B20: the nodes that go at the end of an instant are no reason for a round. */
static bool spark_instant_ends(struct sw_replay *r, void *own)
{
    struct spark *sp = own;
    if (sp->nodes_changed)
        levels_update(r, sp);
    sp->in_t2 = true;
    return true;
}

/* The next point of the grid at which a round would offer something to a set. */
static int64_t spark_next_offer(struct sw_replay *r, void *own)
{
    struct spark *sp = own;
    if (!r->slots.free_rank[0].count)
        return INT64_MAX;
    for (size_t l = 0; l < sp->n_lists; l++) {
        const struct spark_list *list = &sp->list[l];
        for (size_t i = 0; i < list->n && !spark_held_back(list->pool); i++)
            if (takes_part(sp, list->at[list->first + i]))
                return (r->now_us / r->opt.revive_us + 1) * r->opt.revive_us;
    }
    return INT64_MAX;
}

/* ---- nodes ------------------------------------------------------------------------------------------------------ */

static void spark_slots_changed(struct sw_replay *r, void *own, uint32_t node, int kind, uint32_t before, uint32_t now)
{
    struct spark *sp = own;
    (void)r;
    if (kind || now <= before || sp->grew[node])
        return;
    sp->grew[node] = true;
    sp->grown[sp->n_grown++] = node;
}

static void spark_node_changed(struct sw_replay *r, void *own, uint32_t node)
{
    struct spark *sp = own;
    bool up = r->slots.node[node].up;
    uint32_t by = up ? 1 : -1U, rack = r->slots.rack_of[node];
    if (up == sp->was_up[node])
        return;
    sp->was_up[node] = up;
    sp->up_host[r->cl->node[node].home] += by;
    if (rack < r->cl->n_racks)
        sp->up_rack[rack] += by;
    sp->nodes_changed = true;
    sp->due |= !up && sp->in_t2;
}

/* ---- making and freeing ------------------------------------------------------------------------------------------ */

static size_t spark_wishes(struct sw_replay *r, void *own, struct stage *st, uint32_t task, size_t n)
{
    return wishes_read(r, own, st, task, n);
}

static int spark_start(struct sw_replay *r, void *own, struct sw_err *err)
{
    struct spark *sp = own;
    uint32_t n = r->cl->n_nodes;
    (void)err;
    sp->by_3 = r->opt.offers == SW_OFFERS_SPARK_3;
    sp->was_up = xcalloc(n, sizeof *sp->was_up);
    sp->grew = xcalloc(n, sizeof *sp->grew);
    sp->grown = xcalloc(n, sizeof *sp->grown);
    sp->offered = xcalloc(n, sizeof *sp->offered);
    sp->shuffled = xcalloc(n, sizeof *sp->shuffled);
    sp->failed = xcalloc(n, sizeof *sp->failed);
    sp->up_host = xcalloc(n + (size_t)1, sizeof *sp->up_host);
    sp->up_rack = xcalloc(r->cl->n_racks, sizeof *sp->up_rack);
    wishes_start(r, sp);
    return SW_OK;
}

static void spark_reset(struct sw_replay *r, void *own)
{
    struct spark *sp = own;
    uint32_t n = r->cl->n_nodes;
    memset(sp->was_up, 0, n * sizeof *sp->was_up);
    memset(sp->grew, 0, n * sizeof *sp->grew);
    memset(sp->up_host, 0, n * sizeof *sp->up_host);
    memset(sp->up_rack, 0, r->cl->n_racks * sizeof *sp->up_rack);
    sets_reset(sp);
    sp->n_fresh = sp->n_grown = 0;
    sp->due = sp->nodes_changed = sp->was_done = false;
    sp->in_t2 = true;
    sp->step = 1;
    sp->last_us = -1;
}

static void spark_stop(struct sw_replay *r, void *own)
{
    struct spark *sp = own;
    void *const arrays[] = { sp->was_up, sp->grew,    sp->grown, sp->offered, sp->shuffled, sp->failed,
                            sp->up_host, sp->up_rack, sp->fresh, sp->refused };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        xfree(arrays[i]);
    sets_stop(sp);
    wishes_stop(r, sp);
}

static bool spark_wanted(const struct sw_replay *r)
{
    return r->opt.offers != SW_OFFERS_HEARTBEAT;
}

const struct mechanism spark_mechanism = {
    .name = "spark", .wanted = spark_wanted, .size = sizeof(struct spark), .job_size = sizeof(struct spark_job),
    .stage_size = sizeof(struct spark_set), .start = spark_start, .reset = spark_reset, .stop = spark_stop,
    .job_made = spark_job_made, .job_ended = spark_job_ended, .stage_ready = spark_stage_ready,
    .stage_released = spark_stage_released, .task_back = spark_task_back, .output_lost = spark_output_lost,
    .wishes = spark_wishes, .slots_changed = spark_slots_changed, .node_changed = spark_node_changed,
    .decides = spark_decides, .next_offer = spark_next_offer, .instant_ends = spark_instant_ends
};
