/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_next.c - the jobs in the order of the file, below the sorter and the stream that hands them out. */
#include "lib/trace/stream/trace_private.h"

int trace_next_unsorted(struct sw_trace *t, struct sw_job *job, struct sw_err *err)
{
    t->fault = SW_FAULT_NONE;
    int got = t->from.next ? trace_from_next(t, job, err)
              : t->is_tasks        ? trace_tasks_next(t, job, err)
                                   : trace_jobs_next(t, job, err);
    if (got != 1)
        return got;
    if (t->gangs && gangs_make(t, job, err) != SW_OK)
        return SW_FAIL;
    job->place = t->place++;
    if (t->source.input && t->source.input->tell)
        t->source.input->tell(t->source.input->context, t->place);
    job->n_extras = t->source.n_extras;
    job->extras = t->extras;
    return 1;
}
