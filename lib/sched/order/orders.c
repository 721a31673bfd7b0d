/* SPDX-License-Identifier: GPL-3.0-or-later */
/* orders.c - the list of rules of order. A new rule is a file beside this one and a line here. */
#include "lib/sched/order/parts.h"
#include <string.h>

const struct sw_order *const sw_orders[] = {
    &sw_order_fifo,
    &sw_order_fair,
    &sw_order_hfs,
    &sw_order_hfs_lack,
    &sw_order_fair_gap,
    &sw_order_sjf,
    &sw_order_srtf,
    NULL,
};

int sw_order_find(const char *spec, const struct sw_order **out, struct sw_err *err)
{
    const char *names[sizeof sw_orders / sizeof *sw_orders];
    size_t n = 0;
    for (; sw_orders[n]; n++) {
        names[n] = sw_orders[n]->name;
        if (!strcmp(names[n], spec)) {
            *out = sw_orders[n];
            return SW_OK;
        }
    }
    char list[512];
    const char *near = sw_err_nearest(spec, names, n);
    return near ? sw_err_usage(err, "--order: unknown rule: '%s' (did you mean '%s'?)", spec, near)
                : sw_err_usage(err, "--order: unknown rule: '%s' (one of%s)", spec, sw_names_listed(names, n, list, sizeof list));
}
