/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peer.c - slot-fair --explain=POOL: whose weight, made less, would give the pool most. Pools beside the pool,
 * and beside those that it is inside of, are tried with less weight: that is one less, or half of a weight that
 * is not above 1. The case is solved again each time. */
#include <math.h>
#include "tools/fair/fair.h"

/* Pools of one level that are tried, as each takes a solution of the whole case. */
enum { MOST_TRIED = 500 };
/* The best so far: whose weight, what it was and is made, and the share that the pool gets then. */
struct peer { size_t pool; double was, weight, share; };

/* Solves the case again, with the claims as they are now; NaN: failed. */
static double share_solved(const struct config *cfg, struct fair_case *c, size_t pool, struct sw_err *err)
{
    bool quota = cfg->rule == RULE_QUOTA;
    int status = quota ? sw_fair_quota_shares(&c->tree, c->quota_claim, c->total, false, &c->space, c->quota, err)
                       : sw_fair_tree_shares(&c->tree, c->claim, c->total, cfg->over, &c->space, c->share, NULL, err);
    return status != SW_OK ? NAN : quota ? c->quota[pool].share_slots : c->share[pool].share_slots;
}

/* Rules of quotas have claims of their own. */
static double *weight_of(const struct config *cfg, struct fair_case *c, size_t pool)
{
    return cfg->rule == RULE_QUOTA ? &c->quota_claim[pool].weight : &c->claim[pool].weight;
}

/* What `pool` would get if `of` had another weight. */
static double with_weight(const struct config *cfg, struct fair_case *c, size_t of, double weight, size_t pool,
                          struct sw_err *err)
{
    double was = *weight_of(cfg, c, of);
    *weight_of(cfg, c, of) = weight;
    double share = share_solved(cfg, c, pool, err);
    *weight_of(cfg, c, of) = was;
    return share;
}

/* Beside `at`: the one that gives most, of these and `best`. */
static int try_level(const struct config *cfg, struct fair_case *c, size_t at, size_t pool, struct peer *best,
                     struct sw_err *err)
{
    /* Level n is the top. */
    size_t p = c->parent[at] == SW_FAIR_TOP ? c->names.n : c->parent[at];
    const uint32_t *beside = c->tree.order + c->tree.first[p];
    for (size_t i = 0; i < c->tree.n_children[p] && i < MOST_TRIED; i++) {
        double was = *weight_of(cfg, c, beside[i]), less = was > 1 ? was - 1 : was / 2;
        if (beside[i] == at || less < SW_FAIR_WEIGHT_MIN)
            continue;
        double share = with_weight(cfg, c, beside[i], less, pool, err);
        if (isnan(share))
            return SW_FAIL;
        /* More than rounding. */
        if (share > best->share * (1 + 1e-9))
            *best = (struct peer){ beside[i], was, less, share };
    }
    return SW_OK;
}

int peer_explain(struct sw_out *out, const struct config *cfg, struct fair_case *c, size_t pool, struct sw_err *err)
{
    double now = share_solved(cfg, c, pool, err), own = *weight_of(cfg, c, pool), more;
    struct peer best = { .share = now };
    if (isnan(now))
        return SW_FAIL;
    for (size_t at = pool; at != SW_FAIR_TOP; at = c->parent[at])
        if (try_level(cfg, c, at, pool, &best, err) != SW_OK)
            return SW_FAIL;
    /* No weight of others holds the pool. */
    if (best.share == now)
        return SW_OK;
    if (isnan(more = with_weight(cfg, c, pool, own + 1, pool, err)))
        return SW_FAIL;
    sw_out_sentence(out, "With the weight of %s at %.10g in place of %.10g %s would have %.10g in place of %.10g",
                    c->names.name[best.pool], best.weight, best.was, c->names.name[pool], best.share, now);
    if (more > now * (1 + 1e-9))
        sw_out_sentence(out, ", with its own at %.10g %.10g", own + 1, more);
    sw_out_sentence(out, ".\n");
    return SW_OK;
}
