/* SPDX-License-Identifier: GPL-3.0-or-later */
/* score.c - how far an attempt is (C2 of docs/model.md). */
#include "lib/sim/life/life.h"
#include "lib/sim/mech/network/network.h"
#include "lib/sim/mech/speculation/speculation.h"

int64_t score_share(int64_t part_us, int64_t whole_us)
{
    if (whole_us <= 0 || part_us >= whole_us)
        return SW_SCORE_ONE;
    if (part_us <= 0)
        return 0;
    return part_us <= SCORED_MOST_US ? part_us * SW_SCORE_ONE / whole_us
                                     : (int64_t)((__int128)part_us * SW_SCORE_ONE / whole_us);
}

/* What an attempt has done of its local time: what it will run, less what is left of that. It runs less than all if it
 * fails. */
static int64_t worked(const struct sw_replay *r, const struct attempt *a)
{
    int64_t left_us = a->end_us - r->now_us, local_us = launch_takes(r, a, a->local_us);
    return score_share((a->fails ? launch_takes(r, a, a->run_us) : local_us) - left_us, local_us);
}

/* C2.3, C2.4: of its shuffle, cut by the share of maps that are done, and by what the network has carried (N8.3). */
static int64_t copied(const struct sw_replay *r, const struct attempt *a, int64_t ends_us)
{
    const struct job *job = a->job;
    int64_t own = score_share(r->now_us - attempt_starts_us(r, a), a->shuffle_us);
    int64_t fetched;
    if (transfers_score(r, a, &fetched))
        return min_i64(own, fetched);
    if (a->phase == SHUFFLING)
        return min_i64(own, (int64_t)((uint64_t)job->maps_done * SW_SCORE_ONE / job->result.maps));
    return min_i64(own, score_share(a->shuffle_us - (ends_us - r->now_us), a->shuffle_us));
}

/* C2.1 of a map or task, C2.2 of a reduce. */
int64_t score_of(const struct sw_replay *r, const struct attempt *a)
{
    int64_t fetched;
    if (a->stage->kind != SW_REDUCE && transfers_score(r, a, &fetched))
        return fetched;
    if (a->stage->kind != SW_REDUCE)
        return r->now_us <= attempt_starts_us(r, a) ? 0 : worked(r, a);
    if (a->phase == RUNNING && a->compute_us <= r->now_us)
        return 2 * SW_SCORE_ONE / 3 + worked(r, a) / 3;
    if (a->phase == QUEUED)
        return 2 * SW_SCORE_ONE / 3;
    return copied(r, a, a->phase == SHUFFLE_ENDS ? a->end_us : a->compute_us) / 3;
}
