/* SPDX-License-Identifier: GPL-3.0-or-later */
/* delay_yarn.c - D8: offers missed, as shares of the number of nodes, one level at a time. */
#include "tests/naive/naive.h"

static enum sw_locality furthest(const struct run *r, const struct stage *s)
{
    static const enum sw_locality of_level[] = { SW_AT_NODE, SW_AT_RACK, SW_AT_ANY };
    (void)r;
    return of_level[s->level];
}

/* "has missed more than F nodes offers (strictly)"; F in whole millionths, above 1 cut to 1. */
static bool missed_enough(const struct run *r, const struct stage *s, int64_t f)
{
    if (f > 1000000) f = 1000000;
    return s->skips * 1000000 > f * r->n_nodes;
}

static void passed(struct run *r, struct stage *s)
{
    /* D12: "anew at the level at which they stood when it began"; one that starves is passed by for want of room (A7)
     * */
    if (starves(r, s)) return;
    s->skips++;
    if (s->level == 2 || !missed_enough(r, s, s->level == 0 ? r->o.f1 : r->o.f2)) return;
    s->level++;
    s->skips = 0; /* "the count starting again at 0" */
}

/* "A launch closer than the level it stands at puts it back to that distance, count 0; others leave both." */
static void launched(struct run *r, struct stage *s, enum sw_locality at)
{
    int level = at == SW_AT_NODE ? 0 : at == SW_AT_RACK ? 1 : 2;
    (void)r;
    if (at == SW_AT_NONE || level >= s->level) return; /* D1 */
    s->level = level;
    s->skips = 0;
}

static void begins(struct run *r, int node) { (void)r, (void)node; }
static void ends(struct run *r) { (void)r; }
static bool expires(const struct run *r, const struct stage *s, int64_t after_us, int64_t *at_us)
{
    (void)r, (void)s, (void)after_us, (void)at_us;
    return false;
}

const struct delay_rule delay_yarn = { "yarn", true, true, furthest, passed, launched, begins, ends, expires, NULL,
                                       NULL };
