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
    nd->child[i] = child;
    if (nd->is_leaf)
        ((struct sw_item *)child)->leaf = nd;
    else
        ((node *)child)->up = nd;
}

/* Bits from i on make room for one, or close up over one. */
static void open_bit(some *s, int i) { *s = (*s & bits_below(i)) | (*s & ~bits_below(i)) << 1; }
static void close_bit(some *s, int i) { *s = (*s & bits_below(i)) | (*s >> 1 & ~bits_below(i)); }

static void open_gap(node *nd, int i)
{
    size_t n = (size_t)(nd->n - i);
    memmove(&nd->child[i + 1], &nd->child[i], n * sizeof *nd->child);
    memmove(&nd->near[i + 1], &nd->near[i], n * sizeof *nd->near);
    memmove(&nd->e[i + 1], &nd->e[i], n * sizeof *nd->e);
    for (int f = 0; f < N_FACTS; f++)
        open_bit(&nd->fact[f], i);
    nd->n++;
}

static void close_gap(node *nd, int i)
{
    size_t n = (size_t)(--nd->n - i);
    memmove(&nd->child[i], &nd->child[i + 1], n * sizeof *nd->child);
    memmove(&nd->near[i], &nd->near[i + 1], n * sizeof *nd->near);
    memmove(&nd->e[i], &nd->e[i + 1], n * sizeof *nd->e);
    for (int f = 0; f < N_FACTS; f++)
        close_bit(&nd->fact[f], i);
}

/* Makes the sums above nd right again, up to the root of the outermost list. */
static void refresh(node *nd)
{
    int i;
    for (node *up; (up = above(nd, &i)); nd = up) {
        if (nd->up)
            up->e[i].key = nd->e[0].key;
        list_sum_up(nd, up, i);
    }
}

/* Likewise, where they were right before entry k came. */
static void refresh_in(node *nd, int k)
{
    int i;
    for (node *up; (up = above(nd, &i)); nd = up, k = i) {
        if (nd->up && k == 0)
            up->e[i].key = nd->e[0].key;
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
        while (i > 0 && sw_key_cmp(key, &nd->e[i].key) < 0)
            i--;
        list_push(nd, i);
        nd = nd->child[i];
    }
    return nd;
}

static void grow_root(struct sw_list *list)
{
    node *old = list->root, *top = node_new(list, false);
    list->root = top;
    top->n = 1;
    top->e[0] = (struct entry){ .key = old->e[0].key, .op = no_op };
    set_child(top, 0, old);
    list_sum_up(old, top, 0);
}

static void split(node *nd);

static void insert_node_after(node *left, node *right)
{
    if (!left->up)
        grow_root(left->list);
    else if (left->up->n == FAN)
        split(left->up);
    node *up = left->up;
    int i = place_of(up, left);
    list_sum_up(left, up, i);
    open_gap(up, i + 1);
    up->e[i + 1] = (struct entry){ .key = right->e[0].key, .op = no_op };
    set_child(up, i + 1, right);
    list_sum_up(right, up, i + 1);
}

static void split(node *nd)
{
    node *right = node_new(nd->list, nd->is_leaf);
    int half = nd->n / 2;
    right->n = nd->n - half;
    memcpy(right->e, &nd->e[half], (size_t)right->n * sizeof *nd->e);
    memcpy(right->near, &nd->near[half], (size_t)right->n * sizeof *nd->near);
    for (int f = 0; f < N_FACTS; f++) {
        right->fact[f] = nd->fact[f] >> half;
        nd->fact[f] &= bits_below(half);
    }
    for (int i = 0; i < right->n; i++)
        set_child(right, i, nd->child[half + i]);
    nd->n = half;
    insert_node_after(nd, right);
}

/* The place among nd's entries at which key belongs. */
static int place_for(const node *nd, const struct sw_key *key)
{
    int lo = 0, hi = nd->n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (sw_key_cmp(&nd->e[mid].key, key) < 0)
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
    node *up = nd->up;
    struct sw_list *list = nd->list;
    node_free(nd);
    if (!up) {
        list->root = NULL;
        return;
    }
    close_gap(up, place_of(up, nd));
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
        list->root = old->child[0];
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
    int i = place_of(leaf, item);
    list_push(leaf, i);
    list_read_entry(leaf, i);
    struct entry gone = leaf->e[i];
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
    take_out(item, false);
}

/* Slides entry `from` to `to` within a leaf. */
static void slide(node *nd, int from, int to)
{
    struct entry e = nd->e[from];
    void *child = nd->child[from];
    struct near near = nd->near[from];
    int low = from < to ? from : to, n = from < to ? to - from : from - to, by = from < to;
    memmove(&nd->e[low + !by], &nd->e[low + by], (size_t)n * sizeof e);
    memmove(&nd->child[low + !by], &nd->child[low + by], (size_t)n * sizeof child);
    memmove(&nd->near[low + !by], &nd->near[low + by], (size_t)n * sizeof near);
    nd->e[to] = e;
    nd->child[to] = child;
    nd->near[to] = near;
    for (int f = 0; f < N_FACTS; f++) {
        bool on = nd->fact[f] >> from & 1;
        close_bit(&nd->fact[f], from);
        open_bit(&nd->fact[f], to);
        nd->fact[f] |= (some)on << to;
    }
}

/* Most moves are by a few places inside one leaf, where no sum changes. */
static bool move_inside(node *leaf, int i, const struct sw_key *key)
{
    int to = i, last = leaf->n - 1;
    if (leaf->up && (i == 0 || sw_key_cmp(key, &leaf->e[0].key) < 0 || sw_key_cmp(&leaf->e[last].key, key) < 0))
        return false;
    while (to < last && sw_key_cmp(&leaf->e[to + 1].key, key) < 0)
        to++;
    while (to > 0 && sw_key_cmp(key, &leaf->e[to - 1].key) < 0)
        to--;
    leaf->e[i].key = *key;
    if (to != i)
        slide(leaf, i, to);
    return true;
}

void sw_list_move(struct sw_item *item, const struct sw_key *key)
{
    node *leaf = item->leaf;
    int i = place_of(leaf, item);
    if (move_inside(leaf, i, key)) {
        item->key = *key;
        return;
    }
    struct sw_list *list = leaf->list;
    take_out(item, true);
    item->key = *key;
    sw_list_insert(list, item);
}
