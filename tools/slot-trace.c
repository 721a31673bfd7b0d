/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slot-trace - reads cluster traces, looks them over, and writes them as jobs or tasks. */
#include <string.h>
#include "slotwise/sw_cli.h"
#include "slotwise/sw_import.h"

enum { KEY_FROM = 'f', KEY_TO = 't', KEY_INFO = 'i', KEY_CHECK = 'c', KEY_SORT = 1000, KEY_BLOCK, KEY_PER_REDUCE, KEY_MAP_RATE,
       KEY_COPY_RATE, KEY_REDUCE_RATE, KEY_STARTUP, KEY_SIGMA, KEY_POOLS };

static const struct argp_option options[] = {
    { "from", KEY_FROM, "FORMAT", 0, "auto (default), jobs, tasks or swim", 0 },
    { "to", KEY_TO, "RECORD", 0, "write jobs or tasks (default: what the input is)", 0 },
    { "info", KEY_INFO, 0, 0, "describe the trace in key,value rows", 0 },
    { "check", KEY_CHECK, 0, 0, "count what is damaged, in kind,count,first_at rows", 0 },
    { "sort", KEY_SORT, 0, 0, "bring jobs in order of submit_s", 0 },
    { 0, 0, 0, 0, "Counts and times that a trace lacks follow from its bytes:", 1 },
    { "block-size", KEY_BLOCK, "SIZE", 0, "maps = max(1, ceil(input / SIZE)) (default 128M)", 0 },
    { "bytes-per-reduce", KEY_PER_REDUCE, "SIZE", 0, "reduces = ceil(shuffle / SIZE) (default 1G)", 0 },
    { "map-rate", KEY_MAP_RATE, "SIZE", 0, "bytes a second that a map reads (default 50M)", 0 },
    { "copy-rate", KEY_COPY_RATE, "SIZE", 0, "bytes a second that a reduce copies (default 50M)", 0 },
    { "reduce-rate", KEY_REDUCE_RATE, "SIZE", 0, "bytes a second that a reduce computes on (default 50M)", 0 },
    { "startup", KEY_STARTUP, "TIME", 0, "added to each map and to each reduce (default 1s)", 0 },
    { "sigma", KEY_SIGMA, "X", 0, "standard deviation of the logarithm of task times (default 0.3)", 0 },
    { "pools", KEY_POOLS, "COUNT", 0, "draw each job's pool from p1 to pCOUNT (default: pool default)", 0 },
    { 0 } };

static const char examples[] =
    "Examples:\n"
    "  slot-trace --info traces/swim-sample.tsv\n"
    "  slot-trace --block-size 64M --map-rate 10M traces/swim-sample.tsv\n"
    "  slot-gen --preset tr-bm | slot-trace --to tasks --seed 7\n"
    "  slot-trace --check traces/tr-bm.csv\n";

enum mode { CONVERT, INFO, CHECK };
struct config {
    enum mode mode;
    bool to_given, to_tasks, sort, rules_given;
    struct sw_trace_input input;
};

/* ---- options ------------------------------------------------------------------------------------- */

static int set_mode(struct config *cfg, enum mode mode, struct sw_err *err)
{
    if (cfg->mode != CONVERT && cfg->mode != mode)
        return sw_err_usage(err, "--check: not together with --info");
    cfg->mode = mode;
    return SW_OK;
}

static int set_from(struct config *cfg, const char *arg, struct sw_err *err)
{
    const char *words[64] = { "auto" };
    size_t n = 1, chosen;
    for (; sw_importers[n - 1] != NULL && n < 63; n++)
        words[n] = sw_importers[n - 1]->name;
    if (sw_opt_word("--from", arg, words, &chosen, err) != SW_OK)
        return SW_FAIL;
    cfg->input.from = chosen == 0 ? NULL : sw_importers[chosen - 1];
    return SW_OK;
}

static int set_to(struct config *cfg, const char *arg, struct sw_err *err)
{
    static const char *const records[] = { "jobs", "tasks", NULL };
    size_t chosen;
    if (sw_opt_word("--to", arg, records, &chosen, err) != SW_OK)
        return SW_FAIL;
    cfg->to_given = true;
    cfg->to_tasks = chosen == 1;
    return SW_OK;
}

static int set_size(const char *name, const char *arg, uint64_t *size, struct sw_err *err)
{
    if (sw_opt_size(name, arg, size, err) != SW_OK)
        return SW_FAIL;
    return *size > 0 ? SW_OK : sw_err_usage(err, "%s: must be above 0: '%s'", name, arg);
}

static int set_pools(struct sw_import_rules *rules, const char *arg, struct sw_err *err)
{
    uint64_t n;
    if (sw_opt_count("--pools", arg, 1, 1000000, &n, err) != SW_OK)
        return SW_FAIL;
    rules->n_pools = (uint32_t)n;
    return SW_OK;
}

static int rule(struct config *cfg, int key, const char *arg, struct sw_err *err)
{
    struct sw_import_rules *rules = &cfg->input.rules;
    cfg->rules_given = true;
    switch (key) {
    case KEY_BLOCK: return set_size("--block-size", arg, &rules->block_bytes, err);
    case KEY_PER_REDUCE: return set_size("--bytes-per-reduce", arg, &rules->bytes_per_reduce, err);
    case KEY_MAP_RATE: return set_size("--map-rate", arg, &rules->map_rate, err);
    case KEY_COPY_RATE: return set_size("--copy-rate", arg, &rules->copy_rate, err);
    case KEY_REDUCE_RATE: return set_size("--reduce-rate", arg, &rules->reduce_rate, err);
    case KEY_STARTUP: return sw_opt_duration("--startup", arg, &rules->startup_us, err);
    case KEY_SIGMA: return sw_opt_real("--sigma", arg, 0, 20, &rules->sigma, err);
    default: return set_pools(rules, arg, err);
    }
}

static int option(struct sw_cli *cli, int key, const char *arg, struct sw_err *err)
{
    struct config *cfg = cli->config;
    switch (key) {
    case KEY_FROM: return set_from(cfg, arg, err);
    case KEY_TO: return set_to(cfg, arg, err);
    case KEY_INFO: return set_mode(cfg, INFO, err);
    case KEY_CHECK: return set_mode(cfg, CHECK, err);
    case KEY_SORT: cfg->sort = true; return SW_OK;
    default: return rule(cfg, key, arg, err);
    }
}

static int check_options(const struct config *cfg, const struct sw_cli *cli, struct sw_err *err)
{
    if (cfg->mode != CONVERT && cfg->to_given)
        return sw_err_usage(err, "--to: not together with --%s", cfg->mode == INFO ? "info" : "check");
    if (cfg->mode == CHECK && cfg->sort)
        return sw_err_usage(err, "--sort: not together with --check");
    if (cfg->mode == CHECK && cli->rejects != NULL)
        return sw_err_usage(err, "--rejects: not together with --check");
    return SW_OK;
}

/* ---- work ---------------------------------------------------------------------------------------- */

static void warn_of_unused_rules(const struct config *cfg, const struct sw_cli *cli, const struct sw_trace *t)
{
    const struct sw_importer *format = sw_trace_format(t);
    if (cfg->rules_given && format->derived == NULL)
        sw_cli_warn(cli, "nothing is derived from bytes in a trace of format %s", format->name);
}


static int convert(const struct config *cfg, uint64_t seed, struct sw_trace *t, struct sw_out *out, struct sw_err *err)
{
    bool to_tasks = cfg->to_given ? cfg->to_tasks : sw_trace_is_tasks(t);
    return to_tasks ? sw_trace_put_tasks(t, seed, out, err) : sw_trace_put_jobs(t, out, err);
}

static int work(const struct config *cfg, const struct sw_cli *cli, struct sw_trace *t, struct sw_out *out,
                uint64_t *n_bad, struct sw_err *err)
{
    sw_trace_keep_rows(t);
    if (cfg->sort && sw_trace_sort(t, err) != SW_OK)
        return SW_FAIL;
    switch (cfg->mode) {
    case INFO: return sw_trace_put_info(t, &cfg->input.rules, out, err);
    case CHECK: return sw_trace_put_check(t, out, n_bad, err);
    default: return convert(cfg, cli->seed, t, out, err);
    }
}

/* The output is complete or not there at all. */
static int run_with_output(const struct config *cfg, const struct sw_cli *cli, struct sw_trace *t, struct sw_err *err)
{
    struct sw_out *out;
    uint64_t n_bad = 0;
    if (sw_out_open(&out, cli->output, err) != SW_OK)
        return SW_FAIL;
    if (work(cfg, cli, t, out, &n_bad, err) != SW_OK) {
        sw_out_abandon(out);
        return SW_FAIL;
    }
    if (sw_out_close(out, err) != SW_OK)
        return SW_FAIL;
    if (n_bad > (cli->tolerate ? cli->max_bad : 0))
        return sw_err_set(err, "%llu faults found, %llu allowed", (unsigned long long)n_bad, (unsigned long long)cli->max_bad);
    return SW_OK;
}

static int run_with_trace(struct config *cfg, const struct sw_cli *cli, struct sw_err *err)
{
    struct sw_trace *t;
    if (sw_trace_open(&t, &cfg->input, err) != SW_OK)
        return SW_FAIL;
    warn_of_unused_rules(cfg, cli, t);
    int status = run_with_output(cfg, cli, t, err);
    uint64_t n_rejected = sw_trace_n_rejected(t);
    if (status == SW_OK && cfg->mode != CHECK && n_rejected > 0)
        sw_cli_warn(cli, "%llu bad rows set aside", (unsigned long long)n_rejected);
    sw_trace_free(t);
    return status;
}

static int run(struct config *cfg, struct sw_cli *cli, struct sw_err *err)
{
    if (check_options(cfg, cli, err) != SW_OK)
        return SW_FAIL;
    cfg->input.files = cli->files;
    while (cli->files[cfg->input.n_files] != NULL)
        cfg->input.n_files++;
    cfg->input.check = cfg->mode == CHECK;
    cfg->input.rules.seed = cli->seed;
    cfg->input.tolerate = cli->tolerate;
    cfg->input.max_bad = cli->max_bad;
    if (cli->rejects != NULL && sw_out_open(&cfg->input.rejects, cli->rejects, err) != SW_OK)
        return SW_FAIL;
    int status = run_with_trace(cfg, cli, err);
    if (cfg->input.rejects == NULL)
        return status;
    struct sw_err closing;
    if (sw_out_close(cfg->input.rejects, &closing) == SW_OK || status != SW_OK)
        return status;
    *err = closing;
    return SW_FAIL;
}

int main(int argc, char **argv)
{
    static const struct sw_tool tool = { "slot-trace", "Read cluster traces, look them over, write them as jobs or tasks.",
                                         "[FILE...]", examples, options, option,
                                         SW_CLI_OUTPUT | SW_CLI_SEED | SW_CLI_REJECTS };
    struct config cfg = { .input = { .rules = SW_IMPORT_RULES_DEFAULT } };
    struct sw_cli cli;
    struct sw_err err = { SW_EXIT_OK, "" };
    sw_cli_start(&cli, &tool, &cfg, argc, argv);
    return sw_cli_finish(&cli, run(&cfg, &cli, &err), &err);
}
