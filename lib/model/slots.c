/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slots.c - sticky slots, slots blocked and slots freed, what a wait gains, how long a share takes. */
#include <assert.h>
#include <math.h>
#include "slotwise/sw_model.h"

/* 1 - x^n through logarithms, so that small chances keep their digits; log1p(-1) is -inf and gives 1. */
static double one_minus_power(double one_minus_x, double n)
{
    return -expm1(n * log1p(-one_minus_x));
}

double sw_model_sticky(double share, double replicas_times_slots)
{
    assert(share >= 0 && share <= 1 && replicas_times_slots > 0);
    return one_minus_power(share, replicas_times_slots);
}

/* C(S-a, b) / C(S, b) = prod_{i<a} (S-b-i) / (S-i), the same with a and b exchanged: the fewer factors are
 * taken. Below e^-745 the product is 0 in double precision. */
double sw_model_sticky_exact(uint64_t nodes, uint64_t slots_per_node, uint64_t replication, uint64_t held)
{
    double all = (double)nodes * (double)slots_per_node, near = (double)replication * (double)slots_per_node;
    assert((double)held <= all && near <= all);
    if ((double)held + near > all)
        return 1;
    double few = fmin((double)held, near), many = fmax((double)held, near), log_none = 0;
    for (double i = 0; i < few && log_none > -745; i++)
        log_none += log1p(-many / (all - i));
    return -expm1(log_none);
}

/* All slots near a block hold long tasks (ES 3.5.1). */
double sw_model_blocked(double long_fraction, double replicas_times_slots)
{
    assert(long_fraction >= 0 && long_fraction <= 1 && replicas_times_slots > 0);
    return pow(long_fraction, replicas_times_slots);
}

/* One of the slots near a block frees within the wait, ends being uniform in a task's length (TR 4.2). */
double sw_model_frees(double wait_s, double task_time_s, double replicas_times_slots)
{
    assert(wait_s >= 0 && task_time_s > 0 && replicas_times_slots > 0);
    return wait_s >= task_time_s ? 1 : one_minus_power(wait_s / task_time_s, replicas_times_slots);
}

/* TR 4.3.1: (1 - e^{-w/t}) (d - t), d the remote cost and t the gap. */
double sw_model_gain(double remote_cost_s, double gap_s, double wait_s)
{
    assert(remote_cost_s >= 0 && gap_s > 0 && wait_s >= 0);
    return -expm1(-wait_s / gap_s) * (remote_cost_s - gap_s);
}

/* ES 3.2: on a full cluster a share of f slots of S takes f T / S. */
double sw_model_startup(double share_slots, double task_time_s, double slots)
{
    assert(share_slots >= 0 && share_slots <= slots && task_time_s > 0);
    return share_slots * task_time_s / slots;
}
