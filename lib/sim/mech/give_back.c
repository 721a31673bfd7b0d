/* SPDX-License-Identifier: GPL-3.0-or-later */
/* give_back.c - MapReduce jobs whose maps find no slot stop to ask for reduces, and give back those that hold the
 * slots, as YARN's application master does (Y9, Y10 of docs/model.md). */
#include "lib/sim/event/event.h"
#include "lib/sim/life/life.h"
#include "lib/sim/mech/speculation/speculation.h"
#include "lib/sim/nodes/nodes.h"
#include "lib/sim/queue/queue.h"

enum { EVERY_US = SW_US_PER_S };
struct give_back { struct records at; };
struct live { int64_t maps, reduces; }; /* attempts of a job, at a look */

static void count_live(const struct sw_replay *r, const struct give_back *g)
{
    for (struct job *job = r->jobs.first; job; job = job->next)
        *(struct live *)job_record(job, &g->at) = (struct live){ 0 };
    for (const struct attempt *a = r->attempts.oldest; a; a = a->newer) {
        struct live *live = job_record(a->job, &g->at);
        live->maps += a->stage->kind != SW_REDUCE;
        live->reduces += a->stage->kind == SW_REDUCE;
    }
}

/* O6, O12, O13 */
static bool is_held_back(const struct sw_replay *r, const struct job *job)
{
    if (job->group && job->group->is_blocked[0])
        return true;
    for (const struct pool *p = r->opt.order.policy->uses_pools ? job->at_pool : NULL; p; p = p->parent)
        if (p->running[0] >= p->most[0])
            return true;
    return false;
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
static struct attempt *least_of(const struct sw_replay *r, const struct stage *reduces)
{
    struct attempt *least = NULL;
    int64_t score = 0;
    for (struct attempt *a = r->attempts.newest; a; a = a->older) {
        if (a->stage != reduces)
            continue;
        int64_t own = progress_score(r, a);
        if (!least || own < score) {
            least = a;
            score = own;
        }
    }
    return least;
}

static void give_back(struct sw_replay *r, struct stage *reduces, int64_t n)
{
    for (; n > 0; n--) {
        struct attempt *a = least_of(r, reduces);
        uint32_t node = a->node;
        MECHANISMS_TELL(r, saw_kill, a, NULL);
        reduces->job->result.killed++;
        stop_attempt(r, a, SW_KILLED);
        slots_free(r, node, reduces->slot_kind);
        slots_kick(r, node);
    }
}

static void look_at(struct sw_replay *r, const struct give_back *g, struct job *job)
{
    const struct live *live = job_record(job, &g->at);
    struct stage *maps = &job->stage[0], *reduces = &job->stage[1];
    int64_t waiting = maps->ready ? (int64_t)maps->n_unlaunched[PREF] + maps->n_unlaunched[NOPREF] : 0;
    if (reduces->withheld && !waiting)
        stages_ask_again(r, reduces);
    if (!waiting || live->maps || !live->reduces)
        return;
    if (!reduces->withheld)
        stages_withhold(r, reduces);
    if (!has_headroom(r, job))
        give_back(r, reduces, min_i64((live->reduces + 1) / 2, waiting));
}

static int give_back_event(struct sw_replay *r, void *own, const struct event *ev)
{
    (void)ev;
    count_live(r, own);
    for (struct job *job = r->jobs.first; job; job = job->next)
        if (job->mapreduce && job->n_stages == 2 && job->admitted && !job->ended)
            look_at(r, own, job);
    ticks_again(r, EV_GIVE_BACK, EVERY_US);
    return SW_OK;
}

static void give_back_job_submitted(struct sw_replay *r, void *own, struct job *job)
{
    (void)own, (void)job;
    ticks_expect(r, EV_GIVE_BACK, EVERY_US);
}

static bool give_back_wanted(const struct sw_replay *r)
{
    return r->opt.gives_back && r->cl->one_kind;
}

const struct mechanism give_back_mechanism = {
    .name = "give-back", .wanted = give_back_wanted, .needs = NEEDS_RETURNS | NEEDS_LAUNCHES | NEEDS_WHOLE_RECORD,
    .size = sizeof(struct give_back), .job_size = sizeof(struct live), .event_kind = EV_GIVE_BACK,
    .event = give_back_event, .job_submitted = give_back_job_submitted,
};
