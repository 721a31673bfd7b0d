/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paired.c - see paired.h. An application is known by its name, or without one by its id. */
#include <math.h>
#include <stdlib.h>
#include "lib/base/minmax.h"
#include "lib/log/log.h"
#include "lib/study/platform/paired.h"

struct run { const struct platform_app *app; int day; };

static struct sw_text paired_name(const struct platform_app *a)
{
    return a->of->application.len > 0 ? a->of->application : a->of->log;
}

/* At last in the order of the inputs, for the last run's settings are kept. */
static int by_name(const void *a, const void *b)
{
    const struct run *x = a, *y = b;
    return log_compare(paired_name(x->app), paired_name(y->app)) ?: ORDER(x->day, y->day) ?: ORDER(x->app, y->app);
}

static void add_run(struct paired_day *d, const struct platform_app *a)
{
    const double n = (double)++d->n;
    const struct platform_row *of = a->of;
    d->span_s += (of->span_s - d->span_s) / n;
    d->executor_s += (of->executor_s - d->executor_s) / n;
    d->tasks += ((double)of->tasks - d->tasks) / n;
    d->idle_s += (of->idle_slot_s - d->idle_s) / n;
    /* Without a setting nothing was replayed. */
    d->wait = a->n > 0 ? platform_setting(a->setting) : (struct sw_text){ "", 0 };
    d->release = of->release;
}

int paired_find(const struct platform_app *const app[PAIRED_DAYS], const size_t n_apps[PAIRED_DAYS],
                struct paired **out, size_t *n, struct sw_err *err)
{
    const size_t most = n_apps[PAIRED_BEFORE] + n_apps[PAIRED_AFTER];
    struct run *run = calloc(most + 1, sizeof *run);
    size_t n_runs = 0;
    *out = calloc(most + 1, sizeof **out);
    *n = 0;
    if (!run || !*out) {
        free(run);
        return sw_err_memory(err);
    }
    for (int day = 0; day < PAIRED_DAYS; day++)
        /* Others could not be read. */
        for (size_t i = 0; i < n_apps[day]; i++)
            if (app[day][i].of->span_s > 0)
                run[n_runs++] = (struct run){ &app[day][i], day };
    qsort(run, n_runs, sizeof *run, by_name);
    for (size_t i = 0; i < n_runs; i++) {
        if (i == 0 || !sw_text_same(paired_name(run[i].app), paired_name(run[i - 1].app)))
            (*out)[(*n)++].name = paired_name(run[i].app);
        add_run(&(*out)[*n - 1].day[run[i].day], run[i].app);
    }
    free(run);
    return SW_OK;
}

bool paired_on_both(const struct paired *p) { return p->day[PAIRED_BEFORE].n > 0 && p->day[PAIRED_AFTER].n > 0; }

bool paired_is_alike(const struct paired *p)
{
    const double before = p->day[PAIRED_BEFORE].tasks, after = p->day[PAIRED_AFTER].tasks;
    return paired_on_both(p) && fabs(after - before) < before / 10;
}

double paired_value(const struct paired_day *d, enum paired_of of)
{
    switch (of) {
    case PAIRED_SPAN: return d->span_s;
    case PAIRED_EXECUTORS: return d->executor_s;
    case PAIRED_TASKS: return d->tasks;
    default: return d->idle_s;
    }
}

struct paired_change paired_compare(const struct paired *p, size_t n, enum paired_of of, bool alike)
{
    struct sw_moments m = { 0 };
    for (size_t i = 0; i < n; i++) {
        const double before = paired_value(&p[i].day[PAIRED_BEFORE], of);
        const double after = paired_value(&p[i].day[PAIRED_AFTER], of);
        if (paired_on_both(&p[i]) && before > 0 && after > 0 && (!alike || paired_is_alike(&p[i])))
            sw_moments_add(&m, log(after / before));
    }
    struct paired_change c = { (size_t)m.n, NAN, NAN, NAN };
    if (m.n == 0)
        return c;
    c.mean = expm1(m.mean);
    if (m.n > 1) {
        const double half = sw_moments_t(0.975, (double)(m.n - 1)) * sw_moments_sd(&m) / sqrt((double)m.n);
        c.lo = expm1(m.mean - half);
        c.hi = expm1(m.mean + half);
    }
    return c;
}
