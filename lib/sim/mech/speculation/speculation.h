/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speculation.h - what scan.c and scores.c share: what runs at a straggler scan, and the candidates for a backup. */
#ifndef LIB_SIM_MECH_SPECULATION_SPECULATION_H
#define LIB_SIM_MECH_SPECULATION_SPECULATION_H
#include "lib/sim/sim.h"

/* of: NULL once it has left. next: the next of the same stage, in the rule's order. */
struct candidate {
    struct attempt *of;
    struct stage *stage;
    uint64_t serial;
    struct sw_progress progress;
    uint32_t node, next;
};
#define NO_CANDIDATE UINT32_MAX
struct stage_chain { struct stage *stage; uint32_t first; };
struct list {
    struct candidate *at;
    size_t first, n, cap, left; /* all before `first` have left; left: how many have not */
    bool in_order;
    struct stage_chain *chain;        /* of each stage, while in_order */
    size_t n_chains, cap_chains;
};
struct rated { struct sw_progress progress; double rate; }; /* rate: rounded */
struct seen { struct attempt *of; struct stage *stage; struct rated is; }; /* a live attempt, at a scan */
struct speculation {
    struct records at;
    struct list list[2];
    struct seen *seen;           /* by launch */
    struct rated *of_kind;       /* the old ones of a kind of slot, by stage */
    uint64_t looks;              /* scans so far */
    size_t n_seen, n_old, cap_seen;
    uint64_t offers;
    int64_t copies[2];
    /* Of the nodes: scores of ended attempts, then with live ones at the scan; room to sort; the percentile. */
    int64_t *done, *total, *sorted, bar;
};
/* A stage, at a scan. */
struct progress {
    struct sw_stage_progress to;   /* what its attempts are compared with */
    size_t first, live;            /* its part of of_kind */
    uint64_t looked;               /* the number of the scan, and the kind of slot */
    struct stage *next;            /* the next stage that has such a record */
    size_t chain;                  /* 1 + its chain, 0: none */
};

/* What the mechanism keeps of a stage. */
struct straggling {
    struct ran *ran;
    struct progress *progress;
    uint64_t refused_at;           /* the last offer that it might not use */
};
static inline struct straggling *straggling(const struct speculation *s, const struct stage *st)
{
    return stage_record(st, &s->at);
}

int64_t progress_score(const struct sw_replay *r, const struct attempt *a); /* C2; millionths */
bool progress_is_old(const struct sw_replay *r, const struct attempt *a);
void progress_see(struct sw_replay *r, struct speculation *s);
void progress_add_up_stages(struct sw_replay *r, struct speculation *s, int slot); /* C3 */
void progress_set_bars(struct sw_replay *r, struct speculation *s, int slot);      /* C4 */
void progress_rate_nodes(struct sw_replay *r, struct speculation *s);              /* C4 */
void progress_note_done(struct sw_replay *r, struct speculation *s, const struct attempt *a);
void progress_forget(struct straggling *st);
#endif
