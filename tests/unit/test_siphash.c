/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_siphash.c - the hash behind renamed names, against the numbers of its authors. */
#include "tests/unit/cmocka_all.h"
#include "lib/trace/stream/siphash.h"

/* Aumasson and Bernstein, SipHash: a fast short-input PRF (2012), appendix A: the key is 00 01 ... 0f, the input 00 01
 * ... 0e. */
static const struct siphash_key key = { UINT64_C(0x0706050403020100), UINT64_C(0x0f0e0d0c0b0a0908) };
static const unsigned char input[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 };

static void agrees_with_the_paper(void **state)
{
    (void)state;
    assert_int_equal(siphash(key, input, 15), UINT64_C(0xa129ca6149be45e5));
}

/* vectors.h of the authors' reference implementation, inputs of 0, 1 and 8 bytes. */
static void agrees_with_the_reference_vectors(void **state)
{
    (void)state;
    assert_int_equal(siphash(key, input, 0), UINT64_C(0x726fdb47dd0e0e31));
    assert_int_equal(siphash(key, input, 1), UINT64_C(0x74f839c593dc67fd));
    assert_int_equal(siphash(key, input, 8), UINT64_C(0x93f5f5799a932462));
}

int main(void)
{
    static const struct CMUnitTest tests[] =
        { cmocka_unit_test(agrees_with_the_paper), cmocka_unit_test(agrees_with_the_reference_vectors) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
