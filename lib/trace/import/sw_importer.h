/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_importer.h - a format of trace as a constant table, the names and nodes of a trace, and what slot-trace writes of
 * one.
 *
 * An importer is a table in a file of its own (lib/trace/import/import_x.c) and a line in lib/trace/import/importers.c.
 * It reads bytes and gives rows; the stream of jobs (sw_trace.h) does the rest. What the source does not hold is
 * derived by the rules given in sw_import.h and by nothing else. */
#ifndef SLOTWISE_SW_IMPORTER_H
#define SLOTWISE_SW_IMPORTER_H
#include "lib/csv/sw_bytes.h"
#include "lib/trace/report/sw_damage.h"
#include "slotwise/sw_import.h"

/* ---- names that tell nothing -------------------------------------------------------------------- */
/* Keyed and stable: the same key and name give the same new name, in every file. What stands for nothing stays: the
 * pool default, and task ids made of digits. */
enum sw_named { SW_NAMED_JOB, SW_NAMED_USER, SW_NAMED_POOL, SW_NAMED_INPUT, SW_NAMED_NODE, SW_NAMED_RACK,
                SW_NAMED_TASK };
#define SW_RENAMED_MAX 18
SW_USE_RESULT int sw_rename_new(struct sw_rename **out, const char *key, struct sw_err *err);
void sw_rename_free(struct sw_rename *r); /* NULL is fine */
/* The new name, which lies in `out`; r NULL: the name as it is. */
struct sw_text sw_rename_put(const struct sw_rename *r, enum sw_named kind, struct sw_text name,
                             char out[SW_RENAMED_MAX]);

/* ---- the nodes that a trace names --------------------------------------------------------------- */
/* The cluster record. Slots are in none of these files: they are what the caller says. slots 0: two kinds. */
struct sw_slots_given { uint64_t map_slots, reduce_slots, slots; };
void sw_hosts_put_cluster(const struct sw_hosts *h, const struct sw_slots_given *given, const struct sw_rename *rename,
                          struct sw_out *out); /* rename NULL: names as they are */
/* The nodes file of YARN's load simulator. */
void sw_hosts_put_sls(const struct sw_hosts *h, const struct sw_rename *rename, struct sw_out *out);
/* Nodes whose rack is not known get one of their own name. */
SW_USE_RESULT int sw_hosts_own_racks(struct sw_hosts *h, struct sw_err *err);
size_t sw_hosts_n(const struct sw_hosts *h, size_t *n_racks);
struct sw_text sw_hosts_name(const struct sw_hosts *h, size_t i);
struct sw_text sw_hosts_rack(const struct sw_hosts *h, size_t i); /* "default-rack" where it is not known */

struct jobids; /* lib/trace/import/jobids.h */
/* What an importer is lent besides the bytes of one file. The stream owns it. */
struct sw_import_side {
    struct sw_damage damage;  /* what is wrong with the log is counted here */
    struct jobids *job_ids;   /* those given so far, in all files */
    bool check;               /* --check: read strictly also what no row needs */
    /* For logs that run on over several files: the next file of the trace, which the importer takes over. 1, 0 for
     * none left, or -1. Without calling it a new importer is opened for each file. */
    int (*next_file)(void *context, struct sw_bytes **in, struct sw_err *err);
    void *context;
    /* Of several logs that each begin a system of their own: what this file's is called, else NULL; whether the file
     * is its first; when the first of them began, in ms since 1970. */
    const char *log;
    uint64_t n_outside;       /* jobs that rules.from_ms and to_ms leave out */
    bool begins;
    int64_t zero_ms;
};

/* What a log says beside its rows; beyond the last there is room for no more. */
enum { SW_FACTS = 96 };
struct sw_facts {
    size_t n;
    struct sw_fact { char key[96], value[1000]; } at[SW_FACTS];
};
void sw_facts_add(struct sw_facts *f, const char *key, const char *fmt, ...) SW_PRINTF(3, 4);

/* Where the rows of a recorded cluster go. take() is not called again once it has failed. */
struct sw_nodes_to {
    bool executors; /* nodes are executors, with their host; without effect where the format knows none */
    const struct sw_rename *rename; /* NULL: names as they are */
    int (*take)(void *context, const struct sw_node_row *row, struct sw_err *err);
    void *context;
};

/* The row of a node with so many slots, all else as the record has it where nothing is said; the name lies in `renamed`
 * or where it did. */
struct sw_node_row sw_hosts_node_row(const struct sw_nodes_to *to, struct sw_text node, uint64_t slots,
                                     char renamed[SW_RENAMED_MAX]);

struct sw_importer {
    const char *name, *summary;
    bool is_tasks;  /* gives rows of the tasks record, else of the jobs record */
    /* Do these look like the first bytes of such a file? NULL: the CSV formats, told by their header. */
    bool (*sniff)(const char *at, size_t n);
    size_t size;    /* of its state, which starts as zeros and is freed after close() */
    /* Takes `in`, also when it fails; close() follows. */
    int (*open)(void *state, struct sw_bytes *in, const struct sw_import_rules *rules, struct sw_err *err);
    /* 1: *record (struct sw_job_row or sw_task_row) is filled in, its texts lasting until the next call; 0: the
     * end; -1: the row is bad, and the next call goes on behind it; -2: failed for good. */
    int (*next)(void *state, void *record, struct sw_err *err);
    uint64_t (*line)(const void *state);      /* of the row just read, 1 for the first */
    /* its bytes, for --rejects; they last until the next call. NULL: they are not kept */
    struct sw_text (*raw)(const void *state);
    void (*close)(void *state);
    /* Columns that are derived, each with its rule in words; ends with NULL. Behind them those whose words depend on
     * the rules given: the i-th; false behind the last. Both may be NULL. */
    const char *const (*derived)[2];
    bool (*derived_as)(const struct sw_import_rules *rules, size_t i, const char **column, char *rule, size_t cap);
    /* its clock starts anywhere (1970, say): times are given from the first job's submission on */
    bool from_first;
    bool no_locality;       /* nothing in it tells where a task would like to run */
    /* All of these may be NULL. */
    void (*facts)(const void *state, struct sw_facts *to); /* rows for --info, at the end */
    /* The recorded cluster, at the end: 1: each row was taken; 0: the log has none; -1. */
    int (*nodes)(void *state, const struct sw_nodes_to *to, struct sw_err *err);
    uint64_t node_columns;  /* of the cluster record, that its rows have; SW_NODE_HOST with executors alone */
    const char *const *extra_names;           /* columns beyond the record, NULL-terminated */
    struct sw_text (*extra)(const void *state, size_t i); /* of the row just read */
    bool is_log;            /* damage is counted in side->damage and bad rows are passed over: neither ends a run */
};
extern const struct sw_importer *const sw_importers[]; /* NULL-terminated: jobs, tasks, then the others */
bool sw_import_has_column(const char *name); /* one that a format has beside those of jobs and tasks */

/* ---- what slot-trace makes of it --------------------------------------------------------------- */
/* Jobs of YARN's Scheduler Load Simulator; racks from `hosts`.
 * The trace was opened with the same `rename` (or NULL). */
SW_USE_RESULT int sw_trace_put_sls(struct sw_trace *t, const struct sw_hosts *hosts, const struct sw_rename *rename,
                                   struct sw_out *out, struct sw_err *err);
/* what,value rows. */
SW_USE_RESULT int sw_trace_put_info(struct sw_trace *t, const struct sw_import_rules *rules, struct sw_out *out,
                                    struct sw_err *err);
/* A row of --info that only the importer knows, by its key, behind the last job; false: there is none. */
bool sw_trace_fact(const struct sw_trace *t, const char *key, char *value, size_t cap);
/* what,value,first_at rows; *n_bad is the sum of the counts. The trace was opened with `check`. */
SW_USE_RESULT int sw_trace_put_check(struct sw_trace *t, struct sw_out *out, uint64_t *n_bad, struct sw_err *err);
/* What the importer of a log has found wrong with it so far. */
const struct sw_damage *sw_trace_damage(const struct sw_trace *t);
/* After sw_trace_put_check(): what it came to. */
enum sw_usability sw_trace_verdict(const struct sw_trace *t);
#endif
