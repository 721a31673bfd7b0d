/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_csv_pieces.c - the same rows however the bytes arrive, and the same numbers after writing and reading. */
#include "lib/base/sw_chance.h"
#include "lib/csv/sw_bytes.h"
#include "slotwise/sw_csv.h"
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>
#include "tests/unit/cmocka_all.h"
#include "tests/unit/scratch.h"

/* Everything the parser has to keep in mind from one piece to the next. */
static const char *const texts[] = {
    "a,b\n1,2\n3,4\n",
    "a,b\r\n1,2\r\n\r\n3,4",
    "\xef\xbb\xbf_,b\n\"1\r\n,\"\"2\", x y \n\"\",\"\"\n",
    "a,b\n 1 ,\t2\n\n\n3,\"4\n5\"\n6,7\n",
    "a,b\n1\n3,4\n5,6,7\n8,9\n",
    "a,b\n1,2\"x,\"y\n3,4\n\"5\"6,7\r\n8,9\n",
    "a,b\n1,\xc3\xa9\n\"x\ny\",\"open\n8,9\n",
    "a,b\r1,2\r\r3,4\r",
};
enum { N_TEXTS = sizeof texts / sizeof *texts };

/* All rows with their lines, sound or set aside. */
static void show_rows(struct sw_bytes *bytes, char *buf, size_t cap)
{
    struct sw_csv *in;
    struct sw_row row;
    struct sw_err err = { SW_EXIT_OK, "" };
    size_t n = 0;
    assert_int_equal(sw_csv_take(&in, bytes, &err), SW_OK);
    sw_csv_tolerate(in, NULL, UINT64_MAX);
    while (sw_csv_next(in, &row, &err) > 0) {
        n += (size_t)snprintf(buf + n, cap - n, "%d:", (int)row.line);
        for (size_t i = 0; i < row.n; i++)
            n += (size_t)snprintf(buf + n, cap - n, "[%.*s]", (int)row.field[i].len, row.field[i].at);
    }
    snprintf(buf + n, cap - n, " %d rejected %s", (int)sw_csv_n_rejected(in), err.text);
    sw_csv_close(in);
}

static void rows_of_file(const char *name, char *buf, size_t cap)
{
    struct sw_bytes *bytes;
    struct sw_err err;
    assert_int_equal(sw_bytes_open(&bytes, name, &err), SW_OK);
    show_rows(bytes, buf, cap);
}

static void rows_of_text(const void *at, size_t len, char *buf, size_t cap)
{
    scratch_write("whole", at, len);
    rows_of_file("whole", buf, cap);
}

/* The reader gets at most `cut` bytes at a time: written with O_DIRECT, each piece is a packet (pipe(2)). */
static void rows_in_pieces(const char *text, size_t len, size_t cut, char *buf, size_t cap)
{
    int ends[2], saved = dup(STDIN_FILENO);
    struct sw_bytes *bytes;
    struct sw_err err;
    assert_int_equal(pipe2(ends, O_DIRECT), 0);
    assert_true(len < 128 && fcntl(ends[1], F_SETPIPE_SZ, 128 * 4096) >= 128 * 4096); /* room for 128 packets */
    for (size_t done = 0, n; done < len; done += n) {
        n = len - done < cut ? len - done : cut;
        assert_int_equal(write(ends[1], text + done, n), n);
    }
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    assert_int_equal(sw_bytes_open(&bytes, "-", &err), SW_OK);
    show_rows(bytes, buf, cap);
    dup2(saved, STDIN_FILENO);
    close(saved);
}

static void rows_are_the_same_in_pieces_of_any_size(void **state)
{
    (void)state;
    char whole[1000], pieces[1000];
    for (size_t i = 0; i < N_TEXTS; i++) {
        size_t len = strlen(texts[i]);
        rows_of_text(texts[i], len, whole, sizeof whole);
        for (size_t cut = 1; cut <= len; cut++) {
            rows_in_pieces(texts[i], len, cut, pieces, sizeof pieces);
            assert_string_equal(pieces, whole);
        }
    }
}

/* "a,b", then a row whose first field brings what follows to `at`, then the text as rows (its header is one). */
static size_t behind_filler(char *to, size_t at, const char *body)
{
    size_t n = (size_t)sprintf(to, "a,b\n");
    memset(to + n, 'f', at - n - 3);
    return at + (size_t)sprintf(to + at - 3, ",g\n%s", body) - 3;
}

/* What is shown behind the row that ends in [g]. */
static const char *shown_rest(const char *shown)
{
    const char *g = strstr(shown, "[g]");
    assert_non_null(g);
    return g + 3;
}

/* Moves each text over the ends of the chunks of 16 KiB and of the blocks of 256 KiB, byte by byte. */
static void rows_are_the_same_across_the_ends_of_blocks(void **state)
{
    (void)state;
    enum { CAP = 300000 };
    const size_t ends[] = { 16384, 32768, 262144 };
    char *text = malloc(CAP), *shown = malloc(CAP), expected[1000];
    for (size_t i = 0; i < N_TEXTS; i++) {
        const char *body = texts[i] + (texts[i][0] == '\xef' ? 3 : 0);
        rows_of_text(text, behind_filler(text, 10, body), expected, sizeof expected);
        for (size_t e = 0; e < 3; e++)
            for (size_t before = 0; before <= strlen(body); before++) {
                rows_of_text(text, behind_filler(text, ends[e] - before, body), shown, CAP);
                assert_string_equal(shown_rest(shown), shown_rest(expected));
            }
    }
    free(text);
    free(shown);
}

/* ---- compressed ------------------------------------------------------------------------------ */

static size_t gzip(const char *text, size_t len, char *to, size_t cap)
{
    z_stream z = { 0 };
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (unsigned char *)(uintptr_t)text;
    z.avail_in = (uInt)len;
    z.next_out = (unsigned char *)to;
    z.avail_out = (uInt)cap;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return cap - z.avail_out;
}

static size_t zstd(const char *text, size_t len, char *to, size_t cap)
{
    return ZSTD_compress(to, cap, text, len, 3);
}

/* As two members or frames, parted at every byte. */
static void check_packed(size_t (*pack)(const char *, size_t, char *, size_t))
{
    char whole[1000], unpacked[1000], packed[2000];
    for (size_t i = 0; i < N_TEXTS; i++) {
        size_t len = strlen(texts[i]);
        rows_of_text(texts[i], len, whole, sizeof whole);
        for (size_t cut = 0; cut <= len; cut++) {
            size_t n = pack(texts[i], cut, packed, sizeof packed);
            n += pack(texts[i] + cut, len - cut, packed + n, sizeof packed - n);
            rows_of_text(packed, n, unpacked, sizeof unpacked);
            assert_string_equal(unpacked, whole);
        }
    }
}

static void rows_are_the_same_from_gzip(void **state)
{
    (void)state;
    check_packed(gzip);
}

static void rows_are_the_same_from_zstd(void **state)
{
    (void)state;
    check_packed(zstd);
}

/* Packed bytes in pieces, too: the decoders' own state. */
static void packed_pieces_unpack_to_the_same_rows(void **state)
{
    (void)state;
    char whole[1000], pieces[1000], packed[2000];
    for (size_t i = 0; i < N_TEXTS; i++) {
        size_t len = strlen(texts[i]);
        rows_of_text(texts[i], len, whole, sizeof whole);
        for (size_t cut = 1; cut <= 9; cut++) {
            rows_in_pieces(packed, gzip(texts[i], len, packed, sizeof packed), cut, pieces, sizeof pieces);
            assert_string_equal(pieces, whole);
            rows_in_pieces(packed, zstd(texts[i], len, packed, sizeof packed), cut, pieces, sizeof pieces);
            assert_string_equal(pieces, whole);
        }
    }
}

/* ---- numbers --------------------------------------------------------------------------------- */

#define N_NUMBERS 500000

/* Any bit pattern that is a number, uniform reals, and decimals of few places. */
static double some_real(struct sw_chance *c, int i)
{
    union { uint64_t bits; double x; } any = { sw_chance_u64(c) };
    if (i % 4 == 0) return isfinite(any.x) ? any.x : 0;
    if (i % 4 == 1) return sw_chance_uniform(c) * 1e4;
    if (i % 4 == 2) return (double)(int64_t)(any.bits >> 34) / 1000 - 5e5;
    return (double)(any.bits >> (any.bits & 63));
}

static void reals_are_the_same_after_writing_and_reading(void **state)
{
    (void)state;
    struct sw_chance c = { 1 };
    char text[SW_NUM_MAX];
    for (int i = 0; i < N_NUMBERS; i++) {
        double x = some_real(&c, i), back = NAN;
        size_t len = sw_num_put_real(text, x);
        assert_true(len <= SW_NUM_MAX);
        assert_int_equal(sw_num_real(text, len, &back), SW_OK);
        assert_memory_equal(&back, &x, sizeof x);
    }
}

static void times_are_the_same_after_writing_and_reading(void **state)
{
    (void)state;
    struct sw_chance c = { 2 };
    char text[SW_NUM_MAX];
    for (int i = 0; i < N_NUMBERS; i++) {
        uint64_t bits = sw_chance_u64(&c);
        int64_t us = (int64_t)(bits >> (3 + bits % 50)) * (bits & 64 ? -1 : 1), back = -7;
        if (i % 3 == 0) us = us / 1000 * 1000;
        size_t len = sw_num_put_time(text, us);
        assert_int_equal(sw_num_time(text, len, &back), SW_OK);
        assert_true(back == us);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_the_same_in_pieces_of_any_size),
        cmocka_unit_test(rows_are_the_same_across_the_ends_of_blocks),
        cmocka_unit_test(rows_are_the_same_from_gzip),
        cmocka_unit_test(rows_are_the_same_from_zstd),
        cmocka_unit_test(packed_pieces_unpack_to_the_same_rows),
        cmocka_unit_test(reals_are_the_same_after_writing_and_reading),
        cmocka_unit_test(times_are_the_same_after_writing_and_reading),
    };
    return cmocka_run_group_tests_name("csv pieces", tests, scratch_enter, scratch_leave);
}
