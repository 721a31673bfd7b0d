/* SPDX-License-Identifier: GPL-3.0-or-later */
/* facts.c - what the log says about its cluster, and what it cannot say: rows of --info. All of it is counted or
 * measured, nothing is fitted. */
#include <stdio.h>
#include <stdlib.h>
#include "lib/base/grow.h"
#include "lib/base/sw_sort.h"
#include "lib/trace/report/spread.h"
#include "lib/trace/sacct/sacct.h"

/* The rows of --info are for people: eight of each. */
enum { MOST_CEILINGS = 8, MOST_PARTS = 8 };

static double in_hours(double us) { return us / (3600.0 * (double)SW_US_PER_S); }
static unsigned long long ull(uint64_t n) { return n; }

/* ---- jobs of several nodes, jobs left out ------------------------------------------------------------ */

/* core_h counts all cores of a job, slot_h one slot for each job, as rows do. */
static void add_widths(const struct sacct *s, struct sw_facts *f)
{
    uint64_t n_wide = 0;
    double all = 0, wide = 0, slots = 0;
    for (size_t i = 0; i < s->n_attempts; i++) {
        const struct sacct_attempt a = sacct_jobs_attempt(s, i);
        double us = (double)(a.end_us - a.start_us);
        if (a.is.left_out)
            continue;
        slots += us;
        all += us * (double)a.kind.cpus;
        n_wide += a.kind.n_nodes > 1;
        wide += a.kind.n_nodes > 1 ? us * (double)a.kind.cpus : 0;
    }
    sw_facts_add(f, "core_h", "%.1f", in_hours(all));
    sw_facts_add(f, "slot_h", "%.1f", in_hours(slots));
    sw_facts_add(f, "multi_node_jobs", "%llu", ull(n_wide));
    sw_facts_add(f, "multi_node_core_h_share", "%.4f", all > 0 ? wide / all : 0);
}

/* The time of a job on those of its nodes that are marked. */
static double time_on(const struct sacct_attempt *a, const bool *used, bool *any)
{
    double us = 0;
    *any = false;
    for (uint32_t i = 0; i < a->n_named; i++)
        if (used[a->node[i]]) {
            us += (double)(a->end_us - a->start_us);
            *any = true;
        }
    return us;
}

/* Jobs that --only leaves out, on the nodes of those that stay. */
static int add_left_out(const struct sacct *s, struct sw_facts *f)
{
    uint64_t n = 0, n_there = 0;
    double there = 0, own = 0;
    bool any, *used = calloc(s->nodes.n + 1, sizeof *used);
    if (!used)
        return SW_FAIL;
    for (size_t i = 0; i < s->n_attempts; i++) {
        const struct sacct_attempt a = sacct_jobs_attempt(s, i);
        for (uint32_t k = 0; !a.is.left_out && k < a.n_named; k++)
            used[a.node[k]] = true;
    }
    for (size_t i = 0; i < s->n_attempts; i++) {
        const struct sacct_attempt a = sacct_jobs_attempt(s, i);
        double us = time_on(&a, used, &any);
        n += a.is.left_out;
        n_there += a.is.left_out && any;
        *(a.is.left_out ? &there : &own) += us;
    }
    free(used);
    sw_facts_add(f, "left_out_jobs", "%llu", ull(n));
    sw_facts_add(f, "left_out_jobs_on_the_same_nodes", "%llu", ull(n_there));
    sw_facts_add(f, "left_out_node_h", "%.1f", in_hours(there));
    sw_facts_add(f, "left_out_share", "%.4f", there + own > 0 ? there / (there + own) : 0);
    return SW_OK;
}

/* ---- parts: pools and nodes that hang together --------------------------------------------------------- */

/* A part by its root in `up`. */
struct part { uint32_t root; uint64_t n_jobs, n_nodes; };

/* The root of the part that i is in. Paths are halved on the way (union-find). Pools and nodes are elements of one
 * array: names first, nodes behind them. */
static uint32_t sacct_facts_find(uint32_t *up, uint32_t i)
{
    while (up[i] != i)
        i = up[i] = up[up[i]];
    return i;
}

/* Elements are names, then nodes. A job on a node puts its pool and that node into one part. */
static void join(const struct sacct *s, uint32_t *up)
{
    uint32_t n_names = (uint32_t)s->names.n;
    for (uint32_t i = 0; i < s->names.n + s->nodes.n; i++)
        up[i] = i;
    for (size_t i = 0; i < s->n_attempts; i++) {
        const struct sacct_attempt a = sacct_jobs_attempt(s, i);
        if (a.is.left_out || a.kind.pool == SACCT_NONE)
            continue;
        for (uint32_t k = 0; k < a.n_named; k++)
            up[sacct_facts_find(up, n_names + a.node[k])] = sacct_facts_find(up, a.kind.pool);
    }
}

/* The pools are named until the text is full. */
static void add_part(const struct sacct *s, uint32_t *up, const struct part *p, const uint64_t *jobs_of, size_t number,
                     struct sw_facts *f)
{
    char key[32], pools[120] = "";
    size_t at = 0;
    for (uint32_t i = 0; i < s->names.n && at + 1 < sizeof pools; i++) {
        struct sw_text name = sacct_jobs_name(s, i);
        if (jobs_of[i] > 0 && sacct_facts_find(up, i) == p->root)
            at += (size_t)snprintf(pools + at, sizeof pools - at, " %.*s", (int)(name.len < 60 ? name.len : 60),
                                   name.at);
    }
    snprintf(key, sizeof key, "part_%zu", number);
    sw_facts_add(f, key, "%llu jobs on %llu nodes:%s", ull(p->n_jobs), ull(p->n_nodes), pools);
}

/* More than one part: they never competed, and are to be replayed apart (docs/formats/slurm.md). */
static int add_parts(const struct sacct *s, struct sw_facts *f)
{
    size_t n = s->names.n + s->nodes.n, n_parts = 0;
    uint32_t *up = calloc(n + 1, sizeof *up);
    struct part *part = calloc(n + 1, sizeof *part);
    uint64_t *jobs_of = calloc(s->names.n + 1, sizeof *jobs_of);
    bool *used = calloc(s->nodes.n + 1, sizeof *used);
    int status = !up || !part || !jobs_of || !used ? SW_FAIL : SW_OK;
    for (size_t i = 0; status == SW_OK && i < s->n_attempts; i++) {
        const struct sacct_attempt a = sacct_jobs_attempt(s, i);
        if (a.is.left_out || a.kind.pool == SACCT_NONE || a.n_named == 0)
            continue;
        jobs_of[a.kind.pool]++;
        /* A node of no given job would be a part of its own. */
        for (uint32_t k = 0; k < a.n_named; k++)
            used[a.node[k]] = true;
    }
    if (status == SW_OK) {
        join(s, up);
        for (uint32_t i = 0; i < s->names.n; i++)
            if (jobs_of[i] > 0) {
                part[sacct_facts_find(up, i)].root = sacct_facts_find(up, i);
                part[sacct_facts_find(up, i)].n_jobs += jobs_of[i];
            }
        for (uint32_t i = 0; i < s->nodes.n; i++)
            if (used[i])
                part[sacct_facts_find(up, (uint32_t)s->names.n + i)].n_nodes++;
        for (size_t i = 0; i < n; i++)
            n_parts += part[i].n_jobs > 0;
        sw_facts_add(f, "parts", "%zu", n_parts);
        /* Those with the most jobs; ties go by the root. */
        for (size_t i = 0, best; i < n_parts && i < MOST_PARTS; part[best].n_jobs = 0, i++) {
            for (size_t k = best = 0; k < n; k++)
                best = part[k].n_jobs > part[best].n_jobs ? k : best;
            add_part(s, up, &part[best], jobs_of, i + 1, f);
        }
    }
    GROW_FREE(up, part, jobs_of, used);
    return status;
}

/* ---- the scheduler's clock: from an end on a node to the start there of a job that was waiting --------------- */

/* submit_us: of the job that starts. */
struct turn { uint64_t node, start; int64_t at_us, submit_us; };

/* From an end to the next start there, of a job that had been waiting. Only ends that a waiting job followed
 * measure the scheduler, not the load. */
static int measure_gaps(const struct turn *t, size_t n, struct numbers *gaps)
{
    struct sw_err err;
    int64_t end_us = INT64_MIN;
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || t[i].node != t[i - 1].node)
            end_us = INT64_MIN;
        if (!t[i].start)
            end_us = t[i].at_us;
        else if (end_us != INT64_MIN && t[i].submit_us <= end_us
                 && spread_numbers_add(gaps, (double)(t[i].at_us - end_us) / (double)SW_US_PER_S, &err) != SW_OK)
            return SW_FAIL;
        if (t[i].start)
            end_us = INT64_MIN; /* one start an end */
    }
    return SW_OK;
}

/* Jobs on one node alone: with several it is not told which end made room. */
static int add_clock(const struct sacct *s, struct sw_facts *f)
{
    struct turn *t = calloc(2 * s->n_attempts + 1, sizeof *t);
    struct numbers gaps = { 0 };
    size_t n = 0;
    if (!t)
        return SW_FAIL;
    /* Jobs that --only leaves out count here: they have the same scheduler. */
    for (size_t i = 0; i < s->n_attempts; i++) {
        const struct sacct_attempt a = sacct_jobs_attempt(s, i);
        uint32_t node = a.n_named == 1 ? a.node[0] : 0;
        if (a.n_named != 1)
            continue;
        t[n++] = (struct turn){ node, true, a.start_us, a.submit_us };
        if (!a.is.runs)
            t[n++] = (struct turn){ node, false, a.end_us, a.submit_us };
    }
    /* By node and time; at one instant ends come first: what starts then has followed at once. */
    int status = sw_sort_records(t, n, sizeof *t, offsetof(struct turn, start))
        | sw_sort_records_signed(t, n, sizeof *t, offsetof(struct turn, at_us)) | sw_sort_records(t, n, sizeof *t, 0);
    status = status == SW_OK ? measure_gaps(t, n, &gaps) : status;
    free(t);
    if (gaps.n > 0) {
        sw_facts_add(f, "clock_starts", "%zu", gaps.n);
        sw_facts_add(f, "clock_gap_p50_s", "%g", spread_numbers_quantile(&gaps, 0.5));
        sw_facts_add(f, "clock_gap_p90_s", "%g", spread_numbers_quantile(&gaps, 0.9));
    }
    free(gaps.x);
    return status;
}

/* ---- ceilings ---------------------------------------------------------------------------------------------- */

/* The pools, or the users, with the most jobs. */
static int add_ceilings(const struct sacct *s, bool users, struct sw_facts *f)
{
    struct sacct_ceiling c[MOST_CEILINGS];
    size_t n;
    if (sacct_ceilings_find(s, users, c, MOST_CEILINGS, &n) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < n; i++) {
        struct sw_text name = sacct_jobs_name(s, c[i].name);
        char key[96], waited[80] = "no job of it waited";
        snprintf(key, sizeof key, "at_once_%s_%.*s", users ? "user" : "pool", (int)(name.len < 60 ? name.len : 60),
                 name.at);
        /* waiting_us 0: there is nothing to say of a limit. */
        if (c[i].waiting_us > 0)
            snprintf(waited, sizeof waited, "while one waited (%.1f h) %llu to %llu, %.1f on average",
                     in_hours((double)c[i].waiting_us), ull(c[i].least), ull(c[i].most), c[i].mean);
        sw_facts_add(f, key, "%llu jobs, %llu cores at most; %s; %llu of %llu started while an earlier one waited",
                     ull(c[i].jobs), ull(c[i].cpus), waited, ull(c[i].early), ull(c[i].n_jobs));
    }
    return SW_OK;
}

/* ---- all ----------------------------------------------------------------------------------------------------- */

/* Rows of --info, once the log has been read to its end. */
void sacct_facts(const void *state, struct sw_facts *f)
{
    static const char *const keys[SACCT_N_COUNTS] = { "jobs_not_started", "jobs_still_running", "jobs_requeued",
        "jobs_eligible_later", "records_of_steps", "records_again", "clock_changes" };
    const struct sacct *s = state;
    if (!s->settled)
        return;
    /* Local times of an unnamed zone may jump; seconds since 1970 do not. */
    sw_facts_add(f, "times", "%s", s->epoch && s->iso ? "local and since 1970, mixed" : s->epoch ? "seconds since 1970"
                 : "local, of a zone that the log does not name");
    /* keys is in the order of enum sacct_count. */
    for (int i = 0; i < SACCT_N_COUNTS; i++)
        sw_facts_add(f, keys[i], "%llu", ull(s->count[i]));
    add_widths(s, f);
    int status = s->rules->only ? add_left_out(s, f) : SW_OK;
    if (status == SW_OK && s->n_named > 0)
        status = add_parts(s, f) | add_clock(s, f);
    if (status != SW_OK || (add_ceilings(s, false, f) | add_ceilings(s, true, f)) != SW_OK)
        f->n = 0; /* without memory for them there are none */
}
