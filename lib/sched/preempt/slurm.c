/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slurm.c - whole jobs are ended for one of a higher tier, or of a QOS that may: Slurm's preempt plug-ins (G14 of
 * docs/model.md). lib/sim/dispatch/gang/preempt.c does so. */
#include "lib/sched/params.h"
#include "lib/sched/preempt/parts.h"
#include "slotwise/sw_num.h"
#include <string.h>

/* What stands behind NAME=; NULL: it is another word. */
static const char *after(const char *field, const char *name)
{
    size_t n = strlen(name);
    return !strncmp(field, name, n) && field[n] == '=' ? field + n + 1 : NULL;
}

/* G14.1. */
static int read_slurm_word(const char *field, struct sw_preempt_gangs *to, struct sw_err *err)
{
    const struct { const char *name; int64_t *us; } times[] = { { "exempt", &to->exempt_us },
                                                                { "begin", &to->begin_us },
                                                                { "again", &to->again_us } };
    uint64_t n;
    for (int i = 0; i < 3; i++)
        if (after(field, times[i].name))
            return sw_params_time("preempt", after(field, times[i].name), 0, times[i].us, err);
    const char *count = after(field, "reorder");
    if (count && sw_num_u64(count, strlen(count), &n) == SW_OK && n <= UINT16_MAX)
        to->reorder = (uint32_t)n;
    else if (count)
        return sw_err_usage(err, "--preempt: reorder: not a count, 0 to 65535: '%s'", count);
    else if (!strcmp(field, "requeue") || !strcmp(field, "cancel"))
        to->cancel = *field == 'c';
    else if (!strcmp(field, "youngest"))
        to->youngest = true;
    else if (!strcmp(field, "strict"))
        to->strict = true;
    else
        return sw_err_usage(err, "--preempt: unknown word: '%s' (one of requeue, cancel, youngest, strict, reorder=, "
                            "exempt=, begin=, again=)", field);
    return SW_OK;
}

/* Slurm's cred_expire, and 1 s; its KillWait and MessageTimeout. */
static int parse(const char *params, struct sw_preempt_rule *rule, struct sw_err *err)
{
    char buf[256], *field[8] = { NULL };
    int n = params ? sw_params_fields(params, buf, sizeof buf, field, 8) : 0;
    if (n < 0)
        return sw_err_usage(err, "--preempt: more words than there are: '%s'", params);
    rule->gangs = (struct sw_preempt_gangs){ .reorder = 1, .begin_us = 121 * SW_US_PER_S,
                                             .again_us = 40 * SW_US_PER_S };
    for (int i = 0; i < n; i++)
        if (read_slurm_word(field[i], &rule->gangs, err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

const struct sw_preempt sw_preempt_partition_prio = {
    .name = "partition_prio",
    .summary = "with --width, as Slurm: end jobs of partitions of a lower tier for one that cannot start",
    .params = "[:requeue|cancel,youngest,...]", .parse = parse, .gangs = SW_PREEMPT_BY_PARTITION,
};

const struct sw_preempt sw_preempt_qos = {
    .name = "qos",
    .summary = "with --width, as Slurm: end jobs whose QOS that of the job names, as --qos has it",
    .params = "[:requeue|cancel,youngest,...]", .parse = parse, .gangs = SW_PREEMPT_BY_QOS,
};
