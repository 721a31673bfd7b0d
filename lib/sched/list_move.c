/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list_move.c - the list of order: stages and pools get other keys, mostly by a task more or less that runs. list.h has the outline. */
#include "lib/sched/list.h"

/* ---- moves inside a leaf: no sum changes ---------------------------------------------------- */

/* Whether the cell's key comes before num and the ties of `rest`, rank and den being the same. */
static inline bool num_before(const node *leaf, int cell, int64_t num, const struct rest *rest)
{
    const struct rest *own = &leaf->e[cell].rest;
    if (leaf->num[cell] != num)
        return leaf->num[cell] < num;
    return own->tie_us != rest->tie_us ? own->tie_us < rest->tie_us : own->tie < rest->tie;
}

/* Where the entry at place i goes with another num, in a leaf without odd ones. */
static inline int place_by_num(const node *leaf, int i, int64_t num)
{
    int to = i, last = leaf->n - 1;
    const struct rest *rest = &leaf->e[leaf->cell[i]].rest;
    if (num > leaf->num[leaf->cell[i]])
        while (to < last && num_before(leaf, leaf->cell[to + 1], num, rest))
            to++;
    else
        while (to > 0 && !num_before(leaf, leaf->cell[to - 1], num, rest))
            to--;
    return to;
}

static int place_by_key(const node *leaf, int i, const struct sw_key *key)
{
    int to = i;
    while (to < leaf->n - 1 && key_cmp(leaf, to + 1, key) < 0)
        to++;
    while (to > 0 && key_cmp(leaf, to - 1, key) > 0)
        to--;
    return to;
}

/* The bits from place `from` to `to` go along. */
static inline void slide_facts(node *nd, int from, int to)
{
    int lo = from < to ? from : to, hi = from < to ? to : from;
    some span = bits_below(hi + 1) & ~bits_below(lo);
    for (int f = 0; f < N_FACTS; f++) {
        some s = nd->fact[f], slid = from < to ? s >> 1 & span & ~bit(hi) : s << 1 & span & ~bit(lo);
        nd->fact[f] = (s & ~span) | slid | (s >> from & 1) << to;
    }
}

static inline void slide(node *nd, int from, int to)
{
    uint8_t cell = nd->cell[from];
    slide_facts(nd, from, to);
    for (int k = from; k < to; k++)
        stand_at(nd, k, nd->cell[k + 1]);
    for (int k = from; k > to; k--)
        stand_at(nd, k, nd->cell[k - 1]);
    stand_at(nd, to, cell);
}

/* ---- moves ---------------------------------------------------------------------------------- */

static void move_outside(struct sw_item *item, const struct sw_key *key)
{
    struct sw_list *list = item->leaf->list;
    list_take_out(item, true);
    item->key = *key;
    sw_list_insert(list, item);
}

void sw_list_move(struct sw_item *item, const struct sw_key *key)
{
    node *leaf = item->leaf;
    int i = place_of(item);
    if (leaf->up && (i == 0 || key_cmp(leaf, 0, key) > 0 || key_cmp(leaf, leaf->n - 1, key) < 0)) {
        move_outside(item, key);
        return;
    }
    int to = place_by_key(leaf, i, key);
    item->key = *key;
    list_set_key(leaf, (int)item->cell, key);
    if (to != i)
        slide(leaf, i, to);
}

/* Whether the entry at place i of a leaf among others stays in it, and not as its first. */
static inline bool stays_inside(const node *leaf, int i, int64_t num)
{
    const struct rest *rest = &leaf->e[leaf->cell[i]].rest;
    return i > 0 && num_before(leaf, leaf->cell[0], num, rest) && !num_before(leaf, leaf->cell[leaf->n - 1], num, rest);
}

void sw_list_move_num(struct sw_item *item, int64_t num)
{
    node *leaf = item->leaf;
    int i = place_of(item);
    if (leaf->odd || (leaf->up && !stays_inside(leaf, i, num))) {
        struct sw_key key = item->key;
        key.num = num;
        if (leaf->odd)
            sw_list_move(item, &key);
        else
            move_outside(item, &key);
        return;
    }
    int to = place_by_num(leaf, i, num);
    item->key.num = leaf->num[item->cell] = num;
    if (to != i)
        slide(leaf, i, to);
}
