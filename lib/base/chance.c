/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chance.c - deviates drawn from a named stream. Each draws from its stream alone, so that what others draw moves
 * nothing. */
#include "lib/base/sw_chance.h"
#include "slotwise/sw_num.h"
#include <math.h>

/* Marsaglia's polar method: (u, v) uniform in the unit disc, s = u^2 + v^2; u sqrt(-2 ln s / s) is normal. */
static inline double normal(struct sw_chance *c)
{
    double u, v, s;
    do {
        u = 2 * sw_chance_uniform(c) - 1;
        v = 2 * sw_chance_uniform(c) - 1;
        s = u * u + v * v;
    } while (s >= 1 || s == 0);
    return u * sqrt(-2 * log(s) / s);
}

double sw_chance_normal(struct sw_chance *c)
{
    return normal(c);
}

/* Times past the last one that a file can have are that one. */
static int64_t whole_us(double us)
{
    return us < (double)SW_TIME_MAX ? sw_num_round(us) : SW_TIME_MAX;
}

/* E[exp(sigma z)] = exp(sigma^2/2), so taking sigma^2/2 off keeps the mean as given. */
static inline int64_t lognormal_us(double z, int64_t mean_us, double sigma)
{
    return whole_us((double)mean_us * exp(sigma * z - sigma * sigma / 2));
}

int64_t sw_chance_lognormal_us(struct sw_chance *c, int64_t mean_us, double sigma)
{
    if (sigma == 0)
        return mean_us;
    return lognormal_us(normal(c), mean_us, sigma);
}

/* One try of normal() for each of a batch. */
enum { BATCH = 64 };
struct tries { struct sw_chance c[BATCH]; double u[BATCH], s[BATCH]; };

/* Gathers the tasks whose try has failed, one in five. Which they are cannot be predicted, so there is no branch. */
static size_t failed(const struct tries *at, const uint8_t *among, size_t n, uint8_t *again)
{
    size_t left = 0;
    for (size_t k = 0; k < n; k++) {
        uint8_t i = among[k];
        again[left] = i;
        left += (at->s[i] >= 1) | (at->s[i] == 0);
    }
    return left;
}

/* In the order of the tasks, each from its own stream, as normal() would draw. */
static void try_until_inside(struct tries *at, size_t n)
{
    uint8_t left[BATCH];
    for (size_t i = 0; i < n; i++)
        left[i] = (uint8_t)i;
    for (size_t n_left = n; n_left; n_left = failed(at, left, n_left, left))
        for (size_t k = 0; k < n_left; k++) {
            const size_t i = left[k];
            double u = 2 * sw_chance_uniform(&at->c[i]) - 1, v = 2 * sw_chance_uniform(&at->c[i]) - 1;
            at->u[i] = u;
            at->s[i] = u * u + v * v;
        }
}

static void lognormals_us(uint64_t of_job, uint64_t task, size_t n, int64_t mean_us, double sigma, uint32_t *us)
{
    struct tries at;
    for (size_t i = 0; i < n; i++)
        at.c[i] = sw_chance_task(of_job, task + i);
    try_until_inside(&at, n);
    for (size_t i = 0; i < n; i++)
        at.u[i] *= sqrt(-2 * log(at.s[i]) / at.s[i]);
    for (size_t i = 0; i < n; i++) {
        /* Longer ones are marked, and drawn one by one by who needs them. */
        int64_t own_us = lognormal_us(at.u[i], mean_us, sigma);
        us[i] = own_us < SW_CHANCE_LONG ? (uint32_t)own_us : SW_CHANCE_LONG;
    }
}

void sw_chance_lognormals_us(uint64_t of_job, size_t n, int64_t mean_us, double sigma, uint32_t *us)
{
    for (size_t i = 0; i < n; i += BATCH)
        lognormals_us(of_job, i, n - i < BATCH ? n - i : BATCH, mean_us, sigma, us + i);
}

/* Inversion: -mean ln u is exponential. u is above 0. */
int64_t sw_chance_exponential_us(struct sw_chance *c, int64_t mean_us)
{
    return whole_us(-(double)mean_us * log(sw_chance_uniform(c)));
}

/* Fowler, Noll, Vo: FNV-1a with 64 bits (draft-eastlake-fnv). Its low bits mix poorly, hence sw_mix64(). */
uint64_t sw_chance_name(const char *text, size_t len)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return sw_mix64(hash);
}

/* Fisher and Yates, from the end. */
void sw_chance_permutation(struct sw_chance *c, uint32_t *perm, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        perm[i] = i;
    for (uint32_t left = n; left > 1; left--) {
        uint32_t other = (uint32_t)sw_chance_below(c, left), moved = perm[left - 1];
        perm[left - 1] = perm[other];
        perm[other] = moved;
    }
}
