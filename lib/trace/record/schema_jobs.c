/* SPDX-License-Identifier: GPL-3.0-or-later */
/* schema_jobs.c - the jobs record: a row a job, task times as means. */
#include "slotwise/sw_trace.h"

#define AT(member) offsetof(struct sw_job_row, member)

static const struct sw_column columns[] = {
    { "job_id", SW_TEXT, SW_NEEDED | SW_NOT_EMPTY, AT(job_id), "unique among the jobs in the system" },
    { "submit_s", SW_TIME, SW_NEEDED | SW_NOT_NEGATIVE, AT(submit_us),
      "seconds since the trace began; empty where after_job is given" },
    { "pool", SW_TEXT, 0, AT(pool), "pool the job runs in (default: default)" },
    { "user", SW_TEXT, 0, AT(user), "who submitted it" },
    { "priority", SW_WORD, 0, AT(priority), "very_high, high, normal (default), low or very_low", sw_priority_words },
    { "weight", SW_REAL, 0, AT(weight), "weight inside its pool, above 0 (default 1)" },
    { "maps", SW_COUNT, SW_NEEDED | SW_NOT_EMPTY, AT(maps), "number of maps" },
    { "map_s", SW_TIME, SW_NEEDED | SW_NOT_NEGATIVE, AT(map_us), "mean time of a map on a node that holds its block" },
    { "map_sigma", SW_REAL, SW_NOT_NEGATIVE, AT(map_sigma),
      "standard deviation of the logarithm of map times (default 0)" },
    { "reduces", SW_COUNT, 0, AT(reduces), "number of reduces (default 0)" },
    { "copy_s", SW_TIME, SW_NOT_NEGATIVE, AT(copy_us), "time a reduce needs to copy its input once all of it exists" },
    { "reduce_s", SW_TIME, SW_NOT_NEGATIVE, AT(reduce_us), "mean time a reduce computes after its copy phase" },
    { "reduce_sigma", SW_REAL, SW_NOT_NEGATIVE, AT(reduce_sigma),
      "standard deviation of the logarithm of reduce times (default 0)" },
    { "input_bytes", SW_COUNT, 0, AT(input_bytes), "bytes the maps read" },
    { "shuffle_bytes", SW_COUNT, 0, AT(shuffle_bytes), "bytes the maps hand to the reduces" },
    { "output_bytes", SW_COUNT, 0, AT(output_bytes), "bytes the job writes" },
    { "input_id", SW_TEXT, 0, AT(input_id), "jobs with the same value read the same file" },
    { "after_job", SW_TEXT, 0, AT(after_job), "job_id of an earlier row; this job is submitted when that one ends" },
    { "think_s", SW_TIME, SW_NOT_NEGATIVE, AT(think_us), "time between the end of after_job and this job's submit" },
    { "wait_node_s", SW_TIME, SW_NOT_NEGATIVE | SW_CARRIED, AT(wait_node_us),
      "W1 of the delay rule wait for this job" },
    { "wait_rack_s", SW_TIME, SW_NOT_NEGATIVE | SW_CARRIED, AT(wait_rack_us), "W2 of it" },
    { "setup_s", SW_TIME, SW_NOT_NEGATIVE | SW_CARRIED, AT(setup_us),
      "time the job takes to prepare before its first tasks, its maps if it has any, can be launched (default 0)" },
    { "job_cpus", SW_COUNT, SW_CARRIED, AT(job_cpus), "cores of the whole job, for --width" },
    { "job_nodes", SW_COUNT, SW_CARRIED, AT(job_nodes), "nodes that it takes at once (default: one for each task)" },
    { "limit_s", SW_TIME, SW_NOT_NEGATIVE | SW_CARRIED, AT(limit_us),
      "its user's estimate of its run time, for --backfill (default: 365 days), --order cput and --admission" },
    { "partition", SW_TEXT, SW_CARRIED, AT(partition), "Slurm's, for --partitions" },
    { "qos", SW_TEXT, SW_CARRIED, AT(qos), "its quality of service, for --qos" },
    { "replication", SW_COUNT, SW_CARRIED, AT(replication),
      "nodes that hold each block of its input (default: as --replication says)" },
    { "task_cpus", SW_COUNT, SW_CARRIED, AT(task_cpus), "CPUs that each of its tasks takes of its node (default 1)" },
    { "task_memory", SW_COUNT, SW_CARRIED, AT(task_memory), "bytes of memory that each of them takes (default 0)" },
};
_Static_assert(sizeof columns / sizeof *columns == SW_JOB_N_COLUMNS, "one row per column number");

/* Texts are empty and counts 0 unless named here. */
static const struct sw_job_row defaults = { .job_id = { "", 0 }, .pool = { "default", 7 }, .user = { "", 0 },
                                            .input_id = { "", 0 }, .after_job = { "", 0 }, .partition = { "", 0 },
                                            .qos = { "", 0 }, .priority = SW_NORMAL, .weight = 1 };
const struct sw_schema sw_schema_jobs = { "jobs", columns, SW_JOB_N_COLUMNS, sizeof(struct sw_job_row), &defaults };
