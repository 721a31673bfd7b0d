/* SPDX-License-Identifier: GPL-3.0-or-later */
/* queue.h - who stands where in the scheduling queue: stages, keys, waits, pools and limits. */
#ifndef SLOTWISE_SIM_QUEUE_QUEUE_H
#define SLOTWISE_SIM_QUEUE_QUEUE_H
#include <assert.h>
#include "lib/sim/sim.h"

/* ---- queue ------------------------------------------------------------------------------------------------ */
/* Jobs and pools in the scheduling queue, their limits, shares and waits. */
/* pools.c */
struct pool *pool_get(struct sw_replay *r, struct sw_text name);
struct pool *pool_make(struct sw_replay *r, char *name); /* owns the name, and is not found by it */
void pool_init(struct sw_replay *r, struct pool *p);
void pool_declare(const struct sw_replay *r, struct pool *p, const struct sw_pool_spec *spec);
void pools_reset(struct sw_replay *r); /* before a run */
int pools_start(struct sw_replay *r, const struct sw_pool_list *declared);
/* Climbs from two pools to where their paths part: side by side, or one pool where one is the other. */
static inline void pools_part(const struct pool **a, const struct pool **b)
{
    int deeper = 0;
    for (const struct pool *p = *a; p; p = p->parent)
        deeper++;
    for (const struct pool *p = *b; p; p = p->parent)
        deeper--;
    for (; deeper > 0; deeper--)
        *a = (*a)->parent;
    for (; deeper < 0; deeper++)
        *b = (*b)->parent;
    while (*a != *b && (*a)->parent != (*b)->parent) {
        *a = (*a)->parent;
        *b = (*b)->parent;
    }
}
/* O6, O12: it, or a pool above it, runs the most that it may. */
static inline bool pools_are_full(const struct pool *p, int kind)
{
    for (; p; p = p->parent)
        if (p->running[kind] >= p->most[kind])
            return true;
    return false;
}
/* busy.c */
void busy_admit(struct sw_replay *r, struct pool *p); /* a job, in it and in those above */
struct pool *busy_still(struct sw_replay *r, uint32_t from);
/* Of the pools that have jobs, or had some when shares, keys and slots were last worked out, the first by number from
 * `from` on. NULL: there is none. All others have 0 as demands, shares and slots. */
static inline struct pool *busy_next(struct sw_replay *r, uint32_t from)
{
    uint32_t i = bits_next(&r->pools.busy, from);
    return i == NONE ? NULL : r->pools.at[i]->n_admitted ? r->pools.at[i] : busy_still(r, i);
}
#define FOR_BUSY_POOLS(r, p) for (struct pool *p = busy_next(r, 0); p; p = busy_next(r, p->number + 1))
/* shares.c */
/* Shares of pools. demand_slots is each pool's demand; < 0: its demand now. */
void shares_compute(struct sw_replay *r, int kind, double demand_slots);
void shares_of_yarn(struct sw_replay *r); /* of the pools whose tasks_owed is above 0 */
/* Shares of pools by their demand now, and of the jobs in them. Returns a number that only another share changes. */
uint64_t shares_refresh(struct sw_replay *r, int kind);
void shares_note(struct sw_replay *r, const struct job *job, int kind, int64_t change);
void shares_changed(struct sw_replay *r, const struct job *job, int kind); /* what it wants, weighs or comes before */
void shares_forget(struct sw_replay *r); /* all of it may have changed */
void shares_start(struct sw_replay *r);  /* changes are noted from now on */
/* A number that grows when the shares of the pool's jobs are worked out again. */
uint64_t shares_divided(const struct sw_replay *r, const struct pool *p, int kind);
/* blocked.c */
void blocked_set(struct sw_replay *r, struct blocked *a, int kind, bool on);
void blocked_released(struct sw_replay *r, const struct pool *p, int kind);
/* pool_keys.c */
void pool_keys_place(struct sw_replay *r, struct pool *p, int kind);
/* Nothing waits in it, and pool_keys_place() would change nothing. */
static inline bool pool_keys_is_empty(const struct pool *p, int kind)
{
    return !p->queue[kind].n && !p->entry[kind].leaf && p->blocked[kind].place == NONE;
}
void pool_keys_place_up(struct sw_replay *r, struct pool *p, int kind); /* and the pools above */
void pool_keys_follow_up(struct sw_replay *r, struct pool *p, int kind); /* the same, where only stages came or left */
void pool_keys_count(struct pool *p, int kind, int64_t running, int64_t demand);
int64_t pool_keys_part_mb(uint64_t slots, int64_t millionths); /* order capacity: a part of the slots */
bool pool_keys_before(const struct sw_replay *r, const struct pool *a, const struct pool *b, int kind);
/* limits.c */
void limits_start(struct sw_replay *r);
void limits_resize(struct sw_replay *r); /* the cluster has changed */
/* The queue that its waiting stages are in. */
struct sw_queue *limits_queue_of(struct sw_replay *r, const struct job *job, int kind);
void limits_count(struct job *job, int kind, int64_t running, int64_t demand);
void limits_join(struct sw_replay *r, struct job *job);  /* its pool is known */
void limits_leave(struct sw_replay *r, struct job *job);
void limits_place_group(struct sw_replay *r, struct limit_group *h, int kind);
/* waits.c */
void waits_restart(const struct sw_replay *r, struct stage *st);
/* The waits of a pool's stages of the kind are waived, or begin again (D12). */
void waits_waive(struct sw_replay *r, struct pool *p, int kind, bool starved);
void waits_set(const struct sw_replay *r, struct stage *st);
bool waits_change(struct sw_replay *r, struct stage *st); /* what they go by has changed; true: it is allowed more */
/* The level that its delay clock has reached. */
enum sw_level waits_level(const struct sw_replay *r, const struct stage *st);
/* keys.c */
void keys_count(struct sw_replay *r, struct job *job, int kind, int64_t running, int64_t unlaunched);
void keys_rekey(struct sw_replay *r, struct job *job, int kind);
void keys_entered(struct sw_replay *r, struct job *job, int kind); /* stages of it, by keys_enqueue() */
/* what rules of order and of delay may look at */
struct sw_job_view keys_job_view(const struct sw_replay *r, const struct job *job, int kind);
void keys_reweigh(struct sw_replay *r, struct job *job, int kind); /* its priority has changed */
/* keys_count() and keys_rekey(). */
void keys_recount(struct sw_replay *r, struct job *job, int kind, int64_t running, int64_t unlaunched);
void keys_enqueue(struct sw_replay *r, struct stage *st, int class);
void keys_dequeue(struct sw_replay *r, struct stage *st, int class);
void keys_follow(struct sw_replay *r, struct job *job, int kind); /* not its counts, but its share has changed */
/* stages.c */
void stages_return_task(struct sw_replay *r, struct stage *st, uint32_t task); /* it is unlaunched again */
void stages_retry_task(struct sw_replay *r, struct stage *st, uint32_t task);  /* it failed (F2) */
void pool_keys_order(struct attempt *a, int more); /* it comes under an order to be killed, or is reported (E8) */
void stages_withhold(struct sw_replay *r, struct stage *st); /* it asks for nothing, until */
void stages_ask_again(struct sw_replay *r, struct stage *st);
void stages_come_back(struct sw_replay *r, struct stage *st);
void stages_withdraw(struct sw_replay *r, struct job *job); /* its stages leave the queue */
void stages_enter(struct sw_replay *r, struct stage *st);   /* it becomes ready */

/* ---- pool_keys.c ------------------------------------------------------------------------------------------ */
/* What each launch and each end changes in pools. */
void pool_keys_rekey(struct sw_replay *r, struct pool *p, int kind);

/* Moves the pool in its queue when its running tasks have changed, and its waiting stages have not. False: it may have
 * to enter or leave the queue. */
static inline bool pool_keys_move(struct sw_replay *r, struct pool *p, int kind)
{
    struct sw_queue_entry *entry = &p->entry[kind];
    if (!entry->leaf)
        return !p->queue[kind].n;
    assert(p->queue[kind].n);
    if (unlikely(p->running[kind] >= p->most[kind]))
        return false;
    if (r->opt.order.policy->num_is_running && !p->min[kind])
        sw_queue_move_num(entry, p->running[kind]);
    else
        pool_keys_rekey(r, p, kind);
    return true;
}

static inline void pool_keys_add(struct pool *p, int kind, int64_t running, int64_t demand)
{
    for (; p; p = p->parent) {
        int64_t before = p->demand[kind];
        p->running[kind] += running;
        p->demand[kind] += demand;
        if (unlikely(p->parent)) /* the pool above sees demand up to the maximum */
            demand = min_i64(p->demand[kind], p->max[kind]) - min_i64(before, p->max[kind]);
    }
}

/* ---- wanting.c -------------------------------------------------------------------------------------------- */
/* The jobs that run or want something of a kind of slot, as shares are computed: by pool, in each in fifo order
 * (wanting.c). All zero is a good start. */
struct wanting {
    struct job **job;            /* n */
    struct job **as_added;
    uint32_t *next;              /* per pool, while they are put in order */
    uint32_t n, cap, cap_pools;
};

void wanting_grow(struct wanting *w);
void wanting_sort(struct sw_replay *r, struct wanting *w); /* those that were added in any order */

static inline void wanting_add(struct wanting *w, struct job *job)
{
    if (unlikely(w->n == w->cap))
        wanting_grow(w);
    w->job[w->n++] = job;
}
#endif
