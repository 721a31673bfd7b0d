/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check.c - parts, clusters and pools that make no sense together: usage errors. */
#include "lib/replay/replay.h"
#include <stdio.h>

/* O20 */
static int check_nodes(const struct sw_order_rule *rule, const struct sw_cluster *cl, uint64_t nodes, const char *who, struct sw_err *err)
{
    if (nodes > cl->n_nodes)
        return sw_err_usage(err, "--order: hod: %sasks for %llu nodes of %u", who, (unsigned long long)nodes, cl->n_nodes);
    if (rule->per_rack && nodes < cl->n_racks)
        return sw_err_usage(err, "--order: hod: %sasks for %llu nodes, at least one in each of %u racks", who, (unsigned long long)nodes, cl->n_racks);
    return SW_OK;
}

static int check_pools_nodes(const struct sw_replay_options *opt, const struct sw_cluster *cl, const struct sw_pool_list *pools, struct sw_err *err)
{
    char who[256];
    for (uint32_t i = 0; i < pools->n; i++) {
        snprintf(who, sizeof who, "pool '%.200s' ", pools->at[i].name);
        if (pools->at[i].nodes && check_nodes(&opt->order, cl, pools->at[i].nodes, who, err) != SW_OK)
            return SW_FAIL;
    }
    return SW_OK;
}

/* O31 */
static int check_nodes_stay(const struct sw_pool_list *pools, struct sw_err *err)
{
    for (const struct sw_pool_list *list = pools; list; list = list->next)
        for (uint32_t i = 0; i < list->n; i++)
            if (list->at[i].nodes != pools->at[i].nodes)
                return sw_err_usage(err, "--order: hod: pool '%s' changes its number of nodes, and claimants keep theirs", pools->at[i].name);
    return SW_OK;
}

static int check_all_nodes(const struct sw_replay_options *opt, const struct sw_cluster *cl, const struct sw_pool_list *pools, struct sw_err *err)
{
    if (check_nodes(&opt->order, cl, opt->order.nodes, "", err) != SW_OK)
        return SW_FAIL;
    if (pools && check_pools_nodes(opt, cl, pools, err) != SW_OK)
        return SW_FAIL;
    return check_nodes_stay(pools, err);
}

static int check_hod(const struct sw_replay_options *opt, const struct sw_cluster *cl, const struct sw_pool_list *pools, struct sw_err *err)
{
    if (opt->delay.meter != SW_PER_NOTHING)
        return sw_err_usage(err, "--delay: %s waits for other nodes to come free; under --order hod a job has its own", opt->delay.part->name);
    if (opt->preempt.part->due)
        return sw_err_usage(err, "--preempt: %s takes slots from others; under --order hod nodes are private", opt->preempt.part->name);
    if (opt->placement == SW_PLACE_REDRAW)
        return sw_err_usage(err, "--placement: redraw assumes offers from all nodes; under --order hod nodes are private");
    if (opt->load_cap >= 0)
        return sw_err_usage(err, "--load-cap: goes by the load of the whole cluster; under --order hod nodes are private");
    return check_all_nodes(opt, cl, pools, err);
}

static int check_modified_fair(const struct sw_replay_options *opt, const struct sw_cluster *cl, const struct sw_pool_list *pools, struct sw_err *err)
{
    if (cl->one_kind)
        return sw_err_usage(err, "--order: modified-fair is for clusters with map and reduce slots");
    if (opt->preempt.part->due)
        return sw_err_usage(err, "--preempt: %s restores shares; under --order modified-fair pools have allocations", opt->preempt.part->name);
    for (uint32_t i = 0; pools && i < pools->n; i++)
        if (pools->at[i].parent != SW_NO_POOL)
            return sw_err_usage(err, "--order: modified-fair has no pools inside pools: '%s'", pools->at[i].name);
    return SW_OK;
}

int check_order(const struct sw_replay_options *opt, const struct sw_cluster *cl, const struct sw_pool_list *pools, struct sw_err *err)
{
    if (opt->order.part->private_nodes)
        return check_hod(opt, cl, pools, err);
    return opt->order.part->reallocates ? check_modified_fair(opt, cl, pools, err) : SW_OK;
}
