/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settled.c - what presets, logs, defaults and options come to, one option a line, for --print-options and --stamp.
 *
 * An option without effect beside the others is not in force and is left out. So nothing warns of it when it is read
 * back. */
#include "tools/replay/replay.h"
#include <inttypes.h>
#include <string.h>

static void put_count(FILE *to, const char *name, uint64_t n)
{
    fprintf(to, "--%s=%" PRIu64 "\n", name, n);
}

static void put_cluster(const struct config *cfg, FILE *to)
{
    if (cfg->cluster_file || cfg->log)
        return;
    put_count(to, "nodes", cfg->nodes);
    put_count(to, "racks", cfg->racks ? cfg->racks : 1);
    if (cfg->slots_given) {
        put_count(to, "slots-per-node", cfg->slots);
        return;
    }
    put_count(to, "map-slots", cfg->map_slots);
    put_count(to, "reduce-slots", cfg->reduce_slots);
}

static void put_replay(const struct option_case *c, FILE *to)
{
    for (const struct option_row *row = options_table; row->name; row++) {
        if (row->flags & OPTION_AS_GIVEN || !value_is_said(row, c))
            continue;
        fprintf(to, row->type == OPTION_FLAG ? "--%s" : "--%s=", row->name);
        if (row->type != OPTION_FLAG)
            value_put(row, c->opt, to);
        putc('\n', to);
    }
}

/* ---- what was given and has nothing to be settled --------------------------------------------- */

static bool is_as_given(const struct config *cfg, const char *name)
{
    static const char *const common[] = { "label", "format", "digits", "rejects", "max-bad" };
    const struct option_row *row = value_row(options_run, name);
    if (row)
        return cfg->log || !(row->flags & OPTION_SETTLED);
    row = value_row(options_table, name);
    if (row)
        return row->flags & OPTION_AS_GIVEN;
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (!strcmp(common[i], name))
            return true;
    return false;
}

static int put_given(const struct config *cfg, const struct sw_given *g, FILE *to, struct sw_err *err)
{
    for (size_t i = 0; i < g->n; i++) {
        if (!is_as_given(cfg, g->at[i].name))
            continue;
        if (g->at[i].arg && strpbrk(g->at[i].arg, "\r\n"))
            return sw_err_set(err, "--%s: a value of several lines cannot stand in a file of options", g->at[i].name);
        sw_cli_put_option(to, g->at[i].name, g->at[i].arg);
    }
    return SW_OK;
}

int settled_put(const struct sw_cli *cli, FILE *to, struct sw_err *err)
{
    const struct config *cfg = cli->config;
    struct sw_cluster *cl;
    if (setup_cluster(cfg, &cl, err) != SW_OK)
        return SW_FAIL;
    put_cluster(cfg, to);
    put_replay(&(struct option_case){ .opt = &cfg->opt, .cl = cl, .pools = cfg->pools_file }, to);
    sw_cluster_free(cl);
    return put_given(cfg, &cli->given, to, err);
}
