/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_records.c - any bytes as rows of one of slotwise's records: jobs, tasks, pools, a cluster, a log of attempts.
 * They are refused with a reason. Rows that are taken survive being written and read again. Nodes and pools that are
 * taken are what the model says of them: names once, a parent for each, intervals in order.
 *
 * The first byte chooses the record. */
#undef NDEBUG /* the checks are the point */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "lib/options/options.h"
#include "slotwise/sw_audit.h"

enum { LARGEST = 4096 }; /* of a record */
enum { NODES = 4, ATTEMPTS };
static const struct sw_schema *const schemas[] = { &sw_schema_jobs, &sw_schema_tasks, &sw_schema_pools,
                                                   &sw_schema_cluster };

/* A file in memory, by a name that can be opened again. */
static int memory_file(char name[40], const void *data, size_t size)
{
    int fd = memfd_create("fuzz", MFD_CLOEXEC);
    assert(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    snprintf(name, 40, "/proc/self/fd/%d", fd);
    return fd;
}

static void refused(const struct sw_err *err)
{
    assert(err->text[0]);
}

/* ---- every record ---------------------------------------------------------------------------- */

static void put_value(struct sw_out *out, const struct sw_column *c, const char *at)
{
    switch (c->type) {
    case SW_TEXT: sw_out_text(out, ((const struct sw_text *)at)->at, ((const struct sw_text *)at)->len); break;
    case SW_TIME: sw_out_time(out, *(const int64_t *)at); break;
    case SW_COUNT: sw_out_u64(out, *(const uint64_t *)at); break;
    case SW_INT: sw_out_i64(out, *(const int64_t *)at); break;
    case SW_REAL: sw_out_real(out, *(const double *)at); break;
    case SW_WORD: sw_out_str(out, c->words[*(const int32_t *)at]); break;
    }
}

/* The number of rows, or -1: refused. */
static long copy(const char *from, const struct sw_schema *schema, const char *to)
{
    static _Alignas(16) char record[LARGEST];
    struct sw_csv *in;
    struct sw_out *out;
    struct sw_err err;
    long n = 0;
    int status;
    assert(schema->record_size <= sizeof record);
    if (sw_csv_open(&in, from, &err) != SW_OK)
        return refused(&err), -1;
    if (sw_csv_bind(in, schema, &err) != SW_OK)
        return refused(&err), sw_csv_close(in), -1;
    sw_csv_tolerate(in, NULL, UINT64_MAX);
    assert(sw_out_open(&out, to, &err) == SW_OK);
    for (size_t i = 0; i < schema->n_columns; i++)
        sw_out_str(out, schema->columns[i].name);
    sw_out_end_row(out);
    for (; (status = sw_csv_read(in, record, &err)) > 0; n++) {
        for (size_t i = 0; i < schema->n_columns; i++)
            if (*(uint64_t *)(void *)record >> i & 1)
                put_value(out, &schema->columns[i], record + schema->columns[i].offset);
            else
                sw_out_empty(out);
        sw_out_end_row(out);
    }
    if (status < 0)
        refused(&err);
    sw_csv_close(in);
    assert(sw_out_close(out, &err) == SW_OK);
    return n;
}

static void assert_same(int a, int b)
{
    off_t size = lseek(a, 0, SEEK_END);
    assert(size == lseek(b, 0, SEEK_END));
    char *x = malloc((size_t)size + 1), *y = malloc((size_t)size + 1);
    assert(x && y && pread(a, x, (size_t)size, 0) == size && pread(b, y, (size_t)size, 0) == size);
    assert(memcmp(x, y, (size_t)size) == 0);
    free(x);
    free(y);
}

static void round_trip(const char *given, const struct sw_schema *schema)
{
    char once[40], twice[40];
    int fd[2] = { memory_file(once, "", 0), memory_file(twice, "", 0) };
    long n = copy(given, schema, once);
    if (n >= 0) {
        assert(copy(once, schema, twice) == n);
        assert_same(fd[0], fd[1]);
    }
    close(fd[0]);
    close(fd[1]);
}

/* ---- nodes and pools ------------------------------------------------------------------------- */

static void as_cluster(const char *given)
{
    const struct sw_variation vary = { .sigma = 0.5, .stragglers = 0.5, .speed = 0.5, .from_us = 1000,
                                       .to_us = SW_TIME_MAX };
    struct sw_cluster *cl;
    struct sw_csv *in;
    struct sw_err err;
    if (sw_csv_open(&in, given, &err) != SW_OK)
        return;
    if (sw_cluster_read(&cl, in, &err) != SW_OK) {
        refused(&err);
        return;
    }
    assert(cl->n_nodes > 0);
    for (uint32_t i = 0; i < cl->n_nodes; i++) {
        const struct sw_node *node = &cl->node[i];
        assert(sw_cluster_find(cl, (struct sw_text){ node->name, strlen(node->name) }) == i);
        for (uint32_t k = 0; k < node->n_spans; k++)
            assert(node->span[k].from_us < node->span[k].to_us
                   && (k == 0 || node->span[k - 1].to_us <= node->span[k].from_us));
    }
    if (sw_cluster_vary(cl, &vary, 1, &err) != SW_OK)
        refused(&err);
    sw_cluster_free(cl);
}

static void as_pools(const char *given, bool one_kind)
{
    struct sw_pool_list *pools;
    struct sw_csv *in;
    struct sw_err err;
    if (sw_csv_open(&in, given, &err) != SW_OK)
        return;
    if (sw_pools_read(&pools, in, one_kind, &err) != SW_OK) {
        refused(&err);
        return;
    }
    for (const struct sw_pool_list *p = pools; p != NULL && p->next != NULL; p = p->next)
        assert(p->from_us < p->next->from_us);
    sw_pools_free(pools);
}

/* ---- a log ----------------------------------------------------------------------------------- */

/* Beside one job of two tasks on two nodes the log can be nearly anything. */
static void as_log(const char *given)
{
    static const char jobs[] = "job_id,submit_s,maps,map_s\na,0,2,10\n";
    struct sw_options opt;
    struct sw_audit_input in = { .opt = &opt };
    struct sw_cluster *cl;
    struct sw_csv *log, *rows;
    struct sw_err err;
    struct sw_audit_found found;
    char trace[40];
    if (sw_csv_open(&log, given, &err) != SW_OK)
        return refused(&err);
    int fd = memory_file(trace, jobs, strlen(jobs));
    options_defaults(&opt);
    assert(sw_cluster_make(&cl, 2, 1, 1, 1, false, &err) == SW_OK);
    assert(sw_csv_open(&rows, trace, &err) == SW_OK && sw_trace_take(&in.trace, rows, &err) == SW_OK);
    in.cluster = cl;
    if (sw_audit_log(&in, log, &found, &err) != SW_OK)
        refused(&err);
    sw_trace_free(in.trace);
    sw_cluster_free(cl);
    close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char given[40];
    if (size < 1)
        return 0;
    int record = data[0] % (ATTEMPTS + 1), fd = memory_file(given, data + 1, size - 1);
    if (record < NODES)
        round_trip(given, schemas[record]);
    if (record == NODES - 1 || record == NODES)
        as_cluster(given);
    if (record == NODES - 2 || record == NODES) {
        as_pools(given, false);
        as_pools(given, true);
    }
    if (record == ATTEMPTS)
        as_log(given);
    close(fd);
    return 0;
}
