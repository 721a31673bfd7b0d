/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sides.c - what goes along with a trace: topology, cluster, renaming. All of it is there before the trace is opened,
 * since importers ask for racks and names as they read. */
#include "tools/trace/parts.h"

/* As struct sw_trace_input wants it. */
static int place_user(void *places, struct sw_text user, struct sw_text *pool, struct sw_err *err)
{
    return sw_config_place(places, user, pool, err);
}

static int read_placement(struct sides *s, struct sw_trace_input *in, struct sw_err *err)
{
    /* go_on: faults in parts of the file that say nothing of placement would end the reading. */
    static const struct sw_config_rules rules = { .slot_bytes = UINT64_C(1) << 30, .go_on = true };
    if (sw_config_new(&s->places, &rules, err) != SW_OK
        || sw_config_read(s->places, s->placement, SW_CONFIG_AUTO, err) != SW_OK)
        return SW_FAIL;
    for (size_t i = 0; i < sw_config_n_notes(s->places); i++) {
        const struct sw_config_note note = sw_config_note(s->places, i);
        if (note.kind == SW_CONFIG_WRONG || note.kind == SW_CONFIG_MISSPELT)
            return sw_err_set(err, "%s", note.text);
    }
    if (!sw_config_places(s->places))
        return sw_err_usage(err, "--placement-rules: no queuePlacementPolicy and no queue-mappings in '%s'",
                            s->placement);
    in->place = place_user;
    in->places = s->places;
    return SW_OK;
}

int sides_prepare(struct sides *s, struct sw_trace_input *in, struct sw_err *err)
{
    if (s->slots_given && !s->cluster_out)
        return sw_err_usage(err, "--%s: only with --cluster-out",
                            s->slots.slots > 0 ? "slots-per-node" : "map-slots and --reduce-slots");
    if (sw_hosts_new(&s->hosts, err) != SW_OK || (s->key && sw_rename_new(&s->rename, s->key, err) != SW_OK))
        return SW_FAIL;
    in->rules.hosts = s->hosts;
    in->rename = s->rename;
    in->rules.executors = s->executors;
    if (s->placement && read_placement(s, in, err) != SW_OK)
        return SW_FAIL;
    /* The racks of a topology are known before those that the trace names. */
    return s->topology ? sw_hosts_read(s->hosts, s->topology, err) : SW_OK;
}

/* Nodes that the log recorded as such are preferred to nodes that its tasks name. */
static int put_cluster(const struct sides *s, const struct sw_cli *cli, struct sw_trace *t, struct sw_out *out,
                       struct sw_err *err)
{
    size_t n_racks;
    /* Slots that were given go before what the log recorded. 0: it recorded no nodes. */
    int got = s->slots_given ? 0 : sw_trace_put_cluster(t, s->executors, out, err);
    if (got != 0)
        return got > 0 ? SW_OK : SW_FAIL;
    if (sw_hosts_n(s->hosts, &n_racks) == 0)
        return sw_err_set(err, "--cluster-out: a trace of format %s names no nodes", sw_trace_format(t)->name);
    if (!s->slots_given)
        sw_cli_warn(cli, "slots are not in the trace: 2 map and 2 reduce slots a node are written "
                    "(--map-slots, --reduce-slots, --slots-per-node)");
    sw_hosts_put_cluster(s->hosts, &s->slots, s->rename, out);
    return SW_OK;
}

int sides_finish(const struct sides *s, const struct sw_cli *cli, struct sw_trace *t, bool as_sls, struct sw_err *err)
{
    struct sw_out *out;
    int status = SW_OK;
    uint64_t n_refused = 0, n_without_user = 0;
    /* Rows that no rule places stay in the queues of the log, and are counted. */
    if (s->places)
        sw_config_placed(s->places, &n_refused, &n_without_user);
    if (n_refused > 0)
        sw_cli_warn(cli, "in their queues stay rows that the placement rules refuse: %llu",
                    (unsigned long long)n_refused);
    if (n_without_user > 0)
        sw_cli_warn(cli, "in their queues stay rows without a user: %llu", (unsigned long long)n_without_user);
    if (!s->cluster_out)
        return SW_OK;
    if (sw_cli_open(cli, &out, s->cluster_out, err) != SW_OK)
        return SW_FAIL;
    if (as_sls)
        sw_hosts_put_sls(s->hosts, s->rename, out);
    else
        status = put_cluster(s, cli, t, out, err);
    return sw_out_end(out, status, err);
}

void sides_clear(struct sides *s)
{
    sw_hosts_free(s->hosts);
    sw_config_free(s->places);
    sw_rename_free(s->rename);
}
