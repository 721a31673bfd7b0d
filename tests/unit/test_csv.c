/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_csv.c - rows, their lines, and what is refused. */
#include "tests/unit/csv_input.h"

static void rows_come_with_their_lines(void **state)
{
    (void)state;
    assert_rows("a,b\n1,2\n3,4\n", "2:1|2;3:3|4;");
    assert_rows("a,b\r\n1,2\r\n3,4\r\n", "2:1|2;3:3|4;");
    assert_rows("a,b\r1,2\r3,4\r", "2:1|2;3:3|4;");
    assert_rows("a,b\n1,2\n3,4", "2:1|2;3:3|4;");
    assert_rows("a,b\n", "");
    assert_rows("a,b", "");
}

static void quoted_fields_hold_anything(void **state)
{
    (void)state;
    assert_rows("a,b\n\"1,5\",\"say \"\"hi\"\"\"\n\"\",x\n", "2:1,5|say \"hi\";3:|x;");
    assert_rows("a,b\n\" 1 \",\"\"\n", "2: 1 |;");
    assert_rows("a,b\n1,\"x\"", "2:1|x;");
}

static void lines_are_counted_through_quoted_line_ends(void **state)
{
    (void)state;
    assert_rows("a,b\n\"1\n2\",3\n4,5\n", "2:1\n2|3;4:4|5;");
    assert_rows("a,b\r\n\"1\r\n2\r\n\",3\r\n4,5\r\n", "2:1\r\n2\r\n|3;5:4|5;");
    assert_rows("\"a\nx\",b\n1,2\n", "3:1|2;");
}

static void blank_lines_are_skipped_and_counted(void **state)
{
    (void)state;
    assert_rows("\n\na,b\n\n\n1,2\n\n3,4\n\n", "6:1|2;8:3|4;");
    assert_rows("a,b\r\n\r\n  \r\n1,2\r\n", "4:1|2;");
    assert_rows("a\n\"\"\nx\n", "2:;3:x;");
}

static void blanks_around_an_unquoted_field_are_not_part_of_it(void **state)
{
    (void)state;
    assert_rows("a, b\n 1 ,\t2\n x y , \"z\" \n", "2:1|2;3:x y|z;");
}

static void a_byte_order_mark_is_skipped(void **state)
{
    (void)state;
    assert_rows("\xef\xbb\xbf" "a,b\n1,2\n", "2:1|2;");
    struct sw_err err;
    struct sw_csv *in = open_text("\xef\xbb\xbf" "a,b\n", 7, &err);
    assert_int_equal(sw_csv_find(in, "a"), 0);
    sw_csv_close(in);
}

static void the_number_of_fields_must_be_the_headers(void **state)
{
    (void)state;
    assert_rows("a,b,c\n1,2,3\n4,5\n", "2:1|2|3;!in.csv:3: expected 3 fields, found 2");
    assert_rows("a,b\n1,2,\n", "!in.csv:2: expected 2 fields, found 3");
    assert_rows("a\n1,2\n", "!in.csv:2: expected 1 field, found 2");
}

static void a_nul_byte_is_an_error(void **state)
{
    (void)state;
    assert_rows("a,b\n1,2\n3\0,4\n", "2:1|2;!in.csv:3: NUL byte");
    assert_rows("a,b\n\"x\ny\nz\0\",4\n", "!in.csv:4: NUL byte");
    assert_rows("a,\0\n", "!in.csv:1: NUL byte");
    assert_rows("\0", "!in.csv:1: NUL byte");
}

static void a_quote_left_open_is_an_error(void **state)
{
    (void)state;
    assert_rows("a,b\n1,2\n3,\"4\n5,6\n", "2:1|2;!in.csv:3: quote not closed");
    assert_rows("a,b\n\"1\n2\",\"3\n", "!in.csv:3: quote not closed"); /* where the open field begins */
    assert_rows("a,\"b\n", "!in.csv:1: quote not closed");
    assert_rows("a,b\n1,\"", "!in.csv:2: quote not closed");
}

static void a_stray_quote_is_an_error(void **state)
{
    (void)state;
    assert_rows("a,b\n1,2\"x\n3,4\n", "!in.csv:2: quote in the middle of a field");
    assert_rows("a,b\n\"1\"x,2\n", "!in.csv:2: quote in the middle of a field");
    assert_rows("a,b\n\"1\" \"x,2\n", "!in.csv:2: quote in the middle of a field");
}

static void an_empty_file_has_no_header(void **state)
{
    (void)state;
    assert_rows("", "!in.csv: empty: no header row");
    assert_rows("\n\r\n  \n", "!in.csv: empty: no header row");
    assert_rows("\xef\xbb\xbf", "!in.csv: empty: no header row");
}

static void column_names_are_there_and_differ(void **state)
{
    (void)state;
    assert_rows("a,b,a\n", "!in.csv:1: column 'a' appears twice");
    assert_rows("a,,b\n", "!in.csv:1: column 2 has no name");
    assert_rows("a,\n", "!in.csv:1: column 2 has no name");
}

static void a_file_that_cannot_be_read_is_named(void **state)
{
    (void)state;
    struct sw_csv *in;
    struct sw_err err;
    assert_int_equal(sw_csv_open(&in, "no/such.csv", &err), SW_FAIL);
    assert_string_equal(err.text, "no/such.csv: cannot open: no such file or directory");
    assert_null(in);
    assert_int_equal(sw_csv_open(&in, "/", &err), SW_FAIL);
    assert_string_equal(err.text, "/: cannot read: is a directory");
}

/* Rows and fields larger than the blocks of 256 KiB and the chunks of 16 KiB. */
static void long_fields_and_long_rows_arrive_whole(void **state)
{
    (void)state;
    enum { LONG = 700000, MANY = 100000 };
    char *text = malloc(LONG + 2 * MANY + 100), *to = text;
    struct sw_err err;
    struct sw_row row;
    to += sprintf(to, "a,b\nx,\"");
    for (int i = 0; i < LONG; i++) *to++ = i % 1000 ? (char)('a' + i % 26) : '\n';
    to += sprintf(to, "\"\ny,z\n");
    struct sw_csv *in = open_text(text, (size_t)(to - text), &err);
    assert_int_equal(sw_csv_next(in, &row, &err), 1);
    assert_int_equal(row.field[1].len, LONG);
    assert_memory_equal(row.field[1].at, text + 7, LONG);
    assert_int_equal(sw_csv_next(in, &row, &err), 1);
    assert_int_equal(row.line, 3 + LONG / 1000);
    sw_csv_close(in);
    to = text;
    for (int i = 0; i < MANY; i++) to += sprintf(to, "%x%c", i & 1, i + 1 < MANY ? ',' : '\n');
    in = open_text(text, (size_t)(to - text), &err); /* names repeat, so the header is refused, having been read */
    assert_null(in);
    assert_string_equal(err.text, "in.csv:1: column '0' appears twice");
    free(text);
}

static void the_input_may_be_larger_than_a_block(void **state)
{
    (void)state;
    struct sw_out *out;
    struct sw_csv *in;
    struct sw_row row;
    struct sw_err err;
    int64_t n;
    assert_int_equal(sw_out_open(&out, "big.csv", &err), SW_OK);
    sw_out_header(out, (const char *const[]){ "n", "text", NULL });
    for (int i = 0; i < 100000; i++) {
        sw_out_i64(out, i);
        sw_out_text(out, "a,\"b\"\nc,d,e,f", (size_t)(i % 14));
        sw_out_end_row(out);
    }
    assert_int_equal(sw_out_close(out, &err), SW_OK);
    assert_int_equal(sw_csv_open(&in, "big.csv", &err), SW_OK);
    for (int i = 0; i < 100000; i++) {
        assert_int_equal(sw_csv_next(in, &row, &err), 1);
        assert_int_equal(sw_num_i64(row.field[0].at, row.field[0].len, &n), SW_OK);
        assert_int_equal(n, i);
        assert_int_equal(row.field[1].len, i % 14);
        assert_memory_equal(row.field[1].at, "a,\"b\"\nc,d,e,f", (size_t)(i % 14));
    }
    assert_int_equal(sw_csv_next(in, &row, &err), 0);
    assert_int_equal(sw_csv_next(in, &row, &err), 0); /* and stays so */
    sw_csv_close(in);
}

static void a_row_without_end_is_refused_in_time(void **state)
{
    (void)state;
    enum { SIZE = 80 << 20 };
    char *text = calloc(SIZE, 1), got[200];
    memcpy(text, "a,b\n1,\"", 7);
    memset(text + 7, 'x', SIZE - 7);
    show_bytes(got, sizeof got, text, SIZE);
    assert_string_equal(got, "!in.csv:2: row longer than 64 MiB (quote not closed?)");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_come_with_their_lines),
        cmocka_unit_test(quoted_fields_hold_anything),
        cmocka_unit_test(lines_are_counted_through_quoted_line_ends),
        cmocka_unit_test(blank_lines_are_skipped_and_counted),
        cmocka_unit_test(blanks_around_an_unquoted_field_are_not_part_of_it),
        cmocka_unit_test(a_byte_order_mark_is_skipped),
        cmocka_unit_test(the_number_of_fields_must_be_the_headers),
        cmocka_unit_test(a_nul_byte_is_an_error),
        cmocka_unit_test(a_quote_left_open_is_an_error),
        cmocka_unit_test(a_stray_quote_is_an_error),
        cmocka_unit_test(an_empty_file_has_no_header),
        cmocka_unit_test(column_names_are_there_and_differ),
        cmocka_unit_test(a_file_that_cannot_be_read_is_named),
        cmocka_unit_test(long_fields_and_long_rows_arrive_whole),
        cmocka_unit_test(the_input_may_be_larger_than_a_block),
        cmocka_unit_test(a_row_without_end_is_refused_in_time),
    };
    return cmocka_run_group_tests_name("csv", tests, scratch_enter, scratch_leave);
}
