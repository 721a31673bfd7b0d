/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dominant.c - shares of slots and memory by dominant resource (Ghodsi and others, NSDI 2011, section 4): all dominant
 * shares over weight rise together, until a demand is met or a resource runs out. Tasks are real numbers here, and
 * a demand may be INFINITY. */
#include <math.h>
#include <string.h>
#include "slotwise/sw_fair.h"

const char *const sw_dominant_bounds[] = { "slots", "memory", "demand", NULL };
/* bound of a claim that is not at an end yet. */
enum { RISES = -1 };

/* The part of the cluster that a task takes of what it takes most of. */
static double dominant(const struct sw_dominant_claim *claim, const double total[2])
{
    double part = 0;
    for (int r = 0; r < 2; r++)
        if (claim->each[r] > 0)
            part = fmax(part, claim->each[r] / total[r]);
    return part;
}

/* The tasks by which a claim grows while the level of dominant share over weight rises by 1. */
static double tasks_a_level(const struct sw_dominant_claim *claim, const double total[2])
{
    return claim->weight / dominant(claim, total);
}

/* How far all can rise, and what ends it: a resource, or demand. used: what a rise by 1 takes of each resource.
 * least: the rise at which the first of them ends. */
static double rise_of_all(const struct sw_dominant_claim *claim, size_t n, const double total[2], const double left[2],
                          const struct sw_dominant_share *share, int *ended)
{
    double used[2] = { 0, 0 }, least = INFINITY;
    for (size_t i = 0; i < n; i++) {
        if (share[i].bound != RISES)
            continue;
        double tasks = tasks_a_level(&claim[i], total), to_demand = (claim[i].demand_tasks - share[i].tasks) / tasks;
        for (int r = 0; r < 2; r++)
            used[r] += tasks * claim[i].each[r];
        if (to_demand < least) {
            least = to_demand;
            *ended = SW_DOMINANT_DEMAND;
        }
    }
    for (int r = 0; r < 2; r++)
        if (used[r] > 0 && left[r] / used[r] <= least) {
            least = left[r] / used[r];
            *ended = r;
        }
    return least;
}

/* After a rise: whether it ends here. Rounding may leave a little of a demand. */
static bool stops(const struct sw_dominant_claim *claim, const struct sw_dominant_share *share, int ended)
{
    if (ended != SW_DOMINANT_DEMAND)
        return claim->each[ended] > 0;
    return isfinite(claim->demand_tasks) && claim->demand_tasks - share->tasks <= 1e-12 * claim->demand_tasks;
}

void sw_fair_dominant(const struct sw_dominant_claim *claim, size_t n, const double total[2],
                      struct sw_dominant_share *share)
{
    double left[2] = { total[0], total[1] };
    size_t n_rising = 0;
    for (size_t i = 0; i < n; i++) {
        /* A claim that takes nothing, or wants none, has its demand at once. */
        bool free = dominant(&claim[i], total) <= 0 || claim[i].demand_tasks <= 0;
        share[i] = (struct sw_dominant_share){ free ? claim[i].demand_tasks : 0, 0, free ? SW_DOMINANT_DEMAND : RISES };
        n_rising += !free;
    }
    while (n_rising) {
        int ended = SW_DOMINANT_DEMAND;
        double by = rise_of_all(claim, n, total, left, share, &ended);
        for (size_t i = 0; i < n; i++) {
            if (share[i].bound != RISES)
                continue;
            double tasks = by * tasks_a_level(&claim[i], total);
            share[i].tasks += tasks;
            for (int r = 0; r < 2; r++)
                left[r] = fmax(0, left[r] - tasks * claim[i].each[r]);
            if (stops(&claim[i], &share[i], ended)) {
                share[i].bound = ended;
                n_rising--;
            }
        }
        /* What rounding has left of it is nothing. */
        if (ended != SW_DOMINANT_DEMAND)
            left[ended] = 0;
    }
    for (size_t i = 0; i < n; i++)
        share[i].dominant = share[i].tasks * dominant(&claim[i], total);
}
