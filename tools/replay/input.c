/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input.c - the trace before it is opened: a pipe, which can be read once, and whether it names preferred hosts. Data
 * lies where the trace says (placement trace) if any row names a host, so the question comes before the replay. */
#include "tools/replay/replay.h"
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LOOKED_AT = 1 << 16 }; /* of a pipe, for its header */

/* By name alone: what the shell passes for a process substitution is /dev/fd/N. */
bool input_is_piped(const char *path)
{
    return !strcmp(path, "-") || !strcmp(path, "/dev/stdin") || !strncmp(path, "/dev/fd/", 8);
}

/* Standard input can be read once; several runs read a copy of it, a file without a name. */
int input_spool(struct runs_source *src, struct sw_err *err)
{
    struct sw_bytes *in = src->bytes;
    struct sw_out *copy = NULL;
    char buf[1 << 16];
    size_t got = 1;
    int fd, status = sw_out_nameless(&fd, src->spool, err);
    if (status != SW_OK || (!in && sw_bytes_open(&in, src->cli->files[0], err) != SW_OK))
        return SW_FAIL;
    /* The reader is closed here, and the copy is read from now on. */
    src->bytes = NULL;
    snprintf(src->spooled, sizeof src->spooled, "%s", sw_bytes_path(in));
    status = sw_out_open(&copy, src->spool, err);
    while (status == SW_OK && (status = sw_bytes_read(in, buf, sizeof buf, &got, err)) == SW_OK && got)
        sw_out_bytes(copy, buf, got);
    sw_bytes_close(in);
    return sw_out_end(copy, status, err);
}

/* What is wrong with a row is told when the trace is read for its jobs. */
static int any_row(const char *path, const char *name, bool *any, struct sw_err *err)
{
    struct sw_bytes *bytes;
    struct sw_csv *in;
    struct sw_row row;
    int got = 0;
    if (sw_bytes_open_as(&bytes, path, name, err) != SW_OK || sw_csv_take(&in, bytes, err) != SW_OK)
        return SW_FAIL;
    size_t at = sw_csv_find(in, "hosts");
    /* Bad rows are passed over. */
    sw_csv_tolerate(in, NULL, UINT64_MAX);
    while (at != SW_NO_COLUMN && !*any && (got = sw_csv_next(in, &row, err)) > 0)
        *any = row.field[at].len > 0;
    sw_csv_close(in);
    return got < 0 ? SW_FAIL : SW_OK;
}

/* A task with preferred hosts. */
static bool any_task(const struct sw_job *job)
{
    for (uint32_t s = 0; s < job->n_stages; s++)
        for (uint64_t i = 0; job->stages[s].tasks && i < job->stages[s].n_tasks; i++)
            if (job->stages[s].tasks[i].hosts.len > 0)
                return true;
    return false;
}

/* Sharing a held trace costs no reading of the file. */
static int any_job(const struct sw_trace *held, bool *any, struct sw_err *err)
{
    struct sw_trace *trace;
    struct sw_job job;
    int got = 0;
    if (sw_trace_share(&trace, held, err) != SW_OK)
        return SW_FAIL;
    while (!*any && (got = sw_trace_next(trace, &job, err)) == 1)
        *any = any_task(&job);
    sw_trace_free(trace);
    return got < 0 ? SW_FAIL : SW_OK;
}

/* A pipe is copied where its header has such a column, else what was looked at is kept for the replay. */
static int look_at_pipe(struct runs_source *src, bool *named, struct sw_err *err)
{
    bool standard = strcmp(src->cli->files[0], "-") == 0;
    struct stat st;
    const char *at;
    size_t got;
    /* A redirected file can be opened again by name; a pipe cannot. */
    if (standard && fstat(STDIN_FILENO, &st) == 0 && S_ISREG(st.st_mode))
        return any_row("/dev/stdin", "standard input", named, err);
    if (sw_bytes_open(&src->bytes, src->cli->files[0], err) != SW_OK
        || sw_bytes_peek(src->bytes, &at, LOOKED_AT, &got, err) != SW_OK)
        return SW_FAIL;
    /* Without the word in the first 64 KiB there is no such column, and the bytes that were peeked at stay for the
     * replay. */
    if (!memmem(at, got, "hosts", 5))
        return SW_OK;
    return input_spool(src, err) == SW_OK ? any_row(src->spool, src->spooled, named, err) : SW_FAIL;
}

/* A trace in memory, a file, or a pipe whose beginning is looked at. */
int input_names_hosts(struct runs_source *src, bool *named, struct sw_err *err)
{
    const char *file = src->cli->files[0];
    *named = false;
    if (src->held)
        return any_job(src->held, named, err);
    if (src->cli->n_files > 1 || (src->cli->print_options && access(file, R_OK) != 0)) /* that trace is not needed */
        return SW_OK;
    return input_is_piped(file) ? look_at_pipe(src, named, err) : any_row(file, NULL, named, err);
}
