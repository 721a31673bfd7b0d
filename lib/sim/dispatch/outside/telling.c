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
static void say(struct text *to, const char *fmt, ...) SW_PRINTF(2, 3);
static void say(struct text *to, const char *fmt, ...)
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

/* A limit that is not set is left out. */
static void put_pool_row(struct text *to, const struct sw_pool_list *pools, const struct sw_pool_spec *p)
{
    say(to, "{\"pool\":%s", p->name);
    if (p->parent != SW_NO_POOL)
        say(to, ",\"parent\":%s", pools->at[p->parent].name);
    say(to, ",\"weight_millionths\":%lld,\"min\":[%lld,%lld]", (long long)p->weight, (long long)p->min[0],
        (long long)p->min[1]);
    if (p->max[0] < SW_NO_LIMIT)
        say(to, ",\"max\":%lld", (long long)p->max[0]);
    if (p->max[1] < SW_NO_LIMIT)
        say(to, ",\"max_reduces\":%lld", (long long)p->max[1]);
    if (p->max_jobs < SW_NO_LIMIT)
        say(to, ",\"max_jobs\":%lld", (long long)p->max_jobs);
    say(to, "}");
}

/* Version, seed, nodes and pools. */
void telling_hello(struct text *to, const struct sw_replay *r)
{
    const struct sw_pool_list *pools = r->pools.declared;
    say(to, "{\"slotwise\":%lld,\"seed\":%lld,\"heartbeat_us\":%lld,\"kinds\":%lld,\"nodes\":[",
        (long long)DECIDE_VERSION, (long long)r->opt.seed, (long long)r->opt.heartbeat_us, r->cl->one_kind ? 1LL : 2LL);
    for (uint32_t i = 0; i < r->cl->n_nodes; i++)
        say(to, i ? ",{\"node\":%s,\"rack\":%s}" : "{\"node\":%s,\"rack\":%s}", r->cl->node[i].name,
            r->cl->rack_name[r->cl->node[i].rack]);
    say(to, "],\"pools\":[");
    for (uint32_t i = 0; pools && i < pools->n; i++) {
        say(to, i ? "," : "");
        put_pool_row(to, pools, &pools->at[i]);
    }
    say(to, "]}\n");
}

/* ---- then what has changed --------------------------------------------------------------------------------- */

/* Of each task the hosts of its blocks. */
static void put_hosts_of(struct text *to, const struct sw_news *n, const struct sw_moment *m)
{
    say(to, ",\"hosts\":[");
    for (uint64_t t = 0; t < n->n_tasks; t++) {
        say(to, t ? ",[" : "[");
        for (uint32_t k = n->first[t]; k < n->first[t + 1]; k++)
            say(to, k > n->first[t] ? ",%s" : "%s", m->node[n->host[k]]);
        say(to, "]");
    }
    say(to, "]");
}

static void put_news(struct text *to, const struct sw_news *n, const struct sw_moment *m)
{
    switch (n->kind) {
    case SW_NEWS_CAME:
        say(to, "{\"came\":%s,\"pool\":%s,\"user\":%s,\"weight_millionths\":%lld,\"priority\":%s,\"stages\":%lld,"
            "\"tasks\":%lld", n->job_id, n->pool, n->user, (long long)n->weight, sw_priority_words[n->priority],
            (long long)n->n_stages, (long long)n->n_tasks);
        break;
    case SW_NEWS_READY:
        say(to, "{\"ready\":%s,\"stage\":%lld,\"kind\":%s,\"slot\":%lld,\"tasks\":%lld", n->job_id, (long long)n->stage,
            sw_kind_words[n->stage_kind], (long long)n->slot_kind, (long long)n->n_tasks);
        if (n->first)
            put_hosts_of(to, n, m);
        break;
    case SW_NEWS_ENDED:
        say(to, "{\"ended\":%s,\"stage\":%lld,\"task\":%lld,\"node\":%s,\"outcome\":%s", n->job_id, (long long)n->stage,
            (long long)n->task, m->node[n->node], sw_outcome_words[n->outcome]);
        break;
    case SW_NEWS_BACK:
        say(to, "{\"back\":%s,\"stage\":%lld,\"task\":%lld", n->job_id, (long long)n->stage, (long long)n->task);
        break;
    case SW_NEWS_LEFT:
        say(to, "{\"left\":%s,\"outcome\":%s", n->job_id, sw_outcome_words[n->outcome]);
        break;
    case SW_NEWS_NODE:
        say(to, "{\"node\":%s,\"slots\":[%lld,%lld]", m->node[n->node], (long long)n->slots[0], (long long)n->slots[1]);
        break;
    }
    say(to, "}");
}

/* The time, the news since the last call, and the free slots of nodes. */
void telling_moment(struct text *to, const struct sw_moment *m)
{
    say(to, "{\"now_us\":%lld,\"news\":[", (long long)m->now_us);
    for (size_t i = 0; i < m->n_news; i++) {
        say(to, i ? "," : "");
        put_news(to, &m->news[i], m);
    }
    say(to, "],\"offers\":[");
    for (size_t i = 0; i < m->n_offers; i++)
        say(to, i ? ",[%s,%lld,%lld]" : "[%s,%lld,%lld]", m->node[m->offer[i].node], (long long)m->offer[i].free[0],
            (long long)m->offer[i].free[1]);
    say(to, "]}\n");
}
