/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cap.c - H8: no node takes more than its part of what is runnable. */
#include "lib/audit/audit.h"

/* ⌈s (R/S + x)⌉, at most s. A copy adds one to R when it is launched, and the log does not say before or after which
 * at its instant: copies are so many more or less. */
int64_t audit_cap(const struct audit *a, uint32_t node, int kind, int64_t copies)
{
    int64_t s = a->node[node].slots[kind], runnable = a->runnable[kind] + copies;
    if (a->rules.load_cap < 0 || a->runnable[kind] <= 0 || !s)
        return s;
    const __int128 one = (__int128)a->slots_up[kind] * 1000000;
    __int128 part = s * ((__int128)runnable * 1000000 + (__int128)a->rules.load_cap * a->slots_up[kind]);
    int64_t cap = (int64_t)(part / one + (part % one > 0));
    return cap < s ? cap : s;
}

/* Before the launch is taken into the counts; copies: of the kind, that may have come before it. */
void audit_cap_check(struct audit *a, const struct row *row, int64_t copies)
{
    int kind = stage_of(a, row)->slot_kind;
    int64_t cap = audit_cap(a, row->node, kind, copies);
    if (a->rules.load_cap >= 0 && row->launch_us < a->blind_us && a->node[row->node].occupied[kind] >= cap)
        audit_fault(a, OF_TURNS, row, "H8", "launched at %s on '%s', which runs the %lld that the load allows it",
                    S(row->launch_us), a->cl->node[row->node].name, (long long)cap);
}
