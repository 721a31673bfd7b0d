/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quota.c - slot-fair --rule quota: shares by quota and surplus (section 21 of docs/model.md). The arithmetic is in
 * lib/fair/quota.c. Here rows are checked, claims are made of them, and results are put into words. */
#include <math.h>
#include "tools/fair/fair.h"

/* So that a priority fits its 32 bits with room to spare. */
enum { PRIORITY_MOST = 1000000000 };

int quota_check_row(const struct sw_csv *in, const struct fair_row *row, bool whole, struct sw_err *err)
{
    const struct { const char *name; double x; } number[] = {
        { "quota", row->quota }, { "limit", row->limit }, { "lending_limit", row->lending_limit },
        { "borrowing_limit", row->borrowing_limit } };
    uint64_t line = sw_csv_row(in)->line;
    if (row->priority < -PRIORITY_MOST || row->priority > PRIORITY_MOST)
        return sw_err_data(err, sw_csv_path(in), line, "priority", "is not between -1e9 and 1e9");
    for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
        double x = number[i].x;
        /* A quota that is not given is NaN, a limit INFINITY. */
        if (isnan(x) || isinf(x))
            continue; /* none was given */
        if (x > SW_FAIR_SLOTS_MAX || (whole && x != floor(x)))
            return sw_err_data(err, sw_csv_path(in), line, number[i].name, "%s: '%.17g'",
                               x > SW_FAIR_SLOTS_MAX ? "too large" : "not a whole number, as --whole needs", x);
    }
    return SW_OK;
}

/* Whole slots are solved first, as both go through c->quota. Demand is the case's: without a column each pool asks
 * for all there is. */
int quota_solve(struct fair_case *c, bool rounds, double usage_weight, struct sw_err *err)
{
    for (size_t i = 0; i < c->names.n; i++) {
        c->quota_claim[i] = c->row[i].quota;
        c->quota_claim[i].demand_slots = c->claim[i].demand_slots;
        c->quota_claim[i].usage_weight = usage_weight;
    }
    if (rounds && sw_fair_quota_shares(&c->tree, c->quota_claim, c->total, true, &c->space, c->quota, err) != SW_OK)
        return SW_FAIL;
    /* X1 in whole slots gives whole numbers. */
    for (size_t i = 0; rounds && i < c->names.n; i++)
        c->whole[i] = (int64_t)c->quota[i].share_slots;
    if (sw_fair_quota_shares(&c->tree, c->quota_claim, c->total, false, &c->space, c->quota, err) != SW_OK)
        return SW_FAIL;
    /* Rows and warnings look into c->share under every rule that shares out slots. */
    for (size_t i = 0; i < c->names.n; i++)
        c->share[i] = (struct sw_fair_share){ c->quota[i].share_slots, c->quota[i].demand_slots,
                                              c->quota[i].quota_slots, c->quota[i].bound };
    return SW_OK;
}

/* ---- sentences --------------------------------------------------------------------------------- */

/* A pool's sentence follows X1.1 to X1.3: what it asks for, what of its quota, what of the surplus, and what stays
 * free for it. */
static void put_quota_of(struct sw_out *out, const struct fair_case *c, size_t i)
{
    static const char *const held[] = { "all that it asks for", "its quota, as no surplus comes to it",
                                        "all that it may have", "its weight" };
    const struct sw_quota_share *s = &c->quota[i];
    const struct sw_quota_claim *claim = &c->quota_claim[i];
    /* X1.2: before any surplus. */
    double first = fmin(s->demand_slots, s->quota_slots);
    sw_out_sentence(out, "  %s asks for %.10g", c->names.name[i], s->asked_slots);
    if (s->asked_slots > s->most_slots)
        sw_out_sentence(out, ", of which %s leaves %.10g",
                        claim->limit_slots <= s->most_slots ? "its limit" : "what it may borrow", s->most_slots);
    sw_out_sentence(out, ": %.10g of its quota of %.10g", first, s->quota_slots);
    if (s->share_slots > first)
        sw_out_sentence(out, " and %.10g of the surplus, priority %d, weight %.10g: %.10g", s->share_slots - first,
                        (int)claim->priority, claim->weight, s->share_slots);
    if (claim->usage_weight > 0)
        sw_out_sentence(out, "; %.10g of the cluster used of late", claim->usage);
    sw_out_sentence(out, " (%s)", held[s->bound]);
    if (s->kept_slots > s->share_slots)
        sw_out_sentence(out, "; %.10g stay free for it", s->kept_slots - s->share_slots);
    if (c->whole[i] != 0 && (double)c->whole[i] != s->share_slots)
        sw_out_sentence(out, "; in whole slots %lld", (long long)c->whole[i]);
    sw_out_sentence(out, ".\n");
}

/* What stands below p, n the top. */
static void put_level(struct sw_out *out, const struct config *cfg, const struct fair_case *c, size_t p)
{
    size_t n = c->names.n;
    const uint32_t *child = c->tree.order + c->tree.first[p];
    /* Inside a pool its share is what there is. */
    double total = p == n ? c->total : c->quota[p].share_slots, quotas = 0, kept = 0;
    if (!c->tree.n_children[p] || (cfg->about && p < n && !c->only[p]))
        return;
    for (size_t i = 0; i < c->tree.n_children[p]; i++) {
        const struct sw_quota_share *s = &c->quota[child[i]];
        double first = fmin(s->demand_slots, s->quota_slots);
        quotas += first;
        kept += fmax(0, s->kept_slots - first);
    }
    sw_out_sentence(out, "%s%s: %.10g slots; quotas that are asked for take %.10g",
                    p == n ? "At the top" : "Inside ", p == n ? "" : c->names.name[p], total, quotas);
    if (kept > 0)
        sw_out_sentence(out, ", %.10g are kept and not lent", kept);
    if (total > quotas + kept)
        sw_out_sentence(out, ": a surplus of %.10g.\n", total - quotas - kept);
    else
        sw_out_sentence(out, ": no surplus%s.\n", quotas > total ? ", and less than the quotas" : "");
    for (size_t i = 0; i < c->tree.n_children[p]; i++)
        if (!cfg->about || c->only[child[i]])
            put_quota_of(out, c, child[i]);
}

/* From the top down. */
void quota_explain(struct sw_out *out, const struct config *cfg, const struct fair_case *c)
{
    put_level(out, cfg, c, c->names.n);
    for (size_t k = 0; k < c->names.n; k++)
        put_level(out, cfg, c, c->tree.order[k]);
}

/* For a warning: such a column counts under --rule quota alone. NULL: there is none. */
const char *quota_stray_column(const struct sw_csv *in)
{
    static const char *const name[] = { "quota", "priority", "limit", "lending_limit", "borrowing_limit" };
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        if (sw_csv_find(in, name[i]) != SW_NO_COLUMN)
            return name[i];
    return NULL;
}
