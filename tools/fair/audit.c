/* SPDX-License-Identifier: GPL-3.0-or-later */
/* audit.c - who runs more than its share at a time, who is owed, and since when. A pool is owed what it asks for of
 * its share and does not run. It is over by what it runs beyond its share, in whole slots. Samples of a replay come
 * in order of time, one for each pool. Each kind of slot is looked at by itself. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "tools/fair/moment.h"

enum stands { AT_SHARE, OVER, OWED };
/* since_us: of the sample in which `stands` changed; 0 from the beginning. */
struct audit_pool {
    char *name;
    struct { enum stands stands; int64_t since_us, running, pending; double share; } kind[2];
};

/* The finest step that ends on that time: a second at least, and at most 20,000 of them. So at_us is a multiple of
 * the step, and the last sample is of that time to the microsecond. */
int64_t audit_every_us(int64_t at_us)
{
    for (int64_t n = at_us / SW_US_PER_S < 20000 ? at_us / SW_US_PER_S : 20000; n > 0; n--)
        if (at_us % n == 0)
            return at_us / n;
    return at_us > 0 ? at_us : SW_US_PER_S;
}

/* NULL: no memory, which no_room says at the end, as a sink cannot fail. */
static struct audit_pool *audit_find(struct audit *a, const char *name)
{
    for (size_t i = 0; i < a->n; i++)
        if (strcmp(a->pool[i].name, name) == 0)
            return &a->pool[i];
    a->no_room |= sw_grow(&a->pool, &a->cap, a->n + 1, sizeof *a->pool, NULL) != SW_OK;
    if (a->no_room)
        return NULL;
    struct audit_pool *p = &a->pool[a->n];
    memset(p, 0, sizeof *p);
    p->name = strdup(name);
    a->no_room |= !p->name;
    a->n += !a->no_room;
    return a->no_room ? NULL : p;
}

/* Whole slots beyond the share, or short of it and asked for. */
static int64_t off_by(int64_t running, int64_t pending, double share)
{
    /* 1e-9: a share that rounding alone keeps from a whole number counts as whole. */
    double over = floor((double)running - share + 1e-9), owed = floor(share - (double)running + 1e-9);
    if (over >= 1)
        return (int64_t)over;
    return owed >= 1 && pending > 0 ? -(int64_t)fmin(owed, (double)pending) : 0;
}

/* since_us is when a pool last changed between over, owed and neither. */
void audit_see(struct audit *a, const struct sw_sample *s)
{
    struct audit_pool *p = a->no_room ? NULL : audit_find(a, s->pool);
    for (int kind = 0; p && kind < 2; kind++) {
        int64_t off = off_by(s->running[kind], s->pending[kind], s->fair_share[kind]);
        enum stands stands = off > 0 ? OVER : off < 0 ? OWED : AT_SHARE;
        if (stands != p->kind[kind].stands)
            p->kind[kind].since_us = s->time_us;
        p->kind[kind].stands = stands;
        p->kind[kind].running = s->running[kind];
        p->kind[kind].pending = s->pending[kind];
        p->kind[kind].share = s->fair_share[kind];
    }
}

/* since_s and for_s are empty for a pool at its share. */
static void put_kind(const struct audit *a, const struct audit_pool *p, int kind, int64_t at_us, struct sw_out *out)
{
    static const char *const words[] = { "at its share", "over", "owed" };
    int64_t off = off_by(p->kind[kind].running, p->kind[kind].pending, p->kind[kind].share);
    sw_out_str(out, p->name);
    sw_out_str(out, a->one_kind ? "slots" : kind ? "reduce slots" : "map slots");
    sw_out_i64(out, p->kind[kind].running);
    sw_out_i64(out, p->kind[kind].pending);
    sw_out_real(out, p->kind[kind].share);
    sw_out_str(out, words[p->kind[kind].stands]);
    sw_out_i64(out, off < 0 ? -off : off);
    for (int i = 0; i < 2; i++)
        if (off)
            sw_out_time(out, i == 0 ? p->kind[kind].since_us : at_us - p->kind[kind].since_us);
        else
            sw_out_empty(out);
    sw_out_end_row(out);
}

/* Pools that neither run nor wait at the time, nor are due anything, have no row. */
void audit_put(const struct audit *a, int64_t at_us, struct sw_out *out)
{
    static const char *const header[] = { "pool", "kind", "running", "pending", "fair_share", "stands", "slots",
                                          "since_s", "for_s", NULL };
    sw_out_header(out, header);
    for (size_t i = 0; i < a->n; i++)
        for (int kind = 0; kind < 2; kind++)
            if (a->pool[i].kind[kind].running + a->pool[i].kind[kind].pending > 0)
                put_kind(a, &a->pool[i], kind, at_us, out);
}

void audit_clear(struct audit *a)
{
    for (size_t i = 0; i < a->n; i++)
        free(a->pool[i].name);
    free(a->pool);
}
