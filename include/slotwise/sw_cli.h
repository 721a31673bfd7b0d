/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_cli.h - what argp lacks: the options every program has, units, lists and ranges, exit codes.
 *
 * A tool describes itself in a struct sw_tool and calls sw_cli_start(), which parses, answers --help and
 * --version (standard output, status 0) and ends the process with status 2 on a usage error:
 *     slot-fair: --slots: not a count: 'ten'
 *     try 'slot-fair --help'
 * sw_cli_finish() closes the standard output, prints what went wrong as "slot-fair: message", and gives
 * the exit code. */
#ifndef SLOTWISE_SW_CLI_H
#define SLOTWISE_SW_CLI_H
#include <argp.h>
#include <stdbool.h>
#include <stdio.h>
#include "slotwise/sw_csv.h"
#include "slotwise/sw_err.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sw_cli;
struct sw_tool {
    const char *name;    /* "slot-fair" */
    const char *summary; /* one line */
    const char *args;    /* "[FILE...]"; NULL: an argument is a usage error */
    const char *after;   /* after the options in --help: examples, at least three */
    const struct argp_option *options; /* the tool's own; ends in {0} */
    /* Called once per option with arg as typed. SW_FAIL with err filled by sw_err_usage() is a usage error. */
    int (*option)(struct sw_cli *cli, int key, const char *arg, struct sw_err *err);
    unsigned common;     /* which of the common options it takes */
    void (*lists)(FILE *to); /* in --help before `after`; NULL: nothing */
};
enum { SW_CLI_OUTPUT = 1 /* -o */, SW_CLI_SEED = 2 /* --seed */, SW_CLI_PROGRESS = 4,
       SW_CLI_REJECTS = 8 /* --rejects, --max-bad */, SW_CLI_LABEL = 16,
       SW_CLI_COMMAND = 32 /* the arguments are a command: options end at the first of them */ };

/* Columns in front of each row: --label name=value,... */
struct sw_labels { size_t n; char **name, **value; };

struct sw_cli {
    const struct sw_tool *tool;
    void *config;               /* the tool's */
    const char *const *files;   /* NULL-terminated; none named: { "-", NULL } */
    size_t n_files;             /* at least 1 */
    size_t n_named;             /* of them, named on the command line: 0 when files is { "-" } for want of any */
    const char *output;         /* -o FILE, or NULL */
    uint64_t seed;              /* default 1 */
    bool seed_given, quiet, progress;
    const char *rejects;        /* --rejects FILE, or NULL */
    uint64_t max_bad;           /* --max-bad N; without it UINT64_MAX when --rejects is given, else 0 */
    bool tolerate;              /* either was given */
    struct sw_labels labels;    /* until sw_cli_finish() */
    FILE *messages;             /* where warnings go; NULL: standard error */
    int argc; char **argv;
};

/* Also: GSL's aborting error handler off, locale "C", signals that would leave temporaries behind caught. */
void sw_cli_start(struct sw_cli *cli, const struct sw_tool *tool, void *config, int argc, char **argv);
/* Parses alone, for a command that is run inside another program; --help and --version are refused. Permutes argv,
 * which lasts as long as `cli`. Not in two threads at once. */
SW_USE_RESULT int sw_cli_parse(struct sw_cli *cli, const struct sw_tool *tool, void *config, int argc, char **argv,
                               struct sw_err *err);
/* status: what the tool's run() returned (SW_OK or SW_FAIL). Prints err to standard error when it failed. */
int sw_cli_finish(struct sw_cli *cli, int status, const struct sw_err *err);
/* "slot-fair: warning: ..." on standard error unless --quiet. */
void sw_cli_warn(const struct sw_cli *cli, const char *fmt, ...) SW_PRINTF(2, 3);
void sw_cli_say(const struct sw_cli *cli, const char *fmt, ...) SW_PRINTF(2, 3); /* no "warning: " */
/* --progress: "slot-trace: 12000 jobs" on standard error, at most once a second and not in the first two. `progress` is
 * a struct sw_cli_progress, { .cli, .what }, so that libraries can be lent this as it is. */
struct sw_cli_progress { const struct sw_cli *cli; const char *what; uint64_t n_calls; int64_t told_s; };
void sw_cli_tell(void *progress, uint64_t n);
/* Applies --rejects/--max-bad to a reader; *rejects, NULL at the first input and shared by those that follow, is
 * to be closed by the caller when not NULL. */
SW_USE_RESULT int sw_cli_tolerate(struct sw_cli *cli, struct sw_csv *in, struct sw_out **rejects, struct sw_err *err);

/* sw_out_open() for an output of rows: they carry the labels. */
SW_USE_RESULT int sw_cli_open(const struct sw_cli *cli, struct sw_out **out, const char *path, struct sw_err *err);

/* Option values; `option` is the name for messages ("--slots"). All fail with sw_err_usage(). */
SW_USE_RESULT int sw_opt_duration(const char *option, const char *arg, int64_t *us, struct sw_err *err); /* >= 0 */
SW_USE_RESULT int sw_opt_size(const char *option, const char *arg, uint64_t *bytes, struct sw_err *err);
SW_USE_RESULT int sw_opt_count(const char *option, const char *arg, uint64_t min, uint64_t max, uint64_t *out,
                               struct sw_err *err);
SW_USE_RESULT int sw_opt_real(const char *option, const char *arg, double min, double max, double *out,
                              struct sw_err *err);
/* 95% or 0.95 */
SW_USE_RESULT int sw_opt_fraction(const char *option, const char *arg, double min, double max, double *out,
                                  struct sw_err *err);
SW_USE_RESULT int sw_opt_yesno(const char *option, const char *arg, bool *out, struct sw_err *err); /* yes no */
/* The index in a NULL-terminated list of words; an unknown word names the nearest. */
SW_USE_RESULT int sw_opt_word(const char *option, const char *arg, const char *const *words, size_t *out,
                              struct sw_err *err);

/* "1,2,5" and "0:10:0.5" (from:to:step, the end included when it is reached), mixed; each element through
 * `one` (sw_num_real, a percent reader, ...). *out is malloc'd, the caller frees it. At most a million. */
struct sw_list { size_t n; double *at; };
enum sw_unit { SW_UNIT_REAL, SW_UNIT_FRACTION, SW_UNIT_SECONDS /* "3s" gives 3.0 */, SW_UNIT_COUNT };
SW_USE_RESULT int sw_opt_list(const char *option, const char *arg, enum sw_unit unit, double min, double max,
                              struct sw_list *out, struct sw_err *err);
/* "name=value,name=value": what --label takes. Names are letters, digits and '_'. In double quotes a value may
 * hold commas, and "" is a quote (name="wait:3s,5s"). Added to those there are already, none twice. */
SW_USE_RESULT int sw_opt_labels(const char *option, const char *arg, struct sw_labels *out, struct sw_err *err);
void sw_labels_clear(struct sw_labels *labels);
/* "a,b,c" in the same manner: the next value of *at, malloc'd; NULL: failed. *at is then behind its comma, or NULL
 * at the end. */
char *sw_opt_value(const char *option, const char **at, struct sw_err *err);
bool sw_opt_is_name(const char *text, size_t len); /* letters, digits and '_', at least one */
/* "name:a,b,c": the name before the colon, and its parameters. Borrowed from a copy owned by *out. */
struct sw_spec { char *name; size_t n; char **param; };
SW_USE_RESULT int sw_opt_spec(const char *option, const char *arg, struct sw_spec *out, struct sw_err *err);
void sw_spec_clear(struct sw_spec *spec);

#ifdef __cplusplus
}
#endif
#endif
