/* SPDX-License-Identifier: GPL-3.0-or-later */
/* redraw.c - replicas that are drawn again at each offer (B6).
 *
 * An offer draws for one unlaunched task after the other until one is local: on 600 nodes some 200 times. What the
 * streams of a stage share is mixed once, and racks are compared only where one may count. Two replicas are seldom on
 * one node, so the three of a task are drawn without a branch between them. */
#include "lib/base/bits.h"
#include "lib/sim/locality/draw.h"
#include "lib/sim/locality/locality.h"

struct redraw { const struct sw_cluster *cl; uint64_t of_job, scan; uint32_t node, rack, n; };

/* B2, of the stream of B6. */
static void draw_replicas(const struct redraw *d, uint32_t task, uint32_t *host)
{
    struct sw_chance c = sw_chance_task(d->of_job, task + d->scan);
    draw_different(&c, d->cl->n_nodes, 0, d->n, host);
}

/* Draws the task's replicas as B2 does. Returns whether one is on the node; sets *in_rack if one is in its rack. */
static bool is_local(const struct redraw *d, uint32_t task, bool *in_rack)
{
    uint32_t host[256];
    draw_replicas(d, task, host);
    for (uint32_t k = 0; k < d->n && !*in_rack; k++)
        *in_rack = d->cl->node[host[k]].rack == d->rack;
    return draw_has(host, d->n, d->node);
}

/* Of the tasks `first` + i whose bit i is set, those from the first on that may have a replica here: one of three does,
 * or two of them are one and drawn again. */
static __attribute__((noinline)) uint64_t from_first_hit(uint64_t of_job, uint64_t first, uint64_t m, uint64_t node,
                                                         uint64_t left)
{
    for (; left; left &= left - 1) {
        struct sw_chance c = sw_chance_task(of_job, first + (uint64_t)__builtin_ctzll(left));
        uint64_t a = sw_chance_below(&c, m), b = sw_chance_below(&c, m), d = sw_chance_below(&c, m);
        if (unlikely((a == node) | (b == node) | (d == node) | (a == b) | (a == d) | (b == d)))
            break;
    }
    return left;
}

void redraw_replicas(const struct sw_replay *r, const struct stage *st, uint64_t task, uint64_t scan, uint32_t *host)
{
    struct redraw d = { .cl = r->cl, .of_job = sw_chance_job(r->opt.seed, SW_CHANCE_PLACEMENT, st->job->input_name),
                        .scan = scan << 32, .n = st->job->replication };
    draw_replicas(&d, (uint32_t)task, host);
}

/* Unlaunched tasks of 64, as bits. */
static inline uint64_t left_of_word(const struct stage *st, uint32_t w)
{
    uint32_t n = st->n_tasks - 64 * w;
    return ~st->launched[w] & (n < 64 ? (UINT64_C(1) << n) - 1 : ~UINT64_C(0));
}

/* How close the closest unlaunched task is to the node, and which it is: the first with a replica on the node, else the
 * first with one in its rack, if racks count. *task is left as it is where there is neither. */
enum sw_locality redraw_closest(const struct sw_replay *r, const struct stage *st, uint32_t node, bool racks_count,
                                uint32_t *task)
{
    struct redraw d = { .cl = r->cl, .of_job = sw_chance_job(r->opt.seed, SW_CHANCE_PLACEMENT, st->job->input_name),
                        .scan = r->offers.number << 32, .node = node, .rack = r->cl->node[node].rack,
                        .n = st->job->replication };
    bool looks_at_racks = racks_count && !r->opt.no_rack_level, in_rack = !looks_at_racks;
    for (uint32_t w = 0; w < (st->n_tasks + 63) / 64; w++)
        for (uint64_t left = left_of_word(st, w); left; left &= left - 1) {
            if (in_rack && d.n == 3 && !(left = from_first_hit(d.of_job, 64 * w + d.scan, d.cl->n_nodes, node, left)))
                break;
            uint32_t t = 64 * w + (uint32_t)__builtin_ctzll(left);
            bool was_in_rack = in_rack, local = is_local(&d, t, &in_rack);
            if (local || in_rack != was_in_rack)
                *task = t;
            if (local)
                return SW_AT_NODE;
        }
    return looks_at_racks && in_rack ? SW_AT_RACK : SW_AT_ANY;
}
