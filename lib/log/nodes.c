/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nodes.c - the cluster of a log: as it recorded it, else the nodes that its attempts name. Where executors are
 * told apart from hosts, cl has the executors and hosts_cl the hosts; else hosts_cl is NULL. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/log/log.h"
#include "lib/trace/import/sw_importer.h"

/* ---- recorded ------------------------------------------------------------------------------------ */

/* The row lasts until the next one, so its texts are kept with the log. */
static int take_node(void *context, const struct sw_node_row *row, struct sw_err *err)
{
    static const struct sw_text nothing = { "", 0 };
    struct sw_log *log = context;
    struct sw_node_row kept = *row;
    kept.node.at = own_keep(log, row->node, nothing);
    kept.rack.at = own_keep(log, row->rack, nothing);
    kept.host.at = own_keep(log, row->host, nothing);
    return kept.node.at && kept.rack.at && kept.host.at ? own_add_node(log, &kept, err) : sw_err_memory(err);
}

/* 1: the log recorded its cluster; 0: it did not. */
static int take_recorded(struct sw_log *log, bool executors, struct sw_err *err)
{
    log->own->n_nodes = 0;
    int got = sw_trace_nodes(log->trace, executors, take_node, log, err);
    return got == 1 && wishes_add_nodes(log, executors, err) != SW_OK ? SW_FAIL : got;
}

/* ---- nodes that are only named ------------------------------------------------------------------- */

/* By the preset that is given, or as a batch system has it. */
static bool has_one_kind(const struct sw_log *log, const struct sw_log_given *given)
{
    const struct preset *preset = preset_named(given->preset);
    return given->preset ? preset && preset->one_kind : policy_is_of_gangs(log, given);
}

static void note_slots(struct sw_log *log, const struct sw_slots_given *slots)
{
    static const char what[] = "slots are not in the log: the most that ran at once on a node";
    if (slots->slots > 0)
        note_add(log->note, "%s, %llu, is taken for all", what, (unsigned long long)slots->slots);
    else
        note_add(log->note, "%s, %llu map and %llu reduce, are taken for all", what,
                 (unsigned long long)slots->map_slots, (unsigned long long)slots->reduce_slots);
}

/* The slots of a node: as given, else the most attempts that ran at once on any node. */
static int find_slots(struct sw_log *log, const struct sw_log_given *v, struct sw_slots_given *slots,
                      struct sw_err *err)
{
    bool one_kind = has_one_kind(log, v);
    uint64_t of_any_kind = v->slots_given ? v->slots : one_kind ? v->map_slots + v->reduce_slots : 0;
    /* What is given goes before what the log shows. */
    *slots = (struct sw_slots_given){ v->map_slots, v->reduce_slots, of_any_kind };
    if (v->slots_given || v->kinds_given)
        return SW_OK;
    if (nodewise_most_at_once(log, NODEWISE_MAPS, &slots->map_slots, err) != SW_OK
        || nodewise_most_at_once(log, NODEWISE_REDUCES, &slots->reduce_slots, err) != SW_OK)
        return SW_FAIL;
    if (one_kind && nodewise_most_at_once(log, NODEWISE_ALL, &slots->slots, err) != SW_OK)
        return SW_FAIL;
    note_slots(log, slots);
    return SW_OK;
}

static int add_named(struct sw_log *log, struct sw_text node, struct sw_text rack, const struct sw_slots_given *slots,
                     struct sw_err *err)
{
    struct sw_node_row row;
    memcpy(&row, sw_schema_cluster.defaults, sizeof row);
    row.node = node;
    row.rack = rack;
    /* The bit says that the row has slots of one kind. */
    if (slots->slots > 0) {
        row.known = UINT64_C(1) << SW_NODE_SLOTS;
        row.slots = slots->slots;
    } else {
        row.map_slots = slots->map_slots;
        row.reduce_slots = slots->reduce_slots;
    }
    return own_add_node(log, &row, err);
}

/* The nodes that attempts ran on. */
static int add_used(struct sw_log *log, const struct sw_slots_given *slots, struct sw_err *err)
{
    struct sw_names seen = { 0 };
    int status = SW_OK;
    for (size_t i = 0; i < log->n_attempts && status == SW_OK; i++) {
        const struct sw_log_attempt *a = &log->attempts[i];
        const struct sw_text node = sw_log_text(a->node);
        if (node.len == 0 || sw_names_find(&seen, node.at, node.len))
            continue;
        status = sw_names_add(&seen, node.at, node.len, log) == 0
            ? add_named(log, node, log_rack(log, a), slots, err) : sw_err_memory(err);
    }
    sw_names_clear(&seen);
    return status;
}

/* Hosts that are given stand for all; else the nodes that attempts ran on. */
static int take_named(struct sw_log *log, const struct sw_log_given *given, struct sw_err *err)
{
    struct sw_slots_given slots;
    size_t n_racks, n = given->hosts ? sw_hosts_n(given->hosts, &n_racks) : 0;
    log->own->n_nodes = 0;
    if (find_slots(log, given, &slots, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < n; i++)
        if (add_named(log, sw_hosts_name(given->hosts, i), sw_hosts_rack(given->hosts, i), &slots, err) != SW_OK)
            return SW_FAIL;
    return n > 0 ? SW_OK : add_used(log, &slots, err);
}

/* ---- the cluster --------------------------------------------------------------------------------- */

int sw_log_cluster(const struct sw_log *log, struct sw_cluster **out, struct sw_err *err)
{
    return sw_cluster_from(out, log->own->nodes, log->own->n_nodes, "the log's cluster", err);
}

/* Rows keep all but the rack. Hosts that are never there keep theirs, and so does what is no host of the cluster. */
int nodes_in_racks(const struct sw_log *log, const uint32_t *rack_of, struct sw_cluster **out, struct sw_err *err)
{
    enum { DIGITS = 12 };
    static const char mark[] = "elsewhere in ";
    const struct sw_cluster *hosts = log->hosts_cl ? log->hosts_cl : log->cl;
    const size_t n = log->own->n_nodes;
    struct sw_node_row *row = calloc(n + 1, sizeof *row);
    char (*name)[DIGITS] = calloc(n + 1, sizeof *name);
    int status = row && name ? SW_OK : sw_err_memory(err);
    for (size_t i = 0; i < n && status == SW_OK; i++) {
        struct sw_text host = executors_host(log->own->nodes[i].node);
        /* A host `elsewhere in n3` stands in the rack of n3 (log->own_racks). */
        if (host.len > sizeof mark - 1 && memcmp(host.at, mark, sizeof mark - 1) == 0)
            host = (struct sw_text){ host.at + sizeof mark - 1, host.len - sizeof mark + 1 };
        const uint32_t number = sw_cluster_find(hosts, host);
        row[i] = log->own->nodes[i];
        if (number == SW_NO_NODE || hosts->node[number].span[0].from_us >= SW_TIME_MAX / 2)
            continue;
        row[i].rack = (struct sw_text){ name[i], (size_t)snprintf(name[i], DIGITS, "r%u", rack_of[number]) };
    }
    if (status == SW_OK)
        status = sw_cluster_from(out, row, n, "the log's cluster", err);
    free(row);
    free(name);
    return status;
}

/* Executors stay apart only where that can matter. The rows of executors are put aside while those of hosts are
 * read, and come back if they matter. */
static int tell_executors(struct sw_log *log, struct sw_err *err)
{
    struct sw_node_row *of_executors = log->own->nodes;
    size_t n = log->own->n_nodes;
    log->own->nodes = NULL;
    log->own->cap_nodes = 0;
    int status = take_recorded(log, false, err) == 1 ? sw_log_cluster(log, &log->hosts_cl, err) : SW_FAIL;
    if (status == SW_OK && executors_matter(log, log->cl)) {
        free(log->own->nodes);
        log->own->nodes = of_executors;
        log->own->n_nodes = log->own->cap_nodes = n;
        return SW_OK;
    }
    free(of_executors);
    if (status != SW_OK)
        return SW_FAIL;
    sw_cluster_free(log->own->cl);
    log->cl = log->own->cl = log->hosts_cl;
    log->hosts_cl = NULL;
    return SW_OK;
}

/* Of a cluster that is given, the same. */
static int tell_given(struct sw_log *log, struct sw_err *err)
{
    if (executors_hosts(&log->hosts_cl, log->cl, err) != SW_OK || executors_matter(log, log->cl))
        return log->hosts_cl ? SW_OK : SW_FAIL;
    log->cl = log->own->cl = log->hosts_cl;
    log->hosts_cl = NULL;
    return SW_OK;
}

/* A cluster that is given goes before all; slots that are given go before a recorded cluster. */
int nodes_find(struct sw_log *log, const struct sw_log_given *given, struct sw_err *err)
{
    log->cl = given->cluster;
    log->given_cluster = log->cl;
    if (log->cl)
        return log->cl->has_hosts && log->executors ? tell_given(log, err) : SW_OK;
    int got = given->slots_given || given->kinds_given ? 0 : take_recorded(log, log->executors, err);
    log->has_cluster = got == 1;
    if (got < 0 || (got == 0 && take_named(log, given, err) != SW_OK)
        || sw_log_cluster(log, &log->own->cl, err) != SW_OK)
        return SW_FAIL;
    log->cl = log->own->cl;
    return log->cl->has_hosts ? tell_executors(log, err) : SW_OK;
}
