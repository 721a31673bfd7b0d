/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warn.c - what a case of slot-fair says beside its shares: minimums that do not fit, pools that ask for nothing. The
 * shares are right all the same: a warning names the row that may not be what was meant. */
#include <math.h>
#include <stdlib.h>
#include "tools/fair/fair.h"

/* Only the first warnings are printed: a file of thousands of cases may have the same fault in each. Each call counts
 * one warning, printed or not. */
bool warn_may(struct run *r)
{
    return ++r->n_warnings <= MAX_WARNINGS;
}

static double as_asked(const struct fair_case *c, size_t i)
{
    return fmin(c->claim[i].min_slots, c->share[i].demand_slots); /* the minimum before scaling */
}

/* Lists the first pools whose minimums count: "a 60, b 60". malloc'd; NULL: no memory, and the warning goes without
 * names. */
static char *list_mins(const struct fair_case *c, size_t p)
{
    const uint32_t *pool = c->tree.order + c->tree.first[p];
    char *text = NULL, *sep = "";
    size_t len, n_named = 0, n_more = 0;
    FILE *to = open_memstream(&text, &len);
    for (size_t k = 0; to && k < c->tree.n_children[p]; k++) {
        if (as_asked(c, pool[k]) <= 0)
            continue;
        if (++n_named > MAX_NAMED)
            n_more++;
        else
            fprintf(to, "%s%s %.10g", sep, c->names.name[pool[k]], as_asked(c, pool[k]));
        sep = ", ";
    }
    if (to && n_more > 0)
        fprintf(to, " and %zu more", n_more);
    if (to)
        fclose(to);
    return text;
}

/* p: a pool with children, or names.n for the top. min_slots of a level are those of its children. */
static void warn_over_min(struct run *r, size_t p)
{
    const struct fair_case *c = &r->now;
    const struct sw_fair_level *l = &c->level[p];
    bool top = p == c->names.n;
    if (l->min_slots <= l->total_slots || !warn_may(r))
        return;
    char *mins = list_mins(c, p);
    char result[64] = "kept";
    if (r->cfg->over == SW_OVER_MIN_SCALE)
        snprintf(result, sizeof result, "scaled by %.10g", l->total_slots / l->min_slots);
    sw_cli_warn(r->cli, "%s:%llu: min_share: minimum shares%s%s%s add up to %.10g, more than the %.10g slots: %s (%s)",
                sw_csv_path(c->in), (unsigned long long)c->row[top ? 0 : p].line, top ? "" : " inside '",
                top ? "" : c->names.name[p], top ? "" : "'", l->min_slots, l->total_slots, result, mins ? mins : "");
    free(mins);
}

/* asked is what its children ask for; a demand of its own beside them is not used. */
static void warn_pool(struct run *r, size_t i)
{
    const struct fair_case *c = &r->now;
    const struct sw_claim *claim = &c->claim[i];
    unsigned long long line = c->row[i].line;
    double asked = c->level[i].demand_slots;
    if (claim->max_slots < claim->min_slots && warn_may(r))
        sw_cli_warn(r->cli, "%s:%llu: max_share: %.10g is below min_share %.10g: the maximum wins", sw_csv_path(c->in),
                    line, claim->max_slots, claim->min_slots);
    if (c->tree.n_children[i] == 0 || !c->row[i].demand_known)
        return;
    if (fabs(claim->demand_slots - asked) > 1e-9 * asked && claim->demand_slots != c->share[i].demand_slots
        && warn_may(r))
        sw_cli_warn(r->cli, "%s:%llu: demand: %.10g is not used: the children of '%s' ask for %.10g",
                    sw_csv_path(c->in), line, claim->demand_slots, c->names.name[i], asked);
}

/* X1.4 */
void warn_quotas(struct run *r)
{
    const struct fair_case *c = &r->now;
    /* Only the quotas that are asked for take slots. */
    double sum = 0;
    for (size_t i = 0; i < c->tree.n_children[c->names.n]; i++)
        sum += fmin(c->quota[c->tree.order[i]].demand_slots, c->quota[c->tree.order[i]].quota_slots);
    if (sum > c->total * (1 + 1e-9) && warn_may(r))
        sw_cli_warn(r->cli, "%s:%llu: quota: the quotas that are asked for add up to %.10g, more than the %.10g slots: "
                    "who comes first has them", sw_csv_path(c->in), (unsigned long long)c->row[0].line, sum, c->total);
}

void warn_case(struct run *r)
{
    warn_over_min(r, r->now.names.n);
    for (size_t i = 0; i < r->now.names.n; i++) {
        warn_pool(r, i);
        warn_over_min(r, i);
    }
}

/* U1 */
void warn_usage(struct run *r)
{
    const struct fair_case *c = &r->now;
    for (size_t i = 0; i < c->names.n; i++) {
        double said = c->usage_claim[i].usage, used = c->usage[i].usage;
        if (c->tree.n_children[i] && c->row[i].usage_known && fabs(said - used) > 1e-9 * used && warn_may(r))
            sw_cli_warn(r->cli, "%s:%llu: usage: %.10g is not used: the children of '%s' have used %.10g",
                        sw_csv_path(c->in), (unsigned long long)c->row[i].line, said, c->names.name[i], used);
    }
}
