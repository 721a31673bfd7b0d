/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli.h - shared by the files of lib/cli. */
#ifndef SLOTWISE_CLI_CLI_H
#define SLOTWISE_CLI_CLI_H
#include "lib/cli/sw_cli.h"

/* The tool's rows by their groups, then those it has in common with others, of the group OPTION_COMMON. It ends with
 * name NULL, and the caller frees it; NULL: no memory. */
struct option_row *sw_cli_table(const struct sw_tool *tool);
/* To standard output: all, or what fits a screen. The table is sorted, and what is not shown is taken out. */
void sw_cli_help(const struct sw_tool *tool, struct option_row *table, bool all);
void sw_cli_version(const struct sw_tool *tool);
extern const char sw_cli_release[]; /* "0.1.0, commit abc" */
/* Words from column `at` on, in lines from column `margin` to the 79th. */
void help_put_wrapped(FILE *to, const char *text, size_t at, size_t margin);
/* given.c. The arguments last as long as `cli`. */
SW_USE_RESULT int sw_cli_keep(struct sw_cli *cli, const char *name, const char *arg, struct sw_err *err);
/* One line of a file of options: "--name" or "--name=value", cut at its '='. */
typedef int take_line(void *context, char *name, const char *value, struct sw_err *err);
SW_USE_RESULT int sw_cli_read_options(struct sw_cli *cli, const char *path, take_line *take, void *context,
                                      struct sw_err *err);
/* As --print-options has them; the caller frees *text. */
SW_USE_RESULT int sw_cli_options_text(const struct sw_cli *cli, char **text, struct sw_err *err);
/* renamed.c: the next option of the table that was called something else before, from *i (0 at first) on, and what: a
 * single letter is a short option. NULL: there are no more. */
const struct option_row *renamed_next(size_t *i, const struct option_row *table, const char *program,
                                      const char **before);
/* Whether the file that this option names is written, and not read. */
bool sw_cli_writes(const char *option);
/* No output is an input or another output. */
SW_USE_RESULT int sw_cli_plan_outputs(const struct sw_cli *cli, struct sw_err *err);
/* named.c: visits the files that an option's value may name: itself; of PATH:PARAMS the path; of a command, which
 * --decide takes, each word. Ends with the first visit that fails. */
typedef int named_visit(void *ctx, const char *path, struct sw_err *err);
SW_USE_RESULT int named_each(const char *value, bool is_command, named_visit *visit, void *ctx, struct sw_err *err);
/* digest.c: a standard input whose digest is wanted can be read twice from here on. */
SW_USE_RESULT int sw_cli_keep_input(struct sw_err *err);
SW_USE_RESULT int sw_cli_digest_input(uint64_t *digest, struct sw_err *err);
/* stamp.c */
SW_USE_RESULT int sw_cli_stamp(const struct sw_cli *cli, struct sw_out *out, struct sw_err *err);
/* told.c: from here on what the library tells is said on behalf of `cli`. */
void sw_cli_listen(const struct sw_cli *cli);
void sw_cli_refuse_unknown(void);
/* beside.c: runs another program in the place of this one. That beside this one comes before one in PATH: they were
 * built together. Returns only when there is none; errno says why. */
void beside_run(const char *program, char **argv);
/* Closes the standard output; prints "name: standard output: ..." and returns 1 when that failed, else `status`. */
int sw_cli_close_output(const char *name, int status);
#endif
