/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parts.h - the parts of slot-trace beside the trace itself. */
#ifndef SLOTWISE_TOOLS_TRACE_PARTS_H
#define SLOTWISE_TOOLS_TRACE_PARTS_H
#include "lib/cli/sw_cli.h"
#include "lib/trace/config/sw_config.h"
#include "lib/trace/import/sw_importer.h"
#include "slotwise/sw_import.h"

/* ---- sides.c ---------------------------------------------------------------------------------------------- */
/* What goes along with a trace: the topology with its racks, the cluster it ran on, the renaming of --anonymize. */
struct sides {
    const char *topology, *cluster_out, *placement, *key;
    struct sw_config *places;
    struct sw_slots_given slots;
    bool slots_given, executors;
    struct sw_hosts *hosts;
    struct sw_rename *rename;
};
#define SIDES_DEFAULT { .slots = { .map_slots = 2, .reduce_slots = 2 } }

/* Reads topology and placement rules, and lends them, hosts and renaming to `in`. */
int sides_prepare(struct sides *s, struct sw_trace_input *in, struct sw_err *err);
/* Called after the last job: writes the cluster if it was asked for. */
int sides_finish(const struct sides *s, const struct sw_cli *cli, struct sw_trace *t, bool as_sls, struct sw_err *err);
void sides_clear(struct sides *s);

/* ---- configs.c -------------------------------------------------------------------------------------------- */
/* Configuration files of schedulers instead of a trace: --record pools, --record options. */
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
