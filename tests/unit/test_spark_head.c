/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_spark_head.c - what a job of Spark's is called by people, from its JobStart. */
#include "tests/unit/cmocka_all.h"
#include "tests/unit/scratch.h"
#include "lib/trace/spark/head.h"

static void assert_title(const char *members, const char *expected)
{
    char line[1000], title[SPARK_HEAD_TITLE];
    const char *const path[] = { "log" };
    struct sw_err err = { 0 };
    int n = snprintf(line, sizeof line, "{\"Event\":\"SparkListenerJobStart\",\"Job ID\":7,%s}\n", members);
    scratch_write(path[0], line, (size_t)n);
    assert_int_equal(spark_head_title(title, path, 1, 7, &err), SW_OK);
    assert_string_equal(title, expected);
}

static void a_description_goes_before_the_call_site(void **state)
{
    (void)state;
    assert_title("\"Properties\":{\"spark.job.description\":\"daily\",\"callSite.short\":\"count at A.scala:1\"}",
                 "daily");
    assert_title("\"Properties\":{\"callSite.short\":\"count at A.scala:1\"}", "count at A.scala:1");
}

static void the_last_stage_with_a_name_gives_it(void **state)
{
    (void)state;
    assert_title("\"Stage Infos\":[{\"Stage Name\":\"map\"},{\"Stage Name\":\"count\"}]", "count");
    assert_title("\"Stage Infos\":[{\"Stage Name\":\"map\"},{\"Stage Name\":\"\"},{}]", "map");
}

static void the_query_and_the_group_stand_behind_it(void **state)
{
    (void)state;
    assert_title("\"Properties\":{\"spark.job.description\":\"daily\",\"spark.sql.execution.id\":\"12\","
                 "\"spark.jobGroup.id\":\"etl\"}", "daily (SQL 12, group etl)");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_description_goes_before_the_call_site),
        cmocka_unit_test(the_last_stage_with_a_name_gives_it),
        cmocka_unit_test(the_query_and_the_group_stand_behind_it) };
    return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
