/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slot-trace - reads cluster traces, checks them, and writes them as jobs or tasks.
 *
 * One of three modes: a record is written (jobs, tasks, another simulator's, containers), --info describes, or
 * --check counts what is damaged. Configuration files have a way of their own (tools/trace/configs.c). What goes
 * along with a trace is in tools/trace/sides.c; all reading is in lib/trace. */
#include <string.h>
#include "lib/base/sw_opt.h"
#include "lib/options/options.h"
#include "lib/trace/record/containers.h"
#include "lib/trace/record/sw_records.h"
#include "lib/trace/stream/trace_private.h"
#include "lib/cli/sw_cli.h"
#include "slotwise/sw_import.h"
#include "tools/trace/parts.h"

enum mode { CONVERT, INFO, CHECK };
/* TO_JOBS is 0, the record of a trace of jobs; to_given tells whether it was asked for. */
enum record { TO_JOBS, TO_TASKS, TO_SLS, TO_POOLS, TO_OPTIONS, TO_CONTAINERS };
struct config {
    enum mode mode;
    enum record to;
    bool to_given, sort, rules_given, accounting_given;
    struct sw_trace_input input;
    const char *applications;
    struct sides sides;
    struct configs configs;
};

/* ---- options --------------------------------------------------------------------------------- */

/* Both options set one member, so one after the other is seen here. */
static int parse_mode(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    struct config *cfg = to;
    const enum mode mode = strcmp(row->name, "info") == 0 ? INFO : CHECK;
    (void)arg;
    if (cfg->mode != CONVERT && cfg->mode != mode)
        return sw_err_usage(err, "--check: not together with --info");
    cfg->mode = mode;
    return SW_OK;
}

/* The words are auto, the importers in their list, then the kinds of configuration files. NULL stands for auto. */
static int parse_from(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    struct config *cfg = to;
    const char *words[64] = { "auto" };
    size_t n = 1, n_traces, chosen;
    for (; sw_importers[n - 1] && n < 32; n++)
        words[n] = sw_importers[n - 1]->name;
    n_traces = n;
    for (; configs_formats[n - n_traces]; n++)
        words[n] = configs_formats[n - n_traces];
    if (sw_opt_word(row->name, arg, words, &chosen, err) != SW_OK)
        return SW_FAIL;
    if (chosen >= n_traces)
        configs_set_from(&cfg->configs, chosen - n_traces);
    else
        cfg->input.from = chosen == 0 ? NULL : sw_importers[chosen - 1];
    return SW_OK;
}

/* The column is a word of --pool-by; its value is compared by the importer. */
static int parse_only(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    char word[16] = "";
    size_t n = strcspn(arg, "="), chosen;
    if (arg[n] == '\0' || n >= sizeof word)
        return sw_err_usage(err, "--%s: not COLUMN=VALUE: '%s'", row->name, arg);
    memcpy(word, arg, n);
    if (sw_opt_word(row->name, word, sw_by_words, &chosen, err) != SW_OK)
        return SW_FAIL;
    if (chosen == SW_BY_ACCOUNT_USER)
        return sw_err_usage(err, "--%s: one column: '%s'", row->name, arg);
    ((struct config *)to)->input.rules.only = arg;
    return SW_OK;
}

/* An empty key would give names that anyone can work out. */
static int parse_key(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    ((struct config *)to)->sides.key = arg;
    return *arg != '\0' ? SW_OK : sw_err_usage(err, "--%s: the key is empty", row->name);
}

#define AT(member) OPTION_AT(struct config, member)
#define GIVEN(member) OPTION_GIVEN(struct config, member)
#define TEXT(member) OPTION_TEXT, AT(member)
#define FLAG(member) OPTION_FLAG, AT(member)
#define BYTES(member) OF_BYTES, OPTION_SIZE, AT(input.rules.member), 1, GIVEN(rules_given)
#define SLOTS(member) OF_SIDES, OPTION_COUNT, AT(sides.slots.member), .most = 1000000, GIVEN(sides.slots_given)
enum { OF_BYTES = 1, OF_SACCT, OF_SIDES, OF_CONFIGS };
static const char *const records[] = { "jobs", "tasks", "sls", "pools", "options", "containers", NULL };
static const char *const node_slots[] = { "jobs", "cores", NULL };

static const struct option_row rows[] = {
    { "from", 0, OPTION_OWN, AT(input.from), .letter = 'f', .parse = parse_from, .arg = "FORMAT",
      .flags = OPTION_SHORT,
      .help = "format of the input: auto (default), or a name under FORMATS in the manual page" },
    { "record", 0, OPTION_WORD, AT(to), GIVEN(to_given), .letter = 't', .words = records, .arg = "RECORD",
      .flags = OPTION_SHORT,
      .help = "record to write: jobs, tasks, sls (default: that of the input), containers of Spark's logs; of "
              "configuration files pools or options" },
    { "info", 0, OPTION_OWN, AT(mode), .letter = 'i', .parse = parse_mode, .flags = OPTION_SHORT,
      .help = "describe the trace in rows of what,value" },
    { "check", 0, OPTION_OWN, AT(mode), .letter = 'c', .parse = parse_mode, .flags = OPTION_SHORT,
      .help = "count what is damaged in rows of what,value,first_at" },
    { "columns", 0, TEXT(input.columns), .arg = "COLUMN=NAME,...",
      .help = "columns of a table that have other names: submit_s=submit_time,map_s=duration" },
    { "sort", 0, FLAG(sort), .flags = OPTION_SHORT, .help = "sort the jobs by submit_s" },
    { "applications", 0, TEXT(applications),
      .help = "with --record containers: users and queues from the ResourceManager's list, the JSON of cluster/apps "
              "or what yarn application -list prints" },

    { "block-size", BYTES(block_bytes),
      .help = "input bytes of a map: maps = max(1, ceil(input / SIZE)) (default 128M)" },
    { "bytes-per-reduce", BYTES(bytes_per_reduce),
      .help = "shuffle bytes of a reduce: reduces = ceil(shuffle / SIZE) (default 1G)" },
    { "map-rate", BYTES(map_rate), .help = "bytes a second that a map reads (default 50M)" },
    { "copy-rate", BYTES(copy_rate), .help = "bytes a second that a reduce copies (default 50M)" },
    { "reduce-rate", BYTES(reduce_rate), .help = "bytes a second that a reduce computes on (default 50M)" },
    { "startup", OF_BYTES, OPTION_TIME, AT(input.rules.startup_us), GIVEN(rules_given),
      .help = "time added to each map and to each reduce (default 1s)" },
    { "sigma", OF_BYTES, OPTION_REAL, AT(input.rules.sigma), .most_real = 20, GIVEN(rules_given),
      .help = "standard deviation of the logarithm of task times (default 0.3)" },
    { "pool-names", OF_BYTES, OPTION_COUNT, AT(input.rules.n_pools), 1, 1000000, GIVEN(rules_given),
      .help = "draw each job's pool from p1 to pCOUNT (default: all jobs in pool 'default')" },
    { "per-node", OF_BYTES, OPTION_COUNT, AT(input.rules.per_node), 1, 1000000,
      .help = "processors or GPUs of a node, where a log has no nodes of its jobs (default: SWF unknown, Philly 8)" },

    { "pool-by", OF_SACCT, OPTION_WORD, AT(input.rules.pool_by), GIVEN(accounting_given), .words = sw_by_words,
      .arg = "COLUMN",
      .help = "what makes a job's pool: account (default), partition, qos, user or account/user" },
    { "only", OF_SACCT, OPTION_OWN, AT(input.rules.only), GIVEN(accounting_given), .parse = parse_only,
      .arg = "COLUMN=VALUE",
      .help = "jobs of this account, partition, qos or user; what the others take is in --info and --cluster-out" },
    { "node-slots", OF_SACCT, OPTION_WORD, AT(input.rules.cores), GIVEN(accounting_given), .words = node_slots,
      .help = "with --cluster-out: a node has as many slots as jobs (default) or cores were in use there at once" },

    { "topology", OF_SIDES, TEXT(sides.topology),
      .help = "racks of the nodes, from a Rumen topology or the nodes file of YARN's load simulator" },
    { "cluster-out", OF_SIDES, TEXT(sides.cluster_out),
      .help = "also write the nodes of topology and trace to FILE, as a cluster CSV or, with --record sls, as a nodes "
              "file" },
    { "map-slots", SLOTS(map_slots),
      .help = "with --cluster-out: map slots of each node where the trace does not tell (default 2)" },
    { "reduce-slots", SLOTS(reduce_slots),
      .help = "with --cluster-out: reduce slots of each node where the trace does not tell (default 2)" },
    { "slots-per-node", SLOTS(slots), .least = 1,
      .help = "with --cluster-out: slots of each node for tasks of any kind, instead of map and reduce slots" },
    { "executors", OF_SIDES, FLAG(sides.executors),
      .help = "of a Spark log: nodes are executors, HOST/ID, also those of --cluster-out, for slot-replay --offers" },
    { "placement-rules", OF_SIDES, TEXT(sides.placement),
      .help = "jobs go into the queues that the placement rules of this file of YARN give their users" },
    { "anonymize", OF_SIDES, OPTION_OWN, AT(sides.key), .parse = parse_key, .arg = "KEY",
      .help = "replace the names of jobs, users, pools, inputs, nodes and racks; the same KEY gives the same names" },

    { "slot-memory", OF_CONFIGS, OPTION_SIZE, AT(configs.rules.slot_bytes), 1,
      .help = "memory of a container: YARN's resources become slots of SIZE and one core (default 1G)" },
    { "total-slots", OF_CONFIGS, OPTION_COUNT, AT(configs.rules.total_slots), 1, 1000000000,
      .help = "slots of the cluster, for settings in per cent of it" },
    { "resource", OF_CONFIGS, TEXT(configs.rules.resource), .arg = "NAME[:UNIT]",
      .help = "of objects of Kubernetes, what a slot is: nvidia.com/gpu, cpu:500m, memory:4Gi (default: the only "
              "one)" },
    { .name = NULL },
};

static const char examples[] =
    "Examples:\n"
    "  slot-trace --info traces/swim-sample.tsv\n"
    "  slot-trace --block-size 64M --map-rate 10M traces/swim-sample.tsv\n"
    "  slot-gen --preset tr-bm | slot-trace --record tasks --seed 7\n"
    "  slot-trace --check traces/tr-bm.csv\n"
    "  slot-trace --topology traces/rumen-topology.json --cluster-out cluster.csv traces/rumen.json > tasks.csv\n"
    "  slot-trace --record pools traces/fair-scheduler.xml\n";

/* Files of configuration in the place of a trace. */
static bool wants_configs(const struct config *cfg)
{
    return cfg->configs.from || cfg->to == TO_POOLS || cfg->to == TO_OPTIONS;
}

static int check_options(struct config *cfg, const struct sw_cli *cli, struct sw_err *err)
{
    if (cfg->mode != CONVERT && cfg->to_given)
        return sw_err_usage(err, "--record: not together with --%s", cfg->mode == INFO ? "info" : "check");
    if (cfg->applications && cfg->to != TO_CONTAINERS)
        return sw_err_usage(err, "--applications: only with --record containers");
    /* Both are called kubernetes: a log of pods, and objects such as queues. */
    if (wants_configs(cfg) && cfg->input.from == sw_importer_find("kubernetes")) {
        cfg->configs.dialect = SW_CONFIG_KUBERNETES;
        cfg->input.from = NULL;
    }
    if (wants_configs(cfg)
        && (cfg->mode != CONVERT || cfg->to == TO_TASKS || cfg->to == TO_SLS || cfg->input.from))
        return sw_err_usage(err, "--from: configuration files give --record=pools or --record=options, traces other "
                            "records");
    /* An importer that opens its input itself has no table whose columns could have names. */
    if (cfg->input.columns && cfg->input.from && cfg->input.from->open)
        return sw_err_usage(err, "--columns: goes with tables, not with --from %s", cfg->input.from->name);
    if (cfg->mode == CHECK && (cfg->sort || cli->rejects))
        return sw_err_usage(err, "--%s: not together with --check", cfg->sort ? "sort" : "rejects");
    return SW_OK;
}

/* ---- work ------------------------------------------------------------------------------------ */

/* 0: the format does not tell it. */
static uint64_t fact_count(const struct sw_trace *t, const char *fact)
{
    char text[32];
    uint64_t n = 0;
    return sw_trace_fact(t, fact, text, sizeof text) && sw_num_u64(text, strlen(text), &n) == SW_OK ? n : 0;
}

/* Nodes that follow from a count of GPUs are a guess, which --width plays. */
static void warn_of_guessed_nodes(const struct config *cfg, const struct sw_cli *cli, const struct sw_trace *t)
{
    /* To be asked for one fact a log works out all, which takes a quarter of the time of a sacct. */
    if (cfg->mode != CONVERT || cfg->input.rules.per_node > 0 || strcmp(sw_trace_format(t)->name, "philly") != 0)
        return;
    uint64_t n = fact_count(t, "jobs_of_guessed_nodes"), uneven = fact_count(t, "jobs_of_uneven_nodes");
    if (n == 0)
        return;
    sw_cli_warn(cli, "the nodes of %llu of %llu jobs are not in the table: those that have its GPUs, 8 each, are taken "
                "(--per-node); with --width %llu of them take more GPUs than they asked for", (unsigned long long)n,
                (unsigned long long)sw_trace_n_jobs(t), (unsigned long long)uneven);
}

/* Without --record the record is that of the input. */
static int write_record(const struct config *cfg, uint64_t seed, struct sw_trace *t, struct sw_out *out,
                        struct sw_err *err)
{
    bool to_tasks = cfg->to_given ? cfg->to == TO_TASKS : sw_trace_is_tasks(t);
    if (cfg->to == TO_SLS)
        return sw_trace_put_sls(t, cfg->sides.hosts, cfg->sides.rename, out, err);
    return to_tasks ? sw_trace_put_tasks(t, seed, out, err) : sw_trace_put_jobs(t, out, err);
}

static int read_and_write(const struct config *cfg, const struct sw_cli *cli, struct sw_trace *t, struct sw_out *out,
                          uint64_t *n_bad, struct sw_err *err)
{
    const bool only_jobs = cfg->mode == CONVERT && cfg->to_given && cfg->to != TO_TASKS && cfg->to != TO_SLS;
    /* Another reading of the file takes less than holding it. */
    const bool sorted = cfg->sort && !cli->tolerate && cli->n_files == 1 && !sw_trace_format(t)->open
                        && in_order(cli->files[0], cfg->input.columns);
    /* Several logs on one clock come one behind the other, so their jobs are not in order. */
    const bool sort = (cfg->sort && !sorted) || (source_logs(t) > 1 && cfg->mode == CONVERT);
    /* Rows of tasks take memory. They are wanted where tasks are written or described, and to hold the columns that a
     * sorted job carries; a check counts them. */
    if (!sw_trace_is_tasks(t) || (only_jobs ? sort && convert_carries(t, &sw_schema_jobs) : cfg->mode != CHECK))
        sw_trace_keep_rows(t);
    if (sort && sw_trace_sort(t, err) != SW_OK)
        return SW_FAIL;
    switch (cfg->mode) {
    case INFO: return sw_trace_put_info(t, &cfg->input.rules, out, err);
    case CHECK: return sw_trace_put_check(t, out, n_bad, err);
    default: return write_record(cfg, cli->seed, t, out, err);
    }
}

/* A record must be whole unless --max-bad allows faults. A log usually has faults, so its verdict decides. */
static int judge_faults(const struct sw_cli *cli, const struct sw_trace *t, uint64_t n_bad, struct sw_err *err)
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
    int status = read_and_write(cfg, cli, t, out, &n_bad, err);
    if (status == SW_OK && cfg->mode == CONVERT)
        status = refuse_nothing_read(t, err);
    status = sw_out_end(out, status, err);
    return status == SW_OK && cfg->mode == CHECK ? judge_faults(cli, t, n_bad, err) : status;
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

/* Of a log without faults that has no job the format may have been guessed wrong. */
static void warn_of_damage(const struct config *cfg, const struct sw_cli *cli, const struct sw_trace *t)
{
    uint64_t n_rejected = sw_trace_n_rejected(t), n_faults = sw_damage_total(sw_trace_damage(t));
    if (cfg->mode != INFO && sw_trace_format(t)->is_log && n_faults + n_rejected + sw_trace_n_jobs(t) == 0)
        sw_cli_warn(cli, "no job in the log (--from %s)", sw_trace_format(t)->name);
    /* --check has the damage as rows. */
    if (cfg->mode == CHECK)
        return;
    if (sw_trace_damage(t)->kind[SW_DAMAGE_COMPACTED].n > 0)
        sw_cli_warn(cli, "incomplete: Spark has compacted the log, so jobs that had ended by then are missing");
    if (sw_trace_format(t)->is_log && n_faults > 0)
        sw_cli_warn(cli, "%llu fault%s in the log (--check tells which)", (unsigned long long)n_faults,
                    n_faults == 1 ? "" : "s");
    else if (n_rejected > 0)
        sw_cli_warn(cli, "%llu bad rows set aside", (unsigned long long)n_rejected);
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
    /* Known once the trace is open, and told also where a fault ends the run. */
    warn_of_folder(cfg, cli, t);
    int status = check_extras(cfg, t, err) == SW_OK ? run_with_output(cfg, cli, t, err) : SW_FAIL;
    if (status == SW_OK)
        status = sides_finish(&cfg->sides, cli, t, cfg->to == TO_SLS, err);
    if (status == SW_OK) {
        warn_of_damage(cfg, cli, t);
        warn_of_guessed_nodes(cfg, cli, t);
        char text[1000], resource[300];
        /* What pods asked for besides the resource that a slot is of. */
        bool kubernetes = strcmp(sw_trace_format(t)->name, "kubernetes") == 0;
        if (cfg->configs.rules.resource && !kubernetes)
            sw_cli_warn(cli, "--resource has no effect on a trace of format %s", sw_trace_format(t)->name);
        if (cfg->mode == CONVERT && kubernetes && sw_trace_fact(t, "left_out", text, sizeof text)
            && sw_trace_fact(t, "resource", resource, sizeof resource))
            sw_cli_warn(cli, "%s%s%sleft out: %s", *resource ? "slots of " : "", resource, *resource ? "; " : "", text);
    }
    sw_trace_free(t);
    return status;
}

/* ---- --record containers ------------------------------------------------------------------------------- */

/* The cluster file, if asked for, comes after the rows are complete. */
static int put_containers(const struct config *cfg, const struct sw_cli *cli, const struct containers *c,
                          struct sw_err *err)
{
    struct sw_out *out;
    if (sw_cli_open(cli, &out, cli->output, err) != SW_OK)
        return SW_FAIL;
    containers_put(c, out);
    int status = sw_out_close(out, err);
    if (status != SW_OK || !cfg->sides.cluster_out)
        return status;
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

/* Executors of Spark's event logs as rows of containers. */
static int run_containers(struct config *cfg, const struct sw_cli *cli, struct sw_err *err)
{
    struct sw_trace *t;
    struct containers c;
    struct listed list = { .n = 0 };
    if (cfg->sides.key || cfg->sort || cli->tolerate)
        return sw_err_usage(err, "--record containers: not with --anonymize, --sort, --rejects and --max-bad");
    /* apart: a single log and its executors are named as one of several would be. executors: nodes are executors. */
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
    if (wants_configs(cfg) && cfg->sides.placement)
        return sw_err_usage(err, "--placement-rules: is of a log's jobs, not of --record pools and options");
    if (wants_configs(cfg))
        return configs_run(&cfg->configs, cfg->to == TO_OPTIONS, cli, cfg->sides.key, err);
    if (sides_prepare(&cfg->sides, &cfg->input, err) != SW_OK)
        return SW_FAIL;
    struct sw_cli_progress progress = { .cli = cli, .what = "jobs read" };
    cfg->input.tell = sw_cli_tell;
    cfg->input.context = &progress;
    cfg->input.files = cli->files;
    /* All files are one trace. */
    while (cli->files[cfg->input.n_files])
        cfg->input.n_files++;
    cfg->input.check = cfg->mode == CHECK;
    cfg->input.rules.seed = cli->seed;
    cfg->input.rules.resource = cfg->configs.rules.resource;
    cfg->input.tolerate = cli->tolerate;
    cfg->input.max_bad = cli->max_bad;
    if (cli->rejects && sw_out_open(&cfg->input.rejects, cli->rejects, err) != SW_OK)
        return SW_FAIL;
    /* The rejects are closed here, whatever became of the trace. */
    int status = cfg->to == TO_CONTAINERS ? run_containers(cfg, cli, err) : run_with_trace(cfg, cli, err);
    return sw_out_end(cfg->input.rejects, status, err);
}

int main(int argc, char **argv)
{
    static const struct sw_tool tool = {
        .name = "slot-trace", .summary = "read cluster traces, check them, write them as jobs or tasks",
        .args = "[FILE...]", .after = examples, .rows = { rows },
        .headings = { [OF_BYTES] = "Counts and times that a trace lacks follow from its bytes:",
                      [OF_SACCT] = "Accounting logs (sacct):", [OF_SIDES] = "What goes along with the trace:",
                      [OF_CONFIGS] = "Configuration files, with --record=pools and --record=options:" },
        .common = SW_CLI_TABLE | SW_CLI_SEED | SW_CLI_PRETTY | SW_CLI_PROGRESS | SW_CLI_REJECTS | SW_CLI_STRICT,
    };
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
