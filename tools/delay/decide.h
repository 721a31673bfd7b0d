/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide.h - whether a wait pays on the cluster of a log: the log is replayed under waits from none to twice a task,
 * with the same chance for each. docs/decisions/recommend.md says why it decides as it does. */
#ifndef SLOTWISE_TOOLS_DELAY_DECIDE_H
#define SLOTWISE_TOOLS_DELAY_DECIDE_H
#include "slotwise/sw_cli.h"
#include "slotwise/sw_model.h"

/* How many times as long a task takes away from its data; known: with an interval, which is a point where it was given.
 * rack is how much of the excess a task in the rack has. */
struct decide_penalty { bool known, given; double lo, value, hi, rack; };
struct decide_pool { char name[64]; struct decide_penalty penalty; };
struct decide_ask {
    const char *file, *preset, *order, *cluster, *pools_file; /* NULL: what the log says */
    uint64_t replication, runs, seed;                 /* runs 0: by the size of the log */
    struct decide_penalty penalty;
    const struct decide_pool *pools; size_t n_pools;  /* whose penalties differ */
    double local_s, task_s, formula_s;                /* of a task at its node, of any; the formula's wait; NaN: none */
};
enum { DECIDE_CLASSES = 24 };
struct decide_class {
    char name[80];
    uint64_t jobs;
    double tasks;                                     /* the median job's, reduces not counted */
    double wait_s, rack_s;                            /* for the node, for the rack */
    double response_s[2], near[2];                    /* without a wait, with that one */
    double change, lo, hi;                            /* of the mean response, by the wait */
    enum sw_verdict verdict;
    char reason[256];
};
struct decided {
    bool replayed;                                    /* false: `note` says what the log lacks */
    char note[1100];
    enum sw_verdict verdict;
    double node_s, rack_s;                            /* the wait that takes the least; 0: none */
    char own[64];                                     /* the log's own rule */
    double error;                                     /* of the mean response under the log's own wait */
    uint64_t runs;
    double own_change;                                /* by the log's own wait; NaN: it has none */
    char reason[256], break_even[256];
    struct decide_class of[DECIDE_CLASSES];           /* all jobs, then by size, then pools */
    size_t n_classes;
};
SW_USE_RESULT int decide(const struct sw_cli *cli, const struct decide_ask *ask, struct decided *out,
                         struct sw_err *err);
#endif
