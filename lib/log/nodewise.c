/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nodewise.c - the attempts of a log by their nodes, so that what is asked of a node needs room for its own alone.
 * Numbers of attempts are sorted by node once, and the list is shared by all that ask. */
#include <stddef.h>
#include <stdlib.h>
#include "lib/base/sw_sort.h"
#include "lib/log/log.h"

/* The number of each attempt's node, from 1 on; 0: it has no node, or no launch. */
static int number_nodes(const struct sw_log *log, struct sw_keys *nodes, uint32_t *number)
{
    for (size_t i = 0; i < log->n_attempts; i++) {
        const struct sw_log_attempt *a = &log->attempts[i];
        const struct sw_text name = sw_log_text(a->node);
        size_t node;
        if (!a->has_launch || name.len == 0)
            continue;
        if (sw_keys_add(nodes, name.at, name.len, &node, NULL) != SW_OK)
            return SW_FAIL;
        number[i] = (uint32_t)node + 1;
    }
    return SW_OK;
}

/* A counting sort, which keeps the order of the log. */
static int list_all(struct nodewise *by, const uint32_t *number, size_t n)
{
    by->from = calloc(by->n_nodes + 2, sizeof *by->from);
    by->at = malloc((n + 1) * sizeof *by->at);
    if (!by->from || !by->at)
        return SW_FAIL;
    for (size_t i = 0; i < n; i++)
        if (number[i] > 0)
            by->from[number[i]]++;
    size_t at = 0;
    for (size_t k = 1; k <= by->n_nodes; k++) { /* from[k] moves on to where node k begins, and then to its end */
        const size_t of = by->from[k];
        by->most = of > by->most ? of : by->most;
        by->from[k] = at;
        at += of;
    }
    for (size_t i = 0; i < n; i++)
        if (number[i] > 0)
            by->at[by->from[number[i]]++] = (uint32_t)i;
    return SW_OK;
}

static void drop(struct nodewise *by)
{
    free(by->at);
    free(by->from);
    free(by);
}

/* What number_nodes() needs is freed here; the list stays. */
static int make(const struct sw_log *log, struct nodewise *by)
{
    uint32_t *number = calloc(log->n_attempts + 1, sizeof *number);
    struct sw_keys *nodes = sw_keys_new();
    int status = number && nodes ? number_nodes(log, nodes, number) : SW_FAIL;
    if (status == SW_OK) {
        by->n_nodes = sw_keys_count(nodes);
        status = list_all(by, number, log->n_attempts);
    }
    sw_keys_free(nodes);
    free(number);
    return status;
}

int nodewise_list(const struct sw_log *log, const struct nodewise **out, struct sw_err *err)
{
    /* NULL also where it is there already, as then nothing is made. */
    struct nodewise *by = log->own->by_node ? NULL : calloc(1, sizeof *by);
    *out = log->own->by_node;
    if (*out)
        return SW_OK;
    if (by && make(log, by) == SW_OK) {
        *out = log->own->by_node = by;
        return SW_OK;
    }
    if (by)
        drop(by);
    return sw_err_memory(err);
}

void nodewise_clear(const struct sw_log *log)
{
    if (log->own->by_node)
        drop(log->own->by_node);
    log->own->by_node = NULL;
}

/* ---- slots that a log does not tell: as many as were ever taken at once -------------------------- */

static bool is_of(const struct sw_log_attempt *a, enum nodewise_kind kind)
{
    return kind == NODEWISE_ALL || (a->kind == SW_REDUCE) == (kind == NODEWISE_REDUCES);
}

/* The launches and ends of the attempts of the kind at a node: twice the time, and 1 for a launch, so that ends come
 * before launches. */
static size_t list_changes(const struct sw_log *log, enum nodewise_kind kind, const uint32_t *at, size_t n,
                           int64_t *change)
{
    size_t n_changes = 0;
    for (size_t i = 0; i < n; i++) {
        const struct sw_log_attempt *a = &log->attempts[at[i]];
        if (!is_of(a, kind) || !log_has_times(a))
            continue;
        change[n_changes++] = 2 * a->launch_us + 1;
        change[n_changes++] = 2 * a->finish_us;
    }
    return n_changes;
}

static int find_most(int64_t *change, size_t n, int64_t *most)
{
    int64_t now = 0;
    /* By value, so that ends come before launches at one instant. */
    if (sw_sort_records_signed(change, n, sizeof *change, 0) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < n; i++) {
        now += change[i] & 1 ? 1 : -1;
        *most = now > *most ? now : *most;
    }
    return SW_OK;
}

int nodewise_most_at_once(const struct sw_log *log, enum nodewise_kind kind, uint64_t *most_at_once, struct sw_err *err)
{
    const struct nodewise *by;
    int64_t most = 0;
    if (nodewise_list(log, &by, err) != SW_OK)
        return SW_FAIL;
    int64_t *change = malloc((2 * by->most + 1) * sizeof *change);
    int status = change ? SW_OK : SW_FAIL;
    /* One at least where there is such a task, also where none has times. */
    for (size_t i = 0; i < log->n_attempts && most == 0; i++)
        most = is_of(&log->attempts[i], kind);
    for (size_t k = 0; k < by->n_nodes && status == SW_OK; k++) {
        const size_t n = by->from[k + 1] - by->from[k];
        status = find_most(change, list_changes(log, kind, by->at + by->from[k], n, change), &most);
    }
    free(change);
    *most_at_once = (uint64_t)most;
    return status == SW_OK ? SW_OK : sw_err_memory(err);
}
