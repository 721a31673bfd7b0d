/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict.c - --worst, --words and --fail-if-slower: what a comparison comes to, and who pays for it. Pairs with both
 * values count. A difference above 0 is a loss, as less is taken to be better. */
#include "lib/base/minmax.h"
#include "lib/base/sw_names.h"
#include "tools/stats/stats.h"

/* Above 0: the job lost. */
static double diff(const struct gains_pair *p) { return p->value - p->base; }
/* By how much of the base the mean is above it. */
static double share_more(const struct sw_gains *g)
{
    return sw_moments_mean(&g->value) / sw_moments_mean(&g->base) - 1;
}

/* The greatest loss first; equal ones in the order of the base and of the runs. */
static int by_loss(const void *a, const void *b)
{
    const struct gains_pair *x = a, *y = b;
    return ORDER(diff(y), diff(x)) ?: ORDER(x->at, y->at) ?: ORDER(x->run, y->run);
}

/* The pair with the greatest loss, of one or more. The pairs stay where they are, as each group's are a chain. */
static const struct gains_pair *worst_pair(const struct base *b)
{
    const struct gains_pair *worst = b->kept;
    for (size_t i = 1; i < b->n_kept; i++)
        if (by_loss(&b->kept[i], worst) < 0)
            worst = &b->kept[i];
    return worst;
}

/* The key is "run, unit separator, job_id" (gains.c base_key). The text borrows the key, which lasts as long as the
 * base. */
static struct sw_text job_of_pair(const struct base *b, const struct gains_pair *p)
{
    size_t len;
    const char *key = sw_keys_text(b->keys, p->at, &len), *id = (const char *)memchr(key, '\x1f', len) + 1;
    return (struct sw_text){ id, len - (size_t)(id - key) };
}

/* Rows without a run column are of one run whose name is empty. */
static bool has_runs(const struct base *b)
{
    size_t len = 0;
    if (sw_keys_count(b->runs) > 0)
        sw_keys_text(b->runs, 0, &len);
    return sw_keys_count(b->runs) > 1 || len > 0;
}

/* ---- --worst ----------------------------------------------------------------------------------------------- */

/* One row; gain is empty where either side is not above 0. */
static void put_worst_job(const struct state *s, const struct gains_pair *p, struct sw_out *out)
{
    const struct base *b = s->extra;
    struct sw_text id = job_of_pair(b, p);
    size_t len;
    sw_out_text(out, id.at, id.len);
    if (has_runs(b)) {
        const char *run = sw_keys_text(b->runs, p->run, &len);
        sw_out_text(out, run, len);
    }
    put_group(s, p->group, out);
    sw_out_real(out, p->base);
    sw_out_real(out, p->value);
    sw_out_real(out, diff(p));
    sw_out_real(out, p->base > 0 && p->value > 0 ? p->base / p->value : NAN);
    sw_out_end_row(out);
}

/* Losers from the greatest loss on, then winners from the greatest gain on. */
int verdict_put_worst(struct state *s, struct sw_out *out, struct sw_err *err)
{
    const struct base *b = s->extra;
    const uint64_t n = s->cfg->worst;
    struct gains_pair *at = malloc((b->n_kept + 1) * sizeof *at);
    if (!at)
        return sw_err_memory(err);
    if (b->n_kept > 0)
        memcpy(at, b->kept, b->n_kept * sizeof *at);
    qsort(at, b->n_kept, sizeof *at, by_loss);
    sw_out_str(out, "job_id");
    if (has_runs(b))
        sw_out_str(out, "run");
    for (size_t i = 0; i < s->cfg->by.n; i++)
        /* Two columns of one name cannot be told apart. */
        sw_out_str(out, state_is_bins(s->cfg->by.at[i])          ? "bin"
                        : strcmp(s->cfg->by.at[i], "run") == 0 ? "by_run"
                                                               : s->cfg->by.at[i]);
    put_name(out, "base_", gains_column(s), "");
    sw_out_str(out, gains_column(s));
    put_name(out, "diff_", gains_column(s), "");
    sw_out_str(out, "gain");
    sw_out_end_row(out);
    for (size_t i = 0; i < b->n_kept && i < n && diff(&at[i]) > 0; i++)
        put_worst_job(s, &at[i], out);
    for (size_t i = 0; i < b->n_kept && i < n && diff(&at[b->n_kept - 1 - i]) < 0; i++)
        put_worst_job(s, &at[b->n_kept - 1 - i], out);
    free(at);
    return SW_OK;
}

/* ---- --words ----------------------------------------------------------------------------------------------- */

/* All jobs may be of several runs where those of each group are of one. */
static bool over_runs(const struct state *s, const struct gains_group *g)
{
    const struct base *b = s->extra;
    return s->cfg->over_runs || (!g && b->total.n_runs > 1 && !s->cfg->over_jobs);
}

/* Of a group, or of all (g NULL): the interval of value - base, over runs or by batches of the jobs of one. */
static int find_diff(const struct state *s, const struct gains_group *g, struct sw_gains *of,
                     struct sw_run_interval *diff, struct sw_err *err)
{
    const struct base *b = s->extra;
    struct sw_moments of_jobs;
    struct gains_told told;
    if (over_runs(s, g)) {
        *of = gains_over_runs(b, g ? g : &b->total, &of_jobs);
        *diff = (struct sw_run_interval){ sw_moments_interval(&of->diff, s->cfg->confidence), SW_RUN_TOLD };
        return SW_OK;
    }
    *of = g ? g->all : b->total.all;
    if (gains_of_one_run(s, g, &told, err) != SW_OK)
        return SW_FAIL;
    *diff = told.diff;
    return SW_OK;
}

/* Of a base of 0 nothing is a share. */
static void put_of_base(struct sw_out *out, double share, const char *what)
{
    if (isfinite(share))
        sw_out_sentence(out, "%.3g %% ", 100 * fabs(share));
    sw_out_sentence(out, "%s", what);
}

/* The first sentence: how much, and whether it can be told from chance. */
static int put_total(struct state *s, struct sw_out *out, struct sw_err *err)
{
    struct sw_gains g;
    struct sw_run_interval diff;
    if (find_diff(s, NULL, &g, &diff, err) != SW_OK)
        return SW_FAIL;
    const struct sw_interval i = diff.mean;
    /* The difference of the means, of which the interval is. */
    const double more = sw_moments_mean(&g.diff);
    sw_out_sentence(out, "%s: %.4g on average, %.4g in the base: ", gains_column(s), sw_moments_mean(&g.value),
                  sw_moments_mean(&g.base));
    if (more == 0)
        return sw_out_sentence(out, "the same.\n"), SW_OK;
    put_of_base(out, share_more(&g), more > 0 ? "more" : "less");
    sw_out_sentence(out, ", by %.4g", fabs(more));
    if (diff.why != SW_RUN_TOLD)
        sw_out_sentence(out, "; no interval: %s.\n", put_why[diff.why]);
    else if (isnan(i.lo))
        sw_out_sentence(out, "; one run with both tells no interval.\n");
    else {
        /* Said as an amount: of a fall the ends change places and signs. */
        sw_out_sentence(out, " (%.4g to %.4g ", more > 0 ? i.lo : -i.hi, more > 0 ? i.hi : -i.lo);
        sw_out_sentence(out, over_runs(s, NULL) ? "over %zu runs)" : "by batches of the %zu jobs of one run)",
                        (size_t)g.diff.n);
        sw_out_sentence(out, "%s.\n", i.lo <= 0 && i.hi >= 0 ? ", which cannot be told from none" : "");
    }
    return SW_OK;
}

/* The second sentence. How many jobs lost, won, and stayed as they were. */
static void put_counts(const struct base *b, struct sw_out *out)
{
    struct sw_moments lost = { 0 }, won = { 0 };
    for (size_t i = 0; i < b->n_kept; i++)
        if (diff(&b->kept[i]) != 0)
            sw_moments_add(diff(&b->kept[i]) > 0 ? &lost : &won, fabs(diff(&b->kept[i])));
    sw_out_sentence(out, "Of %zu jobs %" PRIu64 " lost", b->n_kept, lost.n);
    if (lost.n > 0)
        sw_out_sentence(out, ", %.4g on average", sw_moments_mean(&lost));
    sw_out_sentence(out, "; %" PRIu64 " won", won.n);
    if (won.n > 0)
        sw_out_sentence(out, ", %.4g on average", sw_moments_mean(&won));
    sw_out_sentence(out, "; %" PRIu64 " stayed the same.\n", b->n_kept - lost.n - won.n);
}

/* The group whose mean rose by the greatest share; (size_t)-1: none rose. */
static size_t worst_group(const struct state *s)
{
    size_t worst = (size_t)-1;
    double most = 0;
    for (size_t g = 0; g < sw_keys_count(s->groups); g++) {
        const struct gains_group *record = state_record(s, g);
        const double more = share_more(&record->all);
        if (more > most) {
            most = more;
            worst = g;
        }
    }
    return worst;
}

/* The group with the greatest rise, and the job with the greatest loss. */
static void put_payers(struct state *s, struct sw_out *out)
{
    const struct base *b = s->extra;
    const struct gains_pair *p = worst_pair(b);
    size_t group = s->cfg->by.n > 0 ? worst_group(s) : (size_t)-1, len;
    if (diff(p) <= 0) {
        sw_out_sentence(out, "No job pays.\n");
        return;
    }
    sw_out_sentence(out, "Who pays: ");
    if (group != (size_t)-1) {
        const struct gains_group *record = state_record(s, group);
        char label[48];
        for (size_t i = 0; i < s->cfg->by.n; i++) {
            struct sw_text value = state_value(s, group, i, label);
            const char *of = state_is_bins(s->cfg->by.at[i]) ? "bin" : s->cfg->by.at[i];
            sw_out_sentence(out, "%s%s %.*s", i > 0 ? ", " : "", of, (int)value.len, value.at);
        }
        sw_out_sentence(out, ", ");
        put_of_base(out, share_more(&record->all), "more");
        sw_out_sentence(out, " on average of %" PRIu64 " job%s; ", record->all.base.n,
                      record->all.base.n == 1 ? "" : "s");
    }
    struct sw_text id = job_of_pair(b, p);
    sw_out_sentence(out, "worst hit is job %.*s", (int)id.len, id.at);
    if (has_runs(b)) {
        const char *run = sw_keys_text(b->runs, p->run, &len);
        sw_out_sentence(out, " of run %.*s", (int)len, run);
    }
    const char *unit = gains_unit(s), *blank = *unit ? " " : "";
    unit += *unit != '\0';
    sw_out_sentence(out, ", from %.4g%s%s to %.4g%s%s.\n", p->base, blank, unit, p->value, blank, unit);
}

/* Three sentences: the total, the counts, and who pays. */
int verdict_put_words(struct state *s, struct sw_out *out, struct sw_err *err)
{
    if (((const struct base *)s->extra)->n_kept == 0)
        return sw_out_sentence(out, "%s: cannot tell: no job has a value on both sides.\n", gains_column(s)), SW_OK;
    if (put_total(s, out, err) != SW_OK)
        return SW_FAIL;
    put_counts(s->extra, out);
    put_payers(s, out);
    return SW_OK;
}

/* ---- --fail-if-slower --------------------------------------------------------------------------------------- */

/* 1: above the base by more than the limit even at the near end of its interval. 0: it is not. -1: failed. */
static int is_slower(const struct state *s, const struct gains_group *g, bool *cannot_tell, size_t *n_empty,
                     struct sw_err *err)
{
    struct sw_gains of;
    struct sw_run_interval diff;
    if (find_diff(s, g, &of, &diff, err) != SW_OK)
        return -1;
    *n_empty += of.diff.n == 0;
    /* In the column's unit: the share of the base's mean that is allowed. */
    const double limit = s->cfg->limit * sw_moments_mean(&of.base);
    /* Without an interval lo is NaN, and nothing is judged slower. */
    *cannot_tell |= sw_moments_mean(&of.diff) > limit && !(diff.mean.lo > limit);
    return diff.mean.lo > limit;
}

/* All jobs are judged first, then each group. Of groups the greatest rise is told. */
int verdict_judge(const struct state *s, struct sw_err *err)
{
    const struct base *b = s->extra;
    /* Without --by the one group is all jobs. */
    const size_t n = s->cfg->by.n > 0 ? sw_keys_count(s->groups) : 0;
    size_t n_empty = 0;
    bool cannot_tell = false;
    int slower = is_slower(s, NULL, &cannot_tell, &n_empty, err), in_group = 0;
    /* What was not measured on both sides is no proof that nothing is slower. */
    if (n_empty > 0)
        return sw_err_set(err, "--fail-if-slower: no job has a value on both sides, so it cannot be told");
    for (size_t g = 0; g < n && slower == 0 && in_group == 0; g++)
        in_group = is_slower(s, state_record(s, g), &cannot_tell, &n_empty, err);
    if (slower < 0 || in_group < 0)
        return SW_FAIL;
    if (n_empty > 0)
        sw_cli_warn(s->cli, "--fail-if-slower: %zu of %zu groups cannot be told: no job has a value on both sides",
                    n_empty, n);
    if (slower == 0 && in_group == 0 && cannot_tell)
        sw_cli_warn(s->cli, "--fail-if-slower: %s is above the base by more than %.3g %%, but that cannot be told from "
                    "chance", gains_column(s), 100 * s->cfg->limit);
    if (slower == 0 && in_group == 0)
        return SW_OK;
    const size_t worst = worst_group(s);
    double most = share_more(&b->total.all);
    if (in_group && worst != (size_t)-1)
        most = share_more(&((const struct gains_group *)state_record(s, worst))->all);
    return sw_err_set(err, "%s is %.3g %% above the base%s, more than %.3g %%", gains_column(s), 100 * most,
                      in_group ? " in a group" : "", 100 * s->cfg->limit);
}
