/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_audit.c - the policies that the audit knows by name are those of the registries; of another it says that it does
 * not check it. */
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
static const char *unchecked_of(const struct sw_options *opt, struct rules *rules)
{
    const char *unchecked;
    struct sw_err err = { 0 };
    assert_int_equal(audit_rules(rules, opt, &no_nodes, &unchecked, &err), SW_OK);
    return unchecked;
}

/* ---- the registries ------------------------------------------------------------------------------ */

/* Each name has an enumerator of its own, and there is none without a name. */
#define COVERS(registry, other, field, set)                                       \
    do {                                                                          \
        uint32_t seen = 0, n = 0;                                                 \
        for (uint32_t i = 0; (registry)[i]; i++) {                                \
            struct sw_options opt = options();                             \
            struct rules rules;                                                   \
            if (!strcmp((registry)[i]->name, "quota"))                            \
                continue; /* the naive scheduler holds it; the audit does not */  \
            set = (registry)[i];                                                  \
            unchecked_of(&opt, &rules);                                           \
            assert_in_range(rules.field, 0, (other) - 1);                         \
            assert_int_equal(seen >> rules.field & 1, 0);                         \
            seen |= UINT32_C(1) << rules.field;                                   \
            n++;                                                                  \
        }                                                                         \
        assert_int_equal(n, other);                                               \
    } while (0)

static void every_policy_is_known(void **state)
{
    (void)state;
    COVERS(sw_orders, ORDER_OTHER, order, opt.order.policy);
    COVERS(sw_delays, DELAY_OTHER, delay, opt.delay.policy);
    COVERS(sw_speculates, SPECULATE_OTHER, speculate, opt.speculate.policy);
    COVERS(sw_evicts, EVICT_OTHER, evict, opt.evict);
    COVERS(sw_preempts, PREEMPT_OTHER, preempt, opt.preempt.policy);
}

/* ---- others -------------------------------------------------------------------------------------- */

static void another_order_is_not_checked(void **state)
{
    (void)state;
    struct sw_options opt = options();
    struct sw_order coin = *opt.order.policy;
    struct rules rules;
    coin.name = "coin";
    opt.order.policy = &coin;
    assert_string_equal(unchecked_of(&opt, &rules), "whose turn it was under this --order");
    assert_int_equal(rules.order, ORDER_OTHER);
}

static void another_delay_and_speculation_are_not_checked(void **state)
{
    (void)state;
    struct sw_options opt = options();
    struct sw_delay delay = *opt.delay.policy;
    struct sw_speculate speculate = *opt.speculate.policy;
    struct rules rules;
    delay.name = speculate.name = "coin";
    opt.delay.policy = &delay;
    opt.speculate.policy = &speculate;
    assert_string_equal(unchecked_of(&opt, &rules),
                        "when this --delay lets a task go and which attempts this --speculate copies");
    assert_int_equal(rules.delay, DELAY_OTHER);
    assert_int_equal(rules.speculate, SPECULATE_OTHER);
}

static void another_eviction_is_not_checked_where_a_node_has_a_limit(void **state)
{
    (void)state;
    struct sw_options opt = options();
    struct sw_evict coin = { .name = "coin" };
    struct rules rules;
    opt.evict = &coin;
    assert_null(unchecked_of(&opt, &rules));
    assert_int_equal(rules.evict, EVICT_OTHER);
    opt.disk_bytes = 100;
    assert_string_equal(unchecked_of(&opt, &rules), "which jobs this --evict evicts");
}

static void another_preemption_is_not_checked(void **state)
{
    (void)state;
    struct sw_options opt = options();
    struct sw_preempt coin = *opt.preempt.policy;
    struct rules rules;
    coin.name = "coin";
    opt.preempt.policy = &coin;
    assert_string_equal(unchecked_of(&opt, &rules), "what this --preempt kills");
    assert_int_equal(rules.preempt, PREEMPT_OTHER);
}

static void another_admission_is_an_error(void **state)
{
    (void)state;
    struct sw_options opt = options();
    struct sw_admit coin = *opt.admit.policy;
    struct rules rules;
    const char *unchecked;
    struct sw_err err = { 0 };
    coin.name = "coin";
    opt.admit.policy = &coin;
    assert_int_equal(audit_rules(&rules, &opt, &no_nodes, &unchecked, &err), SW_FAIL);
    assert_string_equal(err.text, "audit: does not know admit 'coin'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_policy_is_known),
        cmocka_unit_test(another_order_is_not_checked),
        cmocka_unit_test(another_delay_and_speculation_are_not_checked),
        cmocka_unit_test(another_eviction_is_not_checked_where_a_node_has_a_limit),
        cmocka_unit_test(another_preemption_is_not_checked),
        cmocka_unit_test(another_admission_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
