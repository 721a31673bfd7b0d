/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines.c - who runs in a queue, beside it, and who waits there (V1, V5). */
#include "lib/sim/mech/admission/lines.h"

void lines_join(const struct sw_replay *r, struct admission *a, struct job *job, int queue, enum line line)
{
    struct admission_job *it = admission_of(a, job);
    struct queue_line *to = &a->line[queue][line];
    it->queue = queue;
    it->line = line;
    it->since_us = r->now_us;
    it->prev = to->last;
    it->next = NULL;
    if (to->last)
        admission_of(a, to->last)->next = job;
    else
        to->first = job;
    to->last = job;
    to->n++;
}

void lines_leave(struct admission *a, struct job *job)
{
    struct admission_job *it = admission_of(a, job);
    struct queue_line *of = &a->line[it->queue][it->line];
    if (it->prev)
        admission_of(a, it->prev)->next = it->next;
    else
        of->first = it->next;
    if (it->next)
        admission_of(a, it->next)->prev = it->prev;
    else
        of->last = it->prev;
    of->n--;
    it->line = NOWHERE;
}

int64_t lines_due_us(const struct sw_replay *r, const struct admission *a, int queue, enum line line)
{
    const struct sw_admission_queue *q = &r->opt.admission.queue[queue];
    const struct job *first = a->line[queue][line].first;
    int64_t after_us = line == BESIDE ? q->short_us : line == RUNS ? q->run_us : q->wait_us;
    return !first || after_us < 0 ? INT64_MAX : admission_of(a, first)->since_us + after_us;
}
