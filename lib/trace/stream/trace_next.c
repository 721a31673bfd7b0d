/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_next.c - the jobs in the order of the file, below the sorter and the stream that hands them out. Each
 * source gives its jobs by its own function; what all jobs have in common is added here. */
#include "lib/trace/stream/trace_private.h"

int trace_next_unsorted(struct sw_trace *t, struct sw_job *job, struct sw_err *err)
{
    /* A fault is about the row in hand. That of a row before this one must not make an error of another kind look
     * like one. */
    t->fault = SW_FAULT_NONE;
    int got = t->from.next ? trace_from_next(t, job, err)
              : t->is_tasks        ? trace_tasks_next(t, job, err)
                                   : trace_jobs_next(t, job, err);
    if (got != 1)
        return got;
    if (t->gangs && gangs_make(t, job, err) != SW_OK)
        return SW_FAIL;
    job->place = t->place++;
    /* Progress is told by the number of jobs read, before they are sorted. */
    if (t->source.input && t->source.input->tell)
        t->source.input->tell(t->source.input->context, t->place);
    /* The extras of a tasks file were placed by gather_rows_give(), those of a jobs file by trace_jobs_next(). */
    job->n_extras = t->source.n_extras;
    job->extras = t->extras;
    return 1;
}
