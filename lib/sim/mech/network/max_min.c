/* SPDX-License-Identifier: GPL-3.0-or-later */
/* max_min.c - progressive filling, and only of what a change can reach.
 *
 * A link that has a byte a second to spare for each of its flows never limits one: its level stays above the rates of
 * the flows without one, all the way. The others are called tight. So flows that share none but loose links do not
 * affect each other, and rates are made again only for the flows that tight links connect with one that came or went;
 * if a loose link is tight then, the flows over it join, and rates are made once more. That is exact, not an
 * approximation: links that are loose in the end might as well not be there, and the filling of one group of flows
 * never looks at another. */
#include "lib/base/arena.h"
#include "lib/sim/mech/network/max_min.h"
#include <stdlib.h>

void flows_init(struct flows *fs, uint32_t n_links)
{
    *fs = (struct flows){ .n_links = n_links, .settled = true };
    fs->link = xcalloc(n_links, sizeof *fs->link);
    fs->touched = xcalloc(n_links, sizeof *fs->touched);
    fs->heap = xcalloc(n_links, sizeof *fs->heap);
    fs->over = xcalloc(n_links, sizeof *fs->over);
    fs->closing = xcalloc(n_links, sizeof *fs->closing);
}

void flows_clear(struct flows *fs)
{
    for (uint32_t l = 0; l < fs->n_links; l++)
        xfree(fs->link[l].flow);
    xfree(fs->link);
    xfree(fs->touched);
    xfree(fs->heap);
    xfree(fs->over);
    xfree(fs->closing);
    xfree(fs->added);
    xfree(fs->of);
    xfree(fs->changed);
    *fs = (struct flows){ 0 };
}

/* ---- flows come and go --------------------------------------------------------------------------- */

static void touch(struct flows *fs, struct link *l)
{
    if (!l->touched)
        fs->touched[fs->n_touched++] = (uint32_t)(l - fs->link);
    l->touched = true;
}

static void forget_last_changes(struct flows *fs)
{
    if (!fs->settled)
        return;
    for (uint32_t i = 0; i < fs->n_touched; i++)
        fs->link[fs->touched[i]].touched = false;
    fs->n_touched = 0;
    fs->settled = false;
}

static void push(struct flow ***at, uint32_t *n, uint32_t *cap, struct flow *f)
{
    if (*n == *cap) {
        *cap = 2 * *cap + 4;
        *at = xrealloc(*at, *cap, sizeof **at);
    }
    (*at)[(*n)++] = f;
}

static void join(struct flows *fs, struct flow *f, uint32_t k)
{
    struct link *l = &fs->link[f->link[k]];
    f->place[k] = l->n;
    push(&l->flow, &l->n, &l->cap, f);
    touch(fs, l);
}

void flows_add(struct flows *fs, struct flow *f)
{
    forget_last_changes(fs);
    f->wish = f->most;
    for (uint32_t k = 0; k < f->n_links; k++)
        if (fs->link[f->link[k]].capacity < f->wish)
            f->wish = fs->link[f->link[k]].capacity;
    for (uint32_t k = 0; k < f->n_links; k++)
        join(fs, f, k);
    f->rate = f->seen = 0;
    f->place_added = fs->n_added;
    push(&fs->added, &fs->n_added, &fs->cap_added, f);
}

static uint32_t place_among(const struct flow *f, uint32_t link)
{
    uint32_t k = 0;
    while (f->link[k] != link)
        k++;
    return k;
}

static void leave(struct flows *fs, struct flow *f, uint32_t k)
{
    struct link *l = &fs->link[f->link[k]];
    struct flow *last = l->flow[--l->n];
    l->flow[f->place[k]] = last;
    last->place[place_among(last, f->link[k])] = f->place[k];
    l->used -= f->rate;
    touch(fs, l);
}

void flows_remove(struct flows *fs, struct flow *f)
{
    forget_last_changes(fs);
    for (uint32_t k = 0; k < f->n_links; k++)
        leave(fs, f, k);
    if (f->rate)
        return;
    struct flow *last = fs->added[--fs->n_added]; /* it never had a rate */
    fs->added[f->place_added] = last;
    last->place_added = f->place_added;
}

/* ---- whom a change can reach --------------------------------------------------------------------- */

static bool is_tight(const struct link *l)
{
    return l->used + l->n > l->capacity;
}

static void reach(struct flows *fs, struct flow *f)
{
    if (f->seen == fs->stamp)
        return;
    f->seen = fs->stamp;
    f->rate_before = f->rate;
    push(&fs->of, &fs->n_of, &fs->cap_of, f);
}

static void reach_over(struct flows *fs, struct link *l)
{
    if (l->seen == fs->stamp)
        return;
    l->seen = fs->stamp;
    fs->over[fs->n_over++] = l;
    touch(fs, l);
    for (uint32_t i = 0; i < l->n; i++)
        reach(fs, l->flow[i]);
}

/* From the flows on, number `from` and after, over their tight links. */
static void reach_on(struct flows *fs, uint32_t from)
{
    for (uint32_t i = from; i < fs->n_of; i++)
        for (uint32_t k = 0; k < fs->of[i]->n_links; k++)
            if (fs->link[fs->of[i]->link[k]].tight)
                reach_over(fs, &fs->link[fs->of[i]->link[k]]);
}

static void reach_first(struct flows *fs)
{
    fs->stamp++;
    fs->n_of = fs->n_over = 0;
    for (uint32_t i = 0; i < fs->n_added; i++)
        reach(fs, fs->added[i]);
    for (uint32_t i = 0, n = fs->n_touched; i < n; i++)
        if (fs->link[fs->touched[i]].tight)
            reach_over(fs, &fs->link[fs->touched[i]]);
    reach_on(fs, 0);
}

/* Loose links that the new rates make tight: whether there are any. */
static bool reach_more(struct flows *fs)
{
    uint32_t n = fs->n_of, n_over = fs->n_over;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < fs->of[i]->n_links; k++) {
            struct link *l = &fs->link[fs->of[i]->link[k]];
            if (l->tight || !is_tight(l))
                continue;
            l->tight = true;
            reach_over(fs, l);
        }
    reach_on(fs, n);
    return fs->n_over > n_over;
}

/* ---- filling ------------------------------------------------------------------------------------- */

static uint64_t level_of(const struct link *l)
{
    return l->left < (int64_t)l->n_left ? 1 : (uint64_t)l->left / l->n_left;
}

/* A level is never below what it was, so the least in the heap is found by bringing the top up to date. */
static void sink_link(struct flows *fs, uint32_t i)
{
    struct link *l = fs->heap[i];
    for (uint32_t k; (k = 2 * i + 1) < fs->n_heap; i = k) {
        if (k + 1 < fs->n_heap && fs->heap[k + 1]->level < fs->heap[k]->level)
            k++;
        if (fs->heap[k]->level >= l->level)
            break;
        fs->heap[i] = fs->heap[k];
    }
    fs->heap[i] = l;
}

static void pop_link(struct flows *fs)
{
    fs->heap[0] = fs->heap[--fs->n_heap];
    if (fs->n_heap)
        sink_link(fs, 0);
}

static void start_links(struct flows *fs)
{
    fs->n_heap = fs->n_over;
    for (uint32_t i = 0; i < fs->n_over; i++) {
        struct link *l = fs->heap[i] = fs->over[i];
        l->limits = false;
        l->left = (int64_t)l->capacity;
        l->n_left = l->n;
        l->level = l->n ? level_of(l) : 0;
    }
    for (uint32_t i = fs->n_heap / 2; i-- > 0; )
        sink_link(fs, i);
}

static uint64_t least_level(struct flows *fs)
{
    while (fs->n_heap) {
        struct link *top = fs->heap[0];
        if (!top->n_left) {
            pop_link(fs);
            continue;
        }
        uint64_t level = level_of(top);
        if (level == top->level)
            return level;
        top->level = level;
        sink_link(fs, 0);
    }
    return UINT64_MAX;
}

static void sink_flow(struct flow **heap, uint32_t n, uint32_t i)
{
    struct flow *f = heap[i];
    for (uint32_t k; (k = 2 * i + 1) < n; i = k) {
        if (k + 1 < n && heap[k + 1]->wish < heap[k]->wish)
            k++;
        if (heap[k]->wish >= f->wish)
            break;
        heap[i] = heap[k];
    }
    heap[i] = f;
}

static void give(struct flows *fs, struct flow *f, uint64_t rate)
{
    if (f->rate)
        return;
    f->rate = rate;
    for (uint32_t k = 0; k < f->n_links; k++) {
        struct link *l = &fs->link[f->link[k]];
        l->used += rate;
        l->left -= (int64_t)rate;
        l->n_left--;
    }
}

/* The first n of `of` are a heap by wish: one without those that have a rate at its top, which stand behind it. */
static uint32_t drop_rated(struct flows *fs, uint32_t n)
{
    while (n && fs->of[0]->rate) {
        struct flow *f = fs->of[0];
        fs->of[0] = fs->of[--n];
        fs->of[n] = f;
        if (n)
            sink_flow(fs->of, n, 0);
    }
    return n;
}

/* The links whose level it is, before anybody gets it. */
static uint32_t close_links(struct flows *fs, uint64_t rate)
{
    uint32_t n = 0;
    while (least_level(fs) == rate) {
        fs->closing[n++] = fs->heap[0];
        fs->heap[0]->limits = true;
        pop_link(fs);
    }
    return n;
}

static void take_back(struct flows *fs)
{
    for (uint32_t i = 0; i < fs->n_of; i++) {
        struct flow *f = fs->of[i];
        for (uint32_t k = 0; k < f->n_links; k++)
            fs->link[f->link[k]].used -= f->rate;
        f->rate = 0;
    }
}

static void fill(struct flows *fs)
{
    uint32_t n = fs->n_of;
    take_back(fs);
    start_links(fs);
    for (uint32_t i = n / 2; i-- > 0; )
        sink_flow(fs->of, n, i);
    for (; n; n = drop_rated(fs, n)) {
        uint64_t level = least_level(fs), wish = fs->of[0]->wish, rate = wish < level ? wish : level;
        uint32_t n_closing = close_links(fs, rate);
        for (uint32_t i = 0; i < n_closing; i++)
            for (uint32_t k = 0; k < fs->closing[i]->n; k++)
                give(fs, fs->closing[i]->flow[k], rate);
        for (; n && fs->of[0]->wish == rate; n = drop_rated(fs, n))
            give(fs, fs->of[0], rate);
    }
}

static void note_changes(struct flows *fs)
{
    fs->changed = xrealloc(fs->changed, fs->n_of, sizeof *fs->changed);
    fs->n_changed = 0;
    for (uint32_t i = 0; i < fs->n_of; i++)
        if (fs->of[i]->rate != fs->of[i]->rate_before)
            fs->changed[fs->n_changed++] = fs->of[i];
}

void flows_settle(struct flows *fs)
{
    if (fs->settled)
        return;
    reach_first(fs);
    for (uint32_t i = 0; i < fs->n_touched; i++)
        fs->link[fs->touched[i]].limits = false;
    do
        fill(fs);
    while (reach_more(fs));
    for (uint32_t i = 0; i < fs->n_over; i++)
        fs->over[i]->tight = is_tight(fs->over[i]);
    note_changes(fs);
    fs->n_added = 0;
    fs->settled = true;
}

/* ---- what must be so ----------------------------------------------------------------------------- */

static bool has_reason(const struct flows *fs, const struct flow *f)
{
    bool limited = f->rate == f->most;
    for (uint32_t k = 0; k < f->n_links; k++)
        limited |= fs->link[f->link[k]].limits;
    return limited;
}

static bool link_holds(const struct flows *fs, uint32_t link)
{
    const struct link *l = &fs->link[link];
    uint64_t used = 0;
    bool holds = true;
    for (uint32_t i = 0; i < l->n; i++) {
        const struct flow *f = l->flow[i];
        holds &= f->place[place_among(f, link)] == i && f->rate >= 1 && f->rate <= f->most && has_reason(fs, f);
        used += f->rate;
    }
    holds &= used == l->used && (used <= l->capacity || l->capacity < l->n);
    return holds && l->tight == is_tight(l) && (!l->limits || (l->n && l->tight));
}

bool flows_hold(const struct flows *fs)
{
    for (uint32_t l = 0; fs->settled && l < fs->n_links; l++)
        if (!link_holds(fs, l))
            return false;
    return true;
}
