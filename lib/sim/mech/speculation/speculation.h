/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speculation.h - what the files of this folder share: the stages that are watched for stragglers, each with its
 * attempts that run, and the candidates for a backup. */
#ifndef LIB_SIM_MECH_SPECULATION_SPECULATION_H
#define LIB_SIM_MECH_SPECULATION_SPECULATION_H
#include "lib/base/minmax.h"
#include "lib/sim/sim.h"
#include <assert.h>
#include <math.h>

/* of: NULL once it has left. next: the place in order of the next of the same stage. */
struct candidate {
    struct attempt *of;
    struct watch *watch;
    struct sw_progress progress;
    uint32_t node, next;
};
#define NO_CANDIDATE UINT32_MAX
struct stage_chain { struct watch *watch; uint32_t first; };
struct candidates {              /* of a kind of slot */
    struct candidate *at;        /* n of cap, as they were found */
    size_t n, cap, left;         /* left: how many have not left */
    uint32_t *in_order;          /* n_in_order of their numbers, in the rule's order */
    size_t n_in_order, cap_in_order, first; /* all before `first` have left */
    bool is_in_order;
    struct stage_chain *chain;   /* of each stage, while is_in_order */
    size_t n_chains, cap_chains;
};
struct live_one {                /* an attempt that runs; of: NULL once it has ended */
    struct attempt *of;
    int64_t launch_us;
    int64_t begin_us, takes_us;  /* of its work; takes_us may be one of these marks */
    uint32_t node;
    uint32_t has_copy : 1, candidate : 31; /* has_copy: it is one of two; candidate: its number if it is one */
};
/* NOT_KNOWN: the attempt is asked at this look, and may be even at a later one. NOT_EVEN: it is asked at every look.
 * COPIES: it waits for maps if they are not done, and begin_us is how long its copying takes. */
enum { LIVE_COPIES = -3, LIVE_NOT_KNOWN = -2, LIVE_NOT_EVEN = -1 };
struct rated { struct sw_progress progress; struct live_one *of; }; /* what it has done, at a look */
/* A rate over 0 time is above all others (C2.5). */
static inline double rate_of(const struct sw_progress *p)
{
    return p->age_us ? (double)p->score / (double)p->age_us : (double)INFINITY;
}
struct ran { int64_t *us; size_t n, n_sorted, cap; }; /* times of attempts that ended done, longest first */

/* A stage of which an attempt has been launched. */
struct watch {
    struct stage *stage;
    bool is_reduce;
    bool is_even;                  /* the scores of all in live[] rise evenly */
    uint32_t place;                /* 1 + its place in watched[]; 0: none of it runs */
    struct live_one *live;         /* by launch */
    uint32_t n_live, cap_live, n_running; /* with holes and without */
    uint64_t looked_at;            /* the number of the last look that did not pass by it */
    uint32_t looks_to_wait, pause; /* quiet.c */
    struct ran ran;
    struct sw_stage_progress to;   /* what its attempts are compared with, at the last look */
    uint64_t refused_at;           /* the last offer that it might not use */
    size_t chain;                  /* 1 + its chain, 0: none */
    struct watch *next_spare;
};
/* No look before next_us finds a straggler in the stage. */
struct watched { int64_t next_us; struct watch *of; };
struct range { double least, most; };

struct speculation {
    struct records at;
    struct candidates list[2];
    struct watched *watched;       /* those of which something runs */
    size_t n_watched, cap_watched;
    int64_t next_us;               /* no next_us of a stage is earlier */
    struct watch *spare;
    struct rated *rated;           /* at a look, of one stage; room for each of its attempts */
    double *rate, *work;           /* their rates, rounded; room to select one */
    struct range *range;
    size_t cap_rated;
    uint64_t n_looks, offers;
    int64_t copies[2];
    bool even;                     /* scores rise evenly (quiet.c) */
    /* Of the nodes: scores of ended attempts; then with live ones, at the scan; room to select one; the percentile. */
    int64_t *done, *total;
    double *node_work;
    size_t n_rated_nodes;
    int64_t bar;                   /* -1: not selected yet */
};

/* What the mechanism keeps of a stage. */
struct straggling { struct watch *watch; };
/* And of an attempt: its stage's, and its place in live[]. */
struct straggler { struct watch *watch; uint32_t place; };
static inline struct straggler *straggler(const struct speculation *s, const struct attempt *a)
{
    return attempt_record(a, &s->at);
}
static inline struct straggling *straggling(const struct speculation *s, const struct stage *st)
{
    return stage_record(st, &s->at);
}

/* Longer times than these are no part of a column, so that a product with a score fits. */
#define SCORED_MOST_US (INT64_MAX / SW_SCORE_ONE)
/* part / whole in millionths, cut, between 0 and 1, without a branch; the whole is not nothing. */
static inline int64_t score_worked(int64_t part_us, int64_t whole_us)
{
    return min_i64(max_i64(part_us, 0), whole_us) * SW_SCORE_ONE / whole_us;
}
int64_t score_share(int64_t part_us, int64_t whole_us); /* score.c; the same of any times; a whole of nothing is done */
int64_t score_of(const struct sw_replay *r, const struct attempt *a); /* score.c; C2; millionths */

/* live.c */
struct live_one *live_entry(const struct speculation *s, const struct attempt *a);
struct watch *live_add(const struct sw_replay *r, struct speculation *s, struct attempt *a);
void live_remove(const struct sw_replay *r, struct speculation *s, const struct attempt *a);
void live_close_up(struct speculation *s, struct watch *w);
int64_t live_ask(const struct sw_replay *r, const struct speculation *s, const struct watch *w, struct live_one *l);
void live_look_soon(const struct sw_replay *r, struct speculation *s, const struct watch *w);
/* C1, C3.2: from when on a look may find an attempt of the stage slow. */
static inline int64_t live_old_at(const struct sw_replay *r, const struct watch *w, int64_t launch_us)
{
    int64_t lag_us = r->opt.speculate.lag_us;
    return unlikely(r->opt.speculate.since_job) ? max_i64(launch_us, w->stage->job->submit_us + lag_us)
                                                : launch_us + lag_us;
}
static inline bool live_is_young(const struct sw_replay *r, const struct watch *w, const struct sw_progress *of)
{
    return live_old_at(r, w, r->now_us - of->age_us) > r->now_us;
}
void live_release(struct speculation *s, struct stage *st);
void live_reset(struct speculation *s);
/* C2.1, C2.2: of one whose score rises evenly. */
static inline int64_t live_even_score(const struct watch *w, const struct live_one *l, int64_t now_us)
{
    int64_t worked = score_worked(now_us - l->begin_us, l->takes_us);
    return w->is_reduce ? 2 * SW_SCORE_ONE / 3 + worked / 3 : worked;
}
/* C2.3; fetched: the share of maps that are done. */
static inline int64_t live_copy_score(const struct sw_replay *r, const struct live_one *l, int64_t fetched)
{
    int64_t copied = score_worked(r->now_us - l->launch_us - r->opt.startup_us, l->begin_us);
    return min_i64(copied, fetched) / 3;
}
/* Of the maps, while they are not done; else -1. */
static inline int64_t live_fetched(const struct watch *w)
{
    const struct job *job = w->stage->job;
    return w->is_reduce && job->maps_done < job->result.maps
               ? (int64_t)((uint64_t)job->maps_done * SW_SCORE_ONE / job->result.maps)
               : -1;
}
/* C2 */
static inline int64_t live_score(const struct sw_replay *r, const struct speculation *s, const struct watch *w,
                                 struct live_one *l, int64_t fetched)
{
    int64_t score = l->takes_us >= 0 ? live_even_score(w, l, r->now_us)
                    : l->takes_us == LIVE_COPIES && fetched >= 0 ? live_copy_score(r, l, fetched)
                                                                  : live_ask(r, s, w, l);
    assert(!l->of || score == score_of(r, l->of));
    return score;
}

/* progress.c */
/* Fills s->rated with those past the lag, or with all that run; how many. young_us: the launch of the first that is not
 * past it, or INT64_MAX. */
size_t progress_see(struct sw_replay *r, struct speculation *s, struct watch *w, bool all, int64_t *young_us);
void progress_add_up(struct sw_replay *r, struct speculation *s, struct watch *w, size_t n); /* C3 */
void progress_set_bar(struct sw_replay *r, struct speculation *s, struct watch *w, size_t n); /* C4 */
void progress_rate_nodes(struct sw_replay *r, struct speculation *s);                         /* C4 */
int64_t progress_node_bar(const struct sw_replay *r, struct speculation *s); /* of the last scan that rated nodes */
void progress_note_done(struct sw_replay *r, struct speculation *s, const struct attempt *a);
/* Whether an attempt that is done had a rate in that range. */
bool progress_done_between(const struct ran *ran, const struct range *range);

/* candidates.c */
void candidates_forget(struct candidates *list);
void candidates_add(struct speculation *s, struct watch *w, const struct rated *of);
void candidates_put_in_order(struct candidates *list, const struct sw_speculate *policy);
void candidates_drop(struct speculation *s, const struct attempt *a); /* it has ended, or is copied */
/* The one that a node's slot of the kind goes to, or NULL. */
struct attempt *candidates_choose(struct sw_replay *r, struct speculation *s, uint32_t node, int kind);

/* quiet.c */
bool quiet_is_possible(const struct sw_replay *r);
bool quiet_is_to_try(struct watch *w, bool was_quiet);
/* Until when no look finds a straggler among the n of s->rated, after one that found none; 0: not known. */
int64_t quiet_until(struct sw_replay *r, struct speculation *s, const struct watch *w, size_t n);
#endif
