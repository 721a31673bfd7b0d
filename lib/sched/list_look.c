/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list_look.c - walks through the list of order, and questions of who stands where. list.h has the outline. */
#include "lib/sched/list.h"
#include <assert.h>

struct sw_item *sw_list_first(const struct sw_list *list)
{
    const node *nd = list->root;
    while (nd) {
        const struct sw_item *item = child_at(nd, 0);
        if (!nd->is_leaf)
            nd = child_at(nd, 0);
        else if (!item->inner)
            return child_at(nd, 0);
        else
            nd = item->inner->root;
    }
    return NULL;
}

bool sw_list_is_first(const struct sw_list *list, const struct sw_item *item)
{
    const node *nd = item->leaf;
    for (uint32_t cell = item->cell; nd->cell[0] == cell; ) {
        const struct sw_item *owner = nd->list->owner;
        if (!nd->up && nd->list == list)
            return true;
        cell = nd->up ? nd->cell_above : owner->cell;
        nd = nd->up ? nd->up : owner->leaf;
    }
    return false;
}

void sw_list_earliest(const struct sw_list *list, int64_t *tie_us, uint64_t *tie)
{
    const node *nd = list->root;
    const struct entry *first = entry_of(nd, 0);
    for (int i = 1; i < nd->n; i++)
        if (earlier(entry_of(nd, i), first))
            first = entry_of(nd, i);
    *tie_us = first->earliest_us;
    *tie = first->earliest;
}

static struct sw_item *walk(const node *nd, sw_list_visit *visit, void *ctx)
{
    for (int i = 0; nd && i < nd->n; i++) {
        struct sw_item *item = child_at(nd, i), *found = NULL;
        if (!(nd->fact[IS_STAGE] & bit(i)))
            found = walk(below(nd, i), visit, ctx);
        else if (visit(ctx, item))
            found = item;
        if (found)
            return found;
    }
    return NULL;
}

struct sw_item *sw_list_walk(const struct sw_list *list, sw_list_visit *visit, void *ctx)
{
    return walk(list->root, visit, ctx);
}

static inline some has_near(const node *nd, int cell, uint32_t place)
{
    return nd->near[cell].word[place / 64 % (SW_NEAR / 64)] >> place % 64 & 1;
}

/* Of a leaf in which some have a mark: their own bits decide, and near is left unread. */
static some with_mark_or_bit(const node *nd, const struct sw_near *near)
{
    some with = 0;
    for (int i = 0; i < nd->n; i++) {
        int cell = nd->cell[i];
        unsigned mark = nd->mark[cell] - 1U;
        with |= (nd->with_mark & bit(cell) ? (some)(near->marks[mark / 64] >> mark % 64 & 1) : has_near(nd, cell, near->place)) << i;
    }
    return with;
}

/* The entries that a walk for the place goes to: its stages, and all that is not a stage. */
static some with_bit(const node *nd, const struct sw_near *near)
{
    some with = 0;
    if (nd->with_mark)
        with = with_mark_or_bit(nd, near);
    else
        for (int i = 0; nd->fact[IS_STAGE] && i < nd->n; i++)
            with |= has_near(nd, nd->cell[i], near->place) << i;
    return with | (~nd->fact[IS_STAGE] & bits_below(nd->n));
}

static struct sw_item *walk_near(const node *nd, struct sw_near *near, sw_list_visit *visit, void *ctx)
{
    if (!near->nodes)
        return NULL;
    near->nodes--;
    for (some left = with_bit(nd, near); left && near->nodes; ) {
        int i = next_of(&left);
        struct sw_item *found = NULL;
        if (!(nd->fact[IS_STAGE] & bit(i)))
            found = walk_near(below(nd, i), near, visit, ctx);
        else if (visit(ctx, child_at(nd, i)))
            found = child_at(nd, i);
        if (found)
            return found;
    }
    return NULL;
}

struct sw_item *sw_list_walk_near(const struct sw_list *list, struct sw_near *near, sw_list_visit *visit, void *ctx)
{
    return list->root ? walk_near(list->root, near, visit, ctx) : NULL;
}

bool sw_list_holds(const struct sw_list *top, const struct sw_item *item)
{
    while (item && item->leaf && item->leaf->list != top)
        item = item->leaf->list->owner;
    return item && item->leaf;
}

static int above_pools(const struct sw_list *list)
{
    int depth = 0;
    for (; list->owner && list->owner->leaf; list = list->owner->leaf->list)
        depth++;
    return depth;
}

bool sw_list_before(const struct sw_item *a, const struct sw_item *b)
{
    int da = above_pools(a->leaf->list), db = above_pools(b->leaf->list);
    for (; da > db; da--)
        a = a->leaf->list->owner;
    for (; db > da; db--)
        b = b->leaf->list->owner;
    while (a->leaf->list != b->leaf->list) {
        a = a->leaf->list->owner;
        b = b->leaf->list->owner;
    }
    return sw_key_cmp(&a->key, &b->key) < 0;
}

/* ---- the invariants ------------------------------------------------------------------------- */

/* What bits say of the cell is so. An operation that is not pending is none, but a stage's own record. */
static inline bool holds_what_it_says(const node *nd, int cell)
{
    const struct sw_list_op *op = &nd->e[cell].op;
    bool pending = nd->pending & bit(cell), is_stage = nd->fact[IS_STAGE] & bit(nd->place[cell]);
    if (is_stage)
        return !pending;
    return pending || (op->set == SW_KEEP && op->skipped_us < 0 && !op->passed && !op->add[0] && !op->add[1]);
}

static size_t check(const node *nd)
{
    size_t n = 0;
    assert(nd->n == __builtin_popcount(nd->taken));
    assert(!nd->is_leaf || list_short_holds(nd));
    for (int i = 0; i < nd->n; i++) {
        assert(nd->place[nd->cell[i]] == i && nd->taken & bit(nd->cell[i]));
        const struct sw_key key = key_in(nd, nd->cell[i]);
        assert(holds_what_it_says(nd, nd->cell[i]));
        assert(i == 0 || key_cmp(nd, i - 1, &key) < 0);
        if (nd->is_leaf) {
            const struct sw_item *item = child_at(nd, i);
            assert(item->leaf == nd && item->cell == nd->cell[i] && !sw_key_cmp(&item->key, &key));
            assert(item->inner ? !(nd->with_mark & bit(nd->cell[i])) : nd->mark[nd->cell[i]] == item->mark);
            assert(item->inner || (nd->with_mark >> nd->cell[i] & 1) == (item->mark > 0));
            assert((nd->odd >> nd->cell[i] & 1) == (key.rank != nd->rank || key.den != nd->den));
            n++;
            if (item->inner)
                sw_list_check(item->inner);
        } else {
            const node *down = child_at(nd, i);
            assert(down->up == nd && down->cell_above == nd->cell[i] && !key_cmp(down, 0, &key));
            n += check(down);
        }
        (void)key;
    }
    return n;
}

void sw_list_check(const struct sw_list *list)
{
    size_t n = list->root ? check(list->root) : 0;
    assert(n == list->n);
    for (int i = 0; n && list->store->lazy && !list->owner && i < list->root->n; i++)
        assert(due_of(list->root, i)->rack[0] >= list->low_us - list->as_of_us && due_of(list->root, i)->rack[1] >= list->low_us);
    (void)n;
}
