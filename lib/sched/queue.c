/* SPDX-License-Identifier: GPL-3.0-or-later */
/* queue.c - the scheduling queue: stages and pools come and go. queue.h has the outline. */
#include "lib/base/memory.h"
#include "lib/sched/queue_rank.h"
#include <assert.h>
#include <string.h>

/* ---- nodes ---------------------------------------------------------------------------------- */

static tnode *node_new(struct sw_queue *list, bool is_leaf)
{
    tnode *nd = list->pool->spare;
    if (nd)
        list->pool->spare = nd->up;
    else
        nd = xalloc_aligned(sizeof *nd);
    nd->up = NULL;
    nd->list = list;
    nd->n = 0;
    nd->taken = nd->with_dense = nd->pending = nd->to_set = nd->to_clear = nd->odd = 0;
    nd->rank = nd->den = 0;
    nd->moves_until_packed = MOVES_UNTIL_PACKED;
    nd->gone = 0;
    nd->is_leaf = is_leaf;
    memset(nd->fact, 0, sizeof nd->fact);
    memset(nd->dense, 0, sizeof nd->dense);
    for (int cell = 0; cell < FAN; cell++)
        nd->node_rank[cell] = NOWHERE;
    return nd;
}

static void node_free(tnode *nd)
{
    struct sw_queue_pool *store = nd->list->pool;
    nd->up = store->spare;
    store->spare = nd;
}

void sw_queue_pool_clear(struct sw_queue_pool *store)
{
    for (tnode *nd = store->spare, *next; nd; nd = next) {
        next = nd->up;
        xfree_aligned(nd);
    }
    store->spare = NULL;
}

void sw_queue_init(struct sw_queue *list, struct sw_queue_pool *store, struct sw_queue_entry *owner)
{
    *list = (struct sw_queue){ .pool = store, .owner = owner, .low_us = SW_ALLOWED_NEVER };
}

static void set_item(tnode *leaf, int cell, struct sw_queue_entry *item)
{
    leaf->item[cell] = item;
    if (item->inner)
        leaf->below[cell] = item->inner->root;
    item->leaf = leaf;
    item->cell = (uint8_t)cell;
}

static void set_below(tnode *nd, int cell, tnode *down)
{
    nd->below[cell] = down;
    down->up = nd;
    down->cell_above = (uint8_t)cell;
}

/* NULL: the queue is empty. */
static void set_root(struct sw_queue *list, tnode *root)
{
    const struct sw_queue_entry *owner = list->owner;
    list->root = root;
    if (root)
        root->up = NULL;
    if (owner && owner->leaf)
        owner->leaf->below[owner->cell] = root;
}

/* A leaf's rank and den become those of this cell. */
static void set_alike(tnode *leaf, int cell)
{
    leaf->rank = leaf->key_rank[cell];
    leaf->den = leaf->key_den[cell];
    leaf->odd = 0;
    for (mask32 left = leaf->taken; left; ) {
        int c = pop_lowest(&left);
        set_bit(&leaf->odd, c, leaf->key_rank[c] != leaf->rank || leaf->key_den[c] != leaf->den);
    }
}

void queue_set_key(tnode *nd, int cell, const struct sw_key *key)
{
    nd->num[cell] = key->num;
    nd->tie[cell] = (struct tie){ key->tie_us, key->tie };
    nd->key_rank[cell] = key->rank;
    nd->key_den[cell] = key->den;
    if (!nd->is_leaf)
        return;
    assert(nd->moves_until_packed);
    nd->moves_until_packed = MOVES_UNTIL_PACKED;
    set_bit(&nd->odd, cell, key->rank != nd->rank || key->den != nd->den);
    if (nd->odd == nd->taken)
        set_alike(nd, cell);
}

/* The key of a tree node is that of its first entry. */
static void copy_first_key(const tnode *nd, tnode *up, int cell)
{
    const struct sw_key key = key_in(nd, nd->cell[0]);
    queue_set_key(up, cell, &key);
}

static void recount_columns(tnode *nd)
{
    memset(nd->dense, 0, sizeof nd->dense);
    for (mask32 left = nd->with_dense; left; ) {
        unsigned column = nd->dense_column[pop_lowest(&left)] - 1U;
        nd->dense[column / 64] |= UINT64_C(1) << column % 64;
    }
}

/* Forgets what was known of cells that are no longer taken. */
static void forget_cells(tnode *nd)
{
    nd->moves_until_packed = MOVES_UNTIL_PACKED;
    nd->odd &= nd->taken;
    nd->with_dense &= nd->taken;
    recount_columns(nd);
    nd->pending &= nd->taken;
    nd->to_set &= nd->taken;
    nd->to_clear &= nd->taken;
    for (int f = 0; f < N_FACTS; f++)
        nd->fact[f] &= nd->taken;
}

/* A free cell comes to this place. Those from there on move up. */
static int open_gap(tnode *nd, int place)
{
    int cell = __builtin_ctz(~nd->taken);
    for (int k = nd->n++; k > place; k--)
        stand_at(nd, k, nd->cell[k - 1]);
    stand_at(nd, place, cell);
    nd->taken |= bit(cell);
    return cell;
}

static void free_cell(tnode *nd, int cell)
{
    nd->taken &= ~bit(cell);
    nd->node_rank[cell] = NOWHERE;
    nd->n--;
    nd->gone++;
}

static void close_gap(tnode *nd, int cell)
{
    int place = nd->node_rank[cell];
    free_cell(nd, cell);
    forget_cells(nd);
    for (int k = place; k < nd->n; k++)
        stand_at(nd, k, nd->cell[k + 1]);
}

/* Updates the summaries above nd, up to the root of the outermost queue. */
static void refresh(tnode *nd)
{
    int cell = __builtin_ctz(nd->taken), top = cell;
    for (tnode *up; (up = above(nd, &cell)); nd = up, top = cell) {
        if (nd->up)
            copy_first_key(nd, up, cell);
        queue_skip_update_summary(nd, up, cell);
    }
    queue_note_allowed(nd, top);
}

/* Updates the summaries above nd after an entry came to this cell, as far up as they change. They were right before. */
static void refresh_in(tnode *nd, int cell)
{
    int over;
    for (tnode *up; (up = above(nd, &over)); nd = up, cell = over) {
        bool is_first = nd->up && nd->cell[0] == cell;
        if (is_first)
            copy_first_key(nd, up, over);
        if (!queue_skip_update_summary_of(nd, cell, up, over) && !is_first)
            return;
    }
    queue_note_allowed(nd, cell);
}

/* Updates the summaries above nd after `gone` left, as far up as they change. Submissions and first keys were right
 * before, and so was the rest, but for those of so many levels. */
static void climb_out(tnode *nd, const struct gone *gone, bool was_first, int levels)
{
    int cell = __builtin_ctz(nd->taken), top = cell;
    for (tnode *up; (up = above(nd, &cell)); nd = up, top = cell, levels--) {
        if (nd->up && was_first)
            copy_first_key(nd, up, cell);
        was_first &= nd->up && up->cell[0] == cell;
        if (!queue_skip_update_summary_without(gone, nd, up, cell) && !was_first && levels <= 0)
            return;
    }
    queue_note_allowed(nd, top);
}

/* All were right before. Most entries decide no summary. */
static void refresh_out(tnode *nd, const struct gone *gone, bool was_first)
{
    int cell;
    tnode *up = above(nd, &cell);
    if (up && ((was_first && nd->up) || !queue_skip_leaves_summary(gone, nd, up, cell)))
        climb_out(nd, gone, was_first, 0);
}

/* ---- insert, erase -------------------------------------------------------------------------- */

/* What is late of another stage no longer knows its levels. */
static inline void note_shape(struct sw_queue_pool *store)
{
    store->late_levels = ALL_LEVELS;
}

/* The place of the tree node below in which key belongs. */
static int place_below(const tnode *nd, const struct sw_key *key)
{
    int lo = 0, hi = nd->n - 1;
    if (key_cmp(nd, nd->cell[hi], key) <= 0)
        return hi; /* as most that come */
    while (lo < hi) {
        int mid = (lo + hi + 1) / 2;
        if (key_cmp(nd, nd->cell[mid], key) > 0)
            hi = mid - 1;
        else
            lo = mid;
    }
    return lo;
}

static tnode *leaf_for(struct sw_queue *list, const struct sw_key *key)
{
    tnode *nd = list->root;
    while (!nd->is_leaf) {
        int cell = nd->cell[place_below(nd, key)];
        queue_push(nd, cell);
        nd = nd->below[cell];
    }
    queue_move_to_places(nd);
    return nd;
}

/* Puts nd's summary and first key into the cell above that was made for it. */
static void put_node(tnode *up, int cell, tnode *nd)
{
    clear_op(up, cell);
    copy_first_key(nd, up, cell);
    set_below(up, cell, nd);
    sum_locations(nd);
    queue_skip_update_summary(nd, up, cell);
}

static void grow_root(struct sw_queue *list)
{
    tnode *old = list->root, *top = node_new(list, false);
    set_root(list, top);
    put_node(top, open_gap(top, 0), old);
}

static void split(tnode *nd);

static void insert_node_after(tnode *left, tnode *right)
{
    if (!left->up)
        grow_root(left->list);
    else if (left->up->n == FAN)
        split(left->up);
    tnode *up = left->up;
    queue_skip_update_summary(left, up, left->cell_above);
    put_node(up, open_gap(up, up->node_rank[left->cell_above] + 1), right);
}

/* Moves all that nd keeps of a cell to a cell of another tree node. */
static void move_cell(tnode *nd, int from, tnode *other, int to)
{
    const struct sw_key key = key_in(nd, from);
    queue_set_key(other, to, &key);
    other->note[to] = nd->note[from];
    other->add[to] = nd->add[from];
    other->due[0][to] = nd->due[0][from];
    other->due[1][to] = nd->due[1][from];
    other->earliest[to] = nd->earliest[from];
    for (int w = 0; w < SW_LOCATION_BITS / 64; w++)
        other->location[w][to] = nd->location[w][from];
    other->dense_column[to] = nd->dense_column[from];
    set_bit(&other->with_dense, to, nd->with_dense & bit(from));
    for (int w = 0; w < SW_DENSE_COLUMNS / 64; w++)
        other->dense[w] |= nd->dense[w];
    set_bit(&other->pending, to, nd->pending & bit(from));
    set_bit(&other->to_set, to, nd->to_set & bit(from));
    set_bit(&other->to_clear, to, nd->to_clear & bit(from));
    for (int f = 0; f < N_FACTS; f++)
        set_bit(&other->fact[f], to, nd->fact[f] & bit(from));
    if (nd->is_leaf)
        set_item(other, to, nd->item[from]);
    else
        set_below(other, to, nd->below[from]);
}

/* Moves the entries from this place on to a tree node of its own. */
static void split_at(tnode *nd, int place)
{
    tnode *right = node_new(nd->list, nd->is_leaf);
    for (int i = place, n = nd->n; i < n; i++) {
        int from = nd->cell[i];
        move_cell(nd, from, right, open_gap(right, i - place));
        free_cell(nd, from);
    }
    forget_cells(nd);
    insert_node_after(nd, right);
}

static void split(tnode *nd)
{
    split_at(nd, nd->n / 2);
}

/* The place among nd's entries at which key belongs. */
static int place_for(const tnode *nd, const struct sw_key *key)
{
    int lo = 0, hi = nd->n;
    if (hi && key_cmp(nd, nd->cell[hi - 1], key) < 0)
        return hi; /* as most that come */
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (key_cmp(nd, nd->cell[mid], key) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* A walk goes to all pools, and asks a stage with a dense column by that. */
static const struct sw_location_filter nowhere = { 0 };
static const struct sw_location_filter everywhere = {
    { UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX } };
_Static_assert(SW_LOCATION_BITS == 8 * 64, "as many words");

void sw_queue_insert(struct sw_queue *list, struct sw_queue_entry *item, const struct sw_key *key,
                     const struct sw_location_filter *location)
{
    if (!list->root)
        set_root(list, node_new(list, true));
    if (list->pool->lazy)
        queue_skip_push_path(list->root);
    note_shape(list->pool);
    tnode *leaf = leaf_for(list, key);
    if (leaf->n == FAN) {
        /* Jobs mostly come in order, each behind the others. Then leaves stay full: half the memory. */
        split_at(leaf, key_cmp(leaf, leaf->cell[FAN - 1], key) < 0 ? FAN - 1 : FAN / 2);
        leaf = leaf_for(list, key);
    }
    int cell = open_gap(leaf, place_for(leaf, key));
    set_item(leaf, cell, item);
    queue_skip_fill_entry(leaf, cell, key);
    set_location(leaf, cell, item->inner || item->dense ? &everywhere : location ? location : &nowhere);
    if (list->n++)
        refresh_in(leaf, cell);
    else
        refresh(leaf);
}

static void drop_node(tnode *nd)
{
    struct sw_queue *list = nd->list;
    tnode *up = nd->up;
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

static void shrink_root(struct sw_queue *list)
{
    while (list->root && !list->root->is_leaf && list->root->n == 1) {
        tnode *old = list->root;
        queue_push(old, old->cell[0]);
        set_root(list, old->below[old->cell[0]]);
        node_free(old);
    }
}

void queue_take_out(struct sw_queue_entry *item)
{
    tnode *leaf = item->leaf;
    struct sw_queue *list = leaf->list;
    int cell = (int)item->cell, levels = list->pool->late_levels;
    bool late = list->pool->late == item;
    if (late)
        list->pool->late = NULL;
    else if (item->inner) /* else what is above it may stay wrong */
        queue_settle(list->pool);
    note_shape(list->pool);
    if (list->pool->lazy)
        queue_skip_push_path(leaf);
    queue_push(leaf, cell);
    queue_skip_read_entry(leaf, cell);
    struct gone gone = { { leaf->due[0][cell], leaf->due[1][cell] },
                         { leaf->fact[NOT_WAITING] >> cell & 1, leaf->fact[WAITING] >> cell & 1 },
                         leaf->earliest[cell] };
    queue_move_to_places(leaf);
    bool was_first = leaf->cell[0] == cell;
    close_gap(leaf, cell);
    item->leaf = NULL;
    list->n--;
    if (!leaf->n)
        drop_node(leaf);
    else if (late)
        climb_out(leaf, &gone, was_first, levels);
    else
        refresh_out(leaf, &gone, was_first);
    shrink_root(list);
}

void sw_queue_erase(struct sw_queue_entry *item)
{
    queue_take_out(item);
}

void sw_queue_transfer(struct sw_queue *to, struct sw_queue_entry *item)
{
    const struct sw_key key = sw_queue_key(item);
    const struct sw_location_filter location = location_in(item->leaf, (int)item->cell);
    sw_queue_erase(item);
    sw_queue_insert(to, item, &key, &location);
}

struct sw_key sw_queue_key(const struct sw_queue_entry *item)
{
    return key_in(item->leaf, item->cell);
}

void sw_queue_set_location(struct sw_queue_entry *item, const struct sw_location_filter *location)
{
    set_location(item->leaf, (int)item->cell, location);
}
