/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept.c - executors that dynamic allocation let go while tasks waited for others: what waits come to where they stay.
 *
 * Spark lets an executor go that has been idle, also where that was for the sake of a wait (SPARK-21656). Under a
 * shorter one it might have had tasks all the time. So each wait is replayed on the day that was with these executors
 * to the end. It stands beside the own wait with executors as they were. That is the most they can bring. */
#include <math.h>
#include "lib/log/log.h"
#include "lib/study/study.h"

static int try_waits(struct sw_study *s, const struct sw_cluster *cl, struct sw_err *err)
{
    for (size_t i = 1; i < s->waits.n; i++) {
        struct one p = { .s = s, .cl = cl, .wait = i, .rack = s->cost[0].rack, .any = s->cost[0].any };
        if (!decide_may_advise(s, i))
            continue;
        if (one_run(&p, err) != SW_OK)
            return SW_FAIL;
        const double change = goals_of(s, &p.out) / s->tried[0].run_s[0] - 1;
        if (change < s->kept.change) {
            s->kept.change = change;
            s->kept.wait = i;
        }
    }
    return SW_OK;
}

int kept_find(struct sw_study *s, struct sw_err *err)
{
    struct sw_cluster *cl = NULL;
    if (!s->ask.log->spark || s->ask.log->given_cluster || s->racks_cl || s->in_parts)
        return SW_OK;
    if (executors_keep(s->ask.log, &cl, &s->kept.n, err) != SW_OK)
        return SW_FAIL;
    const int status = cl ? try_waits(s, cl, err) : SW_OK;
    sw_cluster_free(cl);
    return status;
}
