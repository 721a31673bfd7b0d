/* SPDX-License-Identifier: GPL-3.0-or-later */
/* apps.h - the files of a trace as logs: each application of Spark is one, with all files that it was rolled into.
 *
 * An application has executors, settings and a clock of its own. So a folder of them is many logs. The files of other
 * formats make one log, read one behind the other. */
#ifndef SLOTWISE_APPS_H
#define SLOTWISE_APPS_H
#include "lib/trace/spark/head.h"
#include "lib/trace/stream/files.h"

struct apps_log {
    struct spark_head head;
    const char **path;           /* its files, in their order */
    size_t n, cap;
    size_t of;                   /* the place of what was named */
    uint64_t bytes;              /* as they lie there */
    char *name;                  /* of the application, with #2 for the second of this name; else the file's */
    const char *named;           /* what was named, where it is this log alone; else NULL */
    bool is_spark, rolled, scattered; /* scattered: its files were named one by one */
    struct sw_err *failed;       /* why its first file cannot be read; NULL: it can */
};
struct apps {
    struct files files;
    struct apps_log *log;        /* where one is Spark's: by start, then name; else as they were named */
    size_t n, cap;
    size_t n_spark;
    size_t n_foreign, n_again;   /* files of folders that are no logs, and copies of a log: passed over */
    const char *foreign, *again; /* the first of each, by name */
};
/* Which logs the named files and folders hold. Standard input and pipes are not looked into. Where no file is Spark's
 * each that was named is a log, a folder as one. */
SW_USE_RESULT int apps_find(struct apps *out, const char *const *named, size_t n, struct sw_err *err);
/* "2 files beside the logs are passed over (README.txt and others)"; false: none is. */
bool apps_passed(const struct apps *a, char *text, size_t cap);
void apps_clear(struct apps *a); /* also after a failure */
#endif
