/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen_even.c - where a job's sizes and times come from: chance, or a sequence that spreads them evenly.
 *
 * Nearly all tasks belong to the few percent of the jobs that are largest. So by chance alone one day's work differs
 * from the next by a fifth. With --draws even the k-th job of a bin takes frac(shift + k a) of each distribution. The
 * points of this additive recurrence fill the unit cube of sizes and times evenly, however many are taken. Here a_i =
 * g^-i, and g is the root of g^(d+1) = g + 1 (the golden ratio when d = 1). Arrivals and the order of the bins are by
 * chance as before; the shifts come from the seed. */
#include <math.h>
#include <stdlib.h>
#include "lib/trace/gen/gen.h"

/* g^7 = g + 1 for the six draws. */
#define ROOT 1.112775684278706

static double even(const struct gen_plan *p, uint64_t job, enum gen_draw what)
{
    size_t bin = p->maps.kind == GEN_TABLE ? p->maps.bin_of[job] : 0;
    struct sw_chance c = sw_chance_start(p->seed, SW_CHANCE_OTHER, bin, what);
    double rank = p->rank_of ? p->rank_of[job] : (double)job;
    double x = sw_chance_uniform(&c) + rank * pow(ROOT, -1 - (double)what);
    return fmin(fmax(x - floor(x), 0x1p-53), 1 - 0x1p-53);
}

struct gen_source gen_even_source(const struct gen_plan *p, uint64_t job, enum gen_draw what)
{
    if (p->even)
        return (struct gen_source){ .given = true, .u = even(p, job, what) };
    return (struct gen_source){ .stream = sw_chance_start(p->seed, SW_CHANCE_SIZE, job + 1, what) };
}

int gen_even_rank(struct gen_plan *p, struct sw_err *err)
{
    if (!p->even || p->maps.kind != GEN_TABLE)
        return SW_OK;
    uint32_t *next = calloc(p->maps.n_bins, sizeof *next);
    p->rank_of = malloc((p->n_jobs + 1) * sizeof *p->rank_of);
    if (!next || !p->rank_of) {
        free(next);
        return sw_err_memory(err);
    }
    for (uint64_t job = 0; job < p->n_jobs; job++)
        p->rank_of[job] = next[p->maps.bin_of[job]]++;
    free(next);
    return SW_OK;
}
