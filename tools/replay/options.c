/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.c - the options of slot-replay: the replay's, which are the library's table, and those of the run. Those of
 * the replay are only checked where they are read, since the preset under them may come later on the command line.
 * setup.c applies them. */
#include "lib/base/sw_opt.h"
#include "tools/replay/replay.h"
#include <string.h>

#define AT(member) OPTION_AT(struct config, member)
#define GIVEN(member) OPTION_GIVEN(struct config, member)

/* ---- options whose value is no plain number or word --------------------------------------------------- */

static int check_preset(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    ((struct config *)to)->preset = arg;
    return preset_check(row->name, arg, err);
}

/* Without a value the jobs run alone under the options of the replay. */
static int parse_alone(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    ((struct config *)to)->alone_preset = arg;
    return arg ? preset_check(row->name, arg, err) : SW_OK;
}

/* SHARE,SPEED[,FROM,TO] */
static int parse_stragglers(const struct option_row *row, void *to, const char *arg, struct sw_err *err)
{
    struct sw_variation *vary = &((struct config *)to)->vary;
    char buf[128], *field[4], *save;
    /* Fields beyond the fourth are counted and not kept, so that a fifth is refused. */
    int n = 0;
    if (strlen(arg) >= sizeof buf)
        return sw_err_usage(err, "--%s: too long: '%s'", row->name, arg);
    for (char *f = strtok_r(strcpy(buf, arg), ",", &save); f && n < 5; f = strtok_r(NULL, ",", &save), n++)
        if (n < 4)
            field[n] = f;
    if (n != 2 && n != 4)
        return sw_err_usage(err, "--%s: not SHARE,SPEED or SHARE,SPEED,FROM,TO: '%s'", row->name, arg);
    if (sw_opt_fraction(row->name, field[0], 0, 1, &vary->stragglers, err) != SW_OK
        || sw_opt_real(row->name, field[1], 1e-6, 1e6, &vary->speed, err) != SW_OK)
        return SW_FAIL;
    if (n == 4 && (sw_opt_duration(row->name, field[2], &vary->from_us, err) != SW_OK
                   || sw_opt_duration(row->name, field[3], &vary->to_us, err) != SW_OK))
        return SW_FAIL;
    return vary->from_us < vary->to_us ? SW_OK
                                       : sw_err_usage(err, "--%s: ends before it begins: '%s'", row->name, arg);
}

/* ---- when an option is idle ------------------------------------------------------------------------------ */

/* --print-options says slots of one kind or of two. */
static const char *with_one_kind(const struct option_case *c)
{
    return ((const struct config *)c->run)->slots_given ? "" : NULL;
}

static const char *with_two_kinds(const struct option_case *c)
{
    return ((const struct config *)c->run)->slots_given ? NULL : "";
}

static const char *without_points(const struct option_case *c)
{
    return c->opt->order.policy->by_points ? NULL : "without --order multifactor";
}

static const char *without_summary(const struct option_case *c)
{
    return ((const struct config *)c->run)->emit == EMIT_SUMMARY ? NULL : "without --record summary";
}

static const char *without_jobs(const struct option_case *c)
{
    const struct config *cfg = c->run;
    bool jobs = cfg->emit == EMIT_JOBS && !cfg->explain;
    return jobs || cfg->emit == EMIT_SUMMARY ? NULL : "on records other than jobs and summary";
}

/* ---- the table ------------------------------------------------------------------------------------------ */

/* By enum emit; also the words of the options that write these records to files. */
const char *const options_records[] = { "jobs", "attempts", "timeline", "summary", "decisions", NULL };

/* OPTION_SETTLED: --print-options has the value even where it was not given. `idle` says why an option would not
 * matter. */
const struct option_row options_run[] = {
    { "cluster", OPTION_CLUSTER, OPTION_TEXT, AT(cluster_file), .flags = OPTION_SHORT,
      .help = "nodes, racks, slots and speeds, from a cluster CSV" },
    { "nodes", OPTION_CLUSTER, OPTION_COUNT, AT(nodes), 1, SW_NODES_MOST, .flags = OPTION_SHORT | OPTION_SETTLED,
      .help = "COUNT nodes n1 to nCOUNT, in place of --cluster" },
    { "racks", OPTION_CLUSTER, OPTION_COUNT, AT(racks), 1, SW_NODES_MOST, .initial = "1",
      .flags = OPTION_SHORT | OPTION_SETTLED, .help = "racks of the nodes of --nodes" },
    { "map-slots", OPTION_CLUSTER, OPTION_COUNT, AT(map_slots), 0, 65535, GIVEN(kinds_given), .initial = "2",
      .flags = OPTION_SETTLED, .idle = with_one_kind, .help = "map slots of each node" },
    { "reduce-slots", OPTION_CLUSTER, OPTION_COUNT, AT(reduce_slots), 0, 65535, GIVEN(kinds_given), .initial = "2",
      .flags = OPTION_SETTLED, .idle = with_one_kind, .help = "reduce slots of each node" },
    { "slots-per-node", OPTION_CLUSTER, OPTION_COUNT, AT(slots), 0, 65535, GIVEN(slots_given), .flags = OPTION_SETTLED,
      .idle = with_two_kinds, .help = "slots of each node for tasks of any kind, instead of map and reduce slots" },
    { "speed-sigma", OPTION_CLUSTER, OPTION_REAL, AT(vary.sigma), GIVEN(varies), .most_real = 10, .initial = "0",
      .help = "vary node speeds log-normally; X: standard deviation of the logarithm" },
    { "stragglers", OPTION_CLUSTER, OPTION_OWN, AT(vary), GIVEN(varies), .parse = parse_stragglers,
      .arg = "SHARE,SPEED[,FROM,TO]",
      .help = "slow down a random SHARE of the nodes to SPEED times their speed, for good or between two times" },
    { "preset", OPTION_SCHEDULER, OPTION_OWN, AT(preset), .parse = check_preset, .arg = "NAME",
      .flags = OPTION_SHORT | OPTION_SETTLED, .help = "settings of a named system; options override them" },
    { "pools", OPTION_SCHEDULER, OPTION_TEXT, AT(pools_file),
      .help = "read weights, minimum and maximum shares and job limits from a pools CSV" },
    { "partitions", OPTION_SCHEDULER, OPTION_TEXT, AT(partitions_file), .idle = without_points,
      .help = "with --order multifactor: read partitions, their nodes, tiers and factors from a CSV" },
    { "qos", OPTION_SCHEDULER, OPTION_TEXT, AT(qos_file), .idle = without_points,
      .help = "with --order multifactor: read qualities of service and their priorities from a CSV" },
    { "runs", OPTION_RUN, OPTION_COUNT, AT(runs), 1, 1000000000,
      .help = "repeat COUNT times with seeds SEED, SEED+1, ...; rows begin with run and seed" },
    { "until-precise", OPTION_RUN, OPTION_SHARE, AT(precise), .least_real = 0.0001, .most_real = 0.5,
      .help = "with --runs, the most: stop once the 95 % interval of the mean response is within SHARE of it" },
    { "parallel", OPTION_RUN, OPTION_COUNT, AT(jobs), 1, 4096, .letter = 'j', .initial = "1",
      .help = "with --runs: replay up to COUNT runs at once, a thread each" },
    { "alone", OPTION_RUN, OPTION_OWN, AT(alone_preset), GIVEN(alone), .parse = parse_alone, .arg = "PRESET",
      .flags = OPTION_BARE, .idle = without_jobs,
      .help = "fill in alone_s and slowdown: run each job once more, alone on the idle cluster, under these options or "
              "a preset" },
    { "sort", OPTION_RUN, OPTION_FLAG, AT(sort), .help = "sort the trace by submit_s first" },
    { "audit", OPTION_RUN, OPTION_TEXT, AT(audit_file), .arg = "LOG",
      .help = "what slot-audit does, which it runs; will go" },
    { "validate", OPTION_RUN, OPTION_FLAG, AT(validate), .flags = OPTION_SHORT,
      .help = "replay each recorded log under its own cluster, waits and policy, and compare: one row per log" },
    { "as-recorded", OPTION_RUN, OPTION_FLAG, AT(as_recorded), .flags = OPTION_SHORT,
      .help = "replay a recorded log under its own cluster, waits and policy; other options replace a part of them" },
    { "submit", OPTION_RUN, OPTION_TEXT, AT(submit), .arg = "NAME=VALUE,...",
      .help = "with --as-recorded: when a job of this width, nodes, limit, pool and user would start; every=N asks for "
              "each N-th job of the log" },
    { "state", OPTION_RUN, OPTION_TEXT, AT(state_file),
      .help = "with --submit: what runs and waits now, from squeue, sacct, kubectl or a tasks CSV; LOG is what was" },
    { "resource", OPTION_RUN, OPTION_TEXT, AT(resource), .arg = "NAME[:UNIT]",
      .help = "of a log or a --state of Kubernetes: what a slot is, nvidia.com/gpu, cpu:500m" },
    { "at", OPTION_RUN, OPTION_TIME, AT(at_us), GIVEN(at_given),
      .help = "with --submit: at this time of the log, with what runs and waits then" },
    { "draws", OPTION_RUN, OPTION_COUNT, AT(draws), 1, 100000,
      .help = "with --submit: draw the times that are left so often (default 40)" },
    { "topology", OPTION_RUN, OPTION_TEXT, AT(topology_file),
      .help = "with --validate or --as-recorded: racks of the nodes, from a Rumen topology or a nodes file" },
    { "record", OPTION_OUTPUT, OPTION_WORD, AT(emit), .words = options_records, .arg = "RECORD", .flags = OPTION_SHORT,
      .help = "record on standard output: jobs (default), attempts, timeline, summary or decisions" },
    { "attempts", OPTION_OUTPUT, OPTION_TEXT, AT(file[OUT_ATTEMPTS]),
      .help = "also write one row per attempt to FILE" },
    { "timeline", OPTION_OUTPUT, OPTION_TEXT, AT(file[OUT_TIMELINE]),
      .help = "also write one row per pool and time step to FILE" },
    { "decisions", OPTION_OUTPUT, OPTION_TEXT, AT(file[OUT_DECISIONS]),
      .help = "also write to FILE why each job was launched or passed over" },
    { "explain", OPTION_OUTPUT, OPTION_TEXT, AT(explain), .arg = "JOB",
      .help = "instead of a record, tell in sentences what JOB waited for" },
    { "links", OPTION_OUTPUT, OPTION_TEXT, AT(file[OUT_LINKS]),
      .help = "with --network: also write one row per link, with its traffic, to FILE" },
    { "waits", OPTION_OUTPUT, OPTION_TEXT, AT(file[OUT_WAITS]),
      .help = "also write to FILE what each job's tasks waited for, and how long; say the sum on standard error" },
    { "timing", OPTION_OUTPUT, OPTION_FLAG, AT(timing), .idle = without_summary,
      .help = "fill in sim_tasks_per_s of the summary, which differs from run to run" },
    { .name = NULL },
};

/* ---- reading ----------------------------------------------------------------------------------------------- */

/* The replay's own options are kept, and read again over the preset once it is known. */
int options_read(void *config, const char *name, const char *arg, struct sw_err *err)
{
    struct config *cfg = config;
    const struct option_row *late = value_row(options_table, name);
    if (cfg->n_given == sizeof cfg->given / sizeof *cfg->given)
        return sw_err_usage(err, "too many options");
    cfg->given[cfg->n_given].name = name;
    cfg->given[cfg->n_given].late = late;
    cfg->given[cfg->n_given++].arg = arg;
    if (!late)
        return value_parse(value_row(options_run, name), cfg, arg, err);
    struct sw_options trial = cfg->opt; /* a mistake is reported at once, before other errors */
    return value_parse(late, &trial, arg, err);
}

/* The last counts. "" where it was given without a value. */
const char *options_given(const struct config *cfg, const char *name)
{
    const char *given = NULL;
    for (size_t i = 0; i < cfg->n_given; i++)
        if (!strcmp(cfg->given[i].name, name))
            given = cfg->given[i].arg ? cfg->given[i].arg : "";
    return given;
}

/* `idle` is why it is not in force; `vain` why it changes nothing all the same. */
static void warn_rows(const struct sw_cli *cli, const struct option_row *row, const struct option_case *c)
{
    for (; row->name; row++) {
        const char *given = options_given(c->run, row->name), *why = given && row->idle ? row->idle(c) : NULL;
        if (given && row->vain && !(why && *why))
            why = row->vain(c);
        if (why && *why && !(row->flags & OPTION_MEANT && !strcmp(given, row->initial)))
            sw_cli_warn(cli, "--%s has no effect %s", row->called ? row->called : row->name, why);
    }
}

void options_warn(const struct sw_cli *cli, const struct option_case *c)
{
    warn_rows(cli, options_table, c);
    warn_rows(cli, options_run, c);
}
