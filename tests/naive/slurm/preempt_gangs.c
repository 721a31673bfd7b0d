/* SPDX-License-Identifier: GPL-3.0-or-later */
/* preempt_gangs.c - G14: jobs that are ended for one that cannot start, as Slurm's preempt plug-ins have it. */
#include <stdlib.h>
#include <string.h>
#include "lib/base/sw_opt.h"
#include "tests/naive/naive.h"

enum { OFF = 0, CANCEL = 1 }; /* of preempt_mode */

/* "under qos the job's QOS names theirs" */
static bool names(const struct run *r, int by, int other)
{
    if (by < 0 || other < 0 || by == other) return false;
    for (const char *at = r->qos[by].preempts; *at; at += strcspn(at, ","), at += *at == ',') {
        size_t n = strcspn(at, ",");
        if (strlen(r->qos[other].name) == n && !strncmp(at, r->qos[other].name, n)) return true;
    }
    return false;
}

/* G14.11; those that go round a circle are an error, which qos_level() finds by its depth. */
static int64_t level_of(const struct run *r, int qos, int depth)
{
    int64_t most = 0;
    if (depth > r->n_qos) naive_fail("a QOS that may preempt what may preempt it");
    for (int i = 0; i < r->n_qos; i++)
        if (names(r, qos, i)) {
            int64_t above = level_of(r, i, depth + 1) + 1;
            if (above > most) most = above;
        }
    return most;
}

int64_t qos_level(const struct run *r, int qos)
{
    return r->o.gang_kills.by == KILLS_BY_QOS ? level_of(r, qos, 0) : 0;
}

/* ---- candidates (G14.2, G14.3) ---------------------------------------------------------------------------- */

static bool runs(const struct run *r, int job)
{
    for (int i = 0; i < r->n_attempts; i++)
        if (r->attempt[i].job == job && !r->attempt[i].freed) return true;
    return false;
}

static int64_t launched_at(const struct run *r, int job)
{
    int64_t at = UNSET;
    for (int i = 0; i < r->n_attempts; i++)
        if (r->attempt[i].job == job && !r->attempt[i].freed) at = r->attempt[i].launch_us;
    return at;
}

static int64_t exempt(const struct run *r, const struct job *j)
{
    if (j->qos >= 0 && r->qos[j->qos].exempt_us != UNSET) return r->qos[j->qos].exempt_us;
    return r->o.gang_kills.exempt_us;
}

static int runs_on(const struct run *r, int job, const bool *on)
{
    int n = 0;
    for (int i = 0; i < r->n_attempts; i++)
        n += r->attempt[i].job == job && !r->attempt[i].freed && on[r->attempt[i].node];
    return n;
}

static bool runs_in_partition(const struct run *r, int job, int of)
{
    for (int i = 0; i < r->n_attempts; i++)
        if (r->attempt[i].job == job && !r->attempt[i].freed && in_partition(r, &r->job[of], r->attempt[i].node))
            return true;
    return false;
}

bool preempts_gangs(const struct run *r, int job, int other)
{
    const struct job *j = &r->job[job], *o = &r->job[other];
    if (!r->o.gang_kills.by || !runs(r, other)) return false;
    if (r->o.gang_kills.by == KILLS_BY_QOS ? !names(r, j->qos, o->qos)
                                           : r->partition[o->partition].tier >= r->partition[j->partition].tier
                || r->partition[o->partition].mode == OFF) return false;
    return r->now_us - launched_at(r, other) >= exempt(r, o) && runs_in_partition(r, other, job);
}

bool gang_runs(const struct run *r, const struct attempt *a)
{
    return !a->freed && !(r->beside != UNSET && preempts_gangs(r, r->beside, a->job));
}

static int64_t rank(const struct run *r, const struct job *j)
{
    if (r->o.gang_kills.by == KILLS_BY_PARTITION) return r->partition[j->partition].tier;
    return r->qos[j->qos].priority < 65535 ? r->qos[j->qos].priority : 65535;
}

static bool comes_before(const struct run *r, int a, int b)
{
    const struct job *x = &r->job[a], *y = &r->job[b];
    if (r->o.gang_kills.youngest)
        return launched_at(r, a) != launched_at(r, b) ? launched_at(r, a) > launched_at(r, b) : earlier(x, y);
    if (rank(r, x) != rank(r, y)) return rank(r, x) < rank(r, y);
    if (x->stage[0].n_tasks != y->stage[0].n_tasks) return x->stage[0].n_tasks < y->stage[0].n_tasks;
    return earlier(x, y);
}

static int list(const struct run *r, int job, int *out)
{
    int n = 0;
    for (int j = 0; j < r->n_jobs; j++) {
        if (!preempts_gangs(r, job, j)) continue;
        int at = n++;
        for (; at > 0 && comes_before(r, j, out[at - 1]); at--) out[at] = out[at - 1];
        out[at] = j;
    }
    return n;
}

/* ---- passes (G14.4 to G14.6) ------------------------------------------------------------------------------ */

/* What is free on the nodes of the try that have w slots, without the first `out` candidates. */
static int without(const struct run *r, int job, const bool *tried, const int *candidate, int out, int64_t *slots)
{
    int has = 0;
    for (int node = 0; node < r->n_nodes; node++) {
        slots[node] = tried[node] ? r->node[node].slots[0] : 0;
        for (int i = 0; i < r->n_attempts && tried[node]; i++) {
            const struct attempt *a = &r->attempt[i];
            bool left_out = false;
            for (int k = 0; k < out; k++) left_out |= candidate[k] == a->job;
            if (a->node == node && !a->freed && !left_out) slots[node] -= r->job[a->job].width;
        }
        if (slots[node] < r->job[job].width) slots[node] = 0;
        has += slots[node] > 0;
    }
    return has;
}

/* How many were left out; 0: the pass fails. */
static int pass(const struct run *r, int job, const bool *tried, const int *candidate, int n, int64_t *slots)
{
    for (int out = 1; out <= n; out++)
        if (without(r, job, tried, candidate, out, slots) >= r->job[job].stage[0].n_tasks) return out;
    return 0;
}

/* G14.5 */
static void reorder(const struct run *r, int *candidate, int out, const bool *on)
{
    int last = candidate[out - 1], *moved = naive_alloc((size_t)out, sizeof *moved), n = 0;
    for (int i = out - 1; i > 0; i--) candidate[i] = candidate[i - 1];
    candidate[0] = last;
    for (int most = r->n_nodes; most >= 0 && !r->o.gang_kills.strict; most--)
        for (int i = 1; i < out; i++)
            if (runs_on(r, candidate[i], on) == most) moved[n++] = candidate[i];
    for (int i = 0; i < n; i++) candidate[1 + i] = moved[i];
    free(moved);
}

/* ---- ends (G14.7, G14.8) ------------------------------------------------------------------------------------ */

static int mode(const struct run *r, const struct job *j)
{
    int own = r->o.gang_kills.by == KILLS_BY_QOS ? (r->qos[j->qos].mode ? r->qos[j->qos].mode : -1)
                                                 : r->partition[j->partition].mode;
    return own >= 0 ? own : r->o.gang_kills.cancel ? CANCEL : CANCEL + 1;
}

static void end_now(struct run *r, int job)
{
    struct job *j = &r->job[job];
    for (int i = 0; i < r->n_attempts; i++)
        if (r->attempt[i].job == job && !r->attempt[i].freed) {
            multifactor_ended(r, &r->attempt[i]);
            kill_attempt(r, i, j->for_pool);
        }
    j->grace_us = UNSET;
    if (mode(r, j) == CANCEL) {
        failure_ends_job(r, job);
        return;
    }
    j->returns_us = j->aged_from_us = r->now_us + r->o.gang_kills.begin_us;
}

/* True: it was ended at once. */
static bool preempt(struct run *r, int job, int for_job)
{
    struct job *j = &r->job[job];
    int64_t grace = r->o.gang_kills.by == KILLS_BY_QOS ? r->qos[j->qos].grace_us : r->partition[j->partition].grace_us;
    if (j->grace_us != UNSET) return false;
    j->for_pool = r->job[for_job].pool;
    j->grace_us = r->now_us + grace;
    if (grace > 0) return false;
    end_now(r, job);
    return true;
}

bool preempt_gangs_for(struct run *r, int job, const bool *tried, choose_nodes *choose)
{
    if (r->job[job].again_us != UNSET && r->now_us < r->job[job].again_us) return false; /* G14.9 */
    int *candidate = naive_alloc((size_t)r->n_jobs, sizeof *candidate), n = list(r, job, candidate), out = 0;
    int64_t *slots = naive_alloc((size_t)r->n_nodes, sizeof *slots);
    bool *on = naive_alloc((size_t)r->n_nodes, sizeof *on), ended = false;
    for (int64_t k = 1; (out = pass(r, job, tried, candidate, n, slots)) > 0; k++) {
        memset(on, 0, (size_t)r->n_nodes * sizeof *on);
        choose(r, slots, r->job[job].stage[0].n_tasks, on);
        if (k >= r->o.gang_kills.reorder + 2 || k >= n) break;
        reorder(r, candidate, out, on);
    }
    if (out > 0) r->job[job].again_us = r->now_us + r->o.gang_kills.again_us;
    bool *preempted = naive_alloc((size_t)n + 1, sizeof *preempted);
    for (int i = 0; i < out; i++) preempted[i] = runs_on(r, candidate[i], on) > 0;
    for (int i = 0; i < out; i++) ended |= preempted[i] && preempt(r, candidate[i], job);
    free(preempted);
    free(on);
    free(slots);
    free(candidate);
    return ended;
}

/* Those whose grace is over, in the order of their launch. */
void preempt_gangs_end(struct run *r)
{
    for (int i = 0; i < r->n_attempts; i++) {
        int64_t at = r->job[r->attempt[i].job].grace_us;
        if (!r->attempt[i].freed && at != UNSET && at <= r->now_us) end_now(r, r->attempt[i].job);
    }
}

int64_t preempt_gangs_next(const struct run *r, int64_t after_us)
{
    int64_t next = NEVER;
    for (int i = 0; i < r->n_jobs && r->o.gang_kills.by; i++) {
        const struct job *j = &r->job[i];
        bool on = runs(r, i);
        int64_t over = on ? launched_at(r, i) + exempt(r, j) : NEVER;
        if (j->state != SUBMITTED) continue;
        if (on && j->grace_us > after_us && j->grace_us < next) next = j->grace_us;
        if (on && over > after_us && over < next) next = over;
        if (!on && j->returns_us > after_us && j->returns_us < next) next = j->returns_us;
        if (!on && j->again_us > after_us && j->again_us < next) next = j->again_us;
    }
    return next;
}

/* ---- options (G14.1) ------------------------------------------------------------------------------------------ */

int set_preempt_gangs(struct options *o, const struct spec *spec, struct sw_err *err)
{
    struct gang_kills *to = &o->gang_kills;
    *to = (struct gang_kills){ .by = !strcmp(spec->name, "partition_prio") ? KILLS_BY_PARTITION
                                     : !strcmp(spec->name, "qos")          ? KILLS_BY_QOS
                                                                           : KILLS_NO_GANGS,
                               .reorder = 1, .begin_us = 121 * SW_US_PER_S, .again_us = 40 * SW_US_PER_S };
    for (size_t i = 0; i < spec->n && to->by; i++) {
        const char *word = spec->param[i], *value = strchr(word, '=');
        uint64_t n = 0;
        if (!value && !strcmp(word, "requeue")) to->cancel = false;
        else if (!value && !strcmp(word, "cancel")) to->cancel = true;
        else if (!value && !strcmp(word, "youngest")) to->youngest = true;
        else if (!value && !strcmp(word, "strict")) to->strict = true;
        else if (value && !strncmp(word, "reorder=", 8)) {
            if (sw_opt_count("--preempt", value + 1, 0, 65535, &n, err)) return SW_FAIL;
            to->reorder = (int64_t)n;
        } else if (value) {
            int64_t *us = !strncmp(word, "exempt=", 7) ? &to->exempt_us : !strncmp(word, "begin=", 6) ? &to->begin_us
                                                                                                      : &to->again_us;
            if (sw_opt_duration("--preempt", value + 1, us, err)) return SW_FAIL;
        } else return sw_err_usage(err, "--preempt: unknown word: '%s'", word);
    }
    return SW_OK;
}
