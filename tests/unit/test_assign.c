/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_assign.c - quincy's assignment against every assignment there is, on small problems, against GLPK on larger
 * ones, and by hand (rules Q2 to Q4). */
#include <stdlib.h>
#include <string.h>
#include "tests/unit/by_glpk.h"
#include "tests/unit/cmocka_all.h"
#include "lib/sched/global/sw_assign.h"
#include "lib/base/sw_chance.h"

enum { MOST = 8, LARGE = 80 };

/* ---- what an assignment costs, from the rules ----------------------------------------------------- */

static bool has(const uint32_t *list, uint32_t n, uint32_t x)
{
    for (uint32_t i = 0; i < n; i++)
        if (list[i] == x)
            return true;
    return false;
}

static int64_t distance_cost(const struct sw_assign *p, const struct sw_alike *a, uint32_t node)
{
    if (!a->prefers || has(a->node, a->n_nodes, node))
        return 0;
    return has(a->rack, a->n_racks, p->node[node].rack) ? a->price.rack : a->price.off;
}

/* Every task on every node or on none: the least total, and of those the most launches (Q3: it is launched at a
 * tie). */
struct search { const struct sw_assign *p; uint32_t task_of[MOST], n_tasks, free_slots[MOST], launched[MOST];
    int64_t best; };

static bool allowed(const struct search *s)
{
    for (uint32_t j = 0; j < s->p->n_jobs; j++)
        if (s->launched[j] < s->p->job[j].least || s->launched[j] > s->p->job[j].most)
            return false;
    return true;
}

static void try_all(struct search *s, uint32_t t, int64_t cost)
{
    if (t == s->n_tasks) {
        if (allowed(s) && cost < s->best)
            s->best = cost;
        return;
    }
    const struct sw_alike *a = &s->p->alike[s->task_of[t]];
    try_all(s, t + 1, cost + 2 * a->price.wait + 1);
    s->launched[a->job]++;
    for (uint32_t i = 0; i < s->p->n_nodes; i++)
        if (s->free_slots[i]) {
            s->free_slots[i]--;
            try_all(s, t + 1, cost + 2 * distance_cost(s->p, a, i));
            s->free_slots[i]++;
        }
    s->launched[a->job]--;
}

static int64_t least_of_all(const struct sw_assign *p)
{
    struct search s = { .p = p, .best = INT64_MAX };
    for (uint32_t g = 0; g < p->n_alike; g++)
        for (uint32_t k = 0; k < p->alike[g].n_tasks; k++)
            s.task_of[s.n_tasks++] = g;
    for (uint32_t i = 0; i < p->n_nodes; i++)
        s.free_slots[i] = p->node[i].n_slots;
    try_all(&s, 0, 0);
    return s.best;
}

/* Checks that it is an assignment, as close as it says, and adds up what it costs. */
static int64_t cost_of(const struct sw_assign *p, const struct sw_placing *out, size_t n)
{
    uint32_t used[LARGE] = { 0 }, of[LARGE] = { 0 }, launched[LARGE] = { 0 };
    int64_t cost = 0;
    for (size_t i = 0; i < n; i++) {
        const struct sw_alike *a = &p->alike[out[i].alike];
        int64_t each = distance_cost(p, a, out[i].node);
        const int64_t said[] = { 0, a->price.rack, a->price.off };
        assert_true(out[i].n_tasks > 0 && (i == 0 || out[i - 1].alike <= out[i].alike));
        assert_true(!a->prefers || each == said[out[i].at]);
        used[out[i].node] += out[i].n_tasks;
        of[out[i].alike] += out[i].n_tasks;
        launched[a->job] += out[i].n_tasks;
        cost += 2 * each * out[i].n_tasks;
    }
    for (uint32_t i = 0; i < p->n_nodes; i++)
        assert_true(used[i] <= p->node[i].n_slots);
    for (uint32_t g = 0; g < p->n_alike; g++) {
        assert_true(of[g] <= p->alike[g].n_tasks);
        cost += (p->alike[g].n_tasks - of[g]) * (2 * p->alike[g].price.wait + 1);
    }
    for (uint32_t j = 0; j < p->n_jobs; j++)
        assert_true(launched[j] >= p->job[j].least && launched[j] <= p->job[j].most);
    return cost;
}

/* ---- random problems ------------------------------------------------------------------------------ */

/* The most of each; tasks: of all together. */
struct size { uint32_t alike, nodes, jobs, tasks; };
static const struct size small = { 5, 4, 3, 6 }, large = { LARGE, 50, 9, 2 * LARGE };

struct random { struct size most; struct sw_assign p; struct sw_alike alike[LARGE]; struct sw_free_node node[LARGE];
    struct sw_launches job[LARGE]; uint32_t place[LARGE][2][LARGE]; };

static uint32_t some_of(struct sw_chance *c, uint32_t *out, uint32_t below)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < below; i++)
        if (sw_chance_below(c, 3) == 0)
            out[n++] = i;
    return n;
}

static void draw_tasks(struct random *r, struct sw_chance *c)
{
    uint32_t tasks = 0;
    for (uint32_t g = 0; g < r->p.n_alike; g++) {
        struct sw_alike *a = &r->alike[g];
        *a = (struct sw_alike){ .job = (uint32_t)sw_chance_below(c, r->p.n_jobs),
                                .n_tasks = 1 + (uint32_t)sw_chance_below(c, 2),
                                .prefers = sw_chance_below(c, 6) > 0, .node = r->place[g][0], .rack = r->place[g][1] };
        if (tasks + a->n_tasks > r->most.tasks)
            a->n_tasks = tasks < r->most.tasks;
        tasks += a->n_tasks;
        a->price.rack = 1 + (int64_t)sw_chance_below(c, 9);
        a->price.off = a->price.rack + 1 + (int64_t)sw_chance_below(c, 9);
        a->price.wait = (int64_t)sw_chance_below(c, 25);
        if (!a->prefers)
            continue;
        a->n_nodes = some_of(c, r->place[g][0], r->p.n_nodes);
        for (uint32_t k = 0; k < r->p.n_racks; k++) { /* a rack with a replica on a free node, or on another */
            bool there = sw_chance_below(c, 4) == 0;
            for (uint32_t i = 0; i < a->n_nodes; i++)
                there |= r->node[a->node[i]].rack == k;
            if (there)
                r->place[g][1][a->n_racks++] = k;
        }
    }
}

static void draw(struct random *r, struct size size, uint64_t number)
{
    struct sw_chance c = sw_chance_start(number, SW_CHANCE_PHASE, 0, 0);
    r->most = size;
    r->p = (struct sw_assign){ r->alike, r->node, r->job, 1 + (uint32_t)sw_chance_below(&c, size.alike),
                               1 + (uint32_t)sw_chance_below(&c, size.nodes), 0,
                               1 + (uint32_t)sw_chance_below(&c, size.jobs) };
    for (uint32_t i = 0; i < r->p.n_nodes; i++) {
        r->node[i] = (struct sw_free_node){ (uint32_t)sw_chance_below(&c, r->p.n_racks + 1),
                                            1 + (uint32_t)sw_chance_below(&c, 2) };
        r->p.n_racks += r->node[i].rack == r->p.n_racks;
    }
    draw_tasks(r, &c);
    uint32_t left = 0, waiting[LARGE] = { 0 };
    for (uint32_t i = 0; i < r->p.n_nodes; i++)
        left += r->node[i].n_slots;
    for (uint32_t g = 0; g < r->p.n_alike; g++)
        waiting[r->alike[g].job] += r->alike[g].n_tasks;
    bool exact = sw_chance_below(&c, 2), of_one_stage = sw_chance_below(&c, 2); /* share=fair, share=none */
    bool at_least = exact && sw_chance_below(&c, 3) == 0; /* no policy does so, but a caller may */
    for (uint32_t g = 0; of_one_stage && g < r->p.n_alike; g++)
        for (uint32_t k = 0; k < g; k++)
            if (r->alike[k].job == r->alike[g].job)
                r->alike[g].price.wait = r->alike[k].price.wait;
    for (uint32_t j = 0; j < r->p.n_jobs; j++) {
        uint32_t most = waiting[j] < left ? waiting[j] : left, n = (uint32_t)sw_chance_below(&c, most + 1);
        r->job[j] = exact ? (struct sw_launches){ n, n } : (struct sw_launches){ 0, UINT32_MAX };
        if (at_least)
            r->job[j].most = n + (uint32_t)sw_chance_below(&c, 3);
        left -= exact ? n : 0;
    }
}

/* Nothing is no answer, if something must be launched; else it costs the least. */
static void at_home_or_nothing(const struct sw_assign *p, int64_t least, int *n_found)
{
    struct sw_placing *out;
    size_t n;
    struct sw_err err = { 0 };
    assert_int_equal(sw_assign_solve(p, SW_SOLVE_AT_HOME, &out, &n, &err), SW_OK);
    if (n)
        assert_int_equal(cost_of(p, out, n), least);
    *n_found += n > 1;
    free(out);
}

static void costs_exactly(const struct sw_assign *p, int64_t least, int number)
{
    for (enum sw_solver solver = SW_SOLVE_WAYS; solver <= SW_SOLVE_PLAIN_FIRST; solver++) {
        struct sw_placing *out;
        size_t n;
        struct sw_err err = { 0 };
        assert_int_equal(sw_assign_solve(p, solver, &out, &n, &err), SW_OK);
        if (cost_of(p, out, n) != least)
            fail_msg("problem %d, solver %d: costs %lld, not %lld", number, (int)solver,
                     (long long)cost_of(p, out, n), (long long)least);
        free(out);
    }
}

static void costs_no_more_than_any_other(void **state)
{
    int n_found = 0;
    (void)state;
    for (int number = 1; number <= 2000; number++) {
        struct random r = { 0 };
        draw(&r, small, (uint64_t)number);
        int64_t least = least_of_all(&r.p);
        assert_int_equal(by_glpk_least_cost(&r.p, false), least);
        assert_int_equal(by_glpk_least_cost(&r.p, true), least);
        costs_exactly(&r.p, least, number);
        at_home_or_nothing(&r.p, least, &n_found);
    }
    assert_true(n_found > 200);
}

/* The networks share no code. */
static void costs_what_glpk_says(void **state)
{
    static struct random r;
    int n_found = 0;
    (void)state;
    for (int number = 1; number <= 500; number++) {
        memset(&r, 0, sizeof r);
        draw(&r, large, (uint64_t)number);
        int64_t least = by_glpk_least_cost(&r.p, false);
        costs_exactly(&r.p, least, number);
        at_home_or_nothing(&r.p, least, &n_found);
    }
}

/* ---- by hand ---------------------------------------------------------------------------------------- */

/* Two nodes with a free slot each. Task 0 has its data on both, task 1 on node 0 alone: in turn, task 0 would take node
 * 0 and task 1 go without. */
static void looks_at_all_tasks_together(void **state)
{
    (void)state;
    const uint32_t both[] = { 0, 1 }, first[] = { 0 }, rack[] = { 0 };
    const struct sw_price price = { 125, 250, 0 };
    const struct sw_alike alike[] =
        { { 0, 1, true, price, both, rack, 2, 1 }, { 0, 1, true, price, first, rack, 1, 1 } };
    const struct sw_free_node node[] = { { 0, 1 }, { 0, 1 } };
    const struct sw_launches job[] = { { 0, 2 } };
    const struct sw_assign p = { alike, node, job, 2, 2, 1, 1 };
    struct sw_placing *out;
    size_t n;
    struct sw_err err = { 0 };
    assert_int_equal(sw_assign_solve(&p, SW_SOLVE_WAYS, &out, &n, &err), SW_OK);
    assert_int_equal(n, 2);
    assert_int_equal(out[0].node, 1);
    assert_int_equal(out[1].node, 0);
    assert_true(out[0].at == SW_LEVEL_NODE && out[1].at == SW_LEVEL_NODE);
    free(out);
}

static struct sw_price price_of(const char *spec, uint64_t bytes, int64_t waited_us)
{
    struct sw_global_rule rule;
    struct sw_err err = { 0 };
    assert_int_equal(sw_global_find(spec, &rule, &err), SW_OK);
    return rule.policy->price(&rule, bytes, waited_us);
}

static void prices(void **state)
{
    (void)state;
    /* rule Q3 by hand: 2^27 bytes are 1/8 of 2^30; 1000 * 1/8 * 1, * 2; 1.5 s at 0.5 a second */
    struct sw_price p = price_of("quincy", UINT64_C(1) << 27, 1500000);
    assert_true(p.rack == 125 && p.off == 250 && p.wait == 750);
    p = price_of("quincy", 0, 0); /* not known: 2^27 */
    assert_true(p.rack == 125 && p.off == 250 && p.wait == 0);
    p = price_of("quincy:rack=3,any=20,wait=2", UINT64_C(1) << 30, 999); /* 0.000999 * 2 * 1000 = 1.998 */
    assert_true(p.rack == 3000 && p.off == 20000 && p.wait == 2);
    p = price_of("quincy", 1, 0); /* moving nothing to speak of is dearer than moving nothing */
    assert_true(p.rack == 1 && p.off == 2);
    /* and waiting for ever dearer than moving everything */
    p = price_of("quincy:any=1000000", UINT64_MAX, INT64_MAX / 4);
    assert_true(p.rack == 12500000 && p.off == 12500001 && p.wait == 25000000);
}

/* The tasks' gains at several times, beside the order of their marks. */
static void marks_say_whose_launch_saves_more(void **state)
{
    (void)state;
    static const char *const specs[] = { "quincy", "quincy:wait=0.3", "quincy:wait=7.000001", "quincy:wait=0.001",
                                         "quincy:wait=1000000" };
    struct sw_chance c = sw_chance_start(20, SW_CHANCE_PHASE, 0, 0);
    for (int run = 0; run < 100000; run++) {
        struct sw_global_rule rule;
        assert_int_equal(sw_global_find(specs[run % 5], &rule, NULL), SW_OK);
        int64_t ready_us[2], cost[2], gain[2], now_us = 1000000 + (int64_t)sw_chance_below(&c, 5000000);
        struct sw_mark mark[2];
        for (int i = 0; i < 2; i++) {
            ready_us[i] = (int64_t)sw_chance_below(&c, run % 2 ? 1000000 : 20);
            cost[i] = (int64_t)sw_chance_below(&c, run % 3 ? 4 : 100000);
            mark[i] = rule.policy->mark(&rule, ready_us[i], cost[i]);
            gain[i] = rule.policy->price(&rule, 0, now_us - ready_us[i]).wait - cost[i];
            if (now_us - ready_us[i] > rule.policy->longest_us(&rule))
                gain[i] = INT64_MAX;
        }
        if (gain[0] == INT64_MAX || gain[1] == INT64_MAX)
            continue;
        bool lower = mark[0].us != mark[1].us ? mark[0].us < mark[1].us : mark[0].rest < mark[1].rest,
             same = mark[0].us == mark[1].us && mark[0].rest == mark[1].rest;
        assert_true(same ? gain[0] == gain[1] : lower ? gain[0] >= gain[1] : gain[0] <= gain[1]);
    }
    struct sw_global_rule rule;
    assert_int_equal(sw_global_find("quincy", &rule, NULL), SW_OK);
    int64_t longest_us = rule.policy->longest_us(&rule); /* the cost is cut right behind it */
    assert_int_equal(rule.policy->price(&rule, 0, longest_us).wait, 25000000);
    assert_int_equal(longest_us, 50000000000 + 999);
}

static void policies_are_found_by_name_and_nonsense_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = { "quinci", "none:1", "quincy:", "quincy:rack", "quincy:rack=x", "quincy:rack=-1",
                                       "quincy:wait=0", "quincy:share=all",
                                       "quincy:every=-1s", "quincy:every=x", "quincy:of=1", "quincy:rack=3,any=2",
                                       "quincy:rack=1,", "quincy:any=2000000" };
    struct sw_global_rule rule;
    for (size_t i = 0; sw_globals[i]; i++) {
        struct sw_err err = { 0 };
        assert_int_equal(sw_global_find(sw_globals[i]->name, &rule, &err), SW_OK);
        assert_ptr_equal(rule.policy, sw_globals[i]);
        assert_int_equal(rule.policy->decides, rule.policy->price != NULL);
        assert_true(strlen(rule.policy->summary) > 0);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct sw_err err = { 0 };
        if (sw_global_find(bad[i], &rule, &err) == SW_OK)
            fail_msg("'%s' is taken", bad[i]);
        assert_int_equal(strncmp(err.text, "global: ", 8), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_no_more_than_any_other),
        cmocka_unit_test(costs_what_glpk_says),
        cmocka_unit_test(looks_at_all_tasks_together),
        cmocka_unit_test(prices),
        cmocka_unit_test(marks_say_whose_launch_saves_more),
        cmocka_unit_test(policies_are_found_by_name_and_nonsense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
