/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_model.h - the closed formulas of delay scheduling, and the exact values beside them.
 *
 * Sources: ES is Zaharia et al., Delay Scheduling, EuroSys 2010; TR is UCB/EECS-2009-55. Symbols: M nodes,
 * L slots a node, S = ML slots; R replicas; N tasks of the job, K tasks still to launch; D skips allowed;
 * T mean task length in seconds; r slots released a second (ML/T when all are busy); f a share of the slots.
 * Pure arithmetic: no input or output, no clock, no chance. Nothing here is shared with the replay, so that the
 * two can bear witness for one another. Probabilities and localities are fractions of 1. */
#ifndef SLOTWISE_SW_MODEL_H
#define SLOTWISE_SW_MODEL_H
#include <stdbool.h>
#include "slotwise/sw_err.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- locality of a job at the head of the line (ES 3.5) ------------------------------------- */
struct sw_model_job { uint64_t nodes, replication, tasks; };
/* 1 <= replication <= nodes and tasks >= 1; the functions below assert it. */
SW_USE_RESULT int sw_model_job_check(const struct sw_model_job *job, struct sw_err *err);

/* A locality as a function of the skips allowed, rising with them. Skips are whole in the algorithm; the
 * continuous extension serves the root finder. skips >= 0. */
typedef double sw_model_curve(const struct sw_model_job *job, double skips);
/* l(D) = (1/N) sum_{K=1..N} [1 - (1-p_K)^D] with p_K = 1 - (1 - min(K/M, 1))^R. The paper's expression. It
 * gives D looks, and forgets that a job which has given up launches on anywhere (ES footnote 4). O(N). */
double sw_model_locality(const struct sw_model_job *job, double skips);
/* 1 - e^{-RD/M} / (N (1 - e^{-RD/M})), not below 0: ES's closed lower bound of the above. O(1). */
double sw_model_locality_bound(const struct sw_model_job *job, double skips);
/* 1 - e^{-RDK/M}: ES's lower bound for one launch with K tasks left, D looks (ES 3.5, and 73 % in 4.1). */
double sw_model_launch_bound(const struct sw_model_job *job, uint64_t tasks_left, double skips);
/* The expected share of local launches of ES algorithm 2 as written. Offers come from uniformly random nodes. Each
 * offer draws R distinct replicas of independent blocks, so that p_K = 1 - (1 - R/M)^K. O(N). */
double sw_model_locality_algorithm(const struct sw_model_job *job, double skips);
/* Expected skips per task under the same rules: what the wait costs, in offers passed over. O(N). */
double sw_model_skips_mean(const struct sw_model_job *job, double skips);

/* D = (M/R) ln(1 + 1/((1-λ)N)): where sw_model_locality_bound() is λ (ES 3.5). Not whole. 0 < locality < 1. */
double sw_model_skips_bound(const struct sw_model_job *job, double locality);
/* The least whole D with curve(job, D) >= locality, to four units of rounding.
 * Fails when not even 2^53 skips reach it. */
SW_USE_RESULT int sw_model_skips_least(const struct sw_model_job *job, sw_model_curve *curve, double locality,
                                       uint64_t *skips, struct sw_err *err);

/* ---- sticky slots, long tasks, waits -------------------------------------------------------- */
/* 1 - (1-f)^{RL}: most locality a job of share f can have that never leaves its slots (ES 3.3.2). */
double sw_model_sticky(double share, double replicas_times_slots);
/* The same for `held` slots drawn at random without return from nodes*slots_per_node, and R distinct nodes:
 * 1 - C(S-RL, held) / C(S, held). With one slot a node it is 1 - C(M-held, R) / C(M, R). */
double sw_model_sticky_exact(uint64_t nodes, uint64_t slots_per_node, uint64_t replication, uint64_t held);
/* φ^{RL}: all slots near a block are held by long tasks (ES 3.5.1). */
double sw_model_blocked(double long_fraction, double replicas_times_slots);
/* 1 - (1 - w/T)^{RL}: one of RL slots frees within w when releases are uniform over T (TR 4.2). 1 from w = T on. */
double sw_model_frees(double wait_s, double task_time_s, double replicas_times_slots);
/* (1 - e^{-w/t})(cost - t): seconds of response time gained by waiting up to w for a local offer (TR 4.3.1). Local
 * offers are Poisson with mean gap t; a remote task takes `cost` longer. Negative: waiting loses. */
double sw_model_gain(double remote_cost_s, double gap_s, double wait_s);
/* F T / S: how long a job waits for its share of F slots on a full cluster (ES 3.2). */
double sw_model_startup(double share_slots, double task_time_s, double slots);

/* ---- a recommendation from the formulas alone ----------------------------------------------- */
enum sw_verdict { SW_WAIT, SW_DO_NOT_WAIT, SW_CANNOT_TELL };
extern const char *const sw_verdict_words[]; /* "wait" "do-not-wait" "cannot-tell" */
struct sw_model_question {
    struct sw_model_job job;
    uint64_t racks;        /* 1: every node is in the rack of every block */
    double locality;       /* the target, between 0 and 1 */
    double release_rate;   /* slots a second */
    double task_time_s;    /* NaN: not known */
    double remote_cost_s;  /* how much longer a remote task takes; NaN: not known */
};
struct sw_model_advice {
    uint64_t skips, rack_skips;       /* D1, D2: what the locality asked for takes */
    double w1_s, w2_s;                /* D1/r, D2/r */
    double locality, locality_no_wait;/* by algorithm 2, with D1 skips and with none */
    double cost_s;                    /* mean wait of a task at the head of the line */
    double break_even_s;              /* the remote cost above which that wait pays; NaN when nothing is gained */
    double gain_s;                    /* seconds gained per task; NaN without a remote cost */
    enum sw_verdict verdict;
    char reason[256];
};
/* D1 is the larger of the bound's and algorithm 2's. D2 is the same over racks, of which a block lies on two, as HDFS
 * places it (ES 3.6). Waiting pays when remote_cost (locality - locality_no_wait) exceeds the mean wait: for one
 * task this is TR 4.3.1 with t = M/(R r). */
SW_USE_RESULT int sw_model_recommend(const struct sw_model_question *q, struct sw_model_advice *out,
                                     struct sw_err *err);

#ifdef __cplusplus
}
#endif
#endif
