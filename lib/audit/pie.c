/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pie.c - a cycle of negotiation: which pool is next, how many it may take, and which slot is best (P6, P7). */
#include "lib/audit/negotiate.h"
#include <float.h>
#include <string.h>

struct taker { uint32_t pool; double priority, limit, ratio; int64_t held; bool gone; };
struct pie {
    struct taker *taker;     /* by name */
    struct taker **turn;
    uint32_t n;
    double left;
    uint32_t *n_free;        /* of each node: slots that were free when the cycle began, and are */
    uint64_t n_left;
};

static uint64_t free_slots(const struct node *node)
{
    return node->up && node->slots[0] > node->occupied[0] ? (uint64_t)(node->slots[0] - node->occupied[0]) : 0;
}

/* Whether slots are left, of which a node has those that no claim has, from the lowest on. */
static uint32_t lowest_number(const struct negotiation *g, uint32_t node)
{
    uint32_t number = 0;
    while (*audit_matches_claim(g, node, number) >= 0)
        number++;
    return number;
}

static int how_far(enum sw_locality at)
{
    return at == SW_AT_NODE ? 0 : at == SW_AT_RACK ? 1 : 2;
}

/* P7 */
static uint32_t best_node(struct audit *a, const struct pie *p, const struct stage *st, uint32_t task)
{
    uint32_t n, best = NONE, best_number = 0;
    int best_far = 3;
    const uint32_t *host = st->has_blocks ? audit_place_hosts(a, st, task, &n) : (n = 0, NULL);
    for (uint32_t i = 0; i < a->cl->n_nodes; i++) {
        if (!p->n_free[i])
            continue;
        int far = how_far(audit_place_distance(a, host, n, i));
        uint32_t number = lowest_number(a->negotiation, i);
        if (far > best_far || (far == best_far && number >= best_number))
            continue;
        best = i;
        best_far = far;
        best_number = number;
    }
    return best;
}

/* ---- limits (P6.1) ----------------------------------------------------------------------------------------- */

static void cut(const struct audit *a, struct pie *p)
{
    double worst = 0, sum = 0;
    p->left = 0;
    for (uint32_t i = 0; i < p->n; i++)
        if (!p->taker[i].gone && p->taker[i].priority > worst)
            worst = p->taker[i].priority;
    for (uint32_t i = 0; i < p->n; i++)
        if (!p->taker[i].gone)
            sum += worst / p->taker[i].priority;
    for (uint32_t i = 0; i < p->n; i++) {
        struct taker *t = &p->taker[i];
        if (t->gone)
            continue;
        t->held = a->pool[t->pool].running[0];
        t->limit = worst / (t->priority * sum) * (double)a->slots_up[0] - (double)t->held;
        if (t->limit < 0)
            t->limit = 0;
        p->left += t->limit;
    }
}

/* P6.2; by insertion, as ties go by name. */
static void sort_turns(struct pie *p)
{
    for (uint32_t i = 0; i < p->n; i++) {
        struct taker *t = &p->taker[i];
        uint32_t k = i;
        t->ratio = (double)t->held + t->limit > 0 ? (double)t->held / ((double)t->held + t->limit) : DBL_MAX;
        for (; k > 0 && (t->priority < p->turn[k - 1]->priority
                         || (t->priority == p->turn[k - 1]->priority && t->ratio < p->turn[k - 1]->ratio));
             k--)
            p->turn[k] = p->turn[k - 1];
        p->turn[k] = t;
    }
}

/* ---- turns (P6.3 to P6.6) ------------------------------------------------------------------------------------ */

static bool may_take(const struct pie *p, double limit, int64_t made)
{
    return (double)(made + 1) <= limit || (made == 0 && limit > 0 && p->left >= 0.99);
}

static int64_t take_turn(struct sweep *s, struct pie *p, struct taker *t)
{
    struct audit *a = s->a;
    double limit = t->limit < p->left ? t->limit : p->left;
    struct stage *st;
    uint32_t task;
    int64_t made = 0;
    while (p->n_left && may_take(p, limit, made) && audit_matches_next(a, t->pool, &st, &task)) {
        uint32_t node = best_node(a, p, st, task);
        if (!audit_matches_expect(s, t->pool, node, lowest_number(a->negotiation, node), "P6"))
            return 0;
        p->n_free[node]--;
        p->n_left--;
        p->left -= 1;
        made++;
    }
    t->gone = (double)made < limit && (!p->n_left || !audit_matches_next(a, t->pool, &st, &task));
    return made;
}

static bool spin(struct sweep *s, struct pie *p, bool first)
{
    bool changed = false;
    uint32_t n_staying = 0;
    cut(s->a, p);
    if (!(p->left > 0))
        return false;
    if (first)
        sort_turns(p);
    for (uint32_t i = 0; i < p->n && !s->a->negotiation->blind; i++) {
        struct taker *t = p->turn[i];
        double limit = t->limit < p->left ? t->limit : p->left;
        if (t->gone)
            continue;
        if (first || (limit >= 1 && p->left >= 1))
            changed |= take_turn(s, p, t) > 0 || t->gone;
        n_staying += !t->gone;
    }
    return changed && n_staying && p->n_left && !s->a->negotiation->blind;
}

static void gather(struct audit *a, struct pie *p)
{
    struct stage *st;
    uint32_t task;
    for (uint32_t i = 0; i < a->n_pools; i++) {
        if (a->pool[i].has_children || !audit_matches_next(a, i, &st, &task))
            continue;
        uint32_t k = p->n++;
        for (; k > 0 && strcmp(a->pool[i].name, a->pool[p->taker[k - 1].pool].name) < 0; k--)
            p->taker[k] = p->taker[k - 1];
        int64_t weight = a->pool[i].weight > 0 ? a->pool[i].weight : 1;
        p->taker[k]
            = (struct taker){ .pool = i, .priority = audit_matches_usage(a, i, a->now_us) * 1e6 / (double)weight };
    }
    for (uint32_t i = 0; i < a->cl->n_nodes; i++) {
        p->n_free[i] = (uint32_t)free_slots(&a->node[i]);
        p->n_left += p->n_free[i];
    }
}

void audit_pie(struct sweep *s)
{
    struct audit *a = s->a;
    struct pie p = { .taker = xcalloc(a->n_pools + 1, sizeof *p.taker),
                     .turn = xcalloc(a->n_pools + 1, sizeof(struct taker *)),
                     .n_free = xcalloc(a->cl->n_nodes + 1, sizeof *p.n_free) };
    gather(a, &p);
    if (p.n && p.n_left)
        for (bool first = true; spin(s, &p, first);)
            first = false;
    xfree(p.taker);
    xfree(p.turn);
    xfree(p.n_free);
}
