/* SPDX-License-Identifier: GPL-3.0-or-later */
/* orders.c - the list of rules of order. A new rule is a file beside this one and a line here. */
#include "lib/sched/order/parts.h"
#include "lib/sched/plugin.h"
#include "lib/sched/registry.h"
#include <stdio.h>
#include <string.h>

const struct sw_order *const sw_orders[] = {
    &sw_order_fifo,
    &sw_order_fair,
    &sw_order_hfs,
    &sw_order_hfs_lack,
    &sw_order_hfs_yarn,
    &sw_order_fair_gap,
    &sw_order_sjf,
    &sw_order_srtf,
    &sw_order_cput,
    &sw_order_multifactor,
    &sw_order_deficit,
    &sw_order_mlq,
    &sw_order_capacity,
    &sw_order_quota,
    &sw_order_quota_usage,
    &sw_order_drf,
    &sw_order_hod,
    &sw_order_modified_fair,
    &sw_order_usage,
    &sw_order_windows,
    &sw_order_offers,
    &sw_order_negotiate,
    NULL,
};

static const struct registry registry = { "order", "rule", sw_orders };

/* The message names the rule without its parameters, unless another is near to all of it. */
static int unknown(const char *spec, struct sw_err *err)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(spec, ":"), spec);
    return registry_unknown(&registry, spec, registry_near(&registry, spec) ? spec : name, err);
}

/* Whole names go first: that of hfs:lack has a colon in it. */
int sw_order_find(const char *spec, struct sw_order_rule *out, struct sw_err *err)
{
    const struct sw_order *policy = registry_named(&registry, spec, strlen(spec));
    const char *colon = policy ? NULL : strchr(spec, ':'), *params = colon ? colon + 1 : NULL;
    if (!policy && plugin_path(spec)) {
        if (plugin_order(spec, &policy, &params, err) != SW_OK)
            return SW_FAIL;
        if (params && !policy->parse)
            return registry_no_params(&registry, policy->name, params, err);
    } else if (colon)
        policy = registry_named(&registry, spec, (size_t)(colon - spec));
    if (!policy || (params && !policy->parse))
        return unknown(spec, err);
    *out = (struct sw_order_rule){ .policy = policy, .update_us = policy->update_us, .task_cap = SW_UNLIMITED };
    return policy->parse ? policy->parse(params, out, err) : SW_OK;
}
