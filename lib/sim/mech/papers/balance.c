/* SPDX-License-Identifier: GPL-3.0-or-later */
/* balance.c - long tasks spread over the nodes (ES 3.5.1; rule D13 of docs/model.md).
 *
 * Let long tasks hold a share phi of the slots. Placed at random, they hold all slots near a block with probability
 * phi^(RL), for R replicas and L slots a node. Evenly spread, they leave a slot on every node while phi < 1 - 1/L. */
#include "lib/base/arena.h"
#include "lib/sim/sim.h"

struct balance {
    struct records at;
    uint32_t (*n_long)[2];                  /* attempts of long stages, by node and kind of slot */
    uint64_t n_long_in_all[2], n_nodes[2];  /* their sum over nodes with slots of the kind; the number of these nodes */
};

/* Attempts of the stage that are done, and how long they ran. */
struct balance_stage { uint64_t n_ran; int64_t ran_us; bool is_short; };

/* A stage is long until its record says otherwise (D13.1). */
static struct balance_stage *balance_of(const struct balance *b, const struct stage *st)
{
    return stage_record(st, &b->at);
}

static void balance_start(struct sw_replay *r, void *own)
{
    struct balance *b = own;
    b->n_long = xcalloc(r->cl->n_nodes, sizeof *b->n_long);
}

/* The mean is over nodes that have slots of the kind. Attempts elsewhere, whose slots go as they end (B8), are not
 * counted in it. */
static void count_long(const struct sw_replay *r, struct balance *b, const struct attempt *a, uint32_t by)
{
    int kind = a->stage->slot_kind;
    b->n_long[a->node][kind] += by;
    if (r->slots.node[a->node].slots[kind])
        b->n_long_in_all[kind] += (uint64_t)(int32_t)by;
}

static void balance_launched(struct sw_replay *r, void *own, struct attempt *a)
{
    if (!balance_of(own, a->stage)->is_short)
        count_long(r, own, a, 1);
}

static void balance_left(struct sw_replay *r, void *own, struct attempt *a)
{
    if (!balance_of(own, a->stage)->is_short)
        count_long(r, own, a, -1U);
}

/* D13.2: the node begins or ceases to be one of those with slots of the kind, which the mean is over. */
static void balance_slots_changed(struct sw_replay *r UNUSED, void *own, uint32_t node, int kind, uint32_t before,
                                  uint32_t now)
{
    struct balance *b = own;
    if ((now > 0) == (before > 0))
        return;
    b->n_nodes[kind] += now > 0 ? 1 : -UINT64_C(1);
    b->n_long_in_all[kind] += now > 0 ? b->n_long[node][kind] : -(uint64_t)b->n_long[node][kind];
}

/* The stage becomes long or short, and its running attempts with it. */
static void turn_long(struct sw_replay *r, struct balance *b, struct stage *st)
{
    struct balance_stage *of_stage = balance_of(b, st);
    uint32_t by = of_stage->is_short ? 1 : -1U;
    of_stage->is_short = !of_stage->is_short;
    for (const struct attempt *a = r->attempts.oldest; a; a = a->newer)
        if (a->stage == st)
            count_long(r, b, a, by);
}

/* A task of the stage is done. Its attempt has ended. */
static void balance_attempt(struct sw_replay *r, void *own, struct attempt *a, const struct attempt_news *is)
{
    if (is->what != ATTEMPT_DONE)
        return;
    struct balance_stage *st = balance_of(own, a->stage);
    st->n_ran++;
    st->ran_us += a->end_us - a->launch_us;
    if (st->is_short == ((__int128)st->n_ran * r->opt.balance_us <= st->ran_us))
        turn_long(r, own, a->stage);
}

/* Whether more long tasks run there than on the average node with slots of the kind. */
static bool balance_crowds(struct sw_replay *r UNUSED, void *own, const struct stage *st, uint32_t node)
{
    const struct balance *b = own;
    return !balance_of(b, st)->is_short
           && (uint64_t)b->n_long[node][st->slot_kind] * b->n_nodes[st->slot_kind] > b->n_long_in_all[st->slot_kind];
}

const struct mechanism balance_mechanism = {
    .needs = NEEDS_LAUNCHES, .size = sizeof(struct balance), .stage_size = sizeof(struct balance_stage),
    .start = balance_start, .launched = balance_launched, .left = balance_left, .attempt = balance_attempt,
    .slots_changed = balance_slots_changed, .crowds = balance_crowds,
};
