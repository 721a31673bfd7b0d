/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hosts.c - nodes and their racks, from a topology file and from what a trace says in passing. Nodes are numbered
 * in the order in which they are named first, which is the order of the cluster record. A rack may be told later
 * than its node. */
#include <stdlib.h>
#include <string.h>
#include "lib/trace/import/sw_importer.h"
#include "lib/trace/jhist/escape.h"
#include "lib/trace/import/hosts.h"
#include "lib/trace/parse/json.h"
#include "lib/base/grow.h"

int sw_hosts_new(struct sw_hosts **out, struct sw_err *err)
{
    *out = calloc(1, sizeof **out);
    return *out ? SW_OK : sw_err_memory(err);
}

void sw_hosts_free(struct sw_hosts *h)
{
    if (!h)
        return;
    sw_keys_clear(&h->nodes);
    sw_keys_clear(&h->racks);
    free(h->rack_of);
    free(h);
}

size_t sw_hosts_n(const struct sw_hosts *h, size_t *n_racks)
{
    *n_racks = h->racks.n;
    return h->nodes.n;
}

/* The rack that was named first stays. */
static int set_rack(struct sw_hosts *h, uint32_t node, struct sw_text rack, struct sw_err *err)
{
    uint32_t *of = &h->rack_of[node], at;
    if (nameset_add(&h->racks, rack, &at, err) != SW_OK)
        return SW_FAIL;
    if (*of == NAMESET_NONE)
        *of = at;
    return SW_OK;
}

int hosts_note(struct sw_hosts *h, struct sw_text node, struct sw_text rack, struct sw_err *err)
{
    size_t n = h->nodes.n;
    uint32_t at;
    if (node.len == 0)
        return SW_OK;
    if (nameset_add(&h->nodes, node, &at, err) != SW_OK
        || sw_grow(&h->rack_of, &h->cap_rack_of, h->nodes.n, sizeof *h->rack_of, err) != SW_OK)
        return SW_FAIL;
    /* A node that is named without a rack has none so far. */
    if (h->nodes.n > n)
        h->rack_of[n] = NAMESET_NONE;
    return rack.len > 0 ? set_rack(h, at, rack, err) : SW_OK;
}

/* For --cluster-out of a trace without racks: each node is then a rack of its own. */
int sw_hosts_own_racks(struct sw_hosts *h, struct sw_err *err)
{
    for (uint32_t i = 0; i < h->nodes.n; i++)
        if (h->rack_of[i] == NAMESET_NONE && set_rack(h, i, nameset_text(&h->nodes, i), err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

struct sw_text hosts_rack(const struct sw_hosts *h, struct sw_text node)
{
    uint32_t at = nameset_find(&h->nodes, node);
    return nameset_text(&h->racks, at == NAMESET_NONE ? at : h->rack_of[at]);
}

/* ---- topology files ------------------------------------------------------------------------------- */

/* Both texts of a node are needed at once, so each has a buffer. */
struct reading { struct sw_hosts *hosts; struct escape text[2]; };

/* Topology files have the backslashes of Hadoop's names. */
static int note_plain(struct reading *r, struct sw_text node, struct sw_text rack, struct sw_err *err)
{
    struct sw_text plain[2];
    if (escape_undo(&r->text[0], node, &plain[0], err) != SW_OK
        || escape_undo(&r->text[1], rack, &plain[1], err) != SW_OK)
        return SW_FAIL;
    return hosts_note(r->hosts, plain[0], plain[1], err);
}

/* Rumen: a node without children is a host, and what it hangs from is its rack, however deep the tree is. Racks of
 * several levels are named by their path: rowb/rack12. */
static int walk_tree(struct reading *r, const struct json_node *at, struct sw_text rack, unsigned depth,
                     struct sw_err *err)
{
    const struct json_node *children = json_get(at, "children");
    struct sw_text name = json_text_of(at, "name");
    char path[4096];
    /* A deeper tree, or a longer path, is no topology: what hangs there is left out. */
    if (depth > 20 || rack.len + name.len + 2 > sizeof path)
        return SW_OK;
    /* depth 0 is the root, whose name is in no rack's path. A leaf right below it is no host. */
    if (json_count(children) == 0)
        return depth > 1 ? note_plain(r, name, rack, err) : SW_OK;
    size_t len = 0;
    if (depth > 0 && rack.len > 0) {
        memcpy(path, rack.at, rack.len);
        path[rack.len] = '/';
        len = rack.len + 1;
    }
    if (depth > 0) {
        memcpy(path + len, name.at, name.len);
        len += name.len;
    }
    JSON_EACH (c, children)
        if (walk_tree(r, c, (struct sw_text){ path, len }, depth + 1, err) != SW_OK)
            return SW_FAIL;
    return SW_OK;
}

static int read_object(struct reading *r, const struct json_stream *in, struct sw_err *err)
{
    const struct json_node *root = in->tree.node;
    if (json_get(root, "children"))
        return walk_tree(r, root, (struct sw_text){ "", 0 }, 0, err);
    /* The simulator's: {rack, nodes: [{node, ...}]}; Hadoop's own file has an empty node in it. */
    const struct json_node *nodes = json_get(root, "nodes");
    if (nodes) {
        JSON_EACH (c, nodes)
            if (note_plain(r, json_text_of(c, "node"), json_text_of(root, "rack"), err) != SW_OK)
                return SW_FAIL;
        return SW_OK;
    }
    return sw_err_data(err, sw_bytes_path(in->bytes), in->line, NULL,
                       "neither a tree of {name, children} nor {rack, nodes}");
}

int sw_hosts_read(struct sw_hosts *h, const char *path, struct sw_err *err)
{
    struct json_stream in = { NULL };
    struct reading r = { .hosts = h };
    int got, status = SW_OK;
    if (sw_bytes_open(&in.bytes, path, err) != SW_OK)
        return SW_FAIL;
    while (status == SW_OK && (got = json_stream_next(&in, err)) != 0)
        status = got == 1 ? read_object(&r, &in, err) : SW_FAIL;
    /* A file without a node would leave each node of the trace without a rack, in silence. */
    if (status == SW_OK && h->nodes.n == 0)
        status = sw_err_data(err, path, 0, NULL, "names no nodes");
    json_stream_clear(&in);
    escape_clear(&r.text[0]);
    escape_clear(&r.text[1]);
    return status;
}

/* ---- writing --------------------------------------------------------------------------------------- */

static const struct sw_text no_rack = { "default-rack", 12 }; /* Hadoop's name for it */

struct sw_text sw_hosts_name(const struct sw_hosts *h, size_t i) { return nameset_text(&h->nodes, i); }

struct sw_text sw_hosts_rack(const struct sw_hosts *h, size_t i)
{
    return h->rack_of[i] == NAMESET_NONE ? no_rack : nameset_text(&h->racks, h->rack_of[i]);
}

/* For formats that know slots but not racks. */
struct sw_node_row sw_hosts_node_row(const struct sw_nodes_to *to, struct sw_text node, uint64_t slots,
                                     char renamed[SW_RENAMED_MAX])
{
    struct sw_node_row row = *(const struct sw_node_row *)sw_schema_cluster.defaults;
    row.known = UINT64_C(1) << SW_NODE_NAME | UINT64_C(1) << SW_NODE_SLOTS;
    row.node = sw_rename_put(to->rename, SW_NAMED_NODE, node, renamed);
    row.slots = slots;
    return row;
}

static void put_renamed(const struct sw_rename *r, enum sw_named kind, struct sw_text name, struct sw_out *out)
{
    char buf[SW_RENAMED_MAX];
    struct sw_text text = sw_rename_put(r, kind, name, buf);
    sw_out_text(out, text.at, text.len);
}

/* The columns depend on the kinds of slot that the caller gives: slots, or map_slots and reduce_slots. */
void sw_hosts_put_cluster(const struct sw_hosts *h, const struct sw_slots_given *given, const struct sw_rename *rename,
                          struct sw_out *out)
{
    static const char *const two[] = { "node", "rack", "map_slots", "reduce_slots", NULL };
    static const char *const one[] = { "node", "rack", "slots", NULL };
    sw_out_header(out, given->slots > 0 ? one : two);
    for (size_t i = 0; i < h->nodes.n; i++) {
        put_renamed(rename, SW_NAMED_NODE, nameset_text(&h->nodes, i), out);
        put_renamed(rename, SW_NAMED_RACK, sw_hosts_rack(h, i), out);
        sw_out_u64(out, given->slots > 0 ? given->slots : given->map_slots);
        if (given->slots == 0)
            sw_out_u64(out, given->reduce_slots);
        sw_out_end_row(out);
    }
}

static void put_json(const struct sw_rename *r, enum sw_named kind, struct sw_text name, struct sw_out *out)
{
    char buf[SW_RENAMED_MAX];
    escape_put_json(sw_rename_put(r, kind, name, buf), out);
}

/* An object of the simulator's nodes file, with the nodes of this rack. */
static void put_rack(const struct sw_hosts *h, struct sw_text rack, const struct sw_rename *rename, struct sw_out *out)
{
    const char *between = "";
    sw_out_printf(out, "{\n  \"rack\": ");
    put_json(rename, SW_NAMED_RACK, rack, out);
    sw_out_printf(out, ",\n  \"nodes\": [");
    for (size_t i = 0; i < h->nodes.n; i++) {
        if (!sw_text_same(sw_hosts_rack(h, i), rack))
            continue;
        sw_out_printf(out, "%s\n    {\"node\": ", between);
        put_json(rename, SW_NAMED_NODE, nameset_text(&h->nodes, i), out);
        sw_out_printf(out, "}");
        between = ",";
    }
    sw_out_printf(out, "\n  ]\n}\n");
}

void sw_hosts_put_sls(const struct sw_hosts *h, const struct sw_rename *rename, struct sw_out *out)
{
    /* Nodes without a rack are written in Hadoop's default one. */
    bool homeless = false;
    for (size_t i = 0; i < h->nodes.n; i++)
        homeless |= h->rack_of[i] == NAMESET_NONE;
    for (size_t i = 0; i < h->racks.n; i++)
        put_rack(h, nameset_text(&h->racks, i), rename, out);
    if (homeless && nameset_find(&h->racks, no_rack) == NAMESET_NONE)
        put_rack(h, no_rack, rename, out);
}
