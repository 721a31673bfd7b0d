/* SPDX-License-Identifier: GPL-3.0-or-later */
/* queue_move.c - the scheduling queue: stages and pools get other keys, mostly as one task more or less runs. queue.h
 * has the outline. */
#include "lib/sched/queue_rank.h"
#include <stdlib.h>

/* ---- the two kinds of ranks -------------------------------------------------------------
 *
 * Under even sharing one launch moves a pool past zero to ten equals, so the loop's exit branch is unpredictable. A
 * leaf that is its queue's root therefore changes to packed keys, once enough entries have moved and none came or
 * left. */

/* Packed keys cover so many nums from packed_base on. Each num has FAN keys, for the ties. */
#define WIDE (NOWHERE / FAN - 1)

static inline void sort_by_ties(tnode *leaf)
{
    for (int i = 1; i < leaf->n; i++) {
        const uint8_t cell = leaf->cell[i];
        int to = i;
        for (; to > 0 && tie_before(&leaf->tie[cell], &leaf->tie[leaf->cell[to - 1]]); to--)
            leaf->cell[to] = leaf->cell[to - 1];
        leaf->cell[to] = cell;
    }
}

/* Gives the leaf packed keys, unless its nums are too far apart. */
static __attribute__((noinline)) void make_short(tnode *leaf)
{
    const int64_t first = leaf->num[leaf->cell[0]], last = leaf->num[leaf->cell[leaf->n - 1]];
    if ((uint64_t)last - (uint64_t)first > WIDE / 2) {
        leaf->moves_until_packed = MOVES_UNTIL_PACKED;
        return;
    }
    leaf->moves_until_packed = 0;
    leaf->packed_base = first < INT64_MIN + WIDE / 4 ? INT64_MIN : first - WIDE / 4;
    sort_by_ties(leaf);
    for (int i = 0; i < leaf->n; i++)
        leaf->node_rank[leaf->cell[i]] = (int16_t)((leaf->num[leaf->cell[i]] - leaf->packed_base) * FAN + i);
}

static __attribute__((noinline)) void make_places(tnode *leaf)
{
    uint8_t by_place[FAN];
    int n = 0;
    for (mask32 left = leaf->taken; left; )
        by_place[n++] = (uint8_t)take_first(leaf, &left);
    for (int i = 0; i < n; i++)
        stand_at(leaf, i, by_place[i]);
    leaf->moves_until_packed = MOVES_UNTIL_PACKED;
}

void queue_move_to_places(tnode *leaf)
{
    if (!leaf->moves_until_packed)
        make_places(leaf);
}

/* Whether num has a packed key. */
static inline bool is_near_base(const tnode *leaf, int64_t num)
{
    return (uint64_t)num - (uint64_t)leaf->packed_base <= WIDE && num >= leaf->packed_base;
}

/* The leaf has no odd entries. */
static inline void note_moved(tnode *leaf, int passed)
{
    if (leaf->up)
        return;
    int till = leaf->moves_until_packed - 1 - passed;
    leaf->moves_until_packed = (uint8_t)till;
    if (till <= 0)
        make_short(leaf);
}

/* ---- by places, inside a leaf: no summary changes -------------------------------------------- */

/* Whether the cell's key comes before num and this tie, rank and den being the same. */
static inline bool num_before(const tnode *leaf, int cell, int64_t num, const struct tie *tie)
{
    return leaf->num[cell] != num ? leaf->num[cell] < num : tie_before(&leaf->tie[cell], tie);
}

/* The entry at place i gets a higher or lower num. The entries that it passes shift by one. The leaf has no odd
 * entries. */
static inline int go_back(tnode *leaf, int i, int64_t num)
{
    const int last = leaf->n - 1;
    const struct tie tie = leaf->tie[leaf->cell[i]];
    for (; i < last && num_before(leaf, leaf->cell[i + 1], num, &tie); i++)
        stand_at(leaf, i, leaf->cell[i + 1]);
    return i;
}

static inline int go_forth(tnode *leaf, int i, int64_t num)
{
    const struct tie tie = leaf->tie[leaf->cell[i]];
    for (; i > 0 && !num_before(leaf, leaf->cell[i - 1], num, &tie); i--)
        stand_at(leaf, i, leaf->cell[i - 1]);
    return i;
}

/* ---- moves ---------------------------------------------------------------------------------- */

static void move_outside(struct sw_queue_entry *item, const struct sw_key *key)
{
    struct sw_queue *list = item->leaf->list;
    const struct sw_location_filter location = location_in(item->leaf, (int)item->cell);
    queue_take_out(item);
    sw_queue_insert(list, item, key, &location);
}

static inline bool is_key_of(const tnode *nd, int cell, const struct sw_key *key)
{
    return nd->num[cell] == key->num && nd->tie[cell].number == key->tie && nd->tie[cell].us == key->tie_us
           && nd->key_rank[cell] == key->rank && nd->key_den[cell] == key->den;
}

void sw_queue_move(struct sw_queue_entry *item, const struct sw_key *key)
{
    tnode *leaf = item->leaf;
    int cell = (int)item->cell;
    if (is_key_of(leaf, cell, key))
        return;
    queue_move_to_places(leaf);
    int i = leaf->node_rank[cell];
    if (leaf->up
        && (i == 0 || key_cmp(leaf, leaf->cell[0], key) > 0 || key_cmp(leaf, leaf->cell[leaf->n - 1], key) < 0)) {
        move_outside(item, key);
        return;
    }
    for (; i < leaf->n - 1 && key_cmp(leaf, leaf->cell[i + 1], key) < 0; i++)
        stand_at(leaf, i, leaf->cell[i + 1]);
    for (; i > 0 && key_cmp(leaf, leaf->cell[i - 1], key) > 0; i--)
        stand_at(leaf, i, leaf->cell[i - 1]);
    stand_at(leaf, i, cell);
    queue_set_key(leaf, cell, key);
}

/* The leaf has siblings. Whether the entry at place i stays in it, and not as its first. */
static inline bool stays_inside(const tnode *leaf, int i, int64_t num)
{
    const struct tie *tie = &leaf->tie[leaf->cell[i]];
    return i > 0 && num_before(leaf, leaf->cell[0], num, tie) && !num_before(leaf, leaf->cell[leaf->n - 1], num, tie);
}

/* The general case: the leaf has odd entries, or the entry goes to another leaf. */
static __attribute__((noinline)) void move_far(struct sw_queue_entry *item, int64_t num)
{
    struct sw_key key = sw_queue_key(item);
    key.num = num;
    if (item->leaf->odd)
        sw_queue_move(item, &key);
    else
        move_outside(item, &key);
}

static __attribute__((noinline)) void move_by_places(struct sw_queue_entry *item, int64_t num)
{
    tnode *leaf = item->leaf;
    const int cell = (int)item->cell;
    queue_move_to_places(leaf);
    const int from = leaf->node_rank[cell];
    if (leaf->odd || (leaf->up && !stays_inside(leaf, from, num))) {
        move_far(item, num);
        return;
    }
    const int to = num > leaf->num[cell] ? go_back(leaf, from, num) : go_forth(leaf, from, num);
    leaf->num[cell] = num;
    stand_at(leaf, to, cell);
    note_moved(leaf, abs(to - from));
}

void sw_queue_move_num(struct sw_queue_entry *item, int64_t num)
{
    tnode *leaf = item->leaf;
    if (leaf->moves_until_packed || !is_near_base(leaf, num)) {
        move_by_places(item, num);
        return;
    }
    leaf->node_rank[item->cell] = (int16_t)(leaf->node_rank[item->cell] + (num - leaf->num[item->cell]) * FAN);
    leaf->num[item->cell] = num;
}
