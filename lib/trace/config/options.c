/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.c - properties as options of slot-replay: only those that the files give;
 * defaults of the system are its preset's. Each function reads the keys of one scheduler and puts what they say.
 * Several may put the same option, of which a site has but one scheduler's. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "lib/trace/config/config.h"

/* between: what stands before the next option. status: the first failure. */
struct line { struct sw_config *c; struct sw_out *out; struct sw_err *err; const char *between; int status; };

static void put_option(struct line *l, const char *fmt, ...) SW_PRINTF(2, 3);
static void put_option(struct line *l, const char *fmt, ...)
{
    char text[256];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    char *blank = strchr(text, ' '); /* as --options reads it */
    if (blank)
        *blank = '=';
    if (l->out)
        sw_out_printf(l->out, "%s%s", l->between, text);
    l->between = "\n";
}

/* ---- values: what is wrong ends the run with the property's place. 1: it is given; int, so that | asks for all --- */

/* The first that is wrong ends the run; with rules.go_on each is noted. */
static void fail(struct line *l, const struct property *p, const char *what)
{
    if (l->status == SW_OK)
        l->status = config_bad(l->c, p->path, p->line, p->name, p->value, what, l->err);
}

/* A word that is neither is an error, and false. */
static bool is_true(struct line *l, const char *key)
{
    const struct property *p = config_get(l->c, key);
    if (p && strcasecmp(p->value, "true") != 0 && strcasecmp(p->value, "false") != 0)
        fail(l, p, "true or false");
    return p && strcasecmp(p->value, "true") == 0;
}

/* 1: the key is there, right or wrong. */
static int real(struct line *l, const char *key, double *to)
{
    const struct property *p = config_get(l->c, key);
    if (!p)
        return 0;
    if (sw_num_real(p->value, strlen(p->value), to) != SW_OK)
        fail(l, p, "a number");
    return 1;
}

static int whole_number(struct line *l, const char *key, int64_t *to)
{
    const struct property *p = config_get(l->c, key);
    if (!p)
        return 0;
    if (sw_num_i64(p->value, strlen(p->value), to) != SW_OK)
        fail(l, p, "a whole number");
    return 1;
}

/* min is a minute here, while sw_num_duration() knows m. */
bool config_options_spark_time(const char *value, int64_t *us)
{
    char text[64];
    size_t len = strlen(value);
    bool bare = len > 0 && value[len - 1] >= '0' && value[len - 1] <= '9';
    bool minutes = len > 3 && strcasecmp(value + len - 3, "min") == 0;
    snprintf(text, sizeof text, "%.*s%s", (int)(minutes ? len - 2 : len), value, bare ? "ms" : "");
    return sw_num_duration(text, us) == SW_OK && *us >= 0;
}

static int spark_time(struct line *l, const char *key, int64_t *us)
{
    const struct property *p = config_get(l->c, key);
    if (!p)
        return 0;
    if (!config_options_spark_time(p->value, us))
        fail(l, p, "a time");
    return 1;
}

/* ---- delay ------------------------------------------------------------------------------------------------- */

/* Milliseconds as seconds, with their unit. */
static const char *ms(int64_t x, char buf[SW_NUM_MAX + 2])
{
    size_t len = sw_num_put_time(buf, x > SW_TIME_MAX / 1000 ? SW_TIME_MAX : x * 1000);
    buf[len] = 's';
    buf[len + 1] = '\0';
    return buf;
}

/* -1 means automatic: min(15 s, 1.5 heartbeats of 3 s). Level and accounting are Hadoop's own. Older and newer
 * names of a key may stand in one file; the later one read here counts. */
static void put_mr1_delay(struct line *l)
{
    int64_t both = -1, node, rack;
    int given = whole_number(l, "mapred.fairscheduler.locality.delay", &both);
    char a[SW_NUM_MAX + 2], b[SW_NUM_MAX + 2];
    node = rack = both;
    given |= whole_number(l, "mapred.fairscheduler.locality.delay.nodelocal", &node);
    given |= whole_number(l, "mapred.fairscheduler.locality.delay.node", &node);
    given |= whole_number(l, "mapred.fairscheduler.locality.delay.racklocal", &rack);
    given |= whole_number(l, "mapred.fairscheduler.locality.delay.rack", &rack);
    if (!given)
        return;
    node = node < 0 ? 4500 : node;
    rack = rack < 0 ? 4500 : rack;
    if (node == 0 && rack == 0)
        put_option(l, "--delay none");
    else
        put_option(l, "--delay wait:%s,%s,shipped", ms(node, a), ms(rack, b));
}

/* Both must be at least 0 to have an effect. Continuous scheduling looks at the times and not at the thresholds
 * (FSAppAttempt.assignContainer). */
static void put_yarn_delay(struct line *l)
{
    double node = -1, rack = -1;
    int64_t node_ms = -1, rack_ms = -1;
    char a[SW_NUM_MAX + 2], b[SW_NUM_MAX + 2];
    int given = real(l, "yarn.scheduler.fair.locality.threshold.node", &node) |
                real(l, "yarn.scheduler.fair.locality.threshold.rack", &rack);
    int timed = whole_number(l, "yarn.scheduler.fair.locality-delay-node-ms", &node_ms) |
                whole_number(l, "yarn.scheduler.fair.locality-delay-rack-ms", &rack_ms);
    bool continuous = is_true(l, "yarn.scheduler.fair.continuous-scheduling-enabled");
    if (continuous && node_ms >= 0 && rack_ms >= 0)
        put_option(l, "--delay yarn-time:%s,%s", ms(node_ms, a), ms(rack_ms, b));
    else if (!continuous && given && node >= 0 && rack >= 0)
        put_option(l, "--delay yarn:%g,%g", node, rack);
    else if (given || (continuous && timed))
        put_option(l, "--delay none");
}

/* Said, and false. */
static bool is_false(struct line *l, const char *key)
{
    return config_get(l->c, key) && !is_true(l, key);
}

/* Counts of missed opportunities; what is not set is as CapacitySchedulerConfiguration has it: 40, -1, true. */
static void put_capacity_delay(struct line *l)
{
    int64_t node = 40, rack = -1;
    bool node_only = is_false(l, "yarn.scheduler.capacity.rack-locality-full-reset");
    if (!(whole_number(l, "yarn.scheduler.capacity.node-locality-delay", &node) |
          whole_number(l, "yarn.scheduler.capacity.rack-locality-additional-delay", &rack) | node_only))
        return;
    node = node < 0 ? -1 : node;
    if (node_only)
        put_option(l, "--delay capacity:%lld,%lld,node", (long long)node, (long long)(rack < 0 ? -1 : rack));
    else if (rack >= 0)
        put_option(l, "--delay capacity:%lld,%lld", (long long)node, (long long)rack);
    else
        put_option(l, "--delay capacity:%lld", (long long)node);
}

/* Each level falls back to spark.locality.wait (docs/formats/spark.md). */
static void put_spark_delay(struct line *l)
{
    int64_t all = 3 * SW_US_PER_S, process, node, rack;
    int given = spark_time(l, "spark.locality.wait", &all);
    char a[SW_NUM_MAX + 2], b[SW_NUM_MAX + 2], c[SW_NUM_MAX + 2];
    process = node = rack = all;
    given |= spark_time(l, "spark.locality.wait.process", &process) | spark_time(l, "spark.locality.wait.node", &node) |
             spark_time(l, "spark.locality.wait.rack", &rack);
    if (given)
        put_option(l, "--delay spark:%s,%s,%s", ms(process / 1000, a), ms(node / 1000, b), ms(rack / 1000, c));
    if (config_get(l->c, "spark.locality.wait.legacyResetOnTaskLaunch"))
        put_option(l, "--offers spark-3%s",
                   is_true(l, "spark.locality.wait.legacyResetOnTaskLaunch") ? ",legacy" : "");
}

/* ---- order, preemption, clock -------------------------------------------------------------------------------- */

/* The key is there, and its value has this part in it, in any case of letters. */
static bool names(const struct sw_config *c, const char *key, const char *part)
{
    const struct property *p = config_get(c, key);
    return p && strcasestr(p->value, part);
}

/* Some key begins so, of a scheduler that runs. */
bool config_options_has_keys(const struct sw_config *c, const char *prefix)
{
    for (size_t i = 0; i < c->n_properties; i++)
        if (strncmp(c->properties[i].name, prefix, strlen(prefix)) == 0 && config_get(c, c->properties[i].name))
            return true;
    return false;
}

/* The class of either release of Hadoop. */
bool config_options_is_scheduler(const struct sw_config *c, const char *part)
{
    return names(c, CONFIG_SCHEDULER, part)
           || names(c, "mapred.jobtracker.taskScheduler", part) || names(c, "mapreduce.jobtracker.taskscheduler", part);
}

/* Of the Fair Schedulers. hfs:yarn differs from hfs, which is MR1's. */
static bool is_of_yarn(const struct sw_config *c)
{
    return c->has_allocations[SW_CONFIG_YARN] || config_options_has_keys(c, "yarn.scheduler.fair.")
           || names(c, CONFIG_SCHEDULER, "FairScheduler");
}

/* Spark's mode says it alone. Of Hadoop the class, else which files there are. */
static void put_order(struct line *l)
{
    const struct property *mode = config_get(l->c, "spark.scheduler.mode"), *class = config_get(l->c, CONFIG_SCHEDULER);
    if (class && config_is_without(l->c, "CapacityScheduler") && config_is_without(l->c, "FairScheduler")
        && config_is_without(l->c, "FifoScheduler"))
        fail(l, class, "CapacityScheduler, FairScheduler or FifoScheduler");
    if (mode && strcasecmp(mode->value, "FAIR") != 0 && strcasecmp(mode->value, "FIFO") != 0)
        fail(l, mode, "FAIR or FIFO");
    if (mode)
        put_option(l, "--order %s", strcasecmp(mode->value, "FIFO") == 0 ? "fifo" : "hfs");
    else if (config_options_is_scheduler(l->c, "CapacityScheduler")
             || (l->c->n_pools == 0 && config_options_has_keys(l->c, "yarn.scheduler.capacity.root.")))
        put_option(l, "--order capacity");
    else if (config_options_is_scheduler(l->c, "FairScheduler") || l->c->has_allocations[SW_CONFIG_MR1]
             || l->c->has_allocations[SW_CONFIG_YARN] || l->c->has_allocations[SW_CONFIG_SPARK]
             || config_options_has_keys(l->c, "mapred.fairscheduler.")
             || config_options_has_keys(l->c, "yarn.scheduler.fair."))
        put_option(l, "--order %s", is_of_yarn(l->c) ? "hfs:yarn" : "hfs");
    else if (config_options_is_scheduler(l->c, "Fifo") || config_options_is_scheduler(l->c, "JobQueueTaskScheduler"))
        put_option(l, "--order fifo");
}

/* From microseconds. */
static void put_timeout(int64_t us, char buf[SW_NUM_MAX + 2])
{
    if (us == CONFIG_NEVER)
        strcpy(buf, "never");
    else
        ms(us / 1000, buf);
}

/* A wait before the kill, in ms, unless it is 15 s. */
static const char *before_kill(struct line *l, const char *key, char buf[SW_NUM_MAX + 2])
{
    int64_t wait = 15000;
    return whole_number(l, key, &wait) && wait != 15000 && wait >= 0 ? ms(wait, buf) : NULL;
}

/* Without a timeout nothing starves, so that is told. */
static void put_yarn_kills(struct line *l, const char *least, const char *fair)
{
    char buf[SW_NUM_MAX + 2];
    const char *wait = before_kill(l, "yarn.scheduler.fair.waitTimeBeforeKill", buf);
    const struct property *on = config_get(l->c, "yarn.scheduler.fair.preemption");
    if (!l->c->timeout_line)
        config_note(l->c, SW_CONFIG_DOUBTFUL, on->path, on->line,
                    "%s: no file here says a timeout, without which nothing is "
                    "preempted", on->name);
    if (l->c->threshold != 0.5 || wait)
        put_option(l, "--preempt yarn:%s,%s,%g%s%s", least, fair, l->c->threshold, wait ? "," : "", wait ? wait : "");
    else
        put_option(l, "--preempt yarn:%s,%s", least, fair);
}

/* One of four: MR1's and YARN 2's kill, YARN's own, the Capacity Scheduler's, or none. */
static void put_preemption(struct line *l)
{
    bool log_only = is_true(l, "mapred.fairscheduler.preemption.only.log");
    bool mr1 = is_true(l, "mapred.fairscheduler.preemption") && !log_only;
    bool yarn = is_true(l, "yarn.scheduler.fair.preemption");
    /* The monitor alone is for any scheduler; keys of the Capacity Scheduler say that it is that one. */
    bool queues = is_true(l, "yarn.resourcemanager.scheduler.monitor.enable")
                  && !is_true(l, "yarn.resourcemanager.monitor.capacity.preemption.observe_only")
                  && config_options_has_keys(l->c, "yarn.scheduler.capacity.");
    char least[SW_NUM_MAX + 2], fair[SW_NUM_MAX + 2];
    put_timeout(l->c->undeclared.min_timeout_us, least);
    put_timeout(l->c->undeclared.fair_timeout_us, fair);
    if (mr1 || (yarn && config_get(l->c, "yarn.scheduler.fair.preemptionInterval"))) {
        /* MR1, and 2.x, which alone has preemptionInterval: starved at half the share, unless the allocation file
         * says that it is at the share. Then `tr` is nearest. */
        char every[SW_NUM_MAX + 2];
        int64_t interval = 0;
        put_option(l, "--preempt kill:%s,%s%s", least, fair, l->c->threshold == 1 ? ",tr" : ",half");
        if (whole_number(l, mr1 ? "mapred.fairscheduler.preemption.interval" : "yarn.scheduler.fair.preemptionInterval",
                         &interval) && interval > 0)
            put_option(l, "--preempt-every %s", ms(interval, every));
    } else if (yarn)
        put_yarn_kills(l, least, fair);
    else if (queues) {
        char buf[SW_NUM_MAX + 2];
        const char *wait = before_kill(l, "yarn.resourcemanager.monitor.capacity.preemption.max_wait_before_kill", buf);
        put_option(l, wait ? "--preempt capacity:%s" : "--preempt capacity", wait);
    } else if (config_get(l->c, "mapred.fairscheduler.preemption")
               || config_get(l->c, "yarn.scheduler.fair.preemption"))
        put_option(l, "--preempt none");
}

/* Without a limit above 0 there is none. */
static void put_limit(struct line *l, int64_t n)
{
    if (n > 0)
        put_option(l, "--per-heartbeat %lld", (long long)n);
    else
        put_option(l, "--per-heartbeat all");
}

/* MR1: without assignmultiple one task a heartbeat; a limit of -1 or 0 is none. */
static void put_mr1_per_heartbeat(struct line *l)
{
    static const char multiple[] = "mapred.fairscheduler.assignmultiple";
    static const char *const limits[] = { "mapred.fairscheduler.assignmultiple.maps",
                                          "mapred.fairscheduler.mapsperheartbeat" };
    bool given = config_get(l->c, multiple), many = is_true(l, multiple);
    int64_t n = -1;
    /* A limit switches it on where assignmultiple is not said. */
    for (size_t i = 0; i < 2; i++)
        many |= whole_number(l, limits[i], &n) == 1 && !given;
    if (many)
        put_limit(l, n);
    else if (given)
        put_option(l, "--per-heartbeat 1");
}

/* YARN's Fair Scheduler: without assignmultiple one container; with it half of what is free, unless dynamic.max.assign
 * (true, from 2.9 on) is false: only then max.assign counts (FairScheduler.shouldContinueAssigning). */
static void put_yarn_per_heartbeat(struct line *l)
{
    const struct property *most = config_get(l->c, "yarn.scheduler.fair.max.assign");
    bool dynamic = !is_false(l, "yarn.scheduler.fair.dynamic.max.assign");
    bool many = is_true(l, "yarn.scheduler.fair.assignmultiple");
    int64_t n = -1;
    bool limited = whole_number(l, "yarn.scheduler.fair.max.assign", &n) == 1;
    if (limited && (dynamic || !many))
        config_note(l->c, SW_CONFIG_LEFT_OUT, most->path, most->line,
                    "%s: has no effect unless assignmultiple is true and dynamic.max.assign false", most->name);
    if (many && dynamic)
        put_option(l, "--per-heartbeat half");
    else if (many)
        put_limit(l, n);
    else if (limited || config_get(l->c, "yarn.scheduler.fair.assignmultiple"))
        put_option(l, "--per-heartbeat 1");
}

#define OFF_SWITCH "yarn.scheduler.capacity.per-node-heartbeat.maximum-offswitch-assignments"
/* The Capacity Scheduler from 2.9 on (CapacityScheduler.canAllocateMore): -1 is no limit, below 1 is one. */
static void put_capacity_per_heartbeat(struct line *l)
{
    int64_t n, off;
    if (is_false(l, "yarn.scheduler.capacity.per-node-heartbeat.multiple-assignments-enabled"))
        put_option(l, "--per-heartbeat 1");
    else if (whole_number(l, "yarn.scheduler.capacity.per-node-heartbeat.maximum-container-assignments", &n))
        put_limit(l, n == -1 || n > 0 ? n : 1);
    const struct property *most = config_get(l->c, OFF_SWITCH);
    if (!whole_number(l, OFF_SWITCH, &off))
        return;
    if (off < 1)
        config_note(l->c, SW_CONFIG_DOUBTFUL, most->path, most->line, "%s: YARN takes %.60s for 1", most->name,
                    most->value);
    put_option(l, "--off-switch %lld", (long long)(off < 1 ? 1 : off));
}

/* FSAppAttempt.isReservable: containers of two increments, of 1,024 MB unless a key says otherwise. Under preemption it
 * is not played. share: of the nodes, those that an application may reserve. */
static void put_reservable(struct line *l)
{
    int64_t increment_mb = 1024;
    double share = 0.05;
    (void)!whole_number(l, "yarn.scheduler.increment-allocation-mb", &increment_mb);
    (void)!real(l, "yarn.scheduler.fair.reservable-nodes", &share);
    bool fair = config_options_is_scheduler(l->c, "FairScheduler") || l->c->has_allocations[SW_CONFIG_YARN]
                || config_options_has_keys(l->c, "yarn.scheduler.fair.");
    if (fair && is_of_yarn(l->c) && increment_mb > 0
        /* A slot has at least two increments. */
        && l->c->rules.slot_bytes / (UINT64_C(2) << 20) >= (uint64_t)increment_mb
        && !is_true(l, "yarn.scheduler.fair.preemption"))
        put_option(l, "--reservable %g", fmin(fmax(share, 0), 1));
}

/* Everything that has a time of its own. 5 ms is the pause of continuous scheduling unless said. */
static void put_clock(struct line *l)
{
    int64_t interval = 0, sleep_ms = 0, am_ms = 0, us = 0;
    double slowstart = 0;
    char buf[SW_NUM_MAX + 2];
    (void)!whole_number(l, "yarn.scheduler.fair.continuous-scheduling-sleep-ms", &sleep_ms);
    if (is_true(l, "yarn.scheduler.fair.continuous-scheduling-enabled"))
        put_option(l, "--continuous %s", ms(sleep_ms > 0 ? sleep_ms : 5, buf));
    if (whole_number(l, "yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", &interval) && interval > 0)
        put_option(l, "--heartbeat %s", ms(interval, buf));
    if (whole_number(l, "yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", &am_ms) && am_ms > 0)
        put_option(l, "--am-heartbeat %s", ms(am_ms, buf));
    if (config_get(l->c, "mapreduce.tasktracker.outofband.heartbeat"))
        put_option(l, "--out-of-band %s", is_true(l, "mapreduce.tasktracker.outofband.heartbeat") ? "yes" : "no");
    if (spark_time(l, "spark.scheduler.revive.interval", &us))
        put_option(l, "--revive %s", ms(us / 1000, buf));
    if (real(l, "mapred.reduce.slowstart.completed.maps", &slowstart) |
        real(l, "mapreduce.job.reduce.slowstart.completedmaps", &slowstart))
        put_option(l, "--slowstart %g", slowstart);
}

/* The first that was read, for the place of a note. */
static const struct property *first_of(const struct sw_config *c, const char *prefix)
{
    for (size_t i = 0; i < c->n_properties; i++)
        if (strncmp(c->properties[i].name, prefix, strlen(prefix)) == 0)
            return &c->properties[i];
    return NULL;
}

/* One scheduler runs, and the keys of the other have no effect. YARN's default is the Capacity Scheduler. */
void config_options_judge_schedulers(struct sw_config *c)
{
    const struct property *fair = first_of(c, "yarn.scheduler.fair."), *named,
                          *capacity = first_of(c, "yarn.scheduler.capacity.");
    named = config_get(c, CONFIG_SCHEDULER);
    bool is_fair = named && config_options_is_scheduler(c, "FairScheduler");
    bool is_capacity = !named || config_options_is_scheduler(c, "CapacityScheduler");
    bool allocations = c->has_allocations[SW_CONFIG_YARN];
    if (fair && capacity && !named)
        config_note(c, SW_CONFIG_WRONG, fair->path, fair->line, "%.200s beside %.200s: without "
                    "yarn.resourcemanager.scheduler.class the Capacity Scheduler runs, and reads no key of the other",
                    fair->name, capacity->name);
    else if (is_fair && capacity)
        config_note(c, SW_CONFIG_DOUBTFUL, capacity->path, capacity->line,
                    "%.200s has no effect: yarn.resourcemanager.scheduler.class is the Fair Scheduler", capacity->name);
    else if (is_capacity && fair && (named || !allocations))
        config_note(c, SW_CONFIG_DOUBTFUL, fair->path, fair->line, "%.200s has no effect: %s the Capacity Scheduler",
                    fair->name, named ? "yarn.resourcemanager.scheduler.class is"
                                              : "without yarn.resourcemanager.scheduler.class YARN runs");
}

/* out NULL: the values are read, and nothing is written. Options stand in this order in the output. */
static int put_all(struct sw_config *c, struct sw_out *out, struct sw_err *err)
{
    struct line l = { c, out, err, "", SW_OK };
    put_order(&l);
    put_mr1_delay(&l);
    put_yarn_delay(&l);
    put_capacity_delay(&l);
    put_spark_delay(&l);
    put_preemption(&l);
    put_mr1_per_heartbeat(&l);
    put_yarn_per_heartbeat(&l);
    put_capacity_per_heartbeat(&l);
    put_reservable(&l);
    /* An interval below 0 is as shipped (FairScheduler.initScheduler). Release 2's preemption is played without. */
    int64_t interval = 0;
    char buf[SW_NUM_MAX + 2];
    if (whole_number(&l, "yarn.scheduler.fair.update-interval-ms", &interval) && interval
        && !config_get(l.c, "yarn.scheduler.fair.preemptionInterval"))
        put_option(&l, "--update %s", ms(interval > 0 ? interval : 500, buf));
    if (is_true(&l, "mapred.fairscheduler.sizebasedweight") || is_true(&l, "yarn.scheduler.fair.sizebasedweight"))
        put_option(&l, "--size-based-weight");
    put_clock(&l);
    return l.status;
}

int config_options_judge_values(struct sw_config *c, struct sw_err *err) { return put_all(c, NULL, err); }

/* The classes of schedulers are judged here too, but only where a file names one. */
int sw_config_put_options(struct sw_config *c, struct sw_out *out, struct sw_err *err)
{
    config_capacity_alone(c);
    if (config_get(c, CONFIG_SCHEDULER))
        config_options_judge_schedulers(c);
    int status = put_all(c, out, err);
    sw_out_printf(out, "\n");
    return status;
}
