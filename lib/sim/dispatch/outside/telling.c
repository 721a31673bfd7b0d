/* SPDX-License-Identifier: GPL-3.0-or-later */
/* telling.c - what a process is told, in JSON (docs/formats/decide.md). Times are whole microseconds. */
#include "lib/sim/dispatch/outside/outside.h"
#include "slotwise/sw_trace.h"
#include <string.h>

static void put(struct text *to, const char *at, size_t n)
{
    RESERVE(to->at, to->n + n, to->cap);
    memcpy(to->at + to->n, at, n);
    to->n += n;
}

static void put_text(struct text *to, const char *text) { put(to, text, strlen(text)); }

static void put_number(struct text *to, int64_t n)
{
    char digits[SW_NUM_MAX];
    put(to, digits, sw_num_put_i64(digits, n));
}

/* Bytes below a blank, quotes and backslashes; others stand as they are. */
static void put_string(struct text *to, const char *text)
{
    char code[8];
    put(to, "\"", 1);
    for (const char *at = text; *at;) {
        size_t plain = 0;
        while ((unsigned char)at[plain] >= ' ' && at[plain] != '"' && at[plain] != '\\')
            plain++;
        put(to, at, plain);
        at += plain;
        if (*at)
            put(to, code, (size_t)snprintf(code, sizeof code, "\\u%04x", (unsigned char)*at++));
    }
    put(to, "\"", 1);
}

static void put_named(struct text *to, const char *before, const char *text)
{
    put_text(to, before);
    put_string(to, text);
}

static void put_counted(struct text *to, const char *before, int64_t n)
{
    put_text(to, before);
    put_number(to, n);
}

/* ---- the state, once ------------------------------------------------------------------------------------- */

static void put_limit(struct text *to, const char *before, int64_t n)
{
    if (n < SW_NO_LIMIT)
        put_counted(to, before, n);
}

static void put_pool(struct text *to, const struct sw_pool_list *pools, const struct sw_pool_spec *p)
{
    put_named(to, "{\"pool\":", p->name);
    if (p->parent != SW_NO_POOL)
        put_named(to, ",\"parent\":", pools->at[p->parent].name);
    put_counted(to, ",\"weight_millionths\":", p->weight);
    put_counted(to, ",\"min\":[", p->min[0]);
    put_counted(to, ",", p->min[1]);
    put_text(to, "]");
    put_limit(to, ",\"max\":", p->max[0]);
    put_limit(to, ",\"max_reduces\":", p->max[1]);
    put_limit(to, ",\"max_jobs\":", p->max_jobs);
    put_text(to, "}");
}

void telling_hello(struct text *to, const struct sw_replay *r)
{
    const struct sw_pool_list *pools = r->pools.declared;
    put_counted(to, "{\"slotwise\":", DECIDE_VERSION);
    put_counted(to, ",\"seed\":", (int64_t)r->opt.seed);
    put_counted(to, ",\"heartbeat_us\":", r->opt.heartbeat_us);
    put_counted(to, ",\"kinds\":", r->cl->one_kind ? 1 : 2);
    put_text(to, ",\"nodes\":[");
    for (uint32_t i = 0; i < r->cl->n_nodes; i++) {
        put_named(to, i ? ",{\"node\":" : "{\"node\":", r->cl->node[i].name);
        put_named(to, ",\"rack\":", r->cl->rack_name[r->cl->node[i].rack]);
        put_text(to, "}");
    }
    put_text(to, "],\"pools\":[");
    for (uint32_t i = 0; pools && i < pools->n; i++) {
        put_text(to, i ? "," : "");
        put_pool(to, pools, &pools->at[i]);
    }
    put_text(to, "]}\n");
}

/* ---- then what has changed --------------------------------------------------------------------------------- */

static void put_came(struct text *to, const struct sw_news *n)
{
    put_named(to, "{\"came\":", n->job_id);
    put_named(to, ",\"pool\":", n->pool);
    put_named(to, ",\"user\":", n->user);
    put_counted(to, ",\"weight_millionths\":", n->weight);
    put_named(to, ",\"priority\":", sw_priority_words[n->priority]);
    put_counted(to, ",\"stages\":", (int64_t)n->n_stages);
    put_counted(to, ",\"tasks\":", (int64_t)n->n_tasks);
    put_text(to, "}");
}

static void put_ready(struct text *to, const struct sw_news *n, const struct sw_moment *m)
{
    put_named(to, "{\"ready\":", n->job_id);
    put_counted(to, ",\"stage\":", (int64_t)n->stage);
    put_named(to, ",\"kind\":", sw_kind_words[n->stage_kind]);
    put_counted(to, ",\"slot\":", n->slot_kind);
    put_counted(to, ",\"tasks\":", (int64_t)n->n_tasks);
    if (n->first) {
        put_text(to, ",\"hosts\":[");
        for (uint64_t t = 0; t < n->n_tasks; t++) {
            put_text(to, t ? ",[" : "[");
            for (uint32_t k = n->first[t]; k < n->first[t + 1]; k++)
                put_named(to, k > n->first[t] ? "," : "", m->node[n->host[k]]);
            put_text(to, "]");
        }
        put_text(to, "]");
    }
    put_text(to, "}");
}

static void put_task(struct text *to, const struct sw_news *n)
{
    put_counted(to, ",\"stage\":", (int64_t)n->stage);
    put_counted(to, ",\"task\":", (int64_t)n->task);
}

static void put_news(struct text *to, const struct sw_news *n, const struct sw_moment *m)
{
    switch (n->kind) {
    case SW_NEWS_CAME: put_came(to, n); return;
    case SW_NEWS_READY: put_ready(to, n, m); return;
    case SW_NEWS_ENDED:
        put_named(to, "{\"ended\":", n->job_id);
        put_task(to, n);
        put_named(to, ",\"node\":", m->node[n->node]);
        put_named(to, ",\"outcome\":", sw_outcome_words[n->outcome]);
        break;
    case SW_NEWS_BACK:
        put_named(to, "{\"back\":", n->job_id);
        put_task(to, n);
        break;
    case SW_NEWS_LEFT:
        put_named(to, "{\"left\":", n->job_id);
        put_named(to, ",\"outcome\":", sw_outcome_words[n->outcome]);
        break;
    case SW_NEWS_NODE:
        put_named(to, "{\"node\":", m->node[n->node]);
        put_counted(to, ",\"slots\":[", (int64_t)n->slots[0]);
        put_counted(to, ",", (int64_t)n->slots[1]);
        put_text(to, "]");
        break;
    }
    put_text(to, "}");
}

void telling_moment(struct text *to, const struct sw_moment *m)
{
    put_counted(to, "{\"now_us\":", m->now_us);
    put_text(to, ",\"news\":[");
    for (size_t i = 0; i < m->n_news; i++) {
        put_text(to, i ? "," : "");
        put_news(to, &m->news[i], m);
    }
    put_text(to, "],\"offers\":[");
    for (size_t i = 0; i < m->n_offers; i++) {
        put_named(to, i ? ",[" : "[", m->node[m->offer[i].node]);
        put_counted(to, ",", (int64_t)m->offer[i].free[0]);
        put_counted(to, ",", (int64_t)m->offer[i].free[1]);
        put_text(to, "]");
    }
    put_text(to, "]}\n");
}
