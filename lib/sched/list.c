/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list.c - the list of order: stages and pools come and go. list.h has the outline. */
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
    nd->taken = nd->with_mark = nd->pending = nd->odd = 0;
    nd->rank = nd->den = 0;
    forget_short(nd);
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
    *list = (struct sw_list){ .store = store, .owner = owner, .low_us = SW_DUE_NEVER };
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

/* A leaf's rank and den become those of this cell. */
static void set_alike(node *leaf, int cell)
{
    leaf->rank = leaf->e[cell].rest.rank;
    leaf->den = leaf->e[cell].rest.den;
    leaf->odd = 0;
    for (some left = leaf->taken; left; ) {
        int c = next_of(&left);
        set_bit(&leaf->odd, c, leaf->e[c].rest.rank != leaf->rank || leaf->e[c].rest.den != leaf->den);
    }
}

void list_set_key(node *nd, int cell, const struct sw_key *key)
{
    nd->num[cell] = key->num;
    nd->e[cell].rest = (struct rest){ key->rank, key->den, key->tie_us, key->tie };
    if (!nd->is_leaf)
        return;
    forget_short(nd);
    set_bit(&nd->odd, cell, key->rank != nd->rank || key->den != nd->den);
    if (nd->odd == nd->taken)
        set_alike(nd, cell);
}

/* What stands first in nd is what stands above it. */
static void copy_first_key(const node *nd, node *up, int i)
{
    const struct sw_key key = key_in(nd, nd->cell[0]);
    list_set_key(up, up->cell[i], &key);
}

/* What is known of cells, of those that were given back. */
static void forget_cells(node *nd)
{
    forget_short(nd);
    nd->odd &= nd->taken;
    nd->with_mark &= nd->taken;
    nd->pending &= nd->taken;
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
    forget_cells(nd);
    nd->n--;
    for (int k = i; k < nd->n; k++)
        stand_at(nd, k, nd->cell[k + 1]);
    for (int f = 0; f < N_FACTS; f++)
        close_bit(&nd->fact[f], i);
}

/* Makes the sums above nd right again, up to the root of the outermost list. */
static void refresh(node *nd)
{
    int i = 0, top = 0;
    for (node *up; (up = above(nd, &i)); nd = up, top = i) {
        if (nd->up)
            copy_first_key(nd, up, i);
        list_sum_up(nd, up, i);
    }
    list_note_due(nd, top);
}

/* Likewise, where they were right before entry k came. */
static void refresh_in(node *nd, int k)
{
    int i;
    for (node *up; (up = above(nd, &i)); nd = up, k = i) {
        if (nd->up && k == 0)
            copy_first_key(nd, up, i);
        list_sum_in(nd, k, up, i);
    }
    list_note_due(nd, k);
}

/* Likewise, where they were right before `gone` left; most entries decide no sum. */
static void refresh_out(node *nd, const struct gone *gone, bool was_first)
{
    int i;
    node *up = above(nd, &i);
    if (up && ((was_first && nd->up) || !list_sum_stands(gone, nd, up, i)))
        refresh(nd);
}

/* ---- insert, erase -------------------------------------------------------------------------- */

static node *leaf_for(struct sw_list *list, const struct sw_key *key)
{
    node *nd = list->root;
    while (!nd->is_leaf) {
        int i = nd->n - 1;
        while (i > 0 && key_cmp(nd, i, key) > 0)
            i--;
        list_push(nd, i);
        nd = child_at(nd, i);
    }
    return nd;
}

/* nd's sums and its first key, at a place of the node above that was made for it. */
static void put_node(node *up, int i, node *nd)
{
    entry_at(up, i)->op = no_op; /* and no bit says otherwise: the cell is new */
    copy_first_key(nd, up, i);
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
        const struct sw_key key = key_in(nd, cell);
        list_set_key(right, right->cell[i - half], &key);
        *entry_at(right, i - half) = nd->e[cell];
        right->near[right->cell[i - half]] = nd->near[cell];
        right->mark[right->cell[i - half]] = nd->mark[cell];
        set_bit(&right->with_mark, right->cell[i - half], nd->with_mark & bit(cell));
        set_bit(&right->pending, right->cell[i - half], nd->pending & bit(cell));
        set_child(right, i - half, nd->child[cell]);
        nd->taken &= ~bit(cell);
    }
    forget_cells(nd);
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
        if (key_cmp(nd, mid, key) < 0)
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

void list_take_out(struct sw_item *item, bool right)
{
    node *leaf = item->leaf;
    struct sw_list *list = leaf->list;
    if (list->store->lazy)
        list_push_path(leaf);
    int i = place_of(item);
    list_push(leaf, i);
    list_read_entry(leaf, i);
    struct gone gone = { *due_of(leaf, i), entry_of(leaf, i)->earliest_us, entry_of(leaf, i)->earliest };
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
    list_take_out(item, false);
}
