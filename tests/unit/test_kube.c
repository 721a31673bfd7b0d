/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_kube.c - amounts as Kubernetes writes them, the resource that counts, and YAML as the tree of the same JSON. */
#include <string.h>
#include "tests/unit/cmocka_all.h"
#include "lib/trace/kube/kube.h"
#include "lib/trace/parse/yaml.h"
#include "tests/unit/scratch.h"

static struct sw_text text_of(const char *text) { return (struct sw_text){ text, strlen(text) }; }

/* resource.Quantity's documentation: Ki is 1024, m a thousandth, E an exponent or 10^18 alone. */
static void quantities_have_suffixes_and_exponents(void **state)
{
    static const struct { const char *text; double is; } good[] = {
        { "4", 4 }, { "500m", 0.5 }, { "1.5", 1.5 }, { "4Gi", 4294967296.0 }, { "64Ki", 65536 }, { "2k", 2000 },
        { "3M", 3e6 }, { "1e3", 1000 }, { "2E", 2e18 }, { "100n", 1e-7 }, { "-1", -1 } };
    static const char *const bad[] = { "", "four", "4 Gi", "Gi", "4GiB" };
    double x;
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        double slack = good[i].is > 0 ? good[i].is * 1e-12 : 1e-12;
        assert_true(quantity_read(text_of(good[i].text), &x));
        assert_true(x >= good[i].is - slack && x <= good[i].is + slack);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(quantity_read(text_of(bad[i]), &x));
}

static void one_resource_is_looked_at(void **state)
{
    struct kube_resource r;
    struct sw_err err;
    (void)state;
    assert_int_equal(quantity_choose(&r, "gpu:2", &err), SW_OK);
    assert_true(r.unit == 2);
    assert_true(quantity_is(&r, text_of("nvidia.com/gpu")));
    assert_true(quantity_is(&r, text_of("amd.com/gpu")));
    assert_false(quantity_is(&r, text_of("gpu-memory")));
    assert_int_equal(quantity_choose(&r, NULL, &err), SW_OK); /* the first that is met */
    assert_true(quantity_is(&r, text_of("cpu")));
    assert_int_equal(quantity_check(&r, &err), SW_OK);
    assert_false(quantity_is(&r, text_of("memory")));
    assert_int_equal(quantity_check(&r, &err), SW_FAIL);
    assert_string_equal(err.text, "resource: say which of cpu, memory");
    assert_int_equal(quantity_choose(&r, "cpus", &err), SW_OK);
    assert_false(quantity_is(&r, text_of("cpu")));
    assert_int_equal(quantity_check(&r, &err), SW_FAIL);
}

/* ---- YAML ------------------------------------------------------------------------------------------- */

struct seen { const char *want; size_t n; };

static void same(const struct json_node *a, const struct json_node *b)
{
    assert_int_equal(a->span, b->span);
    for (uint32_t i = 0; i < a->span; i++) {
        assert_int_equal(a[i].kind, b[i].kind);
        assert_int_equal(a[i].span, b[i].span);
        assert_int_equal(a[i].key.len, b[i].key.len);
        assert_int_equal(a[i].text.len, b[i].text.len);
        assert_memory_equal(a[i].text.at, b[i].text.at, a[i].text.len);
    }
}

static int compare(void *context, const struct json_node *document, uint64_t line, struct sw_err *err)
{
    struct seen *s = context;
    struct json_tree t = { NULL };
    char why[100];
    (void)err;
    if (s->n++ == 0) {
        assert_int_equal(json_parse(&t, text_of(s->want), why, sizeof why), SW_OK);
        same(document, t.node);
        json_clear(&t);
    }
    assert_int_equal(line, s->n == 1 ? 1 : 11);
    return SW_OK;
}

static int read_text(const char *text, struct seen *s, struct sw_err *err)
{
    struct sw_bytes *in;
    scratch_write("in.yaml", text, strlen(text));
    assert_int_equal(sw_bytes_open(&in, "in.yaml", err), SW_OK);
    int status = yaml_read(in, compare, s, err);
    sw_bytes_close(in);
    return status;
}

static void a_document_is_the_tree_of_its_json(void **state)
{
    struct seen s = { "{\"a\":[\"1\",{\"b\":\"x y\\n\"},null,true,\"true\"],\"null\":{},"
                      "\"c\":\"q\\\"\\\\\",\"d\":null}", 0 };
    struct sw_err err;
    (void)state;
    assert_int_equal(read_text("a:\n- 1\n- b: |\n    x y\n- ~\n- true\n- \"true\"\n"
                               "null: {}\nc: 'q\"\\'\nd:\n---\ne: 1\n", &s, &err), SW_OK);
    assert_int_equal(s.n, 2);
}

static void what_is_not_read_is_refused_with_its_line(void **state)
{
    struct seen s = { "{}", 1 };
    struct sw_err err;
    (void)state;
    assert_int_equal(read_text("a: &x 1\nb: *x\n", &s, &err), SW_FAIL);
    assert_string_equal(err.text, "in.yaml:2: YAML: aliases are not read");
    assert_int_equal(read_text("a: [\n", &s, &err), SW_FAIL);
    assert_int_equal(read_text("? [a, b]\n: c\n", &s, &err), SW_FAIL);
    assert_string_equal(err.text, "in.yaml:1: YAML: a key is one word here");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantities_have_suffixes_and_exponents),
        cmocka_unit_test(one_resource_is_looked_at),
        cmocka_unit_test(a_document_is_the_tree_of_its_json),
        cmocka_unit_test(what_is_not_read_is_refused_with_its_line),
    };
    return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
