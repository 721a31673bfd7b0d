/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unlaunched.c - the tasks of a stage that are not launched yet, with and without locality preference, and those that
 * failed (L1, F2). */
#include "lib/base/arena.h"
#include "lib/sim/locality/locality.h"
#include <stdlib.h>
#include <string.h>

/* The first unlaunched task from this one on, or n_tasks. */
static uint32_t next_left(const struct stage *st, uint32_t task)
{
    uint32_t w = task >> 6, words = (st->n_tasks + 63) / 64;
    if (task >= st->n_tasks)
        return st->n_tasks;
    uint64_t left = ~st->launched[w] & ~UINT64_C(0) << (task & 63);
    while (!left && ++w < words)
        left = ~st->launched[w];
    task = w << 6;
    if (left)
        task += (uint32_t)__builtin_ctzll(left);
    return task < st->n_tasks ? task : st->n_tasks;
}

/* PREF: it has preferred hosts. */
static inline bool is_of_class(const struct stage *st, uint32_t task, int class)
{
    if (!st->replicas.first) /* all of one kind */
        return st->all_pref == (class == PREF);
    return (replicas_n(st, task) > 0) == (class == PREF);
}

bool unlaunched_is_of_class(const struct stage *st, uint32_t task, int class)
{
    return is_of_class(st, task, class);
}

/* The lowest unlaunched task of the class from this one on. */
uint32_t unlaunched_from(const struct stage *st, uint32_t task, int class)
{
    while ((task = next_left(st, task)) < st->n_tasks && !is_of_class(st, task, class))
        task++;
    return task < st->n_tasks ? task : NONE;
}

/* The lowest unlaunched task of the class; there is one. */
uint32_t unlaunched_first(struct stage *st, int class)
{
    return st->next[class] = unlaunched_from(st, st->next[class], class);
}

/* E4.1 */
static bool failed_more(const struct stage_reruns *r, uint32_t a, uint32_t b)
{
    uint32_t of_a = r->failed ? r->failed[a] : 0, of_b = r->failed ? r->failed[b] : 0;
    return of_a != of_b ? of_a > of_b : a < b;
}

/* Behind the others or, by failures, in their order. */
void unlaunched_retry_push(struct stage *st, uint32_t task, bool by_failures)
{
    RESERVE(st->reruns->retry, st->n_retry + 1, st->reruns->cap_retry);
    uint32_t i = st->n_retry++, *retry = st->reruns->retry;
    for (; by_failures && i > 0 && failed_more(st->reruns, task, retry[i - 1]); i--)
        retry[i] = retry[i - 1];
    retry[i] = task;
}

/* F2.1: the first to fail goes first. */
uint32_t unlaunched_retry_pop(struct stage *st)
{
    uint32_t task = st->reruns->retry[0];
    st->n_retry--;
    for (uint32_t i = 0; i < st->n_retry; i++)
        st->reruns->retry[i] = st->reruns->retry[i + 1];
    return task;
}
