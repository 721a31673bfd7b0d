/* SPDX-License-Identifier: GPL-3.0-or-later */
/* am_limit.c - as many application masters as maximum-am-resource-percent of YARN's Capacity Scheduler lets (Y21 of
 * docs/model.md). Jobs of a pool are activated when one is admitted or has left; masters.c has their containers. */
#include "lib/base/arena.h"
#include "lib/base/grow.h"
#include "lib/base/million.h"
#include "lib/sim/ask.h"
#include "lib/sim/mech/yarn/yarn_shares.h"
#include "lib/sim/queue/queue.h"
#include "lib/sim/task/task.h"

/* A user of a pool: jobs that have not left, those of them that are active, and those with pending tasks that count. */
struct user { char *name; struct user *prev, *next; uint32_t n_jobs, n_active, n_asking; };
struct of_pool {
    struct sw_names users;
    struct user *first;
    struct job **waiting;    /* not activated, in fifo order */
    size_t n_waiting, cap_waiting;
    uint32_t n_active, n_asking, n_idle; /* jobs; users with tasks that count; users without an active job */
    uint32_t n_idle_seen;    /* at the last visit (Y21.5) */
    int64_t at_hand;         /* Y21.4 */
    bool is_there, has_left;
};
struct of_job { struct user *user; bool active, counts, asks; };
struct leaving { struct pool *pool; struct user *user; bool active; };
struct am_limit {
    struct records at;
    struct of_pool *pool;    /* by its number */
    size_t cap_pool;
    uint32_t n;
    uint64_t slots;          /* Y21.7, with the list of pools */
    const struct sw_pool_list *pools;
    struct leaving *leaving; /* behind this instant's offers */
    size_t n_leaving, cap_leaving;
};

static struct of_job *am_job(const struct am_limit *k, const struct job *job) { return job_record(job, &k->at); }

/* And of a pool; pools are made as jobs come. */
static struct of_pool *of_pool(struct sw_replay *r, struct am_limit *k, const struct pool *p)
{
    if (k->n < r->pools.n) {
        RESERVE(k->pool, r->pools.n, k->cap_pool);
        memset(k->pool + k->n, 0, (r->pools.n - k->n) * sizeof *k->pool);
        k->n = r->pools.n;
    }
    return &k->pool[p->number];
}

/* ---- users --------------------------------------------------------------------------------------------------- */

/* The user of that name in the pool, who may be new there. */
static struct user *user_of(struct of_pool *o, const char *name)
{
    size_t len = strlen(name);
    struct user *u = sw_names_find(&o->users, name, len);
    if (u)
        return u;
    u = xcalloc(1, sizeof *u);
    u->name = xcopy(name, len);
    u->next = o->first;
    if (o->first)
        o->first->prev = u;
    o->first = u;
    xnames_add(&o->users, u->name, len, u);
    return u;
}

static void user_free(struct user *u)
{
    xfree(u->name);
    xfree(u);
}

/* Its last job has left the pool. */
static void user_leaves(struct of_pool *o, struct user *u)
{
    sw_names_remove(&o->users, u->name, strlen(u->name));
    *(u->prev ? &u->prev->next : &o->first) = u->next;
    if (u->next)
        u->next->prev = u->prev;
    user_free(u);
}

/* So many more jobs, and active jobs, of the user. Users with jobs of which none is active are counted (Y21.5). */
static void count_user(struct of_pool *o, struct user *u, int jobs, int active)
{
    o->n_idle -= u->n_jobs && !u->n_active;
    u->n_jobs += (uint32_t)jobs;
    u->n_active += (uint32_t)active;
    o->n_idle += u->n_jobs && !u->n_active;
    o->n_active += (uint32_t)active;
}

/* Y21.5: whether the job has pending tasks that count. A user asks while one of its jobs does. */
static void set_asking(struct of_pool *o, struct of_job *j, bool asks)
{
    o->n_asking -= j->user->n_asking > 0;
    j->user->n_asking += (uint32_t)asks - (uint32_t)j->asks;
    o->n_asking += j->user->n_asking > 0;
    j->asks = asks;
}

/* ---- visits (Y21.4, Y21.5) ------------------------------------------------------------------------------------- */

/* The pool, or one below it, wants more than it runs. */
static bool has_pending(const struct pool *p)
{
    if (!p->has_children)
        return p->demand[0] > p->running[0];
    for (const struct pool *child = p->first_child; child; child = child->sibling)
        if (has_pending(child))
            return true;
    return false;
}

/* The first pool beside others, below `above`; NULL: at the top. */
static struct pool *first_in(const struct sw_replay *r, const struct pool *above)
{
    return above ? above->first_child : r->pools.first;
}

/* Pools at the top are in the list of all. */
static struct pool *next_in(const struct pool *above, struct pool *p)
{
    if (above)
        return p->sibling;
    do
        p = p->next;
    while (p && p->parent);
    return p;
}

/* Y21.4: what a pool may have of what is at hand above it, by what is run beside it and by its own maximum. */
static int64_t at_hand(const struct pool *p, int64_t above, int64_t running)
{
    return min_i64(above - running + p->running[0], p->most[0]);
}

/* `last`: the pool, without children, that is visited last; NULL: all are. */
static void visit(struct sw_replay *r, struct am_limit *k, const struct pool *above, int64_t slots, int64_t running,
                  struct pool *last)
{
    struct pool *on_way = last;
    while (on_way && on_way->parent != above)
        on_way = on_way->parent;
    for (struct pool *p = first_in(r, above); p; p = next_in(above, p)) {
        int64_t has = at_hand(p, slots, running);
        if ((on_way && p != on_way && !pool_keys_before(r, p, on_way, 0)) || p->running[0] >= has || !has_pending(p))
            continue;
        if (p->has_children) {
            visit(r, k, p, has, p->running[0], p == on_way ? last : NULL);
            continue;
        }
        struct of_pool *o = of_pool(r, k, p);
        o->at_hand = has;
        o->n_idle_seen = o->n_idle;
    }
}

/* Of the pools at the top. */
static int64_t all_running(const struct sw_replay *r)
{
    int64_t n = 0;
    for (const struct pool *p = first_in(r, NULL); p; p = next_in(NULL, (struct pool *)(uintptr_t)p))
        n += p->running[0];
    return n;
}

/* The slots of the cluster are at hand at the top. */
static void visit_up_to(struct sw_replay *r, struct am_limit *k, struct pool *last)
{
    visit(r, k, NULL, (int64_t)r->slots.now[0], all_running(r), last);
}

/* Y21.4: an offer that launches visits pools up to that of the launch. */
static void am_limit_offered(struct sw_replay *r, void *own, const struct sight *of)
{
    if (of->what == SAW_OFFER && of->entry)
        visit_up_to(r, own, ((struct stage *)of->entry->of)->job->at_pool);
}

/* It launches nothing, but all pools are visited: what a limit holds back makes nodes with free slots heartbeat. */
static bool am_limit_spare(struct sw_replay *r, void *own, uint32_t node, int kind UNUSED)
{
    if (node != NONE) {
        visit_up_to(r, own, NULL);
        return false;
    }
    for (struct pool *p = first_in(r, NULL); p; p = next_in(NULL, p))
        if (has_pending(p))
            return true;
    return false;
}

/* ---- activation (Y21.1 to Y21.3) ------------------------------------------------------------------------------- */

struct limits { int64_t pool, user; }; /* active jobs */

/* A slot is 1,024 MB. The nearest MB is rounded up to whole slots. */
static int64_t slots_of_mb(int64_t mb, float part)
{
    return ((int64_t)((double)mb * (double)part + 0.5) + 1023) / 1024;
}

/* Y21.3: of all jobs of the pool, and of those of one user. Numbers are floats where YARN's are. */
static struct limits limits_of(const struct sw_replay *r, const struct of_pool *o, const struct pool *p)
{
    int64_t share = p->am_share >= 0 ? p->am_share : r->opt.am_share;
    int64_t guarantee = pool_keys_part_mb(r->slots.now[0], p->capacity);
    uint32_t users = max_u32(o->n_asking + o->n_idle_seen, 1);
    if (share < 0 || share >= SW_NO_LIMIT)
        return (struct limits){ SW_NO_LIMIT, SW_NO_LIMIT };
    float part = (float)share / (float)MILLION, each = 1.0F / (float)users;
    float least = p->min_user_limit < 0 ? 1.0F : (float)p->min_user_limit / 1e4F / 100.0F;
    struct limits most = { slots_of_mb(max_i64(1024 * o->at_hand, guarantee), part), SW_NO_LIMIT };
    least = least > each ? least : each;
    if (p->user_limit >= 0)
        most.user = slots_of_mb(guarantee, part * least * ((float)p->user_limit / (float)MILLION));
    most.user = min_i64(most.user, most.pool);
    return most;
}

/* Y21.2: in fifo order. Where none is active the next is activated, whatever the limits. */
static void activate(struct sw_replay *r, struct am_limit *k, const struct pool *p)
{
    struct of_pool *o = of_pool(r, k, p);
    const struct limits most = limits_of(r, o, p);
    size_t left = 0;
    for (size_t i = 0; i < o->n_waiting; i++) {
        struct of_job *j = am_job(k, o->waiting[i]);
        if (o->n_active && (o->n_active >= most.pool || j->user->n_active >= most.user)) {
            o->waiting[left++] = o->waiting[i];
            continue;
        }
        j->active = true;
        count_user(o, j->user, 0, 1);
    }
    o->n_waiting = left;
}

/* ---- Y21.7 ------------------------------------------------------------------------------------------------------ */

/* Y21.7: what each pool has at hand now, and the jobs that it may activate by that. */
static void resize(struct sw_replay *r, struct am_limit *k, const struct pool *above, int64_t slots, int64_t running)
{
    for (struct pool *p = first_in(r, above); p; p = next_in(above, p)) {
        struct of_pool *o = of_pool(r, k, p);
        int64_t has = at_hand(p, slots, running);
        if (p->has_children) {
            resize(r, k, p, has, p->running[0]);
            continue;
        }
        if (!p->declared && !o->is_there)
            continue;
        o->at_hand = has;
        activate(r, k, p);
        o->n_idle_seen = o->n_idle;
    }
}

/* Y21.7: the slots of the cluster, or the rows of the pools, are others. */
static void am_limit_before_offers(struct sw_replay *r, void *own)
{
    struct am_limit *k = own;
    if (k->slots == r->slots.now[0] && k->pools == r->pools.now)
        return;
    k->slots = r->slots.now[0];
    k->pools = r->pools.now;
    resize(r, k, NULL, (int64_t)k->slots, all_running(r));
}

/* ---- jobs ------------------------------------------------------------------------------------------------------- */

/* In fifo order (Y21.1). */
static void push_waiting(struct of_pool *o, struct job *job)
{
    RESERVE(o->waiting, o->n_waiting + 1, o->cap_waiting);
    size_t i = o->n_waiting++;
    for (; i && order_fifo_before(job, o->waiting[i - 1]); i--)
        o->waiting[i] = o->waiting[i - 1];
    o->waiting[i] = job;
}

/* A pool that no row names is there from here on. */
static void am_limit_job_entered(struct sw_replay *r, void *own, struct job *job)
{
    struct am_limit *k = own;
    struct of_job *j = am_job(k, job);
    am_limit_before_offers(r, own);
    struct of_pool *o = of_pool(r, k, job->pool);
    if (!job->pool->declared && !o->is_there)
        o->at_hand = at_hand(job->pool, (int64_t)k->slots, all_running(r));
    o->is_there = true;
    j->user = user_of(o, job_user(job));
    count_user(o, j->user, 1, 0);
    push_waiting(o, job);
    activate(r, k, job->pool);
    j->counts = j->user->n_active > 0;
    if (!j->counts && job_group(job))
        job_group(job)->pending[0]--; /* Y21.6: its master */
}

static void am_limit_counted(struct sw_replay *r, void *own, struct job *job, int kind UNUSED)
{
    struct of_job *j = am_job(own, job);
    if (j->user)
        set_asking(of_pool(r, own, job->pool), j, j->counts && job->unlaunched[0] > 0);
}

/* Y21.6: its pending tasks count from its master's launch on. */
static void am_limit_launched(struct sw_replay *r UNUSED, void *own, struct attempt *a)
{
    struct of_job *j = am_job(own, a->job);
    if (!j->counts && job_group(a->job))
        job_group(a->job)->pending[0]++;
    j->counts = true;
}

/* Behind the offers of this instant it counts no more. */
static void am_limit_job_freed(struct sw_replay *r, void *own, struct job *job)
{
    struct am_limit *k = own;
    struct of_pool *o = of_pool(r, k, job->pool);
    const struct of_job *j = am_job(k, job);
    if (!j->user)
        return;
    set_asking(o, am_job(k, job), false);
    size_t left = 0;
    for (size_t i = 0; i < o->n_waiting; i++)
        if (o->waiting[i] != job)
            o->waiting[left++] = o->waiting[i];
    o->n_waiting = left;
    PUSH(k->leaving, k->n_leaving, k->cap_leaving, (struct leaving){ job->pool, j->user, j->active });
}

/* Y21.1: jobs that have left count no more, and others of their pools are activated. */
static bool am_limit_instant_ends(struct sw_replay *r, void *own)
{
    struct am_limit *k = own;
    for (size_t i = 0; i < k->n_leaving; i++) {
        struct of_pool *o = of_pool(r, k, k->leaving[i].pool);
        count_user(o, k->leaving[i].user, -1, -k->leaving[i].active);
        if (!k->leaving[i].user->n_jobs)
            user_leaves(o, k->leaving[i].user);
        o->has_left = true;
    }
    for (size_t i = 0; i < k->n_leaving; i++) {
        struct of_pool *o = of_pool(r, k, k->leaving[i].pool);
        if (o->has_left)
            activate(r, k, k->leaving[i].pool);
        o->has_left = false;
    }
    k->n_leaving = 0;
    return true;
}

/* Only its master, the last stage, waits for the job to be activated. */
static bool am_limit_admits(struct sw_replay *r UNUSED, void *own, const struct stage *st, uint32_t node UNUSED)
{
    return st->number != st->job->n_stages - 1 || am_job(own, st->job)->active;
}

/* ---- */

static void am_limit_reset(struct sw_replay *r UNUSED, void *own)
{
    struct am_limit *k = own;
    for (uint32_t i = 0; i < k->n; i++) {
        for (struct user *u = k->pool[i].first, *next; u; u = next) {
            next = u->next;
            user_free(u);
        }
        sw_names_clear(&k->pool[i].users);
        xfree(k->pool[i].waiting);
    }
    k->n = 0;
    k->n_leaving = 0;
    k->slots = UINT64_MAX;
}

const struct mechanism am_limit_mechanism = {
    .needs = NEEDS_POOLS | NEEDS_COUNTS, .size = sizeof(struct am_limit), .job_size = sizeof(struct of_job),
    .reset = am_limit_reset, .job_entered = am_limit_job_entered, .job_freed = am_limit_job_freed,
    .counted = am_limit_counted, .launched = am_limit_launched, .admits = am_limit_admits, .spare = am_limit_spare,
    .offered = am_limit_offered, .before_offers = am_limit_before_offers, .instant_ends = am_limit_instant_ends,
};
