/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list.c - the list of order: stages and pools come and go. list.h has the outline. */
#include "lib/sched/list_standing.h"
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
    nd->till_short = TILL_SHORT;
    nd->is_leaf = is_leaf;
    memset(nd->fact, 0, sizeof nd->fact);
    memset(nd->marks, 0, sizeof nd->marks);
    for (int cell = 0; cell < FAN; cell++)
        nd->standing[cell] = NOWHERE;
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

static void set_item(node *leaf, int cell, struct sw_item *item)
{
    leaf->item[cell] = item;
    if (item->inner)
        leaf->below[cell] = item->inner->root;
    item->leaf = leaf;
    item->cell = (uint32_t)cell;
}

static void set_below(node *nd, int cell, node *down)
{
    nd->below[cell] = down;
    down->up = nd;
    down->cell_above = (uint8_t)cell;
}

/* NULL: the list is empty. */
static void set_root(struct sw_list *list, node *root)
{
    const struct sw_item *owner = list->owner;
    list->root = root;
    if (root)
        root->up = NULL;
    if (owner && owner->leaf)
        owner->leaf->below[owner->cell] = root;
}

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
    assert(nd->till_short);
    nd->till_short = TILL_SHORT;
    set_bit(&nd->odd, cell, key->rank != nd->rank || key->den != nd->den);
    if (nd->odd == nd->taken)
        set_alike(nd, cell);
}

/* What stands first in nd is what stands above it. */
static void copy_first_key(const node *nd, node *up, int cell)
{
    const struct sw_key key = key_in(nd, nd->cell[0]);
    list_set_key(up, cell, &key);
}

static void forget_marks(node *nd)
{
    memset(nd->marks, 0, sizeof nd->marks);
    for (some left = nd->with_mark; left; ) {
        unsigned mark = nd->mark[next_of(&left)] - 1U;
        nd->marks[mark / 64] |= UINT64_C(1) << mark % 64;
    }
}

/* What is known of cells, of those that were given back. */
static void forget_cells(node *nd)
{
    nd->till_short = TILL_SHORT;
    nd->odd &= nd->taken;
    nd->with_mark &= nd->taken;
    forget_marks(nd);
    nd->pending &= nd->taken;
    for (int f = 0; f < N_FACTS; f++)
        nd->fact[f] &= nd->taken;
}

/* A cell that is free stands at this place; those from there on move up. */
static int open_gap(node *nd, int place)
{
    int cell = __builtin_ctz(~nd->taken);
    for (int k = nd->n++; k > place; k--)
        stand_at(nd, k, nd->cell[k - 1]);
    stand_at(nd, place, cell);
    nd->taken |= bit(cell);
    return cell;
}

static void free_cell(node *nd, int cell)
{
    nd->taken &= ~bit(cell);
    nd->standing[cell] = NOWHERE;
    nd->n--;
}

static void close_gap(node *nd, int cell)
{
    int place = nd->standing[cell];
    free_cell(nd, cell);
    forget_cells(nd);
    for (int k = place; k < nd->n; k++)
        stand_at(nd, k, nd->cell[k + 1]);
}

/* Makes the sums above nd right again, up to the root of the outermost list. */
static void refresh(node *nd)
{
    int cell = __builtin_ctz(nd->taken), top = cell;
    for (node *up; (up = above(nd, &cell)); nd = up, top = cell) {
        if (nd->up)
            copy_first_key(nd, up, cell);
        list_sum_up(nd, up, cell);
    }
    list_note_due(nd, top);
}

/* Likewise, where they were right before an entry came to this cell. */
static void refresh_in(node *nd, int cell)
{
    int over;
    for (node *up; (up = above(nd, &over)); nd = up, cell = over) {
        if (nd->up && nd->cell[0] == cell)
            copy_first_key(nd, up, over);
        list_sum_in(nd, cell, up, over);
    }
    list_note_due(nd, cell);
}

/* Likewise, where they were right before `gone` left; most entries decide no sum. */
static void refresh_out(node *nd, const struct gone *gone, bool was_first)
{
    int cell;
    node *up = above(nd, &cell);
    if (up && ((was_first && nd->up) || !list_sum_stands(gone, nd, up, cell)))
        refresh(nd);
}

/* ---- insert, erase -------------------------------------------------------------------------- */

static node *leaf_for(struct sw_list *list, const struct sw_key *key)
{
    node *nd = list->root;
    while (!nd->is_leaf) {
        int i = nd->n - 1;
        while (i > 0 && key_cmp(nd, nd->cell[i], key) > 0)
            i--;
        list_push(nd, nd->cell[i]);
        nd = nd->below[nd->cell[i]];
    }
    list_to_places(nd);
    return nd;
}

/* nd's sums and its first key, in a cell of the node above that was made for it. */
static void put_node(node *up, int cell, node *nd)
{
    up->e[cell].op = no_op; /* and no bit says otherwise: the cell is new */
    copy_first_key(nd, up, cell);
    set_below(up, cell, nd);
    list_sum_up(nd, up, cell);
}

static void grow_root(struct sw_list *list)
{
    node *old = list->root, *top = node_new(list, false);
    set_root(list, top);
    put_node(top, open_gap(top, 0), old);
}

static void split(node *nd);

static void insert_node_after(node *left, node *right)
{
    if (!left->up)
        grow_root(left->list);
    else if (left->up->n == FAN)
        split(left->up);
    node *up = left->up;
    list_sum_up(left, up, left->cell_above);
    put_node(up, open_gap(up, up->standing[left->cell_above] + 1), right);
}

/* All that nd knows of a cell goes to one of another node. */
static void move_cell(node *nd, int from, node *other, int to)
{
    const struct sw_key key = key_in(nd, from);
    list_set_key(other, to, &key);
    other->e[to] = nd->e[from];
    other->near[to] = nd->near[from];
    other->mark[to] = nd->mark[from];
    set_bit(&other->with_mark, to, nd->with_mark & bit(from));
    for (int w = 0; w < SW_MARKS / 64; w++)
        other->marks[w] |= nd->marks[w];
    set_bit(&other->pending, to, nd->pending & bit(from));
    for (int f = 0; f < N_FACTS; f++)
        set_bit(&other->fact[f], to, nd->fact[f] & bit(from));
    if (nd->is_leaf)
        set_item(other, to, nd->item[from]);
    else
        set_below(other, to, nd->below[from]);
}

/* The upper half of nd's entries goes to a node of its own. */
static void split(node *nd)
{
    node *right = node_new(nd->list, nd->is_leaf);
    for (int half = nd->n / 2, i = half, n = nd->n; i < n; i++) {
        int from = nd->cell[i];
        move_cell(nd, from, right, open_gap(right, i - half));
        free_cell(nd, from);
    }
    forget_cells(nd);
    insert_node_after(nd, right);
}

/* The place among nd's entries at which key belongs. */
static int place_for(const node *nd, const struct sw_key *key)
{
    int lo = 0, hi = nd->n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (key_cmp(nd, nd->cell[mid], key) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

void sw_list_insert(struct sw_list *list, struct sw_item *item)
{
    if (!list->root)
        set_root(list, node_new(list, true));
    if (list->store->lazy)
        list_push_path(list->root);
    node *leaf = leaf_for(list, &item->key);
    if (leaf->n == FAN) {
        split(leaf);
        leaf = leaf_for(list, &item->key);
    }
    int cell = open_gap(leaf, place_for(leaf, &item->key));
    set_item(leaf, cell, item);
    list_fill_entry(leaf, cell);
    if (list->n++)
        refresh_in(leaf, cell);
    else
        refresh(leaf);
}

static void drop_node(node *nd)
{
    struct sw_list *list = nd->list;
    node *up = nd->up;
    int cell = nd->cell_above;
    node_free(nd);
    if (!up) {
        set_root(list, NULL);
        return;
    }
    close_gap(up, cell);
    if (!up->n)
        drop_node(up);
    else
        refresh(up);
}

static void shrink_root(struct sw_list *list)
{
    while (list->root && !list->root->is_leaf && list->root->n == 1) {
        node *old = list->root;
        list_push(old, old->cell[0]);
        set_root(list, old->below[old->cell[0]]);
        node_free(old);
    }
}

void list_take_out(struct sw_item *item, bool right)
{
    node *leaf = item->leaf;
    struct sw_list *list = leaf->list;
    int cell = (int)item->cell;
    if (list->store->lazy)
        list_push_path(leaf);
    list_push(leaf, cell);
    list_read_entry(leaf, cell);
    struct gone gone = { leaf->e[cell].due, leaf->e[cell].earliest_us, leaf->e[cell].earliest };
    list_to_places(leaf);
    bool was_first = leaf->cell[0] == cell;
    close_gap(leaf, cell);
    item->leaf = NULL;
    list->n--;
    if (!leaf->n)
        drop_node(leaf);
    else if (right)
        refresh_out(leaf, &gone, was_first);
    else
        refresh(leaf);
    shrink_root(list);
}

void sw_list_erase(struct sw_item *item)
{
    item->leaf->list->store->open = false;
    list_take_out(item, false);
}
