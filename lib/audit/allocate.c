/* SPDX-License-Identifier: GPL-3.0-or-later */
/* allocate.c - an allocator's offers (section 15): rounds, whose turn it is at each node, filters. All is decided once
 * more from the state of the sweep, and each launch has to be the one that follows. What comes after a difference is
 * not looked at, nor what comes after an instant of several rounds. */
#include "lib/audit/allocate.h"
#include <stdlib.h>
#include <string.h>

/* ---- what the sweep tells ------------------------------------------------------------------------------------ */

void audit_allocate_grew(struct audit *a, uint32_t node)
{
    if (a->allocation)
        a->allocation->grew[node] = true;
}

/* ---- whose turn it is at a node (M4) ----------------------------------------------------------------------- */

static int compare_sides(const struct audit *a, uint32_t x, uint32_t y)
{
    const struct allocator_pool *of = a->allocation->pool;
    int64_t has_x = a->pool[x].running[0] + of[x].offered, has_y = a->pool[y].running[0] + of[y].offered;
    __int128 left = has_x, right = has_y;
    if (!a->pool[x].weight != !a->pool[y].weight)
        return a->pool[x].weight ? -1 : 1;
    if (a->pool[x].weight) {
        left *= a->pool[y].weight;
        right *= a->pool[x].weight;
    }
    if (left != right)
        return left < right ? -1 : 1;
    if (of[x].n_offers != of[y].n_offers)
        return of[x].n_offers < of[y].n_offers ? -1 : 1;
    return strcmp(a->pool[x].name, a->pool[y].name);
}

static int depth_of(const struct audit *a, uint32_t pool)
{
    int n = 0;
    for (; pool != NONE; pool = a->pool[pool].parent)
        n++;
    return n;
}

static int by_turn(const void *x, const void *y, void *audit)
{
    const struct audit *a = audit;
    uint32_t p = *(const uint32_t *)x, q = *(const uint32_t *)y;
    int dp = depth_of(a, p), dq = depth_of(a, q);
    if (p == q)
        return 0;
    for (; dp > dq; dp--)
        p = a->pool[p].parent;
    for (; dq > dp; dq--)
        q = a->pool[q].parent;
    while (a->pool[p].parent != a->pool[q].parent) {
        p = a->pool[p].parent;
        q = a->pool[q].parent;
    }
    return compare_sides(a, p, q);
}

/* M4.3: what the maxima leave it. */
static int64_t room_of(const struct audit *a, uint32_t pool)
{
    int64_t least = SW_NO_LIMIT;
    for (uint32_t p = pool; p != NONE; p = a->pool[p].parent)
        if (a->pool[p].max[0] != SW_NO_LIMIT)
            least = min_i64(least, a->pool[p].max[0] - a->pool[p].running[0] - a->allocation->pool[p].offered);
    return least;
}

static void make_offer(struct audit *a, uint32_t pool, uint32_t node, int64_t slots)
{
    struct allocation *g = a->allocation;
    RESERVE(g->offer, g->n_offers + 1, g->cap_offers);
    g->offer[g->n_offers++] = (struct allocator_offer){ pool, node, slots };
    for (uint32_t p = pool; p != NONE; p = a->pool[p].parent) {
        g->pool[p].offered += slots;
        g->pool[p].n_offers++;
    }
}

static void offer_node(struct audit *a, uint32_t node)
{
    struct allocation *g = a->allocation;
    int64_t left = a->node[node].slots[0] - a->node[node].occupied[0];
    uint32_t n = 0;
    for (uint32_t p = 0; p < a->n_pools; p++)
        if (g->pool[p].wants)
            g->turn[n++] = p;
    if (n > 1)
        qsort_r(g->turn, n, sizeof *g->turn, by_turn, a);
    for (uint32_t i = 0; i < n && left > 0; i++) {
        int64_t slots = min_i64(left, room_of(a, g->turn[i]));
        if (slots <= 0 || audit_filters_hold(g, g->turn[i], node, slots))
            continue;
        make_offer(a, g->turn[i], node, slots);
        left -= slots;
    }
}

/* ---- rounds (M2, M3) ------------------------------------------------------------------------------------------- */

static bool has_free(const struct audit *a, uint32_t node)
{
    return a->node[node].up && a->node[node].slots[0] > a->node[node].occupied[0];
}

static uint32_t list_nodes(const struct audit *a, bool all)
{
    struct allocation *g = a->allocation;
    struct sw_chance c = sw_chance_start(a->rules.seed, SW_CHANCE_OFFERS, (uint64_t)g->at_us, g->n_launched);
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->cl->n_nodes; i++)
        if (has_free(a, i) && (all || g->grew[i]))
            g->was[n++] = i;
    if (n)
        sw_chance_permutation(&c, g->place, n);
    for (uint32_t i = 0; i < n; i++)
        g->node[i] = g->was[g->place[i]];
    return n;
}

static bool find_takers(struct audit *a)
{
    struct allocation *g = a->allocation;
    bool any = false;
    for (uint32_t p = 0; p < a->n_pools; p++) {
        g->pool[p].wants = false;
        g->pool[p].offered = 0;
    }
    for (uint32_t i = 0; i < a->n_waiting[0]; i++)
        if (audit_turn_in_queue(a, a->waiting[0][i]))
            any = g->pool[a->job[a->waiting[0][i]->job].pool].wants = true;
    return any;
}

static void make_round(struct sweep *s, bool all)
{
    struct audit *a = s->a;
    struct allocation *g = a->allocation;
    g->n_offers = 0;
    uint32_t n = find_takers(a) ? list_nodes(a, all) : 0;
    for (uint32_t i = 0; i < n; i++)
        offer_node(a, g->node[i]);
    for (size_t i = 0; i < g->n_offers && !g->blind; i++) {
        const struct allocator_offer offer = g->offer[i];
        int64_t left = audit_answer(s, &offer);
        if (left)
            audit_filters_add(&a->rules, g, &offer, left);
    }
}

static void clear_calls(const struct audit *a)
{
    a->allocation->revived = false;
    memset(a->allocation->grew, 0, a->cl->n_nodes * sizeof *a->allocation->grew);
}

/* T3: what takes no time ends after the round. Another round follows where that revives a pool (M2.2). A log does not
 * say whether a stage that is ready in such an instant was so before the round. */
static bool has_several_rounds(const struct sweep *s, const struct event *ev, const struct event *end)
{
    const struct allocation *g = s->a->allocation;
    for (; ev < end; ev++)
        if (ev->kind > EV_LAUNCH
            && (g->revived || ev->kind == EV_LATE_OVER
                || (ev->kind == EV_LATE_END && s->a->row[ev->of].outcome != SW_DONE)))
            return true;
    return false;
}

static void check_others(struct sweep *s, bool due)
{
    struct allocation *g = s->a->allocation;
    const struct row *row = g->n_expected < g->n_launches ? row_of(s, &g->launch[g->n_expected]) : NULL;
    if (!row || g->blind)
        return;
    if (due)
        audit_fault(s->a, OF_TURNS, row, "M4", "launched at %s on '%s', which follows from no offer of the round",
                    S(s->now_us), s->a->cl->node[row->node].name);
    else
        audit_fault(s->a, OF_TURNS, row, "M2", "launched at %s, between two rounds of offers", S(s->now_us));
    g->blind = true;
}

/* ev: n launches; `end`: where the events of the instant end. False: not known what had to be launched. */
bool audit_allocate_at(struct sweep *s, struct event *ev, size_t n, const struct event *end)
{
    struct audit *a = s->a;
    struct allocation *g = a->allocation;
    bool grew = false;
    g->blind |= has_several_rounds(s, ev, end) || s->unsure || s->now_us >= g->blind_us || s->now_us >= a->blind_us;
    if (g->blind)
        return false;
    g->at_us = s->now_us;
    g->launch = ev;
    g->n_launches = n;
    g->n_expected = 0;
    for (uint32_t i = 0; i < a->cl->n_nodes; i++)
        grew |= g->grew[i];
    bool all = g->revived || s->now_us % a->rules.offer_us == 0;
    if (all || grew)
        make_round(s, all);
    clear_calls(a);
    check_others(s, all || grew);
    for (size_t i = g->n_expected; i < n; i++)
        audit_launch_on_node(s, &ev[i], 1);
    return true;
}

/* Rounds at which nothing else happens. One that offers nothing is followed by the same ones until a filter ends. */
void audit_allocate_until(struct sweep *s, int64_t until_us)
{
    struct audit *a = s->a;
    struct allocation *g = a->allocation;
    int64_t every_us = a->rules.offer_us, at_us = g ? (s->now_us / every_us + 1) * every_us : NEVER;
    if (!g || s->now_us < 0)
        return;
    g->n_launches = g->n_expected = 0;
    while (at_us < until_us && at_us < g->blind_us && at_us < a->blind_us && !g->blind && !s->unsure) {
        g->at_us = at_us;
        make_round(s, true);
        at_us += every_us;
        if (!g->n_offers && audit_filters_first_end(g) == NEVER)
            return;
        if (!g->n_offers)
            at_us = max_i64(at_us, (audit_filters_first_end(g) / every_us + 1) * every_us);
    }
}

/* ---- a run ----------------------------------------------------------------------------------------------------- */

void audit_allocate_start(struct audit *a)
{
    uint32_t n = a->cl->n_nodes;
    struct allocation *g;
    if (!a->rules.allocates || !a->rules.offer_us)
        return;
    a->allocation = g = xcalloc(1, sizeof *g);
    g->pool = xcalloc(a->n_pools + 1, sizeof *g->pool);
    g->turn = xcalloc(a->n_pools + 1, sizeof *g->turn);
    g->node = xcalloc(n + 1, sizeof *g->node);
    g->was = xcalloc(n + 1, sizeof *g->was);
    g->place = xcalloc(n + 1, sizeof *g->place);
    g->grew = xcalloc(n + 1, sizeof *g->grew);
    g->blind_us = audit_times_hidden_from(a);
}

void audit_allocate_end(struct audit *a)
{
    struct allocation *g = a->allocation;
    if (!g)
        return;
    void *const arrays[]
        = { g->pool, g->turn, g->node, g->was, g->place, g->grew, g->offer, g->filter, g->queue };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        xfree(arrays[i]);
    xfree(g);
    a->allocation = NULL;
}
