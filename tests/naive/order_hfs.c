/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order_hfs.c - O1, O4..O7, ES 4.1: pools below their minimum share first, then by running / weight; inside a
 * pool its children likewise, or its jobs by its policy. */
#include <stdlib.h>
#include <string.h>
#include "tests/naive/naive.h"

bool job_in_list(const struct run *r, int job, int kind)
{
    if (!job_waiting(r, job, kind) || !demand_lets(r, job, kind)) return false;
    for (int p = r->job[job].pool; p >= 0; p = r->pool[p].parent)
        if (pool_at_maximum(r, p, kind)) return false; /* O6 */
    return true;
}

/* O1: a pool's earliest (submit, place) job among those in the list; -1: it has none. */
int first_job(const struct run *r, int pool, int kind)
{
    int first = -1;
    for (int j = 0; j < r->n_jobs; j++)
        if (job_in_list(r, j, kind) && pool_above(r, pool, r->job[j].pool)
            && (first < 0 || earlier(&r->job[j], &r->job[first])))
            first = j;
    return first;
}

/* O4: e = min(min share, demand). */
static int64_t entitled(const struct run *r, int pool, int kind)
{
    int64_t demand = demand_of_pool(r, pool, kind), min = pool_minimum(r, pool, kind);
    return min < demand ? min : demand;
}

/* O7: -1, 0, 1 as a/b is below, equal to, above c/d; b or d 0: last, and where both are, as a is to c. */
int compare_ratio(int64_t a, int64_t b, int64_t c, int64_t d)
{
    if (b == 0 && d == 0) return (a > c) - (a < c);
    if (b == 0 || d == 0) return (b == 0) - (d == 0);
    __int128 left = (__int128)a * d, right = (__int128)c * b;
    return (left > right) - (left < right);
}

enum hfs { AS_HADOOP, BY_LACK, AS_YARN };

/* O4.4: "by running/weight in double precision, those of weight 0 last and then by running". */
static int compare_doubles(const struct run *r, int kind, int a, int b)
{
    int64_t weight_a = r->pool[a].weight, weight_b = r->pool[b].weight;
    if (weight_a == 0 || weight_b == 0)
        return compare_ratio(pool_running(r, a, kind), weight_a, pool_running(r, b, kind), weight_b);
    double x = (double)pool_running(r, a, kind) / (double)weight_a,
           y = (double)pool_running(r, b, kind) / (double)weight_b;
    return (x > y) - (x < y);
}

static bool pool_before(const struct run *r, int kind, enum hfs as, int a, int b)
{
    int64_t run_a = pool_running(r, a, kind), run_b = pool_running(r, b, kind);
    int64_t e_a = entitled(r, a, kind), e_b = entitled(r, b, kind);
    bool needy_a = run_a < e_a, needy_b = run_b < e_b;
    int c;
    if (needy_a != needy_b) return needy_a;
    if (needy_a && as == BY_LACK) c = (e_a - run_a < e_b - run_b) - (e_a - run_a > e_b - run_b);
    else if (needy_a) {
        c = compare_ratio(run_a, e_a, run_b, e_b);
        if (c == 0 && as == AS_YARN) c = compare_doubles(r, kind, a, b);
    }
    else c = compare_ratio(run_a, r->pool[a].weight, run_b, r->pool[b].weight);
    if (c) return c < 0;
    if (as != BY_LACK) return strcmp(r->pool[a].name, r->pool[b].name) < 0; /* O1.1 */
    return earlier(&r->job[first_job(r, a, kind)], &r->job[first_job(r, b, kind)]);
}

static bool before_as_hadoop(const struct run *r, int kind, int a, int b)
{
    return pool_before(r, kind, AS_HADOOP, a, b);
}

static bool before_by_lack(const struct run *r, int kind, int a, int b)
{
    return pool_before(r, kind, BY_LACK, a, b);
}

static bool before_as_yarn(const struct run *r, int kind, int a, int b)
{
    return pool_before(r, kind, AS_YARN, a, b);
}

/* O5: running / (weight factor), factor 4 2 1 0.5 0.25 for very_high ... very_low (here times 4). */
bool fair_in_pool_before(const struct run *r, int kind, bool fifo, int a, int b)
{
    static const int64_t factor[] = { 16, 8, 4, 2, 1 };
    const struct job *ja = &r->job[a], *jb = &r->job[b];
    if (fifo) return fifo_before(ja, jb);
    int c = compare_ratio(job_running(r, a, kind), ja->weight * factor[ja->priority],
                          job_running(r, b, kind), jb->weight * factor[jb->priority]);
    return c ? c < 0 : earlier(ja, jb);
}

static bool job_before(const struct run *r, int kind, int a, int b)
{
    return fair_in_pool_before(r, kind, r->pool[r->job[a].pool].fifo, a, b);
}

static int list_hfs(const struct run *r, int kind, struct stage **out)
{
    return list_tree(r, kind, -1, out, before_as_hadoop, job_before);
}

static int list_hfs_lack(const struct run *r, int kind, struct stage **out)
{
    return list_tree(r, kind, -1, out, before_by_lack, job_before);
}

static int list_hfs_yarn(const struct run *r, int kind, struct stage **out)
{
    return list_tree(r, kind, -1, out, before_as_yarn, job_before);
}

const struct order_rule order_hfs = { "hfs", true, list_hfs };
const struct order_rule order_hfs_lack = { "hfs:lack", true, list_hfs_lack };
const struct order_rule order_hfs_yarn = { "hfs:yarn", true, list_hfs_yarn };
