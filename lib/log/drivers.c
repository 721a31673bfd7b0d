/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drivers.c - which job is submitted after which. */
#include <stdlib.h>
#include <string.h>
#include "lib/log/log.h"

/* One driver submits the jobs of an application. A job that begins while no job of the application is open follows
 * the last one that ended, after the recorded gap. So does a job that begins before all of them have ended again. */
struct driver { struct sw_text name; uint32_t open_until, after; bool started; };

static struct sw_text app_of(struct sw_text job_id)
{
    size_t len = job_id.len;
    while (len > 0 && job_id.at[len - 1] != '/')
        len--;
    return (struct sw_text){ job_id.at, len };
}

static struct driver *find_driver(struct driver *d, size_t *n, struct sw_text name)
{
    size_t i = 0;
    while (i < *n && (d[i].name.len != name.len || memcmp(d[i].name.at, name.at, name.len) != 0))
        i++;
    if (i == *n)
        d[(*n)++] = (struct driver){ .name = name, .after = UINT32_MAX };
    return &d[i];
}

static void drive(struct sw_log *log, struct driver *d, uint32_t i)
{
    struct sw_log_job *job = &log->jobs[i];
    if (d->started && job->submit_us >= log->jobs[d->open_until].end_us) {
        if (d->after == UINT32_MAX)
            log->jobs[d->open_until].leads = job->app;
        d->after = d->open_until;
        d->open_until = i;
    } else if (!d->started || job->end_us > log->jobs[d->open_until].end_us)
        d->open_until = i;
    d->started = true;
    job->after = d->after;
}

int drivers_find(struct sw_log *log, struct sw_err *err)
{
    struct driver *d = calloc(log->n_jobs + 1, sizeof *d);
    size_t n = 0;
    if (!d)
        return sw_err_memory(err);
    for (uint32_t i = 0; i < log->n_jobs && log->spark; i++) {
        struct driver *of = find_driver(d, &n, app_of(log->jobs[i].id));
        log->jobs[i].app = (uint32_t)(of - d) + 1;
        drive(log, of, i);
    }
    free(d);
    return SW_OK;
}
