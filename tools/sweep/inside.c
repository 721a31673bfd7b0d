/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inside.c - cells of slot-replay in threads of this process: none is started, and a trace is read once for all its
 * cells.
 *
 * These are commands with one trace by name and one output. Others, and those with a mistake in them, are left to a
 * process, and slot-replay itself says what is wrong. */
#include "tools/replay/replay.h"
#include "tools/sweep/sweep.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct held { struct sw_trace *trace; char name[]; }; /* trace NULL: not held */
struct inside {
    /* sw_cli_parse() may run in one thread at a time (sw_cli.h). */
    pthread_mutex_t lock;      /* of all that follows, and of getopt */
    struct sw_names traces;
    /* Of the files that are held, as file_size() counts them. */
    int64_t n_bytes;
};
struct replay {                /* one cell */
    struct sw_cli cli;
    struct config cfg;
    struct runs runs;
    struct outputs outputs;
    char **argv;               /* a copy: getopt moves options before names */
};

/* Lasts over all batches of a search, so traces are read once for all of them. */
int inside_new(struct inside **out, struct sw_err *err)
{
    *out = calloc(1, sizeof **out);
    if (!*out)
        return sw_err_memory(err);
    pthread_mutex_init(&(*out)->lock, NULL);
    return SW_OK;
}

void inside_free(struct inside *in)
{
    if (!in)
        return;
    for (size_t i = 0; i < in->traces.n; i++) {
        struct held *held = in->traces.name[i].value;
        if (held)
            sw_trace_free(held->trace);
        free(held);
    }
    sw_names_clear(&in->traces);
    pthread_mutex_destroy(&in->lock);
    free(in);
}

/* ---- traces ---------------------------------------------------------------------------------- */

/* Traces are held while their files are a quarter of the machine's memory in all: held, a task takes less than its
 * text. What is packed may be many times as long. A trace beyond that is read again by each cell. A file that cannot
 * be read counts as larger than any memory, so it is left to its cell. */
static int64_t file_size(const char *path)
{
    enum { MOST_PACKED = 16 };
    char magic[4] = { 0 };
    struct stat st;
    FILE *in = fopen(path, "rb");
    if (!in)
        return INT64_MAX;
    bool read = fread(magic, 1, sizeof magic, in) > 0 && fstat(fileno(in), &st) == 0;
    fclose(in);
    /* gzip and zstd. */
    bool packed = memcmp(magic, "\x1f\x8b", 2) == 0 || memcmp(magic, "\x28\xb5\x2f\xfd", 4) == 0;
    return read ? (packed ? MOST_PACKED : 1) * (int64_t)st.st_size : INT64_MAX;
}

/* NULL: it is not held, and each cell reads the file. */
static struct sw_trace *read_trace(const struct replay *r, struct inside *in)
{
    struct runs_source src = { .cli = (struct sw_cli *)&r->cli };
    struct sw_trace *trace;
    const int64_t quarter = (int64_t)sysconf(_SC_PHYS_PAGES) / 4 * (int64_t)sysconf(_SC_PAGESIZE);
    int64_t size = file_size(r->cli.files[0]);
    if (size > quarter - in->n_bytes)
        return NULL;
    if (runs_open_trace(&src, &trace, NULL) != SW_OK)
        return NULL;
    if (sw_trace_hold(trace, NULL) != SW_OK) {
        sw_trace_free(trace);
        return NULL;
    }
    in->n_bytes += size;
    return trace;
}

/* A sorted trace and one as it stands are two. One that cannot be read is not held, and each cell says what
 * is wrong. */
static const struct sw_trace *find_trace(const struct replay *r, struct inside *in)
{
    size_t len = strlen(r->cli.files[0]) + 1;
    struct held *held = calloc(1, sizeof *held + len + 1);
    if (!held)
        return NULL;
    snprintf(held->name, len + 1, "%c%s", r->cfg.sort ? 's' : 'a', r->cli.files[0]);
    pthread_mutex_lock(&in->lock);
    struct held *known = sw_names_find(&in->traces, held->name, len);
    if (!known) {
        held->trace = read_trace(r, in);
        if (sw_names_add(&in->traces, held->name, len, held) == 0) {
            known = held;
            held = NULL;
        } else
            sw_trace_free(held->trace);
    }
    pthread_mutex_unlock(&in->lock);
    free(held);
    return known ? known->trace : NULL;
}

/* ---- one cell -------------------------------------------------------------------------------- */

/* One trace in a plain file and CSV on standard output. What reads or writes more, or starts a program as --decide
 * does, is left to a process. */
static bool is_plain(const struct replay *r)
{
    const struct config *cfg = &r->cfg;
    struct stat st;
    return r->cli.n_named == 1 && stat(r->cli.files[0], &st) == 0 && S_ISREG(st.st_mode) && !r->cli.output
        && !r->cli.tolerate && !r->cli.labels.n && !r->cli.shape.format && !r->cli.stamp
        && !options_given(cfg, "decide")
        && !r->cli.print_options && cfg->jobs == 1 && !cfg->validate && !cfg->audit_file
        && !cfg->as_recorded && !cfg->explain && !outputs_asked(cfg) && !cfg->topology_file;
}

static bool inside_parse(struct replay *r, struct inside *in, const struct grid_cell *cell)
{
    /* Without a folder: a program of that name somewhere else may be another one. */
    if (strcmp(cell->argv[0], runs_tool()->name) != 0)
        return false;
    r->cfg = runs_config;
    r->argv = malloc((cell->argc + 1) * sizeof *r->argv);
    if (!r->argv)
        return false;
    memcpy(r->argv, cell->argv, (cell->argc + 1) * sizeof *r->argv);
    pthread_mutex_lock(&in->lock);
    int status = sw_cli_parse(&r->cli, runs_tool(), &r->cfg, (int)cell->argc, r->argv, NULL);
    pthread_mutex_unlock(&in->lock);
    r->runs.src.cli = &r->cli;
    /* The sweep tells how far it is. */
    r->cli.progress = false;
    return status == SW_OK && is_plain(r);
}

/* Inputs are checked once more before the file appears: a cell's id is of the inputs as they were. */
static int inside_replay(struct replay *r, const struct grid *g, const struct grid_cell *cell, const char *path,
                         struct sw_err *err)
{
    if (runs_setup(&r->runs, err) != SW_OK || sw_out_open(&r->outputs.at[OUT_MAIN], path, err) != SW_OK)
        return SW_FAIL;
    int status = series_replay(&r->runs, &r->outputs, err) == SW_OK ? grid_check_inputs(g, cell, err) : SW_FAIL;
    return outputs_close(&r->outputs, status, err);
}

/* In the words and with the status that the process would have had. */
static void tell_end(const struct replay *r, const struct sw_err *err, struct sweep_end *end)
{
    if (end->status == SW_OK)
        return;
    snprintf(end->why, sizeof end->why, "exit status %d", err->exit);
    fprintf(r->cli.messages, "%s: %s\n", runs_tool()->name, err->text);
    if (err->exit == SW_EXIT_USAGE)
        fprintf(r->cli.messages, "try '%s --help'\n", runs_tool()->name);
}

/* end->messages are the cell's own warnings, as its process would have written them. Empty ones are NULL. */
bool inside_run(struct inside *in, const struct grid *g, const struct grid_cell *cell, const char *path,
                struct sweep_end *end)
{
    struct replay *r = calloc(1, sizeof *r);
    struct sw_err err = { 0 };
    size_t size;
    bool plain = r && inside_parse(r, in, cell) && (r->cli.messages = open_memstream(&end->messages, &size));
    if (plain) {
        r->runs.src.held = find_trace(r, in);
        end->status = inside_replay(r, g, cell, path, &err);
        tell_end(r, &err, end);
        fclose(r->cli.messages);
        if (end->messages && end->messages[0] == '\0') {
            free(end->messages);
            end->messages = NULL;
        }
        runs_clear(&r->runs);
    }
    if (r) {
        sw_cli_clear(&r->cli);
        free(r->argv);
    }
    free(r);
    return plain;
}
