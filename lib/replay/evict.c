/* SPDX-License-Identifier: GPL-3.0-or-later */
/* evict.c - jobs that wait for one another's room: who gives way, and for how long (TR 5.4; rules A8, A9 of docs/model.md).
 *
 * Whether anything can still go on is looked at after each instant at which nothing but reduces that wait for maps runs, which is
 * seldom, by going over what waits and what is free. */
#include "lib/replay/replay.h"

/* ---- can anything go on? ------------------------------------------------------------------------------ */

/* Of what runs, only reduces that wait for maps do not end by themselves. */
static bool only_waiting_reduces_run(const struct sw_replay *r)
{
    if (r->room->n_busy || r->n_set_up)
        return false;
    for (const struct attempt *a = r->oldest; a; a = a->newer)
        if (a->phase != COPYING || maps_are_done(a->job))
            return false;
    return true;
}

/* What waits: whether some of it can be launched, or is refused for room alone, and whose it is. */
struct look { struct sw_replay *r; bool several; const struct job *waits, *refused; };

static bool may_launch(void *ctx, struct sw_item *item)
{
    struct look *k = ctx;
    struct sw_replay *r = k->r;
    const struct stage *st = item->of;
    k->several |= k->waits && k->waits != st->job;
    k->waits = st->job;
    for (uint32_t i = 0; (i = bits_next(&r->any_free, i)) != NONE; i++) {
        if (!admit_has_slot(r, st, r->node_of[i]))
            continue;
        if (room_is_there(r, st, r->node_of[i]))
            return true;
        k->refused = k->refused ? k->refused : st->job;
    }
    return false;
}

/* ---- who gives way (A9) ------------------------------------------------------------------------------- */

static struct sw_evict_view view_of(const struct job *job)
{
    return (struct sw_evict_view){ .submit_us = job->submit_us, .place = job->place, .tasks = job->tasks, .tasks_done = job->tasks_done,
                                   .bytes = job->held_bytes };
}

/* Room, or else slots alone. */
static bool occupies(const struct job *job, bool room)
{
    return job->admitted && job->mapreduce && !job->held_back && (room ? job->held_bytes > 0 : job->running[0] + job->running[1] > 0);
}

static struct job *choose(const struct sw_replay *r, const struct look *k, bool room)
{
    struct job *victim = NULL;
    for (struct job *job = r->opt.evict->before ? r->first_job : NULL; job; job = job->next) {
        if (!occupies(job, room) || (!k->several && job == k->waits))
            continue;
        struct sw_evict_view a = view_of(job), b = victim ? view_of(victim) : a;
        if (!victim || r->opt.evict->before(&a, &b))
            victim = job;
    }
    return victim;
}

/* Whether nothing can go on for want of room; then who gives way, if anybody can. */
bool evict_look(struct sw_replay *r)
{
    struct look k = { .r = r };
    r->room->victim = NULL;
    if (!only_waiting_reduces_run(r))
        return false;
    for (int slot = 0; slot < 2; slot++)
        if (sw_list_walk(&r->list[slot], may_launch, &k))
            return false;
    if (k.refused && !(r->room->victim = choose(r, &k, true)))
        r->room->victim = choose(r, &k, false);
    r->room->refused = k.refused;
    return k.refused != NULL;
}

/* Nothing will ever go on, by the last look. */
int evict_stuck(const struct sw_replay *r)
{
    const struct job *job = r->room->refused;
    return sw_err_set(r->err, "job '%s' in pool '%s' can never run (a map of it writes %llu bytes, no node has as many left, and %s)", job->id, job->pool->name,
                      (unsigned long long)room_for_map(job), r->opt.evict->before ? "no other job has output to delete for it" : "--evict none deletes nothing");
}

/* ---- its output is deleted (A8) ------------------------------------------------------------------------ */

static void delete_outputs(struct sw_replay *r, struct job *job)
{
    struct stage *maps = &job->stage[0];
    for (uint32_t t = 0; t < maps->n_tasks; t++)
        if (maps->done_on[t])
            output_lost(r, maps, t);
    job->n_outputs = job->outputs_wanted = 0;
    job_rekey(r, job, maps->slot);
    if (r->opt.order.part->follows_done && job->n_stages > 1)
        job_rekey(r, job, job->stage[1].slot);
}

/* A rule that steps on as it is passed by: where it stands now, which is where it comes back. */
static void keep_levels(struct sw_replay *r, struct job *job)
{
    for (uint32_t s = 0; s < job->n_stages && r->opt.delay.part->climbs; s++) {
        struct stage *st = &job->stage[s];
        if (!st->item[PREF].leaf || job->pool->starved[st->slot])
            continue;
        sw_list_look(&st->item[PREF]);
        st->level = stage_level(r, st);
    }
}

void evict_now(struct sw_replay *r)
{
    struct job *job = r->room->victim;
    if (r->decide)
        decide_evict(r, job);
    attempts_stop(r, job, SW_EVICTED);
    delete_outputs(r, job);
    keep_levels(r, job);
    job_withdraw(r, job);
    job->held_back = true;
    job->evicted = ++r->room->n_evictions;
    r->call_all = true;
}

/* ---- until another job ends ----------------------------------------------------------------------------- */

static void let_back(struct sw_replay *r, struct job *job)
{
    job->held_back = false;
    for (uint32_t s = 0; s < job->n_stages; s++)
        if (job->stage[s].ready)
            stage_comes_back(r, &job->stage[s]);
    r->call_all = true;
}

/* Those that were evicted while it was in. */
void evict_let_back(struct sw_replay *r, const struct job *ended)
{
    for (struct job *job = r->first_job; job && r->room->n_evictions; job = job->next)
        if (job->held_back && ended->came < job->evicted && ended->admitted)
            let_back(r, job);
}
