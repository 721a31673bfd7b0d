/* SPDX-License-Identifier: GPL-3.0-or-later */
/* schema_tasks.c - the tasks record: a row a task (or, in a recorded trace, an attempt). Columns of the job, of its
 * stage and of the task stand in one row; the stream compares those of later rows. */
#include "slotwise/sw_trace.h"

#define AT(member) offsetof(struct sw_task_row, member)

static const struct sw_column columns[] = {
    { "job_id", SW_TEXT, SW_NEEDED | SW_NOT_EMPTY, AT(job_id), "the rows of a job stand together" },
    { "submit_s", SW_TIME, SW_NEEDED | SW_NOT_NEGATIVE, AT(submit_us),
      "when the job was submitted; empty where after_job is given" },
    { "pool", SW_TEXT, 0, AT(pool), "pool the job runs in (default: default)" },
    { "user", SW_TEXT, 0, AT(user), "who submitted it" },
    { "priority", SW_WORD, 0, AT(priority), "very_high, high, normal (default), low or very_low", sw_priority_words },
    { "weight", SW_REAL, 0, AT(weight), "weight of the job inside its pool, above 0 (default 1)" },
    { "stage", SW_COUNT, 0, AT(stage), "number of the task's stage in its job (default 0)" },
    { "parents", SW_TEXT, 0, AT(parents), "stages that this one waits for: 0|1" },
    { "kind", SW_WORD, 0, AT(kind), "map, reduce or task (default)", sw_kind_words },
    { "task_id", SW_TEXT, 0, AT(task_id), "unique within the stage (default: counted from 0)" },
    { "duration_s", SW_TIME, SW_NOT_NEGATIVE, AT(duration_us),
      "time on a node that holds its input, or at the level of locality where that is given; of a reduce after its "
      "copy phase; empty: finish_s - launch_s" },
    { "copy_s", SW_TIME, SW_NOT_NEGATIVE, AT(copy_us), "time a reduce needs to copy its input once all of it exists" },
    { "input_bytes", SW_COUNT, 0, AT(input_bytes), "bytes the task reads" },
    { "hosts", SW_TEXT, 0, AT(hosts), "preferred nodes: n3|n17|n42" },
    { "after_job", SW_TEXT, 0, AT(after_job), "job_id of an earlier job; this one is submitted when that one ends" },
    { "think_s", SW_TIME, SW_NOT_NEGATIVE, AT(think_us), "time between the end of after_job and this job's submit" },
    { "node", SW_TEXT, 0, AT(node), "recorded: where the attempt ran" },
    { "rack", SW_TEXT, 0, AT(rack), "recorded: the rack of that node" },
    { "locality", SW_WORD, 0, AT(locality), "recorded: node, rack, any, none (no preference) or process",
      sw_locality_words },
    { "launch_s", SW_TIME, SW_NOT_NEGATIVE, AT(launch_us), "recorded: when the attempt began" },
    { "finish_s", SW_TIME, SW_NOT_NEGATIVE, AT(finish_us), "recorded: when it ended" },
    { "outcome", SW_WORD, 0, AT(outcome),
      "recorded: done, killed, failed, superseded, evicted, lost, running or suspended",
      sw_outcome_words },
    { "wait_node_s", SW_TIME, SW_NOT_NEGATIVE | SW_CARRIED, AT(wait_node_us),
      "W1 of the delay rule wait for this job" },
    { "wait_rack_s", SW_TIME, SW_NOT_NEGATIVE | SW_CARRIED, AT(wait_rack_us), "W2 of it" },
    { "setup_s", SW_TIME, SW_NOT_NEGATIVE, AT(setup_us),
      "time the stage takes to prepare, once its parents are done, before a task can be launched (default 0)" },
    { "job_cpus", SW_COUNT, SW_CARRIED, AT(job_cpus), "cores of the whole job, for --width" },
    { "job_nodes", SW_COUNT, SW_CARRIED, AT(job_nodes), "nodes that it takes at once (default: one for each task)" },
    { "limit_s", SW_TIME, SW_NOT_NEGATIVE | SW_CARRIED, AT(limit_us),
      "its user's estimate of its run time, for --backfill (default: 365 days), --order cput and --admission" },
    { "partition", SW_TEXT, SW_CARRIED, AT(partition), "Slurm's, for --partitions" },
    { "qos", SW_TEXT, SW_CARRIED, AT(qos), "its quality of service, for --qos" },
    { "task_cpus", SW_COUNT, SW_CARRIED, AT(task_cpus), "CPUs that each of its tasks takes of its node (default 1)" },
    { "task_memory", SW_COUNT, SW_CARRIED, AT(task_memory), "bytes of memory that each of them takes (default 0)" },
    { "replication", SW_COUNT, SW_CARRIED, AT(replication),
      "nodes that hold each block of its job's input, where these are drawn (default: as --replication says)" },
};
_Static_assert(sizeof columns / sizeof *columns == SW_TASK_N_COLUMNS, "one row per column number");

static const struct sw_task_row defaults = { .job_id = { "", 0 }, .pool = { "default", 7 }, .user = { "", 0 },
                                             .parents = { "", 0 }, .task_id = { "", 0 }, .hosts = { "", 0 },
                                             .after_job = { "", 0 }, .node = { "", 0 }, .rack = { "", 0 },
                                             .partition = { "", 0 }, .qos = { "", 0 }, .priority = SW_NORMAL,
                                             .weight = 1, .kind = SW_TASK };
const struct sw_schema sw_schema_tasks = { "tasks", columns, SW_TASK_N_COLUMNS, sizeof(struct sw_task_row), &defaults };
