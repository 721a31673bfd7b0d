/* SPDX-License-Identifier: GPL-3.0-or-later */
/* locality.c - expected locality of a job at the head of the line (ES 3.5). */
#include <assert.h>
#include <math.h>
#include "slotwise/sw_model.h"

/* e^x adds nothing to 1 in double precision below this. */
#define SW_NEVER (-40.0)

/* Neumaier's sum: a million terms lose no digit that is printed. */
struct sum { double at, rest; };

static void sum_add(struct sum *s, double x)
{
    double next = s->at + x;
    s->rest += fabs(s->at) >= fabs(x) ? (s->at - next) + x : (x - next) + s->at;
    s->at = next;
}

static double sum_total(const struct sum *s) { return s->at + s->rest; }

/* The callers have asked sw_model_job_check(). */
static void job_assert(const struct sw_model_job *job, double skips)
{
    assert(job->replication >= 1 && job->replication <= job->nodes && job->tasks >= 1);
    assert(skips >= 0);
    (void)job, (void)skips;
}

int sw_model_job_check(const struct sw_model_job *job, struct sw_err *err)
{
    if (job->nodes < 1)
        return sw_err_usage(err, "--nodes: at least 1 is needed");
    if (job->replication < 1 || job->replication > job->nodes)
        return sw_err_usage(err, "--replication: %llu replicas do not fit on %llu nodes",
                            (unsigned long long)job->replication, (unsigned long long)job->nodes);
    if (job->tasks < 1)
        return sw_err_usage(err, "--tasks: at least 1 is needed");
    return SW_OK;
}

/* (1-p_K)^D = (1 - K/M)^{RD}; with K >= M every node is preferred and one look is enough. The terms rise to 1
 * with K, so the sum stops where they reach it. */
double sw_model_locality(const struct sw_model_job *job, double skips)
{
    job_assert(job, skips);
    if (skips <= 0)
        return 0;
    double nodes = (double)job->nodes, looks = (double)job->replication * skips;
    struct sum hits = { 0, 0 };
    uint64_t k = 1;
    for (; k <= job->tasks && k < job->nodes; k++) {
        double log_miss = looks * log1p(-(double)k / nodes);
        if (log_miss < SW_NEVER)
            break;
        sum_add(&hits, -expm1(log_miss));
    }
    sum_add(&hits, (double)(job->tasks + 1 - k));
    return sum_total(&hits) / (double)job->tasks;
}

/* e^{-x} / (N (1 - e^{-x})) = 1 / (N (e^x - 1)), x = RD/M; infinite at x = 0. */
double sw_model_locality_bound(const struct sw_model_job *job, double skips)
{
    job_assert(job, skips);
    double x = (double)job->replication * skips / (double)job->nodes;
    double bound = 1 - 1 / ((double)job->tasks * expm1(x));
    return bound > 0 ? bound : 0;
}

/* 1 - e^{-RDK/M}: the chance that one of D offers is local with K tasks left (ES 3.5). */
double sw_model_launch_bound(const struct sw_model_job *job, uint64_t tasks_left, double skips)
{
    job_assert(job, skips);
    return -expm1(-(double)job->replication * skips * (double)tasks_left / (double)job->nodes);
}

/* ln(1 - R/M): the logarithm of the chance that a node has no replica of a given block. */
static double log_away(const struct sw_model_job *job)
{
    return log1p(-(double)job->replication / (double)job->nodes);
}

/* With K tasks left an offer is local with p = 1 - (1 - R/M)^K. A job whose last launch was local, or which has
 * launched nothing, is skipped D times. It launches at offer D+1 in any case: local with
 * h = 1 - (1-p)^{D+1}. A job whose last launch was not local keeps its skip count, so the next offer is taken:
 * local with p. Hence the chance x_K that the launch with K left is local:
 *     x_K = x_{K+1} h_K + (1 - x_{K+1}) p_K,   x_{N+1} = 1,   locality = (1/N) sum x_K.
 * While h is 1 to double precision, which is from some K upwards, x stays 1 and the walk can begin below. */
double sw_model_locality_algorithm(const struct sw_model_job *job, double skips)
{
    job_assert(job, skips);
    double away = log_away(job), looks = skips + 1, last = 1;
    double certain_from = SW_NEVER / (looks * away);
    uint64_t k = (double)job->tasks > certain_from ? (uint64_t)certain_from : job->tasks;
    struct sum local = { (double)(job->tasks - k), 0 };
    for (; k >= 1; k--) {
        double log_miss = (double)k * away;
        last = last * -expm1(looks * log_miss) + (1 - last) * -expm1(log_miss);
        sum_add(&local, last);
    }
    return sum_total(&local) / (double)job->tasks;
}

/* A fresh job with K left is skipped q + q^2 + ... + q^D = q (1 - q^D) / (1 - q) times on average, q = 1 - p_K; a
 * job that has given up is not skipped. x as above. */
double sw_model_skips_mean(const struct sw_model_job *job, double skips)
{
    job_assert(job, skips);
    double away = log_away(job), last = 1;
    double never_from = SW_NEVER * 18 / away; /* from here on q is 0 even beside the smallest sum */
    uint64_t k = (double)job->tasks > never_from ? (uint64_t)never_from : job->tasks;
    struct sum skipped = { 0, 0 };
    for (; k >= 1; k--) {
        double log_miss = (double)k * away, local = -expm1(log_miss);
        sum_add(&skipped, last * exp(log_miss) * -expm1(skips * log_miss) / local);
        last = last * -expm1((skips + 1) * log_miss) + (1 - last) * local;
    }
    return sum_total(&skipped) / (double)job->tasks;
}
