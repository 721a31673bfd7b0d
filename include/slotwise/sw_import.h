/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sw_import.h - traces of other systems as rows of the jobs or tasks record, and what slot-trace does with
 * a trace: describe it, look it over for damage, turn one record into the other.
 *
 * An importer is a constant table in a file of its own (lib/trace/import/import_x.c) and a line in
 * lib/trace/import/importers.c. It reads bytes and gives rows; the stream of jobs (sw_trace.h) does the rest. What the
 * source does not hold is derived by the rules given here and by nothing else. */
#ifndef SLOTWISE_SW_IMPORT_H
#define SLOTWISE_SW_IMPORT_H
#include "slotwise/sw_damage.h"
#include "slotwise/sw_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- names that tell nothing -------------------------------------------------------------------- */
/* Keyed and stable: the same key and name give the same new name, in every file. What stands for nothing stays: the
 * pool default, and task ids made of digits. */
struct sw_rename;
enum sw_named { SW_NAMED_JOB, SW_NAMED_USER, SW_NAMED_POOL, SW_NAMED_INPUT, SW_NAMED_NODE, SW_NAMED_RACK,
                SW_NAMED_TASK };
#define SW_RENAMED_MAX 18
SW_USE_RESULT int sw_rename_new(struct sw_rename **out, const char *key, struct sw_err *err);
void sw_rename_free(struct sw_rename *r); /* NULL is fine */
void sw_rename_put(const struct sw_rename *r, enum sw_named kind, struct sw_text name, char out[SW_RENAMED_MAX]);

/* ---- the nodes that a trace names --------------------------------------------------------------- */
struct sw_hosts; /* node names, each with its rack where that is known, in the order they were first named */
SW_USE_RESULT int sw_hosts_new(struct sw_hosts **out, struct sw_err *err);
void sw_hosts_free(struct sw_hosts *h); /* NULL is fine */
/* A topology file: Rumen's tree of {name, children}, or the nodes file of YARN's load simulator. */
SW_USE_RESULT int sw_hosts_read(struct sw_hosts *h, const char *path, struct sw_err *err);
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

/* What makes the pool of a job of an accounting log; --pool-by. */
enum sw_by { SW_BY_ACCOUNT, SW_BY_PARTITION, SW_BY_QOS, SW_BY_USER, SW_BY_ACCOUNT_USER, SW_BY_N };
extern const char *const sw_by_words[]; /* "account" "partition" "qos" "user" "account/user", and NULL */

/* How counts and times that a trace lacks follow from its bytes. Rates are bytes a second of one task. */
struct sw_import_rules {
    uint64_t block_bytes, bytes_per_reduce;
    uint64_t map_rate, copy_rate, reduce_rate;
    int64_t startup_us;
    double sigma;
    uint32_t n_pools; /* 0: the default pool; else drawn from p1..pN by `seed` and the job's id */
    uint64_t seed;
    enum sw_by pool_by;
    bool cores;       /* nodes of the cluster record have as many slots as cores ever were in use at once, not jobs */
    uint64_t per_node; /* processors or GPUs of a node, where the log does not name the nodes of a job; 0: not given */
    const char *only; /* WORD=VALUE, a word of sw_by_words: other jobs are left out, and told of; NULL: none is */
    struct sw_import_side *side; /* set by sw_trace_open(); NULL without it */
    struct sw_hosts *hosts; /* NULL, or: racks of nodes are looked up here, and nodes that the trace names are added */
    bool apart; /* a single log is named, and its executors too, as one of several (struct sw_import_side) */
    int64_t from_ms, to_ms; /* of Spark's event logs: jobs submitted from then to before then, since 1970; 0: all */
    const char *resource; /* of Kubernetes: NAME or NAME:UNIT, what a slot is of; NULL: the only one there is */
    bool waiting;     /* jobs that have not started have rows, too, where the log has them */
    bool executors; /* nodes of a log that names executors are these, host/ID: in rows, and in the cluster record */
};
#define SW_IMPORT_RULES_DEFAULT { .block_bytes = UINT64_C(128) << 20, .bytes_per_reduce = UINT64_C(1) << 30, \
    .map_rate = UINT64_C(50) << 20, .copy_rate = UINT64_C(50) << 20, .reduce_rate = UINT64_C(50) << 20, \
    .startup_us = SW_US_PER_S, .sigma = 0.3, .seed = 1 }

/* Where the rows of a recorded cluster go. take() is not called again once it has failed. */
struct sw_nodes_to {
    bool executors; /* nodes are executors, with their host; without effect where the format knows none */
    const struct sw_rename *rename; /* NULL: names as they are */
    int (*take)(void *context, const struct sw_node_row *row, struct sw_err *err);
    void *context;
};

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
    struct sw_text (*raw)(const void *state); /* its bytes, for --rejects; they last until the next call */
    void (*close)(void *state);
    /* The i-th column that is derived, and its rule in words; false behind the last. */
    bool (*derived)(const struct sw_import_rules *rules, size_t i, const char **column, char *rule, size_t cap);
    /* its clock starts anywhere (1970, say): times are given from the first job's submission on */
    bool from_first;
    bool no_locality;       /* nothing in it tells where a task would like to run */
    /* All of these may be NULL. */
    /* rows for --info, at the end */
    bool (*fact)(const void *state, size_t i, const char **key, char *value, size_t cap);
    /* The recorded cluster, at the end: 1: each row was taken; 0: the log has none; -1. */
    int (*nodes)(void *state, const struct sw_nodes_to *to, struct sw_err *err);
    uint64_t node_columns;  /* of the cluster record, that its rows have; SW_NODE_HOST with executors alone */
    const char *const *extra_names;           /* columns beyond the record, NULL-terminated */
    struct sw_text (*extra)(const void *state, size_t i); /* of the row just read */
    bool is_log;            /* damage is counted in side->damage and bad rows are passed over: neither ends a run */
};
extern const struct sw_importer *const sw_importers[]; /* NULL-terminated: jobs, tasks, then the others */
const struct sw_importer *sw_importer_find(const char *name); /* NULL */
bool sw_import_has_column(const char *name); /* one that a format has beside those of jobs and tasks */

/* ---- opening a trace of any format ------------------------------------------------------------- */
struct sw_trace_input {
    const char *const *files;              /* read one behind the other; "-" is standard input */
    size_t n_files;
    const struct sw_importer *from;        /* NULL: told by the first bytes */
    struct sw_import_rules rules;
    bool tolerate;                         /* bad rows are set aside: */
    struct sw_out *rejects;                /* here (NULL: only counted) */
    uint64_t max_bad;
    const char *columns;                   /* OURS=THEIRS,...: columns of a table that have other names; NULL: none */
    bool check;                            /* bad rows are counted for sw_trace_put_check() */
    void (*tell)(void *context, uint64_t n_jobs); /* called with each job that is read; NULL: not called */
    void *context;
    struct sw_rename *rename;              /* NULL, or: every row's names are replaced as it is read */
};
/* `in` and what it names must outlive the trace. Every file must give the same record and the same columns
 * beyond it. */
SW_USE_RESULT int sw_trace_open(struct sw_trace **out, const struct sw_trace_input *in, struct sw_err *err);
const struct sw_importer *sw_trace_format(const struct sw_trace *t);

/* ---- what slot-trace makes of it --------------------------------------------------------------- */
/* The jobs record, or the tasks record with task times drawn as slot-replay draws them from `seed`. */
SW_USE_RESULT int sw_trace_put_jobs(struct sw_trace *t, struct sw_out *out, struct sw_err *err);
SW_USE_RESULT int sw_trace_put_tasks(struct sw_trace *t, uint64_t seed, struct sw_out *out, struct sw_err *err);
/* Jobs of YARN's Scheduler Load Simulator; racks from `hosts`.
 * The trace was opened with the same `rename` (or NULL). */
SW_USE_RESULT int sw_trace_put_sls(struct sw_trace *t, const struct sw_hosts *hosts, const struct sw_rename *rename,
                                   struct sw_out *out, struct sw_err *err);
/* key,value rows. */
SW_USE_RESULT int sw_trace_put_info(struct sw_trace *t, const struct sw_import_rules *rules, struct sw_out *out,
                                    struct sw_err *err);
/* A row of --info that only the importer knows, by its key, behind the last job; false: there is none. */
bool sw_trace_fact(const struct sw_trace *t, const char *key, char *value, size_t cap);
/* The recorded cluster, where the format knows one: 1 when its rows were taken or written, else 0; behind the last
 * job. A node is an executor where that is wanted and the format knows them, else a host. */
SW_USE_RESULT int sw_trace_nodes(struct sw_trace *t, bool executors,
                                 int (*take)(void *context, const struct sw_node_row *row, struct sw_err *err),
                                 void *context, struct sw_err *err);
SW_USE_RESULT int sw_trace_put_cluster(struct sw_trace *t, bool executors, struct sw_out *out, struct sw_err *err);
/* kind,count,first_at rows; *n_bad is the sum of the counts. The trace was opened with `check`. */
SW_USE_RESULT int sw_trace_put_check(struct sw_trace *t, struct sw_out *out, uint64_t *n_bad, struct sw_err *err);
/* What the importer of a log has found wrong with it so far. */
const struct sw_damage *sw_trace_damage(const struct sw_trace *t);
/* After sw_trace_put_check(): what it came to. */
enum sw_usability sw_trace_verdict(const struct sw_trace *t);

#ifdef __cplusplus
}
#endif
#endif
