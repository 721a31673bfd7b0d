/* SPDX-License-Identifier: GPL-3.0-or-later */
/* facts.c - what a log says beside its rows: its settings, its cluster, its damage. An importer adds its rows when
 * it is asked, behind the last job: most of them need the whole log. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/trace/record/sw_records.h"
#include "lib/trace/report/info_recorded.h"
#include "lib/trace/stream/trace_private.h"

/* The names of a log and of its master are among what anonymizing hides, and so are those of pools and users. Keys
 * that begin with part_ and at_once_ have pools and users in their values (docs/formats/slurm.md). */
static bool is_hidden(const struct sw_trace *t, const char *key)
{
    bool anonymous = t->source.input && t->source.input->rename;
    return anonymous && (strcmp(key, "application") == 0 || strcmp(key, "master") == 0
                         || strncmp(key, "part_", 5) == 0 || strncmp(key, "at_once_", 8) == 0);
}

void sw_facts_add(struct sw_facts *f, const char *key, const char *fmt, ...)
{
    va_list args;
    /* There is room for SW_FACTS rows. What comes behind is left out, as --info is for people. */
    if (f->n == SW_FACTS)
        return;
    struct sw_fact *fact = &f->at[f->n++];
    snprintf(fact->key, sizeof fact->key, "%s", key);
    va_start(args, fmt);
    vsnprintf(fact->value, sizeof fact->value, fmt, args);
    va_end(args);
}

/* They are asked for once, behind the last job. NULL: there are none, or no memory for them. */
static const struct sw_facts *facts_of(const struct sw_trace *t)
{
    /* The facts are a cache within a trace that is const for its callers. */
    struct source *s = (struct source *)&t->source;
    if (!s->facts && s->state && s->format->facts && (s->facts = calloc(1, sizeof *s->facts)))
        s->format->facts(s->state, s->facts);
    return s->facts;
}

void facts_put(const struct sw_trace *t, struct sw_out *out)
{
    const struct sw_facts *f = facts_of(t);
    char value[200]; /* what a row of --info shows of it */
    for (size_t i = 0; f && i < f->n; i++) {
        snprintf(value, sizeof value, "%s", f->at[i].value);
        if (!is_hidden(t, f->at[i].key))
            info_recorded_put_word(out, f->at[i].key, value);
    }
}

bool sw_trace_fact(const struct sw_trace *t, const char *wanted, char *value, size_t cap)
{
    const struct sw_facts *f = facts_of(t);
    for (size_t i = 0; f && i < f->n; i++)
        if (strcmp(f->at[i].key, wanted) == 0)
            return snprintf(value, cap, "%s", f->at[i].value), true;
    return false;
}

/* ---- the cluster --------------------------------------------------------------------------------- */

/* 0 without a word: CSV has a cluster file of its own, and other formats may name no node. */
int sw_trace_nodes(struct sw_trace *t, bool executors,
                   int (*take)(void *context, const struct sw_node_row *row, struct sw_err *err), void *context,
                   struct sw_err *err)
{
    const struct source *s = &t->source;
    if (!s->state || !s->format->nodes)
        return 0;
    const struct sw_nodes_to to = { executors, s->input->rename, take, context };
    return s->format->nodes(s->state, &to, err);
}

/* The columns that a format knows, as a schema of their own. */
struct putting {
    struct sw_schema schema;
    struct sw_column column[SW_NODE_N_COLUMNS];
    struct sw_out *out;
    bool begun;
};

/* The header comes with the first row, so that a log without a cluster leaves the output empty. */
static void begin_cluster(struct putting *p)
{
    if (!p->begun) {
        sw_schema_put_header(&p->schema, p->out);
        sw_out_end_row(p->out);
    }
    p->begun = true;
}

static int put_node_row(void *context, const struct sw_node_row *row, struct sw_err *err)
{
    struct putting *p = context;
    (void)err; /* an output keeps its failure until it is closed */
    begin_cluster(p);
    sw_schema_put(&p->schema, row, p->out);
    sw_out_end_row(p->out);
    return SW_OK;
}

int sw_trace_put_cluster(struct sw_trace *t, bool executors, struct sw_out *out, struct sw_err *err)
{
    struct putting p = { .out = out };
    /* host says where an executor stands, so it is a column with executors alone. */
    const uint64_t host = UINT64_C(1) << SW_NODE_HOST, known = t->source.format->node_columns;
    p.schema = sw_schema_some(&sw_schema_cluster, executors ? known : known & ~host, p.column);
    int got = sw_trace_nodes(t, executors, put_node_row, &p, err);
    /* A cluster without any node is a table without rows. */
    if (got == 1)
        begin_cluster(&p);
    return got;
}

const struct sw_damage *sw_trace_damage(const struct sw_trace *t) { return &t->source.side.damage; }
enum sw_usability sw_trace_verdict(const struct sw_trace *t) { return t->verdict; }
