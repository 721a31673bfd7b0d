/* SPDX-License-Identifier: GPL-3.0-or-later */
/* queue_allowed.c - the scheduling queue: the stages whose wait is over, and the time of the next. queue.h has the
 * outline. */
#include "lib/sched/queue_rank.h"

static inline bool may_launch(const tnode *nd, int cell, int64_t clock_us)
{
    return ((nd->fact[NOT_WAITING] & bit(cell)) && nd->due[0][cell].rack <= 0)
           || ((nd->fact[WAITING] & bit(cell)) && nd->due[1][cell].rack <= clock_us);
}

static inline mask32 those_until(const union due *due, mask32 of, int64_t us)
{
    mask32 allowed = 0;
    while (of) {
        int cell = pop_lowest(&of);
        allowed |= (mask32)(due[cell].rack <= us) << cell;
    }
    return allowed;
}

static inline mask32 those_due(const tnode *nd, mask32 of, int64_t clock_us)
{
    return those_until(nd->due[0], of & nd->fact[NOT_WAITING], 0)
           | those_until(nd->due[1], of & nd->fact[WAITING], clock_us);
}

static struct sw_queue_entry *walk_due(tnode *nd, int64_t clock_us, sw_queue_visit *visit, void *ctx);

static struct sw_queue_entry *visit_due(tnode *nd, int cell, int64_t clock_us, sw_queue_visit *visit, void *ctx)
{
    queue_push(nd, cell);
    if (!(nd->fact[IS_STAGE] & bit(cell)))
        return walk_due(nd->below[cell], clock_us, visit, ctx);
    queue_skip_read_entry(nd, cell);
    return visit(ctx, nd->item[cell]) ? nd->item[cell] : NULL;
}

static struct sw_queue_entry *walk_places(tnode *nd, int64_t clock_us, sw_queue_visit *visit, void *ctx)
{
    struct sw_queue_entry *found = NULL;
    for (int i = 0; i < nd->n && !found; i++)
        if (may_launch(nd, nd->cell[i], clock_us))
            found = visit_due(nd, nd->cell[i], clock_us, visit, ctx);
    return found;
}

/* Mostly the first in order may launch. If it may not, or the visit declines it, all others are asked, and then their
 * order matters. */
static struct sw_queue_entry *walk_short(tnode *nd, int64_t clock_us, sw_queue_visit *visit, void *ctx)
{
    int cell = first_of_all(nd);
    struct sw_queue_entry *found = may_launch(nd, cell, clock_us)
                                       ? visit_due(nd, cell, clock_us, visit, ctx)
                                       : NULL;
    if (found)
        return found;
    for (mask32 left = those_due(nd, nd->taken & ~bit(cell), clock_us); left && !found; )
        found = visit_due(nd, take_first(nd, &left), clock_us, visit, ctx);
    return found;
}

static struct sw_queue_entry *walk_due(tnode *nd, int64_t clock_us, sw_queue_visit *visit, void *ctx)
{
    if (!nd)
        return NULL;
    return nd->moves_until_packed ? walk_places(nd, clock_us, visit, ctx) : walk_short(nd, clock_us, visit, ctx);
}

/* Of the stages whose waiting flag is so; SW_ALLOWED_NEVER: there are none. */
static int64_t earliest_rack(const tnode *nd, int waiting)
{
    int64_t earliest_us = SW_ALLOWED_NEVER;
    for (mask32 left = nd->fact[fact_of(waiting)]; left; )
        earliest_us = min_i64(earliest_us, nd->due[waiting][pop_lowest(&left)].rack);
    return earliest_us;
}

/* No stage launches: the bound becomes the earliest time that there is. */
static void raise_low(struct sw_queue *list, int64_t clock_us)
{
    int64_t low_us = min_i64(earliest_rack(list->root, 0) + clock_us, earliest_rack(list->root, 1));
    list->low_us = low_us;
    list->as_of_us = clock_us;
}

struct sw_queue_entry *sw_queue_walk_allowed(struct sw_queue *list, int64_t clock_us, sw_queue_visit *visit, void *ctx)
{
    queue_settle(list->pool);
    if (!list->root || (list->low_us > clock_us && list->low_us > list->as_of_us && !list->owner))
        return NULL;
    struct sw_queue_entry *found = walk_due(list->root, clock_us, visit, ctx);
    if (!found)
        raise_low(list, clock_us);
    return found;
}

static int64_t next_due(tnode *nd, int64_t clock_us)
{
    int64_t next = SW_ALLOWED_NEVER;
    for (mask32 left = nd ? nd->fact[WAITING] : 0; left; ) {
        int cell = pop_lowest(&left);
        const union due *d = &nd->due[1][cell];
        if (d->rack > clock_us) { /* then its `any` is, too: it is never earlier */
            next = min_i64(next, d->rack);
            continue;
        }
        queue_push(nd, cell);
        if (!(nd->fact[IS_STAGE] & bit(cell)))
            next = min_i64(next, next_due(nd->below[cell], clock_us));
        else if (d->any > clock_us)
            next = min_i64(next, d->any);
    }
    return next;
}

int64_t sw_queue_next_allowed(struct sw_queue *list, int64_t clock_us)
{
    queue_settle(list->pool);
    int64_t next = next_due(list->root, clock_us);
    return next < SW_ALLOWED_NEVER / 2 ? next : SW_ALLOWED_NEVER;
}

int64_t sw_queue_first_allowed(const struct sw_queue *list)
{
    queue_settle(list->pool);
    return list->root ? always_or_never(earliest_rack(list->root, 1)) : SW_ALLOWED_NEVER;
}

bool sw_queue_all_waiting(const struct sw_queue *list)
{
    queue_settle(list->pool);
    return !list->root || !list->root->fact[NOT_WAITING];
}
