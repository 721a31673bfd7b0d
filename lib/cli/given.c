/* SPDX-License-Identifier: GPL-3.0-or-later */
/* given.c - the options as they were given, and files of options: one a line, "--name=value". They are kept in
 * order, those of a file where --options stood, for --print-options and --stamp. */
#include "lib/cli/cli.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/csv/sw_bytes.h"

int sw_cli_keep(struct sw_cli *cli, const char *name, const char *arg, struct sw_err *err)
{
    struct sw_given *g = &cli->given;
    if (sw_grow(&g->at, &g->cap, g->n + 1, sizeof *g->at, err) != SW_OK)
        return SW_FAIL;
    g->at[g->n++] = (struct sw_given_option){ name, arg };
    return SW_OK;
}

void sw_cli_clear(struct sw_cli *cli)
{
    struct sw_given *g = &cli->given;
    for (size_t i = 0; i < g->n_texts; i++)
        free(g->text[i]);
    free(g->text);
    free(g->at);
    *g = (struct sw_given){ 0 };
    sw_labels_clear(&cli->labels);
}

/* Names of options whose value is a file that is written. */
bool sw_cli_writes(const char *option)
{
    static const char *const written[] = { "attempts", "timeline", "decisions", "links", "waits", "rejects",
                                           "cluster-out", "html", "figure" };
    for (size_t i = 0; i < sizeof written / sizeof *written; i++)
        if (strcmp(option, written[i]) == 0)
            return true;
    return false;
}

/* -o may be standard output, which is planned, too. */
int sw_cli_plan_outputs(const struct sw_cli *cli, struct sw_err *err)
{
    const struct sw_given *g = &cli->given;
    int status = sw_out_plan(cli->output ? cli->output : "-", err);
    for (size_t i = 0; status == SW_OK && i < g->n; i++)
        if (g->at[i].arg && sw_cli_writes(g->at[i].name))
            status = sw_out_plan(g->at[i].arg, err);
    return status;
}

/* ---- files of options ------------------------------------------------------------------------ */

/* Arguments point into the text of the file, which is kept. */
static int read_text(struct sw_cli *cli, const char *path, char **text, struct sw_err *err)
{
    struct sw_given *g = &cli->given;
    size_t n;
    if (sw_bytes_whole(path, text, &n, err) != SW_OK)
        return SW_FAIL;
    if (sw_grow(&g->text, &g->texts_cap, g->n_texts + 1, sizeof *g->text, err) != SW_OK) {
        free(*text);
        return SW_FAIL;
    }
    g->text[g->n_texts++] = *text;
    return strlen(*text) == n ? SW_OK : sw_err_data(err, path, 0, NULL, "NUL byte");
}

/* Cuts the line at its '='. */
static int split_option(char *line, char **name, char **value, struct sw_err *err)
{
    if (strncmp(line, "--", 2) != 0 || line[2] == '\0' || line[2] == '=')
        return sw_err_usage(err, "not an option, --name=value: '%.60s'", line);
    *name = line + 2;
    *value = strchr(*name, '=');
    /* A blank before the '=' is a slip for it. */
    size_t blank = strcspn(*name, " \t");
    if (blank < strlen(*name) && (!*value || *value > *name + blank))
        return sw_err_usage(err, "not --name=value: '%.60s' (--%.*s=%.60s)", line, (int)blank, *name,
                            *name + blank + strspn(*name + blank, " \t="));
    if (*value)
        *(*value)++ = '\0';
    return SW_OK;
}

/* Blank lines and those that begin with '#' are passed over, and blanks around a line are no part of it. */
int sw_cli_read_options(struct sw_cli *cli, const char *path, take_line *take, void *context, struct sw_err *err)
{
    char *text, *line, *name = NULL, *value = NULL;
    if (read_text(cli, path, &text, err) != SW_OK)
        return SW_FAIL;
    for (uint64_t number = 1; (line = strsep(&text, "\n")); number++) {
        line += strspn(line, " \t");
        for (size_t n = strlen(line); n && strchr(" \t\r", line[n - 1]); n--)
            line[n - 1] = '\0';
        if (*line == '\0' || *line == '#')
            continue;
        if (split_option(line, &name, &value, err) == SW_OK && take(context, name, value, err) == SW_OK)
            continue;
        /* Where the option stands goes in front of what is wrong with it. sw_err_usage() writes to err, which the
         * message is taken from. */
        struct sw_err inner = *err;
        char why[sizeof inner.text];
        sw_err_for_command_line(&inner, why, sizeof why);
        return sw_err_usage(err, "--options: %s:%" PRIu64 ": %s", strcmp(path, "-") == 0 ? "standard input" : path,
                            number, why);
    }
    return SW_OK;
}

/* ---- --print-options ------------------------------------------------------------------------- */

void sw_cli_put_option(FILE *to, const char *name, const char *value)
{
    fprintf(to, value ? "--%s=%s\n" : "--%s\n", name, value);
}

/* What is printed can be read as a file of options, so values must fit on a line. */
int sw_cli_put_given(const struct sw_cli *cli, bool is_kept(const struct sw_cli *cli, const char *name), FILE *to,
                     struct sw_err *err)
{
    const struct sw_given *g = &cli->given;
    for (size_t i = 0; i < g->n; i++) {
        if (is_kept && !is_kept(cli, g->at[i].name))
            continue;
        if (g->at[i].arg && strpbrk(g->at[i].arg, "\r\n"))
            return sw_err_set(err, "--%s: a value of several lines cannot stand in a file of options", g->at[i].name);
        sw_cli_put_option(to, g->at[i].name, g->at[i].arg);
    }
    /* The default is printed, too, so that a later default changes nothing. */
    if (!is_kept && (cli->tool->common & SW_CLI_SEED) && !cli->seed_given)
        fprintf(to, "--seed=%" PRIu64 "\n", cli->seed);
    return SW_OK;
}

int sw_cli_options_text(const struct sw_cli *cli, char **text, struct sw_err *err)
{
    size_t size;
    FILE *to = open_memstream(text, &size);
    if (!to)
        return sw_err_memory(err);
    int status = cli->tool->settled ? cli->tool->settled(cli, to, err) : sw_cli_put_given(cli, NULL, to, err);
    /* open_memstream() may fail as late as at the close. */
    if ((fclose(to) != 0 || !*text) && status == SW_OK)
        status = sw_err_memory(err);
    if (status == SW_OK)
        return SW_OK;
    free(*text);
    *text = NULL;
    return SW_FAIL;
}

int sw_cli_print_options(const struct sw_cli *cli, struct sw_err *err)
{
    struct sw_out *out;
    char *text;
    if (sw_cli_options_text(cli, &text, err) != SW_OK)
        return SW_FAIL;
    int status = sw_out_open(&out, cli->output, err);
    if (status == SW_OK) {
        sw_out_bytes(out, text, strlen(text));
        status = sw_out_close(out, err);
    }
    free(text);
    return status;
}
