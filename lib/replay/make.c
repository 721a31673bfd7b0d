/* SPDX-License-Identifier: GPL-3.0-or-later */
/* make.c - a replay is made, with what its options need and no more, and freed. */
#include "lib/replay/replay.h"
#include <stdlib.h>

static bool has_disk_limit(const struct sw_replay_options *opt, const struct sw_cluster *cl)
{
    bool any = opt->disk_bytes != SW_NO_DISK_LIMIT;
    for (uint32_t i = 0; i < cl->n_nodes; i++)
        any |= cl->node[i].disk_bytes != SW_NO_DISK_LIMIT;
    return any;
}

/* Q6: what leaves a choice to nodes has no place in a decision for all. */
static int check_global(const struct sw_replay_options *opt, const struct sw_cluster *cl, struct sw_err *err)
{
    const char *name = opt->global.part->name;
    if (opt->heartbeat_us)
        return sw_err_usage(err, "--heartbeat: --global %s decides for all nodes at once and needs --heartbeat 0", name);
    if (opt->delay.meter != SW_PER_NOTHING)
        return sw_err_usage(err, "--delay: --global %s weighs waiting as a cost; no rule of delay goes with it", name);
    if (opt->admit.part->splits)
        return sw_err_usage(err, "--admit: --global %s does not look at what a node's reduces do", name);
    if (opt->load_cap >= 0)
        return sw_err_usage(err, "--load-cap: --global %s fills every slot that it can; no cap goes with it", name);
    if (opt->speculate.part->slow)
        return sw_err_usage(err, "--speculate: --global %s has no slots to offer to copies", name);
    if (has_disk_limit(opt, cl))
        return sw_err_usage(err, "--disk: --global %s does not look at the room of nodes, nor at the column disk_bytes", name);
    if (opt->placement == SW_PLACE_REDRAW)
        return sw_err_usage(err, "--placement: --global %s needs blocks that stay where they are", name);
    if (!opt->revive_us && !opt->global.fair)
        return sw_err_usage(err, "--revive: not above 0");
    return SW_OK;
}

static int check_options(const struct sw_replay_options *opt, const struct sw_cluster *cl, struct sw_err *err)
{
    if (!cl->total_slots[0] && !cl->total_slots[1])
        return sw_err_set(err, "the cluster has no slots");
    if (opt->admit.part->splits && cl->one_kind)
        return sw_err_usage(err, "--admit: cpac is for clusters with map and reduce slots");
    if (opt->placement == SW_PLACE_REDRAW && (opt->speculate.part->slow || opt->failure_rate > 0))
        return sw_err_usage(err, "--placement: redraw has no blocks for %s", opt->speculate.part->slow ? "copies (--speculate)" : "tasks that failed (--failure-rate)");
    if (opt->global.part->decides && check_global(opt, cl, err) != SW_OK)
        return SW_FAIL;
    if (opt->heartbeat_us && opt->heartbeat_us < (int64_t)cl->n_nodes)
        return sw_err_usage(err, "--heartbeat: shorter than a microsecond a node");
    if (opt->heartbeat_us > INT64_MAX / 2 / (int64_t)cl->n_nodes)
        return sw_err_usage(err, "--heartbeat: too long for so many nodes");
    return SW_OK;
}

/* What has to be kept, by what mechanisms need and by what is reported. */
static void set_needs(struct sw_replay *r)
{
    unsigned needs = mechanisms_need(r);
    r->tasks_return = r->cl->changes || (needs & NEEDS_RETURNS);
    r->keeps_launches = r->tasks_return || (needs & NEEDS_LAUNCHES);
    r->followed = r->keeps_launches || (needs & NEEDS_ENDS);
    r->counts_pools = r->opt.order.part->uses_pools || (needs & NEEDS_POOLS);
    r->blocks_stay = r->tasks_return || (needs & NEEDS_REPLICAS);
    r->whole = r->followed || r->sink.attempt || (needs & NEEDS_WHOLE_RECORD);
    /* A mechanism with ends of its own would break no rule in these chains that we know of, and would gain nothing. */
    r->chains = !r->tasks_return && !(needs & NEEDS_OWN_ENDS);
}

int replay_make(struct sw_replay **out, const struct mechanism *const *all, const struct sw_cluster *cl, const struct sw_pool_list *pools,
                const struct sw_replay_options *opt, const struct sw_replay_sink *sink, struct sw_err *err)
{
    if (check_options(opt, cl, err) != SW_OK || check_order(opt, cl, pools, err) != SW_OK)
        return SW_FAIL;
    struct sw_replay *r = xcalloc(1, sizeof *r);
    r->cl = cl;
    r->opt = *opt;
    r->pools_declared = pools;
    if (sink)
        r->sink = *sink;
    if (!r->opt.heartbeat_us) { /* H6 */
        r->opt.out_of_band = true;
        r->opt.per_heartbeat = UINT64_MAX;
    }
    if (r->opt.replication > cl->n_nodes)
        r->opt.replication = cl->n_nodes;
    mechanisms_choose(r, all);
    set_needs(r);
    r->store.lazy = opt->delay.meter != SW_PER_NOTHING;
    sw_list_init(&r->list[0], &r->store, NULL);
    sw_list_init(&r->list[1], &r->store, NULL);
    pools_start(r, pools);
    limits_start(r);
    here_start(r);
    clock_start(r);
    if (mechanisms_start(r, err) != SW_OK) {
        sw_replay_free(r);
        return SW_FAIL;
    }
    *out = r;
    return SW_OK;
}

const struct sw_totals *sw_replay_totals(const struct sw_replay *r)
{
    return &r->totals;
}

static void free_attempts(struct sw_replay *r)
{
    for (size_t i = 0; i < r->events.n; i++)
        if (event_kind(&r->events.at[i]) == EV_READY)
            stage_forget(r, r->events.at[i].of);
    attempts_end(r);
}

static void unlist_all(struct sw_replay *r)
{
    for (struct job *job = r->first_job; job; job = job->next)
        for (uint32_t s = 0; s < job->n_stages; s++)
            for (int class = 0; class < 2; class++)
                if (job->stage[s].item[class].leaf)
                    stage_unlist_item(r, &job->stage[s], class);
}

void sw_replay_free(struct sw_replay *r)
{
    if (!r || r->failed)
        return;
    unlist_all(r);
    free_attempts(r);
    mechanisms_release(r);
    for (struct job *job = r->first_job, *next; job; job = next) {
        next = job->next;
        job_free(r, job);
    }
    mechanisms_stop(r);
    here_end(r);
    table_end(r);
    clock_end(r);
    shares_end(r);
    limits_end(r);
    pools_end(r);
    sw_list_store_clear(&r->store);
    sw_names_clear(&r->jobs_by_id);
    free(r->events.at);
    free(r->host_buf);
    pieces_end(&r->pieces);
    free(r);
}
