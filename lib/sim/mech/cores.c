/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cores.c - the attempts of a node that compute share its cores: with more of them than cores each slows down (B21).
 *
 * A node whose attempts have changed at an instant is looked at when the instant is over. Where hosts share, so are the
 * others of its host (B21.4). Its speed is then that of its row times the share of a core that each attempt has.
 * What is left of its attempts is stretched as by B9. A reduce computes from the end of its shuffle on, which takes an
 * event of its own, as no other happens then. */
#include "lib/base/arena.h"
#include "lib/sim/event/event.h"
#include "lib/sim/life/life.h"
#include "lib/sim/task/task.h"

/* fresh: a reduce whose shuffle has not ended. It may end at the instant of the launch, when T2 is repeated. */
struct here { struct attempt *of; bool fresh; };
/* In the order of launch. next: of the nodes of its host, in a ring; itself where hosts share nothing. */
struct on_node { struct here *at; uint32_t n, cap, next; };
struct cores { struct on_node *node; struct bits changed; };

/* B21.4: with the node, all nodes of its host. */
static void note_changed(struct cores *c, uint32_t node)
{
    bits_put(&c->changed, node, true);
    for (uint32_t i = c->node[node].next; i != node; i = c->node[i].next)
        bits_put(&c->changed, i, true);
}

static void cores_launched(struct sw_replay *r UNUSED, void *own, struct attempt *a)
{
    struct cores *c = own;
    struct on_node *nd = &c->node[a->node];
    PUSH(nd->at, nd->n, nd->cap, (struct here){ a, a->stage->kind == SW_REDUCE });
    note_changed(c, a->node);
}

/* Those behind it move up: the order is that of launch. */
static void cores_left(struct sw_replay *r UNUSED, void *own, struct attempt *a)
{
    struct cores *c = own;
    struct on_node *nd = &c->node[a->node];
    uint32_t i = 0;
    while (nd->at[i].of != a)
        i++;
    for (nd->n--; i < nd->n; i++)
        nd->at[i] = nd->at[i + 1];
    note_changed(c, a->node);
}

/* It will compute, or ask to (A3), at that time. */
static bool cores_copied(struct sw_replay *r, void *own UNUSED, struct attempt *a, int64_t at_us)
{
    events_push(&r->events, event_make(at_us, EV_COMPUTES, a->node, NULL));
    return false;
}

/* A shuffle ends now on the node: what has begun to compute is no longer fresh. */
static void cores_event(struct sw_replay *r, void *own, const struct event *ev)
{
    struct cores *c = own;
    uint32_t node = (uint32_t)event_number(ev);
    for (uint32_t i = 0; i < c->node[node].n; i++) {
        struct here *it = &c->node[node].at[i];
        it->fresh &= it->of->phase != QUEUED && !(it->of->phase == RUNNING && it->of->compute_us <= r->now_us);
    }
    note_changed(c, node);
}

static void cores_node_changed(struct sw_replay *r UNUSED, void *own, uint32_t node)
{
    note_changed(own, node);
}

/* ---- speeds ------------------------------------------------------------------------------------- */

/* B21.1: maps and tasks from their launch on, reduces from the end of their shuffle on. */
static uint32_t computing(const struct sw_replay *r, const struct on_node *nd)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < nd->n; i++) {
        const struct attempt *a = nd->at[i].of;
        n += a->phase == RUNNING && !nd->at[i].fresh && a->compute_us <= r->now_us;
    }
    return n;
}

/* B21.2: the part of a core for each of those that want one; 1 where there are enough. */
static double share_each(double has, double wanted)
{
    return wanted > has ? has / wanted : 1.0;
}

/* B21.4 */
static double part_of_host(const struct sw_replay *r, const struct cores *c, uint32_t node)
{
    double wanted = 0, cores = r->opt.cores ? (double)r->opt.cores : (double)UINT32_MAX;
    uint32_t i = node;
    do {
        double n = r->slots.node[i].up ? (double)computing(r, &c->node[i]) : 0;
        wanted += n < cores ? n : cores;
    } while ((i = c->node[i].next) != node);
    return share_each((double)r->opt.host_cores, wanted);
}

/* B21.2: the speed of its row times its parts of cores. What is left of its attempts is stretched by B9. */
static void set_speed(struct sw_replay *r, const struct cores *c, uint32_t node)
{
    struct node *nd = &r->slots.node[node];
    double was = nd->speed;
    if (!nd->up)
        return;
    /* Of its row; of the last one, where it is kept beyond its end (B20). */
    nd->speed = r->cl->node[node].span[nd->in_row ? nd->span : nd->span - 1].speed;
    if (r->opt.cores)
        nd->speed *= share_each((double)r->opt.cores, (double)computing(r, &c->node[node]));
    if (r->opt.host_cores)
        nd->speed *= part_of_host(r, c, node);
    for (uint32_t i = 0; i < c->node[node].n && nd->speed != was; i++) {
        /* A fresh reduce has computed nothing: it begins at the new speed. */
        const struct here *it = &c->node[node].at[i];
        double to = nd->speed;
        if (it->fresh && it->of->phase == RUNNING)
            launch_compute(r, it->of, it->of->compute_us);
        else
            stop_stretch(r, it->of, was, to);
    }
}

static bool cores_instant_ends(struct sw_replay *r, void *own)
{
    struct cores *c = own;
    for (uint32_t i = 0; c->changed.count && (i = bits_next(&c->changed, i)) != NONE; i++) {
        bits_put(&c->changed, i, false);
        set_speed(r, c, i);
    }
    return true;
}

/* ---- the mechanism ------------------------------------------------------------------------------ */

/* The nodes of a host are a ring through the node that is its home. Without shared cores each is a ring of its own. */
static void cores_start(struct sw_replay *r, void *own)
{
    struct cores *c = own;
    c->node = xcalloc(r->cl->n_nodes, sizeof *c->node);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++) {
        struct on_node *home = &c->node[r->opt.host_cores ? r->cl->node[i].home : i];
        c->node[i].next = &c->node[i] == home ? i : home->next;
        home->next = i;
    }
    bits_start(&c->changed, r->cl->n_nodes);
}

static void cores_reset(struct sw_replay *r, void *own)
{
    struct cores *c = own;
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        c->node[i].n = 0;
}

const struct mechanism cores_mechanism = {
    .needs = NEEDS_ENDS | NEEDS_OWN_ENDS, .size = sizeof(struct cores), .event_kind = EV_COMPUTES,
    .start = cores_start, .reset = cores_reset, .launched = cores_launched, .left = cores_left,
    .copied = cores_copied, .event = cores_event, .node_changed = cores_node_changed,
    .instant_ends = cores_instant_ends,
};
