/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slot-gen - makes workloads: those of the papers by name, others from parts.
 *
 * Settings are texts by enum sw_gen_setting: lib/trace/gen reads them, a preset's where the command line says
 * nothing. */
#include <stdio.h>
#include <string.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "lib/options/options.h"
#include "slotwise/sw_gen.h"

struct config { struct sw_gen_config gen; bool list; };

/* Room for 63 names and the NULL. */
static int parse_workload(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    const char *names[64];
    size_t n = 0, chosen;
    for (; sw_gen_presets[n] && n < 63; n++)
        names[n] = sw_gen_presets[n]->name;
    names[n] = NULL;
    if (sw_opt_word(row->name, arg, names, &chosen, err) != SW_OK)
        return SW_FAIL;
    ((struct config *)to)->gen.preset = sw_gen_presets[chosen];
    return SW_OK;
}

#define AT(member) OPTION_AT(struct config, member)
#define SETTING(i) 1, OPTION_TEXT, AT(gen.value[SW_GEN_##i])
static const struct option_row rows[] = {
    { "preset", 0, OPTION_OWN, AT(gen.preset), .arg = "NAME", .letter = 'p', .parse = parse_workload,
      .flags = OPTION_SHORT, .help = "start from a workload of the papers; other options change parts of it" },
    { "list-presets", 0, OPTION_FLAG, AT(list), .flags = OPTION_SHORT,
      .help = "print the presets with their sources, clusters and options" },
    { "jobs", SETTING(JOBS), .arg = "COUNT", .flags = OPTION_SHORT,
      .help = "number of jobs; tasks:COUNT: as many jobs as hold COUNT maps (default 100)" },
    { "arrival", SETTING(ARRIVAL), .arg = "RULE", .flags = OPTION_SHORT,
      .help = "when jobs are submitted: poisson:GAP, daily:GAP,SWING, uniform:GAP[-GAP], window:TIME, "
              "all-at-once or closed:WORKERS,THINK (default poisson:30s)" },
    { "maps", SETTING(MAPS), .arg = "DIST", .flags = OPTION_SHORT, .help = "maps of a job (default 10)" },
    { "map-time", SETTING(MAP_TIME), .arg = "DIST", .flags = OPTION_SHORT,
      .help = "mean map time of a job (default 20s)" },
    { "map-sigma", SETTING(MAP_SIGMA), .arg = "X", .help = "spread of map times inside a job (default 0)" },
    { "map-growth", SETTING(MAP_GROWTH), .arg = "X", .help = "multiply map times by maps^X (default 0)" },
    { "reduces", SETTING(REDUCES), .arg = "DIST",
      .help = "reduces of a job; also ratio:5%-25% and upto:20% of its maps (default 0)" },
    { "map-only", SETTING(MAP_ONLY), .arg = "SHARE", .help = "share of the jobs without reduces (default 0)" },
    { "copy-time", SETTING(COPY_TIME), .arg = "DIST",
      .help = "time for which each reduce of a job copies map output (default 0s)" },
    { "reduce-time", SETTING(REDUCE_TIME), .arg = "DIST",
      .help = "mean time for which the reduces of a job compute (default 20s)" },
    { "reduce-sigma", SETTING(REDUCE_SIGMA), .arg = "X", .help = "spread of reduce times inside a job (default 0)" },
    { "reduce-growth", SETTING(REDUCE_GROWTH), .arg = "X",
      .help = "multiply copy and reduce times by maps^X (default 0)" },
    { "setup-time", SETTING(SETUP_TIME), .arg = "DIST",
      .help = "time a job takes to prepare before its tasks can be launched; it holds no slot (default 0s)" },
    { "job-nodes", SETTING(WIDTH), .arg = "DIST",
      .help = "nodes of a job that starts all at once (column job_nodes), in place of maps and reduces" },
    { "limit", SETTING(LIMIT), .arg = "RULE",
      .help = "estimate of a job's time (column limit_s): none (default), exact, or f:X, evenly from 1 to 1 + X "
              "times as long" },
    { "pool-names", SETTING(POOLS), .arg = "POOLS", .flags = OPTION_SHORT,
      .help = "number of pools p1, p2, ..., or a list of their names; jobs take them in turn" },
    { "users", SETTING(USERS), .arg = "COUNT", .help = "draw each job's user from u1 to uCOUNT" },
    { "block-size", SETTING(BLOCK_SIZE), .arg = "SIZE", .help = "input bytes of a map (default 128M)" },
    { "shuffle-ratio", SETTING(SHUFFLE_RATIO), .arg = "X", .help = "shuffle bytes per input byte (default 0)" },
    { "input", SETTING(INPUT), .arg = "NAME", .help = "file that all jobs read (default: each its own)" },
    { "prefix", SETTING(PREFIX), .arg = "TEXT", .help = "name the jobs TEXT0, TEXT1, ... (default job)" },
    { "draws", SETTING(DRAWS), .arg = "HOW",
      .help = "draw sizes and times by chance (default), or even: spread evenly over the jobs of a bin" },
    { .name = NULL },
};

static const char after[] =
    "DIST is a number or time, or one of uniform:1-9, loguniform:1-9, zipf:1-400,1.2, lognormal:MEAN,SIGMA,\n"
    "exponential:MEAN, powers:1-64, lublin:NODES; for --maps also table:tr, es, fb-tr, fb-es, fb-day, lc or a CSV\n"
    "file with columns maps, jobs, maps_to.\n"
    "\n"
    "Examples:\n"
    "  slot-gen --preset tr-bm\n"
    "  slot-gen --preset tr-sticky --jobs 50 | slot-trace --info\n"
    "  slot-gen --jobs 1000 --arrival poisson:5s --maps zipf:1-400 --map-time lognormal:20s,0.5 "
    "--pool-names ads,web,test\n"
    "  slot-gen --arrival closed:10,5s --jobs 200 --maps 16 --map-time 9s\n"
    "  slot-gen --job-nodes lublin:128 --map-time lognormal:1h,1 --limit f:3 --arrival poisson:20m\n";

/* The options as they would be typed, so that a preset can be written out and changed. */
static void put_preset(const struct sw_gen_preset *p, struct sw_out *out)
{
    char text[2048] = "";
    size_t len = 0;
    for (size_t i = 0; i < SW_GEN_N; i++)
        if (p->value[i] && len < sizeof text)
            len += (size_t)snprintf(text + len, sizeof text - len, "%s--%s %s", len > 0 ? " " : "", sw_gen_names[i],
                                    p->value[i]);
    sw_out_str(out, p->name);
    sw_out_str(out, p->source);
    sw_out_str(out, p->summary);
    sw_out_str(out, p->cluster);
    sw_out_str(out, text);
    sw_out_end_row(out);
}

/* Labels and the form of rows are no settings of the workload, but of its rows. For --print-options and --stamp: each
 * setting that is in force, whether a preset has it or it is the default. */
static int settled(const struct sw_cli *cli, FILE *to, struct sw_err *err)
{
    const struct config *cfg = cli->config;
    (void)err;
    for (enum sw_gen_setting i = 0; i < SW_GEN_N; i++) {
        const char *value = sw_gen_value(&cfg->gen, i);
        if (value[0] != '\0') /* no pools, and files of their own */
            sw_cli_put_option(to, sw_gen_names[i], value);
    }
    fprintf(to, "--seed=%llu\n", (unsigned long long)cli->seed);
    for (size_t i = 0; i < cli->given.n; i++)
        if (strcmp(cli->given.at[i].name, "label") == 0 || strcmp(cli->given.at[i].name, "format") == 0
            || strcmp(cli->given.at[i].name, "digits") == 0)
            sw_cli_put_option(to, cli->given.at[i].name, cli->given.at[i].arg);
    return SW_OK;
}

/* --list-presets has them as rows. */
static int generate(const struct config *cfg, struct sw_out *out, struct sw_err *err)
{
    static const char *const header[] = { "preset", "source", "summary", "cluster", "options", NULL };
    if (!cfg->list)
        return sw_gen_run(&cfg->gen, out, err);
    sw_out_header(out, header);
    for (size_t i = 0; sw_gen_presets[i]; i++)
        put_preset(sw_gen_presets[i], out);
    return SW_OK;
}

static int gen_run(struct config *cfg, struct sw_cli *cli, struct sw_err *err)
{
    struct sw_out *out;
    struct sw_cli_progress progress = { .cli = cli, .what = "jobs made", .made = true };
    if (cli->print_options)
        return sw_cli_print_options(cli, err);
    cfg->gen.seed = cli->seed;
    cfg->gen.tell = sw_cli_tell;
    cfg->gen.context = &progress;
    if (sw_cli_open(cli, &out, cli->output, err) != SW_OK)
        return SW_FAIL;
    return sw_out_end(out, generate(cfg, out, err), err);
}

int main(int argc, char **argv)
{
    static const struct sw_tool tool = { "slot-gen", "make workloads: those of the papers by name, others from parts",
        NULL, after, .common = SW_CLI_TABLE | SW_CLI_SEED | SW_CLI_PROGRESS | SW_CLI_PRETTY, .settled = settled,
        .rows = { rows } };
    struct config cfg = { .list = false };
    struct sw_cli cli;
    struct sw_err err = { SW_EXIT_OK, "" };
    sw_cli_start(&cli, &tool, &cfg, argc, argv);
    return sw_cli_finish(&cli, gen_run(&cfg, &cli, &err), &err);
}
