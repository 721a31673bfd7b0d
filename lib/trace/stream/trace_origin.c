/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_origin.c - logs count from 1970 or from some other day; a trace counts from its first job's submission.
 * That is so for formats that say so (from_first). The first job in the order in which jobs are given counts: the
 * stream cannot know of an earlier one behind it. */
#include "lib/trace/stream/trace_private.h"

/* Only known times are moved: an unknown one is 0 and stays so. */
#define KNOWN(row, column) (((row)->known >> (column) & 1) != 0)

void trace_origin_move(int64_t *us, int64_t origin_us) { *us = *us > origin_us ? *us - origin_us : 0; }

static void shift_task(struct sw_task_row *row, int64_t origin_us)
{
    if (KNOWN(row, SW_TASK_SUBMIT))
        trace_origin_move(&row->submit_us, origin_us);
    if (KNOWN(row, SW_TASK_LAUNCH))
        trace_origin_move(&row->launch_us, origin_us);
    if (KNOWN(row, SW_TASK_FINISH))
        trace_origin_move(&row->finish_us, origin_us);
}

/* The kept rows are the stream's own, given out as const to others. */
void trace_origin_shift(struct sw_trace *t, struct sw_job *job)
{
    if (!t->from_first)
        return;
    /* A job that follows another has no submission to count from. */
    if (!t->has_origin && job->after_job.len == 0) {
        t->has_origin = true;
        t->origin_us = job->submit_us;
    }
    trace_origin_move(&job->submit_us, t->origin_us);
    if (job->job_row && KNOWN(job->job_row, SW_JOB_SUBMIT))
        trace_origin_move(&((struct sw_job_row *)job->job_row)->submit_us, t->origin_us);
    for (size_t i = 0; job->task_rows && i < job->n_task_rows; i++)
        shift_task((struct sw_task_row *)&job->task_rows[i], t->origin_us);
}
