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
int64_t audit_wait_of(const struct audit *a, const struct stage *st, int which)
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
        return audit_wait_of(a, st, 0);
    return (level == SW_LEVEL_NODE ? audit_wait_of(a, st, 0) : 0) + audit_wait_of(a, st, 1);
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

/* No more scans than this can have passed a stage by: each slot of each heartbeat is one, and each look of a full node
 * (Y5). */
static int64_t most_offers(const struct audit *a, int kind, int64_t since_us, int64_t now_us, uint64_t calls,
                           uint64_t ends)
{
    int64_t all = (int64_t)a->cl->total_slots[kind], node = a->most_slots[kind], h = a->rules.heartbeat_us,
            past_us = now_us - since_us;
    if (a->rules.delay == DELAY_YARN && h) {
        all += a->cl->n_nodes;
        node++;
    }
    if (a->rules.per_heartbeat < 65536) {
        all = min_i64(all, (int64_t)(a->rules.per_heartbeat * a->cl->n_nodes));
        node = min_i64(node, (int64_t)a->rules.per_heartbeat);
    }
    if (a->rules.speculate != SPECULATE_NONE && !h)
        calls -= (uint64_t)(past_us / a->rules.scan_every_us + 1); /* C5: a look may make a round */
    int64_t rounds = h ? past_us / h + 1 + (a->rules.drift_us > 0)
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

/* ---- YARN's: Y1 to Y7 ---------------------------------------------------------------------------- */

static bool is_yarns(const struct audit *a)
{
    return a->rules.delay == DELAY_YARN || a->rules.delay == DELAY_YARN_TIME || a->rules.delay == DELAY_CAPACITY;
}

/* Y6: the opportunities that the steps from level to level take; the first of all is at level node. Where nodes come
 * and go, it may have been with hardly any. */
static int64_t steps_between(const struct audit *a, enum sw_level from, enum sw_level to, bool first)
{
    int64_t nodes = a->changes ? 0 : a->cl->n_nodes, n = 0;
    for (int level = (int)from; level < (int)to; level++) {
        int64_t step = a->rules.fraction[level] * nodes / 1000000 + 1;
        n += first && level == SW_LEVEL_NODE && step < 2 ? 2 : step;
    }
    return n;
}

/* Y7: a millisecond more, for the comparison is strict. */
static int64_t times_between(const struct audit *a, enum sw_level from, enum sw_level to)
{
    int64_t us = 0;
    for (int level = (int)from; level < (int)to; level++)
        us += a->rules.wait[level] + SW_US_PER_S / 1000;
    return us;
}

/* All that it took so far and this launch needs, after all that it can have been offered. */
static void check_steps(struct audit *a, const struct row *row)
{
    const struct stage *st = stage_of(a, row);
    int64_t need = st->steps + steps_between(a, st->level, (enum sw_level)row->at, st->steps == 0);
    int64_t most = most_offers(a, st->slot_kind, st->opened_us, row->launch_us, st->opened_calls, st->opened_ends);
    if ((int)row->at > (int)st->level && most < need)
        audit_fault(a, OF_TURNS, row, "Y6",
                    "launched further away than the rule allows: %s after at most %lld offers, not %lld",
                    sw_locality_words[row->at], (long long)most, (long long)need);
}

static void check_timer(struct audit *a, const struct row *row)
{
    const struct stage *st = stage_of(a, row);
    int64_t need_us = times_between(a, st->level, (enum sw_level)row->at), had_us = row->launch_us - st->stepped_us;
    if (had_us < need_us)
        audit_fault(a, OF_TURNS, row, "Y7", "launched further away than the rule allows: %s after %s s, not %s",
                    sw_locality_words[row->at], S(had_us), S(need_us));
}

/* Y3: P, the hosts and racks that unlaunched tasks name, each once. */
static int64_t places_named(struct audit *a, const struct stage *st)
{
    uint32_t n, nodes = a->cl->n_nodes;
    int64_t count = 0;
    uint64_t *seen = xcalloc((nodes + a->cl->n_racks) / 64 + 1, sizeof *seen);
    for (uint32_t t = 0; t < st->n_tasks; t++) {
        const uint32_t *host = bit_get(st->launched, t) ? NULL : audit_place_hosts(a, st, t, &n);
        for (uint32_t k = 0; host && k < n; k++) {
            uint32_t rack = nodes + a->cl->node[host[k]].rack;
            count += !bit_get(seen, host[k]) + !bit_get(seen, rack);
            bit_set(seen, host[k], true);
            bit_set(seen, rack, true);
        }
    }
    xfree(seen);
    return count;
}

/* Y3: what the count has to be above. */
static int64_t any_after(const struct audit *a, const struct stage *st, int64_t places)
{
    int64_t nodes = a->nodes_up, waiting = st->n_left[0] + st->n_left[1];
    if (a->rules.wait[1] >= 0)
        return min_i64(nodes, a->rules.wait[0] + a->rules.wait[1]);
    return min_i64(nodes, nodes ? waiting * min_i64(places, nodes) / nodes : 0);
}

/* Y2, Y3: a rack-local launch may be for want of another. */
static int64_t count_for(struct audit *a, const struct stage *st, enum sw_locality at, int64_t places)
{
    int64_t any = 1 + any_after(a, st, places), rack = 1 + min_i64(a->nodes_up, a->rules.wait[0]);
    return at == SW_AT_RACK ? min_i64(rack, any) : any;
}

static void check_count(struct audit *a, const struct row *row)
{
    struct stage *st = stage_of(a, row);
    int64_t most = most_offers(a, st->slot_kind, st->count_us, row->launch_us, st->count_calls, st->count_ends);
    if (most >= count_for(a, st, row->at, a->nodes_up)) /* however many they name */
        return;
    int64_t need = count_for(a, st, row->at, places_named(a, st));
    if (most < need)
        audit_fault(a, OF_TURNS, row, row->at == SW_AT_RACK ? "Y2" : "Y3",
                    "launched further away than the rule allows: %s after at most %lld offers, not %lld",
                    sw_locality_words[row->at], (long long)most, (long long)need);
}

/* Y1.3: what comes back leaves these as they are. */
void audit_wait_open(struct audit *a, struct stage *st)
{
    st->steps = 0;
    st->stepped_us = st->count_us = st->opened_us;
    st->opened_calls = st->count_calls = a->calls;
    st->opened_ends = st->count_ends = a->ends;
}

static void restart_yarns(struct audit *a, struct stage *st, const struct row *row, bool sure)
{
    enum sw_level to = (enum sw_level)row->at;
    if (row->at == SW_AT_NODE) { /* Y2.2 */
        st->count_us = row->launch_us;
        st->count_calls = a->calls;
        st->count_ends = a->ends;
    }
    if (!sure) { /* it may stand at the furthest of these */
        st->level = to > st->level ? to : st->level;
        return;
    }
    if (to > st->level) {
        st->steps += steps_between(a, st->level, to, st->steps == 0);
        st->stepped_us += times_between(a, st->level, to);
    }
    st->level = to; /* Y6.2, Y7.2 */
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
    if (is_mixed(a, st, row->launch_us)
        || (!is_yarns(a) /* Y1.3 */
            && audit_kill_may_starve(a, &a->pool[a->job[st->job].pool], row->launch_us)))
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
    case DELAY_YARN: check_steps(a, row); break;
    case DELAY_YARN_TIME: check_timer(a, row); break;
    case DELAY_CAPACITY: check_count(a, row); break;
    case DELAY_COST: check_cost(a, row); break;
    default: break;
    }
}

/* D1, F2: a launch without preference, and that of a task that failed, leaves all as it was. Before the task is
 * taken. */
void audit_wait_restart(struct audit *a, const struct row *row, bool sure)
{
    struct stage *st = stage_of(a, row);
    if (row->at == SW_AT_NONE || row->at == SW_AT_PROCESS || bit_get(st->failed, row->task))
        return;
    if (is_yarns(a))
        restart_yarns(a, st, row, sure && !is_mixed(a, st, row->launch_us));
    else if (!is_mixed(a, st, row->launch_us) || (int)row->at > (int)st->level)
        st->level = (enum sw_level)row->at;
    st->since_us = row->launch_us;
    if (row->at != SW_AT_NODE)
        return;
    st->local_us = row->launch_us;
    st->calls = a->calls;
    st->ends = a->ends;
}
