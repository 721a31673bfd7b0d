/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wait.c - whether a launch away from its data can have been allowed (section 6). A log shows when a stage's wait can
 * have begun at the earliest, and how many offers there can have been at most: what needs more than that was launched
 * too early. */
#include "lib/audit/audit.h"
#include <math.h>

/* D20: the averages are not in the log; while there were none, when the stage's waits were set, they were the first. */
static int64_t adapted(const struct audit *a, const struct stage *st, int which)
{
    return st->since_us < a->first_us[which] ? a->rules.wait[which] : 0;
}

/* The job's own; or those of the nearest pool upwards that gives any; what it does not give stays the rule's. */
static int64_t wait_of(const struct audit *a, const struct stage *st, int which)
{
    if (a->rules.delay == DELAY_ADAPTIVE)
        return adapted(a, st, which);
    if (a->rules.delay == DELAY_WAIT && a->job[st->job].wait_us[which] >= 0)
        return a->job[st->job].wait_us[which];
    for (uint32_t p = a->job[st->job].pool; p != NONE && a->rules.delay == DELAY_WAIT; p = a->pool[p].parent) {
        const int64_t *wait_us = a->pool[p].wait_us;
        if (wait_us[0] >= 0 || wait_us[1] >= 0)
            return wait_us[which] >= 0 ? wait_us[which] : a->rules.wait[which];
    }
    return a->rules.wait[which];
}

/* What a stage that stands at a level needs for a distance. */
static int64_t needed(const struct audit *a, const struct stage *st, enum sw_level level, enum sw_locality at)
{
    if ((int)at <= (int)level)
        return 0;
    if (at == SW_AT_RACK)
        return wait_of(a, st, 0);
    return (level == SW_LEVEL_NODE ? wait_of(a, st, 0) : 0) + wait_of(a, st, 1);
}

/* ---- times: D4, D9 ------------------------------------------------------------------------------- */

static void check_time(struct audit *a, const struct row *row, const char *rule, enum sw_level level, int64_t since_us)
{
    int64_t need_us = needed(a, stage_of(a, row), level, row->at), had_us = row->launch_us - since_us;
    if (had_us < need_us)
        audit_fault(a, OF_TURNS, row, rule, "launched further away than the rule allows: %s after %s s, not %s",
                    sw_locality_words[row->at], S(had_us), S(need_us));
}

/* ---- offers: D3 ------------------------------------------------------------------------------ */

/* No more scans than this can have passed a stage by: each slot of each heartbeat is one. */
static int64_t most_offers(const struct audit *a, int kind, int64_t since_us, int64_t now_us, uint64_t calls,
                           uint64_t ends)
{
    int64_t all = (int64_t)a->cl->total_slots[kind], node = a->most_slots[kind], h = a->rules.heartbeat_us,
            past_us = now_us - since_us;
    if (a->rules.per_heartbeat < 65536) {
        all = min_i64(all, (int64_t)(a->rules.per_heartbeat * a->cl->n_nodes));
        node = min_i64(node, (int64_t)a->rules.per_heartbeat);
    }
    if (a->rules.speculate != SPECULATE_NONE && !h)
        calls -= (uint64_t)(past_us / a->rules.scan_every_us + 1); /* C5: a look may make a round */
    int64_t rounds = h ? past_us / h + 1
                       : (int64_t)(a->calls - calls) + past_us / (a->rules.revive_us ? a->rules.revive_us : 1) + 2;
    return all * rounds + node * (int64_t)(a->ends - ends);
}

static void check_offers(struct audit *a, const struct row *row, int64_t most)
{
    int64_t need = needed(a, stage_of(a, row), SW_LEVEL_NODE, row->at);
    if (most < need)
        audit_fault(a, OF_TURNS, row, "D3",
                    "launched further away than the rule allows: %s after at most %lld offers, not %lld",
                    sw_locality_words[row->at], (long long)most, (long long)need);
}

static void check_skips(struct audit *a, const struct row *row)
{
    const struct stage *st = stage_of(a, row);
    check_offers(a, row, most_offers(a, st->slot_kind, st->local_us, row->launch_us, st->calls, st->ends));
}

/* B6, M3: redrawn blocks, and nodes in random order, do not say in which order the launches of an instant came. */
static bool is_mixed(const struct audit *a, const struct stage *st, int64_t now_us)
{
    return (a->rules.placement == SW_PLACE_REDRAW || a->rules.allocates) && st->since_us == now_us
           && st->n_left[0] + st->n_left[1] < st->n_tasks;
}

/* ---- costs: Q3 ----------------------------------------------------------------------------------- */

static int64_t readers_of(const struct job *job)
{
    int64_t n = 0;
    for (uint32_t s = 0; s < job->n_stages; s++)
        n += job->stage[s].kind == SW_REDUCE ? 0 : job->stage[s].n_tasks;
    return n;
}

/* Thousandths, rounded: n of which `one` costs so many millionths. */
static int64_t thousandths(uint64_t n, int64_t cost, double one)
{
    long double x = (long double)n * (long double)cost / ((long double)one * 1000.0L);
    return x > 25e6L ? 25000000 : (int64_t)floorl(x + 0.5L);
}

static int64_t cost_of(const struct audit *a, const struct job *job, enum sw_locality at)
{
    uint64_t bytes = job->input_bytes / (uint64_t)readers_of(job);
    int64_t rack = thousandths(bytes ? bytes : 134217728, a->rules.cost_rack, 1073741824.0);
    int64_t off = thousandths(bytes ? bytes : 134217728, a->rules.cost_off, 1073741824.0);
    rack = rack < 1 ? 1 : min_i64(rack, 12500000);
    off = off <= rack ? rack + 1 : min_i64(off, 12500001);
    return at == SW_AT_RACK ? rack : off;
}

/* share=none: no task goes farther than waiting would have cost it. */
static void check_cost(struct audit *a, const struct row *row)
{
    int64_t cost = cost_of(a, job_of(a, row), row->at);
    int64_t worth = thousandths((uint64_t)(row->launch_us - row->ready_us), a->rules.cost_wait, 1e6);
    if (cost > worth)
        audit_fault(
            a, OF_TURNS, row, "Q2",
            "launched further away than the rule allows: %s at a cost of %lld thousandths, where waiting cost %lld",
            sw_locality_words[row->at], (long long)cost, (long long)worth);
}

/* ---- all ----------------------------------------------------------------------------------------- */

void audit_wait(struct audit *a, const struct row *row)
{
    const struct stage *st = stage_of(a, row);
    if ((row->at != SW_AT_RACK && row->at != SW_AT_ANY) || bit_get(st->failed, row->task)) /* F2 */
        return;
    if (is_mixed(a, st, row->launch_us) || audit_kill_may_starve(a, &a->pool[a->job[st->job].pool], row->launch_us))
        return;
    switch (a->rules.delay) {
    case DELAY_SKIPS: check_skips(a, row); break;
    case DELAY_WAIT: check_time(a, row, "D4", st->level, st->since_us); break;
    case DELAY_ADAPTIVE: check_time(a, row, "D20", st->level, st->since_us); break;
    case DELAY_SPARK:
        if (a->rules.spark_by_launch)
            check_time(a, row, "D9", st->level, st->since_us);
        else /* whatever restarted the timer did so later */
            check_time(a, row, "D9", SW_LEVEL_NODE, st->opened_us);
        break;
    case DELAY_COST: check_cost(a, row); break;
    default: break;
    }
}

/* D1, F2: a launch without preference, and that of a task that failed, leaves all as it was. Before the task is
 * taken. */
void audit_wait_restart(struct audit *a, const struct row *row)
{
    struct stage *st = stage_of(a, row);
    if (row->at == SW_AT_NONE || row->at == SW_AT_PROCESS || bit_get(st->failed, row->task))
        return;
    if (!is_mixed(a, st, row->launch_us) || (int)row->at > (int)st->level)
        st->level = (enum sw_level)row->at;
    st->since_us = row->launch_us;
    if (row->at != SW_AT_NODE)
        return;
    st->local_us = row->launch_us;
    st->calls = a->calls;
    st->ends = a->ends;
}
