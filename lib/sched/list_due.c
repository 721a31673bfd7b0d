/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list_due.c - the list of order: whose wait is over, and when the next one's is. list.h has the outline. */
#include "lib/sched/list_standing.h"

static bool may_launch(const struct due *due, int64_t clock_us)
{
    return due->rack[0] <= 0 || due->rack[1] <= clock_us;
}

static some those_due(const node *nd, some of, int64_t clock_us)
{
    some due = 0;
    while (of) {
        int cell = next_of(&of);
        due |= (some)may_launch(&nd->e[cell].due, clock_us) << cell;
    }
    return due;
}

static struct sw_item *walk_due(node *nd, int64_t clock_us, sw_list_visit *visit, void *ctx);

static struct sw_item *visit_due(node *nd, int cell, int64_t clock_us, sw_list_visit *visit, void *ctx)
{
    list_push(nd, cell);
    if (!(nd->fact[IS_STAGE] & bit(cell)))
        return walk_due(nd->below[cell], clock_us, visit, ctx);
    list_read_entry(nd, cell);
    return visit(ctx, nd->item[cell]) ? nd->item[cell] : NULL;
}

static struct sw_item *walk_places(node *nd, int64_t clock_us, sw_list_visit *visit, void *ctx)
{
    struct sw_item *found = NULL;
    for (int i = 0; i < nd->n && !found; i++)
        if (may_launch(&nd->e[nd->cell[i]].due, clock_us))
            found = visit_due(nd, nd->cell[i], clock_us, visit, ctx);
    return found;
}

/* Mostly the first in order may. Where it may not, or will not, all others are asked before it matters who of them comes first. */
static struct sw_item *walk_short(node *nd, int64_t clock_us, sw_list_visit *visit, void *ctx)
{
    int cell = first_of_all(nd);
    struct sw_item *found = may_launch(&nd->e[cell].due, clock_us) ? visit_due(nd, cell, clock_us, visit, ctx) : NULL;
    if (found)
        return found;
    for (some left = those_due(nd, nd->taken & ~bit(cell), clock_us); left && !found; )
        found = visit_due(nd, take_first(nd, &left), clock_us, visit, ctx);
    return found;
}

static struct sw_item *walk_due(node *nd, int64_t clock_us, sw_list_visit *visit, void *ctx)
{
    if (!nd)
        return NULL;
    return nd->till_short ? walk_places(nd, clock_us, visit, ctx) : walk_short(nd, clock_us, visit, ctx);
}

/* Nobody launches: the bound becomes the least due that there is. */
static void raise_low(struct sw_list *list, int64_t clock_us)
{
    int64_t low_us = SW_DUE_NEVER;
    for (some left = list->root->taken; left; ) {
        const struct due *due = &list->root->e[next_of(&left)].due;
        low_us = min_i64(low_us, min_i64(due->rack[0] + clock_us, due->rack[1]));
    }
    list->low_us = low_us;
    list->as_of_us = clock_us;
}

struct sw_item *sw_list_walk_due(struct sw_list *list, int64_t clock_us, sw_list_visit *visit, void *ctx)
{
    if (!list->root || (list->low_us > clock_us && list->low_us > list->as_of_us && !list->owner))
        return NULL;
    struct sw_item *found = walk_due(list->root, clock_us, visit, ctx);
    if (!found)
        raise_low(list, clock_us);
    return found;
}

static int64_t next_due(node *nd, int64_t clock_us)
{
    int64_t next = SW_DUE_NEVER;
    for (some left = nd ? nd->taken : 0; left; ) {
        int cell = next_of(&left);
        const struct due *d = &nd->e[cell].due;
        if (d->rack[1] > clock_us) { /* then so is any: it is never earlier */
            next = min_i64(next, d->rack[1]);
            continue;
        }
        list_push(nd, cell);
        if (!(nd->fact[IS_STAGE] & bit(cell)))
            next = min_i64(next, next_due(nd->below[cell], clock_us));
        else if (d->any[1] > clock_us)
            next = min_i64(next, d->any[1]);
    }
    return next;
}

int64_t sw_list_next_due(struct sw_list *list, int64_t clock_us)
{
    int64_t next = next_due(list->root, clock_us);
    return next < SW_DUE_NEVER / 2 ? next : SW_DUE_NEVER;
}

int64_t sw_list_least_due(const struct sw_list *list)
{
    int64_t due = SW_DUE_NEVER;
    for (some left = list->root ? list->root->taken : 0; left; )
        due = min_i64(due, list->root->e[next_of(&left)].due.rack[1]);
    return always_or_never(due);
}

bool sw_list_all_marked(const struct sw_list *list)
{
    return !list->root || !list->root->fact[UNMARKED];
}
