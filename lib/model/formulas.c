/* SPDX-License-Identifier: GPL-3.0-or-later */
/* formulas.c - the registry: each formula with its parameters, its columns and its arithmetic. */
#include <math.h>
#include <string.h>
#include "lib/model/sw_formulas.h"
#include "slotwise/sw_model.h"

#define SW_COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

/* Counts are whole numbers within the limits of params.c. */
static struct sw_model_job model_job(const double in[])
{
    struct sw_model_job job = { (uint64_t)in[SW_P_NODES], (uint64_t)in[SW_P_REPLICATION], (uint64_t)in[SW_P_TASKS] };
    return job;
}

static double replicas_times_slots(const double in[]) { return in[SW_P_REPLICATION] * in[SW_P_SLOTS_PER_NODE]; }

/* ---- waits: D skips are D/(LM) task lengths, and D T/(LM) or D/r seconds (ES 3.5, 4.1) --------- */
static double wait_tasks(const double in[], double skips) { return skips / (in[SW_P_SLOTS_PER_NODE] * in[SW_P_NODES]); }

static double wait_s(const double in[], double skips)
{
    return isnan(in[SW_P_RELEASE_RATE]) ? wait_tasks(in, skips) * in[SW_P_TASK_TIME] : skips / in[SW_P_RELEASE_RATE];
}

/* A skip takes 1/r seconds, or T/(LM) of them: two ways to say one thing must not disagree. */
static int check_wait(const double in[], struct sw_err *err)
{
    if (!isnan(in[SW_P_RELEASE_RATE]) && !isnan(in[SW_P_TASK_TIME]))
        return sw_err_usage(err, "--release-rate: either this or --task-time says how long a skip takes, not both");
    if (!isnan(in[SW_P_TASK_TIME]) && isnan(in[SW_P_SLOTS_PER_NODE]))
        return sw_err_usage(err, "--task-time: seconds need --slots-per-node too");
    return SW_OK;
}

static int check_target(const double in[], struct sw_err *err)
{
    if (in[SW_P_LOCALITY] <= 0 || in[SW_P_LOCALITY] >= 1)
        return sw_err_usage(err, "--locality: must lie between 0 and 1, both excluded: '%g'", in[SW_P_LOCALITY]);
    return SW_OK;
}

/* ---- bound ---------------------------------------------------------------------------------- */
static const struct sw_param_use bound_uses[] = {
    { SW_P_NODES, true }, { SW_P_SLOTS_PER_NODE, false }, { SW_P_REPLICATION, false }, { SW_P_TASKS, true },
    { SW_P_SKIPS, true }, { SW_P_TASK_TIME, false }, { SW_P_RELEASE_RATE, false } };
static const char *const bound_results[] = { "share_node_within_skips", "share_node_bound", "share_node_algorithm",
                                             "note", "wait_tasks", "wait_s", NULL };

static int check_bound(double in[], struct sw_err *err)
{
    struct sw_model_job job = model_job(in);
    return sw_model_job_check(&job, err) != SW_OK ? SW_FAIL : check_wait(in, err);
}

static int eval_bound(const double in[], struct sw_model_answer *out, struct sw_err *err)
{
    (void)err;
    struct sw_model_job job = model_job(in);
    double skips = in[SW_P_SKIPS];
    out->number[0] = sw_model_locality(&job, skips);
    out->number[1] = sw_model_locality_bound(&job, skips);
    out->number[2] = sw_model_locality_algorithm(&job, skips);
    out->text[3] = job.tasks > job.nodes ? "more tasks than nodes: the paper assumes no more" : "";
    out->number[4] = wait_tasks(in, skips);
    out->number[5] = wait_s(in, skips);
    return SW_OK;
}

static const struct sw_formula bound = { "bound", "expected locality of a job that may be skipped D times (ES 3.5)",
    bound_uses, SW_COUNT_OF(bound_uses), bound_results, check_bound, eval_bound };

/* ---- skips ---------------------------------------------------------------------------------- */
static const struct sw_param_use skips_uses[] = {
    { SW_P_NODES, true }, { SW_P_SLOTS_PER_NODE, false }, { SW_P_REPLICATION, false }, { SW_P_TASKS, true },
    { SW_P_LOCALITY, true }, { SW_P_TASK_TIME, false }, { SW_P_RELEASE_RATE, false } };
static const char *const skips_results[] = { "skips_bound", "skips_exact", "skips_algorithm", "fraction_of_nodes",
    "wait_tasks", "wait_s", NULL };

static int check_skips(double in[], struct sw_err *err)
{
    return check_bound(in, err) != SW_OK ? SW_FAIL : check_target(in, err);
}

/* The fraction and the waits are those of skips_bound, as in the paper: D >= 0.23 M, and 0.23/L task lengths. */
static int eval_skips(const double in[], struct sw_model_answer *out, struct sw_err *err)
{
    struct sw_model_job job = model_job(in);
    double skips = sw_model_skips_bound(&job, in[SW_P_LOCALITY]);
    uint64_t exact, algorithm;
    if (sw_model_skips_least(&job, sw_model_locality, in[SW_P_LOCALITY], &exact, err) != SW_OK
        || sw_model_skips_least(&job, sw_model_locality_algorithm, in[SW_P_LOCALITY], &algorithm, err) != SW_OK)
        return SW_FAIL;
    out->number[0] = skips;
    out->number[1] = (double)exact;
    out->number[2] = (double)algorithm;
    out->number[3] = skips / in[SW_P_NODES];
    out->number[4] = wait_tasks(in, skips);
    out->number[5] = wait_s(in, skips);
    return SW_OK;
}

static const struct sw_formula skips = { "skips", "skips needed to reach a locality (ES 3.5)",
    skips_uses, SW_COUNT_OF(skips_uses), skips_results, check_skips, eval_skips };

/* ---- sticky --------------------------------------------------------------------------------- */
static const struct sw_param_use sticky_uses[] = { { SW_P_NODES, false }, { SW_P_SLOTS_PER_NODE, true },
    { SW_P_REPLICATION, false }, { SW_P_JOBS, false }, { SW_P_SHARE, false } };
static const char *const sticky_results[] = { "share_node_bound", "share_slots", "share_node_exact", NULL };

static int check_sticky(double in[], struct sw_err *err)
{
    if (isnan(in[SW_P_SHARE]) == isnan(in[SW_P_JOBS]))
        return sw_err_usage(err, "--share: either this or --jobs is needed");
    /* F = 1 / jobs, jobs of equal share. */
    if (!isnan(in[SW_P_JOBS]))
        in[SW_P_SHARE] = 1 / in[SW_P_JOBS];
    if (isnan(in[SW_P_NODES]))
        return SW_OK;
    struct sw_model_job job = { (uint64_t)in[SW_P_NODES], (uint64_t)in[SW_P_REPLICATION], 1 };
    return sw_model_job_check(&job, err);
}

/* Exact for a whole number of slots, the nearest to the share, drawn at random from all of them. */
static int eval_sticky(const double in[], struct sw_model_answer *out, struct sw_err *err)
{
    (void)err;
    out->number[0] = sw_model_sticky(in[SW_P_SHARE], replicas_times_slots(in));
    if (isnan(in[SW_P_NODES]))
        return SW_OK;
    out->number[1] = round(in[SW_P_SHARE] * in[SW_P_NODES] * in[SW_P_SLOTS_PER_NODE]);
    out->number[2] = sw_model_sticky_exact((uint64_t)in[SW_P_NODES], (uint64_t)in[SW_P_SLOTS_PER_NODE],
                                           (uint64_t)in[SW_P_REPLICATION], (uint64_t)out->number[1]);
    return SW_OK;
}

static const struct sw_formula sticky = { "sticky", "greatest locality of a job that never leaves its slots (ES 3.3.2)",
    sticky_uses, SW_COUNT_OF(sticky_uses), sticky_results, check_sticky, eval_sticky };

/* ---- blocked, frees ------------------------------------------------------------------------- */
static const struct sw_param_use blocked_uses[] = { { SW_P_SLOTS_PER_NODE, true }, { SW_P_REPLICATION, false },
    { SW_P_LONG_FRACTION, true } };
static const struct sw_param_use frees_uses[] = { { SW_P_SLOTS_PER_NODE, true }, { SW_P_REPLICATION, false },
    { SW_P_TASK_TIME, true }, { SW_P_WAIT, true } };
static const char *const probability_result[] = { "probability", NULL };

static int eval_blocked(const double in[], struct sw_model_answer *out, struct sw_err *err)
{
    (void)err;
    out->number[0] = sw_model_blocked(in[SW_P_LONG_FRACTION], replicas_times_slots(in));
    return SW_OK;
}

static int eval_frees(const double in[], struct sw_model_answer *out, struct sw_err *err)
{
    (void)err;
    out->number[0] = sw_model_frees(in[SW_P_WAIT], in[SW_P_TASK_TIME], replicas_times_slots(in));
    return SW_OK;
}

static const struct sw_formula blocked = { "blocked", "chance that long tasks hold every slot near a block (ES 3.5.1)",
    blocked_uses, SW_COUNT_OF(blocked_uses), probability_result, NULL, eval_blocked };
static const struct sw_formula frees = { "frees", "chance that a slot near a block frees within a wait (TR 4.2)",
    frees_uses, SW_COUNT_OF(frees_uses), probability_result, NULL, eval_frees };

/* ---- gain, startup -------------------------------------------------------------------------- */
static const struct sw_param_use gain_uses[] = { { SW_P_REMOTE_COST, true }, { SW_P_GAP, true }, { SW_P_WAIT, true } };
static const char *const gain_results[] = { "gain_s", "worth_waiting", NULL };
static const struct sw_param_use startup_uses[] = { { SW_P_SLOTS, true }, { SW_P_SHARE_SLOTS, true },
    { SW_P_TASK_TIME, true } };
static const char *const startup_results[] = { "wait_s", NULL };

/* Worth it when the remote cost exceeds the gap, whatever the wait (TR 4.3.1). */
static int eval_gain(const double in[], struct sw_model_answer *out, struct sw_err *err)
{
    (void)err;
    out->number[0] = sw_model_gain(in[SW_P_REMOTE_COST], in[SW_P_GAP], in[SW_P_WAIT]);
    out->text[1] = in[SW_P_REMOTE_COST] > in[SW_P_GAP] ? "yes" : "no";
    return SW_OK;
}

static int check_startup(double in[], struct sw_err *err)
{
    if (in[SW_P_SHARE_SLOTS] > in[SW_P_SLOTS])
        return sw_err_usage(err, "--share: %.17g slots are more than the cluster's %.17g", in[SW_P_SHARE_SLOTS],
                            in[SW_P_SLOTS]);
    return SW_OK;
}

static int eval_startup(const double in[], struct sw_model_answer *out, struct sw_err *err)
{
    (void)err;
    out->number[0] = sw_model_startup(in[SW_P_SHARE_SLOTS], in[SW_P_TASK_TIME], in[SW_P_SLOTS]);
    return SW_OK;
}

static const struct sw_formula gain = { "gain", "response time gained by waiting for a local slot (TR 4.3.1)",
    gain_uses, SW_COUNT_OF(gain_uses), gain_results, NULL, eval_gain };
static const struct sw_formula startup = { "startup", "time until a job has its share on a full cluster (ES 3.2)",
    startup_uses, SW_COUNT_OF(startup_uses), startup_results, check_startup, eval_startup };

/* ---- recommend ------------------------------------------------------------------------------ */
static const struct sw_param_use recommend_uses[] = { { SW_P_NODES, true }, { SW_P_RACKS, false },
    { SW_P_SLOTS_PER_NODE, false },
    { SW_P_REPLICATION, false }, { SW_P_TASKS, true }, { SW_P_LOCALITY, false }, { SW_P_TASK_TIME, false },
    { SW_P_RELEASE_RATE, false }, { SW_P_REMOTE_COST, false } };
static const char *const recommend_results[] = { "skips", "rack_skips", "fraction_of_nodes", "w1_s", "w2_s",
    "share_node_expected", "share_node_no_wait", "cost_s", "break_even_s", "gain_s", "verdict", "reason", NULL };

/* Unless it was measured the release rate is ML/T: all slots busy (ES 3.5). ES 3.6 names 20 to 80 nodes a rack; 20
 * give the longest W2. The target is the paper's example. */
static int check_recommend(double in[], struct sw_err *err)
{
    struct sw_model_job job = model_job(in);
    if (isnan(in[SW_P_LOCALITY]))
        in[SW_P_LOCALITY] = 0.95;
    if (isnan(in[SW_P_RACKS]))
        in[SW_P_RACKS] = ceil(in[SW_P_NODES] / 20);
    if (sw_model_job_check(&job, err) != SW_OK || check_target(in, err) != SW_OK)
        return SW_FAIL;
    if (in[SW_P_RACKS] > in[SW_P_NODES])
        return sw_err_usage(err, "--racks: more than the %.0f nodes: '%.0f'", in[SW_P_NODES], in[SW_P_RACKS]);
    if (isnan(in[SW_P_RELEASE_RATE]))
        in[SW_P_RELEASE_RATE] = in[SW_P_NODES] * in[SW_P_SLOTS_PER_NODE] / in[SW_P_TASK_TIME];
    if (isnan(in[SW_P_RELEASE_RATE]))
        return sw_err_usage(err, "--release-rate: either this is needed, or --task-time and --slots-per-node");
    return SW_OK;
}

/* number[] in the order of the columns; text[10] and text[11] stand in the place of numbers. */
static int eval_recommend(const double in[], struct sw_model_answer *out, struct sw_err *err)
{
    struct sw_model_question q = { model_job(in), (uint64_t)in[SW_P_RACKS], in[SW_P_LOCALITY], in[SW_P_RELEASE_RATE],
                                   in[SW_P_TASK_TIME], in[SW_P_REMOTE_COST] };
    struct sw_model_advice a;
    if (sw_model_recommend(&q, &a, err) != SW_OK)
        return SW_FAIL;
    const double numbers[] = { (double)a.skips, (double)a.rack_skips, (double)a.skips / in[SW_P_NODES], a.w1_s,
                               a.w2_s, a.locality, a.locality_no_wait, a.cost_s, a.break_even_s, a.gain_s };
    memcpy(out->number, numbers, sizeof numbers);
    out->text[10] = sw_verdict_words[a.verdict];
    memcpy(out->reason, a.reason, sizeof out->reason);
    out->text[11] = out->reason;
    return SW_OK;
}

static const struct sw_formula recommend = { "recommend",
    "the wait needed to reach a locality, its cost, and whether it pays",
    recommend_uses, SW_COUNT_OF(recommend_uses), recommend_results, check_recommend, eval_recommend };

const struct sw_formula *const sw_formulas[] = { &bound, &skips, &sticky, &blocked, &frees, &gain, &startup,
    &recommend, NULL };

const struct sw_formula *sw_formula_find(const char *name)
{
    for (const struct sw_formula *const *f = sw_formulas; *f; f++)
        if (strcmp((*f)->name, name) == 0)
            return *f;
    return NULL;
}
