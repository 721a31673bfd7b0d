/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rules.c - how jobs that start all at once are scheduled: --width, --backfill, --switches and --max-starve (G1, G4,
 * G8, G11). */
#include "lib/sched/params.h"
#include "slotwise/sw_num.h"
#include "slotwise/sw_sched.h"
#include <string.h>

const char *const sw_width_words[] = { "none", "slots", "nodes", NULL };

/* easy:N, slurm:N */
static int parse_depth(const char *name, const char *spec, struct sw_gang_rule *rule, struct sw_err *err)
{
    int64_t n;
    if (sw_num_i64(spec, strlen(spec), &n) != SW_OK || n < 1 || n > 1000000)
        return sw_err_usage(err, "--backfill: %s: not between 1 and 1000000: '%s'", name, spec);
    rule->reservations = n;
    return SW_OK;
}

int sw_backfill_find(const char *spec, struct sw_gang_rule *rule, struct sw_err *err)
{
    const struct { const char *name; int64_t reservations; } known[] = {
        { "none", SW_BLOCKED_ENDS }, { "skip", 0 }, { "easy", 1 }, { "slurm", SW_BF_MAX_JOB_TEST },
        { "conservative", SW_UNLIMITED },
    };
    enum { N = sizeof known / sizeof *known };
    const char *names[N];
    for (size_t i = 0; i < N; i++) {
        size_t n = strlen(known[i].name);
        bool counts = known[i].reservations > 0 && known[i].reservations < SW_UNLIMITED;
        names[i] = known[i].name;
        if (strncmp(spec, known[i].name, n) || (spec[n] && (spec[n] != ':' || !counts)))
            continue;
        rule->reservations = known[i].reservations;
        rule->whole_reserved = known[i].reservations == SW_BF_MAX_JOB_TEST;
        return spec[n] ? parse_depth(known[i].name, spec + n + 1, rule, err) : SW_OK;
    }
    const char *near = sw_err_nearest(spec, names, N);
    return near ? sw_err_usage(err, "--backfill: unknown rule: '%s' (did you mean '%s'?)", spec, near)
                : sw_err_usage(err, "--backfill: unknown rule: '%s' (none, skip, easy[:N], conservative or slurm[:N])",
                               spec);
}

/* N@TIME[,first]; sbatch has the same words. */
int sw_switches_find(const char *spec, struct sw_gang_rule *rule, struct sw_err *err)
{
    char time[64];
    int64_t racks = 0;
    size_t at = strcspn(spec, "@"), n = strcspn(spec, ",");
    rule->since_first = !strcmp(spec + n, ",first");
    if (!strcmp(spec, "none")) {
        rule->switches_us = 0;
        return SW_OK;
    }
    if (at + 1 >= n || n - at - 1 >= sizeof time || (spec[n] && !rule->since_first))
        return sw_err_usage(err, "--switches: not N@TIME or N@TIME,first: '%s'", spec);
    if (sw_num_i64(spec, at, &racks) != SW_OK || racks < 1 || racks > UINT32_MAX)
        return sw_err_usage(err, "--switches: not a number of racks before @: '%s'", spec);
    rule->switches = (uint32_t)racks;
    memcpy(time, spec + at + 1, n - at - 1);
    time[n - at - 1] = '\0';
    return sw_params_time("switches", time, 0, &rule->switches_us, err);
}

/* none, or TIME[,TIME] */
int sw_starve_find(const char *spec, struct sw_gang_rule *rule, struct sw_err *err)
{
    char time[64];
    size_t n = strcspn(spec, ",");
    rule->max_starve_us = -1;
    rule->iteration_us = SW_ITERATION_US;
    if (!strcmp(spec, "none"))
        return SW_OK;
    if (n == 0 || n >= sizeof time)
        return sw_err_usage(err, "--max-starve: not TIME or TIME,ITERATION: '%s'", spec);
    memcpy(time, spec, n);
    time[n] = '\0';
    if (sw_params_time("max-starve", time, 0, &rule->max_starve_us, err) != SW_OK)
        return SW_FAIL;
    if (!spec[n])
        return SW_OK;
    if (sw_params_time("max-starve", spec + n + 1, INT64_MIN, &rule->iteration_us, err) != SW_OK)
        return SW_FAIL;
    return rule->iteration_us > 0 ? SW_OK : sw_err_usage(err, "--max-starve: not above 0: '%s'", spec + n + 1);
}
