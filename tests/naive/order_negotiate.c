/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_negotiate.c - P1 to P7: HTCondor's cycles, claims that are kept, slices of the pie. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "tests/naive/naive.h"

/* ---- the queue: of each pool by itself ------------------------------------------------------------------ */

static int pool_of(const struct run *r, int job) { return r->job[job].pool; }

static bool before(const struct run *r, int kind, int a, int b)
{
    return fair_in_pool_before(r, kind, r->pool[r->job[a].pool].fifo, a, b);
}

static int list_negotiate(const struct run *r, int kind, struct stage **out)
{
    int n = 0;
    for (int p = 0; p < r->n_pools; p++) n += list_group(r, kind, p, pool_of, before, out + n);
    return n;
}

const struct order_rule order_negotiate = { "negotiate", true, list_negotiate, NULL };

/* P4; false: it has none. */
static bool next_task(const struct run *r, int pool, struct stage **s, int *task)
{
    if (list_group(r, 0, pool, pool_of, before, r->list) == 0) return false;
    *s = r->list[0];
    *task = first_failed(r, *s);
    for (int t = 0; *task < 0; t++)
        if (!(*s)->task[t].launched) *task = t;
    return true;
}

static bool has_next(const struct run *r, int pool)
{
    struct stage *s;
    int task;
    return next_task(r, pool, &s, &task);
}

/* ---- slots and claims ------------------------------------------------------------------------------------ */

/* The attempt that has the slot; -1: none. */
static int holder(const struct run *r, int node, int number)
{
    for (int i = 0; i < r->n_attempts; i++)
        if (r->attempt[i].node == node && r->attempt[i].number_of_slot == number && !r->attempt[i].claim_over) return i;
    return -1;
}

static void start(struct run *r, int pool, int node, int number, int64_t claimed_us)
{
    struct stage *s;
    int task;
    if (!next_task(r, pool, &s, &task)) return;
    bool failed = s->task[task].failed;
    attempt_launch(r, node, s, task, locality_of(r, &s->task[task], node));
    r->attempt[r->n_attempts - 1].number_of_slot = number;
    r->attempt[r->n_attempts - 1].claimed_us = claimed_us;
    if (!failed) r->o.delay->launched(r, s, r->attempt[r->n_attempts - 1].locality);
}

static bool goes_on(const struct run *r, const struct attempt *a)
{
    return a->outcome != SW_LOST && r->now_us - a->claimed_us <= r->o.claim_us && r->node[a->node].up
           && node_free(r, a->node, 0) > 0;
}

/* P3: those whose slot has freed since the last time, "in cluster order, those of a node by number". */
static void keep_claims(struct run *r)
{
    for (;;) {
        int first = -1;
        for (int i = 0; i < r->n_attempts; i++) {
            const struct attempt *a = &r->attempt[i], *b = &r->attempt[first < 0 ? 0 : first];
            bool earlier_slot = a->node < b->node || (a->node == b->node && a->number_of_slot < b->number_of_slot);
            if (a->freed && !a->claim_over && (first < 0 || earlier_slot)) first = i;
        }
        if (first < 0) return;
        const struct attempt a = r->attempt[first];
        r->attempt[first].claim_over = true;
        if (goes_on(r, &a)) start(r, r->job[a.job].pool, a.node, a.number_of_slot, a.claimed_us);
    }
}

/* ---- usage (P5) ------------------------------------------------------------------------------------------- */

static double usage_of(const struct run *r, int pool, int64_t at_us)
{
    const struct claimed *c = &r->pool[pool].claimed;
    double rho = (double)c->claims;
    double u = rho + (c->before - rho) * exp2(-(double)(at_us - c->since_us) / (double)r->o.half_life_us);
    return u > r->o.usage_start ? u : r->o.usage_start;
}

static double priority_of(const struct run *r, int pool)
{
    int64_t weight = r->pool[pool].weight > 0 ? r->pool[pool].weight : 1;
    return usage_of(r, pool, r->now_us) * 1e6 / (double)weight;
}

static void end_cycle(struct run *r, int64_t at_us)
{
    for (int p = 0; p < r->n_pools; p++) {
        int64_t claims = pool_running(r, p, 0);
        if (claims == r->pool[p].claimed.claims) continue;
        r->pool[p].claimed = (struct claimed){ usage_of(r, p, at_us), claims, at_us };
    }
    r->cycle_us = at_us;
    r->asked_us = UNSET;
}

/* ---- a cycle (P6, P7) -------------------------------------------------------------------------------------- */

struct taker { int pool; double priority, limit, ratio; bool left; };
struct cycle { struct taker *by_name; int n; double pie; bool *was_free; };

/* A slot that was free when the cycle began: of each node the lowest numbers that were not claimed. */
static bool is_free(const struct run *r, const struct cycle *c, int node, int number)
{
    return c->was_free[node * MOST_SLOTS + number] && holder(r, node, number) < 0;
}

static void note_free(struct run *r, struct cycle *c)
{
    for (int n = 0; n < r->n_nodes; n++) {
        int64_t left = r->node[n].up ? node_free(r, n, 0) : 0;
        for (int number = 1; left > 0; number++)
            if (holder(r, n, number) < 0) c->was_free[n * MOST_SLOTS + number] = left-- > 0;
    }
}

/* L1's order, nearest first. */
static int farness(enum sw_locality at) { return at == SW_AT_NODE ? 0 : at == SW_AT_RACK ? 1 : 2; }

static bool best_slot(const struct run *r, const struct cycle *c, const struct task *t, int *node, int *number)
{
    *node = -1;
    for (int n = 0; n < r->n_nodes; n++)
        for (int i = 1; i < MOST_SLOTS; i++) {
            if (!is_free(r, c, n, i)) continue;
            int far = farness(locality_of(r, t, n)), best = *node < 0 ? 3 : farness(locality_of(r, t, *node));
            if (far > best || (far == best && i >= *number)) continue;
            *node = n;
            *number = i;
        }
    return *node >= 0;
}

static bool any_free(const struct run *r, const struct cycle *c)
{
    for (int i = 0; i < r->n_nodes * MOST_SLOTS; i++)
        if (is_free(r, c, i / MOST_SLOTS, i % MOST_SLOTS)) return true;
    return false;
}

/* P6.1 */
static void cut_pie(const struct run *r, struct cycle *c)
{
    double m = 0, f = 0;
    for (int i = 0; i < c->n; i++)
        if (!c->by_name[i].left && c->by_name[i].priority > m) m = c->by_name[i].priority;
    for (int i = 0; i < c->n; i++)
        if (!c->by_name[i].left) f += m / c->by_name[i].priority;
    c->pie = 0;
    for (int i = 0; i < c->n; i++) {
        struct taker *t = &c->by_name[i];
        if (t->left) continue;
        t->limit = m / (t->priority * f) * (double)slots_up(r, 0) - (double)pool_running(r, t->pool, 0);
        if (t->limit < 0) t->limit = 0;
        c->pie += t->limit;
    }
}

static bool turn_before(const struct taker *a, const struct taker *b)
{
    if (a->priority != b->priority) return a->priority < b->priority;
    if (a->ratio != b->ratio) return a->ratio < b->ratio;
    return a < b; /* they stand by name */
}

/* P6.3 to P6.5; whether it made a match or left. */
static bool take_turn(struct run *r, struct cycle *c, struct taker *t, bool first)
{
    double limit = t->limit < c->pie ? t->limit : c->pie;
    struct stage *s;
    int made = 0, task, node, number;
    if (!first && (limit < 1 || c->pie < 1)) return false;
    while (next_task(r, t->pool, &s, &task) && best_slot(r, c, &s->task[task], &node, &number)
           && (made + 1 <= limit || (made == 0 && limit > 0 && c->pie >= 0.99))) {
        start(r, t->pool, node, number, r->now_us);
        c->pie -= 1;
        made++;
    }
    t->left = made < limit && (!has_next(r, t->pool) || !any_free(r, c));
    return made || t->left;
}

static bool spin(struct run *r, struct cycle *c, int *turn, bool first)
{
    bool changed = false, somebody = false;
    cut_pie(r, c);
    if (!(c->pie > 0)) return false;
    for (int i = 0; i < c->n && first; i++) {
        struct taker *t = &c->by_name[i];
        double claims = (double)pool_running(r, t->pool, 0);
        t->ratio = claims + t->limit > 0 ? claims / (claims + t->limit) : DBL_MAX;
        turn[i] = i;
    }
    for (int i = 1; i < c->n && first; i++) /* by insertion */
        for (int k = i; k > 0 && turn_before(&c->by_name[turn[k]], &c->by_name[turn[k - 1]]); k--) {
            int was = turn[k];
            turn[k] = turn[k - 1];
            turn[k - 1] = was;
        }
    for (int i = 0; i < c->n; i++)
        if (!c->by_name[turn[i]].left && take_turn(r, c, &c->by_name[turn[i]], first)) changed = true;
    for (int i = 0; i < c->n; i++) somebody |= !c->by_name[i].left;
    return changed && somebody && any_free(r, c);
}

static void make_cycle(struct run *r)
{
    struct cycle c = { .by_name = naive_alloc((size_t)r->n_pools + 1, sizeof *c.by_name),
                       .was_free = naive_alloc((size_t)r->n_nodes * MOST_SLOTS, sizeof *c.was_free) };
    int *turn = naive_alloc((size_t)r->n_pools + 1, sizeof *turn);
    for (int p = 0; p < r->n_pools; p++) {
        if (!has_next(r, p)) continue;
        int at = c.n++;
        for (; at > 0 && strcmp(r->pool[p].name, r->pool[c.by_name[at - 1].pool].name) < 0; at--)
            c.by_name[at] = c.by_name[at - 1];
        c.by_name[at] = (struct taker){ .pool = p, .priority = priority_of(r, p) };
    }
    note_free(r, &c);
    bool first = true;
    while (c.n > 0 && any_free(r, &c) && spin(r, &c, turn, first)) first = false;
    free(c.by_name);
    free(c.was_free);
    free(turn);
}

/* ---- when (P2) ---------------------------------------------------------------------------------------------- */

void negotiate_asks(struct run *r)
{
    if (r->asked_us == UNSET) r->asked_us = r->now_us;
}

static int64_t next_cycle(const struct run *r)
{
    int64_t asked = NEVER, next = NEVER;
    if (r->cycle_us != UNSET) next = r->cycle_us + r->o.cycle_us;
    if (r->asked_us != UNSET) asked = r->asked_us;
    if (r->asked_us != UNSET && r->cycle_us != UNSET && r->cycle_us + r->o.cycle_delay_us > asked)
        asked = r->cycle_us + r->o.cycle_delay_us;
    return asked < next ? asked : next;
}

/* Cycles since the last instant found nothing to match. */
void negotiate_pass(struct run *r)
{
    while (r->o.order == &order_negotiate && next_cycle(r) < r->now_us) end_cycle(r, next_cycle(r));
}

void negotiate_make(struct run *r)
{
    for (int n = 0; n < r->n_nodes; n++) r->node[n].asks = false;
    r->work_came = false;
    keep_claims(r);
    if (next_cycle(r) != r->now_us) return;
    make_cycle(r);
    end_cycle(r, r->now_us);
}

int64_t negotiate_next(struct run *r)
{
    bool has_free = false;
    for (int n = 0; n < r->n_nodes; n++)
        if (r->node[n].up && node_free(r, n, 0) > 0) has_free = true;
    return has_free && list_negotiate(r, 0, r->list) > 0 ? next_cycle(r) : NEVER;
}

/* ---- options --------------------------------------------------------------------------------------------- */

int set_negotiate_order(struct options *o, const char *arg, struct sw_err *err)
{
    struct spec spec;
    int64_t *const time[] = { &o->cycle_us, &o->cycle_delay_us, &o->claim_us, &o->half_life_us };
    if (spec_read("--order", arg, &spec, err)) return SW_FAIL;
    o->order = &order_negotiate;
    o->cycle_us = 60 * SW_US_PER_S;
    o->cycle_delay_us = 20 * SW_US_PER_S;
    o->claim_us = 1200 * SW_US_PER_S;
    o->half_life_us = 86400 * SW_US_PER_S;
    o->usage_start = 0.5;
    for (size_t i = 0; i < 4 && i < (size_t)spec.n; i++) {
        if (i == 2 && !strcmp(spec.param[i], "forever")) o->claim_us = NEVER;
        else if (sw_opt_duration("--order", spec.param[i], time[i], err)) return SW_FAIL;
    }
    if (spec.n > 4 && sw_opt_real("--order", spec.param[4], 1e-6, 1e6, &o->usage_start, err)) return SW_FAIL;
    if (spec.n == 1 && o->cycle_delay_us > o->cycle_us) o->cycle_delay_us = o->cycle_us;
    spec_clear(&spec);
    return SW_OK;
}

/* P1 */
int check_negotiate_order(struct options *o, struct sw_err *err)
{
    bool others = o->kills || o->cpac || o->speculate || o->commit_us || o->placement == REDRAW || o->gives_back;
    if (o->order != &order_negotiate) return SW_OK;
    others |= o->load_cap != UNSET || o->long_us != UNSET || o->disk != NO_LIMIT || o->per_heartbeat != NO_LIMIT;
    o->heartbeat_us = 0;
    return others || o->delay != &delay_none ? sw_err_usage(err, "--order: another option does not go with negotiate")
                                             : SW_OK;
}
