/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flows.c - rates from the present rates on, and only where a level moves.
 *
 * Two things make rates those of rule N3. Each flow has the least of its wish and its links' levels. Each link has the
 * level of N3.1 when its flows that are limited elsewhere have their rates. There is one such set of rates: by
 * induction on the rounds of N3.2, from the least rate on. flows_hold() reads that literally.
 *
 * So a link is in doubt if its flows, or their rates, are others than before. Its level is found again from two sums
 * (level.c). If it moves, the links that share flows limited by it are in doubt, too. A flow that another link could
 * limit now is moved to it. Links in doubt are taken from low levels to high: a link's level follows from lower rates
 * only. That is the bottleneck structure of Ros-Giralt and others (2022). In a congested cluster of 600 nodes 440 flows
 * depend on each other. A change moves the levels of 25 links, and 3 flows get another limiter. On racks of 1 Gbit/s a
 * tenth of a million tasks takes 2.1 G instructions. Filling all that depends on a change took 14.7 G. */
#include "lib/base/arena.h"
#include "lib/sim/mech/network/network.h"

/* Link n_links, behind the last, has no level and stands for links that a flow lacks. */
void flows_init(struct flows *fs, uint32_t n_links)
{
    *fs = (struct flows){ .n_links = n_links, .settled = true };
    fs->link = xcalloc(n_links + 1, sizeof *fs->link);
    for (uint32_t l = 0; l <= n_links; l++)
        fs->link[l] = (struct link){ .level = FLOW_NO_LEVEL, .next = PATH_NOT_QUEUED };
    for (uint32_t q = 0; q < FLOW_QUEUES; q++)
        fs->queue[q] = PATH_LAST;
    fs->capacity = xcalloc(n_links, sizeof *fs->capacity);
    fs->room = xcalloc(n_links, sizeof *fs->room);
    fs->over = xcalloc(n_links, sizeof *fs->over);
    fs->touched = xcalloc(n_links, sizeof *fs->touched);
    fs->noted = xcalloc(n_links, sizeof *fs->noted);
}

void flows_set_capacity(struct flows *fs, uint32_t link, uint64_t capacity)
{
    fs->capacity[link] = capacity;
    fs->room[link] = (int64_t)capacity;
}

/* ---- flows come and go --------------------------------------------------------------------------- */

/* What changed is listed from one settling to the next change. */
static void forget_last_changes(struct flows *fs)
{
    if (!fs->settled)
        return;
    for (uint32_t i = 0; i < fs->n_touched; i++)
        fs->link[fs->touched[i]].touched = false;
    for (uint32_t i = 0; i < fs->n_noted; i++)
        fs->link[fs->noted[i]].noted = false;
    fs->n_touched = fs->n_noted = fs->n_changed = 0;
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
    fs->rate = xrealloc(fs->rate, n, sizeof *fs->rate);
    fs->changed = xrealloc(fs->changed, n, sizeof *fs->changed);
}

/* Its wish is cut to what its links can carry. */
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
    paths_join(fs, number);
    fs->place_added[number] = fs->n_added;
    fs->added[fs->n_added++] = number;
}

void flows_remove(struct flows *fs, struct flow *f)
{
    bool is_new = fs->path[f->number].limiter == FLOW_NEW;
    forget_last_changes(fs);
    paths_leave(fs, f->number);
    fs->spare[fs->n_spare++] = f->number;
    if (!is_new)
        return;
    uint32_t last = fs->added[--fs->n_added];
    fs->added[fs->place_added[f->number]] = last;
    fs->place_added[last] = fs->place_added[f->number];
}

/* ---- what follows from it ------------------------------------------------------------------------- */

/* Flows that a lower link limits now. */
static void pass_on(struct flows *fs, struct link *l)
{
    const uint32_t *number = fs->over[l - fs->link].number;
    for (uint32_t i = l->n_here; i-- > 0; ) {
        uint32_t lowest = paths_lowest(fs, &fs->path[number[i]]);
        if (fs->link[lowest].level < l->level)
            paths_limit(fs, number[i], lowest);
    }
}

/* Flows that get their wish now, or an equal share of a loose link. */
static void reach_out(struct flows *fs, struct link *l)
{
    const uint32_t *number = fs->over[l - fs->link].number;
    uint64_t reach = UINT64_MAX;
    for (uint32_t i = l->n_here; i-- > 0; ) {
        uint32_t f = number[i];
        const struct path *p = &fs->path[f];
        uint64_t its = paths_reach(fs, p);
        if (its < l->level && p->wish < l->level)
            paths_limit(fs, f, FLOW_FREE);
        for (uint32_t k = 0; its < l->level && k < FLOW_LINKS && p->link[k] < fs->n_links; k++)
            if (!fs->link[p->link[k]].watched)
                paths_watch_if_tight(fs, p->link[k]);
        if (p->limiter != FLOW_FREE && (its = paths_reach(fs, p)) < reach)
            reach = its;
    }
    l->reach = reach;
}

/* The flows that it limits give more or less to their other links. Returns the least level of these. */
static uint64_t pull(struct flows *fs, const struct link *l, uint64_t by)
{
    struct link *link = fs->link;
    uint64_t level = l->level, lowest = FLOW_NO_LEVEL;
    for (uint32_t i = 0; i < l->n_pull; i++) { /* no list is a null pointer */
        const struct pull *p = &l->pull[i];
        struct link *other = &link[p->link];
        other->left -= (int64_t)(by * p->n);
        if (unlikely(level > other->most_elsewhere))
            other->most_elsewhere = level;
        lowest = other->level < lowest ? other->level : lowest;
        if (other->level == FLOW_NO_LEVEL && other->left >= (int64_t)other->n)
            continue;
        paths_doubt(fs, other);
    }
    return lowest;
}

/* Other links get what its flows give up, or lose what they take. */
static void set_level(struct flows *fs, struct link *l, uint64_t level)
{
    uint64_t before = l->level;
    if (level == before)
        return;
    l->level = level;
    l->limits = level != FLOW_NO_LEVEL;
    paths_note(fs, (uint32_t)(l - fs->link));
    if (pull(fs, l, level - before) < level)
        pass_on(fs, l);
}

/* The level by the present flows, and what follows from it for flows. */
static void find_level(struct flows *fs, struct link *l)
{
    set_level(fs, l, level_now(fs, l));
    if (l->most_elsewhere > l->level) {
        /* Flows that another link gives more than this one can. */
        const uint32_t *number = fs->over[l - fs->link].number;
        for (uint32_t i = l->n_here; i < l->n; i++)
            if (flows_rate_of(fs, &fs->path[number[i]]) > l->level)
                paths_limit(fs, number[i], (uint32_t)(l - fs->link));
        l->most_elsewhere = l->level;
    }
    if (l->n_here && l->level > l->reach)
        reach_out(fs, l);
}

/* Of the least level. Bits say which queues have any. */
static struct link *next_in_doubt(struct flows *fs)
{
    uint32_t w = (uint32_t)__builtin_ctzll(fs->words), q = 64 * w + (uint32_t)__builtin_ctzll(fs->queued[w]);
    struct link *l = &fs->link[fs->queue[q]];
    if ((fs->queue[q] = l->next) == PATH_LAST && !(fs->queued[w] &= fs->queued[w] - 1))
        fs->words &= fs->words - 1;
    l->next = PATH_NOT_QUEUED;
    return l;
}

/* A new flow gets what its links have for it, as far as is known yet. */
static void enter_flow(struct flows *fs, uint32_t number)
{
    const struct path *p = &fs->path[number];
    uint32_t lowest = paths_lowest(fs, p);
    paths_limit(fs, number, fs->link[lowest].level < p->wish ? lowest : FLOW_FREE);
    for (uint32_t k = 0; k < FLOW_LINKS && p->link[k] < fs->n_links; k++)
        if (!fs->link[p->link[k]].watched)
            paths_watch_if_tight(fs, p->link[k]);
}

/* Flows that went back to their limiter have not changed. Links that limit nothing any more may be loose. */
static void end_changes(struct flows *fs)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < fs->n_changed; i++) {
        struct path *p = &fs->path[fs->changed[i].number];
        p->changed = 0;
        if (p->limiter != fs->changed[i].before)
            fs->changed[n++] = fs->changed[i];
    }
    fs->n_changed = n;
    for (uint32_t i = 0; i < fs->n_touched; i++)
        if (fs->link[fs->touched[i]].watched && !fs->link[fs->touched[i]].limits)
            paths_watch_no_more(fs, fs->touched[i]);
}

void flows_settle(struct flows *fs)
{
    if (fs->settled)
        return;
    for (uint32_t i = 0; i < fs->n_added; i++)
        enter_flow(fs, fs->added[i]);
    while (fs->words)
        find_level(fs, next_in_doubt(fs));
    fs->n_added = 0;
    end_changes(fs);
    fs->settled = true;
}

/* ---- what must be so ----------------------------------------------------------------------------- */

/* N3.1 when all flows over the link with less than `rate` have their rates, and the others none. */
static uint64_t level_at(const struct flows *fs, uint32_t link, uint64_t rate)
{
    int64_t left = (int64_t)fs->capacity[link];
    uint32_t n = 0;
    for (uint32_t i = 0; i < fs->link[link].n; i++) {
        uint64_t has = flows_rate_of(fs, &fs->path[fs->over[link].number[i]]);
        left -= has < rate ? (int64_t)has : 0;
        n += has >= rate;
    }
    return level_of(left, n);
}

/* A flow has its wish, or the level of the link that limits it, and no link on its way gives less. */
static bool flow_holds(const struct flows *fs, const struct path *p)
{
    uint64_t rate = flows_rate_of(fs, p);
    bool has_reason = p->limiter == FLOW_FREE;
    for (uint32_t k = 0; k < FLOW_LINKS && p->link[k] < fs->n_links; k++) {
        has_reason |= p->limiter == p->link[k] && fs->link[p->limiter].limits;
        if (fs->link[p->link[k]].level < rate)
            return false;
    }
    return has_reason && rate >= 1 && rate <= p->wish && !p->changed;
}

/* Of the rates over the link only the greatest may be its level, and is if the link limits some flow. */
static bool link_holds(const struct flows *fs, uint32_t link)
{
    const struct link *l = &fs->link[link];
    int64_t left = (int64_t)fs->capacity[link];
    bool holds = true, limits = false;
    for (uint32_t i = 0; i < l->n; i++) {
        uint32_t number = fs->over[link].number[i], k = 0;
        const struct path *p = &fs->path[number];
        uint64_t rate = flows_rate_of(fs, p), level = level_at(fs, link, rate);
        while (p->link[k] != link)
            k++;
        holds &= flow_holds(fs, p) && fs->place[number][k] == i && (p->limiter == link) == (i < l->n_here);
        holds &= level == rate ? l->level == rate : level > rate;
        limits |= level == rate;
        left -= p->limiter == link ? 0 : (int64_t)rate;
    }
    holds &= l->limits == limits && l->limits == (l->level != FLOW_NO_LEVEL) && l->next == PATH_NOT_QUEUED;
    return holds && (l->watched ? l->left == left : !limits && !l->n_here);
}

bool flows_hold(const struct flows *fs)
{
    for (uint32_t l = 0; fs->settled && l < fs->n_links; l++)
        if (!link_holds(fs, l))
            return false;
    return !fs->words;
}
