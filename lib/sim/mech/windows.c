/* SPDX-License-Identifier: GPL-3.0-or-later */
/* windows.c - ticks of the order `windows`: what each pool used of each window of time, and which pools are held (U11
 * of docs/model.md). */
#include "lib/base/minmax.h"
#include "lib/sim/event/event.h"
#include "lib/sim/queue/queue.h"
#include <string.h>

struct past { double used[2][SW_MAX_WINDOWS]; }; /* slot seconds by kind; the present window is 0 */
struct windows { struct records at; int64_t last_us; };

static struct past *past_of(const struct windows *w, const struct pool *p) { return pool_record(p, &w->at); }

/* The present window has ended, and n - 1 after it. */
static void roll(const struct sw_replay *r, double *used, int64_t n)
{
    uint32_t depth = r->opt.order.windows.depth, by = n < depth ? (uint32_t)n : depth;
    memmove(used + by, used, (depth - by) * sizeof *used);
    memset(used, 0, by * sizeof *used);
}

/* U10: the sum over windows of D^i times what window i has. */
static double weighed(const struct sw_replay *r, const double *used)
{
    double sum = 0, weight = 1;
    for (uint32_t i = 0; i < r->opt.order.windows.depth; i++, weight *= r->opt.order.windows.decay)
        sum += weight * used[i];
    return sum;
}

/* U11: a tick. Window 0 grows by what the pool runs times the period. Where an interval has ended all windows move
 * on. */
static void windows_event(struct sw_replay *r, void *own, const struct event *ev UNUSED)
{
    struct windows *w = own;
    int64_t interval_us = r->opt.order.windows.interval_us;
    int64_t ended = r->now_us / interval_us - w->last_us / interval_us;
    double all[2] = { 0, 0 }, period_s = (double)r->opt.order.update_us / SW_US_PER_S;
    for (struct pool *p = r->pools.first; p; p = p->next)
        for (int kind = 0; kind < 2; kind++) {
            double *used = past_of(w, p)->used[kind];
            used[0] += (double)p->running[kind] * period_s;
            roll(r, used, ended);
            all[kind] += p->parent ? 0 : weighed(r, used);
        }
    for (struct pool *p = r->pools.first; p; p = p->next)
        for (int kind = 0; kind < 2; kind++) {
            double percent = all[kind] > 0 ? 100 * weighed(r, past_of(w, p)->used[kind]) / all[kind] : 0;
            p->key_share[kind] = sw_usage_millionths(percent);
            /* U11.2: beyond its cap it runs nothing more. */
            p->held[kind] = p->cap >= 0 && p->key_share[kind] > p->cap;
            p->most[kind] = p->held[kind] ? 0 : p->max[kind];
            pool_keys_place_up(r, p, kind); /* those above have it in their queue, or not */
        }
    w->last_us = r->now_us;
    ticks_again(r, EV_UPDATE, r->opt.order.update_us);
}

/* After all windows have ended nothing is held. */
static int64_t windows_settles_us(struct sw_replay *r, void *own UNUSED)
{
    const struct sw_windows *w = &r->opt.order.windows;
    return w->interval_us > SW_TIME_MAX / (4 * (w->depth + 1))
               ? SW_TIME_MAX
               : (w->depth + 1) * w->interval_us + ticks_several_us(r, EV_UPDATE, r->opt.order.update_us);
}

const struct mechanism windows_mechanism = {
    .needs = NEEDS_POOLS | NEEDS_ZEROS, .size = sizeof(struct windows), .pool_size = sizeof(struct past),
    .event_kind = EV_UPDATE, .job_submitted = ticks_expect_update, .settles_us = windows_settles_us,
    .event = windows_event,
    .updates_repeat = ticks_leave_none_out, /* in each a window may end, and a pool be let go */
};
