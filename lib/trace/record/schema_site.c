/* SPDX-License-Identifier: GPL-3.0-or-later */
/* schema_site.c - the partitions and the qualities of service of a Slurm (G12, G13 of docs/model.md). */
#include "slotwise/sw_trace.h"

#define AT(member) offsetof(struct sw_partition_row, member)
static const struct sw_column partition_columns[] = {
    { "partition", SW_TEXT, SW_NEEDED | SW_NOT_EMPTY, AT(partition), "its name" },
    { "nodes", SW_TEXT, 0, AT(nodes), "its nodes, as Slurm lists them: n[1-4,7]; empty or ALL: all" },
    { "tier", SW_COUNT, 0, AT(tier), "PriorityTier (default 1)" },
    { "factor", SW_COUNT, 0, AT(factor), "PriorityJobFactor (default 1)" },
};
_Static_assert(sizeof partition_columns / sizeof *partition_columns == SW_PARTITION_N_COLUMNS, "one row per column");
static const struct sw_partition_row partition = { .partition = { "", 0 }, .nodes = { "", 0 }, .tier = 1, .factor = 1 };
const struct sw_schema sw_schema_partitions = { "partitions", partition_columns, SW_PARTITION_N_COLUMNS,
                                                sizeof(struct sw_partition_row), &partition };

#undef AT
#define AT(member) offsetof(struct sw_qos_row, member)
static const struct sw_column qos_columns[] = {
    { "qos", SW_TEXT, SW_NEEDED | SW_NOT_EMPTY, AT(qos), "its name" },
    { "priority", SW_COUNT, 0, AT(priority), "its Priority (default 0)" },
};
_Static_assert(sizeof qos_columns / sizeof *qos_columns == SW_QOS_N_COLUMNS, "one row per column");
static const struct sw_qos_row qos = { .qos = { "", 0 } };
const struct sw_schema sw_schema_qos = { "qos", qos_columns, SW_QOS_N_COLUMNS, sizeof(struct sw_qos_row), &qos };
