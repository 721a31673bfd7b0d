/* SPDX-License-Identifier: GPL-3.0-or-later */
/* network.h - what links.c (flows in time) and transfers.c (reads and shuffling) share. */
#ifndef LIB_SIM_MECH_NETWORK_NETWORK_H
#define LIB_SIM_MECH_NETWORK_NETWORK_H
#include "lib/sim/mech/network/flows.h"
#include "lib/sim/sim.h"

#define MILLIONTHS UINT64_C(1000000)
#define NETWORK_MOST (UINT64_C(1) << 44) /* bytes of a task */

/* What happens next of a transfer (its begin, or its flow's end), or of a clock (the first end of its flows). */
struct due { int64_t at_us; uint64_t order; uint32_t place; bool is_clock; };

/* The flows that one link limits have one rate (clocks.c). `carried` is what it has carried to each of them, as of
 * since_us. A flow ends when it is what the flow's `at` says. Both are in millionths of a byte, modulo 2^64. It is not
 * due later than the first end, as long as its rate is not above the ceiling. */
struct clock {
    struct due due;
    uint64_t carried, rate, ceiling;
    int64_t since_us;
    struct ending { uint64_t at; struct transfer *of; } *ending;
    uint32_t n, cap;
};

/* What an attempt gets over the network, one flow at a time. A flow that a link limits
 * is not due by itself, its link's clock is. */
struct transfer {
    struct flow flow;        /* first, so that a flow's address is its transfer's */
    struct due due;
    struct network *of;
    struct attempt *attempt;
    struct clock *clock;     /* that of the link which limits the flow, or NULL */
    uint32_t ending;         /* place among the clock's flows */
    uint32_t polls;          /* place among those that poll for map output, or NONE */
    uint32_t idle;           /* place among those of its job that wait for more of it, or NONE */
    bool begun, moving;      /* its start-up is over; it has a flow */
    uint32_t from;           /* the flow's source */
    uint64_t left, bytes;    /* of the flow to go at since_us, in millionths of a byte; of the flow in all */
    int64_t since_us;
    uint64_t rate;           /* of a flow without a clock: its wish, or 0 */
    /* a read */
    int64_t local_end_us;    /* it ends no earlier (N5) */
    uint64_t to_read;        /* bytes; less than its block, if it fails */
    uint64_t scan, moves;    /* in which it was launched (B6); to another replica (N6) */
    /* a copy (N7) */
    uint64_t total;
    uint32_t copied, in_part, base, seen, part, first, n_parts;
    bool early;              /* it waited for maps */
    struct transfer *next_spare;
};

struct use { uint64_t bytes; int64_t busy_us, busy_since_us, limits_us, limits_since_us; uint32_t most; bool limits; };
struct network {
    struct records at;
    struct flows flows;
    struct use *use;         /* of each link */
    struct clock *clock;     /* of each link */
    struct due **heap;       /* by at_us, then clocks, then by serial of the attempt */
    uint32_t n, cap;
    struct transfer **polling; /* transfers that poll for map output when all at this instant is over */
    uint32_t n_polling, cap_polling;
    struct transfer *spare;
    bool racks;              /* links of racks are limited */
};
/* N7: the nodes of the job's finished maps; the reduces that wait until there are so many, and the least such number
 * (0: none waits). A map's end wakes few of them, and reads the numbers alone: 0.72 of the time of a million tasks. */
struct idle { uint32_t outputs_wanted; struct transfer *of; };
struct network_job { uint32_t *outputs, n_outputs, outputs_wanted; struct idle *idle; uint32_t n_idle, cap_idle; };
/* N5, N7: bytes that each task gets from elsewhere: by the trace's rows, or (task_bytes NULL) the same for all. */
struct network_stage { uint64_t *task_bytes, bytes; };

/* The attempt's transfer, while it reads or shuffles over the network; else NULL. */
static inline struct transfer **network_transfer(const struct network *net, const struct attempt *a)
{
    return attempt_record(a, &net->at);
}
static inline struct network_job *network_job(const struct network *net, const struct job *job)
{
    return job_record(job, &net->at);
}

void dues_expect(struct network *net, struct due *d, int64_t at_us);
void dues_expect_no_more(struct network *net, struct due *d);
/* The clock is due no later than its first end, while its rate is not above the ceiling. */
void dues_expect_clock(struct network *net, struct clock *c, uint64_t ceiling);
void dues_expect_clock_roughly(struct network *net, struct clock *c); /* its rate or its flows have changed */
void dues_find_first(struct network *net); /* the heap's first is due exactly then */

void clocks_join(struct clock *c, struct transfer *t, int64_t now_us);
void clocks_leave(struct transfer *t);
void clocks_set_rate(struct clock *c, uint64_t rate, int64_t now_us);
uint64_t clocks_left(const struct transfer *t, int64_t now_us);
int64_t clocks_next_us(const struct clock *c);
int64_t clocks_next_us_at(const struct clock *c, uint64_t rate);
struct transfer *clocks_ended(const struct clock *c, int64_t now_us);

int links_start(struct sw_replay *r, void *own, struct sw_err *err);
void links_reset(struct sw_replay *r, void *own);
void links_stop(struct sw_replay *r, void *own);
void links_report(struct sw_replay *r, void *own); /* N9 */
int64_t links_next_us(struct sw_replay *r, void *own);
struct transfer *links_next(struct sw_replay *r, struct network *net); /* due now, or NULL */
void links_settle(struct sw_replay *r, struct network *net); /* N3: rates, and which flow ends next */
struct transfer *links_transfer_start(struct sw_replay *r, struct network *net, struct attempt *a, int64_t at_us);
void links_transfer_move(struct sw_replay *r, struct transfer *t, uint32_t from, uint64_t left, uint64_t most);
void links_transfer_halt(struct sw_replay *r, struct transfer *t);
void links_transfer_end(struct sw_replay *r, struct transfer *t);
uint64_t links_transfer_left(const struct sw_replay *r, const struct transfer *t);
void links_poll(struct transfer *t);
void links_poll_no_more(struct transfer *t);
void links_idle_until(struct transfer *t, uint32_t outputs_wanted); /* as many as the job has by then */
void links_idle_no_more(struct transfer *t);
extern const struct mechanism network_mechanism;
/* C2: how far the attempt's transfer is, in millionths; false: it has none */
bool transfers_score(const struct sw_replay *r, const struct attempt *a, int64_t *out);
struct transfer *links_reading_from(const struct network *net, uint32_t node, uint32_t i); /* NULL: no more */
#endif
