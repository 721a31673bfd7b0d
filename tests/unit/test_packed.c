/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_packed.c - records in few bytes come back as they were; which files need no sorting. */
#include <limits.h>
#include <string.h>
#include <unistd.h>
#include "lib/trace/stream/trace_private.h"
#include "tests/unit/trace_input.h"

static size_t pack_and_unpack(const struct sw_job_row *row, struct sw_job_row *back)
{
    static char bytes[4096];
    size_t most = packed_most(&sw_schema_jobs, row);
    assert_true(most < sizeof bytes);
    size_t n = (size_t)(packed_put(&sw_schema_jobs, row, bytes) - bytes);
    assert_true(n <= most);
    assert_ptr_equal(packed_get(&sw_schema_jobs, bytes, back), bytes + n);
    return n;
}

static void every_number_comes_back(void **state)
{
    static const int64_t numbers[] = { 0, 1, -1, 63, -64, 64, 127, 128, INT64_MAX, INT64_MIN };
    struct sw_job_row row = *(const struct sw_job_row *)sw_schema_jobs.defaults, back;
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        row.known = (uint64_t)numbers[i];
        row.submit_us = row.limit_us = numbers[i];
        row.maps = row.job_nodes = (uint64_t)numbers[i];
        row.priority = (int32_t)(numbers[i] % 5);
        row.weight = -1e300 * (double)i;
        pack_and_unpack(&row, &back);
        assert_true(back.known == row.known && back.submit_us == numbers[i] && back.limit_us == numbers[i]);
        assert_true(back.maps == (uint64_t)numbers[i] && back.job_nodes == (uint64_t)numbers[i]);
        assert_true(back.priority == row.priority && back.weight == row.weight);
    }
}

/* An empty text is not the default one, and what is not known may still differ from its default. */
static void texts_come_back_and_defaults_cost_nothing(void **state)
{
    struct sw_job_row row = *(const struct sw_job_row *)sw_schema_jobs.defaults, back;
    (void)state;
    assert_int_equal(pack_and_unpack(&row, &back), 2);
    assert_true(text_is(back.pool, "default") && back.weight == 1 && back.priority == SW_NORMAL);
    row.pool = (struct sw_text){ "", 0 };
    row.job_id = (struct sw_text){ "a\0b", 3 };
    row.map_us = 7;
    assert_int_equal(pack_and_unpack(&row, &back), 9); /* and two bytes more of what follows */
    assert_true(back.pool.len == 0 && back.job_id.len == 3 && memcmp(back.job_id.at, "a\0b", 3) == 0);
    assert_true(back.known == 0 && back.map_us == 7);
}

static bool ordered(const char *text, const char *columns)
{
    char path[] = "/tmp/slotwise-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text) && close(fd) == 0);
    bool answer = in_order(path, columns);
    assert_int_equal(unlink(path), 0);
    return answer;
}

static void a_file_in_order_is_known(void **state)
{
    (void)state;
    assert_true(ordered("job_id,submit_s\na,1\nb,1\nc,2.5\n", NULL));
    assert_true(ordered("job_id,submit_s,task_id,after_job\na,1,0,\na,,1,\nb,1,0,\n", NULL));
    assert_true(ordered("job,at,task_id\na,1,0\nb,2,1\n", "job_id=job,submit_s=at"));
    assert_false(ordered("job_id,submit_s\na,1\nb,0.999999\n", NULL));
    assert_false(ordered("job_id,submit_s,after_job\na,1,\nb,2,a\n", NULL));
    assert_false(ordered("job_id,submit_s\na,1\nb,\n", NULL));
    assert_false(ordered("job_id,submit_s\na,1\nb,x\n", NULL));
    assert_false(ordered("job_id,submit_s\na,1\n\"b,2\n", NULL));
    assert_false(ordered("job_id,maps\na,1\n", NULL));
    assert_false(in_order("/dev/null", NULL) || in_order("-", NULL) || in_order("/no/such", NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_comes_back),
        cmocka_unit_test(texts_come_back_and_defaults_cost_nothing),
        cmocka_unit_test(a_file_in_order_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
