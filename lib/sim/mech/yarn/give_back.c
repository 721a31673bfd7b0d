/* SPDX-License-Identifier: GPL-3.0-or-later */
/* give_back.c - a MapReduce job whose maps find no slot stops asking for reduces (Y9). It gives back the reduces that
 * hold the slots, as YARN's application master does (Y10 of docs/model.md). */
#include "lib/base/arena.h"
#include "lib/sim/event/event.h"
#include "lib/sim/life/life.h"
#include "lib/sim/mech/speculation/speculation.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/queue/queue.h"
#include <stdlib.h>
#include <string.h>

enum { EVERY_US = SW_US_PER_S };
/* A job's live attempts. Its reduces are listed: among all attempts of a full cluster they are few. */
struct live { int64_t maps, reduces; bool is_watched; struct attempt *newest; };
struct live_reduce { struct attempt *older, *newer; };
/* A look goes through the watched jobs alone: those that have had a live reduce since the last look, and those that
 * were told to ask for none. Going through all jobs and attempts, the preset yarn-fair took 3 times as long on twelve
 * days of sparse jobs. */
struct give_back { struct records at; struct job **watched; size_t n, cap; };

static struct live *live_of(const struct give_back *g, const struct job *job) { return job_record(job, &g->at); }

/* A reduce in the list of its job. */
static struct live_reduce *listed(const struct give_back *g, const struct attempt *a)
{
    return attempt_record(a, &g->at);
}

/* Reduces are listed, the newest first. Maps are counted. */
static void give_back_launched(struct sw_replay *r UNUSED, void *own, struct attempt *a)
{
    struct live *live = live_of(own, a->job);
    if (a->stage->kind != SW_REDUCE) {
        live->maps += a->stage->kind == SW_MAP;
        return;
    }
    live->reduces++;
    *listed(own, a) = (struct live_reduce){ .older = live->newest };
    if (live->newest)
        listed(own, live->newest)->newer = a;
    live->newest = a;
    if (!live->is_watched && a->job->mapreduce && a->job->n_stages > 1) {
        /* From now on it is watched. */
        struct give_back *g = own;
        PUSH(g->watched, g->n, g->cap, a->job);
        live_of(g, a->job)->is_watched = true;
    }
}

/* Out of the list, done or not. */
static void give_back_left(struct sw_replay *r UNUSED, void *own, struct attempt *a)
{
    struct live *live = live_of(own, a->job);
    if (a->stage->kind != SW_REDUCE) {
        live->maps -= a->stage->kind == SW_MAP;
        return;
    }
    live->reduces--;
    struct live_reduce at = *listed(own, a);
    if (at.older)
        listed(own, at.older)->newer = at.newer;
    if (at.newer)
        listed(own, at.newer)->older = at.older;
    else
        live->newest = at.older;
}

/* The order of the others stays. */
static void give_back_job_freed(struct sw_replay *r UNUSED, void *own, struct job *job)
{
    struct give_back *g = own;
    if (!live_of(g, job)->is_watched)
        return;
    for (size_t i = 0; i < g->n; i++)
        if (g->watched[i] == job) {
            memmove(g->watched + i, g->watched + i + 1, (--g->n - i) * sizeof *g->watched);
            return;
        }
}

/* O6, O12, O13 */
static bool is_held_back(const struct sw_replay *r, const struct job *job)
{
    return (job_group(job) && job_group(job)->is_blocked[0] && !r->pools.by_updates)
           || (r->opt.order.policy->uses_pools && pools_are_full(job->at_pool, 0));
}

/* Y10.1 */
static bool has_headroom(const struct sw_replay *r, const struct job *job)
{
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        if (r->slots.node[i].free[0])
            return !is_held_back(r, job);
    return false;
}

/* The least score; of equals the one launched last. */
static struct attempt *least_of(const struct sw_replay *r, const struct give_back *g, const struct stage *reduces)
{
    struct attempt *least = NULL;
    int64_t score = 0;
    for (struct attempt *a = live_of(g, reduces->job)->newest; a; a = listed(g, a)->older) {
        if (a->stage != reduces)
            continue;
        int64_t own = score_of(r, a);
        if (!least || own < score) {
            least = a;
            score = own;
        }
    }
    return least;
}

/* Y10.2: the n of the least score. */
static void give_back_reduces(struct sw_replay *r, const struct give_back *g, struct stage *reduces, int64_t n)
{
    for (; n > 0; n--) {
        struct attempt *a = least_of(r, g, reduces);
        OBSERVERS_SEE(r, SAW_KILL, .attempt = a, .for_what = FOR_OWN_MAPS);
        stop_at_once(r, a, SW_KILLED);
    }
}

/* Y9.1: a job with pending maps and a live reduce, but no live map, asks for no more reduces. Y10: without headroom it
 * gives some back. */
static void look_at_job(struct sw_replay *r, const struct give_back *g, struct job *job)
{
    const struct live *live = live_of(g, job);
    struct stage *maps = &job->stage[0], *reduces = &job->stage[1];
    int64_t waiting = maps->ready ? (int64_t)maps->n_unlaunched[PREF] + maps->n_unlaunched[NOPREF] : 0;
    if (reduces->withheld && !waiting)
        stages_ask_again(r, reduces);
    if (!waiting || live->maps || !live->reduces)
        return;
    if (!reduces->withheld)
        stages_withhold(r, reduces);
    if (!has_headroom(r, job))
        give_back_reduces(r, g, reduces, min_i64((live->reduces + 1) / 2, waiting));
}

static int watched_by_place(const void *a, const void *b)
{
    const struct job *x = *(struct job *const *)a, *y = *(struct job *const *)b;
    return ORDER(x->place, y->place);
}

/* They mostly come in that order, and none leaves it. On sparse days sorting at each check took a quarter of all. */
static void sort_watched(struct give_back *g)
{
    bool sorted = true;
    for (size_t i = 1; i < g->n && sorted; i++)
        sorted = g->watched[i - 1]->place < g->watched[i]->place;
    if (!sorted)
        qsort(g->watched, g->n, sizeof *g->watched, watched_by_place);
}

/* In the order of the trace. */
static void check_all(struct sw_replay *r, struct give_back *g)
{
    size_t n = 0;
    sort_watched(g);
    for (size_t i = 0; i < g->n; i++)
        if (g->watched[i]->admitted && !g->watched[i]->ended)
            look_at_job(r, g, g->watched[i]);
    for (size_t i = 0; i < g->n; i++) {
        struct job *job = g->watched[i];
        struct live *live = live_of(g, job);
        if ((live->is_watched = live->reduces > 0 || job->stage[1].withheld))
            g->watched[n++] = job;
    }
    g->n = n;
}

static void give_back_event(struct sw_replay *r, void *own, const struct event *ev UNUSED)
{
    struct give_back *g = own;
    if (g->n)
        check_all(r, g);
    ticks_again_unless_quiet(r, EV_GIVE_BACK, EVERY_US);
}

static void give_back_reset(struct sw_replay *r UNUSED, void *own)
{
    ((struct give_back *)own)->n = 0;
}

static void give_back_job_submitted(struct sw_replay *r, void *own UNUSED, struct job *job UNUSED)
{
    ticks_expect(r, EV_GIVE_BACK, EVERY_US);
}

static int64_t give_back_settles_us(struct sw_replay *r, void *own UNUSED)
{
    return ticks_several_us(r, EV_GIVE_BACK, EVERY_US);
}

const struct mechanism give_back_mechanism = {
    .needs = NEEDS_RETURNS | NEEDS_LAUNCHES | NEEDS_ENDS | NEEDS_WHOLE_RECORD, .size = sizeof(struct give_back),
    .job_size = sizeof(struct live), .attempt_size = sizeof(struct live_reduce), .event_kind = EV_GIVE_BACK,
    .event = give_back_event, .reset = give_back_reset, .settles_us = give_back_settles_us,
    .launched = give_back_launched, .left = give_back_left, .job_freed = give_back_job_freed,
    .job_submitted = give_back_job_submitted,
};
