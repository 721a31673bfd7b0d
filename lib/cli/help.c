/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help.c - the option table, --help, --version. */
#include "lib/cli/cli.h"
#include "lib/cli/layout.h"
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
    { SW_CLI_ROWS, { "format", CLI_FORMAT, "csv|jsonl", 0, "write rows as CSV (default) or as JSON lines", -1 } },
    { SW_CLI_ROWS, { "digits", CLI_DIGITS, "N", 0, "write numbers that are not whole with N significant digits", -1 } },
    { SW_CLI_ROWS, { "stamp", CLI_STAMP, 0, 0,
                     "put version, options and digests of the inputs in front of the rows, as comments", -1 } },
    { SW_CLI_OPTIONS, { "options", CLI_OPTIONS, "FILE", 0, "read options from FILE, one --name=value per line", -1 } },
    { SW_CLI_OPTIONS, { "print-options", CLI_PRINT_OPTIONS, 0, 0,
                        "print what is in force in that form, and end", -1 } },
    { SW_CLI_PRETTY, { "pretty", CLI_PRETTY, 0, SW_CLI_SHORT, "align the rows, numbers to four digits", -1 } },
    { SW_CLI_SEED, { "seed", CLI_SEED, "N", SW_CLI_SHORT, "seed of all random streams (default 1)", -1 } },
    { SW_CLI_REJECTS, { "rejects", CLI_REJECTS, "FILE", 0, "write bad rows to FILE and go on", -1 } },
    { SW_CLI_REJECTS, { "max-bad", CLI_MAX_BAD, "N", 0, "leave out up to N bad rows and go on", -1 } },
    { SW_CLI_STRICT, { "strict", CLI_STRICT, 0, 0, "refuse columns and keys that no page names", -1 } },
    { SW_CLI_PROGRESS, { "progress", CLI_PROGRESS, 0, 0, "report the progress of a long run", -1 } },
    { 0, { "quiet", CLI_QUIET, 0, 0, "print no warnings and no progress", -1 } },
    { 0, { "help", 'h', 0, 0, "print the options that are used most", -1 } },
    { 0, { "help-all", CLI_HELP_ALL, 0, SW_CLI_SHORT, "print all options", -1 } },
    { 0, { "version", CLI_VERSION, 0, 0, "print the version and what it was built with", -1 } },
};
enum { N_COMMON = sizeof common / sizeof *common };

const char sw_cli_release[] = SW_VERSION ", commit " SW_COMMIT;

static bool is_end(const struct argp_option *o)
{
    return !o->name && !o->key && !o->doc && !o->group;
}

struct argp_option *sw_cli_table(const struct sw_tool *tool)
{
    size_t n = 0;
    while (tool->options && !is_end(&tool->options[n]))
        n++;
    struct argp_option *table = calloc(n + N_COMMON + 1, sizeof *table);
    if (!table)
        return NULL;
    if (n)
        memcpy(table, tool->options, n * sizeof *table);
    for (size_t i = 0; i < N_COMMON; i++)
        if (common[i].when == 0 || (tool->common & common[i].when))
            table[n++] = common[i].option;
    return table;
}

static void put_all(const struct sw_tool *tool, const struct argp_option *table, FILE *to)
{
    layout_options(table, tool->name, tool->args, tool->summary, to);
    if (tool->lists) {
        fputc('\n', to);
        tool->lists(to);
    }
    if (!tool->after)
        return;
    size_t len = strlen(tool->after);
    fprintf(to, "\n%s%s", tool->after, len && tool->after[len - 1] == '\n' ? "" : "\n");
}

/* ---- what fits a screen ---------------------------------------------------------------------- */

enum { LINES = 24, COLUMNS = 80, EXAMPLES = 3 };

static bool fits(const char *text)
{
    size_t lines = 0;
    for (const char *end; *text; text = end + (*end == '\n')) {
        end = strchrnul(text, '\n');
        if (end - text > COLUMNS || ++lines > LINES)
            return false;
    }
    return true;
}

/* The tool's options that --help shows, without their groups and aliases, and --help-all. */
static struct argp_option *short_table(const struct sw_tool *tool, const struct argp_option *table)
{
    size_t n = 0, kept = 0, own = 0;
    bool marked = false;
    while (!is_end(&table[n]))
        n++;
    while (tool->options && !is_end(&tool->options[own]))
        marked |= (tool->options[own++].flags & SW_CLI_SHORT) != 0;
    struct argp_option *out = calloc(n + 1, sizeof *out);
    for (size_t i = 0; out && i < n; i++) {
        bool keep = (i < own && !marked) || table[i].flags & SW_CLI_SHORT;
        if (!keep || !table[i].name || table[i].flags & OPTION_ALIAS)
            continue;
        out[kept] = table[i];
        out[kept++].group = table[i].group < 0 ? -1 : 0;
    }
    return out;
}

/* The first examples, each a line that is not too wide for a screen. */
static void put_examples(const struct sw_tool *tool, size_t most, FILE *to)
{
    static const char head[] = "Examples:\n";
    const char *at = tool->after ? strstr(tool->after, head) : NULL;
    size_t n = 0;
    if (!at)
        return;
    for (at += sizeof head - 1; *at && n < most; at = strchrnul(at, '\n'), at += *at != '\0') {
        size_t len = strcspn(at, "\n");
        bool goes_on = at[len] != '\0' && at[len + 1] == ' ' && at[len + 2] == ' ' && at[len + 3] == ' ';
        if (len == 0 || len > COLUMNS || goes_on || strncmp(at, "   ", 3) == 0)
            continue;
        fprintf(to, "%s%.*s\n", n++ == 0 ? "\nExamples:\n" : "", (int)len, at);
    }
}

/* What is left out: 0 nothing, 1 what `after` says beside examples, 2 the examples too, 3 the lists in their place,
 * then examples one by one. */
enum { NO_EXAMPLES = 2, NO_LISTS, NOTHING_LEFT = NO_LISTS + EXAMPLES };

static void put_short(const struct sw_tool *tool, const struct argp_option *table, int left_out, FILE *to)
{
    struct sw_tool part = *tool;
    if (left_out == 0) {
        put_all(tool, table, to);
        return;
    }
    part.after = NULL;
    if (left_out >= NO_LISTS)
        part.lists = NULL;
    put_all(&part, table, to);
    if (left_out != NO_EXAMPLES)
        put_examples(tool, (size_t)(left_out <= NO_LISTS ? EXAMPLES : NOTHING_LEFT - left_out), to);
}

/* NULL: no memory. */
static char *short_text(const struct sw_tool *tool, const struct argp_option *table)
{
    char *text = NULL;
    size_t size;
    for (int left_out = 0; left_out <= NOTHING_LEFT; left_out++) {
        if (left_out == NO_EXAMPLES && !tool->lists)
            continue;
        free(text);
        text = NULL;
        FILE *to = open_memstream(&text, &size);
        if (!to)
            return NULL;
        put_short(tool, table, left_out, to);
        fclose(to);
        if (!text || fits(text))
            break;
    }
    return text;
}

void sw_cli_help(const struct sw_tool *tool, const struct argp_option *table, bool all)
{
    struct argp_option *few = all ? NULL : short_table(tool, table);
    char *text = few ? short_text(tool, few) : NULL;
    if (text)
        fputs(text, stdout);
    else
        put_all(tool, table, stdout);
    free(text);
    free(few);
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
    for (const struct argp_option *o = table; !is_end(o); o++)
        n++;
    const char **names = calloc(n + 1, sizeof *names);
    if (!names)
        return false;
    n = 0;
    for (const struct argp_option *o = table; !is_end(o); o++)
        if (o->name && !(o->flags & OPTION_HIDDEN))
            names[n++] = o->name;
    const char *near = sw_err_nearest(typed, names, n);
    if (near)
        snprintf(buf, cap, "--%s", near);
    free(names);
    return near;
}
