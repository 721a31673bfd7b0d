/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_sched.c - the registries, and each part's rule on cases worked out by hand. */
#include <string.h>
#include "lib/sched/sw_arithmetic.h"
#include "tests/unit/cmocka_all.h"
#include "slotwise/sw_sched.h"

#define S INT64_C(1000000) /* a second in microseconds, and one in millionths */

/* ---- the registries --------------------------------------------------------------------------- */

/* Orders that cannot do without parameters, with some. */
static const char *spec_of(const struct sw_order *policy)
{
    return !strcmp(policy->name, "hod") ? "hod:3" : !strcmp(policy->name, "mlq") ? "mlq:10"
         : !strcmp(policy->name, "usage") ? "usage:1h" : !strcmp(policy->name, "windows") ? "windows:1h,8,0.7"
         : !strcmp(policy->name, "quota-usage") ? "quota-usage:1,1h" : policy->name;
}

static void every_order_is_found_by_its_name(void **state)
{
    (void)state;
    for (size_t i = 0; sw_orders[i]; i++) {
        struct sw_order_rule found = { 0 };
        struct sw_err err = { 0 };
        assert_int_equal(sw_order_find(spec_of(sw_orders[i]), &found, &err), SW_OK);
        assert_ptr_equal(found.policy, sw_orders[i]);
        assert_true(strlen(found.policy->summary) > 0);
        assert_non_null(found.policy->job_key);
        assert_int_equal(found.policy->uses_pools || found.n_queues > 0, found.policy->pool_key != NULL);
    }
}

/* What lets the replay change nothing but num in a key when tasks launch and end. */
static void num_is_running_where_it_says_so(void **state)
{
    const struct sw_job_view before = { .running = 7, .demand = 20, .tasks = 30, .tasks_left = 25, .weight = 3 * S,
                                        .priority = SW_HIGH };
    const struct sw_job_view after = { .running = 9, .demand = 11, .tasks = 30, .tasks_left = 13, .weight = 3 * S,
                                       .priority = SW_HIGH };
    (void)state;
    for (size_t i = 0; sw_orders[i]; i++) {
        struct sw_key was = { 0 }, is = { 0 };
        if (!sw_orders[i]->num_is_running)
            continue;
        assert_true(sw_orders[i]->follows_running);
        assert_false(sw_orders[i]->follows_done || sw_orders[i]->update_us || sw_orders[i]->moved);
        sw_orders[i]->job_key(&before, &was);
        sw_orders[i]->job_key(&after, &is);
        assert_int_equal(is.num, 9);
        was.num = is.num;
        assert_memory_equal(&was, &is, sizeof is);
    }
}

/* The parameters that a rule says it takes, with numbers in their place. */
static const char *example_of(const struct sw_delay *policy)
{
    static const char *const examples[] = {
        "none", "skips:5,7", "wait:5s,7s,all", "yarn:0.1,0.2", "yarn-time:1s,2s", "capacity:40,-1,rack",
        "spark:3s,3s,3s", "adaptive:9s",
        NULL, /* of the examples */
    };
    size_t len = strlen(policy->name);
    for (size_t i = 0; examples[i]; i++)
        if (!strncmp(examples[i], policy->name, len) && strchr(":", examples[i][len]))
            return examples[i];
    fail_msg("a new part: give an example of '%s' here", policy->name);
    return NULL;
}

static void every_delay_is_found_by_its_name(void **state)
{
    (void)state;
    for (size_t i = 0; sw_delays[i]; i++) {
        struct sw_delay_rule rule;
        struct sw_err err = { 0 };
        assert_int_equal(sw_delay_find(example_of(sw_delays[i]), &rule, &err), SW_OK);
        assert_ptr_equal(rule.policy, sw_delays[i]);
        assert_true(strlen(rule.policy->summary) > 0);
        assert_int_equal(rule.policy->params == NULL, rule.clock == SW_DELAY_NONE);
    }
}

/* What is always so of a delay rule: a closer launch is never allowed later, and 'node' at once. */
static void nearer_is_never_later(void **state)
{
    (void)state;
    for (size_t i = 0; sw_delays[i]; i++)
        for (int now = SW_LEVEL_NODE; now <= SW_LEVEL_ANY; now++) {
            const struct sw_waits w = { 5, 7 };
            const struct sw_delay *policy = sw_delays[i];
            int64_t node = policy->allowed_at(&w, (enum sw_level)now, SW_LEVEL_NODE),
                rack = policy->allowed_at(&w, (enum sw_level)now, SW_LEVEL_RACK);
            assert_int_equal(node, 0);
            assert_true(node <= rack && rack <= policy->allowed_at(&w, (enum sw_level)now, SW_LEVEL_ANY));
        }
}

static void every_eviction_is_found_by_its_name(void **state)
{
    (void)state;
    for (size_t i = 0; sw_evicts[i]; i++) {
        const struct sw_evict *found = NULL;
        struct sw_err err = { 0 };
        assert_int_equal(sw_evict_find(sw_evicts[i]->name, &found, &err), SW_OK);
        assert_ptr_equal(found, sw_evicts[i]);
        assert_true(strlen(found->summary) > 0);
        assert_int_equal(found->before == NULL, !strcmp(found->name, "none"));
    }
}

/* What a choice of victim needs: of two jobs exactly one goes before the other, and no job before itself. */
static void of_two_jobs_one_is_evicted_first(void **state)
{
    static const struct sw_evict_view job[] = { { 0, 1, 10, 9, 900 }, { 5 * S, 2, 10, 1, 100 }, { 5 * S, 3, 4, 1, 100 },
                                                { 0, 4, 20, 18, 100 } };
    (void)state;
    for (size_t i = 0; sw_evicts[i]; i++)
        for (int a = 0; a < 4 && sw_evicts[i]->before; a++)
            for (int b = 0; b < 4; b++)
                assert_int_equal(sw_evicts[i]->before(&job[a], &job[b]),
                                 a != b && !sw_evicts[i]->before(&job[b], &job[a]));
}

/* Rule A9. Tasks done: 9 of 10, 1 of 10, 1 of 4, 18 of 20 (as much as 9 of 10: the later one goes). */
static void each_eviction_goes_by_its_own(void **state)
{
    static const struct sw_evict_view big = { 0, 1, 10, 9, 900 }, late = { 5 * S, 2, 10, 1, 100 },
        small = { 5 * S, 3, 4, 1, 100 }, even = { 0, 4, 20, 18, 100 };
    const struct sw_evict *latest, *progress, *space;
    struct sw_err err = { 0 };
    (void)state;
    assert_int_equal(sw_evict_find("latest", &latest, &err) | sw_evict_find("least-progress", &progress, &err)
                     | sw_evict_find("most-space", &space, &err), SW_OK);
    assert_true(latest->before(&late, &big) && latest->before(&small, &late) && latest->before(&even, &big));
    assert_true(progress->before(&late, &small) && progress->before(&small, &big) && progress->before(&even, &big));
    assert_true(space->before(&big, &small) && space->before(&small, &late) && space->before(&late, &even));
}

static void an_unknown_name_is_told_with_the_nearest(void **state)
{
    (void)state;
    struct sw_order_rule order;
    struct sw_delay_rule rule;
    struct sw_err err = { 0 };
    assert_int_equal(sw_order_find("fiar", &order, &err), SW_FAIL);
    assert_non_null(strstr(err.text, "did you mean 'fair'?"));
    assert_int_equal(sw_delay_find("wiat:5s", &rule, &err), SW_FAIL);
    assert_non_null(strstr(err.text, "did you mean 'wait'?"));
}

static void parameters_that_make_no_sense_are_refused(void **state)
{
    static const char *const bad[] = { "none:1", "skips", "skips:", "skips:-1", "skips:1,2,3", "skips:1.5", "skips:1,",
                                       "wait", "wait:", "wait:-1s", "wait:x", "wait:1,2,some", "wait:1,2,all,3",
                                       "wait:1,,all", "yarn", "yarn:0.1", "yarn:x,1", "yarn:1,2,3",
                                       "yarn-time", "yarn-time:1s", "yarn-time:-1,1", "yarn-time:1,2,3",
                                       "capacity", "capacity:-2", "capacity:1.5", "capacity:4,x", "capacity:4,-2",
                                       "capacity:4,1,off", "capacity:4,1,rack,1",
                                       "spark", "spark:3s", "spark:3s,3s", "spark:3s,-1s,3s", "spark:3s,3s,3s,3s",
                                       "adaptive:x", "adaptive:-1s", "adaptive:3s,3s" };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct sw_delay_rule rule;
        struct sw_err err = { 0 };
        if (sw_delay_find(bad[i], &rule, &err) == SW_OK)
            fail_msg("taken: '%s'", bad[i]);
        assert_int_equal(err.exit, SW_EXIT_USAGE);
    }
}

static void orders_with_parameters_that_make_no_sense_are_refused(void **state)
{
    static const char *const bad[] = { "fifo:1", "hfs:lac", "capacity:1", "deficit:", "deficit:1s", "deficit:1s,3",
                                       "deficit:0,3,300s", "deficit:x,3,300s", "deficit:1s,0,300s",
                                       "deficit:1s,x,300s", "deficit:1s,2000,300s", "deficit:1s,3,-1s",
                                       "deficit:1s,3,300s,0", "deficit:1s,3,300s,x", "deficit:1s,3,300s,1,1",
                                       "mlq", "mlq:", "mlq:0", "mlq:5,5", "mlq:5,3", "mlq:x", "mlq:5,", "mlq:1.5",
                                       "mlq:5;", "mlq:5;1", "mlq:5;1,2,3", "mlq:5;1,-2", "mlq:5;1,x", "mlq:5;1,2;3",
                                       "mlq:5;1,1e-9", "mlq:5;1,2,", "mlq:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16" };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct sw_order_rule rule;
        struct sw_err err = { 0 };
        if (sw_order_find(bad[i], &rule, &err) == SW_OK)
            fail_msg("taken: '%s'", bad[i]);
        assert_int_equal(err.exit, SW_EXIT_USAGE);
    }
}

/* ---- order -------------------------------------------------------------------------------------- */

static const struct sw_order *order(const char *name)
{
    struct sw_order_rule found = { 0 };
    struct sw_err err = { 0 };
    assert_int_equal(sw_order_find(!strcmp(name, "mlq") ? "mlq:10" : name, &found, &err), SW_OK);
    return found.policy;
}

static struct sw_key job(const char *rule, int64_t running, int64_t weight, enum sw_priority priority)
{
    const struct sw_job_view view =
        { .running = running, .demand = running + 1, .weight = weight, .priority = priority };
    struct sw_key key = { 0 };
    order(rule)->job_key(&view, &key);
    return key;
}

static struct sw_key pool(const char *rule, int64_t running, int64_t min, int64_t demand, int64_t weight)
{
    const struct sw_pool_view view =
        { .running = running, .demand = demand, .min = min, .max = 1000, .weight = weight };
    struct sw_key key = { 0 };
    order(rule)->pool_key(&view, &key);
    return key;
}

static void comes_first(struct sw_key a, struct sw_key b)
{
    assert_true(sw_key_cmp(&a, &b) < 0);
    assert_true(sw_key_cmp(&b, &a) > 0);
}

static void level(struct sw_key a, struct sw_key b) { assert_int_equal(sw_key_cmp(&a, &b), 0); }

/* rule O2: priority first, running tasks do not count. */
static void fifo_goes_by_priority(void **state)
{
    (void)state;
    comes_first(job("fifo", 9, S, SW_VERY_HIGH), job("fifo", 0, S, SW_HIGH));
    comes_first(job("fifo", 9, S, SW_LOW), job("fifo", 0, S, SW_VERY_LOW));
    level(job("fifo", 9, S, SW_NORMAL), job("fifo", 0, 5 * S, SW_NORMAL));
}

/* rule O3: ES algorithm 1, nothing but running tasks. */
static void fair_goes_by_running_tasks(void **state)
{
    (void)state;
    comes_first(job("fair", 2, S, SW_VERY_LOW), job("fair", 3, 100 * S, SW_VERY_HIGH));
    level(job("fair", 2, S, SW_VERY_LOW), job("fair", 2, 9 * S, SW_HIGH));
}

/* rule O5: running / (weight x factor), factors 4 2 1 1/2 1/4: 8 running at very_high weigh as 4 at high, 2 at
 * normal. */
static void hfs_jobs_go_by_running_over_weight_and_priority(void **state)
{
    (void)state;
    level(job("hfs", 8, S, SW_VERY_HIGH), job("hfs", 4, S, SW_HIGH));
    level(job("hfs", 4, S, SW_HIGH), job("hfs", 2, S, SW_NORMAL));
    level(job("hfs", 2, S, SW_NORMAL), job("hfs", 1, S, SW_LOW));
    level(job("hfs", 2, S, SW_LOW), job("hfs", 1, S, SW_VERY_LOW));
    comes_first(job("hfs", 5, 3 * S, SW_NORMAL), job("hfs", 2, S, SW_NORMAL)); /* 5/3 < 2 */
    comes_first(job("hfs", 3, S, SW_NORMAL), job("hfs", 1, S / 3, SW_NORMAL)); /* 3 < 1/0.333333 */
}

/* rule O4: below e = min(min, demand) first, by running/e; then running/weight; weight 0 last. */
static void hfs_pools_below_their_minimum_come_first(void **state)
{
    (void)state;
    comes_first(pool("hfs", 9, 10, 20, S), pool("hfs", 0, 0, 20, 100 * S));
    comes_first(pool("hfs", 1, 10, 20, S), pool("hfs", 1, 5, 20, S));   /* 1/10 before 1/5 */
    comes_first(pool("hfs", 1, 10, 2, S), pool("hfs", 6, 10, 20, S));   /* e = 2: 1/2 before 6/10 */
    comes_first(pool("hfs", 6, 10, 20, S), pool("hfs", 2, 10, 2, S));   /* wants no more than 2 and has them */
    comes_first(pool("hfs", 3, 0, 9, 2 * S), pool("hfs", 2, 0, 9, S));  /* 3/2 before 2 */
    comes_first(pool("hfs", 99, 0, 100, 1), pool("hfs", 0, 0, 9, 0));   /* weight 0 last */
    level(pool("hfs", 2, 0, 9, 0), pool("hfs", 2, 0, 30, 0));
}

/* rule O4: hfs:lack orders the needy by what they lack: 10 - 4 = 6 before 5 - 0 = 5, where hfs has 0/5 before 4/10. */
static void lack_orders_the_needy_by_what_they_lack(void **state)
{
    (void)state;
    comes_first(pool("hfs:lack", 4, 10, 20, S), pool("hfs:lack", 0, 5, 20, S));
    comes_first(pool("hfs", 0, 5, 20, S), pool("hfs", 4, 10, 20, S));
    comes_first(pool("hfs:lack", 3, 0, 9, 2 * S), pool("hfs:lack", 2, 0, 9, S));
}

/* rule O4.4: at 1/3 of their minimums 1/2 comes before 2/3; Hadoop 1 has a tie there. Weight 0 is behind. */
static void yarn_goes_on_to_the_weight(void **state)
{
    (void)state;
    comes_first(pool("hfs:yarn", 1, 3, 20, 2 * S), pool("hfs:yarn", 2, 6, 20, 3 * S));
    level(pool("hfs", 1, 3, 20, 2 * S), pool("hfs", 2, 6, 20, 3 * S));
    comes_first(pool("hfs:yarn", 1, 10, 20, S), pool("hfs:yarn", 1, 5, 20, 9 * S));
    comes_first(pool("hfs:yarn", 2, 6, 20, 1), pool("hfs:yarn", 1, 3, 20, 0));
    comes_first(pool("hfs:yarn", 1, 3, 20, 0), pool("hfs:yarn", 2, 6, 20, 0));
    level(pool("hfs:yarn", 3, 0, 9, S), pool("hfs:yarn", 3, 0, 9, S));
}

/* rule P5: HTCondor's manual (user-priorities-negotiation.rst): "a user whose RUP was 10 has no running jobs, that
 * user's RUP would be 5 one day later, 2.5 two days later"; "begins with a RUP of one half". */
static void negotiation_halves_usage_in_a_day(void **state)
{
    struct sw_order_rule rule = { 0 };
    struct sw_claimed had = { .slots = 10 }, fresh = { 0 };
    (void)state;
    assert_int_equal(sw_order_find("negotiate", &rule, NULL), SW_OK);
    assert_float_equal(sw_negotiate_usage(&rule, &had, 86400 * S), 5, 1e-12);
    assert_float_equal(sw_negotiate_usage(&rule, &had, 2 * 86400 * S), 2.5, 1e-12);
    assert_float_equal(sw_negotiate_usage(&rule, &had, 20 * 86400 * S), 0.5, 0);
    assert_float_equal(sw_negotiate_usage(&rule, &fresh, 86400 * S), 0.5, 0);
    sw_negotiate_cycle_ends(&rule, &had, 86400 * S, 10);
    assert_float_equal(sw_negotiate_usage(&rule, &had, 2 * 86400 * S), 7.5, 1e-12);
}

/* rule P6: "A with EUP=5 will receive twice as many resources as user B with EUP=10 and four times as many resources as
 * user C with EUP=20". */
static void negotiation_divides_by_priority(void **state)
{
    struct sw_slice slice[] = { { .priority = 5 }, { .priority = 10 }, { .priority = 20, .claims = 4 } };
    (void)state;
    assert_float_equal(sw_negotiate_pie(slice, 3, 70), 66, 1e-9);
    assert_float_equal(slice[0].limit, 40, 1e-9);
    assert_float_equal(slice[1].limit, 20, 1e-9);
    assert_float_equal(slice[2].limit, 6, 1e-9);
    assert_float_equal(sw_negotiate_priority(0.5, S / 10), 5, 1e-12);
    assert_true(sw_negotiate_permits(2.5, 1, 1) && !sw_negotiate_permits(2.5, 1, 2));
    assert_true(sw_negotiate_permits(0.1, 0.99, 0) && !sw_negotiate_permits(0.1, 0.5, 0));
    assert_false(sw_negotiate_permits(0, 1, 0));
}

/* rules U7 and U8, by hand: of two pools of equal weight, N = 1/2 each, all usage is of the first, so E/N is 2 and 0.
 * That holds for the least usage there is, a millionth of a slot, as for more. */
static void product_divides_any_usage(void **state)
{
    struct sw_order_rule rule = { .usage_product = true };
    (void)state;
    for (double used = 1e-6; used < 1e6; used *= 1000) {
        struct sw_usage_claimant c[] =
            { { .parent = SW_USAGE_TOP, .weight = 1, .used = used }, { .parent = SW_USAGE_TOP, .weight = 1 } };
        int64_t sum[3];
        sw_usage_keys(&rule, c, 2, sum);
        assert_int_equal(c[0].key, 2 * S);
        assert_int_equal(c[1].key, 0);
    }
}

/* rule O10: fewer than its minimum first, whatever the deficits; then the largest deficit. */
static void deficit_goes_by_need_then_by_what_was_missed(void **state)
{
    const struct { int64_t running, min, deficit; } in_order[] =
        { { 0, 2, -9 * S }, { 1, 2, -10 * S }, { 2, 2, 7 * S }, { 0, 0, 6 * S }, { 5, 0, -S } };
    struct sw_key key[5] = { { 0 } };
    (void)state;
    for (int i = 0; i < 5; i++)
        order("deficit")->job_key(&(struct sw_job_view){ .running = in_order[i].running, .min = in_order[i].min,
                                                         .deficit = in_order[i].deficit }, &key[i]);
    for (int i = 0; i < 4; i++)
        comes_first(key[i], key[i + 1]);
}

/* rule O11: up to a bound is below it; running/weight between the queues, weight 0 last; inside as fifo. */
static void mlq_queues_by_number_of_tasks(void **state)
{
    static const int64_t tasks[] = { 1, 10, 11, 100, 101, 1000000 };
    static const uint32_t queue[] = { 0, 0, 1, 1, 2, 2 };
    struct sw_order_rule rule = { 0 };
    struct sw_err err = { 0 };
    (void)state;
    assert_int_equal(sw_order_find("mlq:10,100;4,0.5,0", &rule, &err), SW_OK);
    assert_int_equal(rule.n_queues, 3);
    for (int i = 0; i < 6; i++)
        assert_int_equal(sw_mlq_queue(&rule, tasks[i]), queue[i]);
    assert_int_equal(rule.queue_weight[0], 4 * S);
    assert_int_equal(rule.queue_weight[1], S / 2);
    assert_int_equal(rule.queue_weight[2], 0);
    assert_int_equal(sw_order_find("mlq:10", &rule, &err), SW_OK);
    assert_int_equal(rule.queue_weight[1], S);
    comes_first(pool("mlq", 7, 0, 9, 4 * S), pool("mlq", 1, 0, 9, S / 2)); /* 7/4 before 2 */
    comes_first(pool("mlq", 99, 0, 9, 1), pool("mlq", 0, 0, 9, 0));
    comes_first(job("mlq", 9, S, SW_HIGH), job("mlq", 0, S, SW_NORMAL));
}

/* rule O12: running/capacity: 7/0.7 and 3/0.3 are level, 4/0.5 comes before; capacity 0 last, and then by running. */
static void capacity_goes_by_running_over_what_is_guaranteed(void **state)
{
    const struct { int64_t running, capacity; } in[] =
        { { 4, 500000 }, { 7, 700000 }, { 3, 300000 }, { 0, 0 }, { 1, 0 } };
    struct sw_key key[5] = { { 0 } };
    (void)state;
    for (int i = 0; i < 5; i++)
        order("capacity")->pool_key(&(struct sw_pool_view){ .running = in[i].running, .capacity = in[i].capacity,
                                                            .weight = S, .min = 9, .demand = 9 }, &key[i]);
    comes_first(key[0], key[1]);
    level(key[1], key[2]);
    comes_first(key[2], key[3]);
    comes_first(key[3], key[4]);
}

/* rule O7: with numbers near 2^62, which doubles would call equal. */
static void ratios_compare_exactly(void **state)
{
    (void)state;
    const int64_t big = INT64_C(1) << 62;
    comes_first((struct sw_key){ .num = big - 1, .den = big }, (struct sw_key){ .num = 1, .den = 1 });
    comes_first((struct sw_key){ .num = big - 2, .den = big - 1 }, (struct sw_key){ .num = big - 1, .den = big });
    level((struct sw_key){ .num = big / 2, .den = big / 4 }, (struct sw_key){ .num = 2, .den = 1 });
    comes_first((struct sw_key){ .num = -3, .den = 1 }, (struct sw_key){ .num = -5, .den = 2 });
}

/* rule O1 */
static void ties_go_by_submission_then_place(void **state)
{
    (void)state;
    const struct sw_key a = { .num = 1, .den = 2, .tie_us = 5, .tie = 9 },
        b = { .num = 2, .den = 4, .tie_us = 6, .tie = 1 };
    const struct sw_key c = { .num = 2, .den = 4, .tie_us = 6, .tie = 2 };
    comes_first(a, b);
    comes_first(b, c);
}

/* ---- delay -------------------------------------------------------------------------------------- */

static struct sw_delay_rule rule_of(const char *spec)
{
    struct sw_delay_rule rule;
    struct sw_err err = { 0 };
    assert_int_equal(sw_delay_find(spec, &rule, &err), SW_OK);
    return rule;
}

/* rule D3: rack at D1, any at D1 + D2; D2 missing: any at D1. Only a node-local launch starts anew. */
static void skips_are_counted_to_d1_and_d1_plus_d2(void **state)
{
    struct sw_delay_rule r = rule_of("skips:5,7"), one = rule_of("skips:5");
    enum sw_level level_now = SW_LEVEL_NODE;
    (void)state;
    assert_int_equal(r.policy->allowed_at(&r.waits, SW_LEVEL_NODE, SW_LEVEL_RACK), 5);
    assert_int_equal(r.policy->allowed_at(&r.waits, SW_LEVEL_NODE, SW_LEVEL_ANY), 12);
    assert_int_equal(one.policy->allowed_at(&one.waits, SW_LEVEL_NODE, SW_LEVEL_ANY), 5);
    assert_true(r.policy->launched(&level_now, SW_LEVEL_NODE));
    assert_false(r.policy->launched(&level_now, SW_LEVEL_RACK));
    assert_false(r.policy->launched(&level_now, SW_LEVEL_ANY));
}

/* rule D4: the table of ES algorithm 3 with W1 = 5 s, W2 = 7 s. */
static void waits_go_by_level(void **state)
{
    static const int64_t due[3][3] = { { 0, 5 * S, 12 * S }, { 0, 0, 7 * S }, { 0, 0, 0 } }; /* [level][wanted] */
    struct sw_delay_rule r = rule_of("wait:5s,7s");
    (void)state;
    for (int now = 0; now < 3; now++)
        for (int wanted = 0; wanted < 3; wanted++) {
            enum sw_level level_now = (enum sw_level)now;
            assert_int_equal(r.policy->allowed_at(&r.waits, level_now, (enum sw_level)wanted), due[now][wanted]);
            assert_true(r.policy->launched(&level_now, (enum sw_level)wanted));
            assert_int_equal(level_now, wanted);
        }
}

/* So many offers reach a stage; the level after them. */
static enum sw_level after_offers(const struct sw_delay_rule *r, struct sw_opportunities *o, int n,
                                  const struct sw_asked *asked)
{
    for (int i = 0; i < n; i++)
        r->policy->yarn->offered(r, o, 1, asked->nodes, 0);
    return r->policy->yarn->allowed(r, o, asked);
}

/* rules D8, Y6: strictly more than F nodes, each count from 0: 0.23 * 100 = 23 gives 24; F above 1 is cut to 1: 101. A
 * closer launch puts the level back and leaves the count, others leave both. With 3 nodes and 0.5 the second offer
 * opens the rack; with F = 0 the first does not. Negative: none. */
static void yarn_counts_missed_nodes(void **state)
{
    struct sw_delay_rule r = rule_of("yarn:0.23,1.5"), half = rule_of("yarn:0.5,0.5"), zero = rule_of("yarn:0,0");
    const struct sw_asked hundred = { .nodes = 100 }, three = { .nodes = 3 };
    struct sw_opportunities o = { 0 }, of_half = { 0 }, of_zero = { 0 };
    (void)state;
    assert_int_equal(after_offers(&r, &o, 23, &hundred), SW_LEVEL_NODE);
    assert_int_equal(after_offers(&r, &o, 1, &hundred), SW_LEVEL_RACK);
    assert_int_equal(after_offers(&r, &o, 100, &hundred), SW_LEVEL_RACK);
    assert_int_equal(after_offers(&r, &o, 1, &hundred), SW_LEVEL_ANY);
    assert_int_equal(after_offers(&r, &o, 7, &hundred), SW_LEVEL_ANY);
    r.policy->yarn->launched(&r, &o, SW_LEVEL_ANY, 100);
    assert_int_equal(o.level, SW_LEVEL_ANY);
    r.policy->yarn->launched(&r, &o, SW_LEVEL_RACK, 100);
    assert_int_equal(o.level, SW_LEVEL_RACK);
    assert_int_equal(o.count, 7);
    assert_int_equal(after_offers(&half, &of_half, 1, &three), SW_LEVEL_NODE);
    assert_int_equal(after_offers(&half, &of_half, 1, &three), SW_LEVEL_RACK);
    assert_int_equal(after_offers(&zero, &of_zero, 1, &three), SW_LEVEL_NODE);
    assert_int_equal(after_offers(&zero, &of_zero, 1, &three), SW_LEVEL_RACK);
    assert_int_equal(rule_of("yarn:-1,0.5").clock, SW_DELAY_NONE);
}

/* rules Y5, Y6: offers of full nodes are counted together: n at once are n, one after the other. */
static void yarn_counts_offers_at_once(void **state)
{
    static const char *const specs[] = { "yarn:0,0", "yarn:0.5,0.5", "yarn:0.23,1", "yarn:1,0", "capacity:40" };
    const struct sw_asked asked = { .nodes = 7, .pending = 3, .places = 4 };
    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        for (int n = 1; n < 40; n++) {
            struct sw_delay_rule r = rule_of(specs[i]);
            struct sw_opportunities one = { 0 }, at_once = { 0 };
            for (int again = 0; again < 3; again++) {
                after_offers(&r, &one, n, &asked);
                r.policy->yarn->offered(&r, &at_once, n, asked.nodes, 0);
                assert_int_equal(at_once.count, one.count);
                assert_int_equal(at_once.level, one.level);
            }
        }
}

/* rule Y7: a millisecond more than T1 from the first offer on, then than T2 from the step. */
static void yarn_times_are_strict(void **state)
{
    struct sw_delay_rule r = rule_of("yarn-time:5s,3s");
    struct sw_opportunities o = { 0 };
    (void)state;
    r.policy->yarn->offered(&r, &o, 1, 9, 2 * S);
    assert_int_equal(r.policy->yarn->due_us(&r, &o), 7 * S + 1000);
    r.policy->yarn->offered(&r, &o, 1, 9, 7 * S);
    assert_int_equal(o.level, SW_LEVEL_NODE);
    r.policy->yarn->offered(&r, &o, 1, 9, 8 * S);
    assert_int_equal(o.level, SW_LEVEL_RACK);
    assert_int_equal(r.policy->yarn->due_us(&r, &o), 11 * S + 1000);
    r.policy->yarn->offered(&r, &o, 1, 9, 20 * S);
    assert_int_equal(o.level, SW_LEVEL_ANY);
}

/* rules Y2, Y3: on 100 nodes the rack above 40 offers. 10 tasks that name 30 hosts and 5 racks: any above 10 * 35/100 =
 * 3.5, so at the fourth; 200 tasks: above min(100, 70). With A = 20 any above 60. A rack-local launch for want of the
 * rack's turn keeps the count, and is off-switch. */
static void capacity_goes_by_what_is_asked_for(void **state)
{
    struct sw_delay_rule r = rule_of("capacity:40"), set = rule_of("capacity:40,20"),
                         keeps = rule_of("capacity:2,-1,node");
    const struct sw_asked few = { 100, 10, 35 }, many = { 100, 200, 35 };
    struct sw_opportunities o = { 0 }, of_many = { 0 }, of_set = { 0 }, of_keeps = { 0 };
    (void)state;
    assert_int_equal(after_offers(&r, &o, 3, &few), SW_LEVEL_NODE);
    assert_int_equal(after_offers(&r, &o, 1, &few), SW_LEVEL_ANY);
    assert_true(r.policy->yarn->off_switch(&r, &o, 100));
    r.policy->yarn->launched(&r, &o, SW_LEVEL_RACK, 100);
    assert_int_equal(o.count, 4);
    assert_int_equal(after_offers(&r, &of_many, 40, &many), SW_LEVEL_NODE);
    assert_int_equal(after_offers(&r, &of_many, 1, &many), SW_LEVEL_RACK);
    assert_int_equal(after_offers(&r, &of_many, 29, &many), SW_LEVEL_RACK);
    assert_int_equal(after_offers(&r, &of_many, 1, &many), SW_LEVEL_ANY);
    assert_false(r.policy->yarn->off_switch(&r, &of_many, 100));
    r.policy->yarn->launched(&r, &of_many, SW_LEVEL_RACK, 100);
    assert_int_equal(of_many.count, 0);
    assert_int_equal(after_offers(&set, &of_set, 60, &few), SW_LEVEL_RACK);
    assert_int_equal(after_offers(&set, &of_set, 1, &few), SW_LEVEL_ANY);
    assert_int_equal(after_offers(&keeps, &of_keeps, 3, &many), SW_LEVEL_RACK);
    keeps.policy->yarn->launched(&keeps, &of_keeps, SW_LEVEL_RACK, 100);
    assert_int_equal(of_keeps.count, 3);
}

/* rule R13: N for the node, then R for the rack. */
static void spark_waits_by_level(void **state)
{
    struct sw_delay_rule r = rule_of("spark:9s,5s,7s");
    (void)state;
    assert_int_equal(r.policy->allowed_at(&r.waits, SW_LEVEL_NODE, SW_LEVEL_RACK), 5 * S);
    assert_int_equal(r.policy->allowed_at(&r.waits, SW_LEVEL_NODE, SW_LEVEL_ANY), 12 * S);
    assert_int_equal(r.policy->allowed_at(&r.waits, SW_LEVEL_RACK, SW_LEVEL_ANY), 7 * S);
}

/* rule D4, last sentence, and rule D5's words. */
static void w2_is_w1_when_missing_and_asking_is_the_accounting(void **state)
{
    (void)state;
    assert_int_equal(rule_of("wait:250ms").waits.rack, 250000);
    assert_int_equal(rule_of("wait:5s,0").waits.rack, 0);
    assert_int_equal(rule_of("wait:5").counting, SW_COUNT_ASKING);
    assert_int_equal(rule_of("wait:5,5,shipped").counting, SW_COUNT_SHIPPED);
    assert_int_equal(rule_of("wait:5,5,all").counting, SW_COUNT_ALL);
    assert_int_equal(rule_of("wait:5,5,offers").counting, SW_COUNT_ASKING);
    assert_int_equal(rule_of("wait:5,5,offers").clock, SW_COUNT_HEARTBEAT_GAPS);
    assert_int_equal(rule_of("wait:5,5,all").clock, SW_COUNT_HEARTBEAT_GAPS);
    assert_int_equal(rule_of("wait:5,5,clock").clock, SW_SINCE_FIRST_SKIP);
    assert_int_equal(rule_of("wait:5,5,clock").counting, SW_COUNT_ASKING);
}

/* Found by changes of single numbers that no test saw (tests/mutants). */
static void the_ends_of_ranges_are_where_they_are(void **state)
{
    struct sw_order_rule order;
    struct sw_err err = { 0 };
    (void)state;
    struct sw_delay_rule none = rule_of("skips:0x");
    none.policy->settle(&none, 10);
    assert_int_equal(none.waits.node, 0);
    assert_int_equal(rule_of("skips:1099511627776").waits.node, INT64_C(1) << 40);
    assert_int_equal(sw_delay_find("skips:1099511627777", &none, &err), SW_FAIL);
    assert_int_equal(sw_order_find("mlq:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15", &order, &err), SW_OK);
    assert_int_equal(sw_order_find("mlq:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16", &order, &err), SW_FAIL);
    assert_string_equal(err.text, "order: mlq: more than 15 bounds: '16'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_order_is_found_by_its_name),
        cmocka_unit_test(num_is_running_where_it_says_so),
        cmocka_unit_test(every_delay_is_found_by_its_name),
        cmocka_unit_test(nearer_is_never_later),
        cmocka_unit_test(every_eviction_is_found_by_its_name),
        cmocka_unit_test(of_two_jobs_one_is_evicted_first),
        cmocka_unit_test(each_eviction_goes_by_its_own),
        cmocka_unit_test(an_unknown_name_is_told_with_the_nearest),
        cmocka_unit_test(parameters_that_make_no_sense_are_refused),
        cmocka_unit_test(orders_with_parameters_that_make_no_sense_are_refused),
        cmocka_unit_test(deficit_goes_by_need_then_by_what_was_missed),
        cmocka_unit_test(negotiation_halves_usage_in_a_day),
        cmocka_unit_test(negotiation_divides_by_priority),
        cmocka_unit_test(product_divides_any_usage),
        cmocka_unit_test(mlq_queues_by_number_of_tasks),
        cmocka_unit_test(capacity_goes_by_running_over_what_is_guaranteed),
        cmocka_unit_test(fifo_goes_by_priority),
        cmocka_unit_test(fair_goes_by_running_tasks),
        cmocka_unit_test(hfs_jobs_go_by_running_over_weight_and_priority),
        cmocka_unit_test(hfs_pools_below_their_minimum_come_first),
        cmocka_unit_test(lack_orders_the_needy_by_what_they_lack),
        cmocka_unit_test(yarn_goes_on_to_the_weight),
        cmocka_unit_test(ratios_compare_exactly),
        cmocka_unit_test(ties_go_by_submission_then_place),
        cmocka_unit_test(skips_are_counted_to_d1_and_d1_plus_d2),
        cmocka_unit_test(the_ends_of_ranges_are_where_they_are),
        cmocka_unit_test(waits_go_by_level),
        cmocka_unit_test(yarn_counts_missed_nodes),
        cmocka_unit_test(yarn_counts_offers_at_once),
        cmocka_unit_test(yarn_times_are_strict),
        cmocka_unit_test(capacity_goes_by_what_is_asked_for),
        cmocka_unit_test(spark_waits_by_level),
        cmocka_unit_test(w2_is_w1_when_missing_and_asking_is_the_accounting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
