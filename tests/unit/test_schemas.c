/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_schemas.c - the schema tables and slotwise-csv(5) name the same columns in the same order and words. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/trace/record/sw_records.h"
#include "slotwise/sw_trace.h"
#include "tests/unit/cmocka_all.h"

static const struct sw_schema *const schemas[] =
    { &sw_schema_jobs, &sw_schema_tasks, &sw_schema_pools, &sw_schema_cluster,
                                                   &sw_schema_results, &sw_schema_attempts, &sw_schema_timeline,
                                                   &sw_schema_timeline_slots, &sw_schema_decisions, &sw_schema_summary,
                                                   &sw_schema_links, &sw_schema_waits };
#define N_SCHEMAS (sizeof schemas / sizeof *schemas)

static const char *type_of(const struct sw_column *c)
{
    static const char *const types[] = { "text", "time", "count", "whole number", "number", "word" };
    return types[c->type];
}

/* What the page says of a record, from its table. */
static void write_list(const struct sw_schema *s, char *to, size_t cap)
{
    size_t n = (size_t)snprintf(to, cap, ".Ss %s\n.Bl -tag -width indent\n", s->name);
    for (size_t i = 0; i < s->n_columns && n < cap; i++) {
        const struct sw_column *c = &s->columns[i];
        n += (size_t)snprintf(to + n, cap - n, ".It Li %s Pq %s%s\n%s\n", c->name, type_of(c),
                              c->flags & SW_NEEDED ? ", needed" : "", c->summary);
    }
    snprintf(to + n, cap - n, ".El\n");
}

static char *read_page(void)
{
    FILE *in = fopen("docs/man/slotwise-csv.5", "r");
    char *text = calloc(1, 100000);
    assert_non_null(in); /* the tests run in the project's root */
    assert_true(fread(text, 1, 99999, in) > 0);
    fclose(in);
    return text;
}

static void the_page_has_the_columns_of_every_table(void **state)
{
    char *page = read_page(), *expected = malloc(20000);
    (void)state;
    for (size_t i = 0; i < N_SCHEMAS; i++) {
        write_list(schemas[i], expected, 20000);
        if (strstr(page, expected) == NULL)
            fail_msg("docs/man/slotwise-csv.5 should say:\n%s", expected);
    }
    free(page);
    free(expected);
}

static void names_are_lower_case_and_not_repeated(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_SCHEMAS; i++)
        for (size_t k = 0; k < schemas[i]->n_columns; k++) {
            const char *name = schemas[i]->columns[k].name;
            assert_int_equal(strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_"), strlen(name));
            for (size_t m = 0; m < k; m++)
                assert_string_not_equal(name, schemas[i]->columns[m].name);
        }
}

static void times_and_sizes_end_in_their_unit(void **state)
{
    (void)state;
    for (size_t i = 0; i < N_SCHEMAS; i++)
        for (size_t k = 0; k < schemas[i]->n_columns; k++) {
            const char *name = schemas[i]->columns[k].name;
            size_t len = strlen(name);
            if (schemas[i]->columns[k].type == SW_TIME)
                assert_string_equal(name + len - 2, "_s");
            if (len > 6 && strcmp(name + len - 6, "_bytes") == 0)
                assert_int_equal(schemas[i]->columns[k].type, SW_COUNT);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_has_the_columns_of_every_table),
        cmocka_unit_test(names_are_lower_case_and_not_repeated),
        cmocka_unit_test(times_and_sizes_end_in_their_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
