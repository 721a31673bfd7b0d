/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reserve.c - Y16: full nodes that YARN's Fair Scheduler reserves for a job below its share. */
#include <string.h>
#include "lib/base/sw_opt.h"
#include "lib/cli/sw_cli.h"
#include "tests/naive/naive.h"

int set_reservable(struct options *o, const char *arg, struct sw_err *err)
{
    double f;
    if (sw_opt_fraction("--reservable", arg, 0, 1, &f, err)) return SW_FAIL;
    o->reservable = naive_round(f * 1e6);
    return SW_OK;
}

int check_reservable(const struct options *o, const struct run *r, struct sw_err *err)
{
    bool waits = o->delay != &delay_none && o->delay != &delay_yarn && o->delay != &delay_yarn_time;
    if (o->reservable == UNSET) return SW_OK;
    if (o->heartbeat_us == 0 || r->n_kinds > 1 || waits || strncmp(o->order->name, "hfs", 3) || o->kills
        || o->yarn_kills || o->capacity_kills || o->placement == REDRAW)
        return sw_err_usage(err, "--reservable: not with that");
    return SW_OK;
}

/* "In the rack", or of all where rack is NULL; those of a job, or all that are up where job is -1. */
static int64_t count_nodes(const struct run *r, int job, const char *rack)
{
    int64_t n = 0;
    for (int i = 0; i < r->n_nodes; i++) {
        const struct node *nd = &r->node[i];
        bool counts = job < 0 ? nd->up : nd->reserved && nd->reserved->job == job;
        if (counts && (!rack || !strcmp(rack, nd->rack))) n++;
    }
    return n;
}

/* Y16.1 */
bool reserve_takes(struct run *r, int node, const struct stage *s, enum sw_locality at)
{
    const char *rack = at == SW_AT_RACK ? r->node[node].rack : NULL;
    double share = r->o.demand_us ? r->job[s->job].known_share : preempt_yarn_share(r, s->job); /* Y18 */
    if (!((double)job_running(r, s->job, 0) < share - 1e-6)) return false;
    if (at != SW_AT_NODE
        && count_nodes(r, s->job, rack) >= (r->o.reservable * count_nodes(r, -1, rack) + MILLION - 1) / MILLION)
        return false;
    r->node[node].reserved = s;
    return true;
}

/* Y16.2, Y16.3 */
bool reserve_holds(struct run *r, int node)
{
    int n = r->node[node].reserved ? r->o.order->list(r, 0, r->list) : 0;
    for (int i = 0; i < n; i++)
        if (r->list[i] == r->node[node].reserved) return true;
    r->node[node].reserved = NULL;
    return false;
}
