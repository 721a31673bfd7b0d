/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_names.c - the hash table and what stands on it, beside plain arrays. */
#include <stdio.h>
#include <string.h>
#include "tests/unit/cmocka_all.h"
#include "lib/base/sw_chance.h"
#include "lib/base/sw_names.h"

/* ---- names to pointers ----------------------------------------------------------------------------- */

enum { NAMES = 300 };

/* Drawn names come and go. An array says which are there. */
static void names_come_and_go(void **state)
{
    (void)state;
    static char name[NAMES][16];
    static int value[NAMES];
    bool there[NAMES] = { false };
    size_t n = 0;
    struct sw_names t = { 0 };
    struct sw_chance c = sw_chance_start(1, SW_CHANCE_OTHER, 0, 0);
    for (int i = 0; i < NAMES; i++)
        snprintf(name[i], sizeof name[i], "job_%d", i);
    assert_null(sw_names_find(&t, "job_0", 5));
    sw_names_remove(&t, "job_0", 5);
    for (int step = 0; step < 20000; step++) {
        size_t most = step / 5000 % 2 ? 20 : NAMES, i = sw_chance_below(&c, most);
        if (there[i])
            sw_names_remove(&t, name[i], strlen(name[i]));
        else
            assert_int_equal(sw_names_add(&t, name[i], strlen(name[i]), &value[i]), 0);
        n += there[i] ? (size_t)-1 : 1;
        there[i] = !there[i];
        assert_int_equal(t.index.n, n);
        for (int k = 0; k < NAMES; k++)
            assert_ptr_equal(sw_names_find(&t, name[k], strlen(name[k])), there[k] ? &value[k] : NULL);
    }
    assert_true(t.n <= NAMES); /* entries of those that went were used again */
    sw_names_clear(&t);
    assert_null(sw_names_find(&t, "job_1", 5));
}

/* ---- hashes to numbers ------------------------------------------------------------------------------- */

static size_t count(const struct sw_hash *h, uint64_t hash, uint64_t *seen)
{
    uint32_t step = 0, number;
    size_t n = 0;
    for (*seen = 0; (number = sw_hash_next(h, hash, &step)) != SW_HASH_NONE; n++)
        *seen |= UINT64_C(1) << number;
    return n;
}

static void a_hash_may_have_many_numbers(void **state)
{
    (void)state;
    struct sw_hash h = { 0 };
    uint64_t seen;
    assert_int_equal(count(&h, 7, &seen), 0);
    for (uint32_t i = 0; i < 60; i++) /* 5, 6 and 7, and some that begin at the same slots */
        assert_int_equal(sw_hash_add(&h, 5 + i % 3 + (i % 2 ? 0 : UINT64_C(1) << 20), i), 0);
    assert_int_equal(count(&h, 5, &seen), 10);
    assert_int_equal(seen, UINT64_C(0x0208208208208208)); /* 3, 9, 15, ... 57 */
    sw_hash_remove(&h, 5, 9);
    assert_int_equal(count(&h, 5, &seen), 9);
    assert_int_equal(seen, UINT64_C(0x0208208208208008));
    sw_hash_clear(&h);
}

/* Also where the floor has risen so far that the slots have to be written. */
static void an_emptied_table_has_nothing(void **state)
{
    (void)state;
    uint64_t seen;
    for (uint32_t floor = 0; floor < 2; floor++) {
        struct sw_hash h = { 0 };
        for (int filling = 0; filling < 100; filling++) {
            uint32_t n = filling % 7 == 0 ? 60 : 3;
            for (uint32_t i = 0; i < n; i++)
                assert_int_equal(sw_hash_add(&h, i, i), 0);
            for (uint32_t i = 0; i < 60; i++) {
                assert_int_equal(count(&h, i, &seen), i < n);
                assert_int_equal(seen, i < n ? UINT64_C(1) << i : 0);
            }
            sw_hash_empty(&h);
            for (uint32_t i = 0; i < 60; i++)
                assert_int_equal(count(&h, i, &seen), 0);
            if (floor && filling == 50)
                h.floor = INT32_MAX - 10;
        }
        sw_hash_clear(&h);
    }
}

static void a_table_of_a_million_is_filled_to_three_quarters(void **state)
{
    (void)state;
    struct sw_hash h = { 0 };
    const uint32_t n = 3 << 18;
    for (uint32_t i = 0; i < n; i++)
        assert_int_equal(sw_hash_add(&h, sw_mix64(i), i), 0);
    assert_int_equal(h.cap, 1 << 20);
    for (uint32_t i = 0, step = 0, number; i < n; i += 1001, step = 0) {
        while ((number = sw_hash_next(&h, sw_mix64(i), &step)) != i)
            assert_int_not_equal(number, SW_HASH_NONE);
    }
    assert_int_equal(sw_hash_add(&h, sw_mix64(n), n), 0);
    assert_int_equal(h.cap, 1 << 21);
    sw_hash_clear(&h);
}

/* ---- sets --------------------------------------------------------------------------------------------- */

static void keys_are_numbered_as_they_come(void **state)
{
    (void)state;
    struct sw_keys *k = sw_keys_new();
    size_t number, len;
    bool fresh;
    char name[32];
    const char *first = NULL;
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < 5000; i++) {
            int n = snprintf(name, sizeof name, "job_%zu", i);
            assert_int_equal(sw_keys_add(k, name, (size_t)n, &number, &fresh), SW_OK);
            assert_int_equal(number, i);
            assert_int_equal(fresh, round == 0);
            if (i == 0)
                first = sw_keys_text(k, 0, &len);
        }
    assert_int_equal(sw_keys_count(k), 5000);
    assert_memory_equal(sw_keys_text(k, 42, &len), "job_42", 6);
    assert_int_equal(len, 6);
    assert_int_equal(sw_keys_find(k, "job_4999", 8), 4999);
    assert_int_equal(sw_keys_find(k, "job_", 4), (size_t)-1);
    /* Texts stay where they are while others come. */
    assert_ptr_equal(sw_keys_text(k, 0, &len), first);
    assert_string_equal(first, "job_0");
    sw_keys_free(k);
}

static void keys_may_be_empty_or_hold_nul(void **state)
{
    (void)state;
    struct sw_keys *k = sw_keys_new();
    size_t number;
    assert_int_equal(sw_keys_add(k, "", 0, &number, NULL), SW_OK);
    assert_int_equal(sw_keys_add(k, "\0", 1, &number, NULL), SW_OK);
    assert_int_equal(sw_keys_add(k, "\0\0", 2, &number, NULL), SW_OK);
    assert_int_equal(number, 2);
    assert_int_equal(sw_keys_find(k, "", 0), 0);
    sw_keys_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_come_and_go),
        cmocka_unit_test(a_hash_may_have_many_numbers),
        cmocka_unit_test(an_emptied_table_has_nothing),
        cmocka_unit_test(a_table_of_a_million_is_filled_to_three_quarters),
        cmocka_unit_test(keys_are_numbered_as_they_come),
        cmocka_unit_test(keys_may_be_empty_or_hold_nul),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
