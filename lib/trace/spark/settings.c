/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settings.c - the scheduler's settings in force, from the log's own environment and version, as rows for --info. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/trace/spark/spark.h"

#define DEFAULT_WAIT_US (3 * SW_US_PER_S) /* spark.locality.wait, in all versions */
/* spark.dynamicAllocation.executorIdleTimeout */
#define DEFAULT_IDLE_US (60 * SW_US_PER_S)

/* The property's text, cut to the buffer. */
static void spark_settings_keep(char *buf, size_t cap, const struct json_node *properties, const char *key,
                                const char *otherwise)
{
    struct sw_text text = json_text_of(properties, key);
    spark_values_keep_text(buf, cap, text.len > 0 ? text : (struct sw_text){ otherwise, strlen(otherwise) });
}

/* A value that cannot be read counts as not given. */
static int64_t wait_us(const struct json_node *properties, const char *key, int64_t otherwise)
{
    int64_t us;
    return spark_values_duration(json_text_of(properties, key), &us) ? us : otherwise;
}

/* 0: not given, or nothing above 0. */
static int64_t positive(const struct json_node *properties, const char *key)
{
    int64_t n;
    return json_i64_of(properties, key, &n) && n > 0 ? n : 0;
}

/* ---- resources of tasks ---------------------------------------------------------------------------------------- */

/* The NAME of HEAD.NAME.amount, lent from the key; empty: another key. */
static struct sw_text named_amount(struct sw_text key, const char *head)
{
    static const char tail[] = ".amount";
    const size_t n_head = strlen(head), n_tail = sizeof tail - 1;
    if (key.len <= n_head + n_tail || memcmp(key.at, head, n_head) != 0
        || memcmp(key.at + key.len - n_tail, tail, n_tail) != 0)
        return (struct sw_text){ "", 0 };
    return (struct sw_text){ key.at + n_head, key.len - n_head - n_tail };
}

/* ResourceProfile.calculateTasksAndLimitingResource: below 1 a unit has floor(1 / amount) tasks. */
static bool read_amount(struct sw_text text, struct spark_resource *r)
{
    double amount;
    if (sw_num_real(text.at, text.len, &amount) != SW_OK || !(amount > 0) || amount > 1e6)
        return false;
    r->tasks = amount < 1 ? (int64_t)floor(1 / amount + 1e-9) : 1;
    r->units = amount < 1 ? 1 : (int64_t)ceil(amount);
    return true;
}

uint64_t spark_settings_most_tasks(const struct spark_settings *settings, const struct json_node *found)
{
    uint64_t most = UINT64_MAX;
    for (size_t i = 0; i < settings->n_resources; i++) {
        const struct spark_resource *r = &settings->resource[i];
        const struct json_node *addresses = json_get(json_get(found, r->name), "addresses");
        uint64_t units = addresses ? json_count(addresses) : (uint64_t)r->executor_units;
        uint64_t tasks = units / (uint64_t)r->units * (uint64_t)r->tasks;
        if (tasks > 0 && tasks < most)
            most = tasks;
    }
    return most;
}

/* A plain number counts seconds here. Without dynamic allocation there is none. */
static int64_t idle_timeout_us(const struct json_node *properties)
{
    struct sw_text text = json_text_of(properties, "spark.dynamicAllocation.executorIdleTimeout");
    int64_t n, us;
    if (!json_is(json_get(properties, "spark.dynamicAllocation.enabled"), "true"))
        return 0;
    if (sw_num_i64(text.at, text.len, &n) == SW_OK && n >= 0 && n <= SW_TIME_MAX / SW_US_PER_S)
        return n * SW_US_PER_S;
    return spark_values_duration(text, &us) ? us : DEFAULT_IDLE_US;
}

void spark_settings_read(struct spark_settings *to, const struct json_node *properties, const struct json_node *jvm)
{
    /* Each level's own wait falls back to the general one. */
    int64_t wait = wait_us(properties, "spark.locality.wait", DEFAULT_WAIT_US);
    to->seen = true;
    to->wait_us[0] = wait_us(properties, "spark.locality.wait.process", wait);
    to->wait_us[1] = wait_us(properties, "spark.locality.wait.node", wait);
    to->wait_us[2] = wait_us(properties, "spark.locality.wait.rack", wait);
    to->executor_cores = positive(properties, "spark.executor.cores");
    to->task_cpus = positive(properties, "spark.task.cpus");
    /* Resources that tasks ask for by name. */
    char key[128];
    to->n_resources = 0;
    JSON_EACH (c, properties) {
        struct sw_text name = named_amount(c->key, "spark.task.resource.");
        struct spark_resource *r = &to->resource[to->n_resources];
        if (name.len == 0 || to->n_resources == SPARK_RESOURCES || !read_amount(json_text(c), r))
            continue;
        spark_values_keep_text(r->name, sizeof r->name, name);
        snprintf(key, sizeof key, "spark.executor.resource.%s.amount", r->name);
        r->executor_units = positive(properties, key);
        to->n_resources++;
    }
    to->idle_timeout_us = idle_timeout_us(properties);
    to->legacy_reset = json_is(json_get(properties, "spark.locality.wait.legacyResetOnTaskLaunch"), "true");
    spark_settings_keep(to->scala, sizeof to->scala, jvm, "Scala Version", "");
    spark_settings_keep(to->mode, sizeof to->mode, properties, "spark.scheduler.mode", "FIFO");
    spark_settings_keep(to->master, sizeof to->master, properties, "spark.master", "");
    spark_settings_keep(to->speculation, sizeof to->speculation, properties, "spark.speculation", "false");
    spark_settings_keep(to->multiplier, sizeof to->multiplier, properties, "spark.speculation.multiplier", "");
    spark_settings_keep(to->quantile, sizeof to->quantile, properties, "spark.speculation.quantile", "");
    /* The older name counts as well. */
    bool excludes = json_is(json_get(properties, "spark.excludeOnFailure.enabled"), "true")
                    || json_is(json_get(properties, "spark.blacklist.enabled"), "true");
    snprintf(to->exclusion, sizeof to->exclusion, "%s", excludes ? "true" : "false");
    spark_settings_keep(to->dynamic, sizeof to->dynamic, properties, "spark.dynamicAllocation.enabled", "false");
}

/* SPARK-18886, in 3.1.0: only an offer of all free resources that refused nothing restarts the timer. A log that names
 * no version is of 1.2 or older, before SparkListenerLogStart. */
bool spark_settings_reset_on_launch(const struct spark_settings *settings)
{
    int major = 0, minor = 0;
    sscanf(settings->version, "%d.%d", &major, &minor);
    return settings->legacy_reset || major < 3 || (major == 3 && minor < 1);
}

/* As slot-replay --offers takes it: up to three numbers of the version, of the releases that there are. */
static void add_offers(const struct spark_settings *t, struct sw_facts *to)
{
    int part[3] = { 1, 0, 0 };
    bool old = strncmp(t->scala, "version 2.12", 12) == 0, is_new = strncmp(t->scala, "version 2.13", 12) == 0;
    int n = sscanf(t->version, "%2d.%2d.%2d", &part[0], &part[1], &part[2]);
    char release[40];
    if (n < 1 || part[0] < 1 || part[0] > 4)
        snprintf(release, sizeof release, "spark-%d", n < 1 || part[0] < 1 ? 1 : 4);
    else
        snprintf(release, sizeof release, n < 2 ? "spark-%d" : n < 3 ? "spark-%d.%d" : "spark-%d.%d.%d", part[0],
                 part[1], part[2]);
    sw_facts_add(to, "offers", "%s%s%s", release, t->legacy_reset ? ",legacy" : "",
                 old ? ",scala-2.12" : is_new ? ",scala-2.13" : "");
}

/* In the words of docs/formats/spark.md, Settings. */
static void add_settings(const struct spark *s, struct sw_facts *to)
{
    static const char *const waits[] = { "locality_wait_process_s", "locality_wait_node_s", "locality_wait_rack_s" };
    const struct spark_settings *t = &s->settings;
    char wait[3][SW_NUM_MAX];
    sw_facts_add(to, "application", "%s", s->app ? s->app : "");
    sw_facts_add(to, "spark_version", "%s", t->version);
    sw_facts_add(to, "master", "%s", t->master);
    sw_facts_add(to, "scheduler_mode", "%s", t->mode);
    for (size_t i = 0; i < 3; i++) { /* empty where the environment is not in the log */
        wait[i][t->seen ? sw_num_put_time(wait[i], t->wait_us[i]) : 0] = '\0';
        sw_facts_add(to, waits[i], "%s", wait[i]);
    }
    sw_facts_add(to, "locality_reset", "%s", spark_settings_reset_on_launch(t) ? "launch" : "refusal");
    /* As slot-replay --delay takes it. */
    sw_facts_add(to, "delay", t->seen ? "spark:%s,%s,%s" : "%s", wait[0], wait[1], wait[2]);
    add_offers(t, to);
    char cpus[SW_NUM_MAX] = "";
    if (t->seen)
        snprintf(cpus, sizeof cpus, "%lld", (long long)(t->task_cpus > 0 ? t->task_cpus : 1));
    sw_facts_add(to, "task_cpus", "%s", cpus);
    sw_facts_add(to, "speculation", "%s", t->speculation);
    sw_facts_add(to, "speculation_multiplier", "%s", t->multiplier);
    sw_facts_add(to, "speculation_quantile", "%s", t->quantile);
    sw_facts_add(to, "exclusion", "%s", t->exclusion);
    sw_facts_add(to, "dynamic_allocation", "%s", t->dynamic);
}

/* Before the settings of the next application take their place. */
int spark_settings_merge(struct spark *s, struct sw_err *err)
{
    struct sw_facts *now = calloc(1, sizeof *now);
    if (!now)
        return sw_err_memory(err);
    enum { MOST_SHOWN = 79 };
    add_settings(s, now);
    for (size_t i = 0; i < now->n; i++) {
        now->at[i].value[MOST_SHOWN] = '\0';
        if (s->facts && strcmp(s->facts->at[i].value, now->at[i].value) != 0)
            strcpy(now->at[i].value, "several");
    }
    free(s->facts);
    s->facts = now;
    return SW_OK;
}

/* The settings, then counts of the whole trace. */
void spark_settings_facts(const void *state, struct sw_facts *to)
{
    const struct spark *s = state;
    const struct { const char *key; uint64_t n; } counts[] = { { "applications", s->n_apps }, { "hosts", s->hosts.n },
        { "executors", s->n_spans }, { "executors_with_unknown_cores", s->n_unknown_cores },
        { "jobs_without_tasks", s->n_without_rows }, { "stages_skipped", s->n_skipped } };
    uint64_t slots = 0;
    if (s->facts)
        *to = *s->facts;
    else
        add_settings(s, to);
    /* Of all spans, also of executors that were not there together. */
    for (size_t i = 0; i < s->n_spans; i++)
        slots += s->spans[i].slots;
    sw_facts_add(to, "executor_slots", "%llu", (unsigned long long)slots);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        sw_facts_add(to, counts[i].key, "%llu", (unsigned long long)counts[i].n);
    spark_unplayed_facts(s, to);
}
