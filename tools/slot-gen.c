/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slot-gen - makes workloads: those of the papers by name, others from parts. */
#include <stdio.h>
#include <string.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "slotwise/sw_gen.h"

enum { KEY_PRESET = 'p', KEY_LIST = 1000, KEY_SETTING = 2000 };
#define SETTING(i) (KEY_SETTING + SW_GEN_##i)

static const struct argp_option options[] = {
    { "preset", KEY_PRESET, "NAME", SW_CLI_SHORT,
      "start from a workload of the papers; other options change parts of it", 0 },
    { "list-presets", KEY_LIST, 0, SW_CLI_SHORT, "print the presets with their sources, clusters and options", 0 },
    { "jobs", SETTING(JOBS), "COUNT", SW_CLI_SHORT,
      "number of jobs; tasks:COUNT: as many jobs as hold COUNT maps (default 100)", 1 },
    { "arrival", SETTING(ARRIVAL), "RULE", SW_CLI_SHORT,
      "when jobs are submitted: poisson:GAP, daily:GAP,SWING, uniform:GAP[-GAP], window:TIME, all-at-once or "
      "closed:WORKERS,THINK (default poisson:30s)", 1 },
    { "maps", SETTING(MAPS), "DIST", SW_CLI_SHORT, "maps of a job (default 10)", 1 },
    { "map-time", SETTING(MAP_TIME), "DIST", SW_CLI_SHORT, "mean map time of a job (default 20s)", 1 },
    { "map-sigma", SETTING(MAP_SIGMA), "X", 0, "spread of map times inside a job (default 0)", 1 },
    { "map-growth", SETTING(MAP_GROWTH), "X", 0, "multiply map times by maps^X (default 0)", 1 },
    { "reduces", SETTING(REDUCES), "DIST", 0,
      "reduces of a job; also ratio:5%-25% and upto:20% of its maps (default 0)", 1 },
    { "map-only", SETTING(MAP_ONLY), "SHARE", 0, "share of the jobs without reduces (default 0)", 1 },
    { "copy-time", SETTING(COPY_TIME), "DIST", 0,
      "time for which each reduce of a job copies map output (default 0s)", 1 },
    { "reduce-time", SETTING(REDUCE_TIME), "DIST", 0,
      "mean time for which the reduces of a job compute (default 20s)", 1 },
    { "reduce-sigma", SETTING(REDUCE_SIGMA), "X", 0, "spread of reduce times inside a job (default 0)", 1 },
    { "reduce-growth", SETTING(REDUCE_GROWTH), "X", 0, "multiply copy and reduce times by maps^X (default 0)", 1 },
    { "setup-time", SETTING(SETUP_TIME), "DIST", 0,
      "time a job takes to prepare before its tasks can be launched; it holds no slot (default 0s)", 1 },
    { "job-nodes", SETTING(WIDTH), "DIST", 0,
      "nodes of a job that starts all at once (column job_nodes), in place of maps and reduces", 1 },
    { "limit", SETTING(LIMIT), "RULE", 0,
      "estimate of a job's time (column limit_s): none (default), exact, or f:X, evenly from 1 to 1 + X times as long",
      1 },
    { "pool-names", SETTING(POOLS), "POOLS", SW_CLI_SHORT,
      "number of pools p1, p2, ..., or a list of their names; jobs take them in turn", 1 },
    { "users", SETTING(USERS), "COUNT", 0, "draw each job's user from u1 to uCOUNT", 1 },
    { "block-size", SETTING(BLOCK_SIZE), "SIZE", 0, "input bytes of a map (default 128M)", 1 },
    { "shuffle-ratio", SETTING(SHUFFLE_RATIO), "X", 0, "shuffle bytes per input byte (default 0)", 1 },
    { "input", SETTING(INPUT), "NAME", 0, "file that all jobs read (default: each its own)", 1 },
    { "prefix", SETTING(PREFIX), "TEXT", 0, "name the jobs TEXT0, TEXT1, ... (default job)", 1 },
    { "draws", SETTING(DRAWS), "HOW", 0,
      "draw sizes and times by chance (default), or even: spread evenly over the jobs of a bin", 1 },
    { 0 } };

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

struct config { struct sw_gen_config gen; bool list; };

static int set_preset(struct config *cfg, const char *name, struct sw_err *err)
{
    const char *names[64];
    size_t n = 0, chosen;
    for (; sw_gen_presets[n] && n < 63; n++)
        names[n] = sw_gen_presets[n]->name;
    names[n] = NULL;
    if (sw_opt_word("--preset", name, names, &chosen, err) != SW_OK)
        return SW_FAIL;
    cfg->gen.preset = sw_gen_presets[chosen];
    return SW_OK;
}

static int option(struct sw_cli *cli, int key, const char *arg, struct sw_err *err)
{
    struct config *cfg = cli->config;
    switch (key) {
    case KEY_PRESET: return set_preset(cfg, arg, err);
    case KEY_LIST: cfg->list = true; return SW_OK;
    default: cfg->gen.value[key - KEY_SETTING] = arg; return SW_OK;
    }
}

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

static int work(const struct config *cfg, struct sw_out *out, struct sw_err *err)
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
    return sw_out_end(out, work(cfg, out, err), err);
}

int main(int argc, char **argv)
{
    static const struct sw_tool tool = { "slot-gen", "make workloads: those of the papers by name, others from parts",
        NULL, after, options, option, SW_CLI_TABLE | SW_CLI_SEED | SW_CLI_PROGRESS | SW_CLI_PRETTY,
        .settled = settled };
    struct config cfg = { .list = false };
    struct sw_cli cli;
    struct sw_err err = { SW_EXIT_OK, "" };
    sw_cli_start(&cli, &tool, &cfg, argc, argv);
    return sw_cli_finish(&cli, gen_run(&cfg, &cli, &err), &err);
}
