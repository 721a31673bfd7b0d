/* SPDX-License-Identifier: GPL-3.0-or-later */
/* observer.c - who sees what happens. */
#include "lib/sim/sim.h"

void observers_see(struct sw_replay *r, const struct sight *sight)
{
    for (uint32_t i = 0; i < r->observers.n; i++)
        r->observers.at[i].saw(r, r->observers.at[i].own, sight);
}

void offers_see(struct sw_replay *r, const struct sight *sight)
{
    MECHANISMS_TELL(r, offered, sight);
    observers_see(r, sight);
}
