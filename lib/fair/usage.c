/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage.c - what past usage leaves of shares: Slurm's Fair Tree and its classic factor (U1 to U3 of docs/model.md).
 * The windows of U10 stand here, too. */
#include <math.h>
#include <stdlib.h>
#include "slotwise/sw_fair.h"

#define NEAR 1e-12L /* U2.3 */

/* A row of a level, as it is visited. */
struct item { long double fs; uint32_t pool; bool user; };
struct visit {
    const struct sw_fair_tree *tree;
    const struct sw_usage_claim *claim;
    struct sw_usage_share *share;
    long double *fs;         /* of each pool */
    struct item *item;       /* rows of the levels that are being visited, one after the other */
    size_t n_items;
    uint32_t n_users, rank, rank_untied; /* ranks fall from n_users on */
    uint32_t *n_of_rank;
};

/* U1: a row without children is a user. */
static bool is_user(const struct sw_fair_tree *tree, uint32_t i)
{
    return tree->n_children[i] == 0;
}

/* ---- U1 ---------------------------------------------------------------------------------------- */
static void raise_usage(const struct sw_fair_tree *tree, const uint32_t *parent, const struct sw_usage_claim *claim,
                        struct sw_usage_share *share)
{
    for (size_t i = 0; i < tree->n; i++)
        share[i].usage = is_user(tree, (uint32_t)i) ? claim[i].usage : 0;
    for (size_t k = tree->n; k-- > 0;) { /* children before their parents */
        uint32_t i = tree->order[k];
        if (parent[i] != SW_FAIR_TOP)
            share[parent[i]].usage += share[i].usage;
    }
}

static double usage_of_all(const struct sw_fair_tree *tree, const uint32_t *parent, const struct sw_usage_share *share)
{
    double sum = 0;
    for (size_t i = 0; i < tree->n; i++)
        if (parent[i] == SW_FAIR_TOP)
            sum += share[i].usage;
    return sum;
}

/* sum: room for the shares of each level, the last of them the top's. */
static void find_levels(const struct sw_fair_tree *tree, const uint32_t *parent, const struct sw_usage_claim *claim,
                        struct sw_usage_share *share, double *sum)
{
    double all = usage_of_all(tree, parent, share);
    for (size_t i = 0; i < tree->n; i++) {
        uint32_t at = parent[i];
        while (at != SW_FAIR_TOP && claim[at].from_parent)
            at = parent[at];
        share[i].level = at;
        share[i].level_usage = at == SW_FAIR_TOP ? all : share[at].usage;
        if (!claim[i].from_parent)
            sum[at == SW_FAIR_TOP ? tree->n : at] += claim[i].shares;
    }
    for (size_t i = 0; i < tree->n; i++)
        share[i].level_shares = sum[share[i].level == SW_FAIR_TOP ? tree->n : share[i].level];
}

/* NAN where a row has no such value. */
static int begin_shares(const struct sw_fair_tree *tree, const uint32_t *parent, const struct sw_usage_claim *claim,
                        struct sw_usage_share *share, struct sw_err *err)
{
    double *sum = calloc(tree->n + 1, sizeof *sum);
    if (!sum)
        return sw_err_memory(err);
    for (size_t i = 0; i < tree->n; i++)
        share[i] = (struct sw_usage_share){ .level_fs = NAN, .fairshare = NAN };
    raise_usage(tree, parent, claim, share);
    find_levels(tree, parent, claim, share, sum);
    free(sum);
    return SW_OK;
}

/* 0 where there is nothing to have a part of. */
static double part_of_whole(double of, double whole)
{
    return whole > 0 ? of / whole : 0;
}

/* ---- U2 ---------------------------------------------------------------------------------------- */
/* One quotient, so that values that are equal are as equal as can be. */
static long double level_fs(const struct sw_fair_tree *tree, uint32_t i, const struct sw_usage_claim *claim,
                            const struct sw_usage_share *share)
{
    if (claim[i].from_parent)
        /* U2: infinite for a user with `parent`. An account with `parent` has its children in its place (U1.1). */
        return is_user(tree, i) ? INFINITY : NAN;
    if (claim[i].shares <= 0)
        return 0;
    if (share[i].usage <= 0)
        return INFINITY;
    return (long double)claim[i].shares * share[i].level_usage / ((long double)share[i].level_shares * share[i].usage);
}

/* U2.3: within a part in 10^12. */
static bool ties(long double a, long double b)
{
    return a == b || (isfinite(a) && isfinite(b) && fabsl(a - b) <= NEAR * fmaxl(a, b));
}

/* The largest first. Ties are found afterwards, so here equal means equal. */
static int by_fs(const void *x, const void *y)
{
    const struct item *a = x, *b = y;
    if (a->fs != b->fs)
        return a->fs < b->fs ? 1 : -1;
    return (a->pool > b->pool) - (a->pool < b->pool);
}

/* U2.1 */
static int users_first(const void *x, const void *y)
{
    const struct item *a = x, *b = y;
    if (a->user != b->user)
        return a->user ? -1 : 1;
    return (a->pool > b->pool) - (a->pool < b->pool);
}

/* Ties are between neighbours in order. */
static size_t end_of_tie(const struct item *item, size_t from, size_t n)
{
    size_t i = from + 1;
    while (i < n && ties(item[i - 1].fs, item[i].fs))
        i++;
    return i;
}

static void sort_level(struct item *item, size_t n)
{
    qsort(item, n, sizeof *item, by_fs);
    for (size_t from = 0, end; from < n; from = end) {
        end = end_of_tie(item, from, n);
        qsort(item + from, end - from, sizeof *item, users_first);
    }
}

/* U1.1: the children of an account with `parent` stand in the level of the account. */
static void gather_level(struct visit *v, uint32_t account)
{
    const uint32_t *child = v->tree->order + v->tree->first[account];
    for (size_t k = 0; k < v->tree->n_children[account]; k++) {
        uint32_t i = child[k];
        if (v->claim[i].from_parent && !is_user(v->tree, i))
            gather_level(v, i);
        else
            v->item[v->n_items++] = (struct item){ v->fs[i], i, is_user(v->tree, i) };
    }
}

/* U2.2: a user that ties has the rank of the one before it, and still takes one rank. */
static void visit_user(struct visit *v, uint32_t i, bool tied)
{
    if (!tied)
        v->rank = v->rank_untied;
    v->rank_untied--;
    v->share[i].fairshare = (double)v->rank / v->n_users;
    v->share[i].place = v->n_users - v->rank + 1;
    v->n_of_rank[v->rank]++;
}

/* The rows from `begin` on. */
static void visit_level(struct visit *v, size_t begin, bool tied_before)
{
    size_t n = v->n_items;
    sort_level(v->item + begin, n - begin);
    for (size_t from = begin, end; from < n; from = end) {
        /* Children of accounts that tie are gathered behind all rows, and visited as one level. */
        size_t i = from, children = v->n_items;
        end = from + end_of_tie(v->item + from, 0, n - from);
        /* Users first: each ties with the one before it in this group. */
        for (; i < end && v->item[i].user; i++)
            visit_user(v, v->item[i].pool, i > from || (i == begin && tied_before));
        /* Whether the account's first child ties: with a user before it in the group, or with what came before the
         * level. */
        bool tied = i > from || (from == begin && tied_before);
        for (; i < end; i++)
            gather_level(v, v->item[i].pool);
        if (v->n_items > children)
            visit_level(v, children, tied);
    }
}

static int make_visit(struct visit *v, size_t n, struct sw_err *err)
{
    v->fs = calloc(n + 1, sizeof *v->fs);
    v->item = calloc(n + 1, sizeof *v->item);
    v->n_of_rank = calloc(n + 1, sizeof *v->n_of_rank);
    return v->fs && v->item && v->n_of_rank ? SW_OK : sw_err_memory(err);
}

/* U2: all rows get their level_fs, then the visit gives users their ranks. */
static void visit_all(struct visit *v)
{
    for (uint32_t i = 0; i < v->tree->n; i++) {
        struct sw_usage_share *s = &v->share[i];
        v->fs[i] = level_fs(v->tree, i, v->claim, v->share);
        v->n_users += is_user(v->tree, i);
        s->level_fs = v->claim[i].from_parent ? NAN : (double)v->fs[i];
        s->norm_shares = v->claim[i].from_parent ? NAN : part_of_whole(v->claim[i].shares, s->level_shares);
        s->usage_share = part_of_whole(s->usage, s->level_usage);
    }
    v->rank = v->rank_untied = v->n_users;
    gather_level(v, (uint32_t)v->tree->n);
    visit_level(v, 0, false);
    /* n_tied: how many users have this rank. */
    for (uint32_t i = 0; i < v->tree->n; i++)
        if (is_user(v->tree, i))
            v->share[i].n_tied = v->n_of_rank[v->n_users - v->share[i].place + 1];
}

int sw_fair_usage_tree(const struct sw_fair_tree *tree, const uint32_t *parent, const struct sw_usage_claim *claim,
                       struct sw_usage_share *share, struct sw_err *err)
{
    struct visit v = { .tree = tree, .claim = claim, .share = share };
    int status = begin_shares(tree, parent, claim, share, err);
    if (status == SW_OK)
        status = make_visit(&v, tree->n, err);
    if (status == SW_OK)
        visit_all(&v);
    free(v.fs);
    free(v.item);
    free(v.n_of_rank);
    return status;
}

/* ---- U3 ---------------------------------------------------------------------------------------- */

/* U3.1: the level's values are there, for parents are done first. */
static void set_factor(const struct sw_usage_claim *claim, struct sw_usage_share *share, uint32_t i, double all)
{
    struct sw_usage_share *s = &share[i];
    const struct sw_usage_share *level = s->level == SW_FAIR_TOP ? NULL : &share[s->level];
    double used = part_of_whole(s->usage, all), of_level = part_of_whole(claim[i].shares, s->level_shares);
    s->norm_shares = (level ? level->norm_shares : 1) * (claim[i].from_parent ? 1 : of_level);
    if (claim[i].from_parent)
        s->usage_share = level ? level->usage_share : used;
    else
        s->usage_share = level ? used + (level->usage_share - used) * of_level : used;
    /* U3: 2^(-E/N), 0 where N is 0. */
    s->fairshare = s->norm_shares > 0 ? exp2(-s->usage_share / s->norm_shares) : 0;
}

int sw_fair_usage_classic(const struct sw_fair_tree *tree, const uint32_t *parent, const struct sw_usage_claim *claim,
                          struct sw_usage_share *share, struct sw_err *err)
{
    if (begin_shares(tree, parent, claim, share, err) != SW_OK)
        return SW_FAIL;
    double all = usage_of_all(tree, parent, share);
    for (size_t k = 0; k < tree->n; k++)
        set_factor(claim, share, tree->order[k], all); /* parents first */
    return SW_OK;
}

/* ---- U10 --------------------------------------------------------------------------------------- */

/* D^i for window i, the present one being 0. */
static double sum_of_windows(const struct sw_windows_claim *c, double decay)
{
    double sum = 0, weight = 1;
    for (size_t k = 0; k < SW_FAIR_WINDOWS; k++, weight *= decay)
        sum += weight * c->used[k];
    return sum;
}

/* percent[] holds the sums until all are known. */
void sw_fair_windows(const struct sw_windows_claim *claim, size_t n, double decay, double *percent)
{
    double all = 0;
    for (size_t i = 0; i < n; i++)
        all += percent[i] = sum_of_windows(&claim[i], decay);
    for (size_t i = 0; i < n; i++)
        percent[i] = all > 0 ? 100 * percent[i] / all : 0;
}
