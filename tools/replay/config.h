/* SPDX-License-Identifier: GPL-3.0-or-later */
/* config.h - the command line of slot-replay as read (options.c), and the cluster, pools and replay options that
 * follow from it (setup.c). */
#ifndef SLOTWISE_TOOLS_REPLAY_CONFIG_H
#define SLOTWISE_TOOLS_REPLAY_CONFIG_H
#include "slotwise/sw_cli.h"
#include "slotwise/sw_log.h"
#include "slotwise/sw_replay.h"
#include <argp.h>

enum {
    OPT_CLUSTER = 1000, OPT_NODES, OPT_RACKS, OPT_MAP_SLOTS, OPT_REDUCE_SLOTS, OPT_SLOTS, OPT_PRESET, OPT_ORDER,
    OPT_DELAY, OPT_OFFERS, OPT_SPARK_RESET, OPT_LC_TABLE, OPT_BALANCE, OPT_PREEMPT_EVERY, OPT_GLOBAL, OPT_PREEMPT,
    OPT_ADMIT, OPT_EVICT, OPT_DISK, OPT_SPECULATE, OPT_POOLS, OPT_REPLICATION, OPT_PLACEMENT, OPT_NO_RACK, OPT_BLOCK,
    OPT_PENALTY, OPT_SLOWSTART, OPT_STARTUP, OPT_HEARTBEAT, OPT_OOB, OPT_PER_HEARTBEAT, OPT_OFF_SWITCH, OPT_GIVE_BACK,
    OPT_LOAD_CAP, OPT_REVIVE, OPT_COMMIT, OPT_UNTIL, OPT_RUNS, OPT_LOAD, OPT_JITTER, OPT_ALONE, OPT_OVER_MIN,
    OPT_SPECULATE_EVERY, OPT_SPEED_SIGMA, OPT_STRAGGLERS, OPT_FAILURES, OPT_MAX_ATTEMPTS, OPT_EMIT, OPT_ATTEMPTS,
    OPT_TIMELINE, OPT_DECISIONS, OPT_EXPLAIN, OPT_EVERY, OPT_TIMING, OPT_SORT, OPT_AUDIT, OPT_NETWORK, OPT_LINKS,
    OPT_VALIDATE, OPT_AS_RECORDED, OPT_TOPOLOGY, OPT_CORES, OPT_WIDTH,
    OPT_BACKFILL, OPT_SWITCHES, OPT_MAX_STARVE, OPT_ADMISSION
};

enum emit { EMIT_JOBS, EMIT_ATTEMPTS, EMIT_TIMELINE, EMIT_SUMMARY, EMIT_DECISIONS };

struct config {
    const char *cluster_file, *pools_file, *attempts_file, *timeline_file, *decisions_file, *links_file, *audit_file,
        *topology_file, *explain;
    size_t spark_reset, lc_table;
    uint64_t nodes, racks, map_slots, reduce_slots, slots, runs, jobs;
    struct sw_variation vary;
    bool varies;
    bool slots_given, kinds_given, every_given, timing, sort, keep_minimums, over_min_given, placement_given,
        spark_reset_given, lc_table_given, emit_given;
    const char *preset, *alone_preset;
    bool alone, validate, as_recorded;
    const struct sw_log *log;      /* the log that is replayed as it was recorded; NULL: none */
    size_t emit;
    struct { int key; const char *arg; } late[256]; /* options that override the preset */
    size_t n_late;
    struct sw_replay_options opt, alone_opt;       /* opt.alone_opt is NULL or &alone_opt */
};

/* options.c */
extern const struct argp_option options_table[];
int options_read(struct sw_cli *cli, int key, const char *arg, struct sw_err *err);
/* Applies an option that overrides the preset, once the preset is known. */
int options_late(struct config *cfg, int key, const char *arg, struct sw_err *err);
bool options_given(const struct config *cfg, int key); /* whether an option that overrides the preset was given */

/* setup.c */
/* Whether the command line asks for offers at heartbeats; where it says nothing, a log decides. */
bool setup_asks_for_heartbeats(const struct config *cfg);
int setup_check_recorded(const struct sw_cli *cli, struct sw_err *err); /* what goes with --as-recorded */
void setup_slots(struct config *cfg);
int setup_cluster(const struct config *cfg, struct sw_cluster **cl, struct sw_err *err);
/* *pools is NULL without --pools. */
int setup_pools(const struct config *cfg, const struct sw_cluster *cl, struct sw_pool_list **pools,
                struct sw_err *err);
void setup_fit_pools(struct sw_cli *cli, const struct sw_cluster *cl, struct sw_pool_list *pools);
/* Fills cfg->opt and cfg->alone_opt from the presets and the options that override them. */
/* Section 14 of docs/model.md: what goes with --offers, and the heartbeat that it does without. */
int setup_offers(struct config *cfg, struct sw_err *err);
int setup_options(struct sw_cli *cli, const struct sw_cluster *cl, struct sw_err *err);
void setup_warn(const struct sw_cli *cli, const struct sw_cluster *cl, const struct sw_pool_list *pools);
#endif
