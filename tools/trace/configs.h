/* SPDX-License-Identifier: GPL-3.0-or-later */
/* configs.h - configuration files of schedulers instead of a trace: --record pools, --record options. */
#ifndef SLOTWISE_TOOLS_TRACE_CONFIGS_H
#define SLOTWISE_TOOLS_TRACE_CONFIGS_H
#include "lib/cli/sw_cli.h"
#include "lib/trace/config/sw_config.h"

enum { KEY_SLOT_MEMORY = 2100, KEY_TOTAL_SLOTS, KEY_RESOURCE };
#define CONFIGS_OPTIONS \
    { 0, 0, 0, 0, "Configuration files, with --record=pools and --record=options:", 0 }, \
    { "slot-memory", KEY_SLOT_MEMORY, "SIZE", 0, \
      "memory of a container: YARN's resources become slots of SIZE and one core (default 1G)", 0 }, \
    { "total-slots", KEY_TOTAL_SLOTS, "COUNT", 0, "slots of the cluster, for settings in per cent of it", 0 }, \
    { "resource", KEY_RESOURCE, "NAME[:UNIT]", 0, \
      "of objects of Kubernetes, what a slot is: nvidia.com/gpu, cpu:500m, memory:4Gi (default: the only one)", 0 }

struct configs {
    bool from, to_pools, to_options; /* from: --from named a kind of configuration file */
    enum sw_config_dialect dialect;
    struct sw_config_rules rules;
};
#define CONFIGS_DEFAULT { .rules = SW_CONFIG_RULES_DEFAULT }
extern const char *const configs_formats[]; /* the words of --from, NULL-terminated */

bool configs_has(int key);
int configs_option(struct configs *g, int key, const char *arg, struct sw_err *err);
void configs_set_from(struct configs *g, size_t place); /* place of a format in configs_formats */
bool configs_wanted(const struct configs *g);
int configs_run(const struct configs *g, const struct sw_cli *cli, const char *key, struct sw_err *err);

#endif
