/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slots.c - slots that a log does not tell: as many as were ever taken at once. */
#include <stddef.h>
#include <stdlib.h>
#include "lib/log/log.h"
#include "lib/base/sw_sort.h"

static bool is_of(const struct sw_log_attempt *a, enum slots_kind kind)
{
    return kind == SLOTS_ALL || (a->kind == SW_REDUCE) == (kind == SLOTS_REDUCES);
}

/* The launches and ends of the attempts of the kind at a node: twice the time, and 1 for a launch, so that ends come
 * before launches. */
static size_t list_changes(const struct sw_log *log, enum slots_kind kind, const uint32_t *at, size_t n,
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
    if (sw_sort_records_signed(change, n, sizeof *change, 0) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < n; i++) {
        now += change[i] & 1 ? 1 : -1;
        *most = now > *most ? now : *most;
    }
    return SW_OK;
}

int slots_most_at_once(const struct sw_log *log, enum slots_kind kind, uint64_t *most_at_once, struct sw_err *err)
{
    struct nodewise by;
    int64_t most = 0;
    if (nodewise_list(log, &by, err) != SW_OK)
        return SW_FAIL;
    int64_t *change = malloc((2 * by.most + 1) * sizeof *change);
    int status = change ? SW_OK : SW_FAIL;
    for (size_t i = 0; i < log->n_attempts && most == 0; i++)
        most = is_of(&log->attempts[i], kind);
    for (size_t k = 0; k < by.n_nodes && status == SW_OK; k++) {
        const size_t n = by.from[k + 1] - by.from[k];
        status = find_most(change, list_changes(log, kind, by.at + by.from[k], n, change), &most);
    }
    free(change);
    nodewise_clear(&by);
    *most_at_once = (uint64_t)most;
    return status == SW_OK ? SW_OK : sw_err_memory(err);
}
