/* SPDX-License-Identifier: GPL-3.0-or-later */
/* telling.c - what a process is told, in JSON (docs/formats/decide.md). Times are whole microseconds. */
#include "lib/sim/dispatch/outside/outside.h"
#include "slotwise/sw_trace.h"
#include <string.h>

static void put_bytes(struct text *to, const char *at, size_t n)
{
    RESERVE(to->at, to->n + n, to->cap);
    memcpy(to->at + to->n, at, n);
    to->n += n;
}

/* Bytes below a blank, quotes and backslashes; others stand as they are. */
static void put_string(struct text *to, const char *text)
{
    char code[8];
    put_bytes(to, "\"", 1);
    for (const char *at = text; *at;) {
        size_t plain = 0;
        while ((unsigned char)at[plain] >= ' ' && at[plain] != '"' && at[plain] != '\\')
            plain++;
        put_bytes(to, at, plain);
        at += plain;
        if (*at)
            put_bytes(to, code, (size_t)snprintf(code, sizeof code, "\\u%04x", (unsigned char)*at++));
    }
    put_bytes(to, "\"", 1);
}

/* %s is a string of JSON, with its quotes, and %lld a number; there are no others. */
static void put_json(struct text *to, const char *fmt, ...) SW_PRINTF(2, 3);
static void put_json(struct text *to, const char *fmt, ...)
{
    char digits[SW_NUM_MAX];
    va_list ap;
    va_start(ap, fmt);
    for (const char *at; (at = strchr(fmt, '%')); fmt = at + (at[1] == 's' ? 2 : 4)) {
        put_bytes(to, fmt, (size_t)(at - fmt));
        if (at[1] == 's')
            put_string(to, va_arg(ap, const char *));
        else
            put_bytes(to, digits, sw_num_put_i64(digits, va_arg(ap, long long)));
    }
    put_bytes(to, fmt, strlen(fmt));
    va_end(ap);
}

/* ---- the state, once ------------------------------------------------------------------------------------- */

static void put_json_pool(struct text *to, const struct sw_pool_list *pools, const struct sw_pool_spec *p)
{
    put_json(to, "{\"pool\":%s", p->name);
    if (p->parent != SW_NO_POOL)
        put_json(to, ",\"parent\":%s", pools->at[p->parent].name);
    put_json(to, ",\"weight_millionths\":%lld,\"min\":[%lld,%lld]", (long long)p->weight, (long long)p->min[0],
        (long long)p->min[1]);
    if (p->max[0] < SW_NO_LIMIT)
        put_json(to, ",\"max\":%lld", (long long)p->max[0]);
    if (p->max[1] < SW_NO_LIMIT)
        put_json(to, ",\"max_reduces\":%lld", (long long)p->max[1]);
    if (p->max_jobs < SW_NO_LIMIT)
        put_json(to, ",\"max_jobs\":%lld", (long long)p->max_jobs);
    put_json(to, "}");
}

void telling_hello(struct text *to, const struct sw_replay *r)
{
    const struct sw_pool_list *pools = r->pools.declared;
    put_json(to, "{\"slotwise\":%lld,\"seed\":%lld,\"heartbeat_us\":%lld,\"kinds\":%lld,\"nodes\":[",
        (long long)DECIDE_VERSION, (long long)r->opt.seed, (long long)r->opt.heartbeat_us, r->cl->one_kind ? 1LL : 2LL);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        put_json(to, i ? ",{\"node\":%s,\"rack\":%s}" : "{\"node\":%s,\"rack\":%s}", r->cl->node[i].name,
            r->cl->rack_name[r->cl->node[i].rack]);
    put_json(to, "],\"pools\":[");
    for (uint32_t i = 0; pools && i < pools->n; i++) {
        put_json(to, i ? "," : "");
        put_json_pool(to, pools, &pools->at[i]);
    }
    put_json(to, "]}\n");
}

/* ---- then what has changed --------------------------------------------------------------------------------- */

static void put_json_hosts(struct text *to, const struct sw_news *n, const struct sw_moment *m)
{
    put_json(to, ",\"hosts\":[");
    for (uint64_t t = 0; t < n->n_tasks; t++) {
        put_json(to, t ? ",[" : "[");
        for (uint32_t k = n->first[t]; k < n->first[t + 1]; k++)
            put_json(to, k > n->first[t] ? ",%s" : "%s", m->node[n->host[k]]);
        put_json(to, "]");
    }
    put_json(to, "]");
}

static void put_news(struct text *to, const struct sw_news *n, const struct sw_moment *m)
{
    switch (n->kind) {
    case SW_NEWS_CAME:
        put_json(to, "{\"came\":%s,\"pool\":%s,\"user\":%s,\"weight_millionths\":%lld,\"priority\":%s,\"stages\":%lld,"
            "\"tasks\":%lld", n->job_id, n->pool, n->user, (long long)n->weight, sw_priority_words[n->priority],
            (long long)n->n_stages, (long long)n->n_tasks);
        break;
    case SW_NEWS_READY:
        put_json(to, "{\"ready\":%s,\"stage\":%lld,\"kind\":%s,\"slot\":%lld,\"tasks\":%lld", n->job_id, (long long)n->stage,
            sw_kind_words[n->stage_kind], (long long)n->slot_kind, (long long)n->n_tasks);
        if (n->first)
            put_json_hosts(to, n, m);
        break;
    case SW_NEWS_ENDED:
        put_json(to, "{\"ended\":%s,\"stage\":%lld,\"task\":%lld,\"node\":%s,\"outcome\":%s", n->job_id, (long long)n->stage,
            (long long)n->task, m->node[n->node], sw_outcome_words[n->outcome]);
        break;
    case SW_NEWS_BACK:
        put_json(to, "{\"back\":%s,\"stage\":%lld,\"task\":%lld", n->job_id, (long long)n->stage, (long long)n->task);
        break;
    case SW_NEWS_LEFT:
        put_json(to, "{\"left\":%s,\"outcome\":%s", n->job_id, sw_outcome_words[n->outcome]);
        break;
    case SW_NEWS_NODE:
        put_json(to, "{\"node\":%s,\"slots\":[%lld,%lld]", m->node[n->node], (long long)n->slots[0], (long long)n->slots[1]);
        break;
    }
    put_json(to, "}");
}

void telling_moment(struct text *to, const struct sw_moment *m)
{
    put_json(to, "{\"now_us\":%lld,\"news\":[", (long long)m->now_us);
    for (size_t i = 0; i < m->n_news; i++) {
        put_json(to, i ? "," : "");
        put_news(to, &m->news[i], m);
    }
    put_json(to, "],\"offers\":[");
    for (size_t i = 0; i < m->n_offers; i++)
        put_json(to, i ? ",[%s,%lld,%lld]" : "[%s,%lld,%lld]", m->node[m->offer[i].node], (long long)m->offer[i].free[0],
            (long long)m->offer[i].free[1]);
    put_json(to, "]}\n");
}
