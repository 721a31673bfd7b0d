/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slotwise.c - the programs by one name: lists them, and `slotwise replay ...` runs slot-replay. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "lib/cli/cli.h"
#include "lib/cli/sw_cli.h"

/* In the order in which work passes through them. */
static const struct { const char *name, *summary; } programs[] = {
    { "trace", "reads traces and logs of real clusters, describes and checks them" },
    { "advise", "which wait the jobs of a log should have, and how sure that is" },
    { "gen", "makes workloads: the papers' experiments by name, others from parts" },
    { "fair", "fair shares of pools with weights, minimums, maximums and a hierarchy" },
    { "delay", "what to wait for a slot near the data, by formulas" },
    { "replay", "replays a trace through the scheduler" },
    { "audit", "checks that no row of a log of attempts breaks a rule" },
    { "sweep", "runs a command for each combination of values" },
    { "stats", "tables: per job size, per pool, gains over another run" },
    { "plot", "a figure from a table, as one gnuplot script" },
};
enum { N_PROGRAMS = sizeof programs / sizeof *programs };

static void put_programs(FILE *to)
{
    fprintf(to, "Programs ('slotwise PROGRAM ARGUMENT...' or 'slot-PROGRAM ARGUMENT...'):\n");
    for (size_t i = 0; i < N_PROGRAMS; i++)
        fprintf(to, "  %-7s %s\n", programs[i].name, programs[i].summary);
}

/* Returns only where no program was run. argv[0] is the program's word, "replay" or "slot-replay". */
static int dispatch(char **argv, struct sw_err *err)
{
    char program[256];
    const char *names[N_PROGRAMS], *name = strncmp(argv[0], "slot-", 5) == 0 ? argv[0] + 5 : argv[0];
    char *help[] = { NULL, (char[]){ "--help" }, NULL }, list[256];
    for (size_t i = 0; i < N_PROGRAMS; i++)
        names[i] = programs[i].name;
    if (strcmp(name, "help") == 0 && !argv[1]) {
        put_programs(stdout);
        return SW_OK;
    }
    bool asks = strcmp(name, "help") == 0;
    name = asks ? argv[1] : name;
    snprintf(program, sizeof program, "slot-%.200s", name);
    argv[0] = help[0] = program;
    /* A name with a slash would be a path to any program. */
    if (!strchr(name, '/'))
        beside_run(program, asks ? help : argv);
    /* It is there and cannot be run; else it is a word that was misspelt. */
    if (errno != ENOENT && !strchr(name, '/'))
        return sw_err_set(err, "slot-%.100s: cannot run: %s", name, strerror(errno));
    const char *near = sw_err_nearest(name, names, N_PROGRAMS);
    if (near)
        return sw_err_usage(err, "unknown program '%.100s' (did you mean '%s'?)", name, near);
    return sw_err_usage(err, "unknown program '%.100s' (one of%s)", name,
                        sw_names_listed(names, N_PROGRAMS, list, sizeof list));
}

int main(int argc, char **argv)
{
    static const struct sw_tool tool = { .name = "slotwise",
        .summary = "shares, locality waits and replays of data clusters, in small programs",
        .args = "[PROGRAM [ARGUMENT...]]",
        .after = "You have a log of Spark, Hadoop or YARN:\n"
                 "  slotwise trace --info LOG            what is in it\n"
                 "  slotwise advise LOG                  which wait to set, on one page\n"
                 "  slotwise advise rates LOG            locality, what distance cost, rates\n"
                 "  slotwise replay --validate LOG       how near a replay comes to it\n"
                 "slotwise(7) is a tour with commands that run.",
        .common = SW_CLI_COMMAND, .lists = put_programs };
    struct sw_cli cli;
    struct sw_err err = { SW_EXIT_OK, "" };
    int status = SW_OK;
    sw_cli_start(&cli, &tool, NULL, argc, argv);
    if (cli.n_named > 0)
        status = dispatch((char **)cli.files, &err);
    else
        put_programs(stdout);
    return sw_cli_finish(&cli, status, &err);
}
