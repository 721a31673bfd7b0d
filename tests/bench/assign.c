/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assign.c - what one decision of quincy costs, by nodes with a free slot, waiting tasks, and solver: medians, CSV.
 *   assign [ROUNDS]    default 5
 * Tasks of 20 jobs, three replicas each on drawn nodes, racks of 20 nodes, two free slots a node; waits drawn from 0 to
 * 10 s. All tasks differ: what the replay hands over it has cut down first (lib/sim/dispatch/quincy/batches.c). The
 * simplex method is left out above 1000 tasks. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "lib/sched/global/sw_assign.h"
#include "lib/base/sw_chance.h"
#include "tests/unit/by_glpk.h"

enum { JOBS = 20, REPLICAS = 3, RACK = 20, SLOTS = 2 };
struct task { uint32_t node[REPLICAS], rack[REPLICAS]; };

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint32_t put(uint32_t *list, uint32_t n, uint32_t x)
{
    uint32_t i = n;
    for (uint32_t k = 0; k < n; k++)
        if (list[k] == x)
            return n;
    for (; i > 0 && list[i - 1] > x; i--)
        list[i] = list[i - 1];
    list[i] = x;
    return n + 1;
}

static void draw(struct sw_assign *p, struct sw_alike *alike, struct task *task, struct sw_free_node *node,
                 uint64_t seed)
{
    struct sw_chance c = sw_chance_start(seed, SW_CHANCE_PHASE, 0, 0);
    struct sw_global_rule rule;
    if (sw_global_find("quincy", &rule, NULL) != SW_OK)
        abort();
    for (uint32_t i = 0; i < p->n_nodes; i++)
        node[i] = (struct sw_free_node){ i / RACK, SLOTS };
    for (uint32_t g = 0; g < p->n_alike; g++) {
        struct sw_alike *a = &alike[g];
        *a = (struct sw_alike){ .job = g % JOBS, .n_tasks = 1, .prefers = true, .node = task[g].node,
                                .rack = task[g].rack,
                                .price = rule.policy->price(&rule, 0, (int64_t)sw_chance_below(&c, 10000000)) };
        for (int k = 0; k < REPLICAS; k++) {
            uint32_t at = (uint32_t)sw_chance_below(&c, p->n_nodes);
            a->n_nodes = put(task[g].node, a->n_nodes, at);
            a->n_racks = put(task[g].rack, a->n_racks, at / RACK);
        }
    }
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

enum solver { OUT_OF_KILTER, SIMPLEX, WAYS };

static double decide(const struct sw_assign *p, enum solver solver)
{
    double start_s = now_s();
    if (solver == WAYS) {
        struct sw_placing *out;
        size_t n;
        if (sw_assign_solve(p, SW_SOLVE_WAYS, &out, &n, NULL) != SW_OK)
            abort();
        free(out);
    } else if (by_glpk_least_cost(p, solver == SIMPLEX) < 0) {
        abort();
    }
    return now_s() - start_s;
}

static void measure(uint32_t nodes, uint32_t tasks, int rounds)
{
    static const char *const names[] = { "out-of-kilter", "simplex", "ways" };
    static const struct sw_launches any[JOBS] = { [0 ... JOBS - 1] = { 0, UINT32_MAX } };
    struct sw_alike *alike = calloc(tasks, sizeof *alike);
    struct task *task = calloc(tasks, sizeof *task);
    struct sw_free_node *node = calloc(nodes, sizeof *node);
    struct sw_assign p = { alike, node, any, tasks, nodes, (nodes + RACK - 1) / RACK, JOBS };
    double *took_s = calloc((size_t)rounds, sizeof *took_s);
    for (enum solver solver = OUT_OF_KILTER; solver <= WAYS; solver++) {
        if (solver == SIMPLEX && tasks > 1000)
            continue;
        for (int k = 0; k < rounds; k++) {
            draw(&p, alike, task, node, (uint64_t)k + 1);
            took_s[k] = decide(&p, solver);
        }
        qsort(took_s, (size_t)rounds, sizeof *took_s, by_value);
        printf("%s,%u,%u,%.3f\n", names[solver], nodes, tasks, took_s[rounds / 2] * 1e3);
        fflush(stdout);
    }
    free(alike);
    free(task);
    free(node);
    free(took_s);
}

int main(int argc, char **argv)
{
    static const uint32_t nodes[] = { 1, 10, 100, 600 }, tasks[] = { 10, 100, 1000, 10000 };
    int rounds = argc > 1 ? atoi(argv[1]) : 5;
    if (rounds < 1)
        return 2;
    puts("solver,free_nodes,tasks,decision_ms");
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
        for (size_t k = 0; k < sizeof tasks / sizeof *tasks; k++)
            measure(nodes[i], tasks[k], rounds);
    return 0;
}
