/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_options.h - the options of a replay, and named systems. */
#ifndef SLOTWISE_SW_OPTIONS_H
#define SLOTWISE_SW_OPTIONS_H
#include "slotwise/sw_admission.h"
#include "slotwise/sw_cluster.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- options -------------------------------------------------------------------------------- */

enum sw_placement { SW_PLACE_UNIFORM, SW_PLACE_HDFS, SW_PLACE_TRACE, SW_PLACE_REDRAW };
extern const char *const sw_placement_words[];
enum sw_offers { SW_OFFERS_HEARTBEAT, SW_OFFERS_SPARK_2, SW_OFFERS_SPARK_3 }; /* R1 */
extern const char *const sw_offers_words[];
#define SW_LINK_FAST (UINT64_C(1) << 40) /* bytes a second: the most that a link can carry */
struct sw_network { uint64_t node_rate, rack_rate; }; /* bytes a second; 0: not played, not limited */
enum sw_rule { SW_RULE_ORDER, SW_RULE_DELAY, SW_RULE_PREEMPT, SW_RULE_ADMIT, SW_RULE_SPECULATE, SW_RULE_GLOBAL,
               SW_RULE_EVICT, SW_RULE_N };
extern const char *const sw_rule_words[]; /* "order", "delay", ... */
struct sw_replay_options {
    struct sw_order_rule order;
    struct sw_delay_rule delay;
    struct sw_preempt_rule preempt;
    struct sw_admit_rule admit;
    const struct sw_evict *evict;
    /* room for map output of nodes of which the cluster does not say it; SW_NO_DISK_LIMIT */
    uint64_t disk_bytes;
    struct sw_speculate_rule speculate;
    int64_t speculate_every_us;
    double failure_rate;             /* of an attempt */
    uint64_t max_attempts;           /* failures of a task that end its job */
    struct sw_global_rule global;    /* when it decides, order is fifo */
    struct sw_gang_rule gang;        /* G1: width SW_WIDTH_NONE, and tasks start one by one */
    struct sw_admission admission;   /* V1: n 0, and max_jobs of pools hold */
    int64_t preempt_every_us;
    bool keep_minimums;              /* those that do not fit are not scaled down */
    bool lc_table;                   /* modified-fair goes by its table as printed */
    bool spark_reset;                /* by a full offer without refusal, not by a launch */
    int64_t balance_us;              /* D13: a stage whose tasks take as long is long; 0: no stage is */
    enum sw_offers offers;           /* who is offered slots, and when; of Spark's modes, heartbeat_us is 0 */
    uint64_t seed;
    int64_t heartbeat_us, revive_us, startup_us, commit_pending_us, until_us /* -1: none */, jitter_us, every_us;
    bool out_of_band, no_rack_level;
    uint64_t per_heartbeat;          /* UINT64_MAX: all */
    bool half_per_heartbeat;         /* Y8: half of what is free, and one; per_heartbeat is all */
    uint64_t off_switch;             /* Y4: launches that end a heartbeat; UINT64_MAX: none does */
    int64_t load_cap;                /* H8: millionths; -1: none */
    uint64_t cores;                  /* B21: of each node; 0: as many as compute */
    uint64_t replication;
    enum sw_placement placement;
    double penalty_rack, penalty_off, load;
    struct sw_network network;
    uint64_t block_bytes;            /* of a block that the trace does not give the size of */
    int64_t slowstart;               /* millionths */
    bool gives_back;                 /* Y9: jobs whose maps find no slot give reduces back */
    bool alone;                      /* fill in alone_s */
    const struct sw_replay_options *alone_opt; /* under these options; NULL: the same */
    char rule_text[SW_RULE_N][512];  /* of each rule that sw_replay_rule() set: "wait:5s,5s" */
};
/* Reads a rule into its member, as sw_order_find() and the like do, and keeps its text. */
SW_USE_RESULT int sw_replay_rule(struct sw_replay_options *opt, enum sw_rule rule, const char *spec,
                                 struct sw_err *err);
/* What a number among them may be. sw_replay_new() refuses options out of their range. */
enum sw_range_type { SW_RANGE_WHOLE, SW_RANGE_REAL };
struct sw_range {
    const char *option;              /* "max-attempts" */
    enum sw_range_type type;         /* of 64 bits each: int64_t or uint64_t, or double */
    size_t offset;                   /* in struct sw_replay_options */
    int64_t least, most, none;       /* of whole numbers; none: this one, too, which says that there is no limit */
    double least_real, most_real;
};
extern const struct sw_range sw_ranges[]; /* ends with option NULL */
const struct sw_range *sw_range_of(const char *option); /* the first; NULL: it has none */
void sw_replay_defaults(struct sw_replay_options *opt); /* what slot-replay(1) gives without options */

#ifdef __cplusplus
}
#endif
#endif
