/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finish.c - warnings, bad rows set aside on request, and the end of a program. Messages have the program's name in
 * front, and what they quote has no control characters. */
#include "lib/cli/cli.h"
#include "lib/base/sw_shown.h"
#include "lib/trace/record/sw_records.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A standard output that was closed from the start (EBADF) and never written to is no loss. */
int sw_cli_close_output(const char *name, int status)
{
    struct sw_err err = { SW_EXIT_OK, "" };
    bool failed = ferror(stdout) != 0;
    /* fclose() sets errno only if something fails. */
    errno = 0;
    if (fclose(stdout) != 0)
        failed = failed || errno != EBADF;
    if (!failed)
        return status;
    /* A write may have failed earlier, and its reason is gone. */
    if (errno == 0)
        errno = EIO;
    sw_err_io(&err, "standard output", NULL);
    /* Another error has been told already. */
    if (status == SW_EXIT_OK)
        fprintf(stderr, "%s: %s\n", name, err.text);
    return status == SW_EXIT_OK ? SW_EXIT_FAILED : status;
}

int sw_cli_finish(struct sw_cli *cli, int status, const struct sw_err *err)
{
    /* An error without an exit code is a failure. */
    enum sw_exit code = status == SW_OK ? SW_EXIT_OK : SW_EXIT_FAILED;
    if (status != SW_OK && err && err->exit != SW_EXIT_OK)
        code = err->exit;
    char text[sizeof err->text];
    if (status != SW_OK && err && err->text[0])
        fprintf(stderr, "%s: %s\n", cli->tool->name, sw_err_for_command_line(err, text, sizeof text));
    if (code == SW_EXIT_USAGE)
        fprintf(stderr, "try '%s --help'\n", cli->tool->name);
    sw_cli_clear(cli);
    return sw_cli_close_output(cli->tool->name, code);
}

/* text NULL: without memory the format itself is better than nothing. */
static void say(const struct sw_cli *cli, const char *kind, const char *fmt, va_list args)
{
    FILE *to = cli->messages ? cli->messages : stderr;
    char *text = NULL;
    if (cli->quiet)
        return;
    if (vasprintf(&text, fmt, args) < 0)
        text = NULL;
    if (text)
        sw_shown_clean(text, strlen(text));
    fprintf(to, "%s: %s%s\n", cli->tool->name, kind, text ? text : fmt);
    free(text);
}

void sw_cli_warn(const struct sw_cli *cli, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    say(cli, "warning: ", fmt, args);
    va_end(args);
}

void sw_cli_say(const struct sw_cli *cli, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    say(cli, "", fmt, args);
    va_end(args);
}

/* *rejects may come in open, from an input before this one. */
int sw_cli_tolerate(struct sw_cli *cli, struct sw_csv *in, struct sw_out **rejects, struct sw_err *err)
{
    if (!cli->tolerate)
        return SW_OK;
    /* One file of rejects for all inputs. */
    if (cli->rejects && !*rejects && sw_out_open(rejects, cli->rejects, err) != SW_OK)
        return SW_FAIL;
    sw_csv_tolerate(in, *rejects, cli->max_bad);
    return SW_OK;
}

int sw_cli_open(const struct sw_cli *cli, struct sw_out **out, const char *path, struct sw_err *err)
{
    /* What a killed run left beside the output is told. */
    char *left = path && !cli->quiet ? sw_out_left_behind(path) : NULL;
    if (left)
        sw_cli_warn(cli, "%s: a run that was killed left this behind and it can be removed: '%s'", path, left);
    free(left);
    if (sw_out_open(out, path, err) != SW_OK)
        return SW_FAIL;
    /* The labels last until sw_cli_finish(), so longer than the output. */
    sw_out_label(*out, cli->labels.n, (const char *const *)cli->labels.name, (const char *const *)cli->labels.value);
    struct sw_shape shape = cli->shape;
    shape.is_text = columns_is_text;
    int status = sw_out_shape(*out, &shape, err);
    if (status == SW_OK && cli->pretty && cli->shape.format != SW_FORMAT_CSV)
        status = sw_err_usage(err, "--pretty: not with --format jsonl");
    /* Only -o's rows are for people; other outputs are files. */
    if (status == SW_OK && cli->pretty && path == cli->output)
        sw_out_pretty(*out);
    if (status == SW_OK && cli->stamp)
        status = sw_cli_stamp(cli, *out, err);
    if (status == SW_OK)
        return SW_OK;
    sw_out_abandon(*out);
    *out = NULL;
    return SW_FAIL;
}
