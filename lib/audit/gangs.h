/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs.h - what the audit keeps of gangs (section 17), for plan.c, choice.c, cycle.c and gangs.c. */
#ifndef LIB_AUDIT_GANGS_H
#define LIB_AUDIT_GANGS_H
#include "lib/audit/audit.h"

struct gang {
    const struct job *job;
    struct stage *st;
    const struct row *first;      /* of its rows, by task; NULL: it was not launched */
    uint32_t *node, n;            /* where it ran, in cluster order; tasks */
    int64_t width, estimate_us, launch_us, finish_us;
    int64_t asked_us;             /* G10.1; INT64_MAX: more, or not known */
    int64_t tried_us;             /* G8.2: could have started but for its wait; -1: not so far */
    bool fits;                    /* in some rack, were all of it free (G8.4) */
    bool taken, tried, runs, started; /* by this cycle; and it was not beyond a maximum; now; ever */
};
struct held_nodes { int64_t from_us, to_us, width; bool *on; }; /* a reservation (G5) */
struct gangs {
    struct audit *a;
    struct gang *gang;
    uint32_t n;
    struct gang **by_ready, **by_launch, **by_end; /* of the last two those that were launched */
    uint32_t n_launched, next_ready, next_launch, next_end;
    struct gang **waiting, **running;
    uint32_t n_waiting, n_running;
    int64_t *free;                /* slots of each node */
    struct gang **on;             /* what runs on each node, */
    uint32_t *first_on, *n_on;    /* from here on, so many */
    uint32_t *in_rack, *rack;     /* racks in the order of their first node */
    int64_t *slots;               /* of each node that has what a job needs, what is free; else 0 */
    uint32_t *room, most_room;    /* of each rack, nodes of room_width slots; the most of them */
    int64_t room_width;           /* -1: none was counted */
    int64_t *instant;
    size_t n_instants;
    struct held_nodes *held;      /* of this cycle */
    size_t n_held, cap_held;
    bool *chosen;
    int64_t cycle_us;             /* the last cycle; -1: there was none */
    struct gang *alone;           /* that it took alone (G11.1); NULL: none */
    bool others_next;             /* and then another may start at the next */
    int64_t blind_us;             /* from then on the log does not say what was decided from */
    bool blind;
};

/* choice.c */
uint32_t audit_choice_rack(const struct audit *a, uint32_t node);
uint32_t audit_choice_n_racks(const struct audit *a);
uint32_t audit_choice_count(struct gangs *g);  /* nodes in g->slots, and of each rack in g->in_rack */
uint32_t audit_choice_next_rack(const struct gangs *g, uint32_t missing);
void audit_choice_make(struct gangs *g, uint32_t n, bool *chosen); /* G6; uses g->slots up */
/* plan.c */
bool audit_plan_waits_for_rack(const struct gangs *g, const struct gang *x);
int64_t audit_plan_wait_ends(const struct gangs *g, const struct gang *x); /* NEVER: it has not begun */
bool audit_plan_fits_now(struct gangs *g, const struct gang *x); /* somewhere */
bool audit_plan_starts_now(struct gangs *g, const struct gang *x);
void audit_plan_reserve(struct gangs *g, const struct gang *x); /* G5.3, G5.4 */
void audit_plan_choose(struct gangs *g, const struct gang *x); /* now, into g->chosen */
/* cycle.c */
struct gang *audit_cycle_oldest(const struct gangs *g);  /* of those that wait, by submission */
void audit_cycle_came(struct gangs *g, struct gang *x);  /* it waits */
void audit_cycle_end(struct gangs *g, struct gang *x);   /* it ran */
/* by_launch[from] .. [to - 1] are of this instant; known: and what they were decided from */
void audit_cycle(struct gangs *g, uint32_t from, uint32_t to, bool known);
#endif
