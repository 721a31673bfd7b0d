/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ranking.c - waiting tasks by what their launch saves, under share=none (rules Q2, Q3).
 *
 * What a launch at some distance saves is the cost of waiting less that of the distance. It grows alike for all, so who
 * saves more stays so: the mark of a policy says it once and for all. A stage's tasks of a class stand in a tree by
 * mark, one for each distance, while they are queued. A decision reads a tree as far as it needs to. With one slot free
 * that is some ten entries of a thousand; to price and sort all of them took 75 times the instructions of hfs.
 *
 * Invariant: the trees have the entries of the scheduling queue. order[] is what all items begin with when they are
 * sorted by gain, then by the order of the queue. The debug build sorts them all to compare.
 *
 * Costs are whole, so entries with different marks may save equally much, and go by the order of the queue. Entries
 * with one mark are in that order in the tree. So of those that save equally much (a group) the first n are among the
 * first n of each mark. */
#include "lib/base/arena.h"
#include "lib/sim/dispatch/quincy/quincy.h"
#include "lib/sim/task/task.h"
#include <assert.h>
#include <stdlib.h>

/* ---- the trees ------------------------------------------------------------------------------------ */

/* No tree has entries. */
void ranking_start(struct global *g)
{
    for (int kind = 0; kind < 2; kind++)
        for (int t = 0; t < N_TREES; t++)
            sw_queue_init(&g->ranking.tree[kind][t], &g->ranking.tnodes, NULL);
}

/* The mark says once and for all who saves more, by when it became ready and what the distance costs. */
static void enter_tree(const struct sw_replay *r, struct sw_queue *tree, struct ranked *own, enum reach reach,
                       int64_t cost)
{
    const struct stage *st = own->stage;
    struct sw_mark mark = r->opt.global.policy->mark(&r->opt.global, st->ready_us, cost);
    struct sw_key key = { .rank = mark.us, .num = mark.rest * 8 + st->job->priority, .den = 1,
                          .tie_us = st->job->submit_us, .tie = quincy_tie(st, own->class) };
    own->at[reach].of = own;
    sw_queue_insert(tree, &own->at[reach], &key, NULL);
}

/* Tasks with preference stand in a tree for each distance; those without, at no cost, in two. */
void ranking_enter(struct sw_replay *r, struct global *g, struct stage *st, int class)
{
    struct quincy_stage *of = stage_record(st, &g->at);
    struct sw_queue *tree = g->ranking.tree[st->slot_kind];
    struct sw_price price = wants_price(r, st);
    struct ranked *own = arena_alloc(&r->arena, sizeof *own);
    *own = (struct ranked){ .stage = st, .class = class };
    of->ranked[class] = own;
    enter_tree(r, &tree[class == PREF ? IN_NODE : WITHOUT_PREFERENCE], own, IN_NODE, 0);
    if (class == PREF)
        enter_tree(r, &tree[IN_RACK], own, IN_RACK, price.rack);
    enter_tree(r, &tree[IN_CLUSTER], own, IN_CLUSTER, class == PREF ? price.off : 0);
}

/* Out of all trees. */
void ranking_leave(struct sw_replay *r, struct global *g, struct stage *st, int class)
{
    struct quincy_stage *of = stage_record(st, &g->at);
    struct ranked *own = of->ranked[class];
    for (enum reach reach = IN_NODE; reach <= IN_CLUSTER; reach++)
        if (own->at[reach].leaf)
            sw_queue_erase(&own->at[reach]);
    of->ranked[class] = NULL;
    arena_free(&r->arena, own, sizeof *own);
}

static bool is_right(const struct sw_replay *r, const struct sw_queue *tree)
{
    const struct sw_queue_entry *first = sw_queue_first(tree);
    const struct ranked *oldest = first ? first->of : NULL;
    return !oldest || r->now_us - oldest->stage->ready_us <= r->opt.global.policy->longest_us(&r->opt.global);
}

bool ranking_is_right(const struct sw_replay *r, const struct global *g)
{
    const struct sw_queue *tree = g->ranking.tree[g->kind];
    return is_right(r, &tree[IN_NODE]) && is_right(r, &tree[WITHOUT_PREFERENCE]);
}

/* ---- items ----------------------------------------------------------------------------------------- */

/* The number may be of an earlier decision. */
static bool has_item(const struct global *g, const struct ranked *own)
{
    return own->item < g->n_items && g->item[own->item].stage == own->stage && g->item[own->item].class == own->class;
}

/* Makes the stage's item, if there is none yet. */
static uint32_t item_of(struct sw_replay *r, struct global *g, struct ranked *own)
{
    if (has_item(g, own))
        return own->item;
    uint32_t j = wants_of(g, own->stage->job);
    int64_t waiting = g->wants[j].waiting;
    g->wants[j].quota = waiting < (int64_t)g->free_slots ? (uint32_t)waiting : g->free_slots;
    RESERVE(g->item, g->n_items + 1, g->cap_items);
    g->item[g->n_items] = (struct item){ .stage = own->stage, .class = own->class, .price = wants_price(r, own->stage),
                                         .wants = j };
    return own->item = (uint32_t)g->n_items++;
}

/* The order of the scheduling queue. */
static int by_queue(const struct item *x, const struct item *y)
{
    if (x->stage->job != y->stage->job)
        return order_fifo_before(x->stage->job, y->stage->job) ? -1 : 1;
    return quincy_tie(x->stage, x->class) < quincy_tie(y->stage, y->class) ? -1 : 1;
}

/* Q2: what saves most first; of equals in the order of the queue. */
static int by_gain(const void *a, const void *b, void *items)
{
    uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
    const struct item *x = (struct item *)items + i, *y = (struct item *)items + k;
    return i == k ? 0 : ORDER(y->gain, x->gain) ?: by_queue(x, y);
}

/* ---- the order, as far as it is read ---------------------------------------------------------------- */

struct pull {
    struct sw_replay *r;
    struct global *g;
    size_t target, group;     /* group: where the one in hand begins */
    int64_t gain;             /* the group's */
    struct sw_key mark;       /* in hand */
    size_t n_of_mark;
    bool cut, full;           /* entries of the mark were left out; there may be more in the tree */
};

/* Mostly it is in order, as it has one mark. */
static void end_group(struct pull *p)
{
    struct global *g = p->g;
    bool sorted = true;
    for (size_t i = p->group + 1; i < g->n_order && sorted; i++)
        sorted = by_queue(&g->item[g->order[i - 1]], &g->item[g->order[i]]) < 0;
    if (!sorted)
        qsort_r(g->order + p->group, g->n_order - p->group, sizeof *g->order, by_gain, g->item);
}

/* One entry of the tree: it joins the group in hand, or begins the next. True: enough are listed. */
static bool pull(void *ctx, struct sw_queue_entry *entry)
{
    struct pull *p = ctx;
    struct global *g = p->g;
    struct sw_key key = sw_queue_key(entry);
    uint32_t i = item_of(p->r, g, entry->of);
    int64_t gain = g->item[i].gain = g->item[i].price.wait - quincy_cost_at(&g->item[i], g->reach);
    if (g->n_order == p->group || gain != p->gain) {
        if (g->n_order >= p->target)
            return p->full = true;
        if (gain < 0)
            return true;
        end_group(p);
        p->group = g->n_order;
        p->gain = gain;
        p->n_of_mark = 0;
    } else if (key.rank != p->mark.rank || key.num >> 3 != p->mark.num >> 3) {
        p->n_of_mark = 0;
    }
    p->mark = key;
    if (p->n_of_mark++ == p->target - p->group)
        return p->cut = true;
    PUSH(g->order, g->n_order, g->cap_order, i);
    return false;
}

/* Makes order[] again, so long at least if there are so many. */
static void pull_order(struct sw_replay *r, struct global *g, size_t target)
{
    struct sw_queue *tree = &g->ranking.tree[g->kind][g->reach];
    struct pull p = { .r = r, .g = g, .target = target };
    bool cut = false;
    g->n_order = 0;
    for (struct sw_key from = { .rank = INT64_MIN, .den = 1 };; from = p.mark) {
        p.cut = false;
        sw_queue_walk_behind(tree, &from, pull, &p);
        cut |= p.cut;
        if (!p.cut)
            break;
        p.mark.num |= 7; /* behind all of this mark */
        p.mark.tie_us = INT64_MAX;
        p.mark.tie = UINT64_MAX;
    }
    end_group(&p);
    g->all_in_order = !cut && !p.full;
    if (cut)
        g->n_order = target;
}

/* Lists all items whose tasks may go so far, in the order of the queue. Under share=none what saves most is first. */
static void list_items(const struct sw_replay *r, struct global *g)
{
    bool fair = r->opt.global.fair || g->complete;
    g->n_order = 0;
    RESERVE(g->order, g->n_items, g->cap_order);
    for (uint32_t i = 0; i < g->n_items; i++) {
        struct item *it = &g->item[i];
        it->gain = it->price.wait - quincy_cost_at(it, g->reach);
        if ((it->class == PREF || g->reach == IN_CLUSTER) && g->wants[it->wants].quota && (fair || it->gain >= 0))
            g->order[g->n_order++] = i;
    }
    if (!fair && g->n_order)
        qsort_r(g->order, g->n_order, sizeof *g->order, by_gain, g->item);
}

#ifndef NDEBUG
/* order[] is how all that saves something begins. */
static void check_ranking(struct sw_replay *r, struct global *g)
{
    struct sw_queue *tree = &g->ranking.tree[g->kind][g->reach];
    size_t n = g->n_order;
    uint32_t *order = g->order;
    struct pull all = { .r = r, .g = g, .target = SIZE_MAX };
    g->order = NULL;
    g->cap_order = g->n_order = 0;
    sw_queue_walk(tree, pull, &all);
    if (g->n_order)
        qsort_r(g->order, g->n_order, sizeof *g->order, by_gain, g->item);
    assert(g->all_in_order ? n == g->n_order : n <= g->n_order);
    for (size_t i = 0; i < n; i++)
        assert(order[i] == g->order[i]);
    assert(g->ranking.tree[g->kind][IN_NODE].n + g->ranking.tree[g->kind][WITHOUT_PREFERENCE].n
           == r->queues.n_waiting[g->kind]);
    xfree(order);
    g->n_order = n;
}
#else
static void check_ranking(struct sw_replay *r, struct global *g) { (void)r, (void)g; }
#endif

enum { FIRST_PULL = 4, PULL_TIMES = 4 };

/* order[] is made as it is read, or all at once. */
void ranking_begin(struct sw_replay *r, struct global *g, enum reach reach)
{
    g->reach = reach;
    g->n_order = 0;
    g->all_in_order = !g->lazily;
    if (!g->lazily)
        list_items(r, g);
}

/* Four entries at first, then four times as many. */
bool ranking_goes_on(struct sw_replay *r, struct global *g, size_t k)
{
    while (k >= g->n_order && !g->all_in_order) {
        pull_order(r, g, g->n_order ? PULL_TIMES * g->n_order : FIRST_PULL);
        check_ranking(r, g);
    }
    return k < g->n_order;
}

/* ---- what is left in the end ------------------------------------------------------------------------- */

static int items_by_queue(const void *a, const void *b, void *items)
{
    uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
    return i == k ? 0 : by_queue((struct item *)items + i, (struct item *)items + k);
}

/* Items that have tasks in the problem. */
static size_t list_used(struct global *g)
{
    size_t n = 0;
    RESERVE(g->order, g->n_items, g->cap_order);
    for (size_t i = 0; i < g->n_items; i++)
        g->item[i].used = g->item[i].rest > 0;
    for (size_t i = 0; i < g->n_found; i++)
        g->item[g->found[i].item].used = true;
    for (uint32_t i = 0; i < g->n_items; i++)
        if (g->item[i].used)
            g->order[n++] = i;
    return n;
}

#define SWAP(type, a, b) do { type swap_ = (a); (a) = (b); (b) = swap_; } while (0)

/* The item, and its job's wants, at their new places. */
static void put_item(struct global *g, struct item *old)
{
    struct job *job = old->stage->job;
    struct quincy_job *of = job_record(job, &g->at);
    struct quincy_stage *at = stage_record(old->stage, &g->at);
    RESERVE(g->item, g->n_items + 1, g->cap_items);
    RESERVE(g->wants, g->n_wants + 1, g->cap_wants);
    if (!g->n_wants || g->wants[g->n_wants - 1].job != job) {
        of->wants = (uint32_t)g->n_wants;
        g->wants[g->n_wants++] = g->old_wants[old->wants];
    }
    old->place = at->ranked[old->class]->item = (uint32_t)g->n_items;
    g->item[g->n_items] = *old;
    g->item[g->n_items++].wants = of->wants;
}

void ranking_settle(struct global *g)
{
    size_t n = list_used(g);
    if (n > 1)
        qsort_r(g->order, n, sizeof *g->order, items_by_queue, g->item);
    /* Gives item[] and wants[] other memory, where they are empty. */
    SWAP(struct item *, g->item, g->old_item);
    SWAP(struct wants *, g->wants, g->old_wants);
    SWAP(size_t, g->cap_items, g->cap_old_items);
    SWAP(size_t, g->cap_wants, g->cap_old_wants);
    g->n_items = g->n_wants = 0;
    for (size_t i = 0; i < n; i++)
        put_item(g, &g->old_item[g->order[i]]);
    for (size_t i = 0; i < g->n_found; i++)
        g->found[i].item = g->old_item[g->found[i].item].place;
    g->n_order = 0;
}

/* The assignment does not launch all of it. */
static bool is_left(void *ctx, struct sw_queue_entry *entry)
{
    const struct global *g = ctx;
    const struct ranked *own = entry->of;
    return !has_item(g, own) || g->item[own->item].launched < own->stage->n_unlaunched[own->class];
}

/* Entries are by mark: the first that is left has waited longest. */
int64_t ranking_most_left(const struct sw_replay *r, const struct global *g)
{
    const int trees[] = { IN_NODE, WITHOUT_PREFERENCE };
    int64_t most = -1;
    for (int i = 0; i < 2; i++) {
        const struct sw_queue_entry *entry = sw_queue_walk(&g->ranking.tree[g->kind][trees[i]], is_left, (void *)g);
        const struct ranked *own = entry ? entry->of : NULL;
        int64_t wait = own ? wants_price(r, own->stage).wait : -1;
        most = wait > most ? wait : most;
    }
    return most;
}
