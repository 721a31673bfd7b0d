/* SPDX-License-Identifier: GPL-3.0-or-later */
/* none.c - no delay: the job whose turn it is launches wherever the slot is (ES algorithm 1). */
#include "lib/sched/delay/parts.h"

/* D2. */
static int64_t allowed_at(const struct sw_waits *waits, enum sw_level now, enum sw_level wanted)
{
    (void)waits, (void)now, (void)wanted;
    return 0;
}

/* There is no wait to keep. */
static bool launched(enum sw_level *now, enum sw_level at)
{
    (void)now, (void)at;
    return true;
}

const struct sw_delay sw_delay_none = {
    .name = "none", .summary = "launch at any distance at once", .clock = SW_DELAY_NONE,
    .allowed_at = allowed_at, .launched = launched,
};
