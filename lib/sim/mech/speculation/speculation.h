/* SPDX-License-Identifier: GPL-3.0-or-later */
/* speculation.h - what scan.c and progress.c share: what runs at a straggler scan, and the candidates for a backup. */
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
struct seen {                /* a live attempt, at a scan; a cache line */
    struct attempt *of;
    struct stage *stage;
    struct straggling *straggling; /* the stage's */
    struct rated is;
    uint32_t node;
    int slot_kind;
};
struct live_one {                /* an attempt that runs; of: NULL once it has ended */
    struct attempt *of;
    struct stage *stage;
    struct straggling *straggling; /* the stage's */
    int64_t launch_us;
    int64_t begin_us, takes_us;  /* of its work; takes_us may be one of live.c's marks */
    uint32_t node;
    int slot_kind;
    bool is_reduce;
};
struct speculation {
    struct records at;
    struct list list[2];
    struct live_one *live;           /* by launch */
    size_t n_live, cap_live, n_running; /* with holes and without */
    struct seen *seen;           /* by launch */
    struct rated *of_kind;       /* the old ones of a kind of slot, by stage */
    uint64_t n_scans;            /* scans so far */
    size_t n_seen, n_old, n_quiet, cap_seen; /* n_quiet: live ones that are not in `seen` */
    uint64_t offers;
    int64_t copies[2];
    bool quiet_kept;             /* stages may be quiet */
    int64_t quiet_until_us;      /* all are */
    bool has_tried;              /* quiet.c, at the last look */
    size_t n_to_wait, pause;     /* looks until it tries again; the last such wait */
    /* Of the nodes: scores of ended attempts, then with live ones at the scan; room to sort; the percentile. */
    int64_t *done, *total, *sorted, bar;
};
/* quiet.c: the rates that the bar of a stage will have. end_us: of an attempt that runs and is the bar, or 0. Whether
 * other attempts that run, and some that may be copied, will have such rates. */
struct bar { double least, most; int64_t end_us; bool others, eligible; };
/* A stage, at a scan. */
struct progress {
    struct sw_stage_progress to;   /* what its attempts are compared with */
    size_t first, live;            /* its part of of_kind */
    uint64_t scan_number;          /* of the last scan of a kind of slot that saw the stage */
    struct stage *next;            /* the next stage that has such a record */
    size_t chain;                  /* 1 + its chain, 0: none */
    struct bar bar;
    double slopes;                 /* of its attempts, together (quiet.c) */
};

/* What the mechanism keeps of a stage. */
struct straggling {
    struct ran *ran;
    struct progress *progress;
    uint64_t refused_at;           /* the last offer that it might not use */
    int64_t quiet_until_us;        /* no look before finds a straggler of it (quiet.c) */
};
/* And of an attempt. candidate: 1 + its place among the candidates for a backup; 0: it is none. place: in live[]. */
struct straggler { uint32_t candidate, place; };
static inline struct straggler *straggler(const struct speculation *s, const struct attempt *a)
{
    return attempt_record(a, &s->at);
}
static inline struct straggling *straggling(const struct speculation *s, const struct stage *st)
{
    return stage_record(st, &s->at);
}

/* live.c */
void live_add(struct speculation *s, struct attempt *a);
void live_remove(struct speculation *s, const struct attempt *a);
void live_close_up(struct speculation *s);
int64_t live_score(const struct sw_replay *r, const struct speculation *s, struct live_one *l); /* C2 */

/* part / whole in millionths, cut, between 0 and 1; a whole of nothing is done. */
static inline int64_t progress_share(int64_t part_us, int64_t whole_us)
{
    if (whole_us <= 0)
        return SW_SCORE_ONE;
    if (part_us <= 0)
        return 0;
    if (part_us >= whole_us)
        return SW_SCORE_ONE;
    return part_us <= INT64_MAX / SW_SCORE_ONE ? part_us * SW_SCORE_ONE / whole_us
                                               : (int64_t)((__int128)part_us * SW_SCORE_ONE / whole_us);
}
int64_t progress_score(const struct sw_replay *r, const struct attempt *a); /* C2; millionths */
bool progress_is_old(const struct sw_replay *r, const struct attempt *a);
/* All that runs, or only that of stages that are not quiet. */
void progress_see(struct sw_replay *r, struct speculation *s, bool all);
/* Whether an attempt that is done had a rate in that range. */
bool progress_done_between(const struct ran *ran, double least, double most);
void progress_add_up_stages(struct sw_replay *r, struct speculation *s, int kind); /* C3 */
void progress_set_bars(struct sw_replay *r, struct speculation *s, int kind);      /* C4 */
void progress_rate_nodes(struct sw_replay *r, struct speculation *s);              /* C4 */
void progress_note_done(struct sw_replay *r, struct speculation *s, const struct attempt *a);
void progress_forget(struct straggling *st);
bool quiet_is_possible(const struct sw_replay *r);
void quiet_ends(struct speculation *s, const struct stage *st); /* an attempt of it has been launched or has ended */
void quiet_find(struct sw_replay *r, struct speculation *s);    /* of the stages of s->seen: none has a straggler */
#endif
