/* SPDX-License-Identifier: GPL-3.0-or-later */
/* settings.c - the scheduler's settings in force, from the log's own environment and version, as rows for --info. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/trace/spark/spark.h"

#define DEFAULT_WAIT_US (3 * SW_US_PER_S) /* spark.locality.wait, in all versions */
#define DEFAULT_IDLE_US (60 * SW_US_PER_S)

static void spark_settings_keep(char *buf, size_t cap, const struct json_node *properties, const char *key,
                                const char *otherwise)
{
    struct sw_text text = json_text_of(properties, key);
    spark_values_keep_text(buf, cap, text.len > 0 ? text : (struct sw_text){ otherwise, strlen(otherwise) });
}

static int64_t wait_us(const struct json_node *properties, const char *key, int64_t otherwise)
{
    int64_t us;
    return spark_values_duration(json_text_of(properties, key), &us) ? us : otherwise;
}

static int64_t whole(const struct json_node *properties, const char *key)
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

/* A plain number counts seconds here. */
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
    int64_t wait = wait_us(properties, "spark.locality.wait", DEFAULT_WAIT_US);
    to->seen = true;
    to->wait_us[0] = wait_us(properties, "spark.locality.wait.process", wait);
    to->wait_us[1] = wait_us(properties, "spark.locality.wait.node", wait);
    to->wait_us[2] = wait_us(properties, "spark.locality.wait.rack", wait);
    to->executor_cores = whole(properties, "spark.executor.cores");
    to->task_cpus = whole(properties, "spark.task.cpus");
    /* Resources that tasks ask for by name. */
    char key[128];
    to->n_resources = 0;
    for (const struct json_node *c = json_first(properties); c != json_end(properties); c = json_after(c)) {
        struct sw_text name = named_amount(c->key, "spark.task.resource.");
        struct spark_resource *r = &to->resource[to->n_resources];
        if (name.len == 0 || to->n_resources == SPARK_RESOURCES || !read_amount(json_text(c), r))
            continue;
        spark_values_keep_text(r->name, sizeof r->name, name);
        snprintf(key, sizeof key, "spark.executor.resource.%s.amount", r->name);
        r->executor_units = whole(properties, key);
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

static void put_wait(const struct spark_settings *t, size_t i, char *value, size_t cap)
{
    char text[SW_NUM_MAX];
    size_t len = t->seen ? sw_num_put_time(text, t->wait_us[i]) : 0;
    spark_values_keep_text(value, cap, (struct sw_text){ text, len });
}

/* As slot-replay --offers takes it: up to three numbers of the version, of the releases that there are. */
static void put_offers(const struct spark_settings *t, char *value, size_t cap)
{
    int part[3] = { 1, 0, 0 };
    bool old = strncmp(t->scala, "version 2.12", 12) == 0, is_new = strncmp(t->scala, "version 2.13", 12) == 0;
    int n = sscanf(t->version, "%2d.%2d.%2d", &part[0], &part[1], &part[2]);
    if (n < 1 || part[0] < 1 || part[0] > 4)
        snprintf(value, cap, "spark-%d", n < 1 || part[0] < 1 ? 1 : 4);
    else
        snprintf(value, cap, n < 2 ? "spark-%d" : n < 3 ? "spark-%d.%d" : "spark-%d.%d.%d", part[0], part[1], part[2]);
    snprintf(value + strlen(value), cap - strlen(value), "%s%s", t->legacy_reset ? ",legacy" : "",
             old ? ",scala-2.12" : is_new ? ",scala-2.13" : "");
}

/* As slot-replay --delay takes it. */
static void put_delay(const struct spark_settings *t, char *value, size_t cap)
{
    char wait[3][64];
    for (size_t i = 0; i < 3; i++)
        put_wait(t, i, wait[i], sizeof wait[i]);
    value[0] = '\0';
    if (t->seen)
        snprintf(value, cap, "spark:%s,%s,%s", wait[0], wait[1], wait[2]);
}

static void put_slots(const struct spark *s, char *value, size_t cap)
{
    uint64_t n = 0;
    for (size_t i = 0; i < s->n_spans; i++)
        n += s->spans[i].slots;
    snprintf(value, cap, "%llu", (unsigned long long)n);
}


enum { N_SETTINGS = 16 }; /* and a count of slots, of all executors */

static bool put_count(const struct spark *s, size_t i, const char **key, char *value, size_t cap)
{
    const struct { const char *key; uint64_t n; } counts[] = { { "applications", s->n_apps }, { "hosts", s->hosts.n },
        { "executors", s->n_spans }, { "executors_with_unknown_cores", s->n_unknown_cores },
        { "jobs_without_tasks", s->n_without_rows }, { "stages_skipped", s->n_skipped } };
    if (i >= sizeof counts / sizeof *counts)
        return spark_unplayed_fact(s, i - sizeof counts / sizeof *counts, key, value, cap);
    *key = counts[i].key;
    snprintf(value, cap, "%llu", (unsigned long long)counts[i].n);
    return true;
}

static bool fact(const void *state, size_t i, const char **key, char *value, size_t cap)
{
    static const char *const keys[N_SETTINGS + 1] = { "application", "spark_version", "master", "scheduler_mode",
        "locality_wait_process_s", "locality_wait_node_s", "locality_wait_rack_s", "locality_reset", "delay",
        "offers", "task_cpus", "speculation", "speculation_multiplier", "speculation_quantile", "exclusion",
        "dynamic_allocation", "executor_slots" };
    const struct spark *s = state;
    const struct spark_settings *t = &s->settings;
    const char *const texts[N_SETTINGS + 1] = { s->app ? s->app : "", t->version, t->master, t->mode,
        [7] = spark_settings_reset_on_launch(t) ? "launch" : "refusal", [11] = t->speculation, t->multiplier,
        t->quantile, t->exclusion, t->dynamic };
    if (i > N_SETTINGS)
        return put_count(s, i - N_SETTINGS - 1, key, value, cap);
    *key = keys[i];
    if (texts[i])
        return snprintf(value, cap, "%s", texts[i]), true;
    switch (i) {
    case 4: case 5: case 6: put_wait(t, i - 4, value, cap); break;
    case 8: put_delay(t, value, cap); break;
    case 9: put_offers(t, value, cap); break;
    case 10:
        snprintf(value, cap, "%s", t->seen ? "1" : "");
        if (t->task_cpus > 0)
            snprintf(value, cap, "%lld", (long long)t->task_cpus);
        break;
    default: put_slots(s, value, cap);
    }
    return true;
}

int spark_settings_merge(struct spark *s, struct sw_err *err)
{
    const char *key;
    char value[80];
    const bool first = !s->facts;
    if (first && !(s->facts = calloc(N_SETTINGS, sizeof *s->facts)))
        return sw_err_memory(err);
    for (size_t i = 0; i < N_SETTINGS && fact(s, i, &key, value, sizeof value); i++)
        if (first)
            snprintf(s->facts[i], sizeof s->facts[i], "%s", value);
        else if (strcmp(s->facts[i], value) != 0)
            snprintf(s->facts[i], sizeof s->facts[i], "several");
    return SW_OK;
}

bool spark_settings_fact(const void *state, size_t i, const char **key, char *value, size_t cap)
{
    const struct spark *s = state;
    const bool has = fact(s, i, key, value, cap);
    if (has && s->facts && i < N_SETTINGS)
        snprintf(value, cap, "%s", s->facts[i]);
    return has;
}
