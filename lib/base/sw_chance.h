/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_chance.h - random draws as functions of what they are for, not of when they are drawn.
 *
 * A stream is named by (seed, purpose, job, task). Its numbers depend on that name alone: two
 * scheduling policies see the same blocks and task times, and nothing drawn need be kept. The
 * generator is SplitMix64 (Steele, Lea, Flood 2014), started at a hash of the name. Outside the
 * replay's inner loop it is used through GSL's interface. */
#ifndef SLOTWISE_SW_CHANCE_H
#define SLOTWISE_SW_CHANCE_H
#include <stdint.h>
#include <stddef.h>

enum sw_purpose {
    SW_CHANCE_PLACEMENT = 1, /* where a block's replicas lie; task = block number in its file */
    SW_CHANCE_MAP_TIME = 2,
    SW_CHANCE_REDUCE_TIME = 3,
    SW_CHANCE_PHASE = 4,     /* the permutation of heartbeats over nodes */
    SW_CHANCE_JITTER = 5,    /* --jitter */
    SW_CHANCE_ARRIVAL = 6,
    SW_CHANCE_SIZE = 7,
    SW_CHANCE_SPEED = 8,
    SW_CHANCE_FAILURE = 9,
    SW_CHANCE_OTHER = 10,
    SW_CHANCE_SOURCE = 11,   /* which replica is read over the network */
    /* how a round shuffles the executors it offers; job = its instant, task = launches before it */
    SW_CHANCE_OFFERS = 12,
    SW_CHANCE_DRIFT = 13     /* --drift; job = the period, task = the block of nodes */
};

struct sw_chance { uint64_t state; };

/* One SplitMix64 output step of x; a bijective mixer. */
static inline uint64_t sw_mix64(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* sw_chance_start() in two steps, for many tasks of a job. */
static inline uint64_t sw_chance_job(uint64_t seed, enum sw_purpose purpose, uint64_t job)
{
    return sw_mix64(sw_mix64(seed ^ ((uint64_t)purpose << 56)) ^ job);
}
static inline struct sw_chance sw_chance_task(uint64_t of_job, uint64_t task)
{
    struct sw_chance c = { sw_mix64(of_job ^ task) };
    return c;
}

/* `job` is sw_chance_name() of the job's id, for placement of its input_id. So the draws of a job
 * stay as they were when rows of other jobs are cut from the trace. */
static inline struct sw_chance sw_chance_start(uint64_t seed, enum sw_purpose purpose, uint64_t job, uint64_t task)
{
    return sw_chance_task(sw_chance_job(seed, purpose, job), task);
}

static inline uint64_t sw_chance_u64(struct sw_chance *c)
{
    uint64_t z = sw_mix64(c->state);
    c->state += UINT64_C(0x9e3779b97f4a7c15);
    return z;
}

/* Uniform in (0,1): the middles of 2^52 equal intervals, never 0 and never 1 (with 2^53 of them, the last middle would
 * round to 1). */
static inline double sw_chance_uniform(struct sw_chance *c)
{
    return ((double)(sw_chance_u64(c) >> 12) + 0.5) * 0x1p-52;
}

/* Uniform in 0..n-1 by Lemire's multiply-shift; the bias is below n / 2^64. */
static inline uint64_t sw_chance_below(struct sw_chance *c, uint64_t n)
{
    return (uint64_t)(((unsigned __int128)sw_chance_u64(c) * n) >> 64);
}

/* Standard normal, Marsaglia's polar method (two uniforms a try, the second deviate is dropped). */
double sw_chance_normal(struct sw_chance *c);
/* mean_us * exp(sigma z - sigma^2/2), rounded to whole microseconds, at least 0: log-normal with the
 * mean as given and `sigma` the standard deviation of the logarithm (docs/model.md L3). sigma 0: mean_us. */
int64_t sw_chance_lognormal_us(struct sw_chance *c, int64_t mean_us, double sigma);
/* The same for tasks 0 to n-1 of a job, each from its own stream, faster than one by one. of_job: sw_chance_job();
 * sigma above 0. What is not below SW_CHANCE_LONG microseconds (71 minutes) becomes that. */
#define SW_CHANCE_LONG UINT32_MAX
void sw_chance_lognormals_us(uint64_t of_job, size_t n, int64_t mean_us, double sigma, uint32_t *us);
/* Exponential with the given mean, rounded to microseconds. */
int64_t sw_chance_exponential_us(struct sw_chance *c, int64_t mean_us);
/* FNV-1a of the bytes, mixed: a job's name as a number. */
uint64_t sw_chance_name(const char *text, size_t len);
/* Fills perm[0..n-1] with a permutation of 0..n-1 (Fisher and Yates, from the end, sw_chance_below). */
void sw_chance_permutation(struct sw_chance *c, uint32_t *perm, uint32_t n);

#endif
