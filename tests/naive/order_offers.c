/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_offers.c - M1 to M7: an allocator offers nodes to pools in rounds, and each pool answers for itself. */
#include <stdlib.h>
#include <string.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "tests/naive/naive.h"

struct filter { int pool, node; int64_t slots, until_us; };
struct offer { int pool, node; int64_t slots; };

static bool at_once(const struct run *r) { return r->o.allocation_us == 0; }

/* ---- the queue --------------------------------------------------------------------------------------- */

static int pool_of(const struct run *r, int job) { return r->job[job].pool; }

static bool before(const struct run *r, int kind, int a, int b)
{
    return fair_in_pool_before(r, kind, r->pool[r->job[a].pool].fifo, a, b);
}

/* M5: "the stages of that pool alone"; between answers all that is queued, pool by pool. */
static int list_offers(const struct run *r, int kind, struct stage **out)
{
    int n = 0;
    if (r->answering >= 0) return list_group(r, kind, r->answering, pool_of, before, out);
    for (int p = 0; p < r->n_pools; p++) n += list_group(r, kind, p, pool_of, before, out + n);
    return n;
}

const struct order_rule order_offers = { "offers", true, list_offers, NULL };

/* ---- filters ------------------------------------------------------------------------------------------ */

/* M6.1: "matches offers of at most n slots", "that one included". */
static bool is_filtered(const struct run *r, int pool, int node, int64_t slots)
{
    for (int i = 0; i < r->n_filters; i++) {
        const struct filter *f = &r->filter[i];
        if (f->pool == pool && f->node == node && slots <= f->slots && r->now_us <= f->until_us) return true;
    }
    return false;
}

static void add_filter(struct run *r, int pool, int node, int64_t slots)
{
    int64_t us = r->o.filter_us < r->o.allocation_us ? r->o.allocation_us : r->o.filter_us;
    int kept = 0;
    if (r->o.filter_us == 0) return;
    for (int i = 0; i < r->n_filters; i++) /* so that there are not ever more */
        if (r->filter[i].until_us >= r->now_us) r->filter[kept++] = r->filter[i];
    r->n_filters = kept;
    r->filter = naive_grow(r->filter, (size_t)r->n_filters + 1, sizeof *r->filter);
    r->filter[r->n_filters++] = (struct filter){ pool, node, slots, r->now_us + us };
}

/* M7 */
void offers_revive(struct run *r, int pool)
{
    int kept = 0;
    if (r->o.order != &order_offers) return;
    for (int i = 0; i < r->n_filters; i++)
        if (r->filter[i].pool != pool) r->filter[kept++] = r->filter[i];
    r->n_filters = kept;
    r->revived = true;
}

/* ---- a round ------------------------------------------------------------------------------------------- */

struct round { struct offer *offer; int n; bool *declined; }; /* declined: pool after pool, of each node */

/* Slots of this round's offers so far to the pool and to those below it. */
static int64_t offered(const struct run *r, const struct round *d, int n, int pool)
{
    int64_t sum = 0;
    for (int i = 0; i < n; i++)
        if (pool_above(r, pool, d->offer[i].pool)) sum += d->offer[i].slots;
    return sum;
}

/* M4.1, M4.2: two pools that stand side by side, as they stood when `n` offers had been made. */
static bool side_before(const struct run *r, const struct round *d, int n, int a, int b)
{
    int c = compare_ratio(pool_running(r, a, 0) + offered(r, d, n, a), r->pool[a].weight,
                          pool_running(r, b, 0) + offered(r, d, n, b), r->pool[b].weight);
    int64_t more = 0;
    for (int i = n; i < d->n; i++) /* the offers of this node are not counted yet */
        more += pool_above(r, b, d->offer[i].pool) - pool_above(r, a, d->offer[i].pool);
    if (c) return c < 0;
    more += r->pool[a].n_offers - r->pool[b].n_offers;
    return more ? more < 0 : strcmp(r->pool[a].name, r->pool[b].name) < 0;
}

static int depth(const struct run *r, int pool)
{
    int n = 0;
    while (pool >= 0) pool = r->pool[pool].parent, n++;
    return n;
}

static bool pool_before(const struct run *r, const struct round *d, int n, int a, int b)
{
    int da = depth(r, a), db = depth(r, b);
    for (; da > db; da--) a = r->pool[a].parent;
    for (; db > da; db--) b = r->pool[b].parent;
    while (r->pool[a].parent != r->pool[b].parent) a = r->pool[a].parent, b = r->pool[b].parent;
    return side_before(r, d, n, a, b);
}

static bool wants(const struct run *r, int pool)
{
    for (int j = 0; j < r->n_jobs; j++)
        if (r->job[j].state == SUBMITTED && r->job[j].pool == pool && job_may_run(r, j, 0)) return true;
    return false;
}

/* M4.3: what O6 leaves. */
static int64_t room(const struct run *r, const struct round *d, int pool)
{
    int64_t least = NO_LIMIT;
    for (int p = pool; p >= 0; p = r->pool[p].parent) {
        int64_t left = r->pool[p].max[0] - pool_running(r, p, 0) - offered(r, d, d->n, p);
        if (r->pool[p].max[0] != NO_LIMIT && left < least) least = left;
    }
    return least;
}

static void make_offer(struct run *r, struct round *d, int pool, int node, int64_t slots)
{
    d->offer = naive_grow(d->offer, (size_t)d->n + 1, sizeof *d->offer);
    d->offer[d->n++] = (struct offer){ pool, node, slots };
    for (int p = pool; p >= 0; p = r->pool[p].parent) r->pool[p].n_offers++;
}

/* M4: "at a node's turn pools are ordered". */
static void offer_node(struct run *r, struct round *d, int node)
{
    int n_before = d->n;
    int64_t left = node_free(r, node, 0);
    bool *seen = naive_alloc((size_t)r->n_pools, sizeof *seen);
    while (left > 0) {
        int first = -1;
        for (int p = 0; p < r->n_pools; p++)
            if (!seen[p] && wants(r, p) && (first < 0 || pool_before(r, d, n_before, p, first))) first = p;
        if (first < 0) break;
        seen[first] = true;
        int64_t most = room(r, d, first), slots = left < most ? left : most;
        if (slots <= 0 || is_filtered(r, first, node, slots) || d->declined[first * r->n_nodes + node]) continue;
        make_offer(r, d, first, node, slots);
        left -= slots;
    }
    free(seen);
}

/* M5, M6. D3: each free slot of those offered is an offer, which heartbeat() sees to. */
static void answer(struct run *r, struct round *d, const struct offer *o)
{
    int before = r->n_attempts;
    r->answering = o->pool;
    r->n_kept = node_free(r, o->node, 0) - o->slots;
    heartbeat(r, o->node);
    r->answering = -1;
    r->n_kept = 0;
    int64_t left = o->slots - (r->n_attempts - before);
    if (left > 0) add_filter(r, o->pool, o->node, left);
    if (left > 0) d->declined[o->pool * r->n_nodes + o->node] = at_once(r);
}

/* M3: R9's permutation. */
static void shuffle(const struct run *r, int *node, int n)
{
    struct sw_chance c = sw_chance_start(r->o.seed, SW_CHANCE_OFFERS, (uint64_t)r->now_us, (uint64_t)r->n_attempts);
    uint32_t *pi = naive_alloc((size_t)n + 1, sizeof *pi);
    int *was = naive_alloc((size_t)n + 1, sizeof *was);
    memcpy(was, node, (size_t)n * sizeof *node);
    sw_chance_permutation(&c, pi, (uint32_t)n);
    for (int i = 0; i < n; i++) node[i] = was[pi[i]];
    free(was);
    free(pi);
}

static void make_round(struct run *r, int *node, int n)
{
    struct round d = { .declined = naive_alloc((size_t)r->n_pools * (size_t)r->n_nodes + 1, sizeof *d.declined) };
    if (!at_once(r)) shuffle(r, node, n);
    do {
        d.n = 0;
        for (int i = 0; i < n; i++) offer_node(r, &d, node[i]);
        for (int i = 0; i < d.n; i++) answer(r, &d, &d.offer[i]);
    } while (at_once(r) && d.n > 0); /* M6.2 */
    free(d.offer);
    free(d.declined);
}

/* ---- when ------------------------------------------------------------------------------------------------ */

/* M2.4: which nodes, and that they count as having made a heartbeat for H7, though nothing waits for a free slot. */
static bool takes_part_at_once(struct run *r, int node, bool all)
{
    bool takes = r->node[node].asks || (all && node_free(r, node, 0) > 0 && work_waits(r, 0));
    if (takes && r->node[node].up) r->last_heartbeat_us = r->now_us;
    return takes;
}

void offers_make(struct run *r, bool first_round, bool all_free)
{
    bool all = at_once(r) ? r->work_came || (first_round && all_free)
                          : r->revived || (first_round && r->now_us % r->o.allocation_us == 0);
    int *node = naive_alloc((size_t)r->n_nodes, sizeof *node), n = 0;
    for (int i = 0; i < r->n_nodes; i++) {
        bool takes = at_once(r) ? takes_part_at_once(r, i, all) : all || r->node[i].grew;
        r->node[i].asks = r->node[i].grew = false;
        if (takes && r->node[i].up && node_free(r, i, 0) > 0) node[n++] = i;
    }
    r->work_came = r->revived = false;
    if (n > 0) make_round(r, node, n);
    free(node);
}

/* M2.1: the next multiple at which something could be offered. */
int64_t offers_next(struct run *r)
{
    bool has_free = false;
    for (int n = 0; n < r->n_nodes; n++)
        if (r->node[n].up && node_free(r, n, 0) > 0) has_free = true;
    return has_free && list_offers(r, 0, r->list) > 0 ? (r->now_us / r->o.allocation_us + 1) * r->o.allocation_us
                                                      : NEVER;
}

/* ---- options --------------------------------------------------------------------------------------------- */

int set_offers_order(struct options *o, const char *arg, struct sw_err *err)
{
    struct spec spec;
    if (spec_read("--order", arg, &spec, err)) return SW_FAIL;
    o->order = &order_offers;
    o->allocation_us = SW_US_PER_S;
    o->filter_us = 5 * SW_US_PER_S;
    if (spec.n > 0 && sw_opt_duration("--order", spec.param[0], &o->allocation_us, err)) return SW_FAIL;
    if (o->allocation_us == 0) o->filter_us = 0;
    if (spec.n > 1 && sw_opt_duration("--order", spec.param[1], &o->filter_us, err)) return SW_FAIL;
    spec_clear(&spec);
    return o->allocation_us == 0 && o->filter_us ? sw_err_usage(err, "--order: offers: 0 goes with 0") : SW_OK;
}

/* M1 */
int check_offers_order(struct options *o, struct sw_err *err)
{
    bool others = o->kills || o->cpac || o->speculate || o->commit_us || o->placement == REDRAW || o->gives_back;
    if (o->order != &order_offers) return SW_OK;
    others |= o->load_cap != UNSET || o->long_us != UNSET || o->disk != NO_LIMIT || o->per_heartbeat != NO_LIMIT;
    bool waits = o->delay == &delay_wait && o->accounting == CLOCK;
    others |= o->delay != &delay_none && o->delay != &delay_skips && !waits;
    o->heartbeat_us = 0;
    return others ? sw_err_usage(err, "--order: another option does not go with offers") : SW_OK;
}
