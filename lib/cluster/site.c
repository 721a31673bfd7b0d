/* SPDX-License-Identifier: GPL-3.0-or-later */
/* site.c - a cluster's partitions and its qualities of service, as Slurm has them (G12 to G14 of docs/model.md).
 * Both are read after the nodes, which partitions name, and belong to the cluster. */
#include "lib/cluster/cluster.h"
#include "lib/trace/sacct/sacct.h"
#include <string.h>

/* What memory_guard() hands on. */
struct reading { struct sw_cluster *cl; struct sw_csv *in; struct sw_err *err; };

/* NULL: no such partition. */
const struct sw_partition *sw_cluster_partition(const struct sw_cluster *cl, struct sw_text name)
{
    for (uint32_t i = 0; i < cl->n_partitions; i++)
        if (sw_text_is(name, cl->partition[i].name))
            return &cl->partition[i];
    return NULL;
}

const struct sw_qos *sw_cluster_qos(const struct sw_cluster *cl, struct sw_text name)
{
    for (uint32_t i = 0; i < cl->n_qos; i++)
        if (sw_text_is(name, cl->qos[i].name))
            return &cl->qos[i];
    return NULL;
}

static int stands_twice(const struct reading *rd, const char *column, struct sw_text name)
{
    return sw_err_data(rd->err, sw_csv_path(rd->in), sw_csv_row(rd->in)->line, column, "stands there twice: '%.*s'",
                       (int)name.len, name.at);
}

/* ---- partitions ------------------------------------------------------------------------------------------ */

/* Nodes that the cluster has not are counted. A partition may name more of a site than a cluster file has. */
static int note_node(void *reading, struct sw_text name, struct sw_err *err)
{
    struct reading *rd = reading;
    struct sw_partition *p = &rd->cl->partition[rd->cl->n_partitions];
    uint32_t node = sw_cluster_find(rd->cl, name);
    (void)err;
    if (node == SW_NO_NODE)
        rd->cl->n_strange++;
    else
        p->has[node] = true;
    return SW_OK;
}

/* Empty, or ALL: every node; else names as Slurm lists them, n[1-4,7]. */
static int set_nodes(struct reading *rd, const struct sw_partition_row *row)
{
    struct sw_cluster *cl = rd->cl;
    struct sw_partition *p = &cl->partition[cl->n_partitions];
    p->has = xcalloc(cl->n_nodes, sizeof *p->has);
    if (row->nodes.len && !sw_text_is(row->nodes, "ALL"))
        return sacct_nodelist_each(row->nodes, note_node, rd, rd->err);
    memset(p->has, true, cl->n_nodes * sizeof *p->has);
    return SW_OK;
}

/* Priorities take a factor by the greatest of all partitions. So the greatest is kept for G12.5. */
static int add_partition(struct reading *rd, const struct sw_partition_row *row)
{
    struct sw_cluster *cl = rd->cl;
    uint64_t line = sw_csv_row(rd->in)->line;
    if (sw_cluster_partition(cl, row->partition))
        return stands_twice(rd, "partition", row->partition);
    if (row->tier > UINT16_MAX || row->factor > UINT16_MAX)
        return sw_err_data(rd->err, sw_csv_path(rd->in), line, row->tier > UINT16_MAX ? "tier" : "factor",
                           "is above 65535");
    cl->partition = xrealloc(cl->partition, cl->n_partitions + 1, sizeof *cl->partition);
    cl->partition[cl->n_partitions]
        = (struct sw_partition){ .tier = (int64_t)row->tier, .factor = (double)row->factor,
                                 .mode = row->preempt_mode, .grace_us = row->grace_us };
    /* The partition does not count yet, so sw_cluster_free() would not see it. */
    if (set_nodes(rd, row) != SW_OK) {
        xfree(cl->partition[cl->n_partitions].has);
        return SW_FAIL;
    }
    cl->partition[cl->n_partitions++].name = xcopy(row->partition.at, row->partition.len);
    cl->most_factor = (double)row->factor > cl->most_factor ? (double)row->factor : cl->most_factor;
    return SW_OK;
}

static int read_partitions(void *reading)
{
    struct reading *rd = reading;
    struct sw_partition_row row;
    int got = sw_csv_bind(rd->in, &sw_schema_partitions, rd->err) == SW_OK ? 1 : SW_FAIL;
    while (got == 1 && (got = sw_csv_read(rd->in, &row, rd->err)) == 1)
        if (add_partition(rd, &row) != SW_OK)
            return SW_FAIL;
    if (got == 0 && !rd->cl->n_partitions)
        return sw_err_data(rd->err, sw_csv_path(rd->in), sw_csv_header(rd->in)->line, NULL,
                           "no partition stands there");
    return got;
}

/* ---- qualities of service ---------------------------------------------------------------------------------- */

/* What a QOS preempts is kept as text until all are read. */
static int add_qos(struct reading *rd, const struct sw_qos_row *row)
{
    struct sw_cluster *cl = rd->cl;
    uint64_t line = sw_csv_row(rd->in)->line;
    if (sw_cluster_qos(cl, row->qos))
        return stands_twice(rd, "qos", row->qos);
    if (row->priority > UINT32_MAX)
        return sw_err_data(rd->err, sw_csv_path(rd->in), line, "priority", "is above 4294967295");
    cl->qos = xrealloc(cl->qos, cl->n_qos + 1, sizeof *cl->qos);
    struct sw_qos *q = &cl->qos[cl->n_qos++];
    *q = (struct sw_qos){ .priority = (double)row->priority, .line = line, .grace_us = row->grace_us,
                          .mode = row->preempt_mode ? row->preempt_mode : SW_PREEMPT_UNSET,
                          .exempt_us = row->exempt_us };
    q->name = xcopy(row->qos.at, row->qos.len);
    q->names = xcopy(row->preempt.at, row->preempt.len);
    cl->most_priority = (double)row->priority > cl->most_priority ? (double)row->priority : cl->most_priority;
    return SW_OK;
}

/* After all rows: a QOS may name one that stands below it. Itself does not count. */
static int set_preempts(const struct reading *rd, struct sw_qos *by)
{
    if (*by->names)
        by->preempts = xcalloc(rd->cl->n_qos, sizeof *by->preempts);
    for (const char *at = by->names, *to; *at; at = *to ? to + 1 : to) {
        to = strchrnul(at, ',');
        const struct sw_text name = { at, (size_t)(to - at) };
        const struct sw_qos *q = sw_cluster_qos(rd->cl, name);
        if (!q)
            return sw_err_data(rd->err, sw_csv_path(rd->in), by->line, "preempt", "no such QOS: '%.*s'",
                               (int)name.len, name.at);
        by->preempts[q - rd->cl->qos] = q != by;
    }
    return SW_OK;
}

/* G14.11: above those that it names. False: it was. One pass: the level rises above those that it names as they are
 * now. */
static bool lift(const struct sw_cluster *cl, struct sw_qos *q)
{
    int64_t level = q->level;
    for (uint32_t i = 0; q->preempts && i < cl->n_qos; i++)
        if (q->preempts[i] && cl->qos[i].level >= q->level)
            q->level = cl->qos[i].level + 1;
    return q->level > level;
}

/* Levels rise until none does. More levels than there are QOS mean a loop. */
static int set_levels(const struct reading *rd)
{
    struct sw_cluster *cl = rd->cl;
    for (uint32_t i = 0; i < cl->n_qos; i++)
        if (set_preempts(rd, &cl->qos[i]) != SW_OK)
            return SW_FAIL;
    for (uint32_t i = 0; i < cl->n_qos; i++)
        if (lift(cl, &cl->qos[i])) {
            if (cl->qos[i].level >= cl->n_qos)
                return sw_err_data(rd->err, sw_csv_path(rd->in), cl->qos[i].line, "preempt",
                                   "names a QOS that names it, at once or by way of others");
            i = UINT32_MAX; /* again from the first */
        }
    return SW_OK;
}

static int read_qos(void *reading)
{
    struct reading *rd = reading;
    struct sw_qos_row row;
    int got = sw_csv_bind(rd->in, &sw_schema_qos, rd->err) == SW_OK ? 1 : SW_FAIL;
    while (got == 1 && (got = sw_csv_read(rd->in, &row, rd->err)) == 1)
        if (add_qos(rd, &row) != SW_OK)
            return SW_FAIL;
    return got == 0 ? set_levels(rd) : got;
}

/* ---- both ---------------------------------------------------------------------------------------------------- */

/* Closes the file, also when it fails. */
static int read_guarded(struct reading *rd, int (*read)(void *))
{
    struct memory memory = { NULL };
    int status = memory_guard(&memory, read, rd, rd->err);
    memory_release(&memory); /* what was read is the cluster's, also where reading failed */
    sw_csv_close(rd->in);
    return status;
}

int sw_cluster_read_partitions(struct sw_cluster *cl, struct sw_csv *in, struct sw_err *err)
{
    return read_guarded(&(struct reading){ cl, in, err }, read_partitions);
}

int sw_cluster_read_qos(struct sw_cluster *cl, struct sw_csv *in, struct sw_err *err)
{
    return read_guarded(&(struct reading){ cl, in, err }, read_qos);
}
