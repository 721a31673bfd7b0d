/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_csv.c - any bytes through the reader: no crash, and what is accepted survives being written and read again. */
#undef NDEBUG /* the checks are the point */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "slotwise/sw_csv.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct record {
    uint64_t known;
    struct sw_text a;
    int64_t b;
    uint64_t c;
    double d;
    int32_t e;
};
static const char *const words[] = { "high", "normal", "low", NULL };
static const struct sw_column columns[] = {
    { "a", SW_TEXT, 0, offsetof(struct record, a), "", NULL },
    { "b", SW_TIME, SW_NOT_NEGATIVE, offsetof(struct record, b), "", NULL },
    { "c", SW_COUNT, 0, offsetof(struct record, c), "", NULL },
    { "d", SW_REAL, 0, offsetof(struct record, d), "", NULL },
    { "e", SW_WORD, 0, offsetof(struct record, e), "", words } };
static const struct sw_schema schema = { "fuzz", columns, 5, sizeof(struct record), NULL };

/* A file in memory, by a name that can be opened again. */
static int memory_file(char *name, size_t cap)
{
    int fd = memfd_create("fuzz", MFD_CLOEXEC);
    if (fd < 0) abort();
    snprintf(name, cap, "/proc/self/fd/%d", fd);
    return fd;
}

/* The values of a record, then the fields of its row that have no place in it. */
static void put_record(struct sw_out *out, const struct sw_csv *in, const struct record *r)
{
    sw_out_text(out, r->a.at, r->a.len);
    if (r->known & 2) sw_out_time(out, r->b); else sw_out_empty(out);
    if (r->known & 4) sw_out_u64(out, r->c); else sw_out_empty(out);
    if (r->known & 8) sw_out_real(out, r->d); else sw_out_empty(out);
    sw_out_str(out, r->known & 16 ? words[r->e] : NULL);
    for (size_t i = 0; i < sw_csv_n_extras(in); i++) sw_out_text(out, sw_csv_extra(in, i).at, sw_csv_extra(in, i).len);
    sw_out_end_row(out);
}

static void put_header(struct sw_out *out, const struct sw_csv *in)
{
    for (size_t i = 0; i < 5; i++) sw_out_str(out, columns[i].name);
    for (size_t i = 0; i < sw_csv_n_extras(in); i++)
        sw_out_text(out, sw_csv_extra_name(in, i).at, sw_csv_extra_name(in, i).len);
    sw_out_end_row(out);
}

/* Copies the sound rows of `from` to `to`; the number of rows, or -1 when there is no header to go by. */
static long copy(const char *from, const char *to, uint64_t *n_bad)
{
    struct sw_csv *in;
    struct sw_out *out;
    struct sw_err err;
    struct record r;
    long n = 0;
    int status;
    if (sw_csv_open(&in, from, &err) != SW_OK) return -1;
    if (sw_csv_bind(in, &schema, &err) != SW_OK || sw_out_open(&out, to, &err) != SW_OK) abort();
    sw_csv_tolerate(in, NULL, UINT64_MAX);
    put_header(out, in);
    for (; (status = sw_csv_read(in, &r, &err)) > 0; n++) put_record(out, in, &r);
    assert(status == 0 || err.exit == SW_EXIT_FAILED);
    assert(status == 0 || err.text[0]);
    *n_bad = sw_csv_n_rejected(in);
    assert(sw_out_close(out, &err) == SW_OK);
    sw_csv_close(in);
    return n;
}

static void assert_same(int a, int b)
{
    off_t size = lseek(a, 0, SEEK_END);
    assert(size == lseek(b, 0, SEEK_END));
    char *x = malloc((size_t)size + 1), *y = malloc((size_t)size + 1);
    assert(x && y && pread(a, x, (size_t)size, 0) == size && pread(b, y, (size_t)size, 0) == size);
    assert(memcmp(x, y, (size_t)size) == 0);
    free(x);
    free(y);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char given[40], once[40], twice[40];
    int fd[3] = { memory_file(given, 40), memory_file(once, 40), memory_file(twice, 40) };
    uint64_t n_bad;
    if (write(fd[0], data, size) != (ssize_t)size) abort();
    long n = copy(given, once, &n_bad);
    if (n >= 0) {
        long again = copy(once, twice, &n_bad);
        assert(again == n && n_bad == 0);
        assert_same(fd[1], fd[2]);
    }
    for (int i = 0; i < 3; i++) close(fd[i]);
    return 0;
}
