/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parallel.c - the runs of --runs, several at once.
 *
 * A thread takes the next run that no other has taken. It writes to temporary files, and the main thread appends them
 * to the outputs in the order of the runs. The trace is read once, and lent to all. */
#include "tools/replay/replay.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

struct done {                    /* one run, once it has ended */
    /* Written under the lock. All else of a run is its thread's until then, and the main thread's from then on. */
    bool ended;
    int status;
    struct sw_err err;
    FILE *rows[OUT_N];
    /* Warnings of the run; NULL: it had no stream for them. */
    char *messages;
    double mean_s;
};
struct parallel {
    struct runs *r;              /* the main thread's, which counts runs in it */
    struct runs each;            /* as it was before, for all threads */
    struct sw_out **to;          /* the outputs, as an array */
    /* Of run i + 1 at place i. */
    struct done *done;
    uint64_t n;
    /* Runs that were taken. Adding one takes the next, counted from 1. */
    atomic_uint_fast64_t next;
    atomic_bool failed;
    pthread_mutex_t lock;
    pthread_cond_t ended;
};

/* ---- a run ----------------------------------------------------------------------------------- */

/* A file that has no name, and a stream of rows into it. The rows have the labels and the layout of the output that
 * they will be appended to. */
static int open_rows(const struct sw_cli *cli, const struct sw_out *like, FILE **file, struct sw_out **out,
                     struct sw_err *err)
{
    char name[SW_NAMELESS_MAX];
    int fd;
    if (sw_out_nameless(&fd, name, err) != SW_OK)
        return SW_FAIL;
    if (!(*file = fdopen(fd, "w+"))) {
        close(fd);
        return sw_err_memory(err);
    }
    if (sw_out_open(out, name, err) != SW_OK)
        return SW_FAIL;
    sw_out_label(*out, cli->labels.n, NULL, (const char *const *)cli->labels.value);
    return sw_out_rows_of(*out, like, err);
}

/* Its rows go to files without a name until the runs before it are written. `wanted` are the outputs that there are;
 * NULL: not asked for. */
static int replay_run(struct runs *r, uint64_t run, struct sw_out *const *wanted, struct done *done)
{
    struct outputs out = { .at = { NULL } };
    struct sw_records rec = { .one_kind = r->cl->one_kind };
    int status = SW_OK;
    for (size_t i = 0; i < OUT_N && status == SW_OK; i++)
        if (wanted[i])
            status = open_rows(r->src.cli, wanted[i], &done->rows[i], &out.at[i], &done->err);
    if (status == SW_OK)
        status = outputs_send(r->src.cli->config, &out, &rec, &done->err);
    if (status == SW_OK) {
        runs_seed(r, &rec, run);
        status = runs_one(r, &rec, &out, &done->err);
    }
    sw_summary_free(rec.summary);
    return outputs_close(&out, status, &done->err);
}

/* Each thread has the options to itself, since a run sets its seed there, and a cluster whose speeds are drawn. */
static int set_apart(const struct parallel *p, struct runs *r, struct sw_cli *cli, struct config *cfg,
                     struct sw_err *err)
{
    *r = p->each;
    *cli = *r->src.cli;
    *cfg = *(const struct config *)cli->config;
    cli->config = cfg;
    r->src.cli = cli;
    /* It points into the config, which is a copy. */
    if (cfg->opt.alone_opt)
        cfg->opt.alone_opt = &cfg->alone_opt;
    /* The speeds of nodes are drawn for each run, and written into the cluster. */
    return cfg->varies ? setup_cluster(cfg, &r->cl, err) : SW_OK;
}

static void run_one(struct parallel *p, uint64_t run)
{
    struct done *done = &p->done[run - 1];
    struct runs r;
    struct sw_cli cli;
    struct config cfg;
    size_t size;
    int status = set_apart(p, &r, &cli, &cfg, &done->err);
    if (status == SW_OK && !(cli.messages = open_memstream(&done->messages, &size)))
        status = sw_err_memory(&done->err);
    if (status == SW_OK)
        status = replay_run(&r, run, p->to, done);
    done->mean_s = r.mean_s;
    /* A stream in memory has its text once it is closed. */
    if (cli.messages)
        fclose(cli.messages);
    if (r.cl != p->each.cl)
        sw_cluster_free(r.cl);
    p->failed |= status != SW_OK;
    pthread_mutex_lock(&p->lock);
    done->status = status;
    done->ended = true;
    pthread_cond_signal(&p->ended);
    pthread_mutex_unlock(&p->lock);
}

/* A thread: the next run each time, until one fails. */
static void *run_some(void *context)
{
    struct parallel *p = context;
    uint64_t run;
    while (!p->failed && (run = ++p->next) <= p->n)
        run_one(p, run);
    return NULL;
}

/* ---- their outputs --------------------------------------------------------------------------- */

static int append_file(FILE *from, struct sw_out *to, struct sw_err *err)
{
    char buf[1 << 16];
    size_t got;
    rewind(from);
    while ((got = fread(buf, 1, sizeof buf, from)) > 0)
        sw_out_bytes(to, buf, got);
    return ferror(from) ? sw_err_io(err, "a temporary file", "cannot read") : SW_OK;
}

/* What a failed run had written stands there too, as it does when runs go in turn. */
static int put_run(const struct parallel *p, const struct done *done, struct sw_err *err)
{
    int status = SW_OK;
    for (size_t i = 0; i < OUT_N && status == SW_OK; i++)
        if (done->rows[i])
            status = append_file(done->rows[i], p->to[i], err);
    if (done->messages)
        fputs(done->messages, stderr);
    return status;
}

static void done_clear(struct done *done)
{
    for (size_t i = 0; i < OUT_N; i++)
        if (done->rows[i])
            fclose(done->rows[i]);
    free(done->messages);
    *done = (struct done){ .ended = true };
}

/* In the order of the runs, whatever the order in which they end. */
static int put_in_order(struct parallel *p, struct sw_err *err)
{
    const struct sw_cli *cli = p->r->src.cli;
    struct sw_cli_progress progress = { .cli = cli, .what = "runs done", .made = true };
    int status = SW_OK;
    for (uint64_t i = 0; i < p->n && status == SW_OK; i++) {
        pthread_mutex_lock(&p->lock);
        while (!p->done[i].ended)
            pthread_cond_wait(&p->ended, &p->lock);
        pthread_mutex_unlock(&p->lock);
        status = put_run(p, &p->done[i], err);
        if (p->done[i].status != SW_OK) {
            status = p->done[i].status;
            *err = p->done[i].err;
        }
        /* --until-precise goes by the runs in their order, so that the threads do not change when it stops. */
        const bool enough = status == SW_OK && runs_are_precise(p->r, p->done[i].mean_s);
        done_clear(&p->done[i]);
        sw_cli_tell(&progress, i + 1);
        if (enough) {
            p->next = p->n; /* no thread takes another */
            break;
        }
    }
    return status;
}

/* Fewer threads than were asked for are as good. None is an error. */
static int replay_by_threads(struct parallel *p, uint64_t n, struct sw_err *err)
{
    pthread_t *thread = calloc(n, sizeof *thread);
    uint64_t n_started = 0;
    int status = thread ? SW_OK : sw_err_memory(err);
    for (; status == SW_OK && n_started < n; n_started++)
        if (pthread_create(&thread[n_started], NULL, run_some, p) != 0)
            break;
    if (status == SW_OK && n_started == 0)
        status = sw_err_set(err, "cannot start a thread");
    if (status == SW_OK)
        status = put_in_order(p, err);
    p->failed |= status != SW_OK;
    for (uint64_t i = 0; i < n_started; i++)
        pthread_join(thread[i], NULL);
    free(thread);
    return status;
}

/* The trace is read once and shared. */
int parallel_replay(struct runs *r, struct outputs *o, struct sw_err *err)
{
    const struct config *cfg = r->src.cli->config;
    struct parallel p = { .r = r, .each = *r, .to = o->at, .n = cfg->runs, .lock = PTHREAD_MUTEX_INITIALIZER,
                          .ended = PTHREAD_COND_INITIALIZER };
    struct sw_trace *trace;
    if (runs_open_trace(&r->src, &trace, err) != SW_OK)
        return SW_FAIL;
    int status = sw_trace_hold(trace, err);
    p.each.src.held = trace;
    p.done = calloc(p.n, sizeof *p.done);
    if (status == SW_OK && !p.done)
        status = sw_err_memory(err);
    for (size_t i = 0; i < OUT_N; i++)
        /* The bytes that put_run() appends are rows with their labels, so a layout such as --pretty knows them. */
        if (p.to[i])
            sw_out_rows_come(p.to[i]);
    if (status == SW_OK)
        status = replay_by_threads(&p, cfg->jobs < p.n ? cfg->jobs : p.n, err);
    for (uint64_t i = 0; p.done && i < p.n; i++)
        done_clear(&p.done[i]);
    free(p.done);
    sw_trace_free(trace);
    return status;
}
