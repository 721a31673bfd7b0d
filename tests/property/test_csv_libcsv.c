/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_csv_libcsv.c - the rows are those that libcsv makes of the same bytes, whichever way the reader takes them. */
#include <csv.h>
#include <string.h>
#include "lib/base/sw_chance.h"
#include "slotwise/sw_csv.h"
#include "tests/unit/cmocka_all.h"
#include "tests/unit/scratch.h"

enum { CAP = 200000 };

/* Rows as text: fields in brackets, a line end behind each row. */
struct shown { char *at; size_t n; };

static void show_field(void *at, size_t len, void *data)
{
    struct shown *s = data;
    s->at[s->n++] = '[';
    memcpy(s->at + s->n, at, len);
    s->n += len;
    s->at[s->n++] = ']';
}

/* libcsv calls for the LF of a CRLF, too. */
static void show_end(int c, void *data)
{
    struct shown *s = data;
    (void)c;
    if (s->n > 0 && s->at[s->n - 1] == ']') s->at[s->n++] = '\n';
}

/* False: a quote is out of place. */
static bool libcsv_rows(const char *text, size_t len, struct shown *s)
{
    struct csv_parser p;
    s->n = 0;
    assert_int_equal(csv_init(&p, CSV_STRICT | CSV_STRICT_FINI), 0);
    bool sound = csv_parse(&p, text, len, show_field, show_end, s) == len && csv_fini(&p, show_field, show_end, s) == 0;
    csv_free(&p);
    return sound;
}

/* The header is a row as well. */
static void our_rows(const char *text, size_t len, struct shown *s)
{
    struct sw_csv *in;
    struct sw_row row;
    struct sw_err err;
    scratch_write("rows.csv", text, len);
    s->n = 0;
    assert_int_equal(sw_csv_open(&in, "rows.csv", &err), SW_OK);
    row = *sw_csv_header(in);
    int status = 1;
    for (; status > 0; status = sw_csv_next(in, &row, &err)) {
        for (size_t i = 0; i < row.n; i++) show_field((void *)(uintptr_t)row.field[i].at, row.field[i].len, s);
        show_end(0, s);
    }
    assert_int_equal(status, 0);
    sw_csv_close(in);
}

static char *put_field(struct sw_chance *c, char *to, int style)
{
    static const char *const plain[] = { "", "", "a", "12.5", "x y", " ", "\t", " b", "c\t ", "\xc3\xa9", "job1234567",
                                         "-", "!", "\x01z" };
    static const char *const quoted[] = { "\"\"", "\"a,b\"", "\"1\n2\"", " \"q\" ", "\"say \"\"hi\"\"\"", "\"\r\n\"" };
    uint64_t u = sw_chance_u64(c) >> 8;
    return stpcpy(to, style >= 2 && u % 50 == 0 ? quoted[u / 50 % 6] : plain[u / 50 % 14]);
}

/* Every row has three fields. Style: 0 LF; 1 some CRLF and CR; 2 some quotes; 3 both. */
static size_t make_text(struct sw_chance *c, int style, char *text)
{
    static const char *const ends[] = { "\n", "\r\n", "\r", "\n\n", "\n \t\n" };
    uint64_t rows = sw_chance_u64(c) % 4 == 0 ? 5000 : sw_chance_u64(c) % 20;
    char *to = stpcpy(text, "r,s,t\n");
    for (uint64_t i = 0; i < rows; i++) {
        uint64_t u = sw_chance_u64(c) >> 8;
        for (int k = 0; k < 3; k++) {
            to = put_field(c, to, style);
            if (k < 2) *to++ = ',';
        }
        to = stpcpy(to, u % 40 ? "\n" : ends[style % 2 ? u / 40 % 5 : 3 * (u / 40 % 2)]);
    }
    return (size_t)(to - text) - (rows > 0 && sw_chance_u64(c) % 3 == 0);
}

static void rows_are_those_of_libcsv(void **state)
{
    (void)state;
    struct sw_chance c = sw_chance_start(1, SW_CHANCE_OTHER, 0, 0);
    char *text = malloc(CAP);
    struct shown theirs = { malloc(3 * CAP), 0 }, ours = { malloc(3 * CAP), 0 };
    for (int i = 0; i < 2000; i++) {
        size_t len = make_text(&c, i % 4, text);
        assert_true(len < CAP);
        assert_true(libcsv_rows(text, len, &theirs));
        our_rows(text, len, &ours);
        assert_int_equal(ours.n, theirs.n);
        assert_memory_equal(ours.at, theirs.at, ours.n);
    }
    free(text);
    free(theirs.at);
    free(ours.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(rows_are_those_of_libcsv) };
    return cmocka_run_group_tests_name("csv and libcsv", tests, scratch_enter, scratch_leave);
}
