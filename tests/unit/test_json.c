/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_json.c - JSON objects found in a stream, laid down as a tree, and what is said of those that are none. */
#include <stdlib.h>
#include <string.h>
#include "tests/unit/cmocka_all.h"
#include "lib/trace/parse/json.h"
#include "tests/unit/scratch.h"

static struct json_stream open_text(const char *text, size_t len)
{
    struct json_stream in = { NULL };
    struct sw_err err;
    scratch_write("in.json", text, len);
    assert_int_equal(sw_bytes_open(&in.bytes, "in.json", &err), SW_OK);
    return in;
}

static void assert_text(struct sw_text got, const char *want)
{
    assert_int_equal(got.len, strlen(want));
    assert_memory_equal(got.at, want, got.len);
}

/* ---- trees ------------------------------------------------------------------------------------------ */

static void members_and_elements_are_found(void **state)
{
    struct json_tree t = { NULL };
    char why[100];
    const char *text = "{\"a\": [1, {\"b\": \"x\\u00e9\\n\"}, null, true], \"c\": {\"string\": \"y\"}, \"d\": -2.5e1}";
    int64_t n;
    (void)state;
    assert_int_equal(json_parse(&t, (struct sw_text){ text, strlen(text) }, why, sizeof why), SW_OK);
    const struct json_node *a = json_get(t.node, "a"), *first = json_first(a);
    assert_int_equal(json_count(a), 4);
    assert_true(json_i64(first, &n));
    assert_int_equal(n, 1);
    assert_text(json_text_of(json_after(first), "b"), "x\xc3\xa9\n");
    assert_int_equal(json_after(json_after(first))->kind, JSON_NULL);
    assert_text(json_text_of(t.node, "c"), "y"); /* Avro's way to write what may be null */
    assert_true(json_i64_of(t.node, "d", &n));
    assert_int_equal(n, -25);
    assert_null(json_get(t.node, "e"));
    assert_null(json_get(first, "b"));
    assert_text(json_text_of(NULL, "b"), "");
    json_clear(&t);
}

static void only_whole_numbers_are_counts(void **state)
{
    static const char *const good[] = { "7", "\"7\"", "7.0", "0.7e1" },
        *const bad[] = { "7.5", "\"\"", "\"7x\"", "null", "[7]", "1e300", "true" };
    struct json_tree t = { NULL };
    char why[100];
    int64_t n;
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(json_parse(&t, (struct sw_text){ good[i], strlen(good[i]) }, why, sizeof why), SW_OK);
        assert_true(json_i64(t.node, &n));
        assert_int_equal(n, 7);
    }
    for (size_t i = 0; i < 7; i++) {
        assert_int_equal(json_parse(&t, (struct sw_text){ bad[i], strlen(bad[i]) }, why, sizeof why), SW_OK);
        assert_false(json_i64(t.node, &n));
    }
    json_clear(&t);
}

static void sixty_four_bits_are_kept(void **state)
{
    struct json_tree t = { NULL };
    char why[100];
    int64_t n;
    (void)state;
    assert_int_equal(json_parse(&t, (struct sw_text){ "9223372036854775807", 19 }, why, sizeof why), SW_OK);
    assert_true(json_i64(t.node, &n));
    assert_int_equal(n, INT64_MAX);
    json_clear(&t);
}

/* ---- streams ---------------------------------------------------------------------------------------- */

static void objects_come_with_their_lines(void **state)
{
    const char *text = "/* a\n { */ {\"n\": 1}\n\n{\"n\":\n2} [{\"n\": 3},\n{\"n\": \"}\\\"{\"}]";
    static const uint64_t lines[] = { 2, 4, 5, 6 };
    struct json_stream in = open_text(text, strlen(text));
    struct sw_err err;
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(json_stream_next(&in, &err), 1);
        assert_int_equal(in.line, lines[i]);
        assert_int_equal(json_count(in.tree.node), 1);
    }
    assert_text(json_text_of(in.tree.node, "n"), "}\"{");
    assert_int_equal(json_stream_next(&in, &err), 0);
    json_stream_clear(&in);
}

static void damage_is_passed_over(void **state)
{
    const char *text = "{\"n\": 1}\nwhat?\n{\"n\": }\n{\"n\": 2}\n{\"n\": [";
    static const int want[] = { 1, -1, -1, 1, -1, 0 };
    static const char *const say[] =
        { "", ":2: not a JSON object", ":3: not JSON: ", "", ":5: input ends inside a JSON object", "" };
    struct json_stream in = open_text(text, strlen(text));
    struct sw_err err;
    (void)state;
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(json_stream_next(&in, &err), want[i]);
        if (want[i] < 0)
            assert_non_null(strstr(err.text, say[i]));
        assert_int_equal(in.cut, i == 4);
    }
    json_stream_clear(&in);
}

/* Larger than any block that is read. */
static void objects_may_be_large(void **state)
{
    size_t n = 1000000;
    char *text = malloc(n + 100);
    struct sw_err err;
    (void)state;
    assert_non_null(text);
    size_t len = (size_t)sprintf(text, "{\"a\": \"");
    memset(text + len, '{', n);
    len += n;
    len += (size_t)sprintf(text + len, "\"} {\"b\": 1}");
    struct json_stream in = open_text(text, len);
    assert_int_equal(json_stream_next(&in, &err), 1);
    assert_int_equal(json_text_of(in.tree.node, "a").len, n);
    assert_int_equal(json_stream_next(&in, &err), 1);
    assert_int_equal(json_stream_next(&in, &err), 0);
    json_stream_clear(&in);
    free(text);
}

int main(void)
{
    static const struct CMUnitTest tests[] =
        { cmocka_unit_test(members_and_elements_are_found), cmocka_unit_test(only_whole_numbers_are_counts),
        cmocka_unit_test(sixty_four_bits_are_kept), cmocka_unit_test(objects_come_with_their_lines),
        cmocka_unit_test(damage_is_passed_over),
        cmocka_unit_test(objects_may_be_large) };
    return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
