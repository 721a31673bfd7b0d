/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ranges.c - what each number among the options of a replay may be: the one table of it. */
#include "lib/options/together.h"
#include "slotwise/sw_num.h"
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#define AT(member) offsetof(struct sw_replay_options, member)
#define WHOLE(name, member, least, most) { name, SW_RANGE_WHOLE, AT(member), least, most, least, 0, 0 }
#define WHOLE_OR(name, member, least, most, none) { name, SW_RANGE_WHOLE, AT(member), least, most, none, 0, 0 }
#define REAL(name, member, least, most) { name, SW_RANGE_REAL, AT(member), 0, 0, 0, least, most }
#define MILLION 1000000

const struct sw_range sw_ranges[] = {
    WHOLE("replication", replication, 1, 255),
    WHOLE("cores", cores, 0, MILLION),
    WHOLE("max-attempts", max_attempts, 1, MILLION),
    WHOLE_OR("per-heartbeat", per_heartbeat, 1, MILLION, -1), /* UINT64_MAX: all */
    WHOLE("slowstart", slowstart, 0, MILLION),
    WHOLE_OR("load-cap", load_cap, 0, MILLION, -1),
    REAL("failure-rate", failure_rate, 0, 1),
    REAL("penalty", penalty_rack, 1e-3, 1e6),
    REAL("penalty", penalty_off, 1e-3, 1e6),
    REAL("load", load, 1e-9, 1e9),
    WHOLE("heartbeat", heartbeat_us, 0, SW_TIME_MAX),
    WHOLE("revive", revive_us, 1, SW_TIME_MAX),
    WHOLE("startup", startup_us, 0, SW_TIME_MAX),
    WHOLE("commit-pending", commit_pending_us, 0, SW_TIME_MAX),
    WHOLE_OR("until", until_us, 0, SW_TIME_MAX, -1),
    WHOLE("jitter", jitter_us, 0, SW_TIME_MAX),
    WHOLE("every", every_us, 0, SW_TIME_MAX),
    WHOLE("preempt-every", preempt_every_us, 1, SW_TIME_MAX),
    WHOLE("speculate-every", speculate_every_us, 1, SW_TIME_MAX),
    WHOLE("balance-long", balance_us, 0, SW_TIME_MAX),
    WHOLE_OR("max-starve", gang.max_starve_us, 0, SW_TIME_MAX, -1),
    WHOLE("max-starve", gang.iteration_us, 1, SW_TIME_MAX),
    WHOLE("network", network.node_rate, 0, SW_LINK_FAST),
    WHOLE("network", network.rack_rate, 0, SW_LINK_FAST),
    WHOLE("block-size", block_bytes, 0, INT64_C(16) << 40),
    { .option = NULL }
};

const struct sw_range *sw_range_of(const char *option)
{
    const struct sw_range *range = sw_ranges;
    while (range->option && strcmp(range->option, option))
        range++;
    return range->option ? range : NULL;
}

static int check_number(const struct sw_range *range, const void *at, struct sw_err *err)
{
    int64_t whole;
    double real;
    if (range->type == SW_RANGE_REAL) {
        memcpy(&real, at, sizeof real);
        return real >= range->least_real && real <= range->most_real
                   ? SW_OK
                   : sw_err_usage(err, "--%s: out of range, %g to %g: '%g'", range->option, range->least_real,
                                  range->most_real, real);
    }
    memcpy(&whole, at, sizeof whole);
    return (whole >= range->least && whole <= range->most) || whole == range->none
               ? SW_OK
               : sw_err_usage(err, "--%s: out of range, %" PRId64 " to %" PRId64 ": '%" PRId64 "'", range->option,
                              range->least, range->most, whole);
}

/* sw_replay_defaults() sets them all. */
static const char *no_policy(const struct sw_replay_options *opt)
{
    return !opt->order.policy       ? "order"
           : !opt->delay.policy     ? "delay"
           : !opt->preempt.policy   ? "preempt"
           : !opt->admit.policy     ? "admit"
           : !opt->evict            ? "evict"
           : !opt->speculate.policy ? "speculate"
           : !opt->global.policy    ? "global"
                                    : NULL;
}

int ranges_check(const struct sw_replay_options *opt, struct sw_err *err)
{
    const char *missing = no_policy(opt);
    if (missing)
        return sw_err_usage(err, "--%s: no policy (sw_replay_defaults sets them)", missing);
    if ((unsigned)opt->placement > SW_PLACE_REDRAW)
        return sw_err_usage(err, "--placement: unknown: '%d'", (int)opt->placement);
    for (const struct sw_range *range = sw_ranges; range->option; range++)
        if (check_number(range, (const char *)opt + range->offset, err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}
