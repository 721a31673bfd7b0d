/* SPDX-License-Identifier: GPL-3.0-or-later */
/* platform_take.c - one application's study as rows of the platform. */
#include <math.h>
#include <string.h>
#include "lib/study/platform/platform.h"
#include "lib/study/study.h"
#include "lib/trace/stream/trace_private.h"

/* NULL is an empty text. */
static struct sw_text row_text(const char *at) { return (struct sw_text){ at ? at : "", at ? strlen(at) : 0 }; }

/* The words of the column `why`. */
static const char *const whys[] = {
    [SW_WHY_GAIN] = "gain", [SW_WHY_BEST] = "best", [SW_WHY_ALIKE] = "alike", [SW_WHY_NOT_REPLAYED] = "not-replayed",
    [SW_WHY_NO_JOB] = "no-job", [SW_WHY_NO_PREFERENCE] = "no-preference", [SW_WHY_FEW] = "few",
    [SW_WHY_POOR] = "poor", [SW_WHY_ERROR] = "error", [SW_WHY_CHANCE] = "chance",
    [SW_WHY_DISTANCE] = "distance", [SW_WHY_LOCALITY] = "locality", [SW_WHY_HIDDEN] = "hidden",
    [SW_WHY_EXECUTORS] = "executors"
};

/* ---- the application ----------------------------------------------------------------------------- */

static void start(struct platform_row *row, const struct platform_of *of)
{
    *row = *(const struct platform_row *)platform_schema.defaults;
    row->log = row_text(of->log);
    row->application = row_text(of->application);
    row->user = row_text(of->user);
    row->queue = row_text(of->queue);
    row->release = row_text(of->release);
    row->started_ms = of->started_ms;
    row->digest = row_text(of->digest);
    row->role = row_text("recorded");
}

/* What executors are there for, to the end of the last job. */
struct held { int64_t from_us, end_us; double executor_s, slot_s; };

static int add_executor(void *context, const struct sw_node_row *row, struct sw_err *err)
{
    struct held *h = context;
    const int64_t from = row->from_us > h->from_us ? row->from_us : h->from_us;
    const int64_t to = (row->known >> SW_NODE_TO & 1) && row->to_us < h->end_us ? row->to_us : h->end_us;
    (void)err;
    if (to > from) {
        h->executor_s += study_seconds(to - from);
        h->slot_s += study_seconds(to - from) * (double)row->slots;
    }
    return SW_OK;
}

static int take_log(struct platform_row *row, struct sw_log *log, struct sw_err *err)
{
    struct held held = { 0 };
    row->jobs = log->n_jobs;
    row->tasks = log->n_tasks;
    row->faults = sw_damage_total(sw_trace_damage(log->trace));
    for (size_t i = 0; i < log->n_jobs; i++) {
        const struct sw_log_job *job = &log->jobs[i];
        held.end_us = job->end_us > held.end_us ? job->end_us : held.end_us;
        if (i == 0)
            row->pool = job->pool;
        else if (!sw_text_same(row->pool, job->pool))
            row->pool = row_text("several");
    }
    /* Where the log names no user of the application, the first job's. */
    if (row->user.len == 0 && log->n_attempts > 0)
        row->user = log->jobs[0].spec.user;
    if (log->n_jobs == 0)
        return SW_OK;
    if (log->trace->source.side.n_outside > 0) /* a part of it is looked at */
        held.from_us = log->jobs[0].submit_us;
    row->span_s = study_seconds(held.end_us - held.from_us);
    const int got = sw_trace_nodes(log->trace, true, add_executor, &held, err);
    /* 0: the log does not name its executors, and their seconds stay unknown. */
    if (got == 1) {
        row->executor_s = held.executor_s;
        row->slot_s = held.slot_s;
    }
    return got < 0 ? SW_FAIL : SW_OK;
}

/* ---- its settings -------------------------------------------------------------------------------- */

static void take_outcome(struct platform_row *row, const struct sw_day_outcome *o, const struct sw_located *at)
{
    const double all = (double)(at->node + at->rack + at->any);
    row->end_s = o->end_s;
    row->mean_s = o->mean_s;
    row->node = all > 0 ? (double)at->node / all : NAN;
    row->rack = all > 0 ? (double)at->rack / all : NAN;
    row->off = all > 0 ? (double)at->any / all : NAN;
    row->wait_idle_s = o->free_s;
}

static void take_jobs(struct platform_row *row, const struct sw_study *s, size_t wait)
{
    const struct sw_log_job *job = s->ask.log->jobs;
    const int64_t *own = s->tried[0].response_us, *now = s->tried[wait].response_us;
    struct sw_answer a;
    decide_jobs(s, wait, &a);
    row->slower = a.n_slower;
    if (a.worst != SIZE_MAX) {
        row->worst_job = job[a.worst].id;
        row->worst_own_s = study_seconds(own[a.worst]);
        row->worst_s = study_seconds(now[a.worst]);
    }
    if (a.most_gained != SIZE_MAX) {
        row->gained_job = job[a.most_gained].id;
        row->gained_own_s = study_seconds(own[a.most_gained]);
        row->gained_s = study_seconds(now[a.most_gained]);
    }
}

/* What distance costs is drawn at the same places of its posterior in each application, and may be off in all of them
 * alike. The rest of the interval is chance: that of each. The share of the days' variance that goes with the cost is
 * that of a line through both logarithms, adjusted for its two coefficients. */
static double share_of_cost(const struct sw_study *s, size_t wait)
{
    const uint64_t last = s->tried[wait].last_run;
    const double n = (double)last + 1;
    double x = 0, y = 0, xx = 0, yy = 0, xy = 0;
    for (uint64_t run = 0; run <= last; run++) {
        x += log(s->cost[run].any) / n;
        y += log(s->tried[wait].run_s[run] / s->tried[0].run_s[run]) / n;
    }
    for (uint64_t run = 0; run <= last; run++) {
        const double dx = log(s->cost[run].any) - x, dy = log(s->tried[wait].run_s[run] / s->tried[0].run_s[run]) - y;
        xx += dx * dx;
        yy += dy * dy;
        xy += dx * dy;
    }
    /* Of three days and fewer no line is told: all of it is chance. */
    if (n < 4 || !(xx > 0) || !(yy > 0))
        return 0;
    return fmax(0, 1 - (1 - xy * xy / (xx * yy)) * (n - 1) / (n - 2));
}

/* An end of the interval without the share: squares of the two parts add up. */
static double end_of_chance(double change, double end, double share)
{
    return change + (end - change) * sqrt(1 - share);
}

static void take_setting(struct platform_row *row, const struct sw_study *s, const struct sw_answer *a, size_t i)
{
    const struct sw_tried *t = &s->tried[i];
    row->wait = row_text(s->waits.at[i].rule);
    row->role = row_text(sw_role_words[s->waits.at[i].role]);
    row->advised = row_text(a->advice != SW_ADVICE_CANNOT_TELL && a->chosen == i ? "yes" : "no");
    take_outcome(row, &t->recorded, &t->recorded.placed);
    /* The own wait has no change against itself. */
    if (i == 0)
        return;
    const double share = share_of_cost(s, i);
    row->change = t->change;
    row->chance_lo = end_of_chance(t->change, t->interval.lo, share);
    row->chance_hi = end_of_chance(t->change, t->interval.hi, share);
    row->lo = t->interval.lo;
    row->hi = t->interval.hi;
    take_jobs(row, s, i);
}

int platform_take(struct platform *p, const struct platform_of *of, const struct sw_study *s, const struct sw_answer *a,
                  struct sw_log *log, const char *note, struct sw_err *err)
{
    struct platform_row row;
    start(&row, of);
    row.advice = row_text(sw_advice_words[a->advice]);
    row.why = row_text((size_t)a->why < sizeof whys / sizeof *whys && whys[a->why] ? whys[a->why] : "other");
    row.note = row_text(log->lacks ? log->lacks : note);
    if (take_log(&row, log, err) != SW_OK)
        return SW_FAIL;
    if (a->why == SW_WHY_NOT_REPLAYED)
        return platform_add(p, &row, err);
    row.goal = row_text(s->goal_is_end ? "end" : "mean");
    row.idle_slot_s = s->recorded.free_s;
    row.error = s->error;
    struct platform_row recorded = row;
    take_outcome(&recorded, &s->recorded, &s->back.recorded);
    if (platform_add(p, &recorded, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < s->waits.n; i++) {
        struct platform_row setting = row;
        take_setting(&setting, s, a, i);
        /* Titles are known of the jobs of that one wait. */
        if (a->advice == SW_ADVICE_CHANGE && i == a->best) {
            setting.worst_title = row_text(of->worst);
            setting.gained_title = row_text(of->gained);
        }
        if (platform_add(p, &setting, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

int platform_take_failed(struct platform *p, const struct platform_of *of, const char *note, struct sw_err *err)
{
    struct platform_row row;
    start(&row, of);
    row.advice = row_text(sw_advice_words[SW_ADVICE_CANNOT_TELL]);
    row.why = row_text("unreadable");
    row.note = row_text(note);
    return platform_add(p, &row, err);
}
