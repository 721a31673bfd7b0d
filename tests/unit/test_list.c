/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_list.c - the list of order beside the plain thing (plain_list.h): arrays in which every meter is changed by
 * hand.
 *
 * Thousands of random operations on lists nested up to four deep; after each the two answer the same questions, and
 * every so often every stage is compared. No outside source is needed: the plain version is the definition. */
#include <stdlib.h>
#include "tests/unit/plain_list.h"

/* ---- operations ------------------------------------------------------------------------------- */

static bool steady; /* one rank and one weight, and moves by num */

static struct sw_key some_key(void)
{
    serial++; /* few different ratios and times, so that ties are the rule; the serial is unique */
    if (steady)
        return (struct sw_key){ .rank = 1, .num = (int64_t)below(6), .den = 1, .tie_us = (int64_t)below(4),
                                .tie = serial * 7919 % 65536 << 20 | serial };
    return (struct sw_key){ .rank = (int64_t)below(3), .num = (int64_t)below(6), .den = 1 + (int64_t)below(3),
                            .tie_us = (int64_t)below(4), .tie = serial * 7919 % 65536 << 20 | serial };
}

static bool one_place; /* data of a stage lies at one place, so that few have it and what nodes sum up is not full */

/* Few bits of few, so that whole lists have none, and some have them all. */
static void some_near(struct thing *t)
{
    uint64_t bits = below(4) ? UINT64_C(1) << below(4) : below(16);
    for (int row = 0; row < SW_LOCATION_BITS / 64; row++)
        t->location.word[row] = one_place ? 0 : bits << row | (below(2) ? sw_chance_u64(&dice) : 0) << 8;
    if (one_place)
        sw_location_add(&t->location, (uint32_t)(64 * below(8) + below(8)));
    t->item.dense = has_marks && below(2) ? 1 + (uint8_t)below(SW_DENSE_COLUMNS) : 0;
}

static void put_in(struct thing *t)
{
    t->item.state = t->state;
    sw_queue_insert(&t->above->list, &t->item, &t->key, &t->location);
    plain_insert(t);
}

/* A pool stands in the list above it only while its own is not empty. */
static void settle(struct thing *p)
{
    for (; p != top; p = p->above) {
        if (p->in && !p->n) {
            sw_queue_erase(&p->item);
            plain_erase(p);
        } else if (!p->in && p->n && below(20)) {
            p->key = some_key();
            put_in(p);
        }
    }
}

static void insert(void)
{
    struct thing *t = stage[below(n_stages)];
    if (t->in)
        return;
    t->above = below(3) ? pool[below(n_pools)] : top;
    t->key = some_key();
    t->state = (struct sw_wait_state){ .skipped_us = below(2) ? -1 : clock_us, .waiting = below(2) };
    t->state.rack_allowed_at = (int64_t)below(60) - 10 + (t->state.waiting ? clock_us : 0);
    t->state.any_allowed_at = t->state.rack_allowed_at + (int64_t)below(40);
    if (!below(10)) /* tasks without preference never wait */
        t->state.rack_allowed_at = t->state.any_allowed_at = SW_ALLOWED_ALWAYS;
    some_near(t);
    put_in(t);
    settle(t->above);
}

static void erase_one(struct thing *t)
{
    sw_queue_erase(&t->item);
    plain_erase(t);
    assert_null(t->item.leaf);
    same_state(t);
    settle(t->above);
}

static void erase(void)
{
    struct thing *t = stage[below(n_stages)];
    if (t->in)
        erase_one(t);
}

/* A run of neighbours goes, so that nodes empty and the tree gets lower. */
static void drain(size_t most)
{
    struct thing *all[MAX_STAGES];
    size_t n = flatten(top, all), from = n && below(2) ? below(n) : 0;
    for (size_t i = from; i < n && i < from + most; i++)
        if (all[i]->in)
            erase_one(all[i]);
}

/* A pool reaches its maximum and goes, with all that is in it, or comes back. */
static void toggle_pool(void)
{
    struct thing *p = pool[below(n_pools)];
    if (p == top)
        return;
    if (p->in) {
        sw_queue_erase(&p->item);
        plain_erase(p);
        settle(p->above);
    } else if (p->n) {
        p->key = some_key();
        put_in(p);
        settle(p->above);
    }
}

static void move(void)
{
    struct thing *t = below(4) ? stage[below(n_stages)] : pool[below(n_pools)];
    if (!t->in)
        return;
    struct sw_key key = some_key();
    bool by_num = steady || below(2); /* mostly by little: the same but for running tasks */
    if (by_num) {
        key = t->key;
        key.num += (int64_t)below(4) - 1;
    }
    if (!t->is_pool) { /* a stage's place in the trace does not change */
        key.tie_us = t->key.tie_us;
        key.tie = t->key.tie;
    }
    plain_erase(t);
    t->key = key;
    plain_insert(t);
    if (by_num && (steady || below(4)))
        sw_queue_move_num(&t->item, key.num);
    else
        sw_queue_move(&t->item, &key);
}

static struct sw_queue_op some_op(void)
{
    struct sw_queue_op op = { .skipped_us = below(2) ? clock_us : -1, .set = (enum sw_queue_set)below(3) };
    op.add[0] = op.set == SW_WAITING_SET ? clock_us : -(int64_t)below(3); /* as scan.c uses them: D3, D4 */
    op.add[1] = op.set == SW_WAITING_CLEAR ? -clock_us : 0;
    return op;
}

static void pass(void)
{
    struct thing *all[MAX_STAGES];
    size_t n = flatten(top, all), i = n ? below(n) : 0;
    struct sw_queue_op op = some_op(), rest = some_op();
    bool both = below(2);
    if (!n)
        return;
    sw_queue_skip(&all[i]->item, &op, both ? &rest : NULL);
    sw_queue_store(&all[i]->item);
    for (size_t k = 0; k < n; k++)
        if (k < i || both)
            plain_op(&all[k]->state, k < i ? &op : &rest);
}

static void pass_all(void)
{
    struct thing *all[MAX_STAGES];
    size_t n = flatten(top, all);
    struct sw_queue_op op = some_op();
    sw_queue_skip_all(&top->list, &op);
    for (size_t k = 0; k < n; k++)
        plain_op(&all[k]->state, &op);
}

static void look_and_put(void)
{
    struct thing *t = stage[below(n_stages)];
    if (!t->in || !attached(t))
        return;
    sw_queue_load(&t->item);
    same_state(t);
    t->state.any_allowed_at = moved(t->state.any_allowed_at, (int64_t)below(5));
    t->state.skipped_us = -1;
    some_near(t);
    t->item.state = t->state;
    sw_queue_store(&t->item);
    sw_queue_set_location(&t->item, &t->location);
}

static void step(uint64_t growing)
{
    clock_us += (int64_t)below(3);
    switch (below(9 + growing)) {
    case 0: erase(); break;
    case 1: pass_all(); break;
    case 2: case 3: pass(); break;
    case 4: case 5: move(); break;
    case 6: look_and_put(); break;
    case 7: toggle_pool(); break;
    default: insert(); break;
    }
    same_answers();
}

static void steady_step(void)
{
    clock_us += (int64_t)below(3);
    switch (below(6)) {
    case 0: pass_all(); break;
    case 1: case 2: pass(); break;
    case 3: look_and_put(); break;
    default: move(); break;
    }
    same_answers();
}

/* ---- runs -------------------------------------------------------------------------------------- */

static struct thing *thing_new(struct thing *above, bool is_pool)
{
    struct thing *t = calloc(1, sizeof *t);
    assert_non_null(t);
    t->member = is_pool ? calloc(MAX_LIST, sizeof *t->member) : NULL;
    t->above = above;
    t->is_pool = is_pool;
    t->item.of = t;
    return t;
}

static struct thing *pool_new(struct thing *above)
{
    struct thing *p = thing_new(above, true);
    if (above)
        p->item.inner = &p->list;
    sw_queue_init(&p->list, &store, above ? &p->item : NULL);
    return p;
}

static void start(uint64_t seed, size_t pools, size_t stages)
{
    dice = sw_chance_start(seed, SW_CHANCE_OTHER, 0, 0);
    clock_us = 1;
    has_marks = seed % 4 > 1;
    one_place = seed % 3 == 1;
    store = (struct sw_queue_pool){ .lazy = true };
    top = pool_new(NULL);
    pool[0] = top; /* with no others it is the only one to choose */
    for (n_pools = 1; n_pools <= pools; n_pools++) /* below the top or a pool made earlier: up to about four deep */
        pool[n_pools] = pool_new(n_pools < 4 ? top : pool[below(n_pools)]);
    for (n_stages = 0; n_stages < stages; n_stages++)
        stage[n_stages] = thing_new(top, false);
}

static void thing_free(struct thing *t)
{
    free(t->member);
    free(t);
}

static void take_out(struct thing *t)
{
    if (t->in)
        sw_queue_erase(&t->item);
    if (t->in)
        plain_erase(t);
}

static void end(void)
{
    for (size_t i = 0; i < n_stages; i++) {
        take_out(stage[i]);
        thing_free(stage[i]);
    }
    for (size_t i = n_pools; i-- > 1; ) { /* the inner ones first */
        take_out(pool[i]);
        assert_int_equal(pool[i]->list.n, 0);
        thing_free(pool[i]);
    }
    assert_int_equal(top->list.n, 0);
    assert_null(top->list.root);
    thing_free(top);
    sw_queue_pool_clear(&store);
}

static void random_run(uint64_t seed, size_t pools, size_t stages, size_t steps)
{
    start(seed, pools, stages);
    for (size_t i = 0; i < steps; i++) {
        step(i < steps / 2 ? 12 : i % 1000 < 300 ? 0 : 2); /* grows, then shrinks and grows */
        if (i % 97 == 0)
            same_everything();
        if (i > steps / 4 && !below(50))
            drain(below(stages));
    }
    end();
}

/* Keys differ by num alone, and for long stretches nobody comes or goes: so the root leaves of lists go over to short
 * keys, and what is asked of them is what is asked of all. */
static void steady_run(uint64_t seed, size_t pools, size_t stages)
{
    start(seed, pools, stages);
    steady = true;
    for (int stretch = 0; stretch < 6; stretch++) {
        for (size_t i = 0; i < 8 * stages; i++)
            step(12);
        for (int i = 0; i < 2000; i++) {
            for (size_t k = below(20); k-- > 0; )
                move();
            steady_step();
        }
        same_everything();
    }
    steady = false;
    end();
}

static void small_flat_lists(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++)
        random_run(seed, 0, 12, 600);
}

static void small_nested_lists(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 120; seed++)
        random_run(1000 + seed, 1 + seed % 8, 20, 600);
}

static void lists_of_several_leaves(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++)
        random_run(2000 + seed, seed % 2 ? 0 : 12, 300, 4000);
}

static void lists_with_short_keys(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++)
        steady_run(4000 + seed, seed % 5, 8 + 4 * (seed % 6));
}

static void lists_of_three_levels_of_nodes(void **state)
{
    (void)state;
    random_run(3001, 0, 3000, 12000);
    random_run(3002, 5, 3000, 12000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_flat_lists),
        cmocka_unit_test(small_nested_lists),
        cmocka_unit_test(lists_of_several_leaves),
        cmocka_unit_test(lists_of_three_levels_of_nodes),
        cmocka_unit_test(lists_with_short_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
