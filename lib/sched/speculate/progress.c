/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress.c - comparing what tasks have done, exactly: no rate is rounded. */
#include "lib/base/million.h"
#include "lib/sched/sw_arithmetic.h"
#include "slotwise/sw_sched.h"

/* C2.5: a rate over 0 time is above all others. */
bool sw_progress_slower(const struct sw_progress *a, const struct sw_progress *b)
{
    if (!a->age_us || !b->age_us)
        return a->age_us && !b->age_us;
    return (__int128)a->score * b->age_us < (__int128)b->score * a->age_us;
}

/* C4.5: ceil((n - 1) p / 100), from 0. */
uint64_t sw_percentile_place(uint64_t n, int64_t share)
{
    return (uint64_t)(((unsigned __int128)(n - 1) * (uint64_t)share + MILLION - 1) / MILLION);
}
