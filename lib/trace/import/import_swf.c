/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import_swf.c - the Standard Workload Format (Feitelson): header lines begin with a semicolon, then a line a job of 18
 * fields between blanks, -1 where unknown.
 *
 * Its jobs are rigid, so many processors at once; here each processor becomes a task, and the tasks of a job need not
 * start together. Users and groups make fair shares; there is no data and no place to be near to.
 * docs/formats/swf.md says what becomes of each field. What a log names of its jobs beyond the record is given as
 * extra columns, for --width and --backfill. */
#include <stdio.h>
#include <string.h>
#include "lib/trace/parse/table.h"
#include "lib/csv/text.h"
#include "lib/trace/import/nameset.h"
#include "lib/trace/record/known.h"

/* Fields of a line, from 0. */
enum { NUMBER, SUBMIT, WAIT, RUN, PROCESSORS, CPU, MEMORY, WANTED_PROCESSORS, WANTED_TIME, WANTED_MEMORY, STATUS, USER,
       GROUP, EXECUTABLE, QUEUE, PARTITION, PRECEDING, THINK, N_FIELDS };
#define MOST_PROCESSORS 100000000

/* cpus and nodes are texts of the extra columns. per_node 0: --per-node was not given. */
struct swf {
    struct table table;
    char pool[32], user[32], cpus[24], nodes[24];
    uint64_t per_node, processors;
    size_t properties;            /* which field is required_properties, as a header says; 0: none */
    uint64_t told_nodes, n_told;  /* nodes that it names in the job at hand, 0: none; jobs in which it does */
    struct sw_keys came, no_jobs; /* numbers of jobs so far; those that stand for no predecessor */
    uint64_t n_placeholders;
    /* The last row failed for want of memory, which ends the run; a bad row does not. */
    bool no_memory;
};

/* Of the log's header, or anywhere in it. */
static bool is_comment(struct sw_text line) { return line.len > 0 && *line.at == ';'; }

/* Eighteen numbers: a log without a header. */
static bool is_job(struct sw_text line)
{
    struct sw_text field[N_FIELDS];
    double x;
    if (table_split(line, ' ', field, N_FIELDS) < N_FIELDS)
        return false;
    for (size_t i = 0; i < N_FIELDS; i++)
        if (sw_num_real(field[i].at, field[i].len, &x) != SW_OK)
            return false;
    return true;
}

static bool swf_sniff(const char *at, size_t n)
{
    struct sw_text line = lines_first(at, n);
    return is_comment(line) || is_job(line);
}

static void swf_close(void *state)
{
    struct swf *s = state;
    table_clear(&s->table);
    sw_keys_clear(&s->came);
    sw_keys_clear(&s->no_jobs);
}

/* rules->per_node: processors of a node, for the extra column job_nodes. */
static int swf_open(void *state, struct sw_bytes *in, const struct sw_import_rules *rules, struct sw_err *err)
{
    struct swf *s = state;
    (void)err;
    s->per_node = rules->per_node;
    return table_start(&s->table, in, rules, ' ');
}

/* ---- jobs ----------------------------------------------------------------------------------------------- */

/* Negative is unknown. */
static int swf_time(struct swf *s, size_t i, const char *column, int64_t *us, struct sw_err *err)
{
    struct sw_text field = table_field(&s->table, i);
    if (sw_num_time(field.at, field.len, us) == SW_OK)
        return SW_OK;
    return table_bad(&s->table, column, field, "not a time in seconds", err);
}

/* The run time; where it is unknown the CPU time of a processor, else what was asked for, else nothing. */
static int read_run(struct swf *s, struct sw_job_row *row, struct sw_err *err)
{
    static const size_t field[] = { RUN, CPU, WANTED_TIME };
    static const char *const names[] = { "run time", "CPU time", "requested time" };
    int64_t us = -1;
    for (size_t i = 0; us < 0 && i < 3; i++) {
        if (swf_time(s, field[i], names[i], &us, err) != SW_OK)
            return SW_FAIL;
        /* A run that has no time of its own is damage, once for each job. */
        if (i == 0 && us < 0)
            table_note(&s->table, SW_DAMAGE_NO_END);
    }
    row->map_us = us > 0 ? us : 0;
    row->known |= BIT(SW_JOB_MAP_S);
    return SW_OK;
}

/* Those it got, else those it asked for, else one. At most MOST_PROCESSORS, which is the most tasks of a job in the
 * record. */
static int read_processors(struct swf *s, struct sw_job_row *row, struct sw_err *err)
{
    int64_t got, wanted;
    if (table_int(&s->table, PROCESSORS, "processors", -1, &got, err) != SW_OK
        || table_int(&s->table, WANTED_PROCESSORS, "requested processors", -1, &wanted, err) != SW_OK)
        return SW_FAIL;
    int64_t n = got > 0 ? got : wanted;
    if (n > MOST_PROCESSORS)
        return table_bad(&s->table, "processors", table_field(&s->table, got > 0 ? PROCESSORS : WANTED_PROCESSORS),
                         "out of range", err);
    if (n < 1)
        table_note(&s->table, SW_DAMAGE_MISSING);
    row->maps = s->processors = n > 0 ? (uint64_t)n : 1;
    row->known |= BIT(SW_JOB_MAPS);
    return SW_OK;
}

/* Users and groups are numbers: u12, g3; where a number is unknown the other stands for it. */
static int read_owner(struct swf *s, struct sw_job_row *row, struct sw_err *err)
{
    int64_t user, group;
    if (table_int(&s->table, USER, "user", -1, &user, err) != SW_OK
        || table_int(&s->table, GROUP, "group", -1, &group, err) != SW_OK)
        return SW_FAIL;
    if (user >= 0) {
        row->user = (struct sw_text){ s->user, (size_t)snprintf(s->user, sizeof s->user, "u%lld", (long long)user) };
        row->known |= BIT(SW_JOB_USER);
    }
    if (group >= 0 || user >= 0) {
        int len = group >= 0 ? snprintf(s->pool, sizeof s->pool, "g%lld", (long long)group)
                             : snprintf(s->pool, sizeof s->pool, "u%lld", (long long)user);
        row->pool = (struct sw_text){ s->pool, (size_t)len };
        row->known |= BIT(SW_JOB_POOL);
    }
    return SW_OK;
}

/* Without memory the run ends; a bad row is passed over alone. */
static int swf_keep(struct swf *s, struct sw_keys *keys, struct sw_text job, struct sw_err *err)
{
    int status = nameset_add(keys, job, NULL, err);
    s->no_memory = status != SW_OK;
    return status;
}

/* Some logs have one number in all lines. What was named before its job came is no predecessor, nor is it later. */
static int is_placeholder(struct swf *s, struct sw_text job, bool *is, struct sw_err *err)
{
    *is = sw_keys_find(&s->came, job.at, job.len) == (size_t)-1
          || sw_keys_find(&s->no_jobs, job.at, job.len) != (size_t)-1;
    s->n_placeholders += *is;
    return *is ? swf_keep(s, &s->no_jobs, job, err) : SW_OK;
}

/* A job that follows another after some think time. */
static int read_preceding(struct swf *s, struct sw_job_row *row, struct sw_err *err)
{
    int64_t job;
    bool placeholder = false;
    if (table_int(&s->table, PRECEDING, "preceding job", -1, &job, err) != SW_OK
        || swf_time(s, THINK, "think time", &row->think_us, err) != SW_OK
        || (job >= 0 && is_placeholder(s, table_field(&s->table, PRECEDING), &placeholder, err) != SW_OK))
        return SW_FAIL;
    /* A job without a known predecessor and think time comes by its own submit time. */
    if (job < 0 || row->think_us < 0 || placeholder) {
        row->think_us = 0;
        return SW_OK;
    }
    row->after_job = table_field(&s->table, PRECEDING);
    row->known |= BIT(SW_JOB_AFTER) | BIT(SW_JOB_THINK);
    return SW_OK;
}

/* Times that only the extra columns give are read as well, so that a bad one is told with its row. */
static int read_swf_line(struct swf *s, struct sw_job_row *row, struct sw_err *err)
{
    int64_t us;
    *row = *(const struct sw_job_row *)sw_schema_jobs.defaults;
    row->job_id = table_field(&s->table, NUMBER);
    row->known = BIT(SW_JOB_ID) | BIT(SW_JOB_SUBMIT);
    if (s->table.n < N_FIELDS)
        return table_bad(&s->table, NULL, s->table.lines.line, "fewer than 18 fields", err);
    if (swf_time(s, SUBMIT, "submit time", &row->submit_us, err) != SW_OK)
        return -1;
    if (row->submit_us < 0)
        return table_bad(&s->table, "submit time", table_field(&s->table, SUBMIT), "is not known", err);
    /* All of them, without stopping at the first: damage of each is noted. */
    if (read_run(s, row, err) | read_processors(s, row, err) | read_owner(s, row, err) | read_preceding(s, row, err)
        | swf_time(s, WANTED_TIME, "requested time", &us, err) | swf_time(s, WAIT, "wait time", &us, err))
        return SW_FAIL;
    /* all:excl:150x56 wants 150 nodes of 56 cores. The last part that has the form NxM counts. */
    struct sw_text all = table_field(&s->table, s->properties), cores, n;
    uint64_t nodes, each;
    s->told_nodes = 0;
    while (s->properties && text_cut(&all, ':', &cores))
        if (text_cut(&cores, 'x', &n) && sw_num_u64(n.at, n.len, &nodes) == SW_OK && nodes > 0
            && nodes <= MOST_PROCESSORS && sw_num_u64(cores.at, cores.len, &each) == SW_OK)
            s->told_nodes = nodes;
    s->n_told += s->told_nodes > 0;
    /* From here on other jobs may follow this one. */
    return swf_keep(s, &s->came, row->job_id, err);
}

static int swf_next(void *state, void *record, struct sw_err *err)
{
    struct swf *s = state;
    int got;
    /* Header lines may stand among the jobs. */
    while ((got = table_next(&s->table, err)) == 1)
        if (s->table.n > 0 && is_comment(s->table.field[0])) {
            /* ; 20: required_properties (...), fields counted from 0: generators for Alea say so what stands behind
             * the 18. */
            const struct sw_text *field = s->table.field;
            uint64_t n;
            for (size_t i = 1; i + 1 < s->table.n && i < 4; i++)
                if (sw_text_is(field[i + 1], "required_properties") && field[i].len > 1
                    && field[i].at[field[i].len - 1] == ':' && sw_num_u64(field[i].at, field[i].len - 1, &n) == SW_OK
                    && n >= N_FIELDS && n < TABLE_MAX_FIELDS)
                    s->properties = n;
        } else if (s->table.n > 0)
            return read_swf_line(s, record, err) == SW_OK ? 1 : s->no_memory ? -2 : -1;
    return got;
}

static const char *const derived[][2] = { { "pool", "the group, else the user" },
    { "maps", "processors, else requested processors, else 1; a node each with --width" },
    { "map_s", "run time, else CPU time of a processor, else requested time, else 0" }, { NULL, NULL } };

static bool swf_derived(const struct sw_import_rules *rules, size_t i, const char **column, char *rule, size_t cap)
{
    if (i > 0 || rules->per_node == 0)
        return false;
    *column = "job_nodes";
    snprintf(rule, cap, "ceil(processors / those of a node), as --per-node says");
    return true;
}

/* Only what a log has: most have neither. */
static void swf_facts(const void *state, struct sw_facts *to)
{
    const struct swf *s = state;
    if (s->n_told > 0)
        sw_facts_add(to, "nodes_by_properties", "%llu jobs name their nodes in required_properties",
                     (unsigned long long)s->n_told);
    if (s->n_placeholders > 0)
        sw_facts_add(to, "predecessors_left_out", "%llu, which name no job that was before them: a placeholder, taken "
                     "for no information", (unsigned long long)s->n_placeholders);
}

/* The user's estimate, and what the job waited there; -1 is unknown. Its processors, and with --per-node the nodes that
 * have so many. */
enum { LIMIT, RECORDED_WAIT, CPUS };
static const char *const extra_names[] = { "limit_s", "recorded_wait_s", "job_cpus", "job_nodes", NULL };

/* Negative is unknown, also in a text. */
static struct sw_text swf_extra(const void *state, size_t i)
{
    struct swf *s = (struct swf *)state;
    if (i > CPUS && s->told_nodes)
        return (struct sw_text){ s->nodes, sw_num_put_u64(s->nodes, s->told_nodes) };
    if (i >= CPUS)
        return known_nodes(i == CPUS ? 1 : s->per_node, s->processors, i == CPUS ? s->cpus : s->nodes);
    struct sw_text field = table_field(&s->table, i == LIMIT ? WANTED_TIME : WAIT);
    return field.len > 0 && *field.at != '-' ? field : (struct sw_text){ "", 0 };
}

const struct sw_importer sw_import_swf = { .name = "swf",
    .summary = "Standard Workload Format of the Parallel Workloads Archive", .sniff = swf_sniff,
    .size = sizeof(struct swf), .open = swf_open, .next = swf_next, .line = lines_number, .raw = lines_raw,
    .close = swf_close, .derived = derived, .derived_as = swf_derived, .facts = swf_facts, .from_first = true,
    .no_locality = true, .extra_names = extra_names, .extra = swf_extra, .is_log = true };
