/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settled.c - what presets, logs, defaults and options come to, one option a line, for --print-options and --stamp.
 *
 * An option without effect beside the others is not in force and is left out. So nothing warns of it when it is read
 * back. */
#include "tools/replay/replay.h"
#include <string.h>

/* A flag has no value, and stands where it is on. */
static void put_settled_option(const struct option_row *row, const void *of, FILE *to)
{
    fprintf(to, row->type == OPTION_FLAG ? "--%s" : "--%s=", row->name);
    if (row->type != OPTION_FLAG)
        value_put(row, of, to);
    putc('\n', to);
}

/* Nodes of --nodes, with slots of one kind or of two. */
static void put_cluster(const struct option_case *c, FILE *to)
{
    struct config at = *(const struct config *)c->run;
    /* --racks has no value until it is given, and a cluster of --nodes has one rack. */
    at.racks = at.racks ? at.racks : 1;
    for (const struct option_row *row = options_run; !at.cluster_file && !at.log && row->name; row++)
        if (row->group == OPTION_CLUSTER && row->flags & OPTION_SETTLED && !(row->idle && row->idle(c)))
            put_settled_option(row, &at, to);
}

/* ---- what was given and has nothing to be settled --------------------------------------------- */

/* Options of lib/cli that change the rows stand there, too. With a log the nodes are not settled, so options of the
 * cluster stand as they were given. */
static bool is_as_given(const struct sw_cli *cli, const char *name)
{
    static const char *const common[] = { "label", "format", "digits", "rejects", "max-bad" };
    const struct option_row *row = value_row(options_run, name);
    if (row)
        return ((const struct config *)cli->config)->log || !(row->flags & OPTION_SETTLED);
    row = value_row(options_table, name);
    if (row)
        return row->flags & OPTION_AS_GIVEN;
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (!strcmp(common[i], name))
            return true;
    return false;
}

/* Options of the replay are printed by their values, so that what a preset set is there without the preset. */
int settled_put(const struct sw_cli *cli, FILE *to, struct sw_err *err)
{
    const struct config *cfg = cli->config;
    struct sw_cluster *cl;
    if (setup_cluster(cfg, &cl, err) != SW_OK)
        return SW_FAIL;
    const struct option_case c = { .opt = &cfg->opt, .cl = cl, .pools = cfg->pools_file, .run = cfg };
    put_cluster(&c, to);
    for (const struct option_row *row = options_table; row->name; row++)
        if (!(row->flags & OPTION_AS_GIVEN) && value_is_said(row, &c))
            put_settled_option(row, &cfg->opt, to);
    sw_cluster_free(cl);
    return sw_cli_put_given(cli, is_as_given, to, err);
}
