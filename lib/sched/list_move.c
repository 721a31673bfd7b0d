/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list_move.c - the list of order: stages and pools get other keys, mostly by a task more or less that runs. list.h has the outline. */
#include "lib/sched/list.h"

/* ---- inside a leaf: no sum changes ---------------------------------------------------------- */

/* Whether the cell's key comes before num and the ties of `rest`, rank and den being the same. */
static inline bool num_before(const node *leaf, int cell, int64_t num, const struct rest *rest)
{
    const struct rest *own = &leaf->e[cell].rest;
    if (leaf->num[cell] != num)
        return leaf->num[cell] < num;
    return own->tie_us != rest->tie_us ? own->tie_us < rest->tie_us : own->tie < rest->tie;
}

/* What is true of entries goes along with one of them. */
static inline void slide_facts_back(node *nd, int from, int to)
{
    some span = bits_below(to + 1) & ~bits_below(from);
    for (int f = 0; f < N_FACTS; f++)
        nd->fact[f] = (nd->fact[f] & ~span) | (nd->fact[f] >> 1 & span >> 1 & span) | (nd->fact[f] >> from & 1) << to;
}

static inline void slide_facts_forth(node *nd, int from, int to)
{
    some span = bits_below(from + 1) & ~bits_below(to);
    for (int f = 0; f < N_FACTS; f++)
        nd->fact[f] = (nd->fact[f] & ~span) | (nd->fact[f] << 1 & span << 1 & span) | (nd->fact[f] >> from & 1) << to;
}

static inline void slide_facts(node *nd, int from, int to)
{
    if (from < to)
        slide_facts_back(nd, from, to);
    if (from > to)
        slide_facts_forth(nd, from, to);
}

/* The entry at place i gets a higher num, or a lower one, in a leaf without odd ones: those that it passes make way. */
static inline void go_back(node *leaf, int i, int64_t num)
{
    const int last = leaf->n - 1, from = i;
    const uint8_t cell = leaf->cell[i];
    const struct rest rest = leaf->e[cell].rest;
    for (; i < last && num_before(leaf, leaf->cell[i + 1], num, &rest); i++)
        stand_at(leaf, i, leaf->cell[i + 1]);
    if (i == from)
        return;
    stand_at(leaf, i, cell);
    slide_facts_back(leaf, from, i);
}

static inline void go_forth(node *leaf, int i, int64_t num)
{
    const int from = i;
    const uint8_t cell = leaf->cell[i];
    const struct rest rest = leaf->e[cell].rest;
    for (; i > 0 && !num_before(leaf, leaf->cell[i - 1], num, &rest); i--)
        stand_at(leaf, i, leaf->cell[i - 1]);
    if (i == from)
        return;
    stand_at(leaf, i, cell);
    slide_facts_forth(leaf, from, i);
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
    int to = i;
    for (; to < leaf->n - 1 && key_cmp(leaf, to + 1, key) < 0; to++)
        stand_at(leaf, to, leaf->cell[to + 1]);
    for (; to > 0 && key_cmp(leaf, to - 1, key) > 0; to--)
        stand_at(leaf, to, leaf->cell[to - 1]);
    stand_at(leaf, to, (uint8_t)item->cell);
    slide_facts(leaf, i, to);
    item->key = *key;
    list_set_key(leaf, (int)item->cell, key);
}

/* Whether the entry at place i of a leaf among others stays in it, and not as its first. */
static inline bool stays_inside(const node *leaf, int i, int64_t num)
{
    const struct rest *rest = &leaf->e[leaf->cell[i]].rest;
    return i > 0 && num_before(leaf, leaf->cell[0], num, rest) && !num_before(leaf, leaf->cell[leaf->n - 1], num, rest);
}

/* As its leaf holds odd ones, or it goes to another. */
static __attribute__((noinline)) void move_far(struct sw_item *item, int64_t num)
{
    struct sw_key key = item->key;
    key.num = num;
    if (item->leaf->odd)
        sw_list_move(item, &key);
    else
        move_outside(item, &key);
}

void sw_list_move_num(struct sw_item *item, int64_t num)
{
    node *leaf = item->leaf;
    int i = place_of(item);
    if (leaf->odd || (leaf->up && !stays_inside(leaf, i, num))) {
        move_far(item, num);
        return;
    }
    bool higher = num > leaf->num[item->cell];
    item->key.num = leaf->num[item->cell] = num;
    if (higher)
        go_back(leaf, i, num);
    else
        go_forth(leaf, i, num);
}
