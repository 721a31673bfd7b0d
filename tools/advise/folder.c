/* SPDX-License-Identifier: GPL-3.0-or-later */
/* folder.c - see folder.h. Memory is that of the applications in hand, one a thread, and of the rows. Logs are
 * independent, so they are taken by threads in any order, and rows are put together in the order of the logs. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/base/minmax.h"
#include "lib/cli/cli.h"
#include "lib/study/study.h"
#include "lib/trace/record/sw_records.h"
#include "tools/advise/folder.h"
#include "tools/replay/replay.h"

/* ---- what was read before -------------------------------------------------------------------------- */

/* *sum begins as FNV's offset basis. */
static void mix(uint64_t *sum, const void *at, size_t n)
{
    for (size_t i = 0; i < n; i++) /* FNV-1a */
        *sum = (*sum ^ ((const unsigned char *)at)[i]) * UINT64_C(0x100000001b3);
}

/* Of all that its rows follow from: its bytes, what is asked, and the release that answers. */
static int find_digest(char digest[20], const struct apps_log *log, const struct sw_cli *cli,
                       const struct advised_ask *ask, struct sw_err *err)
{
    const struct config *cfg = cli->config;
    uint64_t sum = UINT64_C(0xcbf29ce484222325), of;
    /* The version without the commit: builds of one release give the same answers. */
    mix(&sum, sw_cli_release, strcspn(sw_cli_release, ","));
    mix(&sum, &ask->n_runs, sizeof ask->n_runs);
    mix(&sum, &cli->seed, sizeof cli->seed);
    mix(&sum, &cfg->from_ms, sizeof cfg->from_ms);
    mix(&sum, &cfg->to_ms, sizeof cfg->to_ms);
    /* Options of this program are not among those of the config. One that was not given leaves the digest as it is. */
    if (ask->replication > 0)
        mix(&sum, &ask->replication, sizeof ask->replication);
    if (!isnan(ask->remote_cost_s))
        mix(&sum, &ask->remote_cost_s, sizeof ask->remote_cost_s);
    /* Names with their NUL keep "a", "b" apart from "ab". These are the options that slot-replay has, too. */
    for (size_t i = 0; i < cfg->n_given; i++) {
        mix(&sum, cfg->given[i].name, strlen(cfg->given[i].name) + 1);
        mix(&sum, cfg->given[i].arg, cfg->given[i].arg ? strlen(cfg->given[i].arg) + 1 : 0);
    }
    for (size_t i = 0; i < log->n; i++) {
        if (sw_cli_digest(log->path[i], &of, err) != SW_OK)
            return SW_FAIL;
        mix(&sum, &of, sizeof of);
    }
    snprintf(digest, 20, "%016llx", (unsigned long long)sum);
    return SW_OK;
}

/* *rows is false, and the call succeeds, where the file is none of rows. */
int folder_read_rows(struct platform *p, const char *path, bool *rows, struct sw_err *err)
{
    struct sw_csv *in;
    struct sw_err why = { 0 };
    *rows = false;
    if (sw_csv_open(&in, path, &why) != SW_OK)
        return SW_OK; /* who reads it as a log says what is wrong */
    *rows = sw_csv_find(in, "log") != SW_NO_COLUMN && sw_csv_find(in, "digest") != SW_NO_COLUMN;
    const int status = *rows ? platform_read(p, in, err) : SW_OK;
    sw_csv_close(in);
    return status;
}

/* As folder_read_rows() takes them, so that a later run can go on from these. */
void folder_put_rows(const struct platform *p, struct sw_out *out)
{
    sw_schema_put_header(&platform_schema, out);
    sw_out_end_row(out);
    for (size_t i = 0; i < p->n; i++) {
        sw_schema_put(&platform_schema, &p->row[i], out);
        sw_out_end_row(out);
    }
}

/* ---- one application ------------------------------------------------------------------------------- */

/* Of a message the path that it begins with: the same log has the same row by any name. */
static const char *without_path(const char *text, const struct apps_log *log)
{
    for (size_t i = 0; i < log->n; i++)
        if (strncmp(text, log->path[i], strlen(log->path[i])) == 0) {
            text += strlen(log->path[i]);
            while (*text == ':' || *text == ' ')
                text++;
        }
    return text;
}

/* One thread's work. It has copies of config and command line, as the study settles the options in them. */
static int study_one(struct platform *p, const struct sw_cli *cli, const struct apps_log *log,
                     const struct platform_of *of, const struct folder_ask *ask, struct sw_err *err)
{
    struct config cfg = *(const struct config *)cli->config;
    struct sw_cli own = *cli;
    struct platform_of named = *of;
    struct advised_ask alone = *ask->ask;
    struct advised *v = calloc(1, sizeof *v);
    if (!v)
        return sw_err_memory(err);
    own.config = &cfg;
    /* Warnings of one log of many would be lost among the others'; what they say is in the row's note. Each study has
     * one thread, since the logs share the others. */
    own.quiet = true;
    own.progress = false;
    alone.threads = 1;
    v->name = of->log;
    int status = recorded_read_files(&v->recorded, &own, log, err);
    if (status == SW_OK)
        status = advised_study(v, &own, &alone, err);
    if (status == SW_OK)
        status = advised_name_jobs(v, log, err);
    named.worst = v->worst;
    named.gained = v->gained;
    if (status == SW_OK)
        status = platform_take(p, &named, &v->study, &v->answer, v->recorded.log, v->note, err);
    advised_clear(v);
    free(v);
    return status;
}

/* ---- all of them ----------------------------------------------------------------------------------- */

/* Those of a folder. */
struct folder {
    const struct sw_cli *cli;
    const struct folder_ask *ask;
    /* What earlier runs found. Threads only read it; merge() changes it when they are done. */
    const struct platform *known;
    struct app { struct crew_work work; struct folder *of; const struct apps_log *log; struct platform rows; } *app;
    size_t n, n_done;
    pthread_mutex_t telling;
    /* Of the clock of sw_cli_now_s(): the beginning, and when progress was last told. */
    double from_s, told_s;
};

/* By id and start. Whether the rows are of these files and options their digest says. */
static const struct platform_row *find_known(const struct platform *p, const struct platform_of *of)
{
    for (size_t i = 0; i < p->n; i++)
        if (p->row[i].started_ms == of->started_ms && sw_text_is(p->row[i].log, of->log))
            return &p->row[i];
    return NULL;
}

/* Of a log whose rows are known nothing is said again. A log that fails has a row that says why, and ends nothing.
 * Options that are wrong are so for all logs, and end the run. */
static int advise_one(struct app *app, struct sw_err *err)
{
    const struct folder *f = app->of;
    const struct spark_head *h = &app->log->head;
    struct platform_of of = { .log = h->id[0] != '\0' ? h->id : app->log->name, .application = h->name,
                              .user = h->user, .queue = h->queue, .release = h->version, .started_ms = h->start_ms };
    struct sw_err why = { 0 };
    int status = find_digest(of.digest, app->log, f->cli, f->ask->ask, &why);
    const struct platform_row *known = find_known(f->known, &of);
    if (known && !f->ask->again && sw_text_is(known->digest, of.digest))
        return SW_OK;
    if (status == SW_OK)
        status = study_one(&app->rows, f->cli, app->log, &of, f->ask, &why);
    if (status == SW_OK)
        return SW_OK;
    platform_clear(&app->rows);
    if (why.exit == SW_EXIT_USAGE) {
        *err = why;
        return SW_FAIL;
    }
    return platform_take_failed(&app->rows, &of, without_path(why.text, app->log), err);
}

/* At most one line a second. The time left takes the logs to be alike. */
static void folder_tell(struct folder *f)
{
    const bool terminal = isatty(STDERR_FILENO) && !f->cli->quiet;
    pthread_mutex_lock(&f->telling);
    const double now = sw_cli_now_s(), done = (double)++f->n_done;
    if ((terminal || f->cli->progress) && now > f->told_s + 1) {
        f->told_s = now;
        fprintf(stderr, "%s%s: %zu of %zu applications, %.0f s left%s", terminal ? "\r" : "", f->cli->tool->name,
                f->n_done, f->n, ceil((now - f->from_s) / done * (double)(f->n - f->n_done)),
                terminal ? "\033[K" : "\n");
    }
    if (terminal && f->n_done == f->n)
        fputs("\r\033[K", stderr);
    pthread_mutex_unlock(&f->telling);
}

static int run_one(struct crew_work *work, struct sw_err *err)
{
    struct app *app = (struct app *)work;
    const int status = advise_one(app, err);
    folder_tell(app->of);
    return status;
}

/* The rows of a log take the place of those that were known of it. */
static int merge(struct platform *known, const struct folder *f, struct sw_err *err)
{
    const bool had_any = known->n > 0;
    for (size_t i = 0; i < f->n; i++) {
        const struct platform *rows = &f->app[i].rows;
        if (had_any && rows->n > 0)
            platform_drop(known, rows->row[0].log, rows->row[0].started_ms);
        for (size_t j = 0; j < rows->n; j++)
            if (platform_add(known, &rows->row[j], err) != SW_OK)
                return SW_FAIL;
    }
    return platform_sort(known, err);
}

/* Works are in one array, which stays until the crew has ended. Each application's rows are its own until merge(). */
int folder_study(struct platform *known, const struct sw_cli *cli, const struct apps *a, const struct folder_ask *ask,
                 struct sw_err *err)
{
    struct folder f = { .cli = cli, .ask = ask, .known = known, .app = calloc(a->n + 1, sizeof *f.app), .n = a->n,
                        .telling = PTHREAD_MUTEX_INITIALIZER, .from_s = sw_cli_now_s() };
    struct crew *crew = NULL;
    f.told_s = f.from_s;
    int status = f.app ? crew_start(&crew, min_u64(ask->ask->threads, a->n), err) : sw_err_memory(err);
    for (size_t i = 0; i < a->n && status == SW_OK; i++) {
        f.app[i] = (struct app){ .work = { .run = run_one }, .of = &f, .log = &a->log[i] };
        crew_add(crew, NULL, &f.app[i].work, CREW_LAST);
    }
    if (status == SW_OK)
        status = crew_wait(crew, NULL, err);
    crew_end(crew);
    if (status == SW_OK)
        status = merge(known, &f, err);
    for (size_t i = 0; f.app && i < a->n; i++)
        platform_clear(&f.app[i].rows);
    free(f.app);
    return status;
}
