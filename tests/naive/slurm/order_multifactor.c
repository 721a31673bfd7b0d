/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_multifactor.c - G12, G13: tiers of partitions, points, usage at ticks, U2's fair tree, U3's factor. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "lib/trace/sacct/sacct.h"
#include "tests/naive/naive.h"

/* ---- files ------------------------------------------------------------------------------------------------ */

static int note_node(void *run, struct sw_text name, struct sw_err *err)
{
    struct run *r = run;
    (void)err;
    for (int i = 0; i < r->n_nodes; i++)
        if (sw_text_is(name, r->node[i].name)) r->partition[r->n_partitions - 1].has[i] = true;
    return SW_OK;
}

static void read_partitions(struct run *r)
{
    struct sw_err err = { 0 };
    struct sw_csv *in;
    struct sw_partition_row row;
    int got;
    if (sw_csv_open(&in, r->o.partitions, &err) || sw_csv_bind(in, &sw_schema_partitions, &err)) naive_fail_err(&err);
    while ((got = sw_csv_read(in, &row, &err)) == 1) {
        r->partition = naive_grow(r->partition, (size_t)r->n_partitions + 1, sizeof *r->partition);
        struct naive_partition *p = &r->partition[r->n_partitions++];
        *p = (struct naive_partition){ naive_copy(row.partition.at, row.partition.len), (int64_t)row.tier,
                                       (int64_t)row.factor, row.grace_us, row.preempt_mode,
                                       naive_alloc((size_t)r->n_nodes, sizeof(bool)) };
        for (int i = 0; i < r->n_nodes && !row.nodes.len; i++) p->has[i] = true;
        if (row.nodes.len && sacct_nodelist_each(row.nodes, note_node, r, &err)) naive_fail_err(&err);
    }
    if (got < 0) naive_fail_err(&err);
    sw_csv_close(in);
}

static void read_qos(struct run *r)
{
    struct sw_err err = { 0 };
    struct sw_csv *in;
    struct sw_qos_row row;
    int got;
    if (sw_csv_open(&in, r->o.qos, &err) || sw_csv_bind(in, &sw_schema_qos, &err)) naive_fail_err(&err);
    while ((got = sw_csv_read(in, &row, &err)) == 1) {
        r->qos = naive_grow(r->qos, (size_t)r->n_qos + 1, sizeof *r->qos);
        r->qos[r->n_qos++] = (struct naive_qos){ naive_copy(row.qos.at, row.qos.len),
                                                   naive_copy(row.preempt.at, row.preempt.len), (int64_t)row.priority,
                                                   row.grace_us, row.exempt_us, row.preempt_mode };
    }
    if (got < 0) naive_fail_err(&err);
    sw_csv_close(in);
}

void multifactor_read(struct run *r)
{
    r->ticked_us = r->beside = UNSET;
    if (r->o.partitions) read_partitions(r);
    if (r->o.qos) read_qos(r);
}

/* Of a job whose row is read. */
void multifactor_check(const struct run *r, struct job *j)
{
    j->partition = j->qos = -1;
    j->aged_from_us = j->grace_us = j->returns_us = j->again_us = UNSET;
    for (int i = 0; i < r->n_partitions; i++)
        if (!strcmp(r->partition[i].name, j->partition_name)) j->partition = i;
    for (int i = 0; i < r->n_qos; i++)
        if (!strcmp(r->qos[i].name, j->qos_name)) j->qos = i;
    if (r->n_partitions && j->partition < 0) naive_fail("no such partition: '%s'", j->partition_name);
    if (r->n_qos && j->qos < 0) naive_fail("no such qos: '%s'", j->qos_name); /* G12.5 */
}

/* G13 */
bool in_partition(const struct run *r, const struct job *j, int node)
{
    return j->partition < 0 || r->partition[j->partition].has[node];
}

/* ---- usage (G12.6) ------------------------------------------------------------------------------------------ */

static double left(const struct run *r, int64_t us)
{
    double h = (double)r->o.half_life_us / 1e6, d;
    if (h <= 0) return 1;
    d = 1 - 0.693 / h;
    return pow(d > 0 ? d : 0, (double)us / 1e6);
}

/* "w d delta^d, in whole thousandths of a slot second" */
static int64_t used_for(const struct run *r, int64_t w, int64_t us)
{
    return (int64_t)floor((double)w * ((double)us / 1000) * left(r, us) + 0.5);
}

/* d: since its launch or the last tick, whichever is later */
static int64_t counted_since(const struct run *r, const struct attempt *a)
{
    return r->ticked_us != UNSET && r->ticked_us > a->launch_us ? r->ticked_us : a->launch_us;
}

void multifactor_ended(struct run *r, const struct attempt *a)
{
    const struct job *j = &r->job[a->job];
    if (r->o.order != &order_multifactor || r->o.factors.no_limits) return;
    r->pool[j->pool].fresh += used_for(r, j->width, r->now_us - counted_since(r, a));
}

static double spent_now(const struct run *r, const struct pool *p, int64_t at)
{
    return p->spent * left(r, at - p->spent_us);
}

static void tick_usage(struct run *r)
{
    for (int i = 0; i < r->n_pools; i++) {
        struct pool *p = &r->pool[i];
        if (p->fresh) {
            p->spent = floor((spent_now(r, p, r->ticked_us) + (double)p->fresh) * left(r, r->now_us - r->ticked_us)
                             + 0.5);
            p->spent_us = r->now_us;
        }
        p->fresh = 0;
    }
    for (int i = 0; i < r->n_attempts; i++) {
        const struct attempt *a = &r->attempt[i];
        if (!a->freed)
            r->pool[r->job[a->job].pool].fresh
                += used_for(r, r->job[a->job].width, r->now_us - counted_since(r, a));
    }
    for (int i = 0; i < r->n_pools; i++) {
        struct pool *p = &r->pool[i];
        if (p->fresh) {
            p->spent = floor(spent_now(r, p, r->now_us) + (double)p->fresh + 0.5);
            p->spent_us = r->now_us;
        }
        p->fresh = 0;
    }
}

/* ---- fair share ------------------------------------------------------------------------------------------------ */

static bool is_there(const struct run *r, int pool)
{
    if (r->pool[pool].of_row) return true;
    for (int j = 0; j < r->n_jobs; j++)
        if (r->job[j].state >= SUBMITTED && r->job[j].pool == pool) return true;
    return false;
}

/* U1: "an account's usage is the sum of its users'" */
static double usage(const struct run *r, int pool)
{
    double sum = 0;
    bool account = false;
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].parent == pool && is_there(r, p)) {
            account = true;
            sum += usage(r, p);
        }
    return account || pool < 0 ? sum : spent_now(r, &r->pool[pool], r->now_us);
}

static double level_shares(const struct run *r, int pool)
{
    double sum = 0;
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].parent == r->pool[pool].parent && is_there(r, p)) sum += (double)r->pool[p].weight / 1e6;
    return sum;
}

/* U2: "0 without shares, infinite without usage" */
static long double level_fs(const struct run *r, int pool)
{
    double shares = (double)r->pool[pool].weight / 1e6, u = usage(r, pool);
    if (shares <= 0) return 0;
    if (u <= 0) return INFINITY;
    return (long double)shares * usage(r, r->pool[pool].parent) / ((long double)level_shares(r, pool) * u);
}

static bool ties(long double a, long double b) /* U2.3 */
{
    return a == b || (a < INFINITY && b < INFINITY && fabsl(a - b) <= 1e-12L * (a > b ? a : b));
}

struct walk { int rank, untied, n; };

static bool is_account(const struct run *r, int pool)
{
    for (int p = 0; p < r->n_pools; p++)
        if (r->pool[p].parent == pool && is_there(r, p)) return true;
    return false;
}

/* U2.1, U2.2: rows of a level, or of accounts that tie. */
static void visit(struct run *r, struct walk *w, const int *row, int n, bool tied)
{
    bool *seen = naive_alloc((size_t)n, sizeof *seen);
    int *below = naive_alloc((size_t)r->n_pools, sizeof *below);
    for (int left_over = n; left_over > 0; ) {
        long double most = -1;
        int n_below = 0;
        for (int i = 0; i < n; i++)
            if (!seen[i] && level_fs(r, row[i]) > most) most = level_fs(r, row[i]);
        for (int accounts = 0; accounts < 2; accounts++)
            for (int i = 0; i < n; i++) {
                if (seen[i] || is_account(r, row[i]) != accounts || !ties(level_fs(r, row[i]), most)) continue;
                seen[i] = true;
                left_over--;
                for (int p = 0; p < r->n_pools && accounts; p++)
                    if (r->pool[p].parent == row[i] && is_there(r, p)) below[n_below++] = p;
                if (accounts) continue;
                if (!tied) w->rank = w->untied;
                w->untied--;
                r->pool[row[i]].fair = (double)w->rank / w->n;
                tied = true;
            }
        if (n_below) visit(r, w, below, n_below, tied);
        tied = false;
    }
    free(below);
    free(seen);
}

static void fair_tree(struct run *r)
{
    struct walk w = { 0, 0, 0 };
    int *top = naive_alloc((size_t)r->n_pools, sizeof *top), n = 0;
    for (int p = 0; p < r->n_pools; p++) {
        if (!is_there(r, p)) continue;
        w.n += !is_account(r, p);
        if (r->pool[p].parent < 0) top[n++] = p;
    }
    w.untied = w.n;
    visit(r, &w, top, n, false);
    free(top);
}

/* U3: "N is the product of shares / the level's shares" */
static double norm(const struct run *r, int pool)
{
    double all = level_shares(r, pool), shares = (double)r->pool[pool].weight / 1e6;
    return (r->pool[pool].parent < 0 ? 1 : norm(r, r->pool[pool].parent)) * (all > 0 ? shares / all : 0);
}

/* U3.1 */
static double effective(const struct run *r, int pool)
{
    double all = usage(r, -1), u = all > 0 ? usage(r, pool) / all : 0, of = level_shares(r, pool);
    if (r->pool[pool].parent < 0) return u;
    return u + (effective(r, r->pool[pool].parent) - u) * (of > 0 ? (double)r->pool[pool].weight / 1e6 / of : 0);
}

static void classic(struct run *r)
{
    for (int p = 0; p < r->n_pools; p++)
        if (is_there(r, p)) r->pool[p].fair = norm(r, p) > 0 ? exp2(-effective(r, p) / norm(r, p)) : 0;
}

/* ---- points (G12.1 to G12.5) ------------------------------------------------------------------------------------- */

static double within_1(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

static double size(const struct run *r, const struct job *j)
{
    double slots = 0, n = r->n_nodes, tasks = j->stage[0].n_tasks, cpus = (double)j->cpus, minutes = 365 * 1440, x;
    for (int i = 0; i < r->n_nodes; i++) slots += (double)r->node[i].row[0].slots[0];
    if (tasks > cpus) cpus = tasks;
    if (j->limit_us != UNSET) minutes = ceil((double)j->limit_us / 60e6);
    if (minutes < 1) minutes = 1;
    x = (tasks / n + cpus / slots) / 2;
    if (r->o.factors.relative) x = (tasks * slots / n > cpus ? tasks * slots / n : cpus) / minutes / slots;
    return within_1(r->o.factors.small ? 1 - x : x);
}

static double most_of(const struct run *r, bool qos)
{
    double most = 0;
    for (int i = 0; i < (qos ? r->n_qos : r->n_partitions); i++) {
        double x = (double)(qos ? r->qos[i].priority : r->partition[i].factor);
        if (x > most) most = x;
    }
    return most;
}

static int64_t points(const struct run *r, const struct job *j)
{
    const struct naive_factors *f = &r->o.factors;
    double part = j->partition < 0 ? 0 : (double)r->partition[j->partition].factor;
    double qos = j->qos < 0 ? 0 : (double)r->qos[j->qos].priority;
    double fair = r->pool[j->pool].ticked ? r->pool[j->pool].fair : 1, sum;
    int64_t from = j->aged_from_us == UNSET ? j->submit_us : j->aged_from_us;
    sum = within_1((double)(r->now_us - from) / (double)f->max_age_us) * f->weight[0];
    sum += fair * f->weight[1];
    sum += size(r, j) * f->weight[2];
    sum += (part > 0 ? part / most_of(r, false) : 0) * f->weight[3];
    sum += (qos > 0 ? qos / most_of(r, true) : 0) * f->weight[4];
    if (sum < 1) return 1;
    return sum > 4294967295. ? 4294967295 : (int64_t)sum;
}

void multifactor_submitted(struct run *r, struct job *j)
{
    if (r->o.order != &order_multifactor) return;
    if (r->ticked_us == UNSET) r->ticked_us = r->now_us / r->o.interval_us * r->o.interval_us;
    j->points = points(r, j);
}

void multifactor_tick(struct run *r)
{
    if (r->o.factors.weight[1] > 0) {
        tick_usage(r);
        if (r->o.factors.no_fair_tree) classic(r);
        else fair_tree(r);
        for (int p = 0; p < r->n_pools; p++) r->pool[p].ticked |= is_there(r, p);
    }
    r->ticked_us = r->now_us;
    for (int j = 0; j < r->n_jobs; j++) {
        struct job *job = &r->job[j];
        if (job->state != SUBMITTED || job_running(r, j, 0) > 0) continue;
        int64_t now = points(r, job);
        if (now == job->points || (r->o.factors.incr_only && now < job->points)) continue;
        job->points = now;
        r->work_came = true; /* G12.7 */
    }
}

/* ---- the order --------------------------------------------------------------------------------------------------- */

static int64_t tier(const struct run *r, const struct job *j)
{
    return j->partition < 0 ? 0 : r->partition[j->partition].tier;
}

static bool goes_before(const struct run *r, const struct job *a, const struct job *b)
{
    if (qos_level(r, a->qos) != qos_level(r, b->qos)) return qos_level(r, a->qos) > qos_level(r, b->qos); /* G14.11 */
    if (tier(r, a) != tier(r, b)) return tier(r, a) > tier(r, b);
    if (a->points != b->points) return a->points > b->points;
    return earlier(a, b);
}

static int list(const struct run *r, int kind, struct stage **out)
{
    int n = 0;
    bool *taken = naive_alloc((size_t)r->n_jobs, sizeof *taken);
    for (;;) {
        int first = -1;
        for (int j = 0; j < r->n_jobs; j++)
            if (!taken[j] && job_waiting(r, j, kind) && (first < 0 || goes_before(r, &r->job[j], &r->job[first])))
                first = j;
        if (first < 0) break;
        taken[first] = true;
        n += stages_of_job(&r->job[first], kind, out + n);
    }
    free(taken);
    return n;
}

const struct order_rule order_multifactor = { "multifactor", false, list, NULL };

/* ---- options ---------------------------------------------------------------------------------------------- */

static int set_word(struct options *o, char *word, struct sw_err *err)
{
    static const char *const weights[] = { "age", "fairshare", "size", "partition", "qos" };
    bool *const flags[] = { &o->factors.small, &o->factors.relative, &o->factors.incr_only, &o->factors.no_fair_tree,
                            &o->factors.no_limits };
    static const char *const names[] = { "favor-small", "relative-to-time", "incr-only", "no-fair-tree",
                                         "no-limits" };
    char *value = strchr(word, '=');
    if (value) *value++ = 0;
    for (int i = 0; i < 5; i++) {
        uint64_t n;
        if (!value && !strcmp(word, names[i])) return *flags[i] = true, SW_OK;
        if (!value || strcmp(word, weights[i])) continue;
        if (sw_opt_count("--order", value, 0, UINT32_MAX, &n, err)) return SW_FAIL;
        o->factors.weight[i] = (double)n;
        return SW_OK;
    }
    if (value && !strcmp(word, "max-age")) return sw_opt_duration("--order", value, &o->factors.max_age_us, err);
    if (value && !strcmp(word, "half-life")) return sw_opt_duration("--order", value, &o->half_life_us, err);
    if (value && !strcmp(word, "period")) return sw_opt_duration("--order", value, &o->interval_us, err);
    return sw_err_usage(err, "--order: multifactor: not a word: '%s'", word);
}

int set_multifactor_order(struct options *o, const char *arg, struct sw_err *err)
{
    char *copy = naive_copy(arg, strlen(arg)), *save = NULL;
    int status = SW_OK;
    o->order = &order_multifactor;
    o->interval_us = 300 * SW_US_PER_S;
    o->half_life_us = o->factors.max_age_us = INT64_C(7) * 86400 * SW_US_PER_S;
    for (char *w = strtok_r(copy, ",", &save); w && status == SW_OK; w = strtok_r(NULL, ",", &save))
        status = set_word(o, w, err);
    free(copy);
    return status;
}
