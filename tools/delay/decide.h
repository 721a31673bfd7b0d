/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide.h - whether a wait pays on the cluster of a log. The study of slot-advise decides. What it came to is told
 * for all jobs, for each size of job, and for pools that distance costs differently much. */
#ifndef SLOTWISE_TOOLS_DELAY_DECIDE_H
#define SLOTWISE_TOOLS_DELAY_DECIDE_H
#include "slotwise/sw_cli.h"
#include "slotwise/sw_model.h"
#include "tools/delay/measure.h"

/* What is given in place of what the log says, as slot-replay reads it. */
enum decide_given { DECIDE_PRESET, DECIDE_ORDER, DECIDE_DELAY, DECIDE_CLUSTER, DECIDE_POOLS, DECIDE_TOPOLOGY,
                    DECIDE_WIDTH, DECIDE_BACKFILL, DECIDE_SWITCHES, DECIDE_PENALTY, DECIDE_N };
extern const char *const decide_options[DECIDE_N];
/* Reads them into cli->config, a struct config of slot-replay. */
SW_USE_RESULT int decide_read(struct sw_cli *cli, const char *const *given, struct sw_err *err);
struct decide_ask {
    const char *file, *name;                          /* name: for readers; standard input is read from a copy */
    const char *const *given;                         /* by enum decide_given; NULL: as the log has it */
    uint64_t replication, runs;                       /* 0: by the size of the log */
    double remote_cost_s;                             /* NaN: as measured */
};
enum { DECIDE_CLASSES = 24 };
struct decide_class {
    char name[80];
    uint64_t jobs;
    double tasks;                                     /* the median job's, reduces not counted */
    double wait_s, rack_s;                            /* for the node, for the rack */
    double response_s[2], near[2];                    /* without a wait, with that one */
    double change, lo, hi;                            /* of the mean response, by the wait */
    const char *verdict;                              /* a word of sw_verdict_words, or decide_leave */
    char reason[256];
};
extern const char decide_leave[];                     /* "leave": the log's own wait stays, and is none of no length */
struct decided {
    bool replayed;                                    /* false: `note` says what the log lacks */
    char note[1100];
    const char *verdict;
    double error;                                     /* of the replay of the log as it was */
    uint64_t runs;
    double own_change;                                /* by the log's own wait; NaN: it has none */
    char reason[3000], break_even[256];
    struct decide_class of[DECIDE_CLASSES];           /* all jobs, then by size, then pools */
    size_t n_classes;
    struct decide_study *study;
};
/* Of standard input: it can be read once, its copy as often as is wanted. */
enum { DECIDE_COPY = 32 };
bool decide_is_piped(const char *file);
SW_USE_RESULT int decide_copy(const struct sw_cli *cli, char path[DECIDE_COPY], struct sw_err *err);
void decide_name_copy(const char *copy, const char *file, struct sw_err *err); /* in a message about the copy */
/* Takes the measures of the log, which has been read. */
SW_USE_RESULT int decide(const struct sw_cli *cli, const struct decide_ask *ask, struct measure *measured,
                         struct decided *out, struct sw_err *err);
/* The configuration lines that slot-advise --emit prints. */
void decide_put_settings(const struct decided *d, const struct sw_dialect *emit, struct sw_out *out);
void decide_clear(struct decided *d); /* also after a failure; NULL is fine */
#endif
