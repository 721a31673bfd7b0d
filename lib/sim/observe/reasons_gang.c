/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reasons_gang.c - the reasons of decisions about jobs that start all at once (S9.8, S11). */
#include "lib/sim/observe/observe.h"
#include "slotwise/sw_num.h"

/* G3.2: it starts; G4: though another is blocked. */
static void add_launch(struct sw_replay *r, const struct in_gang *of)
{
    reasons_add(r, "%lu %s of %lld %s start%s at once", (unsigned long)of->nodes, of->nodes == 1 ? "node" : "nodes",
                (long long)of->width, of->width == 1 ? "slot" : "slots", of->nodes == 1 ? "s" : "");
    if (of->other)
        reasons_add(r, ", before job %s, which does not fit and is not delayed", of->other->id);
}

/* G8. */
static void add_rack(struct sw_replay *r, const struct in_gang *of)
{
    char text[SW_NUM_MAX + 1];
    uint32_t racks = r->opt.gang.switches;
    reasons_add(r, racks == 1 ? "it waits for %lu nodes of one rack" : "it waits for %lu nodes of %u racks",
                (unsigned long)of->nodes, racks);
    if (of->until_us < 0)
        return;
    text[sw_num_put_time(text, of->until_us)] = '\0';
    reasons_add(r, " until %s", text);
}

/* G4.3, G5: it would delay who has a reservation. */
static void add_reserved(struct sw_replay *r, const struct in_gang *of)
{
    char text[SW_NUM_MAX + 1];
    reasons_add(r, "%lu %s %lld free %s, but it would delay what is reserved for job %s%s", (unsigned long)of->have,
                of->have == 1 ? "node has" : "nodes have", (long long)of->width, of->width == 1 ? "slot" : "slots",
                of->other ? of->other->id : "", of->other ? " or a later one" : "");
    if (of->limit_us <= 0)
        return;
    text[sw_num_put_time(text, of->limit_us)] = '\0';
    reasons_add(r, ": with a limit of %s s it would start now", text);
}

/* G14.8. */
static void add_returns(struct sw_replay *r, const struct in_gang *of)
{
    char text[SW_NUM_MAX + 1];
    text[sw_num_put_time(text, of->until_us)] = '\0';
    reasons_add(r, "it was preempted, and may start again at %s", text);
}

void reasons_gang(struct sw_replay *r, const struct in_gang *of)
{
    switch (of->why) {
    case GANG_STARTS: add_launch(r, of); break;
    case GANG_RACK: add_rack(r, of); break;
    case GANG_NODES:
        reasons_add(r, "it needs %lu %s with %lld free %s, and %lu %s", (unsigned long)of->nodes,
                    of->nodes == 1 ? "node" : "nodes", (long long)of->width, of->width == 1 ? "slot" : "slots",
                    (unsigned long)of->have, of->have == 1 ? "has that" : "have");
        break;
    case GANG_RESERVED: add_reserved(r, of); break;
    case GANG_POOL:
        if (of->pool->most[0] == 0 && r->opt.order.policy->by_windows) {
            reasons_add(r, "pool %s is held: of what all have used it has more than its cap", of->pool->name);
            break;
        }
        reasons_add(r, "its %lld slots would bring pool %s beyond its maximum of %lld",
                    (long long)of->width * (long long)of->nodes, of->pool->name, (long long)of->pool->most[0]);
        break;
    case GANG_NOT_LENT:
        reasons_add(r, "its %lld slots are not free beside the quotas that are not lent",
                    (long long)of->width * (long long)of->nodes);
        break;
    case GANG_RETURNS: add_returns(r, of); break;
    case GANG_BEHIND:
        reasons_add(r, "it stands behind job %s, which does not fit (--backfill none)", of->other->id);
        break;
    }
}
