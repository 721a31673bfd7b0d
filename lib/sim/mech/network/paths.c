/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paths.c - which flows go over a link, which of them it limits, and which links need no looking at.
 *
 * A link is loose if it cannot limit any of its flows. Either it has a byte a second to spare for each, beside all
 * their wishes. Or each has less than an equal share of it. Nothing is kept of a loose link but its flows: their rates
 * may change below that share. The other links are watched. They keep the sum of the rates of the flows that are
 * limited elsewhere, and by which links they are. */
#include "lib/base/arena.h"
#include "lib/sim/mech/network/network.h"

/* ---- flows over a link: those that it limits stand first ------------------------------------------ */

/* Flow `number` stands at place i of the link's list. */
static void put_flow(struct flows *fs, uint32_t link, uint32_t i, uint32_t number)
{
    uint32_t k = 0;
    while (fs->path[number].link[k] != link)
        k++;
    fs->over[link].number[i] = number;
    fs->place[number][k] = i;
}

/* Two places of the link's list. */
static void swap(struct flows *fs, uint32_t link, uint32_t i, uint32_t k)
{
    uint32_t one = fs->over[link].number[i], other = fs->over[link].number[k];
    if (i == k)
        return;
    put_flow(fs, link, i, other);
    put_flow(fs, link, k, one);
}

/* A flow came or went over the link. */
static void touch(struct flows *fs, uint32_t link)
{
    if (!fs->link[link].touched)
        fs->touched[fs->n_touched++] = link;
    fs->link[link].touched = true;
}

/* Behind the others: nothing limits it yet. */
void paths_join(struct flows *fs, uint32_t number)
{
    const struct path *p = &fs->path[number];
    for (uint32_t k = 0; k < FLOW_LINKS && p->link[k] < fs->n_links; k++) {
        struct link *l = &fs->link[p->link[k]];
        struct over *over = &fs->over[p->link[k]];
        RESERVE(over->number, l->n + 1, over->cap);
        fs->place[number][k] = l->n;
        over->number[l->n++] = number;
        fs->room[p->link[k]] -= (int64_t)p->wish;
        touch(fs, p->link[k]);
    }
}

/* One more flow that l limits goes over the link. */
static void pull_more(struct link *l, uint32_t link)
{
    for (uint32_t i = 0; i < l->n_pull; i++)
        if (l->pull[i].link == link) {
            l->pull[i].n++;
            return;
        }
    PUSH(l->pull, l->n_pull, l->cap_pull, (struct pull){ link, 1 });
}

/* One fewer. */
static void pull_less(struct link *l, uint32_t link)
{
    uint32_t i = 0;
    while (l->pull[i].link != link)
        i++;
    if (!--l->pull[i].n)
        l->pull[i] = l->pull[--l->n_pull];
}

/* A watched link gets its rate back, or has one flow less to limit. */
void paths_leave(struct flows *fs, uint32_t number)
{
    const struct path *p = &fs->path[number];
    uint64_t rate = flows_rate_of(fs, p);
    for (uint32_t k = 0; k < FLOW_LINKS && p->link[k] < fs->n_links; k++) {
        uint32_t link = p->link[k];
        struct link *l = &fs->link[link];
        if (l->watched && p->limiter == link)
            swap(fs, link, fs->place[number][k], --l->n_here);
        else if (l->watched) {
            l->left += (int64_t)rate;
            if (p->limiter < fs->n_links)
                pull_less(&fs->link[p->limiter], link);
        }
        uint32_t last = fs->over[link].number[--l->n];
        put_flow(fs, link, fs->place[number][k], last);
        fs->room[link] += (int64_t)p->wish;
        touch(fs, link);
        if (l->watched)
            paths_doubt(fs, l);
    }
}

/* ---- what limits a flow --------------------------------------------------------------------------- */

/* The first of several. */
uint32_t paths_lowest(const struct flows *fs, const struct path *p)
{
    uint32_t lowest = p->link[0];
    for (uint32_t k = 1; k < FLOW_LINKS; k++)
        if (fs->link[p->link[k]].level < fs->link[lowest].level)
            lowest = p->link[k];
    return lowest;
}

/* A byte a second to spare for each flow, beside all wishes. */
static bool has_room_for_all(const struct flows *fs, uint32_t link)
{
    return fs->room[link] >= (int64_t)fs->link[link].n;
}

/* Below this rate each flow of the link gets less than an equal share of it. */
static uint64_t equal_share(const struct flows *fs, uint32_t link)
{
    return fs->capacity[link] / fs->link[link].n;
}

/* Up to this rate it has no more than its wish, and less than an equal share of each loose link without room. */
uint64_t paths_reach(const struct flows *fs, const struct path *p)
{
    uint64_t reach = p->wish;
    for (uint32_t k = 0; k < FLOW_LINKS && p->link[k] < fs->n_links; k++) {
        if (fs->link[p->link[k]].watched || has_room_for_all(fs, p->link[k]))
            continue;
        uint64_t share = equal_share(fs, p->link[k]);
        if (share <= reach)
            reach = share ? share - 1 : 0;
    }
    return reach;
}

/* A bound: it may stay too high. */
static void raise(struct link *l, uint64_t rate)
{
    l->most_elsewhere = rate > l->most_elsewhere ? rate : l->most_elsewhere;
}

/* The flow, and the limiter that it had at the last settling. */
static void note_change(struct flows *fs, uint32_t number, struct path *p)
{
    if (p->limiter < fs->n_links)
        paths_note(fs, p->limiter);
    if (p->changed)
        return;
    fs->changed[fs->n_changed++] = (struct reached){ number, p->limiter };
    p->changed = fs->n_changed;
}

/* A watched link that did not limit the flow and does, or did, or neither. */
static void follow_limiter(struct flows *fs, uint32_t number, uint32_t k, uint32_t old, uint64_t old_rate)
{
    const struct path *p = &fs->path[number];
    uint32_t link = p->link[k];
    struct link *l = &fs->link[link];
    uint64_t rate = flows_rate_of(fs, p);
    if (p->limiter == link) {
        swap(fs, link, fs->place[number][k], l->n_here++);
        l->left += (int64_t)old_rate;
    } else if (old == link) {
        swap(fs, link, fs->place[number][k], --l->n_here);
        l->left -= (int64_t)rate;
    } else {
        l->left -= (int64_t)(rate - old_rate);
    }
    if (p->limiter != link)
        raise(l, rate);
    if (old < fs->n_links && old != link)
        pull_less(&fs->link[old], link);
    if (p->limiter < fs->n_links && p->limiter != link)
        pull_more(&fs->link[p->limiter], link);
    paths_doubt(fs, l);
}

/* Each watched link on its way follows, and the new limiter reaches no farther than the flow lets. */
void paths_limit(struct flows *fs, uint32_t number, uint32_t limiter)
{
    struct path *p = &fs->path[number];
    uint32_t old = p->limiter;
    uint64_t old_rate = flows_rate_of(fs, p);
    note_change(fs, number, p);
    p->limiter = limiter;
    for (uint32_t k = 0; k < FLOW_LINKS && p->link[k] < fs->n_links; k++)
        if (fs->link[p->link[k]].watched)
            follow_limiter(fs, number, k, old, old_rate);
    if (limiter >= fs->n_links)
        return;
    uint64_t reach = paths_reach(fs, p);
    struct link *l = &fs->link[limiter];
    l->reach = reach < l->reach ? reach : l->reach;
    paths_note(fs, limiter);
}

/* ---- loose links ---------------------------------------------------------------------------------- */

/* Its sums are made from its flows. */
void paths_watch(struct flows *fs, uint32_t link)
{
    struct link *l = &fs->link[link];
    l->watched = true;
    l->left = (int64_t)fs->capacity[link];
    l->most_elsewhere = 0;
    l->reach = UINT64_MAX;
    for (uint32_t i = 0; i < l->n; i++) {
        const struct path *p = &fs->path[fs->over[link].number[i]];
        uint64_t rate = flows_rate_of(fs, p);
        l->left -= (int64_t)rate;
        raise(l, rate);
        if (p->limiter < fs->n_links)
            pull_more(&fs->link[p->limiter], link);
    }
    paths_doubt(fs, l);
}

/* Flows that are limited elsewhere may get up to an equal share of a loose link. */
static void heed_share(struct flows *fs, uint32_t link)
{
    uint64_t share = has_room_for_all(fs, link) ? UINT64_MAX : equal_share(fs, link);
    for (uint32_t i = 0; i < fs->link[link].n; i++) {
        uint32_t limiter = fs->path[fs->over[link].number[i]].limiter;
        if (limiter < fs->n_links && fs->link[limiter].reach >= share)
            fs->link[limiter].reach = share - 1;
    }
}

/* The greatest rate over the link. */
static uint64_t most_of(const struct flows *fs, uint32_t link)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < fs->link[link].n; i++) {
        uint64_t rate = flows_rate_of(fs, &fs->path[fs->over[link].number[i]]);
        most = rate > most ? rate : most;
    }
    return most;
}

/* A flow came over the loose link, or has a higher rate. */
void paths_watch_if_tight(struct flows *fs, uint32_t link)
{
    if (has_room_for_all(fs, link))
        return;
    if (most_of(fs, link) >= equal_share(fs, link))
        paths_watch(fs, link);
    else
        heed_share(fs, link);
}

/* The watched link limits no flow. It is loose if each rate is well below an equal share, or it has room. */
void paths_watch_no_more(struct flows *fs, uint32_t link)
{
    struct link *l = &fs->link[link];
    if (!has_room_for_all(fs, link)) {
        uint64_t share = equal_share(fs, link), well_below = share - share / 8;
        if (l->left < (int64_t)(fs->capacity[link] / 8) || most_of(fs, link) >= well_below)
            return;
    }
    l->watched = false;
    for (uint32_t i = 0; i < l->n; i++) {
        const struct path *p = &fs->path[fs->over[link].number[i]];
        if (p->limiter < fs->n_links)
            pull_less(&fs->link[p->limiter], link);
    }
    heed_share(fs, link);
}
