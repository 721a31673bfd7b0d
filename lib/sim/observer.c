/* SPDX-License-Identifier: GPL-3.0-or-later */
/* observer.c - who sees what happens. */
#include "lib/sim/sim.h"

void observers_see(struct sw_replay *r, const struct sight *sight)
{
    MECHANISMS_TELL(r, saw, sight);
}

void offers_see(struct sw_replay *r, const struct sight *sight)
{
    MECHANISMS_TELL(r, offered, sight);
    observers_see(r, sight);
}
