/* SPDX-License-Identifier: GPL-3.0-or-later */
/* delay_spark.c - D9: a timer per stage, and what starts it anew. */
#include "tests/naive/naive.h"

/* Levels 0 node, 1 rack, 2 any. */
static enum sw_locality furthest(const struct run *r, const struct stage *s)
{
    int64_t since = r->now_us - s->timer_us;
    if (s->level == 2) return SW_AT_ANY;
    if (s->level == 1) return since >= r->o.r_us ? SW_AT_ANY : SW_AT_RACK;
    if (since >= r->o.n_us + r->o.r_us) return SW_AT_ANY;
    return since >= r->o.n_us ? SW_AT_RACK : SW_AT_NODE;
}

static void start_anew(const struct run *r, struct stage *s, enum sw_locality at)
{
    s->level = at == SW_AT_NODE ? 0 : at == SW_AT_RACK ? 1 : 2;
    s->timer_us = r->now_us;
}

static void passed(struct run *r, struct stage *s)
{
    (void)r;
    s->passed_in_round = true;
}

/* `launch`: "a launch with preference sets the level to its distance and the timer to now". */
static void launched(struct run *r, struct stage *s, enum sw_locality at)
{
    if (at == SW_AT_NONE) return; /* D1 */
    if (r->o.reset_by_launch) start_anew(r, s, at);
    if (!s->launched_in_round || at < s->closest_in_round) s->closest_in_round = at; /* node < rack < any */
    s->launched_in_round = true;
}

static void round_begins(struct run *r)
{
    for (int j = 0; j < r->n_jobs; j++)
        for (int i = 0; i < r->job[j].n_stages; i++)
            r->job[j].stage[i].passed_in_round = r->job[j].stage[i].launched_in_round = false;
}

/* `refusal`: "only a round of all free nodes in which the stage launched and no scan passed it by does so, with the
 * closest distance of the round's launches". */
static void round_ends(struct run *r)
{
    for (int j = 0; j < r->n_jobs && !r->o.reset_by_launch; j++)
        for (int i = 0; i < r->job[j].n_stages; i++) {
            struct stage *s = &r->job[j].stage[i];
            if (s->launched_in_round && !s->passed_in_round) start_anew(r, s, s->closest_in_round);
        }
}

static void begins(struct run *r, int node) { (void)r, (void)node; }
static void ends(struct run *r) { (void)r; }

/* D9 counts expiries (H6 c) among the rounds; D6 speaks of marked stages, which only `wait` has. So: the first instant
 * after after_us at which the timer allows a stage in the list a level not allowed before. */
static bool expires(const struct run *r, const struct stage *s, int64_t after_us, int64_t *at_us)
{
    int64_t n = r->o.n_us, rack = r->o.r_us;
    int64_t due[2] = { s->timer_us + n, s->timer_us + (s->level == 0 ? n + rack : rack) };
    if (!stage_waits_with_preference(s)) return false; /* D1: never waits */
    for (int i = s->level == 1 || r->o.no_rack_level ? 1 : 0; i < 2 && s->level < 2; i++)
        if (due[i] > after_us) {
            *at_us = due[i];
            return true;
        }
    return false;
}

const struct delay_rule delay_spark = { "spark", false, true, furthest, passed, launched, begins, ends, expires,
                                        round_begins, round_ends };
