/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sacct.h - the accounting log of Slurm: what sacct prints, and the text of its jobcomp/filetxt plugin.
 *
 *   fields.c    bytes to records of named fields: header or none, separators, records of several lines
 *   values.c    times, durations, states
 *   nodelist.c  n[01-03,7] as names
 *   jobs.c      records to jobs and their attempts, all held in memory
 *   facts.c     what the log says about the cluster and its limits, for --info
 *   ceilings.c  the same of each pool and user: most at once, and while it waited
 *   cluster.c   the cluster record
 *   importer.c  jobs to rows
 *   columns.c   other logs as sacct's columns
 *   json.c      the JSON of sacct, so */
#ifndef SLOTWISE_SACCT_H
#define SLOTWISE_SACCT_H
#include <stdio.h>
#include <string.h>
#include "lib/csv/sw_output.h"
#include "lib/trace/parse/table.h"
#include "lib/trace/stream/trace_private.h"

/* ---- fields.c ------------------------------------------------------------------------------------ */
enum sacct_column { SACCT_JOBID, SACCT_CLUSTER, SACCT_PARTITION, SACCT_QOS, SACCT_ACCOUNT, SACCT_USER, SACCT_SUBMIT,
                    SACCT_ELIGIBLE, SACCT_START, SACCT_END, SACCT_ELAPSED, SACCT_STATE, SACCT_NNODES, SACCT_NCPUS,
                    SACCT_TIMELIMIT, SACCT_NODELIST, SACCT_N_COLUMNS };
extern const char *const sacct_fields_names[]; /* as sacct spells them */

#define SACCT_MOST_LOOSE 6
struct sacct_fields {
    struct table table;
    bool jobcomp;              /* key=value */
    bool gpus;                 /* what stands for CPUs are GPUs, and jobs without one are left out */
    char separator;
    size_t place[SACCT_N_COLUMNS], n_places; /* SIZE_MAX: no such column */
    size_t loose[SACCT_MOST_LOOSE], n_loose; /* columns whose text may hold separators and line ends, in order */
    char *record;              /* the record in hand */
    size_t n_record, cap_record, n_fields;
    uint64_t line;             /* where it starts */
    struct sw_text *split, *split_ahead; /* the record in hand, and the line behind it */
    const char *split_of;      /* where the bytes began that were split */
    size_t n_split, n_ahead;   /* their fields, also where there is no room for all; 0: not split */
    struct sw_text at[SACCT_N_COLUMNS]; /* its fields; empty where there is none */
    int ahead;                 /* of the line behind it: 0 not read, else as table_next() */
    struct sw_err ahead_err;
    bool begun, ended;
};
bool sacct_fields_sniff(const char *at, size_t n);
/* As table_next(), of records. */
SW_USE_RESULT int sacct_fields_next(struct sacct_fields *f, struct sw_err *err);
bool sacct_fields_has(const struct sacct_fields *f, enum sacct_column column);
int sacct_fields_bad(struct sacct_fields *f, enum sw_damage_kind kind, enum sacct_column column, const char *message,
                     struct sw_err *err); /* -1 */
void sacct_fields_note(struct sacct_fields *f, enum sw_damage_kind kind);
void sacct_fields_clear(struct sacct_fields *f);

/* ---- values.c ------------------------------------------------------------------------------------ */
#define SACCT_UNKNOWN INT64_MIN
struct sacct_day { char date[10]; int64_t n; }; /* a date that was read, and its days since 1970; zeros: none was */
/* 2024-01-31T12:00:00 or seconds since 1970, as microseconds; "Unknown" and its kin give SACCT_UNKNOWN. known: the
 * date before, or NULL. */
SW_USE_RESULT bool sacct_values_time(struct sw_text text, struct sacct_day *known, int64_t *us, bool *epoch);
/* D-HH:MM:SS, HH:MM:SS, MM:SS or seconds; what is no time (UNLIMITED) gives SACCT_UNKNOWN. */
int64_t sacct_values_duration(struct sw_text text);
enum sacct_state { SACCT_ENDED, SACCT_STILL_RUNS, SACCT_WAITS, SACCT_NO_STATE };
enum sacct_state sacct_values_state(struct sw_text text, enum sw_outcome *outcome);
bool sacct_values_is_job_id(struct sw_text text); /* 12, 12_7, 12_[1-3], 12+0; with a step too */

/* ---- nodelist.c ---------------------------------------------------------------------------------- */
#define SACCT_MOST_NODES 1000000
/* Calls `each` for every node; at most SACCT_MOST_NODES. SW_FAIL: it failed. What is no list of nodes is one name. */
SW_USE_RESULT int sacct_nodelist_each(struct sw_text list, int (*each)(void *, struct sw_text, struct sw_err *),
                                      void *ctx, struct sw_err *err);

/* ---- jobs.c -------------------------------------------------------------------------------------- */
#define SACCT_NONE UINT32_MAX
struct sacct_kind {              /* what many attempts have in common; no byte of it is padding */
    int64_t limit_us;            /* the user's estimate; SACCT_UNKNOWN */
    uint32_t n_nodes, cpus, pool, by[SW_BY_ACCOUNT_USER], zero; /* pool, by: places in names; SACCT_NONE */
};
struct sacct_packed {            /* a record of a job that started, as it is kept */
    uint32_t next;               /* of its job, in order of start; SACCT_NONE. Settled: the place of its job's id */
    uint32_t kind;               /* in kinds */
    uint32_t node;               /* one: its node; else in node_of: their count, and they behind it */
    uint32_t at[3];              /* its times in whole seconds; fine: at[0] is the place of all three in fine */
    uint64_t line : 48, outcome : 8; /* enum sw_outcome */
    uint64_t one : 1, fine : 1, runs : 1, left_out : 1; /* left_out: with its job */
    uint64_t elapsed : 1, waits : 1; /* the record says how long it has run; it has not started */
};
struct sacct_attempt {           /* with what it means */
    struct sacct_packed is;
    struct sacct_kind kind;
    int64_t submit_us, start_us, end_us; /* submit: when it could have started; end: of what runs, the log's end */
    const uint32_t *node;        /* its nodes, which lie in the log's */
    uint32_t n_named;
    bool later;                  /* it could not start when it was submitted */
};
struct sacct_job {
    uint32_t id : 31, left_out : 1; /* id: its place; left_out: --only; it takes no GPU of a table of GPUs */
    uint32_t first;              /* attempt, SACCT_NONE: never started */
};
enum sacct_count { SACCT_NOT_STARTED, SACCT_RUNNING, SACCT_REQUEUED, SACCT_ELIGIBLE_LATER, SACCT_STEPS, SACCT_AGAIN,
                   SACCT_CLOCK_CHANGES, SACCT_N_COUNTS };

struct sacct {
    struct sacct_fields fields;
    const struct sw_import_rules *rules;
    struct sw_keys names, nodes, kinds; /* of people and pools; of nodes; the bytes of struct sacct_kind */
    struct { struct sw_text text; uint32_t place; } last[SACCT_N_COLUMNS]; /* in names; most records repeat it */
    uint32_t *latest; size_t n_latest, cap_latest; /* of each id: its job; while records are read */
    struct sacct_job *jobs; size_t n_jobs, cap_jobs; /* while records are read */
    struct sacct_packed *attempts; size_t n_attempts, cap_attempts;
    int64_t (*fine)[3]; size_t n_fine, cap_fine;
    uint32_t *node_of; size_t n_node_of, cap_node_of;
    size_t n_named;                  /* nodes of all attempts */
    uint32_t *order; size_t n_order; /* attempts that are given, by submission */
    uint32_t first_cluster;
    uint64_t count[SACCT_N_COUNTS];
    struct sacct_day day;
    int64_t last_us;                 /* the latest time in the log */
    int64_t origin_us;               /* the first submission */
    bool epoch, iso, settled;
    /* importer.c */
    size_t place; uint64_t line;
    struct sw_text job_id;
    char extra[3][SW_NUM_MAX];
    struct sacct_attempt given;
};
SW_USE_RESULT int sacct_jobs_read(void *state, struct sw_err *err);   /* the record in hand */
SW_USE_RESULT int sacct_jobs_settle(void *state, struct sw_err *err); /* once, behind the last */
static inline struct sw_text sacct_jobs_name(const struct sacct *s, uint32_t place) /* empty for SACCT_NONE */
{
    return nameset_text(&s->names, place);
}
struct sacct_attempt sacct_jobs_attempt(const struct sacct *s, size_t i);
static inline struct sacct_kind sacct_jobs_kind(const struct sacct *s, size_t i)
{
    struct sacct_kind kind;
    memcpy(&kind, s->kinds.name[s->attempts[i].kind].at, sizeof kind);
    return kind;
}

/* ---- facts.c, ceilings.c, cluster.c ---------------------------------------------------------------- */
void sacct_facts(const void *state, struct sw_facts *to);
/* Of pools or users, those with the most jobs first. */
struct sacct_ceiling {
    uint32_t name;
    uint64_t n_jobs, early;                  /* early: started while one submitted before it waited */
    uint64_t jobs, cpus;                     /* most at once */
    uint64_t least, most; double mean;       /* jobs at once while one of it waited */
    int64_t waiting_us;
};
SW_USE_RESULT int sacct_ceilings_find(const struct sacct *s, bool users, struct sacct_ceiling *out, size_t most,
                                      size_t *n);
#define SACCT_CLUSTER_COLUMNS (UINT64_C(1) << SW_NODE_NAME | UINT64_C(1) << SW_NODE_RACK \
    | UINT64_C(1) << SW_NODE_SLOTS | UINT64_C(1) << SW_NODE_FROM | UINT64_C(1) << SW_NODE_TO)
int sacct_cluster_nodes(void *state, const struct sw_nodes_to *to, struct sw_err *err);

/* ---- importer.c: what its table has, for columns.c's ------------------------------------------------- */
extern const char *const sacct_importer_extra_names[]; /* columns beyond the record; ends with NULL */
int sacct_importer_open(void *state, struct sw_bytes *in, const struct sw_import_rules *rules, struct sw_err *err);
int sacct_importer_next(void *state, void *record, struct sw_err *err);
uint64_t sacct_importer_line(const void *state);
struct sw_text sacct_importer_raw(const void *state);
struct sw_text sacct_importer_extra(const void *state, size_t i);
bool sacct_importer_derived(const struct sw_import_rules *rules, size_t i, const char **column, char *rule,
                            size_t cap);
void sacct_importer_close(void *state);

/* ---- columns.c ------------------------------------------------------------------------------------- */
/* The importer of another log has this first in its state, and SACCT_COLUMNS_READ in its table. */
struct sacct_columns { struct sacct read; FILE *to; char path[SW_NAMELESS_MAX]; };
/* What stands in `to` from then on are lines of sacct's, fields with | between. */
SW_USE_RESULT int sacct_columns_start(struct sacct_columns *c, const char *header, struct sw_err *err);
void sacct_columns_put_time(struct sacct_columns *c, int64_t s); /* since 1970; negative: not known */
/* `path` is what the log is called. */
SW_USE_RESULT int sacct_columns_read(struct sacct_columns *c, const char *path, const struct sw_import_rules *rules,
                                     struct sw_err *err);
void sacct_columns_close(struct sacct_columns *c);
#define SACCT_COLUMNS_READ .next = sacct_importer_next, .line = sacct_importer_line, .raw = sacct_importer_raw, \
    .extra = sacct_importer_extra, .derived_as = sacct_importer_derived, .from_first = true, .no_locality = true, \
    .facts = sacct_facts, .nodes = sacct_cluster_nodes, .is_log = true

#endif
