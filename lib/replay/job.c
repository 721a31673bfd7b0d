/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job.c - jobs and pools as the lists of order see them: their counts and keys (section 5, J4).
 *
 * Whatever changes a count calls job_count(), which carries it up the pools; whatever changes who is waiting
 * enters or leaves through stage_list_item() and stage_unlist_item(). Keys are brought up to date there and
 * nowhere else, so that the lists are always in order. */
#include "lib/replay/replay.h"
#include <assert.h>

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* ---- pools ----------------------------------------------------------------------------------- */

static struct sw_list *list_above(struct sw_replay *r, const struct pool *p, int slot)
{
    return p->parent ? &p->parent->list[slot] : &r->list[slot];
}

static inline void pool_key(const struct sw_replay *r, const struct pool *p, int slot, struct sw_key *key)
{
    struct sw_pool_view view = { .running = p->running[slot], .demand = least(p->demand[slot], p->max[slot]),
                                 .min = p->min[slot], .max = p->max[slot], .weight = p->weight,
                                 .pending = p->demand[slot] - p->running[slot], .allocated = p->allocated[slot],
                                 .share = p->key_share[slot],
                                 .capacity = p->capacity };
    r->opt.order.part->pool_key(&view, key);
}

/* O6: a pool stands in the list above it while somebody in it waits and it is below its maximum. */
static inline void place(struct sw_replay *r, struct pool *p, int slot)
{
    bool waits = p->list[slot].n > 0, in = waits && p->running[slot] < p->most[slot];
    struct sw_item *item = &p->item[slot];
    struct sw_key key;
    bool aside = waits && !in;
    if (aside != (p->aside[slot].place != NONE)) {
        set_aside(r, &p->aside[slot], slot, aside);
        if (in)
            limit_lets_go(r, p, slot);
    }
    if (!in) {
        if (item->leaf)
            sw_list_erase(item);
        return;
    }
    pool_key(r, p, slot, &key);
    sw_list_earliest(&p->list[slot], &key.tie_us, &key.tie);
    if (item->leaf) {
        sw_list_move(item, &key);
        return;
    }
    item->key = key;
    sw_list_insert(list_above(r, p, slot), item);
    r->acc[slot].idle = false;
}

static __attribute__((noinline)) void rekey_pool(struct sw_replay *r, struct pool *p, int slot)
{
    struct sw_item *item = &p->item[slot];
    struct sw_key key = { .tie_us = item->key.tie_us, .tie = item->key.tie };
    pool_key(r, p, slot, &key);
    if (key.rank == item->key.rank && key.den == item->key.den)
        sw_list_move_num(item, key.num);
    else
        sw_list_move(item, &key);
}

/* Likewise where what it runs has changed, and not who waits. False: it may have to come or to go. */
static inline bool place_again(struct sw_replay *r, struct pool *p, int slot)
{
    struct sw_item *item = &p->item[slot];
    if (!item->leaf)
        return !p->list[slot].n;
    assert(p->list[slot].n);
    if (SELDOM(p->running[slot] >= p->most[slot]))
        return false;
    if (r->opt.order.part->num_is_running && !p->min[slot])
        sw_list_move_num(item, p->running[slot]);
    else
        rekey_pool(r, p, slot);
    return true;
}

void pool_place(struct sw_replay *r, struct pool *p, int slot)
{
    place(r, p, slot);
}

void pools_place(struct sw_replay *r, struct pool *p, int slot)
{
    for (; p; p = p->parent)
        pool_place(r, p, slot);
}

/* ---- counts ---------------------------------------------------------------------------------- */

static inline void count_pools(struct pool *p, int slot, int64_t running, int64_t demand)
{
    for (; p; p = p->parent) {
        int64_t before = p->demand[slot];
        p->running[slot] += running;
        p->demand[slot] += demand;
        if (SELDOM(p->parent)) /* it sees this cut to the maximum */
            demand = least(p->demand[slot], p->max[slot]) - least(before, p->max[slot]);
    }
}

void pools_count(struct pool *p, int slot, int64_t running, int64_t demand)
{
    count_pools(p, slot, running, demand);
}

static inline void count(struct sw_replay *r, struct job *job, int slot, int64_t running, int64_t unlaunched)
{
    job->running[slot] += running;
    job->unlaunched[slot] += unlaunched;
    r->runnable[slot] += running + unlaunched;
    if (r->counts_pools)
        count_pools(job->at_pool, slot, running, running + unlaunched);
    if (SELDOM(job->limited))
        limits_count(job, slot, running, running + unlaunched);
}

void job_count(struct sw_replay *r, struct job *job, int slot, int64_t running, int64_t unlaunched)
{
    count(r, job, slot, running, unlaunched);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static bool by_fifo(const struct sw_replay *r, const struct job *job)
{
    return r->opt.order.part->uses_pools && job->at_pool->fifo;
}

static void job_key(const struct sw_replay *r, const struct job *job, int slot, struct sw_key *key)
{
    struct sw_job_view view = {
        .running = job->running[slot], .demand = job->running[slot] + job->unlaunched[slot],
        .tasks = (int64_t)job->tasks, .tasks_left = (int64_t)(job->tasks - job->tasks_done),
        .weight = job->weight, .priority = job->priority, .share = job->key_share[slot],
        .deficit = job->due[slot].deficit, .min = job->due[slot].min,
    };
    if (by_fifo(r, job))
        sw_key_fifo(&view, key);
    else
        r->opt.order.part->job_key(&view, key);
    key->tie_us = job->submit_us;
}

/* Within a job its stages by number (O1: the maps of MapReduce are its stage 0); the tasks of a stage without preference before those with one (L2). */
static void key_of_item(struct sw_key *key, const struct stage *st, int class)
{
    key->tie = st->job->place << 20 | (uint64_t)st->number << 1 | (class == PREF);
}

static void above_place(struct sw_replay *r, struct job *job, int slot)
{
    if (r->opt.order.part->uses_pools)
        pools_place(r, job->at_pool, slot);
    else if (SELDOM(r->mechanisms.has.queue_changed) && MECHANISMS_ANY(r, queue_changed, job, slot))
        return;
    else if (job->queue)
        pool_place(r, job->queue, slot);
}

static __attribute__((noinline)) void item_rekey(const struct sw_replay *r, struct stage *st, int class)
{
    struct sw_key key;
    job_key(r, st->job, st->slot, &key);
    key_of_item(&key, st, class);
    sw_list_move(&st->item[class], &key);
}

/* Where running tasks are all that moves in a key, nothing else is made anew. */
static inline void item_follow(const struct sw_replay *r, struct stage *st, int class, int64_t running)
{
    if (!st->n_unlaunched[class] || !st->item[class].leaf) /* where nothing is left the item is far */
        return;
    if (r->opt.order.part->num_is_running)
        sw_list_move_num(&st->item[class], running);
    else
        item_rekey(r, st, class);
}

static inline void stages_follow(const struct sw_replay *r, const struct job *job, int slot)
{
    if (SELDOM(job->at_pool->fifo) && by_fifo(r, job) && r->opt.order.part->num_is_running)
        return;
    for (struct stage *st = job->listed[slot]; st; st = st->next_listed) {
        item_follow(r, st, PREF, job->running[slot]);
        item_follow(r, st, NOPREF, job->running[slot]);
    }
}

/* The job's running tasks changed: its stages may have to move, and so may the pools above. */
void job_recount(struct sw_replay *r, struct job *job, int slot, int64_t running, int64_t unlaunched)
{
    count(r, job, slot, running, unlaunched);
    if (SELDOM(!r->opt.order.part->follows_running))
        return;
    stages_follow(r, job, slot);
    if (SELDOM(job->limited || !r->opt.order.part->uses_pools)) {
        if (job->holder)
            holder_place(r, job->holder, slot); /* which may change who waits */
        above_place(r, job, slot);
        return;
    }
    struct pool *p = job->at_pool;
    while (p && place_again(r, p, slot))
        p = p->parent;
    pools_place(r, p, slot);
}

void job_rekey(struct sw_replay *r, struct job *job, int slot)
{
    job_recount(r, job, slot, 0, 0);
}

void jobs_rekey(struct sw_replay *r, int slot)
{
    for (struct job *job = r->first_job; job; job = job->next)
        if (job->admitted)
            job_rekey(r, job, slot);
}

void stage_list_item(struct sw_replay *r, struct stage *st, int class)
{
    struct sw_item *item = &st->item[class];
    struct job *job = st->job;
    job_key(r, job, st->slot, &item->key);
    key_of_item(&item->key, st, class);
    if (!st->item[!class].leaf) {
        st->next_listed = job->listed[st->slot];
        job->listed[st->slot] = st;
    }
    sw_list_insert(list_of(r, job, st->slot), item);
    r->n_waiting[st->slot]++;
    r->n_nopref[st->slot] += class == NOPREF;
    r->acc[st->slot].idle = false;
    MECHANISMS_TELL(r, saw_limit, st->slot);
    above_place(r, job, st->slot);
}

static void leave_listed(struct stage *st)
{
    struct stage **at = &st->job->listed[st->slot];
    while (*at != st)
        at = &(*at)->next_listed;
    *at = st->next_listed;
}

void stage_unlist_item(struct sw_replay *r, struct stage *st, int class)
{
    sw_list_erase(&st->item[class]);
    if (!st->item[!class].leaf)
        leave_listed(st);
    r->n_waiting[st->slot]--;
    r->n_nopref[st->slot] -= class == NOPREF;
    above_place(r, st->job, st->slot);
}

/* ---- a stage becomes ready ------------------------------------------------------------------- */

void stage_set_waits(const struct sw_replay *r, struct stage *st)
{
    const struct pool *p = st->job->pool;
    st->waits = r->opt.delay.waits;
    for (; p && r->opt.delay.part->meter == SW_PER_GAP; p = p->parent) {
        if (p->wait_node_us >= 0)
            st->waits.node = p->wait_node_us;
        if (p->wait_rack_us >= 0)
            st->waits.rack = p->wait_rack_us;
        if (p->wait_node_us >= 0 || p->wait_rack_us >= 0)
            break; /* the nearest pool that says something */
    }
    if (r->opt.delay.part->meter != SW_PER_GAP)
        return;
    if (st->job->wait_us[0] >= 0)
        st->waits.node = st->job->wait_us[0];
    if (st->job->wait_us[1] >= 0)
        st->waits.rack = st->job->wait_us[1];
}

/* What its level leaves it to wait for. A timer runs from now on; other meters start when it is passed by. */
void stage_set_due(const struct sw_replay *r, struct stage *st)
{
    const struct sw_delay *part = r->opt.delay.part;
    struct sw_item_state *s = &st->item[PREF].state;
    if (SELDOM(part->learn))
        st->waits = r->opt.delay.waits; /* D20 */
    int64_t start_us = part->meter == SW_TIMER ? r->now_us : 0;
    s->marked = part->meter == SW_TIMER;
    if (SELDOM(st->job->pool->starved[st->slot])) { /* D12 */
        s->due_any = s->due_rack = SW_DUE_ALWAYS;
        return;
    }
    s->due_any = start_us + part->due(&st->waits, st->level, SW_LEVEL_ANY);
    s->due_rack = r->opt.no_rack_level && !part->climbs ? s->due_any : start_us + part->due(&st->waits, st->level, SW_LEVEL_RACK);
}

static void start_meter(const struct sw_replay *r, struct stage *st, int class)
{
    struct sw_item_state *s = &st->item[class].state;
    *s = (struct sw_item_state){ .skipped_us = -1, .due_rack = SW_DUE_ALWAYS, .due_any = SW_DUE_ALWAYS };
    if (class == NOPREF)
        return;
    stage_set_due(r, st);
}

void stage_enter(struct sw_replay *r, struct stage *st)
{
    struct job *job = st->job;
    st->ready = true;
    st->ready_us = r->now_us;
    stage_set_waits(r, st);
    for (int class = PREF; class <= NOPREF; class++)
        st->item[class] = (struct sw_item){ .of = st };
    stage_prepare(r, st);
    job_count(r, job, st->slot, 0, (int64_t)st->n_tasks);
    for (int class = PREF; class <= NOPREF; class++) {
        start_meter(r, st, class);
        if (st->n_unlaunched[class])
            stage_list_item(r, st, class);
    }
    job_rekey(r, job, st->slot);
    r->call_all = true;
}

/* L20. `ready` is set at once, so that it is not set up twice. */
void stage_set_up(struct sw_replay *r, struct stage *st)
{
    if (!st->setup_us) {
        stage_enter(r, st);
        return;
    }
    st->ready = st->in_set_up = true;
    st->job->n_attempts++; /* it must last until then, also when it fails before */
    r->n_set_up++;
    heap_push(&r->events, (struct event){ r->now_us + st->setup_us, (uint64_t)EV_READY << 56 | st->job->place << 20 | (st->number & 0xfffff), st });
}

/* It is set up, or nobody waits for it any more (F3). */
void stage_leave_set_up(struct sw_replay *r, struct stage *st)
{
    r->n_set_up -= st->in_set_up;
    st->in_set_up = false;
}

/* The end of its set-up is no more among the events. */
void stage_forget(struct sw_replay *r, struct stage *st)
{
    struct job *job = st->job;
    stage_leave_set_up(r, st);
    if (!--job->n_attempts && job->ended)
        job_free(r, job);
}

void stage_is_set_up(struct sw_replay *r, struct stage *st)
{
    if (!st->job->ended)
        stage_enter(r, st);
    stage_forget(r, st);
}

/* What it has unlaunched leaves the lists and is no demand any more. */
void job_withdraw(struct sw_replay *r, struct job *job)
{
    for (uint32_t s = 0; s < job->n_stages; s++) {
        here_leave(r, &job->stage[s]);
        for (int class = PREF; class <= NOPREF; class++)
            if (job->stage[s].item[class].leaf)
                stage_unlist_item(r, &job->stage[s], class);
    }
    for (int slot = 0; slot < 2; slot++) {
        job_count(r, job, slot, 0, -job->unlaunched[slot]);
        job_rekey(r, job, slot);
    }
}

bool job_fifo_before(const struct job *a, const struct job *b)
{
    if (a->priority != b->priority) return a->priority < b->priority;
    if (a->submit_us != b->submit_us) return a->submit_us < b->submit_us;
    return a->place < b->place;
}

double job_weight(const struct job *job)
{
    static const double factor[] = { 4, 2, 1, 0.5, 0.25 };
    return (double)job->weight / (double)SW_WEIGHT_ONE * factor[job->priority];
}
