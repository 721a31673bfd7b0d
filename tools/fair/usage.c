/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage.c - columns and sentences of slot-fair's rules of usage (U1 to U3 of docs/model.md). The arithmetic is in
 * lib/fair/usage.c. An account is a pool with children, a user one without. */
#include <math.h>
#include "tools/fair/fair.h"

/* level_fs is of fair-tree alone. U2 says where it is infinite. */
void usage_row(struct sw_out *out, enum rule rule, const struct sw_usage_share *share)
{
    sw_out_real(out, share->norm_shares);
    sw_out_real(out, share->usage_share);
    if (rule == RULE_FAIR_TREE && isinf(share->level_fs))
        sw_out_str(out, "inf");
    else if (rule == RULE_FAIR_TREE)
        sw_out_real(out, share->level_fs);
    sw_out_real(out, share->fairshare);
    sw_out_end_row(out);
}

/* ---- sentences --------------------------------------------------------------------------------- */
/* U1.1: a row's level is what it stands under, which need not be its parent. */
static const char *level_name(const struct fair_case *c, size_t i)
{
    return c->usage[i].level == SW_FAIR_TOP ? "the top" : c->names.name[c->usage[i].level];
}

/* U2 for one row: its shares and usage beside those of its level. */
static void put_level_fs(struct sw_out *out, const struct fair_case *c, size_t i)
{
    const struct sw_usage_share *s = &c->usage[i];
    if (c->usage_claim[i].from_parent) {
        sw_out_sentence(out, "%s has the shares of %s", c->names.name[i], level_name(c, i));
        sw_out_sentence(out, c->tree.n_children[i] ? "; its children stand beside it" : " and goes first there");
        return;
    }
    sw_out_sentence(out, "%s has %.10g of %.10g shares and %.10g of %.10g used under %s: ", c->names.name[i],
                  c->usage_claim[i].shares, s->level_shares, s->usage, s->level_usage, level_name(c, i));
    if (isinf(s->level_fs))
        sw_out_sentence(out, "nothing used, before all that have used something");
    else if (s->level_fs == 0)
        sw_out_sentence(out, "no shares, behind all that have some");
    else
        sw_out_sentence(out, "%.6g / %.6g = %.6g", s->norm_shares, s->usage_share, s->level_fs);
}

/* U3 for one row: 2^(-E/N), and 0 without shares. */
static void put_factor(struct sw_out *out, const struct fair_case *c, size_t i)
{
    const struct sw_usage_share *s = &c->usage[i];
    sw_out_sentence(out, "%s has %.6g of all shares", c->names.name[i], s->norm_shares);
    if (s->norm_shares <= 0) {
        sw_out_sentence(out, ": fairshare 0.\n");
        return;
    }
    sw_out_sentence(out, " and");
    if (s->level != SW_FAIR_TOP)
        sw_out_sentence(out, ", with its part of what %s used,", level_name(c, i));
    sw_out_sentence(out, " %.6g of all usage: 2^-(%.6g / %.6g) = %.6g.\n", s->usage_share, s->usage_share,
                  s->norm_shares, s->fairshare);
}

void usage_explain(struct sw_out *out, const struct config *cfg, const struct fair_case *c)
{
    /* Places are counted among users, as accounts have none. */
    uint32_t n_users = 0;
    for (size_t i = 0; i < c->names.n; i++)
        n_users += c->tree.n_children[i] == 0;
    for (size_t i = 0; i < c->names.n; i++) {
        if (cfg->about && !c->only[i])
            continue;
        if (cfg->rule == RULE_USAGE) {
            put_factor(out, c, i);
            continue;
        }
        put_level_fs(out, c, i);
        const struct sw_usage_share *s = &c->usage[i];
        if (c->tree.n_children[i])
            sw_out_sentence(out, ".\n");
        else if (s->n_tied > 1)
            sw_out_sentence(out, "; place %u of %u with %u other%s, fairshare %.6g.\n", s->place, n_users,
                            s->n_tied - 1, s->n_tied > 2 ? "s" : "", s->fairshare);
        else
            sw_out_sentence(out, "; place %u of %u, fairshare %.6g.\n", s->place, n_users, s->fairshare);
    }
}
