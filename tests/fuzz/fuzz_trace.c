/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_trace.c - any bytes as a trace: they are refused, or what is read survives being written and read again.
 *
 * The first byte chooses sorted or not and the record to write. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "lib/trace/import/sw_importer.h"
#include "lib/trace/stream/sw_stream.h"
#include "slotwise/sw_import.h"

enum { LARGEST = 2000, MOST_JOBS = 20000 }; /* tasks to write, jobs to read: a claim of 100000000 takes minutes */

struct pass { char path[64], out_path[64]; int fd, out_fd; uint64_t n_jobs, n_tasks; };

static void name_file(char *path, int *fd)
{
    *fd = memfd_create("fuzz", 0);
    if (*fd < 0)
        abort();
    snprintf(path, 64, "/proc/self/fd/%d", *fd);
}

/* sw_out renames a temporary into place, which does not work on a descriptor, so a real file is written. */
static void name_output(char *path, int *fd)
{
    strcpy(path, "/tmp/slotwise-fuzz-XXXXXX");
    *fd = mkstemp(path);
    if (*fd < 0)
        abort();
}

static int open_trace(struct sw_trace **t, struct sw_trace_input *in, const char **path, bool sorted,
                      struct sw_err *err)
{
    *in = (struct sw_trace_input){ .files = path, .n_files = 1, .rules = SW_IMPORT_RULES_DEFAULT };
    if (sw_trace_open(t, in, err) != SW_OK)
        return SW_FAIL;
    sw_trace_keep_rows(*t);
    if (!sorted || sw_trace_sort(*t, err) == SW_OK)
        return SW_OK;
    sw_trace_free(*t);
    return SW_FAIL;
}

/* Sorting and checking read all jobs, so a row that stands for very many (job.count) is not sorted or checked. */
static bool is_long(const char *path)
{
    struct sw_err err;
    struct sw_trace_input in;
    struct sw_trace *t;
    struct sw_job job;
    uint64_t n = 0;
    if (open_trace(&t, &in, &path, false, &err) != SW_OK)
        return false;
    while (n < MOST_JOBS && sw_trace_next(t, &job, &err) == 1)
        n++;
    sw_trace_free(t);
    return n == MOST_JOBS;
}

static int count(const char *path, bool sorted, struct pass *p)
{
    struct sw_err err;
    struct sw_trace_input in;
    struct sw_trace *t;
    struct sw_job job;
    int got;
    p->n_jobs = p->n_tasks = 0;
    if (open_trace(&t, &in, &path, sorted, &err) != SW_OK)
        return SW_FAIL;
    while ((got = sw_trace_next(t, &job, &err)) == 1) {
        p->n_jobs++;
        for (uint32_t i = 0; i < job.n_stages; i++)
            p->n_tasks += job.stages[i].n_tasks;
    }
    sw_trace_free(t);
    return got;
}

static int rewrite(const char *path, bool sorted, bool tasks, const char *to)
{
    struct sw_err err = { SW_EXIT_OK, "" };
    struct sw_trace_input in;
    struct sw_trace *t;
    struct sw_out *out;
    if (open_trace(&t, &in, &path, sorted, &err) != SW_OK)
        return SW_FAIL;
    if (sw_out_open(&out, to, &err) != SW_OK)
        abort();
    int status = tasks ? sw_trace_put_tasks(t, 1, out, &err) : sw_trace_put_jobs(t, out, &err);
    sw_trace_free(t);
    if (status != SW_OK && !(tasks && strstr(err.text, "would run together") != NULL))
        abort();
    if (status != SW_OK)
        sw_out_abandon(out);
    else if (sw_out_close(out, &err) != SW_OK)
        abort();
    return status;
}

/* --check never fails on what can be read as rows, and finds nothing in what was read without complaint but for job ids
 * that repeat and an after_job that is not there. */
static void check(const char *path)
{
    struct sw_err err = { SW_EXIT_OK, "" };
    struct sw_trace_input in = { .files = &path, .n_files = 1, .rules = SW_IMPORT_RULES_DEFAULT, .check = true };
    struct sw_trace *t;
    struct sw_out *out;
    uint64_t n_bad;
    if (sw_trace_open(&t, &in, &err) != SW_OK)
        return;
    if (sw_out_open(&out, "/dev/null", &err) != SW_OK)
        abort();
    if (sw_trace_put_check(t, out, &n_bad, &err) != SW_OK && err.text[0] == '\0')
        abort();
    sw_out_abandon(out);
    sw_trace_free(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct pass first, again;
    bool sorted, tasks;
    if (size < 1)
        return 0;
    sorted = data[0] & 1;
    tasks = data[0] & 2;
    name_file(first.path, &first.fd);
    name_output(first.out_path, &first.out_fd);
    if (write(first.fd, data + 1, size - 1) != (ssize_t)(size - 1))
        abort();
    bool whole = !is_long(first.path);
    if (whole)
        check(first.path);
    if (whole && count(first.path, sorted, &first) == 0 && first.n_tasks < LARGEST) {
        bool done = rewrite(first.path, sorted, tasks, first.out_path) == SW_OK;
        if (done && count(first.out_path, false, &again) != 0)
            abort();
        if (done && (again.n_jobs != first.n_jobs || again.n_tasks != first.n_tasks))
            abort();
    }
    unlink(first.out_path);
    close(first.fd);
    close(first.out_fd);
    return 0;
}
