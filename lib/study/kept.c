/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept.c - executors that dynamic allocation let go while tasks waited for others: what waits come to where they stay.
 *
 * Spark lets an executor go that has been idle, also where that was for the sake of a wait (SPARK-21656). Under a
 * shorter one it might have had tasks all the time. So each wait is replayed on the day that was with these executors
 * to the end. It stands beside the own wait with executors as they were. That is the most they can bring. */
#include <math.h>
#include "lib/log/log.h"
#include "lib/study/study.h"

struct beside { struct crew_work work; struct one p; };

static int replay_kept(struct crew_work *work, struct sw_err *err) { return one_run(&((struct beside *)work)->p, err); }

static int try_waits(struct sw_study *s, const struct sw_cluster *cl, struct sw_err *err)
{
    struct beside of[SW_CANDIDATES];
    struct crew_group begun = { 0 };
    size_t n = 0;
    for (size_t i = 1; i < s->waits.n; i++) {
        if (!decide_may_advise(s, i))
            continue;
        of[n] = (struct beside){ .work = { .run = replay_kept },
                                 /* At the costs of the day that was. */
                                 .p = { .s = s, .cl = cl, .wait = i, .rack = s->cost[0].rack, .any = s->cost[0].any } };
        crew_add(s->inside->crew, &begun, &of[n++].work, CREW_LAST);
    }
    if (crew_wait(s->inside->crew, &begun, err) != SW_OK)
        return SW_FAIL;
    /* The change begins at 0, so only a gain is kept. */
    for (size_t i = 0; i < n; i++) {
        const double change = of[i].p.out.goal_s / s->tried[0].run_s[0] - 1;
        if (change < s->kept.change) {
            s->kept.change = change;
            s->kept.wait = of[i].p.wait;
        }
    }
    return SW_OK;
}

int kept_find(struct sw_study *s, struct sw_err *err)
{
    struct sw_cluster *cl = NULL;
    /* A given cluster and drawn racks replace the log's executors. Large logs are replayed whole once, and not for
     * this. */
    if (!s->ask.log->spark || s->ask.log->given_cluster || s->racks_cl || s->in_parts)
        return SW_OK;
    if (executors_keep(s->ask.log, &cl, &s->kept.n, err) != SW_OK)
        return SW_FAIL;
    const int status = cl ? try_waits(s, cl, err) : SW_OK;
    sw_cluster_free(cl);
    return status;
}
