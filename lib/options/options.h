/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.h - the options of a replay: one table says of each its name, type, range, default and help. Parsing,
 * printing and --help-all walk it. A program has rows of its own, in a table of the same kind. */
#ifndef LIB_OPTIONS_OPTIONS_H
#define LIB_OPTIONS_OPTIONS_H
#include <stdio.h>
#include "slotwise/sw_options.h"

enum option_group { OPTION_CLUSTER = 1, OPTION_SCHEDULER, OPTION_MODEL, OPTION_RUN, OPTION_OUTPUT };
enum option_type {
    OPTION_OWN,         /* as its functions say */
    OPTION_RULE,        /* sw_replay_rule() */
    OPTION_WORD,        /* the index among its words, in a member of any size */
    OPTION_YES_NO,
    OPTION_FLAG,        /* there or not there: a bool */
    OPTION_TEXT,        /* borrowed */
    OPTION_COUNT,       /* uint64_t */
    OPTION_TIME,        /* microseconds; int64_t */
    OPTION_SIZE,        /* bytes; uint64_t */
    OPTION_REAL,        /* double */
    OPTION_SHARE,       /* the same; 95% or 0.95 */
    OPTION_MILLIONTHS,  /* a share; int64_t */
};
enum { OPTION_SHORT = 1 /* --help shows it */, OPTION_BARE = 2 /* needs no value */,
       OPTION_UNSAID = 4 /* at its default it is not printed */,
       OPTION_MEANT = 16 /* at its default it is not warned of */,
       OPTION_SETTLED = 8 /* of a program: what it comes to is printed, not what was given */ };

/* By what an option is refused that is in force: the rounds of Spark, of an allocator, of negotiation and of jobs that
 * start all at once; the cycles of the middle two; --width; --admission. */
enum { OPTION_NOT_IN_ROUNDS = 1, OPTION_NOT_IN_CYCLES = 2, OPTION_NOT_WITH_WIDTH = 4, OPTION_NOT_WITH_QUEUES = 8 };

/* What an option is judged beside. */
struct option_case {
    const struct sw_replay_options *opt;
    const struct sw_cluster *cl;
    bool pools;                      /* there is a pools file */
    const void *run;                 /* what a program's own rows look at */
};

struct option_row {
    const char *name;                /* "heartbeat" */
    enum option_group group;         /* 0: of no list; all programs have it */
    enum option_type type;
    size_t offset, size;             /* of the member */
    int64_t least, most, none;       /* none: says that there is no limit, or nothing to do; it may be out of range */
    double least_real, most_real;
    const char *initial;             /* the default as it is typed; NULL: `none`, which is not printed */
    const char *none_word;           /* how `none` is typed; NULL: it cannot be */
    const char *const *words;
    enum sw_rule rule;
    const char *arg;                 /* what --help-all calls the value; NULL: as the type has it */
    const char *help;                /* without the default, unless it speaks of it */
    const char *also;                /* another name; NULL: none */
    char letter;                     /* "-j"; 0: none */
    unsigned flags;
    /* Why it has no effect, as a warning ends: "without --network". "": that needs no warning. NULL: it has one. */
    const char *(*idle)(const struct option_case *c);
    const char *(*vain)(const struct option_case *c); /* the same of one that is printed all the same */
    unsigned refused;
    bool (*counts)(const struct option_case *c); /* it is in force, for what refuses it; NULL: when it is not `none` */
    const char *called;              /* in messages; NULL: its name */
    /* of OPTION_OWN, with the struct */
    int (*parse)(void *to, const char *arg, struct sw_err *err);
    void (*put)(const void *of, FILE *to);
};
extern const struct option_row options_table[]; /* of struct sw_replay_options; ends with name NULL */
const struct option_row *options_table_find(const struct option_row *table, const char *name); /* NULL: not there */

/* After values were read: what rules take from options beside them. */
void rules_settle(struct sw_replay_options *opt);
/* A named point in the space of parts, with the clock of its system. */
struct preset {
    const char *name, *summary;
    bool one_kind;                   /* of slot: map and reduce slots are added up */
    const char *options;             /* "order=fifo delay=none ..." */
    void (*of_cluster)(struct sw_replay_options *opt, const struct sw_cluster *cl); /* what depends on it; or NULL */
};
extern const struct preset presets[]; /* ends with name NULL */
SW_USE_RESULT int preset_find(const char *option, const char *name, const struct preset **out, struct sw_err *err);
void preset_apply(const struct preset *preset, struct sw_replay_options *opt, const struct sw_cluster *cl);

/* Reads the value into the struct that the row is of. arg NULL: it was given without. */
SW_USE_RESULT int value_parse(const struct option_row *row, void *to, const char *arg, struct sw_err *err);
void value_default(const struct option_row *row, void *to);
/* As value_parse() reads it. */
void value_put(const struct option_row *row, const void *of, FILE *to);
bool value_is_set(const struct option_row *row, const void *of); /* it is not `none`, or no rule's default */
/* In force, and not left out at its default. */
bool value_is_said(const struct option_row *row, const struct option_case *c);
/* For --help-all: "heartbeat|spark-2|spark-3", and the help with its default. Return buf. */
const char *value_label(const struct option_row *row, char *buf, size_t cap); /* NULL: it takes no value */
const char *value_help(const struct option_row *row, char *buf, size_t cap);
#endif
