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
 * came: no such link could fill up there. So flows that were given less keep their rates, and filling starts above.
 *
 * A congested rack's filling passes hundreds of flows at each change. So all that it reads of them lies in one array,
 * 32 bytes each, and what it reads of links in another. */
#include "lib/base/arena.h"
#include "lib/sim/mech/network/flows.h"
#include <stdlib.h>

/* gcc unrolls no loop of four at -O2. With this, and wishes listed only when one may be met, a congested network takes
 * 0.88 of the instructions. */
#define EACH_LINK _Pragma("GCC unroll 4")

enum { IDLE, REACHED, RATED }; /* of a path while rates are made */

void flows_init(struct flows *fs, uint32_t n_links)
{
    *fs = (struct flows){ .n_links = n_links, .settled = true };
    fs->link = xcalloc(n_links + 1, sizeof *fs->link);
    fs->link[n_links].tight = true; /* and it does not wait: no search reaches it */
    fs->capacity = xcalloc(n_links, sizeof *fs->capacity);
    fs->over = xcalloc(n_links, sizeof *fs->over);
    fs->touched = xcalloc(n_links, sizeof *fs->touched);
    fs->closed = xcalloc(n_links, sizeof *fs->closed);
    fs->heap = xcalloc(n_links, sizeof *fs->heap);
    fs->closing = xcalloc(n_links, sizeof *fs->closing);
}

void flows_set_capacity(struct flows *fs, uint32_t link, uint64_t capacity)
{
    fs->capacity[link] = fs->link[link].left = capacity;
}

void flows_clear(struct flows *fs)
{
    for (uint32_t l = 0; l < fs->n_links; l++)
        xfree(fs->over[l].number);
    xfree(fs->link);
    xfree(fs->capacity);
    xfree(fs->over);
    xfree(fs->touched);
    xfree(fs->closed);
    xfree(fs->heap);
    xfree(fs->closing);
    xfree(fs->flow);
    xfree(fs->path);
    xfree(fs->place);
    xfree(fs->spare);
    xfree(fs->place_added);
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

/* Every list of flows has room for all of them. */
static void more_numbers(struct flows *fs)
{
    uint32_t n = fs->cap = 2 * fs->cap + 64;
    fs->flow = xrealloc(fs->flow, n, sizeof *fs->flow);
    fs->path = xrealloc(fs->path, n, sizeof *fs->path);
    fs->place = xrealloc(fs->place, n, sizeof *fs->place);
    fs->spare = xrealloc(fs->spare, n, sizeof *fs->spare);
    fs->place_added = xrealloc(fs->place_added, n, sizeof *fs->place_added);
    fs->added = xrealloc(fs->added, n, sizeof *fs->added);
    fs->of = xrealloc(fs->of, n, sizeof *fs->of);
    fs->rising = xrealloc(fs->rising, n, sizeof *fs->rising);
    fs->changed = xrealloc(fs->changed, n, sizeof *fs->changed);
}

static void join(struct flows *fs, uint32_t number, uint32_t k)
{
    uint32_t link = fs->path[number].link[k];
    struct link *l = &fs->link[link];
    struct over *over = &fs->over[link];
    if (l->n == over->cap)
        over->number = xrealloc(over->number, over->cap = 2 * over->cap + 4, sizeof *over->number);
    fs->place[number][k] = l->n;
    over->number[l->n++] = number;
    touch(fs, l);
}

void flows_add(struct flows *fs, struct flow *f)
{
    forget_last_changes(fs);
    if (!fs->n_spare && fs->n_numbers == fs->cap)
        more_numbers(fs);
    uint32_t number = f->number = fs->n_spare ? fs->spare[--fs->n_spare] : fs->n_numbers++;
    struct path *p = &fs->path[number];
    fs->flow[number] = f;
    *p = (struct path){ .wish = f->most, .limiter = FLOW_NEW };
    for (uint32_t k = 0; k < FLOW_LINKS; k++) {
        p->link[k] = k < f->n_links ? f->link[k] : fs->n_links;
        if (k < f->n_links && fs->capacity[f->link[k]] < p->wish)
            p->wish = fs->capacity[f->link[k]];
    }
    for (uint32_t k = 0; k < f->n_links; k++)
        join(fs, number, k);
    fs->place_added[number] = fs->n_added;
    fs->added[fs->n_added++] = number;
}

static uint32_t place_among(const struct path *p, uint32_t link)
{
    uint32_t k = 0;
    while (p->link[k] != link)
        k++;
    return k;
}

static void leave(struct flows *fs, uint32_t number, uint32_t k, uint64_t rate)
{
    uint32_t link = fs->path[number].link[k], place = fs->place[number][k];
    struct link *l = &fs->link[link];
    uint32_t last = fs->over[link].number[--l->n];
    fs->over[link].number[place] = last;
    fs->place[last][place_among(&fs->path[last], link)] = place;
    l->left += rate;
    touch(fs, l);
}

void flows_remove(struct flows *fs, struct flow *f)
{
    uint64_t rate = flows_rate(fs, f);
    forget_last_changes(fs);
    for (uint32_t k = 0; k < f->n_links; k++)
        leave(fs, f->number, k, rate);
    fs->spare[fs->n_spare++] = f->number;
    if (rate) {
        fs->lowest = rate < fs->lowest ? rate : fs->lowest;
        return;
    }
    uint32_t last = fs->added[--fs->n_added]; /* it never had a rate */
    fs->added[fs->place_added[f->number]] = last;
    fs->place_added[last] = fs->place_added[f->number];
}

/* ---- what a change can reach --------------------------------------------------------------------- */

static bool is_tight(const struct link *l)
{
    return (int64_t)l->left < (int64_t)l->n;
}

static void see(struct flows *fs, struct link *l)
{
    l->waits = false;
    fs->closed[fs->n_closed++] = (uint32_t)(l - fs->link);
    touch(fs, l);
}

/* Takes the flow's rate, so that it is to get another. Its tight links are seen. */
static void take_back(struct flows *fs, struct path *p, uint64_t rate)
{
    p->state = REACHED;
    EACH_LINK
    for (uint32_t k = 0; k < FLOW_LINKS; k++) {
        struct link *l = &fs->link[p->link[k]];
        l->left += rate;
        l->n_left++;
        if (l->waits)
            see(fs, l);
    }
}

static void reach(struct flows *fs, uint32_t number)
{
    struct path *p = &fs->path[number];
    uint64_t rate = flows_rate_of(fs, p);
    if (p->state || (rate && rate < fs->lowest))
        return;
    fs->of[fs->n_of++] = (struct reached){ number, p->limiter, rate };
    fs->least_of_all = p->wish < fs->least_of_all ? p->wish : fs->least_of_all;
    take_back(fs, p, rate);
}

/* Reaches on from link number `from` of those seen and those after it. */
static void reach_on(struct flows *fs, uint32_t from)
{
    for (uint32_t i = from; i < fs->n_closed; i++) {
        const uint32_t *number = fs->over[fs->closed[i]].number, n = fs->link[fs->closed[i]].n;
        for (uint32_t k = 0; k < n; k++)
            reach(fs, number[k]);
    }
}

static uint64_t equal_share(const struct flows *fs, const struct path *p)
{
    uint64_t least = p->wish;
    for (uint32_t k = 0; k < FLOW_LINKS && p->link[k] < fs->n_links; k++) {
        uint64_t share = fs->capacity[p->link[k]] / fs->link[p->link[k]].n;
        least = share < least ? share : least;
    }
    return least;
}

/* Sets the least rate that may change. Where a flow came and another went, the link's own level may change, too. */
static void set_lowest(struct flows *fs)
{
    for (uint32_t i = 0; i < fs->n_added; i++) {
        uint64_t share = equal_share(fs, &fs->path[fs->added[i]]);
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
    set_lowest(fs);
    fs->n_of = fs->n_closed = 0;
    fs->least_of_all = UINT64_MAX;
    for (uint32_t i = 0, n = fs->n_touched; i < n; i++) {
        struct link *l = &fs->link[fs->touched[i]];
        if (l->waits)
            see(fs, l);
    }
    for (uint32_t i = 0; i < fs->n_added; i++)
        reach(fs, fs->added[i]);
    reach_on(fs, 0);
}

/* Lists the flows with another limiter, and reaches on over loose links that the new rates make tight: only where one
 * gets more can that be. Returns whether there are any. */
static bool reach_more(struct flows *fs)
{
    uint32_t n_closed = fs->n_closed, n = fs->n_of;
    fs->n_changed = 0;
    for (uint32_t i = 0; i < n; i++) {
        const struct reached *of = &fs->of[i];
        const struct path *p = &fs->path[of->number];
        if (p->limiter != of->before)
            fs->changed[fs->n_changed++] = *of;
        if (flows_rate_of(fs, p) <= of->rate_before)
            continue;
        EACH_LINK
        for (uint32_t k = 0; k < FLOW_LINKS; k++) {
            struct link *l = &fs->link[p->link[k]];
            if (l->tight || !is_tight(l))
                continue;
            l->tight = true;
            see(fs, l);
        }
    }
    if (fs->n_closed == n_closed)
        return false;
    for (uint32_t i = 0; i < n; i++)
        take_back(fs, &fs->path[fs->of[i].number], flows_rate_of(fs, &fs->path[fs->of[i].number]));
    reach_on(fs, n_closed);
    return true;
}

/* ---- filling ------------------------------------------------------------------------------------- */

static uint64_t level_of(const struct link *l)
{
    return (int64_t)l->left < (int64_t)l->n_left ? 1 : l->left / l->n_left;
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
    fs->n_heap = fs->n_closed;
    for (uint32_t i = 0; i < fs->n_closed; i++) {
        struct link *l = fs->heap[i] = &fs->link[fs->closed[i]];
        l->limits = false;
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

static void give(struct flows *fs, struct path *p, uint64_t rate)
{
    p->state = RATED;
    fs->n_unrated--;
    EACH_LINK
    for (uint32_t k = 0; k < FLOW_LINKS; k++) {
        struct link *l = &fs->link[p->link[k]];
        l->left -= rate;
        l->n_left--;
    }
}

/* Closes the links whose level `rate` is, before their flows get it. */
static uint32_t close_links(struct flows *fs, uint64_t rate)
{
    uint32_t n = 0;
    while (least_level(fs) == rate) {
        struct link *l = fs->heap[0];
        l->limits = l->closing = true;
        pop_link(fs);
        fs->closing[n++] = l;
    }
    return n;
}

/* A flow that a closing link limits stays with it, if several close. */
static void give_level(struct flows *fs, uint32_t link, uint64_t level)
{
    const uint32_t *number = fs->over[link].number, n = fs->link[link].n;
    for (uint32_t i = 0; i < n; i++) {
        struct path *p = &fs->path[number[i]];
        if (p->state != REACHED)
            continue;
        if (p->limiter >= fs->n_links || !fs->link[p->limiter].closing)
            p->limiter = link;
        give(fs, p, level);
    }
}

/* Lists the flows without a rate by their wishes, when the first wish may be met. */
static void list_wishes(struct flows *fs)
{
    fs->n_rising = 0;
    for (uint32_t i = 0; i < fs->n_of; i++) {
        const struct path *p = &fs->path[fs->of[i].number];
        if (p->state == REACHED)
            fs->rising[fs->n_rising++] = (struct rising){ p->wish, fs->of[i].number };
    }
    fs->has_rising = true;
}

/* Flows that wish no more than `most` get their wish, in any order: levels only rise. Returns whether any did. */
static bool give_wishes(struct flows *fs, uint64_t most)
{
    uint32_t n_before = fs->n_unrated, left = 0;
    if (fs->least_wish > most)
        return false;
    if (!fs->has_rising)
        list_wishes(fs);
    fs->least_wish = UINT64_MAX;
    for (uint32_t i = 0; i < fs->n_rising; i++) {
        const struct rising f = fs->rising[i];
        struct path *p = &fs->path[f.number];
        if (p->state == RATED)
            continue;
        if (f.wish <= most) {
            p->limiter = FLOW_FREE;
            give(fs, p, f.wish);
            continue;
        }
        fs->rising[left++] = f;
        fs->least_wish = f.wish < fs->least_wish ? f.wish : fs->least_wish;
    }
    fs->n_rising = left;
    return fs->n_unrated < n_before;
}

static void fill(struct flows *fs)
{
    start_links(fs);
    fs->n_unrated = fs->n_of;
    fs->has_rising = false;
    fs->least_wish = fs->least_of_all;
    while (fs->n_unrated) {
        uint64_t level = least_level(fs);
        if (give_wishes(fs, level - 1))
            continue; /* a wish that was given may have raised the level */
        uint32_t n_closing = close_links(fs, level);
        for (uint32_t i = 0; i < n_closing; i++)
            give_level(fs, (uint32_t)(fs->closing[i] - fs->link), level);
        for (uint32_t i = 0; i < n_closing; i++)
            fs->closing[i]->closing = false;
        give_wishes(fs, level);
    }
}

static void end_filling(struct flows *fs)
{
    for (uint32_t i = 0; i < fs->n_of; i++)
        fs->path[fs->of[i].number].state = IDLE;
    for (uint32_t i = 0; i < fs->n_closed; i++) {
        struct link *l = &fs->link[fs->closed[i]];
        l->tight = l->waits = is_tight(l);
    }
}

static void move(struct flows *fs, struct path *p, uint32_t limiter, uint64_t by)
{
    p->limiter = limiter;
    for (uint32_t k = 0; k < FLOW_LINKS; k++)
        fs->link[p->link[k]].left += by;
}

/* Where no link that changed is tight, before and after, all that came get their wish. */
static bool is_plain(struct flows *fs)
{
    bool plain = true;
    for (uint32_t i = 0; i < fs->n_touched; i++)
        if (fs->link[fs->touched[i]].tight)
            return false;
    for (uint32_t i = 0; i < fs->n_added; i++)
        move(fs, &fs->path[fs->added[i]], FLOW_FREE, 0 - fs->path[fs->added[i]].wish);
    for (uint32_t i = 0; i < fs->n_touched; i++)
        plain &= !is_tight(&fs->link[fs->touched[i]]);
    for (uint32_t i = 0; !plain && i < fs->n_added; i++)
        move(fs, &fs->path[fs->added[i]], FLOW_NEW, fs->path[fs->added[i]].wish);
    for (uint32_t i = 0; plain && i < fs->n_added; i++)
        fs->changed[i] = (struct reached){ fs->added[i], FLOW_NEW, 0 };
    fs->n_changed = fs->n_added;
    fs->n_closed = 0;
    return plain;
}

void flows_settle(struct flows *fs)
{
    if (fs->settled)
        return;
    if (!is_plain(fs)) {
        reach_first(fs);
        do
            fill(fs);
        while (reach_more(fs));
        end_filling(fs);
    }
    fs->n_added = 0;
    fs->settled = true;
}

/* ---- what must be so ----------------------------------------------------------------------------- */

static bool flow_holds(const struct flows *fs, const struct path *p)
{
    uint64_t rate = flows_rate_of(fs, p);
    bool has_reason = p->limiter == FLOW_FREE;
    for (uint32_t k = 0; k < FLOW_LINKS && p->link[k] < fs->n_links; k++)
        has_reason |= p->limiter == p->link[k] && fs->link[p->limiter].limits;
    return has_reason && rate >= 1 && rate <= p->wish && p->state == IDLE;
}

static bool link_holds(const struct flows *fs, uint32_t link)
{
    const struct link *l = &fs->link[link];
    uint64_t used = 0;
    bool holds = true;
    for (uint32_t i = 0; i < l->n; i++) {
        uint32_t number = fs->over[link].number[i];
        const struct path *p = &fs->path[number];
        holds &= flow_holds(fs, p) && fs->place[number][place_among(p, link)] == i;
        used += flows_rate_of(fs, p);
    }
    holds &= used == fs->capacity[link] - l->left && (used <= fs->capacity[link] || fs->capacity[link] < l->n);
    return holds && l->tight == is_tight(l) && (!l->limits || (l->n && l->tight)) && !l->n_left && l->waits == l->tight;
}

bool flows_hold(const struct flows *fs)
{
    for (uint32_t l = 0; fs->settled && l < fs->n_links; l++)
        if (!link_holds(fs, l))
            return false;
    return true;
}
