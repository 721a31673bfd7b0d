/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_import.c - any bytes as a log of a system other than Spark: it is refused, or what is read survives being
 * written and read again. --check reads it too, and so do the load simulator's form, --info, the recorded cluster and
 * new names for all.
 *
 * The first byte chooses the format, and behind the formats once more with other rules: pools drawn or by user,
 * one partition only, the log as two files. 255 leaves the format to the first bytes of the log. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "lib/trace/import/sw_importer.h"
#include "lib/trace/stream/sw_stream.h"
#include "slotwise/sw_import.h"

enum { LARGEST = 20000 }; /* tasks, so that a claim of 10000000 instances does not write them all */
/* Seeds name these by place: new ones come last. */
static const char *const formats[] = { "rumen", "jhist", "sls", "google2011", "alibaba2017", "alibaba2018", "swf",
                                       "swim", "sacct", "philly", "yarn", "attempts", "pbs", "sge", "lsf", "condor",
                                       "kubernetes" };

struct lent { struct sw_hosts *hosts; struct sw_rename *rename; };

static int in_memory(char path[64], const uint8_t *data, size_t size)
{
    int fd = memfd_create("fuzz", 0);
    if (fd < 0 || write(fd, data, size) != (ssize_t)size)
        abort();
    snprintf(path, 64, "/proc/self/fd/%d", fd);
    return fd;
}

static struct sw_trace *open_trace(const struct sw_trace_input *in, struct sw_err *err)
{
    struct sw_trace *t;
    if (sw_trace_open(&t, in, err) != SW_OK)
        return NULL;
    sw_trace_keep_rows(t);
    if (in->check || sw_trace_sort(t, err) == SW_OK)
        return t;
    sw_trace_free(t);
    return NULL;
}

/* UINT64_MAX: refused, or larger than is written here. */
static uint64_t count(const struct sw_trace_input *in, struct sw_err *err)
{
    struct sw_trace *t;
    struct sw_job job;
    uint64_t n = 0;
    int got = 0;
    if (sw_trace_open(&t, in, err) != SW_OK)
        return UINT64_MAX;
    sw_trace_any_order(t);
    while (n <= LARGEST && (got = sw_trace_next(t, &job, err)) == 1)
        for (uint32_t i = 0; i < job.n_stages; i++)
            n += job.stages[i].n_tasks;
    sw_trace_free(t);
    return got == 0 && n <= LARGEST ? n : UINT64_MAX;
}

/* What was counted can be written; jobs of one name in succession cannot, nor what the simulator has no words for. */
static int write_as(const struct sw_trace_input *in, const char *record, const struct lent *lent, const char *to,
                    struct sw_err *err)
{
    struct sw_trace *t = open_trace(in, err);
    struct sw_out *out;
    uint64_t n_bad;
    if (t == NULL || sw_out_open(&out, to, err) != SW_OK)
        abort();
    int status = strcmp(record, "check") == 0 ? sw_trace_put_check(t, out, &n_bad, err) :
                 strcmp(record, "jobs") == 0 ? sw_trace_put_jobs(t, out, err) :
                 strcmp(record, "sls") == 0 ? sw_trace_put_sls(t, lent->hosts, in->rename, out, err)
                     : sw_trace_put_tasks(t, 1, out, err);
    sw_trace_free(t);
    if (status == SW_OK && sw_out_close(out, err) != SW_OK)
        abort();
    if (status != SW_OK)
        sw_out_abandon(out);
    if (status != SW_OK && (err->text[0] == '\0' || strcmp(record, "check") == 0))
        abort();
    return status;
}

/* What only the end of the log tells. The log was read once without a fault. */
static void describe(const struct sw_trace_input *in)
{
    struct sw_err err = { SW_EXIT_OK, "" };
    struct sw_trace *t;
    struct sw_out *out;
    if (sw_trace_open(&t, in, &err) != SW_OK || sw_out_open(&out, "/dev/null", &err) != SW_OK)
        abort();
    sw_trace_any_order(t);
    if (sw_trace_put_info(t, &in->rules, out, &err) != SW_OK && err.text[0] == '\0')
        abort();
    if (sw_trace_put_cluster(t, false, out, &err) < 0 && err.text[0] == '\0')
        abort();
    sw_out_abandon(out);
    sw_trace_free(t);
}

static void round_trip(struct sw_trace_input *in, const struct lent *lent, uint64_t n_tasks)
{
    struct sw_err err = { SW_EXIT_OK, "" };
    char to[] = "/tmp/slotwise-fuzz-XXXXXX";
    const char *again = to;
    int fd = mkstemp(to);
    if (fd < 0)
        abort();
    struct sw_trace_input back = { .files = &again, .n_files = 1, .from = sw_importer_find("tasks"),
                                   .rules = SW_IMPORT_RULES_DEFAULT };
    if (write_as(in, "tasks", lent, to, &err) == SW_OK && n_tasks > 0 && count(&back, &err) != n_tasks)
        abort();
    (void)write_as(in, "jobs", lent, to, &err);
    (void)write_as(in, "sls", lent, to, &err);
    in->rename = lent->rename;
    if (write_as(in, "tasks", lent, to, &err) == SW_OK && n_tasks > 0 && count(&back, &err) != n_tasks)
        abort();
    describe(in);
    in->rename = NULL;
    describe(in);
    in->check = true;
    (void)write_as(in, "check", lent, "/dev/null", &err);
    unlink(to);
    close(fd);
}

static void choose(struct sw_trace_input *in, uint8_t choice)
{
    enum { N = sizeof formats / sizeof *formats };
    if (choice == 255)
        return;
    in->from = sw_importer_find(formats[choice % N]);
    in->rules.n_pools = choice / N & 1 ? 3 : 0;
    in->rules.pool_by = choice / N & 2 ? SW_BY_USER : SW_BY_ACCOUNT;
    in->rules.only = choice / N & 4 ? "partition=batch" : NULL;
    in->n_files = choice / N & 8 ? 2 : 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sw_err err = { SW_EXIT_OK, "" };
    char path[64];
    const char *files[2] = { path, path };
    struct lent lent;
    if (size < 1)
        return 0;
    if (sw_hosts_new(&lent.hosts, &err) != SW_OK || sw_rename_new(&lent.rename, "key", &err) != SW_OK)
        abort();
    int fd = in_memory(path, data + 1, size - 1);
    struct sw_trace_input in = { .files = files, .n_files = 1, .rules = SW_IMPORT_RULES_DEFAULT };
    in.rules.hosts = lent.hosts;
    choose(&in, data[0]);
    uint64_t n_tasks = count(&in, &err);
    if (n_tasks != UINT64_MAX)
        round_trip(&in, &lent, n_tasks);
    close(fd);
    sw_hosts_free(lent.hosts);
    sw_rename_free(lent.rename);
    return 0;
}
