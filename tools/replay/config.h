/* SPDX-License-Identifier: GPL-3.0-or-later */
/* config.h - the command line of slot-replay as read (options.c), and the cluster, pools and replay options that
 * follow from it (setup.c). */
#ifndef SLOTWISE_TOOLS_REPLAY_CONFIG_H
#define SLOTWISE_TOOLS_REPLAY_CONFIG_H
#include "lib/cli/sw_cli.h"
#include "lib/options/options.h"
#include "slotwise/sw_log.h"
#include "slotwise/sw_replay.h"

enum emit { EMIT_JOBS, EMIT_ATTEMPTS, EMIT_TIMELINE, EMIT_SUMMARY, EMIT_DECISIONS };

struct config {
    const char *cluster_file, *pools_file, *attempts_file, *timeline_file, *decisions_file, *links_file, *waits_file,
        *audit_file, *topology_file, *explain, *submit, *state_file, *resource;
    uint64_t draws;                /* --submit */
    int64_t at_us;
    bool at_given;
    uint64_t nodes, racks, map_slots, reduce_slots, slots, runs, jobs;
    double precise;                /* --until-precise; 0: not given */
    struct sw_variation vary;
    bool varies, slots_given, kinds_given, timing, sort;
    const char *preset, *alone_preset;
    bool alone, validate, as_recorded, named_hosts; /* named_hosts: the trace has preferred hosts */
    int64_t from_ms, to_ms;        /* of slot-advise: as in struct sw_import_rules */
    const struct sw_log *log;      /* the log that is replayed as it was recorded; NULL: none */
    size_t emit;
    /* late: the replay's options, which override the preset once it is known; NULL: the run's, which are read */
    struct { const char *name, *arg; const struct option_row *late; } given[256];
    size_t n_given;
    struct sw_options opt, alone_opt;       /* opt.alone_opt is NULL or &alone_opt */
};

/* options.c */
const struct argp_option *options_argp(void); /* the library's options and the program's, for --help-all */
int options_read(struct sw_cli *cli, const char *name, const char *arg, struct sw_err *err);
const struct option_row *options_of_run(const char *name); /* NULL: it is not the run's */
const char *options_given(const struct config *cfg, const char *name); /* the value; NULL: it was not given */
void options_warn(const struct sw_cli *cli, const struct option_case *c); /* of options that have no effect */

/* setup.c */
/* Whether the command line asks for offers at heartbeats; where it says nothing, a log decides. */
bool setup_asks_for_heartbeats(const struct config *cfg);
SW_USE_RESULT int setup_has_width(const struct config *cfg, bool *has, struct sw_err *err); /* by preset or --width */
int setup_check_recorded(const struct sw_cli *cli, struct sw_err *err); /* what goes with --as-recorded */
void setup_slots(struct config *cfg);
int setup_cluster(const struct config *cfg, struct sw_cluster **cl, struct sw_err *err);
/* *pools is NULL without --pools. */
int setup_pools(const struct config *cfg, const struct sw_cluster *cl, struct sw_pool_list **pools,
                struct sw_err *err);
void setup_fit_pools(struct sw_cli *cli, const struct sw_cluster *cl, struct sw_pool_list *pools);
/* Fills cfg->opt and cfg->alone_opt from the presets and the options that override them. */
int setup_options(struct sw_cli *cli, const struct sw_cluster *cl, struct sw_err *err);

/* settled.c: --print-options, after setup_options() */
SW_USE_RESULT int settled_put(const struct sw_cli *cli, FILE *to, struct sw_err *err);
#endif
