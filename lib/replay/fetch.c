/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fetch.c - what attempts get over the network: maps their blocks (N5, N6), reduces the output of maps (N7), and what is
 * left of it when something is lost or slows down (N8). */
#include "lib/replay/replay.h"
#include <stdlib.h>

#define MILLIONTHS UINT64_C(1000000)

uint64_t stage_bytes(const struct stage *st, uint32_t task)
{
    return st->task_bytes && st->task_bytes[task] ? st->task_bytes[task] : st->bytes;
}

/* So many bytes in so much time, in whole bytes a second, rounded up. */
static uint64_t rate_over(uint64_t bytes, int64_t us)
{
    if (us <= 0)
        return FLOW_FAST;
    uint64_t rate = bytes * MILLIONTHS / (uint64_t)us; /* bytes are at most FETCH_MOST, so the product is in range */
    return rate + (bytes * MILLIONTHS % (uint64_t)us > 0);
}

/* ---- reads --------------------------------------------------------------------------------------- */

static const uint32_t *replicas(struct sw_replay *r, const struct transfer *t, uint32_t *n)
{
    static _Thread_local uint32_t drawn[256];
    const struct stage *st = t->attempt->stage;
    if (r->opt.placement != SW_PLACE_REDRAW) {
        *n = blocks_n(st, t->attempt->task);
        return blocks_of(st, t->attempt->task);
    }
    *n = (uint32_t)r->opt.replication;
    blocks_draw_one(r, st, t->attempt->task, t->scan, drawn);
    return drawn;
}

enum { UP = 1, IN_RACK = 2 };
static bool is_choice(const struct sw_replay *r, const struct transfer *t, uint32_t host, int wanted, uint32_t lost)
{
    if ((wanted & UP) && (!r->node[host].up || host == lost))
        return false;
    return !(wanted & IN_RACK) || r->cl->node[host].rack == r->cl->node[t->attempt->node].rack;
}

static uint32_t choices(const struct sw_replay *r, const struct transfer *t, const uint32_t *host, uint32_t n, int wanted, uint32_t lost)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < n; i++)
        found += is_choice(r, t, host[i], wanted, lost);
    return found;
}

/* N6; lost: a node that has just been, or NONE. */
static uint32_t source(struct sw_replay *r, const struct transfer *t, uint32_t lost)
{
    const struct attempt *a = t->attempt;
    uint32_t n, i = 0;
    const uint32_t *host = replicas(r, t, &n);
    int wanted = choices(r, t, host, n, UP, lost) ? UP : 0;
    if (choices(r, t, host, n, wanted | IN_RACK, lost))
        wanted |= IN_RACK;
    struct sw_chance c = sw_chance_start(r->opt.seed, SW_CHANCE_SOURCE, a->job->name,
                                         a->task + ((uint64_t)a->number << 32) + (t->moves << 48));
    for (uint64_t skip = sw_chance_below(&c, choices(r, t, host, n, wanted, lost)); ; i++)
        if (is_choice(r, t, host[i], wanted, lost) && !skip--)
            return host[i];
}

static void read_on(struct sw_replay *r, struct transfer *t, uint32_t from, uint64_t left)
{
    const struct attempt *a = t->attempt;
    network_move(r, t, from, left, rate_over(stage_bytes(a->stage, a->task), attempt_takes(r, a, a->local_us)));
}

static void read_is_over(struct sw_replay *r, struct transfer *t)
{
    struct attempt *a = t->attempt;
    int64_t end_us = t->local_end_us > r->now_us ? t->local_end_us : r->now_us;
    network_end(r, t);
    attempt_end_at(r, a, end_us);
}

/* An attempt that fails (F1) reads as large a part of its block as it does of its work, rounded up. */
static uint64_t bytes_to_read(const struct attempt *a)
{
    uint64_t bytes = stage_bytes(a->stage, a->task);
    if (a->run_us >= a->local_us)
        return bytes;
    unsigned __int128 done = (unsigned __int128)bytes * (uint64_t)a->run_us;
    return (uint64_t)((done + (uint64_t)a->local_us - 1) / (uint64_t)a->local_us);
}

/* Whether the map that is launched reads over the network; then its end comes when its flow has ended. */
bool fetch_reads(struct sw_replay *r, struct attempt *a)
{
    if ((a->locality != SW_AT_RACK && a->locality != SW_AT_ANY) || !bytes_to_read(a))
        return false;
    struct transfer *t = network_start(r, a, a->launch_us + r->opt.startup_us);
    t->scan = r->scan;
    t->to_read = bytes_to_read(a);
    t->local_end_us = a->end_us = a->launch_us + r->opt.startup_us + attempt_takes(r, a, a->run_us);
    if (t->begun)
        fetch_begins(r, t);
    return true;
}

/* B9 on a node where it reads. What it was to do beside its data is stretched, the flow may go faster or slower. */
void fetch_slower(struct sw_replay *r, struct attempt *a, double from, double to)
{
    struct transfer *t = a->net;
    if (t->local_end_us > r->now_us)
        t->local_end_us = a->end_us = r->now_us + rounded_us((double)(t->local_end_us - r->now_us) * from / to);
    if (!t->moving)
        return;
    network_stop(r, t);
    read_on(r, t, t->from, t->left);
}

void fetch_source_lost(struct sw_replay *r, uint32_t node)
{
    struct transfer *t, **of = NULL;
    uint32_t n = 0;
    while ((t = network_reading_from(r, node, n))) {
        of = xrealloc(of, n + 1, sizeof *of);
        of[n++] = t;
    }
    for (uint32_t i = 0; i < n; i++) {
        network_stop(r, of[i]);
        of[i]->moves++;
        read_on(r, of[i], source(r, of[i], node), of[i]->left);
    }
    free(of);
}

/* ---- copies -------------------------------------------------------------------------------------- */

static uint64_t n_maps(const struct transfer *t)
{
    return t->attempt->job->result.maps;
}

/* Outputs in a part. */
static uint32_t part_size(const struct transfer *t)
{
    return (uint32_t)((n_maps(t) + 9) / 10);
}

static bool copies_over_network(const struct attempt *a)
{
    const struct job *job = a->job;
    return a->stage->copies && job->result.maps && stage_bytes(a->stage, a->task);
}

bool fetch_copies(struct sw_replay *r, struct attempt *a)
{
    if (!copies_over_network(a))
        return false;
    bool early = !maps_are_done(a->job);
    attempt_wait_for_maps(a);
    struct transfer *t = network_start(r, a, a->launch_us + r->opt.startup_us);
    t->total = stage_bytes(a->stage, a->task);
    t->early = early;
    if (t->begun)
        fetch_begins(r, t);
    return true;
}

static void copy_is_over(struct sw_replay *r, struct transfer *t)
{
    struct attempt *a = t->attempt;
    int64_t end_us = attempt_copy_us(r, a, t->early);
    network_end(r, t);
    leave_copying(a);
    attempt_copied(r, a, end_us > r->now_us ? end_us : r->now_us);
}

/* How many outputs there must be before it takes more in hand. */
static uint32_t wanted(const struct transfer *t)
{
    uint32_t rest = (uint32_t)n_maps(t) - t->copied, size = part_size(t);
    return t->copied + (rest < size ? rest : size);
}

static bool take_in_hand(struct transfer *t)
{
    struct job *job = t->attempt->job;
    if (job->n_outputs < wanted(t)) {
        if (!job->outputs_wanted || wanted(t) < job->outputs_wanted)
            job->outputs_wanted = wanted(t);
        return false;
    }
    t->base = t->copied;
    t->seen = job->n_outputs;
    t->n_parts = (t->seen - t->base + part_size(t) - 1) / part_size(t);
    t->first = t->attempt->task % t->n_parts;
    t->part = 0;
    return true;
}

/* floor(bytes c / maps), without the product. */
static uint64_t share_of(uint64_t bytes, uint64_t c, uint64_t maps)
{
    return bytes / maps * c + bytes % maps * c / maps;
}

/* The next part: k outputs from a node. False when it took no time. */
static bool copy_part(struct sw_replay *r, struct transfer *t)
{
    const struct attempt *a = t->attempt;
    uint32_t lo = t->base + (t->first + t->part) % t->n_parts * part_size(t), hi = lo + part_size(t);
    uint32_t k = (hi < t->seen ? hi : t->seen) - lo, from = a->job->outputs[lo + a->task % k];
    uint64_t bytes = share_of(t->total, t->copied + k, n_maps(t)) - share_of(t->total, t->copied, n_maps(t));
    uint64_t most = rate_over(t->total, stage_copy_us(a->stage, a->task));
    t->part++;
    if (!bytes || (from == a->node && most >= FLOW_FAST)) {
        t->copied += k;
        return false;
    }
    t->in_part = k;
    network_move(r, t, from, bytes * MILLIONTHS, most);
    return true;
}

/* The next part in hand that takes time, or it is over, or it looks for more at the end of the instant. */
static void copy_on(struct sw_replay *r, struct transfer *t)
{
    while (t->part < t->n_parts)
        if (copy_part(r, t))
            return;
    if (t->copied == n_maps(t))
        copy_is_over(r, t);
    else
        network_look(r, t);
}

void fetch_look(struct sw_replay *r, struct transfer *t)
{
    if (take_in_hand(t))
        copy_on(r, t);
}

static void wake_copies(struct sw_replay *r, struct job *job)
{
    job->outputs_wanted = 0;
    for (struct attempt *a = job->stage[1].copying; a; a = a->next)
        if (a->net && a->net->begun && !a->net->moving)
            network_look(r, a->net);
}

void fetch_map_ended(struct sw_replay *r, struct job *job, uint32_t node)
{
    if (!job->outputs)
        job->outputs = xrealloc(NULL, job->result.maps, sizeof *job->outputs);
    job->outputs[job->n_outputs++] = node;
    if (job->outputs_wanted && job->n_outputs >= job->outputs_wanted)
        wake_copies(r, job);
}

/* ---- B11 ----------------------------------------------------------------------------------------- */

static void copy_anew(struct sw_replay *r, struct attempt *a)
{
    const struct job *job = a->job;
    struct transfer *t = a->net;
    if (!copies_over_network(a))
        return;
    if (!t) { /* it had all of them */
        t = network_start(r, a, r->now_us);
        t->total = stage_bytes(a->stage, a->task);
        t->copied = (uint32_t)job->result.maps;
    }
    t->early = true;
    if (!t->begun)
        return;
    network_stop(r, t);
    t->copied = t->copied < job->n_outputs ? t->copied : job->n_outputs;
    t->part = t->n_parts = 0;
    network_look(r, t);
}

void fetch_outputs_lost(struct sw_replay *r, struct job *job, uint32_t node)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < job->n_outputs; i++)
        if (job->outputs[i] != node)
            job->outputs[kept++] = job->outputs[i];
    job->n_outputs = kept;
    for (struct attempt *a = job->stage[1].copying; a; a = a->next)
        copy_anew(r, a);
}

/* ---- progress -------------------------------------------------------------------------------------- */

int64_t fetch_score(const struct sw_replay *r, const struct attempt *a)
{
    const struct transfer *t = a->net;
    uint64_t all = stage_bytes(a->stage, a->task), left = t->moving ? network_left(r, t) : 0;
    if (a->stage->kind != SW_REDUCE)
        return t->moving ? (int64_t)((t->to_read * MILLIONTHS - left) / all) : 0;
    uint64_t copied = t->copied + (t->moving ? t->in_part : 0);
    return (int64_t)((share_of(all, copied, n_maps(t)) * MILLIONTHS - left) / all);
}

/* ---- instants ------------------------------------------------------------------------------------ */

void fetch_begins(struct sw_replay *r, struct transfer *t)
{
    const struct attempt *a = t->attempt;
    if (a->stage->kind == SW_REDUCE)
        network_look(r, t);
    else
        read_on(r, t, source(r, t, NONE), t->to_read * MILLIONTHS);
}

void fetch_moved(struct sw_replay *r, struct transfer *t)
{
    if (t->attempt->stage->kind != SW_REDUCE) {
        read_is_over(r, t);
        return;
    }
    t->copied += t->in_part;
    copy_on(r, t);
}
