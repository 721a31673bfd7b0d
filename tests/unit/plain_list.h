/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plain_list.h - the list of order as arrays that are scanned and changed entry by entry, and its comparison with the
 * tree that stands beside it. For test_list.c, which says what happens. */
#ifndef SLOTWISE_TESTS_PLAIN_LIST_H
#define SLOTWISE_TESTS_PLAIN_LIST_H
#include <string.h>
#include "cmocka_all.h"
#include "slotwise/sw_chance.h"
#include "slotwise/sw_list.h"

enum { MAX_STAGES = 3000, MAX_POOLS = 40, MAX_LIST = MAX_STAGES + MAX_POOLS };

/* A stage or a pool of the plain version, and the item it stands beside. */
struct thing {
    struct sw_item item;
    struct thing *above;         /* the pool whose list it belongs to; NULL: the top */
    bool in, is_pool;
    struct sw_key key;
    struct sw_item_state state;  /* of a stage */
    struct thing **member;       /* of a pool, in order */
    size_t n;
    struct sw_list list;
};
static struct thing *top, *pool[MAX_POOLS], *stage[MAX_STAGES];
static size_t n_pools, n_stages;
static struct sw_list_store store;
static struct sw_chance dice;
static int64_t clock_us;
static uint64_t serial, marks[SW_MARKS / 64]; /* drawn anew by each walk that asks for them */
static bool has_marks;

static uint64_t below(uint64_t n) { return sw_chance_below(&dice, n); }

/* ---- the plain version ------------------------------------------------------------------------ */

static void plain_insert(struct thing *t)
{
    struct thing *p = t->above;
    size_t i = p->n++;
    for (; i > 0 && sw_key_cmp(&t->key, &p->member[i - 1]->key) < 0; i--)
        p->member[i] = p->member[i - 1];
    p->member[i] = t;
    t->in = true;
}

static void plain_erase(struct thing *t)
{
    struct thing *p = t->above;
    size_t i = 0;
    while (p->member[i] != t)
        i++;
    memmove(&p->member[i], &p->member[i + 1], (--p->n - i) * sizeof *p->member);
    t->in = false;
}

/* All stages below, in order. */
static size_t flatten(struct thing *p, struct thing **out)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++)
        if (p->member[i]->is_pool)
            n += flatten(p->member[i], out + n);
        else
            out[n++] = p->member[i];
    return n;
}

static int64_t moved(int64_t due, int64_t add)
{
    return due == SW_DUE_ALWAYS || due == SW_DUE_NEVER ? due : due + add;
}

static void plain_op(struct sw_item_state *s, const struct sw_list_op *op)
{
    s->due_rack = moved(s->due_rack, op->add[s->marked]);
    s->due_any = moved(s->due_any, op->add[s->marked]);
    if (op->set != SW_KEEP)
        s->marked = op->set == SW_MARK;
    if (s->skipped_us < 0)
        s->skipped_us = op->skipped_us;
    if (op->passed)
        s->passed = op->passed;
}

static bool plain_may(const struct thing *t)
{
    return t->state.due_rack <= (t->state.marked ? clock_us : 0);
}

/* ---- comparing -------------------------------------------------------------------------------- */

static struct thing *of(const struct sw_item *item) { return item ? item->of : NULL; }

static void same_state(struct thing *t)
{
    const struct sw_item_state *a = &t->item.state, *b = &t->state;
    assert_int_equal(a->due_rack, b->due_rack);
    assert_int_equal(a->due_any, b->due_any);
    assert_int_equal(a->skipped_us, b->skipped_us);
    assert_int_equal(a->passed, b->passed);
    assert_int_equal(a->marked, b->marked);
}

struct line { struct thing **want; size_t at, n, stop; };

static bool is_next(void *ctx, struct sw_item *item)
{
    struct line *l = ctx;
    assert_true(l->at < l->n);
    assert_ptr_equal(of(item), l->want[l->at]);
    return l->at++ == l->stop;
}

static bool is_next_due(void *ctx, struct sw_item *item)
{
    same_state(of(item));
    return is_next(ctx, item);
}

static void same_walk(struct thing **all, size_t n)
{
    struct line l = { .want = all, .n = n, .stop = n ? below(2 * n) : 0 };
    struct thing *end = of(sw_list_walk(&top->list, is_next, &l));
    assert_ptr_equal(end, l.stop < n ? all[l.stop] : NULL);
    assert_int_equal(l.at, l.stop < n ? l.stop + 1 : n);
}

static void same_walk_due(struct thing **all, size_t n)
{
    struct thing *due[MAX_STAGES];
    struct line l = { .want = due };
    for (size_t i = 0; i < n; i++)
        if (plain_may(all[i]))
            due[l.n++] = all[i];
    l.stop = below(l.n + 2);
    struct thing *end = of(sw_list_walk_due(&top->list, clock_us, is_next_due, &l));
    assert_ptr_equal(end, l.stop < l.n ? due[l.stop] : NULL);
}

static bool is_near(const struct sw_item *item, uint32_t place)
{
    unsigned mark = item->mark - 1U;
    return item->mark ? marks[mark / 64] >> mark % 64 & 1 : item->near[place % 256 / 64] >> place % 64 & 1;
}

/* Those with a bit, in order; of a walk that is cut short, the first of them. */
static void same_walk_near(struct thing **all, size_t n)
{
    struct thing *here[MAX_STAGES];
    struct line l = { .want = here };
    struct sw_near near = { .place = (uint32_t)(64 * below(8) + below(8)), .nodes = below(2) ? UINT32_MAX : 1 + (uint32_t)below(4) };
    for (int row = 0; row < SW_MARKS / 64; row++)
        marks[row] = sw_chance_u64(&dice);
    near.marks = has_marks ? marks : NULL;
    for (size_t i = 0; i < n; i++)
        if (is_near(&all[i]->item, near.place))
            here[l.n++] = all[i];
    l.stop = below(l.n + 2);
    struct thing *end = of(sw_list_walk_near(&top->list, &near, is_next, &l));
    if (near.nodes)
        assert_ptr_equal(end, l.stop < l.n ? here[l.stop] : NULL);
}

static void same_next_due(struct thing **all, size_t n)
{
    int64_t next = SW_DUE_NEVER;
    for (size_t i = 0; i < n; i++) {
        const struct sw_item_state *s = &all[i]->state;
        if (s->marked && s->due_rack > clock_us && s->due_rack < next)
            next = s->due_rack;
        if (s->marked && s->due_any > clock_us && s->due_any < next)
            next = s->due_any;
    }
    assert_int_equal(sw_list_next_due(&top->list, clock_us), next);
}

static void same_least_due(struct thing **all, size_t n)
{
    int64_t least = SW_DUE_NEVER;
    for (size_t i = 0; i < n; i++)
        if (all[i]->state.marked && all[i]->state.due_rack < least)
            least = all[i]->state.due_rack;
    assert_int_equal(sw_list_least_due(&top->list), least);
}

static void same_all_marked(struct thing **all, size_t n)
{
    bool marked = true;
    for (size_t i = 0; i < n; i++)
        marked &= all[i]->state.marked;
    assert_int_equal(sw_list_all_marked(&top->list), marked);
}

static void same_earliest(struct thing *p)
{
    struct thing *all[MAX_STAGES];
    size_t n = flatten(p, all), best = 0;
    int64_t tie_us;
    uint64_t tie;
    for (size_t i = 1; i < n; i++)
        if (all[i]->key.tie_us < all[best]->key.tie_us
            || (all[i]->key.tie_us == all[best]->key.tie_us && all[i]->key.tie < all[best]->key.tie))
            best = i;
    if (!n)
        return;
    sw_list_earliest(&p->list, &tie_us, &tie);
    assert_int_equal(tie_us, all[best]->key.tie_us);
    assert_int_equal(tie, all[best]->key.tie);
}

static void same_before(struct thing **all, size_t n)
{
    if (n < 2)
        return;
    size_t a = below(n), b = below(n);
    assert_int_equal(sw_list_before(&all[a]->item, &all[b]->item), a < b);
}

static void same_first(struct thing **all, size_t n)
{
    assert_ptr_equal(of(sw_list_first(&top->list)), n ? all[0] : NULL);
    for (size_t i = 0; i < n && i < 4; i++) /* the others of the first pool are first in less */
        assert_int_equal(sw_list_is_first(&top->list, &all[i]->item), i == 0);
    if (n > 1)
        assert_false(sw_list_is_first(&top->list, &all[1 + below(n - 1)]->item));
}

static bool attached(const struct thing *t) /* its whole path is in */
{
    for (; t != top; t = t->above)
        if (!t->in)
            return false;
    return true;
}

static void same_answers(void)
{
    struct thing *all[MAX_STAGES];
    size_t n = flatten(top, all);
    same_first(all, n);
    same_earliest(below(2) ? top : pool[below(n_pools)]);
    same_before(all, n);
    struct thing *some = stage[below(n_stages)];
    assert_int_equal(sw_list_holds(&top->list, &some->item), attached(some));
    switch (below(7)) {
    case 6: same_walk_near(all, n); break;
    case 0: same_walk(all, n); break;
    case 1: same_walk_due(all, n); break;
    case 2: same_next_due(all, n); break;
    case 3: same_all_marked(all, n); same_least_due(all, n); break;
    default: break; /* mostly nothing, so that laziness piles up */
    }
}

static void same_everything(void)
{
    struct thing *all[MAX_STAGES];
    bool marked[MAX_STAGES];
    size_t n = flatten(top, all);
    for (size_t i = 0; i < n; i++) /* before a look brings all up to date */
        marked[i] = sw_list_is_marked(&all[i]->item);
    for (size_t i = 0; i < n; i++) {
        sw_list_look(&all[i]->item);
        same_state(all[i]);
        assert_int_equal(marked[i], all[i]->item.state.marked);
    }
    sw_list_check(&top->list);
}
#endif
