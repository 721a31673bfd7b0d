/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rules.c - how jobs that start all at once are scheduled: --width, --backfill, --switches and --max-starve (G1, G4,
 * G8, G11). */
#include "lib/sched/params.h"
#include "slotwise/sw_num.h"
#include "slotwise/sw_sched.h"
#include <string.h>

const char *const sw_width_words[] = { "none", "slots", "nodes", NULL };

/* easy:N */
static int parse_depth(const char *spec, struct sw_gang_rule *rule, struct sw_err *err)
{
    int64_t n;
    if (sw_num_i64(spec, strlen(spec), &n) != SW_OK || n < 1 || n > 1000000)
        return sw_err_usage(err, "--backfill: easy: not between 1 and 1000000: '%s'", spec);
    rule->reservations = n;
    return SW_OK;
}

int sw_backfill_find(const char *spec, struct sw_gang_rule *rule, struct sw_err *err)
{
    const struct { const char *name; int64_t reservations; } known[] = {
        { "none", SW_BLOCKED_ENDS }, { "skip", 0 }, { "easy", 1 }, { "conservative", SW_UNLIMITED },
    };
    const char *names[4];
    for (size_t i = 0; i < 4; i++) {
        names[i] = known[i].name;
        if (strcmp(spec, known[i].name))
            continue;
        rule->reservations = known[i].reservations;
        return SW_OK;
    }
    if (!strncmp(spec, "easy:", 5))
        return parse_depth(spec + 5, rule, err);
    const char *near = sw_err_nearest(spec, names, 4);
    return near ? sw_err_usage(err, "--backfill: unknown rule: '%s' (did you mean '%s'?)", spec, near)
                : sw_err_usage(err, "--backfill: unknown rule: '%s' (none, skip, easy[:N] or conservative)", spec);
}

/* 1@TIME[,first]; sbatch has the same words. */
int sw_switches_find(const char *spec, struct sw_gang_rule *rule, struct sw_err *err)
{
    char time[64];
    size_t n = strcspn(spec, ",");
    rule->since_first = !strcmp(spec + n, ",first");
    if (!strcmp(spec, "none")) {
        rule->switches_us = 0;
        return SW_OK;
    }
    if (n < 3 || n - 2 >= sizeof time || (spec[n] && !rule->since_first) || spec[1] != '@')
        return sw_err_usage(err, "--switches: not 1@TIME or 1@TIME,first: '%s'", spec);
    if (spec[0] != '1')
        return sw_err_usage(err, "--switches: a job waits for one rack, not '%c'", spec[0]);
    memcpy(time, spec + 2, n - 2);
    time[n - 2] = '\0';
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
