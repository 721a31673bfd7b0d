/* SPDX-License-Identifier: GPL-3.0-or-later */
/* held.c - launches that came a wait, or two, after their stage could have launched: what waiting cost, as the log has
 * it.
 *
 * Spark's wait for a level runs from the stage's last launch. So far tasks that come a wait after it waited for it, and
 * after two waits for two levels. Offers are made each second at least, so up to a second more is the same. */
#include <stdlib.h>
#include "lib/log/log.h"
#include "lib/study/study.h"

enum { EARLY_US = 50000, LATE_US = 1200000, GROUP_US = 100000 };

static int by_launch(const void *a, const void *b)
{
    const struct sw_log_attempt *x = *(const struct sw_log_attempt *const *)a;
    const struct sw_log_attempt *y = *(const struct sw_log_attempt *const *)b;
    if (x->job != y->job)
        return x->job < y->job ? -1 : 1;
    if (x->stage != y->stage)
        return x->stage < y->stage ? -1 : 1;
    return (x->launch_us > y->launch_us) - (x->launch_us < y->launch_us);
}

static bool is_of(const struct sw_log_attempt *a, const struct sw_log_attempt *b)
{
    return a->job == b->job && a->stage == b->stage;
}

static bool is_far(const struct sw_log_attempt *a)
{
    return a->locality == SW_AT_RACK || a->locality == SW_AT_ANY;
}

/* One wait, or two. */
static bool is_waits(int64_t gap_us, int64_t wait_us)
{
    for (int n = 1; n <= 2; n++)
        if (gap_us >= n * wait_us - EARLY_US && gap_us <= n * wait_us + LATE_US)
            return true;
    return false;
}

int held_count(const struct sw_log *log, double wait_s, struct sw_held *out, struct sw_err *err)
{
    const int64_t wait_us = (int64_t)(wait_s * (double)SW_US_PER_S);
    const struct sw_log_attempt **at = calloc(log->n_attempts + 1, sizeof *at);
    size_t n = 0;
    *out = (struct sw_held){ 0 };
    if (!at)
        return sw_err_memory(err);
    for (size_t i = 0; i < log->n_attempts; i++)
        if (log->attempts[i].has_launch && log->attempts[i].has_locality)
            at[n++] = &log->attempts[i];
    qsort(at, n, sizeof *at, by_launch);
    for (size_t i = 0, next; i < n; i = next) {
        const bool first = i == 0 || !is_of(at[i - 1], at[i]);
        const int64_t since_us = first ? setups_ready_us(log, at[i]) : at[i - 1]->launch_us;
        const int64_t gap_us = at[i]->launch_us - since_us;
        next = i + 1;
        if (!is_far(at[i]) || !is_waits(gap_us, wait_us))
            continue;
        for (; next < n && is_of(at[i], at[next]) && is_far(at[next])
                   && at[next]->launch_us <= at[i]->launch_us + GROUP_US; next++)
            ;
        out->n += next - i;
        out->seconds += (double)(next - i) * study_seconds(gap_us);
    }
    free(at);
    return SW_OK;
}
