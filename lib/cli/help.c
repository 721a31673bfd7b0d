/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help.c - the option table, --help, --version. Rows of the tool and common rows become one table, which parsing
 * and help share. */
#include "lib/cli/cli.h"
#include "lib/options/options.h"
#include <csv.h>
#include <ctype.h>
#include <gsl/gsl_version.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

/* The Makefile sets them. */
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

/* ---- options that all programs have, or those that ask for them ----------------------------------- */

static const char *const formats[] = { "csv", "jsonl", NULL };

static int parse_label(const struct option_row *row, void *cli, const char *arg, struct sw_err *err)
{
    (void)row;
    return sw_opt_labels("--label", arg, &((struct sw_cli *)cli)->labels, err);
}

/* The group, type and member of a common row. */
#define AT_OF(type, member) OPTION_COMMON, type, OPTION_AT(struct sw_cli, member)
#define GIVEN(member) OPTION_GIVEN(struct sw_cli, member)
#define FLAG(member) AT_OF(OPTION_FLAG, member)
#define ASKED OPTION_COMMON, OPTION_OWN /* start.c answers */

/* Those with `when` 0 belong to every tool. */
static const struct { unsigned when; struct option_row row; } common[] = {
    { SW_CLI_OUTPUT, { "output", AT_OF(OPTION_TEXT, output), .letter = 'o',
                       .help = "write to FILE, which appears when it is complete" } },
    { SW_CLI_LABEL, { "label", ASKED, .parse = parse_label, .arg = "NAME=VALUE,...",
                      .help = "put these columns in front of each row" } },
    { SW_CLI_ROWS, { "format", AT_OF(OPTION_WORD, shape.format), .words = formats,
                     .help = "write rows as CSV (default) or as JSON lines" } },
    { SW_CLI_ROWS, { "digits", AT_OF(OPTION_COUNT, shape.digits), 1, 17, .arg = "N",
                     .help = "write numbers that are not whole with N significant digits" } },
    { SW_CLI_ROWS, { "stamp", FLAG(stamp),
                     .help = "put version, options and digests of the inputs in front of the rows, as comments" } },
    { SW_CLI_OPTIONS, { "options", ASKED, .arg = "FILE",
                        .help = "read options from FILE, one --name=value per line" } },
    { SW_CLI_OPTIONS, { "print-options", FLAG(print_options),
                        .help = "print what is in force in that form, and end" } },
    { SW_CLI_PRETTY, { "pretty", FLAG(pretty), .flags = OPTION_SHORT,
                       .help = "align the rows, numbers to four digits" } },
    { SW_CLI_SEED, { "seed", AT_OF(OPTION_COUNT, seed), 0, -1, GIVEN(seed_given), .arg = "N", .flags = OPTION_SHORT,
                     .help = "seed of all random streams (default 1)" } },
    { SW_CLI_REJECTS, { "rejects", AT_OF(OPTION_TEXT, rejects), GIVEN(tolerate),
                        .help = "write bad rows to FILE and go on" } },
    { SW_CLI_REJECTS, { "max-bad", AT_OF(OPTION_COUNT, max_bad), 0, -1, GIVEN(tolerate), .arg = "N",
                        .help = "leave out up to N bad rows and go on" } },
    { SW_CLI_STRICT, { "strict", FLAG(strict), .help = "refuse columns and keys that no page names" } },
    { SW_CLI_PROGRESS, { "progress", FLAG(progress), .help = "report the progress of a long run" } },
    { 0, { "quiet", FLAG(quiet), .help = "print no warnings and no progress" } },
    { 0, { "help", ASKED, .letter = 'h', .help = "print the options that are used most" } },
    { 0, { "help-all", ASKED, .flags = OPTION_SHORT, .help = "print all options" } },
    { 0, { "version", ASKED, .help = "print the version and what it was built with" } },
};
enum { N_COMMON = sizeof common / sizeof *common };

struct option_row *sw_cli_table(const struct sw_tool *tool)
{
    enum { GROUPS = sizeof tool->headings / sizeof *tool->headings, TABLES = sizeof tool->rows / sizeof *tool->rows };
    size_t n = 0, most = N_COMMON + 1;
    for (int t = 0; t < TABLES; t++)
        for (const struct option_row *row = tool->rows[t]; row && row->name; row++)
            most++;
    struct option_row *table = calloc(most, sizeof *table);
    /* In the order of the groups, for --print-options and parsing. */
    for (int group = 0; table && group < GROUPS; group++)
        for (int t = 0; t < TABLES; t++)
            for (const struct option_row *row = tool->rows[t]; row && row->name; row++)
                if (row->group == group)
                    table[n++] = *row;
    for (size_t i = 0; table && i < N_COMMON; i++)
        if (common[i].when == 0 || (tool->common & common[i].when))
            table[n++] = common[i].row;
    return table;
}

/* ---- options as --help shows them, in argp's order and columns -------------------------------------- */

enum { AT_SHORT = 2, AT_LONG = 6, AT_TEXT = 29, RIGHT = 79 };

/* By what an option is sorted. */
static int letter(const struct option_row *row)
{
    return row->letter ? row->letter : row->name[0];
}

/* Groups from 0 up, then the negative ones. In a group by letter, long names before short ones. */
static int by_group_and_name(const void *left, const void *right)
{
    const struct option_row *a = left, *b = right;
    if (a->group != b->group)
        return (a->group < 0) == (b->group < 0) ? a->group - b->group : b->group - a->group;
    if (!a->letter && !b->letter)
        return strcasecmp(a->name, b->name);
    int lower = tolower(letter(a)) - tolower(letter(b));
    return lower ? lower : (a->letter != 0) - (b->letter != 0);
}

/* ---- print ------------------------------------------------------------------------------------------ */

void help_put_wrapped(FILE *to, const char *text, size_t at, size_t margin)
{
    for (size_t begun = at; *(text += strspn(text, " ")); ) {
        size_t len = strcspn(text, " "), blank = at > begun;
        if (at + blank + len > RIGHT && at > margin) {
            fprintf(to, "\n%*s", (int)margin, "");
            at = begun = margin;
            blank = 0;
        }
        fprintf(to, "%s%.*s", blank ? " " : "", (int)len, text);
        at += blank + len;
        text += len;
    }
    fputc('\n', to);
}

/* column: of the first name in its line. */
static size_t put_spelling(FILE *to, size_t at, size_t column, const char *dashes, const char *name)
{
    at += (size_t)(at == 0 ? fprintf(to, "%*s", (int)column, "") : fprintf(to, ", "));
    return at + (size_t)fprintf(to, "%s%s", dashes, name);
}

/* Text that is too long for the column of names begins a line of its own. */
static void put_option(FILE *to, const struct option_row *row)
{
    char label_text[64], help[256];
    const char *label = value_label(row, label_text, sizeof label_text), *const names[] = { row->name, row->also };
    size_t at = row->letter ? put_spelling(to, 0, AT_SHORT, "-", (char[]){ row->letter, 0 }) : 0;
    for (int i = 0; i < 2 && names[i]; i++) {
        at = put_spelling(to, at, AT_LONG, "--", names[i]);
        if (label)
            at += (size_t)fprintf(to, row->flags & OPTION_BARE ? "[=%s]" : "=%s", label);
    }
    if (at >= AT_TEXT + 3) {
        fputc('\n', to);
        at = 0;
    }
    /* Three blanks at least between names and text. */
    size_t gap = at < AT_TEXT ? AT_TEXT - at : 3;
    fprintf(to, "%*s", (int)gap, "");
    help_put_wrapped(to, value_help(row, help, sizeof help), at + gap, AT_TEXT);
}

/* Usage, summary, and the options of the table, which is sorted, by their groups. */
static void put_options(const struct sw_tool *tool, const struct option_row *table, FILE *to)
{
    bool has_headings = false;
    fprintf(to, "Usage: %s [OPTION...]%s%s\n", tool->name, tool->args ? " " : "", tool->args ? tool->args : "");
    help_put_wrapped(to, tool->summary, 0, 0);
    for (const struct option_row *row = table; row->name; row++) {
        bool begins = row == table || row->group != row[-1].group;
        const char *heading = begins && row->group >= 0 ? tool->headings[row->group] : NULL;
        has_headings |= !!heading;
        if (row == table || (has_headings && begins))
            fputc('\n', to);
        if (heading)
            help_put_wrapped(to, heading, (size_t)fprintf(to, " "), 1);
        put_option(to, row);
    }
}

static void help_put_all(const struct sw_tool *tool, const struct option_row *table, FILE *to)
{
    put_options(tool, table, to);
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

/* On a screen of 24 lines of 80 columns. */
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

/* Leaves the options that --help shows, without their groups and other names. */
static void leave_short(struct option_row *table)
{
    bool marked = false;
    struct option_row *to = table;
    for (const struct option_row *row = table; row->name; row++)
        marked |= row->group >= 0 && row->flags & OPTION_SHORT;
    for (const struct option_row *row = table; row->name; row++) {
        /* A tool that marks no option of its own shows all of them. */
        if ((row->group < 0 || marked) && !(row->flags & OPTION_SHORT))
            continue;
        *to = *row;
        to->also = NULL;
        /* Groups have no headings on a screen. */
        to++->group = row->group < 0 ? OPTION_COMMON : 0;
    }
    to->name = NULL;
}

/* The first examples, each a line that is not too wide for a screen. */
static void put_examples(const struct sw_tool *tool, size_t most, FILE *to)
{
    static const char head[] = "Examples:\n";
    const char *at = tool->after ? strstr(tool->after, head) : NULL;
    size_t n = 0;
    if (!at)
        return;
    /* A line that goes on, or goes on from another, is no whole example. */
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

static void put_short_help(const struct sw_tool *tool, const struct option_row *table, int left_out, FILE *to)
{
    struct sw_tool part = *tool;
    if (left_out == 0) {
        help_put_all(tool, table, to);
        return;
    }
    part.after = NULL;
    if (left_out >= NO_LISTS)
        part.lists = NULL;
    help_put_all(&part, table, to);
    if (left_out != NO_EXAMPLES)
        /* One example fewer with each step behind NO_LISTS. */
        put_examples(tool, (size_t)(left_out <= NO_LISTS ? EXAMPLES : NOTHING_LEFT - left_out), to);
}

/* NULL: no memory. */
static char *short_text(const struct sw_tool *tool, const struct option_row *table)
{
    char *text = NULL;
    size_t size;
    for (int left_out = 0; left_out <= NOTHING_LEFT; left_out++) {
        /* Examples are left out for the lists alone. */
        if (left_out == NO_EXAMPLES && !tool->lists)
            continue;
        free(text);
        text = NULL;
        FILE *to = open_memstream(&text, &size);
        if (!to)
            return NULL;
        put_short_help(tool, table, left_out, to);
        fclose(to);
        if (!text || fits(text))
            break;
    }
    return text;
}

/* With the least left out that makes it fit. */
void sw_cli_help(const struct sw_tool *tool, struct option_row *table, bool all)
{
    size_t n = 0;
    if (!all)
        leave_short(table);
    while (table[n].name)
        n++;
    qsort(table, n, sizeof *table, by_group_and_name);
    char *text = all ? NULL : short_text(tool, table);
    if (text)
        fputs(text, stdout);
    else
        help_put_all(tool, table, stdout);
    free(text);
}

const char sw_cli_release[] = SW_VERSION ", commit " SW_COMMIT;

void sw_cli_version(const struct sw_tool *tool)
{
    printf("%s %s\ncommit %s\n%s\n", tool->name, SW_VERSION, SW_COMMIT, COMPILER);
    printf("GSL %s\nlibcsv %d.%d.%d\nzlib %s\nzstd %s\n", gsl_version, CSV_MAJOR, CSV_MINOR, CSV_RELEASE,
           zlibVersion(), ZSTD_versionString());
}
