/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sides.h - what goes along with a trace: the topology with its racks, the cluster it ran on, the renaming of
 * --anonymize. */
#ifndef SLOTWISE_TOOLS_TRACE_SIDES_H
#define SLOTWISE_TOOLS_TRACE_SIDES_H
#include "lib/cli/sw_cli.h"
#include "lib/trace/config/sw_config.h"
#include "lib/trace/import/sw_importer.h"
#include "slotwise/sw_import.h"

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

#endif
