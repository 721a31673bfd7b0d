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
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/minmax.h"
#include "lib/base/grow.h"
#include "lib/log/log.h"
#include "lib/study/hidden/hidden.h"
#include "lib/base/sw_chance.h"
#include "lib/base/sw_sort.h"

/* An executor's slot is taken again some milliseconds after it was left, so a host may look free while it is full. */
enum { REFILL_US = 30000, SAME_TIME_US = 20000 };
enum { MOST_FULL = 256 };        /* hosts that are kept of those that were full */

struct hosts {
    const struct sw_log *log;
    const struct sw_cluster *cl; /* of hosts */
    uint32_t *ran;               /* of each task that preferred hosts: where */
    double *near, *weight;       /* of each host: tasks that ran near their data there, and one; and far ones' shares */
    double *spread;              /* of each host and those before it: weights, sharpened */
    /* Of each task that was launched far from its data, in order of the tasks: hosts that were full then. */
    struct far { uint32_t task, first, n; } *far;
    size_t n_far;
    uint32_t *full;
    size_t n_full, cap_full;
    uint32_t *rack_of;           /* of each host, where the log names none and racks are drawn; NULL: not */
    bool nowhere;                /* far tasks preferred hosts without executors */
    uint64_t n_near;             /* tasks launched near their data */
    uint64_t n_nowhere, n_free;  /* hosts_count() */
    char *text;                  /* of the hosts of tasks that prefer several */
    size_t n_text, cap_text;
    bool beside;                 /* what comes before `spread` and behind it, but for the text, is another's */
};

/* ---- who is unknown ---------------------------------------------------------------------------------- */

/* Of a log that is not Spark's and names no hosts the locality is all that is known. */
static enum sw_wish wish_of(const struct sw_log *log, const struct sw_log_task *t)
{
    static const enum sw_wish wishes[] = { [SW_AT_NODE] = SW_WISH_HOSTS, [SW_AT_RACK] = SW_WISH_RACK,
                                           [SW_AT_ANY] = SW_WISH_ANY };
    const struct sw_log_attempt *row = t->last;
    if (log->spark)
        return t->wish;
    return row->kind == SW_REDUCE || !row->has_locality
           || (row->locality != SW_AT_NODE && row->locality != SW_AT_RACK && row->locality != SW_AT_ANY)
           ? SW_WISH_NONE : wishes[row->locality];
}

/* It ran where it preferred to, and that is all that is known. */
static bool is_near_alone(const struct sw_log *log, const struct sw_log_task *t)
{
    return wish_of(log, t) == SW_WISH_HOSTS && t->ran_there;
}

/* It ran elsewhere than it preferred, and where that was is not named. */
static bool is_far(const struct sw_log *log, const struct sw_log_task *t)
{
    const enum sw_wish wish = wish_of(log, t);
    return wish == SW_WISH_ANY || wish == SW_WISH_RACK;
}

/* Distances, and no host: which nodes held data is not in such a log. Spark's is never so, and a log without distances
 * has nothing to draw for. */
bool hosts_are_lacking(const struct sw_log *log)
{
    for (size_t i = 0; i < log->n_attempts && !log->spark && !log->names_hosts; i++)
        if (log->attempts[i].has_locality && log->attempts[i].locality != SW_AT_NONE)
            return true;
    return false;
}

bool hosts_are_hidden(const struct sw_log *log)
{
    if (!log->spark && !hosts_are_lacking(log))
        return false;
    for (size_t i = 0; i < log->n_tasks; i++)
        if (is_near_alone(log, &log->tasks[i]) || is_far(log, &log->tasks[i]))
            return true;
    return false;
}

/* SW_NO_NODE where the cluster has no such host. */
static uint32_t host_of(const struct hosts *h, struct sw_text node)
{
    return sw_cluster_find(h->cl, executors_host(node));
}

static int find_spread(struct hosts *h, struct sw_err *err)
{
    h->spread = calloc(h->cl->n_nodes + 1, sizeof *h->spread);
    h->ran = calloc(h->log->n_tasks + 1, sizeof *h->ran);
    if (!h->spread || !h->ran)
        return sw_err_memory(err);
    /* One for each host that is there at some time, and one for each near task on it. */
    for (uint32_t i = 0; i < h->cl->n_nodes; i++)
        h->spread[i] = h->cl->node[i].span[0].from_us < SW_TIME_MAX / 2; /* not those that are never there */
    for (size_t i = 0; i < h->log->n_tasks; i++) {
        const struct sw_log_task *t = &h->log->tasks[i];
        const bool near = is_near_alone(h->log, t);
        h->ran[i] = near || is_far(h->log, t) ? host_of(h, sw_log_text(t->last->node)) : SW_NO_NODE;
        if (near && h->ran[i] != SW_NO_NODE)
            h->spread[h->ran[i]]++;
    }
    /* From weights to their sums, which draw_any() bisects. */
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
enum what { LEAVES, TAKES, NEAR, ASKS, N_WHATS };
struct use { int64_t at; uint32_t who; }; /* at: four times the time, and what; who: a host, of ASKS a place in `far` */

/* At one time slots are left first, then taken. */
static struct use use_of(int64_t at_us, uint32_t who, enum what what)
{
    return (struct use){ N_WHATS * at_us + what, who };
}

static size_t list_uses(const struct hosts *h, bool free_asked, struct use *use)
{
    size_t n = 0;
    for (size_t i = 0; i < h->log->n_attempts; i++) {
        const struct sw_log_attempt *a = &h->log->attempts[i];
        const uint32_t host = host_of(h, sw_log_text(a->node));
        /* An attempt without an end takes no slot here. */
        if (host == SW_NO_NODE || !log_has_times(a))
            continue;
        /* Of those of one instant a near one went first: it did not have to wait for a farther level. */
        const bool far = a->locality == SW_AT_ANY;
        use[n++] = use_of(a->launch_us + (far ? SAME_TIME_US : -SAME_TIME_US), host, TAKES);
        use[n++] = use_of(a->end_us + REFILL_US, host, LEAVES);
    }
    for (size_t i = 0; free_asked && i < h->log->n_tasks; i++)
        if (is_near_alone(h->log, &h->log->tasks[i]))
            use[n++] = use_of(h->log->tasks[i].last->launch_us - SAME_TIME_US, h->ran[i], NEAR);
    for (size_t i = 0; i < h->n_far; i++)
        use[n++] = use_of(h->log->tasks[h->far[i].task].last->launch_us, (uint32_t)i, ASKS);
    return n;
}

/* 0: the node is not there then. */
static uint32_t slots_of_node_at(const struct sw_node *node, int64_t at_us)
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
    if (h->log->own_racks || own == SW_NO_NODE)
        return true;
    const bool same = h->cl->node[host].rack == h->cl->node[own].rack;
    return wish_of(h->log, t) == SW_WISH_RACK ? same : !same || h->log->spark;
}

/* Besides the task that was just launched on `own`. Others of the same instant count: they may have taken the slots. */
static bool is_another_full(const struct hosts *h, const uint32_t *busy, uint32_t own, int64_t at_us)
{
    for (uint32_t i = 0; i < h->cl->n_nodes; i++) {
        const uint32_t slots = slots_of_node_at(&h->cl->node[i], at_us);
        if (slots > 0 && busy[i] - (i == own) >= slots)
            return true;
    }
    return false;
}

static int keep_full(struct hosts *h, struct far *far, const uint32_t *busy, struct sw_err *err)
{
    const struct sw_log_task *t = &h->log->tasks[far->task];
    const uint32_t own = h->ran[far->task];
    const int64_t at_us = t->last->launch_us;
    far->first = (uint32_t)h->n_full;
    /* Beyond MOST_FULL they are left out, in the cluster's order. */
    for (uint32_t i = 0; i < h->cl->n_nodes && far->n < MOST_FULL; i++) {
        const uint32_t slots = slots_of_node_at(&h->cl->node[i], at_us);
        if (slots == 0 || busy[i] < slots || !may_be_of(h, t, i, own))
            continue;
        if (sw_grow(&h->full, &h->cap_full, h->n_full + 1, sizeof *h->full, err) != SW_OK)
            return SW_FAIL;
        h->full[h->n_full++] = i;
        far->n++;
    }
    /* Its data was on no executor's host. */
    h->n_nowhere += far->n == 0;
    return SW_OK;
}

static int find_full(struct hosts *h, bool free_asked, struct sw_err *err)
{
    if (!free_asked && h->n_far == 0)
        return SW_OK;
    struct use *use = calloc(2 * h->log->n_attempts + h->log->n_tasks + 1, sizeof *use);
    uint32_t *busy = calloc(h->cl->n_nodes + 1, sizeof *busy);
    const size_t n = use && busy ? list_uses(h, free_asked, use) : 0;
    int status = use && busy && sw_sort_records_signed(use, n, sizeof *use, offsetof(struct use, at)) == SW_OK
                 ? SW_OK : sw_err_memory(err);
    for (size_t i = 0; i < n && status == SW_OK; i++)
        switch ((enum what)(use[i].at & (N_WHATS - 1))) {
        case ASKS: status = keep_full(h, &h->far[use[i].who], busy, err); break;
        /* Without its last two bits `at` is the time. */
        case NEAR: h->n_free += !is_another_full(h, busy, use[i].who, use[i].at >> 2); break;
        case TAKES: busy[use[i].who]++; break;
        default: busy[use[i].who] -= busy[use[i].who] > 0;
        }
    free(use);
    free(busy);
    /* n_free: near and far tasks that were launched while no other host was full. */
    h->n_free += h->n_nowhere;
    h->nowhere = 10 * h->n_nowhere > h->n_far;
    return status;
}

static int list_far(struct hosts *h, struct sw_err *err)
{
    for (size_t i = 0; i < h->log->n_tasks; i++) {
        h->n_far += is_far(h->log, &h->log->tasks[i]);
        h->n_near += is_near_alone(h->log, &h->log->tasks[i]);
    }
    if (!(h->far = calloc(h->n_far + 1, sizeof *h->far)))
        return sw_err_memory(err);
    h->n_far = 0;
    for (size_t i = 0; i < h->log->n_tasks; i++)
        if (is_far(h->log, &h->log->tasks[i]))
            h->far[h->n_far++].task = (uint32_t)i;
    return SW_OK;
}

/* Hosts are drawn by their weights to this power: more alike below 1, the hottest more often above. The weights count
 * the far tasks whose data is not gone. */
static void sharpen(struct hosts *h, double power, double gone)
{
    /* By the guess: of the far tasks, those whose data is gone. */
    const double all = (double)(h->n_far + h->n_near);
    const double of_far = h->n_far > 0 ? fmin(1, gone * all / (double)h->n_far) : 0;
    for (uint32_t i = 0; i < h->cl->n_nodes; i++) {
        const double weight = of_far * h->near[i] + (1 - of_far) * h->weight[i];
        h->spread[i] = pow(weight, power) + (i > 0 ? h->spread[i - 1] : 0);
    }
}

/* Far tasks tell of hosts, too: one that is full whenever tasks go far has more data than those that ran there. The
 * spread under which the far tasks are likeliest is found step by step (expectation and maximization), from the near
 * ones'. */
static int add_far_to_spread(struct hosts *h, struct sw_err *err)
{
    enum { STEPS = 30 };
    const uint32_t n = h->cl->n_nodes;
    double *near = calloc(n + 1, sizeof *near), *now = calloc(n + 1, sizeof *now);
    h->near = near;
    h->weight = now;
    if (!near || !now)
        return sw_err_memory(err);
    for (uint32_t i = 0; i < n; i++)
        near[i] = now[i] = weight(h, i);
    for (int step = 0; step < STEPS && !h->nowhere && h->n_full > 0; step++) {
        double *was = h->spread; /* room: it is made again below */
        memcpy(was, now, n * sizeof *was);
        memcpy(now, near, n * sizeof *now);
        for (size_t k = 0; k < h->n_far; k++) {
            /* A far task is shared out over the hosts that were full, by the weights so far. */
            double sum = 0;
            for (uint32_t i = 0; i < h->far[k].n; i++)
                sum += was[h->full[h->far[k].first + i]];
            for (uint32_t i = 0; i < h->far[k].n; i++)
                now[h->full[h->far[k].first + i]] += was[h->full[h->far[k].first + i]] / sum;
        }
    }
    /* `spread` was lent out, and is filled by the weights. */
    sharpen(h, 1, 0);
    return SW_OK;
}

int hosts_start(struct hosts **out, const struct sw_log *log, bool free_asked, struct sw_err *err)
{
    struct hosts *h = *out = calloc(1, sizeof *h);
    if (!h)
        return sw_err_memory(err);
    h->log = log;
    h->cl = log->hosts_cl ? log->hosts_cl : log->cl;
    if (find_spread(h, err) != SW_OK || list_far(h, err) != SW_OK || find_full(h, free_asked, err) != SW_OK)
        return SW_FAIL;
    return add_far_to_spread(h, err);
}

int hosts_beside(struct hosts **out, const struct hosts *h, struct sw_err *err)
{
    struct hosts *of = *out = malloc(sizeof *of);
    if (!of)
        return sw_err_memory(err);
    /* All but its text and its spread is shared, and only read. */
    *of = *h;
    of->beside = true;
    of->text = NULL;
    of->n_text = of->cap_text = 0;
    of->spread = calloc(h->cl->n_nodes + 1, sizeof *of->spread);
    return of->spread ? SW_OK : sw_err_memory(err);
}

void hosts_end(struct hosts *h)
{
    if (!h)
        return;
    free(h->spread);
    free(h->text);
    if (!h->beside) {
        free(h->rack_of);
        free(h->ran);
        free(h->near);
        free(h->weight);
        free(h->far);
        free(h->full);
    }
    free(h);
}

/* ---- a day ------------------------------------------------------------------------------------------- */

/* A host as the known ones are spread. */
static uint32_t draw_any(const struct hosts *h, struct sw_chance *c)
{
    const double at = sw_chance_uniform(c) * h->spread[h->cl->n_nodes - 1];
    uint32_t lo = 0;
    for (uint32_t n = h->cl->n_nodes, half; n > 1; n -= half) { /* without a branch: none could be foreseen */
        half = n / 2;
        lo += (h->spread[lo + half - 1] <= at) * half;
    }
    return lo;
}

/* In the rack where the task ran, or out of it, as the task tells. */
static bool fits_rack(const struct hosts *h, const struct far *far, uint32_t host)
{
    const struct sw_log_task *t = &h->log->tasks[far->task];
    /* Without drawn racks may_be_of() has looked at those of the log. */
    const uint32_t own = h->rack_of ? h->ran[far->task] : SW_NO_NODE;
    return own == SW_NO_NODE || (wish_of(h->log, t) == SW_WISH_RACK) == (h->rack_of[own] == h->rack_of[host]);
}

/* One of those that were full, by the same weights; where some of them fit the rack, one of these. */
static uint32_t draw_full(const struct hosts *h, const struct far *far, struct sw_chance *c)
{
    double sum[2] = { 0, 0 }, at = sw_chance_uniform(c);
    for (uint32_t i = 0; i < far->n; i++)
        /* sum[1] is of those that fit. */
        sum[fits_rack(h, far, h->full[far->first + i])] += weight(h, h->full[far->first + i]);
    const bool all = sum[1] <= 0;
    /* Rounding may leave a rest of `at` behind the last. */
    uint32_t last = h->full[far->first];
    at *= sum[!all];
    for (uint32_t i = 0; i < far->n; i++) {
        const uint32_t host = h->full[far->first + i];
        if (!all && !fits_rack(h, far, host))
            continue;
        last = host;
        if ((at -= weight(h, host)) < 0)
            break;
    }
    return last;
}

/* Adds |NAME of the host to the text in hand, which began at `from`. */
static int add_name(struct hosts *h, size_t from, uint32_t host, struct sw_err *err)
{
    const char *name = h->cl->node[host].name;
    const size_t len = strlen(name);
    if (sw_grow(&h->text, &h->cap_text, h->n_text + len + 1, 1, err) != SW_OK)
        return SW_FAIL;
    if (h->n_text > from)
        h->text[h->n_text++] = '|';
    memcpy(h->text + h->n_text, name, len);
    h->n_text += len;
    return SW_OK;
}

/* The host and others that differ, `replicas` in all where there are as many. The text has its length alone. */
static int draw_task(struct hosts *h, const struct far *far, uint32_t host, uint64_t replicas, struct sw_chance *c,
                     struct sw_text *text, struct sw_err *err)
{
    /* Draws repeat hosts, and a small cluster may have no others. So their number is bounded. */
    enum { TRIES = 20, MOST = 8 };
    uint32_t taken[MOST] = { host };
    size_t n = 1;
    const size_t from = h->n_text;
    if (add_name(h, from, host, err) != SW_OK)
        return SW_FAIL;
    for (int i = 0; i < TRIES && n < replicas && n < MOST; i++) {
        const uint32_t other = far && far->n > 0 ? draw_full(h, far, c) : draw_any(h, c);
        bool is_new = true;
        for (size_t k = 0; k < n; k++)
            is_new &= taken[k] != other;
        if (is_new && add_name(h, from, other, err) != SW_OK)
            return SW_FAIL;
        if (is_new)
            taken[n++] = other;
    }
    /* The text may still move while it grows: settle_text() knows where it is. */
    *text = (struct sw_text){ NULL, h->n_text - from };
    return SW_OK;
}

/* The text has stopped moving: each task's follows that of the one before. It is the caller's from here on. */
static char *settle_text(struct hosts *h, struct task_range tasks, struct sw_text *hosts)
{
    char *text = h->text;
    size_t at = 0;
    for (size_t i = tasks.from; i < tasks.to; i++)
        if (!hosts[i].at && hosts[i].len > 0) {
            hosts[i].at = text + at;
            at += hosts[i].len;
        }
    h->text = NULL;
    h->n_text = h->cap_text = 0;
    return text;
}

/* The first of the far tasks that stands no earlier. */
static size_t first_far(const struct hosts *h, size_t task)
{
    size_t k = 0;
    while (k < h->n_far && h->far[k].task < task)
        k++;
    return k;
}

int hosts_draw(struct hosts *h, const struct sw_guess *guess, const struct sw_log *part, uint64_t seed, uint64_t run,
               struct sw_text *hosts, char **text, struct sw_err *err)
{
    const struct task_range tasks = tasks_of(part);
    size_t k = first_far(h, tasks.from);
    sharpen(h, guess->power, guess->gone);
    *text = NULL;
    h->n_text = 0;
    for (size_t i = tasks.from; i < tasks.to; i++) {
        const struct sw_log_task *t = &h->log->tasks[i];
        /* far[] is in the order of the tasks. */
        const struct far *far = is_far(h->log, t) ? &h->far[k++] : NULL;
        struct sw_chance c = sw_chance_start(seed, SW_CHANCE_PLACEMENT, run, i);
        uint32_t host;
        hosts[i] = t->hosts;
        /* Otherwise its data is on no executor's host, and its hosts stay as the log has them. */
        if (far && sw_chance_uniform(&c) >= guess->far_gone)
            host = far->n > 0 ? draw_full(h, far, &c) : draw_any(h, &c);
        else if (!far && is_near_alone(h->log, t))
            host = h->ran[i];
        else
            continue;
        if (host != SW_NO_NODE && draw_task(h, far, host, guess->replicas, &c, &hosts[i], err) != SW_OK)
            return SW_FAIL;
    }
    *text = settle_text(h, tasks, hosts);
    return SW_OK;
}

struct hosts_count hosts_count(const struct hosts *h)
{
    return (struct hosts_count){ h->cl->n_nodes, h->n_far, h->n_nowhere, h->n_free };
}

void hosts_set_racks(struct hosts *h, uint32_t *rack_of)
{
    free(h->rack_of);
    h->rack_of = rack_of;
}

uint32_t hosts_number(const struct hosts *h, struct sw_text node) { return host_of(h, node); }

int hosts_of_nodes(const struct hosts *h, const struct sw_cluster *cl, uint32_t **out, struct sw_err *err)
{
    uint32_t *host = *out = malloc((cl->n_nodes + (size_t)1) * sizeof *host);
    for (uint32_t i = 0; host && i < cl->n_nodes; i++)
        host[i] = host_of(h, (struct sw_text){ cl->node[i].name, strlen(cl->node[i].name) });
    return host ? SW_OK : sw_err_memory(err);
}

struct counted { uint64_t n; uint32_t host; };

static int by_count(const void *a, const void *b)
{
    const struct counted *x = a, *y = b;
    return ORDER(y->n, x->n) ?: ORDER(x->host, y->host);
}

int hosts_mark_hot(const struct hosts *h, bool **hot, struct sw_err *err)
{
    const uint32_t n = h->cl->n_nodes;
    struct counted *of = calloc(n + 1, sizeof *of);
    *hot = calloc(n + 1, sizeof **hot);
    if (!of || !*hot) {
        free(of);
        return sw_err_memory(err);
    }
    for (uint32_t i = 0; i < n; i++)
        of[i].host = i;
    for (size_t i = 0; i < h->log->n_tasks; i++)
        if (is_near_alone(h->log, &h->log->tasks[i]) && h->ran[i] != SW_NO_NODE)
            of[h->ran[i]].n++;
    qsort(of, n, sizeof *of, by_count);
    /* Until they have half of the near tasks. */
    for (uint64_t i = 0, sum = 0; i < n && 2 * sum < h->n_near; sum += of[i++].n)
        (*hot)[of[i].host] = true;
    free(of);
    return SW_OK;
}

int hosts_draw_all(struct hosts *h, const struct sw_guess *guess, uint64_t seed, uint64_t run, struct sw_text *hosts,
                   char **text, uint64_t *n_gone, struct sw_err *err)
{
    sharpen(h, guess->power, guess->gone);
    *text = NULL;
    h->n_text = 0;
    *n_gone = 0;
    for (size_t i = 0; i < h->log->n_tasks; i++) {
        const struct sw_log_task *t = &h->log->tasks[i];
        struct sw_chance c = sw_chance_start(seed, SW_CHANCE_PLACEMENT, run, i);
        hosts[i] = t->hosts;
        if (!is_far(h->log, t) && !is_near_alone(h->log, t))
            continue;
        if (sw_chance_uniform(&c) < guess->gone) {
            /* Hosts that are not there, as any far task has them. Guesses have some gone only where far tasks are. */
            hosts[i] = h->log->tasks[h->far[sw_chance_below(&c, h->n_far)].task].hosts;
            ++*n_gone;
        } else if (draw_task(h, NULL, draw_any(h, &c), guess->replicas, &c, &hosts[i], err) != SW_OK)
            return SW_FAIL;
    }
    *text = settle_text(h, tasks_of(h->log), hosts);
    return SW_OK;
}
