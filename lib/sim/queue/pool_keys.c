/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pool_keys.c - the counts, keys and places of pools in the scheduling queue (section 5 of docs/model.md). */
#include "lib/sim/queue/queue.h"

/* U7: all pools that take jobs stand in one list. */
static bool is_flat(const struct sw_replay *r)
{
    return unlikely(r->opt.order.usage_product || r->opt.order.usage_halves);
}

static struct sw_queue *list_above(struct sw_replay *r, const struct pool *p, int kind)
{
    return p->parent && !is_flat(r) ? &p->parent->queue[kind] : &r->queues.of_kind[kind];
}

/* U6 */
static int64_t usage_now(const struct sw_replay *r, const struct pool *p, int kind)
{
    int64_t more = p->running[kind] - p->usage[kind].running;
    return p->key_share[kind] + (more > 0 ? more * r->opt.order.usage_of_entry : 0);
}

/* O12: as Hadoop has it, percentages are floats. */
int64_t pool_keys_part_mb(uint64_t slots, int64_t millionths)
{
    float percentage = (float)((double)millionths / 10000), part = percentage / 100;
    return (int64_t)((double)slots * 1024 * (double)part);
}

static int64_t guaranteed_mb(const struct sw_replay *r, const struct pool *p, int kind)
{
    return p->capacity ? max_i64(pool_keys_part_mb(r->slots.now[kind], p->capacity), 1024) : 0;
}

static inline void pool_key(const struct sw_replay *r, const struct pool *p, int kind, struct sw_key *key)
{
    struct sw_pool_view view = { .running = p->running[kind], .demand = min_i64(p->demand[kind], p->max[kind]),
                                 .min = p->min[kind], .max = p->max[kind], .weight = p->weight,
                                 .priority = p->priority,
                                 .pending = p->demand[kind] - p->running[kind], .allocated = p->allocated[kind],
                                 .share = p->key_share[kind] };
    if (unlikely(r->opt.order.policy->by_capacity))
        view.capacity = guaranteed_mb(r, p, kind);
    if (unlikely(r->pools.by_updates))
        view.demand = p->known_demand[kind];
    if (unlikely(r->opt.order.policy->by_usage))
        view.usage = usage_now(r, p, kind);
    if (is_flat(r))
        view.weight = SW_WEIGHT_ONE;
    r->opt.order.policy->pool_key(&view, key);
}

/* O1; under SW_TIES_BY_NAME pool_key() sets what goes before the name. */
static inline void break_tie(const struct sw_replay *r, const struct pool *p, int kind, struct sw_key *key)
{
    enum sw_pool_ties ties = r->opt.order.policy->ties;
    if (ties == SW_TIES_BY_JOB) {
        sw_queue_earliest(&p->queue[kind], &key->tie_us, &key->tie);
        return;
    }
    if (ties == SW_TIES_BY_CAPACITY)
        key->tie_us = -p->capacity;
    key->tie = ties == SW_TIES_BY_NAME ? p->name_rank : p->number;
}

bool pool_keys_before(const struct sw_replay *r, const struct pool *a, const struct pool *b, int kind)
{
    struct sw_key of_a = { 0 }, of_b = { 0 };
    pool_key(r, a, kind, &of_a);
    pool_key(r, b, kind, &of_b);
    break_tie(r, a, kind, &of_a);
    break_tie(r, b, kind, &of_b);
    return sw_key_cmp(&of_a, &of_b) < 0;
}

/* O6: a pool is in the queue above while stages wait in it and it is below its maximum, or that of its only user
 * (O13). */
static inline void place(struct sw_replay *r, struct pool *p, int kind)
{
    bool waits = p->queue[kind].n > 0 && !p->group_holds[kind], in = waits && p->running[kind] < p->most[kind];
    struct sw_queue_entry *entry = &p->entry[kind];
    struct sw_key key = { 0 };
    bool aside = waits && !in;
    if (aside != (p->blocked[kind].place != NONE)) {
        blocked_set(r, &p->blocked[kind], kind, aside);
        if (in)
            blocked_released(r, p, kind);
    }
    if (!in) {
        if (entry->leaf)
            sw_queue_erase(entry);
        return;
    }
    pool_key(r, p, kind, &key);
    break_tie(r, p, kind, &key);
    if (entry->leaf) {
        sw_queue_move(entry, &key);
        return;
    }
    sw_queue_insert(list_above(r, p, kind), entry, &key, NULL);
    r->queues.clock[kind].idle = false;
}

void pool_keys_rekey(struct sw_replay *r, struct pool *p, int kind)
{
    struct sw_queue_entry *entry = &p->entry[kind];
    const struct sw_key before = sw_queue_key(entry);
    struct sw_key key = { .tie_us = before.tie_us, .tie = before.tie };
    pool_key(r, p, kind, &key);
    if (key.rank == before.rank && key.den == before.den && key.tie_us == before.tie_us)
        sw_queue_move_num(entry, key.num);
    else
        sw_queue_move(entry, &key);
}

void pool_keys_place(struct sw_replay *r, struct pool *p, int kind)
{
    place(r, p, kind);
}

void pool_keys_place_up(struct sw_replay *r, struct pool *p, int kind)
{
    for (; p; p = p->parent)
        pool_keys_place(r, p, kind);
}

/* Whether the pool stands where it stood, though stages have come or left: by its running tasks, and by the earliest
 * of its stages, which few of them are. */
static inline bool stands(const struct sw_replay *r, struct pool *p, int kind)
{
    struct sw_key due = { 0 };
    if (!p->entry[kind].leaf || !p->queue[kind].n || p->group_holds[kind] || p->blocked[kind].place != NONE
        || !r->opt.order.policy->num_is_running || p->min[kind] || p->running[kind] >= p->most[kind])
        return false;
    const struct sw_key key = sw_queue_key(&p->entry[kind]);
    break_tie(r, p, kind, &due);
    return key.num == p->running[kind] && key.tie == due.tie && key.tie_us == due.tie_us;
}

void pool_keys_follow_up(struct sw_replay *r, struct pool *p, int kind)
{
    for (; p; p = p->parent)
        if (!stands(r, p, kind))
            place(r, p, kind);
}

void pool_keys_count(struct pool *p, int kind, int64_t running, int64_t demand)
{
    pool_keys_add(p, kind, running, demand);
}

/* E8.2 */
void pool_keys_order(struct attempt *a, int more)
{
    int kind = a->stage->slot_kind;
    a->is_ordered = more > 0;
    a->ordered_for->n_ordered_for[kind] += more;
    for (struct pool *p = a->job->pool; p; p = p->parent)
        p->n_ordered[kind] += more;
}
