/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moves.c - one decision for all nodes in which running tasks take part (rule Q7): it gives out all slots, and what the
 * flow does not leave where it runs is killed. */
#include "lib/base/arena.h"
#include "lib/base/minmax.h"
#include "lib/sim/dispatch/quincy/quincy.h"
#include "lib/sim/life/life.h"
#include "lib/sim/locality/locality.h"
#include "lib/sim/nodes/nodes.h"
#include <stdlib.h>

enum fate { KILLED, STAYS, MOVES };
struct runs {                 /* an attempt that takes part */
    struct attempt *attempt;
    struct stage *stage;      /* where it is killed: of which task, and where that goes */
    uint32_t task, node;
    enum fate fate;
    enum sw_level at;
    size_t place;             /* its nodes and then its racks, in place[] */
};
struct moves {
    struct global g;
    struct runs *run;
    uint32_t *place, *on;     /* on: attempts of the kind that run on each node */
    size_t n, n_places, cap_run, cap_places;
};
/* How long killed attempts of each task ran; NULL: none was killed. */
struct moves_stage { struct quincy_stage ranked; int64_t *ran_us; };

/* ---- what takes part ----------------------------------------------------------------------------------- */

/* A node whose slots are fewer than what runs there is left as it is. */
static bool node_takes_part(const struct sw_replay *r, uint32_t node, int kind)
{
    const struct node *nd = &r->slots.node[node];
    return nd->up && nd->occupied[kind] <= nd->slots[kind];
}

/* Q7.2: attempts on nodes that take part, and as many slots as they have and are free. */
static void gather_slots(struct sw_replay *r, struct moves *m)
{
    int kind = m->g.kind;
    if (!m->on)
        m->on = xcalloc(r->cl->n_nodes, sizeof *m->on);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        m->on[i] = 0;
    m->n = 0;
    for (struct attempt *a = r->attempts.oldest; a; a = a->newer) {
        if (a->stage->slot_kind != kind || a->phase == OVER || !node_takes_part(r, a->node, kind))
            continue;
        PUSH(m->run, m->n, m->cap_run, (struct runs){ .attempt = a, .stage = a->stage, .task = a->task });
        m->on[a->node]++;
    }
    batches_start_free(r, &m->g);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        if (node_takes_part(r, i, kind) && m->on[i] + r->slots.node[i].free[kind] > 0)
            batches_add_free(r, &m->g, i, m->on[i] + r->slots.node[i].free[kind]);
}

/* Q7.4: jobs that want or run something. What they run counts as waiting. */
static void gather_jobs(struct sw_replay *r, struct moves *m)
{
    struct global *g = &m->g;
    g->n_items = g->n_wants = g->waiting = 0;
    for (struct job *job = r->jobs.first_active; job; job = job->next_active)
        if (job->unlaunched[g->kind] || job->running[g->kind])
            wants_of(g, job);
    wants_sort(g);
    for (uint32_t j = 0; j < g->n_wants; j++) {
        struct quincy_job *of = job_record(g->wants[j].job, &g->at);
        of->wants = j;
    }
    for (size_t i = 0; i < m->n; i++) {
        struct wants *w = &g->wants[wants_of(g, m->run[i].attempt->job)];
        w->runs++;
        w->waiting++;
    }
}

/* Q7.4, Q4.1: how many each job may launch or keep. */
static void gather_wishes(struct sw_replay *r, struct moves *m)
{
    struct global *g = &m->g;
    if (r->opt.global.fair)
        wants_hand_out(r, g);
    for (uint32_t j = 0; j < g->n_wants; j++) {
        struct wants *w = &g->wants[j];
        if (!r->opt.global.fair)
            w->quota = w->waiting < (int64_t)g->free_slots ? (uint32_t)w->waiting : g->free_slots;
        if (w->quota)
            wants_add_items(r, g, j);
    }
}

/* ---- running tasks in the network (Q7.2, Q7.3) --------------------------------------------------------------- */

static void put_place(struct moves *m, uint32_t place)
{
    PUSH(m->place, m->n_places, m->cap_places, place);
}

/* Q7.3: θ, with what attempts of the task ran that were killed. */
static int64_t ran_us(const struct sw_replay *r, const struct moves *m, const struct runs *run)
{
    const struct moves_stage *of = stage_record(run->stage, &m->g.at);
    return r->now_us - run->attempt->launch_us + (of->ran_us ? of->ran_us[run->task] : 0);
}

/* First its own node, then those of its data, then racks. */
static void put_places(struct sw_replay *r, struct moves *m, const struct runs *run, struct sw_alike *a)
{
    const struct global *g = &m->g;
    uint32_t n = a->prefers ? replicas_n(run->stage, run->task) : 0, home = g->free_of[run->attempt->node];
    a->home = 0;
    put_place(m, home);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t node = g->free_of[replicas_of(run->stage, run->task)[i]];
        if (node != NONE && node != home)
            put_place(m, node);
    }
    a->n_nodes = (uint32_t)(m->n_places - run->place);
    for (uint32_t i = 0; i < n && r->cl->n_racks > 1 && !r->opt.no_rack_level; i++) {
        uint32_t rack = g->rack_of[r->cl->node[replicas_of(run->stage, run->task)[i]].rack];
        if (rack != NONE)
            put_place(m, rack);
    }
    a->n_racks = (uint32_t)(m->n_places - run->place) - a->n_nodes;
}

/* A batch of one for each attempt, behind those of tasks that wait. */
static void put_running(struct sw_replay *r, struct moves *m)
{
    struct global *g = &m->g;
    RESERVE(g->alike, g->n_batches + m->n, g->cap_alike);
    m->n_places = 0;
    for (size_t i = 0; i < m->n; i++) {
        struct runs *run = &m->run[i];
        struct sw_price price = wants_price(r, run->stage);
        enum sw_locality at = run->attempt->locality;
        run->place = m->n_places;
        struct sw_alike *a = &g->alike[g->n_batches + i];
        *a = (struct sw_alike){ .job = wants_of(g, run->attempt->job), .n_tasks = 1, .price = price, .runs = true,
                                .prefers = replicas_n(run->stage, run->task) > 0,
                                .here = at == SW_AT_RACK ? price.rack : at == SW_AT_ANY ? price.off : 0,
                                .kept = r->opt.global.policy->kept(&r->opt.global, ran_us(r, m, run)) };
        put_places(r, m, run, a);
    }
    for (size_t i = 0; i < m->n; i++) {
        struct sw_alike *a = &g->alike[g->n_batches + i];
        a->node = m->place + m->run[i].place;
        a->rack = a->node + a->n_nodes;
    }
}

/* ---- kills and launches (Q7.5) ------------------------------------------------------------------------- */

/* What becomes of an attempt; one without a placing is killed. */
static void note_placing(struct moves *m, const struct sw_placing *pl)
{
    if (pl->alike < m->g.n_batches)
        return;
    struct runs *run = &m->run[pl->alike - m->g.n_batches];
    run->node = m->g.free_node[pl->node];
    run->fate = run->node == run->attempt->node ? STAYS : MOVES;
    run->at = pl->at;
}

/* Q7.5. */
static void kill(struct sw_replay *r, struct moves *m, struct runs *run)
{
    struct attempt *a = run->attempt;
    uint32_t node = a->node;
    struct moves_stage *of = stage_record(run->stage, &m->g.at);
    if (!of->ran_us)
        of->ran_us = xcalloc(run->stage->n_tasks, sizeof *of->ran_us);
    of->ran_us[run->task] += r->now_us - a->launch_us;
    OBSERVERS_SEE(r, SAW_KILL, .attempt = a, .for_what = FOR_PLACEMENT);
    stop_attempt(r, a, SW_KILLED);
    slots_free(r, node, m->g.kind);
}

/* Q7.5: killed and launched again at the same instant. */
static void move_task(struct sw_replay *r, const struct runs *run)
{
    struct stage *st = run->stage;
    enum sw_locality at = choose_distance(r, st, run->task, run->node);
    struct sw_price price = wants_price(r, st);
    OBSERVERS_SEE(r, SAW_ASSIGNMENT, .stage = st, .node = run->node, .at = at, .waiting = price.wait,
                  .cost = at == SW_AT_RACK ? price.rack : at == SW_AT_ANY ? price.off : 0);
    launch(r, st, run->node, run->task, unlaunched_is_of_class(st, run->task, PREF) ? PREF : NOPREF, at);
    OBSERVERS_SEE(r, SAW_LAUNCH, .stage = st, .node = run->node);
}

/* ---- few tasks at a time -------------------------------------------------------------------------------
 *
 * Most waiting tasks of most jobs change nothing. So the flow is solved without them, and tells by the prices of its
 * places which stage's tasks could lower the total where. Those are added, until there are none (column generation). */

/* Whether some item's tasks at some place could lower the total. More of them are looked for then. */
static bool seek_more_tasks(struct sw_replay *r, struct moves *m)
{
    struct global *g = &m->g;
    uint32_t n = g->n_free + g->n_racks, at = 0, racks = r->cl->n_racks > 1 && !r->opt.no_rack_level ? g->n_racks : 0;
    bool any = false;
    for (size_t i = 0; i < g->n_items; i++, at += n) {
        const struct item *it = &g->item[i];
        int64_t cost = g->prices[n + it->wants] - 2 * it->price.wait - 1;
        for (uint32_t p = 0; p < g->n_free + racks && it->class == PREF; p++)
            if (cost + (p < g->n_free ? 0 : 2 * it->price.rack) < g->prices[p]
                && g->sought[at + p] < g->wants[it->wants].quota) {
                g->sought[at + p] += max_u32(1, g->sought[at + p]);
                any = true;
            }
    }
    return any;
}

/* Until no task that was left out could lower the total. */
static size_t solve(struct sw_replay *r, struct moves *m, struct sw_placing **out)
{
    struct global *g = &m->g;
    size_t places = g->n_free + g->n_racks, n;
    g->sought = xcalloc(g->n_items * places + 1, sizeof *g->sought);
    g->prices = xcalloc(places + g->n_wants, sizeof *g->prices);
    for (;;) {
        batches_gather(r, g);
        put_running(r, m);
        n = decide_solve(g, g->n_batches + m->n, SW_SOLVE_WAYS, r->opt.global.fair, out);
        if (!seek_more_tasks(r, m))
            break;
        xfree(*out);
    }
    xfree(g->sought);
    xfree(g->prices);
    g->sought = NULL;
    g->prices = NULL;
    return n;
}

/* Q7.5: kills, then launches of Q5.2, then what moves. */
static void decide_all_slots(struct sw_replay *r, struct moves *m, int kind)
{
    struct global *g = &m->g;
    struct sw_placing *out;
    g->kind = kind;
    g->lazily = g->narrow = false;
    gather_slots(r, m);
    gather_jobs(r, m);
    gather_wishes(r, m);
    size_t n = solve(r, m, &out);
    for (size_t i = 0; i < n; i++)
        note_placing(m, &out[i]);
    for (size_t i = 0; i < m->n; i++)
        if (m->run[i].fate != STAYS)
            kill(r, m, &m->run[i]);
    for (size_t i = 0; i < n; i++)
        if (out[i].alike < g->n_batches)
            decide_launch(r, g, &out[i]);
    for (size_t i = 0; i < m->n; i++)
        if (m->run[i].fate == MOVES)
            move_task(r, &m->run[i]);
    xfree(out);
}

/* ---- when (Q1, Q7.1) ----------------------------------------------------------------------------------- */

/* Q7.1: an attempt runs, or as in Q1. */
static bool has_work(const struct sw_replay *r)
{
    return r->attempts.oldest || decide_has_work(r);
}

/* What it kills is news to no later decision. */
static void moves_round(struct sw_replay *r, void *own)
{
    struct moves *m = own;
    if (!decide_is_due(r, &m->g, has_work(r)))
        return;
    decide_all_slots(r, m, 0);
    decide_all_slots(r, m, 1);
    slots_answer(r);
}

static int64_t moves_next_us(struct sw_replay *r, void *own, int64_t until_us UNUSED)
{
    return decide_next_us(r, &((struct moves *)own)->g, has_work(r));
}

/* What its killed attempts ran is forgotten. */
static void moves_job_freed(struct sw_replay *r UNUSED, void *own, struct job *job)
{
    const struct moves *m = own;
    for (uint32_t i = 0; i < job->n_stages; i++) {
        struct moves_stage *of = stage_record(&job->stage[i], &m->g.at);
        xfree(of->ran_us);
        of->ran_us = NULL;
    }
}

const struct dispatcher moves_dispatcher = {
    .told = { .size = sizeof(struct moves),
              .needs = NEEDS_POOLS | NEEDS_HOSTS | NEEDS_SHARES | NEEDS_RETURNS | NEEDS_LAUNCHES | NEEDS_REPLICAS,
              .job_size = sizeof(struct quincy_job), .stage_size = sizeof(struct moves_stage), .start = decide_start,
              .reset = decide_reset, .job_freed = moves_job_freed },
    .round = moves_round, .next_us = moves_next_us,
};
