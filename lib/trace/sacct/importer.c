/* SPDX-License-Identifier: GPL-3.0-or-later */
/* importer.c - a job a row and one slot a job: each run of a requeued one is a job, ID, ID.2 and so on. All records
 * are read, then jobs are made of them (jobs.c), then rows are given. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/base/grow.h"
#include "lib/trace/import/hosts.h"
#include "lib/trace/record/known.h"
#include "lib/trace/sacct/sacct.h"

/* Also when open() has failed midway: what it did not set is zero. */
void sacct_importer_close(void *state)
{
    struct sacct *s = state;
    sacct_fields_clear(&s->fields);
    sw_keys_clear(&s->names);
    sw_keys_clear(&s->nodes);
    sw_keys_clear(&s->kinds);
    GROW_FREE(s->latest, s->jobs, s->attempts, s->fine, s->node_of, s->order);
}

int sacct_importer_open(void *state, struct sw_bytes *in, const struct sw_import_rules *rules, struct sw_err *err)
{
    struct sacct *s = state;
    (void)err;
    s->rules = rules;
    s->first_cluster = SACCT_NONE;
    s->last_us = INT64_MIN;
    /* Lines are split by fields.c, which knows separators only behind the header. */
    return table_start(&s->fields.table, in, rules, '\0');
}

/* Of the row that was given; while records are read, of the record in hand. */
uint64_t sacct_importer_line(const void *state)
{
    const struct sacct *s = state;
    return s->settled ? s->line : s->fields.line;
}

struct sw_text sacct_importer_raw(const void *state)
{
    const struct sacct *s = state;
    return (struct sw_text){ s->fields.record, s->fields.n_record };
}

/* ---- rows ------------------------------------------------------------------------------------------ */

static void sacct_fill(const struct sacct *s, const struct sacct_attempt *a, struct sw_task_row *row)
{
    *row = *(const struct sw_task_row *)sw_schema_tasks.defaults;
    row->job_id = s->job_id;
    row->submit_us = a->submit_us;
    row->task_id = (struct sw_text){ "0", 1 };
    row->kind = SW_TASK;
    row->launch_us = a->start_us;
    row->finish_us = a->end_us;
    row->duration_us = a->end_us - a->start_us;
    row->outcome = (int32_t)a->is.outcome;
    row->known = BIT(SW_TASK_JOB) | BIT(SW_TASK_SUBMIT) | BIT(SW_TASK_ID) | BIT(SW_TASK_KIND) | BIT(SW_TASK_DURATION);
    /* A job that waits has a row where rules.waiting asks for it, without a launch and an outcome. */
    if (a->is.waits)
        row->duration_us = 0; /* it is not known */
    else
        row->known |= BIT(SW_TASK_LAUNCH) | (a->is.runs ? 0 : BIT(SW_TASK_FINISH)) | BIT(SW_TASK_OUTCOME);
    known_text(row, SW_TASK_POOL, &row->pool, sacct_jobs_name(s, a->kind.pool));
    known_text(row, SW_TASK_USER, &row->user, sacct_jobs_name(s, a->kind.by[SW_BY_USER]));
    if (a->n_named > 0)
        known_text(row, SW_TASK_NODE, &row->node, nameset_text(&s->nodes, a->node[0]));
    /* What the job has as a whole. */
    known_text(row, SW_TASK_PARTITION, &row->partition, sacct_jobs_name(s, a->kind.by[SW_BY_PARTITION]));
    known_text(row, SW_TASK_QOS, &row->qos, sacct_jobs_name(s, a->kind.by[SW_BY_QOS]));
    row->job_cpus = a->kind.cpus;
    row->job_nodes = a->kind.n_nodes;
    row->known |= BIT(SW_TASK_CPUS) | BIT(SW_TASK_NODES);
    known_time(row, SW_TASK_LIMIT, &row->limit_us, a->kind.limit_us);
}

/* Each job has one run by now (sacct_jobs_settle()). */
static int give_run(struct sacct *s, struct sw_task_row *row, struct sw_err *err)
{
    const struct sw_import_side *side = s->rules->side;
    if (s->place == s->n_order)
        return 0;
    const uint32_t at = s->order[s->place++];
    s->given = sacct_jobs_attempt(s, at);
    s->line = s->given.is.line;
    if (jobids_give(side->job_ids, s->attempts[at].next, s->fields.table.damage,
                    sw_bytes_path(s->fields.table.lines.bytes), s->line, &s->job_id, err) != SW_OK)
        return -2;
    sacct_fill(s, &s->given, row);
    /* All nodes of a job are noted, while its row names the first. */
    for (uint32_t i = 0; s->rules->hosts && i < s->given.n_named; i++)
        if (hosts_note(s->rules->hosts, nameset_text(&s->nodes, s->given.node[i]), (struct sw_text){ "", 0 }, err)
            != SW_OK)
            return -2;
    return 1;
}

/* Each record goes to sacct_jobs_read(), then sacct_jobs_settle() is called once. */
static int read_records(struct sacct *s, struct sw_err *err)
{
    int got;
    while ((got = sacct_fields_next(&s->fields, err)) == 1)
        if ((got = sacct_jobs_read(s, err)) < 0)
            return got;
    if (got < 0)
        return got;
    return sacct_jobs_settle(s, err) == SW_OK ? SW_OK : -2;
}

int sacct_importer_next(void *state, void *record, struct sw_err *err)
{
    struct sacct *s = state;
    int got = s->settled ? SW_OK : read_records(s, err);
    return got == SW_OK ? give_run(s, record, err) : got;
}

/* ---- columns beyond the record ------------------------------------------------------------------------ */

const char *const sacct_importer_extra_names[] = { "job_cpus", "job_nodes", "limit_s", "partition", "qos", NULL };

struct sw_text sacct_importer_extra(const void *state, size_t i)
{
    struct sacct *s = (struct sacct *)state; /* the text's room */
    const struct sacct_attempt *a = &s->given;
    if (i > 2)
        return sacct_jobs_name(s, a->kind.by[i == 3 ? SW_BY_PARTITION : SW_BY_QOS]);
    size_t n = i < 2 ? sw_num_put_u64(s->extra[i], i == 0 ? a->kind.cpus : a->kind.n_nodes)
        : a->kind.limit_us != SACCT_UNKNOWN ? sw_num_put_time(s->extra[i], a->kind.limit_us) : 0;
    return (struct sw_text){ s->extra[i], n };
}

/* The rule of `pool` depends on --pool-by; the others always hold. */
bool sacct_importer_derived(const struct sw_import_rules *rules, size_t i, const char **column, char *rule, size_t cap)
{
    static const char *const rule_of[][2] = { { "pool", "" },
        { "submit_s", "Submit, or Eligible where that is later; from the first job's on" },
        { "duration_s", "End - Start: one slot a job, whatever its cores and nodes (job_cpus, job_nodes)" },
        { "node", "the first of NodeList" } };
    if (i >= sizeof rule_of / sizeof *rule_of)
        return false;
    *column = rule_of[i][0];
    if (i == 0)
        snprintf(rule, cap, "the %s (--pool-by)", sw_by_words[rules->pool_by]);
    else
        snprintf(rule, cap, "%s", rule_of[i][1]);
    return true;
}

const struct sw_importer sw_import_sacct = { .name = "sacct",
    .summary = "Slurm's accounting: what sacct prints, or the text of jobcomp/filetxt", .is_tasks = true,
    .sniff = sacct_fields_sniff, .size = sizeof(struct sacct), .open = sacct_importer_open,
    .close = sacct_importer_close, SACCT_COLUMNS_READ, .node_columns = SACCT_CLUSTER_COLUMNS,
    .extra_names = sacct_importer_extra_names };
