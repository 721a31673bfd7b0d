/* SPDX-License-Identifier: GPL-3.0-or-later */
/* put.c - what slot-fair writes of a case: rows with shares, phases, the explanation. Each row is the input's with
 * the rule's columns behind it. --phases and --explain have outputs of their own. */
#include <math.h>
#include "lib/csv/sw_output.h"
#include "tools/fair/fair.h"

static void fair_put_text(struct sw_out *out, struct sw_text t)
{
    sw_out_text(out, t.at, t.len);
}

/* Columns that a rule adds to those of the input. */
const char *const *put_made(const struct config *cfg)
{
    static const char *const shares[] = { "fair_share", "bound_by", NULL },
        *const whole[] = { "fair_share", "slots", "bound_by", NULL },
        *const yarn[] = { "fair_share", "steady_share", "bound_by", NULL },
        *const tree[] = { "norm_shares", "usage_share", "level_fs", "fairshare", NULL },
        *const classic[] = { "norm_shares", "effective_usage", "fairshare", NULL },
        *const windows[] = { "usage_percent", "held", NULL },
        *const drf[] = { "tasks", "fair_share", "memory_share", "dominant_share", "bound_by", NULL };
    switch (cfg->rule) {
    case RULE_YARN: return yarn;
    case RULE_FAIR_TREE: return tree;
    case RULE_USAGE: return classic;
    case RULE_WINDOWS: return windows;
    case RULE_DRF: return drf;
    default: return cfg->whole != WHOLE_NONE ? whole : shares;
    }
}

/* Tasks, then what they take of slots and of memory, and the dominant share. */
static void put_dominant(struct sw_out *out, const struct sw_dominant_claim *of, const struct sw_dominant_share *share)
{
    sw_out_real(out, share->tasks);
    for (int k = 0; k < 2; k++)
        sw_out_real(out, share->tasks * of->each[k]);
    sw_out_real(out, share->dominant);
    sw_out_str(out, sw_dominant_bounds[share->bound]);
    sw_out_end_row(out);
}

/* Sentences have no header. Phases carry the case_id alone. */
void put_header(struct run *r, const struct sw_csv *in)
{
    static const char *const phases[] = { "phase", "pool", "fair_share", "level", NULL };
    if (r->cfg->explain)
        return;
    if (r->cfg->phases) {
        if (sw_csv_find(in, "case_id") != SW_NO_COLUMN)
            sw_out_str(r->out, "case_id");
        sw_out_header(r->out, phases);
        return;
    }
    for (size_t k = 0; k < r->n_carried; k++)
        fair_put_text(r->out, sw_csv_header(in)->field[r->carried[k]]);
    sw_out_header(r->out, put_made(r->cfg));
}

/* Rows in the order of the input. Rules with columns of their own end the row themselves. */
void put_shares(struct run *r)
{
    const struct fair_case *c = &r->now;
    for (size_t i = 0; i < c->names.n; i++) {
        for (size_t k = 0; k < r->n_carried; k++)
            fair_put_text(r->out, case_field(c, i, r->carried[k]));
        if (rule_is_of_usage(r->cfg->rule)) {
            usage_row(r->out, r->cfg->rule, &c->usage[i]);
            continue;
        }
        if (r->cfg->rule == RULE_WINDOWS) {
            windows_row(r->out, &c->windows[i], c->percent[i]);
            continue;
        }
        if (r->cfg->rule == RULE_DRF) {
            put_dominant(r->out, &c->tasks[i], &c->dominant[i]);
            continue;
        }
        sw_out_real(r->out, c->share[i].share_slots);
        if (r->cfg->rule == RULE_YARN)
            sw_out_real(r->out, c->steady[i].share_slots);
        if (r->cfg->whole != WHOLE_NONE)
            sw_out_i64(r->out, c->whole[i]);
        sw_out_str(r->out, (r->cfg->rule == RULE_QUOTA ? sw_quota_bound_words : sw_bound_words)[c->share[i].bound]);
        sw_out_end_row(r->out);
    }
}

/* Of each pool in this phase its slots, and the level of what it is inside of. INFINITY is an empty field: no pool of
 * positive weight there wants more. */
void put_phase(struct run *r, int phase)
{
    struct fair_case *c = &r->now;
    size_t n = c->names.n, id = sw_csv_find(c->in, "case_id");
    sw_fair_phase(c->claim, c->parent, c->share, c->level, n, phase, c->slots, c->water);
    for (size_t i = 0; i < n; i++) {
        double water = c->water[c->parent[i] == SW_FAIR_TOP ? n : c->parent[i]];
        if (id != SW_NO_COLUMN)
            fair_put_text(r->out, case_field(c, i, id));
        sw_out_i64(r->out, phase);
        sw_out_str(r->out, c->names.name[i]);
        sw_out_real(r->out, c->slots[i]);
        sw_out_real(r->out, isinf(water) ? NAN : water);
        sw_out_end_row(r->out);
    }
}

/* For sw_fair_explain(), which knows no outputs. */
static void put_sentence(void *to, const char *text, size_t len)
{
    sw_out_bytes(to, text, len);
}

/* The steady share, which Hadoop's pages show beside the instantaneous one, is that with each pool asking for all. */
static void put_steady(struct run *r, size_t i)
{
    const struct fair_case *c = &r->now;
    double now = c->share[i].share_slots, steady = c->steady[i].share_slots;
    sw_out_sentence(r->out, "Steady, with every pool asking for all there is, %s gets %.10g (held by %s); ",
                  c->names.name[i], steady, sw_bound_words[c->steady[i].bound]);
    if (fabs(now - steady) <= 1e-9 * c->total)
        sw_out_sentence(r->out, "now the same.\n");
    else
        sw_out_sentence(r->out, "now %.10g %s, since %s.\n", fabs(now - steady), now > steady ? "more" : "less",
                      now > steady ? "others ask for less"
                      : c->share[i].bound == SW_BOUND_DEMAND ? "it asks for no more" : "what it is inside of has less");
}

/* Which of its four bounds holds a pool. */
static void put_held(struct run *r, size_t i)
{
    const struct fair_case *c = &r->now;
    static const char *const held[] = { "has all that it asks for,", "is held by its minimum of",
                                        "is held by its maximum of", "is held by its weight of" };
    sw_out_sentence(r->out, "%s, with %.10g, %s %.10g", c->names.name[i], c->share[i].share_slots,
                  held[c->share[i].bound],
                  c->share[i].bound == SW_BOUND_DEMAND ? c->share[i].demand_slots
                  : c->share[i].bound == SW_BOUND_MIN ? c->share[i].min_slots
                  : c->share[i].bound == SW_BOUND_MAX ? c->claim[i].max_slots : c->claim[i].weight);
}

/* Pools above it. */
static size_t depth_of(const struct fair_case *c, size_t i)
{
    size_t n = 0;
    for (uint32_t at = c->parent[i]; at != SW_FAIR_TOP; at = c->parent[at])
        n++;
    return n;
}

/* What sets two pools apart is decided where their ways up meet. */
static void put_against(struct run *r, size_t pool, size_t other)
{
    const struct fair_case *c = &r->now;
    size_t a = pool, b = other, deep_a = depth_of(c, a), deep_b = depth_of(c, b);
    /* Both ways up are taken to the same depth, then step by step to where they have one parent. */
    for (; deep_a > deep_b; deep_a--)
        a = c->parent[a];
    for (; deep_b > deep_a; deep_b--)
        b = c->parent[b];
    while (a != b && c->parent[a] != c->parent[b])
        a = c->parent[a], b = c->parent[b];
    sw_out_sentence(r->out, "%s has %.10g and %s %.10g; steady they have %.10g and %.10g.\n", c->names.name[pool],
                  c->share[pool].share_slots, c->names.name[other], c->share[other].share_slots,
                  c->steady[pool].share_slots, c->steady[other].share_slots);
    /* One of the pools is on the other's way up. */
    if (a == b)
        sw_out_sentence(r->out, "One is inside of the other.\n");
    else {
        sw_out_sentence(r->out, "They part %s%s: ", c->parent[a] == SW_FAIR_TOP ? "at the top" : "inside ",
                      c->parent[a] == SW_FAIR_TOP ? "" : c->names.name[c->parent[a]]);
        put_held(r, a);
        sw_out_sentence(r->out, "; ");
        put_held(r, b);
        sw_out_sentence(r->out, ".\n");
    }
}

/* Rules of usage, windows and quotas explain themselves; the others go by sw_fair_explain(). */
int put_explanation(struct run *r, struct sw_err *err)
{
    struct fair_case *c = &r->now;
    size_t pool = 0, other = 0;
    if (r->cfg->about && case_choose(c, r->cfg, &pool, &other, err) != SW_OK)
        return SW_FAIL;
    if (r->n_cases > 0)
        sw_out_bytes(r->out, "\n", 1);
    if (sw_csv_find(c->in, "case_id") != SW_NO_COLUMN)
        sw_out_sentence(r->out, "Case '%s'.\n", r->cases.name[c->id]);
    if (rule_is_of_usage(r->cfg->rule)) {
        usage_explain(r->out, r->cfg, c);
        return SW_OK;
    }
    if (r->cfg->rule == RULE_WINDOWS) {
        windows_explain(r->out, r->cfg, c);
        return SW_OK;
    }
    if (r->cfg->rule == RULE_QUOTA) {
        quota_explain(r->out, r->cfg, c);
        return r->cfg->about ? peer_explain(r->out, r->cfg, c, pool, err) : SW_OK;
    }
    struct sw_fair_account account = { &c->tree, c->claim, c->share, c->level,
        r->cfg->whole != WHOLE_NONE ? c->whole : NULL, r->cfg->whole == WHOLE_TURN, r->cfg->over, case_pool_name, c,
        r->cfg->about ? c->only : NULL };
    sw_fair_explain(&account, put_sentence, r->out);
    if (r->cfg->about)
        put_steady(r, pool);
    if (r->cfg->against)
        put_steady(r, other);
    if (r->cfg->against)
        put_against(r, pool, other);
    return r->cfg->about ? peer_explain(r->out, r->cfg, c, pool, err) : SW_OK;
}
