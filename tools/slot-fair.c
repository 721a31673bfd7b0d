/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slot-fair.c - what share each pool gets, and why: reads pools, writes them with their shares. The arithmetic is in
 * lib/fair; tools/fair/case.c holds the columns and the rows of one case.
 *
 * Rows come case by case, and memory is that of one case. A trace or a configuration in place of a pools file is
 * turned into one first (moment.c, xml.c), and read like any other. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "lib/base/sw_opt.h"
#include "lib/csv/sw_bytes.h"
#include "lib/csv/sw_table.h"
#include "lib/options/options.h"
#include "tools/fair/fair.h"

/* ---- options --------------------------------------------------------------------------------- */
/* REPLAYED: kept as a text, for the replay of --at. */
#define AT(member) OPTION_AT(struct config, member)
#define GIVEN(member) OPTION_GIVEN(struct config, member)
#define FLAG(member) 0, OPTION_FLAG, AT(member)
#define WORD(member, list) 0, OPTION_WORD, AT(member), .words = list
#define REPLAYED(which) 2, OPTION_TEXT, AT(moment.given[MOMENT_##which])
static const char *const whole_words[] = { "largest-remainder", "in-turn", NULL };
static const char *const rule_words[] = { "demand", "yarn", "capacity", "quota", "drf", "fair-tree", "usage", "windows",
                                          NULL };

static const struct option_row rows[] = {
    { "total-slots", 0, OPTION_REAL, AT(slots), .most_real = SW_FAIR_SLOTS_MAX, .letter = 'n', .arg = "COUNT",
      .flags = OPTION_SHORT, .help = "slots to share out, where the column total gives none" },
    { "whole", WORD(whole, whole_words), .arg = "HOW",
      .help = "also give whole slots, rounded by largest-remainder or in-turn" },
    { "explain", 0, OPTION_TEXT, AT(about), GIVEN(explain), .arg = "POOL", .flags = OPTION_BARE | OPTION_SHORT,
      .help = "print the arithmetic in sentences instead of CSV, of all pools or of one" },
    { "against", 0, OPTION_TEXT, AT(against), .arg = "OTHER",
      .help = "with --explain=POOL: and what sets this pool apart from it" },
    { "at", 0, OPTION_TIME, AT(moment.at_us), .flags = OPTION_SHORT,
      .help = "FILE is a trace or a log: the pools of its replay at this time" },
    { "audit", FLAG(audit), .help = "with --at: who runs more than its share, who is owed slots, and since when" },
    { "phases", FLAG(phases),
      .help = "print what each pool has after each of the three phases, instead of the shares" },
    { "rule", WORD(rule, rule_words), GIVEN(rule_given), .arg = "RULE",
      .help = "what decides: demand (default); drf, dominant shares of slots and memory; yarn, the shares of the "
              "ResourceManager's page; capacity, parts of the cluster (default for capacity-scheduler.xml); quota, a "
              "quota and the surplus on top, as Kueue, KAI and Volcano; or what was used: Slurm's fair-tree, or usage, "
              "its classic factor, or windows of time, as Maui and Moab" },
    { "memory", 0, OPTION_REAL, AT(memory), .least_real = SW_FAIR_WEIGHT_MIN, .most_real = SW_FAIR_SLOTS_MAX,
      .arg = "AMOUNT", .help = "with --rule drf: memory to share out, in the unit of memory_each" },
    { "usage-weight", 0, OPTION_REAL, AT(usage_weight), .most_real = 1e6, .arg = "K",
      .help = "with --rule quota: how much the column usage, a part of the cluster, takes from its weight (KAI's "
              "kValue)" },
    { "decay", 0, OPTION_REAL, AT(decay), .most_real = 1,
      .help = "with --rule windows: what a window counts beside the one after it (FSDECAY)" },
    { "over-min", WORD(over, sw_over_min_words), .arg = "HOW",
      .help = "treatment of minimum shares that exceed the slots: scale (default) or keep" },
    { "nodes", REPLAYED(NODES), .arg = "COUNT", .help = "nodes n1, n2, ..." },
    { "racks", REPLAYED(RACKS), .arg = "COUNT", .help = "racks of equal size" },
    { "map-slots", REPLAYED(MAP_SLOTS), .arg = "COUNT", .help = "map slots of each node" },
    { "reduce-slots", REPLAYED(REDUCE_SLOTS), .arg = "COUNT", .help = "reduce slots of each node" },
    { "cluster", REPLAYED(CLUSTER), .help = "nodes, racks and slots" },
    { "pools", REPLAYED(POOLS), .help = "weights, minimum and maximum shares of the pools" },
    { "preset", REPLAYED(PRESET), .arg = "NAME", .help = "options of a paper or a release" },
    { "order", REPLAYED(ORDER), .arg = "RULE", .help = "which job is served first" },
    { "delay", REPLAYED(DELAY), .arg = "RULE", .help = "how long a job waits for a slot near its data" },
    { "seed", REPLAYED(SEED), .arg = "N", .help = "seed (default 1)" },
    { .name = NULL },
};
static const char with_at[] = "With --at, as slot-replay has them (without a cluster a log is replayed as it was "
                              "recorded):";
static const char examples[] =
    "A pool's share is min(demand, max(weight x R, min_share)), where R makes the shares add up to the slots.\n\n"
    "Examples:\n"
    "  printf 'pool,demand,min_share\\na,46,50\\nb,18,10\\nc,28,25\\nd,16,15\\n' | slot-fair --total-slots 100\n"
    "  printf 'pool,demand,weight\\na,90,1\\nb,90,2\\nc,5,1\\n' | slot-fair --total-slots 100 --whole in-turn\n"
    "  printf 'pool,parent,demand\\norg,,\\na,org,50\\nb,org,70\\nc,,80\\n' | slot-fair --total-slots 100 --explain\n"
    "  printf 'pool,parent,shares,usage\\norg,,4,\\na,org,1,20\\nb,org,1,0\\nc,,6,30\\n' | slot-fair --rule fair-tree\n"
    "  printf 'pool,demand,quota,weight\\na,90,10,1\\nb,90,20,3\\n' | slot-fair --total-slots 100 --rule quota\n"
    "  printf 'pool,demand,slots_each,memory_each\\na,,1,4\\nb,,3,1\\n' | slot-fair --rule drf "
    "--total-slots 9 --memory 18\n"
    "  slot-fair --total-slots 100 --explain=ads --against web traces/fair-scheduler.xml\n"
    "  slot-fair --explain --at 100s --nodes 20 traces/tr-bm.csv";

/* Without --at there is no replay that these options could be of. */
static int check_moment(const struct sw_cli *cli, const struct config *cfg, struct sw_err *err)
{
    for (size_t i = 0; i < MOMENT_N && cfg->moment.at_us < 0; i++)
        if (cfg->moment.given[i])
            return sw_err_usage(err, "--%s: only with --at", moment_names[i]);
    if (cfg->audit && (cfg->moment.at_us < 0 || cfg->explain || cfg->phases || cfg->whole != WHOLE_NONE
                       || cfg->rule_given))
        return sw_err_usage(err, "--audit: goes with --at, and with no rule and no other table");
    if (cfg->moment.at_us < 0)
        return SW_OK;
    if (cli->n_files > 1)
        return sw_err_usage(err, "--at: one trace or log: '%s'", cli->files[1]);
    if (!isnan(cfg->slots))
        return sw_err_usage(err, "--total-slots: with --at the slots are those of the cluster");
    return SW_OK;
}

/* Each rule says which tables it has. */
static int check_options(const struct config *cfg, struct sw_err *err)
{
    if (cfg->rule == RULE_YARN && (cfg->phases || cfg->explain || cfg->whole != WHOLE_NONE))
        return sw_err_usage(err, "--rule: yarn is two numbers a pool: not with --whole, --phases or --explain");
    if (cfg->rule == RULE_QUOTA && (cfg->phases || cfg->against || cfg->whole == WHOLE_TURN))
        return sw_err_usage(err, "--rule: quota has no phases, no --against, and of --whole largest-remainder alone");
    if ((cfg->rule == RULE_DRF) != !isnan(cfg->memory))
        return sw_err_usage(err, cfg->rule == RULE_DRF ? "--rule: drf shares out slots and memory: --memory is needed"
                                                       : "--memory: only with --rule drf");
    if (cfg->rule == RULE_DRF && (cfg->phases || cfg->explain || cfg->whole != WHOLE_NONE))
        return sw_err_usage(err, "--rule: drf is four numbers a pool: not with --whole, --phases or --explain");
    if ((cfg->rule == RULE_WINDOWS) != !isnan(cfg->decay))
        return sw_err_usage(err, cfg->rule == RULE_WINDOWS ? "--rule: windows needs --decay, such as 0.5"
                                                           : "--decay: only with --rule windows");
    if (cfg->usage_weight > 0 && cfg->rule != RULE_QUOTA)
        return sw_err_usage(err, "--usage-weight: only with --rule quota");
    if ((rule_is_of_usage(cfg->rule) || cfg->rule == RULE_WINDOWS)
        && (cfg->phases || cfg->against || cfg->whole != WHOLE_NONE || !isnan(cfg->slots)))
        return sw_err_usage(err, "--rule: fair-tree, usage and windows give no slots: not with --total-slots, --whole, "
                            "--phases or --against");
    if (cfg->phases && cfg->explain)
        return sw_err_usage(err, "--phases: does not go with --explain");
    if (cfg->against && !cfg->about)
        return sw_err_usage(err, "--against: needs --explain=POOL");
    if (cfg->phases && cfg->whole != WHOLE_NONE)
        return sw_err_usage(err, "--phases: does not go with --whole");
    if (cfg->whole != WHOLE_NONE && !isnan(cfg->slots) && cfg->slots != floor(cfg->slots))
        return sw_err_usage(err, "--total-slots: not a whole number, as --whole needs: '%.17g'", cfg->slots);
    return SW_OK;
}

/* ---- cases ----------------------------------------------------------------------------------- */
/* Every two seconds from the first case on. */
static void tell_cases(struct run *r)
{
    time_t now = r->cli->progress ? time(NULL) : 0;
    if (!r->cli->progress || now < r->told_at + 2)
        return;
    if (r->told_at != 0)
        sw_cli_say(r->cli, "%zu cases", r->n_cases);
    r->told_at = now;
}

/* A case is solved and written when the next begins. */
static int end_case(struct run *r, struct sw_err *err)
{
    if (!r->now.open)
        return SW_OK;
    if (case_solve(&r->now, r->cfg, err) != SW_OK)
        return SW_FAIL;
    /* Rules yarn, capacity, drf and windows have no warnings. */
    if (rule_is_of_usage(r->cfg->rule))
        warn_usage(r);
    else if (r->cfg->rule == RULE_QUOTA)
        warn_quotas(r);
    else if (r->cfg->rule == RULE_SHARES)
        warn_case(r);
    if (r->cfg->explain && put_explanation(r, err) != SW_OK)
        return SW_FAIL;
    if (!r->cfg->explain && !r->cfg->phases)
        put_shares(r);
    for (int phase = 1; r->cfg->phases && phase <= 3; phase++)
        put_phase(r, phase);
    case_empty(&r->now);
    r->n_cases++;
    tell_cases(r);
    return SW_OK;
}

/* Without a column case_id all rows are one case, of an empty id. */
static bool belongs(const struct run *r, const struct fair_row *row)
{
    const char *id = r->now.open ? r->cases.name[r->now.id] : "";
    return r->now.open && sw_text_is(row->case_id, id);
}

/* Begins the case of this row. The case before it has ended. */
static int begin_case(struct run *r, const struct fair_row *row, struct sw_err *err)
{
    struct fair_case *c = &r->now;
    bool known;
    if (sw_fair_names_add(&r->cases, row->case_id.at, row->case_id.len, &c->id, &known, err) != SW_OK)
        return SW_FAIL;
    /* A case has ended when another begins: a later row of it would be left out of its shares. */
    if (known && sw_csv_find(c->in, "case_id") != SW_NO_COLUMN)
        return sw_err_data(err, sw_csv_path(c->in), sw_csv_row(c->in)->line, "case_id",
                           "the rows of '%s' do not stand together", r->cases.name[c->id]);
    c->open = true;
    return SW_OK;
}

/* A row that is bad by itself or within its case may be set aside. A case that cannot be solved ends the run. */
static int take_pool_row(struct run *r, struct sw_csv *in, const struct fair_row *row, struct sw_err *err)
{
    if (case_check_row(r->cfg, in, row, err) != SW_OK)
        return sw_csv_reject(in, err);
    if (!belongs(r, row)) {
        if (end_case(r, err) != SW_OK)
            return SW_FAIL;
        if (begin_case(r, row, err) != SW_OK)
            return sw_csv_reject(in, err);
    }
    return case_check(&r->now, row, err) == SW_OK ? case_add(&r->now, row, err) : sw_csv_reject(in, err);
}

/* ---- files ----------------------------------------------------------------------------------- */

/* The header of the output follows from the first file. */
static int first_header(struct run *r, const struct sw_csv *in, struct sw_err *err)
{
    const struct sw_row *header = sw_csv_header(in);
    size_t place;
    bool known;
    r->carried = calloc(header->n, sizeof *r->carried);
    if (!r->carried)
        return sw_err_memory(err);
    for (size_t i = 0; i < header->n; i++) {
        /* Input columns with a name that the program writes itself are left out. */
        const char *const *made = put_made(r->cfg);
        while (*made && !sw_text_is(header->field[i], *made))
            made++;
        if (!*made)
            r->carried[r->n_carried++] = i;
        if (sw_fair_names_add(&r->header, header->field[i].at, header->field[i].len, &place, &known, err) != SW_OK)
            return SW_FAIL;
    }
    put_header(r, in);
    return SW_OK;
}

/* Rows of several files stand under one header. */
static int same_header(struct run *r, const struct sw_csv *in, struct sw_err *err)
{
    const struct sw_row *header = sw_csv_header(in);
    size_t place;
    bool same = header->n == r->header.n;
    for (size_t i = 0; same && i < header->n; i++)
        same = sw_fair_names_find(&r->header, header->field[i].at, header->field[i].len, &place) && place == i;
    return same ? SW_OK
                : sw_err_data(err, sw_csv_path(in), header->line, NULL, "the header is not that of '%s'",
                              r->cli->files[0]);
}

static int read_cases(struct run *r, struct sw_csv *in, struct sw_err *err)
{
    /* A steady share needs no demand: each pool asks for all there is. */
    bool steady = (r->cfg->explain || r->xml || r->cfg->rule == RULE_YARN)
        && sw_csv_find(in, "demand") == SW_NO_COLUMN;
    bool by_usage = rule_is_of_usage(r->cfg->rule) || r->cfg->rule == RULE_WINDOWS;
    if (sw_csv_bind(in, case_schema(r->cfg->rule, !steady), err) != SW_OK)
        return SW_FAIL;
    if (!by_usage && isnan(r->cfg->slots) && sw_csv_find(in, "total") == SW_NO_COLUMN)
        return sw_err_usage(err, "--total-slots: needed, as '%s' has no column total", sw_csv_path(in));
    if ((r->carried ? same_header(r, in, err) : first_header(r, in, err)) != SW_OK)
        return SW_FAIL;
    if (sw_cli_tolerate(r->cli, in, &r->rejects, err) != SW_OK)
        return SW_FAIL;
    /* Such a file was most likely meant for another rule. */
    const char *stray = r->cfg->rule == RULE_QUOTA || by_usage ? NULL : quota_stray_column(in);
    if (stray && warn_may(r))
        sw_cli_warn(r->cli, "%s: the column '%s' counts under --rule quota alone", sw_csv_path(in), stray);
    r->now.in = in;
    r->now.n_columns = sw_csv_header(in)->n;
    struct fair_row row;
    int got;
    /* A reader of the output that has gone ends the reading. */
    while ((got = sw_csv_read(in, &row, err)) == 1 && !sw_out_failed(r->out))
        if (take_pool_row(r, in, &row, err) != SW_OK)
            return SW_FAIL;
    return got < 0 ? SW_FAIL : end_case(r, err);
}

/* 1: a file of the pools record was made of a trace or of a configuration; 0: the file is one; -1: failed. */
static int make_pools(struct run *r, const char *file, char pools[SW_NAMELESS_MAX], int *fd, struct sw_err *err)
{
    struct config *cfg = r->cfg;
    if (cfg->moment.at_us < 0) {
        enum sw_config_dialect of = SW_CONFIG_AUTO;
        int xml = xml_to_pools(r->cli, file, cfg->slots, cfg->rule == RULE_YARN, pools, fd, &of, err);
        /* capacity-scheduler.xml says parts of the cluster, so its rule is that of capacities unless another is
         * given. */
        if (xml == 1 && of == SW_CONFIG_PROPERTIES && !cfg->rule_given)
            cfg->rule = RULE_CAPACITY;
        return xml;
    }
    return moment_to_pools(r->cli, &r->cfg->moment, file, pools, fd, err) == SW_OK ? 1 : -1;
}

static int run_files(struct run *r, struct sw_err *err)
{
    for (size_t i = 0; i < r->cli->n_files; i++) {
        struct sw_csv *in;
        char pools[SW_NAMELESS_MAX];
        int fd, made = make_pools(r, r->cli->files[i], pools, &fd, err);
        if (made < 0)
            return SW_FAIL;
        /* In messages a file that was made of another has the name of that one. */
        struct sw_bytes *bytes;
        int status = sw_bytes_open_as(&bytes, made ? pools : r->cli->files[i], made ? r->cli->files[i] : NULL, err);
        if (status == SW_OK)
            status = sw_csv_take(&in, bytes, err);
        r->xml = made && r->cfg->moment.at_us < 0;
        /* The descriptor kept the file there until it was opened by its name. */
        if (made)
            close(fd);
        if (status != SW_OK)
            return SW_FAIL;
        status = read_cases(r, in, err);
        r->n_rejected += sw_csv_n_rejected(in);
        sw_csv_close(in);
        if (status != SW_OK)
            return SW_FAIL;
    }
    if (r->n_rejected > 0)
        sw_cli_warn(r->cli, "%llu bad rows set aside", (unsigned long long)r->n_rejected);
    if (r->n_warnings > MAX_WARNINGS)
        sw_cli_warn(r->cli, "%zu more warnings", r->n_warnings - MAX_WARNINGS);
    /* A case's own total goes before --total-slots. */
    if (!isnan(r->cfg->slots) && r->n_cases > 0 && !r->cfg->slots_used)
        sw_cli_warn(r->cli, "--total-slots is not used: every case has a total");
    return SW_OK;
}

static int fair_run(struct sw_cli *cli, struct config *cfg, struct sw_err *err)
{
    struct run r = { .cli = cli, .cfg = cfg, .now.total = NAN };
    if (check_options(cfg, err) != SW_OK || check_moment(cli, cfg, err) != SW_OK
        || sw_cli_open(cli, &r.out, cli->output, err) != SW_OK)
        return SW_FAIL;
    int status = cfg->audit ? moment_audit(cli, &cfg->moment, cli->files[0], r.out, err) : run_files(&r, err);
    /* Where the rows are not whole the rejects are abandoned, too. */
    status = sw_out_end(r.out, status, err);
    status = sw_out_end(r.rejects, status, err);
    case_clear(&r.now);
    sw_fair_names_clear(&r.cases);
    sw_fair_names_clear(&r.header);
    free(r.carried);
    return status;
}

/* "--explain POOL", as slot-replay has "--explain JOB": an argument that is no file and does not look like one. */
static void take_pool(struct sw_cli *cli, struct config *cfg)
{
    static const char *const standard_input[] = { "-", NULL };
    for (size_t i = 0; cfg->explain && !cfg->about && i < cli->n_named; i++) {
        if (strpbrk(cli->files[i], "./") || strcmp(cli->files[i], "-") == 0 || access(cli->files[i], F_OK) == 0)
            continue;
        cfg->about = cli->files[i];
        memmove((void *)&cli->files[i], &cli->files[i + 1], (cli->n_files - i) * sizeof *cli->files); /* and the NULL */
        if (--cli->n_named == 0)
            cli->files = standard_input;
        else
            cli->n_files--;
    }
}

static const struct sw_tool tool = { .name = "slot-fair",
    .summary = "fair shares of slots, with minimum and maximum shares, and why",
    .args = "[FILE...]", .after = examples, .rows = { rows }, .headings = { [2] = with_at },
    .common = SW_CLI_TABLE | SW_CLI_PROGRESS | SW_CLI_REJECTS | SW_CLI_PRETTY | SW_CLI_STRICT };

int main(int argc, char **argv)
{
    struct config cfg = { .slots = NAN, .memory = NAN, .decay = NAN, .whole = WHOLE_NONE, .moment.at_us = -1 };
    struct sw_cli cli;
    struct sw_err err = { SW_EXIT_OK, "" };
    sw_cli_start(&cli, &tool, &cfg, argc, argv);
    take_pool(&cli, &cfg);
    int status = fair_run(&cli, &cfg, &err);
    return sw_cli_finish(&cli, status, &err);
}
