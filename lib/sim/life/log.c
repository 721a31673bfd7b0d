/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log.c - rows of the attempts log (S6). */
#include "lib/sim/life/life.h"
#include "lib/sim/task/task.h"
#include <stdlib.h>

void log_row(struct sw_replay *r, const struct attempt *a, enum sw_outcome outcome)
{
    const struct stage *st = a->stage;
    const struct sw_node *nd = &r->cl->node[a->node];
    r->sink.attempt(r->sink.ctx, &(struct sw_attempt){
        .job_id = st->job->id, .pool = st->job->pool->name, .stage = st->name, .task = a->task,
        .task_id = st->rows && st->rows->id ? st->rows->id[a->task] : NULL, .attempt = a->number, .kind = st->kind,
        .node = nd->name, .rack = r->cl->rack_name[nd->rack], .locality = a->locality, .ready_us = st->ready_us,
        .launch_us = a->launch_us, .compute_us = a->compute_us,
        .killed_for = a->killed_for,
        .finish_us = outcome == SW_RUNNING ? -1 : r->now_us, .outcome = outcome });
}

void log_use(const struct sw_replay *r, const struct attempt *a)
{
    const struct stage *st = a->stage;
    r->sink.used(r->sink.ctx, &(struct sw_use){ st->ready_us, a->launch_us, r->now_us, st->job->place, st->name,
                                                a->node, st->kind, a->locality });
}

/* S6: rows of attempts that run at the end. With a log all attempts are full records. */
void log_running(struct sw_replay *r)
{
    if (!r->sink.attempt)
        return;
    size_t n;
    struct attempt **all = attempts_running(r, &n);
    for (size_t i = 0; i < n; i++) {
        if (all[i]->compute_us > r->opt.until_us)
            all[i]->compute_us = -1; /* not yet */
        log_attempt(r, all[i], SW_RUNNING);
    }
    xfree(all);
}
