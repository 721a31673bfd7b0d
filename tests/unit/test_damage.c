/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_damage.c - the counters of what is wrong with a log, and the verdict. */
#include "tests/unit/cmocka_all.h"
#include <stdio.h>
#include <string.h>
#include "lib/trace/report/sw_damage.h"

static void first_place_stays(void **state)
{
    struct sw_damage d = { 0 };
    char path[] = "a.log";
    (void)state;
    sw_damage_note(&d, SW_DAMAGE_SKEW, path, 7);
    path[0] = 'b'; /* the place is a copy */
    sw_damage_note(&d, SW_DAMAGE_SKEW, path, 9);
    sw_damage_note(&d, SW_DAMAGE_COUNT, path, 1);
    assert_int_equal(d.kind[SW_DAMAGE_SKEW].n, 2);
    assert_string_equal(d.kind[SW_DAMAGE_SKEW].path, "a.log");
    assert_int_equal(d.kind[SW_DAMAGE_SKEW].line, 7);
    assert_int_equal(sw_damage_total(&d), 3);
    sw_damage_clear(&d);
    assert_int_equal(sw_damage_total(&d), 0);
}

static void a_host_without_a_rack_is_no_fault(void **state)
{
    struct sw_damage d = { 0 };
    (void)state;
    sw_damage_note(&d, SW_DAMAGE_NO_RACK, "a.log", 3);
    assert_int_equal(d.kind[SW_DAMAGE_NO_RACK].n, 1);
    assert_int_equal(sw_damage_total(&d), 0);
    sw_damage_clear(&d);
}

static void every_kind_has_a_word(void **state)
{
    (void)state;
    for (int k = 0; k < SW_DAMAGE_N_KINDS; k++)
        assert_non_null(sw_damage_words[k]);
    assert_null(sw_damage_words[SW_DAMAGE_N_KINDS]);
}

/* No fault: usable; up to 5 in 100 records: with care; more, or no job at all: too damaged. */
static void verdict_goes_by_the_share_of_records(void **state)
{
    (void)state;
    assert_int_equal(sw_damage_verdict(0, 0, 0), SW_USABLE);
    assert_int_equal(sw_damage_verdict(1, 100, 1), SW_USABLE_WITH_CARE);
    assert_int_equal(sw_damage_verdict(5, 100, 1), SW_USABLE_WITH_CARE);
    assert_int_equal(sw_damage_verdict(6, 100, 1), SW_TOO_DAMAGED);
    assert_int_equal(sw_damage_verdict(1, 100, 0), SW_TOO_DAMAGED);
    assert_string_equal(sw_usability_words[SW_USABLE_WITH_CARE], "usable with care");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_place_stays), cmocka_unit_test(a_host_without_a_rack_is_no_fault),
        cmocka_unit_test(every_kind_has_a_word), cmocka_unit_test(verdict_goes_by_the_share_of_records) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
