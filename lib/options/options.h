/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.h - the options of a replay: one table says of each its name, type, range, default and help. Parsing,
 * printing and --help-all walk it. A program has rows of its own, in a table of the same kind. */
#ifndef LIB_OPTIONS_OPTIONS_H
#define LIB_OPTIONS_OPTIONS_H
#include <stddef.h>
#include <stdio.h>
#include "lib/sched/admission/sw_admission.h"
#include "slotwise/sw_cluster.h"
#include "slotwise/sw_options.h"

/* ---- options as they are played ------------------------------------------------------------------------ */

enum sw_placement { SW_PLACE_UNIFORM, SW_PLACE_HDFS, SW_PLACE_TRACE, SW_PLACE_REDRAW };
enum sw_offers { SW_OFFERS_HEARTBEAT, SW_OFFERS_SPARK }; /* R1 */
#define SW_SPARK_(major, minor, patch) ((major) * 10000 + (minor) * 100 + (patch))
struct sw_spark {
    int32_t release;                 /* SW_SPARK_() */
    bool legacy;                     /* spark.locality.wait.legacyResetOnTaskLaunch */
    bool scala_2_12;                 /* built for Scala 2.12 or older, not for 2.13 */
    char text[40];                   /* as given: "spark-3.0.3" */
};
#define SW_LINK_FAST (UINT64_C(1) << 40) /* bytes a second: the most that a link can carry */
struct sw_network { uint64_t node_rate, rack_rate; }; /* bytes a second; 0: not played, not limited */
enum option_rule { RULE_ORDER, RULE_DELAY, RULE_PREEMPT, RULE_ADMIT, RULE_SPECULATE, RULE_GLOBAL, RULE_EVICT, RULE_N };
struct sw_decider;
struct sw_options {
    struct sw_order_rule order;
    struct sw_delay_rule delay;
    struct sw_preempt_rule preempt;
    struct sw_admit_rule admit;
    const struct sw_evict *evict;
    /* room for map output of nodes of which the cluster does not say it; SW_NO_DISK_LIMIT */
    uint64_t disk_bytes;
    uint64_t node_size[2];           /* of them, too: CPUs and bytes of memory that tasks may take (Z1) */
    struct sw_speculate_rule speculate;
    int64_t speculate_every_us;
    double failure_rate;             /* of an attempt */
    uint64_t max_attempts;           /* failures of a task that end its job */
    struct sw_global_rule global;    /* when it decides, order is fifo */
    struct {
        int64_t n;                   /* letters of the command; 0: none decides outside */
        int64_t within_us;           /* for an answer */
        char command[1024];
        const struct sw_decider *by; /* the caller's own, which goes before a command; NULL: it has none */
    } decide;
    struct sw_gang_rule gang;        /* G1: width SW_WIDTH_NONE, and tasks start one by one */
    struct sw_admission admission;   /* V1: n 0, and max_jobs of pools hold */
    int64_t preempt_every_us;
    bool size_weight;                /* O5.1 */
    bool keep_minimums;              /* those that do not fit are not scaled down */
    bool lc_table;                   /* modified-fair goes by its table as printed */
    int64_t balance_us;              /* D13: a stage whose tasks take as long is long; 0: no stage is */
    enum sw_offers offers;           /* who is offered slots, and when; of Spark's, heartbeat_us is 0 */
    struct sw_spark spark;           /* of SW_OFFERS_SPARK */
    bool hadoop_1;                   /* E1: heartbeats, and the rest as Hadoop 1's JobTracker has it */
    int64_t update_us;               /* E7, Y18; 0: the order knows of jobs at once */
    uint64_t seed;
    int64_t drift_us;                /* H1.1; 0: none */
    int64_t heartbeat_us, revive_us, startup_us, commit_pending_us, until_us /* -1: none */, jitter_us, every_us;
    bool out_of_band, no_rack_level;
    uint64_t per_heartbeat;          /* UINT64_MAX: all */
    bool half_per_heartbeat;         /* Y8: half of what is free, and one; per_heartbeat is all */
    bool one_per_heartbeat;          /* H4.3: one of either kind; per_heartbeat is all */
    int64_t am_us;                   /* Y17: between heartbeats of application masters; 0: they answer at once */
    int64_t am_container_us;         /* Y19: 0: application masters have no containers */
    int64_t am_share;                /* Y20: millionths; -1: no limit */
    int64_t reservable;              /* Y16: millionths; -1: nodes are not reserved */
    int64_t continuous_us;           /* Y15: between rounds of offers beside the heartbeats; 0: there are none */
    uint64_t off_switch;             /* Y4: launches that end a heartbeat; UINT64_MAX: none does */
    int64_t load_cap;                /* H8: millionths; -1: none */
    uint64_t cores, host_cores;      /* B21: of each node, of each host; 0: as many as compute */
    uint64_t replication;
    enum sw_placement placement;
    double penalty_rack, penalty_off, load;
    struct sw_network network;
    uint64_t block_bytes;            /* of a block that the trace does not give the size of */
    int64_t slowstart;               /* millionths */
    bool gives_back;                 /* Y9: jobs whose maps find no slot give reduces back */
    bool alone;                      /* fill in alone_s */
    const struct sw_options *alone_opt; /* under these options; NULL: the same */
    char rule_text[RULE_N][512];     /* as it was set: "wait:5s,5s" */
};
struct option_row;
void options_defaults(struct sw_options *opt);
/* Whether options, a cluster and pools (NULL: none) make sense together, by options_table. SW_FAIL: an error that
 * names the option. */
SW_USE_RESULT int together_check(const struct option_row *table, const struct sw_options *opt,
                                 const struct sw_cluster *cl, const struct sw_pool_list *pools, struct sw_err *err);
const char *special_offers_text(const struct sw_options *opt); /* "heartbeat", "spark-3.1.3,legacy" */

/* ---- the table ------------------------------------------------------------------------------------------- */

enum option_group { OPTION_COMMON = -1 /* of no list; all programs have it */, OPTION_CLUSTER = 1, OPTION_SCHEDULER,
                    OPTION_MODEL, OPTION_RUN, OPTION_OUTPUT };
enum option_type {
    OPTION_OWN,         /* as its functions say */
    OPTION_RULE,        /* a policy with its parameters */
    OPTION_WORD,        /* the index among its words, in a member of any size */
    OPTION_YES_NO,
    OPTION_FLAG,        /* there or not there: a bool */
    OPTION_TEXT,        /* borrowed */
    OPTION_COUNT,       /* in a member of any size */
    OPTION_TIME,        /* microseconds; int64_t */
    OPTION_SIZE,        /* bytes; uint64_t */
    OPTION_REAL,        /* double */
    OPTION_SHARE,       /* the same; 95% or 0.95 */
    OPTION_MILLIONTHS,  /* a share; int64_t */
};
enum { OPTION_SHORT = 1 /* --help shows it */, OPTION_BARE = 2 /* needs no value */,
       OPTION_UNSAID = 4 /* at its default it is not printed */,
       OPTION_MEANT = 8 /* at its default it is not warned of */,
       OPTION_AS_GIVEN = 16 /* a program prints what was given, not what it comes to */,
       OPTION_SETTLED = 32 /* of a program's own: not what was given, but what it comes to */,
       OPTION_FIRST = 128 /* who decides: it is read before the others */,
       OPTION_NOT_RECORDED = 64 /* it makes something else of a recorded log's workload */ };

/* By what an option is refused that is in force: the rounds of Spark, of an allocator, of negotiation and of jobs that
 * start all at once; the cycles of the middle two; --width; --admission; --offers hadoop-1; --decide; --preempt
 * suspend; --am-heartbeat. */
enum { OPTION_NOT_IN_ROUNDS = 1, OPTION_NOT_IN_CYCLES = 2, OPTION_NOT_WITH_WIDTH = 4, OPTION_NOT_WITH_QUEUES = 8,
       OPTION_NOT_IN_HADOOP = 16, OPTION_NOT_WITH_DECIDE = 32,
       OPTION_NOT_WITH_SUSPEND = 64, OPTION_NOT_WITH_MASTERS = 128 };

/* By what an option is refused for a reason of its own: --global, --order hod, --order modified-fair,
 * --size-based-weight, --global quincy:preempt=yes, --preempt suspend, --order offers, --order negotiate, --width. */
enum option_refuser { OPTION_BY_GLOBAL, OPTION_BY_HOD, OPTION_BY_MODIFIED_FAIR, OPTION_BY_SIZE_WEIGHT,
                      OPTION_BY_MOVES, OPTION_BY_SUSPEND, OPTION_BY_OFFERS, OPTION_BY_NEGOTIATE, OPTION_BY_WIDTH,
                      OPTION_REFUSERS };

/* What an option is judged beside. */
struct option_case {
    const struct sw_options *opt;
    const struct sw_cluster *cl;
    bool pools;                      /* there is a pools file */
    const void *run;                 /* what a program's own rows look at */
};

/* offset and size, and given, of a row */
#define OPTION_AT(type, member) offsetof(type, member), sizeof(((type *)0)->member)
#define OPTION_GIVEN(type, member) .given = 1 + offsetof(type, member)

/* Turns of checks; with --width, which has its own rules for what stands behind them, the last are left out. */
enum { OPTION_TURNS = 11, OPTION_TURNS_OF_WIDTH = 8 };

struct judged;                       /* what a check looks at, in together.c */
typedef int option_check(const struct judged *j);
typedef int option_parse(const struct option_row *row, void *to, const char *arg, struct sw_err *err);
typedef void option_put(const void *of, FILE *to);

struct option_row {
    const char *name;                /* "heartbeat" */
    int group;                       /* enum option_group, or a program's own */
    enum option_type type;
    size_t offset, size;             /* of the member */
    int64_t least, most, none;       /* none: says that there is no limit, or nothing to do; it may be out of range */
    double least_real, most_real;
    size_t given;                    /* 1 + the offset of a bool that says whether it was given; 0: there is none */
    const char *initial;             /* the default as it is typed; NULL: `none`, which is not printed */
    const char *none_word;           /* how `none` is typed; NULL: it cannot be */
    const char *const *words;
    enum option_rule rule;
    const char *arg;                 /* what --help-all calls the value; NULL: as the type has it */
    const char *help;                /* without the default, unless it speaks of it */
    const char *also;                /* another name; NULL: none */
    char letter;                     /* "-j"; 0: none */
    unsigned flags;
    /* Why it has no effect, as a warning ends: "without --network". "": that needs no warning. NULL: it has one. */
    const char *(*idle)(const struct option_case *c);
    const char *(*vain)(const struct option_case *c); /* the same of one that is printed all the same */
    unsigned refused;
    /* Behind --global and its policy. Of others %s is the row's policy; of OPTION_BY_OFFERS and those behind, its
     * rule as it was set. */
    const char *because[OPTION_REFUSERS];
    bool (*counts)(const struct option_case *c); /* it is in force, for what refuses it; NULL: when it is not `none` */
    const char *called;              /* in messages; NULL: its name */
    /* What it goes with. Of several errors that of the least turn is said, and of one turn that of the first row. */
    struct { int turn; option_check *of; } check[2]; /* turn 0: none */
    /* of OPTION_OWN and OPTION_RULE, with the struct */
    option_parse *parse;
    option_put *put;
};
extern const char *const options_table_placements[]; /* words, by enumerator */
extern const struct option_row options_table[]; /* of struct sw_options; ends with name NULL */

/* A named point in the space of parts, with the clock of its system. */
struct preset {
    const char *name, *summary;
    bool one_kind;                   /* of slot: map and reduce slots are added up */
    const char *options;             /* "order=fifo delay=none ..." */
    void (*of_cluster)(struct sw_options *opt, const struct sw_cluster *cl); /* what depends on it; or NULL */
};
extern const struct preset presets[]; /* ends with name NULL */
const struct preset *preset_named(const char *name); /* NULL: there is none, or name is NULL */
/* SW_FAIL: an error of the option whose value it is. */
SW_USE_RESULT int preset_check(const char *option, const char *name, struct sw_err *err);
/* cl NULL: without what depends on the cluster. */
void preset_apply(const struct preset *preset, struct sw_options *opt, const struct sw_cluster *cl);

/* Reads the value into the struct that the row is of. arg NULL: it was given without. */
SW_USE_RESULT int value_parse(const struct option_row *row, void *to, const char *arg, struct sw_err *err);
const struct option_row *value_row(const struct option_row *table, const char *name); /* NULL: not there */
void value_default(const struct option_row *row, void *to);
/* As value_parse() reads it. */
void value_put(const struct option_row *row, const void *of, FILE *to);
bool value_is_set(const struct option_row *row, const void *of); /* it is not `none`, or no rule's default */
/* In force, and not left out at its default. */
bool value_is_said(const struct option_row *row, const struct option_case *c);
/* For --help-all: "uniform|hdfs|trace|redraw", and the help with its default. Return buf. */
const char *value_label(const struct option_row *row, char *buf, size_t cap); /* NULL: it takes no value */
const char *value_help(const struct option_row *row, char *buf, size_t cap);
#endif
