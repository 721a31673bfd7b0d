/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_audit.c - what slot-audit does not check, by the options: it says so, or that it cannot tell. */
#include <string.h>
#include "tests/unit/cmocka_all.h"
#include "lib/audit/audit.h"

static const struct sw_cluster no_nodes;

static struct sw_options options(void)
{
    struct sw_options opt;
    options_defaults(&opt);
    return opt;
}

/* Until the next. */
static const char *unchecked_of(const struct sw_options *opt)
{
    const char *unchecked;
    struct rules rules;
    audit_rules(&rules, opt, &no_nodes, &unchecked);
    return unchecked;
}

static void rows_show_the_same_of_each_order_and_delay(void **state)
{
    (void)state;
    struct sw_options opt = options();
    for (size_t i = 0; sw_orders[i]; i++) {
        opt.order.policy = sw_orders[i];
        assert_null(unchecked_of(&opt));
    }
    for (size_t i = 0; sw_delays[i]; i++) {
        opt.delay.policy = sw_delays[i];
        assert_null(unchecked_of(&opt));
    }
}

static void the_times_of_one_preemption_are_known(void **state)
{
    (void)state;
    struct sw_options opt = options();
    for (size_t i = 0; sw_preempts[i]; i++) {
        bool known = !strcmp(sw_preempts[i]->name, "none") || !strcmp(sw_preempts[i]->name, "kill");
        opt.preempt.policy = sw_preempts[i];
        if (known)
            assert_null(unchecked_of(&opt));
        else
            assert_string_equal(unchecked_of(&opt), "when this --preempt kills");
    }
}

static void what_is_not_checked_stands_in_one_sentence(void **state)
{
    (void)state;
    struct sw_options opt = options();
    struct sw_preempt coin = { .name = "coin" };
    opt.preempt.policy = &coin;
    opt.network.node_rate = 1000;
    assert_string_equal(unchecked_of(&opt), "when this --preempt kills and how long reads and copies over the network "
                                            "take (only that none is too fast)");
}

static void under_another_admission_it_cannot_tell(void **state)
{
    (void)state;
    struct sw_options opt = options();
    for (size_t i = 0; sw_admits[i]; i++) {
        opt.admit.policy = sw_admits[i];
        assert_null(audit_rules_unknown(&opt, &no_nodes));
    }
    struct sw_admit coin = { .name = "coin" };
    opt.admit.policy = &coin;
    assert_string_equal(audit_rules_unknown(&opt, &no_nodes), "what is right under this --admit");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_show_the_same_of_each_order_and_delay),
        cmocka_unit_test(the_times_of_one_preemption_are_known),
        cmocka_unit_test(what_is_not_checked_stands_in_one_sentence),
        cmocka_unit_test(under_another_admission_it_cannot_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
