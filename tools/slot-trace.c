/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slot-trace - reads cluster traces, checks them, and writes them as jobs or tasks. */
#include <string.h>
#include "lib/base/sw_opt.h"
#include "lib/trace/record/containers.h"
#include "lib/trace/record/sw_records.h"
#include "lib/trace/stream/trace_private.h"
#include "lib/cli/sw_cli.h"
#include "slotwise/sw_import.h"
#include "tools/trace/configs.h"
#include "tools/trace/sides.h"

enum { KEY_FROM = 'f', KEY_TO = 't', KEY_INFO = 'i', KEY_CHECK = 'c', KEY_SORT = 1000, KEY_BLOCK, KEY_PER_REDUCE,
       KEY_MAP_RATE, KEY_COPY_RATE, KEY_REDUCE_RATE, KEY_STARTUP, KEY_SIGMA, KEY_POOLS, KEY_POOL_BY,
       KEY_ONLY, KEY_NODE_SLOTS, KEY_PER_NODE, KEY_COLUMNS, KEY_APPLICATIONS };

static const struct argp_option options[] = {
    { "from", KEY_FROM, "FORMAT", SW_CLI_SHORT,
      "format of the input: auto (default), or a name under FORMATS in the manual page", 0 },
    { "record", KEY_TO, "RECORD", SW_CLI_SHORT,
      "record to write: jobs, tasks, sls (default: that of the input), containers of Spark's logs; of configuration "
      "files pools or options", 0 },
    { "info", KEY_INFO, 0, SW_CLI_SHORT, "describe the trace in rows of what,value", 0 },
    { "check", KEY_CHECK, 0, SW_CLI_SHORT, "count what is damaged in rows of what,value,first_at", 0 },
    { "columns", KEY_COLUMNS, "COLUMN=NAME,...", 0,
      "columns of a table that have other names: submit_s=submit_time,map_s=duration", 0 },
    { "sort", KEY_SORT, 0, SW_CLI_SHORT, "sort the jobs by submit_s", 0 },
    { "applications", KEY_APPLICATIONS, "FILE", 0,
      "with --record containers: users and queues from the ResourceManager's list, the JSON of cluster/apps or what "
      "yarn application -list prints", 0 },
    { 0, 0, 0, 0, "Counts and times that a trace lacks follow from its bytes:", 0 },
    { "block-size", KEY_BLOCK, "SIZE", 0, "input bytes of a map: maps = max(1, ceil(input / SIZE)) (default 128M)", 0 },
    { "bytes-per-reduce", KEY_PER_REDUCE, "SIZE", 0,
      "shuffle bytes of a reduce: reduces = ceil(shuffle / SIZE) (default 1G)", 0 },
    { "map-rate", KEY_MAP_RATE, "SIZE", 0, "bytes a second that a map reads (default 50M)", 0 },
    { "copy-rate", KEY_COPY_RATE, "SIZE", 0, "bytes a second that a reduce copies (default 50M)", 0 },
    { "reduce-rate", KEY_REDUCE_RATE, "SIZE", 0, "bytes a second that a reduce computes on (default 50M)", 0 },
    { "startup", KEY_STARTUP, "TIME", 0, "time added to each map and to each reduce (default 1s)", 0 },
    { "sigma", KEY_SIGMA, "X", 0, "standard deviation of the logarithm of task times (default 0.3)", 0 },
    { "pool-names", KEY_POOLS, "COUNT", 0,
      "draw each job's pool from p1 to pCOUNT (default: all jobs in pool 'default')", 0 },
    { "per-node", KEY_PER_NODE, "COUNT", 0,
      "processors or GPUs of a node, where a log has no nodes of its jobs (default: SWF unknown, Philly 8)", 0 },
    { 0, 0, 0, 0, "Accounting logs (sacct):", 0 },
    { "pool-by", KEY_POOL_BY, "COLUMN", 0,
      "what makes a job's pool: account (default), partition, qos, user or account/user", 0 },
    { "only", KEY_ONLY, "COLUMN=VALUE", 0,
      "jobs of this account, partition, qos or user; what the others take is in --info and --cluster-out", 0 },
    { "node-slots", KEY_NODE_SLOTS, "jobs|cores", 0,
      "with --cluster-out: a node has as many slots as jobs (default) or cores were in use there at once", 0 },
    SIDES_OPTIONS,
    CONFIGS_OPTIONS,
    { 0 } };

static const char examples[] =
    "Examples:\n"
    "  slot-trace --info traces/swim-sample.tsv\n"
    "  slot-trace --block-size 64M --map-rate 10M traces/swim-sample.tsv\n"
    "  slot-gen --preset tr-bm | slot-trace --record tasks --seed 7\n"
    "  slot-trace --check traces/tr-bm.csv\n"
    "  slot-trace --topology traces/rumen-topology.json --cluster-out cluster.csv traces/rumen.json > tasks.csv\n"
    "  slot-trace --record pools traces/fair-scheduler.xml\n";

enum mode { CONVERT, INFO, CHECK };
struct config {
    enum mode mode;
    bool to_given, to_tasks, to_sls, to_containers, sort, rules_given, accounting_given;
    struct sw_trace_input input;
    const char *applications;
    struct sides sides;
    struct configs configs;
};

/* ---- options --------------------------------------------------------------------------------- */

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
    size_t n = 1, n_traces, chosen;
    for (; sw_importers[n - 1] && n < 32; n++)
        words[n] = sw_importers[n - 1]->name;
    n_traces = n;
    for (; configs_formats[n - n_traces]; n++)
        words[n] = configs_formats[n - n_traces];
    if (sw_opt_word("--from", arg, words, &chosen, err) != SW_OK)
        return SW_FAIL;
    if (chosen >= n_traces)
        configs_set_from(&cfg->configs, chosen - n_traces);
    else
        cfg->input.from = chosen == 0 ? NULL : sw_importers[chosen - 1];
    return SW_OK;
}

static int set_to(struct config *cfg, const char *arg, struct sw_err *err)
{
    static const char *const records[] = { "jobs", "tasks", "sls", "pools", "options", "containers", NULL };
    size_t chosen;
    if (sw_opt_word("--record", arg, records, &chosen, err) != SW_OK)
        return SW_FAIL;
    cfg->to_given = true;
    cfg->to_tasks = chosen == 1;
    cfg->to_sls = chosen == 2;
    cfg->configs.to_pools = chosen == 3;
    cfg->configs.to_options = chosen == 4;
    cfg->to_containers = chosen == 5;
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
    if (sw_opt_count("--pool-names", arg, 1, 1000000, &n, err) != SW_OK)
        return SW_FAIL;
    rules->n_pools = (uint32_t)n;
    return SW_OK;
}

static int set_only(struct config *cfg, const char *arg, struct sw_err *err)
{
    char word[16] = "";
    size_t n = strcspn(arg, "="), chosen;
    if (arg[n] == '\0' || n >= sizeof word)
        return sw_err_usage(err, "--only: not COLUMN=VALUE: '%s'", arg);
    memcpy(word, arg, n);
    if (sw_opt_word("--only", word, sw_by_words, &chosen, err) != SW_OK)
        return SW_FAIL;
    if (chosen == SW_BY_ACCOUNT_USER)
        return sw_err_usage(err, "--only: one column: '%s'", arg);
    cfg->accounting_given = true;
    cfg->input.rules.only = arg;
    return SW_OK;
}

static int set_node_slots(struct config *cfg, const char *arg, struct sw_err *err)
{
    static const char *const words[] = { "jobs", "cores", NULL };
    size_t chosen;
    if (sw_opt_word("--node-slots", arg, words, &chosen, err) != SW_OK)
        return SW_FAIL;
    cfg->accounting_given = true;
    cfg->input.rules.cores = chosen == 1;
    return SW_OK;
}

static int set_pool_by(struct config *cfg, const char *arg, struct sw_err *err)
{
    size_t chosen;
    if (sw_opt_word("--pool-by", arg, sw_by_words, &chosen, err) != SW_OK)
        return SW_FAIL;
    cfg->accounting_given = true;
    cfg->input.rules.pool_by = (enum sw_by)chosen;
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
    if (sides_has(key))
        return sides_option(&cfg->sides, key, arg, err);
    if (configs_has(key))
        return configs_option(&cfg->configs, key, arg, err);
    switch (key) {
    case KEY_FROM: return set_from(cfg, arg, err);
    case KEY_TO: return set_to(cfg, arg, err);
    case KEY_INFO: return set_mode(cfg, INFO, err);
    case KEY_CHECK: return set_mode(cfg, CHECK, err);
    case KEY_SORT: cfg->sort = true; return SW_OK;
    case KEY_POOL_BY: return set_pool_by(cfg, arg, err);
    case KEY_ONLY: return set_only(cfg, arg, err);
    case KEY_PER_NODE: return sw_opt_count("--per-node", arg, 1, 1000000, &cfg->input.rules.per_node, err);
    case KEY_COLUMNS: cfg->input.columns = arg; return SW_OK;
    case KEY_APPLICATIONS: cfg->applications = arg; return SW_OK;
    case KEY_NODE_SLOTS: return set_node_slots(cfg, arg, err);
    default: return rule(cfg, key, arg, err);
    }
}

static int check_options(struct config *cfg, const struct sw_cli *cli, struct sw_err *err)
{
    if (cfg->mode != CONVERT && cfg->to_given)
        return sw_err_usage(err, "--record: not together with --%s", cfg->mode == INFO ? "info" : "check");
    if (cfg->applications && !cfg->to_containers)
        return sw_err_usage(err, "--applications: only with --record containers");
    if (configs_wanted(&cfg->configs) && cfg->input.from == sw_importer_find("kubernetes")) {
        cfg->configs.dialect = SW_CONFIG_KUBERNETES;
        cfg->input.from = NULL;
    }
    if (configs_wanted(&cfg->configs)
        && (cfg->mode != CONVERT || cfg->to_tasks || cfg->to_sls || cfg->input.from))
        return sw_err_usage(err, "--from: configuration files give --record=pools or --record=options, traces other "
                            "records");
    if (cfg->input.columns && cfg->input.from && cfg->input.from->open)
        return sw_err_usage(err, "--columns: goes with tables, not with --from %s", cfg->input.from->name);
    if (cfg->mode == CHECK && cfg->sort)
        return sw_err_usage(err, "--sort: not together with --check");
    if (cfg->mode == CHECK && cli->rejects)
        return sw_err_usage(err, "--rejects: not together with --check");
    return SW_OK;
}

/* ---- work ------------------------------------------------------------------------------------ */

static uint64_t count_of(const struct sw_trace *t, const char *fact)
{
    char text[32];
    uint64_t n = 0;
    if (sw_trace_fact(t, fact, text, sizeof text) && sw_num_u64(text, strlen(text), &n) != SW_OK)
        return 0;
    return n;
}

/* Nodes that follow from a count of GPUs are a guess, which --width plays. */
static void warn_of_guessed_nodes(const struct config *cfg, const struct sw_cli *cli, const struct sw_trace *t)
{
    /* To be asked for one fact a log works out all, which takes a quarter of the time of a sacct. */
    if (cfg->mode != CONVERT || cfg->input.rules.per_node > 0 || strcmp(sw_trace_format(t)->name, "philly") != 0)
        return;
    uint64_t n = count_of(t, "jobs_of_guessed_nodes"), uneven = count_of(t, "jobs_of_uneven_nodes");
    if (n == 0)
        return;
    sw_cli_warn(cli, "the nodes of %llu of %llu jobs are not in the table: those that have its GPUs, 8 each, are taken "
                "(--per-node); with --width %llu of them take more GPUs than they asked for", (unsigned long long)n,
                (unsigned long long)sw_trace_n_jobs(t), (unsigned long long)uneven);
}

static int convert(const struct config *cfg, uint64_t seed, struct sw_trace *t, struct sw_out *out, struct sw_err *err)
{
    bool to_tasks = cfg->to_given ? cfg->to_tasks : sw_trace_is_tasks(t);
    if (cfg->to_sls)
        return sw_trace_put_sls(t, cfg->sides.hosts, cfg->sides.rename, out, err);
    return to_tasks ? sw_trace_put_tasks(t, seed, out, err) : sw_trace_put_jobs(t, out, err);
}

/* Another reading of the file takes less than holding it. */
static bool stands_sorted(const struct config *cfg, const struct sw_cli *cli, const struct sw_trace *t)
{
    return !cli->tolerate && cli->n_files == 1 && !sw_trace_format(t)->open
        && in_order(cli->files[0], cfg->input.columns);
}

static int work(const struct config *cfg, const struct sw_cli *cli, struct sw_trace *t, struct sw_out *out,
                uint64_t *n_bad, struct sw_err *err)
{
    const bool several = source_logs(t) > 1 && cfg->mode == CONVERT; /* one clock for all of them */
    const bool only_jobs = cfg->mode == CONVERT && cfg->to_given && !cfg->to_tasks && !cfg->to_sls;
    if (!only_jobs || !sw_trace_is_tasks(t) || convert_carries(t, &sw_schema_jobs))
        sw_trace_keep_rows(t);
    if ((several || (cfg->sort && !stands_sorted(cfg, cli, t))) && sw_trace_sort(t, err) != SW_OK)
        return SW_FAIL;
    switch (cfg->mode) {
    case INFO: return sw_trace_put_info(t, &cfg->input.rules, out, err);
    case CHECK: return sw_trace_put_check(t, out, n_bad, err);
    default: return convert(cfg, cli->seed, t, out, err);
    }
}

/* A record must be whole unless --max-bad allows faults. A log usually has faults, so its verdict decides. */
static int judge(const struct sw_cli *cli, const struct sw_trace *t, uint64_t n_bad, struct sw_err *err)
{
    bool by_verdict = sw_trace_format(t)->is_log && !cli->tolerate;
    if (by_verdict && sw_trace_verdict(t) == SW_TOO_DAMAGED)
        return sw_err_set(err, "too damaged: %llu fault%s found", (unsigned long long)n_bad, n_bad == 1 ? "" : "s");
    if (!by_verdict && n_bad > (cli->tolerate ? cli->max_bad : 0))
        return sw_err_set(err, "%llu faults found, %llu allowed", (unsigned long long)n_bad,
                          (unsigned long long)cli->max_bad);
    return SW_OK;
}

/* A header alone would pass for a log of no jobs. */
static int refuse_nothing_read(const struct sw_trace *t, struct sw_err *err)
{
    uint64_t n_faults = sw_damage_total(sw_trace_damage(t));
    if (!sw_trace_format(t)->is_log || n_faults == 0 || sw_trace_n_jobs(t) > 0)
        return SW_OK;
    return sw_err_set(err, "no job can be read: %llu fault%s in the log (--check tells which)",
                      (unsigned long long)n_faults, n_faults == 1 ? "" : "s");
}

/* The output appears complete, or not at all. */
static int run_with_output(const struct config *cfg, const struct sw_cli *cli, struct sw_trace *t, struct sw_err *err)
{
    struct sw_out *out;
    uint64_t n_bad = 0;
    if (sw_cli_open(cli, &out, cli->output, err) != SW_OK)
        return SW_FAIL;
    if (work(cfg, cli, t, out, &n_bad, err) != SW_OK
        || (cfg->mode == CONVERT && refuse_nothing_read(t, err) != SW_OK)) {
        sw_out_abandon(out);
        return SW_FAIL;
    }
    if (sw_out_close(out, err) != SW_OK)
        return SW_FAIL;
    return cfg->mode == CHECK ? judge(cli, t, n_bad, err) : SW_OK;
}

/* An unknown column could hold names, so --anonymize refuses it. Those of the record are numbers, or renamed, and those
 * of other formats are numbers and a few words (source_extra()). */
static int check_extras(const struct config *cfg, const struct sw_trace *t, struct sw_err *err)
{
    size_t i = source_next_unknown(t, 0);
    if (!cfg->sides.key || sw_trace_format(t)->open || i == sw_trace_n_extras(t))
        return SW_OK;
    struct sw_text name = sw_trace_extra_name(t, i);
    return sw_err_set(err, "--anonymize: column '%.*s' is not known, so it would pass as it is",
                      (int)(name.len < 60 ? name.len : 60), name.at);
}

/* What lies beside event logs, and which logs are several. */
static void warn_of_folder(const struct config *cfg, const struct sw_cli *cli, const struct sw_trace *t)
{
    const struct apps *a = &t->source.apps;
    char text[400];
    if (apps_passed(a, text, sizeof text))
        sw_cli_warn(cli, "%s", text);
    if (a->n_spark > 1 && cfg->mode == CONVERT)
        sw_cli_warn(cli, "%zu applications on one clock, each with executors of its own: as one cluster they cannot be "
                    "replayed (slot-advise and slot-replay --validate take them one by one)", a->n_spark);
}

static void warn_of_damage(const struct config *cfg, const struct sw_cli *cli, const struct sw_trace *t)
{
    uint64_t n_rejected = sw_trace_n_rejected(t), n_faults = sw_damage_total(sw_trace_damage(t));
    if (sw_trace_damage(t)->kind[SW_DAMAGE_COMPACTED].n > 0)
        sw_cli_warn(cli, "incomplete: Spark has compacted the log, so jobs that had ended by then are missing");
    if (sw_trace_format(t)->is_log && n_faults > 0)
        sw_cli_warn(cli, "%llu fault%s in the log (--check tells which)", (unsigned long long)n_faults,
                    n_faults == 1 ? "" : "s");
    else if (n_rejected > 0)
        sw_cli_warn(cli, "%llu bad rows set aside", (unsigned long long)n_rejected);
    else if (cfg->mode == CONVERT && sw_trace_format(t)->is_log && sw_trace_n_jobs(t) == 0)
        sw_cli_warn(cli, "no job in the log (--from %s)", sw_trace_format(t)->name);
}

static int run_with_trace(struct config *cfg, const struct sw_cli *cli, struct sw_err *err)
{
    struct sw_trace *t;
    if (sw_trace_open(&t, &cfg->input, err) != SW_OK)
        return SW_FAIL;
    /* Options that the format has no use for. */
    const struct sw_importer *format = sw_trace_format(t);
    if (cfg->input.columns && format->open)
        sw_cli_warn(cli, "--columns has no effect on a trace of format %s", format->name);
    if (cfg->rules_given && !format->derived && !format->derived_as)
        sw_cli_warn(cli, "nothing is derived from bytes in a trace of format %s", format->name);
    if (cfg->accounting_given && strncmp(format->name, "sacct", 5) != 0)
        sw_cli_warn(cli, "--pool-by, --only and --node-slots have no effect on a trace of format %s", format->name);
    if (cfg->input.rules.per_node > 0 && strcmp(format->name, "swf") != 0 && strcmp(format->name, "philly") != 0)
        sw_cli_warn(cli, "--per-node has no effect on a trace of format %s", format->name);
    warn_of_folder(cfg, cli, t);
    int status = check_extras(cfg, t, err) == SW_OK ? run_with_output(cfg, cli, t, err) : SW_FAIL;
    if (status == SW_OK)
        status = sides_finish(&cfg->sides, cli, t, cfg->to_sls, err);
    if (status == SW_OK && cfg->mode != CHECK)
        warn_of_damage(cfg, cli, t);
    if (status == SW_OK)
        warn_of_guessed_nodes(cfg, cli, t);
    if (status == SW_OK) {
        char text[1000], resource[300];
        bool kubernetes = strcmp(sw_trace_format(t)->name, "kubernetes") == 0;
        if (cfg->configs.rules.resource && !kubernetes)
            sw_cli_warn(cli, "--resource has no effect on a trace of format %s", sw_trace_format(t)->name);
        if (cfg->mode == CONVERT && kubernetes && sw_trace_fact(t, "left_out", text, sizeof text)
            && sw_trace_fact(t, "resource", resource, sizeof resource))
            sw_cli_warn(cli, "slots of %s; left out: %s", resource, text);
    }
    sw_trace_free(t);
    return status;
}

/* ---- --record containers ------------------------------------------------------------------------------- */

static int put_containers(const struct config *cfg, const struct sw_cli *cli, const struct containers *c,
                          struct sw_err *err)
{
    struct sw_out *out;
    if (sw_cli_open(cli, &out, cli->output, err) != SW_OK)
        return SW_FAIL;
    containers_put(c, out);
    if (sw_out_close(out, err) != SW_OK || !cfg->sides.cluster_out)
        return cfg->sides.cluster_out ? SW_FAIL : SW_OK;
    if (sw_out_open(&out, cfg->sides.cluster_out, err) != SW_OK)
        return SW_FAIL;
    containers_put_cluster(c, out);
    return sw_out_close(out, err);
}

static void warn_of_containers(const struct sw_cli *cli, const struct containers *c)
{
    sw_cli_warn(cli, "%zu containers of %zu applications, a slot each: their cores and memory, application masters and "
                "what else asked for containers are not in the logs", c->n, c->n_apps);
    if (c->n_dynamic > 0)
        sw_cli_warn(cli, "when the %zu executors of dynamic allocation were asked for is in no log: each is a job, "
                    "submitted when it came", c->n_dynamic);
    size_t n_missing = 0;
    for (const struct listed_app *a = c->list ? c->list->first : NULL; a; a = a->next)
        n_missing += !a->has_log;
    if (c->n_unlisted > 0)
        sw_cli_warn(cli, "%zu of %zu applications are not on the list: users and queues as their logs say",
                    c->n_unlisted, c->n_apps);
    if (n_missing > 0)
        sw_cli_warn(cli, "%zu of %zu applications on the list have no log here: their containers are missing",
                    n_missing, c->list->n);
}

static int run_containers(struct config *cfg, const struct sw_cli *cli, struct sw_err *err)
{
    struct sw_trace *t;
    struct containers c;
    struct listed list = { .n = 0 };
    if (cfg->sides.key || cfg->sort || cli->tolerate)
        return sw_err_usage(err, "--record containers: not with --anonymize, --sort, --rejects and --max-bad");
    cfg->input.rules.apart = cfg->input.rules.executors = true;
    if (sw_trace_open(&t, &cfg->input, err) != SW_OK)
        return SW_FAIL;
    if (source_logs(t) == 0) {
        sw_trace_free(t);
        return sw_err_usage(err, "--record containers: no event log of Spark (--record tasks: those of others are "
                            "containers)");
    }
    c = (struct containers){ .n = 0 };
    int status = cfg->applications ? listed_read(&list, cfg->applications, err) : SW_OK;
    if (status == SW_OK)
        status = containers_read(&c, t, cfg->applications ? &list : NULL, err);
    if (status == SW_OK)
        status = put_containers(cfg, cli, &c, err);
    if (status == SW_OK)
        warn_of_containers(cli, &c);
    containers_clear(&c);
    listed_clear(&list);
    sw_trace_free(t);
    return status;
}

static int trace_run(struct config *cfg, struct sw_cli *cli, struct sw_err *err)
{
    if (check_options(cfg, cli, err) != SW_OK)
        return SW_FAIL;
    if (configs_wanted(&cfg->configs) && cfg->sides.placement)
        return sw_err_usage(err, "--placement-rules: is of a log's jobs, not of --record pools and options");
    if (configs_wanted(&cfg->configs))
        return configs_run(&cfg->configs, cli, cfg->sides.key, err);
    if (sides_prepare(&cfg->sides, &cfg->input, err) != SW_OK)
        return SW_FAIL;
    struct sw_cli_progress progress = { .cli = cli, .what = "jobs read" };
    cfg->input.tell = sw_cli_tell;
    cfg->input.context = &progress;
    cfg->input.files = cli->files;
    while (cli->files[cfg->input.n_files])
        cfg->input.n_files++;
    cfg->input.check = cfg->mode == CHECK;
    cfg->input.rules.seed = cli->seed;
    cfg->input.rules.resource = cfg->configs.rules.resource;
    cfg->input.tolerate = cli->tolerate;
    cfg->input.max_bad = cli->max_bad;
    if (cli->rejects && sw_out_open(&cfg->input.rejects, cli->rejects, err) != SW_OK)
        return SW_FAIL;
    int status = cfg->to_containers ? run_containers(cfg, cli, err) : run_with_trace(cfg, cli, err);
    return sw_out_end(cfg->input.rejects, status, err);
}

int main(int argc, char **argv)
{
    static const struct sw_tool tool = { "slot-trace", "read cluster traces, check them, write them as jobs or tasks",
                                         "[FILE...]", examples, options, option,
                                         SW_CLI_TABLE | SW_CLI_SEED | SW_CLI_PRETTY | SW_CLI_PROGRESS
                                             | SW_CLI_REJECTS | SW_CLI_STRICT };
    struct config cfg = { .input = { .rules = SW_IMPORT_RULES_DEFAULT },
                          .sides = SIDES_DEFAULT,
                          .configs = CONFIGS_DEFAULT };
    struct sw_cli cli;
    struct sw_err err = { SW_EXIT_OK, "" };
    sw_cli_start(&cli, &tool, &cfg, argc, argv);
    int status = trace_run(&cfg, &cli, &err);
    sides_clear(&cfg.sides);
    return sw_cli_finish(&cli, status, &err);
}
