/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stage_data.c - where a stage's data is: made when it becomes ready, updated by launches and returning tasks, and
 * freed (B4, L1). */
#include "lib/base/arena.h"
#include "lib/base/bits.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/task/task.h"
#include <stdlib.h>
#include <string.h>

/* Of one task. */
static inline void add_hosts(const struct stage *st, uint32_t task, struct sw_location_filter *out)
{
    for (const uint32_t *host = replicas_of(st, task), *end = host + replicas_n(st, task); host < end; host++)
        sw_location_add(out, *host);
}

/* The location filter: where the data of unlaunched tasks may be, in few bits. With it a walk through the
 * scheduling queue passes over a stage without data on the node, without reading the stage. A stage with many tasks has
 * all bits set. The filter of one with few is made again whenever half of its tasks are left. */
bool stage_data_location(const struct sw_replay *r, const struct stage *st, struct sw_location_filter *out)
{
    /* replicas are redrawn at each offer (B6), or the index is dense */
    if (!r->queues.delay_clocks || !(st->at_node.at || st->at_node.is_few))
        return false;
    bool few = st->n_unlaunched[PREF] <= 64;
    memset(out, few ? 0 : 0xff, sizeof *out);
    if (st->at_node.is_few)
        for (uint64_t left = few_left(st); left; left &= left - 1)
            add_hosts(st, (uint32_t)__builtin_ctzll(left), out);
    else
        for (uint32_t t = st->next[PREF]; few && (t = unlaunched_from(st, t, PREF)) != NONE; t++)
            add_hosts(st, t, out);
    return true;
}

/* B4: whether the stage reads blocks. */
static bool reads_blocks(const struct sw_replay *r, const struct stage *st)
{
    if (unlikely(r->locality.no_blocks))
        return false;
    if (r->opt.placement == SW_PLACE_TRACE)
        return st->rows && st->kind != SW_REDUCE;
    return st->kind == SW_MAP || (st->kind == SW_TASK && !st->has_parents);
}

/* B4, B5: a task of which the row names no host has no preference. */
static void prepare_blocks(struct sw_replay *r, struct stage *st)
{
    st->n_unlaunched[PREF] = st->n_tasks;
    if (r->opt.placement == SW_PLACE_REDRAW)
        return;
    replicas_place(r, st);
    host_index_of_nodes(r, st);
    if (st->replicas.per_task) {
        if (st->column && !r->locality.keep_replicas && !r->locality.keep_hosts)
            replicas_drop(r, st); /* the dense index says where they are */
        return;
    }
    for (uint32_t t = 0; t < st->n_tasks; t++)
        if (!replicas_n(st, t)) {
            st->n_unlaunched[PREF]--;
            st->n_unlaunched[NOPREF]++;
        }
}

/* The nodes' lists are kept where a delay rule may refuse. */
static bool is_looked_for(const struct sw_replay *r, const struct stage *st)
{
    return r->queues.delay_clocks && stage_is_indexed(st);
}

/* The stage becomes ready: how long its tasks take, and where their data is. */
void stage_data_prepare(struct sw_replay *r, struct stage *st)
{
    st->few = 0;
    durations_draw(r, st);
    st->launched = st->n_tasks <= 64 ? &st->few : xcalloc((st->n_tasks + 63) / 64, sizeof *st->launched);
    if (r->attempts.can_rerun && !st->reruns) {
        st->reruns = xcalloc(1, sizeof *st->reruns);
        st->reruns->tries = xcalloc(st->n_tasks, sizeof *st->reruns->tries);
        st->reruns->done_on = xcalloc(st->n_tasks, sizeof *st->reruns->done_on);
    }
    if (!reads_blocks(r, st)) {
        st->n_unlaunched[NOPREF] = st->n_tasks;
        return;
    }
    st->all_pref = true;
    prepare_blocks(r, st);
    st->entry[PREF].dense = st->column;
    r->totals.with_preference += st->n_unlaunched[PREF] > 0;
    if (is_looked_for(r, st))
        node_index_enter(r, st);
}

/* ---- launches ---------------------------------------------------------------------------------------- */

/* Frees what only launches read. It is most of a stage's memory, and most stages run much longer than they wait. */
static void release_tasks(struct sw_replay *r, struct stage *st)
{
    if (!st->launched)
        return; /* it was not prepared, or has been released */
    node_index_leave(r, st);
    host_index_free(r, st);
    replicas_free(r, st);
    durations_free(r, st);
    if (st->launched != &st->few)
        xfree(st->launched);
    st->launched = NULL;
}

/* The stage needs nothing of this any more. */
void stage_data_release(struct sw_replay *r, struct stage *st)
{
    release_tasks(r, st);
    if (st->reruns) {
        xfree(st->reruns->tries);
        xfree(st->reruns->done_on);
        xfree(st->reruns->failed);
        xfree(st->reruns->retry);
        xfree(st->reruns);
    }
    MECHANISMS_TELL(r, stage, st, STAGE_RELEASED, 0);
    OBSERVERS_SEE(r, SAW_STAGE_RELEASED, .stage = st);
    st->reruns = NULL;
}

/* As before stage_data_prepare(). Attempts keep their numbers (V4). */
void stage_data_forget(struct sw_replay *r, struct stage *st)
{
    release_tasks(r, st);
    st->n_unlaunched[PREF] = st->n_unlaunched[NOPREF] = 0;
    st->next[PREF] = st->next[NOPREF] = 0;
    st->all_pref = false;
    memset(st->reruns->done_on, 0, st->n_tasks * sizeof *st->reruns->done_on);
}

/* The last task of its class. */
static void class_is_launched(struct sw_replay *r, struct stage *st, int class)
{
    if (class == PREF)
        node_index_leave(r, st);
    if (!st->n_unlaunched[!class] && !r->locality.keep_replicas)
        release_tasks(r, st);
}

/* The task is launched, and leaves the unlaunched ones. */
void stage_data_take(struct sw_replay *r, struct stage *st, uint32_t task, int class)
{
    bit_set(st->launched, task);
    uint32_t left = --st->n_unlaunched[class];
    if (!left)
        class_is_launched(r, st, class);
    if (class != PREF || !r->queues.delay_clocks || st->column || left > 64 || left & (left - 1) || !left)
        return;
    struct sw_location_filter location;
    if (stage_data_location(r, st, &location))
        sw_queue_set_location(&st->entry[PREF], &location);
}

/* ---- tasks that come back (B10) ---------------------------------------------------------------------- */

/* The task returns to host i. Whether none was left there. */
static bool back_to_cursor(struct host_index *p, uint32_t i, uint32_t task)
{
    const uint32_t *end = host_index_end(p), *tasks = host_index_task(p);
    uint32_t lo = i ? end[i - 1] : 0, hi = end[i];
    struct host_tasks *at = &p->at[i];
    bool none = at->next == NONE;
    if (!none && task >= (at->next & ~LAST_TASK_OF_HOST))
        return false;
    lo = (uint32_t)FIRST_NOT(k, lo, hi, (tasks[k] & ~LAST_TASK_OF_HOST) < task);
    *at = (struct host_tasks){ tasks[lo], lo };
    return none;
}

/* The task returns to the node. Whether none was left there, or may not have been. */
static bool back_to_node(struct sw_replay *r, struct stage *st, uint32_t node, uint32_t task)
{
    if (st->at_node.is_few)
        return true;
    return st->column ? dense_index_put_back(r, st, node, task)
                      : back_to_cursor(&st->at_node, host_index_lookup(&st->at_node, node), task);
}

/* B10: hosts and racks have the task again. */
static void back_to_places(struct sw_replay *r, struct stage *st, uint32_t task)
{
    for (uint32_t k = 0; stage_is_indexed(st) && k < replicas_n(st, task); k++) {
        uint32_t host = replicas_of(st, task)[k];
        if (back_to_node(r, st, host, task) && st->handle)
            node_index_return(r, st, host);
        if (st->at_rack.at)
            back_to_cursor(&st->at_rack, host_index_lookup(&st->at_rack, r->slots.rack_of[host]), task);
    }
    stage_data_index(r, st);
}

/* The nodes with its data list the stage again. */
void stage_data_index(struct sw_replay *r, struct stage *st)
{
    if (!st->handle && is_looked_for(r, st))
        node_index_enter(r, st);
}

/* The task is unlaunched again. Returns PREF or NOPREF. */
int stage_data_put_back(struct sw_replay *r, struct stage *st, uint32_t task)
{
    int class = unlaunched_is_of_class(st, task, PREF) ? PREF : NOPREF;
    st->launched[task >> 6] &= ~(UINT64_C(1) << (task & 63));
    if (task < st->next[class])
        st->next[class] = task;
    back_to_places(r, st, task);
    return class;
}
