/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help.c - the option table, --help, --version. */
#include "lib/cli/cli.h"
#include "lib/options/options.h"
#include <argp.h>
#include <csv.h>
#include <ctype.h>
#include <gsl/gsl_version.h>
#include <stdbool.h>
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

/* ---- options that all programs have, or those that ask for them ----------------------------------- */

static const char *const formats[] = { "csv", "jsonl", NULL };

static int parse_label(const struct option_row *row, void *cli, const char *arg, struct sw_err *err)
{
    (void)row;
    return sw_opt_labels("--label", arg, &((struct sw_cli *)cli)->labels, err);
}

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

static bool takes(const struct sw_tool *tool, size_t i)
{
    return common[i].when == 0 || (tool->common & common[i].when);
}

const struct option_row *help_common(const struct sw_tool *tool, const char *name)
{
    for (size_t i = 0; i < N_COMMON; i++)
        if (takes(tool, i) && strcmp(common[i].row.name, name) == 0)
            return &common[i].row;
    return NULL;
}

/* ---- options as --help shows them, in argp's order and columns -------------------------------------- */
/* argp's own print loses a margin where its buffer of 200 bytes ends. */

static bool is_end(const struct argp_option *o)
{
    return !o->name && !o->key && !o->doc && !o->group;
}

enum { AT_SHORT = 2, AT_LONG = 6, AT_TEXT = 29, RIGHT = 79 };

/* An option with its aliases, or the heading of a group. */
struct entry { const struct argp_option *first; size_t n; int group; };

static bool is_heading(const struct entry *e)
{
    return !e->first->name && !e->first->key;
}

static char short_of(const struct argp_option *o)
{
    return o->key > 0 && o->key < 127 && isgraph(o->key) ? (char)o->key : 0;
}

/* ---- order ------------------------------------------------------------------------------------------ */

static int letter(const struct entry *e)
{
    char c = short_of(e->first);
    return c ? c : e->first->name ? e->first->name[0] : 0;
}

/* Groups from 0 up, then the negative ones. In a group the heading, then by letter, long names before short ones. */
static int by_group_and_name(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    if (a->group != b->group)
        return (a->group < 0) == (b->group < 0) ? a->group - b->group : b->group - a->group;
    if (!short_of(a->first) && !short_of(b->first) && a->first->name && b->first->name)
        return strcasecmp(a->first->name, b->first->name);
    int lower = tolower(letter(a)) - tolower(letter(b));
    return lower ? lower : (short_of(a->first) != 0) - (short_of(b->first) != 0);
}

/* NULL: no memory. */
static struct entry *entries_of(const struct argp_option *table, size_t *n)
{
    size_t size = 0;
    int group = 0;
    while (!is_end(&table[size]))
        size++;
    struct entry *entry = calloc(size + 1, sizeof *entry);
    *n = 0;
    for (size_t i = 0; entry && i < size; i++) {
        const struct argp_option *o = &table[i];
        if (o->flags & OPTION_ALIAS && *n > 0) {
            entry[*n - 1].n++;
            continue;
        }
        group = o->group ? o->group : !o->name && !o->key ? group + 1 : group;
        if (!(o->flags & OPTION_HIDDEN))
            entry[(*n)++] = (struct entry){ o, 1, group };
    }
    if (entry)
        qsort(entry, *n, sizeof *entry, by_group_and_name);
    return entry;
}

/* ---- print ------------------------------------------------------------------------------------------ */

/* Words from column `at` on, lines from column `margin` to RIGHT. */
static void put_words(FILE *to, const char *text, size_t at, size_t margin)
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
static size_t put_name(FILE *to, size_t at, size_t column, const char *dashes, const char *name)
{
    at += (size_t)(at == 0 ? fprintf(to, "%*s", (int)column, "") : fprintf(to, ", "));
    return at + (size_t)fprintf(to, "%s%s", dashes, name);
}

static void put_entry(FILE *to, const struct entry *e)
{
    size_t at = 0;
    const struct argp_option *o = e->first;
    for (size_t i = 0; i < e->n; i++)
        if (short_of(&o[i]))
            at = put_name(to, at, AT_SHORT, "-", (char[]){ short_of(&o[i]), 0 });
    for (size_t i = 0; i < e->n; i++) {
        at = put_name(to, at, AT_LONG, "--", o[i].name);
        if (o->arg)
            at += (size_t)fprintf(to, o->flags & OPTION_ARG_OPTIONAL ? "[=%s]" : "=%s", o->arg);
    }
    if (at >= AT_TEXT + 3) {
        fputc('\n', to);
        at = 0;
    }
    size_t gap = at < AT_TEXT ? AT_TEXT - at : 3;
    fprintf(to, "%*s", (int)gap, "");
    put_words(to, o->doc ? o->doc : "", at + gap, AT_TEXT);
}

/* Usage, summary, and the options of the table by group and name. args: what follows the options, or NULL. */
static void put_options(const struct argp_option *table, const char *name, const char *args, const char *summary,
                        FILE *to)
{
    size_t n;
    bool has_headings = false;
    struct entry *entry = entries_of(table, &n);
    fprintf(to, "Usage: %s [OPTION...]%s%s\n", name, args ? " " : "", args ? args : "");
    put_words(to, summary, 0, 0);
    for (size_t i = 0; entry && i < n; i++) {
        has_headings |= is_heading(&entry[i]);
        if (i == 0 || (has_headings && entry[i].group != entry[i - 1].group))
            fputc('\n', to);
        if (is_heading(&entry[i]))
            put_words(to, entry[i].first->doc, (size_t)fprintf(to, " "), 1);
        else
            put_entry(to, &entry[i]);
    }
    free(entry);
}

/* ---- the table of a tool ----------------------------------------------------------------------------- */
const char sw_cli_release[] = SW_VERSION ", commit " SW_COMMIT;

struct argp_option *sw_cli_table(const struct sw_tool *tool)
{
    size_t n = 0, n_rows = rows_entries(tool, NULL, NULL);
    while (tool->options && !is_end(&tool->options[n]))
        n++;
    size_t most = n + n_rows + N_COMMON + 1;
    struct argp_option *table = malloc(most * (sizeof *table + sizeof(struct rows_text)));
    if (!table)
        return NULL;
    if (n)
        memcpy(table, tool->options, n * sizeof *table);
    struct rows_text *text = (void *)(table + most);
    n += rows_entries(tool, table + n, text);
    for (size_t i = 0; i < N_COMMON; i++)
        if (takes(tool, i)) {
            table[n] = rows_entry(&common[i].row, &text[n]);
            n++;
        }
    table[n] = (struct argp_option){ 0 };
    return table;
}

static void help_put_all(const struct sw_tool *tool, const struct argp_option *table, FILE *to)
{
    put_options(table, tool->name, tool->args, tool->summary, to);
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
static struct argp_option *short_table(const struct argp_option *table)
{
    size_t n = 0, kept = 0;
    bool marked = false;
    for (; !is_end(&table[n]); n++)
        marked |= table[n].group >= 0 && table[n].flags & SW_CLI_SHORT;
    struct argp_option *out = calloc(n + 1, sizeof *out);
    for (size_t i = 0; out && i < n; i++) {
        bool keep = (table[i].group >= 0 && !marked) || table[i].flags & SW_CLI_SHORT;
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
        help_put_all(tool, table, to);
        return;
    }
    part.after = NULL;
    if (left_out >= NO_LISTS)
        part.lists = NULL;
    help_put_all(&part, table, to);
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
    struct argp_option *few = all ? NULL : short_table(table);
    char *text = few ? short_text(tool, few) : NULL;
    if (text)
        fputs(text, stdout);
    else
        help_put_all(tool, table, stdout);
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
