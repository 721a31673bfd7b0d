/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli.h - shared by the files of lib/cli. */
#ifndef SLOTWISE_CLI_CLI_H
#define SLOTWISE_CLI_CLI_H
#include "slotwise/sw_cli.h"

/* Keys of the options that every tool has; above any character and any key a tool would choose. */
enum { CLI_HELP = 0x10000, CLI_VERSION, CLI_SEED, CLI_PROGRESS, CLI_QUIET, CLI_REJECTS, CLI_MAX_BAD, CLI_LABEL };

/* The tool's options and the common ones it takes, ended by {0}. The caller frees the table. */
struct argp_option *sw_cli_table(const struct sw_tool *tool);
void sw_cli_help(const struct sw_tool *tool, const struct argp_option *table); /* to standard output */
void sw_cli_version(const struct sw_tool *tool);
/* The nearest of the table's long options, as "--name" in a buffer of `cap`; false: none is near. */
bool sw_cli_nearest(const struct argp_option *table, const char *typed, char *buf, size_t cap);
/* Closes the standard output; prints "name: standard output: ..." and returns 1 when that failed, else `status`. */
int sw_cli_close_output(const char *name, int status);

#endif
