/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dispatcher.h - who decides which task launches on which node, and when. A replay has exactly one dispatcher.
 *
 * A dispatcher is one `const struct dispatcher` in a file or folder of lib/sim/dispatch and one line in mechanisms.c.
 * The first of that list whose condition holds has the replay; that of heartbeat.c always does. CONTRIBUTING.md adds
 * one.
 *
 * The engine goes from instant to instant. At each it applies what happens: jobs arrive, attempts end, nodes come and
 * go. Then it calls `round`, once. Where nothing else happens, `next_us` says when there is to be a round.
 *
 * What it may ask. All of struct sw_replay (sim.h) is there to be read:
 *   r->now_us                      the time in microseconds
 *   r->slots.node[i]               a node: up, rack, and by kind of slot slots, free, occupied
 *   r->slots.free_rank[kind]       ranks of nodes with a free slot, for bits_next(); r->slots.node_of[rank] is the node
 *   r->slots.kicked, offer_to_all  which nodes have news at this instant, or whether all may have
 *   r->queues.of_kind[kind]        the scheduling queue: sw_queue_walk() goes through stages by --order, limits kept
 *   r->jobs.first, job->stage      the jobs in the system, and their stages
 *   st->n_unlaunched[class]        tasks of a stage to be launched: PREF those with preferred hosts, NOPREF others
 *   r->attempts.newest, ->older    what runs, by launch, if `needs` has NEEDS_LAUNCHES
 *   stage_may_start()              whether all mechanisms let a stage have a slot of a node (ask.h)
 *   unlaunched_first(), choose_local(), choose_in_rack(), choose_distance()   tasks (locality/locality.h)
 *
 * What it may do, within `round` and nowhere else (life/life.h, nodes/nodes.h):
 *   launch()                       a task gets a free slot of a node
 *   stop_attempt(SW_KILLED), slots_free(), slots_kick()   an attempt is killed, and its slot is free at once; its task
 *                                  is unlaunched again. `needs` must have NEEDS_RETURNS.
 *
 * What it must do:
 *   - A round takes the instant's news: it empties `kicked` and clears `offer_to_all`, as slots_answer() does.
 *   - It launches only unlaunched tasks, on free slots, where stage_may_start() is true. A task that failed comes first
 *     (unlaunched_retry_pop() while st->n_retry). `class` and `at` of launch() are those of the task on that node.
 *   - What it draws is a function of the seed (sw_chance).
 *   - `next_us` is later than now. A dispatcher that always names a time keeps a replay alive that can never end.
 *   - Around launch() observers see SAW_OFFER or a sight of its own, and SAW_LAUNCH, so that --decisions has a row.
 *   - lib/options/together.c refuses the options that do not go with it: mostly --delay and a heartbeat. */
#ifndef LIB_SIM_DISPATCHER_H
#define LIB_SIM_DISPATCHER_H
#include "lib/sim/mechanism.h"

struct dispatcher {
    struct mechanism told;       /* its record, and what it is told and asked, as any mechanism is */
    void (*round)(struct sw_replay *, void *own); /* the events of this instant are over */
    /* The next instant at which a round may launch something, or change what a later one does, though nothing happens
     * before. INT64_MAX: none; it may be INT64_MAX, too, when it is after until_us. */
    int64_t (*next_us)(struct sw_replay *, void *own, int64_t until_us);

    /* The rest may be missing. */
    /* The queue whose order holds: for a job's stages, or (job NULL) for a node; NULL: the job has none of its own, the
     * node none at all. Missing: by --order, and the root queue. */
    struct sw_queue *(*queue)(struct sw_replay *, void *own, const struct job *, uint32_t node, int kind);
    /* Waits that it keeps itself (Y1, M5). Missing: the delay clocks of the scheduling queue (section 6). */
    /* `reached`: an offer does; up to where it may launch. `skipped`: and launches nothing of it, because of its wait.
     * `stands`: how its wait stands; false: it has none. */
    enum sw_level (*reached)(struct sw_replay *, void *own, struct stage *);
    void (*skipped)(struct sw_replay *, void *own, struct stage *);
    bool (*stands)(struct sw_replay *, void *own, struct stage *, struct passed *);
    bool by_heartbeats;          /* a round offers each free slot of a node to all that waits (H5) */
};

struct dispatch { const struct dispatcher *of; void *own; };

/* Calls a callback that is not missing. */
#define DISPATCH(r, name, ...) (r)->dispatch.of->name((r), (r)->dispatch.own, ##__VA_ARGS__)
#endif
