/* SPDX-License-Identifier: GPL-3.0-or-later */
/* network.h - transfers over links: what the files of the mechanism share. */
#ifndef SLOTWISE_SIM_MECH_NETWORK_NETWORK_H
#define SLOTWISE_SIM_MECH_NETWORK_NETWORK_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "lib/sim/sim.h"

/* ---- flows.c ---------------------------------------------------------------------------------------------- */
/* Max-min fair rates of flows over links, in whole bytes a second (rule N3 of docs/model.md). */
/* Pure arithmetic: no clock, no cluster. Flows are added and removed. flows_settle() then gives each its rate. A rate
 * is the flow's own wish, or the level of the link that limits it: so a link's level is the rate of all that it
 * limits, and only a flow whose limiter is another one than before is listed. Rates depend on the present flows, not
 * on the order in which they came. */
enum { FLOW_LINKS = 4, FLOW_QUEUES = 1024 };
#define FLOW_FAST (UINT64_C(1) << 44) /* bytes a second: no greatest rate */
#define FLOW_FREE UINT32_MAX          /* in place of a limiter: its rate is its wish */
#define FLOW_NEW (UINT32_MAX - 1)     /* in place of a limiter: it has no rate yet */
#define FLOW_NO_LEVEL UINT64_MAX      /* of a link that limits none */

struct flow {
    /* The caller sets these before it adds the flow: its greatest rate, 1 to FLOW_FAST, and its links, no two equal. */
    uint64_t most;
    uint32_t n_links, link[FLOW_LINKS];
    uint32_t number;         /* of its path */
};
/* Half a line of the cache. Links that it lacks are the one behind the last. `changed` is its place among those that
 * changed, from 1 on, while rates are made. */
struct path { uint32_t link[FLOW_LINKS]; uint64_t wish; uint32_t limiter, changed; };
struct pull { uint32_t link, n; };
/* A line of the cache. What a loose link (paths.c) has of it are the flows and the level. */
struct link {
    int64_t left;            /* capacity less the rates of the flows limited elsewhere, which may be below 0 */
    uint64_t level;          /* the rate of the flows that it limits */
    uint64_t most_elsewhere; /* of the rates of the flows limited elsewhere, or more */
    uint64_t reach;          /* up to it no flow that it limits gets its wish, or makes a loose link another */
    struct pull *pull;       /* other links that are not loose: how many of the flows that it limits go over them */
    uint32_t n_pull, cap_pull;
    uint32_t n, n_here;      /* flows over it, and those that it limits */
    uint32_t next;           /* of those in doubt with such a level */
    bool watched;            /* not loose */
    bool limits;             /* it determines the rate of some flow */
    bool touched, noted;
};
struct flows {
    struct link *link;
    uint64_t *capacity;
    int64_t *room;           /* of each link: capacity less the wishes of its flows */
    uint32_t n_links;
    struct flow **flow;      /* by number */
    struct path *path;       /* by number */
    struct over { uint32_t *number, cap; } *over; /* flows over each link, those that it limits first */
    /* The last flows_settle(): flows with another limiter than before; links whose level may be another, or the flows
     * that they limit. */
    struct reached { uint32_t number, before; } *changed;
    uint32_t *noted;
    uint32_t n_changed, n_noted;
    uint32_t *touched;       /* links over which a flow came or went */
    uint32_t n_touched;
    /* flows.c, paths.c */
    uint32_t (*place)[FLOW_LINKS]; /* by number: where it stands in its links' lists */
    uint32_t *spare, *place_added, n_numbers, n_spare, cap;
    uint32_t *added, n_added;
    uint64_t *rate;          /* of the flows of one link that are limited elsewhere */
    uint32_t queue[FLOW_QUEUES]; /* links in doubt, by their level */
    uint64_t queued[FLOW_QUEUES / 64], words;
    bool settled;
};

void flows_init(struct flows *fs, uint32_t n_links); /* flows_set_capacity() comes next */
void flows_set_capacity(struct flows *fs, uint32_t link, uint64_t capacity);
void flows_add(struct flows *fs, struct flow *f);
void flows_remove(struct flows *fs, struct flow *f);
static inline bool flows_are_settled(const struct flows *fs) { return fs->settled; }
void flows_settle(struct flows *fs);
bool flows_hold(const struct flows *fs); /* the invariants after flows_settle(), and that the rates are those of N3 */

static inline uint64_t flows_rate_of(const struct flows *fs, const struct path *p)
{
    if (p->limiter < fs->n_links)
        return fs->link[p->limiter].level;
    return p->limiter == FLOW_FREE ? p->wish : 0;
}
/* The flow's rate since the last flows_settle(); 0: it was added after it. */
static inline uint64_t flows_rate(const struct flows *fs, const struct flow *f)
{
    return flows_rate_of(fs, &fs->path[f->number]);
}

/* ---- network ---------------------------------------------------------------------------------------------- */
/* What links.c (flows in time) and transfers.c (reads and shuffling) share. */
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

void links_start(struct sw_replay *r, void *own);
void links_reset(struct sw_replay *r, void *own);
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

/* ---- paths.c ---------------------------------------------------------------------------------------------- */
/* What flows.c does with flows and their links (paths.c), and with the level of a link (level.c). */
#define PATH_NOT_QUEUED UINT32_MAX
#define PATH_LAST (UINT32_MAX - 1) /* in place of the next of a queue */

void paths_join(struct flows *fs, uint32_t number);
void paths_leave(struct flows *fs, uint32_t number);
void paths_limit(struct flows *fs, uint32_t number, uint32_t limiter); /* what gives the flow its rate from now on */
uint32_t paths_lowest(const struct flows *fs, const struct path *p);   /* the link with the least level */
uint64_t paths_reach(const struct flows *fs, const struct path *p);
void paths_watch(struct flows *fs, uint32_t link);
void paths_watch_if_tight(struct flows *fs, uint32_t link);
void paths_watch_no_more(struct flows *fs, uint32_t link);

uint64_t level_of(int64_t left, uint32_t n);
uint64_t level_now(struct flows *fs, struct link *l); /* flows with more than that are to be moved to the link */

/* The link's level, or its flows, may be others than before. */
static inline void paths_note(struct flows *fs, uint32_t link)
{
    if (!fs->link[link].noted)
        fs->noted[fs->n_noted++] = link;
    fs->link[link].noted = true;
}

/* Levels of a sixteenth more stand in the next queue: from low to high few links are looked at twice. */
static inline uint32_t paths_queue_of(uint64_t level)
{
    uint32_t shift = 59 - (uint32_t)__builtin_clzll(level | 16);
    return (shift << 4) + (uint32_t)(level >> shift);
}

/* The link's level is to be found again. */
static inline void paths_doubt(struct flows *fs, struct link *l)
{
    if (l->next != PATH_NOT_QUEUED)
        return;
    uint32_t q = paths_queue_of(l->level);
    l->next = fs->queue[q];
    fs->queue[q] = (uint32_t)(l - fs->link);
    fs->queued[q / 64] |= UINT64_C(1) << q % 64;
    fs->words |= UINT64_C(1) << q / 64;
}
#endif
