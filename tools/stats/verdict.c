/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict.c - --worst, --words and --fail-if-slower: what a comparison comes to, and who pays for it. */
#include "tools/stats/gains.h"
#include "tools/stats/put.h"

static double diff(const struct gains_pair *p) { return p->value - p->base; }
static double share_more(const struct sw_gains *g)
{
    return sw_moments_mean(&g->value) / sw_moments_mean(&g->base) - 1;
}

/* The greatest loss first; equal ones in the order of the base and of the runs. */
static int by_loss(const void *a, const void *b)
{
    const struct gains_pair *x = a, *y = b;
    if (diff(x) != diff(y))
        return diff(x) > diff(y) ? -1 : 1;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return (x->run > y->run) - (x->run < y->run);
}

static void sort(struct base *b)
{
    if (b->n_kept > 1)
        qsort(b->kept, b->n_kept, sizeof *b->kept, by_loss);
}

static struct sw_text job_of(const struct base *b, const struct gains_pair *p)
{
    size_t len;
    const char *key = sw_keys_text(b->keys, p->at, &len), *id = (const char *)memchr(key, '\x1f', len) + 1;
    return (struct sw_text){ id, len - (size_t)(id - key) };
}

static bool has_runs(const struct base *b)
{
    size_t len = 0;
    if (sw_keys_count(b->runs) > 0)
        sw_keys_text(b->runs, 0, &len);
    return sw_keys_count(b->runs) > 1 || len > 0;
}

/* ---- --worst ----------------------------------------------------------------------------------------------- */

static void put_pair(const struct state *s, const struct gains_pair *p, struct sw_out *out)
{
    const struct base *b = s->extra;
    struct sw_text id = job_of(b, p);
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

int verdict_put_worst(struct state *s, struct sw_out *out, struct sw_err *err)
{
    struct base *b = s->extra;
    uint64_t n = s->cfg->worst;
    (void)err;
    sort(b);
    sw_out_str(out, "job_id");
    if (has_runs(b))
        sw_out_str(out, "run");
    for (size_t i = 0; i < s->cfg->by.n; i++)
        if (strcmp(s->cfg->by.at[i], "run") != 0)
            sw_out_str(out, state_is_bins(s->cfg->by.at[i]) ? "bin" : s->cfg->by.at[i]);
        else
            sw_out_str(out, "by_run"); /* two columns of one name cannot be told apart */
    put_name(out, "base_", gains_column(s), "");
    sw_out_str(out, gains_column(s));
    put_name(out, "diff_", gains_column(s), "");
    sw_out_str(out, "gain");
    sw_out_end_row(out);
    for (size_t i = 0; i < b->n_kept && i < n && diff(&b->kept[i]) > 0; i++)
        put_pair(s, &b->kept[i], out);
    for (size_t i = 0; i < b->n_kept && i < n && diff(&b->kept[b->n_kept - 1 - i]) < 0; i++)
        put_pair(s, &b->kept[b->n_kept - 1 - i], out);
    return SW_OK;
}

/* ---- --words ----------------------------------------------------------------------------------------------- */

static void put_total(struct state *s, struct sw_out *out)
{
    const struct base *b = s->extra;
    struct sw_moments of_jobs;
    bool over_runs = b->total.n_runs > 1;
    struct sw_gains g = over_runs ? gains_over_runs(b, &b->total, &of_jobs) : b->total.all;
    struct sw_interval i = sw_moments_interval(&g.diff, s->cfg->confidence);
    double more = sw_moments_mean(&g.diff);
    sw_out_sentence(out, "%s: %.4g on average, %.4g in the base: ", gains_column(s), sw_moments_mean(&g.value),
                  sw_moments_mean(&g.base));
    if (more == 0)
        sw_out_sentence(out, "the same.\n");
    else if (isnan(i.lo))
        sw_out_sentence(out, "%.3g %% %s; one pair tells no interval.\n", 100 * fabs(share_more(&g)),
                      more > 0 ? "more" : "less");
    else
        sw_out_sentence(out, "%.3g %% %s, by %.4g (%.4g to %.4g over %zu %s)%s.\n", 100 * fabs(share_more(&g)),
                      more > 0 ? "more" : "less", fabs(more), more > 0 ? i.lo : -i.hi, more > 0 ? i.hi : -i.lo,
                      (size_t)g.diff.n, over_runs ? "runs" : "jobs",
                      i.lo <= 0 && i.hi >= 0 ? ", which cannot be told from none" : "");
}

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

static void put_group_words(const struct state *s, size_t group, struct sw_out *out)
{
    char label[48];
    for (size_t i = 0; i < s->cfg->by.n; i++) {
        struct sw_text value = state_value(s, group, i, label);
        const char *of = state_is_bins(s->cfg->by.at[i]) ? "bin" : s->cfg->by.at[i];
        sw_out_sentence(out, "%s%s %.*s", i > 0 ? ", " : "", of, (int)value.len, value.at);
    }
}

/* The group whose mean rose by the greatest share; (size_t)-1: none rose. */
static size_t worst_group(const struct state *s)
{
    size_t worst = (size_t)-1;
    double most = 0;
    for (size_t g = 0; g < sw_keys_count(s->groups); g++) {
        const struct gains_group *record = state_record(s, g);
        double more = share_more(&record->all);
        if (more > most) {
            most = more;
            worst = g;
        }
    }
    return worst;
}

static void put_payers(struct state *s, struct sw_out *out)
{
    const struct base *b = s->extra;
    const struct gains_pair *p = b->kept;
    size_t group = s->cfg->by.n > 0 ? worst_group(s) : (size_t)-1, len;
    if (b->n_kept == 0 || diff(p) <= 0) {
        sw_out_sentence(out, "No job pays.\n");
        return;
    }
    sw_out_sentence(out, "Who pays: ");
    if (group != (size_t)-1) {
        const struct gains_group *record = state_record(s, group);
        put_group_words(s, group, out);
        sw_out_sentence(out, ", %.3g %% more on average of %" PRIu64 " job%s; ", 100 * share_more(&record->all),
                      record->all.base.n, record->all.base.n == 1 ? "" : "s");
    }
    struct sw_text id = job_of(b, p);
    sw_out_sentence(out, "most of all job %.*s", (int)id.len, id.at);
    if (has_runs(b)) {
        const char *run = sw_keys_text(b->runs, p->run, &len);
        sw_out_sentence(out, " of run %.*s", (int)len, run);
    }
    sw_out_sentence(out, ", from %.4g to %.4g.\n", p->base, p->value);
}

int verdict_put_words(struct state *s, struct sw_out *out, struct sw_err *err)
{
    (void)err;
    sort(s->extra);
    put_total(s, out);
    put_counts(s->extra, out);
    put_payers(s, out);
    return SW_OK;
}

/* ---- --fail-if-slower --------------------------------------------------------------------------------------- */

int verdict_judge(const struct state *s, struct sw_err *err)
{
    const struct base *b = s->extra;
    size_t group = worst_group(s);
    double all = share_more(&b->total.all), most = all;
    if (group != (size_t)-1) {
        const struct gains_group *record = state_record(s, group);
        most = fmax(all, share_more(&record->all));
    }
    if (!(most > s->cfg->limit))
        return SW_OK;
    return sw_err_set(err, "%s is %.3g %% above the base%s, more than %.3g %%", gains_column(s), 100 * most,
                      s->cfg->by.n > 0 && most > all ? " in a group" : "", 100 * s->cfg->limit);
}
