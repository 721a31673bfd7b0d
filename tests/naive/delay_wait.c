/* SPDX-License-Identifier: GPL-3.0-or-later */
/* delay_wait.c - D4..D6, ES algorithm 3, with its four accountings. */
#include "tests/naive/naive.h"

static int64_t waited(const struct run *r, const struct stage *s)
{
    if (r->o.accounting != CLOCK) return s->wait_us;
    return s->clock_us == UNSET ? 0 : r->now_us - s->clock_us; /* D5, clock */
}

/* W1 (which 0) or W2 (1) for the stage's job; D11: its own go before its pool's, "each for itself". */
static int64_t wait_of(const struct run *r, const struct stage *s, int which)
{
    if (r->o.few != NO_LIMIT && job_running(r, s->job, s->slot_kind) > r->o.few) return 0; /* D21 */
    if (r->job[s->job].wait_us[which] != UNSET) return r->job[s->job].wait_us[which];
    return pool_wait(r, r->job[s->job].pool, which, which ? r->o.w2_us : r->o.w1_us);
}

/* D4: levels 0 node, 1 rack, 2 any. */
static enum sw_locality furthest(const struct run *r, const struct stage *s)
{
    int64_t w1 = wait_of(r, s, 0), w2 = wait_of(r, s, 1), wait = waited(r, s);
    if (s->level == 2) return SW_AT_ANY;
    if (s->level == 1 && wait >= w2) return SW_AT_ANY;
    if (s->level == 0 && wait >= w1 + w2) return SW_AT_ANY;
    if (s->level >= 1 || wait >= w1) return SW_AT_RACK;
    return SW_AT_NODE;
}

static void passed(struct run *r, struct stage *s) { (void)r, (void)s; }

/* D4: "a launch at distance node, rack, any sets level 0, 1, 2 and wait 0". */
static void launched(struct run *r, struct stage *s, enum sw_locality at)
{
    (void)r;
    if (at == SW_AT_NONE) return; /* D1 */
    s->level = at == SW_AT_NODE ? 0 : at == SW_AT_RACK ? 1 : 2;
    s->wait_us = 0;
}

/* D5: does this heartbeat count for the kind? */
static bool counts(const struct run *r, int node, int kind)
{
    bool of_any = false;
    for (int k = 0; k < r->n_kinds; k++)
        if (node_free(r, node, k) > 0) of_any = true;
    switch (r->o.accounting) {
    case ASKING: return node_offers(r, node, kind) > 0; /* H8 */
    case SHIPPED: return of_any;
    case ALL: return true;
    case CLOCK: return false;
    }
    return false;
}

/* D4: "every marked stage of the kind adds the time since the previous counting heartbeat, and the mark is cleared". */
static void begins(struct run *r, int node)
{
    for (int kind = 0; kind < r->n_kinds; kind++) {
        if (!counts(r, node, kind)) continue;
        for (int j = 0; j < r->n_jobs; j++)
            for (int i = 0; i < r->job[j].n_stages; i++) {
                struct stage *s = &r->job[j].stage[i];
                if (s->slot_kind != kind || !s->marked) continue;
                s->wait_us += r->now_us - r->last_count_us[kind];
                s->marked = false;
            }
        r->last_count_us[kind] = r->now_us;
    }
}

/* D4: "the stages that some scan of it for their kind passed by, and that launched nothing in it, are marked". */
static void ends(struct run *r)
{
    if (r->o.accounting == CLOCK) return;
    for (int j = 0; j < r->n_jobs; j++)
        for (int i = 0; i < r->job[j].n_stages; i++) {
            struct stage *s = &r->job[j].stage[i];
            if (s->passed_now && !s->launched_now) s->marked = true;
        }
}

/* D6: the first instant after after_us at which a counting heartbeat would allow a level not allowed before. */
static bool expires(const struct run *r, const struct stage *s, int64_t after_us, int64_t *at_us)
{
    bool clock = r->o.accounting == CLOCK, found = false;
    int64_t w1 = wait_of(r, s, 0), w2 = wait_of(r, s, 1);
    int64_t threshold[2] = { s->level == 0 ? w1 : w2, s->level == 0 ? w1 + w2 : w2 };
    int64_t from = clock ? s->clock_us : r->last_count_us[s->slot_kind], wait = clock ? 0 : s->wait_us;
    if (s->level == 2 || (clock ? s->clock_us == UNSET : !s->marked) || !stage_waits_with_preference(s)) return false;
    for (int i = r->o.no_rack_level ? 1 : 0; i < 2; i++) { /* without racks there is no level 1 to be allowed */
        int64_t at = from + threshold[i] - wait;
        if (wait >= threshold[i] || at <= after_us) continue;
        if (!found || at < *at_us) *at_us = at;
        found = true;
    }
    return found;
}

/* D21.4: a launch has taken the job past its few tasks, and a stage of it may go further now. */
void delay_few_launched(struct run *r, int job, int kind)
{
    if (r->o.few == NO_LIMIT || job_running(r, job, kind) != r->o.few + 1 || r->o.heartbeat_us > 0) return;
    for (int i = 0; i < r->job[job].n_stages; i++) {
        struct stage *s = &r->job[job].stage[i];
        int64_t few = r->o.few, rest;
        if (s->slot_kind != kind || !s->ready || r->job[job].held_back || starves(r, s)
            || !stage_waits_with_preference(s) || s->level == 2)
            continue;
        r->o.few = NO_LIMIT; /* what it would wait */
        rest = s->level == 0 ? wait_of(r, s, 0) + wait_of(r, s, 1) : wait_of(r, s, 1);
        r->o.few = few;
        if (rest > 0) r->waits_fell = true;
    }
}

const struct delay_rule delay_wait = { "wait", false, false, furthest, passed, launched, begins, ends, expires, NULL,
                                       NULL };
