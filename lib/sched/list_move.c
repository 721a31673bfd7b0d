/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list_move.c - the list of order: stages and pools get other keys, mostly by a task more or less that runs. list.h has the outline. */
#include "lib/sched/list.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- inside a leaf: no sum changes ---------------------------------------------------------- */

static inline bool tie_before(const struct rest *a, const struct rest *b)
{
    return a->tie_us != b->tie_us ? a->tie_us < b->tie_us : a->tie < b->tie;
}

/* Whether the cell's key comes before num and the ties of `rest`, rank and den being the same. */
static inline bool num_before(const node *leaf, int cell, int64_t num, const struct rest *rest)
{
    return leaf->num[cell] != num ? leaf->num[cell] < num : tie_before(&leaf->e[cell].rest, rest);
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

/* ---- likewise by short keys -----------------------------------------------------------------
 *
 * Where pools share evenly, one task more or less takes a pool past nobody or past ten of them, and the end of a loop over those cannot
 * be foreseen. In a leaf where entries pass many, short keys are kept, and a move goes through all of it, in loops of constant length
 * that compilers make a few vector instructions of. That nobody is passed can be foreseen well enough. */

#define FORESEEN 2                  /* of a loop over so few, the end mostly is */
#define WIDE (INT16_MAX / FAN - 1)  /* short keys stand for nums from short_base to as many above it: FAN of them each, for the ties */

static int rank_among_ties(const node *leaf, int cell)
{
    int rank = 0;
    for (int i = 0; i < leaf->n; i++)
        rank += tie_before(&entry_of(leaf, i)->rest, &leaf->e[cell].rest);
    return rank;
}

/* Unless nums are too far apart. */
static __attribute__((noinline)) void make_short(node *leaf)
{
    const int64_t first = leaf->num[leaf->cell[0]], last = leaf->num[leaf->cell[leaf->n - 1]];
    forget_short(leaf);
    if ((uint64_t)last - (uint64_t)first > WIDE / 2)
        return;
    leaf->till_short = 0;
    leaf->short_base = first < INT64_MIN + WIDE / 4 ? INT64_MIN : first - WIDE / 4;
    for (int cell = 0; cell < FAN; cell++)
        leaf->short_key[cell] = INT16_MAX;
    for (int i = 0; i < leaf->n; i++) {
        int cell = leaf->cell[i];
        leaf->short_key[cell] = (int16_t)((leaf->num[cell] - leaf->short_base) * FAN + rank_among_ties(leaf, cell));
    }
}

static inline void note_passed(node *leaf, int passed)
{
    int till = leaf->till_short + FORESEEN - passed;
    leaf->till_short = (int16_t)(till < TILL_SHORT ? till : TILL_SHORT);
    if (till <= 0)
        make_short(leaf);
}

/* Whether the leaf has short keys, and there is one for num; where there is not, they are given up. */
static inline bool has_short(node *leaf, int64_t num)
{
    if (leaf->till_short > 0)
        return false;
    if (num >= leaf->short_base && (uint64_t)num - (uint64_t)leaf->short_base <= WIDE)
        return true;
    forget_short(leaf);
    return false;
}

bool list_short_holds(const node *leaf)
{
    if (leaf->till_short > 0)
        return true;
    for (int i = 0; i < leaf->n; i++) {
        int key = leaf->short_key[leaf->cell[i]];
        if (key / FAN != leaf->num[leaf->cell[i]] - leaf->short_base || (i && key <= leaf->short_key[leaf->cell[i - 1]]))
            return false;
    }
    for (some free = ~leaf->taken; free; )
        if (leaf->short_key[next_of(&free)] != INT16_MAX)
            return false;
    return !leaf->odd;
}

/* Those that the entry at `from` passes make way, by one place towards where it was. It remains to say where that one stands. */
static inline void make_way(node *leaf, int from, int to)
{
    const int by = to - from, forth = by < 0;
    const uint8_t low = (uint8_t)(from + (by & -forth)), width = (uint8_t)abs(by), step = (uint8_t)((by > 0) - forth);
    uint8_t next[FAN];
    memcpy(next, leaf->around + sizeof leaf->room + (int8_t)step, sizeof next);
    for (uint8_t i = 0; i < FAN; i++)
        leaf->cell[i] = (uint8_t)(i - low) <= width ? next[i] : leaf->cell[i];
    for (int i = 0; i < FAN; i++) {
        uint8_t place = leaf->place[i], moved = (uint8_t)(place - step);
        leaf->place[i] = (uint8_t)(place - low) <= width ? moved : place;
    }
}

static __attribute__((noinline)) void go_by_short(node *leaf, int from, int64_t num)
{
    const uint8_t cell = leaf->cell[from];
    const int16_t was = leaf->short_key[cell], key = (int16_t)((num - leaf->short_base) * FAN + (was & (FAN - 1)));
    int16_t before = 0;
    for (int i = 0; i < FAN; i++)
        before = (int16_t)(before + (leaf->short_key[i] < key));
    const int to = before - (was < key);
    leaf->short_key[cell] = key;
    if (to == from)
        return;
    make_way(leaf, from, to);
    stand_at(leaf, to, cell);
    slide_facts(leaf, from, to);
    assert(list_short_holds(leaf));
}

/* ---- likewise where they pass few ----------------------------------------------------------- */

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
    note_passed(leaf, i - from);
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
    note_passed(leaf, from - i);
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
    const bool higher = num > leaf->num[item->cell], by_short = has_short(leaf, num);
    item->key.num = leaf->num[item->cell] = num;
    if (by_short)
        go_by_short(leaf, i, num);
    else if (higher)
        go_back(leaf, i, num);
    else
        go_forth(leaf, i, num);
}
