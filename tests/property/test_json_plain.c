/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_json_plain.c - what lib/trace/parse/json_plain.c accepts has the tree that yajl makes of it.
 * A member that is not read is as one that is not there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/trace/parse/json.h"
#include "lib/base/sw_chance.h"
#include "tests/unit/cmocka_all.h"

enum { CAP = 1 << 16, DEEPEST = 5 };

/* The same value twice, once without the members called "unread"; style: 0 nothing is escaped, 1 something may be. */
struct making { char *with, *without; struct sw_chance c; int style, quiet; };

static uint64_t below(struct making *m, uint64_t n) { return (sw_chance_u64(&m->c) >> 8) % n; }

static void put(struct making *m, const char *text)
{
    m->with = stpcpy(m->with, text);
    if (m->quiet == 0) m->without = stpcpy(m->without, text);
}

static void put_blank(struct making *m)
{
    static const char *const blanks[] = { " ", "\n", "\t", "\r\n", "  " };
    if (below(m, 4) == 0) put(m, blanks[below(m, 5)]);
}

static void put_name(struct making *m)
{
    static const char *const names[] = { "a", "unread ", "b c", "", "Launch Time", "a name of more than sixteen bytes",
                                         "\xc3\xa9" };
    put(m, "\"");
    put(m, names[below(m, 7)]);
    put(m, "\"");
}

static void put_scalar(struct making *m)
{
    static const char *const plain[] = { "0", "-0", "17", "1623285410189", "-2.50", "1e9", "0.5E-07", "true", "false",
        "null", "\"\"", "\"x\"", "\"]}\"", "\"[{\"", "\"exactly sixteen.\"",
        "\"a text that is longer than two times sixteen bytes\"" };
    static const char *const escaped[]
        = { "\"\\\"\"", "\"\\\\\"", "\"a\\n\"", "\"\\u0000\"", "\"\\\\\\\"]\"", "\"\\\\\\\\\"" };
    bool escape = m->style == 1 || m->quiet > 0;
    put(m, escape && below(m, 4) == 0 ? escaped[below(m, 6)] : plain[below(m, 16)]);
}

static void put_value(struct making *m, int depth);
static void put_object(struct making *m, int depth);
static void put_array(struct making *m, int depth);

static void put_member(struct making *m, int depth, bool unread)
{
    m->quiet += unread;
    if (unread) put(m, "\"unread\"");
    else put_name(m);
    put_blank(m);
    put(m, ":");
    put_blank(m);
    if (!unread) put_value(m, depth + 1);
    else if (below(m, 2) == 0) put_array(m, depth + 1);
    else put_object(m, depth + 1);
    put_blank(m);
    m->quiet -= unread;
}

/* The member that is not read stands first or behind others, so that its comma goes with it. */
static void put_object(struct making *m, int depth)
{
    uint64_t n = depth < DEEPEST ? below(m, 5) : 0, unread = depth < DEEPEST ? below(m, 4) : 0;
    put(m, "{");
    put_blank(m);
    for (uint64_t i = 0; i < n; i++) {
        if (i > 0) put(m, ",");
        put_blank(m);
        put_member(m, depth, false);
    }
    for (; unread == 1; unread = below(m, 2)) {
        m->quiet++;
        if (n++ > 0) put(m, ",");
        m->quiet--;
        put_member(m, depth, true);
    }
    put(m, "}");
}

static void put_array(struct making *m, int depth)
{
    put(m, "[");
    put_blank(m);
    for (uint64_t i = 0, n = depth < DEEPEST ? below(m, 5) : 0; i < n; i++) {
        if (i > 0) put(m, ",");
        put_blank(m);
        put_value(m, depth + 1);
        put_blank(m);
    }
    put(m, "]");
}

static void put_value(struct making *m, int depth)
{
    uint64_t what = depth < DEEPEST ? below(m, 4) : 3;
    if (depth == 0 || what == 0) put_object(m, depth);
    else if (what == 1) put_array(m, depth);
    else put_scalar(m);
}

static void assert_same(const struct json_tree *a, const struct json_tree *b)
{
    assert_int_equal(a->n, b->n);
    for (size_t i = 0; i < a->n; i++) {
        const struct json_node *x = &a->node[i], *y = &b->node[i];
        assert_int_equal(x->kind, y->kind);
        assert_int_equal(x->span, y->span);
        assert_int_equal(x->key.len, y->key.len);
        assert_int_equal(x->text.len, y->text.len);
        assert_int_equal(memcmp(x->key.at, y->key.at, x->key.len), 0);
        assert_int_equal(memcmp(x->text.at, y->text.at, x->text.len), 0);
    }
}

static const struct sw_text unread[] = { { "other", 5 }, { "unread", 6 }, { NULL, 0 } };

/* In memory that ends where the text does. */
static bool parse_plain(struct json_tree *t, char **copy, const char *text, size_t len, bool all)
{
    free(*copy);
    *copy = malloc(len + (len == 0));
    memcpy(*copy, text, len);
    return json_plain_parse(t, (struct sw_text){ *copy, len }, all ? NULL : unread);
}

struct texts { char *with, *without, *copy; struct json_tree plain, any; };

static size_t make(struct making *m, struct texts *t, int style)
{
    m->with = t->with;
    m->without = t->without;
    m->style = style;
    put_value(m, 0);
    assert_true(m->with - t->with < CAP);
    return (size_t)(m->with - t->with);
}

static void compare_one(struct making *m, struct texts *t, int style)
{
    char why[100];
    size_t len = make(m, t, style), len_without = (size_t)(m->without - t->without);
    bool plain = parse_plain(&t->plain, &t->copy, t->with, len, true);
    assert_int_equal(json_parse_any(&t->any, (struct sw_text){ t->with, len }, why, sizeof why), SW_OK);
    if (plain) assert_same(&t->plain, &t->any);
    else assert_non_null(memchr(t->with, '\\', len));
    plain = parse_plain(&t->plain, &t->copy, t->with, len, false);
    assert_int_equal(json_parse_any(&t->any, (struct sw_text){ t->without, len_without }, why, sizeof why), SW_OK);
    if (plain) assert_same(&t->plain, &t->any);
    else assert_non_null(memchr(t->without, '\\', len_without));
}

static struct texts open_texts(void)
{
    return (struct texts){ .with = malloc(2 * CAP), .without = malloc(2 * CAP) };
}

static void close_texts(struct texts *t)
{
    free(t->with);
    free(t->without);
    free(t->copy);
    json_clear(&t->plain);
    json_clear(&t->any);
}

static void trees_are_those_of_yajl(void **state)
{
    (void)state;
    struct making m = { .c = sw_chance_start(1, SW_CHANCE_OTHER, 0, 0) };
    struct texts t = open_texts();
    for (int i = 0; i < 20000; i++) compare_one(&m, &t, i % 2);
    close_texts(&t);
}

/* One byte is another, goes, or is the last. */
static void what_yajl_refuses_is_refused(void **state)
{
    static const char bytes[] = "{}[],:\"\\0-+.eE tfn\n\x01\x7f";
    (void)state;
    struct making m = { .c = sw_chance_start(2, SW_CHANCE_OTHER, 0, 0) };
    struct texts t = open_texts();
    char why[100];
    int accepted = 0, refused = 0;
    for (int i = 0; i < 40000; i++) {
        size_t len = make(&m, &t, 0), at = below(&m, len);
        uint64_t how = below(&m, 4);
        if (how < 2) t.with[at] = bytes[below(&m, sizeof bytes)];
        else if (how == 2) memmove(t.with + at, t.with + at + 1, len-- - at - 1);
        else len = at;
        bool plain = parse_plain(&t.plain, &t.copy, t.with, len, true);
        bool any = json_parse_any(&t.any, (struct sw_text){ t.with, len }, why, sizeof why) == SW_OK;
        if (plain) assert_true(any);
        if (plain) assert_same(&t.plain, &t.any);
        accepted += plain;
        refused += !any;
        parse_plain(&t.plain, &t.copy, t.with, len, false); /* ends, whatever it says */
    }
    assert_in_range(accepted, 1000, 39000);
    assert_in_range(refused, 1000, 39000);
    close_texts(&t);
}

/* All values of members that are not read are containers or texts here, so nothing of them is in the tree. */
static void unread_members_are_not_there(void **state)
{
    static const char *const values[] = { "[]", "{}", "\"\\\"\"", "\"\"",
        "[1,[2,3],\"]\",\"\\\"]\\\\\"]", "{\"a\":{\"b\":\"}\"},\"c\":\"\\\\\"}" };
    (void)state;
    struct json_tree t = { NULL };
    char text[1000], fill[200], *copy = NULL;
    for (size_t pad = 0; pad < 150; pad++)
        for (size_t i = 0; i < 6; i++) {
            memset(fill, pad % 3 == 0 ? '[' : 'x', pad);
            fill[pad] = '\0';
            snprintf(text, sizeof text, "{\"unread\":[\"%s\",[\"\\\\%s\"]],\"a\":1, \"unread\" : %s,"
                     "\"b\":{\"unread\":%s}, \"unread\":3}", fill, fill, values[i], values[i]);
            assert_true(parse_plain(&t, &copy, text, strlen(text), false));
            assert_int_equal(t.n, 4); /* the object, a, b, and a number that was not worth passing over */
            assert_int_equal(json_count(t.node), 3);
            assert_int_equal(json_count(json_get(t.node, "b")), 0);
            for (size_t len = 0; len < strlen(text); len++) assert_false(parse_plain(&t, &copy, text, len, false));
        }
    free(copy);
    json_clear(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(trees_are_those_of_yajl),
        cmocka_unit_test(what_yajl_refuses_is_refused), cmocka_unit_test(unread_members_are_not_there) };
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
