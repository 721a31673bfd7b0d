/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sides.h - what goes along with a trace: the topology with its racks, the cluster it ran on, the renaming of
 * --anonymize. */
#ifndef SLOTWISE_TOOLS_TRACE_SIDES_H
#define SLOTWISE_TOOLS_TRACE_SIDES_H
#include "lib/cli/sw_cli.h"
#include "lib/trace/config/sw_config.h"
#include "lib/trace/import/sw_importer.h"
#include "slotwise/sw_import.h"

enum { KEY_TOPOLOGY = 2000, KEY_CLUSTER_OUT, KEY_MAP_SLOTS, KEY_REDUCE_SLOTS, KEY_SLOTS, KEY_EXECUTORS,
       KEY_PLACEMENT, KEY_ANONYMIZE };
#define SIDES_OPTIONS \
    { 0, 0, 0, 0, "What goes along with the trace:", 0 }, \
    { "topology", KEY_TOPOLOGY, "FILE", 0, \
      "racks of the nodes, from a Rumen topology or the nodes file of YARN's load simulator", 0 }, \
    { "cluster-out", KEY_CLUSTER_OUT, "FILE", 0, \
      "also write the nodes of topology and trace to FILE, as a cluster CSV or, with --record sls, as a nodes file", \
      0 }, \
    { "map-slots", KEY_MAP_SLOTS, "COUNT", 0, \
      "with --cluster-out: map slots of each node where the trace does not tell (default 2)", 0 }, \
    { "reduce-slots", KEY_REDUCE_SLOTS, "COUNT", 0, \
      "with --cluster-out: reduce slots of each node where the trace does not tell (default 2)", 0 }, \
    { "slots-per-node", KEY_SLOTS, "COUNT", 0, \
      "with --cluster-out: slots of each node for tasks of any kind, instead of map and reduce slots", 0 }, \
    { "executors", KEY_EXECUTORS, 0, 0, \
      "of a Spark log: nodes are executors, HOST/ID, also those of --cluster-out, for slot-replay --offers", 0 }, \
    { "placement-rules", KEY_PLACEMENT, "FILE", 0, \
      "jobs go into the queues that the placement rules of this file of YARN give their users", 0 }, \
    { "anonymize", KEY_ANONYMIZE, "KEY", 0, \
      "replace the names of jobs, users, pools, inputs, nodes and racks; the same KEY gives the same names", 0 }

struct sides {
    const char *topology, *cluster_out, *placement, *key;
    struct sw_config *places;
    struct sw_slots_given slots;
    bool slots_given, executors;
    struct sw_hosts *hosts;
    struct sw_rename *rename;
};
#define SIDES_DEFAULT { .slots = { .map_slots = 2, .reduce_slots = 2 } }

bool sides_has(int key);
int sides_option(struct sides *s, int key, const char *arg, struct sw_err *err);
/* Reads topology and placement rules, and lends them, hosts and renaming to `in`. */
int sides_prepare(struct sides *s, struct sw_trace_input *in, struct sw_err *err);
/* Called after the last job: writes the cluster if it was asked for. */
int sides_finish(const struct sides *s, const struct sw_cli *cli, struct sw_trace *t, bool as_sls, struct sw_err *err);
void sides_clear(struct sides *s);

#endif
