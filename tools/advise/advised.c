/* SPDX-License-Identifier: GPL-3.0-or-later */
/* advised.c - see advised.h. Between a log that was read and a page: it is made ready, studied and decided. The page
 * of one log, folders of logs and recommend go through here. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "tools/advise/advised.h"
#include "tools/replay/replay.h"

/* ---- how far it is --------------------------------------------------------------------------------- */

struct told { const struct sw_cli *cli; double drawn_from_s; /* when run 1 began, for the time left */ };

/* One line that is written over, on a terminal; with --progress lines, which a file can hold. The time left follows
 * from the days drawn so far, as the first day is replayed for more. */
static void tell_day(void *context, uint64_t run, uint64_t n_runs)
{
    struct told *t = context;
    const bool terminal = isatty(STDERR_FILENO) && !t->cli->quiet;
    char left[48] = "";
    if (!terminal && !t->cli->progress)
        return;
    if (run == 1)
        t->drawn_from_s = sw_cli_now_s();
    /* run - 1 days have been drawn since, and n_runs + 1 - run are left with this one. */
    if (run > 1)
        snprintf(left, sizeof left, ", %.0f s left",
                 ceil((sw_cli_now_s() - t->drawn_from_s) / (double)(run - 1) * (double)(n_runs + 1 - run)));
    if (run > n_runs)
        fputs(terminal ? "\r\033[K" : "", stderr);
    else
        fprintf(stderr, "%s%s: day %llu of %llu%s%s", terminal ? "\r" : "", t->cli->tool->name,
                (unsigned long long)run + 1, (unsigned long long)n_runs + 1, left, terminal ? "\033[K" : "\n");
}

/* ---- the study ------------------------------------------------------------------------------------- */

/* The rule of the preset's waits: a log that was made without any may have that. */
static enum sw_family system_of(const struct config *cfg)
{
    static const char delay[] = "delay=";
    const struct preset *preset = preset_named(cfg->preset);
    const char *rule = preset ? strstr(preset->options, delay) : NULL;
    return rule ? sw_family_of(rule + sizeof delay - 1, SW_FAMILY_WAIT) : SW_FAMILY_WAIT;
}

/* The options of the replay are settled first, since the study borrows them, the log and the pools until
 * advised_clear(). */
static int study(struct advised *v, struct sw_cli *cli, const struct advised_ask *ask, struct sw_err *err)
{
    struct config *cfg = cli->config;
    struct told told = { .cli = cli };
    if (recorded_settle(&v->recorded, cli, &v->pools, err) != SW_OK)
        return SW_FAIL;
    const struct sw_study_ask of = { .log = v->log, .opt = &cfg->opt, .pools = v->pools, .shares = cfg->pools_file,
        .system = system_of(cfg), .replication = ask->replication, .remote_cost_s = ask->remote_cost_s,
        .price_given = options_given(cfg, "penalty"), .by_pool = ask->by_pool,
        .n_runs = ask->n_runs, .threads = ask->threads, .on_run = tell_day, .context = &told };
    if (sw_study_run(&v->study, &of, err) != SW_OK)
        return SW_FAIL;
    /* The verdict on the load (S13) compares slot time that came with slots. A job of several cores or nodes is one
     * slot here, so that sum would be too small. */
    for (size_t i = 0; i < v->log->n_jobs; i++)
        v->n_wide += v->log->jobs[i].spec.cpus > 1 || v->log->jobs[i].spec.nodes > 1;
    if (v->n_wide > 0)
        v->study.load.verdict = SW_LOAD_CANNOT_TELL;
    notes_of_backtest(v->note, v->log, &v->study.back);
    return sw_study_decide(&v->study, &v->answer, err);
}

int advised_study(struct advised *v, struct sw_cli *cli, const struct advised_ask *ask, struct sw_err *err)
{
    v->cfg = cli->config;
    v->log = v->recorded.log;
    if (recorded_prepare(&v->recorded, v->cfg, err) != SW_OK)
        return SW_FAIL;
    /* A log that lacks something has an answer without a study: v->study stays zero, and its readers look at
     * answer.why first. */
    if (!v->log->lacks)
        return study(v, cli, ask, err);
    v->answer = (struct sw_answer){ .advice = SW_ADVICE_CANNOT_TELL, .why = SW_WHY_NOT_REPLAYED };
    return SW_OK;
}

/* The number of "application_1_0007/9". title stays "" where the log has no such job, its id has no number, or no
 * file says what it is called. */
static int name_job(char title[SPARK_HEAD_TITLE], const struct sw_log *log, size_t job, const struct apps_log *files,
                    struct sw_err *err)
{
    if (job == SIZE_MAX)
        return SW_OK;
    const struct sw_text id = log->jobs[job].id;
    const char *slash = id.len > 0 ? memrchr(id.at, '/', id.len) : NULL;
    int64_t number;
    if (!slash || sw_num_i64(slash + 1, id.len - (size_t)(slash + 1 - id.at), &number) != SW_OK)
        return SW_OK;
    return spark_head_title(title, files->path, files->n, number, err);
}

/* Only the page that advises a change names jobs. To look titles up costs a further reading of the files. */
int advised_name_jobs(struct advised *v, const struct apps_log *files, struct sw_err *err)
{
    if (!files->is_spark || v->answer.advice != SW_ADVICE_CHANGE)
        return SW_OK;
    return name_job(v->worst, v->log, v->answer.worst, files, err) == SW_OK
           ? name_job(v->gained, v->log, v->answer.most_gained, files, err) : SW_FAIL;
}

void advised_clear(struct advised *v)
{
    /* The study borrows the pools and the log, so it goes first. */
    sw_study_clear(&v->study);
    sw_pools_free(v->pools);
    recorded_close(&v->recorded);
}
