/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deficit.c - updates of the order `deficit` (O10): who is in, what he wants, and in which order the arithmetic of
 * lib/sched gets it. */
#include "lib/base/arena.h"
#include "lib/sim/event/event.h"
#include "lib/sim/queue/queue.h"
#include "lib/sim/task/task.h"
#include <stdlib.h>

struct due_room { /* n places each */
    uint32_t cap;
    struct job **job;
    struct sw_deficit_claim *claim;
    const struct sw_deficit_claim **claims;
};

static void make_room(struct due_room *room, uint32_t n)
{
    if (n <= room->cap)
        return;
    room->cap = 2 * n;
    room->job = xrealloc(room->job, room->cap, sizeof *room->job);
    room->claim = xrealloc(room->claim, room->cap, sizeof *room->claim);
    room->claims = xrealloc(room->claims, room->cap, sizeof *room->claims);
}

static void deficit_stop(struct sw_replay *r, void *own)
{
    struct due_room *room = own;
    (void)r;
    xfree(room->job);
    xfree(room->claim);
    xfree(room->claims);
}

/* Step 1, and who takes part in the others: those that want something. */
static uint32_t gather(struct sw_replay *r, struct due_room *room, int slot)
{
    uint32_t n = 0;
    for (struct job *job = r->jobs.first; job; job = job->next) {
        struct sw_deficit *due = &job->due[slot];
        if (!job->admitted)
            continue;
        if (job->updated)
            sw_deficit_add(due, job->running[slot], r->opt.order.update_us);
        due->min = due->share = 0;
        if (job->running[slot] + job->unlaunched[slot] > 0) {
            make_room(room, n + 1);
            room->job[n++] = job;
        }
    }
    return n;
}

static int by_pool_then_fifo(const void *a, const void *b)
{
    const struct job *x = *(struct job *const *)a, *y = *(struct job *const *)b;
    if (x->pool != y->pool) return x->pool->number < y->pool->number ? -1 : 1;
    return order_fifo_before(x, y) ? -1 : 1;
}

static void set_claims(struct sw_replay *r, struct due_room *room, uint32_t n, int slot)
{
    qsort(room->job, n, sizeof *room->job, by_pool_then_fifo);
    for (uint32_t i = 0; i < n; i++) {
        struct job *job = room->job[i];
        room->claim[i] = (struct sw_deficit_claim){
            .weight = sw_deficit_weight(&r->opt.order, job->weight, job->priority, r->now_us - job->submit_us),
            .demand = job->running[slot] + job->unlaunched[slot], .due = &job->due[slot] };
    }
}

static void update(struct sw_replay *r, struct due_room *room, int slot)
{
    uint32_t n = gather(r, room, slot), end;
    if (!n)
        return;
    set_claims(r, room, n, slot);
    for (uint32_t i = 0; i < n; i = end) {
        const struct pool *p = room->job[i]->pool;
        for (end = i; end < n && room->job[end]->pool == p; end++)
            ;
        if (p->min[slot] > 0)
            sw_deficit_minimums(room->claim + i, end - i, p->min[slot], room->claims);
    }
    sw_deficit_shares(room->claim, n, (int64_t)r->slots.now[slot], room->claims);
}

static int deficit_event(struct sw_replay *r, void *own, const struct event *ev)
{
    (void)ev;
    update(r, own, 0);
    update(r, own, 1);
    for (struct job *job = r->jobs.first; job; job = job->next)
        job->updated |= job->admitted;
    for (int slot = 0; slot < 2; slot++)
        if (r->cl->total_slots[slot])
            keys_rekey_all(r, slot);
    ticks_again(r, EV_UPDATE, r->opt.order.update_us);
    return SW_OK;
}

static void deficit_job_submitted(struct sw_replay *r, void *own, struct job *job)
{
    (void)own;
    (void)job;
    ticks_expect(r, EV_UPDATE, r->opt.order.update_us);
}

static bool deficit_wanted(const struct sw_replay *r)
{
    return r->opt.order.update_us && r->opt.order.policy->share == SW_SHARE_BY_WEIGHT;
}

const struct mechanism deficit_mechanism = {
    .name = "deficit", .wanted = deficit_wanted, .size = sizeof(struct due_room), .stop = deficit_stop,
    .event_kind = EV_UPDATE, .event = deficit_event, .job_submitted = deficit_job_submitted
};
