/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order.c - the fifo order of jobs, and their weights (O1, O5). */
#include "lib/sim/task/task.h"
#include <assert.h>

/* O2. */
bool order_fifo_before(const struct job *a, const struct job *b)
{
    if (a->priority != b->priority)
        return a->priority < b->priority;
    return a->submit_us != b->submit_us ? a->submit_us < b->submit_us : a->place < b->place;
}

/* O5. */
double order_job_weight(const struct job *job)
{
    static const double factor[] = { 4, 2, 1, 0.5, 0.25 };
    return (double)job->weight / (double)SW_WEIGHT_ONE * factor[job->priority];
}
