/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_gangs.h - a study of jobs that start all at once. */
#ifndef SLOTWISE_SW_GANGS_H
#define SLOTWISE_SW_GANGS_H
#include "slotwise/sw_study.h"

/* ---- jobs that start all at once: how long they should wait for nodes of one switch (G8) ------------ */

/* Replays of a log without the wait, under several waits, and at several prices of crossing switches, which no log
 * tells. Run 0 is the day that was. In each further run jobs come up to jitter_us later. All waits and prices meet the
 * same days, and differences are taken day by day. */
enum { SW_GANGS_WAITS = 8, SW_GANGS_PRICES = 8 };
#define SW_GANGS_FEWEST 30     /* jobs that fit under a switch, and that run across switches: fewer decide nothing */
/* Sizes: 2 to 10 nodes, 11 to 100, more. */
enum { SW_GANGS_ALL, SW_GANGS_ONE_NODE, SW_GANGS_SIZES, SW_GANGS_CLASSES = SW_GANGS_SIZES + 3 };
struct sw_gangs_tally {        /* jobs of a class in one replay */
    double sum_s, waited_s;    /* responses; G8.3 */
    uint64_t jobs, several, across; /* of several nodes; of these across switches */
};
struct sw_gangs_wait { int64_t us; char text[48]; }; /* text as --switches has it */
struct sw_gangs_ask {
    const struct sw_cluster *cl;
    const struct sw_pool_list *pools;    /* NULL: none */
    const struct sw_options *opt; /* what was in force */
    bool price_given;          /* opt->penalty_off is what crossing switches costs; else several are tried */
    uint64_t n_runs, threads;  /* n_runs: besides run 0; 0: by the size of the log */
};
struct sw_gangs {
    struct sw_gangs_ask ask;
    struct gangs_log *log;     /* lib/study/gangs/gangs_log.h */
    /* What the log says. Responses of its jobs are known of n_recorded of them. */
    char format[24];
    uint64_t n_jobs, n_recorded, n_faults;
    bool placed;               /* it says of some job whether it ran under one switch (L3.1) */
    uint64_t largest_rack;     /* nodes */
    /* Jobs of more than one node; of more nodes than any rack has; of the others those that ran across switches when
     * nothing waited. With fewer than SW_GANGS_FEWEST nothing else is replayed, and tally is NULL. */
    uint64_t n_several, n_too_wide, n_across;
    uint64_t n_runs;
    size_t n_waits, n_prices;
    struct sw_gangs_wait wait[SW_GANGS_WAITS]; /* wait[0] is the one in force */
    size_t none;               /* place of no wait */
    double price[SW_GANGS_PRICES]; /* factors on the time of a job across switches */
    struct sw_gangs_tally *tally; /* sw_gangs_tally_of() */
    double level;              /* of the intervals: 95 % of all of them hold at once */
    int64_t jitter_us;
    /* Errors of the mean response of the jobs that recorded one: of the replay of the log as it was, of no scheduler at
     * all, and of sjf. NaN: none recorded it. */
    double recorded_s, error, error_endless, error_sjf;
    struct sw_load_answer load;
    uint64_t n_without_limit;  /* jobs that backfill plans for with no estimate; 0 without backfill */
};
/* Takes the trace, also when it fails; no job has been read from it. */
SW_USE_RESULT int sw_gangs_run(struct sw_gangs *s, struct sw_trace *trace, const struct sw_gangs_ask *ask,
                               struct sw_err *err);
const struct sw_gangs_tally *sw_gangs_tally_of(const struct sw_gangs *s, size_t price, size_t wait, uint64_t run,
                                               size_t of);
double sw_gangs_mean(const struct sw_gangs *s, size_t price, size_t wait, uint64_t run, size_t of); /* mean response */
/* Of the mean response of a class, against another wait: over the days, and its interval at this level. */
struct sw_gangs_change { double mean; struct sw_interval interval; };
struct sw_gangs_change sw_gangs_compare(const struct sw_gangs *s, size_t price, size_t wait, size_t other, size_t of,
                                        double level);
void sw_gangs_clear(struct sw_gangs *s);

enum sw_gangs_why {
    SW_GANGS_GAIN,          /* change: more than the replay's own error on each day, at every price */
    SW_GANGS_BEST,          /* leave: others lose at every price, or gain nothing that counts */
    SW_GANGS_LACKS,         /* cannot tell: there is no cluster, or no job; for callers, as nothing is studied then */
    SW_GANGS_ONE_RACK,      /* cannot tell: all nodes are under one switch */
    SW_GANGS_NO_RACK,       /* cannot tell: each switch has one node */
    SW_GANGS_NO_GANG,       /* cannot tell: no job takes more than a node */
    SW_GANGS_FEW,           /* cannot tell: fewer than 30 of these fit under one switch */
    SW_GANGS_NOTHING_TO_DO, /* cannot tell: fewer than 30 of these ran across switches without a wait */
    SW_GANGS_NO_WITNESS,    /* cannot tell: no job recorded when it started */
    SW_GANGS_POOR,          /* cannot tell: the replay of the log as it was is too far off */
    SW_GANGS_ERROR,         /* cannot tell: the gain is below that error */
    SW_GANGS_CHANCE,        /* cannot tell: the interval of the gain holds 0 */
    SW_GANGS_PRICE          /* cannot tell: what crossing switches costs decides */
};
/* A wait gains or loses at a price: by its interval, by 1 % and by more than the replay's error. */
enum sw_gangs_pays { SW_GANGS_GAINS, SW_GANGS_UNSURE, SW_GANGS_LOSES, SW_GANGS_ALIKE };
struct sw_gangs_answer {
    enum sw_advice advice;
    enum sw_gangs_why why;
    size_t chosen;           /* place among the waits: 0 unless the advice is to change */
    size_t best;             /* the wait in question, whatever can be told of it: best at `at` */
    size_t at;               /* place among the prices */
    /* Of each wait against none: the price at which they are even, between those at which it surely loses (or does not
     * gain) and surely gains. NaN: not among the prices tried. */
    double even[SW_GANGS_WAITS], even_lo[SW_GANGS_WAITS], even_hi[SW_GANGS_WAITS];
};
void sw_gangs_decide(const struct sw_gangs *s, struct sw_gangs_answer *a);
enum sw_gangs_pays sw_gangs_decide_pays(const struct sw_gangs *s, size_t price, size_t wait, size_t other);
#endif
