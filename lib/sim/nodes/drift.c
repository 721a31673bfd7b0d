/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drift.c - heartbeats that wander (H1.1). The instants of a period stay as they are. Which node has which is drawn for
 * each period, among those whose phases are near. So a heartbeat is still arithmetic and a search among ranks. */
#include "lib/base/arena.h"
#include "lib/base/bits.h"
#include "lib/sim/nodes/drift.h"

enum { LOOK_AGAIN = 64 };
enum { KEPT = 4 }; /* periods: the one before, this one and the next are asked for together */

struct drift {
    uint32_t n, near;            /* nodes, and those of a block */
    struct seats {
        int64_t period;
        uint64_t turn, *of_block;    /* periods that stood here; the turn for which each block was drawn */
        uint32_t n_drawn;            /* blocks of this turn */
        bool all;                    /* they were drawn at its beginning */
        uint32_t shift, *rank_at, *seat_of;
    } kept[KEPT];
};

void drift_start(struct sw_replay *r)
{
    uint32_t n = r->cl->n_nodes;
    int64_t h = r->opt.heartbeat_us, within_us = min_i64(r->opt.drift_us, h);
    uint32_t near = h ? (uint32_t)((unsigned __int128)n * (uint64_t)within_us / (uint64_t)h) : 0;
    if (near < 2)
        return;
    struct drift *d = r->beats.drift = xcalloc(1, sizeof *d);
    d->n = n;
    d->near = near;
    const uint32_t n_blocks = n / near + 2;
    for (int i = 0; i < KEPT; i++) {
        d->kept[i].period = -1;
        d->kept[i].of_block = xcalloc(n_blocks, sizeof *d->kept[i].of_block);
        d->kept[i].rank_at = xcalloc(n, sizeof *d->kept[i].rank_at);
        d->kept[i].seat_of = xcalloc(n, sizeof *d->kept[i].seat_of);
    }
}

/* Where the block of this seat ends. A block has the same seats and ranks. */
static uint32_t block_end(const struct drift *d, const struct seats *s, uint32_t seat)
{
    uint64_t end = ((uint64_t)seat + s->shift) / d->near * d->near + d->near - s->shift;
    return end < d->n ? (uint32_t)end : d->n;
}

static void draw_block(const struct sw_replay *r, struct seats *s, uint32_t from, uint32_t end)
{
    const uint64_t of_period = sw_chance_job(r->opt.seed, SW_CHANCE_DRIFT, (uint64_t)s->period);
    struct sw_chance c = sw_chance_task(of_period, from);
    sw_chance_permutation(&c, s->rank_at + from, end - from);
    for (uint32_t seat = from; seat < end; seat++) {
        s->rank_at[seat] += from;
        s->seat_of[s->rank_at[seat]] = seat;
    }
}

/* Where few blocks of the period before were asked for, each is drawn when it is. */
static struct seats *seats_of(const struct sw_replay *r, int64_t period_us)
{
    struct drift *d = r->beats.drift;
    int64_t period = period_us / r->opt.heartbeat_us;
    struct seats *s = &d->kept[period % KEPT];
    if (s->period == period)
        return s;
    struct sw_chance c = sw_chance_task(sw_chance_job(r->opt.seed, SW_CHANCE_DRIFT, (uint64_t)period), d->n);
    s->period = period;
    const bool most = 2 * (uint64_t)s->n_drawn * d->near > d->n;
    s->turn++;
    s->n_drawn = 0;
    s->shift = (uint32_t)sw_chance_below(&c, d->near);
    s->all = most && s->turn % LOOK_AGAIN > 0;
    for (uint32_t from = 0; s->all && from < d->n; from = block_end(d, s, from), s->n_drawn++)
        draw_block(r, s, from, block_end(d, s, from));
    return s;
}

static void draw_block_of(const struct sw_replay *r, struct seats *s, uint32_t seat)
{
    const struct drift *d = r->beats.drift;
    const uint64_t block = ((uint64_t)seat + s->shift) / d->near, before = block * d->near;
    if (s->of_block[block] == s->turn)
        return;
    s->of_block[block] = s->turn;
    s->n_drawn++;
    draw_block(r, s, before > s->shift ? (uint32_t)(before - s->shift) : 0, block_end(d, s, seat));
}

/* With the block of this seat, which is that of the rank, drawn. */
static inline const struct seats *with_block(const struct sw_replay *r, struct seats *s, uint32_t seat)
{
    if (!s->all)
        draw_block_of(r, s, seat);
    return s;
}

static inline const struct seats *block_of(const struct sw_replay *r, int64_t period_us, uint32_t seat)
{
    return with_block(r, seats_of(r, period_us), seat);
}

uint32_t drift_rank_at(const struct sw_replay *r, uint32_t seat)
{
    return block_of(r, r->beats.period_us, seat)->rank_at[seat];
}

static int64_t beat_in(const struct sw_replay *r, uint32_t node, int64_t period_us)
{
    uint32_t rank = r->slots.rank_of[node];
    return period_us + r->beats.phase_us[r->beats.drift ? block_of(r, period_us, rank)->seat_of[rank] : rank];
}

int64_t drift_of_node(const struct sw_replay *r, uint32_t node, int64_t from_us)
{
    int64_t h = r->opt.heartbeat_us, period_us = from_us / h * h, at_us = beat_in(r, node, period_us);
    return at_us >= from_us ? at_us : beat_in(r, node, period_us + h);
}

/* The first seat of a member of the block that ends at `end`, not below `from`; NONE. */
static uint32_t first_in_block(const struct seats *s, const struct bits *b, uint32_t first_rank, uint32_t from,
                               uint32_t end)
{
    uint32_t least = NONE;
    for (uint32_t rank = first_rank; (rank = bits_next(b, rank)) < end; rank++)
        if (s->seat_of[rank] >= from && s->seat_of[rank] < least)
            least = s->seat_of[rank];
    return least;
}

/* The first seat of a member in the period, not below `from`. A full set is searched seat by seat, a sparse one member
 * by member. */
static uint32_t next_seat(const struct sw_replay *r, const struct bits *b, int64_t period_us, uint32_t from)
{
    const struct drift *d = r->beats.drift;
    struct seats *s = seats_of(r, period_us);
    if (!b->count || from >= d->n)
        return NONE;
    if ((uint64_t)b->count * b->count > d->n) {
        for (uint32_t seat = from, end; seat < d->n; seat = end) {
            end = block_end(d, with_block(r, s, seat), seat);
            for (uint32_t at = seat; at < end; at++)
                if (bit_get(b->word, s->rank_at[at]))
                    return at;
        }
        return NONE;
    }
    uint32_t end = block_end(d, s, from), before = ((from + s->shift) / d->near) * d->near;
    uint32_t first_rank = before > s->shift ? before - s->shift : 0;
    uint32_t seat = first_in_block(with_block(r, s, from), b, first_rank, from, end), rank;
    if (seat != NONE || (rank = bits_next(b, end)) == NONE)
        return seat;
    return first_in_block(with_block(r, s, rank), b, rank, 0, block_end(d, s, rank));
}

int64_t drift_next_us(const struct sw_replay *r, const struct bits *b, int64_t period_us, uint32_t from)
{
    uint32_t seat = next_seat(r, b, period_us, from);
    if (seat == NONE) {
        period_us += r->opt.heartbeat_us;
        seat = next_seat(r, b, period_us, 0);
    }
    return seat == NONE ? INT64_MAX : period_us + r->beats.phase_us[seat];
}
