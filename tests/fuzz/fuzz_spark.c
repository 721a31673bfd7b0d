/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_spark.c - any bytes as a Spark event log: nothing in it ends the import, --check reads it too, and the rows read
 * back as the same tasks.
 *
 * The first byte chooses how far the log is cut off into a second file. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "lib/trace/import/sw_importer.h"
#include "lib/trace/stream/sw_stream.h"
#include "slotwise/sw_import.h"

static int in_memory(char path[64], const uint8_t *data, size_t size)
{
    int fd = memfd_create("fuzz", 0);
    if (fd < 0 || write(fd, data, size) != (ssize_t)size)
        abort();
    snprintf(path, 64, "/proc/self/fd/%d", fd);
    return fd;
}

static uint64_t count(const struct sw_trace_input *in, struct sw_err *err)
{
    struct sw_trace *t;
    struct sw_job job;
    uint64_t n = 0;
    int got;
    if (sw_trace_open(&t, in, err) != SW_OK)
        return UINT64_MAX;
    while ((got = sw_trace_next(t, &job, err)) == 1)
        for (uint32_t i = 0; i < job.n_stages; i++)
            n += job.stages[i].n_tasks;
    sw_trace_free(t);
    return got == 0 ? n : UINT64_MAX;
}

/* Packings of which only the magic is right are refused. Those that are not read say "unpack it first". */
static bool is_packed(const uint8_t *data, size_t size)
{
    static const char *const magic[] = { "\x1f\x8b", "\x28\xb5\x2f\xfd", "LZ4B" };
    for (size_t i = 0; i < sizeof magic / sizeof *magic; i++)
        if (size >= strlen(magic[i]) && memcmp(data, magic[i], strlen(magic[i])) == 0)
            return true;
    return size >= 4 && data[0] >> 4 == 5 && memcmp(data + 1, "\x2a\x4d\x18", 3) == 0;
}

static uint64_t convert(const struct sw_trace_input *in, const char *to, struct sw_err *err)
{
    struct sw_trace *t;
    struct sw_out *out;
    uint64_t n_bad;
    if (sw_trace_open(&t, in, err) != SW_OK || sw_out_open(&out, to, err) != SW_OK)
        abort();
    sw_trace_keep_rows(t);
    int status = in->check ? sw_trace_put_check(t, out, &n_bad, err) : sw_trace_put_tasks(t, 1, out, err);
    sw_trace_free(t);
    if (status == SW_OK && sw_out_close(out, err) != SW_OK)
        abort();
    if (status != SW_OK && strstr(err->text, "would run together") == NULL)
        abort();
    if (status != SW_OK)
        sw_out_abandon(out);
    return status == SW_OK ? 0 : 1;
}

/* What only the end of the log tells: the settings, and when executors were there. */
static void describe(const struct sw_trace_input *in)
{
    struct sw_err err;
    struct sw_trace *t;
    struct sw_out *out;
    if (sw_trace_open(&t, in, &err) != SW_OK || sw_out_open(&out, "/dev/null", &err) != SW_OK)
        abort();
    if (sw_trace_put_info(t, &in->rules, out, &err) != SW_OK
        || sw_trace_put_cluster(t, in->rules.executors, out, &err) < 0)
        abort();
    sw_out_abandon(out);
    sw_trace_free(t);
}

static void round_trip(struct sw_trace_input *in, uint64_t n_tasks)
{
    struct sw_err err = { SW_EXIT_OK, "" };
    char to[] = "/tmp/slotwise-fuzz-XXXXXX";
    const char *again = to;
    int fd = mkstemp(to);
    if (fd < 0)
        abort();
    in->check = true;
    if (convert(in, to, &err) != 0)
        abort();
    in->check = false;
    describe(in);
    if (convert(in, to, &err) == 0) {
        struct sw_trace_input back = { .files = &again, .n_files = 1, .rules = SW_IMPORT_RULES_DEFAULT };
        if (count(&back, &err) != n_tasks)
            abort();
    }
    close(fd);
    unlink(to);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sw_err err = { SW_EXIT_OK, "" };
    char path[2][64];
    const char *files[2] = { path[0], path[1] };
    if (size < 2)
        return 0;
    size_t cut = 1 + (size - 1) * data[0] / 255;
    if (is_packed(data + 1, cut - 1) || is_packed(data + cut, size - cut))
        return 0;
    int fd[2] = { in_memory(path[0], data + 1, cut - 1), in_memory(path[1], data + cut, size - cut) };
    struct sw_trace_input in = { .files = files, .n_files = 2, .from = sw_importer_find("spark"),
                                 .rules = SW_IMPORT_RULES_DEFAULT };
    in.rules.executors = data[0] & 1;
    uint64_t n = count(&in, &err);
    if (n == UINT64_MAX && strstr(err.text, "unpack it first") == NULL)
        abort();
    if (n != UINT64_MAX)
        round_trip(&in, n);
    close(fd[0]);
    close(fd[1]);
    return 0;
}
