/* SPDX-License-Identifier: GPL-3.0-or-later */
/* continuous.c - YARN's continuous scheduling (Y15): rounds of offers beside the heartbeats. */
#include <stdlib.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "tests/naive/naive.h"

int set_continuous(struct options *o, const char *arg, struct sw_err *err)
{
    return sw_opt_duration("--continuous", arg, &o->continuous_us, err);
}

int check_continuous(const struct options *o, const struct run *r, struct sw_err *err)
{
    bool waits = o->delay != &delay_none && o->delay != &delay_yarn_time;
    if (!o->continuous_us) return SW_OK;
    if (o->heartbeat_us == 0 || r->n_kinds > 1 || waits || o->order == &order_hod
        || o->placement == REDRAW)
        return sw_err_usage(err, "--continuous: not with that");
    return SW_OK;
}

/* Y15.1 */
int64_t continuous_next(const struct run *r)
{
    int64_t p = r->o.continuous_us;
    bool in_system = false;
    for (int j = 0; j < r->n_jobs; j++)
        if (r->job[j].state == SUBMITTED) in_system = true;
    return p && in_system ? (r->now_us / p + 1) * p : NEVER;
}

/* Y15.2: "from the most free slots down, of each number of free slots the first node in cluster order". */
void continuous_round(struct run *r)
{
    int64_t *free_slots;
    if (!r->o.continuous_us || r->now_us % r->o.continuous_us != 0) return;
    free_slots = naive_alloc((size_t)r->n_nodes, sizeof *free_slots);
    for (int n = 0; n < r->n_nodes; n++) free_slots[n] = r->node[n].up ? node_free(r, n, 0) : 0;
    for (;;) {
        int next = -1;
        for (int n = 0; n < r->n_nodes; n++)
            if (free_slots[n] > 0 && (next < 0 || free_slots[n] > free_slots[next])) next = n;
        if (next < 0) break;
        int64_t as_many = free_slots[next];
        for (int n = 0; n < r->n_nodes; n++)
            if (free_slots[n] == as_many) free_slots[n] = 0;
        heartbeat(r, next);
    }
    free(free_slots);
}
