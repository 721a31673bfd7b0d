/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plan.c - the free slots of each node as steps over time, and the earliest time at which several nodes have enough. */
#include "lib/sched/backfill/plan.h"
#include "lib/base/memory.h"
#include <string.h>

struct step { int64_t at_us, free; };                     /* from then until the next step */
struct plan_node { struct step *step; uint32_t n, cap; }; /* behind the last step is one at PLAN_NEVER */

void plan_start(struct plan *p, uint32_t n_nodes)
{
    p->n_nodes = n_nodes;
    p->node = xcalloc(n_nodes, sizeof *p->node);
    p->opens = xcalloc(n_nodes, sizeof *p->opens);
    p->moved = xcalloc(n_nodes, sizeof *p->moved);
}

void plan_end(struct plan *p)
{
    for (uint32_t i = 0; p->node && i < p->n_nodes; i++)
        xfree(p->node[i].step);
    xfree(p->node);
    xfree(p->opens);
    xfree(p->moved);
    *p = (struct plan){ .n_nodes = 0 };
}

void plan_begin(struct plan *p, uint32_t node, int64_t now_us, int64_t free_slots)
{
    struct plan_node *nd = &p->node[node];
    nd->n = 0;
    RESERVE(nd->step, nd->n + 2, nd->cap);
    nd->step[nd->n++] = (struct step){ now_us, free_slots };
    nd->step[nd->n] = (struct step){ PLAN_NEVER, 0 };
}

/* The place of the step that begins then; it is made if there is none. */
static uint32_t step_at(struct plan_node *nd, int64_t at_us)
{
    uint32_t i = nd->n;
    while (nd->step[i - 1].at_us > at_us)
        i--;
    if (nd->step[i - 1].at_us == at_us)
        return i - 1;
    RESERVE(nd->step, nd->n + 2, nd->cap);
    memmove(nd->step + i + 1, nd->step + i, (nd->n + 1 - i) * sizeof *nd->step);
    nd->step[i] = (struct step){ at_us, nd->step[i - 1].free };
    nd->n++;
    return i;
}

void plan_add(struct plan *p, uint32_t node, int64_t from_us, int64_t slots)
{
    struct plan_node *nd = &p->node[node];
    for (uint32_t i = from_us == PLAN_NEVER ? nd->n : step_at(nd, from_us); i < nd->n; i++)
        nd->step[i].free += slots;
}

void plan_take(struct plan *p, uint32_t node, int64_t from_us, int64_t to_us, int64_t slots)
{
    struct plan_node *nd = &p->node[node];
    uint32_t from = step_at(nd, from_us), to = to_us == PLAN_NEVER ? nd->n : step_at(nd, to_us);
    for (; from < to; from++)
        nd->step[from].free -= slots;
}

/* The step that holds then. */
static inline const struct step *step_of(const struct plan_node *nd, int64_t at_us)
{
    enum { FEW = 8 };
    uint32_t begun = 0, later = nd->n;
    while (later - begun > FEW && nd->step[begun + 1].at_us <= at_us) {
        uint32_t mid = begun + (later - begun) / 2;
        if (nd->step[mid].at_us <= at_us)
            begun = mid;
        else
            later = mid;
    }
    const struct step *s = nd->step + begun;
    while (s[1].at_us <= at_us)
        s++;
    return s;
}

int64_t plan_free(const struct plan *p, uint32_t node, int64_t at_us)
{
    return step_of(&p->node[node], at_us)->free;
}

int64_t plan_next_step(const struct plan *p, uint32_t node, int64_t after_us)
{
    return step_of(&p->node[node], after_us)[1].at_us;
}

int64_t plan_last_step(const struct plan *p, uint32_t node, int64_t by_us)
{
    return step_of(&p->node[node], by_us)->at_us;
}

int64_t plan_next_free(const struct plan *p, uint32_t node, int64_t after_us)
{
    for (const struct step *s = step_of(&p->node[node], after_us); s[1].at_us != PLAN_NEVER; s++)
        if (s->free <= 0 && s[1].free > 0)
            return s[1].at_us;
    return PLAN_NEVER;
}

static inline bool lasts(const struct step *s, int64_t from_us, const struct plan_ask *ask)
{
    return s[1].at_us - from_us >= ask->length_us || s[1].at_us == PLAN_NEVER;
}

int64_t plan_opens(const struct plan *p, uint32_t node, int64_t from_us, const struct plan_ask *ask)
{
    if (from_us == PLAN_NEVER)
        return from_us;
    for (const struct step *s = step_of(&p->node[node], from_us); s->at_us != PLAN_NEVER; s++) {
        if (s->free < ask->width)
            from_us = s[1].at_us;
        else if (lasts(s, from_us, ask))
            return from_us;
    }
    return PLAN_NEVER;
}

bool plan_serves(const struct plan *p, uint32_t node, int64_t from_us, const struct plan_ask *ask)
{
    const struct step *s = step_of(&p->node[node], from_us);
    while (s->free >= ask->width && !lasts(s, from_us, ask))
        s++;
    return s->free >= ask->width;
}

/* Hoare's FIND */
int64_t plan_kth_least(int64_t *at, uint32_t n, uint32_t k)
{
    int64_t low = 0, high = (int64_t)n - 1;
    while (low < high) {
        int64_t pivot = at[k], i = low, j = high;
        while (i <= j) {
            while (at[i] < pivot)
                i++;
            while (at[j] > pivot)
                j--;
            if (i <= j) {
                int64_t swapped = at[i];
                at[i++] = at[j];
                at[j--] = swapped;
            }
        }
        if (j < (int64_t)k)
            low = i;
        if (i > (int64_t)k)
            high = j;
    }
    return at[k];
}

static uint32_t n_open(const int64_t *opens, uint32_t n, int64_t at_us)
{
    uint32_t open = 0;
    for (uint32_t i = 0; i < n; i++)
        open += opens[i] <= at_us;
    return open;
}

/* Before the k-th least of the times at which nodes open, fewer than k of them are open. So that is the next time to
 * look at: some may have closed again by then. Those that open later still do, and are not asked again. */
int64_t plan_earliest(const struct plan *p, const uint32_t *nodes, uint32_t n, int64_t from_us,
                      const struct plan_ask *ask, const int64_t *opens, int64_t before_us)
{
    if (!nodes)
        n = p->n_nodes;
    if (n < ask->nodes)
        return PLAN_NEVER;
    for (uint32_t i = 0; i < n; i++)
        p->opens[i] = opens[nodes ? nodes[i] : i];
    for (;;) {
        for (uint32_t i = 0; i < n; i++)
            if (p->opens[i] < from_us)
                p->opens[i] = plan_opens(p, nodes ? nodes[i] : i, from_us, ask);
        if (n_open(p->opens, n, from_us) >= ask->nodes)
            return from_us;
        memcpy(p->moved, p->opens, n * sizeof *p->moved);
        from_us = plan_kth_least(p->moved, n, ask->nodes - 1);
        if (from_us >= before_us)
            return from_us;
    }
}
