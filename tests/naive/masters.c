/* SPDX-License-Identifier: GPL-3.0-or-later */
/* masters.c - Y19: application masters with containers of their own; Y20, Y21: as many as a pool may have. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "tests/naive/naive.h"

int set_am_share(struct options *o, const char *arg, struct sw_err *err)
{
    double f;
    if (sw_opt_fraction("--am-share", arg, 0, 1, &f, err)) return SW_FAIL;
    o->am_share = naive_round(f * 1e6);
    return SW_OK;
}

int check_masters(const struct options *o, const struct run *r, struct sw_err *err)
{
    bool hfs = !strncmp(o->order->name, "hfs", 3);
    bool capacity = o->order == &order_capacity;
    bool ordered = hfs || capacity || o->order == &order_fifo || o->order == &order_fair;
    if (!o->am_container_us) return SW_OK;
    if (r->n_kinds > 1 || !ordered || o->speculate || o->failure_rate > 0 || o->kills || o->yarn_kills
        || o->capacity_kills || (o->am_share != UNSET && !hfs && !(capacity && o->heartbeat_us && !o->continuous_us)))
        return sw_err_usage(err, "--am-container: not with that");
    return SW_OK;
}

/* Y19.1 */
bool masters_hold(const struct run *r, const struct stage *s)
{
    return r->o.am_container_us && !s->is_master && !r->job[s->job].mastered;
}

static bool others_done(const struct job *j)
{
    for (int s = 0; s < j->n_stages; s++)
        if (!j->stage[s].is_master && !stage_is_done(&j->stage[s])) return false;
    return true;
}

/* Y19.1: "T after its launch" the others may be ready. Y19.3 */
void masters_launched(struct run *r, struct attempt *a)
{
    struct job *j = &r->job[a->job];
    if (!j->stage[a->stage].is_master) return;
    j->map_tasks_run--;
    if (!others_done(j)) a->due_us = NEVER;
    if (j->mastered) return;
    j->mastered = j->counts = true;
    j->first_launch_us = UNSET;
    for (int s = 0; s < j->n_stages; s++) {
        struct stage *held = &j->stage[s];
        if (!held->is_master && held->asked) held->setup_us += r->o.am_container_us;
    }
    job_check_ready(r, a->job);
}

/* Y19.2 */
void masters_check(struct run *r, int job)
{
    struct job *j = &r->job[job];
    if (!r->o.am_container_us || !others_done(j)) return;
    for (int i = 0; i < r->n_attempts; i++) {
        struct attempt *a = &r->attempt[i];
        if (a->job == job && j->stage[a->stage].is_master && a->phase != OVER) a->due_us = r->now_us;
    }
}

/* Y20.2: "slots that are free before the heartbeat launches anything". */
void masters_heartbeat(struct run *r)
{
    r->free_before = 0;
    for (int i = 0; i < r->n_nodes && r->o.am_container_us; i++)
        if (r->node[i].up && node_free(r, i, 0) > 0) r->free_before += node_free(r, i, 0);
}

/* Y20.1: "jobs of it whose master has been launched, up to the heartbeat that reports the last attempt". */
static int64_t masters_of(const struct run *r, int pool)
{
    int64_t n = 0;
    for (int j = 0; j < r->n_jobs; j++) {
        bool is_over = r->job[j].state == ENDED && r->job[j].heard_us < r->now_us && job_running(r, j, 0) == 0;
        if (r->job[j].pool == pool && r->job[j].mastered && !is_over) n++;
    }
    return n;
}

/* Y20.3 */
static int64_t share_of(const struct run *r, int pool)
{
    int64_t own = r->pool[pool].am_share;
    return own != UNSET ? own : r->o.am_share != UNSET ? r->o.am_share : NO_LIMIT;
}

/* Y20 */
static bool fair_lets(const struct run *r, const struct stage *s)
{
    int pool = r->job[s->job].pool;
    int64_t cores = r->free_before, more = r->pool[pool].max[0], n = masters_of(r, pool) + 1;
    double part = (double)share_of(r, pool) / MILLION, share;
    if (share_of(r, pool) == NO_LIMIT || r->job[s->job].mastered) return true;
    if (more < pool_minimum(r, pool, 0)) more = pool_minimum(r, pool, 0);
    if (cores > more) cores = more;
    share = r->o.demand_us ? r->pool[pool].known_share : preempt_yarn_pool_share(r, pool);
    if (ceil(part * 1024 * (share > 0 ? share : (double)cores) - 1e-6) < 1024 * (double)n) return false;
    return ceil((double)((float)share_of(r, pool) / 1e6f) * (double)cores) >= (double)n;
}

/* ---- Y21 ---- */

static bool activates(const struct run *r)
{
    return r->o.am_container_us && r->o.order == &order_capacity && r->o.heartbeat_us && !r->o.continuous_us;
}

bool masters_may_start(const struct run *r, const struct stage *s)
{
    if (!s->is_master) return true;
    if (!strncmp(r->o.order->name, "hfs", 3)) return fair_lets(r, s);
    return !activates(r) || r->job[s->job].activated;
}

/* "n active jobs in the pool, u of them the user's" */
static int64_t active(const struct run *r, int pool, const char *user)
{
    int64_t n = 0;
    for (int j = 0; j < r->n_jobs; j++)
        if (r->job[j].pool == pool && r->job[j].activated && !r->job[j].gone
            && (!user || !strcmp(r->job[j].user, user))) n++;
    return n;
}

static bool is_here(const struct run *r, int job, int pool)
{
    const struct job *j = &r->job[job];
    return j->pool == pool && j->state >= SUBMITTED && j->admitted && !j->gone;
}

/* The first job here of its user, who has one to whom `is` applies. */
static int64_t users_who(const struct run *r, int pool, bool (*is)(const struct run *, int pool, const char *user))
{
    int64_t n = 0;
    for (int j = 0; j < r->n_jobs; j++) {
        bool first = is_here(r, j, pool);
        for (int i = 0; i < j; i++)
            if (is_here(r, i, pool) && !strcmp(r->job[i].user, r->job[j].user)) first = false;
        if (first && is(r, pool, r->job[j].user)) n++;
    }
    return n;
}

static bool asks(const struct run *r, int pool, const char *user)
{
    for (int j = 0; j < r->n_jobs; j++)
        if (is_here(r, j, pool) && r->job[j].counts && !strcmp(r->job[j].user, user) && job_waiting(r, j, 0) > 0)
            return true;
    return false;
}

static bool waits_alone(const struct run *r, int pool, const char *user)
{
    return active(r, pool, user) == 0; /* and has a job here */
}

/* Y21.3: "rounded to the nearest MB, and that up to whole slots". */
static int64_t whole_slots(int64_t mb, float part)
{
    return ((int64_t)((double)mb * (double)part + 0.5) + 1023) / 1024;
}

static void activate(struct run *r, int pool)
{
    const struct pool *p = &r->pool[pool];
    int64_t share = share_of(r, pool), k = users_who(r, pool, asks) + p->n_wait;
    float part = (float)share / 1e6f;
    int64_t guarantee = capacity_part_mb(r, capacity_of(r, pool), 0), at_hand = p->at_hand * 1024;
    int64_t most = share == NO_LIMIT ? NO_LIMIT : whole_slots(at_hand > guarantee ? at_hand : guarantee, part);
    float least = (p->min_user_limit == UNSET ? 100 : (float)p->min_user_limit / 1e4f) / 100.0f;
    int64_t of_user = most;
    bool *looked = naive_alloc((size_t)r->n_jobs, sizeof *looked);
    if (least < 1.0f / (float)(k > 1 ? k : 1)) least = 1.0f / (float)(k > 1 ? k : 1);
    if (p->user_limit != UNSET && share != NO_LIMIT)
        of_user = whole_slots(guarantee, part * least * ((float)p->user_limit / 1e6f));
    if (of_user > most) of_user = most;
    for (;;) {
        int first = -1;
        for (int j = 0; j < r->n_jobs; j++)
            if (!looked[j] && is_here(r, j, pool) && !r->job[j].activated
                && (first < 0 || fifo_before(&r->job[j], &r->job[first]))) first = j;
        if (first < 0) break;
        looked[first] = true;
        int64_t n = active(r, pool, NULL), u = active(r, pool, r->job[first].user);
        if (n == 0 || (n + 1 <= most && u + 1 <= of_user)) r->job[first].activated = true;
    }
    free(looked);
}

static bool is_inside(const struct run *r, int pool, int of)
{
    while (pool >= 0 && pool != of) pool = r->pool[pool].parent;
    return pool >= 0 && pool == of;
}

static bool asks_inside(const struct run *r, int pool)
{
    for (int j = 0; j < r->n_jobs; j++)
        if (is_inside(r, r->job[j].pool, pool) && job_waiting(r, j, 0) > 0) return true;
    return false;
}

static int64_t at_hand_of(const struct run *r, int pool, int64_t at_hand, int64_t run)
{
    int64_t most = capacity_most(r, pool, 0), has = at_hand - run + pool_running(r, pool, 0);
    return has < most ? has : most;
}

/* Y21.4: "up to the one from which it launches"; true: that one was reached. */
static bool visit_inside(struct run *r, int parent, int64_t at_hand, int64_t run, int last)
{
    bool *looked = naive_alloc((size_t)r->n_pools, sizeof *looked), ends = false;
    while (!ends) {
        int first = -1;
        for (int p = 0; p < r->n_pools; p++)
            if (!looked[p] && r->pool[p].parent == parent && (first < 0 || capacity_before(r, 0, p, first))) first = p;
        if (first < 0) break;
        looked[first] = true;
        int64_t has = at_hand_of(r, first, at_hand, run), runs = pool_running(r, first, 0);
        if (!asks_inside(r, first) || runs >= has) continue;
        if (pool_has_children(r, first)) ends = visit_inside(r, first, has, runs, last);
        else {
            r->pool[first].at_hand = has;
            r->pool[first].n_wait = users_who(r, first, waits_alone);
        }
        ends |= first == last;
    }
    free(looked);
    return ends;
}

static int64_t all_running(const struct run *r)
{
    int64_t n = 0;
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].parent < 0) n += pool_running(r, p, 0);
    return n;
}

void masters_visit(struct run *r, int pool)
{
    if (activates(r)) visit_inside(r, -1, slots_up(r, 0), all_running(r), pool);
}

static void resize_inside(struct run *r, int parent, int64_t at_hand, int64_t run)
{
    for (int p = 0; p < r->n_pools; p++) {
        if (r->pool[p].parent != parent || !(r->pool[p].of_row || r->pool[p].there)) continue;
        r->pool[p].at_hand = at_hand_of(r, p, at_hand, run);
        if (pool_has_children(r, p)) resize_inside(r, p, r->pool[p].at_hand, pool_running(r, p, 0));
        else activate(r, p);
        r->pool[p].n_wait = users_who(r, p, waits_alone);
    }
}

/* Y21.7 */
void masters_resized(struct run *r)
{
    if (!activates(r) || r->known_slots == slots_up(r, 0)) return;
    r->known_slots = slots_up(r, 0);
    resize_inside(r, -1, r->known_slots, all_running(r));
}

/* Y21.1, Y21.6 */
void masters_admitted(struct run *r, int job)
{
    struct job *j = &r->job[job];
    j->counts = true;
    if (!activates(r)) return;
    if (!r->pool[j->pool].of_row && !r->pool[j->pool].there)
        r->pool[j->pool].at_hand = at_hand_of(r, j->pool, slots_up(r, 0), all_running(r));
    r->pool[j->pool].there = true;
    activate(r, j->pool);
    j->counts = active(r, j->pool, j->user) > 0;
}

/* Y21.1: "behind the offers of the instant at which its last attempt is reported". */
void masters_leave(struct run *r)
{
    if (!activates(r)) return;
    for (int j = 0; j < r->n_jobs; j++)
        r->job[j].left = r->job[j].state == ENDED && !r->job[j].gone && r->job[j].heard_us <= r->now_us
                         && job_running(r, j, 0) == 0;
    for (int j = 0; j < r->n_jobs; j++) r->job[j].gone |= r->job[j].left;
    for (int p = 0; p < r->n_pools; p++)
        for (int j = 0; j < r->n_jobs; j++)
            if (r->job[j].pool == p && r->job[j].left) {
                activate(r, p);
                break;
            }
}
