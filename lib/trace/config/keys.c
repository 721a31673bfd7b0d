/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keys.c - the properties that are known: those that are read, and those that have no counterpart here. options.c,
 * capacity.c and placement.c read what stands here as known. Each key is judged once, when its file is read. */
#include <string.h>
#include "lib/base/sw_names.h"
#include "lib/csv/text.h"
#include "lib/trace/config/config.h"

#define MONITOR "yarn.resourcemanager.monitor.capacity.preemption."
#define N_OF(a) (sizeof(a) / sizeof *(a))

/* Read by options.c. Those of queues are in of_queue. */
static const char *const read[] = {
    "mapred.fairscheduler.locality.delay", "mapred.fairscheduler.locality.delay.node",
    "mapred.fairscheduler.locality.delay.rack", "mapred.fairscheduler.locality.delay.nodelocal",
    "mapred.fairscheduler.locality.delay.racklocal", "mapred.fairscheduler.preemption",
    "mapred.fairscheduler.preemption.only.log", "mapred.fairscheduler.preemption.interval",
    "mapred.fairscheduler.sizebasedweight", "yarn.scheduler.fair.sizebasedweight",
    "mapred.fairscheduler.assignmultiple", "mapred.fairscheduler.assignmultiple.maps",
    "mapred.fairscheduler.assignmultiple.reduces", "mapred.fairscheduler.mapsperheartbeat",
    "mapred.fairscheduler.reducesperheartbeat", "mapred.jobtracker.taskScheduler", "mapreduce.jobtracker.taskscheduler",
    "mapreduce.tasktracker.outofband.heartbeat", "mapred.reduce.slowstart.completed.maps",
    "mapreduce.job.reduce.slowstart.completedmaps", "yarn.resourcemanager.scheduler.class",
    "yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", "yarn.scheduler.fair.locality.threshold.node",
    "yarn.scheduler.fair.locality.threshold.rack", "yarn.scheduler.fair.locality-delay-node-ms",
    "yarn.scheduler.fair.locality-delay-rack-ms", "yarn.scheduler.fair.preemption",
    "yarn.scheduler.fair.preemptionInterval", "yarn.scheduler.fair.waitTimeBeforeKill",
    "yarn.resourcemanager.scheduler.monitor.enable",
    MONITOR "max_wait_before_kill", MONITOR "observe_only", "yarn.scheduler.fair.assignmultiple",
    "yarn.scheduler.fair.max.assign",
    "yarn.scheduler.fair.dynamic.max.assign", "yarn.scheduler.fair.continuous-scheduling-enabled",
    "yarn.scheduler.fair.continuous-scheduling-sleep-ms", "yarn.scheduler.fair.reservable-nodes",
    "yarn.scheduler.increment-allocation-mb", "yarn.scheduler.fair.update-interval-ms",
    "yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms",
    "yarn.scheduler.capacity.node-locality-delay", "yarn.scheduler.capacity.rack-locality-additional-delay",
    "yarn.scheduler.capacity.rack-locality-full-reset", "yarn.scheduler.capacity.max-parallel-apps",
    "yarn.scheduler.capacity.maximum-am-resource-percent",
    "yarn.scheduler.capacity.per-node-heartbeat.multiple-assignments-enabled",
    "yarn.scheduler.capacity.per-node-heartbeat.maximum-container-assignments",
    "yarn.scheduler.capacity.per-node-heartbeat.maximum-offswitch-assignments",
    "spark.locality.wait", "spark.locality.wait.process", "spark.locality.wait.node", "spark.locality.wait.rack",
    "spark.locality.wait.legacyResetOnTaskLaunch", "spark.scheduler.mode", "spark.scheduler.revive.interval" };
/* Known, and either without effect on what is replayed or not to be had here. Each is told, so that no omission is
 * silent. */
static const char *const left_out[] = {
    "mapred.fairscheduler.allocation.file", "mapred.fairscheduler.pool", "mapred.fairscheduler.poolnameproperty",
    "mapred.fairscheduler.weightadjuster", "mapred.newjobweightbooster.factor",
    "mapred.newjobweightbooster.duration", "mapred.fairscheduler.loadmanager", "mapred.fairscheduler.load.max.diff",
    "mapred.fairscheduler.taskselector", "mapred.fairscheduler.update.interval",
    "mapred.fairscheduler.eventlog.enabled", "mapred.fairscheduler.dump.interval", "mapred.fairscheduler.jobcomparator",
    "mapred.fairscheduler.max.preemptible.tasks", "mapred.fairscheduler.count.nonpreemptible.tasks",
    "mapred.fairscheduler.total.task.limit", "mapred.fairscheduler.soft.task.limit.percent",
    "mapred.fairscheduler.strictpoolsmode.enabled", "mapred.fairscheduler.update.factor",
    "yarn.scheduler.fair.allocation.file", "yarn.scheduler.fair.user-as-default-queue",
    "yarn.scheduler.fair.allow-undeclared-pools", "yarn.scheduler.fair.preemption.cluster-utilization-threshold",
    "yarn.scheduler.fair.waitTimeBeforeNextStarvationCheck",
    "yarn.scheduler.fair.event-log-enabled", "yarn.scheduler.fair.am.preemption",
    MONITOR "monitoring_interval", MONITOR "total_preemption_per_round", MONITOR "max_ignored_over_capacity",
    MONITOR "natural_termination_factor", MONITOR "select_based_on_reserved_containers",
    MONITOR "intra-queue-preemption.enabled", MONITOR "intra-queue-preemption.minimum-threshold",
    MONITOR "intra-queue-preemption.max-allowable-limit", MONITOR "intra-queue-preemption.preemption-order-policy",
    MONITOR "conservative-drf", MONITOR "intra-queue-preemption.conservative-drf",
    MONITOR "preemption-to-balance-queue-after-satisfied.enabled",
    MONITOR "preemption-to-balance-queue-after-satisfied.max-wait-before-kill",
    "yarn.scheduler.capacity.maximum-applications", "yarn.scheduler.capacity.queue-mappings",
    "yarn.scheduler.capacity.queue-mappings-override.enable", "yarn.scheduler.capacity.mapping-rule-format",
    "yarn.scheduler.capacity.mapping-rule-json", "yarn.scheduler.capacity.mapping-rule-json-file",
    "yarn.scheduler.capacity.schedule-asynchronously.enable", "yarn.scheduler.capacity.application.fail-fast",
    "yarn.scheduler.capacity.workflow-priority-mappings",
    "yarn.scheduler.capacity.workflow-priority-mappings-override.enable",
    "yarn.scheduler.capacity.legacy-queue-mode.enabled", "spark.scheduler.allocation.file", "spark.scheduler.pool",
    "spark.scheduler.maxRegisteredResourcesWaitingTime", "spark.scheduler.minRegisteredResourcesRatio",
    "spark.scheduler.barrier.maxConcurrentTasksCheck.interval",
    "spark.scheduler.barrier.maxConcurrentTasksCheck.maxFailures", "spark.scheduler.listenerbus.eventqueue.capacity",
    "spark.scheduler.excludeOnFailure.unschedulableTaskSetTimeout", "spark.scheduler.resource.profileMergeConflicts" };
/* Known and not played (R19), unless it has the value that it has anyway. */
static const struct { const char *key, *otherwise, *what; } unplayed[] = {
    { "yarn.scheduler.capacity.resource-calculator",
      "org.apache.hadoop.yarn.util.resource.DefaultResourceCalculator",
      "slots are one resource, left out (with sizes of tasks: --order drf)" },
    { "spark.speculation", "false", "copies are not played with Spark's offers, left out" },
    { "spark.excludeOnFailure.enabled", "false", "exclusion after failures is not played, left out" },
    { "spark.blacklist.enabled", "false", "exclusion after failures is not played, left out" },
    { "spark.task.cpus", "1", "slots are cores over it (slot-trace --cluster-out counts so), left out" },
    { "spark.dynamicAllocation.enabled", "false", "executors come and go as rows of the cluster say, left out" } };
/* Inside these, every key should be known. */
static const char *const ours[] = { "mapred.fairscheduler.", "yarn.scheduler.fair.", "yarn.scheduler.capacity.",
                                    "spark.locality.", "spark.scheduler.", MONITOR };
/* Of a queue: yarn.scheduler.capacity.root.ads.capacity; behind NULL those left out. The part behind the queue's
 * path. */
static const char *const of_queue[] = { "queues", "capacity", "maximum-capacity", "user-limit-factor",
    "ordering-policy", "max-parallel-apps", "minimum-user-limit-percent", "maximum-am-resource-percent", NULL, "weight",
    "state", "acl_submit_applications", "acl_administer_queue", "acl_application_max_priority", "maximum-applications",
    "maximum-allocation-mb", "maximum-allocation-vcores", "disable_preemption",
    "default-node-label-expression", "accessible-node-labels", "priority", "default-application-priority",
    "maximum-application-lifetime", "default-application-lifetime", "ordering-policy.fair.enable-size-based-weight",
    "intra-queue-preemption.disable_preemption", "reservable", "minimum-allocation-mb", "user-settings",
    "auto-create-child-queue.enabled", "auto-queue-creation-v2.enabled", "maximum-parallel-apps" };

/* NULL is an entry that separates. */
static bool has(const char *const *list, size_t n, const char *key)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] && strcmp(list[i], key) == 0)
            return true;
    return false;
}

static bool key_begins(const char *key, const char *with) { return strncmp(key, with, strlen(with)) == 0; }

/* The longest known ending of a queue's key ("ordering-policy.fair.enable-size-based-weight" has dots of its own).
 * A queue's name may have any dots, so the key is looked at from each dot on. */
bool config_keys_capacity_knows(const char *key, const char **tail)
{
    *tail = strrchr(key, '.') + 1;
    for (const char *dot = key; (dot = strchr(dot, '.')); dot++)
        if (has(of_queue, N_OF(of_queue), dot + 1)) {
            *tail = dot + 1;
            return true;
        }
    return false;
}

/* The path of the queue may be anything; the ending is what is judged. */
static void judge_queue(struct sw_config *c, const struct property *p)
{
    const char *tail, *flat[N_OF(of_queue)];
    size_t n_flat = 0;
    bool found = config_keys_capacity_knows(p->name, &tail);
    for (size_t i = 0; i < N_OF(of_queue); i++)
        if (of_queue[i])
            flat[n_flat++] = of_queue[i];
    if (!found)
        config_note_unknown(c, p->path, p->line, "property of a queue", tail, flat, n_flat);
    else if (!text_is_among(text_of(tail), of_queue)) /* those up to the NULL are read */
        config_note(c, SW_CONFIG_LEFT_OUT, p->path, p->line, "%.200s: no counterpart here, left out", p->name);
}

/* Up to two edits, case and hyphens counting. In a site file a name that is farther off is another program's. */
static bool is_misspelt(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    return n <= NAMES_DISTANCE_MOST && m <= NAMES_DISTANCE_MOST && (n > m ? n - m : m - n) <= 2
           && names_distance(a, n, b, m, true) <= 2;
}

/* Read, left out, not played, of a queue, of ours, of others: in this order. */
void config_keys_judge(struct sw_config *c, const struct property *p)
{
    const char *all[N_OF(read) + N_OF(left_out)];
    memcpy(all, read, sizeof read);
    memcpy(all + N_OF(read), left_out, sizeof left_out);
    if (has(read, N_OF(read), p->name))
        return;
    if (has(left_out, N_OF(left_out), p->name)) {
        config_note(c, SW_CONFIG_LEFT_OUT, p->path, p->line, "%s: no counterpart here, left out", p->name);
        return;
    }
    if (key_begins(p->name, "mapred.capacity-scheduler.")) {
        /* Told once for all of its keys. */
        for (size_t i = 0; &c->properties[i] < p; i++)
            if (key_begins(c->properties[i].name, "mapred.capacity-scheduler."))
                return;
        config_note(c, SW_CONFIG_DOUBTFUL, p->path, p->line, "%.200s: the Capacity Scheduler of Hadoop 1 is not read",
                    p->name);
        return;
    }
    for (size_t i = 0; i < N_OF(unplayed); i++) {
        if (strcmp(p->name, unplayed[i].key) != 0)
            continue;
        if (strcmp(p->value, unplayed[i].otherwise) != 0)
            config_note(c, SW_CONFIG_LEFT_OUT, p->path, p->line, "%s: %s", p->name, unplayed[i].what);
        return;
    }
    if (key_begins(p->name, "yarn.scheduler.capacity.root.")) {
        judge_queue(c, p);
        return;
    }
    for (size_t i = 0; i < N_OF(ours); i++)
        if (key_begins(p->name, ours[i])) {
            config_note_unknown(c, p->path, p->line, "key", p->name, all, N_OF(all));
            return;
        }
    /* A site file has hundreds of keys that are none of our business; one that is nearly ours may be meant. */
    for (size_t i = 0; i < N_OF(read); i++)
        if (is_misspelt(p->name, read[i]))
            config_note(c, SW_CONFIG_MISSPELT, p->path, p->line, "no such key: '%.200s' (did you mean '%s'?)",
                        p->name, read[i]);
}
