/* SPDX-License-Identifier: GPL-3.0-or-later */
/* waits.c - the waits that are tried on a log: its own, and others of the same rule. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "lib/study/study.h"

const char *const sw_role_words[] = { [SW_ROLE_OWN] = "own", [SW_ROLE_CANDIDATE] = "candidate",
                                      [SW_ROLE_LEVEL] = "level", [SW_ROLE_SHOWN] = "shown" };

enum sw_family sw_family_of(const char *rule, enum sw_family otherwise)
{
    static const struct { const char *name; enum sw_family family; } of[] = { { "spark", SW_FAMILY_SPARK },
        { "yarn", SW_FAMILY_YARN }, { "yarn-time", SW_FAMILY_YARN_TIME }, { "capacity", SW_FAMILY_CAPACITY } };
    const size_t len = strcspn(rule, ":");
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (strlen(of[i].name) == len && memcmp(rule, of[i].name, len) == 0)
            return of[i].family;
    return otherwise;
}

bool sw_family_is_time(enum sw_family family) { return family != SW_FAMILY_YARN && family != SW_FAMILY_CAPACITY; }

double sw_candidate_wait(const struct sw_candidate *w) { return fmax(w->node, w->rack); }

/* ---- their rules ------------------------------------------------------------------------------- */

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

static int add(struct sw_candidates *list, enum sw_role role, double process, double node, double rack,
               struct sw_err *err)
{
    struct sw_candidate *p = &list->at[list->n];
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i].process == process && list->at[i].node == node && list->at[i].rack == rack)
            return SW_OK;
    if (list->n == SW_CANDIDATES)
        return SW_OK;
    *p = (struct sw_candidate){ .role = role, .process = process, .node = node, .rack = rack };
    write_rule(list->family, p);
    if (sw_candidate_wait(&list->at[list->none]) > 0 || list->at[list->none].role == SW_ROLE_SHOWN)
        list->none = list->n;
    list->n++;
    return sw_delay_find(p->rule, &p->delay, err);
}

/* ---- the log's own ------------------------------------------------------------------------------ */

static int add_own(struct sw_candidates *list, const struct sw_delay_rule *own, struct sw_err *err)
{
    double node = study_seconds(own->waits.node), rack = study_seconds(own->waits.rack);
    int status;
    switch (list->family) {
    case SW_FAMILY_SPARK: status = add(list, SW_ROLE_OWN, study_seconds(own->process_us), node, rack, err); break;
    case SW_FAMILY_YARN:
        status = add(list, SW_ROLE_OWN, 0, fmax(0, own->fraction[0]), fmax(0, own->fraction[1]), err);
        break;
    case SW_FAMILY_CAPACITY: status = add(list, SW_ROLE_OWN, 0, (double)own->missed[0], 0, err); break;
    default:
        if (own->clock == SW_DELAY_NONE)
            node = rack = 0;
        status = add(list, SW_ROLE_OWN, 0, node, rack, err);
    }
    list->at[0].delay = *own; /* with what its text leaves out */
    return status;
}

/* ---- others ------------------------------------------------------------------------------------- */

static int add_grid(struct sw_candidates *list, const double *grid, size_t n, bool executors, struct sw_err *err)
{
    const double process = list->at[0].process;
    for (size_t i = 0; i < n; i++)
        if (add(list, SW_ROLE_CANDIDATE, executors ? grid[i] : process, grid[i],
                list->family == SW_FAMILY_CAPACITY ? 0 : grid[i], err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

/* The node's or the rack's wait dropped alone, and all of them. */
static int add_levels(struct sw_candidates *list, struct sw_err *err)
{
    const struct sw_candidate own = list->at[0];
    if (own.node > 0 && own.rack > 0
        && (add(list, SW_ROLE_LEVEL, own.process, own.node, 0, err) != SW_OK
            || add(list, SW_ROLE_LEVEL, own.process, 0, own.rack, err) != SW_OK))
        return SW_FAIL;
    return add(list, SW_ROLE_SHOWN, 0, 0, 0, err);
}

static int check_own(const struct sw_delay_rule *own, struct sw_err *err)
{
    static const char *const tried[] = { "none", "wait", "spark", "yarn", "yarn-time", "capacity" };
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++)
        if (strcmp(own->policy->name, tried[i]) == 0)
            return SW_OK;
    return sw_err_usage(err, "--delay: other waits are tried of none, wait, spark, yarn, yarn-time and capacity, "
                             "not of %s", own->policy->name);
}

/* Whole seconds are what anybody sets; the first two and the last two are for tasks as short, or as long. */
static int add_times(struct sw_candidates *list, double task_s, bool executors, struct sw_err *err)
{
    static const double times[] = { 0.1, 0.3, 0, 1, 2, 3, 5, 10, 30, 60, 120 };
    size_t from = task_s < 1 ? 0 : 2, n = sizeof times / sizeof *times;
    while (n > 0 && times[n - 1] > 30 && !(times[n - 1] <= 2 * task_s))
        n--;
    return add_grid(list, times + from, n - from, executors, err);
}

int waits_make(struct sw_candidates *p, const struct sw_delay_rule *own, uint64_t nodes, double task_s,
               enum sw_family system, bool executors, struct sw_err *err)
{
    static const double shares[] = { 0, 0.1, 0.25, 0.5, 0.75, 1 };
    const double n = (double)nodes, offers[] = { 0, 10, 40, floor(n / 4), floor(n / 2), n };
    size_t n_offers = n > 40 ? 6 : 2;
    *p = (struct sw_candidates){ .family = sw_family_of(own->policy->name, system) };
    if (check_own(own, err) != SW_OK || add_own(p, own, err) != SW_OK)
        return SW_FAIL;
    if (p->family == SW_FAMILY_YARN)
        return add_grid(p, shares, sizeof shares / sizeof *shares, false, err);
    if (p->family == SW_FAMILY_CAPACITY)
        return add_grid(p, offers, n_offers, false, err);
    if (add_times(p, task_s, executors && p->family == SW_FAMILY_SPARK, err) != SW_OK)
        return SW_FAIL;
    if (p->family == SW_FAMILY_SPARK && add_levels(p, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < p->n; i++) /* what counts is as in the log's own rule */
        if (p->at[i].delay.policy == own->policy)
            p->at[i].delay.counting = own->counting;
    return SW_OK;
}
