/* SPDX-License-Identifier: GPL-3.0-or-later */
/* replay.h - what slot-replay is made of: its command line, the log or trace that it reads, its replays and outputs.
 * slot-sweep, slot-fair, slot-audit and slot-advise are made of parts of it, too. */
#ifndef SLOTWISE_TOOLS_REPLAY_REPLAY_H
#define SLOTWISE_TOOLS_REPLAY_REPLAY_H
#include <stdio.h>
#include "lib/base/sw_names.h"
#include "lib/cli/sw_cli.h"
#include "lib/csv/sw_bytes.h"
#include "lib/options/options.h"
#include "lib/study/asked.h"
#include "lib/trace/report/sw_meet.h"
#include "lib/trace/stream/apps.h"
#include "slotwise/sw_csv.h"
#include "slotwise/sw_log.h"
#include "slotwise/sw_replay.h"
#include "slotwise/sw_stats.h"
#include "slotwise/sw_study.h"

/* ---- config ----------------------------------------------------------------------------------------------- */
/* The command line of slot-replay as read (options.c), and the cluster, pools and replay options that follow from it
 * (setup.c). */
enum emit { EMIT_JOBS, EMIT_ATTEMPTS, EMIT_TIMELINE, EMIT_SUMMARY, EMIT_DECISIONS };

/* What slot-replay writes, in the order in which files are closed: rows on standard output stay there. */
enum output { OUT_ATTEMPTS, OUT_TIMELINE, OUT_DECISIONS, OUT_LINKS, OUT_WAITS, OUT_MAIN, OUT_N };
struct config {
    const char *cluster_file, *pools_file, *partitions_file, *qos_file, *audit_file, *topology_file, *explain, *submit,
        *state_file, *resource, *file[OUT_MAIN]; /* file: of the outputs but the main one */
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
extern const char *const options_records[]; /* words, by enum emit */
extern const struct option_row options_run[]; /* beside the library's: those of the run */
/* Into a struct config. */
int options_read(void *config, const char *name, const char *arg, struct sw_err *err);
const char *options_given(const struct config *cfg, const char *name); /* the value; NULL: it was not given */
void options_warn(const struct sw_cli *cli, const struct option_case *c); /* of options that have no effect */

/* setup.c */
/* Whether the command line asks for offers at heartbeats; where it says nothing, a log decides. */
bool setup_asks_for_heartbeats(const struct config *cfg);
bool setup_has_width(const struct config *cfg); /* by preset or --width */
int setup_check_log(const struct sw_cli *cli, struct sw_err *err); /* what goes with --validate and --as-recorded */
int setup_check_recorded(const struct sw_cli *cli, struct sw_err *err); /* with the latter alone */
void setup_slots(struct config *cfg);
int setup_cluster(const struct config *cfg, struct sw_cluster **cl, struct sw_err *err);
/* --partitions and --qos, into the cluster. setup_cluster() does so. */
SW_USE_RESULT int setup_site(const struct config *cfg, struct sw_cluster *cl, struct sw_err *err);
/* *pools is NULL without --pools. */
int setup_pools(const struct config *cfg, const struct sw_cluster *cl, struct sw_pool_list **pools,
                struct sw_err *err);
void setup_fit_pools(struct sw_cli *cli, const struct sw_cluster *cl, struct sw_pool_list *pools);
/* Fills cfg->opt and cfg->alone_opt from the presets and the options that override them. */
int setup_options(struct sw_cli *cli, const struct sw_cluster *cl, struct sw_err *err);

/* settled.c: --print-options, after setup_options() */
SW_USE_RESULT int settled_put(const struct sw_cli *cli, FILE *to, struct sw_err *err);

/* ---- explain.c -------------------------------------------------------------------------------------------- */
/* The state of the job since its last row. The time until its next row counts for that state. */
enum explain_state { EXPLAIN_LAUNCH, EXPLAIN_DATA, EXPLAIN_TURN, EXPLAIN_LIMIT, EXPLAIN_NO_TASK, EXPLAIN_OTHER,
    EXPLAIN_N };
struct explain {
    int64_t held_us[SW_HELD_N];
    const char *job_id;
    int64_t until_us;        /* -1: none */
    struct sw_out *out;
    struct sw_replay_sink inner;
    uint64_t jobs;           /* jobs of that name so far */
    bool begun;              /* the present job has had a row */
    enum explain_state state;
    uint64_t rows[EXPLAIN_N], launches[5], lines, left_out;
    int64_t us[EXPLAIN_N], first_us, last_us;
    /* Launches with no other row between them. */
    struct { uint64_t n, at[5]; int64_t from_us, to_us; char first[1200]; } run;
};
/* Returns a sink that writes the decisions about the job to *out as sentences, and passes all records on to `inner`.
 * *e must outlive the replay. */
struct sw_replay_sink explain_start(struct explain *e, const char *job_id, int64_t until_us, struct sw_out *out,
                                    const struct sw_replay_sink *inner);
/* Fails when the trace had no such job. */
SW_USE_RESULT int explain_finish(struct explain *e, struct sw_err *err);

/* ---- outputs.c -------------------------------------------------------------------------------------------- */
struct outputs { struct sw_out *at[OUT_N]; };

bool outputs_asked(const struct config *cfg);                       /* for others than the main one */
int outputs_check(const struct config *cfg, struct sw_err *err);    /* which options do not go together */
int outputs_open(struct sw_cli *cli, struct outputs *o, struct sw_err *err);
int outputs_close(struct outputs *o, int status, struct sw_err *err);
/* Which record goes to which output. */
int outputs_send(const struct config *cfg, const struct outputs *o, struct sw_records *rec, struct sw_err *err);

/* ---- runs.c ----------------------------------------------------------------------------------------------- */
/* Replays of one trace, as the command line of slot-replay has it: one, or --runs of them. Also for slot-sweep, which
 * has several such command lines at once, each in a thread. */
const struct sw_tool *runs_tool(void);     /* the program */
extern const struct config runs_config;    /* before the first option */

struct runs_source {
    struct sw_cli *cli;
    char spool[32];              /* a copy of standard input; "": none was made */
    char spooled[64];            /* what it is a copy of, for messages */
    struct sw_bytes *bytes;      /* the trace, opened and looked at; NULL: it is still to be opened */
    struct sw_out *rejects;
    struct sw_meet *meet;        /* which pools met, of the first reading; NULL: not wanted */
    bool watched;
    bool takes_sizes;            /* tasks take CPUs or memory (Z1) */
    const struct sw_trace *held; /* read before, borrowed; NULL: the file is read by each run */
};
SW_USE_RESULT int runs_open_trace(struct runs_source *src, struct sw_trace **trace, struct sw_err *err);

struct runs {
    struct runs_source src;
    struct sw_cluster *cl;
    struct sw_pool_list *pools;  /* NULL: none */
    bool goes_on;                /* the outputs have rows of another log already */
    double mean_s;               /* response of the run that was replayed last; NaN: no job was done */
    struct sw_moments means;     /* of the runs that were noted */
};
/* Makes the cluster, pools and options; warns of options without effect. */
SW_USE_RESULT int runs_setup(struct runs *r, struct sw_err *err);
void runs_clear(struct runs *r);
/* Prepares run number `run`: its number and seed. runs_one() replays it. */
void runs_seed(struct runs *r, struct sw_records *rec, uint64_t run);
SW_USE_RESULT int runs_one(struct runs *r, struct sw_records *rec, const struct outputs *o, struct sw_err *err);
/* Notes the mean response of one more run. Whether they are as precise as --until-precise asks; at least five are. */
bool runs_are_precise(struct runs *r, double mean_s);
void runs_warn_of_precision(const struct runs *r); /* all runs are done */

/* ---- input.c ---------------------------------------------------------------------------------------------- */
bool input_is_piped(const char *path); /* it can be read once */
SW_USE_RESULT int input_spool(struct runs_source *src, struct sw_err *err); /* makes the copy of the first file */
/* Data lies on the hosts that a trace names, unless --placement says otherwise. */
SW_USE_RESULT int input_names_hosts(struct runs_source *src, bool *named, struct sw_err *err);

/* ---- notes.c ---------------------------------------------------------------------------------------------- */
/* The log's own note, and what the back-test adds to it, or why there is none. */
void notes_of_backtest(char note[SW_LOG_NOTE], const struct sw_log *log, const struct sw_backtest *b);

/* ---- option_warnings.c ------------------------------------------------------------------------------------ */
/* Options that contradict one another are usage errors where they are read. An option without effect is only warned
 * of, so that a sweep may set it in all its cells. */
void option_warnings_put(const struct sw_cli *cli, const struct sw_cluster *cl, const struct sw_pool_list *pools);
void option_warnings_of_run(const struct sw_cli *cli, const struct sw_totals *totals); /* after a replay */

/* ---- parallel.c ------------------------------------------------------------------------------------------- */
/* The runs of --runs, several at once. A part of slot-replay. */
/* The headers are written. The bytes are those of the runs in turn. */
SW_USE_RESULT int parallel_replay(struct runs *r, struct outputs *o, struct sw_err *err);

/* ---- parts.c ---------------------------------------------------------------------------------------------- */
/* Every rule of every axis, with its parameters and summary, and the presets. */
void parts_put(FILE *to);

/* ---- recorded.c ------------------------------------------------------------------------------------------- */
struct recorded {
    struct sw_log *log;
    struct sw_hosts *hosts;      /* what the log borrows */
    struct sw_cluster *cluster;
};
/* Reads the log. What cannot be replayed has r->log->lacks. */
SW_USE_RESULT int recorded_read(struct recorded *r, struct sw_cli *cli, const char *file, struct sw_err *err);
SW_USE_RESULT int recorded_read_files(struct recorded *r, struct sw_cli *cli, const struct apps_log *of,
                                      struct sw_err *err);
/* Makes it ready, unless it lacks something. */
SW_USE_RESULT int recorded_prepare(struct recorded *r, const struct config *cfg, struct sw_err *err);
/* Both. */
SW_USE_RESULT int recorded_open(struct recorded *r, struct sw_cli *cli, const char *file, struct sw_err *err);
/* The options of the replay, and its pools (NULL: none), which the caller frees. cfg->log is this log from then on. */
SW_USE_RESULT int recorded_settle(const struct recorded *r, struct sw_cli *cli, struct sw_pool_list **pools,
                                  struct sw_err *err);
void recorded_close(struct recorded *r); /* also after a failure */

/* ---- series.c --------------------------------------------------------------------------------------------- */
/* All replays that a command line asks for. */
/* The outputs are open, and are closed by the caller. */
SW_USE_RESULT int series_replay(struct runs *r, struct outputs *o, struct sw_err *err);

/* ---- state.c ---------------------------------------------------------------------------------------------- */
struct state_file {
    struct asked_held *held;
    size_t n, cap;
    struct sw_keys texts;        /* names */
    uint64_t n_ended, n_cut;     /* rows of jobs that had ended; elements of arrays beyond the most that are taken */
};
SW_USE_RESULT int state_read(struct state_file *to, const char *path, const char *resource, struct sw_err *err);
void state_clear(struct state_file *s); /* also after a failure */

/* ---- submit.c --------------------------------------------------------------------------------------------- */
int submit_run(struct runs *r, struct sw_err *err);

/* ---- validate.c ------------------------------------------------------------------------------------------- */
/* A log that cannot be compared has a row that says so. The call then fails after all rows are written. */
SW_USE_RESULT int validate_run(struct sw_cli *cli, struct sw_err *err);
#endif
