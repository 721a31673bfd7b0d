/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jobs.c - what a set of finished jobs comes to: responses, locality, the time they span. */
#include "lib/stats/sw_results.h"
#include "slotwise/sw_stats.h"
#include <math.h>

/* By enumerator. */
const char *const sw_job_field_names[SW_JF_N] = {
    "submit_s", "finish_s", "response_s", "slowdown", "maps", "reduces", "map_tasks_run",
    "node_local", "rack_local", "off_rack", "killed", "speculated", "wasted_s", "waited_s"
};

int sw_job_summary_add(struct sw_job_summary *s, const double *field)
{
    s->jobs++;
    for (int f = 0; f < SW_JF_N; f++)
        sw_moments_add(&s->field[f], field[f]);
    return s->response ? sw_quantiles_add(s->response, field[SW_JF_RESPONSE]) : SW_OK;
}

/* 0 where no job has a value. */
static double total(const struct sw_job_summary *s, enum sw_job_field f)
{
    return s->field[f].n ? sw_moments_sum(&s->field[f]) : 0;
}

double sw_job_summary_locality(const struct sw_job_summary *s, enum sw_job_field level)
{
    double placed = total(s, SW_JF_NODE_LOCAL) + total(s, SW_JF_RACK_LOCAL) + total(s, SW_JF_OFF_RACK);
    return placed > 0 ? total(s, level) / placed : NAN;
}

