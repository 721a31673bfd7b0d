/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spark_order.c - the order of the task sets in a round of Spark's: R7, R8. */
#include <string.h>
#include "slotwise/sw_num.h"
#include "tests/naive/naive.h"

/* R7: "what stands behind the last slash of its id, if that is 1 to 18 digits, else 0". */
static int64_t number_of(const struct job *j)
{
    const char *slash = strrchr(j->id, '/');
    size_t len = slash ? strspn(slash + 1, "0123456789") : 0;
    uint64_t number = 0;
    if (len == 0 || len > 18 || slash[1 + len]) return 0;
    for (size_t i = 0; i < len; i++) number = 10 * number + (uint64_t)(slash[1 + i] - '0');
    return (int64_t)number;
}

static bool fifo_set_before(const struct run *r, const struct stage *a, const struct stage *b)
{
    const struct job *ja = &r->job[a->job], *jb = &r->job[b->job];
    if (ja == jb) return stage_before(ja, a, b);
    if (ja->priority != jb->priority) return ja->priority < jb->priority;
    if (number_of(ja) != number_of(jb)) return number_of(ja) < number_of(jb);
    return earlier(ja, jb);
}

static int64_t set_running(const struct run *r, const struct stage *s)
{
    int64_t running = 0;
    for (int i = 0; i < r->n_attempts; i++) {
        const struct attempt *a = &r->attempt[i];
        if ((!a->freed || a->untold) && &r->job[a->job].stage[a->stage] == s) running++;
    }
    return running;
}

static bool fair_set_before(const struct run *r, const struct stage *a, const struct stage *b)
{
    int64_t running_a = set_running(r, a), running_b = set_running(r, b);
    char name_a[SW_NUM_MAX + 1] = "", name_b[SW_NUM_MAX + 1] = "";
    if (running_a != running_b) return running_a < running_b;
    sw_num_put_u64(name_a, a->number);
    sw_num_put_u64(name_b, b->number);
    int c = strcmp(name_a, name_b);
    return c ? c < 0 : fifo_set_before(r, a, b);
}

/* R8: "weight 0 last: those that run something first, then those that run nothing". */
static int by_weight(int64_t run_a, int64_t weight_a, int64_t run_b, int64_t weight_b)
{
    int last_a = weight_a ? 0 : run_a ? 1 : 2, last_b = weight_b ? 0 : run_b ? 1 : 2;
    if (last_a != last_b || last_a) return (last_a > last_b) - (last_a < last_b);
    return compare_ratio(run_a, weight_a, run_b, weight_b);
}

/* R8: minimum shares as given. */
static bool pool_goes_before(const struct run *r, const struct pool *a, const struct pool *b)
{
    int64_t run_a = pool_running(r, (int)(a - r->pool), 0), run_b = pool_running(r, (int)(b - r->pool), 0);
    bool needy_a = run_a < a->min[0], needy_b = run_b < b->min[0];
    int c = needy_a ? compare_ratio(run_a, a->min[0], run_b, b->min[0])
                    : by_weight(run_a, a->weight, run_b, b->weight);
    if (needy_a != needy_b) return needy_a;
    return c ? c < 0 : strcmp(a->name, b->name) < 0;
}

/* The child of `above` (-1: the root) that the pool is or is below. */
static int child_towards(const struct run *r, int above, int pool)
{
    while (r->pool[pool].parent != above) pool = r->pool[pool].parent;
    return pool;
}

/* Two pools that are neither the same nor one below the other: the children of the nearest pool above both decide. */
static bool hfs_set_before(const struct run *r, const struct stage *a, const struct stage *b)
{
    int pa = r->job[a->job].pool, pb = r->job[b->job].pool, above = r->pool[pa].parent;
    if (pa == pb) return r->pool[pa].fifo ? fifo_set_before(r, a, b) : fair_set_before(r, a, b);
    while (above >= 0 && !pool_above(r, above, pb)) above = r->pool[above].parent;
    return pool_goes_before(r, &r->pool[child_towards(r, above, pa)], &r->pool[child_towards(r, above, pb)]);
}

void spark_order_sort(const struct run *r, struct stage **set, int n)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0; k--) {
            struct stage *it = set[k];
            if (!(r->o.order == &order_fifo ? fifo_set_before : hfs_set_before)(r, it, set[k - 1])) break;
            set[k] = set[k - 1];
            set[k - 1] = it;
        }
}
