/* SPDX-License-Identifier: GPL-3.0-or-later */
/* before.c - see before.h. The page compares what was recorded on two days, and no replay.
 * lib/study/platform/paired.h makes the pairs; this file says them. */
#include <math.h>
#include <stdlib.h>
#include "lib/base/minmax.h"
#include "tools/advise/before.h"

/* The pairs of both days by name, borrowed from paired_find(), and the plain sums of each day. */
struct two_days { const struct paired *pair; size_t n; struct platform_sum sum[PAIRED_DAYS]; };

static double hours(double s) { return s / 3600; }

/* One pair has a change and no spread, so lo and hi are NaN. */
static void add_change(struct words *w, const struct paired_change *c)
{
    words_add(w, "%s", word_percent(c->mean).text);
    if (!isnan(c->lo))
        words_add(w, " (%s to %s)", word_percent(c->lo).text, word_percent(c->hi).text);
    else
        words_add(w, " (one application has no interval)");
}

/* Executor-seconds that one run of each application took, over those whose work is alike on both days. */
static double sum_of(const struct two_days *d, int day)
{
    double sum = 0;
    for (size_t i = 0; i < d->n; i++)
        sum += paired_is_alike(&d->pair[i]) ? d->pair[i].day[day].executor_s : 0;
    return sum;
}

/* Applications with as many tasks a run, within a tenth, did the same work. Their interval decides, as other work
 * takes other time whatever changed. */
static void put_days_answer(const struct two_days *d, const struct sheet *s)
{
    struct words w = { 0 };
    const struct paired_change span = paired_compare(d->pair, d->n, PAIRED_SPAN, false);
    const struct paired_change alike = paired_compare(d->pair, d->n, PAIRED_SPAN, true);
    const struct paired_change executors = paired_compare(d->pair, d->n, PAIRED_EXECUTORS, true);
    if (span.n == 0) {
        words_add(&w, "Cannot tell. No application ran on both days by the same name.");
        sheet_answer(s, &w);
        return;
    }
    if (alike.n == 0)
        words_add(&w, "Cannot tell. All %zu applications of both days had other work: their tasks a run differ by a "
                  "tenth and more.", span.n);
    else {
        /* Of one application the ends are NaN, and both comparisons fail: no change can be told. */
        words_add(&w, alike.hi < 0 ? "Sooner. " : alike.lo > 0 ? "Later. " : "No change that can be told. ");
        words_add(&w, "Of %zu applications of both days with as many tasks a run, within a tenth, the mean change of "
                  "the time to the end is ", alike.n);
        add_change(&w, &alike);
        words_add(&w, ", of executor-hours ");
        add_change(&w, &executors);
        words_add(&w, "; a run of each took %s executor-hours before and %s after.",
                  word_number(hours(sum_of(d, PAIRED_BEFORE))).text,
                  word_number(hours(sum_of(d, PAIRED_AFTER))).text);
    }
    if (alike.n < span.n) {
        words_add(&w, " All %zu of both days: ", span.n);
        add_change(&w, &span);
        words_add(&w, ", of which their work is a part.");
    }
    sheet_answer(s, &w);
}

/* What a reader should doubt before the change is put down to the wait: other waits, releases, work or applications. */
static void put_else(const struct two_days *d, const struct sheet *s)
{
    struct words w = { 0 };
    size_t n[PAIRED_DAYS] = { 0 }, both = 0, other_work = 0, waits = 0, releases = 0, runs = 0;
    for (size_t i = 0; i < d->n; i++) {
        const struct paired *p = &d->pair[i];
        const struct paired_day *before = &p->day[PAIRED_BEFORE], *after = &p->day[PAIRED_AFTER];
        n[PAIRED_BEFORE] += before->n > 0 && after->n == 0;
        n[PAIRED_AFTER] += after->n > 0 && before->n == 0;
        if (!paired_on_both(p))
            continue;
        both++;
        other_work += paired_is_alike(p) ? 0 : 1;
        waits += before->wait.len > 0 && after->wait.len > 0 && !sw_text_same(before->wait, after->wait);
        releases += !sw_text_same(before->release, after->release);
        runs += before->n != after->n;
    }
    const struct paired_change tasks = paired_compare(d->pair, d->n, PAIRED_TASKS, false);
    const struct paired_change idle = paired_compare(d->pair, d->n, PAIRED_IDLE, true);
    words_add(&w, "Of %zu applications of both days the wait differs in %zu, the release in %zu, the number of runs in "
              "%zu, the tasks a run by a tenth and more in %zu", both, waits, releases, runs, other_work);
    if (tasks.n > 0) {
        words_add(&w, "; tasks a run: ");
        add_change(&w, &tasks);
    }
    if (idle.n > 0) {
        words_add(&w, "; slot-seconds free while tasks waited, of those with as many tasks: ");
        add_change(&w, &idle);
    }
    words_add(&w, ". %zu ran before alone, %zu after alone. What no log has, such as other loads on the hosts or other "
              "data, may have changed, too.", n[PAIRED_BEFORE], n[PAIRED_AFTER]);
    sheet_section(s, "ELSE", "What else changed", &w);
}

static const struct paired *pairs; /* for qsort: one thread makes the page */

/* By how many executor-seconds a run changed. Applications of one day alone come last, by -1. */
static double weight(const struct paired *p)
{
    return paired_on_both(p) ? fabs(p->day[PAIRED_AFTER].executor_s - p->day[PAIRED_BEFORE].executor_s) : -1;
}

static int by_weight(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    const double of_x = weight(&pairs[x]), of_y = weight(&pairs[y]);
    return of_x != of_y ? (of_x > of_y ? -1 : 1) : ORDER(x, y);
}

/* span_s is above 0 on both days: paired_find() leaves others out. */
static void put_pair(struct sheet_table *t, const struct paired *p)
{
    const struct paired_day *before = &p->day[PAIRED_BEFORE], *after = &p->day[PAIRED_AFTER];
    sheet_name(t, p->name);
    sheet_cell(t, "%zu/%zu", before->n, after->n);
    sheet_cell(t, "%s", word_number(before->span_s).text);
    sheet_cell(t, "%s", word_number(after->span_s).text);
    sheet_cell(t, "%s", word_percent(after->span_s / before->span_s - 1).text);
    sheet_cell(t, "%s", word_percent(after->tasks / before->tasks - 1).text);
    sheet_cell(t, "%.*s", (int)(before->wait.len < 9 ? before->wait.len : 9), before->wait.at);
    sheet_cell(t, "%.*s", (int)(after->wait.len < 9 ? after->wait.len : 9), after->wait.at);
}

static int put_pairs(const struct two_days *d, const struct sheet *s, struct sw_err *err)
{
    enum { MOST = 20 };
    static const char *const heads[] = { "by executor-hours", "runs", "took, s", "after", "change", "tasks", "wait",
                                         "after" };
    size_t *at = calloc(d->n + 1, sizeof *at);
    struct sheet_table *t = calloc(1, sizeof *t);
    if (!at || !t) {
        free(at);
        free(t);
        return sw_err_memory(err);
    }
    /* Places are sorted in place of pairs, which are const and stay in the order of their names. */
    for (size_t i = 0; i < d->n; i++)
        at[i] = i;
    pairs = d->pair;
    qsort(at, d->n, sizeof *at, by_weight);
    t->n_columns = sizeof heads / sizeof *heads;
    for (size_t i = 0; i < t->n_columns; i++)
        sheet_cell(t, "%s", heads[i]);
    for (size_t i = 0; i < d->n && i < MOST && paired_on_both(&d->pair[at[i]]); i++)
        put_pair(t, &d->pair[at[i]]);
    sheet_table(s, "THOSE THAT CHANGED MOST", "Those that changed most", t);
    free(at);
    free(t);
    return SW_OK;
}

/* A sum without settings: of an application whose setting is NULL only what its log tells counts. */
static int sum_up(const struct platform_app *app, size_t n, struct platform_sum *sum, struct sw_err *err)
{
    const struct platform_row **none = calloc(n + 1, sizeof *none);
    const int status = none ? platform_sum(sum, app, none, NULL, n, err) : sw_err_memory(err);
    free(none);
    return status;
}

int before_page_put(const struct platform *before, const struct platform *after, const struct sheet *s,
                    struct sw_err *err)
{
    const struct platform *rows[] = { before, after };
    struct platform_app *app[PAIRED_DAYS] = { NULL };
    size_t n[PAIRED_DAYS] = { 0 };
    struct paired *pair = NULL;
    struct two_days d = { .n = 0 };
    int status = SW_OK;
    for (int day = 0; day < PAIRED_DAYS && status == SW_OK; day++) {
        status = platform_apps(rows[day], &app[day], &n[day], err);
        if (status == SW_OK)
            status = sum_up(app[day], n[day], &d.sum[day], err);
    }
    if (status == SW_OK)
        status = paired_find((const struct platform_app *const *)app, n, &pair, &d.n, err);
    d.pair = pair;
    if (status == SW_OK) {
        static const char *const names[] = { "Before", "after" };
        struct words w = { 0 };
        for (int day = 0; day < PAIRED_DAYS; day++)
            words_add(&w, "%s%s: %zu applications, %s executor-hours", day > 0 ? "; " : "", names[day], d.sum[day].n,
                      word_number(hours(d.sum[day].executor_s)).text);
        sheet_title(s, &w);
        put_days_answer(&d, s);
        put_else(&d, s);
        status = put_pairs(&d, s, err);
    }
    free(pair);
    for (int day = 0; day < PAIRED_DAYS; day++)
        free(app[day]);
    return status;
}
