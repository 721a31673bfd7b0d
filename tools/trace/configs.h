/* SPDX-License-Identifier: GPL-3.0-or-later */
/* configs.h - configuration files of schedulers instead of a trace: --record pools, --record options. */
#ifndef SLOTWISE_TOOLS_TRACE_CONFIGS_H
#define SLOTWISE_TOOLS_TRACE_CONFIGS_H
#include "lib/cli/sw_cli.h"
#include "lib/trace/config/sw_config.h"

struct configs {
    bool from;                       /* --from named a kind of configuration file */
    enum sw_config_dialect dialect;
    struct sw_config_rules rules;
};
#define CONFIGS_DEFAULT { .rules = SW_CONFIG_RULES_DEFAULT }
extern const char *const configs_formats[]; /* the words of --from, NULL-terminated */

void configs_set_from(struct configs *g, size_t place); /* place of a format in configs_formats */
int configs_run(const struct configs *g, bool to_options, const struct sw_cli *cli, const char *key,
                struct sw_err *err);

#endif
