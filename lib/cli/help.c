/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help.c - the option table, --help in argp's layout, --version. */
#include "lib/cli/cli.h"
#include <csv.h>
#include <gsl/gsl_version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#ifndef SW_VERSION
#define SW_VERSION "0.1.0"
#endif
#ifndef SW_COMMIT
#define SW_COMMIT "unknown"
#endif
#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

/* Those with `when` 0 belong to every tool. Group -1: argp lists them last. */
static const struct { unsigned when; struct argp_option option; } common[] = {
    { SW_CLI_OUTPUT, { "output", 'o', "FILE", 0, "write to FILE, which appears when it is complete", -1 } },
    { SW_CLI_LABEL, { "label", CLI_LABEL, "NAME=VALUE,...", 0, "put these columns in front of each row", -1 } },
    { SW_CLI_SEED, { "seed", CLI_SEED, "N", 0, "seed of all random streams (default 1)", -1 } },
    { SW_CLI_REJECTS, { "rejects", CLI_REJECTS, "FILE", 0, "write bad rows to FILE and go on", -1 } },
    { SW_CLI_REJECTS, { "max-bad", CLI_MAX_BAD, "N", 0, "leave out up to N bad rows and go on", -1 } },
    { SW_CLI_PROGRESS, { "progress", CLI_PROGRESS, 0, 0, "report the progress of a long run", -1 } },
    { 0, { "quiet", CLI_QUIET, 0, 0, "print no warnings and no progress", -1 } },
    { 0, { "help", CLI_HELP, 0, 0, "print this help", -1 } },
    { 0, { "version", CLI_VERSION, 0, 0, "print the version and what it was built with", -1 } },
};
enum { N_COMMON = sizeof common / sizeof *common };

static bool is_end(const struct argp_option *o)
{
    return !o->name && !o->key && !o->doc && !o->group;
}

struct argp_option *sw_cli_table(const struct sw_tool *tool)
{
    size_t n = 0;
    while (tool->options && !is_end(&tool->options[n])) n++;
    struct argp_option *table = calloc(n + N_COMMON + 1, sizeof *table);
    if (!table) return NULL;
    if (n) memcpy(table, tool->options, n * sizeof *table);
    for (size_t i = 0; i < N_COMMON; i++)
        if (common[i].when == 0 || (tool->common & common[i].when)) table[n++] = common[i].option;
    return table;
}

/* argp would fold long lines of the examples, so those are printed here. Its footnote on the arguments of short
 * options can be left out only through the environment. */
void sw_cli_help(const struct sw_tool *tool, const struct argp_option *table)
{
    struct argp argp = { table, NULL, tool->args, tool->summary, NULL, NULL, NULL };
    char *name = strdup(tool->name);
    setenv("ARGP_HELP_FMT", "no-dup-args-note", 0);
    argp_help(&argp, stdout, ARGP_HELP_SHORT_USAGE | ARGP_HELP_PRE_DOC | ARGP_HELP_LONG, name);
    free(name);
    if (tool->lists) {
        printf("\n");
        tool->lists(stdout);
    }
    if (!tool->after) return;
    size_t len = strlen(tool->after);
    printf("\n%s%s", tool->after, len && tool->after[len - 1] == '\n' ? "" : "\n");
}

void sw_cli_version(const struct sw_tool *tool)
{
    printf("%s %s\ncommit %s\n%s\n", tool->name, SW_VERSION, SW_COMMIT, COMPILER);
    printf("GSL %s\nlibcsv %d.%d.%d\nzlib %s\nzstd %s\n", gsl_version, CSV_MAJOR, CSV_MINOR, CSV_RELEASE,
           zlibVersion(), ZSTD_versionString());
}

bool sw_cli_nearest(const struct argp_option *table, const char *typed, char *buf, size_t cap)
{
    size_t n = 0;
    for (const struct argp_option *o = table; !is_end(o); o++) n++;
    const char **names = calloc(n + 1, sizeof *names);
    if (!names) return false;
    n = 0;
    for (const struct argp_option *o = table; !is_end(o); o++)
        if (o->name && !(o->flags & OPTION_HIDDEN)) names[n++] = o->name;
    const char *near = sw_err_nearest(typed, names, n);
    if (near) snprintf(buf, cap, "--%s", near);
    free(names);
    return near != NULL;
}
