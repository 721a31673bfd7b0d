/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preempt_yarn.c - Y13: jobs that starve, and whose tasks are killed for them, as in YARN's Fair Scheduler 3. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "tests/naive/naive.h"

enum { LOOK_EVERY_US = 500000 };

static bool holds_slots(const struct run *r, int job)
{
    for (int i = 0; i < r->n_attempts; i++)
        if (r->attempt[i].job == job && !r->attempt[i].freed) return true;
    return false;
}

/* Y13, Y16.4: a job that has ended, too, up to the heartbeat that reports its last attempt. */
static bool is_active(const struct run *r, int job)
{
    const struct job *j = &r->job[job];
    bool unheard = j->heard_us >= r->now_us || holds_slots(r, job);
    return j->admitted && (j->state == SUBMITTED || (j->state == ENDED && unheard));
}

/* ---- Y11: shares of pools ------------------------------------------------------------------------------- */

/* Y11.1 */
static bool counts(const struct run *r, int pool)
{
    for (int j = 0; j < r->n_jobs; j++)
        if (is_active(r, j) && pool_above(r, pool, r->job[j].pool)) return true;
    return false;
}

/* Y11.2, Y11.3: "weight R, not less than its minimum and not more than its maximum". */
static double at_level(const struct run *r, int pool, double level)
{
    const struct pool *p = &r->pool[pool];
    double min = (double)pool_minimum(r, pool, 0), max = p->max[0] == NO_LIMIT ? INFINITY : (double)p->max[0];
    if (p->weight == 0) return min;
    return fmax(min, fmin(fmax(max, min), (double)p->weight / 1e6 * level));
}

static double sum_of(const struct run *r, const bool *in, double level)
{
    double sum = 0;
    for (int p = 0; p < r->n_pools; p++)
        if (in[p]) sum += at_level(r, p, level);
    return sum;
}

/* A share that is whole but for rounding is whole (K2.3). */
static double settle(double share) { return fabs(share - round(share)) < 1e-6 ? round(share) : share; }

static void divide_pools(const struct run *r, int parent, double slots, double *share)
{
    double low = 0, high = 1e12; /* a weight is at least a millionth */
    bool in[r->n_pools];
    for (int p = 0; p < r->n_pools; p++) in[p] = r->pool[p].parent == parent && counts(r, p);
    for (int i = 0; i < 300; i++) {
        double middle = (low + high) / 2;
        if (middle <= low || middle >= high) break; /* the two are neighbours */
        if (sum_of(r, in, middle) > slots) high = middle;
        else low = middle;
    }
    for (int p = 0; p < r->n_pools; p++) {
        if (r->pool[p].parent != parent) continue;
        share[p] = in[p] ? at_level(r, p, low) : 0;
        divide_pools(r, p, share[p], share);
        share[p] = settle(share[p]);
    }
}

static double slots_in_all(const struct run *r)
{
    double sum = 0;
    for (int n = 0; n < r->n_nodes; n++) sum += (double)r->node[n].slots[0];
    return sum;
}

/* ---- Y13.1 ---------------------------------------------------------------------------------------------- */

static bool is_full(const struct run *r)
{
    int64_t running = 0;
    for (int j = 0; j < r->n_jobs; j++) running += job_running(r, j, 0);
    return (double)running * 10 > slots_in_all(r) * 8;
}

static int64_t weight_of(const struct job *j)
{
    static const int64_t factor[] = { 16, 8, 4, 2, 1 };
    return j->weight * factor[j->priority];
}

static bool came_before(const struct job *a, const struct job *b)
{
    return a->submit_us != b->submit_us ? a->submit_us < b->submit_us : a->place < b->place;
}

/* "In a fifo pool the first by submit and trace index has all, others none." */
static double share_of(const struct run *r, int job, const double *pools)
{
    const struct job *own = &r->job[job];
    double weights = 0;
    bool first = true;
    for (int j = 0; j < r->n_jobs; j++)
        if (is_active(r, j) && r->job[j].pool == own->pool) {
            weights += (double)weight_of(&r->job[j]);
            if (came_before(&r->job[j], own)) first = false;
        }
    if (r->pool[own->pool].fifo) return first ? pools[own->pool] : 0;
    return pools[own->pool] * (double)weight_of(own) / weights;
}

double preempt_yarn_pool_share(const struct run *r, int pool)
{
    double *pools = naive_alloc((size_t)r->n_pools, sizeof *pools), share;
    divide_pools(r, -1, slots_in_all(r), pools);
    share = pools[pool];
    free(pools);
    return share;
}

double preempt_yarn_share(const struct run *r, int job)
{
    double *pools = naive_alloc((size_t)r->n_pools, sizeof *pools), share;
    divide_pools(r, -1, slots_in_all(r), pools);
    share = share_of(r, job, pools);
    free(pools);
    return share;
}

/* ---- Y13.2, Y13.3 --------------------------------------------------------------------------------------- */

/* "By running / (weight and priority), then submit, trace index; in a fifo pool as O2." */
bool preempt_yarn_before(const struct run *r, int a, int b)
{
    const struct job *x = &r->job[a], *y = &r->job[b];
    if (r->pool[x->pool].fifo) return fifo_before(x, y);
    int c = compare_ratio(job_running(r, a, 0), weight_of(x), job_running(r, b, 0), weight_of(y));
    return c ? c < 0 : came_before(x, y);
}

/* Those that the look covers, in turn. */
static int cover(const struct run *r, int pool, int *list)
{
    int n = 0;
    for (int j = 0; j < r->n_jobs; j++) {
        if (!is_active(r, j) || r->job[j].pool != pool || job_waiting(r, j, 0) == 0 || r->job[j].rests_us > r->now_us)
            continue;
        int at = n++;
        for (; at > 0 && preempt_yarn_before(r, j, list[at - 1]); at--) list[at] = list[at - 1];
        list[at] = j;
    }
    return n;
}

static void found(struct run *r, int job, int *n_found)
{
    if (!r->job[job].starved) r->job[job].starved = ++*n_found;
}

static int64_t timeout_of(const struct run *r, int pool, int clock)
{
    return r->pool[pool].timeout_us[clock] == UNSET ? r->o.timeout_us[clock] : r->pool[pool].timeout_us[clock];
}

/* Y13.2: the sum of what they lack. */
static double by_share(struct run *r, int pool, const int *list, int n, int *n_found)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        struct job *j = &r->job[list[i]];
        double running = (double)job_running(r, list[i], 0);
        double due = fmin(r->o.threshold * j->yarn_share, running + (double)job_waiting(r, list[i], 0));
        j->lack = 0;
        if (running >= due - 1e-6) {
            j->met_us = r->now_us;
            break;
        }
        if (r->now_us - j->met_us < timeout_of(r, pool, 1)) break;
        j->lack = due - running;
        sum += j->lack;
        found(r, list[i], n_found);
    }
    return sum;
}

/* Y13.3 */
static void by_minimum(struct run *r, int pool, const int *list, int n, double lacked, int *n_found)
{
    int64_t demand = pool_demand(r, pool, 0), wanted = pool_minimum(r, pool, 0);
    int64_t lack = (wanted < demand ? wanted : demand) - pool_running(r, pool, 0);
    double left;
    if (lack <= 0 || !counts(r, pool)) r->pool[pool].clock_us[0][0] = r->now_us;
    if (lack <= 0 || r->now_us - r->pool[pool].clock_us[0][0] < timeout_of(r, pool, 0)) lack = 0;
    left = (double)lack - lacked;
    for (int i = 0; i < n; i++) {
        struct job *j = &r->job[list[i]];
        double q = fmax(0, (double)job_waiting(r, list[i], 0) - j->lack);
        j->owed = 0;
        if (left <= 1e-6) continue;
        j->owed = q > left ? q - left : q;
        left -= q;
        found(r, list[i], n_found);
    }
}

/* What runs for the ResourceManager (Y13.8, Y14.4). */
bool preempt_yarn_seen(const struct attempt *a) { return !a->in_vain && (a->phase != OVER || !a->freed); }

/* ---- Y13.4 to Y13.6 ------------------------------------------------------------------------------------- */

static int64_t chosen_of(const struct run *r, int job)
{
    int64_t n = 0;
    for (int i = 0; i < r->n_attempts; i++)
        n += r->attempt[i].job == job && preempt_yarn_seen(&r->attempt[i]) && r->attempt[i].order_us != NEVER;
    return n;
}

/* Y13.7: "as were chosen there for it, less what the job has launched there since". */
static int kept_of(struct run *r, int node, int job)
{
    for (int i = 0; i < r->n_keeping; i++)
        if (r->kept[i].node == node && r->kept[i].job == job && r->kept[i].n > 0) return i;
    return -1;
}

static void keep(struct run *r, int node, int job)
{
    int i = kept_of(r, node, job);
    if (i < 0) {
        r->kept = naive_grow(r->kept, (size_t)r->n_keeping + 1, sizeof *r->kept);
        r->kept[i = r->n_keeping++] = (struct kept){ node, job, 0 };
    }
    r->kept[i].n++;
}

static int64_t kept_on(const struct run *r, int node)
{
    int64_t n = 0;
    for (int i = 0; i < r->n_keeping; i++)
        if (r->kept[i].node == node) n += r->kept[i].n;
    return n;
}

void preempt_yarn_launched(struct run *r, int node, int job)
{
    int i = kept_of(r, node, job);
    if (i >= 0) r->kept[i].n--;
}

/* "When it neither lacks nor is owed anything by its last look, or is owed nothing and runs its share." */
static bool needs(const struct run *r, int job)
{
    const struct job *j = &r->job[job];
    if (j->state != SUBMITTED || j->lack + j->owed <= 0) return false;
    return j->owed > 0 || (double)job_running(r, job, 0) < j->yarn_share - 1e-6;
}

void preempt_yarn_kept(struct run *r, int node)
{
    for (int i = 0; i < r->n_keeping; i++) {
        if (r->kept[i].node != node) continue;
        if (!needs(r, r->kept[i].job)) r->kept[i].n = 0;
        while (r->kept[i].n > 0 && heartbeat_offer_to(r, node, r->kept[i].job)) ;
    }
}

/* "Runs at least one more than its share." */
static bool may_go(const struct run *r, int job)
{
    return (double)(job_running(r, job, 0) - chosen_of(r, job) - 1) >= r->job[job].yarn_share - 1e-6;
}

/* "Through the nodes in cluster order, on each the newest attempt first"; -1: none is chosen. */
static int choose(struct run *r)
{
    for (int n = 0; n < r->n_nodes; n++)
        for (int i = r->n_attempts - 1; i >= 0; i--) {
            const struct attempt *a = &r->attempt[i];
            if (a->node != n || !preempt_yarn_seen(a) || a->order_us != NEVER) continue;
            if (may_go(r, a->job)) return i;
            if (node_free(r, n, 0) > kept_on(r, n)) return -1;
        }
    return -1;
}

static void kill_for(struct run *r, int job)
{
    struct job *j = &r->job[job];
    for (int64_t n = (int64_t)floor(j->lack + j->owed + 1e-6); n > 0; n--) {
        int i = choose(r);
        if (i < 0) continue;
        r->attempt[i].order_us = r->now_us + r->o.wait_us;
        r->attempt[i].ordered_for = j->pool;
        keep(r, r->attempt[i].node, job);
    }
    j->rests_us = r->now_us + r->o.wait_us + 10000000 + (r->o.heartbeat_us ? 0 : 50000);
    j->starved = 0;
}

/* "The least lack and owed together first, at a tie the last found." */
static int next_starved(const struct run *r)
{
    int best = -1;
    for (int j = 0; j < r->n_jobs; j++) {
        if (!r->job[j].starved) continue;
        double of_j = r->job[j].lack + r->job[j].owed, of_best = best < 0 ? 0 : r->job[best].lack + r->job[best].owed;
        if (best < 0 || of_j < of_best || (of_j == of_best && r->job[j].starved > r->job[best].starved)) best = j;
    }
    return best;
}

static void look(struct run *r)
{
    double *pools = naive_alloc((size_t)r->n_pools, sizeof *pools);
    int *list = naive_alloc((size_t)r->n_jobs, sizeof *list), n_found = 0, job;
    bool full = is_full(r);
    divide_pools(r, -1, slots_in_all(r), pools);
    for (int j = 0; j < r->n_jobs; j++)
        if (is_active(r, j)) r->job[j].yarn_share = share_of(r, j, pools);
    for (int p = 0; p < r->n_pools; p++) {
        if (!full || pool_has_children(r, p)) continue;
        int n = cover(r, p, list);
        double lacked = by_share(r, p, list, n, &n_found);
        by_minimum(r, p, list, n, lacked, &n_found);
    }
    while ((job = next_starved(r)) >= 0) kill_for(r, job);
    free(pools);
    free(list);
}

void preempt_yarn_look(struct run *r)
{
    if (r->o.yarn_kills && r->now_us % LOOK_EVERY_US == 0) look(r);
}

int64_t preempt_yarn_next(const struct run *r)
{
    return !r->o.yarn_kills ? NEVER : (r->now_us / LOOK_EVERY_US + 1) * LOOK_EVERY_US;
}

/* Y13.8, Y14.6: "if it has ended by then"; "counts as running no more". */
bool preempt_yarn_in_vain(const struct run *r, const struct attempt *a)
{
    return r->o.yarn_kills && a->phase == OVER && !a->freed && !a->in_vain;
}

/* Y13.6: "its slot is free a period after the first heartbeat of its node that is not before the kill". */
void preempt_yarn_kill(struct run *r, int attempt)
{
    struct attempt *a = &r->attempt[attempt];
    a->order_us = NEVER;
    if ((a->in_vain = a->phase == OVER)) return;
    if (r->o.yarn_kills) a->killed_for = a->ordered_for;
    r->job[a->job].killed++;
    if (r->o.heartbeat_us) a->held_until_us = next_beat(r, a->node, r->now_us - 1) + r->o.heartbeat_us;
    else r->node[a->node].asks = true;
    attempt_stop(r, attempt, SW_KILLED);
}

/* Y13: "yarn:Tmin,Tfair[,F[,W]]", W 15 s. */
int set_preempt_yarn(struct options *o, const struct spec *spec, struct sw_err *err)
{
    o->threshold = 0.5;
    o->wait_us = 15000000;
    if (spec->n < 2 || spec->n > 4) return sw_err_usage(err, "--preempt: yarn takes Tmin,Tfair[,F[,W]]");
    if (spec->n > 2 && sw_opt_real("--preempt", spec->param[2], 0, 1e9, &o->threshold, err)) return SW_FAIL;
    return spec->n > 3 ? sw_opt_duration("--preempt", spec->param[3], &o->wait_us, err) : SW_OK;
}

int check_preempt_yarn(const struct options *o, const struct run *r, struct sw_err *err)
{
    bool hfs = o->order == &order_hfs || o->order == &order_hfs_lack || o->order == &order_hfs_yarn;
    bool ordered = o->yarn_kills ? hfs : o->order == &order_capacity;
    if (!(o->yarn_kills || o->capacity_kills)) return SW_OK;
    if (ordered && r->n_kinds == 1 && !o->hadoop && (o->delay == &delay_none || o->delay->offered)) return SW_OK;
    return sw_err_usage(err, "--preempt: needs its order and a cluster with one kind of slot");
}
