/* SPDX-License-Identifier: GPL-3.0-or-later */
/* orders.c - the list of rules of order. A new rule is a file beside this one and a line here. */
#include "lib/sched/order/parts.h"
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
    &sw_order_deficit,
    &sw_order_mlq,
    &sw_order_capacity,
    &sw_order_hod,
    &sw_order_modified_fair,
    &sw_order_usage,
    &sw_order_offers,
    &sw_order_negotiate,
    NULL,
};

static int unknown(const char *spec, struct sw_err *err)
{
    const char *names[sizeof sw_orders / sizeof *sw_orders];
    size_t n = 0;
    for (; sw_orders[n]; n++)
        names[n] = sw_orders[n]->name;
    char list[512], name[64];
    const char *near = sw_err_nearest(spec, names, n);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(spec, ":"), spec);
    if (!near)
        near = sw_err_nearest(name, names, n);
    return near ? sw_err_usage(err, "--order: unknown rule: '%s' (did you mean '%s'?)", spec, near)
                : sw_err_usage(err, "--order: unknown rule: '%s' (one of%s)", spec,
                               sw_names_listed(names, n, list, sizeof list));
}

/* Whole names go first: that of hfs:lack has a colon in it. */
static const struct sw_order *named(const char *spec, size_t len)
{
    for (size_t i = 0; sw_orders[i]; i++)
        if (strlen(sw_orders[i]->name) == len && !memcmp(sw_orders[i]->name, spec, len))
            return sw_orders[i];
    return NULL;
}

int sw_order_find(const char *spec, struct sw_order_rule *out, struct sw_err *err)
{
    const struct sw_order *policy = named(spec, strlen(spec));
    const char *colon = policy ? NULL : strchr(spec, ':');
    if (colon)
        policy = named(spec, (size_t)(colon - spec));
    if (!policy || (colon && !policy->parse))
        return unknown(spec, err);
    *out = (struct sw_order_rule){ .policy = policy, .update_us = policy->update_us, .task_cap = SW_UNLIMITED };
    return policy->parse ? policy->parse(colon ? colon + 1 : NULL, out, err) : SW_OK;
}
