/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_record.c - rows as typed records, and bad rows set aside. */
#include "lib/csv/sw_table.h"
#include "tests/unit/csv_input.h"

struct record {
    uint64_t known;
    struct sw_text name;
    int64_t time_us, offset;
    uint64_t maps;
    double weight;
    int32_t priority;
};
static const char *const priorities[] = { "very_high", "high", "normal", NULL };
static const struct sw_column columns[] = {
    { "name", SW_TEXT, SW_NEEDED | SW_NOT_EMPTY, offsetof(struct record, name), "", NULL },
    { "time_s", SW_TIME, SW_NOT_NEGATIVE, offsetof(struct record, time_us), "", NULL },
    { "maps", SW_COUNT, SW_NEEDED, offsetof(struct record, maps), "", NULL },
    { "offset", SW_INT, 0, offsetof(struct record, offset), "", NULL },
    { "weight", SW_REAL, SW_NOT_NEGATIVE, offsetof(struct record, weight), "", NULL },
    { "priority", SW_WORD, 0, offsetof(struct record, priority), "", priorities } };
static const struct record defaults = { .weight = 1, .priority = 2 };
static const struct sw_schema schema = { "test", columns, 6, sizeof(struct record), &defaults };

static struct sw_csv *bound(const char *text)
{
    struct sw_err err;
    struct sw_csv *in = open_text(text, strlen(text), &err);
    assert_non_null(in);
    assert_int_equal(sw_csv_bind(in, &schema, &err), SW_OK);
    return in;
}

static void columns_are_found_by_name_in_any_order(void **state)
{
    (void)state;
    struct record r;
    struct sw_err err;
    struct sw_csv *in = bound("priority,x,weight,maps,offset,time_s,y,name\nhigh,1,2.5,7,-3,12.5,2,job\n");
    assert_int_equal(sw_csv_read(in, &r, &err), 1);
    assert_int_equal(r.known, 63);
    assert_memory_equal(r.name.at, "job", r.name.len);
    assert_int_equal(r.time_us, 12500000);
    assert_int_equal(r.maps, 7);
    assert_int_equal(r.offset, -3);
    assert_true(r.weight == 2.5);
    assert_int_equal(r.priority, 1);
    assert_int_equal(sw_csv_read(in, &r, &err), 0);
    sw_csv_close(in);
}

static void empty_and_absent_fields_keep_the_default(void **state)
{
    (void)state;
    struct record r;
    struct sw_err err;
    struct sw_csv *in = bound("name,maps,weight\njob,,\njob,3,4\njob,,\n");
    assert_int_equal(sw_csv_read(in, &r, &err), 1);
    assert_int_equal(r.known, 1);
    assert_true(r.weight == 1 && r.priority == 2 && r.maps == 0);
    assert_int_equal(sw_csv_read(in, &r, &err), 1);
    assert_int_equal(r.known, 1 | 4 | 16);
    assert_int_equal(sw_csv_read(in, &r, &err), 1);
    assert_true(r.known == 1 && r.weight == 1 && r.maps == 0); /* nothing is left of the row before */
    sw_csv_close(in);
}

static void other_columns_are_extras_in_input_order(void **state)
{
    (void)state;
    struct record r;
    struct sw_err err;
    struct sw_csv *in = bound("zone,name,maps,cost\nz1,job,1,9\n");
    assert_int_equal(sw_csv_read(in, &r, &err), 1);
    assert_int_equal(sw_csv_n_extras(in), 2);
    assert_memory_equal(sw_csv_extra_name(in, 0).at, "zone", 4);
    assert_memory_equal(sw_csv_extra_name(in, 1).at, "cost", 4);
    assert_memory_equal(sw_csv_extra(in, 0).at, "z1", 2);
    assert_memory_equal(sw_csv_extra(in, 1).at, "9", 1);
    assert_int_equal(sw_csv_row(in)->line, 2);
    assert_int_equal(sw_csv_row(in)->n, 4);
    sw_csv_close(in);
}

static void a_missing_column_is_named_with_the_nearest(void **state)
{
    (void)state;
    struct sw_err err;
    struct sw_csv *in = open_text("name,map\n", 9, &err);
    assert_int_equal(sw_csv_bind(in, &schema, &err), SW_FAIL);
    assert_string_equal(err.text, "in.csv:1: maps: the column is missing (did you mean 'map'?)");
    sw_csv_close(in);
    in = open_text("\nx,y\n", 5, &err);
    assert_int_equal(sw_csv_bind(in, &schema, &err), SW_FAIL);
    assert_string_equal(err.text, "in.csv:2: name: the column is missing");
    sw_csv_close(in);
}

static void a_bad_field_is_shown_with_its_place(void **state)
{
    (void)state;
    const struct { const char *row, *message; } cases[] = {
        { "j,12.5x,1,1,1,high", "time_s: not a number: '12.5x'" },
        { "j,-3,1,1,1,high", "time_s: is negative: '-3'" },
        { "j,1e300,1,1,1,high", "time_s: out of range: '1e300'" },
        { "j,-x,1,1,1,high", "time_s: not a number: '-x'" },
        { "j,1,-3,1,1,high", "maps: is negative: '-3'" },
        { "j,1,1.5,1,1,high", "maps: not a whole number: '1.5'" },
        { "j,1,99999999999999999999,1,1,high", "maps: out of range: '99999999999999999999'" },
        { "j,1,ten,1,1,high", "maps: not a number: 'ten'" },
        { "j,1,1,0.5,1,high", "offset: not a whole number: '0.5'" },
        { "j,1,1,1,-1,high", "weight: is negative: '-1'" },
        { "j,1,1,1,1e999,high", "weight: out of range: '1e999'" },
        { "j,1,1,1,nan,high", "weight: not a number: 'nan' (what is not known is an empty field; R: na=\"\")" },
        { "j,1,1,1,1,hgih", "priority: unknown word: 'hgih' (did you mean 'high'?)" },
        { "j,1,1,1,1,spark", "priority: unknown word: 'spark'" },
        { "j,1,1,1,1,hig", "priority: unknown word: 'hig' (did you mean 'high'?)" },
        { "j,1,1,1,1,highs", "priority: unknown word: 'highs' (did you mean 'high'?)" },
        { ",1,1,1,1,high", "name: is empty" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[200], expected[200];
        struct record r;
        struct sw_err err;
        snprintf(text, sizeof text, "name,time_s,maps,offset,weight,priority\nj,1,1,1,1,high\n%s\n", cases[i].row);
        snprintf(expected, sizeof expected, "in.csv:3: %s", cases[i].message);
        struct sw_csv *in = bound(text);
        assert_int_equal(sw_csv_read(in, &r, &err), 1);
        assert_int_equal(sw_csv_read(in, &r, &err), SW_FAIL);
        assert_string_equal(err.text, expected);
        sw_csv_close(in);
    }
}

static void a_very_long_field_is_cut_in_the_message(void **state)
{
    (void)state;
    char text[300] = "name,maps\njob,";
    struct record r;
    struct sw_err err;
    memset(text + strlen(text), 'x', 200);
    struct sw_csv *in = bound(text);
    assert_int_equal(sw_csv_read(in, &r, &err), SW_FAIL);
    assert_true(strlen(err.text) < 120);
    assert_non_null(strstr(err.text, "xxx...'"));
    sw_csv_close(in);
}

/* ---- bad rows set aside ---------------------------------------------------------------------- */

static const char damaged[] = "name,maps\na,1\nb,x\nc\nd\"d,4\n\"e\",5\nf,-6\ng\0,7\nh,8\n\"i";

static void bad_rows_are_counted_and_kept(void **state)
{
    (void)state;
    struct record r;
    struct sw_err err = { SW_EXIT_OK, "" };
    struct sw_out *rejects;
    char names[10] = "";
    int status;
    struct sw_csv *in = open_text(damaged, sizeof damaged - 1, &err);
    assert_int_equal(sw_csv_bind(in, &schema, &err), SW_OK);
    assert_int_equal(sw_out_open(&rejects, "bad.csv", &err), SW_OK);
    sw_csv_tolerate(in, rejects, UINT64_MAX);
    while ((status = sw_csv_read(in, &r, &err)) > 0) strncat(names, r.name.at, r.name.len);
    assert_int_equal(status, 0);
    assert_int_equal(err.exit, SW_EXIT_OK);
    assert_string_equal(names, "aeh");
    assert_int_equal(sw_csv_n_rejected(in), 6);
    sw_csv_close(in);
    assert_int_equal(sw_out_close(rejects, &err), SW_OK);
    char *kept = scratch_read("bad.csv");
    static const char expected[] = "name,maps\nb,x\nc\n\"d\"\"d,4\"\nf,-6\ng\0,7\ni\n";
    assert_memory_equal(kept, expected, sizeof expected);
    free(kept);
}

static void one_bad_row_too_many_ends_the_run(void **state)
{
    (void)state;
    struct record r;
    struct sw_err err;
    struct sw_csv *in = bound("name,maps\na,x\nb,1\nc\nd,2\ne,y\n");
    sw_csv_tolerate(in, NULL, 2);
    assert_int_equal(sw_csv_read(in, &r, &err), 1);
    assert_int_equal(sw_csv_read(in, &r, &err), 1);
    assert_int_equal(sw_csv_read(in, &r, &err), SW_FAIL);
    assert_string_equal(err.text, "in.csv:6: maps: not a number: 'y' (bad row 3, at most 2 allowed)");
    sw_csv_close(in);
}

static void a_caller_may_reject_a_row_too(void **state)
{
    (void)state;
    struct record r;
    struct sw_err err;
    struct sw_csv *in = bound("name,maps\na,1\nb,1\n");
    assert_int_equal(sw_csv_read(in, &r, &err), 1);
    sw_err_data(&err, sw_csv_path(in), sw_csv_row(in)->line, "maps", "no tasks");
    assert_int_equal(sw_csv_reject(in, &err), SW_FAIL); /* nothing is tolerated yet */
    assert_string_equal(err.text, "in.csv:2: maps: no tasks");
    sw_csv_tolerate(in, NULL, 1);
    assert_int_equal(sw_csv_reject(in, &err), 0);
    assert_int_equal(err.exit, SW_EXIT_OK);
    assert_int_equal(sw_csv_n_rejected(in), 1);
    sw_csv_close(in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_found_by_name_in_any_order),
        cmocka_unit_test(empty_and_absent_fields_keep_the_default),
        cmocka_unit_test(other_columns_are_extras_in_input_order),
        cmocka_unit_test(a_missing_column_is_named_with_the_nearest),
        cmocka_unit_test(a_bad_field_is_shown_with_its_place),
        cmocka_unit_test(a_very_long_field_is_cut_in_the_message),
        cmocka_unit_test(bad_rows_are_counted_and_kept),
        cmocka_unit_test(one_bad_row_too_many_ends_the_run),
        cmocka_unit_test(a_caller_may_reject_a_row_too),
    };
    return cmocka_run_group_tests_name("record", tests, scratch_enter, scratch_leave);
}
