/* SPDX-License-Identifier: GPL-3.0-or-later */
/* as_recorded.h - a log made ready to be replayed as it was recorded: its tasks, cluster and pools as files
 * without names, and the policy that was in force. slot-replay --as-recorded replays them like any trace;
 * --validate compares the result with the log. */
#ifndef SLOTWISE_TOOLS_REPLAY_AS_RECORDED_H
#define SLOTWISE_TOOLS_REPLAY_AS_RECORDED_H
#include "slotwise/sw_cli.h"
#include "slotwise/sw_csv.h"
#include "tools/replay/recorded.h"

struct as_given {                            /* what the command line says in place of the log */
    const char *cluster, *pools, *topology;  /* files; NULL: none */
    const char *preset;                      /* NULL: the log's own policy */
    uint64_t map_slots, reduce_slots, slots; /* slots of a node, where the log does not tell */
    bool kinds_given, slots_given;
    bool heartbeats;                         /* --preset or --offers says that nodes make heartbeats: no executors */
};

enum as_file { AS_TASKS, AS_CLUSTER, AS_HOSTS, AS_POOLS, AS_N_FILES };
struct as_recorded {
    const struct as_given *given;
    const char *format;
    struct sw_trace *trace;
    struct sw_hosts *hosts;
    struct recorded rec;
    struct sw_cluster *cl, *hosts_cl;        /* hosts_cl: of hosts, where nodes are executors; else NULL */
    bool spark, fair, has_cluster, has_pools;
    const char *cluster, *pools;             /* files to read; pools: NULL: none */
    /* The policy: a preset, and what of it the log replaces (NULL: nothing). */
    const char *preset, *delay, *order, *offers;
    /* The clock by which slots were offered, where the log shows it (CLOCK_PRESET: it does not). */
    enum as_clock { CLOCK_PRESET, CLOCK_AT_ONCE, CLOCK_OUT_OF_BAND, CLOCK_HEARTBEAT } clock;
    int64_t heartbeat_us;                    /* of CLOCK_HEARTBEAT */
    bool by_launch;                          /* Spark up to 3.0: a launch restarts the wait */
    const char *lacks;                       /* why the log cannot be replayed as recorded; NULL: it can */
    char delay_text[200], offers_text[64];
    char note[1000];                         /* what had to be assumed or left out */
    int fd[AS_N_FILES], n_files;      /* of files without names */
    char path[AS_N_FILES][SW_NAMELESS_MAX];
};
void as_recorded_note(struct as_recorded *a, const char *fmt, ...) SW_PRINTF(2, 3);
/* Fails for a log that cannot be read. One that can be read and lacks what a replay needs has a->lacks. */
SW_USE_RESULT int as_recorded_open(struct as_recorded *a, const struct as_given *given, struct sw_cli *cli,
                                   const char *file, struct sw_err *err);
/* Writes the tasks again, as a->rec has them now. */
SW_USE_RESULT int as_recorded_put_tasks(struct as_recorded *a, struct sw_err *err);
/* Its cluster once more, with what the log knows beyond the file; the caller frees it. */
SW_USE_RESULT int as_recorded_cluster(const struct as_recorded *a, struct sw_cluster **cl, struct sw_err *err);
void as_recorded_close(struct as_recorded *a); /* also after a failure */
#endif
