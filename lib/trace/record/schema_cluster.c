/* SPDX-License-Identifier: GPL-3.0-or-later */
/* schema_cluster.c - the cluster record: nodes, racks and slots, and the times between which they hold. One kind of
 * slot or two: a file has slots, or map_slots and reduce_slots. */
#include "slotwise/sw_trace.h"

#define AT(member) offsetof(struct sw_node_row, member)

static const char *const leaves_words[] = { "lost", "idle", NULL };

static const struct sw_column columns[] = {
    { "node", SW_TEXT, SW_NEEDED | SW_NOT_EMPTY, AT(node), "name of the node" },
    { "rack", SW_TEXT, 0, AT(rack), "name of its rack" },
    { "map_slots", SW_COUNT, 0, AT(map_slots), "tasks of kind map it runs at once" },
    { "reduce_slots", SW_COUNT, 0, AT(reduce_slots), "tasks of kind reduce it runs at once" },
    { "slots", SW_COUNT, 0, AT(slots), "tasks it runs at once, where there is one kind of slot" },
    { "speed", SW_REAL, SW_NOT_NEGATIVE, AT(speed), "task times are divided by it (default 1)" },
    { "disk_bytes", SW_COUNT, 0, AT(disk_bytes), "room for map output (default: that of --disk, or no limit)" },
    { "from_s", SW_TIME, SW_NOT_NEGATIVE, AT(from_us), "the row holds from this time (default 0)" },
    { "to_s", SW_TIME, SW_NOT_NEGATIVE, AT(to_us), "and until just before this one (default: for ever)" },
    { "leaves", SW_WORD, 0, AT(leaves),
      "what becomes of the slots then: lost (default), or idle: they go once they are free and no work waits",
      leaves_words },
    { "host", SW_TEXT, 0, AT(host),
      "host that the node stands on, with --offers spark-RELEASE, --host-cores or --network (default: that of its own "
      "name)" },
    { "cpus", SW_COUNT, 0, AT(cpus), "CPUs that its tasks may take (default: that of --node-cpus, or no limit)" },
    { "memory", SW_COUNT, 0, AT(memory),
      "bytes of memory that they may take (default: that of --node-memory, or no limit)" },
};
_Static_assert(sizeof columns / sizeof *columns == SW_NODE_N_COLUMNS, "one row per column number");

static const struct sw_node_row defaults = { .node = { "", 0 }, .rack = { "", 0 }, .host = { "", 0 }, .speed = 1,
    /* A limit that is not given is the greatest number, so that comparisons need no case of their own. */
    .disk_bytes = UINT64_MAX, .cpus = UINT64_MAX, .memory = UINT64_MAX, .to_us = SW_TIME_MAX };
const struct sw_schema sw_schema_cluster = { "cluster", columns, SW_NODE_N_COLUMNS, sizeof(struct sw_node_row),
    &defaults };
