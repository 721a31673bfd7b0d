/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_cli.h - the command line of a program: its options, those every program has, lists and ranges, exit codes.
 *
 * A tool describes itself in a struct sw_tool and calls sw_cli_start(), which parses the command line. It answers
 * --help (-h), --help-all and --version on the standard output, with status 0. A usage error ends the process with
 * status 2:
 *     slot-fair: --slots: not a count: 'ten'
 *     try 'slot-fair --help'
 * sw_cli_finish() closes the standard output, prints what went wrong as "slot-fair: message", and gives
 * the exit code. */
#ifndef SLOTWISE_SW_CLI_H
#define SLOTWISE_SW_CLI_H
#include <stdbool.h>
#include <stdio.h>
#include "lib/csv/sw_output.h"
#include "slotwise/sw_csv.h"
#include "slotwise/sw_err.h"

struct sw_cli;
struct option_row; /* lib/options/options.h */
struct sw_tool {
    const char *name;    /* "slot-fair" */
    const char *summary; /* one line */
    const char *args;    /* "[FILE...]"; NULL: an argument is a usage error */
    const char *after;   /* after the options in --help-all: examples, at least three, behind a line "Examples:" */
    unsigned common;     /* which of the common options it takes */
    void (*lists)(FILE *to); /* in --help-all before `after`; NULL: nothing */
    /* What presets and defaults come to, each by sw_cli_put_option(); NULL: the options that were given. It is for
     * --print-options, which the tool answers then, and for --stamp. */
    int (*settled)(const struct sw_cli *cli, FILE *to, struct sw_err *err);
    /* Takes an option in place of what its row says; NULL: none does. SW_FAIL is a usage error. */
    int (*named)(void *config, const char *name, const char *arg, struct sw_err *err);
    /* The tool's own, in tables that end with name NULL: their values go into its config. The headings of their groups.
     * --help shows those with OPTION_SHORT, or all where none has it, in 24 lines of 80 columns at most: it leaves out
     * lists and examples that go beyond. */
    const struct option_row *rows[2];
    const char *headings[8];
};
enum { SW_CLI_OUTPUT = 1 /* -o */, SW_CLI_SEED = 2 /* --seed */, SW_CLI_PROGRESS = 4,
       SW_CLI_REJECTS = 8 /* --rejects, --max-bad */, SW_CLI_LABEL = 16,
       SW_CLI_COMMAND = 32 /* the arguments are a command: options end at the first of them */,
       SW_CLI_ROWS = 64 /* --format, --stamp */, SW_CLI_OPTIONS = 128 /* --options, --print-options */,
       SW_CLI_TABLE = SW_CLI_OUTPUT | SW_CLI_LABEL | SW_CLI_ROWS | SW_CLI_OPTIONS /* what writes rows */,
       SW_CLI_PRETTY = 256 /* --pretty: of the output of rows that -o names */,
       SW_CLI_STRICT = 512 /* --strict: no unknown columns */ };

/* Columns in front of each row: --label name=value,... */
struct sw_labels { size_t n; char **name, **value; };
/* The options as they were given, in order, those of --options FILE in its place. */
struct sw_given_option { const char *name, *arg; };
struct sw_given { size_t n, cap, n_texts, texts_cap; struct sw_given_option *at; char **text; };

struct sw_cli {
    const struct sw_tool *tool;
    void *config;               /* the tool's */
    const char *const *files;   /* NULL-terminated; none named: { "-", NULL } */
    size_t n_files;             /* at least 1 */
    size_t n_named;             /* of them, named on the command line: 0 when files is { "-" } for want of any */
    const char *output;         /* -o FILE, or NULL */
    uint64_t seed;              /* default 1 */
    bool seed_given, quiet, progress, pretty;
    const char *rejects;        /* --rejects FILE, or NULL */
    uint64_t max_bad;           /* --max-bad N; without it UINT64_MAX when --rejects is given, else 0 */
    bool tolerate;              /* either was given */
    struct sw_labels labels;    /* until sw_cli_finish() */
    struct sw_given given;      /* until then, too */
    struct sw_shape shape;      /* of rows: --format */
    bool stamp, print_options, strict;
    FILE *messages;             /* where warnings go; NULL: standard error */
    int argc; char **argv;
};

/* Also: GSL's aborting error handler off, locale "C", signals that would leave temporaries behind caught. */
void sw_cli_start(struct sw_cli *cli, const struct sw_tool *tool, void *config, int argc, char **argv);
/* Parses alone, for a command that is run inside another program; --help, --version and --pretty are refused. Permutes
 * argv, which lasts as long as `cli`. Not in two threads at once. */
SW_USE_RESULT int sw_cli_parse(struct sw_cli *cli, const struct sw_tool *tool, void *config, int argc, char **argv,
                               struct sw_err *err);
/* status: what the tool's run() returned (SW_OK or SW_FAIL). Prints err to standard error when it failed. */
int sw_cli_finish(struct sw_cli *cli, int status, const struct sw_err *err);
void sw_cli_clear(struct sw_cli *cli); /* after sw_cli_parse() */
/* "--name=value", or "--name" for a NULL, on a line of its own. */
void sw_cli_put_option(FILE *to, const char *name, const char *value);
/* The options as they were given, on lines; is_kept NULL: all, and the seed where none was. */
SW_USE_RESULT int sw_cli_put_given(const struct sw_cli *cli, bool is_kept(const struct sw_cli *cli, const char *name),
                                   FILE *to, struct sw_err *err);
/* --print-options: to standard output. */
SW_USE_RESULT int sw_cli_print_options(const struct sw_cli *cli, struct sw_err *err);
/* Of the bytes of a file as it lies there, or of the names and bytes of all files in a folder (XXH3, 64 bits). */
SW_USE_RESULT int sw_cli_digest(const char *path, uint64_t *digest, struct sw_err *err);
/* "slot-fair: warning: ..." on standard error unless --quiet. */
void sw_cli_warn(const struct sw_cli *cli, const char *fmt, ...) SW_PRINTF(2, 3);
void sw_cli_say(const struct sw_cli *cli, const char *fmt, ...) SW_PRINTF(2, 3); /* no "warning: " */
double sw_cli_now_s(void); /* of a clock that only goes forward */
/* How far the files of the command line have been read, from a call of start on, `times` over. */
struct sw_cli_way { uint64_t from_bytes, bytes; double from_s; }; /* bytes 0: not told, as some are no regular files */
void sw_cli_way_start(struct sw_cli_way *way, const struct sw_cli *cli, uint64_t times);
/* ", 34 %, 12 s left", or nothing where it is not known. */
void sw_cli_way_text(const struct sw_cli_way *way, char text[64]);
/* --progress: "slot-trace: 12000 jobs read, 34 %, 12 s left" on standard error, at most once a second and not in the
 * first two. `progress` is a struct sw_cli_progress, { .cli, .what }, so that libraries can be lent this as it is. */
struct sw_cli_progress {
    const struct sw_cli *cli;
    const char *what;
    bool made;          /* what is counted is not read: nothing says how many there will be */
    uint64_t n_calls;
    int64_t told_s;
    struct sw_cli_way way;
};
void sw_cli_tell(void *progress, uint64_t n);
/* Applies --rejects/--max-bad to a reader; *rejects, NULL at the first input and shared by those that follow, is
 * to be closed by the caller when not NULL. */
SW_USE_RESULT int sw_cli_tolerate(struct sw_cli *cli, struct sw_csv *in, struct sw_out **rejects, struct sw_err *err);

/* sw_out_open() for an output of rows: they carry the labels and, with --stamp, in comments what made them. They are
 * laid out if --pretty says so and the path is that of -o. */
SW_USE_RESULT int sw_cli_open(const struct sw_cli *cli, struct sw_out **out, const char *path, struct sw_err *err);

/* "1,2,5" and "0:10:0.5", mixed: from:to:step, the step 1 where it is not given, the end included when it is reached.
 * Each element goes through `one` (sw_num_real, a percent reader, ...). *out is malloc'd, the caller frees it. At most
 * a million. */
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
/* A name made of a column's: "mean_", "response_s" and "_lo" give "mean_response_lo_s", its unit at the end. */
void sw_cli_column(char *name, size_t cap, const char *before, const char *column, const char *mark);
bool sw_opt_is_name(const char *text, size_t len); /* letters, digits and '_', at least one */
#endif
