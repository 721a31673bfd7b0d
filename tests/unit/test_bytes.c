/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_bytes.c - compressed input, and looking ahead. */
#include <zlib.h>
#include <zstd.h>
#include "lib/csv/sw_bytes.h"
#include "tests/unit/csv_input.h"

static size_t gzip(const char *text, char *to, size_t cap)
{
    z_stream z = { 0 };
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (unsigned char *)(uintptr_t)text;
    z.avail_in = (uInt)strlen(text);
    z.next_out = (unsigned char *)to;
    z.avail_out = (uInt)cap;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return cap - z.avail_out;
}

static size_t zstd(const char *text, char *to, size_t cap)
{
    return ZSTD_compress(to, cap, text, strlen(text), 3);
}

/* Two members or frames, cut inside a row, and the same cut short and damaged. */
static void check_packed(size_t (*pack)(const char *, char *, size_t), const char *early, const char *damaged_text)
{
    char packed[500], got[200];
    size_t one = pack("a,b\n1,", packed, sizeof packed);
    size_t both = one + pack("2\n3,4\n", packed + one, sizeof packed - one);
    show_bytes(got, sizeof got, packed, both);
    assert_string_equal(got, "2:1|2;3:3|4;");
    for (size_t len = one + 5; len < both; len++) {
        show_bytes(got, sizeof got, packed, len);
        assert_non_null(strstr(got, early));
    }
    packed[both - 6] = (char)(packed[both - 6] ^ 0x55);
    packed[one + 8] = (char)(packed[one + 8] ^ 0x55);
    show_bytes(got, sizeof got, packed, both);
    assert_non_null(strstr(got, damaged_text));
}

static void gzip_is_recognised(void **state)
{
    (void)state;
    check_packed(gzip, "in.csv: gzip data ends early", "in.csv: damaged gzip data");
}

static void zstd_is_recognised(void **state)
{
    (void)state;
    check_packed(zstd, "in.csv: zstd data ends early", "in.csv: damaged zstd data");
}

static void zeros_after_gzip_are_padding_and_anything_else_is_damage(void **state)
{
    (void)state;
    char packed[500] = { 0 }, got[200];
    size_t one = gzip("a,b\n1,2\n", packed, sizeof packed);
    show_bytes(got, sizeof got, packed, one + 100);
    assert_string_equal(got, "2:1|2;");
    packed[one + 50] = 'x';
    show_bytes(got, sizeof got, packed, one + 100);
    assert_non_null(strstr(got, "in.csv: damaged gzip data"));
}

static void a_lone_magic_number_ends_early(void **state)
{
    (void)state;
    assert_rows("\x1f\x8b", "!in.csv: gzip data ends early");
    assert_rows("\x28\xb5\x2f\xfd", "!in.csv: zstd data ends early");
    assert_rows("\x1f,b\nx,y\n", "2:x|y;"); /* half a magic number is none */
}

static void peeking_consumes_nothing(void **state)
{
    (void)state;
    struct sw_bytes *in;
    struct sw_err err;
    const char *at;
    char buf[20];
    size_t got;
    scratch_write("in.csv", "0123456789", 10);
    assert_int_equal(sw_bytes_open(&in, "in.csv", &err), SW_OK);
    assert_int_equal(sw_bytes_peek(in, &at, 6, &got, &err), SW_OK);
    assert_int_equal(got, 6);
    assert_memory_equal(at, "012345", 6);
    assert_int_equal(sw_bytes_read(in, buf, 2, &got, &err), SW_OK);
    assert_int_equal(sw_bytes_peek(in, &at, 20, &got, &err), SW_OK);
    assert_int_equal(got, 8);
    assert_memory_equal(at, "23456789", 8);
    assert_int_equal(sw_bytes_peek(in, &at, 3, &got, &err), SW_OK);
    assert_int_equal(got, 3);
    assert_int_equal(sw_bytes_read(in, buf, sizeof buf, &got, &err), SW_OK);
    assert_int_equal(got, 8);
    assert_int_equal(sw_bytes_read(in, buf, sizeof buf, &got, &err), SW_OK);
    assert_int_equal(got, 0);
    assert_string_equal(sw_bytes_path(in), "in.csv");
    sw_bytes_close(in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gzip_is_recognised),
        cmocka_unit_test(zstd_is_recognised),
        cmocka_unit_test(zeros_after_gzip_are_padding_and_anything_else_is_damage),
        cmocka_unit_test(a_lone_magic_number_ends_early),
        cmocka_unit_test(peeking_consumes_nothing),
    };
    return cmocka_run_group_tests_name("bytes", tests, scratch_enter, scratch_leave);
}
