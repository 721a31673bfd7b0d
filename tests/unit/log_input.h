/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log_input.h - recorded logs given as text: tasks records, as people write them. */
#ifndef SLOTWISE_TESTS_LOG_INPUT_H
#define SLOTWISE_TESTS_LOG_INPUT_H
#include <math.h>
#include "lib/log/log.h"
#include "tests/unit/trace_input.h"

/* Reads the log; a failure fails the test. sw_log_free() ends it. */
static inline struct sw_log *log_of(const char *text)
{
    struct opened o;
    struct sw_log *log = NULL;
    open_text(&o, text);
    assert_non_null(o.t);
    if (sw_log_read(&log, o.t, &o.err) != SW_OK)
        fail_msg("%s", o.err.text);
    close(o.fd);
    return log;
}

static inline void prepare(struct sw_log *log, const struct sw_log_given *given)
{
    struct sw_err err = { .exit = SW_EXIT_OK };
    if (sw_log_prepare(log, given, &err) != SW_OK)
        fail_msg("%s", err.text);
}

static inline struct sw_log *prepared(const char *text)
{
    struct sw_log *log = log_of(text);
    prepare(log, &(struct sw_log_given){ .cluster = NULL });
    assert_null(log->lacks);
    return log;
}

#define assert_text(got, expected) \
    do { \
        struct sw_text got_ = (got); \
        if (!text_is(got_, expected)) \
            fail_msg("'%.*s' is not '%s'", (int)got_.len, got_.at, expected); \
    } while (0)

#define assert_near(got, expected, tolerance) \
    do { \
        double got_ = (got), expected_ = (expected); \
        if (!(fabs(got_ - expected_) <= (tolerance))) \
            fail_msg("%.9g is not %.9g", got_, expected_); \
    } while (0)

#define S SW_US_PER_S

/* One stage: `n` tasks at the node, and as many beyond the rack; the times of both repeat every two. */
static inline struct sw_log *two_levels(size_t n, const double node_s[2], const double any_s[2])
{
    static char text[8000];
    size_t at = (size_t)snprintf(text, sizeof text,
                                 "job_id,submit_s,task_id,kind,hosts,node,launch_s,finish_s,outcome,locality\n");
    for (size_t i = 0; i < 2 * n; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "a,0,%zu,map,n1,n%d,0,%.6f,done,%s\n", i, i < n ? 1 : 2,
                               i < n ? node_s[i % 2] : any_s[i % 2], i < n ? "node" : "any");
    return prepared(text);
}
#endif
