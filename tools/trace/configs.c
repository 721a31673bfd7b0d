/* SPDX-License-Identifier: GPL-3.0-or-later */
/* configs.c - configuration files of schedulers instead of a trace. lib/trace/config reads them and says what it
 * makes of each key; here the record is written and its notes are told. */
#include "tools/trace/parts.h"

const char *const configs_formats[] = { "fair-scheduler", "spark-fairscheduler", "capacity-scheduler", "site",
    "spark-defaults", NULL };

/* A site file, capacity-scheduler.xml and spark-defaults.conf are all properties. */
void configs_set_from(struct configs *g, size_t place)
{
    static const enum sw_config_dialect dialects[] = { SW_CONFIG_HADOOP, SW_CONFIG_SPARK, SW_CONFIG_PROPERTIES,
                                                SW_CONFIG_PROPERTIES, SW_CONFIG_PROPERTIES };
    g->from = true;
    g->dialect = dialects[place];
}

static int configs_put(bool to_options, const struct sw_cli *cli, struct sw_config *c,
                       const struct sw_rename *rename, struct sw_err *err)
{
    struct sw_out *out;
    if (sw_cli_open(cli, &out, cli->output, err) != SW_OK)
        return SW_FAIL;
    int status = to_options ? sw_config_put_options(c, out, err) : sw_config_put_pools(c, rename, out, err);
    if (status == SW_OK) {
        /* Unknown keys may be misspelt, so they come before known keys without a counterpart. */
        size_t n_unknown = 0;
        for (size_t i = 0; i < sw_config_n_notes(c); i++) {
            struct sw_config_note note = sw_config_note(c, i);
            bool unknown = note.kind == SW_CONFIG_UNKNOWN || note.kind == SW_CONFIG_MISSPELT;
            /* --strict fails with the first such key, after all were told. */
            if (unknown && cli->strict && n_unknown == 0)
                sw_err_set(err, "%s", note.text);
            else
                sw_cli_warn(cli, "%s", note.text);
            n_unknown += unknown;
        }
        status = cli->strict && n_unknown > 0 ? SW_FAIL : SW_OK;
    }
    return sw_out_end(out, status, err);
}

/* Several files are one configuration: a site file beside the scheduler's. */
int configs_run(const struct configs *g, bool to_options, const struct sw_cli *cli, const char *key,
                struct sw_err *err)
{
    struct sw_config *c = NULL;
    struct sw_rename *rename = NULL;
    int status = sw_config_new(&c, &g->rules, err);
    if (status == SW_OK && key)
        status = sw_rename_new(&rename, key, err);
    for (size_t i = 0; status == SW_OK && cli->files[i]; i++)
        status = sw_config_read(c, cli->files[i], g->dialect, err);
    if (status == SW_OK)
        status = configs_put(to_options, cli, c, rename, err);
    sw_config_free(c);
    sw_rename_free(rename);
    return status;
}
