/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stage.c - which task of a stage goes to a node, and how close to its data (L1, L2).
 *
 * Launched tasks are skipped when they are met: each place keeps a cursor below which none is left. */
#include "lib/replay/replay.h"
#include <stdlib.h>
#include <string.h>

/* ---- which tasks are left ---------------------------------------------------------------------- */

/* The first task from this one on that is not launched, or n_tasks. */
static uint32_t next_left(const struct stage *st, uint32_t task)
{
    uint32_t w = task >> 6, words = (st->n_tasks + 63) / 64;
    if (task >= st->n_tasks)
        return st->n_tasks;
    uint64_t left = ~st->launched[w] & ~UINT64_C(0) << (task & 63);
    while (!left && ++w < words)
        left = ~st->launched[w];
    task = w << 6;
    if (left)
        task += (uint32_t)__builtin_ctzll(left);
    return task < st->n_tasks ? task : st->n_tasks;
}

static bool of_class(const struct stage *st, uint32_t task, int class)
{
    if (!st->blocks.first) /* all of one kind */
        return st->all_pref == (class == PREF);
    return (blocks_n(st, task) > 0) == (class == PREF);
}

/* The lowest unlaunched task of the class from this one on. */
uint32_t stage_task_from(const struct stage *st, uint32_t task, int class)
{
    while ((task = next_left(st, task)) < st->n_tasks && !of_class(st, task, class))
        task++;
    return task < st->n_tasks ? task : NONE;
}

/* The lowest unlaunched task of the class; there is one. */
uint32_t stage_next_task(struct stage *st, int class)
{
    return st->next[class] = stage_task_from(st, st->next[class], class);
}

/* Where the data of what is left may be, place by place in few bits: a walk through the list of order passes over a stage that has nothing
 * on a node without reading it. Many tasks would set all bits; of few, of a stage that may stand in front for long, they are found
 * anew each time that half are left. */
static void note_near(struct stage *st)
{
    uint64_t *near = st->item[PREF].near;
    if (!st->at_node.at) /* blocks are drawn whenever they are looked for (B6); of those in the table nodes know it */
        return;
    bool few = st->n_unlaunched[PREF] <= 64;
    memset(near, few ? 0 : 0xff, sizeof st->item[PREF].near);
    for (uint32_t t = st->next[PREF]; few && (t = stage_task_from(st, t, PREF)) != NONE; t++)
        for (const uint32_t *host = blocks_of(st, t), *end = host + blocks_n(st, t); host < end; host++)
            near[*host / 64 % (SW_NEAR / 64)] |= UINT64_C(1) << *host % 64;
}

/* ---- a stage becomes ready ---------------------------------------------------------------------- */

/* B4: who reads blocks. */
static bool reads_blocks(const struct sw_replay *r, const struct stage *st)
{
    if (r->opt.placement == SW_PLACE_TRACE)
        return st->task_hosts && st->kind != SW_REDUCE;
    return st->kind == SW_MAP || (st->kind == SW_TASK && !st->has_parents);
}

static void prepare_blocks(struct sw_replay *r, struct stage *st)
{
    st->n_unlaunched[PREF] = st->n_tasks;
    if (r->opt.placement == SW_PLACE_REDRAW)
        return;
    blocks_place(r, st);
    places_of_nodes(r, st);
    if (st->blocks.per_task) {
        if (st->column && !r->blocks_stay && !r->opt.global.part->decides)
            blocks_forget(r, st); /* the table says where they are */
        return;
    }
    for (uint32_t t = 0; t < st->n_tasks; t++)
        if (!blocks_n(st, t)) {
            st->n_unlaunched[PREF]--;
            st->n_unlaunched[NOPREF]++;
        }
}

/* Nodes look for those with blocks on them where a rule may refuse. */
static bool is_looked_for(const struct sw_replay *r, const struct stage *st)
{
    return r->opt.delay.meter != SW_PER_NOTHING && stage_has_places(st);
}

void stage_prepare(struct sw_replay *r, struct stage *st)
{
    st->few = 0;
    times_draw(r, st);
    st->launched = st->n_tasks <= 64 ? &st->few : xcalloc((st->n_tasks + 63) / 64, sizeof *st->launched);
    if (r->tasks_return) {
        st->tries = xcalloc(st->n_tasks, sizeof *st->tries);
        st->done_on = xcalloc(st->n_tasks, sizeof *st->done_on);
    }
    if (!reads_blocks(r, st)) {
        st->n_unlaunched[NOPREF] = st->n_tasks;
        return;
    }
    st->all_pref = true;
    prepare_blocks(r, st);
    if (r->store.lazy)
        note_near(st);
    st->item[PREF].mark = st->column;
    r->totals.with_preference += st->n_unlaunched[PREF] > 0;
    if (is_looked_for(r, st))
        here_enter(r, st);
}

/* What launches look at goes. It is most of what a stage takes, and most stages run much longer than they wait. */
static void release_tasks(struct sw_replay *r, struct stage *st)
{
    here_leave(r, st);
    places_free(r, st);
    blocks_free(r, st);
    times_free(r, st);
    if (st->launched != &st->few)
        free(st->launched);
    st->launched = NULL;
}

void stage_release(struct sw_replay *r, struct stage *st)
{
    release_tasks(r, st);
    free(st->tries);
    free(st->done_on);
    free(st->retry);
    MECHANISMS_TELL(r, stage_released, st);
    st->retry = NULL;
    st->tries = st->done_on = NULL;
}

/* The first task left at place i; NONE: there is none. */
static inline uint32_t first_left(const struct stage *st, struct places *p, uint32_t i)
{
    struct place *at = &p->at[i];
    while (at->next != NONE && bit_get(st->launched, at->next & ~LAST_TASK))
        at->next = at->next & LAST_TASK ? NONE : p->task[++at->cursor];
    return at->next == NONE ? NONE : at->next & ~LAST_TASK;
}

uint32_t stage_task_at(struct stage *st, uint32_t place)
{
    return first_left(st, &st->at_node, place);
}

uint32_t stage_local_task(struct sw_replay *r, struct stage *st, uint32_t node)
{
    struct places *p = &st->at_node;
    if (st->column)
        return table_task(r, st, node);
    if (p->at && !p->id) /* all nodes are places, and this one says all */
        return first_left(st, p, node);
    if (!st->n_unlaunched[PREF] || !p->at)
        return NONE;
    uint32_t i = places_find(p, node);
    return i == NONE ? NONE : first_left(st, p, i);
}

/* Racks matter only to stages that look for one, so their places are made when first asked for. */
struct places *stage_racks(struct sw_replay *r, struct stage *st)
{
    if (!st->at_rack.at)
        places_of_racks(r, st);
    return &st->at_rack;
}

uint32_t stage_rack_task(struct sw_replay *r, struct stage *st, uint32_t rack)
{
    if (!st->n_unlaunched[PREF] || r->opt.no_rack_level || !stage_has_places(st))
        return NONE;
    if (r->cl->n_racks == 1)
        return stage_next_task(st, PREF);
    uint32_t i = places_find(stage_racks(r, st), rack);
    return i == NONE ? NONE : first_left(st, &st->at_rack, i);
}

/* The lowest unlaunched tasks with a replica in the place, at most so many, ascending. A rack names a task with two there twice. */
uint32_t stage_tasks_at(struct stage *st, struct places *p, uint32_t id, uint32_t most, uint32_t *task)
{
    uint32_t i = places_find(p, id), n = 0;
    if (i == NONE || first_left(st, p, i) == NONE)
        return 0;
    for (uint32_t k = p->at[i].cursor; k < p->end[i] && n < most; k++) {
        uint32_t t = p->task[k] & ~LAST_TASK;
        if (!bit_get(st->launched, t) && !(n && task[n - 1] == t))
            task[n++] = t;
    }
    return n;
}

static void class_is_launched(struct sw_replay *r, struct stage *st, int class)
{
    if (class == PREF)
        here_leave(r, st);
    if (!st->n_unlaunched[!class] && !r->blocks_stay)
        release_tasks(r, st);
}

/* Task is launched: it leaves the stage's unlaunched ones. Whether the list of order has to hear where the rest's data may be. */
bool stage_take(struct sw_replay *r, struct stage *st, uint32_t task, int class)
{
    bit_set(st->launched, task);
    uint32_t left = --st->n_unlaunched[class];
    if (!left)
        class_is_launched(r, st, class);
    if (class != PREF || !r->store.lazy || st->column || left > 64 || left & (left - 1) || !left)
        return false;
    note_near(st);
    return true;
}

/* ---- failed tasks (F2), which are few ------------------------------------------------------------ */

void stage_retry_push(struct stage *st, uint32_t task)
{
    if (st->n_retry == st->cap_retry) {
        st->cap_retry = 2 * st->cap_retry + 4;
        st->retry = xrealloc(st->retry, st->cap_retry, sizeof *st->retry);
    }
    st->retry[st->n_retry++] = task;
}

uint32_t stage_retry_next(struct stage *st)
{
    uint32_t task = st->retry[0];
    st->n_retry--;
    for (uint32_t i = 0; i < st->n_retry; i++)
        st->retry[i] = st->retry[i + 1];
    return task;
}

/* L1: how far the node is from the task's data. */
enum sw_locality stage_distance(const struct sw_replay *r, const struct stage *st, uint32_t task, uint32_t node)
{
    const uint32_t *host = st->blocks.host ? blocks_of(st, task) : NULL;
    bool rack = false;
    uint32_t n = host ? blocks_n(st, task) : 0;
    for (uint32_t k = 0; k < n; k++) {
        if (host[k] == node)
            return SW_AT_NODE;
        rack |= r->cl->node[host[k]].rack == r->cl->node[node].rack;
    }
    return !n ? SW_AT_NONE : rack && !r->opt.no_rack_level ? SW_AT_RACK : SW_AT_ANY;
}

/* Whether nothing was left at place i. */
static bool back_to_cursor(struct places *p, uint32_t i, uint32_t task)
{
    uint32_t lo = i ? p->end[i - 1] : 0, hi = p->end[i];
    struct place *at = &p->at[i];
    bool none = at->next == NONE;
    if (!none && task >= (at->next & ~LAST_TASK))
        return false;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if ((p->task[mid] & ~LAST_TASK) < task)
            lo = mid + 1;
        else
            hi = mid;
    }
    *at = (struct place){ p->task[lo], lo };
    return none;
}

/* Whether nothing was left at the node. */
static bool back_to_node(struct sw_replay *r, struct stage *st, uint32_t node, uint32_t task)
{
    return st->column ? table_back(r, st, node, task) : back_to_cursor(&st->at_node, places_find(&st->at_node, node), task);
}

static void back_to_places(struct sw_replay *r, struct stage *st, uint32_t task)
{
    for (uint32_t k = 0; stage_has_places(st) && k < blocks_n(st, task); k++) {
        uint32_t host = blocks_of(st, task)[k];
        if (back_to_node(r, st, host, task) && st->seat)
            here_again(r, st, host);
        if (st->at_rack.at)
            back_to_cursor(&st->at_rack, places_find(&st->at_rack, r->cl->node[host].rack), task);
    }
    if (!st->seat && is_looked_for(r, st))
        here_enter(r, st);
}

/* A stage that had left the list comes back with its meter starting anew (B10). */
static void list_anew(struct sw_replay *r, struct stage *st, int class)
{
    MECHANISMS_TELL(r, saw_return, st);
    st->item[class].state.skipped_us = -1;
    st->item[class].state.passed = 0;
    if (class == PREF)
        stage_set_due(r, st);
    stage_list_item(r, st, class);
}

/* What job_withdraw() took out of the lists (A8). */
void stage_comes_back(struct sw_replay *r, struct stage *st)
{
    if (!st->seat && is_looked_for(r, st))
        here_enter(r, st);
    job_count(r, st->job, st->slot, 0, (int64_t)st->n_unlaunched[PREF] + st->n_unlaunched[NOPREF]);
    for (int class = PREF; class <= NOPREF; class++)
        if (st->n_unlaunched[class])
            list_anew(r, st, class);
    job_rekey(r, st->job, st->slot);
}

static void widen_near(struct sw_replay *r, struct stage *st)
{
    struct sw_item *item = &st->item[PREF];
    if (!r->store.lazy || st->column)
        return;
    if (item->leaf)
        sw_list_look(item);
    note_near(st);
    if (item->leaf)
        sw_list_put(item);
}

/* B10: the task is unlaunched again. */
void stage_return(struct sw_replay *r, struct stage *st, uint32_t task)
{
    int class = of_class(st, task, PREF) ? PREF : NOPREF;
    st->launched[task >> 6] &= ~(UINT64_C(1) << (task & 63));
    if (task < st->next[class])
        st->next[class] = task;
    back_to_places(r, st, task);
    if (!st->n_unlaunched[class]++)
        list_anew(r, st, class);
    if (class == PREF)
        widen_near(r, st);
    r->call_all = true;
}
