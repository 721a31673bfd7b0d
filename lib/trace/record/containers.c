/* SPDX-License-Identifier: GPL-3.0-or-later */
/* containers.c - see containers.h. The applications are the logs of the trace (stream/apps.h). Their executors are
 * asked of the importer as nodes of a recorded cluster, and each node is a container. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/trace/record/containers.h"
#include "lib/trace/record/known.h"
#include "lib/trace/record/sw_records.h"
#include "lib/trace/stream/trace_private.h"

/* The importer lends its texts until its next row; these last until containers_clear(). */
static int containers_keep(struct containers *c, struct sw_text *text, struct sw_err *err)
{
    struct containers_text *copy = malloc(sizeof *copy + text->len + 1);
    if (!copy)
        return sw_err_memory(err);
    memcpy(copy->at, text->at, text->len);
    copy->at[text->len] = '\0';
    copy->next = c->texts;
    c->texts = copy;
    text->at = copy->at;
    return SW_OK;
}

/* An application's place here is that of its log. */
static const struct apps_log *log_of(const struct containers *c, size_t app) { return &c->trace->source.apps.log[app]; }

/* HOST/APPLICATION/ID */
static int containers_take(void *context, const struct sw_node_row *row, struct sw_err *err)
{
    struct containers *c = context;
    /* The host stands in a column of its own, so what is behind it is the application and the executor. */
    const char *name = row->node.at + row->host.len + 1, *end = row->node.at + row->node.len;
    const char *slash = memrchr(name, '/', (size_t)(end - name));
    size_t app = 0;
    /* An executor without an application's name is of a log that stands alone: rules.apart was not given. */
    if (!slash)
        return SW_OK;
    while (app < c->n_apps && !sw_text_is((struct sw_text){ name, (size_t)(slash - name) }, log_of(c, app)->name))
        app++;
    if (app == c->n_apps)
        return SW_OK;
    if (sw_grow(&c->at, &c->cap, c->n + 1, sizeof *c->at, err) != SW_OK)
        return SW_FAIL;
    c->at[c->n] = (struct container){ .app = app, .id = { slash + 1, (size_t)(end - slash - 1) }, .host = row->host,
                                      .rack = row->rack, .from_us = row->from_us, .to_us = row->to_us };
    struct container *to = &c->at[c->n++];
    c->n_dynamic += log_of(c, app)->head.dynamic;
    return containers_keep(c, &to->id, err) == SW_OK && containers_keep(c, &to->host, err) == SW_OK
               ? containers_keep(c, &to->rack, err)
               : SW_FAIL;
}

/* Under dynamic allocation when it came, as no log has when it was asked for. Without it all executors are asked
 * for when the application starts. */
static int64_t submit_us(const struct containers *c, const struct container *at)
{
    const struct apps_log *log = log_of(c, at->app);
    /* Times of all logs count from the start of the first (zero_ms). */
    const int64_t start_us = 1000 * (log->head.start_ms - c->trace->source.side.zero_ms);
    return log->head.dynamic || log->head.start_ms == 0 || start_us > at->from_us ? at->from_us : start_us;
}

static const struct containers *sorting; /* for qsort: one thread does so */

static int by_submission(const void *a, const void *b)
{
    const struct container *x = a, *y = b;
    const int64_t of_x = submit_us(sorting, x), of_y = submit_us(sorting, y);
    if (of_x != of_y)
        return of_x < of_y ? -1 : 1;
    if (x->app != y->app)
        return x->app < y->app ? -1 : 1;
    /* Executors of one application by their coming, then by number: a shorter number is a smaller one. */
    if (x->from_us != y->from_us)
        return x->from_us < y->from_us ? -1 : 1;
    const size_t len = x->id.len < y->id.len ? x->id.len : y->id.len;
    const int order = memcmp(x->id.at, y->id.at, len);
    return x->id.len != y->id.len ? (x->id.len < y->id.len ? -1 : 1) : order;
}

/* The jobs themselves are of no interest: they are read so that the importer has seen every executor. */
int containers_read(struct containers *c, struct sw_trace *t, struct listed *list, struct sw_err *err)
{
    struct sw_job job;
    int got;
    *c = (struct containers){ .trace = t, .list = list, .n_apps = t->source.apps.n };
    while ((got = sw_trace_next(t, &job, err)) == 1)
        ;
    if (got < 0 || sw_trace_nodes(t, true, containers_take, c, err) < 0)
        return SW_FAIL;
    /* An application that the list has and no log is the caller's to tell (has_log). */
    for (size_t app = 0; c->list && app < c->n_apps; app++) {
        struct listed_app *a = listed_find(c->list, log_of(c, app)->head.id);
        c->n_unlisted += !a;
        if (a)
            a->has_log = true;
    }
    sorting = c;
    qsort(c->at, c->n, sizeof *c->at, by_submission);
    return SW_OK;
}

/* What the ResourceManager's list says of user and queue goes before what the log says. */
void containers_put(const struct containers *c, struct sw_out *out)
{
    sw_schema_put_header(&sw_schema_tasks, out);
    sw_out_end_row(out);
    for (size_t i = 0; i < c->n; i++) {
        const struct container *at = &c->at[i];
        const struct apps_log *log = log_of(c, at->app);
        const struct spark_head *h = &log->head;
        const struct listed_app *a = c->list ? listed_find(c->list, h->id) : NULL;
        const char *queue = a && *a->queue != '\0' ? a->queue : h->queue;
        const char *user = a && *a->user != '\0' ? a->user : h->user;
        char id[300], job[600];
        struct sw_task_row row;
        /* What is not set here is as in a tasks file that leaves the column out. */
        memcpy(&row, sw_schema_tasks.defaults, sizeof row);
        /* A task that came again, as it lost its host or slots, has its number behind it. */
        size_t before = 0;
        for (size_t j = 0; j < i; j++)
            before += c->at[j].app == c->at[i].app && sw_text_same(c->at[j].id, c->at[i].id);
        snprintf(id, sizeof id, before > 0 ? "%.*s.%zu" : "%.*s", (int)c->at[i].id.len, c->at[i].id.at, before + 1);
        /* Under dynamic allocation each executor is a job (containers.h); else it is a task of the application's. */
        snprintf(job, sizeof job, h->dynamic ? "%s/%s" : "%s", log->name, id);
        row.job_id = (struct sw_text){ job, strlen(job) };
        row.task_id = (struct sw_text){ id, strlen(id) };
        if (*queue != '\0')
            row.pool = (struct sw_text){ queue, strlen(queue) };
        row.user = (struct sw_text){ user, strlen(user) };
        row.submit_us = submit_us(c, at);
        row.launch_us = at->from_us;
        row.finish_us = at->to_us;
        row.duration_us = at->to_us - at->from_us;
        row.node = at->host;
        row.rack = at->rack;
        /* A container's end is the executor's, whatever ended it. */
        row.outcome = SW_DONE;
        row.known = BIT(SW_TASK_JOB) | BIT(SW_TASK_SUBMIT) | BIT(SW_TASK_POOL) | BIT(SW_TASK_STAGE) | BIT(SW_TASK_KIND)
                    | BIT(SW_TASK_ID) | BIT(SW_TASK_DURATION) | BIT(SW_TASK_NODE) | BIT(SW_TASK_LAUNCH)
                    | BIT(SW_TASK_FINISH) | BIT(SW_TASK_OUTCOME) | (row.user.len > 0 ? BIT(SW_TASK_USER) : 0)
                    | (row.rack.len > 0 ? BIT(SW_TASK_RACK) : 0);
        sw_schema_put(&sw_schema_tasks, &row, out);
        sw_out_end_row(out);
    }
}

/* ---- the hosts ------------------------------------------------------------------------------------- */

/* One comes (+1) or goes (-1). */
struct change { const struct container *of; int64_t at_us; int step; };

static int compare_texts(struct sw_text a, struct sw_text b)
{
    int order = memcmp(a.at, b.at, a.len < b.len ? a.len : b.len);
    return order != 0 ? order : (a.len > b.len) - (a.len < b.len);
}

/* One that goes makes room for one that comes. */
static int by_host(const void *a, const void *b)
{
    const struct change *x = a, *y = b;
    int order = compare_texts(x->of->host, y->of->host);
    if (order == 0)
        order = (x->at_us > y->at_us) - (x->at_us < y->at_us);
    return order != 0 ? order : x->step - y->step;
}

/* How many were on the host at once, at most: a lower bound of what it holds. */
void containers_put_cluster(const struct containers *c, struct sw_out *out)
{
    static const char *const names[] = { "node", "rack", "slots", NULL };
    struct change *change = calloc(2 * c->n + 1, sizeof *change);
    int64_t now = 0, most = 0;
    sw_out_header(out, names);
    for (size_t i = 0; change && i < c->n; i++) {
        change[2 * i] = (struct change){ &c->at[i], c->at[i].from_us, 1 };
        change[2 * i + 1] = (struct change){ &c->at[i], c->at[i].to_us, -1 };
    }
    /* A host's changes stand together, in order of time. */
    if (change)
        qsort(change, 2 * c->n, sizeof *change, by_host);
    for (size_t i = 0; change && i < 2 * c->n; i++) {
        now += change[i].step;
        most = now > most ? now : most;
        /* The host goes on in the next change. */
        if (i + 1 < 2 * c->n && compare_texts(change[i].of->host, change[i + 1].of->host) == 0)
            continue;
        sw_out_text(out, change[i].of->host.at, change[i].of->host.len);
        sw_out_text(out, change[i].of->rack.at, change[i].of->rack.len);
        sw_out_i64(out, most);
        sw_out_end_row(out);
        now = most = 0;
    }
    free(change);
}

void containers_clear(struct containers *c)
{
    for (struct containers_text *t = c->texts, *next; t; t = next) {
        next = t->next;
        free(t);
    }
    free(c->at);
    *c = (struct containers){ .n = 0 };
}
