/* SPDX-License-Identifier: GPL-3.0-or-later */
/* waits.c - the waits that are tried on a log: its own, and others of the same rule. What its own cost, by the log. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/minmax.h"
#include "lib/log/log.h"
#include "lib/sched/delay/parts.h"
#include "lib/study/study.h"

const char *const sw_role_words[] = { [SW_ROLE_OWN] = "own", [SW_ROLE_CANDIDATE] = "candidate",
                                      [SW_ROLE_LEVEL] = "level", [SW_ROLE_SHOWN] = "shown" };

static const struct sw_delay *const policies[] = {
    [SW_FAMILY_WAIT] = &sw_delay_wait, [SW_FAMILY_SPARK] = &sw_delay_spark, [SW_FAMILY_YARN] = &sw_delay_yarn,
    [SW_FAMILY_YARN_TIME] = &sw_delay_yarn_time, [SW_FAMILY_CAPACITY] = &sw_delay_capacity,
};
enum { N_FAMILIES = sizeof policies / sizeof *policies };

/* A rule that waits as in algorithm 3, or not at all, may be of any system. */
enum sw_family sw_family_of(const char *rule, enum sw_family otherwise)
{
    const size_t len = strcspn(rule, ":");
    for (int i = SW_FAMILY_WAIT + 1; i < N_FAMILIES; i++)
        if (strlen(policies[i]->name) == len && memcmp(rule, policies[i]->name, len) == 0)
            return (enum sw_family)i;
    return otherwise;
}

bool sw_family_is_time(enum sw_family family) { return family != SW_FAMILY_YARN && family != SW_FAMILY_CAPACITY; }

double sw_candidate_wait(const struct sw_candidate *w) { return fmax(w->node, w->rack); }

/* ---- their rules ------------------------------------------------------------------------------- */

static int64_t wait_us(double seconds) { return llround(seconds * (double)SW_US_PER_S); }

static struct sw_delay_rule rule_of(enum sw_family family, const struct sw_candidate *p)
{
    const struct sw_delay *policy = policies[family];
    /* No wait at all is a rule of its own. */
    if (family == SW_FAMILY_WAIT && p->node + p->rack <= 0)
        policy = &sw_delay_none;
    struct sw_delay_rule rule = { .policy = policy, .clock = policy->clock };
    if (family == SW_FAMILY_YARN) {
        rule.fraction[0] = p->node;
        rule.fraction[1] = p->rack;
    } else if (family == SW_FAMILY_CAPACITY) {
        rule.missed[0] = (int64_t)p->node;
        rule.missed[1] = -1;
    } else {
        rule.process_us = wait_us(p->process);
        rule.waits = (struct sw_waits){ wait_us(p->node), wait_us(p->rack) };
    }
    return rule;
}

/* As --delay takes it. */
static void write_rule(enum sw_family family, struct sw_candidate *p)
{
    switch (family) {
    case SW_FAMILY_SPARK: snprintf(p->rule, sizeof p->rule, "spark:%gs,%gs,%gs", p->process, p->node, p->rack); break;
    case SW_FAMILY_YARN: snprintf(p->rule, sizeof p->rule, "yarn:%g,%g", p->node, p->rack); break;
    case SW_FAMILY_YARN_TIME: snprintf(p->rule, sizeof p->rule, "yarn-time:%gs,%gs", p->node, p->rack); break;
    case SW_FAMILY_CAPACITY: snprintf(p->rule, sizeof p->rule, "capacity:%g", p->node); break;
    default:
        if (p->node + p->rack > 0)
            snprintf(p->rule, sizeof p->rule, "wait:%gs,%gs", p->node, p->rack);
        else
            snprintf(p->rule, sizeof p->rule, "none");
    }
}

/* A wait that is there already is not there twice. */
static void add_wait(struct sw_candidates *list, enum sw_role role, double process, double node, double rack)
{
    struct sw_candidate *p = &list->at[list->n];
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i].process == process && list->at[i].node == node && list->at[i].rack == rack)
            return;
    if (list->n == SW_CANDIDATES)
        return;
    *p = (struct sw_candidate){ .role = role, .process = process, .node = node, .rack = rack };
    p->delay = rule_of(list->family, p);
    write_rule(list->family, p);
    /* The first one without a wait stays; until it comes `none` is the last. */
    if (sw_candidate_wait(&list->at[list->none]) > 0 || list->at[list->none].role == SW_ROLE_SHOWN)
        list->none = list->n;
    list->n++;
}

/* ---- the log's own ------------------------------------------------------------------------------ */

static void add_own(struct sw_candidates *list, const struct sw_delay_rule *own)
{
    double node = study_seconds(own->waits.node), rack = study_seconds(own->waits.rack);
    switch (list->family) {
    case SW_FAMILY_SPARK: add_wait(list, SW_ROLE_OWN, study_seconds(own->process_us), node, rack); break;
    /* A share or a number below 0 is no wait. */
    case SW_FAMILY_YARN: add_wait(list, SW_ROLE_OWN, 0, fmax(0, own->fraction[0]), fmax(0, own->fraction[1])); break;
    case SW_FAMILY_CAPACITY: add_wait(list, SW_ROLE_OWN, 0, (double)own->missed[0], 0); break;
    default:
        if (own->clock == SW_DELAY_NONE)
            node = rack = 0;
        add_wait(list, SW_ROLE_OWN, 0, node, rack);
    }
    list->at[0].delay = *own; /* with what its text leaves out */
}

/* ---- others ------------------------------------------------------------------------------------- */

static void add_grid(struct sw_candidates *list, const double *grid, size_t n, bool executors)
{
    const double process = list->at[0].process;
    for (size_t i = 0; i < n; i++)
        /* The process is waited for like the others where tasks prefer executors. */
        add_wait(list, SW_ROLE_CANDIDATE, executors ? grid[i] : process, grid[i],
            list->family == SW_FAMILY_CAPACITY ? 0 : grid[i]);
}

/* The node's or the rack's wait dropped alone, and all of them. */
static void add_levels(struct sw_candidates *list)
{
    const struct sw_candidate own = list->at[0];
    if (own.node > 0 && own.rack > 0) {
        add_wait(list, SW_ROLE_LEVEL, own.process, own.node, 0);
        add_wait(list, SW_ROLE_LEVEL, own.process, 0, own.rack);
    }
    add_wait(list, SW_ROLE_SHOWN, 0, 0, 0);
}

static int check_own(const struct sw_delay_rule *own, struct sw_err *err)
{
    for (int i = 0; i < N_FAMILIES; i++)
        if (own->policy == policies[i] || own->policy == &sw_delay_none)
            return SW_OK;
    return sw_err_usage(err, "--delay: other waits are tried of none, wait, spark, yarn, yarn-time and capacity, "
                             "not of %s", own->policy->name);
}

/* Whole seconds are what anybody sets; the first two and the last two are for tasks as short, or as long. */
static void add_times(struct sw_candidates *list, double task_s, bool executors)
{
    static const double times[] = { 0.1, 0.3, 0, 1, 2, 3, 5, 10, 30, 60, 120 };
    size_t from = task_s < 1 ? 0 : 2, n = sizeof times / sizeof *times;
    while (n > 0 && times[n - 1] > 30 && !(times[n - 1] <= 2 * task_s))
        n--;
    add_grid(list, times + from, n - from, executors);
}

int waits_make(struct sw_candidates *p, const struct sw_delay_rule *own, uint64_t nodes, double task_s,
               enum sw_family system, bool executors, struct sw_err *err)
{
    static const double shares[] = { 0, 0.1, 0.25, 0.5, 0.75, 1 };
    /* On 40 nodes and fewer only the first two are tried. */
    const double n = (double)nodes, offers[] = { 0, 10, 40, floor(n / 4), floor(n / 2), n };
    size_t n_offers = n > 40 ? 6 : 2;
    *p = (struct sw_candidates){ .family = sw_family_of(own->policy->name, system) };
    if (check_own(own, err) != SW_OK)
        return SW_FAIL;
    add_own(p, own);
    if (p->family == SW_FAMILY_YARN)
        add_grid(p, shares, sizeof shares / sizeof *shares, false);
    else if (p->family == SW_FAMILY_CAPACITY)
        add_grid(p, offers, n_offers, false);
    else
        add_times(p, task_s, executors && p->family == SW_FAMILY_SPARK);
    if (p->family == SW_FAMILY_SPARK)
        add_levels(p);
    for (size_t i = 0; i < p->n; i++) /* what counts is as in the log's own rule */
        if (p->at[i].delay.policy == own->policy)
            p->at[i].delay.counting = own->counting;
    return SW_OK;
}

/* ---- what the own wait cost ------------------------------------------------------------------------ */

/* Launches that came a wait, or two, after their stage could have launched, as the log has it. Spark's wait for a level
 * runs from the stage's last launch. So far tasks that come a wait after it waited for it, and after two waits for two
 * levels. Offers are made each second at least, so up to a second more is the same. */
enum { EARLY_US = 50000, LATE_US = 1200000, GROUP_US = 100000 };

static int held_by_launch(const void *a, const void *b)
{
    const struct sw_log_attempt *x = *(const struct sw_log_attempt *const *)a;
    const struct sw_log_attempt *y = *(const struct sw_log_attempt *const *)b;
    return ORDER(x->job, y->job) ?: ORDER(x->stage, y->stage) ?: ORDER(x->launch_us, y->launch_us);
}

static bool is_of_stage(const struct sw_log_attempt *a, const struct sw_log_attempt *b)
{
    return a->job == b->job && a->stage == b->stage;
}

static bool launched_far(const struct sw_log_attempt *a)
{
    return a->locality == SW_AT_RACK || a->locality == SW_AT_ANY;
}

int waits_count_held(const struct sw_log *log, double wait_s, struct sw_held *out, struct sw_err *err)
{
    const int64_t wait_us = (int64_t)(wait_s * (double)SW_US_PER_S);
    const struct sw_log_attempt **at = calloc(log->n_attempts + 1, sizeof *at);
    size_t n = 0;
    *out = (struct sw_held){ 0 };
    if (!at)
        return sw_err_memory(err);
    for (size_t i = 0; i < log->n_attempts; i++)
        if (log->attempts[i].has_launch && log->attempts[i].has_locality)
            at[n++] = &log->attempts[i];
    qsort(at, n, sizeof *at, held_by_launch);
    for (size_t i = 0, next; i < n; i = next) {
        /* The first launch counts from when its stage could have launched any. */
        const bool first = i == 0 || !is_of_stage(at[i - 1], at[i]);
        const int64_t since_us = first ? setups_ready_us(log, at[i]) : at[i - 1]->launch_us;
        const int64_t gap_us = at[i]->launch_us - since_us;
        next = i + 1;
        const bool once = gap_us >= wait_us - EARLY_US && gap_us <= wait_us + LATE_US;
        const bool twice = gap_us >= 2 * wait_us - EARLY_US && gap_us <= 2 * wait_us + LATE_US;
        if (!launched_far(at[i]) || !(once || twice))
            continue;
        /* Those right behind it were let go by the same wait. */
        for (; next < n && is_of_stage(at[i], at[next]) && launched_far(at[next])
                   && at[next]->launch_us <= at[i]->launch_us + GROUP_US; next++)
            ;
        out->n += next - i;
        out->seconds += (double)(next - i) * study_seconds(gap_us);
    }
    free(at);
    return SW_OK;
}
