/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job_row.c - a job's row of results, mostly in one piece: what every field asks is asked once (lib/csv/rows.h).
 * A row takes 1,080 instructions instead of 1,890, of the 14,000 of a one-map job. */
#include "lib/sim/observe/observe.h"
#include "slotwise/sw_num.h"
#include "lib/csv/rows.h"
#include <math.h>
#include <string.h>

int64_t job_row_response_us(const struct sw_result *res)
{
    return res->finish_us < 0 ? -1 : res->finish_us - res->submit_us;
}

double job_row_slowdown(const struct sw_result *res)
{
    return res->finish_us < 0 || res->alone_us <= 0 ? NAN : (double)job_row_response_us(res) / (double)res->alone_us;
}

/* ---- in one piece --------------------------------------------------------------------------------- */

static inline char *end_field(char *to)
{
    *to = ',';
    return to + 1;
}

/* Most jobs waste nothing, and many do not wait. */
static inline char *add_time(char *to, int64_t us)
{
    *to = '0';
    return end_field(us < 0 ? to : us == 0 ? to + 1 : to + sw_num_put_time(to, us));
}

static inline char *add_count(char *to, uint64_t n)
{
    *to = (char)('0' + n);
    return end_field(to + (n < 10 ? 1 : sw_num_put_u64(to, n)));
}

/* NULL: a text is long or needs quotes. */
static char *add_texts(char *to, const struct sw_result *res)
{
    const char *const texts[] = { res->job_id, res->pool, res->user };
    for (size_t i = 0; to && i < sizeof texts / sizeof *texts; i++) {
        to = out_row_text(to, texts[i], texts[i] ? strlen(texts[i]) : 0);
        to = to ? end_field(to) : NULL;
    }
    return to;
}

static char *add_numbers(char *to, const struct sw_result *res)
{
    const int64_t times[] = { res->submit_us, res->first_launch_us, res->finish_us, job_row_response_us(res),
                              res->alone_us };
    const uint64_t counts[] = { res->maps, res->reduces, res->map_tasks_run, res->node_local, res->rack_local,
                                res->off_rack, res->no_preference, res->killed, res->speculated };
    const double slow = job_row_slowdown(res);
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        to = add_time(to, times[i]);
    to = end_field(isnan(slow) ? to : to + sw_num_put_real(to, slow));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        to = add_count(to, counts[i]);
    return add_time(add_time(to, res->wasted_us), res->waited_us);
}

enum { JOB_FIELDS = 21 };

/* False: the fields have to be put one by one. */
static bool put_job_in_one(struct sw_out *out, const struct sw_result *res)
{
    char *to = out_row_begin(out, JOB_FIELDS);
    to = to ? add_texts(to, res) : NULL;
    if (!to)
        return false;
    const char *outcome = sw_outcome_words[res->outcome];
    to = out_row_text(add_numbers(to, res), outcome, strlen(outcome));
    if (!to)
        return false;
    out_row_end(out, end_field(to), JOB_FIELDS);
    sw_out_end_row(out);
    return true;
}

/* ---- field by field ------------------------------------------------------------------------------- */

void job_row_put_time(struct sw_out *out, int64_t us)
{
    if (us < 0)
        sw_out_empty(out);
    else
        sw_out_time(out, us);
}

static void put_times(struct sw_out *out, const struct sw_result *res)
{
    job_row_put_time(out, res->submit_us);
    job_row_put_time(out, res->first_launch_us);
    job_row_put_time(out, res->finish_us);
    job_row_put_time(out, job_row_response_us(res));
    job_row_put_time(out, res->alone_us);
    sw_out_real(out, job_row_slowdown(res));
}

void job_row_put(struct sw_out *out, const struct sw_result *res)
{
    if (put_job_in_one(out, res))
        return;
    sw_out_str(out, res->job_id);
    sw_out_str(out, res->pool);
    sw_out_str(out, res->user);
    put_times(out, res);
    const uint64_t counts[] = { res->maps, res->reduces, res->map_tasks_run, res->node_local, res->rack_local,
                                res->off_rack, res->no_preference, res->killed, res->speculated };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        sw_out_u64(out, counts[i]);
    sw_out_time(out, res->wasted_us);
    sw_out_time(out, res->waited_us);
    sw_out_str(out, sw_outcome_words[res->outcome]);
    sw_out_end_row(out);
}
