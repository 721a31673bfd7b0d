/* SPDX-License-Identifier: GPL-3.0-or-later */
/* head.h - what stands at the head of an event log of Spark, and what a job of it is called by people. */
#ifndef SLOTWISE_SPARK_HEAD_H
#define SLOTWISE_SPARK_HEAD_H
#include <stdbool.h>
#include <stdint.h>
#include "slotwise/sw_err.h"

struct spark_head {
    bool is_spark, started;       /* started: it has the start of an application */
    bool dynamic;                 /* executors come and go with the load */
    char id[160], name[120], user[64], queue[64], version[24]; /* id: with its attempt; "": not told */
    int64_t start_ms;             /* since 1970; 0: not told */
    uint64_t sum;                 /* of the lines before the first job: copies have the same */
};
/* The events before the first job. A file that is no event log is none, and no error. */
SW_USE_RESULT int spark_head_read(struct spark_head *out, const char *path, struct sw_err *err);
/* Of the job with this number: "daily revenue (SQL 12, group etl)", "count at A.scala:12". "" where none of the files
 * says anything. */
enum { SPARK_HEAD_TITLE = 160 };
SW_USE_RESULT int spark_head_title(char title[SPARK_HEAD_TITLE], const char *const *paths, size_t n, int64_t job,
                                   struct sw_err *err);
#endif
