/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gang.h - what the files of jobs that start all at once share (G1 to G14 of docs/model.md).
 *
 *   gang.c     the mechanism: what a gang takes and gives back, when a cycle comes
 *   members.c  those that run and for how long, those that wait for racks
 *   cycle.c    a cycle: waiting jobs one after the other, reservations for those that are blocked
 *   starts.c   when a job can start
 *   choice.c   on which nodes
 *   whole.c    reservations of whole nodes
 *   tell.c     what observers are told
 *   starving.c a job that has waited too long goes alone (G11)
 *   preempt.c  jobs that are ended for one that cannot start (G14): a mechanism of its own */
#ifndef LIB_SIM_MECH_GANG_GANG_H
#define LIB_SIM_MECH_GANG_GANG_H
#include "lib/sim/sim.h"
#include "lib/sched/backfill/plan.h"

struct gang_job {             /* of each job */
    int64_t width, estimate_us;
    const struct sw_partition *partition; /* NULL: all nodes */
    bool fits_racks;          /* G8.4 */
    int64_t launch_us, end_us; /* -1: not launched */
    uint32_t *node, n;        /* where it runs, in cluster order */
    struct job *prev, *next;  /* of those that run */
};
struct gang_stage {           /* of each stage */
    uint64_t taken;           /* the number of the cycle that took it last */
    int64_t since_us;         /* when it first could have started, but for its wait; -1: it could not */
    int64_t wait_ends_us;     /* -1: not known yet */
    bool listed, told_limit;
    struct stage *prev, *next; /* of those that wait for racks, by wait_ends_us */
};
struct serving {              /* which nodes have what a job needs, from some time on */
    int64_t *free;            /* the slots of each; 0: it has not */
    uint32_t n, *in_rack;     /* so many; in each rack */
};
struct node_run { uint32_t first, n; int64_t free; }; /* neighbours that serve, and all their free slots (G6.3) */
struct preempt;
struct gang {
    struct records at;        /* must stand first */
    struct preempt *preempt;  /* NULL: none are preempted */
    struct job *running;
    struct stage *first, *last; /* that wait for racks */
    uint64_t cycle;           /* number of the present cycle */
    uint64_t *shut, *closed;  /* of each partition, of each node: the last cycle that ended for it (G13.2) */
    int64_t cycle_us;         /* when the last one was (G11.2) */
    int64_t oldest_us;        /* no waiting job was submitted before; INT64_MAX: none waits */
    bool starved, launched;   /* one starved at the last cycle; it was launched */
    /* of the present cycle */
    struct stage **list;      /* waiting stages in order */
    size_t n_list, cap_list, most_list;
    struct stage **blocked;   /* that get a reservation, in order */
    size_t n_blocked, n_reserved, cap_blocked; /* the first n_reserved of them are in the plan */
    bool planned;             /* the plan is made */
    const struct stage *planned_for; /* beside whose candidates (G14.10) */
    struct plan plan, held;   /* held: of whole nodes */
    uint32_t *free;           /* slots of each node */
    uint32_t *with, *at_least; /* nodes with so many of them; or more */
    uint64_t most_slots;      /* of a node */
    struct serving now, then; /* for the job that is looked at; at the time of a reservation */
    int64_t *opens, *open;    /* when each node first has what a reservation needs; those times in any order */
    /* whole.c: when each node is not reserved for as long as a job takes, for which starts_try() has slots; at all */
    int64_t *left, *freed;
    uint32_t *node, n_node, *rack; /* rack: in the order of their first node */
    uint32_t *few;            /* nodes of the racks that a job waits for */
    uint32_t *left_in_rack;   /* choice_in_few() */
    struct node_run *run;
    uint32_t n_runs, cap_runs;
};

static inline struct gang_job *gang_of(const struct gang *g, const struct job *job)
{
    return job_record(job, &g->at);
}
static inline struct gang_stage *gang_stage_of(const struct gang *g, const struct stage *st)
{
    return stage_record(st, &g->at);
}
static inline struct plan_ask gang_ask(const struct gang *g, const struct stage *st)
{
    const struct gang_job *j = gang_of(g, st->job);
    return (struct plan_ask){ st->n_tasks, j->width, j->estimate_us };
}

/* G13: its partition has the node, which the cycle has not closed. */
static inline bool gang_may_use(const struct gang *g, const struct stage *st, uint32_t node)
{
    const struct sw_partition *p = gang_of(g, st->job)->partition;
    return !p || (p->has[node] && g->closed[node] != g->cycle);
}

/* members.c */
void members_launch(struct sw_replay *r, struct gang *g, struct stage *st); /* on the nodes g->node */
void members_leave(struct gang *g, struct job *job);                        /* one of its tasks has ended */
void members_wait(const struct sw_replay *r, struct gang *g, struct stage *st, int64_t from_us);
void members_wait_over(struct gang *g, struct stage *st);
/* It could have started now, for the first time, but for its wait. */
void members_passed(struct sw_replay *r, struct gang *g, struct stage *st, int64_t since_us);
enum sw_locality members_level(const struct sw_replay *r, const struct gang *g, uint32_t n); /* of g->node (G7) */
/* tell.c, for observers */
void tell_start(struct sw_replay *r, const struct gang *g, struct stage *st); /* on the nodes g->node */
void tell_blocked(struct sw_replay *r, struct gang *g, struct stage *st, bool passed);
/* The maximum of a pool; NULL: what others do not lend. */
void tell_beyond(struct sw_replay *r, const struct gang *g, struct stage *st, const struct pool *pool);
void tell_returns(struct sw_replay *r, const struct gang *g, struct stage *st); /* it was preempted */
void tell_behind(struct sw_replay *r, struct gang *g, const struct stage *st); /* it ends the cycle for those behind */
/* cycle.c */
void cycle_make(struct sw_replay *r, struct gang *g);
/* starving.c */
struct stage *starving_stage(struct sw_replay *r, struct gang *g); /* that the cycle takes alone; NULL: none starves */
int64_t starving_next(const struct sw_replay *r, const struct gang *g); /* the next cycle that may do something */
/* It waits for one rack, or a few (G8, G8.4). */
static inline bool gang_waits(const struct sw_replay *r, const struct gang *g, const struct stage *st)
{
    return r->opt.gang.switches_us > 0 && gang_of(g, st->job)->fits_racks;
}
static inline bool gang_waits_now(const struct sw_replay *r, const struct gang *g, const struct stage *st)
{
    int64_t ends_us = gang_stage_of(g, st)->wait_ends_us;
    return gang_waits(r, g, st) && (ends_us < 0 || ends_us > r->now_us);
}

/* preempt.c */
/* Candidates that are enough if nothing is reserved: g->now has on which nodes. */
bool preempt_finds(const struct sw_replay *r, struct gang *g, const struct stage *st);
/* They are preempted for a job that cannot start, after starts_try(). True: some were ended at once. */
bool preempt_for(struct sw_replay *r, struct gang *g, const struct stage *st);
bool preempt_may(const struct sw_replay *r, const struct gang *g, const struct job *job, const struct job *other);
/* Their candidates are the same. */
bool preempt_alike(const struct sw_replay *r, const struct gang *g, const struct job *a, const struct job *b);
void preempt_graces(struct sw_replay *r, struct gang *g); /* those that are over */
int64_t preempt_ends(const struct gang *g, const struct job *job); /* its grace; -1: none */
int64_t preempt_returns(const struct gang *g, const struct job *job);
int64_t preempt_next(const struct sw_replay *r, const struct gang *g);
extern const struct mechanism preempt_mechanism;

/* choice.c */
void choice_start(struct sw_replay *r, struct gang *g);
uint32_t choice_n_racks(const struct sw_replay *r);
static inline uint32_t choice_rack_of(const struct sw_replay *r, uint32_t node)
{
    return r->opt.no_rack_level ? 0 : r->slots.rack_of[node];
}
bool choice_in_few(const struct sw_replay *r, struct gang *g, const uint32_t *in_rack, uint32_t nodes);
uint32_t choice_rack(const struct sw_replay *r, const struct gang *g, const struct serving *s, uint32_t missing);
void choice_make(struct sw_replay *r, struct gang *g, struct serving *s, uint32_t n); /* into g->node; uses s up */
/* whole.c, for reservations of whole nodes */
void whole_begin(const struct sw_replay *r, struct gang *g); /* none is reserved */
bool whole_serves(const struct sw_replay *r, const struct gang *g, const struct stage *st, uint32_t node); /* now */
void whole_reserve(struct sw_replay *r, struct gang *g, const struct stage *st);
/* starts.c */
void starts_begin(struct sw_replay *r, struct gang *g);   /* of a cycle */
/* Whether it can start now; then g->node has where. *passed: it could, but for its wait. */
bool starts_now(struct sw_replay *r, struct gang *g, struct stage *st, bool *passed);
void starts_launched(struct sw_replay *r, struct gang *g, const struct stage *st);
bool starts_fits_racks(const struct sw_replay *r, struct gang *g, const struct job *job);
/* g->now has which nodes could serve. True: for all that those before it reserve so do enough of them. Then g->left has
 * what is free on the nodes of a try at now (G5.5), -1 on others. */
bool starts_try(struct sw_replay *r, struct gang *g, const struct stage *st);
/* For how long it could start now, beside all that is reserved. */
int64_t starts_longest(struct sw_replay *r, struct gang *g, const struct stage *st);
#endif
