/* SPDX-License-Identifier: GPL-3.0-or-later */
/* delay_none.c - D2: any distance at once. */
#include "tests/naive/naive.h"

static enum sw_locality furthest(const struct run *r, const struct stage *s)
{
    (void)r, (void)s;
    return SW_AT_ANY;
}

static void passed(struct run *r, struct stage *s) { (void)r, (void)s; }
static void launched(struct run *r, struct stage *s, enum sw_locality at) { (void)r, (void)s, (void)at; }
static void begins(struct run *r, int node) { (void)r, (void)node; }
static void ends(struct run *r) { (void)r; }
static bool expires(const struct run *r, const struct stage *s, int64_t after_us, int64_t *at_us)
{
    (void)r, (void)s, (void)after_us, (void)at_us;
    return false;
}

const struct delay_rule delay_none = { "none", false, false, furthest, passed, launched, begins, ends, expires, NULL,
                                       NULL };
