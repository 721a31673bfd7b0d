/* SPDX-License-Identifier: GPL-3.0-or-later */
/* what_if.h - a recorded log, replayed in this process under other waits. Replays of one log differ in nothing but
 * what a case says, so that two of one seed are a pair: the same jobs come at the same times to the same data. */
#ifndef SLOTWISE_TOOLS_REPLAY_WHAT_IF_H
#define SLOTWISE_TOOLS_REPLAY_WHAT_IF_H
#include "tools/replay/config.h"

struct what_if_ask {
    const char *preset, *order, *cluster, *pools; /* in place of what the log says; NULL: nothing */
    uint64_t replication;                 /* of blocks, where the log names no hosts at all */
};
struct what_if {
    struct sw_cli cli;
    struct config cfg;
    struct as_given given;
    struct as_recorded log;      /* log.lacks: why it cannot be replayed; all else is then empty */
    struct sw_pool_list *pools;
    struct sw_trace *held;
    bool drawn;                  /* the log names no hosts: data is drawn over the nodes, by the seed */
};
struct what_if_case {
    bool own;                    /* the log's own wait, not these */
    int64_t node_us, rack_us;    /* waits for the node, then for the rack; Spark's wait for the process stays */
    uint64_t seed;
    int64_t jitter_us;           /* of submissions; 0: as recorded */
    double penalty_rack, penalty_off;
};
/* response_s NaN: it did not end; its tasks at the node, and with data */
struct what_if_job { double response_s; uint32_t near, placed; };
struct what_if_result { struct what_if_job *job; }; /* one for each of log.rec.jobs */

SW_USE_RESULT int what_if_open(struct what_if *w, const struct sw_cli *cli, const struct what_if_ask *ask,
                               const char *file, struct sw_err *err);
/* Replays all cases, several at once; result[i].job is to be freed by the caller, also after a failure. */
SW_USE_RESULT int what_if_replay(const struct what_if *w, const struct what_if_case *cases,
                                 struct what_if_result *result, size_t n, struct sw_err *err);
void what_if_close(struct what_if *w); /* also after a failure */
#endif
