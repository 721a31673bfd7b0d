/* SPDX-License-Identifier: GPL-3.0-or-later */
/* schema_site.c - the partitions and the qualities of service of a Slurm (G12 to G14 of docs/model.md). */
#include "slotwise/sw_trace.h"

/* In the order of enum sw_preempt_mode, without UNSET, which is an empty field. */
static const char *const partition_modes[] = { "off", "cancel", "requeue", NULL };
#define AT(member) offsetof(struct sw_partition_row, member)
static const struct sw_column partition_columns[] = {
    { "partition", SW_TEXT, SW_NEEDED | SW_NOT_EMPTY, AT(partition), "its name" },
    { "nodes", SW_TEXT, 0, AT(nodes), "its nodes, as Slurm lists them: n[1-4,7]; empty or ALL: all" },
    { "tier", SW_COUNT, 0, AT(tier), "PriorityTier (default 1)" },
    { "factor", SW_COUNT, 0, AT(factor), "PriorityJobFactor (default 1)" },
    { "preempt_mode", SW_WORD, 0, AT(preempt_mode), "PreemptMode: off, cancel or requeue (default that of --preempt)",
      partition_modes },
    { "grace_s", SW_TIME, SW_NOT_NEGATIVE, AT(grace_us), "GraceTime (default 0)" },
};
_Static_assert(sizeof partition_columns / sizeof *partition_columns == SW_PARTITION_N_COLUMNS, "one row per column");
static const struct sw_partition_row partition = { .partition = { "", 0 }, .nodes = { "", 0 }, .tier = 1, .factor = 1,
                                                   .preempt_mode = SW_PREEMPT_UNSET };
const struct sw_schema sw_schema_partitions = { "partitions", partition_columns, SW_PARTITION_N_COLUMNS,
                                                sizeof(struct sw_partition_row), &partition };

#undef AT
/* The first word is SW_PREEMPT_OFF, which means that of all in this record. */
static const char *const qos_modes[] = { "cluster", "cancel", "requeue", NULL };
#define AT(member) offsetof(struct sw_qos_row, member)
static const struct sw_column qos_columns[] = {
    { "qos", SW_TEXT, SW_NEEDED | SW_NOT_EMPTY, AT(qos), "its name" },
    { "priority", SW_COUNT, 0, AT(priority), "its Priority (default 0)" },
    { "preempt", SW_TEXT, 0, AT(preempt), "those that its jobs may preempt, with commas between them" },
    { "preempt_mode", SW_WORD, 0, AT(preempt_mode),
      "PreemptMode: cluster (default, that of --preempt), cancel or requeue", qos_modes },
    { "grace_s", SW_TIME, SW_NOT_NEGATIVE, AT(grace_us), "GraceTime (default 0)" },
    { "exempt_s", SW_TIME, SW_NOT_NEGATIVE, AT(exempt_us), "PreemptExemptTime (default that of --preempt)" },
};
_Static_assert(sizeof qos_columns / sizeof *qos_columns == SW_QOS_N_COLUMNS, "one row per column");
static const struct sw_qos_row qos = { .qos = { "", 0 }, .preempt = { "", 0 }, .exempt_us = -1 };
const struct sw_schema sw_schema_qos = { "qos", qos_columns, SW_QOS_N_COLUMNS, sizeof(struct sw_qos_row), &qos };
