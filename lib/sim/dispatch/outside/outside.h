/* SPDX-License-Identifier: GPL-3.0-or-later */
/* outside.h - a process outside that decides: what it is told, what it may answer. */
#ifndef SLOTWISE_SIM_DISPATCH_OUTSIDE_OUTSIDE_H
#define SLOTWISE_SIM_DISPATCH_OUTSIDE_OUTSIDE_H
#include "lib/sim/sim.h"
#include "lib/trace/parse/json.h"

/* ---- outside.c -------------------------------------------------------------------------------------------- */
/* What the files of a decider share: the caller's own, or a process (section 22 of docs/model.md). */
/*   outside.c   when it is asked, and the news that it is told
 *   checks.c    its launches and kills, by the rules
 *   process.c   --decide: a process that is written to and read from, with a deadline
 *   telling.c   what it is told, in JSON
 *   answers.c   what it answers */
/* What is known of a job outside, for as long as the decider has not been told that it left. */
struct told_job {
    struct job *job;              /* NULL: it has left */
    uint64_t number;
    char *id, *pool, *user;
    bool came;                    /* that has been told */
    struct told_job *next, *prev;
};
struct outside_job { struct told_job *told; };
struct outside {
    struct records at;
    const struct sw_decider *by;
    struct process *process;      /* of --decide; else NULL */
    struct sw_decider own;        /* its decider */
    struct told_job *first;
    struct sw_names by_number;    /* told jobs */
    struct sw_news *news;
    const struct told_job **of;   /* beside each of the news */
    size_t n_news, cap_news, cap_of;
    struct sw_offer *offer;
    size_t n_offers, cap_offers;
    uint64_t *offered;            /* of nodes: the round that last offered them */
    uint64_t round;
    const char **node, **rack;    /* names, by node */
    uint32_t *first_host, *host;  /* of the stage that is told of */
    size_t cap_first, cap_hosts;
    int64_t wake_us;              /* INT64_MAX: none */
    uint64_t idle;                /* calls that launched nothing, while nothing was to come */
    bool killing;
};

/* NULL: it is not there */
static inline struct told_job *outside_job_of(const struct outside *o, uint64_t number)
{
    return sw_names_find(&o->by_number, (const char *)&number, sizeof number);
}

/* outside.c */
extern const struct dispatcher outside_dispatcher;
/* process.c: a process of COMMAND, whose answers come within so many microseconds */
SW_USE_RESULT int process_start(struct process **out, const struct sw_replay *r, struct sw_decider *by,
                                struct sw_err *err);
/* The run is over: its input ends, and it has to end, too. */
SW_USE_RESULT int process_finish(struct process *p, struct sw_err *err);

/* ---- process.c -------------------------------------------------------------------------------------------- */
/* What is told to a process and what it answers, a line each (docs/formats/decide.md). */
#define DECIDE_VERSION 1
struct text { char *at; size_t n, cap; };
struct answers {              /* what of an answer is read again and again */
    struct json_tree tree;
    struct sw_names jobs;     /* those that are there, from id to number + 1 */
    struct sw_names nodes;    /* from name to number + 1 */
};

/* telling.c */
void telling_hello(struct text *to, const struct sw_replay *r);
void telling_moment(struct text *to, const struct sw_moment *m);
/* answers.c: jobs come and go; a line is checked and done. kills: whether the process may kill. */
void answers_start(struct answers *a, const struct sw_replay *r);
void answers_news(struct answers *a, const struct sw_moment *m);
SW_USE_RESULT int answers_hello(struct answers *a, struct sw_text line, bool *kills, struct sw_err *err);
SW_USE_RESULT int answers_do(struct answers *a, struct sw_text line, bool kills, struct sw_moment *m,
                             struct sw_err *err);
void answers_stop(struct answers *a);
#endif
