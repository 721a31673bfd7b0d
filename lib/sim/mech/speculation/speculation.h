/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speculation.h - what scan.c and scores.c share: what runs, at a look, and the candidates that it leaves. */
#ifndef LIB_SIM_MECH_SPECULATION_SPECULATION_H
#define LIB_SIM_MECH_SPECULATION_SPECULATION_H
#include "lib/sim/sim.h"

/* One that has left has no attempt. next: of the same stage, in the rule's order. */
struct candidate {
    struct attempt *of;
    struct stage *stage;
    uint64_t serial;
    struct sw_progress progress;
    uint32_t node, next;
};
#define NOBODY UINT32_MAX
struct stage_chain { struct stage *stage; uint32_t first; };
struct list {
    struct candidate *at;
    size_t first, n, cap, left; /* none before first is one still; left: those that are */
    bool in_order;
    struct stage_chain *chain;        /* of each stage; while in order */
    size_t n_chains, cap_chains;
};
struct rated { struct sw_progress progress; double rate; }; /* the rate nearly */
struct seen { struct attempt *of; struct stage *stage; struct rated is; }; /* a live attempt, at a look */
struct speculation {
    struct records at;
    struct list list[2];
    struct seen *seen;           /* by launch */
    struct rated *of_kind;       /* the old ones of a kind, by stage */
    uint64_t looks;
    size_t n_seen, n_old, cap_seen;
    uint64_t offers;
    int64_t copies[2];
    int64_t *done, *total, *sorted, bar; /* of the nodes: scores of ended attempts; and of live ones too, at the look;
                                            room to sort; percentile */
};
/* A stage's, at a look. */
struct progress {
    struct sw_stage_progress to;   /* what its attempts are compared with */
    size_t first, live;            /* its part of of_kind */
    uint64_t looked;               /* the look that it is of, and the kind of slot */
    struct stage *next;            /* that has one */
    size_t chain;                  /* 1 + its chain, 0: none */
};

/* Of a stage. */
struct straggling { struct ran *ran; struct progress *progress; uint64_t refused_at; /* the last offer at which it might not */ };
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
