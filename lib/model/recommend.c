/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recommend.c - which wait a locality takes, what it costs, and whether it pays: from the formulas alone. */
#include <math.h>
#include <stdio.h>
#include "slotwise/sw_model.h"

const char *const sw_verdict_words[] = { "wait", "do-not-wait", "cannot-tell", NULL };

/* The larger of the closed bound's skips and algorithm 2's: the bound is not always a bound (ES footnote 4), and
 * algorithm 2 supposes that every offer redraws the placement. No skip is needed where the first offer is enough. */
static int skips_needed(const struct sw_model_job *job, double locality, uint64_t *skips, struct sw_err *err)
{
    double bound = ceil(sw_model_skips_bound(job, locality));
    if (sw_model_skips_least(job, sw_model_locality_algorithm, locality, skips, err) != SW_OK)
        return SW_FAIL;
    if (*skips > 0 && bound > (double)*skips)
        *skips = (uint64_t)bound;
    return SW_OK;
}

/* Racks are few, so D2 is small (ES 3.6). HDFS keeps a block on two racks; with no more racks than that, any
 * node is near. */
static int rack_skips_needed(const struct sw_model_question *q, uint64_t *skips, struct sw_err *err)
{
    struct sw_model_job job = q->job;
    job.nodes = q->racks;
    job.replication = q->job.replication < 2 ? 1 : 2;
    *skips = 0;
    return job.replication >= job.nodes ? SW_OK : skips_needed(&job, q->locality, skips, err);
}

/* The verdict's sentence. */
static void give_verdict(struct sw_model_advice *a, enum sw_verdict verdict, const char *reason)
{
    a->verdict = verdict;
    snprintf(a->reason, sizeof a->reason, "%s", reason);
}

/* W1 beyond a task length: every slot has been offered at least once, and the formulas' small waits are gone. */
static void judge_wait(const struct sw_model_question *q, struct sw_model_advice *a)
{
    if (a->skips == 0)
        give_verdict(a, SW_DO_NOT_WAIT, "the first offer is local often enough");
    else if (a->w1_s > q->task_time_s)
        give_verdict(a, SW_CANNOT_TELL, "the wait is longer than a task, which the formulas do not cover");
    /* What a remote task costs is not known, so only the break-even can be told. */
    else if (isnan(q->remote_cost_s)) {
        a->verdict = SW_CANNOT_TELL;
        snprintf(a->reason, sizeof a->reason,
                 "waiting pays if a remote task takes over %.3g s longer, which is not known", a->break_even_s);
    } else {
        double more_local = a->locality - a->locality_no_wait;
        a->gain_s = q->remote_cost_s * more_local - a->cost_s;
        a->verdict = a->gain_s > 0 ? SW_WAIT : SW_DO_NOT_WAIT;
        snprintf(a->reason, sizeof a->reason,
                 "a task waits %.3g s on average and %s %.3g s: %.3g%% of the tasks become local",
                 a->cost_s, a->gain_s > 0 ? "saves" : "saves only", q->remote_cost_s * more_local, 100 * more_local);
    }
}

int sw_model_recommend(const struct sw_model_question *q, struct sw_model_advice *out, struct sw_err *err)
{
    *out = (struct sw_model_advice){ .break_even_s = NAN, .gain_s = NAN };
    if (sw_model_job_check(&q->job, err) != SW_OK || skips_needed(&q->job, q->locality, &out->skips, err) != SW_OK
        || rack_skips_needed(q, &out->rack_skips, err) != SW_OK)
        return SW_FAIL;
    double skips = (double)out->skips;
    /* W = D / r (ES 4.1). */
    out->w1_s = skips / q->release_rate;
    out->w2_s = (double)out->rack_skips / q->release_rate;
    out->locality = sw_model_locality_algorithm(&q->job, skips);
    out->locality_no_wait = sw_model_locality_algorithm(&q->job, 0);
    out->cost_s = sw_model_skips_mean(&q->job, skips) / q->release_rate;
    if (out->locality > out->locality_no_wait)
        out->break_even_s = out->cost_s / (out->locality - out->locality_no_wait);
    judge_wait(q, out);
    return SW_OK;
}
