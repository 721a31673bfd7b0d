/* SPDX-License-Identifier: GPL-3.0-or-later */
/* delay_adaptive.c - D20, LC 3.4: `wait:W1,W2,clock` with W1 and W2 of the stage's own, what launches at a node and in
 * a rack have waited on average. */
#include "tests/naive/naive.h"

/* "W1 = floor(sum of the waits of the launches at distance node / their number) ...; T while there were none" */
void adaptive_set_waits(const struct run *r, struct stage *s)
{
    for (int at = 0; at < 2; at++)
        s->own_wait_us[at] = r->n_launched_at[at] ? r->waited_at_us[at] / r->n_launched_at[at] : r->o.adaptive_us;
}

static int64_t waited(const struct run *r, const struct stage *s)
{
    return s->clock_us == UNSET ? 0 : r->now_us - s->clock_us; /* D5, clock */
}

/* D4: levels 0 node, 1 rack, 2 any. */
static enum sw_locality furthest(const struct run *r, const struct stage *s)
{
    int64_t w1 = s->own_wait_us[0], w2 = s->own_wait_us[1], wait = waited(r, s);
    if (s->level == 2 || wait >= (s->level == 1 ? w2 : w1 + w2)) return SW_AT_ANY;
    return s->level == 1 || wait >= w1 ? SW_AT_RACK : SW_AT_NODE;
}

static void passed(struct run *r, struct stage *s) { (void)r, (void)s; }

/* "by each of its launches with preference ..., that launch included. The wait of a launch is that of D7, 0
 * included." */
static void launched(struct run *r, struct stage *s, enum sw_locality at)
{
    if (at == SW_AT_NONE) return; /* D1 */
    if (at != SW_AT_ANY) {
        r->n_launched_at[at]++;
        r->waited_at_us[at] += s->passed_us == UNSET ? 0 : r->now_us - s->passed_us;
    }
    s->level = at == SW_AT_NODE ? 0 : at == SW_AT_RACK ? 1 : 2;
    adaptive_set_waits(r, s);
}

static void begins(struct run *r, int node) { (void)r, (void)node; }
static void ends(struct run *r) { (void)r; }

/* D6: the first instant after after_us at which a level is allowed that was not before. */
static bool expires(const struct run *r, const struct stage *s, int64_t after_us, int64_t *at_us)
{
    int64_t w1 = s->own_wait_us[0], w2 = s->own_wait_us[1];
    int64_t rack_us = s->clock_us + w1, any_us = s->clock_us + (s->level == 0 ? w1 + w2 : w2);
    if (s->level == 2 || s->clock_us == UNSET || !stage_waits_with_preference(s)) return false;
    if (s->level == 0 && !r->o.no_rack_level && rack_us > after_us) *at_us = rack_us;
    else if (any_us > after_us) *at_us = any_us;
    else return false;
    return true;
}

const struct delay_rule delay_adaptive = { "adaptive", false, false, furthest, passed, launched, begins, ends, expires,
                                           NULL, NULL };
