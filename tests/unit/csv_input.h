/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_input.h - a reader over a text, and its rows as one string. */
#ifndef SLOTWISE_TESTS_CSV_INPUT_H
#define SLOTWISE_TESTS_CSV_INPUT_H
#include "slotwise/sw_csv.h"
#include <inttypes.h>
#include "tests/unit/cmocka_all.h"
#include "tests/unit/scratch.h"

static inline struct sw_csv *open_text(const char *text, size_t len, struct sw_err *err)
{
    struct sw_csv *in = NULL;
    scratch_write("in.csv", text, len);
    int status = sw_csv_open(&in, "in.csv", err);
    assert_int_equal(status, in ? SW_OK : SW_FAIL);
    return in;
}

/* The rows as "line:field|field;" one after the other, and what ended them. */
static inline void show_row(char *buf, size_t cap, const struct sw_row *row)
{
    size_t n = strlen(buf);
    n += (size_t)snprintf(buf + n, cap - n, "%" PRIu64 ":", row->line);
    for (size_t i = 0; i < row->n; i++)
        n += (size_t)snprintf(buf + n, cap - n, "%s%.*s", i ? "|" : "", (int)row->field[i].len, row->field[i].at);
    snprintf(buf + n, cap - n, ";");
}

static inline void show_bytes(char *buf, size_t cap, const char *text, size_t len)
{
    struct sw_err err = { .exit = SW_EXIT_OK };
    struct sw_csv *in = open_text(text, len, &err);
    struct sw_row row;
    int status = in ? 1 : SW_FAIL;
    buf[0] = '\0';
    while (in && (status = sw_csv_next(in, &row, &err)) > 0) show_row(buf, cap, &row);
    if (status < 0) snprintf(buf + strlen(buf), cap - strlen(buf), "!%s", err.text);
    assert_int_equal(err.exit, status < 0 ? SW_EXIT_FAILED : SW_EXIT_OK);
    sw_csv_close(in);
}

#define assert_rows(text, expected)                              \
    do {                                                         \
        char got_[2000];                                         \
        show_bytes(got_, sizeof got_, text, sizeof(text) - 1);   \
        assert_string_equal(got_, expected);                     \
    } while (0)
#endif
