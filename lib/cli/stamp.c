/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stamp.c - what made an output: program, version, options, and digests of what it read. All of it goes into
 * comments in front of the rows. */
#include "lib/cli/cli.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What is no regular file has no digest. folder: all files in it may be read. */
static int put_input(struct sw_out *out, const char *path, bool folder, struct sw_err *err)
{
    uint64_t digest;
    char text[4096 + 64];
    struct stat st;
    bool standard = strcmp(path, "-") == 0;
    if (!standard && (stat(path, &st) != 0 || !(S_ISREG(st.st_mode) || (folder && S_ISDIR(st.st_mode)))))
        return SW_OK;
    if ((standard ? sw_cli_digest_input(&digest, err) : sw_cli_digest(path, &digest, err)) != SW_OK)
        return SW_FAIL;
    snprintf(text, sizeof text, "read %s, digest %016" PRIx64, standard ? "standard input" : path, digest);
    sw_out_comment(out, text);
    return SW_OK;
}

struct stamped { struct sw_out *out; };

static int put_named(void *stamped, const char *path, struct sw_err *err)
{
    return put_input(((const struct stamped *)stamped)->out, path, false, err);
}

int sw_cli_stamp(const struct sw_cli *cli, struct sw_out *out, struct sw_err *err)
{
    char *text, *at, *line, head[128];
    if (sw_cli_options_text(cli, &text, err) != SW_OK)
        return SW_FAIL;
    snprintf(head, sizeof head, "%s %s", cli->tool->name, sw_cli_release);
    sw_out_comment(out, head);
    /* An option a line. */
    for (at = text; (line = strsep(&at, "\n"));)
        if (*line)
            sw_out_comment(out, line);
    free(text);
    /* Files that options name, then those that are read. */
    for (size_t i = 0; i < cli->given.n; i++)
        if (cli->given.at[i].arg && strcmp(cli->given.at[i].arg, "-") != 0 && !sw_cli_writes(cli->given.at[i].name)
            && named_each(cli->given.at[i].arg, !strcmp(cli->given.at[i].name, "decide"), put_named,
                          &(struct stamped){ out }, err) != SW_OK)
            return SW_FAIL;
    if (!cli->tool->args)
        return SW_OK;
    for (size_t i = 0; i < cli->n_files; i++)
        if (put_input(out, cli->files[i], true, err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}
