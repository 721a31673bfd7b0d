/* SPDX-License-Identifier: GPL-3.0-or-later */
/* phases.c - the three loops of the TR's algorithm 2 (appendix A), as states of the buckets of figure 3. Nothing is
 * divided here: the phases are read off the finished shares. */
#include <assert.h>
#include <math.h>
#include "lib/fair/sw_fair_words.h"
#include "slotwise/sw_fair.h"

/* Phase 1 fills pools whose demand is no more than their minimum, phase 2 gives minimums, phase 3 pours. */
static double slots_after(const struct sw_fair_share *share, int phase)
{
    if (phase == 3)
        return share->share_slots;
    if (phase == 2)
        return share->min_slots;
    return share->min_slots >= share->demand_slots ? share->demand_slots : 0; /* d <= min: it has d */
}

void sw_fair_phase(const struct sw_claim *claim, const uint32_t *parent, const struct sw_fair_share *share,
                   const struct sw_fair_level *level, size_t n, int phase, double *slots, double *water)
{
    assert(phase >= 1 && phase <= 3);
    for (size_t p = 0; p <= n; p++)
        water[p] = phase == 3 ? level[p].level : INFINITY;
    for (size_t i = 0; i < n; i++) {
        slots[i] = slots_after(&share[i], phase);
        /* The level of siblings belongs to their parent, n being the top. */
        double *mine = &water[parent[i] == SW_FAIR_TOP ? n : parent[i]];
        /* The lowest of those that are not full is where water would go next. */
        if (phase < 3 && claim[i].weight > 0 && slots[i] < share[i].demand_slots)
            *mine = fmin(*mine, slots[i] / claim[i].weight);
    }
}
