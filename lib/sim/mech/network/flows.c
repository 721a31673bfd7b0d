/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flows.c - progressive filling, and only of what a change can reach.
 *
 * A loose link has a byte a second to spare for each of its flows. It never limits a flow: its level stays above all
 * rates. The others are tight. Flows that share only loose links do not affect each other. So rates are made again only
 * for the flows that tight links connect with a flow that came or went. If a loose link is tight then, the flows over
 * it join, and rates are made once more. That is exact, not an approximation: links that are loose in the end might as
 * well not be there, and the filling of one group of flows never reads another.
 *
 * Filling does not change below the rate of a flow that went, nor below the equal share of each link of a flow that
 * came: no such link could fill up there. So flows that were given less keep their rates, and filling starts above. */
#include "lib/base/arena.h"
#include "lib/sim/mech/network/flows.h"
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
    xfree(fs->rising);
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
    fs->lowest = UINT64_MAX;
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
    if (f->rate) {
        fs->lowest = f->rate < fs->lowest ? f->rate : fs->lowest;
        return;
    }
    struct flow *last = fs->added[--fs->n_added]; /* it never had a rate */
    fs->added[f->place_added] = last;
    last->place_added = f->place_added;
}

/* ---- what a change can reach --------------------------------------------------------------------- */

static bool is_tight(const struct link *l)
{
    return l->used + l->n > l->capacity;
}

static void reach(struct flows *fs, struct flow *f)
{
    if (f->seen == fs->stamp || (f->rate && f->rate < fs->lowest))
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

/* Reaches on from flow number `from` and those after it, over their tight links. */
static void reach_on(struct flows *fs, uint32_t from)
{
    for (uint32_t i = from; i < fs->n_of; i++)
        for (uint32_t k = 0; k < fs->of[i]->n_links; k++)
            if (fs->link[fs->of[i]->link[k]].tight)
                reach_over(fs, &fs->link[fs->of[i]->link[k]]);
}

static uint64_t equal_share(const struct flows *fs, const struct flow *f)
{
    uint64_t least = f->wish;
    for (uint32_t k = 0; k < f->n_links; k++) {
        const struct link *l = &fs->link[f->link[k]];
        uint64_t share = l->capacity / l->n;
        least = share < least ? share : least;
    }
    return least;
}

/* Sets the least rate that may change. Where a flow came and another went, the link's own level may change, too. */
static void set_lowest(struct flows *fs)
{
    for (uint32_t i = 0; i < fs->n_added; i++) {
        uint64_t share = equal_share(fs, fs->added[i]);
        fs->lowest = share < fs->lowest ? share : fs->lowest;
    }
    for (uint32_t i = 0; i < fs->n_touched; i++) {
        const struct link *l = &fs->link[fs->touched[i]];
        if (l->limits && l->level < fs->lowest)
            fs->lowest = l->level;
    }
}

static void reach_first(struct flows *fs)
{
    fs->stamp++;
    set_lowest(fs);
    fs->n_of = fs->n_over = 0;
    for (uint32_t i = 0; i < fs->n_added; i++)
        reach(fs, fs->added[i]);
    for (uint32_t i = 0, n = fs->n_touched; i < n; i++)
        if (fs->link[fs->touched[i]].tight)
            reach_over(fs, &fs->link[fs->touched[i]]);
    reach_on(fs, 0);
}

/* Reaches on over loose links that the new rates make tight. Returns whether there are any. */
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

/* A level never falls, so the heap's least is found by bringing the top up to date. */
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
        l->left = (int64_t)l->capacity - (int64_t)l->used;
        l->level = l->n_left ? level_of(l) : 0;
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

static void give(struct flows *fs, struct flow *f, uint64_t rate)
{
    if (f->rate)
        return;
    f->rate = rate;
    fs->n_unrated--;
    for (uint32_t k = 0; k < f->n_links; k++) {
        struct link *l = &fs->link[f->link[k]];
        l->used += rate;
        l->left -= (int64_t)rate;
        l->n_left--;
    }
}

/* Closes the links whose level `rate` is, before their flows get it. */
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

/* Takes the rates of the flows that are filled again. Each of their links counts the flows that are to get one. */
static void take_back(struct flows *fs)
{
    for (uint32_t i = 0; i < fs->n_over; i++)
        fs->over[i]->n_left = 0;
    for (uint32_t i = 0; i < fs->n_of; i++) {
        struct flow *f = fs->of[i];
        for (uint32_t k = 0; k < f->n_links; k++) {
            fs->link[f->link[k]].used -= f->rate;
            fs->link[f->link[k]].n_left++;
        }
        f->rate = 0;
    }
}

static void start_flows(struct flows *fs)
{
    if (fs->n_of > fs->cap_rising)
        fs->rising = xrealloc(fs->rising, fs->cap_rising = 2 * fs->n_of, sizeof *fs->rising);
    fs->n_rising = fs->n_unrated = fs->n_of;
    fs->least_wish = UINT64_MAX;
    for (uint32_t i = 0; i < fs->n_of; i++) {
        uint64_t wish = fs->of[i]->wish;
        fs->rising[i] = (struct rising){ wish, fs->of[i] };
        fs->least_wish = wish < fs->least_wish ? wish : fs->least_wish;
    }
}

/* Flows that wish no more than `most` get their wish, in any order: levels only rise. Returns whether any did. */
static bool give_wishes(struct flows *fs, uint64_t most)
{
    uint32_t n_before = fs->n_unrated, left = 0;
    if (fs->least_wish > most)
        return false;
    fs->least_wish = UINT64_MAX;
    for (uint32_t i = 0; i < fs->n_rising; i++) {
        const struct rising f = fs->rising[i];
        if (f.wish <= most) {
            give(fs, f.flow, f.wish);
        } else if (!f.flow->rate) {
            fs->rising[left++] = f;
            fs->least_wish = f.wish < fs->least_wish ? f.wish : fs->least_wish;
        }
    }
    fs->n_rising = left;
    return fs->n_unrated < n_before;
}

static void fill(struct flows *fs)
{
    take_back(fs);
    start_links(fs);
    start_flows(fs);
    while (fs->n_unrated) {
        uint64_t level = least_level(fs);
        if (give_wishes(fs, level - 1))
            continue; /* a wish that was given may have raised the level */
        uint32_t n_closing = close_links(fs, level);
        for (uint32_t i = 0; i < n_closing; i++)
            for (uint32_t k = 0; k < fs->closing[i]->n; k++)
                give(fs, fs->closing[i]->flow[k], level);
        give_wishes(fs, level);
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
