/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_audit.h - checks a log of attempts from the outside, against the rules of docs/model.md.
 *
 * The audit works out from the trace, the cluster, the pools, the options and the log what each row must say. It names
 * the first row that cannot be. It replays nothing, so that whose turn it was is not its matter. Cluster, pools and
 * options are read by the code that the replay uses; the rest shares no code with the replay. */
#ifndef SLOTWISE_SW_AUDIT_H
#define SLOTWISE_SW_AUDIT_H
#include "slotwise/sw_replay.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sw_audit_input {
    const struct sw_cluster *cluster;    /* as it is before speeds are drawn */
    const struct sw_variation *vary;     /* may be NULL */
    const struct sw_pool_list *pools;    /* may be NULL */
    const struct sw_options *opt; /* opt->seed is that of the first run */
    struct sw_trace *trace;              /* not yet read */
};
struct sw_audit_found {
    const char *unchecked; /* what of these options no row shows, or NULL; until the next call of the thread */
    char open[300];        /* "": it can tell; else the first thing that the log does not say */
};
/* The log is read to its end and closed. SW_OK: no rule is broken by what it says. SW_FAIL: err says "LOG:LINE: what
 * (RULE)" of the first row that breaks one; rows that are wrong by themselves go before those that are wrong beside
 * others. */
SW_USE_RESULT int sw_audit_log(const struct sw_audit_input *in, struct sw_csv *log, struct sw_audit_found *found,
                               struct sw_err *err);

#ifdef __cplusplus
}
#endif
#endif
