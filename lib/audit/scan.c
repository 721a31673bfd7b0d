/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scan.c - which attempts a straggler scan finds slow (C1, C3, C4), and whether what was copied since was the one to be
 * copied (C5).
 *
 * On nodes whose speed changes, what is left of an attempt is rounded at each change. Of an attempt that fails or
 * shuffles, B9 does not say what is rounded. So a score there may be off by a little, and what it cannot decide is no
 * fault. */
#include "lib/audit/audit.h"
#include <stdlib.h>

enum { ONE = 1000000 };

static int64_t tolerance(const struct audit *a) { return a->changes ? 3 : 0; }
static int64_t at_least_0(int64_t x) { return x > 0 ? x : 0; }

/* ---- rates --------------------------------------------------------------------------------------- */

struct rate { int64_t score, age_us; };

/* A rate over no time is above all others. */
static int compare_rates(struct rate x, struct rate y)
{
    if (!x.age_us || !y.age_us)
        return !x.age_us - !y.age_us;
    __int128 left = (__int128)x.score * y.age_us, right = (__int128)y.score * x.age_us;
    return (left > right) - (left < right);
}

static int by_rate(const void *x, const void *y)
{
    return compare_rates(*(const struct rate *)x, *(const struct rate *)y);
}

/* Of n ordered values the one at ceil((n-1) p), p in millionths. */
static uint64_t percentile_place(uint64_t n, int64_t p) { return ((n - 1) * (uint64_t)p + ONE - 1) / ONE; }

/* ---- a stage ------------------------------------------------------------------------------------- */

static bool is_old(const struct audit *a, const struct row *row)
{
    return a->now_us - row->launch_us >= a->rules.lag_us;
}

/* C3: done 10^6, live the larger score of its attempts, else 0. */
static int64_t sum_scores(const struct audit *a, const struct stage *st)
{
    int64_t sum = (int64_t)st->n_done * ONE;
    for (uint32_t i = st->first_live; i != NONE; i = a->next_live[i]) {
        const struct row *row = &a->row[a->live[i]];
        int64_t other = -1;
        for (uint32_t k = st->first_live; k != NONE && st->n_live[row->task] > 1; k = a->next_live[k])
            if (k != i && a->row[a->live[k]].task == row->task)
                other = a->score[k];
        if (a->score[i] > other || (a->score[i] == other && row->original == NONE))
            sum += a->score[i];
    }
    return sum;
}

/* C4: its attempts that ended done, and its live ones past the lag. */
static struct rate slow_rate(const struct audit *a, const struct stage *st)
{
    struct rate *live = xcalloc(a->n_live, sizeof *live), bar;
    uint64_t n = 0, done = 0, i = 0, place;
    for (uint32_t k = st->first_live; k != NONE; k = a->next_live[k])
        if (is_old(a, &a->row[a->live[k]]))
            live[n++] = (struct rate){ a->score[k], a->now_us - a->row[a->live[k]].launch_us };
    if (n)
        qsort(live, n, sizeof *live, by_rate);
    place = percentile_place(n + st->n_took, a->rules.slow_task);
    do {
        struct rate took = { ONE, done < st->n_took ? st->took_us[done] : 0 };
        bool from_live = done == st->n_took || (i < n && compare_rates(live[i], took) < 0);
        bar = from_live ? live[i++] : took;
        done += !from_live;
    } while (i + done <= place);
    xfree(live);
    return bar;
}

/* ---- who is slow --------------------------------------------------------------------------------- */

enum verdict { NOT_SLOW, PERHAPS, SLOW };

static enum verdict judge_mean(const struct audit *a, const struct stage *st, int64_t sum, int64_t score)
{
    int64_t n = st->n_tasks, off = tolerance(a) * n;
    if (n * score - off >= sum + off - n * a->rules.gap)
        return NOT_SLOW;
    return n * score + off < sum - off - n * a->rules.gap ? SLOW : PERHAPS;
}

static enum verdict judge_rate(const struct audit *a, struct rate bar, struct rate rate)
{
    int64_t off = tolerance(a);
    struct rate low = { at_least_0(rate.score - off), rate.age_us }, high = { rate.score + off, rate.age_us };
    struct rate low_bar = { at_least_0(bar.score - off), bar.age_us }, high_bar = { bar.score + off, bar.age_us };
    if (compare_rates(low, high_bar) >= 0)
        return NOT_SLOW;
    return compare_rates(high, low_bar) < 0 ? SLOW : PERHAPS;
}

static void add_candidate(struct candidates *to, struct candidate one)
{
    RESERVE(to->at, to->n + 1, to->cap);
    to->at[to->n++] = one;
}

static void judge_stage(struct audit *a, const struct stage *st)
{
    bool by_mean = a->rules.speculate == SPECULATE_HADOOP;
    int64_t sum = by_mean ? sum_scores(a, st) : 0;
    struct rate bar = by_mean ? (struct rate){ 0 } : slow_rate(a, st);
    for (uint32_t i = st->first_live; i != NONE; i = a->next_live[i]) {
        const struct row *row = &a->row[a->live[i]];
        struct rate rate = { a->score[i], a->now_us - row->launch_us };
        if (!is_old(a, row) || st->n_live[row->task] > 1)
            continue;
        enum verdict is = by_mean ? judge_mean(a, st, sum, rate.score) : judge_rate(a, bar, rate);
        if (is != NOT_SLOW)
            add_candidate(&a->candidate[st->slot_kind],
                          (struct candidate){ a->live[i], rate.score, rate.age_us, is == SLOW, false });
    }
}

/* ---- a look -------------------------------------------------------------------------------------- */

static int by_value(const void *x, const void *y)
{
    int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
    return (a > b) - (a < b);
}

/* C4: 10^6 for each attempt that ended done on it, and the scores of its live ones; over the nodes that are up. */
static void total_nodes(struct audit *a)
{
    int64_t *total = xcalloc(a->cl->n_nodes, sizeof *total);
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->cl->n_nodes; i++)
        a->node[i].total = a->node[i].score;
    for (uint32_t i = 0; i < a->n_live; i++)
        a->node[a->row[a->live[i]].node].total += a->score[i];
    for (uint32_t i = 0; i < a->cl->n_nodes; i++)
        if (a->node[i].up)
            total[n++] = a->node[i].total;
    if (n)
        qsort(total, n, sizeof *total, by_value);
    a->bar = n ? total[percentile_place(n, a->rules.slow_node)] : 0;
    xfree(total);
}

/* Chains the live attempts of each stage. */
static void group_live(struct audit *a)
{
    for (uint32_t i = 0; i < a->n_live; i++) {
        struct stage *st = stage_of(a, &a->row[a->live[i]]);
        if (st->scanned_us != a->now_us)
            st->first_live = NONE;
        st->scanned_us = a->now_us;
        a->next_live[i] = st->first_live;
        st->first_live = i;
    }
}

static bool may_have_candidates(const struct audit *a, const struct stage *st)
{
    for (uint32_t i = st->first_live; i != NONE; i = a->next_live[i])
        if (is_old(a, &a->row[a->live[i]]) && st->n_live[a->row[a->live[i]].task] == 1)
            return true;
    return false;
}

static void judge_stages(struct audit *a)
{
    for (uint32_t i = 0; i < a->n_live; i++) {
        struct stage *st = stage_of(a, &a->row[a->live[i]]);
        if (st->scanned_us == a->now_us && st->open && may_have_candidates(a, st))
            judge_stage(a, st);
        st->scanned_us = -1; /* once */
    }
}

static bool some_certain(const struct audit *a)
{
    for (int kind = 0; kind < 2; kind++)
        for (uint32_t i = 0; i < a->candidate[kind].n; i++)
            if (a->candidate[kind].at[i].certain)
                return true;
    return false;
}

void audit_scan(struct audit *a)
{
    a->scan_us = a->now_us;
    a->candidate[0].n = a->candidate[1].n = 0;
    for (uint32_t i = 0; i < a->n_live; i++)
        a->score[i] = audit_score(a, &a->row[a->live[i]], a->now_us);
    if (a->rules.speculate == SPECULATE_LATE)
        total_nodes(a);
    group_live(a);
    judge_stages(a);
    a->calls += a->candidate[0].n + a->candidate[1].n > 0; /* C5 */
    a->maybe_calls += a->candidate[0].n + a->candidate[1].n > 0 && !some_certain(a);
}

/* ---- where a copy may go ------------------------------------------------------------------------- */

/* Slots of the moment; those given up while they are occupied may count or not. */
static bool cap_lets(const struct audit *a, int kind, bool more)
{
    int64_t slots = a->slots_up[kind];
    for (uint32_t i = 0; i < a->cl->n_nodes && more && a->changes; i++)
        slots += a->node[i].up && a->node[i].occupied[kind] > a->node[i].slots[kind]
                     ? a->node[i].occupied[kind] - a->node[i].slots[kind]
                     : 0;
    return a->rules.speculate != SPECULATE_LATE || a->n_copies[kind] * ONE < a->rules.cap * slots;
}

static bool is_fast_enough(const struct audit *a, uint32_t node, int64_t off)
{
    int64_t total = a->node[node].total;
    return a->rules.speculate != SPECULATE_LATE || total + off >= a->bar || (off >= 0 ? total <= off : total == 0);
}

static bool may_copy(const struct audit *a, const struct candidate *c, uint32_t node)
{
    const struct row *row = &a->row[c->row];
    const struct stage *st = stage_of(a, row);
    if (a->rules.order == ORDER_HOD && !audit_claims_has_node(a, job_of(a, row), node, a->now_us)) /* O24 */
        return false;
    return !c->copied && row->live != NONE && st->open && st->n_live[row->task] == 1 && row->node != node
           && audit_turn_in_queue(a, st) && audit_cpac_may_start(a, st, node);
}

/* Under O25 and O29 a job's pool and priority are not known; nor, where the order is not, whether another goes
 * before. */
static bool knows_turn(const struct audit *a)
{
    return a->rules.order != ORDER_MODIFIED && a->rules.order != ORDER_OTHER;
}

bool audit_scan_any_to_copy(const struct audit *a, int kind)
{
    return a->candidate[kind].n > 0 && knows_turn(a) && cap_lets(a, kind, false);
}

const struct row *audit_scan_must_copy(const struct audit *a, int kind, uint32_t node)
{
    if (!audit_scan_any_to_copy(a, kind) || !is_fast_enough(a, node, -64 * tolerance(a)))
        return NULL;
    for (uint32_t i = 0; i < a->candidate[kind].n; i++)
        if (a->candidate[kind].at[i].certain && may_copy(a, &a->candidate[kind].at[i], node))
            return &a->row[a->candidate[kind].at[i].row];
    return NULL;
}

/* ---- whose turn ---------------------------------------------------------------------------------- */

static bool launched_before(const struct audit *a, const struct candidate *x, const struct candidate *y)
{
    return a->row[x->row].launch_us < a->row[y->row].launch_us;
}

/* (10^6 - score) age / score, longest first, a score of 0 before all others; ties by launch. */
static bool has_longer(const struct audit *a, const struct candidate *x, const struct candidate *y)
{
    int64_t off = tolerance(a), sx = x->score + off, sy = at_least_0(y->score - off);
    if (!sx || !sy)
        return sx == sy ? launched_before(a, x, y) : sx == 0;
    __int128 left = (__int128)(ONE - sx) * x->age_us * sy, right = (__int128)(ONE - sy) * y->age_us * sx;
    return left > right || (left == right && !off && launched_before(a, x, y));
}

static int compare_jobs(const struct job *x, const struct job *y)
{
    if (x->priority != y->priority)
        return x->priority < y->priority ? -1 : 1;
    if (x->submit_us != y->submit_us)
        return x->submit_us < y->submit_us ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

static enum sw_locality distance(struct audit *a, const struct row *row, uint32_t node)
{
    uint32_t n;
    const uint32_t *host = audit_place_hosts(a, stage_of(a, row), row->task, &n);
    return audit_place_distance(a, host, n, node);
}

/* By job in fifo order, of a job the closest, then by launch. How close what has no preference is, C3 does not say. */
static bool is_nearer(struct audit *a, const struct candidate *x, const struct candidate *y, uint32_t node)
{
    const struct row *rx = &a->row[x->row], *ry = &a->row[y->row];
    int c = compare_jobs(job_of(a, rx), job_of(a, ry));
    enum sw_locality dx = distance(a, rx, node), dy = distance(a, ry, node);
    if (c || dx == dy)
        return c ? c < 0 : launched_before(a, x, y);
    return dx != SW_AT_NONE && dy != SW_AT_NONE && dx < dy;
}

static bool goes_first(struct audit *a, const struct candidate *x, const struct candidate *y, uint32_t node)
{
    return a->rules.speculate == SPECULATE_HADOOP ? is_nearer(a, x, y, node) : has_longer(a, x, y);
}

static void check_first(struct audit *a, const struct row *copy, const struct candidate *own)
{
    const struct candidates *all = &a->candidate[stage_of(a, copy)->slot_kind];
    for (uint32_t i = 0; i < all->n; i++) {
        const struct candidate *other = &all->at[i];
        if (other == own || !other->certain || !goes_first(a, other, own, copy->node)
            || !may_copy(a, other, copy->node))
            continue;
        audit_fault(a, OF_TURNS, copy, a->rules.speculate == SPECULATE_HADOOP ? "C3" : "C4",
                    "copied at %s, though the attempt of line %llu came before what it copies", S(copy->launch_us),
                    (unsigned long long)a->row[other->row].line);
        return;
    }
}

/* ---- a copy -------------------------------------------------------------------------------------- */

static struct candidate *find_candidate(const struct audit *a, const struct row *copy)
{
    const struct candidates *all = &a->candidate[stage_of(a, copy)->slot_kind];
    for (uint32_t i = 0; i < all->n; i++)
        if (all->at[i].row == copy->original)
            return &all->at[i];
    return NULL;
}

bool audit_scan_copied_before(struct audit *a, const struct row *x, const struct row *y)
{
    const struct candidate *of_x = find_candidate(a, x), *of_y = find_candidate(a, y);
    return of_x && of_y && goes_first(a, of_x, of_y, x->node);
}

static void check_candidate(struct audit *a, const struct row *copy, bool clear)
{
    struct candidate *own = find_candidate(a, copy);
    const char *rule = a->rules.speculate == SPECULATE_HADOOP ? "C3" : "C4";
    if (a->scan_us != audit_copies_scan_before(a, copy->launch_us) || !own)
        audit_fault(a, OF_TURNS, copy, rule,
                    "copied at %s, but at the look at %s attempt %u of its task was not slow", S(copy->launch_us),
                    S(audit_copies_scan_before(a, copy->launch_us)), a->row[copy->original].number);
    else if (clear && knows_turn(a))
        check_first(a, copy, own);
    if (own)
        own->copied = true;
    if (!is_fast_enough(a, copy->node, 64 * tolerance(a)))
        audit_fault(a, OF_TURNS, copy, "C4",
                    "copied at %s on '%s', which had done too little for copies at the look at %s",
                    S(copy->launch_us), a->cl->node[copy->node].name, S(a->scan_us));
}

/* Before it is taken; clear: the other launches of its node and instant are. */
void audit_scan_copy(struct audit *a, const struct row *copy, bool clear)
{
    int kind = stage_of(a, copy)->slot_kind;
    const struct stage *st = clear ? audit_turn_must_launch(a, kind, copy->node) : NULL;
    if (st)
        audit_fault(a, OF_TURNS, copy, "C5", "copied at %s, though stage %llu of job '%s' had a task for '%s'",
                    S(copy->launch_us), (unsigned long long)st->number, a->job[st->job].id,
                    a->cl->node[copy->node].name);
    if (a->rules.speculate != SPECULATE_OTHER)
        check_candidate(a, copy, clear);
    if (!clear)
        return;
    if (!cap_lets(a, kind, true))
        audit_fault(a, OF_TURNS, copy, "C4", "copied at %s, when as many copies ran as may: %lld", S(copy->launch_us),
                    (long long)a->n_copies[kind]);
    audit_limit(a, copy);
    audit_cpac_start(a, copy);
}
