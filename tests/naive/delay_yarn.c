/* SPDX-License-Identifier: GPL-3.0-or-later */
/* delay_yarn.c - Y1, Y5..Y7: YARN's Fair Scheduler, by offers (`yarn`) and by times (`yarn-time`). */
#include "tests/naive/naive.h"

/* "Nodes: those that are up." */
int64_t nodes_up(const struct run *r)
{
    int64_t n = 0;
    for (int i = 0; i < r->n_nodes; i++)
        if (r->node[i].up) n++;
    return n;
}

static enum sw_locality furthest(const struct run *r, const struct stage *s)
{
    static const enum sw_locality of_level[] = { SW_AT_NODE, SW_AT_RACK, SW_AT_ANY };
    (void)r;
    return of_level[s->level];
}

/* Y6: "more than F nodes", F in whole millionths, above 1 cut to 1. */
static bool enough(const struct run *r, const struct stage *s)
{
    int64_t f = s->level == 0 ? r->o.f1 : r->o.f2;
    return s->skips * MILLION > (f > MILLION ? MILLION : f) * nodes_up(r);
}

/* Y6: "the first offer of all is at level node"; then a step where the count, this offer in it, is enough. */
static void offered(struct run *r, struct stage *s)
{
    bool first = !s->offered;
    s->offered = true;
    s->skips++;
    if (first || s->level == 2 || !enough(r, s)) return;
    s->level++;
    s->skips = 0;
}

/* Y6, Y7: "a launch closer than the level sets the level to its distance"; count and timer stay. */
static void launched(struct run *r, struct stage *s, enum sw_locality at)
{
    int level = at == SW_AT_NODE ? 0 : at == SW_AT_RACK ? 1 : 2;
    (void)r;
    if (at != SW_AT_NONE && level < s->level) s->level = level;
}

/* Y7: "at least T and a millisecond". */
static int64_t due_us(const struct run *r, const struct stage *s)
{
    return s->timer_us + r->o.t_us[s->level] + SW_US_PER_S / 1000;
}

static void offered_in_time(struct run *r, struct stage *s)
{
    if (s->offered && (s->level == 2 || r->now_us < due_us(r, s))) return;
    if (s->offered) s->level++;
    s->offered = true;
    s->timer_us = r->now_us;
}

static bool expires_in_time(const struct run *r, const struct stage *s, int64_t after_us, int64_t *at_us)
{
    if (!stage_waits_with_preference(s) || !s->offered || s->level == 2 || due_us(r, s) <= after_us) return false;
    *at_us = due_us(r, s);
    return true;
}

static void passed(struct run *r, struct stage *s) { (void)r, (void)s; }
static void begins(struct run *r, int node) { (void)r, (void)node; }
static void ends(struct run *r) { (void)r; }
static bool expires(const struct run *r, const struct stage *s, int64_t after_us, int64_t *at_us)
{
    (void)r, (void)s, (void)after_us, (void)at_us;
    return false;
}

const struct delay_rule delay_yarn = {
    .name = "yarn", .revives = true, .when_full = true, .offered = offered, .furthest = furthest,
    .passed = passed, .launched = launched, .begins = begins, .ends = ends, .expires = expires };
const struct delay_rule delay_yarn_time = {
    .name = "yarn-time", .offered = offered_in_time, .furthest = furthest,
    .passed = passed, .launched = launched, .begins = begins, .ends = ends, .expires = expires_in_time };
