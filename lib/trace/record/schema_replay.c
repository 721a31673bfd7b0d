/* SPDX-License-Identifier: GPL-3.0-or-later */
/* schema_replay.c - the columns of the records that slot-replay writes. They have no record in memory
 * (record_size 0, so sw_csv_bind() is not for them): writers and slotwise-csv(5) walk the names. The order here is
 * the order in which they are written. */
#include "slotwise/sw_trace.h"

#define N(array) (sizeof array / sizeof *array)
#define SCHEMA(id, text, array) const struct sw_schema sw_schema_##id = { text, array, N(array), 0, NULL }

static const struct sw_column results[] = {
    { "job_id", SW_TEXT, 0, 0, "as in the trace" },
    { "pool", SW_TEXT, 0, 0, "the pool it ran in" },
    { "user", SW_TEXT, 0, 0, "as in the trace" },
    { "submit_s", SW_TIME, 0, 0, "when it was submitted" },
    { "first_launch_s", SW_TIME, 0, 0, "when its first task was launched" },
    { "finish_s", SW_TIME, 0, 0, "when it ended" },
    { "response_s", SW_TIME, 0, 0, "finish_s - submit_s" },
    { "alone_s", SW_TIME, 0, 0, "its response alone on the idle cluster" },
    { "slowdown", SW_REAL, 0, 0, "response_s / alone_s" },
    { "maps", SW_COUNT, 0, 0, "its maps" },
    { "reduces", SW_COUNT, 0, 0, "its reduces" },
    { "map_tasks_run", SW_COUNT, 0, 0, "attempts at its maps" },
    { "node_local", SW_COUNT, 0, 0, "maps that finished on a node that holds their block" },
    { "rack_local", SW_COUNT, 0, 0, "maps that finished in a rack that holds it" },
    { "off_rack", SW_COUNT, 0, 0, "maps that finished elsewhere" },
    { "no_preference", SW_COUNT, 0, 0, "maps that have no preferred node" },
    { "killed", SW_COUNT, 0, 0, "attempts killed to make room" },
    { "speculated", SW_COUNT, 0, 0, "speculative copies launched" },
    { "wasted_s", SW_TIME, 0, 0, "slot time of attempts that did not count" },
    { "waited_s", SW_TIME, 0, 0, "time it passed over slots for the sake of locality" },
    { "outcome", SW_WORD, 0, 0, "done, failed or running", sw_outcome_words },
};
static const struct sw_column attempts[] = {
    { "job_id", SW_TEXT, 0, 0, "as in the trace" },
    { "pool", SW_TEXT, 0, 0, "the pool it ran in" },
    { "stage", SW_COUNT, 0, 0, "number of the stage" },
    { "task_id", SW_TEXT, 0, 0, "task within the stage" },
    { "attempt", SW_COUNT, 0, 0, "0 for the first attempt at the task" },
    { "kind", SW_WORD, 0, 0, "map, reduce or task", sw_kind_words },
    { "node", SW_TEXT, 0, 0, "where it ran" },
    { "rack", SW_TEXT, 0, 0, "the rack of that node" },
    { "locality", SW_WORD, 0, 0, "node, rack, any, none (no preference) or process", sw_locality_words },
    { "ready_s", SW_TIME, 0, 0, "when the task could first have been launched" },
    { "launch_s", SW_TIME, 0, 0, "when the attempt began" },
    { "compute_s", SW_TIME, 0, 0, "when a reduce began to compute" },
    { "finish_s", SW_TIME, 0, 0, "when the attempt ended; empty while running" },
    { "outcome", SW_WORD, 0, 0, "done, killed, failed, superseded, evicted, lost, running or suspended",
      sw_outcome_words },
    { "killed_for", SW_TEXT, 0, 0, "the pool that its slot was taken for" },
};
static const struct sw_column timeline[] = {
    { "time_s", SW_TIME, 0, 0, "the instant the row describes" },
    { "pool", SW_TEXT, 0, 0, "the pool it describes" },
    { "running_maps", SW_COUNT, 0, 0, "map slots held" },
    { "running_reduces", SW_COUNT, 0, 0, "reduce slots held" },
    { "pending_maps", SW_COUNT, 0, 0, "maps that wait for a slot" },
    { "pending_reduces", SW_COUNT, 0, 0, "reduces that wait for a slot" },
    { "fair_share_maps", SW_REAL, 0, 0, "its share of map slots by present demand" },
    { "steady_share_maps", SW_REAL, 0, 0, "its share of map slots if every pool wanted all" },
    { "copying_reduces", SW_COUNT, 0, 0, "reduces in their copy phase" },
    { "intermediate_bytes", SW_COUNT, 0, 0, "map output kept for reduces" },
};
static const struct sw_column timeline_slots[] = {
    { "time_s", SW_TIME, 0, 0, "the instant the row describes" },
    { "pool", SW_TEXT, 0, 0, "the pool it describes" },
    { "running", SW_COUNT, 0, 0, "slots held" },
    { "pending", SW_COUNT, 0, 0, "tasks that wait for a slot" },
    { "fair_share", SW_REAL, 0, 0, "its share of slots by present demand" },
    { "steady_share", SW_REAL, 0, 0, "its share of slots if every pool wanted all" },
    { "copying_reduces", SW_COUNT, 0, 0, "reduces in their copy phase" },
    { "intermediate_bytes", SW_COUNT, 0, 0, "map output kept for reduces" },
};
static const struct sw_column decisions[] = {
    { "time_s", SW_TIME, 0, 0, "when it was decided" },
    { "node", SW_TEXT, 0, 0,
      "whose slot was offered, or where the task ran that is killed; empty: none in particular" },
    { "job_id", SW_TEXT, 0, 0, "the job it is about" },
    { "action", SW_TEXT, 0, 0, "launch, skip, no-task, at-limit, kill, evict or speculate" },
    { "reason", SW_TEXT, 0, 0, "why, in a sentence" },
    { "level", SW_COUNT, 0, 0, "how far its wait allowed it to go: 0 node, 1 rack, 2 any" },
    { "wait_s", SW_TIME, 0, 0, "time since it was first passed by after its last launch" },
    { "locality", SW_WORD, 0, 0,
      "of the launch, or of what is killed: node, rack, any, none or process", sw_locality_words },
};
static const struct sw_column summary[] = {
    { "jobs", SW_COUNT, 0, 0, "jobs that ended" },
    { "tasks", SW_COUNT, 0, 0, "tasks that finished" },
    { "makespan_s", SW_TIME, 0, 0, "from the first submit to the last finish" },
    { "mean_response_s", SW_REAL, 0, 0, "mean of response_s" },
    { "p50_response_s", SW_REAL, 0, 0, "its median" },
    { "p95_response_s", SW_REAL, 0, 0, "its 95th percentile" },
    { "p99_response_s", SW_REAL, 0, 0, "its 99th percentile" },
    { "mean_slowdown", SW_REAL, 0, 0, "mean of slowdown" },
    { "max_slowdown", SW_REAL, 0, 0, "its maximum" },
    { "share_node", SW_REAL, 0, 0, "of the maps with preferred hosts, the share on one of them" },
    { "share_rack", SW_REAL, 0, 0, "of the same maps, the share in the rack of one" },
    { "share_any", SW_REAL, 0, 0, "of the same maps, the share elsewhere" },
    { "throughput_jobs_per_h", SW_REAL, 0, 0, "jobs / makespan_s" },
    { "utilization_maps", SW_REAL, 0, 0, "map slot time used / map slot time there was" },
    { "utilization_reduces", SW_REAL, 0, 0, "the same of reduce slots" },
    { "killed", SW_COUNT, 0, 0, "attempts killed to make room" },
    { "speculated", SW_COUNT, 0, 0, "speculative copies launched" },
    { "wasted_s", SW_TIME, 0, 0, "slot time of attempts that did not count" },
    { "peak_intermediate_bytes", SW_COUNT, 0, 0, "most map output kept at once" },
    { "jain_fairness", SW_REAL, 0, 0, "Jain's index of the jobs' slowdowns" },
    { "events", SW_COUNT, 0, 0, "events of the replay" },
    { "sim_tasks_per_s", SW_REAL, 0, 0, "tasks replayed per second of this machine (--timing)" },
    { "offered_load", SW_REAL, 0, 0, "slot time that jobs brought while they came / slot time there was" },
    { "load_verdict", SW_TEXT, 0, 0, "stable, backlogged or overloaded; empty: cannot tell" },
};
static const struct sw_column links[] = {
    { "link", SW_TEXT, 0, 0, "the node or rack" },
    { "direction", SW_TEXT, 0, 0, "up (what leaves it) or down (what it gets)" },
    { "bytes_per_s", SW_COUNT, 0, 0, "what the link can carry" },
    { "carried_bytes", SW_COUNT, 0, 0, "what it carried" },
    { "utilization", SW_REAL, 0, 0, "carried_bytes / (bytes_per_s times the makespan)" },
    { "busy", SW_REAL, 0, 0, "share of the makespan in which something went over it" },
    { "limiting", SW_REAL, 0, 0, "share of the makespan in which something would have gone faster without it" },
    { "most_flows", SW_COUNT, 0, 0, "most reads and copies over it at once" },
};
static const struct sw_column waits[] = {
    { "job_id", SW_TEXT, 0, 0, "the job" },
    { "pool", SW_TEXT, 0, 0, "its pool" },
    { "user", SW_TEXT, 0, 0, "who submitted it" },
    { "reason", SW_TEXT, 0, 0,
      "not-admitted, pool-limit, user-limit, job-limit, owed, busy, reserved, not-lent, no-space, node-rule, load-cap, "
      "data or offer" },
    { "wait_s", SW_TIME, 0, 0, "time in which a task of it waited for that" },
    { "task_s", SW_REAL, 0, 0, "that time, multiplied by the tasks that waited" },
};
SCHEMA(results, "job results", results);
SCHEMA(attempts, "attempts", attempts);
SCHEMA(timeline, "timeline", timeline);
SCHEMA(timeline_slots, "timeline, one kind of slot", timeline_slots);
SCHEMA(decisions, "decisions", decisions);
SCHEMA(summary, "summary", summary);
SCHEMA(links, "links", links);
SCHEMA(waits, "waits", waits);
