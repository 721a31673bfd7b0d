/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_philly.c - the table of Microsoft's Philly trace that simulators of GPU clusters read: timestamp, duration,
 * num_gpus, gpu_time, cluster. A job is a task a GPU; its pool is its virtual cluster. Its nodes are not in the table:
 * those that have so many GPUs. */
#include <stdio.h>
#include <string.h>
#include "lib/trace/import/held.h"
#include "lib/trace/sacct/sacct.h"
#include "lib/trace/parse/table.h"
#include "lib/trace/record/known.h"

enum { TIMESTAMP, DURATION, GPUS, GPU_TIME, CLUSTER, N_FIELDS };
/* Most of its servers have 8 GPUs, others 2 (Jeon and others, USENIX ATC 2019). */
enum { USUAL_PER_NODE = 8 };
static const char *const names[] = { "timestamp", "duration", "num_gpus", "gpu_time", "cluster" };

struct philly {
    struct table table;
    struct held held;
    const struct sw_import_rules *rules;
    size_t place[N_FIELDS];        /* of each column */
    /* n_wide: jobs of more than one GPU. n_several: of more than one node. n_uneven: whose GPUs do not divide by
     * their nodes. */
    uint64_t n_wide, per_node, n_several, n_uneven;
    double gpu_h, wide_gpu_h;
    char cpus[24], nodes[24];  /* of the row just read */
    bool begun, settled;
};

/* They stand in any order; gpu_time alone may be missing. */
static bool find_columns(const struct sw_text *field, size_t n, size_t *place)
{
    for (int c = 0; c < N_FIELDS; c++) {
        size_t i = 0;
        while (i < n && !sw_text_is(field[i], names[c]))
            i++;
        place[c] = i;
        if (i == n && c != GPU_TIME)
            return false;
    }
    return true;
}

/* A table is told by its header alone. */
static bool philly_sniff(const char *at, size_t n)
{
    struct sw_text field[TABLE_MAX_FIELDS];
    size_t place[N_FIELDS];
    size_t got = table_split(lines_first(at, n), ',', field, TABLE_MAX_FIELDS);
    return got <= TABLE_MAX_FIELDS && find_columns(field, got, place);
}

static void philly_close(void *state)
{
    struct philly *p = state;
    table_clear(&p->table);
    held_clear(&p->held);
}

static int philly_open(void *state, struct sw_bytes *in, const struct sw_import_rules *rules, struct sw_err *err)
{
    struct philly *p = state;
    (void)err;
    p->rules = rules;
    p->per_node = rules->per_node > 0 ? rules->per_node : USUAL_PER_NODE;
    return table_start(&p->table, in, rules, ',');
}

static struct sw_text field(const struct philly *p, int column) { return table_field(&p->table, p->place[column]); }

/* -2: without a header no row can be read. */
static int read_job_line(void *state, struct sw_err *err)
{
    struct philly *p = state;
    struct held_job job = { .line = p->table.lines.number };
    struct sw_text text = field(p, TIMESTAMP);
    int64_t gpus;
    bool epoch;
    char id[32];
    /* A line of more fields than there is room for has its columns among the first ones. */
    size_t n = p->table.n < TABLE_MAX_FIELDS ? p->table.n : TABLE_MAX_FIELDS;
    size_t place[N_FIELDS];
    if (p->table.lines.line.len == 0)
        return SW_OK;
    if (find_columns(p->table.field, n, place)) { /* also of a second file */
        memcpy(p->place, place, sizeof place);
        p->begun = true;
        return SW_OK;
    }
    if (!p->begun)
        return table_bad(&p->table, NULL, p->table.lines.line, "no header with timestamp, duration, num_gpus, cluster",
                         err) - 1;
    if (!sacct_values_time(text, NULL, &job.submit_us, &epoch) || job.submit_us == SACCT_UNKNOWN)
        return table_bad(&p->table, "timestamp", text, "not a time", err);
    text = field(p, DURATION);
    if (sw_num_time(text.at, text.len, &job.task_us) != SW_OK || job.task_us < 0)
        return table_bad(&p->table, "duration", text, "not a time in seconds", err);
    if (table_int(&p->table, p->place[GPUS], "num_gpus", 0, &gpus, err) != SW_OK)
        return -1;
    if (gpus < 1 || gpus > 1000000)
        return table_bad(&p->table, "num_gpus", field(p, GPUS), "out of range", err);
    job.tasks = (uint64_t)gpus;
    double gpu_h = (double)gpus * (double)job.task_us / (3600.0 * (double)SW_US_PER_S);
    p->gpu_h += gpu_h;
    p->wide_gpu_h += gpus > 1 ? gpu_h : 0;
    p->n_wide += gpus > 1;
    /* The fewest nodes that have so many GPUs (docs/formats/philly.md). */
    uint64_t nodes = (job.tasks + p->per_node - 1) / p->per_node;
    p->n_several += nodes > 1;
    p->n_uneven += job.tasks % nodes > 0;
    /* Jobs have no names in the table: the number of the row is one, not counting the header. */
    struct sw_text made = { id, (size_t)snprintf(id, sizeof id, "job%llu", (unsigned long long)job.line - 1) };
    return held_add(&p->held, &job, made, field(p, CLUSTER), (struct sw_text){ "", 0 }, err) == SW_OK ? SW_OK : -2;
}

/* Without anything to settle: held_give() sorts. */
static int start_giving(void *state, struct sw_err *err)
{
    (void)err;
    ((struct philly *)state)->settled = true;
    return SW_OK;
}

static int philly_next(void *state, void *record, struct sw_err *err)
{
    struct philly *p = state;
    int got = p->settled ? 1 : table_gather(&p->table, read_job_line, start_giving, p, err);
    if (got != 1)
        return got;
    return held_give(&p->held, p->rules, sw_bytes_path(p->table.lines.bytes), record, &p->table.lines.of_row, err);
}

static void philly_facts(const void *state, struct sw_facts *to)
{
    const struct philly *p = state;
    sw_facts_add(to, "gpu_h", "%.1f", p->gpu_h);
    sw_facts_add(to, "multi_gpu_jobs", "%llu", (unsigned long long)p->n_wide);
    sw_facts_add(to, "multi_gpu_h_share", "%.4f", p->gpu_h > 0 ? p->wide_gpu_h / p->gpu_h : 0);
    sw_facts_add(to, "jobs_of_guessed_nodes", "%llu", (unsigned long long)p->n_several);
    sw_facts_add(to, "jobs_of_uneven_nodes", "%llu", (unsigned long long)p->n_uneven);
    /* What no replay of this table can tell (docs/formats/philly.md). */
    sw_facts_add(to, "waits", "not in the table: nothing to compare a replay with");
    sw_facts_add(to, "nodes_of_pools", "not in the table: virtual clusters had GPUs of their own");
}

static const char *const derived[][2] = { { "job_id", "the number of its row" }, { "pool", "the virtual cluster" },
    { "maps", "GPUs; they start together with --width" }, { NULL, NULL } };

static bool philly_derived(const struct sw_import_rules *rules, size_t i, const char **column, char *rule, size_t cap)
{
    uint64_t per_node = rules->per_node > 0 ? rules->per_node : USUAL_PER_NODE;
    *column = "job_nodes";
    snprintf(rule, cap, "ceil(GPUs / %llu)", (unsigned long long)per_node);
    return i == 0;
}

static const char *const extra_names[] = { "job_cpus", "job_nodes", NULL };

/* The row that was given is the one before the next place. */
static struct sw_text philly_extra(const void *state, size_t i)
{
    struct philly *p = (struct philly *)state;
    return known_nodes(i == 0 ? 1 : p->per_node, p->held.job[p->held.place - 1].tasks,
                       i == 0 ? p->cpus : p->nodes);
}

const struct sw_importer sw_import_philly = { .name = "philly",
    .summary = "Microsoft's Philly trace as simulators of GPU clusters read it", .sniff = philly_sniff,
    .size = sizeof(struct philly), .open = philly_open, .next = philly_next, .line = lines_number, .raw = lines_raw,
    .close = philly_close, .derived = derived, .derived_as = philly_derived, .facts = philly_facts, .from_first = true,
    .no_locality = true, .extra_names = extra_names, .extra = philly_extra, .is_log = true };
