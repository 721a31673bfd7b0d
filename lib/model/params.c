/* SPDX-License-Identifier: GPL-3.0-or-later */
/* params.c - the parameters of the formulas: one row each, for options, columns and limits alike. */
#include <math.h>
#include "lib/model/sw_formulas.h"

#define SW_MANY 1e9         /* nodes, slots, replicas */
#define SW_LONG 9e12        /* seconds */
#define SW_TASKS_MOST 1e8   /* the sums walk over the tasks */
#define SW_SKIPS_MOST 1e15

/* By enumerator: option, arg, column, summary, unit, the limits and the default (NAN: none). */
const struct sw_param_row sw_params[SW_P_COUNT] = {
    [SW_P_NODES] = { "nodes", "M", "nodes", "nodes in the cluster", SW_PARAM_COUNT, 1, SW_MANY, NAN },
    [SW_P_RACKS] = { "racks", "COUNT", "racks", "racks (default: 20 nodes in each)", SW_PARAM_COUNT, 1, SW_MANY, NAN },
    [SW_P_SLOTS_PER_NODE] = { "slots-per-node", "L", "slots_per_node", "slots of a node", SW_PARAM_COUNT, 1,
                              SW_MANY, NAN },
    [SW_P_REPLICATION] = { "replication", "R", "replication", "replicas of a block (default 3)", SW_PARAM_COUNT,
                           1, SW_MANY, 3 },
    [SW_P_TASKS] = { "tasks", "N", "tasks", "tasks of the job", SW_PARAM_COUNT, 1, SW_TASKS_MOST, NAN },
    [SW_P_SKIPS] = { "skips", "D", "skips", "skips allowed; 0.23x stands for 0.23 times the nodes, rounded up",
                     SW_PARAM_SKIPS, 0, SW_SKIPS_MOST, NAN },
    [SW_P_LOCALITY] = { "locality", "SHARE", "share_node_wanted", "share of local tasks wanted, 95% or 0.95",
                        SW_PARAM_FRACTION, 0, 1, NAN },
    [SW_P_SHARE] = { "share", "F", "share", "the job's share of the slots, 10% or 0.1", SW_PARAM_FRACTION, 0, 1, NAN },
    [SW_P_JOBS] = { "jobs", "COUNT", "jobs", "number of jobs of equal share, instead of --share", SW_PARAM_COUNT, 1,
                    SW_MANY, NAN },
    [SW_P_SHARE_SLOTS] = { "share", "F", "share_slots", "the job's share, in slots", SW_PARAM_REAL, 0,
                           SW_MANY * SW_MANY, NAN },
    [SW_P_LONG_FRACTION] = { "long-fraction", "SHARE", "long_fraction", "share of the slots held by long tasks",
                             SW_PARAM_FRACTION, 0, 1, NAN },
    [SW_P_REMOTE_COST] = { "remote-cost", "TIME", "remote_cost_s", "extra time of a remote task",
                           SW_PARAM_SECONDS, 0, SW_LONG, NAN },
    [SW_P_GAP] = { "gap", "TIME", "gap_s", "mean time between local offers", SW_PARAM_SECONDS, 1e-6, SW_LONG, NAN },
    [SW_P_WAIT] = { "wait", "TIME", "wait_s", "longest wait", SW_PARAM_SECONDS, 0, SW_LONG, NAN },
    [SW_P_TASK_TIME] = { "task-time", "TIME", "task_time_s", "mean task length", SW_PARAM_SECONDS, 1e-6, SW_LONG, NAN },
    [SW_P_RELEASE_RATE] = { "release-rate", "RATE", "releases_per_s", "slots released in a second", SW_PARAM_REAL, 1e-9,
                            SW_MANY * SW_MANY, NAN },
    [SW_P_SLOTS] = { "total-slots", "S", "slots", "slots of the cluster", SW_PARAM_COUNT, 1, SW_MANY * SW_MANY, NAN },
};
