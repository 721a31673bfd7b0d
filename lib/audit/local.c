/* SPDX-License-Identifier: GPL-3.0-or-later */
/* local.c - how long an attempt takes by itself, beside its data on a node of speed 1 (L3). */
#include "lib/audit/audit.h"

/* L3: the row's duration, or a draw. */
int64_t audit_local(const struct audit *a, const struct row *row)
{
    const struct stage *st = stage_of(a, row);
    if (st->duration_us)
        return st->duration_us[row->task];
    struct sw_chance c = sw_chance_start(
        a->rules.seed, st->kind == SW_REDUCE ? SW_CHANCE_REDUCE_TIME : SW_CHANCE_MAP_TIME, job_of(a, row)->name,
        row->task);
    return sw_chance_lognormal_us(&c, st->mean_us, st->sigma);
}
