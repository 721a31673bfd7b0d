/* SPDX-License-Identifier: GPL-3.0-or-later */
/* moment.c - the pools of a replay at one time, in place of a pools file. A replay runs up to the time; its samples
 * become rows of the pools record. So slot-fair can say of a moment what it says of a pools file. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/base/sw_opt.h"
#include "lib/base/sw_shown.h"
#include "lib/cluster/cluster.h"
#include "tools/fair/moment.h"
#include "lib/base/grow.h"
#include "tools/replay/replay.h"

const char *const moment_names[MOMENT_N] = { "nodes", "racks", "map-slots", "reduce-slots", "cluster", "pools",
                                             "preset", "order", "delay", "seed" };

struct asking { char *pool; int64_t demand[2]; }; /* running and pending tasks, by kind of slot */
/* All of a slot-replay without its command line: the config that the given options are read into, and what follows
 * from it. */
struct moment {
    struct sw_cli cli;
    struct config cfg;
    struct runs runs;
    struct recorded recorded;
    int64_t at_us;
    struct asking *asking;
    size_t n, cap;
    bool no_room, audits;
    struct audit audit;
};

/* ---- the replay ------------------------------------------------------------------------------ */

/* A sample is one pool at one time. The audit sees each, the rows are of the last. */
static void take_sample(void *context, const struct sw_sample *sample)
{
    struct moment *m = context;
    if (m->audits && sample->time_us <= m->at_us)
        audit_see(&m->audit, sample);
    if (sample->time_us != m->at_us || m->no_room)
        return;
    m->no_room = sw_grow(&m->asking, &m->cap, m->n + 1, sizeof *m->asking, NULL) != SW_OK;
    if (m->no_room)
        return;
    struct asking *of = &m->asking[m->n];
    *of = (struct asking){ .pool = strdup(sample->pool) };
    for (int kind = 0; kind < 2; kind++)
        of->demand[kind] = sample->running[kind] + sample->pending[kind];
    m->no_room = !of->pool;
    m->n += !m->no_room;
}

/* Without a cluster on the command line a log is replayed as it was recorded. As in slot-replay --as-recorded; a log
 * that lacks something needs a cluster of the command line. */
static int open_log(struct moment *m, const char *file, struct sw_trace **trace, struct sw_err *err)
{
    if (recorded_open(&m->recorded, &m->cli, file, err) != SW_OK)
        return SW_FAIL;
    const struct sw_log *log = m->recorded.log;
    if (log->lacks)
        return sw_err_usage(err, "--at: '%s' cannot be replayed as recorded, %s: --nodes or --cluster is needed", file,
                            log->lacks);
    if (log->note[0] != '\0')
        sw_cli_warn(&m->cli, "%s: %s", file, log->note);
    m->cfg.log = log;
    if (sw_log_cluster(log, &m->runs.cl, err) != SW_OK
        || setup_pools(&m->cfg, m->runs.cl, &m->runs.pools, err) != SW_OK
        || setup_options(&m->cli, m->runs.cl, err) != SW_OK)
        return SW_FAIL;
    setup_fit_pools(&m->cli, m->runs.cl, m->runs.pools);
    return sw_log_trace(trace, log, NULL, err);
}

/* The step of the timeline puts a sample on that time. The replay ends a microsecond behind it. */
static int moment_replay(struct moment *m, const char *file, struct sw_err *err)
{
    struct sw_replay_sink sink = { .ctx = m, .sample = take_sample };
    struct sw_trace *trace = NULL;
    struct sw_replay *r = NULL;
    const bool of_log = !m->cfg.nodes && !m->cfg.cluster_file;
    int status = of_log ? open_log(m, file, &trace, err) : runs_setup(&m->runs, err);
    if (!of_log && status == SW_OK)
        status = runs_open_trace(&m->runs.src, &trace, err);
    m->cfg.opt.every_us = m->audits ? audit_every_us(m->at_us) : m->at_us > 0 ? m->at_us : SW_US_PER_S;
    m->cfg.opt.until_us = m->at_us + 1;
    if (status == SW_OK)
        status = sw_replay_new(&r, m->runs.cl, m->runs.pools, &m->cfg.opt, &sink, err);
    if (status == SW_OK)
        status = sw_replay_run(r, trace, err);
    sw_replay_free(r);
    sw_trace_free(trace);
    if (status == SW_OK && (m->no_room || m->audit.no_room))
        return sw_err_memory(err);
    /* The timeline has samples while a job is in the system. */
    if (status == SW_OK && m->n == 0)
        return sw_err_usage(err, "--at: nothing runs or waits in '%s' at that time or after it", file);
    return status;
}

/* ---- its rows -------------------------------------------------------------------------------- */

/* O30: the list in force then. */
static const struct sw_pool_list *pools_at(const struct moment *m)
{
    const struct sw_pool_list *list = m->runs.pools;
    while (list && list->next && list->next->from_us <= m->at_us)
        list = list->next;
    return list;
}

/* Demand is that of the children where there are any, so a parent's field stays empty. */
static bool is_parent(const struct sw_pool_list *list, uint32_t pool)
{
    for (uint32_t i = 0; i < list->n; i++)
        if (list->at[i].parent == pool)
            return true;
    return false;
}

static const struct asking *moment_find(const struct moment *m, const char *pool)
{
    for (size_t i = 0; i < m->n; i++)
        if (strcmp(m->asking[i].pool, pool) == 0)
            return &m->asking[i];
    return NULL;
}

/* A case for each kind of slot: its id, the kind, and its slots at that time. */
struct row { const char *case_id; int kind; int64_t total; };

static void moment_put_row(struct sw_out *out, const struct row *of, const char *pool, const char *parent,
                           const struct asking *asking, bool asks, const struct sw_pool_spec *spec)
{
    sw_out_str(out, of->case_id);
    sw_out_str(out, pool);
    sw_out_str(out, parent);
    if (asks)
        sw_out_i64(out, asking ? asking->demand[of->kind] : 0);
    else
        sw_out_empty(out);
    /* Weights of pools are kept in millionths. */
    sw_out_real(out, spec ? (double)spec->weight / 1e6 : 1);
    sw_out_i64(out, spec ? spec->min[of->kind] : 0);
    if (spec && spec->max[of->kind] < SW_NO_LIMIT)
        sw_out_i64(out, spec->max[of->kind]);
    else
        sw_out_empty(out);
    sw_out_i64(out, of->total);
    sw_out_end_row(out);
}

/* Pools of the file in its order, then those that the trace alone names. */
static void put_kind(const struct moment *m, const struct row *of, struct sw_out *out)
{
    const struct sw_pool_list *list = pools_at(m);
    for (uint32_t i = 0; list && i < list->n; i++) {
        const struct sw_pool_spec *spec = &list->at[i];
        moment_put_row(out, of, spec->name, spec->parent == SW_NO_POOL ? "" : list->at[spec->parent].name,
                       moment_find(m, spec->name), !is_parent(list, i), spec);
    }
    for (size_t i = 0; i < m->n; i++) {
        bool declared = false;
        for (uint32_t k = 0; list && k < list->n; k++)
            declared |= strcmp(list->at[k].name, m->asking[i].pool) == 0;
        if (!declared)
            moment_put_row(out, of, m->asking[i].pool, "", &m->asking[i], true, NULL);
    }
}

static int put_moment(const struct moment *m, const char *path, struct sw_err *err)
{
    static const char *const header[] = { "case_id", "pool", "parent", "demand", "weight", "min_share", "max_share",
                                          "total", NULL };
    static const char *const kinds[] = { "map slots", "reduce slots" };
    struct sw_out *out;
    char id[SW_NUM_MAX + 40];
    /* Running and pending tasks of each kind, over all pools. */
    int64_t n_asked[2] = { 0, 0 };
    for (size_t i = 0; i < m->n; i++)
        for (int kind = 0; kind < 2; kind++)
            n_asked[kind] += m->asking[i].demand[kind];
    /* A cluster whose nodes come later, or have left, has nothing to share out. */
    if (nodes_slots_at(m->runs.cl, 0, m->at_us) + nodes_slots_at(m->runs.cl, 1, m->at_us) == 0)
        return sw_err_usage(err, "--at: no node of the cluster is there at that time");
    int shown = n_asked[0] == 0 && n_asked[1] > 0; /* a kind without demand is left out beside the other */
    if (sw_out_open(&out, path, err) != SW_OK)
        return SW_FAIL;
    sw_out_header(out, header);
    for (int kind = 0; kind < 2; kind++) {
        int64_t total = nodes_slots_at(m->runs.cl, kind, m->at_us);
        snprintf(id, sizeof id, "%s at %s s", m->runs.cl->one_kind ? "slots" : kinds[kind],
                 shown_time(m->at_us).text);
        if (total > 0 && (kind == shown || n_asked[kind] > 0))
            put_kind(m, &(struct row){ id, kind, total }, out);
    }
    return sw_out_close(out, err);
}

/* ---- what is asked --------------------------------------------------------------------------- */

/* The seed is of lib/cli and no option of the replay. */
static int read_given(struct moment *m, const struct moment_ask *ask, struct sw_err *err)
{
    for (size_t i = 0; i < MOMENT_SEED; i++)
        if (ask->given[i] && options_read(m->cli.config, moment_names[i], ask->given[i], err) != SW_OK)
            return SW_FAIL;
    m->cli.seed = 1;
    return ask->given[MOMENT_SEED] ? sw_opt_count("--seed", ask->given[MOMENT_SEED], 0, UINT64_MAX, &m->cli.seed, err)
                                   : SW_OK;
}

/* moment_begin() leaves NULL where there was no memory for it. */
static void clear(struct moment *m)
{
    if (!m)
        return;
    for (size_t i = 0; i < m->n; i++)
        free(m->asking[i].pool);
    free(m->asking);
    audit_clear(&m->audit);
    runs_clear(&m->runs);
    recorded_close(&m->recorded);
    free(m);
}

/* Up to the moment asked for; clear() takes *out in any case. */
static int moment_begin(struct moment **out, const struct sw_cli *cli, const struct moment_ask *ask, bool audits,
                        const char *trace, struct sw_err *err)
{
    struct moment *m = *out = calloc(1, sizeof *m);
    if (!m)
        return sw_err_memory(err);
    m->cli = *cli;
    m->cfg = runs_config;
    m->cli.config = &m->cfg;
    m->runs.src.cli = &m->cli;
    m->at_us = ask->at_us;
    m->audits = audits;
    return read_given(m, ask, err) == SW_OK ? moment_replay(m, trace, err) : SW_FAIL;
}

int moment_audit(const struct sw_cli *cli, const struct moment_ask *ask, const char *trace, struct sw_out *out,
                 struct sw_err *err)
{
    struct moment *m;
    int status = moment_begin(&m, cli, ask, true, trace, err);
    if (status == SW_OK) {
        m->audit.one_kind = m->runs.cl->one_kind;
        audit_put(&m->audit, m->at_us, out);
    }
    clear(m);
    return status;
}

int moment_to_pools(const struct sw_cli *cli, const struct moment_ask *ask, const char *trace,
                    char pools[SW_NAMELESS_MAX], int *fd, struct sw_err *err)
{
    struct moment *m;
    int status = moment_begin(&m, cli, ask, false, trace, err);
    /* The file has no name and lasts until *fd is closed, which is the caller's when this succeeds. */
    if (status == SW_OK && (status = sw_out_nameless(fd, pools, err)) == SW_OK
        && (status = put_moment(m, pools, err)) != SW_OK)
        close(*fd);
    clear(m);
    return status;
}
