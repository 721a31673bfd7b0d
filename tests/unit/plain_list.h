/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plain_list.h - the list of order as arrays that are scanned and changed entry by entry, and its comparison with the
 * tree that stands beside it. For test_list.c, which says what happens. */
#ifndef SLOTWISE_TESTS_PLAIN_LIST_H
#define SLOTWISE_TESTS_PLAIN_LIST_H
#include <string.h>
#include "tests/unit/cmocka_all.h"
#include "lib/base/sw_chance.h"
#include "lib/sched/sw_queue.h"

enum { MAX_STAGES = 3000, MAX_POOLS = 40, MAX_LIST = MAX_STAGES + MAX_POOLS };

/* A stage or a pool of the plain version, and the item it stands beside. */
struct thing {
    struct sw_queue_entry item;
    struct sw_location_filter location;
    struct thing *above;         /* the pool whose list it belongs to; NULL: the top */
    bool in, is_pool;
    struct sw_key key;
    struct sw_wait_state state;  /* of a stage */
    struct thing **member;       /* of a pool, in order */
    size_t n;
    struct sw_queue list;
};
static struct thing *top, *pool[MAX_POOLS], *stage[MAX_STAGES];
static size_t n_pools, n_stages;
static struct sw_queue_pool store;
static struct sw_chance dice;
static int64_t clock_us;
static uint64_t serial, marks[SW_DENSE_COLUMNS / 64]; /* drawn anew by each walk that asks for them */
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
    return due == SW_ALLOWED_ALWAYS || due == SW_ALLOWED_NEVER ? due : due + add;
}

static void plain_op(struct sw_wait_state *s, const struct sw_queue_op *op)
{
    s->rack_allowed_at = moved(s->rack_allowed_at, op->add[s->waiting]);
    s->any_allowed_at = moved(s->any_allowed_at, op->add[s->waiting]);
    if (op->set != SW_WAITING_UNCHANGED)
        s->waiting = op->set == SW_WAITING_SET;
    if (s->skipped_us < 0)
        s->skipped_us = op->skipped_us;
}

static bool plain_may(const struct thing *t)
{
    return t->state.rack_allowed_at <= (t->state.waiting ? clock_us : 0);
}

/* ---- comparing -------------------------------------------------------------------------------- */

static struct thing *of(const struct sw_queue_entry *item) { return item ? item->of : NULL; }

static void same_state(struct thing *t)
{
    const struct sw_wait_state *a = &t->item.state, *b = &t->state;
    assert_int_equal(a->rack_allowed_at, b->rack_allowed_at);
    assert_int_equal(a->any_allowed_at, b->any_allowed_at);
    assert_int_equal(a->skipped_us, b->skipped_us);
    assert_int_equal(a->waiting, b->waiting);
}

struct line { struct thing **want; size_t at, n, stop; };

static bool is_next(void *ctx, struct sw_queue_entry *item)
{
    struct line *l = ctx;
    assert_true(l->at < l->n);
    assert_ptr_equal(of(item), l->want[l->at]);
    return l->at++ == l->stop;
}

static bool is_next_due(void *ctx, struct sw_queue_entry *item)
{
    same_state(of(item));
    return is_next(ctx, item);
}

static void same_walk(struct thing **all, size_t n)
{
    struct line l = { .want = all, .n = n, .stop = n ? below(2 * n) : 0 };
    struct thing *end = of(sw_queue_walk(&top->list, is_next, &l));
    assert_ptr_equal(end, l.stop < n ? all[l.stop] : NULL);
    assert_int_equal(l.at, l.stop < n ? l.stop + 1 : n);
}

/* From one entry of the outermost list on, or from all of its pool's stages. */
static void same_walk_behind(struct thing **all, size_t n)
{
    struct thing *behind[MAX_STAGES], *from = n ? all[below(n)] : NULL;
    struct line l = { .want = behind };
    for (; from && from->above != top; from = from->above)
        ;
    struct sw_key key = from ? from->key : (struct sw_key){ .den = 1 };
    key.tie -= below(2);
    for (size_t i = 0; i < n; i++) {
        const struct thing *outer = all[i];
        for (; outer->above != top; outer = outer->above)
            ;
        if (sw_key_cmp(&outer->key, &key) > 0)
            behind[l.n++] = all[i];
    }
    l.stop = below(l.n + 2);
    struct thing *end = of(sw_queue_walk_behind(&top->list, &key, is_next, &l));
    assert_ptr_equal(end, l.stop < l.n ? behind[l.stop] : NULL);
    assert_int_equal(l.at, l.stop < l.n ? l.stop + 1 : l.n);
}

static void same_walk_due(struct thing **all, size_t n)
{
    struct thing *due[MAX_STAGES];
    struct line l = { .want = due };
    for (size_t i = 0; i < n; i++)
        if (plain_may(all[i]))
            due[l.n++] = all[i];
    l.stop = below(l.n + 2);
    struct thing *end = of(sw_queue_walk_allowed(&top->list, clock_us, is_next_due, &l));
    assert_ptr_equal(end, l.stop < l.n ? due[l.stop] : NULL);
}

static bool is_near(const struct sw_queue_entry *item, uint32_t place)
{
    unsigned mark = item->dense - 1U;
    const uint64_t *word = ((const struct thing *)item->of)->location.word;
    unsigned second = place * 2654435769U >> 23;
    return item->dense ? marks[mark / 64] >> mark % 64 & 1
                       : word[place % 512 / 64] >> place % 64 & word[second / 64] >> second % 64 & 1;
}

/* Those with a bit, in order; of a walk that is cut short, the first of them. */
static void same_walk_near(struct thing **all, size_t n)
{
    struct thing *here[MAX_STAGES];
    struct line l = { .want = here };
    struct sw_location near =
        { .place = (uint32_t)(64 * below(8) + below(8)), .nodes = below(2) ? UINT32_MAX : 1 + (uint32_t)below(4) };
    for (int row = 0; row < SW_DENSE_COLUMNS / 64; row++)
        marks[row] = sw_chance_u64(&dice);
    near.dense = has_marks ? marks : NULL;
    for (size_t i = 0; i < n; i++)
        if (is_near(&all[i]->item, near.place))
            here[l.n++] = all[i];
    l.stop = below(l.n + 2);
    struct thing *end = of(sw_queue_walk_local(&top->list, &near, is_next, &l));
    if (near.nodes)
        assert_ptr_equal(end, l.stop < l.n ? here[l.stop] : NULL);
}

static void same_next_due(struct thing **all, size_t n)
{
    int64_t next = SW_ALLOWED_NEVER;
    for (size_t i = 0; i < n; i++) {
        const struct sw_wait_state *s = &all[i]->state;
        if (s->waiting && s->rack_allowed_at > clock_us && s->rack_allowed_at < next)
            next = s->rack_allowed_at;
        if (s->waiting && s->any_allowed_at > clock_us && s->any_allowed_at < next)
            next = s->any_allowed_at;
    }
    assert_int_equal(sw_queue_next_allowed(&top->list, clock_us), next);
}

static void same_least_due(struct thing **all, size_t n)
{
    int64_t least = SW_ALLOWED_NEVER;
    for (size_t i = 0; i < n; i++)
        if (all[i]->state.waiting && all[i]->state.rack_allowed_at < least)
            least = all[i]->state.rack_allowed_at;
    assert_int_equal(sw_queue_first_allowed(&top->list), least);
}

static void same_all_marked(struct thing **all, size_t n)
{
    bool waiting = true;
    for (size_t i = 0; i < n; i++)
        waiting &= all[i]->state.waiting;
    assert_int_equal(sw_queue_all_waiting(&top->list), waiting);
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
    sw_queue_earliest(&p->list, &tie_us, &tie);
    assert_int_equal(tie_us, all[best]->key.tie_us);
    assert_int_equal(tie, all[best]->key.tie);
}

static void same_before(struct thing **all, size_t n)
{
    if (n < 2)
        return;
    size_t a = below(n), b = below(n);
    assert_int_equal(sw_queue_before(&all[a]->item, &all[b]->item), a < b);
}

static void same_first(struct thing **all, size_t n)
{
    assert_ptr_equal(of(sw_queue_first(&top->list)), n ? all[0] : NULL);
    for (size_t i = 0; i < n && i < 4; i++) /* the others of the first pool are first in less */
        assert_int_equal(sw_queue_is_first(&top->list, &all[i]->item), i == 0);
    if (n > 1)
        assert_false(sw_queue_is_first(&top->list, &all[1 + below(n - 1)]->item));
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
    assert_int_equal(sw_queue_holds(&top->list, &some->item), attached(some));
    switch (below(7)) {
    case 6: same_walk_near(all, n); break;
    case 0:
        same_walk(all, n);
        same_walk_behind(all, n);
        break;
    case 1: same_walk_due(all, n); break;
    case 2: same_next_due(all, n); break;
    case 3: same_all_marked(all, n); same_least_due(all, n); break;
    default: break; /* mostly nothing, so that laziness piles up */
    }
}

static void same_everything(void)
{
    struct thing *all[MAX_STAGES];
    bool waiting[MAX_STAGES];
    size_t n = flatten(top, all);
    for (size_t i = 0; i < n; i++) /* before a look brings all up to date */
        waiting[i] = sw_queue_is_waiting(&all[i]->item);
    for (size_t i = 0; i < n; i++) {
        sw_queue_load(&all[i]->item);
        same_state(all[i]);
        assert_int_equal(waiting[i], all[i]->item.state.waiting);
    }
    sw_queue_check(&top->list);
}
#endif
