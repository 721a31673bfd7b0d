/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_flows.c - rule N3: max-min fair rates, by hand and against the rule read literally over all flows and links. */
#include "tests/unit/cmocka_all.h"
#include "lib/base/memory.h"
#include "lib/sim/mech/network/network.h"
#include "lib/base/sw_chance.h"
#include <stdlib.h>
#include <string.h>

/* ---- by hand ------------------------------------------------------------------------------------- */

static struct flow flow(uint64_t most, uint32_t n, uint32_t a, uint32_t b)
{
    return (struct flow){ .most = most, .n_links = n, .link = { a, b } };
}

static void a_flow_alone_has_its_greatest_rate_or_its_narrowest_link(void **state)
{
    struct flows fs;
    struct flow f = flow(7, 2, 0, 1);
    (void)state;
    flows_init(&fs, 2);
    flows_set_capacity(&fs, 0, 10);
    flows_set_capacity(&fs, 1, 8);
    flows_add(&fs, &f);
    flows_settle(&fs);
    assert_int_equal(flows_rate(&fs, &f), 7);
    assert_true(!fs.link[0].limits && !fs.link[1].limits);
    flows_remove(&fs, &f);
    f.most = FLOW_FAST;
    flows_add(&fs, &f);
    flows_settle(&fs);
    assert_int_equal(flows_rate(&fs, &f), 8);
    assert_true(!fs.link[0].limits && fs.link[1].limits);
}

/* Links 0 and 1 of 12; link 0 is shared by a and b, link 1 by b and c, c wants 2: b has half of link 0, and c what it
 * wants. Without a, b has the 10 that c leaves it. */
static void what_one_does_not_want_others_get(void **state)
{
    struct flows fs;
    struct flow a = flow(FLOW_FAST, 1, 0, 0), b = flow(FLOW_FAST, 2, 0, 1), c = flow(2, 1, 1, 0);
    (void)state;
    flows_init(&fs, 2);
    flows_set_capacity(&fs, 0, 12);
    flows_set_capacity(&fs, 1, 12);
    flows_add(&fs, &a);
    flows_add(&fs, &b);
    flows_add(&fs, &c);
    flows_settle(&fs);
    assert_int_equal(flows_rate(&fs, &a), 6);
    assert_int_equal(flows_rate(&fs, &b), 6);
    assert_int_equal(flows_rate(&fs, &c), 2);
    flows_remove(&fs, &a);
    flows_settle(&fs);
    assert_int_equal(flows_rate(&fs, &b), 10);
    assert_int_equal(fs.n_changed, 1);
    assert_ptr_equal(fs.flow[fs.changed[0].number], &b);
    assert_int_equal(fs.changed[0].before, 0);
    assert_int_equal(fs.path[b.number].limiter, 1);
}

/* 10 for three is 3 each; what is left over is nobody's. 2 for three: at least 1 each. */
static void rates_are_whole_and_not_below_one(void **state)
{
    struct flows fs;
    struct flow f[3] = { flow(FLOW_FAST, 1, 0, 0), flow(FLOW_FAST, 1, 0, 0), flow(FLOW_FAST, 1, 0, 0) };
    (void)state;
    for (uint64_t capacity = 2; capacity <= 10; capacity += 8) {
        flows_init(&fs, 1);
        flows_set_capacity(&fs, 0, capacity);
        for (int i = 0; i < 3; i++)
            flows_add(&fs, &f[i]);
        flows_settle(&fs);
        for (int i = 0; i < 3; i++)
            assert_int_equal(flows_rate(&fs, &f[i]), capacity == 10 ? 3 : 1);
        }
}

static void a_flow_over_no_link_has_its_greatest_rate(void **state)
{
    struct flows fs;
    struct flow f = flow(5, 0, 0, 0);
    (void)state;
    flows_init(&fs, 1);
    flows_set_capacity(&fs, 0, 1);
    flows_add(&fs, &f);
    flows_settle(&fs);
    assert_int_equal(flows_rate(&fs, &f), 5);
    flows_remove(&fs, &f);
    flows_settle(&fs);
    assert_int_equal(fs.n_changed, 0);
}

/* ---- N3, read literally ---------------------------------------------------------------------------- */

enum { MAX_FLOWS = 40, MAX_LINKS = 12 };
struct problem { uint32_t n_links, n; uint64_t capacity[MAX_LINKS]; struct flow *flow[MAX_FLOWS]; };

static bool goes_over(const struct flow *f, uint32_t link)
{
    for (uint32_t k = 0; k < f->n_links; k++)
        if (f->link[k] == link)
            return true;
    return false;
}

/* What the link has left over the number of its flows without a rate (0); none: no level. */
static uint64_t level(const struct problem *p, const uint64_t *rate, uint32_t link)
{
    uint64_t used = 0, n = 0;
    for (uint32_t i = 0; i < p->n; i++)
        if (goes_over(p->flow[i], link)) {
            used += rate[i];
            n += !rate[i];
        }
    if (!n)
        return UINT64_MAX;
    return used + n > p->capacity[link] ? 1 : (p->capacity[link] - used) / n;
}

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

static void fill_plainly(const struct problem *p, uint64_t *rate)
{
    memset(rate, 0, MAX_FLOWS * sizeof *rate);
    for (;;) {
        uint64_t least_of_all = UINT64_MAX, at[MAX_LINKS];
        bool gets[MAX_FLOWS] = { false };
        for (uint32_t l = 0; l < p->n_links; l++)
            least_of_all = least(least_of_all, at[l] = level(p, rate, l));
        for (uint32_t i = 0; i < p->n; i++)
            least_of_all = rate[i] ? least_of_all : least(least_of_all, p->flow[i]->most);
        if (least_of_all == UINT64_MAX)
            return;
        for (uint32_t i = 0; i < p->n; i++) {
            gets[i] = p->flow[i]->most == least_of_all;
            for (uint32_t l = 0; l < p->n_links; l++)
                gets[i] |= goes_over(p->flow[i], l) && at[l] == least_of_all;
        }
        for (uint32_t i = 0; i < p->n; i++)
            rate[i] = gets[i] && !rate[i] ? least_of_all : rate[i];
    }
}

static void compare(const struct problem *p, const struct flows *fs)
{
    uint64_t rate[MAX_FLOWS];
    fill_plainly(p, rate);
    for (uint32_t i = 0; i < p->n; i++)
        assert_int_equal(flows_rate(fs, p->flow[i]), rate[i]);
    assert_true(flows_hold(fs));
}

/* Flows that another limits than before are listed, and links with another level or other flows to limit. */
struct before { uint32_t limiter[MAX_FLOWS]; uint64_t level[MAX_LINKS]; };

static struct before remember(const struct problem *p, const struct flows *fs)
{
    struct before b;
    for (uint32_t i = 0; i < p->n; i++)
        b.limiter[i] = fs->path[p->flow[i]->number].limiter;
    for (uint32_t l = 0; l < p->n_links; l++)
        b.level[l] = fs->link[l].level;
    return b;
}

static uint32_t times_noted(const struct flows *fs, uint32_t link)
{
    uint32_t times = 0;
    for (uint32_t i = 0; i < fs->n_noted; i++)
        times += fs->noted[i] == link;
    return times;
}

static void changes_are_listed(const struct problem *p, const struct flows *fs, const struct before *b)
{
    uint32_t n_changed = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        uint32_t limiter = fs->path[p->flow[i]->number].limiter, before = b->limiter[i];
        if (limiter == before)
            continue;
        n_changed++;
        assert_true(limiter == FLOW_FREE || times_noted(fs, limiter) == 1);
        assert_true(before >= p->n_links || times_noted(fs, before) == 1);
    }
    assert_int_equal(fs->n_changed, n_changed);
    for (uint32_t i = 0; i < fs->n_changed; i++)
        assert_int_not_equal(fs->path[fs->changed[i].number].limiter, fs->changed[i].before);
    for (uint32_t l = 0; l < p->n_links; l++)
        assert_true(fs->link[l].level == b->level[l] || times_noted(fs, l) == 1);
}

/* A flow over up to 4 different links. Rates are drawn small, so that levels meet and leave something over, or
 * spread. */
static struct flow *draw_flow(struct sw_chance *c, const struct problem *p)
{
    struct flow *f = calloc(1, sizeof *f);
    uint64_t most[] = { 1 + sw_chance_below(c, 12), 1 + sw_chance_below(c, 1000), FLOW_FAST };
    f->most = most[sw_chance_below(c, 3)];
    for (uint32_t n = (uint32_t)sw_chance_below(c, 5); n && f->n_links < p->n_links; n--) {
        uint32_t l = (uint32_t)sw_chance_below(c, p->n_links);
        if (!goes_over(f, l))
            f->link[f->n_links++] = l;
    }
    if (!f->n_links && f->most == FLOW_FAST)
        f->most = 1;
    return f;
}

static void change_one(struct sw_chance *c, struct problem *p, struct flows *fs)
{
    if (p->n < MAX_FLOWS && (!p->n || sw_chance_below(c, 5) < 3)) {
        flows_add(fs, p->flow[p->n++] = draw_flow(c, p));
        return;
    }
    uint32_t i = (uint32_t)sw_chance_below(c, p->n);
    flows_remove(fs, p->flow[i]);
    free(p->flow[i]);
    p->flow[i] = p->flow[--p->n];
}

/* Comings and goings, several between two settlements; after each the rates are those of the plain rule, whatever the
 * way there. */
static void rates_are_those_of_the_rule_read_literally(void **state)
{
    (void)state;
    for (uint64_t round = 0; round < 400; round++) {
        struct sw_chance c = sw_chance_start(round, SW_CHANCE_OTHER, 0, 0);
        struct problem p = { .n_links = 1 + (uint32_t)sw_chance_below(&c, MAX_LINKS) };
        uint64_t sizes[] = { 4, 30, 1000 }, size = sizes[sw_chance_below(&c, 3)];
        struct flows fs;
        flows_init(&fs, p.n_links);
        for (uint32_t l = 0; l < p.n_links; l++)
            flows_set_capacity(&fs, l, p.capacity[l] = 1 + sw_chance_below(&c, size));
        for (int step = 0; step < 60; step++) {
            for (uint64_t n = 1 + sw_chance_below(&c, 3); n; n--)
                change_one(&c, &p, &fs);
            struct before b = remember(&p, &fs);
            flows_settle(&fs);
            compare(&p, &fs);
            changes_are_listed(&p, &fs, &b);
        }
        for (uint32_t i = 0; i < p.n; i++)
            free(p.flow[i]);
        }
}

static int all(void *failed)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flow_alone_has_its_greatest_rate_or_its_narrowest_link),
        cmocka_unit_test(what_one_does_not_want_others_get),
        cmocka_unit_test(rates_are_whole_and_not_below_one),
        cmocka_unit_test(a_flow_over_no_link_has_its_greatest_rate),
        cmocka_unit_test(rates_are_those_of_the_rule_read_literally),
    };
    *(int *)failed = cmocka_run_group_tests(tests, NULL, NULL);
    return SW_OK;
}

int main(void)
{
    struct memory m = { NULL };
    struct sw_err err;
    int failed = 1;
    (void)!memory_guard(&m, all, &failed, &err);
    memory_clear(&m);
    return failed;
}
