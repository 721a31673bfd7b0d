/* SPDX-License-Identifier: GPL-3.0-or-later */
/* waits.c - what a stage has to wait for at its locality level, and how long it has (section 6 of docs/model.md). */
#include "lib/sim/queue/queue.h"
#include <assert.h>

void stage_set_waits(const struct sw_replay *r, struct stage *st)
{
    const struct pool *p = st->job->pool;
    st->waits = r->opt.delay.waits;
    for (; p && r->opt.delay.part->meter == SW_PER_GAP; p = p->parent) {
        if (p->wait_node_us >= 0)
            st->waits.node = p->wait_node_us;
        if (p->wait_rack_us >= 0)
            st->waits.rack = p->wait_rack_us;
        if (p->wait_node_us >= 0 || p->wait_rack_us >= 0)
            break; /* the nearest pool that says something */
    }
    if (r->opt.delay.part->meter != SW_PER_GAP)
        return;
    if (st->job->wait_us[0] >= 0)
        st->waits.node = st->job->wait_us[0];
    if (st->job->wait_us[1] >= 0)
        st->waits.rack = st->job->wait_us[1];
}

/* What its level leaves it to wait for. A timer runs from now on; other meters start when it is passed by. */
void stage_set_due(const struct sw_replay *r, struct stage *st)
{
    const struct sw_delay *part = r->opt.delay.part;
    struct sw_item_state *s = &st->item[PREF].state;
    if (SELDOM(part->learn))
        st->waits = r->opt.delay.waits; /* D20 */
    int64_t start_us = part->meter == SW_TIMER ? r->now_us : 0;
    s->marked = part->meter == SW_TIMER;
    if (SELDOM(st->job->pool->starved[st->slot])) { /* D12 */
        s->due_any = s->due_rack = SW_DUE_ALWAYS;
        return;
    }
    s->due_any = start_us + part->due(&st->waits, st->level, SW_LEVEL_ANY);
    s->due_rack = r->opt.no_rack_level && !part->climbs ? s->due_any : start_us + part->due(&st->waits, st->level, SW_LEVEL_RACK);
}

/* The level that the meter has brought the stage to (item->state is up to date). */
enum sw_level stage_level(const struct sw_replay *r, const struct stage *st)
{
    const struct sw_item_state *s = &st->item[PREF].state;
    int64_t meter = s->marked ? r->acc[st->slot].clock_us : 0;
    return s->due_any <= meter ? SW_LEVEL_ANY : s->due_rack <= meter ? SW_LEVEL_RACK : SW_LEVEL_NODE;
}
