/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hosts.c - the hosts that tasks preferred and that a log of Spark does not name, drawn from what it allows.
 *
 * A task that was launched near its data preferred the host where it ran, and R - 1 others. One that was launched far
 * from it preferred hosts that were full then: otherwise it would have gone there. So its hosts are drawn among those
 * that were full at its launch, as the hosts that are known are spread. Where none was full, its data was on no
 * executor's host; where that is so for more than a tenth of such tasks, it is taken to be so for all. Each day is
 * drawn again.
 *
 * R is not in the log. It is the one under which a replay of the log's own wait meets the locality that it recorded. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/log/log.h"
#include "lib/study/study.h"
#include "slotwise/sw_chance.h"
#include "slotwise/sw_names.h"

/* An executor's slot is taken again some milliseconds after it was left, so a host may look free while it is full. */
enum { REFILL_US = 30000, SAME_TIME_US = 20000 };
enum { MOST_FULL = 256 };        /* hosts that are kept of those that were full */

struct hosts {
    const struct sw_log *log;
    const struct sw_cluster *cl; /* of hosts */
    double *weight;              /* of each host: tasks that are taken to prefer it, and one */
    double *spread;              /* of each host and those before it: weights, sharpened */
    /* Of each task that was launched far from its data, in order of the tasks: hosts that were full then. */
    struct far { uint32_t task, first, n; } *far;
    size_t n_far;
    uint32_t *full;
    size_t n_full, cap_full;
    bool nowhere;                /* far tasks preferred hosts without executors */
    uint64_t n_nowhere;          /* of them those that were launched while no host was full */
    uint64_t n_near, n_free;     /* tasks launched near their data; of all with preferences, while no host was full */
    char *text;                  /* of the hosts of tasks that prefer several */
    size_t n_text, cap_text;
};

/* ---- who is unknown ---------------------------------------------------------------------------------- */

/* It ran where it preferred to, and that is all that is known. */
static bool is_near_alone(const struct sw_log_task *t)
{
    const struct sw_task_row *row = &t->last->row;
    const struct sw_text ran = executors_host(row->node);
    return t->wish == SW_WISH_HOSTS && row->locality == SW_AT_NODE
           && (row->hosts.len == 0 || (row->hosts.len == ran.len && memcmp(row->hosts.at, ran.at, ran.len) == 0));
}

static bool is_far(const struct sw_log_task *t) { return t->wish == SW_WISH_ANY || t->wish == SW_WISH_RACK; }

bool hosts_are_hidden(const struct sw_log *log)
{
    for (size_t i = 0; log->spark && i < log->n_tasks; i++)
        if (is_near_alone(&log->tasks[i]) || is_far(&log->tasks[i]))
            return true;
    return false;
}

static uint32_t host_of(const struct hosts *h, struct sw_text node)
{
    return sw_cluster_find(h->cl, executors_host(node));
}

static int find_spread(struct hosts *h, struct sw_err *err)
{
    if (!(h->spread = calloc(h->cl->n_nodes + 1, sizeof *h->spread)))
        return sw_err_memory(err);
    for (uint32_t i = 0; i < h->cl->n_nodes; i++)
        h->spread[i] = h->cl->node[i].span[0].from_us < SW_TIME_MAX / 2; /* not those that are never there */
    for (size_t i = 0; i < h->log->n_tasks; i++) {
        const struct sw_log_task *t = &h->log->tasks[i];
        const uint32_t host = is_near_alone(t) ? host_of(h, t->last->row.node) : SW_NO_NODE;
        if (host != SW_NO_NODE)
            h->spread[host]++;
    }
    for (uint32_t i = 1; i < h->cl->n_nodes; i++)
        h->spread[i] += h->spread[i - 1];
    return SW_OK;
}

static double weight(const struct hosts *h, uint32_t host)
{
    return h->spread[host] - (host > 0 ? h->spread[host - 1] : 0);
}

/* ---- who was full ------------------------------------------------------------------------------------ */

/* Attempts as they take and leave the slots of a host, and the launches of tasks with preferences, in order of time. */
enum what { LEAVES, TAKES, NEAR, ASKS };
struct use { int64_t at_us; uint32_t who; enum what what; }; /* who: a host; of ASKS a place in `far` */

static int by_time(const void *a, const void *b)
{
    const struct use *x = a, *y = b;
    if (x->at_us != y->at_us)
        return x->at_us < y->at_us ? -1 : 1;
    return x->what != y->what ? (int)x->what - (int)y->what : (x->who > y->who) - (x->who < y->who);
}

static size_t list_uses(const struct hosts *h, struct use *use)
{
    size_t n = 0;
    for (size_t i = 0; i < h->log->n_attempts; i++) {
        const struct sw_log_attempt *a = &h->log->attempts[i];
        const uint32_t host = host_of(h, a->row.node);
        if (host == SW_NO_NODE || !log_has_times(a))
            continue;
        /* Of those of one instant a near one went first: it did not have to wait for a farther level. */
        const bool far = a->row.locality == SW_AT_ANY;
        use[n++] = (struct use){ a->row.launch_us + (far ? SAME_TIME_US : -SAME_TIME_US), host, TAKES };
        use[n++] = (struct use){ a->end_us + REFILL_US, host, LEAVES };
    }
    for (size_t i = 0; i < h->log->n_tasks; i++)
        if (is_near_alone(&h->log->tasks[i]))
            use[n++] = (struct use){ h->log->tasks[i].last->row.launch_us - SAME_TIME_US,
                                     host_of(h, h->log->tasks[i].last->row.node), NEAR };
    for (size_t i = 0; i < h->n_far; i++)
        use[n++] = (struct use){ h->log->tasks[h->far[i].task].last->row.launch_us, (uint32_t)i, ASKS };
    qsort(use, n, sizeof *use, by_time);
    return n;
}

static uint32_t slots_at(const struct sw_node *node, int64_t at_us)
{
    for (uint32_t i = 0; i < node->n_spans; i++)
        if (node->span[i].from_us <= at_us && at_us < node->span[i].to_us)
            return node->span[i].slots[0];
    return 0;
}

/* Whether the host might be preferred by the task: it is not where it ran, and of its rack where that is known. */
static bool may_be_of(const struct hosts *h, const struct sw_log_task *t, uint32_t host, uint32_t own)
{
    if (host == own)
        return false;
    return t->wish != SW_WISH_RACK || h->log->own_racks || own == SW_NO_NODE
           || h->cl->node[host].rack == h->cl->node[own].rack;
}

/* Besides the task that was just launched on `own`. Others of the same instant count: they may have taken the slots. */
static bool is_another_full(const struct hosts *h, const uint32_t *busy, uint32_t own, int64_t at_us)
{
    for (uint32_t i = 0; i < h->cl->n_nodes; i++) {
        const uint32_t slots = slots_at(&h->cl->node[i], at_us);
        if (slots > 0 && busy[i] - (i == own) >= slots)
            return true;
    }
    return false;
}

static int keep_full(struct hosts *h, struct far *far, const uint32_t *busy, struct sw_err *err)
{
    const struct sw_log_task *t = &h->log->tasks[far->task];
    const uint32_t own = host_of(h, t->last->row.node);
    const int64_t at_us = t->last->row.launch_us;
    far->first = (uint32_t)h->n_full;
    for (uint32_t i = 0; i < h->cl->n_nodes && far->n < MOST_FULL; i++) {
        const uint32_t slots = slots_at(&h->cl->node[i], at_us);
        if (slots == 0 || busy[i] < slots || !may_be_of(h, t, i, own))
            continue;
        if (sw_grow(&h->full, &h->cap_full, h->n_full + 1, sizeof *h->full, err) != SW_OK)
            return SW_FAIL;
        h->full[h->n_full++] = i;
        far->n++;
    }
    h->n_nowhere += far->n == 0;
    return SW_OK;
}

static int find_full(struct hosts *h, struct sw_err *err)
{
    struct use *use = calloc(2 * h->log->n_attempts + h->log->n_tasks + 1, sizeof *use);
    uint32_t *busy = calloc(h->cl->n_nodes + 1, sizeof *busy);
    int status = use && busy ? SW_OK : sw_err_memory(err);
    const size_t n = status == SW_OK ? list_uses(h, use) : 0;
    for (size_t i = 0; i < n && status == SW_OK; i++)
        if (use[i].what == ASKS)
            status = keep_full(h, &h->far[use[i].who], busy, err);
        else if (use[i].what == NEAR)
            h->n_free += !is_another_full(h, busy, use[i].who, use[i].at_us);
        else if (use[i].what == TAKES)
            busy[use[i].who]++;
        else if (busy[use[i].who] > 0)
            busy[use[i].who]--;
    free(use);
    free(busy);
    h->n_free += h->n_nowhere;
    h->nowhere = 10 * h->n_nowhere > h->n_far;
    return status;
}

static int list_far(struct hosts *h, struct sw_err *err)
{
    for (size_t i = 0; i < h->log->n_tasks; i++) {
        h->n_far += is_far(&h->log->tasks[i]);
        h->n_near += is_near_alone(&h->log->tasks[i]);
    }
    if (!(h->far = calloc(h->n_far + 1, sizeof *h->far)))
        return sw_err_memory(err);
    h->n_far = 0;
    for (size_t i = 0; i < h->log->n_tasks; i++)
        if (is_far(&h->log->tasks[i]))
            h->far[h->n_far++].task = (uint32_t)i;
    return SW_OK;
}

void hosts_sharpen(struct hosts *h, double power)
{
    for (uint32_t i = 0; i < h->cl->n_nodes; i++)
        h->spread[i] = pow(h->weight[i], power) + (i > 0 ? h->spread[i - 1] : 0);
}

/* Far tasks tell of hosts, too: one that is full whenever tasks go far has more data than those that ran there. The
 * spread under which the far tasks are likeliest is found step by step (expectation and maximization), from the near
 * ones'. */
static int add_far_to_spread(struct hosts *h, struct sw_err *err)
{
    enum { STEPS = 30 };
    const uint32_t n = h->cl->n_nodes;
    double *near = calloc(2 * (size_t)n + 1, sizeof *near), *now = near + n;
    if (!near)
        return sw_err_memory(err);
    for (uint32_t i = 0; i < n; i++)
        near[i] = now[i] = weight(h, i);
    for (int step = 0; step < STEPS && !h->nowhere && h->n_full > 0; step++) {
        double *was = h->spread; /* room: it is made again below */
        memcpy(was, now, n * sizeof *was);
        memcpy(now, near, n * sizeof *now);
        for (size_t k = 0; k < h->n_far; k++) {
            double sum = 0;
            for (uint32_t i = 0; i < h->far[k].n; i++)
                sum += was[h->full[h->far[k].first + i]];
            for (uint32_t i = 0; i < h->far[k].n; i++)
                now[h->full[h->far[k].first + i]] += was[h->full[h->far[k].first + i]] / sum;
        }
    }
    memcpy(near, now, n * sizeof *near);
    h->weight = near;
    hosts_sharpen(h, 1);
    return SW_OK;
}

int hosts_start(struct hosts **out, const struct sw_log *log, struct sw_err *err)
{
    struct hosts *h = *out = calloc(1, sizeof *h);
    if (!h)
        return sw_err_memory(err);
    h->log = log;
    h->cl = log->hosts_cl ? log->hosts_cl : log->cl;
    if (find_spread(h, err) != SW_OK || list_far(h, err) != SW_OK || find_full(h, err) != SW_OK)
        return SW_FAIL;
    return add_far_to_spread(h, err);
}

void hosts_end(struct hosts *h)
{
    if (!h)
        return;
    free(h->spread);
    free(h->weight);
    free(h->far);
    free(h->full);
    free(h->text);
    free(h);
}

/* While no host is full, only a task goes far whose data is on no executor's host. So far tasks have a share at such
 * times that is the share of such data. It may be 3 / n more, the upper end at 95 % of a share of none. A log tells if
 * that is less than a third of the share of far tasks, or if their data is plainly elsewhere. */
bool hosts_are_told(const struct hosts *h)
{
    const double far = (double)h->n_far / (double)(h->n_far + h->n_near);
    if (h->n_far == 0 || h->nowhere)
        return true;
    return h->n_free > 0 && ((double)h->n_nowhere + 3) / (double)h->n_free < far / 3;
}

/* ---- a day ------------------------------------------------------------------------------------------- */

/* A host as the known ones are spread. */
static uint32_t draw_any(const struct hosts *h, struct sw_chance *c)
{
    const double at = sw_chance_uniform(c) * h->spread[h->cl->n_nodes - 1];
    uint32_t lo = 0, hi = h->cl->n_nodes - 1;
    while (lo < hi) {
        const uint32_t mid = lo + (hi - lo) / 2;
        if (h->spread[mid] > at)
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

/* One of those that were full, by the same weights. */
static uint32_t draw_full(const struct hosts *h, const struct far *far, struct sw_chance *c)
{
    double sum = 0, at = sw_chance_uniform(c);
    for (uint32_t i = 0; i < far->n; i++)
        sum += weight(h, h->full[far->first + i]);
    at *= sum;
    for (uint32_t i = 0; i < far->n; i++)
        if ((at -= weight(h, h->full[far->first + i])) < 0)
            return h->full[far->first + i];
    return h->full[far->first + far->n - 1];
}

/* Adds |NAME to the text in hand, which began at `from`. */
static int add_name(struct hosts *h, size_t from, struct sw_text name, struct sw_err *err)
{
    if (sw_grow(&h->text, &h->cap_text, h->n_text + name.len + 1, 1, err) != SW_OK)
        return SW_FAIL;
    if (h->n_text > from)
        h->text[h->n_text++] = '|';
    memcpy(h->text + h->n_text, name.at, name.len);
    h->n_text += name.len;
    return SW_OK;
}

/* The first and others that differ, `replicas` in all where there are as many. */
static int draw_task(struct hosts *h, const struct far *far, struct sw_text first, uint32_t host, uint64_t replicas,
                     struct sw_chance *c, struct sw_err *err)
{
    enum { TRIES = 20, MOST = 8 };
    uint32_t taken[MOST] = { host };
    size_t n = 1;
    const size_t from = h->n_text;
    if (add_name(h, from, first, err) != SW_OK)
        return SW_FAIL;
    for (int i = 0; i < TRIES && n < replicas && n < MOST; i++) {
        const uint32_t other = far ? draw_full(h, far, c) : draw_any(h, c);
        bool is_new = true;
        for (size_t k = 0; k < n; k++)
            is_new &= taken[k] != other;
        const char *name = h->cl->node[other].name;
        if (is_new && add_name(h, from, (struct sw_text){ name, strlen(name) }, err) != SW_OK)
            return SW_FAIL;
        if (is_new)
            taken[n++] = other;
    }
    return SW_OK;
}

int hosts_draw(struct hosts *h, uint64_t replicas, uint64_t seed, uint64_t run, struct sw_text *hosts,
               struct sw_err *err)
{
    size_t k = 0;
    h->n_text = 0;
    for (size_t i = 0; i < h->log->n_tasks; i++) {
        const struct sw_log_task *t = &h->log->tasks[i];
        const struct far *far = is_far(t) ? &h->far[k++] : NULL;
        struct sw_chance c = sw_chance_start(seed, SW_CHANCE_PLACEMENT, run, i);
        const size_t from = h->n_text;
        uint32_t host = SW_NO_NODE;
        struct sw_text first = t->hosts;
        hosts[i] = t->hosts;
        if (far ? h->nowhere || far->n == 0 : !is_near_alone(t))
            continue;
        if (far) {
            host = draw_full(h, far, &c);
            first = (struct sw_text){ h->cl->node[host].name, strlen(h->cl->node[host].name) };
        } else
            host = host_of(h, t->last->row.node);
        if (draw_task(h, far, first, host, replicas, &c, err) != SW_OK)
            return SW_FAIL;
        hosts[i].len = h->n_text - from;
    }
    /* The text has stopped moving. */
    for (size_t i = 0, at = 0, far = 0; i < h->log->n_tasks; i++) {
        const struct sw_log_task *t = &h->log->tasks[i];
        const struct far *f = is_far(t) ? &h->far[far++] : NULL;
        if (f ? h->nowhere || f->n == 0 : !is_near_alone(t))
            continue;
        hosts[i].at = h->text + at;
        at += hosts[i].len;
    }
    return SW_OK;
}
