/* SPDX-License-Identifier: GPL-3.0-or-later */
/* limit.c - what keeps jobs out of the list: maxima of pools (O6, O12), limits of users and jobs (O13). */
#include "lib/audit/audit.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MILLION INT64_C(1000000)

static int64_t at_least_one(__int128 slots)
{
    return slots < 1 ? 1 : slots < SW_NO_LIMIT ? (int64_t)slots : SW_NO_LIMIT;
}

static int64_t most_of_pool(const struct audit *a, const struct pool *p, int kind)
{
    if (!a->rules.by_capacity || p->max_capacity < 0)
        return p->max[kind];
    int64_t part = p->max_capacity ? at_least_one((__int128)p->max_capacity * a->slots_up[kind] / MILLION) : 0;
    return part < p->max[kind] ? part : p->max[kind];
}

/* One more than ⌈u q⌉, q = c slots and at least one; u and c in millionths (O13.1). */
static int64_t most_of_user(const struct audit *a, const struct pool *p, int kind)
{
    const __int128 one = (__int128)MILLION * MILLION, part = (__int128)p->capacity * a->slots_up[kind],
                   limit = p->user_limit * (part < MILLION ? MILLION : part);
    return at_least_one(limit / one + (limit % one > 0) + 1);
}

/* Users, by pool and name. */
uint32_t audit_limit_user(struct audit *a, uint32_t pool, struct sw_text user)
{
    size_t cap = user.len + 16;
    char *key = xcalloc(cap, 1);
    size_t len = (size_t)snprintf(key, cap, "%u:%.*s", pool, (int)user.len, user.at ? user.at : "");
    uintptr_t found = (uintptr_t)sw_names_find(&a->users_by_name, key, len);
    if (found) {
        xfree(key);
        return (uint32_t)found - 1;
    }
    a->user = xrealloc(a->user, a->n_users + 1, sizeof *a->user);
    a->user[a->n_users++] = (struct user){ .key = key };
    xnames_add(&a->users_by_name, key, len, (void *)(uintptr_t)a->n_users);
    return a->n_users - 1;
}

bool audit_limit_may_run_more(const struct audit *a, const struct job *job, int kind, struct held *why)
{
    *why = (struct held){ 0 };
    for (uint32_t p = job->pool; p != NONE && a->rules.uses_pools; p = a->pool[p].parent)
        if (a->pool[p].running[kind] >= most_of_pool(a, &a->pool[p], kind)) {
            *why = (struct held){ most_of_pool(a, &a->pool[p], kind) < a->pool[p].max[kind] ? "O12" : "O6", "pool",
                                  a->pool[p].name, most_of_pool(a, &a->pool[p], kind) };
            return false;
        }
    const struct pool *own = &a->pool[job->pool];
    if (a->rules.by_capacity && own->user_limit >= 0 && a->user[job->user].running[kind] >= most_of_user(a, own, kind))
        *why = (struct held){ "O13", "user", strchr(a->user[job->user].key, ':') + 1, most_of_user(a, own, kind) };
    else if (job->running[kind] >= a->rules.task_cap)
        *why = (struct held){ "O13", "job", job->id, a->rules.task_cap };
    return !why->rule;
}

/* ---- what a limit holds back no longer (H6 b) ------------------------------------------------------- */

/* Whether one task fewer has brought below a limit what `other` stands under, too: the job itself, its user, or a pool
 * above it. */
static bool lets_go(const struct audit *a, const struct job *job, const struct job *other, int kind)
{
    const struct pool *own = &a->pool[job->pool];
    if (job == other && job->running[kind] + 1 == a->rules.task_cap)
        return true;
    if (job->user == other->user && a->rules.by_capacity && own->user_limit >= 0
        && a->user[job->user].running[kind] + 1 == most_of_user(a, own, kind))
        return true;
    for (uint32_t p = job->pool; p != NONE && a->rules.uses_pools; p = a->pool[p].parent)
        for (uint32_t q = other->pool;
             q != NONE && a->pool[p].running[kind] + 1 == most_of_pool(a, &a->pool[p], kind); q = a->pool[q].parent)
            if (p == q)
                return true;
    return false;
}

/* The job runs one task fewer. */
bool audit_limit_lets_go(const struct audit *a, const struct job *job, int kind)
{
    struct held why;
    if (a->rules.heartbeat_us || !lets_go(a, job, job, kind))
        return false;
    for (uint32_t i = 0; i < a->n_waiting[kind]; i++) {
        const struct job *other = &a->job[a->waiting[kind][i]->job];
        if (lets_go(a, job, other, kind) && audit_limit_may_run_more(a, other, kind, &why))
            return true;
    }
    return false;
}

/* Under O25 a job may count for another pool than its own. */
void audit_limit(struct audit *a, const struct row *row)
{
    struct held why;
    if (a->rules.order != ORDER_MODIFIED
        && !audit_limit_may_run_more(a, job_of(a, row), stage_of(a, row)->slot_kind, &why))
        audit_fault(a, OF_TURNS, row, why.rule, "launched at %s, though %s '%s' runs its maximum of %lld",
                    S(row->launch_us), why.what, why.name, (long long)why.most);
}
