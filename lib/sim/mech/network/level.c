/* SPDX-License-Identifier: GPL-3.0-or-later */
/* level.c - the level of one link, when its flows that are limited elsewhere have their rates (rule N3.1).
 *
 * Most often two sums say it: what these flows leave, and how many the link limits. All rates are read only where the
 * level meets them. */
#include "lib/sim/mech/network/network.h"

/* N3.1, of what is left for n flows; without flows a link that is not overloaded has none. */
uint64_t level_of(int64_t left, uint32_t n)
{
    if (!n)
        return left < 0 ? 1 : FLOW_NO_LEVEL;
    return left < (int64_t)n ? 1 : (uint64_t)left / n;
}

/* The greatest of the n rates that is below one, or 0, and how often it is there. */
static uint64_t most_below(const uint64_t *rate, uint32_t n, uint64_t below, uint32_t *times)
{
    uint64_t most = 0;
    *times = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (rate[i] >= below || rate[i] < most)
            continue;
        *times = rate[i] == most ? *times + 1 : 1;
        most = rate[i];
    }
    return most;
}

/* Whole bytes: N3.2 gives the link's level to flows whose wish it is, too. So the level may be one of the rates not
 * above it. It is the least at which the link had less than a byte a second more for each flow without a rate. */
static uint64_t level_with_ties(const uint64_t *rate, uint32_t n_rates, uint64_t level, int64_t left, uint32_t n,
                                uint64_t below)
{
    uint32_t times;
    for (uint64_t most; (most = most_below(rate, n_rates, below, &times)); below = most) {
        left += (int64_t)(most * times);
        n += times;
        int64_t more = left - (int64_t)((most + 1) * n);
        if (more < 0)
            level = most;
        if (more + times >= n_rates)
            break; /* `more + times` rises from rate to rate */
    }
    return level;
}

/* Whether the two sums suffice: the level is well above the rates of all flows limited elsewhere. */
static bool is_above_all(const struct link *l, uint64_t level)
{
    if (!l->n_here)
        return l->left >= (int64_t)l->n;
    return level > l->most_elsewhere && (level - 1 - l->most_elsewhere) * l->n_here >= l->n - l->n_here;
}

/* Lists the rates of the flows limited elsewhere, and the greatest. */
static void list_rates(struct flows *fs, struct link *l)
{
    const struct over *over = &fs->over[l - fs->link];
    uint64_t most = 0;
    for (uint32_t i = l->n_here; i < l->n; i++) {
        uint64_t rate = fs->rate[i - l->n_here] = flows_rate_of(fs, &fs->path[over->number[i]]);
        most = rate > most ? rate : most;
    }
    l->most_elsewhere = most;
}

/* The level by all these rates. The link is to limit the flows of them with more. */
static uint64_t level_by_rates(const struct flows *fs, const struct link *l)
{
    uint32_t n_rates = l->n - l->n_here, n = l->n_here, times;
    int64_t left = l->left;
    uint64_t below = UINT64_MAX, level;
    for (uint64_t most; (level = level_of(left, n)) < (most = most_below(fs->rate, n_rates, below, &times)); ) {
        left += (int64_t)(most * times);
        n += times;
        below = most;
    }
    return level_with_ties(fs->rate, n_rates, level, left, n, below);
}

/* By the two sums, first with a bound on the rates elsewhere, then with the greatest of them; else by all rates. */
uint64_t level_now(struct flows *fs, struct link *l)
{
    uint64_t level = level_of(l->left, l->n_here);
    if (is_above_all(l, level))
        return level;
    list_rates(fs, l);
    return is_above_all(l, level) ? level : level_by_rates(fs, l);
}
