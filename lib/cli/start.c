/* SPDX-License-Identifier: GPL-3.0-or-later */
/* start.c - the command line, read by getopt_long() from the tool's rows.
 *
 * Abbreviations, --name=value, bundled short options and `--` are getopt_long()'s. argp is not used: it words its
 * errors itself, and keeps to itself which option it stumbled over. */
#include "lib/cli/cli.h"
#include "lib/options/options.h"
#include <getopt.h>
#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RENAMED_MOST = 16 };
/* What getopt_long() calls a long option, from these on; a short one is its letter. */
enum { KEY_ROW = 0x100 /* of the table */, KEY_RENAMED = 0x10000 /* an old name */ };
/* typed: it is told once, when all is parsed. */
struct old_name { const char *before; const struct option_row *now; bool typed; };

struct parse {
    struct sw_cli *cli;
    struct option_row *table;
    struct option *longs;
    size_t n_longs; /* without the old names, which are behind them */
    char *shorts;
    struct old_name old[RENAMED_MOST];
    size_t n_old;
    bool from_file; /* options come from one */
    const char *asked; /* help, help-all or version, which end the parsing; else NULL */
    struct sw_err err;
};

/* Before anything was made that need be freed. */
static void die(const struct sw_cli *cli, const struct sw_err *err)
{
    char text[sizeof err->text];
    fprintf(stderr, "%s: %s\n", cli->tool->name, sw_err_for_command_line(err, text, sizeof text));
    if (err->exit == SW_EXIT_USAGE)
        fprintf(stderr, "try '%s --help'\n", cli->tool->name);
    exit((int)(err->exit == SW_EXIT_OK ? SW_EXIT_FAILED : err->exit));
}

/* ---- from rows to getopt's tables ------------------------------------------------------------ */

/* As struct option has it: 0, 1 or 2. */
static int argument(const struct option_row *row)
{
    char label[64];
    if (!value_label(row, label, sizeof label))
        return no_argument;
    return row->flags & OPTION_BARE ? optional_argument : required_argument;
}

/* has_argument colons: see argument(). */
static void add_short(char *shorts, int key, int has_argument)
{
    size_t n = strlen(shorts);
    shorts[n++] = (char)key;
    for (int i = 0; i < has_argument; i++)
        shorts[n++] = ':'; /* "a", "a:" or "a::" */
    shorts[n] = '\0';
}

/* Behind the others, so that the name of now is found first. */
static void add_old_names(struct parse *p)
{
    const struct option_row *now;
    const char *before;
    struct option *to = p->longs + p->n_longs;
    for (size_t i = 0; p->n_old < RENAMED_MOST && (now = renamed_next(&i, p->table, p->cli->tool->name, &before));) {
        if (before[1])
            *to++ = (struct option){ before, argument(now), NULL, KEY_RENAMED + (int)p->n_old };
        else
            add_short(p->shorts, *before, argument(now));
        p->old[p->n_old++] = (struct old_name){ before, now, false };
    }
}

static int convert_table(struct parse *p)
{
    size_t n = 0;
    while (p->table[n].name)
        n++;
    p->longs = calloc(2 * n + RENAMED_MOST + 1, sizeof *p->longs);
    /* Four letters for each: the option, two colons, and room. */
    p->shorts = calloc(n + RENAMED_MOST + 2, 4);
    if (!p->longs || !p->shorts)
        return sw_err_memory(&p->err);
    /* ':': getopt prints nothing, and tells a missing argument from an unknown option */
    strcpy(p->shorts, p->cli->tool->common & SW_CLI_COMMAND ? "+:" : ":");
    for (const struct option_row *row = p->table; row->name; row++) {
        struct option o = { row->name, argument(row), NULL, KEY_ROW + (int)(row - p->table) };
        if (row->letter)
            add_short(p->shorts, row->letter, o.has_arg);
        p->longs[p->n_longs++] = o;
        o.name = row->also;
        if (row->also)
            p->longs[p->n_longs++] = o;
    }
    add_old_names(p);
    return SW_OK;
}

/* ---- what getopt did not understand ---------------------------------------------------------- */

/* The long options that begin with what was typed up to its '='. */
static size_t count_matches(const struct parse *p, const char *typed, size_t len, const struct option **match)
{
    size_t n = 0;
    for (const struct option *o = p->longs; o->name; o++) {
        if (strncmp(o->name, typed, len) != 0)
            continue;
        /* An exact name is the one, whatever else it begins. */
        *match = o;
        if (o->name[len] == '\0')
            return 1;
        n++;
    }
    return n;
}

static void list_matches(const struct parse *p, const char *typed, size_t len, char *buf, size_t cap)
{
    size_t used = 0;
    buf[0] = '\0';
    for (const struct option *o = p->longs; o->name && used < cap; o++)
        if (strncmp(o->name, typed, len) == 0)
            used += (size_t)snprintf(buf + used, cap - used, "%s'--%s'", used ? ", " : "", o->name);
}

/* "--quiet=1" where --quiet is a switch. */
static const struct option *with_extra_value(const struct parse *p, const char *typed)
{
    const struct option *match = NULL;
    const char *equals = strchr(typed, '=');
    if (strncmp(typed, "--", 2) != 0 || !equals)
        return NULL;
    if (count_matches(p, typed + 2, (size_t)(equals - typed - 2), &match) != 1)
        return NULL;
    return match->has_arg == no_argument ? match : NULL;
}

/* NULL: none is near. */
static const char *nearest(const struct parse *p, const char *typed)
{
    const char **names = calloc(p->n_longs + 1, sizeof *names);
    for (size_t i = 0; names && i < p->n_longs; i++)
        names[i] = p->longs[i].name;
    const char *near = names ? sw_err_nearest(typed, names, p->n_longs) : NULL;
    free(names);
    return near;
}

static void complain_long(struct parse *p, const char *typed)
{
    const struct option *match;
    size_t len = strcspn(typed, "=");
    char name[64], list[512]; /* the name as typed, with its dashes */
    const char *near;
    snprintf(name, sizeof name, "--%.*s", (int)(len < 61 ? len : 61), typed);
    if (count_matches(p, typed, len, &match) > 1) {
        list_matches(p, typed, len, list, sizeof list);
        sw_err_usage(&p->err, "ambiguous option '%s' (%s)", name, list);
    } else if ((near = nearest(p, name + 2))) {
        sw_err_usage(&p->err, "unknown option '%s' (did you mean '--%s'?)", name, near);
    } else {
        sw_err_usage(&p->err, "unknown option '%s'", name);
    }
}

/* optopt is 0 for a long option that is not known. argv[optind - 1] is what getopt_long() stumbled over, but for
 * bundles of letters. */
static int complain_unknown(struct parse *p, char **argv)
{
    const struct option *extra = with_extra_value(p, argv[optind - 1]);
    if (extra)
        sw_err_usage(&p->err, "--%s: takes no value", extra->name);
    else if (optopt) {
        /* "-slots" is a bundle of short options to getopt, and a slip to its user. getopt has gone past an argument
         * whose last letter it has looked at. */
        const char *last = argv[optind - 1], *typed = last[strlen(last) - 1] == optopt ? last : argv[optind];
        const char *near = typed && strlen(typed) > 3 && typed[0] == '-' ? nearest(p, typed + 1) : NULL;
        if (near)
            sw_err_usage(&p->err, "unknown option '%s' (did you mean '--%s'?)", typed, near);
        else
            sw_err_usage(&p->err, "unknown option '-%c'", optopt);
    } else
        complain_long(p, argv[optind - 1] + 2);
    return SW_FAIL;
}

static int complain_missing(struct parse *p, char **argv)
{
    const struct option *match = NULL;
    const char *typed = argv[optind - 1];
    bool is_long = strncmp(typed, "--", 2) == 0 && count_matches(p, typed + 2, strlen(typed + 2), &match);
    if (is_long)
        return sw_err_usage(&p->err, "--%s: needs a value", match->name);
    return sw_err_usage(&p->err, "-%c: needs a value", optopt);
}

/* ---- options --------------------------------------------------------------------------------- */

static int take_file(struct parse *p, const char *path);

/* What start.c answers itself has no parse function. */
static int take_common(struct parse *p, const struct option_row *row, const char *arg)
{
    if (row->type != OPTION_OWN || row->parse)
        return value_parse(row, p->cli, arg, &p->err);
    if (strcmp(row->name, "options") == 0)
        return p->from_file ? sw_err_usage(&p->err, "--options: not in a file of options") : take_file(p, arg);
    /* It ends the parsing as a failure would, and sw_cli_start() answers. */
    p->asked = row->name;
    return SW_FAIL;
}

/* Where rows go and what is told on the way is left out: it is no part of what is done. */
static bool is_kept(const char *name)
{
    static const char *const not_kept[] = { "output", "parallel", "help", "help-all", "version", "progress", "quiet",
                                            "stamp", "options", "print-options" };
    for (size_t i = 0; i < sizeof not_kept / sizeof *not_kept; i++)
        if (strcmp(name, not_kept[i]) == 0)
            return false;
    return true;
}

/* Old names first: their letters are none of the table's. */
static const struct option_row *row_of(struct parse *p, int key)
{
    for (struct old_name *o = p->old; o < p->old + p->n_old; o++)
        if (key == (o->before[1] ? KEY_RENAMED + (int)(o - p->old) : *o->before)) {
            o->typed = true;
            return o->now;
        }
    const struct option_row *row = p->table;
    while (key < KEY_ROW && row->letter != key)
        row++;
    return key < KEY_ROW ? row : row + (key - KEY_ROW);
}

static int start_take(struct parse *p, int key, const char *arg)
{
    struct sw_cli *cli = p->cli;
    const struct option_row *row = row_of(p, key);
    if (is_kept(row->name) && sw_cli_keep(cli, row->name, arg, &p->err) != SW_OK)
        return SW_FAIL;
    if (row->group == OPTION_COMMON)
        return take_common(p, row, arg);
    return cli->tool->named ? cli->tool->named(cli->config, row->name, arg, &p->err)
                            : value_parse(row, cli->config, arg, &p->err);
}

/* A line of a file of options. It goes through the same checks as an argument of the command line. */
static int take_line_of(void *context, char *name, const char *value, struct sw_err *err)
{
    struct parse *p = context;
    const struct option *match = NULL;
    int status = SW_FAIL;
    if (count_matches(p, name, strlen(name), &match) != 1)
        complain_long(p, name);
    else if (match->has_arg == no_argument && value)
        sw_err_usage(&p->err, "--%s: takes no value", match->name);
    else if (match->has_arg == required_argument && !value)
        sw_err_usage(&p->err, "--%s: needs a value", match->name);
    else
        status = start_take(p, match->val, value);
    if (status != SW_OK && !p->asked)
        *err = p->err;
    return status;
}

static int take_file(struct parse *p, const char *path)
{
    p->from_file = true;
    /* A file of options is an input, too. */
    int status = sw_out_spare(path, &p->err);
    if (status == SW_OK)
        status = sw_cli_read_options(p->cli, path, take_line_of, p, &p->err);
    p->from_file = false;
    return status;
}

static int take_options(struct parse *p, int argc, char **argv)
{
    int key, status = SW_OK;
    optind = 0; /* glibc: from the beginning */
    while (status == SW_OK && (key = getopt_long(argc, argv, p->shorts, p->longs, NULL)) != -1) {
        if (key == '?')
            status = complain_unknown(p, argv);
        else if (key == ':')
            status = complain_missing(p, argv);
        else
            status = start_take(p, key, optarg);
    }
    return status;
}

/* ---- what is left ---------------------------------------------------------------------------- */

static int take_files(struct parse *p, int argc, char **argv)
{
    static const char *const only_standard_input[] = { "-", NULL };
    struct sw_cli *cli = p->cli;
    cli->files = (const char *const *)(argv + optind);
    cli->n_files = (size_t)(argc - optind);
    cli->n_named = cli->n_files;
    if (cli->n_files && !cli->tool->args)
        return sw_err_usage(&p->err, "takes no arguments: '%s'", cli->files[0]);
    if (cli->n_files == 0) {
        cli->files = only_standard_input;
        cli->n_files = 1;
    }
    return SW_OK;
}

static int start_parse(struct parse *p, int argc, char **argv)
{
    if (convert_table(p) != SW_OK || take_options(p, argc, argv) != SW_OK || take_files(p, argc, argv) != SW_OK)
        return SW_FAIL;
    /* --max-bad has a default only with --rejects. */
    if (!p->cli->tolerate)
        p->cli->max_bad = 0;
    if (p->cli->strict)
        sw_cli_refuse_unknown();
    /* On a terminal progress is told without being asked for. */
    p->cli->progress =
        !p->cli->quiet && (p->cli->progress || ((p->cli->tool->common & SW_CLI_PROGRESS) && isatty(STDERR_FILENO)));
    /* Old names that were typed are told, each once. */
    for (const struct old_name *o = p->old; !p->cli->quiet && o < p->old + p->n_old; o++)
        if (o->typed)
            sw_tell("%s%s is --%s now, and the old name goes with the release after this", o->before[1] ? "--" : "-",
                    o->before, o->now->name);
    return SW_OK;
}

static int parse_with(struct parse *p, const struct sw_tool *tool, void *config, int argc, char **argv)
{
    *p->cli = (struct sw_cli){ .tool = tool, .config = config, .seed = 1, .max_bad = UINT64_MAX,
                               .argc = argc, .argv = argv };
    p->table = sw_cli_table(tool);
    return p->table ? start_parse(p, argc, argv) : sw_err_memory(&p->err);
}

static void parse_clear(struct parse *p)
{
    free(p->longs);
    free(p->shorts);
    free(p->table);
}

int sw_cli_parse(struct sw_cli *cli, const struct sw_tool *tool, void *config, int argc, char **argv,
                 struct sw_err *err)
{
    struct parse p = { .cli = cli };
    int status = parse_with(&p, tool, config, argc, argv);
    if (p.asked)
        /* These are the options of a replay inside another program, which answers neither. */
        sw_err_usage(&p.err, "--help, --version: not here");
    if (status == SW_OK && cli->pretty)
        status = sw_err_usage(&p.err, "--pretty: not here, where a program reads the rows");
    if (status != SW_OK && err)
        *err = p.err;
    if (status != SW_OK)
        sw_cli_clear(cli);
    parse_clear(&p);
    return status;
}

void sw_cli_start(struct sw_cli *cli, const struct sw_tool *tool, void *config, int argc, char **argv)
{
    struct parse p = { .cli = cli };
    gsl_set_error_handler_off();
    sw_out_guard_signals();
    sw_cli_listen(cli);
    /* Outputs are planned before anything is read, so that no input is overwritten. */
    if (parse_with(&p, tool, config, argc, argv) != SW_OK || sw_cli_plan_outputs(cli, &p.err) != SW_OK) {
        if (p.asked) {
            /* --help, --help-all and --version are answered, and end the process. */
            if (strcmp(p.asked, "version") != 0)
                sw_cli_help(p.cli->tool, p.table, strcmp(p.asked, "help-all") == 0);
            else
                sw_cli_version(p.cli->tool);
            exit(sw_cli_close_output(p.cli->tool->name, SW_EXIT_OK));
        }
        die(cli, &p.err);
    }
    /* --stamp reads standard input for its digest, and the program reads it again. */
    for (size_t i = 0; cli->stamp && !cli->print_options && tool->args && i < cli->n_files; i++)
        if (strcmp(cli->files[i], "-") == 0 && sw_cli_keep_input(&p.err) != SW_OK)
            die(cli, &p.err);
    parse_clear(&p);
    /* A tool with `settled` prints its options when presets are known. */
    if (!cli->print_options || tool->settled)
        return;
    exit(sw_cli_finish(cli, sw_cli_print_options(cli, &p.err), &p.err));
}
