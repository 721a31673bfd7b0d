/* SPDX-License-Identifier: GPL-3.0-or-later */
/* score.c - how far an attempt is, in millionths (C2). */
#include "lib/audit/audit.h"

enum { ONE = 1000000 };

/* Cut to millionths; of nothing it is all. */
static int64_t quotient(int64_t part_us, int64_t whole_us)
{
    return whole_us ? (int64_t)((__int128)part_us * ONE / whole_us) : ONE;
}

/* Of what takes D at the node's present speed, and would end at end_us. */
static int64_t ran(const struct audit *a, const struct row *row, int64_t at_us, int64_t end_us)
{
    int64_t whole_us = audit_durations_running(a, row, at_us);
    return min_i64(max_i64(quotient(whole_us - (end_us - at_us), whole_us), 0), ONE);
}

static int64_t score_map(const struct audit *a, const struct row *row, int64_t at_us)
{
    if (at_us <= row->launch_us + a->rules.startup_us)
        return 0;
    return ran(a, row, at_us, audit_durations_map_end(a, row, audit_local(a, row), at_us));
}

/* ---- reduces ------------------------------------------------------------------------------------- */

/* (t - launch - startup)/copy_s beside the share of the maps done; from their end on beside (copy_s - left)/copy_s
 * (L4). */
static int64_t copied(const struct audit *a, const struct row *row, int64_t at_us)
{
    const struct job *job = job_of(a, row);
    const struct stage *st = stage_of(a, row);
    int64_t copy_us = st->task_copy_us ? st->task_copy_us[row->task] : st->copy_us;
    int64_t maps = job->mapreduce ? job->stage[0].n_tasks : 0, begun_us = row->launch_us + a->rules.startup_us;
    int64_t by_time = quotient(at_us - begun_us, copy_us), end_us = begun_us + copy_us;
    if (job->maps_done < maps)
        return min_i64(by_time, quotient(job->maps_done, maps));
    if (maps && job->mapped_us > row->launch_us)
        end_us = max_i64(end_us, job->mapped_us + (copy_us + maps / 2) / maps);
    return min_i64(by_time, quotient(copy_us - (end_us - at_us), copy_us));
}

/* A third each for copying, sorting and computing. */
static int64_t score_reduce(const struct audit *a, const struct row *row, int64_t at_us)
{
    int64_t begun_us = a->rules.splits ? compute_us(row) : row->copied_us; /* A3: it may wait to compute */
    if (row->copied_us > at_us)
        return max_i64(min_i64(copied(a, row, at_us), ONE), 0) / 3;
    if (begun_us < 0 || begun_us > at_us)
        return 666666;
    int64_t local_us = audit_local(a, row);
    return 666666 + ran(a, row, at_us, audit_durations_reduce_end(a, row, local_us, begun_us, at_us)) / 3;
}

int64_t audit_score(const struct audit *a, const struct row *row, int64_t at_us)
{
    return row->kind == SW_REDUCE ? score_reduce(a, row, at_us) : score_map(a, row, at_us);
}
