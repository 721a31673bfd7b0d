/* SPDX-License-Identifier: GPL-3.0-or-later */
/* delays.c - the list of delay rules. A new rule is a file beside this one and a line here. */
#include "lib/sched/delay/parts.h"
#include "slotwise/sw_num.h"
#include "lib/sched/plugin.h"
#include "lib/sched/registry.h"
#include <stdio.h>
#include <string.h>

const struct sw_delay *const sw_delays[] = {
    &sw_delay_none,
    &sw_delay_skips,
    &sw_delay_wait,
    &sw_delay_yarn,
    &sw_delay_yarn_time,
    &sw_delay_capacity,
    &sw_delay_spark,
    &sw_delay_adaptive,
    NULL,
};

static const struct registry registry = { "delay", "rule", sw_delays };

/* A rule without parameters refuses any. */
static int start_rule(const struct sw_delay *policy, const char *name, const char *params, struct sw_delay_rule *out,
                 struct sw_err *err)
{
    *out = (struct sw_delay_rule){ .policy = policy, .clock = policy->clock };
    return policy->parse ? policy->parse(params, out, err) : registry_no_params(&registry, name, params, err);
}

/* The message names the rule alone. */
int sw_delay_find(const char *spec, struct sw_delay_rule *out, struct sw_err *err)
{
    char name[64];
    int64_t us;
    size_t len = strcspn(spec, ":=");
    const struct sw_delay *policy = registry_named(&registry, spec, len);
    const char *params = spec[len] ? spec + len + 1 : NULL;
    if (plugin_path(spec)) {
        if (plugin_delay(spec, &policy, &params, err) != SW_OK)
            return SW_FAIL;
        snprintf(name, sizeof name, "%s", policy->name);
        return start_rule(policy, name, params, out, err);
    }
    if (policy && spec[len] == '=')
        return sw_err_usage(err, "--delay: '%s' (did you mean '%.*s:%s'?)", spec, (int)len, spec, spec + len + 1);
    if (len >= sizeof name)
        return sw_err_usage(err, "--delay: unknown rule: '%s'", spec);
    snprintf(name, sizeof name, "%.*s", (int)len, spec);
    if (!policy && sw_num_duration(spec, &us) == SW_OK)
        return sw_err_usage(err, "--delay: no rule, but a time: '%s' (wait:%s waits so long)", spec, spec);
    if (!policy)
        return registry_unknown(&registry, name, name, err);
    return start_rule(policy, name, params, out, err);
}
