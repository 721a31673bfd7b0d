/* SPDX-License-Identifier: GPL-3.0-or-later */
/* executors.c - executors coming and going, and the cluster record made of them.
 *
 * Slots are cores / spark.task.cpus, at most what spark.task.resource.NAME.amount allows. Logs before 1.3 have no
 * ExecutorAdded; there an executor's time starts with its block manager, and cores are spark.executor.cores, those of
 * local[N], or else the most tasks it ran at once.
 *
 * Under dynamic allocation an executor that has been idle for its timeout is told to go and takes no tasks from then
 * on; the log has its end some seconds later (1 to 24 in the logs that we have). So its slots end with the timeout. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/trace/import/hosts.h"
#include "lib/trace/record/known.h"
#include "lib/trace/spark/spark.h"

#define MOST_LEAVING_MS 30000 /* later it was not this timeout */

/* A host that is new; where racks are given it should have one. */
static int note_host(struct spark *s, struct sw_text name, uint32_t *out, struct sw_err *err)
{
    size_t n = s->hosts.n;
    if (nameset_add(&s->hosts, name, out, err) != SW_OK)
        return SW_FAIL;
    if (s->hosts.n == n || !s->rules->hosts)
        return SW_OK;
    if (s->rules->hosts->racks.n > 0 && hosts_rack(s->rules->hosts, name).len == 0)
        spark_values_note(s, SW_DAMAGE_NO_RACK);
    return hosts_note(s->rules->hosts, name, (struct sw_text){ "", 0 }, err);
}

/* Among several applications each numbers its own: APPLICATION/ID. */
static struct sw_text full_name(const struct spark *s, struct sw_text name, char buf[256])
{
    if (!s->log)
        return name;
    int n = snprintf(buf, 256, "%s/%.*s", s->log, (int)name.len, name.at);
    return (struct sw_text){ buf, n < 256 ? (size_t)n : 255 };
}

/* host "": the executor is known by another event, or will be. */
int spark_executor(struct spark *s, struct sw_text name, struct sw_text host, uint32_t *out, struct sw_err *err)
{
    size_t n = s->executors.n;
    char buf[256];
    if (nameset_add(&s->executors, full_name(s, name, buf), out, err) != SW_OK
        || sw_grow(&s->executor, &s->cap_executor, s->executors.n, sizeof *s->executor, err) != SW_OK)
        return SW_FAIL;
    struct spark_executor *e = &s->executor[*out];
    if (s->executors.n > n)
        *e = (struct spark_executor){ .host = NAMESET_NONE, .added_ms = SPARK_NO_TIME, .removed_ms = SPARK_NO_TIME };
    return host.len > 0 ? note_host(s, host, &e->host, err) : SW_OK;
}

uint32_t spark_executors_find(const struct spark *s, struct sw_text name)
{
    char buf[256];
    return nameset_find(&s->executors, full_name(s, name, buf));
}

/* ---- slots ---------------------------------------------------------------------------------------- */

/* local[4] has four; local[*] and local-cluster do not say. */
static int64_t local_cores(const struct spark_settings *t)
{
    long n = 0;
    return sscanf(t->master, "local[%ld", &n) == 1 && n > 0 ? n : strcmp(t->master, "local") == 0 ? 1 : 0;
}

/* As many as any other limit allows: the cores of the executor are not known. */
#define UNKNOWN_SLOTS UINT64_MAX

/* What the executor came with goes before the settings. */
static uint64_t slots_of(const struct spark *s, const struct spark_executor *e)
{
    const struct spark_settings *t = &s->settings;
    int64_t cpus = t->task_cpus > 0 ? t->task_cpus : 1;
    int64_t cores = e->cores > 0 ? e->cores : strncmp(t->master, "local", 5) == 0 ? local_cores(t) : t->executor_cores;
    uint64_t of_cores = cores > 0 ? (uint64_t)(cores / cpus) : UNKNOWN_SLOTS, most = e->most;
    if (most == 0)
        most = spark_settings_most_tasks(t, NULL);
    return of_cores < most ? of_cores : most;
}

/* After each change of what it runs and of whether it is there. */
static void note_free(struct spark *s, struct spark_executor *e, int64_t now_ms)
{
    uint64_t slots = slots_of(s, e);
    bool is_free = e->there && slots != UNKNOWN_SLOTS && slots > e->running;
    if (is_free && !e->is_free) {
        e->free_ms = now_ms;
        if (s->n_free++ == 0)
            s->free_ms = now_ms;
    }
    s->n_free -= !is_free && e->is_free;
    e->is_free = is_free;
}

/* ---- they come and go ---------------------------------------------------------------------------- */

/* at_ms SPARK_NO_TIME: the event has no time. */
static void come(struct spark *s, struct spark_executor *e, int64_t at_ms)
{
    if (e->added_ms == SPARK_NO_TIME)
        e->added_ms = at_ms;
    if (!e->there && at_ms != SPARK_NO_TIME)
        e->idle_ms = at_ms;
    else if (!e->there) /* by the event before it */
        e->idle_ms = s->now_ms != SPARK_NO_TIME ? s->now_ms : 0;
    e->there = true;
    e->removed_ms = SPARK_NO_TIME;
    note_free(s, e, at_ms);
}

/* A task shows an executor that no event has named, but not one that has been removed. */
void spark_executor_busy(struct spark *s, uint32_t executor, int64_t now_ms)
{
    struct spark_executor *e = &s->executor[executor];
    if (e->removed_ms == SPARK_NO_TIME)
        come(s, e, now_ms);
    if (++e->running > e->peak)
        e->peak = e->running;
    note_free(s, e, now_ms);
}

/* A task that ended later than others before it is the last that ran there. */
void spark_executor_idle(struct spark *s, uint32_t executor, int64_t now_ms)
{
    struct spark_executor *e = &s->executor[executor];
    if (e->running > 0)
        e->running--;
    if (now_ms > e->idle_ms)
        e->idle_ms = now_ms;
    note_free(s, e, now_ms);
}

/* When it was told to go, by the timeout; else when it went. */
static int64_t usable_until(const struct spark *s, const struct spark_executor *e, int64_t gone_ms)
{
    int64_t told_ms = e->idle_ms + s->settings.idle_timeout_us / 1000;
    bool timed_out = s->settings.idle_timeout_us > 0 && e->running == 0 && gone_ms != SPARK_NO_TIME
                     && gone_ms >= told_ms;
    return timed_out && gone_ms - told_ms <= MOST_LEAVING_MS ? told_ms : gone_ms;
}

/* Whether some slot was free at this instant, of executors that still take tasks. */
bool spark_executors_have_free_slot(const struct spark *s, int64_t now_ms)
{
    for (size_t i = 0; i < s->executors.n; i++) {
        const struct spark_executor *e = &s->executor[i];
        bool told_to_go = s->settings.idle_timeout_us > 0 && e->running == 0
                          && now_ms - e->idle_ms >= s->settings.idle_timeout_us / 1000;
        uint64_t slots = slots_of(s, e);
        if (e->there && !told_to_go && slots != UNKNOWN_SLOTS && slots > e->running)
            return true;
    }
    return false;
}

/* An executor that was told to go is still free here. */
bool spark_executors_free_since(const struct spark *s, uint32_t host, int64_t since_ms)
{
    if (host == NAMESET_NONE)
        return s->n_free > 0 && s->free_ms <= since_ms;
    for (size_t i = 0; i < s->executors.n; i++)
        if (s->executor[i].host == host && s->executor[i].is_free && s->executor[i].free_ms <= since_ms)
            return true;
    return false;
}

/* Its slots end here. Where its cores are not known, they were as many as it ever ran at once. */
static int executor_leaves(struct spark *s, struct spark_executor *e, int64_t at_ms, bool lost, struct sw_err *err)
{
    uint64_t slots = slots_of(s, e);
    if (slots == UNKNOWN_SLOTS) {
        s->n_unknown_cores++;
        slots = e->peak;
    }
    bool counts = e->host != NAMESET_NONE && slots > 0;
    if (counts && sw_grow(&s->spans, &s->cap_spans, s->n_spans + 1, sizeof *s->spans, err) != SW_OK)
        return SW_FAIL;
    if (counts)
        s->spans[s->n_spans++] = (struct spark_span){ e->host, (uint32_t)(e - s->executor), e->added_ms,
            lost ? at_ms : usable_until(s, e, at_ms), slots, e->running == 0 && !lost };
    e->there = false;
    e->running = 0;
    e->added_ms = SPARK_NO_TIME;
    e->removed_ms = at_ms != SPARK_NO_TIME ? at_ms : 0;
    note_free(s, e, e->removed_ms);
    return SW_OK;
}

/* at_ms SPARK_NO_TIME: they stay. */
int spark_executors_end(struct spark *s, int64_t at_ms, struct sw_err *err)
{
    for (size_t i = 0; i < s->executors.n; i++)
        if (s->executor[i].there && executor_leaves(s, &s->executor[i], at_ms, false, err) != SW_OK)
            return SW_FAIL;
    for (size_t i = 0; i < s->executors.n; i++) { /* the next application numbers its own from 1 */
        s->executor[i].cores = 0;
        s->executor[i].peak = 0;
        s->executor[i].removed_ms = s->executor[i].added_ms = SPARK_NO_TIME;
    }
    return SW_OK;
}

/* ---- events ---------------------------------------------------------------------------------------- */

/* The time when it comes is that of the event. */
int spark_executors_on_added(struct spark *s, const struct json_node *event, struct sw_err *err)
{
    const struct json_node *info = json_get(event, "Executor Info");
    struct sw_text name = json_text_of(event, "Executor ID"), host = json_text_of(info, "Host");
    int64_t at_ms = spark_values_ms(event, "Timestamp"), cores;
    uint32_t place;
    if (name.len == 0 || host.len == 0)
        return spark_values_note(s, SW_DAMAGE_MISSING), SW_OK;
    if (spark_executor(s, name, host, &place, err) != SW_OK)
        return SW_FAIL;
    spark_values_clock(s, at_ms);
    if (json_i64_of(info, "Total Cores", &cores) && cores > 0 && cores < 1000000)
        s->executor[place].cores = cores;
    /* Resources that it came with count, not those that were asked for. */
    const struct json_node *found = json_get(info, "Resources");
    s->executor[place].most = found ? spark_settings_most_tasks(&s->settings, found) : 0;
    come(s, &s->executor[place], at_ms);
    return SW_OK;
}

/* "Executor Process Lost", "Executor heartbeat timed out after ...", "Remote RPC client disassociated. ...". Those that
 * were told to go say "Executor killed by driver." or "Container ... exited from explicit termination request." */
static bool says_lost(struct sw_text reason)
{
    static const char *const words[] = { "ost", "timed out", "disassociated", "Unable to create executor" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (reason.len > 0 && memmem(reason.at, reason.len, words[i], strlen(words[i])))
            return true;
    return false;
}

/* An end of an executor that is not there is damage. */
int spark_executors_on_removed(struct spark *s, const struct json_node *event, struct sw_err *err)
{
    struct sw_text name = json_text_of(event, "Executor ID");
    uint32_t place = spark_executors_find(s, name);
    int64_t at_ms = spark_values_ms(event, "Timestamp");
    spark_values_clock(s, at_ms);
    if (place == NAMESET_NONE || !s->executor[place].there)
        return spark_values_note(s, SW_DAMAGE_NO_START), SW_OK;
    if (at_ms != SPARK_NO_TIME && at_ms < s->executor[place].added_ms)
        spark_values_note(s, SW_DAMAGE_NEGATIVE);
    return executor_leaves(s, &s->executor[place], at_ms, says_lost(json_text_of(event, "Removed Reason")), err);
}

/* Tasks run in the driver in local mode alone: it is an executor from its first task on, and since this time. */
int spark_executors_on_block_manager(struct spark *s, const struct json_node *event, struct sw_err *err)
{
    const struct json_node *id = json_get(event, "Block Manager ID");
    struct sw_text name = json_text_of(id, "Executor ID"), host = json_text_of(id, "Host");
    int64_t at_ms = spark_values_ms(event, "Timestamp");
    uint32_t place;
    spark_values_clock(s, at_ms);
    if (name.len == 0 || host.len == 0)
        return SW_OK;
    /* Both names of the driver. */
    bool driver = json_is(json_get(id, "Executor ID"), "driver") || json_is(json_get(id, "Executor ID"), "<driver>");
    if (spark_executor(s, name, driver ? (struct sw_text){ "", 0 } : host, &place, err) != SW_OK)
        return SW_FAIL;
    struct spark_executor *e = &s->executor[place];
    /* What has gone does not come back by this event, and what is there needs none. */
    if (e->removed_ms != SPARK_NO_TIME || e->there)
        return SW_OK;
    e->added_ms = at_ms;
    e->there = !driver;
    note_free(s, e, at_ms);
    return SW_OK;
}

/* ---- the cluster record: a row for each time that a node has the same slots ------------------------- */

/* A node is a host or, with `executors`, an executor. */
struct change { uint32_t host, executor; int64_t at_ms; int64_t slots; bool lost; };

static int changes_by_host(const void *a, const void *b)
{
    const struct change *x = a, *y = b;
    if (x->host != y->host)
        return x->host < y->host ? -1 : 1;
    if (x->executor != y->executor)
        return x->executor < y->executor ? -1 : 1;
    return (x->at_ms > y->at_ms) - (x->at_ms < y->at_ms);
}

/* A loss at the same instant stands in front of other changes, for give_changes(). */
static int losses_first(const void *a, const void *b)
{
    int order = changes_by_host(a, b);
    return order != 0 ? order : ((const struct change *)b)->lost - ((const struct change *)a)->lost;
}

/* INT64_MAX, of what stays, becomes the end of time. */
static int64_t us_from_zero(const struct spark *s, int64_t ms)
{
    if (ms == INT64_MAX)
        return SW_TIME_MAX;
    return ms > s->zero_ms ? (ms - s->zero_ms) * 1000 : 0;
}

/* The node from one change to the next. leaves says whether its slots were lost at the end of the row. */
static int give_node(struct spark *s, const struct sw_nodes_to *give, const struct change *from,
                     const struct change *to, int64_t slots, struct sw_err *err)
{
    char named[2][SW_RENAMED_MAX];
    struct sw_text name = nameset_text(&s->hosts, from->host);
    struct sw_node_row row = sw_hosts_node_row(give, name, (uint64_t)slots, named[0]);
    struct sw_text host = row.node;
    row.known |= BIT(SW_NODE_RACK) | BIT(SW_NODE_FROM);
    row.from_us = us_from_zero(s, from->at_ms);
    struct sw_text rack = s->rules->hosts ? hosts_rack(s->rules->hosts, name) : row.rack;
    row.rack = rack.len > 0 ? sw_rename_put(give->rename, SW_NAMED_RACK, rack, named[1]) : rack;
    if (to->at_ms != INT64_MAX) {
        row.known |= BIT(SW_NODE_TO) | BIT(SW_NODE_LEAVES);
        row.to_us = us_from_zero(s, to->at_ms);
        row.leaves = to->lost ? SW_LEAVES_LOST : SW_LEAVES_IDLE;
    }
    if (give->executors) {
        row.known |= BIT(SW_NODE_HOST);
        row.host = host;
        if (spark_values_node_name(s, host, from->executor, &row.node, err) != SW_OK)
            return SW_FAIL;
    }
    return give->take(give->context, &row, err);
}

/* Of those at one instant the first says whether any is a loss. */
static int give_changes(struct spark *s, const struct sw_nodes_to *to, const struct change *c, size_t n,
                        struct sw_err *err)
{
    int64_t slots = 0;
    for (size_t i = 0, next; i < n; i = next) {
        for (next = i; next < n && changes_by_host(&c[i], &c[next]) == 0; next++)
            slots += c[next].slots;
        /* Without slots the node is not there, so it has no row then. */
        if (slots > 0 && c[i].at_ms != INT64_MAX && us_from_zero(s, c[next].at_ms) > us_from_zero(s, c[i].at_ms)
            && give_node(s, to, &c[i], &c[next], slots, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

int spark_executors_nodes(void *state, const struct sw_nodes_to *give, struct sw_err *err)
{
    struct spark *s = state;
    struct change *c = calloc(2 * s->n_spans + 1, sizeof *c);
    if (!c)
        return sw_err_memory(err);
    for (size_t i = 0; i < s->n_spans; i++) {
        const struct spark_span *p = &s->spans[i];
        /* An executor without a start was there from the beginning of the log; one without an end stays. */
        int64_t from = p->from_ms == SPARK_NO_TIME ? s->zero_ms : p->from_ms;
        int64_t to = p->to_ms == SPARK_NO_TIME ? INT64_MAX : p->to_ms > from ? p->to_ms : from;
        uint32_t executor = give->executors ? p->executor : 0;
        c[2 * i] = (struct change){ p->host, executor, from, (int64_t)p->slots, false };
        c[2 * i + 1] = (struct change){ p->host, executor, to, -(int64_t)p->slots, !p->idle };
    }
    qsort(c, 2 * s->n_spans, sizeof *c, losses_first);
    int status = give_changes(s, give, c, 2 * s->n_spans, err);
    free(c);
    return status == SW_OK ? 1 : SW_FAIL;
}
