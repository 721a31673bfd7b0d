/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stage.c - the unlaunched tasks of a stage in the sweep, and which of them a launch has to take (L2). */
#include "lib/audit/audit.h"
#include <stdlib.h>
#include <string.h>

enum { WITH, WITHOUT }; /* blocks */

static bool redrawn(const struct audit *a, const struct stage *st)
{
    return st->has_blocks && a->rules.placement == SW_PLACE_REDRAW;
}

static int class_of(const struct stage *st, uint32_t task)
{
    if (st->absent)
        return audit_wishes_prefers(st, task) ? WITH : WITHOUT;
    if (st->host_first)
        return st->host_first[task] == st->host_first[task + 1] ? WITHOUT : WITH;
    return st->has_blocks ? WITH : WITHOUT;
}

/* ---- tasks by place ------------------------------------------------------------------------------ */

static uint32_t place_of(const struct audit *a, uint32_t node, bool racks)
{
    return racks ? a->cl->node[node].rack : node;
}

/* A rack counts once a task. */
static bool counted(const struct audit *a, const uint32_t *host, uint32_t k, bool racks)
{
    for (uint32_t i = 0; i < k && racks; i++)
        if (place_of(a, host[i], true) == place_of(a, host[k], true))
            return true;
    return false;
}

static void fill(struct audit *a, const struct stage *st, struct places *p, bool racks, bool counting)
{
    uint32_t n;
    for (uint32_t t = 0; t < st->n_tasks; t++) {
        const uint32_t *host = audit_place_hosts(a, st, t, &n);
        for (uint32_t k = 0; k < n; k++) {
            if (counted(a, host, k, racks))
                continue;
            uint32_t place = place_of(a, host[k], racks);
            if (counting)
                p->first[place + 1]++;
            else
                p->task[p->cursor[place]++] = t;
        }
    }
}

static void make_places(struct audit *a, const struct stage *st, struct places *p, bool racks)
{
    uint32_t n = racks ? a->cl->n_racks : a->cl->n_nodes;
    p->first = xcalloc(n + 1, sizeof *p->first);
    p->cursor = xcalloc(n + 1, sizeof *p->cursor);
    fill(a, st, p, racks, true);
    for (uint32_t i = 0; i < n; i++)
        p->first[i + 1] += p->first[i];
    p->task = xcalloc(p->first[n], sizeof *p->task);
    for (int pass = 0; pass < 2; pass++) { /* before filling, and back to the first after it */
        for (uint32_t i = 0; i < n; i++)
            p->cursor[i] = p->first[i];
        if (!pass)
            fill(a, st, p, racks, false);
    }
}

static uint32_t first_at(const struct stage *st, struct places *p, uint32_t place)
{
    uint32_t *at = &p->cursor[place];
    while (*at < p->first[place + 1] && bit_get(st->launched, p->task[*at]))
        ++*at;
    return *at < p->first[place + 1] ? p->task[*at] : NONE;
}

static void free_places(struct places *p)
{
    xfree(p->first);
    xfree(p->cursor);
    xfree(p->task);
    *p = (struct places){ 0 };
}

/* ---- the unlaunched ------------------------------------------------------------------------------ */

void audit_stage_open(struct audit *a, struct stage *st)
{
    st->open = true;
    st->launched = xcalloc(st->n_tasks / 64 + 1, sizeof *st->launched);
    st->done = xcalloc(st->n_tasks / 64 + 1, sizeof *st->done);
    st->failed = xcalloc(st->n_tasks / 64 + 1, sizeof *st->failed);
    st->returned = xcalloc(st->n_tasks / 64 + 1, sizeof *st->returned);
    st->n_live = xcalloc(st->n_tasks, sizeof *st->n_live);
    st->n_left[WITH] = st->n_left[WITHOUT] = st->next[WITH] = st->next[WITHOUT] = 0;
    for (uint32_t t = 0; t < st->n_tasks; t++)
        st->n_left[class_of(st, t)]++;
    if (!st->has_blocks || redrawn(a, st) || a->rules.offers)
        return;
    make_places(a, st, &st->at_node, false);
    if (!a->rules.no_rack_level)
        make_places(a, st, &st->at_rack, true);
}

void audit_stage_close(struct stage *st)
{
    void *const arrays[] = { st->launched, st->done, st->failed, st->returned, st->n_live, st->failure, st->took_us };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        xfree(arrays[i]);
    free_places(&st->at_node);
    free_places(&st->at_rack);
    st->launched = st->done = st->failed = st->returned = NULL;
    st->n_live = NULL;
    st->failure = NULL;
    st->took_us = NULL;
    st->n_left[WITH] = st->n_left[WITHOUT] = st->n_failed = st->cap_failed = st->n_took = st->cap_took = st->n_done = 0;
    st->open = false;
}

uint32_t audit_stage_left(const struct stage *st)
{
    return st->n_left[WITH] + st->n_left[WITHOUT] + st->n_failed;
}

bool audit_stage_waits(const struct stage *st, uint32_t task)
{
    return st->open && (!bit_get(st->launched, task) || bit_get(st->failed, task));
}

/* ---- F2 ------------------------------------------------------------------------------------------ */

static uint32_t place_of_failure(const struct stage *st, uint32_t task)
{
    uint32_t i = 0;
    while (st->failure[i].task != task)
        i++;
    return i;
}

bool audit_stage_failed_before(const struct stage *st, uint32_t x, uint32_t y)
{
    return place_of_failure(st, x) < place_of_failure(st, y);
}

void audit_stage_fail(struct stage *st, const struct row *row)
{
    bit_set(st->returned, row->task, true);
    st->back_us = row->finish_us;
    st->next_waiting = 0;
    bit_set(st->failed, row->task, true);
    RESERVE(st->failure, st->n_failed + 1, st->cap_failed);
    st->failure[st->n_failed++] = (struct failure){ row->finish_us, row->launch_us, row->task };
}

static void take_failed(struct stage *st, uint32_t task)
{
    uint32_t i = place_of_failure(st, task);
    bit_set(st->failed, task, false);
    memmove(st->failure + i, st->failure + i + 1, (--st->n_failed - i) * sizeof *st->failure);
}

/* The first to fail first; of two attempts launched and failed at one time the log does not say which, nor of reduces
 * that compute for no time. */
static void check_failed(struct audit *a, const struct stage *st, const struct row *row)
{
    const struct failure *first = st->failure, *own;
    if (!bit_get(st->failed, row->task)) {
        audit_fault(a, OF_TURNS, row, "F2", "launched at %s before task %u of its stage, which had failed",
                    S(row->launch_us), first->task);
        return;
    }
    own = st->failure + place_of_failure(st, row->task);
    if (own->at_us != first->at_us || (own->launch_us != first->launch_us && st->kind != SW_REDUCE))
        audit_fault(a, OF_TURNS, row, "F2", "launched at %s before task %u of its stage, which had failed before it",
                    S(row->launch_us), first->task);
}

/* ---- the unlaunched, again ----------------------------------------------------------------------- */

void audit_stage_take(struct stage *st, uint32_t task)
{
    if (bit_get(st->failed, task)) {
        take_failed(st, task);
        return;
    }
    bit_set(st->launched, task, true);
    st->n_left[class_of(st, task)]--;
}

static void reset_cursors(const struct audit *a, struct places *p, const uint32_t *host, uint32_t n, bool racks)
{
    for (uint32_t k = 0; k < n && p->first; k++)
        p->cursor[place_of(a, host[k], racks)] = p->first[place_of(a, host[k], racks)];
}

/* B10, B11, K5: unlaunched again. */
void audit_stage_return(struct audit *a, struct stage *st, uint32_t task)
{
    uint32_t n;
    int class = class_of(st, task);
    bit_set(st->launched, task, false);
    bit_set(st->returned, task, true);
    st->back_us = a->now_us;
    st->next_waiting = 0;
    st->n_left[class]++;
    if (task < st->next[class])
        st->next[class] = task;
    const uint32_t *host = audit_place_hosts(a, st, task, &n);
    reset_cursors(a, &st->at_node, host, n, false);
    reset_cursors(a, &st->at_rack, host, n, true);
}

static uint32_t next_of_class(struct stage *st, int class)
{
    uint32_t *t = &st->next[class];
    if (!st->n_left[class])
        return NONE;
    while (bit_get(st->launched, *t) || class_of(st, *t) != class)
        ++*t;
    return *t;
}

uint32_t audit_stage_lowest(struct stage *st)
{
    uint32_t with = next_of_class(st, WITH), without = next_of_class(st, WITHOUT);
    return with < without ? with : without;
}

/* ---- L2 ------------------------------------------------------------------------------------------ */

bool audit_stage_has_block_at(const struct audit *a, struct stage *st, uint32_t node)
{
    (void)a;
    return st->at_node.first && st->n_left[WITH] && first_at(st, &st->at_node, node) != NONE;
}

static const enum sw_locality closest_first[] = { SW_AT_NODE, SW_AT_NONE, SW_AT_RACK, SW_AT_ANY };

static uint32_t first_in(const struct audit *a, struct stage *st, uint32_t node, enum sw_locality at)
{
    switch (at) {
    case SW_AT_NODE: return st->at_node.first ? first_at(st, &st->at_node, node) : NONE;
    case SW_AT_NONE: return next_of_class(st, WITHOUT);
    case SW_AT_RACK: return st->at_rack.first ? first_at(st, &st->at_rack, place_of(a, node, true)) : NONE;
    default: return next_of_class(st, WITH);
    }
}

uint32_t audit_stage_pick(const struct audit *a, struct stage *st, uint32_t node, enum sw_level furthest,
                          enum sw_locality *at)
{
    for (int i = 0; i < 4; i++) {
        *at = closest_first[i];
        uint32_t task = *at == SW_AT_NONE || (int)*at <= (int)furthest ? first_in(a, st, node, *at) : NONE;
        if (task != NONE)
            return task;
    }
    return NONE;
}

/* The closest task there is, up to the distance of the row, and the lowest number of those. */
void audit_stage_closest(struct audit *a, const struct row *row)
{
    struct stage *st = stage_of(a, row);
    if (redrawn(a, st) || a->rules.decides || a->rules.offers || a->rules.allocates || a->rules.negotiates)
        return;
    if (st->n_failed) {
        check_failed(a, st, row);
        return;
    }
    for (int i = a->rules.balances && row->at == SW_AT_NONE; i < 4; i++) { /* D13: local ones may be held back */
        uint32_t task = first_in(a, st, row->node, closest_first[i]);
        if (task == row->task)
            return;
        if (task != NONE && closest_first[i] == row->at)
            audit_fault(a, OF_TURNS, row, "L2", "launched at %s before task %u of its stage, which is as close",
                        S(row->launch_us), task);
        else if (task != NONE)
            audit_fault(a, OF_TURNS, row, "L2",
                        "launched at %s with locality %s, though task %u of its stage was there with %s",
                        S(row->launch_us), sw_locality_words[row->at], task, sw_locality_words[closest_first[i]]);
        if (task != NONE || closest_first[i] == row->at)
            return;
    }
}
