/* SPDX-License-Identifier: GPL-3.0-or-later */
/* deficit.c - updates of the order `deficit` (O10): who is in, what he wants, and in which order the arithmetic of lib/sched gets it. */
#include "lib/replay/replay.h"
#include <stdlib.h>

struct due_room { /* n places each */
    uint32_t cap;
    struct job **job;
    struct sw_due_claim *claim;
    const struct sw_due_claim **claims;
};

static struct due_room *room_for(struct sw_replay *r, uint32_t n)
{
    struct due_room *room = r->due_room ? r->due_room : (r->due_room = xcalloc(1, sizeof *room));
    if (n <= room->cap)
        return room;
    room->cap = 2 * n;
    room->job = xrealloc(room->job, room->cap, sizeof *room->job);
    room->claim = xrealloc(room->claim, room->cap, sizeof *room->claim);
    room->claims = xrealloc(room->claims, room->cap, sizeof *room->claims);
    return room;
}

void deficits_end(struct sw_replay *r)
{
    if (!r->due_room)
        return;
    free(r->due_room->job);
    free(r->due_room->claim);
    free(r->due_room->claims);
    free(r->due_room);
}

/* Step 1, and who takes part in the others: those that want something. */
static uint32_t gather(struct sw_replay *r, struct due_room **room, int slot)
{
    uint32_t n = 0;
    for (struct job *job = r->first_job; job; job = job->next) {
        struct sw_due *due = &job->due[slot];
        if (!job->admitted)
            continue;
        if (job->updated)
            sw_deficit_add(due, job->running[slot], r->opt.order.update_us);
        due->min = due->share = 0;
        if (job->running[slot] + job->unlaunched[slot] > 0) {
            *room = room_for(r, n + 1);
            (*room)->job[n++] = job;
        }
    }
    return n;
}

static int by_pool_then_fifo(const void *a, const void *b)
{
    const struct job *x = *(struct job *const *)a, *y = *(struct job *const *)b;
    if (x->pool != y->pool) return x->pool->number < y->pool->number ? -1 : 1;
    return job_fifo_before(x, y) ? -1 : 1;
}

static void set_claims(struct sw_replay *r, struct due_room *room, uint32_t n, int slot)
{
    qsort(room->job, n, sizeof *room->job, by_pool_then_fifo);
    for (uint32_t i = 0; i < n; i++) {
        struct job *job = room->job[i];
        room->claim[i] = (struct sw_due_claim){
            .weight = sw_deficit_weight(&r->opt.order, job->weight, job->priority, r->now_us - job->submit_us),
            .demand = job->running[slot] + job->unlaunched[slot], .due = &job->due[slot] };
    }
}

static void update(struct sw_replay *r, int slot)
{
    struct due_room *room = r->due_room;
    uint32_t n = gather(r, &room, slot), end;
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
    sw_deficit_shares(room->claim, n, (int64_t)r->slots_now[slot], room->claims);
}

void deficits_update(struct sw_replay *r)
{
    update(r, 0);
    update(r, 1);
    for (struct job *job = r->first_job; job; job = job->next)
        job->updated |= job->admitted;
}
