/* SPDX-License-Identifier: GPL-3.0-or-later */
/* network.h - what links.c (flows in time) and transfers.c (reads and copies) share. */
#ifndef LIB_SIM_MECH_NETWORK_NETWORK_H
#define LIB_SIM_MECH_NETWORK_NETWORK_H
#include "lib/sim/mech/network/max_min.h"
#include "lib/sim/sim.h"

#define MILLIONTHS UINT64_C(1000000)
#define NETWORK_MOST (UINT64_C(1) << 44) /* bytes of a task */

/* What an attempt gets over the network, one flow at a time. It begins at at_us, or its flow ends then. */
struct transfer {
    struct flow flow;        /* first, so that a flow's address is its transfer's */
    struct network *of;
    struct attempt *attempt;
    int64_t at_us;
    uint32_t place;          /* in the network's heap, or NONE: not known yet, or it waits for maps */
    uint32_t looks;          /* place among those that look for map output, or NONE */
    bool begun, moving;      /* its start-up is over; it has a flow */
    uint32_t from;           /* the flow's source */
    uint64_t left, bytes;    /* of the flow to go at since_us, in millionths of a byte; of the flow in all */
    int64_t since_us;
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
    struct transfer **heap;  /* by at_us, then serial of the attempt */
    uint32_t n, cap;
    struct transfer **looking; /* for map output, when all at this instant is over */
    uint32_t n_looking, cap_looking;
    struct transfer *spare;
    bool racks;              /* they are limited */
};
/* N7: the nodes of the job's finished maps, and how many some reduce waits for. */
struct network_job { uint32_t *outputs, n_outputs, outputs_wanted; };
/* N5, N7: what each task gets from elsewhere, by the trace's rows (NULL: none), else of each. */
struct network_stage { uint64_t *task_bytes, bytes; };

static inline struct network_job *network_job(const struct network *net, const struct job *job)
{
    return job_record(job, &net->at);
}

int network_start(struct sw_replay *r, void *own, struct sw_err *err);
void network_reset(struct sw_replay *r, void *own);
void network_stop(struct sw_replay *r, void *own);
void network_report(struct sw_replay *r, void *own); /* N9 */
int64_t network_next_us(struct sw_replay *r, void *own, int unused);
void network_settle(struct sw_replay *r, struct network *net); /* N3: rates, and which flow ends next */
struct transfer *transfer_start(struct sw_replay *r, struct network *net, struct attempt *a, int64_t at_us);
void transfer_move(struct sw_replay *r, struct transfer *t, uint32_t from, uint64_t left, uint64_t most);
void transfer_halt(struct sw_replay *r, struct transfer *t);
void transfer_end(struct sw_replay *r, struct transfer *t);
uint64_t transfer_left(const struct sw_replay *r, const struct transfer *t);
void transfer_look(struct transfer *t);
void transfer_look_no_more(struct transfer *t);
struct transfer *network_reading_from(const struct network *net, uint32_t node, uint32_t i); /* NULL: no more */
#endif
