/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list_due.c - the list of order: whose wait is over, and when the next one's is. list.h has the outline. */
#include "lib/sched/list.h"

static bool may_launch(const struct due *due, int64_t clock_us)
{
    return due->rack[0] <= 0 || due->rack[1] <= clock_us;
}

static struct sw_item *walk_due(node *nd, int i, int64_t clock_us, sw_list_visit *visit, void *ctx)
{
    for (; nd && i < nd->n; i++) {
        if (!may_launch(due_of(nd, i), clock_us))
            continue;
        struct sw_item *item = child_at(nd, i), *found = NULL;
        list_push(nd, i);
        if (nd->fact[IS_STAGE] & bit(i)) {
            list_read_entry(nd, i);
            found = visit(ctx, item) ? item : NULL;
        } else {
            found = walk_due(below(nd, i), 0, clock_us, visit, ctx);
        }
        if (found)
            return found;
    }
    return NULL;
}

/* Nobody may: the bound becomes the least due that there is. */
static void raise_low(struct sw_list *list, int64_t clock_us)
{
    int64_t low_us = SW_DUE_NEVER;
    for (int i = 0; i < list->root->n; i++)
        low_us = least(low_us, least(due_of(list->root, i)->rack[0] + clock_us, due_of(list->root, i)->rack[1]));
    list->low_us = low_us;
    list->as_of_us = clock_us;
}

struct sw_item *sw_list_walk_due(struct sw_list *list, int64_t clock_us, sw_list_visit *visit, void *ctx)
{
    if (!list->root || (list->low_us > clock_us && list->low_us > list->as_of_us && !list->owner))
        return NULL;
    int i = 0;
    while (i < list->root->n && !may_launch(due_of(list->root, i), clock_us))
        i++;
    if (i < list->root->n)
        return walk_due(list->root, i, clock_us, visit, ctx);
    raise_low(list, clock_us);
    return NULL;
}

static int64_t next_due(node *nd, int64_t clock_us)
{
    int64_t next = SW_DUE_NEVER;
    for (int i = 0; nd && i < nd->n; i++) {
        const struct due *d = due_of(nd, i);
        if (d->rack[1] > clock_us) { /* then so is any: it is never earlier */
            next = least(next, d->rack[1]);
            continue;
        }
        list_push(nd, i);
        node *down = below(nd, i);
        if (down)
            next = least(next, next_due(down, clock_us));
        else if (d->any[1] > clock_us)
            next = least(next, d->any[1]);
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
    for (int i = 0; list->root && i < list->root->n; i++)
        due = least(due, due_of(list->root, i)->rack[1]);
    return always_or_never(due);
}

bool sw_list_all_marked(const struct sw_list *list)
{
    return !list->root || !list->root->fact[UNMARKED];
}
