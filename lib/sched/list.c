/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list.c - the list of order: stages and pools come, go and move. list.h has the outline. */
#include "lib/sched/list.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- nodes ---------------------------------------------------------------------------------- */

static node *node_new(struct sw_list *list, bool is_leaf)
{
    node *nd = list->store->spare;
    if (nd)
        list->store->spare = nd->up;
    else if (!(nd = aligned_alloc(_Alignof(node), sizeof *nd)))
        abort();
    nd->up = NULL;
    nd->list = list;
    nd->n = 0;
    nd->taken = 0;
    nd->is_leaf = is_leaf;
    memset(nd->fact, 0, sizeof nd->fact);
    return nd;
}

static void node_free(node *nd)
{
    struct sw_list_store *store = nd->list->store;
    nd->up = store->spare;
    store->spare = nd;
}

void sw_list_store_clear(struct sw_list_store *store)
{
    for (node *nd = store->spare, *next; nd; nd = next) {
        next = nd->up;
        free(nd);
    }
    store->spare = NULL;
}

void sw_list_init(struct sw_list *list, struct sw_list_store *store, struct sw_item *owner)
{
    *list = (struct sw_list){ .store = store, .owner = owner };
}

static void set_child(node *nd, int i, void *child)
{
    uint8_t cell = nd->cell[i];
    nd->child[cell] = child;
    if (nd->is_leaf) {
        ((struct sw_item *)child)->leaf = nd;
        ((struct sw_item *)child)->cell = cell;
    } else {
        ((node *)child)->up = nd;
        ((node *)child)->cell_above = cell;
    }
}

/* Bits from i on make room for one, or close up over one. */
static inline void open_bit(some *s, int i) { *s = (*s & bits_below(i)) | (*s & ~bits_below(i)) << 1; }
static inline void close_bit(some *s, int i) { *s = (*s & bits_below(i)) | (*s >> 1 & ~bits_below(i)); }

static inline void stand_at(node *nd, int i, uint8_t cell)
{
    nd->cell[i] = cell;
    nd->place[cell] = (uint8_t)i;
}

/* Place i gets a cell that is free; those from there on move up. */
static void open_gap(node *nd, int i)
{
    uint8_t cell = (uint8_t)__builtin_ctz(~nd->taken);
    for (int k = nd->n++; k > i; k--)
        stand_at(nd, k, nd->cell[k - 1]);
    stand_at(nd, i, cell);
    nd->taken |= bit(cell);
    for (int f = 0; f < N_FACTS; f++)
        open_bit(&nd->fact[f], i);
}

static void close_gap(node *nd, int i)
{
    nd->taken &= ~bit(nd->cell[i]);
    nd->n--;
    for (int k = i; k < nd->n; k++)
        stand_at(nd, k, nd->cell[k + 1]);
    for (int f = 0; f < N_FACTS; f++)
        close_bit(&nd->fact[f], i);
}

/* Makes the sums above nd right again, up to the root of the outermost list. */
static void refresh(node *nd)
{
    int i;
    for (node *up; (up = above(nd, &i)); nd = up) {
        if (nd->up)
            entry_at(up, i)->key = entry_of(nd, 0)->key;
        list_sum_up(nd, up, i);
    }
}

/* Likewise, where they were right before entry k came. */
static void refresh_in(node *nd, int k)
{
    int i;
    for (node *up; (up = above(nd, &i)); nd = up, k = i) {
        if (nd->up && k == 0)
            entry_at(up, i)->key = entry_of(nd, 0)->key;
        list_sum_in(nd, k, up, i);
    }
}

/* Likewise, where they were right before `gone` left; most entries decide no sum. */
static void refresh_out(node *nd, const struct entry *gone, bool was_first)
{
    int i;
    node *up = above(nd, &i);
    if (up && ((was_first && nd->up) || !list_sum_stands(gone, nd, up, i)))
        refresh(nd);
}

/* ---- insert, erase, move -------------------------------------------------------------------- */

static node *leaf_for(struct sw_list *list, const struct sw_key *key)
{
    node *nd = list->root;
    while (!nd->is_leaf) {
        int i = nd->n - 1;
        while (i > 0 && sw_key_cmp(key, &entry_of(nd, i)->key) < 0)
            i--;
        list_push(nd, i);
        nd = child_at(nd, i);
    }
    return nd;
}

/* nd's sums and its first key, at a place of the node above that was made for it. */
static void put_node(node *up, int i, node *nd)
{
    *entry_at(up, i) = (struct entry){ .key = entry_of(nd, 0)->key, .op = no_op };
    set_child(up, i, nd);
    list_sum_up(nd, up, i);
}

static void grow_root(struct sw_list *list)
{
    node *old = list->root, *top = node_new(list, false);
    list->root = top;
    open_gap(top, 0);
    put_node(top, 0, old);
}

static void split(node *nd);

static void insert_node_after(node *left, node *right)
{
    if (!left->up)
        grow_root(left->list);
    else if (left->up->n == FAN)
        split(left->up);
    node *up = left->up;
    int i = up->place[left->cell_above];
    list_sum_up(left, up, i);
    open_gap(up, i + 1);
    put_node(up, i + 1, right);
}

/* The upper half of nd's entries goes to a node of its own. */
static void split(node *nd)
{
    node *right = node_new(nd->list, nd->is_leaf);
    int half = nd->n / 2;
    for (int i = half; i < nd->n; i++) {
        uint8_t cell = nd->cell[i];
        open_gap(right, i - half);
        *entry_at(right, i - half) = nd->e[cell];
        right->near[right->cell[i - half]] = nd->near[cell];
        set_child(right, i - half, nd->child[cell]);
        nd->taken &= ~bit(cell);
    }
    for (int f = 0; f < N_FACTS; f++) {
        right->fact[f] = nd->fact[f] >> half;
        nd->fact[f] &= bits_below(half);
    }
    nd->n = half;
    insert_node_after(nd, right);
}

/* The place among nd's entries at which key belongs. */
static int place_for(const node *nd, const struct sw_key *key)
{
    int lo = 0, hi = nd->n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (sw_key_cmp(&entry_of(nd, mid)->key, key) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

void sw_list_insert(struct sw_list *list, struct sw_item *item)
{
    if (!list->root)
        list->root = node_new(list, true);
    if (list->store->lazy)
        list_push_path(list->root);
    node *leaf = leaf_for(list, &item->key);
    if (leaf->n == FAN) {
        split(leaf);
        leaf = leaf_for(list, &item->key);
    }
    int i = place_for(leaf, &item->key);
    open_gap(leaf, i);
    set_child(leaf, i, item);
    list_fill_entry(leaf, i);
    if (list->n++)
        refresh_in(leaf, i);
    else
        refresh(leaf);
}

static void drop_node(node *nd)
{
    struct sw_list *list = nd->list;
    int i;
    node *up = nd->up ? above(nd, &i) : NULL;
    node_free(nd);
    if (!up) {
        list->root = NULL;
        return;
    }
    close_gap(up, i);
    if (!up->n)
        drop_node(up);
    else
        refresh(up);
}

static void shrink_root(struct sw_list *list)
{
    while (list->root && !list->root->is_leaf && list->root->n == 1) {
        node *old = list->root;
        list_push(old, 0);
        list->root = child_at(old, 0);
        list->root->up = NULL;
        node_free(old);
    }
}

/* right: the sums above it are. */
static void take_out(struct sw_item *item, bool right)
{
    node *leaf = item->leaf;
    struct sw_list *list = leaf->list;
    if (list->store->lazy)
        list_push_path(leaf);
    int i = place_of(item);
    list_push(leaf, i);
    list_read_entry(leaf, i);
    struct entry gone = *entry_of(leaf, i);
    close_gap(leaf, i);
    item->leaf = NULL;
    list->n--;
    if (!leaf->n)
        drop_node(leaf);
    else if (right)
        refresh_out(leaf, &gone, i == 0);
    else
        refresh(leaf);
    shrink_root(list);
}

void sw_list_erase(struct sw_item *item)
{
    item->leaf->list->store->open = false;
    take_out(item, false);
}

/* The bit of place `from` goes to `to`; those between make way. */
static inline void slide_bit(some *s, int from, int to)
{
    some on = *s >> from & 1;
    close_bit(s, from);
    open_bit(s, to);
    *s |= on << to;
}

/* Most moves are inside one leaf, where no sum changes. */
static inline bool move_inside(node *leaf, int i, const struct sw_key *key)
{
    int to = i, last = leaf->n - 1;
    uint8_t cell = leaf->cell[i];
    if (leaf->up && (i == 0 || sw_key_cmp(key, &entry_of(leaf, 0)->key) < 0 || sw_key_cmp(&entry_of(leaf, last)->key, key) < 0))
        return false;
    for (; to < last && sw_key_cmp(&entry_of(leaf, to + 1)->key, key) < 0; to++)
        stand_at(leaf, to, leaf->cell[to + 1]);
    for (; to > 0 && sw_key_cmp(key, &entry_of(leaf, to - 1)->key) < 0; to--)
        stand_at(leaf, to, leaf->cell[to - 1]);
    leaf->e[cell].key = *key;
    if (to == i)
        return true;
    stand_at(leaf, to, cell);
    for (int f = 0; f < N_FACTS; f++)
        slide_bit(&leaf->fact[f], i, to);
    return true;
}

void sw_list_move(struct sw_item *item, const struct sw_key *key)
{
    struct sw_list *list = item->leaf->list;
    if (!move_inside(item->leaf, place_of(item), key)) {
        take_out(item, true);
        item->key = *key;
        sw_list_insert(list, item);
    }
    item->key = *key;
}
