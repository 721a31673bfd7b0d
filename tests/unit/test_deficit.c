/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_deficit.c - the arithmetic of the order `deficit` (rule O10), step by step, on cases worked out by hand. */
#include "lib/sched/sw_arithmetic.h"
#include "tests/unit/cmocka_all.h"
#include "slotwise/sw_sched.h"

#define S INT64_C(1000000) /* a slot, a weight of 1 and a second, in millionths */

static struct sw_order_rule rule_of(const char *spec)
{
    struct sw_order_rule rule;
    struct sw_err err = { 0 };
    assert_int_equal(sw_order_find(spec, &rule, &err), SW_OK);
    return rule;
}

/* rule O10, step 1. Three jobs of weights 1, 2 and 1/2 on ten slots: W = 3.5, shares 10/3.5 = 2.857142, 20/3.5 =
 * 5.714285, 5/3.5 = 1.428571 (cut). They run 5, 3 and 2 for half a second:
 *     (2.857142 - 5) 0.5 s = -1071429 us     (5.714285 - 3) 0.5 s = 1357142.5, cut to 1357142
 *     (1.428571 - 2) 0.5 s = -285714.5, cut towards minus infinity to -285715 */
static void deficits_of_three_jobs_by_hand(void **state)
{
    static const int64_t shares[] = { 2857142, 5714285, 1428571 }, running[] = { 5, 3, 2 },
        missed[] = { -1071429, 1357142, -285715 };
    const struct sw_deficit_claim *room[3];
    struct sw_deficit due[3] = { { 0 } };
    struct sw_deficit_claim claim[3] = { { S, 30, &due[0] }, { 2 * S, 30, &due[1] }, { S / 2, 30, &due[2] } };
    (void)state;
    sw_deficit_shares(claim, 3, 10, room);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(due[i].share, shares[i]);
        sw_deficit_add(&due[i], running[i], S / 2, 1);
        assert_int_equal(due[i].deficit, missed[i]);
        sw_deficit_add(&due[i], 0, S, 1); /* a second in which it runs nothing: all of its share is missed */
        assert_int_equal(due[i].deficit, missed[i] + shares[i]);
        sw_deficit_add(&due[i], running[i], S / 2, 3); /* each of three is cut by itself */
        assert_int_equal(due[i].deficit, 4 * missed[i] + shares[i]);
    }
}

/* rule O10, step 2, and O5's factors: 4 2 1 1/2 1/4; the boost until the job is as old as age; at least a millionth. */
static void weights_follow_priority_and_youth(void **state)
{
    struct sw_order_rule usual = rule_of("deficit"), plain = rule_of("deficit:1s,1,0"),
        half = rule_of("deficit:1s,0.5,10");
    (void)state;
    assert_int_equal(usual.update_us, 500000);
    assert_int_equal(sw_deficit_weight(&plain, S, SW_VERY_HIGH, 0), 4 * S);
    assert_int_equal(sw_deficit_weight(&plain, 3 * S, SW_LOW, 0), 3 * S / 2);
    assert_int_equal(sw_deficit_weight(&usual, S, SW_HIGH, 300 * S - 1), 6 * S);
    assert_int_equal(sw_deficit_weight(&usual, S, SW_HIGH, 300 * S), 2 * S);
    assert_int_equal(sw_deficit_weight(&half, S, SW_VERY_LOW, 9 * S), S / 8);
    assert_int_equal(sw_deficit_weight(&plain, 3, SW_LOW, 0), 2);      /* 1.5 millionths, half up */
    assert_int_equal(sw_deficit_weight(&plain, 1, SW_VERY_LOW, 0), 1); /* a quarter of one */
}

static void minimums_are(struct sw_deficit_claim *claim, int64_t min_slots, int64_t first, int64_t second)
{
    const struct sw_deficit_claim *room[2];
    claim[0].state->min = claim[1].state->min = 0;
    sw_deficit_minimums(claim, 2, min_slots, room);
    assert_int_equal(claim[0].state->min, first);
    assert_int_equal(claim[1].state->min, second);
}

/* rule O10, step 3. Weights 1 and 2, minimum share 4: floors of 4/3 and 8/3 give 1 and 2; of the one left the floors
 * are 0, so it goes, rounded up, to the heavier job. A job gets no more than it wants, and what it leaves is dealt out
 * again. */
static void a_minimum_share_is_dealt_out_by_weight(void **state)
{
    struct sw_deficit due[2] = { { 0 } };
    struct sw_deficit_claim claim[2] = { { S, 3, &due[0] }, { 2 * S, 10, &due[1] } };
    (void)state;
    minimums_are(claim, 4, 1, 3);
    claim[1].demand = 1;
    minimums_are(claim, 4, 3, 1); /* 1 and 1; then the other 2 to the one that wants more */
    minimums_are(claim, 9, 3, 1); /* no more than both want */
    minimums_are(claim, 0, 0, 0);
}

/* rule O10, step 3: of equal weights the larger deficit gets the odd one, of equal deficits the first in fifo order. */
static void the_odd_one_goes_by_deficit(void **state)
{
    struct sw_deficit due[2] = { { .deficit = -5 }, { .deficit = 7 } };
    struct sw_deficit_claim claim[2] = { { S, 9, &due[0] }, { S, 9, &due[1] } };
    (void)state;
    minimums_are(claim, 5, 2, 3);
    due[1].deficit = -5;
    minimums_are(claim, 5, 3, 2);
    minimums_are(claim, 1, 1, 0);
}

static void shares_are(const int64_t *min, int64_t slots, const int64_t *share)
{
    const struct sw_deficit_claim *room[3];
    struct sw_deficit due[3] = { { .min = min[0] }, { .min = min[1] }, { .min = min[2] } };
    struct sw_deficit_claim claim[3] = { { S, 20, &due[0] }, { S, 20, &due[1] }, { S, 20, &due[2] } };
    sw_deficit_shares(claim, 3, slots, room);
    for (int i = 0; i < 3; i++)
        assert_int_equal(due[i].share, share[i]);
}

/* rule O10, step 4, equal weights. 10 slots: 6 is above 10/3, so 6; then 3 is above 4/2, so 3; 1 is left. Minimums of 8
 * and 4 are both above 10/3: L is -2, and the third has nothing. A minimum that is just its share changes nothing. No
 * slots: the minimums. */
static void minimums_lift_shares(void **state)
{
    (void)state;
    shares_are((int64_t[]){ 6, 0, 3 }, 10, (int64_t[]){ 6 * S, S, 3 * S });
    shares_are((int64_t[]){ 8, 4, 0 }, 10, (int64_t[]){ 8 * S, 4 * S, 0 });
    shares_are((int64_t[]){ 3, 0, 0 }, 9, (int64_t[]){ 3 * S, 3 * S, 3 * S });
    shares_are((int64_t[]){ 2, 0, 0 }, 0, (int64_t[]){ 2 * S, 0, 0 });
}

/* rule O10, step 4: the least weight beside the greatest, on a cluster of 2^30 slots. */
static void extremes_do_not_overflow(void **state)
{
    const struct sw_deficit_claim *room[2];
    struct sw_deficit due[2] = { { 0 }, { .min = 1 } };
    struct sw_deficit_claim claim[2] = { { 4000 * INT64_C(1000000000000000), 1, &due[0] }, { 1, 1, &due[1] } };
    (void)state;
    sw_deficit_shares(claim, 2, INT64_C(1) << 30, room);
    assert_int_equal(due[0].share, ((INT64_C(1) << 30) - 1) * S);
    assert_int_equal(due[1].share, S);
    due[0].deficit = INT64_C(1) << 61;
    sw_deficit_add(&due[0], 0, SW_NEVER_US, 1);
    assert_int_equal(due[0].deficit, INT64_C(1) << 61);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deficits_of_three_jobs_by_hand), cmocka_unit_test(weights_follow_priority_and_youth),
        cmocka_unit_test(a_minimum_share_is_dealt_out_by_weight), cmocka_unit_test(the_odd_one_goes_by_deficit),
        cmocka_unit_test(minimums_lift_shares), cmocka_unit_test(extremes_do_not_overflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
