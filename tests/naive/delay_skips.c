/* SPDX-License-Identifier: GPL-3.0-or-later */
/* delay_skips.c - D3, ES algorithm 2 with the two levels of ES 3.6. */
#include "tests/naive/naive.h"

static enum sw_locality furthest(const struct run *r, const struct stage *s)
{
    if (s->skips >= r->o.d1 + r->o.d2) return SW_AT_ANY; /* "if j.skipcount >= D then launch t on n" */
    if (s->skips >= r->o.d1) return SW_AT_RACK;
    return SW_AT_NODE;
}

static void passed(struct run *r, struct stage *s)
{
    (void)r;
    s->skips++; /* "else set j.skipcount = j.skipcount + 1" */
}

static void launched(struct run *r, struct stage *s, enum sw_locality at)
{
    (void)r;
    if (at == SW_AT_NODE) s->skips = 0; /* "set j.skipcount = 0" */
}

static void begins(struct run *r, int node) { (void)r, (void)node; }
static void ends(struct run *r) { (void)r; }
static bool expires(const struct run *r, const struct stage *s, int64_t after_us, int64_t *at_us)
{
    (void)r, (void)s, (void)after_us, (void)at_us;
    return false;
}

const struct delay_rule delay_skips = { "skips", true, true, furthest, passed, launched, begins, ends, expires, NULL,
                                        NULL };
