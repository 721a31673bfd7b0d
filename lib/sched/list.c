/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list.c - the list of order as a B+ tree with lazy operations; sw_list.h says what it is for.
 *
 * Outline. Every node has up to FAN entries. An entry sums up what hangs below it: the least key, the least
 * due per mark and level, the earliest submission. A pending operation at an entry has been applied to
 * that entry's sums, not yet to what is below. push() carries it one level down; whoever changes a subtree pushes the
 * path to it first, through the lists of the pools above. */
#include "slotwise/sw_list.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define FAN 32

struct due { int64_t rack[2], any[2]; }; /* [marked]; SW_DUE_NEVER where there is no such stage */
struct entry {
    struct sw_key key;
    struct due due;
    struct sw_list_op op;                /* pending below; of a stage only skipped_us and passed are used */
    int64_t earliest_us;
    uint64_t earliest;
};
struct sw_list_node {
    struct sw_list_node *up;
    struct sw_list *list;
    int n;
    bool is_leaf;
    void *child[FAN];                    /* nodes, or in a leaf items */
    struct entry e[FAN];
};
typedef struct sw_list_node node;

static const struct sw_list_op no_op = { { 0, 0 }, -1, 0, SW_KEEP };

/* ---- nodes ---------------------------------------------------------------------------------- */

static node *node_new(struct sw_list *list, bool is_leaf)
{
    node *nd = list->store->spare;
    if (nd)
        list->store->spare = nd->up;
    else if (!(nd = malloc(sizeof *nd)))
        abort();
    nd->up = NULL;
    nd->list = list;
    nd->n = 0;
    nd->is_leaf = is_leaf;
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

static int place_of(const node *nd, const void *child)
{
    int i = 0;
    while (nd->child[i] != child)
        i++;
    return i;
}

static void set_child(node *nd, int i, void *child)
{
    nd->child[i] = child;
    if (nd->is_leaf)
        ((struct sw_item *)child)->leaf = nd;
    else
        ((node *)child)->up = nd;
}

static void open_gap(node *nd, int i)
{
    memmove(&nd->child[i + 1], &nd->child[i], (size_t)(nd->n - i) * sizeof *nd->child);
    memmove(&nd->e[i + 1], &nd->e[i], (size_t)(nd->n - i) * sizeof *nd->e);
    nd->n++;
}

static void close_gap(node *nd, int i)
{
    nd->n--;
    memmove(&nd->child[i], &nd->child[i + 1], (size_t)(nd->n - i) * sizeof *nd->child);
    memmove(&nd->e[i], &nd->e[i + 1], (size_t)(nd->n - i) * sizeof *nd->e);
}

/* ---- operations ----------------------------------------------------------------------------- */

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static void due_apply(struct due *d, const struct sw_list_op *op)
{
    for (int c = 0; c < 2; c++) {
        d->rack[c] += op->add[c]; /* never and always are far enough away to stay what they are */
        d->any[c] += op->add[c];
    }
    if (op->set == SW_KEEP)
        return;
    int to = op->set == SW_MARK, from = !to;
    d->rack[to] = least(d->rack[to], d->rack[from]);
    d->any[to] = least(d->any[to], d->any[from]);
    d->rack[from] = d->any[from] = SW_DUE_NEVER;
}

/* first, then second, as one operation. Once the first has set the mark, everybody is of one class and takes
 * that class's share of the second. */
static void op_then(struct sw_list_op *first, const struct sw_list_op *second)
{
    for (int c = 0; c < 2; c++)
        first->add[c] += second->add[first->set == SW_KEEP ? c : first->set == SW_MARK];
    if (second->set != SW_KEEP)
        first->set = second->set;
    if (first->skipped_us < 0)
        first->skipped_us = second->skipped_us;
    if (second->passed)
        first->passed = second->passed;
}

static bool op_is_empty(const struct sw_list_op *op)
{
    return op->set == SW_KEEP && op->skipped_us < 0 && !op->passed && !op->add[0] && !op->add[1];
}

static void apply(struct entry *e, const struct sw_list_op *op)
{
    due_apply(&e->due, op);
    op_then(&e->op, op);
}

static void apply_all(node *nd, const struct sw_list_op *op)
{
    for (int i = 0; i < nd->n; i++)
        apply(&nd->e[i], op);
}

static node *below(const node *nd, int i)
{
    if (!nd->is_leaf)
        return nd->child[i];
    struct sw_item *item = nd->child[i];
    return item->inner ? item->inner->root : NULL;
}

/* Carries the pending operation of entry i one level down; a stage keeps it, as its own record. */
static void push(node *nd, int i)
{
    node *down = below(nd, i);
    if (!down || op_is_empty(&nd->e[i].op))
        return;
    apply_all(down, &nd->e[i].op);
    nd->e[i].op = no_op;
}

static void push_path(node *nd)
{
    if (nd->up) {
        push_path(nd->up);
        push(nd->up, place_of(nd->up, nd));
    } else if (nd->list->owner && nd->list->owner->leaf) {
        node *leaf = nd->list->owner->leaf;
        push_path(leaf);
        push(leaf, place_of(leaf, nd->list->owner));
    }
}

/* ---- sums ----------------------------------------------------------------------------------- */

static bool earlier(const struct entry *a, const struct entry *b)
{
    return a->earliest_us != b->earliest_us ? a->earliest_us < b->earliest_us : a->earliest < b->earliest;
}

static void sum_due(const node *nd, struct due *due)
{
    *due = nd->e[0].due;
    for (int i = 1; i < nd->n; i++)
        for (int c = 0; c < 2; c++) {
            due->rack[c] = least(due->rack[c], nd->e[i].due.rack[c]);
            due->any[c] = least(due->any[c], nd->e[i].due.any[c]);
        }
}

static void sum_up(const node *nd, struct entry *e)
{
    const struct entry *first = &nd->e[0];
    for (int i = 1; i < nd->n; i++)
        if (earlier(&nd->e[i], first))
            first = &nd->e[i];
    e->earliest_us = first->earliest_us;
    e->earliest = first->earliest;
    if (nd->list->store->lazy)
        sum_due(nd, &e->due);
}

/* Makes the sums above nd right again, up to the root of the outermost list. */
static void refresh(node *nd)
{
    for (node *up = nd->up; up; nd = up, up = up->up) {
        struct entry *e = &up->e[place_of(up, nd)];
        e->key = nd->e[0].key;
        sum_up(nd, e);
    }
    struct sw_item *owner = nd->list->owner;
    if (owner && owner->leaf) {
        sum_up(nd, &owner->leaf->e[place_of(owner->leaf, owner)]);
        refresh(owner->leaf);
    }
}

/* Likewise, where nothing but dues has changed. */
static void refresh_due(node *nd)
{
    for (node *up = nd->up; up; nd = up, up = up->up)
        sum_due(nd, &up->e[place_of(up, nd)].due);
    struct sw_item *owner = nd->list->owner;
    if (owner && owner->leaf) {
        sum_due(nd, &owner->leaf->e[place_of(owner->leaf, owner)].due);
        refresh_due(owner->leaf);
    }
}

/* ---- insert, erase, move -------------------------------------------------------------------- */

static node *leaf_for(struct sw_list *list, const struct sw_key *key)
{
    node *nd = list->root;
    while (!nd->is_leaf) {
        int i = nd->n - 1;
        while (i > 0 && sw_key_cmp(key, &nd->e[i].key) < 0)
            i--;
        push(nd, i);
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
    sum_up(old, &top->e[0]);
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
    sum_up(left, &up->e[i]);
    open_gap(up, i + 1);
    up->e[i + 1] = (struct entry){ .key = right->e[0].key, .op = no_op };
    set_child(up, i + 1, right);
    sum_up(right, &up->e[i + 1]);
}

static void split(node *nd)
{
    node *right = node_new(nd->list, nd->is_leaf);
    int half = nd->n / 2;
    right->n = nd->n - half;
    memcpy(right->e, &nd->e[half], (size_t)right->n * sizeof *nd->e);
    for (int i = 0; i < right->n; i++)
        set_child(right, i, nd->child[half + i]);
    nd->n = half;
    insert_node_after(nd, right);
}

static void fill_entry(struct entry *e, const struct sw_item *item)
{
    e->key = item->key;
    e->op = no_op;
    if (item->inner) {
        sum_up(item->inner->root, e);
        return;
    }
    const struct sw_item_state *s = &item->state;
    e->due.rack[s->marked] = s->due_rack;
    e->due.any[s->marked] = s->due_any;
    e->due.rack[!s->marked] = e->due.any[!s->marked] = SW_DUE_NEVER;
    e->op.skipped_us = s->skipped_us;
    e->op.passed = s->passed;
    e->earliest_us = item->key.tie_us;
    e->earliest = item->key.tie;
}

/* Operations shift them a little, as they shift all. */
static int64_t always_or_never(int64_t due)
{
    return due < SW_DUE_ALWAYS / 2 ? SW_DUE_ALWAYS : due > SW_DUE_NEVER / 2 ? SW_DUE_NEVER : due;
}

static void read_entry(const struct entry *e, struct sw_item *item)
{
    if (item->inner)
        return;
    bool marked = e->due.any[1] < SW_DUE_NEVER / 2 || e->due.rack[1] < SW_DUE_NEVER / 2;
    item->state = (struct sw_item_state){ always_or_never(e->due.rack[marked]), always_or_never(e->due.any[marked]), e->op.skipped_us, e->op.passed, marked };
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
        push_path(list->root);
    node *leaf = leaf_for(list, &item->key);
    if (leaf->n == FAN) {
        split(leaf);
        leaf = leaf_for(list, &item->key);
    }
    int i = place_for(leaf, &item->key);
    open_gap(leaf, i);
    set_child(leaf, i, item);
    fill_entry(&leaf->e[i], item);
    list->n++;
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
        push(old, 0);
        list->root = old->child[0];
        list->root->up = NULL;
        node_free(old);
    }
}

void sw_list_erase(struct sw_item *item)
{
    node *leaf = item->leaf;
    struct sw_list *list = leaf->list;
    if (list->store->lazy)
        push_path(leaf);
    int i = place_of(leaf, item);
    push(leaf, i);
    read_entry(&leaf->e[i], item);
    close_gap(leaf, i);
    item->leaf = NULL;
    list->n--;
    if (leaf->n)
        refresh(leaf);
    else
        drop_node(leaf);
    shrink_root(list);
}

/* Slides entry `from` to `to` within a leaf. */
static void slide(node *nd, int from, int to)
{
    struct entry e = nd->e[from];
    void *child = nd->child[from];
    if (from < to) {
        memmove(&nd->e[from], &nd->e[from + 1], (size_t)(to - from) * sizeof e);
        memmove(&nd->child[from], &nd->child[from + 1], (size_t)(to - from) * sizeof child);
    } else {
        memmove(&nd->e[to + 1], &nd->e[to], (size_t)(from - to) * sizeof e);
        memmove(&nd->child[to + 1], &nd->child[to], (size_t)(from - to) * sizeof child);
    }
    nd->e[to] = e;
    nd->child[to] = child;
}

/* Most moves are by a few places inside one leaf, where no sum changes. */
static bool move_inside(node *leaf, int i, const struct sw_key *key)
{
    int to = i;
    while (to + 1 < leaf->n && sw_key_cmp(&leaf->e[to + 1].key, key) < 0)
        to++;
    while (to > 0 && sw_key_cmp(key, &leaf->e[to - 1].key) < 0)
        to--;
    if (leaf->up && (to == 0 || to == leaf->n - 1 || i == 0))
        return false;
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
    sw_list_erase(item);
    item->key = *key;
    sw_list_insert(list, item);
}

void sw_list_look(struct sw_item *item)
{
    if (item->leaf->list->store->lazy)
        push_path(item->leaf);
    read_entry(&item->leaf->e[place_of(item->leaf, item)], item);
}

void sw_list_put(struct sw_item *item)
{
    fill_entry(&item->leaf->e[place_of(item->leaf, item)], item);
    refresh_due(item->leaf);
}

/* ---- looking -------------------------------------------------------------------------------- */

struct sw_item *sw_list_first(const struct sw_list *list)
{
    const node *nd = list->root;
    while (nd) {
        const struct sw_item *item = nd->child[0];
        if (!nd->is_leaf)
            nd = nd->child[0];
        else if (!item->inner)
            return nd->child[0];
        else
            nd = item->inner->root;
    }
    return NULL;
}

void sw_list_earliest(const struct sw_list *list, int64_t *tie_us, uint64_t *tie)
{
    const node *nd = list->root;
    const struct entry *first = &nd->e[0];
    for (int i = 1; i < nd->n; i++)
        if (earlier(&nd->e[i], first))
            first = &nd->e[i];
    *tie_us = first->earliest_us;
    *tie = first->earliest;
}

static void pass_before(node *nd, int i, const struct sw_list_op *op)
{
    for (int k = 0; k < i; k++)
        apply(&nd->e[k], op);
    if (nd->up) {
        pass_before(nd->up, place_of(nd->up, nd), op);
    } else if (nd->list->owner && nd->list->owner->leaf) {
        node *leaf = nd->list->owner->leaf;
        pass_before(leaf, place_of(leaf, nd->list->owner), op);
    }
}

void sw_list_pass_before(struct sw_item *item, const struct sw_list_op *op)
{
    int i = place_of(item->leaf, item);
    push_path(item->leaf);
    pass_before(item->leaf, i, op);
    read_entry(&item->leaf->e[i], item);
}

void sw_list_pass_all(struct sw_list *list, const struct sw_list_op *op)
{
    if (list->root)
        apply_all(list->root, op);
}

static struct sw_item *walk(const node *nd, sw_list_visit *visit, void *ctx)
{
    for (int i = 0; nd && i < nd->n; i++) {
        struct sw_item *item = nd->child[i], *found = NULL;
        if (!nd->is_leaf || item->inner)
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

static bool may_launch(const struct due *due, int64_t clock_us)
{
    return due->rack[0] <= 0 || due->rack[1] <= clock_us;
}

static struct sw_item *walk_due(node *nd, int64_t clock_us, sw_list_visit *visit, void *ctx)
{
    for (int i = 0; nd && i < nd->n; i++) {
        if (!may_launch(&nd->e[i].due, clock_us))
            continue;
        struct sw_item *item = nd->child[i], *found = NULL;
        push(nd, i);
        if (!nd->is_leaf || item->inner) {
            found = walk_due(below(nd, i), clock_us, visit, ctx);
        } else {
            read_entry(&nd->e[i], item);
            found = visit(ctx, item) ? item : NULL;
        }
        if (found)
            return found;
    }
    return NULL;
}

struct sw_item *sw_list_walk_due(struct sw_list *list, int64_t clock_us, sw_list_visit *visit, void *ctx)
{
    return walk_due(list->root, clock_us, visit, ctx);
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

static int64_t next_due(node *nd, int64_t clock_us)
{
    int64_t next = SW_DUE_NEVER;
    for (int i = 0; nd && i < nd->n; i++) {
        const struct due *d = &nd->e[i].due;
        if (d->rack[1] > clock_us) { /* then so is any: it is never earlier */
            next = least(next, d->rack[1]);
            continue;
        }
        push(nd, i);
        node *down = below(nd, i);
        if (down)
            next = least(next, next_due(down, clock_us));
        else if (d->any[1] > clock_us)
            next = least(next, d->any[1]);
    }
    return next;
}

int64_t sw_list_next_due(struct sw_list *list, int64_t clock_us)
{
    int64_t next = next_due(list->root, clock_us);
    return next < SW_DUE_NEVER / 2 ? next : SW_DUE_NEVER;
}

int64_t sw_list_least_due(const struct sw_list *list)
{
    int64_t due = SW_DUE_NEVER;
    for (int i = 0; list->root && i < list->root->n; i++)
        due = least(due, list->root->e[i].due.rack[1]);
    return always_or_never(due);
}

bool sw_list_all_marked(struct sw_list *list)
{
    for (int i = 0; list->root && i < list->root->n; i++)
        if (list->root->e[i].due.any[0] < SW_DUE_NEVER / 2)
            return false;
    return true;
}

/* ---- the invariants ------------------------------------------------------------------------- */

static size_t check(const node *nd)
{
    size_t n = 0;
    for (int i = 0; i < nd->n; i++) {
        assert(i == 0 || sw_key_cmp(&nd->e[i - 1].key, &nd->e[i].key) < 0);
        if (nd->is_leaf) {
            const struct sw_item *item = nd->child[i];
            assert(item->leaf == nd && !sw_key_cmp(&item->key, &nd->e[i].key));
            n++;
            if (item->inner)
                sw_list_check(item->inner);
        } else {
            const node *down = nd->child[i];
            assert(down->up == nd && !sw_key_cmp(&down->e[0].key, &nd->e[i].key));
            n += check(down);
        }
    }
    return n;
}

void sw_list_check(const struct sw_list *list)
{
    size_t n = list->root ? check(list->root) : 0;
    assert(n == list->n);
    (void)n;
}
